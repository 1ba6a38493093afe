"""Settlement: every stake and every award of a round, each with the clause that moved it.

The way of one wager, Prime at a Three Card Prime table:

1. `regulation/data/PA-679a.toml`: `[wager.prime]` says which cards, which ranking and which rows;
   `[settlement]` when its turn comes.
2. `submission`: the table offers it, with a paytable and limits. `round.read`: somebody stakes it, on cards.
3. `order.dealers_order`: seat by seat, step by step, until a step says `prime`; then `wagers.settle_wager`.
4. `Reckoning.read`: the cards as a hand. `payout.payout`: the row that pays it, and the cents.
5. `Reckoning.add`: the line, citing the clause that settles the wager and the paytable's.
   `explain.explain_line`: the line as a sentence.
"""

from feltlaw.settlement.explain import explain, explain_line
from feltlaw.settlement.line import Line, SeatResult, Settlement
from feltlaw.settlement.order import settle_round

__all__ = ["Line", "SeatResult", "Settlement", "explain", "explain_line", "settle_round"]
