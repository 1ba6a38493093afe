from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import (
    DECK,
    JOKER,
    RANKS,
    SUITS,
    Card,
    CardError,
    check_distinct,
    deck,
    parse_card,
    parse_cards,
    show,
)
from feltlaw.regulation import load, regulation_ids

hands = st.lists(st.sampled_from(deck(1)), unique=True, max_size=53).map(tuple)


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    assert [str(card) for card in DECK] == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [int(card) for card in DECK] == list(range(52))
    assert deck() == deck(0) == DECK
    assert deck(1) == (*DECK, JOKER)


@pytest.mark.parametrize("regulation", regulation_ids())
def test_the_deck_of_each_regulation_has_as_many_cards_as_it_says(regulation: str) -> None:
    said = load(regulation).deck
    assert len(deck(said.jokers)) == said.cards


@pytest.mark.clause("PA-680a.3(a)")
def test_only_saigon_is_played_with_a_joker() -> None:
    assert {name: load(name).deck.cards for name in regulation_ids()} == {
        "PA-649a": 52,
        "MA-TCP": 52,
        "PA-679a": 52,
        "PA-669a": 52,
        "PA-680a": 53,
    }


@pytest.mark.parametrize(
    ("text", "name", "rank", "suit", "red"),
    [
        ("As", "ace of spades", 12, "s", False),
        ("Kh", "king of hearts", 11, "h", True),
        ("Qd", "queen of diamonds", 10, "d", True),
        ("Jc", "jack of clubs", 9, "c", False),
        ("Th", "10 of hearts", 8, "h", True),
        ("2c", "2 of clubs", 0, "c", False),
        ("Jk", "joker", 13, "", False),
    ],
)
def test_what_a_card_knows_of_itself(text: str, name: str, rank: int, suit: str, red: bool) -> None:
    card = parse_card(text)
    assert (card.name, card.rank, card.suit, card.is_red) == (name, rank, suit, red)
    assert str(card) == text
    assert repr(card) == f"Card({text!r})"
    assert card.is_joker == (text == "Jk")


@pytest.mark.parametrize("text", ["10h", "Th", "th", "tH", "10H", " Th ", "1 0h"])
def test_a_ten_has_two_spellings(text: str) -> None:
    assert parse_card(text) == parse_card("Th")


@given(hands)
def test_cards_are_read_back_however_they_are_spaced(cards: tuple[Card, ...]) -> None:
    text = show(cards)
    assert parse_cards(text) == cards
    for other in (text.replace(" ", ""), text.replace(" ", "  \t"), text.replace(" ", ", "), text.lower()):
        assert parse_cards(other) == cards
    assert parse_cards(text.replace("T", "10")) == cards
    assert all(isinstance(card, Card) for card in parse_cards(text))


def test_no_cards_are_no_cards() -> None:
    assert parse_cards("") == parse_cards("  ") == ()
    assert show(()) == ""


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("1h", "'1h'"),
        ("Ax", "'ax'"),
        ("As K", "'k'"),
        ("AsKdX", "'x'"),
        ("sA", "'sa'"),
        ("11h", "'11'"),
        ("As;Kd", "';k'"),
        ("Joker", "'jo'"),
        ("♠A", "'sa'"),
    ],
)
def test_unknown_cards_are_named(text: str, odd: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards(text)
    assert str(refusal.value).startswith(f"{odd} in {text!r} is not a card: a rank 2-9 T J Q K A and a suit")


@given(st.text(max_size=300))
def test_any_text_is_cards_or_a_short_refusal(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as error:
        assert len(str(error)) < 250
    else:
        assert len(set(cards)) == len(cards)
        assert parse_cards(show(cards)) == cards


@pytest.mark.parametrize("text", ["", "As Kd", "AsKd", "A"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(CardError, match=r"is not (one|a) card"):
        parse_card(text)


@pytest.mark.parametrize("value", [None, 51, ["As"], b"As"])
def test_cards_are_a_text(value: object) -> None:
    with pytest.raises(CardError, match='written like "As Kd Th"'):
        parse_cards(value)  # type: ignore[arg-type]


@given(hands.filter(len), st.data())
def test_a_card_may_not_occur_twice(cards: tuple[Card, ...], data: st.DataObject) -> None:
    check_distinct(cards)
    again = data.draw(st.sampled_from(cards))
    with pytest.raises(CardError, match=rf"the {again.name} .* occurs twice"):
        parse_cards(f"{show(cards)} {again}")
    with pytest.raises(CardError, match="occurs twice"):
        check_distinct([*cards, again])


def test_ranks_and_suits_are_in_numerical_order() -> None:
    for card in DECK:
        assert card == RANKS.index(str(card)[0]) * 4 + SUITS.index(str(card)[1])
