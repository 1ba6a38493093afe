"""What a floorperson may rule on a person: which rulings there are, where, and by which clause."""

from __future__ import annotations

from feltlaw.regulation.model import Cite, Regulation
from feltlaw.submission import Submission

RULINGS = {"left": "abandon", "abandoned": "abandon", "communicated": "no_talking"}
"""Each ruling, and the step of the regulation it rests on."""


def ruling_cite(regulation: Regulation, ruling: str) -> Cite | None:
    """The clause behind a ruling; None where the regulation knows none such."""
    step = RULINGS.get(ruling)
    return next((one.cite for one in regulation.steps if one.do == step), None)


def known_rulings(regulation: Regulation) -> tuple[str, ...]:
    """The rulings this regulation has a clause for."""
    return tuple(ruling for ruling in RULINGS if ruling_cite(regulation, ruling) is not None)


def may_be_abandoned(submission: Submission) -> bool:
    """Whether the wagers of a player who left may be ruled losing here (I-09)."""
    return submission.option("settlement.departed_player") == "forfeit"
