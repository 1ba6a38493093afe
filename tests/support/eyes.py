"""Which cards lie where and who may see them, told from the deck, the wagers and the chapters' texts alone.

A model of its own: it looks at no state and at no view. It is told the order of the deck, who staked what,
how hands were set and which events happened (their kinds and seats), and it knows from .8 to .11
(Massachusetts 7 to 13) what each of them shows to whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Hand = tuple[str, ...]
RANKS = "23456789TJQKA"
CARDS = {"PA-680a": 5}
"""How many cards a hand has, where it is not three."""
COMMUNITY = {
    "PA-649a": (2, ("five_card_progressive", "five_card_hand_bonus_player", "five_card_hand_bonus_dealer")),
    "MA-TCP": (2, ("multi_game_link",)),
    "PA-669a": (3, ("ante",)),
}
"""How many community cards there are, and for which wagers (649a.8(d)#2, 669a.8(d)(2), MA 13(g)bis)."""
STAYS = {
    "PA-649a": {"six_card_bonus", "five_of_six_progressive", "five_card_hand_bonus_player",
                "five_card_hand_bonus_dealer"},
    "MA-TCP": {"pair_plus", "six_card_bonus"},
    "PA-679a": {"prime", "pair_bonus", "all_six_bonus"},
    "PA-669a": {"three_card_progressive", "six_card_bonus"},
}  # fmt: skip
"""Wagers for which a folded hand stays and is turned up (649a.11(c), MA 10(b), 679a.11(c), 669a.11(f))."""


@dataclass
class Eyes:
    """One round."""

    regulation: str
    deal: str
    order: Sequence[str]
    """The cards in the order they leave the deck, after any cut."""
    stakes: Mapping[int, Mapping[str, object]]
    fourths: str = "card"
    """679a: `card`, `stack` (four-card stacks) or `community`."""
    held: bool = False
    """MA: the dealer's stack stays in the shoe until forfeits are cleared."""
    at: dict[tuple[str, int], Hand] = field(default_factory=dict)
    """By group and seat, the cards that will lie there when all are dealt."""
    up: set[str] = field(default_factory=set)
    """What everybody has seen."""
    examined: bool = False
    """Whether players have looked at their own cards."""
    left: dict[int, str] = field(default_factory=dict)
    three: dict[int, Hand] = field(default_factory=dict)
    looked: list[int] = field(default_factory=list)
    streets: int = 0
    dealt: int = 0
    """Deliveries so far; with an automated shoe each is a stack."""
    best: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for place, card in zip(self.deal_order(), self.order, strict=False):
            self.at[place] = (*self.at.get(place, ()), card)

    # ── the deal ──

    def deal_order(self) -> list[tuple[str, int]]:
        """Where each card goes: one at a time clockwise, or stack by stack, seat 1 first, the dealer last."""
        many = CARDS.get(self.regulation, 3)
        hands = [("player", seat) for seat in sorted(self.stakes)]
        if self.regulation != "PA-669a":
            hands.append(("dealer", 0))
        if self.deal != "automated_shoe":
            found = [place for _ in range(many) for place in hands]
        else:
            found = []
            for place in hands:
                found += [place] * many
                if self.fourths == "stack":
                    found.append(("fourth", place[1]) if self._has_fourth(place[1]) else ("rack", 0))
        if self.regulation == "PA-679a" and self.fourths == "card":
            found += [("fourth", seat) for seat in sorted(self.stakes) if self._has_fourth(seat)]
        cards, wagers = COMMUNITY.get(self.regulation, (0, ()))
        if self.regulation == "PA-679a" and self.fourths == "community":
            cards, wagers = 1, ("pair_bonus",)
        if any(wager in box for box in self.stakes.values() for wager in wagers):
            found += [("community", 0)] * cards
        return found

    def _has_fourth(self, seat: int) -> bool:
        return "pair_bonus" in self.stakes.get(seat, {})

    # ── what happens ──

    def happened(self, kind: str, seat: int = 0, act: str = "") -> None:
        """An event of this kind, about this seat."""
        self.dealt += kind == "deal"
        if kind in ("rack_stub", "count_stub") or (self.held and self.dealt == len(self.stakes)):
            self.examined = True
        if kind in ("rack_stub", "count_stub", "deal"):
            return
        if kind == "decide" and act in ("fold", "surrender"):
            self.left[seat] = act
            if self.regulation == "PA-669a":
                self._collected([seat])
        elif kind == "collect_forfeits" and self.regulation != "PA-669a":
            self._collected(sorted(self.left, reverse=True))
        elif kind == "reveal_dealer":
            self.up |= set(self.at["dealer", 0])
        elif kind == "reveal_community":
            self._community()
        elif kind == "reveal_fourth":
            self.up |= set(self.at["fourth", seat])
        elif kind == "turn_up_player":
            self.up |= set(self._turned_up(seat))
        elif kind == "settle_player" and self.regulation == "PA-680a":
            if qualifies(self.three[seat]) or "bonus" in self.stakes[seat]:
                self.up |= set(self.at["player", seat])
        elif kind == "settle_rest" and self.regulation == "PA-680a":
            for one, box in self.stakes.items():
                self.up |= set(self.at["player", one]) if "pot" in box else set()

    def _community(self) -> None:
        """Street by street in 669a.11(c), (e), (h); all of them elsewhere."""
        cards = self.at["community", 0]
        if self.regulation == "PA-669a":
            self.up.add(cards[self.streets])
            self.streets += 1
        else:
            self.up |= set(cards)

    def _turned_up(self, seat: int) -> Hand:
        """All cards of a hand; of one that was set, its three-card hand (680a.11(d))."""
        return self.three[seat] if self.regulation == "PA-680a" else self.at["player", seat]

    def _collected(self, seats: Sequence[int]) -> None:
        """With a Cover All wager the dealer looks at folded hands that leave, and one that is a straight or
        higher, and higher than those before, stays exposed (MA 12(h)a, I-100)."""
        if not any("cover_all" in box for box in self.stakes.values()):
            return
        for seat in seats:
            stays = STAYS[self.regulation] & set(self.stakes[seat])
            if self.left[seat] != "fold" or stays:
                continue
            value = strength(self.at["player", seat])
            if value >= STRAIGHT and value > self.best:
                self.best = value
                self.up |= set(self.at["player", seat])

    # ── who may see ──

    def own(self, seats: Sequence[int]) -> set[str]:
        """What a player with these seats has looked at."""
        return (
            {card for seat in seats for card in self.at.get(("player", seat), ())} if self.examined else set()
        )

    def seen(self, seats: Sequence[int]) -> set[str]:
        return self.up | self.own(seats)


# ── hands ──

VALUES = {rank: min(at + 2, 10) for at, rank in enumerate(RANKS[:-1])} | {"A": 1}


def qualifies(three: Hand) -> bool:
    """Whether three cards can total 10, 20 or 30; a joker counts 3, 6 or 9 (680a.1, 6)."""
    jokers = three.count("Jk")
    plain = sum(VALUES[card[0]] for card in three if card != "Jk")
    return any((plain + more) in (10, 20, 30) for more in ((3, 6, 9) if jokers else (0,)))


def points(two: Hand) -> int:
    """A Point Count, the joker at its best (680a.6)."""
    plain = sum(VALUES[card[0]] for card in two if card != "Jk")
    totals = [plain + more for more in ((3, 6, 9) if "Jk" in two else (0,))]
    return max(total - 10 if total > 10 else total for total in totals)


def house_way(five: Hand) -> Hand:
    """The three-card hand of five cards: one that qualifies, where there is one, with the best other two."""
    threes = list(combinations(five, 3))
    good = [three for three in threes if qualifies(three)] or threes
    return max(good, key=lambda three: points(tuple(card for card in five if card not in three)))


STRAIGHT = (3,)


def strength(three: Hand) -> tuple[int, ...]:
    """A three-card hand as numbers that compare: its kind, then its cards (MA 4)."""
    ranks = sorted((RANKS.index(card[0]) for card in three), reverse=True)
    flush = len({card[1] for card in three}) == 1
    if ranks == [12, 1, 0]:
        ranks, run = [1, 0, -1], True
    else:
        run = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if run and flush:
        return (5, *ranks)
    if len(set(ranks)) == 1:
        return (4, *ranks)
    if run:
        return (3, *ranks)
    if flush:
        return (2, *ranks)
    pair = next((rank for rank in ranks if ranks.count(rank) == 2), None)
    return (0, *ranks) if pair is None else (1, pair, *ranks)
