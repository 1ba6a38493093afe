"""The second half of a round that is told: hands turned up, wagers settled in order, cards racked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.support.driver import REGULATIONS
from tests.support.eyes import STRAIGHT, points, qualifies, strength
from tests.support.parts import terms
from tests.support.told import Act, Told
from tests.support.worth import ENVIES, Worth, envy, main, side


def _in_turn(regulation: str) -> tuple[str, ...]:
    """What is settled for one player, in order, as the second statement of the law has it."""
    found = {
        int(term.path.removeprefix("settlement.each_player[").removesuffix("]")): dict(term.facts)["settle"]
        for term in terms(regulation)
        if term.path.startswith("settlement.each_player[")
    }
    return tuple(found[at] for at in sorted(found))


TURN = {name: _in_turn(name) for name in REGULATIONS}
"""The order inside one player's turn."""
WITH_COMMUNITY = (
    "five_card_progressive", "five_card_hand_bonus_player", "five_card_hand_bonus_dealer", "multi_game_link",
)  # fmt: skip
GIVEN_UP = {
    "PA-649a": {"ante": "11(b)", "pair_plus": "11(b)(1)", "three_card_progressive": "11(b)(2)",
                "five_card_progressive": "11(b)(2)"},
    "MA-TCP": {"ante": "10(b)", "three_card_progressive": "13(c)#2", "multi_game_link": "13(c)#2"},
    "PA-679a": {"ante": "11(b)"},
    "PA-669a": {"ante": "11(f)", "blind": "11(f)", "three_card_progressive": "11(g)"},
    "PA-680a": {},
}  # fmt: skip
"""What a fold costs, and by which paragraph."""
SEEDS = {
    "three_card_progressive": 1_000_00,
    "five_card_progressive": 10_000_00,
    "five_of_six_progressive": 10_000_00,
    "multi_game_link": 10_000_00,
}
"""For a $1 wager: 649a.12(e)(3), (h)(3), (j)(3), 669a.12(e)(3), MA 13(g)."""
CHIPS = ("three_card_progressive", "five_card_progressive", "five_of_six_progressive", "multi_game_link")
"""Wagers whose chips the dealer takes off the layout before the deal (649a.8(b)#2, MA 13(b))."""


class ToldSettled(Told):
    """From the dealer's cards to the rack."""

    def _settle(self) -> Iterator[Act]:
        seats = [seat for seat in self.down if self.shown(seat)]
        covered = any("cover_all" in box for box in self.stakes.values())
        if covered and strength(self.at["dealer"]) >= STRAIGHT and strength(self.at["dealer"]) > self.best:
            self.best = strength(self.at["dealer"])
        for seat in seats:
            three = self.set.get(seat)
            yield self._turned("turn_up_player", self.place(seat), three)
            if self.by_step:
                continue
            for worth in self._worths(seat):
                yield from self._paid(seat, worth)
            if self.name == "MA-TCP":
                yield from self._leave(seat, covered=covered)
        if self.by_step:
            yield from self._by_step(seats, covered=covered)

    def _by_step(self, seats: Sequence[int], *, covered: bool) -> Iterator[Act]:
        """Each step for all players: losing wagers, winning wagers, hands (MA 10(c)(1))."""
        every = [(seat, worth) for seat in seats for worth in self._worths(seat)]
        for seat, worth in every:
            if worth.result == "lose":
                yield self._line(seat, worth)
        for seat, worth in every:
            if worth.result != "lose":
                yield from self._paid(seat, worth)
        for seat in seats:
            yield from self._leave(seat, covered=covered)

    def _worths(self, seat: int) -> Iterator[Worth]:
        bets = self.bets[seat]
        found = (
            {}
            if self.folded(seat) or "ante" not in bets
            else main(self.name, self.cards(seat), bets, self.tables)
        )
        for wager in TURN[self.name]:
            if wager in found:
                yield found[wager]
            elif (
                wager in bets
                and wager not in ("ante", "play", "blind")
                and not self._gone_already(seat, wager)
            ):
                yield self._side(seat, wager)

    def _gone_already(self, seat: int, wager: str) -> bool:
        return bool(self.folded(seat)) and wager in GIVEN_UP[self.name]

    def _side(self, seat: int, wager: str) -> Worth:
        meter = self.meters.get(wager, 0)
        return side(
            self.name, wager, self.cards(seat), self.bets[seat][wager], meter=meter, tables=self.tables
        )

    def _paid(self, seat: int, worth: Worth) -> Iterator[Act]:
        """A line, and what comes before it: community and fourth cards, the verification of a win."""
        wager, place = worth.wager, f"fourth {seat}"
        if wager in WITH_COMMUNITY and "community" not in self.up:
            yield self._turned("reveal_community", "community")
        if wager == "pair_bonus" and worth.paid and place not in self.up:
            yield self._turned("reveal_fourth", place)
        electronic = wager.startswith("five_card_hand")
        if "%" in worth.odds:
            self.by_hand = self.by_hand or self.name != "MA-TCP"
            self.meters[wager] = (
                SEEDS[wager] if worth.odds.startswith("100%") else self.meters[wager] - worth.paid
            )
        if worth.paid and (wager in CHIPS or electronic):
            yield Act(self.dealer, "verify_win", (seat, wager))
            if self.name == "MA-TCP":
                yield Act(self.dealer, "call_floorperson", (seat,))
            if not electronic or worth.odds == "500 for 1" or "%" in worth.odds:
                yield Act(self.floor, "validate", (seat, wager))
        if wager == "bonus" or (self.name == "PA-680a" and qualifies(self.set[seat])):
            self.up[self.place(seat)] = self.at[self.place(seat)]
        yield self._line(seat, worth)

    def _leave(self, seat: int, *, covered: bool) -> Iterator[Act]:
        """A settled hand is racked unless it is the highest yet or gives envy (MA 10(c), 12(h), 13(e)b)."""
        hand = self.at[self.place(seat)]
        if covered and strength(hand) >= STRAIGHT and strength(hand) > self.best:
            self.best = strength(hand)
            yield from self._back()
            self.exposed.append(seat)
        elif self._envied(seat):
            self.exposed.append(seat)
        else:
            yield self._to_rack(self.place(seat))

    def _back(self) -> Iterator[Act]:
        """Hands that a higher one drives off the table."""
        for other in [one for one in self.exposed if not self._envied(one)]:
            self.exposed.remove(other)
            yield self._to_rack(self.place(other))

    def _envied(self, seat: int, wager: str = "") -> int:
        """What a hand brings to each other player with the wager, or with any; one racked unseen brings
        nothing, nor a folded one in Massachusetts (I-48)."""
        if not self.shown(seat) or (self.name == "MA-TCP" and self.folded(seat)):
            return 0
        others = [box for one, box in self.stakes.items() if self.owners[one] != self.owners[seat]]
        wagers = [wager] if wager else [one[0] for one in ENVIES.get(self.name, ())]
        return sum(
            envy(self.name, one, self.cards(seat), self.tables)
            for one in wagers
            if any(one in box for box in others)
        )

    def _after_all(self) -> Iterator[Act]:
        if self.name in ("PA-649a", "MA-TCP") and "community" in self.at and "community" not in self.up:
            yield self._turned("reveal_community", "community")
        for seat in self.down:
            if "cover_all" in self.bets[seat]:
                yield self._line(seat, self._side(seat, "cover_all"))
        for wager, award, table, _ in ENVIES.get(self.name, ()):
            named = self.tables.get(wager, table) if self.name == "MA-TCP" else table
            cited = (f"{self.name}.{self.tables.get(f'envy {wager}', named)}",)
            for seat in self.down:
                others = [one for one in self.down if self.owners[one] != self.owners[seat]]
                for other in others if wager in self.stakes[seat] else ():
                    if cents := self._envied(other, wager):
                        yield self._line(seat, Worth(award, cents, 0, cited))
        yield from self._pot()

    def _pot(self) -> Iterator[Act]:
        """The highest two cards take it; who ties divides it, odd cents in order (680a.11(f), I-137)."""
        counts = {seat: points(self.cards(seat).two) for seat in self.down if "pot" in self.bets[seat]}
        winners = [seat for seat in counts if counts[seat] == max(counts.values())]
        pot = sum(self.bets[seat]["pot"] for seat in counts)
        each, over = divmod(pot, len(winners) or 1)
        cited = f"{self.name}.11(f)#2" if len(winners) > 1 else f"{self.name}.11(f)"
        for seat in counts:
            self.up[self.place(seat)] = self.at[self.place(seat)]
            share = each + (winners.index(seat) < over) if seat in winners else 0
            back = min(self.bets[seat]["pot"], share)
            yield self._line(seat, Worth("pot", share - back, back, (cited,) if seat in winners else ()))

    def _rack(self) -> Iterator[Act]:
        """Players' hands from the dealer's right, fourth cards, then community and dealer's cards."""
        places = [
            *map(self.place, self.down),
            *(f"fourth {seat}" for seat in self.down),
            "community",
            "dealer",
        ]
        if self.by_hand:
            yield Act(self.floor, "release_cards")
        for place in places:
            if place in self.at and place not in self.racked:
                self.racked.append(place)
                yield Act(self.dealer, "rack_cards", (place, self.at[place]))
        if self.name == "MA-TCP":
            yield Act(self.dealer, "end_game")
