"""The same figures by plain enumeration: every deal of Three Card Poker and Prime.

Nothing here uses inclusion and exclusion or classes of ranks: each of the player's 1,755 hands, suits that
play alike taken once, meets each of the dealer's 18,424, and the contest is asked about every two ranks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

import pytest

from feltlaw.cards import DECK, Card
from feltlaw.contest import Outcome, against_dealer
from feltlaw.mathematics.against_dealer import MainGame
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.deals import deals_for, folded_of_six
from feltlaw.mathematics.exposure import dealer_card_seen
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import DEALER_HANDS, HANDS
from feltlaw.ranking import Label, Poker
from feltlaw.regulation import load
from tests.math_checks import submission

pytestmark = pytest.mark.proof

GAMES = [
    ("PA-649a", {}),
    ("MA-TCP", {"version": {"pair_plus": "compulsory"}, "wagers": {"ante": {"bonus_paytable": "C"}}}),
    ("PA-679a", {}),
    ("PA-679a", {"wagers": {"play": {"bad_beat_paytable": "D"}}}),
]


@lru_cache(maxsize=4)
def ranked(ranking: Poker) -> list[tuple[int, tuple[Card, ...]]]:
    """Every hand of three cards and its rank."""
    return [(ranking.rank(cards), cards) for cards in combinations(DECK, 3)]


def player_hands(ranking: Poker) -> dict[tuple[Card, ...], int]:
    """One of all hands that become each other by exchanging suits, and how many they are.

    Hands that paytables tell apart by their suit stay apart.
    """
    found: Counter[tuple[Card, ...]] = Counter()
    named = ranking.shape_floor("mini_royal")
    for rank, cards in ranked(ranking):
        if rank >= named:
            found[cards] += 1
            continue
        used = sorted({card % 4 for card in cards})
        turns = [dict(zip(used, to, strict=True)) for to in permutations(range(4), len(used))]
        alike = min(tuple(sorted(4 * (card // 4) + turn[card % 4] for card in cards)) for turn in turns)
        found[tuple(DECK[card] for card in alike)] += 1
    return dict(found)


@pytest.mark.parametrize(("regulation", "sections"), GAMES)
def test_every_deal(regulation: str, sections: dict[str, object]) -> None:
    """407,170,400 deals by the 1,755 hands that differ: outcomes, decisions, and one dealer card seen."""
    game = MainGame(submission(regulation, **sections))
    every = ranked(game.ranking)
    hands = player_hands(game.ranking)
    assert (len(hands), sum(hands.values())) == (1_755 + 3, HANDS)
    outcomes: dict[int, dict[int, Outcome]] = {}
    words: Counter[str] = Counter()
    total = seen_total = 0
    for cards, weight in hands.items():
        mine = game.ranking.rank(cards)
        asked = outcomes.setdefault(mine, {})
        a, b, c = cards
        met: Counter[Outcome] = Counter()
        values = dict.fromkeys(DECK, 0)
        payoffs = game.payoffs[game.ranking.read(cards).label]
        paid = {outcome: int(one.net) for outcome, one in payoffs.items()}
        for rank, (x, y, z) in every:
            if a in (x, y, z) or b in (x, y, z) or c in (x, y, z):
                continue
            outcome = asked.get(rank)
            if outcome is None:
                outcome = asked[rank] = against_dealer(mine, rank, game.qualifier, game.bad_beat)
            met[outcome] += 1
            won = paid[outcome]
            values[x] += won
            values[y] += won
            values[z] += won
        assert sum(met.values()) == DEALER_HANDS
        value = sum(many * paid[outcome] for outcome, many in met.items())
        plays = value > -DEALER_HANDS
        assert plays == (game.folded(cards) == 0)
        total += weight * max(value, -DEALER_HANDS)
        for outcome, many in met.items():
            words[payoffs[outcome].words if plays else "fold"] += weight * many
        rest = [card for card in DECK if card not in cards]
        seen_total += weight * sum(max(values[card], -comb(48, 2)) for card in rest)
    assert game.distribution.ev == Fraction(total, HANDS * DEALER_HANDS)
    assert words == {row.outcome: row.combinations for row in game.distribution.rows}
    assert dealer_card_seen(game).ev == Fraction(seen_total, HANDS * 49 * comb(48, 2))


def test_every_five_card_hand_of_a_folder() -> None:
    """7,200 folded hands with every two community cards, each read in full."""
    chosen = submission("PA-649a", wagers={"five_card_progressive": {}})
    game = MainGame(chosen)
    ranking = load("PA-649a").rankings["five_card"]
    assert isinstance(ranking, Poker)
    counted: Counter[Label] = Counter()
    for cards, weight in player_hands(game.ranking).items():
        if game.folded(cards):
            rest = [card for card in DECK if card not in cards]
            for two in combinations(rest, 2):
                counted[ranking.read(cards, two).label] += weight
    wager = chosen.wagers["five_card_progressive"].wager
    cells = deals_for(chosen, wager, game).cells
    assert counted == {cell.label: cell.count for cell in cells if cell.folded}


def test_every_royal_of_six_cards() -> None:
    """Who holds and who folds the royal flushes of the 5 of 6 Progressive, deal by deal."""
    game = MainGame(submission("PA-649a", wagers={"five_of_six_progressive": {}}))
    ranking = load("PA-649a").rankings["five_of_six"]
    assert isinstance(ranking, Poker)
    royals = frozenset(one.label for one in categories(ranking) if one.label.shape == "royal_flush")
    found = folded_of_six(ranking, royals, game)
    for label in royals:
        suit = label.names[0].rpartition("_")[2]
        royal = [card for card in DECK if card.rank >= 8 and card.name.endswith(suit)]
        folded = sum(
            (
                game.folded(three)
                for other in DECK
                if other not in royal
                for three in combinations((*royal, other), 3)
            ),
            Fraction(0),
        )
        assert found[label] == folded / comb(6, 3)


@pytest.mark.parametrize("letter", "ABCD")
def test_every_pair_bonus(letter: str) -> None:
    """22,100 hands with each of 49 fourth cards, every one read in full."""
    chosen = submission("PA-679a", wagers={"pair_bonus": {"paytable": letter}})
    offered = chosen.wagers["pair_bonus"]
    ranking, table = chosen.regulation.rankings[offered.wager.ranking], offered.paytable()
    assert table is not None
    base = chosen.regulation.rankings["three_card"]
    assert isinstance(base, Poker)
    counted: Counter[str] = Counter()
    for cards, weight in player_hands(base).items():
        for fourth in DECK:
            if fourth not in cards:
                row = table.pick(ranking.read(cards, (fourth,)).label)
                counted[row.hand.replace("_", " ") if row else "no win"] += weight
    found = SideWager(Rules(chosen), offered, None).analyze()
    assert counted == {row.outcome: row.combinations for row in found.distribution.rows}
