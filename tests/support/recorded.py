"""Recorded tables for the tests of the record: random people at tables, everything in a store."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from feltlaw.crew import Crew
from feltlaw.desk import Desk, Links, open_desk
from feltlaw.event import Person
from feltlaw.record.files import Options
from feltlaw.record.lines import Entry, open_line, written
from feltlaw.record.store import MemoryStore, Store
from feltlaw.record.tables import create_table
from feltlaw.refusal import Refused
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Command, Offer, legal
from feltlaw.table.dealing import unseen
from feltlaw.table.places import COMMUNITY, DEALER, fourth, hand

DEE, FLO, FAY = Person("dealer", "dee"), Person("floorperson", "flo"), Person("floorperson", "fay")
DEVICE = Person("device", "shuffler")
NOW = 1_800_000_000_000
WEIGHTS: Mapping[str, float] = {
    "sit": 0.6,
    "buy_in": 0.2,
    "deal": 9,
    "no_more_bets": 3,
    "decide": 3,
    "set_hand": 3,
    "bet": 3,
    "confirm": 2,
    "device_repaired": 0.1,
    "return_wagers": 0.1,
    "resume_table": 1,
    "come_back": 0.5,
}
UNUSUAL: Mapping[str, float] = {
    "leave": 0.03,
    "cash_out": 0.03,
    "change_deck": 0.01,
    "order_shuffle": 0.02,
    "device_out_of_order": 0.01,
    "idle_spread": 0.1,
    "report": 0.02,
    "record_exposed_card": 0.02,
    "rule_communication": 0.02,
    "rule_departed": 0.1,
    "resolve_chips": 0.05,
    "recut": 0.05,
    "record_departure": 0.01,
    "withdraw": 0.2,
    "correct_bonus_cards": 0.02,
    "time_out": 0.05,
}
NEVER = {"close_table"}
TURNS_UP = {"turn_up_player", "reveal_dealer", "reveal_community", "reveal_fourth", "collect_forfeits"}
SIDE_BETS: Mapping[str, tuple[str, ...]] = {
    "PA-649a": ("three_card_progressive", "six_card_bonus", "five_card_hand_bonus"),
    "MA-TCP": ("six_card_bonus", "cover_all", "multi_game_link"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("three_card_progressive", "six_card_bonus"),
    "PA-680a": ("pot", "bonus"),
}


def submission(regulation: str, table: str = "é7", **cards: object) -> Submission:
    """A table with side bets; the draws of the Five Card Hand Bonus come in half of the rounds."""
    wagers: dict[str, Any] = {wager: {} for wager in SIDE_BETS[regulation]}
    if cards.get("shuffle") == "manual":
        wagers.pop("cover_all", None)  # it needs its own shuffler
    if "five_card_hand_bonus" in wagers:
        draws = {"magic_card": True, "lucky_bonus": True}
        wagers["five_card_hand_bonus"] = draws | dict.fromkeys((f"{one}_chance" for one in draws), "1/2")
    limits = {"minimum": 5, "maximum": 500, "adjacent_boxes": 1 if regulation == "PA-669a" else 2}
    return Submission.from_data(
        {"regulation": regulation, "limits": limits, "cards": cards, "wagers": wagers, "table": table}
    )


def linked(table: str, meter: str = "tcp-link") -> Submission:
    """A table on a link that others share."""
    return Submission.from_data(
        {
            "regulation": "PA-649a",
            "table": table,
            "limits": {"minimum": 5, "maximum": 500},
            "wagers": {"three_card_progressive": {"meter": meter}, "six_card_bonus": {}},
        }
    )


@dataclass
class Clock:
    """A clock that goes on by itself, the same way every time."""

    now: int = NOW
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def __call__(self) -> int:
        self.now += self.rng.randrange(3000)
        return self.now


def smooth(offer: Offer) -> bool:
    """Nothing goes wrong, nobody leaves, and nobody folds."""
    return offer.do not in UNUSUAL and getattr(offer.data, "act", "") not in ("fold", "surrender")


def everything(offer: Offer) -> bool:
    return True


@dataclass
class Recorded:
    """A table that is being played, and the store it writes."""

    desk: Desk
    rng: random.Random
    keys: int = 0
    numbers: list[int] = field(default_factory=list)
    """The number of the table's last event after each command."""

    def step(self, wanted: Callable[[Offer], bool] = everything) -> None:
        """Something that is legal now, by somebody who may."""
        offers = [offer for offer in legal(self.desk.state) if offer.do not in NEVER and wanted(offer)]
        assert offers, f"nothing is legal in phase {self.desk.state.phase}"
        for _ in range(50):
            weights = [WEIGHTS.get(one.do, UNUSUAL.get(one.do, 1.0)) for one in offers]
            offer = self.rng.choices(offers, weights)[0]
            for person in self._people(offer):
                try:
                    self.give(Command(offer.do, person, self._data(offer)))
                except Refused:
                    continue
                return
        raise AssertionError(f"everything is refused: {[offer.do for offer in offers]}")

    def give(self, command: Command, *, keyed: bool = True) -> None:
        self.keys += keyed
        self.desk.give(command, key=f"{self.desk.state.table} {self.keys}" if keyed else "")
        self.numbers.append(self.desk.number)

    def _people(self, offer: Offer) -> Sequence[Person]:
        if offer.who or offer.roles == ("player",):
            return [Person("player", offer.who or self._guest(offer))]
        crew = [one for one in (DEE, FLO, FAY, DEVICE) if one.role in offer.roles]
        self.rng.shuffle(crew)
        return crew

    def _guest(self, offer: Offer) -> str:
        """Who sits down: somebody new, or a neighbour who wants a second box."""
        seat = offer.data.seat
        near = [name for one, name in self.desk.state.seats.items() if abs(one - seat) == 1]
        if near and self.rng.random() < 0.3 and len(self.desk.state.seats_of(near[0])) == 1:
            return near[0]
        return f"ann {self.rng.randrange(10**6)}"

    def _data(self, offer: Offer) -> Any:
        if offer.do == "buy_in":
            return replace(offer.data, amount=self.rng.randrange(100_00, 2000_00))
        if offer.do == "bet" and self.rng.random() < 0.8:
            return self._more(offer)
        if offer.do == "deal":
            return replace(offer.data, all=self.rng.random() < 0.5)
        if self.desk.state.real_cards and offer.do in TURNS_UP:
            return self._seen(offer)
        return offer.data

    def _seen(self, offer: Offer) -> Any:
        """Cards of a real deck, as the dealer reads them when they are turned up."""
        state = self.desk.state
        if offer.do == "collect_forfeits":
            seats = [seat for seat, said in state.played.facts.answers.items() if said[-1].leaves == "fold"]
            left = unseen(state)
            self.rng.shuffle(left)
            hands = {}
            for seat in seats:
                many = len(state.played.cards_at(hand(seat)))
                if not state.played.known_at(hand(seat)) and self.rng.random() < 0.8:
                    hands[seat], left = tuple(left[:many]), left[many:]
            return replace(offer.data, hands=hands)
        place = {"reveal_dealer": DEALER, "reveal_community": COMMUNITY}.get(offer.do)
        if place is None:
            place = (hand if offer.do == "turn_up_player" else fourth)(offer.data.seat)
        lying = state.played.cards_at(place)
        if None not in lying:
            return offer.data
        many = 1 if offer.do == "reveal_community" and self.rng.random() < 0.5 else len(lying)
        return replace(offer.data, cards=tuple(self.rng.sample(unseen(state), many)))

    def _more(self, offer: Offer) -> Any:
        """Side bets with the fewest wagers that make a box."""
        state = self.desk.state
        wagers = dict(offer.data.wagers)
        for id, one in state.submission.wagers.items():
            if id not in wagers and one.wager.stake.kind != "decision" and self.rng.random() < 0.7:
                wagers[id] = one.minimum
        names = list(wagers)
        self.rng.shuffle(names)
        more = replace(offer.data, wagers={name: wagers[name] for name in names})
        try:
            from feltlaw.table import Moment, decide

            person = Person("player", offer.who)
            decide(
                state, Command("bet", person, more), Moment(state.now, person, links=self.desk.links.states)
            )
        except Refused:
            return offer.data
        return more

    def play(self, rounds: int, wanted: Callable[[Offer], bool] = everything, most: int = 2500) -> Recorded:
        """Goes on until so many rounds are over, the crew's routine done in one go now and then."""
        last = self.desk.state.rounds + rounds
        crew = Crew(self.desk, {"dealer": DEE, "floorperson": FLO, "device": DEVICE})
        for _ in range(most):
            if self.desk.state.rounds >= last:
                return self
            if self.rng.random() < 0.4 and self.desk.state.seats and not self.desk.state.real_cards:
                before = self.desk.number
                crew.run()
                if self.desk.number != before:
                    self.numbers.append(self.desk.number)
                    continue
            self.step(wanted)
        raise AssertionError(f"{most} steps, and {self.desk.state.rounds} rounds are over")


def memory_table(
    about: Submission,
    *,
    seed: int = 1,
    store: Store | None = None,
    shared: Links | None = None,
    **options: Any,
) -> Recorded:
    """A table in memory."""
    kept = store or MemoryStore()
    desk = open_desk(
        about, kept, source=SeededSource(seed), clock=Clock(rng=random.Random(seed)), shared=shared, **options
    )
    return Recorded(desk, random.Random(seed))


def file_table(
    path: Path, about: Submission, *, seed: int = 1, options: Options | None = None, **opening: Any
) -> Recorded:
    """A table on a file."""
    clock = Clock(rng=random.Random(seed))
    chosen = options or Options(clock=clock)
    desk = create_table(path, about, chosen, source=SeededSource(seed), clock=clock, **opening)
    return Recorded(desk, random.Random(seed))


# ── forging ──


def entries_of(raw: bytes) -> list[Entry]:
    """The events of a record's file, in its order."""
    return [open_line(row) for row in raw.split(b"\n") if row.startswith(b'{"hash"')]


def sealed_anew(bodies: Sequence[Mapping[str, Any]]) -> bytes:
    """A record with these bodies, the whole chain sealed anew: what somebody with the program could forge.

    Events stay in the batches they say they are in; numbers are those they say they have.
    """
    from feltlaw.record.chain import Commit, seal_batch
    from feltlaw.record.lines import START

    heads: dict[str, str] = {}
    rows: list[bytes] = []
    seal, batch = START, 1
    hashes: list[str] = []

    def confirm() -> None:
        nonlocal seal, hashes
        if hashes:
            seal = seal_batch(seal, hashes)
            rows.append(Commit(batch, len(hashes), seal).raw)
            hashes = []

    for body in bodies:
        if body["batch"] != batch:
            confirm()
            batch = body["batch"]
        own, raw = written({**body, "prev": heads.get(body["stream"], body["prev"])})
        heads[body["stream"]] = own
        hashes.append(own)
        rows.append(raw)
    confirm()
    return b"\n".join(rows) + b"\n"
