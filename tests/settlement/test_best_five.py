"""Which row each wager on five cards or six is paid by, from whichever cards the hand comes together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from feltlaw.settlement import Line
from tests.support.settled import DOLLAR, FOLDS, PRINTED, STAYS, main, settled

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
OF_DIAMONDS = ("super_royal_of_diamonds", "six_card_royal_flush_of_diamonds", "royal_flush")
SUPER = ("super_royal", "six_card_royal_flush", "royal_flush")
SPADES = ("royal_flush_of_spades", "royal_flush")
ROYAL, FLUSH, STRAIGHT = ("royal_flush",), ("flush",), ("straight",)
RUN, FOUR, FULL, SET = ("straight_flush",), ("four_of_a_kind",), ("full_house",), ("three_of_a_kind",)
LOW: tuple[str, ...] = ()
SIX = {
    "Ad Kd Qd Jd Td 9d": OF_DIAMONDS, "Ah Kh Qh Jh Th 9h": SUPER, "Ac Kc Qc Jc Tc 9c": SUPER,
    "As Ks Qs Js Ts 9s": (*SUPER[:2], *SPADES), "As Ks Qs Js Ts 8s": SPADES, "Ad Kd Qd Jd Td 9s": ROYAL,
    "Ac Kc Qc Jc Tc 2c": ROYAL, "Ah Kh Qh Jh Th Ad": ROYAL, "As Kh Qs Js Ts 9s": FLUSH,
    "Ks Qs Js Ts 9s 8s": RUN, "Ks Qs Js Ts 9s Ah": RUN, "5d 4d 3d 2d Ad Kd": RUN, "6h 5h 4h 3h 2h Ac": RUN,
    "5c 4c 3c 2c Ac 5d": RUN, "9s 9h 9d 9c Ks Kh": FOUR, "2s 2h 2d 2c As Kh": FOUR, "As Ah Ad Ac 2s 3s": FOUR,
    "9s 9h 9d Ks Kh Kd": FULL, "As Ah Ad 2s 2h 2c": FULL, "2s 2h 2d As Ah 7c": FULL,
    "As Ah Ad 2s 2h 7c": FULL,
    "Ks 9s 7s 4s 2s Ad": FLUSH, "Ks 9s 7s 4s 2s As": FLUSH, "Kd Qd Jd Td 2d 9h": FLUSH,
    "9c 9h 8c 7c 3c 2c": FLUSH,
    "5h 4c 3d 2s Ah Kd": STRAIGHT, "5h 4c 3d 2s Ah 6d": STRAIGHT, "5h 4c 3d 2s Ah Ad": STRAIGHT,
    "Ah Kc Qd Js Th 2d": STRAIGHT, "Ah Kc Qd Js Th Td": STRAIGHT, "8h 7h 6h 5h 4c 2d": STRAIGHT,
    "9s 9h 9d Ks Qh 2d": SET, "2s 2h 2d Ks Qh 9d": SET, "As Ah Ad Ks Qs 2s": SET,
    "As Ah Ks Kh Qs Qh": LOW, "As Ah Ks Kh 7d 2c": LOW, "Qs Ks As 2h 3d 4c": LOW, "Ks As 2h 3d 4c 9c": LOW,
    "As Ah 3d 5c 7h 9s": LOW, "As Ks Qs Js 2h 3h": LOW, "Kh Qc Js 9d 8h 7c": LOW,
}  # fmt: skip
FIVE = {
    "As Ks Qs Js Ts": SPADES, "Ah Kh Qh Jh Th": ROYAL, "Kd Qd Jd Td 9d": RUN, "5c 4c 3c 2c Ac": RUN,
    "9s 9h 9d 9c Ks": FOUR, "As Ah Ad 2s 2h": FULL, "2s 2h 2d As Ah": FULL, "Ks 9s 7s 4s 2s": FLUSH,
    "Ad Kd Qd Jd 9d": FLUSH, "5h 4c 3d 2s Ah": STRAIGHT, "Ah Kc Qd Js Th": STRAIGHT,
    "9s 8s 7s 6s 5h": STRAIGHT,
    "2s 2h 2d Ks Qh": SET, "As Ah Ad Ks Qs": SET, "As Ah Ks Kh 7d": LOW, "As Ah Ks Qs Js": LOW,
    "Ks As 2s 3s 4h": LOW, "Qh Ks As 2h 3d": LOW, "Ks Qs Js Ts 8h": LOW,
}  # fmt: skip
"""What a hand may be paid as, the most particular first; nothing for less than three of a kind."""

MINE, DEALERS, BOARD = "player", "dealer", "community"
SIX_649A = (
    *(f"PA-649a.6(d)({at})" for at in range(1, 8)),
    *("PA-649a.11(c)(6)", "PA-649a.11(c)(6)#2", "PA-649a.11(c)(6)#3", "PA-649a.6(d)(8)"),
    *("PA-649a.7(d)(5)", "PA-649a.7(d)(5)#2", "I-37"),
)
FIVE_649A = ("PA-649a.11(c)(8)#2", "PA-649a.12(i)(1)", "PA-649a.12(i)(2)", "PA-649a.7(d)(7)")
OF_SIX = ("PA-649a.11(c)(9)", "PA-649a.12(j)(1)", "PA-649a.12(j)(2)", "PA-649a.7(d)(8)")
PROGRESSIVE = (
    *("PA-649a.11(c)(7)", "PA-649a.12(h)(1)", "PA-649a.12(h)(2)"),
    "PA-649a.1:five-card-progressive-payout-hand",
)
SIX_669A = (
    *(f"PA-669a.6(b)({at})" for at in range(1, 8)),
    *("PA-669a.11(i)(3)(ii)", "PA-669a.12(f)", "PA-669a.7(d)(5)", "I-37"),
)
PRIME = (
    *(f"PA-679a.6(d)({at})" for at in range(1, 9)),
    "I-83",
    "PA-679a.7(d)(4)",
    "PA-679a.11(d)(3)",
    "PA-679a.11(d)(3)(i)",
    "PA-679a.11(d)(3)(ii)",
    "PA-679a.12(g)",
    "I-37",
)
BONUS_MA = ("MA-TCP.6(g)(1)", "MA-TCP.6(g)(2)", "MA-TCP.6(g)(4)", "MA-TCP.3(a)#2", "I-05", "I-109")
LINK_MA = ("MA-TCP.13(g)", "MA-TCP.13(g)bis", "MA-TCP.3(a)#2", "I-05")
LOSES: dict[str, tuple[tuple[str, ...], ...]] = {
    "five_of_six_progressive": (SET, LOW),
    "five_card_hand_bonus_player": (STRAIGHT, SET, LOW),
    "five_card_hand_bonus_dealer": (STRAIGHT, SET, LOW),
}
"""Below the lowest hand that wins: a straight (649a.7(d)(8)), a flush (7), elsewhere three of a kind."""
LINKS = ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03")
Wager = tuple[str, str, tuple[str, str], str, str, tuple[str, ...]]
WAGERS: list[Wager] = [
    *(("PA-649a", "six_card_bonus", (MINE, DEALERS), f"PA-649a.12(f):{t}", t, SIX_649A) for t in "ABCDE"),
    *(("PA-679a", "all_six_bonus", (MINE, DEALERS), f"PA-679a.12(g):{t}", t, PRIME) for t in "ABCDE"),
    *(("PA-669a", "six_card_bonus", (MINE, BOARD), f"PA-669a.12(f):{t}", t, SIX_669A) for t in "ABCD"),
    *(("MA-TCP", "six_card_bonus", (MINE, DEALERS), f"MA-TCP.6(g)(4):{t}", t, BONUS_MA)
      for t in ("TCP-6B1", "TCP-6B2", "TCP-6B3", "TCP-6B4")),
    ("PA-649a", "five_of_six_progressive", (MINE, DEALERS), "PA-649a.12(j)(1)", "", OF_SIX),
    ("PA-649a", "five_card_progressive", (MINE, BOARD), "PA-649a.12(h)(1)", "", PROGRESSIVE),
    ("PA-649a", "five_card_hand_bonus_player", (MINE, BOARD), "PA-649a.12(i)(1)", "", FIVE_649A),
    ("PA-649a", "five_card_hand_bonus_dealer", (DEALERS, BOARD), "PA-649a.12(i)(1)", "", FIVE_649A),
    *(("MA-TCP", "multi_game_link", (MINE, BOARD), f"MA-TCP.13(g):{t}", t, LINK_MA) for t in LINKS),
]  # fmt: skip


def lying(hand: list[str], rng: random.Random) -> Iterator[list[str]]:
    """In any order; and with what makes it in the one place, and in the other."""
    yield rng.sample(hand, len(hand))
    yield hand
    yield hand[::-1]


def played(wager: Wager, hand: Sequence[str], said: str, rng: random.Random) -> Line:
    """One box with this wager; of the cards the first three lie in the first of its places."""
    regulation, name, (first, second), _, table, _ = wager
    cards = list(hand)
    others = iter(rng.sample([card for card in DECK if card not in hand], 6))
    at = {first: cards[:3], second: cards[3:]}
    needed = (MINE, BOARD) if regulation == "PA-669a" else (MINE, DEALERS)
    for place in needed:
        at.setdefault(place, [next(others) for _ in range(3)])
    seat: dict[str, Any] = {
        "seat": 1,
        "cards": " ".join(at.pop(MINE)),
        "wagers": {**main(regulation), name: 5},
    }
    seat["decisions"] = {"play": STAYS, "fold": FOLDS}[said].get(regulation, [said])
    section = "five_card_hand_bonus" if "hand_bonus" in name else name
    terms: dict[str, Any] = {"amount": 5} if not name.startswith(("six_card", "all_six")) else {}
    terms |= {"paytable": table} if table else {}
    lines = settled(
        regulation, {section: terms}, seat, **{place: " ".join(some) for place, some in at.items()}
    )
    (found,) = (line for line in lines if line.id == name)
    return found


@pytest.mark.parametrize(
    "wager",
    [pytest.param(one, marks=pytest.mark.clause(one[3], *one[5]), id=f"{one[1]} {one[3]}") for one in WAGERS],
)
def test_the_best_five_cards_are_paid_by_the_highest_row_they_have(wager: Wager) -> None:
    """Six suited cards from ace to nine are a royal flush where the table has no row for them (I-37). The
    ace is high or low in a straight, never between."""
    rows = PRINTED[wager[3]]["rows"]
    hands = SIX if BOARD not in wager[2] or wager[0] == "PA-669a" else FIVE
    rng = random.Random(wager[3])
    lives = "progressive" not in wager[1] or wager[1] == "five_of_six_progressive"
    folds = ("play", "fold") if lives and wager[1] != "multi_game_link" else ("play",)
    for cards, names in hands.items():
        printed = next((rows[name] for name in names if rows.get(name, "")), "")
        if wager[4] == "PTMGL04" and names in (SPADES, ROYAL):
            printed = rows["straight_flush"]
        for said in folds:
            amount, _, unit = printed.replace(",", "").lower().partition(" ")
            wins = names not in LOSES.get(wager[1], (LOW,))
            assert bool(printed) == wins, cards
            for hand in lying(cards.split(), rng):
                line = played(wager, hand, said, rng)
                assert line.result == ("win" if wins else "lose"), (hand, line)
                comes_back = unit == "to 1" or amount.startswith("$")
                assert line.returned == (5 * DOLLAR if comes_back else 0), (hand, line)
                if amount.startswith("$"):
                    assert line.paid == int(amount[1:]) * DOLLAR, hand
                elif unit in ("to 1", "for 1"):
                    assert line.paid == 5 * DOLLAR * int(amount), (hand, printed)
                else:
                    assert not printed or (line.level and f"{line.pays}".startswith(amount)), (hand, line)


PAIRS = {
    "As Ah Ks Kh Qs Qh": "two_pair", "2s 2h 3s 3h 4d 9c": "two_pair",
    "Ts Th 3d 5c 7h 9s": "pair_of_tens_or_better", "As Ah 3d 5c 7h 9s": "pair_of_tens_or_better",
    "9s 9h Ad Kc Qh 7s": "", "2s 2h Ad Kc Qh 7s": "",
    "As Kh Qd Js 9h 8d": "", "Ks As 2h 3d 4c 9c": "", "As Ks Qs Js 9h 8h": "",
}  # fmt: skip
"""Hands below three of a kind, and the row of Play and Blind that they have."""


@pytest.mark.clause(
    *("PA-669a.11(i)(2)", "PA-669a.11(i)(2)(i)", "PA-669a.11(i)(2)(ii)", "PA-669a.6(a)#2"),
    *("PA-669a.7(d)(1)", "PA-669a.7(d)(2)", "PA-669a.6(a)"),
    *("PA-669a.12(b)", "PA-669a.12(c)", "PA-669a.12(d)", "I-37", "I-96"),
)
@pytest.mark.parametrize("said", [["play 3x"], ["check", "play 2x"], ["check", "check", "play 1x"]])
def test_ante_play_and_blind_go_by_the_best_five_of_six(said: list[str]) -> None:
    """An Ante of $6: Play pays its own table on so many times the Ante, the Blind its own on $6."""
    rng = random.Random(f"stud {said}")
    times = int(said[-1][5])
    for cards, row in {**{one: names[-1] for one, names in SIX.items() if names}, **PAIRS}.items():
        hand = rng.sample(cards.split(), 6)
        seat = {"seat": 1, "cards": " ".join(hand[:3]), "wagers": {"ante": 6, "blind": 6}, "decisions": said}
        lines = settled("PA-669a", {}, seat, community=" ".join(hand[3:]))
        found = {line.id: (line.paid, line.returned) for line in lines}
        for name, clause, stake in (("play", "(c)", 6 * times), ("blind", "(d)", 6), ("ante", "", 6)):
            text = PRINTED[f"PA-669a.12{clause}"]["rows"].get(row, "") if clause else "1 to 1"
            won, _, per = text.replace(",", "").replace("Push", "0 to 1").partition(" to ")
            paid = stake * int(won) * DOLLAR // int(per) if row else 0
            assert found[name] == (paid, stake * DOLLAR if row else 0), (cards, name)
