"""What if a row paid something else: whether the chapter would allow it; and every table by its name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.tables import every_table, named_tables, varied
from feltlaw.mathematics.what_if import WhatIf, what_if
from feltlaw.money import parse_pays
from feltlaw.paytable import Paytable
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.math_checks import submission

COVERS = {"version": {"pair_plus": "compulsory"}}
"""Versions of PA-649a in which the Ante Bonus pays by 12(c) instead of 12(b)."""


def printed(clause: str) -> dict[str, str]:
    return in_our_words(PRINTED[clause]["rows"])


def asked(table: Submission, name: str, **rows: str) -> WhatIf:
    return what_if(table, [(name, hand, parse_pays(pays)) for hand, pays in rows.items()])


def turned_into(table: Submission, name: str, wanted: dict[str, str]) -> WhatIf:
    """The table of a wager with exactly these rows."""
    paid = own_table(table, name)
    return asked(table, name, **wanted, **{hand: "lose" for hand in paid.rows if hand not in wanted})


def own_table(table: Submission, name: str) -> Paytable:
    paid = table.wagers[name].tables[0] if name in table.wagers else table.awards[name].paytable
    assert paid is not None
    return paid


def rows_of(table: Submission, name: str) -> dict[str, str]:
    return {hand: str(row.pays) for hand, row in own_table(table, name).rows.items()}


# ── what the chapters print ──


@pytest.mark.parametrize(
    ("regulation", "sections", "name", "clause", "allowed"),
    [
        ("PA-649a", {}, "pair_plus", "PA-649a.12(d):B", "paytable B"),
        ("PA-649a", {}, "pair_plus", "PA-649a.12(d):E", "paytable E"),
        ("PA-649a", {}, "pair_plus", "PA-649a.12(d):A", "paytable A"),
        ("PA-649a", {}, "ante_bonus", "PA-649a.12(b):C", "paytable C"),
        ("PA-649a", {}, "ante_bonus", "PA-649a.12(c):B", ""),
        ("PA-649a", COVERS, "ante_bonus", "PA-649a.12(c):B", "paytable B"),
        ("PA-649a", COVERS, "ante_bonus", "PA-649a.12(b):B", ""),
        ("MA-TCP", {}, "ante_bonus", "MA-TCP.11(a)(3)", "as printed"),
        ("MA-TCP", {}, "ante_bonus", "MA-TCP.11(a)(3)(i):C", ""),
        ("MA-TCP", {}, "pair_plus", "MA-TCP.11(a)(2)", "paytable floor"),
        ("PA-669a", {}, "pair_plus", "PA-669a.12(a):B", "paytable B"),
    ],
)
def test_rows_as_a_chapter_prints_them_are_that_table_in_its_version(
    regulation: str, sections: dict[str, Any], name: str, clause: str, allowed: str
) -> None:
    found = turned_into(submission(regulation, **sections), name, printed(clause))
    assert found.allowed.get(name, "") == allowed and (name in found.why) == (not allowed)
    assert rows_of(found.submission, name) == printed(clause)
    called = allowed.removeprefix("paytable ") if allowed.startswith("paytable") else "what if"
    assert own_table(found.submission, name).name == called


def test_what_none_prints_says_which_there_are() -> None:
    found = asked(submission("PA-649a"), "pair_plus", straight="7 to 1")
    assert found.allowed == {}
    assert found.why["pair_plus"] == (
        "the regulation prints A, B, C, D, E, and none pays this",
        tuple(f"PA-649a.12(d):{letter}" for letter in "ABCDE"),
    )
    alone = asked(submission("PA-669a"), "blind", flush="9 to 1")
    why, clauses = alone.why["blind"]
    assert why == "the regulation prints one table, and none pays this" and clauses
    mixed = asked(submission("MA-TCP"), "ante_bonus", straight="9 to 1")
    assert mixed.why["ante_bonus"][0] == "the regulation prints A, B, C, and none pays this"


def test_what_an_operator_may_post_of_its_own() -> None:
    """MA 11(a)(2): "no less than"; 649a.12(g): a mini royal may be added, from 40 to 1 on."""
    posted = asked(submission("MA-TCP"), "pair_plus", straight="7 to 1")
    assert posted.allowed == {"pair_plus": "posted by the operator"} and not posted.why
    low = asked(submission("MA-TCP"), "pair_plus", straight="4 to 1")
    assert "too low" in low.why["pair_plus"][0] and low.why["pair_plus"][1] == ("MA-TCP.11(a)(2)",)
    added = asked(submission("PA-649a"), "pair_plus", mini_royal="40 to 1")
    assert added.allowed == {"pair_plus": "posted by the operator"}
    little = asked(submission("PA-649a"), "pair_plus", mini_royal="39 to 1")
    assert "40 to 1 or more" in little.why["pair_plus"][0]
    bonus = asked(submission("PA-649a"), "ante_bonus", mini_royal="5 to 1")
    assert bonus.allowed == {"ante_bonus": "posted by the operator"}
    both = asked(submission("PA-649a"), "pair_plus", mini_royal="40 to 1", straight="9 to 1")
    assert "none pays this" in both.why["pair_plus"][0]


def test_what_was_changed_is_told_row_by_row() -> None:
    found = asked(submission("PA-649a"), "pair_plus", straight="7 to 1", flush="lose", mini_royal="50 to 1")
    assert [(one.of, one.hand, one.was, one.now) for one in found.changes] == [
        ("pair_plus", "straight", "6 to 1", "7 to 1"),
        ("pair_plus", "flush", "4 to 1", "lose"),
        ("pair_plus", "mini_royal", "", "50 to 1"),
    ]
    assert "flush" not in rows_of(found.submission, "pair_plus")
    told = found.to_json()
    assert [one["was"] for one in told] == ["6 to 1", "4 to 1", None]
    assert all(one["allowed"] is False and "as" not in one and one["why"] for one in told)
    right = turned_into(submission("PA-649a"), "pair_plus", printed("PA-649a.12(d):B")).to_json()
    assert all(one["allowed"] is True and one["as"] == "paytable B" and "why" not in one for one in right)


@pytest.mark.parametrize(
    ("name", "row", "pays", "says"),
    [
        ("pairplus", "straight", "7 to 1", "Did you mean 'pair_plus'"),
        ("ante", "straight", "7 to 1", "no paytable of 'ante'"),
        ("envy_three_card", "mini_royal", "7 to 1", "no paytable of 'envy_three_card'"),
        ("pair_plus", "strait", "7 to 1", "Did you mean 'straight'"),
        ("pair_plus", "straight", "100% of meter", "there is no meter"),
        ("ante_bonus", "straight", "100% of meter", "there is no meter"),
    ],
)
def test_what_is_no_row_or_no_table_is_refused(name: str, row: str, pays: str, says: str) -> None:
    table = submission("PA-649a", wagers={"three_card_progressive": {}})
    with pytest.raises(AnalysisError, match=says) as caught:
        asked(table, name, **{row: pays})
    if "no paytable" in says:
        known = str(caught.value).partition("It has ")[2].split(", ")
        assert known == ["pair_plus", "three_card_progressive", "ante_bonus"]


def test_a_meter_pays_where_there_is_one_and_rows_are_meant_however_they_are_written() -> None:
    table = submission("PA-649a", wagers={"three_card_progressive": {}})
    found = asked(table, "three_card_progressive", **{"Mini-Royal": "10% of meter"})
    assert rows_of(found.submission, "three_card_progressive")["mini_royal"] == "10% of meter"


# ── every table by its name ──


def tables(regulation: str, name: str, **sections: Any) -> dict[str, dict[str, str]]:
    table = submission(regulation, **sections)
    wager = table.regulation.wagers.get(name)
    payouts = (wager or table.regulation.awards[name]).payouts
    section, own = wager.section if wager else "ante", own_table(table, name)
    found = every_table(table, section, payouts, own, lambda one: rows_of(one, name))
    return {key: rows_of(one, name) for key, one in found}


def test_each_printed_table_is_there_under_its_letter() -> None:
    found = tables("PA-649a", "pair_plus")
    assert found == {letter: printed(f"PA-649a.12(d):{letter}") for letter in "ABCDE"}
    assert list(tables("PA-679a", "prime", wagers={"prime": {}})) == ["only"]


def test_a_letter_that_two_tables_have_gives_way_to_their_keys() -> None:
    assert list(tables("PA-649a", "ante_bonus")) == [f"12({one}):{two}" for one in "bc" for two in "ABC"]


def test_a_table_with_a_row_of_its_own_stands_there_twice() -> None:
    """As it is printed, and as it is posted; not where what it writes down is what is printed anyway."""
    found = tables("PA-649a", "pair_plus", wagers={"pair_plus": {"paytable": "B", "mini_royal": "45 to 1"}})
    assert list(found) == ["A", "B", "B as posted", "C", "D", "E"]
    assert found["B"] == printed("PA-649a.12(d):B")
    assert found["B as posted"] == {"mini_royal": "45 to 1", **printed("PA-649a.12(d):B")}
    same = tables("MA-TCP", "pair_plus", wagers={"pair_plus": {"rows": printed("MA-TCP.11(a)(2)")}})
    assert same == {"floor": printed("MA-TCP.11(a)(2)")}


def paytable(key: str, name: str) -> Paytable:
    usual = submission("PA-649a").wagers["pair_plus"].tables[0]
    return replace(usual, key=key, name=name)


def test_tables_are_named_as_they_are_found() -> None:
    table = submission("PA-649a")
    payouts, own = table.regulation.wagers["pair_plus"].payouts, table.wagers["pair_plus"].tables[0]
    assert list(named_tables(payouts, None)) == list(named_tables(payouts, own)) == list("ABCDE")
    changed = replace(own, rows=dict(list(own.rows.items())[1:]))
    assert list(named_tables(payouts, changed)) == [*"ABCDE", "A as posted"]
    assert named_tables(payouts, changed)["A as posted"] is changed
    for key, name, called in (
        ("posted", "", "posted"),
        ("other", "", "only"),
        ("posted", "mine", "mine"),
        ("posted", "A", "posted"),
    ):
        assert list(named_tables(payouts, paytable(key, name))) == [*"ABCDE", called]


def test_a_varied_submission_keeps_what_goes_with_it() -> None:
    table = submission(
        "PA-649a", limits={"minimum": 15}, wagers={"pair_plus": {"paytable": "B", "mini_royal": "45 to 1"}}
    )
    payouts = table.regulation.wagers["pair_plus"].payouts
    other = varied(table, "pair_plus", payouts.tables["C"], payouts)
    assert rows_of(other, "pair_plus") == printed("PA-649a.12(d):C") and other.limits.minimum == 1500
    assert rows_of(varied(table, "pair_plus"), "pair_plus") == rows_of(table, "pair_plus")
    added = varied(table, "six_card_bonus")
    assert "six_card_bonus" in added.wagers and "six_card_bonus" not in table.wagers
    bonus = table.regulation.awards["ante_bonus"].payouts
    covered = varied(table, "ante", bonus.tables["12(c):C"], bonus)
    assert rows_of(covered, "ante_bonus") == printed("PA-649a.12(c):C") and covered.version != table.version
    kept = varied(table, "ante", bonus.tables["12(b):C"], bonus)
    assert kept.version == table.version


def test_of_wagers_that_exclude_each_other_the_added_one_stays() -> None:
    """MA 13: the Three Card Poker Progressive and the Multi-Game Link are not offered together."""
    table = submission("MA-TCP", wagers={"three_card_progressive": {}, "six_card_bonus": {}})
    added = varied(table, "multi_game_link")
    assert {"multi_game_link", "six_card_bonus"} <= set(added.wagers)
    assert "three_card_progressive" not in added.wagers
    assert "three_card_progressive" in varied(table, "cover_all").wagers


def test_a_table_of_another_stake_is_offered_at_it() -> None:
    """MA 13(g): PTMGL02 is printed for a $5 wager."""
    table = submission("MA-TCP", wagers={"multi_game_link": {}})
    payouts = table.regulation.wagers["multi_game_link"].payouts
    assert (
        varied(table, "multi_game_link", payouts.tables["PTMGL02"], payouts).wagers["multi_game_link"].minimum
        == 500
    )
