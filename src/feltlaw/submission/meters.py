"""The terms of progressive meters: the regulation's, times the wager, or the submission's where the text is open."""

from __future__ import annotations

from feltlaw.money import Cents, parse_rate, round_up, show_dollars, show_percent
from feltlaw.paytable import Level, Paytable
from feltlaw.regulation.model import Cite
from feltlaw.submission.findings import Findings, Section, short_key
from feltlaw.submission.model import MeterLevel


def read_levels(section: Section, table: Paytable, amount: Cents, findings: Findings) -> dict[str, MeterLevel]:
    """Each level of the paytable's meter in cents, for a wager of `amount`."""
    seeds = _by_level(section, "seed", table, findings)
    rates = _by_level(section, "increment", table, findings)
    return {
        name: _read_level(level, amount, seeds.get(name), rates.get(name), section, findings)
        for name, level in table.levels.items()
    }


def _by_level(section: Section, key: str, table: Paytable, findings: Findings) -> dict[str, Section]:
    """Where each level's value stands: directly under the wager, or in a table by level where there are several."""
    given = section.take(key)
    if given is None:
        return {}
    if not isinstance(given, dict):
        if len(table.levels) == 1:
            return dict.fromkeys(table.levels, Section({name: given for name in table.levels}, section.path(key), findings))
        levels = ", ".join(f"{name} = …" for name in table.levels)
        findings.fault(section.path(key), "this meter has several levels", f"Write {key} = {{ {levels} }}.")
        return {}
    inner = Section(given, section.path(key), findings)
    for name in given:
        if name not in table.levels:
            findings.fault(inner.path(short_key(name)), "there is no such level", f"Levels: {', '.join(table.levels)}.")
    return {name: inner for name in given if name in table.levels}


def _read_level(
    level: Level, amount: Cents, seeds: Section | None, rates: Section | None, section: Section, findings: Findings
) -> MeterLevel:
    cite = Cite(
        tuple(clause for clause in level.clauses if not clause.startswith("I-")),
        tuple(clause for clause in level.clauses if clause.startswith("I-")),
    )
    seed, reseed = round_up(level.seed * amount), round_up(level.reseed * amount)
    rate = level.rate
    if seeds:
        stated = seeds.money(level.name, seed, cite)
        if "seed" in level.open:
            seed = reseed = stated
        elif stated != seed:
            findings.fault(seeds.where, f"the regulation seeds this meter with {show_dollars(seed)}", "Leave it out.", cite)
    if rates:
        stated_rate = rates.read(level.name, parse_rate, rate, cite)
        if "rate" in level.open:
            rate = stated_rate
        elif stated_rate != rate:
            findings.fault(rates.where, f"the regulation sets this rate at {show_percent(rate)}", "Leave it out.", cite)
    for term, given, value in (("seed", seeds, show_dollars(seed)), ("increment", rates, show_percent(rate))):
        if given is None and {"increment": "rate"}.get(term, term) in level.open:
            findings.notice(
                section.path(term),
                f"the text gives no {term} for the {level.name}; {value} is borrowed as a default",
                "State your own, if the approved submission has one.",
                cite,
            )
    return MeterLevel(level.name, seed, reseed, rate, level.reserve_rate, level.clauses)
