"""Whatever a user can get wrong: one clear message, the right exit status, and never a traceback."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from feltlaw.cli.files import LARGEST
from feltlaw.register import interpretations
from tests.support.cli import Ran, feltlaw

PA = b'regulation = "PA-649a"\n'

LAST = list(interpretations())[-1]


def said(ran: Ran, status: int, *words: str) -> None:
    """One message on standard error with these words; what cannot be read prints nothing else."""
    assert ran.status == status, ran
    assert "Traceback" not in ran.err + ran.out
    lines = ran.err.splitlines()
    assert [line.startswith("feltlaw: ") or line.startswith("  ") for line in lines] == [True] * len(lines)
    assert sum(line.startswith("feltlaw: ") for line in lines) == 1
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) < 1000
    told = " ".join(ran.err.split())
    assert all(word in told for word in words), ran.err
    if status == 2:
        assert ran.out == ""


def check(text: bytes, tmp_path: Path) -> Ran:
    """The same file by its name, on standard input, and with --json."""
    file = tmp_path / "table.toml"
    file.write_bytes(text)
    by_name = feltlaw("rules", "check", str(file))
    by_stdin = feltlaw("rules", "check", "-", stdin=text)
    as_json = feltlaw("rules", "check", str(file), "--json")
    last = by_name.err.splitlines()[-1] if by_name.status == 1 else by_name.err
    assert by_stdin.err.rstrip("\n").endswith(last.replace(f"'{file}'", "standard input").rstrip("\n"))
    assert as_json.err.startswith(last.rstrip("\n"))
    assert as_json.status == by_stdin.status == by_name.status
    return by_name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"regulation = \n", ["not valid TOML", "line 1"]),
        (PA + b'regulation = "MA-TCP"\n', ["not valid TOML", "line 2"]),
        (b"{}", ["not valid TOML"]),
        (b'{"regulation": "PA-649a"}', ["not valid TOML"]),
        (b"\x00" * 100, ["not valid TOML"]),
        (bytes(range(256)) * 20, ["not text in UTF-8"]),
        ('regulation = "PA-649a"'.encode("utf-16"), ["not text in UTF-8"]),
        (PA + b"x = " + b"[\n" * 50_000, ["nested too deeply"]),
        (PA + b"x = " + b"[" * 50_000, ["longer than 10,000 characters"]),
        (PA + b"x." + b"a." * 50_000 + b"b = 1", ["longer than 10,000 characters"]),
        (PA + b"x = " + b"9" * 9_000, ["number in it is too long"]),
        (PA + b"x = " + b"9" * 10_000, ["longer than 10,000 characters"]),
        (PA + b"# " + b"x" * LARGEST, ["larger than 4 MB"]),
        (b'x = "\x1b[31m"', ["not valid TOML"]),
    ],
    ids=range(14),
)
def test_what_cannot_be_read(text: bytes, words: list[str], tmp_path: Path) -> None:
    said(check(text, tmp_path), 2, *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ["regulation", "missing"]),
        (b"\n# nothing\n", ["regulation", "missing"]),
        (b"\xef\xbb\xbf", ["regulation", "missing"]),
        (b'regulation = "PA-1"', ['no regulation "PA-1"']),
        (b"regulation = 649", ["no regulation 649"]),
        (b'regulation = "' + b"x" * 5000 + b'"', ["no regulation"]),
        (PA + b'[wagers.six_card_bonus]\npaytable = "TCP-6B1"', ["TCP-6B1", "PA-649a.12(f)"]),
        (PA + b'[wagers.ante]\nmini_royal = "4 to 1"', ["4 to 1", "PA-649a.12(g)(1)"]),
        (PA + b"[limits]\nminimum = -5", ["limits.minimum", "-5"]),
        (PA + b"[limits]\nminimum = 0.005", ["limits.minimum", "whole number of cents"]),
        (PA + b"[limits]\nminimum = nan", ["limits.minimum"]),
        (PA + b"[limits]\nminimum = 1e999999999", ["limits.minimum"]),
        (PA + b"[limits]\nminimum = 1e1000000", ["limits.minimum", "up to $1,000,000,000,000"]),
        (PA + b"[limits]\nadjacent_boxes = 1e1000000", ["limits.adjacent_boxes", "PA-649a.7(f)"]),
        (PA + b"[wagers.three_card_progressive]\namount = 1e1000000", ["three_card_progressive.amount"]),
        (PA + b"[limits]\nminimum = 0x" + b"f" * 9_000, ["limits.minimum"]),
        (PA + b"[limits]\nadjacent_boxes = 0x" + b"f" * 9_000, ["limits.adjacent_boxes", "PA-649a.7(f)"]),
        (PA + b"[limits]\nminimum." + b"a." * 2_000 + b"b = 1", ["limits.minimum"]),
        (PA + b"[limits]\nminimum = 1979-05-27", ["limits.minimum"]),
        (PA + b'table = "' + b"x" * 5000 + b'"', ["table", "5,000 characters"]),
        (PA + b'"\\u001b[31mred" = 1', ["\\x1b[31mred", "unknown"]),
        (PA + b"x" * 5000 + b" = 1", ["xxx...", "unknown"]),
        (PA + b'[cards]\nshuffle = "\\u0007"', ["\\x07", "PA-649a.5(a)"]),
        (PA + b"[wagers.cover_all]", ["wagers.cover_all", "unknown"]),
        (b'regulation = "MA-TCP"\n[limits]\nadjacent_boxes = 4', ["MA-TCP.6(e)"]),
    ],
    ids=range(25),
)
def test_what_breaks_a_rule(text: bytes, words: list[str], tmp_path: Path) -> None:
    ran = check(text, tmp_path)
    said(ran, 1, *words)
    assert "fault: " in ran.err
    assert ran.out.replace("\n", "").isprintable()


def test_a_file_of_two_gigabytes(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    with file.open("wb") as sparse:
        sparse.truncate(2 * 1024**3)
    said(feltlaw("rules", "check", str(file)), 2, "larger than 4 MB")


def test_names_that_are_no_files(tmp_path: Path) -> None:
    said(feltlaw("rules", "check", str(tmp_path / "table.toml")), 2, "there is no file", "table.toml")
    said(feltlaw("rules", "check", str(tmp_path)), 2, "is a directory")
    said(feltlaw("rules", "check", "x" * 5000), 2, "cannot be read", "too long")
    said(feltlaw("rules", "check", "a\0b"), 2, "a\\x00b", "there is no regulation")
    said(feltlaw("rules", "check", "a\x1b[31mb\n"), 2, "a\\x1b[31mb\\n")
    said(feltlaw("rules", "check", "\udcff.toml"), 2, "\\udcff.toml")
    said(feltlaw("rules", "check", ""), 2, "no name")
    (tmp_path / "file").touch()
    said(feltlaw("rules", "check", str(tmp_path / "file" / "table.toml")), 2, "cannot be read")
    (tmp_path / "loop").symlink_to("loop")
    said(feltlaw("rules", "check", str(tmp_path / "loop")), 2, "cannot be read")


def _refusing(number: int) -> Callable[..., object]:
    def refuse(*_: object, **__: object) -> object:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EACCES, "permission denied"), (errno.EPERM, "permission denied"), (errno.EIO, "error")],
)
def test_a_file_that_may_not_be_read(number: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "open", _refusing(number))
    said(feltlaw("rules", "check", "table.toml"), 2, "'table.toml'", words)


def test_standard_input_can_be_read_once() -> None:
    said(feltlaw("rules", "check", "-", "-", stdin=PA), 2, "once")
    assert feltlaw("rules", "check", "-", "MA-TCP", stdin=PA).status == 0


def test_a_missing_file_among_several() -> None:
    said(feltlaw("rules", "check", "PA-649a", "missing.toml"), 2, "there is no file 'missing.toml'")


@pytest.mark.parametrize(
    "name", ["PA-1", "pa-649x", "", "x" * 5000, "\x1b[31m", "../PA-649a", "PA-649a.toml"]
)
@pytest.mark.parametrize("command", [["games"], ["rules", "new"]])
def test_an_unknown_regulation_on_the_command_line(command: list[str], name: str) -> None:
    said(feltlaw(*command, name), 2, "there is no regulation", "PA-649a, MA-TCP")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["PA-1"], "is not a citation"),
        (["XX-999", "1(a)"], "there is no regulation 'XX-999'"),
        (["PA-649a", "99"], "there is no clause PA-649a.99"),
        (["PA-649a", "2(z)"], "near it: PA-649a.2(a)"),
        (["PA-649a", "eleven"], "is not a citation"),
        (["PA-649a", ""], "is not a citation"),
        (["", ""], "there is no regulation ''"),
        (["PA-649a", "1" * 5000], "is not a citation"),
        (["PA-649a", "(" * 5000], "is not a citation"),
        (["PA-649a", "11\x1b[31m"], "is not a citation"),
        (["I-999"], f"from I-01 to {LAST}"),
        (["I-0"], f"from I-01 to {LAST}"),
        (["I-" + "9" * 5000], "is not a citation"),
    ],
)
def test_a_clause_that_is_none(arguments: list[str], words: str) -> None:
    said(feltlaw("rules", "show", *arguments), 2, words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "check"], "Missing argument 'FILE'"),
        (["rules", "new"], "Missing argument 'REG'"),
        (["rules", "show"], "Missing argument"),
        (["bogus"], "No such command 'bogus'"),
        (["games", "--bogus"], "No such option"),
        (["games", "PA-649a", "MA-TCP"], "unexpected extra argument"),
        (["rules", "new", "PA-649a", "--json"], "No such option"),
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    ran = feltlaw(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("command", ["analyze", "procedure", "tables open", "layout draw -o x.svg"])
def test_each_fault_of_a_submission_has_a_line_of_its_own(tmp_path: Path, command: str) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'regulation = "PA-649a"\n[cards]\ndecks = 7\n[limits]\nminimum = "ten"\n', encoding="utf-8"
    )
    ran = feltlaw(*command.split(), str(bad))
    first, *lines = ran.err.splitlines()
    assert (ran.status, first) == (1, "feltlaw: the submission has 2 faults:")
    assert [line.split(":")[0] for line in lines] == ["  cards.decks", "  limits.minimum"]


@pytest.mark.parametrize("command", ["tables", "people"])
def test_looking_for_a_property_makes_none(tmp_path: Path, command: str) -> None:
    nowhere = tmp_path / "nowhere"
    said(feltlaw(command, "list", "--data", str(nowhere)), 2, f"there is no property in {nowhere}")
    assert not nowhere.exists()
