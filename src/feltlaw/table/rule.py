"""What a rule of the table is: who may do a thing, when, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlaw.regulation.model import Cite, Step
from feltlaw.round.refusal import Refused
from feltlaw.submission.conditions import holds
from feltlaw.table.state import Command, Event, State

Data = Mapping[str, Any]

BY = "by"
"""In an offer: the player it is for."""


@dataclass(frozen=True)
class Rule:
    """One kind of command, and the event of the same name.

    `offers` lists ways in which it could be done right now, none where it is not the time; `check` refuses a command's
    data or turns it into the event's; `apply` is the fold; `then` names what follows by itself.
    """

    do: str
    roles: tuple[str, ...]
    offers: Callable[[State], Sequence[Data]]
    check: Callable[[State, Command], Data]
    apply: Callable[[State, Event], State]
    text: str = ""
    """For commands that no step of the regulation describes."""
    step: str = ""
    """The regulation's step, where it is not called like the command."""
    then: Callable[[State, Event], Sequence[Event]] = field(default=lambda state, event: ())
    cite: Callable[[State], Cite] | None = None


def find_step(state: State, do: str) -> Step | None:
    """The regulation's step of this name, the one of the dealing method in use before others, if it applies here."""
    steps = [step for step in state.submission.regulation.steps if step.do == do]
    groups = [step for step in steps if step.group not in state.submission.regulation.deals or step.group == state.deal]
    fitting = [step for step in groups if step.when == "always" or holds(step.when, state.submission)]
    for found in (fitting, groups, steps):
        if found:
            return found[0]
    return None


def cite_of(state: State, do: str) -> Cite:
    step = find_step(state, do)
    return step.cite if step else Cite(())


def has_step(state: State, do: str) -> bool:
    """Whether the regulation has such a step, here and with this submission."""
    return any(
        step.do == do
        and (step.group not in state.submission.regulation.deals or step.group == state.deal)
        and (step.when in _EVENTUAL or holds(step.when, state.submission))
        for step in state.submission.regulation.steps
    )


_EVENTUAL = frozenset(
    ("machine_shuffled", "manual_or_preshuffled", "preshuffled", "idle", "player_left", "wrong_count", "jackpot")
)


def words_of(state: State, rule: Rule) -> tuple[str, Cite]:
    """What a console says about a rule, and the clause behind it."""
    step = find_step(state, rule.step or rule.do)
    cite = rule.cite(state) if rule.cite else step.cite if step else Cite(())
    return (rule.text or (step.text if step else rule.do.replace("_", " ")), cite)


def need(data: Data, key: str, kind: type | tuple[type, ...], what: str) -> Any:
    """A field of a command, of the right type."""
    value = data.get(key)
    if isinstance(value, bool) and kind is not bool:
        value = None
    if not isinstance(value, kind):
        raise Refused(f"{what} is missing", f"Give '{key}'.")
    return value


def only(data: Data, *keys: str) -> None:
    """Refuses fields a command does not have."""
    for key in data:
        if key not in keys:
            raise Refused(f"this command has no '{str(key)[:40]}'", f"It takes {', '.join(keys) or 'nothing'}.")
