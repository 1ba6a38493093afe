"""What a hand is, by evaluators that are no part of the program, and what the printed tables give for it."""

from __future__ import annotations

import numpy as np

from feltlaw.cards import parse_cards
from tests.support.eyes import Hand, strength
from tests.support.hands import STEP, WITH_JOKER, evaluate, evaluate_with_joker
from tests.support.settled import PRINTED

THREE = ("nothing", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
FIVE = (
    "nothing", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush", "royal_flush", "five_aces",
)  # fmt: skip
LOWER = {
    "mini_royal_of_spades": "mini_royal",
    "mini_royal": "straight_flush",
    "royal_flush_of_spades": "royal_flush",
    "royal_flush": "straight_flush",
}
"""What a hand is where a table has no row for the higher name."""
SPADES, TENS = 3, 8


def in_three(cards: Hand) -> str:
    found = THREE[strength(cards)[0]]
    if found == "straight_flush" and {card[0] for card in cards} == set("AKQ"):
        return "mini_royal_of_spades" if cards[0][1] == "s" else "mini_royal"
    return found


def in_five(cards: Hand) -> str:
    """The best five of five or six cards; a pair of tens or better has a name of its own."""
    numbers = [int(card) for card in parse_cards(" ".join(card for card in cards if card != "Jk"))]
    joker = "Jk" in cards
    kind = int((evaluate_with_joker if joker else evaluate)(np.array([numbers]))[0]) % WITH_JOKER
    name, detail = FIVE[kind // STEP], kind % STEP
    if name == "pair":
        return "pair_of_tens_or_better" if detail >= TENS else "pair"
    if name == "royal_flush" and len(cards) == 5 and joker:
        return "royal_flush_with_joker"
    return f"{name}_of_spades" if name == "royal_flush" and detail == SPADES else name


# ── odds ──


def row(clause: str, hand: str) -> str:
    rows = PRINTED[clause]["rows"]
    while rows.get(hand, "") in ("", "N/A") and hand in LOWER:
        hand = LOWER[hand]
    return str(rows.get(hand, "")).replace("N/A", "")


def pay(odds: str, stake: int, meter: int = 0) -> tuple[int, int]:
    """What is paid and what comes back, to the cent and a broken cent up (I-02)."""
    if odds.lower() == "push":
        return 0, stake
    if "%" in odds:
        return -(-meter * int(odds.partition("%")[0]) // 100), 0
    many, word, one = odds.lower().replace(",", "").partition(" to ")
    if word:
        return -(-stake * int(many) // int(one)), stake
    many, word, _ = odds.lower().replace(",", "").partition(" for ")
    return (stake * int(many), 0) if word else (0, 0)
