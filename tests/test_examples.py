"""Every example runs as it stands, and the notebook shows what its cells print."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

from tools.notebook import NOTEBOOKS, code_cells, outputs

EXAMPLES = Path(__file__).parents[1] / "examples"
SAYS = {
    "check_a_submission": "(PA-649a.3(b))",
    "compare_paytables": "Best play: play Q-6-4 or better",
    "draw_a_felt": "seat 1, ante: PA-680a.2(b)(2)",
    "find_a_forgery": "wrong: line 7: this line was changed",
    "run_a_table": "12 lines in 2 rounds settled again",
    "seat_a_bot": "The round is over: ",
    "settle_a_dispute": "at 3 to 1, $15 is paid",
    "test_a_side_bet": "test_a_fold_does_not_forfeit_it: passed",
}
"""A part of what each one prints."""


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(path), "PA-679a"])  # the quickest of those one may ask for
    runpy.run_path(str(path), run_name="__main__")
    assert SAYS[path.stem] in capsys.readouterr().out


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_print(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert [cell["outputs"] for cell in code_cells(notebook)] == outputs(notebook), (
        "run .venv/bin/python -m tools.notebook"
    )
