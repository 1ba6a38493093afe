"""What a user gets: the wheel, built from the sdist and installed where there is nothing of the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.support import ROOT

LOCK = ROOT / "requirements.lock"
SCRIPTS = Path(sys.executable).parent


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    env["UV_SYSTEM_CERTS"] = "1"
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    shown = " ".join(str(part) for part in command)
    assert done.returncode == 0, f"{shown}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pins(lock: str) -> str:
    """The versions of the lock without its hashes, to hold an installation to them."""
    return "\n".join(re.findall(r"^[A-Za-z0-9][^\\\n]*==[^\\\n]*", lock, flags=re.MULTILINE)) + "\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Without --wheel, build makes the sdist first and the wheel out of it: so both are whole."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, ROOT, cwd=dist)
    (made,) = dist.glob("*.whl")
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        top = {name.split("/")[1] for name in packed.getnames() if name.count("/") > 1}
    assert {"bench", "conformance", "docs", "src", "tests", "tools"} <= top
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a clean environment with the wheel and what it asks for, no more."""
    home = tmp_path_factory.mktemp("clean")
    constraints = home / "constraints.txt"
    constraints.write_text(pins(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    venv = home / "venv"
    uv = shutil.which("uv", path=str(SCRIPTS))
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, venv, cwd=home)
        install: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", venv / "bin" / "python"]
    else:
        run(sys.executable, "-m", "venv", venv, cwd=home)
        install = [venv / "bin" / "python", "-m", "pip", "install", "--quiet"]
    run(*install, "--constraint", constraints, wheel, cwd=home)
    return venv / "bin"


def test_wheel_holds_what_it_needs(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert wheel.name == f"feltlaw-{project['version']}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("clauses.csv", "interpretations.md", "map.json", "examples.json"):
        assert f"feltlaw/conformance/{name}" in names
    assert "feltlaw/py.typed" in names
    assert not [name for name in names if "scenarios" in name]
    assert {name.split("/")[0] for name in names} == {"feltlaw", f"feltlaw-{project['version']}.dist-info"}


def test_installed_games(installed: Path, tmp_path: Path) -> None:
    out = run(installed / "feltlaw", "games", "--json", cwd=tmp_path)
    assert json.loads(out)
    assert not list(tmp_path.iterdir()), "the command left something in the folder it was called from"


def test_installed_rules_show(installed: Path, tmp_path: Path) -> None:
    out = run(installed / "feltlaw", "rules", "show", "PA-649a.11(b)(1)", cwd=tmp_path)
    assert out.strip()


def test_installed_package_is_the_wheel(installed: Path, tmp_path: Path) -> None:
    out = run(installed / "python", "-c", "import feltlaw; print(feltlaw.__file__)", cwd=tmp_path)
    assert Path(out.strip()).is_relative_to(installed.parent)


def test_pins_are_read_from_a_lock() -> None:
    lock = "# made by\na==15.0.0 \\\n    --hash=sha256:ab \\\n    # via x==1\nb==1.0 ; os_name == 'nt' \\\n"
    assert pins(lock).splitlines() == ["a==15.0.0 ", "b==1.0 ; os_name == 'nt' "]


def test_lock_has_hashes_and_names_no_host() -> None:
    lock = LOCK.read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|--(extra-)?index-url|--find-links", lock)
