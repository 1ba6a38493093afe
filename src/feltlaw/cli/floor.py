"""The commands on a property: serve it, its people, its tables."""

from __future__ import annotations

from typing import Annotated

import typer

from feltlaw.cli.commands import Group
from feltlaw.cli.options import Data, Database, Json, SigningKey

people = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    short_help="People of a property and what they may do.",
    help="People of a property and what they may do.\n\nExample: feltlaw people add dealer7 --role dealer",
)
tables = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    short_help="Tables of a property: open, list, close.",
    help="Tables of a property: open, list, close.\n\nExample: feltlaw tables open table.toml --mode dealt",
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
PasswordStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read a final password from standard input.")
]


def add_floor(app: typer.Typer) -> None:
    """Adds the commands to the program."""
    app.command(name="serve")(serve)
    app.command(name="backup")(backup)
    app.command(name="restore")(restore)
    app.add_typer(people, name="people")
    app.add_typer(tables, name="tables")


def serve(
    data: Data = None,
    database: Database = None,
    host: Annotated[str, typer.Option(metavar="HOST", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="0: any that is free.")] = 8080,
    demo: Annotated[bool, typer.Option("--demo", help="Bring a demo property to life.")] = False,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where the other processes of the property reach this one.")
    ] = "",
    certificate: Annotated[str, typer.Option(metavar="FILE", help="Serve TLS with this certificate.")] = "",
    certificate_key: Annotated[str, typer.Option(metavar="FILE", help="The certificate's key.")] = "",
    trusted_proxy: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A proxy whose word on addresses counts.")
    ] = "",
    key: SigningKey = None,
) -> None:
    """Serve a property: its tables, for consoles, pages and machines.

    Example: feltlaw serve --demo
    """
    from feltlaw.cli import property as command
    from feltlaw.floor.serve import Serving

    where = command.where(data, database, key)
    command.run_server(
        Serving(where, host, port, address, certificate, certificate_key, trusted_proxy), demo=demo
    )


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = None,
    database: Database = None,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Also the signing key, in FILE.key: keep it apart.")
    ] = False,
    key: SigningKey = None,
    as_json: Json = False,
) -> None:
    """Copy a property's data to a file, while it is served or not.

    Every event of the copy is held against the one before it.

    Example: feltlaw backup monday.feltlaw
    """
    from feltlaw.cli import property as command

    command.back_up(command.where(data, database, key), file, with_key=with_key, as_json=as_json)


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `feltlaw backup` wrote.")],
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Put a property back from a backup, into a folder that has none.

    Example: feltlaw restore monday.feltlaw --data /srv/felt
    """
    from feltlaw.cli import property as command

    command.put_back(command.where(data, database), file, as_json=as_json)


@people.command(name="add")
def people_add(
    name: Name,
    role: Annotated[list[str], typer.Option("--role", metavar="ROLE", help="A role; again for more.")],
    grant: Annotated[
        list[str] | None,
        typer.Option("--grant", metavar="GRANT", help="reset_meters or configure_meters, never both."),
    ] = None,
    password_stdin: PasswordStdin = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an account; its one-time password is printed.

    Example: feltlaw people add dealer7 --role dealer
    """
    from feltlaw.cli import property as command

    command.add_person(
        command.where(data, database), name, role, grant or [], from_stdin=password_stdin, as_json=as_json
    )


@people.command(name="list")
def people_list(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List accounts and their roles.

    Example: feltlaw people list
    """
    from feltlaw.cli import property as command

    command.list_people(command.where(data, database), as_json)


@people.command(name="lock")
def people_lock(
    name: Name,
    again: Annotated[bool, typer.Option("--unlock", help="Let the account sign in again.")] = False,
    why: Annotated[str, typer.Option(metavar="WORDS", help="Why, for the record.")] = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Lock an account, or unlock it; its sessions end.

    Example: feltlaw people lock dealer7
    """
    from feltlaw.cli import property as command

    command.lock_person(command.where(data, database), name, not again, why)


@people.command(name="reset")
def people_reset(
    name: Name, password_stdin: PasswordStdin = False, data: Data = None, database: Database = None
) -> None:
    """Give an account a new one-time password.

    Example: feltlaw people reset dealer7
    """
    from feltlaw.cli import property as command

    command.reset_person(command.where(data, database), name, password_stdin)


@tables.command(name="open")
def tables_open(
    file: Annotated[str, typer.Argument(metavar="FILE|REG", help="A submission in TOML, or a regulation.")],
    mode: Annotated[str, typer.Option(metavar="MODE", help="automatic, dealt or real.")] = "automatic",
    name: Annotated[str, typer.Option("--id", metavar="ID", help="The table's name.")] = "",
    by: Annotated[str, typer.Option(metavar="NAME", help="The manager in whose name it is opened.")] = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Open a table; a server that runs takes it over within seconds.

    Example: feltlaw tables open PA-649a --mode dealt --by manager1
    """
    from feltlaw.cli import property as command

    command.open_table(command.where(data, database), file, mode, name, by)


@tables.command(name="list")
def tables_list(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List the tables of the property.

    Example: feltlaw tables list
    """
    from feltlaw.cli import property as command

    command.list_tables(command.where(data, database), as_json)


@tables.command(name="close")
def tables_close(
    name: Annotated[str, typer.Argument(metavar="ID", help="The table.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="The manager who closes it.")] = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Close a table that no server runs; at a server, close it there.

    Example: feltlaw tables close 7 --by manager1
    """
    from feltlaw.cli import property as command

    command.close_table(command.where(data, database), name, by)
