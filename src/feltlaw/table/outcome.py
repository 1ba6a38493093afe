"""From a table's state to a round that can be settled."""

from __future__ import annotations

from feltlaw.cards import parse_card
from feltlaw.irregularity import round_end
from feltlaw.round.deciding import decide_all, points_ranking
from feltlaw.round.model import Draws, Played, Round, Seat
from feltlaw.settlement import Line, Settlement, settle_round
from feltlaw.settlement.table import Table
from feltlaw.table.state import State

BEFORE_REVEAL = ("dealing", "stub", "deciding")


def seats_of(state: State) -> list[Seat]:
    """Every box with a wager, as settlement sees it."""
    round_ = state.round
    assert round_ is not None
    return [
        Seat(
            seat,
            round_.players[seat],
            state.cards_at(f"seat {seat}"),
            stakes,
            round_.decisions.get(seat, ()),
            state.cards_at(f"fourth {seat}"),
            ruling_of(state, seat),
            round_.coupons.get(seat, ""),
        )
        for seat, stakes in sorted(round_.stakes.items())
    ]


def ruling_of(state: State, seat: int) -> str:
    """A floorperson's ruling on a seat; a player who left without one is only gone."""
    assert state.round is not None
    ruling = state.round.rulings.get(seat, "")
    gone = state.players[state.round.players[seat]].left
    return ruling or ("left" if gone else "")


def played_seats(state: State) -> tuple[Played, ...]:
    """The seats with their decisions, as far as they were made."""
    return decide_all(state.submission, seats_of(state), complete=False)


def round_of(state: State, irregularity: str = "") -> Round:
    """The round as settlement needs it."""
    round_ = state.round
    assert round_ is not None
    dealer = state.cards_at("dealer")
    ranking = points_ranking(state.submission.regulation)
    whole = ranking is not None and len(dealer) == state.submission.regulation.deal.player.most
    draws = round_.draws
    lucky = draws.get("lucky_position")
    return Round(
        state.submission,
        played_seats(state),
        dealer,
        state.cards_at("community"),
        Draws(
            parse_card(draws["magic_card"]) if "magic_card" in draws else None,
            0 if lucky == "dealer" else lucky,
        ),
        round_.meters_before,
        irregularity or round_.irregularity,
        ranking.house_way(dealer) if ranking is not None and whole else None,
    )


def settle_state(state: State, irregularity: str = "") -> Settlement:
    """What the round comes to."""
    return settle_round(round_of(state, irregularity))


def is_partly_settled(state: State) -> bool:
    """Whether an exposed card has ended the contest, so that nothing is left to decide (679a.13(d))."""
    rules = state.submission.regulation.irregularities
    rule = rules.get(state.round.irregularity) if state.round else None
    return rule is not None and round_end(state.submission, rule) == "partly_settled"


def is_paid(state: State) -> bool:
    """Whether a wager of a round that goes on has been settled."""
    round_ = state.round
    return round_ is not None and not round_.ended and not round_.void and bool(round_.settled_turns)


def keeps_cards(state: State, played: Played) -> bool:
    """Whether a seat that folded keeps its cards on the table."""
    return Table(round_of(state)).is_shown(played)


def lives(state: State, played: Played, wager: str) -> bool:
    """Whether a wager is still in the round after what its player did."""
    return Table(round_of(state)).lives(played, state.submission.regulation.wagers[wager])


def after_all(state: State, line: Line) -> bool:
    """Whether a line is settled after all players' own wagers."""
    return line.id in {step.settle for step in state.submission.regulation.settlement.after_all}
