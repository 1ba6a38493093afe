"""Hands that stay face up after their turn, because Cover All or envy still rests on them (Massachusetts)."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.ranking import Highest
from feltlaw.table.rule import has_step
from feltlaw.table.state import State


def _cover_all(state: State) -> str:
    """The wager on the highest hand of all, where somebody made it in this round."""
    staked = {wager for stakes in state.round.stakes.values() for wager in stakes} if state.round else set()
    wagers = state.submission.regulation.wagers
    return next((wager for wager in sorted(staked) if "every_hand" in wagers[wager].cards), "")


def folded_hands_are_looked_at(state: State) -> bool:
    """Whether a folded hand is looked at before it is racked, since it may be the highest (I-100)."""
    cover = _cover_all(state)
    return bool(cover) and state.submission.option(f"wagers.{cover}.folded_hands_count") is True


def _rank(state: State, place: str) -> int:
    """How high a hand counts for Cover All; 0 for one below a straight, or where nobody made the wager."""
    cards, cover = state.cards_at(place), _cover_all(state)
    assert state.round is not None
    if not cover or not cards:
        return 0
    wager = state.submission.regulation.wagers[cover]
    ranking = state.submission.regulation.rankings[wager.ranking]
    assert isinstance(ranking, Highest)
    hand = ranking.of.read(cards)
    table = state.submission.wagers[cover].paytable(len(state.round.stakes))
    return hand.rank if table is not None and table.pick(hand.label) is not None else 0


def _in_sight(state: State) -> list[str]:
    assert state.round is not None
    return [*state.round.exposed, *(["dealer"] if state.round.dealer_up else [])]


def gives_envy(state: State, seat: int) -> bool:
    """Whether others are paid envy for this seat's hand; before the settlement nobody is."""
    assert state.round is not None
    settlement = state.round.settlement
    return settlement is not None and any(line.for_seat == seat for line in settlement.lines)


def collect(state: State, places: Sequence[str]) -> tuple[list[str], list[str]]:
    """The places left face up, and those racked, when these hands are looked at in this order.

    A straight or higher stays until one is higher, and so does a hand that gives envy.
    """
    assert state.round is not None
    exposed, racked = list(state.round.exposed), []
    best = max((_rank(state, place) for place in _in_sight(state)), default=0)
    for place in places:
        if place in state.round.racked or place in exposed:
            continue
        rank = _rank(state, place)
        if rank > best:
            best = rank
            lower = [one for one in exposed if not _keeps_for_envy(state, one)]
            racked += lower
            exposed = [one for one in exposed if one not in lower]
            exposed.append(place)
        elif _keeps_for_envy(state, place):
            exposed.append(place)
        else:
            racked.append(place)
    return exposed, racked


def _keeps_for_envy(state: State, place: str) -> bool:
    return has_step(state, "leave_exposed") and gives_envy(state, int(place.removeprefix("seat ")))
