"""Links of the site: to clauses, to readings, and what links out of the documentation become."""

from __future__ import annotations

import posixpath
import re

from feltlaw.regulation.model import Cite

PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "design/architecture.md",
    "CONTRIBUTING.md": "design/contributing.md",
    "CHANGELOG.md": "design/changelog.md",
    "SECURITY.md": "operations/security.md",
    "conformance/interpretations.md": "rules/readings.md",
    "conformance/system.md": "rules/system.md",
    "examples": "reference/examples.md",
    "examples/README.md": "reference/examples.md",
    "docs/rules": "rules/README.md",
    "docs/layouts": "layout.md",
}
"""Where a file or folder of the repository is on the site."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:|#")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)


def anchor(name: str) -> str:
    """The anchor of a clause or a reading."""
    return re.sub(r"[^a-z0-9#]+", "-", name.lower()).strip("-").replace("#", "n")


def cited(cite: Cite, page: str) -> str:
    """Clauses and readings as links from a page."""
    return ", ".join(link_to(one, page) for one in (*cite.clauses, *cite.interpretations))


def link_to(name: str, page: str) -> str:
    """A clause or a reading as a link from a page."""
    reading = name.startswith("I-")
    target = "rules/readings.md" if reading else f"rules/{name.partition('.')[0]}.md"
    return f"[{name}]({relative(target, page)}#{anchor(name)})"


def relative(target: str, page: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def rewritten(markdown: str, source: str, page: str) -> str:
    """Text from a file of the repository with its links as they are on the page; what is not on the site
    keeps its words alone."""
    kept: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    def changed(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        words = LINK.sub(changed, words)
        if OUTSIDE.match(target):
            return f"{mark}[{words}]({target})"
        path, _, place = target.partition("#")
        here = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        there = PAGES.get(here) or (here.removeprefix("docs/") if here.startswith("docs/") else "")
        if not there:
            return words if not mark else ""
        return f"{mark}[{words}]({relative(there, page)}{'#' + place if place else ''})"

    text = LINK.sub(changed, FENCE.sub(put_aside, markdown))
    return re.sub("\0([0-9]+)\0", lambda found: kept[int(found[1])], text)
