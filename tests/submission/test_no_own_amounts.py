"""Wagers of which the law, or a reading, fixes how much they are: a submission gives them no amounts of their
own, and what it gives them without effect is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.submissions import accepted, at, report

LIMITS = ("minimum", "maximum")
AMOUNT = ("amount",)
FIXED: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "PA-649a": {
        "play": (LIMITS + AMOUNT, ("7(d)(1)", "11(b)", "I-26")),
        "ante": (AMOUNT, ("7(d)(1)", "I-21")),
        "pair_plus": (AMOUNT, ("7(d)(2)", "I-21")),
        "six_card_bonus": (AMOUNT, ("7(d)(5)", "I-21")),
        "three_card_progressive": (LIMITS, ("7(d)(4)", "I-21")),
        "five_card_progressive": (LIMITS, ("7(d)(6)", "I-21")),
        "five_card_hand_bonus": (LIMITS, ("7(d)(7)", "I-21")),
        "five_of_six_progressive": (LIMITS, ("7(d)(8)", "I-21")),
    },
    "MA-TCP": {
        "play": (LIMITS + AMOUNT, ("6(a)(1)", "10(b)", "I-26")),
        "ante": (AMOUNT, ("6(a)(1)", "I-21")),
        "pair_plus": (AMOUNT, ("6(a)(2)", "I-21")),
        "six_card_bonus": (AMOUNT, ("6(g)", "I-21")),
        "cover_all": (AMOUNT, ("12(a)", "I-21")),
        "three_card_progressive": (LIMITS, ("13(a)", "I-21")),
        "multi_game_link": (LIMITS, ("13(a)", "I-21")),
    },
    "PA-679a": {
        "play": (LIMITS + AMOUNT, ("7(d)(1)", "11(b)", "I-26")),
        "ante": (AMOUNT, ("7(d)(1)", "I-21")),
        "prime": (AMOUNT, ("7(d)(2)", "I-21")),
        "pair_bonus": (AMOUNT, ("7(d)(3)", "I-21")),
        "all_six_bonus": (AMOUNT, ("7(d)(4)", "I-21")),
    },
    "PA-669a": {
        "play": (LIMITS + AMOUNT, ("7(d)(2)", "11(b)", "11(d)", "11(f)", "I-26")),
        "blind": (LIMITS + AMOUNT, ("7(d)(1)",)),
        "ante": (AMOUNT, ("7(d)(1)", "I-21")),
        "pair_plus": (AMOUNT, ("7(d)(3)", "I-21")),
        "three_card_progressive": (LIMITS, ("7(d)(4)", "I-21")),
        "six_card_bonus": (AMOUNT, ("7(d)(5)", "I-21")),
    },
    "PA-680a": {
        "ante": (AMOUNT, ("7(d)(1)", "I-21")),
        "pot": (LIMITS + AMOUNT, ("7(d)(2)", "I-140")),
        "bonus": (AMOUNT, ("7(d)(3)", "I-21")),
    },
}
"""By wager, what it has none of: the Play is the Ante once more (in Raise It Up once, twice or three times),
the Blind equals it, the Pot is the table minimum, a progressive is one amount; others have limits."""


def proved(regulation: str, clauses: tuple[str, ...]) -> pytest.MarkDecorator:
    mark: pytest.MarkDecorator = pytest.mark.clause(
        *(one if one.startswith("I-") else f"{regulation}.{one}" for one in clauses)
    )
    return mark


@pytest.mark.parametrize(
    ("regulation", "wager", "keys"),
    [
        pytest.param(name, wager, keys, marks=proved(name, clauses), id=f"{name}-{wager}")
        for name, wagers in FIXED.items()
        for wager, (keys, clauses) in wagers.items()
    ],
)
def test_a_wager_has_no_amounts_but_those_it_may_have(
    regulation: str, wager: str, keys: tuple[str, ...]
) -> None:
    """Each alone, as the table's own and as another, and beside others; what it does have is taken."""
    for key in keys:
        for amount in (1, 5, 50, "0.5"):
            table = {"limits.minimum": 5, "limits.maximum": 50, "wagers.ante.minimum": 5}
            found = report(regulation, {**table, f"wagers.{wager}.{key}": amount})
            assert found.submission is None, (key, amount)
            fault = at(found.faults, f"wagers.{wager}.{key}")
            assert fault.what == "this key is unknown here"
            assert key not in fault.legal.replace(",", "").replace(".", "").split()
    several: dict[str, Any] = {f"wagers.{wager}.{key}": 5 for key in keys}
    assert {one.where for one in report(regulation, several).faults} == {*several}
    legal = {*LIMITS, *AMOUNT} - {*keys}
    accepted(regulation, {f"wagers.{wager}.{key}": 5 if key != "amount" else 1 for key in legal})


ENVY = {
    "PA-649a": ("three_card_progressive", "five_card_progressive", "five_of_six_progressive"),
    "MA-TCP": ("three_card_progressive", "multi_game_link"),
    "PA-679a": (),
    "PA-669a": ("three_card_progressive",),
    "PA-680a": (),
}
"""Wagers with an Envy Bonus, of which a schedule is printed for $1 and $5."""


@pytest.mark.clause("I-21", "I-52")
@pytest.mark.parametrize("regulation", FIXED)
def test_only_where_there_is_an_envy_bonus_it_goes_up_with_the_wager(regulation: str) -> None:
    """`envy_scale` is no key of the Five Card Hand Bonus, nor of a wager with limits."""
    for wager in FIXED[regulation]:
        where = f"wagers.{wager}.envy_scale"
        for chosen in ("schedule", "linear"):
            faults = [one.where for one in report(regulation, {where: chosen}).faults]
            assert faults == [] if wager in ENVY[regulation] else faults == [where], (wager, chosen)
