"""The `[wagers]` part of a submission: what is offered, at which paytable, in which amounts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from feltlaw.money import Cents, show_dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Cite, Regulation, Wager
from feltlaw.submission.findings import Section
from feltlaw.submission.meters import read_levels
from feltlaw.submission.parts import Limits, Offered, OfferedAward
from feltlaw.submission.paytables import read_tables

FIRST_AMOUNT: Cents = 100


def read_offered(
    regulation: Regulation,
    sections: Mapping[str, Section],
    given: Collection[str],
    version: str,
    limits: Limits,
) -> tuple[dict[str, Offered], dict[str, OfferedAward]]:
    """The wagers and awards on offer. An optional wager is offered when its section is `given`."""
    wagers: dict[str, Offered] = {}
    awards: dict[str, OfferedAward] = {}
    for wager in regulation.wagers.values():
        if wager.always_offered or wager.section in given:
            main = wagers.get(regulation.deal.to.wagers[0])
            least = main.minimum if main else limits.minimum
            wagers[wager.id] = _offer(
                regulation, wager, sections, version, limits, before=wagers, posted=least
            )
    for award in regulation.awards.values():
        if any(wager in wagers for wager in award.stake_of):
            awards[award.id] = OfferedAward(award, _award_table(regulation, award, sections, version))
    return wagers, awards


def _offer(
    regulation: Regulation,
    wager: Wager,
    sections: Mapping[str, Section],
    version: str,
    limits: Limits,
    *,
    before: Mapping[str, Offered],
    posted: Cents,
) -> Offered:
    """`before` are the wagers on offer that come before it, `posted` is the minimum of the one that is dealt
    cards, the table minimum of I-140."""
    section = sections[wager.section]
    tables = read_tables(regulation, wager, section, sections, version)
    table = next(iter(tables.values()), None)
    if wager.stake.kind == "fixed":
        minimum = maximum = _amount(wager, section, table)
    elif wager.stake.kind == "equal":
        minimum, maximum = before[wager.stake.of].minimum, before[wager.stake.of].maximum
    else:
        minimum, maximum = _limits(wager, section, limits, posted)
    if not wager.meter:
        return Offered(wager, minimum, maximum, tables)
    assert table is not None, "a meter belongs to a paytable with levels"
    levels = read_levels(section, table, minimum)
    return Offered(wager, minimum, maximum, tables, _meter(wager, section), levels)


def _meter(wager: Wager, section: Section) -> str:
    name = section.text("meter", wager.meter)
    if not name.strip():
        legal = 'Name it, like meter = "link-1", or leave the key out for a meter of the table\'s own.'
        section.findings.fault(section.path("meter"), "the meter has no name", legal, wager.cite)
    return name


def _limits(wager: Wager, section: Section, limits: Limits, posted: Cents) -> tuple[Cents, Cents]:
    if wager.stake.kind == "table_minimum":
        return posted, posted
    if wager.stake.kind != "limits":
        return limits.minimum, limits.maximum
    minimum = section.money("minimum", limits.minimum)
    maximum = section.money("maximum", limits.maximum)
    if minimum > maximum:
        section.findings.fault(
            section.path("minimum"),
            f"the minimum {show_dollars(minimum)} is above the maximum {show_dollars(maximum)}",
            "Write a minimum that is no higher than the maximum.",
        )
        return limits.minimum, limits.maximum
    return minimum, maximum


def _amount(wager: Wager, section: Section, table: Paytable | None) -> Cents:
    wanted = table.amount if table else None
    amount = section.money("amount", wanted or FIRST_AMOUNT, wager.stake.cite)
    scaled = bool(wager.stake.amounts) and section.take("envy_scale", "schedule") == "linear"
    if table and wanted and amount != wanted:
        section.findings.fault(
            section.path("amount"),
            f"paytable {table.name} is for a {show_dollars(wanted)} wager, not {show_dollars(amount)}",
            f"Write amount = {wanted // 100}.",
            Cite(table.clauses, table.interpretations),
        )
    elif not wanted and wager.stake.amounts and amount not in wager.stake.amounts and not scaled:
        printed = " or ".join(show_dollars(one) for one in wager.stake.amounts)
        section.findings.fault(
            section.path("amount"),
            f"there is no envy schedule for a {show_dollars(amount)} wager",
            f'Offer {printed}, or add envy_scale = "linear" to pay envy in proportion.',
            wager.stake.cite,
        )
    return amount


def _award_table(
    regulation: Regulation, award: Award, sections: Mapping[str, Section], version: str
) -> Paytable | None:
    section = sections[regulation.wagers[award.stake_of[0]].section]
    return read_tables(regulation, award, section, sections, version).get(0)
