"""The conformance register's machinery, and what is promised about it.

`make conformance` joins clauses, data, code and tests; run it when a test here says something is out of date.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.clause import parse_clause
from feltlaw.register import citable, clauses, conformance_map, interpretations
from feltlaw.regulation import load, regulation_ids
from feltlaw.regulation.vocabulary import PHYSICAL_STEPS, STEPS
from tests.support import ROOT, is_everything
from tools.clauses.code import citations, scan
from tools.clauses.collect import COLLECTED, MOST, SYSTEM, Marked, by_clause, unknown
from tools.clauses.facts import PROMISES, Facts, promises_of, readings
from tools.clauses.pages import cell, markdown_table, prose, slug
from tools.clauses.parts import PARTS, paths, pattern_of
from tools.clauses.readings import Line
from tools.conformance import map_text, out_of_date, written

RULES = ROOT / "docs" / "rules"
PAGES = [f"{regulation}.md" for regulation in regulation_ids()]


def test_map_and_pages_are_up_to_date(request: pytest.FixtureRequest) -> None:
    """From what was collected for this run; where that is not every test, another process collects them."""
    if is_everything(request.config):
        _, _, files = written(request.config.stash[COLLECTED])
        assert [path.name for path in out_of_date(files, RULES)] == [], "run make conformance"
        return
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "conformance.py"), "--check"],
        cwd=ROOT, env=env, capture_output=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_map_has_a_line_for_each_clause() -> None:
    assert map_text({"A": {"tests": ["a"]}, "B": {}}) == '{\n"A": {"tests": ["a"]},\n"B": {}\n}\n'


def test_what_is_out_of_date(tmp_path: Path) -> None:
    for name in ("same", "changed", "left_over"):
        (tmp_path / f"{name}.md").write_text("as it was\n", encoding="utf-8")
    wanted = {"same": "as it was\n", "changed": "as it should be\n", "missing": ""}
    stale = out_of_date({tmp_path / f"{name}.md": text for name, text in wanted.items()}, tmp_path)
    assert [path.stem for path in stale] == ["changed", "left_over", "missing"]


def test_every_marker_names_something_known(request: pytest.FixtureRequest) -> None:
    markers = [
        (item.nodeid, marker) for item in request.session.items for marker in item.iter_markers("clause")
    ]
    named = [(node, one) for node, marker in markers for one in marker.args if not SYSTEM.fullmatch(one)]
    assert [f"{node}: {one}" for node, one in named if one not in citable()] == []
    assert [node for node, marker in markers if not marker.args or marker.kwargs] == []


def promised(promise: str, regulation: str) -> list[str]:
    mine = (entry for entry in clauses().values() if entry.regulation == regulation)
    return [entry.id for entry in mine if promise in promises_of(entry)]


@pytest.mark.parametrize(
    ("promise", "regulation"),
    [(promise, one) for promise in PROMISES for one in regulation_ids() if promised(promise, one)],
)
def test_promise_is_kept(promise: str, regulation: str) -> None:
    unproved = [
        one for one in promised(promise, regulation) if conformance_map()[one]["status"] != ["proved"]
    ]
    assert not unproved, f"{PROMISES[promise]}: {', '.join(unproved)}"


def test_promises_of_known_clauses() -> None:
    known = {
        "PA-649a.6(b)(3)": ["rankings"],
        "PA-649a.12(d):D": ["tables"],
        "PA-649a.12(e)(3):A": ["tables", "config"],
        "PA-649a.12(e)(5):$5": ["tables"],
        "MA-TCP.13(g):PTMGL01#2": ["tables", "config"],
        "PA-649a.1:hand": [],
        "PA-649a.11(a)(1)": [],
    }
    assert {one: promises_of(clauses()[one]) for one in known} == known


# The map.


def test_map_has_every_clause_in_the_order_of_the_register() -> None:
    assert list(conformance_map()) == list(clauses())
    for facts in conformance_map().values():
        assert list(facts) == ["status", "code", "tests", "interpretations"]
        assert facts["code"] == sorted(set(facts["code"]))
        assert facts["tests"] == sorted(set(facts["tests"]))
        assert len(facts["tests"]) <= max(MOST, len({test.partition("[")[0] for test in facts["tests"]}))
        assert facts["interpretations"] == sorted(set(facts["interpretations"]), key=parse_clause)
        assert facts["status"] == ["open"] or facts["tests"]


def test_map_names_code_for_every_clause() -> None:
    assert [clause for clause, facts in conformance_map().items() if not facts["code"]] == []


def fact(*tests: str) -> Facts:
    return Facts(next(iter(clauses().values())), (), tests, (), ())


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        (fact(), "open"),
        (fact("tests/test_parts.py::test_step[x]", "tests/test_parts.py::test_words[x]"), "words"),
        (fact("tests/test_parts.py::test_step[x]", "tests/table/test_stub.py::test_y"), "proved"),
        (fact("tests/table/test_stub.py::test_y"), "proved"),
        (replace(fact("tests/table/test_ways.py::test_y"), physical=True), "words"),
    ],
)
def test_status(facts: Facts, status: str) -> None:
    assert facts.status == status


def test_physical_steps_are_steps() -> None:
    assert set(STEPS) > PHYSICAL_STEPS


# The tests and their markers.

SOME = [Marked(f"tests/test_{file}.py::test_it", str(case), ("A",) if case < 30 else ("A", "B"))
        for file in "xy" for case in range(33)]  # fmt: skip


def test_a_test_is_named_without_its_cases_where_all_carry_the_clause() -> None:
    some = [*SOME, Marked("tests/test_z.py::test_plain", "", ("B", "C"))]
    named = by_clause(some)
    assert named["A"] == ["tests/test_x.py::test_it", "tests/test_y.py::test_it"]
    assert named["B"] == [
        *(f"tests/test_{file}.py::test_it[{case}]" for file in "xy" for case in (30, 31, 32)),
        "tests/test_z.py::test_plain",
    ]
    assert named["C"] == ["tests/test_z.py::test_plain"]


def test_too_many_cases_are_cut_evenly() -> None:
    other = Marked("tests/test_x.py::test_it", "other", ())
    named = by_clause([*SOME, other, Marked("tests/test_y.py::test_it", "other", ())])["A"]
    assert len(named) == MOST
    assert sum("test_x" in name for name in named) == MOST / 2


@given(st.permutations(SOME))
def test_names_do_not_depend_on_the_order_of_tests(some: list[Marked]) -> None:
    assert by_clause(some) == by_clause(SOME)


def test_unknown_markers_are_named_once() -> None:
    some = [Marked("t.py::test_a", str(case), ("PA-649a.11(b)", "PA-649a.99")) for case in range(3)]
    assert unknown(some, clauses()) == ["t.py::test_a: there is no PA-649a.99 in the register"]


# The code.


def test_parts_name_functions_that_exist() -> None:
    for name in sorted({name for some in PARTS.values() for name in some}):
        module, _, qualified = name.partition(":")
        found: object = importlib.import_module(f"feltlaw.{module}")
        for part in qualified.split("."):
            assert hasattr(found, part), f"{name} is not there: mend PARTS in tools/clauses/parts.py"
            found = getattr(found, part)
        assert callable(found)


def test_every_place_of_the_data_has_a_part_and_every_part_a_place() -> None:
    used = set()
    for regulation in map(load, regulation_ids()):
        for clause, places in regulation.citations.items():
            if clause in interpretations():
                continue
            for path in (path for place in places for path in paths(place, clause)):
                assert pattern_of(path), f"{regulation.id}: no code for {'.'.join(path)}: add it to PARTS"
                used.add(pattern_of(path))
    assert used == set(PARTS)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("wager.ante.outcomes.higher", "wager.*.outcomes"),
        ("wager.pot.outcomes.highest", "wager.pot.outcomes"),
        ("wager.ante", "wager"),
        ("nothing.of.the.kind", ""),
    ],
)
def test_the_longest_and_plainest_pattern_counts(path: str, pattern: str) -> None:
    assert pattern_of(tuple(path.split("."))) == pattern


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see I-129 and 680a.11(c)(1)", {"I-129", "PA-680a.11(c)(1)"}),
        ("PA-649a.12(d):D; MA 13(d)a", {"PA-649a.12(d):D", "MA-TCP.13(d)a"}),
        ("680a.11(f)", {"PA-680a.11(f)", "PA-680a.11(f)#2"}),
        ("the envy of 649a.12(e)", {one for one in clauses() if one.startswith("PA-649a.12(e)")}),
        ("I-999, 601a.2, 649a.99(z), 649a", set()),
        ("An example:\n\n>>> f('PA-649a.11(b)')\nI-01\n\nI-02 is not.", {"I-02"}),
    ],
)
def test_citations_in_a_text(text: str, found: set[str]) -> None:
    assert citations(text) == found


def test_scan_names_the_function(tmp_path: Path) -> None:
    source = '''"""Module (I-01)."""
class Meter:
    """A meter (I-03)."""
    def pay(self):
        return ("I-54", "not I-55")  # I-56
def plain():
    """649a.11(b)(1)"""
'''
    (tmp_path / "feltlaw" / "cli").mkdir(parents=True)
    (tmp_path / "feltlaw" / "meter.py").write_text(source, encoding="utf-8")
    (tmp_path / "feltlaw" / "cli" / "app.py").write_text('"""I-04"""', encoding="utf-8")
    assert scan(tmp_path) == {
        "I-01": {"feltlaw.meter"},
        "I-03": {"feltlaw.meter:Meter"},
        "I-54": {"feltlaw.meter:Meter.pay"},
        "I-56": {"feltlaw.meter:Meter.pay"},
        "PA-649a.11(b)(1)": {"feltlaw.meter:plain"},
    }


# The clauses an interpretation is about.


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("PA-680a.11(c)(1).", "PA-680a.11(c)(1)"),
        ("PA-649a.11(b)(1)-(3).", "PA-649a.11(b)(1) PA-649a.11(b)(2) PA-649a.11(b)(2)#2 PA-649a.11(b)(3)"),
        ("PA-649a.11(c)(3)(i), (ii)(A)", "PA-649a.11(c)(3)(i) PA-649a.11(c)(3)(ii)(A)"),
        ("PA-649a.12(e)(4), (h)(4), 7(f)", "PA-649a.12(e)(4) PA-649a.12(h)(4) PA-649a.7(f)"),
        ("PA-679a.12(f):A (a pair) against (e), (f):B", "PA-679a.12(f):A PA-679a.12(e) PA-679a.12(f):B"),
        ("PA-679a.12(f):B, C", "PA-679a.12(f):B PA-679a.12(f):C"),
        ("PA-649a.12(f):A-C", "PA-649a.12(f):A PA-649a.12(f):B PA-649a.12(f):C"),
        ("PA-649a.1:lucky-bonus(i), (ii)", "PA-649a.1:lucky-bonus(i) PA-649a.1:lucky-bonus(ii)"),
        (".3(c)(1) of each PA chapter", " ".join(f"PA-{one}a.3(c)(1)" for one in (649, 679, 669, 680))),
        ("MA-TCP.13(d)e, f", "MA-TCP.13(d)e MA-TCP.13(d)f"),
        ("MA-TCP.13(g)bis (\"flopped (at) the end\") against 12(a)", "MA-TCP.13(g)bis MA-TCP.12(a)"),
        ("PA .13(b)/14(b)", " ".join(f"PA-{one}a.13(b)" for one in (649, 679, 669, 680)) + " MA-TCP.14(b)"),
    ],
)  # fmt: skip
def test_shorthand_is_read(line: str, ids: str) -> None:
    read = Line(line)
    assert (list(read.ids), read.unread, list(read.aside)) == (ids.split(), [], [])


def test_contrast_and_vagueness_are_set_apart() -> None:
    read = Line("MA-TCP.10(b)#2 against PA-649a.11(b)(1); MA-TCP.14, 205 CMR 146.14; contrast PA-649a.11(d).")
    assert list(read.ids) == ["MA-TCP.10(b)#2"]
    assert list(read.aside) == ["PA-649a.11(b)(1)", "PA-649a.11(d)"]
    assert read.unread == ["MA-TCP.14", "205 CMR 146.14"]


def test_every_interpretation_is_about_a_clause() -> None:
    found = readings([load(one) for one in regulation_ids()])
    assert set(found) <= set(clauses())
    silent = {
        "I-141"
    }  # about a clause that 680a.13 does not have; the page of the chapter says so all the same
    assert {one for some in found.values() for one in some} == set(interpretations()) - silent
    assert all(f"\n- [{one}] " in text_of("PA-680a.md") for one in silent)


# The pages.


def text_of(page: str) -> str:
    return (RULES / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_page_has_every_clause_once_in_its_section(page: str) -> None:
    headings = re.findall(r"^##+ (.*)$", text_of(page), flags=re.MULTILINE)
    shown = [
        heading.replace("\\", "") for heading in headings if heading.startswith(page.removesuffix(".md"))
    ]
    assert shown == [one for one, entry in clauses().items() if f"{entry.regulation}.md" == page]
    section = ""
    for heading in headings:
        if heading.replace("\\", "") in clauses():
            assert int(section) == parse_clause(heading.replace("\\", "")).section
        else:
            section = heading.split()[0].rpartition(".")[2]


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_page_has_whole_tables(page: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", text_of(page), flags=re.MULTILINE):
        head, rule, *rows = (len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines())
        assert {head, rule, *rows} == {head}, table
        assert rows


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"`[^`]*`", "", text_of(page))
    defined = dict(re.findall(r"^\[([^]]+)\]: (\S+)$", text, flags=re.MULTILINE))
    assert set(re.findall(r"\[([^][]+)\](?![(:])", text)) <= set(defined)
    anchors: dict[Path, set[str]] = {}
    for target in [*defined.values(), *re.findall(r"\]\(([^)\s]+)\)", text)]:
        path, _, anchor = target.partition("#")
        file = (RULES / unquote(path)).resolve() if path else RULES / page
        assert file.exists(), target
        assert ROOT in file.parents
        if anchor:
            if file not in anchors:
                lines = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
                anchors[file] = {slug(line) for line in lines}
            assert anchor in anchors[file], target


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_page_says_nothing_of_the_machine(page: str) -> None:
    assert (
        re.findall(r"(?<![\w.)\]])/(?:\w+/)+", re.sub(r"\]\([^)]*\)|^\[.*$", "", text_of(page), flags=re.M))
        == []
    )
    assert str(ROOT) not in text_of(page)
    assert not re.search(r"[ \t]$", text_of(page), flags=re.MULTILINE)


def test_text_is_escaped() -> None:
    assert prose("$1 or <b>, `$1 <b>`") == "\\$1 or \\<b>, `$1 <b>`"
    assert cell("a|b\nc") == "a\\|b c"
    assert markdown_table(["a", "b"], [["1|2", "3"]]) == "| a | b |\n| --- | ---: |\n| 1\\|2 | 3 |"
    assert slug('I-01 "N to 1" and "N for 1"') == "i-01-n-to-1-and-n-for-1"
