"""Ante and side wagers together: whether a side wager that a fold would lose changes the best decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from feltlaw.mathematics.against_dealer import Case, DealerGame
from feltlaw.mathematics.deals import DealClass, completions
from feltlaw.mathematics.outcomes import ratio
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import HANDS, short_name
from feltlaw.mathematics.together import Changed
from feltlaw.ranking import Label, Poker

TWO_MORE = comb(49, 2)


@dataclass(frozen=True)
class BesideDealerGame:
    """One side wager beside the main game."""

    game: DealerGame
    side: SideWager

    def kept_value(self, case: Case) -> Fraction:
        """What comes back of the side wager per unit staked, with this hand, if it is not folded."""
        if self.side.wager.cards == ("player",):
            return self._back(case.hand.label)
        ranking = self.side.rules.regulation.rankings[self.side.wager.ranking]
        if not isinstance(ranking, Poker):
            return Fraction(0)
        found = completions(ranking, case.hand.cards)
        return sum((many * self._back(label) for label, (many, _) in found.items()), Fraction(0)) / TWO_MORE

    def _back(self, label: Label) -> Fraction:
        return 1 + self.side.paid(DealClass(label, 1, {})).net

    @cached_property
    def folded(self) -> Mapping[Case, Fraction]:
        """The hands that are folded, and for each the side wager per Ante from which it is better played."""
        found: dict[Case, Fraction] = {}
        for case in self.game.cases:
            if not self.game.stays(case):
                back = self.kept_value(case)
                if back:
                    found[case] = (self.game.lost - self.game.stay_value(case)) / back
        return found

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"with": self.side.wager.id}
        if not self.folded:
            return found | {"changes_above": None}
        first = min(self.folded, key=lambda case: self.folded[case])
        stake = Fraction(self.side.stake, self.game.submission.wagers[self.game.ante.id].minimum)
        played = [case for case, least in self.folded.items() if least < stake]
        gain = sum(
            (case.hand.weight * (stake - self.folded[case]) * self.kept_value(case) for case in played),
            Fraction(0),
        )
        at_minimum: dict[str, object] = {
            "stake_per_ante": ratio(stake),
            "more_hands_played": sum(case.hand.weight for case in played),
            "gain": ratio(gain / HANDS),
        }
        if played:
            lowest = min(played, key=lambda case: case.hand.at)
            at_minimum["lowest_hand_played"] = short_name(self.game.ranking, lowest.hand.cards)
        return found | {
            "changes_above": ratio(self.folded[first]),
            "first_hand": short_name(self.game.ranking, first.hand.cards),
            "at_minimum_ante": at_minimum,
        }


def joint_play(game: DealerGame) -> list[dict[str, object]]:
    """Every side wager offered that a fold would lose, and what it does to the best decision."""
    found: list[dict[str, object]] = []
    for offered in game.submission.wagers.values():
        wager = offered.wager
        if not offered.tables or game.rules.keeps(wager):
            continue
        found.append(BesideDealerGame(game, SideWager(game.rules, offered, game)).to_json())
    return found


def changed_by(game: DealerGame, stakes: Mapping[str, Fraction]) -> tuple[Changed, ...]:
    """The hands that are better played than folded when these wagers, which a fold loses, are staked too.

    Whatever comes back of a wager only comes to those who stay in, so no hand that is played is given up.
    """
    offered = game.submission.wagers
    sides = [
        (stake, BesideDealerGame(game, SideWager(game.rules, offered[name], game)))
        for name, stake in stakes.items()
    ]
    alike: dict[int, list[tuple[int, Fraction]]] = {}
    names: dict[int, str] = {}
    every: dict[int, int] = {}
    for case in game.cases:
        every[case.hand.at] = every.get(case.hand.at, 0) + case.hand.weight
        if not game.stays(case):
            back = sum((stake * side.kept_value(case) for stake, side in sides), Fraction(0))
            gain = game.stay_value(case) + back - game.lost
            if gain > 0:
                alike.setdefault(case.hand.at, []).append((case.hand.weight, gain))
                names[case.hand.at] = short_name(game.ranking, case.hand.cards)
    return tuple(
        Changed(
            names[at],
            sum(weight for weight, _ in alike[at]),
            every[at],
            game.leave.say,
            game.stay.say,
            (Fraction(1), Fraction(0)),
            sum((weight * gain for weight, gain in alike[at]), Fraction(0)) / HANDS,
        )
        for at in sorted(alike, reverse=True)
    )
