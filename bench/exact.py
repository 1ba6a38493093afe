"""Exact main games against plain loops over all deals in C++, compiled here and called in this process."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from bench.measure import Compared, Effort, LeftOut, Result, agree, best
from feltlaw import Submission
from feltlaw.mathematics import raise_it_up_classes, raise_it_up_hands, three_card
from feltlaw.mathematics.against_dealer import MainGame
from feltlaw.mathematics.raise_it_up_solve import DEALS, Game, read_terms

SOURCES = Path(__file__).with_name("baseline")
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


class Baseline:
    """A compiled loop: its table of hands is filled beforehand, then it may be run again and again."""

    def __init__(self, compiler: str, name: str, folder: Path) -> None:
        library = folder / f"{name}.so"
        subprocess.run([compiler, *FLAGS, "-o", library, SOURCES / f"{name}.cpp"], check=True)
        loaded = ctypes.CDLL(str(library))
        loaded.fill_table()
        self._solve = loaded.solve
        self._solve.restype = ctypes.c_int64

    def __call__(self) -> tuple[int, int]:
        """The sum of what the player wins over all deals, and how many deals there are."""
        deals = ctypes.c_int64()
        return int(self._solve(ctypes.byref(deals))), deals.value


def compiler() -> str | None:
    return shutil.which(os.environ.get("CXX", "g++"))


def exact_three_card(effort: Effort, folder: Path) -> Iterator[Result]:
    """Ante and Play at their best: solved with the ranking's table of hands kept, and with nothing kept."""
    rules = Submission.from_data({"regulation": "PA-649a"})

    def solve() -> Fraction:
        game = MainGame(rules)
        return game.ev(game.stays)

    def anew() -> Fraction:
        three_card.hand_table.cache_clear()
        return solve()

    yield from _exact(
        "Three Card Poker", "three_card", effort, folder, (solve, anew), (1, three_card.DEALS, 80)
    )


def exact_raise_it_up(effort: Effort, folder: Path) -> Iterator[Result]:
    """Three decisions at their best: solved with the classes of cards kept, and with nothing kept."""
    rules = Submission.from_data({"regulation": "PA-669a"})

    def solve() -> Fraction:
        return Game(read_terms(rules), counted=False).plan().value

    def anew() -> Fraction:
        for kept in (raise_it_up_classes.sets, raise_it_up_classes.steps, raise_it_up_hands.read_six_cards):
            kept.cache_clear()
        return solve()

    yield from _exact("Raise It Up Stud", "raise_it_up", effort, folder, (solve, anew), (2, DEALS, 50))


def _exact(
    game: str,
    source: str,
    effort: Effort,
    folder: Path,
    ways: tuple[Callable[[], Fraction], Callable[[], Fraction]],
    terms: tuple[int, int, int],
) -> Iterator[Result]:
    found = compiler()
    if found is None:
        yield LeftOut(f"{game}, exact", "there is no C++ compiler (g++, or another named by CXX)")
        return
    scale, deals, at_least = terms
    loop, (won, counted) = best(Baseline(found, source, folder), effort.rounds(3))
    for way, said, wanted in zip(ways, ("warm", "everything anew"), (at_least, None), strict=True):
        way()
        ours, value = best(way, effort.rounds(9))
        agree(f"{game}: sum over all deals", (value * scale * deals, deals), (won, counted))
        against = f"C++, {deals:,} deals" if source == "three_card" else "C++, hands but for suits"
        yield Compared(f"{game}, exact, {said}", "solution", ours, loop, against, wanted)
