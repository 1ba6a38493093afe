"""Rounds of the simulation's loop as scenarios, so that settlement can be asked about them."""

from __future__ import annotations

from typing import Any

import numpy as np

from feltlaw.cards import DECK, JOKER, Card, show
from feltlaw.mathematics.rules import Rules
from feltlaw.money import dollars, parse_money
from feltlaw.ranking import PointCount
from feltlaw.round.dealing import extra_cards
from feltlaw.simulation import kernel
from feltlaw.simulation.chunk import room, seed_words
from feltlaw.simulation.program import Program
from feltlaw.simulation.run import Run, Seat
from feltlaw.simulation.ways import PlayByStreets, SetHands
from feltlaw.submission import Submission

CARDS = (*DECK, JOKER)
RICH: dict[str, dict[str, Any]] = {
    "PA-649a": {
        "three_card_progressive": {},
        "six_card_bonus": {},
        "five_card_progressive": {},
        "five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True},
        "five_of_six_progressive": {},
    },
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}, "three_card_progressive": {"paytable": "two-level"}},
    "PA-679a": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}
"""By regulation: a submission that offers all it can."""


def submission(regulation: str, **sections: Any) -> Submission:
    return Submission.from_data({"regulation": regulation, "wagers": RICH[regulation], **sections})


def everything(given: Submission) -> dict[str, int]:
    """A stake on every wager the table offers."""
    wagers = [one for one, offered in given.wagers.items() if offered.wager.stake.kind != "decision"]
    return {wager: parse_money(cents) for wager, cents in Rules(given).stakes(*wagers).items()}


def full_table(given: Submission, rounds: int, *strategies: str, **more: Any) -> Run:
    """Every seat taken, every wager made, the strategies in turn."""
    named = strategies or ("optimal",)
    stakes = everything(given)
    seats = tuple(Seat(stakes, named[at % len(named)]) for at in range(given.limits.seats))
    return Run(given, seats, rounds, **more)


def traced(program: Program, rounds: int, block: int = 0) -> kernel.Tallies:
    """The tallies of one block with its first rounds written down."""
    out = room(program, [rounds], trace=rounds)
    used = kernel.play(program.tables, seed_words(program.run.seed), block, np.array([rounds]), out)
    assert used >= 0
    return out


def scenario(program: Program, out: kernel.Tallies, at: int) -> dict[str, Any]:
    """One of those rounds, as the contract writes it."""
    run, tables = program.run, program.tables
    cards = [CARDS[number] for number in out.trace_cards[at, : tables.cards]]
    magic, lucky = (int(number) for number in out.trace_cards[at, tables.cards :])
    dealer_at = tables.seats * tables.hand
    community_at = dealer_at + tables.dealer
    fourth_at = community_at + tables.community
    found: dict[str, Any] = {"submission": run.submission.to_data(), "seats": []}
    if tables.dealer:
        found["dealer"] = show(cards[dealer_at:community_at])
    if tables.community:
        found["community"] = show(cards[community_at:fourth_at])
    for seat, played in enumerate(run.seats):
        own = tuple(cards[seat * tables.hand : (seat + 1) * tables.hand])
        entry: dict[str, Any] = {
            "seat": seat + 1,
            "cards": show(own),
            "wagers": {wager: dollars(cents) for wager, cents in played.stakes.items()},
        }
        said = decisions(program, seat, own, int(out.trace_seats[at, seat, 1]))
        if said and run.submission.regulation.decisions[0].of in played.stakes:
            entry["decisions"] = said
        if tables.fourth == 1 and extra_cards(run.submission, "fourth", set(played.stakes)):
            entry["fourth"] = str(cards[fourth_at + seat])
        found["seats"].append(entry)
    draws: dict[str, object] = {}
    if magic >= 0:
        draws["magic_card"] = str(CARDS[magic])
    if lucky >= -1:
        draws["lucky_position"] = "dealer" if lucky == -1 else lucky + 1
    return found | ({"draws": draws} if draws else {})


def decisions(program: Program, seat: int, own: tuple[Card, ...], act: int) -> list[str]:
    """What a seat said, from what the loop wrote down."""
    if act < 0:
        return []
    way = program.ways[program.tables.profile[seat]]
    if isinstance(way, PlayByStreets):
        street, number = divmod(act, 8)
        return ["check"] * street + [way.streets[street][number].say]
    if isinstance(way, SetHands):
        ranking = way.game.classes.ranking
        assert isinstance(ranking, PointCount)
        if act > ranking.highest:
            return []
        split = next(split for split in ranking.splits(own) if split.rank == act)
        return [f"set {show(split.three)}"]
    return ["play" if act else "fold"]
