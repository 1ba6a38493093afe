"""Each line as a sentence a player understands, with its clause.

Seat, wager and stake; what the hand is and what happened; what moves, at which odds; the clauses; a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltlaw.money import ForOne, MeterShare, Odds, show_dollars
from feltlaw.ranking.poker import NOTHING
from feltlaw.regulation import Regulation
from feltlaw.settlement.line import Line, Settlement

_WAGER = {
    "folded": "was given up with the fold",
    "surrendered": "was given up with the hand, unseen",
    "abandoned": "was taken because its player left and a floorperson ruled it abandoned",
    "communicated": "was taken because its player spoke about the hand",
    "void": "does not count in this round",
    "returned": "has no winner",
}
"""Outcomes that are about the wager, whatever the hand is."""
_CONTEST = {
    "higher": "higher than the dealer's hand",
    "equal": "equal to the dealer's hand",
    "lower": "lower than the dealer's hand",
    "bad_beat": "lower than the dealer's hand, a bad beat",
    "higher_with_half_points": "higher than the dealer's hand, but a count that pays half",
    "only_player_qualifies": "and the dealer does not qualify",
    "only_player_qualifies_with_half_points": "a count that pays half, and the dealer does not qualify",
    "only_dealer_qualifies": "but the hand does not qualify and the dealer's does",
    "neither_qualifies": "but neither the hand nor the dealer's qualifies",
    "highest": "the highest hand in the Pot",
    "tied": "tied for the highest hand in the Pot",
    "not_highest": "not the highest hand in the Pot",
    "does_not_compete": "which does not qualify and so does not compete for the Pot",
}
"""What a contest said, after the hand's own name."""


def explain(settlement: Settlement, regulation: Regulation) -> Iterator[str]:
    """Every line of a settlement in words, in the dealer's order."""
    for line in settlement.lines:
        yield explain_line(line, regulation)


def explain_line(line: Line, regulation: Regulation) -> str:
    """One line in words: what was held, what happened, what moved, and why."""
    title = (regulation.awards if line.is_award else regulation.wagers)[line.id].title
    clauses = ", ".join((*line.cite.clauses, *line.cite.interpretations))
    note = f" Note: {line.note}." if line.note else ""
    stake = "" if line.is_award else f" {show_dollars(line.stake)}"
    return f"Seat {line.seat}, {title}{stake}: {happened(line, regulation)} ({clauses}).{note}"


def happened(line: Line, regulation: Regulation) -> str:
    """What was held, what happened and what moved, where it is plain whose line it is."""
    return _award(line, regulation) if line.is_award else f"{why(line)}; {_money(line)}"


def _award(line: Line, regulation: Regulation) -> str:
    paid = f"{_paid(line)} is paid on the {regulation.wagers[line.on].title} wager"
    if line.for_seat:
        return f"seat {line.for_seat} holds a {line.hand}; {paid}"
    return f"{line.hand or 'the draw matches'}; at {line.pays}, {paid}"


def why(line: Line) -> str:
    """What a wager's line rests on: the hand, and what it came to."""
    if line.outcome in _WAGER:
        return f"the wager {_WAGER[line.outcome]}"
    if line.outcome == "dealer_does_not_qualify":
        return "the dealer does not qualify"
    if line.outcome in _CONTEST:
        return f"{line.hand}, {_CONTEST[line.outcome]}"
    if not line.hand:
        return "no hand in sight is enough"
    if line.result == "lose" and line.outcome != NOTHING:
        return f"{line.held}, which is not enough"
    return line.held


def _money(line: Line) -> str:
    stake = show_dollars(line.stake)
    if line.result == "lose":
        return f"the {stake} is lost"
    if line.result in ("push", "void"):
        return f"the {stake} comes back"
    back = f"the {stake} stake comes back" if line.returned else "the stake is kept"
    if not line.measured:
        return f"{line.pays} is won, still to be measured, and {back}"
    odds = f"at {line.pays}, " if isinstance(line.pays, Odds | ForOne | MeterShare) else ""
    if not line.paid and isinstance(line.pays, MeterShare):
        odds += "which comes to $0, "
    return f"{odds}{_paid(line)} is {'paid' if line.pays else 'won'} and {back}"


def _paid(line: Line) -> str:
    """What is paid; a hand may win and be paid nothing."""
    return show_dollars(line.paid) if line.paid else "nothing"
