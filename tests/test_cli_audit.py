"""`feltlaw audit` on log files: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import rounds, state_at
from feltlaw.log import Log, read_log
from feltlaw.log.files import head_path
from feltlaw.log.lines import START, seal
from feltlaw.money import dollars
from feltlaw.regulation import load
from feltlaw.settlement import explain_line
from feltlaw.table import Event, Person, to_json
from tests.cli import feltlaw, program
from tests.recording import Recorded, record, sealed, smooth, submission

COMMANDS = (("verify",), ("list",), ("show", "1"), ("replay",), ("explain", "1"), ("export", "-o", "-"))


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Three rounds, and a fourth in which somebody has bet."""
    recorded = record(tmp_path_factory.mktemp("cli") / "table.log", submission("PA-649a"), seed=8)
    recorded.play(3, smooth)
    while not any(recorded.table.state.on_felt().values()):
        recorded.step(smooth)
    recorded.log.close()
    return recorded


@pytest.fixture
def path(played: Recorded, tmp_path: Path) -> str:
    """A copy of the log that a test may spoil."""
    shutil.copy(played.log.path, tmp_path / "x.log")
    shutil.copy(head_path(played.log.path), head_path(tmp_path / "x.log"))
    return str(tmp_path / "x.log")


@pytest.fixture(scope="module")
def log(played: Recorded) -> Log:
    return read_log(played.log.path)


def audit(command: str, path: str, *more: str, status: int = 0) -> Any:
    """The JSON a command prints; with `--json` nothing else stands on standard output."""
    ran = feltlaw("audit", command, path, *more, "--json")
    assert ran.status == status, ran
    return json.loads(ran.out) if ran.out else None


def spoil(path: str, old: bytes = b'"kind":"sit"', new: bytes = b'"kind":"sat"') -> int:
    """Changes a log; gives the line."""
    raw = Path(path).read_bytes()
    Path(path).write_bytes(raw.replace(old, new, 1))
    return raw[: raw.index(old)].count(b"\n") + 1


# ── verify ──


def test_verify(path: str, played: Recorded, log: Log) -> None:
    found = audit("verify", path)
    assert (found["status"], found["fault"], found["unchecked"]) == ("intact", None, [])
    assert found["events"] == len(played.table.events)
    assert found["head"] == {"seq": log.head[0], "hash": log.head[1]}
    assert found["checked"]["rounds"] == 3
    assert found["checked"]["decided_again"] == found["checked"]["commands"] == len(played.states)
    assert (found["header"]["practice"], found["header"]["seed"]) == (True, "8")
    ran = feltlaw("audit", "verify", path)
    assert (ran.status, ran.err) == (0, "")
    assert f"Head: {log.head[0]} {log.head[1]}" in ran.out
    assert "intact" in ran.out
    assert "practice log, seed 8" in ran.out


def test_verify_a_tampered_log(path: str) -> None:
    line = spoil(path)
    found = audit("verify", path, status=1)
    assert found["status"] == "tampered"
    assert (found["fault"]["line"], found["fault"]["kind"]) == (line, "changed")
    assert "head" not in found
    ran = feltlaw("audit", "verify", path)
    assert ran.status == 1
    assert f"line {line}: this line was changed" in ran.err
    for command, *more in COMMANDS[1:]:
        ran = feltlaw("audit", command, path, *more)
        assert (ran.status, ran.out) == (1, "")
        assert "tampered" in ran.err
        assert "feltlaw audit verify" in ran.err


def test_verify_a_torn_log(path: str, log: Log) -> None:
    raw = Path(path).read_bytes()
    Path(path).write_bytes(raw[:-9])
    found = audit("verify", path, status=1)
    assert found["status"] == "torn"
    assert found["events"] == len(log.events) - log.lines[-1].batch[1]
    assert found["torn_bytes"] > 0
    for command, *more in COMMANDS[1:]:
        ran = feltlaw("audit", command, path, *more)
        assert ran.status == 0
        assert "torn" in ran.err, "it is read as far as it is whole"


def test_verify_untrue_events(tmp_path: Path, log: Log) -> None:
    """Sealed by somebody who has the program: the chain holds, what it says does not."""
    at = next(at for at, line in enumerate(log.lines) if line.event and line.event.kind == "settle_player")
    event = log.lines[at].event
    assert event is not None
    paid = [{**line, "paid": "5000.00"} for line in event.data["lines"]]
    lines = list(log.lines)
    lines[at] = replace(lines[at], event=replace(event, data={**event.data, "lines": paid}))
    (tmp_path / "x.log").write_bytes(sealed(log.header, lines))
    found = audit("verify", str(tmp_path / "x.log"), status=1)
    assert (found["status"], found["fault"]["line"]) == ("wrong", at + 2)
    assert "paid 5000.00" in found["fault"]["what"]


def test_verify_with_a_noted_head(path: str, log: Log) -> None:
    own = log.head[1]
    head_path(path).unlink()
    assert "no head file" in audit("verify", path)["unchecked"][0]
    assert audit("verify", path, "--head", own)["unchecked"] == []
    earlier = audit("verify", path, "--head", log.lines[4].hash)
    assert f"{len(log.lines) - 5} entries were written since" in earlier["notes"][0]
    whole = Path(path).read_bytes().splitlines(keepends=True)
    Path(path).write_bytes(b"".join(whole[:-1]))
    assert audit("verify", path)["status"] == "intact"
    assert audit("verify", path, "--head", own, status=1)["status"] == "tampered"
    for wrong in ("abc", own + "0", "g" * 64):
        ran = feltlaw("audit", "verify", path, "--head", wrong)
        assert (ran.status, ran.out) == (2, "")
        assert "64 hexadecimal digits" in ran.err


def test_verify_from_standard_input(path: str) -> None:
    ran = feltlaw("audit", "verify", "-", stdin=Path(path).read_bytes())
    assert ran.status == 0
    assert ran.out.startswith("standard input: intact")
    assert feltlaw("audit", "verify", "-").status == 2


def test_a_log_under_other_regulation_data(tmp_path: Path, log: Log) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(sealed(replace(log.header, data_hash="ab" * 32), list(log.lines)))
    found = audit("verify", str(path))
    assert found["status"] == "intact"
    assert "other data of PA-649a" in found["unchecked"][-1]
    assert found["checked"] == {}
    for command, *more in COMMANDS[1:]:
        ran = feltlaw("audit", command, str(path), *more)
        assert (ran.status, ran.out) == (1, "")
        assert "cannot be replayed here" in ran.err
        assert ran.err.count("\n") == 1
    spoil(str(path))
    assert audit("verify", str(path), status=1)["status"] == "tampered"


# ── what cannot be read ──


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (None, "there is no such file"),
        (b"", "this file is not a feltlaw log"),
        (b"hello\n", "this file is not a feltlaw log"),
        (b"\x7fELF\0\xff\n\n", "this file is not a feltlaw log"),
        (b"{" * 9000, "this file is not a feltlaw log"),
        (b'{"format":"feltlaw-export","version":7}', "this export is of a version"),
        (b'{"format":"feltlaw-export","version":1}', "this export is not whole"),
        (b'{"format":"feltlaw-export",', "this export cannot be read"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, command: tuple[str, ...], raw: bytes | None, says: str) -> None:
    path = tmp_path / "some.log"
    if raw is not None:
        path.write_bytes(raw)
    ran = feltlaw("audit", command[0], str(path), *command[1:])
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert "some.log" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_directories_and_other_formats(tmp_path: Path, log: Log, command: tuple[str, ...]) -> None:
    ran = feltlaw("audit", command[0], str(tmp_path), *command[1:])
    assert (ran.status, ran.out) == (2, "")
    assert "this is a directory; name a log in it" in ran.err
    _, raw = seal({**log.header.to_json(), "version": 2}, 0, START, (1, 1))
    (tmp_path / "new.log").write_bytes(raw)
    ran = feltlaw("audit", command[0], str(tmp_path / "new.log"), *command[1:])
    assert (ran.status, ran.out) == (2, "")
    assert "format 2; this feltlaw reads format 1" in ran.err


# ── list ──


def test_list(path: str, log: Log) -> None:
    every = list(rounds(log))
    found = audit("list", path)
    assert found["rounds"] == [one.to_json() for one in every]
    assert [one["result"] for one in found["rounds"]] == ["settled"] * 3 + ["under way"]
    assert (found["regulation"], found["practice"]) == ("PA-649a", True)
    ran = feltlaw("audit", "list", path, columns=160)
    for one in every[:3]:
        assert one.settlement is not None
        row = next(line for line in ran.out.splitlines() if line.strip().startswith(f"{one.number} "))
        assert dollars(one.settlement.house_net) in row
        seat, player = min(one.players.items())
        assert f"{seat} {player}" in row
    assert "4 rounds" in ran.out
    assert "(practice, seed 8): é7" in ran.out


def test_list_filters(path: str, log: Log) -> None:
    def found(*more: str) -> list[int]:
        return [one["round"] for one in audit("list", path, *more)["rounds"]]

    first, second, *_ = rounds(log)
    assert found("--round", "2") == [2]
    seat, player = next(iter(first.players.items()))
    assert 1 in found("--player", player)
    assert 1 in found("--seat", str(seat), "--wager", next(iter(first.stakes[seat])))
    assert found("--player", "nobody") == found("--round", "99") == []
    assert second.settlement is not None
    best = max(second.net(one) or 0 for one in second.players)
    assert 2 in found("--min-win", dollars(best))
    assert 2 not in found("--min-win", dollars(best + 1))
    for wrong, says in (("--wager", "there is no wager 'x'"), ("--min-win", "not an amount of money")):
        ran = feltlaw("audit", "list", path, wrong, "x")
        assert (ran.status, ran.out) == (2, "")
        assert says in ran.err


# ── show, explain, replay ──


def test_show(path: str, log: Log) -> None:
    second = list(rounds(log))[1]
    found = audit("show", path, "2")
    assert [one["seq"] for one in found["events"]] == [step.line.seq for step in second.steps]
    assert [one["kind"] for one in found["events"]] == [step.event.kind for step in second.steps]
    assert [one["data"] for one in found["events"]] == [step.event.data for step in second.steps]
    ran = feltlaw("audit", "show", path, "2", columns=160)
    told = " ".join(ran.out.split())
    for one in found["events"]:
        assert " ".join(one["text"].split()) in told
        assert all(clause in told for clause in one["clauses"])
    assert "settled" in told
    assert all(len(line) <= 80 for line in feltlaw("audit", "show", path, "1", columns=80).out.splitlines())


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("shuffle", {"order": [[0]]}),
        ("shuffle", {"order": [10**30]}),
        ("end_round", {"order": [{}], "commitment": 5}),
        ("deal", {"forfeited": [3], "clauses": [True, 5]}),
        ("settle_player", {"clauses": [True, 5]}),
        ("bet", {"clauses": "ante", "lines": [{"seat": 1}]}),
        ("bet", {"cards": [[]], "lines": {"seat": 1}, "say": {}, "to": 5}),
        ("deal", {"to": 5}),
    ],
)
def test_show_a_forged_log(tmp_path: Path, log: Log, kind: str, change: dict[str, Any]) -> None:
    """A whole chain around nonsense: every command either tells it or refuses it, and none breaks down."""
    number, line = next((at, one) for at, one in enumerate(log.lines) if one.event and one.event.kind == kind)
    assert line.event is not None
    forged = replace(line, event=replace(line.event, data={**line.event.data, **change}))
    path = tmp_path / "forged.log"
    path.write_bytes(sealed(log.header, [*log.lines[:number], forged, *log.lines[number + 1 :]]))
    for command in COMMANDS:
        for more in ((), ("--json",)) if command[0] not in ("replay", "export") else ((),):
            ran = feltlaw("audit", command[0], str(path), *command[1:], *more)
            assert ran.status in (0, 1, 2), ran
            assert "Traceback" not in ran.err
            assert command[0] != "show" or ran.status == (1 if "cannot have happened" in ran.err else 0), ran


def test_show_a_round_that_is_not_there(path: str) -> None:
    for command in ("show", "explain"):
        ran = feltlaw("audit", command, path, "77")
        assert (ran.status, ran.out) == (1, "")
        assert "there is no round 77 in this log; it has rounds 1 to 4" in ran.err
        assert feltlaw("audit", command, path, "one").status == 2


def test_explain(path: str, log: Log) -> None:
    first = next(rounds(log))
    assert first.settlement is not None
    regulation = load("PA-649a")
    sentences = [explain_line(line, regulation) for line in first.settlement.lines]
    found = audit("explain", path, "1")
    assert [one["text"] for one in found["lines"]] == sentences
    told = " ".join(feltlaw("audit", "explain", path, "1").out.split())
    assert all(sentence in told for sentence in sentences)
    assert f"House net: {dollars(first.settlement.house_net)}" in told
    for seat in first.players:
        mine = audit("explain", path, "1", "--seat", str(seat))["lines"]
        assert mine == [line for line in found["lines"] if line["seat"] == seat] != []
        assert first.state.cards_at(f"seat {seat}")[0].name in told
    ran = feltlaw("audit", "explain", path, "1", "--seat", "99")
    assert ran.status == 1
    assert "seat 99 had no wager in round 1" in ran.err
    ran = feltlaw("audit", "explain", path, "4")
    assert ran.status == 1
    assert "round 4 is not settled yet" in ran.err


def test_replay(path: str, played: Recorded, log: Log) -> None:
    """Byte for byte what the live table had."""
    wanted = json.dumps(to_json(played.table.state), indent=2, ensure_ascii=False) + "\n"
    assert feltlaw("audit", "replay", path).out == wanted
    assert feltlaw("audit", "replay", path, "--json").out == wanted
    for seq in list(played.states)[:: len(played.states) // 5]:
        wanted = json.dumps(to_json(played.states[seq]), indent=2, ensure_ascii=False) + "\n"
        assert feltlaw("audit", "replay", path, "--to", str(seq)).out == wanted
    assert state_at(log) == played.table.state
    ran = feltlaw("audit", "replay", path, "--to", "99999")
    assert (ran.status, ran.out) == (1, "")
    assert f"it has entries 0 to {log.head[0]}" in ran.err


# ── export ──


def test_export_is_verified_in_another_process(path: str, tmp_path: Path, log: Log) -> None:
    out = tmp_path / "elsewhere" / "table.json"
    out.parent.mkdir()
    told = audit("export", path, "-o", str(out))
    assert told["head"] == {"seq": log.head[0], "hash": log.head[1]}
    assert out.stat().st_mode & 0o777 == 0o600
    ran = program("audit", "verify", str(out), "--head", told["head"]["hash"], "--json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert (found["status"], found["unchecked"], found["checked"]["rounds"]) == ("intact", [], 3)
    for command, *more in COMMANDS[1:5]:
        assert feltlaw("audit", command, str(out), *more).out == feltlaw("audit", command, path, *more).out
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(json.loads(out.read_bytes()), indent=4, ensure_ascii=True))
    assert audit("verify", str(pretty))["status"] == "intact", "another tool may write it its own way"
    spoil(str(pretty), b'"kind": "sit"', b'"kind": "sat"')
    assert audit("verify", str(pretty), status=1)["status"] == "tampered"


def test_export_to_standard_output_and_not_over_files(path: str, tmp_path: Path) -> None:
    ran = feltlaw("audit", "export", path, "-o", "-")
    assert ran.status == 0
    assert feltlaw("audit", "verify", "-", stdin=ran.out.encode()).status == 0
    before = Path(path).read_bytes()
    for out in (path, str(head_path(path))):
        ran = feltlaw("audit", "export", path, "-o", out)
        assert (ran.status, ran.out) == (2, "")
        assert "already; name a new one" in ran.err
    assert Path(path).read_bytes() == before
    ran = feltlaw("audit", "export", path, "-o", str(tmp_path / "none" / "x.json"))
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_names_with_control_characters(tmp_path: Path) -> None:
    """A player's name cannot move the auditor's cursor."""
    recorded = record(tmp_path / "x.log", submission("PA-680a"))
    recorded.log.append([Event("sit", Person("player", "\x1b[31mEve\n"), 1_800_000_000, {"seat": 1})])
    recorded.log.close()
    ran = feltlaw("audit", "show", str(tmp_path / "x.log"), "1")
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "Eve" in ran.out
