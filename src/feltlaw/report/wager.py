"""The section of a sheet about one wager: its key figures, what it can do, and what is paid for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from feltlaw.mathematics.named import OUTCOMES
from feltlaw.mathematics.outcomes import OutcomeRow, WagerAnalysis
from feltlaw.money import parse_money, show_dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Cite
from feltlaw.report.blocks import (
    CLAUSES,
    Block,
    Chart,
    Charts,
    Column,
    Fact,
    Facts,
    SheetTable,
    Text,
    figures,
)
from feltlaw.report.charts import bars, outcome_chart, session_chart
from feltlaw.report.numbers import exact, fraction, nets, number, percent, places_for
from feltlaw.report.progressive import meter_charts, progressive
from feltlaw.report.spread import session
from feltlaw.report.words import capital, counted, named, plain
from feltlaw.submission import Offered, Submission

ROUNDS = 100


def key_figures(entry: WagerAnalysis) -> Facts:
    """House edge and the rest, each with its exact value where that fits."""
    whole = entry.distribution
    items = [
        Fact("House edge", percent(entry.house_edge), fraction(entry.house_edge)),
        Fact("Expected value", number(entry.ev, 10), fraction(entry.ev)),
        Fact("Element of risk", percent(entry.element_of_risk), fraction(entry.element_of_risk)),
        _staked(entry),
        Fact("Standard deviation", _separated(whole.std_dev), "per unit, one round"),
        Fact("Hit frequency", percent(whole.hit_frequency), fraction(whole.hit_frequency)),
        Fact("Skewness", _separated(whole.skewness)),
        Fact("Combinations", f"{whole.total:,}"),
    ]
    return Facts(tuple(items), figures=True)


def _staked(entry: WagerAnalysis) -> Fact:
    """What comes back of one stake, or what is staked in all where that is more than one."""
    if entry.average_stake == 1:
        return Fact("Return", percent(1 + entry.ev), fraction(1 + entry.ev))
    return Fact("Average stake", number(entry.average_stake, 4), fraction(entry.average_stake))


def _separated(text: str) -> str:
    return number(Fraction(text), len(text.partition(".")[2]))


def side_wager(submission: Submission, name: str, entry: WagerAnalysis) -> Iterator[Block]:
    """A wager with a paytable."""
    offered = submission.wagers[name]
    yield from _remarks(entry)
    yield key_figures(entry)
    yield from _forfeited(entry)
    table = offered.paytable()
    chosen = f", paytable {entry.paytable}" if entry.paytable else ""
    yield outcomes(f"What the wager does{chosen}", entry, table)
    yield Text(HOW_IT_PAYS, "note")
    yield charts(entry, *(meter_charts(entry, offered) if len(offered.levels) == 1 else ()))
    yield from awards_on(submission, name)
    yield from progressive(entry, offered)


def by_players(submission: Submission, name: str, entries: Mapping[str, WagerAnalysis]) -> Iterator[Block]:
    """A wager whose paytable is chosen by the number of players: a line for each, then every table."""
    offered = submission.wagers[name]
    for entry in entries.values():
        yield from _remarks(entry)
    heads = ("Players", "House edge", "Expected value", "Standard deviation", "Hit frequency")
    yield SheetTable(
        "By number of players at the table",
        figures(*heads),
        tuple(
            (
                many,
                percent(entry.house_edge),
                number(entry.ev, 10),
                _separated(entry.distribution.std_dev),
                percent(entry.distribution.hit_frequency),
            )
            for many, entry in entries.items()
        ),
    )
    for many, entry in entries.items():
        players = counted(int(many), "player")
        if len(entries) == 1:
            yield key_figures(entry)
        yield outcomes(f"With {players}", entry, offered.paytable(int(many)))
        if len(entries) == 1:
            yield charts(entry)
        elif shown := fraction(entry.ev):
            yield Text(f"Expected value with {players}: {shown}.", "note")


def _remarks(entry: WagerAnalysis) -> Iterator[Block]:
    for warning in entry.warnings:
        yield Text(f"{warning[:1].upper()}{warning[1:]}.", "warning")
    stake = entry.more.get("at_stake")
    if stake is not None:
        yield Text(f"Fixed amounts are counted at the wager's minimum of {show_dollars(parse_money(stake))}.")
    assumes = entry.more.get("assumes")
    for one in assumes if isinstance(assumes, list) else ():
        yield Text(f"Assumed here: {one}.")
    yield from rounding(entry)


def rounding(entry: WagerAnalysis) -> Iterator[Block]:
    """A table whose only stakes do not divide: what it pays rounded, and the figures do not."""
    found = entry.more.get("rounding")
    if isinstance(found, Mapping):
        yield Text(
            f"This table takes no stake that divides evenly. At {show_dollars(parse_money(found['stake']))} "
            f"it rounds up ({', '.join(found['clauses'])}) what is paid for {'; '.join(found['outcomes'])}; "
            "the figures leave that out, and no deal is settled to prove these lines.",
            "note",
        )


def _forfeited(entry: WagerAnalysis) -> Iterator[Block]:
    if entry.kept is not None and entry.kept.ev != entry.ev:
        yield Text(
            "A fold in the main game loses this wager, so the figures are those under the main game's best "
            f"play. If it were never forfeited, the house edge would be {percent(-entry.kept.ev)}, the "
            f"expected value {exact(entry.kept.ev)}."
        )
    elif entry.kept is not None:
        yield Text(
            "A fold in the main game loses this wager; under the main game's best play that costs nothing."
        )


def outcomes(caption: str, entry: WagerAnalysis, table: Paytable | None = None) -> SheetTable:
    """Every outcome with its combinations, probability, net and part of the expected value."""
    whole = entry.distribution
    chances = [Fraction(row.combinations, whole.total) for row in whole.rows]
    added = [chance * row.net for chance, row in zip(chances, whole.rows, strict=True)]
    places, parts = places_for(chances), places_for([])
    pays = [_pays(row, table) for row in whole.rows]
    shown = any(pays)
    rows = tuple(
        (
            capital(row.outcome),
            *([paid] if shown else []),
            f"{row.combinations:,}",
            number(chance, places),
            net,
            number(part, parts),
        )
        for row, paid, chance, net, part in zip(
            whole.rows, pays, chances, nets(row.net for row in whole.rows), added, strict=True
        )
    )
    columns = figures("Outcome", *(["Pays"] if shown else []), *OUTCOMES)
    total = (
        "Total",
        *([""] if shown else []),
        f"{whole.total:,}",
        number(Fraction(1), places),
        "",
        number(whole.ev, parts),
    )
    cited = "" if table is None else ", ".join((*table.clauses, *table.interpretations))
    return SheetTable(caption, columns, rows, total, cited)


def _pays(row: OutcomeRow, table: Paytable | None) -> str:
    """What the paytable says for an outcome, empty where no row alone pays it."""
    posted = {} if table is None else {plain(hand): str(one.pays) for hand, one in table.rows.items()}
    return row.pays or posted.get(row.outcome, "")


HOW_IT_PAYS = "N to M pays N/M of the stake and returns it; N for 1 pays N stakes and does not return it."
PAID = (Column("Hand"), Column("Pays", "right"), Column(CLAUSES))


def posted(words: str, table: Paytable, cite: Cite) -> SheetTable:
    """A paytable as it is posted, each row with its clauses."""
    rows = tuple((named(hand), str(row.pays), ", ".join(row.clauses)) for hand, row in table.rows.items())
    return SheetTable(words, PAID, rows, cite=str(cite))


def charts(entry: WagerAnalysis, *more: Chart, of: str = "staked") -> Charts:
    """What the wager can do, what a session of it comes to, and more drawings; `of` names the unit."""
    spread = session(entry.distribution, ROUNDS)
    facts = entry.more.get("session")
    ahead = f" {_ahead(facts)}" if isinstance(facts, Mapping) else ""
    rare = " Dashed bars hold all that lies beyond." if any(bar.open_end for bar in bars(spread)) else ""
    return Charts(
        (
            outcome_chart(entry.distribution, of).chart(
                f"Results of one round per unit {of}. Filled: a win; open: a loss."
            ),
            session_chart(spread, ROUNDS * entry.ev, of).chart(
                f"Sessions of {ROUNDS} rounds, in units {of}; dark bars are ahead.{ahead}{rare}"
            ),
            *more,
        )
    )


def _ahead(facts: Mapping[str, object]) -> str:
    chance = Fraction(str(facts["chance_ahead"])) if _is_number(facts["chance_ahead"]) else None
    shown = percent(chance, 2) if chance is not None else str(facts["chance_ahead"] or "not computed")
    spread = number(Fraction(str(facts["std_dev"])), 2)
    return f"Ahead: {shown}; standard deviation {spread}."


def _is_number(value: object) -> bool:
    return isinstance(value, str) and value.replace(".", "", 1).isdigit()


# ── awards ──


def awards_on(submission: Submission, name: str) -> Iterator[Block]:
    """Awards that are paid on a wager, as they are posted; those of a single row in one table."""
    single: list[tuple[str, ...]] = []
    for given in submission.awards.values():
        award, table = given.award, given.paytable
        if name not in award.stake_of or not submission.pays(award, name):
            continue
        if table is not None and len(table.rows) == 1:
            (row,) = table.rows.values()
            cited = dict.fromkeys((*award.cite.clauses, *row.clauses, *award.cite.interpretations))
            single.append((award.title, str(row.pays), ", ".join(cited)))
        elif table is not None:
            yield posted(f"{award.title} {table.name}".strip(), table, award.cite)
        elif award.schedules:
            yield _schedules(award, submission.wagers[name])
    if single:
        yield SheetTable("Also paid on the wager", (Column("Award"), *PAID[1:]), tuple(single))


def _schedules(award: Award, offered: Offered) -> SheetTable:
    """The schedules printed for this paytable, by the stake they are printed for."""
    table = offered.paytable()
    fitting = [
        one
        for one in award.schedules
        if not one.paytables or (table is not None and table.key in one.paytables)
    ]
    hands = dict.fromkeys(hand for one in fitting for hand in one.table.rows)
    return SheetTable(
        f"{award.title}, for each other player's hand",
        figures("Hand", *(f"On a wager of {show_dollars(one.stake)}" for one in fitting)),
        tuple((named(hand), *_cells(hand, [one.table for one in fitting])) for hand in hands),
        cite=str(award.cite),
    )


def _cells(hand: str, tables: Sequence[Paytable]) -> Iterator[str]:
    for table in tables:
        yield str(table.rows[hand].pays) if hand in table.rows else ""
