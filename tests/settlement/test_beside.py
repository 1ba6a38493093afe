"""What a wager pays whatever its player does beside it: a fold, another stake, another box."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.settled import DOLLAR, FOLDS, STAYS, main, paid, printed, settled

# ── one hand of three cards ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.12(e)(1):A", "PA-649a.12(e)(2)")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.12(e)(1)", "PA-669a.12(e)(2)")),
    ],
)
@pytest.mark.parametrize(("own", "for_one"), [("Ah Kh Qh", 500), ("9d 8d 7d", 70), ("9d 8d 7c", 6)])
def test_of_three_cards_that_are_several_hands_the_highest_is_paid(
    regulation: str, own: str, for_one: int
) -> None:
    """A straight flush is a straight too, and neither the lower row nor both are paid (12(e)(1), (2))."""
    wager = "three_card_progressive"
    said = STAYS.get(regulation, ["play"])
    seat = {"seat": 1, "cards": own, "wagers": {**main(regulation), wager: 5}, "decisions": said}
    beside = {"community" if regulation == "PA-669a" else "dealer": "2s 7h Tc"}
    lines = settled(regulation, {wager: {"amount": 5}}, seat, **beside)
    assert paid(lines, wager) == [5 * DOLLAR * for_one]


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
            odds = printed(clause, hand, "to")
            for gone in ({}, {"ruling": "left"}):
                lines = settled(regulation, chosen, {**seat, **gone}, **{beside: others})
                assert odds and paid(lines, "pair_plus") == [stake * DOLLAR * odds], (hand, others)


# ── Pair Plus against its paytable ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.1:pair-plus-wager", "PA-649a.7(d)(2)")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.1:pair-plus-wager", "MA-TCP.6(a)(2)")),
    ],
)
def test_who_makes_a_pair_plus_competes_with_its_paytable_and_nobody_has_to(regulation: str) -> None:
    """Alone or beside an Ante, whether the dealer has more, less, the same or does not qualify; an Ante
    without one is played as well and is paid nothing for a pair."""
    for own, multiple in (("9s 9h 4d", 1), ("9s 8s 4s", None), ("Ks 8h 4d", 0)):
        results = set()
        for dealer in ("Qc Qd 2c", "3c 3d 2c", "Jc 7d 2c", "9c 9d 4c", "Kc 8d 4c"):
            for staked in ({"ante": 10, "pair_plus": 5}, {"pair_plus": 5}, {"ante": 10}):
                seat = {"seat": 1, "cards": own, "wagers": staked}
                lines = settled(
                    regulation,
                    {},
                    seat | ({"decisions": ["play"]} if "ante" in staked else {}),
                    dealer=dealer,
                )
                assert {line.id for line in lines} == {*staked, *(["play"] if "ante" in staked else [])}
                results |= {(line.paid, line.returned) for line in lines if line.id == "pair_plus"}
        ((won, back),) = results
        assert back == (0 if multiple == 0 else 5 * DOLLAR)
        assert won > 0 if multiple is None else won == multiple * 5 * DOLLAR
