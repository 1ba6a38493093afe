"""Wagers of odd amounts on a meter: each one's part is rounded up by itself, never that of all together."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import feltlaw
from tests.support.driver import drive, main_bets
from tests.support.rounds import check_links
from tests.support.settled import STAYS, main

THREE, FIVE, OF_SIX = "three_card_progressive", "five_card_progressive", "five_of_six_progressive"
MINE, DEALERS, LINK = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer", "multi_game_link"
BORROWED = ("I-113", "MA-TCP.13(b)")
Permille = dict[str, int]
FED: list[Any] = [
    pytest.param(regulation, wagers, terms, rates, reserve, marks=pytest.mark.clause(*cited, "I-148"),
                 id=f"{cited[0]} {' '.join(wagers)}")
    for regulation, wagers, terms, rates, reserve, cited in [
        ("PA-649a", (THREE,), {"paytable": "A"}, {"meter": 140}, 0,
         ("PA-649a.12(e)(3):A", "PA-649a.12(e)(3)")),
        ("PA-649a", (THREE,), {"paytable": "B"}, {"meter": 200}, 0,
         ("PA-649a.12(e)(3):B", "PA-649a.12(e)(3)")),
        ("PA-649a", (FIVE,), {}, {"meter": 210}, 0, ("PA-649a.12(h)(3)", "PA-649a.12(h)(1)")),
        ("PA-649a", (OF_SIX,), {}, {"meter": 280}, 0, ("PA-649a.12(j)(3)", "PA-649a.12(j)(1)")),
        ("PA-649a", (MINE,), {}, {"meter": 210}, 80, ("PA-649a.12(i)(4)", "PA-649a.12(i)(1)")),
        ("PA-649a", (DEALERS,), {}, {"meter": 210}, 80, ("PA-649a.12(i)(4)", "PA-649a.12(i)(1)")),
        ("PA-649a", (MINE, DEALERS), {}, {"meter": 210}, 80, ("PA-649a.12(i)(4)", "PA-649a.12(i)(1)")),
        ("PA-669a", (THREE,), {}, {"meter": 140}, 0, ("PA-669a.12(e)(3)", "PA-669a.12(e)(1)")),
        *(("MA-TCP", (THREE,), {"paytable": name}, {"meter": rate}, 0,
           (f"MA-TCP.13(e):Table {name}", *BORROWED)) for name, rate in (("1", 140), ("2", 200), ("3", 140))),
        ("MA-TCP", (THREE,), {"paytable": "1", "increment": "14.5%"}, {"meter": 145}, 0,
         ("MA-TCP.13(e):Table 1", "MA-TCP.13(d)b")),
        ("MA-TCP", (THREE,), {"paytable": "two-level"}, {"major": 100, "minor": 40}, 0,
         ("MA-TCP.13(f)", *BORROWED)),
        *(("MA-TCP", (LINK,), {"paytable": name}, rates, 0, (f"MA-TCP.13(g):{name}#2", *BORROWED))
          for name, rates in (
              ("PTMGL01", {"meter": 210}), ("PTMGL04", {"meter": 210}),
              ("PTMGLML01", {"major": 150, "minor": 60}),
              ("PTMGLML02", {"mega": 130, "major": 50, "minor": 30}),
              ("PTMGLML03", {"mega": 130, "major": 50, "minor": 30}),
          )),
    ]
]  # fmt: skip
"""What goes on each level, and on the reserve, in thousandths of each wager."""
AMOUNTS = (25, 101, 250, 733)
LOW = {1: "2c 7d 9h", 2: "3c 8d Th", 3: "4c 9d Jh", 4: "5c Td Qs"}
BESIDE = {"dealer": "2d 6h Kc"}


def part(cents: int, permille: int) -> int:
    return -(-cents * permille // 1000)


def sections(wager: str, terms: dict[str, Any], cents: int) -> dict[str, Any]:
    bonus = "five_card_hand_bonus"
    scale = {} if wager.startswith(bonus) else {"envy_scale": "linear"}
    name = bonus if wager.startswith(bonus) else wager
    return {name: {**terms, "amount": f"{cents / 100:.2f}", **scale}}


each = pytest.mark.parametrize(("regulation", "wagers", "terms", "rates", "reserve"), FED)


@each
def test_each_accepted_wager_puts_its_own_part_there_rounded_up(
    regulation: str, wagers: tuple[str, ...], terms: dict[str, Any], rates: Permille, reserve: int
) -> None:
    """I-148: two of $2.50 at 21% are 53 cents each; both stakes of a box on one meter are two wagers."""
    for cents, boxes in product(AMOUNTS, (1, 2, 4)):
        offered = sections(wagers[0], terms, cents)
        (section,) = offered
        table = drive(regulation, wagers=offered)
        bets = {
            seat: {**main_bets(regulation), **(dict.fromkeys(wagers, cents) if seat <= boxes else {})}
            for seat in range(1, 5)
        }
        before = table.link(section).meter.levels if section in table.state.links else {}
        seeds = {name: level.amount for name, level in before.items()}
        table.start(bets)
        (fed,) = table.last("no_more_bets").data.contributions
        many = boxes * len(wagers)
        assert fed.wagers == many
        assert fed.cents == {name: many * part(cents, rate) for name, rate in rates.items()}
        assert fed.reserve == ({"meter": many * part(cents, reserve)} if reserve else {})
        levels = table.link(section).meter.levels
        assert {name: level.contributed for name, level in levels.items()} == fed.cents
        assert {name: level.amount - fed.cents[name] for name, level in levels.items()} == seeds
        if wagers[0] not in (MINE, DEALERS) and boxes > 1:
            table.do("resolve_chips", seat=1, wager=wagers[0], cancel=True)
            levels = table.link(section).meter.levels
            left = {name: (many - 1) * part(cents, rate) for name, rate in rates.items()}
            assert {name: level.contributed for name, level in levels.items()} == left
        check_links([table])


@each
def test_a_round_that_is_settled_from_words_feeds_its_meter_so_too(
    regulation: str, wagers: tuple[str, ...], terms: dict[str, Any], rates: Permille, reserve: int
) -> None:
    for cents, boxes in product(AMOUNTS, (1, 2, 4)):
        stake = f"{cents / 100:.2f}"
        seats = [
            {
                "seat": seat,
                "cards": LOW[seat],
                "wagers": {**main(regulation), **(dict.fromkeys(wagers, stake) if seat <= boxes else {})},
                "decisions": STAYS.get(regulation, ["play"]),
            }
            for seat in range(1, 5)
        ]
        rest = {"community": "2d 6h Kc"} if regulation == "PA-669a" else dict(BESIDE)
        if wagers[0] in (FIVE, MINE, DEALERS, LINK):
            rest["community"] = "3d 8h"
        rules = {"regulation": regulation, "wagers": sections(wagers[0], terms, cents)}
        (after,) = feltlaw.settle({"submission": rules, "seats": seats, **rest}).after.values()
        many = boxes * len(wagers)
        fed = {name: (level.contributed, level.reserve) for name, level in after.levels.items()}
        assert fed == {
            name: (many * part(cents, rate), many * part(cents, reserve)) for name, rate in rates.items()
        }
