"""A random table as it is watched: everything that always holds, and everything that is refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from feltlaw.cards import Card
from feltlaw.cards import deck as full_deck
from feltlaw.event import Role, event_json, read_event
from feltlaw.round import Refused
from feltlaw.schema import write
from feltlaw.settlement import Line
from feltlaw.table import (
    EVENTS,
    PHASES,
    RULES,
    Command,
    Event,
    Moment,
    Offer,
    Person,
    Shuffled,
    State,
    apply,
    decide,
    legal,
    read_command,
    read_state,
    write_state,
)
from feltlaw.table.forfeits import _to_look_at, due
from feltlaw.table.places import Place, hand
from feltlaw.table.rule import roles_of
from tests.support.driver import Driver
from tests.support.random_submissions import random_order
from tests.support.watching import Watch

ONCE = frozenset(
    ("sit", "no_more_bets", "decide", "set_hand", "collect_forfeits", "reveal_dealer", "ready",
     "turn_up_player", "verify_win", "validate", "collect_losers", "settle_rest", "rack_cards", "end_game",
     "rule_communication", "record_exposed_card", "record_departure", "return_wagers",
     "device_out_of_order", "device_repaired", "come_back", "confirm", "withdraw", "close_table")
)  # fmt: skip
"""Commands that nobody can give twice by sending them again."""
COUNTED = frozenset(
    ("device_out_of_order", "device_repaired", "rule_communication", "change_deck", "idle_spread", "recut",
     "record_departure", "return_wagers", "correct_bonus_cards", "come_back", "ask", "withdraw",
     "order_shuffle", "close_table", "correct", "link_is_back", "resolve_light")
)  # fmt: skip
ROLES: tuple[Role, ...] = ("player", "dealer", "floorperson", "device", "auditor", "cashier")
RUBBISH: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 3, 99, 10**30, 0.5, "", "x", "ante", "As Ks Qs", "dealer", [], [1], ["a"],
    {}, {"a": 1}, "player 1", "10.00",
)  # fmt: skip


class WatchedTable:
    """A table and what was seen there."""

    def __init__(self, driver: Driver, rng: random.Random) -> None:
        self.rng = rng
        self.driver = driver
        self.desk = driver.desk
        self.driver.chance.plan = self.order
        self.silent: set[str] = set()
        """Players who went without a word: nothing comes from them any more."""
        self.watch = Watch()
        self.counts: Counter[str] = Counter()
        self.sent: list[Command] = []
        self.lines: Counter[tuple[object, ...]] = Counter()

    @property
    def state(self) -> State:
        return self.desk.state

    def order(self) -> Shuffled:
        return Shuffled(tuple(random_order(self.rng, self.state)), f"{self.rng.getrandbits(256):064x}")

    def send(self, command: Command) -> None:
        state = self.state
        answer = self.desk.give(command)
        self.sent.append(command)
        self.counts["commands"] += 1
        for event in answer.events:
            again = read_event(json.loads(json.dumps(event_json(event))), EVENTS)
            assert again == event, f"{event} is not what it is in JSON"
            after = apply(state, again)
            self.watch.saw(state, event, after)
            state = after
            self.booked(event, after)
        assert write_state(state) == write_state(self.state), "the fold of the events is the state decided on"
        self.holds()
        if command.do in ONCE and self.rng.random() < 0.25:
            self.twice(command)

    def with_cards(self, do: str, data: Any) -> Any:
        """Cards of a real deck, as a dealer would enter them."""
        state, rng = self.state, self.rng
        places = {
            "turn_up_player": lambda: hand(data.seat), "reveal_dealer": lambda: Place("dealer"),
            "reveal_community": lambda: Place("community"),
            "reveal_fourth": lambda: Place("fourth", data.seat),
        }  # fmt: skip
        used = {one.card for one in state.round.facts.dealt} if state.round else set()
        left = [card for card in full_deck(state.submission.regulation.deck.jokers) if card not in used]
        if do == "report" and data.card is not None:
            return replace(data, card=rng.choice(left))
        if do == "collect_forfeits":
            return replace(data, hands=self._looked_at(left))
        if do not in places:
            return data
        lying = state.played.cards_at(places[do]())
        many = lying.count(None)
        streets = any(decision.revealed for decision in state.submission.regulation.decisions)
        if do == "reveal_community" and streets:
            many = min(many, 1)
        return replace(data, cards=tuple(rng.sample(left, many))) if many else data

    def _looked_at(self, left: list[Card]) -> dict[int, tuple[Card, ...]]:
        found = {}
        for seat in _to_look_at(self.state, due(self.state)):
            if None in self.state.played.cards_at(hand(seat)):
                cards = tuple(self.rng.sample(left, len(self.state.played.cards_at(hand(seat)))))
                left = [card for card in left if card not in cards]
                found[seat] = cards
        return found

    # ── what always holds ──

    def booked(self, event: Event, after: State) -> None:
        void = event.kind == "void_round"
        for line in () if void else getattr(event.data, "lines", ()):
            self.lines[line.key] += 1
            assert self.lines[line.key] == 1, f"a line carried out twice: {line}"
        if event.kind in ("report", "record_exposed_card", "void_round"):
            self.counts[f"{event.kind}: {event.data.kind}"] += 1
        if event.kind == "report" and event.confirmed_by is not None:
            self.counts["late voids"] += 1
        if void and event.data.owed_hits:
            self.counts["hits owed to a stopped link"] += len(event.data.owed_hits)
        if void and event.data.taken_back:
            self.counts["payments taken back"] += len(event.data.taken_back)
        if event.kind in COUNTED:
            self.counts[event.kind] += 1
        if event.kind in ("record_departure", "leave"):
            self.silent.discard(event.data.player)
        if event.kind == "rule_departed":
            self.counts[f"ruling: {event.data.ruling}"] += 1
        if event.kind == "validate":
            self.counts["awards validated"] += 1
        if event.kind == "end_round":
            self.round_over(after)

    def round_over(self, after: State) -> None:
        round_ = after.round
        assert round_ is not None
        lines: tuple[Line, ...] = round_.settling.lines
        if not round_.void:
            assert set(self.lines) == {line.key for line in lines}, "every line is carried out"
        assert [line.turn for line in lines] == list(range(1, len(lines) + 1)), "in the dealer's order"
        stakes = [(line.seat, line.id) for line in lines if not line.is_award]
        assert len(stakes) == len(set(stakes)), "no stake is settled twice"
        for seat, box in round_.facts.stakes.items():
            assert {wager for one, wager in stakes if one == seat} == set(box), "every stake is settled"
        left = [account for account in after.books if account.kind in ("felt", "pot", "held")]
        assert not left, f"money left on the layout: {left}"
        self.counts["jackpots"] += sum(line.paid_from == "meter" for line in lines)
        self.counts["rounds void"] += round_.void
        self.lines.clear()

    def holds(self) -> None:
        state = self.state
        assert sum(state.books.values()) == 0, "the books balance"
        assert state.phase in PHASES
        if state.round is not None:
            dealt = [one.card for one in state.round.facts.dealt if one.card is not None]
            assert len(dealt) == len(set(dealt)), "no card is in two places"
            up = [card for cards in state.round.up.values() for card in cards]
            assert set(up) <= set(dealt) and len(up) == len(set(up)), "what is up was dealt"
            lying = list(state.round.racked)
            assert len(lying) == len(set(lying)), "no hand is racked twice"
        if self.rng.random() < 0.03:
            written = json.loads(json.dumps(write_state(state)))
            assert read_state(written, state.submission) == state, "a state can be written and read back"

    def agrees(self, offer: Offer) -> None:
        """What is offered is accepted as it is offered."""
        state = self.state
        if offer.do == "sit":
            by = Person("player", f"p{offer.data.seat}x")
        elif offer.do == "confirm":
            return
        else:
            by = self.driver.by(offer)
        data = self.with_cards(offer.do, offer.data) if state.real_cards else offer.data
        shuffled = None if state.real_cards else self.order()
        try:
            moment = Moment(state.now, by, shuffled, {}, self.desk.reached(), number=self.desk.number)
            decide(state, Command(offer.do, by, data), moment)
        except Refused as refused:
            stopped = any(self.desk.links.states[name].stopped for name in state.links.values())
            assert stopped and offer.do == "bet", f"{offer} was refused: {refused}"

    def twice(self, command: Command) -> None:
        """The same command once more does nothing."""
        try:
            decide(self.state, command, self.moment(command.by))
        except Refused as refused:
            self.told(refused)
            self.counts["refused: sent twice"] += 1
        else:
            raise AssertionError(f"{command} was accepted twice")

    def moment(self, by: Person) -> Moment:
        shuffled = None if self.state.real_cards else self.order()
        return Moment(self.driver.clock.now, by, shuffled, {}, self.desk.reached(), number=self.desk.number)

    # ── what is refused ──

    def wrong(self) -> None:
        """Somebody tries something that is not allowed; nothing comes of it."""
        before, many = self.state, self.desk.number
        kind, command, must = self.rng.choice((self.wrong_person, self.wrong_time, self.nonsense))()
        try:
            do, data = command.do, command.data
            if isinstance(data, dict):
                command = read_command(do, data, command.by)
            decide(before, command, self.moment(command.by))
        except Refused as refused:
            self.told(refused)
            self.counts[f"refused: {kind}"] += 1
        else:
            assert not must, f"{command} was accepted"
        assert self.state is before and self.desk.number == many

    def wrong_person(self) -> tuple[str, Command, bool]:
        rule = self.rng.choice(list(RULES.values()))
        roles = [role for role in ROLES if role not in roles_of(self.state, rule)]
        offers = [offer for offer in legal(self.state) if offer.do == rule.name]
        data = self.rng.choice(offers).data if offers else {}
        return "wrong person", Command(rule.name, Person(self.rng.choice(roles), "mallory"), data), True

    def wrong_time(self) -> tuple[str, Command, bool]:
        offered = {offer.do for offer in legal(self.state)} | {
            "correct",
            "time_out",
            "link_is_back",
            "confirm",
        }
        do = self.rng.choice([do for do in RULES if do not in offered] or ["dance"])
        role = (roles_of(self.state, RULES[do]) or ("dealer",))[0] if do in RULES else "dealer"
        old = [command.data for command in self.sent if command.do == do]
        data = self.rng.choice(old) if old else {}
        name = self.rng.choice(["p1", "p2", "mallory"])
        return "not the time", Command(do, Person(cast(Role, role), name), data), True

    def nonsense(self) -> tuple[str, Command, bool]:
        """Anything at all; it may happen to be legal, but it never breaks the table."""
        offer = self.rng.choice(legal(self.state))
        data = dict(write(offer.data))
        for key in self.rng.sample([*data, "extra", "seat"], 1):
            data[key] = self.rng.choice(RUBBISH)
        by = (
            self.driver.by(offer)
            if self.rng.random() < 0.7
            else Person(cast(Role, offer.roles[0]), "mallory")
        )
        return "nonsense", Command(offer.do, by, data), False

    def told(self, refused: Refused) -> None:
        assert refused.what and refused.legal, f"a refusal that says too little: {refused}"
