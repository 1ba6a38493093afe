"""What cards that somebody sees are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from feltlaw.cards import Card
from feltlaw.ranking import PointCount, Poker, Ranking
from feltlaw.ranking.poker import NOTHING
from feltlaw.regulation import Regulation
from feltlaw.regulation.model import ContestTerms
from feltlaw.round.setting import house_way, points_ranking
from feltlaw.submission import Submission
from feltlaw.table.places import Place
from feltlaw.values import memo

OWN, BOARD = "player", "community"


class Called(NamedTuple):
    """A hand in words, how it is set, and whether it qualifies; None where that is not asked of it."""

    hand: str = ""
    three: tuple[Card, ...] = ()
    qualifies: bool | None = None


def players_hand(submission: Submission, cards: Sequence[Card], board: Sequence[Card]) -> str:
    """A player's cards, with the community cards that are up where the game is about both."""
    for groups, ranking in memo(submission, "players_rankings", lambda one: tuple(_rankings(one))):
        if BOARD in groups and not board:
            continue
        hand = ranking.so_far([*cards, *(board if BOARD in groups else ())])
        return "" if hand.shape == NOTHING else hand.title
    return ""


def reads_board(submission: Submission, place: Place) -> bool:
    """Whether the hand in a place is made of the community cards too, once they are up."""
    found = memo(submission, "players_rankings", lambda one: tuple(_rankings(one)))
    return place.group == OWN and bool(found) and BOARD in found[0][0]


def _rankings(submission: Submission) -> Iterator[tuple[tuple[str, ...], Poker]]:
    """How a player's own cards may be read: first as in the main game, then by themselves."""
    regulation = submission.regulation
    main = regulation.decisions[0].of if regulation.decisions else ""
    wagers = sorted(
        (offered.wager for offered in submission.wagers.values()),
        key=lambda wager: (wager.id != main, len(wager.cards)),
    )
    for wager in wagers:
        ranking = regulation.rankings.get(wager.ranking)
        readable = set(wager.cards) <= {OWN, BOARD} and OWN in wager.cards
        if isinstance(ranking, Poker) and readable and (wager.id == main or wager.cards == (OWN,)):
            yield wager.cards, ranking


def set_hand(regulation: Regulation, three: Sequence[Card], two: Sequence[Card]) -> Called:
    """Two hands as they were set; of one whose other two cards lie face down, only whether it qualifies."""
    ranking = points_ranking(regulation)
    if ranking is None:
        return Called()
    words = ranking.read(two).title if two else ""
    return Called(words, tuple(three), ranking.qualifies(three))


def dealers_hand(submission: Submission, cards: Sequence[Card]) -> Called:
    """The dealer's cards, in the ranking of the contest he takes part in."""
    regulation = submission.regulation
    own = regulation.deal.dealer
    terms = _dealers_contest(regulation)
    if own is None or terms is None or len(cards) != own.most:
        return Called()
    ranking: Ranking = regulation.rankings[terms.ranking]
    if isinstance(ranking, PointCount):
        split = house_way(regulation, tuple(cards))
        return set_hand(regulation, split.three, split.two) if split else Called()
    assert isinstance(ranking, Poker)
    hand = ranking.read(cards)
    return Called(hand.title, (), hand.rank >= ranking.threshold(terms.qualifier).rank)


def _dealers_contest(regulation: Regulation) -> ContestTerms | None:
    """The contest against the dealer: one for which he qualifies."""
    return next((one for one in regulation.contests.values() if one.qualifier or one.half_points), None)
