"""`null` is no value: JSON can write it for any key, and none takes it for its default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import feltlaw
from feltlaw.regulation import load
from feltlaw.regulation.model import Payouts
from feltlaw.submission import Finding
from tests.support.submissions import REGULATIONS, accepted, cited, data, report


def _payouts(regulation: str) -> Iterator[tuple[str, Payouts]]:
    law = load(regulation)
    for wager in law.wagers.values():
        yield wager.section, wager.payouts
    for award in law.awards.values():
        yield law.wagers[award.stake_of[0]].section, award.payouts


def _keys(regulation: str) -> Iterator[str]:
    """Every key a submission of this regulation may have, by its path."""
    law = load(regulation)
    yield from ("regulation", "certificate_holder", "table", "approvals.anything")
    yield from (f"cards.{key}" for key in ("shuffle", "shuffler_counts_cards", "decks", "deal"))
    yield from ("cards.deck_backs", "cards.cover_card")
    yield from (f"limits.{key}" for key in ("minimum", "maximum", "seats", "adjacent_boxes"))
    if law.payout_limit:
        yield "limits.payout_limit"
    if law.versions:
        yield "version.pair_plus"
    yield from law.options
    for section, wagers in law.sections().items():
        wager = law.wagers[wagers[0]]
        if wager.stake.kind == "limits":
            yield from (f"wagers.{section}.minimum", f"wagers.{section}.maximum")
        if wager.stake.kind == "fixed":
            yield from (f"wagers.{section}.{key}" for key in ("amount", "meter", "seed", "increment"))
    for section, payouts in _payouts(regulation):
        choice = payouts.choice
        if choice:
            yield f"wagers.{choice.section}.{choice.key}"
        for row in payouts.optional_rows.values():
            yield f"wagers.{choice.section if choice else section}.{row.key}"
        if payouts.posted:
            yield f"wagers.{section}.rows"


KEYS = [(one, path) for one in REGULATIONS for path in dict.fromkeys(_keys(one))]
PARTS = ("cards", "limits", "version", "wagers", "settlement", "automatic", "approvals", "wagers.ante")


def _faults(regulation: str, path: str, value: object) -> list[Finding]:
    """What the check says of a value at this key; one fault may stand at one key only."""
    found = report(regulation, {path: value})
    assert found.submission is None
    assert all(one.where.startswith(path) for one in found.faults), [str(one) for one in found.faults]
    assert len(set(found.faults)) == len(found.faults)
    return list(found.faults)


@pytest.mark.parametrize(("regulation", "path"), KEYS)
def test_null_is_refused_for_every_key_with_the_clause_of_any_other_wrong_value(
    regulation: str, path: str
) -> None:
    null, wrong = _faults(regulation, path, None), _faults(regulation, path, [[]])
    assert len(null) == 1
    assert null[0].legal
    assert "None" not in str(null[0])
    assert set(cited(null[0])) == set(cited(wrong[0]))


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("part", PARTS)
def test_null_is_no_section(regulation: str, part: str) -> None:
    assert len(_faults(regulation, part, None)) == 1


LEVELS: dict[str, Any] = {"wagers.multi_game_link.paytable": "PTMGLML01"}


@pytest.mark.clause("I-113")
@pytest.mark.parametrize("key", ["seed", "increment"])
def test_null_is_no_terms_of_a_meter_with_levels(key: str) -> None:
    accepted("MA-TCP", LEVELS)
    whole = f"wagers.multi_game_link.{key}"
    for path in (whole, f"{whole}.major"):
        faults = report("MA-TCP", LEVELS | {path: None}).faults
        assert [one.where for one in faults] == [path]
        assert "I-113" in cited(faults[0])


@pytest.mark.clause("MA-TCP.11(a)(2)")
def test_null_is_no_row_of_a_posted_table() -> None:
    rows = {hand: str(row.pays) for hand, row in _floor().items()}
    accepted("MA-TCP", {"wagers.pair_plus.rows": rows})
    for hand in rows:
        faults = report("MA-TCP", {"wagers.pair_plus.rows": rows | {hand: None}}).faults
        assert [one.where for one in faults] == [f"wagers.pair_plus.rows.{hand}"]
        assert "MA-TCP.11(a)(2)" in cited(faults[0])


def _floor() -> Any:
    return next(iter(load("MA-TCP").wagers["pair_plus"].payouts.tables.values())).rows


def test_a_scenario_with_null_in_its_submission_is_refused_once() -> None:
    seat = {"seat": 1, "cards": "Qs Jd 9c", "wagers": {"ante": 10}, "decisions": ["play"]}
    scenario = {"submission": data("PA-649a", {"wagers.ante.bonus_paytable": None}), "seats": [seat]}
    with pytest.raises(feltlaw.Refused) as refusal:
        feltlaw.settle({**scenario, "dealer": "Jh 8c 2d"})
    assert "PA-649a.12(b)" in refusal.value.clauses
    assert "null" in str(refusal.value)
    assert "PA-649a" not in str(refusal.value), "the clauses stand apart, so that they are printed once"
