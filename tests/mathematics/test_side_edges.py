"""A side wager at its edges: the name of its table, warnings, witnesses, and envy of one player alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.envy import Envied, envy_per_other
from feltlaw.mathematics.joint import BesideDealerGame, changed_by
from feltlaw.mathematics.outcomes import Distribution, OutcomeRow
from feltlaw.mathematics.progressive import _by_level, witness_meters
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.submission import Offered
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.eyes import strength
from tests.support.math_checks import submission


def side(name: str, players: int = 1, game: bool = False, **sections: Any) -> SideWager:
    table = submission("PA-649a", **sections)
    return SideWager(Rules(table), table.wagers[name], DealerGame(table) if game else None, players)


def other(of: SideWager, offered: Offered) -> SideWager:
    return SideWager(of.rules, offered, of.game)


@pytest.mark.parametrize(
    ("key", "name", "said"),
    [("A", "A", "A"), ("posted", "", "posted"), ("only", "", ""), ("unnamed", "", "")],
)
def test_a_table_is_said_by_its_letter(key: str, name: str, said: str) -> None:
    of = side("pair_plus")
    table = replace(of.paytable, key=key, name=name)
    assert other(of, replace(of.offered, tables={0: table})).analyze().paytable == said


@pytest.mark.parametrize(("net", "warned"), [(-1, False), (0, False), (1, True)])
def test_a_wager_that_takes_as_much_as_it_pays_is_not_warned_of(net: int, warned: bool) -> None:
    found = Distribution((OutcomeRow("won", 1, Fraction(net)),), 1)
    (*said,) = side("pair_plus")._warnings(found)
    assert bool(said) == warned
    if warned:
        assert said == ["the Pair Plus wager pays back more than it takes"]
        (metered,) = side("three_card_progressive", wagers={"three_card_progressive": {}})._warnings(found)
        assert "with its meter at the seed" in metered


def test_a_fold_loses_a_wager_only_where_there_is_one() -> None:
    """649a.11(b)(1)."""
    assert not side("pair_plus").forfeited and side("pair_plus", game=True).forfeited
    assert side("pair_plus").analyze().kept is None


def test_a_witness_stakes_what_it_needs() -> None:
    """Pair Plus alone where nothing is folded, the Ante beside it where its fold loses it."""
    rows = side("pair_plus", game=True).played.rows
    staked = {row.outcome: row.witness and row.witness["seats"][0] for row in rows}
    folded = staked.pop("folded")
    assert folded is not None
    assert set(folded["wagers"]) == {"ante", "pair_plus"} and folded["decisions"] == ["fold"]
    for seat in staked.values():
        assert seat is not None and set(seat["wagers"]) == {"pair_plus"} and "decisions" not in seat


def test_a_meter_that_one_wager_brings_above_its_seed_has_no_witness() -> None:
    of = side("three_card_progressive", wagers={"three_card_progressive": {}})
    empty = {name: replace(level, seed=0) for name, level in of.offered.levels.items()}
    assert all(row.witness is None for row in other(of, replace(of.offered, levels=empty)).played.rows)
    assert all(row.witness is not None for row in of.played.rows)


def test_a_meter_may_be_empty_before_the_round() -> None:
    """649a: 14 cents of the dollar go to the meter in the round that is to bring it to its seed."""
    of = side("three_card_progressive", wagers={"three_card_progressive": {}})
    for seed, before in ((14, "0.00"), (15, "0.01"), (13, None)):
        levels = {
            name: replace(level, seed=seed, rate=Fraction(14, 100))
            for name, level in of.offered.levels.items()
        }
        found = witness_meters(replace(of.offered, levels=levels))
        assert (found and list(found.values())) == (None if before is None else [before])


def test_a_hand_that_is_level_with_a_stake_is_not_played_for_it() -> None:
    """Two folded hands: one better played from just this stake on, one from half of it."""
    of = side("pair_plus", game=True)
    assert isinstance(of.game, DealerGame)
    beside = BesideDealerGame(of.game, of)
    level, half = [case for case in of.game.cases if not of.game.stays(case)][:2]
    vars(beside)["folded"] = {level: Fraction(1), half: Fraction(1, 2)}
    told = beside.to_json()
    assert (told["changes_above"], of.stake) == ("1/2", of.game.submission.wagers["ante"].minimum)
    at_minimum = told["at_minimum_ante"]
    assert isinstance(at_minimum, dict) and at_minimum["more_hands_played"] == half.hand.weight


@pytest.mark.parametrize(("worth", "changed"), [(-2, 0), (-1, 0), (0, 1)])
def test_a_fold_that_is_worth_as_much_is_no_change(worth: int, changed: int) -> None:
    real = DealerGame(submission("PA-649a"))
    act, cases = SimpleNamespace(say="act"), real.cases[:1]
    game: Any = SimpleNamespace(
        submission=real.submission, rules=real.rules, ranking=real.ranking, cases=cases, stay=act, leave=act,
        stays=lambda case: False, stay_value=lambda case: Fraction(worth), lost=Fraction(-1),
    )  # fmt: skip
    assert len(changed_by(game, {})) == changed


def test_envy_is_told_per_other_player() -> None:
    envy, ev = Fraction(1, 10), Fraction(-1, 4)
    found = {
        players: side("three_card_progressive", players, wagers={"three_card_progressive": {}})._envy(
            envy, ev
        )
        for players in (1, 2, 3)
    }
    assert set(found[1]) == {"per_other_player", "per_other_player_decimal"}
    assert [found[many]["ev_with_envy"] for many in (2, 3)] == ["-3/20", "-1/20"]
    assert all(one["per_other_player"] == "1/10" for one in found.values())


class Folding:
    """A main game that gives up so much of every hand."""

    def __init__(self, share: Fraction) -> None:
        self.share = share

    def folded(self, cards: tuple[Card, ...]) -> Fraction:
        return self.share


@pytest.mark.parametrize(
    ("name", "shown", "whole"),
    [
        ("three_card_progressive", False, Fraction(175, 22_100)),
        ("five_of_six_progressive", True, Fraction(47 * 100 + 3 * 47 * 50, 20_358_520)),
    ],
)
@pytest.mark.parametrize("share", [None, 0, Fraction(1, 3), 1])
def test_envy_of_hands_that_are_folded(
    name: str, shown: bool, whole: Fraction, share: Fraction | int | None
) -> None:
    """All of them where they lie face up; none where they do not, or where the submission says so."""
    for trigger, lost in (("if_shown", 0 if shown else share or 0), ("never", share or 0)):
        of = side(name, wagers={name: {"folded_hands_trigger_envy": trigger}})
        folds = None if share is None else Folding(Fraction(share))
        found = envy_per_other(Envied(of.rules, of.wager, of.all_deals, folds, of.stake))
        assert found == whole * (1 - lost)


def test_each_wager_is_envied_by_its_own_schedule() -> None:
    five = side("five_card_progressive", wagers={"five_card_progressive": {}})
    both: dict[str, Any] = {"five_card_progressive": {}, "three_card_progressive": {}}
    assert envy_per_other(five.envied) == envy_per_other(side("five_card_progressive", wagers=both).envied)
    assert envy_per_other(side("three_card_progressive", wagers=both).envied) == Fraction(175, 22_100)


def test_nobody_envies_a_wager_without_envy_or_a_table_for_one() -> None:
    bonus = side("five_card_hand_bonus_player", wagers={"five_card_hand_bonus": {"magic_card": True}})
    assert envy_per_other(bonus.envied) is None
    alone = side("three_card_progressive", wagers={"three_card_progressive": {}}, limits={"seats": 1})
    assert envy_per_other(alone.envied) == 0
    two = side("three_card_progressive", wagers={"three_card_progressive": {}}, limits={"seats": 2})
    assert envy_per_other(two.envied) == Fraction(175, 22_100)


def test_a_meter_of_one_level_says_one_value() -> None:
    assert _by_level({"meter": "1"}) == "1"
    for names in (("upper", "lower"), ("meter", "second"), ("first", "meter")):
        assert _by_level(dict.fromkeys(names, "1")) == dict.fromkeys(names, "1")


# ── one row of the analysis for each row of the print ──

WITH_2 = "_with_2"
HANDS = ["mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
ON_THREE = [
    *(("PA-679a", "pair_bonus", letter, f"PA-679a.12(f):{letter}", "PA-679a.12(e)") for letter in "ABCD"),
    *(("PA-649a", "pair_plus", letter, f"PA-649a.12(d):{letter}") for letter in "ABCDE"),
    *(("PA-669a", "pair_plus", letter, f"PA-669a.12(a):{letter}") for letter in "AB"),
    *(("PA-649a", "three_card_progressive", letter, f"PA-649a.12(e)(1):{letter}") for letter in "AB"),
    ("PA-669a", "three_card_progressive", "", "PA-669a.12(e)(1)"),
]


def counted() -> dict[str, list[int]]:
    """By hand: its three cards without a 2, with one, with two and with three."""
    found: dict[str, list[int]] = {hand: [0, 0, 0, 0] for hand in HANDS}
    for cards in combinations((f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"), 3):
        kind = strength(cards)[0]
        hand = HANDS[6 - kind] if kind else ""
        if kind == 5 and {card[0] for card in cards} == set("AKQ"):
            hand = "mini_royal"
        if hand:
            found[hand][sum(card[0] == "2" for card in cards)] += 1
    return found


@pytest.mark.parametrize(
    ("regulation", "wager", "letter", "prints"),
    [
        pytest.param(*case, prints, marks=pytest.mark.clause(*prints), id=f"{case[1]} {prints[0]}")
        for *case, prints in ((*one[:3], one[3:]) for one in ON_THREE)
    ],
)
def test_every_row_that_is_printed_has_a_row_of_its_own_also_where_two_pay_alike(
    regulation: str, wager: str, letter: str, prints: tuple[str, ...]
) -> None:
    """With what it pays, and how many deals it is; with a 2 and without apart, in whichever table."""
    chosen = submission(regulation, wagers={wager: {"paytable": letter} if letter else {}})
    rows = SideWager(Rules(chosen), chosen.wagers[wager], None).played.rows
    told = {row.outcome.replace(" ", "_"): (row.pays, row.combinations) for row in rows}
    assert len(told) == len(rows)
    pays = in_our_words(PRINTED[prints[-1]]["rows"])
    if wager == "pair_bonus":
        pays |= {f"{hand.removesuffix(WITH_2)}{WITH_2}": cell
                 for hand, cell in in_our_words(PRINTED[prints[0]]["rows"]).items()}  # fmt: skip
    assert {hand: cell for hand, (cell, _) in told.items() if hand != "no_win"} == pays
    if wager == "pair_bonus":
        for hand, twos in counted().items():
            with_2 = sum(many * (4 - held) for held, many in enumerate(twos))
            assert told[f"{hand}{WITH_2}"][1] == with_2, hand
            assert told[hand][1] == 49 * sum(twos) - with_2, hand
