"""Settling at the table: hands turned up in order, awards validated, lines carried out, cards racked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.money import ForOne, MeterShare
from feltlaw.regulation.model import Cite
from feltlaw.round.refusal import Refused
from feltlaw.settlement import Line
from feltlaw.submission.conditions import holds
from feltlaw.table.money import pay_lines
from feltlaw.table.outcome import after_all
from feltlaw.table.play import nothing, reveal_community, street_offers
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, only
from feltlaw.table.state import Command, Event, State

def by_step(state: State) -> bool:
    return holds("by_step", state.submission)


def _lines(state: State) -> tuple[Line, ...]:
    """Lines not yet carried out, in the dealer's order."""
    round_ = state.round
    if round_ is None or round_.settlement is None or round_.void:
        return ()
    return tuple(line for line in round_.settlement.lines if line.turn not in round_.settled_turns)


def own_lines(state: State, seat: int) -> tuple[Line, ...]:
    """A seat's open lines that do not wait for the others."""
    return tuple(line for line in _lines(state) if line.seat == seat and not after_all(state, line))


def turn_order(state: State) -> list[int]:
    """Seats still to be settled, the highest number first."""
    assert state.round is not None
    return [seat for seat in sorted(state.round.stakes, reverse=True) if seat not in state.round.settled]


def _shown(state: State, seat: int) -> bool:
    assert state.round is not None
    return seat in state.round.turned_up or f"seat {seat}" in state.round.racked


def _turn_up_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling":
        return ()
    order = [seat for seat in turn_order(state) if not _shown(state, seat)]
    if by_step(state):
        return [{"seat": seat} for seat in order[:1]]
    first = turn_order(state)[:1]
    return [{"seat": seat} for seat in first if not _shown(state, seat)]


def _check_turn_up(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    wanted = _turn_up_offers(state)[0]["seat"]
    if seat != wanted:
        raise Refused(
            f"it is not seat {seat}'s turn", f"Turn up seat {wanted}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    return {"seat": seat, "cards": [str(card) for card in state.cards_at(f"seat {seat}")]}


def _turn_up(state: State, event: Event) -> State:
    assert state.round is not None
    return state.with_round(turned_up=(*state.round.turned_up, event.data["seat"]))


# ── what a line waits for ──


def _uses(state: State, line: Line) -> tuple[str, ...]:
    regulation = state.submission.regulation
    if not line.is_award:
        return regulation.wagers[line.id].cards
    award = regulation.awards[line.id]
    return award.cards or tuple(card for wager in award.stake_of for card in regulation.wagers[wager].cards)


def waits_for_community(state: State, line: Line) -> bool:
    """Whether a line needs community cards that are not up yet."""
    assert state.round is not None
    if line.outcome in ("folded", "surrendered") or state.round.community_up:
        return False
    if "community" in _uses(state, line):
        return True
    return "fourth" in _uses(state, line) and line.result == "win" and holds("community_card", state.submission)


def waits_for_fourth(state: State, line: Line) -> bool:
    """A winning Pair Bonus waits for the fourth card."""
    assert state.round is not None
    return (
        "fourth" in _uses(state, line)
        and line.result == "win"
        and not holds("community_card", state.submission)
        and line.seat not in state.round.fourths_up
    )


def needs_validation(state: State, line: Line) -> bool:
    """Whether a floorperson must validate a win before it is paid (I-66)."""
    wager = state.submission.regulation.wagers.get(line.id)
    if wager is None or wager.validated is None or line.result != "win":
        return False
    if wager.validated.what == "all":
        return True
    return isinstance(line.pays, MeterShare) or line.pays == ForOne(500)


def _to_validate(state: State) -> list[int]:
    """Seats with an open win that waits for a floorperson, as far as their hands are up."""
    assert state.round is not None
    return [
        seat
        for seat in dict.fromkeys(line.seat for line in _lines(state))
        if _shown(state, seat)
        and any(needs_validation(state, line) and not waits_for_community(state, line) for line in own_lines(state, seat))
        and seat not in state.round.validated
    ]


def _verify_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None:
        return ()
    return [{"seat": seat, "light": True} for seat in _to_validate(state) if seat not in state.round.verified]


def _check_verify(state: State, command: Command) -> Data:
    only(command.data, "seat", "light")
    seat = need(command.data, "seat", int, "the seat")
    if seat not in [offer["seat"] for offer in _verify_offers(state)]:
        raise Refused(f"seat {seat} has no award to verify", "Verify a winning hand.", cite_of(state, "verify_win"))
    if has_step(state, "verify_light") and command.data.get("light") is not True:
        raise Refused("the light of the progressive system is not lit", "Look at the system.", cite_of(state, "verify_light"))
    return {"seat": seat, "light": command.data.get("light") is True}


def _validate_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None:
        return ()
    return [{"seat": seat} for seat in _to_validate(state) if seat in state.round.verified]


def _check_validate(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if seat not in [offer["seat"] for offer in _validate_offers(state)]:
        raise Refused(f"seat {seat} has no verified award", "The dealer verifies first.", cite_of(state, "validate"))
    return {"seat": seat}


# ── carrying out ──


def _fourth_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling":
        return ()
    return [
        {"seat": seat}
        for seat in turn_order(state)
        if _shown(state, seat) and any(waits_for_fourth(state, line) for line in own_lines(state, seat))
    ]


def _check_fourth(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if seat not in [offer["seat"] for offer in _fourth_offers(state)]:
        raise Refused(f"seat {seat} has no fourth card to reveal", "It is revealed for a pair or better.", cite_of(state, "reveal_fourth"))
    return {"seat": seat, "card": [str(card) for card in state.cards_at(f"fourth {seat}")]}


def _open_community_offers(state: State) -> Sequence[Data]:
    """Community cards that only bonuses use come up when the first player's other wagers are settled (11(c)(7))."""
    round_ = state.round
    early = street_offers(state)
    if early or round_ is None or state.phase != "settling" or round_.community_up or not state.cards_at("community"):
        return early
    ready = [line for line in _lines(state) if not waits_for_community(state, line) and not after_all(state, line)]
    first = turn_order(state)[:1]
    waiting_now = [line for seat in first for line in own_lines(state, seat) if waits_for_community(state, line)]
    nobody = not any(own_lines(state, seat) for seat in turn_order(state))
    if by_step(state):
        return [{}] if not _turn_up_offers(state) else ()
    here = [line for line in ready if line.seat in first]
    return [{}] if (waiting_now and not here and all(_shown(state, s) for s in first)) or nobody else ()


def _check_community(state: State, command: Command) -> Data:
    only(command.data)
    cards = state.cards_at("community")
    assert state.round is not None
    streets = state.submission.regulation.deal.dealer is None
    shown = cards[state.round.community_up : state.round.community_up + 1] if streets else cards
    return {"cards": [str(card) for card in shown]}


def _ready_lines(state: State, seat: int) -> tuple[Line, ...]:
    return tuple(line for line in own_lines(state, seat) if not waits_for_community(state, line) and not waits_for_fourth(state, line))


def _settle_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or by_step(state) or state.round is None:
        return ()
    for seat in turn_order(state)[:1]:
        blocked = seat in _to_validate(state) or any(waits_for_fourth(state, line) for line in own_lines(state, seat))
        done = not own_lines(state, seat)
        if _shown(state, seat) and not blocked and (done or _ready_lines(state, seat)):
            return [{"seat": seat}]
    return ()


def _check_settle(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    order = turn_order(state)
    if seat != order[0]:
        raise Refused(
            f"it is not seat {seat}'s turn", f"Settle seat {order[0]}: from the dealer's right, counterclockwise.",
            cite_of(state, "settle_players"),
        )
    return {"seat": seat, "lines": [{**line.to_json(), "seat": seat} for line in _ready_lines(state, seat)]}


def _settle(state: State, event: Event) -> State:
    seat = event.data["seat"]
    turns = {line["turn"] for line in event.data["lines"]}
    state = pay_lines(state, [line for line in own_lines(state, seat) if line.turn in turns])
    assert state.round is not None
    if not own_lines(state, seat):
        state = state.with_round(settled=(*state.round.settled, seat))
    return _maybe_done(state)


def _losers_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if state.phase != "settling" or round_ is None or not by_step(state) or round_.losers_collected:
        return ()
    return [{}] if not _turn_up_offers(state) and not _open_community_offers(state) else ()


def _check_losers(state: State, command: Command) -> Data:
    only(command.data)
    losing = [line for line in _lines(state) if line.result == "lose" and not after_all(state, line)]
    return {"lines": [{**line.to_json(), "seat": line.seat} for line in losing]}


def _pay_listed(state: State, event: Event) -> State:
    turns = {line["turn"] for line in event.data["lines"]}
    return pay_lines(state, [line for line in _lines(state) if line.turn in turns])


def _winners_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if state.phase != "settling" or round_ is None or not by_step(state) or not round_.losers_collected:
        return ()
    return [{}] if not _to_validate(state) and not round_.settled else ()


def _check_winners(state: State, command: Command) -> Data:
    only(command.data)
    left = [line for line in _lines(state) if not after_all(state, line)]
    return {"lines": [{**line.to_json(), "seat": line.seat} for line in left]}


def _pay_winners(state: State, event: Event) -> State:
    state = _pay_listed(state, event)
    assert state.round is not None
    return _maybe_done(state.with_round(settled=tuple(sorted(state.round.stakes, reverse=True))))


def _rest_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None or turn_order(state) or _open_community_offers(state):
        return ()
    return [{}] if _lines(state) else ()


def _check_rest(state: State, command: Command) -> Data:
    only(command.data)
    return {"lines": [{**line.to_json(), "seat": line.seat} for line in _lines(state)]}


def _rest(state: State, event: Event) -> State:
    return _maybe_done(_pay_listed(state, event))


def _rest_step(state: State) -> Cite:
    for do in ("settle_pot", "settle_cover_all", "settle_envy"):
        if has_step(state, do):
            return cite_of(state, do)
    return Cite(())


def _maybe_done(state: State) -> State:
    """When every line is carried out the meters stand where settlement left them, and the cards may be racked."""
    round_ = state.round
    assert round_ is not None and round_.settlement is not None
    if turn_order(state) or _lines(state) or (state.cards_at("community") and not round_.community_up):
        return state
    after = round_.settlement.after
    moved = sum(after[name].total - meter.total for name, meter in state.meters.items())
    return replace(state, meters=after, tray=state.tray - moved, phase="racking")


def _community_done(state: State, event: Event) -> State:
    state = reveal_community(state, event)
    return _maybe_done(state) if state.phase == "settling" and state.round and state.round.dealer_up else state


# ── holding, racking, ending ──


def is_held(state: State) -> bool:
    """Whether a winner's cards stay until the papers are done (I-28)."""
    round_ = state.round
    if round_ is None or round_.settlement is None or round_.released:
        return False
    return any(line.by_hand and line.turn in round_.settled_turns for line in round_.settlement.lines)


def _release_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "racking" and is_held(state) else ()


def _rack_offers(state: State) -> Sequence[Data]:
    others = [deck for at, deck in enumerate(state.decks) if deck is not None and at != state.active and deck.stage == "used"]
    return [{}] if state.phase == "racking" and not is_held(state) and not others else ()


def _check_rack(state: State, command: Command) -> Data:
    """Players' hands from the highest seat down, then the community's and the dealer's, so each can be rebuilt."""
    only(command.data)
    round_ = state.round
    assert round_ is not None
    places = [f"seat {seat}" for seat in sorted(round_.stakes, reverse=True)]
    places += [f"fourth {seat}" for seat in sorted(round_.stakes, reverse=True)] + ["community", "dealer"]
    return {
        "order": [
            {"place": place, "cards": [str(card) for card in state.cards_at(place)]}
            for place in places
            if state.cards_at(place) and place not in round_.racked
        ]
    }


def _rack(state: State, event: Event) -> State:
    assert state.round is not None
    racked = (*state.round.racked, *(item["place"] for item in event.data["order"]))
    ends = has_step(state, "end_game") and holds("progressive", state.submission)
    state = state.with_round(racked=racked)
    return replace(state, phase="ending") if ends else state


def _end_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "ending" else ()


def _after_rack(state: State, event: Event) -> Sequence[Event]:
    return () if state.phase == "ending" else _after_end(state, event)


def _after_end(state: State, event: Event) -> Sequence[Event]:
    """The round is over: the order of the cards is revealed, so that anyone can check the commitment."""
    deck = state.deck
    assert deck is not None and state.round is not None
    data: dict[str, object] = {"round": state.round.number, "void": state.round.void}
    if deck.order:
        data |= {"order": list(deck.order), "nonce": deck.nonce, "commitment": deck.commitment}
    return [Event("end_round", replace(event.by, role="device"), event.at, data)]


def _end_round(state: State, event: Event) -> State:
    deck, round_ = state.deck, state.round
    assert deck is not None and round_ is not None
    removed = round_.irregularity == "wrong_deck_count"
    state = state.with_deck(state.active, None if removed else replace(deck, stage="used"))
    players = {
        name: replace(player, seats=(), left=False) if player.left else player for name, player in state.players.items()
    }
    following = (state.active + 1) % len(state.decks)
    return replace(
        state.with_round(ended=True),
        players=players,
        active=following,
        rounds=state.rounds + 1,
        phase="opening" if removed else "shuffling",
    )


RULES = (
    Rule("turn_up_player", ("dealer",), _turn_up_offers, _check_turn_up, _turn_up),
    Rule("reveal_community", ("dealer",), _open_community_offers, _check_community, _community_done),
    Rule(
        "reveal_fourth", ("dealer",), _fourth_offers, _check_fourth,
        lambda state, event: state.with_round(fourths_up=(*state.round.fourths_up, event.data["seat"])),  # type: ignore[union-attr]
    ),
    Rule(
        "verify_win", ("dealer",), _verify_offers, _check_verify,
        lambda state, event: state.with_round(verified=(*state.round.verified, event.data["seat"])),  # type: ignore[union-attr]
    ),
    Rule(
        "validate", ("floorperson",), _validate_offers, _check_validate,
        lambda state, event: state.with_round(validated=(*state.round.validated, event.data["seat"])),  # type: ignore[union-attr]
    ),
    Rule("settle_player", ("dealer",), _settle_offers, _check_settle, _settle, step="read_player"),
    Rule(
        "collect_losers", ("dealer",), _losers_offers, _check_losers,
        lambda state, event: _pay_listed(state, event).with_round(losers_collected=True),
    ),
    Rule("pay_winners", ("dealer",), _winners_offers, _check_winners, _pay_winners),
    Rule("settle_rest", ("dealer",), _rest_offers, _check_rest, _rest, text="Settle what comes after all players: Cover All, Pot and envy.", cite=_rest_step),
    Rule(
        "release_cards", ("floorperson",), _release_offers, nothing,
        lambda state, event: state.with_round(released=True), step="hold_jackpot_cards",
        text="Release the winner's cards: the documents are complete.",
    ),
    Rule("rack_cards", ("dealer",), _rack_offers, _check_rack, _rack, then=_after_rack),
    Rule("end_game", ("dealer",), _end_offers, nothing, lambda state, event: state, then=_after_end),
    Rule("end_round", ("device",), lambda state: (), nothing, _end_round, text="The round is over."),
)
