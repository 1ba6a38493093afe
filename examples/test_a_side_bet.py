"""How to test a side bet of your own: the cards you want, dealt through a whole round at a real table.

Run it with pytest, or as it stands. A side bet is data (see "Add a side bet" in CONTRIBUTING.md); once it is
in the regulation's file, a test of it looks like these of Prime.
"""

from feltlaw.testing import TableDriver


def test_prime_pays_a_red_hand() -> None:
    table = TableDriver("PA-679a", wagers={"prime": {}})
    played = table.play({1: {"ante": 10, "prime": 5}}, cards={"seat 1": "9h 8d 2h", "dealer": "Kc Js 9d"})
    line = played.line("prime")
    assert (line.result, str(line.pays), line.net) == ("win", "3 to 1", 15_00)  # cents
    assert "PA-679a.12(d)" in line.cite.clauses


def test_a_fold_does_not_forfeit_it() -> None:
    table = TableDriver("PA-679a", wagers={"prime": {}})
    played = table.play(
        {1: {"ante": 10, "prime": 5}, 4: {"ante": 10}},
        cards={"seat 1": "9h 8d 2h", "seat 4": "Ac Kd Qh"},
        says={1: "fold", 4: "play"},
    )
    assert played.line("prime").result == "win"
    assert played.net(1) == 5_00


def test_a_stake_below_the_minimum_is_refused() -> None:
    table = TableDriver("PA-679a", limits={"minimum": 10, "maximum": 500}, wagers={"prime": {}})
    table.bet({1: {"ante": 10}})
    refusal = table.refused("bet", table.player(1), seat=1, wagers={"ante": 5})
    assert refusal.legal and refusal.clauses


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"{name}: passed")
