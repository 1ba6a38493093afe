"""A property for browsers, in a process of its own: python -m tests.web.serving FOLDER PORT."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, replace

from feltlaw import cage, regulation_ids
from feltlaw.cards import parse_cards
from feltlaw.desk import Chance
from feltlaw.event import Person, Role
from feltlaw.floor.api.rates import Limits
from feltlaw.floor.api.submissions import read_submission
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.property import Property, Where
from feltlaw.floor.serve import Serving, serve
from feltlaw.house import Mode
from feltlaw.shuffle import Source, SystemSource
from feltlaw.table import Shuffled, State
from tests.floor.served import QUICK

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
DEALT = {game: f"dealt-{game}" if at else "dealt" for at, game in enumerate(regulation_ids())}
"""A table with a dealer for every game."""
TABLES: tuple[tuple[str, str, Mode], ...] = (
    ("auto", "PA-649a", "automatic"),
    *((table, game, "dealt") for game, table in DEALT.items()),
    ("told", "PA-679a", "automatic"),
    ("spare", "PA-649a", "automatic"),
)
ALIKE = {"alike-1": "Qs 9h 7d 4c 5s 8d", "alike-2": "Qs Kh 7d Kc 5s Kd"}
"""Tables whose first deck begins so: who is alone there gets the same hand, and the dealer another."""
MANAGER = Person("manager", "manager1")
CASHIER = Person("cashier", "cashier1")


@dataclass
class Begun(Chance):
    """Chance whose decks begin with known cards; the rest is as it comes."""

    top: str = ""

    def deck(self, source: Source, state: State) -> Shuffled:
        made = super().deck(source, state)
        first = [int(card) for card in parse_cards(self.top)]
        return replace(made, order=(*first, *(card for card in made.order if card not in first)))


class _Ready:
    """Nothing runs beside the server."""

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *_: object) -> None:
        return None


async def begin(prop: Property, address: str) -> _Ready:
    """People with a known password, money at the cage, a few tables; a second start finds them."""
    prop.people.hasher = QUICK
    if await prop.people.find("manager1") is None:
        for name, role in PEOPLE:
            await prop.people.add(MANAGER, name, [role], (), PASSWORD)
            if role == "player":
                key = KeyUse("cashier1", f"purse of {name}", "")
                await prop.cashier.enter(cage.Deposit(name, 500_00), Person("cashier", "cashier1"), key)
        for table, game, mode in TABLES:
            await prop.floor.open(Wanted(table, mode, read_submission(game), MANAGER))
        for table, top in ALIKE.items():
            wanted = Wanted(table, "automatic", read_submission("PA-649a"), MANAGER)
            await prop.floor.open(wanted, Begun(SystemSource(), top=top))
    return _Ready()


def main() -> None:
    folder, port = sys.argv[1], int(sys.argv[2])
    most = (1_000_000.0, 1_000_000.0)
    generous = Limits(most, most, most)
    serving = Serving(Where.of(folder), port=port, limits=generous)
    asyncio.run(serve(serving, lambda words: print(words, flush=True), begin))


if __name__ == "__main__":
    main()
