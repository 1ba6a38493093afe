"""Whole tables at random: any submission, any number of players, whatever is legal, and much that is not.

Every table is played from a seed, and everything that always holds is checked at every step. Tables come in
pairs that share their links, so that meters are moved by both.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from feltlaw import link as links
from feltlaw import load
from feltlaw.books import HOUSE, INVENTORY, on_link, on_reserve
from feltlaw.cards import deck as full_deck
from feltlaw.desk import Links, open_desk, reopen, restored, table_stream
from feltlaw.event import event_json, read_event
from feltlaw.link import ResumeLink, StopLink
from feltlaw.record.store import MemoryStore
from feltlaw.round import Refused
from feltlaw.schema import SchemaError
from feltlaw.settlement import Line
from feltlaw.submission import Submission
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
from feltlaw.table.idle import must_be_spread
from feltlaw.table.places import hand
from feltlaw.table.rule import roles_of
from feltlaw.table.stub import count_due
from tests.driver import CREW, DEALER, FLOOR, FLOOR2, REGULATIONS, SECOND, Driver
from tests.random_submissions import random_order, random_submission
from tests.watching import Watch

WEIGHTS = {
    "sit": 0.4, "leave": 0.03, "buy_in": 0.02, "cash_out": 0.02, "bet": 1.0, "ready": 0.1,
    "no_more_bets": 3, "change_deck": 0.02, "order_shuffle": 0.02, "recut": 0.03, "report": 0.015,
    "record_exposed_card": 0.015, "rule_communication": 0.02, "device_out_of_order": 0.005,
    "idle_spread": 0.05, "resolve_chips": 0.1, "count_stub": 0.3, "rule_departed": 0.5,
    "record_departure": 0.003, "return_wagers": 0.05, "device_repaired": 0.1,
    "correct_bonus_cards": 0.01, "come_back": 0.3, "close_table": 0.005, "confirm": 1.0, "withdraw": 0.2,
}  # fmt: skip
"""How often something is chosen that does not simply come next."""
HABITS = {
    "shaky devices": {"device_out_of_order": 0.5, "device_repaired": 2.0, "change_deck": 0.3, "leave": 0.1},
    "careless hands": {"record_exposed_card": 0.3, "report": 0.1, "correct_bonus_cards": 0.3},
    "restless guests": {"leave": 0.6, "record_departure": 0.05, "device_out_of_order": 0.03},
}
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
ROLES = ("player", "dealer", "floorperson", "device", "auditor", "cashier")
RUBBISH: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 3, 99, 10**30, 0.5, "", "x", "ante", "As Ks Qs", "dealer", [], [1], ["a"],
    {}, {"a": 1}, "player 1", "10.00",
)  # fmt: skip
FREE = ("bet", "set_hand", "place_cards", "hold_cards", "no_more_bets", "sit", "shuffle", "leave")
"""What may be refused with other numbers than those offered."""


class RandomTable:
    """One table, played from a seed."""

    def __init__(
        self, seed: int, shared: Links, name: str = "table", data: dict[str, Any] | None = None
    ) -> None:
        self.rng = random.Random(seed)
        regulation = REGULATIONS[seed % len(REGULATIONS)]
        submitted = Submission.from_data(data or random_submission(self.rng, regulation))
        real = self.rng.random() < 0.2
        self.driver = Driver(submitted, real_cards=real, seed=seed, shared=shared, table=name)
        self.desk = self.driver.desk
        self.desk.plan = self.order
        self.driver.slow_shuffler = self.rng.random() < 0.5
        self.guests = self.rng.randint(1, submitted.limits.seats)
        self.silent: set[str] = set()
        """Players who went without a word: nothing comes from them any more."""
        self.unlucky = self.rng.random() < 0.1
        """Whether round after round goes wrong at this table."""
        self.late = self.rng.random() < 0.3
        """Whether misdeals at this table are found late."""
        self.habit = self.rng.choice(("", "", "", "shaky devices", "careless hands", "restless guests"))
        """What happens more often here than elsewhere."""
        self.watch = Watch()
        self.counts: Counter[str] = Counter()
        self.sent: list[Command] = []
        self.lines: Counter[tuple[object, ...]] = Counter()
        self.folded = self.state
        self.opened = self.state

    @property
    def state(self) -> State:
        return self.desk.state

    def order(self) -> Shuffled:
        return Shuffled(tuple(random_order(self.rng, self.state)), f"{self.rng.getrandbits(256):064x}")

    # ── one step ──

    def step(self) -> None:
        if self.state.phase == "closed":
            self.next_day()
        if self.rng.random() < 0.15:
            self.wrong()
        here = self.state.here
        if here and self.rng.random() < 0.01:
            self.silent.add(self.rng.choice(here))
            self.counts["players gone without a word"] += 1
        self.on_links()
        if self.rng.random() < 0.01:
            self.correct()
        offers = legal(self.state)
        assert offers, f"a dead end in {self.state.phase}"
        for one in offers if self.rng.random() < 0.03 else [self.rng.choice(offers)]:
            self.agrees(one)
        offer = self.choose(offers)
        if offer is not None:
            self.do(offer)

    def correct(self) -> None:
        """Two people put a payment right."""
        names = [*self.state.here, "somebody who left"]
        to = self.rng.choice(("player", "house"))
        command = self.driver.command(
            "correct", FLOOR, event=1, player=self.rng.choice(names), amount=self.rng.randint(1, 5000), to=to,
            reason="test",
        )  # fmt: skip
        try:
            self.send(command)
        except Refused as refused:
            self.told(refused)
            return
        self.send(self.driver.command("confirm", FLOOR2, request=self.state.requests[-1].id))

    def next_day(self) -> None:
        """A closed table opens again where it was left: its people, chips, decks and meters."""
        before = self.state
        desk = self.desk
        opened = open_desk(
            before.submission,
            desk.store,
            table=before.table,
            by=FLOOR,
            source=desk.source,
            clock=self.driver.clock,
            shared=desk.links,
            real_cards=before.real_cards,
            carried=before,
            continues=desk.head.hash,
        )
        desk.state, desk.head, desk.opened = opened.state, opened.head, opened.opened
        assert (before.books, before.seats, before.rounds) == (
            self.state.books,
            self.state.seats,
            self.state.rounds,
        )
        assert [deck and deck.back for deck in before.decks] == [
            deck and deck.back for deck in self.state.decks
        ]

    def on_links(self) -> None:
        """A link stops now and then, and comes back; what waited for it is settled then."""
        for name in self.state.links.values():
            link = self.desk.links.states[name]
            if not link.stopped and self.rng.random() < 0.003:
                self.desk.links.write(name, StopLink("test"), FLOOR, self.driver.clock.now)
                self.counts["links stopped"] += 1
            elif link.stopped and self.rng.random() < 0.1:
                self.desk.links.write(name, ResumeLink("test"), FLOOR, self.driver.clock.now)
        self.heal()

    def heal(self) -> None:
        for _ in range(10):
            from feltlaw.table.checking import links_waited_for

            names = [n for n in links_waited_for(self.state) if not self.desk.links.states[n].stopped]
            if not names:
                return
            self.send(Command("link_is_back", CREW["device"], RULES["link_is_back"].command(names[0])))

    def choose(self, offers: tuple[Offer, ...]) -> Offer | None:
        weights = [self.weight(offer) for offer in offers]
        return self.rng.choices(offers, weights)[0] if any(weights) else None

    def weight(self, offer: Offer) -> float:
        state = self.state
        if offer.who in self.silent:
            return 0.0
        if offer.do == "record_departure" and offer.data.player in self.silent:
            return 0.5
        if offer.do == "shuffle" and state.phase != "shuffling" and self.driver.slow_shuffler:
            return 0.01
        if offer.do == "idle_spread" and must_be_spread(state):
            return 3.0
        if offer.do == "device_out_of_order" and self.jammed:
            return 0.5
        if offer.do == "report" and self.unlucky:
            return 0.7
        if offer.do == "report" and self.late and state.phase == "settling":
            return 1.0
        if offer.do == "sit":
            here = sum(name not in self.silent for name in dict.fromkeys(state.seats.values()))
            return WEIGHTS["sit"] * (here < self.guests)
        if offer.do == "buy_in":
            poor = state.chips(offer.who) < 20 * state.submission.limits.minimum
            return 2.0 if poor else WEIGHTS["buy_in"]
        if offer.do == "count_stub" and count_due(state):
            return 1.0
        return HABITS.get(self.habit, {}).get(offer.do) or WEIGHTS.get(offer.do, 3.0)

    def do(self, offer: Offer) -> None:
        """Does what is offered, with other numbers where they are free."""
        hours = 3600 * SECOND if self.rng.random() < 0.02 else self.rng.choice((0, 1, 5, 40)) * SECOND
        self.driver.clock.now += hours if self.rng.random() > 0.01 else -self.rng.choice((SECOND, 10**9))
        self.driver.clock.now = max(self.driver.clock.now, 10**12)
        self.desk.drawn = self.draws()
        command = Command(offer.do, self.person(offer), self.data(offer))
        try:
            self.send(command)
        except Refused as refused:
            self.told(refused)
            assert offer.do in FREE, f"{offer} was refused: {refused}"
            self.counts["refused: its own data"] += 1

    def person(self, offer: Offer) -> Person:
        if offer.who:
            return Person("player", offer.who)
        if offer.do == "sit":
            mine = [name for name in self.state.here if name not in self.silent]
            own = [*mine, f"p{offer.data.seat}"]
            return Person(
                "player", self.rng.choice([name for name in own if name not in self.state.away] or own)
            )
        if offer.do == "confirm":
            asked = next(one for one in self.state.requests if one.id == offer.data.request)
            return FLOOR2 if asked.by.role == "dealer" or asked.by == FLOOR else DEALER
        return CREW[self.rng.choice([role for role in offer.roles if role in CREW])]

    def data(self, offer: Offer) -> Any:
        data, rng, state = offer.data, self.rng, self.state
        limits = state.submission.limits
        if offer.do == "shuffle" and rng.random() < 0.02:
            counts = state.submission.cards.shuffler_counts_cards and state.shuffle != "manual"
            return replace(data, counted=51) if counts else data
        if offer.do == "receive_deck" and rng.random() < 0.2:
            return replace(data, preshuffled=True)
        if offer.do == "deal" and rng.random() < 0.4:
            return replace(data, all=True)
        if offer.do == "buy_in":
            return replace(data, amount=rng.randrange(1, 200) * limits.minimum)
        if offer.do == "cash_out":
            return replace(data, amount=rng.randint(1, data.amount))
        if offer.do == "bet":
            return replace(data, wagers=self.wagers(dict(data.wagers)))
        if offer.do == "leave" and rng.random() < 0.5:
            return replace(data, seat=0)
        if offer.do == "cut":
            return replace(data, depth=rng.randint(10, 51))
        if offer.do == "count_stub" and state.real_cards and rng.random() < 0.1:
            misdealt = rng.random() < 0.5
            whole = state.submission.regulation.deck.cards
            deck = whole - (rng.random() < 0.3) if misdealt else None
            return replace(data, cards=data.cards + rng.choice((-1, 1)), misdealt=misdealt, deck=deck)
        if offer.do == "set_hand" and not state.real_cards and rng.random() < 0.5:
            return replace(data, cards=tuple(rng.sample(state.played.known_at(hand(data.seat)), 3)))
        if offer.do == "verify_win" and rng.random() < 0.1:
            return replace(data, light=False)
        return self.with_cards(offer.do, data) if state.real_cards else data

    def wagers(self, wagers: dict[str, int]) -> dict[str, int]:
        """Other wagers than those offered: more of them, or larger, or none."""
        submitted, rng = self.state.submission, self.rng
        if rng.random() < 0.05:
            return {}
        factor = rng.randint(1, 5) if rng.random() < 0.3 else 1
        found = {wager: cents * factor for wager, cents in wagers.items()}
        for wager, offered in submitted.wagers.items():
            if offered.wager.stake.kind in ("limits", "fixed", "table_minimum") and rng.random() < 0.7:
                found.setdefault(wager, offered.minimum)
        return found

    def with_cards(self, do: str, data: Any) -> Any:
        """Cards of a real deck, as a dealer would enter them."""
        state, rng = self.state, self.rng
        places = {
            "turn_up_player": lambda: hand(data.seat), "reveal_dealer": lambda: _place("dealer"),
            "reveal_community": lambda: _place("community"), "reveal_fourth": lambda: _place("fourth", data.seat),
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

    def _looked_at(self, left: list[Any]) -> dict[int, tuple[Any, ...]]:
        from feltlaw.table.forfeits import _to_look_at, due

        found = {}
        for seat in _to_look_at(self.state, due(self.state)):
            if None in self.state.played.cards_at(hand(seat)):
                cards = tuple(self.rng.sample(left, len(self.state.played.cards_at(hand(seat)))))
                left = [card for card in left if card not in cards]
                found[seat] = cards
        return found

    def draws(self) -> dict[str, str | int]:
        found: dict[str, str | int] = {}
        submitted = self.state.submission
        if submitted.option("wagers.five_card_hand_bonus.lucky_positions") == "staked":
            return found
        for option, key in (("magic_card", "magic_card"), ("lucky_bonus", "lucky_position")):
            if submitted.option(f"wagers.five_card_hand_bonus.{option}") is True and self.rng.random() < 0.5:
                seats = ["dealer", *range(1, submitted.limits.seats + 1)]
                card = str(self.rng.choice(full_deck(0)))
                found[key] = card if key == "magic_card" else self.rng.choice(seats)
        return found

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
            self.booked(event)
        assert write_state(state) == write_state(self.state), "the fold of the events is the state decided on"
        self.holds()
        if command.do in ONCE and self.rng.random() < 0.25:
            self.twice(command)

    @property
    def jammed(self) -> bool:
        """Whether the last thing that went wrong was the shuffler."""
        reports = [command for command in self.sent[-12:] if command.do == "report"]
        return bool(reports) and reports[-1].data.kind == "shuffler_jam"

    # ── what always holds ──

    def booked(self, event: Event) -> None:
        void = event.kind == "void_round"
        for line in () if void else getattr(event.data, "lines", ()):
            self.lines[line.key] += 1
            assert self.lines[line.key] == 1, f"a line carried out twice: {line}"
        if event.kind in ("report", "record_exposed_card", "void_round"):
            self.counts[f"{event.kind}: {event.data.kind}"] += 1
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
            self.round_over()

    def round_over(self) -> None:
        round_ = self.state.round
        assert round_ is not None
        lines: tuple[Line, ...] = round_.settling.lines
        if not round_.void:
            assert set(self.lines) == {line.key for line in lines}, "every line is carried out"
        assert [line.turn for line in lines] == list(range(1, len(lines) + 1)), "in the dealer's order"
        stakes = [(line.seat, line.id) for line in lines if not line.is_award]
        assert len(stakes) == len(set(stakes)), "no stake is settled twice"
        for seat, box in round_.facts.stakes.items():
            assert {wager for one, wager in stakes if one == seat} == set(box), "every stake is settled"
        left = [account for account in self.state.books if account.kind in ("felt", "pot", "held")]
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
            lying = [place for place in state.round.racked]
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
            moment = Moment(state.now, by, shuffled, {}, self.desk._running())
            decide(state, Command(offer.do, by, data), moment)
        except Refused as refused:
            stopped = any(self.desk.links.states[name].stopped for name in state.links.values())
            assert stopped and offer.do in ("bet", "resolve_chips"), f"{offer} was refused: {refused}"

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
        return Moment(self.driver.clock.now, by, shuffled, {}, self.desk._running())

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
        return "not the time", Command(do, Person(role, name), data), True

    def nonsense(self) -> tuple[str, Command, bool]:
        """Anything at all; it may happen to be legal, but it never breaks the table."""
        from feltlaw.schema import write

        offer = self.rng.choice(legal(self.state))
        data = dict(write(offer.data))
        for key in self.rng.sample([*data, "extra", "seat"], 1):
            data[key] = self.rng.choice(RUBBISH)
        by = self.driver.by(offer) if self.rng.random() < 0.7 else Person(offer.roles[0], "mallory")
        return "nonsense", Command(offer.do, by, data), False

    def told(self, refused: Refused) -> None:
        assert refused.what and refused.legal, f"a refusal that says too little: {refused}"

    # ── the end ──

    def close(self) -> None:
        """From wherever the table is, the round can be finished."""
        for name in self.state.links.values():
            if self.desk.links.states[name].stopped:
                self.desk.links.write(name, ResumeLink("test"), FLOOR, self.driver.clock.now)
        for _ in range(400):
            self.heal()
            state = self.state
            if state.phase == "closed":
                self.next_day()
            if state.round is None or state.round.ended or not state.round.facts.stakes:
                return
            offer = self.way_on()
            assert offer is not None, f"the round cannot be finished from {state.phase}"
            self.do_as_is(offer)
        raise AssertionError("the round never ends")

    def do_as_is(self, offer: Offer) -> None:
        by = self.person(offer) if offer.do == "confirm" else self.driver.by(offer)
        data = self.with_cards(offer.do, offer.data) if self.state.real_cards else offer.data
        self.send(Command(offer.do, by, data))

    def reopen(self) -> None:
        """And then the next wager can be placed, by somebody who is there."""
        for gone in self.driver.offers("record_departure"):
            if gone.data.player in self.silent:
                self.do_as_is(gone)
        if not self.state.here:
            seat = self.driver.offers("sit")[0].data
            self.send(Command("sit", Person("player", "zoe"), seat))
        for _ in range(100):
            state = self.state
            spread = self.driver.offers("idle_spread") if must_be_spread(state) else []
            if state.phase == "betting" and not spread:
                return
            offer = spread[0] if spread else self.driver.routine()
            assert offer is not None, f"no wager can be placed any more: {state.phase}"
            self.do_as_is(offer)
        raise AssertionError("betting never opens again")

    def way_on(self) -> Offer | None:
        """What brings the round to its end; of players who went without a word nothing is to be had."""
        confirm = self.driver.offers("confirm")
        gone = [one for one in self.driver.offers("record_departure") if one.data.player in self.silent]
        if self.state.phase == "betting" and self.state.round and self.state.round.facts.stakes:
            back = [one for one in self.driver.offers("bet") if one.who not in self.silent]
            mine = [one for one in back if one.data.seat in self.state.round.facts.stakes]
            if mine:
                return replace(mine[0], data=replace(mine[0].data, wagers={}))
        return next(iter((*confirm, *gone)), None) or self.driver.routine()


def _place(group: str, seat: int = 0) -> Any:
    from feltlaw.table.places import Place

    return Place(group, seat)


def play_pair(seed: int, commands: int) -> Counter[str]:
    """Two tables that share their links, played turn and turn about, closed and read back from their records."""
    rng = random.Random(seed)
    store = MemoryStore()
    shared = Links(store)
    data = random_submission(rng, REGULATIONS[seed % len(REGULATIONS)])
    for wager in load(data["regulation"]).wagers.values():
        if wager.meter and wager.section in data["wagers"]:
            data["wagers"][wager.section]["meter"] = f"{wager.meter} of {seed}"
    pair = [RandomTable(seed, shared, "one", _linked(data)), RandomTable(seed + 10**6, shared, "two", None)]
    if rng.random() < 0.5:
        pair[1] = RandomTable(seed + 5 * 10**6, shared, "three", _linked(data))
    for _ in range(commands):
        rng.choice(pair).step()
    counts: Counter[str] = Counter()
    for table in pair:
        table.close()
        table.reopen()
        desk = table.desk
        if rng.random() < 0.5:
            desk.snapshot()
            table.counts["snapshots"] += 1
            seat = desk.state.here[0]
            desk.do("buy_in", Person("player", seat), {"amount": "7.00"})
        state, head, _, _ = restored(store, table_stream(desk.state.table))
        assert write_state(state) == write_state(desk.state) and head == desk.head, (
            "a restart is where it was"
        )
        assert reopen(store, desk.state.table, shared=shared).state == desk.state
        table.counts["tables"] += 1
        table.counts["rounds"] += desk.state.rounds
        counts += table.counts
    _links_agree(shared, pair)
    return counts


def _linked(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(data))
    return found


def _links_agree(shared: Links, pair: list[RandomTable]) -> None:
    """Each meter is the sum of its stream, and holds what its tables have put there and not taken off."""
    for name, link in shared.states.items():
        state = None
        for line in shared.store.read(f"link/{name}"):
            state = links.begin(line.event) if state is None else links.apply(state, line.event)
        assert state == link, f"link {name} is the fold of its stream"
        assert state is not None and sum(state.books.values()) == 0
        for level, facts in state.meter.levels.items():
            assert facts.amount == state.books.get(links.meter_account(level), 0), "the meter is its account"
            assert facts.reserve == state.books.get(links.reserve_account(level), 0)
        for table in pair:
            books = table.state.books
            mine = sum(books.get(on_link(name, level), 0) for level in state.meter.levels)
            mine += sum(books.get(on_reserve(name, level), 0) for level in state.meter.levels)
            theirs = -sum(
                c for a, c in state.books.items() if a.kind == "table" and a.of == table.state.table
            )
            assert mine == theirs, f"table {table.state.table} and link {name} agree: {mine} {theirs}"


def play_tables(seeds: range, commands: int) -> Counter[str]:
    """Plays a pair of tables from each seed; a failure names its seed."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        try:
            counts += play_pair(seed, commands)
        except Exception as error:
            raise AssertionError(f"tables of seed {seed}: {type(error).__name__}: {error}") from error
    return counts


__all__ = ["HOUSE", "INVENTORY", "SchemaError", "play_pair", "play_tables"]
