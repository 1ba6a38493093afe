"""`feltlaw layout` and `feltlaw layout check`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import faulty, read_bytes, read_submission_data, shown
from feltlaw.cli.output import print_json, print_wrapped
from feltlaw.layout import LayoutError, layout_of
from feltlaw.layout.colours import FELTS, LINES, ColourError, Colours, parse_colour
from feltlaw.layout.compare import LARGEST, DrawingError, differences, read_drawing
from feltlaw.layout.drawing import PARTS, Drawing, Style, draw
from feltlaw.layout.export import FEWEST, MOST, PIXELS, ExportError, to_pdf, to_png
from feltlaw.layout.logo import LARGEST as LARGEST_LOGO
from feltlaw.layout.logo import Logo, LogoError, read_logo
from feltlaw.layout.paper import SIZES, PaperError
from feltlaw.layout.paper import paper as paper_named
from feltlaw.nearest import did_you_mean
from feltlaw.submission import Submission, SubmissionError, check

ENDINGS = (".svg", ".pdf", ".png")
MOST_TOLD = 30


@dataclass(frozen=True, slots=True)
class Look:
    """The options of a drawing, as they were given."""

    part: str
    outlines: bool
    paper: str | None
    felt: str | None
    text: str | None
    accent: str | None
    lines: bool
    logo: str | None
    pixels: int | None


def run(name: str, look: Look, *, out: str | None, as_json: bool) -> None:
    """Draws a part of a submission's layout, or prints the model."""
    if out is None and not as_json:
        raise unreadable("say where the drawing goes, like -o layout.pdf, or --json for the model alone")
    _check_usage(look, out)
    submission = _submission(name)
    try:
        style = _style(look)
        layout = layout_of(submission)
        drawing = draw(submission, look.part, style, layout=layout) if out is not None else None
    except (LayoutError, ColourError, PaperError) as error:
        raise refused(str(error)) from None
    if drawing is not None and out is not None:
        _write(out, _rendered(drawing, Path(out).suffix.lower(), look.pixels))
    if as_json:
        print_json({"layout_hash": layout.hash, "submission": submission.digest, **layout.to_data()})
    elif drawing is not None and out is not None:
        print(f"Written: {shown(out)} ({drawing.width:,.0f} x {drawing.height:,.0f} mm)")
        print(f"Layout hash: {layout.hash}")
        if look.part == "felt" and not layout.pays_on_felt:
            print_wrapped("The posted pays do not all fit the felt and stand on the sign alone.")


def check_drawing(name: str, drawing: str, *, as_json: bool) -> None:
    """Compares a drawing with what the submission would give."""
    submission = _submission(name)
    try:
        found = read_drawing(read_bytes(drawing, LARGEST))
        layout = layout_of(submission)
        told = differences(submission, found, layout)
    except DrawingError as error:
        raise unreadable(f"{shown(drawing)}: {error}") from None
    except LayoutError as error:
        raise refused(str(error)) from None
    if as_json:
        print_json(
            {
                "same": not told,
                "part": found.drawn["part"],
                "layout_hash": {"drawing": found.hash, "submission": layout.hash},
                "differences": told,
            }
        )
    elif told:
        print(f"{shown(drawing)} differs from the submission:")
        for one in told[:MOST_TOLD]:
            print_wrapped(f"- {one}")
        if len(told) > MOST_TOLD:
            print(f"- and {len(told) - MOST_TOLD} more")
    else:
        print(f"{shown(drawing)} is the submission's {found.drawn['part']}")
        print(f"Layout hash: {layout.hash}")
    if told:
        raise Stop("", 1)


def _check_usage(look: Look, out: str | None) -> None:
    """What can be said before anything is read."""
    if look.part not in PARTS:
        mean = did_you_mean(look.part, PARTS)
        raise unreadable(f"--part is one of {', '.join(PARTS)}, not '{look.part[:30]}'.{mean}")
    if look.paper is not None and look.paper.strip().lower() not in SIZES:
        mean = did_you_mean(look.paper, SIZES)
        raise unreadable(f"--paper is one of {', '.join(SIZES)}, not '{look.paper[:30]}'.{mean}")
    if look.paper is not None and look.part == "felt":
        raise unreadable("the felt is drawn 1 : 1 and has no paper; the sheet shows it at a scale")
    if look.lines and any((look.felt, look.text, look.accent)):
        raise unreadable("--lines draws on white, so it goes without --felt, --text and --accent")
    if out is None:
        return
    path = Path(out)
    if path.suffix.lower() not in ENDINGS:
        raise unreadable(
            f"{shown(out)}: a drawing is written as .svg, .pdf or .png, so let the name end in one"
        )
    if look.pixels is not None and path.suffix.lower() != ".png":
        raise unreadable("--pixels is for a PNG; SVG and PDF have no pixels")
    if look.pixels is not None and not FEWEST <= look.pixels <= MOST:
        raise unreadable(f"--pixels is from {FEWEST} to {MOST:,}")
    if os.path.isdir(out):
        raise unreadable(f"{shown(out)} is a directory; name a file in it")
    if not os.path.isdir(path.parent):
        raise unreadable(f"{shown(out)} cannot be written: there is no folder {shown(str(path.parent))}")


def _submission(name: str) -> Submission:
    try:
        return check(read_submission_data(name)).submission_or_raise()
    except SubmissionError as error:
        raise faulty(error) from None


def _style(look: Look) -> Style:
    if look.paper is not None:
        paper_named(look.paper)
    return Style(_colours(look), (look.paper or "").strip().lower(), look.outlines, _logo(look.logo))


def _colours(look: Look) -> Colours:
    if look.lines:
        return LINES
    usual = Colours()
    return Colours(
        parse_colour(look.felt, FELTS) if look.felt is not None else usual.felt,
        parse_colour(look.text) if look.text is not None else usual.text,
        parse_colour(look.accent) if look.accent is not None else usual.accent,
    )


def _logo(name: str | None) -> Logo | None:
    if name is None:
        return None
    try:
        return read_logo(read_bytes(name, LARGEST_LOGO))
    except LogoError as error:
        raise refused(f"{shown(name)}: {error}") from None


def _rendered(drawing: Drawing, ending: str, pixels: int | None) -> bytes:
    try:
        if ending == ".pdf":
            return to_pdf(drawing)
        if ending == ".png":
            return to_png(drawing, PIXELS if pixels is None else pixels)
    except ExportError as error:
        raise unreadable(str(error)) from None
    return drawing.svg.encode()


def _write(out: str, document: bytes) -> None:
    """Writes the file whole or not at all."""
    try:
        Path(out).write_bytes(document)
    except PermissionError:
        raise unreadable(f"{shown(out)} may not be written: permission denied") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise unreadable(f"{shown(out)} cannot be written: {why}") from None
