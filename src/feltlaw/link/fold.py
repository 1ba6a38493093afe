"""The fold of a link's stream, and what begins, corrects and gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from feltlaw.books import HOUSE, Account, Move, move, post
from feltlaw.event import Event, Snapshot
from feltlaw.link.facts import (
    CloseHit,
    ConfigureLink,
    Contribute,
    CorrectLink,
    GiveBackHit,
    Hit,
    LevelOpened,
    LevelTerms,
    OpenLink,
    PayHit,
    RegisterHit,
    ResumeLink,
    StopLink,
    TakeBack,
    ValidateHit,
)
from feltlaw.link.state import LinkState, locked_account, meter_account, reserve_account
from feltlaw.meter import Level, Meter
from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused
from feltlaw.schema import read, write
from feltlaw.values import changed

Change = Callable[[Level], Level]

LAST = 25
"""So many hits are remembered at hand; all are on record (S-06)."""


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
                *move(locked_account(hit), level, data.locked_cents),
                *move(Account("table", hit.table), level, data.paid_cents),
                *move(level, HOUSE, data.reseed_cents),
                *move(level, reserve_account(hit.level), data.reserve_cents),
            )
        case PayHit(hit=name, cents=cents) if state.open[name].level:
            return move(locked_account(state.open[name]), Account("table", state.open[name].table), cents)
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
            levels[level] = changed(one, contributed=one.contributed - on, reserved=one.reserved - kept)
    return changed(state, meter=Meter(levels))


def fitted(state: LinkState, data: object) -> object:
    """What a table asks of a link, with the amounts that only the link can tell at this place in its
    order."""
    if isinstance(data, TakeBack):
        short = {n: c - state.meter.levels[n].amount for n, c in data.cents.items()}
        kept = {n: c - state.meter.levels[n].reserve for n, c in data.reserve.items()}
        return changed(
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
        *move(meter_account(hit.level), locked_account(hit), hit.cents),
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
    state = changed(state, number=state.number + 1, books=post(state.books, event.moves))
    match data:
        case Contribute(wagers=wagers, cents=cents, reserve=reserve):
            return changed(_moved(state, cents, reserve, 1), wagers=state.wagers + wagers)
        case TakeBack(wagers=wagers):
            there, kept = _there(data)
            state = _moved(state, there, kept, -1)
            state = _lacked(state, data)
            return changed(state, wagers=state.wagers - wagers)
        case RegisterHit(hit=hit):
            state = changed(state, open={**state.open, hit.id: hit})
            return _with_level(state, hit.level, lambda level: _lock(level, hit)) if hit.level else state
        case ValidateHit(hit=name, validated_by=by):
            hit = changed(state.open[name], validated_by=by)
            return changed(state, open={**state.open, name: hit})
        case PayHit(hit=name, cents=cents, by_hand=by_hand):
            return _paid(state, name, cents, by_hand=by_hand)
        case CloseHit(hit=name):
            hit, left = _taken(state, name)
            return changed(state, open=left, last=(hit, *state.last)[:LAST])
        case GiveBackHit():
            hit, left = _taken(state, data.hit)
            state = changed(state, open=left)
            return (
                _with_level(state, hit.level, lambda level: _given_back(level, hit, data))
                if hit.level
                else state
            )
        case Snapshot():
            return state
        case StopLink(why=why):
            return changed(state, stopped=why)
        case ResumeLink():
            return changed(state, stopped="")
        case CorrectLink(level=name, cents=cents, up=up):
            sign = 1 if up else -1
            return _with_level(state, name, lambda level: changed(level, amount=level.amount + sign * cents))
        case ConfigureLink(levels=levels):
            return changed(
                state, meter=Meter({name: _on_terms(state, name, one) for name, one in levels.items()})
            )
    raise ValueError(f"a link has no event '{event.kind}'")


def _on_terms(state: LinkState, name: str, terms: LevelTerms) -> Level:
    return changed(
        state.meter.levels[name],
        reseed=terms.reseed_cents,
        rate=terms.rate,
        reserve_rate=terms.reserve_rate,
        clauses=terms.clauses,
    )


def _taken(state: LinkState, name: str) -> tuple[Hit, dict[str, Hit]]:
    left = dict(state.open)
    return left.pop(name), left


def _paid(state: LinkState, name: str, cents: Cents, *, by_hand: bool) -> LinkState:
    """A shared award is paid in parts."""
    hit = state.open[name]
    hit = changed(hit, paid_cents=hit.paid_cents + cents, by_hand_cents=hit.by_hand_cents + cents * by_hand)
    state = changed(state, open={**state.open, name: hit})
    if not hit.level:
        return state
    return _with_level(
        state,
        hit.level,
        lambda level: changed(
            level, paid=level.paid + cents, paid_by_hand=level.paid_by_hand + cents * by_hand
        ),
    )


def _with_level(state: LinkState, name: str, change: Change) -> LinkState:
    levels = state.meter.levels
    return changed(state, meter=Meter({**levels, name: change(levels[name])}))


def _moved(
    state: LinkState, cents: Mapping[str, Cents], reserve: Mapping[str, Cents], sign: int
) -> LinkState:
    levels = dict(state.meter.levels)
    for name in {*cents, *reserve}:
        on, kept = sign * cents.get(name, 0), sign * reserve.get(name, 0)
        one = levels[name]
        levels[name] = changed(
            one,
            amount=one.amount + on,
            reserve=one.reserve + kept,
            contributed=one.contributed + on,
            reserved=one.reserved + kept,
        )
    return changed(state, meter=Meter(levels))


def _lock(level: Level, hit: Hit) -> Level:
    """A level after a hit took its amount and what restarts it came in."""
    return changed(
        level,
        amount=level.amount + hit.reseed_cents + hit.reserve_cents - hit.cents,
        reserve=level.reserve - hit.reserve_cents,
        hits=level.hits + 1,
        reseeded=level.reseeded + hit.reseed_cents,
    )


def _given_back(level: Level, hit: Hit, data: GiveBackHit) -> Level:
    back = data.locked_cents + data.paid_cents - data.reseed_cents - data.reserve_cents
    return changed(
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


def terms_of(meter: Meter) -> dict[str, LevelTerms]:
    """By level, everything about it that does not move."""
    return {
        name: LevelTerms(level.reseed, level.rate, level.reserve_rate, level.clauses)
        for name, level in meter.levels.items()
    }


def configuration(state: LinkState, data: ConfigureLink) -> ConfigureLink:
    """Checks new terms: only a stopped link changes, and its levels stay the ones whose money it holds."""
    if not state.stopped:
        raise Refused(f"{state.id} runs", "Stop it first: nothing is changed while it runs (S-11).")
    if set(data.levels) != set(state.meter.levels):
        known = ", ".join(state.meter.levels)
        raise Refused(f"{state.id} has other levels", f"Keep {known}, or give the meter another name (S-16).")
    return data
