"""What anybody standing by can see of a table: built once, whoever looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from feltlaw.cards import Card
from feltlaw.link import Hit, LinkState
from feltlaw.money import Cents
from feltlaw.regulation.model import Cite
from feltlaw.round.model import Answer
from feltlaw.submission import Submission
from feltlaw.table.course import next_step
from feltlaw.table.deciding import waiting
from feltlaw.table.legal import open_rule
from feltlaw.table.money import purses
from feltlaw.table.places import COMMUNITY, DEALER, Place
from feltlaw.table.state import RoundState, State
from feltlaw.table.turning import coming
from feltlaw.table.waits import what_first
from feltlaw.values import memo
from feltlaw.views.kept import Kept
from feltlaw.views.lines import line_view
from feltlaw.views.parts import (
    ActView,
    BoxView,
    DeckView,
    DrawView,
    HitView,
    LevelView,
    LimitsView,
    MeterView,
    PlaceView,
    Public,
    RoundView,
    SeatView,
    StakeView,
    WaitsView,
    cited,
)
from feltlaw.views.reading import Called, dealers_hand, players_hand, set_hand
from feltlaw.views.seals import played_deck, shown_seal

Links = Mapping[str, LinkState]
NO_LINKS: Links = {}
NOT_CALLED = Called()
BETWEEN_ROUNDS = ("no_more_bets", "bet", "sit")
"""What a table waits for where nothing is to be done by itself."""


def public_view(state: State, links: Links = NO_LINKS, kept: Kept | None = None) -> Public:
    """The table as an onlooker sees it; `links` are those of the property that answer, by their names."""
    kept = kept or Kept()
    deck, chips, seat_view = state.deck, purses(state).chips, kept.maker(SeatView)
    return Public(
        state.table,
        state.submission.regulation.id,
        state.phase,
        state.rounds,
        memo(state.submission, "limits_view", _limits),
        tuple(
            [
                seat_view(seat, name, chips.get(name, 0), name in state.away)
                for seat, name in sorted(state.seats.items())
            ]
        ),
        kept.maker(DeckView)(deck.back, deck.stage, deck.root) if deck is not None else None,
        tuple([_meter(name, link, links.get(link), kept) for name, link in state.links.items()]),
        round_view(state, kept) if state.round is not None else None,
        _waits(state, kept),
        state.real_cards,
        bool(state.stopped),
    )


def _limits(submission: Submission) -> LimitsView:
    limits = submission.limits
    return LimitsView(
        limits.minimum, limits.maximum, limits.seats, limits.adjacent_boxes, limits.payout_limit
    )


# ── meters ──


def _meter(name: str, link: str, state: LinkState | None, kept: Kept) -> MeterView:
    if state is None:
        return MeterView(name, link, stopped="it does not answer")
    showing = tuple([(level, facts.amount) for level, facts in state.meter.levels.items()])
    return kept.maker(_new_meter)(name, link, showing, state.stopped, tuple(state.open.values()))


def _new_meter(
    name: str, link: str, showing: tuple[tuple[str, Cents], ...], stopped: str, hits: tuple[Hit, ...]
) -> MeterView:
    levels = tuple(LevelView(level, cents) for level, cents in showing)
    return MeterView(name, link, levels, stopped, tuple(_hit(one) for one in hits))


def _hit(hit: Hit) -> HitView:
    return HitView(
        hit.table, hit.round, hit.seats, hit.wager, hit.cents, hit.level, validated=bool(hit.validated_by)
    )


# ── the round ──


def round_view(state: State, kept: Kept) -> RoundView:
    """The round as everybody sees it."""
    round_ = state.played
    facts = round_.facts
    deck = played_deck(state) if round_.ended else None
    return RoundView(
        round_.number,
        round_.betting.locked,
        tuple(_boxes(state, round_, kept)),
        tuple(_places(state, round_, kept)),
        tuple(DrawView(draw, str(value)) for draw, value in facts.draws.items()),
        memo(round_, "lines_view", lambda one: tuple(line_view(state, line) for line in one.settling.lines)),
        round_.irregularities,
        round_.void,
        round_.ended,
        shown_seal(round_, deck) if deck is not None else None,
    )


NOTHING: Mapping[str, Cents] = {}


def _boxes(state: State, round_: RoundState, kept: Kept) -> Iterator[BoxView]:
    """A box is built again where its wagers, its player's decisions or what lies there have changed."""
    facts, layout = round_.facts, purses(state).layout
    for seat, stakes in sorted(facts.stakes.items()):
        lies = layout.get(seat, NOTHING)
        rests_on = (
            stakes,
            lies,
            facts.players[seat],
            facts.answers.get(seat),
            facts.coupons.get(seat),
            facts.rulings.get(seat),
            seat in round_.betting.ready,
        )
        yield kept.unless_changed(seat, rests_on, partial(_box, state, round_, seat, lies))


def _box(state: State, round_: RoundState, seat: int, lies: Mapping[str, Cents]) -> BoxView:
    """A box with its wagers in the submission's order, however they came to lie there."""
    facts = round_.facts
    stakes = facts.stakes[seat]
    placed = [wager for wager in state.submission.wagers if wager in stakes]
    placed += [wager for wager in sorted(stakes) if wager not in placed]
    answers = facts.answers.get(seat, ())
    return BoxView(
        seat,
        facts.players[seat],
        tuple(StakeView(wager, stakes[wager], lies.get(wager, 0)) for wager in placed),
        tuple(act_view(one) for one in answers),
        facts.coupons.get(seat, ""),
        seat in round_.betting.ready,
        next((one.leaves for one in answers if one.leaves), ""),
        facts.rulings.get(seat, ""),
    )


def act_view(answer: Answer) -> ActView:
    """A decision as everybody hears it: not how a hand was set."""
    return ActView(answer.word, answer.times, answer.wager, answer.cents)


# ── cards ──


def _places(state: State, round_: RoundState, kept: Kept) -> Iterator[PlaceView]:
    """Every place where cards of the round came to lie, in the order they came."""
    racked, board, make = set(round_.racked), round_.up.get(COMMUNITY, ()), kept.maker(_new_place)
    submission = state.submission
    for place, cards in round_.facts.by_place.items():
        up = round_.up.get(place, ())
        gone = place in racked
        called = called_cards(submission, place, up, board)
        yield make(place, 0 if gone else len(cards) - len(up), up, gone, called)


def _new_place(place: Place, down: int, up: tuple[Card, ...], racked: bool, called: Called) -> PlaceView:
    return PlaceView(place.group, place.seat, down, up, racked, *called)


def called_cards(
    submission: Submission, place: Place, up: tuple[Card, ...], board: tuple[Card, ...]
) -> Called:
    """What the cards that are up in a place are called; `board` are the community cards that are up."""
    if not up:
        return NOT_CALLED
    if place == DEALER:
        return dealers_hand(submission, up)
    if place.group != "player":
        return NOT_CALLED
    own = submission.regulation.deal.player.most
    if any(decision.sets for decision in submission.regulation.decisions):
        return set_hand(submission.regulation, up[:3], up[3:]) if len(up) in (3, own) else NOT_CALLED
    return Called(players_hand(submission, up, board)) if len(up) == own else NOT_CALLED


# ── what it waits for ──


def _waits(state: State, kept: Kept) -> WaitsView | None:
    found = _waits_for(state)
    return kept.maker(_new_waits)(found) if found is not None else None


class _Waits(NamedTuple):
    roles: tuple[str, ...]
    do: str
    text: str
    cite: Cite
    seats: tuple[int, ...] = ()
    seat: int = 0


def _new_waits(of: _Waits) -> WaitsView:
    role = of.roles[0] if of.roles else "device"
    return WaitsView(role, of.do, of.text, cited(of.cite), of.seats, of.seat)


def _waits_for(state: State) -> _Waits | None:
    """Whose turn it is, or which step comes next, in the regulation's words."""
    if state.stopped or not state.is_open:
        return None
    found = waiting(state)
    if found is not None:
        do = "set_hand" if found[0].sets else "decide"
        asked = open_rule(state, do)
        text, cite = (asked.text, asked.cite) if asked else (found[0].name, found[0].cite)
        return _Waits(("player",), do, text, cite, found[1])
    step = next_step(state)
    if step is None and state.locked is None:
        step = next((one for do in BETWEEN_ROUNDS if (one := open_rule(state, do)) is not None), None)
    if step is not None:
        seat = getattr(step.ways[0].data, "seat", 0) if "player" not in step.roles else 0
        return _Waits(step.roles, step.do, step.text, step.cite, (), seat)
    line = coming(state) if state.phase == "settling" else None
    first = what_first(state, line) if line is not None else None
    return _Waits(("device",), "link_is_back", str(first), first.cite) if first is not None else None
