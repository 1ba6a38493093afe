"""Every option of every regulation: its values, what it needs, and the notice where it is left out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.register import clauses
from feltlaw.regulation import Option, load
from feltlaw.regulation.vocabulary import CONDITIONS
from feltlaw.submission.conditions import holds, known
from tests.support.parts import Term, terms
from tests.support.submissions import REGULATIONS, accepted, cited, noticed, refused, report


def stated(regulation: str, path: str) -> Term:
    """What the second statement says of an option."""
    (found,) = (one for one in terms(regulation) if one.path == f"options/{path}")
    return found


def proves(regulation: str, path: str) -> list[pytest.MarkDecorator]:
    named = [one for one in stated(regulation, path).clauses if one in clauses()]
    return [pytest.mark.clause(*named)] if named else []


OPTIONS = [
    pytest.param(regulation, option, id=f"{regulation}-{path}", marks=proves(regulation, path))
    for regulation in REGULATIONS
    for path, option in load(regulation).options.items()
]


def _around(option: Option) -> dict[str, object]:
    """What has to be chosen beside an option: its wager, and the cards it needs."""
    wager = option.path.rpartition(".")[0]
    return ({wager: {}} if wager.startswith("wagers.") else {}) | {
        f"cards.{name}": allowed[0] for name, allowed in option.needs.items()
    }


LONGEST_CLOCK = 3600


def _values(option: Option) -> tuple[object, ...]:
    """What the option may be: its values, or its least, some and most."""
    by_kind = {"chance": ("0", "1/20", "1"), "seconds": (0, 1, 45, LONGEST_CLOCK)}
    return by_kind.get(option.kind, option.values)


def _wrongs(option: Option) -> list[object]:
    """Another kind of value, a number that is none of the values, one beyond either bound."""
    more: list[object] = [LONGEST_CLOCK + 1, "45", "1/2", True] if option.kind == "seconds" else [17]
    return ["no such value", None, [], {}, -1, *more]


@pytest.mark.parametrize(("regulation", "option"), OPTIONS)
def test_each_value_is_accepted_and_another_refused(regulation: str, option: Option) -> None:
    around = _around(option)
    for value in _values(option):
        assert accepted(regulation, around | {option.path: value}).option(option.path) == value
    assert accepted(regulation, around).option(option.path) in (option.default, str(option.default))
    for wrong in _wrongs(option):
        fault = refused(regulation, around | {option.path: wrong}, option.path, option.cite.clauses[0])
        assert set(cited(fault)) == {*option.cite.clauses, *option.cite.interpretations}
        assert all(str(value).lower() in fault.legal for value in option.values)


@pytest.mark.parametrize(("regulation", "option"), OPTIONS)
def test_an_option_of_a_wager_goes_with_the_wager(regulation: str, option: Option) -> None:
    if not option.path.startswith("wagers."):
        assert accepted(regulation).option(option.path) is not None
        return
    section = option.path.split(".")[1]
    offered = any(one.wager.section == section for one in accepted(regulation).wagers.values())
    assert (accepted(regulation).option(option.path) is not None) == offered


@pytest.mark.parametrize(("regulation", "option"), OPTIONS)
def test_a_notice_asks_for_the_operators_own_word(regulation: str, option: Option) -> None:
    around = _around(option)
    left_out = report(regulation, around)
    assert left_out.submission is not None
    said = report(
        regulation, around | {option.path: str(option.default) if option.kind == "chance" else option.default}
    )
    assert said.submission is not None
    assert said.submission.digest == left_out.submission.digest
    asked = [one for one in left_out.of("notice") if one.where == option.path]
    assert len(asked) == bool(stated(regulation, option.path).notice)
    assert not [one for one in said.findings if one.where == option.path]


@pytest.mark.parametrize(
    ("regulation", "path"),
    [
        pytest.param("MA-TCP", path, marks=pytest.mark.clause(*clauses), id=path)
        for path, clauses in {
            "settlement.order": ("MA-TCP.10(c)", "I-120"),
            "wagers.three_card_progressive.folded_hands_qualify": ("MA-TCP.13(c)#2", "I-110"),
            "wagers.multi_game_link.folded_hands_qualify": ("MA-TCP.13(c)#2", "I-110"),
            "wagers.three_card_progressive.multiple_hits": ("MA-TCP.13(d)c", "I-112"),
            "wagers.multi_game_link.multiple_hits": ("MA-TCP.13(d)c", "I-112"),
        }.items()
    ],
)
def test_what_the_licensees_submission_has_to_say(regulation: str, path: str) -> None:
    option = load(regulation).options[path]
    clause = {
        "order": "MA-TCP.10(c)",
        "folded_hands_qualify": "MA-TCP.13(c)#2",
        "multiple_hits": "MA-TCP.13(d)c",
    }[path.rpartition(".")[2]]
    around = _around(option)
    silent = report(regulation, around)
    assert silent.submission is not None, "a default is used"
    notice = noticed(silent, path, clause)
    assert path.rpartition(".")[2] in notice.legal
    assert silent.submission.option(path) == option.default
    for value in option.values:
        spoken = report(regulation, around | {path: value})
        assert spoken.submission is not None
        assert spoken.submission.option(path) == value
        assert not any(one.where == path for one in spoken.findings)
    refused(regulation, around | {path: "hand by hand"}, path, clause)


@pytest.mark.clause("MA-TCP.10(c)")
def test_the_settlement_alternative_decides_the_dealers_steps() -> None:
    steps = [step for step in load("MA-TCP").steps if step.group == "round"]
    for order, clause in (("by_player", "MA-TCP.10(c)(2)"), ("by_step", "MA-TCP.10(c)(1)")):
        submission = accepted("MA-TCP", {"settlement.order": order})
        taken = [step for step in steps if holds(step.when, submission)]
        settled = [step for step in taken if step.do == "settle_players"]
        assert [clause in step.cite.clauses for step in settled] == [True]
        *players, dealer = [step for step in taken if step.do == "collect_hands"]
        assert [step.when for step in players] == [order], "the players' cards first"
        assert "MA-TCP.10(c)" in dealer.cite.clauses, "then the dealer's"
    assert holds("by_player", accepted("MA-TCP"))


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.clause("I-02")
def test_the_breakage_unit_is_money_however_it_is_written(regulation: str) -> None:
    key = "settlement.breakage_unit"
    submissions = [accepted(regulation, {key: value}) for value in ("0.50", "0.5")]
    assert {one.option(key) for one in submissions} == {"0.50"}
    assert accepted(regulation, {key: 1}).option(key) == "1.00"
    for wrong in ("0.10", 0, "0.005", 2, "half"):
        assert refused(regulation, {key: wrong}, key).cite.interpretations[0] == "I-02"


@pytest.mark.clause("I-61")
@given(st.fractions(0, 1, max_denominator=10**6))
def test_a_chance_is_any_fraction_up_to_one(chance: Fraction) -> None:
    key = "wagers.five_card_hand_bonus.magic_card_chance"
    top, bottom = chance.numerator, chance.denominator
    assert accepted("PA-649a", {key: f"{top * 3}/{bottom * 3}"}).option(key) == str(chance)
    refused("PA-649a", {key: f"{top + bottom + 1}/{bottom}"}, key, "PA-649a.12(i)(3)")


@pytest.mark.clause("I-09")
def test_nobody_forfeits_by_leaving_in_massachusetts() -> None:
    for regulation in REGULATIONS:
        changes = {"settlement.departed_player": "forfeit"}
        assert (report(regulation, changes).submission is None) == (regulation == "MA-TCP")


@pytest.mark.parametrize(
    ("regulation", "changes", "conditions"),
    [
        ("MA-TCP", {"wagers.cover_all": {}}, {"every_hand"}),
        ("PA-680a", {"wagers.pot": {}}, {"among_players"}),
        ("PA-649a", {"wagers.five_card_progressive": {}}, {"five_card_hand", "progressive"}),
        ("PA-679a", {"wagers.pair_bonus": {}}, {"fourth_card_wager", "fourth_card", "fourth_card_from_stub"}),
        (
            "PA-679a",
            {"wagers.pair_bonus": {"community_card": True}},
            {"fourth_card_wager", "community_card"},
        ),
    ],
)
def test_what_a_wager_brings_about_follows_from_what_it_is(
    regulation: str, changes: dict[str, object], conditions: set[str]
) -> None:
    """The cards it is read from, whose money it is, how it is placed."""
    without, with_it = accepted(regulation), accepted(regulation, changes)
    assert {one for one in known() if holds(one, with_it) != holds(one, without)} == conditions


def test_no_condition_has_the_name_of_a_wager() -> None:
    assert not {wager for one in REGULATIONS for wager in load(one).wagers} & set(CONDITIONS)


def test_conditions_that_a_submission_decides_are_words_of_the_vocabulary() -> None:
    assert known() < set(CONDITIONS)
    submission = accepted("PA-649a")
    assert holds("always", submission)
    assert not any(holds(condition, submission) for condition in set(CONDITIONS) - known())
