"""The game when the player sees one of the dealer's cards, and uses it as well as it can be used."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import comb

from feltlaw.cards import DECK, RANK_NAMES, Card
from feltlaw.mathematics.advice import Exposure
from feltlaw.mathematics.against_dealer import Case, DealerGame
from feltlaw.mathematics.three_card import DEALER_HANDS, HANDS, short_name

HIDDEN = comb(48, 2)
"""The dealer's other two cards, the player's three and the one seen being known."""


def dealer_card_seen(game: DealerGame) -> Exposure:
    """One card of the dealer's three, any of them alike, seen before the decision."""
    nets = (
        (label, outcome, one.net) for label, paid in game.payoffs.items() for outcome, one in paid.items()
    )
    return _exposure(
        _Terms((game.ranking, game.qualifier, game.bad_beat, game.lost, game.stay.say, *nets), game)
    )


@dataclass(frozen=True)
class _Terms:
    """All that the figure depends on; games that differ elsewhere, in side wagers say, share it."""

    own: tuple[object, ...]
    game: DealerGame = field(compare=False)


@lru_cache(maxsize=8)
def _exposure(terms: _Terms) -> Exposure:
    return _Seen(terms.game).exposure()


class _Seen:
    def __init__(self, game: DealerGame) -> None:
        self.game = game
        self.table = game.table
        self.nets = {
            id(label): {outcome: int(one.net * game.scale) for outcome, one in paid.items()}
            for label, paid in game.payoffs.items()
        }
        self.fold = int(game.lost * game.scale) * HIDDEN
        self.lowest = [bisect_left(held, 1) - 1 for held in self.table.with_card]
        """By rank: the place of the lowest hand with such a card."""
        self._known: dict[tuple[int, ...], int] = {}
        self.folded: list[set[int]] = [set() for _ in range(13)]
        """By rank of the card seen: the places of hands that are better folded."""
        self.mixed: list[set[int]] = [set() for _ in range(13)]
        """Those that are folded with some suits and played with others."""

    def exposure(self) -> Exposure:
        # Staying in always, and what folding saves on top; any of the dealer's three cards may be seen.
        total = 3 * sum(case.hand.weight * case.value for case in self.game.cases)
        doubtful: dict[tuple[int, int], list[int]] = {}
        for case in self.game.cases:
            key = (id(case.hand.label), case.hand.at)
            if key not in doubtful:
                doubtful[key] = [rank for rank in range(13) if self._may_fold(case, rank)]
            if doubtful[key]:
                total += case.hand.weight * self._saved(case, doubtful[key])
        ev = Fraction(total, self.game.scale * 3 * HANDS * DEALER_HANDS)
        return Exposure("one dealer card", ev, self._rule())

    def _may_fold(self, case: Case, rank: int) -> bool:
        """Whether folding could be right against this rank: a bound, the player's own cards left in."""
        nets, held = self.nets[id(case.hand.label)], self.table.with_card[rank]
        ends = [zone.lowest for zone in case.zones[1:]] + [len(self.table.ranks)]
        worse = worst = 0
        others: list[int] = []
        fold = self.fold // HIDDEN
        for zone, end in zip(case.zones, ends, strict=True):
            if nets[zone.outcome] < fold:
                worse += held[end] - held[zone.lowest]
                worst = min(worst, nets[zone.outcome])
            else:
                others.append(nets[zone.outcome])
        least = min(others, default=0)
        if self._not_below(min(worse, HIDDEN), worst, least):
            return False
        # Closer: the player's own cards taken out, whatever their suits; three hands at most go out twice.
        if nets[case.zones[-1].outcome] < fold:
            worse += 3 - sum(self._least_held(rank, card, case.zones[-1].lowest) for card in case.hand.cards)
        return not self._not_below(min(worse, HIDDEN), worst, least)

    def _not_below(self, worse: int, worst: int, least: int) -> bool:
        """Whether staying in is worth at least a fold: so many of the worst results, the rest the least."""
        return worse * worst + (HIDDEN - worse) * least >= self.fold

    def _least_held(self, rank: int, card: Card, lowest: int) -> int:
        """How many hands from a place upward hold a card of this rank and this other card, at the least.

        Those are the hands with two suits: a flush in their stead only ranks higher.
        """
        low, high = sorted((rank, card // 4))
        places = self.table.with_two[low, high, False]
        return len(places) - bisect_left(places, lowest)

    def _saved(self, case: Case, ranks: list[int]) -> int:
        """What folding saves over all cards of these ranks that the dealer may show."""
        saved = 0
        held = case.hand.cards
        last = case.zones[-1]
        for rank in ranks:
            cards = [card for card in DECK[4 * rank : 4 * rank + 4] if card not in held]
            if last.lowest <= self.lowest[rank]:
                # whatever else the dealer holds, the contest ends alike
                sure = HIDDEN * self.nets[id(case.hand.label)][last.outcome]
                missing = [self.fold - sure] * len(cards)
            else:
                missing = [self.fold - self._value(case, card) for card in cards]
            saved += sum(max(one, 0) for one in missing)
            if any(one > 0 for one in missing):
                self.folded[rank].add(case.hand.at)
            if any(one <= 0 for one in missing):
                self.mixed[rank].add(case.hand.at)
        return saved

    def _value(self, case: Case, seen: Card) -> int:
        """The sum over the dealer's two hidden cards of what staying in wins.

        Only the ranks count, and which of the player's cards have the suit of the card seen.
        """
        hand, suit = case.hand, seen % 4
        a, b, c = hand.cards
        key = (
            id(hand.label),
            hand.at,
            a // 4,
            b // 4,
            seen // 4,
            a % 4 == suit,
            b % 4 == suit,
            c % 4 == suit,
        )
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._sum(case, seen)
        return value

    def _sum(self, case: Case, seen: Card) -> int:
        table, (a, b, c) = self.table, case.hand.cards
        nets = self.nets[id(case.hand.label)]
        single = table.with_card[seen // 4]
        first, second, third = table.two(seen, a), table.two(seen, b), table.two(seen, c)
        three = (table.at((seen, a, b)), table.at((seen, a, c)), table.at((seen, b, c)))
        before = value = 0
        outcome = case.zones[0].outcome
        for after, lowest in (*case.zones[1:], (outcome, len(table.ranks))):
            below = (
                single[lowest]
                - bisect_left(first, lowest)
                - bisect_left(second, lowest)
                - bisect_left(third, lowest)
                + sum([place < lowest for place in three])
            )
            value += (below - before) * nets[outcome]
            before, outcome = below, after
        return value

    # ── the rule ──

    def _rule(self) -> str:
        """For each rank the dealer may show, the hands to play."""
        stay = self.game.stay.say
        rules = [(rank, self._hands(rank)) for rank in range(13)]
        parts: list[str] = []
        for hands, group in groupby(rules, key=lambda one: one[1]):
            found = [rank for rank, _ in group]
            shown = RANK_NAMES[found[0]]
            if len(found) > 1:
                shown += f" to {RANK_NAMES[found[-1]]}"
            parts.append(f"against {shown} {stay} {hands}")
        return "; ".join(parts)

    def _hands(self, rank: int) -> str:
        folded = self.folded[rank]
        if not folded:
            return "every hand"
        first = max(folded) + 1
        if first >= len(self.table.ranks):
            return "no hand"
        words = f"{self._name(first)} or better"
        both = folded & self.mixed[rank]
        below = {place for place in range(first) if place not in folded}
        if both or below:
            words += " (a few lower hands by suit)"
        return words

    def _name(self, place: int) -> str:
        hand = next(case.hand for case in self.game.cases if case.hand.at == place)
        return short_name(self.game.ranking, hand.cards)
