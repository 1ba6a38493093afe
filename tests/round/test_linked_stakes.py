"""Where a version ties the Pair Plus to the Ante: which stakes go together, and what is said of others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feltlaw.refusal import Refused
from feltlaw.round.betting import check_box
from feltlaw.submission import Submission
from tests.support.driver import submission

LAW = {"PA-649a": "7(e)", "MA-TCP": "6(f)"}
MOST, LEAST = 500_00, 1_00


def version(paragraph: str, *versions: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("regulation", "chosen"),
        [
            pytest.param(
                name,
                chosen,
                marks=pytest.mark.clause(f"{name}.{of}", f"{name}.{of}{paragraph}", "I-33"),
                id=f"{name}-{chosen}",
            )
            for name, of in LAW.items()
            for chosen in versions
        ],
    )


def about(regulation: str, chosen: str) -> Submission:
    limits = {"minimum": 1, "maximum": 500}
    return submission(regulation, limits=limits, version={"pair_plus": chosen})


def said(table: Submission, ante: int, pair_plus: int) -> str:
    """What is said of a box, 0 standing for no wager; nothing where it is accepted."""
    box = {"ante": ante, "pair_plus": pair_plus}
    try:
        check_box(table, {wager: cents for wager, cents in box.items() if cents})
    except Refused as refused:
        return str(refused)
    return ""


def shown(cents: int) -> str:
    return f"${cents // 100}" + f".{cents % 100:02}" * (cents % 100 > 0)


def needs(pair_plus: int, least: int) -> str:
    return (
        f"a Pair Plus wager of {shown(pair_plus)} needs an Ante of at least {shown(least)}. "
        "Raise the Ante or lower the Pair Plus."
    )


def stakes() -> Iterator[int]:
    """Even and odd cents, dollars, and the ends of the limits."""
    yield from range(1000, 1013)
    yield from (LEAST, LEAST + 1, 2 * LEAST, 2 * LEAST + 1, 499_99, MOST - 3, MOST)


@version("(1)", "ante_covers")
def test_an_ante_of_the_pair_plus_is_enough_and_a_cent_less_is_told_so(regulation: str, chosen: str) -> None:
    table = about(regulation, chosen)
    for pair_plus in stakes():
        for ante in (0, LEAST, pair_plus - 1):
            if ante == 0 or LEAST <= ante < pair_plus:
                assert said(table, ante, pair_plus).startswith(needs(pair_plus, pair_plus))
        for ante in (pair_plus, min(pair_plus + 1, MOST), MOST):
            assert said(table, ante, pair_plus) == ""


@version("(2)", "ante_covers_half")
def test_half_the_pair_plus_is_enough_and_the_ante_that_is_told_is_the_least_that_is(
    regulation: str, chosen: str
) -> None:
    """At least one half: of an odd cent the half is not enough, and the next cent is."""
    table = about(regulation, chosen)
    for pair_plus in stakes():
        least = next(cents for cents in range(LEAST, MOST) if 2 * cents >= pair_plus)
        for ante in (0, LEAST, least - 1):
            if ante == 0 or LEAST <= ante < least:
                assert said(table, ante, pair_plus).startswith(needs(pair_plus, least)), ante
        for ante in (least, least + 1, pair_plus, MOST):
            assert said(table, ante, pair_plus) == ""


@version("", "ante_covers", "ante_covers_half")
def test_the_ante_that_is_told_is_one_that_may_be_made(regulation: str, chosen: str) -> None:
    """Where the Ante has a minimum above what the version asks for, it is this."""
    wagers = {"ante": {"minimum": 25}, "pair_plus": {"minimum": 5}}
    table = submission(regulation, wagers=wagers, version={"pair_plus": chosen})
    for pair_plus, covers, half in ((500, 2500, 2500), (2501, 2501, 2500), (5001, 5001, 2501)):
        least = covers if chosen == "ante_covers" else half
        assert said(table, 0, pair_plus).startswith(needs(pair_plus, least))
        assert said(table, least, pair_plus) == "" and said(table, least - 1, pair_plus)


@version("(3)", "compulsory")
def test_neither_of_two_compulsory_wagers_is_more_than_five_times_the_other(
    regulation: str, chosen: str
) -> None:
    """Whichever is the greater; five times to the cent is not more."""
    table = about(regulation, chosen)
    for low in (LEAST, LEAST + 1, 10_00, 10_03, 99_99, 100_00):
        for high in (low, low + 1, 5 * low - 1, 5 * low):
            assert (said(table, low, high), said(table, high, low)) == ("", "")
        for high in (5 * low + 1, 5 * low + 4, MOST):
            words = f"{shown(high)} is more than 5 times {shown(low)}. "
            words += "Neither wager may exceed 5 times the other."
            for box in ((low, high), (high, low)):
                if 5 * low < high <= MOST:
                    assert said(table, *box).startswith(words)
    for box, missing in (((1000, 0), "a Pair Plus"), ((0, 1000), "an Ante")):
        words = f"this version of the game needs {missing} wager too. Place both Ante and Pair Plus."
        assert said(table, *box).startswith(words)


@version("", "ante_covers", "ante_covers_half", "optional")
def test_no_other_version_has_an_ante_wait_for_a_pair_plus_or_keeps_it_below(
    regulation: str, chosen: str
) -> None:
    table = about(regulation, chosen)
    for ante in (LEAST, 10_00, 10_01, MOST):
        for pair_plus in (0, LEAST):
            assert said(table, ante, pair_plus) == ""
    for box in ((0, 10_00), (LEAST, MOST), (LEAST, 2 * LEAST + 1)):
        assert bool(said(table, *box)) == (chosen != "optional")
