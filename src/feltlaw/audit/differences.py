"""Two events, or two states, put side by side: where they differ, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MOST = 3
"""So many differences are told; one is enough to look at the line."""
LONGEST = 60
_ABSENT = object()


def differences(recorded: Any, expected: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places in which plain data differs, what stands there, and what should."""
    if isinstance(recorded, dict) and isinstance(expected, dict):
        for key in sorted({*recorded, *expected}):
            inner = f"{where}.{key}" if where else key
            yield from differences(recorded.get(key, _ABSENT), expected.get(key, _ABSENT), inner)
    elif isinstance(recorded, list) and isinstance(expected, list):
        for at in range(max(len(recorded), len(expected))):
            one = recorded[at] if at < len(recorded) else _ABSENT
            other = expected[at] if at < len(expected) else _ABSENT
            yield from differences(one, other, f"{where}[{at + 1}]")
    elif type(recorded) is not type(expected) or recorded != expected:
        yield where, recorded, expected


def told(recorded: Any, expected: Any) -> str:
    """The first differences as a phrase: `lines[1].paid_cents is 900, not 500`."""
    found = list(differences(recorded, expected))
    words = [f"{where} is {_shown(one)}, not {_shown(other)}" for where, one, other in found[:MOST]]
    if len(found) > MOST:
        words.append(f"and {len(found) - MOST} more")
    return "; ".join(words)


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return "left out"
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
