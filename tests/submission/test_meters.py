"""Progressive meters: terms that scale with the wager, terms the text leaves open, amounts, linked tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.register import clauses
from feltlaw.submission import Finding, check_linked
from feltlaw.submission.parts import MeterLevel
from tests.support.submissions import accepted, at, by_clause, noticed, refused, regulation_of, report

Terms = tuple[int, int, int, int]
"""Seed and reseed in times the wager, increment and reserve in per cent of it, as the clause prints them."""

FIXED: list[tuple[object, str, str, Terms]] = [
    (("PA-649a.12(e)(3):A", "PA-649a.12(e)(3)"), "three_card_progressive", "A", (1000, 1000, 14, 0)),
    (("PA-649a.12(e)(3):B", "PA-649a.12(e)(3)"), "three_card_progressive", "B", (1000, 1000, 20, 0)),
    ("PA-649a.12(h)(3)", "five_card_progressive", "", (10000, 10000, 21, 0)),
    ("PA-649a.12(i)(4)", "five_card_hand_bonus", "", (10000, 0, 21, 8)),
    ("PA-649a.12(j)(3)", "five_of_six_progressive", "", (10000, 10000, 28, 0)),
    ("PA-669a.12(e)(3)", "three_card_progressive", "", (1000, 1000, 14, 0)),
]
LINKS: list[tuple[object, str, dict[str, int]]] = [
    ("MA-TCP.13(g):PTMGL01#2", "PTMGL01", {"meter": 10000}),
    (("MA-TCP.13(g):PTMGL02#2", "I-114"), "PTMGL02", {"meter": 10000}),
    ("MA-TCP.13(g):PTMGL04#2", "PTMGL04", {"meter": 1000}),
    ("MA-TCP.13(g):PTMGLML01#2", "PTMGLML01", {"major": 10000, "minor": 1000}),
    ("MA-TCP.13(g):PTMGLML02#2", "PTMGLML02", {"mega": 10000, "major": 1000, "minor": 250}),
    ("MA-TCP.13(g):PTMGLML03#2", "PTMGLML03", {"mega": 10000, "major": 1000, "minor": 250}),
]
BORROWED = {  # the defaults of I-113, per level: seed in times the wager (0: printed), increment in per cent
    "1": {"meter": (1000, 14)},
    "2": {"meter": (1000, 20)},
    "3": {"meter": (1000, 14)},
    "two-level": {"major": (1000, 10), "minor": (500, 4)},
    "PTMGL01": {"meter": (0, 21)},
    "PTMGL04": {"meter": (0, 21)},
    "PTMGLML01": {"major": (0, 15), "minor": (0, 6)},
    "PTMGLML02": {"mega": (0, 13), "major": (0, 5), "minor": (0, 3)},
    "PTMGLML03": {"mega": (0, 13), "major": (0, 5), "minor": (0, 3)},
}


def section_of(paytable: str) -> str:
    return f"wagers.{'multi_game_link' if paytable.startswith('PT') else 'three_card_progressive'}"


def levels(regulation: str, section: str, changes: dict[str, Any]) -> dict[str, MeterLevel]:
    given = {f"wagers.{section}": {}} | {f"wagers.{section}.{key}": value for key, value in changes.items()}
    submission = accepted(regulation, given)
    offered = [one for one in submission.wagers.values() if one.wager.section == section]
    assert all(one.levels == offered[0].levels for one in offered)
    return dict(offered[0].levels)


def percent(rate: Fraction) -> Fraction | int:
    return rate * 100


@pytest.mark.parametrize(("clause", "section", "paytable", "terms"), by_clause(*FIXED))
@given(cents=st.integers(1, 10_000_000))
def test_the_meter_scales_with_the_wager_offered(
    clause: str, section: str, paytable: str, terms: Terms, cents: int
) -> None:
    amount: dict[str, Any] = {"amount": f"{cents // 100}.{cents % 100:02d}"}
    envy = {} if section == "five_card_hand_bonus" else {"envy_scale": "linear"}
    named = {"paytable": paytable} if paytable else {}
    meter = levels(regulation_of(clause), section, amount | envy | named)["meter"]
    seed, reseed, rate, reserve = terms
    assert (meter.seed, meter.reseed) == (seed * cents, reseed * cents)
    assert (percent(meter.rate), percent(meter.reserve_rate)) == (rate, reserve)
    assert clause in meter.clauses


@pytest.mark.parametrize(("clause", "section", "paytable", "terms"), by_clause(*FIXED))
def test_terms_the_regulation_fixes_cannot_be_changed(
    clause: str, section: str, paytable: str, terms: Terms
) -> None:
    regulation, key = regulation_of(clause), f"wagers.{section}"
    base = {f"{key}.amount": 5} | ({f"{key}.paytable": paytable} if paytable else {})
    seed, _, rate, _ = terms
    accepted(regulation, base | {f"{key}.seed": seed * 5, f"{key}.increment": f"{rate}%"})
    for where, wrong in (
        (f"{key}.seed", seed),
        (f"{key}.seed", seed * 5 + 1),
        (f"{key}.increment", f"{rate + 1}%"),
        (f"{key}.increment", "0%"),
        (f"{key}.increment", f"{rate - 1}.5%"),
        (f"{key}.increment", rate),
    ):
        found = report(regulation, base | {where: wrong})
        assert found.submission is None
        assert {(one.where, clause in one.cite.clauses) for one in found.faults} == {(where, True)}


@pytest.mark.parametrize(("clause", "paytable", "seeds"), by_clause(*LINKS))
@pytest.mark.parametrize("amount", [1, 5])
def test_a_link_meter_is_seeded_in_step_with_the_wager(
    clause: str, paytable: str, seeds: dict[str, int], amount: int
) -> None:
    """Each level by what is listed, no less and no more."""
    if paytable == "PTMGL02":
        amount = 5  # the only wager it is for, I-114
    found = levels("MA-TCP", "multi_game_link", {"paytable": paytable, "amount": amount})
    assert {name: level.seed for name, level in found.items()} == {
        name: seed * amount * 100 for name, seed in seeds.items()
    }
    assert all(level.reseed == level.seed and clause in level.clauses for level in found.values())
    key = "wagers.multi_game_link"
    chosen: dict[str, Any] = {f"{key}.paytable": paytable, f"{key}.amount": amount}
    single = list(seeds) == ["meter"]
    accepted("MA-TCP", chosen | {f"{key}.seed": seeds["meter"] * amount if single else _times(seeds, amount)})
    for name, seed in seeds.items():
        right = seed * amount
        where = f"{key}.seed" + ("" if single else f".{name}")
        for wrong in {1, right - 1, right + 1, right * 2, right * 5, seed * (6 - amount)} - {right}:
            given = wrong if single else {**_times(seeds, amount), name: wrong}
            assert f"${right:,}" in refused("MA-TCP", chosen | {f"{key}.seed": given}, where, clause).what


def _times(seeds: dict[str, int], amount: int) -> dict[str, int]:
    return {name: seed * amount for name, seed in seeds.items()}


@pytest.mark.clause("MA-TCP.13(g)", "I-115")
def test_a_link_uses_one_of_the_printed_tables() -> None:
    key = "wagers.multi_game_link.paytable"
    names = ["PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03"]
    for name in names:
        table = accepted("MA-TCP", {key: name}).wagers["multi_game_link"].paytable()
        assert table is not None
        assert (table.name, table.clauses) == (name, (f"MA-TCP.13(g):{name}",))
    for wrong in ("PTMGL03", "PTMGL05", "A", "ptmgl01"):
        fault = refused("MA-TCP", {key: wrong}, key, "MA-TCP.13(g)")
        assert all(f'"{name}"' in fault.legal for name in names)
        assert "PTMGL03" not in fault.legal


@pytest.mark.clause("I-114")
def test_ptmgl02_is_the_five_dollar_table() -> None:
    key = "wagers.multi_game_link"
    for amount in (1, 10, 2):
        changes = {f"{key}.paytable": "PTMGL02", f"{key}.amount": amount, f"{key}.envy_scale": "linear"}
        fault = refused("MA-TCP", changes, f"{key}.amount", "MA-TCP.13(g):PTMGL02")
        assert "I-114" in fault.cite.interpretations
        assert "amount = 5" in fault.legal
    offered = accepted("MA-TCP", {f"{key}.paytable": "PTMGL02"}).wagers["multi_game_link"]
    assert (offered.minimum, offered.levels["meter"].seed) == (500, 5_000_000)


@pytest.mark.parametrize("paytable", BORROWED)
@pytest.mark.clause("I-113")
def test_open_terms_have_a_borrowed_default_and_a_notice(paytable: str) -> None:
    key = section_of(paytable)
    found = report("MA-TCP", {f"{key}.paytable": paytable, f"{key}.amount": 5})
    assert found.submission is not None
    meter = found.submission.wagers[key.partition(".")[2]].levels
    assert {name: percent(level.rate) for name, level in meter.items()} == {
        name: rate for name, (_, rate) in BORROWED[paytable].items()
    }
    for name, (times, rate) in BORROWED[paytable].items():
        notices = [one for one in found.of("notice") if f"for the {name};" in one.what]
        assert any(one.where == f"{key}.increment" and f"{rate}%" in one.what for one in notices)
        assert any(one.where == f"{key}.seed" for one in notices) == bool(times)
        assert all("I-113" in one.cite.interpretations and one.cite.clauses for one in notices)
        if times:
            assert meter[name].seed == times * 500


@pytest.mark.clause("I-113")
def test_the_submission_states_open_terms_itself() -> None:
    key = "wagers.three_card_progressive"
    stated = report("MA-TCP", {f"{key}.seed": 2500, f"{key}.increment": "12.5%"})
    assert stated.submission is not None
    meter = stated.submission.wagers["three_card_progressive"].levels["meter"]
    assert (meter.seed, meter.reseed, meter.rate) == (250_000, 250_000, Fraction(1, 8))
    assert not any("borrowed" in one.what for one in stated.findings)
    two = {f"{key}.paytable": "two-level"}
    both = {"major": "10%", "minor": "0%"}
    given = accepted("MA-TCP", two | {f"{key}.seed": {"minor": 600}, f"{key}.increment": both})
    major, minor = (given.wagers["three_card_progressive"].levels[name] for name in ("major", "minor"))
    assert (major.seed, minor.seed, minor.rate) == (100_000, 60_000, Fraction(0))
    assert "major" in refused("MA-TCP", two | {f"{key}.seed": 600}, f"{key}.seed").legal
    assert "minor" in refused("MA-TCP", two | {f"{key}.seed": {"mega": 600}}, f"{key}.seed.mega").legal
    seeds: list[object] = [0, -1, "0.005", "lots", {"meter": 0}]
    for wrong in seeds:
        where = f"{key}.seed" + (".meter" if isinstance(wrong, dict) else "")
        refused("MA-TCP", {f"{key}.seed": wrong}, where, "MA-TCP.13(e):Table 1")
    rates: list[object] = ["101%", "-1%", 14, "14", "%", {"meter": "x"}]
    for wrong in rates:
        where = f"{key}.increment" + (".meter" if isinstance(wrong, dict) else "")
        refused("MA-TCP", {f"{key}.increment": wrong}, where, "MA-TCP.13(e):Table 1")


@pytest.mark.parametrize(
    ("clause", "section"),
    [
        pytest.param(clause, section, marks=[pytest.mark.clause(clause)] if clause in clauses() else [])
        for clause, section in [
            ("PA-649a.12(e)(5)", "three_card_progressive"),
            ("PA-649a.12(h)(5)", "five_card_progressive"),
            ("PA-649a.12(j)(5)", "five_of_six_progressive"),
            ("PA-669a.12(e)(5)", "three_card_progressive"),
            ("MA-TCP.13(e)", "three_card_progressive"),
            ("MA-TCP.13(g)", "multi_game_link"),
        ]
    ],
)
@pytest.mark.clause("I-52")
def test_amounts_without_an_envy_schedule_need_proportion(clause: str, section: str) -> None:
    regulation, key = regulation_of(clause), f"wagers.{section}"
    for amount in (1, 5, "5.00"):
        accepted(regulation, {f"{key}.amount": amount})
    assert accepted(regulation, {key: {}}).wagers[section].minimum == 100
    for amount in (2, "0.50", 10):
        fault = refused(regulation, {f"{key}.amount": amount}, f"{key}.amount", clause)
        assert "$1 or $5" in fault.legal
        assert "linear" in fault.legal
        accepted(regulation, {f"{key}.amount": amount, f"{key}.envy_scale": "linear"})


def test_a_meter_has_a_name() -> None:
    for wrong in ("", "  "):
        refused(
            "PA-669a", {"wagers.three_card_progressive.meter": wrong}, "wagers.three_card_progressive.meter"
        )


def linked(*tables: tuple[str, dict[str, Any]]) -> list[str]:
    return [f"{one.level} {one.where}" for one in found_linked(*tables)]


def found_linked(*tables: tuple[str, dict[str, Any]]) -> tuple[Finding, ...]:
    return check_linked([(f"T{at}", accepted(name, changes)) for at, (name, changes) in enumerate(tables, 1)])


LINK = "wagers.multi_game_link"
ONE: dict[str, Any] = {f"{LINK}.meter": "link-1", f"{LINK}.paytable": "PTMGL01"}


@pytest.mark.clause("MA-TCP.13(h)", "I-125")
def test_linked_tables_share_paytable_and_amount() -> None:
    assert linked(("MA-TCP", ONE), ("MA-TCP", ONE), ("MA-TCP", ONE)) == []
    other = ONE | {f"{LINK}.paytable": "PTMGLML01"}
    fault = at(found_linked(("MA-TCP", ONE), ("MA-TCP", other)), f"T2: {LINK}.meter", "MA-TCP.13(h)")
    assert fault.level == "fault"
    assert all(word in fault.what for word in ("link-1", "T1", "PTMGL01", "PTMGLML01"))
    assert "the same" in fault.legal
    dearer = ONE | {f"{LINK}.amount": 5}
    fault = at(found_linked(("MA-TCP", ONE), ("MA-TCP", dearer)), f"T2: {LINK}.meter", "MA-TCP.13(h)")
    assert "$5 here and $1 there" in fault.what
    assert len(found_linked(("MA-TCP", ONE), ("MA-TCP", other | dearer))) == 1
    assert len(linked(("MA-TCP", ONE), ("MA-TCP", other), ("MA-TCP", dearer))) == 2


@pytest.mark.clause("MA-TCP.13(h)", "I-113", "I-125", "MA-TCP.13(e):Table 1")
def test_one_meter_has_one_seed_and_one_rate() -> None:
    """The terms the text leaves open belong to the paytable, which must be the same (13(h))."""
    key = "wagers.three_card_progressive"
    plain: dict[str, Any] = {f"{key}.meter": "link-1", f"{key}.seed": 1000, f"{key}.increment": "14%"}
    assert linked(("MA-TCP", plain), ("MA-TCP", {f"{key}.meter": "link-1"})) == [], "the same by default"
    dearer = plain | {f"{key}.seed": 2000}
    fault = at(found_linked(("MA-TCP", plain), ("MA-TCP", dearer)), f"T2: {key}.seed", "MA-TCP.13(h)")
    assert fault.level == "fault"
    assert "link-1" in fault.what and "T1" in fault.what
    assert "the seed is $2,000 here and $1,000 there" in fault.what
    assert {"MA-TCP.13(e):Table 1", "I-113", "I-125"} <= {*fault.cite.clauses, *fault.cite.interpretations}
    assert all(clause.startswith("MA-TCP.13(") for clause in fault.cite.clauses), "readings stand apart"
    assert all(reading.startswith("I-") for reading in fault.cite.interpretations), "and clauses apart too"
    other_way = at(found_linked(("MA-TCP", dearer), ("MA-TCP", plain)), f"T2: {key}.seed", "MA-TCP.13(h)")
    assert "the seed is $1,000 here and $2,000 there" in other_way.what
    faster = plain | {f"{key}.increment": "15%"}
    fault = at(found_linked(("MA-TCP", plain), ("MA-TCP", faster)), f"T2: {key}.increment", "MA-TCP.13(h)")
    assert "the increment is 15% here and 14% there" in fault.what
    assert len(found_linked(("MA-TCP", plain), ("MA-TCP", faster | {f"{key}.seed": 2000}))) == 2


@pytest.mark.clause("MA-TCP.13(h)", "I-113")
def test_levels_of_one_meter_are_compared_one_by_one() -> None:
    minor = ONE | {f"{LINK}.paytable": "PTMGLML01", f"{LINK}.increment": {"minor": "7%"}}
    found = found_linked(("MA-TCP", ONE | {f"{LINK}.paytable": "PTMGLML01"}), ("MA-TCP", minor))
    fault = at(found, f"T2: {LINK}.increment.minor", "MA-TCP.13(g):PTMGLML01#2")
    assert "the increment of the minor is 7% here and 6% there" in fault.what
    assert len(found) == 1


def test_terms_that_follow_from_another_paytable_or_amount_are_not_told_twice() -> None:
    key = "wagers.three_card_progressive"
    one: dict[str, Any] = {f"{key}.meter": "link-1"}
    for other in ({f"{key}.paytable": "2"}, {f"{key}.amount": 5}):
        assert linked(("MA-TCP", one), ("MA-TCP", one | other)) == [f"fault T2: {key}.meter"]


@pytest.mark.clause("MA-TCP.13(h)", "I-125")
def test_two_alternating_decks_are_still_a_one_deck_game() -> None:
    assert linked(("MA-TCP", ONE), ("MA-TCP", ONE | {"cards.decks": 2})) == []


@pytest.mark.clause("I-125")
def test_tables_are_linked_only_by_a_name_they_both_give() -> None:
    own: dict[str, Any] = {LINK: {}}
    other: dict[str, Any] = {f"{LINK}.paytable": "PTMGL04"}
    assert linked(("MA-TCP", own), ("MA-TCP", other)) == []
    assert linked(("MA-TCP", ONE), ("MA-TCP", ONE | other | {f"{LINK}.meter": "link-2"})) == []
    assert linked(("MA-TCP", ONE), ("MA-TCP", {})) == []


def test_pennsylvania_leaves_it_to_the_link() -> None:
    key = "wagers.three_card_progressive"
    tables: list[dict[str, Any]] = [{f"{key}.meter": "x", f"{key}.paytable": letter} for letter in "AB"]
    assert linked(*(("PA-649a", table) for table in tables)) == [f"warning T2: {key}.meter"]
    hand = "wagers.five_card_hand_bonus"
    assert linked(*(("PA-649a", {f"{hand}.meter": "x", f"{hand}.amount": n}) for n in (1, 2))) == [
        f"warning T2: {hand}.meter"
    ]


@pytest.mark.clause("MA-TCP.13(h)")
def test_a_link_with_another_document_is_held_to_the_same() -> None:
    key = "wagers.three_card_progressive"
    stud: dict[str, Any] = {f"{key}.meter": "link-1"}
    found = found_linked(("PA-669a", stud), ("MA-TCP", ONE))
    assert [one.level for one in found] == ["fault"]
    assert "paytable" in found[0].what


@pytest.mark.clause("MA-TCP.13(h)", "I-125")
@pytest.mark.parametrize("other", ["PA-649a", "PA-669a"])
def test_massachusetts_first_or_last_its_table_is_linked_to_no_unlike_one(other: str) -> None:
    """Another title of another chapter: another paytable, or the same with another amount, whichever of the
    two is named first, and of three."""
    three = "wagers.three_card_progressive"
    mine: dict[str, Any] = {f"{three}.meter": "link-1"}
    theirs = {f"{three}.meter": "link-1", f"{three}.amount": 5}
    for tables in ([("MA-TCP", mine), (other, theirs)], [(other, theirs), ("MA-TCP", mine)],
                   [("MA-TCP", ONE), (other, mine)], [(other, mine), ("MA-TCP", ONE)]):  # fmt: skip
        found = found_linked(*tables)
        assert found and {one.level for one in found} == {"fault"}
        assert all(one.where.startswith("T2: ") and "MA-TCP.13(h)" in one.cite.clauses for one in found)
        assert len(found_linked(*tables, tables[0])) == len(found), "the third is like the first"


@pytest.mark.clause("MA-TCP.13(h)", "I-125")
@pytest.mark.parametrize(
    "shared", ["three_card_progressive", "five_card_progressive", "five_of_six_progressive"]
)
def test_each_meter_of_a_table_that_has_several_is_compared(shared: str) -> None:
    """A table elsewhere feeds three meters: whichever a Massachusetts table shares, it must be alike."""
    every = ("three_card_progressive", "five_card_progressive", "five_of_six_progressive")
    theirs = {f"wagers.{one}.meter": "link-1" if one == shared else f"own-{one}" for one in every}
    for tables in ([("PA-649a", theirs), ("MA-TCP", ONE)], [("MA-TCP", ONE), ("PA-649a", theirs)]):
        (found,) = found_linked(*tables)
        assert (found.level, "link-1" in found.what) == ("fault", True)
        assert "MA-TCP.13(h)" in found.cite.clauses
    alone = theirs | {f"wagers.{shared}.meter": "link-2"}
    assert linked(("PA-649a", alone), ("MA-TCP", ONE)) == []


def test_a_notice_is_not_a_fault() -> None:
    found = report("MA-TCP", {LINK: {}})
    assert found.submission is not None
    noticed(found, f"{LINK}.increment", "I-113")
