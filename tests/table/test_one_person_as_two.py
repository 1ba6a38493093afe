"""Two boxes of one person go through a round like two boxes of two: the same is asked of the crew at every
moment, the same is refused, box by box, and the same is on record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import pytest

from feltlaw.refusal import Refused
from feltlaw.schema import write
from feltlaw.table import RULES, Command, Person
from tests.support.chapters import COMMANDS
from tests.support.driver import CHIPS, CREW, Driver, drive, main_bets

ROYAL = "As Ks Qs"
LOSES = {"seat 2": "2h 4d 7c", "seat 5": "3h 5d 8c"}
PLAYED: list[Any] = [
    pytest.param(
        "PA-649a", {"pair_plus": 500, "three_card_progressive": 100, "six_card_bonus": 500},
        {"seat 3": ROYAL, **LOSES},
        marks=pytest.mark.clause("PA-649a.7(f)", "PA-649a.11(c)(5)(i)", "PA-649a.11(c)(5)(iii)"),
        id="649a",
    ),
    pytest.param(
        "PA-649a", {"five_of_six_progressive": 100, "five_card_progressive": 100},
        {"seat 3": ROYAL, "dealer": "Js Ts 2c", "community": "Td 9d", **LOSES},
        marks=pytest.mark.clause("PA-649a.7(f)", "PA-649a.11(c)(9)(i)", "PA-649a.11(c)(9)(iii)"),
        id="649a 5 of 6",
    ),
    pytest.param(
        "MA-TCP", {"three_card_progressive": 100, "pair_plus": 500}, {"seat 3": ROYAL, **LOSES},
        marks=pytest.mark.clause("MA-TCP.6(e)", "MA-TCP.13(d)d", "MA-TCP.13(d)e", "MA-TCP.13(d)f"),
        id="MA",
    ),
    pytest.param(
        "PA-679a", {"prime": 500, "pair_bonus": 500, "all_six_bonus": 500}, {"seat 3": ROYAL, **LOSES},
        marks=pytest.mark.clause("PA-679a.7(e)"), id="679a",
    ),
    pytest.param("PA-680a", {"bonus": 500}, {}, marks=pytest.mark.clause("PA-680a.7(e)"), id="680a"),
]  # fmt: skip
BY_SEAT = [do for do, rule in RULES.items() if "seat" in {one.name for one in fields(rule.command)}]


def at_boxes(regulation: str, more: Mapping[str, int], cards: Mapping[str, str], second: str) -> Driver:
    """Boxes 2, of whom it may be, and 3, which has all wagers, of ann; box 5 of somebody else."""
    table = drive(regulation, limits={"adjacent_boxes": 2}, wagers={name: {} for name in more}, seed=7)
    owners = {2: second, 3: "ann", 5: "eve"}
    for seat, owner in owners.items():
        table.do("sit", Person("player", owner), seat=seat)
        if owner not in [owners[other] for other in owners if other < seat]:
            table.do("buy_in", Person("player", owner), amount=CHIPS)
    main = main_bets(regulation)
    bets = {2: main, 3: {**main, **more}, 5: main}
    table.planned, table.wanted = bets, cards
    table.until("betting")
    table.bet(bets)
    table.do("no_more_bets")
    return table


def told(value: Any) -> str:
    """In words that do not depend on whose box it is, nor on shuffled numbers."""
    return re.sub(r"\b(bob|ann)\b", "somebody", str(value))


def offered(table: Driver) -> set[str]:
    some = [do for do in RULES if do not in ("sit", "leave", "buy_in", "cash_out", "come_back")]
    return {f"{do} {told(write(offer.data))}" for do in some for offer in table.offers(do)}


def answers(table: Driver, wagers: list[str]) -> Iterator[str]:
    """What is said to each command of the crew about each box, given as soon as it could be."""
    for do in BY_SEAT:
        if (by := CREW.get(COMMANDS[do][0])) is None:
            continue
        named = {one.name for one in fields(RULES[do].command)}
        for seat in (2, 3, 5):
            for wager in wagers if "wager" in named else [""]:
                data: dict[str, Any] = {"seat": seat} | ({"wager": wager} if wager else {})
                try:
                    RULES[do].command(**data)
                except TypeError:
                    continue  # it needs more words
                yield f"{do} {data}: {refusal(table, Command(do, by, RULES[do].command(**data)))}"


def refusal(table: Driver, command: Command) -> str:
    try:
        table.desk.turn().decide(command, table.clock.now, table.chance)
    except Refused as refused:
        return told(f"{refused} {refused.cite}")
    return "may be"


@pytest.mark.clause("I-10")
@pytest.mark.parametrize("says", [{}, {"seat_2": "fold"}, {"seat_3": "fold"}], ids=["in", "2", "3"])
@pytest.mark.parametrize(("regulation", "more", "cards"), PLAYED)
def test_the_crew_does_the_same_for_two_boxes_whoever_has_them(
    regulation: str, more: Mapping[str, int], cards: Mapping[str, str], says: dict[str, str]
) -> None:
    one, two = (at_boxes(regulation, more, cards, second) for second in ("ann", "bob"))
    wagers = ["ante", *more]
    for _ in one.to_the_end():
        assert offered(one) == offered(two)
        assert [*answers(one, wagers)] == [*answers(two, wagers)]
        offer = two.next()
        if offer.do == "decide" and (word := says.get(f"seat_{offer.data.seat}")):
            offer = next((it for it in two.offers("decide") if it.data.act == word), offer)
        before = len(one.log), len(two.log)
        mine = next(it for it in one.offers(offer.do) if told(write(it.data)) == told(write(offer.data)))
        one.take(mine)
        two.take(offer)
        happened = [
            [told(f"{event.kind} {write(event.data)}") for event in table.log[at:]]
            for table, at in zip((one, two), before, strict=True)
        ]
        assert happened[0] == happened[1]
    if "seat_3" not in says:
        assert bool(one.events("verify_win")) == any("progressive" in name for name in more)
    assert one.chips(3) + one.state.chips("eve") == sum(
        two.state.chips(who) for who in ("ann", "bob", "eve")
    ) - (CHIPS), "what the boxes come to together, less what bob brought"
