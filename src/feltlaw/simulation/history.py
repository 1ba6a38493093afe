"""Meters over the years: the loop's records in order, each award measured on the meter as it then stands.

Contributions are the same every round, so that between two awards a meter is known without looking. The
meters, and how an award is divided, are those of settlement. What the awards do to the sessions and hours
they fell in is added here, since the loop cannot know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from feltlaw.meter import FULL, Level, Meter
from feltlaw.money import Cents, MeterShare
from feltlaw.round.read import start_meters
from feltlaw.settlement.wagers import divide_award, is_shared
from feltlaw.simulation.chunk import Chunk
from feltlaw.simulation.program import BARS, Program
from feltlaw.simulation.slots import HIT

PATH = 400
"""So many of the first awards are remembered one by one, for a picture."""
QUARTERS = 160
"""Bars of a histogram by quarters of a doubling."""


def quarter(number: int) -> int:
    """The bar of a whole number: four to each doubling.

    >>> [quarter(n) for n in (0, 1, 2, 3, 4, 5, 1000)]
    [0, 0, 4, 6, 8, 9, 39]
    """
    if number < 1:
        return 0
    high = number.bit_length() - 1
    return min(4 * high + ((number << 2 >> high) & 3), QUARTERS - 1)


def quarter_floor(bar: int) -> Fraction:
    """The lowest number of a bar."""
    return Fraction((4 + bar % 4) << bar // 4, 4)


@dataclass
class Series:
    """Whole numbers as they come: how many, their sum, their squares, the least and the most, by size."""

    many: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0
    bars: list[int] = field(default_factory=lambda: [0] * QUARTERS)

    def add(self, number: int) -> None:
        self.least = number if not self.many else min(self.least, number)
        self.most = max(self.most, number)
        self.many += 1
        self.total += number
        self.squares += number * number
        self.bars[quarter(number)] += 1


@dataclass
class LevelHistory:
    """One level of a meter: its full awards, what lay between them, and its lesser awards."""

    awards: Series = field(default_factory=Series)
    gaps: Series = field(default_factory=Series)
    """Rounds from one full award to the next."""
    lesser: Series = field(default_factory=Series)
    last: int = -1
    """The round of the last full award."""
    path: list[list[int]] = field(default_factory=list)
    """Of the first awards: the round, what the meter showed, and what it showed afterwards."""


@dataclass
class Purse:
    """A seat's money in a session with an award."""

    net: int = 0
    low: int = 0

    def move(self, net: int, low: int) -> None:
        self.low = min(self.low, self.net + low)
        self.net += net


class History:
    """Everything the records say, read once and in order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        run = program.run
        self.meters = _meters(program)
        self.rounds = 0
        """Rounds whose contributions are on the meters."""
        self.levels = {
            meter: {name: LevelHistory() for name in found.levels} for meter, found in self.meters.items()
        }
        self.paid: dict[str, int] = {}
        """By profile and wager, joined by a dot: cents paid from meters."""
        profiles = len(run.profiles)
        self.results = [[0] * BARS for _ in range(profiles + 1)]
        self.sessions = [[0, 0, 0, 0] for _ in range(profiles + 1)]
        self.lost = [[0] * len(run.bankrolls) for _ in range(profiles)]
        self._purses = [Purse() for _ in range(len(run.seats) + 1)]
        self._feeds = {meter: list(_feeds(program, meter)) for meter in self.meters}

    def read(self, chunk: Chunk) -> None:
        """The records of the next chunk; chunks are read in their order."""
        rows: list[list[int]] = chunk.records.tolist()
        at = 0
        while at < len(rows):
            kind, block, round_ = rows[at][:3]
            end = at + 1
            while end < len(rows) and rows[end][:3] == [kind, block, round_]:
                end += 1
            if kind == HIT:
                self._pay(block * self.program.run.block + round_, rows[at:end])
            else:
                for row in rows[at:end]:
                    self._close(*row[3:4], *row[5:])
            at = end

    def bring_to(self, rounds: int) -> None:
        """Puts the contributions of so many rounds on the meters."""
        for meter, feeds in self._feeds.items():
            for stake, wagers in feeds:
                self.meters[meter] = self.meters[meter].contribute(stake, wagers * (rounds - self.rounds))
        self.rounds = rounds

    def _pay(self, round_: int, hits: list[list[int]]) -> None:
        """The awards of one round, in the order of settlement."""
        self.bring_to(round_ + 1)
        cells = self.program.cells
        shares: dict[tuple[str, str], dict[int, Cents]] = {}
        for _, _, _, seat, number, net, low in hits:
            cell = cells[number]
            share = cell.share
            assert share is not None
            wager = self.program.run.submission.regulation.wagers[cell.id]
            if is_shared(self.program.run.submission, wager):
                key = (cell.id, share.level)
                if key not in shares:
                    shares[key] = self._divide(round_, cell.id, share.level, hits)
                cents = shares[key][seat]
            else:
                cents = self._take(round_, wager.meter, share)
            where = f"{cell.profile}.{cell.id}"
            self.paid[where] = self.paid.get(where, 0) + cents
            self._purses[seat].move(net, low)
            self._purses[seat].net += cents

    def _divide(self, round_: int, wager_id: str, level: str, hits: list[list[int]]) -> dict[int, Cents]:
        submission = self.program.run.submission
        wager = submission.regulation.wagers[wager_id]
        held: list[tuple[int, str, Fraction]] = []
        for row in hits:
            cell = self.program.cells[row[4]]
            if cell.id == wager_id and cell.share is not None and cell.share.level == level:
                held.append((row[3], f"player {row[3]}", cell.share.percent))
        largest = max(percent for _, _, percent in held)
        total = self._take(round_, wager.meter, MeterShare(largest, level))
        return divide_award(submission, wager, total, held)

    def _take(self, round_: int, meter: str, share: MeterShare) -> Cents:
        before = self.meters[meter].levels[share.level]
        cents, self.meters[meter] = self.meters[meter].take(share.level, share.percent)
        after = self.meters[meter].levels[share.level]
        # awards come off the meter; what restarts it is the house's own money
        self._purses[-1].net -= after.reseeded - before.reseeded
        history = self.levels[meter][share.level]
        if share.percent == FULL:
            history.awards.add(cents)
            if history.last >= 0:
                history.gaps.add(round_ - history.last)
            history.last = round_
        else:
            history.lesser.add(cents)
        if len(history.path) < PATH:
            history.path.append([round_, before.amount, after.amount])
        return cents

    def _close(self, seat: int, net: int, low: int) -> None:
        """The end of a session, or of the table's hour."""
        purse = self._purses[seat]
        purse.move(net, low)
        run = self.program.run
        profile = run.profiles.index(run.seats[seat]) if seat < len(run.seats) else len(run.profiles)
        width = int(self.program.tables.width[profile])
        bar = min(max(purse.net // width + BARS // 2, 0), BARS - 1)
        self.results[profile][bar] += 1
        sums = self.sessions[profile]
        sums[0] += 1
        sums[1] += purse.net
        sums[2] += purse.net * purse.net
        sums[3] += purse.net > 0
        if seat < len(run.seats):
            for at, bank in enumerate(run.bankrolls):
                self.lost[profile][at] += purse.low <= -bank
        self._purses[seat] = Purse()

    # ── to disk and back ──

    def to_data(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "meters": {
                meter: {name: _level_data(level) for name, level in found.levels.items()}
                for meter, found in self.meters.items()
            },
            "levels": {
                meter: {
                    name: {
                        "awards": vars(history.awards),
                        "gaps": vars(history.gaps),
                        "lesser": vars(history.lesser),
                        "last": history.last,
                        "path": history.path,
                    }
                    for name, history in levels.items()
                }
                for meter, levels in self.levels.items()
            },
            "paid": self.paid,
            "results": self.results,
            "sessions": self.sessions,
            "lost": self.lost,
            "purses": [[purse.net, purse.low] for purse in self._purses],
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from what `to_data` gave."""
        self.rounds = data["rounds"]
        for meter, levels in data["meters"].items():
            self.meters[meter] = Meter(
                {name: replace(self.meters[meter].levels[name], **found) for name, found in levels.items()}
            )
        for meter, levels in data["levels"].items():
            for name, found in levels.items():
                self.levels[meter][name] = LevelHistory(
                    Series(**found["awards"]),
                    Series(**found["gaps"]),
                    Series(**found["lesser"]),
                    found["last"],
                    found["path"],
                )
        self.paid = data["paid"]
        self.results, self.sessions, self.lost = data["results"], data["sessions"], data["lost"]
        self._purses = [Purse(net, low) for net, low in data["purses"]]


COUNTERS = ("amount", "reserve", "contributed", "reserved", "hits", "paid", "paid_by_hand", "reseeded")


def _level_data(level: Level) -> dict[str, int]:
    return {name: getattr(level, name) for name in COUNTERS}


def _meters(program: Program) -> dict[str, Meter]:
    """The meters that somebody feeds, as they stand at the start."""
    run = program.run
    staked = {wager for seat in run.seats for wager in seat.stakes}
    fed = {run.submission.regulation.wagers[wager].meter for wager in staked}
    found: dict[str, Meter] = {}
    for name, meter in start_meters(run.submission).items():
        if name in fed:
            given = run.start.get(name, {})
            found[name] = Meter(
                {
                    level: replace(one, amount=given.get(level, one.amount))
                    for level, one in meter.levels.items()
                }
            )
    return found


def _feeds(program: Program, meter: str) -> Iterator[tuple[Cents, int]]:
    """What feeds a meter every round: stakes, and how many of each."""
    run = program.run
    found: dict[Cents, int] = {}
    for seat in run.seats:
        for wager, stake in seat.stakes.items():
            if run.submission.regulation.wagers[wager].meter == meter:
                found[stake] = found.get(stake, 0) + 1
    yield from found.items()


def together(tables: Iterable[list[list[int]]]) -> list[list[int]]:
    """Tables of numbers added up, place by place."""
    return [[sum(numbers) for numbers in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
