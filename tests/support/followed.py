"""Plays a round at a table and follows it with what the chapters say (`tests.support.whole`), act by act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.cards import deck as full_deck
from feltlaw.round import Refused
from feltlaw.table import Command, Event, Moment, Offer, Person, Shuffled, decide
from feltlaw.table.course import next_offer
from feltlaw.table.legal import open_rule
from tests.support.compared import cited, compare, look
from tests.support.driver import DEALER, DEVICE, FLOOR, submission
from tests.support.eyes import Eyes, house_way
from tests.support.played import NAMES
from tests.support.rounds import Bets, Hands, RealTable
from tests.support.ways import CardsWay, course
from tests.support.whole import Whole

CUT = 17
RATES = {
    "three_card_progressive": 14,
    "five_card_progressive": 21,
    "five_of_six_progressive": 28,
    "multi_game_link": 21,
    "12(e)(1):B": 20,
    "13(e):Table 2": 20,
}
"""Of a dollar, by wager or table: 649a.12(e)(3), (h)(3), (j)(3), 669a.12(e)(3); in MA the house's own."""
WHILE_OPEN = ("three_card_progressive", "six_card_bonus", "bonus", "prime")
PREPARED = ("shuffle", "cut", "place_cards", "hold_cards")
Meanwhile = Callable[["Followed", Whole], Sequence[Event]]


class Followed(RealTable):
    """A table of one way of dealing, with the program's cards or real ones; `dealer` may change."""

    way: CardsWay
    plan: Hands
    dealer = DEALER

    def by(self, offer: Offer) -> Person:
        person = super().by(offer)
        return self.dealer if person == DEALER else person

    def filled(self, offer: Offer) -> Any:
        if offer.do == "cut":
            return replace(offer.data, depth=CUT)
        return super().filled(offer) if self.state.real_cards else offer.data

    def do(self, do: str, by: Person | None = None, **data: Any) -> tuple[Event, ...]:
        offer = None if data else self._offered(do)
        return self.take(offer) if offer else super().do(do, by, **data)

    def _offered(self, *dos: str) -> Offer | None:
        rules = filter(None, (open_rule(self.state, do) for do in dos))
        return next((offer for rule in rules for offer in rule.offers()), None)

    def routine(self) -> Offer | None:
        """What comes next in a round; the crew's part as the crew would go on."""
        if self.state.locked is None:
            return super().routine()
        leaves = ("shuffle",) if self.slow_shuffler else ()
        return next_offer(self.state, leaves) or self._offered("decide", "set_hand")

    def _order(self) -> Shuffled:
        """A shuffled deck from which the planned cards come, dealt as this table deals, after any cut."""
        to = Eyes(self.way.regulation, self.way.deal, [], self.planned).deal_order()
        names = [f"{group} {seat}".removesuffix(" 0") for group, seat in to]
        wanted = {place: cards.split() for place, cards in self.plan.items() if place in names}
        planned = {card for cards in wanted.values() for card in cards}
        rest = [str(card) for card in full_deck(self.state.submission.regulation.deck.jokers)]
        rest = [card for card in rest if card not in planned]
        self.rng.shuffle(rest)
        order = [wanted[name].pop(0) if wanted.get(name) else rest.pop() for name in names] + rest
        if self.state.shuffle == "manual":
            order = order[-CUT:] + order[:-CUT]
        return Shuffled(tuple(NAMES[name] for name in order), f"{self.rng.getrandbits(256):064x}")

    # ── rounds ──

    def seat(self, owners: Mapping[int, str]) -> None:
        """Everybody sits down where he is not yet; who has two boxes buys in once."""
        for seat, name in owners.items():
            if seat not in self.state.seats:
                player = Person("player", name)
                new = name not in self.state.seats.values()
                super().do("sit", player, seat=seat)
                if new:
                    super().do("buy_in", player, amount=100_000_00)

    def begin(self, bets: Bets, plan: Hands, owners: Mapping[int, str] | None = None, **more: Any) -> Whole:
        """Up to the call, wagers placed; gives what is to come."""
        self.planned, self.plan = bets, plan
        self.seat(owners or {seat: f"p{seat}" for seat in bets})
        self.until("betting")
        self._prepared()
        self.bet(bets)
        chips = {name: self.state.chips(name) for name in self.state.seats.values()}
        mine = {seat: self.state.seats[seat] for seat in bets}
        more.setdefault("shows_players", "cover_all" in self.state.submission.wagers)
        more.setdefault("meters", self._meters(bets, more.get("tables", {})))
        found = Whole(self.way, self.dealt(), bets, mine, chips, dealer=self.dealer.account, **more)
        if self.state.real_cards:
            self.put(
                {place: " ".join(_first_the_three(self.way, cards)) for place, cards in found.at.items()}
            )
        return found

    def _prepared(self) -> None:
        """The deck of this round was shuffled since it was dealt, cut where that is due, and placed."""
        ended = [at for at, event in enumerate(self.log) if event.kind == "end_round"]
        before = ended[-self.way.decks :][0] if len(ended) >= self.way.decks else 0
        turn = self.state.rounds % self.way.decks
        steps = course(self.way, frozenset(), first=False, counted=False)
        wanted = [line.do for line in steps if line.do in PREPARED]
        last = ended[-1] if ended else 0
        done = [event.kind for event in self.log[last:] if event.kind in PREPARED[1:]]
        assert done == wanted[1:], f"{done}, not {wanted[1:]}"
        shuffled = [e for e in self.log[before:] if e.kind == "shuffle" and e.data.deck == turn]
        assert shuffled, "the cards that were dealt last lie there as they were"
        assert self.way.shuffle != "manual" or shuffled[-1].by.role == "dealer"

    def _meters(self, bets: Bets, tables: Mapping[str, str]) -> dict[str, int]:
        """What each meter shows after the call: so many cents of every dollar wager come to it."""
        return {
            wager: self.link(wager).showing("meter")
            + RATES.get(tables.get(wager, ""), cents) * sum(box.get(wager, 0) for box in bets.values()) // 100
            for wager, cents in RATES.items()
            if wager in self.state.links and len(self.link(wager).meter.levels) == 1
        }

    def dealt(self) -> list[str]:
        """The order of the deck whose turn it is: as it was shuffled last, and cut since (.5(d))."""
        if self.state.real_cards:
            order = [Card(card) for card in self._order().order]
            names = [str(card) for card in order]
            return names[CUT:] + names[:CUT] if self.state.shuffle == "manual" else names
        deck = self.state.rounds % self.way.decks
        at, shuffled = [
            (at, e) for at, e in enumerate(self.log) if e.kind == "shuffle" and e.data.deck == deck
        ][-1]
        names = [str(Card(card)) for card in shuffled.data.sealed.order]
        for event in self.log[at:]:
            if event.kind == "cut":
                names = names[CUT:] + names[:CUT]
        return names

    def follow(self, whole: Whole, *, guarded: bool = False, **meanwhile: Meanwhile) -> None:
        """Plays the round; after the first act of a name what is `meanwhile` happens. Where it is `guarded`,
        others try what they may not."""
        to_come = whole.course()
        rounds, left = self.state.rounds, dict(meanwhile)
        offer = self._offered("no_more_bets")
        assert offer is not None
        for _ in range(400):
            cited(self.way, offer)
            if guarded:
                self._forbidden(offer, whole)
            events = self._next(offer, whole)
            while events:
                done = compare(events, to_come, self)
                look(self, whole, over=self.state.rounds > rounds)
                due = next((one for one in done if one in left), "")
                events = tuple(left.pop(due)(self, whole)) if due else ()
            if self.state.rounds > rounds:
                break
            offer = self.next()
        assert not left, f"never happened: {sorted(left)}"
        assert next(to_come, None) is None, "and nothing is left to do"

    def _forbidden(self, offer: Offer, whole: Whole) -> None:
        """Once for every kind of step: nobody else takes it, and after the call nobody bets."""
        if offer.do in whole.tried:
            return
        whole.tried.add(offer.do)
        seat = max(seat for seat, name in whole.owners.items() if name not in whole.gone)
        player = Person("player", whole.owners[seat])
        others = [Command(offer.do, Person("player", "mallory"), offer.data)]
        if offer.do in ("decide", "set_hand"):
            others += [Command(offer.do, one, offer.data) for one in (DEVICE, FLOOR)]
            if whole.owners[offer.data.seat] != player.account:
                others.append(Command(offer.do, player, offer.data))
        if offer.do != "no_more_bets":
            more = {wager: cents for wager, cents in whole.stakes[seat].items() if wager not in WHILE_OPEN}
            others += [self.command("bet", player, seat=seat, wagers=box) for box in (more, {})]
        for command in others:
            with pytest.raises(Refused):
                decide(self.state, command, Moment(self.state.now, command.by, links=self.desk.reached()))

    def _next(self, offer: Offer, whole: Whole) -> tuple[Event, ...]:
        if offer.do == "decide":
            seat, word, _ = whole.asked()
            return self.say(seat, word)
        if offer.do == "set_hand":
            seat = min(seat for seat in whole.stakes if seat not in whole.set)
            player = Person("player", whole.owners[seat])
            if self.state.real_cards:
                return self.give(Command("set_hand", player, replace(offer.data, seat=seat)))
            three = tuple(Card(NAMES[card]) for card in house_way(whole.at[f"player {seat}"]))
            return super().do("set_hand", player, seat=seat, cards=three)
        if offer.do == "rack_stub" and whole.counted:
            return self.do("count_stub")
        if offer.do == "collect_forfeits" and self.state.real_cards:
            seats = [seat for seat in whole.stakes if whole.folded(seat) == "fold" and not whole.shown(seat)]
            if any("cover_all" in box for box in whole.stakes.values()) or self.way.regulation == "PA-669a":
                hands = {seat: tuple(Card(NAMES[c]) for c in whole.at[f"player {seat}"]) for seat in seats}
                return self.give(Command(offer.do, self.by(offer), replace(offer.data, hands=hands)))
        return self.take(offer)


def followed(way: CardsWay, *, real_cards: bool = False, seed: int = 0, **sections: Any) -> Followed:
    """A table of this way of shuffling and dealing."""
    table = Followed(
        submission(way.regulation, cards=way.cards, **sections), real_cards=real_cards, seed=seed
    )
    table.way, table.plan = way, {}
    table.put({})
    return table


def _first_the_three(way: CardsWay, cards: Sequence[str]) -> list[str]:
    """A hand that is set is entered with its three-card hand first."""
    three = house_way(tuple(cards)) if len(cards) == 5 and way.regulation == "PA-680a" else ()
    return [*three, *(card for card in cards if card not in three)]
