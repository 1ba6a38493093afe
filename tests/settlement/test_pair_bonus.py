"""The Pair Bonus is won by the player's three cards; the further card only says which table pays them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import drive
from tests.support.settled import DOLLAR, paid, printed, settled

LOSING = {
    "9h 7d 4s": ("9c", "7s", "4d", "2c"),
    "9h 8d 4s": ("7c", "Tc", "2s"),
    "9h 7h 4s": ("8h", "2h"),
    "6h 5h 2s": ("4h", "7h", "2h"),
    "Ah Kh 3s": ("Qh", "3d", "2s"),
    "8h 6h 2s": ("7h", "2d"),
}
"""No pair or better in three cards, and fourth cards with which three of the four would be one."""
BETTER = {
    "9h 9d 4s": ("pair", ("9c", "4h", "2c")),
    "9h 9d 8h": ("pair", ("7h", "Th", "2h")),
    "9h 7h 4h": ("flush", ("8h", "2h")),
    "5s 4h 3c": ("straight", ("2d", "5h")),
    "9h 8d 7s": ("straight", ("7c", "Td", "9d")),
    "5h 4h 3h": ("straight_flush", ("2h", "6h")),
    "9h 9d 9c": ("three_of_a_kind", ("9s", "2s")),
    "Ah Kh Qh": ("mini_royal", ("2h", "Jh")),
}
"""What three cards are, and fourth cards that would make more of them."""
OTHERS = {"prime": 5, "all_six_bonus": 5}
CLAUSES = ("PA-679a.7(d)(3)", "PA-679a.1:pair-bonus-wager", "I-79")


def lines(own: str, card: str, said: str, letter: str, *, community: bool) -> Any:
    offered = {
        "pair_bonus": {"paytable": letter, "community_card": community},
        "prime": {},
        "all_six_bonus": {},
    }
    wagers = {"ante": 10, "pair_bonus": 5, **OTHERS}
    seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": [said]}
    return settled(
        "PA-679a",
        offered,
        seat | ({} if community else {"fourth": card}),
        dealer="Jd 8c 6d",
        **({"community": card} if community else {}),
    )


@pytest.mark.clause(*CLAUSES, "PA-679a.11(d)(2)(i)")
@pytest.mark.parametrize("said", ["play", "fold"])
@pytest.mark.parametrize("community", [False, True])
def test_three_cards_without_a_pair_lose_whatever_the_further_card_would_make_of_them(
    said: str, community: bool
) -> None:
    """A pair with it, a straight, a flush, a straight flush or a mini-royal; also where it is a 2."""
    for own, cards in LOSING.items():
        for card in cards:
            for letter in "ABCD":
                found = lines(own, card, said, letter, community=community)
                (line,) = (one for one in found if one.id == "pair_bonus")
                assert (line.result, line.paid, line.returned) == ("lose", 0, 0), (own, card)
                assert "PA-679a.11(d)(2)(i)" in line.cite.clauses


@pytest.mark.clause(*CLAUSES, "PA-679a.11(d)(2)(ii)(A)", "PA-679a.11(d)(2)(ii)(B)")
@pytest.mark.parametrize("said", ["play", "fold"])
@pytest.mark.parametrize("community", [False, True])
def test_three_cards_are_paid_as_what_they_are_and_the_further_card_makes_no_more_of_them(
    said: str, community: bool
) -> None:
    for own, (hand, cards) in BETTER.items():
        for card in cards:
            two = card.startswith("2")
            for letter in "ABCD":
                at = (f"PA-679a.12(f):{letter}", f"{hand}_with_2") if two else ("PA-679a.12(e)", hand)
                odds = printed(*at, "to")
                found = lines(own, card, said, letter, community=community)
                assert odds and paid(found, "pair_bonus") == [5 * DOLLAR * odds], (own, card)


@pytest.mark.clause("PA-679a.7(d)(2)", "PA-679a.7(d)(4)", "I-79")
@pytest.mark.parametrize("community", [False, True])
def test_the_further_card_counts_for_no_other_wager(community: bool) -> None:
    """Neither for the colours, nor among the six, nor against the dealer."""
    for own, further in (*LOSING.items(), *((own, cards) for own, (_, cards) in BETTER.items())):
        results = {
            tuple(
                (one.id, one.result, one.paid, one.returned)
                for one in lines(own, card, "play", "A", community=community)
                if one.id != "pair_bonus"
            )
            for card in (*further, "6c", "6s")
        }
        assert len(results) == 1, own


@pytest.mark.clause(*CLAUSES, "PA-679a.11(d)(2)(i)", "PA-679a.11(d)(2)(ii)")
@pytest.mark.parametrize("community", [False, True])
@pytest.mark.parametrize(
    ("own", "turned", "cents"), [("9h 7d 4s", 0, 0), ("9d 6d 4d", 1, 300), ("9h 9d 4s", 1, 100)]
)
def test_at_the_table_the_further_card_is_turned_up_for_three_cards_that_win_alone(
    own: str, turned: int, cents: int, community: bool
) -> None:
    place = "community" if community else "fourth 3"
    table = drive("PA-679a", wagers={"pair_bonus": {"community_card": community}})
    table.start({3: {"ante": 1000, "pair_bonus": 500}}, {"seat 3": own, place: "9c"}).finish()
    assert len(table.events("reveal_community" if community else "reveal_fourth")) == turned
    (line,) = (one for one in table.paid(3) if one.id == "pair_bonus")
    assert line.paid == 5 * cents
