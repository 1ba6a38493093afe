"""What is said of a round: nothing is passed over, and it does not count which box is written first."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from tests.round.test_refusals import BASE, refusal, scenario, wagers
from tests.support.driver import submission

SCENARIO_KEYS = "It has submission, seats, dealer, community, draws, meters, irregularity, title."
MISDEALT = {
    "PA-649a": "PA-649a.13(c)",
    "MA-TCP": "MA-TCP.14(c)",
    "PA-679a": "PA-679a.13(c)",
    "PA-669a": "PA-669a.13(c)",
    "PA-680a": "PA-680a.13(c)",
}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(clause)) for name, clause in MISDEALT.items()]
)
@pytest.mark.parametrize("word", ["irregularities", "Irregularity", "irregular", "void"])
def test_an_irregularity_under_another_name_is_not_passed_over(regulation: str, word: str) -> None:
    """The round would be settled as if nothing were wrong with it."""
    data = scenario(regulation, **{word: {"kind": "wrong_number_of_cards"}})
    assert str(refusal(data)) == f"a scenario has no '{word}'. {SCENARIO_KEYS}"


# ── decisions ──

SAID = {
    "PA-649a": (["play"], ("PA-649a.11(b)", "PA-649a.11(b)(1)"), ["fold"]),
    "MA-TCP": (["play"], ("MA-TCP.10(b)", "MA-TCP.10(b)#2"), ["fold"]),
    "PA-679a": (["play"], ("PA-679a.11(b)", "PA-679a.11(b)#2"), ["fold"]),
    "PA-669a": (["check", "play 2x"], ("PA-669a.11(b)", "PA-669a.11(d)", "PA-669a.11(f)"), ["play 1x"]),
    "PA-680a": ([], ("PA-680a.11(b)", "PA-680a.11(b)(1)"), []),
}
"""What is said for a box, which asks no more of it, and what would be said once more; in Saigon each hand
is set from its own cards."""
HANDS = ("As Kd 9c 4h 2d", "Ah Kc 9h 4s 2c", "Jd Tc 7d 4c 2h")


def boxes(regulation: str, words: list[list[str]]) -> list[dict[str, Any]]:
    many = 5 if regulation == "PA-680a" else 3
    return [
        {"seat": at, "cards": " ".join(cards.split()[:many]), "decisions": said}
        for at, (cards, said) in enumerate(zip(HANDS, words, strict=True), 1)
    ]


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*found[1])) for name, found in SAID.items()]
)
def test_nobody_decides_once_more_at_whichever_seat(regulation: str) -> None:
    """Each player is asked once; what is said beyond that is refused and not passed over."""
    said, clauses, more = SAID[regulation]
    for at in range(3):
        words = [[] if regulation == "PA-680a" else said] * 3
        words[at] = [*said, *more]
        if regulation == "PA-680a":
            words[at] = [f"set {' '.join(HANDS[at].split()[some : some + 3])}" for some in (0, 1)]
        found = refusal(scenario(regulation, *boxes(regulation, words)))
        assert str(found) == (
            f"seat {at + 1} has nothing more to decide, but said '{words[at][-1]}'. Leave it out."
        )
        assert set(clauses) & set(found.clauses)


@pytest.mark.parametrize(
    ("regulation", "kind", "said"),
    [
        pytest.param(name, kind, said, marks=pytest.mark.clause(*clauses, "I-88"))
        for name, kind, said, clauses in (
            ("PA-649a", "dealer_card_exposed", "play", ("PA-649a.11(b)", "PA-649a.13(d)")),
            ("MA-TCP", "dealer_card_exposed", "play", ("MA-TCP.10(b)", "MA-TCP.14(d)")),
            ("PA-679a", "cards_face_up", "play", ("PA-679a.11(b)", "PA-679a.13(a)#2")),
            ("PA-669a", "community_card_exposed", "check", ("PA-669a.11(b)", "PA-669a.13(d)")),
        )
    ],
)
def test_in_a_round_that_stopped_the_first_seats_have_decided_however_they_are_written(
    regulation: str, kind: str, said: str
) -> None:
    """Players are asked clockwise from the dealer's far left, which is from the lowest number up."""
    void = {"irregularity": {"kind": kind}}
    for decided in range(4):
        words = [[said] if at < decided else [] for at in range(3)]
        seats = boxes(regulation, words)
        for order in (seats, seats[::-1], [seats[1], seats[2], seats[0]]):
            data = scenario(regulation, *order, **void)
            assert feltlaw.settle(data).house_net == 0
        if 0 < decided < 3:
            words = [[said] if at >= decided else [] for at in range(3)]
            seats = boxes(regulation, words)
            for order in (seats, seats[::-1], [seats[1], seats[2], seats[0]]):
                found = refusal(scenario(regulation, *order, **void))
                assert str(found).startswith(f"seat {decided + 1} decided out of turn.")


# ── wagers ──

WAGERS = {
    "PA-649a": [f"PA-649a.7(d)({at})" for at in range(1, 9)],
    "PA-679a": [f"PA-679a.7(d)({at})" for at in range(1, 5)],
    "PA-669a": [f"PA-669a.7(d)({at})" for at in range(1, 6)],
    "PA-680a": [f"PA-680a.7(d)({at})" for at in range(1, 4)],
    "MA-TCP": ["MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.6(g)", "MA-TCP.12(a)", "MA-TCP.13(a)"],
}
"""Where the wagers of a game are listed, each in a paragraph of its own."""
OFFERED = {
    "PA-649a": ("three_card_progressive", "six_card_bonus", "five_card_progressive", "five_card_hand_bonus",
                "five_of_six_progressive"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("three_card_progressive", "six_card_bonus"),
    "PA-680a": ("pot", "bonus"),
    "MA-TCP": ("six_card_bonus", "cover_all", "three_card_progressive"),
}  # fmt: skip


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*found)) for name, found in WAGERS.items()]
)
def test_what_is_no_wager_of_a_game_is_refused_with_every_paragraph_that_lists_one(regulation: str) -> None:
    rules: dict[str, Any] = {"wagers": {section: {} for section in OFFERED[regulation]}}
    data = scenario(regulation, wagers(**BASE[regulation]["wagers"], lucky_ladies=5), submission=rules)
    found = refusal(data)
    assert found.what.startswith("'lucky_ladies' is not a wager of ")
    assert set(WAGERS[regulation]) <= set(found.clauses)
    assert set(found.legal.removeprefix("This table offers ").rstrip(".").split(", ")) == set(
        submission(regulation, **rules).wagers
    )


@pytest.mark.parametrize(
    ("regulation", "version", "legal"),
    [
        pytest.param(name, version, legal, marks=pytest.mark.clause(f"{name}.{clause}({at})", *more))
        for name, clause, more in (
            ("PA-649a", "7(e)", ["PA-649a.7(d)(5)"]), ("MA-TCP", "6(f)", ["MA-TCP.6(g)(3)"]),
        )
        for at, version, legal in (
            (1, "ante_covers", "Place an Ante wager."), (2, "ante_covers_half", "Place an Ante wager."),
            (3, "compulsory", "Place an Ante and a Pair Plus wager."),
        )
    ],
)  # fmt: skip
def test_where_an_ante_must_cover_the_pair_plus_it_is_what_a_side_bet_alone_lacks(
    regulation: str, version: str, legal: str
) -> None:
    """A Pair Plus beside it would be refused as well."""
    rules = {"version": {"pair_plus": version}, "wagers": {"six_card_bonus": {}}}
    alone = {"wagers": {"six_card_bonus": 10}, "decisions": []}
    found = refusal(scenario(regulation, alone, submission=rules))
    assert found.legal == legal
    assert f"{regulation}.{'6(f)' if regulation == 'MA-TCP' else '7(e)'}" in found.clauses
    with pytest.raises(feltlaw.Refused):
        beside = {"wagers": {"six_card_bonus": 10, "pair_plus": 10}, "decisions": []}
        feltlaw.settle(scenario(regulation, beside, submission=rules))
