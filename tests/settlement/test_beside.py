"""What a wager pays whatever its player does beside it: a fold, another stake, another box."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import feltlaw
from feltlaw.money import Cents
from feltlaw.settlement import Line
from tests.support import ROOT

PRINTED: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "tests" / "data" / "printed_tables.json").read_text(encoding="utf-8")
)
"""The tables as the regulations print them, by clause."""
DOLLAR = 100


def printed(clause: str, hand: str, word: str) -> Fraction | None:
    """What is printed for a hand, as `N to 1` or `N for 1`; None where it is something else or nothing."""
    pays, found, per = PRINTED[clause]["rows"].get(hand, "").lower().replace(",", "").partition(f" {word} ")
    return Fraction(int(pays), int(per)) if found else None


def settled(
    regulation: str, sections: dict[str, Any], *seats: dict[str, Any], **more: Any
) -> tuple[Line, ...]:
    limits = {"minimum": 5, "maximum": 500, "adjacent_boxes": more.pop("adjacent_boxes", 1)}
    rules = {"regulation": regulation, "limits": limits, "wagers": sections}
    return feltlaw.settle({"submission": rules, "seats": [*seats], **more}).lines


def paid(lines: tuple[Line, ...], name: str, seat: int = 1) -> list[Cents]:
    return [line.paid for line in lines if (line.seat, line.id) == (seat, name)]


STAYS = {"PA-669a": ["check", "check", "play 1x"]}
FOLDS = {"PA-669a": ["check", "check", "fold"]}


def main(regulation: str, ante: int = 10) -> dict[str, int]:
    return {"ante": ante, "blind": ante} if regulation == "PA-669a" else {"ante": ante}


# ── five of six cards ──

SIX = {
    "PA-649a.12(f)": ("six_card_bonus", "dealer", "ABCDE"),
    "PA-679a.12(g)": ("all_six_bonus", "dealer", "ABCDE"),
    "PA-669a.12(f)": ("six_card_bonus", "community", "ABCD"),
    "MA-TCP.6(g)(4)": ("six_card_bonus", "dealer", ("TCP-6B1", "TCP-6B2", "TCP-6B3", "TCP-6B4")),
}
OF_SIX = {
    "straight_flush": ("5s 6s 7s", "8s 9s 2d"),
    "four_of_a_kind": ("9s 9h 9c", "9d 4h Kc"),
    "full_house": ("7s 7h 7c", "9d 9h 9c"),
    "flush": ("2s 4s 6s", "8s Ts Kc"),
    "straight": ("2s 3h 4c", "5d 6h Kc"),
    "three_of_a_kind": ("9s 9h 9c", "2d 4h Kc"),
}
"""The player's three and the three beside them; a full house of two threes too."""


@pytest.mark.parametrize(
    ("clause", "letter"),
    [
        pytest.param(clause, letter, marks=pytest.mark.clause(f"{clause}:{letter}"), id=f"{clause}:{letter}")
        for clause, (_, _, letters) in SIX.items()
        for letter in letters
    ],
)
@pytest.mark.parametrize("says", [STAYS, FOLDS], ids=["in", "folded"])
def test_six_cards_are_paid_by_the_table_chosen_also_after_a_fold(
    clause: str, letter: str, says: dict[str, list[str]]
) -> None:
    regulation = clause.partition(".")[0]
    wager, beside, _ = SIX[clause]
    said = says.get(regulation, ["fold" if says is FOLDS else "play"])
    for hand, (own, others) in OF_SIX.items():
        seat = {"seat": 1, "cards": own, "wagers": {**main(regulation), wager: 7}, "decisions": said}
        lines = settled(regulation, {wager: {"paytable": letter}}, seat, **{beside: others})
        odds = printed(f"{clause}:{letter}", hand, "to")
        assert odds and paid(lines, wager) == [7 * DOLLAR * odds], hand


@pytest.mark.clause("PA-649a.7(d)(5)#2", "PA-649a.11(c)(6)#3", "PA-649a.11(b)(3)", "PA-649a.12(f):E")
@pytest.mark.parametrize(("suit", "amount"), [("d", 1_000_000), ("s", 100_000)])
def test_six_cards_are_one_hand_for_a_super_royal_also_after_a_fold(suit: str, amount: int) -> None:
    own, dealers = (" ".join(rank + suit for rank in ranks) for ranks in ("9QT", "KJA"))
    for said in ("play", "fold"):
        wagers = {"ante": 10, "six_card_bonus": 5}
        seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": [said]}
        lines = settled("PA-649a", {"six_card_bonus": {"paytable": "E"}}, seat, dealer=dealers)
        assert paid(lines, "six_card_bonus") == [amount * DOLLAR]


# ── N for 1, of one dollar and of five ──

THREE = {"straight_flush": "5s 6s 7s", "three_of_a_kind": "9s 9h 9c", "straight": "2s 3h 4c"}
FOR_ONE = [
    ("PA-649a.12(e)(1):A", "three_card_progressive", {"paytable": "A"}, ["PA-649a.11(c)(5)(iv)"]),
    ("PA-649a.12(e)(1):B", "three_card_progressive", {"paytable": "B"}, ["PA-649a.11(c)(5)(iv)"]),
    ("PA-649a.12(h)(1)", "five_card_progressive", {}, ["PA-649a.11(c)(7)(iv)"]),
    ("PA-649a.12(j)(1)", "five_of_six_progressive", {}, ["PA-649a.11(c)(9)(iv)"]),
    ("PA-669a.12(e)(1)", "three_card_progressive", {}, ["PA-669a.11(i)(3)(i)(D)"]),
]


@pytest.mark.parametrize(
    ("clause", "wager", "chosen"),
    [
        pytest.param(clause, wager, chosen, marks=pytest.mark.clause(clause, *more), id=clause)
        for clause, wager, chosen, more in FOR_ONE
    ],
)
@pytest.mark.parametrize("stake", [1, 5])
def test_so_many_for_one_are_paid_for_every_dollar(
    clause: str, wager: str, chosen: dict[str, str], stake: int
) -> None:
    regulation = clause.partition(".")[0]
    three = wager == "three_card_progressive"
    tried = 0
    by_three = {one: (own, "Kd 4h 3d") for one, own in (*THREE.items(), ("mini_royal", "Ah Kh Qh"))}
    for hand, (own, others) in (by_three if three else OF_SIX).items():
        seat = {"seat": 1, "cards": own, "wagers": {**main(regulation), wager: stake}}
        seat["decisions"] = STAYS.get(regulation, ["play"])
        rest = {"community": "Kd 4h 2d"} if regulation == "PA-669a" else {"dealer": others}
        if wager == "five_card_progressive":
            rest = {"community": others[:5], "dealer": "Ah Jd Qd"}
        multiple = printed(clause, hand, "for")
        if multiple is None or (wager == "five_card_progressive" and hand == "full_house"):
            continue
        tried += 1
        lines = settled(regulation, {wager: {**chosen, "amount": stake}}, seat, **rest)
        assert paid(lines, wager) == [stake * DOLLAR * multiple], hand
        assert {line.paid_from for line in lines} == {"inventory"}, "no meter, no account"
    assert tried > 1


# ── shares of a meter ──

SHARES = [
    ("PA-649a", "three_card_progressive", "As Ks Qs", "", "Kd 4h 3d", "1000.28",
     ["PA-649a.12(e)(4)", "PA-649a.12(e)(3):A"]),
    ("PA-649a", "five_card_progressive", "5s 6s 7s", "8s 9s", "Kd 4h 3d", "1000.05",
     ["PA-649a.12(h)(4)", "PA-649a.12(h)(3)", "I-03"]),
    ("PA-649a", "five_of_six_progressive", "Ah Kh Qh", "", "Jh Th 3d", "2500.14",
     ["PA-649a.12(j)(4)", "PA-649a.12(j)(3)"]),
    ("PA-669a", "three_card_progressive", "As Ks Qs", "Kd 4h 3d", "", "1000.28",
     ["PA-669a.12(e)(4)", "PA-669a.12(e)(3)"]),
]  # fmt: skip


@pytest.mark.clause("I-57")
@pytest.mark.parametrize(
    ("regulation", "wager", "cards", "award"),
    [
        pytest.param(name, wager, (hand, community, dealer), award, marks=pytest.mark.clause(*clauses))
        for name, wager, hand, community, dealer, award, clauses in SHARES
    ],
)
def test_a_share_is_of_the_meter_with_the_wagers_of_this_round_on_it(
    regulation: str, wager: str, cards: tuple[str, str, str], award: str
) -> None:
    """Two wagers of $1 on the seed: 14 % of each on 1,000, of which all is paid; 21 % on 10,000, of which a
    tenth, rounded up; 28 % on 10,000, of which a quarter."""
    hand, community, dealer = cards
    stakes = {**main(regulation), wager: 1}
    rest = {key: text for key, text in (("community", community), ("dealer", dealer)) if text}
    seats = [{"seat": 1, "cards": hand, "wagers": stakes}, {"seat": 2, "cards": "2c 7d 9c", "wagers": stakes}]
    said = STAYS.get(regulation, ["play"])
    for other in ({"decisions": said}, {"decisions": said, "ruling": "left"}):
        each = ({**seats[0], "decisions": said}, {**seats[1], **other})
        lines = settled(regulation, {wager: {}}, *each, **rest)
        assert paid(lines, wager) == [round(Fraction(award) * DOLLAR)]


@pytest.mark.clause("MA-TCP.13(g):PTMGLML03", "MA-TCP.13(c)#2")
@pytest.mark.parametrize(
    ("hand", "community", "level"),
    [("As Ks Qs", "Js Ts", "mega"), ("5s 6s 7s", "8s 9s", "major"), ("9s 9h 9d", "9c 2d", "minor")],
)
def test_a_folded_hand_that_qualifies_wins_the_whole_of_its_level(
    hand: str, community: str, level: str
) -> None:
    offered = {"multi_game_link": {"paytable": "PTMGLML03", "folded_hands_qualify": True}}
    seat = {"seat": 1, "cards": hand, "wagers": {"ante": 10, "multi_game_link": 1}}
    for said in ("play", "fold"):
        lines = settled(
            "MA-TCP", offered, {**seat, "decisions": [said]}, dealer="Kd 4h 3d", community=community
        )
        (won,) = (line for line in lines if line.id == "multi_game_link")
        seed = {"mega": 10_000, "major": 1_000, "minor": 250}[level] * DOLLAR
        assert (won.level, won.result) == (level, "win") and seed <= won.paid < seed + DOLLAR


# ── Pair Plus beside an Ante ──

PAIR_PLUS = [
    *(f"PA-649a.12(d):{letter}" for letter in "ABCDE"),
    *(f"PA-669a.12(a):{letter}" for letter in "AB"),
    "MA-TCP.11(a)(2)",
]
ROWS = {**THREE, "flush": "2s 7s 9s", "pair": "2s 2h 9c"}


@pytest.mark.parametrize(
    "clause", [pytest.param(one, marks=pytest.mark.clause(one), id=one) for one in PAIR_PLUS]
)
@pytest.mark.parametrize(("ante", "stake"), [(5, 40), (40, 5)])
def test_pair_plus_is_paid_on_its_own_stake_whatever_the_ante_and_the_dealer_have(
    clause: str, ante: int, stake: int
) -> None:
    regulation = clause.partition(".")[0]
    letter = clause.rpartition(":")[2] if ":" in clause else ""
    beside = "community" if regulation == "PA-669a" else "dealer"
    wagers = {**main(regulation, ante), "pair_plus": stake}
    for others in ("Kd 4h 3d", "Jd 4h 3d"):
        for hand, own in ROWS.items():
            seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": STAYS.get(regulation, ["play"])}
            chosen = {"pair_plus": {"paytable": letter} if letter else {}}
            lines = settled(regulation, chosen, seat, **{beside: others})
            odds = printed(clause, hand, "to")
            assert odds and paid(lines, "pair_plus") == [stake * DOLLAR * odds], (hand, others)


# ── two stakes on two hands ──


@pytest.mark.clause("PA-649a.12(i)(2)", "PA-649a.11(b)(3)")
@pytest.mark.parametrize("said", ["play", "fold"])
def test_both_hands_of_the_five_card_bonus_are_paid_apart_also_after_a_fold(said: str) -> None:
    """A flush 50 for 1 on the player's hand, and on the dealer's; a full house 100 for 1 on one alone."""
    both = {"ante": 10, "five_card_hand_bonus_player": 1, "five_card_hand_bonus_dealer": 1}
    cases = [("Kh 4h 3h", "Qh Jh 6h", "2h 9h", 50, 50), ("Kh 4h 3h", "2c 2d 9c", "2h 9h", 50, 100),
             ("2c 2d 9c", "As 4d Jc", "2h 9h", 100, 0)]  # fmt: skip
    for own, dealer, community, mine, theirs in cases:
        seat = {"seat": 1, "cards": own, "wagers": both, "decisions": [said]}
        lines = settled("PA-649a", {"five_card_hand_bonus": {}}, seat, dealer=dealer, community=community)
        assert paid(lines, "five_card_hand_bonus_player") == [mine * DOLLAR]
        assert paid(lines, "five_card_hand_bonus_dealer") == [theirs * DOLLAR]


@pytest.mark.clause("PA-649a.11(c)(8)(iii)", "PA-649a.12(i)(3)")
@pytest.mark.parametrize("on", ["player", "dealer"])
def test_drawn_bonuses_are_credited_to_the_game_account_on_either_hand(on: str) -> None:
    wager = f"five_card_hand_bonus_{on}"
    offered = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}
    draws = {
        "magic_card": "7h" if on == "player" else "Jd",
        "lucky_position": 1 if on == "player" else "dealer",
    }
    seat = {"seat": 1, "cards": "7h 4s 3h", "wagers": {"ante": 10, wager: 1}, "decisions": ["play"]}
    lines = settled("PA-649a", offered, seat, dealer="Qc Jd 6h", community="2c 9h", draws=draws)
    found = {line.id: (line.paid, line.paid_from) for line in lines if line.is_award and line.on == wager}
    assert found == {
        "magic_card": (20 * DOLLAR, "game_account"),
        "lucky_bonus": (5 * DOLLAR, "game_account"),
    }


# ── envy: another player's hand, and only that ──

OWN = [
    pytest.param(
        "three_card_progressive", "As Ks Qs", "Qc 6c 3d",
        marks=pytest.mark.clause("PA-649a.11(c)(5)(v)#2", "PA-649a.1:three-card-envy-bonus", "I-49"),
    ),
    pytest.param(
        "five_of_six_progressive", "As Ks Qs", "Js Ts 3d",
        marks=pytest.mark.clause("PA-649a.11(c)(9)(v)#2", "PA-649a.1:5-of-6-envy-bonus", "I-49"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "hand", "dealer"), OWN)
@pytest.mark.parametrize("said", ["play", "fold"])
def test_no_envy_for_the_hand_of_ones_own_other_box_also_when_it_is_folded(
    wager: str, hand: str, dealer: str, said: str
) -> None:
    """The folded hand stays, and is turned up, because of its Six Card Bonus (11(b)(3), 11(c), I-48)."""
    both, stakes = {"ante": 10, "six_card_bonus": 5, wager: 1}, {"ante": 10, wager: 1}
    lines = settled(
        "PA-649a",
        {wager: {}, "six_card_bonus": {}},
        {"seat": 1, "player": "Ann", "cards": hand, "wagers": both, "decisions": [said]},
        {"seat": 2, "player": "Ann", "cards": "Jc 8c 4d", "wagers": stakes, "decisions": ["play"]},
        {"seat": 3, "player": "Bob", "cards": "Tc 3c 2d", "wagers": stakes, "decisions": ["play"]},
        dealer=dealer,
        adjacent_boxes=2,
    )
    assert [(one.seat, one.for_seat) for one in lines if one.id.startswith("envy")] == [(3, 1)]


@pytest.mark.parametrize(
    ("regulation", "said"),
    [
        pytest.param("PA-649a", ["play"],
                     marks=pytest.mark.clause("PA-649a.1:three-card-envy-bonus", "I-09")),
        pytest.param("PA-669a", ["check", "check", "play 1x"],
                     marks=pytest.mark.clause("PA-669a.1:envy-bonus", "I-09")),
        pytest.param("MA-TCP", ["play"], marks=pytest.mark.clause("MA-TCP.13(e)a", "I-09")),
    ],
)  # fmt: skip
def test_envy_is_owed_to_a_player_who_left_and_held_for_him(regulation: str, said: list[str]) -> None:
    stakes = {**main(regulation), "three_card_progressive": 1}
    rest = {"community": "Kd 4h 3d"} if regulation == "PA-669a" else {"dealer": "Kd 4h 3d"}
    for ruling in ("", "left"):
        gone: dict[str, Any] = {"ruling": ruling} if ruling else {}
        lines = settled(
            regulation,
            {"three_card_progressive": {}},
            {"seat": 1, "cards": "As Ks Qs", "wagers": stakes, "decisions": said},
            {"seat": 2, "cards": "Jc 8c 4d", "wagers": stakes, "decisions": said, **gone},
            **rest,
        )
        (envy,) = (one for one in lines if one.id.startswith("envy"))
        assert (envy.seat, envy.for_seat, envy.paid) == (2, 1, 100 * DOLLAR)
        assert ("held" in envy.note) == bool(ruling)


# ── an exposed card, and the order ──


@pytest.mark.clause("PA-679a.11(d)", "PA-679a.13(d)", "I-76")
def test_after_an_exposed_card_too_the_optional_wagers_come_after_ante_and_play() -> None:
    wagers = {"ante": 10, "prime": 5, "all_six_bonus": 5}
    lines = settled(
        "PA-679a",
        {"prime": {}, "all_six_bonus": {}},
        *({"seat": n, "cards": c, "wagers": wagers, "decisions": ["play"]}
          for n, c in ((1, "As Kc Qs"), (3, "2h 7d 9h"))),
        dealer="Qc 6c 3d",
        irregularity={"kind": "dealer_card_exposed"},
    )  # fmt: skip
    each = ("ante", "play", "prime", "all_six_bonus")
    assert [(one.seat, one.id) for one in lines] == [(seat, name) for seat in (3, 1) for name in each]
