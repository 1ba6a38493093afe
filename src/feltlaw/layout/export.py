"""A drawing as PDF or PNG, by typst: vectors and real text with the fonts inside, the same bytes every time.

Both carry what the drawing says, so that it can be checked: the PDF as a file inside, the PNG as a text.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from math import ceil
from typing import Any, Literal

from feltlaw.layout.drawing import Drawing
from feltlaw.layout.fonts import FOLDER

MARK = "feltlaw-layout"
PIXELS, FEWEST, MOST = 2400, 200, 16_000
_HEAD = "#let d = sys.inputs\n#set page(width: {width}, height: {height}, margin: 0pt)\n"
_IMAGE = (
    '#image(bytes(d.svg), format: "svg", width: {width}, height: {height}, fit: "stretch", alt: d.title)\n'
)
_PDF = (
    "#set document(title: d.title, keywords: ({mark}, d.hash), date: none)\n"
    '#pdf.attach("layout.json", bytes(d.statement), mime-type: "application/json", '
    'description: "What the drawing says", relationship: "data")\n'
)


class ExportError(Exception):
    """A drawing that cannot be written so; the message says what would help."""


def to_pdf(drawing: Drawing) -> bytes:
    """One page of the drawing's own size."""
    size = {"width": f"{drawing.width:.4f}mm", "height": f"{drawing.height:.4f}mm"}
    source = _HEAD.format(**size) + _PDF.format(mark=json.dumps(MARK)) + _IMAGE.format(**size)
    return _compiled(source, drawing, drawing.svg, "pdf")


def to_png(drawing: Drawing, pixels: int = PIXELS) -> bytes:
    """A picture whose longer side has so many pixels."""
    width, height = _pixels(drawing, pixels)
    svg = re.sub(
        r'(<svg[^>]*?) width="[^"]*" height="[^"]*"',
        rf'\1 width="{width}" height="{height}" preserveAspectRatio="none"',
        drawing.svg,
        count=1,
    )
    size = {"width": f"{width}pt", "height": f"{height}pt"}
    made = _compiled(_HEAD.format(**size) + _IMAGE.format(**size), drawing, svg, "png")
    return _with_text(made, json.dumps(drawing.statement, ensure_ascii=False))


def _compiled(source: str, drawing: Drawing, svg: str, form: Literal["pdf", "png"]) -> bytes:
    try:
        import typst
    except ImportError:
        raise ExportError(
            "PDF and PNG need the package typst: pip install 'feltlaw[report]'; SVG needs nothing"
        ) from None
    inputs = {
        "svg": svg,
        "title": f"{drawing.layout.title}, {drawing.part}",
        "hash": drawing.layout.hash,
        "statement": json.dumps(drawing.statement, ensure_ascii=False),
    }
    try:
        made = typst.compile(
            source.encode(),
            format=form,
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[str(FOLDER)]),
            sys_inputs=inputs,
            ppi=72.0 if form == "png" else None,
            timestamp=0 if form == "pdf" else None,
        )
    except typst.TypstError as error:  # such as a logo that is no picture after all
        raise ExportError(f"the drawing cannot be written: {' '.join(error.message.split())}") from None
    assert isinstance(made, bytes), "one page is asked for"
    return made


def _pixels(drawing: Drawing, pixels: int) -> tuple[int, int]:
    """Sides in pixels at which typst draws every one of them.

    It rounds a picture's shape in single precision, and leaves out a row where that comes to one more than
    the page has.
    """
    long = max(drawing.width, drawing.height)
    width = max(1, round(pixels * drawing.width / long))
    height = max(1, round(pixels * drawing.height / long))
    for step in range(1, 40):
        for tried in (height + step // 2 * (-1) ** step, max(1, height - step)):
            if _is_exact(width, tried):
                return width, tried
    return width, height


def _is_exact(width: int, height: int) -> bool:
    shape = _single(width / height)
    return (
        ceil(_single(max(width, _single(shape * height)))) == width and ceil(_single(width / shape)) == height
    )


def _single(value: float) -> float:
    found: float = struct.unpack("f", struct.pack("f", value))[0]
    return found


# ── what a drawing carries ──


def _with_text(png: bytes, text: str) -> bytes:
    """The picture with a compressed text chunk before its end."""
    body = MARK.encode() + b"\0\0" + zlib.compress(text.encode(), 9)
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    end = png.rindex(b"IEND") - 4
    return png[:end] + chunk + png[end:]


def read_statement(data: bytes) -> dict[str, Any] | None:
    """What a PDF or PNG says about itself; None where it carries nothing of ours."""
    if data.startswith(b"%PDF"):
        texts = [
            _inflated(found[1]) for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
        ]
    else:
        texts = [_inflated(found) for found in _chunks(data)]
    for text in texts:
        if text.startswith(b'{"drawn"'):
            try:
                found_ = json.loads(text)
            except ValueError:
                continue
            return found_ if isinstance(found_, dict) else None
    return None


def _inflated(data: bytes) -> bytes:
    """A compressed stream, no more of it than a statement could have."""
    try:
        return zlib.decompressobj().decompress(data, 4 * 1024 * 1024)
    except zlib.error:
        return b""


def _chunks(data: bytes) -> list[bytes]:
    """The compressed texts of a PNG that are ours."""
    found, at = [], 8
    while at + 12 <= len(data):
        length = struct.unpack(">I", data[at : at + 4])[0]
        body = data[at + 8 : at + 8 + length]
        if data[at + 4 : at + 8] == b"zTXt" and body.startswith(MARK.encode() + b"\0\0"):
            found.append(body[len(MARK) + 2 :])
        at += 12 + length
    return found
