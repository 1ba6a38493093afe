"""After a round everybody can check the cards he saw or held against the seal, and no others (I-155)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from feltlaw.cards import Card, parse_card
from feltlaw.seal import Opened, is_sealed
from feltlaw.views import Viewer
from tests.support.played import (
    SIDES,
    Played,
    Step,
    cases,
    shuffled_deck,
    stacked,
    submission,
    usual_bets,
    viewers,
)
from tests.support.ways import allowed
from tests.views.test_views import of_the_round


def opened(items: Iterable[Mapping[str, Any]]) -> list[Opened]:
    """What a viewer gets, read as he would read it."""
    return [
        Opened(one["place"], parse_card(one["card"]), one["nonce"], tuple(one.get("path", ())))
        for one in items
    ]


def at_the_end(table: Played) -> Step:
    return of_the_round(table)[-1]


def told(step: Step, viewer: Viewer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(step.look().frame_bytes(viewer))["events"][0]
    assert found["kind"] == "end_round"
    return found


def posted_root(table: Played, viewer: Viewer) -> str:
    """The root this viewer saw before the first wager was locked."""
    call = next(step for step in table.steps if step.event.kind == "no_more_bets")
    found: str = json.loads(call.look().view_bytes(viewer))["deck"]["root"]
    return found


def cut_or_not() -> list[tuple[str, str, str]]:
    """With every way of dealing, cards that a device has shuffled and cards that were cut."""
    return [
        (regulation, deal, shuffle)
        for regulation, deal in cases()
        for shuffle in ("automated", "manual")
        if any((way.deal, way.shuffle) == (deal, shuffle) for way in allowed(regulation))
    ]


@pytest.mark.clause("I-155")
@pytest.mark.parametrize(("regulation", "deal", "shuffle"), cut_or_not())
def test_everybody_opens_what_he_saw_or_held(regulation: str, deal: str, shuffle: str) -> None:
    """With and without a cut; every card checks, and a wrong card, place or nonce does not."""
    sections: dict[str, Any] = {"cards": {"deal": deal, "shuffle": shuffle}}
    if shuffle == "manual":
        sections["wagers"] = {name: {} for name in SIDES[regulation] if name != "cover_all"}
    about = submission(regulation, **sections)
    bets = usual_bets(about)
    table = Played(about, shuffled_deck(regulation, deal)).start(bets).finish(random.Random(7))
    end = at_the_end(table)
    up = {str(card) for cards in end.before.played.up.values() for card in cards}
    for viewer in viewers(bets):
        event = told(end, viewer)
        root = posted_root(table, viewer)
        shown, own = opened(event["data"]["seal"]["cards"]), opened(event.get("own", {}).get("seal", ()))
        assert event["data"]["seal"]["root"] == root
        assert {str(one.card) for one in shown} == up
        for one in (*shown, *own):
            assert is_sealed(root, one)
            assert not is_sealed(root, replace(one, card=Card((one.card + 1) % 52)))
            assert not is_sealed(root, replace(one, place=(one.place + 1) % 52))
            assert not is_sealed(root, replace(one, nonce="0" * 32))
        held = {str(one.card) for one in own}
        if viewer.role == "auditor":
            assert held == {str(Card(card)) for card in table.order}
        else:
            assert held == hand_of(end, viewer) - up


def hand_of(step: Step, viewer: Viewer) -> set[str]:
    """The cards a player was dealt, from the facts of the round."""
    facts = step.before.played.facts
    seats = [seat for seat, name in facts.players.items() if viewer == Viewer("player", name)]
    return {str(one.card) for one in facts.dealt if one.place.group == "player" and one.place.seat in seats}


@pytest.mark.clause("I-155")
def test_the_state_shows_it_too_until_the_deck_is_shuffled_again() -> None:
    about = submission("PA-649a")
    bets = usual_bets(about)
    table = Played(about, shuffled_deck("PA-649a", 4)).start(bets).finish(dict.fromkeys(bets, "fold"))
    ended = at_the_end(table)
    look = ended.look()
    event = told(ended, Viewer("player", "p1"))
    assert json.loads(look.view_bytes(Viewer("player", "p1")))["round"]["seal"] == event["data"]["seal"]
    racked = json.loads(look.view_bytes(Viewer("player", "p2")))["you"]["seal"]
    assert racked == told(ended, Viewer("player", "p2"))["own"]["seal"] and len(racked) == 3
    audit = json.loads(look.view_bytes(Viewer("auditor", "auditor")))
    assert len(audit["seal"]["cards"]) == 52
    assert table.state.round is not None and not table.state.round.ended
    later = json.loads(table.steps[-1].look().view_bytes(Viewer("auditor", "auditor")))
    assert "seal" not in later and "seal" not in later["round"], "the next deck is nobody's to open"


SURRENDERED = {1: {"ante": "10", "pair_plus": "5"}, 2: {"ante": "10", "pair_plus": "5"}, 3: {"ante": "10"}}


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108", "I-155")
def test_a_surrendered_hand_stays_unseen() -> None:
    """No other player's view of the round or of the opened seal tells the three cards; all that was shown
    checks against the root."""
    hands = {("player", 1): "Ks Kh 3d", ("player", 2): "4s 4h 2d", ("dealer", 0): "Qs 8d 3h"}
    table = Played(submission("MA-TCP", wagers={}), stacked("MA-TCP", SURRENDERED, hands))
    table.start(SURRENDERED).finish({1: "play", 2: "surrender", 3: "fold"})
    given_up = {"4s", "4h", "2d"}
    for step in table.steps:
        for viewer in viewers({1: 1, 3: 1}):
            if viewer.role == "auditor" and step.event.kind in ("end_round", "shuffle", "place_cards"):
                continue
            text = step.look().frame_bytes(viewer).decode()
            assert not any(f'"{card}"' in text for card in given_up), (step.event.kind, viewer)
            assert "pair of 4s" not in text
    end = at_the_end(table)
    root = posted_root(table, Viewer("onlooker"))
    for viewer in viewers(SURRENDERED):
        event = told(end, viewer)
        cards = opened([*event["data"]["seal"]["cards"], *event.get("own", {}).get("seal", ())])
        assert all(is_sealed(root, one) for one in cards)
        if viewer.role != "auditor":
            assert ({str(one.card) for one in cards} >= given_up) == (viewer == Viewer("player", "p2"))
    collected = next(step for step in table.steps if step.event.kind == "collect_forfeits")
    forfeits = json.loads(collected.look().frame_bytes(Viewer("onlooker")))["events"][0]["data"]
    assert forfeits["counted"] == [{"place": "player 2", "cards": 3}], "counted face down"


@pytest.mark.clause("I-155")
def test_what_is_opened_tells_nothing_of_its_neighbours() -> None:
    """A path holds hashes of other leaves, never a nonce that would open them."""
    about = submission("PA-649a")
    table = Played(about, shuffled_deck("PA-649a", 9)).start(usual_bets(about)).finish(random.Random(2))
    end = at_the_end(table)
    everything = opened(told(end, Viewer("auditor", "auditor"))["own"]["seal"])
    shown = json.dumps(told(end, Viewer("onlooker")))
    up = {str(card) for cards in end.before.played.up.values() for card in cards}
    for one in everything:
        assert (one.nonce in shown) == (str(one.card) in up)
