"""The drawings of the default tables, as they were looked at and found good."""

from __future__ import annotations

import json

from tools.layouts import GOLDENS, PICTURES, hashes, pictures, without_letters


def test_pictures_are_what_the_program_draws() -> None:
    """A difference is a change of what is printed: look at it, then run tools/layouts.py."""
    found = pictures()
    assert sorted(path.name for path in PICTURES.glob("*.svg")) == sorted(found)
    for name, svg in found.items():
        assert without_letters((PICTURES / name).read_text("utf-8")) == without_letters(svg), name


def test_every_part_is_as_it_was() -> None:
    assert hashes() == json.loads(GOLDENS.read_text("utf-8"))
