"""Forfeited wagers and hands: collected at once, or when everybody has decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from feltlaw.event import Event, Happening, Person
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.schema import Few
from feltlaw.settlement import Line
from feltlaw.settlement.awards import gives_envy
from feltlaw.settlement.exposing import left_exposed
from feltlaw.settlement.order import collects_at_once
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.table.agenda import agenda, box_of, is_partly_settled, undone
from feltlaw.table.deciding import OUT, decided
from feltlaw.table.money import pay_lines
from feltlaw.table.places import Place, hand
from feltlaw.table.rule import Following, Moment, Way, cite_of, nth_step, rule_of
from feltlaw.table.showing import Cards, Shown, cards_of, with_known, with_shown
from feltlaw.table.state import Count, Seat, State

Hands = Annotated[Mapping[Seat, Cards], Few(20)]
Counts = Annotated[Mapping[Seat, Count], Few(20)]


@dataclass(frozen=True, slots=True)
class CollectForfeits:
    """The dealer collects what folds and surrenders cost, and the hands that leave the table."""

    counted: Counts = field(default_factory=dict)
    """The cards of each surrendered hand, counted face down."""
    hands: Hands = field(default_factory=dict)
    """With real cards: those of a folded hand that the dealer looked at because a wager rests on it."""


@dataclass(frozen=True, slots=True)
class ForfeitsCollected:
    """What was collected, hand by hand; hands on which something was open were looked at first (I-86,
    I-100)."""

    seats: Annotated[tuple[Seat, ...], Few(20)]
    lines: Annotated[tuple[Line, ...], Few(200)]
    racked: Annotated[tuple[Place, ...], Few(20)] = ()
    looked_at: Annotated[tuple[Seat, ...], Few(20)] = ()
    hands: Hands = field(default_factory=dict)
    exposed: Annotated[tuple[Seat, ...], Few(20)] = ()
    shown: Annotated[tuple[Shown, ...], Few(20)] = ()
    counted: Counts = field(default_factory=dict)
    done: bool = True
    """Whether nothing more can be forfeited in this round."""


def due(state: State) -> list[int]:
    """Seats whose forfeited wagers and hands wait to be collected, in the order they are collected."""
    round_ = state.under_way
    if (
        round_ is None
        or state.phase != "deciding"
        or round_.settling.forfeits_done
        or is_partly_settled(state)
    ):
        return []
    if not collects_at_once(state.submission) and not decided(state):
        return []
    facts = round_.facts
    gone = {seat for seat, answers in facts.answers.items() if any(one.leaves for one in answers)}
    gone -= {*round_.settling.forfeits, *(seat for seat, ruling in facts.rulings.items() if ruling in OUT)}
    return sorted(gone, reverse=not collects_at_once(state.submission))


def collecting_cite(state: State) -> Cite:
    """The paragraph by which forfeits are collected, whatever is counted or looked at before."""
    step = nth_step(state, "collect_forfeits", -1)
    return step.cite if step else Cite(())


def forfeits_due(state: State) -> bool:
    """Whether forfeits wait to be collected, before the next card is seen."""
    return bool(due(state))


def _surrendered(state: State, seats: Sequence[int]) -> dict[int, int]:
    """Hands given up unexposed, and how many cards each must come back with (MA 10(b))."""
    most = state.submission.regulation.deal.player.most
    return {seat: most for seat in seats if box_of(state, seat).left_by == "surrender"}


def _nothing_due(state: State) -> Refused | None:
    if due(state):
        return None
    return Refused("no forfeits wait to be collected", "Go on with the round.", collecting_cite(state))


def _collect(state: State, data: CollectForfeits, moment: Moment) -> Happening:
    """The cards of a surrendered hand are counted face down as they come back."""
    seats = due(state)
    counts = _surrendered(state, seats)
    if dict(data.counted) != counts:
        wanted = ", ".join(f"{cards} cards of seat {seat}" for seat, cards in counts.items())
        raise Refused(
            "the surrendered cards have not been counted, or one is missing"
            if counts
            else "no hand was surrendered",
            f"Count {wanted}." if counts else "Leave the count out.",
            cite_of(state, "collect_forfeits"),
        )
    for seat in _to_look_at(state, seats):
        if seat in data.hands or not state.played.known_at(hand(seat)):
            cards = cards_of(state, hand(seat), data.hands.get(seat, ()))
            state = with_known(state, hand(seat), cards)
    return _collecting(state, seats, counts, dict(data.hands))


def _to_look_at(state: State, seats: Sequence[int]) -> list[int]:
    """Folded hands that leave the table, but not unseen by the dealer: something rests on them."""
    of = agenda(state).of
    boxes = [agenda(state).box(seat) for seat in seats]
    return [
        box.number
        for box in boxes
        if box.left_by == "fold" and not of.is_shown(box) and (of.rests_on_hand(box) or of.is_looked_at(box))
    ]


def _collecting(
    state: State, seats: Sequence[int], counts: Mapping[int, int], hands: Mapping[int, Cards]
) -> Happening:
    of = agenda(state).of
    looked = _to_look_at(state, seats)
    leaving = [seat for seat in seats if not of.is_shown(agenda(state).box(seat))]
    exposed = left_exposed(of, looked, giving(state, looked))
    lines = tuple(_lines(state, seats))
    event = ForfeitsCollected(
        tuple(seats),
        lines,
        tuple(hand(seat) for seat in leaving if seat not in exposed),
        tuple(looked),
        hands,
        tuple(exposed),
        tuple(Shown(hand(seat), state.played.known_at(hand(seat))) for seat in exposed),
        counts,
        done=not collects_at_once(state.submission),
    )
    return Happening(event, pay_lines(state, lines))


def _lines(state: State, seats: Sequence[int]) -> Iterator[Line]:
    """What these seats' forfeits come to, numbered on from the lines carried out so far."""
    turn = len(state.played.settling.lines)
    try:
        for line in undone(state):
            if not line.early or line.seat not in seats:
                return
            turn += 1
            yield replace(line, turn=turn)
    except UnknownCards:
        return


def giving(state: State, seats: Sequence[int]) -> list[int]:
    """Which of the hands that the dealer has looked at give others envy, by what he sees (MA 13(e)b)."""
    of, up = agenda(state).of, bool(state.played.settling.community_up)
    return [box.number for box in of.boxes if box.number in seats and gives_envy(of, box, community_up=up)]


def _collected(state: State, data: ForfeitsCollected, event: Event) -> State:
    for seat, cards in data.hands.items():
        state = with_known(state, hand(seat), cards)
    round_ = state.played
    state = state.in_round(racked=(*round_.racked, *data.racked))
    settling = round_.settling
    state = state.settling_on(
        forfeits=(*settling.forfeits, *data.seats),
        forfeits_done=data.done,
        lines=(*settling.lines, *data.lines),
        exposed=tuple(dict.fromkeys((*settling.exposed, *data.exposed))),
        turned_up=(*settling.turned_up, *data.exposed),
    )
    return with_shown(state, data.shown)


def at_once(state: State) -> Following | None:
    """The collection of a fold that is not left until everybody has decided (669a.11(f)).

    With real cards the dealer does it himself where he must look at the hand.
    """
    seat = next(iter(due(state)), None) if collects_at_once(state.submission) else None
    if seat is None or any(not state.played.known_at(hand(one)) for one in _to_look_at(state, [seat])):
        return None
    return Following("collect_forfeits", _collecting(state, [seat], {}, {}), Person("dealer", state.dealer))


def _step(state: State) -> Step | None:
    """Where there are several, the first is about surrendered hands and the last about all."""
    counts = state.phase == "deciding" and bool(_surrendered(state, due(state)))
    return nth_step(state, "collect_forfeits", 0 if counts else -1)


RULES = (
    rule_of(
        CollectForfeits,
        ForfeitsCollected,
        phases=("deciding",),
        when=_nothing_due,
        decide=_collect,
        apply=_collected,
        ways=lambda state: [Way(CollectForfeits(_surrendered(state, due(state))))],
        step=_step,
    ),
)
