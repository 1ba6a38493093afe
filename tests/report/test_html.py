"""The par sheet as HTML: one file that fetches nothing, and that a screen reader can follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import Phase, given, reject, settings

from feltlaw.mathematics import AnalysisError
from feltlaw.report import par_sheet, to_html
from feltlaw.report.html import TEMPLATES
from feltlaw.submission import check
from tests.support.effort import examples
from tests.support.legal_submissions import legal
from tests.support.report_sheets import analysis, sheet, submission
from tests.support.submissions import REGULATIONS

VOID = {"meta", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, *tags: str) -> Iterator[Element]:
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.all(*tags)

    @property
    def inner(self) -> str:
        """All its text; pieces of words are not told apart."""
        return self.text


class Reader(HTMLParser):
    """Builds a tree, and refuses a tag that is not closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read(regulation: str) -> Element:
    reader = Reader()
    reader.feed(to_html(sheet(regulation)))
    reader.close()
    assert reader.open == [reader.root], "everything is closed"
    return reader.root


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_tables_are_accessible(regulation: str) -> None:
    found = list(read(regulation).all("table"))
    assert found
    for table in found:
        (caption,) = table.all("caption")
        assert caption.inner.strip()
        (head,) = table.all("thead")
        heads = list(head.all("th"))
        assert all(one.attributes["scope"] == "col" for one in heads)
        for part in table.all("tbody", "tfoot"):
            for row in part.all("tr"):
                first, *others = row.children
                assert (first.tag, first.attributes["scope"]) == ("th", "row")
                assert all(one.tag == "td" for one in others)
                assert len(row.children) == len(heads)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_headings_ids_and_contents(regulation: str) -> None:
    root = read(regulation)
    ids = [one.attributes["id"] for one in _every(root) if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    (nav,) = root.all("nav")
    targets = [link.attributes["href"] for link in nav.all("a")]
    assert targets == [f"#{one.attributes['id']}" for one in root.all("section")]
    for one in _every(root):
        for name in ("aria-labelledby", "href"):
            if name in one.attributes:
                assert one.attributes[name].removeprefix("#") in ids
    levels = [int(one.tag[1]) for one in root.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def _every(element: Element) -> Iterator[Element]:
    for child in element.children:
        yield child
        yield from _every(child)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_nothing_is_fetched(regulation: str) -> None:
    text = to_html(sheet(regulation))
    assert not re.search(r"https?:|//\w|url\(|@import|<script|<link|<img|<iframe|\bsrc=|\bon\w+=", text)
    root = read(regulation)
    assert {one.tag for one in _every(root)}.isdisjoint({"script", "link", "img", "object", "base", "form"})


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_says_what_the_sheet_says(regulation: str) -> None:
    root = read(regulation)
    (body,) = root.all("body")
    assert submission(regulation).digest in body.inner
    assert sheet(regulation).version in body.inner
    charts = list(root.all("svg"))
    single = [entry for _, key, entry in analysis(regulation).entries() if not key]
    assert len(charts) >= 2 * len(single)
    assert all(svg.attributes["role"] == "img" and svg.attributes["aria-label"] for svg in charts)
    assert all(any(figure.all("figcaption")) for figure in root.all("figure"))


def test_names_are_escaped() -> None:
    text = to_html(sheet("PA-649a"))
    assert "<Casino>" not in text
    (body,) = read("PA-649a").all("body")
    assert "Smith & Sons’ <Casino>" in body.inner


@given(legal())
@settings(max_examples=examples(5), deadline=None, phases=[Phase.generate])
def test_any_legal_submission_has_a_sheet(data: dict[str, object]) -> None:
    try:
        made = par_sheet(check(data))
    except AnalysisError:
        reject()  # no sheet of what cannot be analysed
    text = to_html(made)
    Reader().feed(text)
    assert made.hash in text


def test_prints() -> None:
    style = (TEMPLATES / "par.css").read_text(encoding="utf-8")
    assert "@media print" in style
    assert "@page" in style
    assert "tabular-nums" in style
    assert to_html(sheet("PA-680a")) == to_html(sheet("PA-680a"))
