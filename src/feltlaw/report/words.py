"""Words that every part of a sheet uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from feltlaw.regulation.model import Regulation


def capital(text: str) -> str:
    """A text with a capital at its head."""
    return text[:1].upper() + text[1:]


def plain(name: str) -> str:
    """A name of the data in words: `three_of_a_kind` is three of a kind."""
    return name.replace("_", " ")


def named(name: str) -> str:
    """The same with a capital at its head."""
    return capital(plain(name))


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(many: int, thing: str) -> str:
    """`1 deck`, `2 decks`."""
    return f"{many} {thing}{'' if many == 1 else 's'}"


def title(regulation: Regulation, name: str) -> str:
    """What the regulation calls a wager or an award."""
    return (regulation.wagers.get(name) or regulation.awards[name]).title


def typeset(text: str, pause: str) -> str:
    """The text with true apostrophes, and with a mark where a long key or the name of a clause may break."""
    return re.sub(
        r"(?<=[A-Za-z])[._](?=[A-Za-z])|(?<=[0-9)]):(?=\w)", rf"\g<0>{pause}", re.sub(r"(?<=\w)'", "’", text)
    )
