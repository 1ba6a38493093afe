"""A demo property: every game, a meter that two tables share, people of every role, money at the cage."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from feltlaw import cage
from feltlaw.event import Person, Role
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.property import Property
from feltlaw.floor.store import statements as sql
from feltlaw.house import Mode
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, new_submission, read_toml

MANAGER = Person("manager", "manager1")
CASHIER = Person("cashier", "cashier1")
PEOPLE: tuple[tuple[str, Role], ...] = (
    ("manager1", "manager"),
    ("manager2", "manager"),
    ("floorperson1", "floorperson"),
    ("floorperson2", "floorperson"),
    ("dealer1", "dealer"),
    ("dealer2", "dealer"),
    ("cashier1", "cashier"),
    ("auditor1", "auditor"),
    ("player1", "player"),
    ("player2", "player"),
    ("player3", "player"),
)
PURSE = 2_000_00
BOTS = 2
"""Players of the program at each automatic table."""
PACE = 2.0
"""Seconds that they take for an act, about."""
LINK = "three-card"
LABEL = "demo"


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo, and how it is run."""

    id: str
    regulation: str
    mode: Mode
    changes: Mapping[str, Any]


def demo_tables() -> list[DemoTable]:
    """An automatic table of every game, one more on the first one's meter, and one that a person deals."""
    found = [DemoTable(str(at), name, "automatic", {}) for at, name in enumerate(regulation_ids(), 1)]
    metered = next(one.id for one in load(found[0].regulation).wagers.values() if one.meter)
    shared = {"wagers": {metered: {"meter": LINK}}}
    found[0] = DemoTable("1", found[0].regulation, "automatic", shared)
    found.append(DemoTable(str(len(found) + 1), found[0].regulation, "automatic", shared))
    found.append(DemoTable(str(len(found) + 1), found[0].regulation, "dealt", {}))
    return found


def submission_for(table: DemoTable) -> Submission:
    """The submission a casino would begin with, with the demo's own choices."""
    data = read_toml(new_submission(table.regulation))
    for section, entries in table.changes.items():
        held = data.setdefault(section, {})
        for name, value in entries.items():
            held[name] = {**held.get(name, {}), **value}
    data["table"] = table.id
    return Submission.from_data(data)


async def set_up(prop: Property, say: Callable[[str], None]) -> None:
    """Brings the property to life, once; a second start finds it as it was left."""
    if await prop.people.find(MANAGER.account) is None:
        say("NAME ROLE PASSWORD (each is for one time: it is changed at the first sign-in)")
        for name, role in PEOPLE:
            password = await prop.people.add(MANAGER, name, [role])
            say(f"{name} {role} {password}")
            if role == "player":
                await deposit(prop, name, PURSE)
    else:
        say("The people of this property and their passwords are as before.")
    rows = await prop.floor.store.read(lambda: sql.reading_rows("tables"))
    known = {str(row["id"]) for row in rows}
    for table in demo_tables():
        if table.id not in known:
            await prop.floor.open(Wanted(table.id, table.mode, submission_for(table), MANAGER))


def automatic_tables() -> list[str]:
    """Where the program's own players sit."""
    return [table.id for table in demo_tables() if table.mode == "automatic"]


async def bot_keys(prop: Property) -> list[str]:
    """Keys for the program's players, its floorperson and its cashier; older ones serve no more."""
    accounts: list[tuple[str, Role]] = [
        (f"bot{at}", "player") for at in range(1, BOTS * len(automatic_tables()) + 1)
    ]
    accounts += [("bot-floorperson", "floorperson"), ("bot-cashier", "cashier")]
    rows = await prop.floor.store.read(lambda: sql.reading_rows("api_keys", {"label": LABEL}))
    for row in rows:
        if not row["ended"]:
            await prop.people.end_key(MANAGER, str(row["id"]))
    keys = []
    for name, role in accounts:
        if await prop.people.find(name) is None:
            await prop.people.add(MANAGER, name, [role], password=secrets.token_urlsafe(24))
        keys.append((await prop.people.make_key(MANAGER, name, LABEL))[1])
    return keys


async def deposit(prop: Property, account: str, cents: int) -> None:
    """Money at the cage, once."""
    key = KeyUse(CASHIER.account, f"demo {account}", "demo")
    await prop.cashier.enter(cage.Deposit(account, cents), CASHIER, key)
