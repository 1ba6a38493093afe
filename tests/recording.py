"""Recorded tables for the tests of the record: random people at a table, everything in a log."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from feltlaw.log import Line, Log, LogWriter, create_log
from feltlaw.log.lines import START, Header, body_of, seal
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Offer, Person, State, Table

CREW = {"dealer": Person("dealer", "Dee"), "floorperson": Person("floorperson", "Flo")}
DEVICE = Person("device", "Shuffler")
WEIGHTS: Mapping[str, float] = {
    "sit": 0.6,
    "leave": 0.02,
    "buy_in": 0.2,
    "cash_out": 0.02,
    "take_back": 0.1,
    "change_deck": 0.01,
    "order_shuffle": 0.02,
    "device_out_of_order": 0.01,
    "idle_spread": 0.1,
    "report": 0.01,
    "record_exposed_card": 0.01,
    "rule_communication": 0.02,
    "resolve_chips": 0.05,
    "record_departure": 0.01,
    "return_wagers": 0.1,
    "device_repaired": 0.1,
    "deal": 9,
    "no_more_bets": 3,
    "decide": 3,
    "set_hand": 3,
}
UNUSUAL = {
    *("leave", "cash_out", "take_back", "change_deck", "order_shuffle", "device_out_of_order", "idle_spread"),
    *("report", "record_exposed_card", "rule_communication", "resolve_chips", "recut", "record_departure"),
    *("return_wagers", "device_repaired"),
}
SIDE_BETS: Mapping[str, tuple[str, ...]] = {
    "PA-649a": ("three_card_progressive", "six_card_bonus", "five_card_hand_bonus"),
    "MA-TCP": ("six_card_bonus", "cover_all", "multi_game_link"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("three_card_progressive", "six_card_bonus"),
    "PA-680a": ("pot", "bonus"),
}


def submission(regulation: str, **cards: object) -> Submission:
    """A table with side bets; the draws of the Five Card Hand Bonus come in half of the rounds."""
    wagers: dict[str, Any] = {wager: {} for wager in SIDE_BETS[regulation]}
    if cards.get("shuffle") == "manual":
        wagers.pop("cover_all", None)  # it needs its own shuffler
    if "five_card_hand_bonus" in wagers:
        draws = {"magic_card": True, "lucky_bonus": True}
        wagers["five_card_hand_bonus"] = draws | dict.fromkeys((f"{one}_chance" for one in draws), "1/2")
    limits = {"minimum": 5, "maximum": 500}
    return Submission.from_data(
        {"regulation": regulation, "limits": limits, "cards": cards, "wagers": wagers, "table": "é7"}
    )


def smooth(offer: Offer) -> bool:
    """Nothing goes wrong, nobody leaves, and nobody folds."""
    return offer.do not in UNUSUAL and offer.data.get("say") != "fold"


@dataclass
class Recorded:
    """A table that is being played, and the log it writes."""

    table: Table
    log: LogWriter
    rng: random.Random
    given: bool = True
    """Whether the log also gets what each command said."""
    at: int = 0
    states: dict[int, State] = field(default_factory=dict)
    """The live states by the number of the entry after which they were."""

    def step(self, wanted: Callable[[Offer], bool] = lambda offer: True) -> None:
        """Something that is legal now."""
        offers = [offer for offer in self.table.legal() if wanted(offer)]
        offer = self.rng.choices(offers, [WEIGHTS.get(one.do, 1.0) for one in offers])[0]
        self.at += self.rng.randrange(30)
        data = self._data(offer)
        if self.given:
            self.log.do(self.table, offer.do, self._by(offer), self.at, **data)
        else:
            self.log.append(self.table.do(offer.do, self._by(offer), self.at, **data))
        self.states[self.log.end[0]] = self.table.state

    def _by(self, offer: Offer) -> Person:
        if offer.who or offer.roles == ("player",):
            return Person("player", offer.who or f"Ann {offer.data.get('seat')}")
        return CREW.get(self.rng.choice(offer.roles), DEVICE)

    def _data(self, offer: Offer) -> dict[str, Any]:
        data = dict(offer.data)
        if "order" in data:
            data |= self.log.shuffled()
        if offer.do == "no_more_bets":
            data |= self.log.draws(self.table.state)
        if offer.do == "buy_in":
            data["amount"] = self.rng.randrange(100_00, 2000_00)
        return data

    def play(
        self, rounds: int, wanted: Callable[[Offer], bool] = lambda offer: True, most: int = 1500
    ) -> None:
        """Goes on until so many rounds are over."""
        last = self.table.state.rounds + rounds
        for _ in range(most):
            if self.table.state.rounds >= last:
                return
            self.step(wanted)
        raise AssertionError(f"{most} steps, and {self.table.state.rounds} rounds are over")


def record(path: Path, about: Submission, *, seed: int = 1, given: bool = True, **options: Any) -> Recorded:
    """A new table and its log, a practice log from the seed."""
    log = create_log(path, about, source=SeededSource(seed), at=1_800_000_000, **options)
    table = Table(about, real_cards=log.header.real_cards)
    return Recorded(table, log, random.Random(seed), given, 1_800_000_000)


def sealed(header: Header, lines: list[Line]) -> bytes:
    """A log with these lines, the whole chain sealed anew: what somebody who owns the program could forge."""
    own, raw = seal(header.to_json(), 0, START, (1, 1))
    found = [raw]
    for number, line in enumerate(lines, 1):
        own, raw = seal(body_of(line), number, own, line.batch)
        found.append(raw)
    return b"".join(found)


def bytes_of(log: Log) -> bytes:
    return sealed(log.header, list(log.lines))
