"""The payout limit on layout and sign: whatever it is, wherever it is stated, and that there is none."""

from __future__ import annotations

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.drawing import draw
from feltlaw.layout.rules import rules
from feltlaw.submission import Submission
from tests.support.driver import submission
from tests.support.layouts import Seen, read
from tests.support.signs import OPTIONAL
from tests.support.submissions import by_clause, regulation_of

ON = {"PA-679a": "Ante and Play", "PA-680a": "Ante"}
"""The payouts it is about: 679a.12(h), 680a.12(d)."""
each = pytest.mark.parametrize(
    "clause",
    by_clause((("PA-679a.2(b)(5)", "PA-679a.12(h)#2"),), (("PA-680a.2(b)(7)", "PA-680a.12(d)#2"),)),
)


def limited(clause: str, limit: str | int | None, offered: tuple[str, ...] = ()) -> Submission:
    stated = {} if limit is None else {"payout_limit": limit}
    wagers: dict[str, dict[str, str]] = {wager: {} for wager in offered}
    return submission(regulation_of(clause), limits=stated, wagers=wagers)


def drawn(clause: str, submitted: Submission, part: str) -> list[Seen]:
    return [one for one in read(draw(submitted, part, fonts=False)) if clause in one.clauses]


@each
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (50_000, "$50,000"),
        ("50000.01", "$50,000.01"),
        (50_001, "$50,001"),
        (75_000, "$75,000"),
        (1_000_000, "$1,000,000"),
    ],
)
def test_a_limit_that_is_established_is_told(clause: str, limit: str | int, said: str) -> None:
    """The least that may be stated is a limit as well."""
    on = ON[regulation_of(clause)]
    for offered in ((), OPTIONAL[regulation_of(clause)]):
        (rule,) = (one for one in rules(limited(clause, limit, offered)) if one.id == "payout_limit")
        assert rule.text == f"{said} per player and round on {on}; wagers come back on top of it."
        assert (rule.short, rule.kind) == (said, "limit")
        assert clause in rule.cite.clauses


@each
@pytest.mark.parametrize("part", ["felt", "sign"])
def test_a_limit_stands_on_layout_and_sign_whatever_is_offered(clause: str, part: str) -> None:
    names = OPTIONAL[regulation_of(clause)]
    for offered in ((), names[:1], names):
        submitted = limited(clause, 50_000, offered)
        if part == "sign" or layout_of(submitted).pays_on_felt:
            (one,) = drawn(clause, submitted, part)
            assert "$50,000" in one.text and "$50,000" in one.label
            assert ON[regulation_of(clause)] in one.text


@each
def test_without_a_limit_the_sign_says_so_and_the_layout_nothing(clause: str) -> None:
    for offered in ((), OPTIONAL[regulation_of(clause)]):
        submitted = limited(clause, None, offered)
        (rule,) = (one for one in rules(submitted) if one.id == "payout_limit")
        assert (rule.text, rule.short) == ("There is no payout limit.", "")
        assert not drawn(clause, submitted, "felt")
