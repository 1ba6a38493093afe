"""Playing cards: 52 of them and one joker, each a small integer that knows its name.

A card's number is `rank * 4 + suit`, ranks 0 to 12 for 2 to ace and suits 0 to 3 for clubs, diamonds, hearts,
spades; the joker is 52. The numbers are what the rankings and the counting work on.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
RED = frozenset("dh")


class CardError(ValueError):
    """Cards that do not exist, or one that occurs twice."""


class DoubleCard(CardError):
    """A card that occurs twice."""


class Card(int):
    """One card. `Card(51)` is the ace of spades; `parse_card("As")` reads it from text."""

    @property
    def is_joker(self) -> bool:
        return self == 52

    @property
    def rank(self) -> int:
        """0 for a 2 up to 12 for an ace; 13 for the joker."""
        return self // 4

    @property
    def suit(self) -> str:
        """`c`, `d`, `h` or `s`; empty for the joker."""
        return "" if self.is_joker else SUITS[self % 4]

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    def __str__(self) -> str:
        return "Jk" if self.is_joker else RANKS[self // 4] + SUITS[self % 4]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def name(self) -> str:
        """As a dealer calls it: `ace of spades`."""
        return "joker" if self.is_joker else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"


JOKER = Card(52)
DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_OUTLINED = {"♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_FILLED = {sign: suit for suit, sign in SIGNS.items()}
_PRINTED = str.maketrans(_FILLED | _OUTLINED | dict.fromkeys("\ufe0e\ufe0f", "") | dict.fromkeys(",[]", " "))
"""Suits as a screen or a book shows them, brackets around a card as the terminal does."""
_BY_NAME = {str(card).lower(): card for card in (*DECK, JOKER)}


def deck(jokers: int = 0) -> tuple[Card, ...]:
    """The cards of a deck in numerical order, with the joker last where the game uses one."""
    return DECK if jokers == 0 else (*DECK, JOKER)


def parse_card(text: str) -> Card:
    """One card: rank `2`-`9 T J Q K A` (or `10`), suit `c d h s`; `Jk` is the joker.

    >>> parse_card("As"), parse_card("10h")
    (Card('As'), Card('Th'))
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{_short(text)} is not one card: write it like As, Td or Jk")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """A list of cards, spaces optional: `As Kd Th` or `AsKdTh`. A card may not occur twice.

    >>> parse_cards("AsKd Th"), parse_cards("[Q♠][10♥]")
    ((Card('As'), Card('Kd'), Card('Th')), (Card('Qs'), Card('Th')))
    """
    if not isinstance(text, str):
        raise CardError(f'cards are written like "As Kd Th", not {_short(text)}')
    squeezed = "".join(text.translate(_PRINTED).split()).lower().replace("10", "t")
    found = []
    for at in range(0, len(squeezed), 2):
        card = _BY_NAME.get(squeezed[at : at + 2])
        if card is None:
            raise CardError(
                f"{_short(squeezed[at : at + 2])} in {_short(text)} is not a card: a rank 2-9 T J Q K A "
                "and a suit c d h s, like As or Td; Jk is the joker"
            )
        found.append(card)
    check_distinct(found)
    return tuple(found)


def check_distinct(cards: Iterable[Card]) -> None:
    """Refuses a card that occurs more than once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise DoubleCard(f"the {card.name} ({card}) occurs twice")
        seen.add(card)


def show(cards: Iterable[Card]) -> str:
    """`As Kd Th`."""
    return " ".join(str(card) for card in cards)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
