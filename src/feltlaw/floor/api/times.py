"""Times as people write them: ISO 8601 with a zone."""

from __future__ import annotations

from datetime import UTC, datetime

from feltlaw.floor.api.problems import Problem

LAST = 253_402_300_799_000
"""The last millisecond of the year 9999."""


def shown_time(millis: int) -> str:
    """`2026-11-15T20:15:00.123Z`"""
    moment = datetime.fromtimestamp(min(millis, LAST) / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text: str | None, name: str) -> int | None:
    """Milliseconds of a time with a zone, or of a day, which begins at midnight UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Problem(400, f"'{name}' is not a time.", "Write 2026-11-15 or 2026-11-15T20:15:00Z.") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000)
