"""Every paytable that a regulation allows: a submission for each, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from feltlaw.money import dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Payouts
from feltlaw.submission import Submission, SubmissionError

ONLY, POSTED = "only", "posted"
AS_POSTED = "as posted"
"""Beside the name of a printed table: this table's own rows or meter."""


Read = Callable[[Submission], object]
"""What a submission pays: rows and the terms of a meter, to tell whether two pay alike."""


def every_table(
    submission: Submission, section: str, payouts: Payouts, own: Paytable | None, read: Read
) -> Iterator[tuple[str, Submission]]:
    """Each table that may be chosen, with a submission that chooses it; `own` is the one chosen here.

    A printed table to which the submission adds a row of its own, or a meter on other terms, occurs twice: as
    it is printed and as it is posted.
    """
    tables = list(payouts.tables.values())
    if own is not None and own.key not in payouts.tables:
        tables.append(own)
    for table in tables:
        name = _key(table, tables)
        if own is None or own.key != table.key:
            yield name, varied(submission, section, table, payouts)
            continue
        if own.key in payouts.tables:
            printed = varied(submission, section, table, payouts)
            if read(printed) != read(submission):
                yield name, printed
                name = f"{name} {AS_POSTED}"
        yield name, submission


def named_tables(payouts: Payouts, own: Paytable | None) -> dict[str, Paytable]:
    """The tables under the names that `every_table` gives them; the table's own one too, where it differs."""
    tables = list(payouts.tables.values())
    found = {_key(table, tables): table for table in tables}
    if own is not None and own.key not in payouts.tables:
        found[_key(own, [*tables, own])] = own
    elif own is not None and own.rows != payouts.tables[own.key].rows:
        found[f"{_key(own, tables)} {AS_POSTED}"] = own
    return found


def _own_terms(payouts: Payouts) -> tuple[str, ...]:
    """The keys by which a submission changes a printed table."""
    return ("rows", "seed", "increment", *(row.key for row in payouts.optional_rows.values()))


def _key(table: Paytable, tables: Sequence[Paytable]) -> str:
    """What a table is called among others: its name, its key where two share it, `only` without one."""
    if not table.name:
        return ONLY if table.key != POSTED else table.key
    return table.key if [one.name for one in tables].count(table.name) > 1 else table.name


def varied(
    submission: Submission, section: str, table: Paytable | None = None, payouts: Payouts | None = None
) -> Submission:
    """The submission with a section added or its paytable changed, all else kept as far as it goes."""
    data = deepcopy(submission.to_data())
    try:
        return Submission.from_data(_changed(data, submission, section, table, payouts))
    except SubmissionError:
        return Submission.from_data(
            _changed({"regulation": submission.regulation.id}, submission, section, table, payouts)
        )


def _changed(
    data: dict[str, Any],
    submission: Submission,
    section: str,
    table: Paytable | None,
    payouts: Payouts | None,
) -> dict[str, Any]:
    wagers = data.setdefault("wagers", {})
    mine = wagers.setdefault(section, {})
    for group in submission.regulation.exclusive:
        if section in group.wagers:
            for other in group.wagers:
                if other != section:
                    wagers.pop(other, None)
    if table is None or payouts is None:
        return data
    for key in _own_terms(payouts):
        mine.pop(key, None)
    if payouts.choice is not None and table.name:
        mine[payouts.choice.key] = table.name
    if table.amount is not None:
        mine["amount"] = dollars(table.amount)
    if table.versions and submission.version not in table.versions:
        data["version"] = {submission.regulation.linked_wager: table.versions[0]}
    return data
