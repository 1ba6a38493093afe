"""Which clauses an interpretation is about.

The register of interpretations writes them in shorthand: `PA-649a.11(b)(1)-(3)`, `11(c)(4), (6)` after a
chapter named before, `.13(a) of every PA chapter`, `12(f):A-D`. A piece is read with what the piece before it
left open; remarks in brackets and quotation marks are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from feltlaw.clause import Clause, parse_clause
from feltlaw.register import clauses

_GROUP = r"\((?:[a-zA-Z]|\d{1,2}|[ivx]{2,5})\)"
_PIECE = re.compile(
    rf"""(?P<chapter>PA-\d{{3}}[a-z]|\d{{3}}[a-z]|MA-TCP|PA)?
    \ ?(?P<dot>\.)?
    (?P<section>\d{{1,2}})?
    (?P<path>(?:{_GROUP})*(?:bis|[a-z])?)
    (?P<name>:?[A-Z]{{3}}-\d\w+|:?[A-Z]+\d*|:(?:\$\d|[a-z\d]+(?:-[a-z\d]+)*)(?:\([ivx]+\))?)?
    (?P<duty>\#\d)?
    (?:-\.?\(?(?P<to>\w{{1,4}})\)?)?
    (?P<every>\ of\ (?:every|each)\ PA\ chapter)?""",
    re.VERBOSE,
)
_BETWEEN = re.compile(r"([;,/]|\b(?:against|and|with|also|contrast|all|in)\b)")
_CONTRAST = ("against", "contrast")


@lru_cache(maxsize=1)
def _known() -> dict[str, Clause]:
    return {one: parse_clause(one) for one in clauses()}


def reach(wanted: Clause) -> list[str]:
    """The ids a citation means: its own paragraph, with all duties and tables, or what that is divided into.

    A section as a whole is too vague to mean any of its clauses.
    """
    if wanted.name or wanted.duty > 1:
        return [one for one, clause in _known().items() if wanted in (clause, _unnumbered(clause))]
    if not wanted.path:
        return []
    inside = {one: clause for one, clause in _known().items() if wanted.contains(clause)}
    return [one for one, clause in inside.items() if clause.path == wanted.path] or list(inside)


def _unnumbered(clause: Clause) -> Clause:
    """lucky-bonus stands for lucky-bonus(i) and (ii), PTMGL01 for all its duties."""
    return replace(clause, name=clause.name.partition("(")[0], duty=1)


@dataclass
class Line:
    """What one line of shorthand means."""

    text: str
    ids: dict[str, None] = field(default_factory=dict)
    aside: dict[str, None] = field(default_factory=dict)
    """Clauses of other chapters, named by way of contrast."""
    unread: list[str] = field(default_factory=list)
    _chapters: tuple[str, ...] = ()
    _last: Clause = field(default_factory=lambda: Clause("", 0))

    def __post_init__(self) -> None:
        contrasted: list[str] = []
        for piece, in_contrast in _pieces(self.text):
            match = _PIECE.fullmatch(piece)
            ids = [one for clause in self._clauses(match) for one in reach(clause)] if match else []
            if in_contrast:
                contrasted += ids
            else:
                self.ids.update(dict.fromkeys(ids))
            if not ids:
                self.unread.append(piece)
        about = {_known()[one].regulation for one in self.ids}
        for one in contrasted:
            (self.ids if _known()[one].regulation in about else self.aside)[one] = None

    def _clauses(self, match: re.Match[str]) -> list[Clause]:
        chapter, section = match["chapter"], match["section"]
        pennsylvania = tuple(
            dict.fromkeys(c.regulation for c in _known().values() if c.regulation[:2] == "PA")
        )
        if match["every"] or chapter == "PA" or (match["dot"] and not chapter):
            self._chapters = pennsylvania
        elif chapter:
            self._chapters = (chapter if chapter[0] in "PM" else f"PA-{chapter}",)
        path = tuple(inner or f"={bare}" for inner, bare in re.findall(r"\((\w+)\)|([a-z]+)", match["path"]))
        name = (match["name"] or "").removeprefix(":")
        duty = int((match["duty"] or "#1")[1:])
        chapters = self._chapters
        if (
            chapters == pennsylvania
            and section
            and not any(reach(Clause(one, int(section), path)) for one in chapters)
        ):
            chapters = ("MA-TCP",)
        found = []
        for regulation in chapters:
            if section or chapter:
                whole = Clause(regulation, int(section or 0), path, name, duty)
            else:
                whole = self._beside(regulation, path, name, duty)
            if reach(whole):
                self._last = whole
                found += list(_up_to(whole, match["to"])) if match["to"] else [whole]
        return found

    def _beside(self, regulation: str, path: tuple[str, ...], name: str, duty: int) -> Clause:
        """A clause told by its last steps only, which stands as near as possible to the one before."""
        last = replace(self._last, regulation=regulation)
        if not path:
            return replace(last, name=name, duty=duty)
        if "(" in last.name:
            return replace(last, name=f"{last.name.partition('(')[0]}({path[0]})")
        near = (
            Clause(regulation, last.section, last.path[:depth] + path, name, duty)
            for depth in range(len(last.path), -1, -1)
        )
        return next((clause for clause in near if reach(clause)), Clause(regulation, 0))


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """The pieces, and whether each stands after `against` or `contrast`, up to the next semicolon."""
    text = re.sub(r'"[^"]*"|\bTables \d-\d', "", _without_remarks(line)).strip().removesuffix(".")
    in_contrast = False
    for part in map(str.strip, _BETWEEN.split(text)):
        if part in _CONTRAST or part == ";":
            in_contrast = part in _CONTRAST
        elif part and not _BETWEEN.fullmatch(part):
            yield part, in_contrast


def _without_remarks(line: str) -> str:
    """The line without brackets that hold anything but a step of a path."""
    kept, depth, start = "", 0, 0
    for at, sign in enumerate(line):
        if sign == "(":
            depth += 1
            start = at if depth == 1 else start
        elif sign == ")" and depth:
            depth -= 1
            inner = line[start : at + 1]
            kept += inner if depth == 0 and re.fullmatch(_GROUP, inner) else ""
        elif not depth:
            kept += sign
    return kept


def _up_to(first: Clause, last: str) -> Iterator[Clause]:
    """The sisters from `first` to the one that differs from it in its last step."""

    def step(clause: Clause) -> str:
        return clause.name if first.name else clause.path[len(first.path) - 1]

    if first.name:
        sisters = [
            c for c in _known().values() if c.name and replace(c, name="", duty=1) == replace(first, name="")
        ]
        last = first.name[: -len(last)] + last
    else:
        above = Clause(first.regulation, first.section, first.path[:-1])
        sisters = [c for c in _known().values() if above.contains(c) and len(c.path) >= len(first.path)]
    steps = list(dict.fromkeys(step(clause) for clause in sisters))
    if step(first) not in steps or last not in steps:
        return
    for one in steps[steps.index(step(first)) : steps.index(last) + 1]:
        yield replace(first, name=one) if first.name else replace(first, path=(*first.path[:-1], one))
