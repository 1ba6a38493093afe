"""What a side wager rests on: the cards it is read from, counted by what its ranking calls them.

Where a fold forfeits the wager, the cards are counted together with the three that the decision rests on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import Protocol

from feltlaw.cards import DECK, Card
from feltlaw.mathematics.counts import Category, Labels, categories
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.three_card import HANDS, HandOfThree, hand_table, suit_classes
from feltlaw.ranking import Label, Poker, SameColor, WithFourth
from feltlaw.regulation.model import Wager
from feltlaw.submission import Submission

Groups = Mapping[str, tuple[Card, ...]]
"""Cards by where they lie: `player`, `dealer`, `community`, `fourth`."""


SPLITS = comb(5, 3)
"""Ways to take the player's three cards out of five."""


class Folds(Protocol):
    """The main game, as far as a side wager has to know it."""

    def folded(self, cards: tuple[Card, ...]) -> Fraction:
        """How often the best play gives up these cards of the player."""


@dataclass(frozen=True, slots=True)
class DealClass:
    """Deals that a wager cannot tell apart."""

    label: Label
    count: int
    cards: Groups
    """One such deal."""
    folded: bool = False


@dataclass(frozen=True)
class Deals:
    """All deals, as one wager sees them."""

    classes: tuple[DealClass, ...]
    total: int

    def __post_init__(self) -> None:
        if sum(one.count for one in self.classes) != self.total:
            raise ArithmeticError("the deals counted are not all deals")


def deals_for(submission: Submission, wager: Wager, folds: Folds | None = None) -> Deals:
    """The deals of a wager; with `folds`, apart by whether the main game's best play folds."""
    ranking = submission.regulation.rankings[wager.ranking]
    jokers = submission.regulation.deck.jokers
    match ranking, wager.cards:
        case Poker(of=3), ("player",):
            return _three_cards(ranking, folds)
        case Poker(of=5), ("player", "community") if folds is not None:
            return _with_two_more(ranking, folds)
        case Poker(), _ if folds is None:
            return _all_sets(ranking, wager.cards, submission, jokers)
        case SameColor(), ("player", "dealer") if folds is None:
            return _colors(ranking)
        case WithFourth(of=Poker() as base), ("player", "fourth") if folds is None:
            return _with_fourth(ranking, base)
    raise AnalysisError(f"there is no way yet to count the {wager.title} wager of {submission.regulation.id}")


def _three_cards(ranking: Poker, folds: Folds | None) -> Deals:
    """The player's own three cards."""
    hands = hand_table(ranking).hands
    if folds is None:
        counts: Counter[Label] = Counter()
        first: dict[Label, HandOfThree] = {}
        for hand in hands:
            counts[hand.label] += hand.weight
            first.setdefault(hand.label, hand)
        return Deals(
            tuple(DealClass(one, n, {"player": first[one].cards}) for one, n in counts.items()), HANDS
        )
    shares = [(hand, folds.folded(hand.cards)) for hand in hands]
    parts = lcm(*{share.denominator for _, share in shares})
    tally: dict[tuple[int, bool], tuple[int, HandOfThree]] = {}
    for hand, share in shares:
        given_up = hand.weight * parts * share.numerator // share.denominator
        for folded, part in ((True, given_up), (False, hand.weight * parts - given_up)):
            if part:
                many, example = tally.get((id(hand.label), folded), (0, hand))
                tally[id(hand.label), folded] = (many + part, example)
    cells = (
        DealClass(hand.label, many, {"player": hand.cards}, folded)
        for (_, folded), (many, hand) in tally.items()
    )
    return Deals(tuple(cells), HANDS * parts)


def _all_sets(ranking: Poker, cards: Sequence[str], submission: Submission, jokers: int) -> Deals:
    """A set of cards of which only the whole matters, wherever its cards lie."""
    found = categories(ranking, jokers)
    sizes = [_size(submission, name) for name in cards]
    if sum(sizes) != ranking.of:
        raise AnalysisError(f"{ranking.name} is read from {ranking.of} cards, but {sum(sizes)} are dealt")
    cells = tuple(DealClass(one.label, one.count, _lay(one, cards, sizes)) for one in found)
    return Deals(cells, comb(52 + jokers, ranking.of))


def _size(submission: Submission, name: str) -> int:
    deal = submission.regulation.deal
    if name == "player":
        return deal.player.most
    if name == "dealer":
        return deal.dealer.most if deal.dealer else 0
    return next((extra.cards for extra in deal.extra if extra.what == name), 0)


def _lay(category: Category, cards: Sequence[str], sizes: Sequence[int]) -> dict[str, tuple[Card, ...]]:
    left = list(category.example)
    return {name: tuple(left.pop(0) for _ in range(size)) for name, size in zip(cards, sizes, strict=True)}


def _colors(ranking: SameColor) -> Deals:
    """By how many red cards the player and the dealer have."""
    red, black = [card for card in DECK if card.is_red], [card for card in DECK if not card.is_red]
    cells: list[DealClass] = []
    for mine in range(4):
        for theirs in range(4):
            player = (*red[:mine], *black[: 3 - mine])
            dealer = (*red[mine : mine + theirs], *black[3 - mine : 6 - mine - theirs])
            ways = comb(26, mine) * comb(26, 3 - mine) * comb(26 - mine, theirs) * comb(23 + mine, 3 - theirs)
            cells.append(
                DealClass(ranking.read(player, dealer).label, ways, {"player": player, "dealer": dealer})
            )
    return Deals(tuple(cells), HANDS * comb(49, 3))


def _with_fourth(ranking: WithFourth, base: Poker) -> Deals:
    """Three cards and a further one, of a certain rank or not."""
    labels: dict[tuple[int, bool], Label] = {}
    tally: dict[Label, tuple[int, Groups]] = {}
    for hand in hand_table(base).hands:
        marked = [
            card for card in DECK[4 * ranking.fourth : 4 * ranking.fourth + 4] if card not in hand.cards
        ]
        plain = next(card for card in DECK[::-1] if card.rank != ranking.fourth and card not in hand.cards)
        for many, fourth in ((len(marked), marked[0]), (49 - len(marked), plain)):
            key = (id(hand.label), fourth is plain)
            if key not in labels:
                labels[key] = ranking.read(hand.cards, (fourth,)).label
            counted, groups = tally.get(labels[key], (0, {"player": hand.cards, "fourth": (fourth,)}))
            tally[labels[key]] = (counted + hand.weight * many, groups)
    return Deals(tuple(DealClass(label, many, groups) for label, (many, groups) in tally.items()), HANDS * 49)


# ── five cards: the player's three and two more ──


def _with_two_more(ranking: Poker, folds: Folds) -> Deals:
    """Three cards of the player and two more, apart by whether the three are folded."""
    shares = [(cards, weight, folds.folded(cards)) for cards, weight in suit_classes()]
    parts = lcm(*{share.denominator for _, _, share in shares})
    given_up: Counter[Label] = Counter()
    first: dict[Label, Groups] = {}
    for cards, weight, share in shares:
        if share:
            for label, (many, two) in completions(ranking, cards).items():
                given_up[label] += weight * parts * share.numerator // share.denominator * many
                first.setdefault(label, {"player": cards, "community": two})
    cells: list[DealClass] = []
    for one in categories(ranking):
        kept = one.count * SPLITS * parts - given_up[one.label]
        if kept:
            cells.append(DealClass(one.label, kept, _kept_split(one, folds)))
        if given_up[one.label]:
            cells.append(DealClass(one.label, given_up[one.label], first[one.label], folded=True))
    return Deals(tuple(cells), comb(52, 5) * SPLITS * parts)


def _kept_split(category: Category, folds: Folds) -> Groups:
    """The example with three cards that are not always folded."""
    for player in combinations(category.example, 3):
        two = tuple(card for card in category.example if card not in player)
        if folds.folded(player) < 1:
            return {"player": player, "community": two}
    raise ArithmeticError(f"every {category.label.shape} like the example is folded")


def completions(ranking: Poker, cards: tuple[Card, ...]) -> Mapping[Label, tuple[int, tuple[Card, ...]]]:
    """What three cards become with two more: how often, and two that do it."""
    if len({card.suit for card in cards}) > 1:
        return _by_rank(ranking, tuple(sorted(card.rank for card in cards)))
    return _one_by_one(ranking, cards)


def _one_by_one(ranking: Poker, cards: tuple[Card, ...]) -> Mapping[Label, tuple[int, tuple[Card, ...]]]:
    """Cards of one suit, which a flush may come to: every two cards are looked at."""
    found: dict[Label, tuple[int, tuple[Card, ...]]] = {}
    for two in combinations([card for card in DECK if card not in cards], 2):
        label = ranking.read(cards, two).label
        many, first = found.get(label, (0, two))
        found[label] = (many + 1, first)
    return found


@lru_cache(maxsize=4096)
def _by_rank(ranking: Poker, ranks: tuple[int, ...]) -> Mapping[Label, tuple[int, tuple[Card, ...]]]:
    """Cards that no flush can come to: only the ranks count. Any suits will do for the hand that is read."""
    find = _mixed_labels(ranking)
    left = [4 - ranks.count(rank) for rank in range(13)]
    found: dict[Label, tuple[int, tuple[Card, ...]]] = {}
    for a, b in combinations_with_replacement(range(13), 2):
        ways = comb(left[a], 2) if a == b else left[a] * left[b]
        if ways:
            label = find(tuple(sorted((*ranks, a, b))))
            many, first = found.get(label, (0, (DECK[4 * a + 3], DECK[4 * b + 3 - (a == b)])))
            found[label] = (many + ways, first)
    return found


@lru_cache(maxsize=8)
def _mixed_labels(ranking: Poker) -> Callable[[tuple[int, ...]], Label]:
    """The label of five ranks, ascending, whose suits make no flush."""
    labels = Labels(ranking)

    @lru_cache(maxsize=8192)
    def find(ranks: tuple[int, ...]) -> Label:
        cards = tuple(DECK[4 * rank + at % 4] for at, rank in enumerate(ranks))
        label = labels.find(ranking.rank(cards), cards)
        return ranking.read(cards).label if label is None else label

    return find


# ── six cards: the player's three and the dealer's ──


def folded_of_six(ranking: Poker, labels: frozenset[Label], folds: Folds) -> dict[Label, Fraction]:
    """Of the six-card hands with these labels, how many are folded by the player whose three cards they hold.

    For hands with five cards of one suit only, which are looked at one by one.
    """
    found = {label: Fraction(0) for label in labels}
    seen = dict.fromkeys(labels, 0)
    splits = comb(6, 3)
    for suit in range(4):
        own, others = DECK[suit::4], [card for card in DECK if card % 4 != suit]
        hands = [(*five, other) for five in combinations(own, 5) if _leads(ranking, five, others[0], labels)
                 for other in others]  # fmt: skip
        for six in (*hands, *combinations(own, 6)):
            label = ranking.read(six).label
            if label in found:
                seen[label] += 1
                found[label] += (
                    sum((folds.folded(three) for three in combinations(six, 3)), Fraction(0)) / splits
                )
    counted = {one.label: one.count for one in categories(ranking)}
    if any(counted[label] != many for label, many in seen.items()):
        raise AnalysisError(f"{ranking.name}: not every such hand has five cards of one suit")
    return found


def _leads(ranking: Poker, five: tuple[Card, ...], other: Card, labels: frozenset[Label]) -> bool:
    return ranking.read(five, (other,)).label in labels
