"""`feltlaw record` on a property: verified, signed and exported out of its folder or its database."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import apsw
import pytest

from feltlaw.floor.demo import set_up
from feltlaw.floor.property import DATABASE, Where, open_property
from tests.floor.postgres import shared_server
from tests.floor.served import QUICK
from tests.support.cli import Ran, feltlaw


async def _set_up(place: Where) -> None:
    async with open_property(place, serves=False) as prop:
        prop.people.hasher = QUICK
        await set_up(prop, lambda _: None)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The options that name a property with tables and people."""
    home = tmp_path_factory.mktemp("home")
    database = "" if request.param == "sqlite" else shared_server().database("record_of_a_property")
    asyncio.run(_set_up(Where(home, database, home)))
    return ["--data", str(home), *(("--database", database) if database else ())]


def record(*typed: str) -> Ran:
    return feltlaw("record", *typed)


def test_a_property_is_verified_signed_and_exported(place: list[str], tmp_path: Path) -> None:
    key, public, kept, out = (str(tmp_path / one) for one in ("own.key", "public", "kept", "all.json"))
    signing = ("--key", key)
    assert record("key", *signing, "-o", public).status == 0
    assert record("checkpoint", *place, *signing, "-o", kept).status == 0
    told = json.loads(record("verify", *place, "--checkpoint", kept, "--key", public, "--json").out)
    assert told["status"] == "not proved"
    assert any("given from outside" in one for one in told["proved"])
    ends = [one for one in told["not_proved"] if one.startswith("the end")]
    assert ends and all("house from event" in one and "table" not in one for one in ends)

    streams = json.loads(record("export", *place, *signing, "-o", out, "--json").out)["heads"]
    assert {"cage", "house", "record", "table/1"} <= set(streams)
    elsewhere = json.loads(feltlaw("audit", "verify", out, "--key", public, "--json").out)
    assert not [one for one in elsewhere["not_proved"] if one.startswith("the end")]
    assert feltlaw("audit", "verify", out, "--key", public).status == 0
    assert record("export", *place, *signing, "-o", out).status == 2  # it is there already
    one = str(tmp_path / "one.json")
    assert list(
        json.loads(record("export", *place, "--stream", "table/1", "-o", one, "--json").out)["heads"]
    ) == ["table/1"]


def test_looking_adds_nothing(place: list[str], tmp_path: Path) -> None:
    def heads() -> object:
        out = tmp_path / "heads.json"
        found = json.loads(record("export", *place, "-o", str(out), "--json").out)["heads"]
        out.unlink()
        return found

    before = heads()
    assert record("verify", *place).status == 0
    assert feltlaw("tables", "list", *place).status == 0
    assert heads() == before


def test_what_cannot_be_asked(place: list[str], tmp_path: Path) -> None:
    missing = record("export", *place, "--stream", "table/11", "-o", str(tmp_path / "x"))
    assert missing.status == 1 and "Did you mean 'table/1'? There are" in missing.err
    assert not (tmp_path / "x").exists()
    both = record("verify", "table.log", *place)
    assert both.status == 2 and "give one of them" in both.err
    assert "name LOG" in record("checkpoint", "--last", *place).err
    assert "-o FILE" in record("export", "-o", "-", *place).err
    nowhere = record("verify", "--data", str(tmp_path / "nowhere"))
    assert nowhere.status == 2 and "there is no property" in nowhere.err
    assert not (tmp_path / "nowhere").exists()
    for key in (tmp_path / "nothing.key", tmp_path):
        refused = record("checkpoint", *place, "--key", str(key))
        assert refused.status == 2 and "key" in refused.err and "Traceback" not in refused.err
    assert not (tmp_path / "nothing.key").exists()
    served = feltlaw("serve", *place, "--port", "0", "--key", str(tmp_path))
    assert served.status == 2 and "serving" not in served.out
    (tmp_path / "loose.key").write_text("{}")
    (tmp_path / "loose.key").chmod(0o644)
    loose = record("checkpoint", *place, "--key", str(tmp_path / "loose.key"))
    assert loose.status == 2 and "let its mode be 600" in loose.err


@pytest.mark.parametrize("stream", ["cage", "table/1"])
@pytest.mark.parametrize("which", ["first", "last"])
def test_what_was_changed_in_the_database_is_found(tmp_path: Path, stream: str, which: str) -> None:
    asyncio.run(_set_up(Where(tmp_path)))
    with apsw.Connection(str(tmp_path / DATABASE)) as database:
        order = "number" if which == "first" else "-number"
        rows = database.execute(
            f"SELECT number, line FROM events WHERE stream = ? ORDER BY {order} LIMIT 1", (stream,)
        )
        ((number, raw),) = rows
        account = raw.index(b'"account":"') + len(b'"account":"')
        changed = raw[:account] + b"x" + raw[account + 1 :]
        database.execute(
            "UPDATE events SET line = ? WHERE stream = ? AND number = ?", (changed, stream, number)
        )
    found = record("verify", "--data", str(tmp_path))
    assert found.status == 1 and "hash" in found.err, (found.out, found.err)
    out = str(tmp_path / "cage.json")
    if stream == "cage":  # it goes out as it is, and whoever gets it finds it too
        assert record("export", "--data", str(tmp_path), "--stream", stream, "-o", out).status == 0
        assert feltlaw("audit", "verify", out).status == 1
