"""A table's life: opened with everything its record needs to be read alone, closed, stopped by a fault."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated

from feltlaw.books import Balances
from feltlaw.canonical import canonical
from feltlaw.event import WORKING, Event, Happening, Snapshot
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few, Record, Text
from feltlaw.submission import Submission
from feltlaw.table.opening import elapsed
from feltlaw.table.phases import OPEN
from feltlaw.table.rule import Kind, Moment, Way, rule_of
from feltlaw.table.state import Deck, Name, State, Word
from feltlaw.values import changed

_STATE = Record(State)


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table is open: its submission in full, what it is pinned to, and what it begins with."""

    table: Name
    submission: Annotated[str, Text(100_000)]
    """In canonical JSON, every choice written out."""
    digest: Annotated[str, Text(64)]
    """The submission's."""
    regulation_digest: Annotated[str, Text(64)]
    """The regulation's data."""
    program: Word
    """The version of the program that decides."""
    links: Annotated[Mapping[Name, Name], Few(8)] = field(default_factory=dict)
    real_cards: bool = False
    practice: bool = False
    """Whether its chance can be repeated by anybody: then it is for practice, and says so forever."""
    seed: Annotated[str, Text(200, 0)] = ""
    carried: Annotated[str, Text(500_000, 0)] = ""
    """The state an earlier part of the record left, in canonical JSON."""
    continues: Annotated[str, Text(64, 0)] = ""
    """The hash that part ended with."""
    layout_hash: Annotated[str, Text(64, 0)] = ""
    """The layout whose felt and sign are at the table, where whoever opened it said so."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table is closed for the day."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed; its decks lie as they will be found, to be shuffled before play (5(a)).

    One that came preshuffled and was not dealt stays ready; cards that are spread are washed first (5(f)).
    """

    stages: Annotated[tuple[Word, ...], Few(2)]


@dataclass(frozen=True, slots=True)
class StopTable:
    """A fault of the program stopped the table; what it knows of it is written down."""

    why: Annotated[str, Text(300)]


@dataclass(frozen=True, slots=True)
class ResumeTable:
    """A table that a fault had stopped goes on, somebody having looked at it."""

    reason: Annotated[str, Text(200, 3)]


def write_state(state: State) -> dict[str, object]:
    """A state as plain JSON; the submission stands in the record's opening."""
    return _STATE.write(state)


def read_state(data: object, submission: Submission) -> State:
    """A state from plain JSON; raises `ValueError` where it is none."""
    found: State = _STATE.read(data, "state", {"submission": submission})
    return found


@lru_cache(maxsize=64)
def _submission(text: str) -> Submission:
    """Tables with one submission share it, and with it what was worked out about its rules."""
    return Submission.from_data(json.loads(text))


def begin(event: Event) -> State:
    """A table from the event that opens it; while it was closed its decks grew older too (I-14)."""
    data: TableOpened = event.data
    submission = _submission(data.submission)
    crew = (event.by.account,) if event.by.role in WORKING else ()
    if data.carried:
        state = read_state(json.loads(data.carried), submission)
        return changed(
            state,
            now=event.at,
            running=elapsed(state, event.at),
            is_open=True,
            phase=event.phase or "opening",
            crew=crew,
            links=data.links,
        )
    return State(
        submission,
        data.table,
        submission.cards.shuffle,
        submission.cards.deal,
        data.real_cards,
        is_open=True,
        phase=event.phase or "opening",
        now=event.at,
        decks=(None,) * submission.cards.decks,
        crew=crew,
        links=data.links,
    )


def carried_state(state: State) -> str:
    """What a closed table leaves to the next part of its record."""
    return canonical(write_state(state)).decode()


def _not_quiet(state: State) -> Refused | None:
    """Between rounds, with nothing on the layout."""
    cite = _cite(state)
    round_ = state.under_way
    if state.locked is not None or (round_ is not None and any(round_.facts.stakes.values())):
        return Refused("a round is on, or wagers lie on the layout", "Finish the round first.", cite)
    return None


def _cite(state: State) -> Cite:
    return state.submission.regulation.seats.cite


def _close(state: State, data: CloseTable, moment: Moment) -> Happening:
    return Happening(TableClosed(tuple(_overnight(deck) if deck else "" for deck in state.decks)))


def _overnight(deck: Deck) -> str:
    """The stage a deck is found at: a preshuffled one that was not dealt needs no shuffle then either."""
    ready = ("shuffled", "cut", "placed")
    if deck.preshuffled and deck.stage in ready:
        return deck.unplaced
    return "stacked" if deck.stage in (*ready, "used", "loaded") else deck.stage


def _closed(state: State, data: TableClosed, event: Event) -> State:
    decks = tuple(
        deck and replace(deck, stage=stage) for deck, stage in zip(state.decks, data.stages, strict=True)
    )
    return changed(state, is_open=False, round=None, requests=(), decks=decks)


def house_net(before: Balances, after: Balances) -> int:
    """What the house is up between two balances, meters apart."""
    kinds = ("inventory", "house")
    return sum(cents for a, cents in after.items() if a.kind in kinds) - sum(
        cents for a, cents in before.items() if a.kind in kinds
    )


RULES = (
    rule_of(
        CloseTable,
        TableClosed,
        phases=OPEN,
        roles=("floorperson", "manager"),
        when=_not_quiet,
        decide=_close,
        apply=_closed,
        ways=lambda state: [Way(CloseTable())],
        text="Close the table.",
        cite=_cite,
    ),
    rule_of(
        ResumeTable,
        roles=("floorperson", "manager"),
        when=lambda state: None if state.stopped else Refused("the table runs", "Go on.", _cite(state)),
        decide=lambda state, data, moment: Happening(data),
        apply=lambda state, data, event: changed(state, stopped=""),
        ways=lambda state: [
            Way(ResumeTable("the fault was looked at"), choose={"reason": {"minLength": 3, "maxLength": 200}})
        ],
        text="Let a table go on that a fault had stopped.",
        cite=_cite,
        two=lambda state, data: True,
        about=lambda state, data: f"go on after a fault: {data.reason}"[:300],
    ),
)
KINDS = (
    Kind("open_table", TableOpened),
    Kind("stop_table", StopTable, lambda state, data, event: changed(state, stopped=data.why)),
    Kind("snapshot", Snapshot),
)
