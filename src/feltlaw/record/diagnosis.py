"""What happened to a record where it stops making sense: changed, dropped, swapped, inserted, cut."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from feltlaw.record.chain import (
    COMMIT_BEGINS,
    Commit,
    Fault,
    Position,
    Stuck,
    Walk,
    is_beginning,
    looks_like_a_line,
    read_commit,
    seal_batch,
)
from feltlaw.record.lines import Entry, open_line

Rows = Callable[[], Iterable[bytes]]
"""The lines of a record once more, from its beginning, with their line feeds."""
MOST_PAIRED = 60
"""In a batch of so many lines, any two are tried in each other's places; in a longer one only neighbours."""


def diagnose(walk: Walk, rows: Rows, confirmed: int | None = None) -> Fault:
    """What is wrong at the line where a walk is stuck.

    `confirmed` is the last batch that is known to have been written, where something is known.
    """
    stuck = walk.stuck
    assert stuck is not None
    if stuck.line == 1:
        return _beginning(stuck)
    twin = _twin(stuck, rows) if stuck.found is not None else None
    if twin is not None:
        return _at(stuck, "inserted", f"this line was put in: it is line {twin} once more")
    if _holds_without(walk, stuck, rows):
        why = stuck.why or "the lines around it belong together"
        return _at(stuck, "inserted", f"this line was put in: {why}")
    if isinstance(stuck.found, Commit):
        return _confirming(walk, stuck, stuck.found, rows)
    if isinstance(stuck.found, Entry):
        return _misplaced(walk, stuck, stuck.found, rows)
    if confirmed is not None and confirmed == walk.position.batch and not stuck.pending:
        return _at(stuck, "appended", f"there is more than was written, put on at the end: {stuck.why}")
    return _at(stuck, "changed", f"this line was changed: {stuck.why}")


def _at(stuck: Stuck, kind: str, what: str) -> Fault:
    found = stuck.found
    if isinstance(found, Entry):
        return Fault(stuck.line, kind, what, found.stream, found.number)
    return Fault(stuck.line, kind, what)


def _beginning(stuck: Stuck) -> Fault:
    if stuck.found is not None or looks_like_a_line(stuck.raw):
        return _at(stuck, "dropped", "the beginning of the record is missing: another line stands first")
    return _at(stuck, "changed", f"the beginning of the record was changed: {stuck.why}")


# ── looking around ──


def _after(stuck: Stuck, rows: Rows) -> Iterator[tuple[int, bytes]]:
    """The lines after the one in question, by their numbers."""
    for number, row in enumerate(rows(), 1):
        if number > stuck.line:
            yield number, row.removesuffix(b"\n")


def _holds_without(walk: Walk, stuck: Stuck, rows: Rows) -> bool:
    """Whether the lines around this one belong together: without it the walk goes on.

    It goes on through a batch, and through the one that the line says it is of: there it could be missed.
    In an export nothing confirms a batch, and it goes on to the end: any later line could miss it.
    """
    trial = _trial(walk)
    batch = stuck.found.batch if stuck.found is not None else 0
    went_on = False
    for _, raw in _after(stuck, rows):
        made = trial.take(raw)
        if trial.stuck is not None:
            return False
        if trial.commits and made is not None and trial.position.batch >= batch:
            return True
        went_on = True
    return not trial.commits and went_on


def _trial(walk: Walk) -> Walk:
    found = copy.copy(walk)
    at = walk.position
    found.position = Position(dict(at.heads), at.batch, at.seal, at.line, at.offset)
    found.open, found._heads, found.stuck = list(walk.open), dict(walk._heads), None
    return found


def _twin(stuck: Stuck, rows: Rows) -> int | None:
    """The number of another line that is the same."""
    for number, row in enumerate(rows(), 1):
        if number != stuck.line and row.removesuffix(b"\n") == stuck.raw:
            return number
    return None


def _belongs_here(walk: Walk, stuck: Stuck, rows: Rows) -> int | None:
    """The number of a later line that would be the next one here."""
    for number, raw in _after(stuck, rows):
        try:
            if raw.startswith(COMMIT_BEGINS):
                if walk.commits and read_commit(raw) == _wanted(walk):
                    return number
            elif walk.fits(open_line(raw)):
                return number
        except ValueError:
            continue
    return None


def _wanted(walk: Walk) -> Commit:
    """The line that would confirm what stands here."""
    at = walk.position
    return Commit(at.batch + 1, len(walk.open), seal_batch(at.seal, [one.hash for one in walk.open]))


# ── sound lines in wrong places ──


def _misplaced(walk: Walk, stuck: Stuck, entry: Entry, rows: Rows) -> Fault:
    """An event that is sound in itself, but does not belong here."""
    head = walk.head(entry.stream)
    other = _belongs_here(walk, stuck, rows)
    if other is not None:
        return _at(stuck, "swapped", f"this line is out of its place: line {other} belongs here")
    if entry.number > head.number + 1:
        first, last = head.number + 1, entry.number - 1
        missing = f"event {first} is" if first == last else f"events {first} to {last} are"
        return _at(stuck, "dropped", f"{missing} missing before this line")
    if (entry.number, entry.prev) == (head.number + 1, head.hash):
        batch = walk.position.batch + 1
        if entry.batch > batch and walk.open:
            return _at(stuck, "dropped", f"the line that confirms batch {batch} is missing before this line")
        if entry.batch > batch:
            last = entry.batch - 1
            missing = f"batch {batch} is" if batch == last else f"batches {batch} to {last} are"
            return _at(stuck, "dropped", f"{missing} missing before this line")
        return _at(stuck, "changed", f"this line says that it is of batch {entry.batch}, and that is over")
    return _at(stuck, "changed", "this line does not follow the one before it: one of the two is another now")


def _confirming(walk: Walk, stuck: Stuck, commit: Commit, rows: Rows) -> Fault:
    """A line that confirms something else than what stands before it."""
    wanted = _wanted(walk)
    if commit.seal == wanted.seal and walk.open:
        return _at(stuck, "changed", "this line, which confirms those before it, was changed")
    if (commit.batch, commit.lines) == (wanted.batch, wanted.lines):
        if other := _swapped(walk, commit):
            line = stuck.line - len(walk.open) + other[0]
            what = f"this line and line {line + other[1] - other[0]} are in each other's places"
            entry = walk.open[other[0]]
            return Fault(line, "swapped", what, entry.stream, entry.number)
        return _at(stuck, "changed", "this line, which confirms those before it, was changed")
    other_line = _belongs_here(walk, stuck, rows)
    if other_line is not None:
        return _at(stuck, "swapped", f"this line is out of its place: line {other_line} belongs here")
    if commit.batch == wanted.batch and commit.lines > wanted.lines:
        what = f"batch {commit.batch} has {commit.lines} events, and {wanted.lines} are here"
        return _at(stuck, "dropped", f"events are missing before this line: {what}")
    if commit.batch > wanted.batch:
        return _at(stuck, "dropped", f"what belongs to batch {wanted.batch} is missing before this line")
    return _at(stuck, "changed", "this line does not confirm what stands before it")


def _swapped(walk: Walk, commit: Commit) -> tuple[int, int] | None:
    """Two lines of a batch that the confirming line knows in each other's places."""
    hashes = [entry.hash for entry in walk.open]
    many = len(hashes)
    pairs = combinations(range(many), 2) if many <= MOST_PAIRED else ((at, at + 1) for at in range(many - 1))
    for first, second in pairs:
        tried = list(hashes)
        tried[first], tried[second] = tried[second], tried[first]
        if seal_batch(walk.position.seal, tried) == commit.seal:
            return first, second
    return None


# ── ends ──


def is_torn(walk: Walk) -> bool:
    """Whether what stands after the last whole batch can be a write that was cut short."""
    if walk.stuck is not None:
        return False
    return bool(walk.open or walk.part) and (not walk.part or is_beginning(walk.part))


def end_fault(walk: Walk, confirmed: int | None) -> Fault:
    """What is wrong with an end that is not that of a whole batch, or that comes too early."""
    line = walk.position.line + len(walk.open) + 1
    known = confirmed is not None and confirmed > walk.position.batch
    batch = walk.position.batch + 1
    if walk.part and not is_beginning(walk.part):
        if not known and confirmed == walk.position.batch:
            return Fault(line, "appended", "there is more than was written, put on at the end")
        return Fault(line, "changed", "this line was changed, or put on at the end: no line begins like this")
    if known:
        cut = f"batches {batch} to {confirmed} had" if confirmed != batch else f"batch {batch} had"
        return Fault(line, "cut", f"the end was cut off: {cut} been confirmed")
    return Fault(line, "cut", f"the last write, batch {batch}, is incomplete from here on")
