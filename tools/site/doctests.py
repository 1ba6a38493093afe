"""Examples inside docstrings become blocks of code on the site."""

from __future__ import annotations

import re
from typing import Any

import griffe

BLOCK = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


def fenced(text: str) -> str:
    """A docstring with its examples, each up to the next empty line, in blocks."""
    return BLOCK.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class Doctests(griffe.Extension):
    """What mkdocstrings calls for everything it has read."""

    def on_object(self, *, obj: griffe.Object, **more: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
