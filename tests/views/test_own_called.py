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
