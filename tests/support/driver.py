"""Drives a table: whole rounds by choosing from what is legal, with decks stacked so that wanted cards come.

One dealer, one floorperson, one device; players are called p1, p2 … after their first seat. Who gives a
command is read from the chapters (`tests.support.chapters`), never from what the program offers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from feltlaw.cards import deck as full_deck
from feltlaw.desk import Answer, Links, open_desk
from feltlaw.link import LinkState
from feltlaw.record.store import MemoryStore
from feltlaw.register import clauses
from feltlaw.round import Refused
from feltlaw.settlement import Line
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import RULES, Command, Event, Offer, Person, Shuffled, legal, write_state
from feltlaw.table.agenda import agenda
from feltlaw.table.legal import offers_of, open_rule
from feltlaw.table.opening import too_old
from feltlaw.table.places import Place, parse_place
from feltlaw.table.state import RoundState, State
from feltlaw.table.stub import count_due
from feltlaw.testing import ManualClock, Planned, stacked
from tests.support import LONGEST
from tests.support.chapters import COMMANDS
from tests.support.parts import lines

REGULATIONS = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a")
PENNSYLVANIA = tuple(name for name in REGULATIONS if name.startswith("PA"))
DEALS = ("manual_shoe", "hand", "automated_shoe")

DEALER = Person("dealer", "dee")
FLOOR = Person("floorperson", "flo")
FLOOR2 = Person("floorperson", "fay")
DEVICE = Person("device", "dev")
CREW = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}

PEOPLE = ("sit", "leave", "buy_in", "cash_out", "bet", "ready", "come_back")
"""What players do of their own accord."""
SPECIAL = (
    "change_deck", "order_shuffle", "recut", "idle_spread", "report", "record_exposed_card", "rule_departed",
    "rule_communication", "device_out_of_order", "device_repaired", "resolve_chips", "record_departure",
    "return_wagers", "correct_bonus_cards", "close_table", "confirm", "withdraw", "time_out", "correct",
    "link_is_back",
)  # fmt: skip
"""What happens only when somebody wants it; everything else is the course of a round."""
CHIPS = 100_000_00
SECOND = 1000
HOUR = 3600 * SECOND


def marks(regulation: str, *steps: str, group: str = "", without: Sequence[str] = ()) -> pytest.MarkDecorator:
    """The clauses behind steps of a regulation, as far as they are about procedure or the record.

    They come from the second statement of the law, not from the data that is tested.
    """
    found = [
        clause
        for line in lines(regulation)
        if line.do in steps and group in ("", line.group)
        for clause in line.clauses
        if clause in clauses() and clauses()[clause].testable in ("procedure", "record")
        if clause not in without
    ]
    return pytest.mark.clause(*dict.fromkeys(found))


def each(
    *steps: str,
    regulations: Sequence[str] = REGULATIONS,
    groups: Sequence[str] = ("",),
    more: Mapping[str, Sequence[str]] | None = None,
) -> pytest.MarkDecorator:
    """Parameters `regulation` (and `deal`, where groups are given), marked with the clauses of the steps."""
    found = []
    for name in regulations:
        for group in groups:
            proved = [*marks(name, *steps, group=group).args, *(more or {}).get(name, ())]
            clause_marks = [pytest.mark.clause(*proved)] if proved else []
            values = (name, group) if group else (name,)
            found.append(pytest.param(*values, marks=clause_marks, id="-".join(values)))
    return pytest.mark.parametrize("regulation, deal" if groups != ("",) else "regulation", found)


def proves(*steps: str) -> pytest.MarkDecorator:
    """The paragraphs behind these steps in all chapters, for a test that goes through them all."""
    found = {clause: None for name in REGULATIONS for clause in marks(name, *steps).args}
    mark: pytest.MarkDecorator = pytest.mark.clause(*found)
    return mark


def submission(regulation: str, **sections: Any) -> Submission:
    """A submission with $5 to $500 limits; `cards`, `wagers`, `settlement`, `version` as in a file."""
    limits = {"minimum": 5, "maximum": 500, **sections.pop("limits", {})}
    return _submission(json.dumps({"regulation": regulation, "limits": limits, **sections}, sort_keys=True))


@cache
def _submission(data: str) -> Submission:
    return Submission.from_data(json.loads(data))


MAIN = {"PA-669a": ("ante", "blind")}


def main_bets(regulation: str, ante: int = 1000) -> dict[str, int]:
    """The wagers that bring a player into the round."""
    return dict.fromkeys(MAIN.get(regulation, ("ante",)), ante)


ROUTINE = [do for do in RULES if do not in {*PEOPLE, *SPECIAL, "no_more_bets"}]
"""What carries a round on, in the order in which it is asked for."""


class Driver:
    """A table and everybody around it."""

    def __init__(
        self,
        submitted: Submission,
        *,
        real_cards: bool = False,
        seed: int = 0,
        shared: Links | None = None,
        table: str = "",
        carried: State | None = None,
        clock: ManualClock | None = None,
    ) -> None:
        self.clock = clock or ManualClock()
        store = shared.store if shared else MemoryStore()
        self.desk = open_desk(
            submitted,
            store,
            table=table,
            by=FLOOR,
            source=SeededSource(seed),
            clock=self.clock,
            real_cards=real_cards,
            shared=shared,
            carried=carried,
            snapshot_every=0,
        )
        self.chance = Planned(self.desk.chance.source)
        self.chance.plan = self._order
        self.chance.drawn = {}
        self.desk.chance = self.chance
        self.rng = random.Random(seed)
        self.wanted: Mapping[str, str] = {}
        self.planned: Mapping[int, Mapping[str, int]] = {}
        self.slow_shuffler = False
        """Whether the second of two decks is not shuffled before the round with the first is over."""
        self.open_until = self.desk.number
        """How many events had happened when the betting was open last."""
        self.log: list[Event] = []
        self.desk.watchers.append(lambda answer, state: self.log.extend(answer.events))

    # ── looking ──

    @property
    def state(self) -> State:
        return self.desk.state

    @property
    def round(self) -> RoundState:
        assert self.state.round is not None
        return self.state.round

    def link(self, meter: str) -> LinkState:
        return self.desk.links.states[self.state.links[meter]]

    def offers(self, do: str, role: str | None = None) -> list[Offer]:
        found = open_rule(self.state, do)
        return [*found.offers()] if found and (role is None or role in found.roles) else []

    def offered(self) -> set[str]:
        return {offer.do for offer in legal(self.state)}

    def kinds(self) -> list[str]:
        """The events so far, by kind."""
        return [event.kind for event in self.log]

    def events(self, *kinds: str) -> list[Event]:
        return [event for event in self.log if event.kind in kinds]

    def last(self, kind: str) -> Event:
        return self.events(kind)[-1]

    def chips(self, seat: int) -> int:
        return self.state.chips(self.state.seats.get(seat, f"p{seat}"))

    def cards(self, place: str) -> list[str]:
        """The cards that lie in a place, as text."""
        return [str(card) for card in self.round.cards_at(parse_place(place))]

    def up(self, place: str) -> list[str]:
        """The cards of a place that everybody has seen."""
        return [str(card) for card in self.round.up.get(parse_place(place), ())]

    def lines(self, seat: int | None = None) -> list[Line]:
        """What the round comes to, in the dealer's order, carried out or not."""
        every = (
            self.round.settling.lines if self.round.ended or self.round.void else tuple(agenda(self.state))
        )
        return [line for line in every if seat in (None, line.seat)]

    def paid(self, seat: int | None = None) -> list[Line]:
        """The lines carried out so far."""
        return [line for line in self.round.settling.lines if seat in (None, line.seat)]

    # ── doing ──

    def by(self, offer: Offer) -> Person:
        if offer.who:
            return Person("player", offer.who)
        if offer.do == "sit":
            return Person("player", f"p{offer.data.seat}")
        return CREW[COMMANDS[offer.do][0]]

    def do(self, do: str, by: Person | None = None, **data: Any) -> tuple[Event, ...]:
        """A command by whoever is to give it; data that is not given is taken from the offer."""
        offers = [one for one in self.offers(do) if by is None or one.who in ("", by.account)]
        if not data and offers:
            return self.give(Command(do, by or self.by(offers[0]), offers[0].data))
        if do in ("report", "record_exposed_card"):
            fitting = [one.data for one in offers if one.data.kind == data.get("kind")]
            if fitting:
                return self.give(Command(do, by or self.person(do, data), replace(fitting[0], **data)))
        return self.give(self.command(do, by, **data))

    def command(self, do: str, by: Person | None = None, **data: Any) -> Command:
        return Command(do, by or self.person(do, data), RULES[do].command(**data))

    def person(self, do: str, data: Mapping[str, Any]) -> Person:
        role = COMMANDS[do][0]
        seat = data.get("seat", 1)
        return CREW.get(role) or Person("player", self.state.seats.get(seat, f"p{seat}"))

    def give(self, command: Command) -> tuple[Event, ...]:
        if self.state.locked is None:
            self.open_until = self.desk.number
        assert self.desk.number < self.open_until + LONGEST, "the round never ends"
        return self.desk.give(command).events

    def json(self, do: str, by: Person, **data: Any) -> Answer:
        """A command as it comes from outside, in JSON."""
        return self.desk.do(do, by, data)

    def take(self, offer: Offer) -> tuple[Event, ...]:
        """Does what is offered, as it is offered."""
        return self.give(Command(offer.do, self.by(offer), offer.data))

    def both(self, do: str, by: Person = DEALER, second: Person = FLOOR2, **data: Any) -> tuple[Event, ...]:
        """What needs two people: one asks, another account confirms."""
        self.do(do, by, **data)
        asked = self.state.requests[-1].id
        return self.give(self.command("confirm", second, request=asked))

    def refused(self, do: str, by: Person | None = None, **data: Any) -> Refused:
        """The refusal of a command; it says what is wrong and what is legal, and nothing has happened."""
        before, many = write_state(self.state), self.desk.number
        with pytest.raises(Refused) as caught:
            if do in RULES and not (by is None and not data and self.offers(do)):
                self.give(self.command(do, by, **data))
            else:
                self.do(do) if do in RULES else self.desk.do(do, by or DEALER, data)
        assert write_state(self.state) == before
        assert self.desk.number == many
        refusal = caught.value
        assert refusal.what and refusal.legal and str(refusal).endswith(".")
        return refusal

    def _order(self) -> Shuffled:
        """A shuffled order, the planned cards brought to the places they are planned for."""
        cards = [int(card) for card in full_deck(self.state.submission.regulation.deck.jokers)]
        self.rng.shuffle(cards)
        if self.wanted:
            cards = stacked(self.state, cards, self.planned, self.wanted)
        return Shuffled(tuple(cards), f"{self.rng.getrandbits(256):064x}")

    # ── going on ──

    def routine(self) -> Offer | None:
        """What comes next in the course of a round, players' own wishes and special orders apart."""
        if self.state.phase == "shuffling" and too_old(self.state, self.clock.now):
            return next(offer for offer in self.offers("change_deck") if offer.data.deck == self.state.active)
        for do in ROUTINE:
            if do == "count_stub" and not count_due(self.state):
                continue
            if do == "shuffle" and self.slow_shuffler and self.state.phase != "shuffling":
                continue
            for offer in offers_of(self.state, do):
                return offer
        return None

    def next(self) -> Offer:
        """What comes next in the course of a round; there is something."""
        offer = self.routine()
        assert offer is not None, f"nothing to do in {self.state.phase}: {sorted(self.offered())}"
        return offer

    def until(self, *phases: str, do: str = "") -> Driver:
        """Goes on until a phase is reached, or something is legal."""
        for _ in range(500):
            if self.state.phase in phases or (do and self.offers(do)):
                return self
            self.take(self.next())
        raise AssertionError(f"never came to {phases or do}")

    def to_the_end(self) -> Iterator[None]:
        """As often as it takes until the round is over; a round that never ends is a fault."""
        rounds = self.state.rounds
        for _ in range(500):
            if self.state.rounds > rounds:
                return
            yield
        raise AssertionError("the round never ended")

    def sit(self, *seats: int, chips: int = CHIPS) -> None:
        for seat in seats:
            self.do("sit", Person("player", f"p{seat}"), seat=seat)
            self.do("buy_in", Person("player", f"p{seat}"), amount=chips)

    def open(self, *seats: int) -> Driver:
        """From a closed table to open betting, with players at these seats."""
        self.sit(*seats)
        self.until("betting")
        return self

    def bet(self, bets: Mapping[int, Mapping[str, int]]) -> None:
        """The last seat first: in which order people bet must not matter."""
        for seat, wagers in reversed([*bets.items()]):
            self.do("bet", Person("player", self.state.seats[seat]), seat=seat, wagers=dict(wagers))

    def start(
        self, bets: Mapping[int, Mapping[str, int]] | None = None, cards: Mapping[str, str] | None = None
    ) -> Driver:
        """A round with these wagers and cards, up to the deal; by default a main wager at seats 1 and 3."""
        bets = bets or {seat: main_bets(self.state.submission.regulation.id) for seat in (1, 3)}
        self.planned, self.wanted = bets, cards or {}
        self.sit(*(seat for seat in bets if seat not in self.state.seats))
        if self.wanted and self.state.phase == "betting":
            self._again()
        self.until("betting")
        self.bet(bets)
        self.do("no_more_bets")
        return self

    def _again(self) -> None:
        """Another order of the cards: by a floorperson's order, or where there is none with another deck."""
        if self.offers("order_shuffle"):
            self.do("order_shuffle")
        else:
            self.do("change_deck", deck=self.state.active)

    def finish(self, **says: str) -> Driver:
        """Plays the round to its end; `seat_3="fold"` says what a seat decides, others say what is first."""

        def wanted(offer: Offer) -> bool:
            word = says.get(f"seat_{offer.data.seat}")
            return word is None or spoken(offer.data.act, offer.data.times, word)

        rounds = self.state.rounds
        for _ in range(500):
            if self.state.rounds > rounds:
                return self
            offer = self.next()
            if offer.do == "decide":
                offer = next(filter(wanted, self.offers("decide")))
            self.take(offer)
        raise AssertionError("the round never ended")

    def say(self, seat: int, say: str) -> tuple[Event, ...]:
        """A decision in the words of a scenario: `play`, `play 3x`, `fold`."""
        word, _, times = say.partition(" ")
        by = Person("player", self.round.facts.players[seat])
        return self.do("decide", by, seat=seat, act=word, times=int(times.removesuffix("x") or 0))


def spoken(act: str, times: int, word: str) -> bool:
    """Whether an offered act is what a scenario's word says."""
    return word in (act, f"{act} {times}x")


def drive(regulation: str, *, real_cards: bool = False, seed: int = 0, **sections: Any) -> Driver:
    """A table of a regulation, open, without players."""
    return Driver(submission(regulation, **sections), real_cards=real_cards, seed=seed)


def dealt_to(events: Sequence[Event]) -> list[Place]:
    """Where the cards of these events went, in order."""
    return [one.place for event in events if hasattr(event.data, "to") for one in event.data.to]
