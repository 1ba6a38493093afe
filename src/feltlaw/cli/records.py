"""The commands on records: `feltlaw audit` and `feltlaw record`."""

from __future__ import annotations

from typing import Annotated

import typer

from feltlaw.cli.commands import Group, Reading
from feltlaw.cli.completion import records
from feltlaw.cli.errors import unreadable
from feltlaw.cli.options import Data, Database, Json, SigningKey

audit = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    short_help="Recorded rounds: verify, search, replay.",
    help="Recorded rounds: verify, search, replay.\n\nExample: feltlaw audit verify table.log",
)
record = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    short_help="Records of a table or a property: checkpoints, keys, repairs.",
    help="Records of a table or a property: checkpoints, keys, repairs.\n\n"
    "Example: feltlaw record checkpoint table.log",
)

Log = Annotated[
    str,
    typer.Argument(metavar="LOG", help="A record, or an export of one; - for stdin.", autocompletion=records),
]
LogFile = Annotated[str, typer.Argument(metavar="LOG", help="The file of a record.", autocompletion=records)]
MaybeLog = Annotated[
    str | None, typer.Argument(metavar="LOG", help="The file of a record.", autocompletion=records)
]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")]
Table = Annotated[str, typer.Option(metavar="NAME", help="Which table, where there are several.")]
FaceDown = Annotated[
    bool,
    typer.Option(
        "--face-down",
        help="Also show the cards of a round under way that lie face down, and the order of the deck: what "
        "nobody at the table may see.",
    ),
]
NewFile = Annotated[str, typer.Option("-o", "--out", metavar="FILE", help="A new file; - prints it.")]
Stream = Annotated[
    str, typer.Option(metavar="NAME", help="Only this stream, like table/TCP-07; left out, all of them.")
]
Checkpoints = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="A checkpoint that was kept elsewhere; may be given several times."),
]
PublicKeys = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="The public key of who signed it; may be given several times."),
]
Before = Annotated[str | None, typer.Option(metavar="LOG", help="The record from which this one goes on.")]
Out = Annotated[str | None, typer.Option("-o", "--out", metavar="FILE", help="A new file; - prints it.")]


@audit.command("verify", short_help="Check a record, and everything in it.")
def verify(
    log: Log,
    checkpoint: Checkpoints = None,
    key: PublicKeys = None,
    before: Before = None,
    as_json: Json = False,
) -> None:
    """Check that a record is as it was written, and that everything in it can have happened.

    Every line is held against the one before it, every command is decided again, every wager settled again,
    every deck held against its seal, money and meters counted. First it says what is proved, then what is
    not, then what is wrong. Whether the end is all there, only a checkpoint proves that was kept elsewhere.

    Exit status 0: nothing is wrong; 1: something is; 2: the file cannot be read.
    """
    from feltlaw.cli import audit as command

    command.verify_record(log, checkpoint or [], key or [], before, as_json=as_json)


@record.command("verify", short_help="Check a record, and everything in it.")
def verify_any(
    log: MaybeLog = None,
    *,
    checkpoint: Checkpoints = None,
    key: PublicKeys = None,
    before: Before = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Check a record as `feltlaw audit verify` does; without LOG all of a property's, served or not.

    Example: feltlaw record verify --data /srv/felt
    """
    if log is not None:
        _alone(data, database)
        verify(log, checkpoint, key, before, as_json)
        return
    from feltlaw.cli import property_record as command
    from feltlaw.cli.property import where

    command.verify(where(data, database), checkpoint or [], key or [], before, as_json=as_json)


@audit.command("list", cls=Reading, short_help="List the rounds.")
def list_(
    log: Log,
    *,
    number: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
    player: Annotated[str | None, typer.Option(metavar="ACCOUNT", help="Rounds of this player.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Rounds with a wager in this seat.")] = None,
    wager: Annotated[
        str | None, typer.Option(metavar="ID", help="Rounds with this wager or award, like pair_plus.")
    ] = None,
    min_win: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Rounds in which a seat won so much; with --wager, on it."),
    ] = None,
    irregularity: Annotated[
        str | None, typer.Option(metavar="KIND", help="Rounds with this irregularity, or with any.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Rounds at this table.")] = None,
    as_json: Json = False,
) -> None:
    """List the rounds: when, who, what was staked, how it ended, what the house won.

    Example: feltlaw audit list table.log --player ann --min-win 100
    """
    from feltlaw.cli import audit as command

    wanted = command.read_filter(
        number=number,
        player=player,
        seat=seat,
        wager=wager,
        min_win=min_win,
        irregularity=irregularity,
        table=table,
    )
    command.list_rounds(log, wanted, as_json=as_json)


@audit.command("show", cls=Reading, short_help="Show a round, event by event.")
def show(
    log: Log, number: RoundNumber, table: Table = "", face_down: FaceDown = False, as_json: Json = False
) -> None:
    """Show every event of a round in words, with its clause.

    Example: feltlaw audit show table.log 3
    """
    from feltlaw.cli import audit as command

    command.show_round(log, number, table, face_down=face_down, as_json=as_json)


@audit.command("replay", short_help="Print the state of a table.")
def replay(
    log: Log,
    to: Annotated[
        int | None, typer.Option(metavar="N", help="After this event of the table; left out, after the last.")
    ] = None,
    table: Table = "",
    face_down: FaceDown = False,
    as_json: Json = False,
) -> None:
    """Print the state of the table after an event, as JSON: what the live table had.

    Example: feltlaw audit replay table.log --to 12
    """
    from feltlaw.cli import audit as command

    command.replay(log, to, table, face_down=face_down)


@audit.command("explain", cls=Reading, short_help="Explain what a round paid.")
def explain(
    log: Log,
    number: RoundNumber,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Only this seat.")] = None,
    table: Table = "",
    as_json: Json = False,
) -> None:
    """Explain every line of a round's settlement in a sentence, from the record alone.

    Example: feltlaw audit explain table.log 3 --seat 2
    """
    from feltlaw.cli import audit as command

    command.explain_round(log, number, seat, table, as_json=as_json)


@audit.command("export", short_help="Write a record as one document.")
def export(log: Log, out: NewFile, stream: Stream = "", as_json: Json = False) -> None:
    """Write a record as one JSON document that verifies elsewhere. It holds every card.

    Example: feltlaw audit export table.log -o table.json
    """
    from feltlaw.cli import audit as command

    command.export_record(log, out, stream, as_json=as_json)


@record.command("export", short_help="Write a record as one document.")
def export_any(
    out: NewFile,
    log: MaybeLog = None,
    *,
    stream: Stream = "",
    data: Data = None,
    database: Database = None,
    key: SigningKey = None,
    as_json: Json = False,
) -> None:
    """Write a record as one JSON document; without LOG all of a property's, served or not, and signed.

    What lies on an open table and is still to be played is left out.

    Example: feltlaw record export --data /srv/felt -o monday.json
    """
    if log is not None:
        _alone(data, database, key)
        export(log, out, stream, as_json)
        return
    from feltlaw.cli import property_record as command
    from feltlaw.cli.property import where

    command.export(where(data, database, key), out, stream, as_json=as_json)


@record.command("checkpoint", short_help="Sign the end of a record.")
def checkpoint(
    log: MaybeLog = None,
    *,
    out: Out = None,
    last: Annotated[
        bool, typer.Option("--last", help="The last one that is in LOG; nothing is signed.")
    ] = False,
    data: Data = None,
    database: Database = None,
    key: SigningKey = None,
    as_json: Json = False,
) -> None:
    """Sign the end of a record now, and write the checkpoint down elsewhere too; without LOG a property's.

    Whoever holds it, and the public key, finds out whether the record was cut, restored or sealed anew later.

    Example: feltlaw record checkpoint table.log -o monday.json
    """
    if log is not None:
        _alone(data, database, key)
        from feltlaw.cli import record as command

        command.checkpoint(log, out, last=last, as_json=as_json)
        return
    if last:
        raise unreadable("--last is asked of a file: name LOG")
    from feltlaw.cli import property_record
    from feltlaw.cli.property import where

    property_record.checkpoint(where(data, database, key), out, as_json=as_json)


def _alone(*given: str | None) -> None:
    """A file has no other place."""
    if any(given):
        raise unreadable("LOG is a file; --data, --database and --key are of a property: give one of them")


@record.command("key", short_help="Export the public key.")
def key(
    out: Out = None,
    rotate: Annotated[
        str | None, typer.Option(metavar="LOG", help="Let a new key sign from now on; LOG announces it.")
    ] = None,
    data: Data = None,
    key_file: SigningKey = None,
    as_json: Json = False,
) -> None:
    """Export the public part of the signing key; it is made when it is first needed.

    Example: feltlaw record key -o casino.pub
    """
    from feltlaw.cli import record as command

    command.key(out, rotate, data, key_file, as_json=as_json)


@record.command("repair", short_help="Mend a record after a crash.")
def repair(
    log: LogFile,
    reason: Annotated[str, typer.Option(metavar="WORDS", help="Why; it stands in the record for ever.")],
    accept_loss: Annotated[
        bool, typer.Option("--accept-loss", help="Also cut off what had been confirmed, or was changed.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Cut off what a crash left of a write, so that the record can be gone on with.

    Confirmed events are cut off only with --accept-loss, and then verify never calls the record whole again.

    Example: feltlaw record repair table.log --reason "power cut on Monday"
    """
    from feltlaw.cli import record as command

    command.mend(log, reason, accept_loss=accept_loss, as_json=as_json)
