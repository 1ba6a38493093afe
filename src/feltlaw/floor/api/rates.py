"""Limits on rate: everybody has a bucket that fills again; whoever empties it waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from feltlaw.floor.api.problems import Problem

MOST_BUCKETS = 50_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests a second and at once, for who is signed in, for visitors, and for signing in."""

    known: tuple[float, float] = (200.0, 1_000.0)
    visitors: tuple[float, float] = (20.0, 200.0)
    sign_in: tuple[float, float] = (0.2, 20.0)


@dataclass
class Rates:
    """The buckets of one process."""

    limits: Limits
    now: Callable[[], float] = time.monotonic
    _buckets: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)

    def check(self, who: str, *, known: bool) -> None:
        """One more request of somebody; raises a problem where it is one too many."""
        self._take("known" if known else "visitors", who)

    def check_sign_in(self, address: str) -> None:
        self._take("sign_in", address)

    def _take(self, kind: str, who: str) -> None:
        rate, most = getattr(self.limits, kind)
        now = self.now()
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.clear()
        left, before = self._buckets.get((kind, who), (most, now))
        left = min(most, left + (now - before) * rate) - 1
        if left < 0:
            raise Problem(429, "That is too much at once.", "Wait a moment and ask again.")
        self._buckets[kind, who] = (left, now)
