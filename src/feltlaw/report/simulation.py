"""A simulation as a sheet: what came out beside what should, sessions, hours and meters, with pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from feltlaw.mathematics.outcomes import decimal
from feltlaw.money import show_dollars, show_signed
from feltlaw.program import version
from feltlaw.report.blocks import (
    Block,
    Charts,
    Column,
    Fact,
    Facts,
    Heading,
    Sheet,
    SheetSection,
    SheetTable,
    Text,
    figures,
)
from feltlaw.report.numbers import number, percent, signs
from feltlaw.report.simulation_charts import path_chart, sizes_chart, spread_chart
from feltlaw.report.words import title
from feltlaw.simulation.results import QUANTILES, Figure, MeterResult, Results, SessionSpread

NONE = "—"
EMPTY = ("", NONE)
SUIT = re.compile(r" of (clubs|diamonds|hearts|spades)$")
AWARD = 100
"""Awards have no stake of their own: their unit is a dollar."""


def simulation_sheet(found: Results) -> Sheet:
    """Everything a run says."""
    submission = found.run.submission
    return Sheet(
        title=submission.regulation.title,
        subtitle=submission.regulation.citation,
        holder=submission.certificate_holder,
        facts=_facts(found),
        sections=tuple(_sections(found)),
        hash=submission.digest,
        version=f"feltlaw {version()}",
        kind="Simulation",
    )


def _facts(found: Results) -> Facts:
    run = found.run
    asked = f" of {run.rounds:,} asked for" if not found.totals.done else ""
    return Facts(
        (
            Fact("Rounds", f"{found.totals.rounds:,}{asked}"),
            Fact("Players", str(len(run.seats))),
            Fact("Seed", str(run.seed)),
            Fact("Rounds an hour", f"{run.per_hour:,}"),
            Fact("Session", f"{run.hours:,} hours, {run.session:,} rounds"),
            Fact("Regulation", f"{run.submission.regulation.id}, {run.submission.regulation.citation}"),
            Fact("Submission hash (SHA-256)", run.submission.digest, code=True),
            Fact("Run (SHA-256)", run.digest, code=True),
        )
    )


def _sections(found: Results) -> Iterator[SheetSection]:
    yield SheetSection("checks", "Simulated and exact", tuple(_checks(found)), page=False)
    for profile in range(len(found.run.profiles)):
        heading = found.who(profile).capitalize()
        yield SheetSection(
            f"seats-{profile + 1}", heading, tuple(_profile(found, profile)), "Players", page=False
        )
    yield SheetSection("table", "The table", tuple(_table(found)), page=False)
    if found.meters:
        yield SheetSection("meters", "Meters", tuple(_meters(found.meters)), page=False)
    yield SheetSection("method", "How to read it", tuple(_method(found)), page=False)


def _checks(found: Results) -> Iterator[Block]:
    if not found.figures:
        yield Text("Too few rounds for z-scores.")
        return
    worst = max(found.figures, key=lambda one: abs(one.z or 0))
    yield Facts(
        (
            Fact("Figures with an exact value", str(len(found.figures))),
            Fact("Largest z", _z(worst), worst.name),
            Fact("Bound", f"±{found.bound:.2f}", "passed by chance in 1 of 1,000 runs"),
            Fact("Out of line", str(len(found.out_of_line))),
        ),
        figures=True,
    )
    for one in found.out_of_line:
        yield Text(f"Out of line: {one.name}, z {_z(one)}.", "warning")


def _profile(found: Results, profile: int) -> Iterator[Block]:
    run = found.run
    seat = run.profiles[profile]
    yield Text(f"Play: {seat.strategy}, {found.program.ways[profile].rule}.")
    rows = []
    for name in found.ids(profile):
        unit = seat.stakes.get(name, AWARD)
        paid = found.paid_from_meters.get((profile, name), 0)
        rounds = max(found.totals.rounds * found.seats(profile), 1)
        rows.append(
            (
                title(run.submission.regulation, name),
                show_dollars(unit) if name in seat.stakes else "award",
                *_numbers(found.net(profile, name), unit),
                number(Fraction(paid, rounds * unit), 6) if paid else "",
            )
        )
    whole = ("All together", "", *_numbers(found.net(profile, ""), AWARD), "")
    heads = ("Stake", "Net per unit", "± 99 %", "Exact", "z", "From meter")
    yield _filled(SheetTable("Results by wager", figures("Wager", *heads), tuple(rows), whole))
    yield Text(
        "Net per unit staked, awards from a meter apart; awards and all together in dollars a round.", "note"
    )
    yield Heading("Sessions")
    yield from _spread(found.session(profile), "session", "the player wins", found.run.session)
    lost = found.lost(profile)
    if lost:
        rows_ = tuple((show_dollars(bank), percent(often, 4)) for bank, often in lost.items())
        yield SheetTable("Bankrolls lost in a session", figures("Bankroll", "Sessions"), rows_)
    yield Heading("Outcomes")
    for name in found.ids(profile):
        yield _outcomes(found, profile, name)


def _numbers(figure: Figure, unit: int) -> tuple[str, str, str, str]:
    return (
        number(figure.observed / unit, 6),
        f"{figure.side / unit:.6f}" if figure.error is not None else "",
        "" if figure.exact is None else number(figure.exact / unit, 6),
        _z(figure),
    )


def _z(figure: Figure) -> str:
    return "" if figure.z is None else signs(f"{figure.z:+.2f}")


def _outcomes(found: Results, profile: int, name: str) -> SheetTable:
    rounds = found.totals.rounds * found.seats(profile)
    rows = [
        (
            group.words,
            group.net,
            f"{group.many:,}",
            NONE if group.exact is None else number(group.exact * rounds, 1),
            group.z or NONE,
        )
        for group in _groups(found, profile, name)
    ]
    return _filled(
        SheetTable(
            title(found.run.submission.regulation, name),
            figures("Outcome", "Net", "Times", "Expected", "z"),
            tuple(rows),
        )
    )


@dataclass
class _Group:
    """Outcomes in one line: one that was checked, or several that are too rare for it and pay alike."""

    happened: str
    hands: list[str]
    net: str
    many: int
    exact: Fraction | None
    z: str

    @property
    def words(self) -> str:
        hands = list(dict.fromkeys(SUIT.sub("", hand) for hand in self.hands))
        return ", ".join(filter(None, (self.happened, listed_or(hands))))


def _groups(found: Results, profile: int, name: str) -> list[_Group]:
    groups: dict[object, _Group] = {}
    cells = sorted(enumerate(found.program.cells), key=lambda one: (one[1].share is None, -one[1].net))
    for at, cell in cells:
        if (cell.profile, cell.id) != (profile, name):
            continue
        figure, many = found.outcome(at), found.totals.sums["cells"][at]
        if not many and not (figure.exact or 0) > 0:
            continue
        net = str(cell.share) if cell.share is not None else signs(show_signed(cell.net))
        words = cell.words.replace("_", " ")
        happened, comma, hand = words.partition(", ")
        if not comma or ": " not in happened:
            happened, hand = "", words
        key = at if figure.z is not None else (happened, net, figure.exact is None)
        if key in groups:
            group = groups[key]
            group.hands.append(hand)
            group.many += many
            group.exact = None if group.exact is None or figure.exact is None else group.exact + figure.exact
        else:
            groups[key] = _Group(happened, [hand], net, many, figure.exact, _z(figure))
    return list(groups.values())


def listed_or(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _filled(table: SheetTable) -> SheetTable:
    """The table without columns in which nothing stands."""
    lines = (*table.rows, *([table.total] if table.total else []))
    kept = [at for at in range(len(table.columns)) if at == 0 or any(line[at] not in EMPTY for line in lines)]
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in table.rows),
        total=tuple(table.total[at] for at in kept) if table.total else (),
    )


def _spread(spread: SessionSpread, word: str, who: str, rounds: int) -> Iterator[Block]:
    if not spread.many:
        yield Text(f"No {word} of {rounds:,} rounds was played to its end.")
        return
    yield Facts(
        (
            Fact("Mean", show_dollars(round(spread.mean))),
            Fact("Std. deviation", show_dollars(round(spread.deviation))),
            Fact("Ahead", percent(Fraction(spread.ahead, spread.many), 2), f"of {spread.many:,}"),
            *(
                Fact(f"{one} % at or below", show_dollars(spread.quantile(one)))
                for one in QUANTILES
                if one in (5, 50, 95)
            ),
        ),
        figures=True,
    )
    yield Charts(
        (spread_chart(spread, word, who, rounds).chart(f"What {_an(word)} of {rounds:,} rounds comes to"),)
    )


def _an(word: str) -> str:
    return f"an {word}" if word.startswith("hour") else f"a {word}"


def _table(found: Results) -> Iterator[Block]:
    win = found.win_per_hour
    side = show_dollars(round(win.side)) if win.error is not None else ""
    exact = "" if win.exact is None else show_dollars(round(win.exact))
    rows = [("Win in an hour", show_dollars(round(win.observed)), side, exact, _z(win))]
    yield _filled(SheetTable("The house", figures("", "Mean", "± 99 %", "Exact", "z"), tuple(rows)))
    yield from _spread(found.hour, "hour", "the table wins", found.run.per_hour)


def _meters(meters: Sequence[MeterResult]) -> Iterator[Block]:
    rows = []
    for one in meters:
        awards, gaps = one.history.awards, one.history.gaps
        rows.append(
            (
                _name(one),
                f"{awards.many:,}",
                show_dollars(round(Fraction(awards.total, awards.many))) if awards.many else "",
                f"{show_dollars(awards.least)} to {show_dollars(awards.most)}" if awards.many else "",
                f"{decimal(Fraction(gaps.total, gaps.many), 0)}" if gaps.many else "",
                f"{one.history.lesser.many:,}",
                show_dollars(one.shows),
            )
        )
    heads = ("Full awards", "Mean", "Range", "Rounds between", "Lesser awards", "Shows now")
    yield SheetTable("Meters over the run", figures("Meter", *heads), tuple(rows))
    checked = [figure for one in meters for figure in one.figures if figure.exact is not None]
    if checked:
        yield SheetTable(
            "Against the long run",
            (Column("Figure"), *figures("", "Mean", "± 99 %", "Expected", "z")[1:]),
            tuple((figure.name.replace("_", " "), *_money_or_rounds(figure)) for figure in checked),
        )
    charts = []
    for one in meters:
        if one.history.path:
            charts.append(path_chart(one).chart(f"{_name(one)}: the first awards"))
        if one.history.awards.many >= 2:
            charts.append(
                sizes_chart(one.history.awards, money=True).chart(f"{_name(one)}: full awards by size")
            )
        if one.history.gaps.many >= 2:
            charts.append(
                sizes_chart(one.history.gaps, money=False).chart(f"{_name(one)}: rounds between full awards")
            )
    if charts:
        yield Charts(tuple(charts))


def _money_or_rounds(figure: Figure) -> tuple[str, str, str, str]:
    unit, places = (100, 2) if figure.name.endswith("award") else (1, 1)
    return (
        number(figure.observed / unit, places),
        f"{figure.side / unit:,.{places}f}",
        "" if figure.exact is None else number(figure.exact / unit, places),
        _z(figure),
    )


def _name(meter: MeterResult) -> str:
    words = meter.meter.replace("_", " ")
    return words if meter.level == "meter" else f"{words}, {meter.level}"


def _method(found: Results) -> Iterator[Block]:
    yield Text(
        "Rounds were dealt by a generator that the seed decides; rankings, paytables, contests and "
        "settlement are those that pay the players, and so is the way every meter grows and is won. The same "
        "run gives the same figures to the last bit, on any number of processors or machines."
    )
    yield Text(
        f"Errors are measured, not assumed: rounds fall into {found.totals.whole:,} independent blocks of "
        f"{found.run.block:,}, and their spread says how far a mean may be off. z is the distance from the "
        "exact value in standard errors; where the exact value is not known, or too few are expected, there "
        f"is none ({NONE}), and rare outcomes that pay alike share a line."
    )
    yield Text(
        "Players stay for a whole session whatever happens; a bankroll counts as lost if the losses reached "
        "it at the end of any round. What goes on a meter is no longer the house's: its win is what players "
        "lose, less that and what restarts a meter."
    )
