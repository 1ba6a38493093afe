"""Pages that live elsewhere in the repository and are shown on the site as well."""

from __future__ import annotations

import re
from pathlib import Path

from tools.site.links import PAGES, anchor, rewritten

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, str]:
    found = {}
    for source, page in PAGES.items():
        if source.endswith(".md") and page not in ("index.md", "reference/examples.md"):
            text = (ROOT / source).read_text(encoding="utf-8")
            found[page] = with_anchors(rewritten(text, source, page))
    return found


def with_anchors(markdown: str) -> str:
    """Headings that are a clause or a reading get an anchor that can be linked to from anywhere."""
    return re.sub(
        r"^(#{2,4} )((?:I-\d+|[A-Z]{2}-[A-Za-z0-9]+\.\S+))(.*)$",
        lambda found: f'{found[1]}{found[2]}{found[3]} {{ id="{anchor(found[2])}" }}',
        markdown,
        flags=re.MULTILINE,
    )
