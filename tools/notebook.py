"""Runs the notebooks of examples and writes what their cells print: `.venv/bin/python -m tools.notebook`.

The cells run without Jupyter: what a cell prints and the value of its last line are what it shows, as text
or, where the value draws itself, as a picture.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def outputs(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What each code cell shows, the cells run one after the other."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_shown(names, "".join(cell["source"])) for cell in code_cells(notebook)]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _shown(names: dict[str, Any], source: str) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if draws := getattr(value, "_repr_svg_", None):
            data["image/svg+xml"] = _lines(draws())
        found.append({"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}})
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> int:
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell, shown in zip(code_cells(notebook), outputs(notebook), strict=True):
            cell["outputs"] = shown
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
