"""Regulations as people name them: by id, by any part of it, by the game's title, in any case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from feltlaw.cli.errors import Stop, unreadable
from feltlaw.nearest import did_you_mean, nearest
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission.findings import plain

BARE = ":bare"
"""After a regulation's id: a table that offers only what is always offered."""
LONGEST = 60


def find_regulation(typed: str) -> str | None:
    """The one regulation somebody means; None where there is none, or more than one."""
    found = _meant(typed)
    return found[0] if len(found) == 1 else None


def regulation_named(typed: str) -> str:
    """The same; where it is none, refused with the nearest names."""
    found = _meant(typed)
    if len(found) == 1:
        return found[0]
    raise unknown_regulation(typed)


def unknown_regulation(typed: str) -> Stop:
    """What to say to somebody whose word is no regulation's."""
    found = _meant(typed)
    shown = plain(typed[:LONGEST])
    if found:
        return unreadable(f"'{shown}' could be {_either(found)}; name one of them")
    names = {name: name for name in regulation_ids()} | {load(name).title: name for name in regulation_ids()}
    near = dict.fromkeys(names[one] for one in nearest(typed, names, 2, Fraction(1, 2)))
    mean = f"; did you mean {_either(list(near))}?" if near else _wager_meant(typed)
    return unreadable(f"there is no regulation '{shown}'{mean} feltlaw knows {', '.join(regulation_ids())}")


def _wager_meant(typed: str) -> str:
    """Where somebody named a wager, the games that have it."""
    have: dict[str, list[str]] = {}
    for name in regulation_ids():
        for wager in load(name).wagers.values():
            have.setdefault(wager.id, []).append(name)
    found = nearest(typed, have)
    return f"; {found[0]} is a wager of {', '.join(have[found[0]])};" if found else ";"


def choice_named(typed: str, names: Iterable[str], option: str) -> str:
    """One of a few words, in any case or by a beginning that only it has; else refused with the nearest."""
    known = list(names)
    word = typed.strip().casefold()
    exact = [name for name in known if name.casefold() == word]
    begun = [name for name in known if word and name.casefold().startswith(word)]
    found = exact or begun
    if len(found) == 1:
        return found[0]
    shown = plain(typed[:LONGEST])
    raise unreadable(
        f"{option}: there is no '{shown}'.{did_you_mean(typed, known)} Choose {', '.join(known)}"
    )


def _either(names: list[str]) -> str:
    return " or ".join(f"{name} ({load(name).title})" for name in names)


def _meant(typed: str) -> list[str]:
    """Those that the word names, the most exact way first; titles are looked up only for a word of theirs."""
    word = typed.strip().casefold()
    return next((found for found in _ways(word) if found), []) if word else []


def _ways(word: str) -> Iterator[list[str]]:
    ids = {name: name.casefold() for name in regulation_ids()}
    yield [name for name in ids if word == ids[name]]
    yield [name for name in ids if ids[name].startswith(word)]
    yield [name for name in ids if word in ids[name]]
    titles = {name: load(name).title.casefold() for name in ids}
    yield [name for name in ids if word == titles[name]]
    yield [name for name in ids if word in titles[name]]
