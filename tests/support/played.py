"""Rounds played on the bare table, event by event, with decks and decisions that a test has chosen.

Everything goes through `decide`; who decides at random does so by numbers, never by cards, so that the same
numbers on another deck are the same people doing the same things.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from feltlaw import link as links
from feltlaw.canonical import canonical
from feltlaw.cards import Card
from feltlaw.cards import deck as full_deck
from feltlaw.event import Event, Person
from feltlaw.link import LinkState
from feltlaw.regulation import load
from feltlaw.round.read import start_meters
from feltlaw.submission import Submission
from feltlaw.table import Command, Moment, Shuffled, State, TableOpened, begin, decide, read_command
from feltlaw.table.course import next_offer
from feltlaw.table.deciding import waiting
from feltlaw.views import Look, Viewer
from tests.support import LONGEST
from tests.support.eyes import Eyes

REGULATIONS = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a")
DEALS = ("manual_shoe", "hand", "automated_shoe")
CREW = {
    "dealer": Person("dealer", "dealer"),
    "floorperson": Person("floorperson", "floorperson"),
    "device": Person("device", "device"),
}
SECRET = "5" * 64
CHIPS = "5000"

SIDES: Mapping[str, tuple[str, ...]] = {
    "PA-649a": (
        "three_card_progressive",
        "six_card_bonus",
        "five_card_progressive",
        "five_of_six_progressive",
    ),
    "MA-TCP": ("six_card_bonus", "cover_all", "three_card_progressive"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("three_card_progressive", "six_card_bonus"),
    "PA-680a": ("pot", "bonus"),
}


def submission(regulation: str, **sections: Any) -> Submission:
    """A table with $5 to $500 limits and all its side wagers, or those that are named."""
    found: dict[str, Any] = {
        "regulation": regulation,
        "limits": {"minimum": 5, "maximum": 500, **sections.pop("limits", {})},
        "wagers": {name: {} for name in SIDES[regulation]},
        **sections,
    }
    return _submission(json.dumps(found, sort_keys=True))


@cache
def _submission(data: str) -> Submission:
    return Submission.from_data(json.loads(data))


def shuffled_deck(regulation: str, seed: object) -> tuple[int, ...]:
    cards = [int(card) for card in full_deck(load(regulation).deck.jokers)]
    random.Random(f"deck {seed}").shuffle(cards)
    return tuple(cards)


@dataclass(frozen=True)
class Step:
    """One event, with the states around it, the links after it and its number."""

    before: State
    event: Event
    after: State
    links: Mapping[str, LinkState]
    number: int

    def look(self) -> Look:
        """For everybody who looks at this moment; what all of them see is written once."""
        return self._look

    @cached_property
    def _look(self) -> Look:
        return Look(
            self.after,
            self.links,
            self.number,
            before=self.before,
            events=[self.event],
            states=[self.after],
        )


@dataclass
class Played:
    """A table and what has happened there."""

    submission: Submission
    order: Sequence[int]
    """Of every deck that is shuffled, from the top."""
    now: int = 1_000_000
    real_cards: bool = False
    state: State = field(init=False)
    links: dict[str, LinkState] = field(init=False, default_factory=dict)
    steps: list[Step] = field(init=False, default_factory=list)
    open_until: int = 0
    """How many events had happened when the betting was open last."""

    def __post_init__(self) -> None:
        about = self.submission
        opened = TableOpened(
            "t1",
            canonical(about.to_data()).decode(),
            about.digest,
            about.regulation.digest,
            "test",
            {name: f"t1:{name}" for name in start_meters(about)},
            self.real_cards,
        )
        event = Event("open_table", CREW["floorperson"], self.now, opened, phase="opening")
        self.state = begin(event)
        for name, meter in start_meters(about).items():
            begun = links.opening(f"t1:{name}", meter)
            self.links[f"t1:{name}"] = links.begin(Event("open_link", CREW["device"], self.now, begun))

    def do(self, do: str, by: Person, **data: Any) -> tuple[Event, ...]:
        return self.give(read_command(do, data, by))

    def give(self, command: Command) -> tuple[Event, ...]:
        if self.state.locked is None:
            self.open_until = len(self.steps)
        assert len(self.steps) < self.open_until + LONGEST, "the round never ends"
        self.now += 1000
        chance = Shuffled(tuple(self.order), SECRET)
        moment = Moment(self.now, command.by, chance, {}, self.links, number=len(self.steps) + 1)
        decision = decide(self.state, command, moment)
        for event, after in zip(decision.events, decision.states, strict=True):
            self.links = dict(decision.link_states or self.links)
            self.steps.append(Step(self.state, event, after, self.links, len(self.steps) + 2))
            self.state = after
        return decision.events

    # ── going on ──

    def sit(self, *seats: int) -> None:
        for seat in seats:
            self.do("sit", player(seat), seat=seat)
            self.do("buy_in", player(seat), amount=CHIPS)

    def crew(self, until: str = "") -> None:
        """The crew goes on until somebody else must act, or until something may be done."""
        while (offer := next_offer(self.state)) is not None and offer.do != until:
            self.give(Command(offer.do, CREW[offer.roles[0]], offer.data))

    def bet(self, bets: Mapping[int, Mapping[str, str]]) -> None:
        for seat, wagers in bets.items():
            self.do("bet", player(seat), seat=seat, wagers=dict(wagers))
        self.do("no_more_bets", CREW["dealer"])

    def start(self, bets: Mapping[int, Mapping[str, str]]) -> Played:
        """Up to the first decision."""
        self.sit(*bets)
        self.crew()
        self.bet(bets)
        self.crew()
        return self

    def say(self, seat: int, act: str, times: int = 0) -> None:
        self.do("decide", player(seat), seat=seat, act=act, times=times)

    def finish(self, choose: Mapping[int, str] | random.Random) -> Played:
        """To the end of the round; decisions by seat, or by numbers."""
        rounds = self.state.rounds
        while self.state.rounds == rounds:
            self.crew()
            if self.state.rounds > rounds:
                break
            found = waiting(self.state)
            assert found is not None, f"nothing to do in {self.state.phase}"
            decision, seats = found
            seat = seats[0]
            if decision.sets:
                self.do("set_hand", player(seat), seat=seat)
                continue
            acts = decision.acts
            if isinstance(choose, random.Random):
                act = acts[choose.randrange(len(acts))]
            else:
                act = next((one for one in acts if one.say == choose.get(seat)), acts[0])
            self.say(seat, act.word, act.play)
        return self


def player(seat: int) -> Person:
    return Person("player", f"p{seat}")


def everything(about: Submission) -> dict[str, str]:
    """A stake on each wager of the table."""
    found: dict[str, str] = {}
    for id, offered in about.wagers.items():
        kind = offered.wager.stake.kind
        if kind != "decision":
            found[id] = "10" if kind in ("limits", "equal") else str(offered.minimum // 100)
    return found


def main_wagers(about: Submission) -> dict[str, str]:
    """The stakes without which nobody is dealt in."""
    wanted = {*about.regulation.deal.to.wagers[:1], "blind", "pot"}
    return {id: amount for id, amount in everything(about).items() if id in wanted}


def usual_bets(about: Submission) -> dict[int, dict[str, str]]:
    """One player with everything, two with the main wagers, one with the first side wager beside them."""
    plain = main_wagers(about)
    more = next((id for id in everything(about) if id not in plain), next(iter(plain)))
    return {1: everything(about), 2: plain, 4: {**plain, more: everything(about)[more]}, 5: dict(plain)}


def viewers(bets: Mapping[int, object]) -> list[Viewer]:
    """Everybody who may look at a table, a player who only stands by among them."""
    crew = [Viewer(role, role) for role in ("dealer", "floorperson", "auditor", "manager", "cashier")]
    return [*(Viewer("player", f"p{seat}") for seat in (*bets, 6)), *crew, Viewer("onlooker")]


def cases() -> Iterator[tuple[str, str]]:
    """Every regulation with every way of dealing."""
    return ((regulation, deal) for regulation in REGULATIONS for deal in DEALS)


NAMES = {str(card): int(card) for card in map(Card, range(53))}
Hands = Mapping[tuple[str, int], str]
"""By group and seat, the cards that shall lie there."""


def stacked(regulation: str, bets: Mapping[int, Mapping[str, str]], hands: Hands) -> tuple[int, ...]:
    """A deck from which these cards come to these places, dealt one at a time."""
    wanted = {place: cards.split() for place, cards in hands.items()}
    planned = {card for cards in wanted.values() for card in cards}
    rest = [name for name in NAMES if name not in planned and (name != "Jk" or load(regulation).deck.jokers)]
    places = Eyes(regulation, "manual_shoe", [], bets).deal_order()
    top = [wanted[place].pop(0) if wanted.get(place) else rest.pop() for place in places]
    assert not any(wanted.values()), f"no place for {wanted}"
    return tuple(NAMES[name] for name in (*top, *rest))


def exchanged(order: Sequence[int], cards: Mapping[str, str]) -> tuple[int, ...]:
    """The same deck with cards exchanged, each for another, both ways."""
    change = {NAMES[one]: NAMES[other] for one, other in cards.items()}
    change |= {other: one for one, other in change.items()}
    return tuple(change.get(card, card) for card in order)
