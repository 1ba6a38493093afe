"""The small line beside a meter: what it shows is what the record of the link says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from feltlaw.client.calls import Call
from feltlaw.web.courses import LOOKED_BACK, POINTS, Step, course
from tests.floor.playing import LINKED, play, seated
from tests.floor.served import served


def steps(*moved: int, hit: int = -1) -> list[Step]:
    return [Step(at + 1, at * 1000, {"a": cents}, "a" if at == hit else "") for at, cents in enumerate(moved)]


def shown(found: dict[str, Any]) -> list[str]:
    return [amount for _, amount in found["points"]]


def test_readings_lead_to_what_is_shown() -> None:
    found = course(steps(1000_00, 14, 14, 14), "a", 1000_42)
    assert shown(found) == ["1000.00", "1000.14", "1000.28", "1000.42"]
    assert [after for after, _ in found["points"]] == ["0", "1000", "2000", "3000"]
    assert found["hit"] is False


def test_it_begins_with_the_last_hit() -> None:
    after = LOOKED_BACK // 20 + 5
    found = course(steps(1000_00, 500_00, -500_00, *[14] * after, hit=2), "a", 1000_00 + 14 * after)
    assert found["hit"] is True
    assert shown(found)[0] == "1000.00"
    assert "1500.00" not in shown(found)


def test_a_hit_that_has_just_been_is_a_fall() -> None:
    found = course(steps(1000_00, 500_00, -500_00, 14, hit=2), "a", 1000_14)
    assert shown(found) == ["1000.00", "1500.00", "1500.00", "1000.00", "1000.14"]


def test_few_readings_are_enough() -> None:
    found = course(steps(*[14] * LOOKED_BACK), "a", 14 * LOOKED_BACK)
    assert len(found["points"]) <= POINTS + 2
    assert shown(found)[-1] == "56.00"
    assert course([], "a", 0)["points"] == []


def test_everybody_sees_how_a_meter_has_moved(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(LINKED, "automatic", "t1")
            player, floorperson = await seated(floor, "player1", "t1", 3), await floor.client("floor1")
            wagers = {"ante": "10.00", "three_card_progressive": "1.00"}
            visitor = await floor.client()
            for rounds in (1, 2):
                await play(player, "t1", 3, wagers, floorperson=floorperson)
                asked = Call("GET", "/api/courses", dict)
                many = await asyncio.gather(*(visitor.send(asked) for _ in range(4)))
                (found,) = many[0]["items"]
                (link,) = (await floorperson.links()).items
                assert all(one["items"] == [found] for one in many), "asked at the same time, too"
                assert found["link"] == "tcp-link"
                assert found["points"][-1][1] == link["levels"][0]["showing"]
                assert len(found["points"]) >= rounds

    asyncio.run(scenario())
