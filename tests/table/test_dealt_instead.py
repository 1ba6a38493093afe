"""A device was replaced: cards are prepared, dealt, counted and racked by the paragraphs of the way in which
they are dealt now, and by those a round is void. How the table was submitted no longer matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.support.driver import DEALER, DEALS, FLOOR, REGULATIONS, Driver, drive, main_bets, marks
from tests.support.followed import followed
from tests.support.parts import lines, terms
from tests.support.ways import CardsWay
from tests.table.pauses import signed
from tests.table.test_stub import WHOLE, stub_of
from tests.table.test_whole_rounds import DEALING, OFFERED, PLANS, usual

CHANGES: dict[str, tuple[str, Sequence[tuple[str, str]], str, str]] = {
    "a shoe for the automated one": ("automated_shoe", [("shoe", "manual_shoe")], "automated", "manual_shoe"),
    "the hand for the automated shoe": ("automated_shoe", [("shoe", "hand")], "automated", "hand"),
    "a shoe for the hand": ("hand", [("shuffler", "manual")], "manual", "manual_shoe"),
    "a shoe for the hand for the automated shoe": (
        "automated_shoe", [("shoe", "hand"), ("shuffler", "manual")], "manual", "manual_shoe",
    ),
    "hands that shuffle": ("automated_shoe", [("shuffler", "manual")], "manual", "automated_shoe"),
}  # fmt: skip
"""The way that was submitted, which devices go and for what, and how cards are shuffled and dealt then: the
hand deals only what a device has shuffled (9(a)(1), MA 8(b)(1))."""


def each_change(*steps: str) -> pytest.MarkDecorator:
    """Every chapter and change, marked with the paragraphs of the way that deals now."""
    return pytest.mark.parametrize(
        ("regulation", "change"),
        [
            pytest.param(name, change, marks=marks(name, *steps, group=now), id=f"{name}-{change}")
            for name in REGULATIONS
            for change, (_, _, _, now) in CHANGES.items()
        ],
    )


def changed(table: Driver, change: str) -> None:
    """The devices go while the cards wait to be shuffled."""
    sign = signed(table.state.submission.regulation.id)
    for device, instead in CHANGES[change][1]:
        table.do("device_out_of_order", FLOOR, device=device, sign=sign, instead=instead)


@each_change(*DEALING, "place_cards", "hold_cards", "count_stub", "rack_counted_stub")
def test_a_round_is_dealt_by_the_paragraphs_of_the_way_that_deals_now(regulation: str, change: str) -> None:
    submitted, _, shuffle, now = CHANGES[change]
    way = CardsWay(regulation, "automated", submitted, counts=False, decks=1)
    table = followed(way, wagers=OFFERED[regulation])
    bets = {seat: {**box} for seat, box in usual(regulation).items()}
    for box in bets.values():
        box.pop("cover_all", None)  # MA 12(d): it is played with the shuffler
    table.sit(*bets)
    table.until("shuffling")
    changed(table, change)
    table.way = replace(way, shuffle=shuffle, deal=now)
    for counted in (False, True):
        table.follow(table.begin(bets, PLANS[regulation], counted=counted))


def stated(regulation: str, deal: str, *steps: str) -> set[str]:
    """The paragraphs of a way of dealing, of these steps or all of them."""
    found = [one for one in lines(regulation) if one.group == deal and (not steps or one.do in steps)]
    return {clause for one in found for clause in one.clauses}


def void_by(regulation: str, kind: str, now: str) -> set[str]:
    """The paragraphs by which a round is void: of those for one way of dealing, the ones of this way."""
    (term,) = (one for one in terms(regulation) if one.path == f"irregularity.{kind}")
    others = set[str]().union(*(stated(regulation, deal) for deal in DEALS)) - stated(regulation, now)
    return {*term.clauses} - others


def void_cases(**steps: str) -> list[Any]:
    """Every chapter, change and kind, marked with the paragraphs of the way that deals now; with those of
    the step of its count too, where one is named."""
    return [
        pytest.param(
            name,
            change,
            kind,
            marks=pytest.mark.clause(
                *sorted(void_by(name, kind, now) | (stated(name, now, do) if do else set()))
            ),
            id=f"{name}-{change}-{kind}",
        )
        for name in REGULATIONS
        for change, (_, _, _, now) in CHANGES.items()
        for kind, do in steps.items()
    ]


def counted_next(regulation: str, change: str) -> Driver:
    """A real deck, dealt in the way that deals now, when its stub may be counted."""
    cards = {"shuffle": "automated", "deal": CHANGES[change][0], "shuffler_counts_cards": False}
    table = drive(regulation, real_cards=True, cards=cards)
    table.sit(1, 3)
    table.until("shuffling")
    changed(table, change)
    return table.start({seat: main_bets(regulation) for seat in (1, 3)}).until("stub")


@pytest.mark.parametrize(
    ("regulation", "change", "kind"),
    void_cases(wrong_number_of_cards="misdealt", wrong_deck_count="remove_deck"),
)
def test_a_wrong_count_voids_the_round_by_the_paragraph_of_the_way_that_deals_now(
    regulation: str, change: str, kind: str
) -> None:
    table, now = counted_next(regulation, change), CHANGES[change][3]
    misdealt = kind == "wrong_number_of_cards"
    cards = stub_of(regulation, 2) - 1
    told = table.refused("count_stub", DEALER, cards=cards)
    assert set(told.cite.clauses) == stated(regulation, now, "misdealt")
    whole = {"deck": WHOLE.get(regulation, 52)} if misdealt else {}
    table.do("count_stub", DEALER, cards=cards, misdealt=misdealt, **whole)
    void = table.last("void_round").data
    assert void.kind == kind
    for cite in (void.cite, *(line.cite for line in (*void.lines, *table.lines()))):
        assert set(cite.clauses) == void_by(regulation, kind, now)
    table.finish()
    assert table.last("end_round").data.deck_removed != misdealt


@pytest.mark.parametrize(("regulation", "change", "kind"), void_cases(wrong_number_of_cards=""))
def test_a_misdeal_that_is_reported_is_told_by_the_way_that_deals_now(
    regulation: str, change: str, kind: str
) -> None:
    table = counted_next(regulation, change)
    table.do("report", DEALER, kind=kind)
    for event in ("report", "void_round"):
        cite = table.last(event).data.cite
        assert set(cite.clauses) == void_by(regulation, kind, CHANGES[change][3])


@pytest.mark.parametrize(
    ("regulation", "change", "kind"),
    [
        pytest.param(
            name,
            change,
            kind,
            marks=pytest.mark.clause(*sorted(void_by(name, kind, submitted))),
            id=f"{name}-{change}-{kind}",
        )
        for name in REGULATIONS
        for change, (submitted, _, _, now) in CHANGES.items()
        for kind in ("wrong_number_of_cards", "wrong_deck_count")
        if submitted != now
    ],
)
def test_the_paragraph_of_the_way_that_was_submitted_voids_rounds_as_long_as_it_deals(
    regulation: str, change: str, kind: str
) -> None:
    """The same thing happens before the device goes and after it."""
    submitted, _, _, now = CHANGES[change]
    cards = {"shuffle": "automated", "deal": submitted, "shuffler_counts_cards": False}
    table = drive(regulation, real_cards=True, cards=cards)
    for deal in (submitted, now):
        if deal != submitted:
            changed(table, change)
        table.start({seat: main_bets(regulation) for seat in (1, 3)}).until("stub")
        misdealt = kind == "wrong_number_of_cards"
        whole = {"deck": WHOLE.get(regulation, 52)} if misdealt else {}
        table.do("count_stub", DEALER, cards=stub_of(regulation, 2) - 1, misdealt=misdealt, **whole)
        assert set(table.last("void_round").data.cite.clauses) == void_by(regulation, kind, deal)
        table.finish()
        table.until("shuffling")


@each_change("place_cards", "hold_cards", "rack_stub", "remove_stub", "count_stub")
def test_a_device_that_is_back_brings_its_own_paragraphs_back(regulation: str, change: str) -> None:
    submitted, gone, _, _ = CHANGES[change]
    cards = {"shuffle": "automated", "deal": submitted, "shuffler_counts_cards": False}
    table = drive(regulation, cards=cards).start().finish()
    changed(table, change)
    table.start().finish()
    table.until("shuffling")
    for device, _ in gone:
        table.do("device_repaired", FLOOR, device=device)
    table.start().until("stub")
    for do in ("rack_stub", "count_stub"):
        (offer,) = table.offers(do)
        steps = (do, "remove_stub") if do == "rack_stub" else (do,)
        assert set(offer.cite.clauses) <= stated(regulation, submitted, *steps)
        assert offer.cite.clauses
