"""Which paytable is in force: chosen by letter, by the version, posted by the operator, with added rows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.money import Odds
from feltlaw.paytable import Paytable
from feltlaw.regulation import load
from feltlaw.submission import Submission
from tests.support.submissions import accepted, by_clause, refused, regulation_of, report

LINKED_VERSIONS = ("ante_covers", "ante_covers_half", "compulsory")
FLOOR = {  # the odds printed in MA-TCP.11(a)(2)
    "mini_royal": 35,
    "straight_flush": 35,
    "three_of_a_kind": 25,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}


def table_of(submission: Submission, wager: str) -> Paytable:
    found = (
        submission.wagers[wager].paytable()
        if wager in submission.wagers
        else submission.awards[wager].paytable
    )
    assert found is not None
    return found


def ratio(table: Paytable, hand: str) -> Fraction:
    pays = table.rows[hand].pays
    assert isinstance(pays, Odds)
    return pays.ratio


LETTERS = [
    *by_clause(
        ("PA-649a.12(d)", "wagers.pair_plus.paytable", "pair_plus", [*"ABCDE"]),
        ("PA-649a.12(e)(1)", "wagers.three_card_progressive.paytable", "three_card_progressive", [*"AB"]),
        ("PA-649a.12(f)", "wagers.six_card_bonus.paytable", "six_card_bonus", [*"ABCDE"]),
        ("PA-679a.12(c)", "wagers.play.bad_beat_paytable", "bad_beat_bonus", [*"ABCD"]),
        ("PA-679a.12(f)", "wagers.pair_bonus.paytable", "pair_bonus", [*"ABCD"]),
        ("PA-679a.12(g)", "wagers.all_six_bonus.paytable", "all_six_bonus", [*"ABCDE"]),
        ("PA-669a.12(a)", "wagers.pair_plus.paytable", "pair_plus", [*"AB"]),
        ("PA-669a.12(f)", "wagers.six_card_bonus.paytable", "six_card_bonus", [*"ABCD"]),
    ),
    ("PA-680a.12(c)", "wagers.bonus.paytable", "bonus", ["A"]),
    (
        "MA-TCP.6(g)(4)",
        "wagers.six_card_bonus.paytable",
        "six_card_bonus",
        ["TCP-6B1", "TCP-6B2", "TCP-6B3", "TCP-6B4"],
    ),
]


@pytest.mark.parametrize(("clause", "key", "wager", "letters"), LETTERS)
def test_one_paytable_chosen_by_its_letter(clause: str, key: str, wager: str, letters: list[str]) -> None:
    regulation = regulation_of(clause)
    for letter in letters:
        chosen = accepted(regulation, {key: letter})
        table = table_of(chosen, wager)
        assert table.name == letter
        assert table_of(Submission.from_data(chosen.to_data()), wager) == table, "as a table's record has it"
        assert table.clauses[-1] in (f"{clause}:{letter}", clause)
    section: dict[str, Any] = {key.rpartition(".")[0]: {}}
    assert table_of(accepted(regulation, section), wager).name == letters[0]
    of_another_chapter = "A" if regulation == "MA-TCP" else "TCP-6B1"
    longer = (f"{letters[0]}{letters[-1]}", f"{letters[-1]} ")
    for wrong in ("F", of_another_chapter, letters[0].lower(), *longer, letters, 1, True, "", ["A", "B"]):
        fault = refused(regulation, {key: wrong}, key, clause)
        assert all(f'"{letter}"' in fault.legal for letter in letters)


@pytest.mark.clause("PA-679a.12(f)")
def test_the_rows_without_a_2_stand_beside_every_pair_bonus_table() -> None:
    for letter in "ABCD":
        table = table_of(accepted("PA-679a", {"wagers.pair_bonus.paytable": letter}), "pair_bonus")
        assert {"pair", "pair_with_2", "mini_royal", "mini_royal_with_2"} <= set(table.rows)


@pytest.mark.parametrize(
    ("clause", "letters"), by_clause(("PA-649a.12(c)", "ABC"), ("MA-TCP.11(a)(3)(i)", "ABC"))
)
@pytest.mark.clause("I-32")
def test_a_linked_stake_version_has_its_own_ante_bonus_tables(clause: str, letters: str) -> None:
    regulation, key = regulation_of(clause), "wagers.ante.bonus_paytable"
    for version in LINKED_VERSIONS:
        for letter in letters:
            chosen = accepted(regulation, {"version.pair_plus": version, key: letter})
            assert table_of(chosen, "ante_bonus").clauses[-1] == f"{clause}:{letter}"
        default = table_of(accepted(regulation, {"version.pair_plus": version}), "ante_bonus")
        assert default.clauses[-1] == f"{clause}:A"
        refused(regulation, {"version.pair_plus": version, key: "D"}, key, clause)


@pytest.mark.clause("PA-649a.12(c)", "I-32")
def test_ordinary_play_in_pennsylvania_uses_the_other_tables() -> None:
    for letter in "ABC":
        chosen = accepted("PA-649a", {"wagers.ante.bonus_paytable": letter})
        assert table_of(chosen, "ante_bonus").clauses[-1] == f"PA-649a.12(b):{letter}"


@pytest.mark.clause("MA-TCP.11(a)(3)(i)")
def test_ordinary_play_in_massachusetts_has_one_table() -> None:
    assert table_of(accepted("MA-TCP"), "ante_bonus").clauses == ("MA-TCP.11(a)(3)",)
    fault = refused(
        "MA-TCP", {"wagers.ante.bonus_paytable": "A"}, "wagers.ante.bonus_paytable", "MA-TCP.11(a)(3)(i)"
    )
    assert "leave the key out" in fault.legal


@pytest.mark.parametrize(
    ("clause", "wager", "award", "least"),
    by_clause(
        (("PA-649a.12(g)(1)", "PA-649a.12(b)", "I-40"), "ante", "ante_bonus", 5),
        (("PA-649a.12(g)(2)", "PA-649a.12(d)", "I-40"), "pair_plus", "pair_plus", 40),
    ),
)
@pytest.mark.clause("PA-649a.12(g)")
def test_a_mini_royal_row_may_be_added_from_its_floor_up(
    clause: str, wager: str, award: str, least: int
) -> None:
    key, letter_key = f"wagers.{wager}.mini_royal", {"ante": "bonus_paytable"}.get(wager, "paytable")
    tables = load("PA-649a").wagers.get(award, load("PA-649a").awards.get(award))
    assert tables is not None
    for table in tables.payouts.tables.values():
        if table.versions == LINKED_VERSIONS:
            continue
        letter = {f"wagers.{wager}.{letter_key}": table.name}
        assert "mini_royal" not in table_of(accepted("PA-649a", letter), award).rows
        for odds in (least, least + 1, 1000):
            added = table_of(accepted("PA-649a", letter | {key: f"{odds} to 1"}), award)
            assert ratio(added, "mini_royal") == odds
            assert clause in added.rows["mini_royal"].clauses
            assert {hand: row for hand, row in added.rows.items() if hand != "mini_royal"} == table.rows
        for below in (f"{least - 1} to 1", f"{2 * least - 1} to 2"):
            fault = refused("PA-649a", letter | {key: below}, key, clause)
            assert f"{least} to 1" in fault.legal
    for wrong in (
        least,
        "push",
        f"{least} for 1",
        "100% of meter",
        "0 to 1",
        "-40 to 1",
        "",
        None,
        ["40 to 1"],
    ):
        found = report("PA-649a", {key: wrong})
        assert wrong is None or clause in str(found.faults[0])


@pytest.mark.parametrize("version", LINKED_VERSIONS)
@pytest.mark.clause("PA-649a.12(g)", "I-32")
def test_a_mini_royal_row_goes_with_12b_and_12d_only(version: str) -> None:
    refused(
        "PA-649a",
        {"version.pair_plus": version, "wagers.ante.mini_royal": "10 to 1"},
        "wagers.ante.mini_royal",
        "PA-649a.12(g)",
    )
    accepted("PA-649a", {"version.pair_plus": version, "wagers.pair_plus.mini_royal": "40 to 1"})
    for elsewhere in ("wagers.six_card_bonus.mini_royal", "wagers.three_card_progressive.mini_royal"):
        refused("PA-649a", {elsewhere: "50 to 1"}, elsewhere)


def posted(changes: dict[str, object]) -> dict[str, object]:
    rows = {hand: f"{odds} to 1" for hand, odds in FLOOR.items()}
    return {"wagers.pair_plus.rows": rows | changes}


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
def test_without_rows_the_floor_itself_is_posted() -> None:
    table = table_of(accepted("MA-TCP"), "pair_plus")
    assert {hand: ratio(table, hand) for hand in table.rows} == FLOOR


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
@given(st.fixed_dictionaries({hand: st.integers(odds - 1, odds + 30) for hand, odds in FLOOR.items()}))
def test_a_posted_table_is_nowhere_below_the_floor(odds: dict[str, int]) -> None:
    changes = posted({hand: f"{number} to 1" for hand, number in odds.items()})
    too_low = {hand for hand, least in FLOOR.items() if odds[hand] < least}
    unfair = odds["mini_royal"] < odds["straight_flush"]
    found = report("MA-TCP", changes)
    assert {one.where.rpartition(".")[2] for one in found.faults} == too_low | ({"rows"} if unfair else set())
    assert all("MA-TCP.11(a)(2)" in one.cite.clauses and one.legal for one in found.faults)
    if found.submission:
        table = table_of(found.submission, "pair_plus")
        assert {hand: ratio(table, hand) for hand in table.rows} == odds


@pytest.mark.parametrize("hand", [hand for hand in FLOOR if hand != "mini_royal"])
@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
def test_every_row_of_the_floor_is_posted(hand: str) -> None:
    rows = {name: f"{odds} to 1" for name, odds in FLOOR.items() if name != hand}
    fault = refused("MA-TCP", {"wagers.pair_plus.rows": rows}, "wagers.pair_plus.rows", "MA-TCP.11(a)(2)")
    assert hand in fault.what
    assert f"{FLOOR[hand]} to 1" in fault.legal


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
def test_the_mini_royal_row_may_be_left_out_and_others_added() -> None:
    rows = {hand: f"{odds} to 1" for hand, odds in FLOOR.items() if hand != "mini_royal"}
    assert "mini_royal" not in table_of(accepted("MA-TCP", {"wagers.pair_plus.rows": rows}), "pair_plus").rows
    more = accepted("MA-TCP", posted({"mini_royal_of_spades": "200 to 1"}))
    assert ratio(table_of(more, "pair_plus"), "mini_royal_of_spades") == 200


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-40")
def test_the_better_hand_is_not_paid_less() -> None:
    fault = refused(
        "MA-TCP", posted({"straight_flush": "40 to 1"}), "wagers.pair_plus.rows", "MA-TCP.11(a)(2)"
    )
    assert "MA-TCP.3(b)(1)" in fault.cite.clauses and fault.cite.interpretations == ("I-40",)
    assert "40 to 1" in fault.legal


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("flush", "2 to 1"),
        ("flush", "push"),
        ("flush", 3),
        ("flush", "3 for 1"),
        ("high_card", "1 to 1"),
        ("four_of_a_kind", "50 to 1"),
        ("queen_high_or_better", "1 to 1"),
        ("flush_or_lower", "1 to 1"),
        ("", "1 to 1"),
    ],
)
@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
def test_a_row_that_may_not_be_posted(row: str, value: object) -> None:
    refused("MA-TCP", posted({row: value}), f"wagers.pair_plus.rows.{row}", "MA-TCP.11(a)(2)")


@pytest.mark.clause("MA-TCP.11(a)(2)")
def test_a_letter_cannot_take_the_place_of_posted_odds() -> None:
    for named in ("A", "floor"):
        fault = refused(
            "MA-TCP", {"wagers.pair_plus.paytable": named}, "wagers.pair_plus.paytable", "MA-TCP.11(a)(2)"
        )
        assert "rows" in fault.legal
    refused("MA-TCP", {"wagers.pair_plus.rows": "35 to 1"}, "wagers.pair_plus.rows", "MA-TCP.11(a)(2)")


def test_a_wager_with_one_table_takes_no_letter() -> None:
    for key, clause in (
        ("wagers.five_card_progressive.paytable", "PA-649a.12(h)(1)"),
        ("wagers.five_of_six_progressive.paytable", "PA-649a.12(j)(1)"),
        ("wagers.five_card_hand_bonus.paytable", "PA-649a.12(i)(1)"),
    ):
        fault = report("PA-649a", {key: "A"}).faults[0]
        assert (fault.where, fault.cite.clauses) == (key, (clause,))
        assert "leave the key out" in fault.legal


def test_cover_all_has_a_table_for_each_number_of_players() -> None:
    offered = accepted("MA-TCP", {"wagers.cover_all": {}}).wagers["cover_all"]
    assert sorted(offered.tables) == list(range(1, 8))
    tables = [offered.paytable(players) for players in range(1, 8)]
    assert [table.players for table in tables if table] == list(range(1, 8))
    assert offered.paytable(8) is None
    refused("MA-TCP", {"wagers.cover_all.paytable": "7"}, "wagers.cover_all.paytable")
