"""`feltlaw layout` and `feltlaw layout check`: the files, and what is refused with nothing left behind."""

from __future__ import annotations

import json
import re
import struct
import sys
import zlib
from pathlib import Path

import pytest

from feltlaw.layout import LayoutError, layout_hash
from feltlaw.layout.compare import DrawingError, differences, read_drawing
from feltlaw.layout.drawing import draw
from feltlaw.layout.export import ExportError, read_statement, to_pdf, to_png
from feltlaw.layout.fonts import FOLDER
from feltlaw.submission import Submission
from tests.support.cli import feltlaw
from tests.support.layouts import drawn, table

TOML = 'regulation = "PA-680a"\ncertificate_holder = "{name}"\n'
PNG = b"\x89PNG\r\n\x1a\n" + b"".join(
    struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", 4, 2, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + b"\xff\x80\x20" * 4 for _ in range(2)))),
        (b"IEND", b""),
    )
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def submission_file(folder: Path, name: str = "Riverside Casino") -> str:
    (folder / "table.toml").write_text(TOML.format(name=name), encoding="utf-8")
    return "table.toml"


# ── what is written ──


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_writes_and_knows_its_own_drawing(folder: Path, ending: str) -> None:
    name, out = submission_file(folder), f"sign.{ending}"
    ran = feltlaw("layout", name, "-o", out, "--part", "sign")
    assert (ran.status, ran.err) == (0, "")
    assert (
        f"Layout hash: {layout_hash(Submission.from_toml(TOML.format(name='Riverside Casino')))}" in ran.out
    )
    assert (folder / out).read_bytes()[:5] in (b"<svg ", b"%PDF-", b"\x89PNG\r")
    same = feltlaw("layout", "check", name, out)
    assert (same.status, same.err) == (0, "")
    assert "is the submission's sign" in same.out.replace("\n", " ")


def test_sheet_is_the_default_part(folder: Path) -> None:
    assert feltlaw("layout", "PA-680a", "-o", "a.svg").status == 0
    assert 'data-part="sheet"' in (folder / "a.svg").read_text("utf-8")


def test_model_as_json(folder: Path) -> None:
    ran = feltlaw("layout", submission_file(folder), "--json")
    model = json.loads(ran.out)
    assert model["layout_hash"] == layout_hash(Submission.from_toml(TOML.format(name="Riverside Casino")))
    ante = next(one for one in model["elements"] if one["id"] == "area.ante.1")
    assert ante["cite"]["clauses"] == ["PA-680a.2(b)(2)"]
    assert ante["shape"]["circle"]
    assert list(folder.iterdir()) == [folder / "table.toml"], "nothing is drawn unless asked for"


@pytest.mark.parametrize("options", [["--felt", "blue"], ["--lines"], ["--outlines"], ["--paper", "a1"]])
def test_looks_are_chosen_and_still_checked(folder: Path, options: list[str]) -> None:
    assert feltlaw("layout", "PA-680a", "-o", "a.svg", *options).status == 0
    assert feltlaw("layout", "check", "PA-680a", "a.svg").status == 0


def test_pdf_is_the_same_every_time_and_has_its_size() -> None:
    made = to_pdf(drawn("PA-680a", "felt"))
    assert made == to_pdf(drawn("PA-680a", "felt"))
    box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", made)
    assert box is not None
    assert float(box[1]) == pytest.approx(drawn("PA-680a", "felt").width * 72 / 25.4, abs=0.1), "1 : 1"


@pytest.mark.parametrize("part", ["sheet", "felt", "sign"])
def test_pdf_and_png_carry_what_they_say(part: str) -> None:
    for made in (to_pdf(drawn("PA-680a", part)), to_png(drawn("PA-680a", part), 400)):
        statement = read_statement(made)
        assert statement is not None
        assert statement["drawn"]["layout_hash"] == layout_hash(table("PA-680a"))
        assert differences(table("PA-680a"), read_drawing(made)) == []


def test_png_has_the_pixels_asked_for() -> None:
    made = to_png(drawn("PA-680a", "sheet"), 700)
    width, height = struct.unpack(">II", made[16:24])
    assert width == 700
    assert height == pytest.approx(700 * 420 / 594, abs=8)


def test_pdf_without_the_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ExportError, match=r"feltlaw\[report\]"):
        to_pdf(drawn("PA-680a", "sign"))


def test_font_comes_with_its_licence() -> None:
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text("utf-8").upper()


# ── drawings that differ ──


def test_other_limits_are_told(folder: Path) -> None:
    feltlaw("layout", submission_file(folder), "-o", "sign.svg", "--part", "sign")
    (folder / "other.toml").write_text(
        TOML.format(name="Riverside Casino") + "[limits]\nminimum = 25\nmaximum = 1000\n", encoding="utf-8"
    )
    ran = feltlaw("layout", "check", "other.toml", "sign.svg", columns=160)
    assert (ran.status, ran.err) == (1, "")
    assert "its layout hash is" in ran.out
    assert "limit of ante" in ran.out
    told = json.loads(feltlaw("layout", "check", "other.toml", "sign.svg", "--json").out)
    assert told["same"] is False
    assert told["differences"]


def test_words_changed_by_hand_are_told() -> None:
    """The figure drawn, the figure read aloud, or both."""
    svg = drawn("PA-680a", "sign").svg
    assert differences(table("PA-680a"), read_drawing(svg.encode())) == []
    drawn_only = svg.replace(">5,000 to 1<", ">9,000 to 1<")
    assert drawn_only != svg
    told = differences(table("PA-680a"), read_drawing(drawn_only.encode()))
    assert told == ["the text '9,000 to 1' was added", "the text '5,000 to 1' is missing"]
    both = svg.replace("5,000 to 1", "9,000 to 1")
    (told_both,) = differences(table("PA-680a"), read_drawing(both.encode()))
    assert "9,000 to 1" in told_both and "5,000 to 1" in told_both and "PA-680a.2(b)(6)" in told_both


def test_drawing_of_another_regulation_is_told() -> None:
    told = differences(table("PA-669a"), read_drawing(drawn("PA-680a", "sign").svg.encode()))
    assert told == ["it is for PA-680a, the submission for PA-669a"]


def test_missing_area_is_told() -> None:
    found = read_drawing(drawn("PA-680a", "felt").svg.encode())
    told = " ".join(differences(table("PA-680a", "few"), found))
    assert "area of pot: 'Pot' is not in the submission, at seats 1, 2, 3, 4, 5, 6" in told


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"%PDF-1.7\nnothing",
        PNG,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<html/>",
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 2**31) + b"zTXt",
        b"<svg xmlns='http://www.w3.org/2000/svg' data-layout-hash='a' data-part='sign' "
        b"data-regulation='PA-680a' data-felt='mud' data-ink='x' data-accent='y'/>",
    ],
)
def test_files_that_are_no_drawings(folder: Path, data: bytes) -> None:
    (folder / "a.svg").write_bytes(data)
    ran = feltlaw("layout", "check", "PA-680a", "a.svg")
    assert ran.status == 2
    assert ran.err.startswith("feltlaw: 'a.svg': ")


# ── what is refused, with nothing written ──

LONG = ("The Very Long Name of a Casino by the River and its Hotel " * 4)[:200]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("W" * 200, "does not fit"),
        ("קזינו הנהר", "U+05E7"),
        ("كازينو النهر", "U+0643"),
        ("Lucky 🎰", "U+1F3B0"),
        ("賭場", "U+8CED"),
        ("X" + "\u0300" * 40, "U+0300"),
    ],
)
def test_names_that_cannot_be_drawn(folder: Path, name: str, why: str) -> None:
    for part in ("felt", "sign"):
        ran = feltlaw("layout", submission_file(folder, name), "-o", "a.svg", "--part", part)
        assert ran.status == 1
        assert why in ran.err
        assert "logo" in ran.err, "what would do"
        assert not (folder / "a.svg").exists()


def test_long_name_of_many_words() -> None:
    """On the felt it fits in four lines; at the head of a sign it would have to be too small."""
    submission = Submission.from_data({"regulation": "PA-680a", "certificate_holder": LONG})
    name = draw(submission, "felt").layout.name
    assert name is not None and len(name.lines) == 4
    for part in ("sign", "card", "guide"):
        with pytest.raises(LayoutError, match="shorten it, or give a logo"):
            draw(submission, part)


def test_name_of_a_hundred_words_takes_no_time() -> None:
    """There are 150,000 ways to break it into lines."""
    submission = Submission.from_data({"regulation": "PA-680a", "certificate_holder": "a b " * 50})
    name = draw(submission, "felt", fonts=False).layout.name
    assert name is not None and 1 < len(name.lines) <= 4


@pytest.mark.parametrize(
    "name", ["Καζίνο", "Казино Река", "Café Øresund & Söhne", "O'Brien’s <Club>", "e\u0301clat", "A"]
)
def test_names_that_the_font_can_write(name: str) -> None:
    submission = Submission.from_data({"regulation": "PA-680a", "certificate_holder": name})
    for part in ("felt", "sign"):
        found = read_drawing(draw(submission, part).svg.encode())
        assert differences(submission, found) == []
        assert any(one[4] == name for one in found.elements)


def test_table_and_approvals_are_looked_at() -> None:
    data = {"regulation": "PA-680a", "table": "T 🎲"}
    with pytest.raises(LayoutError, match=r"table has signs .*U\+1F3B2"):
        draw(Submission.from_data(data), "sign")


@pytest.mark.parametrize(
    ("options", "status", "why"),
    [
        (["--felt", "mud"], 1, "is not a colour"),
        (["--felt", "#12345"], 1, "is not a colour"),
        (["--felt", "#FFFFFF"], 1, "contrast"),
        (["--text", "#195D46"], 1, "contrast"),
        (["--accent", "url(x)"], 1, "is not a colour"),
        (["--part", "roof"], 2, "--part is one of"),
        (["--paper", "a9"], 2, "--paper is one of"),
        (["--part", "sign", "--paper", "a5"], 1, "does not fit"),
        (["--part", "felt", "--paper", "a4"], 2, "1 : 1"),
        (["--lines", "--felt", "blue"], 2, "--lines"),
        (["--pixels", "900"], 2, "--pixels is for a PNG"),
        (["--logo", "none.png"], 2, "there is no file"),
    ],
)
def test_options_that_are_refused(folder: Path, options: list[str], status: int, why: str) -> None:
    ran = feltlaw("layout", submission_file(folder), "-o", "a.svg", *options)
    assert (ran.status, ran.out) == (status, "")
    assert why in ran.err
    assert not (folder / "a.svg").exists()


@pytest.mark.parametrize(
    ("out", "why"), [("a.txt", ".svg, .pdf or .png"), ("no/a.svg", "no folder"), ("", ".svg, .pdf or .png")]
)
def test_places_that_are_refused(folder: Path, out: str, why: str) -> None:
    ran = feltlaw("layout", "PA-680a", "-o", out)
    assert ran.status == 2
    assert why in ran.err
    assert list(folder.iterdir()) == []


def test_says_where_to_when_it_is_not_told(folder: Path) -> None:
    assert "-o layout.pdf" in feltlaw("layout", "PA-680a").err
    for pixels in ("0", "199", "20000"):
        assert feltlaw("layout", "PA-680a", "-o", "a.png", "--pixels", pixels).status == 2


def test_submission_with_a_fault(folder: Path) -> None:
    (folder / "table.toml").write_text('regulation = "PA-680a"\n[limits]\nseats = 9\n', encoding="utf-8")
    ran = feltlaw("layout", "table.toml", "-o", "a.svg")
    assert ran.status == 1
    assert "the submission has a fault" in ran.err
    assert not (folder / "a.svg").exists()


# ── logos ──


def test_logo_in_place_of_the_name(folder: Path) -> None:
    (folder / "logo.png").write_bytes(PNG)
    name = submission_file(folder, "קזינו")
    for part in ("sheet", "sign", "card"):
        ran = feltlaw("layout", name, "-o", "a.pdf", "--part", part, "--logo", "logo.png")
        assert (ran.status, ran.err) == (0, "")
    feltlaw("layout", name, "-o", "a.svg", "--part", "felt", "--logo", "logo.png")
    assert "data:image/png;base64," in (folder / "a.svg").read_text("utf-8")
    assert feltlaw("layout", "check", name, "a.svg").status == 0


SVG_LOGO = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 10'>{}</svg>"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a picture"),
        (b"GIF89a" + b"\0" * 40, "not a picture"),
        (PNG[:30], "cut off or damaged"),
        (b"\xff\xd8\xff\xe0\0\x04", "cut off or damaged"),
        (SVG_LOGO.format("<script>alert(1)</script>").encode(), "not drawn (script)"),
        (SVG_LOGO.format("<rect onclick='x()'/>").encode(), "not drawn (rect)"),
        (SVG_LOGO.format("<image href='http://example.com/a.png'/>").encode(), "not drawn (image)"),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + SVG_LOGO.format("").encode(), "declares entities"),
        (SVG_LOGO.format("<rect>").encode(), "does not parse"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "viewBox"),
        (b"\0" * (50 * 1024 * 1024), "larger than 2 MB"),
    ],
    ids=lambda one: one if isinstance(one, str) else f"{len(one)}",
)
def test_logos_that_are_refused(folder: Path, data: bytes, why: str) -> None:
    (folder / "logo").write_bytes(data)
    ran = feltlaw("layout", submission_file(folder), "-o", "a.svg", "--logo", "logo")
    assert ran.status in (1, 2)
    assert why in ran.err
    assert not (folder / "a.svg").exists()


def test_huge_drawing_is_refused() -> None:
    with pytest.raises(DrawingError, match="more than 32 MB"):
        read_drawing(b"<" * (33 * 1024 * 1024))
