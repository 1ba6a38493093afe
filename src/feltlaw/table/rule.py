"""What a rule of the table is: who may do a thing, when, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.regulation.vocabulary import STEPS
from feltlaw.submission.conditions import holds, known
from feltlaw.table.state import Command, Event, State

Data = Mapping[str, Any]

BY = "by"
"""In an offer: the player it is for."""
LARGEST = 10**15


@dataclass(frozen=True)
class Rule:
    """One kind of command, and the event of the same name.

    `offers` lists ways in which it could be done right now, none where it is not the time; `check` refuses a
    command's data or turns it into the event's; `apply` is the fold; `then` names what follows by itself.
    """

    do: str
    roles: tuple[str, ...]
    offers: Callable[[State], Sequence[Data]]
    check: Callable[[State, Command], Data]
    apply: Callable[[State, Event], State]
    text: str = ""
    """For commands that no step of the regulation describes."""
    step: str | Callable[[State], Step | None] = ""
    """The regulation's step, where it is not called like the command or there are several of the name."""
    then: Callable[[State, Event], Sequence[Event]] = field(default=lambda state, event: ())
    cite: Callable[[State], Cite] | None = None
    refuse: Callable[[State, Command], Refused | None] = field(default=lambda state, command: None)
    """When it is not the time: a refusal that says more than that, where there is more to say."""
    roles_now: Callable[[State], tuple[str, ...]] | None = None
    """Where it depends on the table's equipment which of the roles may do it."""

    def roles_at(self, state: State) -> tuple[str, ...]:
        """Who may do it at this table."""
        return self.roles_now(state) if self.roles_now else self.roles


def steps_of(state: State, do: str) -> list[Step]:
    """The regulation's steps of this name, without those of other ways of dealing."""
    deals = state.submission.regulation.deals
    return [
        step
        for step in state.submission.regulation.steps
        if step.do == do and (step.group not in deals or step.group == state.deal)
    ]


def find_step(state: State, do: str) -> Step | None:
    """The regulation's step of this name, one that applies here before others."""
    steps = steps_of(state, do)
    fitting = [step for step in steps if step.when == "always" or holds(step.when, state.submission)]
    return next(iter(fitting or steps), None)


def nth_step(state: State, do: str, at: int) -> Step | None:
    """Where a round has several steps of one name, like three streets: the one at a place in their order."""
    steps = [step for step in steps_of(state, do) if applies(state, step)]
    return steps[min(at, len(steps) - 1)] if steps else None


def cite_of(state: State, do: str) -> Cite:
    step = find_step(state, do)
    return step.cite if step else Cite(())


def has_step(state: State, do: str) -> bool:
    """Whether the regulation has such a step, here and with this submission."""
    return any(applies(state, step) for step in steps_of(state, do))


def applies(state: State, step: Step) -> bool:
    """Whether the submission allows for this step; what happens at the table may still not call for it."""
    return step.when not in known() or holds(step.when, state.submission)


def done_in(state: State, do: str, way: str) -> bool:
    """Whether a step of this name is done in a certain way here: regulations differ."""
    return any(way == step.way for step in steps_of(state, do) if applies(state, step))


def not_here(state: State, rule: Rule) -> Refused | None:
    """The refusal of a step that this game does not have."""
    name = rule.step if isinstance(rule.step, str) and rule.step else rule.do
    regulation = state.submission.regulation
    if name not in STEPS or any(step.do == name for step in regulation.steps):
        return None
    return Refused(f"there is no '{rule.do.replace('_', ' ')}' in {regulation.title}")


def words_of(state: State, rule: Rule) -> tuple[str, Cite]:
    """What a console says about a rule, and the clause behind it."""
    step = rule.step(state) if callable(rule.step) else find_step(state, rule.step or rule.do)
    cite = rule.cite(state) if rule.cite else step.cite if step else Cite(())
    return (rule.text or (step.text if step else rule.do.replace("_", " ")), cite)


def need(data: Data, key: str, kind: type | tuple[type, ...], what: str) -> Any:
    """A field of a command, of the right type."""
    value = data.get(key)
    if isinstance(value, bool) and kind is not bool:
        value = None
    if not isinstance(value, kind):
        raise Refused(f"{what} is missing", f"Give '{key}'.")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise Refused(f"{what} is far too large", f"Give a smaller '{key}'.")
    return value


def only(data: Data, *keys: str) -> None:
    """Refuses fields a command does not have."""
    for key in data:
        if key not in keys:
            raise Refused(
                f"this command has no '{str(key)[:40]}'", f"It takes {', '.join(keys) or 'nothing'}."
            )


def why_not(check: Callable[[State, Command], Data], state: State, command: Command) -> Refused | None:
    """What a check says against a command at a moment when nothing of its kind is offered."""
    try:
        check(state, command)
    except Refused as refused:
        return refused
    return None


def nothing(state: State, command: Command) -> Data:
    """The check of a command that needs no data."""
    only(command.data)
    return {}
