"""Whether a record is as it was written: what is proved, then what is not, then what is wrong.

A chain of hashes proves that nothing was changed in the middle by somebody who did not seal it anew. What was
sealed anew, cut off at the end or restored to an older state is found only by a checkpoint that was kept
elsewhere, with the public key of whoever signed it. So a record whose end no such checkpoint covers is never
called intact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from feltlaw.record.beside import Ended
from feltlaw.record.chain import Batch, Fault, RecordError, Walk
from feltlaw.record.checkpoints import FIRST, Checkpoint, Trust
from feltlaw.record.diagnosis import diagnose, end_fault, is_torn
from feltlaw.record.keys import PublicKey
from feltlaw.record.lines import Entry
from feltlaw.record.marks import KINDS, STREAM, BeginRecord, Continued, ProgramChanged, Repaired
from feltlaw.record.opening import check_format
from feltlaw.record.places import open_source
from feltlaw.record.report import Report
from feltlaw.record.signed import Signed
from feltlaw.record.sources import Source
from feltlaw.record.store import EMPTY, Head
from feltlaw.record.words import moment, numbered
from feltlaw.schema import read


class Watcher(Protocol):
    """Whoever looks at what the events say while the record is gone through."""

    def batch(self, batch: Batch, report: Report) -> None:
        """A batch whose lines are as they were sealed; its line number is that of the document."""

    def finish(self, report: Report) -> None:
        """There are no more."""


def verify(
    place: Path | str | bytes | Source,
    *,
    checkpoints: Sequence[Checkpoint] = (),
    keys: Iterable[PublicKey] = (),
    watcher: Watcher | None = None,
) -> Report:
    """Checks a record: its file, an export, or what `sources` makes of any store.

    `checkpoints` and `keys` are what the one who asks holds himself, from outside. Raises `RecordError` for
    what is no record.
    """
    source = open_source(place)
    return _Verification(source, Signed(checkpoints, Trust(keys)), watcher).run()


class _Verification:
    """One passage through a record."""

    def __init__(self, source: Source, signed: Signed, watcher: Watcher | None) -> None:
        self.source, self.signed, self.watcher = source, signed, watcher
        self.report = Report()
        self.heads: dict[str, Head] = {}
        self.counts: dict[str, int] = {}
        self.line = 0
        self.checkpoint: Checkpoint | None = None
        self.begins = ""

    def run(self) -> Report:
        walk = Walk(commits=self.source.commits)
        for batch in walk.batches(self.source.again()):
            self._batch(batch._replace(line=batch.line + self.source.shift))
        self.report.heads = {
            stream: head for stream, head in walk.position.heads.items() if stream in self.counts
        }
        sound = self._check_end(walk)
        self._tell(sound)
        if self.watcher is not None:
            self.watcher.finish(self.report)
        return self.report

    # ── batch by batch ──

    def _batch(self, batch: Batch) -> None:
        if self.source.commits and batch.number == 1 and batch.entries[0].kind != "begin_record":
            self._fault(batch.line, batch.entries[0], "dropped", "the beginning of the record is missing")
        wanted = self.signed.wanted
        for line, entry in enumerate(batch.entries, batch.line):
            stream = entry.stream
            if stream == STREAM:
                self._mark(line, entry)
            self.heads[stream] = Head(entry.number, entry.hash)
            self.counts[stream] = self.counts.get(stream, 0) + 1
            if stream == STREAM or (stream, entry.number) in wanted:
                self.signed.see(entry, line)
            self.line = line
        if self.watcher is not None:
            self.watcher.batch(batch, self.report)

    def _mark(self, line: int, entry: Entry) -> None:
        """What the record says about itself."""
        if entry.number == 1 and not self.begins:
            self.begins = check_format(entry)
            if not self.begins:
                self._fault(line, entry, "changed", "a record begins in another way")
                return
        try:
            data: Any = read(KINDS[entry.kind], entry.body.get("data"))
        except (KeyError, ValueError):
            self._fault(line, entry, "wrong", f"a record does not say '{entry.kind[:40]}' about itself so")
            return
        match data:
            case BeginRecord(continues=continues) if continues:
                self.heads.update(continues)
                ends = ", ".join(f"{name} after event {head.number}" for name, head in continues.items())
                self.report.notes.append(f"it goes on from another record: {ends}")
            case Repaired():
                self._repaired(line, entry, data)
            case Continued(why=why):
                self.report.not_proved.append(
                    f"line {line}: here the record was gone on with although {why}; whether events before it "
                    "had been cut off cannot be told"
                )
            case ProgramChanged(program=program):
                self.report.notes.append(f"line {line}: from here on feltlaw {program} writes")
            case Checkpoint():
                self._checkpoint(line, entry, data)

    def _repaired(self, line: int, entry: Entry, data: Repaired) -> None:
        cut = f"{numbered(data.cut_bytes, 'byte')} cut off" if data.cut_bytes else "nothing left to cut off"
        why = f" ({data.reason})" if data.reason else ""
        if data.lost == "confirmed":
            known = f", up to batch {data.known_batch}" if data.known_batch else ""
            what = f"here a repair went on without events that had been confirmed{known}: {cut}{why}"
            self._fault(line, entry, "cut", what)
        elif data.lost == "perhaps":
            self.report.not_proved.append(
                f"line {line}: here a repair cut off an incomplete write, {cut}{why}; whether it had been "
                "confirmed cannot be told"
            )
        else:
            self.report.notes.append(
                f"line {line}: here the record was repaired after a write that nobody had been told of: {cut}"
            )

    def _checkpoint(self, line: int, entry: Entry, data: Checkpoint) -> None:
        """One that the record itself holds: it must fit what stands before it."""
        before = self.checkpoint
        self.checkpoint = data
        whole = self.source.is_whole
        if self.begins and data.record != self.begins:
            self._fault(line, entry, "inserted", "this checkpoint is of another record")
            return
        if (data.previous, data.number) != ((before.hash, before.number + 1) if before else (FIRST, 1)):
            self._fault(line, entry, "dropped", "this checkpoint does not follow the one before it")
            return
        if whole and dict(data.heads) != self.heads:
            off = next(
                name for name in {*data.heads, *self.heads} if data.heads.get(name) != self.heads.get(name)
            )
            what = f"this checkpoint knows {off} otherwise: what stands before it was sealed anew, or cut"
            self._fault(line, entry, "changed", what)
            return
        if self.signed.embedded(data, line) is False:
            self._fault(line, entry, "changed", f"this checkpoint is not signed by the key {data.key}")

    def _fault(self, line: int, entry: Entry, kind: str, what: str) -> None:
        self.report.add(Fault(line, kind, what, entry.stream, entry.number))

    # ── the end ──

    def _check_end(self, walk: Walk) -> bool:
        """Whether the lines hold together to the end."""
        shift, ended = self.source.shift, self.source.ended
        confirmed = ended.batch if isinstance(ended, Ended) else None
        fault: Fault | None = None
        if walk.stuck is not None:
            fault = diagnose(walk, self.source.again, confirmed)
        elif (walk.open or walk.part) and not is_torn(walk):
            fault = end_fault(walk, confirmed)
        elif isinstance(ended, Ended):
            fault = self._against_head(walk, ended)
        if fault is not None:
            self.report.add(Fault(fault.line + shift, fault.kind, fault.what, fault.stream, fault.number))
            return False
        if walk.open or walk.part:
            self.report.not_proved.append(f"{end_fault(walk, confirmed)}; nobody was told of it")
        return not self._stated(walk)

    def _against_head(self, walk: Walk, ended: Ended) -> Fault | None:
        at = walk.position
        if ended.batch > at.batch:
            return end_fault(walk, ended.batch)
        if ended.batch == at.batch and ended.seal != at.seal:
            return Fault(at.line, "changed", "this batch is not the one that the head file knows")
        return None

    def _stated(self, walk: Walk) -> bool:
        """Whether an export ends otherwise than it states."""
        stated = self.source.heads
        if not stated:
            return False
        for stream in {*stated, *self.counts}:
            head = walk.position.heads.get(stream, EMPTY)
            known = stated.get(stream, EMPTY)
            if head != known:
                kind = "cut" if head.number < known.number else "changed"
                what = f"the export states that this stream ends with event {known.number}"
                self.report.add(Fault(self.line, kind, what, stream, head.number))
                return True
        return False

    def _tell(self, sound: bool) -> None:
        report = self.report
        if self.counts:
            told = ", ".join(f"{stream} {many}" for stream, many in sorted(self.counts.items()))
            until = "" if sound else f" up to line {self.line}"
            events = numbered(sum(self.counts.values()), "event")
            report.proved.insert(
                0, f"{events}{until} as they were sealed, each bound to the one before it ({told})"
            )
        elif not report.faults:
            raise RecordError("there is nothing of a record in it")
        if self.source.streams:
            report.notes.append(
                f"only {', '.join(self.source.streams)}: other streams of the record are not here"
            )
        self.signed.tell(
            report,
            self.heads,
            self.begins,
            self.source.checkpoint,
            sound=sound,
            whole=self.source.is_whole,
        )
        if isinstance(self.source.ended, str):
            report.notes.append(self.source.ended)


def sentences(report: Report) -> Iterator[tuple[str, str]]:
    """Everything a report says, in its order, each with the word for what it is."""
    yield from (("proved", one) for one in report.proved)
    yield from (("not proved", one) for one in report.not_proved)
    yield from (("wrong", one) for one in report.wrong)
    yield from (("note", one) for one in report.notes)


__all__ = ["Report", "Watcher", "moment", "sentences", "verify"]
