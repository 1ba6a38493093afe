"""`feltlaw report`: the par sheet as a file."""

from __future__ import annotations

from feltlaw.cli.documents import check_out, write_out
from feltlaw.cli.errors import refused
from feltlaw.cli.files import read_submission_data, shown
from feltlaw.mathematics import AnalysisError
from feltlaw.report import par_sheet
from feltlaw.submission import SubmissionError, check


def run(name: str, *, out: str, players: int | None) -> None:
    """Writes the par sheet of a submission, or of a regulation's default one."""
    check_out(out, "a par sheet")
    try:
        sheet = par_sheet(check(read_submission_data(name)), players)
    except SubmissionError as error:
        faults = "; ".join(str(fault) for fault in error.findings)
        raise refused(f"the submission has a fault: {faults}") from None
    except AnalysisError as error:
        raise refused(str(error)) from None
    write_out(out, sheet)
    print(f"Written: {shown(out)}")
    print(f"Submission hash: {sheet.hash}")
