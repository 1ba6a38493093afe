"""`feltlaw audit` and `feltlaw record`: what they print, and how they end."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import Filter, rounds
from feltlaw.crew import FLOORPERSON
from feltlaw.event import Person
from feltlaw.money import dollars, show_signed
from feltlaw.record.beside import head_path
from feltlaw.record.files import Options
from feltlaw.record.keys import Keys
from feltlaw.record.tables import open_from, open_table
from feltlaw.regulation import load
from feltlaw.settlement import explain_line
from feltlaw.shuffle import SeededSource
from feltlaw.table import write_state
from tests.support.cli import Ran, feltlaw, program
from tests.support.recorded import Recorded, entries_of, file_table, linked, sealed_anew, smooth, submission

COMMANDS = (
    ("verify",),
    ("list",),
    ("show", "1"),
    ("explain", "1"),
    ("replay",),
    ("export", "-o", "-"),
)


@pytest.fixture(autouse=True, scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder for these tests, and no waiting for the disk."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        patched.setenv("FELTLAW_DATA", str(folder))
        yield folder


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Recorded:
    """Three rounds, and a fourth in which players decide."""
    path = tmp_path_factory.mktemp("cli") / "table.log"
    recorded = file_table(path, submission("PA-649a"), seed=8, options=Options(Keys()))
    recorded.play(3, smooth)
    while recorded.desk.state.phase != "deciding":
        recorded.step(smooth)
    recorded.desk.close()
    return recorded


@pytest.fixture
def path(played: Recorded, tmp_path: Path) -> str:
    source: Any = played.desk.store
    for file in (source.path, head_path(source.path)):
        shutil.copy(file, tmp_path)
    return str(tmp_path / "table.log")


def audit(*arguments: str, status: int = 0) -> Any:
    ran = feltlaw("audit", *arguments, "--json")
    assert ran.status == status, ran
    return json.loads(ran.out)


def ok(ran: Ran) -> str:
    assert ran.status == 0, ran
    return ran.out


# ── verify ──


@pytest.mark.clause("S-46", "S-47")
def test_verify(path: str, tmp_path: Path) -> None:
    found = audit("verify", path)
    assert list(found)[:5] == ["file", "status", "proved", "not_proved", "wrong"]
    assert (found["status"], found["wrong"]) == ("not proved", [])
    ran = feltlaw("audit", "verify", path)
    assert ran.status == 0
    assert "intact" not in ran.out + json.dumps(found)
    told = " ".join(ran.out.split())
    for word in ("proved", "not_proved"):
        for sentence in found[word]:
            assert f"{word.replace('_', ' ')}: {' '.join(sentence.split())}" in told
    order = [
        line.split(":")[0].strip() for line in ran.out.splitlines() if line.startswith("  ") and ":" in line
    ]
    words = [word for word in order if word in ("proved", "not proved", "note")]
    assert words == sorted(words, key=["proved", "not proved", "note"].index)


def test_verify_with_a_checkpoint_from_outside(path: str, tmp_path: Path) -> None:
    held, key = str(tmp_path / "monday.json"), str(tmp_path / "casino.pub")
    assert "Checkpoint 2 of" in ok(feltlaw("record", "checkpoint", path, "-o", held))
    assert "The public key" in ok(feltlaw("record", "key", "-o", key))
    found = audit("verify", path, "--checkpoint", held, "--key", key)
    assert (found["status"], found["not_proved"], found["wrong"]) == ("intact", [], [])
    assert ok(feltlaw("audit", "verify", path, "--checkpoint", held, "--key", key)).startswith(path[:40])
    assert audit("verify", path, "--key", key)["status"] == "not proved"
    assert audit("verify", path, "--checkpoint", held)["status"] == "not proved"
    raw = Path(path).read_bytes()
    commits = [at for at in range(len(raw)) if raw.startswith(b'{"commit":', at)]
    Path(path).write_bytes(raw[: raw.index(b"\n", commits[-5]) + 1])
    head_path(path).unlink()
    found = audit("verify", path, "--checkpoint", held, "--key", key, status=1)
    assert found["status"] == "wrong"
    assert found["faults"][0]["kind"] == "cut"
    ran = feltlaw("audit", "verify", path, "--checkpoint", held, "--key", key)
    assert ran.status == 1
    assert "the record was cut, or restored to an older state" in ran.err
    assert ran.err.count("\n") == 1


def test_verify_damage(path: str) -> None:
    raw = Path(path).read_bytes()
    at = raw.index(b'"kind":"buy_in"')
    Path(path).write_bytes(raw[:at] + raw[at:].replace(b"buy_in", b"buy_on", 1))
    line = raw[:at].count(b"\n") + 1
    found = audit("verify", path, status=1)
    assert (found["faults"][0]["line"], found["faults"][0]["kind"]) == (line, "changed")
    ran = feltlaw("audit", "verify", path)
    assert ran.status == 1
    assert f"line {line}: this line was changed" in ran.err
    for command, *more in COMMANDS[1:]:
        ran = feltlaw("audit", command, path, *more)
        assert ran.status in (1, 2), (command, ran)
        assert "Traceback" not in ran.err


def test_verify_untrue_events(path: str) -> None:
    """Sealed by somebody who has the program: the chain holds, what it says does not."""
    bodies = [dict(entry.body) for entry in entries_of(Path(path).read_bytes()) if entry.kind != "checkpoint"]
    at = next(at for at, body in enumerate(bodies) if body["kind"] == "settle_player")
    lines = [{**line, "paid_cents": 500_000} for line in bodies[at]["data"]["lines"]]
    bodies[at]["data"] = {**bodies[at]["data"], "lines": lines}
    Path(path).write_bytes(sealed_anew(bodies))
    head_path(path).unlink()
    found = audit("verify", path, status=1)
    assert "paid_cents is 500000" in found["wrong"][0]
    assert found["faults"][0]["stream"] == "table/é7"
    assert found["faults"][0]["event"] == bodies[at]["number"]


def test_verify_from_standard_input(path: str) -> None:
    ran = feltlaw("audit", "verify", "-", stdin=Path(path).read_bytes())
    assert ran.status == 0
    assert ran.out.startswith("standard input: nothing wrong was found")
    assert feltlaw("audit", "verify", "-").status == 2


def test_verify_of_a_record_that_goes_on(tmp_path: Path) -> None:
    monday, tuesday = (str(tmp_path / name) for name in ("monday.log", "tuesday.log"))
    desk = file_table(Path(monday), linked("a")).desk
    desk.do("close_table", FLOORPERSON)
    desk.close()
    open_from(monday, tuesday, source=SeededSource(1)).close()
    assert (
        "what the table began with is what the record before it left"
        in audit("verify", tuesday, "--before", monday)["proved"]
    )
    ran = feltlaw("audit", "verify", tuesday, "--before", str(tmp_path / "none.log"))
    assert ran.status == 2


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (None, "there is no such file"),
        (b"", "this file is not a feltlaw record"),
        (b"hello\n", "this file is not a feltlaw record"),
        (b"\x7fELF\0\xff\n\n", "this file is not a feltlaw record"),
        (b"{" * 9000, "this file is not a feltlaw record"),
        (b'{"format":"feltlaw-export","version":7}', "this export is of another version"),
        (b'{"format":"feltlaw-export","version":2}', "this export is not whole"),
        (b'{"format":"feltlaw-export",', "this export cannot be read"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, command: tuple[str, ...], raw: bytes | None, says: str) -> None:
    path = tmp_path / "some.log"
    if raw is not None:
        path.write_bytes(raw)
    ran = feltlaw("audit", command[0], str(path), *command[1:])
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran
    assert says in ran.err
    assert "some.log" in ran.err
    ran = feltlaw("audit", command[0], str(tmp_path), *command[1:])
    assert ran.status == 2
    assert "directory" in ran.err


def test_checkpoints_and_keys_that_are_none(path: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for text in ("{}", "nonsense", "[1]"):
        wrong.write_text(text)
        for option in ("--checkpoint", "--key"):
            ran = feltlaw("audit", "verify", path, option, str(wrong))
            assert (ran.status, ran.out) == (2, "")
            assert "wrong.json" in ran.err


# ── list ──


def test_list(path: str) -> None:
    every = [one for one in rounds(path) if one.players]
    found = audit("list", path)
    assert found["rounds"] == [one.to_json() for one in every]
    assert [one["result"] for one in found["rounds"]] == ["settled"] * 3 + ["under way"]
    assert found["tables"]["é7"]["regulation"] == "PA-649a"
    ran = feltlaw("audit", "list", path, columns=160)
    for one in every[:3]:
        row = next(line for line in ran.out.splitlines() if line.strip().startswith(f"{one.number} "))
        assert show_signed(one.house_net or 0) in row
    assert "4 rounds" in ran.out
    assert "(practice, seed 8; its times prove nothing): é7" in ran.out


def test_list_filters(path: str) -> None:
    def found(*more: str) -> list[int]:
        return [one["round"] for one in audit("list", path, *more)["rounds"]]

    first, second, *_ = rounds(path)
    assert found("--round", "2") == [2]
    seat, player = next(iter(first.players.items()))
    assert 1 in found("--player", player)
    assert 1 in found("--seat", str(seat), "--wager", next(iter(first.stakes[seat])))
    assert found("--round", "99") == found("--table", "other") == found("--irregularity", "any") == []
    best = max(second.net(one) or 0 for one in second.players)
    assert 2 in found("--min-win", dollars(best))
    assert 2 not in found("--min-win", dollars(best + 1))
    for wrong, says in (("--wager", "there is no wager 'x'"), ("--min-win", "not an amount of money")):
        ran = feltlaw("audit", "list", path, wrong, "x")
        assert (ran.status, ran.out) == (2, "")
        assert says in ran.err
    assert Filter().fits(first)


def test_a_player_who_is_not_there_is_said(path: str) -> None:
    """Use, 11: `--player you` silently found nothing."""
    told = ok(feltlaw("audit", "list", path, "--player", "you"))
    assert "There is no player you in this record. There are: ann" in told


# ── show, explain, replay ──


def test_show(path: str) -> None:
    second = list(rounds(path))[1]
    found = audit("show", path, "2")
    assert [one["number"] for one in found["events"]] == [step.line.number for step in second.steps]
    assert [one["kind"] for one in found["events"]] == [step.event.kind for step in second.steps]
    told = " ".join(ok(feltlaw("audit", "show", path, "2", columns=160)).split())
    for one in found["events"]:
        assert " ".join(one["text"].split()) in told
        assert all(clause in told for clause in one["clauses"])
    assert all(len(line) <= 80 for line in feltlaw("audit", "show", path, "1", columns=80).out.splitlines())


def test_a_round_under_way_is_shown_without_hidden_cards(path: str, played: Recorded) -> None:
    """Review, fault 13."""
    state = played.desk.state
    dealer = [str(one.card) for one in state.played.facts.dealt if one.place.group == "dealer"]
    names = [one.card.name for one in state.played.facts.dealt if one.card is not None]
    deck = state.deck
    assert dealer
    assert deck is not None
    for command, more in (("show", ("4",)), ("replay", ())):
        for as_json in ((), ("--json",)):
            told = ok(feltlaw("audit", command, path, *more, *as_json))
            assert not any(f'"{card}"' in told for card in dealer)
            assert deck.secret not in told
            assert not any(name in told for name in names)
        told = ok(feltlaw("audit", command, path, *more, "--face-down", "--json"))
        assert all(f'"{card}"' in told for card in dealer)
        assert deck.secret in told
    assert "--face-down shows them" in ok(feltlaw("audit", "show", path, "4"))
    ran = feltlaw("audit", "explain", path, "4")
    assert ran.status == 1
    assert "round 4 is not over yet" in ran.err
    assert "face down" in feltlaw("audit", "show", "--help").out


def test_show_a_round_that_is_not_there(path: str) -> None:
    for command in ("show", "explain"):
        ran = feltlaw("audit", command, path, "77")
        assert (ran.status, ran.out) == (1, "")
        assert "there is no round 77 in this record; it has rounds up to 4" in ran.err
        assert feltlaw("audit", command, path, "one").status == 2


def test_explain(path: str) -> None:
    first = next(iter(rounds(path)))
    regulation = load("PA-649a")
    sentences = [explain_line(line, regulation) for line in first.lines]
    found = audit("explain", path, "1")
    assert [one["text"] for one in found["lines"]] == sentences
    told = " ".join(ok(feltlaw("audit", "explain", path, "1")).split())
    assert all(sentence in told for sentence in sentences)
    assert f"House net: {show_signed(first.house_net or 0)}" in told
    for seat in first.players:
        mine = audit("explain", path, "1", "--seat", str(seat))["lines"]
        assert mine == [line for line in found["lines"] if line["seat"] == seat] != []
    ran = feltlaw("audit", "explain", path, "1", "--seat", "99")
    assert ran.status == 1
    assert "seat 99 had no wager in round 1" in ran.err


def test_replay(path: str, played: Recorded) -> None:
    """What the live table had, byte for byte."""
    wanted = json.dumps(write_state(played.desk.state), indent=2, ensure_ascii=False) + "\n"
    assert feltlaw("audit", "replay", path, "--face-down").out == wanted
    number = played.numbers[3]
    assert json.loads(feltlaw("audit", "replay", path, "--to", str(number)).out)["table"] == "é7"
    ran = feltlaw("audit", "replay", path, "--to", "99999")
    assert (ran.status, ran.out) == (1, "")
    assert "there is no event 99999" in ran.err


def test_names_with_control_characters(tmp_path: Path) -> None:
    """A name cannot move the auditor's cursor, even in a record that somebody made up."""
    path = tmp_path / "x.log"
    desk = file_table(path, submission("PA-680a")).desk
    desk.do("sit", Person("player", "eve"), {"seat": 1})
    desk.close()
    bodies = [dict(entry.body) for entry in entries_of(path.read_bytes())]
    sit = next(body for body in bodies if body["kind"] == "sit")
    sit["by"] = {**sit["by"], "account": "\x1b[31meve"}
    path.write_bytes(sealed_anew(bodies))
    head_path(path).unlink()
    for command in (("verify",), ("show", "1"), ("list",)):
        ran = feltlaw("audit", command[0], str(path), *command[1:])
        assert "\x1b" not in ran.out + ran.err


# ── export ──


def test_export_is_verified_in_another_process(path: str, tmp_path: Path) -> None:
    """Another process has another order of hashing: nothing may depend on it."""
    out = tmp_path / "elsewhere" / "table.json"
    out.parent.mkdir()
    told = audit("export", path, "-o", str(out))
    assert told["heads"]["table/é7"]["number"] > 50
    assert out.stat().st_mode & 0o777 == 0o600
    ran = program("audit", "verify", str(out), "--json", env={"PYTHONHASHSEED": "1"})
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert (found["wrong"], found["checked"]["rounds"]) == ([], 3)
    assert found["checked"]["commands"] == found["checked"]["decided_again"]
    for command, *more in COMMANDS[2:5]:
        mine = feltlaw("audit", command, str(out), *more)
        assert mine == feltlaw("audit", command, path, *more)
    assert feltlaw("audit", "export", path, "-o", str(out)).status == 2, "nothing is written over"
    ran = feltlaw("audit", "export", path, "-o", str(tmp_path / "none" / "x.json"))
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_export_of_one_stream(path: str, tmp_path: Path) -> None:
    out = str(tmp_path / "one.json")
    ok(feltlaw("record", "export", path, "-o", out, "--stream", "table/é7"))
    found = audit("verify", out)
    assert found["wrong"] == []
    assert any("their streams are not here" in one for one in found["not_proved"])
    ran = feltlaw("audit", "export", path, "-o", str(tmp_path / "no.json"), "--stream", "x")
    assert ran.status == 2
    assert "there is no stream 'x'" in ran.err
    assert not (tmp_path / "no.json").exists()


# ── record ──


def test_record_checkpoint(path: str, tmp_path: Path) -> None:
    printed = json.loads(ok(feltlaw("record", "checkpoint", path)))
    assert printed["format"] == "feltlaw-checkpoint"
    assert json.loads(ok(feltlaw("record", "checkpoint", path, "--last"))) == printed
    held = tmp_path / "x.json"
    told = json.loads(ok(feltlaw("record", "checkpoint", path, "-o", str(held), "--json")))
    assert told["checkpoint"] == json.loads(held.read_text())
    assert feltlaw("record", "checkpoint", path, "-o", str(held)).status == 2
    desk = open_table(path)
    ran = feltlaw("record", "checkpoint", path)
    assert ran.status == 2
    assert "somebody else is writing this record" in ran.err
    desk.close()


def test_record_key_and_rotation(path: str, tmp_path: Path) -> None:
    old = str(tmp_path / "old.pub")
    first = json.loads(ok(feltlaw("record", "key", "-o", old, "--json")))
    second = json.loads(ok(feltlaw("record", "key", "--rotate", path)))
    assert second["key"] != first["key"] != ""
    held = str(tmp_path / "held.json")
    ok(feltlaw("record", "checkpoint", path, "-o", held))
    found = audit("verify", path, "--checkpoint", held, "--key", old)
    assert found["status"] == "intact"
    assert any("is trusted because the key" in note for note in found["notes"])


def test_record_repair(path: str) -> None:
    assert "nothing to do" in ok(feltlaw("record", "repair", path, "--reason", "to see"))
    raw = Path(path).read_bytes()
    Path(path).write_bytes(raw + b'{"hash":"12')
    told = json.loads(ok(feltlaw("record", "repair", path, "--reason", "a crash", "--json")))
    assert told == {"file": path, "cut_bytes": 11, "lost": "nothing"}
    assert audit("verify", path)["wrong"] == []
    Path(path).write_bytes(Path(path).read_bytes()[:-11])
    ran = feltlaw("record", "repair", path, "--reason", "a crash")
    assert ran.status == 1
    assert "--accept-loss" in ran.err
    told_twice = ok(feltlaw("record", "repair", path, "--reason", "a disk", "--accept-loss"))
    assert "had been confirmed are missing" in " ".join(told_twice.split())
    assert "a disk" in audit("verify", path, status=1)["wrong"][0]
    assert feltlaw("record", "repair", path).status == 2, "a reason is needed"


def test_a_key_that_others_may_read(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELTLAW_DATA", str(tmp_path))
    ok(feltlaw("record", "key"))
    os.chmod(Keys().path, 0o644)
    ran = feltlaw("record", "checkpoint", path)
    assert ran.status == 2
    assert "let its mode be 600" in ran.err
