"""Which of two decks is in play: everybody is told the colour of its back, the crew that of both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feltlaw.views import Viewer, view
from tests.support.driver import REGULATIONS, Driver, drive, main_bets
from tests.table.pauses import TWO, out

COLOURS = pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name, marks=pytest.mark.clause("MA-TCP.2(b)(2)" if name == "MA-TCP" else f"{name}.3(b)(1)")
        )
        for name in REGULATIONS
    ],
)
BACKS = pytest.mark.parametrize("backs", [("red", "blue"), ("green", "black")])
ROLES = ("dealer", "auditor")
Backs = list[str | None]


def check(table: Driver, backs: Backs, playing: int) -> None:
    """Told to each of them, whatever is done with the cards."""
    lying: str | None = backs[playing]
    viewers = [Viewer("player", "p1"), Viewer("onlooker")]
    for viewer in (*viewers, *(Viewer(role, f"{role} 9") for role in ROLES)):
        seen = view(table.state, viewer)
        deck, crew = seen.public.deck, seen.own.crew
        assert (deck and deck.back) == lying, viewer
        assert (crew is not None) == (viewer.role in ROLES)
        if crew is not None:
            assert [one and one.back for one in crew.decks] == backs


def round_(table: Driver) -> Iterator[None]:
    """One round, step by step up to the last card in the rack; then the other deck's turn has come."""
    table.start({1: main_bets(table.state.submission.regulation.id)})
    rounds = table.state.rounds
    while table.state.rounds == rounds:
        yield
        table.take(table.next())


@COLOURS
@BACKS
def test_everybody_is_told_the_back_of_the_deck_that_is_played_with(
    regulation: str, backs: tuple[str, str]
) -> None:
    """From the first on that is brought; each of the two in its turn, and another that comes for it."""
    table = drive(regulation, cards={**TWO, "deck_backs": list(backs)})
    table.sit(1)
    here: Backs = [None, None]
    check(table, here, 0)
    for deck in (0, 1):
        table.do("receive_deck", deck=deck)
        here[deck] = backs[deck]
        check(table, here, 0)
    for turn in (0, 1, 0, 1):
        for _ in round_(table):
            check(table, here, turn)
        check(table, here, 1 - turn)
    for deck in (1, 0):
        table.do("change_deck", deck=deck)
        check(table, [None if at == deck else back for at, back in enumerate(here)], 0)
        table.do("receive_deck", deck=deck)
        check(table, here, 0)


@COLOURS
@BACKS
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("moment", ["shuffling", "betting", "dealing", "settling"])
def test_the_deck_that_goes_on_alone_is_told_by_its_own_colour(
    regulation: str, backs: tuple[str, str], rounds: int, moment: str
) -> None:
    """The shuffler fails while either of the two is in play, between rounds or in one; when it is back, a
    deck of the other colour comes, and they take turns again."""
    table = drive(regulation, cards={**TWO, "deck_backs": list(backs)})
    table.sit(1)
    for _ in range(rounds):
        table.start({1: main_bets(regulation)}).finish()
    if moment in ("dealing", "settling"):
        table.start({1: main_bets(regulation)})
    table.until(moment)
    kept, other = backs[rounds % 2], backs[1 - rounds % 2]
    check(table, [*backs], rounds % 2)
    table.do("device_out_of_order", **out(regulation))
    while table.state.locked is not None:
        check(table, [*backs], rounds % 2)
        table.take(table.next())
    for _ in range(2):
        check(table, [kept], 0)
        for _ in round_(table):
            check(table, [kept], 0)
    table.do("device_repaired", device="shuffler")
    check(table, [kept, None], 0)
    table.do("receive_deck", deck=1)
    check(table, [kept, other], 0)
    for turn in (0, 1, 0):
        for _ in round_(table):
            check(table, [kept, other], turn)
