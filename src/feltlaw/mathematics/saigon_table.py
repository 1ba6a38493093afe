"""Every hand of Saigon 5 Card that can be set in ways that count differently."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltlaw.cards import RANKS, Card
from feltlaw.mathematics.advice import StrategyLine
from feltlaw.mathematics.saigon_classes import DEALER_HANDS, HANDS, HandClass
from feltlaw.mathematics.saigon_game import ShowdownGame

OTHERS, HOUSE_WAY = "every other hand", "the house way"


def decisions(game: ShowdownGame) -> Iterator[StrategyLine]:
    """A line for each class of hands with a choice, the most frequent first; then all others in one."""
    chosen = sorted((hand for hand in game.classes.hands if len(hand.ranks) > 1), key=lambda hand: -hand.ways)
    for hand in chosen:
        dealers, whole = game.dealers[hand.kinds], game.scale * DEALER_HANDS
        yield StrategyLine(
            _words(game, hand),
            hand.ways,
            {_say(rank): Fraction(game.worth(dealers, rank), whole) for rank in reversed(hand.ranks)},
            _say(game.picked[hand.kinds]),
        )
    yield StrategyLine(OTHERS, HANDS - sum(hand.ways for hand in chosen), {}, HOUSE_WAY)


def _say(rank: int) -> str:
    return f"set Point Count {rank}"


def _words(game: ShowdownGame, hand: HandClass) -> str:
    """The values of the cards: `joker, 10, 9, 4, A`, 10 for everything that counts ten."""
    cards = sorted((game.classes.cards[kind][0] for kind in hand.kinds), key=_order)
    return ", ".join(map(_value, cards))


def _order(card: Card) -> tuple[bool, bool, int]:
    """The joker first, the ace last."""
    return not card.is_joker, _value(card) == "A", -card.rank


def _value(card: Card) -> str:
    if card.is_joker:
        return "joker"
    name = RANKS[card.rank]
    return "10" if name in "TJQK" else name
