"""Wrong versions by the clause: how they are made, and that a fixed sample of them is noticed.

`make mutants` tries all of them; this is the same tool on a few, always the same ones.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from feltlaw.register import clauses
from tests.support import is_everything
from tools.clauses.collect import COLLECTED
from tools.mutants import byhand
from tools.mutants.code import _tree, changed_module, code_mutants, find, module_mutants, without_bodies
from tools.mutants.data import data_mutants
from tools.mutants.mutant import (
    ROOT,
    Edit,
    change,
    edited,
    functions_changed,
    inner_code,
    outermost,
    source_of,
)
from tools.mutants.plan import (
    LEDGER,
    all_mutants,
    by_mark,
    in_fixed_order,
    is_of_module,
    ledger,
    modules,
    owners,
    with_helpers,
)
from tools.mutants.reach import coming
from tools.mutants.report import count, expected
from tools.mutants.run import NOTICED, REFUSED, SURVIVED, UNTESTED
from tools.mutants.tried import add, put_in_order, read

SAMPLE = 12
"""Some seconds of one core; `make proof` has all."""


def test_the_sample_is_noticed(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """In a process of its own, which forks; what is known to live (conformance/survivors.csv) may."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    command = [sys.executable, "-m", "tools.mutants", "--check", str(SAMPLE)]
    if is_everything(request.config):  # every test was collected already
        (tmp_path / "own.json").write_text(json.dumps(by_mark(request.config.stash[COLLECTED])), "utf-8")
        command += ["--own", str(tmp_path / "own.json")]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize(
    ("path", "act", "value", "left"),
    [
        (("a", "by"), "set", "device", {"a": {"by": "device", "n": 1}, "l": [1, 2, 3]}),
        (("a", "by"), "drop", None, {"a": {"n": 1}, "l": [1, 2, 3]}),
        (("l", 1), "drop", None, {"a": {"by": "dealer", "n": 1}, "l": [1, 3]}),
        (("l", 0), "swap", None, {"a": {"by": "dealer", "n": 1}, "l": [2, 1, 3]}),
    ],
)
def test_data_is_changed(path: tuple[str | int, ...], act: str, value: object, left: object) -> None:
    data = {"a": {"by": "dealer", "n": 1}, "l": [1, 2, 3]}
    change(data, path, act, value)
    assert data == left


def test_the_order_of_a_table_is_changed() -> None:
    data = {"shapes": {"a": 1, "b": 2, "c": 3}}
    change(data, ("shapes", "a"), "swap")
    assert list(data["shapes"]) == ["b", "a", "c"]


def test_every_kind_of_wrong_version_is_made_of_the_data() -> None:
    mutants = list(data_mutants("PA-669a"))
    kinds = {one.kind for one in mutants}
    assert kinds == {"actor", "citation", "step", "order", "condition", "amount", "row", "word", "text"}
    assert len({one.id for one in mutants}) == len(mutants)
    assert all(set(one.clauses) <= set(clauses()) and one.before != one.after for one in mutants)
    given = [one.value for one in mutants if one.id.startswith("PA-669a:steps.manual_shoe[1].by")]
    assert given == ["floorperson", "device", ["dealer", "device"]]


def test_wrong_versions_of_a_function() -> None:
    made = [(one.before, one.after) for one in code_mutants("feltlaw.table.shuffling:device_counts", ())]
    assert ("state.shuffle != 'manual'", "state.shuffle == 'manual'") in made
    assert any(" and " in before and " or " in after for before, after in made)
    tree = changed_module("feltlaw.table.shuffling", "device_counts", 0)
    changed = find(tree, "device_counts")
    assert changed is not None and " or " in ast.unparse(changed)


def test_what_the_type_checker_would_refuse_is_no_version() -> None:
    """`deck is None or deck.stage …` without its first half asks more of nothing."""
    made = [one.after for one in code_mutants("feltlaw.table.closing:_no_call", ())]
    assert "round_ is None and (not any(round_.facts.stakes.values()))" in made and "round_ is None" in made
    assert "not any(round_.facts.stakes.values())" not in made


def test_that_two_lists_are_equally_long_is_no_rule() -> None:
    made = [(one.before, one.after) for one in code_mutants("feltlaw.settlement.wagers:divide_award", ())]
    assert ("1", "2") in made and ("True", "False") not in made


def test_tests_called_like_a_module_are_its_own_wherever_they_are() -> None:
    mutant = next(iter(module_mutants("feltlaw.mathematics.what_if")))
    own = ("tests/mathematics/test_draws.py::a", "tests/cli/test_what_if.py::b")
    assert all(is_of_module(node, mutant) for node in own)
    assert not is_of_module("tests/cli/test_play.py::c", mutant)


def test_of_a_function_with_several_types_the_one_that_runs_is_changed() -> None:
    method = find(_tree("feltlaw.values"), "once.__get__")
    assert method is not None and len(method.body) > 1
    code = compile(source_of("feltlaw.values").read_text("utf-8"), "values.py", "exec")
    assert "work_out" in inner_code(code, ["once", "__get__"]).co_names


def test_what_is_made_inside_a_function_is_changed_with_it() -> None:
    inner, method = ["settle", "make"], ["_Sorted", "bytes_for"]
    assert outermost(import_module("feltlaw.floor.api.afterwards"), inner) == ["settle"]
    assert outermost(import_module("feltlaw.views.offers"), method) == method
    assert outermost(import_module("feltlaw.views.offers"), ["offers_for"]) == ["offers_for"]


def test_a_rule_comes_with_what_it_rests_on() -> None:
    found = with_helpers("feltlaw.table.shuffling:_shuffle")
    assert {"feltlaw.table.shuffling:_shuffle", "feltlaw.table.shuffling:to_be_shuffled"} <= set(found)
    assert with_helpers("feltlaw.contest:showdown") == ("feltlaw.contest:showdown",)


def test_a_sample_stays_when_others_come() -> None:
    some = list(data_mutants("PA-680a"))
    order = [one.id for one in in_fixed_order(some)]
    fewer = [one.id for one in in_fixed_order(some[::2])]
    assert [one for one in order if one in set(fewer)] == fewer


def test_counts_add_up() -> None:
    some = list(data_mutants("PA-680a"))[:6]
    results = [NOTICED, SURVIVED, SURVIVED, UNTESTED, REFUSED]
    verdicts = {one.id: result for one, result in zip(some, results, strict=False)}
    row = count(some, verdicts, {some[2].id: ("equivalent", "the same")})
    assert row == ["5", "3", "1", "0", "1", "1", "1", "33.3 %"]


def test_what_was_not_tried_is_expected_to_fare_as_its_kind_did_at_first() -> None:
    some = [one for one in data_mutants("PA-680a") if one.kind == "actor"][:6]
    first = {some[0].id: NOTICED, some[1].id: SURVIVED}
    now = {**first, some[1].id: NOTICED}
    assert expected(some, first, first, {}) == "50.0 %"
    assert expected(some, now, first, {}) == "66.7 %", "two of two, and half of the other four"
    assert expected(some, first, first, {some[1].id: ("equivalent", "the same")}) == "100.0 %"


def test_what_was_tried_is_kept_as_long_as_the_change_is_the_same(tmp_path: Path) -> None:
    kept = tmp_path / "tried.csv"
    some = list(data_mutants("PA-680a"))[:4]
    add(some[3], NOTICED, kept)
    add(some[0], SURVIVED, kept)
    add(some[0], NOTICED, kept)
    add(replace(some[1], after="something else"), NOTICED, kept)
    with kept.open("a", encoding="utf-8") as file:
        file.write(some[2].id)  # a run that was killed while it wrote
    assert read(some, kept) == (
        {some[3].id: NOTICED, some[0].id: SURVIVED}, {some[3].id: NOTICED, some[0].id: NOTICED}
    )  # fmt: skip
    before = read(some, kept)
    put_in_order(some, kept)
    assert read(some, kept) == before and len(kept.read_text("utf-8").splitlines()) == 4
    add(some[2], REFUSED, kept)
    assert read(some, kept)[1][some[2].id] == REFUSED


def test_known_survivors_are_mutants_with_a_reason() -> None:
    known = {one.id for one in all_mutants()}
    for mutant, (state, reason) in ledger().items():
        assert mutant in known, f"{LEDGER.name}: there is no {mutant} any more"
        assert state in ("open", "equivalent") and reason, mutant


def test_readings_that_a_function_cites_are_its_own() -> None:
    found = owners()["feltlaw.table.checking:_link_back"]
    assert "I-154" in found and all(one in clauses() or one.startswith("I-") for one in found)


def test_modules_beside_the_clauses_are_tried_by_themselves() -> None:
    assert {name.split(".")[1] for name in modules()} == {"mathematics", "views", "telling"}
    made = list(module_mutants("feltlaw.views.lines"))
    assert made and {(one.kind, one.clauses) for one in made} == {("views", ())}


# ── written by hand ──

SHUFFLING = "src/feltlaw/table/shuffling.py"
EDIT = Edit(SHUFFLING, "shuffler_counts_cards and state", "shuffler_counts_cards or state")


@pytest.mark.parametrize(
    ("file", "before", "says"),
    [
        (SHUFFLING, "words that stand nowhere", "has it 0 times"),
        (SHUFFLING, "return", "times"),
        ("src/feltlaw/nowhere.py", "x", "there is no"),
        ("tests/conftest.py", "x", "there is no"),
    ],
)
def test_an_edit_is_of_one_place_of_the_program(file: str, before: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        edited([Edit(file, before, "y")])


def test_two_edits_of_a_file_are_made_together() -> None:
    some = [Edit(SHUFFLING, "def device_counts(", "def a("), Edit(SHUFFLING, "def must_be_cut(", "def b(")]
    ((before, after),) = edited(some).values()
    assert "def device_counts(" in before and "def a(" in after and "def b(" in after


def test_what_an_edit_changes_is_told_from_what_stays() -> None:
    before = ast.parse("X = 1\nclass A:\n    def f(self): return 1\ndef g(): return 2")
    after = ast.parse("X = 1\nclass A:\n    def f(self): return 3\ndef g(): return 2")
    assert functions_changed(before, after) == ["A.f"]
    assert without_bodies(before) == without_bodies(after)
    otherwise = ast.parse("X = 2\nclass A:\n    def f(self): return 1\ndef g(): return 2")
    assert without_bodies(before) != without_bodies(otherwise), "a process cannot become that"


def test_lines_written_by_hand_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {"id": "a", "clauses": ["PA-649a.5(b)"], "misreading": "not counted", "edits": [vars(EDIT)]}
    bad = good | {"id": "b", "edits": [{**vars(EDIT), "before": "nowhere"}]}
    (tmp_path / "some.jsonl").write_text(f"{json.dumps(good)}\n\n{json.dumps(bad)}\n", "utf-8")
    (one,) = byhand.read(tmp_path / "some.jsonl")
    assert (one.id, one.clauses, one.regulation) == ("a", ("PA-649a.5(b)",), "")
    assert byhand.functions_of(one) == ["feltlaw.table.shuffling:device_counts"]
    assert "some.jsonl:3" in capsys.readouterr().out


def test_tests_that_come_to_a_function_are_run_from_the_quickest() -> None:
    known = {
        "a.py::far": (0.1, frozenset({"m:g"})),
        "b.py::slow": (2.0, frozenset({"m:f"})),
        "b.py::quick": (0.2, frozenset({"m:f"})),
        "b.py::beside": (0.1, frozenset[str]()),
        "b.py::beside_too": (3.0, frozenset[str]()),
    }
    assert coming([*known, "c.py::new"], "m:f", known) == [
        "c.py::new",
        "b.py::quick",
        "b.py::beside",
        "b.py::slow",
        "b.py::beside_too",
    ]
