"""Which engine solves which main game: chosen by the contest of the wager that the decisions are about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.model import AnalysisError, Distribution, WagerAnalysis
from feltlaw.mathematics.staked import Stakes
from feltlaw.mathematics.together import Changed
from feltlaw.money import Cents
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
    changed_by: Callable[[Stakes], tuple[Changed, ...]]
    """The hands that are played otherwise when these wagers, all lost on a fold, are staked too."""
    limited: Limited | None = None
    """The game under a payout limit, where its chapter knows one."""


def engine_for(submission: Submission) -> Engine:
    """The engine of a submission's main game."""
    regulation = submission.regulation
    if not regulation.decisions:
        raise AnalysisError(f"{regulation.id} has no decision to be analysed")
    main = regulation.wagers[regulation.decisions[0].of]
    make = ENGINES.get(main.contest)
    if make is None:
        raise AnalysisError(f"there is no engine for the contest '{main.contest}' of {regulation.id}")
    return make(submission, main.id)


def _against_dealer(submission: Submission, main: str) -> Engine:
    from feltlaw.mathematics.against_dealer import MainGame
    from feltlaw.mathematics.joint import changed_by
    from feltlaw.mathematics.strategy import hand_value
    from feltlaw.mathematics.whole_game import analyze_main

    game = MainGame(submission)
    return Engine(
        main,
        lambda full: analyze_main(game, full_table=full),
        lambda cards: hand_value(game, cards),
        lambda: game,
        lambda stakes: changed_by(game, stakes),
        Limited(lambda: game.most_limited, lambda bet: MainGame(submission, bet).distribution),
    )


def _showdown(submission: Submission, main: str) -> Engine:
    from feltlaw.mathematics import saigon

    game = saigon.Game(submission)
    return Engine(
        main,
        lambda full: saigon.analyze_main(submission, full_table=full),
        lambda cards: saigon.hand_value(submission, cards),
        lambda: None,
        lambda _: (),
        Limited(lambda: game.most_limited, lambda bet: saigon.results(saigon.Game(submission, bet))),
    )


def _by_streets(submission: Submission, main: str) -> Engine:
    """Community cards turned one by one, and no dealer's hand."""
    from feltlaw.mathematics.raise_it_up import MainGame
    from feltlaw.mathematics.raise_it_up_joint import changed_by

    game = MainGame(submission)
    return Engine(
        main,
        lambda full: game.analysis(full_table=full),
        lambda cards: game.hand_value(cards[:3], cards[3:]),
        lambda: game,
        lambda stakes: changed_by(game, stakes),
    )


ENGINES: dict[str, Callable[[Submission, str], Engine]] = {
    "against_dealer": _against_dealer,
    "showdown": _showdown,
    "": _by_streets,
}
