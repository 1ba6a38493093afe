"""What verification found: proved, not proved, wrong, each in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from feltlaw.record.chain import Fault
from feltlaw.record.store import Head
from feltlaw.record.words import numbered

MOST = 50
"""So many faults are told one by one."""


@dataclass
class Report:
    """What verification found, in sentences."""

    proved: list[str] = field(default_factory=list)
    not_proved: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What is worth knowing and neither proves nor disproves anything."""
    checked: dict[str, int] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    more: int = 0
    """Faults that are not told one by one."""

    @property
    def wrong(self) -> list[str]:
        more = [f"and {numbered(self.more, 'more line')}"] if self.more else []
        return [*map(str, self.faults), *more]

    @property
    def is_intact(self) -> bool:
        return not self.not_proved and not self.faults

    @property
    def status(self) -> str:
        if self.faults:
            return "wrong"
        return "not proved" if self.not_proved else "intact"

    def __repr__(self) -> str:
        wrong = len(self.faults) + self.more
        return (
            f"<Report: {self.status}; {len(self.proved)} proved, {len(self.not_proved)} not, {wrong} wrong>"
        )

    def add(self, fault: Fault) -> None:
        if len(self.faults) < MOST:
            self.faults.append(fault)
        else:
            self.more += 1

    def to_json(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "proved": self.proved,
            "not_proved": self.not_proved,
            "wrong": self.wrong,
            "faults": [fault.to_json() for fault in self.faults],
            "notes": self.notes,
            "checked": self.checked,
            "heads": {stream: {"number": h.number, "hash": h.hash} for stream, h in self.heads.items()},
        }
