"""Sheets of paper, and the scale at which a table fits them."""

from __future__ import annotations

from dataclasses import dataclass

SIZES = {
    "a5": (210.0, 148.0),
    "a4": (297.0, 210.0),
    "a3": (420.0, 297.0),
    "a2": (594.0, 420.0),
    "a1": (841.0, 594.0),
    "a0": (1189.0, 841.0),
    "letter": (279.4, 215.9),
    "tabloid": (431.8, 279.4),
    "ansi-c": (558.8, 431.8),
    "ansi-d": (863.6, 558.8),
    "ansi-e": (1117.6, 863.6),
}
"""Width and height, lying."""
SCALES = (1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.5, 8.0, 10.0, 12.5, 15.0, 20.0)


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    width: float
    height: float

    @property
    def shown(self) -> str:
        return (
            self.name.upper()
            if self.name[0] == "a" and len(self.name) == 2
            else self.name.replace("ansi", "ANSI").capitalize()
            if self.name[0] != "a"
            else self.name.upper()
        )


class PaperError(ValueError):
    """A paper that is not known, or on which a drawing does not fit."""


def paper(name: str, *, upright: bool = False) -> Paper:
    key = name.strip().lower()
    if key not in SIZES:
        raise PaperError(f"'{name[:30]}' is not a paper: there are {', '.join(SIZES)}")
    width, height = SIZES[key]
    return Paper(key, height, width) if upright else Paper(key, width, height)


def scale_for(size: float, room: float) -> float:
    """The largest round scale at which something fits: 5.0 for 1 : 5."""
    return next((one for one in SCALES if size / one <= room), SCALES[-1])
