"""The loop as plain Python: a thousand times slower, at once, and the same to the bit.

Making machine code of it takes half a minute the first time. What is played meanwhile is played here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

Play = Callable[..., int]


def is_compiled(function: Any) -> bool:
    """Whether there is machine code of it: made by this process, or kept on disk by an earlier one."""
    if not hasattr(function, "py_func") or function.signatures:
        return True
    source, folder = Path(function.py_func.__code__.co_filename), function.stats.cache_path
    name = f"{source.stem}.{function.__name__}-{function.py_func.__code__.co_firstlineno}."
    kept = Path(folder).glob(f"{name}py{sys.version_info[0]}{sys.version_info[1]}*.nbi") if folder else ()
    return any(one.stat().st_mtime >= source.stat().st_mtime for one in kept)


def interpreted(function: Any) -> Play:
    """The function with all that it calls, none of it compiled."""
    plain = _plain(function, {})

    def play(*arguments: Any) -> int:
        with np.errstate(over="ignore"):  # its generator counts round in 64 bits
            return int(plain(*arguments))

    return play


def _plain(function: Any, known: dict[int, FunctionType]) -> FunctionType:
    if id(function) not in known:
        written: FunctionType = getattr(function, "py_func", function)
        around = dict(written.__globals__)
        made = FunctionType(written.__code__, around, written.__name__, written.__defaults__)
        known[id(function)] = made
        for name, value in written.__globals__.items():
            if hasattr(value, "py_func"):
                around[name] = _plain(value, known)
    return known[id(function)]
