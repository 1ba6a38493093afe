"""What must not change a line: other stakes, seat numbers, the unit of money, the order of writing."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import feltlaw
from feltlaw import load
from feltlaw.irregularity import round_end
from feltlaw.money import MeterShare, dollars, parse_money
from feltlaw.round.read import read_submission
from feltlaw.settlement import Line, Settlement
from tests.support.effort import examples
from tests.support.strategies import VOID_KINDS, Data, Freedom, scenarios

some = settings(max_examples=examples(80), deadline=None)
few = settings(max_examples=examples(40), deadline=None)


def by_wager(settlement: Settlement) -> dict[tuple[int, str], Line]:
    """The lines of the stakes, their place in the order left out."""
    return {
        (line.seat, line.id): replace(line, turn=0, early=False)
        for line in settlement.lines
        if not line.is_award
    }


def awards(settlement: Settlement) -> list[Line]:
    """The awards on one's own hand, their place in the order left out."""
    return [
        replace(line, turn=0, early=False) for line in settlement.lines if line.is_award and not line.for_seat
    ]


DRAWN = {"five_card_hand_bonus_player", "five_card_hand_bonus_dealer"}


def extra_wagers(scenario: Data, what: str) -> tuple[set[str], bool]:
    """The wagers for which such cards are dealt, and whether they are dealt in any case."""
    found = [e for e in load(scenario["submission"]["regulation"]).deal.extra if e.what == what]
    return {wager for extra in found for wager in extra.wagers}, any(not extra.wagers for extra in found)


def without(scenario: Data, gone: set[str]) -> Data:
    """The scenario without these wagers, and without the cards that only they needed."""
    less = copy.deepcopy(scenario)
    for seat in less["seats"]:
        for wager in gone & seat["wagers"].keys():
            del seat["wagers"][wager]
        if not extra_wagers(less, "fourth")[0] & seat["wagers"].keys():
            seat.pop("fourth", None)
    needing, always = extra_wagers(less, "community")
    if not always and not any(needing & seat["wagers"].keys() for seat in less["seats"]):
        less.pop("community", None)
    bonus = less["submission"]["wagers"].get("five_card_hand_bonus", {})
    if gone & DRAWN and bonus.get("lucky_positions") == "staked":  # it could not have been drawn
        less.get("draws", {}).pop("lucky_position", None)
    return less


@some
@given(scenarios(), st.randoms())
def test_a_line_does_not_depend_on_what_else_is_staked(scenario: Data, choose: Any) -> None:
    """Save the players of a shared meter, and envy, which a folded neighbour's cards may earn (I-48)."""
    law = load(scenario["submission"]["regulation"])
    staked = {wager for seat in scenario["seats"] for wager in seat["wagers"]}
    optional = sorted(staked - {"ante", "blind", "pair_plus", "pot"})
    assume(optional)
    gone = set(choose.sample(optional, choose.randint(1, len(optional))))
    meters = {law.wagers[wager].meter for wager in gone} - {""}
    gone |= {wager for wager in optional if law.wagers[wager].meter in meters}
    whole, less = feltlaw.settle(scenario), feltlaw.settle(without(scenario, gone))
    kept = {key: line for key, line in by_wager(whole).items() if key[1] not in gone}
    assert by_wager(less) == kept
    assert awards(less) == [line for line in awards(whole) if line.on not in gone]


@few
@pytest.mark.clause("PA-649a.11(c)(4)", "PA-649a.7(d)(2)", "MA-TCP.6(a)(2)")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
@given(data=st.data())
def test_pair_plus_is_the_same_with_an_ante_and_without(regulation: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(regulation, Freedom(rulings=False, coupons=False)))
    scenario["submission"]["version"] = {"pair_plus": "optional"}
    scenario["submission"]["wagers"]["ante"] = {}
    scenario["submission"]["wagers"].get("pair_plus", {}).pop("mini_royal", None)
    for seat in scenario["seats"]:
        seat["wagers"].setdefault("ante", dollars(20_00))
        seat["wagers"].setdefault("pair_plus", dollars(30_00))
        seat["decisions"] = ["play"]
    whole = feltlaw.settle(scenario)
    alone = without(scenario, {"ante"})
    for seat in alone["seats"]:
        del seat["decisions"]
    lines = {key: line for key, line in by_wager(whole).items() if key[1] not in ("ante", "play")}
    assert by_wager(feltlaw.settle(alone)) == lines


@some
@given(scenarios())
def test_seat_numbers_are_only_names(scenario: Data) -> None:
    most = load(scenario["submission"]["regulation"]).seats.most
    numbers = [seat["seat"] for seat in scenario["seats"]]
    down, up = min(numbers) - 1, most - max(numbers)
    for shift in {-down, up} - {0}:
        moved = copy.deepcopy(scenario)
        for seat in moved["seats"]:
            seat["seat"] += shift
        if isinstance(scenario.get("draws", {}).get("lucky_position"), int):
            assume(1 <= moved["draws"]["lucky_position"] + shift <= most)
            moved["draws"]["lucky_position"] += shift
        before, after = feltlaw.settle(scenario), feltlaw.settle(moved)
        for line, other in zip(before.lines, after.lines, strict=True):
            back = replace(
                other,
                seat=other.seat - shift,
                for_seat=other.for_seat and other.for_seat - shift,
                held_by=tuple(seat and seat - shift for seat in other.held_by),
            )
            assert back == line
        assert (before.after, before.dealer) == (after.after, after.dealer)


@few
@given(scenarios())
def test_seats_moved_apart_settle_alike(scenario: Data) -> None:
    """The order of the seats is kept, the gaps between them are not; one box to a person."""
    most = load(scenario["submission"]["regulation"]).seats.most
    seats = scenario["seats"]
    assume(len({seat["player"] for seat in seats}) == len(seats) and "draws" not in scenario)
    new = {seat["seat"]: at for at, seat in enumerate(seats, most - len(seats) + 1)}
    moved = copy.deepcopy(scenario)
    for seat in moved["seats"]:
        seat["seat"] = new[seat["seat"]]
    before, after = feltlaw.settle(scenario), feltlaw.settle(moved)
    for line, other in zip(before.lines, after.lines, strict=True):
        holders = tuple(new.get(seat, 0) for seat in line.held_by)
        moved_line = replace(line, seat=new[line.seat], for_seat=new.get(line.for_seat, 0), held_by=holders)
        assert moved_line == other


@few
@given(scenarios(), st.randoms())
def test_the_order_in_which_seats_are_written_does_not_matter(scenario: Data, choose: Any) -> None:
    mixed = copy.deepcopy(scenario)
    choose.shuffle(mixed["seats"])
    assert feltlaw.settle(mixed).to_json() == feltlaw.settle(scenario).to_json()


@some
@pytest.mark.clause("I-10", "PA-649a.7(f)", "PA-679a.7(e)", "PA-669a.7(e)", "MA-TCP.6(e)", "PA-680a.7(e)")
@given(scenarios(freedom=Freedom(rulings=False)))
def test_whose_box_it_is_matters_to_his_own_envy_and_his_limit_alone(scenario: Data) -> None:
    """Two boxes of one person are settled as those of two, but that he has no envy for his own hand."""
    rules = scenario["submission"]
    rules["limits"].pop("payout_limit", None)
    seats = scenario["seats"]
    many = min(len(seats), load(rules["regulation"]).boxes.most)
    rules["limits"]["adjacent_boxes"] = many
    if "dealer_share" in rules["wagers"].get("five_card_hand_bonus", {}):
        rules["wagers"]["five_card_hand_bonus"]["dealer_share"] = "per_wager"
    assume("draws" not in scenario)
    rules["wagers"].pop("pot", None)  # which he cannot make against himself
    for number, seat in enumerate(seats, 1):
        seat["wagers"].pop("pot", None)
        seat["seat"] = number
    told = []
    apart = [f"p{at}" for at in range(len(seats))]
    for owners in (apart, [*["p0"] * many, *apart[many:]]):
        asked = copy.deepcopy(scenario)
        for seat, owner in zip(asked["seats"], owners, strict=True):
            seat["player"] = owner
        lines = feltlaw.settle(asked).lines
        told.append([replace(line, turn=0) for line in lines if not line.for_seat])
    assert told[0] == told[1]


FACTOR = 5
"""The step from the $1 progressives to the $5 ones, whose printed envy is five times as high."""


def times(factor: int, money: str) -> str:
    return dollars(factor * parse_money(money))


@some
@given(scenarios(freedom=Freedom(odd_money=False)))
def test_five_times_the_stakes_move_five_times_the_money(scenario: Data) -> None:
    """To the cent; only a share of a meter or of the Pot may have been rounded."""
    scaled = copy.deepcopy(scenario)
    scaled["submission"]["limits"] |= {"minimum": 2 * FACTOR, "maximum": 20_000 * FACTOR}
    for keys in scaled["submission"]["wagers"].values():
        if "amount" in keys:
            keys["amount"] = FACTOR
    for seat in scaled["seats"]:
        seat["wagers"] = {name: times(FACTOR, stake) for name, stake in seat["wagers"].items()}
    for levels in scaled.get("meters", {}).values():
        levels |= {level: times(FACTOR, shown) for level, shown in levels.items()}
    small, large = feltlaw.settle(scenario), feltlaw.settle(scaled)
    for line, other in zip(small.lines, large.lines, strict=True):
        assert (line.seat, line.id, line.outcome, line.result) == (
            (other.seat, other.id, other.outcome, other.result)
        )
        rounded = line.paid_from == "players" or isinstance(line.pays, MeterShare)
        assert abs(other.paid - FACTOR * line.paid) <= (FACTOR * len(small.seats) if rounded else 0)
        assert (other.stake, other.returned) == (FACTOR * line.stake, FACTOR * line.returned)


@some
@given(scenarios(), st.sampled_from(VOID_KINDS))
@pytest.mark.clause(
    *(
        "PA-649a.13(a)#2",
        "PA-649a.13(c)",
        "PA-649a.13(f)",
        "PA-669a.13(a)#2",
        "PA-669a.13(c)",
        "PA-669a.13(f)",
    ),
    *(
        "PA-679a.13(a)#2",
        "PA-679a.13(c)",
        "PA-679a.13(f)",
        "PA-680a.13(a)#2",
        "PA-680a.13(c)",
        "PA-680a.13(e)",
    ),
    *("MA-TCP.14(a)#2", "MA-TCP.14(c)", "MA-TCP.14(f)", "I-07", "I-08", "I-97"),
)
def test_a_void_round_gives_every_stake_back_and_moves_no_meter(scenario: Data, kind: str) -> None:
    assume(kind != "shoe_jam" or scenario["submission"]["cards"]["deal"] == "automated_shoe")
    usual = feltlaw.settle(scenario)
    stopped = copy.deepcopy(scenario)
    if kind == "wrong_number_of_cards":
        stopped["seats"][0]["cards"] = stopped["seats"][0]["cards"][:-3]
    void = feltlaw.settle(stopped | {"irregularity": {"kind": kind}})
    assert by_wager(void).keys() == by_wager(usual).keys()
    for line in void.lines:
        assert (line.outcome, line.result, line.paid, line.returned) == ("void", "void", 0, line.stake)
    assert void.after == void.before
    assert void.house_net == 0
    assert void.irregularity is not None and void.irregularity["round"] == "void"


@some
@given(scenarios(), st.data())
def test_a_round_that_stands_is_settled_as_usual(scenario: Data, data: st.DataObject) -> None:
    submission = read_submission(scenario["submission"])
    stands = [
        kind
        for kind, rule in submission.regulation.irregularities.items()
        if round_end(submission, rule) == "stands"
        and (kind != "shuffler_jam" or submission.cards.shuffle != "manual")
        and (kind != "community_card_exposed" or "community" in scenario)
    ]
    kind = data.draw(st.sampled_from(stands))
    usual, noted = feltlaw.settle(scenario), feltlaw.settle(scenario | {"irregularity": {"kind": kind}})
    assert (noted.lines, noted.after) == (usual.lines, usual.after)
    assert noted.irregularity is not None and noted.irregularity["note"]


@few
@pytest.mark.clause("PA-679a.13(d)", "I-76")
@given(scenarios("PA-679a"))
def test_after_an_exposed_dealer_card_the_optional_wagers_are_settled_as_usual(scenario: Data) -> None:
    scenario["submission"]["limits"].pop("payout_limit", None)
    usual = by_wager(feltlaw.settle(scenario))
    partly = by_wager(feltlaw.settle(scenario | {"irregularity": {"kind": "dealer_card_exposed"}}))
    assert partly.keys() == usual.keys()
    for key, line in partly.items():
        if key[1] in ("ante", "play"):
            assert (line.result, line.paid, line.returned) == ("void", 0, line.stake)
        else:
            assert line == usual[key]
