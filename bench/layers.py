"""Which layer of a server its processor time goes to: samples of the main thread, and the clocks of others.

A sample is taken every few milliseconds of processor time. It belongs to the innermost layer on the stack:
what the standard library does, it does for whoever called it.
"""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections import Counter
from types import FrameType

EVERY = 0.004
LAYERS = ("HTTP", "desk", "store", "views")
PLACES = (
    ("feltlaw/floor/store/", "store"),
    ("/psycopg", "store"),
    ("feltlaw/views/", "views"),
    ("feltlaw/floor/feed.py", "views"),
    ("feltlaw/floor/api/", "HTTP"),
    ("feltlaw/floor/people.py", "HTTP"),
    ("feltlaw/", "desk"),
    ("site-packages/", "HTTP"),
)
"""The first that a file's path holds says its layer; a server's own loop is HTTP."""


class Layers:
    """Samples while it runs; asked at the end for seconds by layer."""

    def __init__(self) -> None:
        self._samples: Counter[str] = Counter()
        self._began = time.thread_time()
        self._others = _other_threads()
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _sample(self, number: int, frame: FrameType | None) -> None:
        self._samples[_layer(frame)] += 1

    def end(self) -> dict[str, float]:
        """Processor seconds by layer: of the main thread by samples; other threads are the store's."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        own, others = time.thread_time() - self._began, _other_threads() - self._others
        busy = sum(self._samples[layer] for layer in LAYERS) or 1
        found = {layer: own * self._samples[layer] / busy for layer in LAYERS}
        found["store"] += others
        return found


def _layer(frame: FrameType | None) -> str:
    while frame is not None:
        path = frame.f_code.co_filename
        for part, layer in PLACES:
            if part in path:
                return layer if layer != "HTTP" or not _is_idle(frame) else "idle"
        frame = frame.f_back
    return "idle"


def _is_idle(frame: FrameType) -> bool:
    """Whether nothing runs but the loop: then other threads have used the time."""
    return frame.f_code.co_name in ("serve", "run") and "uvicorn" in frame.f_code.co_filename


def _other_threads() -> float:
    """Processor seconds of all threads but the one that asks."""
    me = threading.get_ident()
    found = 0.0
    for thread in threading.enumerate():
        if thread.ident is not None and thread.ident != me:
            found += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return found


class Pauses:
    """How long the interpreter does nothing but tidy up its memory."""

    def __init__(self) -> None:
        self.longest = self._began = 0.0
        gc.callbacks.append(self._heard)

    def _heard(self, phase: str, info: dict[str, int]) -> None:
        now = time.thread_time()
        if phase == "start":
            self._began = now
            return
        self.longest = max(self.longest, now - self._began)
