"""A sheet as a PDF, typeset by typst from our own template: the same bytes for the same sheet."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from feltlaw.report.blocks import RIGHT, Block, Charts, Facts, Heading, Sheet, Table, Text

LONGEST_UNBROKEN = 30
"""Rows of a table that is not torn apart by the end of a page."""
LONGEST_LINE = 26
"""Characters of a cell that are kept on one line; longer ones share the room that is left."""
WIDEST, GAP = 108, 3
"""Characters that a line of a table holds, and those that the space between two columns takes."""


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
    made = typst.compile(
        template,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(sheet_data(sheet), ensure_ascii=False)},
        pdf_standards=["ua-1"],
        timestamp=0,
    )
    assert isinstance(made, bytes), "one document is asked for"
    return made


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the template reads it."""
    return {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "holder": sheet.holder,
        "hash": sheet.hash,
        "version": sheet.version,
        "facts": _items(sheet.facts),
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "page": section.page,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in sheet.sections
        ],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text, style):
            return {"kind": "text", "text": text, "style": style}
        case Heading(text):
            return {"kind": "heading", "text": text}
        case Facts():
            return {"kind": "figures" if block.figures else "facts", "items": _items(block)}
        case Table():
            return _table(block)
        case Charts():
            charts = [
                [{"svg": one.svg, "caption": one.caption, "alt": one.alt} for one in column]
                for column in block.columns()
            ]
            return {"kind": "charts", "columns": charts}


def _items(facts: Facts) -> list[dict[str, Any]]:
    return [
        {"label": one.label, "value": _breakable(one.value), "more": _breakable(one.more), "code": one.code}
        for one in facts.items
    ]


def _table(table: Table) -> dict[str, Any]:
    return {
        "kind": "table",
        "caption": table.caption,
        "cite": _breakable(table.cite),
        "columns": [{"head": one.head, "right": one.align == RIGHT} for one in table.columns],
        "rows": [[_breakable(cell) for cell in row] for row in table.rows],
        "total": list(table.total),
        "widths": _widths(table),
        "long": len(table.rows) > LONGEST_UNBROKEN,
    }


def _widths(table: Table) -> list[int]:
    """For each column 0, as wide as it needs, or its part of the room that is left."""
    found = []
    room = 0
    for at, column in enumerate(table.columns):
        lengths = [len(row[at]) for row in table.rows]
        longest = max((len(column.head), *lengths))
        room += longest + GAP
        wide = column.align != RIGHT and longest > LONGEST_LINE
        found.append(max(LONGEST_LINE, sum(lengths) // len(lengths)) if wide else 0)
    return found if room > WIDEST else [0] * len(found)


def _breakable(text: str) -> str:
    """The text with places where a long key or citation may break."""
    return re.sub(r"(?<=[A-Za-z)])([._])(?=\w)", "\\1\u200b", text)
