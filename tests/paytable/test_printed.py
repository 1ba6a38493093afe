"""Every paytable, envy schedule and meter against the tables as the regulations print them.

`data/printed_tables.json` holds them by clause, each value as printed; only the names of the rows are ours.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.money import parse_pays, parse_rate
from feltlaw.paytable import LevelTerms, Row
from tests.paytable.test_places import ENVY, METERS, ODDS, PAYTABLES, envy, levels, paytable, regulation_of
from tests.support import ROOT

PRINTED: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "tests" / "data" / "printed_tables.json").read_text(encoding="utf-8")
)


def proving(clauses: dict[str, Any], kind: str) -> list[Any]:
    return [
        pytest.param(clause, id=clause, marks=pytest.mark.clause(clause))
        for clause in clauses
        if kind in PRINTED[clause]
    ]


def in_our_words(printed: dict[str, str]) -> dict[str, str]:
    """The rows of a printed column; an empty cell and N/A pay nothing, so they are no rows."""
    return {hand: payout(cell) for hand, cell in printed.items() if cell not in ("", "N/A")}


def payout(cell: str) -> str:
    """`100%`, `100% Major`, `100% of Major Progressive`: shares of a meter; the rest is as we write it."""
    if share := re.fullmatch(r"(\d+%)(?: of)? ?(Mega|Major|Minor|)(?: Progressive)?", cell):
        return f"{share[1]} of {share[2].lower() or 'meter'}"
    return cell.lower()


def shown(rows: dict[str, Row]) -> dict[str, str]:
    return {hand: str(row.pays) for hand, row in rows.items()}


def test_every_table_that_is_printed_is_in_the_list_of_places() -> None:
    assert set(PRINTED) == {*PAYTABLES, *METERS, *ENVY, *ODDS}


@pytest.mark.parametrize("clause", proving(PAYTABLES, "rows"))
def test_rows(clause: str) -> None:
    found: dict[str, str] = {}
    for place in PAYTABLES[clause]:
        found |= shown(dict(paytable(clause, place).rows))
    assert found == in_our_words(PRINTED[clause]["rows"])
    assert all(str(parse_pays(text)) == text for text in found.values())


@pytest.mark.clause("PA-649a.12(i)(1)")
def test_both_hand_bonus_stakes_are_paid_from_the_one_table() -> None:
    clause = "PA-649a.12(i)(1)"
    for place in PAYTABLES[clause]:
        assert shown(dict(paytable(clause, place).rows)) == in_our_words(PRINTED[clause]["rows"])


@pytest.mark.clause("MA-TCP.12(k)")
@pytest.mark.parametrize("players", range(1, 8))
def test_cover_all_by_number_of_players(players: int) -> None:
    found = paytable("MA-TCP.12(k)", ("cover_all", str(players)))
    assert shown(dict(found.rows)) == in_our_words(PRINTED["MA-TCP.12(k)"]["players"][str(players)])
    assert found.players == players


@pytest.mark.clause("PA-669a.12(b)")
def test_the_raise_it_up_ante_pays_the_same_for_every_winning_hand() -> None:
    clause = "PA-669a.12(b)"
    rows = paytable(clause, PAYTABLES[clause][0]).rows
    assert shown(dict(rows)) == {"pair_of_tens_or_better": PRINTED[clause]["odds"]}


@pytest.mark.parametrize("clause", proving(ODDS, "odds"))
def test_odds_of_a_contest(clause: str) -> None:
    wagers = regulation_of(clause).wagers
    for wager, outcome in ODDS[clause]:
        result = wagers[wager].outcomes[outcome]
        assert str(result.pays) == PRINTED[clause]["odds"]
        assert clause in result.cite.clauses


@pytest.mark.parametrize("clause", proving(ENVY, "envy"))
def test_envy(clause: str) -> None:
    schedule = envy(clause)
    assert shown(dict(schedule.table.rows)) == in_our_words(PRINTED[clause]["envy"])
    if clause.startswith("MA-TCP"):  # its column stands beside a paytable, and is for that one only
        assert {PAYTABLES[c][0][1] for c in schedule.table.clauses} == set(schedule.paytables)


def dollars_for_one(cell: str) -> Fraction:
    """`$1,000 for 1`: dollars on the meter for each dollar of the wager."""
    found = re.fullmatch(r"\$([\d,]+)(?: for 1)?", cell)
    assert found
    return Fraction(int(found[1].replace(",", "")))


@pytest.mark.parametrize("clause", proving(METERS, "meter"))
def test_meters(clause: str) -> None:
    printed = PRINTED[clause]["meter"]
    for place in METERS[clause]:
        found = levels(clause, place)
        if clause.startswith("MA-TCP"):  # prints seeds only, so that the rates are left to the submission
            assert {meter_seed(name): level.seed for name, level in found.items()} == {
                name: dollars_for_one(cell) for name, cell in printed.items()
            }
            assert all(level.seed == level.reseed and level.open == ("rate",) for level in found.values())
        else:
            assert terms(found["meter"]) == wanted_terms(printed)
            assert set(found) == {"meter"}
            assert found["meter"].open == ()


def meter_seed(level: str) -> str:
    return "Meter Seed" if level == "meter" else f"Meter Seed - {level.title()}"


def terms(level: LevelTerms) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    return level.seed, level.reseed, level.rate, level.reserve_rate


def wanted_terms(printed: dict[str, str]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    both = printed.get("Seed/reseed", "")
    return (
        dollars_for_one(printed.get("Seed", both)),
        dollars_for_one(printed.get("Reseed", both)),
        parse_rate(printed["Primary"]),
        parse_rate(printed.get("Reserve", "0%")),
    )
