"""The `[wagers]` part of a submission: what is offered, at which paytable, in which amounts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from feltlaw.money import Cents, show_dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Cite, Regulation, Wager
from feltlaw.submission.findings import Findings, Section
from feltlaw.submission.meters import read_levels
from feltlaw.submission.model import Limits, Offered, OfferedAward
from feltlaw.submission.paytables import read_tables

FIRST_AMOUNT: Cents = 100


def read_offered(
    regulation: Regulation,
    sections: Mapping[str, Section],
    given: Collection[str],
    version: str,
    limits: Limits,
    findings: Findings,
) -> tuple[dict[str, Offered], dict[str, OfferedAward]]:
    """The wagers and awards on offer. An optional wager is offered when its section is `given`."""
    wagers: dict[str, Offered] = {}
    awards: dict[str, OfferedAward] = {}
    for wager in regulation.wagers.values():
        if wager.always_offered or wager.section in given:
            wagers[wager.id] = _offer(regulation, wager, sections, version, limits, findings)
    for award in regulation.awards.values():
        if any(wager in wagers for wager in award.stake_of):
            awards[award.id] = OfferedAward(award, _award_table(regulation, award, sections, version, findings))
    return wagers, awards


def _offer(
    regulation: Regulation,
    wager: Wager,
    sections: Mapping[str, Section],
    version: str,
    limits: Limits,
    findings: Findings,
) -> Offered:
    section = sections[wager.section]
    tables = read_tables(regulation, wager.payouts, wager.ranking, section, sections, version, findings)
    if wager.stake.kind == "fixed":
        minimum = maximum = _amount(wager, section, next(iter(tables.values()), None), findings)
    else:
        minimum, maximum = _limits(wager, section, limits, findings)
    table = next(iter(tables.values()), None)
    levels = read_levels(section, table, minimum, findings) if wager.meter and table else {}
    meter = section.text("meter", wager.meter) if wager.meter else ""
    return Offered(wager, minimum, maximum, tables, meter, levels)


def _limits(wager: Wager, section: Section, limits: Limits, findings: Findings) -> tuple[Cents, Cents]:
    if wager.stake.kind == "table_minimum":
        return limits.minimum, limits.minimum
    if wager.stake.kind != "limits":
        return limits.minimum, limits.maximum
    minimum = section.money("minimum", limits.minimum)
    maximum = section.money("maximum", limits.maximum)
    if minimum > maximum:
        findings.fault(
            section.path("minimum"),
            f"the minimum {show_dollars(minimum)} is above the maximum {show_dollars(maximum)}",
            "Write a minimum that is no higher than the maximum.",
        )
        return limits.minimum, limits.maximum
    return minimum, maximum


def _amount(wager: Wager, section: Section, table: Paytable | None, findings: Findings) -> Cents:
    wanted = table.amount if table else None
    amount = section.money("amount", wanted or FIRST_AMOUNT, wager.stake.cite)
    if wanted and amount != wanted:
        findings.fault(
            section.path("amount"),
            f"paytable {table.name if table else ''} is for a {show_dollars(wanted)} wager, not {show_dollars(amount)}",
            f"Write amount = {wanted // 100}.",
            Cite(table.clauses if table else (), table.interpretations if table else ()),
        )
    elif wager.stake.amounts and amount not in wager.stake.amounts:
        if section.take("envy_scale", "schedule") != "linear":
            printed = " or ".join(show_dollars(one) for one in wager.stake.amounts)
            findings.fault(
                section.path("amount"),
                f"there is no envy schedule for a {show_dollars(amount)} wager",
                f'Offer {printed}, or add envy_scale = "linear" to pay envy in proportion.',
                wager.stake.cite,
            )
    return amount


def _award_table(
    regulation: Regulation, award: Award, sections: Mapping[str, Section], version: str, findings: Findings
) -> Paytable | None:
    section = sections[regulation.wagers[award.stake_of[0]].section]
    tables = read_tables(regulation, award.payouts, award.ranking, section, sections, version, findings)
    return tables.get(0)
