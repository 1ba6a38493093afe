"""The table without players, and the table with two decks."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from feltlaw.table.opening import HOUR
from tests.driver import DEALER, DEVICE, PENNSYLVANIA, REGULATIONS, Driver, drive, each, main_bets, marks

BY_HAND = {"shuffle": "manual"}
TWO = {"shuffle": "automated", "decks": 2}
P1, P2 = Person("player", "P1"), Person("player", "P2")


def stages(table: Driver) -> list[str]:
    return [deck.stage if deck else "gone" for deck in table.state.decks]


@each("idle_spread")
def test_an_idle_table_shows_its_cards(regulation: str) -> None:
    for spread_in in ("betting", "shuffling"):
        table = drive(regulation)
        table.sit(1)
        table.until("shuffling")
        assert "not the time" in table.refused("idle_spread").what, "a round is being prepared"
        table.until(spread_in)
        table.do("leave")
        table.do("idle_spread")
        assert table.state.phase == "idle" and stages(table) == ["spread"]
        assert table.last("idle_spread").data == {"face_up": False}
        assert not {"no_more_bets", "shuffle", "place_cards", "bet"} & table.offered()


@each("idle_wash")
def test_after_the_idle_spread_the_cards_are_washed_and_shuffled_again(regulation: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until("betting")
    table.do("leave")
    table.do("idle_spread", face_up=False)
    assert "no player" in table.refused("idle_wash").what
    assert table.refused("idle_wash").clauses == list(marks(regulation, "idle_wash").args)
    table.sit(2)
    table.do("idle_wash")
    for step in ("shuffle", "cut", "place_cards"):
        assert {step} == table.offered() & {"shuffle", "cut", "place_cards"}
        table.do(step)
    assert table.state.phase == "betting"


@pytest.mark.clause("MA-TCP.5(e)")
def test_in_massachusetts_the_cards_are_turned_up_for_the_player_who_arrives() -> None:
    table = drive("MA-TCP").open(1)
    table.do("leave")
    table.do("idle_spread", face_up=False)
    table.sit(2)
    refusal = table.refused("idle_wash", DEALER, face_up=False)
    assert "has not seen" in refusal.what and refusal.clauses == ["MA-TCP.5(e)"]
    table.do("idle_wash", face_up=True)
    assert table.state.phase == "shuffling"


@each("idle_spread")
def test_cards_are_spread_while_players_sit_there_and_nobody_bets(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    table.bet({1: {"ante": 1000}})
    assert "not the time" in table.refused("idle_spread").what, "somebody plays"
    table.do("take_back", P1, seat=1, wager="ante")
    table.do("idle_spread", at=6 * HOUR, face_up=True)
    table.do("idle_wash")
    table.start().finish()


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(f)", "I-149")) for name in PENNSYLVANIA],
)
def test_cards_are_spread_face_up_only_for_a_player_who_asks(regulation: str) -> None:
    table = drive(regulation).open(1)
    table.do("leave")
    refusal = table.refused("idle_spread", face_up=True)
    assert "no player is there" in refusal.what and refusal.clauses == [f"{regulation}.5(f)", "I-149"]
    table.do("idle_spread", face_up=False)


@pytest.mark.clause("MA-TCP.5(e)")
def test_in_massachusetts_cards_are_spread_either_way() -> None:
    table = drive("MA-TCP").open(1)
    table.do("leave")
    table.do("idle_spread", face_up=True)
    assert table.last("idle_spread").data == {"face_up": True}


@each("idle_spread", "idle_wash")
def test_nobody_bets_on_cards_that_lay_at_a_table_without_players(regulation: str) -> None:
    """They are spread and washed first, whoever was slow to do it; and both decks are (5(f), MA 5(e))."""
    for cards in (BY_HAND, TWO):
        table = drive(regulation, cards=cards).start().finish()
        table.do("leave", P1)
        table.do("leave", Person("player", "P3"))
        table.do("sit", P2, at=7 * HOUR, seat=2)
        table.do("buy_in", P2, amount=100_000)
        table.until("betting")
        refusal = table.refused("bet", P2, seat=2, wager="ante", amount=1000)
        assert "spread and washed" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "idle_spread").args
        assert not {"bet", "no_more_bets"} & table.offered()
        table.do("idle_spread")
        assert set(stages(table)) == {"spread"}, "from the shoe, the rack and the shuffler"
        table.do("idle_wash")
        assert set(stages(table)) == {"stacked"}
        table.start({2: main_bets(regulation)}).finish()


@each("idle_spread")
def test_a_round_that_goes_on_without_its_players_is_gaming_activity(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    for seat in (1, 3):
        table.do("leave", Person("player", f"P{seat}"))
    table.sit(2)
    table.finish()
    table.start({2: main_bets(regulation)}).finish()
    empty = drive(regulation).start().until("deciding")
    for seat in (1, 3):
        empty.do("leave", Person("player", f"P{seat}"))
    empty.finish()
    empty.sit(2)
    empty.until("betting")
    assert "spread and washed" in empty.refused("bet", P2, seat=2, wager="ante", amount=1000).what


def test_a_deck_is_changed_at_the_idle_table_and_the_others_are_washed() -> None:
    table = drive("PA-649a", cards=TWO).open(1)
    table.do("leave")
    table.do("idle_spread")
    table.do("change_deck", deck=0)
    assert table.state.phase == "opening" and stages(table) == ["gone", "spread"]
    table.sit(2)
    table.start({2: main_bets("PA-649a")}).finish()
    assert [event.data["deck"] for event in table.events("wash")] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(f)", f"{name}.5(g)")) for name in PENNSYLVANIA],
)
def test_whether_cards_are_spread_depends_on_the_device_in_use_when_somebody_comes(regulation: str) -> None:
    out: dict[str, Any] = {"device": "shuffler", "sign": "covered", "instead": "manual"}
    repaired = drive(regulation, cards={"shuffle": "continuous"}).start().finish()
    repaired.do("device_out_of_order", **out)
    for seat in (1, 3):
        repaired.do("leave", Person("player", f"P{seat}"))
    repaired.do("device_repaired", device="shuffler")
    repaired.start({2: main_bets(regulation)}).finish()
    assert "idle_spread" not in repaired.kinds(), "the cards stay in the reshuffling device"
    for moment in ("shuffling", "betting"):
        broken = drive(regulation, cards={"shuffle": "continuous"}).start().finish()
        broken.until(moment)
        for seat in (1, 3):
            broken.do("leave", Person("player", f"P{seat}"))
        broken.do("device_out_of_order", **out)
        broken.sit(2)
        broken.until("betting")
        assert "spread and washed" in broken.refused("bet", P2, seat=2, wager="ante", amount=1000).what
        broken.do("idle_spread")
        broken.do("idle_wash")
        broken.start({2: main_bets(regulation)}).finish()


@pytest.mark.clause("PA-649a.5(f)", "PA-649a.5(g)")
def test_cards_that_were_played_with_since_are_not_spread_when_the_device_fails() -> None:
    table = drive("PA-649a", cards={"shuffle": "continuous"}).open(1)
    table.do("leave")
    table.start({2: main_bets("PA-649a")})
    table.do("device_out_of_order", device="shuffler", sign="covered", instead="manual")
    table.finish()
    table.start({2: main_bets("PA-649a")}).finish()
    assert "idle_spread" not in table.kinds()


@each("idle_spread")
def test_cards_that_lay_alone_are_spread_as_soon_as_somebody_is_there_again(regulation: str) -> None:
    """Also before they are shuffled and placed for him."""
    table = drive(regulation).start().finish()
    for seat in (1, 3):
        table.do("leave", Person("player", f"P{seat}"))
    table.sit(2)
    assert table.state.phase == "shuffling" and "idle_spread" in table.offered()
    table.do("idle_spread")
    table.do("idle_wash")
    table.start({2: main_bets(regulation)}).finish()
    assert "not the time" in table.refused("idle_spread").what, "somebody plays"


# ── two decks ──


@each("store_other_deck", "alternate_decks")
def test_two_decks_take_turns_and_the_other_one_waits_shuffled(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    used = []
    table.sit(1, 3)
    table.until("shuffling")
    table.do("shuffle", deck=0)
    assert "have not been shuffled" in table.refused("place_cards").what, (
        "the second deck goes into the device"
    )
    for _ in range(4):
        table.start()
        used.append(table.state.active)
        other = table.state.decks[1 - table.state.active]
        if other is not None and other.stage == "loaded":
            table.do("shuffle", DEVICE, deck=1 - table.state.active)
        table.until("settling")
        waiting = table.state.decks[1 - table.state.active]
        assert waiting is not None and waiting.stage == "shuffled"
        table.finish()
    assert used == [0, 1, 0, 1]


@each("one_deck_in_rack", "store_other_deck")
def test_the_deck_in_the_rack_goes_into_the_shuffler_that_the_other_one_leaves(regulation: str) -> None:
    """So the rack holds one deck, also where the device shuffles until the round is over."""
    table = drive(regulation, cards=TWO).start().finish()
    table.slow_shuffler = True
    assert stages(table) == ["used", "shuffled"]
    table.do("place_cards")
    assert stages(table) == ["loaded", "placed"]
    table.start()
    while table.state.rounds == 1:
        assert stages(table) == ["loaded", "placed"], "never two in the rack"
        assert table.offers("shuffle")[0].data["deck"] == 0
        table.take(table.next())
    assert stages(table) == ["loaded", "used"]
    table.do("shuffle", deck=0)
    table.do("place_cards")
    assert stages(table) == ["placed", "loaded"]


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_deck_is_shuffled_while_it_is_in_play(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated"}).start()
    while table.state.rounds == 0:
        assert "shuffle" not in table.offered()
        table.take(table.next())


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_deck_the_device_finds_incomplete_in_a_round_is_replaced_after_it(regulation: str) -> None:
    table = drive(regulation, cards=TWO).start().finish()
    table.do("place_cards")
    table.start()
    table.do("shuffle", DEVICE, deck=0, counted=51)
    assert stages(table) == ["gone", "placed"] and table.state.phase == "dealing"
    table.slow_shuffler = True
    table.finish()
    assert table.state.phase == "opening" and "receive_deck" in table.offered()
    table.start().finish()
