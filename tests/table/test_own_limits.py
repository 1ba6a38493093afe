"""Each wager has the table's limits or its own, never another wager's, to the cent; what goes together in a
box goes together after every change of it."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.support.driver import CHIPS, drive, main_bets
from tests.support.rounds import P1

WAGERS = {
    "PA-649a.7(d)(1)": "ante",
    "PA-649a.7(d)(2)": "pair_plus",
    "PA-649a.7(d)(3)": "pair_plus",
    "PA-649a.7(d)(5)#3": "six_card_bonus",
    "PA-679a.7(d)(1)": "ante",
    "PA-679a.7(d)(2)": "prime",
    "PA-679a.7(d)(3)": "pair_bonus",
    "PA-679a.7(d)(4)": "all_six_bonus",
    "PA-669a.7(d)(1)": "ante",
    "PA-669a.7(d)(3)": "pair_plus",
    "PA-669a.7(d)(5)": "six_card_bonus",
    "PA-680a.7(d)(1)": "ante",
    "PA-680a.7(d)(3)": "bonus",
    "MA-TCP.6(a)(1)": "ante",
    "MA-TCP.6(a)(2)": "pair_plus",
    "MA-TCP.6(a)(3)": "pair_plus",
    "MA-TCP.6(g)": "six_card_bonus",
    "MA-TCP.12(a)": "cover_all",
}
ALONE = ("PA-649a.7(d)(2)", "MA-TCP.6(a)(2)")
"""Where it is made without an Ante."""
POSTED = {"minimum": 15, "maximum": 500}
OWN = {"low": (5, 100), "high": (20, 600), "none": (15, 500)}
"""Limits of a wager, below and above the table's, and a wager that has none of its own."""


@pytest.mark.parametrize(
    ("clause", "wager"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0], "I-21"), id=one[0]) for one in WAGERS.items()],
)
@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("other", OWN)
def test_a_wager_keeps_its_own_limits_whatever_those_of_others_are(
    clause: str, wager: str, own: str, other: str
) -> None:
    """`other` is the Ante, or for the Ante a side wager."""
    regulation = clause.partition(".")[0]
    side = next(one for at, one in WAGERS.items() if at.startswith(regulation) and one != "ante")
    another = "ante" if wager != "ante" else side
    wagers: dict[str, Any] = {side: {}, wager: {}}
    for name, limits in ((wager, own), (another, other)):
        if limits != "none":
            wagers[name] = {"minimum": OWN[limits][0], "maximum": OWN[limits][1]}
    table = drive(regulation, limits=POSTED, wagers=wagers).open(1)
    low, high = (100 * dollars for dollars in OWN[own])
    beside = main_bets(regulation, 2000)
    for cents, fits in ((low, True), (high, True), (low - 1, False), (high + 1, False), (100, False)):
        if wager == "ante":
            boxes = [main_bets(regulation, cents), {**main_bets(regulation, cents), side: 2000}]
        else:
            boxes = [{**({} if clause in ALONE else beside), wager: cents}]
        for box in boxes:
            if fits:
                table.do("bet", P1, seat=1, wagers=box)
                assert table.round.facts.stakes[1] == box
                continue
            refusal = table.refused("bet", P1, seat=1, wagers=box)
            assert ("below the minimum" if cents < low else "above the maximum") in refusal.what


SEVERAL = {"PA-649a": "7(f)", "PA-679a": "7(e)", "PA-680a": "7(e)", "MA-TCP": "6(e)"}
"""Where one player may have several boxes."""


@pytest.mark.parametrize(
    ("clause", "wager"),
    [
        pytest.param(*one, marks=pytest.mark.clause(one[0], "I-10", "I-21"), id=one[0])
        for one in WAGERS.items()
        if one[0].partition(".")[0] in SEVERAL
    ],
)
@pytest.mark.parametrize("second", ["p1", "p2"])
def test_the_limits_are_for_the_wager_in_each_box_whoever_has_the_others(
    clause: str, wager: str, second: str
) -> None:
    """Two boxes may each have the highest, or each the lowest; neither makes up for what the other lacks."""
    regulation = clause.partition(".")[0]
    table = drive(regulation, limits={**POSTED, "adjacent_boxes": 2}, wagers={wager: {}}).open(1)
    other = Person("player", second)
    table.do("sit", other, seat=2)
    table.do("buy_in", other, amount=CHIPS)
    beside = {} if clause in ALONE or wager == "ante" else main_bets(regulation, 2000)
    for one, two in ((50000, 50000), (1500, 1500), (50000, 1500), (40000, 30000), (1500, 50000)):
        for seat, who, cents in ((1, P1, one), (2, other, two)):
            table.do("bet", who, seat=seat, wagers={**beside, wager: cents})
        assert {seat: box[wager] for seat, box in table.round.facts.stakes.items()} == {1: one, 2: two}
        for seat, who in ((1, P1), (2, other)):
            for wrong, says in ((1499, "below the minimum"), (50001, "above the maximum")):
                refusal = table.refused("bet", who, seat=seat, wagers={**beside, wager: wrong})
                assert says in refusal.what


VERSIONS = (
    ("ante_covers", "(1)", (2000, 2000), ((2000, 2001), (1999, 2000), (0, 2000))),
    ("ante_covers_half", "(2)", (1000, 2000), ((1000, 2001), (999, 2000), (0, 1000))),
    ("compulsory", "(3)", (1000, 5000), ((1000, 5001), (999, 5000), (5001, 1000), (1000, 0), (0, 1000))),
)
"""A version, its paragraph, an Ante and a Pair Plus that just fit, and changes after which they do not."""


@pytest.mark.parametrize(
    ("regulation", "version", "fits", "changes"),
    [
        pytest.param(name, version, fits, changes, marks=pytest.mark.clause(of, of + paragraph, "I-33"))
        for name, of in (("PA-649a", "PA-649a.7(e)"), ("MA-TCP", "MA-TCP.6(f)"))
        for version, paragraph, fits, changes in VERSIONS
    ],
)
def test_two_wagers_that_are_linked_stay_so_when_one_is_changed(
    regulation: str, version: str, fits: tuple[int, int], changes: tuple[tuple[int, int], ...]
) -> None:
    table = drive(regulation, version={"pair_plus": version}).open(1)
    table.do("bet", P1, seat=1, wagers=box_of(2500, 2500))
    table.do("bet", P1, seat=1, wagers=box_of(*fits))
    for change in changes:
        refusal = table.refused("bet", P1, seat=1, wagers=box_of(*change))
        assert any("7(e)" in one or "6(f)" in one for one in refusal.clauses)
    assert table.round.facts.stakes[1] == box_of(*fits)


FEWEST = {
    "optional": ("", {"ante": 1000}),
    "ante_covers": ("(1)", {"ante": 1000}),
    "ante_covers_half": ("(2)", {"ante": 1000}),
    "compulsory": ("(3)", {"ante": 1000, "pair_plus": 1000}),
}
"""A version, its paragraph, and the fewest wagers that are played at a $10 table: (1) and (2) ask for an Ante
where there is a Pair Plus, (3) for both."""


@pytest.mark.parametrize(
    ("regulation", "version"),
    [
        pytest.param(
            name, version, marks=pytest.mark.clause(of, of + FEWEST[version][0]), id=f"{name}-{version}"
        )
        for name, of in (("PA-649a", "PA-649a.7(e)"), ("MA-TCP", "MA-TCP.6(f)"))
        for version in FEWEST
    ],
)
def test_who_has_the_chips_for_the_fewest_wagers_of_a_version_is_offered_them(
    regulation: str, version: str
) -> None:
    """No more and no fewer, whatever chips he has; who has a cent less is offered none, and may not bet."""
    _, fewest = FEWEST[version]
    table = drive(regulation, limits={"minimum": 10}, version={"pair_plus": version})
    needs = sum(fewest.values())
    for seat, chips in ((1, needs), (3, needs - 1), (5, 2 * needs + 1000)):
        table.sit(seat, chips=chips)
    table.until("betting")
    offered = {one.who: one.data.wagers for one in table.offers("bet")}
    assert offered == {"p1": fewest, "p5": fewest}
    table.do("bet", P1, seat=1, wagers=fewest)
    assert "in front of you" in table.refused("bet", Person("player", "p3"), seat=3, wagers=fewest).what
    if version == "compulsory":
        for one in fewest:
            table.refused("bet", Person("player", "p5"), seat=5, wagers={one: 1000})


def box_of(ante: int, pair_plus: int) -> dict[str, int]:
    return {name: cents for name, cents in (("ante", ante), ("pair_plus", pair_plus)) if cents}


FIRST = {
    "PA-649a": {
        "three_card_progressive": "7(d)(4)#2",
        "six_card_bonus": "7(d)(5)#3",
        "five_card_progressive": "7(d)(6)#2",
        "five_card_hand_bonus_player": "7(d)(7)#2",
        "five_card_hand_bonus_dealer": "7(d)(7)#2",
        "five_of_six_progressive": "7(d)(8)#2",
    },
    "PA-669a": {"three_card_progressive": "7(d)(4)#2"},
    "MA-TCP": {"three_card_progressive": "13(a)", "multi_game_link": "13(a)", "six_card_bonus": "6(g)(3)"},
}
"""What may be staked after an Ante or a Pair Plus, in Raise It Up after Ante and Blind."""


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param(name, wager, marks=pytest.mark.clause(f"{name}.{clause}"), id=f"{name}-{wager}")
        for name, wagers in FIRST.items()
        for wager, clause in wagers.items()
    ],
)
def test_what_must_be_down_first_is_not_taken_away_under_it(regulation: str, wager: str) -> None:
    """Neither staked before it nor left alone; an Ante may give place to a Pair Plus."""
    table = drive(regulation, wagers={load(regulation).wagers[wager].section: {}, "pair_plus": {}}).open(1)
    stake = {wager: table.state.submission.wagers[wager].minimum}
    main = main_bets(regulation)
    table.refused("bet", P1, seat=1, wagers=stake)
    table.do("bet", P1, seat=1, wagers={**main, **stake})
    for box in (stake, *({**{left: main[left]}, **stake} for left in main if len(main) > 1)):
        table.refused("bet", P1, seat=1, wagers=box)
    if regulation == "PA-669a":
        table.refused("bet", P1, seat=1, wagers={"pair_plus": 500, **stake})
    else:
        table.do("bet", P1, seat=1, wagers={"pair_plus": 500, **stake})
        table.refused("bet", P1, seat=1, wagers=stake)
    table.do("bet", P1, seat=1, wagers={**main, **stake})
    assert table.round.facts.stakes[1] == {**main, **stake}
