"""Floorpersons that look after tables: they validate wins, and second what another account asks for."""

from __future__ import annotations

import asyncio

from feltlaw.client.asynchronous import AsyncClient
from feltlaw.client.model import Frame, Offer, Problem, Unreachable
from feltlaw.client.watching import Tally, watching

ROUTINE = ("resolve_light", "validate", "release_cards")
"""What an automatic table leaves to a person."""
JUDGED = ("correct",)
"""What is for people alone to second: whether a payment was wrong, no program judges by itself."""
APPROVALS_SECONDS = 2.0
AGAIN_SECONDS = 2.0


async def validate_at(client: AsyncClient, table: str, delay: float, tally: Tally) -> None:
    """Does at a table whatever waits for a floorperson."""
    async with watching(client, table, "floorperson") as watch:
        frame = await watch.newer(-1)
        while frame is not None:
            if not frame.offers(*ROUTINE):
                frame = await watch.newer(frame.seq)
                continue
            await asyncio.sleep(delay)
            frame = watch.frame or frame
            offered = frame.offers(*ROUTINE)
            if offered:
                frame = await _done(client, table, frame, offered[0], tally)
                if frame is None:
                    await asyncio.sleep(AGAIN_SECONDS)
                    frame = watch.frame


async def _done(client: AsyncClient, table: str, frame: Frame, offer: Offer, tally: Tally) -> Frame | None:
    try:
        answer = await client.command(table, offer["do"], offer["data"], as_="floorperson", expect=frame.seq)
    except (Problem, Unreachable):
        tally.refused += 1
        return None
    tally.validated += 1
    return answer


async def approve_what_waits(client: AsyncClient, account: str, pace: float, tally: Tally) -> None:
    """Seconds what others ask for; what one may not second is left to somebody else."""
    tried: set[str] = set()
    while True:
        try:
            waiting = (await client.approvals()).items
        except (Problem, Unreachable):
            waiting = []
        for one in waiting:
            if one["id"] in tried or one["asked_by"]["account"] == account or one["do"] in JUDGED:
                continue
            tried.add(one["id"])
            await asyncio.sleep(pace)
            try:
                await client.decide_approval(one["id"], approve=True, as_="floorperson")
                tally.approved += 1
            except (Problem, Unreachable):
                tally.refused += 1
        await asyncio.sleep(APPROVALS_SECONDS)
