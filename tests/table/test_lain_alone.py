"""Cards that lay at a table without players, after rounds were played: which decks, and who has to come."""

from __future__ import annotations

import pytest

from tests.support.driver import DEALER, Driver, drive, each, main_bets, marks
from tests.support.rounds import player
from tests.table.pauses import TWO, stages


def left(regulation: str, **cards: object) -> Driver:
    """A table that both players left after a round."""
    table = drive(regulation, cards=cards).start().finish()
    for seat in (1, 3):
        table.do("leave", player(seat))
    return table


@each("each_deck", "idle_spread", "idle_wash")
@pytest.mark.clause("I-149")
@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("preshuffled", [False, True])
def test_a_deck_that_lay_alone_is_spread_though_the_other_one_is_new(
    regulation: str, deck: int, rounds: int, preshuffled: bool
) -> None:
    """Whether the one that is changed was to be played next or lay in the rack, and before the first round:
    what is done with it at its opening is not done with the other; a preshuffled one is not even washed."""
    table = drive(regulation, cards=TWO)
    for _ in range(rounds):
        table.start().finish()
    table.sit(*({1, 3} - {*table.state.seats}))
    table.until("shuffling")
    for seat in (1, 3):
        table.do("leave", player(seat))
    table.do("change_deck", deck=deck)
    table.do("receive_deck", deck=deck, preshuffled=preshuffled)
    table.sit(2)
    lay = stages(table)[1 - deck]
    for step in () if preshuffled else ("inspect", "verify_inspection", "spread", "wash"):
        table.do(step, deck=deck)
        assert stages(table)[1 - deck] == lay
    assert [one and one.unwatched for one in table.state.decks] == [at != deck for at in (0, 1)]
    table.until("betting")
    refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "idle_spread").args
    table.do("idle_spread", DEALER)
    table.do("idle_wash")
    assert stages(table) == ["stacked", "stacked"]
    table.start({2: main_bets(regulation)}).finish()


@each("each_deck", "idle_spread", "idle_wash")
@pytest.mark.clause("I-149")
@pytest.mark.parametrize("first", [0, 1])
def test_only_two_new_decks_spare_what_has_lain_alone(regulation: str, first: int) -> None:
    """One after the other, whichever comes first: with the first of them the other has lain there still."""
    table = drive(regulation, cards=TWO).start().finish()
    for seat in (1, 3):
        table.do("leave", player(seat))
    table.do("change_deck", deck=first)
    table.do("receive_deck", deck=first)
    table.sit(2)
    table.until("shuffling")
    assert [one and one.unwatched for one in table.state.decks] == [at != first for at in (0, 1)]
    table.do("change_deck", deck=1 - first)
    table.do("receive_deck", deck=1 - first)
    table.start({2: main_bets(regulation)}).finish()
    assert not table.events("idle_spread")


@each("idle_spread")
def test_new_decks_did_not_lie_alone(regulation: str) -> None:
    for decks in (1, 2):
        table = left(regulation, shuffle="automated", decks=decks)
        for deck in range(decks):
            table.do("change_deck", deck=deck)
        table.start({2: main_bets(regulation)}).finish()
        assert not table.events("idle_spread")


@each("idle_spread", "idle_wash")
@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_after_rounds_too_the_cards_wait_for_somebody_to_look(regulation: str, shuffle: str) -> None:
    """Face up he asks for it himself; in Massachusetts they may lie either way, and are then not turned
    up once more (MA 5(e))."""
    face_up = regulation == "MA-TCP"
    table = left(regulation, shuffle=shuffle)
    if not face_up:
        assert "no player is there" in table.refused("idle_spread", DEALER, face_up=True).what
    table.do("idle_spread", DEALER, face_up=face_up)
    assert "no player" in table.refused("idle_wash", DEALER, face_up=False).what
    assert "idle_wash" not in table.offered() and stages(table) == ["idle"]
    table.sit(2)
    table.do("idle_wash", DEALER, face_up=False)
    assert "have not been shuffled" in table.refused("place_cards", DEALER).what
    table.start({2: main_bets(regulation)}).finish()


@pytest.mark.clause("MA-TCP.4(c)", "MA-TCP.5(e)")
@pytest.mark.parametrize("face_up", [True, False])
def test_cards_that_were_washed_lie_face_down(face_up: bool) -> None:
    """However they were spread: 4(c) has them turned face down before they are washed."""
    table = left("MA-TCP")
    table.do("idle_spread", DEALER, face_up=face_up)
    table.sit(2)
    table.do("idle_wash", DEALER, face_up=not face_up)
    assert [deck and (deck.stage, deck.face_up) for deck in table.state.decks] == [("stacked", False)]


@each("stay_seated", "idle_spread")
def test_who_has_left_bets_no_more_and_who_comes_after_him_not_before_the_wash(regulation: str) -> None:
    table = drive(regulation).open(1)
    table.do("leave", player(1))
    assert [deck and deck.unwatched for deck in table.state.decks] == [True]
    assert "bet" not in table.offered()
    table.sit(2)
    refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what


STEPS = ("receive_deck", "inspect", "verify_inspection", "spread", "wash")


@each("wash")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("done", range(1, len(STEPS) + 1))
def test_the_wash_of_the_opening_is_the_wash_whenever_the_players_had_left_before_it(
    regulation: str, decks: int, done: int
) -> None:
    """4(c): a deck is washed once, when somebody was there to look; only one that lay washed and alone is
    spread again (5(f), MA 5(e))."""
    table = drive(regulation, cards={"shuffle": "automated", "decks": decks})
    table.sit(1)
    table.do("receive_deck", deck=0)
    for step in STEPS[1:done]:
        table.do(step, deck=0)
    table.do("leave", player(1))
    washed = STEPS[done - 1] == "wash"
    if not washed:
        for step in STEPS[done:-1]:
            table.do(step, deck=0)
        assert "no player" in table.refused("wash", DEALER, deck=0).what
    table.sit(2)
    table.until("betting")
    assert not table.events("idle_spread")
    assert [event.data.deck for event in table.events("wash")] == [*range(decks)]
    if washed:
        refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
        assert "spread and washed" in refusal.what
        return
    table.do("bet", player(2), seat=2, wagers=main_bets(regulation))
    table.do("no_more_bets")
    table.finish()
