"""A property for browsers, in a process of its own: python -m tests.web.serving FOLDER PORT."""

from __future__ import annotations

import asyncio
import sys

from feltlaw import cage
from feltlaw.event import Person, Role
from feltlaw.floor.api.rates import Limits
from feltlaw.floor.api.submissions import read_submission
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.property import Property, Where
from feltlaw.floor.serve import Serving, serve
from feltlaw.house import Mode

PASSWORD = "a long password"
PEOPLE: tuple[tuple[str, Role], ...] = (
    ("manager1", "manager"),
    ("player1", "player"),
    ("player2", "player"),
    ("player3", "player"),
    ("dealer1", "dealer"),
    ("floorperson1", "floorperson"),
    ("floorperson2", "floorperson"),
    ("cashier1", "cashier"),
    ("auditor1", "auditor"),
)
TABLES: tuple[tuple[str, str, Mode], ...] = (
    ("auto", "PA-649a", "automatic"),
    ("dealt", "PA-649a", "dealt"),
    ("told", "PA-679a", "automatic"),
    ("spare", "PA-649a", "automatic"),
)
MANAGER = Person("manager", "manager1")
CASHIER = Person("cashier", "cashier1")


class _Ready:
    """Nothing runs beside the server."""

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *_: object) -> None:
        return None


async def begin(prop: Property, address: str) -> _Ready:
    """People with a known password, money at the cage, a few tables; a second start finds them."""
    if await prop.people.find("manager1") is None:
        for name, role in PEOPLE:
            await prop.people.add(MANAGER, name, [role], (), PASSWORD)
            if role == "player":
                key = KeyUse("cashier1", f"purse of {name}", "")
                await prop.cashier.enter(cage.Deposit(name, 500_00), Person("cashier", "cashier1"), key)
        for table, game, mode in TABLES:
            await prop.floor.open(Wanted(table, mode, read_submission(game), MANAGER))
    return _Ready()


def main() -> None:
    folder, port = sys.argv[1], int(sys.argv[2])
    most = (1_000_000.0, 1_000_000.0)
    generous = Limits(most, most, most)
    serving = Serving(Where.of(folder), port=port, limits=generous)
    asyncio.run(serve(serving, lambda words: print(words, flush=True), begin))


if __name__ == "__main__":
    main()
