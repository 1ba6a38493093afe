"""Every refusal of a wager, a card or a decision: what, which clause, and what would be legal."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw import Refused

Seat = dict[str, Any]
BASE: dict[str, Seat] = {
    "PA-649a": {"cards": "As Kd 9c", "wagers": {"ante": 10}, "decisions": ["play"]},
    "MA-TCP": {"cards": "As Kd 9c", "wagers": {"ante": 10}, "decisions": ["play"]},
    "PA-679a": {"cards": "As Kd 9c", "wagers": {"ante": 10}, "decisions": ["play"]},
    "PA-669a": {"cards": "As Kd 9c", "wagers": {"ante": 10, "blind": 10}, "decisions": ["play 1x"]},
    "PA-680a": {"cards": "As Kd 9c 4h 2d", "wagers": {"ante": 10}},
}
REST: dict[str, dict[str, Any]] = {
    "PA-649a": {"dealer": "Qs 8d 3c"},
    "MA-TCP": {"dealer": "Qs 8d 3c"},
    "PA-679a": {"dealer": "Qs 8d 3c"},
    "PA-669a": {"community": "Qs 8d 3c"},
    "PA-680a": {"dealer": "Qs 8d 3c 5h 6h"},
}


def scenario(regulation: str, *seats: Seat, submission: dict[str, Any] | None = None, **top: Any) -> Any:
    """A legal round with a few things put otherwise; a seat's number counts up unless it is given."""
    found = [{"seat": at, **BASE[regulation], **seat} for at, seat in enumerate(seats or ({},), 1)]
    return (
        {"submission": {"regulation": regulation, **(submission or {})}, "seats": found}
        | REST[regulation]
        | top
    )


def refusal(data: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        feltlaw.settle(data)
    return caught.value


def check(data: Any, says: str, clauses: list[str]) -> None:
    """The whole text, and at least these clauses; none where the form is wrong and no rule was asked."""
    found = refusal(data)
    assert str(found) == says
    assert set(clauses) <= set(found.clauses) and bool(clauses) == bool(found.clauses)


def wagers(**stakes: Any) -> Seat:
    return {"wagers": stakes}


def offer(*sections: str, **more: Any) -> dict[str, Any]:
    return {"wagers": {section: {} for section in sections}, **more}


Case = tuple[Any, str, list[str]]


def cases(*found: Case) -> list[Any]:
    """Each case proves the clause it is refused with: the first one cited, and a subparagraph of that."""
    return [
        pytest.param(*case, marks=[pytest.mark.clause(*proved(case[2]))] if case[2] else [], id=case[1][:60])
        for case in found
    ]


def proved(cited: list[str]) -> list[str]:
    return [clause for clause in cited if clause == cited[0] or clause.startswith(f"{cited[0]}(")]


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            scenario("PA-679a", wagers(ante=10, jackpot=1)),
            "'jackpot' is not a wager of Three Card Prime. This table offers ante, play.",
            ["PA-679a.7(d)(1)"],
        ),
        (
            scenario("PA-679a", wagers(ante=10, prime=5)),
            "this table does not offer the Prime wager. This table offers ante, play.",
            ["PA-679a.7(d)(2)", "PA-679a.1:prime-wager"],
        ),
        (
            scenario("PA-679a", wagers(ante=10, play=10)),
            "the Play wager is made by a decision after the deal, not before it. Leave it out and decide.",
            ["PA-679a.11(b)", "I-26"],
        ),
        (
            scenario("PA-679a", wagers(ante=0)),
            "an Ante wager of $0 is no wager. Stake an amount above zero.",
            ["PA-679a.7(d)(1)"],
        ),
        (
            scenario("PA-679a", wagers(ante="-0.01")),
            "an Ante wager of -$0.01 is no wager. Stake an amount above zero.",
            ["PA-679a.7(d)(1)"],
        ),
        (
            scenario("PA-679a", wagers(ante=4), submission={"limits": {"minimum": 5, "maximum": 100}}),
            "an Ante wager of $4 is below the minimum. Stake $5 to $100.",
            ["PA-679a.7(d)(1)"],
        ),
        (
            scenario("PA-679a", wagers(ante="100.01"), submission={"limits": {"minimum": 5, "maximum": 100}}),
            "an Ante wager of $100.01 is above the maximum. Stake $5 to $100.",
            ["PA-679a.7(d)(1)"],
        ),
        (
            scenario(
                "PA-649a",
                wagers(ante=10, three_card_progressive=2),
                submission=offer("three_card_progressive"),
            ),
            "the Three-Card Progressive wager is $1, not $2. Stake exactly $1.",
            ["PA-649a.12(e)(5)", "I-21", "I-52"],
        ),
        (
            scenario(
                "PA-680a", *[wagers(ante=10, pot=5)] * 2, submission=offer("pot", limits={"minimum": 10})
            ),
            "the Pot wager is $10, not $5. Stake exactly $10.",
            ["PA-680a.7(d)(2)", "I-140"],
        ),
        (
            scenario("PA-669a", wagers(ante=10, blind=9)),
            "the Blind wager must equal the Ante. Stake $10.",
            ["PA-669a.7(d)(1)"],
        ),
        (
            scenario("PA-669a", wagers(blind=10)),
            "the Blind wager must equal the Ante. Place an Ante first.",
            ["PA-669a.7(d)(1)"],
        ),
        (
            scenario("PA-669a", wagers(ante=10)),
            "cards are dealt only to a player with an Ante and a Blind wager. "
            "Place an Ante and a Blind wager.",
            ["PA-669a.7(d)(1)", "PA-669a.8(d)(1)"],
        ),
        (
            scenario("PA-649a", wagers(six_card_bonus=5), submission=offer("six_card_bonus")),
            "a Six Card Bonus wager needs an Ante or a Pair Plus wager first. "
            "Place an Ante or a Pair Plus wager.",
            ["PA-649a.7(d)(5)#3"],
        ),
        (
            scenario("PA-679a", wagers(prime=5), submission=offer("prime")),
            "a Prime wager needs an Ante wager first. Place an Ante wager.",
            ["PA-679a.8(c)", "I-22"],
        ),
        (
            scenario("PA-649a", {}, submission={"version": {"pair_plus": "compulsory"}}),
            "this version of the game needs a Pair Plus wager too. Place both Ante and Pair Plus.",
            ["PA-649a.7(e)", "PA-649a.7(e)(3)", "I-33"],
        ),
        (
            scenario("MA-TCP", wagers(pair_plus=10), submission={"version": {"pair_plus": "compulsory"}}),
            "this version of the game needs an Ante wager too. Place both Ante and Pair Plus.",
            ["MA-TCP.6(f)", "MA-TCP.6(f)(3)", "I-33"],
        ),
        (
            scenario(
                "PA-649a", wagers(ante=5, pair_plus=26), submission={"version": {"pair_plus": "compulsory"}}
            ),
            "$26 is more than 5 times $5. Neither wager may exceed 5 times the other.",
            ["PA-649a.7(e)", "PA-649a.7(e)(3)", "I-33"],
        ),
        (
            scenario(
                "PA-649a", wagers(ante=9, pair_plus=10), submission={"version": {"pair_plus": "ante_covers"}}
            ),
            "a Pair Plus wager of $10 needs an Ante of at least $10. Raise the Ante or lower the Pair Plus.",
            ["PA-649a.7(e)", "PA-649a.7(e)(1)", "I-33"],
        ),
        (
            scenario(
                "MA-TCP",
                wagers(ante=5, pair_plus="10.01"),
                submission={"version": {"pair_plus": "ante_covers_half"}},
            ),
            "a Pair Plus wager of $10.01 needs an Ante of at least $5.01. "
            "Raise the Ante or lower the Pair Plus.",
            ["MA-TCP.6(f)", "MA-TCP.6(f)(2)", "I-33"],
        ),
        (
            scenario(
                "PA-649a", wagers(pair_plus=10), submission={"version": {"pair_plus": "ante_covers_half"}}
            ),
            "a Pair Plus wager of $10 needs an Ante of at least $5. Raise the Ante or lower the Pair Plus.",
            ["PA-649a.7(e)", "PA-649a.7(e)(2)", "I-33"],
        ),
    ),
)
def test_a_wager_that_may_not_be_made(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


ANN = {"player": "Ann"}


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            scenario("PA-679a", {"seat": 7}),
            "there is no seat 7. Seats run from 1 to 6.",
            ["PA-679a.2(a)"],
        ),
        (
            scenario("PA-679a", {"seat": 6}, submission={"limits": {"seats": 5}}),
            "there is no seat 6. Seats run from 1 to 5.",
            ["PA-679a.2(a)"],
        ),
        (
            scenario("PA-679a", {"seat": -(10**4000)}),
            "there is no seat with such a number. Seats run from 1 to 6.",
            ["PA-679a.2(a)"],
        ),
        (
            scenario("PA-679a", {"seat": 2}, {"seat": 2}),
            "seat 2 occurs twice. Give each seat once.",
            ["PA-679a.7(e)", "I-10"],
        ),
        (
            scenario("PA-649a", ANN, ANN),
            "Ann bets on 2 boxes. This table allows a player one box.",
            ["PA-649a.7(f)", "I-10"],
        ),
        (
            scenario("MA-TCP", ANN, ANN, ANN, submission={"limits": {"adjacent_boxes": 2}}),
            "Ann bets on 3 boxes. This table allows a player up to 2 adjacent boxes.",
            ["MA-TCP.6(e)", "I-10"],
        ),
        (
            scenario(
                "PA-649a",
                {"seat": 2, **ANN},
                {"seat": 4, **ANN},
                submission={"limits": {"adjacent_boxes": 2}},
            ),
            "the boxes 2, 4 of Ann are not adjacent. One player's boxes must be next to each other.",
            ["PA-649a.7(f)", "I-10"],
        ),
        (
            scenario("PA-680a", {}, {}, submission=offer("pot", limits={"minimum": 10})),
            "seat 1 has no Pot wager. Every player stakes $10 in the Pot.",
            ["PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138"],
        ),
        (
            scenario("PA-680a", wagers(ante=10, pot=10), submission=offer("pot", limits={"minimum": 10})),
            "there is no Pot with one player alone. Return the Pot wager: it needs two different players.",
            ["PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138"],
        ),
    ),
)
def test_people_and_boxes_that_do_not_go_together(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


ALL_RIGHT = "every hand that must have a certain number of cards has it."
LEAVE_OUT = "Leave the irregularity out; fourth and community cards of bonuses void no round (I-20)."
PAIR_BONUS = {**wagers(ante=10, pair_bonus=5), "fourth": "2h"}


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            scenario("PA-679a", {"cards": "As Kd Qs"}),
            "the queen of spades (Qs) occurs twice. Every card is in one place only.",
            ["PA-679a.3(a)"],
        ),
        (
            scenario("PA-679a", {"cards": "As Kd Jk"}),
            "there is no joker in this game. The deck has 52 cards.",
            ["PA-679a.3(a)"],
        ),
        (
            scenario("PA-679a", {"cards": "As Kd"}),
            "seat 1 has 2 cards. There should be 3 cards here.",
            ["PA-679a.8(c)", "PA-679a.1:hand"],
        ),
        (
            scenario("PA-679a", {"fourth": "2h"}),
            "the fourth card of seat 1 has 1 card. There should be no cards here.",
            ["PA-679a.8(c)#2", "PA-679a.9(b)#2", "PA-679a.10(c)#2"],
        ),
        (
            scenario("PA-679a", {**PAIR_BONUS, "fourth": ""}, submission=offer("pair_bonus")),
            "the fourth card of seat 1 has 0 cards. There should be 1 card here.",
            ["PA-679a.8(c)#2", "PA-679a.9(b)#2", "PA-679a.10(c)#2"],
        ),
        (
            scenario("PA-679a", dealer="Qs 8d 3c 4c"),
            "the dealer has 4 cards. There should be 3 cards here.",
            ["PA-679a.8(c)"],
        ),
        (
            scenario("PA-669a", dealer="4c"),
            "the dealer has 1 card. There should be no cards here.",
            ["PA-669a.8(d)(1)"],
        ),
        (
            scenario("PA-680a", community="4c"),
            "the community has 1 card. There should be no cards here.",
            ["PA-680a.8(c)", "PA-680a.9(b)", "PA-680a.10(b)"],
        ),
        (
            scenario("MA-TCP", community="4c 5c"),
            "the community has 2 cards. There should be no cards here.",
            ["MA-TCP.13(g)bis", "I-118"],
        ),
        (
            scenario("PA-669a", community="Qs 8d"),
            "the community has 2 cards. There should be 3 cards here.",
            ["PA-669a.8(d)(2)", "PA-669a.9(b)(2)", "PA-669a.10(b)", "PA-669a.1:community-card"],
        ),
        (
            scenario("PA-649a", irregularity={"kind": "community_card_exposed"}),
            "no community or fourth card was dealt in this round. Name another irregularity.",
            ["PA-649a.13(d)", "I-20"],
        ),
        (
            scenario("PA-679a", irregularity={"kind": "wrong_number_of_cards"}),
            f"{ALL_RIGHT} {LEAVE_OUT}",
            ["PA-679a.13(c)"],
        ),
        (
            scenario(
                "PA-649a",
                wagers(pair_plus=5, five_card_progressive=1) | {"decisions": []},
                submission=offer("five_card_progressive"),
                community="4c",
                irregularity={"kind": "wrong_number_of_cards"},
            ),
            f"{ALL_RIGHT} {LEAVE_OUT}",
            ["PA-649a.13(c)", "PA-649a.8(h)", "PA-649a.9(f)", "PA-649a.10(f)", "I-07", "I-08", "I-11"],
        ),
    ),
)
def test_cards_that_cannot_lie_so(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


DECK = {
    "PA-649a": "PA-649a.3(a)",
    "MA-TCP": "MA-TCP.2(a)",
    "PA-679a": "PA-679a.3(a)",
    "PA-669a": "PA-669a.3(a)",
    "PA-680a": "PA-680a.3(a)",
}
"""The clause by which each game is played with one deck, which has every card once."""


@pytest.mark.parametrize(
    "regulation", [pytest.param(one, marks=pytest.mark.clause(clause)) for one, clause in DECK.items()]
)
def test_a_card_that_lies_twice_cites_the_deck(regulation: str) -> None:
    """In one hand, in two hands, in a hand and with the dealer or the community."""
    cards = BASE[regulation]["cards"].split()
    (rest,) = REST[regulation]
    there = REST[regulation][rest].split()
    in_one_hand = {"cards": " ".join([cards[0], cards[0], *cards[2:]])}
    for data in (
        scenario(regulation, in_one_hand),
        scenario(regulation, {}, {}),
        scenario(regulation, {"cards": " ".join([there[0], *cards[1:]])}),
        scenario(regulation) | {rest: " ".join([there[0], there[0], *there[2:]])},
    ):
        found = refusal(data)
        assert "occurs twice. Every card is in one place only." in str(found)
        assert DECK[regulation] in found.clauses


@pytest.mark.clause("PA-680a.3(a)", "I-146")
def test_the_one_joker_lies_once() -> None:
    for data in (
        scenario("PA-680a", {"cards": "Jk Jk 9c 4h 2d"}),
        scenario("PA-680a", {"cards": "Jk Kd 9c 4h 2d"}, dealer="Jk 8d 3c 5h 6h"),
    ):
        found = refusal(data)
        assert "the joker (Jk) occurs twice" in str(found)
        assert {"PA-680a.3(a)", "I-146"} <= set(found.clauses)


@pytest.mark.clause("PA-680a.3(a)", "PA-680a.8(c)", "PA-680a.9(b)", "PA-680a.10(b)")
def test_the_joker_is_one_of_the_five_cards_of_a_hand() -> None:
    """680a.3(a): the deck has a joker; it is dealt like any other card, to a player or to the dealer."""
    for player, dealer in (("Jk Kd 9c 4h 2d", "Qs 8d 3c 5h 6h"), ("As Kd 9c 4h 2d", "Jk 8d 3c 5h 6h")):
        assert feltlaw.settle(scenario("PA-680a", {"cards": player}, dealer=dealer)).lines
    for cards in ("Jk Kd 9c 4h", "Jk Kd 9c 4h 2d As"):
        many = len(cards.split())
        says = f"seat 1 has {many} cards. There should be 5 cards here."
        assert str(refusal(scenario("PA-680a", {"cards": cards}))) == says


@pytest.mark.clause("PA-649a.3(a)")
def test_a_drawn_card_may_be_one_that_lies_on_the_table() -> None:
    """The magic card is drawn from 52 by a system of its own (I-64); it is no second card of the deck."""
    data = scenario(
        "PA-649a",
        {"wagers": {"ante": 10, "five_card_hand_bonus_player": 1}},
        submission={"wagers": {"five_card_hand_bonus": {"magic_card": True}}},
        community="4c 5c",
        draws={"magic_card": "As"},
    )
    assert [line.paid for line in feltlaw.settle(data).lines if line.id == "magic_card"] == [20_00]


def test_the_deepest_message_is_short_and_plain() -> None:
    """What somebody else wrote is cut, and its control characters cannot reach a terminal."""
    noisy = "\x1b[31m" + "x" * 5000
    for data in (
        scenario("PA-679a", wagers(**{noisy: 1})),
        scenario("PA-679a", {"decisions": [noisy]}),
        scenario("PA-679a", {"decisions": ["play", noisy]}),
        scenario("PA-679a", {noisy: 1}),
        scenario("PA-679a", {"player": noisy}, {"player": noisy}),
        scenario("PA-679a", irregularity={"kind": noisy}),
        scenario("PA-679a", meters={noisy: 1}),
        scenario("PA-679a", {"ruling": noisy}),
        scenario("PA-679a", {"cards": noisy}),
    ):
        text = str(refusal(data))
        assert text.isprintable()
        assert len(text) < 400
