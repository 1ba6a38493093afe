"""The stub: racked unseen, or counted, at least once in five rounds; and what a wrong count leads to."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Event
from tests.driver import (
    DEALER,
    DEALS,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
)

SEATS = (1, 3, 4)
NOT_COUNTED = {"shuffle": "automated", "shuffler_counts_cards": False}


def dealt(regulation: str, deal: str) -> Driver:
    """A table with the whole deal done."""
    table = drive(regulation, cards={"deal": deal})
    return table.start({seat: main_bets(regulation) for seat in SEATS}).until("stub")


def cited(regulation: str, do: str, group: str) -> list[str]:
    """Every clause of a step, whatever it is about."""
    steps = [step for step in load(regulation).steps if step.do == do and step.group == group]
    return [clause for step in steps for clause in step.cite.clauses]


@each("rack_stub", groups=DEALS, more={"MA-TCP": ["MA-TCP.1:stub"]})
def test_the_stub_is_racked_before_anybody_decides(regulation: str, deal: str) -> None:
    _stub_is_racked(regulation, deal, "rack_stub")


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=marks(name, "remove_stub", group="automated_shoe"))
        for name in ("MA-TCP", "PA-679a")
    ],
)
def test_the_stub_leaves_the_automated_shoe_and_is_racked(regulation: str) -> None:
    """These two texts say it in one sentence."""
    _stub_is_racked(regulation, "automated_shoe", "remove_stub")


def _stub_is_racked(regulation: str, deal: str, step: str) -> None:
    table = dealt(regulation, deal)
    rest = load(regulation).deck.cards - len(table.round.dealt)
    assert table.offers("count_stub")[0].data == {"cards": rest}, "what remains of the deck"
    early: tuple[str, dict[str, Any]] = ("decide", {"say": "play"})
    do, data = early if regulation != "PA-680a" else ("set_hand", {})
    assert "not complete" in table.refused(do, seat=1, **data).what
    offer = table.offers("rack_stub")[0]
    if found := marks(regulation, step, group=deal).args:
        assert offer.cite.clauses[0] in found
    assert "for the dealer" in table.refused("rack_stub", FLOOR).legal
    table.do("rack_stub")
    assert table.round.racked == ("stub",) and table.round.stub_done
    assert table.last("rack_stub").data == {}, "nobody has seen it"


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=[
                marks(name, "count_stub", group=deal, without=["MA-TCP.7(f)"]),
                marks(name, "rack_counted_stub", group=deal),
            ],
        )
        for name in REGULATIONS
        for deal in DEALS
    ],
)
@pytest.mark.clause("I-13")
def test_the_stub_is_counted_at_least_once_in_five_rounds(regulation: str, deal: str) -> None:
    """Five rounds: .8(f), MA 7(e)."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    clause = marks(regulation, "count_stub", group=deal).args
    for number in range(1, 11):
        table.start({1: main_bets(regulation)}).until("stub")
        if number % 5:
            table.do("rack_stub")
        else:
            refusal = table.refused("rack_stub", DEALER)
            assert "must be counted" in refusal.what and refusal.clauses == [*clause, "I-13"]
            table.do("count_stub")
            assert table.last("count_stub").data["right"] is True
            assert table.round.racked == ("stub",)
        table.finish()
    assert len(table.events("count_stub")) == 2


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=pytest.mark.clause("I-13")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.7(f)", "I-13")),
    ],
)
def test_a_counting_shuffler_spares_the_count(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "shuffler_counts_cards": True})
    for _ in range(7):
        table.start({1: main_bets(regulation)}).until("stub")
        table.do("rack_stub")
        table.finish()
    assert table.events("count_stub") == []


@pytest.mark.clause("I-13")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_each_of_two_decks_is_counted_on_its_own(regulation: str) -> None:
    table = drive(regulation, cards={**NOT_COUNTED, "decks": 2})
    counted = []
    for number in range(1, 11):
        table.start({1: main_bets(regulation)}).until("stub")
        if table.offers("rack_stub"):
            table.do("rack_stub")
        else:
            counted.append((number, table.state.active))
            table.do("count_stub")
        table.finish()
    assert counted == [(9, 0), (10, 1)], "each deck in its own fifth round"


@pytest.mark.clause("I-13")
def test_a_count_made_early_starts_the_five_rounds_again() -> None:
    table = drive("PA-649a", cards=NOT_COUNTED)
    due = []
    for number in range(1, 10):
        table.start({1: {"ante": 1000}}).until("stub")
        if number == 3 or not table.offers("rack_stub"):
            due.append(number)
            table.do("count_stub")
        table.finish()
    assert due == [3, 8]


def _misdeal(table: Driver, *, misdealt: bool) -> Event:
    rest = table.offers("count_stub")[0].data["cards"]
    refusal = table.refused("count_stub", cards=rest - 1)
    assert "misdealt" in refusal.legal
    whole: dict[str, Any] = {"deck": table.state.submission.regulation.deck.cards} if misdealt else {}
    table.do("count_stub", cards=rest - 1, misdealt=misdealt, **whole)
    return table.last("void_round")


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=pytest.mark.clause(*clauses, "I-11"),
        )
        for name in REGULATIONS
        for deal in DEALS
        for clauses in [cited(name, "misdealt", deal)]
    ],
)
def test_a_wrong_count_after_a_misdeal_voids_the_round_and_keeps_the_deck(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    before = {seat: table.chips(seat) for seat in SEATS}
    void = _misdeal(table, misdealt=True)
    assert void.data["kind"] == "wrong_number_of_cards"
    assert {line["result"] for line in void.data["lines"]} == {"void"}
    staked = sum(main_bets(regulation).values())
    assert all(table.chips(seat) == before[seat] + staked for seat in SEATS)
    table.finish()
    assert table.state.decks[0] is not None and "shuffle" in table.offered(), "the cards are shuffled again"


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(*clauses))
        for name in REGULATIONS
        for deal in DEALS
        for clauses in [cited(name, "remove_deck", deal)]
    ],
)
def test_a_wrong_count_without_a_misdeal_removes_the_deck_too(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    void = _misdeal(table, misdealt=False)
    assert void.data["kind"] == "wrong_deck_count" and {line["result"] for line in void.data["lines"]} == {
        "void"
    }
    table.finish()
    assert table.state.decks == (None,) and "receive_deck" in table.offered()


# ── rounds that never came to their stub ──


@pytest.mark.parametrize(
    ("regulation", "phase"),
    [
        pytest.param(
            name, phase, marks=marks(name, "count_stub", group="manual_shoe", without=["MA-TCP.7(f)"])
        )
        for name in REGULATIONS
        for phase in ("dealing", "stub")
    ],
)
@pytest.mark.clause("I-13")
def test_a_void_round_counts_among_the_five(regulation: str, phase: str) -> None:
    """No deck is dealt a sixth time without a count, whatever became of the rounds before."""
    table = drive(regulation, cards={"shuffle": "manual"})
    cite = marks(regulation, "count_stub", group="manual_shoe").args
    for number in range(1, 12):
        table.start({1: main_bets(regulation)}).until("dealing")
        table.do("deal")
        table.until(phase)
        table.do("report", DEALER, kind="wrong_number_of_cards")
        assert table.state.phase == "racking"
        if number % 5:
            assert "rack_cards" in table.offered()
        else:
            refusal = table.refused("rack_cards")
            assert "must be counted" in refusal.what and refusal.clauses == [*cite, "I-13"]
            table.do("count_stub")
            assert "count_stub" not in table.offered(), "once is enough"
        table.do("rack_cards")
    assert len(table.events("count_stub")) == 2


@pytest.mark.clause("I-13", "I-12")
def test_a_round_of_which_only_a_card_face_up_was_seen_counts_too() -> None:
    table = drive("PA-649a", cards={"shuffle": "manual"}).start({1: {"ante": 1000}})
    table.do("report", DEALER, kind="card_face_up")
    assert table.state.deck is not None and table.state.deck.uncounted_rounds == 1
    table.do("deal")
    assert table.state.deck.uncounted_rounds == 1


@pytest.mark.clause("PA-649a.8(h)#2")
@pytest.mark.parametrize("misdealt", [True, False])
def test_a_deck_found_incomplete_after_a_void_round_leaves_the_table(misdealt: bool) -> None:
    table = drive("PA-649a", cards={"shuffle": "manual"}).start({1: {"ante": 1000}}).until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    rest = table.offers("count_stub")[0].data["cards"]
    found: dict[str, Any] = {"deck": 51} if misdealt else {}
    table.do("count_stub", cards=rest - 1, misdealt=misdealt, **found)
    assert len(table.events("void_round")) == 1, "it is void already"
    table.do("rack_cards")
    assert table.state.decks == (None,)


@pytest.mark.clause("PA-649a.8(f)", "I-13")
def test_what_a_device_counted_needs_no_count_when_it_breaks() -> None:
    table = drive("PA-649a", cards={"shuffle": "automated", "shuffler_counts_cards": True})
    for _ in range(9):
        table.start({1: {"ante": 1000}}).finish()
    table.do("device_out_of_order")
    for number in range(1, 5):
        table.start({1: {"ante": 1000}}).until("stub")
        assert ("rack_stub" in table.offered()) == (number < 4), "the fifth since the device counted last"
        table.finish()


# ── what can have been counted ──


@pytest.mark.parametrize("cards", [-5, -1, 105, 10**9])
def test_nobody_counts_less_than_nothing_or_more_than_two_decks(cards: int) -> None:
    table = dealt("PA-649a", "manual_shoe")
    refusal = table.refused("count_stub", cards=cards, misdealt=True, deck=52)
    assert "nobody can have counted" in refusal.what and refusal.cite.clauses == ("PA-649a.8(f)",)
    assert "nobody" in table.refused("count_stub", cards=3, misdealt=True, deck=cards).what


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(*clauses))
        for name in REGULATIONS
        for deal in DEALS
        for clauses in [cited(name, "misdealt", deal)]
    ],
)
def test_after_a_misdeal_the_deck_stays_only_if_it_is_whole(regulation: str, deal: str) -> None:
    whole = load(regulation).deck.cards
    for found in (whole - 1, whole, whole + 1):
        table = dealt(regulation, deal)
        refusal = table.refused("count_stub", cards=3, misdealt=True)
        assert "whole deck" in refusal.what and str(whole) in refusal.legal
        assert set(refusal.cite.clauses) == set(cited(regulation, "misdealt", deal))
        table.do("count_stub", cards=3, misdealt=True, deck=found)
        kind = "wrong_number_of_cards" if found == whole else "wrong_deck_count"
        assert table.last("void_round").data["kind"] == kind
        table.finish()
        assert (table.state.decks == (None,)) == (found != whole)
