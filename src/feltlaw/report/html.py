"""A sheet as one HTML file: nothing is fetched, it prints, and it reads on a phone and in a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from feltlaw.report.blocks import (
    RIGHT,
    Block,
    Chart,
    Charts,
    Facts,
    Heading,
    Sheet,
    SheetSection,
    SheetTable,
    Steps,
    Text,
)
from feltlaw.report.words import typeset

TEMPLATES = files("feltlaw.report") / "templates"
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
CITATION = r"\b[A-Z]{2}-[A-Za-z0-9]+\.[A-Za-z0-9()#]+"
LONGEST_UNBROKEN = 24
"""Rows of a table that is not torn apart by the end of a page."""
SHORTEST_SENTENCE = 40
"""Characters from which a cell is read as a sentence."""
MOST_NARROW = 4
"""Columns of a table that is only as wide as it needs."""


def to_html(sheet: Sheet) -> str:
    """The whole document."""
    style = (TEMPLATES / "par.css").read_text(encoding="utf-8")
    name = f"{sheet.kind}: {sheet.title}" + (f", {sheet.holder}" if sheet.holder else "")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="{escape(sheet.version)}">',
            f"<title>{escape(name)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            '<a class="skip" href="#summary">Skip to the summary</a>',
            *_header(sheet),
            *_contents(sheet),
            "<main>",
            *(line for section in sheet.sections for line in _section(section)),
            "</main>",
            f"<footer><p>{escape(sheet.version)} · submission <code>{escape(sheet.hash)}</code></p></footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _header(sheet: Sheet) -> Iterator[str]:
    yield "<header>"
    yield f'<p class="kicker">{escape(sheet.kind)}</p>\n<h1>{escape(sheet.title)}</h1>'
    yield f'<p class="subtitle">{escape(sheet.subtitle)}</p>'
    yield from _facts(sheet.facts)
    yield "</header>"


def _contents(sheet: Sheet) -> Iterator[str]:
    """The table of contents; sections of one part stand together."""
    yield '<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>\n<ol>'
    part = ""
    for section in sheet.sections:
        if section.part != part:
            yield "</ol></li>" if part else f"<li>{escape(section.part)}\n<ol>"
            part = section.part
        yield f'<li><a href="#{section.id}">{_text(section.title)}</a></li>'
    yield ("</ol></li>\n" if part else "") + "</ol></nav>"


def _section(section: SheetSection) -> Iterator[str]:
    page = ' class="page"' if section.page else ""
    yield f'<section id="{section.id}"{page} aria-labelledby="{section.id}-title">'
    yield f'<h2 id="{section.id}-title">{_text(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text(text, style):
            yield f'<p class="{style}">{_text(text)}</p>' if style else f"<p>{_text(text)}</p>"
        case Steps(head, items, last):
            lines = "".join(f"<li>{_text(item)}</li>" for item in items)
            yield f'<div class="rule"><p>{_text(head)}</p><ol>{lines}</ol><p>{_text(last)}</p></div>'
        case Heading(text):
            yield f"<h3>{_text(text)}</h3>"
        case Facts():
            yield from _facts(block)
        case SheetTable():
            yield from _table(block)
        case Charts():
            yield '<div class="charts">'
            for column in block.columns():
                yield "<div>"
                for chart in column:
                    yield from _chart(chart)
                yield "</div>"
            yield "</div>"


def _facts(facts: Facts) -> Iterator[str]:
    yield '<dl class="figures">' if facts.figures else '<dl class="facts">'
    for item in facts.items:
        value = f"<code>{_text(item.value)}</code>" if item.code else _text(item.value)
        more = f"<small>{_text(item.more)}</small>" if item.more else ""
        kind = ' class="wide"' if item.code else ""
        yield f"<div{kind}><dt>{escape(item.label)}</dt><dd>{value}{more}</dd></div>"
    yield "</dl>"


def _table(table: SheetTable) -> Iterator[str]:
    kinds = [
        *(["long"] if len(table.rows) > LONGEST_UNBROKEN else []),
        *(["narrow"] if len(table.columns) <= MOST_NARROW else []),
    ]
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    # a table that is too wide for the screen is moved by itself, and by the keyboard
    yield f'<div class="table" tabindex="0" role="group" aria-label="{escape(table.caption)}"><table{kind}>'
    cite = f" <small>{_text(table.cite)}</small>" if table.cite else ""
    # a caption stays in sight, and is no wider than the screen, while the table below it is moved
    yield f"<caption><span>{_text(table.caption)}{cite}</span></caption>"
    heads = "".join(
        f'<th scope="col"{_right(column.align)}>{escape(column.head)}</th>' for column in table.columns
    )
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>"
    for row in table.rows:
        yield _row(table, row)
    yield "</tbody>"
    if table.total:
        yield f"<tfoot>{_row(table, table.total)}</tfoot>"
    yield "</table></div>"


def _row(table: SheetTable, row: tuple[str, ...]) -> str:
    first, *cells = zip(row, table.columns, strict=True)
    found = "".join(
        f"<td{_right(column.align) or _long(table, at)}>{_text(cell)}</td>"
        for at, (cell, column) in enumerate(cells, 1)
    )
    return f'<tr><th scope="row">{_text(first[0])}</th>{found}</tr>'


def _long(table: SheetTable, at: int) -> str:
    """A column of sentences: it keeps some width where the screen is narrow."""
    return ' class="t"' if max(len(row[at]) for row in table.rows) > SHORTEST_SENTENCE else ""


def _right(align: str) -> str:
    return ' class="n"' if align == RIGHT else ""


def _chart(chart: Chart) -> Iterator[str]:
    drawn = chart.svg.replace(NAMESPACE, "", 1)
    yield f"<figure>{drawn}<figcaption>{_text(chart.caption)}</figcaption></figure>"


def _text(text: str) -> str:
    """A text whose citations stay in one piece."""
    return re.sub(CITATION, r"<span>\g<0></span>", typeset(escape(text, quote=False), "<wbr>"))
