"""Progressive and high awards: verified, lit, validated, paid in turn, and the cards held until release."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import INVENTORY, Account
from feltlaw.money import MeterShare
from feltlaw.regulation import load
from feltlaw.round import Refused
from feltlaw.table import Person
from feltlaw.table.places import Place
from tests.support.driver import CHIPS, CREW, DEALER, DEVICE, FLOOR, FLOOR2, Driver, drive, main_bets
from tests.support.rounds import P1, P3, line, meter, names, nets, real, settling

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
"""A hand that wins all of the meter, for each wager that has one."""
STEPS: dict[str, tuple[tuple[str, ...], ...]] = {
    "PA-649a.11(c)(5)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-649a.11(c)(7)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-649a.11(c)(8)": (("(i)",), (), ("(ii)",), ("(iii)#2",)),
    "PA-649a.11(c)(9)": (("(i)",), ("(ii)",), ("(iii)",), ("(iv)#2",)),
    "PA-669a.11(i)(3)(i)": (("(A)",), ("(B)",), ("(C)",), ("(D)#2",)),
    "MA-TCP.13(d)": (("d",), (), ("e", "f"), ()),
}
"""The clauses under it: verify, light, validate, hold."""


def cites(refusal: Refused, clause: str, step: int) -> bool:
    """Whether it cites the clause of the step, or that of a sister wager of the same game."""
    family = [one for one in FULL if FULL[one][0] == FULL[clause][0]]
    return bool({one + end for one in family for end in STEPS[one][step]} & set(refusal.clauses))


def cases(*which: int) -> list[Any]:
    found = []
    for clause in FULL:
        paths = [clause + end for at in which for end in STEPS[clause][at]]
        if paths:
            found.append(pytest.param(clause, marks=pytest.mark.clause(*paths), id=clause))
    return found


def won(clause: str, hands: dict[str, str] | None = None) -> Driver:
    """A table at which the dealer has come to seat 3's winning wager, everything before it being settled."""
    regulation, wager, winning = FULL[clause]
    table = drive(regulation, wagers={load(regulation).wagers[wager].section: {}})
    amount = table.state.submission.wagers[wager].minimum
    bets = {seat: {**main_bets(regulation), wager: amount} for seat in (1, 3)}
    table.start(bets, hands or winning).until(do="verify_win")
    assert wager not in names(table.last("settle_player")), "the others are settled, this waits"
    return table


# ── who looks, in which order ──


@pytest.mark.parametrize("clause", cases(0, 1, 2))
def test_a_win_is_verified_then_validated_and_only_then_paid(clause: str) -> None:
    _, wager, _ = FULL[clause]
    table = won(clause)
    win = {"seat": 3, "wager": wager}
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "verify win" in refusal.legal and cites(refusal, clause, 0)
    assert "no verified award" in table.refused("validate", FLOOR, **win).what, "the dealer looks first"
    for person in (FLOOR, DEVICE, P3):
        assert table.refused("verify_win", person, **win).legal.startswith("It is for the dealer.")
    assert "no such award" in table.refused("verify_win", DEALER, seat=1, wager=wager).what
    before = table.chips(3)
    table.do("verify_win", DEALER, **win, light=True)
    check = table.last("verify_win").data.check
    assert (check.seat, check.wager, check.verified_by, check.light) == (3, wager, DEALER.account, True)
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "validate" in refusal.legal and cites(refusal, clause, 2)
    for person in (DEALER, DEVICE, P1):
        assert table.refused("validate", person, **win).legal.startswith("It is for the floorperson.")
    assert "no such verified award" in table.refused("validate", FLOOR, seat=1, wager=wager).what
    assert "no such verified award" in table.refused("validate", FLOOR, seat=3, wager="ante").what
    table.do("validate", FLOOR, **win)
    event = table.last("validate")
    assert (event.by, event.data.seat, event.data.wager, event.data.by) == (FLOOR, 3, wager, FLOOR.account)
    assert table.chips(3) == before, "validated is not paid"
    table.do("settle_player", DEALER, seat=3)
    paid = line(table, 3, wager)
    assert paid.result == "win" and isinstance(paid.pays, MeterShare) and paid.pays.percent == 100
    assert table.chips(3) - before == sum(
        one.paid + one.returned for one in table.last("settle_player").data.lines
    )


@pytest.mark.clause("PA-649a.11(c)(5)(iii)", "I-157")
def test_who_verified_or_dealt_the_round_or_plays_does_not_validate_it() -> None:
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    table.start(bets, {"seat 3": "As Ks Qs"}).until("dealing")
    table.give(table.command("deal", Person("dealer", "dan"), all=True))
    table.until(do="verify_win")
    win = {"seat": 3, "wager": "three_card_progressive"}
    table.do("verify_win", Person("dealer", "deb"), **win)
    for account, why in (("dan", "dealt the round"), ("deb", "verified"), ("dee", "dealt the round")):
        refusal = table.refused("validate", Person("floorperson", account), **win)
        assert why in refusal.what and cites(refusal, "PA-649a.11(c)(5)", 2)
    for account in ("p1", "p3"):
        assert "plays at this table" in table.refused("validate", Person("floorperson", account), **win).what
    for spelling in ("Deb", "DEE", " dee", "\uff44\uff45\uff45"):
        refusal = table.refused("validate", Person("floorperson", spelling), **win)
        assert "a spelling, not an account" in refusal.what
    table.do("validate", FLOOR, **win)


# ── the light ──


@pytest.mark.clause("I-156", "PA-649a.11(c)(5)(ii)", "PA-669a.11(i)(3)(i)(B)")
@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_an_accepted_wager_whose_light_is_off_is_paid_after_a_floorpersons_entry(regulation: str) -> None:
    bets = {3: {**main_bets(regulation), "three_card_progressive": 100}}
    table = settling(regulation, bets, {"seat 3": "5h 6d 7c"}, wagers={"three_card_progressive": {}})
    table.until(do="verify_win")
    win = {"seat": 3, "wager": "three_card_progressive"}
    refusal = table.refused("resolve_light", FLOOR, **win, accepted=True)
    assert "every light" in refusal.what
    table.do("verify_win", DEALER, **win, light=False)
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "light is off" in refusal.legal and "I-156" in refusal.clauses
    assert "no verified award" in table.refused("validate", FLOOR, **win).what, "the light comes first"
    for person in (DEALER, DEVICE, P3):
        refusal = table.refused("resolve_light", person, **win, accepted=True)
        assert refusal.legal.startswith("It is for the floorperson.")
    himself = Person("floorperson", DEALER.account)
    assert "dealt the round" in table.refused("resolve_light", himself, **win, accepted=True).what
    for other in (2, 4):
        refusal = table.refused("resolve_light", FLOOR, **win | {"seat": other}, accepted=True)
        assert "is on" in refusal.what and "of seat 3" in refusal.legal
    refusal = table.refused("resolve_light", FLOOR, **win, accepted=False)
    assert "record of this table shows" in refusal.what, "the program itself accepted it before the call"
    table.do("resolve_light", FLOOR, **win, accepted=True)
    table.do("validate", FLOOR, **win)
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, "three_card_progressive").paid == 600


LIGHTS = [
    ("PA-649a.11(c)(5)(ii)", "three_card_progressive", {"seat 3": "5h 6d 7c"}),
    ("PA-649a.11(c)(7)(ii)", "five_card_progressive", {"seat 3": "5h 5d 7c", "community": "5s Kd"}),
    ("PA-649a.11(c)(9)(ii)", "five_of_six_progressive", {"seat 3": "5h 6d 7c", "dealer": "8h 9d Kc"}),
    ("PA-669a.11(i)(3)(i)(B)", "three_card_progressive", {"seat 3": "5h 6d 7c"}),
]


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0]), id=one[0]) for one in LIGHTS],
)
def test_no_progressive_win_is_validated_or_paid_while_its_light_is_off(
    clause: str, wager: str, hands: dict[str, str]
) -> None:
    regulation = clause.partition(".")[0]
    bets = {3: {**main_bets(regulation), wager: 100}}
    table = settling(regulation, bets, hands, wagers={wager: {}}).until(do="verify_win")
    win = {"seat": 3, "wager": wager}
    table.do("verify_win", DEALER, **win, light=False)
    assert not table.last("verify_win").data.check.light
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "light is off" in refusal.legal and clause in refusal.clauses
    table.refused("validate", FLOOR, **win)
    table.do("resolve_light", FLOOR, **win, accepted=True)
    table.do("validate", FLOOR, **win)
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, wager).result == "win"


@pytest.mark.clause("I-156", "I-07", "I-157")
def test_a_wager_that_was_never_accepted_goes_back_when_two_people_say_so() -> None:
    stakes = {"ante": 1000, "three_card_progressive": 100}
    hands = {"player 3": "5h 6d 7c", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
    table = real("PA-649a", {1: stakes, 3: stakes}, hands, wagers={"three_card_progressive": {}})
    before = meter(table, "three_card_progressive")
    table.until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager="three_card_progressive", light=False)
    never = {"seat": 3, "wager": "three_card_progressive", "accepted": False}
    table.do("resolve_light", FLOOR, **never)
    assert table.kinds()[-1] == "ask", "one word takes no award away"
    table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    data = table.last("resolve_light").data
    assert not data.accepted and data.contribution.cents == {"meter": 14}
    assert (
        meter(table, "three_card_progressive") == before - 14
        and not table.link("three_card_progressive").open
    )
    assert "three_card_progressive" not in table.round.facts.stakes[3]
    table.finish()
    assert [one.id for one in table.lines(3)] == ["ante", "play", "ante_bonus"]
    assert nets(table, 3) == {3: sum(one.net for one in table.lines(3))}, (
        "the chip is back, there is no award"
    )


# ── what it is paid from, and the cards ──


@pytest.mark.parametrize("clause", cases(3))
@pytest.mark.clause("I-28", "I-67")
def test_a_payout_from_the_meter_leaves_the_inventory_alone_and_holds_the_cards(clause: str) -> None:
    _, wager, _ = FULL[clause]
    table = won(clause)
    table.until(do="validate")
    table.do("validate", FLOOR, seat=3, wager=wager)
    inventory = table.state.books[INVENTORY]
    table.do("settle_player", DEALER, seat=3)
    (first, *others) = table.last("settle_player").data.lines
    assert first.id == wager and first.by_hand and first.paid_from == "meter"
    rest = sum(one.stake - one.returned - one.paid for one in others if one.paid_from == "inventory")
    assert table.state.books[INVENTORY] == inventory + rest, "nothing of the award came from there"
    table.until("racking")
    refusal = table.refused("rack_cards", DEALER)
    assert "papers" in refusal.what and cites(refusal, clause, 3)
    assert not {"bet", "place_cards", "shuffle"} & table.offered(), "the next round waits"
    for person in (DEALER, DEVICE, P3):
        assert table.refused("release_cards", person).legal.startswith("It is for the floorperson.")
    table.do("release_cards", FLOOR)
    assert "no cards are held" in table.refused("release_cards", FLOOR).what
    table.do("rack_cards", DEALER)
    assert table.state.rounds == 1


@pytest.mark.clause("I-67", "PA-649a.11(c)(9)(iv)#2")
def test_a_quarter_of_the_meter_is_paid_by_hand_too() -> None:
    """I-67: a 25% royal on 5 of 6: paid by hand, the inventory unchanged."""
    hands = {"seat 3": "Ah Kh Qh", "dealer": "Jh Th 2c"}
    table = won("PA-649a.11(c)(9)", hands)
    shown = meter(table, "five_of_six_progressive")
    table.until(do="release_cards")
    paid = line(table, 3, "five_of_six_progressive")
    assert paid.by_hand and paid.paid == -(-shown // 4)
    assert meter(table, "five_of_six_progressive") == shown - paid.paid


@pytest.mark.clause("I-67", "PA-649a.11(c)(5)(iv)")
def test_fixed_odds_come_from_the_inventory_and_hold_nothing() -> None:
    table = won("PA-649a.11(c)(5)", {"seat 3": "Ah Kh Qh"})  # 500 for 1
    shown = meter(table, "three_card_progressive")
    table.finish()
    paid = line(table, 3, "three_card_progressive")
    assert (paid.paid, paid.by_hand, paid.paid_from) == (500_00, False, "inventory")
    assert meter(table, "three_card_progressive") == shown
    assert "release_cards" not in table.kinds()


# ── Massachusetts ──


@pytest.mark.clause("MA-TCP.13(d)d", "MA-TCP.13(d)e", "I-126")
def test_selecting_the_winner_calls_a_supervisor_in_massachusetts() -> None:
    table = won("MA-TCP.13(d)")
    events = table.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    assert [(event.kind, event.by) for event in events] == [
        ("verify_win", DEALER),
        ("call_floorperson", DEALER),
    ]
    assert events[-1].data.seat == 3
    elsewhere = won("PA-649a.11(c)(5)")
    elsewhere.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    assert not elsewhere.events("call_floorperson")


@pytest.mark.clause("MA-TCP.13(d)d", "MA-TCP.13(d)e")
@pytest.mark.parametrize(
    ("wager", "hands"),
    [
        ("three_card_progressive", {"seat 3": "5h 6d 7c"}),
        ("multi_game_link", {"seat 3": "5h 9h Jh", "community": "2h 3h"}),
    ],
)
def test_a_supervisor_is_called_to_a_win_from_the_tray_too(wager: str, hands: dict[str, str]) -> None:
    """Every progressive winner is selected on the keypad, and then a supervisor is called."""
    bets = {seat: {"ante": 1000, wager: 100} for seat in (1, 3)}
    table = settling("MA-TCP", bets, {"seat 1": "2d 9c Jd", **hands}, wagers={wager: {}})
    table.until(do="verify_win")
    events = table.do("verify_win", DEALER, seat=3, wager=wager)
    assert [(event.kind, event.by) for event in events] == [
        ("verify_win", DEALER),
        ("call_floorperson", DEALER),
    ]
    assert events[-1].data.seat == 3


TRAY = [
    ("three_card_progressive", {"seat 3": "5h 6d 7c"}, 6),
    ("three_card_progressive", {"seat 3": "Ah Kh Qh"}, 500),
    ("multi_game_link", {"seat 3": "5h 9h Jh", "community": "2h 3h"}, 40),
    ("multi_game_link", {"seat 3": "5h 5d 5c", "community": "5s 3h"}, 300),
]


@pytest.mark.clause("MA-TCP.13(d)b")
@pytest.mark.parametrize(("wager", "hands", "pays"), TRAY)
def test_what_is_no_percentage_comes_out_of_the_tray_and_not_off_the_meter(
    wager: str, hands: dict[str, str], pays: int
) -> None:
    bets = {3: {"ante": 1000, wager: 100}}
    table = settling("MA-TCP", bets, hands, wagers={wager: {}})
    shown, chips = meter(table, wager), Account("chips", "p3")
    table.until("racking")
    won = [
        one.cents
        for event in table.events("settle_player")
        for one in event.moves
        if (one.source, one.target) == (INVENTORY, chips)
    ]
    assert pays * 100 in won and line(table, 3, wager).paid == pays * 100
    assert meter(table, wager) == shown


@pytest.mark.clause("MA-TCP.13(d)g")
def test_the_dealer_ends_the_game_on_the_system_when_everything_is_settled() -> None:
    table = drive("MA-TCP", wagers={"three_card_progressive": {}}).start()
    while table.state.phase != "ending":
        assert "not the time" in table.refused("end_game", DEALER).what
        table.take(table.next())
    assert table.kinds()[-1] == "rack_cards"
    assert not [account for account in table.state.books if account.kind == "felt"]
    assert not {"shuffle", "bet", "place_cards"} & table.offered()
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("end_game", person).legal.startswith("It is for the dealer.")
    table.do("end_game", DEALER)
    assert table.kinds()[-2:] == ["end_game", "end_round"]


@pytest.mark.clause("MA-TCP.13(d)g")
def test_the_game_is_ended_on_the_system_after_a_void_round_too() -> None:
    table = drive("MA-TCP", wagers={"three_card_progressive": {}}).start().until("deciding")
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=Place("dealer"), nth=1)
    assert table.round.void
    table.until("ending")
    assert not {"shuffle", "bet", "place_cards"} & table.offered()
    table.do("end_game", DEALER)
    assert table.kinds()[-2:] == ["end_game", "end_round"]
    assert "end_game" not in drive("MA-TCP").start().finish().kinds(), "no system without a progressive"


@pytest.mark.clause("MA-TCP.13(d)g")
def test_with_the_end_of_the_game_nothing_is_open_on_the_system_any_more() -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    hands = {"seat 3": "As Ks Qs", "seat 1": "5h 6d 7c", "dealer": "2c 9d Jh"}
    table = drive("MA-TCP", wagers={"three_card_progressive": {}}).start(bets, hands).until("ending")
    link = table.link("three_card_progressive")
    assert [hit.seats for hit in link.open.values()] == [(3,), (1,)]
    table.do("end_game", DEALER)
    assert not table.link("three_card_progressive").open
    heard = [one.event.kind for one in table.desk.links.store.read(f"link/{link.id}")]
    assert heard.count("close_hit") == 2


@pytest.mark.clause("PA-649a.11(c)(5)(iii)", "I-157")
def test_each_win_is_validated_by_who_validated_it() -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    hands = {"seat 3": "8h 9d Tc", "seat 1": "5h 6d 7c", "dealer": "2c 9s Jh"}
    table = drive("PA-649a", wagers={"three_card_progressive": {}}).start(bets, hands)
    for seat, floorperson in ((3, FLOOR), (1, FLOOR2)):
        table.until(do="validate")
        table.do("validate", floorperson, seat=seat, wager="three_card_progressive")
    found = {one.seat: one.validated_by for one in table.round.settling.checks}
    assert found == {3: "flo", 1: "fay"}


# ── the electronic bonus ──


@pytest.mark.clause("I-66", "PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(ii)")
@pytest.mark.parametrize(
    ("community", "paid", "validated"), [("Ac Ts", 500_00, True), ("Ts Td", 100_00, False)]
)
def test_a_small_bonus_win_is_verified_but_needs_no_floorperson(
    community: str, paid: int, validated: bool
) -> None:
    """Four of a kind pays 500 for 1 and is validated, a full house pays less and is not."""
    wager = "five_card_hand_bonus_player"
    table = won("PA-649a.11(c)(8)", {"seat 3": "As Ah Ad", "community": community})
    table.do("verify_win", DEALER, seat=3, wager=wager)
    assert ("validate" in table.offered()) == validated
    assert ("settle_player" in table.offered()) == (not validated)
    if validated:
        table.do("validate", FLOOR, seat=3, wager=wager)
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, wager).paid == paid


@pytest.mark.clause("PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(iii)", "PA-649a.1:magic-card-bonus(i)")
def test_a_magic_card_bonus_is_verified_like_the_hand() -> None:
    table = drive("PA-649a", wagers={"five_card_hand_bonus": {"magic_card": True}})
    table.chance.drawn = {"magic_card": "7h"}
    table.start({3: {"ante": 1000, "five_card_hand_bonus_player": 100}},
                {"seat 3": "As 7h 4c", "community": "2d 9s"}).until(do="verify_win")  # fmt: skip
    assert "verify win" in table.refused("settle_player", DEALER, seat=3).legal
    table.do("verify_win", DEALER, seat=3, wager="magic_card")
    assert table.last("verify_win").data.check.on == "five_card_hand_bonus_player"
    assert "validate" not in table.offered()
    before, inventory = table.chips(3), table.state.books[INVENTORY]
    table.do("settle_player", DEALER, seat=3)
    assert table.chips(3) - before == line(table, 3, "magic_card").paid == 20_00
    assert table.state.books[INVENTORY] == inventory, "it is credited to the game account"


# ── several ──


@pytest.mark.clause("PA-649a.11(c)(5)(iii)", "PA-649a.11(c)(7)(iii)")
def test_each_of_two_wins_of_one_seat_is_validated() -> None:
    wagers = ("three_card_progressive", "five_card_progressive")
    bets = {3: {"ante": 1000, **dict.fromkeys(wagers, 100)}}
    table = drive("PA-649a", wagers={wager: {} for wager in wagers}).start(bets, ROYAL)
    table.finish()
    assert [event.data.check.wager for event in table.events("verify_win")] == list(wagers)
    assert [event.data.wager for event in table.events("validate")] == list(wagers)
    assert [line(table, 3, wager).paid > 0 for wager in wagers] == [True, True]
    assert table.chips(3) > CHIPS


def test_nobody_can_give_the_commands_that_follow_by_themselves() -> None:
    table = won("MA-TCP.13(d)")
    for do in ("call_floorperson", "void_round", "end_round", "show_number_of_players", "ask", "stop_table"):
        for person in CREW.values():
            assert "there is no command" in table.refused(do, person).what
