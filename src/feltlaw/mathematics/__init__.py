"""Exact mathematics: what every wager returns, from the same rankings, paytables and contests that pay it."""

from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.analysis import Analysis, analyze
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, WagerAnalysis
from feltlaw.mathematics.warnings import warnings

__all__ = [
    "Analysis",
    "AnalysisError",
    "Distribution",
    "HandValue",
    "OutcomeRow",
    "WagerAnalysis",
    "analyze",
    "warnings",
]
