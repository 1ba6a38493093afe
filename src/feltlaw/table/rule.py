"""What a rule of the table is: who may do a thing, when, what it comes to, and what it leaves behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from feltlaw.event import Event, Happening, Person
from feltlaw.link import LinkState
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.regulation.vocabulary import STEPS
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds, may_hold
from feltlaw.table.state import State
from feltlaw.values import quick

C = TypeVar("C")
E = TypeVar("E")
C_contra = TypeVar("C_contra", contravariant=True)


@quick
@dataclass(frozen=True, slots=True)
class Command:
    """Something a person wants done; `data` is a value of the type that its rule declares."""

    do: str
    by: Person
    data: Any


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What a shuffle gave: the order of a whole deck from the top, and the secret of its seal."""

    order: tuple[int, ...]
    secret: str


@quick
@dataclass(frozen=True, slots=True)
class Moment:
    """What the desk knows when a command comes: the time, what chance gave for it, how the links stand."""

    now: int
    by: Person
    shuffled: Shuffled | None = None
    draws: Mapping[str, str | int] = field(default_factory=dict)
    links: Mapping[str, LinkState] = field(default_factory=dict)
    """By their names; one that does not answer is not there."""
    confirmed_by: Person | None = None
    request: int = 0
    """The request that is confirmed so."""
    number: int = 0
    """Of the table's last event."""

    def is_running(self, link: str) -> bool:
        """Whether a link answers, and takes what a table asks of it."""
        return link in self.links and not self.links[link].stopped


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be done now: what, in which words, by which clause; `data` as it stands is
    accepted."""

    do: str
    data: Any
    text: str
    cite: Cite
    roles: tuple[str, ...]
    who: str = ""
    """The player who may do it; empty where the role is enough."""
    choose: Mapping[str, Any] = field(default_factory=dict)
    """What may be put in the place of a field, with its bounds."""

    def __repr__(self) -> str:
        return f"<Offer {self.do} for {self.who or ', '.join(self.roles)}: {self.text} ({self.cite})>"


NOTHING_TO_CHOOSE: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Way:
    """One way to do a thing now: the data, for whom, and what may be chosen."""

    data: Any
    who: str = ""
    """The player who may do it; empty where the role is enough."""
    choose: Mapping[str, Any] = field(default_factory=lambda: NOTHING_TO_CHOOSE)
    not_for: frozenset[str] = frozenset()
    """Accounts that may not, though their role is enough."""
    not_as: str = ""
    """A role in which one may not, though the rule names it."""
    about: str = ""
    """What it is about, where the rule's own words do not say so."""

    def is_for(self, role: str, account: str) -> bool:
        """Whether this person may do it so, one of the rule's roles being his."""
        if self.who and role == "player":
            return self.who == account
        return account not in self.not_for and role != self.not_as

    def words(self, text: str) -> str:
        """A rule's words with what this way is about."""
        return f"{text.rstrip('.')}: {self.about}." if self.about else text


@quick
@dataclass(frozen=True, slots=True)
class Open:
    """A rule that may be followed now: in which words, by which clause, by whom, in which ways."""

    do: str
    text: str
    cite: Cite
    roles: tuple[str, ...]
    ways: tuple[Way, ...]

    def offers(self, role: str | None = None, account: str = "") -> Iterator[Offer]:
        """Every way, or those that one person may take."""
        for way in self.ways:
            if role is None or way.is_for(role, account):
                text = way.words(self.text)
                yield Offer(self.do, way.data, text, self.cite, self.roles, way.who, way.choose)


@quick
@dataclass(frozen=True, slots=True)
class Following:
    """What follows by itself from an event."""

    do: str
    happening: Happening
    by: Person | None = None


Apply = Callable[[State, Any, Event], State]


def stays(state: State, data: object, event: Event) -> State:
    """The fold of an event that is a word on record and changes nothing."""
    return state


@dataclass(frozen=True)
class Kind:
    """A kind of event: the type of its data, and the fold."""

    name: str
    event: type
    apply: Apply = stays
    then: Callable[[State, Any, Event, Moment], Sequence[Following]] = lambda state, data, event, moment: ()
    """What follows from it by itself."""


def no_ways(state: State) -> tuple[Way, ...]:
    """Of a rule that is never offered: whoever follows it has something of his own to say."""
    return ()


@dataclass(frozen=True)
class Rule(Kind, Generic[C]):
    """A kind of command, and the event of the same name.

    `when` says why it is not the time, None where it is; `decide` refuses a command or says what it comes to;
    `ways` lists ways in which it could be done right now.
    """

    command: type[C] = field(default=type(None))  # type: ignore[assignment]
    decide: Callable[[State, C, Moment], Happening] = field(
        default=lambda state, data, moment: Happening(data)
    )
    when: Callable[[State], Refused | None] = lambda state: None
    ways: Callable[[State], Iterable[Way]] = no_ways
    phases: tuple[str, ...] = ()
    """The phases in which it can be the time at all; empty for all of them."""
    offered: tuple[str, ...] = ()
    """The phases in which there can be a way, where these are fewer; elsewhere it has its own refusal."""
    roles: tuple[str, ...] = ()
    """Who may do it, where the regulation's step does not say so itself."""
    step: str | Callable[[State], Step | None] = ""
    """The regulation's step, where it is not called like the command or there are several of the name."""
    text: str = ""
    """For commands that no step of the regulation describes."""
    cite: Callable[[State], Cite] | None = None
    two: Callable[[State, C], bool] = lambda state, data: False
    """Whether a second account must confirm it (I-157)."""
    about: Callable[[State, C], str] = lambda state, data: ""
    """What the second person is told."""
    chance: Callable[[State, C], str] = lambda state, data: ""
    """What chance must give for it: `deck`, `draws` or nothing."""


def spoken(do: str) -> str:
    return do.replace("_", " ")


def name_of(kind: type) -> str:
    """`no_more_bets` for `NoMoreBets`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def rule_of(command: type[C], event: type | None = None, **more: Any) -> Rule[C]:
    """A rule called like its command; where the event says nothing more, both are of one type."""
    return Rule(name=name_of(command), event=event or command, command=command, **more)


FOR_GUESTS = ("player", "dealer")
"""Who does a player's acts at a table with real cards: the dealer enters those of guests."""


# ── the regulation's steps ──


class _Steps:
    """The steps of one name at a table that deals in one way, sorted out once."""

    def __init__(self, submission: Submission, deal: str, do: str) -> None:
        regulation = submission.regulation
        self.all = tuple(
            step
            for step in regulation.steps_named(do)
            if step.group not in regulation.deals or step.group == deal
        )
        fitting = [step for step in self.all if step.when == "always" or holds(step.when, submission)]
        self.first: Step | None = next(iter(fitting or self.all), None)
        self.applying = tuple(step for step in self.all if may_hold(step.when, submission))


def _steps(state: State, do: str) -> _Steps:
    book: dict[tuple[str, str], _Steps] = state.submission.__dict__.setdefault("_steps", {})
    found = book.get((state.deal, do))
    if found is None:
        found = book[state.deal, do] = _Steps(state.submission, state.deal, do)
    return found


def steps_of(state: State, do: str) -> tuple[Step, ...]:
    """The regulation's steps of this name, without those of other ways of dealing."""
    return _steps(state, do).all


def find_step(state: State, do: str) -> Step | None:
    """The regulation's step of this name, one that applies here before others."""
    return _steps(state, do).first


def nth_step(state: State, do: str, at: int) -> Step | None:
    """Where a round has several steps of one name, like three streets: the one at a place in their order."""
    steps = _steps(state, do).applying
    return steps[min(at, len(steps) - 1)] if steps else None


def cite_of(state: State, do: str) -> Cite:
    step = find_step(state, do)
    return step.cite if step else Cite(())


def has_step(state: State, do: str) -> bool:
    """Whether the regulation has such a step, here and with this submission."""
    return bool(_steps(state, do).applying)


def applies(state: State, step: Step) -> bool:
    """Whether the submission allows for this step; what happens at the table may still not call for it."""
    return may_hold(step.when, state.submission)


def done_in(state: State, do: str, way: str) -> bool:
    """Whether a step of this name is done in a certain way here: regulations differ."""
    return any(way == step.way for step in _steps(state, do).applying)


def not_here(state: State, rule: Rule[Any]) -> Refused | None:
    """The refusal of a step that this game does not have."""
    book: dict[str, bool] = state.submission.__dict__.setdefault("_steps_here", {})
    if book.get(rule.name):
        return None
    found = _not_here(state, rule)
    if found is None and not callable(rule.step):
        book[rule.name] = True
    return found


def _not_here(state: State, rule: Rule[Any]) -> Refused | None:
    if callable(rule.step) and rule.step(state) is not None:
        return None
    name = rule.step if isinstance(rule.step, str) and rule.step else rule.name
    if name not in STEPS:
        return None
    regulation = state.submission.regulation
    if regulation.steps_named(name):
        return None
    what = f"there is no '{spoken(rule.name)}' in {regulation.title}"
    return Refused(what, "Go on without it.", regulation.settlement.cite)


def step_of(state: State, rule: Rule[Any]) -> Step | None:
    """The step behind a rule; where none applies at this table, the one that speaks of others."""
    found = rule.step(state) if callable(rule.step) else find_step(state, rule.step or rule.name)
    if found is not None:
        return found
    name = rule.step if isinstance(rule.step, str) and rule.step else rule.name
    return next(iter(state.submission.regulation.steps_named(name)), None)


def words_of(state: State, rule: Rule[Any]) -> tuple[str, Cite]:
    """What a console says about a rule, and the clause behind it.

    Where the game has nothing of the kind, that is how it is settled without it.
    """
    step = step_of(state, rule)
    cite = rule.cite(state) if rule.cite else step.cite if step else Cite(())
    if not cite.clauses and not cite.interpretations:
        cite = state.submission.regulation.settlement.cite
    return (rule.text or (step.text if step else spoken(rule.name)), cite)


def roles_of(state: State, rule: Rule[Any]) -> tuple[str, ...]:
    """Who may do it at this table: whom the regulation's step names, a device only where one is in use.

    At a table with real cards the dealer also enters what guests do, who need no account.
    """
    if callable(rule.step):
        return _roles(state, rule)
    book: dict[object, tuple[str, ...]] = state.submission.__dict__.setdefault("_roles", {})
    key = (rule.name, state.deal, state.shuffle, state.real_cards)
    found = book.get(key)
    if found is None:
        found = book[key] = _roles(state, rule)
    return found


def _roles(state: State, rule: Rule[Any]) -> tuple[str, ...]:
    roles = rule.roles
    if not roles:
        step = step_of(state, rule) or find_step(state, rule.name)
        roles = step.by if step else ()
    if "device" in roles and len(roles) > 1 and state.shuffle == "manual":
        roles = tuple(role for role in roles if role != "device")
    if state.real_cards and roles == ("player",):
        roles = FOR_GUESTS
    return roles


def refuse_if(test: bool, what: str, legal: str, cite: Cite) -> None:
    if test:
        raise Refused(what, legal, cite)
