"""A wager against a posted paytable: its table is posted, every row of it with its odds."""

from __future__ import annotations

import re

import pytest

from feltlaw.layout.drawing import draw
from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
from feltlaw.register import clauses
from tests.support.driver import REGULATIONS, submission
from tests.support.layouts import read
from tests.support.ranked import proving, tables
from tests.support.settled import PRINTED
from tests.support.signs import LINKS, PAIR_BONUS, Table, choices
from tests.support.submissions import by_clause, regulation_of

POSTED = [
    ("PA-649a", "pair_plus", "PA-649a.1:pair-plus-wager", ["12(d):{}"], "ABCDE"),
    ("PA-679a", "prime", "PA-679a.1:prime-wager", ["12(d)"], ""),
    ("PA-679a", "pair_bonus", "PA-679a.1:pair-bonus-wager", ["12(e)", "12(f):{}"], "ABCD"),
    ("PA-679a", "all_six_bonus", "PA-679a.1:all-six-bonus-wager", ["12(g):{}"], "ABCDE"),
    ("PA-680a", "bonus", "PA-680a.1:bonus-wager", ["12(c)"], ""),
]
"""By definition, which paragraphs have its paytables and by which letters these go."""


def odds(text: str) -> list[str]:
    return re.findall(r"[\d,]+ to 1", text)


@pytest.mark.parametrize(
    ("regulation", "wager", "tables", "letter"),
    [
        pytest.param(regulation, wager, tables, letter, marks=pytest.mark.clause(definition))
        for regulation, wager, definition, tables, letters in POSTED
        for letter in letters or [""]
    ],
)
def test_what_a_definition_calls_posted_is_posted(
    regulation: str, wager: str, tables: list[str], letter: str
) -> None:
    """The odds are those of the register, in its order."""
    offered = {wager: {"paytable": letter} if letter else {}}
    (table,) = (one for one in posted(submission(regulation, wagers=offered)) if one.wager == wager)
    wanted = [odds(clauses()[f"{regulation}.{name.format(letter)}"].requirement) for name in tables]
    assert [row.pays for row in table.rows] == list(zip(*wanted, strict=True))


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(e)", "I-101")
def test_cover_all_is_posted_line_by_line_for_one_player_and_for_several() -> None:
    (table,) = (
        one for one in posted(submission("MA-TCP", wagers={"cover_all": {}})) if one.wager == "cover_all"
    )
    players = ["1 player", *(f"{many} players" for many in range(2, 8))]
    assert [row.shown for row in table.rows] == players
    assert [row.said for row in table.rows] == [f"{one}:" for one in players]


@pytest.mark.clause("PA-649a.12(i)(3)", "I-61")
def test_how_often_a_bonus_is_drawn_stands_beside_it() -> None:
    drawn = {"magic_card": True, "magic_card_chance": "1/20", "lucky_bonus": True, "lucky_bonus_chance": "0"}
    offered = {"five_card_hand_bonus": drawn}
    notes = {one.award: one.note for one in posted(submission("PA-649a", wagers=offered)) if one.award}
    assert notes["magic_card"] == "drawn in 1 of 20 rounds"
    assert notes["lucky_bonus"] == "drawn in no round"
    assert notes["ante_bonus"] == ""


TO_1 = ("PA-649a.12(b)", "PA-649a.12(d):A")
THREE_FOR_1 = ("PA-649a.12(e)(1)", "PA-649a.12(e)(1):A")
MEANING: list[tuple[tuple[str, ...], dict[str, dict[str, str]], bool]] = [
    (("PA-680a.12(c)",), {}, False),
    (TO_1, {"pair_plus": {"paytable": "A"}}, False),
    (THREE_FOR_1, {"three_card_progressive": {}}, True),
    (("PA-649a.12(e)(1):B",), {"three_card_progressive": {"paytable": "B"}}, True),
    (("PA-649a.12(h)(1)",), {"five_card_progressive": {}}, True),
    (("PA-649a.12(i)(1)",), {"five_card_hand_bonus": {}}, True),
    (("PA-649a.12(j)(1)",), {"five_of_six_progressive": {}}, True),
    (("PA-669a.12(e)(1)",), {"three_card_progressive": {}}, True),
    (("PA-669a.12(f):A",), {"six_card_bonus": {}}, False),
    (("PA-679a.12(d)", "PA-679a.12(e)"), {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}}, False),
    (("MA-TCP.12(k)", "MA-TCP.6(g)(4)"), {"six_card_bonus": {}, "cover_all": {}}, False),
    *(
        ((f"MA-TCP.13(e):Table {name}",), {"three_card_progressive": {"paytable": name}}, True)
        for name in "123"
    ),
    (("MA-TCP.13(f)",), {"three_card_progressive": {"paytable": "two-level"}}, True),
    *((("MA-TCP.13(g):" + name,), {"multi_game_link": {"paytable": name}}, True) for name in sorted(LINKS)),
]
"""By the paragraphs that print the odds: what is offered, and whether anything of it keeps the wager."""


@pytest.mark.clause("I-01")
@pytest.mark.parametrize(("clause", "offered", "kept"), by_clause(*MEANING))
def test_the_sign_says_what_for_1_means_where_it_is_posted(
    clause: str, offered: dict[str, dict[str, str]], kept: bool
) -> None:
    """And that a share of the meter, which has no such word, keeps the wager as well."""
    sections = {
        name: {**terms, **({"amount": "5"} if "PTMGL02" in terms.values() else {})}
        for name, terms in offered.items()
    }
    submitted = submission(regulation_of(clause), wagers=sections)
    said = [one.text for one in rules(submitted) if one.heading == "To 1, for 1"]
    wanted = "“To 1” gives the wager back as well; “for 1” and a share of a meter do not."
    assert said == [wanted] * kept
    drawn = [one for one in read(draw(submitted, "sign", fonts=False)) if wanted in one.label]
    assert len(drawn) == kept
    assert all(wanted in " ".join(one.text.split()) for one in drawn)


BESIDE = {PAIR_BONUS: ("PA-679a.12(e)",), "blind": ("PA-669a.12(c)",)}
"""What is printed in a paragraph of its own and stands in the same table."""
ASKS = {"MA-TCP": {"MA-TCP.13(f)", "MA-TCP.11(a)(1)", "MA-TCP.11(a)(3)"}}
"""Paragraphs that print a table, and have all such tables posted."""


def printing(table: Table) -> dict[str, set[str]]:
    """By wager or award the paragraphs that print what is posted for it."""
    found: dict[str, set[str]] = {}
    for one in choices(table):
        found[one.of] = {table.clause(one), *BESIDE.get(one.of, ())}
        if one.envy:
            found[one.envy[0]] = {table.clause(one, one.envy[2])}
    return found


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*proving(name))) for name in REGULATIONS],
)
def test_all_paragraphs_that_print_a_posted_table_are_cited_beside_it_and_no_other_table(
    regulation: str,
) -> None:
    """Of the table that was selected its own letter, and beside it what stands in the same rows."""
    for table in tables(regulation):
        blocks = {one.award or one.wager: one for one in posted(submission(regulation, **table.sections()))}
        for of, wanted in printing(table).items():
            cited = set(blocks[of].cite.clauses) & set(PRINTED)
            assert cited - ASKS.get(regulation, set()) == wanted - ASKS.get(regulation, set()), (table, of)
            assert wanted <= set(blocks[of].cite.clauses), (table, of)


# ── what the operator adds or limits itself ──


@pytest.mark.clause("PA-649a.2(b)(7)", "PA-649a.12(g)", "PA-649a.12(g)(1)", "PA-649a.12(g)(2)")
def test_a_mini_royal_row_that_is_added_is_posted() -> None:
    for ante, pair_plus in (("5 to 1", "40 to 1"), ("50 to 1", "100 to 1")):
        added = {"ante": {"mini_royal": ante}, "pair_plus": {"mini_royal": pair_plus}}
        tables = posted(submission("PA-649a", wagers=added))
        rows = {one.id: {row.shown: row.pays for row in one.rows} for one in tables}
        straight_flush = {"pays.ante_bonus": "5 to 1", "pays.pair_plus": "35 to 1"}
        for table, odds in (("pays.ante_bonus", ante), ("pays.pair_plus", pair_plus)):
            assert rows[table]["A-K-Q suited"] == (odds,)
            assert rows[table]["Straight flush"] == (straight_flush[table],)


@pytest.mark.clause("MA-TCP.6(a)(2)", "MA-TCP.11(a)(2)", "MA-TCP.1:pair-plus-wager", "I-124", "I-128")
def test_the_operators_own_pair_plus_is_posted_and_not_the_floor() -> None:
    rows = {"straight_flush": 50, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
    own = {"pair_plus": {"rows": {hand: f"{times} to 1" for hand, times in rows.items()}}}
    (table,) = (one for one in posted(submission("MA-TCP", wagers=own)) if one.wager == "pair_plus")
    assert {row.shown: row.pays for row in table.rows} == {
        "Straight flush": ("50 to 1",),
        "Three-of-a-kind": ("30 to 1",),
        "Straight": ("6 to 1",),
        "Flush": ("4 to 1",),
        "Pair": ("1 to 1",),
    }


@pytest.mark.clause("I-38", "PA-649a.12(f):E")
def test_the_maximum_beside_a_fixed_sum_is_the_wagers_own() -> None:
    own = {"six_card_bonus": {"paytable": "E", "maximum": 25}}
    (table,) = (one for one in posted(submission("PA-649a", wagers=own)) if one.wager == "six_card_bonus")
    assert table.note == "maximum wager $25"


@pytest.mark.clause("PA-680a.2(b)(6)", "PA-680a.7(d)(2)", "I-140")
def test_each_players_part_of_the_pot_is_the_minimum_of_the_ante() -> None:
    for ante, stake in ((15, "$15"), ("2.50", "$2.50")):
        table = submission("PA-680a", wagers={"pot": {}, "ante": {"minimum": ante}})
        (pot,) = (one for one in posted(table) if one.wager == "pot")
        assert {row.shown: row.pays for row in pot.rows}["Each player"] == (stake,)
        (limit,) = (one for one in rules(table) if one.id == "limit.pot")
        assert limit.text == f"Pot: {stake}."


@pytest.mark.clause("PA-680a.6(a)(1)", "PA-680a.6(a)(2)", "PA-680a.6(a)(3)", "PA-680a.6(a)(4)")
def test_what_each_card_counts_is_told() -> None:
    (values,) = (one for one in posted(submission("PA-680a")) if one.id == "values")
    assert [(row.shown, *row.pays) for row in values.rows] == [
        ("2 to 9", "as shown"),
        ("10 to king", "10"),
        ("Ace", "1"),
        ("Joker", "3, 6 or 9"),
    ]


@pytest.mark.clause("PA-680a.6(a)(1)", "PA-680a.6(a)(2)", "PA-680a.6(a)(3)", "PA-680a.6(a)(4)", "I-132")
def test_what_a_card_counts_is_printed_and_of_the_joker_alone_it_has_to_be_read() -> None:
    """How totals over 10 are read (I-134) is said of hands, where it belongs, and of no card."""
    (values,) = (one for one in posted(submission("PA-680a")) if one.id == "values")
    assert values.cite.clauses == tuple(f"PA-680a.6(a)({number})" for number in (1, 2, 3, 4))
    assert values.cite.interpretations == ("I-132",)
