"""The drawings of the default tables, as they were looked at and found good."""

from __future__ import annotations

import json
import re

from tools.layouts import GOLDENS, PICTURES, hashes, pages, pictures, without_letters


def test_pictures_are_what_the_program_draws() -> None:
    """A difference is a change of what is printed: look at it, then run tools/layouts.py."""
    found = pictures()
    assert sorted(path.name for path in PICTURES.glob("*.svg")) == sorted(found)
    for name, svg in found.items():
        assert without_letters((PICTURES / name).read_text("utf-8")) == without_letters(svg), name


def test_pages_show_every_clause_of_the_layout() -> None:
    found = pages()
    assert sorted(path.name for path in PICTURES.glob("*.html")) == sorted(found)
    for name, text in found.items():
        assert (PICTURES / name).read_text("utf-8") == text, name
        asked = {one for part in re.findall('data-clause="([^"]*)"', text) for one in part.split("|")}
        told = set(re.findall('<li data-of="([^"]*)">', text))
        assert told, name
        assert {one for one in asked if one.startswith(f"{name.removesuffix('.html')}.2(")} <= told


def test_every_part_is_as_it_was() -> None:
    assert hashes() == json.loads(GOLDENS.read_text("utf-8"))
