"""What a player is told that his cards are while he looks at them: the hand they will be settled as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.submission import Submission
from feltlaw.views import Viewer, view
from feltlaw.views.reading import players_hand
from tests.ranking.test_called import clauses
from tests.support.called import KINDS, UNLISTED
from tests.support.driver import drive, main_bets, submission
from tests.support.rounds import line

OFFERED: dict[str, dict[str, Any]] = {"PA-680a": {"bonus": {}}}
"""Beside the main game: in Saigon the Bonus is all that five cards are read for."""
READ = [
    pytest.param(name, ranking, shape, marks=pytest.mark.clause(*clauses(name, ranking, shape)),
                 id=f"{name}-{ranking}-{shape}")
    for name, ranking in (
        ("PA-649a", "three_card"), ("MA-TCP", "three_card"), ("PA-679a", "three_card"),
        ("PA-669a", "three_card"), ("PA-669a", "six_card"), ("PA-680a", "bonus_hand"),
    )
    for shape in KINDS[name, ranking]
]  # fmt: skip


def called(about: Submission, cards: Sequence[str], board: Sequence[str] = ()) -> str:
    return players_hand(about, parse_cards(" ".join(cards)), parse_cards(" ".join(board)) if board else ())


@pytest.mark.parametrize(("regulation", "ranking", "shape"), READ)
def test_a_player_reads_at_his_cards_what_they_are_called(regulation: str, ranking: str, shape: str) -> None:
    """The joker used already, a low ace low, and with the community's cards once these are all up."""
    about = submission(regulation, wagers=OFFERED.get(regulation, {}))
    many = {"three_card": 3, "bonus_hand": 5, "six_card": 6}[ranking]
    hands = list(KINDS[regulation, ranking][shape](many))
    for cards, title in hands[:: max(1, len(hands) // 60)]:
        own = 5 if regulation == "PA-680a" else 3
        held = cards.split()
        assert called(about, held[:own], held[own:]) == ("" if title == UNLISTED else title), cards


@pytest.mark.clause("PA-680a.6(c)", "PA-680a.11(a)", "I-142")
@pytest.mark.parametrize(
    ("cards", "title"),
    [
        ("Jk Ac Ad Kh Qs", "three aces"),
        ("Ac Ad Kh Qs Jk", "three aces"),
        ("Jk Ad Kc Kh Qs", "two pair, aces and kings, queen kicker"),
        ("Jk 2c 3d 4h 5s", "straight, 6 high"),
        ("Jk Kd 9d 5d 2d", "flush, ace high"),
        ("Jk Kh Qh Jh Th", "royal flush of hearts with the joker"),
        ("Ac Ad Ah Kh Qs", "three aces"),
        ("Jk Kc Kh Qs 2d", ""),
    ],
)
def test_whoever_looks_at_a_joker_is_told_his_hand_with_it(cards: str, title: str) -> None:
    """Before anything is set as afterwards, when the Bonus is settled."""
    table = drive("PA-680a", wagers={"bonus": {}})
    table.start({1: {**main_bets("PA-680a"), "bonus": 500}}, {"seat 1": cards})
    table.until("deciding")
    you = view(table.state, Viewer("player", "p1")).own.you
    assert you is not None
    (mine,) = you.hands
    assert (set(map(str, mine.cards)), mine.hand) == ({*cards.split()}, title)
    table.finish()
    assert line(table, 1, "bonus").hand == (title or UNLISTED)


@pytest.mark.clause("PA-680a.6(c)", "PA-680a.12(c)")
def test_without_a_bonus_nobody_reads_poker_hands_in_saigon() -> None:
    for cards in ("Jk Ac Ad Kh Qs", "Ac Ad Ah Kh Qs", "Ah Kh Qh Jh Th"):
        assert called(submission("PA-680a"), cards.split()) == ""


BOARDS = [
    (1, "As Ks Qs", "mini-royal of spades", "9h 4d 2c", ["", "", ""]),
    (1, "As Ks Qs", "mini-royal of spades", "Js Ts 2c", ["", *["royal flush of spades"] * 2]),
    (1, "9s 8s 7s", "straight flush, 9 high", "Kh 4d 2c", ["", "", ""]),
    (1, "9s 8s 7s", "straight flush, 9 high", "Ks 2s 4d", ["", *["flush, king high"] * 2]),
    (2, "9s 9h 9d", "three 9s", "Kc Kh 2d", ["three 9s", *["full house, 9s over kings"] * 2]),
    (2, "9s 9h 9d", "three 9s", "Kc 5h 2d", ["three 9s"] * 3),
    (2, "9s 9h 9d", "three 9s", "9c Kh 2d", ["four 9s", *["four 9s, king kicker"] * 2]),
    (3, "9s 8h 7d", "straight, 9 high", "9c Kh 2d",
     ["pair of 9s, 8 kicker", *["pair of 9s, king kicker"] * 2]),
    (3, "9s 8h 7d", "straight, 9 high", "Kc 5h 2d", ["", "", ""]),
    (4, "Ks 9s 4s", "flush, king high", "Kh 7d 2c", ["pair of kings, 9 kicker"] * 3),
    (4, "Ks 9s 4s", "flush, king high", "Qh 7d 2c", ["", "", ""]),
    (5, "9s 9h 4d", "pair of 9s, 4 kicker", "4c Kh 2d",
     ["two pair, 9s and 4s", *["two pair, 9s and 4s, king kicker"] * 2]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("own", "alone", "board", "titles"),
    [
        pytest.param(*case, marks=pytest.mark.clause(f"PA-669a.6(c)({number})", "PA-669a.11(i)(2)"))
        for number, *case in BOARDS
    ],
)
def test_three_cards_are_called_by_themselves_until_a_community_card_is_up_and_not_beside_one(
    own: str, alone: str, board: str, titles: list[str]
) -> None:
    """The hands of three cards are for Pair Plus and Progressive; whoever holds one has with the board what
    all the cards make, higher or lower, whichever order they lie in and whatever else is offered."""
    for beside in ((), ("three_card_progressive",), ("six_card_bonus",)):
        about = submission("PA-669a", wagers={wager: {} for wager in beside})
        cards = own.split()
        for held in (cards, cards[::-1], [cards[1], cards[2], cards[0]]):
            assert called(about, held) == alone
            up = board.split()
            assert [called(about, held, up[:many]) for many in (1, 2, 3)] == titles


@pytest.mark.parametrize(
    ("own", "alone", "board", "titles"),
    [pytest.param(*case, marks=pytest.mark.clause(f"PA-669a.6(c)({number})")) for number, *case in BOARDS],
)
@pytest.mark.clause("PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
def test_at_the_table_a_player_is_told_it_card_by_card(
    own: str, alone: str, board: str, titles: list[str]
) -> None:
    table = drive("PA-669a", wagers={"three_card_progressive": {}})
    table.start({1: main_bets("PA-669a")}, {"seat 1": own, "community": board}).until("deciding")
    for many, title in enumerate((alone, *titles[:2])):
        you = view(table.state, Viewer("player", "p1")).own.you
        assert you is not None
        (mine,) = you.hands
        assert mine.hand == title
        if many < 2:
            table.say(1, "check")
            table.do("reveal_community")
