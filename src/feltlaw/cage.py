"""The cage: what players have there, and what went to tables and came back. A stream of its own, `cage`.

| account | holds |
|---|---|
| `account PLAYER` | what a player has at the cage |
| `money` | what came in over the counter, less what went out |
| `table TABLE` | what is at a table, in players' hands or the house's |

An entry to or from a table stands in the same append as the table's own event, which says the same amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from feltlaw.books import Account, Balances, Move, move, post
from feltlaw.event import AccountId, Event, Person
from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.schema import Text, Whole

STREAM = "cage"
MONEY = Account("money")
MOST = 10**13
"""No account may hold more cents than this: a slip of the keyboard, not a deposit."""

Amount = Annotated[int, Whole(1, MOST)]
TableName = Annotated[str, Text(80)]


@dataclass(frozen=True, slots=True)
class Deposit:
    """A player brought money to the cage."""

    account: AccountId
    amount_cents: Amount


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player took money from the cage."""

    account: AccountId
    amount_cents: Amount


@dataclass(frozen=True, slots=True)
class ToTable:
    """A player's money went to the game account of a table (S-30)."""

    account: AccountId
    table: TableName
    event: Annotated[int, Whole(1, 10**12)]
    """The number of the table's event that says so."""
    amount_cents: Amount


@dataclass(frozen=True, slots=True)
class FromTable:
    """A player's money came back from a table."""

    account: AccountId
    table: TableName
    event: Annotated[int, Whole(1, 10**12)]
    amount_cents: Amount


Entry = Deposit | Withdraw | ToTable | FromTable
KINDS: Mapping[str, type] = {
    "deposit": Deposit,
    "withdraw": Withdraw,
    "to_table": ToTable,
    "from_table": FromTable,
}
KIND_OF = {kind: name for name, kind in KINDS.items()}


def account_of(player: str) -> Account:
    return Account("account", player)


def moves_of(entry: Entry) -> tuple[Move, ...]:
    """The money that goes with an entry."""
    own = account_of(entry.account)
    match entry:
        case Deposit():
            return move(MONEY, own, entry.amount_cents)
        case Withdraw():
            return move(own, MONEY, entry.amount_cents)
        case ToTable():
            return move(own, Account("table", entry.table), entry.amount_cents)
        case FromTable():
            return move(Account("table", entry.table), own, entry.amount_cents)


def entry_event(entry: Entry, balance: Cents, by: Person, now: int) -> tuple[Event, Cents]:
    """The event of an entry, and what the account holds then; refused where it would hold too little or
    too much."""
    comes = isinstance(entry, Deposit | FromTable)
    after = balance + entry.amount_cents if comes else balance - entry.amount_cents
    if after < 0:
        asked = show_dollars(entry.amount_cents)
        raise Refused(
            f"{shown(entry.account)} has {show_dollars(balance)} at the cage, not {asked}",
            f"At most {show_dollars(balance)}." if balance else "Deposit money at the cage first.",
        )
    if isinstance(entry, Deposit) and after > MOST:
        raise Refused(f"no account holds more than {show_dollars(MOST)}", "Deposit less.")
    return Event(KIND_OF[type(entry)], by, now, entry, moves_of(entry)), after


def at_table(table: str, number: int, event: Event, accounts: Iterable[str] | None = None) -> list[Entry]:
    """What an event of a table moved to and from the cage, player by player.

    `accounts` are those that the cage knows; money of others, guests of a table, changes hands there and
    then.
    """
    found: list[Entry] = []
    for source, target, cents in event.moves:
        if source.kind == "cage":
            found.append(ToTable(source.of, table, number, cents))
        elif target.kind == "cage":
            found.append(FromTable(target.of, table, number, cents))
    if accounts is None:
        return found
    known = set(accounts)
    return [entry for entry in found if entry.account in known]


@dataclass(frozen=True, slots=True)
class CageState:
    """What everybody has, as the stream left it; for whoever reads it whole."""

    books: Balances

    def balance(self, player: str) -> Cents:
        return self.books.get(account_of(player), 0)


EMPTY = CageState({})


def apply(state: CageState, event: Event) -> CageState:
    """The cage after an event; raises `OutOfBalance` where an account would be below zero."""
    return CageState(post(state.books, event.moves))
