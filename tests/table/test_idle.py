"""The table without gaming activity: its cards are spread, looked at and washed before anybody plays."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    HOUR,
    PENNSYLVANIA,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    proves,
)

BY_HAND = {"shuffle": "manual"}
TWO = {"shuffle": "automated", "decks": 2}
P1, P2, P3 = (Person("player", f"p{seat}") for seat in (1, 2, 3))


def stages(table: Driver) -> list[str]:
    return [deck.stage if deck else "gone" for deck in table.state.decks]


def face_up(table: Driver, kind: str = "idle_spread") -> list[bool]:
    """What the record says about how the cards lay."""
    return [event.data.face_up for event in table.events(kind)]


def leave_all(table: Driver, *people: Person) -> None:
    for person in people:
        table.do("leave", person)


@each("idle_spread")
@pytest.mark.parametrize("deal", DEALS)
def test_an_idle_table_shows_its_cards(regulation: str, deal: str) -> None:
    for spread_in in ("betting", "shuffling"):
        table = drive(regulation, cards={"deal": deal})
        table.sit(1)
        table.until("shuffling")
        refusal = table.refused("idle_spread", DEALER)
        assert "gaming activity" in refusal.what, "a round is being prepared"
        assert refusal.cite.clauses == marks(regulation, "idle_spread").args
        table.until(spread_in)
        table.do("leave")
        for wrong in (FLOOR, DEVICE):
            assert table.refused("idle_spread", wrong).legal.startswith("It is for the dealer.")
        table.do("idle_spread", DEALER)
        assert table.state.phase == "idle" and stages(table) == ["idle"] and table.state.round is None
        assert face_up(table) == [False]
        assert not {"no_more_bets", "shuffle", "cut", "place_cards", "hold_cards", "bet"} & table.offered()
        assert "not the time" in table.refused("idle_spread", DEALER).what, "they lie there"


@each("idle_wash")
def test_two_decks_wait_for_a_player_before_they_are_washed_too(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    table.sit(1)
    table.until("betting")
    table.do("leave")
    table.do("idle_spread", DEALER)
    turned_up = regulation == "MA-TCP"
    assert stages(table) == ["idle", "idle"]
    assert "chance to look" in table.refused("idle_wash", DEALER, face_up=turned_up).what
    table.sit(2)
    table.do("idle_wash", DEALER, face_up=turned_up)
    assert stages(table) == ["stacked", "stacked"]


@each("idle_wash")
def test_after_the_idle_spread_the_cards_are_washed_and_shuffled_again(regulation: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until("betting")
    table.do("leave")
    assert "not the time" in table.refused("idle_wash", DEALER).what, "they are not spread"
    table.do("idle_spread")
    refusal = table.refused("idle_wash", DEALER)
    assert "no player" in refusal.what and "idle_wash" not in table.offered()
    assert refusal.clauses == list(marks(regulation, "idle_wash").args)
    table.sit(2)
    for wrong in (FLOOR, DEVICE, P2):
        assert table.refused("idle_wash", wrong).legal.startswith("It is for the dealer.")
    table.do("idle_wash")
    for step in ("shuffle", "cut", "place_cards"):
        assert {step} == table.offered() & {"shuffle", "cut", "place_cards"}
        table.do(step)
    assert table.state.phase == "betting"


# ── face up or face down ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(f)", "I-149")) for name in PENNSYLVANIA],
)
def test_cards_are_spread_face_up_only_for_a_player_who_asks(regulation: str) -> None:
    """5(f): "face down unless a player requests that the cards be spread face up"."""
    table = drive(regulation).open(1)
    table.do("leave")
    refusal = table.refused("idle_spread", DEALER, face_up=True)
    assert "no player is there" in refusal.what and refusal.clauses == [f"{regulation}.5(f)", "I-149"]
    assert [offer.data.face_up for offer in table.offers("idle_spread")] == [False]
    table.sit(2)
    for asked in (True, False):
        table.do("idle_spread", DEALER, face_up=asked)
        assert face_up(table)[-1] is asked, "the record says how they lay"
        refusal = table.refused("idle_wash", DEALER, face_up=True)
        assert "as they lie" in refusal.what and refusal.cite.clauses == (f"{regulation}.5(f)",)
        table.do("idle_wash", DEALER, face_up=False)
        table.until("betting")


@pytest.mark.clause("MA-TCP.5(e)")
@pytest.mark.parametrize("cards", [BY_HAND, TWO], ids=["one", "two"])
@pytest.mark.parametrize("up", [True, False])
def test_in_massachusetts_cards_are_spread_either_way_and_turned_up_for_the_player_who_arrives(
    cards: dict[str, Any], up: bool
) -> None:
    """ "If the cards are spread face down, they shall be turned face up": what lies face up is not turned."""
    table = drive("MA-TCP", cards=cards).open(1)
    for down in (False, True):
        table.do("leave", P1) if 1 in table.state.seats else table.do("leave", P2)
        table.do("idle_spread", DEALER, face_up=up and not down)
        table.sit(2)
        turned = down or not up
        refusal = table.refused("idle_wash", DEALER, face_up=not turned)
        assert ("has not seen" if turned else "as they lie") in refusal.what
        assert refusal.clauses == ["MA-TCP.5(e)"]
        assert f"face_up = {str(turned).lower()}" in refusal.legal
        assert [offer.data.face_up for offer in table.offers("idle_wash")] == [turned]
        table.do("idle_wash", DEALER, face_up=turned)
        assert table.state.phase == "shuffling" and face_up(table, "idle_wash")[-1] is turned
        table.until("betting")
    assert face_up(table) == [up, False]


# ── when ──


@each("idle_spread")
def test_cards_are_spread_while_players_sit_there_and_nobody_bets(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    table.bet({1: main_bets(regulation)})
    assert "wagers on the layout" in table.refused("idle_spread", DEALER).what, "somebody plays"
    table.do("bet", P1, seat=1, wagers={})
    table.clock.now += 2 * HOUR
    table.do("idle_spread", DEALER, face_up=True)
    assert "not the time" in table.refused("bet", P1, seat=1, wagers=main_bets(regulation)).what
    table.do("idle_wash")
    table.start().finish()


@each("idle_spread", "idle_wash")
@pytest.mark.parametrize("cards", [BY_HAND, TWO], ids=["one", "two"])
def test_nobody_bets_on_cards_that_lay_at_a_table_without_players(
    regulation: str, cards: dict[str, Any]
) -> None:
    """They are spread and washed first, whoever was slow to do it; and both decks are (5(f), MA 5(e))."""
    table = drive(regulation, cards=cards).start().finish()
    leave_all(table, P1, P3)
    table.clock.now += 2 * HOUR
    table.sit(2)
    table.until("betting")
    refusal = table.refused("bet", P2, seat=2, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "idle_spread").args
    assert not {"bet", "no_more_bets"} & table.offered()
    table.do("idle_spread")
    assert set(stages(table)) == {"idle"}, "from the shoe, the rack and the shuffler"
    table.do("idle_wash")
    assert set(stages(table)) == {"stacked"}
    table.start({2: main_bets(regulation)}).finish()


@each("idle_spread")
def test_the_deck_in_the_rack_is_spread_too(regulation: str) -> None:
    """Before the other deck is placed and the one in the rack goes into the shuffler."""
    table = drive(regulation, cards=TWO).start().finish()
    assert stages(table)[0] == "used", "in the rack"
    leave_all(table, P1, P3)
    table.do("idle_spread")
    assert set(stages(table)) == {"idle"}


@each("idle_spread")
def test_cards_of_players_who_stayed_are_not_spread(regulation: str) -> None:
    """One of two stays, or gives up one of his boxes: the table is not idle."""
    table = drive(regulation).start().finish()
    table.do("leave", P1)
    table.start({3: main_bets(regulation)}).finish()
    if regulation == "PA-669a":  # one position for each player (7(e))
        return
    boxes = drive(regulation, limits={"adjacent_boxes": 2}).open(1)
    boxes.do("sit", P1, seat=2)
    boxes.do("leave", P1, seat=1)
    assert not boxes.last("leave").data.table_idle
    boxes.start({2: main_bets(regulation)}).finish()
    assert not boxes.events("idle_spread")


@each("idle_spread")
def test_a_round_that_goes_on_without_its_players_is_gaming_activity(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    leave_all(table, P1, P3)
    assert "not the time" in table.refused("idle_spread", DEALER).what
    table.sit(2)
    table.finish()
    table.start({2: main_bets(regulation)}).finish()
    empty = drive(regulation).start().until("deciding")
    leave_all(empty, P1, P3)
    empty.finish()
    assert empty.last("end_round").data.table_idle
    empty.sit(2)
    empty.until("betting")
    assert "spread and washed" in empty.refused("bet", P2, seat=2, wagers=main_bets(regulation)).what


@each("idle_spread")
def test_who_went_without_a_word_leaves_the_table_idle_too(regulation: str) -> None:
    table = drive(regulation).open(1)
    table.bet({1: main_bets(regulation)})
    table.do("record_departure", DEALER, player="p1")
    assert table.last("record_departure").data.table_idle
    table.sit(2)
    assert "spread and washed" in table.refused("bet", P2, seat=2, wagers=main_bets(regulation)).what


@each("idle_spread")
def test_cards_that_lay_alone_are_spread_as_soon_as_somebody_is_there_again(regulation: str) -> None:
    """Also before they are shuffled and placed for him."""
    table = drive(regulation).start().finish()
    leave_all(table, P1, P3)
    table.sit(2)
    assert table.state.phase == "shuffling" and "idle_spread" in table.offered()
    table.do("idle_spread")
    table.do("idle_wash")
    table.start({2: main_bets(regulation)}).finish()
    assert "gaming activity" in table.refused("idle_spread", DEALER).what, "somebody plays"


# ── with a device that reshuffles, and with one that fails ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(f)", f"{name}.5(g)")) for name in PENNSYLVANIA],
)
def test_whether_cards_are_spread_depends_on_the_device_in_use_when_somebody_comes(regulation: str) -> None:
    out: dict[str, Any] = {"device": "shuffler", "sign": "covered", "instead": "manual"}
    repaired = drive(regulation, cards={"shuffle": "continuous"}).start().finish()
    repaired.do("device_out_of_order", **out)
    leave_all(repaired, P1, P3)
    repaired.do("device_repaired", device="shuffler")
    repaired.start({2: main_bets(regulation)}).finish()
    assert "idle_spread" not in repaired.kinds(), "the cards stay in the reshuffling device"
    for moment in ("shuffling", "betting"):
        broken = drive(regulation, cards={"shuffle": "continuous"}).start().finish()
        broken.until(moment)
        leave_all(broken, P1, P3)
        broken.do("device_out_of_order", **out)
        broken.sit(2)
        broken.until("betting")
        assert "spread and washed" in broken.refused("bet", P2, seat=2, wagers=main_bets(regulation)).what
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


@proves("idle_spread")
def test_a_deck_is_changed_at_the_idle_table_and_the_others_are_washed() -> None:
    table = drive("PA-649a", cards=TWO).open(1)
    table.do("leave")
    table.do("idle_spread")
    table.do("change_deck", deck=0)
    assert table.state.phase == "opening" and stages(table) == ["gone", "idle"]
    table.sit(2)
    table.start({2: main_bets("PA-649a")}).finish()
    assert [event.data.deck for event in table.events("wash")] == [0, 1, 0]
    assert len(table.events("idle_wash")) == 1, "the one that lay there"
