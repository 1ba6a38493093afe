"""Saigon 5 Card: the values of the cards, the three that qualify, the Point Count of the other two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest
from hypothesis import given

import feltlaw
from feltlaw.cards import DECK, JOKER, RANKS, Card, deck, parse_card, parse_cards
from feltlaw.ranking import PointCount
from tests.ranking.test_classes import any_hand

TEN_VALUES = "TJQK"
JOKER_VALUES = (3, 6, 9)


def point_count() -> PointCount:
    ranking = feltlaw.load("PA-680a").rankings["point_count"]
    assert isinstance(ranking, PointCount)
    return ranking


def points(two: str) -> int:
    return point_count().read(parse_cards(two)).rank


# The same arithmetic once more, on plain numbers: a hand is five values, 0 for the joker.


def values_of(value: int) -> tuple[int, ...]:
    return (value,) if value else JOKER_VALUES


def qualifies(three: tuple[int, ...]) -> bool:
    return any(sum(values) in (10, 20, 30) for values in product(*map(values_of, three)))


def best_points(two: tuple[int, ...]) -> int:
    totals = [sum(values) for values in product(*map(values_of, two))]
    return max(total if total <= 10 else total - 10 for total in totals)


def counts_after_qualifying(five: tuple[int, ...]) -> set[int]:
    """The Point Counts that the settings leave in which the three qualify."""
    found = set()
    for chosen in combinations(range(5), 3):
        three = tuple(five[at] for at in chosen)
        two = tuple(five[at] for at in range(5) if at not in chosen)
        if qualifies(three):
            found.add(best_points(two))
    return found


@cache
def value_classes(with_joker: bool) -> dict[tuple[int, ...], int]:
    """How many hands have these five values, with the joker or without it."""
    cards_of = {value: 16 if value == 10 else 4 for value in range(1, 11)}
    found = {}
    for values in combinations_with_replacement(range(1, 11), 4 if with_joker else 5):
        held = Counter(values)
        hands = prod(comb(cards_of[value], many) for value, many in held.items())
        if hands:
            found[(0, *values) if with_joker else values] = hands
    return found


def cards_for(values: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these values."""
    left = list(DECK)
    found = []
    for value in values:
        ranks = "?A23456789"[value] if value < 10 else TEN_VALUES
        card = next(card for card in left if RANKS[card.rank] in ranks) if value else JOKER
        found.append(card)
        left = [other for other in left if other != card]
    return tuple(found)


def house_ways(with_joker: bool) -> Iterator[tuple[tuple[int, ...], int, PointCount, tuple[Card, ...]]]:
    ranking = point_count()
    for values, hands in value_classes(with_joker).items():
        yield values, hands, ranking, cards_for(values)


@pytest.mark.parametrize(
    ("ranks", "value"),
    [
        *(pytest.param(str(n), (n,), marks=pytest.mark.clause("PA-680a.6(a)(1)")) for n in range(2, 10)),
        *(pytest.param(r, (10,), marks=pytest.mark.clause("PA-680a.6(a)(2)")) for r in TEN_VALUES),
        pytest.param("A", (1,), marks=pytest.mark.clause("PA-680a.6(a)(3)")),
    ],
)
def test_value_of_a_card(ranks: str, value: tuple[int, ...]) -> None:
    assert {point_count().values(parse_card(f"{ranks}{suit}")) for suit in "cdhs"} == {value}


@pytest.mark.clause("PA-680a.6(a)(4)")
def test_joker_is_3_6_or_9() -> None:
    assert set(point_count().values(JOKER)) == set(JOKER_VALUES)
    for two, count in (("Jk 2c", 8), ("Jk Kc", 9), ("Jk Ac", 10), ("Jk 4c", 10), ("Jk 7c", 10), ("Jk 5c", 8)):
        assert points(two) == count
    for three in ("Jk 5c 6d", "Jk 5c 9d", "Jk 5c 2d"):
        assert point_count().qualifies(parse_cards(three)), "the joker is a 9, a 6, a 3"
    assert not point_count().qualifies(parse_cards("Jk 5c 4d"))


@pytest.mark.clause("PA-680a.6(b)")
def test_point_count_is_the_total_less_10_if_it_is_over_10() -> None:
    """I-134: once, and not modulo 10; from 1 to 10."""
    seen = set()
    for one, other in combinations(DECK, 2):
        total = point_count().values(one)[0] + point_count().values(other)[0]
        hand = point_count().read((one, other))
        assert hand.rank == (total if total <= 10 else total - 10)
        assert hand.title == f"Point Count {hand.rank}"
        assert hand.label.names == (f"point_count_{hand.rank}", "point_count")
        seen.add(hand.rank)
    assert seen == set(range(1, 11))
    assert (points("Kc Kd"), points("9c 9d"), points("9c Ad"), points("Tc Ad")) == (10, 8, 10, 1)


@pytest.mark.clause("PA-680a.6(b)(1)")
def test_ace_and_4_have_5() -> None:
    assert points("Ac 4d") == 5
    assert point_count().read(parse_cards("Ac 4d")).title == "Point Count 5"


@pytest.mark.clause("PA-680a.6(b)(2)")
def test_10_and_jack_are_20_and_have_10() -> None:
    assert point_count().totals(parse_cards("Tc Jd")) == {20}
    assert points("Tc Jd") == 10
    assert point_count().read(parse_cards("Tc Jd")).title == "Point Count 10"


def test_joker_counts_7_to_10_and_never_5() -> None:
    """I-132: taken at its best, whatever lies beside it."""
    assert {point_count().read((JOKER, card)).rank for card in DECK} == {7, 8, 9, 10}


@pytest.mark.clause("PA-680a.1:qualify")
def test_three_cards_qualify_with_10_20_or_30() -> None:
    for three in combinations(deck(1), 3):
        plain = tuple(0 if card.is_joker else point_count().values(card)[0] for card in three)
        assert point_count().qualifies(three) == qualifies(plain), three


@pytest.mark.clause("PA-680a.6(a)(3)", "PA-680a.6(a)(4)")
def test_an_ace_counts_1_beside_any_card_the_joker_too() -> None:
    right = ("Jk 3c", "Jk 6c", "Jk Kc", "9c Kd", "8c Ad")
    for others in (*right, "Jk 4c", "9c 9d", "9c Ad"):
        assert point_count().qualifies(parse_cards(f"As {others}")) == (others in right), others


@pytest.mark.clause("PA-680a.1:showdown-hand", "PA-680a.11(b)(1)", "PA-680a.11(c)(1)")
def test_example_of_the_chapter() -> None:
    """Joker, 8, 6, 5 and 2: the joker with 5 and 6 is 20, and 8 and 2 are left with 10 (I-129)."""
    five = parse_cards("Jk 8c 6d 5h 2s")
    house = point_count().house_way(five)
    assert house == point_count().split(five, parse_cards("Jk 5h 6d"))
    assert (house.three, house.two) == (parse_cards("Jk 6d 5h"), parse_cards("8c 2s"))
    assert (house.qualifies, house.points, house.rank) == (True, 10, 10)
    assert {split.points for split in point_count().splits(five)} == {4, 7, 10}


@given(any_hand(5, 1))
def test_a_split_is_three_of_the_five_and_the_two_left(five: tuple[Card, ...]) -> None:
    splits = point_count().splits(five)
    for split in splits:
        assert (len(split.three), len(split.two)) == (3, 2)
        assert sorted(split.three + split.two) == sorted(five)
        assert split == point_count().split(five, split.three) == point_count().split(five, split.three[::-1])
        assert split.qualifies == point_count().qualifies(split.three)
        assert split.points == point_count().read(split.two).rank
        assert split.rank == (split.points if split.qualifies else 0)
    assert point_count().house_way(five) in splits
    assert point_count().house_way(five).points == max(split.points for split in splits)


@given(any_hand(5, 1))
def test_order_of_the_cards_does_not_change_the_house_way(five: tuple[Card, ...]) -> None:
    one, other = point_count().house_way(five), point_count().house_way(five[::-1])
    assert (one.qualifies, one.points) == (other.qualifies, other.points)


@pytest.mark.clause("PA-680a.11(b)(1)", "PA-680a.11(c)(1)", "PA-680a.11(c)(2)")
@pytest.mark.parametrize("with_joker", [False, True])
def test_qualifying_is_a_fact_about_the_five_cards(with_joker: bool) -> None:
    for values, _, ranking, five in house_ways(with_joker):
        counts = counts_after_qualifying(values)
        splits = ranking.splits(five)
        assert {split.qualifies for split in splits} == {bool(counts)}, five
        assert len(splits) == 10 or counts
        if counts:
            assert {split.points for split in splits} == counts, five


@pytest.mark.clause("PA-680a.11(b)(2)")
def test_hand_that_does_not_qualify_may_be_set_any_way() -> None:
    """I-145: left to the house, the two cards with the highest Point Count."""
    five = parse_cards("2c 2d 2h 2s 9c")
    splits = point_count().splits(five)
    assert len(splits) == 10
    assert {(split.qualifies, split.rank) for split in splits} == {(False, 0)}
    assert {split.points for split in splits} == {1, 4}
    assert point_count().house_way(five).points == 4


def test_player_may_choose_among_qualifying_splits() -> None:
    """I-130: 5 pays half, so a lower Point Count may be set on purpose; the house way is the highest."""
    five = parse_cards("Jk Kh 4d 3c 2s")
    assert point_count().split(five, parse_cards("Jk 4d Kh")).rank == 5
    assert point_count().split(five, parse_cards("Jk 4d 3c")).rank == 2
    assert point_count().house_way(five).rank == 5


def test_misset_hand() -> None:
    """I-131: K-4-5 does not qualify though K-Q-J would, which leaves 9."""
    five = parse_cards("Kc Qd Jh 4s 5c")
    assert not point_count().split(five, parse_cards("Kc 4s 5c")).qualifies
    assert point_count().house_way(five) == point_count().split(five, parse_cards("Kc Qd Jh"))
    assert point_count().house_way(five).rank == 9


@pytest.mark.parametrize("with_joker", [False, True])
def test_value_classes_are_all_hands(with_joker: bool) -> None:
    assert sum(value_classes(with_joker).values()) == comb(52, 4 if with_joker else 5)


def test_counts_of_joker_hands() -> None:
    """The figures of I-129 and I-130."""
    qualify = differ = half_or_less = 0
    for _, hands, ranking, five in house_ways(True):
        splits = ranking.splits(five)
        if splits[0].qualifies:
            counts = {split.points for split in splits}
            qualify += hands
            differ += hands * (len(counts) > 1)
            half_or_less += hands * (max(counts) == 5 and len(counts) > 1)
    assert (qualify, differ, half_or_less) == (243_186, 124_300, 5_024)


def test_without_the_joker_every_qualifying_split_leaves_the_same_point_count() -> None:
    """I-129."""
    for _, _, ranking, five in house_ways(False):
        splits = ranking.splits(five)
        assert not splits[0].qualifies or len({split.points for split in splits}) == 1, five


def test_share_of_hands_that_qualify_and_their_point_counts() -> None:
    """All 2,869,685 hands, by the arithmetic of the rankings and by that of plain numbers."""
    ours: Counter[int] = Counter()
    plain: Counter[int] = Counter()
    for with_joker in (False, True):
        for values, hands, ranking, five in house_ways(with_joker):
            ours[ranking.house_way(five).rank] += hands
            plain[max(counts_after_qualifying(values), default=0)] += hands
    assert ours.total() == comb(53, 5)
    assert ours == plain
    assert set(ours) == set(range(11))
