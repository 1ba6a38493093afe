"""Witnesses and a card seen in Saigon 5 Card, on numbers that are made up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.mathematics import saigon as saigon_
from feltlaw.mathematics import witnesses as witnesses_
from feltlaw.mathematics.advice import Exposure, Strategy
from feltlaw.mathematics.engines import engine_for
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, WagerAnalysis, decimal, root
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.saigon_classes import CARDS, DEALS
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.together import Changed, play_together
from feltlaw.mathematics.witnesses import proved
from feltlaw.regulation import load
from tests.support.math_checks import submission

HALF = Fraction(1, 2)


def test_a_row_without_a_witness_stays_without_one() -> None:
    """At a table that takes $5 and nothing else every other witness is settled, and proves its row."""
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 5})
    entry = SideWager(Rules(table), table.wagers["pair_plus"], None).analyze()
    first, *others = entry.distribution.rows
    whole = Distribution((replace(first, witness=None), *others), entry.distribution.total)
    found = proved(table, replace(entry, distribution=whole)).distribution.rows
    assert [row.witness is None for row in found] == [True, *(False for _ in others)]


@pytest.mark.parametrize(("net", "kept"), [(Fraction(0), False), (HALF, True), (Fraction(1), False)])
def test_a_witness_that_is_paid_more_proves_as_little_as_one_that_is_paid_less(
    net: Fraction, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witnesses_, "_net", lambda *given: HALF)
    seats = {"seats": [{"wagers": {"ante": "5.00"}}]}
    rows = (OutcomeRow("won", 1, net, witness=seats, pays="1 to 2"),)
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 500})
    found = proved(table, WagerAnalysis("ante", Distribution(rows, 1), ("ante",)))
    assert (found.distribution.rows[0].witness is seats) == kept


def test_a_net_is_per_unit_of_the_first_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    """An award has no stake of its own, wherever its line stands."""
    line = {"seat": 1, "for_seat": 0, "id": "ante", "on": "", "net": 100, "stake": 200}
    bonus = {**line, "id": "ante_bonus", "on": "ante", "net": 50, "stake": 0}
    settled = SimpleNamespace(lines=[SimpleNamespace(**bonus), SimpleNamespace(**line)])
    monkeypatch.setattr(witnesses_, "read_round", lambda witness, table: None)
    monkeypatch.setattr(witnesses_, "settle_round", lambda round_: settled)
    table: Any = None
    assert witnesses_._net(table, {}, frozenset({"ante"})) == Fraction(3, 4)


# ── what a distribution and an entry say ──


@pytest.mark.parametrize(("counts", "whole"), [((1, 2), True), ((0, 3), True), ((1, 1), False),
                                               ((2, 2), False), ((4, -1), False)])  # fmt: skip
def test_rows_count_every_deal_once(counts: tuple[int, int], whole: bool) -> None:
    rows = tuple(OutcomeRow(str(many), many, Fraction(many)) for many in counts)
    if whole:
        assert Distribution(rows, 3).total == 3
        return
    with pytest.raises(ArithmeticError, match="of 3"):
        Distribution(rows, 3)


def test_an_entry_says_what_it_has() -> None:
    whole = Distribution((OutcomeRow("lost", 1, Fraction(-1, 20)),), 1)
    bare = WagerAnalysis("pair_plus", whole)
    assert repr(bare) == "<WagerAnalysis pair_plus: house edge 5.0000 %>"
    assert repr(replace(bare, paytable="B")) == "<WagerAnalysis pair_plus B: house edge 5.0000 %>"
    more: dict[str, tuple[str, Any]] = {
        "covers": ("covers", ("ante",)), "paytable": ("paytable", "B"), "ev_kept": ("kept", whole),
        "exposure": ("exposures", (Exposure("one card", HALF),)), "warnings": ("warnings", ("a word",)),
        "strategy": ("strategy", Strategy("play", {"play": HALF})),
    }  # fmt: skip
    for key, (name, value) in more.items():
        assert key not in bare.to_json() and key in replace(bare, **{name: value}).to_json()


def test_a_row_says_what_it_pays_where_one_row_pays() -> None:
    rows = (
        OutcomeRow("flush", 1, Fraction(4), pays="4 to 1", stake_returned=True),
        OutcomeRow("lost", 3, HALF),
    )
    flush, lost = Distribution(rows, 4).to_json()
    assert (flush["pays"], flush["stake_returned"], flush["probability"]) == ("4 to 1", True, "1/4")
    assert set(lost) == {"outcome", "combinations", "probability", "net"}


def test_a_root_is_rounded_up_from_the_half_on() -> None:
    assert [root(Fraction(n, 400), 1) for n in (8, 9, 10, 24, 25)] == ["0.1", "0.2", "0.2", "0.2", "0.3"]
    assert (decimal(0, 2), decimal(Fraction(-1, 200), 2), decimal(Fraction(1, 200), 2)) == (
        "0.00",
        "-0.01",
        "0.01",
    )


# ── wagers staked together ──


@pytest.mark.parametrize(
    ("stakes", "alone"),
    [
        ({"pair_plus": 1}, {"pair_plus": False}),
        ({"three_card_progressive": 2}, {"three_card_progressive": True}),
        ({"six_card_bonus": 1}, {}),
        (
            {"pair_plus": 1, "three_card_progressive": 2, "six_card_bonus": 3},
            {"pair_plus": False, "three_card_progressive": True},
        ),
    ],
)
def test_each_wager_that_a_fold_loses_is_asked_for_by_itself(
    stakes: dict[str, int], alone: dict[str, bool]
) -> None:
    """649a.11(b): Pair Plus and the progressive are lost on a fold, the Six Card Bonus is not."""
    one = Changed("Q-6-3", 24, 60, "fold", "play", (Fraction(1), Fraction(0)), Fraction(1, 8))
    table = submission("PA-649a", wagers={"three_card_progressive": {}, "six_card_bonus": {}})
    units = {name: Fraction(many) for name, many in stakes.items()}
    found = play_together(
        table,
        lambda lost: (one,) if "three_card_progressive" in lost else (),
        {"ante": HALF, **dict.fromkeys(stakes, Fraction(-1))},
        units,
        {"ante": 500},
    )
    assert found.alone == alone and found.base == HALF - sum(stakes.values())
    assert found.ev == found.base + (Fraction(1, 8) if found.changed else 0)
    told = found.to_json()["wagers"]
    assert isinstance(told, dict)
    assert {name for name, said in told.items() if said["lost_on_a_fold"]} == set(alone)
    assert {name: said["changes_the_decision"] for name, said in told.items() if name in alone} == alone


@pytest.mark.parametrize(("decisions", "says"), [(0, "no decision"), (1, "no engine")])
def test_a_game_that_is_none_of_those_known_has_no_engine(decisions: int, says: str) -> None:
    """Community cards that nobody decides about."""
    law = load("PA-669a")
    table = replace(submission("PA-669a"), regulation=replace(law, decisions=law.decisions[:decisions]))
    with pytest.raises(AnalysisError, match=says):
        engine_for(table)
    assert engine_for(submission("PA-649a")).main == "ante"


# ── Saigon ──


def test_with_a_card_seen_each_hand_is_set_for_it() -> None:
    """Two kinds of cards, three and two of them; one hand has no choice, the other sets 2 or 7."""
    worth = {("all", 4): 6, ("few", 2): 1, ("few", 7): -1, ("many", 2): 3, ("many", 7): 10}
    hands = [
        SimpleNamespace(kinds=(0, 0), ways=5, ranks=(4,)),
        SimpleNamespace(kinds=(0, 1, 1), ways=2, ranks=(2, 7)),
    ]
    classes = SimpleNamespace(
        hands=hands, cards=["abc", "de"], against=lambda kinds, seen: ["few", "many"][seen]
    )
    game: Any = SimpleNamespace(
        classes=classes, dealers={(0, 0): "all"}, worth=lambda dealers, rank: worth[dealers, rank], scale=2
    )
    won = CARDS * 5 * 6 + 2 * 2 * 1  # of the second kind no card is left to be seen
    assert saigon_._exposed(game, {(0, 0): 4, (0, 1, 1): 7}) == Fraction(won, 2 * CARDS * DEALS)


@pytest.mark.parametrize(("more", "said"), [(0, "no hand is set otherwise"), (1, "")])
def test_what_a_card_seen_changes(more: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saigon_, "_exposed", lambda game, best: HALF + more)
    game: Any = None
    found = saigon_._exposure(game, {}, HALF)
    assert (found.ev, found.rule) == (HALF + more, said)
