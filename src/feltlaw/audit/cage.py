"""The cage of a record: every account the sum of its entries, what went to tables as the tables say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from feltlaw import cage
from feltlaw.audit.money import Wrong
from feltlaw.audit.tables import Placed, read_entry
from feltlaw.money import Cents, show_dollars
from feltlaw.record.lines import Entry, unseal
from feltlaw.record.store import EMPTY, Head

KINDS = {cage.STREAM: cage.KINDS}
_MENTIONED = b'"cage|'
"""What stands in the line of a table's event that moves money to or from the cage."""


@dataclass
class CageCheck:
    """The cage as its stream has left it so far."""

    balances: dict[str, Cents] = field(default_factory=dict)
    entries: int = 0
    apart: list[tuple[int, Entry, str, int]] = field(default_factory=list)
    """Entries whose table's event is not in the same append: where they stand, the table and the event."""

    def see(self, line: int, entry: Entry, batch: Sequence[Entry]) -> None:
        """One entry; raises `Wrong` where it cannot have been made."""
        try:
            event = unseal(entry, KINDS).event
        except (ValueError, RecursionError) as error:
            raise Wrong(f"this is no entry of a cage: {error}") from None
        data: cage.Entry = event.data
        self.entries += 1
        if event.moves != cage.moves_of(data):
            raise Wrong("the money that moved is not what the entry says")
        comes = isinstance(data, cage.Deposit | cage.FromTable)
        left = self.balances.get(data.account, 0) + (data.amount_cents if comes else -data.amount_cents)
        self.balances[data.account] = left
        if left < 0:
            raise Wrong(f"{data.account} would have {show_dollars(left)} at the cage")
        if isinstance(data, cage.ToTable | cage.FromTable):
            self._at_table(line, entry, data, batch)

    def _at_table(
        self, line: int, entry: Entry, data: cage.ToTable | cage.FromTable, batch: Sequence[Entry]
    ) -> None:
        stream = f"table/{data.table}"
        own = next((one for one in batch if one.stream == stream and one.number == data.event), None)
        if own is None:
            self.apart.append((line, entry, stream, data.event))
        elif data not in cage.at_table(data.table, data.event, read_entry(own).event):
            raise Wrong(f"event {data.event} of {stream} does not say the same")

    def check_table(self, entry: Entry, batch: Sequence[Entry]) -> None:
        """What a table's event took from the cage or brought there stands in the cage's stream as well."""
        if _MENTIONED not in entry.raw:
            return
        due = cage.at_table(
            entry.stream.removeprefix("table/"), entry.number, read_entry(entry).event, self.balances
        )
        there = [unseal(one, KINDS).event.data for one in batch if one.stream == cage.STREAM] if due else []
        for one in due:
            if one not in there:
                raise Wrong(f"{show_dollars(one.amount_cents)} of {one.account} is not in the cage's stream")

    def left(self, heads: Mapping[str, Head]) -> tuple[list[Placed], int]:
        """Entries whose table's event came with another append, and how many have none here; `heads` are the
        streams' ends."""
        elsewhere = [
            (line, entry) for line, entry, stream, at in self.apart if heads.get(stream, EMPTY).number >= at
        ]
        return elsewhere, len(self.apart) - len(elsewhere)
