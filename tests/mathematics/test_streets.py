"""Raise It Up Stud: what is refused as another game, and how often each act is taken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import DECK, parse_cards
from feltlaw.mathematics import raise_it_up_analysis, raise_it_up_joint
from feltlaw.mathematics.outcomes import AnalysisError, OutcomeRow
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_classes import ClassPlace, Ranks, example, place_of, sets
from feltlaw.mathematics.raise_it_up_hands import read_six_cards
from feltlaw.mathematics.raise_it_up_joint import BesideStreetGame
from feltlaw.mathematics.raise_it_up_solve import DEALS, read_terms, solved
from feltlaw.mathematics.raise_it_up_strategy import _notes, _words, frequencies
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import hand_table, short_name
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from feltlaw.regulation.model import Regulation
from feltlaw.submission import Submission
from tests.support.math_checks import submission


def refused(law: Regulation, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        read_terms(replace(submission("PA-669a"), regulation=law))


@pytest.mark.parametrize("order", [(0, 2, 1), (1, 0, 2), (0, 1), (0, 1, 2, 0)])
def test_three_decisions_come_before_three_cards(order: tuple[int, ...]) -> None:
    law = load("PA-669a")
    refused(replace(law, decisions=tuple(law.decisions[at] for at in order)), "before each of three")


@pytest.mark.parametrize(
    ("wager", "change", "says"),
    [
        ("blind", {"cards": ("player",)}, "the same six cards"),
        ("play", {"ranking": "three_card"}, "the same six cards"),
        ("blind", {"on_fold": None}, "a fold must give up"),
        ("blind", {"stake": load("PA-669a").wagers["play"].stake}, "about one wager"),
    ],
)
def test_all_wagers_rest_on_the_same_cards_and_are_lost_by_a_fold(
    wager: str, change: dict[str, Any], says: str
) -> None:
    law = load("PA-669a")
    refused(replace(law, wagers={**law.wagers, wager: replace(law.wagers[wager], **change)}), says)


def test_six_cards_are_read_as_poker() -> None:
    law = load("PA-669a")
    color = load("PA-679a").rankings[load("PA-679a").wagers["prime"].ranking]
    wagers = {name: replace(law.wagers[name], ranking=color.name) for name in ("ante", "blind", "play")}
    other = replace(law, rankings={**law.rankings, color.name: color}, wagers={**law.wagers, **wagers})
    refused(other, "the same six cards")


def test_every_deal_ends_in_one_act_and_one_result() -> None:
    solver, plan = solved(read_terms(submission("PA-669a")))
    tally = solver.tally(plan)
    streets = solver.terms.streets
    assert set(tally.acts) == {(street, at) for street, acts in enumerate(streets) for at in range(len(acts))}
    assert {times for times, _ in tally.results} == {1, 2, 3}
    folded = tally.acts[2, [act.fold for act in streets[2]].index(True)]
    assert sum(tally.acts.values()) == DEALS == sum(tally.results.values()) + folded


def beside(name: str, table: Submission | None = None) -> BesideStreetGame:
    table = table or submission("PA-669a", wagers={name: {}})
    game = StreetGame(table)
    return BesideStreetGame(game, SideWager(Rules(table), table.wagers[name], game))


def test_how_much_dearer_a_fold_must_be_to_turn_the_last_one() -> None:
    """For four cards, over every fifth: by how much the fold is better than the play, where it is."""
    of = beside("three_card_progressive")
    found, (fold, play) = of._folds_turn, of.game.plan.options[2]
    never = 0
    for text in ("2c 3c 4c 9d", "2c 3d 4h 9s", "2c 5c 8c Jc", "9c 9d 9h 9s", "2c 7c Jd Qd", "2c 2d 3h 9c"):
        cards = parse_cards(text)
        places = [place_of((*cards, card)) for card in DECK if card not in cards]
        better = [fold[kind][at] - play[kind][at] for kind, at in places]
        kind, at = place_of(cards)
        least = min((more for more in better if more > 0), default=None)
        never += least is None
        assert found[kind][at] == least if least else found[kind][at] > max(map(abs, better)), text
    assert 0 < never < 6


def test_a_check_gives_way_only_where_it_is_made_and_may_end_in_a_fold() -> None:
    of = beside("three_card_progressive")
    seen = set()
    for kind, size in enumerate(sets(3).sizes):
        for at in range(0, size, 7):
            cards = example(3, ClassPlace(kind, at))
            turns, checks, folds = (
                of._turns(0, cards),
                of.game.first_act(cards) == "check",
                of.game.folded(cards),
            )
            assert (turns is not None) == bool(checks and folds)
            acts = of.game.hand_value(cards).actions
            if turns is not None:
                assert turns * folds == acts["check"] - max(acts[f"play {many}x"] for many in (1, 2, 3)) >= 0
            seen.add((checks, bool(folds)))
    assert {(True, True), (False, False)} <= seen


def test_a_wager_on_other_cards_is_not_counted_by_the_hand() -> None:
    assert beside("pair_plus").ranking.of == 3
    with pytest.raises(ValueError, match="own cards"):
        assert beside("six_card_bonus").ranking.name
    law = load("PA-669a")
    color = load("PA-679a").rankings[load("PA-679a").wagers["prime"].ranking]
    rankings = {**law.rankings, law.wagers["pair_plus"].ranking: color}
    other = replace(submission("PA-669a"), regulation=replace(law, rankings=rankings))
    with pytest.raises(ValueError, match="own cards"):
        assert beside("pair_plus", other).ranking.name


# ── classes of six cards ──

CLAUSE = "PA-669a.6(b)"


@pytest.mark.parametrize(
    ("cards", "of", "lowest", "says"),
    [
        (3, 6, "", "best five of six"),
        (5, 5, "", "best five of six"),
        (5, 7, "", "best five of six"),
        (5, 6, "Ac Ad 7h 6s 5c", "depends on kickers"),
        (5, 6, "Ac Ad Ah As Kc", "depends on kickers"),
    ],
)
def test_what_cannot_be_read_by_classes(cards: int, of: int, lowest: str, says: str) -> None:
    some = {"pair": CLAUSE, "four_of_a_kind": CLAUSE, "high_card": CLAUSE}
    thresholds = {"some": (lowest, CLAUSE)} if lowest else None
    with pytest.raises(AnalysisError, match=says):
        read_six_cards(Poker("other", CLAUSE, cards=cards, of=of, shapes=some, thresholds=thresholds))


def test_a_label_that_no_six_cards_make_is_refused() -> None:
    """Where a high card counts, no hand is nothing."""
    shapes = {"straight": CLAUSE, "pair": CLAUSE}
    some = read_six_cards(Poker("other", CLAUSE, cards=5, of=6, shapes=shapes))
    assert [label.shape for label in some.labels] == ["nothing", "pair", "straight"]
    with pytest.raises(AnalysisError, match="no six cards make"):
        read_six_cards(Poker("other", CLAUSE, cards=5, of=6, shapes={**shapes, "high_card": CLAUSE}))


def test_no_set_has_five_cards_of_a_rank() -> None:
    """All choices of ranks with repetition, less those with five or six alike."""
    assert [len(sets(n).free) for n in (3, 4, 5, 6)] == [455, 1820, 6188 - 13, 18_564 - 13 * 13]


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_classes_have_all_sets_of_cards_between_them(n: int) -> None:
    found = sets(n)
    places = (ClassPlace(kind, at) for kind, size in enumerate(found.sizes) for at in range(size))
    assert sum(map(found.ways, places)) == comb(52, n)


# ── what is told ──


def test_what_is_said_of_the_rule_at_each_decision() -> None:
    game: Any = SimpleNamespace(terms=SimpleNamespace(names=("first", "second", "third")))
    said = list(_notes(game, [{"decision": "second"}, {"decision": "second"}]))
    assert [one.split()[:2] for one in said] == [["first", "the"], ["second", "2"], ["third", "the"]]
    assert "better played otherwise" in said[1] and "exact" in said[0]


@pytest.mark.parametrize(
    ("ranks", "suited", "words"),
    [
        ((0, 8, 10), (), ("Q-10-2", "no flush possible")),
        ((0, 8, 10), (0, 10), ("Q-10-2", "Q-2 of one suit")),
        ((0, 8, 10), (0, 8, 10), ("Q-10-2", "all of one suit")),
    ],
)
def test_cards_in_words(ranks: Ranks, suited: Ranks, words: tuple[str, str]) -> None:
    assert _words(ranks, suited) == words


@pytest.mark.parametrize(
    ("played", "folded", "told"),
    [
        (2, 2, {"now": {"check": "1/2", "play": "1/2"}, "then": {"fold": "1", "play": "0"}}),
        (2, 1, {"now": {"check": "1/2", "play": "1/2"}, "then": {"fold": "1/2", "play": "1/2"}}),
        (4, 0, {"now": {"check": "0", "play": "1"}, "then": {}}),
    ],
)
def test_how_often_an_act_is_taken_by_those_who_still_may(
    played: int, folded: int, told: dict[str, dict[str, str]]
) -> None:
    """In quarters of all deals: played at once, and folded later."""
    check, play, fold = (
        SimpleNamespace(say=say, play=say == "play", fold=say == "fold") for say in ("check", "play", "fold")
    )
    terms = SimpleNamespace(streets=((check, play), (fold, play)), names=("now", "then"))
    counts = {(0, 0): 0, (0, 1): played, (1, 0): folded, (1, 1): 4 - played - folded}
    tally: Any = SimpleNamespace(acts={key: many * DEALS // 4 for key, many in counts.items()})
    game: Any = SimpleNamespace(terms=terms)
    assert frequencies(game, tally) == told


def test_a_hand_is_told_with_the_cards_on_the_table() -> None:
    game = StreetGame(submission("PA-669a"))
    hand = parse_cards("Js Td 8c")
    assert game.hand_value(hand).cards == "Js Td 8c"
    assert game.hand_value(hand, parse_cards("2h 3h")).cards == "Js Td 8c | 2h 3h"


@pytest.mark.parametrize("beside", [[], [{"with": "pair_plus"}]])
@pytest.mark.parametrize(("value", "warned"), [(-1, False), (1, True)])
def test_the_entry_says_what_is_played_beside_it(
    beside: list[Any], value: int, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = OutcomeRow("lost", DEALS, Fraction(-1))
    made: dict[str, Any] = {
        "joint_play": beside,
        "_rows": [row],
        "best_play": None,
        "_exposures": [],
        "frequencies": {},
    }
    for name, found in made.items():
        monkeypatch.setattr(raise_it_up_analysis, name, lambda *given, found=found, **more: found)
    game: Any = SimpleNamespace(
        terms=SimpleNamespace(covers=("ante",), folded=Fraction(-2)), solver=None,
        tally=SimpleNamespace(results={(3, 0): DEALS}), plan=SimpleNamespace(value=Fraction(value)),
    )  # fmt: skip
    entry = raise_it_up_analysis.analyze_main(game)
    assert entry.more == {"decisions": {}, **({"joint_play": beside} if beside else {})}
    assert bool(entry.warnings) == warned and entry.average_stake == 5


def test_only_hands_that_gain_are_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = beside("pair_plus").ranking
    same, better = hand_table(ranking).hands[:2]
    gains = {same.cards: Fraction(0), better.cards: Fraction(1, 2)}
    monkeypatch.setattr(raise_it_up_joint, "_gain", lambda game, dearer, cards: gains[cards])
    game: Any = SimpleNamespace(first_act=lambda cards: "check", folded=lambda cards: Fraction(1, 3))
    name = short_name(ranking, better.cards)
    (found,) = raise_it_up_joint._changed(game, game, (same, better), ranking, {name: 60})
    assert (found.hand, found.hands, found.every) == (name, better.weight, 60)
    assert found.gain == Fraction(better.weight, 2 * 22_100)
