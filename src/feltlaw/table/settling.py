"""Settling at the table: hands turned up in order, lines carried out in the dealer's order, each when it
may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated

from feltlaw.books import Move
from feltlaw.event import Event, Happening
from feltlaw.link import PayHit
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few
from feltlaw.settlement import Line
from feltlaw.settlement.exposing import DEALER as DEALERS_HAND
from feltlaw.settlement.exposing import left_exposed
from feltlaw.settlement.order import by_step
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.submission.conditions import holds
from feltlaw.table.agenda import agenda, undone
from feltlaw.table.forfeits import giving
from feltlaw.table.money import pay_lines
from feltlaw.table.places import Place, hand
from feltlaw.table.rule import Moment, Way, cite_of, rule_of, steps_of
from feltlaw.table.showing import Shown, with_shown
from feltlaw.table.state import LinkNews, Seat, State
from feltlaw.table.turning import coming, community_wanted, own, own_lines, to_turn_up
from feltlaw.table.untold import Told, tell, with_untold
from feltlaw.table.waits import (
    check_of,
    is_lost_unseen,
    what_first,
)
from feltlaw.values import changed, quick

Seats = Annotated[tuple[Seat, ...], Few(20)]
NOT_COMPARED = ("does_not_compete", "returned")
"""Outcomes of a wager among players whose hand nobody compares, and so nobody turns up (I-135, I-139)."""


@dataclass(frozen=True, slots=True)
class SettlePlayer:
    """The dealer settles a player's wagers, as far as nothing comes first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CollectLosers:
    """The dealer collects every losing wager (MA 10(c)(1)(ii))."""


@dataclass(frozen=True, slots=True)
class PayWinners:
    """The dealer pays the winning wagers, as far as nothing comes first (MA 10(c)(1)(iii))."""


@dataclass(frozen=True, slots=True)
class SettleRest:
    """The dealer settles what comes after all players: Cover All, Pot and envy."""


@quick
@dataclass(frozen=True, slots=True)
class Settled:
    """Lines that were carried out, cards turned up for them, hands that left the table or stay face up."""

    lines: Annotated[tuple[Line, ...], Few(500)]
    shown: Annotated[tuple[Shown, ...], Few(20)] = ()
    racked: Annotated[tuple[Place, ...], Few(20)] = ()
    exposed: Seats | None = None
    """The seats whose hands lie face up from now on, where that changed."""
    untold: Annotated[tuple[LinkNews, ...], Few(50)] = ()
    """Payments that a link hears of when it is back."""


# ── carrying out ──


def _ready(state: State, lines: Iterator[Line]) -> Iterator[Line]:
    """Lines from the next one on, as far as nothing comes before them."""
    for line in lines:
        if what_first(state, line) is not None:
            return
        yield line


def _carry_out(state: State, lines: Sequence[Line], *, racks: Sequence[int] = (), links: Moment) -> Happening:
    """What these lines come to: money, cards turned up for them, hands collected, hits paid."""
    turn = len(state.played.settling.lines)
    numbered = tuple(changed(line, turn=at) for at, line in enumerate(lines, turn + 1))
    moves: tuple[Move, ...] = pay_lines(state, numbered)
    racked: tuple[Place, ...] = ()
    exposed: tuple[int, ...] | None = None
    if racks:
        exposed, racked = _collected(state, racks)
    now, later = tell(state, links, _hits_paid(state, numbered))
    event = Settled(numbered, tuple(_shown_for(state, numbered)), racked, exposed, later)
    return Happening(event, moves, now)


def _hits_paid(state: State, lines: Sequence[Line]) -> Iterator[Told]:
    for line in lines:
        check = check_of(state, line)
        if check is not None and check.hit:
            link = state.links[state.submission.regulation.wagers[line.id].meter]
            yield link, PayHit(check.hit, line.paid, line.by_hand)


def _shown_for(state: State, lines: Sequence[Line]) -> Iterator[Shown]:
    """The rest of a hand that was set, for the lines that rest on it (680a.11(d)-(f), I-139)."""
    of = agenda(state)
    for seat in dict.fromkeys(line.seat for line in lines):
        box = of.box(seat)
        up = state.played.up.get(hand(seat), ())
        if box.split is None or len(up) == len(box.cards) or not of.of.is_shown(box):
            continue
        seen = (line for line in lines if not is_lost_unseen(line) and line.outcome not in NOT_COMPARED)
        mine = [line for line in seen if line.seat == seat]
        contests = state.submission.regulation.contests
        shows = False
        for line in mine:
            wager = state.submission.regulation.wagers.get(line.id)
            contest = wager.contest if wager else ""
            among = bool(contest) and not contests[contest].half_points
            shows = shows or not contest or among or box.split.qualifies
        if shows:
            yield Shown(hand(seat), box.split.two)


def _racks_each(state: State) -> bool:
    """Whether hands are racked as they are settled and not all at the end (MA 10(c)(1)(iv), (2)(iii))."""
    return any(
        step.when in ("by_step", "by_player") and holds(step.when, state.submission)
        for step in steps_of(state, "collect_hands")
    )


def _collected(state: State, seats: Sequence[int]) -> tuple[tuple[int, ...], tuple[Place, ...]]:
    """The seats whose hands stay face up for Cover All or envy, and the hands that go to the rack now."""
    racked = set(state.played.racked)
    before = [seat for seat in state.played.settling.exposed if hand(seat) not in racked]
    now = [seat for seat in seats if hand(seat) not in racked and seat not in before]
    stay = giving(state, [*before, *now])
    exposed = left_exposed(agenda(state).of, [*before, DEALERS_HAND, *now], stay)
    leaving = [seat for seat in (*before, *now) if seat not in exposed]
    return tuple(exposed), tuple(hand(seat) for seat in leaving)


def _settled(state: State, data: Settled, event: Event) -> State:
    state = with_untold(with_shown(state, data.shown), data.untold)
    round_ = state.played
    state = state.in_round(racked=(*round_.racked, *data.racked))
    exposed = round_.settling.exposed if data.exposed is None else data.exposed
    return state.settling_on(lines=(*round_.settling.lines, *data.lines), exposed=exposed)


# ── player by player ──


def _nothing_to_settle(state: State) -> Refused | None:
    cite = cite_of(state, "settle_players")
    if by_step(state.submission):
        return Refused("the dealer settles step by step here", "Collect the losers, pay the winners.", cite)
    line = coming(state)
    if line is None or not own(state, line):
        seat = to_turn_up(state)
        if seat:
            what = f"the cards of seat {seat} are face down"
            return Refused(what, "Turn them up.", cite_of(state, "turn_up_player"))
        return Refused("every player is settled", "Settle what comes after all, or rack the cards.", cite)
    return what_first(state, line)


def _settle(state: State, data: SettlePlayer, moment: Moment) -> Happening:
    line = coming(state)
    assert line is not None, "`when` has made sure of it"
    if data.seat != line.seat:
        raise Refused(
            f"it is not seat {data.seat}'s turn",
            f"Settle seat {line.seat}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    mine = list(_until_others(state, data.seat))
    ready = list(_ready(state, iter(mine)))
    done = len(ready) == len(mine)
    racks = [data.seat] if done and _racks_each(state) else []
    return _carry_out(state, ready, racks=racks, links=moment)


def _until_others(state: State, seat: int) -> Iterator[Line]:
    """The open lines of a seat, which in the dealer's order stand together."""
    return takewhile(lambda line: line.seat == seat, own_lines(state))


# ── step by step ──


def _not_all_up(state: State) -> Refused | None:
    if not by_step(state.submission):
        cite = cite_of(state, "settle_players")
        return Refused(
            "the dealer settles player by player here", "Settle the player whose turn it is.", cite
        )
    if seat := to_turn_up(state):
        what = f"the cards of seat {seat} are face down"
        return Refused(what, "Turn them up.", cite_of(state, "turn_up_player"))
    if community_wanted(state):
        cite = cite_of(state, "reveal_community")
        return Refused("the community cards are face down", "Turn them up.", cite)
    return None


def _no_losers(state: State) -> Refused | None:
    if refused := _not_all_up(state):
        return refused
    if state.played.settling.losers_collected:
        return Refused(
            "the losing wagers are collected", "Pay the winners.", cite_of(state, "collect_losers")
        )
    return None


def _losers(state: State, data: CollectLosers, moment: Moment) -> Happening:
    losing = [line for line in own_lines(state) if line.result == "lose"]
    return _carry_out(state, losing, links=moment)


def _losers_settled(state: State, data: Settled, event: Event) -> State:
    return _settled(state, data, event).settling_on(losers_collected=True)


def _no_winners(state: State) -> Refused | None:
    if refused := _not_all_up(state):
        return refused
    if not state.played.settling.losers_collected:
        return Refused("the losing wagers come first", "Collect them.", cite_of(state, "collect_losers"))
    line = coming(state)
    if line is None or not own(state, line):
        if _hands_lie(state):
            return None
        return Refused(
            "every winning wager is paid", "Settle what comes after all.", cite_of(state, "pay_winners")
        )
    return what_first(state, line)


def _hands_lie(state: State) -> bool:
    """Whether hands are still to be collected after the last payment (MA 10(c)(1)(iv))."""
    settling = state.played.settling
    lying = [
        s for s in settling.turned_up if hand(s) not in state.played.racked and s not in settling.exposed
    ]
    return _racks_each(state) and bool(lying)


def _winners(state: State, data: PayWinners, moment: Moment) -> Happening:
    left = list(own_lines(state))
    ready = list(_ready(state, iter(left)))
    done = len(ready) == len(left)
    racks = [box.number for box in agenda(state).of.boxes] if done and _racks_each(state) else []
    return _carry_out(state, ready, racks=racks, links=moment)


# ── after all players ──


def _no_rest(state: State) -> Refused | None:
    line = coming(state)
    cite = rest_cite(state)
    if line is None or own(state, line) or (by_step(state.submission) and _hands_lie(state)):
        what = "nothing waits for all players" if line is None else "players are still to be settled"
        return Refused(what, "Settle the players first.", cite)
    if seat := to_turn_up(state):
        what = f"the cards of seat {seat} are face down"
        return Refused(what, "Turn them up.", cite_of(state, "turn_up_player"))
    if community_wanted(state):
        cite = cite_of(state, "reveal_community")
        return Refused("the community cards are face down", "Turn them up.", cite)
    return None


def _rest(state: State, data: SettleRest, moment: Moment) -> Happening:
    return _carry_out(state, list(undone(state)), links=moment)


def rest_cite(state: State) -> Cite:
    """The clauses of what is still to be settled after all players."""
    everything = state.submission.regulation.settlement.after_all
    try:
        left = {line.id for line in undone(state)} if state.phase == "settling" else set()
    except UnknownCards:
        left = set()
    steps = [step for step in everything if step.settle in left] or everything
    return Cite(tuple(dict.fromkeys(clause for step in steps for clause in step.cite.clauses)))


def _settle_way(state: State) -> list[Way]:
    line = coming(state)
    return [Way(SettlePlayer(line.seat))] if line else []


RULES = (
    rule_of(
        SettlePlayer,
        Settled,
        phases=("settling",),
        when=_nothing_to_settle,
        decide=_settle,
        apply=_settled,
        ways=_settle_way,
        step="read_player",
    ),
    rule_of(
        CollectLosers,
        Settled,
        phases=("settling",),
        when=_no_losers,
        decide=_losers,
        apply=_losers_settled,
        ways=lambda state: [Way(CollectLosers())],
    ),
    rule_of(
        PayWinners,
        Settled,
        phases=("settling",),
        when=_no_winners,
        decide=_winners,
        apply=_settled,
        ways=lambda state: [Way(PayWinners())],
    ),
    rule_of(
        SettleRest,
        Settled,
        phases=("settling",),
        roles=("dealer",),
        when=_no_rest,
        decide=_rest,
        apply=_settled,
        ways=lambda state: [Way(SettleRest())],
        text="Settle what comes after all players: Cover All, Pot and envy.",
        cite=rest_cite,
    ),
)
