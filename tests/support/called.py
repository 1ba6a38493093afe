"""Hands of every kind, put together and named as they are put together: a low ace, kickers, and what the
joker is used as. Nothing here asks a ranking of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement

Named = Iterator[tuple[str, str]]
"""Cards, and what they are called."""
Kinds = dict[str, Callable[[int], Named]]
"""Hands of each kind, out of how many cards a hand is read from."""
LOW_TO_HIGH = "A23456789TJQKA"
RANKS = LOW_TO_HIGH[1:]
NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
UNLISTED = "no listed hand"
MORE = {3: 0, 5: 0, 6: 1}
"""How many cards are left out of a hand, by how many it is read from."""


def name(rank: str) -> str:
    return NAMES.get(rank, rank)


def highest(*ranks: str) -> str:
    return max(ranks, key=RANKS.index)


def dealt(ranks: str, suits: str) -> str:
    return " ".join(f"{rank}{suit}" for rank, suit in zip(ranks, suits, strict=True))


def alike(*groups: tuple[str, int]) -> str:
    """So many cards of each rank, never five of a suit."""
    found = []
    for at, (rank, many) in enumerate(groups):
        found += [f"{rank}{'cdhs'[(at + nth) % 4]}" for nth in range(many)]
    return " ".join(found)


def size_of(of: int) -> int:
    return 3 if of == 3 else 5


def runs(size: int) -> Iterator[str]:
    """Ranks in a row from the lowest run, which begins with the ace, to the one that ends with it."""
    return (LOW_TO_HIGH[low : low + size] for low in range(len(LOW_TO_HIGH) - size + 1))


# ── without a joker: each takes how many cards a hand is read from ──


def with_a_sixth(ranks: str) -> Iterator[tuple[str, str]]:
    """Another rank beside a run of five, and the upper end of the highest run that there is then: a card
    above it makes it end higher, one below it or anywhere else, or of a rank that is there, does not."""
    above = LOW_TO_HIGH[LOW_TO_HIGH.index(ranks) + 5 :][:1]
    for rank in RANKS:
        yield rank, rank if rank == above else ranks[-1]


def straight(of: int) -> Named:
    for ranks in runs(size_of(of)):
        run = dealt(ranks, "cdhcd"[: len(ranks)])
        if not MORE[of]:
            yield run, f"straight, {name(ranks[-1])} high"
        for rank, high in with_a_sixth(ranks) if MORE[of] else ():
            yield f"{run} {rank}s", f"straight, {name(high)} high"
            yield f"{rank}s {run}", f"straight, {name(high)} high"


def straight_flush(of: int) -> Named:
    """A sixth card of another suit makes none of it longer; one of the same may, and with an ace at the upper
    end it is a royal flush."""
    for ranks in list(runs(size_of(of)))[:-1]:
        for suit in "cdh":
            run = dealt(ranks, suit * len(ranks))
            if not MORE[of]:
                yield run, f"straight flush, {name(ranks[-1])} high"
            for rank, high in with_a_sixth(ranks) if MORE[of] else ():
                yield f"{run} {rank}s", f"straight flush, {name(ranks[-1])} high"
                if rank not in ranks and (high, ranks[-1]) != ("A", "K"):
                    yield f"{rank}{suit} {run}", f"straight flush, {name(high)} high"


def royal(of: int) -> Named:
    ranks = "AKQJT"[: size_of(of)]
    for suit, said in SUITS.items():
        kind = "mini-royal" if of == 3 else "royal flush"
        other = "c" if suit == "s" else "s"
        for sixth in (*(f" {rank}{other}" for rank in RANKS), *(f" {rank}{suit}" for rank in "2345678")):
            yield dealt(ranks, suit * len(ranks)) + (sixth if MORE[of] else ""), f"{kind} of {said}"
            if not MORE[of]:
                break


def flush(of: int) -> Named:
    """By its own highest card, whatever lies beside it; of six of a suit by the highest of them."""
    low = "24" if of == 3 else "2346"
    for high in RANKS[RANKS.index(low[-1]) + 1 :]:
        cards = dealt(low + high, "h" * size_of(of))
        sixths = {"2s", "As", "9s"} - {f"{high}s"} | ({"8h"} if high in "9TJQKA" else set())
        for sixth in sorted(sixths) if MORE[of] else ("",):
            yield f"{cards} {sixth}".strip(), f"flush, {name(high)} high"


def four_of_a_kind(of: int) -> Named:
    for rank in RANKS:
        for others in combinations_with_replacement(RANKS.replace(rank, ""), 1 + MORE[of]):
            cards = alike((rank, 4), *((one, others.count(one)) for one in dict.fromkeys(others)))
            yield cards, f"four {name(rank)}s, {name(highest(*others))} kicker"


def full_house(of: int) -> Named:
    for three in RANKS:
        for two in RANKS.replace(three, ""):
            for other in RANKS.replace(three, "").replace(two, "") if MORE[of] else [""]:
                cards = alike((three, 3), (two, 2)) + (f" {other}h" if other else "")
                yield cards, f"full house, {name(three)}s over {name(two)}s"
    for high, low in combinations(reversed(RANKS), 2) if MORE[of] else ():
        yield alike((low, 3), (high, 3)), f"full house, {name(high)}s over {name(low)}s"


def three_of_a_kind(of: int) -> Named:
    for rank in RANKS:
        for others in list(combinations(RANKS.replace(rank, ""), of - 3))[::7] if of > 3 else [()]:
            yield alike((rank, 3), *((one, 1) for one in others)), f"three {name(rank)}s"


def two_pair(of: int) -> Named:
    for high, low in combinations(reversed(RANKS), 2):
        rest = RANKS.replace(high, "").replace(low, "")
        for others in combinations(rest, 1 + MORE[of]):
            cards = alike((high, 2), (low, 2), *((one, 1) for one in others))
            said = f"two pair, {name(high)}s and {name(low)}s"
            yield cards, f"{said}, {name(highest(*others))} kicker"
    for high, low, third in combinations(reversed(RANKS), 3) if MORE[of] else ():
        cards = alike((third, 2), (high, 2), (low, 2))
        yield cards, f"two pair, {name(high)}s and {name(low)}s, {name(third)} kicker"


def pair(of: int) -> Named:
    for rank in RANKS:
        for others in list(combinations(RANKS.replace(rank, ""), of - 2))[:: 1 if of == 3 else 11]:
            if of > 3 and any(set(run) <= {rank, *others} for run in runs(5)):
                continue
            cards = alike((rank, 2), *((one, 1) for one in others))
            yield cards, f"pair of {name(rank)}s, {name(highest(*others))} kicker"


def high_card(of: int) -> Named:
    for held in combinations(RANKS, of):
        if not any(set(run) == set(held) for run in runs(3)):
            yield dealt("".join(held), "chd"), f"{name(highest(*held))} high"


def with_six(kind: str) -> Callable[[int], Named]:
    """Ace down to 9 in a suit."""

    def six(_: int) -> Named:
        return ((dealt("AKQJT9", suit * 6), f"{kind} of {said}") for suit, said in SUITS.items())

    return six


# ── Saigon's Bonus, with the joker and without it ──


def five_aces(_: int) -> Named:
    yield "Jk Ac Ad Ah As", "five aces"


def royal_alone(_: int) -> Named:
    yield from ((cards, f"{title}, no joker") for cards, title in royal(5))


def royal_with_joker(_: int) -> Named:
    for cards, title in royal(5):
        for card in cards.split():
            yield cards.replace(card, "Jk"), f"{title} with the joker"


def completed(ranks: str) -> Iterator[tuple[str, str]]:
    """A run with the joker for one of its cards, and the highest card there is then.

    For the lowest it stands above the others; only an ace has nothing above it."""
    for at in range(5):
        others = ranks[:at] + ranks[at + 1 :]
        above = LOW_TO_HIGH[LOW_TO_HIGH.rindex(ranks[-1]) + 1 :] if at == 0 else ""
        yield others, above[:1] or ranks[-1]


def straight_and_joker(of: int) -> Named:
    yield from straight(of)
    for ranks in runs(5):
        for others, high in completed(ranks):
            yield f"Jk {dealt(others, 'cdhs')}", f"straight, {name(high)} high"


def straight_flush_and_joker(of: int) -> Named:
    yield from straight_flush(of)
    for ranks in list(runs(5))[:-1]:
        for others, high in completed(ranks):
            if high != "A":
                for suit in SUITS:
                    yield f"Jk {dealt(others, suit * 4)}", f"straight flush, {name(high)} high"


def four_and_joker(of: int) -> Named:
    yield from four_of_a_kind(of)
    for rank in RANKS[:-1]:
        yield f"Jk {alike((rank, 4))}", f"four {name(rank)}s, ace kicker"
        yield f"Jk {alike(('A', 3), (rank, 1))}", f"four aces, {name(rank)} kicker"


def full_house_and_joker(of: int) -> Named:
    yield from full_house(of)
    for rank in RANKS[:-1]:
        yield f"Jk {alike(('A', 2), (rank, 2))}", f"full house, aces over {name(rank)}s"
        yield f"Jk {alike((rank, 3), ('A', 1))}", f"full house, {name(rank)}s over aces"


def flush_and_joker(of: int) -> Named:
    """The joker is the ace, or beside the ace the highest card that is not there."""
    yield from flush(of)
    for held in list(combinations(RANKS, 4))[::3]:
        if not any(set(held) <= set(run) for run in runs(5)):
            yield f"Jk {dealt(''.join(held), 'dddd')}", "flush, ace high"


def three_and_joker(of: int) -> Named:
    yield from three_of_a_kind(of)
    for rank, other in combinations(RANKS[:-1], 2):
        yield f"Jk {alike(('A', 2), (rank, 1), (other, 1))}", "three aces"
        yield f"Jk {alike((rank, 3), (other, 1))}", f"three {name(rank)}s"
        yield f"Jk {alike((other, 3), (rank, 1))}", f"three {name(other)}s"


def two_pair_and_joker(of: int) -> Named:
    """With an ace the joker is a pair, the higher one; beside two pairs it is the card left over."""
    yield from two_pair(of)
    for rank, other in combinations(reversed(RANKS[:-1]), 2):
        said = f"two pair, {name(rank)}s and {name(other)}s, ace kicker"
        yield f"Jk {alike((rank, 2), (other, 2))}", said
        for two, one in ((rank, other), (other, rank)):
            cards = f"Jk {alike((two, 2), ('A', 1), (one, 1))}"
            yield cards, f"two pair, aces and {name(two)}s, {name(one)} kicker"


def below_two_pair(of: int) -> Named:
    """A pair, with the joker or without it, is no hand of the Bonus."""
    yield from ((cards, UNLISTED) for cards, _ in pair(of))
    for rank in RANKS[:-1]:
        for others in combinations(RANKS[:-1].replace(rank, ""), 2):
            yield f"Jk {alike((rank, 2), *((one, 1) for one in others))}", UNLISTED


SEVEN: Kinds = {
    "royal_flush": royal, "straight_flush": straight_flush, "four_of_a_kind": four_of_a_kind,
    "full_house": full_house, "flush": flush, "straight": straight, "three_of_a_kind": three_of_a_kind,
}  # fmt: skip
NINE: Kinds = {**SEVEN, "two_pair": two_pair, "pair": pair}
THREE: Kinds = {
    "mini_royal": royal, "straight_flush": straight_flush, "three_of_a_kind": three_of_a_kind,
    "straight": straight, "flush": flush, "pair": pair,
}  # fmt: skip
WITH_HIGH: Kinds = {**THREE, "high_card": high_card}
BONUS: Kinds = {
    "five_aces": five_aces, "royal_flush_no_joker": royal_alone, "royal_flush_with_joker": royal_with_joker,
    "straight_flush": straight_flush_and_joker, "four_of_a_kind": four_and_joker,
    "full_house": full_house_and_joker, "flush": flush_and_joker, "straight": straight_and_joker,
    "three_of_a_kind": three_and_joker, "two_pair": two_pair_and_joker, "nothing": below_two_pair,
}  # fmt: skip
KINDS: dict[tuple[str, str], Kinds] = {
    ("PA-649a", "three_card"): WITH_HIGH,
    ("PA-649a", "five_card"): SEVEN,
    ("PA-649a", "five_of_six"): SEVEN,
    ("PA-649a", "six_card"): {"super_royal": with_six("Super Royal"), **SEVEN},
    ("MA-TCP", "three_card"): WITH_HIGH,
    ("MA-TCP", "five_card"): SEVEN,
    ("MA-TCP", "six_card"): SEVEN,
    ("PA-679a", "three_card"): WITH_HIGH,
    ("PA-679a", "six_card"): {"six_card_royal_flush": with_six("six-card royal flush"), **SEVEN},
    ("PA-669a", "three_card"): THREE,
    ("PA-669a", "six_card"): NINE,
    ("PA-680a", "bonus_hand"): BONUS,
}
"""The kinds of hands of each list: 649a.6(b), (d); MA 3(b); 679a.6(b), (d); 669a.6(b), (c); 680a.6(c)."""
