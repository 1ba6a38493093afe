"""Nothing shows through: two unseen cards change places, and no byte of what anybody gets changes.

Two tables are played with the same people doing the same things, on decks in which two cards are exchanged.
As long as both pay the same and turn the same cards up, nobody but those who have seen one of the two can
tell them apart: not by a view, not by an event, not by a seal that was opened. Seals are written here with
leaves that do not depend on the card, as if the hash hid it perfectly; that it does is the hash's business.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.views import Viewer
from feltlaw.views.parts import LineView
from tests.support.effort import LONG, some
from tests.support.leaks import check_views
from tests.support.played import (
    Played,
    Step,
    cases,
    exchanged,
    shuffled_deck,
    stacked,
    submission,
    usual_bets,
    viewers,
)
from tests.views.test_views import EXTRA

PAIRS = 4
DECKS = 2 if LONG else 1
"""Exchanges tried on each of these decks, for each way of dealing."""


@pytest.fixture(autouse=True)
def leaves_that_hide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from feltlaw import seal

    def leaf(place: int, card: int, nonce: bytes) -> bytes:
        return hashlib.sha256(bytes((place,)) + nonce).digest()

    seal._tree.cache_clear()
    monkeypatch.setattr(seal, "_leaf", leaf)
    yield
    seal._tree.cache_clear()


def told_by_the_rules(step: Step) -> tuple[Any, ...]:
    """What an event tells by what it does: the money it moves, and the cards it turns up."""
    shown = getattr(step.event.data, "shown", ())
    shown = shown if isinstance(shown, tuple) else (shown,)
    money = tuple(
        (line.seat, line.id, line.stake, line.paid, line.returned)
        for line in getattr(step.event.data, "lines", ())
    )
    racked = tuple(getattr(step.event.data, "racked", ()))
    return step.event.kind, money, tuple((one.place, one.cards) for one in shown), racked, step.event.phase


def watched(one: Played, other: Played, viewer: Viewer, cards: set[int]) -> int:
    """Compares what a viewer gets at two tables until he has seen one of the cards; how many frames."""
    frames = 0
    for first, second in zip(one.steps, other.steps, strict=False):
        if told_by_the_rules(first) != told_by_the_rules(second):
            break
        if cards & (seen_by(first, viewer) | seen_by(second, viewer)):
            break
        mine, theirs = first.look().frame_bytes(viewer), second.look().frame_bytes(viewer)
        assert mine == theirs, (viewer, first.event.kind, [str(Card(card)) for card in cards])
        frames += 1
    return frames


def seen_by(step: Step, viewer: Viewer) -> set[int]:
    """What a viewer has seen by now: what lies up, and his own hand; an auditor after the round, all."""
    round_ = step.after.round
    if round_ is None:
        return set()
    found = {int(card) for cards in round_.up.values() for card in cards}
    if viewer.role == "auditor" and round_.ended:
        found |= set(range(53))
    own = [seat for seat, name in round_.facts.players.items() if viewer == Viewer("player", name)]
    return found | {
        int(one.card)
        for one in round_.facts.dealt
        if one.card is not None and one.place.group == "player" and one.place.seat in own
    }


def some_viewers(bets: Mapping[int, object]) -> list[Viewer]:
    """One of each kind, and two players."""
    return [one for one in viewers(bets) if one.account not in ("p2", "p5", "manager", "cashier")]


def every_way() -> Iterator[Any]:
    for regulation, deal in cases():
        yield pytest.param(regulation, deal, {}, id=f"{regulation}-{deal}")
    for regulation, deal, sections, _ in EXTRA:
        name = "-".join([regulation, deal, *(f"{key}" for part in sections.values() for key in part)])
        yield pytest.param(regulation, deal, sections, id=name)


@pytest.mark.effort
@pytest.mark.clause("I-155")
@pytest.mark.parametrize(("regulation", "deal", "sections"), list(every_way()))
def test_an_unseen_card_changes_no_byte(regulation: str, deal: str, sections: dict[str, Any]) -> None:
    """At every moment of a round and after it, for everybody; of dealt cards and of the stub."""
    about = submission(regulation, **{**sections, "cards": {"deal": deal, **sections.get("cards", {})}})
    bets = usual_bets(about)
    frames = whole = 0
    for seed in range(DECKS):
        order = shuffled_deck(regulation, f"leak {regulation} {deal} {seed}")

        def table(cards: Sequence[int], seed: int = seed) -> Played:
            return Played(about, cards).start(bets).finish(random.Random(seed))

        first = table(order)
        rng = random.Random(f"{regulation} {deal} {seed}")
        for again in range(PAIRS):
            one, other = rng.sample(range(30 if again % 3 else 20, len(order)), 2)
            if again % 2:
                one = rng.randrange(20)
            pair = {order[one], order[other]}
            names = str(Card(order[one])), str(Card(order[other]))
            second = table(exchanged(order, dict([names])))
            for viewer in some_viewers(bets):
                many = watched(first, second, viewer, pair)
                frames += many
                whole += many == len(first.steps)
    assert frames > 250 * DECKS, "something was compared"
    assert whole, "whole rounds among it"


@pytest.mark.effort
@pytest.mark.parametrize(("regulation", "deal"), list(cases()))
def test_nor_does_one_show_through_a_state(regulation: str, deal: str) -> None:
    """The quick way, for tables that nobody can play twice."""
    about = submission(regulation, cards={"deal": deal})
    bets = usual_bets(about)
    table = Played(about, shuffled_deck(regulation, deal)).start(bets).finish(random.Random(3))
    rng = random.Random(regulation)
    assert (
        sum(check_views(step.after, rng, some_viewers(bets), step.links) for step in some(table.steps)) > 50
    )


# ── what only the rules tell ──


def others(*seats: int) -> list[Viewer]:
    """Everybody who is not at these seats; an auditor sees the whole deck after the round."""
    own = {f"p{seat}" for seat in seats}
    return [one for one in viewers({2: 1, 3: 1}) if one.account not in own and one.role != "auditor"]


def same_for(one: Played, other: Played, viewer: Viewer) -> bool:
    """Whether somebody gets the same, byte for byte, from two tables."""
    return [step.look().frame_bytes(viewer) for step in one.steps] == [
        step.look().frame_bytes(viewer) for step in other.steps
    ]


RAISED = {1: {"ante": "10", "blind": "10", "pair_plus": "5"}, 2: {"ante": "10", "blind": "10"}}


@pytest.mark.clause("PA-669a.11(f)#2", "PA-669a.11(f)#3", "I-86")
def test_a_pair_plus_on_a_racked_hand_tells_its_payment_and_no_more() -> None:
    """669a: the dealer looks at the folded hand, pays and racks it; which pair it was, nobody learns."""
    about = submission("PA-669a", wagers={})
    hands = {("player", 1): "6s 6h 2d", ("player", 2): "9c Td Jh", ("community", 0): "9h 4c 5d"}
    order = stacked("PA-669a", RAISED, hands)

    def folded(cards: Sequence[int]) -> Played:
        return Played(about, cards).start(RAISED).finish({1: "fold", 2: "play 1x"})

    sixes = folded(order)
    kings = folded(exchanged(order, {"6s": "Ks", "6h": "Kh", "2d": "3d"}))
    for viewer in others(1):
        assert same_for(sixes, kings, viewer), viewer
    assert not same_for(sixes, kings, Viewer("player", "p1"))
    step = next(one for one in sixes.steps if one.event.kind == "collect_forfeits")
    (told,) = step.look().frame(Viewer("dealer", "dealer")).events
    (line,) = [one for one in told.data.lines if one.wager == "pair_plus"]  # type: ignore[attr-defined]
    assert (line.paid, line.returned, line.net) == (500, 500, 500)
    assert (line.outcome, line.pays, line.hand) == ("", "", "")
    assert "PA-669a.11(i)(1)" in line.clauses and not any(":" in one for one in line.clauses), (
        "no row is named"
    )
    (mine,) = step.look().frame(Viewer("player", "p1")).events
    assert mine.own is not None and mine.own.lines[0].hand == "pair of 6s, 2 kicker"
    nothing = folded(exchanged(order, {"6s": "Ks", "6h": "Qh", "2d": "3d"}))
    assert not same_for(sixes, nothing, Viewer("onlooker")), "the payment itself is seen"


COVERED = {1: {"ante": "10", "cover_all": "5"}, 3: {"ante": "10"}, 4: {"ante": "10"}}


def cover_all(order: Sequence[int], **wager: Any) -> Played:
    """A round with Cover All in which seats 3 and 4 fold."""
    about = submission("MA-TCP", wagers={"cover_all": wager})
    return Played(about, order).start(COVERED).finish({1: "play", 3: "fold", 4: "fold"})


def highest(table: Played) -> tuple[str, str, str]:
    """Result, outcome and hand of the Cover All line, as an onlooker sees them."""
    line = cover_line(table)
    return line.result, line.outcome, line.hand


def cover_line(table: Played) -> LineView:
    step = next(one for one in table.steps if one.event.kind == "settle_rest")
    round_ = step.look().public.round
    assert round_ is not None
    (line,) = [one for one in round_.lines if one.wager == "cover_all"]
    return line


@pytest.mark.clause("MA-TCP.12(b)", "MA-TCP.12(h)a", "I-100")
def test_a_folded_hand_that_was_racked_shows_in_no_cover_all_line() -> None:
    """The dealer looks at it and racks it: whether it was a pair stays unknown. A straight lies face up."""
    hands = {("player", 1): "2d 9c Jh", ("player", 3): "Qs Th 3d", ("player", 4): "8c 6d 2h",
             ("dealer", 0): "2s 9h Jd"}  # fmt: skip
    order = stacked("MA-TCP", COVERED, hands)
    high = cover_all(order)
    pair = cover_all(exchanged(order, {"Qs": "Ks", "Th": "Kh"}))
    assert highest(high) == highest(pair) == ("lose", "", "")
    assert all(same_for(high, pair, viewer) for viewer in others(3))
    straight = exchanged(order, {"Qs": "4s", "Th": "5h", "3d": "6c"})
    assert highest(cover_all(straight)) == ("win", "straight", "straight, 6 high, held by seat 3")
    assert cover_line(cover_all(straight)).pays == "2 to 1" and cover_line(high).pays == ""
    both = exchanged(straight, {"8c": "4d", "6d": "5c", "2h": "6h"})
    assert highest(cover_all(both))[2].endswith("held by seat 4"), "seat 3's equal hand was racked unseen"
    apart = cover_all(exchanged(order, {"Qs": "Ks", "Th": "Kh"}), folded_hands_count=False)
    assert highest(apart) == ("lose", "high_card", "jack high, held by seat 1 and the dealer")


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "I-79")
@pytest.mark.parametrize("community", [False, True])
def test_a_fourth_card_that_is_not_turned_up_is_in_no_view(community: bool) -> None:
    """A losing Pair Bonus is collected without it: whether it was a 2 stays unknown, also to its player."""
    about = submission("PA-679a", wagers={"pair_bonus": {"community_card": community}})
    bets = {1: {"ante": "10", "pair_bonus": "5"}}
    hands = {("player", 1): "Kh 9d 4s", ("dealer", 0): "Qs 8d 3h", ("fourth", 1): "2c"}
    order = stacked("PA-679a", bets, hands)
    two, three = (
        Played(about, cards).start(bets).finish({1: "play"})
        for cards in (order, exchanged(order, {"2c": "3c"}))
    )
    for viewer in (*others(), Viewer("player", "p1")):
        assert same_for(two, three, viewer), viewer
    step = next(one for one in two.steps if one.event.kind == "settle_player")
    assert [
        (line.wager, line.result, line.outcome, line.hand)
        for line in step.look().frame(Viewer("player", "p1")).view.public.round.lines  # type: ignore[union-attr]
        if line.wager == "pair_bonus"
    ] == [("pair_bonus", "lose", "high_card", "king high")]
