"""The client for programs that do one thing after the other."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, ParamSpec, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect

from feltlaw.client import calls
from feltlaw.client.calls import Call
from feltlaw.client.model import Frame, Json, Unreachable
from feltlaw.client.wire import (
    PATIENCE,
    SECONDS,
    Following,
    cookies_of,
    link_url,
    live_url,
    lost_before_sent,
    pause,
    refused,
    signed,
    trusted,
)

P = ParamSpec("P")
T = TypeVar("T")


class _Does(Generic[P, T]):
    """A call as a method of the client, with the call's own parameters."""

    def __init__(self, make: Callable[P, Call[T]]) -> None:
        self._make = make

    def __get__(self, client: Client, kind: type | None = None) -> Callable[P, T]:
        @functools.wraps(self._make)
        def method(*given: P.args, **named: P.kwargs) -> T:
            return client.send(self._make(*given, **named))

        return method


class Client:
    """A floor at an address, for an account that signs in or has a key, or for a visitor."""

    me = _Does(calls.me)
    new_password = _Does(calls.new_password)
    people = _Does(calls.people)
    add_person = _Does(calls.add_person)
    change_person = _Does(calls.change_person)
    keys = _Does(calls.keys)
    make_key = _Does(calls.make_key)
    end_key = _Does(calls.end_key)
    tables = _Does(calls.tables)
    table = _Does(calls.table)
    open_table = _Does(calls.open_table)
    close_table = _Does(calls.close_table)
    submission = _Does(calls.submission)
    view = _Does(calls.view)
    command = _Does(calls.command)
    buy_in = _Does(calls.buy_in)
    cash_out = _Does(calls.cash_out)
    practice = _Does(calls.practice)
    coach = _Does(calls.coach)
    account = _Does(calls.account)
    deposit = _Does(calls.deposit)
    withdraw = _Does(calls.withdraw)
    approvals = _Does(calls.approvals)
    decide_approval = _Does(calls.decide_approval)
    links = _Does(calls.links)
    link_act = _Does(calls.link_act)
    rounds = _Does(calls.rounds)
    round = _Does(calls.one_round)
    hold_round = _Does(calls.hold_round)
    dispute_round = _Does(calls.dispute_round)
    settle_dispute = _Does(calls.settle_dispute)
    disputes = _Does(calls.disputes)
    correct_round = _Does(calls.correct_round)
    bundle = _Does(calls.bundle)
    record = _Does(calls.record)
    checkpoint = _Does(calls.checkpoint)
    check = _Does(calls.check)
    settle = _Does(calls.settle)
    analyze = _Does(calls.analyze)
    layout = _Does(calls.layout)
    sign_in = _Does(calls.sign_in)
    sign_out = _Does(calls.sign_out)

    def __init__(self, url: str, *, key: str = "", patience: float = PATIENCE) -> None:
        self.url, self.patience = url.rstrip("/"), patience
        self._signed = signed(key)
        self._http = httpx.Client(
            base_url=self.url, headers=self._signed, timeout=SECONDS, trust_env=False, verify=trusted()
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call[T]) -> T:
        """Sends a call, again with the same key where its answer was lost.

        Raises `Problem` where the floor refuses, `Unreachable` where no answer came in time.
        """
        until, attempt = time.monotonic() + self.patience, 0
        while True:
            why = ""
            try:
                answer = self._http.request(
                    call.method, call.path, content=call.body, params=call.params, headers=call.headers
                )
            except httpx.TransportError as error:
                why = f"{type(error).__name__}: {error}"
                if not call.repeatable and not lost_before_sent(error):
                    raise Unreachable(why, call.key) from error
            wait = pause(attempt)
            attempt += 1
            late = time.monotonic() + wait > until
            if why and late:
                raise Unreachable(why, call.key)
            if not why and (late or not call.again(answer.status_code)):
                return call.result(answer.status_code, answer.content)
            time.sleep(wait)

    def live(self, table: str, *, after: int | None = None, as_: str | None = None) -> Iterator[Frame]:
        """Frames of a table as they come, for as long as one listens; see `AsyncClient.live`."""
        following = Following(after)
        yield from self._frames(lambda: live_url(self.url, table, following.after, as_), following.frame)

    def link_live(self, link: str) -> Iterator[Json]:
        """Readings and hits of a meter as they come."""
        yield from self._frames(lambda: link_url(self.url, link), dict)

    def _frames(self, address: Callable[[], str], take: Callable[[Any], T | None]) -> Iterator[T]:
        attempt = 0
        while True:
            headers = {**self._signed, **cookies_of(self._http.cookies.jar)}
            try:
                with connect(
                    address(), additional_headers=headers, compression=None, proxy=None, max_size=None
                ) as socket:
                    for text in socket:
                        attempt = 0
                        taken = take(refused(text))
                        if taken is not None:
                            yield taken
            except ConnectionClosed:
                pass
            except InvalidStatus as error:
                if error.response.status_code < 500:
                    raise
            except (OSError, WebSocketException):
                pass
            time.sleep(pause(attempt))
            attempt += 1
