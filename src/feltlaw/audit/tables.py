"""One table's stream, decided again: every command with what chance and the links gave it then."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from feltlaw.audit.differences import told
from feltlaw.audit.money import Otherwise, Unreadable, Wrong
from feltlaw.audit.seals import Secrets
from feltlaw.desk import links_of
from feltlaw.event import SYSTEM, Event, Person, event_json
from feltlaw.link import LinkState
from feltlaw.program import version
from feltlaw.record.lines import Entry, Sealed, decode, encode, unseal
from feltlaw.record.marks import EVERY
from feltlaw.refusal import Refused
from feltlaw.schema import read
from feltlaw.table import Command, Decision, Moment, Shuffled, State, TableOpened, begin, decide, read_command
from feltlaw.table.machine import RULES, command_json
from feltlaw.table.phases import phase_of

ALONE = frozenset({"open_table", "stop_table", "snapshot"})
"""Events of a table that no command leads to."""
LATEST = 10**14
"""The last moment that an event can have, in milliseconds since 1970."""
_PERSON = {"role", "account"}
_GIVEN = {"do", "data", "key", "by", "unreached"}

Placed = tuple[int, Entry]
"""A line of the document, and what stands there."""
Waiting = Mapping[str, deque[Placed]]
"""By link, the events of a batch that no command was found for yet."""


@dataclass
class TableCheck:
    """A table as its record has left it so far, and what it is pinned to."""

    stream: str
    opened: TableOpened
    state: State
    program: str
    """The version of the program that decided what comes now."""
    secrets: Secrets
    missing: tuple[str, ...] = ()
    """Links whose streams are not here."""
    lost: str = ""
    """Why the rest of its stream cannot be followed."""

    @property
    def same(self) -> bool:
        """Whether what decides again is what decided then: the program's version, the regulation's data."""
        law = self.state.submission.regulation.digest
        return self.program == version() and self.opened.regulation_digest == law


def open_check(stream: str, event: Event, secrets: Secrets) -> TableCheck:
    """A table from the event that opens it; raises `Wrong` where it is not what it says."""
    opened: TableOpened = event.data
    try:
        state = begin(event)
    except Exception as error:  # whatever a made-up event, or other data of the regulation, brings about
        kind = Wrong if opened.program == version() else Unreadable
        raise kind(f"this table cannot be opened here ({error})") from error
    found = TableCheck(stream, opened, state, opened.program, secrets)
    if opened.regulation_digest == state.submission.regulation.digest:
        if state.submission.digest != opened.digest:
            raise Wrong("its submission is not the one that its digest stands for")
        if found.same and event.phase != phase_of(state):
            raise Wrong(f"its phase is '{event.phase[:40]}', not '{phase_of(state)}'")
    if dict(opened.links) != links_of(state.submission, opened.table):
        raise Wrong("its meters are not on the links that its submission says")
    if stream != f"table/{opened.table}":
        raise Wrong(f"it opens the table {opened.table}, in another stream")
    return found


# ── what was asked ──


def asked(table: TableCheck, entry: Entry, links: Mapping[str, LinkState]) -> tuple[Command, Moment]:
    """A command as it was given, with the time, the chance and the links it met."""
    body = entry.body
    given = body.get("given")
    if type(given) is not dict:
        raise Wrong("the words of this command are missing")
    do = given.get("do")
    if not _GIVEN.issuperset(given) or ("by" in given) != (do == "confirm") or type(do) is not str:
        raise Wrong("the words of this command are not written as commands are")
    by = _person(given["by"] if "by" in given else body.get("by"))
    command = Command(do, by, _words(do, encode(given.get("data"))))
    unreached = given.get("unreached", ())
    at = body.get("at")
    if type(at) is not int or not 0 <= at <= LATEST or not isinstance(unreached, Sequence):
        raise Wrong("the time of this command is none")
    running = {
        name: links[name] for name in table.state.links.values() if name in links and name not in unreached
    }
    chance = _chance(table.state, command, body.get("data"))
    return command, Moment(at, by, *chance, links=running, number=entry.number - 1)


def _person(data: Any) -> Person:
    if type(data) is dict and data.keys() == _PERSON:
        return _known_person(data["role"], data["account"])
    raise Wrong("nobody did this")


@lru_cache(maxsize=5000)
def _words(do: str, text: bytes) -> Any:
    """The data of a command from its canonical bytes; most commands are given again and again."""
    command = read_command(do, decode(text), SYSTEM)
    if encode(command_json(command)["data"]) != text:
        raise Wrong("the words of this command are not written as commands are")
    return command.data


@lru_cache(maxsize=1000)
def _known_person(role: Any, account: Any) -> Person:
    return read(Person, {"role": role, "account": account}, "by")


def _chance(state: State, command: Command, data: Any) -> tuple[Shuffled | None, Mapping[str, str | int]]:
    """What chance gave, as the event has it."""
    rule = RULES[command.do]
    wants = rule.chance(state, command.data)
    match wants, data:
        case "deck", {"sealed": {"order": list(order), "secret": str(secret)}}:
            return Shuffled(tuple(order), secret), {}
        case "draws", {"draws": dict(draws)}:
            return None, draws
    return None, {}


def decided(table: TableCheck, group: Sequence[Placed], links: Mapping[str, LinkState]) -> Decision | str:
    """What the rules make of a command today, or why they make nothing of it."""
    try:
        return decide(table.state, *asked(table, group[0][1], links))
    except Wrong as wrong:
        return str(wrong)
    except Refused as refused:
        return f"the rules refuse this: {refused}"
    except Exception as error:  # whatever a made-up command brings about
        return f"the rules cannot decide this ({type(error).__name__})"


# ── what came of it ──


def is_same(decision: Decision, group: Sequence[Placed], waiting: Waiting) -> bool:
    """Whether the events on record, those of links included, are byte for byte the ones decided again."""
    if len(decision.events) != len(group):
        return False
    for event, (_, entry) in zip(decision.events, group, strict=True):
        if not entry.says(event_json(event)):
            return False
    taken: dict[str, int] = {}
    for name, event in decision.links:
        stream = f"link/{name}"
        at = taken.get(stream, 0)
        there = waiting.get(stream, ())
        if at >= len(there) or not there[at][1].says(event_json(event)):
            return False
        taken[stream] = at + 1
    return True


def unlike(decision: Decision, group: Sequence[Placed]) -> list[tuple[int, Entry, str]]:
    """Where the table's events on record differ from those decided again."""
    found = []
    for at, (line, entry) in enumerate(group):
        if at >= len(decision.events):
            found.append((line, entry, f"nothing follows here, and '{entry.kind[:40]}' is on record"))
            continue
        expected = event_json(decision.events[at])
        if not entry.says(dict(expected)):
            found.append((line, entry, said_otherwise(entry, expected)))
    if len(decision.events) > len(group) and not found:
        line, entry = group[-1]
        missing = decision.events[len(group)].kind
        found.append((line, entry, f"'{missing}' follows from it, and is not on record"))
    return found


def said_otherwise(entry: Entry, expected: dict[str, Any]) -> str:
    """How an event on record differs from the one expected in its place."""
    if entry.kind != expected["kind"]:
        return f"'{expected['kind']}' follows here, and '{entry.kind[:40]}' is on record"
    keys = (*expected, "moves", "phase", "confirmed_by")
    recorded = {key: entry.body[key] for key in keys if key in entry.body}
    return told(recorded, expected) or "it is not written as events are"


def check_written(entry: Entry, event: Event) -> None:
    """An event that no command leads to is written in the one way, too."""
    if not entry.says(event_json(event)):
        raise Otherwise("it is not written as events are")


def read_entry(entry: Entry) -> Sealed:
    """The event of a line; raises `Wrong` where it says what no event of its kind can say."""
    try:
        return unseal(entry, EVERY)
    except (ValueError, RecursionError) as error:
        raise Wrong(f"this is no event that can be read: {error}") from None
