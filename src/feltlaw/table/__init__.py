"""The table: procedure and people, as a pure state machine over the regulation's steps."""

from feltlaw.event import Event, Person
from feltlaw.table.life import TableOpened, begin, read_state, write_state
from feltlaw.table.machine import (
    EVENTS,
    RULES,
    Decision,
    apply,
    decide,
    legal,
    read_command,
    schema,
)
from feltlaw.table.phases import PHASES
from feltlaw.table.rule import Command, Moment, Offer, Shuffled
from feltlaw.table.state import State

__all__ = [
    "EVENTS",
    "PHASES",
    "RULES",
    "Command",
    "Decision",
    "Event",
    "Moment",
    "Offer",
    "Person",
    "Shuffled",
    "State",
    "TableOpened",
    "apply",
    "begin",
    "decide",
    "legal",
    "read_command",
    "read_state",
    "schema",
    "write_state",
]
