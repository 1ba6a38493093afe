"""Ways of playing by name, and what each does with any cards: the best, and those the analysis compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from feltlaw.cards import Card
from feltlaw.mathematics.against_dealer import Case, DealerGame
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_rules import RULES, named_ways
from feltlaw.mathematics.raise_it_up_solve import Plan
from feltlaw.mathematics.saigon import named_settings
from feltlaw.mathematics.saigon_classes import HandClass
from feltlaw.mathematics.saigon_game import ShowdownGame
from feltlaw.mathematics.strategy import best_cut, named_strategies
from feltlaw.mathematics.three_card import suit_shape
from feltlaw.nearest import did_you_mean
from feltlaw.regulation.main_game import MainGame, main_game
from feltlaw.regulation.model import Act
from feltlaw.simulation.run import BEST, SimulationError
from feltlaw.submission import Submission


class NoSuchWay(SimulationError):
    """A name that no way of playing has."""


class Way(Protocol):
    """A way of playing one submission's main game."""

    @property
    def name(self) -> str:
        """What a user calls it."""

    @property
    def rule(self) -> str:
        """What it says."""

    @property
    def ev(self) -> Fraction:
        """What the main game is worth so, per unit of the Ante."""

    @property
    def folds(self) -> Folds | None:
        """How it folds; None where it is not known hand by hand, or where nobody folds."""


@dataclass(frozen=True, eq=False)
class PlayOrFold:
    """Against a dealer: play or fold."""

    name: str
    rule: str
    game: DealerGame
    plays: Callable[[Case], bool]

    @property
    def ev(self) -> Fraction:
        return self.game.ev(self.plays)

    @cached_property
    def _given_up(self) -> frozenset[tuple[tuple[int, ...], ...]]:
        return frozenset(suit_shape(case.hand.cards) for case in self.game.cases if not self.plays(case))

    def folded(self, cards: tuple[Card, ...]) -> Fraction:
        return Fraction(suit_shape(cards) in self._given_up)

    @property
    def folds(self) -> Folds:
        return self


@dataclass(frozen=True, eq=False)
class PlayByStreets:
    """By streets: an act at each of three decisions."""

    name: str
    rule: str
    game: StreetGame
    plan: Plan
    streets: tuple[tuple[Act, ...], ...]

    @property
    def ev(self) -> Fraction:
        return self.plan.value

    @property
    def folds(self) -> Folds | None:
        return self.game if self.plan is self.game.plan else None


@dataclass(frozen=True, eq=False)
class SetHands:
    """In a showdown: which hand is set."""

    name: str
    rule: str
    game: ShowdownGame
    pick: Callable[[HandClass], int]

    @property
    def ev(self) -> Fraction:
        return self.game.value(self.pick)

    @property
    def folds(self) -> None:
        return None


def ways(submission: Submission) -> Mapping[str, Way]:
    """Every way of playing a submission's main game that has a name, the best one first."""
    kind = main_game(submission.regulation)
    if kind is None:
        raise AnalysisError(f"{submission.regulation.id} has no decision that could be simulated")
    return {way.name: way for way in _MAKE[kind](submission)}


def chosen(submission: Submission, name: str, known: Mapping[str, Way] | None = None) -> Way:
    """A way of playing by its name, with spaces or dashes."""
    known = known or ways(submission)
    wanted = " ".join(name.replace("-", " ").lower().split())
    for way in known.values():
        if _plain(way.name) == wanted:
            return way
    names = ", ".join(f"'{_plain(one)}'" for one in known)
    mean, title = did_you_mean(name, known), submission.regulation.title
    raise NoSuchWay(f"there is no way of playing {title} called '{name}'.{mean} There are {names}")


def _plain(name: str) -> str:
    return name.replace("-", " ").lower()


def _against_dealer(submission: Submission) -> Sequence[Way]:
    game = DealerGame(submission)
    cut = best_cut(game)
    return (
        PlayOrFold(BEST, "the best decision for every hand", game, game.stays),
        *(PlayOrFold(name, rule, game, plays) for name, rule, plays in named_strategies(game, cut)),
    )


def _by_streets(submission: Submission) -> Sequence[Way]:
    game = StreetGame(submission)
    streets = game.terms.streets
    return (
        PlayByStreets(BEST, "the best act for every set of cards", game, game.plan, streets),
        *(
            PlayByStreets(
                way.name,
                "the rule to remember, to the letter" if way.rules == RULES else way.rule,
                game,
                game.solver.plan(way.streets, rules=way.rules),
                way.streets,
            )
            for way in named_ways(streets)
        ),
    )


def _showdown(submission: Submission) -> Sequence[Way]:
    game = ShowdownGame(submission)
    return (
        SetHands(BEST, "the best setting of every hand", game, game.best),
        *(SetHands(name, rule, game, pick) for name, rule, pick in named_settings(game.half_points)),
    )


_MAKE: Mapping[MainGame, Callable[[Submission], Sequence[Way]]] = {
    MainGame.AGAINST_DEALER: _against_dealer,
    MainGame.SHOWDOWN: _showdown,
    MainGame.STREETS: _by_streets,
}
