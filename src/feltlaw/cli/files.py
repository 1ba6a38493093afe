"""Reading what a user names on the command line: a file, `-`, or a regulation."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from feltlaw.cli.errors import unreadable
from feltlaw.regulation import regulation_ids
from feltlaw.submission import read_toml

LARGEST = 4 * 1024 * 1024


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`; at most four megabytes of UTF-8."""
    shown = "standard input" if name == "-" else _short(name)
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise unreadable(f"there is no file {shown}") from None
    except IsADirectoryError:
        raise unreadable(f"{shown} is a directory; name a file in it") from None
    except PermissionError:
        raise unreadable(f"{shown} may not be read: permission denied") from None
    except (OSError, ValueError) as error:
        raise unreadable(f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > LARGEST:
        raise unreadable(f"{shown} is larger than {LARGEST // 1024 // 1024} MB, too large for what it should be")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable(f"{shown} is not a text file in UTF-8") from None


def read_submission_data(name: str) -> dict[str, Any]:
    """The parsed submission a user named: a regulation's id stands for its default submission."""
    if name in regulation_ids() and not Path(name).exists():
        return {"regulation": name}
    text = read_text(name)
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as error:
        shown = "standard input" if name == "-" else _short(name)
        raise unreadable(f"{shown} is not valid TOML: {str(error)[:200]}") from None
    except RecursionError:
        raise unreadable(f"{_short(name)} is nested too deeply") from None
    except ValueError as error:  # an integer of thousands of digits
        raise unreadable(f"{_short(name)} is not valid TOML: {str(error)[:200]}") from None


def _short(name: str) -> str:
    return f"'{name}'" if len(name) <= 120 else f"'{name[:117]}...'"
