"""The commands. Each one reads, calls the library and prints; no rule of a game lives here."""

from __future__ import annotations

from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from feltlaw.cli import games as games_command
from feltlaw.cli import rules as rules_command
from feltlaw.cli import settle as settle_command

app = typer.Typer(
    name="feltlaw",
    help="Casino table games run exactly as the regulation says, with the clause behind every cent.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules = typer.Typer(
    help="Rules Submissions: write one, check it, look a clause up.", no_args_is_help=True, rich_markup_mode=None
)
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

    Start with `feltlaw games`, then `feltlaw rules new PA-649a > table.toml` and `feltlaw rules check table.toml`.
    """


@app.command()
def games(
    regulation: Annotated[
        str | None, typer.Argument(metavar="[REG]", help="One regulation, with its paytables in full.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The regulations feltlaw knows, their wagers and paytables.

    Example: feltlaw games PA-679a
    """
    games_command.run(regulation, as_json=as_json)


@app.command()
def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A scenario in JSON, or .jsonl with one on each line; - for stdin.")
    ],
    as_json: Json = False,
    lines: Annotated[bool, typer.Option("--lines", help="One scenario on each line, also from stdin.")] = False,
    explained: Annotated[bool, typer.Option("--explain", help="Each line as a sentence, with its clause.")] = False,
) -> None:
    """Settle a round whose cards and decisions are known, every cent with its clause.

    Exit status 0: settled; 1: the scenario breaks a rule; 2: it cannot be read.
    """
    settle_command.run(file, as_json=as_json, lines=lines, explained=explained)


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
            metavar="FILE...",
            help="Submissions in TOML; - reads standard input, a regulation's id stands for its defaults. "
            "Several files are also checked against each other where they share a meter.",
        ),
    ],
    as_json: Json = False,
) -> None:
    """Check a Rules Submission: every fault at once, with the clause it breaks and what would be legal.

    Exit status 0: no fault (warnings and notices may be printed); 1: a rule is broken; 2: the file cannot be read.
    """
    rules_command.check_files(files, as_json=as_json)


@rules.command("show")
def rules_show(
    regulation: Annotated[
        str, typer.Argument(metavar="REG|CLAUSE", help="A regulation (PA-649a), a clause (PA-649a.11(b)(1)) or I-87.")
    ],
    clause: Annotated[
        str | None, typer.Argument(metavar="[CLAUSE]", help="A clause of the regulation, like 11(b)(1).")
    ] = None,
    as_json: Json = False,
) -> None:
    """What the program does about a clause, and where: data, code, tests, interpretation.

    A regulation alone lists its clauses. Quote the parentheses: feltlaw rules show 'PA-649a.11(b)(1)'
    """
    rules_command.show(regulation, clause, as_json=as_json)
