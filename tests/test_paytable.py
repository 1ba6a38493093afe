from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import DECK, Card, parse_cards
from feltlaw.money import gain, parse_pays
from feltlaw.paytable import Paytable, PaytableError, Row, worse_than_wider
from feltlaw.ranking import Label, Poker, Ranking
from feltlaw.regulation import Award, Wager, load, regulation_ids

RANKING = load("PA-679a").rankings["three_card"]


def table(**rows: str) -> Paytable:
    found = {hand: Row(hand, parse_pays(pays), ("PA-679a.12(b)",)) for hand, pays in rows.items()}
    return Paytable("X", "X", found, ("PA-679a.12(b)",))


def owners() -> list[tuple[str, Wager | Award]]:
    found: list[tuple[str, Wager | Award]] = []
    for name in regulation_ids():
        found += [(f"{name} {wager.id}", wager) for wager in load(name).wagers.values()]
        found += [(f"{name} {award.id}", award) for award in load(name).awards.values()]
    return found


def printed() -> list[tuple[str, Paytable, Ranking]]:
    """Every paytable over a ranking, those that always apply joined with each they apply to."""
    found = []
    for name, owner in owners():
        if owner.ranking:
            for key, one in owner.payouts.tables.items():
                whole = one.plus(owner.payouts.always.rows) if owner.payouts.always else one
                found.append((f"{name} {key}", whole, load(name.split()[0]).rankings[owner.ranking]))
    return found


PRINTED = printed()


def picked(paytable: Paytable, ranking: Ranking, *cards: str) -> str:
    row = paytable.pick(ranking.read(*(parse_cards(group) for group in cards)).label)
    return str(row.pays) if row else "nothing"


def of(regulation: str, owner: str, key: str, *cards: str) -> str:
    """What these cards are paid from one table of the data."""
    found = load(regulation)
    holder = found.wagers[owner] if owner in found.wagers else found.awards[owner]
    paytable = holder.payouts.tables[key]
    if holder.payouts.always:
        paytable = paytable.plus(holder.payouts.always.rows)
    return picked(paytable, found.rankings[holder.ranking], *cards)


@pytest.mark.parametrize(
    ("regulation", "owner", "key", "cards", "pays"),
    [
        # the suit before the shape, the shape before the wider one
        ("PA-649a", "three_card_progressive", "A", ["As Ks Qs"], "100% of meter"),
        ("PA-649a", "three_card_progressive", "A", ["Ah Kh Qh"], "500 for 1"),
        ("PA-649a", "three_card_progressive", "A", ["Kh Qh Jh"], "70 for 1"),
        ("PA-649a", "three_card_progressive", "A", ["2h 3d 4h"], "6 for 1"),
        ("PA-649a", "three_card_progressive", "B", ["2h 3d 4h"], "nothing"),
        ("PA-649a", "three_card_progressive", "A", ["2h 7h 4h"], "nothing"),
        ("PA-649a", "pair_plus", "A", ["As Ks Qs"], "35 to 1"),
        ("PA-649a", "ante_bonus", "12(c):A", ["As Ks Qs"], "50 to 1"),
        ("PA-649a", "ante_bonus", "12(c):A", ["Ac Kc Qc"], "5 to 1"),
        ("PA-649a", "five_of_six_progressive", "only", ["As Ks Qs", "Js Ts 2d"], "100% of meter"),
        ("PA-649a", "five_of_six_progressive", "only", ["Ad Kd Qd", "Jd Td 2s"], "25% of meter"),
        ("PA-649a", "six_card_bonus", "E", ["Ad Kd Qd", "Jd Td 9d"], "$1,000,000"),
        ("PA-649a", "six_card_bonus", "E", ["As Ks Qs", "Js Ts 9s"], "$100,000"),
        ("PA-649a", "six_card_bonus", "E", ["Ad Kd Qd", "Jd Td 9s"], "1,000 to 1"),
        # words for several shapes
        ("PA-679a", "play", "only", ["Kh 9h 2h"], "1 to 1"),
        ("PA-679a", "play", "only", ["4h 3d 2c"], "2 to 1"),
        ("PA-679a", "play", "only", ["8h 3d 2c"], "1 to 1"),
        ("PA-669a", "blind", "only", ["Th Td 2c", "3s 5d 7h"], "push"),
        ("PA-669a", "blind", "only", ["9h 9d 2c", "3s 5d 7h"], "nothing"),
        ("PA-669a", "play", "only", ["2h 2d 3c", "3s 5d 7h"], "3 to 2"),
        ("PA-669a", "play", "only", ["Ah Ad 2c", "3s 5d 7h"], "1 to 1"),
        # a row that says more about the hand
        ("PA-679a", "pair_bonus", "B", ["7h 7d 9c", "2s"], "2 to 1"),
        ("PA-679a", "pair_bonus", "B", ["7h 7d 9c", "3s"], "1 to 1"),
        ("PA-680a", "bonus", "A", ["Ah Ad Ac As Jk"], "5,000 to 1"),
        ("PA-680a", "bonus", "A", ["Ah Kh Qh Jh Th"], "1,000 to 1"),
        ("PA-680a", "bonus", "A", ["Ah Kh Qh Jh Jk"], "250 to 1"),
    ],
)
def test_the_most_specific_row_pays(
    regulation: str, owner: str, key: str, cards: list[str], pays: str
) -> None:
    assert of(regulation, owner, key, *cards) == pays


@pytest.mark.clause("I-116")
def test_a_royal_is_a_straight_flush_where_it_has_no_row() -> None:
    assert of("MA-TCP", "multi_game_link", "PTMGL04", "Ah Kh Qh", "Jh Th") == "100% of meter"
    assert of("MA-TCP", "multi_game_link", "PTMGL04", "9h Kh Qh", "Jh Th") == "100% of meter"


@pytest.mark.clause("I-116")
def test_envy_for_a_royal_where_it_has_no_row() -> None:
    award = load("MA-TCP").awards["envy_multi_game_link"]
    (schedule,) = [one for one in award.schedules if one.paytables == ("PTMGL04",)]
    royal = load("MA-TCP").rankings[award.ranking].read(parse_cards("Ah Kh Qh"), parse_cards("Jh Th"))
    row = schedule.table.pick(royal.label)
    assert row
    assert str(row.pays) == "$250"


@pytest.mark.clause("I-37")
@pytest.mark.parametrize(
    ("regulation", "owner", "keys"),
    [
        ("PA-649a", "six_card_bonus", "A B C D"),
        ("PA-679a", "all_six_bonus", "A B C D"),
        ("PA-669a", "six_card_bonus", "A B C D"),
        ("MA-TCP", "six_card_bonus", "TCP-6B1 TCP-6B2 TCP-6B3 TCP-6B4"),
    ],
)
def test_six_suited_from_ace_to_nine_pay_as_a_royal(regulation: str, owner: str, keys: str) -> None:
    for key in keys.split():
        assert of(regulation, owner, key, "Ah Kh Qh", "Jh Th 9h") == "1,000 to 1"


@pytest.mark.clause("I-104")
def test_massachusetts_table_b_pays_a_spade_mini_royal_as_any_other() -> None:
    assert of("MA-TCP", "ante_bonus", "B", "As Ks Qs") == "50 to 1"
    assert of("MA-TCP", "ante_bonus", "B", "Ah Kh Qh") == "50 to 1"


@pytest.mark.clause("I-80")
def test_a_pair_with_a_two_pays_no_more_under_table_a() -> None:
    assert of("PA-679a", "pair_bonus", "A", "7h 7d 9c", "2s") == "1 to 1"


@pytest.mark.clause("I-105")
def test_table_c_of_the_two_states_differs() -> None:
    assert of("MA-TCP", "ante_bonus", "C", "Kh Qh Jh") == "4 to 1"
    assert of("PA-649a", "ante_bonus", "12(c):C", "Kh Qh Jh") == "6 to 1"


@pytest.mark.clause("I-106")
@pytest.mark.parametrize(("cards", "pays"), [("As Ks Qs", "35 to 1"), ("As Kd Qc", "5 to 1")])
def test_a_mini_royal_is_suited(cards: str, pays: str) -> None:
    assert of("MA-TCP", "pair_plus", "floor", cards) == pays


@given(st.permutations(DECK))
def test_a_better_hand_is_never_paid_less(cards: list[Card]) -> None:
    """But for suits, which no ranking knows: among equal hands the row may tell them apart."""
    for name, paytable, ranking in PRINTED:
        if isinstance(ranking, Poker) and not name.startswith("PA-680a"):
            size = ranking.of
            one, other = ranking.read(cards[:size]), ranking.read(cards[size : 2 * size])
            better, worse = (one, other) if one.rank >= other.rank else (other, one)
            assert better.rank == worse.rank or win(paytable, better.label) >= win(paytable, worse.label), (
                name
            )


def win(paytable: Paytable, label: Label) -> Fraction:
    """What a hand wins per unit; a share of a meter and a fixed sum count as more than any odds."""
    row = paytable.pick(label)
    if row is None:
        return Fraction(-1)
    units = gain(row.pays)
    return Fraction(10**9) if units is None else units


@pytest.mark.parametrize(("name", "paytable", "ranking"), PRINTED, ids=[name for name, _, _ in PRINTED])
def test_printed_tables_pay_more_from_the_top_down(name: str, paytable: Paytable, ranking: Ranking) -> None:
    """Over all labels the ranking can give, in its own order: no shape pays less than one below it."""
    assert worse_than_wider(paytable, ranking) == []
    if isinstance(ranking, Poker):
        by_shape: dict[str, list[Fraction]] = {}
        for label in ranking.labels():
            by_shape.setdefault(label.shape, []).append(win(paytable, label))
        for above, below in pairwise(by_shape.values()):
            assert min(above) >= max(below), name


# Tables made up for the purpose.


def test_a_hand_without_a_row_wins_nothing() -> None:
    assert picked(table(straight="2 to 1"), RANKING, "Ah Ad Kc") == "nothing"


@pytest.mark.clause("PA-679a.11(d)(2)(ii)(A)", "PA-679a.12(e)")
def test_further_rows_come_first_and_replace_their_namesakes() -> None:
    first = table(straight_flush="6 to 1", pair="1 to 1")
    more = first.plus(table(mini_royal="10 to 1", pair="2 to 1").rows)
    assert {hand: str(row.pays) for hand, row in more.rows.items()} == {
        "mini_royal": "10 to 1",
        "pair": "2 to 1",
        "straight_flush": "6 to 1",
    }
    assert list(more.rows) == ["mini_royal", "pair", "straight_flush"]
    assert (more.key, more.name, more.clauses) == (first.key, first.name, first.clauses)
    assert list(first.rows) == ["straight_flush", "pair"]
    assert picked(first, RANKING, "As Ks Qs") == "6 to 1"
    assert picked(more, RANKING, "As Ks Qs") == "10 to 1"


@pytest.mark.parametrize(
    "rows",
    [
        {"mini_royal": "10 to 1", "straight_flush": "6 to 1"},
        {f"mini_royal_of_{suit}": "9 to 1" for suit in ("clubs", "diamonds", "hearts", "spades")},
        {"mini_royal_of_spades": "50 to 1", "mini_royal": "40 to 1", "flush_or_lower": "1 to 1"},
        {"queen_high_or_better": "1 to 1"},
        {"high_card": "1 to 1"},
    ],
)
def test_rows_that_some_hand_reaches_are_let_pass(rows: dict[str, str]) -> None:
    table(**rows).check(RANKING)


@pytest.mark.parametrize("row", ["royal_flush", "two_pair", "strait", "", "mini_royal_of_stars", "nothing"])
def test_a_row_the_ranking_does_not_know_is_refused(row: str) -> None:
    with pytest.raises(PaytableError, match=f"has a row '{row}', which ranking three_card does not know; it"):
        table(**{"pair": "1 to 1", row: "2 to 1"}).check(RANKING)


@pytest.mark.parametrize(
    ("rows", "dead"),
    [
        (
            ["mini_royal", *(f"mini_royal_of_{s}" for s in ("clubs", "diamonds", "hearts", "spades"))],
            "mini_royal",
        ),
        (["flush", "pair", "high_card", "flush_or_lower"], "flush_or_lower"),
        (["pair_or_lower", "high_card", "pair"], "pair_or_lower"),
    ],
)
def test_a_row_that_no_hand_reaches_is_refused(rows: list[str], dead: str) -> None:
    with pytest.raises(PaytableError, match=f"paytable X has a row '{dead}' that no hand can reach"):
        table(**dict.fromkeys(rows, "1 to 1")).check(RANKING)


@pytest.mark.clause("I-40")
@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ({"mini_royal": "35 to 1", "straight_flush": "40 to 1"}, [("mini_royal", "straight_flush")]),
        ({"mini_royal": "40 to 1", "straight_flush": "40 to 1"}, []),
        ({"mini_royal": "500 for 1", "straight_flush": "499 to 1"}, []),
        ({"mini_royal": "499 for 1", "straight_flush": "499 to 1"}, [("mini_royal", "straight_flush")]),
        (
            {"mini_royal_of_spades": "5 to 1", "mini_royal": "9 to 1"},
            [("mini_royal_of_spades", "mini_royal")],
        ),
        ({"mini_royal": "100% of meter", "straight_flush": "40 to 1"}, []),
        ({"mini_royal": "$100", "straight_flush": "40 to 1"}, []),
        ({"mini_royal": "5 to 1", "straight_flush": "100% of meter"}, []),
        ({"mini_royal": "push", "straight_flush": "1 to 1"}, [("mini_royal", "straight_flush")]),
        ({"flush": "1 to 1", "pair": "9 to 1"}, []),
        (
            {"mini_royal_of_spades": "1 to 1", "mini_royal": "2 to 1", "straight_flush": "3 to 1"},
            [("mini_royal", "straight_flush"), ("mini_royal_of_spades", "mini_royal")],
        ),
        (
            {"mini_royal_of_spades": "1 to 1", "straight_flush": "3 to 1"},
            [("mini_royal_of_spades", "straight_flush")],
        ),
    ],
)
def test_rows_that_pay_less_than_a_wider_one(rows: dict[str, str], found: list[tuple[str, str]]) -> None:
    pairs = worse_than_wider(table(**rows), RANKING)
    assert sorted((narrow.hand, wide.hand) for narrow, wide in pairs) == found
