"""The stub: out of the automated shoe, counted when it is due, in the discard rack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.schema import Whole
from feltlaw.table.dealing import stub_first
from feltlaw.table.deliveries import next_delivery
from feltlaw.table.places import STUB
from feltlaw.table.rule import Following, Moment, Way, cite_of, find_step, rule_of
from feltlaw.table.state import Count, State
from feltlaw.table.voiding import voiding

Cards = Annotated[int, Whole(0, 200)]


@dataclass(frozen=True, slots=True)
class RemoveStub:
    """The stub is taken out of the automated shoe."""


@dataclass(frozen=True, slots=True)
class RackStub:
    """The stub goes into the discard rack unseen."""


@dataclass(frozen=True, slots=True)
class CountStub:
    """The dealer counts the stub face down; a wrong count says whether the cards were misdealt."""

    cards: Cards
    misdealt: bool | None = None
    deck: Cards | None = None
    """With misdealt cards: how many the whole deck has, hands and rack included."""


@dataclass(frozen=True, slots=True)
class StubCounted:
    """The stub was counted; `whole` says whether no card of the deck is missing and none too many."""

    cards: Count
    right: bool
    whole: bool
    misdealt: bool = False


def expected_stub(state: State) -> int:
    """What is left of a whole deck; a card found face up is counted where it lies (I-12)."""
    return _whole(state) - len(state.played.facts.dealt)


def _whole(state: State) -> int:
    return state.submission.regulation.deck.cards


def count_due(state: State) -> bool:
    """Whether this stub must be counted: the fifth since the last count, no shuffler counting (I-13)."""
    deck = state.deck
    step = find_step(state, "count_stub")
    return deck is not None and step is not None and deck.uncounted_rounds >= step.number


def must_count(state: State) -> Refused:
    """The refusal to go on without the count."""
    cite = Cite(cite_of(state, "count_stub").clauses, ("I-13",))
    return Refused("the stub must be counted in this round", "Count it (count_stub).", cite)


def _stays_in(state: State) -> Refused | None:
    delivery = next_delivery(state)
    if delivery is not None and stub_first(state, delivery):
        return None
    return Refused(
        "the stub is not to be taken out now", "Go on with the deal.", cite_of(state, "remove_stub")
    )


def _stub_step(state: State) -> Step | None:
    """Some texts rack the stub in the sentence that takes it out of the shoe, where it may be out already;
    one takes it out in a step of its own, told with the other where nothing is dealt between them."""
    own, step = find_step(state, "rack_stub"), find_step(state, "remove_stub")
    if own is None and step is not None and state.round is not None and state.round.dealing.stub:
        return replace(step, text="Unless the stub is to be counted, put it in the discard rack unseen.")
    if own is not None and step is not None and state.round is not None and not state.round.dealing.stub:
        return replace(own, text=f"{step.text} {own.text}")
    return own or step


def _racked(state: State) -> State:
    state = state.in_round(racked=(*state.played.racked, STUB))
    return state.dealing_on(stub="racked", complete=True)


# ── the count ──


def _no_count(state: State) -> Refused | None:
    """When the deal is done; and after a round that was void, before its cards are racked."""
    round_ = state.under_way
    if round_ is not None and round_.dealing.taken and round_.dealing.stub != "racked":
        void = state.phase == "racking" and round_.void and not round_.dealing.stub_counted
        if state.phase == "stub" or void:
            return None
    return Refused(
        "the stub is not to be counted now", "Count it after the deal.", cite_of(state, "count_stub")
    )


def _count_ways(state: State) -> Iterable[Way]:
    choose = {"cards": {"minimum": 0, "maximum": _whole(state)}} if state.real_cards else {}
    return [Way(CountStub(expected_stub(state)), choose=choose)]


def _count(state: State, data: CountStub, moment: Moment) -> Happening:
    """A count that contradicts what the program itself dealt is refused; with real cards it is believed."""
    due, whole = expected_stub(state), _whole(state)
    counted = cite_of(state, "count_stub")
    if data.cards == due:
        if data.misdealt or data.deck not in (None, whole):
            legal = "Leave the rest out; a hand with a wrong number of cards is reported (report)."
            raise Refused(f"{data.cards} cards are what must be in the stub", legal, counted)
        return Happening(StubCounted(data.cards, right=True, whole=True))
    if not state.real_cards:
        raise Refused(
            f"{data.cards} cards cannot be in the stub: the program dealt from it and {due} are left",
            f"Count again; there are {due}.",
            counted,
        )
    if (most := max(data.cards, data.deck or 0)) > 2 * whole:
        raise Refused(f"nobody can have counted {most} cards", f"Count again; a deck has {whole}.", counted)
    cite = cite_of(state, "misdealt")
    if data.misdealt is None:
        raise Refused(f"{data.cards} cards in the stub do not make a deck", _say_misdealt(state), cite)
    if not data.misdealt:
        if data.deck is not None:
            what = "without a misdeal the deck is not whole, and nobody counts it"
            raise Refused(what, "Leave the deck out.", cite)
        return Happening(StubCounted(data.cards, right=False, whole=False))
    if data.deck is None:
        raise Refused(
            "whether the whole deck is there has not been said",
            f"Count stub, hands and rack together (deck); {whole} must be there.",
            cite,
        )
    return Happening(StubCounted(data.cards, right=False, whole=data.deck == whole, misdealt=True))


def _say_misdealt(state: State) -> str:
    bonus = any(extra.wagers for extra in state.submission.regulation.deal.extra)
    first = " Bonus cards wrongly dealt are put right first (correct_bonus_cards)." if bonus else ""
    return f"Say whether the cards were misdealt: misdealt = true or false.{first}"


def _counted(state: State, data: StubCounted, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    state = state.dealing_on(stub_counted=True)
    if data.whole:
        state = state.with_deck(state.active, replace(deck, uncounted_rounds=0))
    elif state.played.void:
        state = state.dealing_on(incomplete=True)
    return _racked(state) if data.right and not state.played.void else state


def _after_count(state: State, data: StubCounted, event: Event, moment: Moment) -> list[Following]:
    if data.right or state.played.void:
        return []
    kind = "wrong_number_of_cards" if data.whole else "wrong_deck_count"
    return [voiding(state, kind, moment)]


RULES = (
    rule_of(
        RemoveStub,
        phases=("dealing",),
        when=_stays_in,
        apply=lambda state, data, event: state.dealing_on(stub="out"),
        ways=lambda state: [Way(RemoveStub())],
    ),
    rule_of(
        RackStub,
        phases=("stub",),
        when=lambda state: must_count(state) if count_due(state) else None,
        apply=lambda state, data, event: _racked(state),
        ways=lambda state: [Way(RackStub())],
        step=_stub_step,
    ),
    rule_of(
        CountStub,
        StubCounted,
        phases=("stub", "racking"),
        when=_no_count,
        decide=_count,
        apply=_counted,
        then=_after_count,
        ways=_count_ways,
    ),
)
