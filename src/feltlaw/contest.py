"""Contests: what happened between hands, as pure functions over ranks. What that pays is data.

The names an outcome may have are the regulation files' own (`vocabulary.CONTESTS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from feltlaw.ranking.base import Rank


class Outcome(StrEnum):
    """What a contest says, from the player's side."""

    DEALER_DOES_NOT_QUALIFY = "dealer_does_not_qualify"
    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"
    BAD_BEAT = "bad_beat"
    NEITHER_QUALIFIES = "neither_qualifies"
    ONLY_PLAYER_QUALIFIES = "only_player_qualifies"
    ONLY_PLAYER_QUALIFIES_WITH_HALF_POINTS = "only_player_qualifies_with_half_points"
    ONLY_DEALER_QUALIFIES = "only_dealer_qualifies"
    HIGHER_WITH_HALF_POINTS = "higher_with_half_points"
    HIGHEST = "highest"
    TIED = "tied"
    NOT_HIGHEST = "not_highest"


BY_QUALIFYING = frozenset({Outcome.NEITHER_QUALIFIES, Outcome.ONLY_DEALER_QUALIFIES})
"""Outcomes that say who qualifies and nothing of what a hand is worth."""


def against_dealer(player: Rank, dealer: Rank, qualifier: Rank, bad_beat: Rank | None = None) -> Outcome:
    """A hand against a dealer who needs `qualifier`; from `bad_beat` upward a lower hand is a bad beat."""
    if dealer < qualifier:
        return Outcome.DEALER_DOES_NOT_QUALIFY
    if player > dealer:
        return Outcome.HIGHER
    if player == dealer:
        return Outcome.EQUAL
    if bad_beat is not None and player >= bad_beat:
        return Outcome.BAD_BEAT
    return Outcome.LOWER


def showdown(player: Rank, dealer: Rank, half_points: int) -> Outcome:
    """Saigon's Ante: Point Counts, 0 where a hand does not qualify; a win with `half_points` stands apart."""
    half = player == half_points
    if player == 0:
        return Outcome.ONLY_DEALER_QUALIFIES if dealer else Outcome.NEITHER_QUALIFIES
    if dealer == 0:
        return Outcome.ONLY_PLAYER_QUALIFIES_WITH_HALF_POINTS if half else Outcome.ONLY_PLAYER_QUALIFIES
    if player > dealer:
        return Outcome.HIGHER_WITH_HALF_POINTS if half else Outcome.HIGHER
    return Outcome.EQUAL if player == dealer else Outcome.LOWER


def pot(hands: Sequence[Rank]) -> list[Outcome]:
    """Which of the competing hands wins the Pot, alone or tied."""
    best = max(hands, default=0)
    winners = sum(hand == best for hand in hands)
    win = Outcome.HIGHEST if winners == 1 else Outcome.TIED
    return [win if hand == best else Outcome.NOT_HIGHEST for hand in hands]


def divide(total: int, weights: Sequence[int]) -> list[int]:
    """Whole cents in shares by weight, the leftover cents one each to the first (I-59, I-137)."""
    shares = [total * weight // sum(weights) for weight in weights]
    left = total - sum(shares)
    return [share + (at < left) for at, share in enumerate(shares)]
