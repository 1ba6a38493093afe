"""Links of the site: to clauses, to readings, and what links out of the documentation become."""

from __future__ import annotations

import posixpath
import re

from feltlaw.register import clauses
from feltlaw.regulation.model import Cite

READINGS = "rules/readings.md"
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "design/architecture.md",
    "CONTRIBUTING.md": "design/contributing.md",
    "CHANGELOG.md": "design/changelog.md",
    "SECURITY.md": "operations/security.md",
    "conformance/interpretations.md": READINGS,
    "conformance/system.md": "rules/system.md",
    "examples": "reference/examples.md",
    "examples/README.md": "reference/examples.md",
    "docs/rules": "rules/README.md",
    "docs/layouts": "layout.md",
}
"""Where a file or folder of the repository is on the site."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")
DEFINED = re.compile(r"^\[([^\]]+)\]: (\S+)\n", re.MULTILINE)
OUTSIDE = re.compile(r"[a-z]+:|#")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)


def anchor(name: str) -> str:
    """The anchor of a clause or a reading."""
    return re.sub(r"[^a-z0-9#]+", "-", name.lower()).strip("-").replace("#", "n")


def cited(cite: Cite, page: str) -> str:
    """Clauses and readings as links from a page."""
    return ", ".join(link_to(one, page) for one in (*cite.clauses, *cite.interpretations))


def link_to(name: str, page: str) -> str:
    """A clause or a reading as a link from a page; a clause that only has parts, to its first part."""
    if name.startswith("I-"):
        return f"[{name}]({relative(READINGS, page)}#{anchor(name)})"
    found = name if name in clauses() else next(one for one in clauses() if one.startswith(f"{name}("))
    law = relative(f"rules/{name.partition('.')[0]}.md", page)
    return f"[{name}]({law}#{anchor(found)})"


def relative(target: str, page: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def rewritten(markdown: str, source: str, page: str) -> str:
    """Text from a file of the repository with its links as they are on the page; what is not on the site
    keeps its words alone."""
    kept: list[str] = []
    gone: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    def changed(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        words = LINK.sub(changed, words)
        there = on_site(target, source, page)
        if there:
            return f"{mark}[{words}]({there})"
        return "" if mark else words

    def defined(found: re.Match[str]) -> str:
        label, target = found.groups()
        there = on_site(target, source, page)
        if not there:
            gone.append(label)
        return f"[{label}]: {there}\n" if there else ""

    text = LINK.sub(changed, DEFINED.sub(defined, FENCE.sub(put_aside, markdown)))
    if gone:
        either = "|".join(re.escape(label) for label in gone)
        text = re.sub(rf"\[({either})\](?![\[(:])", r"\1", text)
    return re.sub("\0([0-9]+)\0", lambda found: kept[int(found[1])], text)


def on_site(target: str, source: str, page: str) -> str:
    """Where a link from a file of the repository leads on the site; empty where that is not on it."""
    if OUTSIDE.match(target):
        return target
    path, _, place = target.partition("#")
    here = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    there = PAGES.get(here) or (here.removeprefix("docs/") if here.startswith("docs/") else "")
    if there == READINGS and (reading := re.match(r"i-\d+", place)):
        place = reading[0]
    return f"{relative(there, page)}{'#' + place if place else ''}" if there else ""
