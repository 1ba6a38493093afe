"""Rounds for whoever searches them: one row each, made from the events of the round and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from feltlaw.audit.nets import house_part
from feltlaw.desk import Turn
from feltlaw.floor.store.model import Insert, Upsert
from feltlaw.record.lines import Sealed
from feltlaw.settlement import Line
from feltlaw.table.racking import RoundEnded
from feltlaw.table.state import State
from feltlaw.table.voiding import RoundVoided

Rows = list[Upsert | Insert]


def round_rows(table: str, before: Sequence[Sealed], turn: Turn) -> tuple[list[Sealed], Rows]:
    """The rows of rounds that end in a turn, and the events since the last of them."""
    waiting = list(before)
    rows: Rows = []
    for line, state in zip(turn.own, turn.states, strict=True):
        waiting.append(line)
        if isinstance(line.event.data, RoundEnded):
            rows += rows_of(table, waiting, state)
            waiting = []
    return waiting, rows


def rows_of(table: str, events: Sequence[Sealed], after: State) -> Rows:
    """The row of a round that has ended, and one for each of its players."""
    ended: RoundEnded = events[-1].event.data
    lines = list(_settled(events))
    players = after.round.facts.players if after.round is not None else {}
    at = events[-1].event.at
    key = {"table_id": table, "number": ended.round}
    row = Upsert(
        "rounds",
        key,
        {
            "first": events[0].number,
            "last": events[-1].number,
            "at": at,
            "void": int(ended.void),
            "lines": json.dumps(
                [[one.seat, one.id, one.outcome, one.paid, players.get(one.seat, "")] for one in lines]
            ),
            "irregularities": json.dumps(sorted(_irregularities(events))),
            "most_paid": max((one.paid for one in lines), default=0),
            "house_net": sum(house_part(line.event) for line in events),
            "held": 0,
        },
    )
    own = (
        Upsert("round_players", {"player": name, "at": at, **key}) for name in sorted(set(players.values()))
    )
    return [row, *own]


def _settled(events: Iterable[Sealed]) -> Iterable[Line]:
    """Every line as it stands in the end: a round that became void has those that undid it."""
    found: list[Line] = []
    for line in events:
        data = line.event.data
        if isinstance(data, RoundVoided):
            found = []
        found += getattr(data, "lines", ())
    return found


def _irregularities(events: Iterable[Sealed]) -> set[str]:
    found: set[str] = set()
    for line in events:
        data = line.event.data
        if isinstance(data, RoundVoided):
            found.add(data.kind)
        elif line.event.kind in ("report", "record_exposed_card", "rule_communication"):
            found.add(getattr(data, "kind", line.event.kind))
    return found
