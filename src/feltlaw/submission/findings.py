"""Findings: what is wrong or noteworthy in a submission, where, by which clause, and what would be legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from feltlaw.money import Cents, MoneyError, parse_money
from feltlaw.nearest import did_you_mean
from feltlaw.regulation.model import Cite

T = TypeVar("T")

NO_CLAUSE = Cite(())
LONGEST_TEXT = 200
LONGEST_SHOWN = 60
DOLLARS = 'dollars and whole cents, like 10 or "10.50"'


@dataclass(frozen=True, slots=True)
class Finding:
    """`level` is `fault` (the submission breaks a rule), `warning` or `notice`."""

    level: str
    where: str
    what: str
    legal: str
    cite: Cite

    def __str__(self) -> str:
        clause = f" ({self.cite})" if self.cite.clauses or self.cite.interpretations else ""
        return f"{self.text}{clause}"

    @property
    def text(self) -> str:
        """Where, what, and what would be legal; its clauses apart."""
        return f"{self.where}: {self.what}." + (f" {self.legal}" if self.legal else "")

    def to_json(self) -> dict[str, object]:
        return {
            "level": self.level,
            "where": self.where,
            "what": self.what,
            "legal": self.legal,
            "clauses": [*self.cite.clauses, *self.cite.interpretations],
        }


class Findings(list[Finding]):
    """All findings of one check, so that a manager sees every fault at once, and each once.

    A section that two wagers share is read twice.
    """

    def _add(self, found: Finding) -> None:
        if found not in self:
            self.append(found)

    def fault(self, where: str, what: str, legal: str = "", cite: Cite = NO_CLAUSE) -> None:
        self._add(Finding("fault", where, what, legal, cite))

    def misread(self, where: str, error: MoneyError, cite: Cite) -> None:
        """A value that cannot be understood; the error's own words say what would be legal."""
        what, _, how = str(error).partition(": write ")
        self.fault(where, what, f"Write {how or DOLLARS}.", cite)

    def warn(self, where: str, what: str, legal: str = "", cite: Cite = NO_CLAUSE) -> None:
        self._add(Finding("warning", where, what, legal, cite))

    def notice(self, where: str, what: str, legal: str = "", cite: Cite = NO_CLAUSE) -> None:
        self._add(Finding("notice", where, what, legal, cite))


class Section:
    """One table of a submission: keys are taken one by one, wrong ones become faults and give the default."""

    def __init__(self, data: object, where: str, findings: Findings) -> None:
        self.where = where
        self.findings = findings
        keyed = data if isinstance(data, dict) else {}
        self._data: Mapping[str, Any] = {
            key if isinstance(key, str) else short(key): value for key, value in keyed.items()
        }
        self._asked: set[str] = set()
        if not isinstance(data, dict):
            legal = f"Write it as [{where}] with keys below." if where else "Write keys and values."
            findings.fault(where or "submission", "a table is wanted here", legal)

    def path(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def has(self, key: str) -> bool:
        return key in self._data

    def states(self, key: str) -> bool:
        """Whether a key that may be left out is there, be it `null`."""
        self._asked.add(key)
        return self.has(key)

    def names(self) -> tuple[str, ...]:
        return tuple(self._data)

    def take(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return self._data.get(key, default)

    def table(self, key: str) -> Section:
        return Section(self.take(key, {}), self.path(key), self.findings)

    def text(self, key: str, default: str) -> str:
        value = self.take(key, default)
        if not isinstance(value, str):
            self.findings.fault(self.path(key), f"{short(value)} is no text", "Write it in quotes.")
            return default
        if not value.isprintable():
            self.findings.fault(self.path(key), "the text cannot be printed", "Write it on one line.")
            return default
        if len(value) > LONGEST_TEXT:
            self.findings.fault(
                self.path(key),
                f"the text has {len(value):,} characters",
                f"At most {LONGEST_TEXT} are allowed.",
            )
            return default
        return value

    def choice(self, key: str, allowed: Iterable[Any], default: Any, cite: Cite = NO_CLAUSE) -> Any:
        value = self.take(key, default)
        options = list(allowed)
        if not any(value == option and type(value) is type(option) for option in options):
            self.findings.fault(
                self.path(key),
                f"{short(value)} is not a choice",
                f"Choose {' or '.join(word(option) for option in options)}.",
                cite,
            )
            return default
        return value

    def whole(self, key: str, default: int, least: int, most: int, cite: Cite = NO_CLAUSE) -> int:
        value = self.take(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            allowed = f"exactly {least}" if least == most else f"a whole number from {least} to {most}"
            self.findings.fault(self.path(key), f"{short(value)} is not allowed", f"Write {allowed}.", cite)
            return default
        return value

    def money(self, key: str, default: Cents, cite: Cite = NO_CLAUSE) -> Cents:
        """A positive amount."""
        return self.read(key, _positive, default, cite)

    def read(self, key: str, parse: Callable[[object], T], default: T, cite: Cite = NO_CLAUSE) -> T:
        """A value that `parse` understands; otherwise its message is a fault."""
        if not self.states(key):
            return default
        try:
            return understood(parse, self.take(key))
        except MoneyError as error:
            self.findings.misread(self.path(key), error, cite)
            return default

    def done(self, hint: str = "") -> None:
        known = f"Known here: {', '.join(sorted(self._asked))}." if self._asked else "It takes no keys."
        for key in self._data:
            if key not in self._asked:
                near = did_you_mean(key, sorted(self._asked)).strip()
                legal = f"{near} {hint or known}".strip()
                self.findings.fault(self.path(short_key(key)), "this key is unknown here", legal)


def _positive(value: object) -> Cents:
    cents = parse_money(value)
    if cents <= 0:
        raise MoneyError(f"{short(value)} is not allowed: write an amount above zero")
    return cents


def understood(parse: Callable[[object], T], value: object) -> T:
    """What `parse` makes of a value; whatever is too big or too deep for it becomes a `MoneyError` too."""
    if value is None:
        raise MoneyError("null is no value: write one, or leave the key out for its default")
    try:
        return parse(value)
    except MoneyError:
        raise
    except (ValueError, ArithmeticError, RecursionError):
        raise MoneyError(f"{short(value)} cannot be read here: write something shorter") from None


def word(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return f'"{value}"' if isinstance(value, str) else str(value)


def short(value: object) -> str:
    """Somebody's value in a few characters that every terminal can show."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST_SHOWN:
        return "a number of that length"
    return _cut(word(value))


def short_key(key: object) -> str:
    return _cut(key) if isinstance(key, str) else short(key)


def _cut(text: str) -> str:
    return plain(text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "...")


def plain(text: str) -> str:
    """The text with control characters and the like written as escapes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
