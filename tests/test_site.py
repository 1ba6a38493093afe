"""Pages of the documentation site that are made when it is built; `make docs` checks links and anchors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feltlaw import load, regulation_ids
from feltlaw.register import clauses
from tools.site import examples, games, moved, program, words
from tools.site.links import LINK, PAGES, anchor, rewritten

ROOT = Path(__file__).parents[1]


def test_how_to_play_has_everything_a_player_asks() -> None:
    page = games.how_to_play("PA-680a", "games/PA-680a.md")
    for head in ("How a round goes", "Best play", "Limits", "Ante", "Bonus", "House edge, with best play"):
        assert f"\n## {head}\n" in page
    assert "(../layouts/PA-680a.svg)" in page and "(../rules/PA-680a.md#pa-680a-11-b-1)" in page


@pytest.mark.parametrize("regulation", regulation_ids())
def test_how_it_is_dealt_has_every_step_and_irregularity(regulation: str) -> None:
    law = load(regulation)
    page = games.how_it_is_dealt(law, f"dealing/{regulation}.md")
    for step in law.steps:
        assert step.text in page
    for one in law.irregularities.values():
        assert one.text in page


def test_no_two_clauses_share_an_anchor() -> None:
    assert len({anchor(name) for name in clauses()}) == len(clauses())


def test_every_command_is_on_the_page() -> None:
    page = program.command_line()
    for command in ("feltlaw games", "feltlaw rules check", "feltlaw audit verify", "feltlaw serve"):
        assert re.search(rf"^#+ {command}$", page, re.MULTILINE)
    assert "<code>--json</code>" in page


def test_every_regulation_has_its_keys() -> None:
    page = program.submission_keys()
    for name in regulation_ids():
        assert f'    regulation = "{name}"' in page


def test_examples_of_the_formats_are_made() -> None:
    formats = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert '"wager": "three_card_progressive"' in program.example_settlement(formats)
    assert '"prime"' in program.example_analysis()


def test_every_example_is_shown() -> None:
    made = examples.pages()
    for path in (ROOT / "examples").glob("*.py"):
        assert f'title="examples/{path.name}"' in made["reference/examples.md"]
    assert "# The first hour with feltlaw" in made["reference/notebook.md"]


def test_the_words_of_the_law() -> None:
    page = words.law_words()
    assert "**Stub**" in page or "**Ante wager**" in page
    assert "(rules/PA-649a.md#" in page


def test_what_is_moved_is_there() -> None:
    assert set(moved.pages()) == {page for source, page in PAGES.items() if source.endswith(".md")} - {
        "index.md",
        "reference/examples.md",
    }


@pytest.mark.parametrize(
    ("source", "page", "text", "becomes"),
    [
        ("docs/floor.md", "floor.md", "[r](record.md#checkpoints)", "[r](record.md#checkpoints)"),
        ("CHANGELOG.md", "design/changelog.md", "[c](docs/commands.md)", "[c](../commands.md)"),
        ("docs/record.md", "record.md", "[a](../ARCHITECTURE.md)", "[a](design/architecture.md)"),
        ("docs/rules/PA-1.md", "rules/PA-1.md", "the [data](../../src/x.toml)", "the data"),
        ("docs/x.md", "x.md", "[![p](pages/p.jpg)](pages/p.jpg)", "[![p](pages/p.jpg)](pages/p.jpg)"),
        ("docs/x.md", "x.md", "[d](https://example.org)", "[d](https://example.org)"),
        (
            "docs/rules/a.md",
            "rules/a.md",
            "[t.py] `b`\n\n[t.py]: ../../tests/t.py\n",
            "t.py `b`\n\n",
        ),
        (
            "docs/rules/a.md",
            "rules/a.md",
            "[I-01]\n\n[I-01]: ../../conformance/interpretations.md#i-01-n-to-1\n",
            "[I-01]\n\n[I-01]: readings.md#i-01\n",
        ),
        ("docs/x.md", "x.md", "```\n[a](../b.c)\n```", "```\n[a](../b.c)\n```"),
    ],
)
def test_links_out_of_the_documentation(source: str, page: str, text: str, becomes: str) -> None:
    assert rewritten(text, source, page) == becomes


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "examples/README.md"])
def test_links_of_the_repository_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for _, _, target in LINK.findall(path.read_text(encoding="utf-8")):
        if not target.startswith(("http", "#")):
            assert (path.parent / target.partition("#")[0]).exists(), target


def test_pictures_are_small() -> None:
    for path in (ROOT / "docs" / "pictures").iterdir():
        assert path.stat().st_size < 150_000, path.name


def test_clauses_and_readings_get_anchors() -> None:
    assert moved.with_anchors("### I-02 Odd cents") == '### I-02 Odd cents { id="i-02" }'
    assert moved.with_anchors("### PA-649a.11(c)#2") == '### PA-649a.11(c)#2 { id="pa-649a-11-c-n2" }'
    assert moved.with_anchors("## Record") == "## Record"
