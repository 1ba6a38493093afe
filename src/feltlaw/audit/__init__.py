"""What a record proves: the whole of it checked again, its rounds found, replayed and put in words."""

from feltlaw.audit.check import audit
from feltlaw.audit.hiding import Hidden, hidden_in
from feltlaw.audit.rounds import (
    Filter,
    Found,
    Overview,
    Round,
    Step,
    Tampered,
    find_round,
    rounds,
    state_at,
    steps,
)
from feltlaw.audit.words import clauses_of, describe

__all__ = [
    "Filter",
    "Found",
    "Hidden",
    "Overview",
    "Round",
    "Step",
    "Tampered",
    "audit",
    "clauses_of",
    "describe",
    "find_round",
    "hidden_in",
    "rounds",
    "state_at",
    "steps",
]
