"""Which paytable a submission chooses, with the rows it may add or post itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltlaw.money import MoneyError, Odds, Pays, parse_pays
from feltlaw.paytable import Paytable, Row, worse_than_wider
from feltlaw.regulation.model import Choice, Cite, OptionalRow, Payouts, Regulation
from feltlaw.submission.findings import Findings, Section, short


def read_tables(
    regulation: Regulation,
    payouts: Payouts,
    ranking: str,
    section: Section,
    sections: Mapping[str, Section],
    version: str,
    findings: Findings,
) -> dict[int, Paytable]:
    """The table chosen, with optional and permanent rows; all of them where the number of players decides."""
    if payouts.by_players:
        return {table.players or 0: table for table in payouts.tables.values()}
    table = _chosen(payouts, section, sections, version, findings)
    if table is None:
        return {}
    if payouts.posted:
        table = _posted(regulation, table, payouts.posted, ranking, section, findings)
    for row in payouts.optional_rows.values():
        table = _with_optional(regulation, table, row, ranking, _section_of(payouts, section, sections), version, findings)
    if payouts.always:
        table = table.plus(payouts.always.rows)
    return {0: table}


def _section_of(payouts: Payouts, section: Section, sections: Mapping[str, Section]) -> Section:
    return sections.get(payouts.choice.section, section) if payouts.choice else section


def _chosen(
    payouts: Payouts, section: Section, sections: Mapping[str, Section], version: str, findings: Findings
) -> Paytable | None:
    """The table a submission names, by the regulation's own letter; the first one printed where it names none."""
    if not payouts.tables:
        return None
    source = _section_of(payouts, section, sections)
    choice = payouts.choice or Choice(source.where, "paytable", Cite(()))
    fitting = [table for table in payouts.tables.values() if not table.versions or version in table.versions]
    named = source.take(choice.key)
    if named is None:
        return fitting[0]
    for table in fitting:
        if named == table.name and table.name:
            return table
    names = [f'"{table.name}"' for table in fitting if table.name]
    why = f' with version "{version}"' if len(fitting) < len(payouts.tables) else ""
    findings.fault(
        source.path(choice.key),
        f"there is no paytable {short(named)} here{why}",
        f"Choose {' or '.join(names)}." if names else "This wager has one table only; leave the key out.",
        _where_chosen(payouts, choice, fitting),
    )
    return fitting[0]


def _where_chosen(payouts: Payouts, choice: Choice, fitting: list[Paytable]) -> Cite:
    """The clause that lets the operator choose: the tables' own paragraph, where the choice depends on the version."""
    if choice.cite.clauses:
        return choice.cite
    return Cite(tuple(dict.fromkeys(clause.partition(":")[0] for table in fitting for clause in table.clauses[-1:])))


def _with_optional(
    regulation: Regulation,
    table: Paytable,
    row: OptionalRow,
    ranking: str,
    section: Section,
    version: str,
    findings: Findings,
) -> Paytable:
    if not section.has(row.key):
        section.take(row.key)
        return table
    where = section.path(row.key)
    pays = _odds(section.take(row.key), where, row.cite, findings)
    if pays is None:
        return table
    if row.versions and version not in row.versions:
        findings.fault(
            where,
            f"a {row.hand.replace('_', '-')} row does not go with version \"{version}\"",
            "Leave it out, or run the game without a linked-stake version.",
            row.cite,
        )
        return table
    if pays.ratio < row.at_least.ratio:
        findings.fault(
            where,
            f"a {row.hand.replace('_', '-')} row at {pays} is too low",
            f"Write {row.at_least} or more.",
            row.cite,
        )
        return table
    added = table.plus({row.hand: Row(row.hand, pays, row.cite.clauses)})
    return table if _too_low(regulation, added, ranking, where, row.cite, findings) else added


def _odds(value: object, where: str, cite: Cite, findings: Findings) -> Odds | None:
    try:
        pays: Pays = parse_pays(value)
    except MoneyError as error:
        findings.fault(where, str(error), "", cite)
        return None
    if isinstance(pays, Odds):
        return pays
    findings.fault(where, f"{pays} is not odds", 'Write it like "40 to 1".', cite)
    return None


def _posted(
    regulation: Regulation, floor: Paytable, cite: Cite, ranking: str, section: Section, findings: Findings
) -> Paytable:
    """A table the operator posts itself: at or above the floor row by row (I-40, I-124)."""
    if not section.has("rows"):
        section.take("rows")
        return floor
    given = section.take("rows")
    where = section.path("rows")
    if not isinstance(given, dict):
        findings.fault(where, "rows are wanted here", 'Write rows = { pair = "1 to 1", … }.', cite)
        return floor
    known = regulation.rankings[ranking].row_names()
    rows: dict[str, Row] = {}
    for hand, value in given.items():
        if hand not in known or hand.endswith(("_or_better", "_or_lower")) or hand == "high_card":
            findings.fault(
                f"{where}.{hand[:40]}", "there is no such row", f"Rows: {', '.join(floor.rows)}.", cite
            )
            continue
        pays = _odds(value, f"{where}.{hand}", cite, findings)
        if pays is not None:
            rows[hand] = Row(hand, pays, cite.clauses)
    for hand, least in floor.rows.items():
        if hand not in given and hand != "mini_royal":
            findings.fault(where, f"the row {hand} is missing", f"It pays at least {least.pays}.", cite)
        elif hand in rows and _ratio(rows[hand]) < _ratio(least):
            findings.fault(
                f"{where}.{hand}", f"{rows[hand].pays} is too low", f"Write {least.pays} or more.", cite
            )
    ordered = {hand: rows[hand] for hand in (*floor.rows, *rows) if hand in rows}
    posted = Paytable("posted", "", ordered, floor.clauses, floor.interpretations)
    shape_clause = Cite((*cite.clauses, regulation.rankings[ranking].labels()[0].clause), cite.interpretations)
    return floor if _too_low(regulation, posted, ranking, where, shape_clause, findings) else posted


def _ratio(row: Row) -> Fraction:
    return row.pays.ratio if isinstance(row.pays, Odds) else Fraction(0)


def _too_low(
    regulation: Regulation, table: Paytable, ranking: str, where: str, cite: Cite, findings: Findings
) -> bool:
    """A better hand may not be paid less than the lower one it also is."""
    found = worse_than_wider(table, regulation.rankings[ranking])
    for narrow, wide in found:
        findings.fault(
            where,
            f"{narrow.hand} would pay {narrow.pays}, less than {wide.hand} at {wide.pays}, although it is the better hand",
            f"Write {wide.pays} or more.",
            Cite(cite.clauses, (*cite.interpretations, "I-40")),
        )
    return bool(found)
