"""Whose turn it is, what may be said, and what it stakes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feltlaw
from feltlaw import Refused, load
from feltlaw.round import Box, read_round
from feltlaw.round.deciding import answer, asked, choose, passive, with_answer
from feltlaw.round.model import Answer
from feltlaw.round.read import read_submission
from tests.round.test_refusals import cases, check, refusal, scenario, wagers


def play(data: Any) -> tuple[Box, ...]:
    return read_round(data, read_submission(data["submission"])).boxes


LEGAL = "Legal now: play, fold."
RAISE = "Legal now: check, play 1x, play 2x, play 3x."


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            scenario("PA-679a", {"decisions": []}),
            f"seat 1 has not decided (play or fold). {LEGAL}",
            ["PA-679a.11(b)"],
        ),
        (
            scenario("PA-679a", {"decisions": ["surrender"]}),
            f"seat 1 may not say 'surrender' (play or fold). {LEGAL}",
            ["PA-679a.11(b)"],
        ),
        (
            scenario("PA-679a", {"decisions": ["fold", "play"]}),
            "seat 1 has nothing more to decide, but said 'play'. Leave it out.",
            ["PA-679a.11(b)"],
        ),
        (
            scenario("PA-649a", {**wagers(pair_plus=5), "decisions": ["play"]}),
            "seat 1 has no Ante wager and nothing to decide. Leave its decisions out.",
            ["PA-649a.11(b)", "I-26", "I-69"],
        ),
        (
            scenario("PA-669a", {"decisions": ["play 1.5x"]}),
            f"seat 1 may not say 'play 1.5x' (before 4th Street). {RAISE}",
            ["PA-669a.11(b)", "I-26"],
        ),
        (
            scenario("PA-669a", {"decisions": ["play 3x", "check"]}),
            "seat 1 has nothing more to decide, but said 'check'. Leave it out.",
            ["PA-669a.11(d)", "I-26", "I-87", "I-88"],
        ),
        (
            scenario("PA-669a", {"decisions": ["check", "check"]}),
            "seat 1 has not decided (after 5th Street). Legal now: play 1x, fold.",
            ["PA-669a.11(f)", "PA-669a.1:fold", "I-26", "I-87", "I-88"],
        ),
        (
            scenario("PA-669a", {"decisions": ["check", "check", "check"]}),
            "seat 1 may not say 'check' (after 5th Street). Legal now: play 1x, fold.",
            ["PA-669a.11(f)", "PA-669a.1:fold", "I-26", "I-87", "I-88"],
        ),
        (
            scenario("PA-680a", {"decisions": ["play"]}),
            "seat 1 may not say 'play' (set the hands). Legal now: set.",
            ["PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "I-130", "I-131", "I-145"],
        ),
        (
            scenario("PA-680a", {"decisions": ["set As Kd Qs"]}),
            "seat 1 cannot set As Kd Qs. Set three of As Kd 9c 4h 2d.",
            ["PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "I-130", "I-131", "I-145"],
        ),
        (
            scenario("PA-680a", {"decisions": ["set"]}),
            "seat 1 cannot set no cards. Set three of As Kd 9c 4h 2d.",
            ["PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "I-130", "I-131", "I-145"],
        ),
        (
            scenario("PA-680a", {"decisions": ["set As Kd As"]}),
            "seat 1: the ace of spades (As) occurs twice. Set three of the five cards.",
            ["PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "I-130", "I-131", "I-145"],
        ),
    ),
)
def test_a_decision_that_may_not_be_made(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


@pytest.mark.clause("PA-669a.11(b)", "PA-669a.11(d)", "I-88")
def test_nobody_decides_before_his_neighbour_on_the_dealers_left() -> None:
    """I-88: with a round that stopped, the words given must be those of the first seats."""
    void = {"irregularity": {"kind": "community_card_exposed"}}
    for first, second, clause in (
        ([], ["check"], "PA-669a.11(b)"),
        (["check"], ["check", "check"], "PA-669a.11(d)"),
    ):
        seats = {"decisions": first}, {"cards": "Ad Kc 9h", "decisions": second}
        found = refusal(scenario("PA-669a", *seats, **void))
        assert str(found) == (
            "seat 2 decided out of turn. Decisions go clockwise from the dealer's far left."
        )
        assert clause in found.clauses
    waits = {"decisions": ["check"]}, {"cards": "Ad Kc 9h", "decisions": []}
    assert feltlaw.settle(scenario("PA-669a", *waits, **void)).house_net == 0


@pytest.mark.clause("PA-669a.11(b)", "I-88")
def test_words_left_over_where_the_table_waits_for_another() -> None:
    """669a.11(b): each player in turn is asked before 4th Street; (d) comes when all have answered."""
    seats = {"decisions": ["check", "check"]}, {"cards": "Ad Kc 9h", "decisions": []}
    found = refusal(scenario("PA-669a", *seats, irregularity={"kind": "community_card_exposed"}))
    assert str(found) == "seat 1 has nothing more to decide, but said 'check'. Leave it out."
    assert "PA-669a.11(b)" in found.clauses


@given(
    st.sampled_from(["play 1x", "play 2x", "play 3x", "check", "fold"]),
    st.sampled_from([str.upper, str.title, str.lower]),
    st.sampled_from(["{}", "  {}", "{} \t"]),
)
def test_words_are_understood_however_they_are_written(words: str, case: Any, spaces: str) -> None:
    said = spaces.format(case(words).replace(" ", "   "))
    for decision in load("PA-669a").decisions:
        legal = [act.say for act in decision.acts]
        if words in legal:
            assert choose(decision, said, 1)[0].say == words
        else:
            with pytest.raises(Refused):
                choose(decision, said, 1)


@pytest.mark.clause("PA-669a.11(b)", "PA-669a.11(d)", "PA-669a.11(f)", "PA-669a.7(d)(2)")
@pytest.mark.parametrize(
    ("decisions", "times"),
    [
        (["play 3x"], 3),
        (["play 2x"], 2),
        (["play 1x"], 1),
        (["check", "play 2x"], 2),
        (["check", "play 1x"], 1),
        (["check", "check", "play 1x"], 1),
        (["check", "check", "fold"], 0),
    ],
)
def test_the_play_stake_is_the_ante_so_many_times(decisions: list[str], times: int) -> None:
    (seat,) = play(scenario("PA-669a", {"decisions": decisions}))
    assert seat.stakes.get("play", 0) == times * 10_00
    assert seat.left_by == ("" if times else "fold")


def test_what_each_act_would_stake() -> None:
    first, *_, last = load("PA-669a").decisions
    stakes = {"ante": 15_00, "blind": 15_00}
    given = {act.say: answer(first, act, stakes) for act in first.acts}
    assert {say: one.cents for say, one in given.items()} == {
        "check": 0,
        "play 1x": 15_00,
        "play 2x": 30_00,
        "play 3x": 45_00,
    }
    assert {say: one.wager for say, one in given.items() if one.cents} == {
        f"play {times}x": "play" for times in (1, 2, 3)
    }
    folded = answer(last, last.acts[-1], stakes)
    assert (folded.word, folded.cents, folded.wager, folded.leaves) == ("fold", 0, "", "fold")


@pytest.mark.clause("PA-669a.11(b)", "PA-669a.11(d)", "PA-669a.11(f)", "I-87")
def test_a_decision_is_asked_until_the_wager_it_makes_is_there() -> None:
    law = load("PA-669a")
    stakes: dict[str, int] = {"ante": 15_00, "blind": 15_00}
    answers: list[Answer] = []
    for decision in law.decisions[:2]:
        assert asked(law, stakes, answers) is decision
        answers.append(answer(decision, choose(decision, "check", 1)[0], stakes))
    last = law.decisions[2]
    assert asked(law, stakes, answers) is last
    played = answer(last, choose(last, "play 1x", 1)[0], stakes)
    assert asked(law, with_answer(stakes, played), [*answers, played]) is None
    folded = answer(last, choose(last, "fold", 1)[0], stakes)
    assert asked(law, stakes, [*answers, folded]) is None
    assert asked(load("PA-649a"), {"pair_plus": 5_00}, []) is None


@pytest.mark.clause("I-09")
@pytest.mark.parametrize("ruling", ["left", "abandoned"])
@pytest.mark.parametrize("decisions", [[], ["check"], ["check", "check"]])
def test_a_missing_decision_of_a_player_who_left_is_a_fold(ruling: str, decisions: list[str]) -> None:
    """I-09."""
    data = scenario(
        "PA-669a",
        {"decisions": decisions, "ruling": ruling},
        {"cards": "Ad Kc 9h", "decisions": ["check", "check", "play 1x"]},
        submission={"settlement": {"departed_player": "forfeit"}},
    )
    gone, stays = play(data)
    assert (gone.left_by, stays.left_by) == ("fold", "")
    assert gone.note == "a missing decision of a player who left counts as a fold (I-09)"
    assert gone.ruled_out == (ruling == "abandoned")


@pytest.mark.clause("I-09", "MA-TCP.6(c)")
def test_who_says_nothing_folds_or_else_stakes_nothing_and_never_surrenders() -> None:
    """I-09: what needs no decision is settled; a surrender gives it up, and nobody else can say that."""
    (asked_,) = load("MA-TCP").decisions
    play_, fold, surrender = asked_.acts
    check_ = load("PA-669a").decisions[0].acts[0]
    assert [one.say for one in (play_, fold, surrender, check_)] == ["play", "fold", "surrender", "check"]
    for order in permutations((play_, fold, surrender)):
        assert passive(replace(asked_, acts=order)) is fold
    for order in permutations((play_, surrender, check_)):
        assert passive(replace(asked_, acts=order)) is check_


@pytest.mark.clause("PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "I-130", "I-131", "I-145")
@pytest.mark.parametrize(
    ("cards", "said", "misset", "two", "note"),
    [
        pytest.param("Kd Qc Jh 4s 5d", None, "correct", "4s 5d", False, id="house way"),
        pytest.param("Kd Qc Jh 4s 5d", "set Kd Qc Jh", "correct", "4s 5d", False, id="qualifies"),
        pytest.param("Kd Qc Jh 4s 5d", "set Kd 4s 5d", "correct", "4s 5d", True, id="corrected"),
        pytest.param("Kd Qc Jh 4s 5d", "set Kd 4s 5d", "as_set", "Qc Jh", False, id="as set"),
        pytest.param("2s 2d 2c 2h 9c", "set 2s 2d 2c", "correct", "2h 9c", False, id="cannot qualify"),
        pytest.param("2s 2d 2c 2h 9c", None, "correct", "2c 2h", False, id="best of what cannot qualify"),
    ],
)
def test_setting_the_hands(cards: str, said: str | None, misset: str, two: str, note: bool) -> None:
    """I-130, I-131, I-145."""
    data = scenario(
        "PA-680a",
        {"cards": cards, "decisions": [said] if said else []},
        submission={"settlement": {"misset_hand": misset}},
        dealer="As 8d 3c 6h 6d",
    )
    (seat,) = play(data)
    assert seat.split is not None
    assert " ".join(map(str, seat.split.two)) == two
    assert ("which does not qualify; corrected to" in seat.note) == note
    (ante,) = feltlaw.settle(data).lines
    assert ante.note == seat.note
