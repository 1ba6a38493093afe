"""Hits on one meter in a round: each is a share of what the meter shows when it is the box's turn, is counted
as one hit whatever the share, and leaves what the next one finds, whosever boxes they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import pytest

import feltlaw
from tests.support.driver import CHIPS, DEALER, Driver, drive, main_bets
from tests.support.rounds import check_links, player
from tests.support.settled import STAYS, main
from tests.table.five_card import settle_win

THREE, FIVE, OF_SIX = "three_card_progressive", "five_card_progressive", "five_of_six_progressive"
BONUS, LINK = "five_card_hand_bonus", "multi_game_link"
SPADES, HEARTS, CLUBS, LOW, NONE = "As Ks Qs", "Ah Kh Qh", "Ac Kc Qc", "2c 7d 9h", "3c 6h Jd"
UP, RUN = "Ts Js Qs", "5s 6s 7s"
BESIDE = {"dealer": "4c 6d Kd"}
ROYAL = {**BESIDE, "community": "Js Ts"}
RUNS = {**BESIDE, "community": "8s 9s"}
QUADS = {**BESIDE, "community": "8s 8h"}
FOURS = "8c 8d 2h"
SEATS = (5, 4, 3)
"""In the order of their turns, counterclockwise from the dealer's right."""


@dataclass(frozen=True)
class Meter:
    """A meter of $1 wagers: what three boxes hold, and by hand the level and the percentage that it wins."""

    regulation: str
    wager: str
    terms: Mapping[str, Any]
    beside: Mapping[str, str]
    levels: Mapping[str, tuple[int, int]]
    """By level: dollars to begin with, and cents of each wager."""
    wins: Mapping[str, tuple[str, int]]
    clauses: tuple[str, ...]
    reserve: int = 0
    """Cents of each wager that are kept until the meter is won; then they are all that restarts it."""

    @property
    def section(self) -> str:
        return BONUS if self.wager.startswith(BONUS) else self.wager

    @property
    def hands(self) -> tuple[str, ...]:
        return (*self.wins, LOW, NONE)[:3]


def _649a(part: str, *more: str) -> tuple[str, ...]:
    return tuple(f"PA-649a.12({part})({number})" for number in (1, 3, 4)) + more


def massachusetts(
    paytable: str, beside: Mapping[str, str], levels: dict[str, tuple[int, int]], wins: dict[str, Any]
) -> Meter:
    wager = LINK if paytable.startswith("PTM") else THREE
    where = f"g):{paytable}" if wager == LINK else "f)" if paytable == "two-level" else f"e):Table {paytable}"
    cited = [f"MA-TCP.13({where}", "MA-TCP.13(d)a"] + ([f"MA-TCP.13({where}#2"] if wager == LINK else [])
    terms = {"paytable": paytable, "multiple_hits": "in_turn"}
    return Meter("MA-TCP", wager, terms, beside, levels, wins, (*cited, "I-112"))


ONLY = {"meter": (10_000, 21)}
TWO = {"major": (10_000, 15), "minor": (1_000, 6)}
MORE = {"mega": (10_000, 13), "major": (1_000, 5), "minor": (250, 3)}
METERS = [
    Meter("PA-649a", THREE, {"paytable": "A"}, BESIDE, {"meter": (1_000, 14)}, {SPADES: ("meter", 100)},
          _649a("e", "PA-649a.12(e)(1):A", "PA-649a.12(e)(3):A")),
    Meter("PA-649a", THREE, {"paytable": "B"}, BESIDE, {"meter": (1_000, 20)}, {SPADES: ("meter", 100)},
          _649a("e", "PA-649a.12(e)(1):B", "PA-649a.12(e)(3):B")),
    Meter("PA-649a", FIVE, {}, ROYAL, ONLY, {SPADES: ("meter", 100), "9s 8s 7s": ("meter", 10)}, _649a("h")),
    Meter("PA-649a", FIVE, {}, RUNS, ONLY, {UP: ("meter", 10), RUN: ("meter", 10)}, _649a("h", "I-56")),
    Meter("PA-649a", f"{BONUS}_player", {}, ROYAL, ONLY,
          {SPADES: ("meter", 100), "9s 8s 7s": ("meter", 10)},
          ("PA-649a.12(i)(1)", "PA-649a.12(i)(4)", "I-58"), reserve=8),
    Meter("PA-649a", f"{BONUS}_player", {}, RUNS, ONLY, {UP: ("meter", 10), RUN: ("meter", 10)},
          ("PA-649a.12(i)(1)", "PA-649a.12(i)(4)", "I-56"), reserve=8),
    Meter("PA-649a", OF_SIX, {}, {"dealer": "Js Ts 2d"}, {"meter": (10_000, 28)}, {SPADES: ("meter", 100)},
          _649a("j")),
    Meter("PA-649a", OF_SIX, {}, {"dealer": "Jh Th 2d"}, {"meter": (10_000, 28)}, {HEARTS: ("meter", 25)},
          _649a("j", "I-56")),
    Meter("PA-669a", THREE, {}, {}, {"meter": (1_000, 14)}, {SPADES: ("meter", 100)},
          ("PA-669a.12(e)(1)", "PA-669a.12(e)(3)", "PA-669a.12(e)(4)")),
    *(massachusetts(name, BESIDE, {"meter": (1_000, cents)}, {SPADES: ("meter", 100)})
      for name, cents in (("1", 14), ("2", 20), ("3", 14))),
    massachusetts("two-level", BESIDE, {"major": (1_000, 10), "minor": (500, 4)},
                  {SPADES: ("major", 100), HEARTS: ("minor", 100), CLUBS: ("minor", 100)}),
    massachusetts("PTMGL01", ROYAL, ONLY, {SPADES: ("meter", 100), "9s 8s 7s": ("meter", 10)}),
    massachusetts("PTMGL01", RUNS, ONLY, {UP: ("meter", 10), RUN: ("meter", 10)}),
    massachusetts("PTMGL04", RUNS, {"meter": (1_000, 21)}, {UP: ("meter", 100), RUN: ("meter", 100)}),
    massachusetts("PTMGLML01", ROYAL, TWO, {SPADES: ("major", 100), "9s 8s 7s": ("minor", 100)}),
    massachusetts("PTMGLML02", ROYAL, MORE, {SPADES: ("mega", 100), "9s 8s 7s": ("major", 100)}),
    massachusetts("PTMGLML03", QUADS, MORE, {FOURS: ("minor", 100)}),
]  # fmt: skip
EVERY = [
    pytest.param(one, marks=pytest.mark.clause(*one.clauses, "I-54", "I-57"), id=f"{one.clauses[0]}-{at}")
    for at, one in enumerate(METERS)
]
OWNERS = ("abc", "aab", "abb", "aaa")
"""From the box whose turn is first; in Raise It Up each has one (669a.7(e))."""


@dataclass
class Shown:
    """What the meter shows, box by box, worked out from the printed terms."""

    of: Meter
    shows: dict[str, int] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    kept: int = 0

    def __post_init__(self) -> None:
        self.shows = {name: 100 * seed + 3 * cents for name, (seed, cents) in self.of.levels.items()}
        self.hits, self.paid = dict.fromkeys(self.shows, 0), dict.fromkeys(self.shows, 0)
        self.kept = 3 * self.of.reserve

    def win(self, hand: str) -> int:
        level, percent = self.of.wins[hand]
        cents = -(-self.shows[level] * percent // 100)
        self.shows[level] -= cents
        self.hits[level] += 1
        self.paid[level] += cents
        if percent == 100:
            self.shows[level] += self.kept if self.of.reserve else 100 * self.of.levels[level][0]
            self.kept = 0
        return cents


def owners_of(meter: Meter) -> tuple[str, ...]:
    return OWNERS[:1] if meter.regulation == "PA-669a" else OWNERS


@pytest.mark.parametrize("meter", EVERY)
def test_each_hit_is_a_share_of_what_the_one_before_it_leaves_whosever_boxes_they_are(meter: Meter) -> None:
    """Also two of one person: it is each box's turn, not each person's."""
    regulation, wager = meter.regulation, meter.wager
    for owners in owners_of(meter):
        for hands in permutations(meter.hands):
            shown, due = Shown(meter), {}
            seats = []
            for seat, owner, hand in zip(SEATS, owners, hands, strict=True):
                wagers = {**main(regulation), wager: 1}
                box = {"seat": seat, "player": owner, "cards": hand, "wagers": wagers}
                seats.append({**box, "decisions": STAYS.get(regulation, ["play"])})
                due[seat] = shown.win(hand) if hand in meter.wins else 0
            limits = {"minimum": 5, "maximum": 500, "adjacent_boxes": 1 if regulation == "PA-669a" else 3}
            rules = {"regulation": regulation, "limits": limits, "wagers": {meter.section: meter.terms}}
            beside = {"community": "4c 6d Kd"} if regulation == "PA-669a" else meter.beside
            settlement = feltlaw.settle({"submission": rules, "seats": seats, **beside})
            paid = {one.seat: one.paid for one in settlement.lines if one.id == wager}
            assert paid == due, (owners, hands)
            (after,) = settlement.after.values()
            assert {name: level.amount for name, level in after.levels.items()} == shown.shows
            assert {name: level.hits for name, level in after.levels.items()} == shown.hits
            assert {name: level.paid for name, level in after.levels.items()} == shown.paid


def seated(table: Driver, owners: str) -> None:
    """People at the three boxes, one at several of them."""
    for owner in dict.fromkeys(owners):
        own = [seat for seat, one in zip(SEATS, owners, strict=True) if one == owner]
        for seat in own:
            table.do("sit", player(own[0]), seat=seat)
        table.do("buy_in", player(own[0]), amount=CHIPS)


@pytest.mark.parametrize("meter", EVERY)
@pytest.mark.parametrize("backwards", [False, True])
def test_the_record_of_each_hit_says_what_the_meter_shows_after_it(meter: Meter, backwards: bool) -> None:
    """At once, before it is paid: what is left of it, or what restarts it and the reserve."""
    hands = meter.hands[::-1] if backwards else meter.hands
    for owners in owners_of(meter):
        limits = {"adjacent_boxes": 3} if owners != "abc" else {}
        table = drive(meter.regulation, wagers={meter.section: dict(meter.terms)}, limits=limits)
        seated(table, owners)
        bets = {seat: {**main_bets(meter.regulation), meter.wager: 100} for seat in SEATS}
        held = {f"seat {seat}": hand for seat, hand in zip(SEATS, hands, strict=True)}
        table.start(bets, {**held, **meter.beside})
        shown = Shown(meter)
        for seat, hand in zip(SEATS, hands, strict=True):
            if hand not in meter.wins:
                continue
            before = dict(shown.shows)
            cents = shown.win(hand)
            table.until(do="verify_win").do("verify_win", DEALER, seat=seat, wager=meter.wager)
            told = table.last("verify_win").data
            assert told.reading.showing == shown.shows, (owners, seat)
            assert (told.award.showing_cents, told.award.cents) == (before[meter.wins[hand][0]], cents)
            levels = table.link(meter.section).meter.levels
            assert {name: level.amount for name, level in levels.items()} == shown.shows
            assert {name: level.hits for name, level in levels.items()} == shown.hits
            assert settle_win(table, seat, meter.wager) == cents
        table.finish()
        levels = table.link(meter.section).meter.levels
        assert {name: (level.hits, level.paid) for name, level in levels.items()} == {
            name: (shown.hits[name], shown.paid[name]) for name in levels
        }
        check_links([table])


@pytest.mark.clause("PA-649a.12(i)(1)", "PA-649a.12(i)(2)", "PA-649a.12(i)(4)", "I-58", "I-59")
@pytest.mark.parametrize(("hand", "percent"), [(SPADES, 100), ("9s 8s 7s", 10)])
@pytest.mark.parametrize("owners", OWNERS)
def test_what_all_share_is_one_hit_and_leaves_the_meter_once(hand: str, percent: int, owners: str) -> None:
    """Three wagers of $1 on the dealer's hand: 21 cents of each on the meter and 8 behind it."""
    table = drive("PA-649a", wagers={BONUS: {}}, limits={"adjacent_boxes": 3})
    seated(table, owners)
    held = {"seat 5": LOW, "seat 4": NONE, "seat 3": "3d 5h Qc", "dealer": hand, "community": "Js Ts"}
    table.start({seat: {"ante": 1000, f"{BONUS}_dealer": 100} for seat in SEATS}, held)
    whole = 10_000_63
    cents = -(-whole * percent // 100)
    left = {"meter": 24 if percent == 100 else whole - cents}
    table.until(do="verify_win").do("verify_win", DEALER, seat=5, wager=f"{BONUS}_dealer")
    told = table.last("verify_win").data
    assert told.reading.showing == left
    assert (told.award.showing_cents, told.award.cents) == (whole, cents)
    table.finish()
    level = table.link(BONUS).meter.levels["meter"]
    assert (level.hits, level.paid, level.amount) == (1, cents, left["meter"])
    check_links([table])
