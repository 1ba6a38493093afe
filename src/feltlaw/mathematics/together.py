"""All wagers of a table staked at once: whether those that a fold loses change the best decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.mathematics.box_stakes import BoxStakes, UnitStakes
from feltlaw.mathematics.outcomes import decimal, ratio
from feltlaw.mathematics.rules import Rules
from feltlaw.money import dollars
from feltlaw.submission import Submission


@dataclass(frozen=True, slots=True)
class Changed:
    """Hands of one name that are played otherwise than for the main game alone."""

    hand: str
    hands: int
    """How many of them; suits decide where these are not all."""
    every: int
    """All that go by this name."""
    was: str
    """The first act of the best play for the main game alone."""
    now: str
    folded: tuple[Fraction, Fraction]
    """How often such a hand ends in a fold, then and now."""
    gain: Fraction
    """What that adds to the expected value of all wagers together, per unit of the Ante."""

    def to_json(self) -> dict[str, object]:
        before, after = self.folded
        return {
            "hand": self.hand,
            "hands": self.hands,
            "of": self.every,
            "best": self.now,
            "instead_of": self.was,
            "folded": ratio(after),
            "folded_before": ratio(before),
            "gain": ratio(self.gain),
            "gain_decimal": decimal(self.gain),
        }


@dataclass(frozen=True)
class Together:
    """Wagers staked together: what they are worth, and how they are best played."""

    stakes: UnitStakes
    box: BoxStakes
    """The stakes in cents at which they are counted, the main wager's among them."""
    alone: Mapping[str, bool]
    """For each wager that a fold loses: whether it changes the best decision by itself."""
    base: Fraction
    """The expected value of all of it with the best play of the main game alone, per unit of the Ante."""
    changed: tuple[Changed, ...]

    @property
    def gain(self) -> Fraction:
        """What the best play for all wagers wins over the best play of the main game."""
        return sum((one.gain for one in self.changed), Fraction(0))

    @property
    def ev(self) -> Fraction:
        return self.base + self.gain

    def to_json(self) -> dict[str, object]:
        """The `together` entry of an analysis."""
        return {
            "stakes": {name: ratio(stake) for name, stake in self.stakes.items()},
            "at": {name: dollars(stake) for name, stake in self.box.items()},
            "wagers": {
                name: {
                    "lost_on_a_fold": name in self.alone,
                    "changes_the_decision": self.alone.get(name, False),
                }
                for name in self.stakes
            },
            "changes_the_decision": bool(self.changed),
            "hands_changed": sum(one.hands for one in self.changed),
            "changed": [one.to_json() for one in self.changed],
            "ev_main_game_play": ratio(self.base),
            "ev_main_game_play_decimal": decimal(self.base),
            "gain": ratio(self.gain),
            "gain_decimal": decimal(self.gain),
            "ev": ratio(self.ev),
            "ev_decimal": decimal(self.ev),
        }


def play_together(
    submission: Submission,
    changed_by: Callable[[UnitStakes], tuple[Changed, ...]],
    values: Mapping[str, Fraction],
    stakes: UnitStakes,
    box: BoxStakes,
) -> Together:
    """The best play for all wagers at once; `values` has each wager's, the main game's first."""
    main = next(iter(values))
    rules = Rules(submission)
    lost = {name: stake for name, stake in stakes.items() if not rules.keeps(submission.wagers[name].wager)}
    changed = changed_by(lost)
    alone = {
        name: bool(changed if len(lost) == 1 else changed_by({name: stake})) for name, stake in lost.items()
    }
    base = values[main] + sum((stake * values[name] for name, stake in stakes.items()), Fraction(0))
    return Together(stakes, box, alone, base, changed)
