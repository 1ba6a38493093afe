"""Plain text in lines: breaking by measure, and hashes in groups that can be read aloud."""

from __future__ import annotations

from feltlaw.layout.fonts import REGULAR, face


def wrapped(text: str, size: float, width: float, weight: int = REGULAR) -> list[str]:
    """The text in lines no wider than given; a word that is wider stands alone."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and face(weight).width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def grouped(value: str) -> str:
    """A hash in groups of eight."""
    return " ".join(value[at : at + 8] for at in range(0, len(value), 8))
