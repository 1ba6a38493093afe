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
    bonus_cards,
    closing,
    dealing,
    devices,
    floor,
    forfeits,
    idle,
    opening,
    people,
    play,
    racking,
    revealing,
    rulings,
    settling,
    shuffling,
)
from feltlaw.table.rule import BY, LARGEST, Rule, not_here, words_of
from feltlaw.table.state import Command, Event, Person, State, start

MODULES = (
    opening,
    idle,
    shuffling,
    people,
    betting,
    closing,
    dealing,
    bonus_cards,
    play,
    forfeits,
    revealing,
    awarding,
    settling,
    racking,
    floor,
    rulings,
    devices,
)
RULES: Mapping[str, Rule] = {rule.do: rule for module in MODULES for rule in module.RULES}
LONGEST_NAME = 60

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
    """Everything that may be done now, by anybody or by one role. Amounts are examples of legal ones.

    What chance must give, the order of a shuffle and its nonce, stands as None: there is no example of it.
    """
    found = []
    for rule in RULES.values():
        roles = rule.roles_at(state)
        if role is not None and role not in roles:
            continue
        offers = rule.offers(state)
        if offers:
            text, cite = words_of(state, rule)
            for offer in offers:
                data = {key: value for key, value in offer.items() if key != BY}
                found.append(Offer(rule.do, roles, data, text, cite, offer.get(BY, "")))
    return tuple(found)


def legal_for(state: State, person: Person) -> tuple[Offer, ...]:
    """What one person may do now; a player sees what is for him, and of the free seats those he may take."""
    offers = legal(state, person.role)
    if person.role != "player":
        return offers
    return tuple(
        offer
        for offer in offers
        if (offer.who == person.name if offer.who else _is_accepted(state, offer, person))
    )


def _is_accepted(state: State, offer: Offer, person: Person) -> bool:
    try:
        decide(state, Command(offer.do, person, state.now, offer.data))
    except Refused:
        return False
    return True


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events a command leads to; raises `Refused` where it is not legal."""
    rule = next((one for do, one in RULES.items() if do == command.do), None)
    if rule is None:
        raise Refused(f"there is no command '{shown(command.do)}'", f"Legal now: {_names(state)}.")
    _check_form(state, command)
    _, cite = words_of(state, rule)
    roles = rule.roles_at(state)
    if command.by.role not in roles:
        raise Refused(
            f"a {shown(command.by.role)} may not {_spoken(rule.do)}",
            f"It is for the {' or '.join(roles)}. Legal for you now: {_names(state, command.by.role)}.",
            cite,
        )
    try:
        if not rule.offers(state):
            raise (
                not_here(state, rule)
                or rule.refuse(state, command)
                or Refused(f"it is not the time to {_spoken(rule.do)}")
            )
        first = Event(command.do, command.by, command.at, rule.check(state, command))
    except Refused as refused:
        raise _told(state, refused, cite) from None
    return follow(state, first)


def _check_form(state: State, command: Command) -> None:
    """Whoever gives a command has a name that can be written down, and says when it is."""
    name, at = command.by.name, command.at
    if type(name) is not str or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(
            f"'{shown(name)}' is not a name that can be written down",
            f"Use 1 to {LONGEST_NAME} printable characters.",
        )
    if name != name.strip():
        raise Refused(f"the name '{shown(name)}' begins or ends with a space", "Leave the space out.")
    if type(at) is not int or not 0 <= at <= LARGEST:
        raise Refused(f"'{shown(at)}' is not a time", "Send the time in whole seconds.")
    if at < state.now:
        raise Refused("this command is older than the last event", "Send it with the present time.")
    if not isinstance(command.data, Mapping):
        raise Refused("the data of this command cannot be read", "Give each field by its name.")


def _told(state: State, refused: Refused, cite: Cite) -> Refused:
    """A refusal that says what is legal and by which clause, from the rule where it did not say so itself."""
    legal = refused.legal or f"Legal now: {_names(state)}."
    return Refused(refused.what, legal, refused.cite if refused.clauses else cite)


def follow(state: State, event: Event) -> tuple[Event, ...]:
    """An event and everything that follows from it by itself."""
    after = apply(state, event)
    found = [event]
    for more in RULES[event.kind].then(after, event):
        chain = follow(after, more)
        for one in chain:
            after = apply(after, one)
        found.extend(chain)
    return tuple(found)


def apply(state: State, event: Event) -> State:
    """The state after an event. Never refuses: events are facts."""
    after = replace(RULES[event.kind].apply(state, event), now=event.at)
    if event.by.role == "dealer":
        after = replace(after, dealer=event.by.name)
    return idle.left_unwatched(after) if idle.is_active(state) and not idle.is_active(after) else after


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
