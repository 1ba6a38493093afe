"""Wagers: placed or taken back, all of a box in one command, and returned by the crew where they are not
whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from feltlaw.books import Move, chips, felt, move
from feltlaw.event import AccountId, Event, Happening
from feltlaw.link import LinkState, check_running
from feltlaw.money import Cents, dollars, show_dollars
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import (
    MOST_REMEMBERED,
    check_box,
    check_coupon,
    company_wager,
    is_in_company,
)
from feltlaw.schema import Dollars, Few, Text
from feltlaw.submission import Offered, Submission
from feltlaw.table.devices import unplayable
from feltlaw.table.idle import must_be_spread, watched
from feltlaw.table.money import purses, take_off
from feltlaw.table.people import own_seat, without_boxes
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.state import Name, Seat, Stakes, State
from feltlaw.values import changed, memo, quick

Wagers = Annotated[Mapping[Annotated[str, Text(60)], Annotated[int, Dollars(0, 10**13)]], Few(30)]
Box = tuple[int, str, Mapping[str, Cents]]
"""A seat, its player and what he has staked there."""


@quick
@dataclass(frozen=True, slots=True)
class Bet:
    """What lies in a box from now on, all of it; nothing takes everything back."""

    seat: Seat
    wagers: Wagers
    coupon: Annotated[str, Text(60, 0)] = ""
    """The wager on which a match play coupon lies."""
    instrument: Literal["chips", "plaques", "cash"] = "chips"


@quick
@dataclass(frozen=True, slots=True)
class BetPlaced:
    """What lies in a box from now on; progressive and electronic wagers in it were accepted."""

    seat: Seat
    player: AccountId
    wagers: Stakes
    coupon: Annotated[str, Text(60, 0)] = ""
    accepted: Annotated[tuple[Name, ...], Few(20)] = ()


@dataclass(frozen=True, slots=True)
class Ready:
    """A player waits for the deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReturnWagers:
    """The crew gives back the wagers of a box with which the round cannot be played."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WagersReturned:
    """The wagers of a box went back to its player."""

    seat: Seat
    returned: Stakes


def closed(state: State) -> Refused | None:
    """After the call no wager is made, raised or taken back, whatever the moment (I-17)."""
    if state.locked is not None:
        cite = Cite(cite_of(state, "close_betting").clauses, ("I-17",))
        return Refused("betting is closed", "Wait for the next round.", cite)
    return None


def _no_bet(state: State) -> Refused | None:
    if refused := closed(state):
        return refused
    if state.under_way is None:
        what = "the cards are not ready"
        return Refused(what, "Wait until the dealer has placed them.", cite_of(state, "place_wagers"))
    return None


def _bet(state: State, data: Bet, moment: Moment) -> Happening:
    player = own_seat(state, moment, data.seat)
    before = state.played.facts.stakes.get(data.seat, {})
    wagers = {wager: cents for wager, cents in data.wagers.items() if cents}
    new = {wager: cents for wager, cents in wagers.items() if cents != before.get(wager)}
    if new and state.phase != "betting":
        what = "the cards are being prepared again"
        raise Refused(what, "Take wagers back, or wait.", cite_of(state, "place_wagers"))
    if new and (spread := must_be_spread(state)):
        raise spread
    if data.instrument == "cash":
        raise Refused(
            "a wager may not be made with cash",
            "Place chips or plaques on the layout.",
            cite_of(state, "place_wagers"),
        )
    if wagers:
        check_box(state.submission, wagers)
    for wager in new:
        _check_device(state, wager)
        _check_link(state, state.submission.wagers[wager], moment.links)
    coupon = check_coupon(state.submission, data.seat, data.coupon, wagers) if data.coupon else ""
    more = sum(wagers.values()) - sum(before.values())
    if more > state.chips(player):
        raise Refused(
            f"{show_dollars(more)} is more than the {show_dollars(state.chips(player))} in front of you",
            "Buy in, or bet less.",
            cite_of(state, "place_wagers"),
        )
    placed = [w for w in wagers if state.submission.regulation.wagers[w].placed != "layout"]
    event = BetPlaced(data.seat, player, wagers, coupon, tuple(placed))
    return Happening(event, _moves(state, data.seat, player, before, wagers))


def _check_device(state: State, wager: str) -> None:
    """A table without the device that a wager is played with takes none on it."""
    cite = unplayable(state).get(wager)
    if cite is not None:
        title = state.submission.wagers[wager].wager.title
        what = f"the device that {title} is played with is out of order"
        raise Refused(what, "Make other wagers until it is back.", cite)


def _check_link(state: State, offered: Offered, links: Mapping[str, LinkState]) -> None:
    """A table that cannot reach a link takes no wager on it, and says so (S-12)."""
    meter = offered.wager.meter
    if meter:
        check_running(links.get(state.links[meter]), offered.meter)


def _moves(
    state: State, seat: int, player: str, before: Mapping[str, Cents], after: Mapping[str, Cents]
) -> tuple[Move, ...]:
    found: list[Move] = []
    for wager in (*before, *(one for one in after if one not in before)):
        change = after.get(wager, 0) - before.get(wager, 0)
        if change > 0:
            found += move(chips(player), felt(seat, wager), change)
        else:
            found += move(felt(seat, wager), chips(player), -change)
    return tuple(found)


def _placed(state: State, data: BetPlaced, event: Event) -> State:
    """Where the cards could stay in the reshuffling device, the quiet time is over with a bet."""
    if not data.wagers:
        return _not_ready(without_boxes(state, [data.seat]), data.seat)
    state = watched(state, unwatched=False)
    facts = state.played.facts
    coupons = {seat: wager for seat, wager in facts.coupons.items() if seat != data.seat}
    state = state.with_facts(
        stakes={**facts.stakes, data.seat: data.wagers},
        players={**facts.players, data.seat: data.player},
        coupons={**coupons, data.seat: data.coupon} if data.coupon else coupons,
    )
    return _not_ready(state, data.seat)


def _not_ready(state: State, seat: int) -> State:
    """Who changes his wagers has to say again that he waits for the deal."""
    betting = state.played.betting
    if seat not in betting.ready:
        return state
    return state.in_round(betting=changed(betting, ready=tuple(one for one in betting.ready if one != seat)))


def _bet_ways(state: State) -> Iterable[Way]:
    """For every box the fewest wagers that go together, or what lies there, and the bounds of each wager."""
    may_add = state.phase == "betting" and must_be_spread(state) is None
    stakes, chips_of = state.played.facts.stakes, purses(state).chips
    least = least_box(state.submission) if may_add else {}
    fewest, without = sum(least.values()), frozenset(unplayable(state))
    for seat, player in state.seats.items():
        if player in state.away:
            continue
        lying = stakes.get(seat)
        wagers = lying or least
        if lying or 0 < fewest <= chips_of.get(player, 0):
            yield _bet_way(state.submission, seat, player, tuple(wagers.items()), without)


def _bet_way(
    submission: Submission,
    seat: int,
    player: str,
    wagers: tuple[tuple[str, Cents], ...],
    without: frozenset[str],
) -> Way:
    known: dict[object, Way] = submission.__dict__.setdefault("_bet_ways", {})
    key = (seat, player, wagers, without)
    found = known.get(key)
    if found is None:
        if len(known) > MOST_REMEMBERED:
            known.clear()
        bounds = {one: each for one, each in wager_bounds(submission).items() if one not in without}
        found = known[key] = Way(Bet(seat, dict(wagers)), player, {"wagers": bounds})
    return found


def least_box(submission: Submission) -> Mapping[str, Cents]:
    """The fewest wagers with which a box can be played; none where no such box is legal."""
    found: Mapping[str, Cents] | None = submission.__dict__.get("_least_box")
    if found is None:
        found = submission.__dict__["_least_box"] = _least_box(submission)
    return found


def _least_box(submission: Submission) -> Mapping[str, Cents]:
    to = submission.way_in
    wanted = to.wagers if to.all_of_them else to.wagers[:1]
    found = {wager: submission.wagers[wager].minimum for wager in wanted}
    for box in (found, dict.fromkeys(found, max(found.values()))):
        try:
            check_box(submission, box)
        except Refused:
            continue
        return box
    return {}


def wager_bounds(submission: Submission) -> dict[str, dict[str, object]]:
    """By wager, what may be staked on it, as a page shows it."""
    found: dict[str, dict[str, object]] = {}
    for id, offered in submission.wagers.items():
        stake = offered.wager.stake
        if stake.kind == "decision":
            continue
        found[id] = {"minimum": dollars(offered.minimum), "maximum": dollars(offered.maximum)}
        if stake.of:
            found[id]["equals"] = stake.of
        if offered.wager.requires:
            found[id]["requires"] = list(offered.wager.requires.wagers)
    return found


# ── ready ──


def _is_ready(state: State, data: Ready, moment: Moment) -> Happening:
    own_seat(state, moment, data.seat)
    if not state.played.facts.stakes.get(data.seat):
        raise Refused(f"seat {data.seat} has no wager", "Bet first.", cite_of(state, "place_wagers"))
    if data.seat in state.played.betting.ready:
        raise Refused(f"seat {data.seat} waits already", "Wait for the call.", cite_of(state, "place_wagers"))
    return Happening(data)


def _waits(state: State, data: Ready, event: Event) -> State:
    betting = state.played.betting
    return state.in_round(betting=changed(betting, ready=(*betting.ready, data.seat)))


def _ready_ways(state: State) -> Iterable[Way]:
    facts, ready = state.played.facts, state.played.betting.ready
    return [
        _ready_way(seat, facts.players[seat])
        for seat in facts.stakes
        if seat not in ready and not state.is_away(facts.players[seat])
    ]


@lru_cache(maxsize=256)
def _ready_way(seat: int, player: str) -> Way:
    return Way(Ready(seat), player)


# ── back to the player ──


def boxes_to_play(state: State) -> tuple[list[Box], dict[int, str]]:
    """The boxes as they will be played, and by seat the wager of one player alone, which goes back
    (I-138)."""
    facts = state.played.facts
    boxes: list[Box] = [(seat, facts.players[seat], box) for seat, box in sorted(facts.stakes.items())]
    offered = company_wager(state.submission)
    if offered is None or is_in_company(state.submission, boxes):
        return boxes, {}
    own = offered.wager.id
    kept: list[Box] = [(seat, who, {w: c for w, c in box.items() if w != own}) for seat, who, box in boxes]
    return kept, {seat: own for seat, _, box in boxes if own in box}


def incomplete(state: State) -> list[int]:
    """Boxes with which the round cannot be played.

    In company each must have the wager all make, and one player's boxes must lie next to each other (I-10).
    """
    if state.under_way is None or state.locked is not None:
        return []
    return memo(state.played.facts, "incomplete", lambda facts: _incomplete(state))


def _incomplete(state: State) -> list[int]:
    boxes, _ = boxes_to_play(state)
    found = _apart(boxes)
    offered = company_wager(state.submission)
    if offered is not None and is_in_company(state.submission, boxes):
        found |= {seat for seat, _, box in boxes if offered.wager.id not in box}
    return sorted(found)


def _apart(boxes: Iterable[Box]) -> set[int]:
    """The boxes of players who left one out in the middle."""
    held: dict[str, list[int]] = {}
    for seat, player, _ in boxes:
        held.setdefault(player, []).append(seat)
    return {seat for seats in held.values() if max(seats) - min(seats) >= len(seats) for seat in seats}


def _complete(state: State) -> Refused | None:
    if refused := closed(state):
        return refused
    if incomplete(state):
        return None
    cite = state.submission.regulation.deal.to.cite
    return Refused("every box is whole, or there is none", 'Call "no more bets".', cite)


def _return(state: State, data: ReturnWagers, moment: Moment) -> Happening:
    if data.seat not in incomplete(state):
        raise Refused(
            f"the wagers of seat {data.seat} are complete, or there are none",
            "Return the wagers of a box with which the round cannot be played.",
            state.submission.regulation.deal.to.cite,
        )
    box = state.played.facts.stakes[data.seat]
    moves = tuple(one for wager in box for one in take_off(state, data.seat, wager))
    return Happening(WagersReturned(data.seat, dict(box)), moves)


RULES = (
    rule_of(
        Bet,
        BetPlaced,
        phases=("betting", "shuffling", "opening", "locked", "dealing", "stub", "deciding", "settling"),
        offered=("betting", "shuffling", "opening"),
        when=_no_bet,
        decide=_bet,
        apply=_placed,
        ways=_bet_ways,
        step="place_wagers",
    ),
    rule_of(
        Ready,
        phases=("betting",),
        roles=("player",),
        when=_no_bet,
        decide=_is_ready,
        apply=_waits,
        ways=_ready_ways,
        step="close_betting",
        text="Say that you have bet and wait for the deal.",
    ),
    rule_of(
        ReturnWagers,
        WagersReturned,
        phases=("betting", "shuffling", "opening", "locked", "dealing"),
        offered=("betting", "shuffling", "opening"),
        roles=("dealer", "floorperson"),
        when=_complete,
        decide=_return,
        apply=lambda state, data, event: _not_ready(without_boxes(state, [data.seat]), data.seat),
        ways=lambda state: [Way(ReturnWagers(seat)) for seat in incomplete(state)],
        text="Give back the wagers of a box with which the round cannot be played.",
        cite=lambda state: state.submission.regulation.deal.to.cite,
    ),
)
