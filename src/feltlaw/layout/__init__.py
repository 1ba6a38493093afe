"""The layout of a table: drawn from its submission, every element with the clause that asks for it."""

from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.model import Area, CardArea, Element, Layout, Piece, Posted, Rule, Seat, Words
from feltlaw.layout.place import layout_hash, layout_of

__all__ = [
    "Area",
    "CardArea",
    "Element",
    "Layout",
    "LayoutError",
    "Piece",
    "Posted",
    "Rule",
    "Seat",
    "Words",
    "layout_hash",
    "layout_of",
]
