"""The books: accounts, and money that moves from one to another. Every movement balances by its form.

| account | holds |
|---|---|
| `chips PLAYER` | what a player has in front of him, or in his game account of this table |
| `felt SEAT WAGER` | a stake on the layout |
| `pot` | the players' own wager against each other, once it is gathered |
| `inventory` | the table inventory container |
| `house` | the house's money beside it: electronic credits, seeds and reseeds, what is paid by hand |
| `link LINK LEVEL`, `reserve LINK LEVEL` | this table's part of a meter and its reserve |
| `held PLAYER` | what is due to a player who left, until the round is over |
| `cage PLAYER` | what a player brought, took along, or left behind; one balance for all |

The stream of a link has `meter LEVEL`, `reserve LEVEL`, `locked HIT`, `table TABLE` and `house`. A balance is
positive where the account holds money; all balances of a stream sum to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from feltlaw.money import Cents, show_dollars
from feltlaw.schema import scalar

OWED = frozenset({"inventory", "house", "cage", "table", "link", "reserve_of", "money"})
"""Accounts that may be below zero: they are somebody's part of what is elsewhere."""


class OutOfBalance(AssertionError):
    """Money that is not there, or that went nowhere: a fault of the program, never of a user."""


class Account(NamedTuple):
    """Where money is: a kind, whose or which it is, and which part of it."""

    kind: str
    of: str = ""
    part: str = ""

    def __str__(self) -> str:
        return _written(self)


@lru_cache(maxsize=1 << 16)
def _written(account: Account) -> str:
    return "|".join(word for word in account if word)


@lru_cache(maxsize=1 << 16)
def parse_account(text: str) -> Account:
    """An account from its text: its words, with a bar between them."""
    words = text.split("|")
    if not 1 <= len(words) <= 3 or not all(words):
        raise ValueError("an account is one to three words with bars between them")
    return Account(*words)


scalar(Account, parse_account, str, "an account: one to three words with bars between them", 200)

INVENTORY = Account("inventory")
HOUSE = Account("house")
POT = Account("pot")
CAGE = Account("cage")

Balances = Mapping[Account, Cents]
"""By account, what it holds; one that holds nothing is not there."""


@lru_cache(maxsize=1 << 12)
def chips(player: str) -> Account:
    return Account("chips", player)


def cage(player: str) -> Account:
    return Account("cage", player)


def held(player: str) -> Account:
    return Account("held", player)


@lru_cache(maxsize=1 << 12)
def felt(seat: int, wager: str) -> Account:
    return Account("felt", str(seat), wager)


@lru_cache(maxsize=1 << 12)
def on_link(link: str, level: str) -> Account:
    return Account("link", link, level)


@lru_cache(maxsize=1 << 12)
def on_reserve(link: str, level: str) -> Account:
    return Account("reserve_of", link, level)


class Move(NamedTuple):
    """Money that goes from one account to another; never less than a cent."""

    source: Account
    target: Account
    cents: Cents


def move(source: Account, target: Account, cents: Cents) -> tuple[Move, ...]:
    """A movement, or none where there is nothing to move."""
    if cents < 0:
        raise OutOfBalance(f"a movement of {show_dollars(cents)} from {source} to {target}")
    return (Move(source, target, cents),) if cents else ()


def post(balances: Balances, moves: Iterable[Move]) -> Balances:
    """The balances after these movements; raises `OutOfBalance` where an account has too little."""
    found = dict(balances)
    touched: list[Account] = []
    for source, target, cents in moves:
        if cents <= 0:
            raise OutOfBalance(f"a movement of {show_dollars(cents)} from {source} to {target}")
        giver = CAGE if source[0] == "cage" else source
        taker = CAGE if target[0] == "cage" else target
        found[giver] = found.get(giver, 0) - cents
        found[taker] = found.get(taker, 0) + cents
        touched += (giver, taker)
    for account in touched:
        left = found.get(account, 0)
        if left < 0 and account[0] not in OWED:
            raise OutOfBalance(f"{account} would hold {show_dollars(left)}")
        if not left:
            found.pop(account, None)
    return found


def total(balances: Balances, kind: str) -> Cents:
    """What all accounts of a kind hold together."""
    return sum(cents for account, cents in balances.items() if account.kind == kind)
