"""The commands. Each one reads, calls the library and prints; no rule of a game lives here."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from feltlaw.cli.bots import bots
from feltlaw.cli.commands import NO_PAGER, Commands, Group, Reading
from feltlaw.cli.completion import SHELLS, one_of, regulations
from feltlaw.cli.floor import add_floor
from feltlaw.cli.layouts import layout
from feltlaw.cli.numbers import add_commands
from feltlaw.cli.options import Json, SubmissionOrRegulation
from feltlaw.cli.records import audit, record

app = typer.Typer(
    name="feltlaw",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)
app.add_typer(rules, name="rules")
app.add_typer(audit, name="audit")
app.add_typer(record, name="record")
app.add_typer(layout, name="layout")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version as installed_version

        print(f"feltlaw {installed_version('feltlaw')}")
        raise typer.Exit


@app.callback()
def feltlaw(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    no_pager: Annotated[
        bool, typer.Option(NO_PAGER, help="Print long answers as they are; after a command too.")
    ] = False,
) -> None:
    """Casino table games run exactly as the regulation says, with the clause behind every cent.

    Start here:

    \b
    feltlaw games                           the regulations and their wagers
    feltlaw play                            sit down and play one of them
    feltlaw rules new PA-649a > table.toml  a Rules Submission to fill in
    feltlaw rules check table.toml          whether it may be offered

    A regulation is named by its id, any part of it, or its game: PA-679a, 679, prime.

    Exit status 0: done; 1: the input breaks a rule; 2: wrong usage, or a file that cannot be read.
    """


@app.command(cls=Reading)
def games(
    regulation: Annotated[
        str | None,
        typer.Argument(
            metavar="REG", help="One regulation, with its paytables in full.", autocompletion=regulations
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the regulations, their wagers and paytables.

    Example: feltlaw games PA-679a
    """
    from feltlaw.cli import games as games_command

    games_command.run(regulation, as_json=as_json)


@app.command(cls=Reading)
def procedure(
    name: SubmissionOrRegulation,
    deal: Annotated[
        str | None,
        typer.Option(
            metavar="WAY",
            help="Dealt so, whatever the submission says: manual_shoe, hand or automated_shoe.",
            autocompletion=one_of(("manual_shoe", "hand", "automated_shoe")),
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="PERSON",
            help="Only what this one does: dealer, floorperson, player or device.",
            autocompletion=one_of(("dealer", "floorperson", "player", "device")),
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say what is done at a table, step by step, with the clause of each step.

    Opening, shuffle, wagers, deal, round, and what happens when something goes wrong: the steps that the
    consoles show, as far as the submission calls for them.

    Example: feltlaw procedure PA-649a --deal hand --by dealer
    """
    from feltlaw.cli import procedure as procedure_command

    procedure_command.run(name, deal=deal, role=by, as_json=as_json)


@app.command()
def completion(
    shell: Annotated[
        str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.", autocompletion=one_of(SHELLS))
    ],
) -> None:
    """Print what a shell needs to complete commands, options, regulations and wagers.

    Its first line says where it goes.

    Example: feltlaw completion bash
    """
    from feltlaw.cli import completion as completion_command

    completion_command.run(shell)


@app.command(cls=Reading)
def settle(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A scenario in JSON, or .jsonl with one on each line; - for stdin."
        ),
    ],
    as_json: Json = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="One scenario on each line, also from stdin.")
    ] = False,
    explained: Annotated[
        bool, typer.Option("--explain", help="Each line as a sentence, with its clause.")
    ] = False,
) -> None:
    """Settle a round whose cards and decisions are known, every cent with its clause.

    Exit status 0: settled; 1: the scenario breaks a rule; 2: it cannot be read.
    """
    from feltlaw.cli import settle as settle_command

    settle_command.run(file, as_json=as_json, lines=lines, explained=explained)


add_commands(app)
add_floor(app)
app.command()(bots)


@app.command()
def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|REG]",
            help="A submission or a regulation; left out, a menu.",
            autocompletion=regulations,
        ),
    ] = None,
    seats: Annotated[str | None, typer.Option(help="Your seat, or adjacent ones like 3,4; else 3.")] = None,
    others: Annotated[int | None, typer.Option(help="Other players the program brings; else 2.")] = None,
    chips: Annotated[str, typer.Option(help="The dollars you bring.")] = "500",
    seed: Annotated[int | None, typer.Option(help="A practice game that can be repeated.")] = None,
    pace: Annotated[
        str,
        typer.Option(help="slow, normal or fast.", autocompletion=one_of(("slow", "normal", "fast"))),
    ] = "normal",
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.")] = None,
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the record goes; else among your own records.")
    ] = None,
    no_log: Annotated[bool, typer.Option("--no-log", help="Keep no record, and nothing else.")] = False,
) -> None:
    """Play one table in the terminal: real procedure, every payment explained, a record that can be audited.

    Example: feltlaw play PA-669a --seed 7
    """
    from feltlaw.cli import play as play_command

    play_command.run(
        name,
        seats=seats,
        others=others,
        chips=chips,
        seed=seed,
        pace=pace,
        rounds=rounds,
        log=log,
        no_log=no_log,
    )


@rules.callback()
def rules_group() -> None:
    """Write a Rules Submission, check it, look a clause up.

    Example: feltlaw rules new PA-649a > table.toml, then feltlaw rules check table.toml
    """


@rules.command("new")
def rules_new(
    regulation: Annotated[
        str, typer.Argument(metavar="REG", help="A regulation, like PA-649a.", autocompletion=regulations)
    ],
) -> None:
    """Print a commented Rules Submission to start from.

    Example: feltlaw rules new PA-649a > table.toml
    """
    from feltlaw.cli import rules as rules_command

    rules_command.new(regulation)


@rules.command("check")
def rules_check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Submissions in TOML; - reads standard input, a regulation's id stands for its defaults. "
            "Several files are also checked against each other where they share a meter.",
        ),
    ],
    as_json: Json = False,
) -> None:
    """Check a Rules Submission against its regulation.

    Every fault is shown at once, with the clause it breaks and what would be legal.

    Example: feltlaw rules check table.toml

    Exit status 0: no fault (warnings and notices may be printed); 1: a rule is broken; 2: the file
    cannot be read.
    """
    from feltlaw.cli import rules as rules_command

    rules_command.check_files(files, as_json=as_json)


@rules.command("show", cls=Reading)
def rules_show(
    regulation: Annotated[
        str, typer.Argument(metavar="REG|CLAUSE", help="PA-649a, a clause like 'PA-649a.11(b)(1)', or I-87.")
    ],
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="A clause of the regulation, like '11(b)(1)'.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what the program does about a clause.

    Where it stands in the data, the code and the tests, and how it is read. A regulation alone lists its
    clauses.

    Example: feltlaw rules show 'PA-649a.11(b)(1)' (the quotes are for the parentheses)
    """
    from feltlaw.cli import rules as rules_command

    rules_command.show(regulation, clause, as_json=as_json)


@cache
def program() -> Any:
    """The whole program as one command; made of all signatures, which takes longer than most commands do."""
    return get_command(app)
