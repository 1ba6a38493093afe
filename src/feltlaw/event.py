"""Who does something, and what has happened: the same for tables, links and everything else on record."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from feltlaw.books import Account, Move
from feltlaw.money import show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.schema import Few, InCents, Text, Whole, codec
from feltlaw.values import quick

ROLES = ("player", "dealer", "floorperson", "device", "manager", "cashier", "auditor")
CREW = ("dealer", "floorperson", "device")
"""Roles in which one works at a table."""
WORKING = ("dealer", "floorperson", "manager")
"""People who, once they have acted at a table, do not play there."""
LONGEST_ACCOUNT = 60

LATEST = 10**14
"""The last millisecond that a record knows, in the year 5138."""

AccountId = Annotated[str, Text(LONGEST_ACCOUNT)]
Role = Literal["player", "dealer", "floorperson", "device", "manager", "cashier", "auditor"]
Millis = Annotated[int, Whole(0, LATEST)]
CentsField = Annotated[int, InCents(0, 10**15)]


@quick
@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: an account, in a role. Two people are two accounts, never two spellings."""

    role: Role
    account: AccountId


SYSTEM = Person("device", "table")
"""Who did what follows by itself and is nobody's act: a round found void, the end of a round."""


def canonical_account(text: str) -> str:
    """The one way an account is written: compatible forms alike, small letters, no space at its ends."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()


def check_person(person: Person) -> None:
    """Refuses a role or an account that cannot be written down, or that is a spelling of another."""
    parts: tuple[object, object] = (person.role, person.account)
    if type(parts[0]) is not str or type(parts[1]) is not str or parts not in _KNOWN:
        _check(person)
        _KNOWN.add(parts)
        if len(_KNOWN) > MOST_KNOWN:
            _KNOWN.clear()


_KNOWN: set[tuple[object, object]] = set()
"""People who were found in order before."""
MOST_KNOWN = 10_000


def _check(person: Person) -> None:
    if person.role not in ROLES:
        raise Refused(f"there is no role '{shown(person.role)}'", f"Roles: {', '.join(ROLES)}.")
    name = person.account
    if type(name) is not str or not 0 < len(name) <= LONGEST_ACCOUNT or not name.isprintable():
        raise Refused(
            f"'{shown(name)}' is not an account that can be written down",
            f"Use 1 to {LONGEST_ACCOUNT} printable characters.",
        )
    if name != canonical_account(name) or "|" in name:
        raise Refused(
            f"'{shown(name)}' is a spelling, not an account",
            f"Write it as '{shown(canonical_account(name).replace('|', '-'))}'.",
        )
    if name == SYSTEM.account:
        raise Refused(
            f"'{name}' signs what follows by itself and is nobody's act", "Use an account of your own."
        )


@dataclass(frozen=True, slots=True)
class MoveJson:
    """A movement of money as it is written down."""

    source: Account = field(metadata={"json": "from"})
    target: Account = field(metadata={"json": "to"})
    cents: CentsField


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, whole: what it says, which money it moved, where it left the procedure."""

    kind: str
    by: Person
    at: int
    """Milliseconds since 1970, as the desk's clock said."""
    data: Any
    """A value of the type that is declared for this kind."""
    moves: tuple[Move, ...] = ()
    phase: str = ""
    """What the table does from now on, where this event changed it."""
    confirmed_by: Person | None = None
    """The second account, where two people were needed."""
    request: int = 0
    """The number of the request that was carried out so."""

    def __repr__(self) -> str:
        moved = ", ".join(f"{show_dollars(one.cents)} {one.source} to {one.target}" for one in self.moves)
        return f"<Event {self.kind} by {self.by.role} {self.by.account}{f': {moved}' if moved else ''}>"


@quick
@dataclass(frozen=True, slots=True)
class Happening:
    """What a decision comes to, before the machine makes an event of it."""

    data: Any
    moves: tuple[Move, ...] = ()
    links: tuple[tuple[str, Any], ...] = ()
    """What links have to write: the link, and the data of its event."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a stream as it is now has this hash; whoever has it may begin here instead of at the first
    event."""

    state: Annotated[str, Text(64)]
    number: Annotated[int, Whole(0, 10**12)] = 0
    """Of the event before this one."""


_moves = codec(Annotated[tuple[MoveJson, ...], Few(500)])


def event_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON, without what binds it to others."""
    found: dict[str, Any] = {
        "kind": event.kind,
        "by": {"role": event.by.role, "account": event.by.account},
        "at": event.at,
        "data": codec(type(event.data)).write(event.data),
    }
    if event.moves:
        found["moves"] = [
            {"from": str(source), "to": str(target), "amount_cents": cents}
            for source, target, cents in event.moves
        ]
    if event.phase:
        found["phase"] = event.phase
    if event.confirmed_by is not None:
        found["confirmed_by"] = {"role": event.confirmed_by.role, "account": event.confirmed_by.account}
        found["request"] = event.request
    return found


_KEYS = {"kind", "by", "at", "data", "moves", "phase", "confirmed_by", "request"}
_request = codec(Annotated[int, Whole(0, 10**9)])


def read_event(data: object, kinds: Mapping[str, type]) -> Event:
    """An event from plain JSON; raises `ValueError` where it is not one of these kinds."""
    if not isinstance(data, Mapping) or not _KEYS.issuperset(data):
        raise ValueError("it is not an event")
    kind = str(data.get("kind"))
    if kind not in kinds:
        raise ValueError(f"there is no event '{kind[:40]}'")
    person = codec(Person).read
    second = data.get("confirmed_by")
    phase = data.get("phase", "")
    if not isinstance(phase, str) or len(phase) > LONGEST_ACCOUNT:
        raise ValueError("its phase is not a word")
    return Event(
        kind,
        person(data.get("by"), "by"),
        codec(Millis).read(data.get("at"), "at"),
        codec(kinds[kind]).read(data.get("data"), "data"),
        tuple(Move(one.source, one.target, one.cents) for one in _moves.read(data.get("moves", []), "moves")),
        phase,
        None if second is None else person(second, "confirmed_by"),
        _request.read(data.get("request", 0), "request"),
    )
