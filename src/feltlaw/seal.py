"""The seal of a deck: its order committed to card by card, so that each card can be opened by itself (I-155).

The commitment is the root of a tree of SHA-256 hashes. A leaf is the hash of a card's place in the deck,
the card and a nonce of its own; nonces follow from one secret, and none tells another. Whoever is shown a
card gets its place, its nonce and the hashes beside its way up, and checks them against the root that was
posted before.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from feltlaw.cards import Card
from feltlaw.schema import Few, Text, Whole
from feltlaw.values import quick

SECRET_DIGITS = 64
"""Hexadecimal digits of the secret: 256 bits."""
NONCE_BYTES = 16


@quick
@dataclass(frozen=True, slots=True)
class Opened:
    """One card of a sealed deck, with what proves it."""

    place: Annotated[int, Whole(0, 99)]
    """From the top of the deck as it was shuffled, before any cut."""
    card: Card
    nonce: Annotated[str, Text(2 * NONCE_BYTES)]
    path: Annotated[tuple[Annotated[str, Text(64)], ...], Few(10)]


def root_of(order: Sequence[int], secret: str) -> str:
    """The commitment to an order of cards, from the top."""
    return _tree(tuple(order), secret)[-1][0].hex()


def open_card(order: Sequence[int], secret: str, place: int) -> Opened:
    """What proves the card at a place."""
    return open_cards(order, secret, [place])[0]


def open_cards(order: Sequence[int], secret: str, places: Iterable[int]) -> tuple[Opened, ...]:
    """The same for several cards of one deck."""
    tree = _tree(tuple(order), secret)[:-1]
    places = list(places)
    return tuple(
        Opened(place, Card(order[place]), nonce.hex(), tuple(_path(tree, place)))
        for place, nonce in zip(places, _nonces(secret, places), strict=True)
    )


def _path(tree: Sequence[Sequence[bytes]], at: int) -> Iterator[str]:
    """The hashes beside the way from a leaf up to the root."""
    for level in tree:
        other = at ^ 1
        yield (level[other] if other < len(level) else level[at]).hex()
        at //= 2


def is_sealed(root: str, opened: Opened) -> bool:
    """Whether a card was at that place of the deck that the root stands for.

    >>> order = list(range(52))
    >>> root = root_of(order, "5" * 64)
    >>> is_sealed(root, open_card(order, "5" * 64, 7))
    True
    >>> from dataclasses import replace
    >>> is_sealed(root, replace(open_card(order, "5" * 64, 7), card=Card(8)))
    False
    """
    try:
        found = _leaf(opened.place, int(opened.card), bytes.fromhex(opened.nonce))
        at = opened.place
        for beside in opened.path:
            other = bytes.fromhex(beside)
            found = _node(other, found) if at % 2 else _node(found, other)
            at //= 2
    except ValueError:
        return False
    return hmac.compare_digest(found.hex(), root) and at == 0


def _nonces(secret: str, places: Iterable[int]) -> Iterator[bytes]:
    """By SHA-256 keyed with the secret, so that no nonce tells the others."""
    keyed = hmac.new(bytes.fromhex(secret), digestmod="sha256")
    for place in places:
        one = keyed.copy()
        one.update(place.to_bytes(2, "big"))
        yield one.digest()[:NONCE_BYTES]


def _leaf(place: int, card: int, nonce: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + bytes((place, card)) + nonce).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


@lru_cache(maxsize=64)
def _tree(order: tuple[int, ...], secret: str) -> tuple[tuple[bytes, ...], ...]:
    """All levels of the tree, the leaves first; the odd one at an end is paired with itself."""
    nonces = _nonces(secret, range(len(order)))
    level = tuple(map(_leaf, range(len(order)), order, nonces))
    found = [level]
    while len(level) > 1:
        level = tuple(
            _node(level[at], level[at + 1] if at + 1 < len(level) else level[at])
            for at in range(0, len(level), 2)
        )
        found.append(level)
    return tuple(found)
