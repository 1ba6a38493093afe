"""Where something stands in a data file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the data file, and what stands there."""

    where: str
    data: Mapping[str, Any]
