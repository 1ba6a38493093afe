"""Settlement: every stake and every award of a round, each with the clause that moved it."""

from feltlaw.settlement.explain import explain, explain_line
from feltlaw.settlement.loop import settle_round
from feltlaw.settlement.model import Line, SeatResult, Settlement

__all__ = ["Line", "SeatResult", "Settlement", "explain", "explain_line", "settle_round"]
