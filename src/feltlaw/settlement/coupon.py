"""Match play coupons, where the submission accepts them (MA 6(b))."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.money import Odds
from feltlaw.regulation.model import Cite
from feltlaw.round.model import COUPON
from feltlaw.settlement.pad import Pad

EVEN_MONEY = Odds(1, 1)


def apply_coupons(pad: Pad) -> None:
    """A coupon doubles one even-money payout of the wager it lies on, and is given up win or lose (I-123)."""
    lies_on = {(played.number, played.seat.match_play) for played in pad.seats}
    for at, line in enumerate(pad.lines):
        if (line.seat, line.id) not in lies_on:
            continue
        doubled = line.paid > 0 and line.pays == EVEN_MONEY
        cite = pad.regulation.options[COUPON].cite
        words = "doubled by a match play coupon" if doubled else "the match play coupon is given up"
        pad.lines[at] = replace(
            line,
            paid=2 * line.paid if doubled else line.paid,
            cite=Cite(
                (*line.cite.clauses, *cite.clauses), (*line.cite.interpretations, *cite.interpretations)
            ),
            note="; ".join(filter(None, (line.note, words))),
        )
