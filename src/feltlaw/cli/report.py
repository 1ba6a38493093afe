"""`feltlaw report`: the par sheet as a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import read_submission_data, shown
from feltlaw.mathematics import AnalysisError
from feltlaw.report import PdfError, Sheet, par_sheet, to_html, to_pdf
from feltlaw.submission import SubmissionError, check

WRITERS: dict[str, Callable[[Sheet], bytes]] = {
    ".html": lambda sheet: to_html(sheet).encode(),
    ".pdf": to_pdf,
}


def run(name: str, *, out: str, players: int | None) -> None:
    """Writes the par sheet of a submission, or of a regulation's default one."""
    path = Path(out)
    write = WRITERS.get(path.suffix.lower())
    if write is None:
        raise unreadable(f"{shown(out)}: a par sheet is written as .html or .pdf, so let the name end in one")
    if os.path.isdir(out):
        raise unreadable(f"{shown(out)} is a directory; name a file in it")
    if not os.path.isdir(path.parent):
        raise unreadable(f"{shown(out)} cannot be written: there is no folder {shown(str(path.parent))}")
    try:
        sheet = par_sheet(check(read_submission_data(name)), players)
        document = write(sheet)
    except SubmissionError as error:
        faults = "; ".join(str(fault) for fault in error.findings)
        raise refused(f"the submission has a fault: {faults}") from None
    except AnalysisError as error:
        raise refused(str(error)) from None
    except PdfError as error:
        raise unreadable(str(error)) from None
    try:
        path.write_bytes(document)
    except PermissionError:
        raise unreadable(f"{shown(out)} may not be written: permission denied") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise unreadable(f"{shown(out)} cannot be written: {why}") from None
    print(f"Written: {shown(out)}")
    print(f"Submission hash: {sheet.hash}")
