"""Which engine solves which main game: chosen by the contest of the wager that the decisions are about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltlaw.cards import Card
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.model import AnalysisError, HandValue, WagerAnalysis
from feltlaw.submission import Submission


@dataclass(frozen=True)
class Engine:
    """One submission's main game; the modules that solve it are loaded when they are needed."""

    main: str
    """The wager under which the whole game is entered."""
    analyze: Callable[[bool], WagerAnalysis]
    """The whole game; asked with True, with its full table of decisions where there is one to print."""
    hand: Callable[[tuple[Card, ...]], HandValue]
    """What each action is worth with given cards: the player's, then any others that are seen."""
    folds: Callable[[], Folds | None]
    """How the best play folds; None where nobody folds."""


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
    from feltlaw.mathematics.strategy import hand_value
    from feltlaw.mathematics.whole_game import analyze_main

    game = MainGame(submission)
    return Engine(
        main,
        lambda full: analyze_main(game, full_table=full),
        lambda cards: hand_value(game, cards),
        lambda: game,
    )


def _showdown(submission: Submission, main: str) -> Engine:
    from feltlaw.mathematics import saigon

    return Engine(
        main,
        lambda _: saigon.analyze_main(submission),
        lambda cards: saigon.hand_value(submission, cards),
        lambda: None,
    )


def _by_streets(submission: Submission, main: str) -> Engine:
    """Community cards turned one by one, and no dealer's hand."""
    from feltlaw.mathematics.raise_it_up import MainGame

    game = MainGame(submission)
    return Engine(
        main, lambda _: game.analysis(), lambda cards: game.hand_value(cards[:3], cards[3:]), lambda: game
    )


ENGINES: dict[str, Callable[[Submission, str], Engine]] = {
    "against_dealer": _against_dealer,
    "showdown": _showdown,
    "": _by_streets,
}
