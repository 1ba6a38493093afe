"""A sentence for people: words, and cards among them, without a colour and without a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from feltlaw.cards import Card, show

Tone = Literal["plain", "quiet", "good", "bad", "note"]
"""How it is meant: what happens by the way is quiet, a win good, a loss bad, what to notice a note."""


@dataclass(frozen=True, slots=True)
class Faces:
    """Cards that lie face up."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return show(self.cards)


@dataclass(frozen=True, slots=True)
class Backs:
    """Cards that lie face down."""

    many: int

    def __str__(self) -> str:
        return f"{self.many} face down"


Part = str | Faces | Backs


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence. As plain text it reads without any help."""

    parts: tuple[Part, ...]
    tone: Tone = "plain"
    under: bool = False
    """Whether it belongs to the sentence before it, as a wager's line to its hand."""

    def __str__(self) -> str:
        found = ""
        for part in self.parts:
            apart = found and not isinstance(part, str) and not found.endswith((" ", "("))
            found += f" {part}" if apart else str(part)
        return found


def said(*parts: Part, tone: Tone = "plain", under: bool = False) -> Said:
    """A sentence of these parts, those that say nothing left out."""
    return Said(tuple(part for part in parts if part != ""), tone, under)


def faces(cards: Iterable[Card]) -> Faces:
    return Faces(tuple(cards))


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a, b and c`."""
    *some, last = words
    return f"{', '.join(some)} {joint} {last}" if some else last


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def plural(many: int, word: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{many} {word}" + ("" if many == 1 else "s")
