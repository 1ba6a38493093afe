"""Fourth and community cards of bonuses, wrongly dealt: put right, or their wagers go back (I-20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from feltlaw.cards import parse_cards
from feltlaw.money import Cents
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite, Extra
from feltlaw.round.dealing import extra_cards
from feltlaw.submission.conditions import holds
from feltlaw.table.dealing import entered, next_cards, sample_cards
from feltlaw.table.money import cancel
from feltlaw.table.outcome import is_paid, lives, played_seats, settle_state
from feltlaw.table.places import FACE_UP
from feltlaw.table.rule import Data, Rule, applies, need, only, steps_of
from feltlaw.table.state import Command, Dealt, Event, State

RACK = "rack"
WAYS = {
    "too_few": "the missing card is dealt from the stub",
    "too_many": "the last card is racked unseen",
    "unclear": "the wagers that depend on them go back",
}


def _extra(state: State, place: str) -> Extra | None:
    """The rule for the cards of a place, where somebody's bonus depends on them and nothing else does."""
    assert state.round is not None
    what, _, seat = place.partition(" ")
    boxes = state.round.stakes
    staked = set(boxes.get(int(seat), {})) if seat else {wager for box in boxes.values() for wager in box}
    found = extra_cards(state.submission, what, staked)
    return found if found is not None and found.wagers else None


def _places(state: State) -> dict[str, tuple[str, ...]]:
    """Where bonus cards lie face down after the deal, and what can have happened there."""
    round_ = state.round
    if round_ is None or round_.ended or round_.void or state.phase not in ("stub", "deciding", "settling"):
        return {}
    if is_paid(state) or round_.community_up:
        return {}
    covered = [f"fourth {seat}" for seat in sorted(round_.stakes) if seat not in round_.fourths_up]
    return {
        place: _ways(state, place)
        for place in (*covered, "community")
        if state.cards_at(place) and _extra(state, place) is not None and _dependent(state, place)
    }


def _ways(state: State, place: str) -> tuple[str, ...]:
    """A card is missing only while the stub is intact; a shoe's stacks of four have been told off by it."""
    assert state.round is not None
    in_stack = place != "community" and state.deal == "automated_shoe"
    if place in state.round.corrected or (in_stack and holds("four_card_stacks", state.submission)):
        return ("unclear",)
    return tuple(WAYS) if state.phase == "stub" else ("too_many", "unclear")


def _offers(state: State) -> Sequence[Data]:
    return [
        {
            "place": place,
            "found": way,
            **({"card": sample_cards(state, 1)} if _is_entered(state, way) else {}),
        }
        for place, ways in _places(state).items()
        for way in ways
    ]


def _is_entered(state: State, way: str) -> bool:
    return state.real_cards and way == "too_many"


def _cite(state: State) -> Cite:
    steps = [step for do in ("deal_extra", "deal_community") for step in steps_of(state, do)]
    clauses = [clause for step in steps if applies(state, step) for clause in step.cite.clauses]
    return Cite(tuple(dict.fromkeys(clauses)), ("I-20",))


def _check(state: State, command: Command) -> Data:
    place = need(command.data, "place", str, "the place of the cards")
    way = need(command.data, "found", str, "what was found there")
    ways = _places(state).get(place)
    if ways is None:
        known = ", ".join(_places(state))
        raise Refused(
            f"no bonus card lies face down at '{shown(place)}'", f"Face down: {known}.", _cite(state)
        )
    if way not in ways:
        legal = "; ".join(f"{one}: {WAYS[one]}" for one in ways)
        raise Refused(f"'{shown(way)}' cannot be put right there now", f"Say {legal}.", _cite(state))
    only(command.data, "place", "found", *(("card",) if _is_entered(state, way) else ()))
    data: dict[str, object] = {"place": place, "found": way}
    if way == "unclear":
        return data | {"returned": {str(seat): box for seat, box in _dependent(state, place).items()}}
    if way == "too_many":
        text = need(command.data, "card", str, "the card") if state.real_cards else ""
        card = entered(state, text, 1) if state.real_cards else next_cards(state, 1)
        data["card"] = str(card[0])
    return data


def _dependent(state: State, place: str) -> Mapping[int, Mapping[str, Cents]]:
    """By seat, the wagers that depend on the cards of a place, without those a fold or a ruling has lost."""
    extra = _extra(state, place)
    assert extra is not None and state.round is not None
    found = {
        played.number: {
            wager: cents
            for wager, cents in state.round.stakes[played.number].items()
            if wager in extra.wagers and lives(state, played, wager) and not played.ruled_out
        }
        for played in played_seats(state)
        if place in ("community", f"fourth {played.number}")
    }
    return {seat: box for seat, box in found.items() if box}


def _apply(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    place, way = event.data["place"], event.data["found"]
    state = state.with_round(corrected=(*round_.corrected, place))
    if way == "unclear":
        for seat, box in event.data["returned"].items():
            for wager in box:
                state = cancel(state, int(seat), wager)
    elif way == "too_many":
        card = parse_cards(event.data["card"])[0]
        state = state.with_round(
            dealt=_with_one_more(state, place, Dealt(RACK, card)), taken=round_.taken + 1
        )
    elif not state.real_cards:
        state = state.with_round(dealt=_with_one_later(state, place))
    return state.with_round(settlement=settle_state(state)) if round_.settlement else state


def _with_one_more(state: State, place: str, extra: Dealt) -> tuple[Dealt, ...]:
    """The second card of a place goes to the rack: each place dealt after it has the card that came next."""
    assert state.round is not None
    dealt = (*state.round.dealt, extra)
    if state.real_cards:
        return dealt
    at = _last(dealt, place) + 1
    later = [one.place for one in dealt[at:-1] if one.place != FACE_UP]
    return (*dealt[:at], *_placed(dealt[at:], [RACK, *later]))


def _with_one_later(state: State, place: str) -> tuple[Dealt, ...]:
    """The place that was passed over has the last card: each place dealt after it has the one before."""
    assert state.round is not None
    dealt = state.round.dealt
    at = _last(dealt, place)
    later = [one.place for one in dealt[at + 1 :] if one.place != FACE_UP]
    return (*dealt[:at], *_placed(dealt[at:], [*later, place]))


def _last(dealt: Sequence[Dealt], place: str) -> int:
    return max(at for at, one in enumerate(dealt) if one.place == place)


def _placed(dealt: Sequence[Dealt], places: Sequence[str]) -> list[Dealt]:
    """The same cards in other places; one found face up stays what it is."""
    left = iter(places)
    return [one if one.place == FACE_UP else replace(one, place=next(left)) for one in dealt]


def _not_now(state: State, command: Command) -> Refused | None:
    if not is_paid(state):
        return None
    return Refused(
        "wagers of this round have been paid or collected already, and that is not undone here",
        "Settle the cards as they lie, and have a floorperson put it right outside this record.",
        _cite(state),
    )


RULES = (
    Rule(
        "correct_bonus_cards",
        ("dealer", "floorperson"),
        _offers,
        _check,
        _apply,
        text="Put wrongly dealt bonus cards right: deal a missing one, rack one too many, or, where they "
        "cannot be told apart, return the wagers that depend on them.",
        cite=_cite,
        refuse=_not_now,
    ),
)
