"""The books: every movement balances by its form, and money that is not there moves nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.books import (
    CAGE,
    HOUSE,
    INVENTORY,
    OWED,
    POT,
    Account,
    Balances,
    Move,
    OutOfBalance,
    cage,
    chips,
    felt,
    held,
    move,
    on_link,
    on_reserve,
    parse_account,
    post,
    total,
)
from tests.support.driver import CHIPS, DEALER, REGULATIONS, drive, main_bets
from tests.support.rounds import P1, P3

ANN, BO = chips("ann"), chips("bo")
ACCOUNTS = (CAGE, HOUSE, INVENTORY, ANN, BO, felt(1, "ante"), held("ann"), on_link("tcp", "meter"))
accounts = st.sampled_from(ACCOUNTS)


@given(st.lists(st.tuples(accounts, accounts, st.integers(1, 10**9)), max_size=20))
def test_balances_always_sum_to_zero_and_nobody_is_below_zero_who_may_not_be(
    moves: list[tuple[Account, Account, int]],
) -> None:
    balances: Balances = {}
    for source, target, cents in moves:
        before = dict(balances)
        try:
            balances = post(balances, [Move(source, target, cents)])
        except OutOfBalance:
            assert before == balances, "nothing of it was done"
            continue
        assert sum(balances.values()) == 0 and 0 not in balances.values()
        assert all(left > 0 for account, left in balances.items() if account.kind not in OWED)


def test_of_several_movements_all_are_posted_or_none() -> None:
    first = post({}, [Move(CAGE, chips("ann"), 500)])
    with pytest.raises(OutOfBalance, match=r"chips\|ann would hold -\$1"):
        post(first, [Move(chips("ann"), INVENTORY, 300), Move(chips("ann"), INVENTORY, 300)])
    assert first == {CAGE: -500, chips("ann"): 500}


def test_money_may_pass_through_an_account_in_one_posting() -> None:
    """The Pot is gathered and paid in one event."""
    balances = post({}, [Move(CAGE, felt(1, "pot"), 500), Move(CAGE, felt(3, "pot"), 500)])
    balances = post(
        balances,
        [Move(felt(1, "pot"), POT, 500), Move(felt(3, "pot"), POT, 500), Move(POT, chips("ann"), 1000)],
    )
    assert balances == {CAGE: -1000, chips("ann"): 1000}


@pytest.mark.parametrize("cents", [0, -1, -500])
def test_a_movement_is_at_least_a_cent(cents: int) -> None:
    with pytest.raises(OutOfBalance):
        post({}, [Move(CAGE, INVENTORY, cents)])


def test_nothing_to_move_is_no_movement_and_less_is_a_fault() -> None:
    assert move(CAGE, INVENTORY, 0) == ()
    assert move(CAGE, INVENTORY, 5) == (Move(CAGE, INVENTORY, 5),)
    with pytest.raises(OutOfBalance, match=r"a movement of -\$0.05 from cage to inventory"):
        move(CAGE, INVENTORY, -5)


@pytest.mark.parametrize("account", [*ACCOUNTS, on_reserve("tcp", "meter"), POT])
def test_an_account_is_written_and_read_back(account: Account) -> None:
    assert parse_account(str(account)) == account


@pytest.mark.parametrize("text", ["", "|", "chips|", "a|b|c|d", "|ann"])
def test_what_is_no_account_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="one to three words"):
        parse_account(text)


# ── the live book of a table ──


def test_a_buy_in_and_a_cash_out_go_to_and_from_the_cage() -> None:
    table = drive("PA-649a").open(1)
    table.do("cash_out", P1, amount=400_00)
    assert table.state.books == {CAGE: -(CHIPS - 400_00), chips("p1"): CHIPS - 400_00}
    assert table.last("cash_out").moves == (Move(chips("p1"), cage("p1"), 400_00),)


def test_a_wager_lies_on_the_layout_until_it_is_settled_line_by_line() -> None:
    hands = {"seat 3": "As Kd 9c", "dealer": "Qs 8d 3c"}
    table = drive("PA-679a").start({3: {"ante": 1000}}, hands)
    assert table.state.books[felt(3, "ante")] == 1000 and table.chips(3) == CHIPS - 1000
    table.until("settling")
    assert (table.state.books[felt(3, "play")], table.chips(3)) == (1000, CHIPS - 2000)
    table.until(do="settle_player").do("settle_player", DEALER)
    mine = chips("p3")
    assert table.last("settle_player").moves == (
        Move(felt(3, "ante"), mine, 1000),
        Move(INVENTORY, mine, 1000),
        Move(felt(3, "play"), mine, 1000),
        Move(INVENTORY, mine, 1000),
    )
    assert table.state.books == {CAGE: -CHIPS, mine: CHIPS + 2000, INVENTORY: -2000}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_what_players_lose_is_what_the_house_and_the_meters_have(regulation: str) -> None:
    table = drive(regulation).start({seat: main_bets(regulation) for seat in (1, 3)}).finish()
    books = table.state.books
    assert total(books, "chips") + total(books, "inventory") + total(books, "house") == 2 * CHIPS
    assert not [account for account in books if account.kind in ("felt", "pot", "held")]


def test_a_contribution_is_the_houses_money_on_the_link() -> None:
    table = drive("PA-649a", wagers={"three_card_progressive": {}, "five_card_hand_bonus": {}})
    bets = {3: {"ante": 1000, "three_card_progressive": 100, "five_card_hand_bonus_player": 100}}
    table.start(bets).until("dealing")
    books, links = table.state.books, table.state.links
    progressive, bonus = links["three_card_progressive"], links["five_card_hand_bonus"]
    assert books[on_link(progressive, "meter")] == 14
    assert (books[on_link(bonus, "meter")], books[on_reserve(bonus, "meter")]) == (21, 8)
    assert books[INVENTORY] == 100 - 14, "the chip was counted into it, and 14% of it went on the meter"
    assert books[HOUSE] == -29, "the electronic wager lies on the layout; the house has put its part up"
    link = table.link("five_card_hand_bonus").books
    assert link[Account("table", table.state.table)] == -29


def test_a_player_has_no_more_than_his_chips() -> None:
    table = drive("PA-649a").open(3)
    table.do("cash_out", P3, amount=CHIPS - 400)
    refusal = table.refused("bet", P3, seat=3, wagers={"ante": 500})
    assert "$4" in refusal.what or "more than" in refusal.what
    assert table.chips(3) == 400
