"""The rounds in a record, one after the other, from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from feltlaw.audit.hiding import Hidden, hidden_in
from feltlaw.audit.money import Wrong
from feltlaw.audit.nets import house_part, parts
from feltlaw.audit.tables import read_entry
from feltlaw.event import Event
from feltlaw.money import Cents, dollars
from feltlaw.record.chain import Batch, RecordError, Walk
from feltlaw.record.diagnosis import diagnose, end_fault, is_torn
from feltlaw.record.lines import Sealed
from feltlaw.record.places import open_source
from feltlaw.record.sources import Source
from feltlaw.settlement import Line
from feltlaw.table import State, TableOpened, apply
from feltlaw.table.state import RoundState

Place = Path | str | bytes | Source


class Tampered(RecordError):
    """A record that is not as it was written, so that nothing is read out of it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a table, with the table before it and after it."""

    line: Sealed
    at: int
    """Line of the document."""
    before: State
    after: State

    @property
    def event(self) -> Event:
        return self.line.event


@dataclass(frozen=True)
class Round:
    """Everything at a table from the end of one round to the end of the next; the last may be under way."""

    table: str
    number: int
    steps: tuple[Step, ...]

    @property
    def state(self) -> State:
        return self.steps[-1].after

    @property
    def played(self) -> RoundState | None:
        """The round itself, once its betting has begun."""
        for step in reversed(self.steps):
            round_ = step.after.round
            if round_ is not None and round_.number == self.number:
                return round_
        return None

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
    def lines(self) -> tuple[Line, ...]:
        """The lines that were carried out, in the order they were."""
        return self.played.settling.lines if self.played else ()

    @property
    def players(self) -> Mapping[int, str]:
        return self.played.facts.players if self.played else {}

    @property
    def stakes(self) -> Mapping[int, Mapping[str, Cents]]:
        """By seat, everything staked, the wagers made by a decision included."""
        return self.played.facts.stakes if self.played else {}

    @property
    def irregularities(self) -> tuple[str, ...]:
        return self.played.irregularities if self.played else ()

    @cached_property
    def nets(self) -> Mapping[tuple[int, str], Cents]:
        """By seat and wager or award, what came of it, from the money that moved."""
        found: dict[tuple[int, str], Cents] = {}
        for step in self.steps:
            for seat, wager, cents in parts(step.before, step.event):
                found[seat, wager] = found.get((seat, wager), 0) + cents
        return found

    def net(self, seat: int, wager: str = "") -> Cents | None:
        """What a seat won or lost, in all or with one wager or award; None where nothing is settled."""
        if not self.lines:
            return None
        mine = [cents for (one, name), cents in self.nets.items() if one == seat and wager in ("", name)]
        return sum(mine) if mine else None

    @property
    def house_net(self) -> Cents | None:
        """What the house is up, from the money that moved; what lies on meters is not the house's."""
        return sum(house_part(step.event) for step in self.steps) if self.finished else None

    @property
    def result(self) -> str:
        if self.void:
            return "void"
        return "settled" if self.finished else "under way"

    def to_json(self) -> dict[str, Any]:
        house = self.house_net
        return {
            "table": self.table,
            "round": self.number,
            "first": self.steps[0].line.number,
            "last": self.steps[-1].line.number,
            "at": self.at,
            "result": self.result,
            "seats": [
                {
                    "seat": seat,
                    "player": self.players[seat],
                    "stakes": {wager: dollars(cents) for wager, cents in self.stakes[seat].items()},
                    "net": None if (net := self.net(seat)) is None else dollars(net),
                }
                for seat in sorted(self.players)
            ],
            "irregularities": list(self.irregularities),
            "house_net": None if house is None else dollars(house),
        }


@dataclass(frozen=True)
class Filter:
    """Which rounds are looked for: those with a seat for which everything that is given holds."""

    round: int | None = None
    player: str | None = None
    seat: int | None = None
    wager: str | None = None
    min_win: Cents | None = None
    irregularity: str | None = None
    """A kind of irregularity; `any` for all of them."""
    table: str | None = None

    def fits(self, found: Round) -> bool:
        if self.round not in (None, found.number) or self.table not in (None, found.table):
            return False
        if self.irregularity == "any" and not found.irregularities:
            return False
        if self.irregularity not in (None, "any", *found.irregularities):
            return False
        if (self.player, self.seat, self.wager, self.min_win) == (None,) * 4:
            return True
        return any(self._fits_seat(found, seat) for seat in found.players)

    def _fits_seat(self, found: Round, seat: int) -> bool:
        if self.seat not in (None, seat) or self.player not in (None, found.players[seat]):
            return False
        net = found.net(seat, self.wager or "")
        if self.wager is not None and self.wager not in found.stakes[seat] and net is None:
            return False
        return self.min_win is None or (net is not None and net >= self.min_win)


# ── going through a record ──


def sound_batches(source: Source) -> Iterator[Batch]:
    """The batches of a record; raises `Tampered` where it stops being as it was written."""
    walk = Walk(commits=source.commits)
    for batch in walk.batches(source.again()):
        yield batch._replace(line=batch.line + source.shift)
    if walk.stuck is not None:
        raise Tampered(str(diagnose(walk, source.again)))
    if (walk.open or walk.part) and not is_torn(walk):
        raise Tampered(str(end_fault(walk, None)))


def steps(place: Place) -> Iterator[Step]:
    """Every event of every table with what it did, folded from what is on record."""
    states: dict[str, State] = {}
    for batch in sound_batches(open_source(place)):
        for number, entry in enumerate(batch.entries, batch.line):
            if not entry.stream.startswith("table/"):
                continue
            try:
                line = read_entry(entry)
                before = states.get(entry.stream)
                if before is None and entry.kind != "open_table":
                    raise Wrong("no table was opened in this stream")
                after = apply(before, line.event)  # type: ignore[arg-type]
            except Exception as error:  # whatever a made-up event brings about
                what = f"line {number}: '{entry.kind[:40]}' cannot have happened here ({error})"
                raise RecordError(what[:300]) from error
            states[entry.stream] = after
            yield Step(line, number, before or after, after)


def rounds(place: Place) -> Iterator[Round]:
    """All rounds, each when it is over; what follows the last one at a table is a round under way."""
    open_: dict[str, list[Step]] = {}
    for step in steps(place):
        mine = open_.setdefault(step.line.stream, [])
        mine.append(step)
        if step.event.kind == "end_round":
            yield _round(open_.pop(step.line.stream))
    for mine in open_.values():
        yield _round(mine)


def _round(found: list[Step]) -> Round:
    return Round(found[0].after.table, found[0].before.rounds + 1, tuple(found))


@dataclass
class Found:
    """One round of a record, and what of it is not to be shown yet."""

    round: Round
    hidden: Hidden
    opened: TableOpened


def find_round(place: Place, number: int, table: str = "") -> Found:
    """One round; raises `LookupError` where the record has none of this number, or several."""
    found: dict[str, Round] = {}
    every = Overview()
    for one in every.see(rounds(place)):
        if one.number == number and table in ("", one.table):
            found[one.table] = one
    if not found:
        raise LookupError(f"there is no round {number} in this record; {every.words}")
    if len(found) > 1:
        raise LookupError(f"several tables have a round {number}; name one of {', '.join(sorted(found))}")
    [one] = found.values()
    return Found(one, hidden_in(every.last[one.table]), every.opened[one.table])


@dataclass
class Overview:
    """What is known of a record once all its rounds have gone by."""

    last: dict[str, State] = field(default_factory=dict)
    """By table, how its record ends."""
    opened: dict[str, TableOpened] = field(default_factory=dict)
    most: int = 0
    players: set[str] = field(default_factory=set)

    def see(self, every: Iterable[Round]) -> Iterator[Round]:
        for one in every:
            self.last[one.table] = one.state
            self.most = max(self.most, one.number)
            self.players.update(one.players.values())
            for step in one.steps:
                if step.event.kind == "open_table":
                    self.opened[one.table] = step.event.data
            yield one

    @property
    def words(self) -> str:
        most = self.most
        return f"it has rounds up to {most}" if most > 1 else "it has round 1 only" if most else "it has none"


def state_at(place: Place, number: int | None = None, table: str = "") -> tuple[State, Hidden]:
    """A table after an event, or at the end of its record, and what of that is not to be shown yet."""
    last: dict[str, State] = {}
    found: dict[str, State] = {}
    first: dict[str, int] = {}
    for step in steps(place):
        name = step.after.table
        last[name] = step.after
        first.setdefault(name, step.line.number)
        if number is None or step.line.number == number:
            found[name] = step.after
    wanted = [name for name in last if table in ("", name)]
    if len(wanted) != 1:
        known = ", ".join(last) or "none"
        raise LookupError(f"name one of the tables in this record: {known}")
    if wanted[0] not in found:
        raise LookupError(f"there is no event {number} of {wanted[0]} in this record")
    return found[wanted[0]], hidden_in(last[wanted[0]])
