"""For tests of your own tables and side bets: a table with its crew, and decks that bring the cards you want.

>>> from feltlaw.testing import TableDriver
>>> table = TableDriver("PA-679a", wagers={"prime": {}})
>>> played = table.play({1: {"ante": 10, "prime": 5}}, cards={"seat 1": "9h 8d 2h"}, says={1: "fold"})
>>> played.line("prime")
<Line seat 1, prime of $5: win, +$15 (PA-679a.11(d)(1)(ii), PA-679a.12(d), PA-679a.11(b)#2)>
>>> played.net(1) == 5_00  # cents
True

Stakes are dollars, as in a scenario; lines and sums are cents. Where nobody says otherwise, the cards are
shuffled from the driver's seed and a player does what is offered first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from feltlaw.cards import deck as full_deck
from feltlaw.cards import parse_cards
from feltlaw.crew import Crew
from feltlaw.desk import Chance, open_desk
from feltlaw.desk.memory import Table
from feltlaw.event import Event, Person
from feltlaw.library import usual_submission
from feltlaw.money import Cents, parse_money
from feltlaw.record.store import MemoryStore
from feltlaw.refusal import Refused
from feltlaw.settlement import Line
from feltlaw.shuffle import SeededSource, Source
from feltlaw.submission import Submission
from feltlaw.table import Command, Shuffled, State, legal, write_state
from feltlaw.table.deliveries import deliveries
from feltlaw.table.places import parse_place
from feltlaw.table.state import Facts, RoundState

BOUGHT = 100_000
"""Dollars that a player buys in for."""
MOST_STEPS = 500
"""So many steps are more than any round has."""


class ManualClock:
    """A clock that a test sets, in milliseconds since 1970."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Planned(Chance):
    """Chance that a test plans: which order a deck comes in, and what is drawn."""

    plan: Callable[[], Shuffled]
    drawn: Mapping[str, str | int]

    def _once(self, what: str, number: int, make: Callable[[Source], Any]) -> Any:
        return self.plan() if what == "deck" else self.drawn


def stacked(
    state: State,
    cards: Sequence[int],
    stakes: Mapping[int, Mapping[str, Cents]],
    wanted: Mapping[str, str],
) -> list[int]:
    """A deck in this order, but such that after the usual cut the wanted cards come where they are wanted.

    `stakes` are those of the round to be dealt, by seat: what is dealt, and in which order, depends on them.
    """
    planned = replace(state, round=RoundState(1, Facts(stakes=stakes, players=dict.fromkeys(stakes, ""))))
    places = [place for delivery in deliveries(planned) for place in delivery.places]
    left = {
        parse_place(name.replace("seat ", "player ")): [int(card) for card in parse_cards(text)]
        for name, text in wanted.items()
    }
    asked = parse_cards(" ".join(wanted.values()))  # which refuses a card that is asked for twice
    kept = [card for card in cards if card not in asked]
    found = [left[place].pop(0) if left.get(place) else kept.pop() for place in places]
    nowhere = [str(place) for place, hand in left.items() if hand]
    if nowhere:
        raise ValueError(f"more cards than are dealt to {', '.join(nowhere)} in this round")
    found += kept
    cut = len(found) // 2 if state.shuffle == "manual" else 0
    return found[len(found) - cut :] + found[: len(found) - cut]


@dataclass(frozen=True)
class Played:
    """What a round came to; amounts are cents."""

    lines: tuple[Line, ...]
    """Every line, in the order in which the dealer carried them out."""

    def at(self, seat: int) -> tuple[Line, ...]:
        """The lines of a seat."""
        return tuple(line for line in self.lines if line.seat == seat)

    def line(self, wager: str, seat: int = 1) -> Line:
        """The line of a wager or an award; there must be exactly one."""
        found = [line for line in self.at(seat) if line.id == wager]
        if len(found) != 1:
            known = ", ".join(line.id for line in self.at(seat)) or "none"
            raise LookupError(f"{len(found)} lines of {wager} at seat {seat}; its lines: {known}")
        return found[0]

    def net(self, seat: int = 1) -> Cents:
        """What a seat is up with the round."""
        return sum(line.net for line in self.at(seat))


class TableDriver(Table):
    """A table whose crew does what comes next by itself, while a test bets and decides for the players.

    Takes a submission, or a regulation's id and whatever sections of a submission differ from a bare one.
    Players are called p1, p2 … after their seats. What a `Table` has, it has too: `do`, `legal`, `view`.
    """

    def __init__(
        self,
        table: Submission | str,
        *,
        seed: int = 0,
        clock: Callable[[], int] | None = None,
        draws: Mapping[str, str | int] | None = None,
        **sections: Any,
    ) -> None:
        if isinstance(table, Submission):
            submission = table
        elif sections:
            submission = Submission.from_data({"regulation": table, **sections})
        else:
            submission = usual_submission(table)
        self.clock = clock or ManualClock()
        self.desk = open_desk(submission, MemoryStore(), source=SeededSource(seed), clock=self.clock)
        self.crew = Crew(self.desk)
        chance = Planned(self.desk.chance.source)
        chance.plan, chance.drawn = self._order, draws or {}
        self.desk.chance = chance
        self._random = random.Random(seed)
        self._stakes: Mapping[int, Mapping[str, Cents]] = {}
        self._cards: Mapping[str, str] = {}

    def play(
        self,
        bets: Mapping[int, Mapping[str, object]],
        *,
        cards: Mapping[str, str] | None = None,
        says: Mapping[int, str | Sequence[str]] | None = None,
    ) -> Played:
        """Plays one round and gives its lines.

        `bets`, by seat: each wager with its stake in dollars. `cards`, by place (`seat 1`, `dealer`,
        `community`, `fourth 1`): the first cards that come there. `says`, by seat: the player's decisions
        in the words of a scenario (`play`, `play 3x`, `set 9h 5d 6s`), in order.
        """
        self.bet(bets, cards=cards)
        return self.finish(says)

    def bet(
        self, bets: Mapping[int, Mapping[str, object]], *, cards: Mapping[str, str] | None = None
    ) -> None:
        """Brings the table to open betting and makes these bets; nothing is dealt yet."""
        self._stakes = {
            seat: {wager: parse_money(stake) for wager, stake in wagers.items()}
            for seat, wagers in bets.items()
        }
        self._cards = cards or {}
        for seat in bets:
            if seat not in self.state.seats:
                self.do("sit", self.player(seat), seat=seat)
                self.do("buy_in", self.player(seat), amount=BOUGHT)
        if self._cards and self.state.phase == "betting":
            self._shuffle_again()
        while self.state.phase != "betting":
            self.step()
        for seat, wagers in bets.items():
            self.do("bet", self.player(seat), seat=seat, wagers=dict(wagers))

    def finish(self, says: Mapping[int, str | Sequence[str]] | None = None) -> Played:
        """Closes the betting and plays the round to its end."""
        self.crew.close_betting()
        left = {seat: [said] if isinstance(said, str) else list(said) for seat, said in (says or {}).items()}
        before = self.state.rounds
        for _ in range(MOST_STEPS):
            if self.state.rounds > before:
                break
            if self.crew.step() is None:
                self._answer(left)
        else:
            raise AssertionError(f"the round did not end; the table is {self.state.phase}")
        if unsaid := {seat: words for seat, words in left.items() if words}:
            raise AssertionError(f"never asked for: {unsaid}")
        return Played(self.state.played.settling.lines)

    def step(self) -> tuple[Event, ...]:
        """What the crew does next; fails where people are to act."""
        answer = self.crew.step()
        if answer is None:
            raise AssertionError(f"the crew waits for people; the table is {self.state.phase}")
        return answer.events

    def player(self, seat: int) -> Person:
        """Who plays at a seat."""
        return Person("player", self.state.seats.get(seat, f"p{seat}"))

    def refused(self, do: str, by: Person, **data: Any) -> Refused:
        """The refusal of a command; fails where it is accepted, or where anything has happened by it."""
        before = write_state(self.state)
        try:
            self.do(do, by, **data)
        except Refused as refusal:
            if write_state(self.state) != before:
                raise AssertionError(f"{do} was refused, and something happened") from refusal
            return refusal
        raise AssertionError(f"{do} {data} was accepted")

    def _answer(self, left: Mapping[int, list[str]]) -> None:
        """A player's next decision: what the test says, or what is offered first."""
        offers = [one for one in legal(self.state) if one.do in ("decide", "set_hand")]
        if not offers:
            raise AssertionError(f"nobody is to act; the table is {self.state.phase}")
        seat = offers[0].data.seat
        words = left.get(seat)
        own = [one for one in offers if one.data.seat == seat]
        if not words:
            self.desk.give(Command(own[0].do, self.player(seat), own[0].data))
            return
        word, _, rest = words.pop(0).partition(" ")
        if word == "set":
            self.do("set_hand", self.player(seat), seat=seat, cards=[str(card) for card in parse_cards(rest)])
        else:
            times = int(rest.removesuffix("x") or 0)
            self.do("decide", self.player(seat), seat=seat, act=word, times=times)

    def _shuffle_again(self) -> None:
        """Another order of the cards: by a floorperson's order, or where there is none with another deck."""
        do, data = "order_shuffle", {}
        if not any(offer.do == do for offer in self.legal("floorperson")):
            do, data = "change_deck", {"deck": self.state.active}
        self.do(do, self.crew.people["floorperson"], **data)

    def _order(self) -> Shuffled:
        cards = [int(card) for card in full_deck(self.submission.regulation.deck.jokers)]
        self._random.shuffle(cards)
        if self._cards:
            cards = stacked(self.state, cards, self._stakes, self._cards)
        return Shuffled(tuple(cards), f"{self._random.getrandbits(256):064x}")
