"""The table as a state machine: what may be done, what follows, and what the state is afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.submission import Submission
from feltlaw.table import (
    awarding,
    betting,
    dealing,
    floor,
    opening,
    people,
    play,
    racking,
    settling,
    shuffling,
)
from feltlaw.table.rule import BY, Rule, words_of
from feltlaw.table.state import Command, Event, Person, State, start

RULES: Mapping[str, Rule] = {
    rule.do: rule
    for module in (opening, shuffling, people, betting, dealing, play, awarding, settling, racking, floor)
    for rule in module.RULES
}

PHASES = (
    "closed",
    "opening",
    "shuffling",
    "idle",
    "betting",
    "locked",
    "dealing",
    "stub",
    "deciding",
    "settling",
    "racking",
    "ending",
)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be done now: who, what, in which words, by which clause."""

    do: str
    roles: tuple[str, ...]
    data: Mapping[str, Any]
    text: str
    cite: Cite
    who: str = ""
    """The player who may do it; empty where the role is enough."""


def legal(state: State, role: str | None = None) -> tuple[Offer, ...]:
    """Everything that may be done now, by anybody or by one role. Amounts are examples of legal ones."""
    found = []
    for rule in RULES.values():
        if role is not None and role not in rule.roles:
            continue
        offers = rule.offers(state)
        if offers:
            text, cite = words_of(state, rule)
            for offer in offers:
                data = {key: value for key, value in offer.items() if key != BY}
                found.append(Offer(rule.do, rule.roles, data, text, cite, offer.get(BY, "")))
    return tuple(found)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events a command leads to; raises `Refused` where it is not legal."""
    rule = RULES.get(command.do)
    if rule is None:
        raise Refused(f"there is no command '{shown(command.do)}'", f"Legal now: {_names(state)}.")
    _, cite = words_of(state, rule)
    if command.by.role not in rule.roles:
        raise Refused(
            f"a {shown(command.by.role)} may not {_spoken(rule.do)}",
            f"It is for the {' or '.join(rule.roles)}. Legal for you now: {_names(state, command.by.role)}.",
            cite,
        )
    if command.at < state.now:
        raise Refused("this command is older than the last event", "Send it with the present time.")
    try:
        if not rule.offers(state):
            raise rule.refuse(state, command) or Refused(f"it is not the time to {_spoken(rule.do)}")
        first = Event(command.do, command.by, command.at, rule.check(state, command))
    except Refused as refused:
        raise _told(state, refused, cite) from None
    return _follow(state, first)


def _told(state: State, refused: Refused, cite: Cite) -> Refused:
    """A refusal that says what is legal and by which clause, from the rule where it did not say so itself."""
    legal = refused.legal or f"Legal now: {_names(state)}."
    return Refused(refused.what, legal, refused.cite if refused.clauses else cite)


def _follow(state: State, event: Event) -> tuple[Event, ...]:
    """An event and everything that follows from it by itself."""
    after = apply(state, event)
    found = [event]
    for more in RULES[event.kind].then(after, event):
        chain = _follow(after, more)
        for one in chain:
            after = apply(after, one)
        found.extend(chain)
    return tuple(found)


def apply(state: State, event: Event) -> State:
    """The state after an event. Never refuses: events are facts."""
    return replace(RULES[event.kind].apply(state, event), now=event.at)


def replay(submission: Submission, events: Iterable[Event], *, real_cards: bool = False) -> State:
    """The state a log leads to."""
    state = start(submission, real_cards=real_cards)
    for event in events:
        state = apply(state, event)
    return state


def _spoken(do: str) -> str:
    return do.replace("_", " ")


def _names(state: State, role: str | None = None) -> str:
    names = dict.fromkeys(_spoken(offer.do) for offer in legal(state, role))
    return ", ".join(names) or "nothing"


class Table:
    """A table with its events, for programs that want one object.

    >>> table = Table(Submission.from_data({"regulation": "PA-679a"}))
    >>> [offer.do for offer in table.legal("floorperson")]
    ['receive_deck', 'device_out_of_order']
    """

    def __init__(self, submission: Submission, *, real_cards: bool = False) -> None:
        self.submission = submission
        self.state = start(submission, real_cards=real_cards)
        self.events: list[Event] = []

    def do(self, do: str, by: Person, at: int | None = None, **data: Any) -> tuple[Event, ...]:
        """Gives a command; raises `Refused`, and then nothing has happened."""
        events = decide(self.state, Command(do, by, self.state.now if at is None else at, data))
        for event in events:
            self.state = apply(self.state, event)
        self.events.extend(events)
        return events

    def legal(self, role: str | None = None) -> tuple[Offer, ...]:
        """What may be done now."""
        return legal(self.state, role)
