"""Minimum and maximum, and the payout limit of Prime and Saigon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.money import dollars
from tests.support.submissions import (
    REGULATIONS,
    accepted,
    by_clause,
    noticed,
    refused,
    regulation_of,
    report,
)

LEAST = 50_000 * 100
PAYOUT_LIMIT = by_clause((("PA-679a.12(h)", "I-82"), 11), (("PA-680a.12(d)", "I-82"), 1))
"""The most Ante and Play can win together, in times the Ante: 1 + 10 in Prime, 1 in Saigon (I-82)."""


@pytest.mark.parametrize(("clause", "times"), PAYOUT_LIMIT)
@given(minimum=st.integers(1, 2_000_000), boxes=st.integers(1, 6), short=st.integers(1, 10_000))
def test_the_lowest_payout_limit(clause: str, times: int, minimum: int, boxes: int, short: int) -> None:
    least = max(LEAST, times * minimum * boxes)
    regulation = regulation_of(clause)
    base: dict[str, object] = {"limits.minimum": dollars(minimum), "limits.adjacent_boxes": boxes}
    for limit in (least, least + short):
        stated = accepted(regulation, base | {"limits.payout_limit": dollars(limit)})
        assert stated.limits.payout_limit == limit
    fault = refused(
        regulation, base | {"limits.payout_limit": dollars(least - short)}, "limits.payout_limit", clause
    )
    assert f"${least // 100:,}" in fault.legal


@pytest.mark.parametrize(("clause", "times"), PAYOUT_LIMIT)
def test_the_payout_limit_is_the_operators_choice(clause: str, times: int) -> None:
    regulation = regulation_of(clause)
    assert accepted(regulation).limits.payout_limit is None
    for wrong in (0, -1, "75,000", "0.005", True, None, [75000]):
        found = report(regulation, {"limits.payout_limit": wrong})
        assert found.submission is None
        assert [(one.where, clause in one.cite.clauses) for one in found.faults] == [
            ("limits.payout_limit", True)
        ]


@pytest.mark.parametrize(
    ("minimum", "limit", "legal"),
    [(5000, 54_999, False), (5000, 55_000, True), (4545, 50_000, True), (4546, 50_000, False)],
)
@pytest.mark.clause("PA-679a.12(h)", "I-82")
def test_the_figures_of_the_register(minimum: int, limit: int, legal: bool) -> None:
    found = report("PA-679a", {"limits.minimum": minimum, "limits.payout_limit": limit})
    assert (found.submission is not None) == legal


@pytest.mark.parametrize(("clause", "times"), PAYOUT_LIMIT)
def test_the_floor_follows_the_antes_own_minimum(clause: str, times: int) -> None:
    regulation = regulation_of(clause)
    own = {"limits.minimum": 10, "limits.maximum": 60_000, "wagers.ante.minimum": 60_000}
    least = times * 60_000
    short = own | {"limits.payout_limit": least - 1}
    assert f"${least:,}" in refused(regulation, short, "limits.payout_limit", clause).legal
    assert accepted(regulation, own | {"limits.payout_limit": least}).limits.payout_limit == least * 100
    cheap = {"limits.minimum": 60_000, "limits.maximum": 60_000, "wagers.ante.minimum": 10}
    assert accepted(regulation, cheap | {"limits.payout_limit": 50_000}).limits.payout_limit == LEAST


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-669a"])
def test_no_payout_limit_elsewhere(regulation: str) -> None:
    assert "Leave it out" in refused(regulation, {"limits.payout_limit": 75_000}, "limits.payout_limit").legal


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.clause("I-21")
def test_wagers_have_the_tables_limits_or_their_own(regulation: str) -> None:
    table = accepted(regulation, {"limits.minimum": 15, "limits.maximum": 600})
    assert (table.limits.minimum, table.limits.maximum) == (1500, 60_000)
    for offered in table.wagers.values():
        assert (offered.minimum, offered.maximum) == (1500, 60_000)
    own = accepted(regulation, {"wagers.ante.minimum": 25, "wagers.ante.maximum": "99.50"}).wagers["ante"]
    assert (own.minimum, own.maximum) == (2500, 9950)
    default = accepted(regulation).limits
    assert (default.minimum, default.maximum) == (100, 1_000_000)


@pytest.mark.parametrize(
    ("clause", "section"),
    by_clause(
        (("PA-649a.7(d)(2)", "I-21"), "pair_plus"),
        (("PA-649a.7(d)(5)", "I-21"), "six_card_bonus"),
        (("PA-679a.7(d)(2)", "I-21"), "prime"),
        (("PA-679a.7(d)(3)", "I-21"), "pair_bonus"),
        (("PA-679a.7(d)(4)", "I-21"), "all_six_bonus"),
        (("PA-669a.7(d)(3)", "I-21"), "pair_plus"),
        (("PA-669a.7(d)(5)", "I-21"), "six_card_bonus"),
        (("PA-680a.7(d)(3)", "I-21"), "bonus"),
        (("MA-TCP.6(a)(2)", "I-21"), "pair_plus"),
        (("MA-TCP.6(g)", "I-21"), "six_card_bonus"),
        (("MA-TCP.12(a)", "I-21"), "cover_all"),
    ),
)
def test_a_wager_beside_the_ante_has_the_tables_limits_or_its_own(clause: str, section: str) -> None:
    regulation, key = regulation_of(clause), f"wagers.{section}"
    table = {
        "limits.minimum": 15,
        "limits.maximum": 600,
        "wagers.ante.minimum": 20,
        "wagers.ante.maximum": 400,
    }
    chosen: list[tuple[dict[str, int], tuple[int, int]]] = [
        ({}, (1500, 60_000)),
        ({"minimum": 5}, (500, 60_000)),
        ({"maximum": 25}, (1500, 2500)),
        ({"minimum": 20, "maximum": 20}, (2000, 2000)),
    ]
    for own, wanted in chosen:
        stated: dict[str, object] = {f"{key}.{limit}": amount for limit, amount in own.items()}
        offered = accepted(regulation, table | (stated or {key: {}})).wagers
        assert (offered[section].minimum, offered[section].maximum) == wanted
        assert (offered["ante"].minimum, offered["ante"].maximum) == (2000, 40_000)
    refused(regulation, table | {f"{key}.minimum": 30, f"{key}.maximum": 25}, f"{key}.minimum")


@pytest.mark.clause("I-140")
def test_the_pot_is_the_table_minimum() -> None:
    pot = accepted("PA-680a", {"limits.minimum": 15, "wagers.pot": {}}).wagers["pot"]
    assert (pot.minimum, pot.maximum) == (1500, 1500)
    refused("PA-680a", {"wagers.pot.minimum": 5}, "wagers.pot.minimum")


@pytest.mark.clause("PA-680a.7(d)(2)", "I-140")
def test_a_notice_says_which_of_two_minima_the_pot_follows() -> None:
    """I-140: the posted Ante minimum, which need not be the table's."""
    both = {"limits.minimum": 15, "wagers.ante.minimum": 5, "wagers.pot": {}}
    found = report("PA-680a", both)
    assert found.submission is not None
    assert found.submission.wagers["pot"].minimum == 500
    notice = noticed(found, "wagers.ante.minimum", "PA-680a.7(d)(2)")
    assert notice.cite.interpretations == ("I-140",)
    assert notice.what == "the Ante's minimum is $5 and the table's $15: the Pot follows the Ante's and is $5"
    above = report("PA-680a", {"limits.minimum": 15, "wagers.ante.minimum": 20, "wagers.pot": {}})
    assert noticed(above, "wagers.ante.minimum", "PA-680a.7(d)(2)").what == (
        "the Ante's minimum is $20 and the table's $15: the Pot follows the Ante's and is $20"
    )
    for alike in (
        {"limits.minimum": 15, "wagers.pot": {}},
        {"limits.minimum": 15, "wagers.ante.minimum": "15.00", "wagers.pot": {}},
        {"limits.minimum": 15, "wagers.ante.minimum": 5},
        {"limits.minimum": 15, "wagers.bonus.minimum": 5, "wagers.pot": {}},
    ):
        assert not [one for one in report("PA-680a", alike).findings if "I-140" in one.cite.interpretations]


@pytest.mark.clause("PA-680a.7(d)(2)", "I-140")
@pytest.mark.parametrize("offered", [(), ("bonus",), ("pot",), ("pot", "bonus")])
def test_no_other_wager_follows_the_minimum_of_the_ante(offered: tuple[str, ...]) -> None:
    """Where the Ante has a minimum of its own, that is said once, of the Pot alone, and only where there is
    one; the other wagers have the table's."""
    sections: dict[str, Any] = {f"wagers.{wager}": {} for wager in offered}
    found = report("PA-680a", {"limits.minimum": 15, "wagers.ante.minimum": 5, **sections})
    said = [one.what for one in found.findings if one.where == "wagers.ante.minimum"]
    assert said == ["the Ante's minimum is $5 and the table's $15: the Pot follows the Ante's and is $5"] * (
        "pot" in offered
    )
    assert found.submission is not None
    least = {wager: found.submission.wagers[wager].minimum for wager in found.submission.wagers}
    assert least == {"ante": 500, **{wager: 500 if wager == "pot" else 1500 for wager in offered}}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_minimum_above_the_maximum(regulation: str) -> None:
    refused(regulation, {"limits.minimum": 100, "limits.maximum": 50}, "limits.minimum")
    refused(regulation, {"wagers.ante.minimum": 100, "wagers.ante.maximum": 50}, "wagers.ante.minimum")
    refused(regulation, {"limits.minimum": 100, "wagers.ante.maximum": 50}, "wagers.ante.minimum")


@pytest.mark.parametrize(
    "key", ["limits.minimum", "limits.maximum", "wagers.ante.minimum", "wagers.ante.maximum"]
)
@pytest.mark.parametrize(
    "wrong",
    [
        0,
        -5,
        "-5.00",
        0.5,
        "0.005",
        "10.001",
        "ten",
        "",
        "1e3",
        "$10",
        "1,000",
        True,
        None,
        [10],
        {"dollars": 10},
        10**13,
    ],
    ids=str,
)
def test_what_is_no_amount_of_money(key: str, wrong: object) -> None:
    assert refused("PA-649a", {key: wrong}, key).legal.startswith("Write")


@given(st.integers(1, 10**14))
def test_any_whole_number_of_cents_up_to_a_trillion_dollars(cents: int) -> None:
    limits = accepted("PA-649a", {"limits.minimum": dollars(cents)}).limits
    assert limits.minimum == cents
    assert limits.maximum == max(cents, 1_000_000)
