"""Whatever the OpenAPI description allows is sent, and much else: no answer is a fault of ours."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from feltlaw.client import Client
from tests.floor.playing import LINKED, play, seated
from tests.floor.served import served

schemathesis = pytest.importorskip("schemathesis")

ACCOUNTS = ("", "manager1", "player1", "floor1", "cashier1", "auditor1")
KNOWN = {"table": "t1", "link": "tcp-link", "name": "player2", "number": "1", "stream": "table/t1"}
"""What there is, for every second request; the others are about things that are not there."""


@contextmanager
def running(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """A floor in a thread of its own, with a table that has been played at; its address, and keys."""
    told: queue.Queue[Any] = queue.Queue()
    over: list[Any] = []

    async def scenario() -> None:
        async with served(folder) as floor:
            await (await floor.client("manager1")).open_table(LINKED, "automatic", "t1")
            player = await seated(floor, "player1", "t1", 3)
            played = await play(player, "t1", 3, {"ante": "10.00"})
            assert played.view["rounds"] == 1
            keys = {name: await floor.key(name) if name else "" for name in ACCOUNTS}
            stop = asyncio.Event()
            over.extend([asyncio.get_running_loop(), stop])
            told.put((floor.url, keys))
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(scenario()), daemon=True)
    thread.start()
    try:
        yield told.get(timeout=30)
    finally:
        loop, stop = over
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)


def examine(folder: Path, examples: int, *, by_all: bool) -> int:
    """Every operation with so many examples, by every account or by one after the other; gives how many
    requests were sent."""
    sent = cases_sent = 0
    with running(folder) as (url, keys), httpx.Client(base_url=url, trust_env=False, timeout=60) as http:
        description = http.get("/api/openapi.json").json()
        schema = schemathesis.openapi.from_dict(description)
        modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
        for found, mode in itertools.product(schema.get_all_operations(), modes):
            operation = found.ok()
            if not by_all and operation.method == "get" and mode is modes[1]:
                continue  # the long proof has them
            cases = operation.as_strategy(generation_mode=mode)

            @settings(
                max_examples=examples, deadline=None, database=None, derandomize=True,
                phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(case=cases)
            def check(case: Any) -> None:
                nonlocal sent, cases_sent
                cases_sent += 1
                if cases_sent % 2 and case.path != "/api/tables/{table}/close":
                    case.path_parameters |= {
                        name: KNOWN[name] for name in case.path_parameters if name in KNOWN
                    }
                request = case.as_transport_kwargs(base_url=url)
                for name in ACCOUNTS if by_all else [ACCOUNTS[cases_sent // 2 % len(ACCOUNTS)]]:
                    key = keys[name]
                    sent += 1
                    headers = {**dict(request["headers"]), "Idempotency-Key": f"{name}-{sent}"}
                    if key:
                        headers["Authorization"] = f"Bearer {key}"
                    try:
                        answer = http.request(
                            request["method"], request["url"], params=request.get("params"),
                            json=request.get("json"), content=request.get("data"), headers=headers,
                        )  # fmt: skip
                    except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeError):
                        continue  # it cannot be sent
                    what = (name, request["method"], request["url"], answer.status_code, answer.text[:300])
                    assert answer.status_code < 500 or answer.status_code == 503, what
                    if answer.status_code >= 400:
                        assert answer.headers["content-type"] == "application/problem+json", what
                        assert answer.json()["detail"], what

            with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with what takes nothing
                check()
        with Client(url, key=keys["auditor1"]) as auditor:
            assert auditor.round("t1", 1)["round"] == 1, "it still works"
            ready = http.get("/readyz").json()
            assert ready["status"] == "ok"
            assert ready["stopped"] == {}
    return sent


def test_no_request_that_the_description_allows_is_a_fault(tmp_path: Path) -> None:
    assert examine(tmp_path, 2, by_all=False) > 100


@pytest.mark.proof
def test_no_request_that_the_description_allows_is_a_fault_proof(tmp_path: Path) -> None:
    assert examine(tmp_path, 150, by_all=True) > 20_000
