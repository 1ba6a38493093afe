"""The table: procedure and people, as a pure state machine over the regulation's steps."""

from feltlaw.table.machine import PHASES, RULES, Offer, Table, apply, decide, follow, legal, legal_for, replay
from feltlaw.table.state import Command, Event, Person, State, start, to_json

__all__ = [
    "PHASES",
    "RULES",
    "Command",
    "Event",
    "Offer",
    "Person",
    "State",
    "Table",
    "apply",
    "decide",
    "follow",
    "legal",
    "legal_for",
    "replay",
    "start",
    "to_json",
]
