"""Where a card can lie."""

from __future__ import annotations

from typing import NamedTuple

from feltlaw.schema import scalar

GROUPS = ("player", "dealer", "community", "fourth", "rack", "found face up", "stub")


class Place(NamedTuple):
    """A group of cards and, where each seat has its own, the seat."""

    group: str
    seat: int = 0

    def __str__(self) -> str:
        return f"{self.group} {self.seat}" if self.seat else self.group

    @property
    def words(self) -> str:
        """As a person says it."""
        named = {"player": f"seat {self.seat}", "fourth": f"the fourth card of seat {self.seat}"}
        return named.get(self.group) or {"rack": "the discard rack"}.get(self.group, f"the {self.group}")


def parse_place(text: str) -> Place:
    """A place from its text: `player 3`, `dealer`."""
    group, _, seat = text.rpartition(" ")
    if group in ("player", "fourth") and seat.isdecimal() and 0 < int(seat[:3]) < 100:
        return Place(group, int(seat))
    if text in GROUPS and text not in ("player", "fourth"):
        return Place(text)
    raise ValueError('a place is written like "player 3", "fourth 3", "dealer" or "community"')


scalar(Place, parse_place, str, "a place for cards: player 3, fourth 3, dealer, community, rack, stub", 20)

DEALER = Place("dealer")
COMMUNITY = Place("community")
RACK = Place("rack")
FACE_UP = Place("found face up")
"""A card found face up in shoe or deck, which is not used in the round (13(a), MA 14(a))."""
STUB = Place("stub")


def hand(seat: int) -> Place:
    return Place("player", seat)


def fourth(seat: int) -> Place:
    return Place("fourth", seat)
