"""What is done to a line when it is made: coupons, the payout limit, words about rounding, in this order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from feltlaw.money import Cents, Odds, round_up, show_dollars, show_exact
from feltlaw.regulation.model import Cite
from feltlaw.round.model import Box, Round
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import payable_unit

PERCENTAGE = Cite((), ("I-03",))
ODDS = Cite((), ("I-02",))
WHOLE_ODDS = Cite((), ("I-02", "I-147"))
LIMIT = Cite((), ("I-81",))


def rounded_words(exact: Fraction, unit: Cents = 1) -> str:
    """What was rounded, and to what."""
    to = "the cent" if unit == 1 else f"a whole {show_dollars(unit)}"
    return f"rounded up from {show_exact(exact)} to {to}"


class Finish:
    """Remembers what each person has won under the payout limit, in the order of settlement."""

    def __init__(self, round_: Round) -> None:
        self._submission = round_.submission
        self._won: dict[str, Cents] = {}

    def line(self, line: Line, box: Box) -> Line:
        if box.match_play:
            line = self._with_coupon(line, box)
        return self._with_rounding(self._limited(line, box), box) if line.paid else line

    def _with_coupon(self, line: Line, box: Box) -> Line:
        """A coupon doubles one payout of the wager it lies on, and is given up win or lose (I-123)."""
        coupon = self._submission.regulation.coupon
        if coupon is None or line.id != box.match_play or line.result == "void":
            return line
        doubled = line.pays == coupon.pays
        words = "doubled by a match play coupon" if doubled else "the match play coupon is given up"
        return replace(
            line,
            paid=2 * line.paid if doubled else line.paid,
            cite=line.cite.joined(coupon.cite),
            note="; ".join(filter(None, (line.note, words))),
        )

    def _limited(self, line: Line, box: Box) -> Line:
        """Cuts winnings under the limit, over all boxes of one person (679a.12(h), 680a.12(d), I-81)."""
        limit, rule = self._submission.limits.payout_limit, self._submission.regulation.payout_limit
        if limit is None or rule is None or line.id not in rule.wagers:
            return line
        left = limit - self._won.get(box.player, 0)
        self._won[box.player] = self._won.get(box.player, 0) + min(line.paid, left)
        if line.paid <= left:
            return line
        words = f"cut from {show_dollars(line.paid)} by the payout limit of {show_dollars(limit)}"
        return replace(
            line,
            paid=left,
            cite=line.cite.joined(rule.cite, rule.applies, LIMIT),
            note="; ".join(filter(None, (line.note, words))),
        )

    def _with_rounding(self, line: Line, box: Box) -> Line:
        """Cites, for a payout at odds that rounding made larger, why it was rounded (I-02, I-147).

        Where the payout limit has cut a line to what was won or less, nothing of the rounding is left.
        """
        if not isinstance(line.pays, Odds):
            return line
        exact = line.pays.ratio * box.stakes[line.on or line.id]
        unit = payable_unit(self._submission, line.paid_from)
        if round_up(exact, unit) == exact or line.paid <= exact:
            return line
        return replace(
            line,
            cite=line.cite.joined(WHOLE_ODDS if line.pays.ratio.denominator == 1 else ODDS),
            note="; ".join(filter(None, (rounded_words(exact, unit), line.note))),
        )
