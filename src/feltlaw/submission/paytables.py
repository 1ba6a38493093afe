"""Which paytable a submission chooses, with the rows it may add or post itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltlaw.money import MoneyError, Odds, Pays, parse_pays
from feltlaw.paytable import Paytable, Row, worse_than_wider
from feltlaw.ranking import Ranking
from feltlaw.ranking.poker import is_group
from feltlaw.regulation.model import Award, Choice, Cite, OptionalRow, Payouts, Regulation, Wager
from feltlaw.submission.findings import Section, short, short_key, understood, word


def read_tables(
    regulation: Regulation,
    paid: Wager | Award,
    section: Section,
    sections: Mapping[str, Section],
    version: str,
) -> dict[int, Paytable]:
    """The table chosen, with optional and permanent rows; all of them where the number of players decides."""
    payouts = paid.payouts
    if payouts.by_players:
        return {table.players or 0: table for table in payouts.tables.values()}
    source = sections.get(payouts.choice.section, section) if payouts.choice else section
    table = _chosen(payouts, source, version)
    if table is None:
        return {}
    if payouts.posted:
        table = _posted(table, payouts.posted, regulation.rankings[paid.ranking], section)
    for row in payouts.optional_rows.values():
        table = _with_optional(table, row, regulation.rankings[paid.ranking], source, version)
    if payouts.always:
        table = table.plus(payouts.always.rows)
    return {0: table}


def _chosen(payouts: Payouts, section: Section, version: str) -> Paytable | None:
    """The table a submission names, by the regulation's own letter; the first one where it names none."""
    if not payouts.tables:
        return None
    choice = payouts.choice or Choice(section.where, "paytable", Cite(()))
    fitting = [table for table in payouts.tables.values() if not table.versions or version in table.versions]
    if not section.states(choice.key):
        return fitting[0]
    named = section.take(choice.key)
    lettered = [] if payouts.posted else [table for table in fitting if table.name]
    for table in lettered:
        if named == table.name:
            return table
    legal = f"Choose {' or '.join(word(table.name) for table in lettered)}."
    if payouts.posted:
        legal = "Leave the key out for the lowest odds allowed, or post your own table with rows = { … }."
    elif not lettered:
        legal = "There is one table only; leave the key out."
    why = f' with version "{version}"' if len(fitting) < len(payouts.tables) else ""
    what = f"there is no paytable {short(named)} here{why}"
    if not isinstance(named, str):
        what = f"{short(named)} is no name of a paytable"
    section.findings.fault(section.path(choice.key), what, legal, _where_chosen(choice, fitting))
    return fitting[0]


def _where_chosen(choice: Choice, fitting: list[Paytable]) -> Cite:
    """The clause that lets the operator choose; where nothing is chosen, the one that prints the table."""
    if choice.cite.clauses:
        return choice.cite
    return Cite(tuple(dict.fromkeys(c.partition(":")[0] for table in fitting for c in table.clauses)))


def _with_optional(
    table: Paytable, row: OptionalRow, ranking: Ranking, section: Section, version: str
) -> Paytable:
    if not section.states(row.key):
        return table
    where = section.path(row.key)
    pays = _odds(section.take(row.key), where, row.cite, section)
    if pays is None:
        return table
    name = f"a {row.hand.replace('_', '-')} row"
    if row.versions and version not in row.versions:
        legal = "Leave it out, or run the game without a linked-stake version."
        section.findings.fault(where, f'{name} does not go with version "{version}"', legal, row.cite)
        return table
    if pays.ratio < row.at_least.ratio:
        section.findings.fault(
            where, f"{name} at {pays} is too low", f"Write {row.at_least} or more.", row.cite
        )
        return table
    added = table.plus({row.hand: Row(row.hand, pays, row.cite.clauses)})
    return table if _too_low(added, ranking, where, row.cite, section) else added


def _odds(value: object, where: str, cite: Cite, section: Section) -> Odds | None:
    try:
        pays: Pays = understood(parse_pays, value)
    except MoneyError:
        section.findings.fault(where, f"{short(value)} is not a payout", 'Write odds, like "40 to 1".', cite)
        return None
    if isinstance(pays, Odds):
        return pays
    section.findings.fault(where, f"{short(value)} is not odds", 'Write it like "40 to 1".', cite)
    return None


def _posted(floor: Paytable, cite: Cite, ranking: Ranking, section: Section) -> Paytable:
    """A table the operator posts itself: at or above the floor row by row (I-40, I-124)."""
    if not section.states("rows"):
        return floor
    given = section.take("rows")
    fault, where = section.findings.fault, section.path("rows")
    if not isinstance(given, dict):
        fault(where, "rows are wanted here", 'Write rows = { pair = "1 to 1", … }.', cite)
        return floor
    rows: dict[str, Row] = {}
    inner = Section(given, where, section.findings)
    for hand in inner.names():
        if not _may_post(hand, ranking):
            legal = f"Rows: {', '.join(floor.rows)}."
            fault(inner.path(short_key(hand)), "there is no such row", legal, cite)
            continue
        pays = _odds(inner.take(hand), inner.path(hand), cite, section)
        if pays is not None:
            rows[hand] = Row(hand, pays, cite.clauses)
    for hand, least in floor.rows.items():
        if hand not in given and not _paid_otherwise(hand, least, rows, ranking):
            fault(where, f"the row {hand} is missing", f"It pays at least {least.pays}.", cite)
        elif hand in rows and _ratio(rows[hand]) < _ratio(least):
            legal = f"Write {least.pays} or more."
            fault(inner.path(hand), f"{rows[hand].pays} is too low", legal, cite)
    above = (hand for hand in rows if hand not in floor.rows)  # mini-royals of one suit
    ordered = {hand: rows[hand] for hand in (*above, *floor.rows) if hand in rows}
    if _pays(ordered) == _pays(floor.rows):
        return floor
    posted = Paytable("posted", "", ordered, floor.clauses, floor.interpretations)
    better = Cite((*cite.clauses, ranking.labels()[0].clause), cite.interpretations)
    return floor if _too_low(posted, ranking, where, better, section) else posted


def _may_post(hand: str, ranking: Ranking) -> bool:
    """A kind of hand that beats some other; groups of hands are not posted."""
    lowest = ranking.labels()[-1].shape
    return hand in ranking.row_names() and not is_group(hand) and hand != lowest


def _paid_otherwise(hand: str, least: Row, rows: Mapping[str, Row], ranking: Ranking) -> bool:
    """Whether every such hand is paid by another row that is posted, and no less than the text wants."""
    others = [
        next((rows[name] for name in label.names if name in rows), None)
        for label in ranking.labels()
        if hand in label.names
    ]
    return all(row is not None and _ratio(row) >= _ratio(least) for row in others)


def _pays(rows: Mapping[str, Row]) -> dict[str, Pays]:
    return {hand: row.pays for hand, row in rows.items()}


def _ratio(row: Row) -> Fraction:
    return row.pays.ratio if isinstance(row.pays, Odds) else Fraction(0)


def _too_low(table: Paytable, ranking: Ranking, where: str, cite: Cite, section: Section) -> bool:
    """A better hand may not be paid less than the lower one it also is."""
    found = worse_than_wider(table, ranking)
    for narrow, wide in found:
        section.findings.fault(
            where,
            f"{narrow.hand} would pay {narrow.pays}, less than {wide.hand} at {wide.pays}, "
            "although it is the better hand",
            f"Write {wide.pays} or more.",
            Cite(cite.clauses, tuple(dict.fromkeys((*cite.interpretations, "I-40")))),
        )
    return bool(found)
