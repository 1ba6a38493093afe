"""Rankings: what a set of cards is worth, as a plain integer, and what a person calls it."""

from feltlaw.ranking.base import Hand, Label, Ranking, RankingError
from feltlaw.ranking.kinds import Highest, SameColor, WithFourth
from feltlaw.ranking.points import PointCount, Split
from feltlaw.ranking.poker import Poker, Threshold

__all__ = [
    "Hand",
    "Highest",
    "Label",
    "PointCount",
    "Poker",
    "Ranking",
    "RankingError",
    "SameColor",
    "Split",
    "Threshold",
    "WithFourth",
]
