"""Citations: the ids of the regulations' clauses, and of our interpretations.

`PA-649a.11(c)(3)(ii)(B)` is a regulation, a section and the paragraphs below it. Where the text itself has no
number, `:name` marks the thing (a definition, a paytable) and `#2` a further duty in the same paragraph.
`I-87` cites an interpretation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, total_ordering


class ClauseError(ValueError):
    """A citation that cannot be read."""


_CITATION = re.compile(
    r"(?P<regulation>[A-Z]{2}-[A-Za-z0-9]+)\."
    r"(?P<section>\d+)"
    r"(?P<path>(?:\([A-Za-z0-9]+\)|(?<=\))[a-z](?![a-z])|bis)*)"
    r"(?P<name>:[A-Za-z0-9$][A-Za-z0-9$ \-]*(?:\([a-z]+\))?)?"
    r"(?P<duty>#(?:[2-9]|[1-9]\d+))?"
)
_INTERPRETATION = re.compile(r"I-(\d{1,3})")
_PART = re.compile(r"\(([A-Za-z0-9]+)\)|([a-z]+)")
_ROMAN = {
    text: value
    for value, text in enumerate(
        ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"), 1
    )
}


@total_ordering
@dataclass(frozen=True, slots=True)
class Clause:
    """A parsed citation. Sorts in the order of the chapter, and prints as it was written."""

    regulation: str
    section: int
    path: tuple[str, ...] = ()
    name: str = ""
    duty: int = 1

    def __str__(self) -> str:
        if self.regulation == "I":
            return f"I-{self.section:02d}"
        path = "".join(part if part.startswith("=") else f"({part})" for part in self.path).replace("=", "")
        return (
            f"{self.regulation}.{self.section}{path}"
            + (f":{self.name}" if self.name else "")
            + (f"#{self.duty}" if self.duty > 1 else "")
        )

    def __lt__(self, other: Clause) -> bool:
        return self._key() < other._key()

    def _key(self) -> tuple[object, ...]:
        return (
            self.regulation,
            self.section,
            tuple(_order(part, depth) for depth, part in enumerate(self.path)),
            self.name,
            self.duty,
        )

    @property
    def is_interpretation(self) -> bool:
        return self.regulation == "I"

    def contains(self, other: Clause) -> bool:
        """Whether `other` stands inside this paragraph (or is it): 11(c) contains 11(c)(3)(i).

        A `bis` is a sister of its namesake, not a part of it.
        """
        if (self.regulation, self.section) != (other.regulation, other.section):
            return False
        if self.name or self.duty > 1:
            return self == other
        inside = other.path[len(self.path) :]
        return other.path[: len(self.path)] == self.path and inside[:1] != ("=bis",)


def _order(part: str, depth: int) -> tuple[int, str]:
    """The place of a paragraph among its sisters: numbers as numbers, romans at the third level as romans."""
    text = part.lstrip("=")
    if text.isdigit():
        return int(text), ""
    if depth == 2 and text in _ROMAN:
        return _ROMAN[text], ""
    return ord(text[0].lower()), text


@lru_cache(maxsize=4096)
def parse_clause(text: str) -> Clause:
    """Reads a citation.

    >>> str(parse_clause("PA-649a.11(c)(3)(ii)(B)")), parse_clause("I-87").is_interpretation
    ('PA-649a.11(c)(3)(ii)(B)', True)
    """
    if match := _INTERPRETATION.fullmatch(text):
        return Clause("I", int(match[1]))
    match = _CITATION.fullmatch(text)
    if match is None:
        short = text if len(text) <= 60 else text[:57] + "..."
        raise ClauseError(
            f"'{short}' is not a citation: write a clause like PA-649a.11(b)(1), an interpretation like I-87"
        )
    path = tuple(inner or f"={bare}" for inner, bare in _PART.findall(match["path"]))
    return Clause(
        match["regulation"],
        int(match["section"]),
        path,
        (match["name"] or "")[1:],
        int((match["duty"] or "#1")[1:]),
    )
