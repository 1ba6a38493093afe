"""The table's state: what lies where, whose turn it is. A fold over events, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from feltlaw.cards import Card
from feltlaw.meter import Meter
from feltlaw.money import Cents
from feltlaw.round.read import start_meters
from feltlaw.settlement import Settlement
from feltlaw.submission import Submission

ROLES = ("player", "dealer", "floorperson", "device")


@dataclass(frozen=True, slots=True)
class Person:
    """Who gives a command."""

    role: str
    name: str


SYSTEM = Person("device", "table")
"""Who did what follows by itself and is nobody's act: a round found void, the end of a round."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person wants done at a moment (`at`, in seconds), with what it needs."""

    do: str
    by: Person
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `data` is plain JSON, so that a log can hold it."""

    kind: str
    by: Person
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck at the table and how far its preparation has come.

    Stages: received, inspected, verified, spread, stacked, shuffled, cut, placed, used; and `loaded` for the
    one of two decks that is in the shuffler, not shuffled yet, while the other is in play.
    """

    back: str
    opened_at: int
    stage: str
    box_cards: int
    preshuffled: bool = False
    hand_dealt: bool = False
    uncounted_rounds: int = 0
    """Rounds dealt since it was last counted, the one under way included."""
    inspected_by: str = ""
    unwatched: bool = False
    """Whether it has lain at a table that all players had left, and was not washed since."""
    order: tuple[int, ...] = ()
    """The order of the cards, known to nobody at the table; empty where real cards are used."""
    nonce: str = ""
    commitment: str = ""
    cuts: tuple[int, ...] = ()
    """How many cards each cut since the shuffle brought from the top to the bottom."""

    @property
    def committed(self) -> tuple[int, ...]:
        """The order the commitment is about: as shuffled, before any cut."""
        back = len(self.order) - sum(self.cuts) % max(len(self.order), 1)
        return self.order[back:] + self.order[:back]


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table: chips in front of him, and his boxes."""

    name: str
    chips: Cents = 0
    seats: tuple[int, ...] = ()
    left: bool = False
    """Gone in the middle of a round."""
    held: Cents = 0
    """Winnings kept for a player who left."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in its place: `seat 3`, `dealer`, `community`, `fourth 3`, `rack` or `found face up`."""

    place: str
    card: Card


@dataclass(frozen=True)
class RoundState:
    """One round of play."""

    number: int
    stakes: Mapping[int, Mapping[str, Cents]] = field(default_factory=dict)
    """By seat, wagers before the deal."""
    players: Mapping[int, str] = field(default_factory=dict)
    locked: bool = False
    meters_before: Mapping[str, Meter] = field(default_factory=dict)
    """The meters before this round's contributions."""
    chips_counted: bool = False
    draws: Mapping[str, Any] = field(default_factory=dict)
    dealt: tuple[Dealt, ...] = ()
    taken: int = 0
    """Cards taken from the deck, discarded ones included."""
    face_up_found: int = 0
    stub_done: bool = False
    stub_counted: bool = False
    deck_incomplete: bool = False
    """Whether a count after a void round showed that the deck must leave the table."""
    stub_out: bool = False
    examined: bool = False
    """Whether the deal was complete, so that players may look at their cards (11(a), MA 10(a))."""
    decisions: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    community_up: int = 0
    forfeits_collected: bool = False
    dealer_up: bool = False
    turned_up: tuple[int, ...] = ()
    verified: tuple[str, ...] = ()
    """Wins the dealer has verified, as `seat/wager`; in `validated` those a floorperson has."""
    validated: tuple[str, ...] = ()
    losers_collected: bool = False
    settled: tuple[int, ...] = ()
    settled_turns: tuple[int, ...] = ()
    """The lines already carried out, by their turn numbers."""
    released: bool = False
    racked: tuple[str, ...] = ()
    """Places whose cards are in the discard rack, in order; `stub` is the stub."""
    exposed: tuple[str, ...] = ()
    """Places whose cards stay face up after their turn, for Cover All or envy."""
    coupons: Mapping[int, str] = field(default_factory=dict)
    """By seat, the wager on which a match play coupon lies."""
    cover_card: str = ""
    """Where the cover card of the dealer's stack is: `dealer` or `beside the shoe`."""
    collected: tuple[str, ...] = ()
    """Forfeited stakes already in the tray, as `seat/wager`."""
    fourths_up: tuple[int, ...] = ()
    irregularity: str = ""
    irregularities: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    """Places whose bonus cards were wrongly dealt, and put right."""
    seen_early: tuple[tuple[str, int], ...] = ()
    """Cards recorded as seen too early, by their places and numbers there."""
    void: bool = False
    rulings: Mapping[int, str] = field(default_factory=dict)
    settlement: Settlement | None = None
    ended: bool = False

    @property
    def open(self) -> bool:
        """Whether no card has left the deck yet."""
        return not self.ended and not self.taken


@dataclass(frozen=True)
class State:
    """Everything about a table. Phases are in `machine.PHASES`."""

    submission: Submission
    shuffle: str
    """The way of shuffling in use; it changes when a device fails."""
    deal: str
    real_cards: bool = False
    """True where a dealer enters the cards of a real deck."""
    phase: str = "closed"
    now: int = 0
    decks: tuple[Deck | None, ...] = ()
    active: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    tray: Cents = 0
    round: RoundState | None = None
    rounds: int = 0
    out_of_order: Mapping[str, str] = field(default_factory=dict)
    """Devices that may not be used: `shuffler`, `shoe`, and what was done with them."""
    dealer: str = ""
    """Who acted as the dealer last."""

    @property
    def deck(self) -> Deck | None:
        """The deck of this round."""
        return self.decks[self.active]

    def with_deck(self, at: int, deck: Deck | None) -> State:
        return replace(
            self, decks=tuple(deck if number == at else one for number, one in enumerate(self.decks))
        )

    def with_round(self, **changes: Any) -> State:
        assert self.round is not None
        return replace(self, round=replace(self.round, **changes))

    def with_player(self, player: Player) -> State:
        return replace(self, players={**self.players, player.name: player})

    def cards_at(self, place: str) -> tuple[Card, ...]:
        """The cards that lie in a place, in the order they came."""
        return tuple(dealt.card for dealt in self.round.dealt if dealt.place == place) if self.round else ()

    def money(self) -> Cents:
        """All money the table knows of; it changes only by buying in and cashing out."""
        felt = sum(sum(stakes.values()) for stakes in self.on_felt().values())
        pools = sum(meter.total for meter in self.meters.values())
        held = sum(player.chips + player.held for player in self.players.values())
        return held + self.tray + pools + felt

    def on_felt(self) -> Mapping[int, Mapping[str, Cents]]:
        """Stakes not yet settled, by seat; a Play wager counts from the moment it is made."""
        from feltlaw.table.money import open_stakes

        return open_stakes(self)


def start(submission: Submission, *, real_cards: bool = False) -> State:
    """A closed table, its meters at their seeds. The house has put the seeds there."""
    meters = start_meters(submission)
    return State(
        submission,
        submission.cards.shuffle,
        submission.cards.deal,
        real_cards,
        decks=(None,) * submission.cards.decks,
        meters=meters,
        tray=-sum(meter.total for meter in meters.values()),
    )


def to_json(value: object) -> Any:
    """A state as plain JSON, the same for equal states; the submission stands as its hash."""
    if isinstance(value, Submission):
        return value.digest
    if isinstance(value, Settlement):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: to_json(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {
            str(key): to_json(inner) for key, inner in sorted(value.items(), key=lambda pair: str(pair[0]))
        }
    if isinstance(value, list | tuple):
        return [to_json(inner) for inner in value]
    if isinstance(value, Card | Fraction):
        return str(value)
    return value
