"""The entry of a main game against a dealer: outcomes, strategy, exposure."""

from __future__ import annotations

from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.exposure import dealer_card_seen
from feltlaw.mathematics.joint import joint_play
from feltlaw.mathematics.outcomes import WagerAnalysis
from feltlaw.mathematics.strategy import best_play


def analyze_main(game: DealerGame, *, full_table: bool = False) -> WagerAnalysis:
    """The whole game per unit of the Ante, at optimal play; on request with the decision for every hand."""
    beside = joint_play(game)
    return WagerAnalysis(
        game.ante.id,
        game.distribution,
        covers=game.covers,
        paytable=", ".join(_tables(game)),
        average_stake=game.average_stake,
        strategy=best_play(game, full_table=full_table),
        exposures=(dealer_card_seen(game),),
        warnings=("the main game pays back more than it takes",) if game.distribution.ev > 0 else (),
        more={"joint_play": beside} if beside else {},
    )


def _tables(game: DealerGame) -> list[str]:
    """The names of the tables that a submission chooses for this game."""
    found = [game.submission.awards[award.id].paytable for award in game.awards]
    return [table.name for table in found if table is not None and table.name]
