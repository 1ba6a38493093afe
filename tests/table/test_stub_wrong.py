"""Counts of the stub with real cards: what was misdealt, what is not whole, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Event
from feltlaw.table.places import STUB
from tests.support.driver import DEALER, DEALS, REGULATIONS, Driver, drive, main_bets, marks, proves

SEATS = (1, 3, 4)
WHOLE = {"PA-680a": 53}
OFF = pytest.mark.parametrize("off", [-1, 1], ids=["one-too-few", "one-too-many"])


def dealt(regulation: str, deal: str) -> Driver:
    """A table with real cards and the whole deal done."""
    table = drive(regulation, cards={"deal": deal}, real_cards=True)
    return table.start({seat: main_bets(regulation) for seat in SEATS}).until("stub")


def cited(regulation: str, do: str, group: str) -> list[str]:
    """Every clause of a step, whatever it is about."""
    steps = [step for step in load(regulation).steps if step.do == do and step.group == group]
    return [clause for step in steps for clause in step.cite.clauses]


def every(step: str, *more: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("regulation", "deal"),
        [
            pytest.param(name, deal, marks=pytest.mark.clause(*clauses, *more), id=f"{name}-{deal}")
            for name in REGULATIONS
            for deal in DEALS
            for clauses in [cited(name, step, deal)]
        ],
    )


def rest_of(table: Driver) -> int:
    cards: int = table.offers("count_stub")[0].data.cards
    return cards


def count(table: Driver, off: int, *, misdealt: bool) -> Event:
    rest = rest_of(table)
    refusal = table.refused("count_stub", DEALER, cards=rest + off)
    assert "misdealt" in refusal.legal
    whole = table.state.submission.regulation.deck.cards
    more: dict[str, Any] = {"deck": whole} if misdealt else {}
    table.do("count_stub", DEALER, cards=rest + off, misdealt=misdealt, **more)
    assert table.last("count_stub").data.right is False
    return table.last("void_round")


def everything_back(table: Driver, before: dict[int, int], void: Event) -> None:
    """Every wager is back in its player's hands, and nothing is left on the layout or with the house."""
    regulation = table.state.submission.regulation.id
    assert {line.result for line in void.data.lines} == {"void"}
    assert {(line.seat, line.id): line.returned for line in void.data.lines} == {
        (seat, wager): cents for seat in SEATS for wager, cents in main_bets(regulation).items()
    }
    staked = sum(main_bets(regulation).values())
    assert {seat: table.chips(seat) for seat in SEATS} == {seat: before[seat] + staked for seat in SEATS}
    assert {account.kind for account in table.state.books} == {"cage", "chips"}


@every("misdealt", "I-11")
@OFF
def test_a_wrong_count_after_a_misdeal_voids_the_round_and_keeps_the_deck(
    regulation: str, deal: str, off: int
) -> None:
    table = dealt(regulation, deal)
    before = {seat: table.chips(seat) for seat in SEATS}
    back = table.state.decks[0] and table.state.decks[0].back
    void = count(table, off, misdealt=True)
    assert void.data.kind == "wrong_number_of_cards"
    everything_back(table, before, void)
    table.finish()
    deck = table.state.decks[0]
    assert deck is not None and deck.back == back and "shuffle" in table.offered(), "it is shuffled again"
    assert not table.last("end_round").data.deck_removed


@every("remove_deck")
@OFF
def test_a_wrong_count_without_a_misdeal_removes_the_deck_too(regulation: str, deal: str, off: int) -> None:
    table = dealt(regulation, deal)
    before = {seat: table.chips(seat) for seat in SEATS}
    void = count(table, off, misdealt=False)
    assert void.data.kind == "wrong_deck_count"
    everything_back(table, before, void)
    table.finish()
    assert table.state.decks == (None,) and "receive_deck" in table.offered()
    assert table.last("end_round").data.deck_removed


@every("misdealt")
def test_after_a_misdeal_the_deck_stays_only_if_it_is_whole(regulation: str, deal: str) -> None:
    """ "but 52 cards remain in the deck", in Saigon 53."""
    whole = WHOLE.get(regulation, 52)
    for found in (whole - 1, whole, whole + 1):
        table = dealt(regulation, deal)
        refusal = table.refused("count_stub", DEALER, cards=3, misdealt=True)
        assert "whole deck" in refusal.what and str(whole) in refusal.legal
        assert set(refusal.cite.clauses) == set(cited(regulation, "misdealt", deal))
        table.do("count_stub", DEALER, cards=3, misdealt=True, deck=found)
        kind = "wrong_number_of_cards" if found == whole else "wrong_deck_count"
        assert table.last("void_round").data.kind == kind
        table.finish()
        assert (table.state.decks == (None,)) == (found != whole)


@every("rack_counted_stub")
def test_a_right_count_of_real_cards_voids_nothing(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    rest = rest_of(table)
    assert rest == WHOLE.get(regulation, 52) - 4 * {"PA-680a": 5}.get(regulation, 3)
    table.do("count_stub", DEALER, cards=rest)
    assert table.state.phase == "deciding" and not table.events("void_round")
    assert table.round.racked == (STUB,), "in the rack, unseen"


@proves("misdealt", "remove_deck")
def test_nobody_counts_more_than_two_decks() -> None:
    table = dealt("PA-649a", "manual_shoe")
    for cards in (105, 200):
        refusal = table.refused("count_stub", DEALER, cards=cards, misdealt=True, deck=52)
        assert "nobody can have counted" in refusal.what and refusal.cite.clauses == ("PA-649a.8(f)",)
        assert "nobody" in table.refused("count_stub", DEALER, cards=3, misdealt=True, deck=cards).what
    refusal = table.refused("count_stub", DEALER, cards=3, misdealt=False, deck=52)
    assert "Leave the deck out" in refusal.legal


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
    table = drive(regulation, cards={"shuffle": "manual"}, real_cards=True)
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
            refusal = table.refused("rack_cards", DEALER)
            assert "must be counted" in refusal.what and refusal.clauses == [*cite, "I-13"]
            table.do("count_stub")
            assert "count_stub" not in table.offered(), "once is enough"
        table.do("rack_cards")
        table.until("shuffling")
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
@OFF
def test_a_deck_found_incomplete_after_a_void_round_leaves_the_table(misdealt: bool, off: int) -> None:
    table = drive("PA-649a", cards={"shuffle": "manual"}, real_cards=True)
    table.start({1: {"ante": 1000}}).until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    rest = rest_of(table)
    found: dict[str, Any] = {"deck": 52 + off} if misdealt else {}
    table.do("count_stub", DEALER, cards=rest + off, misdealt=misdealt, **found)
    assert len(table.events("void_round")) == 1, "it is void already"
    table.do("rack_cards")
    assert table.state.decks == (None,)
