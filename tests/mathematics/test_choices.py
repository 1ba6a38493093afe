"""What an operator may choose, to the last path; where an edge is gone; tables that may be asked for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.mathematics.outcomes import Distribution, OutcomeRow, WagerAnalysis
from feltlaw.mathematics.tables import every_table, named_tables, varied
from feltlaw.mathematics.variations import Knob, changed, gone_at, knobs
from feltlaw.submission import Submission
from tests.support.math_checks import submission


def found(regulation: str, **sections: Any) -> dict[str, Knob]:
    return {one.path: one for one in knobs(submission(regulation, **sections))}


PAIR_PLUS = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
HAND_BONUS = "wagers.five_card_hand_bonus"


@pytest.mark.parametrize(
    ("regulation", "sections", "paths"),
    [
        (
            "PA-649a",
            {"wagers": {"five_card_hand_bonus": {"magic_card": True, "magic_card_chance": "1/25"}}},
            {
                "version.pair_plus", "wagers.pair_plus.paytable", "wagers.pair_plus.mini_royal",
                "wagers.ante.bonus_paytable", "wagers.ante.mini_royal", "wagers.three_card_progressive",
                "wagers.six_card_bonus", "wagers.five_card_progressive", HAND_BONUS,
                f"{HAND_BONUS}.dealer_share", f"{HAND_BONUS}.magic_card", f"{HAND_BONUS}.lucky_bonus",
                f"{HAND_BONUS}.bonus_needs_win", f"{HAND_BONUS}.lucky_positions",
                "wagers.five_of_six_progressive",
            },
        ),
        (
            "PA-649a",
            {"version": {"pair_plus": "compulsory"}},
            {
                "version.pair_plus", "wagers.pair_plus.paytable", "wagers.pair_plus.mini_royal",
                "wagers.ante.bonus_paytable", "wagers.three_card_progressive", "wagers.six_card_bonus",
                "wagers.five_card_progressive", HAND_BONUS, "wagers.five_of_six_progressive",
            },
        ),
        (
            "MA-TCP",
            {"wagers": {"cover_all": {}}},
            {
                "version.pair_plus", "wagers.six_card_bonus", "wagers.cover_all",
                "wagers.cover_all.folded_hands_count", "wagers.three_card_progressive",
                "wagers.multi_game_link", "wagers.ante.match_play",
                *(f"wagers.pair_plus.rows.{hand}" for hand in PAIR_PLUS),
            },
        ),
        (
            "MA-TCP",
            {"version": {"pair_plus": "ante_covers"}},
            {
                "version.pair_plus", "wagers.six_card_bonus", "wagers.cover_all",
                "wagers.three_card_progressive", "wagers.multi_game_link", "wagers.ante.match_play",
                "wagers.ante.bonus_paytable",
                *(f"wagers.pair_plus.rows.{hand}" for hand in PAIR_PLUS),
            },
        ),
        (
            "PA-680a",
            {"wagers": {"bonus": {}, "pot": {}}},
            {"wagers.pot", "wagers.bonus", "wagers.pot.qualifying_only"},
        ),
        ("PA-680a", {}, {"wagers.pot", "wagers.bonus"}),
    ],
)  # fmt: skip
def test_everything_that_may_be_chosen_about_wagers_and_nothing_else(
    regulation: str, sections: dict[str, Any], paths: set[str]
) -> None:
    """Options of a wager where it is offered; a table where there are several, in this version."""
    assert set(found(regulation, **sections)) == paths


def test_what_is_chosen_is_said_with_what_else_may_be() -> None:
    """649a.12(g)(2): from 40 to 1 on."""
    bonus = found("PA-649a", wagers={"five_card_hand_bonus": {}})
    assert bonus[f"{HAND_BONUS}.magic_card"].values == ("false", "true")
    assert bonus[f"{HAND_BONUS}.magic_card"].wager == "five_card_hand_bonus_player"
    linked = found("MA-TCP", version={"pair_plus": "ante_covers"})
    assert linked["wagers.ante.bonus_paytable"].values == tuple("ABC")
    path = "wagers.pair_plus.mini_royal"
    for now, less in (("40 to 1", ""), ("41 to 1", "40 to 1"), ("42 to 1", "41 to 1")):
        knob = found("PA-649a", wagers={"pair_plus": {"mini_royal": now}})[path]
        assert (knob.value, knob.less, knob.least) == (now, less, "40 to 1")
    with pytest.raises(KeyError):
        changed(submission("PA-649a"), {"cards.shuffler_loads_shoe": "true"})


@pytest.mark.parametrize(
    ("flush_pays", "hand", "gone"),
    [
        (3, "full_house", 7),  # 2 * 3 + 1 * 5 - 13 = -2 of 16: two more for the one full house
        (3, "flush", 4),
        (3, "quads", None),
        (4, "full_house", None),
        (5, "full_house", None),
    ],
)
def test_odds_at_which_the_edge_is_gone(flush_pays: int, hand: str, gone: int | None) -> None:
    """None where the house has no edge anyway, or where nobody is paid by that row."""
    rows = (
        OutcomeRow("full house", 1, Fraction(5)),
        OutcomeRow("flush", 2, Fraction(flush_pays)),
        OutcomeRow("lose", 13, Fraction(-1)),
    )
    odds = gone_at(WagerAnalysis("bonus", Distribution(rows, 16), ("bonus",)), hand)
    assert (odds and odds.win) == gone


# ── tables ──


def called(regulation: str, name: str, own: bool = True, **sections: Any) -> list[str]:
    table = submission(regulation, **sections)
    wager, offered = table.regulation.wagers[name], table.wagers[name]

    def rows(one: Submission) -> object:
        found = one.wagers[name].paytable()
        return found and found.rows

    mine = offered.paytable() if own else None
    return [key for key, _ in every_table(table, wager.section, wager.payouts, mine, rows)]


def test_a_posted_table_stands_beside_the_printed_ones() -> None:
    """MA 11(a)(2): a table of one's own, at no less than these odds."""
    rows = dict.fromkeys(PAIR_PLUS[:3], "40 to 1") | {
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    }
    posted = {"pair_plus": {"rows": rows}}
    assert called("MA-TCP", "pair_plus", wagers=posted) == ["floor", "posted"]
    assert called("MA-TCP", "pair_plus") == ["floor"]
    assert called("MA-TCP", "pair_plus", own=False) == ["floor"]
    assert called("PA-649a", "pair_plus", own=False) == list("ABCDE")


def test_a_table_is_varied_in_a_version_that_has_it() -> None:
    """649a.12(c) is for the versions of 7(e); MA 11(a)(3) has no letter, and a floor is no choice."""
    linked = submission("PA-649a", version={"pair_plus": "compulsory"})
    bonus = linked.regulation.awards["ante_bonus"].payouts
    for key, version in (("12(c):C", "compulsory"), ("12(c):A", "compulsory"), ("12(b):A", "optional")):
        found = varied(linked, "ante", bonus.tables[key], bonus)
        table = found.awards["ante_bonus"].paytable
        assert (found.version, table and table.key) == (version, key)
    other = submission("MA-TCP", version={"pair_plus": "compulsory"})
    bonus, floor = other.regulation.awards["ante_bonus"].payouts, other.regulation.wagers["pair_plus"].payouts
    plain = varied(other, "ante", bonus.tables["only"], bonus)
    assert plain.version == "optional" and "bonus_paytable" not in plain.to_data()["wagers"]["ante"]
    assert varied(other, "pair_plus", floor.tables["floor"], floor).version == "compulsory"


@pytest.mark.parametrize(("key", "name"), [("unnamed", "only"), ("alone", "only"), ("posted", "posted")])
def test_a_table_without_a_letter(key: str, name: str) -> None:
    table = submission("PA-649a").wagers["pair_plus"]
    own = replace(table.tables[0], key=key, name="")
    assert list(named_tables(table.wager.payouts, own)) == [*"ABCDE", name]
