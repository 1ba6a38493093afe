"""Players and floorpersons that the program brings, against a floor on a real socket."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from feltlaw.client import run_bots
from feltlaw.regulation import regulation_ids
from tests.floor.served import PASSWORD, served
from tests.support.processes import environment


def test_bots_play_every_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            for game in regulation_ids():
                await manager.open_table(game, "automatic", game)
            stop = asyncio.Event()
            key = await floor.key("manager1")
            running = asyncio.ensure_future(run_bots(floor.url, [key], players=10, pace=0, seed=1, stop=stop))
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


def test_the_command_brings_players(tmp_path: Path) -> None:
    async def command(url: str, *arguments: str) -> tuple[int, str, str]:
        ran = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "from feltlaw.cli import main; main()", "bots", "--url", url, *arguments,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.PIPE,
            env=environment(FELTLAW_PASSWORD=""),
        )  # fmt: skip
        out, err = await asyncio.wait_for(ran.communicate(f"{PASSWORD}\n".encode()), 60)
        return ran.returncode or 0, out.decode(), err.decode()

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            await manager.open_table("PA-649a", "automatic", "t1")
            status, out, err = await command(
                floor.url, "--sign-in", "manager1", "--players", "2", "--pace", "0.1", "--seconds", "6"
            )
            assert (status, err) == (0, "")
            assert "commands" in out
            found = await manager.table("t1")
            assert found["rounds"] >= 1
            assert all(one["ended"] for one in (await manager.keys()).items if one["label"])
            status, out, err = await command(floor.url, "--sign-in", "player1", "--players", "2")
            assert (status, out) == (1, "")
            assert "not a manager" in err
            status, out, err = await command(floor.url)
            assert status == 2

    asyncio.run(scenario())
