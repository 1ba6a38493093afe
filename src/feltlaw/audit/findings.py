"""What an audit finds: counted, called wrong, or told where only another version did otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltlaw.audit.cage import CageCheck
from feltlaw.audit.links import Links
from feltlaw.audit.money import Otherwise, Wrong
from feltlaw.audit.tables import TableCheck
from feltlaw.record.chain import Fault
from feltlaw.record.lines import Entry
from feltlaw.record.report import Report

MOST_TOLD = 20
"""So many differences from another version are told one by one."""


class Findings:
    """What was found so far, and at which tables."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.cage = CageCheck()
        self.unknown: set[str] = set()
        """Streams of which only the chain is checked."""
        self.orphans = 0
        """Events of links whose tables are not here."""
        self.tables: dict[str, TableCheck] = {}
        self.counts: dict[str, int] = {}
        self.told = 0
        """Events that this program would have decided otherwise than another version did."""
        self.undecided = 0
        """Events that rest on links whose streams are not here."""
        self._report = Report()

    def _count(self, what: str, many: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + many

    def _guarded(self, line: int, entry: Entry, check: Callable[..., None], *about: Any) -> None:
        """Makes a check, and takes note of what it finds."""
        try:
            check(*about)
        except Otherwise as otherwise:
            self._otherwise(line, entry, str(otherwise), same=self._is_same(entry))
        except Wrong as wrong:
            self._wrong(line, entry, str(wrong))

    def _is_same(self, entry: Entry) -> bool:
        """Whether the program that wrote this is the one that checks it."""
        mine = self.tables.get(entry.stream)
        return mine.same if mine else all(table.same for table in self.tables.values())

    def _wrong(self, line: int, entry: Entry, what: str) -> None:
        """One thing is said about a line, the first."""
        if not self._report.faults or self._report.faults[-1].line != line:
            self._report.add(Fault(line, "wrong", what, entry.stream, entry.number))

    def _differs(self, table: TableCheck, line: int, entry: Entry, what: str) -> None:
        """Today's program decides otherwise: wrong where it is the same one, told where it is another."""
        if table.missing:
            self.undecided += 1
        else:
            self._otherwise(line, entry, what, same=table.same)

    def _otherwise(self, line: int, entry: Entry, what: str, *, same: bool) -> None:
        if same:
            self._wrong(line, entry, what)
            return
        self.told += 1
        if self.told <= MOST_TOLD:
            fault = Fault(line, "told", f"decided otherwise today: {what}", entry.stream, entry.number)
            self._report.notes.append(str(fault))
