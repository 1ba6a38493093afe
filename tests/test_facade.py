"""The names of the package itself: fetched when first used, typed, and short when they are printed.

Types are asserted with `assert_type`, so that `make check` fails where a public name has become another type.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import assert_type

import pytest

import feltlaw
from feltlaw import testing
from feltlaw.mathematics import WagerAnalysis
from feltlaw.record.store import StoreError

SCENARIO = {
    "submission": {"regulation": "PA-649a", "wagers": {"pair_plus": {"paytable": "D"}}},
    "seats": [
        {"seat": 1, "cards": "Qs Qd 4c", "wagers": {"ante": 10, "pair_plus": 5}, "decisions": ["play"]}
    ],
    "dealer": "Kh Jd 9c",
}
PLAYER = feltlaw.Person("player", "ann")


def test_every_name_is_what_its_module_has() -> None:
    homes: Mapping[str, str] = feltlaw._HOMES  # type: ignore[attr-defined]
    assert set(feltlaw.__all__) == {*homes, "analyze", "audit", "settle", "testing"}
    for name, home in homes.items():
        assert getattr(feltlaw, name) is getattr(importlib.import_module(f"feltlaw.{home}"), name)


def test_names_are_listed_before_they_are_fetched() -> None:
    assert set(feltlaw.__all__) <= set(dir(feltlaw))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'feltlaw' has no attribute 'shuffle_up'"):
        feltlaw.shuffle_up  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from feltlaw import deal_them  # type: ignore[attr-defined]  # noqa: F401


# ── types, and what is printed ──


def test_a_settled_round() -> None:
    result = assert_type(feltlaw.settle(SCENARIO), feltlaw.Settlement)
    assert repr(result) == "<Settlement PA-649a: seat 1 +$25, house -$25>"
    (seat,) = assert_type(result.seats, tuple[feltlaw.SeatResult, ...])
    assert repr(seat) == "<SeatResult seat 1: staked $25, +$25>"
    line = assert_type(result.lines, tuple[feltlaw.Line, ...])[0]
    assert repr(line) == "<Line seat 1, ante of $10: win, +$10 (PA-649a.11(c)(3)(ii)(B), PA-649a.12(a))>"
    assert assert_type(line.net, feltlaw.Cents) == feltlaw.parse_money("10.00") == 10_00
    assert assert_type(feltlaw.dollars(result.house_net), str) == "-25.00"
    assert assert_type(feltlaw.show_dollars(result.house_net), str) == "-$25"
    sentences = assert_type(feltlaw.explain(result), list[str])
    assert len(sentences) == len(result.lines)
    assert all(line.cite.clauses[0] in said for line, said in zip(result.lines, sentences, strict=True))


def test_a_law_and_a_submission() -> None:
    assert assert_type(feltlaw.regulation_ids(), tuple[str, ...])[0] == "PA-649a"
    law = assert_type(feltlaw.load("PA-649a"), feltlaw.Regulation)
    assert repr(law) == "<Regulation PA-649a: Three Card Poker, 58 Pa. Code Chapter 649a>"
    bare = assert_type(feltlaw.Submission.from_data({"regulation": "PA-649a"}), feltlaw.Submission)
    assert repr(bare) == "<Submission PA-649a: ante, play, pair_plus; $1 to $10,000>"
    usual = assert_type(feltlaw.usual_submission("PA-649a"), feltlaw.Submission)
    assert usual.limits.minimum == 10_00
    assert set(bare.wagers) < set(usual.wagers)
    with pytest.raises(feltlaw.RegulationError, match="feltlaw knows PA-649a"):
        feltlaw.usual_submission("PA-1")
    with pytest.raises(feltlaw.SubmissionError):
        feltlaw.Submission.from_data({"regulation": "PA-649a", "limits": {"minimum": 0}})


def test_an_analysis() -> None:
    found = assert_type(
        feltlaw.analyze(feltlaw.Submission.from_data({"regulation": "PA-649a"})), feltlaw.Analysis
    )
    ante = found.wagers["ante"]
    assert isinstance(ante, WagerAnalysis)
    assert assert_type(ante.house_edge, Fraction) == Fraction(686689, 20358520)


def test_a_table_and_what_people_see_of_it() -> None:
    table = assert_type(feltlaw.open_table("PA-679a", seed="one"), feltlaw.Table)
    (event,) = assert_type(table.do("sit", PLAYER, seat=2), tuple[feltlaw.Event, ...])
    assert repr(event) == "<Event sit by player ann>"
    table.do("buy_in", PLAYER, amount="500.00")
    assert repr(table.events[-1]) == "<Event buy_in by player ann: $500 cage|ann to chips|ann>"
    assert repr(table) == "<Table 1, PA-679a Three Card Prime: opening; seats: 2 ann>"
    assert repr(table.state) == "<State of 1: opening, 0 rounds over, seats: 2 ann>"
    seen = assert_type(feltlaw.view(table, "player", "ann"), feltlaw.View)
    assert repr(seen) == "<View of 1 for player: opening; may leave, cash_out, buy_in>"
    assert seen == table.view(feltlaw.Viewer("player", "ann"))
    offer = assert_type(table.legal("floorperson"), tuple[feltlaw.Offer, ...])[0]
    assert repr(offer).startswith("<Offer close_table for floorperson, manager: Close the table. (")
    with pytest.raises(feltlaw.Refused) as refused:
        table.do("sit", feltlaw.Person("player", "bob"), seat=2)
    assert assert_type(refused.value.clauses, list[str])


# ── a table with a record ──


def test_a_table_goes_on_where_its_record_ends(tmp_path: Path) -> None:
    record = tmp_path / "table.log"
    with feltlaw.open_table("PA-679a", record, seed="one") as table:
        table.do("sit", PLAYER, seat=2)
    with feltlaw.open_table("PA-679a", record) as again:
        assert again.state.seats == {2: "ann"}
    with pytest.raises(StoreError, match="of another table, <Submission PA-679a, table 1"):
        feltlaw.open_table("PA-649a", record)
    with feltlaw.open_table("PA-679a", record) as again:  # the lock was let go
        assert again.submission == table.submission
    report = assert_type(feltlaw.verify(record), feltlaw.Report)
    assert repr(report).startswith("<Report: not proved; ") and repr(report).endswith(", 0 wrong>")


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    record = tmp_path / "table.log"
    with feltlaw.open_table("PA-679a", record, seed="one") as table:
        table.do("sit", PLAYER, seat=2)
    changed = record.read_bytes().replace(b'"seat":2', b'"seat":3')
    assert changed != record.read_bytes()
    assert feltlaw.verify(changed).status == "wrong"
    assert assert_type(feltlaw.audit, ModuleType).__name__ == "feltlaw.audit"


# ── the driver for other people's tests ──


def test_a_round_with_the_cards_one_wants() -> None:
    table = testing.TableDriver("PA-669a", wagers={"pair_plus": {}})
    played = assert_type(
        table.play(
            {2: {"ante": 10, "blind": 10, "pair_plus": 5}, 5: {"ante": 10, "blind": 10}},
            cards={"seat 2": "9h 9d 4c", "community": "9s 4h Kd"},
            says={2: ["check", "check", "play 1x"], 5: ["check", "check", "fold"]},
        ),
        testing.Played,
    )
    assert assert_type(played.line("pair_plus", 2), feltlaw.Line).hand == "pair of 9s, 4 kicker"
    assert played.line("ante", 5).outcome == "folded"
    assert assert_type(played.net(5), feltlaw.Cents) == -20_00
    with pytest.raises(LookupError, match="0 lines of pair_plus at seat 5; its lines: "):
        played.line("pair_plus", 5)


def test_rounds_follow_each_other_and_hands_are_set() -> None:
    table = testing.TableDriver("PA-680a", limits={"minimum": 5, "maximum": 500})
    for says in ("set 9h 5d 6s", None):
        played = table.play(
            {1: {"ante": 10}}, cards={"seat 1": "9h 5d 6s Kc 8d"}, says={1: says} if says else None
        )
        assert played.line("ante").stake == 10_00
    assert table.state.rounds == 2


def test_what_a_driver_finds_wrong() -> None:
    table = testing.TableDriver("PA-679a", limits={"minimum": 5, "maximum": 500})
    table.bet({1: {"ante": 10}})
    refusal = assert_type(table.refused("bet", table.player(1), seat=1, wagers={"ante": 1}), feltlaw.Refused)
    assert refusal.legal and refusal.clauses
    with pytest.raises(AssertionError, match=r"bet .* was accepted"):
        table.refused("bet", table.player(1), seat=1, wagers={"ante": 20})
    with pytest.raises(AssertionError, match="the crew waits for people; the table is betting"):
        table.step()
    with pytest.raises(AssertionError, match=r"never asked for: \{1: \['fold'\]\}"):
        table.finish({1: ["play", "fold"]})
    with pytest.raises(ValueError, match="more cards than are dealt to player 1"):
        table.play({1: {"ante": 10}}, cards={"seat 1": "2c 3c 4c 5c"})
    with pytest.raises(ValueError, match=r"2 of clubs .* twice"):
        table.play({1: {"ante": 10}}, cards={"seat 1": "2c 3c 4c", "dealer": "2c"})
