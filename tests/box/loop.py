"""An event loop whose time is made up: nobody waits, and a process that is killed never runs another line."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any

SPINNING = 50_000
"""So many rounds of the loop at one moment, and something goes on without ever waiting."""


class Life:
    """A process as the loop knows it: what runs in its context runs only while it lives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True

    def context(self) -> Context:
        """A context in which everything belongs to this process."""
        context = Context()
        context.run(_LIFE.set, self)
        return context


_LIFE: ContextVar[Life | None] = ContextVar("life", default=None)


def _is_dead(context: Context) -> bool:
    life = context.get(_LIFE)
    return life is not None and not life.alive


class Stuck(AssertionError):
    """Nothing will ever happen again, or nothing else than what happens now."""


class BoxLoop(asyncio.BaseEventLoop):
    """Time goes on where everybody waits, and then at once to the next moment something is due."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.errors: list[str] = []
        self._selector = self
        self._rounds = 0
        self._tasks: list[asyncio.Task[Any]] = []
        self.outside = copy_context()
        """The context of wires, disks and people, which no crash ends."""
        self.set_exception_handler(self._failed)

    # ── time ──

    def time(self) -> float:
        return self.now

    def select(self, timeout: float | None) -> tuple[()]:
        """What a selector of files would be asked; here it only lets time go by."""
        if timeout is None:
            raise Stuck("everybody waits, and nothing will ever happen")
        if timeout > 0:
            self.now = max(self.now, self._scheduled[0]._when)  # type: ignore[attr-defined]
            self._rounds = 0
        self._rounds += 1
        if self._rounds > SPINNING:
            raise Stuck(f"something goes round and round at {self.now:.3f} s")
        return ()

    def _process_events(self, event_list: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def _asyncgen_finalizer_hook(self, agen: Any) -> None:
        pass

    # ── processes ──

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        chosen = context if context is not None else copy_context()
        if self.is_closed() or _is_dead(chosen):
            return _dropped(asyncio.Handle(callback, args, self, chosen))
        return super().call_soon(callback, *args, context=chosen)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        chosen = context if context is not None else copy_context()
        if self.is_closed() or _is_dead(chosen):
            timer = asyncio.TimerHandle(when, callback, args, self, chosen)
            timer.cancel()
            return timer
        return super().call_at(when, callback, *args, context=chosen)

    def later(self, seconds: float, callback: Callable[..., object], *args: Any) -> None:
        """Something outside all processes, after a while."""
        self.call_at(self.now + seconds, callback, *args, context=self.outside)

    def begin(self, work: Coroutine[Any, Any, Any], life: Life | None = None) -> asyncio.Task[Any]:
        """A task of a process, or of the world outside."""
        task = self.create_task(work, context=self.outside if life is None else life.context())
        self._tasks.append(task)
        return task

    def kill(self, life: Life) -> None:
        """Ends a process between two of its lines: no handler, no `finally`, nothing is written."""
        life.alive = False
        for handle in (*self._ready, *self._scheduled):  # type: ignore[attr-defined]
            if not handle.cancelled() and _is_dead(handle._context):
                handle.cancel()

    # ── the end ──

    def _failed(self, _: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        error = told.get("exception")
        self.errors.append(f"{told.get('message', '')}: {type(error).__name__}: {error}")

    def end(self) -> None:
        """Lets everything go that still waits."""
        waiting = [task for task in asyncio.all_tasks(self) if not task.done()]
        self.close()
        for task in waiting:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with contextlib.suppress(BaseException):
                task.get_coro().close()


def _dropped(handle: asyncio.Handle) -> asyncio.Handle:
    handle.cancel()
    return handle
