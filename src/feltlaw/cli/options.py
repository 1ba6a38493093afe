"""Arguments and options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from feltlaw.cli.completion import regulations

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SubmissionOrRegulation = Annotated[
    str,
    typer.Argument(
        metavar="FILE|REG",
        help="A submission in TOML, - for stdin, or a regulation.",
        autocompletion=regulations,
    ),
]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="The folder with the property's data.")
]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="A PostgreSQL database instead of the folder.")
]
SigningKey = Annotated[
    str | None,
    typer.Option("--key", metavar="FILE", help="The signing key; left out, it lies with the data."),
]
