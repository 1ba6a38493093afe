"""The commands about numbers: exact, simulated, and written down as sheets."""

from __future__ import annotations

from typing import Annotated

import typer

from feltlaw.cli.commands import Reading
from feltlaw.cli.completion import wagers as complete_wagers
from feltlaw.cli.options import Json, SubmissionOrRegulation


def add_commands(app: typer.Typer) -> None:
    """Gives the program its commands about numbers."""
    app.command(cls=Reading)(analyze)
    app.command()(simulate)
    app.command()(report)


def analyze(
    name: SubmissionOrRegulation,
    *,
    as_json: Json = False,
    all_tables: Annotated[
        bool, typer.Option("--all", help="Every paytable the regulation allows, not only those submitted.")
    ] = False,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players at the table, for envy and Cover All.")
    ] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="What each action is worth with these cards.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="The chance to be ahead after so many rounds.")
    ] = None,
    bankroll: Annotated[
        int | None, typer.Option(metavar="UNITS", help="The chance to lose so many units in those rounds.")
    ] = None,
    bet: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="The stake: for the house's expected win, the sessions, and what a payout limit takes.",
        ),
    ] = None,
    per_hour: Annotated[
        int | None, typer.Option("--per-hour", metavar="N", help="Rounds in an hour.")
    ] = None,
    full_table: Annotated[
        bool, typer.Option("--table", help="The best decision for every hand, not only the rule.")
    ] = False,
    beside: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="WAGER=UNITS,...",
            help="The best play with these wagers beside an Ante of one unit, such as pair_plus=5.",
            autocompletion=complete_wagers,
        ),
    ] = None,
    rows: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="WAGER.ROW=PAYS",
            help='What if a row paid this, like pair_plus.straight="7 to 1"; lose takes a row away. May be '
            "given again, and need not be allowed: it is said whether it is.",
        ),
    ] = None,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Every outcome as comma-separated values; with --all, every table.")
    ] = False,
) -> None:
    """Compute the exact mathematics of every wager offered.

    House edge, best play, every outcome with its combinations, meters and envy; fractions, not estimates.

    Example: feltlaw analyze PA-649a --hand "Qs 6d 4c"
    """
    from feltlaw.cli import analyze as analyze_command

    analyze_command.run(
        name,
        as_json=as_json,
        all_tables=all_tables,
        players=players,
        hand=hand,
        rounds=rounds,
        bankroll=bankroll,
        bet=bet,
        per_hour=per_hour,
        full_table=full_table,
        beside=beside,
        rows=rows or [],
        as_csv=as_csv,
    )


def simulate(
    name: SubmissionOrRegulation,
    *,
    rounds: Annotated[str, typer.Option(metavar="N", help="Rounds to play, such as 1e9.")] = "1e6",
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players at the table; a full table if not given.")
    ] = None,
    wagers: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            metavar="[SEAT:]NAME=DOLLARS",
            help="What is staked, such as ante=10, or 3:ante=25 for seat 3; everything if not given.",
            autocompletion=complete_wagers,
        ),
    ] = None,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="[SEAT:]NAME",
            help="How it is played, such as optimal, the-rule or 3:never-fold for seat 3.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result.")] = 1,
    per_hour: Annotated[int, typer.Option("--per-hour", metavar="N", help="Rounds in an hour.")] = 40,
    hours: Annotated[int, typer.Option(metavar="N", help="The length of a player's session.")] = 4,
    bankrolls: Annotated[
        list[str] | None,
        typer.Option(
            "--bankroll", metavar="DOLLARS", help="How often a session loses it; may be given again."
        ),
    ] = None,
    meters: Annotated[
        list[str] | None,
        typer.Option(
            "--meter", metavar="NAME=DOLLARS", help="What a meter shows at the start, if not its seed."
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="Processor threads; all there are if not given.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.5:8786, to run on its workers."
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep what was done there, and go on from it when run again."),
    ] = None,
    as_json: Json = False,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="A sheet with plots too: .html or .pdf.")
    ] = None,
) -> None:
    """Play whole tables, by the billion if need be, and set what comes out beside the exact figures.

    Every wager with its interval and z-score, sessions and bankrolls, meters that grow and are won, the
    house's win by the hour. Ctrl-C prints what there is so far.

    Example: feltlaw simulate PA-649a --rounds 1e8 --players 7 --bankroll 500
    """
    from feltlaw.cli import simulate as simulate_command

    simulate_command.run(
        name,
        rounds=rounds,
        players=players,
        wagers=wagers or [],
        strategies=strategies or [],
        seed=seed,
        per_hour=per_hour,
        hours=hours,
        bankrolls=bankrolls or [],
        meters=meters or [],
        threads=threads,
        scheduler=scheduler,
        checkpoint=checkpoint,
        as_json=as_json,
        out=out,
    )


def report(
    name: SubmissionOrRegulation,
    out: Annotated[
        str, typer.Option("-o", "--out", metavar="FILE", help="Where it goes: a name in .html or .pdf.")
    ],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players at the table, for envy and Cover All.")
    ] = None,
    all_tables: Annotated[
        bool, typer.Option("--all", help="Every paytable of the regulation side by side, the strategy first.")
    ] = False,
    date: Annotated[
        str | None, typer.Option(metavar="DAY", help="The day it is of, like 2026-11-16; else today.")
    ] = None,
) -> None:
    """Write the par sheet: every wager's table, the strategy card, meters, charts, and what was assumed.

    One self-contained HTML file, or a PDF to print and file (which needs the package typst).

    Example: feltlaw report table.toml -o par.pdf

    feltlaw report PA-649a --all -o paytables.html has every paytable on one page.
    """
    from feltlaw.cli import report as report_command

    report_command.run(name, out=out, players=players, all_tables=all_tables, date=date)
