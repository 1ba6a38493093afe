"""What a second account's word carries out beside the tables, each kind by the beginning of its ids."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from feltlaw.event import Person
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import Site
from feltlaw.floor.approvals import CARRIED_OUT, TAKEN_BACK, WAITING
from feltlaw.floor.people import Caller
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Kept, KeyTaken, Update


@dataclass(frozen=True, slots=True)
class Carries:
    """A word on something that waits."""

    id: str
    approve: bool
    now: int

    def row(self, by: Person) -> Update:
        """What is written down about it, with what it carries out."""
        state = CARRIED_OUT if self.approve else TAKEN_BACK
        values = {"state": state, "decided_by": by.account, "decided_at": self.now}
        return Update("approvals", {"id": self.id}, values)

    @property
    def once(self) -> Kept:
        """Kept in the same transaction: of two words at the same time, one counts."""
        return Kept("", f"approval {self.id}", "", 200, b"{}", self.now)


Carry = Callable[[Site, Caller, Mapping[str, Any], Carries], Awaitable[bytes]]
_kinds: dict[str, Carry] = {}


def approvable(prefix: str) -> Callable[[Carry], Carry]:
    """Declares how approvals are carried out whose ids begin so."""

    def declare(carry: Carry) -> Carry:
        _kinds[prefix] = carry
        return carry

    return declare


def carried_by(approval: str) -> Carry | None:
    """How an approval is carried out; None where it is a table's."""
    return next((carry for prefix, carry in _kinds.items() if approval.startswith(prefix)), None)


async def carry_out(site: Site, caller: Caller, approval: str, *, approve: bool) -> bytes:
    """The second account's word on something that waits and is no table's; gives the answer."""
    rows = await site.floor.store.read(lambda: sql.reading_rows("approvals", {"id": approval}))
    carry = carried_by(approval)
    if not rows or carry is None:
        raise Problem(404, "There is no such approval.", "GET /api/approvals lists them.")
    if rows[0]["state"] != WAITING:
        raise Problem(409, f"This was {rows[0]['state']}.", "GET /api/approvals lists what waits.")
    try:
        return await carry(site, caller, rows[0], Carries(approval, approve, site.floor.clock()))
    except KeyTaken:
        raise Problem(409, "Somebody else was first.", "GET /api/approvals lists what waits.") from None
