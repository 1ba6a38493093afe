"""Every paytable of every side wager a second time: all deals one by one, every kind of hand settled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from feltlaw.cards import DECK
from feltlaw.mathematics import WagerAnalysis, analyze
from feltlaw.paytable import Paytable
from feltlaw.submission import Submission
from tests.support.all_deals import ByDeals, Cards
from tests.support.figures import Figures
from tests.support.math_checks import side_net, side_tables, submission, with_table
from tests.support.side_deals import Group, Groups, groups
from tests.support.side_proof import Second

pytestmark = pytest.mark.proof

METHOD = "every deal, every kind settled"
HAND_BONUS = "five_card_hand_bonus"
ON_THREE = ("player",)
BY_STREETS = "PA-669a"
"""Where folds depend on three decisions: its wagers that a fold loses are proved with the main game."""


def entry_of(chosen: Submission, wager: str) -> WagerAnalysis:
    found = analyze(chosen).wagers[wager]
    assert isinstance(found, WagerAnalysis)
    return found


def folds(chosen: Submission) -> Callable[[Cards], Fraction] | None:
    """How often the best play folds, by all deals of the main game."""
    if chosen.regulation.deal.player.most != 3:
        return None
    decided = ByDeals(chosen).folded
    return lambda cards: Fraction(decided[cards])


def six_cards(chosen: Submission, wager: str) -> Groups:
    """Six cards, the royal ones apart by which three are the player's: envy asks whether he folds them."""
    every = groups(chosen, wager)
    hands = {shape(hand): hand for hand in ByDeals(chosen).folded}
    royal = []
    for suit in range(4):
        five = [card for card in DECK if card.rank >= 8 and card % 4 == suit]
        for other in (card for card in DECK if card not in five):
            for three in combinations(sorted((*five, other)), 3):
                rest = tuple(card for card in (*five, other) if card not in three)
                royal.append(Group(1, {"player": three, "dealer": rest}, hands[shape(three)]))
    ranking = chosen.regulation.rankings[chosen.regulation.wagers[wager].ranking]
    shapes = ("royal_flush", "six_card_royal_flush", "super_royal")
    others = [
        Group(group.count * comb(6, 3), group.cards)
        for group in every.groups
        if ranking.read(*group.cards.values()).label.shape not in shapes
    ]
    return Groups((*others, *royal), every.total * comb(6, 3))


def shape(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """The same for hands that differ by suits that play alike."""
    return tuple(sorted(tuple(sorted(card.rank for card in cards if card % 4 == suit)) for suit in range(4)))


@pytest.mark.parametrize(
    ("regulation", "wager", "table"), side_tables(), ids=lambda one: getattr(one, "key", one)
)
def test_every_deal_of_every_table(regulation: str, wager: str, table: Paytable, figure: Figures) -> None:
    chosen = with_table(regulation, wager, table)
    entry = entry_of(chosen, wager)
    if regulation == BY_STREETS and entry.kept is not None:
        pytest.skip("proved with the main game")
    by_hand = entry.kept is not None or "envy" in entry.more
    cards = chosen.regulation.wagers[wager].cards
    if "envy" in entry.more and cards == ("player", "dealer"):
        second = Second(chosen, wager, six_cards(chosen, wager), folds(chosen))
    else:
        second = Second(
            chosen, wager, groups(chosen, wager, by_hand=by_hand), folds(chosen) if by_hand else None
        )
    second.compare(entry, figure.of(regulation, wager, table.key), METHOD)


OPTIONS: list[tuple[str, str, dict[str, object], str]] = [
    ("MA-TCP", "multi_game_link", {"folded_hands_qualify": True}, "PTMGL01, folded hands qualify"),
    ("MA-TCP", "three_card_progressive", {"folded_hands_qualify": True}, "1, folded hands qualify"),
    ("PA-649a", "pair_plus", {"mini_royal": "50 to 1"}, "A, mini-royal row"),
    ("PA-649a", "five_card_progressive", {"amount": 5}, "at $5"),
    ("PA-649a", "three_card_progressive", {"amount": 5}, "A, at $5"),
    ("PA-679a", "pair_bonus", {"paytable": "B", "community_card": True}, "B, community card"),
]


@pytest.mark.parametrize(("regulation", "wager", "section", "words"), OPTIONS)
def test_options(
    regulation: str, wager: str, section: dict[str, object], words: str, figure: Figures
) -> None:
    chosen = submission(regulation, wagers={wager: section})
    second = Second(chosen, wager, groups(chosen, wager, by_hand=True), folds(chosen))
    second.compare(entry_of(chosen, wager), figure.of(regulation, wager, words), METHOD)


@pytest.mark.parametrize("needs_win", [False, True])
@pytest.mark.parametrize("stake", ["player", "dealer"])
def test_magic_card_and_lucky_bonus(stake: str, needs_win: bool, figure: Figures) -> None:
    """Every hand with each of 52 magic cards and each of 8 positions, as often as they are drawn."""
    wager = f"{HAND_BONUS}_{stake}"
    options: dict[str, object] = {"magic_card": True, "lucky_bonus": True, "bonus_needs_win": needs_win}
    chosen = submission("PA-649a", wagers={HAND_BONUS: options})
    counted = groups(chosen, wager)
    magic = [{"magic_card": str(card)} for card in DECK]
    lucky = [{"lucky_position": at} for at in (*range(1, chosen.limits.seats + 1), "dealer")]
    total = Fraction(0)
    for group in counted.groups:
        plain = side_net(chosen, wager, group.cards)
        share = Fraction(group.count, counted.total)
        total += share * plain
        for draws, option in ((magic, "magic_card"), (lucky, "lucky_bonus")):
            chance = Fraction(str(chosen.option(f"wagers.{HAND_BONUS}.{option}_chance")))
            more = sum(
                (side_net(chosen, wager, group.cards, draws=draw) - plain for draw in draws), Fraction(0)
            )
            total += share * chance * more / len(draws)
    words = "both draws" + (", on a win only" if needs_win else "")
    compare = figure.of("PA-649a", wager, words)
    compare("expected value", entry_of(chosen, wager).ev, total, "every hand, every draw settled")
