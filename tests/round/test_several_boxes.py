"""Rounds of several boxes: each seat, person and hand is looked at, in whatever order they come."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import feltlaw
from feltlaw import Refused
from feltlaw.round.betting import check_table
from tests.round.test_refusals import BASE, refusal, scenario
from tests.support.driver import submission

BOXES = {
    "PA-649a": ("PA-649a.7(f)", 7, 7),
    "MA-TCP": ("MA-TCP.6(e)", 7, 3),
    "PA-679a": ("PA-679a.7(e)", 6, 6),
    "PA-669a": ("PA-669a.7(e)", 6, 1),
    "PA-680a": ("PA-680a.7(e)", 6, 6),
}
"""By chapter: where boxes are ruled, how many seats there are, and on how many boxes one player may bet."""
EACH_BOXES = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(BOXES[name][0], "I-10")) for name in BOXES]
)
MAIN = {"PA-669a": {"ante": 500, "blind": 500}}


def boxes(regulation: str, *held: tuple[int, str]) -> list[tuple[int, str, dict[str, int]]]:
    return [(seat, person, MAIN.get(regulation, {"ante": 500})) for seat, person in held]


@EACH_BOXES
def test_a_seat_that_there_is_not_is_refused_wherever_it_stands_among_the_boxes(regulation: str) -> None:
    """Also as a box beside the last one, which the same player holds."""
    _, seats, most = BOXES[regulation]
    rules = submission(regulation, limits={"adjacent_boxes": most})
    beside = ("ann",) if most == 1 else ("ann", "bob")
    for wrong, next_to in ((0, 1), (seats + 1, seats)):
        for person in beside:
            round_ = boxes(regulation, (next_to, "bob"), (3, "eve"), (wrong, person))
            for order in permutations(round_):
                with pytest.raises(Refused, match=f"there is no seat {wrong}"):
                    check_table(rules, order, company=False)


@EACH_BOXES
def test_no_two_hands_are_at_one_seat_whichever_it_is(regulation: str) -> None:
    clause, _, _ = BOXES[regulation]
    rules = submission(regulation)
    for twice in (1, 2, 4):
        round_ = boxes(regulation, (1, "ann"), (2, "bob"), (4, "eve"), (twice, "one more"))
        for order in permutations(round_):
            with pytest.raises(Refused, match=f"seat {twice} occurs twice") as refused:
                check_table(rules, order, company=False)
            assert refused.value.clauses == [clause, "I-10"]


@EACH_BOXES
def test_nobody_has_more_boxes_than_may_be_or_some_apart_whoever_sits_first(regulation: str) -> None:
    """However many are allowed: one too many, and two with somebody or nobody between them."""
    clause, _, most = BOXES[regulation]
    for allowed in range(1, min(most, 3) + 1):
        rules = submission(regulation, limits={"adjacent_boxes": allowed})
        together = [(seat, "eve") for seat in range(3, 3 + allowed)]
        check_table(rules, boxes(regulation, (1, "ann"), (2, "bob"), *together), company=False)
        wrong = [(seat, "eve") for seat in range(3, 4 + allowed)]
        apart = [(3, "eve"), (5, "eve")]
        for held in (wrong, apart) if allowed > 1 else (wrong,):
            round_ = boxes(regulation, (1, "ann"), (2, "bob"), *held)
            for order in (round_, round_[::-1], [*round_[2:], *round_[:2]]):
                with pytest.raises(Refused) as refused:
                    check_table(rules, order, company=False)
                assert "eve" in str(refused.value) and refused.value.clauses == [clause, "I-10"]


SHARED = {name: found for name, found in BOXES.items() if found[2] > 1}


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(SHARED[name][0], left, "I-10", "I-09"))
        for name, left in {
            "PA-649a": "PA-649a.7(b)#2",
            "MA-TCP": "MA-TCP.6(c)",
            "PA-679a": "PA-679a.7(b)#2",
            "PA-680a": "PA-680a.7(b)#2",
        }.items()
    ],
)
def test_who_left_has_left_with_every_box_of_his(regulation: str) -> None:
    """Whichever of his boxes the ruling was written for, and whoever sits before him."""
    decks = (
        ("As Kd 9c", "Ah Kc 9h", "Jd Tc 7d")
        if regulation != "PA-680a"
        else ("As Kd 9c 4h 2d", "Ah Kc 9h 4s 2c", "Jd Tc 7d 4c 2h")
    )
    players = ("Ann", "Bob", "Bob")
    limits = {"limits": {"adjacent_boxes": 2}}
    for ruled in ((), (2,), (3,), (2, 3), (1,), (1, 2), (1, 3), (1, 2, 3)):
        seats = [
            {"player": player, "cards": cards, **({"ruling": "left"} if at in ruled else {})}
            for at, (player, cards) in enumerate(zip(players, decks, strict=True), 1)
        ]
        data = scenario(regulation, *seats, submission=limits)
        if (2 in ruled) == (3 in ruled):
            lines = feltlaw.settle(data).lines
            held = {line.seat for line in lines if "held for the player" in line.note}
            assert held <= set(ruled)
            continue
        found = refusal(data)
        assert str(found) == (
            "the boxes of Bob have different rulings. A ruling is on the person: give it for every box."
        )
        assert found.clauses == [SHARED[regulation][0], "I-10"]


# ── cards ──

DEALT = {
    "PA-649a": ("PA-649a.3(a)", "PA-649a.1:hand", "PA-649a.8(d)", "PA-649a.9(b)", "PA-649a.10(b)"),
    "MA-TCP": ("MA-TCP.2(a)", "MA-TCP.1:hand", "MA-TCP.7(c)", "MA-TCP.8(c)", "MA-TCP.9(c)"),
    "PA-679a": ("PA-679a.3(a)", "PA-679a.1:hand", "PA-679a.8(c)", "PA-679a.9(b)", "PA-679a.10(b)"),
    "PA-669a": ("PA-669a.3(a)", "PA-669a.8(d)(1)", "PA-669a.9(b)(1)", "PA-669a.10(b)"),
    "PA-680a": ("PA-680a.3(a)", "PA-680a.8(c)", "PA-680a.9(b)", "PA-680a.10(b)"),
}
"""Which cards there are, and to whom they are dealt."""
SIDES: dict[str, tuple[dict[str, Any], str]] = {
    "PA-649a": ({"five_card_progressive": 1}, "4d 5d"),
    "MA-TCP": ({"multi_game_link": 1}, "4d 5d"),
    "PA-679a": ({"pair_bonus": 5}, ""),
    "PA-669a": ({}, "Qs 8d 3c"),
    "PA-680a": ({}, ""),
}
"""A wager that brings cards beside the hands, and those in common."""
HANDS = {
    "PA-680a": ("As Kd 9c 4h 2d", "Ah Kc 9h 4s 2c", "Jd Tc 7d 4c 2h"),
}


def whole(regulation: str, decks: int = 1) -> dict[str, Any]:
    """A legal round of three boxes with every card that the chapter deals."""
    side, community = SIDES[regulation]
    hands = HANDS.get(regulation, ("As Kd 9c", "Ah Kc 9h", "Jd Tc 7d"))
    seats = [
        {"cards": cards, "wagers": {**BASE[regulation]["wagers"], **side},
         **({"fourth": fourth} if regulation == "PA-679a" else {})}
        for cards, fourth in zip(hands, ("2h", "3h", "6s"), strict=True)
    ]  # fmt: skip
    rules = {"wagers": {one: {} for one in side}, "cards": {"shuffle": "automated", "decks": decks}}
    data: dict[str, Any] = scenario(regulation, *seats, submission=rules)
    return data | ({"community": community} if community else {})


Place = tuple[Any, str]


def places(data: dict[str, Any]) -> list[Place]:
    """Where cards lie."""
    found: list[Place] = [(seat, key) for seat in data["seats"] for key in ("cards", "fourth") if key in seat]
    return found + [(data, key) for key in ("dealer", "community") if data.get(key)]


def each_card(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Every card by its place and its number there."""
    return [(at, card) for at, (of, key) in enumerate(places(data)) for card in range(len(of[key].split()))]


def put(data: dict[str, Any], at: int, card: int, what: str) -> dict[str, Any]:
    """The same round with another card there."""
    changed = {**data, "seats": [dict(seat) for seat in data["seats"]]}
    of, key = places(changed)[at]
    cards = of[key].split()
    cards[card] = what
    of[key] = " ".join(cards)
    return changed


EACH_DEALT = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*found)) for name, found in DEALT.items()]
)


@EACH_DEALT
@pytest.mark.parametrize("decks", [1, 2])
def test_a_card_that_was_dealt_to_one_place_lies_in_no_other(regulation: str, decks: int) -> None:
    """Whichever two places they are: two hands, fourth cards, the dealer's, those in common. Of two decks
    each is used for every other round, so that a round has the cards of one."""
    data = whole(regulation, decks)
    feltlaw.settle(data)
    every = each_card(data)
    lying = {one: places(data)[one[0]][0][places(data)[one[0]][1]].split()[one[1]] for one in every}
    for at, card in every[::2] if regulation == "PA-680a" else every:
        for other, what in lying.items():
            if other[0] != at:
                found = refusal(put(data, at, card, what))
                assert "occurs twice. Every card is in one place only." in str(found)
                assert DEALT[regulation][0] in found.clauses


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*DEALT[name], *["MA-TCP.1:suit"][: name == "MA-TCP"]))
        for name in DEALT
        if name != "PA-680a"
    ],
)
@pytest.mark.parametrize("decks", [1, 2])
def test_no_joker_is_dealt_anywhere_in_a_game_without_one(regulation: str, decks: int) -> None:
    """Every card has one of the four suits, in the hands, beside them and in common."""
    data = whole(regulation, decks)
    for at, card in each_card(data):
        found = refusal(put(data, at, card, "Jk"))
        assert str(found) == "there is no joker in this game. The deck has 52 cards."
        assert DEALT[regulation][0] in found.clauses


VOID = {name: f"{name}.{'14' if name == 'MA-TCP' else '13'}(c)" for name in BOXES}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(DEALT[name][0], clause)) for name, clause in VOID.items()],
)
def test_also_a_round_that_is_void_has_the_cards_of_one_deck(regulation: str) -> None:
    """A hand with one card too many: it is a card of the deck, and lies in no other place."""
    void = {"irregularity": {"kind": "wrong_number_of_cards"}}
    joker = "Jk" if regulation == "PA-680a" else "8s"
    for seat in range(3):
        for what, says in (
            ("6c", ""), (joker, ""), ("Qs", "occurs twice"), ("As", "occurs twice"), ("Jd", "occurs twice"),
            *((("Jk", "there is no joker"),) if joker != "Jk" else ()),
        ):  # fmt: skip
            data = whole(regulation) | void
            data["seats"][seat]["cards"] += f" {what}"
            if says:
                found = refusal(data)
                assert says in str(found) and DEALT[regulation][0] in found.clauses
            else:
                assert {line.result for line in feltlaw.settle(data).lines} == {"void"}


@pytest.mark.clause("PA-680a.3(a)", "I-146")
@pytest.mark.parametrize("decks", [1, 2])
def test_the_one_joker_lies_in_one_place(decks: int) -> None:
    data = whole("PA-680a", decks)
    for one, other in permutations([(at, 0) for at in range(len(places(data)))], 2):
        with_it = put(data, *one, "Jk")
        feltlaw.settle(with_it)
        assert "the joker (Jk) occurs twice" in str(refusal(put(with_it, *other, "Jk")))


@EACH_DEALT
def test_each_hand_has_its_number_of_cards_and_not_only_the_first(regulation: str) -> None:
    many = 5 if regulation == "PA-680a" else 3
    for at in range(3):
        for cards in (many - 1, many + 1):
            data = whole(regulation)
            held = [*data["seats"][at]["cards"].split(), "8s"][:cards]
            data["seats"][at]["cards"] = " ".join(held)
            found = refusal(data)
            assert str(found) == f"seat {at + 1} has {cards} cards. There should be {many} cards here."
            assert (
                DEALT[regulation][2 if regulation in ("PA-649a", "MA-TCP", "PA-679a") else 1] in found.clauses
            )


IN_COMMON = {
    "PA-649a": (("PA-649a.8(d)#2", "PA-649a.9(b)#2", "PA-649a.10(c)#2"), ("PA-649a.8(d)", "I-70"), 2),
    "MA-TCP": (("MA-TCP.13(g)bis",), ("MA-TCP.7(c)", "MA-TCP.8(c)", "MA-TCP.9(c)", "I-118"), 2),
    "PA-669a": (("PA-669a.8(d)(2)", "PA-669a.9(b)(2)", "PA-669a.10(b)"), (), 3),
}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*found[0], *found[1])) for name, found in IN_COMMON.items()],
)
def test_cards_in_common_are_dealt_whoever_of_the_players_they_are_dealt_for(regulation: str) -> None:
    """Their number is asked for under the paragraph that deals them."""
    clauses, _, many = IN_COMMON[regulation]
    for staking in (0, 1, 2):
        data = whole(regulation)
        for at, seat in enumerate(data["seats"]):
            if at != staking:
                seat["wagers"] = BASE[regulation]["wagers"]
        feltlaw.settle(data)
        for cards in ("", "4d", "4d 5d 6d 8h"):
            found = refusal(data | {"community": cards})
            there = len(cards.split())
            plural = "" if there == 1 else "s"
            assert str(found) == (
                f"the community has {there} card{plural}. There should be {many} cards here."
            )
            assert set(clauses) <= set(found.clauses)
