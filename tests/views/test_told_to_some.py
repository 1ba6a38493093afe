"""What an event tells one player alone, or the crew alone, in values and in bytes; others get none of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.table.places import hand
from feltlaw.table.settling import Settled
from feltlaw.views import Look, Viewer
from feltlaw.views import events as events_
from feltlaw.views.event_parts import CrewPart, OwnPart
from feltlaw.views.parts import ON_DUTY, CheckView, RequestView
from tests.support import rare
from tests.support.played import (
    CREW,
    DEALS,
    REGULATIONS,
    Played,
    Step,
    main_wagers,
    player,
    shuffled_deck,
    stacked,
    submission,
    viewers,
)
from tests.views.test_each_part import made

EVERYBODY = viewers({1: 1, 2: 1, 3: 1})
P1, P2 = Viewer("player", "p1"), Viewer("player", "p2")


def of_kind(table: Played, *kinds: str) -> list[Step]:
    return [step for step in table.steps if step.event.kind in kinds]


def told(step: Step, viewer: Viewer) -> Any:
    """An event as one person knows it, which is the same in bytes."""
    frame = step.look().frame(viewer)
    assert json.loads(step.look().frame_bytes(viewer)) == frame.to_json(), (step.event.kind, viewer)
    (found,) = frame.events
    return found


def own(step: Step) -> dict[str, OwnPart]:
    """By account, what an event tells players alone."""
    found = {one.account: told(step, one).own for one in EVERYBODY if one.role == "player"}
    return {account: part for account, part in found.items() if part is not None}


def check_crew(step: Step, wanted: CrewPart) -> None:
    """Who is on duty is told so much, and everybody else that it happened."""
    for viewer in EVERYBODY:
        assert told(step, viewer).crew == (wanted if viewer.role in ON_DUTY else None), viewer
        assert told(step, viewer).data == told(step, Viewer("onlooker")).data


# ── a player alone ──


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_player_is_told_all_his_hands_once_when_he_may_look_at_them(regulation: str, deal: str) -> None:
    """By the event that completes the deal, each who has hands his own; and by no other."""
    most = 1 if regulation == "PA-669a" else 2
    about = submission(regulation, cards={"deal": deal}, limits={"adjacent_boxes": most}, wagers={})
    table = Played(about, shuffled_deck(regulation, deal))
    owners = {1: 1, 2: 1 if most > 1 else 2, 3: 3}
    for seat, one in owners.items():
        table.do("sit", player(one), seat=seat)
    for one in sorted({*owners.values()}):
        table.do("buy_in", player(one), amount="5000")
    table.crew()
    for seat, one in owners.items():
        table.do("bet", player(one), seat=seat, wagers=main_wagers(about))
    table.do("no_more_bets", CREW["dealer"])
    table.crew()
    found = [parts for step in table.steps if (parts := own(step))]
    assert len(found) == 1
    cards = {seat: table.state.played.known_at(hand(seat)) for seat in owners}
    wanted = {
        f"p{one}": {seat: cards[seat] for seat in owners if owners[seat] == one} for one in owners.values()
    }
    assert {name: {one.seat: one.cards for one in part.hands} for name, part in found[0].items()} == wanted


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(b)(1)")
@pytest.mark.parametrize("by_himself", [False, True])
def test_a_player_alone_is_told_how_his_hand_was_set_and_whether_by_the_house_way(by_himself: bool) -> None:
    bets = {1: {"ante": "10"}, 2: {"ante": "10"}}
    order = stacked("PA-680a", bets, {("player", 1): "Kc Qc Jc Ts 5d"})
    table = Played(submission("PA-680a", wagers={}), order).start(bets)
    given = {"cards": ["Kc", "Jc", "Ts"]} if by_himself else {}
    table.do("set_hand", player(1), seat=1, **given)
    parts = own(table.steps[-1])
    assert list(parts) == ["p1"]
    three = set(parts["p1"].three)
    assert three == set(parse_cards("Kc Jc Ts")) if by_himself else len(three) == 3
    assert parts["p1"].house_way == (not by_himself)


def unseen(regulation: str) -> tuple[Played, str]:
    """A round in which p1's wager is settled on cards that others never see, and the event that does it."""
    if regulation == "PA-669a":
        bets = {seat: {"ante": "10", "blind": "10", "pair_plus": "5"} for seat in (1, 2)}
        order = stacked("PA-669a", bets, {("player", 1): "6s 6h 2d", ("player", 2): "9c Td Jh"})
        table = Played(submission("PA-669a", wagers={}), order)
        return table.start(bets).finish({1: "fold", 2: "play 1x"}), "collect_forfeits"
    bets = {1: {"ante": "10"}, 2: {"ante": "10"}}
    hands = {
        ("player", 1): "2c 2d 3h 2h 3s",
        ("player", 2): "Kc Qc Jc 9s 5d",
        ("dealer", 0): "4c 4d 4h 4s 6c",
    }
    table = Played(submission("PA-680a", wagers={}), stacked("PA-680a", bets, hands))
    return table.start(bets).finish({}), "settle_player"


@pytest.mark.parametrize(
    ("regulation", "wager", "held", "net"),
    [
        pytest.param(
            "PA-669a",
            "pair_plus",
            "pair of 6s, 2 kicker",
            500,
            marks=pytest.mark.clause("I-86"),
        ),
        pytest.param(
            "PA-680a",
            "ante",
            "Point Count 6",
            0,
            marks=pytest.mark.clause("PA-680a.11(d)(1)(i)", "I-139"),
        ),
    ],
)
def test_a_player_alone_is_told_what_his_unseen_hand_was_when_it_is_settled(
    regulation: str, wager: str, held: str, net: int
) -> None:
    """669a: a folded pair is looked at and paid; 680a: with neither qualifying two cards stay face down."""
    table, kind = unseen(regulation)
    found = {}
    for step in of_kind(table, kind):
        for account, part in own(step).items():
            found[account] = [(one.wager, one.hand, one.net) for one in part.lines]
    assert found == {"p1": [(wager, held, net)]}


def test_who_has_left_is_told_what_the_cage_keeps_for_him() -> None:
    """$5,000 he came with, less an Ante of $10 that was abandoned; nobody else is told of it."""
    table = rare.departures()
    (end,) = of_kind(table, "end_round")
    kept = {account: part.kept for account, part in own(end).items()}
    assert kept == {"p2": 4_990_00}


# ── the crew alone ──


def test_the_crew_alone_is_told_what_is_asked_for_and_by_whom() -> None:
    table = rare.departures()
    wanted = [
        RequestView(1, "record_departure", "dealer", "p2 has left in the middle of the round"),
        RequestView(2, "record_departure", "dealer", "p2 has left in the middle of the round"),
        RequestView(3, "rule_departed", "floorperson", "the wagers of seat 2 are abandoned and lost"),
        RequestView(4, "correct", "floorperson", "$1 to the house for p1: paid twice"),
    ]
    for step, request in zip(of_kind(table, "ask"), wanted, strict=True):
        check_crew(step, CrewPart(request=request))


def test_the_crew_alone_is_told_why_a_table_was_stopped() -> None:
    (stop,) = of_kind(rare.stopped(), "stop_table")
    check_crew(stop, CrewPart(why="the books do not balance"))


@pytest.mark.parametrize(
    ("played", "light", "waits"),
    [("jackpot", True, False), ("dark_light", False, False), ("link_down", True, True)],
)
def test_the_crew_alone_is_told_who_verified_a_win_and_how(played: str, light: bool, waits: bool) -> None:
    (verified,) = of_kind(getattr(rare, played)(), "verify_win")
    check = CheckView(1, "three_card_progressive", "dealer", light, "", waits)
    check_crew(verified, CrewPart(check=check))


# ── of several ──


def secret_rounds() -> Iterator[Played]:
    yield from (rare.departures(), rare.jackpot(), rare.stopped(), unseen("PA-669a")[0], unseen("PA-680a")[0])


def test_of_several_events_in_one_frame_each_is_told_with_what_is_added_to_it() -> None:
    """As if each had come by itself."""
    for table in secret_rounds():
        first, last = table.steps[0], table.steps[-1]
        look = Look(
            last.after,
            last.links,
            last.number,
            before=first.before,
            events=[step.event for step in table.steps],
            states=[step.after for step in table.steps],
        )
        for viewer in EVERYBODY:
            apart = [json.loads(step.look().frame_bytes(viewer))["events"] for step in table.steps]
            together = json.loads(look.frame_bytes(viewer))["events"]
            assert together == [event for (event,) in apart], viewer
            assert together == look.frame(viewer).to_json()["events"], viewer


@pytest.mark.parametrize(("up", "more"), [((1, 3), False), ((1,), True), ((3,), True), ((), True)])
def test_a_player_may_know_more_where_one_hand_of_several_is_unseen(
    up: tuple[int, ...], more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events_, "is_up", lambda state, place: place.seat in up)
    settled = Settled((made(seat=1), made(seat=3)))
    moment: Any = made(event=made(data=settled), before=made(), after=made())
    assert events_.may_tell_more(moment) == more


@pytest.mark.clause("I-155")
def test_an_auditor_sees_the_whole_deck_after_the_round_beside_what_the_crew_sees() -> None:
    table = rare.jackpot()
    (end,) = of_kind(table, "end_round")
    auditor = Viewer("auditor", "auditor")
    seen = json.loads(end.look().view_bytes(auditor))
    assert len(seen["seal"]["cards"]) == 52 and len(told(end, auditor).own.seal) == 52
    assert seen["crew"]["dealer"] == "dealer" and seen["crew"]["decks"][0]["stage"] == "used"
    assert seen == end.look().view(auditor).to_json()
