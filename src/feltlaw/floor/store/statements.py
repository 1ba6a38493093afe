"""The store's transactions, written once for both databases: each yields statements and is sent the rows they gave.

Whoever runs one, in a thread, on an event loop or in a simulation, only carries statements to a database. Statements
are portable SQL with `?` for values; the names in them come from `model.COLUMNS` and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

from feltlaw.floor.store.model import (
    COLUMNS,
    KEYS,
    Append,
    Delete,
    KeyTaken,
    Kept,
    Lease,
    LostLease,
    Row,
    Upsert,
)
from feltlaw.record.lines import START
from feltlaw.record.store import Head, Stale, StoreError

Statement = tuple[str, Sequence[Row]]
"""SQL and the rows of values it is run with, one after the other."""
Steps = Generator[Statement, list[Row], Any]


def one(sql: str, *values: Any) -> Statement:
    return sql, [values]


def appending(appends: Sequence[Append], heads: dict[str, Head]) -> Generator[Statement, list[Row], list[Any]]:
    """Several appends in one transaction; gives for each None, or why it was refused.

    A refused one leaves nothing behind: it is checked as a whole before anything of it is written. `heads` are the
    streams' last events as far as they are known, and are brought up to date.
    """
    results: list[Any] = []
    events: list[Row] = []
    batch: int | None = None
    known = dict(heads)
    for append in appends:
        try:
            yield from _check(append, known)
        except StoreError as refused:
            results.append(refused)
            continue
        if append.lines and batch is None:
            rows = yield one("SELECT COALESCE(MAX(batch), 0) FROM events")
            batch = int(rows[0][0])
        if append.lines:
            batch = (batch or 0) + 1
        for line in append.lines:
            event = line.event
            events.append((line.stream, line.number, batch, event.at, event.kind, line.hash, line.raw))
            known[line.stream] = Head(line.number, line.hash)
        if append.kept is not None:
            yield _keep(append.kept)
        for row in append.rows:
            yield upsert(row) if isinstance(row, Upsert) else delete(row)
        results.append(None)
    if events:
        yield (
            "INSERT INTO events (stream, number, batch, at, kind, hash, line) VALUES (?, ?, ?, ?, ?, ?, ?)",
            events,
        )
    heads.update(known)
    return results


def _check(append: Append, known: dict[str, Head]) -> Steps:
    """Whether an append may be made: its leases hold, its events are next, its key is free."""
    for stream, epoch in append.leases.items():
        rows = yield one("SELECT epoch FROM leases WHERE stream = ?", stream)
        if not rows or rows[0][0] != epoch:
            raise LostLease(f"{stream} is owned by another process")
    next_of: dict[str, Head] = {}
    for line in append.lines:
        head = next_of.get(line.stream) or known.get(line.stream)
        if head is None:
            head = yield from reading_head(line.stream)
            known[line.stream] = head
        if (line.number, line.prev) != (head.number + 1, head.hash):
            known.pop(line.stream, None)
            raise Stale(f"{line.stream} has {head.number} events, and this would be number {line.number}")
        next_of[line.stream] = Head(line.number, line.hash)
    if append.kept is not None:
        kept = append.kept
        rows = yield one("SELECT 1 FROM answers WHERE account = ? AND key = ?", kept.account, kept.key)
        if rows:
            raise KeyTaken(f"the key of {kept.account} was used at the same time")


def _keep(kept: Kept) -> Statement:
    return one(
        "INSERT INTO answers (account, key, request, status, body, at, stream, first, last)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        kept.account,
        kept.key,
        kept.request,
        kept.status,
        kept.body,
        kept.at,
        kept.stream,
        kept.first,
        kept.last,
    )


def upsert(row: Upsert) -> Statement:
    """A row put in, or changed where its key is there."""
    columns = {**row.key, **row.values}
    if set(row.key) != set(KEYS[row.table]) or not set(columns) <= set(COLUMNS[row.table]):
        raise ValueError(f"{row.table} has no such columns: {sorted(columns)}")
    names, marks = ", ".join(columns), ", ".join("?" for _ in columns)
    change = ", ".join(f"{name} = excluded.{name}" for name in row.values)
    then = f"DO UPDATE SET {change}" if row.values else "DO NOTHING"
    sql = f"INSERT INTO {row.table} ({names}) VALUES ({marks}) ON CONFLICT ({', '.join(KEYS[row.table])}) {then}"
    return one(sql, *columns.values())


def delete(row: Delete) -> Statement:
    if not set(row.key) <= set(COLUMNS[row.table]) or not row.key:
        raise ValueError(f"{row.table} has no such columns: {sorted(row.key)}")
    where = " AND ".join(f"{name} = ?" for name in row.key)
    return one(f"DELETE FROM {row.table} WHERE {where}", *row.key.values())


# ── leases ──


def leasing(stream: str, owner: str, now: int, until: int) -> Generator[Statement, list[Row], Lease | None]:
    """Takes a stream, or goes on owning it; None where another owner's time is not over."""
    rows = yield one("SELECT owner, epoch, until FROM leases WHERE stream = ?", stream)
    if not rows:
        yield one(
            "INSERT INTO leases (stream, owner, epoch, until) VALUES (?, ?, 1, ?)", stream, owner, until
        )
        return Lease(stream, owner, 1, until)
    held_by, epoch, held_until = rows[0]
    if held_by == owner:
        yield one("UPDATE leases SET until = ? WHERE stream = ? AND epoch = ?", until, stream, epoch)
        return Lease(stream, owner, epoch, until)
    if held_until > now:
        return None
    yield one(
        "UPDATE leases SET owner = ?, epoch = ?, until = ? WHERE stream = ? AND epoch = ?",
        owner,
        epoch + 1,
        until,
        stream,
        epoch,
    )
    return Lease(stream, owner, epoch + 1, until)


def releasing(lease: Lease) -> Generator[Statement, list[Row], None]:
    """Gives a stream up, so that another process need not wait."""
    yield one("UPDATE leases SET until = 0 WHERE stream = ? AND epoch = ?", lease.stream, lease.epoch)


# ── reading ──


def reading_head(stream: str) -> Generator[Statement, list[Row], Head]:
    rows = yield one("SELECT number, hash FROM events WHERE stream = ? ORDER BY number DESC LIMIT 1", stream)
    return Head(int(rows[0][0]), str(rows[0][1])) if rows else Head(0, START)


def reading_lines(
    stream: str, after: int, limit: int
) -> Generator[Statement, list[Row], list[tuple[int, int, bytes]]]:
    """The events of a stream from a number on: number, batch and line."""
    rows = yield one(
        "SELECT number, batch, line FROM events WHERE stream = ? AND number > ? ORDER BY number LIMIT ?",
        stream,
        after,
        limit,
    )
    return [(int(number), int(batch), bytes(line)) for number, batch, line in rows]


def reading_kept(account: str, key: str) -> Generator[Statement, list[Row], Kept | None]:
    rows = yield one(
        "SELECT request, status, body, at, stream, first, last FROM answers WHERE account = ? AND key = ?",
        account,
        key,
    )
    if not rows:
        return None
    request, status, body, at, stream, first, last = rows[0]
    return Kept(account, key, request, status, bytes(body), at, stream, first, last)


def reading_rows(
    table: str, where: Mapping[str, Any], columns: Iterable[str] = ()
) -> Generator[Statement, list[Row], list[dict[str, Any]]]:
    """Rows of a table that have these values, as mappings."""
    wanted = tuple(columns) or COLUMNS[table]
    if not {*wanted, *where} <= set(COLUMNS[table]):
        raise ValueError(f"{table} has no such columns: {sorted({*wanted, *where})}")
    sql = f"SELECT {', '.join(wanted)} FROM {table}"
    if where:
        sql += " WHERE " + " AND ".join(f"{name} = ?" for name in where)
    rows = yield one(sql, *where.values())
    return [dict(zip(wanted, row, strict=True)) for row in rows]
