"""The table as a state machine: what a command comes to, and what the state is after an event."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltlaw import link as links
from feltlaw.books import post
from feltlaw.canonical import canonical
from feltlaw.event import SYSTEM, WORKING, Event, Happening, Person, check_person
from feltlaw.link import LinkState
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.schema import SchemaError, codec, json_schema, read, tidy, write
from feltlaw.table import deciding, forfeits, life
from feltlaw.table.legal import legal, names, offers_of, open_rules, plays
from feltlaw.table.opening import elapsed
from feltlaw.table.phases import phase_of
from feltlaw.table.rule import (
    FOR_GUESTS,
    Command,
    Following,
    Moment,
    Offer,
    Rule,
    not_here,
    roles_of,
    spoken,
    words_of,
)
from feltlaw.table.rules import (
    EVENTS,
    KINDS,
    RULES,
    TWO,
    WHILE_STOPPED,
    Asked,
    Confirm,
    Withdraw,
    find_request,
    nothing_asked,
)
from feltlaw.table.state import MOST_REQUESTS, Request, State
from feltlaw.values import changed, quick

STANDING = (deciding.absent, forfeits.at_once)
"""What follows by itself whenever it is due, whatever event brought it about."""
OF_NO_ROUND = ("correct", "resume_table")
"""Requests that wait on when a round is over."""


# ── deciding ──


@quick
@dataclass(frozen=True, slots=True)
class Decision:
    """What a command comes to: the table's events and the state they lead to, and what links write with
    them."""

    events: tuple[Event, ...]
    state: State
    links: tuple[tuple[str, Event], ...] = ()
    link_states: Mapping[str, LinkState] | None = None
    states: tuple[State, ...] = ()
    """The state after each event of the table."""


def decide(state: State, command: Command, moment: Moment) -> Decision:
    """The events a command leads to; raises `Refused` where it is not legal."""
    check_person(command.by)
    rule = RULES.get(command.do)
    if rule is None:
        raise Refused(f"there is no command '{shown(command.do)}'", f"Legal now: {names(state)}.")
    if command.do == "confirm":
        return _confirm(state, rule, command, moment)
    _may(state, rule, command.by)
    happening = _happening(state, rule, command, moment)
    if moment.confirmed_by is None and rule.two(state, command.data):
        return _ask(state, rule, command, moment)
    return _follow(state, Following(rule.name, happening, command.by), moment)


def _may(state: State, rule: Rule[Any], by: Person) -> None:
    """Whether this person may do such a thing here at all."""
    if state.stopped and rule.name not in WHILE_STOPPED:
        raise _stopped(state)
    roles = roles_of(state, rule)
    if by.role not in roles:
        raise not_here(state, rule) or Refused(
            f"a {shown(by.role)} may not {spoken(rule.name)}",
            f"It is for the {' or '.join(roles)}. Legal for you now: {names(state, by.role)}.",
            words_of(state, rule)[1],
        )
    if by.role != "player" and plays(state, by.account):
        cite = words_of(state, rule)[1]
        raise Refused(
            f"{shown(by.account)} plays at this table",
            "Who plays at a table acts there in no other role.",
            Cite(cite.clauses, tuple(dict.fromkeys((*cite.interpretations, "I-157")))),
        )


def _stopped(state: State) -> Refused:
    return Refused(f"the table is stopped: {state.stopped}", "It goes on when two people say so.")


def _happening(state: State, rule: Rule[Any], command: Command, moment: Moment) -> Happening:
    """What the rule makes of a command, every refusal with what is legal and by which clause."""
    try:
        if refused := why_not(state, rule):
            raise refused
        if type(command.data) is not rule.command:
            raise Refused("its data are not those of this command", f"Give a {rule.command.__name__}.")
        return rule.decide(state, tidy(command.data), moment)
    except Refused as refused:
        legal = refused.legal or f"Legal now: {names(state)}."
        cite = refused.cite if refused.clauses else words_of(state, rule)[1]
        raise Refused(refused.what, legal, cite) from None


def why_not(state: State, rule: Rule[Any]) -> Refused | None:
    """Why it is not the time for a rule; None where it is."""
    if rule.phases and state.phase not in rule.phases:
        return not_here(state, rule) or Refused(f"it is not the time to {spoken(rule.name)}")
    return not_here(state, rule) or rule.when(state)


# ── two people ──


def _ask(state: State, rule: Rule[Any], command: Command, moment: Moment) -> Decision:
    """The first of two people: nothing happens but that the request is on record."""
    data = canonical(write(command.data)).decode()
    if any((one.do, one.data) == (rule.name, data) for one in state.requests):
        raise Refused(
            f"{spoken(rule.name)} was asked for already", "Another account confirms it (confirm).", TWO
        )
    if len(state.requests) >= MOST_REQUESTS:
        what = f"{len(state.requests)} requests wait for a second person already"
        raise Refused(what, "Confirm one of them, or take it back (withdraw).", TWO)
    request = Request(
        state.asked + 1,
        rule.name,
        command.by,
        moment.now,
        data,
        rule.about(state, command.data) or spoken(rule.name),
        command.data.player if rule.name == "record_departure" else "",
    )
    return _follow(state, Following("ask", Happening(Asked(request)), command.by), moment)


def _confirm(state: State, rule: Rule[Any], command: Command, moment: Moment) -> Decision:
    """The second of two people: what was asked for is decided now, as things stand."""
    _may(state, rule, command.by)
    if refused := nothing_asked(state):
        raise refused
    request = find_request(state, command.data.request)
    if state.stopped and request.do != "resume_table":
        raise _stopped(state)
    if request.by.account == command.by.account:
        what = f"{shown(command.by.account)} asked for this himself"
        raise Refused(what, "Another account confirms it.", TWO)
    if "floorperson" not in (request.by.role, command.by.role):
        raise Refused("one of the two must be a floorperson", "A floorperson confirms it.", TWO)
    asked = RULES[request.do]
    inner = Command(request.do, request.by, read(asked.command, json.loads(request.data)))
    moment = changed(moment, by=request.by, confirmed_by=command.by, request=request.id)
    happening = _happening(state, asked, inner, moment)
    return _follow(state, Following(asked.name, happening, request.by), moment)


# ── events and what follows ──


def _follow(state: State, first: Following, moment: Moment) -> Decision:
    """An event and everything that follows from it by itself, each decided on the state the last one left."""
    events: list[Event] = []
    states: list[State] = []
    written: list[tuple[str, Event]] = []
    queue = [first]
    while queue:
        following = queue.pop(0)
        by = following.by or (events[-1].by if events else moment.by)
        data, moves = tidy(following.happening.data), following.happening.moves
        event = Event(following.do, by, moment.now, data, moves)
        if not events and moment.confirmed_by is not None:
            event = changed(event, confirmed_by=moment.confirmed_by, request=moment.request)
        event, state = _happen(state, event)
        events.append(event)
        states.append(state)
        moment, more = _on_links(moment, by, following.happening)
        written += more
        queue = [*KINDS[event.kind].then(state, event.data, event, moment), *queue]
        if not queue:
            queue = [one for rule in STANDING if (one := rule(state)) is not None][:1] or _lapsed(
                state, moment, events
            )
    return Decision(tuple(events), state, tuple(written), moment.links, tuple(states))


def _lapsed(state: State, moment: Moment, events: Sequence[Event]) -> list[Following]:
    """A request is taken back by itself when nobody could carry it out any more, when the player it is
    against has shown that he is there, and when its round is over."""
    if not state.requests:
        return []
    over = any(event.kind == "end_round" for event in events)
    for one in state.requests:
        if (over and one.do not in OF_NO_ROUND) or (one.against and one.against == _acted(state, events[0])):
            return [Following("withdraw", Happening(Withdraw(one.id)), SYSTEM)]
        rule = RULES[one.do]
        try:
            inner = Command(one.do, one.by, read(rule.command, json.loads(one.data)))
            _happening(state, rule, inner, changed(moment, by=one.by))
        except Refused:
            return [Following("withdraw", Happening(Withdraw(one.id)), SYSTEM)]
    return []


def _acted(state: State, event: Event) -> str:
    """The player whose act an event is: his own, or what the dealer entered for a guest."""
    if event.by.role == "player":
        return event.by.account
    rule = RULES.get(event.kind)
    if rule is None or not state.real_cards or roles_of(state, rule) != FOR_GUESTS:
        return ""
    return state.seats.get(getattr(event.data, "seat", 0), "") or getattr(event.data, "player", "")


def _happen(state: State, event: Event) -> tuple[Event, State]:
    """The event with the phase it leads to, and the state after it."""
    after = _folded(state, event)
    phase = phase_of(after)
    if phase == state.phase:
        return event, after
    return changed(event, phase=phase), changed(after, phase=phase)


def _on_links(moment: Moment, by: Person, happening: Happening) -> tuple[Moment, list[tuple[str, Event]]]:
    """What links write with an event, and how they stand then."""
    if not happening.links:
        return moment, []
    written = []
    states = dict(moment.links)
    for name, asked in happening.links:
        before = states[name]
        data = tidy(links.fitted(before, asked))
        event = Event(links.KIND_OF[type(data)], by, moment.now, data, links.moves_of(before, data))
        states[name] = links.apply(before, event)
        written.append((name, event))
    return changed(moment, links=states), written


def apply(state: State, event: Event) -> State:
    """The state after an event. Never refuses and computes nothing of the law: events are facts."""
    if event.kind == "open_table":
        return life.begin(event)
    after = _folded(state, event)
    return changed(after, phase=event.phase) if event.phase else after


def _folded(state: State, event: Event) -> State:
    after = KINDS[event.kind].apply(state, event.data, event)
    changes: dict[str, Any] = {"now": event.at, "running": elapsed(state, event.at)}
    if event.moves:
        changes["books"] = post(after.books, event.moves)
    by = event.by
    for one in (by, event.confirmed_by) if event.confirmed_by else (by,):
        if one.role in WORKING and one.account not in after.crew:
            changes["crew"] = (*changes.get("crew", after.crew), one.account)
    if by.role == "dealer":
        changes["dealer"] = by.account
        if after.under_way is not None and by.account not in after.under_way.dealers:
            changes["round"] = changed(after.played, dealers=(*after.played.dealers, by.account))
    if after.requests and event.confirmed_by is not None:
        changes["requests"] = tuple(one for one in after.requests if one.id != event.request)
    return changed(after, **changes)


# ── commands from outside ──


def read_command(do: object, data: object, by: Person) -> Command:
    """A command from plain JSON; raises `Refused` where it says anything that is not declared."""
    rule = RULES.get(do) if isinstance(do, str) else None
    if rule is None:
        raise Refused(f"there is no command '{shown(do)}'", f"Commands: {', '.join(sorted(RULES))}.")
    try:
        return Command(rule.name, by, read(rule.command, data))
    except SchemaError as error:
        where = f"{spoken(rule.name)}, {error.where}" if error.where else spoken(rule.name)
        raise Refused(f"{where}: {error.what}", error.legal) from None
    except RecursionError:
        raise Refused(f"{spoken(rule.name)} is nested too deeply", "Send a plain command.") from None


def command_json(command: Command) -> dict[str, Any]:
    return {"do": command.do, "data": codec(type(command.data)).write(command.data)}


def schema() -> dict[str, Any]:
    """Every command and every event, as JSON Schemas."""
    return {
        "commands": {name: json_schema(rule.command) for name, rule in sorted(RULES.items())},
        "events": {name: json_schema(kind.event) for name, kind in sorted(KINDS.items())},
    }


__all__ = [
    "EVENTS",
    "KINDS",
    "RULES",
    "SYSTEM",
    "Asked",
    "Command",
    "Confirm",
    "Decision",
    "Moment",
    "Offer",
    "Withdraw",
    "apply",
    "command_json",
    "decide",
    "legal",
    "offers_of",
    "open_rules",
    "plays",
    "read_command",
    "schema",
    "why_not",
]
