"""The commands about the table's layout: drawing it, and checking a drawing."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from feltlaw.cli.commands import Group
from feltlaw.cli.completion import one_of
from feltlaw.cli.options import Json, SubmissionOrRegulation


class DrawingFirst(Group):
    """`layout FILE` draws: where no command is named, it is the drawing one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["draw", *args]
        return super().parse_args(ctx, args)


layout = typer.Typer(cls=DrawingFirst, no_args_is_help=True, rich_markup_mode=None)


@layout.callback()
def layout_group() -> None:
    """Draw a table's layout and signs from its submission, each with its clauses.

    Example: feltlaw layout table.toml -o sign.pdf --part sign

    feltlaw layout check table.toml sign.pdf says whether a drawing is the
    submission's.
    """


@layout.command()
def draw(
    name: SubmissionOrRegulation,
    *,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="OUT", help="Where to: .svg, .pdf or .png.")
    ] = None,
    part: Annotated[
        str,
        typer.Option(
            help="sheet, felt (1 : 1), sign, card or guide.",
            autocompletion=one_of(("sheet", "felt", "sign", "card", "guide")),
        ),
    ] = "sheet",
    as_json: Json = False,
    outlines: Annotated[
        bool, typer.Option("--outlines", help="Text as outlines, for a printer without the font.")
    ] = False,
    paper: Annotated[
        str | None, typer.Option(help="a5 to a0, letter, tabloid, ansi-c to ansi-e; else what fits.")
    ] = None,
    felt: Annotated[
        str | None, typer.Option(metavar="COLOUR", help="green, blue, burgundy, ... or #RRGGBB.")
    ] = None,
    text: Annotated[str | None, typer.Option(metavar="COLOUR", help="Of words on the felt.")] = None,
    accent: Annotated[str | None, typer.Option(metavar="COLOUR", help="Of lines and heads on it.")] = None,
    lines: Annotated[bool, typer.Option("--lines", help="Lines on white, light on ink.")] = False,
    logo: Annotated[
        str | None, typer.Option(metavar="FILE", help="SVG, PNG or JPEG in place of the name.")
    ] = None,
    pixels: Annotated[
        int | None, typer.Option(metavar="N", help="The longer side of a PNG; else 2400.")
    ] = None,
) -> None:
    """Draw a part of the layout, or with --json print its model.

    Example: feltlaw layout PA-669a -o felt.svg --part felt

    Exit status 0: written; 1: the submission has a fault, or something in it cannot be drawn; 2: wrong
    usage, or a file that cannot be read.
    """
    from feltlaw.cli import drawing

    look = drawing.Look(part, outlines, paper, felt, text, accent, lines, logo, pixels)
    drawing.run(name, look, out=out, as_json=as_json)


@layout.command()
def check(
    name: SubmissionOrRegulation,
    drawing: Annotated[str, typer.Argument(metavar="DRAWING", help="An SVG, PDF or PNG of ours.")],
    *,
    as_json: Json = False,
) -> None:
    """Say whether a drawing is the submission's, and what differs.

    Exit status 0: it is; 1: it differs; 2: it cannot be read.
    """
    from feltlaw.cli import drawing as drawing_command

    drawing_command.check_drawing(name, drawing, as_json=as_json)
