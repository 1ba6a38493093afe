"""Each line as a sentence a player understands, with its clause."""

from __future__ import annotations

from collections.abc import Iterator

from feltlaw.money import Amount, ForOne, MeterShare, Odds, show_dollars
from feltlaw.regulation import Regulation
from feltlaw.settlement.model import Line, Settlement

_WAGER = {
    "folded": "was given up with the fold",
    "surrendered": "was given up with the hand, unseen",
    "abandoned": "was taken because its player left and a floorperson ruled it abandoned",
    "communicated": "was taken because its player spoke about the hand",
    "void": "does not count in this round",
    "returned": "has no winner",
}
"""Outcomes that are about the wager, whatever the hand is."""
_RESULTS = {"win": "wins", "push": "pushes", "lose": "does not win"}
_OUTCOMES = {
    "dealer_does_not_qualify": "the dealer does not qualify",
    "higher": "beats the dealer",
    "higher_with_half_points": "beats the dealer, with a Point Count that pays half",
    "equal": "ties with the dealer",
    "lower": "is lower than the dealer's hand",
    "bad_beat": "is lower than the dealer's hand, a bad beat",
    "neither_qualifies": "does not qualify, and neither does the dealer",
    "only_player_qualifies": "qualifies, the dealer does not",
    "only_player_qualifies_with_half_points": "qualifies, with a count that pays half, the dealer does not",
    "only_dealer_qualifies": "does not qualify, the dealer does",
    "highest": "is the highest hand in the Pot",
    "tied": "ties for the highest hand in the Pot",
    "not_highest": "is not the highest hand in the Pot",
}


def explain(settlement: Settlement, regulation: Regulation) -> Iterator[str]:
    """Every line of a settlement in words, in the dealer's order."""
    for line in settlement.lines:
        yield explain_line(line, regulation)


def explain_line(line: Line, regulation: Regulation) -> str:
    """One line in words: what was held, what happened, what moved, and why."""
    title = (regulation.awards if line.is_award else regulation.wagers)[line.id].title
    clauses = ", ".join((*line.cite.clauses, *line.cite.interpretations))
    note = f" Note: {line.note}." if line.note else ""
    if line.is_award:
        return f"Seat {line.seat}, {title}: {_award(line, regulation)} ({clauses}).{note}"
    what = f"Seat {line.seat}, {title} {show_dollars(line.stake)}"
    return f"{what}: {_why(line)}; {_money(line)} ({clauses}).{note}"


def _award(line: Line, regulation: Regulation) -> str:
    on = regulation.wagers[line.on].title
    if line.for_seat:
        return (
            f"seat {line.for_seat} holds a {line.hand}; {show_dollars(line.paid)} is paid on the {on} wager"
        )
    if line.hand:
        return f"{line.hand} pays {line.pays} on the {on} wager; {show_dollars(line.paid)} is paid"
    return f"the draw matches; {line.pays} on the {on} wager, {show_dollars(line.paid)} is paid"


def _why(line: Line) -> str:
    if line.outcome in _WAGER:
        return f"the wager {_WAGER[line.outcome]}"
    if line.outcome == "dealer_does_not_qualify":
        return _OUTCOMES[line.outcome]
    return f"{line.hand} {_OUTCOMES.get(line.outcome) or _RESULTS[line.result]}"


def _money(line: Line) -> str:
    stake = show_dollars(line.stake)
    if line.result == "lose":
        return f"the {stake} is lost"
    if line.result in ("push", "void"):
        return f"the {stake} comes back"
    paid = show_dollars(line.paid)
    back = f" and the {stake} stake comes back" if line.returned else " (the stake is not returned)"
    if isinstance(line.pays, Odds | ForOne | Amount | MeterShare):
        return f"at {line.pays}, {paid} is paid{back}"
    return f"{paid} is won{back}"
