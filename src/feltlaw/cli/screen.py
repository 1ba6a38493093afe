"""The terminal: lines that keep their indent when they wrap, cards that read without colour."""

from __future__ import annotations

import atexit
import re
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from rich.console import Console
from rich.text import Text

from feltlaw.cards import SIGNS, Card
from feltlaw.cli.columns import joined_figures
from feltlaw.cli.output import unicode_is_safe
from feltlaw.telling import Backs, Faces, Said

NARROWEST, WIDEST, USUAL = 30, 100, 80
HANGING = 2
MOST_KEPT = 500
"""Answers that are kept for the next sitting."""


def columns() -> int:
    """How wide a line may be."""
    return max(NARROWEST, min(shutil.get_terminal_size((USUAL, 24)).columns, WIDEST))


@lru_cache(maxsize=4)
def _console(wide: int, *, terminal: bool) -> Console:
    """Draws lines in the colours this terminal has; nothing is written by it."""
    return Console(width=wide, force_terminal=terminal, highlight=False, markup=False)


def _console_now() -> Console:
    return _console(columns(), terminal=sys.stdout.isatty())


def _write(text: Text, end: str = "\n") -> None:
    """One line. Rich only draws it: on a pipe that was closed it would end the program by itself."""
    console = _console_now()
    with console.capture() as drawn:
        console.print(text, end=end, soft_wrap=True)
    sys.stdout.write(drawn.get())
    sys.stdout.flush()


def joined(*parts: str | Text, style: str = "") -> Text:
    line = Text(style=style)
    for part in parts:
        line.append_text(part) if isinstance(part, Text) else line.append(part)
    return line


def say(*parts: str | Text, style: str = "") -> None:
    """A paragraph; what does not fit goes on in the next line, two columns further in than the first."""
    text = joined(*parts, style=style)
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    if text.cell_len <= columns():
        _write(text)
        return
    for at, line in enumerate(_wrapped(text[indent:], columns() - indent - HANGING)):
        _write(joined(" " * (indent + HANGING * (at > 0)), line))


def _wrapped(text: Text, room: int) -> list[Text]:
    """Lines between words; one that is longer than the screen stays in one piece, to be copied."""
    lines: list[Text] = []
    start = end = 0
    for word in re.finditer("[^ \\n]+", joined_figures(text.plain)):
        if end > start and word.end() - start > room:
            lines.append(text[start:end])
            start = word.start()
        elif end == 0:
            start = word.start()
        end = word.end()
    return [*lines, text[start:end]]


def question(text: str) -> str:
    """Asks on one line, a long question being said first; `EOFError` where no more answers will come.

    Keys pressed before the question answer nothing. At a keyboard an answer can be edited, and earlier ones
    are found with the arrow keys.
    """
    _forget_typed_ahead()
    if len(text) > columns() - 8:
        say(text.rstrip(": "))
        text = "> "
    if typed_by_hand() and sys.stdout.isatty():
        _with_line_editing()
        return _read(text)
    _write(Text(text, style="bold"), end="")
    return _read("")


def _read(text: str) -> str:
    try:
        return input(text)
    except (OSError, RuntimeError):  # it is no file to read from, or there is none at all
        raise EOFError from None


def _with_line_editing() -> None:
    """Where there is such a module, `input` uses it as soon as it is loaded."""
    with suppress(ImportError):
        import readline  # noqa: F401


def keep_history(path: Path) -> None:
    """Has answers of earlier sittings found with the arrow keys too, where somebody sits at a keyboard."""
    if not (typed_by_hand() and sys.stdout.isatty()):
        return
    with suppress(ImportError):
        import readline

        with suppress(OSError):
            readline.read_history_file(path)
        readline.set_history_length(MOST_KEPT)
        atexit.register(_write_history, path)


def _write_history(path: Path) -> None:
    import readline

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        readline.write_history_file(path)
        path.chmod(0o600)


def _forget_typed_ahead() -> None:
    """Drops keys that were pressed before there was a question; what comes through a pipe is all meant."""
    if not typed_by_hand():
        return
    try:
        import termios
    except ImportError:  # only Unix has it
        return
    with suppress(termios.error, OSError, ValueError):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def typed_by_hand() -> bool:
    """Whether somebody sits at a keyboard."""
    return sys.stdin is not None and sys.stdin.isatty()


def rule(title: str) -> None:
    """A heading with a line after it."""
    line = ("─" if unicode_is_safe() else "-") * max(0, columns() - len(title) - 1)
    _write(joined(Text(title, style="bold"), " ", Text(line, style="green")))


def card_text(card: Card) -> Text:
    """A card: rank and suit, red where it is red."""
    if card.is_joker:
        return Text("Jk", style="bold magenta")
    suit = SIGNS[card.suit] if unicode_is_safe() else card.suit
    return Text(f"{str(card)[0]}{suit}", style="bold red" if card.is_red else "bold")


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards side by side, in brackets, so that they read without colour too."""
    found = Text()
    for card in cards:
        found.append("[")
        found.append_text(card_text(card))
        found.append("]")
    return found


def backs(many: int) -> Text:
    """Cards that lie face down."""
    return Text(("[▒▒]" if unicode_is_safe() else "[##]") * many, style="blue")


_TONES = {"plain": "", "quiet": "dim", "good": "bold green", "bad": "red", "note": "bold yellow"}


def show_said(sentence: Said) -> None:
    """A sentence as this terminal shows it: cards with their suits, a tone as a colour."""
    parts: list[str | Text] = ["      " if sentence.under else "  "]
    for part in sentence.parts:
        if isinstance(part, Faces):
            parts.append(cards_text(part.cards))
        elif isinstance(part, Backs):
            parts.append(backs(part.many))
        else:
            parts.append(part)
    say(*parts, style=_TONES[sentence.tone])


def show_all(sentences: Iterable[Said]) -> None:
    for sentence in sentences:
        show_said(sentence)
