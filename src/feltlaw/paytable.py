"""Paytables: which row pays a hand, and the clause that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from feltlaw.money import Pays, gain
from feltlaw.ranking import Label, Ranking


class PaytableError(ValueError):
    """A paytable with a row that no hand can reach, or that the ranking does not know."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a paytable."""

    hand: str
    pays: Pays
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LevelTerms:
    """The terms of one progressive meter, per dollar of the wager offered.

    `open` names the terms the regulation does not fix, so that a submission may set them (I-113).
    """

    name: str
    seed: Fraction
    reseed: Fraction
    rate: Fraction
    reserve_rate: Fraction
    clauses: tuple[str, ...]
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paytable:
    """Rows from the best hand down. `key` is unique within a wager, `name` what a submission calls it."""

    key: str
    name: str
    rows: Mapping[str, Row]
    clauses: tuple[str, ...]
    interpretations: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    """The versions of the game it belongs to; empty for all."""
    players: int | None = None
    """The number of players it is for, where that chooses the table."""
    amount: int | None = None
    """The only stake, in cents, it is offered at."""
    levels: Mapping[str, LevelTerms] = field(default_factory=dict)

    def pick(self, label: Label) -> Row | None:
        """The row that pays this hand: the most specific name it answers to. None where it wins nothing."""
        return next(filter(None, map(self.rows.get, label.names)), None)

    def plus(self, rows: Mapping[str, Row]) -> Paytable:
        """This table with further rows, kept in the order given and put before its own."""
        return replace(
            self, rows={**rows, **{hand: row for hand, row in self.rows.items() if hand not in rows}}
        )

    def check(self, ranking: Ranking) -> None:
        """Refuses rows the ranking does not know and rows that no hand reaches."""
        known = ranking.row_names()
        for hand in self.rows:
            if hand not in known:
                raise PaytableError(
                    f"paytable {self.key or 'only'} has a row '{hand}', which ranking {ranking.name} "
                    f"does not know; it knows {', '.join(sorted(known))}"
                )
        reached = {row.hand for label in ranking.labels() if (row := self.pick(label)) is not None}
        for hand in self.rows:
            if hand not in reached:
                raise PaytableError(
                    f"paytable {self.key or 'only'} has a row '{hand}' that no hand can reach"
                )


def worse_than_wider(paytable: Paytable, ranking: Ranking) -> list[tuple[Row, Row]]:
    """Rows that pay less than a wider row which would pay the same hand if they were not there (I-40)."""
    found: dict[tuple[str, str], tuple[Row, Row]] = {}
    for label in ranking.labels():
        rows = [paytable.rows[name] for name in label.names if name in paytable.rows]
        for narrow, wide in pairwise(rows):
            less, more = gain(narrow.pays), gain(wide.pays)
            if less is not None and more is not None and less < more:
                found[narrow.hand, wide.hand] = (narrow, wide)
    return list(found.values())
