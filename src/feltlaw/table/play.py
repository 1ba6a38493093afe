"""From the stub to the reveal: decisions in turn, settings, forfeits, the dealer's cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from feltlaw.cards import CardError, parse_cards, show
from feltlaw.money import show_dollars
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Decision, Step
from feltlaw.round.deciding import choose, points_ranking
from feltlaw.round.model import Played
from feltlaw.table.dealing import check_deal, deal, is_covered, players_shown, sample_cards
from feltlaw.table.exposing import folded_hands_are_looked_at, left_face_up
from feltlaw.table.money import all_stakes
from feltlaw.table.outcome import is_partly_settled, keeps_cards, lives, played_seats, ruling_of, settle_state
from feltlaw.table.places import HELD, next_delivery
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, nth_step, only
from feltlaw.table.state import Command, Event, State


def waiting(state: State) -> tuple[Decision, tuple[int, ...]] | None:
    """The decision the table waits for, and the seats that may make it, the one whose turn it is first.

    None where nobody has anything to decide, or a community card comes first.
    """
    round_ = state.round
    if round_ is None or state.phase != "deciding" or is_partly_settled(state):
        return None
    regulation = state.submission.regulation
    for at, decision in enumerate(regulation.decisions):
        if decision.revealed > round_.community_up:
            return None
        seats = tuple(seat for seat in sorted(round_.stakes) if _undecided(state, seat, decision, at))
        if seats:
            return decision, seats if _sets(decision) else seats[:1]
    return None


def _sets(decision: Decision) -> bool:
    return any(act.sets for act in decision.acts)


def _undecided(state: State, seat: int, decision: Decision, at: int) -> bool:
    round_ = state.round
    assert round_ is not None
    said = round_.decisions.get(seat, ())
    if decision.of not in round_.stakes[seat] or len(said) > at or ruling_of(state, seat):
        return False
    earlier = zip(state.submission.regulation.decisions, said, strict=False)
    return all(_goes_on(one, words, seat) for one, words in earlier)


def _goes_on(decision: Decision, words: str, seat: int) -> bool:
    act, _ = choose(decision, words, seat)
    return not (act.play or act.fold or act.surrender or act.sets)


# ── decisions ──


def _decide_offers(state: State) -> Sequence[Data]:
    found = waiting(state)
    if found is None or _sets(found[0]):
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


def _after_decide(state: State, event: Event) -> Sequence[Event]:
    """Where the regulation collects a fold at once, it is collected (669a.11(f))."""
    if not _collects_at_once(state) or event.data["say"] != "fold":
        return ()
    data = _forfeits(state, [event.data["seat"]])
    return [Event("collect_forfeits", replace(event.by, role="device"), event.at, data)]


def _collects_at_once(state: State) -> bool:
    """A game without a dealer's hand has no moment after the decisions at which forfeits are collected."""
    return state.submission.regulation.deal.dealer is None


# ── setting ──


def _set_offers(state: State) -> Sequence[Data]:
    found = waiting(state)
    if found is None or not _sets(found[0]) or state.round is None:
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


# ── forfeits ──


def decided(state: State) -> bool:
    """Whether all decisions are made, the last community card of the decisions included."""
    round_ = state.round
    if round_ is None or state.phase != "deciding" or waiting(state) is not None:
        return False
    last = state.submission.regulation.decisions[-1]
    return round_.community_up >= last.revealed or is_partly_settled(state)


def _folded(state: State) -> list[int]:
    return [played.number for played in played_seats(state) if played.left_by]


def forfeits_due(state: State) -> bool:
    """Whether forfeited wagers and hands wait to be collected, before the dealer's cards are seen."""
    round_ = state.round
    if round_ is None or round_.forfeits_collected or _collects_at_once(state) or not decided(state):
        return False
    return bool(_folded(state)) and not is_partly_settled(state)


def _surrendered(state: State) -> dict[str, int]:
    """Hands given up unexposed, and how many cards each must come back with (MA 10(b))."""
    due = state.submission.regulation.deal.player.most
    return {str(played.number): due for played in played_seats(state) if played.left_by == "surrender"}


def _collect_offers(state: State) -> Sequence[Data]:
    if not forfeits_due(state):
        return ()
    counted = _surrendered(state)
    return [{"counted": counted} if counted else {}]


def _collect_step(state: State) -> Step | None:
    """Where there are several, the first is about surrendered hands and the last about all."""
    counts = state.phase == "deciding" and bool(_surrendered(state))
    return nth_step(state, "collect_forfeits", 0 if counts else len(state.submission.regulation.steps))


def _check_collect(state: State, command: Command) -> Data:
    """The cards of a surrendered hand are counted face down as they come back."""
    due = _surrendered(state)
    only(command.data, *(("counted",) if due else ()))
    counted: Mapping[str, Any] = need({"counted": {}, **command.data}, "counted", dict, "the count")
    if counted != due:
        raise Refused(
            "the surrendered cards have not been counted, or one is missing",
            f"Count {', '.join(f'{cards} cards of seat {seat}' for seat, cards in due.items())}.",
            cite_of(state, "collect_forfeits"),
        )
    return {**_forfeits(state, _folded(state)), **({"counted": dict(counted)} if due else {})}


def _forfeits(state: State, seats: Sequence[int]) -> dict[str, object]:
    """The wagers a fold takes, and the hands that leave the table.

    A hand on which a wager still stands is looked at before it is racked (669a.11(f), I-86), and where Cover
    All is on the table every folded one is; a straight or higher then stays face up (MA 12(h), I-100).
    """
    taken: dict[str, list[str]] = {}
    looked_at: list[int] = []
    leaving: list[str] = []
    for played in played_seats(state):
        if played.number not in seats:
            continue
        taken[str(played.number)] = [wager for wager in played.stakes if not lives(state, played, wager)]
        if keeps_cards(state, played):
            continue
        leaving.append(f"seat {played.number}")
        if played.left_by == "fold" and (_has_open_wager(state, played) or folded_hands_are_looked_at(state)):
            looked_at.append(played.number)
    exposed = left_face_up(state, [f"seat {seat}" for seat in looked_at])
    racked = [place for place in leaving if place not in exposed]
    return {"forfeited": taken, "racked": racked, "looked_at": looked_at, "exposed": list(exposed)}


def _has_open_wager(state: State, played: Played) -> bool:
    """Whether a wager that reads the player's own cards outlives his fold."""
    wagers = state.submission.regulation.wagers
    return not played.ruled_out and any(
        lives(state, played, one) and "player" in wagers[one].cards for one in played.stakes
    )


def _collect(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    taken = [(int(seat), wager) for seat, wagers in event.data["forfeited"].items() for wager in wagers]
    up = [int(place.removeprefix("seat ")) for place in event.data["exposed"]]
    return replace(
        state, tray=state.tray + sum(round_.stakes[seat][wager] for seat, wager in taken)
    ).with_round(
        collected=(*round_.collected, *(f"{seat}/{wager}" for seat, wager in taken)),
        racked=(*round_.racked, *event.data["racked"]),
        exposed=(*round_.exposed, *event.data["exposed"]),
        turned_up=(*round_.turned_up, *up),
        forfeits_collected=not _collects_at_once(state),
    )


# ── reveals ──


def _deliver_offers(state: State) -> Sequence[Data]:
    """A stack that was left in the shoe comes when everybody has decided and the forfeits are cleared."""
    if not decided(state) or forfeits_due(state):
        return ()
    delivery = next_delivery(state)
    if delivery is None or delivery.do != HELD:
        return ()
    return [{"cards": sample_cards(state, len(delivery.places))} if state.real_cards else {}]


def street_offers(state: State) -> Sequence[Data]:
    """On the streets of Raise It Up: the next card, once everybody has decided."""
    round_ = state.round
    if round_ is None or state.phase != "deciding" or state.submission.regulation.deal.dealer is not None:
        return ()
    return [{}] if waiting(state) is None and round_.community_up < len(state.cards_at("community")) else ()


def reveal_community(state: State, event: Event) -> State:
    assert state.round is not None
    everything = len(state.cards_at("community"))
    up = state.round.community_up + 1 if state.submission.regulation.deal.dealer is None else everything
    state = state.with_round(community_up=up)
    if up == everything and state.submission.regulation.deal.dealer is None:
        return _to_settling(state)
    return state


def _reveal_dealer_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if round_ is None or state.submission.regulation.deal.dealer is None or not decided(state):
        return ()
    if not round_.stub_done or forfeits_due(state):
        return ()
    return [{"cover_card": _BESIDE}] if is_covered(state) else [{}]


_BESIDE = "beside the shoe"


def _check_reveal_dealer(state: State, command: Command) -> Data:
    covered = is_covered(state)
    only(command.data, *(("cover_card",) if covered else ()))
    if covered and command.data.get("cover_card") != _BESIDE:
        raise Refused(
            "the cover card lies on the dealer's stack",
            "Lay it beside the shoe first.",
            cite_of(state, "reveal_dealer"),
        )
    return {"cards": [str(card) for card in state.cards_at("dealer")], **command.data}


def _why_no_reveal(state: State, command: Command) -> Refused | None:
    """The dealer's cards are seen only after the last decision, and after the forfeits are cleared."""
    found = waiting(state)
    if found is not None:
        return Refused(
            f"seat {found[1][0]} has not decided", "Wait for the player.", cite_of(state, command.do)
        )
    if forfeits_due(state):
        return Refused(
            "the forfeited wagers have not been collected",
            "Collect them first.",
            cite_of(state, "collect_forfeits"),
        )
    return None


def _reveal_dealer(state: State, event: Event) -> State:
    assert state.round is not None
    cover = event.data.get("cover_card", state.round.cover_card)
    return _to_settling(state.with_round(dealer_up=True, cover_card=cover))


def _to_settling(state: State) -> State:
    return replace(state, phase="settling").with_round(settlement=settle_state(state))


RULES = (
    Rule(
        "decide",
        ("player",),
        _decide_offers,
        _check_decide,
        _decide,
        step=_decide_step,
        then=_after_decide,
        refuse=_not_now,
    ),
    Rule("set_hand", ("player",), _set_offers, _check_set, _set, refuse=_not_now),
    Rule("collect_forfeits", ("dealer",), _collect_offers, _check_collect, _collect, step=_collect_step),
    Rule(
        HELD,
        ("dealer",),
        _deliver_offers,
        check_deal,
        deal,
        then=players_shown,
        refuse=_why_no_reveal,
    ),
    Rule(
        "reveal_dealer",
        ("dealer",),
        _reveal_dealer_offers,
        _check_reveal_dealer,
        _reveal_dealer,
        refuse=_why_no_reveal,
    ),
)
