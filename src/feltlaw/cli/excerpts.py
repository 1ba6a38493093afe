"""Where something stands in a TOML file: the line of a key, and an excerpt that points at it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from feltlaw.submission.findings import plain

LONGEST = 70
_HEADER = re.compile(r"\s*\[\[?\s*(?P<path>[^\[\]#]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*(?P<path>[\w\-.\"' ]+?)\s*=")
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, and the part of it that is meant; lines and columns are counted from 1."""

    line: int
    column: int
    length: int


def places(text: str) -> dict[str, Place]:
    """Where every key and section of a TOML text stands, by its path: `cards.decks`."""
    found: dict[str, Place] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.fullmatch(line):
            section = _path(header["path"])
            found.setdefault(section, _place(number, line, header.start("path"), header["path"]))
        elif key := _KEY.match(line):
            path = ".".join(filter(None, (section, _path(key["path"]))))
            found.setdefault(path, _place(number, line, key.start("path"), line[key.start("path") :]))
    return found


def find(where: str, known: dict[str, Place]) -> Place | None:
    """The place of a path, or of the nearest table around it that the text has."""
    while where:
        if where in known:
            return known[where]
        where = where.rpartition(".")[0]
    return None


def excerpt(text: str, place: Place) -> list[str]:
    """The line with its number, and marks below what is meant."""
    line = text.splitlines()[place.line - 1] if place.line <= len(text.splitlines()) else ""
    start = max(0, place.column - LONGEST // 2) if len(line) > LONGEST else 0
    shown = plain(line[start : start + LONGEST].replace("\t", " "))
    before = " " * len(str(place.line))
    marks = "^" * max(1, min(place.length, len(shown) - (place.column - 1 - start)))
    return [f"{place.line} | {shown}", f"{before} | {' ' * (place.column - 1 - start)}{marks}"]


def toml_excerpt(text: str, message: str) -> str:
    """For a message of the TOML reader: the line it speaks of, below the message; nothing without one."""
    if (at := _AT.search(message)) is None:
        return ""
    return "".join(f"\n  {line}" for line in excerpt(text, Place(int(at[1]), int(at[2]), 1)))


def _place(number: int, line: str, column: int, meant: str) -> Place:
    return Place(number, column + 1, len(meant.partition("#")[0].rstrip()))


def _path(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))
