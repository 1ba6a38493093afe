"""Progressive and high awards: verified, lit, validated, paid in turn, and the cards held until release."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.money import MeterShare
from feltlaw.regulation import load
from feltlaw.round import Refused
from feltlaw.table import Person
from tests.driver import CREW, DEALER, DEVICE, FLOOR, Driver, drive, main_bets, marks

Case = tuple[str, str, dict[str, str]]

ROYAL = {"seat 3": "As Ks Qs", "community": "Js Ts"}
FULL: dict[str, Case] = {
    "PA-649a.11(c)(5)": ("PA-649a", "three_card_progressive", {"seat 3": "As Ks Qs"}),
    "PA-649a.11(c)(7)": ("PA-649a", "five_card_progressive", ROYAL),
    "PA-649a.11(c)(8)": ("PA-649a", "five_card_hand_bonus_player", ROYAL),
    "PA-649a.11(c)(9)": ("PA-649a", "five_of_six_progressive", {"seat 3": "As Ks Qs", "dealer": "Js Ts 2c"}),
    "PA-669a.11(i)(3)(i)": ("PA-669a", "three_card_progressive", {"seat 3": "As Ks Qs"}),
    "MA-TCP.13(d)": ("MA-TCP", "three_card_progressive", {"seat 3": "As Ks Qs"}),
}
"""A hand that wins all or a part of the meter, for each wager that has one."""
STEPS: dict[str, tuple[tuple[str, ...], ...]] = {
    "PA-649a.11(c)(5)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-649a.11(c)(7)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-649a.11(c)(8)": (("(i)",), (), ("(ii)",), ("(iii)#2",)),
    "PA-649a.11(c)(9)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-669a.11(i)(3)(i)": (("(A)",), ("(B)",), ("(C)",), ("(D)#2",)),
    "MA-TCP.13(d)": (("d",), (), ("e", "f"), ()),
}
"""The clauses under it: verify, light, validate, hold."""


def cites(refusal: Refused, regulation: str, step: str) -> bool:
    return bool(set(refusal.cite.clauses) & set(marks(regulation, step).args))


def cases(*which: int) -> list[Any]:
    found = []
    for clause in FULL:
        paths = [clause + end for at in which for end in STEPS[clause][at]]
        if paths:
            found.append(pytest.param(clause, marks=pytest.mark.clause(*paths), id=clause))
    return found


def won(clause: str, hands: dict[str, str] | None = None) -> Driver:
    """A table at which seat 3 has been turned up with a winning hand, its community cards too."""
    regulation, wager, winning = FULL[clause]
    table = drive(regulation, wagers={load(regulation).wagers[wager].section: {}})
    amount = table.state.submission.wagers[wager].minimum
    bets = {seat: {**main_bets(regulation), wager: amount} for seat in (1, 3)}
    table.start(bets, hands or winning).until("settling")
    table.do("turn_up_player", seat=3)
    if table.offers("settle_player"):
        table.do("settle_player", seat=3)
        table.do("reveal_community")
    return table


@pytest.mark.parametrize("clause", cases(0, 1, 2))
def test_a_win_is_verified_then_validated_and_only_then_paid(clause: str) -> None:
    regulation, wager, _ = FULL[clause]
    table = won(clause)
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "verify win" in refusal.legal and set(refusal.cite.clauses) & set(
        marks(regulation, "verify_win").args
    )
    assert "not the time" in table.refused("validate", seat=3).what, "the dealer looks first"
    for person in (FLOOR, DEVICE):
        assert "for the dealer" in table.refused("verify_win", person, seat=3, light=True).legal
    assert "no award" in table.refused("verify_win", seat=1, light=True).what
    if STEPS[clause][1]:
        refusal = table.refused("verify_win", seat=3, light=False)
        assert "light" in refusal.what and set(refusal.cite.clauses) == set(
            marks(regulation, "verify_light").args
        )
    table.do("verify_win", DEALER, seat=3, **({"light": True} if STEPS[clause][1] else {}))
    assert table.last("verify_win").data["wins"] == [wager]
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "validate" in refusal.legal and cites(refusal, regulation, "validate")
    assert "for the floorperson" in table.refused("validate", DEALER, seat=3).legal
    himself = table.refused("validate", Person("floorperson", DEALER.name), seat=3)
    assert "is the dealer" in himself.what and cites(himself, regulation, "validate")
    before = table.chips(3)
    table.do("validate", FLOOR, seat=3)
    assert (table.last("validate").by, table.last("validate").data["wins"]) == (FLOOR, [wager])
    assert table.chips(3) == before
    table.do("settle_player", seat=3)
    (line,) = [line for line in table.lines(3) if line.id == wager]
    assert line.result == "win" and isinstance(line.pays, MeterShare)
    assert table.chips(3) - before >= line.paid > 0


@pytest.mark.parametrize("clause", cases(3))
@pytest.mark.clause("I-28", "I-67")
def test_a_payout_from_the_meter_leaves_the_tray_alone_and_holds_the_cards(clause: str) -> None:
    regulation, wager, _ = FULL[clause]
    table = won(clause)
    table.until(do="validate")
    table.do("validate")
    (line,) = [line for line in table.lines(3) if line.id == wager]
    assert line.by_hand and line.paid_from == "meter"
    level, tray = table.state.meters[line.meter].levels[line.level], table.state.tray
    table.do("settle_player", seat=3)
    done = [item["turn"] for item in table.last("settle_player").data["lines"]]
    kept = sum(one.stake - one.returned for one in table.lines(3) if one.turn in done)
    paid = sum(one.paid for one in table.lines(3) if one.turn in done and one.paid_from != "meter")
    full = isinstance(line.pays, MeterShare) and line.pays.percent == 100
    assert table.state.tray - tray == kept - paid - (level.reseed if full else 0), (
        "it restarts the meter only"
    )
    table.until("racking")
    refusal = table.refused("rack_cards", DEALER)
    assert "papers" in refusal.what and cites(refusal, regulation, "hold_jackpot_cards")
    assert not {"bet", "place_cards", "shuffle"} & table.offered(), "the next round waits"
    assert "for the floorperson" in table.refused("release_cards", DEALER).legal
    table.do("release_cards")
    table.do("rack_cards")
    assert table.state.rounds == 1


@pytest.mark.clause("MA-TCP.13(d)e", "I-126")
def test_selecting_the_winner_calls_a_supervisor_in_massachusetts() -> None:
    table = won("MA-TCP.13(d)")
    events = table.do("verify_win", DEALER, seat=3)
    assert [(event.kind, event.by) for event in events] == [
        ("verify_win", DEALER),
        ("call_floorperson", DEALER),
    ]
    assert events[-1].data == {"seat": 3}
    assert "not the time" in table.refused("call_floorperson").what
    assert not won("PA-649a.11(c)(5)").events("call_floorperson")


@pytest.mark.clause("MA-TCP.13(d)d", "MA-TCP.13(d)f", "MA-TCP.10(c)(1)")
def test_step_by_step_nobody_is_paid_before_every_award_is_validated() -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    offered: dict[str, Any] = {"three_card_progressive": {}}
    table = drive("MA-TCP", wagers=offered, settlement={"order": "by_step"})
    table.start(bets, {"seat 3": "As Ks Qs", "seat 1": "Ah Kh Qh"}).until("settling")
    table.do("turn_up_player", seat=3)
    table.do("turn_up_player", seat=1)
    table.do("collect_losers")
    for seat in (3, 1):
        assert "verify win" in table.refused("pay_winners", DEALER).legal
        table.do("verify_win", seat=seat)
    for seat in (3, 1):
        assert "validate" in table.refused("pay_winners", DEALER).legal
        table.do("validate", seat=seat)
    before = table.chips(3)
    table.do("pay_winners")
    assert table.chips(3) > before


@pytest.mark.clause("MA-TCP.13(d)g")
def test_the_dealer_ends_the_game_on_the_system_when_everything_is_settled() -> None:
    table = drive("MA-TCP", wagers={"three_card_progressive": {}}).start()
    while table.state.phase != "ending":
        assert "not the time" in table.refused("end_game").what
        table.take(table.next())
    assert table.kinds()[-1] == "rack_cards" and not any(table.state.on_felt().values())
    assert not {"shuffle", "bet", "place_cards"} & table.offered()
    assert "for the dealer" in table.refused("end_game", FLOOR).legal
    table.do("end_game")
    assert [event.kind for event in table.table.events[-2:]] == ["end_game", "end_round"]
    plain = drive("MA-TCP").start().finish()
    assert "end_game" not in plain.kinds(), "there is no system without a progressive"


@pytest.mark.clause("I-66", "PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(ii)")
def test_a_small_bonus_win_is_verified_but_needs_no_floorperson() -> None:
    four = {"seat 3": "As Ah Ad", "community": "Ac Ts"}  # four of a kind: 500 for 1
    house = {"seat 3": "As Ah Ad", "community": "Ts Td"}  # a full house: less
    for hands, validated in ((four, True), (house, False)):
        table = won("PA-649a.11(c)(8)", hands)
        assert "verify win" in table.refused("settle_player", DEALER, seat=3).legal
        table.do("verify_win", seat=3)
        assert ("validate" in table.offered()) == validated
        assert ("settle_player" in table.offered()) == (not validated)


@pytest.mark.clause("PA-649a.11(c)(5)(iii)", "PA-649a.11(c)(7)(iii)")
def test_each_of_two_wins_of_one_seat_is_validated() -> None:
    wagers = ("three_card_progressive", "five_card_progressive")
    bets = {3: {"ante": 1000, **dict.fromkeys(wagers, 100)}}
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts"}
    table = drive("PA-649a", wagers={wager: {} for wager in wagers}).start(bets, hands)
    table.finish()
    assert [event.data["wins"] for event in table.events("verify_win")] == [[wagers[0]], [wagers[1]]]
    assert [event.data["wins"] for event in table.events("validate")] == [[wagers[0]], [wagers[1]]]
    assert [line.paid > 0 for line in table.lines(3) if line.id in wagers] == [True, True]


@pytest.mark.clause("I-54", "I-112")
def test_two_hits_in_one_round_are_paid_in_turn_on_the_meter_as_it_stands() -> None:
    bets = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}
    hands = {"seat 3": "5s 6s 7s", "seat 1": "Ts Js Qs", "community": "8s 9s"}
    table = drive("MA-TCP", wagers={"multi_game_link": {"paytable": "PTMGLML01"}}).start(bets, hands)
    table.until("deciding")
    shown = table.state.meters["multi_game_link"].levels["minor"]
    table.finish()
    first, second = (line for line in table.lines() if line.id == "multi_game_link")
    assert [(line.seat, line.level) for line in (first, second)] == [(3, "minor"), (1, "minor")]
    assert (first.paid, second.paid) == (shown.amount, shown.reseed)
    assert table.state.meters["multi_game_link"].levels["minor"].amount == shown.reseed


@pytest.mark.clause("PA-649a.11(c)(8)(i)", "PA-649a.1:magic-card-bonus(i)")
def test_a_magic_card_bonus_is_verified_like_the_hand() -> None:
    bets = {3: {"ante": 1000, "five_card_hand_bonus_player": 100}}
    hands = {"seat 3": "As 7h 4c", "community": "2d 9s"}
    table = drive("PA-649a", wagers={"five_card_hand_bonus": {"magic_card": True}})
    table.planned, table.wanted = bets, hands
    table.open(3)
    table.bet(bets)
    table.do("no_more_bets", magic_card="7h")
    table.until(do="verify_win")
    assert "verify win" in table.refused("settle_player", DEALER, seat=3).legal
    table.do("verify_win", seat=3)
    assert table.last("verify_win").data["wins"] == ["magic_card"]
    assert "validate" not in table.offered()
    before = table.chips(3)
    table.do("settle_player", seat=3)
    (line,) = [line for line in table.lines(3) if line.id == "magic_card"]
    assert table.chips(3) - before == line.paid > 0


def test_a_floorperson_validates_what_was_verified_and_nothing_else() -> None:
    table = won("PA-649a.11(c)(5)")
    table.do("verify_win", seat=3, light=True)
    assert "no verified award" in table.refused("validate", seat=1).what
    table.do("validate", seat=3)


def test_nobody_can_give_the_commands_that_follow_by_themselves() -> None:
    table = won("MA-TCP.13(d)")
    for do in ("call_floorperson", "void_round", "end_round", "show_number_of_players"):
        for person in CREW.values():
            table.refused(do, person)
