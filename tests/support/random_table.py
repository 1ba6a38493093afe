"""One random table: any submission, any number of players, whatever is legal, and much that is not."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from feltlaw.cards import deck as full_deck
from feltlaw.desk import Links, open_desk
from feltlaw.link import ResumeLink, StopLink
from feltlaw.round import Refused
from feltlaw.submission import Submission
from feltlaw.table import RULES, Command, Offer, Person, legal
from feltlaw.table.checking import links_waited_for
from feltlaw.table.idle import must_be_spread
from feltlaw.table.places import hand
from feltlaw.table.stub import count_due
from tests.support.driver import CREW, DEALER, FLOOR, FLOOR2, REGULATIONS, SECOND, Driver
from tests.support.random_checks import WatchedTable
from tests.support.random_submissions import random_submission

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
FREE = ("bet", "set_hand", "place_cards", "hold_cards", "no_more_bets", "sit", "shuffle", "leave")
"""What may be refused with other numbers than those offered."""


class RandomTable(WatchedTable):
    """One table, played from a seed."""

    def __init__(
        self, seed: int, shared: Links, name: str = "table", data: dict[str, Any] | None = None
    ) -> None:
        rng = random.Random(seed)
        regulation = REGULATIONS[seed % len(REGULATIONS)]
        submitted = Submission.from_data(data or random_submission(rng, regulation))
        real = rng.random() < 0.3
        super().__init__(Driver(submitted, real_cards=real, seed=seed, shared=shared, table=name), rng)
        self.driver.slow_shuffler = rng.random() < 0.5
        self.guests = rng.randint(1, submitted.limits.seats)
        self.unlucky = rng.random() < 0.1
        """Whether round after round goes wrong at this table."""
        self.late = rng.random() < 0.4
        """Whether misdeals at this table are found late."""
        self.habit = rng.choice(("", "", "", "shaky devices", "careless hands", "restless guests"))
        """What happens more often here than elsewhere."""

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
            source=desk.chance.source,
            clock=self.driver.clock,
            shared=desk.links,
            real_cards=before.real_cards,
            carried=before,
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
            often = 0.1 if self.state.phase == "settling" else 0.002
            if not link.stopped and self.rng.random() < often:
                self.desk.links.write(name, StopLink("test"), FLOOR, self.driver.clock.now)
                self.counts["links stopped"] += 1
            elif link.stopped and self.rng.random() < 0.3:
                self.desk.links.write(name, ResumeLink("test"), FLOOR, self.driver.clock.now)
                self.counts["links back"] += 1
        self.heal()

    def heal(self) -> None:
        for _ in range(10):
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
        if offer.do == "report" and self.late and offer.data.kind == "wrong_number_of_cards":
            return 4.0 if any(line.paid for line in state.played.settling.lines) else 0.01
        if offer.do == "confirm" and state.phase in ("settling", "racking"):
            return 6.0
        if offer.do == "no_more_bets" and not self.everybody_has_bet:
            return 0.5
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
        self.driver.chance.drawn = self.draws()
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
        if offer.do == "count_stub" and state.real_cards and rng.random() < 0.3:
            misdealt = rng.random() < 0.5
            whole = state.submission.regulation.deck.cards
            deck = whole - (rng.random() < 0.3) if misdealt else None
            return replace(data, cards=data.cards + rng.choice((-1, 1)), misdealt=misdealt, deck=deck)
        if offer.do == "set_hand" and not state.real_cards and rng.random() < 0.5:
            return replace(data, cards=tuple(rng.sample(state.played.known_at(hand(data.seat)), 3)))
        if offer.do == "verify_win" and rng.random() < 0.3:
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

    @property
    def everybody_has_bet(self) -> bool:
        round_ = self.state.under_way
        betting = round_.facts.stakes if round_ is not None else {}
        return all(seat in betting for seat, name in self.state.seats.items() if name not in self.silent)

    @property
    def jammed(self) -> bool:
        """Whether the last thing that went wrong was the shuffler."""
        reports = [command for command in self.sent[-12:] if command.do == "report"]
        return bool(reports) and reports[-1].data.kind == "shuffler_jam"

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
