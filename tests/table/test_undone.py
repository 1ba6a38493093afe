"""Hands found void when something has been won already: locked, validated or paid, by each wager that has a
meter, from whoever is still there; and when a hit is over."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.regulation import load
from feltlaw.table.places import COMMUNITY, Place, hand
from feltlaw.table.places import DEALER as DEALERS
from tests.support.driver import CHIPS, DEALER, DEVICE, FLOOR, FLOOR2, REGULATIONS, Driver, main_bets
from tests.support.rounds import RealTable, branch, check_links, house, meter, nets, player, real, write_link
from tests.table.test_awards import FULL, ROYAL, Case

WRONG = {name: f"{name}.{'14' if name == 'MA-TCP' else '13'}(c)" for name in REGULATIONS}
MULTI: Case = ("MA-TCP", "multi_game_link", ROYAL)
CASES = {case[0]: case for case in FULL.values() if case[1] == "three_card_progressive"}
METERS = [*FULL.values(), MULTI]
"""Each wager that can win all of a meter, with a hand that does, at seat 3."""
BY_METER = pytest.mark.parametrize(
    "case",
    [pytest.param(one, marks=pytest.mark.clause(WRONG[one[0]]), id=f"{one[0]}-{one[1]}") for one in METERS],
)
WON = {
    "PA-649a": {"player 3": "Ks Kh 3c", "player 1": "2s 5h 9c", "dealer": "Qd 8h 3s"},
    "MA-TCP": {"player 3": "Ks Kh 3c", "player 1": "2s 5h 9c", "dealer": "Qd 8h 3s"},
    "PA-679a": {"player 3": "Ks Kh 3c", "player 1": "2s 5h 9c", "dealer": "Qd 8h 3s"},
    "PA-669a": {"player 3": "Ks Kh 3c", "player 1": "2s 5h 9c", "community": "Kd 8h 3s"},
    "PA-680a": {"player 3": "Kh Qd Jc 4s 5h", "player 1": "2c 2d 2h 3s 3h", "dealer": "Kc Td Js 4c 4d"},
}
"""Seat 3, which is settled first, wins its main wagers."""
EVERY = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(WRONG[name], "I-152")) for name in REGULATIONS],
)


def too_many(regulation: str, seat: int = 1) -> dict[str, Any]:
    """A hand with a card too many."""
    many = 6 if regulation == "PA-680a" else 4
    return {"kind": "wrong_number_of_cards", "place": hand(seat), "cards": many}


def hit(case: Case, stage: str, *, folds: bool = False, **sections: Any) -> RealTable:
    """A table where seat 3's award is verified, validated or paid, and seat 1 comes after it."""
    regulation, wager, hands = case
    bets = {seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)}
    lying = {place.replace("seat", "player"): cards for place, cards in hands.items()}
    table = real(regulation, bets, lying, wagers={load(regulation).wagers[wager].section: {}}, **sections)
    if folds:
        table.until("deciding").say(1, "play")
        table.say(3, "fold")
    table.until(do="verify_win").do("verify_win", DEALER, seat=3, wager=wager)
    if stage != "verified":
        table.do("validate", FLOOR, seat=3, wager=wager)
    if stage == "paid":
        table.do("settle_player", DEALER, seat=3)
    return table


def opened(table: Driver, wager: str) -> int:
    """How many hits of this wager's meter are locked."""
    return len(table.link(load(table.state.submission.regulation.id).wagers[wager].meter).open)


# ── what was won from a meter ──


@BY_METER
@pytest.mark.clause("I-07", "I-152", "I-157")
@pytest.mark.parametrize("stage", ["verified", "validated", "paid"])
@pytest.mark.parametrize("option", ["take_back", "keep_paid"])
def test_a_hit_of_void_hands_is_on_its_meter_again(case: Case, stage: str, option: str) -> None:
    """By two people, paid or only verified; where that is chosen, what was paid is kept and nothing else."""
    regulation, wager, _ = case
    level = load(regulation).wagers[wager].meter
    before = meter(real(regulation, wagers={load(regulation).wagers[wager].section: {}}), level)
    table = hit(case, stage, settlement={"late_void": option})
    assert opened(table, wager) == 1
    won = sum(one.paid for one in table.paid(3)) if option == "keep_paid" else 0
    table.do("report", DEALER, **too_many(regulation))
    assert table.kinds()[-1] == "ask" and not table.events("void_round"), "one person undoes no win"
    table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    assert table.round.void and nets(table, 1, 3) == {1: 0, 3: won}
    if option == "keep_paid" and stage == "paid":
        assert opened(table, wager) == 1 and won > meter(table, level)
    else:
        assert opened(table, wager) == 0 and meter(table, level) == before and house(table) == -won
    table.finish()
    assert opened(table, wager) == 0
    check_links([table])


@BY_METER
@pytest.mark.clause("I-07", "I-152", "I-154")
@pytest.mark.parametrize("stage", ["verified", "paid"])
def test_a_hit_of_void_hands_goes_back_also_where_its_link_is_down(case: Case, stage: str) -> None:
    """The players have everything at once; the meter hears of it when it is back."""
    regulation, wager, _ = case
    level = load(regulation).wagers[wager].meter
    before = meter(real(regulation, wagers={load(regulation).wagers[wager].section: {}}), level)
    table = hit(case, stage)
    link = table.state.links[level]
    write_link(table, link, StopLink("cut off"))
    table.both("report", DEALER, FLOOR2, **too_many(regulation))
    table.finish()
    assert nets(table, 1, 3) == {1: 0, 3: 0} and opened(table, wager) == 1
    write_link(table, link, ResumeLink("healed"))
    table.do("link_is_back", DEVICE, link=link)
    assert opened(table, wager) == 0 and meter(table, level) == before and house(table) == 0
    check_links([table])


@pytest.mark.clause("PA-649a.13(c)", "PA-649a.11(b)(3)", "I-41", "I-157")
@pytest.mark.parametrize("clause", ["PA-649a.11(c)(8)", "PA-649a.11(c)(9)"])
@pytest.mark.parametrize("stage", ["verified", "validated"])
def test_a_win_of_a_folded_hand_is_not_undone_by_one_person_either(clause: str, stage: str) -> None:
    """Nothing was paid or taken but the Ante that a fold costs: the verified win alone counts."""
    table = hit(FULL[clause], stage, folds=True)
    assert {one.outcome for one in table.paid()} <= {"folded"}
    table.do("report", DEALER, **too_many("PA-649a"))
    assert table.kinds()[-1] == "ask" and not table.events("void_round")
    table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    assert table.round.void and nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    assert opened(table, FULL[clause][1]) == 0


# ── what was paid, and who is there ──


def paid(regulation: str, **sections: Any) -> RealTable:
    """A table where seat 3 has won and been paid, and seat 1 comes next."""
    bets = {seat: main_bets(regulation) for seat in (1, 3)}
    table = real(regulation, bets, WON[regulation], **sections).until(do="settle_player")
    table.do("settle_player", DEALER, seat=3)
    assert nets(table, 3)[3] > 0
    return table


@EVERY
@pytest.mark.parametrize("option", ["take_back", "keep_paid"])
def test_from_a_player_who_has_left_nothing_is_taken_back(regulation: str, option: str) -> None:
    """He has gone with it: the house bears it, and his chips go to the cage with him."""
    table = paid(regulation, settlement={"late_void": option})
    won = nets(table, 3)[3]
    table.do("leave", player(3))
    table.both("report", DEALER, FLOOR2, **too_many(regulation))
    assert nets(table, 1, 3) == {1: 0, 3: won} and house(table) == -won
    table.finish()
    assert table.last("end_round").data.kept == {"p3": CHIPS + won}


@EVERY
def test_from_a_player_who_is_there_comes_back_what_he_has(regulation: str) -> None:
    """All of it, or as much as lies in front of him; nobody is made to owe."""
    won = nets(paid(regulation), 3)[3]
    for left in (0, won // 2, won, won + 500):
        table = paid(regulation)
        table.do("cash_out", player(3), amount=table.chips(3) - left)
        table.both("report", DEALER, FLOOR2, **too_many(regulation))
        taken = min(left, won)
        assert table.chips(3) == left - taken and house(table) == taken - won
        assert nets(table, 1) == {1: 0}
        back = table.last("void_round").data.taken_back
        assert {one.seat for one in back} == {3}
        assert (sum(one.cents for one in back), sum(one.short_cents for one in back)) == (taken, won - taken)


@EVERY
def test_when_all_is_settled_what_was_lost_comes_back_like_what_was_won(regulation: str) -> None:
    table = paid(regulation).until("racking")
    assert nets(table, 1)[1] < 0 < nets(table, 3)[3]
    table.both("report", DEALER, FLOOR2, **too_many(regulation))
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    staked = {(one.seat, one.id): one.stake for one in table.lines()}
    assert {key: cents for key, cents in staked.items() if key[1] in main_bets(regulation)} == {
        (seat, wager): 1000 for seat in (1, 3) for wager in main_bets(regulation)
    }


@pytest.mark.clause("I-152")
@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(WRONG[name])) for name in ("PA-649a", "MA-TCP", "PA-669a")],
)
def test_an_ante_bonus_and_an_envy_bonus_come_back_too(regulation: str) -> None:
    """What was paid beside the wagers was won by void hands as well; 669a has no bonus on the Ante."""
    table = hit(CASES[regulation], "paid").until("racking")
    awards = {one.id: one.seat for one in table.paid() if one.paid and one.is_award}
    assert awards == {"envy_three_card": 1} | ({} if regulation == "PA-669a" else {"ante_bonus": 3})
    before = meter(real(regulation, wagers={"three_card_progressive": {}}), "three_card_progressive")
    table.both("report", DEALER, FLOOR2, **too_many(regulation))
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    assert meter(table, "three_card_progressive") == before


# ── whose hand it is ──

PAIR_PLUS = ("PA-649a", "MA-TCP")
FOLDS = tuple(name for name in REGULATIONS if name != "PA-680a")


def hands_of(regulation: str) -> list[Place]:
    """Each player's hand, and the dealer's; in Raise It Up that of the community (669a.13(c))."""
    return [hand(seat) for seat in (1, 3, 4)] + [COMMUNITY if regulation == "PA-669a" else DEALERS]


@EVERY
def test_each_hand_of_the_round_has_its_number_of_cards(regulation: str) -> None:
    """Fewer or more: of any player, whatever he has staked, and of the dealer."""
    bets = {seat: main_bets(regulation) for seat in (1, 3, 4)}
    if regulation in PAIR_PLUS:
        bets[3] = {"pair_plus": 1000}
    table = real(regulation, bets).until("deciding")
    right = 5 if regulation == "PA-680a" else 3
    for place in hands_of(regulation):
        said = {"kind": "wrong_number_of_cards", "place": place}
        assert "are right" in table.refused("report", DEALER, **said, cards=right).what
        for cards in (0, right - 1, right + 1, right + 2):
            other = branch(table)
            other.do("report", DEALER, **said, cards=cards)
            assert other.round.void and nets(other, 1, 3, 4) == {1: 0, 3: 0, 4: 0} and house(other) == 0


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(WRONG[name], "I-08")) for name in FOLDS]
)
def test_the_hand_of_a_player_who_folded_is_one_of_them(regulation: str) -> None:
    """Also when it lies in the rack, and his wager in the tray; it comes back with the others."""
    table = real(regulation, {seat: main_bets(regulation) for seat in (1, 3)}).until("deciding")
    while not table.events("collect_forfeits"):
        if table.state.phase == "deciding" and (offers := table.offers("decide")):
            seat = offers[0].data.seat
            acts = [one.data.act for one in offers if one.data.seat == seat]
            table.say(seat, "fold" if seat == 3 and "fold" in acts else acts[0])
        else:
            table.take(table.next())
    table.do("report", DEALER, **too_many(regulation, 3))
    assert table.round.void and nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0


# ── when a hit is over ──


@pytest.mark.clause("MA-TCP.13(d)g")
@pytest.mark.parametrize("case", [FULL["MA-TCP.13(d)"], MULTI], ids=lambda case: str(case[1]))
def test_a_hit_is_open_on_its_meter_until_the_game_is_ended(case: Case) -> None:
    """'"To reset the progressive system for the next hand": it is closed then, no earlier and no later."""
    _, wager, _ = case
    table = hit(case, "paid").until("ending")
    assert opened(table, wager) == 1
    table.do("end_game", DEALER)
    assert opened(table, wager) == 0
    link = table.link(wager)
    assert sum(cents for account, cents in link.books.items() if account.kind == "locked") == 0
    check_links([table])


@pytest.mark.clause("MA-TCP.13(d)g")
def test_the_end_of_the_game_closes_every_hit_of_the_round() -> None:
    stakes = {"ante": 1000, "multi_game_link": 100}
    hands = {"player 3": "As Ks Qs", "player 1": "9s 8s 7s", "community": "Js Ts", "dealer": "2c 7d 9h"}
    table = real("MA-TCP", {1: stakes, 3: stakes}, hands, wagers={"multi_game_link": {}}).until("ending")
    assert opened(table, "multi_game_link") == 2
    table.do("end_game", DEALER)
    assert opened(table, "multi_game_link") == 0
    check_links([table])
