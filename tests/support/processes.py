"""Programs that tests start: where bytecode may not lie beside the code, it lies apart, so that only the
first of them compiles everything."""

from __future__ import annotations

import os

from tests.support import ROOT

FORBIDDEN = "PYTHONDONTWRITEBYTECODE"


def environment(**more: str) -> dict[str, str]:
    """The environment of a Python program that a test starts."""
    found = {**os.environ, **more}
    if found.pop(FORBIDDEN, ""):
        found["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "bytecode")
    return found
