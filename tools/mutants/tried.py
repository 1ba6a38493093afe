"""What was tried, kept beside the law: of each wrong version what came out, at first and by now.

Rows are appended as verdicts come, so a run that is stopped has lost nothing, and put in order at its end. A
verdict is about one change: where the same place reads otherwise by now, nobody has tried it, and the row
goes.
"""

from __future__ import annotations

import csv
import fcntl
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tools.mutants.mutant import ROOT, Mutant

TRIED = ROOT / "conformance" / "tried.csv"
COLUMNS = ("mutant", "change", "result")
Results = Mapping[str, str]
"""By mutant, what came out."""


def change_of(mutant: Mutant) -> str:
    """A mark of what is changed into what."""
    return hashlib.sha256(mutant.diff.encode()).hexdigest()[:8]


def read(mutants: Iterable[Mutant], path: Path = TRIED) -> tuple[Results, Results]:
    """What came out at first, before anything was mended because of it, and what came out last."""
    changes = {one.id: change_of(one) for one in mutants}
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    if path.is_file():
        with path.open(encoding="utf-8", newline="") as file:
            for mutant, change, result in _rows(file):
                if changes.get(mutant) == change:
                    first.setdefault(mutant, result)
                    last[mutant] = result
    return first, last


def add(mutant: Mutant, result: str, path: Path = TRIED) -> None:
    with _held(path) as file:
        csv.writer(file, lineterminator="\n").writerow((mutant.id, change_of(mutant), result))


def put_in_order(mutants: Iterable[Mutant], path: Path = TRIED) -> None:
    """A row for each that was tried, a second one where it came out otherwise later."""
    every = {one.id: one for one in mutants}
    with _held(path) as file:
        first, last = read(every.values(), path)
        file.truncate(0)
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for mutant in sorted(first):
            for result in dict.fromkeys((first[mutant], last[mutant])):
                rows.writerow((mutant, change_of(every[mutant]), result))


def _rows(file: TextIO) -> Iterator[tuple[str, str, str]]:
    """Without the head, and without a line that was not written to its end."""
    for row in csv.reader(file):
        if len(row) == len(COLUMNS) and tuple(row) != COLUMNS:
            yield row[0], row[1], row[2]


@contextmanager
def _held(path: Path) -> Iterator[TextIO]:
    """The file, for one writer at a time: several parts may be tried side by side."""
    with path.open("a", encoding="utf-8", newline="") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
