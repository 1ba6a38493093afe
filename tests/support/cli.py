"""Running commands in tests: inside this process, or as the real program."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from feltlaw.cli import main

PROGRAM = Path(sys.executable).with_name("feltlaw")


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def feltlaw(*arguments: str, stdin: bytes = b"", columns: int = 80) -> Ran:
    """What `main` does with these arguments: its exit status and what it prints."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    status: object = 0
    heard = signal.getsignal(signal.SIGINT)
    with (
        mock.patch.object(sys, "argv", ["feltlaw", *arguments]),
        mock.patch.object(sys, "stdin", given),
        mock.patch.dict(os.environ, {"COLUMNS": str(columns)}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            status = left.code or 0
        finally:
            signal.signal(signal.SIGINT, heard)
    assert isinstance(status, int)
    return Ran(status, *(_text(stream) for stream in (out, err)))


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def program(*arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
    """The installed program in a process of its own."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "COLUMNS": "80", **(env or {})},
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
