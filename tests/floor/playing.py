"""Rounds played through a client, with the cards that a test wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltlaw.cards import parse_card
from feltlaw.client import AsyncClient, Frame
from feltlaw.client.floorpersons import ROUTINE
from feltlaw.desk import Chance
from feltlaw.floor.keeper import Keeper
from feltlaw.shuffle import Source
from feltlaw.table import Shuffled
from tests.floor.served import Served

LINKED: dict[str, Any] = {
    "regulation": "PA-649a",
    "limits": {"minimum": 5, "maximum": 500},
    "wagers": {"three_card_progressive": {"meter": "tcp-link"}, "six_card_bonus": {}},
}
"""A table on a meter that others share."""


async def seated(floor: Served, account: str, table: str, seat: int, money: str = "500.00") -> AsyncClient:
    """A player at a table, with all his money in chips."""
    cashier = await floor.client("cashier1")
    await cashier.deposit(account, money)
    player = await floor.client(account)
    await player.command(table, "sit", {"seat": seat})
    await player.buy_in(table, money)
    return player


async def play(
    player: AsyncClient,
    table: str,
    seat: int,
    wagers: Mapping[str, str],
    act: str = "play",
    *,
    floorperson: AsyncClient | None = None,
) -> Frame:
    """One round of one player alone; what is decided is `act`, or whatever is legal.

    Wins that wait for a floorperson wait, unless there is one.
    """
    frame = await player.command(table, "bet", {"seat": seat, "wagers": dict(wagers)})
    number = frame.view["rounds"]
    frame = await player.command(table, "ready", {"seat": seat})
    while frame.view["rounds"] == number and (offers := frame.offers("decide", "set_hand")):
        offer = next((one for one in offers if one["data"].get("act") == act), offers[0])
        frame = await player.command(table, offer["do"], offer["data"])
    while floorperson is not None and frame.view["rounds"] == number:
        offer = (await floorperson.view(table)).offers(*ROUTINE)[0]
        await floorperson.command(table, offer["do"], offer["data"])
        frame = await player.view(table)
    return frame


class Stacked(Chance):
    """Decks that begin with the cards a test wants."""

    first: tuple[int, ...] = ()

    def _once(self, what: str, number: int, make: Callable[[Source], Any]) -> Any:
        found = super()._once(what, number, make)
        if what != "deck":
            return found
        return Shuffled(
            (*self.first, *(card for card in found.order if card not in self.first)), found.secret
        )


def stack(keeper: Keeper, *cards: str) -> None:
    """The next decks that are shuffled at a table begin with these cards; the one that lies there stays."""
    chance = Stacked(keeper.chance.source)
    chance.first = tuple(int(parse_card(card)) for card in cards)
    keeper.chance = chance
