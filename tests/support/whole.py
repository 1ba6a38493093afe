"""A whole round as the chapters have it, act by act, told from the deck, the wagers and the decisions alone.

It looks at no state of a table. Which steps come before the first decision is read from the second statement
of the law (`tests.support.ways`), where cards go from `tests.support.eyes`, what wagers come to from
`tests.support.worth`. Whoever plays the round compares every event with the next acts, and after them the
layout, the rack and the money.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tests.support.eyes import COMMUNITY, STRAIGHT, Hand, house_way, strength
from tests.support.told import Act
from tests.support.told_settled import CHIPS, GIVEN_UP, TURN, ToldSettled
from tests.support.ways import DEALT, course
from tests.support.worth import Worth

TABLE = "table"
"""Who does what follows by itself."""


class Whole(ToldSettled):
    """One round, from the call to its end."""

    def course(self) -> Iterator[Act]:
        """Every act, from the call to the end of the round."""
        yield from self._deal()
        if self.name == "PA-669a":
            yield from self._streets()
        else:
            yield from self._decisions()
            yield from self._forfeits(sorted(filter(self.folded, self.stakes), reverse=True))
            yield self._turned("reveal_dealer", "dealer")
        yield from self._settle()
        yield from self._after_all()
        yield from self._rack()
        yield Act(TABLE, "end_round")

    def _deal(self) -> Iterator[Act]:
        conditions = {
            "progressive": any(wager in CHIPS for box in self.stakes.values() for wager in box),
            "five_card_hand": bool(COMMUNITY.get(self.name)) and "community" in self.at,
            "fourth_card": "pair_bonus" in {wager for box in self.stakes.values() for wager in box},
        }
        conditions["fourth_card_from_stub"] = conditions["fourth_card"]
        offered = frozenset(one for one, holds in conditions.items() if holds)
        steps = course(self.way, offered, first=False, counted=self.counted)
        if not any(place.split()[0] in ("fourth", "community") for place in self.at):
            steps = [line for line in steps if line.do != "remove_stub"]  # it is racked as it comes out
        begun = next(at for at, line in enumerate(steps) if line.do == "no_more_bets")
        left = [*self.deliveries()]
        for line in steps[begun:]:
            cited = frozenset(line.clauses)
            if line.do == "count_progressive_chips":
                taken = [key for key in self.felt if key[1] in CHIPS]
                for key in taken:
                    del self.felt[key]
                yield Act(self.dealer, line.do, (len(taken),), cited)
            elif line.do in DEALT:
                groups = {"deal_hands": ("player", "dealer"), "deal_extra": ("fourth",)}
                for place, hand in left:
                    if place.split()[0] in groups.get(line.do, ("community",)):
                        self.lying[place] = (*self.lying.get(place, ()), *hand)
                        yield Act(self.dealer, "deal", (place, hand), cited)
                if line.do == "deal_hands" and self.shows_players:
                    yield Act(TABLE, "show_number_of_players", (len(self.stakes),))
            else:
                if line.do in ("rack_stub", "count_stub"):
                    self.racked.append("stub")
                yield Act(self.dealer, line.do, (), cited)

    def deliveries(self) -> Iterator[tuple[str, Hand]]:
        """Where cards go, one by one, or stack by stack out of an automated shoe."""
        places = [f"{group} {seat}".removesuffix(" 0") for group, seat in self.eyes.deal_order()]
        dealt = zip(places, self.order, strict=False)
        stacks = ("player", "dealer", "community" if self.name == "PA-669a" else "")
        for place, some in groupby(dealt, key=lambda one: one[0]):
            hand = tuple(card for _, card in some)
            if self.way.deal == "automated_shoe" and place.split()[0] in stacks:
                yield place, hand
            else:
                yield from ((place, (card,)) for card in hand)

    # ── deciding ──

    def asked(self) -> tuple[int, str, int]:
        """Who decides next, what, and how many times the Ante he puts up; 0 for nobody."""
        for seat in sorted(self.stakes):
            said = self.said.get(seat, [])
            if "ante" not in self.stakes[seat] or any(one not in ("check",) for one in said):
                continue
            if self.name == "PA-669a" and len(said) > self.eyes.streets:
                continue
            away = self.owners[seat] in self.gone
            wanted = self.says.get(seat, ())[len(said) :]
            last = self.name != "PA-669a" or self.eyes.streets == 2
            word = wanted[0] if wanted and not away else ("fold" if away else "play") if last else "check"
            times = int(word[5:-1]) if " " in word else 1
            return seat, word, times if word.startswith("play") else 0
        return 0, "", 0

    def _decisions(self) -> Iterator[Act]:
        if self.name == "PA-680a":
            yield from self._set_hands()
            return
        while (found := self.asked())[0]:
            yield from self._decided(*found)

    def _decided(self, seat: int, word: str, times: int) -> Iterator[Act]:
        player = self.owners[seat]
        self.said.setdefault(seat, []).append(word)
        stake = times * self.stakes[seat]["ante"]
        if stake:
            self.bets[seat]["play"] = self.felt[seat, "play"] = stake
            self.chips[player] -= stake
        yield Act(
            TABLE if player in self.gone else player, "decide", (seat, word.split(maxsplit=1)[0], stake)
        )

    def _set_hands(self) -> Iterator[Act]:
        """In any order (680a.11(b)); for who is gone it is done at once."""
        while left := [seat for seat in sorted(self.stakes) if seat not in self.set]:
            away = [seat for seat in left if self.owners[seat] in self.gone]
            seat = (away or left)[0]
            three = self.set[seat] = house_way(self.at[self.place(seat)])
            yield Act(TABLE if away else self.owners[seat], "set_hand", (seat, tuple(sorted(three))))

    def _streets(self) -> Iterator[Act]:
        for street in range(3):
            while (found := self.asked())[0]:
                yield from self._decided(*found)
                if found[1] == "fold":
                    yield from self._forfeits([found[0]])
            self.eyes.streets = street + 1
            card = self.at["community"][street]
            self.up["community"] = (*self.up.get("community", ()), card)
            yield Act(self.dealer, "reveal_community", ("community", (card,)))

    def _forfeits(self, seats: Sequence[int]) -> Iterator[Act]:
        """What a fold costs is collected, and the hand where no wager keeps it; a surrender costs everything
        that reads the player's own hand."""
        covered = any("cover_all" in box for box in self.stakes.values())
        for seat in seats:
            lost = GIVEN_UP[self.name]
            if self.folded(seat) == "surrender":
                lost = dict.fromkeys(TURN[self.name], "10(b)#3")
            for wager in TURN[self.name]:
                if wager in self.bets[seat] and wager in lost:
                    yield self._line(seat, Worth(wager, 0, 0, (f"{self.name}.{lost[wager]}",)))
                elif (
                    wager == "pair_plus" in self.bets[seat]
                    and self.name == "PA-669a"
                    and not self.shown(seat)
                ):
                    yield self._line(seat, self._side(seat, wager))
        leaving = [seat for seat in seats if not self.shown(seat)]
        for seat in leaving if covered else ():
            hand = strength(self.at[self.place(seat)])
            if self.folded(seat) == "fold" and hand >= STRAIGHT and hand > self.best:
                self.best, self.exposed = hand, [seat]
        for seat in leaving:
            if seat not in self.exposed:
                yield self._to_rack(self.place(seat))
        for seat in self.exposed:
            yield self._turned("left exposed", self.place(seat))
