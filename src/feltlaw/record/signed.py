"""What checkpoints say about a record, and above all about its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feltlaw.record.chain import Fault
from feltlaw.record.checkpoints import Checkpoint, Trust
from feltlaw.record.lines import Entry
from feltlaw.record.marks import STREAM
from feltlaw.record.report import Report
from feltlaw.record.store import Head
from feltlaw.record.words import moment, numbered

HOW = "give one that was kept elsewhere, and the public key: --checkpoint FILE --key FILE"


class Signed:
    """The checkpoints one holds from outside, held against a record while it is gone through."""

    def __init__(self, outside: Sequence[Checkpoint], trust: Trust) -> None:
        self.outside = list(outside)
        self.trust = trust
        self.wanted: dict[tuple[str, int], tuple[str, int] | None] = {
            (stream, head.number): None for one in outside for stream, head in one.heads.items()
        }
        """By stream and number, the hash of an event that a checkpoint names, and its line."""
        self.own: list[tuple[Checkpoint, int, bool | None]] = []
        """The last checkpoint of each key in the record itself."""
        self.many = 0
        self._whole = True
        self.other_marks: list[int] = []
        """Numbers of the last event in the record's own stream that is no checkpoint."""
        trust.check_all(self.outside)

    def see(self, entry: Entry, line: int) -> None:
        if (entry.stream, entry.number) in self.wanted:
            self.wanted[entry.stream, entry.number] = (entry.hash, line)
        if entry.stream == STREAM and entry.kind != "checkpoint":
            self.other_marks = [entry.number]

    def embedded(self, checkpoint: Checkpoint, line: int) -> bool | None:
        """Whether a checkpoint that the record holds is signed as it says; None where nobody can tell."""
        found = self.trust.check(checkpoint)
        self.many += 1
        self.own = [one for one in self.own if one[0].key != checkpoint.key]
        self.own.append((checkpoint, line, found))
        return found

    # ── at the end ──

    def tell(
        self,
        report: Report,
        heads: Mapping[str, Head],
        begins: str,
        brought: Sequence[Checkpoint],
        *,
        sound: bool,
        whole: bool,
    ) -> None:
        """Says what the checkpoints prove, and whether one of them covers the end.

        `sound`: the lines hold together; `whole`: every stream of the record is there.
        """
        self._whole = whole
        self._tell_own(report, brought)
        covered, agreeing = False, []
        if begins and self.outside and all(one.record != begins for one in self.outside):
            what = (
                "no checkpoint that was given is of this record: it is another one, or it was sealed anew "
                "from its first event"
            )
            report.add(Fault(0, "changed", what))
        for one, is_signed in self.trust.check_all(self.outside):
            name = f"checkpoint {one.number} of {moment(one.at)}"
            if is_signed is False:
                report.add(
                    Fault(0, "changed", f"the {name} that was given is not signed by the key {one.key}")
                )
            elif begins and one.record != begins:
                report.notes.append(f"the {name} that was given is of another record")
            elif is_signed is None:
                report.not_proved.append(
                    f"the {name} that was given: its key {one.key} is not among those given"
                    f"{self._unsigned(one, heads)}"
                )
            elif self._agrees(report, one, heads, name):
                agreeing.append(one)
                covered = covered or self._covers(one, heads)
        if agreeing:
            last = max(agreeing, key=lambda one: one.number)
            report.proved.append(
                f"checkpoint {last.number} of {moment(last.at)}, given from outside and signed by the key "
                f"{last.key}: all that it knows is here, unchanged"
            )
        if covered and sound:
            report.proved.append(
                "the end: nothing but checkpoints was written after the one given from outside"
            )
        elif sound and (signed := [one for one in brought if self.trust.check(one) and one.heads == heads]):
            report.proved.append(
                f"the end: this export ends where the key {signed[0].key} has signed that it ends, "
                f"{moment(signed[0].at)}; what came later is not in it"
            )
        else:
            self._end_is_open(report, heads, agreeing)

    def _tell_own(self, report: Report, brought: Sequence[Checkpoint]) -> None:
        trusted = [one for one in self.own if one[2]]
        if trusted:
            last, line, _ = trusted[-1]
            report.proved.append(
                f"{numbered(self.many, 'checkpoint')} in the record itself, the last signed by the key "
                f"{last.key} on line {line}, {moment(last.at)}"
            )
        unknown = [one for one in self.own if one[2] is None]
        for one, line, _ in unknown if self.trust.keys else unknown[-1:]:
            report.notes.append(
                f"line {line}: checkpoint {one.number} is signed by the key {one.key}, not given"
            )
        for key, by in self.trust.announced.items():
            report.notes.append(f"the key {key} is trusted because the key {by} announced it")
        for one in brought:
            signed = self.trust.check(one)
            if signed is False:
                report.add(
                    Fault(0, "changed", "the checkpoint that the export brings along is not signed so")
                )
            elif signed is None:
                other = ", none of those given" if self.trust.keys else "; give that key to prove the end"
                report.not_proved.append(
                    f"the end that the export states: signed by the key {one.key}{other}"
                )

    def _agrees(self, report: Report, one: Checkpoint, heads: Mapping[str, Head], name: str) -> bool:
        """Whether everything a checkpoint knows is in the record."""
        fine = True
        for stream, head in one.heads.items():
            fault = self._missing(one, stream, head, heads, name)
            if fault is not None:
                report.add(fault)
                fine = False
        return fine

    def _missing(
        self, one: Checkpoint, stream: str, head: Head, heads: Mapping[str, Head], name: str
    ) -> Fault | None:
        if stream not in heads:
            what = f"the whole stream is missing that the {name} knows up to event {head.number}"
            return Fault(0, "dropped", what, stream) if self._whole else None
        found = self.wanted.get((stream, head.number))
        if heads[stream].number < head.number:
            what = (
                f"the record was cut, or restored to an older state: the {name} knows {stream} up to event "
                f"{head.number}, and {heads[stream].number} is the last one here"
            )
            return Fault(0, "cut", what, stream)
        if found is not None and found[0] != head.hash:
            what = f"this event is not the one that the {name} signed: the record was sealed anew"
            return Fault(found[1], "changed", what, stream, head.number)
        return None

    def _unsigned(self, one: Checkpoint, heads: Mapping[str, Head]) -> str:
        off = [s for s, head in one.heads.items() if self._missing(one, s, head, heads, "") is not None]
        return "; and the record does not agree with it" if off else ""

    def _covers(self, one: Checkpoint, heads: Mapping[str, Head]) -> bool:
        """Whether nothing follows a checkpoint but checkpoints."""
        for stream, head in heads.items():
            known = one.heads.get(stream)
            if stream == STREAM and known is not None:
                if any(number > known.number for number in self.other_marks):
                    return False
            elif known is None or known.number != head.number:
                return False
        return True

    def _end_is_open(self, report: Report, heads: Mapping[str, Head], agreeing: Sequence[Checkpoint]) -> None:
        if not agreeing:
            report.not_proved.append(
                "the end: whether events were cut off, or the whole record was restored to an older state or "
                f"sealed anew, no checkpoint from outside says; {HOW}"
            )
            return
        last = max(agreeing, key=lambda one: one.number)
        after = [
            f"{stream} from event {last.heads[stream].number + 1 if stream in last.heads else 1} on"
            for stream, head in sorted(heads.items())
            if stream != STREAM and (stream not in last.heads or last.heads[stream].number < head.number)
        ]
        what = ", ".join(after) or "what the record says about itself"
        report.not_proved.append(
            f"the end: {what} came after the last checkpoint that was given, of {moment(last.at)}; {HOW}"
        )
