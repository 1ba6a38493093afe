"""Which engine solves which kind of main game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from feltlaw.cards import Card
from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.box_stakes import UnitStakes
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, WagerAnalysis
from feltlaw.mathematics.together import Changed
from feltlaw.money import Cents
from feltlaw.regulation.main_game import MainGame, main_game, main_wager
from feltlaw.submission import Submission


@dataclass(frozen=True)
class Limited:
    """A main game whose winnings a payout limit may cut."""

    most: Callable[[], Fraction]
    """The most that one round hands over under the limit, per unit."""
    results: Callable[[Cents], Distribution]
    """The game at its best, per unit, with the limit applied to an Ante of so many cents."""


@dataclass(frozen=True)
class Engine:
    """One submission's main game; the modules that solve it are loaded when they are needed."""

    main: str
    """The wager under which the whole game is entered."""
    analyze: Callable[[bool], WagerAnalysis]
    """The whole game; asked with True, with its full table of decisions."""
    hand: Callable[[tuple[Card, ...]], HandValue]
    """What each action is worth with given cards: the player's, then any others that are seen."""
    folds: Callable[[], Folds | None]
    """How the best play folds; None where nobody folds."""
    changed_by: Callable[[UnitStakes], tuple[Changed, ...]]
    """The hands that are played otherwise when these wagers, all lost on a fold, are staked too."""
    limited: Limited | None = None
    """The game under a payout limit, where its chapter knows one."""


@dataclass(frozen=True)
class _Equal:
    """A submission that stands for all that are equal to it."""

    submission: Submission

    def __hash__(self) -> int:
        return hash(self.submission.digest)


def engine_for(submission: Submission) -> Engine:
    """The engine of a submission's main game; it remembers what it has worked out, and serves again."""
    return _engine(_Equal(submission))


@lru_cache(maxsize=8)
def _engine(asked: _Equal) -> Engine:
    submission, regulation = asked.submission, asked.submission.regulation
    main, kind = main_wager(regulation), main_game(regulation)
    if main is None:
        raise AnalysisError(f"{regulation.id} has no decision to be analysed")
    if kind is None:
        raise AnalysisError(f"there is no engine for a main game like that of {regulation.id}")
    return ENGINES[kind](submission, main.id)


def _against_dealer(submission: Submission, main: str) -> Engine:
    from feltlaw.mathematics.against_dealer import DealerGame
    from feltlaw.mathematics.joint import changed_by
    from feltlaw.mathematics.strategy import hand_value
    from feltlaw.mathematics.whole_game import analyze_main

    game = DealerGame(submission)
    return Engine(
        main,
        cache(lambda full: analyze_main(game, full_table=full)),
        lambda cards: hand_value(game, cards),
        lambda: game,
        lambda stakes: changed_by(game, stakes),
        Limited(lambda: game.most_limited, lambda bet: DealerGame(submission, bet).distribution),
    )


def _showdown(submission: Submission, main: str) -> Engine:
    from feltlaw.mathematics.saigon import analyze_main, hand_value
    from feltlaw.mathematics.saigon_game import ShowdownGame, results

    game = ShowdownGame(submission)
    return Engine(
        main,
        cache(lambda full: analyze_main(game, full_table=full)),
        lambda cards: hand_value(game, cards),
        lambda: None,
        lambda _: (),
        Limited(lambda: game.most_limited, lambda bet: results(ShowdownGame(submission, bet))),
    )


def _by_streets(submission: Submission, main: str) -> Engine:
    """Community cards turned one by one, and no dealer's hand."""
    from feltlaw.mathematics.raise_it_up import StreetGame
    from feltlaw.mathematics.raise_it_up_analysis import analyze_main
    from feltlaw.mathematics.raise_it_up_joint import changed_by

    game = StreetGame(submission)
    return Engine(
        main,
        cache(lambda full: analyze_main(game, full_table=full)),
        lambda cards: game.hand_value(cards[:3], cards[3:]),
        lambda: game,
        lambda stakes: changed_by(game, stakes),
    )


ENGINES: dict[MainGame, Callable[[Submission, str], Engine]] = {
    MainGame.AGAINST_DEALER: _against_dealer,
    MainGame.SHOWDOWN: _showdown,
    MainGame.STREETS: _by_streets,
}
