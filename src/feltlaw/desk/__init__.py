"""The desk: where commands meet a table, with a clock, chance and a store."""

from feltlaw.desk.chance import Chance
from feltlaw.desk.clock import Clock, system_clock, told
from feltlaw.desk.desk import Answer, Desk, KeyReused, deck_is_due
from feltlaw.desk.links import Links, link_opening
from feltlaw.desk.opening import links_of, open_desk, opening_event, reopen, source_of
from feltlaw.desk.turn import FAULTS, Turn, link_event, link_line

__all__ = [
    "FAULTS",
    "Answer",
    "Chance",
    "Clock",
    "Desk",
    "KeyReused",
    "Links",
    "Turn",
    "deck_is_due",
    "link_event",
    "link_line",
    "link_opening",
    "links_of",
    "open_desk",
    "opening_event",
    "reopen",
    "source_of",
    "system_clock",
    "told",
]
