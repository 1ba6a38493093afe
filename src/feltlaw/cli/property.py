"""What the commands on a property do."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from feltlaw.cli.analyze import read_submission
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.naming import choice_named
from feltlaw.cli.output import print_json, print_table
from feltlaw.client.bots import run_bots
from feltlaw.event import Person
from feltlaw.floor import backup
from feltlaw.floor.demo import PACE, automatic_tables, bot_keys, set_up
from feltlaw.floor.floor import Elsewhere, NoTable
from feltlaw.floor.keeper import NotHere
from feltlaw.floor.opening import Wanted
from feltlaw.floor.property import DATABASE, Property, Where, open_property, open_store
from feltlaw.floor.serve import Serving, quick_loop, serve
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.house import MODES
from feltlaw.record.keys import KeyFault
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused

T = TypeVar("T")

OPERATOR = "operator"
"""Whoever holds the data acts in this name on the command line."""


def where(data: str | None, database: str | None, key: str | None = None) -> Where:
    """The property that a command means."""
    return Where.of(data, database, key)


def _at(place: Where, act: Callable[[Property], Awaitable[T]]) -> T:
    """Does something at a property that need not be served."""

    async def work() -> T:
        async with open_property(place, serves=False) as prop:
            return await act(prop)

    return _run(work)


def seen(place: Where, act: Callable[[Property], Awaitable[T]]) -> T:
    """Does something at a property that is there; looking makes none."""
    _is_there(place)
    return _at(place, act)


def looked(place: Where, act: Callable[[FloorStore], Awaitable[T]]) -> T:
    """Reads what a property has written; nothing is added to it."""
    _is_there(place)

    async def work() -> T:
        store = await open_store(place)
        try:
            return await act(store)
        finally:
            await store.close()

    return _run(work)


def _is_there(place: Where) -> None:
    if not place.database and not (place.data / DATABASE).exists():
        raise unreadable(f"there is no property in {place.data}")


def _run(work: Callable[[], Awaitable[T]], loop: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    async def awaited() -> T:
        return await work()

    try:
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(awaited())
    except Refused as error:
        raise refused(str(error)) from None
    except Elsewhere:
        raise refused("a server runs this table; do it there") from None
    except (NoTable, NotHere) as error:
        raise refused(f"{error}") from None
    except (StoreError, KeyFault) as error:
        raise unreadable(f"{error}") from None


# ── serving ──


def run_server(serving: Serving, *, demo: bool) -> None:
    """Serves until Ctrl-C or a signal."""

    async def begun(prop: Property, address: str) -> contextlib.AbstractAsyncContextManager[None]:
        if demo:
            await set_up(prop, _say)
        return _with_bots(prop, address) if demo else contextlib.nullcontext()

    with contextlib.suppress(KeyboardInterrupt):
        _run(lambda: serve(serving, _say, begun), quick_loop())


@contextlib.asynccontextmanager
async def _with_bots(prop: Property, address: str) -> AsyncIterator[None]:
    """Players of the program at the automatic tables, and a floorperson who validates, while it serves."""
    stop = asyncio.Event()
    keys = await bot_keys(prop)
    playing = asyncio.ensure_future(run_bots(address, keys, tables=automatic_tables(), pace=PACE, stop=stop))
    try:
        yield
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await playing


def _say(line: str) -> None:
    print(line, flush=True)


# ── copies ──


def back_up(place: Where, file: str, *, with_key: bool, as_json: bool) -> None:
    _copied(
        lambda: backup.back_up(place, Path(file), with_key=with_key), f"{file} is written", as_json=as_json
    )


def put_back(place: Where, file: str, *, as_json: bool) -> None:
    _copied(lambda: backup.put_back(Path(file), place), f"{place.data} is restored", as_json=as_json)


def _copied(work: Callable[[], backup.Copied], done: str, *, as_json: bool) -> None:
    try:
        copied = work()
    except StoreError as error:
        raise unreadable(f"{error}") from None
    if as_json:
        print_json({"streams": copied.streams, "events": copied.events, "key": copied.with_key})
        return
    held = "with its signing key" if copied.with_key else "without the signing key"
    print(f"{done}: {copied.events:,} events in {copied.streams} streams, all whole, {held}.")


# ── people ──


def add_person(
    place: Where, name: str, roles: Sequence[str], grants: Sequence[str], *, from_stdin: bool, as_json: bool
) -> None:
    password = _password() if from_stdin else None

    async def act(prop: Property) -> str:
        by = await _manager(prop, "")
        return await prop.people.add(by, name, roles, grants, password)  # type: ignore[arg-type]

    given = _at(place, act)
    if as_json:
        print_json({"name": name, "roles": list(roles), **({"one_time_password": given} if given else {})})
    elif given:
        print(f"{name} {','.join(roles)} {given}")
    else:
        print(f"{name} {','.join(roles)}")


def list_people(place: Where, as_json: bool) -> None:
    everybody = seen(place, lambda prop: prop.people.everybody())
    rows = [
        {"name": one.name, "roles": list(one.roles), "grants": list(one.grants), "locked": one.locked}
        for one in everybody
    ]
    if as_json:
        print_json({"people": rows})
        return
    told = [
        [one.name, ", ".join((*one.roles, *one.grants)), "locked" if one.locked else ""] for one in everybody
    ]
    print_table(["name", "roles", ""], told)


def lock_person(place: Where, name: str, locked: bool, why: str) -> None:
    async def act(prop: Property) -> None:
        await prop.people.lock(await _manager(prop, ""), name, locked=locked, why=why)

    _at(place, act)
    print(f"{name} is {'locked' if locked else 'unlocked'}.")


def reset_person(place: Where, name: str, from_stdin: bool) -> None:
    password = _password() if from_stdin else None

    async def act(prop: Property) -> str:
        return await prop.people.reset(await _manager(prop, ""), name, password)

    given = _at(place, act)
    print(f"{name} {given}" if given else f"{name} has a new password.")


def _password() -> str:
    return sys.stdin.readline().rstrip("\n")


async def _manager(prop: Property, name: str) -> Person:
    """Who acts on the command line: a manager by name, or whoever holds the data."""
    if not name:
        return Person("manager", OPERATOR)
    found = await prop.people.find(name)
    if found is None or "manager" not in found.roles:
        raise Refused(f"{name} is no manager here", "Name one: feltlaw people list.")
    return Person("manager", found.name)


def _whose(by: str) -> str:
    """In whose name it was done, where nobody was named."""
    return "" if by else f" The record names {OPERATOR}, who holds the data; --by names a manager."


# ── tables ──


def open_table(place: Where, file: str, mode: str, name: str, by: str) -> None:
    named = choice_named(mode, MODES, "--mode")
    chosen = next(one for one in MODES if one == named)
    submission = read_submission(file)

    async def act(prop: Property) -> str:
        wanted = name or submission.table or "1"
        manager = await _manager(prop, by)
        await prop.floor.open(Wanted(wanted, chosen, submission, manager))
        return wanted

    print(f"Table {_at(place, act)} is open.{_whose(by)}")


def list_tables(place: Where, as_json: bool) -> None:
    async def act(store: FloorStore) -> list[dict[str, Any]]:
        return await store.read(lambda: sql.reading_rows("tables", order="id"))

    rows = looked(place, act)
    if as_json:
        print_json(
            {"tables": [{name: row[name] for name in ("id", "mode", "state", "submission")} for row in rows]}
        )
        return
    print_table(["table", "mode", "state"], [[row["id"], row["mode"], row["state"]] for row in rows])


def close_table(place: Where, name: str, by: str) -> None:
    async def act(prop: Property) -> None:
        await prop.floor.close(name, await _manager(prop, by))

    _at(place, act)
    print(f"Table {name} is closed.{_whose(by)}")
