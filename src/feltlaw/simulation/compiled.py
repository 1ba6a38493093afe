"""Functions that numba compiles: written as Python, run as machine code, kept on disk once made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from feltlaw.simulation.run import SimulationError

try:
    import numba
except ModuleNotFoundError:
    raise SimulationError("a simulation needs numba: pip install 'feltlaw[fast]'") from None

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function as machine code, made at its first call; it lets other threads run meanwhile."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))
