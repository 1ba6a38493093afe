"""Where in a submission's text a finding stands."""

from __future__ import annotations

import re

_HEAD = re.compile(r"\s*\[([^\]]+)\]")
_KEY = re.compile(r"\s*([\w.\"-]+)\s*=")


def line_of(text: str, where: str) -> int:
    """The line of a place `section.key`, from 1; its section's where the key is not stated, 0 for neither.

    >>> line_of('[cards]\\ndecks = 7\\n', "cards.decks")
    2
    """
    section, head, best = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if found := _HEAD.match(line):
            section = found[1].strip()
            if section == where or where.startswith(f"{section}."):
                head = number
        elif found := _KEY.match(line):
            path = ".".join(part for part in (section, found[1].replace('"', "")) if part)
            if path == where:
                return number
            if where.startswith(f"{path}."):
                best = number
    return best or head
