"""Seats, decks, backs, cover card, shuffling and dealing: what may be submitted, and what is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.submission.conditions import holds
from tests.support.submissions import (
    REGULATIONS,
    accepted,
    at,
    by_clause,
    cited,
    noticed,
    refused,
    regulation_of,
    report,
    warned,
)

# The letters of the decks' section: Massachusetts numbers it 2, Pennsylvania 3.
ONE_DECK = ("PA-649a.3(a)", "PA-679a.3(a)", "PA-669a.3(a)", "PA-680a.3(a)", "MA-TCP.2(a)")
SECOND_DECK = ("PA-649a.3(b)", "PA-679a.3(b)", "PA-669a.3(b)", "PA-680a.3(b)", "MA-TCP.2(b)")
BACKS = ("PA-649a.3(b)(1)", "PA-679a.3(b)(1)", "PA-669a.3(b)(1)", "PA-680a.3(b)(1)", "MA-TCP.2(b)(2)")
LOADS_SHOE = ("PA-649a.5(a)#2", "PA-679a.5(a)#2", "PA-669a.5(a)#2", "PA-680a.5(a)#2", "MA-TCP.5(a)")
HAND = ("PA-649a.9(a)(1)", "PA-679a.9(a)(1)", "PA-669a.9(a)(1)", "PA-680a.9(a)(1)", "MA-TCP.8(b)(1)")
CONTINUOUS = ("PA-649a.5(g)", "PA-679a.5(g)", "PA-669a.5(g)", "PA-680a.5(g)")


def _each(*clauses: str) -> list[object]:
    return by_clause(*((clause,) for clause in clauses))


@pytest.mark.parametrize(
    ("clause", "most"),
    by_clause(
        ("PA-649a.2(a)", 7), ("PA-679a.2(a)", 6), ("PA-669a.2(a)", 6), ("PA-680a.2(a)", 6), ("I-128", 7)
    ),
)
def test_betting_positions(clause: str, most: int) -> None:
    regulation = "MA-TCP" if clause == "I-128" else regulation_of(clause)
    for seats in range(1, most + 1):
        assert accepted(regulation, {"limits.seats": seats}).limits.seats == seats
    assert accepted(regulation).limits.seats == most
    for seats in (0, most + 1):
        fault = refused(regulation, {"limits.seats": seats}, "limits.seats", clause)
        assert str(most) in fault.legal


@pytest.mark.parametrize(
    ("clause", "most", "seats"),
    by_clause(
        ("PA-649a.7(f)", 7, 7),
        ("PA-679a.7(e)", 6, 6),
        ("PA-680a.7(e)", 6, 6),
        ("MA-TCP.6(e)", 3, 7),
        ("PA-669a.7(e)", 1, 6),
    ),
)
def test_nobody_bets_on_more_boxes_than_there_are(clause: str, most: int, seats: int) -> None:
    for positions in range(1, seats + 1):
        table = {"limits.seats": positions}
        there = min(most, positions)
        boxes = accepted(regulation_of(clause), table | {"limits.adjacent_boxes": there})
        assert boxes.limits.adjacent_boxes == there
        more = table | {"limits.adjacent_boxes": there + 1}
        fault = refused(regulation_of(clause), more, "limits.adjacent_boxes", clause)
        assert ("exactly 1" if there == 1 else f"from 1 to {there}") in fault.legal


@pytest.mark.parametrize("clause", _each(*ONE_DECK))
def test_one_deck_of_one_colour_and_a_cover_card(clause: str) -> None:
    regulation = regulation_of(clause)
    cards = accepted(regulation).cards
    assert (cards.decks, len(cards.deck_backs)) == (1, 1)
    assert cards.cover_card not in cards.deck_backs
    for decks in (0, 3, "1", True):
        refused(regulation, {"cards.decks": decks}, "cards.decks", clause)
    refused(regulation, {"cards.deck_backs": ["red", "blue"]}, "cards.deck_backs", clause)
    for no_card in (" ", ""):
        refused(regulation, {"cards.cover_card": no_card}, "cards.cover_card", clause)


@pytest.mark.parametrize("clause", by_clause(*((pair,) for pair in zip(SECOND_DECK, ONE_DECK, strict=True))))
def test_one_deck_is_used_unless_a_shuffler_allows_a_second(clause: str) -> None:
    """However the cards are dealt; a device that reshuffles by itself holds no second deck."""
    regulation = regulation_of(clause)
    for deal in ("manual_shoe", "automated_shoe", "hand"):
        two = {"cards.decks": 2, "cards.deal": deal}
        assert accepted(regulation, two | {"cards.shuffle": "automated"}).cards.decks == 2
        for other in ("manual", "continuous") if regulation != "MA-TCP" else ("manual",):
            fault = refused(regulation, two | {"cards.shuffle": other}, "cards.decks", clause)
            assert '"automated"' in fault.legal


@pytest.mark.parametrize("clause", _each(*BACKS))
def test_two_decks_have_backs_of_different_colours(clause: str) -> None:
    regulation = regulation_of(clause)
    default = accepted(regulation, {"cards.decks": 2}).cards.deck_backs
    assert len(set(default)) == 2
    named = accepted(regulation, {"cards.decks": 2, "cards.deck_backs": ["black", "green"]})
    assert named.cards.deck_backs == ("black", "green")
    for backs in (
        ["red", "red"],
        ["red", "RED "],
        ["red"],
        [],
        ["red", "blue", "green"],
        ["red", "blue", "red"],
        ["red", ""],
        "red",
        ["red", 7],
        ["red", "b\nlue"],
    ):
        refused(regulation, {"cards.decks": 2, "cards.deck_backs": backs}, "cards.deck_backs", clause)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_cover_card_stands_out_from_the_backs(regulation: str) -> None:
    clause = load(regulation).deck.cover_card.clauses[0]
    for backs in (["yellow"], ["green"], ["red"]):
        chosen = accepted(regulation, {"cards.deck_backs": backs}).cards
        assert chosen.cover_card not in chosen.deck_backs
    assert accepted(regulation, {"cards.cover_card": "red"}).cards.deck_backs != ("red",)
    refused(regulation, {"cards.deck_backs": ["red"], "cards.cover_card": "Red"}, "cards.cover_card", clause)


@pytest.mark.parametrize(
    "clause",
    by_clause(
        *(((clause,),) for clause in ONE_DECK if clause != "MA-TCP.2(a)"),
        (("MA-TCP.2(a)", "MA-TCP.2(a)#2", "MA-TCP.2(b)(1)"),),
    ),
)
def test_the_cover_card_stands_out_from_each_of_two_decks(clause: str) -> None:
    regulation, cover = regulation_of(clause), "cards.cover_card"
    for first, second in (("red", "blue"), ("blue", "red"), ("green", "yellow")):
        two = {"cards.decks": 2, "cards.deck_backs": [first, second]}
        for alike in (first, second, second.upper(), f" {second}"):
            refused(regulation, two | {cover: alike}, cover, clause)
        assert accepted(regulation, two | {cover: "black"}).cards.cover_card == "black"
        assert accepted(regulation, two).cards.cover_card not in (first, second), "left out"
        chosen = accepted(regulation, {"cards.decks": 2, cover: first}).cards.deck_backs
        assert len({first, *chosen}) == 3, "backs left out"


@pytest.mark.clause("MA-TCP.2(a)#2")
def test_the_commission_approves_the_cover_card_and_its_colour_stands_out() -> None:
    warned(report("MA-TCP"), "approvals.commission_2_a", "MA-TCP.2(a)#2")
    approved = report("MA-TCP", {"approvals.commission_2_a": "2024-11"})
    assert not any("MA-TCP.2(a)#2" in cited(one) for one in approved.findings)
    alike = {"cards.deck_backs": ["blue"], "cards.cover_card": "blue"}
    refused("MA-TCP", alike, "cards.cover_card", "MA-TCP.2(a)#2")


@pytest.mark.clause("MA-TCP.2(b)(1)")
def test_each_of_two_decks_is_told_from_the_cover_card() -> None:
    two = {"cards.decks": 2, "cards.deck_backs": ["red", "blue"]}
    accepted("MA-TCP", two | {"cards.cover_card": "green"})
    refused("MA-TCP", two | {"cards.cover_card": "blue"}, "cards.cover_card", "MA-TCP.2(b)(1)")


@pytest.mark.clause("MA-TCP.2(c)")
def test_an_automated_shoe_needs_such_a_cover_card() -> None:
    shoe = {"cards.deal": "automated_shoe"}
    assert accepted("MA-TCP", shoe).cards.cover_card
    refused("MA-TCP", shoe | {"cards.cover_card": ""}, "cards.cover_card", "MA-TCP.2(c)")
    alike = {"cards.deck_backs": ["red"], "cards.cover_card": "red"}
    refused("MA-TCP", {**shoe, **alike}, "cards.cover_card", "MA-TCP.2(c)")


@pytest.mark.parametrize("clause", [*_each(*LOADS_SHOE, "MA-TCP.7(a)")])
def test_the_shuffler_may_load_the_shoe(clause: str) -> None:
    regulation = regulation_of(clause)
    loads = {"cards.shuffler_loads_shoe": True}
    for deal in ("manual_shoe", "automated_shoe"):
        assert holds("shuffler_loads_shoe", accepted(regulation, loads | {"cards.deal": deal}))
    assert not holds("shuffler_loads_shoe", accepted(regulation))
    where = "cards.shuffler_loads_shoe"
    for shuffle in ("manual", "continuous") if regulation != "MA-TCP" else ("manual",):
        for deal in ("manual_shoe", "automated_shoe"):
            otherwise = {"cards.shuffle": shuffle, "cards.deal": deal}
            assert '"automated"' in refused(regulation, loads | otherwise, where, clause).legal
    assert '"manual_shoe"' in refused(regulation, loads | {"cards.deal": "hand"}, where, clause).legal


@pytest.mark.parametrize("clause", by_clause(*(((clause, "I-15"),) for clause in HAND)))
def test_dealing_from_the_hand_needs_a_shuffler(clause: str) -> None:
    regulation = regulation_of(clause)
    assert accepted(regulation, {"cards.deal": "hand", "cards.shuffle": "automated"}).cards.deal == "hand"
    fault = refused(regulation, {"cards.deal": "hand", "cards.shuffle": "manual"}, "cards.deal", clause)
    assert '"automated"' in fault.legal


@pytest.mark.clause("MA-TCP.8(a)")
def test_massachusetts_allows_dealing_from_the_hand() -> None:
    assert holds("hand", accepted("MA-TCP", {"cards.deal": "hand"}))
    assert not holds("hand", accepted("MA-TCP"))
    refused("MA-TCP", {"cards.deal": "hat"}, "cards.deal", "MA-TCP.8(a)")


@pytest.mark.parametrize("clause", by_clause(*(((clause, "I-24"),) for clause in CONTINUOUS)))
def test_a_reshuffling_device_needs_its_approval_and_counts(clause: str) -> None:
    regulation = regulation_of(clause)
    device = {"cards.shuffle": "continuous"}
    unapproved = report(regulation, device)
    assert unapproved.submission is not None
    assert "461a_4" in warned(unapproved, "approvals.461a_4", clause).legal
    approved = report(regulation, device | {"approvals.461a_4": "GLI 2019-17"})
    assert not any(clause in cited(one) for one in approved.findings)
    for word in ("pending", "Pending"):
        awaited = report(regulation, device | {"approvals.461a_4": word})
        assert "pending" in noticed(awaited, "approvals.461a_4", clause).what
    assert not any(one.where == "approvals.461a_4" for one in report(regulation).findings)
    counts = "cards.shuffler_counts_cards"
    assert "true" in refused(regulation, device | {counts: False}, counts, clause).legal


def test_massachusetts_knows_no_reshuffling_device() -> None:
    fault = refused("MA-TCP", {"cards.shuffle": "continuous"}, "cards.shuffle", "MA-TCP.5(a)")
    assert "continuous" not in fault.legal


@pytest.mark.parametrize(
    "clause", _each("PA-649a.5(a)", "PA-679a.5(a)", "PA-669a.5(a)", "PA-680a.5(a)", "MA-TCP.5(a)")
)
def test_nobody_counts_the_cards_of_a_shuffle_by_hand(clause: str) -> None:
    regulation = regulation_of(clause)
    counts = "cards.shuffler_counts_cards"
    assert not accepted(regulation, {"cards.shuffle": "manual"}).cards.shuffler_counts_cards
    assert accepted(regulation, {"cards.shuffle": "automated"}).cards.shuffler_counts_cards
    assert not accepted(regulation, {counts: False}).cards.shuffler_counts_cards
    refused(
        regulation,
        {"cards.shuffle": "manual", counts: True},
        counts,
        clause,
    )


@pytest.mark.clause("PA-680a.3(a)")
def test_saigon_is_played_with_53_cards() -> None:
    deck = load("PA-680a").deck
    assert (deck.cards, deck.jokers) == (53, 1)
    refused("PA-680a", {"cards.jokers_made": 0}, "cards.jokers_made")


@pytest.mark.clause("PA-680a.3(a)#2", "I-146")
def test_a_deck_made_with_two_jokers_is_played_with_one() -> None:
    assert holds("two_jokers", accepted("PA-680a", {"cards.jokers_made": 2}))
    assert not holds("two_jokers", accepted("PA-680a"))
    assert (
        "1 or 2" in refused("PA-680a", {"cards.jokers_made": 3}, "cards.jokers_made", "PA-680a.3(a)#2").legal
    )
    assert load("PA-680a").deck.jokers == 1
    taken_out = [step for step in load("PA-680a").steps if step.when == "two_jokers"]
    assert [step.do for step in taken_out] == ["remove_joker"]


@pytest.mark.clause("MA-TCP.9(a)")
def test_an_automated_shoe_needs_the_commission() -> None:
    shoe = {"cards.deal": "automated_shoe"}
    warned(report("MA-TCP", shoe), "approvals.commission_9_a", "MA-TCP.9(a)")
    approved = report("MA-TCP", shoe | {"approvals.commission_9_a": "2024-12"})
    assert approved.submission is not None
    assert not any("MA-TCP.9(a)" in cited(one) for one in (*approved.findings, *report("MA-TCP").findings))
    fault = at(report("MA-TCP", {"cards.deal": "slide"}).faults, "cards.deal", "MA-TCP.9(a)")
    assert "automated_shoe" in fault.legal


SHOES = ("manual_shoe", "automated_shoe")
NEEDS: list[Any] = [
    pytest.param("MA-TCP", "dealer_stack", "held", {"deal": ("automated_shoe",)},
                 marks=pytest.mark.clause("MA-TCP.9(c)(1)", "MA-TCP.9(c)(2)"), id="9(c)"),
    pytest.param("PA-679a", "four_card_stacks", True,
                 {"deal": ("automated_shoe",), "shuffle": ("continuous",)},
                 marks=pytest.mark.clause("PA-679a.10(g)"), id="679a.10(g)"),
    *(pytest.param(regulation_of(clause), "shuffler_loads_shoe", True,
                   {"deal": SHOES, "shuffle": ("automated",)}, marks=pytest.mark.clause(clause), id=clause)
      for clause in (*LOADS_SHOE, "MA-TCP.5(a)")),
]  # fmt: skip
"""What a choice about the cards goes with."""


@pytest.mark.parametrize(("regulation", "option", "value", "needs"), NEEDS)
def test_a_choice_about_a_device_is_made_only_at_a_table_that_has_it(
    regulation: str, option: str, value: object, needs: dict[str, tuple[str, ...]]
) -> None:
    seen = set()
    for shuffle, deal in product(("manual", "automated", "continuous"), (*SHOES, "hand")):
        chosen = {"shuffle": shuffle, "deal": deal}
        cards = {f"cards.{name}": word for name, word in chosen.items()}
        if report(regulation, cards).submission is None:
            continue
        has = all(chosen[name] in some for name, some in needs.items())
        found = report(regulation, cards | {f"cards.{option}": value})
        assert (found.submission is not None) == has, chosen
        assert has or {one.where for one in found.faults} == {f"cards.{option}"}
        seen.add(has)
    assert seen == {True, False}


def test_only_an_automated_shoe_can_hold_the_dealers_stack() -> None:
    held = {"cards.dealer_stack": "held"}
    assert holds("dealer_stack_held", accepted("MA-TCP", held | {"cards.deal": "automated_shoe"}))
    refused("MA-TCP", held, "cards.dealer_stack", "MA-TCP.9(c)(2)")
