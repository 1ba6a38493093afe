"""Cards turned up while a round is settled: whose come next, and fourth cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused
from feltlaw.settlement import Line
from feltlaw.settlement.order import by_step
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.table.agenda import agenda, comes_after_all, hands_down, next_line, undone
from feltlaw.table.phases import community_due
from feltlaw.table.places import fourth, hand
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.showing import Cards, Shown, cards_of, to_enter, with_known, with_shown
from feltlaw.table.state import Seat, State
from feltlaw.table.waits import (
    waits_for_community,
    waits_for_fourth,
    waits_for_hand,
)
from feltlaw.values import quick


@quick
@dataclass(frozen=True, slots=True)
class TurnUpPlayer:
    """The dealer turns up a player's cards; of a hand that was set, its three-card hand."""

    seat: Seat
    cards: Cards = ()
    """With real cards: which they are, of a hand that was set the three-card hand first."""


@quick
@dataclass(frozen=True, slots=True)
class PlayerTurnedUp:
    """A player's cards are up."""

    seat: Seat
    shown: Shown
    hand: Cards = ()
    """The whole hand, where it became known only now."""


@dataclass(frozen=True, slots=True)
class RevealFourth:
    """The dealer turns up a player's fourth card."""

    seat: Seat
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class FourthRevealed:
    """A player's fourth card is up."""

    seat: Seat
    shown: Shown


# ── what comes next ──


def coming(state: State) -> Line | None:
    """The line the dealer comes to next; None where cards must be seen first that nobody has entered yet."""
    try:
        return next_line(state)
    except UnknownCards:
        return None


def own(state: State, line: Line | None) -> bool:
    """Whether a line is a player's own and does not wait for the others."""
    return line is not None and not comes_after_all(state, line)


def to_turn_up(state: State) -> int:
    """The seat whose cards are turned up next; 0 where none are.

    Player by player each in its turn, folded hands that stayed there too; step by step the next of all.
    """
    down = hands_down(state)
    if not down or by_step(state.submission):
        return down[0] if down else 0
    unknown = blocked(state)
    if unknown is not None and unknown.group != "player":
        return 0
    line = coming(state)
    mine = 0 if line is None or comes_after_all(state, line) else line.seat
    return down[0] if down[0] >= (mine if unknown is None else unknown.seat) else 0


def blocked(state: State) -> UnknownCards | None:
    """With real cards: the cards that must be known before the next line can be made."""
    try:
        next_line(state)
    except UnknownCards as unknown:
        return unknown
    return None


def community_wanted(state: State) -> bool:
    """Whether settling has come to the community cards (649a.11(c)(7), 679a.11(d)(2), I-44, I-70)."""
    if state.phase != "settling" or state.played.settling.community_up or to_turn_up(state):
        return False
    unknown = blocked(state)
    if unknown is not None:
        return unknown.group == "community"
    line = coming(state)
    if line is None or comes_after_all(state, line):
        return community_due(state)
    if by_step(state.submission):
        return any(waits_for_community(state, one) for one in own_lines(state))
    return waits_for_community(state, line)


def own_lines(state: State) -> Iterator[Line]:
    """The open lines that do not wait for all players, as far as their cards are known."""
    try:
        for line in undone(state):
            if not own(state, line):
                return
            yield line
    except UnknownCards:
        return


# ── turning up ──


def _nobody_to_turn_up(state: State) -> Refused | None:
    if to_turn_up(state):
        return None
    return Refused("no hand is to be turned up now", "Settle.", cite_of(state, "turn_up_player"))


def _turn_up(state: State, data: TurnUpPlayer, moment: Moment) -> Happening:
    wanted = to_turn_up(state)
    if data.seat != wanted:
        raise Refused(
            f"it is not seat {data.seat}'s turn",
            f"Turn up seat {wanted}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    place = hand(data.seat)
    known = state.played.known_at(place)
    cards = cards_of(state, place, data.cards)
    box = agenda(state).box(data.seat)
    three = box.split.three if box.split else cards[:3] if _sets(state) else cards
    return Happening(PlayerTurnedUp(data.seat, Shown(place, three), () if known else cards))


def _sets(state: State) -> bool:
    return any(decision.sets for decision in state.submission.regulation.decisions)


def _turned_up(state: State, data: PlayerTurnedUp, event: Event) -> State:
    if data.hand:
        state = with_known(state, hand(data.seat), data.hand)
        if data.hand != data.shown.cards:
            state = _with_setting(state, data.seat, data.shown.cards)
    state = with_shown(state, [data.shown])
    return state.settling_on(turned_up=(*state.played.settling.turned_up, data.seat))


def _with_setting(state: State, seat: int, three: Cards) -> State:
    """A real hand that was set on the layout becomes known as it was set."""
    facts = state.played.facts
    answers = tuple(replace(one, three=three) for one in facts.answers[seat])
    return state.with_facts(answers={**facts.answers, seat: answers})


def _fourth_seat(state: State) -> int:
    """The seat whose fourth card is turned up next; 0 where none is."""
    unknown = blocked(state)
    if unknown is not None:
        return unknown.seat if unknown.group == "fourth" else 0
    line = coming(state)
    if line is None or waits_for_hand(state, line) or not waits_for_fourth(state, line):
        return 0
    return line.seat


def _no_fourth(state: State) -> Refused | None:
    if _fourth_seat(state):
        return None
    cite = cite_of(state, "reveal_fourth")
    return Refused("no fourth card is to be revealed now", "It is revealed for a pair or better.", cite)


def _fourth(state: State, data: RevealFourth, moment: Moment) -> Happening:
    if data.seat != _fourth_seat(state):
        cite = cite_of(state, "reveal_fourth")
        raise Refused(
            f"seat {data.seat} has no fourth card to reveal", "It is revealed for a pair or better.", cite
        )
    place = fourth(data.seat)
    return Happening(FourthRevealed(data.seat, Shown(place, cards_of(state, place, data.cards))))


def _fourth_up(state: State, data: FourthRevealed, event: Event) -> State:
    state = with_shown(with_known(state, data.shown.place, data.shown.cards), [data.shown])
    return state.settling_on(fourths_up=(*state.played.settling.fourths_up, data.seat))


RULES = (
    rule_of(
        TurnUpPlayer,
        PlayerTurnedUp,
        phases=("settling",),
        when=_nobody_to_turn_up,
        decide=_turn_up,
        apply=_turned_up,
        ways=lambda state: [
            Way(TurnUpPlayer(seat), choose=to_enter(state, hand(seat))) for seat in (to_turn_up(state),)
        ],
    ),
    rule_of(
        RevealFourth,
        FourthRevealed,
        phases=("settling",),
        when=_no_fourth,
        decide=_fourth,
        apply=_fourth_up,
        ways=lambda state: [
            Way(RevealFourth(seat), choose=to_enter(state, fourth(seat))) for seat in (_fourth_seat(state),)
        ],
    ),
)
