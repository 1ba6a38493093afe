"""Nobody's view holds a card he may not see: change an unseen card, and no byte of the view changes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from feltlaw.views import VIEWERS, view

from feltlaw.cli.layout import lines_of, reason
from feltlaw.regulation import regulation_ids
from feltlaw.settlement.explain import why
from feltlaw.table import apply, start
from tests.driver import Driver, drive
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


def folded_under_cover_all(folded: str, racked: str = "8c 6d 2h", *, counts: bool = True) -> Driver:
    """A round with Cover All in which seats 3 and 4 have folded, all of it settled."""
    bets = {1: {"ante": 1000, "cover_all": 500}, 3: {"ante": 1000}, 4: {"ante": 1000}}
    table = drive("MA-TCP", wagers={"cover_all": {"folded_hands_count": counts}})
    hands = {"seat 1": "2d 9c Jh", "seat 3": folded, "seat 4": racked, "dealer": "2s 9h Jd"}
    table.start(bets, hands).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    table.until(do="settle_rest")
    table.do("settle_rest")
    return table


def cover_all(folded: str, racked: str = "8c 6d 2h", *, counts: bool = True) -> list[dict[str, Any]]:
    """What an onlooker sees of it."""
    table = folded_under_cover_all(folded, racked, counts=counts)
    settled = view(table.state, "onlooker")["round"]["settled"]
    return [line for line in settled if line.get("wager") == "cover_all"]


@pytest.mark.clause("MA-TCP.12(b)", "I-100")
def test_a_folded_hand_that_was_racked_shows_in_no_cover_all_line() -> None:
    """The dealer looks at it and racks it: whether it was a pair stays unknown. A straight lies face up."""
    high, pair = cover_all("Qs Th 3d"), cover_all("Ks Kh 3d")
    assert high == pair
    assert [(line["result"], line["outcome"], "hand" in line) for line in pair] == [
        ("lose", "nothing", False)
    ]
    (straight,) = cover_all("4s 5h 6c")
    assert (straight["outcome"], straight["hand"]) == ("straight", "straight, 6 high, held by seat 3")
    lies = cover_all("4s 5h 6c", "4d 5c 6h")
    assert lies == cover_all("4s 5h 6c", "Qs Qh 2c")
    assert "held by seat 3" in lies[0]["hand"]
    (apart,) = cover_all("Ks Kh 3d", counts=False)
    assert (apart["outcome"], apart["hand"]) == ("high_card", "jack high, held by seat 1 and the dealer")


@pytest.mark.clause("I-100")
def test_nor_does_the_game_in_the_terminal_tell_it() -> None:
    table = folded_under_cover_all("Ks Kh 3d")
    (line,) = lines_of(table.state, table.last("settle_rest"))
    assert (line.id, line.result) == ("cover_all", "lose")
    assert reason(table.state, line) == why(line) == "no hand in sight is enough"


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


@pytest.mark.clause("PA-680a.11(a)", "PA-649a.11(a)")
@pytest.mark.parametrize("regulation", ["PA-680a", "PA-649a"])
def test_cards_of_a_deal_that_was_never_complete_are_nobodys_to_look_at(regulation: str) -> None:
    """A round that is void before 11(a) never shows a player his cards; one void later does."""
    for dealt in (1, 6, 100):
        table = drive(regulation).start()
        while table.state.phase == "dealing" and len(table.round.dealt) < dealt:
            table.do("deal")
        table.do("report", kind="wrong_number_of_cards")
        while table.state.rounds == 0:
            assert view(table.state, "player", "P1")["you"]["hands"] == {}
            table.take(table.next())
        assert view(table.state, "player", "P1")["you"]["hands"] == {}
    looked = drive(regulation).start().until("deciding")
    looked.do("report", kind="wrong_number_of_cards")
    assert view(looked.state, "player", "P1")["you"]["hands"]


@pytest.mark.clause("MA-TCP.10(a)")
def test_a_player_goes_on_looking_at_his_cards_while_the_dealers_stack_comes() -> None:
    cards = {"deal": "automated_shoe", "dealer_stack": "held"}
    table = drive("MA-TCP", cards=cards).start().until("deciding")
    while table.state.rounds == 0:
        assert len(view(table.state, "player", "P1")["you"]["hands"]["1"]) == 3
        table.take(table.next())
