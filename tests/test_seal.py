"""The seal of a deck: card by card, so that each can be opened by itself and none tells another (I-155)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import Card
from feltlaw.schema import read, write
from feltlaw.seal import Opened, is_sealed, open_card, root_of
from feltlaw.shuffle import SeededSource, SystemSource, shuffle

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
ORDERS = st.integers(52, 53).flatmap(lambda many: st.permutations(range(many)))
PLACES = st.integers(0, 51)


def by_hand(order: list[int], secret: str) -> str:
    """The root once more, from the description: leaves over place, card and nonce, paired up to one hash."""
    level = [
        hashlib.sha256(
            b"\x00"
            + bytes((place, card))
            + hmac.new(bytes.fromhex(secret), place.to_bytes(2, "big"), "sha256").digest()[:16]
        ).digest()
        for place, card in enumerate(order)
    ]
    while len(level) > 1:
        if len(level) % 2:
            level.append(level[-1])
        level = [
            hashlib.sha256(b"\x01" + left + right).digest()
            for left, right in zip(level[::2], level[1::2], strict=True)
        ]
    return level[0].hex()


@pytest.mark.clause("I-155")
@given(ORDERS, SECRETS)
def test_the_root_is_as_described(order: list[int], secret: str) -> None:
    assert root_of(order, secret) == by_hand(order, secret)


@pytest.mark.clause("I-155")
@given(ORDERS, SECRETS, PLACES)
def test_every_card_can_be_opened_and_checked_by_itself(order: list[int], secret: str, place: int) -> None:
    opened = open_card(order, secret, place)
    assert (opened.place, int(opened.card)) == (place, order[place])
    assert is_sealed(root_of(order, secret), opened)
    assert read(Opened, write(opened)) == opened, "it can be written down and given to a player"


@pytest.mark.clause("I-155")
@given(ORDERS, SECRETS, PLACES, st.data())
def test_nothing_else_fits_the_seal(order: list[int], secret: str, place: int, data: st.DataObject) -> None:
    root, opened = root_of(order, secret), open_card(order, secret, place)
    card = data.draw(st.sampled_from([one for one in order if one != order[place]]))
    other = data.draw(st.integers(0, len(order) - 1).filter(lambda one: one != place))
    step = data.draw(st.integers(0, len(opened.path) - 1))
    path = list(opened.path)
    path[step] = path[step][::-1] if path[step] != path[step][::-1] else "0" * 64
    for wrong in (
        replace(opened, card=Card(card)),
        replace(opened, place=other),
        replace(opened, place=place + 64),
        replace(opened, nonce=opened.nonce[::-1] + "00"),
        replace(opened, path=tuple(path)),
        replace(opened, path=opened.path[:-1]),
        replace(opened, path=(*opened.path, "0" * 64)),
        replace(opened, nonce="x" * 32),
        replace(opened, path=("no hash",)),
    ):
        assert not is_sealed(root, wrong)
    assert not is_sealed(root[::-1], opened) or root == root[::-1]
    assert not is_sealed("", opened)


@pytest.mark.clause("I-155")
@given(ORDERS, SECRETS, PLACES)
def test_an_opened_card_tells_nothing_but_itself(order: list[int], secret: str, place: int) -> None:
    """Neither the secret nor another card's nonce is in it, so nobody can try the other cards out."""
    opened = open_card(order, secret, place)
    assert secret not in str(write(opened))
    others = {open_card(order, secret, one).nonce for one in range(len(order)) if one != place}
    assert opened.nonce not in others and len(others) == len(order) - 1
    exchanged = list(order)
    others_places = [one for one in range(len(order)) if one // 2 != place // 2]
    first, second = others_places[0], others_places[-1]
    exchanged[first], exchanged[second] = exchanged[second], exchanged[first]
    assert root_of(exchanged, secret) != root_of(order, secret), "yet every order has a root of its own"


def test_two_shuffles_never_have_one_seal() -> None:
    roots = set()
    for source in (SystemSource(), SeededSource("a"), SeededSource("b")):
        for _ in range(20):
            made = shuffle(source)
            roots.add(root_of(made.order, made.secret))
    assert len(roots) == 60
