"""From the stub to the reveal: decisions in turn, settings, forfeits, the dealer's cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.cards import CardError, parse_cards, show
from feltlaw.money import show_dollars
from feltlaw.regulation.model import Cite, Decision
from feltlaw.round.deciding import choose, points_ranking
from feltlaw.round.refusal import Refused
from feltlaw.table.money import all_stakes
from feltlaw.table.outcome import keeps_cards, played_seats, ruling_of, settle_state
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, only
from feltlaw.table.state import Command, Event, Person, State


def waiting(state: State) -> tuple[Decision, tuple[int, ...]] | None:
    """The decision the table waits for, and the seats that may make it, the one whose turn it is first.

    None where nobody has anything to decide, or a community card comes first.
    """
    round_ = state.round
    if round_ is None or state.phase != "deciding" or round_.irregularity in _NO_DECISIONS:
        return None
    regulation = state.submission.regulation
    for at, decision in enumerate(regulation.decisions):
        if decision.revealed > round_.community_up:
            return None
        seats = tuple(seat for seat in sorted(round_.stakes) if _undecided(state, seat, decision, at))
        if seats:
            return decision, seats if _sets(decision) else seats[:1]
    return None


_NO_DECISIONS = ("dealer_card_exposed",)


def _sets(decision: Decision) -> bool:
    return any(act.sets for act in decision.acts)


def _undecided(state: State, seat: int, decision: Decision, at: int) -> bool:
    round_ = state.round
    assert round_ is not None
    said = round_.decisions.get(seat, ())
    if decision.of not in round_.stakes[seat] or len(said) > at or ruling_of(state, seat):
        return False
    return all(_goes_on(decision_, words, seat) for decision_, words in zip(state.submission.regulation.decisions, said, strict=False))


def _goes_on(decision: Decision, words: str, seat: int) -> bool:
    act, _ = choose(decision, words, seat)
    return not (act.play or act.fold or act.surrender or act.sets)


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


def _chips(state: State, seat: int) -> int:
    assert state.round is not None
    return state.players[state.round.players[seat]].chips


def _own_seat(state: State, command: Command, seat: int) -> None:
    assert state.round is not None
    if state.round.players.get(seat) != command.by.name:
        raise Refused(f"seat {seat} is not yours", "Each player answers for his own hand.", cite_of(state, "own_hand"))


def _check_decide(state: State, command: Command) -> Data:
    only(command.data, "seat", "say")
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
    if amount > _chips(state, seat):
        raise Refused(
            f"a Play wager of {show_dollars(amount)} is more than the {show_dollars(_chips(state, seat))} in front of you",
            "Complete it or choose another decision; a part of it is not allowed.",
            Cite(decision.cite.clauses, ("I-26",)),
        )
    return {"seat": seat, "say": act.say, "amount": amount}


def _decide(state: State, event: Event) -> State:
    assert state.round is not None
    seat = event.data["seat"]
    said = (*state.round.decisions.get(seat, ()), event.data["say"])
    player = state.players[state.round.players[seat]]
    state = state.with_player(replace(player, chips=player.chips - event.data.get("amount", 0)))
    return state.with_round(decisions={**state.round.decisions, seat: said})  # type: ignore[union-attr]


def _after_decide(state: State, event: Event) -> Sequence[Event]:
    """Where the regulation collects a fold at once, the dealer does so (669a.11(f))."""
    if not _collects_at_once(state) or event.data["say"] != "fold":
        return ()
    return [Event("collect_forfeits", Person("dealer", event.by.name), event.at, _forfeits(state, [event.data["seat"]]))]


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
        raise Refused(str(error)) from None
    if len(three) != 3 or not set(three) <= set(five):
        raise Refused(f"{show(three)} cannot be set", f"Set three of {show(five)}.", decision.cite)
    legal = ranking.splits(five)
    if legal[0].qualifies and not ranking.qualifies(three):
        if state.submission.option("settlement.misset_hand") != "as_set":
            ways = "; ".join(str(split) for split in legal)
            raise Refused("these three cards do not qualify, but others do", f"Set {ways}.", Cite(decision.cite.clauses, ("I-131",)))
    return {"seat": seat, "say": f"set {show(three)}"}


def _set(state: State, event: Event) -> State:
    assert state.round is not None
    return state.with_round(decisions={**state.round.decisions, event.data["seat"]: (event.data["say"],)})


# ── forfeits ──


def decided(state: State) -> bool:
    """Whether all decisions are made, the last community card of the decisions included."""
    round_ = state.round
    if round_ is None or state.phase != "deciding" or waiting(state) is not None:
        return False
    last = state.submission.regulation.decisions[-1]
    return round_.community_up >= last.revealed or round_.irregularity in _NO_DECISIONS


def _folded(state: State) -> list[int]:
    return [played.number for played in played_seats(state) if played.left_by]


def _collect_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if round_ is None or round_.forfeits_collected or _collects_at_once(state) or not decided(state):
        return ()
    return [{}] if _folded(state) and round_.irregularity not in _NO_DECISIONS else ()


def _check_collect(state: State, command: Command) -> Data:
    only(command.data)
    return _forfeits(state, _folded(state))


def _forfeits(state: State, seats: Sequence[int]) -> dict[str, object]:
    """The wagers a fold takes, and the hands that leave the table."""
    from feltlaw.settlement.table import Table
    from feltlaw.table.outcome import round_of

    table = Table(round_of(state))
    wagers = state.submission.regulation.wagers
    taken, racked = {}, []
    for played in played_seats(state):
        if played.number not in seats:
            continue
        taken[str(played.number)] = [w for w in played.stakes if not table.lives(played, wagers[w])]
        if not keeps_cards(state, played):
            racked.append(f"seat {played.number}")
    return {"forfeited": taken, "racked": racked}


def _collect(state: State, event: Event) -> State:
    assert state.round is not None
    tray = state.tray
    collected = list(state.round.collected)
    for seat, wagers in event.data["forfeited"].items():
        for wager in wagers:
            tray += state.round.stakes[int(seat)][wager]
            collected.append(f"{seat}/{wager}")
    return replace(state, tray=tray).with_round(
        collected=tuple(collected),
        racked=(*state.round.racked, *event.data["racked"]),
        forfeits_collected=not _collects_at_once(state),
    )


# ── reveals ──


def _deliver_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    due = round_ is not None and not round_.dealer_delivered and decided(state) and not _collect_offers(state)
    return [{}] if due else ()


def nothing(state: State, command: Command) -> Data:
    only(command.data)
    return {}


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
    return [{}] if round_.dealer_delivered and not _collect_offers(state) else ()


def _check_reveal_dealer(state: State, command: Command) -> Data:
    only(command.data)
    return {"cards": [str(card) for card in state.cards_at("dealer")]}


def _reveal_dealer(state: State, event: Event) -> State:
    return _to_settling(state.with_round(dealer_up=True))


def _to_settling(state: State) -> State:
    return replace(state, phase="settling").with_round(settlement=settle_state(state))


RULES = (
    Rule("decide", ("player",), _decide_offers, _check_decide, _decide, then=_after_decide),
    Rule("set_hand", ("player",), _set_offers, _check_set, _set),
    Rule("collect_forfeits", ("dealer",), _collect_offers, _check_collect, _collect),
    Rule(
        "deliver_dealer_stack", ("dealer",), _deliver_offers, nothing,
        lambda state, event: state.with_round(dealer_delivered=True),
    ),
    Rule("reveal_dealer", ("dealer",), _reveal_dealer_offers, _check_reveal_dealer, _reveal_dealer),
)
