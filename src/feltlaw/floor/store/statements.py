"""The store's transactions, written once for both databases: each yields statements and is sent their rows.

Whoever runs one, in a thread, on an event loop or in a simulation, only carries statements to a database.
They are portable SQL with `?` for values; names of tables and columns come from the migrations and from
nowhere else.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from feltlaw.floor.store.model import (
    TABLES,
    Append,
    Behind,
    Change,
    Delete,
    Kept,
    KeyTaken,
    Lease,
    LostLease,
    Row,
    Update,
    Upsert,
)
from feltlaw.record.lines import START
from feltlaw.record.store import EMPTY, Head, StoreError

Statement = tuple[str, Sequence[Row]]
"""SQL and the rows of values it is run with, one after the other."""
T = TypeVar("T")
Steps = Generator[Statement, list[Row], T]
"""A transaction: what it yields is run, what came back is sent, what it returns is its result."""

FOR_UPDATE = " FOR UPDATE"
"""Taken out where a database locks as a whole."""


def one(sql: str, *values: Any) -> Statement:
    return sql, [values]


# ── appending ──


def appending(appends: Sequence[Append]) -> Steps[list[StoreError | None]]:
    """Several appends in one transaction; gives for each None, or why it was refused.

    A refused one leaves nothing behind: it is checked as a whole before anything of it is written. All rows
    of their streams are locked first, in one order, so that two processes never wait for each other in a
    ring.
    """
    streams = sorted(
        {line.stream for append in appends for line in append.lines}.union(*(a.leases for a in appends))
    )
    heads, epochs, batches = yield from _locked(streams)
    taken = yield from _taken([append.kept for append in appends if append.kept is not None])
    results: list[StoreError | None] = []
    good: list[Append] = []
    for append in appends:
        try:
            _check(append, heads, epochs, batches, taken)
        except StoreError as refused:
            results.append(refused)
            continue
        for line in append.lines:
            heads[line.stream] = Head(line.number, line.hash)
            batches[line.stream] = line.batch
        if append.kept is not None:
            taken.add((append.kept.account, append.kept.key))
        good.append(append)
        results.append(None)
    yield from written(good, heads, batches)
    return results


def _locked(streams: Sequence[str]) -> Steps[tuple[dict[str, Head], dict[str, int], dict[str, int]]]:
    """The last events of streams, their epochs and the numbers of their last appends, which stay as they are
    until this transaction is over."""
    if not streams:
        return {}, {}, {}
    marks = ", ".join("?" for _ in streams)
    columns = "stream, number, hash, epoch, batch"
    sql = f"SELECT {columns} FROM streams WHERE stream IN ({marks}) ORDER BY stream{FOR_UPDATE}"
    rows = yield one(sql, *streams)
    if len(rows) < len(streams):
        known = {row[0] for row in rows}
        yield (
            "INSERT INTO streams (stream, number, hash, owner, epoch, until) VALUES (?, 0, ?, '', 0, 0)"
            " ON CONFLICT (stream) DO NOTHING",
            [(stream, START) for stream in streams if stream not in known],
        )
        rows = yield one(sql, *streams)
    heads = {str(row[0]): Head(int(row[1]), str(row[2])) for row in rows}
    return heads, {str(row[0]): int(row[3]) for row in rows}, {str(row[0]): int(row[4]) for row in rows}


def _taken(kept: Sequence[Kept]) -> Steps[set[tuple[str, str]]]:
    """The keys among these that have an answer already."""
    found: set[tuple[str, str]] = set()
    for part in range(0, len(kept), 100):
        some = kept[part : part + 100]
        marks = ", ".join("(?, ?)" for _ in some)
        values = [value for one_kept in some for value in (one_kept.account, one_kept.key)]
        rows = yield one(
            f"SELECT account, key FROM answers WHERE (account, key) IN (VALUES {marks})", *values
        )
        found.update((str(account), str(key)) for account, key in rows)
    return found


def _check(
    append: Append,
    heads: Mapping[str, Head],
    epochs: Mapping[str, int],
    batches: Mapping[str, int],
    taken: set[tuple[str, str]],
) -> None:
    """Whether an append may be made: its leases hold, its events are next, its key is free.

    Its number is higher than that of every append before it in its streams: so events can be put in an order
    by these numbers alone, whichever processes wrote them.
    """
    for stream, epoch in append.leases.items():
        if epochs[stream] != epoch:
            raise LostLease(f"{stream} is owned by another process")
    if append.kept is not None and (append.kept.account, append.kept.key) in taken:
        raise KeyTaken("this key was used at the same time")
    ends: dict[str, Head] = {}
    for line in append.lines:
        head = ends.get(line.stream) or heads[line.stream]
        last = max(batches[stream.stream] for stream in append.lines)
        if (line.number, line.prev) != (head.number + 1, head.hash):
            what = f"{line.stream} has {head.number} events, and this would be number {line.number}"
            raise Behind(what, last)
        if line.batch <= batches[line.stream]:
            raise Behind(f"{line.stream} has an append after number {line.batch}", last)
        ends[line.stream] = Head(line.number, line.hash)


def written(appends: Sequence[Append], heads: Mapping[str, Head], batches: Mapping[str, int]) -> Steps[None]:
    """Appends that may be made, and how their streams end with them."""
    lines = [line for append in appends for line in append.lines]
    if lines:
        yield (
            "INSERT INTO events (stream, number, at, line) VALUES (?, ?, ?, ?)",
            [(line.stream, line.number, line.event.at, line.raw) for line in lines],
        )
        ends = {line.stream: heads[line.stream] for line in lines}
        yield (
            "UPDATE streams SET number = ?, hash = ?, batch = ? WHERE stream = ?",
            [(head.number, head.hash, batches[stream], stream) for stream, head in ends.items()],
        )
    kept = [append.kept for append in appends if append.kept is not None]
    if kept:
        yield (
            "INSERT INTO answers (account, key, request, status, body, at, stream, first, last)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(k.account, k.key, k.request, k.status, k.body, k.at, k.stream, k.first, k.last) for k in kept],
        )
    yield from writing([row for append in appends for row in append.rows])


def locking_all(own: str) -> Steps[tuple[dict[str, Head], dict[str, int]]]:
    """How every stream with events ends and the number of its last append, until this transaction is over;
    one's own may be empty."""
    yield (
        "INSERT INTO streams (stream, number, hash, owner, epoch, until) VALUES (?, 0, ?, '', 0, 0)"
        " ON CONFLICT (stream) DO NOTHING",
        [(own, START)],
    )
    rows = yield one(f"SELECT stream, number, hash, batch FROM streams ORDER BY stream{FOR_UPDATE}")
    heads = {str(row[0]): Head(int(row[1]), str(row[2])) for row in rows if int(row[1])}
    return heads, {str(row[0]): int(row[3]) for row in rows}


def reading_ends(stream: str) -> Steps[tuple[bytes, bytes] | None]:
    """The first and the last event of a stream as they are on record; None where there is none."""
    rows = yield one(
        "SELECT line FROM events WHERE stream = ? AND number IN"
        " (1, (SELECT MAX(number) FROM events WHERE stream = ?)) ORDER BY number",
        stream,
        stream,
    )
    return (bytes(rows[0][0]), bytes(rows[-1][0])) if rows else None


def writing(rows: Iterable[Change]) -> Steps[None]:
    """Rows that are no events; neighbours that say the same statement go together."""
    waiting: tuple[str, list[Row]] | None = None
    for row in rows:
        sql, values = _statement(row)
        if waiting is not None and waiting[0] == sql:
            waiting[1].append(values)
            continue
        if waiting is not None:
            yield waiting
        waiting = (sql, [values])
    if waiting is not None:
        yield waiting


def _statement(row: Change) -> tuple[str, Row]:
    known, key = TABLES[row.table]
    if isinstance(row, Delete):
        _known(row.table, known, row.key)
        where = " AND ".join(f"{name} = ?" for name in row.key)
        return f"DELETE FROM {row.table} WHERE {where}", tuple(row.key.values())
    if isinstance(row, Update):
        _known(row.table, known, {**row.key, **row.values})
        change = ", ".join(f"{name} = ?" for name in row.values)
        where = " AND ".join(f"{name} = ?" for name in row.key)
        values = (*row.values.values(), *row.key.values())
        return f"UPDATE {row.table} SET {change} WHERE {where}", values
    columns = {**row.key, **row.values} if isinstance(row, Upsert) else dict(row.values)
    _known(row.table, known, columns)
    names, marks = ", ".join(columns), ", ".join("?" for _ in columns)
    sql = f"INSERT INTO {row.table} ({names}) VALUES ({marks})"
    if isinstance(row, Upsert):
        change = ", ".join(f"{name} = excluded.{name}" for name in row.values)
        sql += f" ON CONFLICT ({', '.join(key)}) " + (f"DO UPDATE SET {change}" if change else "DO NOTHING")
    return sql, tuple(columns.values())


def _known(table: str, known: Iterable[str], columns: Iterable[str]) -> None:
    if not columns or not set(columns) <= set(known):
        raise ValueError(f"{table} has no such columns: {sorted(columns)}")


def finding(append: Append) -> Steps[bool]:
    """Whether an append is on record, after a connection was lost: waits for whatever still goes on there."""
    if not append.lines:
        return False
    yield from _locked(sorted({line.stream for line in append.lines}))
    line = append.lines[0]
    rows = yield one("SELECT line FROM events WHERE stream = ? AND number = ?", line.stream, line.number)
    return bool(rows) and bytes(rows[0][0]) == line.raw


# ── leases ──


def leasing(
    stream: str, owner: str, now: int, until: int, silent: tuple[str, int] | None = None
) -> Steps[Lease | None]:
    """Takes a stream, or goes on owning it; None where another owner's time is not over.

    `silent` is an owner, and until when, that has not said anything for so long that it must be gone,
    whatever time its clock had.
    """
    yield from _locked([stream])
    rows = yield one("SELECT owner, epoch, until FROM streams WHERE stream = ?", stream)
    held_by, epoch, held_until = str(rows[0][0]), int(rows[0][1]), int(rows[0][2])
    if held_by != owner and held_until > now and (held_by, held_until) != silent:
        return None
    if held_by != owner or held_until == 0:
        epoch += 1
    yield one(
        "UPDATE streams SET owner = ?, epoch = ?, until = ? WHERE stream = ?", owner, epoch, until, stream
    )
    return Lease(stream, owner, epoch, until)


def renewing(leases: Sequence[Lease], until: int) -> Steps[list[str]]:
    """Owns streams for longer; gives those that another process has taken."""
    epochs = (yield from _locked(sorted(lease.stream for lease in leases)))[1]
    held = [lease for lease in leases if epochs[lease.stream] == lease.epoch]
    if held:
        yield (
            "UPDATE streams SET until = ? WHERE stream = ? AND epoch = ?",
            [(until, lease.stream, lease.epoch) for lease in held],
        )
    return [lease.stream for lease in leases if epochs[lease.stream] != lease.epoch]


def releasing(leases: Sequence[Lease]) -> Steps[None]:
    """Gives streams up, so that another process need not wait."""
    if leases:
        yield (
            "UPDATE streams SET until = 0 WHERE stream = ? AND epoch = ?",
            [(lease.stream, lease.epoch) for lease in leases],
        )


def releasing_all() -> Steps[None]:
    """Gives every stream up: for a process that knows that it is the only one."""
    yield one("UPDATE streams SET until = 0 WHERE until > 0")


def joining(process: str, address: str, program: str, now: int) -> Steps[tuple[int, int]]:
    """Writes down a process that begins to serve; gives its number, which no other has had, and that of the
    last append so far."""
    yield from _locked(["house"])
    rows = yield one("SELECT COALESCE(MAX(serial), 0) FROM processes")
    serial = int(rows[0][0]) + 1
    yield _statement_one(
        Upsert(
            "processes",
            {"id": process},
            {"serial": serial, "address": address, "program": program, "seen": now},
        )
    )
    rows = yield one("SELECT COALESCE(MAX(batch), 0) FROM streams")
    return serial, int(rows[0][0])


def _statement_one(row: Change) -> Statement:
    sql, values = _statement(row)
    return sql, [values]


def owners(streams: Sequence[str]) -> Steps[dict[str, tuple[str, int]]]:
    """By stream, its owner and until when."""
    found: dict[str, tuple[str, int]] = {}
    for part in range(0, len(streams), 500):
        some = streams[part : part + 500]
        marks = ", ".join("?" for _ in some)
        rows = yield one(f"SELECT stream, owner, until FROM streams WHERE stream IN ({marks})", *some)
        found.update({str(stream): (str(owner), int(until)) for stream, owner, until in rows})
    return found


# ── reading ──


def reading_head(stream: str) -> Steps[Head]:
    rows = yield one("SELECT number, hash FROM streams WHERE stream = ?", stream)
    return Head(int(rows[0][0]), str(rows[0][1])) if rows else EMPTY


def reading_lines(stream: str, after: int, limit: int) -> Steps[list[bytes]]:
    """The lines of a stream from a number on."""
    rows = yield one(
        "SELECT line FROM events WHERE stream = ? AND number > ? ORDER BY number LIMIT ?",
        stream,
        after,
        limit,
    )
    return [bytes(line) for (line,) in rows]


def saved_before(stream: str, last: int) -> Steps[list[dict[str, Any]]]:
    """The last saved state that is named by an event up to this one."""
    columns = TABLES["snapshots"][0]
    rows = yield one(
        f"SELECT {', '.join(columns)} FROM snapshots WHERE stream = ? AND number < ?"
        " ORDER BY number DESC LIMIT 1",
        stream,
        last,
    )
    return [dict(zip(columns, row, strict=True)) for row in rows]


def last_round(table: str) -> Steps[int]:
    """The last event of the last round of a table that has ended; 0 where none has."""
    rows = yield one("SELECT COALESCE(MAX(last), 0) FROM rounds WHERE table_id = ?", table)
    return int(rows[0][0])


def reading_kept(account: str, key: str) -> Steps[Kept | None]:
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
    table: str,
    where: Mapping[str, Any] | None = None,
    *,
    order: str = "",
    limit: int = 0,
) -> Steps[list[dict[str, Any]]]:
    """Rows of a table that have these values, as mappings."""
    columns = TABLES[table][0]
    wanted = dict(where or {})
    _known(table, columns, (*wanted, *([order] if order else []), columns[0]))
    sql = f"SELECT {', '.join(columns)} FROM {table}"
    if wanted:
        sql += " WHERE " + " AND ".join(f"{name} = ?" for name in wanted)
    if order:
        sql += f" ORDER BY {order}"
    if limit:
        sql += f" LIMIT {int(limit)}"
    rows = yield one(sql, *wanted.values())
    return [dict(zip(columns, row, strict=True)) for row in rows]


def account_entries(account: str, before: int, limit: int) -> Steps[list[dict[str, Any]]]:
    """Entries of an account at the cage, the newest first."""
    columns = TABLES["account_entries"][0]
    older = " AND number < ?" if before else ""
    rows = yield one(
        f"SELECT {', '.join(columns)} FROM account_entries WHERE account = ?{older}"
        " ORDER BY number DESC LIMIT ?",
        *((account, before, limit) if before else (account, limit)),
    )
    return [dict(zip(columns, row, strict=True)) for row in rows]


def dropping(stream: str, table: str) -> Steps[None]:
    """A table without a trace: for practice, which nobody's money rests on."""
    for name, column, value in (
        ("events", "stream", stream),
        ("streams", "stream", stream),
        ("snapshots", "stream", stream),
        ("tables", "id", table),
        ("rounds", "table_id", table),
        ("round_players", "table_id", table),
    ):
        yield one(f"DELETE FROM {name} WHERE {column} = ?", value)
