"""Settling at the table: hands turned up in order, awards validated, lines carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.round.dealing import extra_cards
from feltlaw.settlement import Line
from feltlaw.submission.conditions import holds
from feltlaw.table.awarding import (
    is_shown,
    open_lines,
    own_lines,
    turn_order,
    waits_for_community,
    waits_for_fourth,
    waits_for_people,
)
from feltlaw.table.exposing import collect
from feltlaw.table.money import pay_lines
from feltlaw.table.outcome import after_all
from feltlaw.table.revealing import has_streets, reveal_community, street_offers, why_no_reveal
from feltlaw.table.rule import Data, Rule, cite_of, need, nth_step, only, steps_of
from feltlaw.table.state import Command, Event, State


def by_step(state: State) -> bool:
    return holds("by_step", state.submission)


def _turn_up_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling":
        return ()
    order = [seat for seat in turn_order(state) if not is_shown(state, seat)]
    if by_step(state):
        return [{"seat": seat} for seat in order[:1]]
    first = turn_order(state)[:1]
    return [{"seat": seat} for seat in first if not is_shown(state, seat)]


def _check_turn_up(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    wanted = _turn_up_offers(state)[0]["seat"]
    if seat != wanted:
        raise Refused(
            f"it is not seat {seat}'s turn",
            f"Turn up seat {wanted}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    return {"seat": seat, "cards": [str(card) for card in state.cards_at(f"seat {seat}")]}


def _turn_up(state: State, event: Event) -> State:
    assert state.round is not None
    return state.with_round(turned_up=(*state.round.turned_up, event.data["seat"]))


# ── carrying out ──


def _fourth_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling":
        return ()
    return [
        {"seat": seat}
        for seat in turn_order(state)
        if is_shown(state, seat) and any(waits_for_fourth(state, line) for line in own_lines(state, seat))
    ]


def _check_fourth(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if seat not in [offer["seat"] for offer in _fourth_offers(state)]:
        raise Refused(
            f"seat {seat} has no fourth card to reveal",
            "It is revealed for a pair or better.",
            cite_of(state, "reveal_fourth"),
        )
    return {"seat": seat, "card": [str(card) for card in state.cards_at(f"fourth {seat}")]}


def _reveal_fourth(state: State, event: Event) -> State:
    assert state.round is not None
    return state.with_round(fourths_up=(*state.round.fourths_up, event.data["seat"]))


def _open_community_offers(state: State) -> Sequence[Data]:
    """Community cards that only bonuses use come up when a player's other wagers are settled (11(c)(7))."""
    round_ = state.round
    early = street_offers(state)
    if early or round_ is None or state.phase != "settling" or not _community_due(state):
        return early
    ready = [
        line
        for line in open_lines(state)
        if not waits_for_community(state, line) and not after_all(state, line)
    ]
    first = turn_order(state)[:1]
    waiting_now = [
        line for seat in first for line in own_lines(state, seat) if waits_for_community(state, line)
    ]
    nobody = not any(own_lines(state, seat) for seat in turn_order(state))
    if by_step(state):
        return [{}] if not _turn_up_offers(state) else ()
    here = [line for line in ready if line.seat in first]
    return [{}] if (waiting_now and not here and all(is_shown(state, s) for s in first)) or nobody else ()


def _community_due(state: State) -> bool:
    """Whether community cards are still to be turned up; that of the Pair Bonus is for a pair (11(d)(2))."""
    assert state.round is not None
    if not state.cards_at("community") or state.round.community_up:
        return False
    if holds("community_card", state.submission):
        return any(waits_for_community(state, line) for line in open_lines(state))
    staked = {wager for box in state.round.stakes.values() for wager in box}
    return extra_cards(state.submission, "community", staked) is not None


def _check_community(state: State, command: Command) -> Data:
    only(command.data)
    cards = state.cards_at("community")
    assert state.round is not None
    up = state.round.community_up
    shown = cards[up : up + 1] if has_streets(state) else cards
    return {"cards": [str(card) for card in shown]}


def _ready_lines(state: State, seat: int) -> tuple[Line, ...]:
    return tuple(
        line
        for line in own_lines(state, seat)
        if not waits_for_community(state, line) and not waits_for_fourth(state, line)
    )


def _settle_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or by_step(state) or state.round is None:
        return ()
    for seat in turn_order(state)[:1]:
        blocked = waits_for_people(state, [seat]) or any(
            waits_for_fourth(state, line) for line in own_lines(state, seat)
        )
        done = not own_lines(state, seat)
        if is_shown(state, seat) and not blocked and (done or _ready_lines(state, seat)):
            return [{"seat": seat}]
    return ()


def _check_settle(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    order = turn_order(state)
    if seat != order[0]:
        raise Refused(
            f"it is not seat {seat}'s turn",
            f"Settle seat {order[0]}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    lines = _ready_lines(state, seat)
    found = {"seat": seat, "lines": [{**line.to_json(), "seat": seat} for line in lines]}
    done = len(lines) == len(own_lines(state, seat))
    return found | (_collected(state, [seat]) if done and _racks_each(state) else {})


def _racks_each(state: State) -> bool:
    """Whether hands are racked as they are settled and not all at the end (MA 10(c)(1)(iv), (2)(iii))."""
    return any(
        step.when in ("by_step", "by_player") and holds(step.when, state.submission)
        for step in steps_of(state, "collect_hands")
    )


def _collected(state: State, seats: Sequence[int]) -> dict[str, object]:
    """The hands that go to the rack now, and those that stay face up for Cover All or envy."""
    exposed, racked = collect(state, [f"seat {seat}" for seat in seats])
    return {"racked": racked, "exposed": exposed}


def _rack_some(state: State, event: Event) -> State:
    if "racked" not in event.data:
        return state
    assert state.round is not None
    return state.with_round(
        racked=(*state.round.racked, *event.data["racked"]), exposed=tuple(event.data["exposed"])
    )


def _why_not_settle(state: State, command: Command) -> Refused | None:
    """What the seat whose turn it is waits for."""
    round_ = state.round
    if state.phase != "settling" or round_ is None:
        return None
    seats = turn_order(state) if by_step(state) else turn_order(state)[:1]
    down = [seat for seat in seats if not is_shown(state, seat)]
    if down:
        return Refused(
            f"the cards of seat {down[0]} are face down", "Turn them up.", cite_of(state, "turn_up_player")
        )
    if any(waits_for_fourth(state, line) for seat in seats for line in own_lines(state, seat)):
        return Refused("the fourth card is face down", "Turn it up.", cite_of(state, "reveal_fourth"))
    return waits_for_people(state, seats)


def _settle(state: State, event: Event) -> State:
    seat = event.data["seat"]
    turns = {line["turn"] for line in event.data["lines"]}
    state = pay_lines(state, [line for line in own_lines(state, seat) if line.turn in turns])
    assert state.round is not None
    if not own_lines(state, seat):
        state = state.with_round(settled=(*state.round.settled, seat))
    return _maybe_done(_rack_some(state, event))


def _losers_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if state.phase != "settling" or round_ is None or not by_step(state) or round_.losers_collected:
        return ()
    return [{}] if not _turn_up_offers(state) and not _open_community_offers(state) else ()


def _check_losers(state: State, command: Command) -> Data:
    only(command.data)
    losing = [line for line in open_lines(state) if line.result == "lose" and not after_all(state, line)]
    return {"lines": [{**line.to_json(), "seat": line.seat} for line in losing]}


def _pay_listed(state: State, event: Event) -> State:
    turns = {line["turn"] for line in event.data["lines"]}
    return pay_lines(state, [line for line in open_lines(state) if line.turn in turns])


def _winners_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if state.phase != "settling" or round_ is None or not by_step(state) or not round_.losers_collected:
        return ()
    if round_.settled or waits_for_people(state, turn_order(state)):
        return ()
    return [{}]


def _check_winners(state: State, command: Command) -> Data:
    only(command.data)
    left = [line for line in open_lines(state) if not after_all(state, line)]
    found = {"lines": [{**line.to_json(), "seat": line.seat} for line in left]}
    return found | (_collected(state, turn_order(state)) if _racks_each(state) else {})


def _pay_winners(state: State, event: Event) -> State:
    state = _rack_some(_pay_listed(state, event), event)
    assert state.round is not None
    return _maybe_done(state.with_round(settled=tuple(sorted(state.round.stakes, reverse=True))))


def _rest_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None or turn_order(state) or _open_community_offers(state):
        return ()
    return [{}] if open_lines(state) else ()


def _check_rest(state: State, command: Command) -> Data:
    only(command.data)
    return {"lines": [{**line.to_json(), "seat": line.seat} for line in open_lines(state)]}


def _rest(state: State, event: Event) -> State:
    return _maybe_done(_pay_listed(state, event))


def _rest_cite(state: State) -> Cite:
    """The clauses of what is still to be settled after all players."""
    everything = state.submission.regulation.settlement.after_all
    left = {line.id for line in open_lines(state)}
    steps = [step for step in everything if step.settle in left] or everything
    return Cite(tuple(dict.fromkeys(clause for step in steps for clause in step.cite.clauses)))


def _maybe_done(state: State) -> State:
    """When every line is carried out the meters stand where settlement left them; the cards may be racked."""
    round_ = state.round
    assert round_ is not None and round_.settlement is not None
    if turn_order(state) or open_lines(state) or _community_due(state):
        return state
    after = round_.settlement.after
    moved = sum(after[name].total - meter.total for name, meter in state.meters.items())
    return replace(state, meters=after, tray=state.tray - moved, phase="racking")


def _community_done(state: State, event: Event) -> State:
    state = reveal_community(state, event)
    return (
        _maybe_done(state) if state.phase == "settling" and state.round and state.round.dealer_up else state
    )


def _street_step(state: State) -> Step | None:
    """On the streets each card has a step of its own."""
    return nth_step(state, "reveal_community", state.round.community_up if state.round else 0)


RULES = (
    Rule("turn_up_player", ("dealer",), _turn_up_offers, _check_turn_up, _turn_up),
    Rule(
        "reveal_community",
        ("dealer",),
        _open_community_offers,
        _check_community,
        _community_done,
        step=_street_step,
        refuse=why_no_reveal,
    ),
    Rule("reveal_fourth", ("dealer",), _fourth_offers, _check_fourth, _reveal_fourth),
    Rule(
        "settle_player",
        ("dealer",),
        _settle_offers,
        _check_settle,
        _settle,
        step="read_player",
        refuse=_why_not_settle,
    ),
    Rule(
        "collect_losers",
        ("dealer",),
        _losers_offers,
        _check_losers,
        lambda state, event: _pay_listed(state, event).with_round(losers_collected=True),
        refuse=_why_not_settle,
    ),
    Rule("pay_winners", ("dealer",), _winners_offers, _check_winners, _pay_winners, refuse=_why_not_settle),
    Rule(
        "settle_rest",
        ("dealer",),
        _rest_offers,
        _check_rest,
        _rest,
        text="Settle what comes after all players: Cover All, Pot and envy.",
        cite=_rest_cite,
    ),
)
