"""Which program this is, for whatever says so: records, reports, drawings."""

from __future__ import annotations

import importlib.metadata
from functools import cache


@cache
def version() -> str:
    """This program's version; asking the installation for it reads files."""
    return importlib.metadata.version("feltlaw")
