"""The type of the drawings: Inter, which comes with the program, measured glyph by glyph.

Every width here is what a program that sets the same font sets: advances and kerning, and no other feature,
because the font files have no other. The four suit signs are shapes of our own; Inter has but one of them.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

FAMILY = "Inter"
FOLDER = Path(__file__).with_name("fonts")
REGULAR, MEDIUM, SEMIBOLD = 400, 500, 600
_FILES = {REGULAR: "Inter-Regular.ttf", MEDIUM: "Inter-Medium.ttf", SEMIBOLD: "Inter-SemiBold.ttf"}

CAP = 0.7275
"""The height of a capital, in ems."""

SUIT_WIDTH = 0.86
SUIT_SIGNS: Mapping[str, str] = {
    "♥": "M50 92C20 66 4 50 4 30C4 14 16 4 29 4C38 4 46 9 50 17C54 9 62 4 71 4"
    "C84 4 96 14 96 30C96 50 80 66 50 92Z",
    "♦": "M50 2C60 18 73 34 86 48C73 62 60 78 50 94C40 78 27 62 14 48C27 34 40 18 50 2Z",
    "♠": "M50 3C56 20 96 40 96 65C96 77 87 85 76 85C67 85 59 80 54 73C55 83 60 90 67 96L33 96"
    "C40 90 45 83 46 73C41 80 33 85 24 85C13 85 4 77 4 65C4 40 44 20 50 3Z",
    "♣": "M50 4A21 21 0 0 1 65 40A21 21 0 1 1 54 70C55 82 60 90 67 96L33 96C40 90 45 82 46 70"
    "A21 21 0 1 1 35 40A21 21 0 0 1 50 4Z",
}
"""Drawn in a box of 100, the line of the text at 96."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of plain text, or one suit sign, and where it begins."""

    text: str
    x: float
    is_suit: bool = False


def typographic(text: str) -> str:
    """A text as it is set: letters with their accents as one sign, apostrophes bent."""
    return normalize("NFC", text).replace("'", "’")


class Face:
    """One weight of the font."""

    def __init__(self, weight: int) -> None:
        self.weight = weight
        self._kerns: dict[tuple[str, str], int] = {}
        self._places: dict[str, tuple[tuple[str, ...], tuple[float, ...], float]] = {}
        self._outlines: dict[str, str] = {}

    @cached_property
    def _font(self) -> Any:
        from fontTools.ttLib import TTFont

        return TTFont(FOLDER / _FILES[self.weight], lazy=True)

    @cached_property
    def _glyphs(self) -> Mapping[int, str]:
        found: Mapping[int, str] = self._font.getBestCmap()
        return found

    @cached_property
    def _advances(self) -> Mapping[str, tuple[int, int]]:
        found: Mapping[str, tuple[int, int]] = self._font["hmtx"].metrics
        return found

    @cached_property
    def _em(self) -> int:
        return int(self._font["head"].unitsPerEm)

    @cached_property
    def _pairs(self) -> list[Any]:
        """The kerning tables, those inside extensions unpacked."""
        found = []
        for lookup in self._font["GPOS"].table.LookupList.Lookup:
            for table in lookup.SubTable:
                inner = getattr(table, "ExtSubTable", table)
                if type(inner).__name__ == "PairPos":
                    inner.covered = frozenset(inner.Coverage.glyphs)
                    found.append(inner)
        return found

    def has(self, char: str) -> bool:
        return char in SUIT_SIGNS or ord(char) in self._glyphs

    def _kern(self, left: str, right: str) -> int:
        if (left, right) not in self._kerns:
            self._kerns[left, right] = self._find_kern(left, right)
        return self._kerns[left, right]

    def _find_kern(self, left: str, right: str) -> int:
        for table in self._pairs:
            if left not in table.covered:
                continue
            if table.Format == 1:
                at = table.Coverage.glyphs.index(left)
                for record in table.PairSet[at].PairValueRecord:
                    if record.SecondGlyph == right:
                        return int(record.Value1.XAdvance) if record.Value1 else 0
            else:
                first = table.ClassDef1.classDefs.get(left, 0)
                second = table.ClassDef2.classDefs.get(right, 0)
                value = table.Class1Record[first].Class2Record[second].Value1
                return int(getattr(value, "XAdvance", 0) or 0)
        return 0

    def places(self, text: str) -> tuple[tuple[str, ...], tuple[float, ...], float]:
        """Each sign's glyph and where it begins, and the width of all, in ems."""
        found = self._places.get(text)
        if found is None:
            found = self._places[text] = self._find_places(typographic(text))
        return found

    def _find_places(self, text: str) -> tuple[tuple[str, ...], tuple[float, ...], float]:
        names: list[str] = []
        starts: list[float] = []
        x = 0.0
        before = ""
        for char in text:
            name = char if char in SUIT_SIGNS else self._glyphs.get(ord(char), ".notdef")
            if char not in SUIT_SIGNS and before and before not in SUIT_SIGNS:
                x += self._kern(before, name) / self._em
            names.append(name)
            starts.append(x)
            x += SUIT_WIDTH if char in SUIT_SIGNS else self._advances[name][0] / self._em
            before = name
        return tuple(names), tuple(starts), x

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """How wide a line is; `spacing` is added between two signs."""
        names, _, wide = self.places(text)
        return wide * size + spacing * max(0, len(names) - 1)

    def pieces(self, text: str, size: float, spacing: float = 0.0) -> Iterator[Piece]:
        """The line as stretches that can be set one by one."""
        text = typographic(text)
        _, starts, _ = self.places(text)
        begin = 0
        for at, char in enumerate((*text, "")):
            if char == "" or char in SUIT_SIGNS:
                if at > begin:
                    yield Piece(text[begin:at], starts[begin] * size + spacing * begin)
                if char:
                    yield Piece(char, starts[at] * size + spacing * at, is_suit=True)
                begin = at + 1

    def outline(self, glyph: str) -> str:
        """A glyph's outline as path data in font units, upside down as drawings want it."""
        if glyph not in self._outlines:
            self._outlines[glyph] = self._find_outline(glyph)
        return self._outlines[glyph]

    def _find_outline(self, glyph: str) -> str:
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        pen = SVGPathPen(self._font.getGlyphSet(), ntos=lambda value: f"{value:g}")
        self._font.getGlyphSet()[glyph].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        return str(pen.getCommands())

    @property
    def em(self) -> int:
        """Font units in an em."""
        return self._em

    def subset(self, chars: Iterable[str]) -> str:
        """The font with these signs only, as WOFF in base64."""
        from fontTools import subset
        from fontTools.ttLib import TTFont

        options = subset.Options(hinting=False, glyph_names=False, notdef_outline=True)
        options.layout_features = ["kern"]
        options.name_IDs = [0, 1, 2, 13, 14]
        options.drop_tables += ["meta", "STAT", "gasp"]
        chosen = subset.Subsetter(options)
        chosen.populate(unicodes=sorted(ord(char) for char in {*chars, " "} if char not in SUIT_SIGNS))
        out = io.BytesIO()
        with TTFont(FOLDER / _FILES[self.weight], recalcTimestamp=False, lazy=True) as font:
            chosen.subset(font)
            font.flavor = "woff"
            font.save(out, reorderTables=False)
        return base64.b64encode(out.getvalue()).decode()


@cache
def face(weight: int) -> Face:
    return Face(weight)


def missing(text: str) -> list[str]:
    """The signs of a text that cannot be set, each once: no glyph, or an accent without its letter."""
    known = face(REGULAR)
    return [char for char in dict.fromkeys(typographic(text)) if combining(char) or not known.has(char)]


def capitals(text: str) -> str:
    """In capitals, where that changes no sign's meaning: ß would become two letters."""
    upper = text.upper()
    return upper if len(upper) == len(text) else text
