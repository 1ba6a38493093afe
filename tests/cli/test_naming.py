"""Regulations as people name them, and the one table that every command means by a regulation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltlaw.cli.naming import find_regulation
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, new_submission, read_toml
from tests.support.cli import feltlaw


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("PA-649a", "PA-649a"),
        ("pa-649A", "PA-649a"),
        ("649a", "PA-649a"),
        ("tcp", "MA-TCP"),
        ("MA", "MA-TCP"),
        ("saigon 5 card", "PA-680a"),
        ("Raise", "PA-669a"),
        ("prime", "PA-679a"),
        ("PA", None),
        ("Three Card Poker", None),
        ("", None),
        ("roulette", None),
    ],
)
def test_what_somebody_means(typed: str, meant: str | None) -> None:
    assert find_regulation(typed) == meant


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_regulation_is_found_by_its_own_names(regulation: str) -> None:
    title = load(regulation).title
    alone = [one for one in regulation_ids() if load(one).title == title]
    assert find_regulation(regulation.swapcase()) == regulation
    assert find_regulation(title) == (regulation if len(alone) == 1 else None)


@pytest.mark.parametrize("regulation", regulation_ids())
def test_one_table_for_all_commands(regulation: str, tmp_path: Path) -> None:
    """`REG` is the table that `rules new` writes, `REG:bare` what a file with the regulation alone means."""
    posted = Submission.from_data(read_toml(new_submission(regulation)))
    bare = Submission.from_data({"regulation": regulation})
    for named, meant in ((regulation, posted), (f"{regulation.lower()}:bare", bare)):
        ran = feltlaw("rules", "check", named, "--json")
        assert json.loads(ran.out)["hash"] == meant.digest
        ran = feltlaw("layout", named, "--json")
        assert json.loads(ran.out)["submission"] == meant.digest


def test_a_file_comes_before_a_regulation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("649a").write_text('regulation = "PA-680a"\n', encoding="utf-8")
    ran = feltlaw("rules", "check", "649a", "--json")
    assert json.loads(ran.out)["regulation"] == "PA-680a"


def test_nearest_names() -> None:
    for typed, near in (("PA-649b", "PA-649a"), ("saygon", "PA-680a"), ("PA-66a", "PA-669a")):
        ran = feltlaw("games", typed)
        assert ran.status == 2 and f"did you mean {near}" in ran.err
    ran = feltlaw("analyze", "three card poker")
    assert ran.status == 2 and "could be PA-649a" in ran.err and "MA-TCP" in ran.err


@pytest.mark.parametrize(
    "words", [("649a", "11(b)(1)"), ("pa-649A.11(b)(1)",), ("649a.11(b)(1)",), ("649a", "PA-649a.11(b)(1)")]
)
def test_a_clause_is_found_however_its_regulation_is_named(words: tuple[str, ...]) -> None:
    assert feltlaw("rules", "show", *words).out == feltlaw("rules", "show", "PA-649a.11(b)(1)").out


def test_who_names_a_wager_is_told_whose_it_is() -> None:
    ran = feltlaw("analyze", "pairplus")
    assert ran.status == 2
    assert "pair_plus is a wager of PA-649a, MA-TCP, PA-669a" in ran.err
