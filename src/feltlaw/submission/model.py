"""What a checked submission holds: every choice made, every default filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.canonical import digest
from feltlaw.money import Cents, dollars, show_percent
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Payouts, Regulation, Wager
from feltlaw.submission.findings import Finding

LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True)
class Cards:
    shuffle: str
    shuffler_counts_cards: bool
    decks: int
    deal: str
    deck_backs: tuple[str, ...]
    cover_card: str


@dataclass(frozen=True, slots=True)
class Limits:
    minimum: Cents
    maximum: Cents
    seats: int
    adjacent_boxes: int
    payout_limit: Cents | None


@dataclass(frozen=True, slots=True)
class MeterLevel:
    """One meter as it runs at this table: amounts in cents, rates as fractions of each wager."""

    name: str
    seed: Cents
    reseed: Cents
    rate: Fraction
    reserve_rate: Fraction
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A wager as this table offers it."""

    wager: Wager
    minimum: Cents
    maximum: Cents
    tables: Mapping[int, Paytable]
    """The paytable, under 0, or one for each number of players."""
    meter: str = ""
    """The name of the meter it feeds; the wager's own word for it means a meter of the table's own."""
    levels: Mapping[str, MeterLevel] = field(default_factory=dict)

    @property
    def linked(self) -> bool:
        """Whether its meter has a name of its own, which other tables may use as well."""
        return self.meter != self.wager.meter

    def paytable(self, players: int = 0) -> Paytable | None:
        """The paytable in force, for games where it depends on them with so many players."""
        return self.tables.get(players if 0 not in self.tables else 0)


@dataclass(frozen=True, slots=True)
class OfferedAward:
    """An award as this table pays it."""

    award: Award
    paytable: Paytable | None


class SubmissionError(ValueError):
    """A submission that breaks a rule; `findings` has all its faults."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in findings))


@dataclass(frozen=True)
class Submission:
    """One table's approved choices, complete: what the file left out has its default.

    >>> Submission.from_data({"regulation": "PA-679a"}).wagers["ante"].maximum
    1000000
    """

    regulation: Regulation
    certificate_holder: str
    table: str
    cards: Cards
    limits: Limits
    version: str
    wagers: Mapping[str, Offered]
    awards: Mapping[str, OfferedAward]
    options: Mapping[str, object]
    approvals: Mapping[str, str]

    @classmethod
    def from_data(cls, data: object) -> Submission:
        """A submission from its parsed TOML or JSON; faults are raised together."""
        from feltlaw.submission.check import check

        return check(data).submission_or_raise()

    @classmethod
    def from_toml(cls, text: str) -> Submission:
        return cls.from_data(read_toml(text))

    def option(self, path: str) -> object:
        """An option's value, None where the regulation does not know it."""
        return self.options.get(path)

    def needs_company(self, wager: str) -> bool:
        """Whether players stake this against each other, as in Saigon's Pot: it goes back to one alone."""
        return self.regulation.wagers[wager].paid_from == "players"

    def pays(self, award: Award, wager: str) -> bool:
        """Whether this table pays an award on a wager: some wait for an option of the wager's section."""
        section = self.regulation.wagers[wager].section
        return not award.option or self.option(f"wagers.{section}.{award.option}") is True

    @cached_property
    def digest(self) -> str:
        """SHA-256 of every choice, defaults filled in, and of the regulation's data."""
        return digest({"submission": self.to_data(), "regulation": self.regulation.digest})

    def to_data(self) -> dict[str, Any]:
        """Every choice written out, as plain data; reading it back gives the same submission."""
        sections: dict[str, dict[str, Any]] = {}
        for offered in self.wagers.values():
            sections.setdefault(offered.wager.section, {}).update(_written(offered))
        for paid in self.awards.values():
            choice = paid.award.payouts.choice
            if paid.paytable is not None and paid.paytable.name and choice:
                sections.setdefault(choice.section, {})[choice.key] = paid.paytable.name
            if paid.paytable is not None and choice:
                sections[choice.section] |= _added_rows(paid.award.payouts, paid.paytable)
        data: dict[str, Any] = {
            "regulation": self.regulation.id,
            "certificate_holder": self.certificate_holder,
            "table": self.table,
            "cards": {
                "shuffle": self.cards.shuffle,
                "shuffler_counts_cards": self.cards.shuffler_counts_cards,
                "decks": self.cards.decks,
                "deal": self.cards.deal,
                "deck_backs": list(self.cards.deck_backs),
                "cover_card": self.cards.cover_card,
            },
            "limits": {
                "minimum": dollars(self.limits.minimum),
                "maximum": dollars(self.limits.maximum),
                "seats": self.limits.seats,
                "adjacent_boxes": self.limits.adjacent_boxes,
            },
            "wagers": sections,
        }
        if self.limits.payout_limit is not None:
            data["limits"]["payout_limit"] = dollars(self.limits.payout_limit)
        if self.regulation.versions:
            data["version"] = {"pair_plus": self.version}
        for path, value in self.options.items():
            *parents, key = path.split(".")
            inner = data
            for parent in parents:
                inner = inner.setdefault(parent, {})
            inner[key] = value
        if self.approvals:
            data["approvals"] = dict(self.approvals)
        return data


def _written(offered: Offered) -> dict[str, Any]:
    wager, table = offered.wager, offered.paytable()
    found: dict[str, Any] = {}
    if table is not None and table.name and wager.payouts.choice:
        found[wager.payouts.choice.key] = table.name
    if table is not None and table.key == "posted":
        found["rows"] = {hand: str(row.pays) for hand, row in table.rows.items()}
    if table is not None:
        found |= _added_rows(wager.payouts, table)
    if wager.stake.kind == "limits":
        found |= {"minimum": dollars(offered.minimum), "maximum": dollars(offered.maximum)}
    if wager.stake.kind == "fixed":
        found["amount"] = dollars(offered.minimum)
    if wager.meter:
        found["meter"] = offered.meter
        for key, term in (("seed", "seed"), ("increment", "rate")):
            stated = {
                name: dollars(level.seed) if term == "seed" else show_percent(level.rate)
                for name, level in offered.levels.items()
                if table is not None and term in table.levels[name].open
            }
            if stated:
                found[key] = stated
    return found


def _added_rows(payouts: Payouts, table: Paytable) -> dict[str, str]:
    """The optional rows the operator added; one that the table has by itself needs no key."""
    printed = payouts.tables.get(table.key)
    return {
        row.key: str(table.rows[row.hand].pays)
        for row in payouts.optional_rows.values()
        if row.hand in table.rows and (printed is None or row.hand not in printed.rows)
    }


def read_toml(text: str) -> dict[str, Any]:
    """TOML with exact decimals. Raises `tomllib.TOMLDecodeError` where it does not parse."""
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):  # the parser would take minutes over some
        raise tomllib.TOMLDecodeError(f"a line is longer than {LONGEST_LINE:,} characters")
    return tomllib.loads(text, parse_float=Decimal)
