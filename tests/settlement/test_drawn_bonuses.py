"""Magic Card and Lucky Bonus: every card and every position that can be drawn, for a stake on either hand."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from feltlaw.refusal import Refused
from feltlaw.round.draws import choices, draws_made
from feltlaw.shuffle import SeededSource, draws
from tests.support.driver import submission
from tests.support.settled import DOLLAR, settled

ON_PLAYER, ON_DEALER = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
HANDS = {3: "9c 7d 2h", 4: "8s 5d Ah", 5: "Kc Qh 3s", 6: "6c 6d 4h"}
STAKES = {3: (ON_PLAYER, ON_DEALER), 4: (ON_PLAYER,), 5: (ON_DEALER,), 6: ()}
DEALERS, COMMUNITY = "Jc 9d 4c", "Kd 5s"
CLAUSES = pytest.mark.clause(
    *(
        "PA-649a.11(c)(8)#2",
        "PA-649a.11(c)(8)(iii)",
        "PA-649a.12(i)(3)",
        "I-61",
        "I-62",
        "I-63",
        "I-64",
        "I-65",
    ),
    *(f"PA-649a.1:{bonus}({part})" for bonus in ("magic-card-bonus", "lucky-bonus") for part in ("i", "ii")),
)


OWNERS = pytest.mark.parametrize("owners", ["abcd", "aaaa"])
"""Whose the four boxes are: a draw is for the stake, and of one person's for each."""


def bonuses(
    said: str,
    draws: dict[str, Any],
    owners: str = "abcd",
    cards: tuple[dict[int, str], str, str] = (HANDS, DEALERS, COMMUNITY),
    **terms: Any,
) -> list[tuple[str, int, str, int]]:
    """What was paid by a draw: bonus, seat, the stake it came to, and cents. Seats 1, 2 and 7 are empty."""
    whose = dict(zip(STAKES, owners, strict=True))
    hands, dealers, community = cards
    seats = [
        {
            "seat": seat,
            "player": whose[seat],
            "cards": hands[seat],
            "wagers": {"ante": 10, **dict.fromkeys(stakes, 2)},
            "decisions": [said],
        }
        for seat, stakes in STAKES.items()
    ]
    offered = {"five_card_hand_bonus": {"amount": 2, "magic_card": True, "lucky_bonus": True, **terms}}
    rest = {"dealer": dealers, "community": community, "draws": draws}
    lines = settled("PA-649a", offered, *seats, adjacent_boxes=7, **rest)
    return sorted((line.id, line.seat, line.on, line.paid) for line in lines if line.is_award)


@CLAUSES
@OWNERS
@pytest.mark.parametrize("said", ["play", "fold"])
def test_a_magic_card_matches_the_three_cards_of_the_stakes_own_hand_and_the_two_community_cards(
    said: str, owners: str
) -> None:
    """A stake on the dealer's hand matches nothing of the player's, and the other way round."""
    for card in DECK:
        due = [
            ("magic_card", seat, on, 20 * 2 * DOLLAR)
            for seat, stakes in STAKES.items()
            for on in stakes
            if card in f"{HANDS[seat] if on == ON_PLAYER else DEALERS} {COMMUNITY}".split()
        ]
        assert bonuses(said, {"magic_card": card}, owners) == sorted(due), card


@CLAUSES
@OWNERS
@pytest.mark.parametrize("said", ["play", "fold"])
def test_every_position_of_the_layout_may_be_lucky_and_the_dealers(said: str, owners: str) -> None:
    """One without a player, or without a stake, brings nobody anything (I-63)."""
    for position in (*range(1, 8), "dealer"):
        on = ON_DEALER if position == "dealer" else ON_PLAYER
        lucky = [seat for seat, some in STAKES.items() if on in some and position in (seat, "dealer")]
        due = [("lucky_bonus", seat, on, 5 * 2 * DOLLAR) for seat in lucky]
        assert bonuses(said, {"lucky_position": position}, owners) == due, position


WINS = {3: "Ad Qd 4d", 4: "Jd Td 8d", 0: "9d 7d 2d"}
LOSES = {3: "Ac Qs 4s", 4: "Js Th 8c", 0: "9s 7h 2c"}
"""With the king and the 5 of diamonds a flush, or nothing: of two players and, as 0, of the dealer."""


def due(
    name: str, dollars: int, matches: set[tuple[int, str]], wins: dict[int, bool]
) -> list[tuple[str, int, str, int]]:
    """What a draw brings these stakes; where there are wins, those alone whose own hand has one."""
    won = {one for one in matches if not wins or wins[one[0] if one[1] == ON_PLAYER else 0]}
    return sorted((name, seat, on, dollars * DOLLAR) for seat, on in won)


@CLAUSES
@OWNERS
@pytest.mark.parametrize("said", ["play", "fold"])
@pytest.mark.parametrize("needs", [True, False])
def test_where_a_bonus_needs_a_win_it_is_a_win_of_the_stake_it_is_for(
    needs: bool, said: str, owners: str
) -> None:
    """Reading (B) of I-61. Seat 3 has a stake on either hand: that on the loser of the two gets nothing for
    the winner, nor seat 4's or 5's for what is won at another seat."""
    for won in product((False, True), repeat=3):
        wins = dict(zip((3, 4, 0), won, strict=True))
        held = {at: (WINS if wins[at] else LOSES)[at] for at in wins}
        hands = HANDS | {3: held[3], 4: held[4]}
        cards = (hands, held[0], "Kd 5d")
        needed = wins if needs else {}
        every = {(seat, on) for seat, stakes in STAKES.items() for on in stakes}
        dealers = {one for one in every if one[1] == ON_DEALER}
        nobody: set[tuple[int, str]] = set()
        for card, matches in (
            ("Kd", every), (held[0][:2], dealers), (held[3][3:5], {(3, ON_PLAYER)}),
            (held[4][6:], {(4, ON_PLAYER)}), ("6h", nobody),
        ):  # fmt: skip
            found = bonuses(said, {"magic_card": card}, owners, cards, bonus_needs_win=needs)
            assert found == due("magic_card", 40, matches, needed), (won, card)
        for position, matches in ((3, {(3, ON_PLAYER)}), (4, {(4, ON_PLAYER)}), ("dealer", dealers)):
            found = bonuses(said, {"lucky_position": position}, owners, cards, bonus_needs_win=needs)
            assert found == due("lucky_bonus", 10, matches, needed), (won, position)


@CLAUSES
def test_where_it_is_so_submitted_only_positions_with_a_stake_are_drawn() -> None:
    for position in (*range(1, 8), "dealer"):
        if position in (3, 4, "dealer"):
            assert bonuses("play", {"lucky_position": position}, lucky_positions="staked")
        else:
            with pytest.raises(Refused):
                bonuses("play", {"lucky_position": position}, lucky_positions="staked")


@CLAUSES
@pytest.mark.parametrize("seats", [7, 5])
def test_each_card_and_each_position_is_drawn_alike(seats: int) -> None:
    """Whoever sits there: with one player on a layout of seven, the lucky position is one of eight."""
    stakes = {3: {"ante": 1000, ON_PLAYER: 100}, 4: {"ante": 1000}}
    every = {"all": [*range(1, seats + 1), "dealer"], "staked": [3]}
    for positions, drawn in every.items():
        offered = {"magic_card": True, "lucky_bonus": True, "lucky_positions": positions}
        table = submission("PA-649a", wagers={"five_card_hand_bonus": offered}, limits={"seats": seats})
        found = {draw.key: choices(table, draw, stakes) for draw in draws_made(table)}
        assert sorted(found["magic_card"], key=str) == sorted(DECK)
        assert found["lucky_position"] == drawn


@CLAUSES
def test_in_which_order_people_bet_changes_neither_the_positions_nor_which_of_them_is_drawn() -> None:
    """Seats come by their numbers and the dealer last, so that the same number of the random source names the
    same position, and a refusal lists them so."""
    offered = {"lucky_bonus": True, "lucky_bonus_chance": "1", "lucky_positions": "staked"}
    table = submission("PA-649a", wagers={"five_card_hand_bonus": offered})
    staked: dict[int, dict[str, int]] = {
        2: {ON_PLAYER: 100}, 4: {ON_PLAYER: 100, ON_DEALER: 100}, 5: {ON_DEALER: 100}, 7: {ON_PLAYER: 100},
    }  # fmt: skip
    (draw,) = draws_made(table)
    named = set()
    for order in permutations(staked):
        stakes = {seat: staked[seat] for seat in order}
        assert choices(table, draw, stakes) == [2, 4, 7, "dealer"]
        found = tuple(draws(SeededSource(seed), table, stakes)["lucky_position"] for seed in range(8))
        named.add(found)
    assert len(named) == 1
