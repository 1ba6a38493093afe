"""Rules Submissions: one table's approved choices, checked against its regulation."""

from feltlaw.submission.check import Checked, Submission, SubmissionError, check, read_toml
from feltlaw.submission.choices import Choices
from feltlaw.submission.findings import Finding
from feltlaw.submission.linked import check_linked
from feltlaw.submission.parts import Cards, Limits, Offered, OfferedAward
from feltlaw.submission.write import new_submission

__all__ = [
    "Cards",
    "Checked",
    "Choices",
    "Finding",
    "Limits",
    "Offered",
    "OfferedAward",
    "Submission",
    "SubmissionError",
    "check",
    "check_linked",
    "new_submission",
    "read_toml",
]
