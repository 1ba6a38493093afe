"""`feltlaw report`: the files it writes, the PDF, and what it refuses."""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from feltlaw.report import PdfError, par_sheet, to_pdf
from feltlaw.report.pdf import sheet_data
from feltlaw.submission import Submission, check
from tests.support.cli import feltlaw, program
from tests.support.report_sheets import section_words, sheet, submission
from tests.support.submissions import REGULATIONS


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_pdf_of_every_regulation(regulation: str) -> None:
    made = to_pdf(sheet(regulation))
    assert made.startswith(b"%PDF-1.7")
    assert made.rstrip().endswith(b"%%EOF")
    assert made == to_pdf(sheet(regulation))


def test_pdf_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    made = []
    for name, env in (
        ("a", {"TZ": "UTC"}),
        ("b", {"TZ": "Asia/Tokyo", "HOME": str(tmp_path), "LANG": "de_DE"}),
    ):
        out = tmp_path / f"{name}.pdf"
        ran = program("report", "PA-679a", "-o", str(out), env=env)
        assert ran.status == 0, ran.err
        made.append(out.read_bytes())
    assert made[0] == made[1]
    assert not re.search(rb"/CreationDate|/ModDate", made[0]), "no clock is asked"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_template_gets_the_whole_sheet(regulation: str) -> None:
    made = sheet(regulation)
    data = sheet_data(made)
    assert json.loads(json.dumps(data)) == data
    assert [one["id"] for one in data["sections"]] == [one.id for one in made.sections]
    for given, section in zip(data["sections"], made.sections, strict=True):
        assert len(given["blocks"]) == len(section.blocks)
    for section in data["sections"]:
        for block in section["blocks"]:
            if block["kind"] == "table":
                lines = [row for row in (*block["rows"], block["total"], block["widths"]) if row]
                assert {len(line) for line in lines} == {len(block["columns"])}


def test_html_file(tmp_path: Path) -> None:
    rules = tmp_path / "table.toml"
    rules.write_text('regulation = "PA-649a"\ntable = "7"\n[wagers.six_card_bonus]\n', encoding="utf-8")
    out = tmp_path / "par.HTML"
    ran = feltlaw("report", str(rules), "-o", str(out))
    assert ran.status == 0, ran.err
    given = Submission.from_toml(rules.read_text(encoding="utf-8"))
    assert given.digest in ran.out
    text = out.read_text(encoding="utf-8")
    assert given.digest in text
    assert "Six Card Bonus" in text
    assert "10.2248 %" in text


def test_standard_input_and_players(tmp_path: Path) -> None:
    out = tmp_path / "par.html"
    text = b'regulation = "MA-TCP"\n[cards]\nshuffle = "automated"\n[wagers.cover_all]\n'
    ran = feltlaw("report", "-", "-o", str(out), "--players", "2", stdin=text)
    assert ran.status == 0, ran.err
    assert "With 2 players" in out.read_text(encoding="utf-8")


# ── what is refused ──


def test_faults_of_the_submission(tmp_path: Path) -> None:
    rules, out = tmp_path / "bad.toml", tmp_path / "par.pdf"
    rules.write_text('regulation = "PA-649a"\n[cards]\ndecks = 2\nshuffle = "manual"\n', encoding="utf-8")
    ran = feltlaw("report", str(rules), "-o", str(out))
    assert ran.status == 1
    assert "cards.decks" in ran.err
    assert "PA-649a.3" in ran.err
    assert not out.exists()


@pytest.mark.parametrize("name", ["par.txt", "par", "par.html.zip", "-", ""])
def test_unknown_extension(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = feltlaw("report", "PA-680a", "-o", name)
    assert ran.status == 2
    assert ".html or .pdf" in ran.err
    assert not list(tmp_path.iterdir())


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder.pdf").mkdir()
    for out, says in (
        ("folder.pdf", "is a directory"),
        ("missing/par.pdf", "there is no folder"),
        ("x" * 300 + ".html", "cannot be written: File name too long"),
        ("a\0b.html", "cannot be written"),
    ):
        ran = feltlaw("report", "PA-680a", "-o", str(tmp_path / out))
        assert ran.status == 2, out
        assert says in ran.err
        assert len(ran.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "may not be written: permission denied"),
        (OSError(errno.ENOSPC, "No space left on device"), "cannot be written: No space left on device"),
    ],
)
def test_writing_fails(error: OSError, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(Path, "write_bytes", fail)
    ran = feltlaw("report", "PA-680a", "-o", str(tmp_path / "par.html"))
    assert ran.status == 2
    assert says in ran.err


def test_other_wrong_input(tmp_path: Path) -> None:
    out = str(tmp_path / "par.html")
    for arguments, status, says in (
        (("PA-000a", "-o", out), 2, "PA-000a"),
        (("PA-680a", "-o", out, "--players", "9"), 1, "9 players"),
        (("PA-680a",), 2, "--out"),
    ):
        ran = feltlaw("report", *arguments)
        assert ran.status == status
        assert says in ran.err
    assert not list(tmp_path.iterdir())


def test_letters_that_the_fonts_lack(tmp_path: Path) -> None:
    text = 'regulation = "PA-680a"\ncertificate_holder = "カジノ"\n'.encode()
    ran = feltlaw("report", "-", "-o", str(tmp_path / "par.pdf"), stdin=text)
    assert ran.status == 2
    assert "カ" in ran.err
    assert "HTML" in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    out = tmp_path / "par.html"
    assert feltlaw("report", "-", "-o", str(out), stdin=text).status == 0
    assert "カジノ" in out.read_text(encoding="utf-8")


def test_names_are_no_markup() -> None:
    data = {"regulation": "PA-680a", "certificate_holder": "#let [a] *b* $c$ @ref <lab> \\u{41} Łódź"}
    assert to_pdf(par_sheet(check(data))).startswith(b"%PDF")


def test_without_typst(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PdfError, match=r"feltlaw\[report\]"):
        to_pdf(sheet("PA-680a"))
    ran = feltlaw("report", "PA-680a", "-o", str(tmp_path / "par.pdf"))
    assert ran.status == 2
    assert "pip install 'feltlaw[report]'" in ran.err
    assert feltlaw("report", "PA-680a", "-o", str(tmp_path / "par.html")).status == 0


def test_html_loads_nothing_heavy() -> None:
    code = (
        "import sys; from feltlaw.report import par_sheet, to_html; from feltlaw.submission import check; "
        "to_html(par_sheet(check({'regulation': 'PA-680a'}))); "
        "print(sorted({'typst', 'numpy', 'numba', 'scipy', 'matplotlib', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_sheet_says_the_same_in_both() -> None:
    """The two files are written from one sheet, so what it holds is in both."""
    data = json.dumps(sheet_data(sheet("PA-649a")), ensure_ascii=False)
    assert submission("PA-649a").digest in data
    assert "play Q-6-4 or better" in section_words(sheet("PA-649a"), "wager-ante")


def test_every_paytable_side_by_side(tmp_path: Path) -> None:
    """The strategy first, a column for each paytable, what each costs; dated as it is told."""
    page = tmp_path / "all.html"
    assert feltlaw("report", "PA-679a", "--all", "-o", str(page), "--date", "2026-11-16").status == 0
    text = page.read_text("utf-8")
    assert (
        text.index("Strategy card")
        < text.index("Every wager, with its best")
        < text.index("What Bad Beat Bonus pays")
    )
    assert "<dt>Date</dt><dd>2026-11-16</dd>" in text
    again = tmp_path / "again.html"
    feltlaw("report", "PA-679a", "--all", "-o", str(again), "--date", "2026-11-16")
    assert again.read_bytes() == page.read_bytes()
    edges = {one["Paytable"]: one["House edge"] for one in _lines() if one["Wager"] == "Pair Bonus"}
    for table, edge in edges.items():
        assert table in text
        assert f"{Decimal(edge) * 100:.4f} %" in text
    assert "prefers-color-scheme: dark" in text
    wrong = feltlaw("report", "PA-679a", "-o", str(page), "--date", "yesterday")
    assert (wrong.status, "write it like 2026-11-16" in wrong.err) == (2, True)


def _lines() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(feltlaw("analyze", "PA-679a", "--csv", "--all").out)))
