"""The types of a round that is to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from feltlaw.cards import Card
from feltlaw.meter import Meter
from feltlaw.money import Cents
from feltlaw.ranking import Split
from feltlaw.regulation.model import FoldRule, Wager
from feltlaw.submission import Submission
from feltlaw.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did when asked: the act's own word, and what it came to."""

    word: str
    """`play`, `check`, `fold`, `surrender`, `set`: as the regulation's decision says it."""
    times: int = 0
    """For an act that makes a wager: how many times the other one it is."""
    wager: str = ""
    """The wager it made."""
    cents: Cents = field(default=0, metadata={"json": "amount_cents"})
    leaves: str = ""
    """`fold` or `surrender`, where it took the hand out of the round."""
    three: tuple[Card, ...] = ()
    """For a hand that was set: its three-card hand."""


@quick
@dataclass(frozen=True, slots=True)
class Box:
    """One betting position with a hand of its own. `player` is the person, who may have several."""

    number: int
    player: str
    cards: tuple[Card, ...]
    stakes: Mapping[str, Cents]
    """Every stake, those made by a decision included."""
    left_by: str = ""
    """`fold` or `surrender`; empty for a hand that stayed."""
    split: Split | None = None
    fourth: tuple[Card, ...] = ()
    ruling: str = ""
    """A floorperson's recorded ruling on the person (`rulings.RULINGS`)."""
    match_play: str = ""
    """The wager on which a match play coupon lies."""
    note: str = ""

    @property
    def ruled_out(self) -> bool:
        """Whether a ruling has taken all of this box's wagers, and its hand with them."""
        return self.ruling in ("abandoned", "communicated")

    def rule_for(self, wager: Wager) -> FoldRule | None:
        """What leaving the round did to this wager; None for a hand that stayed."""
        if self.left_by == "surrender":
            return wager.on_surrender
        return wager.on_fold if self.left_by == "fold" else None


@dataclass(frozen=True, slots=True)
class Draws:
    """The random draws of a round; one that was not made is None."""

    magic_card: Card | None = None
    lucky_position: int | None = None
    """A seat's number, 0 for the dealer."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An award from a meter as it was measured at the player's turn: the level then, and the award."""

    showing: Cents
    cents: Cents


@dataclass(frozen=True)
class Round:
    """Everything settlement needs to know."""

    submission: Submission
    boxes: tuple[Box, ...]
    """In the order dealt, lowest number first."""
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    draws: Draws = Draws()
    meters: Mapping[str, Meter] | None = field(default_factory=dict)
    """Before this round's contributions; None where somebody else keeps them and `measured` has his word."""
    measured: Mapping[tuple[int, str], Measured] = field(default_factory=dict)
    """By seat and wager, awards that were measured; by seat 0 those that several share."""
    irregularity: str = ""
    dealer_split: Split | None = None
    deal: str = ""
    """How it was dealt, where that is not as the submission has it: a shoe may be out of order."""
