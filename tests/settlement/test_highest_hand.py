"""Cover All: whose hand is the highest at the table, and by which column it pays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from feltlaw.table import Person
from tests.support.driver import Driver, drive
from tests.support.eyes import strength
from tests.support.settled import DOLLAR, PRINTED, settled

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
KINDS = {5: "straight_flush", 4: "three_of_a_kind", 3: "straight"}


def dealt(rng: random.Random, many: int) -> list[str]:
    """Three cards for each, of few ranks side by side; or two straights that are level, and any others."""
    start = rng.randrange(13)
    if rng.random() < 0.5:
        several = (3 * many + rng.choice([3, 7])) // 4
        ranks = {"23456789TJQKA"[(start + at) % 13] for at in range(several)}
        level, deck = [], [card for card in DECK if card[0] in ranks]
    else:
        run = "AKQJT98765432A"[start % 12 : start % 12 + 3]
        level = [" ".join(map("".join, zip(run, suits, strict=True))) for suits in ("shd", "hds")]
        deck = [card for card in DECK if card not in " ".join(level).split()]
    deck = rng.sample(deck, 3 * (many - len(level)))
    hands = [*level, *(" ".join(deck[at : at + 3]) for at in range(0, len(deck), 3))]
    return rng.sample(hands, many)


def kind(hand: str) -> str:
    cards = tuple(hand.split())
    found = strength(cards)
    if found[0] == 5 and {card[0] for card in cards} == set("AKQ"):
        return "mini_royal"
    return KINDS.get(found[0], "")


@pytest.mark.clause(
    *("MA-TCP.12(b)", "MA-TCP.12(c)", "MA-TCP.12(g)", "MA-TCP.12(k)", "MA-TCP.10(b)#3"),
    *("I-09", "I-98", "I-99", "I-100", "I-106", "I-108"),
)
@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 6, 7])
def test_only_the_highest_hand_is_paid_and_everybody_who_holds_it_is_named(many: int, folded: bool) -> None:
    """By the column of the hands dealt, whoever has folded or left; of equal hands each is the highest."""
    rng, away = random.Random(f"cover all {many} {folded}"), random.Random(f"away {many} {folded}")
    wins = set()
    for _ in range(30):
        *hands, dealer = dealt(rng, many + 1)
        said = [rng.choice(["play", "play", "fold", "surrender"]) for _ in hands]
        owners = [f"p{(at + 1) // 2}" for at in range(many)]
        left = {owner for owner in sorted({*owners}) if away.random() < 0.3}
        seats: list[dict[str, Any]] = []
        for at, (cards, word, owner) in enumerate(zip(hands, said, owners, strict=True), 1):
            wagers = {"ante": 10, **({"cover_all": 10} if at == 1 or rng.random() < 0.5 else {})}
            seat = {"seat": at, "player": owner, "cards": cards, "wagers": wagers}
            answer = {} if owner in left and word == "fold" else {"decisions": [word]}
            seats.append({**seat, **answer, **({"ruling": "left"} if owner in left else {})})
        offered = {"cover_all": {"folded_hands_count": folded}}
        lines = settled("MA-TCP", offered, *seats, dealer=dealer, adjacent_boxes=2)
        counts = {0: dealer}
        counts |= {at: hand for at, (hand, word) in enumerate(zip(hands, said, strict=True), 1)
                   if word == "play" or (word == "fold" and folded)}  # fmt: skip
        ranks = {at: strength(tuple(hand.split())) for at, hand in counts.items()}
        best = [at for at, rank in ranks.items() if rank == max(ranks.values())]
        row = kind(counts[best[0]])
        odds = PRINTED["MA-TCP.12(k)"]["players"][str(many)][row].split(" to ") if row else ["0", "1"]
        due = 10 * DOLLAR * int(odds[0]) // int(odds[1])
        found = [line for line in lines if line.id == "cover_all"]
        assert {one.seat for one in found} == {one["seat"] for one in seats if "cover_all" in one["wagers"]}
        for line in found:
            assert (line.paid, line.returned) == (due, 10 * DOLLAR if due else 0), (hands, dealer, said)
            assert sorted(line.held_by) == sorted(best), (hands, dealer, said)
        wins.add((row, len(best) > 1))
    assert {won for won, _ in wins} >= {"", "straight"} and (many == 1 or any(several for _, several in wins))


def boxes(owners: str, staked: str) -> Driver:
    """A table with these owners at boxes 1, 2, 3 …, each with a wager where `staked` has an x."""
    table = drive("MA-TCP", wagers={"cover_all": {}}, limits={"adjacent_boxes": 3})
    for seat, owner in enumerate(owners, 1):
        new = owner not in table.state.seats.values()
        table.do("sit", Person("player", owner), seat=seat)
        if new:
            table.do("buy_in", Person("player", owner), amount=100_000_00)
    table.until("betting")
    bets = {seat: {"ante": 1000, "cover_all": 500} for seat, word in enumerate(staked, 1) if word == "x"}
    bets |= {seat: {"pair_plus": 500} for seat, word in enumerate(staked, 1) if word == "p"}
    table.bet(bets)
    table.do("no_more_bets")
    return table


@pytest.mark.clause("MA-TCP.12(c)", "MA-TCP.12(e)", "MA-TCP.12(k)", "I-99")
@pytest.mark.parametrize(
    ("owners", "staked", "many"),
    [("a", "x", 1), ("aa", "xx", 2), ("aaa", "xxx", 3), ("aab", "xxx", 3), ("aab", "xpx", 3),
     ("abb", "x.x", 2), ("aaab", "..xx", 2), ("aabbc", "xxxpx", 5), ("abc", "xpp", 3)],
)  # fmt: skip
@pytest.mark.parametrize("first", ["play", "fold"])
def test_the_shuffler_counts_hands_dealt_and_shows_the_payouts_that_are_paid(
    owners: str, staked: str, many: int, first: str
) -> None:
    """Not persons, not boxes without a wager, and not less for a fold; with Pair Plus alone a hand counts."""
    table = boxes(owners, staked)
    seat = staked.index("x") + 1
    table.finish(**{f"seat_{seat}": first})
    assert [event.data.players for event in table.events("show_number_of_players")] == [many]
    paid = next(line for line in table.lines() if line.id == "cover_all")
    if paid.paid:
        text = PRINTED["MA-TCP.12(k)"]["players"][str(many)][paid.outcome]
        assert f"{paid.pays}" == text


DECIDED = {
    "3(b)(1)": [
        ("Kc Qc Jc", "Qh Jh Th", "straight flush, king high"),
        ("2c 3c 4c", "Ah 2h 3h", "straight flush, 4 high"),
    ],
    "3(b)(2)": [("Ac Ad Ah", "Kc Kd Kh", "three aces"), ("3c 3d 3h", "2c 2d 2h", "three 3s")],
    "3(b)(3)": [
        ("Ac Kd Qh", "Kc Qd Jh", "straight, ace high"),
        ("2c 3d 4h", "Ah 2s 3s", "straight, 4 high"),
    ],
    "3(b)(4)": [
        ("Ac 5c 2c", "Kh Qh Th", "flush, ace high"),
        ("Kc Tc 2c", "Kh 9h 8h", "flush, king high"),
        ("Kc 9c 4c", "Kh 9h 3h", "flush, king high"),
    ],
    "3(b)(5)": [
        ("3c 3d 2h", "2c 2d Ah", "pair of 3s, 2 kicker"),
        ("Kc Kd Ac", "Kh Ks 4d", "pair of kings, ace kicker"),
        ("Kc 3d Kd", "2d Kh Ks", "pair of kings, 3 kicker"),
    ],
    "3(c)": [
        ("Ac 5h 2c", "Kh Qd Th", "ace high"),
        ("Kc Td 2c", "Kh 9d 8h", "king high"),
        ("Kc 9d 4c", "Kh 9s 3h", "king high"),
    ],
}
"""Of two hands of a kind the higher and the lower, by each of the cards that may decide."""
LEVEL = {
    "3(b)(1)": ("4c 5c 6c", "4h 5h 6h", "straight flush, 6 high"),
    "3(b)(3)": ("Ac 2d 3h", "Ah 2s 3s", "straight, 3 high"),
    "3(b)(4)": ("Kc 9c 4c", "Kh 9h 4h", "flush, king high"),
    "3(b)(5)": ("Kc Kd 4c", "Kh Ks 4d", "pair of kings, 4 kicker"),
    "3(c)": ("Kc 9d 4c", "Kh 9s 4h", "king high"),
}


def among(hands: dict[int, str]) -> tuple[str, list[int]]:
    """The highest hand, and whose it is; seat 3 has bet on it, and 0 is the dealer."""
    hands = {0: "8s 7s 5d", 3: "8d 6s 4s"} | hands
    seats: list[dict[str, Any]] = [
        {"seat": at, "cards": cards, "wagers": {"ante": 10, **({"cover_all": 5} if at == 3 else {})},
         "decisions": ["play"]}
        for at, cards in hands.items() if at
    ]  # fmt: skip
    lines = settled("MA-TCP", {"cover_all": {}}, *seats, dealer=hands[0])
    (line,) = [one for one in lines if one.id == "cover_all"]
    return line.hand, sorted(line.held_by)


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.clause(f"MA-TCP.{kind}", "MA-TCP.12(c)")) for kind in DECIDED],
)
@pytest.mark.parametrize(("one", "other"), [(5, 2), (2, 5), (2, 0), (0, 5), (3, 2), (0, 3)])
def test_of_two_hands_of_a_kind_the_higher_alone_is_named(kind: str, one: int, other: int) -> None:
    """Down to the last card that decides, whoever holds them; of level hands both are."""
    for higher, lower, title in DECIDED[kind]:
        assert among({one: higher, other: lower}) == (title, [one]), (higher, lower)
    if kind in LEVEL:
        first, second, title = LEVEL[kind]
        assert among({one: first, other: second}) == (title, sorted([one, other]))
