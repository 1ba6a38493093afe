"""Each line as a sentence: seat, wager, what happened, what moved, and the clauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

import feltlaw
from feltlaw import load
from feltlaw.money import show_dollars
from feltlaw.round import read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import explain, explain_line
from feltlaw.settlement.explain import _CONTEST, _WAGER
from feltlaw.settlement.order import dealers_order
from feltlaw.settlement.reckoning import Reckoning
from tests.support.effort import examples
from tests.support.strategies import Data, scenarios


def sentences(regulation: str, sections: dict[str, Any], *seats: dict[str, Any], **top: Any) -> list[str]:
    """Every sentence of a round, its clauses left out."""
    data = {"submission": {"regulation": regulation, "wagers": sections, **top.pop("submission", {})}}
    settlement = feltlaw.settle({**data, "seats": list(seats), **top})
    found = []
    for line, said in zip(settlement.lines, explain(settlement, load(regulation)), strict=True):
        clauses = ", ".join((*line.cite.clauses, *line.cite.interpretations))
        assert said.count(f" ({clauses}).") == 1
        found.append(said.replace(f" ({clauses})", ""))
    return found


@settings(max_examples=examples(100), deadline=None)
@given(scenarios())
def test_one_sentence_for_each_line_that_names_its_clauses(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    law = load(settlement.regulation)
    said = list(explain(settlement, law))
    assert len(said) == len(settlement.lines)
    for line, sentence in zip(settlement.lines, said, strict=True):
        assert sentence.startswith(f"Seat {line.seat}, ")
        assert sentence.endswith(".") and ".." not in sentence
        assert sentence.isprintable()
        assert all(clause in sentence for clause in (*line.cite.clauses, *line.cite.interpretations))
        moved = [line.paid] if line.result == "win" else [line.stake]
        assert all((show_dollars(cents) if cents else "nothing") in sentence for cents in moved)
        assert (law.awards if line.is_award else law.wagers)[line.id].title in sentence


@pytest.mark.parametrize("regulation", feltlaw.regulation_ids())
def test_every_outcome_of_a_contest_has_its_words(regulation: str) -> None:
    for wager in load(regulation).wagers.values():
        assert set(wager.outcomes) <= {"dealer_does_not_qualify", *_CONTEST}


def test_no_word_for_an_outcome_hides_a_hand() -> None:
    rows = {
        name
        for law in map(load, feltlaw.regulation_ids())
        for r in law.rankings.values()
        for name in r.row_names()
    }
    assert not rows & {*_CONTEST, *_WAGER}


def test_three_card_poker() -> None:
    said = sentences(
        "PA-649a",
        {"six_card_bonus": {"paytable": "E"}, "three_card_progressive": {}},
        {
            "seat": 2,
            "cards": "9s 9d 9c",
            "wagers": {"ante": 10, "pair_plus": 5, "six_card_bonus": 5, "three_card_progressive": 1},
            "decisions": ["play"],
        },
        {
            "seat": 1,
            "cards": "As Ks Qs",
            "wagers": {"ante": 10, "three_card_progressive": 1},
            "decisions": ["fold"],
        },
        {"seat": 3, "cards": "Ah Kh Qh", "wagers": {"ante": 10, "pair_plus": 5}, "decisions": ["play"]},
        dealer="Qc 8d 3h",
    )
    assert said == [
        "Seat 1, Ante $10: the wager was given up with the fold; the $10 is lost.",
        "Seat 1, Three-Card Progressive $1: the wager was given up with the fold; the $1 is lost.",
        "Seat 3, Ante $10: mini-royal of hearts, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 3, Play $10: mini-royal of hearts, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 3, Ante Bonus: mini-royal of hearts; at 5 to 1, $50 is paid on the Ante wager.",
        "Seat 3, Pair Plus $5: mini-royal of hearts; at 35 to 1, $175 is paid and the $5 stake comes back.",
        "Seat 2, Ante $10: three 9s, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 2, Play $10: three 9s, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 2, Ante Bonus: three 9s; at 4 to 1, $40 is paid on the Ante wager.",
        "Seat 2, Pair Plus $5: three 9s; at 25 to 1, $125 is paid and the $5 stake comes back.",
        "Seat 2, Three-Card Progressive $1: three 9s; at 60 for 1, $60 is paid and the stake is kept.",
        "Seat 2, Six Card Bonus $5: three 9s; at 5 to 1, $25 is paid and the $5 stake comes back.",
        "Seat 2, Three-Card Envy Bonus: seat 3 holds a mini-royal of hearts; "
        "$25 is paid on the Three-Card Progressive wager.",
        "Seat 1, Three-Card Envy Bonus: seat 3 holds a mini-royal of hearts; "
        "$25 is paid on the Three-Card Progressive wager.",
    ]


def test_fixed_sums_meters_and_draws() -> None:
    said = sentences(
        "PA-649a",
        {"six_card_bonus": {"paytable": "E"}, "five_card_hand_bonus": {"magic_card": True}},
        {
            "seat": 1,
            "cards": "Ad Kd Qd",
            "wagers": {"pair_plus": 5, "six_card_bonus": 5, "five_card_hand_bonus_dealer": 1},
        },
        {"seat": 2, "cards": "2c 3h 4s", "wagers": {"pair_plus": 5, "five_card_hand_bonus_dealer": 1}},
        dealer="Jd Td 9d",
        community="8d 7d",
        draws={"magic_card": "8d"},
        meters={"five_card_hand_bonus": "9999.58"},
    )
    shared = "Note: one award, divided among 2 wagers."
    assert said == [
        "Seat 2, Pair Plus $5: straight, 4 high; at 6 to 1, $30 is paid and the $5 stake comes back.",
        "Seat 2, Five Card Hand Bonus on the dealer's hand $1: straight flush, jack high; "
        f"at 10% of meter, $500 is paid and the stake is kept. {shared}",
        "Seat 2, Magic Card Bonus: the draw matches; "
        "at 20 for 1, $20 is paid on the Five Card Hand Bonus on the dealer's hand wager.",
        "Seat 1, Pair Plus $5: mini-royal of diamonds; at 35 to 1, $175 is paid and the $5 stake comes back.",
        "Seat 1, Six Card Bonus $5: Super Royal of diamonds; $1,000,000 is paid and the $5 stake comes back.",
        "Seat 1, Five Card Hand Bonus on the dealer's hand $1: straight flush, jack high; "
        f"at 10% of meter, $500 is paid and the stake is kept. {shared}",
        "Seat 1, Magic Card Bonus: the draw matches; "
        "at 20 for 1, $20 is paid on the Five Card Hand Bonus on the dealer's hand wager.",
    ]


def test_prime_with_a_bad_beat_a_limit_and_hands_that_are_not_enough() -> None:
    said = sentences(
        "PA-679a",
        {"prime": {}, "all_six_bonus": {}},
        {
            "seat": 1,
            "cards": "5s 6d 7c",
            "wagers": {"ante": 10, "prime": 5, "all_six_bonus": 5},
            "decisions": ["play"],
        },
        {"seat": 2, "cards": "As Ks Qs", "wagers": {"ante": 10_000}, "decisions": ["play"]},
        dealer="8s 9d Tc",
        submission={"limits": {"payout_limit": 50_000}},
    )
    assert said == [
        "Seat 2, Ante $10,000: mini-royal of spades, higher than the dealer's hand; "
        "at 1 to 1, $10,000 is paid and the $10,000 stake comes back.",
        "Seat 2, Play $10,000: mini-royal of spades, higher than the dealer's hand; "
        "at 10 to 1, $40,000 is paid and the $10,000 stake comes back. "
        "Note: cut from $100,000 by the payout limit of $50,000.",
        "Seat 1, Ante $10: straight, 7 high, lower than the dealer's hand, a bad beat; the $10 is lost.",
        "Seat 1, Play $10: straight, 7 high, lower than the dealer's hand, a bad beat; the $10 comes back.",
        "Seat 1, Bad Beat Bonus: straight, 7 high; at 4 to 1, $40 is paid on the Play wager.",
        "Seat 1, Prime $5: mixed colors, which is not enough; the $5 is lost.",
        "Seat 1, All-Six Bonus $5: straight, 10 high; at 10 to 1, $50 is paid and the $5 stake comes back.",
    ]


EMPTY = {"paytable": "1", "increment": "0%"}
SPADES = {"seat": 1, "cards": "As Ks Qs", "wagers": {"pair_plus": 1, "three_card_progressive": 1}}


@pytest.mark.clause("MA-TCP.13(d)a")
def test_a_winning_hand_that_is_paid_nothing() -> None:
    """All of a meter that shows nothing; a share of a cent that goes to another."""
    said = sentences(
        "MA-TCP", {"three_card_progressive": EMPTY}, SPADES, dealer="Qc Tc 7d",
        meters={"three_card_progressive": 0},
    )  # fmt: skip
    assert said[-1] == (
        "Seat 1, Three Card Poker Progressive $1: mini-royal of spades; "
        "at 100% of meter, which comes to $0, nothing is paid and the stake is kept."
    )
    royals = [
        {"seat": seat, "cards": cards, "wagers": {"pair_plus": 1, "three_card_progressive": 1}}
        for seat, cards in ((1, "Ad Kd Qd"), (2, "Ah Kh Qh"))
    ]
    two = {"paytable": "two-level", "multiple_hits": "share", "increment": {"major": "0%", "minor": "0%"}}
    said = sentences(
        "MA-TCP", {"three_card_progressive": two}, *royals, dealer="Qc Tc 7d",
        meters={"three_card_progressive": {"minor": "0.01"}},
    )  # fmt: skip
    first, second = (one for one in said if "Progressive $1" in one)
    note = "Note: one award, divided among 2 wagers."
    assert first.endswith(f"; at 100% of minor, $0.01 is paid and the stake is kept. {note}")
    assert second.endswith(
        f"; at 100% of minor, which comes to $0, nothing is paid and the stake is kept. {note}"
    )


@pytest.mark.clause("PA-679a.12(h)", "I-81")
def test_a_win_that_the_payout_limit_cuts_to_nothing() -> None:
    """The limit is the person's, over both boxes."""
    high, low = (
        {"seat": seat, "player": "Ann", "cards": cards, "wagers": {"ante": ante}, "decisions": ["play"]}
        for seat, cards, ante in ((2, "As Ks Qs", 10_000), (1, "Ad Kd 4h", 10))
    )
    limits = {"payout_limit": 50_000, "adjacent_boxes": 2}
    said = sentences("PA-679a", {}, high, low, dealer="Qc 9d 8c", submission={"limits": limits})
    assert said[-1] == (
        "Seat 1, Play $10: ace high, higher than the dealer's hand; "
        "at 1 to 1, nothing is paid and the $10 stake comes back. "
        "Note: cut from $10 by the payout limit of $50,000."
    )


@pytest.mark.clause("MA-TCP.13(d)a", "I-54")
def test_an_award_that_is_not_measured_yet() -> None:
    data = {
        "submission": {"regulation": "MA-TCP", "wagers": {"three_card_progressive": EMPTY}},
        "seats": [SPADES],
        "dealer": "Qc Tc 7d",
    }
    elsewhere = replace(read_round(data, read_submission(data["submission"])), meters=None)
    *_, line = dealers_order(Reckoning(elsewhere))
    assert (line.result, line.paid, line.measured) == ("win", 0, False)
    assert explain_line(line, load("MA-TCP")).startswith(
        "Seat 1, Three Card Poker Progressive $1: mini-royal of spades; "
        "100% of meter is won, still to be measured, and the stake is kept ("
    )


@pytest.mark.clause("MA-TCP.12(b)", "MA-TCP.12(c)", "I-100")
@pytest.mark.parametrize(
    ("third", "dealer", "hand"),
    [
        ("4s 5h 6c", "2s 9h Jd", "straight, 6 high, held by seat 3"),
        ("Qs Th 3d", "4s 5h 6c", "straight, 6 high, held by the dealer"),
        ("4s 5h 6c", "4d 5c 6h", "straight, 6 high, held by seat 3 and the dealer"),
        ("Ks Qh 3d", "2s 9h Jd", "king high, held by seat 3"),
        ("7s 8h 9d", "7d 8c 9h", "straight, 9 high, held by seat 3, seat 1 and the dealer"),
    ],
)
def test_cover_all_says_whose_hand_is_the_highest(third: str, dealer: str, hand: str) -> None:
    """Seat 3 folds, and its hand counts."""
    said = sentences(
        "MA-TCP",
        {"cover_all": {}},
        {
            "seat": 1,
            "cards": "7c 8d 9s" if dealer == "7d 8c 9h" else "2d 9c Jh",
            "wagers": {"ante": 10, "cover_all": 5},
            "decisions": ["play"],
        },
        {"seat": 3, "cards": third, "wagers": {"ante": 10}, "decisions": ["fold"]},
        dealer=dealer,
    )
    won = hand.startswith("straight")
    assert said[-1] == f"Seat 1, Cover All $5: {hand}" + (
        "; at 3 to 1, $15 is paid and the $5 stake comes back."
        if won
        else ", which is not enough; the $5 is lost."
    )


def test_a_surrendered_hand_is_nobodys_highest() -> None:
    said = sentences(
        "MA-TCP",
        {"cover_all": {}},
        {"seat": 1, "cards": "2d 9c Jh", "wagers": {"ante": 10, "cover_all": 5}, "decisions": ["play"]},
        {"seat": 3, "cards": "4s 5h 6c", "wagers": {"ante": 10}, "decisions": ["surrender"]},
        dealer="2s 9h Td",
    )
    assert said[-1] == (
        "Seat 1, Cover All $5: jack high, held by seat 1, which is not enough; the $5 is lost."
    )


def test_raise_it_up_with_a_push_and_no_listed_hand() -> None:
    said = sentences(
        "PA-669a",
        {},
        {"seat": 1, "cards": "2s 5d 8c", "wagers": {"ante": 10, "blind": 10}, "decisions": ["play 1x"]},
        {"seat": 2, "cards": "Kc 3d 6h", "wagers": {"ante": 10, "blind": 10}, "ruling": "communicated"},
        community="Th Td 4c",
    )
    assert said[-3:] == [
        "Seat 1, Ante $10: pair of 10s, 8 kicker; at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 1, Play $10: pair of 10s, 8 kicker; at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 1, Blind $10: pair of 10s, 8 kicker; the $10 comes back.",
    ]
    assert said[0] == (
        "Seat 2, Ante $10: the wager was taken because its player spoke about the hand; the $10 is lost."
    )
    nothing = sentences(
        "PA-669a",
        {},
        {"seat": 1, "cards": "2s 5d 8c", "wagers": {"ante": 10, "blind": 10}, "decisions": ["play 1x"]},
        community="Kh Td 4c",
    )
    assert nothing[0] == "Seat 1, Ante $10: no listed hand; the $10 is lost."


def test_saigon_and_its_pot() -> None:
    pot = {"submission": {"limits": {"minimum": 10}}}
    wagers = {"ante": 10, "pot": 10}
    seats: list[dict[str, Any]] = [
        {"seat": 1, "cards": "Kd Qc Jh 4s 5d", "wagers": wagers},
        {"seat": 2, "cards": "Kc 6d 4c 3h 2d", "wagers": wagers},
        {"seat": 3, "cards": "2c 2s 2h 5h Ad", "wagers": wagers},
    ]
    said = sentences("PA-680a", {"pot": {}}, *seats, dealer="Ks Qs Js As 3s", **pot)
    assert said == [
        "Seat 3, Ante $10: Point Count 7, but the hand does not qualify and the dealer's does; "
        "the $10 is lost.",
        "Seat 2, Ante $10: Point Count 5, higher than the dealer's hand, but a count that pays half; "
        "at 1 to 2, $5 is paid and the $10 stake comes back.",
        "Seat 1, Ante $10: Point Count 9, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back.",
        "Seat 3, Pot $10: Point Count 7, not the highest hand in the Pot; the $10 is lost.",
        "Seat 2, Pot $10: Point Count 5, not the highest hand in the Pot; the $10 is lost.",
        "Seat 1, Pot $10: Point Count 9, the highest hand in the Pot; "
        "$20 is won and the $10 stake comes back.",
    ]


def test_a_void_round() -> None:
    said = sentences(
        "PA-680a",
        {},
        {"seat": 1, "cards": "Kd", "wagers": {"ante": 10}},
        irregularity={"kind": "cards_face_up"},
    )
    assert said == ["Seat 1, Ante $10: the wager does not count in this round; the $10 comes back."]


def test_a_single_line_reads_the_same() -> None:
    data = {
        "submission": {"regulation": "PA-680a"},
        "seats": [{"seat": 1, "cards": "Kd Qc Jh 4s 5d", "wagers": {"ante": 10}}],
        "dealer": "2c 2s 2h 2d 9c",
    }
    settlement, law = feltlaw.settle(data), load("PA-680a")
    assert explain_line(settlement.lines[0], law) == next(explain(settlement, law))


@pytest.mark.clause("MA-TCP.6(c)", "I-09")
def test_an_award_to_be_measured_for_who_has_left_is_held_for_him_too() -> None:
    data = {
        "submission": {"regulation": "MA-TCP", "wagers": {"three_card_progressive": EMPTY}},
        "seats": [{**SPADES, "ruling": "left"}],
        "dealer": "Qc Tc 7d",
    }
    elsewhere = replace(read_round(data, read_submission(data["submission"])), meters=None)
    *_, line = dealers_order(Reckoning(elsewhere))
    assert (line.result, line.paid, line.returned, line.measured) == ("win", 0, 0, False)
    assert "held for the player, who left" in line.note
