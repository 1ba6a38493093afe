"""Payouts that were rounded up: the reading behind it, and what they were before."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from feltlaw.money import Cents, Odds, round_up, show_dollars, show_exact
from feltlaw.regulation.model import Cite
from feltlaw.settlement.pad import Pad, join

PERCENTAGE = Cite((), ("I-03",))
ODDS = Cite((), ("I-02",))
WHOLE_ODDS = Cite((), ("I-02", "I-147"))


def rounded_words(exact: Fraction, unit: Cents = 1) -> str:
    """What was rounded, and to what."""
    to = "the cent" if unit == 1 else f"a whole {show_dollars(unit)}"
    return f"rounded up from {show_exact(exact)} to {to}"


def note_rounding(pad: Pad) -> None:
    """Cites, for a payout at odds that rounding made larger, why it was rounded (I-02, I-147).

    Where the payout limit has cut a line to what was won or less, nothing of the rounding is left.
    """
    stakes = {played.number: played.stakes for played in pad.seats}
    for at, line in enumerate(pad.lines):
        if not isinstance(line.pays, Odds):
            continue
        exact = stakes[line.seat][line.on or line.id] * line.pays.ratio
        unit = pad.unit(line.paid_from)
        if round_up(exact, unit) == exact or line.paid <= exact:
            continue
        pad.lines[at] = replace(
            line,
            cite=join(line.cite, WHOLE_ODDS if line.pays.ratio.denominator == 1 else ODDS),
            note="; ".join(filter(None, (rounded_words(exact, unit), line.note))),
        )
