"""The chain of a log: a changed, dropped, swapped, inserted or appended byte or line is found, and where."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltlaw.log import Header, Log, LogError, Verdict, canonical, check_chain, create_log, export, verify
from feltlaw.log.chain import Head
from feltlaw.log.files import head_path, verify_bytes
from feltlaw.log.lines import BEGINS, START, Line, body_of, parse, read_line, seal
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Event, Person
from tests.recording import bytes_of, sealed, submission
from tests.strategies import submissions
from tests.submissions import REGULATIONS


@dataclass(frozen=True)
class Sample:
    """A closed log, in memory."""

    raw: bytes
    head: Head
    log: Log

    @property
    def lines(self) -> list[bytes]:
        return self.raw.splitlines(keepends=True)

    @property
    def last_batch(self) -> int:
        """How many lines were written last, together."""
        return self.log.lines[-1].batch[1]

    def line_at(self, byte: int) -> int:
        return self.raw.count(b"\n", 0, byte) + 1


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A few real events; which of them one command brought about does not matter here."""
    path = tmp_path_factory.mktemp("log") / "sample.log"
    log = create_log(path, submission("PA-679a"), source=SeededSource(1), at=5)
    for number, many in enumerate((1, 1, 2, 1, 1, 1, 2, 1, 3)):
        who = Person("player", "Zoë")
        log.append([Event("buy_in", who, 10 * number + one, {"amount": 10**one}) for one in range(many)])
    log.close()
    verdict = verify(path)
    assert (verdict.status, verdict.fault, verdict.notes, verdict.unchecked) == ("intact", None, (), ())
    assert verdict.log is not None and verdict.events == 13
    return Sample(path.read_bytes(), Head.from_bytes(head_path(path).read_bytes()), verdict.log)


def heads(sample: Sample) -> list[Head | None]:
    """A log that was closed, one whose writer still runs or has crashed, and one that travels alone."""
    return [sample.head, replace(sample.head, closed=False), None]


def found(verdict: Verdict) -> tuple[str, int, str]:
    assert verdict.fault is not None, verdict
    return verdict.status, verdict.fault.line, verdict.fault.kind


# ── encoding ──

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@given(PLAIN)
def test_encoding_has_one_form_only(data: object) -> None:
    raw = canonical(data)
    assert parse(raw) == data
    assert canonical(parse(raw)) == raw
    assert b"\n" not in raw
    assert b"\0" not in raw


@pytest.mark.parametrize("data", [0.5, {"a": [1.0]}, {1: 2}, "\ud800", {"a": {2, 3}}, b"x", float("nan")])
def test_what_cannot_be_written(data: object) -> None:
    with pytest.raises(LogError):
        canonical(data)


@pytest.mark.parametrize(
    "raw", [b"1.5", b'{"a":1,"a":2}', b"NaN", b"Infinity", b"1e3", b"[" * 100_000, b"\xff", b"", b"{"]
)
def test_what_is_not_read(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(raw)


@given(st.data())
@settings(max_examples=20)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_header_holds_the_whole_submission(regulation: str, data: st.DataObject) -> None:
    about = Submission.from_data(data.draw(submissions(regulation)))
    header = Header.of(about, real_cards=True, practice=False, seed=None, created=5)
    again = Header.from_json(parse(canonical(header.to_json())))
    assert again == header
    assert again.why_not_replayable() == ""
    read = again.read_submission()
    assert (read.digest, read.regulation.digest) == (about.digest, again.data_hash)


def test_lines_are_as_promised(sample: Sample) -> None:
    """Sorted keys, no spaces, a hash over the rest, each with the hash of the line before."""
    prev = "0" * 64
    for number, raw in enumerate(sample.lines):
        data = parse(raw)
        assert raw.startswith(BEGINS)
        assert (data["seq"], data["prev"]) == (number, prev)
        prev = data["hash"]
    assert sample.log.head == sample.head.last == (len(sample.lines) - 1, prev)
    assert bytes_of(sample.log) == sample.raw
    header = parse(sample.lines[0])
    assert header["submission"]["regulation"] == "PA-679a"
    assert (header["practice"], header["seed"], header["real_cards"]) == (True, "1", False)


# ── bytes ──


@given(st.data())
@settings(max_examples=200)
def test_a_changed_byte_is_found(sample: Sample, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sample.raw) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != sample.raw[at]))
    raw = sample.raw[:at] + bytes([other]) + sample.raw[at + 1 :]
    for head in heads(sample):
        status, line, kind = found(check_chain(raw, head))
        if at == len(raw) - 1 and other == 0:  # a line feed that did not arrive
            assert (status, kind) in {("torn", "cut"), ("tampered", "changed")}
            continue
        assert (status, line, kind) == ("tampered", sample.line_at(at), "changed")


@given(st.data())
@settings(max_examples=100)
def test_a_missing_or_additional_byte_is_found(sample: Sample, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sample.raw) - 2))
    more = data.draw(st.binary(min_size=1, max_size=3))
    without = sample.raw[:at] + sample.raw[at + 1 :]
    with_more = sample.raw[:at] + more + sample.raw[at:]
    for head in heads(sample):
        for raw in (without, with_more):
            assume(raw != sample.raw)
            status, line, _ = found(check_chain(raw, head))
            assert status == "tampered"
            assert sample.line_at(at) <= line <= sample.line_at(at) + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b",", b", "),
        (b"}\n", b"} \n"),
        (b"\n", b"\r\n"),
        ("ë".encode(), b"\\u00eb"),
        (b'"at":', b'"\\u0061t":'),
        (b'"seq":', b'"seq":0'),
        (b'"amount":1}', b'"amount":1,"amount":1}'),
    ],
)
def test_the_same_in_another_writing_is_found(sample: Sample, old: bytes, new: bytes) -> None:
    """A line says the same with a space more, but it is not the line that was written."""
    for number, line in enumerate(sample.lines[1:], 2):
        lines = sample.lines
        lines[number - 1] = line.replace(old, new, 1)
        if lines[number - 1] != line:
            assert found(check_chain(b"".join(lines))) == ("tampered", number, "changed")


@given(st.binary(min_size=1, max_size=40))
def test_appended_bytes_are_found(sample: Sample, more: bytes) -> None:
    for head in heads(sample):
        verdict = check_chain(sample.raw + more, head)
        status, line, kind = found(verdict)
        assert line == len(sample.lines) + 1
        if head is None and b"\n" not in more and BEGINS.startswith(more.rstrip(b"\0")[: len(BEGINS)]):
            assert status == "torn", "nobody can tell it from the beginning of a line"
        else:
            assert status == "tampered"
            assert kind == "appended" or head is None
        assert verdict.log == sample.log


# ── lines ──


@given(st.data())
@settings(max_examples=100)
def test_dropped_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    first = data.draw(st.integers(0, len(lines) - 2))
    many = data.draw(st.integers(1, min(4, len(lines) - 1 - first)))
    raw = b"".join(lines[:first] + lines[first + many :])
    for head in heads(sample):
        status, line, kind = found(check_chain(raw, head))
        assert (status, line, kind) == ("tampered", first + 1, "dropped")


@given(st.data())
@settings(max_examples=100)
def test_swapped_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    first, second = sorted(
        data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=2, max_size=2, unique=True))
    )
    lines[first], lines[second] = lines[second], lines[first]
    for head in heads(sample):
        status, line, kind = found(check_chain(b"".join(lines), head))
        assert (status, line) == ("tampered", first + 1)
        assert kind == ("swapped" if first else "dropped"), "without its header nothing has a place"


@given(st.data())
@settings(max_examples=100)
def test_inserted_lines_are_found(sample: Sample, data: st.DataObject) -> None:
    lines = sample.lines
    at = data.draw(st.integers(1, len(lines)))
    copied = data.draw(st.integers(0, 2 * len(lines)))
    garbage = data.draw(st.binary(max_size=30)).replace(b"\n", b"") + b"\n"
    own = lines[copied] if copied < len(lines) else garbage
    for head in heads(sample):
        status, line, kind = found(check_chain(b"".join([*lines[:at], own, *lines[at:]]), head))
        assert status == "tampered"
        doubled = at < len(lines) and own == lines[at]
        assert line == at + 1 + doubled
        if at < len(lines) or own in lines[1:]:
            assert kind == "inserted"
        else:
            assert kind == ("appended" if head else "changed")


@given(st.data())
def test_a_line_sealed_again_is_found(sample: Sample, data: st.DataObject) -> None:
    """A forger who computes the hash of the line he changes, but not of those after it."""
    at = data.draw(st.integers(0, len(sample.log.lines) - 2))
    line = sample.log.lines[at]
    assert line.event is not None
    forged = replace(line, event=replace(line.event, at=line.event.at + 1))
    _, raw = resealed(forged)
    changed = [*sample.lines[: at + 1], raw, *sample.lines[at + 2 :]]
    for head in heads(sample):
        assert found(check_chain(b"".join(changed), head)) == ("tampered", at + 3, "changed")


def resealed(line: Line) -> tuple[str, bytes]:
    return seal(body_of(line), line.seq, line.prev, line.batch)


def forged_end(sample: Sample) -> bytes:
    last = sample.log.lines[-1]
    assert last.event is not None
    return resealed(replace(last, event=replace(last.event, at=last.event.at + 9)))[1]


def test_the_last_line_sealed_again(sample: Sample) -> None:
    """The chain alone cannot see it; the head file and a noted hash can."""
    raw = b"".join([*sample.lines[:-1], forged_end(sample)])
    alone = check_chain(raw)
    assert alone.status == "intact"
    assert "no head file" in alone.unchecked[0]
    for head in heads(sample)[:2]:
        assert found(check_chain(raw, head)) == ("tampered", len(sample.lines), "changed")
    noted = verify_bytes(raw, None, sample.log.head[1])
    assert found(noted)[::2] == ("tampered", "dropped")


def test_commands_cut_off_at_the_end(sample: Sample) -> None:
    ends = [number for number, line in enumerate(sample.log.lines, 2) if line.ends_batch]
    for kept in (1, *ends[:-1]):
        raw = b"".join(sample.lines[:kept])
        alone = check_chain(raw)
        assert alone.status == "intact"
        assert alone.unchecked
        assert found(check_chain(raw, sample.head)) == ("tampered", kept + 1, "dropped")
        assert found(verify_bytes(raw, None, sample.log.head[1]))[0] == "tampered"
        crashed = check_chain(raw, replace(sample.head, closed=False))
        expected = "torn" if kept == ends[-2] else "tampered"
        assert found(crashed)[:2] == (expected, kept + 1)


def test_commands_put_on_at_the_end(sample: Sample) -> None:
    """Sealed by somebody who has the program: the head file knows that they were not written."""
    lines = [*sample.log.lines, replace(sample.log.lines[0], batch=(1, 1))]
    raw = sealed(sample.log.header, lines)
    assert check_chain(raw).status == "intact"
    for head in heads(sample)[:2]:
        assert found(check_chain(raw, head)) == ("tampered", len(lines) + 1, "appended")


def test_batch_marks_are_checked(sample: Sample) -> None:
    lines = list(sample.log.lines)
    for batch in ((2, 2), (1, 0), (0, 0), (-1, -1), (1, -1)):
        forged = sealed(sample.log.header, [replace(lines[0], batch=batch), *lines[1:]])
        assert found(check_chain(forged)) == ("tampered", 2, "changed")


def test_noted_head(sample: Sample) -> None:
    own = sample.log.head[1]
    assert verify_bytes(sample.raw, None, own).unchecked == ()
    assert verify_bytes(sample.raw, None, own.upper()).status == "intact"
    earlier = sample.log.lines[-4].hash
    grown = verify_bytes(sample.raw, None, earlier)
    assert grown.status == "intact"
    assert "3 entries were written since" in grown.notes[0]
    assert verify_bytes(sample.raw, None, "0" * 64).status == "tampered"


@pytest.mark.parametrize("raw", [b"", b"{}", b"\0", b"[1,2]\n", b"{", b'{"closed":true}\n'])
def test_a_spoiled_head_file_is_found(sample: Sample, tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(sample.raw)
    head_path(path).write_bytes(raw)
    verdict = verify(path)
    assert verdict.status == "tampered"
    assert "head file" in str(verdict)


@given(st.data())
def test_a_changed_head_file_is_found(sample: Sample, data: st.DataObject) -> None:
    """Its hash and number of the last line; where the last but one ended it says only for a crash."""
    raw = canonical(sample.head.to_json())
    start = raw.index(b'"last"')
    at = data.draw(st.integers(start, len(raw) - 2))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[at]))
    changed = raw[:at] + bytes([other]) + raw[at + 1 :]
    try:
        head = Head.from_bytes(changed)
    except ValueError:
        return  # as in the test above
    verdict = check_chain(sample.raw, head)
    assert verdict.status == "tampered" or parse(changed) == parse(raw)


# ── torn ──


def test_every_cut_in_the_last_write_is_torn(sample: Sample) -> None:
    start = len(b"".join(sample.lines[: -sample.last_batch]))
    whole = len(sample.log.lines) - sample.last_batch
    for size in range(start + 1, len(sample.raw)):
        verdict = check_chain(sample.raw[:size], replace(sample.head, closed=False))
        assert found(verdict) == ("torn", whole + 2, "cut"), size
        assert verdict.log is not None
        assert verdict.log.lines == sample.log.lines[:whole]
        assert (verdict.size, verdict.torn) == (start, size - start)


def test_torn_with_and_without_a_head_file(sample: Sample) -> None:
    start = len(b"".join(sample.lines[: -sample.last_batch]))
    for size in random.Random(1).sample(range(start + 1, len(sample.raw)), 60):
        raw = sample.raw[:size]
        alone = check_chain(raw)
        assert found(alone)[::2] == ("torn", "cut")
        confirmed = check_chain(raw, sample.head)
        assert found(confirmed)[::2] == ("torn", "cut")
        assert "cut off" in confirmed.notes[0], "the head file says that it had all been there"
        for zeros in (raw + b"\0" * 7, raw[: start + 4] + b"\0" * 4096):
            assert found(check_chain(zeros))[0] == "torn"


def test_a_torn_write_with_something_after_it_is_not_torn(sample: Sample) -> None:
    start = len(b"".join(sample.lines[: -sample.last_batch]))
    for size in (start + 1, start + 40, len(sample.raw) - 2):
        for more in (b"\n", b"}\n", b"\0x", b"\n" + sample.lines[-1]):
            if sample.raw[:size] + more != sample.raw:
                assert check_chain(sample.raw[:size] + more).status == "tampered"


def test_cuts_before_the_last_write(sample: Sample) -> None:
    """With a head file a cut further up is no power loss."""
    start = len(b"".join(sample.lines[: -sample.last_batch]))
    rng = random.Random(2)
    for size in rng.sample(range(len(sample.lines[0]) + 1, start - 1), 60):
        for head in heads(sample)[:2]:
            assert check_chain(sample.raw[:size], head).status == "tampered", size


# ── what is no log ──


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n", b"hello\n", b"{}\n", b'{"batch":[1,1]}\n', b"\x7fELF\0\0", b"{" * 50_000 + b"\n", b"\xff\n"],
)
def test_what_is_no_log(raw: bytes) -> None:
    with pytest.raises(LogError, match="not a feltlaw log"):
        check_chain(raw)


def test_a_log_of_another_format(sample: Sample) -> None:
    _, raw = seal({**sample.log.header.to_json(), "version": 2}, 0, START, (1, 1))
    with pytest.raises(LogError, match="format 2; this feltlaw reads format 1"):
        check_chain(raw)


def test_headers_that_say_too_much_or_too_little(sample: Sample) -> None:
    header = sample.log.header.to_json()
    faults: list[dict[str, object]] = [
        {"more": 1},
        {"created": "now"},
        {"practice": 1},
        {"seed": 4},
        {"submission": []},
    ]
    for wrong in faults:
        _, raw = seal({**header, **wrong}, 0, START, (1, 1))
        assert found(check_chain(raw)) == ("tampered", 1, "changed")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"event": {}},
        {"event": None},
        {"mark": "x"},
        {"event": {"kind": "sit", "by": {"role": "player", "name": "A", "x": 1}, "at": 1, "data": {}}},
        {"event": {"kind": "sit", "by": {"role": "player", "name": "A"}, "at": True, "data": {}}},
        {"event": {"kind": "sit", "by": {"role": "player", "name": "A"}, "at": 1, "data": {}}, "more": 1},
    ],
)
def test_lines_that_are_neither_event_nor_mark(body: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not"):
        read_line(seal(body, 1, START, (1, 1))[1][:-1])


# ── export ──


def test_export_is_the_whole_log(sample: Sample) -> None:
    document = export(sample.log)
    data = parse(document)
    assert data["head"] == {"seq": sample.log.head[0], "hash": sample.log.head[1]}
    assert b"".join(canonical(line) + b"\n" for line in data["lines"]) == sample.raw
    verdict = verify_bytes(document)
    assert (verdict.status, verdict.log, verdict.unchecked) == ("intact", sample.log, ())


@given(st.data())
@settings(max_examples=100)
def test_a_changed_export_is_found(sample: Sample, data: st.DataObject) -> None:
    document = export(sample.log)
    at = data.draw(st.integers(0, len(document) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != document[at]))
    changed = document[:at] + bytes([other]) + document[at + 1 :]
    try:
        verdict = verify_bytes(changed)
    except LogError:
        return  # no longer an export
    if verdict.status == "intact":  # white space between the lines
        assert parse(changed) == parse(document)
    else:
        assert verdict.status == "tampered"


def test_an_export_cut_short_is_found(sample: Sample) -> None:
    data = parse(export(sample.log))
    for lines in (data["lines"][:-1], data["lines"][:-5], data["lines"][:1]):
        assert verify_bytes(canonical({**data, "lines": lines})).status == "tampered"
    with pytest.raises(LogError, match="not whole"):
        verify_bytes(canonical({**data, "more": 1}))
    with pytest.raises(LogError, match="version"):
        verify_bytes(canonical({**data, "version": 9}))
