"""The types of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from feltlaw.cards import Card
from feltlaw.meter import Meter
from feltlaw.money import Cents
from feltlaw.ranking import Split
from feltlaw.regulation.model import FoldRule, Wager
from feltlaw.submission import Submission

COUPON = "wagers.ante.match_play"
COUPON_WAGERS = ("ante", "pair_plus")
"""The option that accepts match play coupons, and the wagers they may lie on (I-123)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One box: a hand of its own. `player` is the person, who may have several."""

    number: int
    player: str
    cards: tuple[Card, ...]
    stakes: Mapping[str, Cents]
    """The wagers made before the deal."""
    decisions: tuple[str, ...] = ()
    fourth: tuple[Card, ...] = ()
    ruling: str = ""
    """A floorperson's recorded ruling on the person: `left`, `abandoned` or `communicated`."""
    match_play: str = ""
    """The wager on which a match play coupon lies."""


@dataclass(frozen=True, slots=True)
class Played:
    """A seat after its decisions: what it staked in all, and how it left the round if it did."""

    seat: Seat
    stakes: Mapping[str, Cents]
    """Every stake, Play included."""
    left_by: str = ""
    """`fold` or `surrender`; empty for a seat that stayed."""
    split: Split | None = None
    note: str = ""

    @property
    def number(self) -> int:
        return self.seat.number

    @property
    def player(self) -> str:
        return self.seat.player

    @property
    def ruled_out(self) -> bool:
        """Whether a floorperson's ruling has taken all of this seat's wagers, and its hand with them."""
        return self.seat.ruling in ("abandoned", "communicated")

    def rule_for(self, wager: Wager) -> FoldRule | None:
        """What leaving the round did to this wager; None for a seat that stayed."""
        if self.left_by == "surrender":
            return wager.on_surrender
        return wager.on_fold if self.left_by == "fold" else None


@dataclass(frozen=True, slots=True)
class Draws:
    """The random draws of the Five Card Hand Bonus; a draw not made is None."""

    magic_card: Card | None = None
    lucky_position: int | None = None
    """A seat's number, 0 for the dealer."""


@dataclass(frozen=True)
class Round:
    """Everything settlement needs to know."""

    submission: Submission
    seats: tuple[Played, ...]
    """In the order dealt, lowest number first."""
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    draws: Draws = Draws()
    meters: Mapping[str, Meter] = field(default_factory=dict)
    """Before this round's contributions."""
    irregularity: str = ""
    dealer_split: Split | None = None
