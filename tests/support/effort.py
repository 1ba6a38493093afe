"""How much the property tests try: enough to notice in `make test`, fifteen times that in `make proof`."""

from __future__ import annotations

import os

LONG = os.environ.get("FELTLAW_EFFORT") == "long"


def examples(usual: int) -> int:
    """A third of what is usual, and a few at least; five times that in `make proof`."""
    return 5 * usual if LONG else max(usual // 3, 5)
