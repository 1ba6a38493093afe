"""Opening begins at a saved state that fits; keys of commands are remembered over a restart."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from feltlaw.desk import KeyReused
from feltlaw.event import Person
from feltlaw.record.beside import saved_path
from feltlaw.record.tables import open_table
from tests.record.filed import ANN, buy, chips, desk_player, table
from tests.support.recorded import file_table, smooth, submission

# ── saved states ──


def test_opening_begins_at_the_saved_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """Nothing before it is read but the first line and the opening of the table."""
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), snapshot_every=0)
    recorded.play(3, smooth)
    recorded.desk.snapshot()
    recorded.desk.do("buy_in", desk_player(recorded.desk), {"amount": "7"}, key="seven")
    state = recorded.desk.state
    recorded.desk.close()
    read: list[tuple[int, int]] = []
    real = os.pread

    def noting(descriptor: int, many: int, offset: int) -> bytes:
        found = real(descriptor, min(many, 8192), offset)
        read.append((offset, len(found)))
        return found

    monkeypatch.setattr(os, "pread", noting)
    again = open_table(path)
    assert again.state == state
    assert sum(many for _, many in read) < path.stat().st_size / 2
    with pytest.raises(KeyReused):
        again.do("buy_in", desk_player(again), {"amount": "8"}, key="seven")


@pytest.mark.parametrize("spoil", ["missing", "empty", "changed", "older", "foreign", "state"])
def test_a_saved_state_that_does_not_fit_is_left_alone(tmp_path: Path, quick: None, spoil: str) -> None:
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-649a"), snapshot_every=0)
    recorded.play(1, smooth)
    recorded.desk.snapshot()
    older = saved_path(path).read_bytes()
    recorded.play(1, smooth)
    recorded.desk.snapshot()
    recorded.play(1, smooth)
    state, links = recorded.desk.state, dict(recorded.desk.links.states)
    recorded.desk.close()
    raw = saved_path(path).read_bytes()
    if spoil == "missing":
        saved_path(path).unlink()
    elif spoil == "foreign":
        other = file_table(tmp_path / "y.log", submission("PA-649a"), seed=9).play(1, smooth)
        other.desk.snapshot()
        other.desk.close()
        shutil.copy(saved_path(tmp_path / "y.log"), saved_path(path))
    elif spoil == "state":
        import hashlib

        _, _, body = raw.partition(b"\n")
        forged = body.replace(b'"rounds":2', b'"rounds":7')
        assert forged != body
        saved_path(path).write_bytes(hashlib.sha256(forged).hexdigest().encode() + b"\n" + forged)
    else:
        spoiled = {"empty": b"", "changed": raw.replace(b"placed", b"plaxed"), "older": older}[spoil]
        assert spoiled != raw
        saved_path(path).write_bytes(spoiled)
    again = open_table(path)
    assert again.state == state
    assert again.links.states == links


def test_a_state_that_was_saved_is_that_state_in_every_way(tmp_path: Path, quick: None) -> None:
    """Also in the order of its parts, since whatever is decided comes in it."""
    path = tmp_path / "x.log"
    desk = file_table(path, submission("PA-649a")).desk
    for seat, name in ((3, "c"), (1, "a"), (2, "b")):
        desk.do("sit", Person("player", name), {"seat": seat})
    desk.snapshot()
    desk.close()
    assert list(open_table(path).state.seats) == [3, 1, 2]


# ── keys of commands ──


def test_keys_are_remembered_over_a_restart(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 5, key="one")
    first = desk.do("buy_in", ANN, {"amount": "6"}, key="two")
    desk.snapshot()
    for saved in (True, False):
        desk.close()
        if not saved:
            saved_path(path).unlink()
        desk = open_table(path)
        buy(desk, 5, key="one")
        again = desk.do("buy_in", ANN, {"amount": "6"}, key="two")
        assert chips(desk) == 1100
        assert again.again
        assert [line.raw for line in again.lines] == [line.raw for line in first.lines]
        with pytest.raises(KeyReused):
            buy(desk, 7, key="one")
        desk.do("buy_in", Person("player", "ann"), {"amount": "0.01"}, key=f"other {saved}")
        desk.do("cash_out", ANN, {"amount": "0.01"})


def test_nothing_grows_with_the_record(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from feltlaw.record import store as stores

    monkeypatch.setattr(stores.Answers.__init__, "__defaults__", (50,))
    monkeypatch.setattr("feltlaw.record.files.INDEX_EVERY", 10)
    desk = table(tmp_path / "x.log")
    for number in range(1500):
        buy(desk, 1, key=f"key {number}")
    store: Any = desk.store
    assert len(list(store.known.answers.items())) == 50
    assert len(store._index) == 100
    assert store.remembered("ann", "key 1499") is not None
    assert store.remembered("ann", "key 1") is None
    assert len(list(store.read("table/é7", desk.number - 3))) == 3
