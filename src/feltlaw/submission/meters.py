"""The terms of progressive meters: the regulation's, or the submission's where the text leaves them open."""

from __future__ import annotations

from feltlaw.money import Cents, parse_rate, round_up, show_dollars, show_percent
from feltlaw.paytable import LevelTerms, Paytable
from feltlaw.regulation.model import Cite
from feltlaw.submission.findings import NO_CLAUSE, Section, short_key
from feltlaw.submission.parts import MeterLevel

Written = tuple[Section, str]
"""Where a value stands: a table of the submission, and the key in it."""


def read_levels(section: Section, table: Paytable, amount: Cents) -> dict[str, MeterLevel]:
    """Each level of the paytable's meter in cents, for a wager of `amount`."""
    seeds = _by_level(section, "seed", table)
    rates = _by_level(section, "increment", table)
    return {
        name: _read_level(level, amount, seeds.get(name), rates.get(name), section)
        for name, level in table.levels.items()
    }


def _by_level(section: Section, key: str, table: Paytable) -> dict[str, Written]:
    """Where each level's value stands: under the wager itself, or in a table by level."""
    if not section.states(key):
        return {}
    given = section.take(key)
    if not isinstance(given, dict):
        if len(table.levels) == 1:
            return dict.fromkeys(table.levels, (section, key))
        levels = ", ".join(f"{name} = …" for name in table.levels)
        legal = f"Write {key} = {{ {levels} }}."
        cite = NO_CLAUSE.joined(*map(_cite, table.levels.values()))
        section.findings.fault(section.path(key), "this meter has several levels", legal, cite)
        return {}
    inner = Section(given, section.path(key), section.findings)
    for name in given:
        if name not in table.levels:
            section.findings.fault(
                inner.path(short_key(name)), "there is no such level", f"Levels: {', '.join(table.levels)}."
            )
    return {name: (inner, name) for name in table.levels if name in given}


def _cite(level: LevelTerms) -> Cite:
    return Cite(
        tuple(clause for clause in level.clauses if not clause.startswith("I-")),
        tuple(clause for clause in level.clauses if clause.startswith("I-")),
    )


def _read_level(
    level: LevelTerms,
    amount: Cents,
    seeds: Written | None,
    rates: Written | None,
    section: Section,
) -> MeterLevel:
    cite = _cite(level)
    seed, reseed = round_up(level.seed * amount), round_up(level.reseed * amount)
    rate = level.rate
    if seeds:
        inner, key = seeds
        stated = inner.money(key, seed, cite)
        if "seed" in level.open:
            seed = reseed = stated
        elif stated != seed:
            what = f"a {show_dollars(amount)} wager has a meter seeded with {show_dollars(seed)}"
            section.findings.fault(inner.path(key), what, "Write that, or leave it out.", cite)
    if rates:
        inner, key = rates
        stated_rate = inner.read(key, parse_rate, rate, cite)
        if "rate" in level.open:
            rate = stated_rate
        elif stated_rate != rate:
            what = f"the regulation adds {show_percent(rate)} of each wager to this meter"
            section.findings.fault(inner.path(key), what, "Write that, or leave it out.", cite)
    for term, given, value in (("seed", seeds, show_dollars(seed)), ("increment", rates, show_percent(rate))):
        if given is None and {"increment": "rate"}.get(term, term) in level.open:
            section.findings.notice(
                section.path(term),
                f"the text gives no {term} for the {level.name}; {value} is borrowed as a default",
                "State your own, if the approved submission has one.",
                cite,
            )
    return MeterLevel(level.name, seed, reseed, rate, level.reserve_rate, level.clauses)
