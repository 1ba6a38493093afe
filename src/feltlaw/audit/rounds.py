"""The rounds in a log, from its events alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from feltlaw.log import Line, Log, LogError
from feltlaw.money import Cents, dollars
from feltlaw.settlement import Settlement
from feltlaw.table import Event, State, apply, start
from feltlaw.table.money import all_stakes
from feltlaw.table.state import RoundState


@dataclass(frozen=True)
class Step:
    """One event, with the table before it and after it."""

    line: Line
    event: Event
    before: State
    after: State


@dataclass(frozen=True)
class Round:
    """Everything from the end of one round to the end of the next; the last may be under way."""

    number: int
    steps: tuple[Step, ...]

    @property
    def state(self) -> State:
        return self.steps[-1].after

    @property
    def played(self) -> RoundState | None:
        """The round itself, once its betting has begun."""
        round_ = self.state.round
        return round_ if round_ is not None and round_.number == self.number else None

    @property
    def finished(self) -> bool:
        return self.played is not None and self.played.ended

    @property
    def at(self) -> int:
        """When it ended, or when the last thing in it happened."""
        return self.steps[-1].event.at

    @property
    def void(self) -> bool:
        return self.played is not None and self.played.void

    @property
    def settlement(self) -> Settlement | None:
        return self.played.settlement if self.played else None

    @property
    def players(self) -> Mapping[int, str]:
        return self.played.players if self.played else {}

    @property
    def stakes(self) -> Mapping[int, Mapping[str, Cents]]:
        """By seat, everything staked, the wagers made by a decision included."""
        return {seat: all_stakes(self.state, seat) for seat in self.players}

    def net(self, seat: int, wager: str = "") -> Cents | None:
        """What a seat won or lost, in all or with one wager or award; None where nothing is settled."""
        if self.settlement is None:
            return None
        own = [line for line in self.settlement.lines if line.seat == seat and wager in ("", line.id)]
        return sum(line.net for line in own) if own else None

    @property
    def result(self) -> str:
        if self.void:
            return "void"
        if self.finished:
            return "settled"
        return "under way"

    def to_json(self) -> dict[str, Any]:
        net = {seat: self.net(seat) for seat in self.players}
        irregularities = self.played.irregularities if self.played else ()
        return {
            "round": self.number,
            "first": self.steps[0].line.seq,
            "last": self.steps[-1].line.seq,
            "at": self.at,
            "result": self.result,
            "seats": [
                {
                    "seat": seat,
                    "player": self.players[seat],
                    "stakes": {wager: dollars(cents) for wager, cents in self.stakes[seat].items()},
                    "net": None if net[seat] is None else dollars(net[seat] or 0),
                }
                for seat in sorted(self.players)
            ],
            "irregularities": list(irregularities),
            "house_net": None if self.settlement is None else dollars(self.settlement.house_net),
        }


@dataclass(frozen=True)
class Filter:
    """Which rounds are looked for: those with a seat for which everything that is given holds."""

    round: int | None = None
    player: str | None = None
    seat: int | None = None
    wager: str | None = None
    min_win: Cents | None = None

    def fits(self, found: Round) -> bool:
        if self.round is not None and found.number != self.round:
            return False
        if self == Filter(round=self.round):
            return True
        return any(self._fits_seat(found, seat) for seat in found.players)

    def _fits_seat(self, found: Round, seat: int) -> bool:
        if self.seat not in (None, seat) or self.player not in (None, found.players[seat]):
            return False
        net = found.net(seat, self.wager or "")
        if self.wager is not None and self.wager not in found.stakes[seat] and net is None:
            return False
        return self.min_win is None or (net is not None and net >= self.min_win)


def steps(log: Log) -> Iterator[Step]:
    """Every event with what it did. Raises `LogError` where the events cannot be replayed here."""
    state = start(log.header.read_submission(), real_cards=log.header.real_cards)
    for line in log.lines:
        if line.event is not None:
            after = apply_recorded(state, line)
            yield Step(line, line.event, state, after)
            state = after


def apply_recorded(state: State, line: Line) -> State:
    """The state after a recorded event. One that fits no state of a table raises `LogError`."""
    assert line.event is not None
    try:
        return apply(state, line.event)
    except Exception as error:  # whatever a made-up event brings about
        kind, why = line.event.kind[:40], type(error).__name__
        raise LogError(f"line {line.seq + 1}: '{kind}' cannot have happened here ({why})") from error


def rounds(log: Log) -> Iterator[Round]:
    """All rounds in order; what follows the last one that ended is a round under way."""
    for before, found in groupby(steps(log), key=lambda step: step.before.rounds):
        yield Round(before + 1, tuple(found))


def find_round(log: Log, number: int) -> Round:
    """One round; raises `LogError` where the log has none of this number."""
    most = 0
    for found in rounds(log):
        if found.number == number:
            return found
        most = found.number
    raise LogError(f"there is no round {number} in this log; {_how_many(most)}")


def _how_many(most: int) -> str:
    return f"it has rounds 1 to {most}" if most > 1 else "it has round 1 only" if most else "it has none"


def state_at(log: Log, seq: int | None = None) -> State:
    """The table after an entry of the log, or at its end."""
    last = log.head[0]
    if seq is not None and not 0 <= seq <= last:
        raise LogError(f"there is no entry {seq} in this log; it has entries 0 to {last}")
    state = start(log.header.read_submission(), real_cards=log.header.real_cards)
    for line in log.lines:
        if line.event is not None and (seq is None or line.seq <= seq):
            state = apply_recorded(state, line)
    return state
