"""Every single change to a record is found, on its line, and called what it is."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltlaw.canonical import canonical
from feltlaw.event import Person
from feltlaw.record.beside import Ended, head_path, read_head
from feltlaw.record.chain import COMMIT_BEGINS, Commit, RecordError, read_commit
from feltlaw.record.exports import export
from feltlaw.record.files import Options
from feltlaw.record.keys import Keys
from feltlaw.record.lines import BEGINS, open_line, written
from feltlaw.record.places import open_source
from feltlaw.record.report import Report
from feltlaw.record.sources import Source
from feltlaw.record.verify import verify
from tests.support.effort import examples
from tests.support.recorded import DEE, FLO, entries_of, file_table, linked, sealed_anew

ANN = Person("player", "ann")


@dataclass(frozen=True, repr=False)
class Sample:
    raw: bytes
    ended: Ended

    @property
    def lines(self) -> list[bytes]:
        return self.raw.splitlines(keepends=True)

    def line_at(self, byte: int) -> int:
        return self.raw[:byte].count(b"\n") + 1

    def start_of(self, batch: int) -> int:
        """Where a batch begins."""
        at = 0
        for row in self.lines:
            if row.startswith(COMMIT_BEGINS) and read_commit(row[:-1]).batch == batch - 1:
                return at + len(row)
            at += len(row)
        raise AssertionError(batch)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A small record with three streams, names in UTF-8, batches of one line and of several."""
    folder = tmp_path_factory.mktemp("sample")
    recorded = file_table(folder / "x.log", linked("é"), options=Options(Keys(folder)))
    desk = recorded.desk
    desk.do("receive_deck", FLO, {"deck": 0})
    desk.do("inspect", DEE, {"deck": 0})
    desk.do("sit", Person("player", "zoë"), {"seat": 2})
    desk.do("buy_in", Person("player", "zoë"), {"amount": "500"}, key="k")
    desk.do("verify_inspection", FLO, {"deck": 0})
    desk.snapshot()
    desk.do("spread", DEE, {"deck": 0})
    desk.close()
    ended = read_head(folder / "x.log")
    assert isinstance(ended, Ended)
    return Sample((folder / "x.log").read_bytes(), ended)


def checked(raw: bytes, ended: Ended | None = None) -> Report:
    """Verification of these bytes, with what a head file beside them would say."""
    source = open_source(raw)
    source.ended = ended
    return verify(source)


def found(report: Report) -> tuple[str, int, str]:
    if not report.faults:
        return report.status, 0, ""
    return report.status, report.faults[0].line, report.faults[0].kind


def heads(sample: Sample) -> list[Ended | None]:
    return [sample.ended, None]


# ── as it was written ──


@pytest.mark.clause("S-46")
def test_what_was_written_holds(sample: Sample) -> None:
    for head in heads(sample):
        report = checked(sample.raw, head)
        assert (report.status, report.faults) == ("not proved", [])
        assert "the end" in report.not_proved[0]
        assert f"{len(entries_of(sample.raw))} events" in report.proved[0]


def test_the_form_of_a_line(sample: Sample) -> None:
    prev: dict[str, str] = {}
    for entry in entries_of(sample.raw):
        assert entry.raw.startswith(BEGINS)
        body = json.loads(entry.raw)
        own = body.pop("hash")
        assert written(body) == (own, entry.raw)
        assert body["prev"] == prev.get(body["stream"], "0" * 64)
        prev[body["stream"]] = own
    assert sealed_anew([entry.body for entry in entries_of(sample.raw)]) == sample.raw


# ── bytes ──


def check_flip(sample: Sample, at: int, other: int) -> None:
    raw = sample.raw[:at] + bytes([other]) + sample.raw[at + 1 :]
    for head in heads(sample):
        if sample.line_at(at) == 1:
            try:
                report = checked(raw, head)
            except RecordError as error:
                assert "not a feltlaw record" in str(error) or "format" in str(error)
                return
        else:
            report = checked(raw, head)
        status, line, kind = found(report)
        if at == len(raw) - 1 and other == 0 and head is None:  # a line feed that did not arrive
            assert status == "not proved"
            assert "incomplete" in report.not_proved[0]
            continue
        assert (status, line) == ("wrong", sample.line_at(at)), (at, other, report.wrong)
        assert kind == "changed" or (at == len(raw) - 1 and kind == "cut"), (at, other, report.wrong)


@given(st.data())
@settings(max_examples=examples(150))
def test_a_changed_byte_is_found_on_its_line(sample: Sample, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sample.raw) - 1))
    check_flip(sample, at, data.draw(st.integers(0, 255).filter(lambda byte: byte != sample.raw[at])))


@pytest.mark.proof
def test_every_changed_byte_is_found_on_its_line(sample: Sample) -> None:
    rng = random.Random(1)
    for at in range(len(sample.raw)):
        for other in {rng.randrange(256), sample.raw[at] ^ 1, 0, ord("\n")} - {sample.raw[at]}:
            check_flip(sample, at, other)


@given(st.data())
@settings(max_examples=examples(80))
def test_a_missing_or_additional_byte_is_found(sample: Sample, data: st.DataObject) -> None:
    at = data.draw(st.integers(len(sample.lines[0]), len(sample.raw) - 2))
    more = data.draw(st.binary(min_size=1, max_size=3))
    for raw in (sample.raw[:at] + sample.raw[at + 1 :], sample.raw[:at] + more + sample.raw[at:]):
        assume(raw != sample.raw)
        for head in heads(sample):
            status, line, _ = found(checked(raw, head))
            assert status == "wrong"
            assert sample.line_at(at) <= line <= sample.line_at(at) + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b",", b", "),
        (b"}\n", b"} \n"),
        (b"\n", b"\r\n"),
        ("ë".encode(), b"\\u00eb"),
        (b'"at":', b'"\\u0061t":'),
        (b'"number":', b'"number":0'),
        (b'"commit":', b'"commit":0'),
        (b'"lines":', b'"lines": '),
    ],
)
def test_the_same_in_another_writing_is_found(sample: Sample, old: bytes, new: bytes) -> None:
    """A line says the same with a space more, but it is not the line that was written."""
    for number, line in enumerate(sample.lines[1:], 2):
        lines = sample.lines
        lines[number - 1] = line.replace(old, new, 1)
        if lines[number - 1] != line:
            assert found(checked(b"".join(lines))) == ("wrong", number, "changed")


@pytest.mark.parametrize("text", [b'{"a":1,"a":2}', b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":"\\u00eb"}'])
def test_another_writing_is_found_though_sealed(sample: Sample, text: bytes) -> None:
    """Somebody who seals a line that is not written in the one way."""
    import hashlib

    own = hashlib.sha256(text).hexdigest().encode()
    with pytest.raises(ValueError, match="not written as a record is"):
        open_line(b'{"hash":"' + own + b'",' + text[1:])


@pytest.mark.parametrize("depth", [500, 100_000])
def test_deep_nesting_is_no_line(depth: int) -> None:
    import hashlib

    text = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
    own = hashlib.sha256(text).hexdigest().encode()
    with pytest.raises(ValueError, match=r"nested|not JSON|not a line"):
        open_line(b'{"hash":"' + own + b'",' + text[1:])


@given(st.binary(min_size=1, max_size=40))
def test_appended_bytes_are_found(sample: Sample, more: bytes) -> None:
    for head in heads(sample):
        report = checked(sample.raw + more, head)
        status, line, kind = found(report)
        piece = more.rstrip(b"\0")
        beginning = (
            any(piece == start[: len(piece)] for start in (BEGINS, COMMIT_BEGINS)) and b"\n" not in more
        )
        if beginning:
            assert status == "not proved", "nobody can tell it from a write that was cut short"
        else:
            assert (status, line) == ("wrong", len(sample.lines) + 1)
            assert kind == ("appended" if head else "changed")


# ── lines ──


@given(st.data())
@settings(max_examples=examples(80))
def test_dropped_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    first = data.draw(st.integers(0, len(lines) - 2))
    many = data.draw(st.integers(1, min(4, len(lines) - 1 - first)))
    raw = b"".join(lines[:first] + lines[first + many :])
    for head in heads(sample):
        status, line, kind = found(checked(raw, head))
        assert (status, kind) == ("wrong", "dropped")
        rest = lines[first + many :]
        confirms = next(at for at, row in enumerate(rest) if row.startswith(COMMIT_BEGINS))
        assert first + 1 <= line <= first + 1 + confirms, "at once, or where the batch is confirmed"


@given(st.data())
@settings(max_examples=examples(80))
def test_swapped_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    places = st.lists(st.integers(0, len(lines) - 1), min_size=2, max_size=2, unique=True)
    first, second = sorted(data.draw(places))
    lines[first], lines[second] = lines[second], lines[first]
    for head in heads(sample):
        status, line, kind = found(checked(b"".join(lines), head))
        assert (status, line) == ("wrong", first + 1)
        assert kind == ("swapped" if first else "dropped"), "without its beginning nothing has a place"


@given(st.data())
@settings(max_examples=examples(80))
def test_inserted_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    at = data.draw(st.integers(1, len(lines)))
    copied = data.draw(st.integers(0, 2 * len(lines)))
    garbage = data.draw(st.binary(max_size=30)).replace(b"\n", b"") + b"\n"
    own = lines[copied] if copied < len(lines) else garbage
    for head in heads(sample):
        more = [*lines[:at], own, *lines[at:]]
        status, line, kind = found(checked(b"".join(more), head))
        assert status == "wrong"
        assert more[line - 1] == own, "the line that was put in, or the one it is a copy of"
        assert line == at + 1 or own in lines
        if at < len(lines) or own in lines:
            assert kind == "inserted"
        else:
            assert kind == ("appended" if head else "changed")


def test_lines_of_two_streams_in_each_others_places(sample: Sample) -> None:
    """Neither stream's own chain sees it; the line that confirms the batch does."""
    lines = sample.lines
    at = next(
        at
        for at in range(1, len(lines) - 1)
        if all(one.startswith(BEGINS) for one in lines[at : at + 2])
        and open_line(lines[at][:-1]).stream != open_line(lines[at + 1][:-1]).stream
    )
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert found(checked(b"".join(lines))) == ("wrong", at + 1, "swapped")


@given(st.data())
@settings(max_examples=examples(40))
def test_a_line_sealed_again_is_found(sample: Sample, data: st.DataObject) -> None:
    """A forger who computes the hash of the line he changes, but not of those after it."""
    lines = sample.lines
    events = [at for at, row in enumerate(lines) if row.startswith(BEGINS) and at]
    at = data.draw(st.sampled_from(events))
    entry = open_line(lines[at][:-1])
    lines[at] = written({**entry.body, "at": entry.body["at"] + 1})[1] + b"\n"
    for head in heads(sample):
        status, line, _ = found(checked(b"".join(lines), head))
        commit = next(n for n in range(at, len(lines)) if lines[n].startswith(COMMIT_BEGINS))
        assert status == "wrong"
        assert at + 1 < line <= commit + 1, "the next line of the stream, or the one that confirms, knows it"


@given(st.integers(0, 10**13), st.integers(0, 10**6))
def test_confirming_lines(batch: int, lines: int) -> None:
    made = Commit(batch, lines, "0a" * 32)
    assert read_commit(made.raw) == made
    for wrong in (made.raw + b" ", made.raw.replace(b":", b": ", 1), made.raw.upper(), made.raw[:-1]):
        with pytest.raises(ValueError, match="not written"):
            read_commit(wrong)


# ── ends ──


def test_every_cut_is_told_from_a_torn_write(sample: Sample) -> None:
    """With a head that knows the batch, a cut is a cut; with one that does not, a write was torn."""
    last = sample.ended.batch
    start = sample.start_of(last)
    whole = start and sample.raw[:start]
    assert isinstance(whole, bytes)
    confirmed = sample.ended
    source = Source(lambda: [])
    assert source.ended is None
    for size in range(start + 1, len(sample.raw)):
        raw = sample.raw[:size]
        status, _, kind = found(checked(raw, confirmed))
        assert (status, kind) == ("wrong", "cut"), size
        report = checked(raw)
        assert (report.status, report.faults) == ("not proved", [])
        assert f"batch {last}, is incomplete" in report.not_proved[0]
    assert found(checked(whole, confirmed))[::2] == ("wrong", "cut")
    assert checked(whole).status == "not proved", "whole batches that are gone only a checkpoint knows"


def test_cuts_before_the_last_write(sample: Sample) -> None:
    rng = random.Random(2)
    start = sample.start_of(sample.ended.batch)
    for size in rng.sample(range(len(sample.lines[0]) + 1, start - 1), 60):
        assert found(checked(sample.raw[:size], sample.ended))[::2] == ("wrong", "cut"), size


def test_a_torn_write_with_something_after_it_is_not_torn(sample: Sample) -> None:
    start = sample.start_of(sample.ended.batch)
    for size in (start + 1, start + 40, len(sample.raw) - 2):
        for more in (b"\n", b"}\n", b"\0x", b"\n" + sample.lines[-1]):
            if sample.raw[:size] + more != sample.raw:
                assert checked(sample.raw[:size] + more).status == "wrong"


@pytest.mark.parametrize("raw", [b"", b"{}", b"\0", b"[1,2]\n", b"{", b'{"batch":3}\n', b"\xff" * 160])
def test_a_spoiled_head_file_proves_nothing(sample: Sample, tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(sample.raw)
    head_path(path).write_bytes(raw)
    report = verify(path)
    assert report.status == "not proved"
    assert "its head file is damaged" in report.notes


@given(st.data())
def test_a_changed_head_file_is_seen(sample: Sample, data: st.DataObject) -> None:
    raw = sample.ended.to_bytes()
    at = data.draw(st.integers(0, len(raw) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[at]))
    with pytest.raises(ValueError, match=r"."):
        Ended.from_bytes(raw[:at] + bytes([other]) + raw[at + 1 :])


# ── what is no record ──


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n", b"hello\n", b"{}\n", b'{"hash":"1"}\n', b"\x7fELF\0\0", b"{" * 50_000 + b"\n", b"\xff\n"],
)
def test_what_is_no_record(raw: bytes) -> None:
    with pytest.raises(RecordError, match="not a feltlaw record"):
        verify(raw)


def test_a_record_of_another_format(sample: Sample) -> None:
    bodies = [entry.body for entry in entries_of(sample.raw)]
    begins = {**bodies[0], "data": {**bodies[0]["data"], "version": 7}}
    with pytest.raises(RecordError, match="format 7; this feltlaw reads format 2"):
        verify(sealed_anew([begins, *bodies[1:]]))


# ── export ──


def exported(sample: Sample, stream: str = "") -> bytes:
    return b"".join(export(open_source(sample.raw), stream))


@pytest.mark.clause("S-47")
def test_export_is_the_whole_record(sample: Sample) -> None:
    data = json.loads(exported(sample))
    assert [canonical(line) for line in data["lines"]] == [
        canonical(json.loads(entry.raw)) for entry in entries_of(sample.raw)
    ]
    report = verify(exported(sample))
    assert (report.status, report.faults, report.heads) == ("not proved", [], verify(sample.raw).heads)
    pretty = json.dumps(data, indent=4, ensure_ascii=True).encode()
    assert verify(pretty).proved == report.proved, "another tool may write it its own way"


def test_export_of_one_stream(sample: Sample) -> None:
    for stream in ("table/é", "link/tcp-link", "record"):
        report = verify(exported(sample, stream))
        assert not report.faults
        assert list(report.heads) == [stream]
        assert any(f"only {stream}" in note for note in report.notes)
    with pytest.raises(RecordError, match="no stream 'table/x'"):
        exported(sample, "table/x")


@given(st.data())
@settings(max_examples=examples(100))
def test_a_changed_export_is_found(sample: Sample, data: st.DataObject) -> None:
    document = exported(sample)
    at = data.draw(st.integers(0, len(document) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != document[at]))
    raw = document[:at] + bytes([other]) + document[at + 1 :]
    try:
        report = verify(raw)
    except RecordError:
        return  # no longer an export
    if (
        not report.faults
    ):  # white space between the lines, or the checkpoint it brings along, which proves nothing
        before, after = (json.loads(one) for one in (document, raw))
        assert {**before, "checkpoint": 0} == {**after, "checkpoint": 0}
    else:
        assert report.status == "wrong"


def test_an_event_changed_in_an_export_was_not_put_in(sample: Sample) -> None:
    data = json.loads(exported(sample, "table/é"))
    for at, line in enumerate(data["lines"][1:-1], 1):
        lines = [*data["lines"][:at], {**line, "at": "2000-01-01T00:00:00.000Z"}, *data["lines"][at + 1 :]]
        fault = verify(canonical({**data, "lines": lines})).faults[0]
        assert (fault.line, fault.kind) == (at + 1, "changed")


def test_an_export_cut_short_is_found(sample: Sample) -> None:
    data = json.loads(exported(sample))
    for many in (1, 5):
        assert verify(canonical({**data, "lines": data["lines"][:-many]})).status == "wrong"
    whole = exported(sample)
    for size in (len(whole) - 5, len(whole) // 2):
        with pytest.raises(RecordError, match=r"not whole|cannot be read"):
            verify(whole[:size])
    with pytest.raises(RecordError, match="not known: more"):
        verify(canonical({**data, "more": 1}))
    with pytest.raises(RecordError, match="another version"):
        verify(canonical({**data, "version": 9}))
