"""A submission as a whole: defaults, all faults at once, its canonical hash, and input of every kind."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.regulation import load
from feltlaw.submission import Submission, SubmissionError, check, read_toml
from tests.support.effort import examples
from tests.support.legal_submissions import legal, rubbish
from tests.support.submissions import REGULATIONS, accepted, data, report


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_regulation_alone_is_a_submission(regulation: str) -> None:
    submission = Submission.from_data({"regulation": regulation})
    assert report(regulation).faults == ()
    assert (submission.certificate_holder, submission.table, submission.approvals) == ("", "", {})
    assert submission.cards.shuffle == "automated"
    assert submission.cards.deal == "manual_shoe"
    assert submission.cards.shuffler_counts_cards
    assert Submission.from_toml(f'regulation = "{regulation}"') == submission


@pytest.mark.parametrize("wrong", [None, "", "PA-649A", "649a", 649, ["PA-649a"], {"id": "PA-649a"}, True])
def test_a_regulation_that_is_none(wrong: object) -> None:
    found = check({"regulation": wrong, "rubbish": 1})
    assert found.submission is None
    assert [one.where for one in found.findings] == ["regulation"]
    assert all(f'"{known}"' in found.faults[0].legal for known in REGULATIONS)


def test_all_faults_at_once() -> None:
    wrong = {
        "certificate_holder": 7,
        "table": "x" * 5000,
        "cards.decks": 3,
        "cards.deal": "hat",
        "limits.minimum": -5,
        "limits.adjacent_boxes": 8,
        "limits.payout_limit": 1,
        "version.pair_plus": "both",
        "wagers.ante.mini_royal": "4 to 1",
        "wagers.pair_plus.paytable": "F",
        "wagers.pair_plus.colour": "red",
        "wagers.cover_all": {},
        "wagers.three_card_progressive.amount": 2,
        "settlement.breakage_unit": "0.10",
        "colour": "red",
    }
    found = report("PA-649a", wrong)
    assert {one.where for one in found.faults} == set(wrong)
    assert len(found.faults) == len(wrong)
    with pytest.raises(SubmissionError) as raised:
        Submission.from_data(data("PA-649a", wrong))
    assert raised.value.findings == found.faults
    assert len(str(raised.value).splitlines()) == len(wrong)
    with pytest.raises(SubmissionError):
        found.submission_or_raise()


MISSPELT: dict[str, Any] = {
    "cards.shufle": "manual",
    "cards.dealing": "hand",
    "limits.adjacent_box": 1,
    "version.pair_plus_": "optional",
    "versions": {"pair_plus": "compulsory"},
    "settlement.order_of_payment": "by_step",
    "automatic.betting_second": 20,
    "approval": {"601a_2": "filed"},
}
"""Keys that are nearly right."""
CHOSEN = {
    "PA-649a": ("PA-649a.2(b)", "PA-649a.5(a)", "PA-649a.7(e)", "PA-649a.7(f)", "PA-649a.8(a)"),
    "MA-TCP": ("MA-TCP.5(a)", "MA-TCP.6(e)", "MA-TCP.6(f)", "MA-TCP.7(a)"),
    "PA-679a": ("PA-679a.2(b)", "PA-679a.5(a)", "PA-679a.7(e)", "PA-679a.8(a)"),
    "PA-669a": ("PA-669a.2(b)", "PA-669a.5(a)", "PA-669a.7(e)", "PA-669a.8(a)"),
    "PA-680a": ("PA-680a.2(b)", "PA-680a.5(a)", "PA-680a.7(e)", "PA-680a.8(a)"),
}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*found)) for name, found in CHOSEN.items()]
)
def test_what_an_operator_chooses_under_a_misspelt_key_is_not_passed_over(regulation: str) -> None:
    """The shuffle, the way of dealing, boxes, versions, what is filed: the table would run by the default,
    which the operator has not chosen."""
    versions = regulation in ("PA-649a", "MA-TCP")
    for path, value in MISSPELT.items():
        if path.startswith("version.") and not versions:
            continue
        found = report(regulation, {path: value})
        assert found.submission is None
        assert [one.where for one in found.faults] == [path]
        assert found.faults[0].what == "this key is unknown here"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_unknown_keys_are_faults_that_name_the_known_ones(regulation: str) -> None:
    for path in ("x", "cards.x", "limits.x", "wagers.x", "wagers.ante.x", "settlement.x", "automatic.x"):
        found = report(regulation, {path: 1})
        assert [one.where for one in found.faults] == [path]
        assert "ante" in found.faults[0].legal or "Known here" in found.faults[0].legal


@pytest.mark.parametrize("section", ["cards", "limits", "version", "wagers", "settlement", "approvals"])
@pytest.mark.parametrize("wrong", [1, "text", [], None, True])
def test_a_section_is_a_table(section: str, wrong: object) -> None:
    found = report("PA-649a", {section: wrong})
    assert [one.where for one in found.faults] == [section]
    assert f"[{section}]" in found.faults[0].legal


@settings(max_examples=examples(200))
@given(legal())
def test_whatever_is_legal_is_accepted_and_reads_back_the_same(given_data: dict[str, Any]) -> None:
    submission = Submission.from_data(given_data)
    written = submission.to_data()
    again = Submission.from_data(json.loads(json.dumps(written)))
    assert again == submission
    assert again.to_data() == written
    assert again.digest == submission.digest


def turned_round(value: Any) -> Any:
    return {key: turned_round(value[key]) for key in reversed(value)} if isinstance(value, dict) else value


@settings(max_examples=examples(100))
@given(legal())
def test_the_hash_does_not_depend_on_the_order_of_keys(given_data: dict[str, Any]) -> None:
    assert Submission.from_data(turned_round(given_data)).digest == Submission.from_data(given_data).digest


@settings(max_examples=examples(200))
@given(st.sampled_from(REGULATIONS).flatmap(lambda name: st.tuples(legal(name), legal(name))))
def test_the_hash_tells_submissions_apart(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    one, other = (Submission.from_data(given_data) for given_data in both)
    assert (one.digest == other.digest) == (one == other)


@settings(max_examples=examples(100))
@given(
    st.integers(1, 10**10), st.sampled_from(("limits.minimum", "wagers.ante.minimum", "wagers.ante.maximum"))
)
def test_the_hash_does_not_depend_on_how_money_is_written(cents: int, key: str) -> None:
    whole = cents * 100
    ways: list[object] = [cents, f"{cents}.00", f"{cents}", f"{cents}.0", Decimal(f"{cents}.000")]
    base = {"limits.maximum": cents, "limits.minimum": cents}
    found = {accepted("PA-679a", base | {key: way}).digest for way in ways}
    assert len(found) == 1
    other = accepted(
        "PA-679a",
        base | {"limits.maximum": cents + 1, key: f"{whole // 100}.01"} | {"wagers.ante.maximum": cents + 2},
    )
    assert other.digest not in found


def test_the_hash_does_not_depend_on_comments_and_layout() -> None:
    plain = """
        regulation = "PA-649a"
        [limits]
        minimum = 10
        maximum = 500
        [wagers.six_card_bonus]
        paytable = "B"
    """
    commented = """
        # Rules Submission
        wagers = { six_card_bonus = { paytable = "B" } }  # B
        regulation = 'PA-649a'
        limits.maximum = 500.00
        limits.minimum = "10.00"
        certificate_holder = ""
    """
    one, other = (Submission.from_toml(text) for text in (plain, commented))
    assert one == other
    assert one.digest == other.digest


def _choices(regulation: str) -> list[dict[str, object]]:
    """Single changes to the defaults, each of them legal."""
    one = load(regulation)
    found: list[dict[str, object]] = [{}, {"table": "2"}, {"certificate_holder": "x"}, {"approvals.x": "y"}]
    found += [{"limits.minimum": "1.01"}, {"limits.maximum": 10_001}, {"limits.seats": 5}, {"cards.decks": 2}]
    found += [{"cards.shuffle": "manual"}, {"cards.deal": "hand"}, {"cards.shuffler_counts_cards": False}]
    found += [{"cards.deck_backs": ["blue"]}, {"cards.cover_card": "white"}]
    found += [{"limits.adjacent_boxes": 2}] if one.boxes.most > 1 else []
    found += [{"version.pair_plus": version} for version in one.versions if version != "optional"]
    found += [{"limits.payout_limit": 75_000}] if one.payout_limit else []
    for section, wagers in one.sections().items():
        wager = one.wagers[wagers[0]]
        found += [{f"wagers.{section}": {}}] if not wager.always_offered else []
        if wager.stake.kind == "limits":
            found += [{f"wagers.{section}.minimum": 2}, {f"wagers.{section}.maximum": 2}]
        if wager.meter:
            found += [{f"wagers.{section}.meter": "x"}, {f"wagers.{section}.amount": 5}]
    payouts = [wager.payouts for wager in one.wagers.values()]
    payouts += [award.payouts for award in one.awards.values()]
    for paid in payouts:
        choice = paid.choice
        names = [
            table.name for table in paid.tables.values() if not table.versions or "optional" in table.versions
        ]
        if choice:
            found += [{f"wagers.{choice.section}.{choice.key}": name} for name in names[1:]]
            found += [
                {f"wagers.{choice.section}.{row.key}": "99 to 1"} for row in paid.optional_rows.values()
            ]
    for path, option in one.options.items():
        if not option.needs and option.kind == "choice":
            found += [{path: value} for value in option.values if value != option.default]
    return found


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_choice_changes_the_hash(regulation: str) -> None:
    found = {accepted(regulation, changes).digest: changes for changes in _choices(regulation)}
    assert len(found) == len(_choices(regulation))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_hash_covers_the_regulations_data(regulation: str) -> None:
    submission = accepted(regulation)
    amended = replace(submission, regulation=replace(submission.regulation, digest="amended"))
    assert amended.digest != submission.digest


@settings(max_examples=examples(200))
@given(rubbish())
def test_rubbish_gives_faults_and_breaks_nothing(anything: Any) -> None:
    found = check(anything)
    assert bool(found.faults) == (found.submission is None)
    for one in found.findings:
        assert str(one).isprintable()
        assert len(str(one)) < 2000
        assert json.loads(json.dumps(one.to_json()))["where"] == one.where
    if found.submission:
        assert Submission.from_data(found.submission.to_data()) == found.submission


PLACES = (
    "regulation",
    "table",
    "cards.shuffle",
    "cards.decks",
    "cards.deck_backs",
    "limits.minimum",
    "wagers.ante.mini_royal",
    "wagers.pair_plus.paytable",
    "wagers.three_card_progressive.seed",
    "settlement.breakage_unit",
    "approvals.x",
    "wagers.three_card_progressive.increment",
    "wagers.five_card_hand_bonus.magic_card_chance",
    "x",
)


def _nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(depth):
        found = {"a": found}
    return found


@pytest.mark.parametrize(
    "wrong", [_nested(100_000), 16**5000, -(16**5000), Decimal("1e9999999"), [[[]]]], ids=range(5)
)
def test_values_too_deep_or_too_long(wrong: Any) -> None:
    for place in PLACES:
        found = check(data("PA-649a", {place: wrong}))
        assert any(one.where.startswith(place) for one in found.faults), place
        assert all(len(str(one)) < 500 for one in found.faults)


@pytest.mark.parametrize("wrong", [None, 1, "PA-649a", [], [{"regulation": "PA-649a"}], True])
def test_what_is_no_submission_at_all(wrong: object) -> None:
    found = check(wrong)
    assert [one.where for one in found.faults] == ["submission", "regulation"]


def test_decimals_are_read_exactly() -> None:
    assert read_toml("x = 0.1")["x"] == Decimal("0.1")
    assert Submission.from_toml('regulation = "PA-649a"\n[limits]\nminimum = 0.29').limits.minimum == 29


def test_two_defaults_are_one_submission() -> None:
    for one, other in pairwise(accepted(name) for name in REGULATIONS):
        assert one != other
    assert accepted("PA-649a") == accepted("PA-649a")
