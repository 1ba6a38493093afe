"""A progressive meter shared by tables: a stream of its own, in its own order, moved by amounts and
nothing else.

A table contributes, registers hits and reads; it never writes a value. A hit locks its amount and reseeds
the level at once, so that the other tables play on for the new one; it is pending until a floorperson has
validated it, and gives its amount back where it is refused or its round is void. A meter of a table's own
is a link with one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Literal

from feltlaw.books import HOUSE, Account, Balances, Move, move, post
from feltlaw.event import AccountId, CentsField, Event, Millis, Snapshot
from feltlaw.meter import Level, Meter
from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused
from feltlaw.schema import Few, Text, Whole, read, write

Change = Callable[[Level], Level]

LAST = 25
"""So many hits are remembered at hand; all are on record (S-06)."""

Name = Annotated[str, Text(80)]
HitName = Annotated[str, Text(200)]
LevelName = Annotated[str, Text(20)]
Seat = Annotated[int, Whole(1, 99)]
RoundNumber = Annotated[int, Whole(0, 10**9)]
Count = Annotated[int, Whole(0, 10**12)]
ByLevel = Annotated[Mapping[LevelName, CentsField], Few(8)]
Clauses = Annotated[tuple[Annotated[str, Text(60)], ...], Few(20)]


@dataclass(frozen=True, slots=True)
class LevelOpened:
    """A level as it begins: its terms, what it shows, and what was counted before."""

    amount_cents: CentsField
    reseed_cents: CentsField
    rate: Fraction
    reserve_rate: Fraction
    clauses: Clauses = ()
    reserve_cents: CentsField = 0
    contributed_cents: CentsField = 0
    reserved_cents: CentsField = 0
    hits: Count = 0
    paid_cents: CentsField = 0
    by_hand_cents: CentsField = 0
    reseeded_cents: CentsField = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """An award that is validated; one that is a share of a level has locked its amount."""

    id: HitName
    """Table, round, seat and wager: no award is registered twice."""
    table: Name
    round: RoundNumber
    seats: Annotated[tuple[Seat, ...], Few(20)]
    wager: Name
    at: Millis
    cents: CentsField
    level: Annotated[str, Text(20, 0)] = ""
    """Empty for an award of a fixed amount, which locks nothing."""
    percent: Fraction = Fraction(0)
    showing_cents: CentsField = 0
    """What the level showed when the amount was locked."""
    reseed_cents: CentsField = 0
    reserve_cents: CentsField = 0
    """What restarted the level: of the house's money, and of the reserve."""
    validated_by: Annotated[str, Text(60, 0)] = ""
    paid_cents: CentsField = 0
    by_hand_cents: CentsField = 0


# ── what happens to a link ──


@dataclass(frozen=True, slots=True)
class OpenLink:
    """The meter begins, at its seed, at stated amounts, or where another record left it."""

    link: Name
    levels: Annotated[Mapping[LevelName, LevelOpened], Few(8)]
    continues: Annotated[str, Text(64, 0)] = ""
    """The hash the record before it ended with, where it goes on from one."""
    wagers: Count = 0
    """Qualifying wagers so far, and the last hits: both go on from the record before (S-05, S-06)."""
    last: Annotated[tuple[Hit, ...], Few(25)] = ()
    stopped: Annotated[str, Text(200, 0)] = ""


@dataclass(frozen=True, slots=True)
class Contribute:
    """Accepted wagers of a table's round feed the meter (I-57)."""

    table: Name
    round: RoundNumber
    wagers: Count
    cents: ByLevel
    reserve: ByLevel = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Wagers went back to their players, and what they had put on the meter comes off again (I-07).

    What somebody has won off the meter since is not there any more: the house bears it.
    """

    table: Name
    round: RoundNumber
    wagers: Count
    cents: ByLevel
    reserve: ByLevel = field(default_factory=dict)
    short: ByLevel = field(default_factory=dict)
    """By level, what the meter lacked of it."""
    short_reserve: ByLevel = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegisterHit:
    """An award is won: a share of a level is locked and the level restarts at once."""

    hit: Hit


@dataclass(frozen=True, slots=True)
class ValidateHit:
    """A floorperson has validated a pending hit."""

    hit: HitName
    validated_by: AccountId


@dataclass(frozen=True, slots=True)
class PayHit:
    """A validated hit was paid at its table, by the system or by hand."""

    hit: HitName
    cents: CentsField
    by_hand: bool


@dataclass(frozen=True, slots=True)
class CloseHit:
    """The round of a paid hit is over: nothing of it can come back any more."""

    hit: HitName


@dataclass(frozen=True, slots=True)
class GiveBackHit:
    """A hit was refused, or its round is void: its amount is on the meter again, what restarted it is not."""

    hit: HitName
    why: Annotated[str, Text(200)]
    locked_cents: CentsField = 0
    """Of the award, what had not been paid yet."""
    paid_cents: CentsField = 0
    """Of the award, what its table gives back."""
    reseed_cents: CentsField = 0
    reserve_cents: CentsField = 0


@dataclass(frozen=True, slots=True)
class StopLink:
    """The link takes no wagers any more: a fault, a failed check, or somebody's order."""

    why: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class ResumeLink:
    """The link is back, exactly where it was (S-09)."""

    why: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class CorrectLink:
    """A meter is put right, for a reason and by two people (S-13)."""

    level: LevelName
    cents: CentsField
    up: bool
    why: Literal["wrong display", "above the posted limit", "reserve recovered", "seed recovered", "moved"]
    reason: Annotated[str, Text(200)]


KINDS: Mapping[str, type] = {
    "open_link": OpenLink,
    "contribute": Contribute,
    "take_back": TakeBack,
    "register_hit": RegisterHit,
    "validate_hit": ValidateHit,
    "pay_hit": PayHit,
    "close_hit": CloseHit,
    "give_back_hit": GiveBackHit,
    "stop_link": StopLink,
    "resume_link": ResumeLink,
    "correct_link": CorrectLink,
    "snapshot": Snapshot,
}
KIND_OF = {kind: name for name, kind in KINDS.items()}


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


def _locked(hit: Hit) -> Account:
    return Account("locked", hit.id)


# ── what a table asks of it ──


def contribution(state: LinkState, stakes: Mapping[str, Cents]) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """By level, what these accepted wagers put on the meter and on its reserve."""
    amounts: dict[str, Cents] = {}
    reserves: dict[str, Cents] = {}
    for name, level in state.meter.levels.items():
        parts = [level.parts(stake) for stake in stakes.values()]
        if amount := sum(part for part, _ in parts):
            amounts[name] = amount
        if reserve := sum(part for _, part in parts):
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


# ── the fold ──


def moves_of(state: LinkState, data: object) -> tuple[Move, ...]:
    """The money that goes with an event, from the amounts it states."""
    match data:
        case OpenLink(levels=levels):
            return tuple(
                one
                for name, level in levels.items()
                for one in (
                    *move(HOUSE, meter_account(name), level.amount_cents),
                    *move(HOUSE, reserve_account(name), level.reserve_cents),
                )
            )
        case Contribute(table=table, cents=cents, reserve=reserve):
            return _both(Account("table", table), cents, reserve)
        case TakeBack(table=table):
            back = _both(Account("table", table), *_there(data))
            lacking = sum(data.short.values()) + sum(data.short_reserve.values())
            return (*_reversed(back), *move(HOUSE, Account("table", table), lacking))
        case RegisterHit(hit=hit) if hit.level:
            return _locking(hit)
        case GiveBackHit() if state.open[data.hit].level:
            hit = state.open[data.hit]
            level = meter_account(hit.level)
            return (
                *move(_locked(hit), level, data.locked_cents),
                *move(Account("table", hit.table), level, data.paid_cents),
                *move(level, HOUSE, data.reseed_cents),
                *move(level, reserve_account(hit.level), data.reserve_cents),
            )
        case PayHit(hit=name, cents=cents) if state.open[name].level:
            return move(_locked(state.open[name]), Account("table", state.open[name].table), cents)
        case CorrectLink(level=level, cents=cents, up=up):
            found = move(HOUSE, meter_account(level), cents)
            return found if up else _reversed(found)
    return ()


def _both(source: Account, cents: Mapping[str, Cents], reserve: Mapping[str, Cents]) -> tuple[Move, ...]:
    on = [one for level, part in cents.items() for one in move(source, meter_account(level), part)]
    kept = [one for level, part in reserve.items() for one in move(source, reserve_account(level), part)]
    return (*on, *kept)


def _there(data: TakeBack) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """Of what comes off again, what the meter and its reserve still have."""
    return _less(data.cents, data.short), _less(data.reserve, data.short_reserve)


def _less(given: Mapping[str, Cents], short: Mapping[str, Cents]) -> dict[str, Cents]:
    left = {level: cents - short.get(level, 0) for level, cents in given.items()}
    return {level: cents for level, cents in left.items() if cents}


def _lacked(state: LinkState, data: TakeBack) -> LinkState:
    """The counters without what the meter no longer had."""
    levels = dict(state.meter.levels)
    for level, one in levels.items():
        on, kept = data.short.get(level, 0), data.short_reserve.get(level, 0)
        if on or kept:
            levels[level] = replace(one, contributed=one.contributed - on, reserved=one.reserved - kept)
    return replace(state, meter=Meter(levels))


def fitted(state: LinkState, data: object) -> object:
    """What a table asks of a link, with the amounts that only the link can tell at this place in its
    order."""
    if isinstance(data, TakeBack):
        short = {n: c - state.meter.levels[n].amount for n, c in data.cents.items()}
        kept = {n: c - state.meter.levels[n].reserve for n, c in data.reserve.items()}
        return replace(
            data,
            short={name: cents for name, cents in short.items() if cents > 0},
            short_reserve={name: cents for name, cents in kept.items() if cents > 0},
        )
    if isinstance(data, GiveBackHit):
        return giving_back(state, data.hit, data.why)
    return data


def _locking(hit: Hit) -> tuple[Move, ...]:
    """The award leaves the level, and what restarts it comes in."""
    return (
        *move(meter_account(hit.level), _locked(hit), hit.cents),
        *move(HOUSE, meter_account(hit.level), hit.reseed_cents),
        *move(reserve_account(hit.level), meter_account(hit.level), hit.reserve_cents),
    )


def _reversed(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple(Move(target, source, cents) for source, target, cents in reversed(moves))


def begin(event: Event, number: int = 1) -> LinkState:
    """A link from the event that opens it, whose number is another where the stream goes on from a record."""
    data: OpenLink = event.data
    levels = {
        name: Level(
            one.amount_cents,
            one.reseed_cents,
            one.rate,
            one.reserve_rate,
            one.clauses,
            one.reserve_cents,
            one.contributed_cents,
            one.reserved_cents,
            one.hits,
            one.paid_cents,
            one.by_hand_cents,
            one.reseeded_cents,
        )
        for name, one in data.levels.items()
    }
    return LinkState(
        data.link,
        Meter(levels),
        number,
        data.stopped,
        last=data.last,
        wagers=data.wagers,
        books=post({}, event.moves),
    )


def apply(state: LinkState, event: Event) -> LinkState:
    """The link after an event; amounts are taken from the event, and nothing is computed again."""
    data = event.data
    state = replace(state, number=state.number + 1, books=post(state.books, event.moves))
    match data:
        case Contribute(wagers=wagers, cents=cents, reserve=reserve):
            return replace(_moved(state, cents, reserve, 1), wagers=state.wagers + wagers)
        case TakeBack(wagers=wagers):
            there, kept = _there(data)
            state = _moved(state, there, kept, -1)
            state = _lacked(state, data)
            return replace(state, wagers=state.wagers - wagers)
        case RegisterHit(hit=hit):
            state = replace(state, open={**state.open, hit.id: hit})
            return _with_level(state, hit.level, lambda level: _lock(level, hit)) if hit.level else state
        case ValidateHit(hit=name, validated_by=by):
            hit = replace(state.open[name], validated_by=by)
            return replace(state, open={**state.open, name: hit})
        case PayHit(hit=name, cents=cents, by_hand=by_hand):
            return _paid(state, name, cents, by_hand=by_hand)
        case CloseHit(hit=name):
            hit, left = _taken(state, name)
            return replace(state, open=left, last=(hit, *state.last)[:LAST])
        case GiveBackHit():
            hit, left = _taken(state, data.hit)
            state = replace(state, open=left)
            return (
                _with_level(state, hit.level, lambda level: _given_back(level, hit, data))
                if hit.level
                else state
            )
        case Snapshot():
            return state
        case StopLink(why=why):
            return replace(state, stopped=why)
        case ResumeLink():
            return replace(state, stopped="")
        case CorrectLink(level=name, cents=cents, up=up):
            sign = 1 if up else -1
            return _with_level(state, name, lambda level: replace(level, amount=level.amount + sign * cents))
    raise ValueError(f"a link has no event '{event.kind}'")


def _taken(state: LinkState, name: str) -> tuple[Hit, dict[str, Hit]]:
    left = dict(state.open)
    return left.pop(name), left


def _paid(state: LinkState, name: str, cents: Cents, *, by_hand: bool) -> LinkState:
    """A shared award is paid in parts."""
    hit = state.open[name]
    hit = replace(hit, paid_cents=hit.paid_cents + cents, by_hand_cents=hit.by_hand_cents + cents * by_hand)
    state = replace(state, open={**state.open, name: hit})
    if not hit.level:
        return state
    return _with_level(
        state,
        hit.level,
        lambda level: replace(
            level, paid=level.paid + cents, paid_by_hand=level.paid_by_hand + cents * by_hand
        ),
    )


def _with_level(state: LinkState, name: str, change: Change) -> LinkState:
    levels = state.meter.levels
    return replace(state, meter=Meter({**levels, name: change(levels[name])}))


def _moved(
    state: LinkState, cents: Mapping[str, Cents], reserve: Mapping[str, Cents], sign: int
) -> LinkState:
    levels = dict(state.meter.levels)
    for name in {*cents, *reserve}:
        on, kept = sign * cents.get(name, 0), sign * reserve.get(name, 0)
        one = levels[name]
        levels[name] = replace(
            one,
            amount=one.amount + on,
            reserve=one.reserve + kept,
            contributed=one.contributed + on,
            reserved=one.reserved + kept,
        )
    return replace(state, meter=Meter(levels))


def _lock(level: Level, hit: Hit) -> Level:
    """A level after a hit took its amount and what restarts it came in."""
    return replace(
        level,
        amount=level.amount + hit.reseed_cents + hit.reserve_cents - hit.cents,
        reserve=level.reserve - hit.reserve_cents,
        hits=level.hits + 1,
        reseeded=level.reseeded + hit.reseed_cents,
    )


def _given_back(level: Level, hit: Hit, data: GiveBackHit) -> Level:
    back = data.locked_cents + data.paid_cents - data.reseed_cents - data.reserve_cents
    return replace(
        level,
        amount=level.amount + back,
        reserve=level.reserve + data.reserve_cents,
        hits=level.hits - 1,
        paid=level.paid - hit.paid_cents,
        paid_by_hand=level.paid_by_hand - hit.by_hand_cents,
        reseeded=level.reseeded - data.reseed_cents,
    )


def giving_back(state: LinkState, name: str, why: str) -> GiveBackHit:
    """How a hit is undone: of what restarted the level, as much as others have left there."""
    hit = state.open[name]
    if not hit.level:
        return GiveBackHit(name, why)
    there = state.showing(hit.level) + hit.cents
    reserve = min(hit.reserve_cents, there)
    reseed = min(hit.reseed_cents, there - reserve)
    return GiveBackHit(name, why, hit.cents - hit.paid_cents, hit.paid_cents, reseed, reserve)


def opening(link: str, meter: Meter, continues: str = "", before: LinkState | None = None) -> OpenLink:
    """The event data with which a link begins at these amounts, its counters going on.

    `before` is the link as another record left it.
    """
    return OpenLink(
        link,
        {
            name: LevelOpened(
                level.amount,
                level.reseed,
                level.rate,
                level.reserve_rate,
                level.clauses,
                level.reserve,
                level.contributed,
                level.reserved,
                level.hits,
                level.paid,
                level.paid_by_hand,
                level.reseeded,
            )
            for name, level in meter.levels.items()
        },
        continues,
        before.wagers if before else 0,
        before.last if before else (),
        before.stopped if before else "",
    )


def write_link(state: LinkState) -> dict[str, object]:
    """A link as plain JSON."""
    found: dict[str, object] = write(state)
    return found


def read_link(data: object) -> LinkState:
    """A link from plain JSON; raises `ValueError` where it is none."""
    return read(LinkState, data, "link")


def correction(state: LinkState, data: CorrectLink) -> CorrectLink:
    """Checks a correction: a meter is never put below zero."""
    level = state.meter.levels.get(data.level)
    if level is None:
        known = ", ".join(state.meter.levels)
        raise Refused(f"the meter has no level '{data.level}'", f"Levels: {known}.")
    if not data.up and data.cents > level.amount:
        raise Refused(f"the level shows {show_dollars(level.amount)}", "Take off no more than what it shows.")
    return data
