"""What is simulated: who sits where, with what on the table, for how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from feltlaw.canonical import digest
from feltlaw.money import Cents, dollars, parse_money
from feltlaw.submission import Submission

BEST = "optimal"
"""The name of the best play."""
BLOCK = 2048
"""About so many rounds make a block; it is a whole number of sessions."""
MOST_ROUNDS = 10**13
MOST_SESSION = 1_000_000
MOST_THREADS = 256
ENOUGH_BLOCKS = 20
"""With fewer whole blocks their spread says too little about errors."""
VERSION = 1
"""Of the loop and its generator: runs of different versions are different runs."""


class SimulationError(ValueError):
    """Something that cannot be simulated; the message says what would do."""


@dataclass(frozen=True)
class Seat:
    """How one seat plays, every round alike."""

    stakes: Mapping[str, Cents]
    """The wagers made before the deal."""
    strategy: str = BEST

    def to_data(self) -> dict[str, object]:
        return {
            "wagers": {wager: dollars(cents) for wager, cents in self.stakes.items()},
            "strategy": self.strategy,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Seat:
        """A seat as `to_data` wrote it."""
        return cls({wager: parse_money(stake) for wager, stake in data["wagers"].items()}, data["strategy"])


@dataclass(frozen=True)
class Run:
    """One simulation, complete: the same run gives the same result to the bit, wherever it is done."""

    submission: Submission
    seats: tuple[Seat, ...]
    rounds: int
    seed: int = 1
    per_hour: int = 40
    """Rounds an hour."""
    hours: int = 4
    """The length of a session."""
    bankrolls: tuple[Cents, ...] = ()
    """What a player may have brought; how often it is lost within a session is counted."""
    start: Mapping[str, Mapping[str, Cents]] = field(default_factory=dict)
    """By meter and level: what it shows at the start, where that is not the seed."""

    def __post_init__(self) -> None:
        most = self.submission.limits.seats
        if not 1 <= len(self.seats) <= most:
            raise SimulationError(
                f"{len(self.seats)} players: a table of {self.submission.regulation.id} has 1 to {most} here"
            )
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise SimulationError(f"rounds are a whole number from 1 to {MOST_ROUNDS:,}, like 1e6")
        if not (self.per_hour >= 1 and self.hours >= 1 and self.session <= MOST_SESSION):
            raise SimulationError(
                f"a session of {self.hours:,} hours with {self.per_hour:,} rounds each: it has from 1 to "
                f"{MOST_SESSION:,} rounds"
            )
        if not 0 <= self.seed < 1 << 128:
            raise SimulationError("the seed is a whole number from 0 to 2^128 - 1")
        if any(bank < 1 for bank in self.bankrolls):
            raise SimulationError("a bankroll is more than $0")

    @property
    def session(self) -> int:
        """Rounds of a session."""
        return self.per_hour * self.hours

    @property
    def block(self) -> int:
        """Rounds of a block."""
        return self.session * -(-BLOCK // self.session)

    @property
    def blocks(self) -> int:
        """Blocks of the run, the last of which may be shorter than the others."""
        return -(-self.rounds // self.block)

    def block_rounds(self, block: int) -> int:
        return min(self.block, self.rounds - block * self.block)

    @cached_property
    def profiles(self) -> tuple[Seat, ...]:
        """The different ways in which seats play."""
        found: list[Seat] = []
        for seat in self.seats:
            if seat not in found:
                found.append(seat)
        return tuple(found)

    def seats_of(self, profile: int) -> tuple[int, ...]:
        """The numbers of the seats that play a profile, from 1."""
        return tuple(at for at, seat in enumerate(self.seats, 1) if seat == self.profiles[profile])

    def to_data(self) -> dict[str, object]:
        """Everything that decides the result."""
        return {
            "version": VERSION,
            "submission": self.submission.digest,
            "seats": [seat.to_data() for seat in self.seats],
            "rounds": self.rounds,
            "seed": self.seed,
            "per_hour": self.per_hour,
            "hours": self.hours,
            "bankrolls": [dollars(bank) for bank in self.bankrolls],
            "meters": {
                meter: {level: dollars(cents) for level, cents in levels.items()}
                for meter, levels in self.start.items()
            },
        }

    def to_send(self) -> dict[str, object]:
        """The same for another machine, with the submission written out."""
        return {**self.to_data(), "submission": self.submission.to_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Run:
        """A run that was sent; where rules or data differ from the sender's, its digest does too."""
        return cls(
            submission=Submission.from_data(data["submission"]),
            seats=tuple(Seat.from_data(seat) for seat in data["seats"]),
            rounds=data["rounds"],
            seed=data["seed"],
            per_hour=data["per_hour"],
            hours=data["hours"],
            bankrolls=tuple(parse_money(bank) for bank in data["bankrolls"]),
            start={
                meter: {level: parse_money(shown) for level, shown in levels.items()}
                for meter, levels in data["meters"].items()
            },
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that."""
        return digest(self.to_data())
