"""What a view is made of. Every value here was put in because somebody may see it; nothing was taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from feltlaw.cards import Card
from feltlaw.event import AccountId
from feltlaw.regulation.model import Cite
from feltlaw.schema import Codec, Dollars, Few, SchemaError, Text, Whole, declare
from feltlaw.seal import Opened
from feltlaw.table.state import Count, Name, Seat, Word
from feltlaw.values import quick
from feltlaw.views.text import Written

LARGEST = 10**15
Money = Annotated[int, Dollars(0, LARGEST)]
Net = Annotated[int, Dollars(-LARGEST, LARGEST)]
Words = Annotated[str, Text(2000, 0)]
SeatOrNone = Annotated[int, Whole(0, 99)]
Cards = Annotated[tuple[Card, ...], Few(60)]
Clauses = Annotated[tuple[Annotated[str, Text(60)], ...], Few(60)]
Hash = Annotated[str, Text(64, 0)]
Json = Annotated[Mapping[str, Any], "any JSON object"]


def _object(value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise SchemaError(where, "it is not a table of fields", "Give each field by its name.")
    return value


declare(Json, Codec(_object, lambda value: value, {"type": "object"}))

VIEWERS = ("player", "dealer", "floorperson", "auditor", "manager", "cashier", "onlooker")
"""In which roles one looks at a table."""
ON_DUTY = ("dealer", "floorperson", "auditor")
"""Roles that see what the crew of a table may see."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table: a role and, for a player, the account."""

    role: str
    account: str = ""

    def __post_init__(self) -> None:
        if self.role not in VIEWERS:
            raise ValueError(f"there is no view for a {self.role}; there are {', '.join(VIEWERS)}")


def cited(cite: Cite) -> Clauses:
    """Clauses and the readings of them in one list, as a person wants them."""
    return (*cite.clauses, *cite.interpretations)


# ── what anybody can see ──


@quick
@dataclass(frozen=True, slots=True)
class LimitsView(Written):
    """The limits of the table."""

    minimum: Money
    maximum: Money
    seats: Count
    adjacent_boxes: Count
    payout_limit: Money | None = None


@quick
@dataclass(frozen=True, slots=True)
class SeatView(Written):
    """A seat that is taken."""

    seat: Seat
    player: AccountId
    chips: Money
    """What lies in front of the player, without what is staked."""
    away: bool = False
    """Whether he left in the middle of the round."""


@quick
@dataclass(frozen=True, slots=True)
class DeckView(Written):
    """The deck of this round."""

    back: Word
    stage: Word
    root: Hash = ""
    """Its seal: the commitment to the order, card by card."""


@quick
@dataclass(frozen=True, slots=True)
class LevelView:
    """What a level of a meter shows."""

    level: Name
    showing: Money


@quick
@dataclass(frozen=True, slots=True)
class HitView:
    """A hit whose round is not over."""

    table: Name
    round: Count
    seats: Annotated[tuple[Seat, ...], Few(20)]
    wager: Name
    amount: Money
    level: Word = ""
    """The level whose amount it has locked; empty for a fixed amount."""
    validated: bool = False


@quick
@dataclass(frozen=True, slots=True)
class MeterView(Written):
    """A progressive meter."""

    meter: Name
    link: Name
    levels: Annotated[tuple[LevelView, ...], Few(8)] = ()
    stopped: Words = ""
    """Why no wager on it is taken; empty while it runs."""
    hits: Annotated[tuple[HitView, ...], Few(100)] = ()


@quick
@dataclass(frozen=True, slots=True)
class StakeView:
    """A wager of a box."""

    wager: Name
    stake: Money
    lies: Money = 0
    """What of it lies on the layout now."""


@quick
@dataclass(frozen=True, slots=True)
class ActView:
    """A decision, as it was spoken. How a hand was set lies face down."""

    act: Word
    times: Count = 0
    wager: Word = ""
    amount: Money = 0


@quick
@dataclass(frozen=True, slots=True)
class BoxView(Written):
    """A betting position in the round: its wagers and what its player decided."""

    seat: Seat
    player: AccountId
    wagers: Annotated[tuple[StakeView, ...], Few(30)] = ()
    acts: Annotated[tuple[ActView, ...], Few(10)] = ()
    coupon: Word = ""
    ready: bool = False
    left: Word = ""
    """`fold` or `surrender`, where the hand is out of the round."""
    ruling: Word = ""


@quick
@dataclass(frozen=True, slots=True)
class PlaceView(Written):
    """Cards in a place: how many lie face down there, and which everybody has seen."""

    group: Word
    seat: SeatOrNone = 0
    down: Count = 0
    up: Cards = ()
    racked: bool = False
    """Whether they are in the discard rack by now."""
    hand: Words = ""
    """What the cards make, where all that it rests on were seen."""
    three: Cards = ()
    """Of a hand that was set: its three-card hand, where it was seen."""
    qualifies: bool | None = None


@quick
@dataclass(frozen=True, slots=True)
class DrawView:
    """A random draw of the round."""

    draw: Name
    value: Word


@quick
@dataclass(frozen=True, slots=True)
class LineView(Written):
    """A stake or an award that was settled.

    Without `outcome`, `pays` and `hand` where not everybody has seen the cards behind it: then the money is
    told and nothing else.
    """

    seat: Seat
    result: Word
    stake: Money
    paid: Money
    returned: Money
    net: Net
    clauses: Clauses
    turn: Count = 0
    wager: Word = ""
    award: Word = ""
    outcome: Word = ""
    pays: Word = ""
    hand: Words = ""
    on: Word = ""
    """For an award: the wager it is paid on."""
    for_seat: SeatOrNone = 0
    """For envy: whose hand earned it."""
    interpretations: Clauses = ()
    note: Words = ""
    by_hand: bool = False

    @property
    def id(self) -> str:
        return self.wager or self.award

    @property
    def is_award(self) -> bool:
        return bool(self.award)


@quick
@dataclass(frozen=True, slots=True)
class SealView:
    """The opened seal: each card with what proves it against the root (`feltlaw.seal.is_sealed`)."""

    root: Hash
    cards: Annotated[tuple[Opened, ...], Few(60)]


@quick
@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of play."""

    number: Count
    locked: bool = False
    """Whether "no more bets" was called."""
    boxes: Annotated[tuple[BoxView, ...], Few(20)] = ()
    places: Annotated[tuple[PlaceView, ...], Few(60)] = ()
    draws: Annotated[tuple[DrawView, ...], Few(4)] = ()
    lines: Annotated[tuple[LineView, ...], Few(1000)] = ()
    """The lines that were carried out, in the order they were."""
    irregularities: Annotated[tuple[Word, ...], Few(100)] = ()
    void: bool = False
    ended: bool = False
    seal: SealView | None = None
    """After the round: the cards that everybody has seen (I-155)."""


@quick
@dataclass(frozen=True, slots=True)
class WaitsView(Written):
    """What the table waits for."""

    role: Word = field(metadata={"json": "for"})
    """Who is to act."""
    do: Word
    text: Words
    clauses: Clauses = ()
    seats: Annotated[tuple[Seat, ...], Few(20)] = ()
    """Whose turn it is, where players decide."""
    seat: SeatOrNone = 0
    """The seat that a step of the crew is about."""


@quick
@dataclass(frozen=True, slots=True)
class Public:
    """What anybody standing by can see of a table."""

    table: Name
    regulation: Name
    phase: Word
    rounds: Count
    """Rounds that are over."""
    limits: LimitsView
    seats: Annotated[tuple[SeatView, ...], Few(99)] = ()
    deck: DeckView | None = None
    meters: Annotated[tuple[MeterView, ...], Few(8)] = ()
    round: RoundView | None = None
    waits: WaitsView | None = None
    real_cards: bool = False
    stopped: bool = False
    """Whether a fault has stopped the table."""


# ── one's own ──


@quick
@dataclass(frozen=True, slots=True)
class HandView(Written):
    """A hand of one's own."""

    seat: Seat
    cards: Cards
    hand: Words = ""
    """What the cards make, with the community cards that are up."""
    three: Cards = ()
    """How it was set."""


@quick
@dataclass(frozen=True, slots=True)
class YouView:
    """A player's own: what nobody else sees, and his money."""

    account: AccountId
    seats: Annotated[tuple[Seat, ...], Few(20)] = ()
    chips: Money = 0
    held: Money = 0
    """What is kept for him until the round is over."""
    away: bool = False
    hands: Annotated[tuple[HandView, ...], Few(20)] = ()
    lines: Annotated[tuple[LineView, ...], Few(200)] = ()
    """His own lines in full, where others do not see what they rest on."""
    seal: Annotated[tuple[Opened, ...], Few(60)] = ()
    """After the round: the cards he held and not everybody has seen (I-155)."""


@quick
@dataclass(frozen=True, slots=True)
class CrewDeckView(Written):
    """A deck as the crew knows it."""

    back: Word
    stage: Word
    cards: Count
    in_use_seconds: Annotated[int, Whole(0, LARGEST)] = 0
    preshuffled: bool = False
    uncounted_rounds: Count = 0
    inspected_by: Word = ""
    root: Hash = ""


@quick
@dataclass(frozen=True, slots=True)
class DeviceView(Written):
    """A device that may not be used."""

    device: Word
    sign: Word


@quick
@dataclass(frozen=True, slots=True)
class RequestView(Written):
    """Something one person asks for and another must confirm (I-157)."""

    id: Count
    do: Name
    by: AccountId
    about: Words


@quick
@dataclass(frozen=True, slots=True)
class CheckView(Written):
    """How far people have come with a win that is looked at closely."""

    seat: Seat
    wager: Name
    verified_by: AccountId
    light: bool = True
    validated_by: Word = ""
    waits_for_link: bool = False


@quick
@dataclass(frozen=True, slots=True)
class CrewView(Written):
    """What the crew of a table may see beside everybody's."""

    shuffle: Word
    deal: Word
    inventory: Net
    house: Net
    decks: Annotated[tuple[CrewDeckView | None, ...], Few(2)] = ()
    dealer: Word = ""
    out_of_order: Annotated[tuple[DeviceView, ...], Few(4)] = ()
    requests: Annotated[tuple[RequestView, ...], Few(50)] = ()
    checks: Annotated[tuple[CheckView, ...], Few(100)] = ()
    due: Annotated[tuple[LineView, ...], Few(100)] = ()
    """What the dealer takes, returns and pays next, all its cards being up."""
    stopped: Words = ""
    """Why the table is stopped."""


@quick
@dataclass(frozen=True, slots=True)
class OfferView:
    """Something this person may do now; `data` as it stands is accepted."""

    do: Name
    data: Json
    text: Words
    clauses: Clauses = ()
    choose: Json | None = None
    """What may be put in the place of a field, with its bounds."""


@quick
@dataclass(frozen=True, slots=True)
class Own:
    """What one person sees beside everybody's, and what he may do."""

    role: Word
    legal: Annotated[tuple[OfferView, ...], Few(1000)]
    you: YouView | None = None
    crew: CrewView | None = None
    seal: SealView | None = None
    """For an auditor, after the round: the whole deck (I-155)."""
