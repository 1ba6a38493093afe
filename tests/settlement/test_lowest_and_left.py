"""The lowest hand that wins, wherever its cards lie, and players who left."""

from __future__ import annotations

import pytest

from tests.support.settled import DOLLAR, PRINTED, paid, settled

# ── the lowest hand that wins ──

LOWEST = [
    ("PA-649a.1:five-card-progressive-payout-hand", "five_card_progressive", "", [
        ("9s 4h Kc", "9h 9d", 9), ("9s 9h Kc", "9d 2d", 9), ("9s 9h 9d", "2d Kc", 9),
        ("9s 9h Kc", "Kd 2d", 0)]),
    ("PA-649a.1:three-card-progressive-payout-hand", "three_card_progressive", "A", [
        ("As 2h 3c", "", 6), ("As Kh Qc", "", 6), ("2s 2h 2c", "", 60), ("2s 7s 9s", "", 0),
        ("As Ah Kc", "", 0)]),
    ("PA-649a.1:three-card-progressive-payout-hand", "three_card_progressive", "B", [
        ("As 2h 3c", "", 0), ("As Kh Qc", "", 0), ("2s 2h 2c", "", 90), ("2s 7s 9s", "", 0)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("wager", "letter", "hands"),
    [
        pytest.param(wager, letter, hands, marks=pytest.mark.clause(clause), id=f"{wager}{letter}")
        for clause, wager, letter, hands in LOWEST
    ],
)
def test_a_progressive_wins_from_its_lowest_hand_up_wherever_the_cards_lie(
    wager: str, letter: str, hands: list[tuple[str, str, int]]
) -> None:
    for own, community, multiple in hands:
        seat = {"seat": 1, "cards": own, "wagers": {"ante": 10, wager: 1}, "decisions": ["play"]}
        rest = {"community": community} if community else {}
        offered = {wager: {"paytable": letter} if letter else {}}
        assert paid(settled("PA-649a", offered, seat, dealer="Td 4d 3d", **rest), wager) == [
            multiple * DOLLAR
        ]


QUALIFIES = [
    pytest.param("PA-649a", (1000, 1000), (1000, 0),
                 marks=pytest.mark.clause(
                     "PA-649a.2(b)(7)#2", "PA-649a.6(a)", "PA-649a.11(c)(3)(i)", "PA-649a.11(c)(3)(ii)(B)")),
    pytest.param("MA-TCP", (1000, 1000), (1000, 0),
                 marks=pytest.mark.clause("MA-TCP.3(a)", "MA-TCP.11(a)(1)", "MA-TCP.11(a)(1)#2")),
    pytest.param("PA-679a", (1000, 1000), (0, 1000),
                 marks=pytest.mark.clause(
                     "PA-679a.2(b)(4)#2", "PA-679a.1:qualify", "PA-679a.6(a)",
                     "PA-679a.11(c)(3)(i)", "PA-679a.11(c)(3)(ii)")),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "with_queen", "below"), QUALIFIES)
def test_the_dealer_qualifies_from_the_lowest_queen_high_up_and_not_below(
    regulation: str, with_queen: tuple[int, int], below: tuple[int, int]
) -> None:
    """What Ante and Play of a king high are paid against Q-3-2 and more, and against J-10-8 and less."""
    seat = {"seat": 1, "cards": "Kc 9s 8h", "wagers": {"ante": 10}, "decisions": ["play"]}
    for dealers, money in (
        (("Qh 3d 2c", "Qd 4h 2c", "Qs Jd 9c"), with_queen),
        (("Jh Td 8c", "5h 3d 2c"), below),
    ):
        for dealer in dealers:
            lines = settled(regulation, {}, seat, dealer=dealer)
            assert (*paid(lines, "ante"), *paid(lines, "play")) == money, dealer


TIES = [
    pytest.param("PA-649a", [("push", 0), ("push", 0)],
                 marks=pytest.mark.clause("PA-649a.2(b)(7)#2", "PA-649a.11(c)(3)(ii)(C)")),
    pytest.param("MA-TCP", [("push", 0), ("push", 0)], marks=pytest.mark.clause("MA-TCP.11(a)(1)")),
    pytest.param("PA-679a", [("win", 1000), ("win", 1000)],
                 marks=pytest.mark.clause("PA-679a.2(b)(4)#2", "PA-679a.11(c)(3)(ii)")),
]  # fmt: skip
EQUAL = [
    ("Qh 3d 2c", "Qs 3c 2h"),
    ("Kh 9d 7c", "Ks 9h 7d"),
    ("Ah Ad 9c", "As Ac 9d"),
    ("9h 7h 4h", "9s 7s 4s"),
]


@pytest.mark.parametrize(("regulation", "equal"), TIES)
def test_a_hand_equal_to_that_of_a_dealer_who_plays(regulation: str, equal: list[tuple[str, int]]) -> None:
    """It wins nothing and loses nothing; in Three Card Prime the player wins ties. A Jack high is no tie."""
    for hand, dealer in EQUAL:
        seat = {"seat": 1, "cards": hand, "wagers": {"ante": 10}, "decisions": ["play"]}
        lines = {line.id: line for line in settled(regulation, {}, seat, dealer=dealer)}
        assert [(lines[one].result, lines[one].paid) for one in ("ante", "play")] == equal, hand
    seat = {"seat": 1, "cards": "Jh 9d 7c", "wagers": {"ante": 10}, "decisions": ["play"]}
    lines = {line.id: line for line in settled(regulation, {}, seat, dealer="Js 9h 7d")}
    wins, comes_back = ("play", "ante") if regulation == "PA-679a" else ("ante", "play")
    assert (lines[wins].paid, lines[comes_back].paid, lines[comes_back].returned) == (1000, 0, 1000)


BAD_BEATS = [("A", 40, None), ("B", 40, 10), ("C", 20, None), ("D", 20, 10)]
"""What 679a.12(c) pays on a Play wager of $10: on a straight, and on a flush."""


@pytest.mark.parametrize(
    ("letter", "straight", "flush"),
    [pytest.param(*one, marks=pytest.mark.clause(f"PA-679a.12(c):{one[0]}"), id=one[0]) for one in BAD_BEATS],
)
@pytest.mark.clause("PA-679a.11(c)(2)", "PA-679a.11(c)(3)(iii)", "PA-679a.11(c)(3)(iv)")
def test_a_bad_beat_is_paid_from_the_lowest_hand_of_its_table_up(
    letter: str, straight: int, flush: int | None
) -> None:
    """3-2-A is the lowest straight, 5-3-2 of a suit the lowest flush and A-A-K the highest pair."""
    play = {"play": {"bad_beat_paytable": letter}}
    for cards, pays in (("As 3d 2c", straight), ("5s 3s 2s", flush), ("As Ad Kc", None)):
        seat = {"seat": 1, "cards": cards, "wagers": {"ante": 10}, "decisions": ["play"]}
        lines = settled("PA-679a", play, seat, dealer="9h 9d 9c")
        assert paid(lines, "bad_beat_bonus") == ([] if pays is None else [pays * DOLLAR]), cards
        returned = {line.id: line.returned for line in lines}
        assert (returned["ante"], returned["play"]) == (0, 0 if pays is None else 10 * DOLLAR), cards


@pytest.mark.clause("MA-TCP.12(f)", "MA-TCP.12(k)", "I-99")
def test_cover_all_is_paid_by_the_hands_dealt_however_many_folded() -> None:
    dealt = ["4s 5h 6c", "2h 7d 9c", "3s 8d Tc", "2c 8h Jd", "3d 9h Qc", "2d Th Ks", "3c Js Ad"]
    for players in (7, 4):
        column = PRINTED["MA-TCP.12(k)"]["players"][str(players)]["straight"]
        win, _, on = column.partition(" to ")
        for folded in (0, 1, players - 1):
            seats = [
                {"seat": at, "cards": cards, "wagers": {"ante": 10, "cover_all": 10},
                 "decisions": ["fold" if at > players - folded else "play"]}
                for at, cards in enumerate(dealt[:players], 1)
            ]  # fmt: skip
            lines = settled("MA-TCP", {"cover_all": {}}, *seats, dealer="Qd 4h 3h")
            assert {one.paid for one in lines if one.id == "cover_all"} == {10 * DOLLAR * int(win) // int(on)}


NOTHING, NINE = "2c 2d 2s 3c 3d", "Kh Qd Jc 4s 5h"
SAIGON = [
    (NOTHING, "Kd Qh 2h 3h 4h", "PA-680a.11(d)(1)(i)", (0, 1000)),
    (NINE, "Kd Qh 2h 3h 4h", "PA-680a.11(d)(1)(ii)(A)", (1000, 1000)),
    (NOTHING, "Ks Qh Jd 4c 5s", "PA-680a.11(d)(2)(i)", (0, 0)),
    (NINE, "Ks Qh Jd 4c 6s", "PA-680a.11(d)(2)(ii)(A)", (0, 0)),
    (NINE, "Ks Qh Jd 4c 4h", "PA-680a.11(d)(2)(ii)(B)", (1000, 1000)),
    (NINE, "Ks Qh Jd 4c 5s", "PA-680a.11(d)(2)(ii)(C)", (0, 1000)),
]


@pytest.mark.parametrize(
    ("own", "dealer", "money"),
    [pytest.param(a, b, d, marks=pytest.mark.clause(c, "I-09"), id=c) for a, b, c, d in SAIGON],
)
def test_in_saigon_a_player_who_left_is_settled_like_the_others(
    own: str, dealer: str, money: tuple[int, int]
) -> None:
    for gone in ({}, {"ruling": "left"}):
        (line,) = settled(
            "PA-680a", {}, {"seat": 1, "cards": own, "wagers": {"ante": 10}, **gone}, dealer=dealer
        )
        assert (line.paid, line.returned) == money


# ── without a decision ──

LEFT = [
    pytest.param("PA-649a", {"pair_plus": "PA-649a.11(b)(1)", "three_card_progressive": "PA-649a.11(b)(2)"},
                 marks=pytest.mark.clause("PA-649a.11(b)(1)", "PA-649a.11(b)(2)", "I-09")),
    pytest.param("MA-TCP", {"pair_plus": "", "three_card_progressive": "MA-TCP.13(c)#2"},
                 marks=pytest.mark.clause("MA-TCP.10(b)#2", "MA-TCP.13(c)#2", "I-09")),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "lost"), LEFT)
def test_who_left_without_deciding_loses_what_a_fold_loses_and_no_more(
    regulation: str, lost: dict[str, str]
) -> None:
    for how in ({"decisions": ["fold"]}, {"ruling": "left"}):
        seat = {
            "seat": 1,
            "cards": "5s 6s 7s",
            "wagers": {"ante": 10, **dict.fromkeys(lost, 1), "pair_plus": 5},
        }
        lines = settled(regulation, {"three_card_progressive": {}}, {**seat, **how}, dealer="Kd 4h 3d")
        for wager, clause in lost.items():
            (line,) = (one for one in lines if one.id == wager)
            assert (line.result == "lose") == bool(clause)
            assert not clause or clause in line.cite.clauses
