"""Exact mathematics: what every wager returns, from the same rankings, paytables and contests that pay it."""

from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.analysis import Analysis, analyze
from feltlaw.mathematics.model import AnalysisError, Distribution, Row, WagerAnalysis
from feltlaw.mathematics.warnings import warnings

__all__ = [
    "Analysis",
    "AnalysisError",
    "Distribution",
    "HandValue",
    "Row",
    "WagerAnalysis",
    "analyze",
    "warnings",
]
