"""The regulations: data files with a clause on every row, and the types they are read into."""

from feltlaw.regulation.load import load, read_regulation, regulation_ids
from feltlaw.regulation.model import Award, Cite, Option, Regulation, Wager
from feltlaw.regulation.reader import RegulationError

__all__ = [
    "Award",
    "Cite",
    "Option",
    "Regulation",
    "RegulationError",
    "Wager",
    "load",
    "read_regulation",
    "regulation_ids",
]
