"""The data behind the layouts: a wager without an area, or an area without a wager, is refused."""

from __future__ import annotations

import pytest

from feltlaw.regulation import RegulationError, read_regulation
from tests.regulation.test_faults import changed
from tests.support.layouts import asked_by, drawn, layout, read, table

SIX = '{ shows = "areas", wagers = ["six_card_bonus"], '
BONUS = '{ shows = "areas", wagers = ["bonus"], '


@pytest.mark.parametrize(
    ("regulation", "old", "new", "why"),
    [
        ("PA-669a", SIX, SIX.replace("areas", "odds"), "wager.six_card_bonus has no area at a seat"),
        ("PA-669a", SIX, SIX.replace("bonus", 'bonus", "ante'), "wager.ante has several areas"),
        ("PA-680a", BONUS, '{ shows = "areas", ', "an area without a wager"),
        ("PA-680a", BONUS, '{ shows = "areas", wagers = ["tip"], ', "tip"),
        ("PA-680a", BONUS, BONUS + 'place = "dealer_right", ', "at a seat or in the middle"),
        ("PA-680a", BONUS, BONUS + 'group = "player", ', "'group' belongs to card_areas"),
        (
            "PA-680a",
            'group = "player", place = "seat", each = ["Three-card hand", "Showdown hand"], cards = [3, 2]',
            'group = "player", place = "seat", each = ["Three-card hand", "Showdown hand"], cards = [3]',
            "'cards' has a number for each inscription",
        ),
        (
            "PA-649a",
            '{ shows = "areas", wagers = ["five_of_six_progressive"], ',
            '{ shows = "areas", wagers = ["five_of_six_progressive", "five_card_hand_bonus_player"], ',
            "placed in an electronic system, not on an area",
        ),
        (
            "PA-649a",
            'what = ["electronic_system"], wagers = ["five_card_hand_bonus_player"',
            'what = ["electronic_system"], wagers = ["six_card_bonus", "five_card_hand_bonus_player"',
            "wager.six_card_bonus is not placed in an electronic system",
        ),
        (
            "PA-669a",
            '{ shows = "equipment", what = ["discard_rack"], ',
            '{ shows = "equipment", ',
            "equipment says 'what' it is",
        ),
        (
            "MA-TCP",
            '{ shows = "odds", wagers = ["pair_plus"], ',
            '{ shows = "odds", wagers = ["ante"], ',
            "the odds of wager.pair_plus are not posted",
        ),
    ],
)
def test_faults_of_the_data(regulation: str, old: str, new: str, why: str) -> None:
    with pytest.raises(RegulationError, match=why.replace("(", r"\(")):
        read_regulation(changed(regulation, old, new))


@pytest.mark.clause("I-23")
def test_areas_that_the_procedures_use() -> None:
    """Pair Plus in 669a at six positions, the fourth card in 679a, community cards in 649a."""
    pair_plus = [one for one in read(drawn("PA-669a", "felt")) if one.wager == "pair_plus" and one.seat]
    assert [one.seat for one in pair_plus] == [1, 2, 3, 4, 5, 6]
    assert all("I-23" in one.readings for one in pair_plus)
    fourth = [one for one in read(drawn("PA-679a", "felt")) if one.group == "fourth"]
    assert [one.seat for one in fourth] == [1, 2, 3, 4, 5, 6]
    community = [one for one in layout("PA-649a").cards if one.group == "community"]
    (dealer,) = [one for one in layout("PA-649a").cards if one.group == "dealer"]
    assert [one.shape.x < dealer.shape.x for one in community] == [True], "at the dealer's right"
    assert not [one for one in layout("PA-649a", "few").cards if one.group == "community"]


@pytest.mark.clause("I-128")
def test_everything_that_the_massachusetts_text_wants_posted() -> None:
    sign = read(drawn("MA-TCP", "sign"))
    for clause in ("MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.11(a)(1)", "MA-TCP.11(a)(2)", "MA-TCP.12(k)"):
        assert [one for one in sign if clause in one.clauses], clause
    limits = [one for one in sign if one.kind == "limit" and "MA-TCP.6(a)(1)" in one.clauses]
    assert any("$10 to $500" in one.text for one in limits)


@pytest.mark.clause("I-101")
def test_cover_all_for_every_number_of_players() -> None:
    (block,) = [one for one in asked_by("MA-TCP.12(k)", "sign") if one.wager == "cover_all"]
    assert all(f"{many} player" in block.text for many in range(1, 8))


@pytest.mark.clause("I-110", "I-100")
def test_what_a_fold_or_a_surrender_loses_is_on_the_sign() -> None:
    words = " ".join(one.text for one in read(drawn("MA-TCP", "sign")))
    assert "A hand surrendered unexposed does not count for Cover All" in words
    (fold,) = [one for one in read(drawn("MA-TCP", "sign")) if one.text.startswith("Folding")]
    assert "Multi Game Link" in fold.text
    assert "MA-TCP.13(c)#2" in fold.clauses


def test_payout_card_counts_as_settlement_does() -> None:
    """35 to 1 on $25 is $875."""
    (pair_plus,) = [
        one
        for one in read(drawn("PA-649a", "card", "usual"))
        if one.kind == "pays" and one.wager == "pair_plus"
    ]
    assert "35 to 1 $350" in pair_plus.text
    assert "$875" in pair_plus.text
    assert table("PA-649a", "usual").limits.minimum == 1000
