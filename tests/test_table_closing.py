"""The call, the count of the progressive chips, and the draws that go with the call."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.driver import (
    DEALER,
    DEALS,
    FLOOR,
    Driver,
    drive,
    main_bets,
    marks,
)

P1, P3 = Person("player", "P1"), Person("player", "P3")
PROGRESSIVE: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "five_card_progressive": {}, "five_of_six_progressive": {}},
    "PA-669a": {"three_card_progressive": {}},
    "MA-TCP": {"three_card_progressive": {}},
}
FIVE = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}


def chip_bets(regulation: str) -> dict[str, int]:
    """Main wagers and every progressive of the table."""
    return main_bets(regulation) | dict.fromkeys(PROGRESSIVE[regulation], 100)


def _count_marks(regulation: str, deal: str) -> pytest.MarkDecorator:
    """Massachusetts has one rule for all ways of dealing."""
    return marks(regulation, "count_progressive_chips", group="betting" if regulation == "MA-TCP" else deal)


def with_progressives(regulation: str, **cards: Any) -> Driver:
    return drive(regulation, wagers=PROGRESSIVE[regulation], cards=cards)


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
        for one in wagers:
            table.refused(
                "bet", Person("player", f"P{seat}"), seat=seat, wager=one.wager.id, amount=one.minimum
            )
        table.bet({seat: main_bets(regulation)})
        assert "accepted" not in table.last("bet").data
        for one in wagers:
            table.bet({seat: {one.wager.id: one.minimum}})
            assert table.last("bet").data["accepted"] is True
    placed = {event.data["wager"] for event in table.events("bet") if event.data.get("accepted")}
    assert placed == {one.wager.id for one in wagers}


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=[marks(name, "lock_out_device"), pytest.mark.clause("I-17")])
        for name in ("PA-649a", "PA-669a", "MA-TCP")
    ],
)
def test_the_devices_are_locked_with_the_call(regulation: str) -> None:
    offered = {**PROGRESSIVE[regulation], **(FIVE if regulation == "PA-649a" else {})}
    table = drive(regulation, wagers=offered)
    table.start({1: main_bets(regulation), 3: chip_bets(regulation)})
    wagers = [one for one in table.state.submission.wagers.values() if one.wager.placed != "layout"]
    for phase in ("locked", "dealing"):
        table.until(phase)
        for one in wagers:
            refusal = table.refused("bet", P1, seat=1, wager=one.wager.id, amount=one.minimum)
            assert "betting is closed" in refusal.what
            assert refusal.cite.clauses == marks(regulation, "close_betting").args
    before = table.round.meters_before
    for name, meter in table.state.meters.items():
        accepted = sum(load(regulation).wagers[one].meter == name for one in table.round.stakes[3])
        assert (meter.total > before[name].total) == bool(accepted)


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=[marks(name, "count_progressive_chips", group=group), pytest.mark.clause("I-18")],
        )
        for name in ("PA-649a", "PA-669a", "MA-TCP")
        for deal in DEALS
        for group in [deal if name != "MA-TCP" else "betting"]
    ],
)
def test_the_deal_waits_until_chips_and_accepted_wagers_agree(regulation: str, deal: str) -> None:
    table = with_progressives(regulation, deal=deal)
    bets = {seat: chip_bets(regulation) for seat in (1, 3)}
    table.start(bets)
    chips = 2 * len(PROGRESSIVE[regulation])
    clause = marks(
        regulation, "count_progressive_chips", group="betting" if regulation == "MA-TCP" else deal
    ).args
    assert table.refused("deal", DEALER).cite.clauses == clause
    for wrong in (0, chips - 1, chips + 1):
        refusal = table.refused("count_progressive_chips", chips=wrong)
        assert refusal.clauses == [*clause, "I-18"] and "floorperson" in refusal.legal
    assert "for the dealer" in table.refused("count_progressive_chips", FLOOR, chips=chips).legal
    table.do("count_progressive_chips", chips=chips)
    assert table.last("count_progressive_chips").data == {"chips": chips}
    assert "deal" in table.offered()


@pytest.mark.clause("I-18")
def test_a_floorperson_returns_a_chip_or_cancels_a_wager() -> None:
    table = with_progressives("PA-669a")
    table.start({1: chip_bets("PA-669a"), 3: main_bets("PA-669a"), 4: chip_bets("PA-669a")})
    meter = table.state.meters["three_card_progressive"]
    chips = table.chips(4)
    assert (
        "for the floorperson"
        in table.refused("resolve_chips", DEALER, seat=4, wager="three_card_progressive", cancel=True).legal
    )
    assert "not a progressive" in table.refused("resolve_chips", seat=4, wager="ante", cancel=True).what
    refusal = table.refused("resolve_chips", seat=3, wager="three_card_progressive", cancel=True)
    assert "no accepted" in refusal.what and "Return the chip" in refusal.legal
    table.do("resolve_chips", seat=3, wager="three_card_progressive", cancel=False)
    assert "accepted" in table.refused("count_progressive_chips", chips=1).what
    before = table.state.money(), table.state.tray
    table.do("resolve_chips", seat=4, wager="three_card_progressive", cancel=True)
    assert table.chips(4) == chips + 100
    assert table.state.money() == before[0]
    assert table.state.tray == before[1] + 14, "its 14 cents come off the meter again: 12(e)(3)"
    after = table.state.meters["three_card_progressive"]
    assert (
        meter.total - after.total == after.total - table.round.meters_before["three_card_progressive"].total
    )
    table.do("count_progressive_chips", chips=1)
    table.finish()


@pytest.mark.clause("I-18", "I-09")
def test_a_cancelled_wager_of_a_player_who_left_is_held_for_him() -> None:
    table = with_progressives("PA-669a").start({1: chip_bets("PA-669a"), 3: chip_bets("PA-669a")})
    table.do("record_departure", DEALER, player="P3")
    chips = table.chips(3)
    table.do("resolve_chips", seat=3, wager="three_card_progressive", cancel=True)
    assert (table.chips(3), table.player(3).held) == (chips, 100)


@pytest.mark.clause(
    "PA-649a.2(d)#2", "PA-649a.1:magic-card-bonus(i)", "PA-649a.1:lucky-bonus(i)", "I-61", "I-64"
)
def test_the_draws_are_made_with_the_call_and_before_any_card() -> None:
    table = drive("PA-649a", wagers=FIVE).open(1)
    table.bet({1: {"ante": 1000, "five_card_hand_bonus_player": 100}})
    assert "no seat" in table.refused("no_more_bets", lucky_position=8).what
    table.refused("no_more_bets", magic_card="Jk")
    table.refused("no_more_bets", magic_card="nonsense")
    table.do("no_more_bets", magic_card="7h", lucky_position="dealer")
    assert table.round.draws == {"magic_card": "7h", "lucky_position": "dealer"}
    other = drive("PA-649a", wagers=FIVE).open(1)
    other.bet({1: {"ante": 1000}})
    other.do("no_more_bets", lucky_position=7)
    assert other.round.draws == {"lucky_position": 7}
    assert table.kinds().index("no_more_bets") == len(table.kinds()) - 1
    table.finish()
    plain = drive("PA-649a").start()
    plain.finish()
    plain.until("betting")
    plain.bet({1: {"ante": 1000}})
    assert "makes no draw" in plain.refused("no_more_bets", magic_card="7h").what


@pytest.mark.clause("I-63")
def test_where_only_staked_positions_are_drawn_another_is_refused() -> None:
    wagers = {"five_card_hand_bonus": {"lucky_bonus": True, "lucky_positions": "staked"}}
    table = drive("PA-649a", wagers=wagers).open(1, 3)
    for wager, amount in main_bets("PA-649a").items():
        table.do("bet", P1, seat=1, wager=wager, amount=amount)
    table.do("bet", P1, seat=1, wager="five_card_hand_bonus_player", amount=100)
    for position in (3, "dealer"):
        refusal = table.refused("no_more_bets", lucky_position=position)
        assert "has none" in refusal.what and "I-63" in refusal.clauses and "Legal here: 1." in refusal.legal
    table.do("no_more_bets", lucky_position=1)
