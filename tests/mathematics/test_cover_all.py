"""Cover All: hands side by side, deals that add up, witnesses, and whether a table gives money away."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

import feltlaw
from feltlaw.mathematics.analysis import analyze
from feltlaw.mathematics.cover_all import analyze_cover_all, analyze_every_table
from feltlaw.mathematics.cover_all_count import Reached, deals, none_of, side_by_side
from feltlaw.mathematics.outcomes import AnalysisError, WagerAnalysis
from feltlaw.submission import Submission
from tests.support.math_checks import check_witnesses

MINI_ROYAL, STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT = 4, 3, 2, 1
ALL_RUNS, ALL_RANKS, NONE = frozenset(range(12)), frozenset(range(1, 14)), frozenset[int]()

REACHED = {
    MINI_ROYAL: Reached(frozenset({11}), NONE, NONE),
    STRAIGHT_FLUSH: Reached(ALL_RUNS, NONE, NONE),
    THREE_OF_A_KIND: Reached(ALL_RUNS, NONE, ALL_RANKS),
    STRAIGHT: Reached(ALL_RUNS, ALL_RUNS, ALL_RANKS),
}
HOUSE_EDGES = {1: "0.0989769394", 2: "0.0792909414", 3: "0.0864049423", 4: "0.0604013291", 5: "0.1107101952",
               6: "0.1024267056", 7: "0.1017176317"}  # fmt: skip


def strength(cards: tuple[int, ...]) -> int:
    """What Cover All can tell of three cards, worked out here."""
    ranks = sorted(card // 4 for card in cards)
    flush = len({card % 4 for card in cards}) == 1
    if ranks[0] == ranks[2]:
        return THREE_OF_A_KIND
    if ranks == [0, 1, 12] or ranks == list(range(ranks[0], ranks[0] + 3)):
        if flush:
            return MINI_ROYAL if ranks[0] == 10 else STRAIGHT_FLUSH
        return STRAIGHT
    return 0


def reaching(level: int) -> list[int]:
    """All hands that reach a strength, as bits of a deck."""
    hands = combinations(range(52), 3)
    return [sum(1 << card for card in cards) for cards in hands if strength(cards) >= level]


@cache
def submission() -> Submission:
    return Submission.from_data({"regulation": "MA-TCP", "wagers": {"cover_all": {}}})


@cache
def analyses() -> dict[int, WagerAnalysis]:
    return analyze_every_table(submission())


@pytest.mark.parametrize("level", REACHED)
def test_one_to_three_hands_side_by_side_one_by_one(level: int) -> None:
    hands = reaching(level)
    apart = [
        sum(1 << at for at in range(first + 1, len(hands)) if not hands[first] & hands[at])
        for first in range(len(hands))
    ]
    two = sum(later.bit_count() for later in apart)
    three = sum(
        (later & apart[second]).bit_count()
        for first, later in enumerate(apart)
        for second in range(first + 1, len(hands))
        if later >> second & 1
    )
    assert side_by_side(REACHED[level])[:4] == [1, len(hands), 2 * two, 6 * three]


def test_mini_royals_side_by_side() -> None:
    assert side_by_side(REACHED[MINI_ROYAL]) == [1, 4, 12, 24, 24, 0, 0, 0, 0]


def test_straight_flushes_side_by_side_are_a_power_of_one_suit() -> None:
    """Suits are apart, so the polynomial of four suits is the fourth power of one suit's."""
    runs = [{start % 13, (start + 1) % 13, (start + 2) % 13} for start in range(-1, 11)]
    one = [
        sum(len(set().union(*chosen)) == 3 * many for chosen in combinations(runs, many)) for many in range(5)
    ]
    four = [1]
    for _ in range(4):
        four = [
            sum(four[at] * one[total - at] for at in range(len(four)) if 0 <= total - at < len(one))
            for total in range(len(four) + len(one) - 1)
        ]
    factorials = (1, 1, 2, 6, 24, 120, 720, 5040, 40320)
    assert side_by_side(REACHED[STRAIGHT_FLUSH]) == [
        many * ways for many, ways in zip(four, factorials, strict=False)
    ]


@pytest.mark.parametrize("players", range(1, 8))
def test_the_outcomes_are_all_deals(players: int) -> None:
    found = analyses()[players]
    assert found.distribution.total == deals(players + 1)
    assert [row.outcome for row in found.distribution.rows] == [
        "mini royal",
        "straight flush",
        "three of a kind",
        "straight",
        "no win",
    ]
    assert found.to_json()["house_edge"] == HOUSE_EDGES[players]


def test_one_hand_alone_is_the_plain_count() -> None:
    for level, hands in REACHED.items():
        assert comb(52, 3) - none_of(side_by_side(hands), 1) == len(reaching(level))


def test_no_posted_table_pays_back_more_than_it_takes() -> None:
    assert all(one.ev < 0 and not one.warnings for one in analyses().values())


def test_more_hands_win_more_often() -> None:
    often = [one.distribution.hit_frequency for one in analyses().values()]
    assert often == sorted(often)


def test_every_witness_settles_to_the_same_net() -> None:
    for players, one in analyses().items():
        for row in one.distribution.rows:
            assert row.witness is not None
            result = feltlaw.settle(row.witness)
            assert len(result.seats) == players
            line = next(line for line in result.lines if line.id == "cover_all")
            assert Fraction(line.net, line.stake) == row.net
            if row.net > 0:
                assert line.outcome == row.outcome.replace(" ", "_")


def test_the_entry_is_keyed_by_players() -> None:
    entry = analyze(submission()).to_json()["wagers"]["cover_all"]
    assert list(entry) == ["1", "2", "3", "4", "5", "6", "7"]
    assert list(analyze(submission(), players=3).to_json()["wagers"]["cover_all"]) == ["3"]


def test_a_number_of_players_without_a_table_is_refused() -> None:
    with pytest.raises(AnalysisError, match="8 players"):
        analyze_cover_all(submission(), 8)


def test_only_as_many_players_as_there_are_seats() -> None:
    data = {"regulation": "MA-TCP", "limits": {"seats": 3}, "wagers": {"cover_all": {}}}
    chosen = Submission.from_data(data)
    found = analyze(chosen).wagers["cover_all"]
    assert not isinstance(found, WagerAnalysis)
    assert list(found) == ["1", "2", "3"]
    for entry in found.values():
        check_witnesses(entry.distribution, chosen, ["cover_all"])
        won = entry.distribution.rows[0]
        assert won.pays.endswith(" to 1")
        assert won.stake_returned
