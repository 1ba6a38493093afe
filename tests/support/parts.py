"""The second statement of the law (conformance/parts): steps and terms, read from files and nowhere else.

`steps` says who does what, in which order, on which condition; `terms` what may be staked, dealt, decided and
settled; `readings` what the adopted readings add to either. Nothing in them is made from the data that runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support import ROOT

PARTS = ROOT / "conformance" / "parts"


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
    path = PARTS / "steps" / f"{regulation}.txt"
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
                f"steps/{path.name}:{number}",
            )
        )
        places[group] = places.get(group, 0) + 1
    return tuple(found)


def step(regulation: str, do: str, group: str = "") -> Line:
    """The one step of that name; in `group` where several ways of dealing have it."""
    (found,) = (one for one in lines(regulation) if one.do == do and group in ("", one.group))
    return found


@dataclass(frozen=True)
class Term:
    """One table of a regulation: its paragraphs, what they fix, and what its words must say."""

    regulation: str
    path: str
    clauses: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    where: str
    sign: tuple[str, ...] = ()
    notice: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.regulation}-{self.path}"

    @property
    def proves(self) -> tuple[str, ...]:
        """The clauses it is about; those of shapes and of results stand among the facts."""
        named = [one for _, value in self.facts for one in value.split() if re.match(r"\d+\(|1:", one)]
        return (*self.clauses, *(f"{self.regulation}.{one}" for one in named))


@cache
def terms(regulation: str) -> tuple[Term, ...]:
    """All terms of a regulation, and the options it leaves open."""
    found = []
    path = PARTS / "terms" / f"{regulation}.txt"
    for where, name, clauses, rest in _read(path):
        cited = tuple(f"{regulation}.{one}" for one in clauses if one != "-")
        found.append(_term(regulation, name, cited, rest, f"terms/{where}"))
    for where, name, clauses, rest in _read(PARTS / "options.txt"):
        cited = tuple(one for one in clauses if one.startswith(f"{regulation}."))
        if cited:
            found.append(_term(regulation, f"options/{name}", cited, rest, where))
    return tuple(found)


def _read(path: Path) -> Iterator[tuple[str, str, list[str], list[str]]]:
    for where, name, (clauses, *rest) in _rows(path):
        yield where, name, clauses.split(), rest


def _rows(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """File and line, the first column, the others."""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            name, *rest = (part.strip() for part in text.split("|"))
            yield f"{path.name}:{number}", name, rest


def _facts(column: str) -> tuple[tuple[str, str], ...]:
    stated = (one.strip().partition(" ") for one in column.split(";") if one.strip())
    return tuple((key, value) for key, _, value in stated)


def _words(column: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in column.split(",") if one.strip())


def _term(regulation: str, path: str, clauses: tuple[str, ...], rest: list[str], where: str) -> Term:
    stated, *said = rest or [""]
    text, sign, notice = (*map(_words, said), (), (), ())[:3]
    return Term(regulation, path, clauses, _facts(stated), text, where, sign, notice)


@dataclass(frozen=True)
class Added:
    """What a reading adds to a step or to a table; its clauses are those of the chapter's own line there."""

    regulation: str
    place: str
    step: Line | None
    readings: tuple[str, ...]
    clauses: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    where: str

    def __str__(self) -> str:
        at = f"{self.step.group}-{self.step.at}-{self.step.do}" if self.step else self.place
        return "-".join((self.regulation, *self.readings, at))


@cache
def readings() -> tuple[Added, ...]:
    """All that readings add, once for each chapter and each step it is said of."""
    found = []
    everywhere = tuple(path.stem for path in sorted((PARTS / "steps").glob("*.txt")))
    for where, name, (place, cited, *rest) in _rows(PARTS / "readings.txt"):
        some = [one for one in everywhere if name == "all" or one.startswith(tuple(name.split()))]
        facts, said = (_facts(rest[0] if rest else ""), _words(rest[1] if len(rest) > 1 else ""))
        for regulation in some:
            steps: Sequence[Line | None] = _steps_at(regulation, place) if " " in place else (None,)
            assert steps, f"{where}: {regulation} has no step {place}"
            for one in steps:
                clauses = one.clauses if one else _clauses_at(regulation, place)
                found.append(Added(regulation, place, one, tuple(cited.split()), clauses, facts, said, where))
    return tuple(found)


def _steps_at(regulation: str, place: str) -> list[Line]:
    group, do, *paragraph = place.split()
    ways = ("manual_shoe", "hand", "automated_shoe") if group == "*" else (group,)
    found = [one for one in lines(regulation) if one.group in ways and one.do == do]
    return [one for one in found if not paragraph or f"{regulation}.{paragraph[0]}" in one.clauses]


def _clauses_at(regulation: str, place: str) -> tuple[str, ...]:
    """The paragraphs of the chapter's own line there; of a condition those of the table it stands in."""
    outer, _, last = place.rpartition(".")
    place = outer if last in ("option", "reversed_by") else place
    return next((one.clauses for one in terms(regulation) if one.path == place), ())
