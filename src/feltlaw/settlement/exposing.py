"""Hands that stay face up after their turn (Massachusetts): the highest, and those that give envy."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.ranking import Highest
from feltlaw.round.model import Box
from feltlaw.settlement.payout import every_hand_wager
from feltlaw.settlement.reckoning import Reckoning

DEALER = 0
"""The dealer's hand among the seats."""


def left_exposed(of: Reckoning, looked_at: Sequence[int], giving: Sequence[int] = ()) -> list[int]:
    """The seats whose hands still lie face up after the dealer has looked at these, in this order.

    A hand that a wager on the highest one pays for stays until one is higher (MA 12(h)a, (i)); one that gives
    envy, named in `giving`, stays to the end (MA 13(e)b).
    """
    found: list[int] = []
    best = 0
    for seat in looked_at:
        rank = _rank(of, seat)
        if rank > best:
            best = rank
            found = [one for one in found if one in giving]
            found.append(seat)
        elif seat in giving:
            found.append(seat)
    return [seat for seat in found if seat != DEALER]


def _rank(of: Reckoning, seat: int) -> int:
    """How high a hand counts for that wager; 0 below its lowest row, or where nobody made it."""
    wager = every_hand_wager(of.regulation.wagers)
    if wager is None or not any(wager.id in box.stakes for box in of.boxes):
        return 0
    ranking, table = of.regulation.rankings[wager.ranking], of.paytable(wager.id)
    assert isinstance(ranking, Highest)
    cards = of.round.dealer if seat == DEALER else next(b.cards for b in of.boxes if b.number == seat)
    hand = ranking.of.read(cards)
    return hand.rank if table is not None and table.pick(hand.label) is not None else 0


def lies_exposed(of: Reckoning, box: Box, cards: Sequence[str]) -> bool:
    """Whether a folded hand that the dealer looked at lies face up when envy is paid.

    What its own cards give he sees at once; what community cards make of it, only if it still lies there.
    """
    if not of.is_looked_at(box):
        return False
    if "community" not in cards:
        return True
    folded = [one.number for one in of.boxes if of.is_looked_at(one)]
    shown = [one.number for one in of.boxes if of.is_shown(one) and one.number not in folded]
    return box.number in left_exposed(of, [*folded, DEALER, *shown])
