"""A strict reader for the regulation files: every key is asked for once, and none may be left over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from feltlaw.clause import Clause, ClauseError, parse_clause
from feltlaw.regulation.model import Cite
from feltlaw.regulation.place import Place

T = TypeVar("T")


class RegulationError(ValueError):
    """A regulation file that breaks the format; the message names the place."""


def whole(value: object) -> int:
    """A number from 0; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("a whole number is wanted")
    return value


class Book:
    """The clauses a regulation's file may cite, and a note of every place that cites one."""

    def __init__(self, regulation: str, known: Iterable[str]) -> None:
        self.cited: dict[str, list[Place]] = {}
        self._regulation = regulation
        self._known = _parsed(frozenset(known))

    def cite(self, text: object, where: str, data: Mapping[str, Any]) -> str:
        if not isinstance(text, str):
            raise RegulationError(f"{where}: a clause is written in quotes")
        if text not in self.cited:
            self._check(text, where)
        self.cited.setdefault(text, []).append(Place(where, data))
        return text

    def _check(self, text: str, where: str) -> None:
        try:
            clause = parse_clause(text)
        except ClauseError as error:
            raise RegulationError(f"{where}: {error}") from None
        if str(clause) != text:
            raise RegulationError(f"{where}: write {clause}, not {text}")
        if not self._exists(clause):
            raise RegulationError(f"{where}: there is no clause {text} in the register")
        if clause.regulation not in (self._regulation, "I"):
            raise RegulationError(f"{where}: {text} is a clause of another regulation")

    def _exists(self, clause: Clause) -> bool:
        return clause in self._known or any(clause.contains(known) for known in self._known)


@lru_cache(maxsize=2)
def _parsed(known: frozenset[str]) -> frozenset[Clause]:
    """The register's citations, read once for all regulations."""
    return frozenset(map(parse_clause, known))


class Part:
    """One table of a file. `done` refuses keys that nobody asked for."""

    def __init__(self, data: object, where: str, book: Book) -> None:
        """`where` is empty for the whole file."""
        if not isinstance(data, dict):
            raise RegulationError(f"{where}: a table is wanted here")
        self._data: dict[str, Any] = data
        self._asked: set[str] = set()
        self.where = where
        self.book = book

    def path(self, key: str) -> str:
        name = f'"{key}"' if "." in key or "(" in key else key
        return f"{self.where}.{name}" if self.where else name

    def _take(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return self._data.get(key, default)

    def has(self, key: str) -> bool:
        return key in self._data

    def _need(self, key: str) -> Any:
        if key not in self._data:
            raise RegulationError(f"{self.where or 'the file'}: '{key}' is missing")
        return self._take(key)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._need(key) if default is None else self._take(key, default)
        if not isinstance(value, str):
            raise RegulationError(f"{self.path(key)}: a text is wanted")
        return value

    def word(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """One of a few words, or the default where the key is left out."""
        value = self.text(key, default)
        return value if default is not None and key not in self._data else self._allowed(value, allowed, key)

    def words(self, key: str, allowed: Iterable[str] | None = None) -> tuple[str, ...]:
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RegulationError(f"{self.path(key)}: a list of words is wanted")
        return tuple(value if allowed is None else [self._allowed(item, allowed, key) for item in value])

    def one_or_more(self, key: str, allowed: Iterable[str]) -> tuple[str, ...]:
        """A word, or a list of words."""
        several = isinstance(self._need(key), list)
        return self.words(key, allowed) if several else (self.word(key, allowed),)

    def values(self, key: str, read: Callable[[Any], T]) -> tuple[T, ...]:
        """A list of values of one kind; none where the key is left out."""
        value = self._take(key, [])
        if not isinstance(value, list):
            raise RegulationError(f"{self.path(key)}: a list is wanted")
        return tuple(self._parse(item, key, read) for item in value)

    def read(self, key: str, read: Callable[[Any], T]) -> T:
        """A value with a form of its own, such as a payout or an amount of money."""
        return self._parse(self._need(key), key, read)

    def _parse(self, value: Any, key: str, read: Callable[[Any], T]) -> T:
        try:
            return read(value)
        except ValueError as error:
            raise RegulationError(f"{self.path(key)}: {error}") from None

    def _allowed(self, value: str, allowed: Iterable[str], key: str) -> str:
        if value not in allowed:
            raise RegulationError(f"{self.path(key)}: '{value}' is not one of {', '.join(sorted(allowed))}")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        value = self._need(key) if default is None else self._take(key, default)
        return self._parse(value, key, whole)

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self._need(key) if default is None else self._take(key, default)
        if not isinstance(value, bool):
            raise RegulationError(f"{self.path(key)}: true or false is wanted")
        return value

    def value(self, key: str) -> Any:
        return self._need(key)

    def clauses(self, key: str = "clause") -> tuple[str, ...]:
        value = self._need(key)
        items = value if isinstance(value, list) else [value]
        if not items:
            raise RegulationError(f"{self.path(key)}: at least one clause is wanted")
        return tuple(self.book.cite(item, self.where, self._data) for item in items)

    def cite(self, key: str = "clause") -> Cite:
        """The required clause, with the interpretations beside it."""
        return Cite(self.clauses(key), self.interpretations() if key == "clause" else ())

    def maybe_cite(self, key: str) -> Cite:
        return self.cite(key) if self.has(key) else Cite(())

    def interpretations(self) -> tuple[str, ...]:
        value = self._take("interpretation", [])
        items = value if isinstance(value, list) else [value]
        return tuple(self.book.cite(item, self.where, self._data) for item in items)

    def table(self, key: str) -> Part:
        return Part(self._need(key), self.path(key), self.book)

    def maybe(self, key: str, read: Callable[[Part], T]) -> T | None:
        if key not in self._data:
            return None
        inner = self.table(key)
        found = read(inner)
        inner.done()
        return found

    def named(self, key: str) -> Iterator[tuple[str, Part]]:
        """The tables inside this one, by their names; each is closed when the next is taken."""
        inner = Part(self._take(key, {}), self.path(key), self.book)
        for name in inner._data:
            table = inner.table(name)
            yield name, table
            table.done()

    def listed(self, key: str) -> Iterator[Part]:
        """The tables of a list."""
        items = self._take(key, [])
        if not isinstance(items, list):
            raise RegulationError(f"{self.path(key)}: a list of tables is wanted")
        for at, item in enumerate(items):
            table = Part(item, f"{self.path(key)}[{at}]", self.book)
            yield table
            table.done()

    def items(self, key: str) -> Iterator[Part]:
        """The tables of the list `items` in an inner table, where there is one."""
        if key in self._data:
            inner = self.table(key)
            yield from inner.listed("items")
            inner.done()

    def pairs(self, key: str) -> dict[str, Any]:
        """A table whose keys are free."""
        value = self._need(key)
        if not isinstance(value, dict):
            raise RegulationError(f"{self.path(key)}: a table is wanted")
        return value

    def done(self) -> None:
        left = [key for key in self._data if key not in self._asked]
        if left:
            raise RegulationError(f"{self.where or 'the file'}: unknown key '{left[0]}'")
