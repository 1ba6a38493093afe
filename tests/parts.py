"""The second statement of the law (conformance/parts): what each step must be, read from nowhere else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PARTS = Path(__file__).resolve().parents[1] / "conformance" / "parts"


@dataclass(frozen=True)
class Line:
    """One step as the chapter has it; `at` is its place among the steps of its group."""

    regulation: str
    group: str
    at: int
    do: str
    who: tuple[str, ...]
    clauses: tuple[str, ...]
    when: str
    number: int
    way: str
    said: tuple[str, ...]
    where: str
    """File and line, for whoever has to look."""

    def __str__(self) -> str:
        return f"{self.regulation}-{self.group}-{self.at}-{self.do}"


@cache
def lines(regulation: str) -> tuple[Line, ...]:
    """All steps of a regulation, in order."""
    found: list[Line] = []
    places: dict[str, int] = {}
    path = PARTS / f"{regulation}.txt"
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        name, who, clauses, when, said = (part.strip() for part in text.split("|"))
        group, do = name.split()
        *given, words = said.split(";")
        stated = dict(one.split() for one in given)
        found.append(
            Line(
                regulation,
                group,
                places.get(group, 0),
                do,
                tuple(re.split(", *", who)),
                tuple(f"{regulation}.{one}" for one in clauses.split()),
                "always" if when == "-" else when,
                int(stated.get("number", 0)),
                stated.get("way", ""),
                tuple(one.strip() for one in words.split(",")),
                f"{path.name}:{number}",
            )
        )
        places[group] = places.get(group, 0) + 1
    return tuple(found)


def step(regulation: str, do: str, group: str = "") -> Line:
    """The one step of that name; in `group` where several ways of dealing have it."""
    (found,) = (one for one in lines(regulation) if one.do == do and group in ("", one.group))
    return found
