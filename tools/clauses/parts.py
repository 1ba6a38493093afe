"""Which functions read and apply each part of a regulation's data.

A place in the data is written as words: `wager.ante.outcomes.higher`, `steps.round.decide`. `*` stands for any
word, and the pattern that follows a place farthest counts. To add code that applies a part, add it here; the
tests see to it that every name exists and every place of the data has a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from feltlaw.ranking.shapes import SHAPES
from feltlaw.regulation.model import Place

PARTS: dict[str, tuple[str, ...]] = {
    "seats": ("round.betting:check_seat",),
    "boxes": ("submission.check:_limits", "round.betting:check_table"),
    "layout": ("regulation.load:_build",),
    "deck": ("regulation.load:_deck", "submission.check:_cards"),
    "deck.cover_card": ("submission.check:_cards",),
    "deck.change": ("regulation.load:_deck",),
    "deck.second": ("submission.check:_cards",),
    "deck.second.backs": ("submission.check:_backs",),
    "shuffle": ("submission.check:_cards",),
    "dealing": ("submission.check:_cards",),
    "approvals": ("submission.check:_attest",),
    "ranking": ("regulation.rankings:read_rankings", "ranking.poker:Poker.read"),
    "ranking.*.card_order": ("ranking.shapes:spread",),
    "ranking.*.ace_low": ("ranking.shapes:_run",),
    "ranking.*.ties": ("ranking.poker:Poker.rank",),
    "ranking.*.thresholds": ("ranking.poker:Poker.threshold",),
    **{f"ranking.*.shapes.{name}": (f"ranking.shapes:{shape.find.__name__}",) for name, shape in SHAPES.items()},
    "ranking.same_color": ("ranking.kinds:SameColor.read",),
    "ranking.same_color.shapes": ("ranking.kinds:SameColor.read",),
    "ranking.three_card_and_fourth": ("ranking.kinds:WithFourth.read",),
    "ranking.highest_hand": ("ranking.kinds:Highest.read",),
    "ranking.point_count": ("ranking.points:PointCount.points",),
    "ranking.point_count.values": ("ranking.points:PointCount.values",),
    "ranking.point_count.qualifying": ("ranking.points:PointCount.qualifies",),
}


def words_of(place: Place, clause: str) -> tuple[str, ...]:
    """A place as words, with the key that cites the clause where that is not `clause` itself."""
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^."]+', re.sub(r"\[\d+\]", ".*", place.where))]
    if words[-1] == "*":
        named = (place.data.get(key) for key in ("do", "settle", "what", "shows", "key", "name"))
        words[-1] = next((str(name) for name in named if name), "*")
    return (*words, *(key for key in citing_keys(place.data, clause) if key != "clause"))


def citing_keys(data: Mapping[str, object], clause: str) -> list[str]:
    """The keys of a row under which this clause stands."""
    return [key for key, value in data.items() if value == clause or (isinstance(value, list) and clause in value)]


def functions(place: Place, clause: str) -> tuple[str, ...]:
    """The functions of the longest pattern that fits, as `feltlaw.module:name`."""
    words = words_of(place, clause)
    fitting = [pattern for pattern in PARTS if _fits(pattern.split("."), words)]
    if not fitting:
        return ()
    return tuple(f"feltlaw.{name}" for name in PARTS[max(fitting, key=_weight)])


@lru_cache(maxsize=None)
def _weight(pattern: str) -> tuple[int, int]:
    """The longer pattern counts, and among equals the one with fewer blanks."""
    return pattern.count(".") + 1, -pattern.count("*")


def _fits(pattern: list[str], words: tuple[str, ...]) -> bool:
    return len(pattern) <= len(words) and all(
        want in ("*", word) for want, word in zip(pattern, words, strict=False)
    )
