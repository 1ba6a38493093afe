"""Saigon from the cards alone: settings good and bad, Antes, Pots among boxes and persons, the Bonus."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from feltlaw.money import Cents
from tests.support.eyes import house_way, points, qualifies
from tests.support.settled import DOLLAR, PRINTED, settled

Hand = tuple[str, ...]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
SEATS = {1: "a", 2: "a", 3: "b", 4: "c"}
SETTING = ("PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)", "PA-680a.11(c)(1)", "PA-680a.11(c)(2)")
ANTES = (
    *("PA-680a.1:qualify", "PA-680a.1:showdown-hand", "PA-680a.11(d)(1)(i)", "PA-680a.11(d)(1)(ii)(A)"),
    *("PA-680a.11(d)(1)(ii)(B)", "PA-680a.11(d)(2)(i)", "PA-680a.11(d)(2)(ii)(A)", "PA-680a.11(d)(2)(ii)(B)"),
    *("PA-680a.11(d)(2)(ii)(C)", "PA-680a.12(a)", "PA-680a.12(b)", "I-130", "I-131", "I-132", "I-145"),
)
POT = ("PA-680a.11(f)", "PA-680a.11(f)#2", "PA-680a.1:pot-wager", "I-135", "I-136", "I-137", "I-138")


def rest(five: Hand, three: Hand) -> Hand:
    return tuple(card for card in five if card not in three)


def counted(five: Hand, three: Hand) -> tuple[bool, int]:
    """Whether the hand qualifies, and its Point Count: as it was set, or at its highest where the setting
    throws away a hand that qualifies (I-131)."""
    good = any(map(qualifies, combinations(five, 3)))
    if good and not qualifies(three):
        three = house_way(five)
    return good, points(rest(five, three))


def won(mine: tuple[bool, int], dealer: tuple[bool, int]) -> Fraction | None:
    """What an Ante wins to 1; 0 where it goes back, None where it is lost (11(d))."""
    if not mine[0]:
        return None if dealer[0] else Fraction(0)
    if dealer[0] and dealer[1] >= mine[1]:
        return Fraction(0) if dealer[1] == mine[1] else None
    return Fraction(1, 2) if mine[1] == 5 else Fraction(1)


def divided(hands: dict[int, int], pot: Cents) -> dict[int, Cents]:
    """The Pot by seats: even among the highest, box for box; odd cents from the dealer's right."""
    winners = sorted((seat for seat in hands if hands[seat] == max(hands.values())), reverse=True)
    share, over = divmod(pot, len(winners))
    return {seat: share + (seat in winners[:over]) if seat in winners else 0 for seat in hands}


def deal(rng: random.Random) -> tuple[dict[int, Hand], Hand]:
    """Four hands and the dealer's, the joker among them as often as not; Point Counts often the same."""
    deck = rng.sample(DECK, 52)
    if rng.random() < 0.7:
        deck[rng.randrange(25)] = "Jk"
    if rng.random() < 0.4:
        tens = [card for card in deck if card[0] in "TJQK"]
        deck = [*tens[:12], *rng.sample([card for card in deck if card not in tens[:12]], 13)]
        rng.shuffle(deck)
    return {seat: tuple(deck[5 * at : 5 * at + 5]) for at, seat in enumerate(SEATS)}, tuple(deck[20:25])


@pytest.mark.clause(*SETTING, *ANTES, *POT)
@pytest.mark.parametrize("qualifying", [False, True])
def test_every_box_is_set_compared_and_shares_the_pot_for_itself(qualifying: bool) -> None:
    """A hand is what it is wherever the three cards stand among the five, and with the joker at its best."""
    rng = random.Random(f"saigon {qualifying}")
    seen, shared = set(), set()
    for _ in range(150):
        hands, dealer = deal(rng)
        seats: list[dict[str, Any]] = []
        counts: dict[int, tuple[bool, int]] = {}
        for seat, owner in SEATS.items():
            five = hands[seat]
            three = tuple(rng.sample(five, 3)) if rng.random() < 0.7 else house_way(five)
            said = [f"set {' '.join(three)}"] if three != house_way(five) or rng.random() < 0.5 else []
            counts[seat] = counted(five, three)
            box = {"seat": seat, "player": owner, "cards": " ".join(five), "decisions": said}
            seats.append({**box, "wagers": {"ante": 15, "pot": 5}})
        offered = {"pot": {"qualifying_only": qualifying}}
        lines = settled("PA-680a", offered, *seats, dealer=" ".join(dealer), adjacent_boxes=2)
        theirs = counted(dealer, house_way(dealer))
        in_it = {seat: count for seat, (good, count) in counts.items() if good or not qualifying}
        pot = divided(in_it, 20 * DOLLAR) if in_it else dict.fromkeys(SEATS, 5 * DOLLAR)
        for line in lines:
            if line.id == "ante":
                odds = won(counts[line.seat], theirs)
                due = (0, 0) if odds is None else (int(odds * 15 * DOLLAR), 15 * DOLLAR)
                assert (line.paid, line.returned) == due, (hands, seats, line)
                seen.add((theirs[0], odds))
            else:
                assert line.paid + line.returned == pot.get(line.seat, 0), (counts, line)
                shared.add(sum(share > 0 for share in pot.values()))
    results = (Fraction(0), Fraction(1, 2), Fraction(1))
    assert seen == {(True, None), *((good, one) for good in (True, False) for one in results)}
    assert shared >= {1, 2}


@pytest.mark.clause("PA-680a.11(f)", "PA-680a.11(f)#2", "I-137", "I-138")
@pytest.mark.parametrize("owners", ["aabc", "abbc", "abcc", "aaab", "abbb", "aabb", "abcd"])
def test_a_tie_is_divided_among_boxes_and_not_among_persons(owners: str) -> None:
    """Every box has three tens; a fourth with a 9 counts 9, with an 8 less. Four stakes of $5 in the Pot."""
    for many in range(1, 5):
        for high in combinations(range(1, 5), many):
            seats = []
            counts = {}
            for seat, (rank, suit, owner) in enumerate(zip("KQJT", "shdc", owners, strict=True), 1):
                counts[seat] = 9 if seat in high else 8
                three = f"{rank}s {rank}h {rank}d"
                box = {"seat": seat, "player": owner, "cards": f"{three} {rank}c {counts[seat]}{suit}"}
                seats.append({**box, "wagers": {"ante": 15, "pot": 5}, "decisions": [f"set {three}"]})
            lines = settled("PA-680a", {"pot": {}}, *seats, dealer="2s 2h 3d 4c 5d", adjacent_boxes=3)
            shares = {line.seat: line.paid + line.returned for line in lines if line.id == "pot"}
            assert shares == divided(counts, 20 * DOLLAR), (owners, high)


BONUS = {
    "Jk As Ah Ad Ac": "five_aces", "As Ks Qs Js Ts": "royal_flush_no_joker",
    "Ad Kd Jk Jd Td": "royal_flush_with_joker", "Kh Qh Jh Th 9h": "straight_flush",
    "5c 4c 3c 2c Ac": "straight_flush", "9d 8d Jk 6d 5d": "straight_flush",
    "7s 7h 7d 7c 2s": "four_of_a_kind", "Jk As Ah Ad 2s": "four_of_a_kind", "9s 9h 9d 4s 4h": "full_house",
    "Jk As 9h 9d 9c": "full_house", "Ks 9s 7s 4s 2s": "flush", "Jk 9s 7s 4s 2s": "flush",
    "9s 8h 7d 6c 5s": "straight", "As 2h 3d 4c 5h": "straight", "9s 8h Jk 6c 5s": "straight",
    "8s 8h 8d Kc 2s": "three_of_a_kind", "Jk As Ah 9d 4c": "three_of_a_kind", "9s 9h 4d 4c 2s": "two_pair",
    "Jk As 9h 9d 4c": "two_pair", "Ks Kh 9d 4c 2s": "", "Ks Qh 9d 4c 2s": "", "Qs Kh Ad 2c 3s": "",
    "Jk Ks 9d 4c 2s": "",
}  # fmt: skip


@pytest.mark.clause(
    *(
        "PA-680a.1:bonus-wager",
        "PA-680a.11(e)",
        "PA-680a.11(e)(1)",
        "PA-680a.11(e)(2)",
        "PA-680a.12(c)",
        "I-143",
    )
)
@pytest.mark.parametrize("owners", ["ab", "aa"])
def test_the_bonus_is_against_its_table_alone(owners: str) -> None:
    """Whether the Ante is lost, won or goes back, and whatever the box beside it holds."""
    rows = {
        hand: int(text.replace(",", "").split()[0]) for hand, text in PRINTED["PA-680a.12(c)"]["rows"].items()
    }
    results = set()
    for cards, hand in BONUS.items():
        free = [card for card in DECK if card not in cards.split()]
        for seed in range(6):
            others = random.Random(f"{cards} {seed}").sample(free, 10)
            boxes = {1: " ".join(others[:5]), 2: cards} if seed % 2 else {1: cards, 2: " ".join(others[:5])}
            seats = [{"seat": seat, "player": owner, "cards": boxes[seat], "wagers": {"ante": 10, "bonus": 5}}
                     for seat, owner in zip((1, 2), owners, strict=True)]  # fmt: skip
            lines = settled("PA-680a", {"bonus": {}}, *seats, dealer=" ".join(others[5:]), adjacent_boxes=2)
            mine = {line.id: line for line in lines if boxes[line.seat] == cards}
            assert mine["bonus"].paid == 5 * DOLLAR * rows.get(hand, 0), (cards, mine["bonus"])
            assert mine["bonus"].returned == (5 * DOLLAR if hand else 0)
            results.add(mine["ante"].result)
    assert results == {"win", "lose", "push"}
