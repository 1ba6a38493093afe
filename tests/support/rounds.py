"""What the tests of a round share: people, rounds brought to a moment, real cards entered as they come up."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from feltlaw import link as links
from feltlaw.audit.money import owed_to
from feltlaw.books import Account, total
from feltlaw.cards import Card, parse_cards
from feltlaw.cards import deck as full_deck
from feltlaw.desk import Links
from feltlaw.link import LinkState
from feltlaw.meter import Meter
from feltlaw.record.lines import Sealed
from feltlaw.record.store import MemoryStore, Store
from feltlaw.round.read import start_meters
from feltlaw.settlement import Line
from feltlaw.submission import Submission
from feltlaw.table import Command, Event, Offer, Person
from feltlaw.table.places import Place, parse_place
from feltlaw.testing import Planned
from tests.support.driver import CHIPS, DEALER, FLOOR, Driver, drive, main_bets, submission

Bets = Mapping[int, Mapping[str, int]]
Hands = Mapping[str, str]
T = TypeVar("T", bound=Driver)


def player(seat: int) -> Person:
    return Person("player", f"p{seat}")


P1, P3, P4 = player(1), player(3), player(4)
SEATS = (1, 3, 4)


def settling(regulation: str, bets: Bets | None = None, hands: Hands | None = None, **more: Any) -> Driver:
    """A table at which settling begins; everybody has stayed in."""
    bets = bets or {seat: main_bets(regulation) for seat in SEATS}
    return drive(regulation, **more).start(bets, hands).until("settling")


def deciding(regulation: str, bets: Bets | None = None, hands: Hands | None = None, **more: Any) -> Driver:
    """A table at which the first decision is due."""
    bets = bets or {seat: main_bets(regulation) for seat in SEATS}
    return drive(regulation, **more).start(bets, hands).until("deciding")


def ids(event: Event) -> list[tuple[int, str]]:
    """The lines an event carried out, in order: seat, and wager or award."""
    return [(line.seat, line.id) for line in event.data.lines]


def names(event: Event) -> list[str]:
    return [line.id for line in event.data.lines]


def places(found: tuple[Place, ...]) -> list[str]:
    return [str(place) for place in found]


def racked(table: Driver) -> list[str]:
    """What is in the rack in this round, without the stub."""
    return [str(place) for place in table.round.racked if place.group != "stub"]


def line(table: Driver, seat: int, name: str) -> Line:
    """The one line of a seat on a wager or award, carried out or to come."""
    done = [one for one in table.paid(seat) if one.id == name]
    (found,) = done or [one for one in table.lines(seat) if one.id == name]
    return found


def nets(table: Driver, *seats: int) -> dict[int, int]:
    """What each seat is up since it sat down, its chips on the layout and money held for it included."""
    state = table.state
    found = {}
    for seat in seats:
        name = f"p{seat}"
        lying = sum(
            cents
            for account, cents in state.books.items()
            if account.kind == "felt" and state.seats.get(int(account.of)) == name
        )
        found[seat] = state.chips(name) + state.held(name) + lying - CHIPS
    return found


def house(table: Driver) -> int:
    """What the house has: the table inventory and the money beside it."""
    return total(table.state.books, "inventory") + total(table.state.books, "house")


def meter(table: Driver, name: str, level: str = "meter") -> int:
    """What a level of a meter shows, in cents."""
    return table.link(name).showing(level)


def branch(table: T) -> T:
    """The same table once more, so that something else can happen there from here on."""
    other = copy.copy(table)
    old = table.desk
    store = copy.deepcopy(old.store, {id(line): line for line in _lines(old.store)})
    shared = Links(store)
    shared.states = dict(old.links.states)
    other.chance = Planned(old.chance.source)
    other.chance.plan, other.chance.drawn = other._order, table.chance.drawn
    other.desk = replace(old, store=store, links=shared, chance=other.chance, watchers=[])
    other.log = list(table.log)
    other.desk.watchers.append(lambda answer, state: other.log.extend(answer.events))
    other.rng = random.Random(table.desk.number)
    return other


def _lines(store: Store) -> Iterator[Sealed]:
    assert isinstance(store, MemoryStore)
    return (line for stream in store.streams for line in store.read(stream))


# ── real cards ──

ENTERED = ("turn_up_player", "reveal_dealer", "reveal_community", "reveal_fourth")


class RealTable(Driver):
    """A table with a real deck: the test knows which card lies where, and enters it when it is turned up."""

    hands: dict[Place, list[Card]]

    def do(self, do: str, by: Person | None = None, **data: Any) -> tuple[Event, ...]:
        if not data and self.offers(do) and do in ENTERED:
            (offer,) = self.offers(do)
            return self.give(Command(do, by or self.by(offer), self.filled(offer)))
        return super().do(do, by, **data)

    def put(self, hands: Hands) -> RealTable:
        """Says which cards lie where; others are any."""
        self.hands = {parse_place(place): list(parse_cards(text)) for place, text in hands.items()}
        return self

    def lying(self, place: Place) -> tuple[Card, ...]:
        """The cards of a place, those that nobody planned taken from what is left."""
        many = len(self.round.cards_at(place))
        found = self.hands.setdefault(place, [])
        used = {card for hand in self.hands.values() for card in hand}
        used |= {one.card for one in self.round.facts.dealt if one.card is not None}
        left = [c for c in full_deck(self.state.submission.regulation.deck.jokers) if c not in used]
        while len(found) < many:
            found.append(left.pop(7 % len(left)))
        return tuple(found)

    def filled(self, offer: Offer) -> Any:
        """What is offered, with the cards a dealer would enter."""
        if offer.do not in ENTERED:
            return offer.data
        seat = getattr(offer.data, "seat", 0)
        place = {
            "turn_up_player": Place("player", seat),
            "reveal_dealer": Place("dealer"),
            "reveal_community": Place("community"),
            "reveal_fourth": Place("fourth", seat),
        }[offer.do]
        cards = self.lying(place)
        streets = any(decision.revealed for decision in self.state.submission.regulation.decisions)
        if offer.do == "reveal_community" and streets:
            up = self.round.settling.community_up
            cards = cards[up : up + 1]
        return replace(offer.data, cards=cards)

    def take(self, offer: Offer) -> tuple[Event, ...]:
        return super().take(replace(offer, data=self.filled(offer)))

    def until(self, *phases: str, do: str = "") -> RealTable:
        super().until(*phases, do=do)
        return self

    def step(self, do: str) -> tuple[Event, ...]:
        """What comes next, which is this."""
        offer = self.next()
        assert offer.do == do, f"{offer.do} comes next, not {do}"
        return self.take(offer)


def real(
    regulation: str,
    bets: Bets | None = None,
    hands: Hands | None = None,
    *,
    guests: bool = False,
    **sections: Any,
) -> RealTable:
    """A round with real cards, up to the deal; of players with accounts, or of guests."""
    table = RealTable(submission(regulation, **sections), real_cards=True)
    table.put(hands or {})
    bets = bets or {seat: main_bets(regulation) for seat in SEATS}
    for seat in bets if guests else ():
        table.do("sit", DEALER, seat=seat, guest=f"guest {seat}")
        table.do("buy_in", DEALER, seat=seat, amount=CHIPS)
    table.start(bets)
    return table


# ── several tables ──


def property_links(submitted: Submission, **showing: int) -> Links:
    """The links of a property: `five=20_000_00` has one show so much, others begin at their seeds."""
    shared = Links(MemoryStore())
    for offered in submitted.wagers.values():
        if offered.linked and offered.meter in showing and offered.meter not in shared.states:
            (level,) = start_meters(submitted)[offered.wager.meter].levels.values()
            begins = Meter({"meter": replace(level, amount=showing[offered.meter])})
            shared.open(offered.meter, begins, FLOOR, 1_800_000_000_000)
    return shared


def linked(submitted: Submission, *tables: str, **showing: int) -> list[Driver]:
    """Tables of one property: they share a store, and the links their submission names."""
    shared = property_links(submitted, **showing)
    return [Driver(submitted, shared=shared, table=name, seed=at) for at, name in enumerate(tables)]


def linked_real(submitted: Submission, *tables: str, **showing: int) -> list[RealTable]:
    """The same with real cards."""
    shared = property_links(submitted, **showing)
    found = [RealTable(submitted, real_cards=True, shared=shared, table=name) for name in tables]
    return [table.put({}) for table in found]


def write_link(table: Driver, link: str, data: object) -> LinkState:
    """Something that happens to a link beside the tables."""
    return table.desk.links.write(link, data, FLOOR, table.clock.now)


def check_links(tables: Sequence[Driver]) -> None:
    """Every link is the fold of its stream, its books balance, and agree with those of its tables."""
    shared = tables[0].desk.links
    for name, state in shared.states.items():
        fold: LinkState | None = None
        for sealed in shared.store.read(f"link/{name}"):
            fold = links.begin(sealed.event) if fold is None else links.apply(fold, sealed.event)
        assert fold == state and sum(state.books.values()) == 0
        for level, one in state.meter.levels.items():
            assert one.amount == state.books.get(links.meter_account(level), 0)
            assert one.reserve == state.books.get(links.reserve_account(level), 0)
        assert all(account.of in state.open for account in state.books if account.kind == "locked"), (
            "only awards of rounds that are not over are locked"
        )
        for table in tables:
            kinds = ("link", "reserve_of")
            mine = sum(c for a, c in table.state.books.items() if a.kind in kinds and a.of == name)
            theirs = state.books.get(Account("table", table.state.table), 0)
            assert mine == -theirs - owed_to(table.state, state), f"{table.state.table} and {name} agree"
