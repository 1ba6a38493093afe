"""What a table has chosen, written out: every choice made, every default filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from feltlaw.canonical import digest
from feltlaw.money import dollars, show_dollars, show_percent
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Payouts, Regulation, Requires
from feltlaw.submission.parts import Cards, Limits, Offered, OfferedAward


@dataclass(frozen=True)
class Choices:
    """One table's choices, complete: what the file left out has its default."""

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

    def __repr__(self) -> str:
        least, most = show_dollars(self.limits.minimum), show_dollars(self.limits.maximum)
        table = f", table {self.table}" if self.table else ""
        wagers = ", ".join(self.wagers)
        return f"<{type(self).__name__} {self.regulation.id}{table}: {wagers}; {least} to {most}>"

    def option(self, path: str) -> object:
        """An option's value, None where the regulation does not know it."""
        return self.options.get(path)

    @property
    def way_in(self) -> Requires:
        """The wagers that bring a player into a round here: any one of them, or all, as the version has it
        (649a.7(e), MA 6(f))."""
        to, version = self.regulation.deal.to, self.regulation.versions.get(self.version)
        if version is None or version.rule == "free":
            return to
        both = version.rule == "compulsory"
        wagers = (version.first, version.second) if both else (version.first,)
        return Requires(wagers, all_of_them=True, cite=to.cite.joined(version.cite))

    def needs_company(self, wager: str) -> bool:
        """Whether players stake this against each other, as in Saigon's Pot: it goes back to one alone."""
        return self.regulation.wagers[wager].paid_from == "players"

    def pays(self, award: Award, wager: str) -> bool:
        """Whether this table pays an award on a wager: some wait for an option of the wager's section."""
        section = self.regulation.wagers[wager].section
        return not award.option or self.option(f"wagers.{section}.{award.option}") is True

    def pays_any(self, award: Award) -> bool:
        """Whether this table pays an award on one of its wagers at least."""
        return any(self.pays(award, wager) for wager in award.stake_of if wager in self.wagers)

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
            data["version"] = {self.regulation.linked_wager: self.version}
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
