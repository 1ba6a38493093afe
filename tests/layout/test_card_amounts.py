"""What the dealer's payout card says is paid at each stake: what the house adds, by the tables as the
regulations print them. "To 1" adds so many stakes, the wager itself not among them (I-01)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.card import card_blocks
from feltlaw.layout.flow import Grid
from tests.support.driver import submission
from tests.support.settled import PRINTED
from tests.support.submissions import regulation_of


def lettered(paragraph: str, names: str, heading: str, wager: str) -> dict[str, tuple[str, dict[str, Any]]]:
    return {f"{paragraph}:{name}": (heading, {wager: {"paytable": name}}) for name in names.split()}


GAMES = "PTMGL01 PTMGL02 PTMGL04 PTMGLML01 PTMGLML02 PTMGLML03"
HAND, LINK = "five_card_hand_bonus", "Multi Game Link Progressive"
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "PA-649a.12(b):A": ("Ante Bonus", {}),
    **lettered("PA-649a.12(d)", "A B C D E", "Pair Plus", "pair_plus"),
    **lettered("PA-649a.12(e)(1)", "A B", "Three-Card Progressive", "three_card_progressive"),
    **lettered("PA-649a.12(f)", "A B C D E", "Six Card Bonus", "six_card_bonus"),
    "PA-649a.12(h)(1)": ("Five-Card Progressive", {"five_card_progressive": {}}),
    "PA-649a.12(i)(1)": ("Five Card Hand Bonus", {HAND: {}}),
    "PA-649a.12(j)(1)": ("5 of 6 Progressive", {"five_of_six_progressive": {}}),
    "PA-679a.12(b)": ("Play", {}),
    "PA-679a.12(c):A": ("Bad Beat Bonus", {}),
    "PA-679a.12(d)": ("Prime", {"prime": {}}),
    **lettered("PA-679a.12(f)", "A B C D", "Pair Bonus", "pair_bonus"),
    **lettered("PA-679a.12(g)", "A B C D E", "All-Six Bonus", "all_six_bonus"),
    **lettered("PA-669a.12(a)", "A B", "Pair Plus", "pair_plus"),
    "PA-669a.12(c)": ("Play", {}),
    "PA-669a.12(d)": ("Blind", {}),
    "PA-669a.12(e)(1)": ("Progressive Payout", {"three_card_progressive": {}}),
    **lettered("PA-669a.12(f)", "A B C D", "Six Card Bonus", "six_card_bonus"),
    "PA-680a.12(c)": ("Bonus", {"bonus": {}}),
    **lettered("MA-TCP.6(g)(4)", "TCP-6B1 TCP-6B2 TCP-6B3 TCP-6B4", "6 Card Bonus", "six_card_bonus"),
    "MA-TCP.11(a)(2)": ("Pair Plus", {}),
    "MA-TCP.11(a)(3)": ("Ante Bonus", {}),
    **{
        f"MA-TCP.13(e):Table {one}": (
            "Three Card Poker Progressive",
            {"three_card_progressive": {"paytable": one}},
        )
        for one in "123"
    },
    **lettered("MA-TCP.13(g)", GAMES, LINK, "multi_game_link"),
}
"""By paragraph: over which table of the card it is, and what is offered so that it is there."""
BESIDE = {f"PA-679a.12(f):{name}": "PA-679a.12(e)" for name in "ABCD"}
"""The Pair Bonus is paid by two paragraphs, with a 2 and without."""


def grid(clause: str, heading: str, offered: dict[str, Any], unit: str) -> Grid:
    table = submission(regulation_of(clause), wagers=offered, settlement={"breakage_unit": unit})
    (found,) = (
        one
        for one in card_blocks(table, layout_of(table))
        if isinstance(one, Grid) and one.heading == heading
    )
    return found


def dollars(text: str) -> Fraction | None:
    return Fraction(text.removeprefix("$").replace(",", "")) if text else None


def added(cell: str, stake: Fraction, unit: str) -> Fraction | None:
    """What a printed cell adds to a stake, up to what the tray can pay; a share of a meter or a push is left
    blank."""
    plain = cell.replace(",", "")
    if found := re.fullmatch(r"(\d+) (?:to|for) (\d+)", plain, re.IGNORECASE):
        exact = Fraction(int(found[1]), int(found[2])) * stake
        coins = exact / Fraction(unit)
        return -(-coins.numerator // coins.denominator) * Fraction(unit)
    return dollars(plain) if plain.startswith("$") else None


@pytest.mark.parametrize(
    "clause", [pytest.param(one, marks=pytest.mark.clause(one, "I-01", "I-02")) for one in TABLES]
)
@pytest.mark.parametrize("unit", ["0.01", "1.00"])
def test_the_card_says_what_the_house_adds_at_each_stake(clause: str, unit: str) -> None:
    found = grid(clause, *TABLES[clause], unit)
    stakes = [dollars(head) for head in found.heads[2:]]
    assert stakes and None not in stakes
    printed = [PRINTED[one]["rows"] for one in (clause, BESIDE.get(clause, "")) if one]
    cells = [cell for rows in printed for cell in rows.values() if cell not in ("", "N/A")]
    wanted = [tuple(added(cell, stake, unit) for stake in stakes if stake) for cell in cells]
    shown = [tuple(dollars(cell) for cell in row[2:]) for row in found.rows]
    assert sorted(map(str, shown)) == sorted(map(str, wanted))
    for row, amounts in zip(found.rows, shown, strict=True):
        for stake, amount in zip(stakes, amounts, strict=True):
            if stake and re.match(r"[\d,]+ (to|for) ", row[1]):
                assert amount == added(row[1], stake, unit), (row[0], row[1])
    if clause == "PA-680a.12(c)":
        two_pair = next(row for row in found.rows if row[1] == "8 to 1")
        assert two_pair[2 + stakes.index(Fraction(10))] == "$80"
