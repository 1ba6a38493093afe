"""Long output on a terminal goes through a pager, as a reader of manuals knows it."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

NONE = ("", "cat")
"""Pagers that are none."""
USUAL = ("less", "more")


class _Screen(io.StringIO):
    """What is printed, kept until its length is known; still a terminal to whoever asks."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@contextmanager
def paged(wanted: bool = True) -> Iterator[None]:
    """Shows what is printed meanwhile in a pager, where it is longer than the screen and somebody watches."""
    command = _command() if wanted and _watched() else []
    if not command:
        yield
        return
    terminal, kept = sys.stdout, _Screen()
    kept.encoding = terminal.encoding
    sys.stdout = kept
    try:
        yield
    finally:
        sys.stdout = terminal
        _show(kept.getvalue(), command)


def _watched() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _command() -> list[str]:
    """The reader's own pager, or the usual one; nothing where there is none."""
    named = os.environ.get("FELTLAW_PAGER", os.environ.get("PAGER"))
    if named is not None:
        try:
            parts = shlex.split(named)
        except ValueError:
            return []
        return [] if " ".join(parts) in NONE or shutil.which(parts[0]) is None else parts
    return next(([one] for one in USUAL if shutil.which(one)), [])


def _show(text: str, command: list[str]) -> None:
    size = shutil.get_terminal_size()
    lines = sum(-(-max(len(line), 1) // size.columns) for line in text.splitlines())
    if lines < size.lines or not _read_in(text, command):
        sys.stdout.write(text)


def _read_in(text: str, command: list[str]) -> bool:
    """Whether the pager could be started. Ctrl-C is meanwhile the pager's to hear."""
    environment = {"LESS": "FRX", "LESSCHARSET": "utf-8", **os.environ}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with (
            subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as pager,
            suppress(BrokenPipeError),
        ):
            pager.communicate(text.encode(errors="backslashreplace"))
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True
