"""What the commands load: an answer of a second must not wait for a library it has no use for."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.support.submissions import REGULATIONS

COMPILERS = {"numba", "llvmlite"}
HEAVY = {"numpy", "scipy", "pandas", "dask", "distributed", "matplotlib", "plotly", "typst"}
SERVERS = {"fastapi", "starlette", "uvicorn", "aiohttp", "pydantic"}
CODE = """
import contextlib, io, json, sys
from feltlaw.cli import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["feltlaw", *arguments]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            main()
        except SystemExit as left:
            assert not left.code, (arguments, left.code)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def python(*arguments: str) -> str:
    """What a fresh interpreter prints, with nothing imported but what the code asks for."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("COV_", "PYTEST"))}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=120, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded(*commands: list[str]) -> set[str]:
    """The libraries in memory after these commands."""
    return set(json.loads(python("-c", CODE, json.dumps(commands))))


def test_analyze_loads_nothing_heavy() -> None:
    found = loaded(
        *(["analyze", regulation, "--json"] for regulation in REGULATIONS),
        ["analyze", "PA-649a", "--hand", "Qs 6d 4c"],
        ["analyze", "PA-679a", "--rounds", "100", "--bankroll", "20", "--json"],
    )
    assert "feltlaw" in found
    assert not found & (COMPILERS | HEAVY | SERVERS)


@pytest.mark.parametrize(
    "command",
    [["games", "--json"], ["rules", "check", "PA-649a"], ["rules", "new", "PA-680a"], ["--version"]],
)
def test_small_commands_load_nothing_heavy(command: list[str]) -> None:
    assert not loaded(command) & (COMPILERS | HEAVY | SERVERS | {"rich"})


def test_what_is_heavy_would_be_seen() -> None:
    numpy = "import sys, feltlaw.mathematics.evaluators as e, feltlaw; print('numpy' in sys.modules)\n"
    numpy += "e.Evaluator(feltlaw.load('PA-649a').rankings['three_card'])\n"
    numpy += "print('numpy' in sys.modules, 'numba' in sys.modules)"
    assert python("-c", numpy).splitlines() == ["False", "True False"]


def test_the_package_alone_loads_none_of_its_parts() -> None:
    code = "import sys, feltlaw; print(*sorted(name for name in sys.modules if name.startswith('feltlaw')))"
    assert python("-c", code).split() == ["feltlaw"]
