"""The Play wager: by a decision after the deal and in no other way, whole, and box by box in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.table import Person
from tests.support.driver import CHIPS, DEALER, Driver, drive, main_bets
from tests.support.rounds import P3, player

MADE = {
    "PA-649a": ("1:play-wager", "7(c)", "7(d)(1)", "11(b)"),
    "PA-679a": ("1:play-wager", "7(c)", "7(d)(1)", "11(b)"),
    "PA-669a": ("7(c)", "7(d)(2)", "11(b)", "11(d)", "11(f)"),
    "MA-TCP": ("1:play-wager", "6(a)(1)", "6(d)", "10(b)"),
}
"""After he has seen his cards, equal to the Ante; in Raise It Up at one of three moments, up to three times
as much."""
STREETS = {"PA-669a": ((1, 2, 3), (1, 2), (1,))}
"""How many times the Ante may be played at each decision, where it is not once."""
DECIDES = {"PA-649a": "11(b)", "PA-679a": "11(b)", "PA-669a": "11(b) 11(d) 11(f)", "MA-TCP": "10(b)"}
SIDE = {
    "PA-649a": {"pair_plus": 500, "six_card_bonus": 500},
    "PA-679a": {"prime": 500},
    "PA-669a": {"pair_plus": 500, "six_card_bonus": 500},
    "MA-TCP": {"pair_plus": 500, "six_card_bonus": 500},
}


def offered(regulation: str) -> dict[str, Any]:
    return {name: {} for name in SIDE[regulation]}


# ── not before ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in said)))
        for name, said in MADE.items()
    ],
)
@pytest.mark.parametrize("cents", [1, 500, 1000, 3000])
def test_nobody_has_a_play_wager_before_he_has_seen_his_cards(regulation: str, cents: int) -> None:
    """Alone, beside the main wagers and beside all others, in whatever amount; nor after the call."""
    table = drive(regulation, wagers=offered(regulation)).open(1, 3)
    main = main_bets(regulation)
    for box in ({}, main, main | SIDE[regulation]):
        refusal = table.refused("bet", player(1), seat=1, wagers={**box, "play": cents})
        assert refusal.what == "the Play wager is made by a decision after the deal, not before it"
        assert {f"{regulation}.{one}" for one in MADE[regulation]} & set(refusal.clauses)
    table.start({1: main | SIDE[regulation], 3: main})
    while table.state.phase != "deciding":
        table.refused("bet", player(1), seat=1, wagers={**main, **SIDE[regulation], "play": cents})
        for seat in (1, 3):
            table.refused("decide", player(seat), seat=seat, act="play", times=1)
        table.take(table.next())
    table.refused("bet", player(1), seat=1, wagers={**main, **SIDE[regulation], "play": cents})
    assert all("play" not in box for box in table.round.facts.stakes.values())


# ── whole or not at all ──


def short() -> Iterator[Any]:
    """A chapter, at which decision, how many times the Ante, and what the player has left."""
    for name, said in MADE.items():
        for at, every in enumerate(STREETS.get(name, ((1,),))):
            words = [DECIDES[name].split()[at], *(one for one in said if not one.startswith("11("))]
            proved = pytest.mark.clause(*(f"{name}.{one}" for one in words), "I-26")
            for times in every:
                yield pytest.param(name, at, times, marks=proved, id=f"{name}-{at}-{times}x")


@pytest.mark.parametrize(("regulation", "street", "times"), list(short()))
def test_who_has_too_few_chips_plays_no_part_of_it(regulation: str, street: int, times: int) -> None:
    """With nothing, a cent, all but a cent, an Ante too few; with all of it he plays all of it."""
    clause = f"{regulation}.{DECIDES[regulation].split()[street]}"
    main = main_bets(regulation)
    whole = times * 1000
    for left in sorted({0, 1, 500, whole - 1000, whole - 1, whole}):
        table = drive(regulation)
        table.sit(1, chips=sum(main.values()) + left)
        table.sit(3)
        table.start({1: main, 3: main}).until("deciding")
        for _ in range(street):
            table.say(1, "check")
            table.say(3, "check")
            table.do("reveal_community", DEALER)
        assert table.chips(1) == left
        words = {(offer.data.act, offer.data.times) for offer in table.offers("decide")}
        assert (("play", times) in words) == (left == whole)
        if left < whole:
            refusal = table.refused("decide", player(1), seat=1, act="play", times=times)
            assert "in front of you" in refusal.what and clause in refusal.clauses
            assert "play" not in table.round.facts.stakes[1] and table.state.on_felt(1, "play") == 0
            table.say(1, "fold" if regulation != "PA-669a" or street == 2 else "check")
            assert table.chips(1) == left
        else:
            table.say(1, f"play {times}x")
            assert table.round.facts.stakes[1]["play"] == table.state.on_felt(1, "play") == whole
            assert table.chips(1) == 0


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.{MADE[name][-1]}", f"{name}.{one}", "I-10"))
        for name, one in (("PA-649a", "7(d)(1)"), ("PA-679a", "7(d)(1)"), ("MA-TCP", "6(a)(1)"))
    ],
)
def test_whose_chips_last_for_one_box_plays_one_and_not_the_other_in_part(regulation: str) -> None:
    table = drive(regulation, limits={"adjacent_boxes": 2})
    table.sit(3, chips=2000 + 1000 + 700)
    table.do("sit", P3, seat=4)
    table.start({3: {"ante": 1000}, 4: {"ante": 1000}}).until("deciding")
    table.say(3, "play")
    assert "in front of you" in table.refused("decide", P3, seat=4, act="play", times=1).what
    table.say(4, "fold")
    assert table.round.facts.stakes == {3: {"ante": 1000, "play": 1000}, 4: {"ante": 1000}}
    assert table.chips(3) == 700


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in said)))
        for name, said in MADE.items()
    ],
)
@pytest.mark.parametrize("ante", [500, 1234, 9999])
def test_it_equals_the_ante_to_the_cent_or_two_or_three_of_them(regulation: str, ante: int) -> None:
    for times in STREETS.get(regulation, ((1,),))[0]:
        table = drive(regulation, wagers=offered(regulation))
        box = {**main_bets(regulation, ante), **SIDE[regulation]}
        table.start({1: box, 3: main_bets(regulation)}).until("deciding")
        chips = table.chips(1)
        table.say(1, f"play {times}x")
        assert table.round.facts.stakes[1] == {**box, "play": times * ante}
        assert chips - table.chips(1) == table.state.on_felt(1, "play") == times * ante


# ── in turn ──

SEVERAL = {
    "PA-649a": {1: "p1", 2: "ann", 3: "ann", 4: "ann", 6: "p6"},
    "PA-679a": {1: "ann", 2: "ann", 4: "p4", 5: "bob", 6: "bob"},
    "MA-TCP": {1: "ann", 2: "ann", 3: "ann", 4: "bob", 5: "bob"},
    "PA-669a": {1: "p1", 3: "p3", 4: "p4", 6: "p6"},
}
"""By seat its player; in Raise It Up each has one."""


def several(regulation: str) -> Driver:
    """A round of these players, up to the first decision."""
    boxes = 1 if regulation == "PA-669a" else 3
    table = drive(regulation, limits={"adjacent_boxes": boxes})
    for seat, name in SEVERAL[regulation].items():
        known = name in table.state.seats.values()
        table.do("sit", _by(name), seat=seat)
        if not known:
            table.do("buy_in", _by(name), amount=CHIPS)
    table.until("betting")
    for seat, name in SEVERAL[regulation].items():
        table.do("bet", _by(name), seat=seat, wagers=main_bets(regulation))
    table.do("no_more_bets")
    return table.until("deciding")


def _by(name: str) -> Person:
    return Person("player", name)


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in DECIDES[name].split()), "I-10")
        )
        for name in MADE
    ],
)
@pytest.mark.parametrize("words", [("play", "fold"), ("fold", "play")])
def test_the_dealer_asks_box_by_box_from_his_far_left(regulation: str, words: tuple[str, str]) -> None:
    """Whoever has several boxes answers for each in its turn, and nobody for one that comes later or was
    asked already."""
    table = several(regulation)
    boxes = SEVERAL[regulation]
    for street in range(3 if regulation == "PA-669a" else 1):
        for at, turn in enumerate(sorted(boxes)):
            asked = {(offer.data.seat, offer.who) for offer in table.offers("decide")}
            assert asked == {(turn, boxes[turn])}
            for seat, name in boxes.items():
                if seat != turn:
                    refusal = table.refused("decide", _by(name), seat=seat, act=words[0], times=0)
                    assert f"not seat {seat}'s turn" in refusal.what, (turn, seat)
                    assert refusal.legal == f"Seat {turn} decides now."
            word = words[at % 2] if regulation != "PA-669a" or street == 2 else "check"
            table.do("decide", _by(boxes[turn]), seat=turn, act=word, times=0)
        if regulation == "PA-669a":
            table.until(do="reveal_community").do("reveal_community", DEALER)
    said = [event.data.seat for event in table.events("decide")]
    assert said == sorted(boxes) * (3 if regulation == "PA-669a" else 1)


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.11(b)", "PA-649a.7(d)(2)", "I-10")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.10(b)", "MA-TCP.6(a)(2)", "I-10")),
    ],
)
def test_a_box_with_a_pair_plus_alone_is_not_asked_wherever_it_lies(regulation: str) -> None:
    for alone in (2, 3, 4):
        table = drive(regulation, limits={"adjacent_boxes": 3})
        table.sit(2)
        for seat in (3, 4):
            table.do("sit", player(2), seat=seat)
        bets = {seat: {"pair_plus": 500} if seat == alone else {"ante": 1000} for seat in (2, 3, 4)}
        table.start(bets).until("deciding")
        for turn in sorted({2, 3, 4} - {alone}):
            assert [offer.data.seat for offer in table.offers("decide")][:1] == [turn]
            for act in ("play", "fold"):
                table.refused("decide", player(2), seat=alone, act=act, times=0)
            table.do("decide", player(2), seat=turn, act="play", times=1)
        assert not table.offers("decide")
        table.finish()
        assert [event.data.seat for event in table.events("turn_up_player")] == [4, 3, 2]


BESIDE = {
    "PA-649a": ("pair_plus", ["play"], 1, ["PA-649a.7(d)(1)", "PA-649a.7(d)(3)", "PA-649a.11(b)"]),
    "MA-TCP": ("pair_plus", ["play"], 1, ["MA-TCP.1:play-wager", "MA-TCP.6(a)(1)", "MA-TCP.10(b)"]),
    "PA-679a": ("pair_bonus", ["play"], 1, ["PA-679a.7(d)(1)", "PA-679a.11(b)"]),
    "PA-669a": ("pair_plus", ["check", "play 2x"], 2, ["PA-669a.7(d)(2)", "PA-669a.11(d)"]),
}
"""A wager beside the Ante, what is said, how many times the Ante that stakes, and the paragraphs."""


@pytest.mark.parametrize("beside", [500, 1500, 4000])
@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*one[3])) for name, one in BESIDE.items()]
)
def test_play_goes_by_the_ante_whatever_else_lies_in_the_box(regulation: str, beside: int) -> None:
    """A smaller wager beside it, an equal one and a greater one."""
    side, said, times, _ = BESIDE[regulation]
    bets = {seat: {**main_bets(regulation, 1500), side: beside} for seat in (1, 3)}
    table = drive(regulation, wagers={side: {}}).start(bets).until("deciding")
    for word in said:
        for seat in (1, 3):
            table.until(do="decide")
            table.say(seat, word)
    for seat in (1, 3):
        assert table.round.facts.stakes[seat] == {**bets[seat], "play": 1500 * times}
        assert table.state.on_felt(seat, "play") == 1500 * times
