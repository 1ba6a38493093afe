"""Whether the dealer plays, by every kind of hand that he may have and wherever it is told: a listed hand is
better than a queen whatever cards it is made of, and one of no kind plays from the queen up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import feltlaw
from feltlaw.cards import DECK, parse_cards
from feltlaw.views.reading import dealers_hand
from tests.support.called import KINDS
from tests.support.driver import submission

LISTS = {
    "PA-649a": ("6(b)(1)", "6(b)(1)", "6(b)(2)", "6(b)(3)", "6(b)(4)", "6(b)(5)", "6(c)"),
    "MA-TCP": ("3(b)(1)", "3(b)(1)", "3(b)(2)", "3(b)(3)", "3(b)(4)", "3(b)(5)", "3(c)"),
    "PA-679a": ("6(b)(1)", "6(b)(2)", "6(b)(3)", "6(b)(4)", "6(b)(5)", "6(b)(6)", "6(c)"),
}
"""By chapter, the paragraphs of a mini-royal, straight flush, three of a kind, straight, flush and pair, and
of hands of no kind."""
PLAYS = {
    "PA-649a": (
        "PA-649a.2(b)(7)#2",
        *(f"PA-649a.11(c)(3){at}" for at in ("(i)", "(ii)(A)", "(ii)(B)", "(ii)(C)")),
    ),
    "MA-TCP": ("MA-TCP.11(a)(1)", "MA-TCP.11(a)(1)#2"),
    "PA-679a": (
        "PA-679a.2(b)(4)#2",
        "PA-679a.1:qualify",
        *(f"PA-679a.11(c)(3){at}" for at in ("(i)", "(ii)", "(iii)", "(iv)")),
    ),
}
"""Queen high or better."""
BELOW = ("5 high", "6 high", "7 high", "8 high", "9 high", "10 high", "jack high")
MOST = 30
"""So many hands of a kind are settled as well."""
each = pytest.mark.parametrize(
    ("regulation", "kind"),
    [
        pytest.param(name, kind, marks=pytest.mark.clause(*PLAYS[name], f"{name}.{at}"), id=f"{name}-{kind}")
        for name, found in LISTS.items()
        for kind, at in zip(KINDS[name, "three_card"], found, strict=True)
    ],
)


def hands(regulation: str, kind: str) -> Iterator[tuple[str, str, bool]]:
    """Cards in every order of a few, what they are called, and whether a dealer with them plays."""
    for cards, title in KINDS[regulation, "three_card"][kind](3):
        one, two, three = cards.split()
        for order in ((one, two, three), (three, one, two), (two, three, one)):
            yield " ".join(order), title, title not in BELOW


@each
def test_everybody_is_told_whether_the_dealer_plays(regulation: str, kind: str) -> None:
    about, told = submission(regulation), set()
    for cards, title, plays in hands(regulation, kind):
        called = dealers_hand(about, parse_cards(cards))
        assert called.qualifies == plays, cards
        told.add((title, plays))
    assert {plays for _, plays in told} == ({True, False} if kind == "high_card" else {True})


@each
def test_a_settlement_says_whether_the_dealer_plays_as_it_settles(regulation: str, kind: str) -> None:
    """Of the dealer, and by what comes of an Ante: only where he does not play, that it is for this."""
    every = list(hands(regulation, kind))
    for cards, _, plays in every[:: len(every) // MOST + 1]:
        own = " ".join(str(card) for card in DECK[::5] if str(card) not in cards.split())[:8]
        seat = {"seat": 1, "cards": own, "wagers": {"ante": 10}, "decisions": ["play"]}
        found = feltlaw.settle(
            {"submission": {"regulation": regulation}, "seats": [seat], "dealer": cards}
        ).to_json()
        assert found["dealer"]["qualifies"] == plays, cards
        (mine,) = found["seats"]
        outcomes = {line["wager"]: line["outcome"] for line in mine["settlements"] if "wager" in line}
        for wager in ("ante", "play"):
            assert (outcomes[wager] == "dealer_does_not_qualify") == (not plays), cards
