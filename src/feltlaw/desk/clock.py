"""The one clock of a desk."""

from __future__ import annotations

import time
from collections.abc import Callable

from feltlaw.event import LATEST

Clock = Callable[[], int]


def system_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def told(clock: Clock) -> int:
    """What a clock says, as far as it can be written down: however it jumps, the record is read back."""
    return min(max(clock(), 0), LATEST)
