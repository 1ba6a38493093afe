"""What a floor answers, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypedDict, TypeVar

from feltlaw.schema import Record, codec
from feltlaw.views import View
from feltlaw.views.parts import Own, Public

T = TypeVar("T")
Json = Mapping[str, Any]


class Problem(Exception):
    """The floor refused: which status, why, what would be legal, and the clauses behind it."""

    def __init__(self, status: int, body: Json) -> None:
        self.status = status
        self.body = dict(body)
        self.title = str(body.get("title", ""))
        self.detail = str(body.get("detail", "")) or self.title or f"status {status}"
        self.legal = str(body.get("legal", ""))
        self.clauses = tuple(str(one) for one in body.get("clauses", ()))
        super().__init__(f"{self.detail} {self.legal}".strip())


class Unreachable(Exception):
    """No answer came, however often it was asked; whether the last request was carried out is not known.

    `key` is that of the request: with it, the same call finds out.
    """

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(why)
        self.key = key


@dataclass(frozen=True)
class Frame:
    """A table after an append, as whoever asked may see it; the answer to a command is one too."""

    seq: int
    events: tuple[Json, ...] = ()
    view: Json = field(default_factory=dict)
    approval: str = ""
    """What now waits for a second account, where the command did not do it by itself."""

    @classmethod
    def of(cls, data: Json) -> Frame:
        return cls(
            int(data["seq"]),
            tuple(data.get("events", ())),
            data.get("view", {}),
            str(data.get("approval", "")),
        )

    @property
    def first(self) -> int:
        """The number of its first event; the one after the last where it has none."""
        return self.seq - len(self.events) + 1

    @cached_property
    def seen(self) -> View:
        """The view with types."""
        return read_view(self.view)

    def offers(self, *do: str) -> list[Offer]:
        """What the asker may do now, all of it or these things alone; `data` is accepted as it stands."""
        legal: list[Offer] = self.view.get("legal", [])
        return [one for one in legal if not do or one["do"] in do]


_PUBLIC, _OWN = Record(Public), Record(Own)


def read_view(data: Json) -> View:
    """A view from its JSON, in which everybody's part and one's own are one object."""
    own = {name: value for name, value in data.items() if name in _OWN.known}
    public = {name: value for name, value in data.items() if name not in own}
    return View(codec(Public).read(public, "view"), codec(Own).read(own, "view"))


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list, and what to ask for the rest with: None where this was all."""

    items: list[T]
    next: str | None = None

    @classmethod
    def of(cls, data: Json) -> Page[T]:
        return cls(list(data["items"]), data.get("next"))


class Offer(TypedDict, total=False):
    do: str
    data: dict[str, Any]
    text: str
    clauses: list[str]
    choose: dict[str, Any]


class Me(TypedDict):
    account: str | None
    roles: list[str]
    grants: list[str]
    change_password: bool


class Table(TypedDict, total=False):
    """A table in the lobby; `wagers` and `pays` only where it was asked for alone."""

    id: str
    game: str
    regulation: str
    submission: str
    mode: str
    state: str
    phase: str
    limits: dict[str, Any]
    seats: list[dict[str, Any]]
    meters: list[dict[str, Any]]
    rounds: int
    stopped: str
    wagers: list[dict[str, Any]]
    pays: list[dict[str, Any]]


class Entry(TypedDict, total=False):
    number: int
    at: str
    kind: str
    amount: str
    balance: str
    table: str


class Account(TypedDict):
    account: str
    balance: str
    items: list[Entry]
    next: str | None


class Balance(TypedDict):
    account: str
    balance: str
    number: int


class Approval(TypedDict, total=False):
    id: str
    do: str
    table: str
    asked_by: dict[str, str]
    asked_at: str
    about: str
    event: int
    round: int


class Round(TypedDict, total=False):
    table: str
    round: int
    at: str
    first: int
    last: int
    void: bool
    held: bool
    most_paid: str
    house_net: str
    lines: list[dict[str, Any]]
    irregularities: list[str]


class Dispute(TypedDict, total=False):
    table: str
    round: int
    player: str
    at: str
    state: str
    words: str
    claim: str
    answer: str
    settled_at: str
    settled_by: str


class Link(TypedDict, total=False):
    id: str
    number: int
    stopped: str
    wagers: int
    levels: list[dict[str, Any]]
    pending: list[dict[str, Any]]
    last: list[dict[str, Any]]


class Hand(TypedDict):
    seat: int
    acts: list[dict[str, Any]]
    best: dict[str, Any]


class Coach(TypedDict):
    seq: int
    hands: list[Hand]


class Practice(TypedDict):
    id: str
    account: str
    regulation: str
