"""Whole tables at random: any submission, any number of players, whatever is legal, and much that is not.

Every table is played from a seed, and everything that always holds is checked at every step.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from feltlaw.cards import deck as full_deck
from feltlaw.round import Refused
from feltlaw.submission import Submission
from feltlaw.table import PHASES, RULES, Command, Event, Offer, Person, apply, decide, legal, replay, to_json
from feltlaw.table.dealing import count_due
from feltlaw.table.idle import must_be_spread
from feltlaw.views import VIEWERS, view
from tests.driver import CREW, REGULATIONS, Driver
from tests.leaks import check_views
from tests.random_submissions import random_order, random_submission
from tests.watching import Watch

WEIGHTS = {
    "sit": 0.4, "leave": 0.03, "buy_in": 0.02, "cash_out": 0.02, "take_back": 0.05, "bet": 1.5,
    "no_more_bets": 3, "change_deck": 0.02, "order_shuffle": 0.02, "recut": 0.03, "report": 0.015,
    "record_exposed_card": 0.015, "rule_communication": 0.02, "device_out_of_order": 0.005,
    "idle_spread": 0.05, "resolve_chips": 0.1, "count_stub": 0.3, "rule_departed": 0.5,
    "record_departure": 0.003, "return_wagers": 0.05, "device_repaired": 0.1,
    "correct_bonus_cards": 0.01,
}  # fmt: skip
"""How often something is chosen that does not simply come next."""
HABITS = {
    "shaky devices": {"device_out_of_order": 0.5, "device_repaired": 2.0, "change_deck": 0.3, "leave": 0.1},
    "careless hands": {"record_exposed_card": 0.3, "report": 0.1, "correct_bonus_cards": 0.3},
    "restless guests": {"leave": 0.6, "record_departure": 0.05, "device_out_of_order": 0.03},
}
ONCE = frozenset(
    ("sit", "bet", "take_back", "no_more_bets", "decide", "set_hand", "collect_forfeits", "reveal_dealer",
     "turn_up_player", "verify_win", "validate", "settle_player", "collect_losers", "pay_winners",
     "settle_rest", "rack_cards", "end_game", "rule_departed", "rule_communication", "record_exposed_card",
     "record_departure", "return_wagers", "device_out_of_order", "device_repaired")
)  # fmt: skip
"""Commands that nobody can give twice by sending them again."""
COUNTED = frozenset(
    ("device_out_of_order", "device_repaired", "rule_communication", "change_deck", "idle_spread", "recut",
     "record_departure", "return_wagers", "correct_bonus_cards")
)  # fmt: skip
ROLES = ("player", "dealer", "floorperson", "device", "onlooker", "auditor")
RUBBISH: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 3, 99, 10**30, 0.5, "", "x", "ante", "As Ks Qs", "dealer", [], [1], ["a"],
    {}, {"a": 1},
)  # fmt: skip


class RandomTable:
    """One table, played from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        name = REGULATIONS[seed % len(REGULATIONS)]
        submitted = Submission.from_data(random_submission(self.rng, name))
        self.driver = Driver(submitted, real_cards=self.rng.random() < 0.1, seed=seed)
        self.table = self.driver.table
        self.driver.slow_shuffler = self.rng.random() < 0.5
        self.guests = self.rng.randint(1, submitted.limits.seats)
        self.silent: set[str] = set()
        """Players who went without a word: nothing comes from them any more."""
        self.unlucky = self.rng.random() < 0.1
        """Whether round after round goes wrong at this table."""
        self.habit = self.rng.choice(("", "", "", "shaky devices", "careless hands", "restless guests"))
        """What happens more often here than elsewhere."""
        self.watch = Watch()
        self.money = 0
        self.counts: Counter[str] = Counter()
        self.sent: list[Command] = []
        self.lines: Counter[int] = Counter()

    def play(self, commands: int) -> Counter[str]:
        """Plays, comes to an end, and replays the record."""
        for _ in range(commands):
            self.step()
        self.close()
        self.reopen()
        again = replay(self.table.submission, self.table.events, real_cards=self.table.state.real_cards)
        assert _bytes(again) == _bytes(self.table.state), "a replay gives the live state"
        self.counts["tables"] += 1
        self.counts["rounds"] += self.table.state.rounds
        return self.counts

    # ── one step ──

    def step(self) -> None:
        if self.rng.random() < 0.15:
            self.wrong()
        here = [one.name for one in self.table.state.players.values() if one.seats and not one.left]
        if here and self.rng.random() < 0.01:
            self.silent.add(self.rng.choice(here))
            self.counts["players gone without a word"] += 1
        offers = legal(self.table.state)
        assert offers, f"a dead end in {self.table.state.phase}"
        for one in offers if self.rng.random() < 0.03 else [self.rng.choice(offers)]:
            self.agrees(one)
        offer = self.choose(offers)
        if offer is not None:
            self.do(offer)

    def choose(self, offers: tuple[Offer, ...]) -> Offer | None:
        weights = [self.weight(offer) for offer in offers]
        return self.rng.choices(offers, weights)[0] if any(weights) else None

    def weight(self, offer: Offer) -> float:
        state = self.table.state
        if offer.who in self.silent:
            return 0.0
        if offer.do == "record_departure" and offer.data["player"] in self.silent:
            return 0.5
        if offer.do == "shuffle" and state.phase != "shuffling" and self.driver.slow_shuffler:
            return 0.01
        if offer.do == "idle_spread" and must_be_spread(state):
            return 3.0
        if offer.do == "device_out_of_order" and self.jammed:
            return 0.5
        if offer.do == "report" and self.unlucky:
            return 0.7
        if offer.do == "sit":
            here = sum(one.name not in self.silent for one in state.players.values() if one.seats)
            return WEIGHTS["sit"] * (here < self.guests)
        if offer.do == "buy_in":
            poor = state.players[offer.who].chips < 20 * state.submission.limits.minimum
            return 2.0 if poor else WEIGHTS["buy_in"]
        if offer.do == "count_stub" and count_due(state):
            return 1.0
        return HABITS.get(self.habit, {}).get(offer.do) or WEIGHTS.get(offer.do, 3.0)

    def do(self, offer: Offer) -> None:
        """Does what is offered, with other numbers where they are free."""
        at = self.table.state.now + (3600 if self.rng.random() < 0.02 else self.rng.choice((0, 1, 5, 40)))
        command = Command(offer.do, self.person(offer), at, self.data(offer))
        try:
            self.send(command)
        except Refused as refused:
            self.told(refused)
            free = offer.do in (
                "bet",
                "set_hand",
                "place_cards",
                "hold_cards",
                "no_more_bets",
                "sit",
                "shuffle",
            )
            assert free, f"{offer} was refused: {refused}"
            self.counts["refused: its own data"] += 1

    def person(self, offer: Offer) -> Person:
        if offer.who:
            return Person("player", offer.who)
        if offer.do == "sit":
            mine = [p.name for p in self.table.state.players.values() if not p.left]
            mine = [name for name in mine if name not in self.silent]
            return Person("player", self.rng.choice([*mine, f"P{offer.data['seat']}"]))
        return CREW[self.rng.choice(offer.roles)]

    def data(self, offer: Offer) -> dict[str, Any]:
        data, rng, state = dict(offer.data), self.rng, self.table.state
        if "order" in data:
            data["order"] = random_order(rng, state)
            data["nonce"] = f"{rng.getrandbits(256):064x}"
            counts = state.submission.cards.shuffler_counts_cards and state.shuffle != "manual"
            if counts and rng.random() < 0.02:
                data["counted"] = 51
        if "cards" in data and offer.do in ("deal", "deliver_dealer_stack"):
            used = {dealt.card for dealt in state.round.dealt} if state.round else set()
            left = [card for card in full_deck(state.submission.regulation.deck.jokers) if card not in used]
            data["cards"] = " ".join(str(card) for card in rng.sample(left, len(data["cards"].split())))
        if offer.do == "receive_deck" and not state.real_cards and rng.random() < 0.2:
            data |= {"preshuffled": True, "order": random_order(rng, state)}
            data["nonce"] = "5" * 32
        if offer.do == "buy_in":
            data["amount"] = rng.randrange(1, 200) * state.submission.limits.minimum
        if offer.do == "cash_out":
            data["amount"] = rng.randint(1, data["amount"])
        if offer.do == "bet" and rng.random() < 0.3:
            data["amount"] *= rng.randint(1, 9)
        if offer.do == "cut":
            data["depth"] = rng.randint(10, 51)
        if offer.do == "count_stub" and rng.random() < 0.1:
            data |= {"cards": data["cards"] + rng.choice((-1, 1)), "misdealt": rng.random() < 0.5}
            whole = state.submission.regulation.deck.cards
            data |= {"deck": whole - (rng.random() < 0.3)} if data["misdealt"] else {}
        if offer.do == "set_hand" and state.round and rng.random() < 0.5:
            five = state.cards_at(f"seat {data['seat']}")
            data["three"] = " ".join(str(card) for card in rng.sample(five, 3))
        if offer.do == "no_more_bets":
            data |= self.draws()
        return data

    def draws(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        submitted = self.table.submission
        for option, key in (("magic_card", "magic_card"), ("lucky_bonus", "lucky_position")):
            if submitted.option(f"wagers.five_card_hand_bonus.{option}") is True and self.rng.random() < 0.5:
                seats = ["dealer", *range(1, submitted.limits.seats + 1)]
                card = str(self.rng.choice(full_deck(0)))
                found[key] = card if key == "magic_card" else self.rng.choice(seats)
        return found

    def send(self, command: Command) -> None:
        state = self.table.state
        events = self.table.do(command.do, command.by, command.at, **command.data)
        self.sent.append(command)
        self.counts["commands"] += 1
        for event in events:
            after = apply(state, event)
            self.watch.saw(state, event, after)
            state = after
            self.booked(event)
        self.holds()
        if command.do in ONCE and self.rng.random() < 0.25:
            self.twice(command)

    @property
    def jammed(self) -> bool:
        """Whether the last thing that went wrong was the shuffler."""
        reports = [command for command in self.sent[-12:] if command.do == "report"]
        return bool(reports) and reports[-1].data["kind"] == "shuffler_jam"

    # ── what always holds ──

    def booked(self, event: Event) -> None:
        if event.kind in ("buy_in", "cash_out"):
            self.money += event.data["amount"] * (1 if event.kind == "buy_in" else -1)
        for line in event.data.get("lines", ()):
            self.lines[line["turn"]] += 1
            assert self.lines[line["turn"]] == 1, f"a line carried out twice: {line}"
        if event.kind in ("report", "record_exposed_card", "void_round"):
            self.counts[f"{event.kind}: {event.data['kind']}"] += 1
        if event.kind in COUNTED:
            self.counts[event.kind] += 1
        if event.kind in ("record_departure", "leave"):
            self.silent.discard(event.data.get("player", event.by.name))
        if event.kind == "rule_departed":
            self.counts[f"ruling: {event.data['ruling']}"] += 1
        if event.kind == "validate":
            self.counts["awards validated"] += 1
        if event.kind == "end_round":
            self.round_over()

    def round_over(self) -> None:
        round_ = self.table.state.round
        assert round_ is not None and round_.settlement is not None
        lines = round_.settlement.lines
        assert sorted(self.lines) == sorted(line.turn for line in lines), "every line is carried out"
        stakes = [(line.seat, line.id) for line in lines if not line.is_award]
        assert len(stakes) == len(set(stakes)), "no stake is settled twice"
        assert {seat for seat, _ in stakes} == set(round_.stakes)
        for seat, box in round_.stakes.items():
            assert {wager for one, wager in stakes if one == seat} >= set(box), "every stake is settled"
        self.counts["jackpots"] += sum(line.paid_from == "meter" for line in lines)
        self.counts["rounds void"] += round_.void
        self.lines.clear()

    def holds(self) -> None:
        state = self.table.state
        assert state.money() == self.money, f"{state.money() - self.money} cents out of nowhere"
        assert state.phase in PHASES
        assert all(player.chips >= 0 and player.held >= 0 for player in state.players.values())
        assert all(level.amount >= 0 for meter in state.meters.values() for level in meter.levels.values())
        if state.round is not None:
            dealt = [one.card for one in state.round.dealt]
            assert len(dealt) == len(set(dealt)), "no card is in two places"
            if dealt and state.players and self.rng.random() < 0.05:
                mine = view(state, "player", self.rng.choice([*state.players]))["you"]["hands"]
                assert not mine or self.watch.may_look, "cards seen of a deal that was never complete"
            if dealt and not state.round.ended and self.rng.random() < 0.03:
                role = self.rng.choice(VIEWERS)
                name = self.rng.choice([*state.players]) if role == "player" else ""
                self.counts["views without a leak"] += check_views(state, self.rng, [(role, name)])

    def agrees(self, offer: Offer) -> None:
        """What is offered is accepted as it is offered."""
        state = self.table.state
        by = Person("player", f"P{offer.data['seat']}x") if offer.do == "sit" else self.driver.by(offer)
        decide(state, Command(offer.do, by, state.now, self.driver.filled(offer)))

    def twice(self, command: Command) -> None:
        """The same command once more does nothing."""
        try:
            decide(self.table.state, command)
        except Refused as refused:
            self.told(refused)
            self.counts["refused: sent twice"] += 1
        else:
            raise AssertionError(f"{command} was accepted twice")

    # ── what is refused ──

    def wrong(self) -> None:
        """Somebody tries something that is not allowed; nothing comes of it."""
        before, many = self.table.state, len(self.table.events)
        kind, command, must = self.rng.choice((self.wrong_person, self.wrong_time, self.old, self.nonsense))()
        if command is None:
            return
        try:
            decide(before, command)
        except Refused as refused:
            self.told(refused)
            self.counts[f"refused: {kind}"] += 1
        else:
            assert not must, f"{command} was accepted"
        assert self.table.state is before and len(self.table.events) == many

    def wrong_person(self) -> tuple[str, Command | None, bool]:
        rule = self.rng.choice(list(RULES.values()))
        role = self.rng.choice([role for role in ROLES if role not in rule.roles_at(self.table.state)])
        offers = [offer for offer in legal(self.table.state) if offer.do == rule.do]
        data = self.rng.choice(offers).data if offers else {}
        return "wrong person", Command(rule.do, Person(role, "Mallory"), self.table.state.now, data), True

    def wrong_time(self) -> tuple[str, Command | None, bool]:
        offered = {offer.do for offer in legal(self.table.state)}
        do = self.rng.choice([do for do in RULES if do not in offered] or ["dance"])
        role = RULES[do].roles[0] if do in RULES else "dealer"
        old = [command.data for command in self.sent if command.do == do]
        data = self.rng.choice(old) if old else {}
        name = self.rng.choice(["P1", "P2", "Mallory"])
        return "not the time", Command(do, Person(role, name), self.table.state.now, data), True

    def old(self) -> tuple[str, Command | None, bool]:
        earlier = [command for command in self.sent[-20:] if command.at < self.table.state.now]
        return "older than the last event", self.rng.choice(earlier) if earlier else None, True

    def nonsense(self) -> tuple[str, Command | None, bool]:
        """Anything at all; it may happen to be legal, but it never breaks the table."""
        offer = self.rng.choice(legal(self.table.state))
        data = dict(offer.data)
        for key in self.rng.sample([*data, "extra", "seat"], 1):
            data[key] = self.rng.choice(RUBBISH)
        by = self.driver.by(offer) if self.rng.random() < 0.7 else Person(offer.roles[0], "Mallory")
        return "nonsense", Command(offer.do, by, self.table.state.now, data), False

    def told(self, refused: Refused) -> None:
        assert refused.what and refused.legal, f"a refusal that says too little: {refused}"

    # ── the end ──

    def close(self) -> None:
        """From wherever the table is, the round can be finished."""
        for _ in range(400):
            state = self.table.state
            if state.round is None or state.round.ended or not state.round.stakes:
                return
            offer = self.way_on()
            assert offer is not None, f"the round cannot be finished from {state.phase}"
            self.send(Command(offer.do, self.driver.by(offer), state.now, self.plain(offer)))
        raise AssertionError("the round never ends")

    def reopen(self) -> None:
        """And then the next wager can be placed, by somebody who is there."""
        state = self.table.state
        for gone in self.driver.offers("record_departure"):
            if gone.data["player"] in self.silent:
                self.send(Command(gone.do, CREW["dealer"], state.now, dict(gone.data)))
        if not any(one.seats and not one.left for one in self.table.state.players.values()):
            seat = self.driver.offers("sit")[0].data["seat"]
            self.send(Command("sit", Person("player", "Zoe"), state.now, {"seat": seat}))
        for _ in range(100):
            state = self.table.state
            spread = self.driver.offers("idle_spread") if must_be_spread(state) else []
            if state.phase == "betting" and not spread:
                return
            offer = spread[0] if spread else self.driver.routine()
            assert offer is not None, f"no wager can be placed any more: {state.phase}"
            self.send(Command(offer.do, self.driver.by(offer), state.now, self.plain(offer)))
        raise AssertionError("betting never opens again")

    def way_on(self) -> Offer | None:
        """What brings the round to its end; of players who went without a word nothing is to be had."""
        gone = [one for one in self.driver.offers("record_departure") if one.data["player"] in self.silent]
        back = [one for one in self.driver.offers("take_back") if one.who not in self.silent]
        return next(iter((*gone, *back)), None) or self.driver.routine()

    def plain(self, offer: Offer) -> dict[str, Any]:
        return self.data(offer) if "order" in offer.data else dict(offer.data)


def _bytes(state: object) -> bytes:
    return json.dumps(to_json(state), sort_keys=True).encode()


def play_tables(seeds: range, commands: int) -> Counter[str]:
    """Plays a table from each seed; a failure names its seed."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        try:
            counts += RandomTable(seed).play(commands)
        except Exception as error:
            raise AssertionError(f"table {seed}: {error}") from error
    return counts
