"""The call: what is accepted, what goes back, what is drawn, what the meters get, and the chips counted."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import INVENTORY
from feltlaw.link import StopLink
from feltlaw.regulation import load
from feltlaw.round import Refused
from feltlaw.table import Person
from tests.support.driver import DEALER, DEALS, DEVICE, FLOOR, Driver, drive, main_bets, marks, proves
from tests.support.on_record import on_record

P1, P3, P4 = (Person("player", f"p{seat}") for seat in (1, 3, 4))
PROGRESSIVE: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "five_card_progressive": {}, "five_of_six_progressive": {}},
    "PA-669a": {"three_card_progressive": {}},
    "MA-TCP": {"three_card_progressive": {}},
}
FIVE = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}
CLAUSES = pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=[marks(name, "count_progressive_chips", group=group), pytest.mark.clause("I-18")],
            id=f"{name}-{deal}",
        )
        for name in PROGRESSIVE
        for deal in DEALS
        for group in [deal if name != "MA-TCP" else "betting"]
    ],
)
"""Massachusetts has one rule for all ways of dealing (13(b))."""


def chip_bets(regulation: str) -> dict[str, int]:
    """Main wagers and every progressive of the table."""
    return main_bets(regulation) | dict.fromkeys(PROGRESSIVE[regulation], 100)


def with_progressives(regulation: str, **cards: Any) -> Driver:
    return drive(regulation, wagers=PROGRESSIVE[regulation], cards=cards)


def on_felt(table: Driver) -> set[tuple[str, str]]:
    return {(account.of, account.part) for account in table.state.books if account.kind == "felt"}


def showing(table: Driver) -> dict[str, int]:
    """What every meter of the table shows, on its link."""
    return {
        f"{meter} {level}": table.link(meter).showing(level)
        for meter in table.state.links
        for level in table.link(meter).meter.levels
    }


# ── accepted ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=marks("PA-649a", "place_progressive")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.2(c)(1)", "PA-669a.7(d)(4)#2")),
        pytest.param("MA-TCP", marks=marks("MA-TCP", "place_progressive")),
    ],
)
def test_each_position_has_a_device_that_acknowledges_the_wager(regulation: str) -> None:
    offered = {**PROGRESSIVE[regulation], **(FIVE if regulation == "PA-649a" else {})}
    table = drive(regulation, wagers=offered)
    seats = range(1, load(regulation).seats.most + 1)
    table.open(*seats)
    wagers = [one for one in table.state.submission.wagers.values() if one.wager.placed != "layout"]
    for seat in seats:
        player = Person("player", f"p{seat}")
        for one in wagers:
            table.refused("bet", player, seat=seat, wagers={one.wager.id: one.minimum})
        table.bet({seat: main_bets(regulation)})
        assert table.last("bet").data.accepted == ()
        for one in wagers:
            table.bet({seat: {**main_bets(regulation), one.wager.id: one.minimum}})
            assert table.last("bet").data.accepted == (one.wager.id,)


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=[
                marks(name, "lock_out_device"),
                marks(name, "no_more_bets", group=deal),
                pytest.mark.clause("I-17"),
            ],
            id=f"{name}-{deal}",
        )
        for name in PROGRESSIVE
        for deal in DEALS
    ],
)
def test_the_devices_are_locked_with_the_call(regulation: str, deal: str) -> None:
    offered = {**PROGRESSIVE[regulation], **(FIVE if regulation == "PA-649a" else {})}
    table = drive(regulation, wagers=offered, cards={"deal": deal}).open(1, 3)
    before = showing(table)
    table.start({1: main_bets(regulation), 3: chip_bets(regulation)})
    wagers = [one for one in table.state.submission.wagers.values() if one.wager.placed != "layout"]
    for phase in ("locked", "dealing"):
        table.until(phase)
        for one in wagers:
            box = {**main_bets(regulation), one.wager.id: one.minimum}
            refusal = table.refused("bet", P1, seat=1, wagers=box)
            assert "betting is closed" in refusal.what
            assert refusal.cite.clauses == marks(regulation, "close_betting").args
    for name, cents in showing(table).items():
        accepted = name.split()[0] in PROGRESSIVE[regulation]
        assert (cents > before[name]) == accepted, "the meter moves by what was accepted, and by no more"


# ── the meters ──


@proves("no_more_bets", "lock_out_device")
@pytest.mark.parametrize("regulation", PROGRESSIVE)
def test_the_call_puts_the_contributions_on_the_links(regulation: str) -> None:
    """By amounts, on record with the link's own number and what it showed then."""
    table = with_progressives(regulation).open(1, 3)
    before = showing(table)
    table.start({1: chip_bets(regulation), 3: chip_bets(regulation)})
    closed = table.last("no_more_bets").data
    assert {one.link for one in closed.contributions} == set(table.state.links.values())
    for one, reading in zip(closed.contributions, closed.readings, strict=True):
        meter = next(name for name, link in table.state.links.items() if link == one.link)
        assert one.wagers == 2 and sum(one.cents.values()) > 0
        for level, cents in one.cents.items():
            assert table.link(meter).showing(level) == before[f"{meter} {level}"] + cents
            assert reading.showing[level] == table.link(meter).showing(level)
        assert reading.number == table.link(meter).number and table.link(meter).wagers == 2
    on_record(table)


@pytest.mark.clause("PA-669a.12(e)(3)")
def test_fourteen_cents_of_a_dollar_go_on_the_meter() -> None:
    table = with_progressives("PA-669a").open(1, 3, 4)
    before = sum(showing(table).values())
    table.start({seat: chip_bets("PA-669a") for seat in (1, 3, 4)})
    assert sum(showing(table).values()) - before == 3 * 14


@proves("no_more_bets", "lock_out_device")
def test_at_the_call_a_wager_on_a_stopped_link_goes_back() -> None:
    table = with_progressives("PA-649a").open(1, 3)
    table.bet({1: chip_bets("PA-649a"), 3: {"ante": 1000}})
    before, shown, stopped = table.chips(1), showing(table), "five_card_progressive"
    table.desk.links.write(table.state.links[stopped], StopLink("test"), FLOOR, table.clock.now)
    table.do("no_more_bets")
    closed = table.last("no_more_bets").data
    assert [(one.seat, one.wager) for one in closed.returned] == [(1, stopped)]
    assert "does not take wagers" in closed.returned[0].why
    assert table.chips(1) == before + 100 and stopped not in table.round.facts.stakes[1]
    assert closed.chips_to_count == 2
    for name, cents in showing(table).items():
        assert (cents > shown[name]) == (stopped not in name)
    table.do("count_progressive_chips")
    table.finish()
    on_record(table)


# ── the chips ──


@pytest.mark.clause("MA-TCP.13(b)", "I-18")
@pytest.mark.parametrize("deal", DEALS)
def test_chips_of_the_multi_game_link_are_taken_off_the_table_too(deal: str) -> None:
    table = drive("MA-TCP", wagers={"multi_game_link": {}}, cards={"deal": deal})
    table.start({seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)})
    devices = {("1", "multi_game_link"), ("3", "multi_game_link")}
    assert table.state.phase == "locked" and devices <= on_felt(table)
    before = table.state.books.get(INVENTORY, 0)
    for wrong in (0, 1, 3):
        table.refused("count_progressive_chips", DEALER, chips=wrong)
    table.do("count_progressive_chips", DEALER, chips=2)
    assert not devices & on_felt(table) and table.state.books[INVENTORY] == before + 200


@CLAUSES
def test_the_deal_waits_until_chips_and_accepted_wagers_agree(regulation: str, deal: str) -> None:
    table = with_progressives(regulation, deal=deal)
    table.start({seat: chip_bets(regulation) for seat in (1, 3)})
    chips = 2 * len(PROGRESSIVE[regulation])
    group = "betting" if regulation == "MA-TCP" else deal
    clause = marks(regulation, "count_progressive_chips", group=group).args
    assert table.state.phase == "locked" and table.refused("deal", DEALER).cite.clauses == clause
    for wrong in (0, chips - 1, chips + 1):
        refusal = table.refused("count_progressive_chips", DEALER, chips=wrong)
        assert refusal.clauses == [*clause, "I-18"] and "floorperson" in refusal.legal
    for person in (FLOOR, DEVICE, P1):
        refusal = table.refused("count_progressive_chips", person, chips=chips)
        assert refusal.legal.startswith("It is for the dealer.")
    table.do("count_progressive_chips", DEALER, chips=chips)
    assert table.last("count_progressive_chips").data.chips == chips
    assert "deal" in table.offered()


@CLAUSES
def test_the_counted_chips_go_into_the_table_inventory_container(regulation: str, deal: str) -> None:
    """ "The dealer shall then place the value chips into the table inventory container"."""
    table = with_progressives(regulation, deal=deal)
    table.start({seat: chip_bets(regulation) for seat in (1, 3)})
    before = table.state.books.get(INVENTORY, 0)
    devices = {(str(seat), wager) for seat in (1, 3) for wager in PROGRESSIVE[regulation]}
    assert devices <= on_felt(table)
    table.do("count_progressive_chips")
    assert not devices & on_felt(table)
    assert table.state.books[INVENTORY] == before + 100 * len(devices)
    assert {one.target for one in table.last("count_progressive_chips").moves} == {INVENTORY}


@proves("count_progressive_chips")
def test_without_progressive_wagers_there_is_nothing_to_count() -> None:
    table = with_progressives("PA-649a").start()
    assert table.state.phase == "dealing"
    assert "not the time" in table.refused("count_progressive_chips", DEALER, chips=0).what
    plain = drive("PA-679a").start()
    assert "there is no" in plain.refused("count_progressive_chips", DEALER, chips=0).what


@pytest.mark.clause("I-18", "PA-669a.8(b)#2")
def test_a_floorperson_returns_a_chip_or_cancels_a_wager() -> None:
    table = with_progressives("PA-669a").open(1, 3, 4)
    before = showing(table)
    table.start({1: chip_bets("PA-669a"), 3: main_bets("PA-669a"), 4: chip_bets("PA-669a")})
    chips, wager = table.chips(4), "three_card_progressive"
    for wrong in (DEALER, DEVICE, P4):
        refusal = table.refused("resolve_chips", wrong, seat=4, wager=wager, cancel=True)
        assert refusal.legal.startswith("It is for the floorperson.")
    assert "not a progressive" in table.refused("resolve_chips", seat=4, wager="ante", cancel=True).what
    refusal = table.refused("resolve_chips", FLOOR, seat=3, wager=wager, cancel=True)
    assert "no accepted" in refusal.what and "Return the chip" in refusal.legal
    table.do("resolve_chips", FLOOR, seat=3, wager=wager, cancel=False)
    assert not table.last("resolve_chips").data.cancelled
    offered = [(one.data.seat, one.data.wager, one.data.cancel) for one in table.offers("resolve_chips")]
    assert sorted(offered) == [(1, wager, True), (4, wager, True)], "accepted, and perhaps without a chip"
    assert "accepted" in table.refused("count_progressive_chips", chips=1).what, "two were"
    table.do("resolve_chips", FLOOR, seat=4, wager=wager, cancel=True)
    assert table.last("resolve_chips").data.cancelled
    assert table.chips(4) == chips + 100 and wager not in table.round.facts.stakes[4]
    assert sum(showing(table).values()) - sum(before.values()) == 14, "of one wager: 12(e)(3)"
    assert table.link(wager).wagers == 1
    (left,) = table.round.betting.contributions
    assert (left.wagers, left.cents) == (1, {"meter": 14}), "what a void round would take back"
    table.do("count_progressive_chips", DEALER, chips=1)
    table.finish()
    on_record(table)


@pytest.mark.clause("I-18", "PA-649a.8(b)#2")
def test_no_chip_is_returned_of_a_wager_that_this_table_does_not_offer() -> None:
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    table.start({1: {"ante": 1000, "three_card_progressive": 100}})
    for wager in ("five_card_progressive", "five_of_six_progressive", "three_card_regressive"):
        refusal = table.refused("resolve_chips", FLOOR, seat=1, wager=wager, cancel=False)
        assert f"'{wager}' is not a progressive wager here" in refusal.what
    table.do("resolve_chips", FLOOR, seat=1, wager="three_card_progressive", cancel=False)


@pytest.mark.clause("I-18", "I-09")
def test_a_cancelled_wager_of_a_player_who_left_is_held_for_him() -> None:
    table = with_progressives("PA-669a").start({1: chip_bets("PA-669a"), 3: chip_bets("PA-669a")})
    table.both("record_departure", player="p3")
    chips = table.chips(3)
    table.do("resolve_chips", FLOOR, seat=3, wager="three_card_progressive", cancel=True)
    assert (table.chips(3), table.state.held("p3")) == (chips, 100)
    table.do("come_back", P3)
    assert (table.chips(3), table.state.held("p3")) == (chips + 100, 0), "and his again when he is back"


# ── the draws ──


@pytest.mark.clause(
    "PA-649a.2(d)#2", "PA-649a.1:magic-card-bonus(i)", "PA-649a.1:lucky-bonus(i)", "I-61", "I-64"
)
def test_the_draws_are_made_with_the_call_and_before_any_card() -> None:
    """They are chance's alone: no command carries one."""
    table = drive("PA-649a", wagers=FIVE).open(1)
    table.bet({1: {"ante": 1000, "five_card_hand_bonus_player": 100}})
    for field, value in (("magic_card", "7h"), ("lucky_position", 1), ("draws", {})):
        with pytest.raises(Refused, match=f"there is no field '{field}'"):
            table.json("no_more_bets", DEALER, **{field: value})
    for drawn in ({"lucky_position": 8}, {"magic_card": "Jk"}, {"magic_card": "nonsense"}):
        table.chance.drawn = drawn
        table.refused("no_more_bets", DEALER)
    table.chance.drawn = {"magic_card": "7h", "lucky_position": "dealer"}
    table.do("no_more_bets")
    assert table.last("no_more_bets").data.draws == table.round.facts.draws == table.chance.drawn
    assert not table.events("deal")
    table.finish()
    other = drive("PA-649a", wagers=FIVE).open(1)
    other.bet({1: {"ante": 1000}})
    other.chance.drawn = {"lucky_position": 7}
    other.do("no_more_bets")
    assert other.round.facts.draws == {"lucky_position": 7}
    plain = drive("PA-649a").open(1)
    plain.bet({1: {"ante": 1000}})
    plain.chance.drawn = {"magic_card": "7h"}
    plain.do("no_more_bets")
    assert plain.round.facts.draws == {}, "this table makes no draw"


@pytest.mark.clause("I-63")
def test_where_only_staked_positions_are_drawn_another_is_refused() -> None:
    wagers = {"five_card_hand_bonus": {"lucky_bonus": True, "lucky_positions": "staked"}}
    table = drive("PA-649a", wagers=wagers).open(1, 3)
    table.bet({1: {**main_bets("PA-649a"), "five_card_hand_bonus_player": 100}})
    for position in (3, "dealer"):
        table.chance.drawn = {"lucky_position": position}
        refusal = table.refused("no_more_bets", DEALER)
        assert "has none" in refusal.what and "I-63" in refusal.clauses and "Legal here: 1." in refusal.legal
    table.chance.drawn = {"lucky_position": 1}
    table.do("no_more_bets")
