"""`analyze --set` and `--csv`: tables beyond those that are printed, and figures for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest

from tests.support.cli import feltlaw


def analysis(*arguments: str) -> dict[str, Any]:
    ran = feltlaw("analyze", *arguments, "--json")
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


def ev(found: dict[str, Any], wager: str) -> Fraction:
    return Fraction(found["wagers"][wager]["ev"])


def test_one_unit_more_for_a_straight_is_worth_its_chance() -> None:
    """720 of 22,100 hands are straights; none of them is folded."""
    before, after = analysis("PA-649a"), analysis("PA-649a", "--set", "pair_plus.straight=7 to 1")
    assert ev(after, "pair_plus") - ev(before, "pair_plus") == Fraction(720, 22100)
    assert ev(after, "ante") == ev(before, "ante")
    assert after["hash"] is None, "no submission has such a table"
    (told,) = after["what_if"]
    assert (told["was"], told["now"], told["allowed"]) == ("6 to 1", "7 to 1", False)
    assert told["clauses"] == [f"PA-649a.12(d):{letter}" for letter in "ABCDE"]


def test_rows_of_a_printed_table_are_that_table() -> None:
    rows = ("straight_flush=40 to 1", "three of a kind=30 to 1", "Straight=5 to 1")
    found = analysis("PA-649a", *(word for row in rows for word in ("--set", f"pair_plus.{row}")))
    printed = analysis("PA-649a", "--all")["wagers"]["pair_plus"]["B"]
    assert found["wagers"]["pair_plus"]["ev"] == printed["ev"]
    assert {one["as"] for one in found["what_if"]} == {"paytable B"}
    assert found["wagers"]["pair_plus"]["paytable"] == "B"


@pytest.mark.parametrize(
    ("regulation", "row", "words"),
    [
        ("MA-TCP", "pair_plus.straight=7 to 1", "Allowed: Pair Plus is then posted by the operator."),
        ("MA-TCP", "pair_plus.straight=4 to 1", "4 to 1 is too low. Write 5 to 1 or more (MA-TCP.11(a)(2))"),
        ("PA-649a", "ante_bonus.mini_royal=6 to 1", "6 to 1, a row that was not there."),
        ("PA-649a", "ante_bonus.mini_royal=4 to 1", "PA-649a.12(g)"),
        ("PA-649a", "pair_plus.flush=lose", "flush: lose instead of 4 to 1"),
    ],
)
def test_what_the_regulation_says_to_it(regulation: str, row: str, words: str) -> None:
    ran = feltlaw("analyze", regulation, "--set", row)
    assert (ran.status, ran.err) == (0, "")
    assert words in " ".join(ran.out.split())
    assert ("Not allowed by the regulation." in ran.out) is ("Allowed:" not in ran.out)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("pairplus.straight=7 to 1", "Did you mean 'pair_plus'?"),
        ("pair_plus.strait=7 to 1", "Did you mean 'straight'?"),
        ("pair_plus.straight=seven", "is not a payout"),
        ("pair_plus.paytable=D", "another paytable is chosen in the submission"),
        ("pair_plus.straight", 'write pair_plus.straight="7 to 1"'),
        ("pair_plus.straight=100% of meter", "there is no meter"),
    ],
)
def test_rows_that_are_none(row: str, words: str) -> None:
    ran = feltlaw("analyze", "PA-649a", "--set", row)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


def test_outcomes_as_comma_separated_values_add_up() -> None:
    found = analysis("PA-680a")
    lines = list(csv.DictReader(io.StringIO(feltlaw("analyze", "PA-680a", "--csv").out)))
    for wager, title in (("ante", "Ante"), ("bonus", "Bonus")):
        mine = [line for line in lines if line["Wager"] == title]
        many = [int(line["Combinations"]) for line in mine]
        nets = [Fraction(line["Net"]) for line in mine]
        total = sum(n * net for n, net in zip(many, nets, strict=True)) / sum(many)
        assert total == ev(found, wager) == Fraction(mine[0]["Expected value"])
    refused = feltlaw("analyze", "PA-680a", "--csv", "--json")
    assert (refused.status, refused.out) == (2, "")


def test_every_paytable_as_a_line() -> None:
    lines = list(csv.DictReader(io.StringIO(feltlaw("analyze", "PA-679a", "--csv", "--all").out)))
    pair_bonus = [line["Paytable"] for line in lines if line["Wager"] == "Pair Bonus"]
    assert pair_bonus[:4] == ["A", "B", "C", "D"]
