"""Of several decks, devices, requests, wins, meters, seats and hands at a table each is seen, as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.schema import SchemaError, codec
from feltlaw.table import Person
from feltlaw.views import Viewer, view
from feltlaw.views import own as own_
from feltlaw.views.kept import MANY, Kept
from feltlaw.views.offers import _parts
from feltlaw.views.parts import OfferView, Own, Public
from feltlaw.views.reading import players_hand
from tests.support.driver import DEALER, FLOOR, Driver, drive, each, main_bets, submission
from tests.support.rounds import player

SECOND = 1000
ROLES = ("dealer", "floorperson", "auditor")
DEE = Viewer("dealer", "dee")


def public(table: Driver, **links: Any) -> Public:
    """What anybody sees, with the links of the property, or with those that are given."""
    return view(table.state, Viewer("onlooker"), **(links or {"links": table.desk.links.states})).public


def round_of(table: Driver) -> Any:
    found = public(table).round
    assert found is not None
    return found


def own(table: Driver, viewer: Viewer) -> Own:
    return view(table.state, viewer, table.desk.links.states).own


def crew(table: Driver, role: str = "dealer") -> Any:
    found = own(table, Viewer(role, "dee")).crew
    assert found is not None
    return found


# ── what the crew sees ──


@each("inspect", "verify_inspection")
@pytest.mark.parametrize("first", [0, 1])
def test_who_inspected_each_of_two_decks_is_seen_as_long_as_it_is_there(regulation: str, first: int) -> None:
    """The dealer who did it, and not who verified it, spread it, washed it, shuffled it or dealt it."""
    ann, ben = Person("dealer", "ann"), Person("dealer", "ben")
    table = drive(regulation, cards={"shuffle": "automated", "decks": 2})
    table.sit(1)

    def seen(*names: str) -> None:
        for role in ROLES:
            found = [one and one.inspected_by for one in crew(table, role).decks]
            assert found == [*names] if not first else found == [*reversed(names)], (role, found)

    for at in (0, 1):
        table.do("receive_deck", FLOOR, deck=at)
    seen("", "")
    table.do("inspect", ann, deck=first)
    seen("ann", "")
    table.do("verify_inspection", Person("floorperson", "flo"), deck=first)
    seen("ann", "")
    table.do("inspect", ben, deck=1 - first)
    seen("ann", "ben")
    table.do("verify_inspection", Person("floorperson", "ann"), deck=1 - first)
    for step in ("spread", "wash"):
        for at in (0, 1):
            table.do(step, DEALER, deck=at)
            seen("ann", "ben")
    for _ in range(2):
        table.until("betting")
        seen("ann", "ben")
        table.start({1: main_bets(regulation)}).until("settling")
        seen("ann", "ben")
        table.finish()
    seen("ann", "ben")
    table.do("change_deck", FLOOR, deck=first)
    table.do("receive_deck", FLOOR, deck=first, preshuffled=True)
    seen("", "ben")
    table.do("change_deck", FLOOR, deck=first)
    table.do("receive_deck", FLOOR, deck=first)
    table.do("inspect", ben, deck=first)
    table.do("verify_inspection", FLOOR, deck=first)
    seen("ben", "ben")


@pytest.mark.parametrize("role", ROLES)
def test_each_of_two_decks_is_seen_with_the_time_it_has_been_at_the_table(role: str) -> None:
    """One that is exchanged after 5,000 seconds has been there for a shorter time."""
    table = drive("PA-649a", cards={"shuffle": "automated", "decks": 2}).open(1)
    table.clock.now += 5000 * SECOND
    table.do("change_deck", FLOOR, deck=0)
    table.until("betting")
    table.clock.now += 1000 * SECOND
    table.do("sit", player(3), seat=3)
    decks = crew(table, role).decks
    assert [(one.back, one.in_use_seconds) for one in decks] == [("red", 1000), ("blue", 6000)]


@pytest.mark.parametrize("role", ROLES)
def test_each_of_two_devices_that_may_not_be_used_is_seen_with_its_sign(role: str) -> None:
    table = drive("PA-649a", cards={"shuffle": "automated", "deal": "automated_shoe"}).open(1)
    table.do("device_out_of_order", device="shoe", sign="covered", instead="manual_shoe")
    table.do("device_out_of_order", device="shuffler", sign="signed", instead="manual")
    signs = {one.device: one.sign for one in crew(table, role).out_of_order}
    assert signs == {"shoe": "covered", "shuffler": "signed"}


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("role", ROLES)
def test_each_of_several_requests_is_seen(role: str) -> None:
    table = drive("PA-649a").start({seat: main_bets("PA-649a") for seat in (1, 3, 4)}).until("deciding")
    for name in ("p3", "p1"):
        table.do("record_departure", DEALER, player=name)
    asked = [(one.id, one.do, one.by, one.about.split()[0]) for one in crew(table, role).requests]
    assert asked == [(1, "record_departure", "dee", "p3"), (2, "record_departure", "dee", "p1")]


WON = {"seat 1": "Ah Kh Qh", "seat 3": "As Ks Qs", "seat 4": "Ad Kd Qd", "dealer": "2c 7c 9h"}


def validating() -> Driver:
    """Three suited A-K-Q: seat 4's was validated, seat 3's is verified, seat 1's not looked at."""
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3, 4)}
    table.start(bets, WON)
    for do in ("verify_win", "validate", "verify_win"):
        table.until(do=do)
        table.do(do)
    return table


@pytest.mark.clause("PA-649a.11(c)(5)(iii)", "I-157")
@pytest.mark.parametrize("role", ROLES)
def test_each_win_that_is_looked_at_is_seen_with_who_has_verified_and_validated_it(role: str) -> None:
    checks = crew(validating(), role).checks
    assert [(one.seat, one.verified_by, one.validated_by) for one in checks] == [
        (4, "dee", "flo"),
        (3, "dee", ""),
    ]


# ── what everybody sees ──


def test_seats_are_seen_in_their_order_whoever_came_first() -> None:
    table = drive("PA-649a")
    for seat in (5, 1, 7, 3):
        table.sit(seat)
    assert [(one.seat, one.player) for one in public(table).seats] == [
        (1, "p1"),
        (3, "p3"),
        (5, "p5"),
        (7, "p7"),
    ]


@pytest.mark.clause("PA-649a.12(e)(1):A", "PA-649a.12(e)(3):A", "PA-649a.11(c)(5)(iii)")
def test_each_hit_on_a_meter_is_seen_with_its_amount_and_whether_it_is_validated() -> None:
    """500 for 1, and all of a meter on which 14% of three dollars have come."""
    (meter,) = public(validating()).meters
    assert [(one.seats, one.amount, one.level, one.validated) for one in meter.hits] == [
        ((4,), 500_00, "", True),
        ((3,), 1_000_42, "meter", False),
    ]


METERS = {
    "three_card_progressive": 1_000_00,
    "five_card_progressive": 10_000_00,
    "five_of_six_progressive": 10_000_00,
}


@pytest.mark.clause("PA-649a.12(e)(3):A", "PA-649a.12(h)(3)", "PA-649a.12(j)(3)")
def test_each_of_several_meters_is_seen() -> None:
    table = drive("PA-649a", wagers={name: {} for name in METERS})
    found = {one.meter: {level.level: level.showing for level in one.levels} for one in public(table).meters}
    assert found == {name: {"meter": seed} for name, seed in METERS.items()}


@pytest.mark.clause("MA-TCP.13(g):PTMGLML02#2")
def test_each_level_of_a_meter_is_seen() -> None:
    table = drive("MA-TCP", wagers={"multi_game_link": {"paytable": "PTMGLML02"}})
    (meter,) = public(table).meters
    levels = {one.level: one.showing for one in meter.levels}
    assert levels == {"mega": 10_000_00, "major": 1_000_00, "minor": 250_00}


@pytest.mark.clause("I-154")
def test_of_a_link_that_does_not_answer_it_is_said() -> None:
    """And of the others what they show."""
    table = drive("PA-649a", wagers={name: {} for name in METERS})
    silent = table.state.links["five_card_progressive"]
    answering = {name: one for name, one in table.desk.links.states.items() if name != silent}
    found = {one.meter: (one.stopped, len(one.levels)) for one in public(table, links=answering).meters}
    assert found == {
        "three_card_progressive": ("", 1),
        "five_card_progressive": ("it does not answer", 0),
        "five_of_six_progressive": ("", 1),
    }


@pytest.mark.clause("PA-680a.11(d)", "PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
def test_how_many_cards_of_a_place_lie_face_down_is_seen() -> None:
    """Three of five cards are turned up of a hand that was set; community cards come up one by one."""

    def lying(place: str, seat: int = 0) -> tuple[int, int]:
        """How many cards lie there face down and face up."""
        (found,) = (one for one in round_of(table).places if (one.group, one.seat) == (place, seat))
        return found.down, len(found.up)

    hands = {"seat 1": "2c 2d 3h 2h 3s", "dealer": "4c 4d 4h 4s 6c"}
    table = drive("PA-680a").start({1: {"ante": 1000}}, hands).until(do="turn_up_player")
    assert lying("player", 1) == (5, 0)
    table.do("turn_up_player")
    assert lying("player", 1) == (2, 3)
    table = drive("PA-669a").start({1: main_bets("PA-669a")}).until("deciding")
    found = [lying("community")]
    for say in ("check", "check", "play 1x"):
        table.until(do="decide")
        table.say(1, say)
        table.until(do="decide" if say == "check" else "turn_up_player")
        found.append(lying("community"))
    assert found == [(3, 0), (2, 1), (1, 2), (0, 3)]


# ── what one player sees ──


@pytest.mark.clause("PA-680a.11(d)(1)(i)", "I-139")
def test_a_player_sees_what_each_of_his_unseen_hands_was() -> None:
    """Whoever was settled before."""
    table = drive("PA-680a", limits={"adjacent_boxes": 2})
    table.sit(1, 4)
    table.do("sit", player(1), seat=2)
    table.until("betting")
    hands = {"seat 1": "2c 2d 3h 2h 3s", "seat 2": "Ac Ad Ah As 6d", "seat 4": "Kc Qc Jc 9s 5s"}
    table.start({seat: {"ante": 1000} for seat in (1, 2, 4)}, {**hands, "dealer": "4c 4d 4h 4s 6c"}).finish()
    you = own(table, Viewer("player", "p1")).you
    assert you is not None
    assert {one.seat: one.hand for one in you.lines} == {1: "Point Count 6", 2: "Point Count 7"}


def test_who_plays_is_offered_nothing_of_the_crews() -> None:
    table = drive("PA-649a").open(1)
    for role in ("dealer", "floorperson"):
        assert own(table, Viewer(role, "dee" if role == "dealer" else "flo")).legal
        assert own(table, Viewer(role, "p1")).legal == ()


def test_a_view_says_of_itself_what_may_be_done() -> None:
    """Each thing once, however many ways there are to do it."""
    table = drive("PA-649a").open(1)
    seen = view(table.state, Viewer("player", "p1"))
    said = repr(seen).partition("; may ")[2].removesuffix(">").split(", ")
    assert set(said) == {one.do for one in seen.own.legal} and len(said) == len(set(said)) > 2
    assert repr(view(table.state, Viewer("onlooker"))).endswith("may wait>")


# ── how a hand is read, and what is read back ──


@pytest.mark.clause("PA-669a.11(c)", "PA-669a.1:community-card")
def test_a_hand_is_read_as_the_main_wager_reads_it_wherever_that_stands() -> None:
    about = submission("PA-669a", wagers={"six_card_bonus": {}})
    turned = replace(about, wagers=dict(reversed([*about.wagers.items()])))
    for table in (about, turned):
        found = players_hand(table, parse_cards("2h 3h 4h"), parse_cards("2s 2d 9c"))
        assert found.startswith("three 2s")


def test_what_an_offer_holds_is_an_object() -> None:
    offer = {"do": "bet", "data": {"seat": 1}, "text": "Bet."}
    assert codec(OfferView).read(offer, "offer").data == {"seat": 1}
    for wrong in ("seat 1", 1, ["seat"], None):
        with pytest.raises(SchemaError, match="not a table of fields"):
            codec(OfferView).read({**offer, "data": wrong}, "offer")


# ── nothing grows ──


def test_one_part_is_the_same_whether_anything_was_kept_or_not() -> None:
    table = drive("PA-649a").start().until("deciding")
    for viewer in (Viewer("player", "p1"), DEE, Viewer("auditor", "ann"), Viewer("onlooker")):
        assert own_.own_view(table.state, viewer) == own_.own_view(table.state, viewer, Kept())


def test_of_what_was_made_lately_only_so_much_is_kept() -> None:
    kept, made = Kept(), list[int]()
    for number in range(20 * MANY):
        kept.unless_changed(number, (number,), lambda number=number: made.append(number))  # type: ignore[misc]
        assert len(kept._last) <= MANY + 1
    assert made == list(range(20 * MANY))


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_of_what_may_be_done_the_last_moment_is_kept_and_none_before_it(role: str) -> None:
    table = drive("PA-649a").open(1)
    for seat in range(2, 7):
        _parts(table.state, role)
        table.sit(seat)
    moving, _ = _parts(table.state, role)
    assert moving.last is not None and moving.last.last is None
