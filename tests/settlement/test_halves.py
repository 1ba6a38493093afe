"""The second halves of what is settled: another player, not another box; a ruling after a fold; any order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import feltlaw
from feltlaw.round import Refused
from feltlaw.round.betting import check_table
from feltlaw.round.draws import draws_made, positions
from tests.support.driver import submission

ENVY = [
    pytest.param(
        "PA-649a", "three_card_progressive", "As Ks Qs", "",
        marks=pytest.mark.clause(
            "PA-649a.1:three-card-envy-bonus-qualifying-hand", "PA-649a.11(c)(5)(v)#2", "I-49"
        ),
    ),
    pytest.param(
        "PA-649a", "five_card_progressive", "9h 8h 7h", "6h 5h",
        marks=pytest.mark.clause(
            "PA-649a.1:five-card-envy-bonus-qualifying-hand", "PA-649a.11(c)(7)(v)#2", "I-49"
        ),
    ),
    pytest.param(
        "MA-TCP", "three_card_progressive", "As Ks Qs", "",
        marks=pytest.mark.clause("MA-TCP.13(e)a#2", "I-49"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "wager", "hand", "community"), ENVY)
def test_a_hand_gives_envy_to_other_players_and_not_to_other_boxes(
    regulation: str, wager: str, hand: str, community: str
) -> None:
    stakes = {"pair_plus": 5, wager: 1}
    scenario: dict[str, Any] = {
        "submission": {"regulation": regulation, "wagers": {wager: {}}, "limits": {"adjacent_boxes": 2}},
        "seats": [
            {"seat": 1, "player": "Ann", "cards": hand, "wagers": stakes},
            {"seat": 2, "player": "Ann", "cards": "Jc 8c 4d", "wagers": stakes},
            {"seat": 3, "player": "Bob", "cards": "Tc 3c 2d", "wagers": stakes},
        ],
        "dealer": "Qc 6c 3d",
    }
    if community:
        scenario["community"] = community
    lines = feltlaw.settle(scenario).lines
    assert [(one.seat, one.for_seat) for one in lines if one.id.startswith("envy")] == [(3, 1)]


RULED = {
    "PA-669a": ("communicated", ["check", "check", "fold"], {"ante": 10, "blind": 10, "pair_plus": 5}),
    "PA-649a": ("abandoned", ["fold"], {"ante": 10, "pair_plus": 5}),
    "PA-679a": ("abandoned", ["fold"], {"ante": 10}),
}


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            "PA-669a", marks=pytest.mark.clause("PA-669a.11(a)(3)", "PA-669a.11(f)", "PA-669a.11(f)#2")
        ),
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.7(b)#2", "PA-649a.11(b)(1)")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.7(b)#2")),
    ],
)  # fmt: skip
def test_who_folded_and_was_ruled_out_loses_each_wager_once(regulation: str) -> None:
    ruling, decisions, wagers = RULED[regulation]
    seat = {"seat": 2, "cards": "Ks Kd 3c", "wagers": wagers, "decisions": decisions, "ruling": ruling}
    cards = {"community": "Th 8d 4c"} if regulation == "PA-669a" else {"dealer": "Th 8d 4c"}
    chosen = {"regulation": regulation, "settlement": {"departed_player": "forfeit"}}
    lines = feltlaw.settle({"submission": chosen, "seats": [seat], **cards}).lines
    assert sorted(one.id for one in lines) == sorted(wagers)
    assert {one.result for one in lines} == {"lose"} and {one.paid + one.returned for one in lines} == {0}


@pytest.mark.clause("PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "I-63")
@pytest.mark.parametrize("seats", [1, 5, 7])
def test_a_lucky_position_is_drawn_among_the_seats_there_are(seats: int) -> None:
    bonus = {"five_card_hand_bonus": {"lucky_bonus": True, "lucky_bonus_chance": "1"}}
    chosen = submission("PA-649a", limits={"seats": seats}, wagers=bonus)
    (draw,) = draws_made(chosen)
    assert positions(chosen, draw, {}) == [*range(1, seats + 1), "dealer"]


BOXES = {"PA-649a": "7(f)", "MA-TCP": "6(e)", "PA-679a": "7(e)", "PA-680a": "7(e)"}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{at}")) for name, at in BOXES.items()],
)
def test_boxes_are_adjacent_in_whatever_order_they_are_named(regulation: str) -> None:
    chosen = submission(regulation, limits={"adjacent_boxes": 3})
    for order in permutations((2, 3, 4)):
        check_table(chosen, [(seat, "ann", {}) for seat in order], company=False)
    for order in permutations((1, 2, 4)):
        with pytest.raises(Refused) as caught:
            check_table(chosen, [(seat, "ann", {}) for seat in order], company=False)
        assert f"{regulation}.{BOXES[regulation]}" in caught.value.clauses
    check_table(chosen, [(1, "ann", {}), (2, "bob", {}), (4, "cyd", {})], company=False)


@pytest.mark.clause("PA-680a.7(e)", "I-138")
def test_before_the_call_boxes_are_looked_at_without_the_pot_they_must_make() -> None:
    chosen = submission("PA-680a", limits={"adjacent_boxes": 2}, wagers={"pot": {}})
    boxes = [(1, "ann", {"ante": 1000}), (2, "ann", {"ante": 1000}), (4, "bob", {"ante": 1000})]
    check_table(chosen, boxes, company=False)
    with pytest.raises(Refused, match="Pot"):
        check_table(chosen, boxes, company=True)


BONUS = {"ante": 10, "five_card_hand_bonus_dealer": 1}


@pytest.mark.clause("PA-649a.12(i)(2)#2", "I-59")
def test_who_did_not_stake_the_dealers_hand_has_no_part_in_its_award() -> None:
    seats = [
        {"seat": seat, "cards": cards, "wagers": wagers, "decisions": ["play"]}
        for seat, cards, wagers in (
            (1, "9c 7d 2h", BONUS),
            (2, "8c 6d 3h", {"ante": 10}),
            (3, "7c 5d 4h", BONUS),
        )
    ]
    chosen = {"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": {}}}
    lines = feltlaw.settle(
        {"submission": chosen, "seats": seats, "dealer": "As Ks Qs", "community": "Js Ts"}
    ).lines
    paid = {one.seat: one.paid for one in lines if one.id == "five_card_hand_bonus_dealer"}
    assert paid == {1: 5_000_21, 3: 5_000_21}, "21% of two dollars is on the meter too"


@pytest.mark.clause("MA-TCP.13(d)c", "I-112")
def test_hits_of_two_levels_are_not_one_award() -> None:
    progressive = {
        "paytable": "two-level",
        "increment": {"major": "0%", "minor": "0%"},
        "multiple_hits": "share",
    }
    ante = {"wagers": {"ante": 5, "three_card_progressive": 1}, "decisions": ["play"]}
    chosen = {"regulation": "MA-TCP", "wagers": {"three_card_progressive": progressive}}
    data = {
        "submission": chosen,
        "seats": [{"seat": 2, "cards": "As Ks Qs", **ante}, {"seat": 5, "cards": "Ad Kd Qd", **ante}],
        "dealer": "Jc 9d 4c",
        "meters": {"three_card_progressive": {"major": 5000, "minor": 800}},
    }
    lines = feltlaw.settle(data).lines
    assert {one.seat: one.paid for one in lines if one.id == "three_card_progressive"} == {
        2: 5000_00,
        5: 800_00,
    }
