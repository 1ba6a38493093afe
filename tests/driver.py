"""Drives a table: whole rounds by choosing from what is legal, with decks stacked so that wanted cards come.

One dealer, one floorperson, one device; players are called P1, P2 … after their first seat.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from feltlaw import load
from feltlaw.cards import deck as full_deck
from feltlaw.cards import parse_cards
from feltlaw.register import clauses
from feltlaw.round import Refused
from feltlaw.settlement import Line
from feltlaw.submission import Submission
from feltlaw.table import RULES, Event, Offer, Person, Table, legal, to_json
from feltlaw.table.dealing import count_due
from feltlaw.table.opening import too_old
from feltlaw.table.places import deliveries
from feltlaw.table.state import Player, RoundState, State

REGULATIONS = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a")
PENNSYLVANIA = tuple(name for name in REGULATIONS if name.startswith("PA"))
DEALS = ("manual_shoe", "hand", "automated_shoe")

DEALER = Person("dealer", "Dee")
FLOOR = Person("floorperson", "Flo")
DEVICE = Person("device", "Dev")
CREW = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}

PEOPLE = ("sit", "leave", "buy_in", "cash_out", "bet", "take_back")
"""What players do of their own accord."""
SPECIAL = (
    "change_deck", "order_shuffle", "recut", "idle_spread", "report", "record_exposed_card", "rule_departed",
    "rule_communication", "device_out_of_order", "device_repaired", "resolve_chips", "record_departure",
    "return_wagers", "correct_bonus_cards",
)  # fmt: skip
"""What happens only when somebody wants it; everything else is the course of a round."""
CHIPS = 100_000_00


def marks(regulation: str, *steps: str, group: str = "", without: Sequence[str] = ()) -> pytest.MarkDecorator:
    """The clauses behind steps of a regulation, as far as they are about procedure or the record."""
    found = [
        clause
        for step in load(regulation).steps
        if step.do in steps and (not group or step.group == group)
        for clause in step.cite.clauses
        if clauses()[clause].testable in ("procedure", "record") and clause not in without
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


def submission(regulation: str, **sections: Any) -> Submission:
    """A submission with $5 to $500 limits; `cards`, `wagers`, `settlement`, `version` as in a file."""
    limits = {"minimum": 5, "maximum": 500, **sections.pop("limits", {})}
    return _submission(json.dumps({"regulation": regulation, "limits": limits, **sections}, sort_keys=True))


@cache
def _submission(data: str) -> Submission:
    return Submission.from_data(json.loads(data))


def whole_deck(regulation: str) -> dict[str, Any]:
    """An order of a whole deck, for a command that wants one."""
    return {"order": [int(card) for card in full_deck(load(regulation).deck.jokers)], "nonce": "5" * 32}


MAIN = {"PA-669a": ("ante", "blind")}


def main_bets(regulation: str, ante: int = 1000) -> dict[str, int]:
    """The wagers that bring a player into the round."""
    return dict.fromkeys(MAIN.get(regulation, ("ante",)), ante)


class Driver:
    """A table and everybody around it."""

    def __init__(self, submitted: Submission, *, real_cards: bool = False, seed: int = 0) -> None:
        self.table = Table(submitted, real_cards=real_cards)
        self.rng = random.Random(seed)
        self.wanted: Mapping[str, str] = {}
        self.planned: Mapping[int, Mapping[str, int]] = {}
        self.slow_shuffler = False
        """Whether the second of two decks is not shuffled before the round with the first is over."""

    # ── looking ──

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def round(self) -> RoundState:
        assert self.state.round is not None
        return self.state.round

    def offers(self, do: str, role: str | None = None) -> list[Offer]:
        return [offer for offer in legal(self.state, role) if offer.do == do]

    def offered(self) -> set[str]:
        return {offer.do for offer in legal(self.state)}

    def kinds(self) -> list[str]:
        """The events so far, by kind."""
        return [event.kind for event in self.table.events]

    def events(self, *kinds: str) -> list[Event]:
        return [event for event in self.table.events if event.kind in kinds]

    def last(self, kind: str) -> Event:
        return self.events(kind)[-1]

    def player(self, seat: int) -> Player:
        return self.state.players[f"P{seat}"]

    def chips(self, seat: int) -> int:
        return self.player(seat).chips

    def lines(self, seat: int | None = None) -> list[Line]:
        """What the round came to, in the dealer's order."""
        assert self.round.settlement is not None
        return [line for line in self.round.settlement.lines if seat in (None, line.seat)]

    # ── doing ──

    def by(self, offer: Offer) -> Person:
        if offer.who:
            return Person("player", offer.who)
        if offer.do == "sit":
            return Person("player", f"P{offer.data['seat']}")
        return CREW[offer.roles[0]]

    def do(self, do: str, by: Person | None = None, at: int | None = None, **data: Any) -> tuple[Event, ...]:
        """A command by whoever is to give it; a shuffle gets an order, other data is taken from the offer."""
        offers = self.offers(do)
        if not data and offers:
            data = dict(offers[0].data)
            by = by or self.by(offers[0])
        if do == "shuffle" and not self.state.real_cards:
            data = {**data, **self._order(data["deck"])}
        if do in ("report", "record_exposed_card"):
            data = {**next((one.data for one in offers if one.data["kind"] == data.get("kind")), {}), **data}
        if by is None:
            rule = RULES[do]
            by = CREW.get(rule.roles[0]) or Person("player", f"P{data.get('seat', 1)}")
        return self.table.do(do, by, at, **data)

    def filled(self, offer: Offer) -> dict[str, Any]:
        """An offer's data with what chance has to give."""
        return {**offer.data, **(self._order(offer.data["deck"]) if "order" in offer.data else {})}

    def take(self, offer: Offer) -> tuple[Event, ...]:
        """Does what is offered, as it is offered."""
        return self.do(offer.do, self.by(offer), **offer.data)

    def refused(self, do: str, by: Person | None = None, at: int | None = None, **data: Any) -> Refused:
        """The refusal of a command; it says what is wrong and what is legal, and nothing has happened."""
        before, events = to_json(self.state), list(self.table.events)
        with pytest.raises(Refused) as caught:
            if by is None and not data and self.offers(do):
                self.do(do, at=at)
            else:
                rule = RULES.get(do)
                role = rule.roles[0] if rule else "dealer"
                who = by or CREW.get(role) or Person("player", f"P{data.get('seat', 1)}")
                self.table.do(do, who, at, **data)
        assert to_json(self.state) == before
        assert self.table.events == events
        refusal = caught.value
        assert refusal.what and refusal.legal and str(refusal).endswith(".")
        return refusal

    def _order(self, at: int) -> dict[str, Any]:
        """A shuffled order for a deck, the planned cards brought to the places they are planned for."""
        cards = [int(card) for card in full_deck(self.state.submission.regulation.deck.jokers)]
        self.rng.shuffle(cards)
        if self.wanted and at == self.state.active:
            cards = self._stacked(cards)
        return {"order": cards, "nonce": f"{self.rng.getrandbits(256):064x}"}

    def _stacked(self, cards: list[int]) -> list[int]:
        """The deck as shuffled, such that after the usual cut the wanted cards come where they are wanted."""
        planned = replace(
            self.state, round=RoundState(1, stakes=self.planned, players=dict.fromkeys(self.planned, ""))
        )
        places = [place for delivery in deliveries(planned) for place in delivery.places]
        wanted = {place: [int(card) for card in parse_cards(text)] for place, text in self.wanted.items()}
        kept = [card for card in cards if not any(card in hand for hand in wanted.values())]
        found = [wanted[place].pop(0) if wanted.get(place) else kept.pop() for place in places]
        assert not any(wanted.values()), f"no place for {wanted}"
        found += kept
        cut = len(found) // 2 if self.state.shuffle == "manual" else 0
        return found[len(found) - cut :] + found[: len(found) - cut]

    # ── going on ──

    def routine(self) -> Offer | None:
        """What comes next in the course of a round, players' own wishes and special orders apart."""
        if self.state.phase == "shuffling" and too_old(self.state, self.state.now):
            return next(
                offer for offer in self.offers("change_deck") if offer.data["deck"] == self.state.active
            )
        for offer in legal(self.state):
            if offer.do in PEOPLE or offer.do in SPECIAL or offer.do == "no_more_bets":
                continue
            if offer.do == "count_stub" and not count_due(self.state):
                continue
            if offer.do == "shuffle" and self.slow_shuffler and self.state.phase != "shuffling":
                continue
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
            if self.state.phase in phases or (do and do in self.offered()):
                return self
            self.take(self.next())
        raise AssertionError(f"never came to {phases or do}")

    def sit(self, *seats: int, chips: int = CHIPS) -> None:
        for seat in seats:
            self.do("sit", Person("player", f"P{seat}"), seat=seat)
            self.do("buy_in", Person("player", f"P{seat}"), amount=chips)

    def open(self, *seats: int) -> Driver:
        """From a closed table to open betting, with players at these seats."""
        self.sit(*seats)
        self.until("betting")
        return self

    def bet(self, bets: Mapping[int, Mapping[str, int]]) -> None:
        for seat, wagers in bets.items():
            for wager, amount in wagers.items():
                player = next(p.name for p in self.state.players.values() if seat in p.seats)
                self.do("bet", Person("player", player), seat=seat, wager=wager, amount=amount)

    def start(
        self, bets: Mapping[int, Mapping[str, int]] | None = None, cards: Mapping[str, str] | None = None
    ) -> Driver:
        """A round with these wagers and cards, up to the deal; by default a main wager at seats 1 and 3."""
        bets = bets or {seat: main_bets(self.state.submission.regulation.id) for seat in (1, 3)}
        self.planned, self.wanted = bets, cards or {}
        self.sit(*(seat for seat in bets if all(seat not in p.seats for p in self.state.players.values())))
        if self.wanted and self.state.phase == "betting":
            self.do("order_shuffle")
        self.until("betting")
        self.bet(bets)
        self.do("no_more_bets")
        return self

    def finish(self, **says: str) -> Driver:
        """Plays the round to its end; `seat_3="fold"` says what a seat decides, others say what is first."""

        def wanted(offer: Offer) -> bool:
            word = says.get(f"seat_{offer.data['seat']}")
            return word is None or offer.data["say"] == word

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
        name = self.round.players[seat]
        return self.do("decide", Person("player", name), seat=seat, say=say)


def drive(regulation: str, *, real_cards: bool = False, seed: int = 0, **sections: Any) -> Driver:
    """A table of a regulation, closed."""
    return Driver(submission(regulation, **sections), real_cards=real_cards, seed=seed)


def dealt_to(events: Sequence[Event]) -> list[str]:
    """Where the cards of these events went, in order."""
    return [item["place"] for event in events if "to" in event.data for item in event.data["to"]]
