"""`feltlaw simulate`: whole tables by the billion, as tables, one JSON document, or a sheet."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from feltlaw.cli.analyze import read_submission
from feltlaw.cli.documents import check_out, write_out
from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import shown
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.mathematics import AnalysisError
from feltlaw.mathematics.outcomes import decimal
from feltlaw.mathematics.rules import Rules
from feltlaw.money import Cents, MoneyError, dollars, parse_money, show_dollars
from feltlaw.nearest import did_you_mean
from feltlaw.simulation.run import (
    BEST,
    ENOUGH_BLOCKS,
    MOST_ROUNDS,
    MOST_THREADS,
    Run,
    Seat,
    SimulationError,
)
from feltlaw.submission import Submission

SLOW = 10_000
"""Rounds a second that are not worth telling."""
INTERRUPTED = 130
"""The exit status of a run that was stopped by Ctrl-C."""


def run(
    name: str,
    *,
    rounds: str,
    players: int | None,
    wagers: Sequence[str],
    strategies: Sequence[str],
    seed: int,
    per_hour: int,
    hours: int,
    bankrolls: Sequence[str],
    meters: Sequence[str],
    threads: int | None,
    scheduler: str | None,
    checkpoint: str | None,
    as_json: bool,
    out: str | None,
) -> None:
    """Simulates a submission, or a regulation's default one, and prints what came out."""
    submission = read_submission(name)
    if out is not None:
        check_out(out, "a simulation")
    kept = _checkpoint(checkpoint)
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise unreadable(f"--threads {threads}: from 1 to {MOST_THREADS}")
    try:
        asked = Run(
            submission,
            _seats(submission, players, wagers, strategies),
            _rounds(rounds),
            seed,
            per_hour,
            hours,
            tuple(_money(bank, "--bankroll") for bank in bankrolls),
            _meters(submission, meters),
        )
    except SimulationError as error:
        raise unreadable(str(error)) from None
    with ExitStack() as ending:
        try:
            found = _play(asked, threads, scheduler, kept, ending)
        except (SimulationError, AnalysisError) as error:
            from feltlaw.simulation.ways import NoSuchWay

            wrong = unreadable if isinstance(error, NoSuchWay) else refused
            raise wrong(str(error)) from None
        _tell(found, as_json=as_json, out=out, kept=kept)


def _tell(found: Any, *, as_json: bool, out: str | None, kept: Path | None) -> None:
    """Prints and writes what came out, and how it ended."""
    if as_json:
        from feltlaw.simulation.document import document

        print_json(document(found))
    else:
        _print(found)
    if out is not None:
        from feltlaw.report.simulation import simulation_sheet

        write_out(out, simulation_sheet(found))
        print(f"Written: {shown(out)}", file=sys.stderr)
    if found.totals.unsaved:
        print(f"Warning: {found.totals.unsaved}", file=sys.stderr)
    if found.totals.stopped:
        raise refused(found.totals.stopped)
    if not found.totals.done:
        again = " Run the same command again to go on." if kept else ""
        rounds = f"{found.totals.rounds:,} of {found.run.rounds:,} rounds"
        raise Stop(f"interrupted after {rounds}.{again}", INTERRUPTED)


def _play(
    asked: Run, threads: int | None, scheduler: str | None, checkpoint: Path | None, ending: ExitStack
) -> Any:
    """The run's results, made with a progress bar where somebody watches.

    After a Ctrl-C further ones are not heard until what there is has been printed.
    """
    from feltlaw.simulation.program import compile_run
    from feltlaw.simulation.results import Results

    with _progress(asked.rounds) as told:
        program = compile_run(asked)
        if scheduler is not None:
            from feltlaw.simulation.cluster import ClusterError, run_on

            try:
                return Results(run_on(program, scheduler, checkpoint=checkpoint, told=told, ending=ending))
            except ClusterError as error:
                if not error.totals.blocks:
                    raise
                error.totals.stopped = str(error)
                return Results(error.totals)
        from feltlaw.simulation.local import run_here

        totals = run_here(program, threads=threads, checkpoint=checkpoint, told=told, ending=ending)
    return Results(totals)


@contextmanager
def _progress(rounds: int) -> Iterator[Any]:
    """Rounds done, rate and time left, on standard error; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>5.1f} %"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("getting ready", total=rounds, rate="")
        started: list[tuple[float, int]] = []

        def told(totals: Any) -> None:
            now = bar.get_time()
            if not started:
                started.append((now, totals.rounds))
            since, first = started[0]
            rate = (totals.rounds - first) / (now - since) if now > since else 0
            bar.update(
                task,
                completed=totals.rounds,
                description="compiling, this once" if totals.compiling else "simulating",
                rate=f"{totals.rounds:,} rounds" + (f", {rate / 1e6:.2f} M a second" if rate > SLOW else ""),
            )

        yield told


# ── what was asked ──


def _rounds(text: str) -> int:
    """A number of rounds: `1000000`, `1,000,000`, `1e6`."""
    plain = text.strip().replace(",", "").replace("_", "")
    if not re.fullmatch(r"[-+]?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?", plain):
        raise unreadable(f"--rounds: {shown(text)} is not a number; write 1000000 or 1e6")
    number = Fraction(plain)
    if number.denominator != 1 or not 1 <= number <= MOST_ROUNDS:
        raise unreadable(
            f"--rounds: {shown(text)} will not do; write a whole number from 1 to {MOST_ROUNDS:,}, like 1e9"
        )
    return int(number)


def _checkpoint(name: str | None) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    if path.is_dir():
        raise unreadable(f"--checkpoint: {shown(name)} is a directory; name a file in it")
    if path.exists() and not path.is_file():
        raise unreadable(f"--checkpoint: {shown(name)} is not a plain file")
    if not path.parent.is_dir():
        raise unreadable(f"--checkpoint: there is no folder {shown(str(path.parent))}")
    return path


def _money(text: str, option: str) -> Cents:
    try:
        return parse_money(text)
    except MoneyError as error:
        raise unreadable(f"{option}: {error}") from None


def _for_seat(text: str, option: str, players: int) -> tuple[int | None, str]:
    """`3:never-fold` is for seat 3, `never-fold` for all."""
    seat, colon, rest = text.partition(":")
    if not colon:
        return None, text.strip()
    number = seat.strip()
    if not number.isdecimal() or len(number) > 3 or not 1 <= int(number) <= players:
        raise unreadable(f"{option} {shown(text)}: before the colon stands a seat, 1 to {players}")
    return int(number), rest.strip()


def _seats(
    submission: Submission, players: int | None, wagers: Sequence[str], strategies: Sequence[str]
) -> tuple[Seat, ...]:
    """Who sits where: every wager of the table at its least even stake, unless wagers are named."""
    most = submission.limits.seats
    many = most if players is None else players
    if not 1 <= many <= most:
        raise refused(f"--players {many}: a table of {submission.regulation.id} has 1 to {most} here")
    named: dict[int | None, dict[str, Cents]] = {}
    for text in wagers:
        seat, rest = _for_seat(text, "--wager", many)
        wager, equals, amount = rest.partition("=")
        if not equals:
            raise unreadable(
                f"--wager {shown(text)}: write NAME=DOLLARS, like ante=10, or 3:ante=10 for seat 3"
            )
        named.setdefault(seat, {})[wager.strip()] = _money(amount.strip(), f"--wager {wager.strip()}")
    usual = named.get(None) or every_wager(submission, many)
    played = dict(_for_seat(text, "--strategy", many) for text in strategies)
    return tuple(
        Seat(named.get(seat, usual), played.get(seat, played.get(None, BEST))) for seat in range(1, many + 1)
    )


def every_wager(submission: Submission, players: int) -> dict[str, Cents]:
    """A stake on everything the table offers, and that so many players may stake on."""
    rules = Rules(submission)
    wanted = [
        name
        for name, offered in submission.wagers.items()
        if offered.wager.stake.kind != "decision" and (players > 1 or not submission.needs_company(name))
    ]
    return {wager: parse_money(cents) for wager, cents in rules.stakes(*wanted).items()}


def _meters(submission: Submission, meters: Sequence[str]) -> dict[str, dict[str, Cents]]:
    """What meters show at the start: `three_card_progressive=1234.56`, `multi_game_link.major=500`."""
    found: dict[str, dict[str, Cents]] = {}
    known = {
        offered.wager.meter: list(offered.levels)
        for offered in submission.wagers.values()
        if offered.wager.meter
    }
    for text in meters:
        name, equals, amount = text.partition("=")
        meter, _, level = name.strip().partition(".")
        levels = known.get(meter)
        if not equals or levels is None:
            some = ", ".join(known) or "none"
            mean = did_you_mean(meter, known)
            raise unreadable(f"--meter {shown(text)}: write METER=DOLLARS.{mean} This table's meters: {some}")
        if (level or levels[0]) not in levels or (not level and len(levels) > 1):
            each = ", ".join(f"{meter}.{one}" for one in levels)
            raise unreadable(f"--meter {shown(text)}: name a level: {each}")
        found.setdefault(meter, {})[level or levels[0]] = _money(amount.strip(), "--meter")
    return found


# ── for a person ──


def _print(found: Any) -> None:
    asked = found.run
    regulation = asked.submission.regulation
    print_wrapped(f"{regulation.id}  {regulation.title}, {regulation.citation}")
    print_wrapped(
        f"{found.totals.rounds:,} rounds, {len(asked.seats)} players, seed {asked.seed}, "
        f"run {asked.digest[:16]}"
    )
    print()
    for profile in range(len(asked.profiles)):
        _print_profile(found, profile)
    for meter in found.meters:
        _print_meter(found, meter)
    hours = found.hour
    if hours.many:
        win = found.win_per_hour
        side = f" ± {show_dollars(round(win.side))}" if win.error is not None else ""
        print_wrapped(
            f"The table wins {show_dollars(round(hours.mean))}{side} an hour of {asked.per_hour} rounds, "
            f"standard deviation {show_dollars(round(hours.deviation))}; it comes out ahead in "
            f"{_percent(Fraction(hours.ahead, hours.many))} of {hours.many:,} hours."
        )
    _print_checks(found)


def _print_profile(found: Any, profile: int) -> None:
    seat = found.run.profiles[profile]
    titles = found.run.submission.regulation
    rows = []
    for name in found.ids(profile):
        figure = found.net(profile, name)
        unit = seat.stakes.get(name, 100)
        title = (titles.wagers.get(name) or titles.awards[name]).title
        paid = found.paid_from_meters.get((profile, name), 0)
        rounds = max(found.totals.rounds * found.seats(profile), 1)
        rows.append(
            (
                title,
                show_dollars(seat.stakes[name]) if name in seat.stakes else "award",
                *_figures(figure, unit),
                f"{decimal(Fraction(paid, rounds) / unit, 6)}" if paid else "",
            )
        )
    rows.append(("all together", "", *_figures(found.net(profile, ""), 100), ""))
    rule = found.program.ways[profile].rule
    print_table(
        ("wager", "stake", "net per unit", "± 99 %", "exact", "z", "from meter"),
        rows,
        title=f"{found.who(profile).capitalize()}, {seat.strategy}: {rule}",
        least=("from meter", "stake", "z", "± 99 %"),
    )
    print_wrapped(
        "Net per unit staked, awards from a meter apart; awards and all together in dollars a round."
    )
    spread = found.session(profile)
    if spread.many:
        low, middle, high = (show_dollars(spread.quantile(one)) for one in (5, 50, 95))
        print_wrapped(
            f"A session of {found.run.session:,} rounds: {show_dollars(round(spread.mean))} on average, "
            f"standard deviation {show_dollars(round(spread.deviation))}; 5, 50 and 95 of 100 end at or "
            f"below {low}, {middle} and {high} (to within {show_dollars(spread.width)}); ahead in "
            f"{_percent(Fraction(spread.ahead, spread.many))} of {spread.many:,}."
        )
    for bank, often in found.lost(profile).items():
        print_wrapped(f"A bankroll of {show_dollars(bank)} is lost in {_percent(often)} of them.")
    print()


def _figures(figure: Any, unit: int) -> tuple[str, str, str, str]:
    error = "" if figure.error is None else f"{figure.side / unit:.6f}"
    exact = "" if figure.exact is None else decimal(figure.exact / unit, 6)
    return decimal(figure.observed / unit, 6), error, exact, "" if figure.z is None else f"{figure.z:+.2f}"


def _percent(part: Fraction) -> str:
    return f"{decimal(100 * part, 2)} %"


def _print_meter(found: Any, meter: Any) -> None:
    title = meter.meter.replace("_", " ") + ("" if meter.level == "meter" else f", {meter.level}")
    awards, gaps = meter.history.awards, meter.history.gaps
    text = f"Meter {title}: {awards.many:,} full awards"
    if awards.many:
        text += (
            f" of {show_dollars(round(Fraction(awards.total, awards.many)))} on average "
            f"({show_dollars(awards.least)} to {show_dollars(awards.most)})"
        )
    if gaps.many:
        text += f", one in {decimal(Fraction(gaps.total, gaps.many), 0)} rounds"
    if meter.history.lesser.many:
        text += f"; {meter.history.lesser.many:,} lesser ones"
    text += f"; it shows {show_dollars(meter.shows)} now."
    for figure in meter.figures:
        words = figure.name.rpartition(": ")[2]
        if figure.exact is not None and figure.z is not None:
            exact = dollars(round(figure.exact)) if words == "award" else decimal(figure.exact, 1)
            text += f" Expected {words}: {exact} (z {figure.z:+.2f})."
    print_wrapped(text)


def _print_checks(found: Any) -> None:
    figures = found.figures
    if not figures:
        least = ENOUGH_BLOCKS * found.run.block
        print_wrapped(f"Too few rounds for z-scores: from {least:,} on there are some.")
        return
    worst = max(figures, key=lambda one: abs(one.z or 0))
    print_wrapped(
        f"{len(figures)} figures have an exact value: the largest z is {worst.z:+.2f} ({worst.name}); one "
        f"above {found.bound:.2f} would come by chance in 1 of 1,000 runs."
    )
    for one in found.out_of_line:
        print_wrapped(f"Out of line: {one.name}, z {one.z:+.2f}.")
