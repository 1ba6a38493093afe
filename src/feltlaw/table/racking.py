"""After settlement: cards held for a jackpot, cards racked, the round ended and its deck's order revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused
from feltlaw.table.dealing import count_due, must_count
from feltlaw.table.devices import apply_pending
from feltlaw.table.opening import settle_phase
from feltlaw.table.outcome import ruling_of
from feltlaw.table.rule import Data, Rule, cite_of, has_step, nothing, only
from feltlaw.table.state import SYSTEM, Command, Event, State


def jackpot_is_held(state: State) -> bool:
    """Whether a winner's cards stay until the papers are done (I-28)."""
    round_ = state.round
    if round_ is None or round_.settlement is None or round_.released:
        return False
    if not has_step(state, "hold_jackpot_cards"):
        return False
    return any(line.by_hand and line.turn in round_.settled_turns for line in round_.settlement.lines)


def _release_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "racking" and jackpot_is_held(state) else ()


def _rack_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "racking" and _waits(state) is None else ()


def _waits(state: State) -> Refused | None:
    """What comes before the cards are racked: a jackpot's papers, or the count of a deck's fifth round."""
    round_ = state.round
    assert round_ is not None
    if jackpot_is_held(state):
        return Refused(
            "the winner's cards stay on the table until the papers are complete",
            "A floorperson releases them (release_cards).",
            cite_of(state, "hold_jackpot_cards"),
        )
    uncounted = round_.void and round_.taken and not round_.stub_counted and "stub" not in round_.racked
    return must_count(state) if uncounted and count_due(state) else None


def _why_not(state: State, command: Command) -> Refused | None:
    return _waits(state) if state.phase == "racking" else None


def _check_rack(state: State, command: Command) -> Data:
    """Players' hands from the highest seat down, then community and dealer, so each can be rebuilt."""
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
    state = state.with_round(racked=racked, exposed=())
    return replace(state, phase="ending") if has_step(state, "end_game") else state


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
        data |= {"order": list(deck.committed), "nonce": deck.nonce, "commitment": deck.commitment}
        data |= {"cuts": list(deck.cuts)} if deck.cuts else {}
    return [Event("end_round", SYSTEM, event.at, data)]


def _end_round(state: State, event: Event) -> State:
    deck, round_ = state.deck, state.round
    assert deck is not None and round_ is not None
    removed = round_.irregularity == "wrong_deck_count" or round_.deck_incomplete
    state = state.with_deck(state.active, None if removed else replace(deck, stage="used"))
    players = {
        name: replace(player, seats=(), left=False) if player.left else player
        for name, player in state.players.items()
    }
    rulings = {seat: ruling for seat in round_.stakes if (ruling := ruling_of(state, seat))}
    state = state.with_round(ended=True, rulings=rulings)
    state = apply_pending(replace(state, players=players, rounds=state.rounds + 1))
    return settle_phase(replace(state, active=(state.active + 1) % len(state.decks)))


RULES = (
    Rule(
        "release_cards",
        ("floorperson",),
        _release_offers,
        nothing,
        lambda state, event: state.with_round(released=True),
        step="hold_jackpot_cards",
        text="Release the winner's cards: the documents are complete.",
    ),
    Rule("rack_cards", ("dealer",), _rack_offers, _check_rack, _rack, then=_after_rack, refuse=_why_not),
    Rule("end_game", ("dealer",), _end_offers, nothing, lambda state, event: state, then=_after_end),
    Rule("end_round", ("device",), lambda state: (), nothing, _end_round, text="The round is over."),
)
