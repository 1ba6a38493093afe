"""The table as a state machine: what may be done, what follows, and what the state is afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Annotated, Any

from feltlaw import link as links
from feltlaw.books import post
from feltlaw.canonical import canonical
from feltlaw.event import CREW, SYSTEM, Event, Happening, Person, check_person
from feltlaw.link import LinkState
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.schema import SchemaError, Whole, codec, json_schema, read, write
from feltlaw.table import (
    betting,
    bonus_cards,
    checking,
    closing,
    dealing,
    deciding,
    devices,
    forfeits,
    idle,
    irregular,
    life,
    opening,
    people,
    racking,
    revealing,
    rulings,
    settling,
    shuffling,
    stub,
    voiding,
)
from feltlaw.table.opening import elapsed
from feltlaw.table.phases import PHASES, phase_of
from feltlaw.table.rule import (
    Command,
    Following,
    Kind,
    Moment,
    Offer,
    Open,
    Rule,
    Way,
    no_ways,
    not_here,
    roles_of,
    rule_of,
    spoken,
    words_of,
)
from feltlaw.table.state import Request, RoundState, State
from feltlaw.values import changed, memo

MODULES: tuple[Any, ...] = (
    life,
    opening,
    idle,
    shuffling,
    people,
    betting,
    closing,
    dealing,
    stub,
    bonus_cards,
    deciding,
    forfeits,
    revealing,
    checking,
    settling,
    voiding,
    racking,
    irregular,
    rulings,
    devices,
)
STANDING = (deciding.absent, forfeits.at_once)
"""What follows by itself whenever it is due, whatever event brought it about."""


# ── two people ──


@dataclass(frozen=True, slots=True)
class Asked:
    """One person asks for something that another must confirm (I-157)."""

    request: Request


@dataclass(frozen=True, slots=True)
class Confirm:
    """Another account confirms a request, and it is carried out."""

    request: Annotated[int, Whole(1, 10**9)]


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A request is taken back, or refused by the second person."""

    request: Annotated[int, Whole(1, 10**9)]


def _request(state: State, number: int) -> Request:
    found = next((one for one in state.requests if one.id == number), None)
    if found is None:
        waiting = ", ".join(str(one.id) for one in state.requests) or "none"
        raise Refused(f"there is no request {number}", f"Waiting: {waiting}.", TWO)
    return found


TWO = Cite((), ("I-157",))


def _nothing_asked(state: State) -> Refused | None:
    return None if state.requests else Refused("nothing waits for a second person", "Go on.", TWO)


def _withdraw(state: State, data: Withdraw, moment: Moment) -> Happening:
    _request(state, data.request)
    return Happening(data)


def _without(state: State, data: Withdraw, event: Event) -> State:
    return changed(state, requests=tuple(one for one in state.requests if one.id != data.request))


def _asked(state: State, data: Asked, event: Event) -> State:
    return changed(state, requests=(*state.requests, data.request), asked=data.request.id)


_TWO_RULES: tuple[Rule[Any], ...] = (
    rule_of(
        Confirm,
        roles=("dealer", "floorperson"),
        when=_nothing_asked,
        ways=lambda state: [
            Way(
                Confirm(one.id),
                not_for=frozenset({one.by.account}),
                not_as="" if one.by.role == "floorperson" else "dealer",
                about=one.about,
            )
            for one in state.requests
        ],
        text="Confirm what another person asks for.",
        cite=lambda state: TWO,
    ),
    rule_of(
        Withdraw,
        roles=("dealer", "floorperson"),
        when=_nothing_asked,
        decide=_withdraw,
        apply=_without,
        ways=lambda state: [Way(Withdraw(one.id), about=one.about) for one in state.requests],
        text="Take a request back, or refuse it.",
        cite=lambda state: TWO,
    ),
)

RULES: Mapping[str, Rule[Any]] = {
    rule.name: rule
    for rule in (*(rule for module in MODULES for rule in getattr(module, "RULES", ())), *_TWO_RULES)
}
KINDS: Mapping[str, Kind] = {
    **RULES,
    "ask": Kind("ask", Asked, _asked),
    **{kind.name: kind for module in MODULES for kind in getattr(module, "KINDS", ())},
}
EVENTS: Mapping[str, type] = {name: kind.event for name, kind in KINDS.items()}


WHILE_STOPPED = ("resume_table", "confirm", "withdraw")
"""What may be done at a table that a fault has stopped."""


# ── deciding ──


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command comes to: the table's events and the state they lead to, and what links write with them."""

    events: tuple[Event, ...]
    state: State
    links: tuple[tuple[str, Event], ...] = ()
    link_states: Mapping[str, LinkState] | None = None
    states: tuple[State, ...] = ()
    """The state after each event."""


def decide(state: State, command: Command, moment: Moment) -> Decision:
    """The events a command leads to; raises `Refused` where it is not legal."""
    check_person(command.by)
    rule = RULES.get(command.do)
    if rule is None:
        raise Refused(f"there is no command '{shown(command.do)}'", f"Legal now: {_names(state)}.")
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
        raise Refused(f"the table is stopped: {state.stopped}", "It goes on when two people say so.")
    roles = roles_of(state, rule)
    if by.role not in roles:
        raise not_here(state, rule) or Refused(
            f"a {shown(by.role)} may not {spoken(rule.name)}",
            f"It is for the {' or '.join(roles) or 'program'}. Legal for you now: {_names(state, by.role)}.",
            words_of(state, rule)[1],
        )
    if by.role in CREW and plays(state, by.account):
        cite = words_of(state, rule)[1]
        raise Refused(
            f"{shown(by.account)} plays at this table",
            "Who plays at a table acts there in no other role.",
            Cite(cite.clauses, tuple(dict.fromkeys((*cite.interpretations, "I-157")))),
        )


def plays(state: State, account: str) -> bool:
    round_ = state.under_way
    return account in state.seats.values() or (
        round_ is not None and account in round_.facts.players.values()
    )


def _happening(state: State, rule: Rule[Any], command: Command, moment: Moment) -> Happening:
    """What the rule makes of a command, every refusal with what is legal and by which clause."""
    try:
        if refused := why_not(state, rule):
            raise refused
        return rule.decide(state, command.data, moment)
    except Refused as refused:
        legal = refused.legal or f"Legal now: {_names(state)}."
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
    if refused := _nothing_asked(state):
        raise refused
    request = _request(state, command.data.request)
    if state.stopped and request.do not in WHILE_STOPPED:
        raise Refused(f"the table is stopped: {state.stopped}", "It goes on when two people say so.")
    if request.by.account == command.by.account:
        what = f"{shown(command.by.account)} asked for this himself"
        raise Refused(what, "Another account confirms it.", TWO)
    if "floorperson" not in (request.by.role, command.by.role):
        raise Refused("one of the two must be a floorperson", "A floorperson confirms it.", TWO)
    asked = RULES[request.do]
    inner = Command(request.do, request.by, read(asked.command, json.loads(request.data)))
    moment = replace(moment, by=request.by, confirmed_by=command.by)
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
        second = moment.confirmed_by if not events else None
        event = Event(
            following.do, by, moment.now, following.happening.data, following.happening.moves, "", second
        )
        event, state = _happen(state, event)
        events.append(event)
        states.append(state)
        moment, more = _on_links(moment, by, following.happening)
        written += more
        queue = [*KINDS[event.kind].then(state, event.data, event, moment), *queue]
        if not queue:
            queue = [one for rule in STANDING if (one := rule(state)) is not None][:1]
    return Decision(tuple(events), state, tuple(written), moment.links, tuple(states))


def _happen(state: State, event: Event) -> tuple[Event, State]:
    """The event with the phase it leads to, and the state after it."""
    after = _folded(state, event)
    phase = phase_of(after)
    if phase == state.phase:
        return event, after
    return replace(event, phase=phase), changed(after, phase=phase)


def _on_links(moment: Moment, by: Person, happening: Happening) -> tuple[Moment, list[tuple[str, Event]]]:
    """What links write with an event, and how they stand then."""
    written = []
    states = dict(moment.links)
    for name, data in happening.links:
        before = states[name]
        event = Event(links.KIND_OF[type(data)], by, moment.now, data, links.moves_of(before, data))
        states[name] = links.apply(before, event)
        written.append((name, event))
    return (replace(moment, links=states) if written else moment), written


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
    if by.role in ("dealer", "floorperson"):
        if by.account not in after.crew:
            changes["crew"] = (*after.crew, by.account)
        if by.role == "dealer":
            changes["dealer"] = by.account
            if after.under_way is not None and by.account not in after.under_way.dealers:
                changes["round"] = changed(after.played, dealers=(*after.played.dealers, by.account))
    if after.requests and (by.role == "player" or event.confirmed_by is not None):
        changes["requests"] = tuple(one for one in after.requests if not _is_over(one, event))
    return changed(after, **changes)


def _is_over(request: Request, event: Event) -> bool:
    """Whether a request was carried out, or shown wrong by what the player himself did."""
    if event.confirmed_by is not None:
        return (request.do, request.by) == (event.kind, event.by)
    return request.against == event.by.account


# ── what may be done ──


def _may_be_offered(rule: Rule[Any], phase: str) -> bool:
    phases = rule.offered or rule.phases
    return (not phases or phase in phases) and rule.ways is not no_ways and rule.name != "resume_table"


_IN_PHASE: Mapping[str, tuple[Rule[Any], ...]] = {
    phase: tuple(rule for rule in RULES.values() if _may_be_offered(rule, phase)) for phase in PHASES
}


def open_rules(state: State) -> tuple[Open, ...]:
    """Every rule that may be followed now, with the ways to follow it."""
    moving, standing = parted_rules(state)
    return moving + standing


def parted_rules(state: State) -> tuple[tuple[Open, ...], tuple[Open, ...]]:
    """The same in two parts: the second is the same object as long as nothing it rests on has changed."""
    return memo(state, "open_rules", _open_rules)


def _open_rules(state: State) -> tuple[tuple[Open, ...], tuple[Open, ...]]:
    if state.stopped:
        return _found(state, [Fixed(RULES[do]) for do in WHILE_STOPPED]), ()
    standing, moving = _rules_here(state)[state.phase]
    return _found(state, moving), _standing(state, standing)


def _found(state: State, rules: Sequence[Fixed]) -> tuple[Open, ...]:
    return tuple([found for fixed in rules if (found := _open(state, fixed)) is not None])


STANDING_RULES = frozenset(
    {
        *("change_deck", "order_shuffle", "cut", "recut", "shuffle", "device_out_of_order", "device_repaired"),
        *("sit", "record_departure", "buy_in", "confirm", "withdraw"),
        *("report", "record_exposed_card"),
    }
)
"""Rules that rest on decks, devices, seats and the cards that lie there: neither on wagers nor on decisions."""


def _same(first: tuple[object, ...], second: tuple[object, ...]) -> bool:
    return len(first) == len(second) and all(map(is_, first, second))


def _lying(round_: RoundState) -> tuple[object, ...]:
    """The cards of a round as far as they lie there; before the call nothing of it counts."""
    if not round_.betting.locked:
        return (False,)
    return (True, round_.facts.dealt, round_.facts.players, round_.dealing, round_.settling, round_.void)


def _standing(state: State, rules: Sequence[Fixed]) -> tuple[Open, ...]:
    """What they allow, found again only where something they rest on is another object than last time."""
    round_ = state.under_way
    rests_on = (
        state.phase,
        state.decks,
        state.active,
        state.seats,
        state.away,
        state.crew,
        state.out_of_order,
        state.requests,
        *(_lying(round_) if round_ is not None else ()),
    )
    book: dict[str, tuple[tuple[object, ...], Sequence[Fixed], tuple[Open, ...]]]
    book = state.submission.__dict__.setdefault("_standing", {})
    last = book.get(state.table)
    if last is None or last[1] is not rules or not _same(last[0], rests_on):
        last = book[state.table] = (rests_on, rules, _found(state, rules))
    return last[2]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A rule with what does not change while a table is run as it is: its words and whom it is for."""

    rule: Rule[Any]
    words: tuple[str, Cite] | None = None
    roles: tuple[str, ...] | None = None


Sorted = Mapping[str, tuple[tuple[Fixed, ...], tuple[Fixed, ...]]]
"""By phase the rules of a table, first those that stand."""


def _rules_here(state: State) -> Sorted:
    """The rules this game has, for this way of dealing and shuffling; sorted out once."""
    key = (state.deal, state.shuffle, state.real_cards)
    book: dict[object, Sorted] = state.submission.__dict__.setdefault("_rules", {})
    found = book.get(key)
    if found is None:
        here = {
            name: _fixed(state, rule)
            for name, rule in RULES.items()
            if callable(rule.step) or not not_here(state, rule)
        }
        found = book[key] = {
            phase: (
                tuple(here[one.name] for one in rules if one.name in here and one.name in STANDING_RULES),
                tuple(here[one.name] for one in rules if one.name in here and one.name not in STANDING_RULES),
            )
            for phase, rules in _IN_PHASE.items()
        }
    return found


def _fixed(state: State, rule: Rule[Any]) -> Fixed:
    if callable(rule.step):
        return Fixed(rule)
    return Fixed(rule, None if rule.cite else words_of(state, rule), roles_of(state, rule))


def _open(state: State, fixed: Fixed) -> Open | None:
    """A rule with its words and ways; None where it is not the time, or there is no way."""
    rule = fixed.rule
    if rule.when(state) is not None:
        return None
    ways = tuple(rule.ways(state))
    if not ways:
        return None
    text, cite = fixed.words or words_of(state, rule)
    return Open(rule.name, text, cite, roles_of(state, rule) if fixed.roles is None else fixed.roles, ways)


def legal(state: State, role: str | None = None, account: str = "") -> tuple[Offer, ...]:
    """Everything that may be done now, by anybody, by one role, or by one person.

    Amounts are examples of legal ones; what chance gives is no part of a command.
    """
    if role in CREW and account and plays(state, account):
        return ()
    return tuple(
        offer
        for one in open_rules(state)
        if role is None or role in one.roles
        for offer in one.offers(role if account else None, account)
    )


def offers_of(state: State, do: str) -> tuple[Offer, ...]:
    """The ways in which one thing may be done now; none where it is not the time."""
    rule = RULES[do]
    if (rule.phases and state.phase not in rule.phases) or state.stopped:
        return ()
    found = _open(state, Fixed(rule)) if not_here(state, rule) is None else None
    return tuple(found.offers()) if found is not None else ()


def _names(state: State, role: str | None = None) -> str:
    names = dict.fromkeys(spoken(offer.do) for offer in legal(state, role))
    return ", ".join(names) or "nothing"


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
    "Command",
    "Decision",
    "Moment",
    "Offer",
    "apply",
    "command_json",
    "decide",
    "legal",
    "offers_of",
    "open_rules",
    "parted_rules",
    "read_command",
    "schema",
    "why_not",
]
