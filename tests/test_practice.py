"""What the program's own players do, and how the crew keeps a table going."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.crew import Crew
from feltlaw.desk import Desk, open_desk
from feltlaw.event import Person
from feltlaw.feed import Feed
from feltlaw.mathematics.engines import engine_for
from feltlaw.money import Cents
from feltlaw.practice import Adviser, decisions_for, main_bets, spoken, usual_bets
from feltlaw.record.store import MemoryStore
from feltlaw.refusal import Refused
from feltlaw.regulation import regulation_ids
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.views import View, Viewer

HOUR = 3_600_000
ANN = Person("player", "ann")


def posted(regulation: str, **changes: Any) -> Submission:
    """A table as a casino would post it."""
    return Submission.from_data({**read_toml(new_submission(regulation)), **changes})


def desk_of(about: Submission, seed: object = "practice", clock: Any = lambda: 1000) -> Desk:
    return open_desk(about, MemoryStore(), source=SeededSource(str(seed)), clock=clock)


# ── stakes ──


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


# ── decisions ──


def dealt(about: Submission, seed: int, chips: str = "500") -> tuple[Desk, Feed]:
    """A player alone with the main wagers, up to his first decision."""
    desk = desk_of(about, seed)
    feed, crew = Feed(desk), Crew(desk)
    desk.do("sit", ANN, {"seat": 1})
    desk.do("buy_in", ANN, {"amount": chips})
    crew.run()
    bets = {wager: f"{cents / 100:.2f}" for wager, cents in main_bets(about, alone=True).items()}
    desk.do("bet", ANN, {"seat": 1, "wagers": bets})
    crew.close_betting()
    crew.run()
    return desk, feed


def mine(feed: Feed) -> View:
    return feed.view(Viewer("player", "ann"))


@pytest.mark.parametrize("regulation", regulation_ids())
def test_a_decision_is_what_the_mathematics_says(regulation: str) -> None:
    """Street by street, from the player's own view; a hand that is set, the house way."""
    about = posted(regulation)
    adviser, engine = Adviser(about), engine_for(about)
    stays = folds = 0
    for seed in range(12):
        desk, feed = dealt(about, seed)
        while feed.look.public.waits and feed.look.public.waits.seats:
            view = mine(feed)
            choice = adviser.choose(view, 1)
            offers = decisions_for(view, 1)
            if choice.do == "decide":
                (taken,) = [one for one in offers if one.data == choice.data]
                assert view.own.you is not None and view.public.round is not None
                places = view.public.round.places
                board = next((place.up for place in places if place.group == "community"), ())
                assert spoken(about, taken) == engine.hand((*view.own.you.hands[0].cards, *board)).best
                stays += bool(choice.data.get("times"))
                folds += choice.data["act"] == "fold"
            desk.do(choice.do, ANN, choice.data)
            Crew(desk).run()
    if regulation != "PA-680a":
        assert stays and folds


def test_with_too_few_chips_the_best_of_what_is_left_is_done() -> None:
    """What a player cannot pay for is not offered, and so never chosen."""
    about = posted("PA-669a")
    for seed in range(30):
        desk, feed = dealt(about, seed, chips="25")
        while feed.look.public.waits and feed.look.public.waits.seats:
            choice = Adviser(about).choose(mine(feed), 1)
            assert choice.data["act"] in ("check", "fold")
            desk.do(choice.do, ANN, choice.data)
            Crew(desk).run()


def test_advice_needs_nothing_but_what_a_player_sees() -> None:
    """Another player's view of the same table gives no advice at all."""
    about = posted("PA-649a")
    _, feed = dealt(about, 1)
    assert Adviser(about).values(mine(feed), 1) is not None
    assert Adviser(about).values(feed.view(Viewer("player", "bob")), 1) is None
    assert Adviser(about).values(feed.view(Viewer("dealer", "dealer")), 1) is None


# ── the crew ──


def test_a_deck_that_grows_old_while_people_bet_is_changed() -> None:
    now = [0]
    desk = desk_of(posted("PA-649a"), "old", lambda: now[0])
    crew = Crew(desk)
    desk.do("sit", ANN, {"seat": 1})
    desk.do("buy_in", ANN, {"amount": "100"})
    crew.run()
    desk.do("bet", ANN, {"seat": 1, "wagers": {"ante": "10"}})
    first = desk.state.deck
    now[0] = 9 * HOUR
    with pytest.raises(Refused, match="too long"):
        crew.close_betting()
    answer = crew.run()
    assert answer is not None and answer.events[0].kind == "change_deck"
    assert desk.state.deck != first
    assert desk.state.on_felt(1, "ante") == 10_00
    crew.close_betting()
    assert desk.state.locked is not None


@pytest.mark.clause("PA-649a.5(f)", "PA-649a.5(f)#2")
def test_cards_left_alone_are_spread_and_washed_for_the_next_player() -> None:
    desk = desk_of(posted("PA-649a"), "idle")
    crew = Crew(desk)
    for name in ("ann", "bob"):
        person = Person("player", name)
        desk.do("sit", person, {"seat": 1})
        desk.do("buy_in", person, {"amount": "100"})
        answer = crew.run()
        assert desk.state.phase == "betting"
        done = [event.kind for event in answer.events] if answer else []
        assert ("idle_wash" in done) == (name == "bob")
        desk.do("leave", person, {"seat": 1})
        left = crew.run()
        assert left is not None and [event.kind for event in left.events] == ["idle_spread"]
