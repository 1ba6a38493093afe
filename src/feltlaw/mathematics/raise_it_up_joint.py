"""Raise It Up Stud beside a wager that a fold loses: does the best play change, and from what stake on?

With such a wager on the player's own three cards, a fold costs more for the hands it would pay. Everything
else stays as it is, so the game is solved again with that fold, and read off for those hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from feltlaw.cards import DECK, Card
from feltlaw.mathematics.deals import DealClass
from feltlaw.mathematics.outcomes import decimal, ratio
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_classes import IMPOSSIBLE, ClassNumbers, place_of, steps
from feltlaw.mathematics.raise_it_up_solve import HANDS, left
from feltlaw.mathematics.raise_it_up_strategy import KNOWN
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import HandOfThree, hand_table, short_name
from feltlaw.mathematics.together import Changed
from feltlaw.ranking import Poker

_FAR = 1 << 60
"""Where no stake changes anything."""


@dataclass(frozen=True)
class BesideStreetGame:
    """The main game and one side wager read from the player's three cards."""

    game: StreetGame
    side: SideWager

    @cached_property
    def ranking(self) -> Poker:
        """What the side wager is read by."""
        ranking = self.side.rules.regulation.rankings[self.side.wager.ranking]
        if not isinstance(ranking, Poker) or self.side.wager.cards != ("player",):
            raise ValueError(f"the {self.side.wager.title} wager does not rest on the player's own cards")
        return ranking

    def back(self, hand: HandOfThree) -> Fraction:
        """What comes back of the side wager per unit staked, with this hand, if it is not folded."""
        return 1 + self.side.paid(DealClass(hand.label, 1, {})).net

    @cached_property
    def touched(self) -> tuple[HandOfThree, ...]:
        """The hands that the side wager pays and the main game alone sometimes folds."""
        if not self.side.forfeited:
            return ()
        hands = hand_table(self.ranking).hands
        return tuple(hand for hand in hands if self.back(hand) and self.game.folded(hand.cards))

    def gain(self, hand: HandOfThree, stake: Fraction) -> Fraction:
        """What playing for both wins over playing for the main game alone; `stake` per unit of the Ante."""
        return _gain(self.game, self.game.where_a_fold_costs(stake * self.back(hand)), hand.cards)

    @cached_property
    def changes_above(self) -> tuple[Fraction, HandOfThree] | None:
        """The stake, per unit of the Ante, from which some decision changes, and the first hand concerned."""
        found = [(self._least_more(hand) / self.back(hand), at) for at, hand in enumerate(self.touched)]
        if not found:
            return None
        least, at = min(found)
        return least, self.touched[at]

    def _least_more(self, hand: HandOfThree) -> Fraction:
        """By how much a fold must cost more before anything changes with this hand.

        That is the least it takes to turn a fold into a play, or to make a check, which may end in a fold,
        worse than playing at once.
        """
        found = [self._turns(0, hand.cards)]
        for card in DECK:
            if card not in hand.cards:
                cards = (*hand.cards, card)
                kind, at = place_of(cards)
                found.append(self._turns(1, cards))
                found.append(Fraction(self._folds_turn[kind][at], self.game.terms.scale * left(KNOWN[2])))
        return min(one for one in found if one is not None)

    def _turns(self, street: int, cards: Sequence[Card]) -> Fraction | None:
        """When a check gives way; None where there is none, or where it never ends in a fold."""
        kind, at = place_of(cards)
        worth = [level[kind][at] for level in self.game.plan.options[street]]
        lost = self.game.given_up(street, cards)
        if not lost:
            return None
        return Fraction(worth[0] - max(worth[1:]), self.game.terms.scale * lost)

    @cached_property
    def _folds_turn(self) -> ClassNumbers:
        """For every four cards, the least by which a fold after one more card is better than playing."""
        kinds: list[list[int]] = []
        for fold, play in zip(*self.game.plan.options[2], strict=True):
            kinds.append([a - b if a > b else _FAR for a, b in zip(fold, play, strict=True)])
        kinds[0][IMPOSSIBLE] = _FAR
        return _least(4, ClassNumbers(*kinds))

    def to_json(self) -> dict[str, object]:
        """From what stake on the best play changes, and what that gains at the lowest stakes."""
        found: dict[str, object] = {"with": self.side.wager.id}
        first = self.changes_above
        if first is None:
            return found | {"changes_above": None}
        stake = Fraction(self.side.stake, self.game.submission.wagers[self.game.terms.covers[0]].minimum)
        gain = sum((hand.weight * self.gain(hand, stake) for hand in self.touched), Fraction(0)) / HANDS
        return found | {
            "changes_above": ratio(first[0]),
            "first_hand": short_name(self.ranking, first[1].cards),
            "at_minimum_ante": {
                "stake_per_ante": ratio(stake),
                "gain": ratio(gain),
                "gain_decimal": decimal(gain),
            },
        }


def _gain(game: StreetGame, dearer: StreetGame, cards: Sequence[Card]) -> Fraction:
    """What three cards win by being played as in the game where a fold costs more, if it does."""
    more = game.terms.folded - dearer.terms.folded
    return dearer.worth(cards) - (game.worth(cards) - more * game.folded(cards))


def joint_play(game: StreetGame) -> list[dict[str, object]]:
    """Every side wager offered that a fold would lose, and what it does to the best play."""
    rules, found = Rules(game.submission), []
    for offered in game.submission.wagers.values():
        if offered.wager.id not in game.terms.covers and not rules.keeps(offered.wager):
            found.append(BesideStreetGame(game, SideWager(rules, offered, game)).to_json())
    return found


def changed_by(game: StreetGame, stakes: Mapping[str, Fraction]) -> tuple[Changed, ...]:
    """The hands that are played otherwise when these wagers, which a fold loses, are staked too.

    A wager read from the player's own cards makes a fold cost more, by what it would pay on them.
    """
    rules, offered = Rules(game.submission), game.submission.wagers
    sides = [
        (stake, BesideStreetGame(game, SideWager(rules, offered[name], game)))
        for name, stake in stakes.items()
    ]
    if not sides:
        return ()
    ranking = sides[0][1].ranking
    every: dict[str, int] = {}
    for hand in hand_table(ranking).hands:
        name = short_name(ranking, hand.cards)
        every[name] = every.get(name, 0) + hand.weight
    lost: dict[Fraction, list[HandOfThree]] = {}
    for hands in zip(*(hand_table(side.ranking).hands for _, side in sides), strict=True):
        more = sum(
            (stake * side.back(hand) for (stake, side), hand in zip(sides, hands, strict=True)), Fraction(0)
        )
        if more and game.folded(hands[0].cards):
            lost.setdefault(more, []).append(hands[0])
    found = [
        one
        for more, hands in lost.items()
        for one in _changed(game, game.where_a_fold_costs(more), hands, ranking, every)
    ]
    return tuple(sorted(found, key=lambda one: -one.gain))


def _changed(
    game: StreetGame,
    dearer: StreetGame,
    hands: Sequence[HandOfThree],
    ranking: Poker,
    every: Mapping[str, int],
) -> Iterator[Changed]:
    """Hands for which a fold costs the same, those of one name and one change of play together."""
    alike: dict[tuple[str, str, str, Fraction, Fraction], tuple[int, Fraction]] = {}
    for hand in hands:
        gain = _gain(game, dearer, hand.cards)
        if gain:
            played = (game.first_act(hand.cards), dearer.first_act(hand.cards))
            folds = (game.folded(hand.cards), dearer.folded(hand.cards))
            key = (short_name(ranking, hand.cards), *played, *folds)
            many, total = alike.get(key, (0, Fraction(0)))
            alike[key] = (many + hand.weight, total + hand.weight * gain)
    for (name, was, now, *folded), (many, total) in alike.items():
        before, after = folded
        yield Changed(name, many, every[name], was, now, (before, after), total / HANDS)


def _least(n: int, up: ClassNumbers) -> ClassNumbers:
    """For every class of n cards: the least that `up` holds for any of the sets of n + 1 it can become."""
    ways = steps(n)
    free = list(map(min, *(fetch(up.free) for fetch in ways.any_rank)))
    short = map(min, *(fetch(up.short) for fetch in ways.short), ways.short_as_free(free))
    suited = list(map(min, *(fetch(up.suited) for fetch in ways.suited)))
    starts = range(0, len(up.short), 13)
    flush = [min(one, *up.short[at : at + 13]) for one, at in zip(suited, starts, strict=True)]
    return ClassNumbers([*free, _FAR], list(short), flush)
