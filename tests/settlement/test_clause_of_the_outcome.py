"""Of the paragraphs that say what comes of each outcome, a line cites that of its own outcome alone."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw

Cited = dict[str, set[str]]
BEATEN, LEVEL, BETTER, LOW = "Qc 8c 3d", "7d 6h 5c", "Ac Kc Qc", "Jc 8c 3d"
"""Dealer's hands beside a straight of 7-6-5: lower, equal, higher, and without a queen."""
OWN = {"straight": "7h 6c 5s", "high card": "Kh 8d 2s"}
CONTESTS: dict[tuple[str, str, str], Cited] = {
    **{
        ("PA-649a", OWN["straight"], dealer): {
            "ante": {f"11(c)(3){at}"}, "play": {f"11(c)(3){at}"}, "ante_bonus": set()
        }
        for dealer, at in ((LOW, "(i)"), (BETTER, "(ii)(A)"), (LEVEL, "(ii)(C)"))
    },
    ("PA-649a", OWN["straight"], BEATEN): {
        "ante": {"11(c)(3)(ii)(B)"}, "play": {"11(c)(3)(ii)(B)"}, "ante_bonus": {"11(c)(3)(ii)(B)"},
    },
    **{
        ("MA-TCP", OWN["straight"], dealer): {"ante": {at}, "play": {at}, "ante_bonus": {"11(a)(3)"}}
        for dealer, at in (
            (LOW, "11(a)(1)#2"), (BETTER, "11(a)(1)"), (LEVEL, "11(a)(1)"), (BEATEN, "11(a)(1)"),
        )
    },
    **{
        ("PA-679a", own, dealer): {"ante": {f"11(c)(3){at}"}, "play": {f"11(c)(3){at}"}}
        for own, dealer, at in (
            (OWN["straight"], LOW, "(i)"), (OWN["straight"], LEVEL, "(ii)"),
            (OWN["straight"], BEATEN, "(ii)"), (OWN["high card"], BETTER, "(iii)"),
        )
    },
    ("PA-679a", OWN["straight"], BETTER): {
        "ante": {"11(c)(3)(iv)"}, "play": {"11(c)(3)(iv)"}, "bad_beat_bonus": {"11(c)(3)(iv)"},
    },
}  # fmt: skip
"""By chapter, hand and dealer's hand, the paragraphs that apply to each line. The Ante Bonus is owed whatever
the dealer holds (649a.12(b), I-30; MA 11(a)(3), I-102); of the outcomes it is (B) alone that mentions it."""
OUTCOMES = {
    "PA-649a": {f"11(c)(3){at}" for at in ("(i)", "(ii)(A)", "(ii)(B)", "(ii)(C)")},
    "MA-TCP": {"11(a)(1)", "11(a)(1)#2", "11(a)(3)"},
    "PA-679a": {f"11(c)(3){at}" for at in ("(i)", "(ii)", "(iii)", "(iv)")},
}
VERSIONS = {"PA-649a": ("optional", "ante_covers", "ante_covers_half", "compulsory"), "PA-679a": ("",)}
VERSIONS["MA-TCP"] = VERSIONS["PA-649a"]
BONUS = {"PA-649a": ("12(b)", "12(c)"), "MA-TCP": ("11(a)(3)", "11(a)(3)(i):A"), "PA-679a": ("12(c):A",) * 2}
"""The paragraph that gives a bonus, alone and where Ante and Pair Plus are tied together."""
READING = {"PA-649a": "I-30", "MA-TCP": "I-102", "PA-679a": "I-71"}


@pytest.mark.parametrize(
    ("regulation", "own", "dealer", "version"),
    [
        pytest.param(
            regulation, own, dealer, version,
            marks=pytest.mark.clause(
                *sorted(f"{regulation}.{at}" for at in OUTCOMES[regulation]), READING[regulation]
            ),
        )
        for regulation, own, dealer in CONTESTS
        for version in VERSIONS[regulation]
    ],
)  # fmt: skip
def test_a_line_cites_the_outcome_that_it_comes_of(
    regulation: str, own: str, dealer: str, version: str
) -> None:
    """A bonus that is owed whatever the dealer holds cites no outcome that there is not."""
    linked = version not in ("", "optional")
    rules: dict[str, Any] = {"regulation": regulation}
    if version:
        rules |= {"version": {"pair_plus": version}}
    if linked:
        rules |= {"wagers": {"ante": {"bonus_paytable": "A"}}}
    wagers = {"ante": 10, **({"pair_plus": 10} if version else {})}
    seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": ["play"]}
    lines = feltlaw.settle({"submission": rules, "seats": [seat], "dealer": dealer}).lines
    wanted = CONTESTS[regulation, own, dealer]
    assert {line.id for line in lines} - {"pair_plus"} == set(wanted)
    for line in lines:
        found = {at.removeprefix(f"{regulation}.") for at in line.cite.clauses}
        if line.id == "pair_plus":
            assert not found & OUTCOMES[regulation]
        elif "bonus" in line.id:
            assert found & OUTCOMES[regulation] <= wanted[line.id]
            assert BONUS[regulation][linked] in found and READING[regulation] in line.cite.interpretations
        else:
            assert found & OUTCOMES[regulation] == wanted[line.id], line.id
