"""Joins the register of clauses with the data, the code and the tests: `make conformance`.

Writes map.json and examples.json under conformance, docs/rules and docs/system.md, and prints what is
proved. `--check` writes nothing and fails if they are out of date; `--missing` names the clauses that are not
proved.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltlaw.regulation import Regulation
    from tools.clauses.collect import Marked
    from tools.clauses.facts import Facts

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules"


def out_of_date(files: Mapping[Path, str], pages: Path) -> list[Path]:
    """The files that differ from what they should hold, and pages that should not be there."""
    left_over = (path for path in pages.glob("*.md") if path not in files)
    differ = (path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text)
    return sorted([*left_over, *differ])


def map_text(found: Mapping[str, object]) -> str:
    """The map as JSON, a line for each clause, so that a change of one clause is a change of one line."""
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def written(tests: Sequence[Marked]) -> tuple[list[Regulation], list[Facts], dict[Path, str]]:
    """The regulations, what is known of each clause, and every file that is written from it."""
    from feltlaw.regulation import load, regulation_ids
    from tools.clauses.examples import examples_text
    from tools.clauses.facts import as_map, join
    from tools.clauses.pages import index, page
    from tools.clauses.system import page as system_page

    regulations = [load(one) for one in regulation_ids()]
    facts = join(regulations, tests, ROOT / "src")
    files = {ROOT / "conformance" / "map.json": map_text(as_map(facts))}
    files[ROOT / "conformance" / "examples.json"] = examples_text()
    files |= {RULES / f"{one.id}.md": page(one, facts) for one in regulations}
    files[RULES / "README.md"] = index(regulations, facts)
    files[ROOT / "docs" / "system.md"] = system_page(tests, ROOT / "conformance" / "system.md")
    return regulations, facts, files


def main(arguments: list[str]) -> int:
    from feltlaw.register import citable
    from tools.clauses.collect import CollectError, collect, unknown
    from tools.clauses.summary import tell

    parser = argparse.ArgumentParser(description="Every clause, and the test that proves it.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if the files are out of date"
    )
    parser.add_argument("--missing", action="store_true", help="name the clauses that are not proved")
    options = parser.parse_args(arguments)

    try:
        tests = collect(ROOT)
    except CollectError as error:
        print(f"The tests cannot be collected:\n{error}", file=sys.stderr)
        return 1
    if wrong := unknown(tests, citable()):
        print("\n".join(["Markers that name nothing known:", *wrong]), file=sys.stderr)
        return 1

    regulations, facts, files = written(tests)
    stale = out_of_date(files, RULES)
    if options.check:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run make conformance", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        if path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
        else:
            path.unlink()
    print("\n\n".join(tell(regulations, facts, missing=options.missing)))
    return 0


if __name__ == "__main__":
    sys.path[0] = str(ROOT)  # so that `tools` is found
    sys.exit(main(sys.argv[1:]))
