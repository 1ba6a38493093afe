"""Chance: the only module that makes any. The order of a deck, its nonce, and the draws of a round.

A live table takes its random bits from the operating system and from nowhere else. A practice table may take
them from a seed, and then the same seed gives the same cards forever.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar, final

from feltlaw.cards import deck
from feltlaw.round.draws import Stakes, choices, draws_made
from feltlaw.seal import SECRET_DIGITS
from feltlaw.submission import Submission
from feltlaw.table.rule import Shuffled

T = TypeVar("T")

SEED_LABEL = b"feltlaw seed 1"
"""Part of every block of a seeded stream. Another label would be another stream for every seed."""


class NotLive(ValueError):
    """A source of chance that anybody could repeat, where money is at stake."""


class SourceFailed(RuntimeError):
    """The operating system gives no random bytes: no table plays on (S-62)."""


@final
class SystemSource:
    """The operating system's generator: its state has 256 bits or more and is fed with entropy."""

    @property
    def live(self) -> bool:
        return True

    @property
    def seed(self) -> None:
        """There is nothing to repeat it from."""

    def take(self, many: int) -> bytes:
        """So many random bytes."""
        try:
            return secrets.token_bytes(many)
        except (OSError, NotImplementedError) as error:
            raise SourceFailed(f"the operating system's generator gives nothing ({error})") from error

    def fork(self, label: str) -> SystemSource:
        """Every draw is new anyway."""
        return self


@final
class SeededSource:
    """For tests and practice: the bytes follow from the seed alone. Never live.

    Block n is SHA-256 over a label, the seed's own SHA-256 and n; nothing but SHA-256 has to stay as it is.

    >>> SeededSource("one").take(4) == SeededSource("one").take(4) != SeededSource("two").take(4)
    True
    """

    def __init__(self, seed: str | int) -> None:
        self._seed = str(seed)
        self._key = hashlib.sha256(self._seed.encode("utf-8", "surrogatepass")).digest()
        self._block = 0
        self._left = b""

    @property
    def live(self) -> bool:
        return False

    @property
    def seed(self) -> str:
        return self._seed

    def take(self, many: int) -> bytes:
        """The next bytes of the stream."""
        while len(self._left) < many:
            number = self._block.to_bytes(8, "big")
            self._left += hashlib.sha256(SEED_LABEL + self._key + number).digest()
            self._block += 1
        taken, self._left = self._left[:many], self._left[many:]
        return taken

    def fork(self, label: str) -> SeededSource:
        """A stream of its own, so that what it gives does not depend on what was drawn elsewhere."""
        return SeededSource(f"{self._seed}\n{label}")


Source = SystemSource | SeededSource


def require_live(source: object) -> SystemSource:
    """The source itself, where it may decide about money.

    Its class is asked and not only its `live`, so that nothing passes that merely says so.
    """
    if type(source) is not SystemSource:
        raise NotLive(
            "a live table takes its cards from the operating system's generator and from no other source; "
            "a seeded one is for practice"
        )
    return source


def below(source: Source, bound: int) -> int:
    """A number from 0 to `bound` - 1, each with the same chance.

    As many bits are taken as `bound` - 1 has, and a number that is too large is thrown away and drawn again.
    What is kept is equally likely, since all numbers of so many bits are; taking a remainder instead would
    favour the small ones. Fewer than two tries are needed on average.

    >>> below(SeededSource("one"), 1)
    0
    """
    if bound < 1:
        raise ValueError("there is no number below 1 to draw")
    bits = (bound - 1).bit_length()
    while True:
        number = int.from_bytes(source.take((bits + 7) // 8), "big") >> (-bits % 8)
        if number < bound:
            return number


def permuted(source: Source, things: Iterable[T]) -> list[T]:
    """The things in random order, every order with the same chance (Fisher and Yates).

    The last place gets one of n things, the one before it one of the n - 1 left, and so on. Each choice is
    made with equal chances and without regard to the others, so every one of the n! ways through has the
    chance 1/n!; and no two ways end in the same order, since the order tells what was chosen for each place.
    """
    found = list(things)
    for last in range(len(found) - 1, 0, -1):
        other = below(source, last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def shuffle(source: Source, jokers: int = 0) -> Shuffled:
    """A whole deck of 52, or 53 with the joker, in random order, and the secret of its seal.

    >>> len(shuffle(SystemSource()).order), len(shuffle(SystemSource(), 1).order)
    (52, 53)
    """
    order = permuted(source, (int(card) for card in deck(jokers)))
    return Shuffled(tuple(order), source.take(SECRET_DIGITS // 2).hex())


def happens(source: Source, chance: Fraction) -> bool:
    """True with exactly this chance."""
    return below(source, chance.denominator) < chance.numerator


def draws(source: Source, submission: Submission, stakes: Stakes) -> dict[str, str | int]:
    """The draws of a round: each only where the table pays its bonus, and only as often as was submitted."""
    found: dict[str, str | int] = {}
    for draw in draws_made(submission):
        if happens(source, draw.chance):
            among = choices(submission, draw, stakes)
            if among:
                found[draw.key] = among[below(source, len(among))]
    return found
