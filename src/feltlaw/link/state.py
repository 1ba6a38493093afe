"""A link as its stream has left it, and what a table asks of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from feltlaw.books import Account, Balances
from feltlaw.link.facts import Hit
from feltlaw.meter import Meter
from feltlaw.money import Cents
from feltlaw.refusal import Refused
from feltlaw.values import quick


@quick
@dataclass(frozen=True, slots=True)
class LinkState:
    """A meter as its stream has left it."""

    id: str
    meter: Meter
    number: int = 0
    """Of its last event."""
    stopped: str = ""
    """Why it takes no wagers; empty while it runs."""
    open: Mapping[str, Hit] = field(default_factory=dict)
    """Hits whose rounds are not over, by their ids."""
    last: tuple[Hit, ...] = ()
    """The last hits that were paid, newest first."""
    wagers: int = 0
    """Qualifying wagers so far."""
    books: Balances = field(default_factory=dict)

    def showing(self, level: str) -> Cents:
        return self.meter.levels[level].amount


def meter_account(level: str) -> Account:
    return Account("meter", level)


def reserve_account(level: str) -> Account:
    return Account("reserve", level)


def locked_account(hit: Hit) -> Account:
    return Account("locked", hit.id)


# ── what a table asks of it ──


def contribution(state: LinkState, stakes: Mapping[str, Cents]) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """By level, what these accepted wagers put on the meter and on its reserve."""
    amounts: dict[str, Cents] = {}
    reserves: dict[str, Cents] = {}
    alike = Counter(stakes.values())
    for name, level in state.meter.levels.items():
        parts = [(level.parts(stake), times) for stake, times in alike.items()]
        if amount := sum(times * part for (part, _), times in parts):
            amounts[name] = amount
        if reserve := sum(times * part for (_, part), times in parts):
            reserves[name] = reserve
    return amounts, reserves


def lock(state: LinkState, hit: Hit) -> Hit:
    """The hit with its amount: what its percentage comes to on what the level shows now (I-54)."""
    if not hit.level:
        return hit
    level = state.meter.levels[hit.level]
    reseed, reserve = level.restart(hit.percent)
    return replace(
        hit,
        cents=level.award(hit.percent),
        showing_cents=level.amount,
        reseed_cents=reseed,
        reserve_cents=reserve,
    )


def check_running(state: LinkState | None, name: str) -> LinkState:
    """The link, or a refusal where it does not take wagers (S-12)."""
    if state is None or state.stopped:
        why = state.stopped if state else "it does not answer"
        raise Refused(
            f"the meter {name} is stopped: {why}", "Play without the progressive wager until it is back."
        )
    return state
