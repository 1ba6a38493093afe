"""The program as the shell runs it: exit statuses, pipes that close, output that cannot be written."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.cli import PROGRAM, program
from tests.support.effort import some

PA = b'regulation = "PA-649a"\n'


def shell(line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a line in bash, in which `$feltlaw` is the program; a failure inside a pipe counts."""
    script = f"set -o pipefail\nfeltlaw={shlex.quote(str(PROGRAM))}\n{line}"
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, cwd=folder, timeout=120
    )


def test_exit_statuses() -> None:
    good = program("rules", "check", "-", stdin=PA)
    assert (good.status, good.err) == (0, "")
    broken = program("rules", "check", "-", stdin=PA + b"[cards]\ndecks = 3")
    assert broken.status == 1
    assert "PA-649a.3(a)" in broken.err
    unreadable = program("rules", "check", "-", stdin=b"\xff")
    assert (unreadable.status, unreadable.out) == (2, "")
    assert program("rules", "new", "PA-1").status == 2
    assert program().status == 0
    assert program("--help").status == 0
    assert program("--version").status == 0
    assert all("Traceback" not in ran.err for ran in (good, broken, unreadable))


def test_new_then_check(tmp_path: Path) -> None:
    ran = shell("$feltlaw rules new MA-TCP > table.toml && $feltlaw rules check table.toml --json", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["valid"] is True


def test_the_hash_is_the_same_in_every_process() -> None:
    found = {
        json.loads(program("rules", "check", "PA-649a", "--json", env={"PYTHONHASHSEED": seed}).out)["hash"]
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    "line",
    [
        "$feltlaw games PA-649a | head -1",
        "$feltlaw games --json | head -c 1",
        "$feltlaw rules new PA-680a | true",
        "$feltlaw rules show PA-649a --json | true",
        "$feltlaw games --help | true",
        "$feltlaw --version | true",
    ],
)
@pytest.mark.effort
@pytest.mark.parametrize("unbuffered", some(["", "1"], 2))
def test_a_pipe_that_closes_ends_it_quietly(line: str, unbuffered: str) -> None:
    ran = shell(f"export PYTHONUNBUFFERED={unbuffered}\n{line}")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["rules new PA-649a", "--help"])
def test_a_full_disk_is_one_message(command: str, unbuffered: str) -> None:
    ran = shell(f"export PYTHONUNBUFFERED={unbuffered}\n$feltlaw {command} > /dev/full")
    assert ran.returncode == 2
    assert ran.stderr == "feltlaw: the output cannot be written: No space left on device\n"


def test_closed_streams() -> None:
    no_input = shell("$feltlaw rules check - <&-")
    assert (no_input.returncode, no_input.stderr) == (
        2,
        "feltlaw: standard input cannot be read: it is closed\n",
    )
    no_output = shell("$feltlaw games >&-")
    assert (no_output.returncode, no_output.stderr) == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_files_are_written_in_utf_8_whatever_the_terminal_speaks(encoding: str, tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    file = tmp_path / "täble.toml"
    file.write_text('regulation = "PA-649a"\ncertificate_holder = "Casinó"\n"ключ" = 1\n', "utf-8")
    ran = program("rules", "check", str(file), "--json", env=env)
    assert ran.status == 1
    assert [one["where"] for one in json.loads(ran.out)["faults"]] == ["ключ"]
    assert "ключ" in ran.err


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes only there")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.toml"
    Path(os.fsdecode(name)).write_bytes(PA)
    done = subprocess.run(
        [os.fsencode(PROGRAM), b"rules", b"check", name, b"--json"], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["valid"] is True


def test_small_commands_load_nothing_heavy() -> None:
    code = "import sys, feltlaw.cli.app; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [PROGRAM.with_name("python"), "-c", code], capture_output=True, text=True, check=True
    )
    assert not {"numba", "numpy", "dask", "matplotlib", "fastapi", "rich"} & set(done.stdout.split())
