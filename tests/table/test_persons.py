"""One person on several boxes: each box is a hand, but a person is one person (I-10)."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.link import LinkState
from tests.support.driver import CHIPS, DEALER, DEVICE, FLOOR, Driver, drive, main_bets, proves
from tests.support.rounds import P3, line, meter, player


def boxes(regulation: str, bets: dict[int, dict[str, int]], hands: dict[str, str], **more: Any) -> Driver:
    """Seats 3 and 4 are one person's, the others everybody's own."""
    limits = {"adjacent_boxes": 2, **more.pop("limits", {})}
    table = drive(regulation, limits=limits, **more)
    table.sit(3, *(seat for seat in bets if seat not in (3, 4)))
    table.do("sit", P3, seat=4)
    return table.start(bets, hands)


@pytest.mark.clause("I-10", "PA-649a.7(f)")
def test_each_box_is_decided_and_settled_as_a_hand_of_its_own() -> None:
    table = boxes(
        "PA-649a", {3: {"ante": 1000}, 4: {"ante": 1000}}, {"seat 3": "2s 5h 9c", "seat 4": "As Ah Ad"}
    )
    table.until("deciding")
    table.say(3, "fold")
    table.say(4, "play")
    table.finish()
    assert line(table, 3, "ante").outcome == "folded" and line(table, 4, "ante").result == "win"
    assert table.chips(3) == CHIPS + sum(one.net for one in table.lines())


OWN = {
    "PA-649a": "PA-649a.11(a)(1)",
    "PA-679a": "PA-679a.11(a)(1)",
    "PA-669a": "PA-669a.11(a)(1)",
    "PA-680a": "PA-680a.11(a)(1)",
    "MA-TCP": "MA-TCP.10(a)",
}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(clause)) for name, clause in OWN.items()]
)
def test_each_player_and_nobody_else_answers_for_his_hand(regulation: str) -> None:
    """No other player, no dealer, no floorperson and no device; of a hand that is set, not before its turn
    or after it either."""
    table = drive(regulation).start({seat: main_bets(regulation) for seat in (1, 3, 4)}).until("deciding")
    do = "set_hand" if regulation == "PA-680a" else "decide"
    said: dict[str, Any] = {} if do == "set_hand" else {"act": "check" if regulation == "PA-669a" else "fold"}
    for seat in (1, 3, 4):
        for person in (DEALER, FLOOR, DEVICE, *(player(one) for one in (1, 3, 4, 5) if one != seat)):
            refusal = table.refused(do, person, seat=seat, **said)
            if person.role == "player":
                assert f"seat {seat} is not yours" in refusal.what and OWN[regulation] in refusal.clauses
            else:
                assert refusal.legal.startswith("It is for the player.")
        table.do(do, player(seat), seat=seat, **said)
        table.refused(do, player(seat), seat=seat, **said)
    assert [event.by for event in table.events(do)] == [player(seat) for seat in (1, 3, 4)]


@pytest.mark.clause("PA-649a.11(c)(5)(v)#2", "PA-649a.1:three-card-envy-bonus", "I-49")
def test_a_persons_other_box_gives_him_no_envy_and_each_of_his_wagers_earns_it_from_others() -> None:
    stakes = {"ante": 1000, "three_card_progressive": 100}
    mine = boxes(
        "PA-649a", {3: stakes, 4: stakes, 6: {"ante": 1000}}, {"seat 4": "As Ks Qs", "seat 3": "2s 5h 9c"},
        wagers={"three_card_progressive": {}},
    ).finish()  # fmt: skip
    assert not [one for one in mine.lines() if one.id == "envy_three_card"]
    others = boxes(
        "PA-649a", {3: stakes, 4: stakes, 6: {"ante": 1000}}, {"seat 6": "As Ks Qs", "seat 3": "2s 5h 9c"},
        wagers={"three_card_progressive": {}},
    ).finish()  # fmt: skip
    envy = [(one.seat, one.for_seat, one.paid) for one in others.lines() if one.id == "envy_three_card"]
    assert envy == [(4, 6, 100_00), (3, 6, 100_00)], "and the holder need not have made the wager (I-47)"


@pytest.mark.clause("PA-680a.12(d)", "I-81")
def test_the_payout_limit_is_a_persons_over_all_his_boxes() -> None:
    hands = {"seat 4": "Kh Qd Jc 4s 5h", "seat 3": "Ks Qh Jd 4c 5s", "seat 6": "Kd Qc Js 4h 5c",
             "dealer": "2c 2d 2h 3s 3h"}  # fmt: skip
    ante = 30_000_00
    table = drive("PA-680a", limits={"adjacent_boxes": 2, "maximum": 40_000, "payout_limit": 50_000})
    table.sit(3, 6, chips=100_000_00)
    table.do("sit", P3, seat=4)
    table.start({seat: {"ante": ante} for seat in (3, 4, 6)}, hands).finish()
    paid = {seat: line(table, seat, "ante").paid for seat in (6, 4, 3)}
    assert paid == {6: ante, 4: ante, 3: 20_000_00}, "cut where one person's payouts cross it"
    assert line(table, 3, "ante").returned == ante and "PA-680a.12(d)" in line(table, 3, "ante").cite.clauses


@pytest.mark.clause("I-59")
@pytest.mark.parametrize(
    ("share", "paid"), [("per_wager", (333_36, 333_36, 333_35)), ("per_player", (500_04, 250_02, 250_01))]
)
def test_the_dealers_jackpot_is_divided_by_wagers_or_by_persons(
    share: str, paid: tuple[int, int, int]
) -> None:
    offered = {"five_card_hand_bonus": {"dealer_share": share}}
    stakes = {"ante": 1000, "five_card_hand_bonus_dealer": 100}
    hands = {"dealer": "9s 8s 7s", "community": "Js Ts", "seat 6": "2c 3d Kh", "seat 4": "2d 4h Kc",
             "seat 3": "3c 6d Qh"}  # fmt: skip
    table = boxes("PA-649a", {3: stakes, 4: stakes, 6: stakes}, hands, wagers=offered)
    assert meter(table, "five_card_hand_bonus") == 10_000_63
    table.finish()
    assert tuple(line(table, seat, "five_card_hand_bonus_dealer").paid for seat in (6, 4, 3)) == paid
    assert sum(paid) == 1_000_07, "a tenth, rounded up once"


@pytest.mark.clause("I-03", "I-56", "I-67")
@pytest.mark.parametrize(
    "wager",
    [
        pytest.param(
            "five_card_progressive", marks=pytest.mark.clause("PA-649a.11(c)(7)(iv)", "PA-649a.12(h)(1)")
        ),
        pytest.param(
            "five_card_hand_bonus_player",
            marks=pytest.mark.clause("PA-649a.11(c)(8)(iii)#2", "PA-649a.12(i)(1)"),
        ),
    ],
)
def test_a_tenth_of_the_meter_is_a_percentage_too_paid_by_hand_with_the_cards_held(wager: str) -> None:
    section = wager.removesuffix("_player")
    table = drive("PA-649a", wagers={section: {}})
    hands = {"seat 3": "5s 6s 7s", "community": "8s 9s", "dealer": "2c 4d Kh"}
    table.start({3: {"ante": 1000, wager: 100}}, hands).until(do="release_cards")
    paid = line(table, 3, wager)
    assert (paid.paid, paid.by_hand) == (1_000_03, True)
    link: LinkState = table.link(section)
    assert (link.showing("meter"), link.meter.levels["meter"].paid_by_hand) == (
        10_000_21 - 1_000_03,
        1_000_03,
    )
    table.refused("rack_cards", DEALER)
    table.do("release_cards", FLOOR)


@pytest.mark.clause("PA-649a.11(c)(9)", "PA-649a.12(j)(1)")
@pytest.mark.parametrize(
    ("hand", "dealer", "paid"),
    [("2s 3h 4c", "5d 6h Kc", 500), ("2s 3h 4c", "5d 7h Kc", 0), ("9s 9h 9c", "9d 4h 4c", 100_00),
     ("2s 4s 6s", "8s Ts Kc", 10_00)],
)  # fmt: skip
def test_five_of_six_reads_the_best_five_of_the_six_cards(hand: str, dealer: str, paid: int) -> None:
    table = drive("PA-649a", wagers={"five_of_six_progressive": {}})
    bets = {3: {"ante": 1000, "five_of_six_progressive": 100}}
    table.start(bets, {"seat 3": hand, "dealer": dealer}).finish()
    assert line(table, 3, "five_of_six_progressive").paid == paid


@proves("stay_seated", "abandon")
def test_who_leaves_leaves_all_his_boxes() -> None:
    regulation = "PA-649a"
    bets = {seat: main_bets(regulation) for seat in (3, 4, 6)}
    table = boxes(regulation, bets, {"seat 3": "2s 5h 9c"}).until("deciding")
    table.do("leave", player(3))
    assert table.round.facts.rulings == {3: "left", 4: "left"}
    assert [one.word for seat in (3, 4) for one in table.round.facts.answers[seat]] == ["fold", "fold"]
    table.finish()
    assert table.state.seats == {6: "p6"}
