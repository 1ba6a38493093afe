"""The halves that are asked last: who has had his turn, who sits there already, what no link has heard of."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.refusal import Refused
from feltlaw.table import RULES, Moment
from feltlaw.table import agenda as agenda_
from feltlaw.table import machine as machine_
from feltlaw.table import revealing as revealing_
from feltlaw.table import settling as settling_
from feltlaw.table.betting import incomplete
from feltlaw.table.closing import off_links
from feltlaw.table.places import COMMUNITY, hand
from feltlaw.table.state import Contribution
from feltlaw.values import changed
from tests.support.driver import (
    DEALER,
    DEVICE,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    drive,
    each,
    main_bets,
    submission,
)
from tests.support.rounds import deciding, linked
from tests.table.five_card import to_win

SEVERAL = [name for name in REGULATIONS if name != "PA-669a"]
"""Chapters in which a player may have more than one box."""


@each("settle_players", "read_player")
def test_who_is_settled_has_had_his_turn(regulation: str) -> None:
    table = drive(regulation).start({seat: main_bets(regulation) for seat in (1, 3, 5)})
    table.until(do="settle_player")
    table.do("settle_player", DEALER, seat=5)
    table.until(do="settle_player")
    refusal = table.refused("settle_player", DEALER, seat=5)
    assert "not seat 5's turn" in refusal.what and "Settle seat 3" in refusal.legal


@each("shuffle", regulations=PENNSYLVANIA)
def test_a_preshuffled_deck_that_is_shuffled_by_order_needs_no_cut(regulation: str) -> None:
    """It is one that the device has shuffled from then on."""
    table = drive(regulation, cards={"shuffle": "automated"})
    table.do("receive_deck", deck=0, preshuffled=True)
    table.open(1)
    many = len(table.events("cut"))
    table.do("order_shuffle", FLOOR)
    assert table.state.deck is not None and not table.state.deck.preshuffled
    table.do("shuffle")
    assert "cut" not in table.offered()
    table.do("place_cards")
    assert len(table.events("cut")) == many == 1


@pytest.mark.parametrize(
    "regulation",
    [
        *(
            pytest.param(name, marks=pytest.mark.clause(f"{name}.5(a)#2", f"{name}.8(a)", f"{name}.9(a)(2)"))
            for name in PENNSYLVANIA
        ),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.5(a)", "MA-TCP.7(a)", "MA-TCP.8(b)(2)")),
    ],
)
@pytest.mark.parametrize(("instead", "loads"), [("manual_shoe", True), ("hand", False)])
def test_the_shuffler_loads_a_shoe_and_never_a_hand(regulation: str, instead: str, loads: bool) -> None:
    cards = {"shuffle": "automated", "shuffler_loads_shoe": True, "deal": "automated_shoe"}
    table = drive(regulation, cards=cards).open(1)
    sign = "removed" if regulation == "MA-TCP" else "covered"
    table.do("device_out_of_order", FLOOR, device="shoe", sign=sign, instead=instead)
    table.do("change_deck", FLOOR, deck=0)
    table.until(do="shuffle")
    events = table.do("shuffle", DEVICE, deck=0)
    assert [event.kind for event in events] == ["shuffle", "place_cards"][: 1 + loads]


@pytest.mark.clause("I-157")
def test_who_plays_at_a_stopped_table_does_not_let_it_go_on() -> None:
    """That he plays there is what is wrong; everything else waits until the table goes on."""
    table = drive("PA-649a").open(1)
    state = changed(table.state, stopped="a fault")
    for do, why in (("resume_table", "plays at this table"), ("close_table", "stopped")):
        with pytest.raises(Refused) as caught:
            machine_._may(state, RULES[do], Person("floorperson", "p1"))
        assert why in caught.value.what
    machine_._may(state, RULES["resume_table"], FLOOR)


@each("stay_seated", regulations=SEVERAL)
def test_a_guest_with_two_boxes_is_one_guest_and_none_with_an_account_of_his_own(regulation: str) -> None:
    table = drive(regulation, real_cards=True, limits={"adjacent_boxes": 3})
    for seat in (1, 2):
        table.do("sit", DEALER, seat=seat, guest="zoe")
    assert [*table.state.guests] == ["zoe"]
    table.do("sit", Person("player", "zoe"), seat=3)
    assert [*table.state.guests] == [] and table.state.seats == dict.fromkeys((1, 2, 3), "zoe")


BOXES = {"PA-649a": "7(f)", "MA-TCP": "6(e)", "PA-679a": "7(e)", "PA-669a": "7(e)", "PA-680a": "7(e)"}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{at}", "I-10")) for name, at in BOXES.items()],
)
def test_without_a_round_no_box_is_incomplete(regulation: str) -> None:
    state = drive(regulation).state
    assert state.under_way is None and incomplete(state) == []


@each("place_wagers")
def test_a_cent_is_a_wager_where_it_is_the_minimum_and_needs_a_cent_to_be_made(regulation: str) -> None:
    table = drive(regulation, limits={"minimum": "0.01"})
    table.do("sit", Person("player", "p3"), seat=3)
    table.open(1)
    assert [(one.who, one.data.wagers) for one in table.offers("bet")] == [("p1", main_bets(regulation, 1))]


@pytest.mark.clause("MA-TCP.9(c)(2)", "MA-TCP.9(d)")
def test_no_stack_waits_in_the_shoe_before_the_hands_are_dealt() -> None:
    table = drive("MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": "held"}).start()
    refused = RULES["deliver_dealer_stack"].when(table.state)
    assert table.state.phase == "dealing" and refused is not None
    assert "no stack waits in the shoe" in refused.what


@pytest.mark.clause("MA-TCP.10(b)#3", "MA-TCP.10(b)#4")
def test_the_cards_of_a_hand_that_nobody_surrendered_are_not_counted() -> None:
    table = deciding("MA-TCP", {1: {"ante": 1000}})
    table.say(1, "fold")
    refusal = table.refused("collect_forfeits", DEALER, counted={1: 3})
    assert "no hand was surrendered" in refusal.what and "Leave the count out" in refusal.legal


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param("PA-649a", "five_card_progressive", marks=pytest.mark.clause("PA-649a.13(d)")),
        pytest.param("MA-TCP", "multi_game_link", marks=pytest.mark.clause("MA-TCP.14(d)")),
    ],
)
@pytest.mark.clause("I-68")
def test_a_card_that_undoes_nothing_is_not_for_the_floorperson(regulation: str, wager: str) -> None:
    """A dealer's card that shows undoes the round; a community card does not."""
    bets = {seat: {"ante": 1000, wager: 100} for seat in (1, 3)}
    table = deciding(regulation, bets, wagers={wager: {}})
    seen: dict[str, Any] = {"kind": "community_card_exposed", "place": COMMUNITY, "nth": 1}
    assert "Use report" in table.refused("record_exposed_card", FLOOR, **seen).legal
    table.do("report", DEALER, **seen)
    assert not table.round.void


# ── links ──


@pytest.mark.clause("I-154", "PA-649a.2(c)")
def test_what_a_link_that_answers_takes_back_is_owed_to_no_other() -> None:
    offered: dict[str, Any] = {"three_card_progressive": {}, "five_card_progressive": {}}
    table = drive("PA-649a", wagers=offered).start({1: main_bets("PA-649a")})
    names = list(table.state.links.values())
    parts = [Contribution(name, 1, {"meter": 14}) for name in names]
    for up, down in ((names, []), (names[:1], names[1:]), (names[1:], names[:1]), ([], names)):
        answering = {name: table.desk.links.states[name] for name in up}
        asks, unreached = off_links(table.state, parts, Moment(table.state.now, DEALER, links=answering))
        assert [link for link, _ in asks] == up and list(unreached) == down


FIXED = [
    pytest.param("PA-649a", "three_card_progressive", {"seat 3": "5h 6d 7c", "dealer": "4c 9d Kh"},
                 marks=pytest.mark.clause("PA-649a.11(c)(5)(iii)")),
    pytest.param("PA-649a", "five_card_progressive",
                 {"seat 3": "9s 9h 9d", "community": "9c 2d", "dealer": "4c 6d Kh"},
                 marks=pytest.mark.clause("PA-649a.11(c)(7)(iii)")),
    pytest.param("PA-669a", "three_card_progressive", {"seat 3": "5h 6d 7c"},
                 marks=pytest.mark.clause("PA-669a.11(i)(3)(i)(C)")),
]  # fmt: skip


@pytest.mark.clause("I-154")
@pytest.mark.parametrize(("regulation", "wager", "hands"), FIXED)
def test_a_link_hears_nothing_of_a_validation_whose_win_it_never_heard_of(
    regulation: str, wager: str, hands: dict[str, str]
) -> None:
    """A fixed amount that was verified while it was cut off is between the table and the floorperson."""
    (table,) = linked(submission(regulation, wagers={wager: {"meter": "five"}}), "one")
    to_win(table, hands, {3: {**main_bets(regulation), wager: 100}})
    del table.desk.links.states["five"]
    table.do("verify_win", DEALER, seat=3, wager=wager)
    table.do("validate", FLOOR, seat=3, wager=wager)
    assert table.last("validate").data.untold == () and table.state.untold == ()


# ── what never ends where it is wrong ──


@pytest.mark.clause("PA-649a.11(c)(2)", "PA-649a.11(c)(6)", "PA-680a.11(e)")
def test_a_seat_is_settled_up_to_the_next_ones_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [SimpleNamespace(seat=seat) for seat in (5, 5, 3, 5)]
    monkeypatch.setattr(settling_, "own_lines", lambda state: iter(lines))
    state: Any = None
    assert [list(settling_._until_others(state, seat)) for seat in (5, 3)] == [lines[:2], []]


@pytest.mark.clause("PA-649a.11(b)", "PA-669a.11(f)#3", "MA-TCP.10(b)#4", "I-48")
def test_a_hand_is_turned_up_that_is_shown_and_lies_there_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    for up, gone, shown in product((False, True), repeat=3):
        of = SimpleNamespace(boxes=[SimpleNamespace(number=3)], is_shown=lambda box, shown=shown: shown)
        monkeypatch.setattr(agenda_, "agenda", lambda state, of=of: SimpleNamespace(of=of))
        settling = SimpleNamespace(turned_up=(3,) if up else ())
        played = SimpleNamespace(settling=settling, racked=(hand(3),) if gone else ())
        state: Any = SimpleNamespace(played=played)
        assert agenda_.hands_down(state) == ([3] if shown and not up and not gone else [])


@pytest.mark.clause("PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
def test_community_cards_come_up_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revealing_, "has_streets", lambda state: True)
    monkeypatch.setattr(revealing_, "cards_of", lambda *given: ("first", "second", "third"))
    moment: Any = None
    for up, card in enumerate(("first", "second", "third")):
        settling = SimpleNamespace(community_up=up)
        played = SimpleNamespace(settling=settling, cards_at=lambda place: ())
        state: Any = SimpleNamespace(played=played, real_cards=False)
        happening = revealing_._community(state, revealing_.RevealCommunity(), moment)
        assert happening.data.shown.cards == (card,)


@pytest.mark.clause("MA-TCP.10(c)(1)(iii)", "MA-TCP.10(c)(1)(iv)")
def test_a_hand_lies_there_until_it_is_racked_or_stays_face_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for racks, up, gone, stays in product((False, True), repeat=4):
        monkeypatch.setattr(settling_, "_racks_each", lambda state, racks=racks: racks)
        settling = SimpleNamespace(turned_up=(3,) if up else (), exposed=(3,) if stays else ())
        played = SimpleNamespace(settling=settling, racked=(hand(3),) if gone else ())
        state: Any = SimpleNamespace(played=played)
        assert settling_._hands_lie(state) == (racks and up and not gone and not stays)
