"""The readings of interpretations.md: who tests each, and those a scenario cannot show.

A scenario looks at one round; here stand shares of a meter, draws of every card, and meters over two rounds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

import feltlaw
from feltlaw.cards import DECK, parse_cards
from feltlaw.money import Odds, dollars
from feltlaw.register import interpretations
from feltlaw.round import read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import Line, Settlement, explain, settle_round
from feltlaw.settlement.payout import pay
from feltlaw.settlement.reckoning import HELD
from tests.support.effort import examples
from tests.support.scenarios import all_scenarios
from tests.support.strategies import Data, scenarios

FIVE = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}


NOT_OF_A_ROUND = {
    *("I-13", "I-14", "I-16", "I-17", "I-18", "I-25", "I-28", "I-66", "I-126"),  # what happens at a table
    *("I-149", "I-150", "I-152", "I-153", "I-154", "I-155", "I-156", "I-157"),
    *("I-23", "I-95", "I-101"),  # what is printed
    *("I-125",),  # what two submissions share
    *("I-88",),  # whose turn it is: tests/round/test_decisions.py
}


def test_every_reading_of_a_round_is_carried_by_a_scenario() -> None:
    carried = {reading for case in all_scenarios() for reading in case.interpretations}
    assert interpretations().keys() - carried == NOT_OF_A_ROUND


def table(regulation: str, sections: dict[str, Any], *seats: dict[str, Any], **top: Any) -> Settlement:
    """A round of Pair Plus players, who decide nothing, with one thing more on each seat."""
    found = [{"wagers": {"pair_plus": 5}, **seat} for seat in seats]
    data = {"submission": {"regulation": regulation, "wagers": sections}, "seats": found}
    return feltlaw.settle(data | top)


def stakes(**more: int) -> dict[str, Any]:
    return {"wagers": {"pair_plus": 5, **more}}


def lines(settlement: Settlement, name: str) -> list[tuple[int, str]]:
    return [(line.seat, dollars(line.paid)) for line in settlement.lines if line.id == name]


@pytest.mark.clause("PA-649a.11(c)(5)(v)", "PA-649a.11(c)(5)(v)#2", "PA-649a.1:three-card-envy-bonus", "I-47")
def test_two_holders_give_two_envies_and_none_to_themselves() -> None:
    settlement = table(
        "PA-649a",
        {"three_card_progressive": {}},
        {"seat": 1, "cards": "9c 7d 2h", **stakes(three_card_progressive=1)},
        {"seat": 2, "cards": "As Ks Qs", **stakes(three_card_progressive=1)},
        {"seat": 3, "cards": "Ah Kh Qh"},
        dealer="Jc 9d 4c",
    )
    envy = [line for line in settlement.lines if line.id == "envy_three_card"]
    assert [(line.seat, line.for_seat, line.paid) for line in envy] == [
        (2, 3, 25_00),
        (1, 3, 25_00),
        (1, 2, 100_00),
    ]


@pytest.mark.clause(
    "PA-649a.1:magic-card-bonus(i)", "PA-649a.1:magic-card-bonus(ii)", "PA-649a.12(i)(3)", "I-62"
)
def test_a_community_card_matches_for_both_stakes() -> None:
    """I-62: the Magic Card on each stake, the Lucky Bonus on the player's."""
    settlement = table(
        "PA-649a",
        FIVE,
        {
            "seat": 3,
            "cards": "9c 7d 2h",
            **stakes(five_card_hand_bonus_player=1, five_card_hand_bonus_dealer=1),
        },
        dealer="Jc 9d 4c",
        community="Kd 5s",
        draws={"magic_card": "Kd", "lucky_position": 3},
    )
    awards = [(line.id, line.on, line.paid) for line in settlement.lines if line.is_award]
    assert awards == [
        ("magic_card", "five_card_hand_bonus_player", 20_00),
        ("magic_card", "five_card_hand_bonus_dealer", 20_00),
        ("lucky_bonus", "five_card_hand_bonus_player", 5_00),
    ]


@pytest.mark.clause(
    *(f"PA-649a.1:{bonus}({part})" for bonus in ("magic-card-bonus", "lucky-bonus") for part in ("i", "ii"))
)
@pytest.mark.parametrize("lucky", [3, "dealer"])
def test_a_drawn_bonus_cites_the_promise_made_to_its_own_stake(lucky: object) -> None:
    """(i) is for a stake on the player's hand, (ii) for one on the dealer's."""
    settlement = table(
        "PA-649a",
        FIVE,
        {
            "seat": 3,
            "cards": "9c 7d 2h",
            **stakes(five_card_hand_bonus_player=1, five_card_hand_bonus_dealer=1),
        },
        dealer="Jc 9d 4c",
        community="Kd 5s",
        draws={"magic_card": "Kd", "lucky_position": lucky},
    )
    awards = [line for line in settlement.lines if line.is_award]
    assert len(awards) == 3
    for line in awards:
        part = "i" if line.on.endswith("_player") else "ii"
        bonus = line.id.replace("_", "-").removesuffix("-bonus") + "-bonus"
        assert line.cite.clauses == (
            "PA-649a.11(c)(8)(iii)",
            f"PA-649a.1:{bonus}({part})",
            "PA-649a.12(i)(3)",
        )


@pytest.mark.clause(*(f"MA-TCP.13(e):Table {number}" for number in (1, 2, 3)), "MA-TCP.13(f)")
@pytest.mark.parametrize(
    ("paytable", "clause"),
    [*((str(number), f"MA-TCP.13(e):Table {number}") for number in (1, 2, 3)), ("two-level", "MA-TCP.13(f)")],
)
def test_envy_cites_the_table_it_is_printed_in(paytable: str, clause: str) -> None:
    settlement = table(
        "MA-TCP",
        {"three_card_progressive": {"paytable": paytable}},
        {"seat": 1, "cards": "9c 7d 2h", **stakes(three_card_progressive=1)},
        {"seat": 2, "cards": "Ah Kh Qh"},
        dealer="Jc 9d 4c",
    )
    (envy,) = (line for line in settlement.lines if line.is_award)
    assert envy.paid == 25_00
    assert envy.cite.clauses == ("MA-TCP.13(e)a", "MA-TCP.13(e)a#2", "MA-TCP.13(e)c", clause)


@pytest.mark.clause("PA-649a.1:lucky-bonus(ii)")
def test_the_dealers_position_is_lucky_for_every_stake_on_the_dealer() -> None:
    settlement = table(
        "PA-649a",
        FIVE,
        {"seat": 3, "cards": "9c 7d 2h", **stakes(five_card_hand_bonus_dealer=1)},
        {"seat": 5, "cards": "8c 6d 3h", **stakes(five_card_hand_bonus_player=1)},
        dealer="Jc 9d 4c",
        community="Kd 5s",
        draws={"lucky_position": "dealer"},
    )
    assert lines(settlement, "lucky_bonus") == [(3, "5.00")]


@pytest.mark.clause("PA-649a.1:magic-card-bonus(i)", "I-64")
def test_five_of_fifty_two_draws_match_a_hand() -> None:
    """I-64: each card once, a stake on one hand."""
    hand, community = "9c 7d 2h", "Kd 5s"
    matching = []
    for card in DECK:
        settlement = table(
            "PA-649a",
            FIVE,
            {"seat": 1, "cards": hand, **stakes(five_card_hand_bonus_player=1)},
            dealer="Jc 9d 4c",
            community=community,
            draws={"magic_card": str(card)},
        )
        matching += [card for _ in lines(settlement, "magic_card")]
    assert sorted(matching) == sorted(parse_cards(hand + community))


BY_HAND = [
    pytest.param(
        "five_of_six_progressive", "Ah Kh Qh", "Jh Th 4c", "", True,
        id="25% of 5 of 6", marks=pytest.mark.clause("PA-649a.11(c)(9)(iv)#2"),
    ),
    pytest.param(
        "five_card_progressive", "9h 8h 7h", "Jc 9d 4c", "6h 5h", True,
        id="10% of five cards", marks=pytest.mark.clause("PA-649a.11(c)(7)(iv)#2"),
    ),
    pytest.param(
        "five_card_hand_bonus_player", "9h 8h 7h", "Jc 9d 4c", "6h 5h", True,
        id="10% of the hand bonus", marks=pytest.mark.clause("PA-649a.11(c)(8)(iii)#2"),
    ),
    pytest.param(
        "three_card_progressive", "As Ks Qs", "Jc 9d 4c", "", True,
        id="100% of three cards", marks=pytest.mark.clause("PA-649a.11(c)(5)(iv)#2"),
    ),
    pytest.param("three_card_progressive", "Ah Kh Qh", "Jc 9d 4c", "", False, id="500 for 1"),
]  # fmt: skip


@pytest.mark.clause("I-67")
@pytest.mark.parametrize(("wager", "cards", "dealer", "community", "by_hand"), BY_HAND)
def test_a_share_of_a_meter_never_comes_from_the_table_inventory(
    wager: str, cards: str, dealer: str, community: str, by_hand: bool
) -> None:
    """I-67: the house gets the stakes and pays contributions and Pair Plus; the award is the meter's."""
    section = "five_card_hand_bonus" if "hand_bonus" in wager else wager
    settlement = table(
        "PA-649a",
        {section: {}},
        {"seat": 1, "cards": cards, **stakes(**{wager: 1})},
        dealer=dealer,
        community=community,
    )
    line = next(line for line in settlement.lines if line.id == wager)
    pair_plus = next(line for line in settlement.lines if line.id == "pair_plus")
    (after,) = settlement.after.values()
    level = after.levels["meter"]
    assert (line.by_hand, line.paid_from) == (by_hand, "meter" if by_hand else "inventory")
    rule = feltlaw.load("PA-649a").wagers[wager].by_hand
    assert rule is not None and (set(rule.cite.clauses) <= set(line.cite.clauses)) == by_hand
    assert (level.paid_by_hand, level.hits) == ((line.paid, 1) if by_hand else (0, 0))
    fed = level.contributed + level.reserved + level.reseeded
    assert settlement.house_net == -pair_plus.net + line.stake - fed - (0 if by_hand else line.paid)


@pytest.mark.clause("PA-649a.12(h)(4)", "I-55")
def test_two_royals_on_a_linked_meter_take_it_and_then_the_reseed() -> None:
    """I-55: two tables, one meter, one event after the other."""
    paid = []
    meter = "14999.79"
    for _ in range(2):
        settlement = table(
            "PA-649a",
            {"five_card_progressive": {"meter": "link"}},
            {"seat": 1, "cards": "As Ks Qs", **stakes(five_card_progressive=1)},
            dealer="Jc 9d 4c",
            community="Js Ts",
            meters={"five_card_progressive": meter},
        )
        paid += lines(settlement, "five_card_progressive")
        meter = dollars(settlement.after["five_card_progressive"].levels["meter"].amount)
    assert paid == [(1, "15000.00"), (1, "10000.21")]


LINK = {"paytable": "PTMGL01", "increment": "0%", "multiple_hits": "share"}


@pytest.mark.clause("MA-TCP.13(d)c", "I-112", "I-59")
@pytest.mark.parametrize(
    ("hands", "community", "meter", "paid"),
    [
        pytest.param(
            {5: "As Ks Qs", 2: "9s 8s 7s"}, "Js Ts", "11000.00",
            [(5, "10000.00"), (2, "1000.00")], id="100% and 10% in proportion",
        ),
        pytest.param(
            {5: "As Ks Qs", 2: "9s 8s 7s"}, "Js Ts", "11000.01",
            [(5, "10000.01"), (2, "1000.00")], id="the odd cent to the first",
        ),
        pytest.param(
            {5: "9s 8s 7s", 2: "As Ks Qs"}, "Js Ts", "11000.00",
            [(5, "1000.00"), (2, "10000.00")], id="10% and 100%, the lesser first",
        ),
        pytest.param(
            {5: "9s 8s 7s", 2: "As Ks Qs"}, "Js Ts", "11000.01",
            [(5, "1000.01"), (2, "10000.00")], id="the odd cent to the first though he has the lesser",
        ),
        pytest.param(
            {5: "Qs Js Ts", 2: "7s 6s 5s"}, "9s 8s", "11000.00",
            [(5, "550.00"), (2, "550.00")], id="10% and 10% are one tenth in two",
        ),
        pytest.param(
            {5: "Ks Qs 9s", 2: "4h 3d 2c"}, "Js Ts", "11000.00",
            [(5, "1100.00"), (2, "0.00")], id="one hit alone is not divided",
        ),
        pytest.param(
            {5: "Ks Qs 9s", 2: "8s 4s 2s"}, "Js Ts", "11000.00",
            [(5, "1100.00"), (2, "40.00")], id="a flush has no part in it",
        ),
    ],
)  # fmt: skip
def test_hits_that_share_a_meter(
    hands: dict[int, str], community: str, meter: str, paid: list[tuple[int, str]]
) -> None:
    """I-112: what one level owes in a round is measured once and divided; odd cents as I-59 has it."""
    seats = [{"seat": seat, "cards": cards, **stakes(multi_game_link=1)} for seat, cards in hands.items()]
    settlement = table(
        "MA-TCP",
        {"multi_game_link": LINK},
        *seats,
        dealer="Jc 9d 4c",
        community=community,
        meters={"multi_game_link": meter},
    )
    assert lines(settlement, "multi_game_link") == paid
    hits = [line for line in settlement.lines if line.paid_from == "meter"]
    divided = len(hits) > 1
    assert {"MA-TCP.13(d)c" in line.cite.clauses for line in hits} == {divided}
    assert {line.note for line in hits} == {"one award, divided among 2 wagers" if divided else ""}


@pytest.mark.clause("MA-TCP.10(b)#4", "MA-TCP.13(d)c")
def test_a_folded_hand_has_no_share() -> None:
    """Seat 2 folds its Minor away, and its wager with it before anybody is settled; seat 5 has all of it."""
    progressive = {
        "paytable": "two-level",
        "increment": {"major": "0%", "minor": "0%"},
        "multiple_hits": "share",
    }
    ante = {"wagers": {"ante": 5, "three_card_progressive": 1}}
    settlement = table(
        "MA-TCP",
        {"three_card_progressive": progressive},
        {"seat": 2, "cards": "Ah Kh Qh", **ante, "decisions": ["fold"]},
        {"seat": 5, "cards": "Ad Kd Qd", **ante, "decisions": ["play"]},
        dealer="Jc 9d 4c",
        meters={"three_card_progressive": {"major": 5000, "minor": 800}},
    )
    assert lines(settlement, "three_card_progressive") == [(2, "0.00"), (5, "800.00")]


@pytest.mark.clause("PA-649a.12(i)(2)#2", "I-59")
def test_a_persons_share_is_divided_again_among_his_boxes() -> None:
    """I-59, dealer_share = "per_player": 10,000.63 in two, the odd cent first; then Ann's part in two."""
    seats = [
        {"seat": seat, "player": player, "cards": cards, **stakes(five_card_hand_bonus_dealer=1)}
        for seat, player, cards in ((1, "Bo", "9c 7d 2h"), (2, "Ann", "8c 6d 3h"), (3, "Ann", "7c 5d 4h"))
    ]
    data = {
        "submission": {
            "regulation": "PA-649a",
            "limits": {"adjacent_boxes": 2},
            "wagers": {"five_card_hand_bonus": {"dealer_share": "per_player"}},
        },
        "seats": seats,
        "dealer": "As Ks Qs",
        "community": "Js Ts",
    }
    settlement = feltlaw.settle(data)
    paid = lines(settlement, "five_card_hand_bonus_dealer")
    assert paid == [(3, "2500.16"), (2, "2500.16"), (1, "5000.31")]
    shared = [line for line in settlement.lines if line.id == "five_card_hand_bonus_dealer"]
    assert all("PA-649a.12(i)(2)#2" in line.cite.clauses for line in shared)


def by_step(order: str) -> Settlement:
    data = {
        "submission": {"regulation": "MA-TCP", "settlement": {"order": order}},
        "seats": [
            {"seat": 1, "cards": "2c 3d 5h", "wagers": {"ante": 10, "pair_plus": 5}, "decisions": ["play"]},
            {"seat": 4, "cards": "Ks Kd 3c", "wagers": {"ante": 10, "pair_plus": 5}, "decisions": ["play"]},
            {"seat": 6, "cards": "Qs Jd 8c", "wagers": {"ante": 10, "pair_plus": 5}, "decisions": ["fold"]},
        ],
        "dealer": "Qh 9d 4c",
    }
    return feltlaw.settle(data)


def turns(settlement: Settlement) -> list[tuple[int, str]]:
    return [(line.seat, line.id) for line in settlement.lines]


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.10(c)(2)", "I-120")
def test_the_two_orders_of_settlement() -> None:
    """I-120: each from the highest seat down; step by step, the losers of all seats come first."""
    assert turns(by_step("by_player")) == [
        *((6, "ante"), (6, "pair_plus"), (4, "ante"), (4, "play"), (4, "pair_plus")),
        *((1, "ante"), (1, "play"), (1, "pair_plus")),
    ]
    assert turns(by_step("by_step")) == [
        *((6, "ante"), (6, "pair_plus"), (1, "ante"), (1, "play"), (1, "pair_plus")),
        *((4, "ante"), (4, "play"), (4, "pair_plus")),
    ]
    assert by_step("by_step").house_net == by_step("by_player").house_net


def ante_of(settlement: Settlement) -> Line:
    return next(line for line in settlement.lines if line.id == "ante")


@pytest.mark.clause("PA-680a.11(b)(1)", "I-131")
def test_a_corrected_setting_is_noted_on_its_line() -> None:
    """I-131."""
    settlement = feltlaw.settle(
        {
            "submission": {"regulation": "PA-680a"},
            "seats": [
                {"seat": 1, "cards": "Kd Qc Jh 4s 5d", "wagers": {"ante": 10}, "decisions": ["set Kd 4s 5d"]}
            ],
            "dealer": "2c 2d 2h 2s 9c",
        }
    )
    note = "set as Kd 4s 5d | Qc Jh, which does not qualify; corrected to Kd Qc Jh | 4s 5d (I-131)"
    assert ante_of(settlement).note == note
    assert settlement.to_json()["seats"][0]["settlements"][0]["note"] == note
    assert settlement.to_json()["seats"][0]["set"] == "Kd Qc Jh | 4s 5d"
    assert next(explain(settlement, feltlaw.load("PA-680a"))).endswith(f" Note: {note}.")


@pytest.mark.clause("I-09")
@settings(max_examples=examples(40), deadline=None)
@given(scenarios())
def test_only_what_a_player_who_left_has_coming_is_held(scenario: Data) -> None:
    """I-09."""
    gone = {seat["seat"] for seat in scenario["seats"] if seat.get("ruling") == "left"}
    for line in feltlaw.settle(scenario).lines:
        assert (HELD in line.note) == (line.seat in gone and line.paid + line.returned > 0)


@pytest.mark.clause("I-02")
@pytest.mark.parametrize(("paid_from", "paid"), [("inventory", 8_00), ("game_account", 7_52)])
def test_the_breakage_unit_is_the_table_inventorys(paid_from: str, paid: int) -> None:
    """I-02: 3 to 2 on 5.01 with a unit of a dollar; an account is credited to the cent."""
    submission = read_submission({"regulation": "PA-669a", "settlement": {"breakage_unit": "1.00"}})
    assert pay(submission, Odds(3, 2), 5_01, paid_from) == (paid, 5_01)


@pytest.mark.clause("PA-680a.11(f)", "I-135")
def test_a_hand_that_does_not_qualify_may_be_kept_out_of_the_pot() -> None:
    wagers = {"ante": 10, "pot": 10}
    data = {
        "submission": {
            "regulation": "PA-680a",
            "limits": {"minimum": 10},
            "wagers": {"pot": {"qualifying_only": True}},
        },
        "seats": [
            {"seat": 1, "cards": "Kd Qc Jh 4s 5d", "wagers": wagers},
            {"seat": 2, "cards": "2c 2s 2h 5h Ad", "wagers": wagers},
        ],
        "dealer": "2d 3c 3d 3h 4c",
    }
    settlement = feltlaw.settle(data)
    pot = [(line.seat, line.outcome, line.net) for line in settlement.lines if line.id == "pot"]
    assert pot == [(2, "does_not_compete", -10_00), (1, "highest", 10_00)]
    sentences = list(explain(settlement, feltlaw.load("PA-680a")))
    assert "Point Count 7, which does not qualify and so does not compete for the Pot; " in sentences[-2]


@pytest.mark.clause("PA-649a.11(b)(3)")
def test_a_wager_kept_by_a_folder_cites_what_keeps_it() -> None:
    data = {
        "submission": {"regulation": "PA-649a", "wagers": {"six_card_bonus": {}}},
        "seats": [
            {
                "seat": 1,
                "cards": "9c 9d 2h",
                "wagers": {"ante": 10, "six_card_bonus": 5},
                "decisions": ["fold"],
            },
            {
                "seat": 2,
                "cards": "8c 7d 3h",
                "wagers": {"ante": 10, "six_card_bonus": 5},
                "decisions": ["fold"],
            },
        ],
        "dealer": "9s Qd 4c",
    }
    bonuses = [line for line in feltlaw.settle(data).lines if line.id == "six_card_bonus"]
    assert [line.result for line in bonuses] == ["lose", "win"]
    assert all("PA-649a.11(b)(3)" in line.cite.clauses for line in bonuses)
    assert all(len(set(line.cite.clauses)) == len(line.cite.clauses) for line in bonuses)


def test_a_right_to_envy_that_a_fold_takes_is_gone() -> None:
    """No regulation says so today; the data could."""
    data = {
        "submission": {"regulation": "PA-649a", "wagers": {"three_card_progressive": {}}},
        "seats": [
            {
                "seat": 1,
                "cards": "9c 7d 2h",
                "wagers": {"ante": 10, "three_card_progressive": 1},
                "decisions": ["fold"],
            },
            {"seat": 2, "cards": "Ah Kh Qh", "wagers": {"pair_plus": 5}},
        ],
        "dealer": "Jc 9d 4c",
    }
    round_ = read_round(data, read_submission(data["submission"]))
    assert lines(settle_round(round_), "envy_three_card") == [(1, "25.00")]
    offered = round_.submission.awards["envy_three_card"]
    assert offered.award.on_fold is not None
    award = replace(offered.award, on_fold=replace(offered.award.on_fold, keep=False))
    changed = {**round_.submission.awards, "envy_three_card": replace(offered, award=award)}
    stricter = replace(round_, submission=replace(round_.submission, awards=changed))
    assert lines(settle_round(stricter), "envy_three_card") == []
