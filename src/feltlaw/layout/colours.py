"""The colours of a drawing: what the operator may choose, and the contrast below which nothing is drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass

READABLE = 4.5
"""The contrast that text needs on its ground (WCAG 2, AA)."""

FELTS = {
    "green": "#195D46",
    "blue": "#1E4D7B",
    "burgundy": "#74253A",
    "purple": "#51366E",
    "teal": "#12575C",
    "black": "#2B2D31",
}
"""Felts by name."""


class ColourError(ValueError):
    """A colour that is none, or that cannot be told from its ground; the message says which would do."""


def parse_colour(text: str, names: dict[str, str] | None = None) -> str:
    """A colour as `#RRGGBB`.

    >>> parse_colour("#fc0")
    '#FFCC00'
    """
    value = (names or {}).get(text.strip().lower(), text.strip())
    if match := re.fullmatch(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", value):
        digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
        return f"#{digits.upper()}"
    known = f", or {', '.join(names)}" if names else ""
    shown = text if len(text) <= 30 else text[:27] + "..."
    raise ColourError(f"'{shown}' is not a colour: write it like #195D46{known}")


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _light(colour: str) -> float:
    """Relative luminance."""
    parts = [one / 255 for one in _channels(colour)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white.

    >>> round(contrast("#F1E8D2", "#195D46"), 1)
    6.4
    """
    lighter, darker = sorted((_light(one), _light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(colour: str, other: str, part: float) -> str:
    """A colour with a part of another in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Colours:
    """Three that are chosen, and those that follow from them."""

    felt: str = FELTS["green"]
    text: str = "#F1E8D2"
    accent: str = "#DCC48F"
    flat: bool = False
    """Paper instead of felt: lines and words alone, light on ink."""

    def __post_init__(self) -> None:
        for name, colour, least in (
            ("text", self.text, READABLE),
            ("accent", self.accent, READABLE),
        ):
            for ground in (self.felt, self.middle, self.edge):
                found = contrast(colour, ground)
                if found < least:
                    raise ColourError(
                        f"{name} {colour} on felt {ground} has a contrast of {found:.1f}, and {least} is the "
                        "least that can be read: take a lighter one on dark felt, a darker one on light felt"
                    )

    @property
    def middle(self) -> str:
        return self.felt if self.flat else mixed(self.felt, "#000000", 0.18)

    @property
    def edge(self) -> str:
        return self.felt if self.flat else mixed(self.felt, "#000000", 0.36)

    @property
    def dark(self) -> str:
        """The ground of an area and of what is sunk into the table."""
        return self.felt if self.flat else mixed(self.felt, "#000000", 0.44)

    def area(self) -> tuple[str, float]:
        """What an area is filled with, and how densely."""
        return ("#000000", 0.0) if self.flat else ("#000000", 0.14)


LINES = Colours("#FFFFFF", "#1D1B16", "#6B4E16", flat=True)
"""Light on ink: nothing is filled."""

PAPER, SURFACE = "#F7F4EC", "#FFFFFF"
INK, SOFT, FAINT = "#1D1B16", "#57524A", "#746E62"
RULE, HAIR = "#C9C0AC", "#DFD8C8"
GOLD = "#7A5A1E"
"""The heads on paper: a gold that can be read there."""
RAIL, RAIL_LINE = "#EFE9DC", "#6F695D"
RED = "#B4261B"
CARD_BACK = "#3A4E66"
CHIPS = ("#2A2823", "#2E7D5B", "#B2463A", "#EDE6D6")
