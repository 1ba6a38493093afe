"""What the program's own players do, and how the crew keeps a table going."""

from __future__ import annotations

from typing import Any

import pytest
from feltlaw.practice import Crew, PracticeDesk, main_bets, usual_bets, usual_decision

from feltlaw.cards import parse_cards
from feltlaw.money import Cents
from feltlaw.regulation import regulation_ids
from feltlaw.round import Refused
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.table import Person, Table

HOUR = 3600


def posted(regulation: str, **changes: Any) -> Submission:
    """A table as a casino would post it."""
    return Submission.from_data({**read_toml(new_submission(regulation)), **changes})


@pytest.mark.parametrize(
    ("regulation", "main"),
    [
        ("PA-649a", {"ante"}),
        ("MA-TCP", {"ante"}),
        ("PA-669a", {"ante", "blind"}),
        ("PA-679a", {"ante"}),
        ("PA-680a", {"ante", "pot"}),
    ],
)
def test_the_fewest_wagers(regulation: str, main: set[str]) -> None:
    assert set(main_bets(posted(regulation))) == main


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_a_compulsory_wager_is_one_of_the_fewest(regulation: str) -> None:
    assert set(main_bets(posted(regulation, version={"pair_plus": "compulsory"}))) == {"ante", "pair_plus"}


def test_wagers_that_cannot_go_together() -> None:
    wagers = {"ante": {"minimum": 10, "maximum": 20}, "pair_plus": {"minimum": 200, "maximum": 300}}
    about = posted("PA-649a", version={"pair_plus": "compulsory"}, wagers=wagers)
    assert main_bets(about) == usual_bets(about, 10_000_00) == {}
    covered = posted("PA-649a", version={"pair_plus": "ante_covers"}, wagers=wagers)
    assert usual_bets(covered, 10_000_00) == {"ante": 10_00}


@pytest.mark.parametrize(
    ("chips", "bets"),
    [
        (60_00, {"ante", "blind", "pair_plus"}),
        (59_99, {"ante", "blind"}),
        (30_00, {"ante", "blind"}),
        (29_99, set()),
        (0, set()),
    ],
)
def test_few_chips_buy_few_wagers(chips: Cents, bets: set[str]) -> None:
    assert set(usual_bets(posted("PA-669a"), chips)) == bets


@pytest.mark.parametrize("regulation", regulation_ids())
def test_a_decision_is_always_a_legal_one(regulation: str) -> None:
    """Also with an excellent hand and no chips for it."""
    about = posted(regulation)
    for decision in about.regulation.decisions:
        words = [act.say for act in decision.acts]
        for legal in (words, [act.say for act in decision.acts if not act.play]):
            for cards in ("Ah Ad Ac", "2c 7d 9h"):
                board = parse_cards("Kh Qd 3c")[: decision.revealed]
                if legal:
                    assert usual_decision(about, parse_cards(cards), board, legal) in legal


def test_a_deck_that_grows_old_while_people_bet_is_changed() -> None:
    about = posted("PA-649a")
    table = Table(about)
    now = [0]
    crew = Crew(table, PracticeDesk(about, "old"), lambda: now[0])
    ann = Person("player", "Ann")
    table.do("sit", ann, seat=1)
    table.do("buy_in", ann, amount=100_00)
    list(crew.run())
    table.do("bet", ann, seat=1, wager="ante", amount=10_00)
    first = table.state.deck
    now[0] = 9 * HOUR
    with pytest.raises(Refused, match="too long"):
        crew.close_betting()
    done = [event.kind for events in crew.run() for event in events]
    assert done[0] == "change_deck"
    assert table.state.deck != first
    assert table.state.on_felt() == {1: {"ante": 10_00}}
    crew.close_betting()
    assert table.state.round is not None and table.state.round.locked


@pytest.mark.clause("PA-649a.5(f)", "PA-649a.5(f)#2")
def test_cards_left_alone_are_spread_and_washed_for_the_next_player() -> None:
    about = posted("PA-649a")
    table = Table(about)
    crew = Crew(table, PracticeDesk(about, "idle"), lambda: table.state.now + 1)
    for name in ("Ann", "Bob"):
        table.do("sit", Person("player", name), seat=1)
        table.do("buy_in", Person("player", name), amount=100_00)
        done = [event.kind for events in crew.run() for event in events]
        assert table.state.phase == "betting"
        assert ("idle_wash" in done) == (name == "Bob")
        table.do("leave", Person("player", name))
        assert [event.kind for events in crew.run() for event in events] == ["idle_spread"]
