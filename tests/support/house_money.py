"""What is no player's: the house's accounts, each by itself, and the meters with their reserves."""

from __future__ import annotations

from tests.support.driver import Driver

PLAYERS = ("chips", "felt", "held", "cage")


def house_accounts(table: Driver) -> dict[str, int]:
    """Every account of a table that holds something and is no player's, the pot and the links among them."""
    return {str(one): cents for one, cents in table.state.books.items() if cents and one.kind not in PLAYERS}


def meters(table: Driver) -> dict[str, tuple[int, int]]:
    """What each level of each meter shows, and its reserve."""
    return {
        f"{name} {level}": (one.amount, one.reserve)
        for name, link in table.desk.links.states.items()
        for level, one in link.meter.levels.items()
    }
