"""The pages of docs/rules: each regulation section by section, to be read beside the chapter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from feltlaw.clause import parse_clause
from feltlaw.register import SECTIONS, Interpretation, clauses, interpretations
from feltlaw.regulation import Regulation
from feltlaw.regulation.place import Place
from tools.clauses.facts import OPEN, PROVED, WORDS, Facts
from tools.clauses.parts import cited_interpretations
from tools.clauses.summary import table_of
from tools.clauses.wording import Wording, tables, together

ROOT = "../.."
MOST_CASES = 6

MEANINGS = {
    PROVED: "a test fails if the program breaks the clause",
    WORDS: "the program says it to the right person at the right step, and a test reads what it says against "
    "a second statement of the law (conformance/parts); it is not played",
    OPEN: "no test yet",
}
FILES = {
    "conformance/clauses.csv": "the register of clauses",
    "conformance/interpretations.md": "how unclear texts are read",
    "conformance/map.json": "code, tests and interpretations of each clause, for `feltlaw rules show`",
    "conformance/scenarios": "rounds written from the law, with their results",
    "src/feltlaw/regulation/data": "the regulations as data",
}
WRITTEN = "Written by `make conformance`: change the register, the data or the tests, not this page."


def prose(text: str) -> str:
    """Text as it is: no dollar sign begins a formula, no angle bracket a tag. Code is left alone."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([$<])", r"\\\1", part) for part in parts)


def cell(text: str) -> str:
    """The same inside a table."""
    return prose(text).replace("|", "\\|").replace("\n", " ")


def code(text: str) -> str:
    return f"`{text}`"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    right = ["---", *("---:" for _ in head[1:])]
    lines = [head, right, *rows]
    return "\n".join("| " + " | ".join(cell(one) for one in line) + " |" for line in lines)


def slug(heading: str) -> str:
    """The anchor code hosts give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def section_title(regulation: str, number: int) -> str:
    titles = SECTIONS[regulation[:2]]
    shown = f"{regulation.removeprefix('PA-')}.{number}" if regulation.startswith("PA-") else str(number)
    return f"{shown} {titles[number - 1]}"


def page(regulation: Regulation, facts: Sequence[Facts]) -> str:
    """One regulation."""
    mine = [one for one in facts if one.entry.regulation == regulation.id]
    wording = Wording(regulation)
    sections = [
        (section_title(regulation.id, number), list(some))
        for number, some in groupby(mine, key=lambda one: parse_clause(one.entry.id).section)
    ]
    data = f"{ROOT}/src/feltlaw/regulation/data/{regulation.id}.toml"
    parts = [
        f"# {regulation.id}: {regulation.title}",
        f"{prose(regulation.citation)}, clause by clause in our own words: what the program does about each, "
        f"and the tests that prove it. The data is [{regulation.id}.toml]({data}). {WRITTEN}",
        f"[![The felt](../layouts/{regulation.id}.svg)](../layouts/{regulation.id}.html)",
        f"The felt of the table that `rules new {regulation.id}` writes. [The same page with hover]"
        f"(../layouts/{regulation.id}.html), opened in a browser, shows the clause behind each element.",
        table_of(
            [(f"[{title}](#{slug(title)})", some) for title, some in sections], "section", markdown_table
        ),
    ]
    for title, some in sections:
        parts.append(f"## {title}")
        parts += _as_a_whole(regulation, parse_clause(some[0].entry.id).section, wording)
        for one in some:
            parts += _clause(one, wording)
    parts.append("\n".join(_links(regulation, mine)))
    return "\n\n".join(parts) + "\n"


def _clause(one: Facts, wording: Wording) -> Iterator[str]:
    entry = one.entry
    yield f"### {prose(entry.id)}"
    yield prose(entry.requirement)
    yield f"**{one.status}** · {entry.kind} · {entry.actor} · shown by {entry.testable}"
    rows = _rows(one.places, entry.id, wording)
    if rows:
        yield "In the data:"
        yield "\n".join(rows)
    for name, columns in tables(one.places).items():
        yield f"{code(name)}:"
        yield _paytables(wording.title(name.split(".")[1]), columns)
    yield from _readings(one.interpretations)
    if one.tests:
        yield "Tests:"
        yield "\n".join(f"- {line}" for line in _tests(one.tests))
    if one.code:
        yield "Code: " + ", ".join(code(name.removeprefix("feltlaw.")) for name in one.code)


def _as_a_whole(regulation: Regulation, section: int, wording: Wording) -> Iterator[str]:
    """What the data rests on a section, or on a paragraph that the register knows only in its parts."""
    for cited, places in sorted(regulation.citations.items(), key=lambda item: parse_clause(item[0])):
        clause = parse_clause(cited)
        if clause.is_interpretation or clause.section != section or cited in clauses():
            continue
        yield f"{cited} as a whole:"
        yield "\n".join(_rows(places, cited, wording))
        read_as = {one for place in places for one in cited_interpretations(place)}
        yield from _readings([interpretations()[one] for one in sorted(read_as, key=parse_clause)])


def _rows(places: Iterable[Place], clause: str, wording: Wording) -> list[str]:
    """A line for each row but paytables, which are shown whole."""
    return list(
        dict.fromkeys(
            f"- {code(_where(place))}: {prose(wording.row(place, clause))}"
            for place in together(places)
            if "rows" not in place.data
        )
    )


def _readings(items: Iterable[Interpretation]) -> Iterator[str]:
    lines = []
    for item in items:
        stop = "" if item.title.endswith("?") else "."
        reading = prose(item.reading[0].upper() + item.reading[1:])
        lines.append(f"- [{item.id}] *{prose(item.title)}{stop}* {reading}.")
    if lines:
        yield "Read as:"
        yield "\n".join(lines)


def _where(place: Place) -> str:
    """The place in the file; the number in a list, which moves, is left out."""
    return re.sub(r"\[\d+\]", "", place.where)


def _links(regulation: Regulation, facts: Iterable[Facts]) -> Iterator[str]:
    """What the names in square brackets lead to."""
    read_as = {item.id for one in facts for item in one.interpretations}
    read_as |= {one for one in regulation.citations if one in interpretations()}
    for key in sorted(read_as, key=parse_clause):
        anchor = slug(f"{key} {interpretations()[key].title}")
        yield f"[{key}]: {ROOT}/conformance/interpretations.md#{anchor}"
    for file in sorted({name.partition("::")[0] for one in facts for name in one.tests}):
        yield f"[{file.removeprefix('tests/')}]: {ROOT}/{file}"


def _paytables(title: str, columns: Mapping[str, Mapping[str, Any]]) -> str:
    """The tables of one wager or award, a column each."""
    hands = list(dict.fromkeys(hand for rows in columns.values() for hand in rows))
    order = {hand: at for rows in columns.values() for at, hand in enumerate(rows)}
    hands.sort(key=lambda hand: order[hand])
    head = [title, *("pays" if column in ("only", "always") else column for column in columns)]
    body = []
    for hand in hands:
        pays = (rows.get(hand, "–") for rows in columns.values())
        body.append(
            [hand.replace("_", " "), *(str(one["pays"] if isinstance(one, dict) else one) for one in pays)]
        )
    return markdown_table(head, body)


def _tests(names: Sequence[str]) -> Iterator[str]:
    """The tests, those of one function in one line."""
    for function, some in groupby(names, key=lambda name: name.partition("[")[0]):
        cases = [case for name in some if (case := name.partition("[")[2].removesuffix("]"))]
        file, _, test = function.partition("::")
        more = f" and {len(cases) - MOST_CASES} more" if len(cases) > MOST_CASES else ""
        shown = ", ".join(code(case) for case in cases[:MOST_CASES])
        yield f"[{file.removeprefix('tests/')}] {code(test)}" + (f": {shown}{more}" if cases else "")


def index(regulations: Sequence[Regulation], facts: Sequence[Facts]) -> str:
    """docs/rules/README.md."""

    def by(key: str) -> str:
        names = sorted({getattr(one.entry, key) for one in facts})
        groups = [(name, [one for one in facts if getattr(one.entry, key) == name]) for name in names]
        return table_of(groups, {"testable": "shown by", "kind": "about"}[key], markdown_table)

    by_regulation = [
        (f"[{one.id}]({one.id}.md) {one.title}", [fact for fact in facts if fact.entry.regulation == one.id])
        for one in regulations
    ]
    parts = [
        "# The rules, clause by clause",
        "Every operative clause of the rule documents in our own words, with what the program does about it "
        f"and the tests that prove it. {WRITTEN}",
        table_of(by_regulation, "regulation", markdown_table),
        "\n".join(f"- **{status}**: {meaning}" for status, meaning in MEANINGS.items()),
        "## By what can show it",
        by("testable"),
        "## By what it is about",
        by("kind"),
        "## Where things are",
        "\n".join(f"- [{path.rpartition('/')[2]}]({ROOT}/{path}): {what}" for path, what in FILES.items()),
    ]
    return "\n\n".join(parts) + "\n"
