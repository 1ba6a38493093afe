"""The commands. Each one reads, calls the library and prints; no rule of a game lives here."""

from __future__ import annotations

from importlib.metadata import version as installed_version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from feltlaw.cli import games as games_command
from feltlaw.cli import rules as rules_command
from feltlaw.cli import settle as settle_command
from feltlaw.cli.errors import Stop


class Commands(TyperGroup):
    """Ends quietly when the reader of a pipe has seen enough; typer would call that a failure."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise Stop("", 0) from None


app = typer.Typer(
    name="feltlaw",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(rules, name="rules")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"feltlaw {installed_version('feltlaw')}")
        raise typer.Exit


@app.callback()
def feltlaw(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Casino table games run exactly as the regulation says, with the clause behind every cent.

    Start here:

    \b
    feltlaw games                           the regulations and their wagers
    feltlaw rules new PA-649a > table.toml  a Rules Submission to fill in
    feltlaw rules check table.toml          whether it may be offered

    Exit status 0: done; 1: the input breaks a rule; 2: wrong usage, or a file that cannot be read.
    """


@app.command()
def games(
    regulation: Annotated[
        str | None, typer.Argument(metavar="REG", help="One regulation, with its paytables in full.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the regulations, their wagers and paytables.

    Example: feltlaw games PA-679a
    """
    games_command.run(regulation, as_json=as_json)


@app.command()
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
    settle_command.run(file, as_json=as_json, lines=lines, explained=explained)


@rules.callback()
def rules_group() -> None:
    """Write a Rules Submission, check it, look a clause up.

    Example: feltlaw rules new PA-649a > table.toml, then feltlaw rules check table.toml
    """


@app.command()
def play(
    name: Annotated[
        str | None, typer.Argument(metavar="[FILE|REG]", help="A submission or a regulation; left out, a menu.")
    ] = None,
    seats: Annotated[str, typer.Option(help="Your seat, or adjacent seats like 3,4.")] = "3",
    others: Annotated[int, typer.Option(help="How many other players the program brings along.")] = 2,
    chips: Annotated[str, typer.Option(help="The dollars you bring.")] = "500",
    seed: Annotated[int | None, typer.Option(help="A practice game that can be repeated.")] = None,
    pace: Annotated[str, typer.Option(help="slow, normal or fast.")] = "normal",
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.")] = None,
    log: Annotated[str | None, typer.Option(help="Where the record goes; a new file in this folder otherwise.")] = None,
) -> None:
    """Play one table in the terminal: real procedure, every payment explained, a record that can be audited.

    Example: feltlaw play PA-669a --seed 7
    """
    from feltlaw.cli import play as play_command

    play_command.run(
        name, seats=seats, others=others, chips=chips, seed=seed, pace=pace, rounds=rounds, log=log
    )


@rules.command("new")
def rules_new(
    regulation: Annotated[str, typer.Argument(metavar="REG", help="A regulation, like PA-649a.")],
) -> None:
    """Print a commented Rules Submission to start from.

    Example: feltlaw rules new PA-649a > table.toml
    """
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
    rules_command.check_files(files, as_json=as_json)


@rules.command("show")
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
    rules_command.show(regulation, clause, as_json=as_json)
