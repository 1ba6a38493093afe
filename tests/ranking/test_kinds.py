"""Rankings beside the poker lists: by colour, with a fourth card, the highest hand; and bad input."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feltlaw
from feltlaw.cards import DECK, Card, parse_card, parse_cards
from feltlaw.ranking import Hand, Highest, PointCount, Poker, RankingError, SameColor, WithFourth
from tests.ranking.test_classes import any_hand, poker, three_card_hands
from tests.ranking.test_points import point_count

RED = [card for card in DECK if card.suit in "dh"]
BLACK = [card for card in DECK if card.suit in "cs"]


def same_color() -> SameColor:
    ranking = feltlaw.load("PA-679a").rankings["same_color"]
    assert isinstance(ranking, SameColor)
    return ranking


def with_fourth() -> WithFourth:
    ranking = feltlaw.load("PA-679a").rankings["three_card_and_fourth"]
    assert isinstance(ranking, WithFourth)
    return ranking


def highest_hand() -> Highest:
    ranking = feltlaw.load("MA-TCP").rankings["highest_hand"]
    assert isinstance(ranking, Highest)
    return ranking


# The Prime wager: the colour of the player's cards, and of the dealer's.


@pytest.mark.clause("PA-679a.11(d)(1)(i)", "PA-679a.11(d)(1)(ii)")
@pytest.mark.parametrize(
    ("player", "dealer", "shape", "title"),
    [
        ("2d 9h Kd", "3h 4d 5h", "player_and_dealer", "player and dealer all red"),
        ("2c 9s Kc", "3c 4s 5c", "player_and_dealer", "player and dealer all black"),
        ("2d 9h Kd", "3c 4s 5c", "player", "player all red"),
        ("2d 9h Kd", "3h 4s 5h", "player", "player all red"),
        ("2c 9s Kc", "3h 4d 5h", "player", "player all black"),
        ("2d 9s Kd", "3h 4d 5h", "mixed", "mixed colors"),
        ("2c 9d Kc", "3c 4s 5c", "mixed", "mixed colors"),
    ],
)
def test_prime_looks_at_the_players_colour(player: str, dealer: str, shape: str, title: str) -> None:
    """I-75: the dealer's cards count only where they are of the player's colour."""
    hand = same_color().read(parse_cards(player), parse_cards(dealer))
    assert (hand.shape, hand.title) == (shape, title)


@pytest.mark.clause("PA-679a.11(d)(1)(i)", "PA-679a.11(d)(1)(ii)")
def test_how_often_the_colours_agree() -> None:
    """Every split of the six cards into red and black, against the binomials."""
    found: dict[str, int] = {}
    for red, dealer_red in product(range(4), range(4)):
        player = (*RED[:red], *BLACK[: 3 - red])
        dealer = (*RED[red : red + dealer_red], *BLACK[3 - red : 6 - red - dealer_red])
        hands = (
            comb(26, red) * comb(26, 3 - red) * comb(26 - red, dealer_red) * comb(23 + red, 3 - dealer_red)
        )
        shape = same_color().read(player, dealer).shape
        found[shape] = found.get(shape, 0) + hands
    one_colour, same_again = 2 * comb(26, 3), comb(23, 3)
    assert found == {
        "player_and_dealer": one_colour * same_again,
        "player": one_colour * (comb(49, 3) - same_again),
        "mixed": (comb(52, 3) - one_colour) * comb(49, 3),
    }


@pytest.mark.clause("PA-679a.11(d)(1)(i)", "PA-679a.11(d)(1)(ii)")
def test_prime_ranks_all_six_above_the_players_three() -> None:
    labels = same_color().labels()
    assert [label.names for label in labels] == [("player_and_dealer",), ("player",), ("mixed",)]
    all_six, three, mixed = (
        same_color().read(parse_cards(player), parse_cards("3h 4d 5h")).rank
        for player in ("2d 9h Kd", "2c 9s Kc", "2d 9s Kc")
    )
    assert all_six > three > mixed


# The Pair Bonus: the player's hand, and whether the fourth card is a 2.


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(2)(ii)(A)", "PA-679a.11(d)(2)(ii)(B)")
@given(any_hand(4))
def test_fourth_card_is_told_apart_but_never_counts_in_the_hand(cards: tuple[Card, ...]) -> None:
    """I-79: three cards make the hand."""
    three, fourth = cards[:3], cards[3]
    alone = poker("PA-679a", "three_card").read(three)
    hand = with_fourth().read(three, (fourth,))
    assert (hand.rank, hand.shape) == (alone.rank, alone.shape)
    if str(fourth)[0] == "2":
        assert hand.label.names == tuple(f"{name}_with_2" for name in alone.label.names)
        assert hand.title == f"{alone.title}, with a 2"
    else:
        assert hand == alone


def test_third_nine_as_the_fourth_card_leaves_a_pair() -> None:
    assert with_fourth().read(parse_cards("9d 9h 4s"), [parse_card("9c")]).shape == "pair"


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(2)(ii)(A)", "PA-679a.11(d)(2)(ii)(B)")
def test_pair_bonus_takes_either_table() -> None:
    """I-77: the fourth card, or the community card in its place, chooses between 12(e) and 12(f)."""
    payouts = feltlaw.load("PA-679a").wagers["pair_bonus"].payouts
    assert payouts.always is not None
    pair = parse_cards("9d 9h 4s")
    for fourth, hand in (("2c", "pair_with_2"), ("3c", "pair")):
        label = with_fourth().read(pair, [parse_card(fourth)]).label
        rows = [row.hand for table in (payouts.always, payouts.tables["B"]) if (row := table.pick(label))]
        assert rows == [hand]


def test_labels_with_and_without_the_fourth_card() -> None:
    seen = set()
    for three in three_card_hands():
        others = [card for card in DECK if card not in three]
        seen |= {with_fourth().read(three, [card]).label for card in (others[0], others[-1])}
    assert seen == set(with_fourth().labels())


# Cover All: the highest hand at the table.


@pytest.mark.clause("MA-TCP.12(g)")
@given(st.integers(1, 8).flatmap(lambda hands: any_hand(3 * hands)))
def test_highest_hand_at_the_table(cards: tuple[Card, ...]) -> None:
    assert feltlaw.load("MA-TCP").wagers["cover_all"].ranking == "highest_hand"
    three_card = poker("MA-TCP", "three_card")
    hands = [cards[at : at + 3] for at in range(0, len(cards), 3)]
    best = highest_hand().read(*hands)
    read = [three_card.read(hand) for hand in hands]
    assert best in read
    assert all(best.rank >= hand.rank for hand in read)
    assert highest_hand().read(*reversed(hands)).rank == best.rank


@pytest.mark.clause("MA-TCP.12(b)", "MA-TCP.12(g)")
def test_highest_hand_has_the_labels_of_three_cards() -> None:
    assert highest_hand().labels() == poker("MA-TCP", "three_card").labels()
    assert highest_hand().row_names() == poker("MA-TCP", "three_card").row_names()


# Bad input.


@pytest.mark.parametrize(
    ("regulation", "name", "wanted"),
    [
        pytest.param("PA-649a", "three_card", 3, marks=pytest.mark.clause("PA-649a.1:hand")),
        pytest.param("MA-TCP", "three_card", 3, marks=pytest.mark.clause("MA-TCP.1:hand")),
        pytest.param("PA-679a", "three_card", 3, marks=pytest.mark.clause("PA-679a.1:hand")),
        ("PA-669a", "three_card", 3),
        ("PA-649a", "five_card", 5),
        ("PA-669a", "six_card", 6),
        pytest.param("PA-680a", "bonus_hand", 5, marks=pytest.mark.clause("PA-680a.6(c)")),
        pytest.param("MA-TCP", "six_card", 6, marks=pytest.mark.clause("MA-TCP.6(g)(1)")),
        pytest.param("MA-TCP", "five_card", 5, marks=pytest.mark.clause("MA-TCP.13(g)bis")),
        ("PA-680a", "point_count", 2),
        ("MA-TCP", "highest_hand", 3),
    ],
)
def test_wrong_number_of_cards(regulation: str, name: str, wanted: int) -> None:
    ranking = feltlaw.load(regulation).rankings[name]
    assert isinstance(ranking.read(DECK[:wanted]), Hand)
    for many in {*range(8)} - {wanted}:
        with pytest.raises(RankingError, match=rf"is read from {wanted} cards, not {many}$"):
            ranking.read(DECK[:many])


@pytest.mark.clause("MA-TCP.12(b)")
def test_no_hand_at_the_table() -> None:
    with pytest.raises(RankingError, match="highest_hand needs at least one hand"):
        highest_hand().read()


@pytest.mark.clause("PA-679a.11(d)(1)(i)", "PA-679a.11(d)(1)(ii)")
@pytest.mark.parametrize("groups", [[], ["2d 9h Kd"], ["", "3h 4d 5h"], ["2d 9h Kd", ""], ["2d", "3h", "4d"]])
def test_colours_need_two_hands(groups: list[str]) -> None:
    with pytest.raises(RankingError, match="same_color is read from the player's cards and the dealer's"):
        same_color().read(*map(parse_cards, groups))


@pytest.mark.clause("PA-679a.11(d)(2)(ii)")
def test_fourth_card_is_one_card() -> None:
    three = parse_cards("9d 9h 4s")
    with pytest.raises(RankingError, match="a hand and a further card"):
        with_fourth().read(three)
    for fourth in ("", "2c 3c"):
        with pytest.raises(RankingError, match="is read from 1 card, not"):
            with_fourth().read(three, parse_cards(fourth))
    with pytest.raises(RankingError, match="three_card is read from 3 cards, not 2"):
        with_fourth().read(three[:2], [parse_card("2c")])


@pytest.mark.clause("PA-680a.11(b)")
@pytest.mark.parametrize("three", ["9h 5d", "9h 5d 6s 2c", "9h 5d Ac", "9h 5d 9h"])
def test_a_setting_is_three_of_the_five_cards(three: str) -> None:
    cards = [parse_card(card) for card in three.split()]
    with pytest.raises(RankingError, match="is not three of 9h 5d 6s 2c Kd"):
        point_count().split(parse_cards("9h 5d 6s 2c Kd"), cards)


@pytest.mark.clause("PA-680a.11(b)")
@pytest.mark.parametrize("many", [0, 4, 6])
def test_five_cards_are_set(many: int) -> None:
    for ask in (
        point_count().splits,
        point_count().house_way,
        lambda cards: point_count().split(cards, cards[:3]),
    ):
        with pytest.raises(RankingError, match=f"is read from 5 cards, not {many}"):
            ask(DECK[:many])


@pytest.mark.parametrize(
    ("cards", "of", "shapes", "thresholds", "says"),
    [
        (4, 4, ["pair"], {}, "three or five cards"),
        (5, 3, ["pair"], {}, "three or five cards"),
        (3, 3, ["pair", "blaze"], {}, "no shape called 'blaze'; there are five_aces, "),
        (3, 3, ["high_card"], {"queen_high": "Qc 3d"}, "threshold queen_high is not one of its 3-card hands"),
        (3, 3, ["pair"], {"queen_high": "Qc 3d 2h"}, "threshold queen_high is not one of its 3-card hands"),
        (5, 6, ["pair"], {"tens": "Tc Td 4h 3s 2c 5d"}, "threshold tens is not one of its 5-card hands"),
    ],
)
def test_ranking_written_wrongly(
    cards: int, of: int, shapes: list[str], thresholds: dict[str, str], says: str
) -> None:
    with pytest.raises(RankingError, match=says):
        Poker(
            "made_up",
            "PA-649a.6(b)",
            cards=cards,
            of=of,
            shapes=dict.fromkeys(shapes, "PA-649a.6(b)"),
            thresholds={name: (lowest, "PA-649a.6(b)") for name, lowest in thresholds.items()},
        )


def test_threshold_that_is_not_there() -> None:
    with pytest.raises(RankingError, match="ranking three_card has no threshold 'king_high'"):
        poker("PA-649a", "three_card").threshold("king_high")


def test_fourth_card_of_no_rank() -> None:
    with pytest.raises(RankingError, match="'1' is not a rank of a card"):
        WithFourth("made_up", "PA-679a.11(d)(2)(ii)", of=poker("PA-679a", "three_card"), fourth="1")


def test_card_without_a_value() -> None:
    with pytest.raises(RankingError, match="every rank 23456789TJQKA needs one value"):
        PointCount("made_up", "PA-680a.6(b)", values={"A": 1}, joker=(), qualifying=(10,), highest=10)
