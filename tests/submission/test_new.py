"""The submission that `rules new` writes: valid as it stands, complete, and a good place to start from."""

from __future__ import annotations

import re

import pytest

from feltlaw.regulation import load
from feltlaw.submission import check, new_submission, read_toml
from tests.support.ranked import choosing, tables
from tests.support.signs import choices
from tests.support.submissions import REGULATIONS

SHOWN = re.compile(r"^#(?=[\w\[])", re.MULTILINE)
"""A default that is only shown: its # stands right before the key."""
PARTS = re.compile(r"(?=^#?\[)", re.MULTILINE)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_it_has_no_faults_and_no_warnings(regulation: str) -> None:
    found = check(read_toml(new_submission(regulation)))
    assert found.faults == ()
    assert found.of("warning") == ()
    assert {one.where.partition(".")[0] for one in found.of("notice")} <= {"approvals"}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_it_mentions_everything_there_is(regulation: str) -> None:
    text, one = new_submission(regulation), load(regulation)
    for section in one.sections():
        assert re.search(rf"^#?\[wagers\.{section}\]$", text, re.MULTILINE)
    for path in one.options:
        assert re.search(rf"^#?{path.rpartition('.')[2]} = ", text, re.MULTILINE)
    for approval in one.approvals:
        assert re.search(rf"^#?{approval.key} = ", text, re.MULTILINE)
    for version in one.versions:
        assert f'"{version}"' in text
    for wager in one.wagers.values():
        assert wager.title in " ".join(text.replace("#", " ").split())
    assert ("payout_limit" in text) == (one.payout_limit is not None)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_what_it_shows_are_the_defaults(regulation: str) -> None:
    """Not those that add something: a row, a payout limit."""
    text = new_submission(regulation)
    parts = [part for part in PARTS.split(text) if not part.startswith(("#[", "[approvals]"))]
    shown = [
        SHOWN.sub("", line)
        for part in parts
        for line in part.splitlines()
        if not line.startswith(("#mini_royal", "#payout_limit"))
    ]
    left_out = check(read_toml("".join(parts))).submission
    stated = check(read_toml("\n".join(shown)))
    assert stated.submission == left_out, [str(one) for one in stated.faults]


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_each_section_it_only_shows_can_be_offered(regulation: str) -> None:
    text = new_submission(regulation)
    parts = PARTS.split(text)
    hidden = [part for part in parts if part.startswith("#[")]
    progressives = {wager.section for wager in load(regulation).wagers.values() if wager.meter}
    assert len(hidden) == len(progressives)
    for part in hidden:
        found = check(read_toml("".join(SHOWN.sub("", one) if one is part else one for one in parts)))
        assert found.submission is not None, [str(one) for one in found.faults]
        section = part.splitlines()[0].removeprefix("#[wagers.").removesuffix("]")
        assert section in {offered.wager.section for offered in found.submission.wagers.values()}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_it_fits_a_terminal_of_80_columns(regulation: str) -> None:
    assert max(len(line) for line in new_submission(regulation).splitlines()) < 80


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_it_asks_only_for_the_references_that_are_needed(regulation: str) -> None:
    found = check(read_toml(new_submission(regulation)))
    assert found.submission is not None
    asked = {one.where for one in found.of("notice")}
    assert asked == {f"approvals.{key}" for key in found.submission.approvals}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*choosing(name))) for name in REGULATIONS if choosing(name)],
)
def test_all_tables_that_may_be_selected_are_named_in_their_order(regulation: str) -> None:
    """In one line with the wager or the award that they are of, and no other; where the versions alone have
    several, with the key that says which."""
    text = " ".join(new_submission(regulation).replace("#", " ").split())
    named: dict[str, tuple[str, ...]] = {}
    for table in tables(regulation):
        named |= {one.title: one.names for one in choices(table) if one.key}
    assert named
    for title, letters in named.items():
        several = " | ".join(f'"{letter}"' for letter in letters)
        linked = (regulation, title) == ("MA-TCP", "Ante Bonus")
        said = f"bonus_paytable = {several}, only with version " if linked else f"{several} ("
        assert text.count(f"{title}: {said}") == 1, (title, several)
    for title in {one.title for table in tables(regulation) for one in choices(table)} - {*named}:
        assert f'{title}: "' not in text
