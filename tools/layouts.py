"""Writes the pictures of the layouts and what they are checked against: `.venv/bin/python tools/layouts.py`.

docs/layouts holds the felt of the table that `rules new` writes, for each regulation, and a page with felt
and sign beside the clauses; tests/data/layouts.json a hash of every part. Run it after a deliberate
change, and look at the pictures before you commit them.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from functools import cache
from html import escape
from pathlib import Path

from feltlaw.layout import Layout, layout_of
from feltlaw.layout.drawing import PARTS, Drawing, draw
from feltlaw.register import clauses
from feltlaw.regulation import regulation_ids
from feltlaw.submission import Submission, new_submission

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "layouts"
GOLDENS = ROOT / "tests" / "data" / "layouts.json"


def main() -> int:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, text in {**pictures(), **pages()}.items():
        (PICTURES / name).write_text(text, encoding="utf-8")
    GOLDENS.write_text(json.dumps(hashes(), indent=1) + "\n", encoding="utf-8")
    return 0


def pictures() -> dict[str, str]:
    """The felts by the names of their files, with the letters they use inside."""
    return {f"{one}.svg": draw(_usual(one), "felt", layout=_layout(one)).svg for one in regulation_ids()}


def pages() -> dict[str, str]:
    """Felt and sign beside the clauses, by the names of their files: pointing at one shows the other."""
    return {f"{one}.html": _page(one) for one in regulation_ids()}


def _page(name: str) -> str:
    submission = _usual(name)
    drawings = [_drawn(name, part) for part in ("felt", "sign")]
    told: dict[str, None] = {}
    for one in drawings[0].layout.elements():
        told.update(dict.fromkeys(one.cite.clauses))
    known = clauses()
    rows = "".join(
        f'<li data-of="{escape(one)}"><b>{escape(one)}</b> {escape(known[one].requirement)}</li>\n'
        for one in known
        if one in told
    )
    title = f"{submission.regulation.id}: {submission.regulation.title}"
    shown = "\n".join(_apart(one) for one in drawings)
    template = (Path(__file__).parent / "layout_page.html").read_text("utf-8")
    for mark, text in (("TITLE", escape(title)), ("DRAWINGS", shown), ("CLAUSES", rows)):
        template = template.replace(f"<!--{mark}-->", text)
    return template


def _apart(drawing: Drawing) -> str:
    """A drawing whose definitions do not meet those of another on the same page."""
    svg = _steady(drawing.svg)
    return re.sub(r'( id="|url\(#)felt', rf"\g<1>{drawing.part}-cloth", svg)


def hashes() -> dict[str, dict[str, str]]:
    """For each regulation the layout's hash and that of every part, letters left out."""
    found = {}
    for name in regulation_ids():
        drawings = {part: _drawn(name, part) for part in PARTS}
        found[name] = {"layout_hash": drawings["felt"].layout.hash} | {
            part: hashlib.sha256(_steady(one.svg).encode()).hexdigest() for part, one in drawings.items()
        }
    return found


@cache
def _layout(name: str) -> Layout:
    return layout_of(_usual(name))


@cache
def _drawn(name: str, part: str) -> Drawing:
    """A drawing without letters inside."""
    return draw(_usual(name), part, fonts=False, layout=_layout(name))


def without_letters(svg: str) -> str:
    """A drawing without the font inside it, whose bytes follow the library that packs it."""
    return _steady(re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL))


def _steady(svg: str) -> str:
    """A drawing without the version that drew it and the submission's hash, which follows all of its law."""
    svg = re.sub(r' data-(program|submission)="[^"]*"', "", svg)
    return re.sub(r">submission [0-9a-f ]+<", "><", svg)


def _usual(name: str) -> Submission:
    return Submission.from_toml(new_submission(name))


if __name__ == "__main__":
    sys.exit(main())
