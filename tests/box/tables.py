"""Tables of the box: all five games, with meters of their own and on links they share."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from feltlaw.house import Mode
from feltlaw.submission import Submission

QUICK = {"betting_seconds": 10, "decision_seconds": 8}
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("PA-649a", {"three_card_progressive": {"meter": "tcp"}, "six_card_bonus": {}}),
    ("PA-669a", {"three_card_progressive": {"meter": "tcp"}}),
    ("PA-649a", {"three_card_progressive": {"meter": "tcp"}, "five_card_hand_bonus": {}}),
    ("MA-TCP", {"six_card_bonus": {}, "multi_game_link": {"meter": "multi"}}),
    ("PA-679a", {"prime": {}, "pair_bonus": {}}),
    ("PA-680a", {"pot": {}, "bonus": {}}),
)


@cache
def submitted(game: int, no_answer: str) -> Submission:
    regulation, wagers = GAMES[game]
    return Submission.from_data(
        {
            "regulation": regulation,
            "limits": {"minimum": 5, "maximum": 500},
            "wagers": wagers,
            "automatic": {**QUICK, "no_answer": no_answer},
        }
    )


def choose_tables(rng: random.Random, most: int) -> dict[str, tuple[Mode, Submission]]:
    """Two tables, or three; often two of them share a link."""
    many = min(most, rng.choice((2, 2, 2, 3)))
    games = [rng.randrange(3), *(rng.randrange(len(GAMES)) for _ in range(many - 1))]
    found: dict[str, tuple[Mode, Submission]] = {}
    for number, game in enumerate(games, 1):
        mode: Mode = "automatic" if rng.random() < 0.7 else "dealt"
        found[f"t{number}"] = (mode, submitted(game, rng.choice(("wait", "fold"))))
    return found
