"""A sheet with every paytable of a regulation side by side: how to play first, then what each costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from feltlaw.mathematics import Analysis, WagerAnalysis, analyze
from feltlaw.mathematics.named import EXPECTED_VALUE, HOUSE_EDGE, PAYTABLE, SUMMARY
from feltlaw.mathematics.outcomes import root
from feltlaw.mathematics.tables import AS_POSTED, ONLY, named_tables
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Wager
from feltlaw.report.blocks import (
    CLAUSES,
    RIGHT,
    Block,
    Column,
    Sheet,
    SheetSection,
    SheetTable,
    Text,
    figures,
)
from feltlaw.report.main_game import strategy_card
from feltlaw.report.numbers import fraction, number, percent
from feltlaw.report.par_sheet import program_version, sheet_facts
from feltlaw.report.wager import outcomes
from feltlaw.report.words import capital, counted, named, title
from feltlaw.submission import Checked, Submission
from feltlaw.telling.posted import merged

UNNAMED = "floor"
"""The lowest odds that an operator may post have no name either."""
MOST_BESIDE = 7
"""Paytables that stand beside each other; more of them go below."""


def every_table_sheet(checked: Checked, players: int | None = None, dated: str = "") -> Sheet:
    """The sheet of a submission's regulation, with all else as this table has it."""
    submission = checked.submission_or_raise()
    found = analyze(submission, players=players, all_tables=True)
    return Sheet(
        title=submission.regulation.title,
        subtitle=submission.regulation.citation,
        holder=submission.certificate_holder,
        facts=sheet_facts(submission, found.players, dated),
        sections=tuple(_sections(submission, found)),
        hash=submission.digest,
        version=program_version(),
        kind="Every paytable",
    )


def _sections(submission: Submission, found: Analysis) -> Iterator[SheetSection]:
    main = next(iter(found.wagers))
    entries = {name: _entries(entry) for name, entry in found.wagers.items()}
    yield SheetSection("summary", "How to play", tuple(_how(submission, entries[main])), page=False)
    yield SheetSection("edges", "The wagers", tuple(_edges(submission, entries)), page=False)
    for name, tables in entries.items():
        yield SheetSection(
            f"wager-{name.replace('_', '-')}",
            title(submission.regulation, name),
            tuple(_wager(submission, name, tables)),
            "Paytables",
            page=False,
        )


def _entries(entry: WagerAnalysis | Mapping[str, WagerAnalysis]) -> Mapping[str, WagerAnalysis]:
    return {ONLY: entry} if isinstance(entry, WagerAnalysis) else entry


def _how(submission: Submission, main: Mapping[str, WagerAnalysis]) -> Iterator[Block]:
    """The strategy card; one for each where the tables of the main game are played differently."""
    told: set[str] = set()
    for key, entry in main.items():
        if entry.strategy is None or entry.strategy.rule in told:
            continue
        if told:
            yield Text(f"With paytable {key} it is played otherwise.")
        told.add(entry.strategy.rule)
        yield from strategy_card(submission.regulation, entry, entry.strategy)
    if len(told) == 1 and len(main) > 1:
        yield Text("With every paytable of the main game it is played alike.", "note")


def _edges(submission: Submission, entries: Mapping[str, Mapping[str, WagerAnalysis]]) -> Iterator[Block]:
    rows = []
    for name, tables in entries.items():
        by_edge = sorted(tables, key=lambda key: tables[key].house_edge)
        low, high = by_edge[0], by_edge[-1]
        rows.append(
            (
                title(submission.regulation, name),
                str(len(tables)),
                percent(tables[low].house_edge),
                "" if low == ONLY else low,
                percent(tables[high].house_edge) if len(tables) > 1 else "",
                high if len(tables) > 1 else "",
            )
        )
    columns = (
        Column("Wager"),
        Column("Paytables", RIGHT),
        Column("Lowest house edge", RIGHT),
        Column("with"),
        Column("Highest", RIGHT),
        Column("with"),
    )
    yield SheetTable("Every wager, with its best and its worst paytable for the player", columns, tuple(rows))
    yield Text(
        "Wagers of the regulation that this table does not offer are here too, all else being as the table "
        "has it; meters are at their seeds.",
        "note",
    )


def _wager(submission: Submission, name: str, entries: Mapping[str, WagerAnalysis]) -> Iterator[Block]:
    """What the tables pay side by side, what each costs, and how often each hand comes."""
    paid = _paid(submission, name, next(iter(entries.values())))
    tables = _tables(submission, paid, entries)
    by_players = isinstance(paid, Wager) and paid.payouts.by_players
    for some in _split(list(tables)):
        yield _side_by_side(paid.title, {key: tables[key] for key in some}, by_players=by_players)
    rows = [
        (
            _label(key, tables.get(key), by_players=by_players),
            percent(entry.house_edge),
            percent(entry.element_of_risk),
            number(Fraction(root(entry.distribution.variance, 4)), 4),
            percent(entry.distribution.hit_frequency, 2),
            fraction(entry.ev) or number(entry.ev, 10),
            ", ".join(tables[key].clauses) if key in tables else "",
        )
        for key, entry in entries.items()
    ]
    heads = figures("Players" if by_players else PAYTABLE, *SUMMARY, f"{EXPECTED_VALUE} exactly")
    yield SheetTable(f"{HOUSE_EDGE} by paytable", (*heads, Column(CLAUSES)), tuple(rows))
    own = _own(submission, name, entries)
    shown = f", paytable {own}" if own not in (ONLY, UNNAMED) and not by_players else ""
    yield outcomes(f"How often it comes{shown}", entries[own], tables.get(own))


def _paid(submission: Submission, name: str, entry: WagerAnalysis) -> Wager | Award:
    """What the tables belong to: the wager, or the award of the main game that has a choice of them."""
    regulation = submission.regulation
    choosing = (regulation.awards[one] for one in entry.covers if one in regulation.awards)
    return next((award for award in choosing if award.payouts.choice), regulation.wagers[name])


def _tables(
    submission: Submission, paid: Wager | Award, entries: Mapping[str, WagerAnalysis]
) -> dict[str, Paytable]:
    offered = submission.wagers.get(paid.id)
    given = submission.awards.get(paid.id)
    if isinstance(paid, Wager) and paid.payouts.by_players:
        every = {str(table.players): table for table in paid.payouts.tables.values()}
        return {key: every[key] for key in entries if key in every}
    own = given.paytable if given is not None else offered.paytable() if offered is not None else None
    found = named_tables(paid.payouts, own)
    return {key: found[key] for key in entries if key in found}


def _own(submission: Submission, name: str, entries: Mapping[str, WagerAnalysis]) -> str:
    """The table that this submission has chosen, or the first."""
    posted = next((key for key in entries if key.endswith(AS_POSTED)), "")
    offered = submission.wagers.get(name)
    table = offered.paytable() if offered is not None else None
    chosen = table.name if table is not None and table.name in entries else ""
    return posted or chosen or next(iter(entries))


def _side_by_side(name: str, tables: Mapping[str, Paytable], *, by_players: bool) -> SheetTable:
    hands = merged([list(table.rows) for table in tables.values()])
    rows = tuple(
        (
            named(hand),
            *(str(table.rows[hand].pays) if hand in table.rows else "" for table in tables.values()),
        )
        for hand in hands
    )
    heads = [_label(key, table, by_players=by_players) for key, table in tables.items()]
    return SheetTable(f"What {name} pays", figures("Hand", *heads), rows)


def _label(key: str, table: Paytable | None, *, by_players: bool) -> str:
    """What a table is called; one that the regulation does not name, by its paragraph."""
    if by_players:
        return counted(int(key), "player")
    if table is not None and table.clauses and key in (ONLY, UNNAMED):
        return table.clauses[-1].partition(".")[2]
    return capital(key)


def _split(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(keys), MOST_BESIDE):
        yield keys[at : at + MOST_BESIDE]
