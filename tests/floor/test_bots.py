"""Players and floorpersons that the program brings, against a floor on a real socket."""

from __future__ import annotations

import asyncio
from pathlib import Path

from feltlaw.client import run_bots
from feltlaw.regulation import regulation_ids
from tests.floor.served import served


def test_bots_play_every_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            for game in regulation_ids():
                await manager.open_table(game, "automatic", game)
            stop = asyncio.Event()
            key = await floor.key("manager1")
            running = asyncio.ensure_future(
                run_bots(floor.url, [key], players=10, pace=0, seed=1, stop=stop)
            )
            rounds: dict[str, int] = {}
            for _ in range(200):
                await asyncio.sleep(0.2)
                if running.done():
                    break
                rounds = {one["id"]: one["rounds"] for one in (await manager.tables()).items}
                if min(rounds.values()) >= 3:
                    break
            stop.set()
            tally = await asyncio.wait_for(running, 20)
            assert min(rounds.values()) >= 3, (rounds, tally)
            assert tally.refused <= tally.commands // 4, tally
            names = [one["name"] for one in (await manager.people()).items]
            assert "bot-player-10" in names
            assert all(one["ended"] for one in (await manager.keys()).items if one["label"] == "feltlaw bots")

    asyncio.run(scenario())
