"""Nobody's view holds a card he may not see: change an unseen card, and no byte of the view changes."""

from __future__ import annotations

import random

import pytest

from feltlaw.regulation import regulation_ids
from feltlaw.table import apply, start
from feltlaw.views import VIEWERS, view
from tests.driver import drive
from tests.leaks import check_views, seen_bytes, visible
from tools.goldens import PLAYERS, names, play_golden


def viewers() -> list[tuple[str, str]]:
    return [(role, name) for role in VIEWERS for name in (PLAYERS.values() if role == "player" else [""])]


@pytest.mark.parametrize("name", names())
def test_an_unseen_card_changes_no_view(name: str) -> None:
    """At every moment of a round, its settlement included."""
    table = play_golden(name)
    rng = random.Random(name)
    state = start(table.submission)
    checked = 0
    for event in table.events:
        state = apply(state, event)
        if state.round is not None and not state.round.ended:
            checked += check_views(state, rng, viewers())
    assert checked > 60


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "I-79")
@pytest.mark.parametrize("community", [False, True])
def test_a_fourth_card_that_is_not_turned_up_is_in_no_view(community: bool) -> None:
    """A losing Pair Bonus is collected without it: whether it was a 2 stays unknown."""
    place = "community" if community else "fourth 1"
    seen = []
    for card in ("2c", "3c"):
        table = drive("PA-679a", wagers={"pair_bonus": {"paytable": "A", "community_card": community}})
        bets = {1: {"ante": 1000, "pair_bonus": 500}}
        table.start(bets, {"seat 1": "Kh 9d 4s", "dealer": "Qs 8d 3h", place: card})
        while "settle_player" not in table.offered():
            table.take(table.next())
        table.do("settle_player")
        lines = view(table.state, "onlooker")["round"]["settled"]
        assert {line["wager"]: line["result"] for line in lines}["pair_bonus"] == "lose"
        seen.append(lines)
    assert seen[0] == seen[1]
    hands = {line["wager"]: line.get("hand") for line in seen[0]}
    assert hands["ante"] and hands["pair_bonus"] is None


@pytest.mark.parametrize("name", names())
def test_settlement_shows_only_what_was_turned_up(name: str) -> None:
    """Hands not yet turned up stay unseen by everybody but their owners."""
    table = play_golden(name)
    state = start(table.submission)
    for event in table.events:
        state = apply(state, event)
        round_ = state.round
        if round_ is None or round_.settlement is None:
            continue
        for role, person in viewers():
            shown = visible(state, role, person)
            for seat, owner in round_.players.items():
                hand = set(state.cards_at(f"seat {seat}"))
                if seat not in round_.turned_up and owner != person:
                    assert not hand & shown, (event.kind, role, person, seat)


@pytest.mark.parametrize("name", names())
def test_players_see_their_own_hand_only_after_the_deal(name: str) -> None:
    table = play_golden(name)
    state = start(table.submission)
    before = after = 0
    for event in table.events:
        state = apply(state, event)
        for person in PLAYERS.values():
            hands = view(state, "player", person)["you"]["hands"]
            if state.phase in ("dealing", "stub"):
                assert hands == {}
                before += 1
            if state.phase == "deciding":
                assert len(hands) == 1
                after += 1
    assert before and after


def test_the_nonce_and_the_order_are_in_no_view() -> None:
    for name in names():
        table = play_golden(name)
        state = start(table.submission)
        for event in table.events:
            state = apply(state, event)
            for role, person in viewers():
                text = seen_bytes(state, role, person).decode()
                assert all(not one or not one.nonce or one.nonce not in text for one in state.decks)
                assert '"order"' not in text


def test_there_are_five_kinds_of_view() -> None:
    state = play_golden(f"{regulation_ids()[0]}-hand").state
    with pytest.raises(ValueError, match="no view for a stranger"):
        view(state, "stranger")
