"""What is told of an event, by its kind. Where nobody has anything to hide it is the event's own data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from feltlaw.cards import Card
from feltlaw.event import AccountId
from feltlaw.schema import Codec, Few, SchemaError, Text, Whole, codec, declare
from feltlaw.seal import Opened
from feltlaw.table.places import Place
from feltlaw.table.state import Count, Name, Seat, Word
from feltlaw.values import quick
from feltlaw.views.parts import (
    ActView,
    Cards,
    CheckView,
    Clauses,
    HandView,
    Hash,
    LevelView,
    LineView,
    Money,
    RequestView,
    SealView,
    SeatOrNone,
    StakeView,
    Words,
)
from feltlaw.views.text import Written, declare_writer, text

Seats = Annotated[tuple[Seat, ...], Few(20)]
Lines = Annotated[tuple[LineView, ...], Few(500)]
Places = Annotated[tuple[Place, ...], Few(200)]
Time = Annotated[str, Text(24)]
Told = Annotated[object, "by the kind of the event"]


def _unread(value: Any, where: str) -> Any:
    raise SchemaError(where, "what is told of an event is not read back", "Read the record.")


declare(Told, Codec(_unread, lambda value: codec(type(value)).write(value), {"type": "object"}))
declare_writer(Told, text)


@dataclass(frozen=True, slots=True)
class ByView(Written):
    """Who did it, in which role."""

    role: Word
    account: AccountId


@quick
@dataclass(frozen=True, slots=True)
class OwnPart:
    """What an event tells one person beside everybody's."""

    hands: Annotated[tuple[HandView, ...], Few(20)] = ()
    """A player's hands, told when he may look at them."""
    lines: Annotated[tuple[LineView, ...], Few(200)] = ()
    """His lines in full, where others do not see what they rest on."""
    three: Cards = ()
    """How he set his hand."""
    house_way: bool = False
    kept: Money = 0
    """What the cage keeps for him."""
    seal: Annotated[tuple[Opened, ...], Few(60)] = ()
    """After a round: the cards he held and not everybody has seen; for an auditor the whole deck."""


@dataclass(frozen=True, slots=True)
class CrewPart:
    """What an event tells the crew beside everybody's."""

    request: RequestView | None = None
    check: CheckView | None = None
    why: Words = ""


@quick
@dataclass(frozen=True, slots=True)
class EventView:
    """Something that happened, as one person may know it."""

    number: Annotated[int, Whole(0, 10**12)]
    kind: Name
    by: ByView
    at: Time
    data: Told
    phase: Word = ""
    """What the table does from now on, where that changed."""
    confirmed_by: ByView | None = None
    own: OwnPart | None = None
    crew: CrewPart | None = None


@dataclass(frozen=True, slots=True)
class Untold:
    """Something that only the crew knows more of."""


# ── a table's life, and decks ──


@dataclass(frozen=True, slots=True)
class OpenedView:
    """A table was opened: what it is pinned to, without what its chance could be repeated from."""

    table: Name
    submission: Hash
    """The digest of its submission."""
    regulation: Hash
    program: Word
    real_cards: bool = False
    practice: bool = False


@dataclass(frozen=True, slots=True)
class SnapshotView:
    """The state was written down after this event."""

    number: Annotated[int, Whole(0, 10**12)] = 0


@dataclass(frozen=True, slots=True)
class ReceivedView:
    """A deck came to the table."""

    deck: Count
    back: Word
    cards: Count
    preshuffled: bool = False
    root: Hash = ""


@dataclass(frozen=True, slots=True)
class ShuffledView:
    """A deck was shuffled and sealed: its root, never its order."""

    deck: Count
    root: Hash = ""
    counted: Count | None = None
    removed: bool = False
    other: bool = False
    """Whether it is not the deck of this round but the one after it."""


@dataclass(frozen=True, slots=True)
class DeckStage:
    """A deck, and how far its preparation has come."""

    back: Word
    stage: Word


@dataclass(frozen=True, slots=True)
class EquipmentView:
    """How the table goes on: the ways of shuffling and dealing, and its decks."""

    shuffle: Word
    deal: Word
    decks: Annotated[tuple[DeckStage | None, ...], Few(2)]


@dataclass(frozen=True, slots=True)
class DeviceOutView:
    """A device was put out of order."""

    device: Word
    sign: Word
    equipment: EquipmentView | None = None


@dataclass(frozen=True, slots=True)
class DeviceBackView:
    """A device is in use again."""

    device: Word
    equipment: EquipmentView


# ── people and wagers ──


@dataclass(frozen=True, slots=True)
class BoxStakes:
    """The wagers of a box."""

    seat: Seat
    wagers: Annotated[tuple[StakeView, ...], Few(30)]


@dataclass(frozen=True, slots=True)
class LeftView:
    """A player gave up boxes, left in mid-round, or went."""

    player: AccountId
    seats: Seats
    mid_round: bool = False
    returned: Annotated[tuple[BoxStakes, ...], Few(20)] = ()
    taken_along: Money = 0
    table_idle: bool = False


@dataclass(frozen=True, slots=True)
class ExchangedView:
    """Money and chips changed hands."""

    player: AccountId
    amount: Money


@quick
@dataclass(frozen=True, slots=True)
class BetView:
    """What lies in a box from now on."""

    seat: Seat
    player: AccountId
    wagers: Annotated[tuple[StakeView, ...], Few(30)] = ()
    coupon: Word = ""
    accepted: Annotated[tuple[Name, ...], Few(20)] = ()


@dataclass(frozen=True, slots=True)
class ReturnedView:
    """A wager that went back at the call, and why."""

    seat: Seat
    wager: Name
    why: Words


@dataclass(frozen=True, slots=True)
class ReadingView:
    """What a meter shows after this."""

    link: Name
    levels: Annotated[tuple[LevelView, ...], Few(8)]


@dataclass(frozen=True, slots=True)
class DrawnView:
    """A random draw."""

    draw: Name
    value: Word


@dataclass(frozen=True, slots=True)
class ClosedView:
    """Betting is closed."""

    returned: Annotated[tuple[ReturnedView, ...], Few(100)] = ()
    draws: Annotated[tuple[DrawnView, ...], Few(4)] = ()
    readings: Annotated[tuple[ReadingView, ...], Few(8)] = ()
    chips_to_count: Count = 0


@dataclass(frozen=True, slots=True)
class ChipsResolvedView:
    """A difference in the progressive chips was resolved."""

    seat: Seat
    wager: Name
    cancelled: bool


# ── the cards ──


@quick
@dataclass(frozen=True, slots=True)
class DealtView:
    """Cards came to their places, in this order, face down."""

    steps: Annotated[tuple[Name, ...], Few(10)]
    to: Places
    complete: bool = False
    """Whether the players may look at their cards from now on."""
    cover_card: Word = ""


@quick
@dataclass(frozen=True, slots=True)
class ShownView:
    """Cards that everybody sees from now on, and what the cards of that place make."""

    place: Place
    cards: Cards
    hand: Words = ""
    three: Cards = ()
    qualifies: bool | None = None
    before: Cards = ()
    """What was up in that place before."""
    down: Count = 0
    """What still lies face down there."""
    board: Cards = ()
    """The community cards that the hand is made of as well."""


@quick
@dataclass(frozen=True, slots=True)
class RevealedView:
    """Cards were turned up."""

    shown: ShownView
    cover_card: Word = ""


@quick
@dataclass(frozen=True, slots=True)
class DecidedView:
    """A player has decided."""

    seat: Seat
    answer: ActView
    absent: bool = False
    """Whether nobody answered and this is what counts."""


@quick
@dataclass(frozen=True, slots=True)
class RackedView:
    """How many cards of a place went into the rack."""

    place: Place
    cards: Count


@dataclass(frozen=True, slots=True)
class CardsRackedView:
    """The cards that lay on the layout went into the rack, in this order."""

    order: Annotated[tuple[RackedView, ...], Few(60)]


# ── money ──


@dataclass(frozen=True, slots=True)
class ForfeitsView:
    """What folds and surrenders cost, hand by hand. A hand that the dealer looked at stays unseen (I-100)."""

    seats: Seats
    lines: Lines = ()
    racked: Places = ()
    looked_at: Seats = ()
    shown: Annotated[tuple[ShownView, ...], Few(20)] = ()
    """Hands that lie face up from now on."""
    counted: Annotated[tuple[RackedView, ...], Few(20)] = ()
    """Cards of surrendered hands, counted face down."""


@quick
@dataclass(frozen=True, slots=True)
class SettledView:
    """Lines that were carried out, cards turned up for them, hands that left the table."""

    lines: Lines
    shown: Annotated[tuple[ShownView, ...], Few(20)] = ()
    racked: Places = ()
    exposed: Seats | None = None


@dataclass(frozen=True, slots=True)
class VerifiedView:
    """A win was verified; a share of a meter has its amount, for seat 0 one that several divide."""

    seat: SeatOrNone
    wager: Name
    light: bool = True
    amount: Money | None = None
    reading: ReadingView | None = None
    waits_for_link: bool = False


@dataclass(frozen=True, slots=True)
class LightView:
    """What the record of the system showed of a wager whose light was off."""

    seat: Seat
    wager: Name
    accepted: bool


@dataclass(frozen=True, slots=True)
class ValidatedView:
    """A win was validated."""

    seat: Seat
    wager: Name
    by: AccountId


@dataclass(frozen=True, slots=True)
class LinkReturnedView:
    """A link that did not answer is back."""

    link: Name
    awards: Annotated[tuple[VerifiedView, ...], Few(50)] = ()


@dataclass(frozen=True, slots=True)
class TakenBackView:
    """A payment of the round that was undone."""

    seat: Seat
    name: Name
    amount: Money
    short: Money = 0
    """What the player did not have any more."""


@dataclass(frozen=True, slots=True)
class VoidedView:
    """The round is void: every wager goes back."""

    irregularity: Word
    clauses: Clauses
    lines: Lines = ()
    taken_back: Annotated[tuple[TakenBackView, ...], Few(500)] = ()


@dataclass(frozen=True, slots=True)
class CorrectedView:
    """A payment was put right, linked to the event it corrects."""

    event: Annotated[int, Whole(1, 10**12)]
    player: AccountId
    amount: Money
    to: Word
    reason: Words
    short: Money = 0


@dataclass(frozen=True, slots=True)
class BonusCardsView:
    """Wrongly dealt bonus cards were put right, or the wagers that depend on them went back."""

    place: Place
    found: Word
    returned: Annotated[tuple[BoxStakes, ...], Few(20)] = ()


@dataclass(frozen=True, slots=True)
class ReportedView:
    """An irregularity, and what becomes of the round and of the cards."""

    irregularity: Word
    round: Word
    cards_go: Word
    clauses: Clauses
    place: Place | None = None
    nth: Count = 0
    cards: Count = 0
    card: Card | None = None
    """One that was found face up; a card seen too early is not told to those who did not see it."""


@quick
@dataclass(frozen=True, slots=True)
class RoundOverView:
    """A round is over, and the seal of its deck is opened for what everybody saw (I-155)."""

    round: Count
    void: bool = False
    deck_removed: bool = False
    table_idle: bool = False
    equipment: EquipmentView | None = None
    seal: SealView | None = None
