"""Sheets as files: where they may go, and one clear message where they may not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from feltlaw.cli.errors import unreadable
from feltlaw.cli.files import shown
from feltlaw.report import PdfError, Sheet, to_html, to_pdf

WRITERS: dict[str, Callable[[Sheet], bytes]] = {
    ".html": lambda sheet: to_html(sheet).encode(),
    ".pdf": to_pdf,
}


def check_out(out: str, what: str) -> None:
    """Whether a sheet can go there, asked before any work is done."""
    path = Path(out)
    if path.suffix.lower() not in WRITERS:
        raise unreadable(f"{shown(out)}: {what} is written as .html or .pdf, so let the name end in one")
    if os.path.isdir(out):
        raise unreadable(f"{shown(out)} is a directory; name a file in it")
    if not os.path.isdir(path.parent):
        raise unreadable(f"{shown(out)} cannot be written: there is no folder {shown(str(path.parent))}")


def write_out(out: str, sheet: Sheet) -> None:
    """Writes a sheet as what its name says."""
    path = Path(out)
    try:
        document = WRITERS[path.suffix.lower()](sheet)
    except PdfError as error:
        raise unreadable(str(error)) from None
    try:
        path.write_bytes(document)
    except PermissionError:
        raise unreadable(f"{shown(out)} may not be written: permission denied") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise unreadable(f"{shown(out)} cannot be written: {why}") from None
