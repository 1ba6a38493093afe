"""What the version of a table makes of the wagers that bring a player into a round."""

from __future__ import annotations

from feltlaw.regulation.model import Requires
from feltlaw.submission.check import Submission


def first_stakes(submission: Submission) -> Requires:
    """Any of these or all: the regulation's own, or those that a version asks for where it ties two stakes.

    A wager that another must cover is not enough by itself.
    """
    law = submission.regulation
    version = law.versions.get(submission.version)
    if version is None or version.rule == "free":
        return law.deal.to
    wanted = (version.first, version.second) if version.rule == "compulsory" else (version.first,)
    return Requires(wanted, True, law.deal.to.cite.joined(version.cite))
