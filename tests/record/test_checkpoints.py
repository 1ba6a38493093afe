"""Signed checkpoints: a record that was cut, restored or sealed anew does not hold what they know."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.audit import audit
from feltlaw.crew import FLOORPERSON
from feltlaw.desk import Desk
from feltlaw.event import Person
from feltlaw.record.beside import head_path
from feltlaw.record.checkpoints import Checkpoint, Trust, read_checkpoint, sign
from feltlaw.record.exports import export
from feltlaw.record.files import FileStore, Options
from feltlaw.record.keys import KeyFault, Keys, PublicKey, data_folder, make_signer, read_public
from feltlaw.record.opening import open_record
from feltlaw.record.places import open_source
from feltlaw.record.report import Report
from feltlaw.record.store import StoreError
from feltlaw.record.tables import open_table
from feltlaw.record.verify import verify
from tests.support.recorded import entries_of, file_table, sealed_anew, smooth, submission

ANN = Person("player", "ann")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path / "data")


@pytest.fixture
def path(tmp_path: Path, keys: Keys) -> Path:
    """A record of two rounds that was closed."""
    recorded = file_table(tmp_path / "x.log", submission("PA-649a"), options=Options(keys))
    recorded.play(2, smooth)
    recorded.desk.close()
    return tmp_path / "x.log"


def store_of(desk: Desk) -> FileStore:
    assert isinstance(desk.store, FileStore)
    return desk.store


def checkpoints_in(path: Path) -> Iterator[Checkpoint]:
    for entry in entries_of(path.read_bytes()):
        if entry.kind == "checkpoint":
            yield read_checkpoint({"format": "feltlaw-checkpoint", "version": 1, **entry.body["data"]})


def last(path: Path) -> Checkpoint:
    return list(checkpoints_in(path))[-1]


def go_on(path: Path, keys: Keys, amount: str = "5") -> None:
    desk = open_table(path, Options(keys))
    player = next(iter(desk.state.seats.values()))
    desk.do("buy_in", Person("player", player), {"amount": amount})
    desk.close()


def check(path: Path, keys: Keys, *held: Checkpoint) -> Report:
    return verify(path, checkpoints=held, keys=[keys.signer().public])


# ── what covers the end ──


@pytest.mark.clause("S-46")
def test_intact_only_with_a_checkpoint_and_a_key_from_outside(path: Path, keys: Keys) -> None:
    held, public = last(path), keys.signer().public
    assert audit(path, checkpoints=[held], keys=[public]).status == "intact"
    for report in (
        verify(path),
        verify(path, keys=[public]),
        verify(path, checkpoints=[held]),
        verify(path, checkpoints=[held], keys=[make_signer().public]),
    ):
        assert (report.status, report.faults) == ("not proved", [])
        assert "intact" not in json.dumps(report.to_json())
        assert any("the end" in one for one in report.not_proved)
    for document in (b"".join(export(open_source(path))), b"".join(export(open_source(path), "table/é7"))):
        assert verify(document, checkpoints=[held], keys=[public]).status == "intact"
        assert verify(document, keys=[public]).status == "not proved", (
            "what it brings along is not from outside"
        )


def test_what_came_after_a_checkpoint_is_not_proved(path: Path, keys: Keys) -> None:
    held = last(path)
    go_on(path, keys)
    report = check(path, keys, held)
    assert (report.status, report.faults) == ("not proved", [])
    after = held.heads["table/é7"].number + 1
    assert f"table/é7 from event {after} on" in report.not_proved[0]
    assert check(path, keys, held, last(path)).status == "intact"
    assert [one.number for one in checkpoints_in(path)] == [1, 2]


def test_one_at_every_close_and_on_demand(tmp_path: Path, keys: Keys) -> None:
    desk = file_table(tmp_path / "x.log", submission("PA-679a"), options=Options(keys)).desk
    desk.do("sit", ANN, {"seat": 1})
    made = store_of(desk).checkpoint()
    desk.do("leave", ANN, {"seat": 1})
    desk.do("close_table", FLOORPERSON)
    assert [one.number for one in checkpoints_in(tmp_path / "x.log")] == [1, 2]
    desk.close()
    every = list(checkpoints_in(tmp_path / "x.log"))
    assert len(every) == 2, "nothing was written since"
    assert (every[0], every[1].previous) == (made, made.hash)
    assert every[1].heads["table/é7"].number == desk.number
    open_record(tmp_path / "x.log", Options(keys)).close()
    assert len(list(checkpoints_in(tmp_path / "x.log"))) == 2
    assert check(tmp_path / "x.log", keys, every[1]).status == "intact"


def test_without_a_key_nothing_is_signed(tmp_path: Path) -> None:
    desk = file_table(tmp_path / "x.log", submission("PA-679a")).desk
    with pytest.raises(StoreError, match="without a key"):
        store_of(desk).checkpoint()
    desk.close()
    assert list(checkpoints_in(tmp_path / "x.log")) == []


# ── review, faults 3 and 4 ──


def test_a_record_restored_to_an_older_state(path: Path, keys: Keys, tmp_path: Path) -> None:
    """Review, fault 4: an old log restored with its old head was called intact."""
    for file in (path, head_path(path)):
        shutil.copy(file, tmp_path / f"old {file.name}")
    go_on(path, keys)
    held = last(path)
    for file in (path, head_path(path)):
        shutil.copy(tmp_path / f"old {file.name}", file)
    assert verify(path).status == "not proved", "in itself it is without fault"
    report = check(path, keys, held)
    assert report.status == "wrong"
    assert report.faults[0].kind == "cut"
    assert "restored to an older state" in report.wrong[0]
    go_on(path, keys, "50000")
    report = check(path, keys, held)
    assert report.status == "wrong", "also when it was gone on with in another way"
    assert "sealed anew" in report.wrong[0]


@pytest.mark.parametrize("many", [2, 20])
def test_events_cut_off_the_end(path: Path, keys: Keys, many: int) -> None:
    held = last(path)
    raw = path.read_bytes()
    commits = [at for at in range(len(raw)) if raw.startswith(b'{"commit":', at)]
    path.write_bytes(raw[: raw.index(b"\n", commits[-1 - many]) + 1])
    head_path(path).unlink()
    assert verify(path).status == "not proved"
    report = check(path, keys, held)
    assert (report.status, report.faults[0].kind) == ("wrong", "cut")


def forged(path: Path, change: Any) -> bytes:
    bodies = [change(dict(entry.body)) for entry in entries_of(path.read_bytes())]
    return sealed_anew([body for body in bodies if body])


def test_a_record_sealed_anew(path: Path, keys: Keys) -> None:
    """Review, fault 4: a buy-in raised, people renamed, times changed, all sealed anew: "intact"."""
    held, public = last(path), keys.signer().public

    def richer(body: dict[str, Any]) -> dict[str, Any]:
        if body["kind"] == "buy_in":
            cents = 50_000_00
            moves = [{**one, "amount_cents": cents} for one in body["moves"]]
            given = {**body["given"], "data": {"amount": "50000.00"}}
            return {**body, "data": {**body["data"], "amount_cents": cents}, "moves": moves, "given": given}
        return body

    def later(body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "at": body["at"] + 3_600_000} if body["stream"] != "record" else body

    def unsigned(change: Any) -> Any:
        return lambda body: None if body["kind"] == "checkpoint" else change(body)

    for change in (richer, later):
        raw = forged(path, unsigned(change))
        path.with_suffix(".forged").write_bytes(raw)
        report = audit(raw)
        assert report.status == "not proved", "nobody can tell from the record alone, and it says so"
        assert any("sealed anew" in one for one in report.not_proved)
        report = audit(raw, checkpoints=[held], keys=[public])
        assert report.status == "wrong"
        assert any("sealed anew" in one for one in report.wrong)
        kept = verify(forged(path, change), keys=[public])
        assert kept.status == "wrong", "the checkpoint in the record knows it otherwise too"


def test_a_stream_that_is_gone(path: Path, keys: Keys) -> None:
    """A whole meter left out, everything else sealed anew around it."""
    held = last(path)
    gone = "link/é7:three_card_progressive"
    raw = forged(path, lambda body: None if body["stream"] == gone or body["kind"] == "checkpoint" else body)
    report = verify(raw, checkpoints=[held], keys=[keys.signer().public])
    assert any("the whole stream is missing" in one for one in report.wrong)


def test_a_forger_signs_with_a_key_of_his_own(path: Path, keys: Keys) -> None:
    held, public = last(path), keys.signer().public
    eve = make_signer()
    own = sign(eve, replace(held, heads={**held.heads}))
    report = verify(path, checkpoints=[own], keys=[public])
    assert report.status == "not proved"
    assert f"its key {eve.id} is not among those given" in report.not_proved[0]
    report = verify(path, checkpoints=[replace(own, key=public.id)], keys=[public])
    assert (report.status, report.faults[0].kind) == ("wrong", "changed")
    assert "is not signed by the key" in report.wrong[0]


@given(st.data())
def test_any_other_value_in_a_checkpoint_breaks_its_signature(data: st.DataObject) -> None:
    signer = _signer()
    made = _made()
    plain = made.to_json()
    field = data.draw(
        st.sampled_from(["record", "number", "at", "previous", "key", "signature", "heads", "next"])
    )
    if field in ("number", "at"):
        plain[field] += data.draw(st.integers(1, 1000))
    elif field == "heads":
        plain["heads"]["table/x"]["number"] += 1
    elif field == "next":
        plain["next_key"] = "ab" * 32
    else:
        text = plain[field]
        at = data.draw(st.integers(0, len(text) - 1))
        plain[field] = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
    assert not read_checkpoint(plain).is_signed_by(signer.public)


_SIGNER: list[Any] = []


def _signer() -> Any:
    if not _SIGNER:
        _SIGNER.append(make_signer())
    return _SIGNER[0]


def _made() -> Checkpoint:
    from feltlaw.record.store import Head

    heads = {"table/x": Head(7, "ab" * 32)}
    return sign(_signer(), Checkpoint("12" * 32, 1, 5, heads, "0" * 64, "0" * 32))


def test_checkpoints_that_are_none() -> None:
    good = _made().to_json()
    assert read_checkpoint(json.loads(json.dumps(good))) == _made()
    for wrong, says in (
        ([], "not a checkpoint"),
        ({**good, "format": "x"}, "not a checkpoint"),
        ({**good, "version": 2}, "another version"),
        ({**good, "more": 1}, "damaged"),
        ({**good, "heads": 5}, "damaged"),
        ({**good, "number": True}, "damaged"),
    ):
        with pytest.raises(ValueError, match=says):
            read_checkpoint(wrong)


def test_a_checkpoint_of_another_record(path: Path, keys: Keys, tmp_path: Path) -> None:
    other = file_table(tmp_path / "y.log", submission("PA-679a"), options=Options(keys)).desk
    other.close()
    report = check(path, keys, last(tmp_path / "y.log"), last(path))
    assert (report.status, report.faults) == ("intact", [])
    assert any("is of another record" in note for note in report.notes)
    report = check(path, keys, last(tmp_path / "y.log"))
    assert report.status == "wrong"
    assert "no checkpoint that was given is of this record" in report.wrong[0]


def test_a_record_sealed_anew_from_its_first_event_is_found_by_any_checkpoint_of_the_old_one(
    path: Path, keys: Keys, tmp_path: Path
) -> None:
    """Whoever changes the first line has another record; a checkpoint of the old one is not overlooked."""
    held = last(path)
    forged = [dict(entry.body) for entry in entries_of(path.read_bytes()) if entry.kind != "checkpoint"]
    forged[0]["at"] += 1
    other = tmp_path / "forged.log"
    other.write_bytes(sealed_anew(forged))
    report = check(other, keys, held)
    assert report.status == "wrong"
    assert "sealed anew from its first event" in report.wrong[0]


# ── keys ──


def test_keys_are_private(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    assert not keys.path.exists()
    first = keys.signer()
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(keys.folder.stat().st_mode) == 0o700
    assert Keys(tmp_path).signer().id == first.id, "the same one next time"
    assert first._private.hex() not in repr(first) + json.dumps(first.public.to_json())
    os.chmod(keys.path, 0o640)
    with pytest.raises(KeyFault, match="let its mode be 600"):
        Keys(tmp_path).signer()
    os.chmod(keys.path, 0o600)
    keys.path.write_text("{}")
    with pytest.raises(KeyFault, match="is damaged"):
        Keys(tmp_path).signer()


def test_where_keys_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELTLAW_DATA", str(tmp_path / "env"))
    assert data_folder() == tmp_path / "env"
    assert data_folder(tmp_path / "given") == tmp_path / "given"
    assert Keys().path == tmp_path / "env" / "keys" / "signing.key"
    monkeypatch.delenv("FELTLAW_DATA")
    assert data_folder().name == "feltlaw"


def test_a_key_that_cannot_be_kept(tmp_path: Path, keys: Keys) -> None:
    """The record is whole and closed all the same, and others may write it."""
    (tmp_path / "data").write_text("a file where the folder should be")
    desk = file_table(tmp_path / "x.log", submission("PA-679a"), options=Options(keys)).desk
    desk.do("close_table", FLOORPERSON)
    with pytest.raises(KeyFault, match="Not a directory"):
        desk.close()
    assert store_of(desk).is_closed
    open_table(tmp_path / "x.log").close()


def test_public_keys(keys: Keys) -> None:
    public = keys.signer().public
    assert read_public(json.loads(json.dumps(public.to_json()))) == public
    private = json.loads(keys.path.read_text())
    for wrong, says in (
        (private, "this is a private key"),
        ({**public.to_json(), "key": "0" * 32}, "not that of the key"),
        ({**public.to_json(), "public": "ab"}, "64 hexadecimal digits"),
        (5, "not a public key"),
    ):
        with pytest.raises(ValueError, match=says):
            read_public(wrong)
    assert not PublicKey(b"\xff" * 32).verifies(b"x" * 64, b"y")


def test_a_key_is_succeeded(path: Path, keys: Keys) -> None:
    """The old key announces the new one; who holds the old public key needs no other."""
    old = keys.signer()
    with open_record(path, Options(keys)) as store:
        store.rotate(make_signer())
    go_on(path, keys)
    assert keys.signer().id != old.id
    assert Keys(keys.folder.parent).signer().id == keys.signer().id
    report = verify(path, checkpoints=[last(path)], keys=[old.public])
    assert last(path).key == keys.signer().id
    assert report.status == "intact", report.not_proved
    assert any(
        f"{keys.signer().id} is trusted because the key {old.id} announced it" in n for n in report.notes
    )
    assert verify(path, checkpoints=[last(path)], keys=[make_signer().public]).status == "not proved"
    announced = read_checkpoint(json.loads((keys.folder / f"announced-{keys.signer().id}.json").read_bytes()))
    assert Trust([old.public]).check_all([last(path), announced])[0][1] is True
    forged = replace(announced, next_key=make_signer().public.raw.hex())
    assert Trust([old.public]).check(forged) is False


def test_a_lost_key_is_seen(path: Path, keys: Keys) -> None:
    old = keys.signer()
    keys.path.unlink()
    new = Keys(keys.folder.parent)
    go_on(path, new)
    report = verify(path, checkpoints=[last(path)], keys=[old.public])
    assert report.status == "not proved"
    assert verify(path, checkpoints=[last(path)], keys=[new.signer().public]).status == "intact"


def test_small_commands_do_not_load_cryptography() -> None:
    code = (
        "import sys, feltlaw.record.tables, feltlaw.audit, feltlaw.cli.app\n"
        "print([name for name in ('cryptography', 'platformdirs') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.strip() == "[]"
