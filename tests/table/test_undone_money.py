"""Whose money a void round's was: each account of the house has what it had, each meter and its reserve too,
whatever was collected or won meanwhile, whoever has gone with it, and whatever another table has taken."""

from __future__ import annotations

import pytest

from tests.support.driver import DEALER, FLOOR, FLOOR2, REGULATIONS, Driver, submission
from tests.support.house_money import house_accounts, meters
from tests.support.rounds import RealTable, branch, check_links, house, line, linked_real, nets, player, real
from tests.table.test_awards import Case
from tests.table.test_undone import METERS, WON, WRONG, hit, too_many
from tests.table.test_whole_rounds import OFFERED, box


def void(table: Driver, regulation: str = "PA-649a") -> None:
    """Seat 1 has a card too many; where that takes two people, two say so."""
    table.do("report", DEALER, **too_many(regulation))
    if table.kinds()[-1] == "ask":
        table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    assert table.round.void


# ── every wager, at every moment ──

SEEDS = {
    "PA-649a": {"three_card_progressive": 1_000_00, "five_card_progressive": 10_000_00,
                "five_card_hand_bonus": 10_000_00, "five_of_six_progressive": 10_000_00},
    "MA-TCP": {"three_card_progressive": 1_000_00},
    "PA-669a": {"three_card_progressive": 1_000_00},
}  # fmt: skip


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(WRONG[name], "I-07", "I-152")) for name in REGULATIONS],
)
def test_each_account_of_the_house_has_what_it_had_whatever_was_collected_and_paid(regulation: str) -> None:
    """A wager comes from where it went: the table inventory, what stands behind a game account, the pot."""
    table = real(regulation, {seat: box(regulation) for seat in (1, 3)}, WON[regulation],
                 wagers=OFFERED[regulation])  # fmt: skip
    whole = {f"table:{one} meter": (cents, 0) for one, cents in SEEDS.get(regulation, {}).items()}
    seen = set()
    for _ in table.to_the_end():
        moment = table.state.phase, len(table.paid())
        possible = {one.data.kind for one in table.offers("report")}
        if "wrong_number_of_cards" in possible and moment not in seen:
            seen.add(moment)
            other = branch(table)
            void(other, regulation)
            assert (house_accounts(other), meters(other)) == ({}, whole), moment
            assert nets(other, 1, 3) == {1: 0, 3: 0}, moment
        table.take(table.next())
    assert {phase for phase, _ in seen} >= {"dealing", "deciding", "settling", "racking"}


# ── who won from a meter and has it no more ──


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, marks=pytest.mark.clause(WRONG[one[0]], "I-07", "I-152"), id=f"{one[0]}-{one[1]}")
        for one in METERS
    ],
)
@pytest.mark.parametrize("left", ["gone", "nothing", "a part"])
def test_a_meter_is_whole_whatever_its_winner_has_left(case: Case, left: str) -> None:
    """The house bears what he has no more; it is nobody else's, and no meter's, to bear. What the house
    had collected of his, the chip that won before all, comes back to him first (I-07)."""
    regulation, _, _ = case
    table = hit(case, "paid")
    won = sum(one.paid for one in table.paid(3))
    collected = sum(one.stake - one.returned for one in table.paid(3) if not one.is_award)
    there = {"gone": 0, "nothing": 0, "a part": 123_45}[left]
    if left == "gone":
        table.do("leave", player(3))
    else:
        table.do("cash_out", player(3), amount=table.chips(3) - there)
    void(table, regulation)
    seed = 1_000_00 if case[1] == "three_card_progressive" else 10_000_00
    assert set(meters(table).values()) == {(seed, 0)}
    taken = 0 if left == "gone" else there + collected
    assert collected >= 100 and nets(table, 1) == {1: 0} and house(table) == taken - won
    assert nets(table, 3) == {3: won} if left == "gone" else table.chips(3) == 0
    assert {one.split("|")[0] for one in house_accounts(table)} <= {"house", "inventory"}
    table.finish()
    check_links([table])


# ── a reserve ──

PLAYERS, DEALERS = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
BONUS = {"five_card_hand_bonus": {"meter": "bonus"}}
LOW = {"player 1": "2d 9c Jh", "player 3": "4h 7c Qd", "dealer": "3s 8h Jd", "community": "5c Kh"}
ROYAL = {"player 3": "As Ks Qs", "community": "Js Ts"}


def bonus_tables(*names: str) -> list[RealTable]:
    return linked_real(submission("PA-649a", wagers=BONUS), *names)


@pytest.mark.clause("PA-649a.12(i)(4)", "PA-649a.13(c)", "I-07", "I-58", "I-152")
@pytest.mark.parametrize("stage", ["verified", "paid"])
@pytest.mark.parametrize("wager", [PLAYERS, DEALERS])
@pytest.mark.parametrize(("five", "shows"), [("As Ks Qs", (32, 0)), ("9s 8s 7s", (9_000_75, 32))])
def test_what_restarted_the_bonus_meter_is_in_its_reserve_again(
    wager: str, stage: str, five: str, shows: tuple[int, int]
) -> None:
    """Two rounds of two $1 wagers: 8% of each is behind it, and again when nothing was won."""
    (table,) = bonus_tables("one")
    bets = {seat: {"ante": 1000, wager: 100} for seat in (1, 3)}
    table.put(LOW).start(bets).finish()
    assert meters(table) == {"bonus meter": (10_000_42, 16)}
    mine = "player 3" if wager == PLAYERS else "dealer"
    table.put({**LOW, **ROYAL, "player 3": "4h 7c Qd", mine: five}).start(bets).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager=wager)
    level = table.link("five_card_hand_bonus").meter.levels["meter"]
    assert (level.amount, level.reserve, level.hits) == (*shows, 1)
    if stage == "paid":
        table.do("validate", FLOOR, seat=3, wager=wager)
        table.do("settle_player", DEALER, seat=3)
    void(table)
    level = table.link("five_card_hand_bonus").meter.levels["meter"]
    assert (level.amount, level.reserve) == (10_000_42, 16), "as the first of the rounds left it"
    assert (level.hits, level.paid, level.reseeded) == (0, 0, 0)
    check_links([table])
    table.put(LOW).finish()
    table.put(LOW).start(bets).finish()
    assert meters(table) == {"bonus meter": (10_000_84, 32)}
    check_links([table])


@pytest.mark.clause("PA-649a.12(i)(4)", "PA-649a.13(c)", "I-07")
@pytest.mark.parametrize("many", [1, 2, 5])
def test_what_another_table_has_won_is_made_up_for_a_void_round_by_the_house(many: int) -> None:
    """Its wagers' 21% and 8% are gone: its players have all back, the meter is not below zero, the table is
    even with it; the house lacks what is missing from both."""
    one, two = bonus_tables("one", "two")
    one.put({}).start({seat: {"ante": 1000, PLAYERS: 100} for seat in range(1, many + 1)})
    two.put({**LOW, **ROYAL}).start({3: {"ante": 1000, PLAYERS: 100}}).until(do="validate")
    two.do("validate", FLOOR, seat=3, wager=PLAYERS)
    two.do("settle_player", DEALER, seat=3)
    assert meters(one) == {"bonus meter": (8 * (many + 1), 0)}
    stands = one.link("five_card_hand_bonus").books
    one.until("deciding")
    void(one)
    assert nets(one, *range(1, many + 1)) == dict.fromkeys(range(1, many + 1), 0)
    assert house_accounts(one) == {}
    short = max(0, 21 * many - 8 * (many + 1)) + 8 * many
    left = max(0, 8 * (many + 1) - 21 * many)
    books = one.link("five_card_hand_bonus").books
    assert meters(one) == {"bonus meter": (left, 0)}
    lost = {account.kind: cents - stands.get(account, 0) for account, cents in books.items()}
    assert lost["house"] == -short
    assert (
        sum(cents for account, cents in books.items() if (account.kind, account.of) == ("table", "one")) == 0
    )
    for table in (one, two):
        table.finish()
    check_links([one, two])
    assert line(two, 3, PLAYERS).paid == 10_000_00 + 21 * (many + 1)
