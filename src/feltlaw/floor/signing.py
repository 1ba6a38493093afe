"""Signed checkpoints of a property: the ends of all its streams at one moment, in a stream of their own.

Whoever holds one finds a record that was restored to an older state, cut, or sealed anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltlaw.desk import told
from feltlaw.event import Event
from feltlaw.floor.parts import PROCESSES, Parts
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append
from feltlaw.record.checkpoints import FIRST, Checkpoint, sign
from feltlaw.record.keys import Keys, Signer
from feltlaw.record.lines import Sealed, decode, open_line, seal
from feltlaw.record.marks import FORMAT, RECORDER, STREAM, VERSION, BeginRecord
from feltlaw.record.store import EMPTY, Head
from feltlaw.schema import read

SIGN_S = 300.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Signing:
    """Who signs for a process."""

    parts: Parts
    keys: Keys
    program: str

    async def checkpoint(self) -> Checkpoint:
        """Signs how all streams end now, and keeps it: nothing is appended in between."""
        signer, now = self.keys.signer(), told(self.parts.clock)
        return await self.parts.store.write(lambda: self._signed(signer, now))

    def _signed(self, signer: Signer, now: int) -> sql.Steps[Checkpoint]:
        heads, batches = yield from sql.locking_all(STREAM)
        own = heads.pop(STREAM, EMPTY)
        ends = yield from sql.reading_ends(STREAM)
        count = max([self.parts.count, *(one // PROCESSES for one in batches.values())]) + 1
        batch = count * PROCESSES + self.parts.serial % PROCESSES
        lines: list[Sealed] = []
        if ends is None:
            begins = BeginRecord(FORMAT, VERSION, now, self.program)
            lines.append(_line(own, batch, Event("begin_record", RECORDER, now, begins)))
            own = Head(lines[0].number, lines[0].hash)
            record, number, previous = own.hash, 0, FIRST
        else:
            first, last = (open_line(raw) for raw in ends)
            record, number, previous = first.hash, 0, FIRST
            if last.kind == "checkpoint":
                before = read(Checkpoint, decode(last.raw)["data"])
                number, previous = before.number, before.hash
        heads[STREAM] = own
        made = sign(signer, Checkpoint(record, number + 1, now, heads, previous, signer.id))
        lines.append(_line(own, batch, Event("checkpoint", RECORDER, now, made)))
        end = {STREAM: Head(lines[-1].number, lines[-1].hash)}
        yield from sql.written([Append(lines)], end, {STREAM: batch})
        return made


def _line(head: Head, batch: int, event: Event) -> Sealed:
    return seal(STREAM, head.number + 1, batch, head.hash, event)
