"""Every command in the README and in the tutorials is run, and does what is shown there; Python runs too.

In a block marked ``console``, a line that begins with ``$ `` is a command (a backslash at its end carries it
on to the next line), and the lines after it are lines of its output, in that order; ``...`` stands for any
lines left out. ``# exit 1`` at the end of a command states its exit status. Commands run in order, in one
temporary folder; those about the checkout itself (make, git, cd) are skipped.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
SKIPPED = {"make", "git", "cd"}
GAPS = {"...", "…"}
BLOCK = re.compile(r"^```console[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^ *```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"\s+# exit (\d+)\s*$")


@dataclass
class Command:
    line: str
    status: int = 0
    output: list[str] = field(default_factory=list)

    @property
    def skipped(self) -> bool:
        return self.line.split()[0] in SKIPPED


def commands(readme: str) -> list[Command]:
    found: list[Command] = []
    for block in BLOCK.findall(readme):
        current: Command | None = None
        for raw in re.sub(r"\\\n\s*(?:> )?", " ", block).splitlines():
            line = raw.rstrip()
            if line.startswith("$ "):
                stated = STATUS.search(line)
                current = Command(STATUS.sub("", line[2:]).strip(), int(stated[1]) if stated else 0)
                found.append(current)
            elif line and line.strip() not in GAPS:
                assert current, f"this line of a console block comes before any command: {line}"
                current.output.append(line)
    return found


def missing(command: Command, output: str) -> str | None:
    """The first line the README shows that the output does not have after the ones before it; however many
    spaces are between its words."""
    lines = iter([line.split() for line in output.splitlines()])
    return next((shown for shown in command.output if shown.split() not in lines), None)


def run(command: Command, folder: Path, page: str = "README.md") -> None:
    """Fails unless the command ends and prints as the page says."""
    scripts = Path(sys.executable).parent
    env = {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}",
        "COLUMNS": "110",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "TERM": "dumb",
        "FELTLAW_DATA": str(folder / "data"),
    }
    env.pop("FORCE_COLOR", None)
    done = subprocess.run(
        command.line,
        shell=True,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    told = f"{page}: $ {command.line}\n{done.stdout}"
    assert done.returncode == command.status, f"exit {done.returncode}, not {command.status}, from {told}"
    line = missing(command, done.stdout)
    assert line is None, f"no line {line!r} (in this place) from {told}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = commands(text)
    assert found or PYTHON.search(text) or page.stem == "side-bet"
    (tmp_path / ".venv").symlink_to(sys.prefix)  # so that .venv/bin/feltlaw is found as well
    for command in found:
        if not command.skipped:
            run(command, tmp_path, page.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for code in PYTHON.findall(page.read_text(encoding="utf-8")):
        names: dict[str, object] = {"__name__": "__main__"}
        exec(compile(textwrap.dedent(code), str(page), "exec"), names)
        for name, test in names.items():
            if name.startswith("test_") and callable(test):
                test()


# The reading of a README itself.

SAMPLE = """\
# Sample

```console
$ make setup
$ echo one; echo two; echo three
one
...
three
$ sh -c 'exit 3'   # exit 3
$ echo a \\
    b
a b
```

```python
$ not this
```
"""


def test_sample_is_read() -> None:
    assert commands(SAMPLE) == [
        Command("make setup"),
        Command("echo one; echo two; echo three", 0, ["one", "three"]),
        Command("sh -c 'exit 3'", 3),
        Command("echo a  b", 0, ["a b"]),
    ]
    assert [command.skipped for command in commands(SAMPLE)] == [True, False, False, False]


def test_sample_runs(tmp_path: Path) -> None:
    for command in commands(SAMPLE):
        if not command.skipped:
            run(command, tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        Command("echo one", 1),
        Command("exit 2"),
        Command("echo one", 0, ["two"]),
        Command("echo one; echo two", 0, ["two", "one"]),
        Command("no-such-command-anywhere"),
    ],
)
def test_what_differs_is_found(command: Command, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"README\.md: "):
        run(command, tmp_path)
