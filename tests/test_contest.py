"""What happened between hands, over ranks alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw import load, regulation_ids
from feltlaw.contest import Outcome, against_dealer, divide, pot, showdown

ranks = st.integers(0, 1000)
points = st.integers(0, 10)


@pytest.mark.clause("MA-TCP.11(a)(1)#2", "PA-679a.1:qualify")
@given(ranks, ranks, ranks)
def test_a_dealer_below_the_qualifier_does_not_qualify_whatever_the_player_has(
    player: int, dealer: int, qualifier: int
) -> None:
    outcome = against_dealer(player, dealer, qualifier)
    assert (outcome == Outcome.DEALER_DOES_NOT_QUALIFY) == (dealer < qualifier)


@pytest.mark.clause("MA-TCP.11(a)(1)")
@given(ranks, ranks)
def test_against_a_qualified_dealer_the_higher_rank_wins(player: int, dealer: int) -> None:
    wanted = Outcome.EQUAL if player == dealer else Outcome.HIGHER if player > dealer else Outcome.LOWER
    assert against_dealer(player, dealer, 0) == wanted


@given(ranks, ranks, ranks, ranks)
def test_a_bad_beat_is_a_lower_hand_from_its_rank_upward(
    player: int, dealer: int, qualifier: int, beat: int
) -> None:
    with_bonus = against_dealer(player, dealer, qualifier, beat)
    plain = against_dealer(player, dealer, qualifier)
    if plain == Outcome.LOWER:
        assert with_bonus == (Outcome.BAD_BEAT if player >= beat else Outcome.LOWER)
    else:
        assert with_bonus == plain


@pytest.mark.clause(
    "PA-680a.11(d)(1)(i)",
    "PA-680a.11(d)(1)(ii)(A)",
    "PA-680a.11(d)(1)(ii)(B)",
    "PA-680a.11(d)(2)(i)",
    "PA-680a.11(d)(2)(ii)(A)",
    "PA-680a.11(d)(2)(ii)(B)",
    "PA-680a.11(d)(2)(ii)(C)",
)
@given(points, points)
def test_the_showdown_says_what_the_chapter_says(player: int, dealer: int) -> None:
    """680a.11(d) line by line: who qualifies, then whose Point Count is higher; a winning 5 pays half."""
    half = "_with_half_points" if player == 5 else ""
    if dealer == 0:
        wanted = f"only_player_qualifies{half}" if player else "neither_qualifies"
    elif player == 0:
        wanted = "only_dealer_qualifies"
    else:
        wanted = "lower" if player < dealer else "equal" if player == dealer else f"higher{half}"
    assert showdown(player, dealer, 5) == wanted


@pytest.mark.clause("PA-680a.11(f)", "PA-680a.11(f)#2")
@given(st.lists(st.integers(1, 10), min_size=1, max_size=6))
def test_the_pot_goes_to_the_highest_hands(hands: list[int]) -> None:
    best = [hand == max(hands) for hand in hands]
    outcomes = pot(hands)
    assert [outcome != Outcome.NOT_HIGHEST for outcome in outcomes] == best
    assert (Outcome.HIGHEST in outcomes) == (sum(best) == 1)


@pytest.mark.clause("PA-680a.11(f)")
def test_nobody_in_the_pot() -> None:
    assert pot([]) == []


@pytest.mark.clause("PA-680a.11(f)")
@given(st.integers(0, 10**9), st.lists(st.integers(1, 100), min_size=1, max_size=7))
def test_shares_are_whole_cents_in_proportion(total: int, weights: list[int]) -> None:
    shares = divide(total, weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share * sum(weights) - total * weight) <= sum(weights)


@pytest.mark.clause("PA-680a.11(f)")
@given(st.integers(0, 10**9), st.integers(1, 7))
def test_equal_shares_differ_by_a_cent_and_the_first_have_it(total: int, among: int) -> None:
    shares = divide(total, [1] * among)
    assert all(0 <= first - second <= 1 for first, second in pairwise(shares))
    assert shares[0] - shares[-1] <= 1


@pytest.mark.clause("PA-680a.11(f)")
def test_nothing_to_divide_among_nobody() -> None:
    assert divide(10, []) == []


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_outcome_a_contest_can_have_is_priced(regulation: str) -> None:
    """The functions speak the words of the data: nothing a contest says is without a row."""
    law = load(regulation)
    for wager in law.wagers.values():
        if wager.contest == "against_dealer":
            beat = 3 if law.contests[wager.contest].bad_beat else None
            said = {against_dealer(p, d, 2, beat) for p in range(6) for d in range(6)}
        elif wager.contest == "showdown":
            said = {
                showdown(p, d, law.contests["showdown"].half_points) for p in range(11) for d in range(11)
            }
        else:
            said = {outcome for hands in ([1, 2], [2, 2]) for outcome in pot(hands)}
        if wager.contest:
            assert said == set(wager.outcomes)
