"""A void round: every wager goes back, and after a payment what was won is taken back where it can be
(I-152)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from feltlaw.books import HOUSE, Balances, Move, chips, felt, move, on_link, post
from feltlaw.event import SYSTEM, CentsField, Event, Happening
from feltlaw.irregularity import cited
from feltlaw.link import GiveBackHit, TakeBack
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few, Text
from feltlaw.settlement import Line
from feltlaw.table.agenda import Agenda, round_of
from feltlaw.table.money import contributions_back, counterpart, house_of, purse
from feltlaw.table.rule import Following, Kind, Moment
from feltlaw.table.state import Contribution, Count, Name, OwedHit, Seat, State, Word
from feltlaw.table.untold import paid_untold
from feltlaw.values import changed


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A payment of the round that was undone, linked to its line: what came back, and what the house lost."""

    turn: Count
    seat: Seat
    name: Name
    """The wager or award it had been paid on."""
    cents: CentsField
    short_cents: CentsField = 0


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round is void: every wager goes back (I-07, I-08)."""

    kind: Word
    cite: Cite
    lines: Annotated[tuple[Line, ...], Few(500)]
    contributions: Annotated[tuple[Contribution, ...], Few(8)] = ()
    """What came off the links again."""
    unreached: Annotated[tuple[Name, ...], Few(8)] = ()
    """Links that did not answer; they get it when they are back."""
    taken_back: Annotated[tuple[TakenBack, ...], Few(500)] = ()
    given_back: Annotated[tuple[Annotated[str, Text(200)], ...], Few(50)] = ()
    """Hits whose amounts are on their meters again."""
    owed_hits: Annotated[tuple[OwedHit, ...], Few(50)] = ()
    """Hits that go back when their links answer again."""


def voiding(state: State, kind: str, moment: Moment) -> Following:
    """The event that ends a round so."""
    round_ = state.played
    rule = state.submission.regulation.irregularities[kind]
    lines = tuple(Agenda(round_of(state, kind)))
    moves = list(_stakes_back(state, lines))
    taken: tuple[TakenBack, ...] = ()
    if state.submission.option("settlement.late_void") == "take_back":
        undone, taken = _take_back(state, post(state.books, moves))
        moves += undone
    given = round_.betting.contributions
    moves += contributions_back(state, given)
    unreached = tuple(one.link for one in given if not moment.is_running(one.link))
    why = f"round void: {kind}"
    hits = _hits_back(state)
    owed = tuple(
        OwedHit(link, hit, why, max(0, _paid_on(state, hit) - paid_untold(state, hit)))
        for hit, link in hits.items()
        if not moment.is_running(link)
    )
    hits = {hit: link for hit, link in hits.items() if moment.is_running(link)}
    asks: list[tuple[str, object]] = [
        (link, GiveBackHit(hit, why)) for hit, link in hits.items() if hit in moment.links[link].open
    ]
    asks += [
        (one.link, TakeBack(state.table, round_.number, one.wagers, one.cents, one.reserve))
        for one in given
        if one.link not in unreached
    ]
    event = RoundVoided(
        kind, cited(state.submission, rule, state.deal), lines, given, unreached, taken, tuple(hits), owed
    )
    return Following("void_round", Happening(event, tuple(moves), tuple(asks)), SYSTEM)


def _take_back(state: State, books: Balances) -> tuple[list[Move], tuple[TakenBack, ...]]:
    """Winnings paid in the round come back from players who are there, as far as they have them (I-152)."""
    moves: list[Move] = []
    taken = []
    for line in reversed([line for line in state.played.settling.lines if line.paid]):
        player = state.played.facts.players[line.seat]
        there = books.get(chips(player), 0) if state.is_here(player) else 0
        back = min(there, line.paid)
        meter = line.paid_from == "meter"
        target = on_link(state.links[line.meter], line.level) if meter else counterpart(line.paid_from)
        step = [*move(chips(player), target, back)]
        if meter:
            step += move(HOUSE, target, line.paid - back)
        moves += step
        books = post(books, step)
        taken.append(TakenBack(line.turn, line.seat, line.id, back, line.paid - back))
    return moves, tuple(taken)


def _hits_back(state: State) -> dict[str, str]:
    """By their names, the hits that are undone, and their links; with what was paid kept, only the others."""
    keeps = state.submission.option("settlement.late_void") != "take_back"
    paid = {(line.seat, line.id) for line in state.played.settling.lines}
    wagers = state.submission.regulation.wagers
    return {
        check.hit: state.links[wagers[check.wager].meter]
        for check in state.played.settling.checks
        if check.hit and not check.waits_for_link and not (keeps and (check.seat, check.wager) in paid)
    }


def _paid_on(state: State, hit: str) -> int:
    """What was paid on a hit from its meter."""
    keys = {(one.seat, one.wager) for one in state.played.settling.checks if one.hit == hit}
    lines = state.played.settling.lines
    return sum(line.paid for line in lines if line.paid_from == "meter" and (line.seat, line.id) in keys)


def _stakes_back(state: State, lines: tuple[Line, ...]) -> tuple[Move, ...]:
    """Every stake from where it is now: the layout, or the house that has collected it; not twice."""
    back = {(line.seat, line.id): line.returned for line in state.played.settling.lines if not line.is_award}
    found: list[Move] = []
    for line in lines:
        player = purse(state, state.played.facts.players[line.seat])
        lying = state.on_felt(line.seat, line.id)
        if lying:
            found += move(felt(line.seat, line.id), player, lying)
        else:
            rest = line.stake - back.get((line.seat, line.id), 0)
            found += move(house_of(state, line.id), player, max(rest, 0))
    return tuple(found)


def _void(state: State, data: RoundVoided, event: Event) -> State:
    round_ = state.played
    facts = changed(round_.facts, irregularity=data.kind, awards=())
    settling = changed(round_.settling, lines=data.lines)
    state = state.in_round(
        facts=facts, settling=settling, void=True, betting=changed(round_.betting, contributions=())
    )
    undone = {*data.given_back, *(one.hit for one in data.owed_hits)}
    late = tuple(one for one in data.contributions if one.link in data.unreached)
    return changed(
        state,
        owed_to_links=(*state.owed_to_links, *late),
        owed_hits=(*state.owed_hits, *data.owed_hits),
        untold=tuple(one for one in state.untold if one.hit not in undone),
    )


KINDS = (Kind("void_round", RoundVoided, _void),)
