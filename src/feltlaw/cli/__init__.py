"""The command line. `main` turns every failure a user can cause into one clear message and an exit status."""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import TextIO

from feltlaw.cli.errors import Stop

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def main() -> None:
    """Entry point of the `feltlaw` command."""
    try:
        from feltlaw.cli.app import program

        if "_FELTLAW_COMPLETE" in os.environ:  # a shell asks what a word may become
            from typer.completion import completion_init  # type: ignore[attr-defined]

            completion_init()
        sys.stdout, sys.stderr = _widened(sys.stdout), _widened(sys.stderr)
        try:
            program()(prog_name="feltlaw")  # however it was started
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:  # also while all the rest is still being loaded
        _deaf()
        sys.exit(INTERRUPTED)
    except Stop as stop:
        if stop.status == INTERRUPTED:
            _deaf()
        if str(stop):
            print(f"feltlaw: {stop}", file=sys.stderr)
        sys.exit(stop.status)
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        sys.exit(0)
    except OSError as error:
        if error.filename is not None:  # not a write that failed, but a file of the program's own
            raise
        _drop_output()
        print(f"feltlaw: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)


def _deaf() -> None:
    """It is over: an impatient second Ctrl-C changes nothing, and tears nothing off on the way out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _widened(stream: TextIO | None) -> TextIO:
    """The stream, letting every character through: UTF-8 into files and pipes, what a terminal can show."""
    if isinstance(stream, io.TextIOWrapper):
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")
    return stream or io.StringIO()


def _drop_output() -> None:
    """Points standard output nowhere, so that leaving the program does not try to write the rest."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
