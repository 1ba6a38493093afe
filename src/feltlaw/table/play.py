"""Decisions in turn, and hands set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.cards import CardError, parse_cards, show
from feltlaw.money import show_dollars
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.round.deciding import choose, points_ranking
from feltlaw.table.forfeits import collected_at_once
from feltlaw.table.money import all_stakes
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, nth_step, only
from feltlaw.table.state import Command, Event, State
from feltlaw.table.turns import sets, waiting

__all__ = ["RULES", "waiting"]


def _decide_offers(state: State) -> Sequence[Data]:
    found = waiting(state)
    if found is None or sets(found[0]):
        return ()
    decision, seats = found
    assert state.round is not None
    return [
        {BY: state.round.players[seat], "seat": seat, "say": act.say}
        for seat in seats
        for act in decision.acts
        if act.play * all_stakes(state, seat).get(decision.of, 0) <= _chips(state, seat)
    ]


def _decide_step(state: State) -> Step | None:
    found = waiting(state)
    at = state.submission.regulation.decisions.index(found[0]) if found else 0
    return nth_step(state, "decide", at)


def _chips(state: State, seat: int) -> int:
    assert state.round is not None
    return state.players[state.round.players[seat]].chips


def _own_seat(state: State, command: Command, seat: int) -> None:
    assert state.round is not None
    if state.round.players.get(seat) != command.by.name:
        raise Refused(
            f"seat {seat} is not yours", "Each player answers for his own hand.", cite_of(state, "own_hand")
        )
    if state.players[command.by.name].left:
        raise Refused(
            "you left in the middle of this round",
            "A floorperson rules on it.",
            cite_of(state, "stay_seated"),
        )


def _check_decide(state: State, command: Command) -> Data:
    only(command.data, "seat", "say", "amount")
    seat = need(command.data, "seat", int, "the seat")
    say = need(command.data, "say", str, "the decision")
    found = waiting(state)
    assert found is not None
    decision, seats = found
    _own_seat(state, command, seat)
    if seat not in seats:
        raise Refused(f"it is not seat {seat}'s turn", f"Seat {seats[0]} decides now.", decision.cite)
    act, _ = choose(decision, say, seat)
    amount = act.play * all_stakes(state, seat)[decision.of]
    cite = Cite(decision.cite.clauses, ("I-26",))
    if "amount" in command.data and command.data["amount"] != amount:
        raise Refused(
            f"'{act.say}' is not that much",
            f"Stake exactly {show_dollars(amount)}, or decide otherwise.",
            cite,
        )
    if amount > _chips(state, seat):
        raise Refused(
            f"a Play wager of {show_dollars(amount)} is more than the "
            f"{show_dollars(_chips(state, seat))} in front of you",
            "Complete it or choose another decision; a part of it is not allowed.",
            cite,
        )
    return {"seat": seat, "say": act.say, "amount": amount}


def _not_now(state: State, command: Command) -> Refused | None:
    """A decision is asked for only when the deal is complete and it is somebody's turn."""
    if state.phase in ("dealing", "stub"):
        return Refused("the deal is not complete", "Wait until all cards are out.", cite_of(state, "examine"))
    return None


def _decide(state: State, event: Event) -> State:
    assert state.round is not None
    seat = event.data["seat"]
    decisions = {
        **state.round.decisions,
        seat: (*state.round.decisions.get(seat, ()), event.data["say"]),
    }
    player = state.players[state.round.players[seat]]
    state = state.with_player(replace(player, chips=player.chips - event.data.get("amount", 0)))
    return state.with_round(decisions=decisions)


# ── setting ──


def _set_offers(state: State) -> Sequence[Data]:
    found = waiting(state)
    if found is None or not sets(found[0]) or state.round is None:
        return ()
    return [{BY: state.round.players[seat], "seat": seat} for seat in found[1]]


def _check_set(state: State, command: Command) -> Data:
    """A setting that throws a qualifying hand away is refused, and the legal ones are named (I-131)."""
    only(command.data, "seat", "three")
    seat = need(command.data, "seat", int, "the seat")
    found = waiting(state)
    assert found is not None
    decision, seats = found
    _own_seat(state, command, seat)
    if seat not in seats:
        raise Refused(f"seat {seat} has set its hand, or has none", "Set your own hand once.", decision.cite)
    text = command.data.get("three")
    five = state.cards_at(f"seat {seat}")
    ranking = points_ranking(state.submission.regulation)
    assert ranking is not None
    if text is None:
        return {"seat": seat, "say": f"set {show(ranking.house_way(five).three)}", "house_way": True}
    try:
        three = parse_cards(str(text))
    except CardError as error:
        raise Refused(str(error), f"Set three of {show(five)}.", decision.cite) from None
    if len(three) != 3 or not set(three) <= set(five):
        raise Refused(f"{show(three)} cannot be set", f"Set three of {show(five)}.", decision.cite)
    legal = ranking.splits(five)
    corrected = state.submission.option("settlement.misset_hand") != "as_set"
    if legal[0].qualifies and not ranking.qualifies(three) and corrected:
        raise Refused(
            "these three cards do not qualify, but others do",
            f"Set {'; '.join(str(split) for split in legal)}.",
            Cite(decision.cite.clauses, ("I-131",)),
        )
    return {"seat": seat, "say": f"set {show(three)}"}


def _set(state: State, event: Event) -> State:
    assert state.round is not None
    said = {event.data["seat"]: (event.data["say"],)}
    return state.with_round(decisions={**state.round.decisions, **said})


RULES = (
    Rule(
        "decide",
        ("player",),
        _decide_offers,
        _check_decide,
        _decide,
        step=_decide_step,
        then=collected_at_once,
        refuse=_not_now,
    ),
    Rule("set_hand", ("player",), _set_offers, _check_set, _set, refuse=_not_now),
)
