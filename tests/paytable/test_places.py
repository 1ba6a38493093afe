"""Where each printed table stands in the data: which clause, whose wager or award, which key.

The two proofs of the paytables use this list, one against the register's words, the other against the
regulations' printed tables. Here it is shown that the list leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feltlaw.clause import parse_clause
from feltlaw.money import Odds
from feltlaw.paytable import LevelTerms, Paytable
from feltlaw.register import clauses
from feltlaw.regulation import Award, Regulation, Wager, load, regulation_ids
from feltlaw.regulation.model import EnvySchedule

Place = tuple[str, str]  # the wager or award, and the key of the table; for envy, the stake

ALWAYS = "always"


def lettered(paragraph: str, names: str, owner: str, key: str = "{}") -> dict[str, list[Place]]:
    return {f"{paragraph}:{name}": [(owner, key.format(name))] for name in names.split()}


MULTI_GAME_LINK = "PTMGL01 PTMGL02 PTMGL04 PTMGLML01 PTMGLML02 PTMGLML03"

PAYTABLES: dict[str, list[Place]] = {
    **lettered("PA-649a.12(b)", "A B C", "ante_bonus", "12(b):{}"),
    **lettered("PA-649a.12(c)", "A B C", "ante_bonus", "12(c):{}"),
    **lettered("PA-649a.12(d)", "A B C D E", "pair_plus"),
    **lettered("PA-649a.12(e)(1)", "A B", "three_card_progressive"),
    **lettered("PA-649a.12(f)", "A B C D E", "six_card_bonus"),
    "PA-649a.12(h)(1)": [("five_card_progressive", "only")],
    "PA-649a.12(i)(1)": [("five_card_hand_bonus_player", "only"), ("five_card_hand_bonus_dealer", "only")],
    "PA-649a.12(i)(3)": [("magic_card", "only"), ("lucky_bonus", "only")],
    "PA-649a.12(j)(1)": [("five_of_six_progressive", "only")],
    "PA-679a.12(b)": [("play", "only")],
    **lettered("PA-679a.12(c)", "A B C D", "bad_beat_bonus"),
    "PA-679a.12(d)": [("prime", "only")],
    "PA-679a.12(e)": [("pair_bonus", ALWAYS)],
    **lettered("PA-679a.12(f)", "A B C D", "pair_bonus"),
    **lettered("PA-679a.12(g)", "A B C D E", "all_six_bonus"),
    **lettered("PA-669a.12(a)", "A B", "pair_plus"),
    "PA-669a.12(b)": [("ante", "only")],
    "PA-669a.12(c)": [("play", "only")],
    "PA-669a.12(d)": [("blind", "only")],
    "PA-669a.12(e)(1)": [("three_card_progressive", "only")],
    **lettered("PA-669a.12(f)", "A B C D", "six_card_bonus"),
    "PA-680a.12(c)": [("bonus", "A")],
    **lettered("MA-TCP.6(g)(4)", "TCP-6B1 TCP-6B2 TCP-6B3 TCP-6B4", "six_card_bonus"),
    "MA-TCP.11(a)(2)": [("pair_plus", "floor")],
    "MA-TCP.11(a)(3)": [("ante_bonus", "only")],
    **lettered("MA-TCP.11(a)(3)(i)", "A B C", "ante_bonus"),
    "MA-TCP.12(f)": [("cover_all", "7")],
    "MA-TCP.12(k)": [("cover_all", str(players)) for players in range(7, 0, -1)],
    **{f"MA-TCP.13(e):Table {number}": [("three_card_progressive", number)] for number in "123"},
    "MA-TCP.13(f)": [("three_card_progressive", "two-level")],
    **lettered("MA-TCP.13(g)", MULTI_GAME_LINK, "multi_game_link"),
}

METERS: dict[str, list[Place]] = {
    **lettered("PA-649a.12(e)(3)", "A B", "three_card_progressive"),
    "PA-649a.12(h)(3)": [("five_card_progressive", "only")],
    "PA-649a.12(i)(4)": [("five_card_hand_bonus_player", "only"), ("five_card_hand_bonus_dealer", "only")],
    "PA-649a.12(j)(3)": [("five_of_six_progressive", "only")],
    "PA-669a.12(e)(3)": [("three_card_progressive", "only")],
    **{f"MA-TCP.13(g):{name}#2": [("multi_game_link", name)] for name in MULTI_GAME_LINK.split()},
}
UNPRINTED_METERS = [
    ("MA-TCP", "three_card_progressive", key) for key in ("1", "2", "3", "two-level")
]  # I-113

ENVY: dict[str, Place] = {
    **{f"PA-649a.12(e)(5):${stake}": ("envy_three_card", stake) for stake in "15"},
    **{f"PA-649a.12(h)(5):${stake}": ("envy_five_card", stake) for stake in "15"},
    **{f"PA-649a.12(j)(5):${stake}": ("envy_five_of_six", stake) for stake in "15"},
    **{f"PA-669a.12(e)(5):${stake}": ("envy_three_card", stake) for stake in "15"},
    **{f"MA-TCP.13(e):Table {number}": ("envy_three_card", "1") for number in "123"},
    "MA-TCP.13(f)": ("envy_three_card", "1"),
    **{
        f"MA-TCP.13(g):{name}": ("envy_multi_game_link", "5" if name == "PTMGL02" else "1")  # I-114
        for name in MULTI_GAME_LINK.split()
    },
}

ODDS: dict[str, list[tuple[str, str]]] = {
    "PA-649a.12(a)": [("ante", "dealer_does_not_qualify"), ("ante", "higher"), ("play", "higher")],
    "MA-TCP.11(a)(1)": [("ante", "higher"), ("play", "higher")],
    "MA-TCP.11(a)(1)#2": [("ante", "dealer_does_not_qualify")],
    "PA-679a.12(a)": [("ante", "higher"), ("ante", "equal"), ("play", "dealer_does_not_qualify")],
    "PA-680a.12(a)": [("ante", "only_player_qualifies"), ("ante", "higher")],
    "PA-680a.12(b)": [
        ("ante", "only_player_qualifies_with_half_points"),
        ("ante", "higher_with_half_points"),
    ],
}
"""Sentences that give odds, and the outcomes of a contest they are about."""


def regulation_of(clause: str) -> Regulation:
    return load(parse_clause(clause).regulation)


def owner_of(regulation: Regulation, name: str) -> Wager | Award:
    return regulation.wagers[name] if name in regulation.wagers else regulation.awards[name]


def paytable(clause: str, place: Place) -> Paytable:
    owner, key = place
    payouts = owner_of(regulation_of(clause), owner).payouts
    found = payouts.always if key == ALWAYS else payouts.tables[key]
    assert found is not None
    assert clause in found.clauses
    return found


def levels(clause: str, place: Place) -> dict[str, LevelTerms]:
    owner, key = place
    found = owner_of(regulation_of(clause), owner).payouts.tables[key].levels
    assert all(clause in level.clauses for level in found.values())
    return dict(found)


def envy(clause: str) -> EnvySchedule:
    """The one schedule that cites the clause."""
    owner, stake = ENVY[clause]
    award = owner_of(regulation_of(clause), owner)
    assert isinstance(award, Award)
    (found,) = [schedule for schedule in award.schedules if clause in schedule.table.clauses]
    assert found.stake == int(stake) * 100
    return found


def every_paytable(regulation: Regulation) -> Iterator[Place]:
    owners: list[Wager | Award] = [*regulation.wagers.values(), *regulation.awards.values()]
    for owner in owners:
        for key in owner.payouts.tables:
            yield owner.id, key
        if owner.payouts.always:
            yield owner.id, ALWAYS


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_paytable_of_the_data_has_its_clause_here(regulation: str) -> None:
    listed = {place for clause, places in PAYTABLES.items() for place in places if of(clause, regulation)}
    assert set(every_paytable(load(regulation))) == listed


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_meter_of_the_data_has_its_clause_here(regulation: str) -> None:
    listed = {place for clause, places in METERS.items() for place in places if of(clause, regulation)}
    listed |= {(owner, key) for name, owner, key in UNPRINTED_METERS if name == regulation}
    found = {
        (wager.id, key)
        for wager in load(regulation).wagers.values()
        for key, table in wager.payouts.tables.items()
        if table.levels
    }
    assert found == listed


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_envy_schedule_of_the_data_has_its_clause_here(regulation: str) -> None:
    found = {
        (award.id, clause)
        for award in load(regulation).awards.values()
        for schedule in award.schedules
        for clause in schedule.table.clauses
    }
    assert found == {(place[0], clause) for clause, place in ENVY.items() if of(clause, regulation)}


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_outcome_that_pays_odds_has_its_clause_here(regulation: str) -> None:
    found = {
        (wager.id, outcome)
        for wager in load(regulation).wagers.values()
        for outcome, result in wager.outcomes.items()
        if isinstance(result.pays, Odds)
    }
    assert found == {place for clause, places in ODDS.items() for place in places if of(clause, regulation)}


def test_every_clause_with_a_table_in_the_register_is_here() -> None:
    """A paytable, meter or schedule is named after a colon; so are definitions, but in section 1."""
    known = {*PAYTABLES, *METERS, *ENVY, *ODDS}
    named = {text for text in clauses() if (clause := parse_clause(text)).name and clause.section != 1}
    assert named <= known
    assert known <= set(clauses())


def of(clause: str, regulation: str) -> bool:
    return parse_clause(clause).regulation == regulation
