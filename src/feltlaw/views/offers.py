"""What a person may do now, in words, with its clause; the data of each offer is accepted as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from feltlaw.event import CREW
from feltlaw.regulation.model import Cite
from feltlaw.schema import codec
from feltlaw.table.legal import parted_rules, plays
from feltlaw.table.rule import Open, Way
from feltlaw.table.state import State
from feltlaw.values import memo
from feltlaw.views.parts import OfferView, Viewer, cited
from feltlaw.views.text import plain, quoted

_KEPT = "_written"


def offers_for(state: State, viewer: Viewer) -> tuple[OfferView, ...]:
    """Everything this person may do."""
    return tuple(
        OfferView(
            one.do, codec(type(way.data)).write(way.data), one.words(way), cited(one.cite), way.choose or None
        )
        for one, way in _ways(state, viewer)
    )


def offers_bytes(state: State, viewer: Viewer) -> tuple[bytes, ...]:
    """The same as the JSON of a list, in pieces that are put together only where they are sent."""
    role, account = viewer.role, viewer.account
    if role in CREW and plays(state, account):
        return (b"[]",)
    moving, standing = [part.bytes_for(role, account) for part in _parts(state)]
    return b"[", moving, b"," if moving and standing else b"", standing, b"]"


Choice = tuple[Open, Way]


class _Sorted:
    """Things that may be done at a table, by whom."""

    def __init__(self, rules: tuple[Open, ...], last: _Sorted | None = None) -> None:
        self.rules = rules
        self.last = last
        """The same a moment ago, whose bytes may still do."""
        self.players: dict[str, list[Choice]] = {}
        """What a player may do who is named in it."""
        self.roles: dict[str, list[Choice]] = {}
        """What a role is enough for, but for those whom a way leaves out."""
        for one in rules:
            for way in one.ways:
                choice, who = (one, way), way.who
                for role in one.roles:
                    if who and role == "player":
                        self.players.setdefault(who, []).append(choice)
                    else:
                        self.roles.setdefault(role, []).append(choice)
        self._bytes: dict[tuple[str, str], bytes] = {}

    def ways_for(self, role: str, account: str) -> list[Choice]:
        mine = self.players.get(account, []) if role == "player" else []
        return mine + [one for one in self.roles.get(role, ()) if one[1].is_for(role, account)]

    def bytes_for(self, role: str, account: str) -> bytes:
        found = self._bytes.get((role, account))
        if found is None:
            found = self._as_before(role, account)
            if found is None:
                ways = self.ways_for(role, account)
                found = ",".join([_written(one, way) for one, way in ways]).encode("ascii")
            self._bytes[role, account] = found
        return found

    def _as_before(self, role: str, account: str) -> bytes | None:
        """What was written for a player last time, where he may do the same in the same ways."""
        if role != "player" or self.last is None or role in self.roles or role in self.last.roles:
            return None
        mine, before = self.players.get(account, ()), self.last.players.get(account, ())
        if len(mine) != len(before):
            return None
        for (one, way), (rule, was) in zip(mine, before, strict=True):
            if way is not was or one.text is not rule.text or one.cite is not rule.cite:
                return None
        return self.last._bytes.get((role, account))


def _parts(state: State) -> tuple[_Sorted, _Sorted]:
    return memo(state, "sorted_offers", _sorted)


def _sorted(state: State) -> tuple[_Sorted, _Sorted]:
    """What stands is sorted again only where it has changed."""
    moving, standing = parted_rules(state)
    book: dict[str, _Sorted] = state.submission.__dict__.setdefault("_standing_offers", {})
    last = book.get(state.table)
    if last is None or last.rules is not standing:
        last = book[state.table] = _Sorted(standing)
    before: dict[str, _Sorted] = state.submission.__dict__.setdefault("_moving_offers", {})
    was = before.get(state.table)
    if was is not None:
        was.last = None
    now = before[state.table] = _Sorted(moving, was)
    return now, last


def _ways(state: State, viewer: Viewer) -> list[Choice]:
    role, account = viewer.role, viewer.account
    if role in CREW and plays(state, account):
        return []
    return [choice for part in _parts(state) for choice in part.ways_for(role, account)]


def _written(one: Open, way: Way) -> str:
    """Most ways are the same from one moment to the next, and so is their text."""
    known: tuple[str, Cite, str] | None = way.__dict__.get(_KEPT)
    if known is not None and known[0] is one.text and known[1] is one.cite:
        return known[2]
    try:
        found = _remembered(one.do, one.words(way), one.cite, way.data) if not way.choose else ""
    except TypeError:  # a command that holds a table of fields
        found = ""
    found = found or _text(one.do, one.words(way), one.cite, way.data, way.choose)
    way.__dict__[_KEPT] = (one.text, one.cite, found)
    return found


def _text(do: str, words: str, cite: Cite, data: object, choose: Mapping[str, object]) -> str:
    parts = [
        f'"do":{quoted(do)}',
        f'"data":{plain(codec(type(data)).write(data))}',
        f'"text":{quoted(words)}',
    ]
    if clauses := cited(cite):
        parts.append(f'"clauses":{plain(clauses)}')
    if choose:
        parts.append(f'"choose":{plain(choose)}')
    return f"{{{','.join(parts)}}}"


@lru_cache(maxsize=4000)
def _remembered(do: str, words: str, cite: Cite, data: object) -> str:
    return _text(do, words, cite, data, {})
