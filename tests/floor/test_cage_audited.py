"""The cage in an export: counted again, held against the tables, and every forgery of it found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.canonical import canonical
from feltlaw.floor.exporting import every_stream, export_parts, whole_stream
from feltlaw.record.exports import FIRST, LINES
from feltlaw.record.lines import written
from feltlaw.record.report import Report
from tests.floor.playing import seated
from tests.floor.served import served

Lines = list[dict[str, Any]]


async def _exports(folder: Path) -> tuple[bytes, bytes]:
    """Everything, and the cage alone, of a property at which two players brought money, and one took some."""
    async with served(folder) as floor:
        manager, cashier = await floor.client("manager1"), await floor.client("cashier1")
        await manager.open_table("PA-649a", "dealt", "t1")
        await seated(floor, "player1", "t1", 3)
        two = await seated(floor, "player2", "t1", 5)
        await two.cash_out("t1", "500.00")
        await manager.open_table("PA-649a", "real", "r1")
        await two.command("r1", "sit", {"seat": 1})
        await two.command("r1", "buy_in", {"amount": "20.00"})
        await cashier.withdraw("player2", "120.00")
        store = floor.property.floor.store
        cage = await whole_stream(store, "cage")
        assert cage is not None
        every = [piece async for piece in export_parts(store, await every_stream(store))]
        return b"".join(every), b"".join([piece async for piece in export_parts(store, [cage])])


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    return asyncio.run(_exports(tmp_path_factory.mktemp("floor")))


def resealed(lines: Lines) -> bytes:
    """An export of these lines, each chain sealed anew: what somebody with the program could forge."""
    heads: dict[str, tuple[int, str]] = {}
    raw = []
    for line in lines:
        number, prev = heads.get(line["stream"], (0, "0" * 64))
        body = {key: value for key, value in line.items() if key != "hash"}
        own, text = written({**body, "number": number + 1, "prev": prev})
        heads[line["stream"]] = (number + 1, own)
        raw.append(text)
    ends = {stream: {"number": number, "hash": own} for stream, (number, own) in heads.items()}
    streams = b'"streams":%s,\n' % canonical(list(heads))
    return FIRST + streams + LINES + b",\n".join(raw) + b'\n],\n"heads":%s}\n' % canonical(ends)


def forged(document: bytes, change: Callable[[Lines], object]) -> Report:
    lines: Lines = json.loads(document)["lines"]
    change(lines)
    return audit(resealed(lines))


def at(lines: Lines, kind: str, which: int = 0) -> dict[str, Any]:
    return [line for line in lines if line["stream"] == "cage" and line["kind"] == kind][which]


def drop(kind: str) -> Callable[[Lines], object]:
    return lambda lines: lines.remove(at(lines, kind))


def more(kind: str, moves: bool = True) -> Callable[[Lines], object]:
    """One cent more, told by the entry alone or by what it moves as well."""

    def change(lines: Lines) -> None:
        line = at(lines, kind)
        line["data"]["amount_cents"] += 1
        line["moves"][0]["amount_cents"] += moves

    return change


def elsewhere(lines: Lines) -> None:
    """The entry comes with another append than the table's event."""
    line = at(lines, "to_table")
    lines.remove(line)
    lines.append({**line, "batch": max(one["batch"] for one in lines) + 1})


def test_the_cage_is_counted_again(exports: tuple[bytes, bytes]) -> None:
    whole, alone = exports
    report = forged(whole, lambda lines: None)
    assert not report.faults
    assert any(one.startswith("the cage: 6 movements in 2 accounts") for one in report.proved)
    assert not [one for one in report.not_proved if "cage" in one]
    told = audit(alone)
    assert not told.faults
    assert [one for one in told.not_proved if "tables' side of 3 movements" in one]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (more("deposit", moves=False), "the money that moved is not what the entry says"),
        (more("to_table"), "would have"),
        (more("from_table"), "does not say the same"),
        (drop("deposit"), "would have"),
        (drop("from_table"), "of player2 is not in the cage's stream"),
        (elsewhere, "of player1 is not in the cage's stream"),
        (lambda lines: at(lines, "withdraw").update(kind="gift"), "this is no entry of a cage"),
    ],
)
def test_what_was_forged_at_the_cage_is_found(
    exports: tuple[bytes, bytes], change: Callable[[Lines], object], words: str
) -> None:
    report = forged(exports[0], change)
    assert any(words in str(fault) for fault in report.faults), report.wrong


def test_an_entry_after_its_table(exports: tuple[bytes, bytes]) -> None:
    report = forged(exports[0], elsewhere)
    assert any("the table's event did not come with it" in str(fault) for fault in report.faults)


def test_all_streams_are_read_as_of_one_moment(tmp_path: Path) -> None:
    """What happens while they are read is in none of them."""

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table("PA-649a", "dealt", "t1")
            player = await seated(floor, "player1", "t1", 3)
            store = floor.property.floor.store
            for decks in (True, False):
                parts = await every_stream(store, decks=decks)
                await player.cash_out("t1", "100.00")
                document = b"".join([piece async for piece in export_parts(store, parts)])
                assert not audit(document).faults

    asyncio.run(scenario())
