"""A refusal: what, why, which clause, and what would be legal."""

from __future__ import annotations

from feltlaw.regulation.model import Cite
from feltlaw.submission.findings import plain

NO_CLAUSE = Cite(())
LONGEST_SHOWN = 40


def shown(said: object) -> str:
    """Somebody's own words in a message: cut short, control characters written as escapes."""
    return plain(str(said)[:LONGEST_SHOWN])


class Refused(ValueError):
    """Something that may not be done."""

    def __init__(self, what: str, legal: str = "", cite: Cite = NO_CLAUSE) -> None:
        self.what = what
        self.legal = legal
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.what}. {self.legal}" if self.legal else f"{self.what}."

    @property
    def clauses(self) -> list[str]:
        return [*self.cite.clauses, *self.cite.interpretations]
