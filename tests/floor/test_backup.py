"""A property copied while it is served, put back elsewhere, and what its exports prove."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import apsw
import pytest

from feltlaw.audit import audit
from feltlaw.floor.backup import back_up, put_back
from feltlaw.floor.exporting import every_stream, export_parts
from feltlaw.floor.property import DATABASE, Where
from feltlaw.floor.store.model import Stopped
from feltlaw.record.exports import source_of_export
from feltlaw.record.keys import make_signer
from tests.floor.playing import LINKED, play, seated
from tests.floor.served import served
from tests.support.cli import feltlaw

BET = {"ante": "10.00", "three_card_progressive": "1.00"}


@pytest.mark.clause("S-46", "S-47")
def test_a_property_is_backed_up_while_it_is_played_and_goes_on_elsewhere(tmp_path: Path) -> None:
    home, copy, other = Where(tmp_path / "home"), tmp_path / "monday.feltlaw", Where(tmp_path / "other")

    async def scenario() -> None:
        async with served(home.data) as floor:
            await (await floor.client("manager1")).open_table(LINKED, "automatic", "t1")
            player = await seated(floor, "player1", "t1", 3)
            await play(player, "t1", 3, BET, floorperson=await floor.client("floor1"))
            before = await player.command("t1", "bet", {"seat": 3, "wagers": BET})
            bundle = await (await floor.client("auditor1")).bundle("t1", 1)
            (tmp_path / "bundle.json").write_bytes(bundle)
            auditor = await floor.client("auditor1")
            held = await auditor.checkpoint()
            (tmp_path / "held.json").write_text(json.dumps(held))
            (tmp_path / "cage.json").write_bytes(await auditor.record("cage"))
            copied = await asyncio.to_thread(back_up, home, copy, with_key=True)
            assert copied.events > 20 and copied.streams >= 4 and copied.with_key
            await player.command("t1", "ready", {"seat": 3})
        assert put_back(copy, other).events == copied.events
        async with served(other.data) as floor:
            again = await (await floor.client("player1")).view("t1")
            assert (again.seq, again.view["you"]) == (before.seq, before.view["you"])
            store = floor.site.floor.store
            document = b"".join([piece async for piece in export_parts(store, await every_stream(store))])
            assert not audit(source_of_export(lambda: iter(document.splitlines(keepends=True)))).faults

    asyncio.run(scenario())
    for path in (copy, other.keys.path, home.keys.path):
        assert path.stat().st_mode & 0o077 == 0, "nobody else reads it"
    assert other.keys.signer().id == home.keys.signer().id
    _refused(copy, home, tmp_path)
    _proved_elsewhere(tmp_path)


def _refused(copy: Path, home: Where, folder: Path) -> None:
    """Nothing is written over, and what is not whole is not restored."""
    with pytest.raises(Stopped, match="there already"):
        back_up(home, copy, with_key=False)
    with pytest.raises(Stopped, match="an empty folder"):
        put_back(copy, home)
    with pytest.raises(Stopped, match="no property"):
        back_up(Where(folder / "nowhere"), folder / "x", with_key=False)
    for change in (
        "UPDATE events SET line = CAST(replace(CAST(line AS TEXT), 'player1', 'player2') AS BLOB)"
        " WHERE stream = 'table/t1'",
        "DELETE FROM events WHERE stream = 'table/t1' AND number > 10",
    ):
        (folder / "bad").write_bytes(copy.read_bytes())
        apsw.Connection(str(folder / "bad")).execute(change)
        with pytest.raises(Stopped, match="table/t1"):
            put_back(folder / "bad", Where(folder / "third"))
        assert not (folder / "third" / DATABASE).exists()
    said = feltlaw("backup", str(folder / "x"), "--database", "postgresql://nowhere/felt")
    assert said.status == 2 and "pg_dump" in said.err


def _proved_elsewhere(folder: Path) -> None:
    """With the public key, a bundle is intact; without it, changed, or cut, it is not."""
    data = ("--data", str(folder / "home"))
    assert feltlaw("record", "key", "-o", str(folder / "k.pub"), *data).status == 0

    def told(name: str, *more: str) -> dict[str, list[str]]:
        ran = feltlaw("audit", "verify", str(folder / name), "--json", *more)
        found: dict[str, list[str]] = json.loads(ran.out)
        return found

    key = ("--key", str(folder / "k.pub"))
    whole = told("bundle.json", *key)
    assert not whole["not_proved"] and not whole["wrong"], whole
    assert "intact" in feltlaw("audit", "verify", str(folder / "bundle.json"), *key).out
    assert "give that key" in " ".join(told("bundle.json")["not_proved"]), "nobody says whose signature it is"
    (folder / "another.pub").write_text(json.dumps(make_signer().public.to_json()))
    another = told("bundle.json", "--key", str(folder / "another.pub"))["not_proved"]
    assert "none of those given" in " ".join(another), another
    held = told("cage.json", *key, "--checkpoint", str(folder / "held.json"))
    assert not held["wrong"] and "from outside" in " ".join(held["proved"]), held
    older = json.loads((folder / "cage.json").read_bytes())
    older["lines"].pop()
    older["heads"]["cage"] = {"number": len(older["lines"]), "hash": older["lines"][-1]["hash"]}
    older.pop("checkpoint")
    (folder / "older.json").write_text(json.dumps(older))
    assert "older state" in " ".join(
        told("older.json", *key, "--checkpoint", str(folder / "held.json"))["wrong"]
    )
    bundle = json.loads((folder / "bundle.json").read_bytes())
    for line in bundle["lines"]:
        if line["stream"] == "table/t1":
            last = line
    bundle["lines"].remove(last)
    (folder / "cut.json").write_text(json.dumps(bundle))
    cut = told("cut.json", *key)
    assert cut["not_proved"] or cut["wrong"]
