"""What a log proves: the whole of it checked again, its rounds found, replayed and put in words."""

from feltlaw.audit.check import Report, audit
from feltlaw.audit.rounds import Filter, Round, Step, find_round, rounds, state_at, steps
from feltlaw.audit.words import clauses_of, describe

__all__ = [
    "Filter",
    "Report",
    "Round",
    "Step",
    "audit",
    "clauses_of",
    "describe",
    "find_round",
    "rounds",
    "state_at",
    "steps",
]
