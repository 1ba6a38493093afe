"""The glossary's words of the law: what the chapters define, in our own words."""

from __future__ import annotations

import re

from feltlaw.register import clauses
from tools.site.links import link_to

PAGE = "glossary.md"


def law_words() -> str:
    """Every definition by its word, with the chapters that have it."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, clause in clauses().items():
        if clause.kind == "definition" and ":" in name:
            word = re.sub(r"#\d+$", "", name.partition(":")[2]).replace("-", " ")
            found.setdefault(word, {}).setdefault(clause.requirement, []).append(name)
    lines = []
    for word, texts in sorted(found.items()):
        lines += [f"**{word[:1].upper()}{word[1:]}**", ""]
        for text, names in texts.items():
            lines += [f":   {text} <small>{', '.join(link_to(one, PAGE) for one in names)}</small>", ""]
    return "\n".join(lines)
