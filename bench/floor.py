"""The floor under load: real clients over real sockets, at full speed and at a real table's pace, on both
databases."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from urllib.parse import urlsplit

from bench.floor_clients import Load, played
from bench.measure import Compared, Effort, LeftOut, Result
from bench.records import play_automatic
from bench.tables import full_table
from feltlaw.crew import Crew

EIGHTH, FOUR_FIFTHS = 1 / 8, 0.8
TENTH_SECOND = 0.1
TWO_PROCESSES = 1.6
ALONE = "the desk alone, in memory"
ROUND = 60.0
"""Seconds of a round at a real table."""


def loaded(
    place: str, tables: int, seconds: float, how: str = "durable", *, processes: int = 1, slow: float = 0
) -> Load:
    """Servers in processes of their own, and everybody at their tables in this one."""
    each = tables // processes
    with contextlib.ExitStack() as stack:
        servers: list[subprocess.Popen[str]] = []
        where = []
        for at in range(processes):
            command = [sys.executable, "-m", "bench.floor_server", place]
            command += [str(at * each + 1), str((at + 1) * each), how]
            server = stack.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            servers.append(server)
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            where.append((told["address"], told["keys"]))

        def tell() -> None:
            for server in servers:
                assert server.stdin is not None
                server.stdin.write("\n")
                server.stdin.flush()

        load = asyncio.run(played(where, seconds, tell, slow))
        tell()
        for server in servers:
            assert server.stdout is not None
            load.took(json.loads(server.stdout.readline()))
    return load


def _alone(rounds: int) -> float:
    """Seconds a round at the desk alone, on the memory store."""
    desk = full_table()
    crew = Crew(desk)
    play_automatic(desk, crew)
    began = process_time()
    for _ in range(rounds):
        play_automatic(desk, crew)
    return (process_time() - began) / rounds


def floor(effort: Effort, folder: Path) -> Iterator[Result]:
    """Rounds of one and of many tables against the desk alone, the framework alone, commits nobody waits for;
    tables at the pace of real ones; several processes."""
    many, seconds = (10, 4.0) if effort.quick else (50, 12.0)
    alone = _alone(20 if effort.quick else 100)
    with _postgres() as database:
        for store, place in (("SQLite", str(folder / "floor")), ("PostgreSQL", database)):
            if not place:
                yield LeftOut(f"the floor on {store}", "there is no PostgreSQL here; see TEST_DATABASE_URL")
                continue
            for tables in (1, many):
                load = loaded(_place(place, f"t{tables}"), tables, seconds)
                yield Compared(
                    f"{tables} tables over HTTP, {store}", "round", load.cost, alone, ALONE,
                    EIGHTH if tables > 1 else None, str(load),
                )  # fmt: skip
                if tables > 1:
                    yield from _compared(place, store, many, seconds, load)
            yield _slow(effort, _place(place, "slow"), store)


def _compared(place: str, store: str, many: int, seconds: float, busy: Load) -> Iterator[Result]:
    """The same load without what costs: the framework alone, commits nobody waits for, two processes."""
    if store == "SQLite":
        limit = loaded("", many, seconds / 2, "empty")
        yield Compared(
            f"{many} tables over HTTP, {store}", "round", busy.cost, limit.cost, "an empty handler", None,
            f"empty: {limit}",
        )  # fmt: skip
        hasty = loaded(_place(place, "hasty"), many, seconds, "not")
        yield Compared(
            f"{many} tables, durable commits", "round", 1 / busy.rate, 1 / hasty.rate,
            "commits not waited for", FOUR_FIFTHS, f"not waited for: {hasty}",
        )  # fmt: skip
        return
    two = loaded(_place(place, "two"), many, seconds, processes=2)
    cores = os.cpu_count() or 1
    yield Compared(
        f"{many} tables, two processes, {store}", "round", 1 / two.rate, 1 / busy.rate, "one process",
        TWO_PROCESSES if cores >= 4 else None, f"{two}; {cores} processors for them, clients and database",
    )  # fmt: skip


def _slow(effort: Effort, place: str, store: str) -> Result:
    """Tables at the pace of real ones, with a screen for every player."""
    tables, pace = (10, 15.0) if effort.quick else (300, ROUND)
    load = loaded(place, tables, pace, slow=pace)
    share = load.used / load.seconds
    return Compared(
        f"{tables} tables at a real pace, seven players and screens each, {store}", "command",
        load.quantile(0.99), TENTH_SECOND, "p99 of a tenth of a second", 1.0,
        f"{load}; {share:.0%} of a core and {load.memory / 2**20:,.0f} MiB: {ROUND / load.cost:,.0f} a core",
    )  # fmt: skip


@contextlib.contextmanager
def _postgres() -> Iterator[str]:
    """An address of a database server for the bench; empty where there is none."""
    if url := os.environ.get("TEST_DATABASE_URL", ""):
        yield url
        return
    try:
        from tests.floor.postgres import Missing, new_server
    except ImportError:
        yield ""
        return
    try:
        server = new_server()
    except (Missing, OSError, subprocess.CalledProcessError):
        yield ""
        return
    try:
        yield server.url
    finally:
        server.kill()


def _place(place: str, name: str) -> str:
    """A folder or a new database of one's own."""
    if "://" not in place:
        return f"{place}-{name}"
    import psycopg

    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "bench_{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "bench_{name}"'.encode())
    return urlsplit(place)._replace(path=f"/bench_{name}").geturl()
