"""What a record says about itself, in a stream of its own: how it begins, what was cut off, who signed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from feltlaw import link
from feltlaw.event import Millis, Person
from feltlaw.record.checkpoints import Checkpoint, Heads
from feltlaw.record.lines import Kinds
from feltlaw.schema import Text, Whole
from feltlaw.table import EVENTS

STREAM = "record"
FORMAT, VERSION = "feltlaw-record", 2
RECORDER = Person("device", "record")
"""Who writes what a record says about itself."""

Version = Annotated[str, Text(60)]
Batch = Annotated[int, Whole(0, 10**12)]


@dataclass(frozen=True, slots=True)
class BeginRecord:
    """A record begins, or goes on from the ends that another one left."""

    format: Annotated[str, Text(40)]
    version: Annotated[int, Whole(1, 10**6)]
    created: Millis
    program: Version
    """The version of the program that writes."""
    continues: Heads = field(default_factory=dict)
    """By stream, the last event of the record before it; numbers go on from there."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """Something was cut off the end. It is kept beside the record."""

    cut_bytes: Annotated[int, Whole(0, 10**15)]
    sha256: Annotated[str, Text(64)]
    lost: Literal["nothing", "perhaps", "confirmed"]
    """Whether what was cut had been confirmed: no, nobody can tell, or yes. The last is never forgotten."""
    known_batch: Batch = 0
    """The last batch that is known to have been confirmed, where that is more than what is left."""
    reason: Annotated[str, Text(200, 0)] = ""


@dataclass(frozen=True, slots=True)
class Continued:
    """The record was gone on with although the file beside it, which knows its end, was not there."""

    why: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class ProgramChanged:
    """From now on another version of the program writes (S-48)."""

    program: Version


KINDS: Mapping[str, type] = {
    "begin_record": BeginRecord,
    "repaired": Repaired,
    "continued": Continued,
    "program_changed": ProgramChanged,
    "checkpoint": Checkpoint,
}
EVERY: Kinds = {"table": EVENTS, "link": link.KINDS, STREAM: KINDS}
"""The events of all streams that this level knows."""
