"""The examples as a page: scripts as they stand, and the notebook with what its cells show."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "examples"


def pages() -> dict[str, str]:
    lines = ["# Examples", "", "Each runs as it stands from the repository, and a test runs them all.", ""]
    for path in sorted(FOLDER.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        said = (ast.get_docstring(ast.parse(source)) or "").strip()
        code = source.split('"""', 2)[2].strip()
        lines += [f"## {path.stem.replace('_', ' ').capitalize()}", "", said, ""]
        lines += [f'```python title="examples/{path.name}"', code, "```", ""]
    return {"reference/examples.md": "\n".join(lines), "reference/notebook.md": _notebook()}


def _notebook() -> str:
    notebook = json.loads((FOLDER / "first_hour.ipynb").read_text(encoding="utf-8"))
    lines: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
        else:
            lines += ["```python", source, "```", "", *_outputs(cell["outputs"])]
    lines += ["The notebook itself is `examples/first_hour.ipynb`.", ""]
    return "\n".join(lines)


def _outputs(outputs: list[dict[str, Any]]) -> Iterator[str]:
    for one in outputs:
        text = "".join(one.get("text") or one["data"]["text/plain"])
        yield from ("```text", text.rstrip("\n"), "```", "")
