"""The round as settlement sees it, and the lines it comes to, one after the other as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltlaw.irregularity import round_end
from feltlaw.round.draws import drawn
from feltlaw.round.model import Box, Measured, Round
from feltlaw.round.setting import corrected, house_way
from feltlaw.settlement import Line
from feltlaw.settlement.order import dealers_order
from feltlaw.settlement.reckoning import Reckoning, UnknownCards
from feltlaw.submission import Submission
from feltlaw.table.places import COMMUNITY, DEALER, fourth, hand
from feltlaw.table.state import State
from feltlaw.values import memo


class Agenda:
    """The lines of a round in the dealer's order. A line is made when somebody asks for it."""

    def __init__(self, round_: Round) -> None:
        self.of = Reckoning(round_)
        self._made: list[Line] = []
        self._more = dealers_order(self.of)
        self._stuck: UnknownCards | None = None
        self._boxes = {box.number: box for box in self.of.boxes}

    def __iter__(self) -> Iterator[Line]:
        at = 0
        while (line := self._at(at)) is not None:
            yield line
            at += 1

    def _at(self, at: int) -> Line | None:
        if at < len(self._made):
            return self._made[at]
        if self._stuck is not None:
            raise self._stuck
        try:
            line = next(self._more, None)
        except UnknownCards as unknown:
            self._stuck = unknown
            raise
        if line is not None:
            self._made.append(line)
        return line

    def after(self, done: Sequence[Line]) -> Iterator[Line]:
        """The lines that are not among those carried out, which as a rule are the first ones."""
        many = len(done)
        if many and (many > len(self._made) or self._made[many - 1].key != done[-1].key):
            keys = {line.key for line in done}
            yield from (line for line in self if line.key not in keys)
            return
        while (line := self._at(many)) is not None:
            yield line
            many += 1

    def box(self, seat: int) -> Box:
        return self._boxes[seat]


def agenda(state: State) -> Agenda:
    """The agenda of the round, made once for the facts it rests on."""
    return memo(state.played.facts, "agenda", lambda facts: Agenda(round_of(state)))


def round_of(state: State, irregularity: str = "") -> Round:
    """The round as settlement needs it; who keeps its meters says what an award came to."""
    round_ = state.played
    facts = round_.facts
    dealer = round_.known_at(DEALER)
    return Round(
        state.submission,
        tuple(box_of(state, seat) for seat in sorted(facts.stakes)),
        dealer,
        round_.known_at(COMMUNITY),
        drawn(facts.draws),
        None,
        {(one.seat, one.wager): Measured(one.showing_cents, one.cents) for one in facts.awards},
        irregularity or facts.irregularity,
        house_way(state.submission.regulation, dealer) if dealer else None,
        state.deal,
    )


def box_of(state: State, seat: int) -> Box:
    """A box with its wagers, as far as its player has decided."""
    round_ = state.played
    facts = round_.facts
    answers = facts.answers.get(seat, ())
    cards = round_.known_at(hand(seat))
    three = next((one.three for one in answers if one.three), ())
    split, note = corrected(state.submission, cards, three) if three and cards else (None, "")
    return Box(
        seat,
        facts.players[seat],
        cards,
        facts.stakes[seat],
        next((one.leaves for one in answers if one.leaves), ""),
        split,
        round_.known_at(fourth(seat)),
        facts.rulings.get(seat, ""),
        facts.coupons.get(seat, ""),
        note,
    )


def is_partly_settled(state: State) -> bool:
    """Whether an exposed card has ended the contest, so that nothing is left to decide (679a.13(d))."""
    rules = state.submission.regulation.irregularities
    rule = rules.get(state.round.facts.irregularity) if state.round else None
    return rule is not None and round_end(state.submission, rule) == "partly_settled"


def undone(state: State) -> Iterator[Line]:
    """The lines still to be carried out, in the dealer's order."""
    return agenda(state).after(state.played.settling.lines)


def next_line(state: State) -> Line | None:
    """The line that the dealer comes to next; None where all are carried out.

    Raises `UnknownCards` where cards must be seen first that nobody has entered yet.
    """
    found = memo(state.played, "next_line", lambda _: _next_line(state))
    if isinstance(found, UnknownCards):
        raise found
    return found


def _next_line(state: State) -> Line | UnknownCards | None:
    try:
        return next(undone(state), None)
    except UnknownCards as unknown:
        return unknown


def hands_down(state: State) -> list[int]:
    """Seats whose hands are turned up in settlement and still lie face down, in the dealer's order (I-48)."""
    round_ = state.played
    up, racked = round_.settling.turned_up, round_.racked
    of = agenda(state).of
    return [
        box.number
        for box in of.boxes
        if box.number not in up and hand(box.number) not in racked and of.is_shown(box)
    ]


def comes_after_all(state: State, line: Line) -> bool:
    """Whether a line is settled after all players' own wagers."""
    return line.id in memo(state.submission, "after_all", _after_all)


def _after_all(submission: Submission) -> frozenset[str]:
    return frozenset(step.settle for step in submission.regulation.settlement.after_all)


def is_paid(state: State) -> bool:
    """Whether something of this round has been paid or taken but what folds cost, or a win was verified."""
    settling = state.played.settling
    forfeits = ("folded", "surrendered")
    return bool(settling.checks) or any(line.outcome not in forfeits for line in settling.lines)
