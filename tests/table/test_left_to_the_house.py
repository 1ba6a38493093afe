"""Saigon 5 Card: a hand that its player leaves to the house is set with the highest Point Count that it may
have, whoever or whatever leaves it so, however its cards lie, and whatever that Point Count is paid."""

from __future__ import annotations

import pytest

from tests.support.driver import DEALER, DEVICE, Driver
from tests.support.rounds import P3, deciding, line, nets, real

QUALIFY = {
    "Kh Qd Jc 4s 5h": 9,
    "Ks Qd Jc 4h Ac": 5,
    "Jk 8c 6d 5d 2s": 10,  # 8-2 beside Jk-6-5; also 4 and 7
    "Jk Kh 4d 3c 2s": 5,  # 3-2 beside Jk-K-4; also K-2
    "Jk 9c 8d 7h 7s": 7,  # 9-8 beside Jk-7-7; also 4
    "Jk 2c 2d 3h 4s": 7,  # 4-3 beside Jk-2-2; also 4
    "Kh Qd Jc 9s Jk": 8,  # the joker as a 9 beside the 9
}
"""Five cards of which three total 10, 20 or 30, and the best that the other two then count."""
CANNOT = {
    "2c 2d 2h 2s 9c": 4,
    "2c 2d 2h 3s 3h": 6,
    "8c 8d 8h 7s 7h": 6,
    "Ac 4d 4h 4s 3c": 8,
    "9c 9d 9h 9s 3c": 8,
}
"""Five cards of which no three do, and the best that two of them count."""
LAW = {
    **dict.fromkeys(QUALIFY, ("PA-680a.11(b)", "PA-680a.11(b)(1)", "I-130")),
    **dict.fromkeys(CANNOT, ("PA-680a.11(b)", "PA-680a.11(b)(2)", "I-145")),
}
HANDS = [
    pytest.param(cards, best, cards in QUALIFY, marks=pytest.mark.clause(*LAW[cards]), id=cards)
    for cards, best in {**QUALIFY, **CANNOT}.items()
]
LEFT = ("asks for it", "does not set in time", "has left", "is found gone")


def lying(cards: str) -> list[str]:
    """The same five cards, each of them first, and the other way round."""
    found = cards.split()
    turned = [found[at:] + found[:at] for at in range(5)]
    return [" ".join(one) for one in (*turned, found[::-1])]


def leave(table: Driver, how: str) -> None:
    """Seat 3 leaves his hand to the house."""
    if how == "asks for it":
        table.do("set_hand", P3, seat=3, cards=())
    elif how == "does not set in time":
        table.do("time_out", DEVICE, seat=3)
    elif how == "has left":
        table.do("leave", P3)
    else:
        table.both("record_departure", DEALER, player="p3")


def totals(cards: list[str]) -> set[int]:
    """What cards may total (680a.6(a)): an ace 1, a ten or a picture 10, the joker 3, 6 or 9."""
    plain = [card for card in cards if card != "Jk"]
    total = sum({"A": 1, **dict.fromkeys("TJQK", 10)}.get(card[0]) or int(card[0]) for card in plain)
    return {total} if plain == cards else {total + joker for joker in (3, 6, 9)}


def count(two: list[str]) -> int:
    """The Point Count of two cards (680a.6(b)), the joker at its best."""
    return max(total - 10 if total > 10 else total for total in totals(two))


DEALERS = {"6c 6h 5c 5s 7d": 0, "Ts Td Tc Ah 3d": 4}
"""A dealer's hand that does not qualify, and one that counts 4, less than the best of each that does."""


def paid(best: int, *, qualifies: bool, dealers: int) -> int:
    """What an Ante of 10 wins, by 680a.11(d) and 12: the half on a 5; nothing where the hand cannot qualify,
    and then it is lost to a dealer who does."""
    if not qualifies:
        return -1000 if dealers else 0
    return 500 if best == 5 else 1000


@pytest.mark.parametrize(("cards", "best", "qualifies"), HANDS)
@pytest.mark.clause("PA-680a.11(d)(1)(ii)(B)", "PA-680a.11(d)(2)(ii)(B)", "PA-680a.11(f)", "I-09", "I-153")
@pytest.mark.parametrize("how", LEFT)
def test_a_hand_left_to_the_house_has_the_highest_point_count_it_may_have(
    cards: str, best: int, qualifies: bool, how: str
) -> None:
    """Also where a 5 is paid half and a lower count would be paid whole, and where it counts for the Pot
    alone."""
    bets = {1: {"ante": 1000, "pot": 500}, 3: {"ante": 1000, "pot": 500}}
    for dealer, dealers in DEALERS.items():
        for order in lying(cards):
            hands = {"seat 3": order, "dealer": dealer}
            table = deciding("PA-680a", bets, hands, wagers={"pot": {}})
            leave(table, how)
            said = table.last("set_hand").data
            assert said.house_way and said.absent == (how != "asks for it")
            three = [str(card) for card in said.answer.three]
            two = [card for card in order.split() if card not in three]
            assert (len(two), count(two)) == (2, best), (order, three)
            table.finish()
            assert line(table, 3, "pot").hand == f"Point Count {best}"
            ante = line(table, 3, "ante")
            assert ante.paid + ante.returned - 1000 == paid(best, qualifies=qualifies, dealers=dealers)


@pytest.mark.parametrize(("cards", "best", "qualifies"), HANDS)
@pytest.mark.clause("PA-680a.11(d)(1)(ii)(B)", "PA-680a.11(d)(2)(ii)(B)", "I-131")
def test_a_real_hand_that_was_set_as_it_lay_counts_the_highest_where_that_could_not_qualify(
    cards: str, best: int, qualifies: bool
) -> None:
    """Where its first three do, the player has set it so and it counts what they leave (I-130)."""
    for dealer, dealers in DEALERS.items():
        for order in lying(cards):
            hands = {"player 3": order, "dealer": dealer}
            table = real("PA-680a", {1: {"ante": 1000}, 3: {"ante": 1000}}, hands).finish()
            as_set = order.split()
            well = totals(as_set[:3]) & {10, 20, 30}
            counts = count(as_set[3:]) if well else best
            wins = paid(counts, qualifies=qualifies, dealers=dealers)
            if qualifies and dealers:
                wins = wins if counts > dealers else -1000 if counts < dealers else 0
            assert nets(table, 3) == {3: wins}, (order, counts)
