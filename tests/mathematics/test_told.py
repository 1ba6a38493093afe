"""What an analysis says in JSON and in words, and its witnesses at tables whose limits are in their way."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.mathematics import saigon as saigon_
from feltlaw.mathematics import witnesses as witnesses_
from feltlaw.mathematics.advice import CardPart, Compared, Exposure, HandValue, Strategy, StrategyLine
from feltlaw.mathematics.outcomes import Distribution, OutcomeRow, WagerAnalysis
from feltlaw.mathematics.saigon_classes import HANDS
from feltlaw.mathematics.variations import Knob, knobs
from feltlaw.refusal import Refused
from tests.support.math_checks import submission

HALF = Fraction(1, 2)


# ── JSON ──


def test_a_line_of_the_full_table_says_what_it_has() -> None:
    bare = StrategyLine("pair", 4, {}, "play").to_json()
    assert bare == {"hand": "pair", "hands": 4, "best": "play"}
    whole = StrategyLine("pair", 4, {"play": HALF}, "play", "two suits", "before the card").to_json()
    assert list(whole) == ["decision", "hand", "suits", "hands", "actions", "best"]
    assert whole["decision"] == "before the card" and whole["suits"] == "two suits"


def test_a_strategy_says_what_it_has() -> None:
    bare = Strategy("play", {"play": HALF})
    assert set(bare.to_json()) == {"rule", "frequencies", "cost_of_rule"}
    more: dict[str, Any] = {
        "notes": ("a",),
        "compared": (Compared("never", "fold", HALF, HALF),),
        "exceptions": ({"cards": "Q 6 4, two suits", "best": "fold"},),
        "card": (CardPart("", "play", ("a pair", "an ace"), "fold"),),
        "table": (StrategyLine("pair", 4, {}, "play"),),
    }
    for name, value in more.items():
        found = Strategy("play", {"play": HALF}, **{name: value}).to_json()
        assert set(found) - set(bare.to_json()) == {name}


def test_exceptions_of_which_all_else_is_the_same_are_one_line() -> None:
    lines = (
        {"cards": "Q 6 4, two suits", "best": "fold"},
        {"cards": "Q 6 3, two suits", "best": "fold"},
        {"cards": "Q 5 4, two suits", "best": "play"},
        {"cards": "Q 5 3, one suit", "best": "fold"},
    )
    assert Strategy("r", {}, exceptions=lines).grouped_exceptions() == (
        {"cards": "Q 6 4, Q 6 3 (two suits)", "best": "fold"},
        {"cards": "Q 5 4 (two suits)", "best": "play"},
        {"cards": "Q 5 3 (one suit)", "best": "fold"},
    )


def test_a_hand_says_what_is_best_and_notes_where_there_are_some() -> None:
    actions = {"fold": Fraction(-1), "play": HALF}
    assert "notes" not in HandValue("2c 3c 4c", "now", actions).to_json()
    told = HandValue("2c 3c 4c", "now", actions, ("a note",)).to_json()
    assert (told["best"], told["notes"]) == ("play", ["a note"])
    assert "rule" not in Exposure("one card", HALF).to_json()
    assert Exposure("one card", HALF, "play").to_json()["rule"] == "play"


def test_a_knob_of_odds_says_its_steps_and_others_their_values() -> None:
    cite = submission("PA-649a").regulation.deck.cite
    odds = Knob(
        "p", "odds", "w", "words", "5 to 1", cite, hand="pair", least="4 to 1", less="4 to 1", more="6 to 1"
    )
    assert {"hand", "least", "less", "more"} <= set(odds.to_json()) and "values" not in odds.to_json()
    choice = Knob("p", "choice", "w", "words", "a", cite, ("a", "b")).to_json()
    assert choice["values"] == ["a", "b"] and "hand" not in choice


# ── knobs ──


def paths(regulation: str, **sections: Any) -> dict[str, Knob]:
    return {one.path: one for one in knobs(submission(regulation, **sections))}


def test_what_an_operator_may_choose_is_what_the_chapter_leaves_open() -> None:
    """649a.12(d): five tables; 12(g): a mini royal; 7(e): linked stakes. Wagers that need not be offered."""
    found = paths("PA-649a")
    assert found["wagers.pair_plus.paytable"].values == tuple("ABCDE")
    assert found["version.pair_plus"].values and found["version.pair_plus"].value == "optional"
    assert found["wagers.six_card_bonus"].value == "false"
    assert "wagers.ante" not in found and "wagers.pair_plus" not in found, "they are always offered"
    assert "wagers.six_card_bonus.paytable" not in found, "it is not offered"
    assert [one.value for one in (found["wagers.pair_plus.mini_royal"],)] == [""]
    six = paths("PA-649a", wagers={"six_card_bonus": {}})
    assert six["wagers.six_card_bonus"].value == "true"
    assert six["wagers.six_card_bonus.paytable"].values == tuple("ABCDE")
    bonus = [path for path in found if path.startswith("wagers.ante.")]
    assert any(found[path].values == tuple("ABC") for path in bonus)
    covered = paths("PA-649a", version={"pair_plus": "compulsory"})
    assert covered["version.pair_plus"].value == "compulsory"
    assert not [one for one in paths("PA-680a").values() if one.path.startswith("version.")]


# ── witnesses ──


def line(**more: Any) -> Any:
    found = {"seat": 1, "for_seat": 0, "id": "ante", "on": "", "net": 100, "stake": 200}
    return SimpleNamespace(**{**found, **more})


@pytest.mark.parametrize(
    ("extra", "net"),
    [
        ([], HALF),
        ([line(id="play", net=200, stake=0)], Fraction(3, 2)),
        ([line(id="ante_bonus", on="ante", net=50, stake=0)], Fraction(3, 4)),
        ([line(id="pair_plus", net=900)], HALF),
        ([line(seat=2, net=900)], HALF),
        ([line(id="envy", on="ante", for_seat=2, net=900, stake=0)], HALF),
    ],
)
def test_a_witness_is_worth_its_own_lines(
    extra: list[Any], net: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = SimpleNamespace(lines=[line(), *extra])
    monkeypatch.setattr(witnesses_, "read_round", lambda witness, table: None)
    monkeypatch.setattr(witnesses_, "settle_round", lambda round_: settled)
    table: Any = None
    assert witnesses_._net(table, {}, frozenset({"ante", "play"})) == net


def entry(*rows: OutcomeRow, wager: str = "ante") -> WagerAnalysis:
    return WagerAnalysis(wager, Distribution(rows, sum(one.combinations for one in rows)), (wager,))


def row(net: Fraction, pays: str = "1 to 1", stake: str = "5.00", witness: bool = True) -> OutcomeRow:
    seats: Any = {"seats": [{"wagers": {"ante": stake}}]}
    return OutcomeRow("won", 1, net, pays=pays, witness=seats if witness else None)


@pytest.mark.clause("I-02", "I-147")
def test_a_witness_that_is_paid_a_rounded_amount_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 500})
    monkeypatch.setattr(witnesses_, "_net", lambda *given: HALF)
    for one, kept in (
        (row(HALF), True),
        (row(Fraction(1)), False),
        (row(Fraction(1), ""), False),
        (row(Fraction(1), "50 for 1"), True),
        (row(Fraction(1), stake="6.00"), True),
        (row(Fraction(1), witness=False), True),
    ):
        found = witnesses_.proved(table, entry(one, row(HALF)) if one.witness is None else entry(one))
        first = found.distribution.rows[0]
        assert (first.witness is one.witness) == kept
        assert ("rounding" in found.more) == (not kept)
    dropped = witnesses_.proved(table, entry(row(HALF), row(Fraction(1))))
    assert dropped.more["rounding"] == {"stake": "5.00", "outcomes": ["won"], "clauses": ["I-02", "I-147"]}


@pytest.mark.clause("I-02", "I-147")
@pytest.mark.parametrize(
    ("wager", "covers"),
    [("ante", ("ante", "play")), ("ante", ("ante", "play", "ante_bonus")), ("pair_plus", ())],
)
def test_an_entry_is_worth_what_it_is_about_and_keeps_what_else_it_says(
    wager: str, covers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the main game is about several wagers, that of a side wager about one alone."""
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 500})
    asked = []

    def net(table: object, witness: object, names: frozenset[str]) -> Fraction:
        asked.append(names)
        return HALF

    monkeypatch.setattr(witnesses_, "_net", net)
    seats: Any = {"seats": [{"wagers": {wager: "5.00"}}]}
    rows = [
        OutcomeRow(name, 1, worth, pays="1 to 1", witness=seats)
        for name, worth in (("won", HALF), ("lost", Fraction(1)))
    ]
    before = WagerAnalysis(
        wager, Distribution(tuple(rows), 2), covers, more={"joint_play": [{"with": "prime"}]}
    )
    found = witnesses_.proved(table, before)
    assert set(asked) == {frozenset({wager, *covers})}
    assert found.more == {
        "joint_play": [{"with": "prime"}],
        "rounding": {"stake": "5.00", "outcomes": ["lost"], "clauses": ["I-02", "I-147"]},
    }


def test_limits_that_leave_no_box_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 500})

    def none(*given: object) -> None:
        raise Refused("there is no such box", "Choose other limits.")

    monkeypatch.setattr(witnesses_, "check_box", none)
    found = witnesses_.proved(table, entry(row(HALF), row(HALF, witness=False)))
    assert all(one.witness is None for one in found.distribution.rows)
    (warning,) = found.warnings
    assert "leave no box that may hold it" in warning
    bare = entry(row(HALF, witness=False))
    assert witnesses_.proved(table, bare) is bare, "there is nothing to prove"


# ── Saigon ──


def hand(kinds: int, ways: int, house: int, *ranks: int) -> Any:
    return SimpleNamespace(kinds=(kinds,), ways=ways, house=house, ranks=ranks or (house,))


@pytest.mark.parametrize("lower", [False, True])
def test_how_often_hands_are_set_high_or_lower_or_do_not_qualify(lower: bool) -> None:
    hands = [hand(0, 100, 9), hand(1, 10, 8, 5, 8), hand(2, HANDS - 110, 0)]
    best: dict[tuple[int, ...], int] = {(0,): 9, (1,): 5 if lower else 8, (2,): 0}
    game: Any = SimpleNamespace(
        classes=SimpleNamespace(hands=hands), half_points=5, value=lambda pick: Fraction(-1, 10)
    )
    whole: Any = SimpleNamespace(ev=Fraction(0))
    found = saigon_._strategy(game, best, whole)
    assert dict(found.frequencies) == {
        "set the highest Point Count": Fraction(100 if lower else 110, HANDS),
        "set a lower Point Count": Fraction(10 if lower else 0, HANDS),
        "does not qualify": Fraction(HANDS - 110, HANDS),
    }
    first, second, third = found.notes
    assert ": 10 of " in first and second.startswith(f"{HANDS - 110:,} hands do not qualify")
    assert third.startswith("10 hands are better" if lower else "no hand is better")
    assert found.cost_of_rule == Fraction(1, 10)


def test_named_settings_set_what_they_say() -> None:
    by_name = {name: pick for name, _, pick in saigon_.named_settings(5)}
    for one, house, never, lowest in (
        (hand(0, 1, 9, 5, 9), 9, 9, 5),
        (hand(0, 1, 5, 2, 5), 5, 2, 2),
        (hand(0, 1, 5), 5, 5, 5),
        (hand(0, 1, 0), 0, 0, 0),
    ):
        found = (by_name["the house way"](one), by_name["never a 5"](one), by_name["the lowest"](one))
        assert found == (house, never, lowest)
