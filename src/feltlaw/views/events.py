"""Events as each person may know them: everybody's part, and what is told to one alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from feltlaw.event import Event, Person
from feltlaw.schema import codec
from feltlaw.table import apply
from feltlaw.table.checking import WinVerified
from feltlaw.table.deciding import Decided
from feltlaw.table.forfeits import ForfeitsCollected
from feltlaw.table.life import StopTable
from feltlaw.table.places import hand
from feltlaw.table.racking import RoundEnded
from feltlaw.table.rules import Asked
from feltlaw.table.settling import Settled
from feltlaw.table.state import State
from feltlaw.views.event_parts import ByView, CrewPart, EventView, OwnPart
from feltlaw.views.happenings import Moment, told
from feltlaw.views.lines import is_up
from feltlaw.views.own import check_view, hand_views, may_look, own_lines, request_view
from feltlaw.views.parts import ON_DUTY, Viewer
from feltlaw.views.seals import held_seal, played_deck, whole_seal

NOTHING_OWN = OwnPart()
DAY, HOUR, MINUTE = 86_400_000, 3_600_000, 60_000


def moments(before: State, events: Sequence[Event], states: Sequence[State] = ()) -> Iterator[Moment]:
    """Events between the states they found and left; `states` are the latter, where they are known."""
    state = before
    for at, event in enumerate(events):
        left = states[at] if at < len(states) else apply(state, event)
        yield Moment(state, event, left)
        state = left


def event_view(moment: Moment, viewer: Viewer, number: int = 0) -> EventView:
    """An event as one person may know it."""
    found = public_event(moment, number)
    own, crew = own_part(moment, viewer), crew_part(moment) if viewer.role in ON_DUTY else None
    if own is None and crew is None:
        return found
    return EventView(
        found.number,
        found.kind,
        found.by,
        found.at,
        found.data,
        found.phase,
        found.confirmed_by,
        own,
        crew,
    )


def public_event(moment: Moment, number: int = 0) -> EventView:
    """An event as everybody may know it."""
    event = moment.event
    return EventView(
        number,
        event.kind,
        _by(event.by),
        iso_time(event.at),
        told(moment),
        event.phase,
        _by(event.confirmed_by) if event.confirmed_by else None,
    )


@lru_cache(maxsize=500)
def _by(person: Person) -> ByView:
    return ByView(person.role, person.account)


def own_part(moment: Moment, viewer: Viewer) -> OwnPart | None:
    """What an event tells this person alone; None where it is nothing."""
    if viewer.role == "player":
        found = _players_part(moment, viewer.account)
    elif viewer.role == "auditor" and isinstance(moment.event.data, RoundEnded):
        deck = played_deck(moment.before)
        found = OwnPart(seal=whole_seal(deck).cards if deck is not None else ())
    else:
        return None
    return None if found == NOTHING_OWN else found


def _players_part(moment: Moment, account: str) -> OwnPart:
    before, event, after = moment.before, moment.event, moment.after
    data = event.data
    if isinstance(data, Decided):
        if after.played.facts.players.get(data.seat) == account:
            return OwnPart(three=data.answer.three, house_way=data.house_way)
        return NOTHING_OWN
    if isinstance(data, Settled | ForfeitsCollected):
        return OwnPart(lines=own_lines(after, account, data.lines)) if data.lines else NOTHING_OWN
    if isinstance(data, RoundEnded):
        deck = played_deck(before)
        seal = held_seal(before.played, deck, account) if deck is not None else ()
        return OwnPart(kept=data.kept.get(account, 0), seal=seal)
    if may_look(after) and not may_look(before):
        return OwnPart(hands=hand_views(after, account))
    return NOTHING_OWN


def may_tell_more(moment: Moment) -> bool:
    """Whether somebody may know more of an event than everybody; quickly asked, and rather yes than no."""
    data, after = moment.event.data, moment.after
    if isinstance(data, Decided):
        return bool(data.answer.three)
    if isinstance(data, Settled | ForfeitsCollected):
        return any(not is_up(after, hand(line.seat)) for line in data.lines)
    if isinstance(data, RoundEnded | Asked | StopTable | WinVerified):
        return True
    return may_look(after) and not may_look(moment.before)


def crew_part(moment: Moment) -> CrewPart | None:
    """What an event tells the crew alone."""
    data = moment.event.data
    if isinstance(data, Asked):
        return CrewPart(request=request_view(data.request))
    if isinstance(data, StopTable):
        return CrewPart(why=data.why)
    if isinstance(data, WinVerified):
        return CrewPart(check=check_view(data.check))
    return None


def event_json(view: EventView) -> dict[str, object]:
    """An event's view as plain JSON."""
    found: dict[str, object] = codec(EventView).write(view)
    return found


@lru_cache(maxsize=100)
def iso_time(millis: int) -> str:
    """A time as ISO 8601 has it, in UTC.

    >>> iso_time(0), iso_time(1_794_778_665_123)
    ('1970-01-01T00:00:00.000Z', '2026-11-15T21:37:45.123Z')
    """
    days, rest = divmod(millis, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    seconds, thousandths = divmod(rest, 1000)
    return f"{_date(days)}T{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}Z"


@lru_cache(maxsize=10)
def _date(days: int) -> str:
    """The date so many days after 1 January 1970, counted in eras of 400 years that begin in March."""
    era, day = divmod(days + 719_468, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    month += 3 if month < 10 else -9
    return f"{year + 400 * era + (month <= 2):04}-{month:02}-{day + 1:02}"
