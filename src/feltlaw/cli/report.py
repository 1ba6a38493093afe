"""`feltlaw report`: the par sheet as a file."""

from __future__ import annotations

import datetime

from feltlaw.cli.documents import check_out, write_out
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import faulty, read_submission_data, shown
from feltlaw.mathematics import AnalysisError
from feltlaw.report import par_sheet
from feltlaw.report.every_table import every_table_sheet
from feltlaw.submission import SubmissionError, check


def run(name: str, *, out: str, players: int | None, all_tables: bool, date: str | None) -> None:
    """Writes the par sheet of a submission, or of a regulation's default one; or one of every paytable."""
    check_out(out, "a par sheet")
    dated = _day(date)
    made = every_table_sheet if all_tables else par_sheet
    try:
        sheet = made(check(read_submission_data(name)), players, dated)
    except SubmissionError as error:
        raise faulty(error) from None
    except AnalysisError as error:
        raise refused(str(error)) from None
    write_out(out, sheet)
    print(f"Written: {shown(out)}")
    print(f"Submission hash: {sheet.hash}")


def _day(text: str | None) -> str:
    """The day that a sheet says it is of; today where none is given."""
    if text is None:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise unreadable(f"--date: {shown(text)} is not a day; write it like 2026-11-16") from None
