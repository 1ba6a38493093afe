"""`feltlaw procedure`: the regulation's steps, as far as a table calls for them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.submission import Submission
from feltlaw.telling.procedure import procedure
from tests.support.cli import feltlaw
from tests.support.submissions import REGULATIONS


def steps(*arguments: str) -> list[dict[str, Any]]:
    found = json.loads(feltlaw("procedure", *arguments, "--json").out)
    return [step for part in found["parts"] for step in part["steps"]]


@pytest.mark.parametrize("name", REGULATIONS)
def test_every_step_of_the_regulation_is_told_at_some_table(name: str) -> None:
    """Dealt in every way, and with everything offered, nothing of the chapter's steps is left out."""
    regulation = load(name)
    by_deal = {step.group for step in regulation.steps} & set(regulation.deals)
    told = {}
    for deal in regulation.deals:
        found = steps(name, "--deal", deal)
        told[deal] = {step["text"] for step in found}
        assert all(step["clauses"] for step in found)
    for step in regulation.steps:
        if step.when == "always" and step.group in by_deal:
            assert {deal for deal in told if step.text in told[deal]} >= {step.group}
        elif step.when == "always" and step.group != "two_decks":
            assert all(step.text in texts for texts in told.values())


def test_what_is_not_offered_is_not_told() -> None:
    bare = {step["text"] for step in steps("PA-649a:bare")}
    jackpot = [step.text for step in load("PA-649a").steps if step.when == "jackpot"]
    assert jackpot
    assert not bare & set(jackpot)
    offered = {"regulation": "PA-649a", "wagers": {"three_card_progressive": {}}}
    told = {one.text for part in procedure(Submission.from_data(offered)) for one in part.steps}
    assert set(jackpot) <= told


COUNT = {"manual_shoe": "8(e)", "hand": "9(d)", "automated_shoe": "10(d)"}
COUNT_MA = {"manual_shoe": "7(e)", "hand": "8(e)", "automated_shoe": "9(e)"}


def count_of(regulation: str, deal: str) -> str:
    """The paragraph that has the stub counted; .8 of 649a and 669a has it a letter later."""
    if regulation == "MA-TCP":
        return f"MA-TCP.{COUNT_MA[deal]}"
    later = deal == "manual_shoe" and regulation in ("PA-649a", "PA-669a")
    return f"{regulation}.{'8(f)' if later else COUNT[deal]}"


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(count_of(name, deal)))
        for name in REGULATIONS
        for deal in COUNT
    ],
)
def test_the_stub_is_counted_unless_the_shuffler_counts_the_deck(regulation: str, deal: str) -> None:
    """Shuffled by hand it always is, and by a device that does not count; a reshuffling one has to count."""
    for shuffle, counts in (
        ("manual", False),
        ("automated", False),
        ("automated", True),
        ("continuous", True),
    ):
        if (shuffle, deal) == ("manual", "hand") or (shuffle, regulation) == ("continuous", "MA-TCP"):
            continue
        cards = {"deal": deal, "shuffle": shuffle, "shuffler_counts_cards": counts}
        told = [
            step
            for part in procedure(Submission.from_data({"regulation": regulation, "cards": cards}))
            for step in part.steps
            if "at least once in five rounds" in step.text
        ]
        assert [step.cite.clauses[0] for step in told] == ([] if counts else [count_of(regulation, deal)])


def test_it_reads_as_a_numbered_list_with_clauses() -> None:
    ran = feltlaw("procedure", "679", "--by", "dealer", columns=100)
    assert (ran.status, ran.err) == (0, "")
    lines = [line.split() for line in ran.out.splitlines() if line[:5].strip().isdigit()]
    assert [int(line[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert all("Dealer" in line[1] for line in lines)
    assert "(PA-679a.4(a))" in ran.out


BY_HAND = b"""regulation = "PA-649a"
[cards]
shuffle = "manual"
shuffler_counts_cards = false
deal = "hand"
"""


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("PA-649a", "--deal", "hnd"), 2, "Did you mean 'hand'?"),
        (("PA-649a", "--by", "deeler"), 2, "Did you mean 'dealer'?"),
        (("PA-649",), 0, "Three Card Poker"),
        (("roulette",), 2, "there is no regulation 'roulette'"),
        (("-",), 1, "PA-649a.9(a)(1)"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], status: int, words: str) -> None:
    by_hand = (
        b'regulation = "PA-649a"\n[cards]\nshuffle = "manual"\nshuffler_counts_cards = false\ndeal = "hand"\n'
    )
    ran = feltlaw("procedure", *arguments, stdin=by_hand)
    assert ran.status == status
    assert words in (ran.err if status else ran.out)
