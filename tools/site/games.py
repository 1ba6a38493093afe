"""How to play each game, from the players' guide; and how it is dealt, from the regulation's steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from feltlaw import Regulation, load, regulation_ids, usual_submission
from feltlaw.layout import layout_of
from feltlaw.layout.flow import Block, Facts, Grid, Paragraphs, Table
from feltlaw.layout.guide import guide_blocks
from feltlaw.layout.model import Element
from feltlaw.regulation.vocabulary import CONDITIONS
from feltlaw.telling.teaching import how_it_goes
from tools.site.links import cited, relative

GROUPS = {
    "opening": "Opening the table",
    "shuffle": "Shuffle and cut",
    "betting": "Wagers",
    "manual_shoe": "Dealing from a manual shoe",
    "hand": "Dealing from the hand",
    "automated_shoe": "Dealing from an automated shoe",
    "round": "Playing and settling the round",
    "two_decks": "Two decks",
}


def pages() -> dict[str, str]:
    found = {}
    for name in regulation_ids():
        found[f"games/{name}.md"] = how_to_play(name, f"games/{name}.md")
        found[f"dealing/{name}.md"] = how_it_is_dealt(load(name), f"dealing/{name}.md")
    return found


def titled(law: Regulation) -> str:
    """A game by its title, with where it is played: two regulations have one game."""
    return f"{law.title} ({law.jurisdiction})"


def how_to_play(name: str, page: str) -> str:
    submission = usual_submission(name)
    law = submission.regulation
    felt = f"../layouts/{name}"
    lines = [
        f"# {titled(law)}",
        "",
        " ".join(how_it_goes(submission)),
        "",
        f"[![The felt]({felt}.svg){{ .felt }}]({felt}.html)",
        "",
        f"The felt of the table that `feltlaw rules new {name}` writes; its limits and paytables are below. "
        f"[The same with the clause behind every element]({felt}.html).",
        "",
        "Try it without an account in the browser (`make run`, *Play now*) or in the terminal:",
        "",
        "```sh",
        f"feltlaw play {name}",
        "```",
        "",
    ]
    for block in guide_blocks(submission, layout_of(submission)):
        lines += [*_block(block, page), ""]
    lines += [
        f"How a dealer runs it is on the page [Dealing {law.title}]({relative(f'dealing/{name}.md', page)}), "
        f"every clause on [{law.id}]({relative(f'rules/{name}.md', page)}).",
        "",
    ]
    return "\n".join(lines)


def _block(block: Block, page: str) -> Iterator[str]:
    if isinstance(block, Table):
        posted = block.block
        yield f"## {posted.title.capitalize() if posted.title.isupper() else posted.title}"
        yield ""
        heads = posted.heads or ("pays" if posted.wager or posted.award else "",)
        yield from _head("", *heads)
        for row in posted.rows:
            yield _row(row.shown, *row.pays)
        yield ""
        if posted.note:
            yield f"{posted.note}"
            yield ""
        yield _small(posted, page)
    elif isinstance(block, Facts):
        yield f"## {block.heading}"
        yield ""
        yield from _head("", "")
        for name, figure, _ in block.lines:
            yield _row(name, figure)
    elif isinstance(block, Grid):
        yield f"## {block.heading}"
        yield ""
        yield from _head(*block.heads)
        for cells in block.rows:
            yield _row(*cells)
    elif isinstance(block, Paragraphs):
        yield f"## {block.heading}"
        yield ""
        for at, (text, element) in enumerate(block.texts, 1):
            yield f"{f'{at}.' if block.numbered else '-'} {text} {_small(element, page)}".rstrip()


def _small(element: Element | None, page: str) -> str:
    """What it rests on, small."""
    found = cited(element.cite, page) if element is not None else ""
    return f"<small>{found}</small>" if found else ""


def _head(*heads: str) -> Iterator[str]:
    yield _row(*heads)
    yield "|---" + "|---:" * (len(heads) - 1) + "|"


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def how_it_is_dealt(law: Regulation, page: str) -> str:
    lines = [
        f"# Dealing {titled(law)}",
        "",
        f"What is done at the table, step by step and by whom, as {law.citation} has it. The console "
        "says which of these comes next, and refuses a step out of order.",
        "",
    ]
    for group, steps in groupby(sorted(law.steps, key=lambda one: list(GROUPS).index(one.group)), _group):
        lines += [f"## {GROUPS[group]}", "", *_head("step", "who"), ""][:-1]
        for step in steps:
            when = "" if step.when == "always" else f"*Where {CONDITIONS[step.when]}:* "
            lines.append(
                _row(f"{when}{step.text} <small>{cited(step.cite, page)}</small>", ", ".join(step.by))
            )
        lines.append("")
    lines += ["## When something goes wrong", "", *_head("what happened", "what is done")]
    for kind, one in law.irregularities.items():
        what = kind.replace("_", " ").capitalize()
        lines.append(_row(what, f"{one.text} <small>{cited(one.cite, page)}</small>"))
    return "\n".join(lines) + "\n"


def _group(step: object) -> str:
    return getattr(step, "group", "")
