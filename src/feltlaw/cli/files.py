"""Reading what a user names on the command line: a file, `-`, or a regulation."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.excerpts import toml_excerpt
from feltlaw.cli.naming import BARE, LONGEST, find_regulation, unknown_regulation
from feltlaw.submission import SubmissionError, new_submission, read_toml
from feltlaw.submission.findings import plain

LARGEST = 4 * 1024 * 1024
LARGEST_BATCH = 256 * 1024 * 1024
LONGEST_NAME = 120


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`, in UTF-8."""
    return as_text(read_bytes(name), shown(name))


def as_text(raw: bytes, where: str) -> str:
    """What was read, as text."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable(f"{where} is not text in UTF-8") from None


def read_bytes(name: str, largest: int = LARGEST) -> bytes:
    """What is in a file, or comes from standard input for `-`; at most `largest` bytes."""
    try:
        raw = _read(name, largest + 1)
    except FileNotFoundError:
        raise unreadable(f"there is no file {shown(name)}") from None
    except IsADirectoryError:
        raise unreadable(f"{shown(name)} is a directory; name a file in it") from None
    except PermissionError:
        raise unreadable(f"{shown(name)} may not be read: permission denied") from None
    except (OSError, ValueError) as error:
        raise unreadable(
            f"{shown(name)} cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    if len(raw) > largest:
        most = f"{largest // 1024 // 1024} MB"
        raise unreadable(f"{shown(name)} is larger than {most}, too large for what it should be")
    return raw


def _read(name: str, most: int) -> bytes:
    if not name:
        raise ValueError("it has no name")
    if name != "-":
        with Path(name).open("rb") as file:
            return file.read(most)
    if sys.stdin is None:
        raise ValueError("it is closed")
    return sys.stdin.buffer.read(most)


def faulty(error: SubmissionError) -> Stop:
    """Refuses a submission with all its faults, each in a line of its own."""
    faults = [str(fault) for fault in error.findings]
    if len(faults) == 1:
        return refused(f"the submission has a fault: {faults[0]}")
    return refused("\n  ".join((f"the submission has {len(faults)} faults:", *faults)))


def read_submission_data(name: str) -> dict[str, Any]:
    """The parsed submission a user named: a file, a regulation as `rules new` writes it, or `REG:bare`."""
    return read_submission_text(name)[0]


def read_submission_text(name: str) -> tuple[dict[str, Any], str]:
    """The same with the text it was read from; none where a regulation's name stands for it."""
    if (found := _of_regulation(name)) is not None:
        return found, ""
    text = read_text(name)
    return _parsed(text, name), text


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as error:
        told = f"{shown(name)} is not valid TOML: {plain(str(error)[:200])}"
        raise unreadable(told + toml_excerpt(text, str(error))) from None
    except RecursionError:
        raise unreadable(f"{shown(name)} is nested too deeply") from None
    except ValueError:
        raise unreadable(f"{shown(name)} is not valid TOML: a number in it is too long") from None


def _of_regulation(name: str) -> dict[str, Any] | None:
    """The submission that a regulation's name stands for; None where it names a file, or nothing."""
    if name == "-" or _is_there(name):
        return None
    typed = name.removesuffix(BARE)
    if regulation := find_regulation(typed):
        return {"regulation": regulation} if typed != name else read_toml(new_submission(regulation))
    if typed != name or not (set(name) & set("./\\") or len(name) > LONGEST):
        raise unknown_regulation(typed)
    return None


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def shown(name: str) -> str:
    """A file's name in a message."""
    if name == "-":
        return "standard input"
    return f"'{plain(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + '...')}'"
