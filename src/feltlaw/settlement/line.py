"""What a settled round looks like, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlaw.meter import Level, Meter
from feltlaw.money import Cents, Pays, dollars, parse_pays, show_dollars, show_signed
from feltlaw.regulation.model import Cite
from feltlaw.schema import Codec, SchemaError, declare
from feltlaw.values import quick


def _read_pays(value: Any, where: str) -> Pays | None:
    try:
        return None if value is None else parse_pays(value)
    except ValueError as error:
        raise SchemaError(where, "it is not a payout", f"{error}.") from None


declare(
    Pays | None,
    Codec(
        _read_pays,
        lambda value: None if value is None else str(value),
        {"type": ["string", "null"], "maxLength": 60, "description": "a payout: 5 to 1, 100% of meter"},
    ),
)


@quick
@dataclass(frozen=True, slots=True)
class Line:
    """One stake or award, settled. `turn` is its place in the dealer's order over the whole round.

    `stake`, `paid` (what the house adds), `returned` (the player's own stake) and `net` are in cents; in
    `to_json()` they are dollars.
    """

    seat: int
    id: str
    is_award: bool
    stake: Cents = field(metadata={"json": "stake_cents"})
    outcome: str
    result: str
    paid: Cents = field(metadata={"json": "paid_cents"})
    returned: Cents = field(metadata={"json": "returned_cents"})
    cite: Cite
    turn: int = 0
    pays: Pays | None = None
    hand: str = ""
    on: str = ""
    """For an award: the wager it is paid on."""
    for_seat: int = 0
    """For envy: whose hand earned it."""
    paid_from: str = "inventory"
    """`inventory` (the table inventory container), `game_account`, `players` (the Pot), or `meter`."""
    meter: str = ""
    level: str = ""
    by_hand: bool = False
    measured: bool = True
    """False for a share of a meter whose amount nobody has given yet."""
    note: str = ""
    early: bool = False
    """Whether it is settled when forfeits are collected, before a card is turned up."""
    held_by: tuple[int, ...] = ()
    """For the highest hand at the table: the seats that hold it, 0 for the dealer."""

    @property
    def held(self) -> str:
        """The hand in words, with whose it is where that needs saying."""
        if not self.held_by:
            return self.hand
        *others, last = (f"seat {number}" if number else "the dealer" for number in self.held_by)
        people = f"{', '.join(others)} and {last}" if others else last
        return f"{self.hand}, held by {people}"

    @property
    def key(self) -> tuple[int, str, str, int]:
        """What makes it this line of its round: the seat, the wager or award, what it is on, for whom."""
        return self.seat, self.id, self.on, self.for_seat

    @property
    def net(self) -> Cents:
        """What the player is up with it, in cents."""
        return self.paid + self.returned - self.stake

    def __repr__(self) -> str:
        what = self.id if self.is_award else f"{self.id} of {show_dollars(self.stake)}"
        return f"<Line seat {self.seat}, {what}: {self.result}, {show_signed(self.net)} ({self.cite})>"

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "award" if self.is_award else "wager": self.id,
            "stake": dollars(self.stake),
            "outcome": self.outcome,
            "result": self.result,
            "paid": dollars(self.paid),
            "returned": dollars(self.returned),
            "net": dollars(self.net),
            "clauses": list(self.cite.clauses),
            "turn": self.turn,
        }
        optional = {
            "pays": str(self.pays) if self.pays is not None else "",
            "hand": self.held,
            "on": self.on,
            "for_seat": self.for_seat,
            "interpretations": list(self.cite.interpretations),
            "note": self.note,
        }
        return found | {key: value for key, value in optional.items() if value}


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's lines, in the order the dealer settles them; its sums are in cents."""

    number: int
    player: str
    hands: Mapping[str, str]
    lines: tuple[Line, ...]
    setting: Mapping[str, object] = field(default_factory=dict)

    @property
    def staked(self) -> Cents:
        return sum(line.stake for line in self.lines)

    @property
    def credited(self) -> Cents:
        return sum(line.paid + line.returned for line in self.lines)

    @property
    def net(self) -> Cents:
        return self.credited - self.staked

    def __repr__(self) -> str:
        return f"<SeatResult seat {self.number}: staked {show_dollars(self.staked)}, {show_signed(self.net)}>"

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.number,
            "hands": dict(self.hands),
            **self.setting,
            "settlements": [line.to_json() for line in self.lines],
            "staked": dollars(self.staked),
            "credited": dollars(self.credited),
            "net": dollars(self.net),
        }


@dataclass(frozen=True)
class Settlement:
    """A settled round. Seats come in the order of settlement, highest number first.

    Amounts are in cents; `to_json()` writes dollars, as `feltlaw settle --json` does.
    """

    regulation: str
    seats: tuple[SeatResult, ...]
    dealer: Mapping[str, object] | None
    before: Mapping[str, Meter]
    after: Mapping[str, Meter]
    irregularity: Mapping[str, object] | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, in the order the dealer makes them."""
        return tuple(sorted((line for seat in self.seats for line in seat.lines), key=lambda line: line.turn))

    @property
    def house_net(self) -> Cents:
        """What the house is up, in cents: the players' losses, less what went on the meters."""
        moved = sum(self.after[name].total - meter.total for name, meter in self.before.items())
        return -sum(seat.net for seat in self.seats) - moved

    def __repr__(self) -> str:
        seats = ", ".join(f"seat {seat.number} {show_signed(seat.net)}" for seat in self.seats)
        return f"<Settlement {self.regulation}: {seats}, house {show_signed(self.house_net)}>"

    def to_json(self) -> dict[str, Any]:
        """The settlement JSON of the contract."""
        found: dict[str, Any] = {
            "regulation": self.regulation,
            "seats": [seat.to_json() for seat in self.seats],
        }
        if self.dealer is not None:
            found["dealer"] = dict(self.dealer)
        if self.before:
            found["meters"] = {name: _meter_json(self.before[name], self.after[name]) for name in self.before}
        found["house_net"] = dollars(self.house_net)
        if self.irregularity is not None:
            found["irregularity"] = dict(self.irregularity)
        return found


def _meter_json(before: Meter, after: Meter) -> dict[str, Any]:
    levels = {name: _level_json(level, after.levels[name]) for name, level in before.levels.items()}
    return levels["meter"] if list(levels) == ["meter"] else levels


def _level_json(before: Level, after: Level) -> dict[str, Any]:
    found: dict[str, Any] = {
        "before": dollars(before.amount),
        "contributed": dollars(after.contributed - before.contributed),
        "paid": dollars(after.paid - before.paid),
        "after": dollars(after.amount),
    }
    if before.reserve_rate:
        found["reserve"] = {"before": dollars(before.reserve), "after": dollars(after.reserve)}
    return found
