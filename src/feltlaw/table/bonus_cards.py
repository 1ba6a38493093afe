"""Fourth and community cards of bonuses in a real deck, wrongly dealt: put right, or their wagers go back
(I-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from feltlaw.books import Move
from feltlaw.event import Event, Happening
from feltlaw.money import Cents
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Extra
from feltlaw.round.dealing import extra_cards
from feltlaw.schema import Few
from feltlaw.submission.conditions import holds
from feltlaw.table.agenda import agenda, is_paid
from feltlaw.table.closing import Unreached, contribution_of, off_links, owing, without_accepted
from feltlaw.table.money import contributions_back, take_off
from feltlaw.table.people import Boxes
from feltlaw.table.places import COMMUNITY, RACK, Place, fourth
from feltlaw.table.rule import Moment, Way, applies, rule_of, steps_of
from feltlaw.table.state import Contribution, Dealt, State
from feltlaw.values import memo

Found = Literal["too_few", "too_many", "unclear"]
WAYS: Mapping[Found, str] = {
    "too_few": "the missing card is dealt from the stub",
    "too_many": "the last card is racked unseen",
    "unclear": "the wagers that depend on them go back",
}


@dataclass(frozen=True, slots=True)
class CorrectBonusCards:
    """Wrongly dealt bonus cards of a real deck are put right."""

    place: Place
    found: Found


@dataclass(frozen=True, slots=True)
class BonusCardsCorrected:
    """Bonus cards were put right, or the wagers that depend on them went back."""

    place: Place
    found: Found
    returned: Boxes = field(default_factory=dict)
    contributions: Annotated[tuple[Contribution, ...], Few(20)] = ()
    unreached: Unreached = ()


def _extra(state: State, place: Place) -> Extra | None:
    """The rule for the cards of a place, where somebody's bonus depends on them and nothing else does."""
    boxes = state.played.facts.stakes
    staked = (
        set(boxes.get(place.seat, {})) if place.seat else {wager for box in boxes.values() for wager in box}
    )
    found = extra_cards(state.submission, place.group, staked)
    return found if found is not None and found.wagers else None


def _places(state: State) -> dict[Place, tuple[Found, ...]]:
    """Where bonus cards lie face down after the deal, and what can have happened there."""
    round_ = state.locked
    if round_ is None or round_.void or state.phase not in ("stub", "deciding", "settling"):
        return {}
    if is_paid(state) or round_.settling.community_up:
        return {}
    covered = [fourth(seat) for seat in sorted(round_.facts.stakes) if seat not in round_.settling.fourths_up]
    return {
        place: _ways(state, place)
        for place in (*covered, COMMUNITY)
        if round_.cards_at(place) and _extra(state, place) is not None and _dependent(state, place)
    }


def _ways(state: State, place: Place) -> tuple[Found, ...]:
    """A card is missing only while the stub is intact; a shoe's stacks of four have been told off by it."""
    in_stack = place != COMMUNITY and state.deal == "automated_shoe"
    four = in_stack and holds("four_card_stacks", state.submission)
    if place in state.played.dealing.corrected or four:
        return ("unclear",)
    return tuple(WAYS) if state.phase == "stub" else ("too_many", "unclear")


def _cite(state: State) -> Cite:
    steps = [step for do in ("deal_extra", "deal_community") for step in steps_of(state, do)]
    clauses = [clause for step in steps if applies(state, step) for clause in step.cite.clauses]
    return Cite(tuple(dict.fromkeys(clauses)), ("I-20",))


def _not_now(state: State) -> Refused | None:
    if not state.real_cards:
        return memo(state.submission, "bonus_cards_known", lambda _: _known(state))
    cite = _cite(state)
    if state.locked is not None and state.phase == "settling" and is_paid(state):
        what = "wagers of this round have been settled already"
        return Refused(what, "Settle the cards as they lie; a payment is put right by a correction.", cite)
    if not _places(state):
        return Refused("no bonus card lies face down", "Go on with the round.", cite)
    return None


def _known(state: State) -> Refused:
    what = "the program dealt the cards and knows where each one lies"
    return Refused(what, "Go on with the round.", _cite(state))


def _correct(state: State, data: CorrectBonusCards, moment: Moment) -> Happening:
    places = _places(state)
    ways = places.get(data.place)
    if ways is None:
        known = ", ".join(str(place) for place in places)
        raise Refused(f"no bonus card lies face down at '{data.place}'", f"Face down: {known}.", _cite(state))
    if data.found not in ways:
        legal = "; ".join(f"{one}: {WAYS[one]}" for one in ways)
        raise Refused(f"'{data.found}' cannot be put right there now", f"Say {legal}.", _cite(state))
    if data.found != "unclear":
        return Happening(BonusCardsCorrected(data.place, data.found))
    back = _dependent(state, data.place)
    moves: list[Move] = []
    parts: list[Contribution] = []
    wagers = state.submission.regulation.wagers
    for seat, box in back.items():
        for wager in box:
            moves += take_off(state, seat, wager)
            if wagers[wager].meter:
                parts.append(contribution_of(state, seat, wager, moment.links))
    moves += contributions_back(state, parts)
    asks, unreached = off_links(state, parts, moment)
    event = BonusCardsCorrected(data.place, data.found, back, tuple(parts), unreached)
    return Happening(event, tuple(moves), asks)


def _dependent(state: State, place: Place) -> dict[int, dict[str, Cents]]:
    """By seat, the wagers that depend on the cards of a place, without those a fold or a ruling has lost."""
    extra = _extra(state, place)
    assert extra is not None
    of = agenda(state).of
    found: dict[int, dict[str, Cents]] = {}
    for box in of.boxes:
        if place not in (COMMUNITY, fourth(box.number)) or box.ruled_out:
            continue
        mine = {
            wager: cents
            for wager, cents in box.stakes.items()
            if wager in extra.wagers and of.lives(box, of.regulation.wagers[wager])
        }
        if mine:
            found[box.number] = mine
    return found


def _corrected(state: State, data: BonusCardsCorrected, event: Event) -> State:
    dealing = state.played.dealing
    state = state.dealing_on(corrected=(*dealing.corrected, data.place))
    parts = list(data.contributions)
    state = owing(state, parts, data.unreached)
    for seat, box in data.returned.items():
        for wager in box:
            has = state.submission.regulation.wagers[wager].meter
            state = without_accepted(state, seat, wager, parts.pop(0) if has and parts else None)
    if data.found == "too_many":
        state = state.with_facts(dealt=(*state.played.facts.dealt, Dealt(RACK)))
        state = state.dealing_on(taken=dealing.taken + 1)
    return state


def _correct_ways(state: State) -> Iterable[Way]:
    for place, ways in _places(state).items():
        for way in ways:
            yield Way(CorrectBonusCards(place, way))


RULES = (
    rule_of(
        CorrectBonusCards,
        BonusCardsCorrected,
        phases=("stub", "deciding", "settling"),
        roles=("dealer", "floorperson"),
        when=_not_now,
        decide=_correct,
        apply=_corrected,
        ways=_correct_ways,
        text="Put wrongly dealt bonus cards right: deal a missing one, rack one too many, or, where they "
        "cannot be told apart, return the wagers that depend on them.",
        cite=_cite,
    ),
)
