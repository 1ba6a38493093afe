"""Counts of what is proved, for a terminal or a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from feltlaw.regulation import Regulation
from tools.clauses.facts import OPEN, PROMISES, PROVED, STATUSES, Facts, promises_of

Render = Callable[[Sequence[str], Iterable[Sequence[str]]], str]


def table_of(groups: Sequence[tuple[str, Sequence[Facts]]], what: str, render: Render) -> str:
    """A row for each group, and one for all of them."""
    every = [one for _, some in groups for one in some]
    rows = []
    for name, some in [*groups, ("all", every)]:
        count = Counter(one.status for one in some)
        rows.append([name, *(str(count[status]) for status in STATUSES), str(len(some))])
    return render([what, *STATUSES, "total"], rows)


def plain_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    return "\n".join(
        "  ".join(
            [
                line[0].ljust(widths[0]),
                *(one.rjust(width) for one, width in zip(line[1:], widths[1:], strict=True)),
            ]
        )
        for line in lines
    )


def tell(regulations: Sequence[Regulation], facts: Sequence[Facts], *, missing: bool) -> Iterator[str]:
    """The tables, and what is missing."""
    keys = {"regulation": [one.id for one in regulations]}
    for key in ("testable", "kind"):
        keys[key] = sorted({getattr(one.entry, key) for one in facts})
    for key, names in keys.items():
        groups = [(name, [one for one in facts if getattr(one.entry, key) == name]) for name in names]
        yield table_of(groups, key, plain_table)
    due = [one for one in facts if promises_of(one.entry) and one.status != PROVED]
    if due and not missing:
        yield f"{len(due)} clauses that must be proved are not: tools/conformance.py --missing names them."
    if missing:
        for promise, text in PROMISES.items():
            yield from _listed(
                f"Not proved of {text}", [one for one in due if promise in promises_of(one.entry)]
            )
        for testable in keys["testable"]:
            rest = [
                one
                for one in facts
                if one.status == OPEN and not promises_of(one.entry) and one.entry.testable == testable
            ]
            yield from _listed(f"Open, to be shown by {testable}", rest)


def _listed(title: str, some: Sequence[Facts]) -> Iterator[str]:
    if some:
        yield "\n".join([f"{title} ({len(some)}):", *(f"  {one.entry.id}" for one in some)])
