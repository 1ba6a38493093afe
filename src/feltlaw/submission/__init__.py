"""Rules Submissions: one table's approved choices, checked against its regulation."""

from feltlaw.submission.check import Report, check
from feltlaw.submission.findings import Finding
from feltlaw.submission.linked import check_linked
from feltlaw.submission.model import (
    Cards,
    Limits,
    Offered,
    OfferedAward,
    Submission,
    SubmissionError,
    read_toml,
)
from feltlaw.submission.write import new_submission

__all__ = [
    "Cards",
    "Finding",
    "Limits",
    "Offered",
    "OfferedAward",
    "Report",
    "Submission",
    "SubmissionError",
    "check",
    "check_linked",
    "new_submission",
    "read_toml",
]
