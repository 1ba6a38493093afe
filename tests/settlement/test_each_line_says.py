"""What a line says beside its money: the hand that a bonus is for, which meter, what was rounded, and why."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import feltlaw
from feltlaw.settlement import Line
from tests.support.settled import STAYS, main, settled

# ── bonuses name the hand that they are paid for ──

BONUSES = {
    "PA-649a": (
        "ante_bonus", "ante", ("PA-649a.11(c)(3)(i)", "PA-649a.12(b)", "PA-649a.12(b):A"), "9s 8h 2c",
    ),
    "MA-TCP": ("ante_bonus", "ante", ("MA-TCP.11(a)(3)",), "9s 8h 2c"),
    "PA-679a": (
        "bad_beat_bonus", "play",
        ("PA-679a.1:bad-beat-bonus", "PA-679a.11(c)(3)(iv)", "PA-679a.12(c)", "PA-679a.12(c):A"), "Kc Qc Jc",
    ),
}  # fmt: skip
"""A bonus on the player's own hand: the wager it is paid on, where it is ruled, and the dealer's hand: no
queen, or one that beats the player's."""
BONUS_HANDS = {
    "7h 6c 5s": "straight, 7 high",
    "4s 4h 4d": "three 4s",
    "7d 6d 5d": "straight flush, 7 high",
}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*found[2])) for name, found in BONUSES.items()]
)
def test_a_bonus_says_for_which_hand_and_on_which_wager_it_is_paid(regulation: str) -> None:
    name, on, _, dealer = BONUSES[regulation]
    hands = dict(enumerate(BONUS_HANDS, 1))
    seats = [
        {"seat": seat, "cards": cards, "wagers": main(regulation), "decisions": ["play"]}
        for seat, cards in hands.items()
    ]
    lines = settled(regulation, {}, *seats, dealer=dealer)
    told = {line.seat: (line.hand, line.on) for line in lines if line.id == name}
    assert told == {seat: (BONUS_HANDS[cards], on) for seat, cards in hands.items()}


# ── envy names whose hand, and which ──

ENVY: dict[str, tuple[str, dict[str, str], dict[int, str], dict[int, str]]] = {
    "PA-649a.12(e)(5):$1": (
        "three_card_progressive", {"dealer": "9s 8h 2c"},
        {1: "As Ks Qs", 2: "Ad Kd Qd", 3: "7h 7d 2h"}, {},
    ),
    "PA-649a.12(h)(5):$1": (
        "five_card_progressive", {"dealer": "9d 8h 2c", "community": "Js Ts"},
        {1: "As Ks Qs", 2: "9s 8s 7s", 3: "7h 7d 2h"},
        {1: "royal flush of spades", 2: "straight flush, jack high"},
    ),
    "PA-649a.12(j)(5):$1": (
        "five_of_six_progressive", {"dealer": "Js Ts 2c"},
        {1: "As Ks Qs", 3: "7h 7d 2h"}, {1: "royal flush of spades"},
    ),
    "PA-669a.12(e)(5):$1": (
        "three_card_progressive", {"community": "9s 8h 2c"},
        {1: "As Ks Qs", 2: "Ad Kd Qd", 3: "7h 7d 2h"}, {},
    ),
    "MA-TCP.13(e)a": (
        "three_card_progressive", {"dealer": "9s 8h 2c"},
        {1: "As Ks Qs", 2: "Ad Kd Qd", 3: "7h 7d 2h"}, {},
    ),
    "MA-TCP.13(g):PTMGL01": (
        "multi_game_link", {"dealer": "9d 8h 2c", "community": "Js Ts"},
        {1: "As Ks Qs", 2: "9s 8s 7s", 3: "7h 7d 2h"},
        {1: "royal flush of spades", 2: "straight flush, jack high"},
    ),
}  # fmt: skip
"""By the clause that gives envy: the wager, the cards of the table, the hands, and what those that give it
are called; without a word, a mini-royal of their suit."""
MINI = {1: "mini-royal of spades", 2: "mini-royal of diamonds"}


@pytest.mark.parametrize("clause", [pytest.param(one, marks=pytest.mark.clause(one)) for one in ENVY])
def test_envy_says_whose_hand_gives_it_and_which_hand_that_is(clause: str) -> None:
    wager, rest, hands, called = ENVY[clause]
    regulation = clause.partition(".")[0]
    stays = STAYS.get(regulation, ["play"])
    seats = [
        {"seat": seat, "cards": cards, "wagers": {**main(regulation), wager: 1}, "decisions": stays}
        for seat, cards in hands.items()
    ]
    lines = settled(regulation, {wager: {}}, *seats, **rest)
    told = {(line.seat, line.for_seat): line.hand for line in lines if line.for_seat}
    names = called or MINI
    assert told == {(seat, giver): names[giver] for seat in hands for giver in names if giver != seat}


# ── who left ──

LEFT: dict[str, tuple[tuple[str, ...], dict[str, Any], str, dict[str, int], str, dict[str, str]]] = {
    "PA-679a": (
        ("PA-679a.7(b)", "PA-679a.11(d)(1)(ii)", "PA-679a.12(d)"), {"prime": {}}, "9h 7d 4d",
        {"ante": 10, "prime": 5}, "prime", {"dealer": "Kc 8d 3h"},
    ),
    "PA-669a": (
        ("PA-669a.7(b)", "PA-669a.11(i)(1)", "PA-669a.12(a):A"), {}, "9s 9d 4c",
        {"ante": 10, "blind": 10, "pair_plus": 5}, "pair_plus", {"community": "Kc 8d 3h"},
    ),
    "MA-TCP": (
        ("MA-TCP.6(c)", "MA-TCP.11(a)(2)"), {}, "9s 9d 4c",
        {"ante": 10, "pair_plus": 5}, "pair_plus", {"dealer": "Kc 8d 3h"},
    ),
}  # fmt: skip
DUE = {"PA-679a": 15_00, "PA-669a": 5_00, "MA-TCP": 5_00}
"""Three of one color pay 3 to 1, a pair 1 to 1."""


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*found[0], "I-09")) for name, found in LEFT.items()],
)
def test_who_left_without_deciding_is_told_to_have_folded_and_why(regulation: str) -> None:
    """A wager that needs no decision is settled on his cards and held; those that a fold gives up say that
    he gave none, which who has folded himself is not told."""
    _, offered, cards, wagers, stays, rest = LEFT[regulation]
    seat = {"seat": 2, "cards": cards, "wagers": wagers}
    lines = {line.id: line for line in settled(regulation, offered, {**seat, "ruling": "left"}, **rest)}
    assert lines.keys() == wagers.keys()
    kept = lines.pop(stays)
    assert (kept.paid, kept.returned, kept.note) == (DUE[regulation], 5_00, "held for the player, who left")
    for line in lines.values():
        assert (line.outcome, line.paid, line.returned) == ("folded", 0, 0)
        assert line.note == "a missing decision of a player who left counts as a fold (I-09)"
    says = ["check", "check", "fold"] if regulation == "PA-669a" else ["fold"]
    for line in settled(regulation, offered, {**seat, "decisions": says}, **rest):
        assert line.note == "" and (line.outcome == "folded") == (line.id != stays)


@pytest.mark.clause("MA-TCP.6(c)", "MA-TCP.13(d)a", "I-09")
@pytest.mark.parametrize(
    ("cards", "hand", "level", "cents"),
    [
        ("5s 6s 7s", "straight flush, 9 high", "minor", 1_000_06),
        ("Ts Js Qs", "straight flush, queen high", "minor", 1_000_06),
    ],
)
def test_what_is_held_for_who_left_names_his_hand_and_the_meter(
    cards: str, hand: str, level: str, cents: int
) -> None:
    """One dollar puts six cents on the Minor, which shows $1,000, and a straight flush wins all of it."""
    offered = {"multi_game_link": {"paytable": "PTMGLML01", "increment": {"major": "15%", "minor": "6%"}}}
    seat = {
        "seat": 1, "cards": cards, "ruling": "left", "decisions": ["play"],
        "wagers": {"ante": 10, "multi_game_link": 1},
    }  # fmt: skip
    lines = settled("MA-TCP", offered, seat, dealer="Kc 8d 3h", community="8s 9s")
    (line,) = (one for one in lines if one.id == "multi_game_link")
    assert (line.hand, line.meter, line.level, line.paid) == (hand, "multi_game_link", level, cents)
    assert line.note == "held for the player, who left"


@pytest.mark.clause("PA-649a.7(b)", "PA-649a.11(c)(8)(iii)", "PA-649a.1:magic-card-bonus(i)", "I-09", "I-61")
@pytest.mark.parametrize("ruling", ["", "left"])
def test_a_drawn_bonus_on_a_wager_that_was_paid_comes_also_to_who_left(ruling: str) -> None:
    """I-61: where it needs a win, a flush pays 50 for 1 and brings the 20 for 1; a hand below it neither."""
    held = "held for the player, who left" if ruling else ""
    for cards, due in (("As 9s 4s", [("five_card_hand_bonus_player", 50_00), ("magic_card", 20_00)]),
                       ("As 9d 4s", [("five_card_hand_bonus_player", 0)])):  # fmt: skip
        seat = {
            "seat": 4, "cards": cards, "decisions": ["play"], "ruling": ruling,
            "wagers": {"ante": 10, "five_card_hand_bonus_player": 1},
        }  # fmt: skip
        offered = {"five_card_hand_bonus": {"magic_card": True, "bonus_needs_win": True}}
        rest: dict[str, Any] = {"dealer": "Kc 8d 3h", "community": "2s 7s", "draws": {"magic_card": "4s"}}
        lines = settled("PA-649a", offered, seat, **rest)
        mine = [line for line in lines if line.id not in ("ante", "play")]
        assert [(line.id, line.paid) for line in mine] == due
        assert {line.note for line in mine if line.paid} <= {held}


# ── a divided award ──


def shares(showing: int, sharers: int) -> list[Line]:
    """A tenth of a meter that shows so many cents with the round's wagers on it, among so many."""
    hands = {1: "2c 3d 5h", 2: "2d 3h 5c", 3: "2h 3c 5d", 4: "Kh Qd 4c"}
    seats = [
        {"seat": seat, "cards": hands[seat], "wagers": {"ante": 10, "five_card_hand_bonus_dealer": 1},
         "decisions": ["play"]}
        for seat in range(1, sharers + 1)
    ]  # fmt: skip
    before = showing - 21 * sharers
    lines = settled(
        "PA-649a", {"five_card_hand_bonus": {}}, *seats, dealer="9s Ts Js", community="7s 8s",
        meters={"five_card_hand_bonus": f"{before // 100}.{before % 100:02}"},
    )  # fmt: skip
    return [line for line in lines if line.id == "five_card_hand_bonus_dealer"]


@pytest.mark.clause("PA-649a.12(i)(2)#2", "PA-649a.11(c)(8)(iii)#2", "I-03", "I-59", "I-60")
@pytest.mark.parametrize("sharers", [2, 3, 4])
def test_of_a_divided_award_the_share_that_rounding_made_larger_says_so_whichever_it_is(sharers: int) -> None:
    """A tenth of $10.05 is 100.5 cents, paid as 101: of two wagers the first has the odd cent. Of $10.15 that
    is 101.5, paid as 102: the first would have had its 51 of 101 cents too, and the second has one more."""
    rounded_seats = set()
    for showing in range(1_005, 1_065, 5):
        lines = shares(showing, sharers)
        exact = Fraction(showing, 10)
        award, lower = -(-showing // 10), showing // 10
        for turn, line in enumerate(lines):
            due, less = ((one // sharers) + (turn < one % sharers) for one in (award, lower))
            assert line.seat == sharers - turn and line.paid == due
            rounded = due > less
            assert ("rounded up from" in line.note) == ("I-03" in line.cite.interpretations) == rounded
            if rounded:
                rounded_seats.add(line.seat)
                assert exact != award and f"${float(exact) / 100:.3f}" in line.note
            assert f"one award, divided among {sharers} wagers" in line.note
    assert rounded_seats == set(range(1, sharers + 1))


# ── the Pot ──

QUALIFIES, NONE = ("Ks Kh Kd 9c 8c", "Jd Jc Td 4d 5h"), ("Qs Qh 2d 3d 4s", "Th Tc 2h 3h 4h", "Js Jh 2c 3s 4c")
"""Hands of which three cards come to ten, twenty or thirty, and hands of which none do; their best two cards
count 7 and 9, and ten."""


@pytest.mark.clause("PA-680a.1:pot-wager", "PA-680a.7(d)(2)", "PA-680a.11(f)", "I-135", "I-136", "I-138")
@pytest.mark.parametrize("ruled", [(), (1,), (2,), (3,), (1, 3), (2, 3), (1, 2, 3)])
@pytest.mark.parametrize("qualify", [(), (1,), (2,), (1, 2)])
def test_each_share_of_the_pot_is_the_players_own_money_and_says_why_it_goes_where_it_goes(
    ruled: tuple[int, ...], qualify: tuple[int, ...]
) -> None:
    """Where only qualifying hands compete: whose hand does not, and whose is abandoned, for which the stake
    stays in; where nobody competes all stakes go back."""
    seats = [
        {"seat": at, "cards": QUALIFIES[at - 1] if at in qualify else NONE[at - 1],
         "wagers": {"ante": 10, "pot": 5}, **({"ruling": "abandoned"} if at in ruled else {})}
        for at in (1, 2, 3)
    ]  # fmt: skip
    rules: dict[str, Any] = {"regulation": "PA-680a", "limits": {"minimum": 5, "maximum": 500}}
    rules |= {"wagers": {"pot": {"qualifying_only": True}}, "settlement": {"departed_player": "forfeit"}}
    settlement = feltlaw.settle({"submission": rules, "seats": seats, "dealer": "9s 7c 8h 6c 5s"})
    lines = {line.seat: line for line in settlement.lines if line.id == "pot"}
    competing = [seat for seat in qualify if seat not in ruled]
    best = max(competing, default=0)
    assert {line.paid_from for line in lines.values()} == {"players"}
    for seat, line in lines.items():
        back = (line.paid, line.returned)
        if not competing:
            assert (line.outcome, back) == ("returned", (0, 5_00))
            assert line.cite.clauses == ("PA-680a.11(f)",)
            assert line.cite.interpretations == ("I-135", "I-136", "I-138")
            assert line.note == "no hand competes for the Pot; the stakes go back"
        elif seat == best:
            assert (line.outcome, back, line.note) == ("highest", (10_00, 5_00), "")
            assert line.cite.interpretations == ("I-135", "I-136")
        elif seat in ruled:
            assert (line.outcome, back) == ("abandoned", (0, 0))
            assert (line.cite.clauses, line.note) == (
                ("PA-680a.7(b)#2",), "the stake stays in the Pot (I-138)"
            )  # fmt: skip
        else:
            outcome = "not_highest" if seat in competing else "does_not_compete"
            assert (line.outcome, back, line.note) == (outcome, (0, 0), "")
            assert line.cite.clauses == ("PA-680a.11(f)",)
            assert line.cite.interpretations == ("I-135", "I-136")
