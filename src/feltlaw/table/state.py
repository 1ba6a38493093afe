"""The table's state: what lies where, whose turn it is. A fold over events, and nothing else.

A round has parts that a reader can tell apart: `facts`, everything its settlement rests on; `betting`,
`dealing`, `settling` and `racked`, how far the dealer has come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from feltlaw.books import Account, Balances, chips, felt, held
from feltlaw.cards import Card
from feltlaw.event import AccountId, CentsField, Person
from feltlaw.money import Cents
from feltlaw.round.model import Answer
from feltlaw.schema import Few, Text, Whole
from feltlaw.settlement import Line
from feltlaw.submission import Submission
from feltlaw.table.places import Place
from feltlaw.values import carried, changed, quick

Seat = Annotated[int, Whole(1, 99)]
Count = Annotated[int, Whole(0, 10**9)]
Millis = Annotated[int, Whole(0, 10**15)]
Word = Annotated[str, Text(60, 0)]
Name = Annotated[str, Text(80)]
Stakes = Annotated[Mapping[Name, CentsField], Few(30)]
ByLevel = Annotated[Mapping[Name, CentsField], Few(8)]
CardNumber = Annotated[int, Whole(0, 52)]
MOST_REQUESTS = 50
MOST_CUTS = 60
MOST_IRREGULARITIES = 100


@quick
@dataclass(frozen=True, slots=True)
class Deck:
    """One deck at the table and how far its preparation has come.

    Stages: received, inspected, verified, spread, stacked, shuffled, cut, placed, used; `loaded` for the
    one of two decks that is in the shuffler, not shuffled yet, while the other is in play; `idle` for one
    that is spread at a table without gaming activity.
    """

    back: Word
    since: Millis
    """On the table's own clock (`State.running`), when it came."""
    stage: Word
    box_cards: Count
    preshuffled: bool = False
    hand_dealt: bool = False
    uncounted_rounds: Count = 0
    """Rounds dealt since it was last counted, the one under way included."""
    inspected_by: Word = ""
    unwatched: bool = False
    """Whether it has lain at a table that all players had left, and was not washed since."""
    face_up: bool = False
    """Of one that is spread at an idle table: whether it was spread face up."""
    order: Annotated[tuple[CardNumber, ...], Few(60)] = ()
    """The order of the cards, known to nobody at the table; empty where real cards are used."""
    secret: Annotated[str, Text(64, 0)] = ""
    """What the nonces of its seal follow from."""
    root: Annotated[str, Text(64, 0)] = ""
    """Its seal: the public commitment to the order."""
    cuts: Annotated[tuple[Count, ...], Few(MOST_CUTS)] = ()
    """How many cards each cut since the shuffle brought from the top to the bottom; very many are one."""

    def sealed_place(self, place: int) -> int:
        """Where the card that is now at a place from the top was when the deck was sealed."""
        return (place + sum(self.cuts)) % len(self.order)

    @property
    def unplaced(self) -> str:
        """The stage it has outside the shoe, where it was made ready and no card of it was dealt."""
        return "cut" if self.cuts else "shuffled"

    @property
    def sealed_order(self) -> tuple[int, ...]:
        """The order the seal is about: as shuffled, before any cut."""
        back = len(self.order) - sum(self.cuts) % max(len(self.order), 1)
        return self.order[back:] + self.order[:back]


@quick
@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in its place; None for a card of a real deck that nobody has turned up yet."""

    place: Place
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A share of a meter as it was measured for a seat's wager, or, for seat 0, for all who share it."""

    seat: Annotated[int, Whole(0, 99)]
    wager: Name
    showing_cents: CentsField
    cents: CentsField


@dataclass(frozen=True)
class Facts:
    """Everything a round's settlement rests on."""

    stakes: Annotated[Mapping[Seat, Stakes], Few(20)] = field(default_factory=dict)
    """By seat, every wager, those made by a decision included."""
    players: Annotated[Mapping[Seat, AccountId], Few(20)] = field(default_factory=dict)
    coupons: Annotated[Mapping[Seat, Name], Few(20)] = field(default_factory=dict)
    draws: Annotated[Mapping[Name, Word | Count], Few(4)] = field(default_factory=dict)
    dealt: Annotated[tuple[Dealt, ...], Few(200)] = ()
    answers: Annotated[Mapping[Seat, Annotated[tuple[Answer, ...], Few(10)]], Few(20)] = field(
        default_factory=dict
    )
    rulings: Annotated[Mapping[Seat, Word], Few(20)] = field(default_factory=dict)
    awards: Annotated[tuple[Award, ...], Few(50)] = ()
    irregularity: Word = ""

    @property
    def by_place(self) -> Mapping[Place, tuple[Card | None, ...]]:
        """The cards in their places, in the order they came."""
        return carried(self, "by_place", (self.dealt,), _by_place)

    @property
    def boxes_by_player(self) -> Mapping[str, tuple[int, ...]]:
        """By player the seats where he has a hand, in the order of the first of them."""
        return carried(self, "boxes_by_player", (self.players,), _boxes_by_player)


def _boxes_by_player(facts: Facts) -> Mapping[str, tuple[int, ...]]:
    return by_player(facts.players)


def _by_place(facts: Facts) -> Mapping[Place, tuple[Card | None, ...]]:
    found: dict[Place, list[Card | None]] = {}
    for one in facts.dealt:
        found.setdefault(one.place, []).append(one.card)
    return {place: tuple(cards) for place, cards in found.items()}


@quick
@dataclass(frozen=True, slots=True)
class Contribution:
    """What a round's wagers have put on one link."""

    link: Name
    wagers: Count
    cents: ByLevel
    reserve: ByLevel = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OwedHit:
    """A hit of a void round that its link, which did not answer then, still holds for this table."""

    link: Name
    hit: Annotated[str, Text(200)]
    why: Annotated[str, Text(200)]
    back_cents: CentsField = 0
    """Of what the link has paid on it, what this table has taken back already."""


@dataclass(frozen=True, slots=True)
class LinkNews:
    """What a link that did not answer has still to be told of a hit: validated, paid, or else over."""

    link: Name
    hit: Annotated[str, Text(200)]
    validated_by: Word = ""
    paid_cents: CentsField | None = None
    by_hand: bool = False


@dataclass(frozen=True)
class Betting:
    locked: bool = False
    """Whether "no more bets" was called."""
    ready: Annotated[tuple[Seat, ...], Few(20)] = ()
    """Seats whose players wait for the deal."""
    chips_counted: bool = False
    contributions: Annotated[tuple[Contribution, ...], Few(8)] = ()


@dataclass(frozen=True, slots=True)
class SeenEarly:
    """A card recorded as seen too early: its place, and the how many-th there."""

    place: Place
    nth: Count


@dataclass(frozen=True)
class Dealing:
    taken: Count = 0
    """Cards taken from the deck, discarded ones included."""
    found_face_up: Count = 0
    stub: Word = ""
    """`out` once it has left an automated shoe, `racked` once it is in the rack."""
    stub_counted: bool = False
    incomplete: bool = False
    """Whether a count after a void round showed that the deck must leave the table."""
    complete: bool = False
    """Whether the deal was complete, so that players may look at their cards (11(a), MA 10(a))."""
    cover_card: Word = ""
    """Where the cover card of the dealer's stack is: `dealer` or `beside the shoe`."""
    seen_early: Annotated[tuple[SeenEarly, ...], Few(100)] = ()
    corrected: Annotated[tuple[Place, ...], Few(20)] = ()
    """Places whose bonus cards were wrongly dealt, and put right."""


@quick
@dataclass(frozen=True, slots=True)
class Check:
    """How far people have come with a win that is looked at closely."""

    seat: Seat
    wager: Name
    """The wager, or the award on it."""
    on: Word
    verified_by: AccountId
    light: bool = True
    hit: Annotated[str, Text(200, 0)] = ""
    """Its name on the link, where a floorperson validates it."""
    validated_by: Word = ""
    light_resolved_by: Word = ""
    """The floorperson who found that the wager had been accepted although its light was off (I-156)."""
    waits_for_link: bool = False
    """Whether the award is registered without an amount, because its link was down (I-154)."""


@dataclass(frozen=True)
class Settling:
    dealer_up: bool = False
    community_up: Count = 0
    forfeits: Annotated[tuple[Seat, ...], Few(20)] = ()
    """Seats whose forfeits have been collected."""
    forfeits_done: bool = False
    turned_up: Annotated[tuple[Seat, ...], Few(20)] = ()
    fourths_up: Annotated[tuple[Seat, ...], Few(20)] = ()
    checks: Annotated[tuple[Check, ...], Few(100)] = ()
    losers_collected: bool = False
    lines: Annotated[tuple[Line, ...], Few(1000)] = ()
    """The lines that were carried out, in the order they were."""
    exposed: Annotated[tuple[Seat, ...], Few(20)] = ()
    """Seats whose hands stay face up after their turn (Massachusetts)."""
    released: bool = False
    """Whether a winner's cards were released, the papers being complete."""


@dataclass(frozen=True)
class RoundState:
    """One round of play."""

    number: Count
    facts: Facts = field(default_factory=Facts)
    betting: Betting = Betting()
    dealing: Dealing = Dealing()
    settling: Settling = Settling()
    up: Annotated[Mapping[Place, Annotated[tuple[Card, ...], Few(10)]], Few(60)] = field(default_factory=dict)
    """The cards that everybody has seen face up, by place."""
    racked: Annotated[tuple[Place, ...], Few(60)] = ()
    """Places whose cards are in the discard rack, in order."""
    dealers: Annotated[tuple[AccountId, ...], Few(50)] = ()
    """Who has acted as the dealer in it."""
    irregularities: Annotated[tuple[Word, ...], Few(MOST_IRREGULARITIES)] = ()
    cleared: bool = False
    """Whether the cards were taken off the layout when all was settled."""
    void: bool = False
    ended: bool = False

    @property
    def is_open(self) -> bool:
        """Whether no card has left the deck yet."""
        return not self.ended and not self.dealing.taken

    def cards_at(self, place: Place) -> tuple[Card | None, ...]:
        """The cards that lie in a place, None for those of a real deck that nobody has seen."""
        return self.facts.by_place.get(place, ())

    def known_at(self, place: Place) -> tuple[Card, ...]:
        """The same where all are known; nothing where one is not."""
        cards = self.cards_at(place)
        return tuple(card for card in cards if card is not None) if None not in cards else ()


@dataclass(frozen=True, slots=True)
class Request:
    """Something one person asks for and another must confirm (I-157)."""

    id: Count
    do: Name
    by: Person
    at: Millis
    data: Annotated[str, Text(10_000)]
    """The command's data in canonical JSON."""
    about: Annotated[str, Text(300)]
    against: Word = ""
    """The player who is said to have gone; what he does himself shows that he has not."""


def by_player(seats: Mapping[int, str]) -> Mapping[str, tuple[int, ...]]:
    """By player his seats, in the order of the first of them; people seldom move."""
    return _sorted_out(tuple(sorted(seats.items())))


@lru_cache(maxsize=256)
def _sorted_out(seats: tuple[tuple[int, str], ...]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for seat, player in seats:
        found[player] = (*found.get(player, ()), seat)
    return found


def _seats_by_player(state: State) -> Mapping[str, tuple[int, ...]]:
    return by_player(state.seats)


def _here(state: State) -> tuple[str, ...]:
    return tuple([name for name in state.seats_by_player if name not in state.away])


@dataclass(frozen=True)
class State:
    """Everything about a table. Phases are in `phases.PHASES`."""

    submission: Submission = field(metadata={"json": ""})
    table: Name
    shuffle: Word
    """The way of shuffling in use; it changes when a device fails."""
    deal: Word
    real_cards: bool = False
    """True where the cards are real and become known when they are turned up."""
    is_open: bool = False
    phase: Word = "closed"
    now: Millis = 0
    """The clock of the last event."""
    running: Millis = 0
    """The table's own clock: what has gone by since it was first opened, however the other one jumped."""
    decks: Annotated[tuple[Deck | None, ...], Few(2)] = ()
    active: Count = 0
    seats: Annotated[Mapping[Seat, AccountId], Few(99)] = field(default_factory=dict)
    """Who sits where."""
    away: Annotated[tuple[AccountId, ...], Few(99)] = ()
    """Players who left in the middle of the round."""
    guests: Annotated[tuple[AccountId, ...], Few(99)] = ()
    """At a table with real cards: players whom the dealer has seated, and for whom he enters what they do."""
    crew: Annotated[tuple[AccountId, ...], Few(1000)] = ()
    """Who has worked at the table since it was opened."""
    dealer: Word = ""
    """Who acted as the dealer last."""
    books: Annotated[Mapping[Account, Annotated[int, Whole(-(10**15), 10**15)]], Few(1000)] = field(
        default_factory=dict
    )
    links: Annotated[Mapping[Name, Name], Few(8)] = field(default_factory=dict)
    """By the regulation's name of a meter, the link that keeps it."""
    owed_to_links: Annotated[tuple[Contribution, ...], Few(100)] = ()
    """Contributions to take off links that did not answer when their round was void (I-154)."""
    owed_hits: Annotated[tuple[OwedHit, ...], Few(100)] = ()
    """Hits to give back to them."""
    untold: Annotated[tuple[LinkNews, ...], Few(100)] = ()
    """What they have to hear of other hits first, in its order."""
    round: RoundState | None = None
    rounds: Count = 0
    out_of_order: Annotated[Mapping[Word, Word], Few(4)] = field(default_factory=dict)
    """Devices that may not be used: `shuffler`, `shoe`, and what was done with them."""
    requests: Annotated[tuple[Request, ...], Few(MOST_REQUESTS)] = ()
    asked: Count = 0
    """Requests made so far, so that no two have one number."""
    stopped: Annotated[str, Text(300, 0)] = ""
    """Why nothing goes on: a fault of the program; empty while all is well."""

    def __repr__(self) -> str:
        seats = ", ".join(f"{seat} {player}" for seat, player in sorted(self.seats.items()))
        return f"<State of {self.table}: {self.phase}, {self.rounds} rounds over, seats: {seats or 'empty'}>"

    @property
    def deck(self) -> Deck | None:
        """The deck of this round."""
        return self.decks[self.active] if self.decks else None

    def with_deck(self, at: int, deck: Deck | None) -> State:
        decks = tuple(deck if number == at else one for number, one in enumerate(self.decks))
        return changed(self, decks=decks)

    def in_round(self, **changes: Any) -> State:
        """The state with a changed round."""
        return changed(self, round=changed(self.played, **changes))

    def with_facts(self, **changes: Any) -> State:
        return self.in_round(facts=changed(self.played.facts, **changes))

    def dealing_on(self, **changes: Any) -> State:
        return self.in_round(dealing=changed(self.played.dealing, **changes))

    def settling_on(self, **changes: Any) -> State:
        return self.in_round(settling=changed(self.played.settling, **changes))

    @property
    def played(self) -> RoundState:
        """The round, where there is one; asked for only where a rule has made sure of it."""
        if self.round is None:
            raise LookupError("there is no round")
        return self.round

    @property
    def under_way(self) -> RoundState | None:
        """The round that has begun and is not over."""
        return self.round if self.round is not None and not self.round.ended else None

    @property
    def locked(self) -> RoundState | None:
        """The round for which betting is closed."""
        round_ = self.under_way
        return round_ if round_ is not None and round_.betting.locked else None

    # ── people ──

    def seats_of(self, account: str) -> tuple[int, ...]:
        return tuple(sorted([seat for seat, name in self.seats.items() if name == account]))

    @property
    def seats_by_player(self) -> Mapping[str, tuple[int, ...]]:
        """The same for who asks for everybody's."""
        return carried(self, "seats_by_player", (self.seats,), _seats_by_player)

    def is_away(self, account: str) -> bool:
        return account in self.away

    def is_here(self, account: str) -> bool:
        return account in self.seats.values() and account not in self.away

    @property
    def here(self) -> tuple[str, ...]:
        """The players who sit at the table and are there."""
        return carried(self, "here", (self.seats, self.away), _here)

    # ── money ──

    def chips(self, account: str) -> Cents:
        return self.books.get(chips(account), 0)

    def held(self, account: str) -> Cents:
        return self.books.get(held(account), 0)

    def on_felt(self, seat: int, wager: str) -> Cents:
        """What lies on the layout for a wager."""
        return self.books.get(felt(seat, wager), 0)

    def money(self) -> Balances:
        return self.books
