"""What a person may do now, in words, with its clause; the data of each offer is accepted as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from feltlaw.event import CREW
from feltlaw.regulation.model import Cite
from feltlaw.schema import codec
from feltlaw.table.legal import Parted, parted_rules, players_rules, plays
from feltlaw.table.rule import Open, Way
from feltlaw.table.state import State
from feltlaw.values import memo
from feltlaw.views.parts import OfferView, Viewer, cited
from feltlaw.views.text import plain, quoted
from feltlaw.views.text import text as written

_KEPT = "_written"


def offers_for(state: State, viewer: Viewer) -> tuple[OfferView, ...]:
    """Everything this person may do."""
    return tuple(
        OfferView(do, codec(type(way.data)).write(way.data), way.words(text), cited(cite), way.choose or None)
        for do, text, cite, way in _ways(state, viewer)
    )


def offers_bytes(state: State, viewer: Viewer) -> tuple[bytes, ...]:
    """The same as the JSON of a list, in pieces that are put together only where they are sent."""
    role, account = viewer.role, viewer.account
    if role in CREW and plays(state, account):
        return (b"[]",)
    moving, standing = [part.bytes_for(role, account) for part in _parts(state, role)]
    return b"[", moving, b"," if moving and standing else b"", standing, b"]"


Choice = tuple[str, str, Cite, Way]
"""What may be done, in which words, by which clause, in which way."""


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
                choice, who = (one.do, one.text, one.cite, way), way.who
                for role in one.roles:
                    if who and role == "player":
                        self.players.setdefault(who, []).append(choice)
                    else:
                        self.roles.setdefault(role, []).append(choice)
        self._bytes: dict[tuple[str, str], bytes] = {}

    def ways_for(self, role: str, account: str) -> list[Choice]:
        mine = self.players.get(account, []) if role == "player" else []
        return mine + [one for one in self.roles.get(role, ()) if one[3].is_for(role, account)]

    def bytes_for(self, role: str, account: str) -> bytes:
        found = self._bytes.get((role, account))
        if found is None:
            found = self._as_before(role, account)
            if found is None:
                ways = self.ways_for(role, account)
                found = ",".join([_written(*choice) for choice in ways]).encode("ascii")
            self._bytes[role, account] = found
        return found

    def _as_before(self, role: str, account: str) -> bytes | None:
        """What was written for a player last time, where he may do the same in the same ways."""
        if role != "player" or self.last is None or role in self.roles or role in self.last.roles:
            return None
        same = self.players.get(account) == self.last.players.get(account)
        return self.last._bytes.get((role, account)) if same else None


def _parts(state: State, role: str) -> tuple[_Sorted, _Sorted]:
    if role in ("player", "onlooker"):
        return memo(state, "players_offers", _for_players)
    return memo(state, "offers", _for_all)


def _for_players(state: State) -> tuple[_Sorted, _Sorted]:
    return _sorted(state, "players", players_rules(state))


def _for_all(state: State) -> tuple[_Sorted, _Sorted]:
    return _sorted(state, "all", parted_rules(state))


def _sorted(state: State, whose: str, rules: Parted) -> tuple[_Sorted, _Sorted]:
    """What stands is sorted again only where it has changed."""
    book: dict[tuple[str, str], tuple[_Sorted, _Sorted]] = state.submission.__dict__.setdefault("_offers", {})
    moving, standing = book.get((state.table, whose), (None, None))
    if standing is None or standing.rules is not rules.standing:
        standing = _Sorted(rules.standing)
    if moving is not None:
        moving.last = None
    found = book[state.table, whose] = (_Sorted(rules.moving, moving), standing)
    return found


def _ways(state: State, viewer: Viewer) -> list[Choice]:
    role, account = viewer.role, viewer.account
    if role in CREW and plays(state, account):
        return []
    return [choice for part in _parts(state, role) for choice in part.ways_for(role, account)]


def _written(do: str, text: str, cite: Cite, way: Way) -> str:
    """Most ways are the same from one moment to the next, and so is their text."""
    known: tuple[str, Cite, str] | None = way.__dict__.get(_KEPT)
    if known is not None and known[0] is text and known[1] is cite:
        return known[2]
    words = way.words(text)
    try:
        found = _remembered(do, words, cite, way.data) if not way.choose else ""
    except TypeError:  # a command that holds a table of fields
        found = ""
    found = found or _text(do, words, cite, way.data, way.choose)
    way.__dict__[_KEPT] = (text, cite, found)
    return found


def _text(do: str, words: str, cite: Cite, data: object, choose: Mapping[str, object]) -> str:
    parts = [
        f'"do":{quoted(do)}',
        f'"data":{written(data)}',
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
