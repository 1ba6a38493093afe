"""A few words that sentences about records need."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(at: int) -> str:
    """Milliseconds since 1970 as a date and time in UTC.

    >>> moment(1_800_000_000_000)
    '2027-01-15 08:00:00Z'
    """
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return f"{at} ms"


def numbered(many: int, word: str) -> str:
    """`1 event`, `2 events`."""
    return f"{many:,} {word}" if many == 1 else f"{many:,} {word}{'es' if word.endswith('ch') else 's'}"
