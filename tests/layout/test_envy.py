"""Envy on a sign: the schedule of the stake and the paytable that the table has chosen."""

from __future__ import annotations

import pytest

from feltlaw.layout.posted import envy_rows
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.driver import submission
from tests.telling.test_other_tables import KEY, MORE, PROGRESSIVE, envious


def many(table: Submission) -> int:
    rows, cite = envy_rows(table, table.awards["envy_three_card"].award, PROGRESSIVE)
    assert cite.clauses
    return len(rows)


@pytest.mark.clause("PA-649a.12(e)(5)", "PA-649a.12(e)(5):$1", "PA-649a.12(e)(5):$5", "I-52")
@pytest.mark.parametrize(
    ("schedules", "stake", "rows"),
    [
        ([(100, ""), (500, "")], 100, 1),
        ([(100, ""), (500, "")], 500, MORE),
        ([(100, ""), (500, "")], 200, 1),
        ([(100, "another"), (100, KEY)], 100, MORE),
        ([(100, "another"), (500, KEY)], 100, MORE),
        ([(100, KEY), (100, "another")], 100, 1),
    ],
)
def test_the_schedule_is_that_of_stake_and_paytable(
    schedules: list[tuple[int, str]], stake: int, rows: int
) -> None:
    assert many(envious(*schedules, stake=stake)) == rows


@pytest.mark.clause("PA-649a.12(e)(5)", "PA-649a.12(e)(5):$1", "PA-649a.12(e)(5):$5", "I-52")
@pytest.mark.parametrize(("amount", "printed"), [(1, "$1"), (5, "$5")])
def test_sums_are_those_that_are_printed(amount: int, printed: str) -> None:
    table = submission("PA-649a", wagers={PROGRESSIVE: {"amount": amount}})
    rows, _ = envy_rows(table, table.awards["envy_three_card"].award, PROGRESSIVE)
    wanted = in_our_words(PRINTED[f"PA-649a.12(e)(5):{printed}"]["envy"])
    assert {hand: f"${cents // 100:,}" for hand, cents in rows} == wanted
