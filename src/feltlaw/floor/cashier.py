"""The cashier's counter: deposits and withdrawals, each once, durable before they are answered."""

from __future__ import annotations

import asyncio
from typing import Any

from feltlaw import cage
from feltlaw.canonical import canonical
from feltlaw.desk import told
from feltlaw.event import Person
from feltlaw.floor.keeper import TRIES, KeyUse, Refusing
from feltlaw.floor.parts import Parts
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Kept, Stopped, Uncertain
from feltlaw.money import Cents, dollars
from feltlaw.record.store import Stale, StoreError
from feltlaw.refusal import Refused

PAGE = 100


class Cashier:
    """Players' accounts at the cage."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def enter(
        self, entry: cage.Entry, by: Person, key: KeyUse, refusing: Refusing | None = None
    ) -> bytes:
        """An entry over the counter; gives the answer, kept for its key; so is a refusal where `refusing`."""
        parts = self._parts
        for attempt in range(TRIES):
            await parts.counter.ready([entry.account])
            now = told(parts.clock)
            try:
                made = parts.counter.prepare([entry], by, now, parts.batch())
            except Refused as refused:
                if refusing is not None:
                    await self._keep_refusal(key, refusing, refused, now)
                raise
            parts.counter.advance(made)
            answer = canonical(
                {
                    "account": entry.account,
                    "balance": dollars(made.balances[entry.account]),
                    "number": made.lines[-1].number,
                }
            )
            kept = Kept(key.account, key.key, key.request, 200, answer, now)
            try:
                await parts.store.append(Append(made.lines, kept=kept, rows=made.rows))
            except (Stale, Uncertain) as error:
                parts.fail(error)
                await asyncio.sleep(parts.pause(attempt))
                continue
            except StoreError:
                parts.fail()
                raise
            return answer
        raise Stopped("other processes were first again and again")

    async def _keep_refusal(self, key: KeyUse, refusing: Refusing, refused: Refused, now: int) -> None:
        told_so = refusing(refused)
        kept = Kept(key.account, key.key, key.request, told_so.status, told_so.body, now)
        await self._parts.store.append(Append(kept=kept))

    async def balance(self, account: str) -> Cents:
        rows = await self._parts.store.read(lambda: sql.reading_rows("accounts", {"account": account}))
        return int(rows[0]["balance"]) if rows else 0

    async def entries(self, account: str, before: int = 0, limit: int = PAGE) -> list[dict[str, Any]]:
        """The newest entries of an account first; with `before`, those of smaller numbers."""
        return await self._parts.store.read(lambda: sql.account_entries(account, before, limit))
