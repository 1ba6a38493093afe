"""Envy in words: who has it, for whose hand, which hand that is, and what it brings."""

from __future__ import annotations

import pytest

from feltlaw import load
from feltlaw.register import clauses
from tests.settlement.test_each_line_says import ENVY, MINI
from tests.settlement.test_told_with_money import said
from tests.support.settled import PRINTED, STAYS, main


@pytest.mark.clause("I-49", "I-52")
@pytest.mark.parametrize("stake", [1, 5])
@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(
            one,
            marks=pytest.mark.clause(
                *(
                    name
                    for name in (one, one.replace("$1", "$5"), one.partition(":")[0], "MA-TCP.13(e):Table 1")
                    if name in clauses() and name.partition(".")[0] == one.partition(".")[0]
                )
            ),
        )
        for one in ENVY
    ],
)
def test_envy_says_whose_hand_it_is_for_and_what_it_brings_to_whom(clause: str, stake: int) -> None:
    """To each of the others, and he who holds one such hand has it for that of another."""
    wager, rest, hands, called = ENVY[clause]
    regulation = clause.partition(".")[0]
    names = called or MINI
    printed = clause if clause in PRINTED else "MA-TCP.13(e):Table 1"
    sums = [int(cell.strip("$").replace(",", "")) for cell in PRINTED[printed]["envy"].values() if cell]
    worth = dict(zip(names, sums, strict=False))
    decisions = STAYS.get(regulation, ["play"])
    seats = [
        {"seat": seat, "cards": hands[seat], "wagers": {**main(regulation), wager: stake}} for seat in hands
    ]
    rules = {"regulation": regulation, "wagers": {wager: {"amount": stake}}}
    scenario = {"submission": rules, "seats": [{**one, "decisions": decisions} for one in seats], **rest}
    award = next(
        one.id for one in load(regulation).awards.values() if one.kind == "envy" and wager in one.stake_of
    )
    title = load(regulation).wagers[wager].title
    found = {(seat, text.partition(": ")[2].partition(" (")[0]) for seat, text in said(scenario, award)}
    assert found == {
        (seat, f"seat {of} holds a {names[of]}; ${worth[of] * stake:,} is paid on the {title} wager")
        for seat in hands
        for of in names
        if of != seat
    }
