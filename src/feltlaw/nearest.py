"""What somebody may have meant by a word that is not known here."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction

LEAST_ALIKE = Fraction(3, 5)


def nearest(typed: str, names: Iterable[str], many: int = 1, alike: Fraction = LEAST_ALIKE) -> list[str]:
    """The names most like the word, however either is spaced, joined or written large.

    >>> nearest("pairplus", ["ante", "pair_plus"]), nearest("roulette", ["ante", "pair_plus"])
    (['pair_plus'], [])
    """
    bare = {_bare(name): name for name in names}
    word = _bare(typed[:80])
    begin = [name for key, name in bare.items() if len(word) > 1 and key.startswith(word)]
    near = get_close_matches(word, bare, many, alike)  # type: ignore[call-overload]  # any number will do
    return list(dict.fromkeys([*begin, *(bare[one] for one in near)]))[:many]


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """` Did you mean 'pair_plus'?`, or nothing where no name is near."""
    found = nearest(typed, names)
    return f" Did you mean '{found[0]}'?" if found else ""


def _bare(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
