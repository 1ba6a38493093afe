"""The counter of the cage in one process: what players have there, and entries on their way to the store.

Balances are those after everything this process has decided; where an append is refused they are read anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from feltlaw import cage
from feltlaw.event import Person
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Insert, Upsert
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.money import Cents
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.store import Head
from feltlaw.refusal import Refused, shown

MOST_KNOWN = 50_000
"""So many balances are kept at hand."""


@dataclass
class Entries:
    """Entries made ready for an append: their events, and the rows that say the same."""

    lines: list[Sealed] = field(default_factory=list)
    rows: list[Upsert | Insert] = field(default_factory=list)
    balances: dict[str, Cents] = field(default_factory=dict)
    head: Head | None = None


class Counter:
    """Balances by account, and the last event of the cage's stream."""

    def __init__(self, store: FloorStore) -> None:
        self._store = store
        self._head: Head | None = None
        self._since = 0
        """The cage's last event when its end was read: what came later came from this process."""
        self._balances: dict[str, Cents] = {}
        self._unknown: set[str] = set()
        """Names without an account: nobody could take out what came to them."""

    async def ready(self, accounts: Iterable[str]) -> None:
        """Reads balances that are not known yet, and the stream's end."""
        asked = list(accounts)
        if len(self._balances) > MOST_KNOWN:
            self.fail()
        while True:
            wanted = [one for one in asked if one not in self._balances]
            if self._head is not None and not wanted:
                return
            head, found = await self._store.read(lambda: _balances(asked))
            if self._head is None:
                self._head, self._since = head, head.number
            if head.number >= self._since:  # else others may have written between this reading and the last
                for account in asked:
                    self._balances.setdefault(account, found.get(account, 0))
                    if account not in found:
                        self._unknown.add(account)

    def lacks(self, entries: Sequence[cage.Entry]) -> bool:
        """Whether something has to be read before these entries can be made."""
        return bool(entries) and (
            self._head is None or any(one.account not in self._balances for one in entries)
        )

    def balance(self, account: str) -> Cents:
        return self._balances[account]

    def prepare(self, entries: Sequence[cage.Entry], by: Person, now: int, batch: int) -> Entries:
        """Entries sealed one after the other; raises `Refused` where an account has too little."""
        made = Entries(head=self._head)
        for entry in entries:
            before = made.balances.get(entry.account, self._balances[entry.account])
            if isinstance(entry, cage.FromTable) and entry.account in self._unknown:
                what = f"'{shown(entry.account)}' has no account at the cage"
                raise Refused(what, "Name a player who brought money to the table.")
            event, after = cage.entry_event(entry, before, by, now)
            assert made.head is not None
            line = seal(cage.STREAM, made.head.number + 1, batch, made.head.hash, event)
            made.head = Head(line.number, line.hash)
            made.balances[entry.account] = after
            made.lines.append(line)
            made.rows.append(Upsert("accounts", {"account": entry.account}, {"balance": after}))
            made.rows.append(
                Insert(
                    "account_entries",
                    {
                        "account": entry.account,
                        "number": line.number,
                        "at": now,
                        "kind": event.kind,
                        "amount": after - before,
                        "balance": after,
                        "table_id": getattr(entry, "table", ""),
                    },
                )
            )
        return made

    def advance(self, made: Entries) -> None:
        """What was made ready is what the next entry stands on."""
        if not made.lines:
            return
        self._balances.update(made.balances)
        self._unknown.difference_update(made.balances)
        self._head = made.head

    def fail(self) -> None:
        """An append was refused: everything is read anew."""
        self._head = None
        self._balances.clear()
        self._unknown.clear()


def _balances(accounts: Sequence[str]) -> sql.Steps[tuple[Head, dict[str, Cents]]]:
    head = yield from sql.reading_head(cage.STREAM)
    found: dict[str, Cents] = {}
    for part in range(0, len(accounts), 500):
        some = accounts[part : part + 500]
        marks = ", ".join("?" for _ in some)
        rows = yield sql.one(f"SELECT account, balance FROM accounts WHERE account IN ({marks})", *some)
        found.update({str(account): int(balance) for account, balance in rows})
    return head, found
