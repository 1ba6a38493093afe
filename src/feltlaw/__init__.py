"""Casino table games run exactly as the regulation says.

>>> import feltlaw
>>> feltlaw.load("PA-679a").seats.most
6
>>> feltlaw.Submission.from_data({"regulation": "PA-679a"}).cards.deal
'manual_shoe'
"""

from feltlaw.regulation import Regulation, RegulationError, load, regulation_ids
from feltlaw.submission import Submission, SubmissionError

__all__ = ["Regulation", "RegulationError", "Submission", "SubmissionError", "load", "regulation_ids"]
