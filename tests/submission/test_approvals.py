"""Rules of other documents, taken on the operator's word: a missing reference is a warning (I-24)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feltlaw.regulation import load
from tests.support.submissions import (
    REGULATIONS,
    accepted,
    by_clause,
    cited,
    refused,
    regulation_of,
    report,
    warned,
)

PROGRESSIVE: dict[str, object] = {"wagers.three_card_progressive": {}}
HAND_BONUS: dict[str, object] = {"wagers.five_card_hand_bonus": {}}


def _layouts() -> Iterator[tuple[object, ...]]:
    for clause in ("PA-649a.2(b)", "PA-679a.2(b)", "PA-669a.2(b)", "PA-680a.2(b)"):
        yield (clause, "I-24"), "601a_10_a", {}, None


def _shoes() -> Iterator[tuple[object, ...]]:
    for clause in ("PA-649a.8(a)", "PA-679a.8(a)", "PA-669a.8(a)", "PA-680a.8(a)"):
        yield (clause, "I-24"), "601a_10_g", {"cards.deal": "manual_shoe"}, None
    for key in ("146_51", "commission_7_a"):
        yield ("MA-TCP.7(a)", "I-24"), key, {"cards.deal": "manual_shoe"}, {"cards.deal": "hand"}


def _boxes() -> Iterator[tuple[object, ...]]:
    """Where drop box and tip box stand does not depend on how cards are dealt."""
    for clause in ("PA-649a.2(e)", "PA-679a.2(c)", "PA-669a.2(d)", "PA-680a.2(c)"):
        for deal in ("manual_shoe", "hand", "automated_shoe"):
            yield (clause, "I-24"), "601a_10_g", {"cards.deal": deal, "cards.shuffle": "automated"}, None


def _systems() -> Iterator[tuple[object, ...]]:
    yield ("PA-649a.2(c)", "I-24"), "605a_7", PROGRESSIVE, {}
    yield ("PA-649a.2(c)", "I-24"), "605a_7", {"wagers.five_card_progressive": {}}, {}
    yield ("PA-649a.2(c)", "I-24"), "605a_7", {"wagers.five_of_six_progressive": {}}, {}
    yield ("PA-649a.2(c)", "I-24"), "605a_8", {"wagers.three_card_progressive.meter": "link-1"}, PROGRESSIVE
    for wager in ("five_card_progressive", "five_of_six_progressive"):
        link: dict[str, object] = {f"wagers.{wager}.meter": "link-1"}
        for beside in ({}, PROGRESSIVE, HAND_BONUS):
            yield ("PA-649a.2(c)", "I-24"), "605a_8", link | beside, {f"wagers.{wager}": {}, **beside}
    for key in ("605a_7", "605a_2", "605a_3"):
        yield ("PA-649a.2(d)", "I-24"), key, HAND_BONUS, {}
    linked: dict[str, object] = {"wagers.five_card_hand_bonus.meter": "link-1"}
    yield ("PA-649a.2(d)", "I-24"), "605a_8", linked, HAND_BONUS
    for wager in ("three_card_progressive", "five_card_progressive", "five_of_six_progressive"):
        other: dict[str, object] = {f"wagers.{wager}": {}}
        for key in ("605a_7", "605a_2", "605a_3"):
            yield ("PA-649a.2(d)", "I-24"), key, HAND_BONUS | other, other
        yield ("PA-649a.2(c)", "I-24"), "605a_7", HAND_BONUS | other, HAND_BONUS
        yield ("PA-649a.2(d)", "I-24"), "605a_8", linked | other, HAND_BONUS | other
    yield ("PA-669a.2(c)", "I-24"), "605a_7", PROGRESSIVE, {}


def _cards() -> Iterator[tuple[object, ...]]:
    yield ("MA-TCP.2(a)", "I-24"), "146_48", {}, None
    yield ("MA-TCP.2(a)#2", "I-24"), "commission_2_a", {}, None
    yield ("MA-TCP.12(d)", "I-24"), "12_d", {"wagers.cover_all": {}}, {}


@pytest.mark.parametrize(
    ("clause", "key", "asked", "not_asked"),
    by_clause(*_layouts(), *_shoes(), *_boxes(), *_systems(), *_cards()),
)
def test_a_missing_reference_is_a_warning(
    clause: str, key: str, asked: dict[str, object], not_asked: dict[str, object] | None
) -> None:
    regulation, where = regulation_of(clause), f"approvals.{key}"
    silent = report(regulation, asked)
    assert silent.submission is not None, "a warning is not a fault"
    warning = warned(silent, where, clause)
    assert key in warning.legal
    assert "I-24" in cited(warning)
    given = report(regulation, asked | {where: "Bureau letter 2024-17"})
    assert not any(one.where == where for one in given.findings)
    assert given.submission is not None
    assert given.submission.approvals == {key: "Bureau letter 2024-17"}
    others = {one.where for one in silent.findings if one.where.startswith("approvals.")} - {where}
    for other in others:
        warned(report(regulation, asked | {other: "Bureau letter 2024-17"}), where, clause)
    pending = report(regulation, asked | {where: "Pending"})
    assert [one.level for one in pending.findings if one.where == where and clause in cited(one)] == [
        "notice"
    ]
    if not_asked is not None:
        assert not any(
            one.where == where and clause in cited(one) for one in report(regulation, not_asked).findings
        )


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.clause("I-24")
def test_every_outside_rule_names_its_clause(regulation: str) -> None:
    for approval in load(regulation).approvals:
        assert approval.cite.clauses
        assert approval.text
    with_all = report(regulation, {f"approvals.{one.key}": "yes" for one in load(regulation).approvals})
    assert with_all.submission is not None
    assert with_all.of("warning") == ()
    assert not [one for one in with_all.of("notice") if one.where.startswith("approvals.")]


def test_a_reference_for_a_rule_we_do_not_know_is_kept() -> None:
    assert accepted("PA-649a", {"approvals.650a_1": "letter"}).approvals == {"650a_1": "letter"}


def test_an_empty_reference_is_none() -> None:
    empty = report("PA-649a", {"approvals.601a_10_a": ""})
    warned(empty, "approvals.601a_10_a", "PA-649a.2(b)")
    assert empty.submission is not None
    assert empty.submission.digest == accepted("PA-649a").digest


@pytest.mark.parametrize("wrong", [7, True, [], {}, None, "two\nlines", "x" * 201], ids=repr)
def test_a_reference_is_a_line_of_text(wrong: object) -> None:
    refused("PA-649a", {"approvals.601a_10_a": wrong}, "approvals.601a_10_a")


def test_the_approvals_are_a_table_of_short_names() -> None:
    refused("PA-649a", {"approvals": "all of them"}, "approvals")
    accepted("PA-649a", {"approvals": {"k" * 40: "x"}})
    refused("PA-649a", {"approvals": {"k" * 41: "x"}}, f"approvals.{'k' * 41}")
    refused("PA-649a", {"approvals": {"a\x1b[0m": "x"}}, r"approvals.a\x1b[0m")
