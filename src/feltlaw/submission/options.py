"""The options a regulation leaves open, and what they or an approval need of the cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from feltlaw.money import MoneyError, dollars, parse_chance, parse_money
from feltlaw.regulation.model import Cite, Option, Regulation
from feltlaw.submission.findings import Findings, Section, short, understood, word
from feltlaw.submission.parts import Cards

LONGEST = 3600
"""Seconds of a clock at an automatic table."""


def read_options(
    regulation: Regulation, tables: Mapping[str, Section], given: Collection[str], cards: Cards
) -> dict[str, object]:
    """The values of all options, those of a wager only where it is offered; `given` are its sections."""
    found: dict[str, object] = {}
    for path, option in regulation.options.items():
        parent, _, key = path.rpartition(".")
        _, _, wager = parent.partition(".")
        if wager and wager not in given and not _always(regulation, wager):
            continue
        section = tables[parent]
        found[path] = _option(section, key, option)
        if not section.has(key) and option.notice:
            legal = f"State {key} = {word(found[path])} or another value."
            section.findings.notice(path, option.notice, legal, option.cite)
        if found[path] not in (option.default, str(option.default)):
            what = f"{key} = {word(found[path])}"
            check_needs(option.needs, cards, section.findings, where=path, what=what, cite=option.cite)
    return found


def check_needs(
    needs: Mapping[str, tuple[str, ...]],
    cards: Cards,
    findings: Findings,
    *,
    where: str,
    what: str,
    cite: Cite,
) -> None:
    """Whether the cards are handled in the way that something else needs."""
    for name, allowed in needs.items():
        actual = getattr(cards, name)
        if actual not in allowed:
            findings.fault(
                where,
                f"{what} does not go with {name} = {word(actual)}",
                f"Use {name} = {' or '.join(word(one) for one in allowed)}.",
                cite,
            )


def _always(regulation: Regulation, section: str) -> bool:
    return any(wager.always_offered for wager in regulation.wagers.values() if wager.section == section)


def _option(section: Section, key: str, option: Option) -> object:
    if option.kind == "chance":
        return section.read(key, lambda text: str(parse_chance(text)), str(option.default), option.cite)
    if option.kind == "seconds":
        assert isinstance(option.default, int)
        return section.whole(key, option.default, 0, LONGEST, option.cite)
    if isinstance(option.default, str) and option.default[:1].isdigit():
        return _as_money(section, key, option)
    return section.choice(key, option.values, option.default, option.cite)


def _as_money(section: Section, key: str, option: Option) -> object:
    """An amount among a few, however it is written: 0.5, 0.50 or "0.50"."""
    given = section.take(key, option.default)
    try:
        written = dollars(understood(parse_money, given))
    except MoneyError:
        written = ""
    if written in option.values:
        return written
    legal = f"Choose {' or '.join(str(value) for value in option.values)}."
    section.findings.fault(section.path(key), f"{short(given)} is not a choice", legal, option.cite)
    return option.default
