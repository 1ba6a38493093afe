"""What a sheet is made of: sections of paragraphs, facts, tables and charts, the same on any medium."""

from __future__ import annotations

from dataclasses import dataclass

LEFT, RIGHT = "left", "right"
CLAUSES = "Clauses"
"""The head of every column of citations."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. `style` is empty, `note` (small print), `rule` (a strategy card) or `warning`."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A card of numbered lines, with a line before and one after them."""

    head: str
    items: tuple[str, ...]
    last: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its value, and the exact figure or a remark below it."""

    label: str
    value: str
    more: str = ""
    code: bool = False
    """Whether the value is for machines, such as a hash."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels and values. `figures`: the key figures of a wager, shown large."""

    items: tuple[Fact, ...]
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    head: str
    align: str = LEFT


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows under a caption; the first column names its row, `total` is the last line, `cite` its clauses."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing in SVG; `alt` says in words what it shows, `height` is in parts of its width."""

    svg: str
    caption: str
    alt: str
    height: float


@dataclass(frozen=True, slots=True)
class Charts:
    """Drawings that stand in two columns where there is room."""

    items: tuple[Chart, ...]

    def columns(self) -> tuple[list[Chart], list[Chart]]:
        """Each drawing in turn goes where there is more room."""
        found: tuple[list[Chart], list[Chart]] = ([], [])
        for chart in self.items:
            left, right = (sum(one.height for one in column) for column in found)
            found[right < left].append(chart)
        return found


Block = Text | Steps | Heading | Facts | SheetTable | Charts


@dataclass(frozen=True, slots=True)
class SheetSection:
    id: str
    title: str
    blocks: tuple[Block, ...]
    part: str = ""
    """The group it is listed under in the table of contents."""
    page: bool = True
    """Whether it begins a page when it is printed."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet, ready to be written."""

    title: str
    subtitle: str
    holder: str
    facts: Facts
    sections: tuple[SheetSection, ...]
    hash: str
    version: str
    kind: str = "Par sheet"
    """What sort of sheet it is."""


def figures(*heads: str) -> tuple[Column, ...]:
    """A column of words, then columns of figures."""
    return (Column(heads[0]), *(Column(head, RIGHT) for head in heads[1:]))
