"""What mkdocs calls while it builds the site: pages are added, links and marks filled in."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.site import examples, games, moved, program, words  # noqa: E402
from tools.site.links import rewritten  # noqa: E402

MARK = re.compile(r"^<!-- site: (\w+) -->$", re.MULTILINE)


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are made."""
    from mkdocs.structure.files import File

    for part in (games, program, examples, moved):
        for name, text in part.pages().items():
            files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links out of docs become links of the site; marks become what they stand for."""
    if page.file.generated_by is not None:
        return markdown
    name = page.file.src_uri
    text = moved.with_anchors(rewritten(markdown, f"docs/{name}", name))
    return MARK.sub(lambda found: filled(found[1], text), text)


def filled(mark: str, text: str) -> str:
    """What a mark on a page stands for."""
    if mark == "words":
        return words.law_words()
    if mark == "settlement":
        return program.example_settlement(text)
    if mark == "analysis":
        return program.example_analysis()
    raise ValueError(f"no page has a mark '{mark}'")
