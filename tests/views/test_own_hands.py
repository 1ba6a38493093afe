"""Which cards a player looks at and from when: those of all his boxes, once the deal is complete and the stub
put away; and what is in the stub nobody sees, whatever is opened afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.event import Person
from feltlaw.table import Command
from feltlaw.table.course import next_offer
from feltlaw.table.deciding import waiting
from feltlaw.views import Viewer, view
from tests.support.driver import drive, main_bets
from tests.support.eyes import Eyes
from tests.support.played import (
    CHIPS,
    CREW,
    DEALS,
    Played,
    main_wagers,
    shuffled_deck,
    submission,
)

ANN, BOB = Viewer("player", "ann"), Viewer("player", "bob")
BOXES = {
    "PA-649a": {1: ANN, 2: ANN, 3: ANN, 5: BOB},
    "PA-679a": {2: BOB, 3: BOB, 5: ANN, 6: ANN},
    "PA-680a": {1: BOB, 2: ANN, 3: ANN, 4: ANN},
    "MA-TCP": {1: BOB, 2: BOB, 3: BOB, 4: ANN, 5: ANN, 6: ANN},
    "PA-669a": {2: BOB, 5: ANN},
}
"""Who bets where; in Raise It Up each on one position (669a.7(e))."""
EXAMINE = {
    "PA-649a": ("11(a)", "11(a)(1)", "1:hand"),
    "PA-679a": ("11(a)", "11(a)(1)", "1:hand"),
    "PA-680a": ("11(a)", "11(a)(1)"),
    "PA-669a": ("11(a)", "11(a)(1)"),
    "MA-TCP": ("10(a)", "1:hand"),
}
"""A hand is what is held after the cards are dealt; then each examines his own."""
PUT_AWAY = {
    "PA-649a": ("8(e) 8(f) 8(g)", "9(c) 9(d) 9(e)", "10(c)#2 10(d) 10(e)"),
    "PA-679a": ("8(d) 8(e) 8(f)", "9(c) 9(d) 9(e)", "10(c) 10(d) 10(e)"),
    "PA-669a": ("8(e) 8(f) 8(g)", "9(c) 9(d) 9(e)", "10(c) 10(d) 10(e)"),
    "PA-680a": ("8(d) 8(e) 8(f)", "9(c) 9(d) 9(e)", "10(c) 10(d) 10(e)"),
    "MA-TCP": ("7(d) 7(e) 7(e)(1)", "8(d) 8(e) 7(e)(1)", "9(d) 9(e) 7(e)(1)"),
}
"""The stub goes into the rack unexposed, or is counted face down and then goes there: out of a shoe, from
the hand, out of an automated shoe."""
WHOLE = {"PA-680a": 53}
OTHERS = ("dealer", "floorperson", "manager", "cashier")
"""Who serves the table or the house, and sees no more of the stub than a player; an auditor does (I-155)."""


def ways() -> Iterator[Any]:
    """Every way to deal, the stub counted or racked, and the dealer's stack held in the shoe."""
    for name, deals in PUT_AWAY.items():
        own = [f"{name}.{one}" for one in EXAMINE[name]]
        for deal, clauses in zip(DEALS, deals, strict=True):
            racks, *counts = (f"{name}.{one}" for one in clauses.split())
            for stub, about in (("rack_stub", [racks]), ("count_stub", counts)):
                proved = pytest.mark.clause(*own, *about, "I-10")
                yield pytest.param(name, {"deal": deal}, stub, marks=proved, id=f"{name}-{deal}-{stub}")
    held = pytest.mark.clause("MA-TCP.10(a)", "MA-TCP.1:hand", "MA-TCP.9(c)(2)", "MA-TCP.9(d)", "I-10")
    cards = {"deal": "automated_shoe", "dealer_stack": "held"}
    yield pytest.param("MA-TCP", cards, "rack_stub", marks=held, id="MA-TCP-held")


def played(regulation: str, cards: Mapping[str, Any], stub: str) -> Played:
    """A whole round of these players; the stub is racked, or counted first."""
    most = 1 if regulation == "PA-669a" else 3
    about = submission(regulation, cards=cards, limits={"adjacent_boxes": most})
    table = Played(about, shuffled_deck(regulation, stub))
    boxes = BOXES[regulation]
    for seat, who in boxes.items():
        table.do("sit", person(who), seat=seat)
    for who in (ANN, BOB):
        table.do("buy_in", person(who), amount=CHIPS)
    table.crew()
    for seat, who in boxes.items():
        table.do("bet", person(who), seat=seat, wagers=main_wagers(about))
    table.do("no_more_bets", CREW["dealer"])
    while table.state.rounds == 0:
        go_on(table, stub)
    return table


def go_on(table: Played, stub: str) -> None:
    offer = next_offer(table.state)
    if offer is not None and offer.do == "rack_stub" and stub == "count_stub":
        left = WHOLE.get(table.submission.regulation.id, 52) - len(table.state.played.facts.dealt)
        table.do("count_stub", CREW["dealer"], cards=left)
    elif offer is not None:
        table.give(Command(offer.do, CREW[offer.roles[0]], offer.data))
    else:
        found = waiting(table.state)
        assert found is not None
        seat = found[1][0]
        by = person(BOXES[table.submission.regulation.id][seat])
        if found[0].sets:
            table.do("set_hand", by, seat=seat)
        else:
            word = "fold" if seat % 2 else "play"
            act = next((one for one in found[0].acts if one.word == word), found[0].acts[0])
            table.do("decide", by, seat=seat, act=act.word, times=act.play)


def person(viewer: Viewer) -> Person:
    return Person("player", viewer.account)


@pytest.mark.parametrize(("regulation", "cards", "stub"), list(ways()))
def test_everybody_looks_at_all_his_hands_once_the_stub_is_put_away_and_nobody_at_the_stub(
    regulation: str, cards: dict[str, Any], stub: str
) -> None:
    table = played(regulation, cards, stub)
    boxes, held = BOXES[regulation], "dealer_stack" in cards
    order = [str(Card(card)) for card in table.order]
    eyes = Eyes(regulation, cards["deal"], order, {seat: {"ante": 1} for seat in boxes})
    unseen = set(order[len(eyes.deal_order()) :])
    complete, deals, over = False, 0, False
    for step in table.steps:
        kind = step.event.kind
        deals += kind == "deal"
        complete = complete or kind in ("rack_stub", "count_stub") or (held and deals == len(boxes))
        over = over or kind == "end_round"
        if over and kind != "end_round":
            break
        look = step.look()
        for who in (ANN, BOB):
            you = view(step.after, who, step.links).own.you
            assert you is not None
            mine = {seat: set(eyes.at["player", seat]) for seat, one in boxes.items() if one == who}
            assert {one.seat: {*map(str, one.cards)} for one in you.hands} == (mine if complete else {})
            frame = json.loads(look.frame_bytes(who))
            told = {one["seat"]: set(one["cards"]) for one in frame["view"]["you"].get("hands", ())}
            assert told == (mine if complete else {}), (kind, who)
            assert not unseen & opened(frame), (kind, who)
            if over:
                assert set().union(*mine.values()) <= opened(frame), "each of his hands can be checked"
        assert not unseen & opened(json.loads(look.frame_bytes(Viewer("onlooker")))), kind
        for role in OTHERS if over or kind in ("rack_stub", "count_stub") else ():
            assert not unseen & opened(json.loads(look.frame_bytes(Viewer(role, role)))), (kind, role)
            assert look.view(Viewer(role, role)).own.seal is None, (kind, role)
    assert over and complete


def opened(frame: dict[str, Any]) -> set[str]:
    """The cards that seals in a frame open."""
    found: set[str] = set()
    left: list[tuple[str, Any]] = [("", frame)]
    while left:
        key, one = left.pop()
        if key == "card":
            found.add(one)
        elif isinstance(one, dict):
            left += one.items()
        elif isinstance(one, list):
            left += (("", each) for each in one)
    return found


@pytest.mark.parametrize("dealt", [0, 1, 2])
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name, marks=pytest.mark.clause(*(f"{name}.{at}" for at in found if "(a)(" not in at), "I-155")
        )
        for name, found in EXAMINE.items()
    ],
)
def test_of_a_round_that_is_void_before_all_is_dealt_nobody_is_ever_shown_his_hand(
    regulation: str, deal: str, dealt: int
) -> None:
    """Neither while cards lie there nor by what is opened afterwards: only what lay face up by mistake."""
    about = submission(regulation, cards={"deal": deal})
    table = Played(about, shuffled_deck(regulation, dealt))
    table.sit(1, 2)
    table.crew()
    table.bet(dict.fromkeys((1, 2), main_wagers(about)))
    table.crew(until="deal")
    for do in (*("deal",) * dealt, "report", "report"):
        table.do(do, CREW["dealer"], **({"kind": "card_face_up"} if do == "report" else {}))
    assert table.state.played.void
    while table.state.rounds == 0:
        offer = next_offer(table.state)
        assert offer is not None
        table.give(Command(offer.do, CREW[offer.roles[0]], offer.data))
    up = {str(card) for cards in table.steps[-1].before.played.up.values() for card in cards}
    for step in table.steps:
        for who in (
            Viewer("player", "p1"),
            Viewer("player", "p2"),
            Viewer("onlooker"),
            Viewer("dealer", "dealer"),
        ):
            frame = json.loads(step.look().frame_bytes(who))
            assert opened(frame) <= up and not frame["view"].get("you", {}).get("hands"), (
                step.event.kind,
                who,
            )
    assert up and up <= opened(frame)


# ── further cards ──

NINES = "9h 9d 4c"
BESIDE: list[tuple[str, dict[str, Any], dict[str, int], dict[str, str]]] = [
    ("PA-649a", {"five_card_progressive": {}}, {"five_card_progressive": 100}, {"community": "9s Kc"}),
    ("PA-649a", {"five_card_hand_bonus": {}}, {"five_card_hand_bonus_player": 100}, {"community": "9s Kc"}),
    ("MA-TCP", {"multi_game_link": {}}, {"multi_game_link": 100}, {"community": "9s Kc"}),
    ("PA-679a", {"pair_bonus": {"community_card": True}}, {"pair_bonus": 500}, {"community": "9s"}),
    ("PA-679a", {"pair_bonus": {}}, {"pair_bonus": 500}, {"fourth 1": "9s"}),
]
"""Wagers for which more is dealt than hands, and what is dealt: it would make three 9s, or three kings."""


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(
    ("regulation", "offered", "bet", "further"),
    [
        pytest.param(
            *one, marks=pytest.mark.clause(f"{one[0]}.1:hand"), id=f"{one[0]}-{'-'.join(one[2])}-{at}"
        )
        for at, one in enumerate(BESIDE)
    ],
)
def test_a_hand_is_three_cards_whatever_else_is_dealt(
    regulation: str, deal: str, offered: dict[str, Any], bet: dict[str, int], further: dict[str, str]
) -> None:
    """To its player from the deal to the end, and to everybody once it is turned up; the dealer's too."""
    table = drive(regulation, wagers=offered, cards={"deal": deal})
    table.start({1: {"ante": 1000, **bet}}, {"seat 1": NINES, "dealer": "Kh Kd 2c", **further})
    looked = 0
    for _ in table.to_the_end():
        table.take(table.next())
        seen = view(table.state, Viewer("player", "p1"))
        assert seen.own.you is not None and seen.public.round is not None
        for mine in seen.own.you.hands:
            assert (" ".join(map(str, mine.cards)), mine.hand) == (NINES, "pair of 9s, 4 kicker")
            looked += 1
        for place in seen.public.round.places:
            if place.up and place.group in ("player", "dealer"):
                whose = {"player": "pair of 9s, 4 kicker", "dealer": "pair of kings, 2 kicker"}
                assert (len(place.up), place.hand) == (3, whose[place.group])
    up = {str(card) for cards in table.round.up.values() for card in cards}
    assert looked > 3 and {*NINES.split(), *" ".join(further.values()).split()} <= up


# ── community cards ──


@pytest.mark.clause("PA-669a.1:community-card", "PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
def test_each_community_card_counts_in_every_players_hand_from_the_street_on_which_it_comes_up() -> None:
    """One card on 4th Street, two on 5th, three on 6th; of a hand that has raised already as well."""
    table = drive("PA-669a").start(
        {seat: main_bets("PA-669a") for seat in (1, 3, 4)},
        {"seat 1": "9h 9d 4c", "seat 3": "Kh 7d 2c", "seat 4": "8h 3s 3h", "community": "4s 9c 3d"},
    )
    table.until("deciding")

    def called() -> list[str]:
        found = []
        for seat in (1, 3, 4):
            you = view(table.state, Viewer("player", f"p{seat}")).own.you
            assert you is not None
            found += [one.hand.partition(",")[0] for one in you.hands]
        return found

    streets = [
        ["pair of 9s", "", "pair of 3s"],
        ["two pair", "", "pair of 3s"],
        ["full house", "", "pair of 3s"],
        ["full house", "", "three 3s"],
    ]
    for street, hands in enumerate(streets):
        assert called() == hands, street
        for offer in iter(lambda: next(iter(table.offers("decide")), None), None):
            seat = offer.data.seat
            table.say(seat, "play 1x" if seat == 1 or street == 2 else "check")
        if street < 3:
            table.do("reveal_community")
    table.finish()
    settled = {line.seat: line.hand.partition(",")[0] for line in table.paid() if line.id == "ante"}
    assert settled == {1: "full house", 3: "no listed hand", 4: "three 3s"}
