"""A sheet as a PDF, typeset by typst from our own template: the same bytes for the same sheet."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from feltlaw.report.blocks import (
    CLAUSES,
    RIGHT,
    Block,
    Charts,
    Facts,
    Heading,
    Sheet,
    SheetTable,
    Steps,
    Text,
)
from feltlaw.report.words import typeset

LONGEST_UNBROKEN, SHORTEST_TEXT = 30, 8
"""Rows of a table that is not torn apart by the end of a page; fewer where cells have several lines."""
LONGEST_LINE, TWO_CITATIONS, FOUR_CITATIONS, MOST_LINES = 24, 30, 50, 8
"""Characters of a cell that are kept on one line; longer ones share the room that is left. Citations get more
of it where they would fill more lines than these."""
WIDEST, TIGHT, GAP = 108, 120, 3
"""Characters that a line of a table holds, also in small type; and those that stand for a space between."""


class PdfError(Exception):
    """There is no PDF to be had; the message says what would help."""


def to_pdf(sheet: Sheet) -> bytes:
    """The PDF; system fonts are left alone, so it looks and measures the same everywhere."""
    try:
        import typst
    except ImportError:
        raise PdfError(
            "a PDF needs the package typst: pip install 'feltlaw[report]'; HTML needs nothing"
        ) from None
    template = (files("feltlaw.report") / "templates" / "par.typ").read_bytes()
    try:
        made = typst.compile(
            template,
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"sheet": json.dumps(sheet_data(sheet), ensure_ascii=False)},
            pdf_standards=["ua-1"],
            timestamp=0,
        )
    except typst.TypstError as error:  # such as a name in letters that its fonts do not have
        why = " ".join(error.message.split())
        raise PdfError(f"the PDF cannot be set: {why}; an HTML sheet shows every letter") from None
    assert isinstance(made, bytes), "one document is asked for"
    return made


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the template reads it."""
    return {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "holder": _text(sheet.holder),
        "hash": sheet.hash,
        "version": sheet.version,
        "kind": sheet.kind,
        "facts": _items(sheet.facts),
        "sections": [
            {
                "id": section.id,
                "title": _text(section.title),
                "page": section.page,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in sheet.sections
        ],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text, style):
            return {"kind": "text", "text": _text(text), "style": style}
        case Steps(head, items, last):
            texts = [_text(item) for item in items]
            return {"kind": "steps", "head": _text(head), "items": texts, "last": _text(last)}
        case Heading(text):
            return {"kind": "heading", "text": _text(text)}
        case Facts():
            return {"kind": "figures" if block.figures else "facts", "items": _items(block)}
        case SheetTable():
            return _table(block)
        case Charts():
            charts = [
                [{"svg": one.svg, "caption": _text(one.caption), "alt": one.alt} for one in column]
                for column in block.columns()
            ]
            return {"kind": "charts", "columns": charts}


def _items(facts: Facts) -> list[dict[str, Any]]:
    return [
        {"label": one.label, "value": _text(one.value), "more": _text(one.more), "code": one.code}
        for one in facts.items
    ]


def _table(table: SheetTable) -> dict[str, Any]:
    widths = _widths(table)
    return {
        "kind": "table",
        "caption": _text(table.caption),
        "cite": _text(table.cite),
        "columns": [{"head": one.head, "right": one.align == RIGHT} for one in table.columns],
        "rows": [[_text(cell) for cell in row] for row in table.rows],
        "total": list(table.total),
        "widths": widths,
        "tight": _room(table) > TIGHT,
        "long": len(table.rows) > (SHORTEST_TEXT if any(one["part"] for one in widths) else LONGEST_UNBROKEN),
    }


def _widths(table: SheetTable) -> list[dict[str, int]]:
    """For each column its `characters`, its `part` of the room that is left, or 0 for as wide as it needs."""
    found = [{"characters": 0, "part": 0} for _ in table.columns]
    if _room(table) <= WIDEST:
        return found
    long = {
        at: [row[at] for row in table.rows]
        for at, column in enumerate(table.columns)
        if column.align != RIGHT and max(len(row[at]) for row in table.rows) > LONGEST_LINE
    }
    for at, cells in long.items():
        if table.columns[at].head.startswith(CLAUSES) and len(long) > 1:  # citations are not broken
            pieces = (len(piece) for cell in cells for piece in _pieces(cell))
            many = min(FOUR_CITATIONS, max(map(len, cells)) // MOST_LINES)
            found[at]["characters"] = max(TWO_CITATIONS, many, *pieces)
        else:
            longest = max(map(len, cells))
            found[at]["part"] = max(LONGEST_LINE, sum(map(len, cells)) // len(cells), longest // 3)
    return found


def _pieces(text: str) -> list[str]:
    """What stays together: the name of a clause may break off, and break at its hyphens."""
    return re.split(r" |:|(?<=[a-z])-(?=[a-z])", text)


def _room(table: SheetTable) -> int:
    """The characters of a line on which no cell is broken."""
    lines = (tuple(column.head for column in table.columns), *table.rows, table.total)
    longest = [max(len(line[at]) for line in lines if line) for at in range(len(table.columns))]
    return sum(longest) + GAP * len(longest)


def _text(text: str) -> str:
    return typeset(text, "\u200b")
