"""The seal of a deck: every card opens by itself, nothing else passes, and none tells another (I-155)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import Card
from feltlaw.seal import is_sealed, open_card, root_of

ORDERS = st.integers(0, 10**6).map(lambda seed: random.Random(seed).sample(range(53), 53))
SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.clause("I-155")
@given(ORDERS, SECRETS, st.sampled_from((52, 53)))
def test_every_card_opens_at_its_own_place_and_at_no_other(order: list[int], secret: str, cards: int) -> None:
    order = [card for card in order if card < cards]
    root = root_of(order, secret)
    for place, card in enumerate(order):
        opened = open_card(order, secret, place)
        assert opened.card == card and is_sealed(root, opened)
    opened = open_card(order, secret, 7)
    assert not is_sealed(root, replace(opened, place=8))
    assert not is_sealed(root, replace(opened, card=Card(order[8])))
    assert not is_sealed(root, replace(opened, nonce="00" * 16))
    assert not is_sealed(root, replace(opened, path=opened.path[:-1]))
    assert not is_sealed(root, replace(opened, path=(*opened.path, "00" * 32)))
    assert not is_sealed(root, replace(opened, path=("zz" * 32, *opened.path[1:])))
    assert not is_sealed(root_of(order[::-1], secret), opened)


@pytest.mark.clause("I-155")
def test_two_decks_that_differ_in_unseen_cards_open_a_seen_card_with_paths_that_tell_nothing_by_themselves() -> (
    None
):
    """What beside a card's own nonce travels with it are hashes over nonces nobody else has."""
    order = list(range(52))
    swapped = [*order[:10], order[11], order[10], *order[12:]]
    first, second = (open_card(deck, "7" * 64, 3) for deck in (order, swapped))
    assert first.nonce == second.nonce and first.card == second.card
    assert len(set(first.path)) == len(first.path)
    again = open_card(order, "8" * 64, 3)
    assert not set(again.path) & set(first.path), "another secret, other hashes all along the way"
    nonces = {open_card(order, "7" * 64, place).nonce for place in range(52)}
    assert len(nonces) == 52


def test_the_root_depends_on_every_card_and_on_the_secret() -> None:
    order = list(range(52))
    roots = {root_of(order, "1" * 64), root_of(order, "2" * 64)}
    for place in range(51):
        changed = [*order]
        changed[place], changed[place + 1] = changed[place + 1], changed[place]
        roots.add(root_of(changed, "1" * 64))
    assert len(roots) == 2 + 51
