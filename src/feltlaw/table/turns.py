"""Whose turn it is to decide, and whether everybody has."""

from __future__ import annotations

from feltlaw.regulation.model import Decision
from feltlaw.round.deciding import choose
from feltlaw.table.outcome import is_partly_settled, ruling_of
from feltlaw.table.state import State


def waiting(state: State) -> tuple[Decision, tuple[int, ...]] | None:
    """The decision the table waits for, and the seats that may make it, the one whose turn it is first.

    None where nobody has anything to decide, or a community card comes first.
    """
    round_ = state.round
    if round_ is None or state.phase != "deciding" or is_partly_settled(state):
        return None
    regulation = state.submission.regulation
    for at, decision in enumerate(regulation.decisions):
        if decision.revealed > round_.community_up:
            return None
        seats = tuple(seat for seat in sorted(round_.stakes) if _undecided(state, seat, decision, at))
        if seats:
            return decision, seats if sets(decision) else seats[:1]
    return None


def sets(decision: Decision) -> bool:
    """Whether hands are set by it, all at once, and not in turn."""
    return any(act.sets for act in decision.acts)


def _undecided(state: State, seat: int, decision: Decision, at: int) -> bool:
    round_ = state.round
    assert round_ is not None
    said = round_.decisions.get(seat, ())
    if decision.of not in round_.stakes[seat] or len(said) > at or ruling_of(state, seat):
        return False
    earlier = zip(state.submission.regulation.decisions, said, strict=False)
    return all(_goes_on(one, words, seat) for one, words in earlier)


def _goes_on(decision: Decision, words: str, seat: int) -> bool:
    act, _ = choose(decision, words, seat)
    return not (act.play or act.fold or act.surrender or act.sets)


def decided(state: State) -> bool:
    """Whether all decisions are made, the last community card of the decisions included."""
    round_ = state.round
    if round_ is None or state.phase != "deciding" or waiting(state) is not None:
        return False
    last = state.submission.regulation.decisions[-1]
    return round_.community_up >= last.revealed
