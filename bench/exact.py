"""Exact main games against plain loops over all deals in C++, compiled here and called in this process."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from bench.measure import Compared, Effort, LeftOut, Result, agree, best
from feltlaw import Submission
from feltlaw.mathematics import raise_it_up_classes, raise_it_up_hands, three_card
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.raise_it_up_solve import DEALS, StreetSolver, read_terms

SOURCES = Path(__file__).with_name("baseline")
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


class Baseline:
    """A compiled loop: its table of hands is filled beforehand, then it may be run again and again."""

    def __init__(self, compiler: str, name: str, loop: str, folder: Path) -> None:
        library = folder / f"{name}.so"
        if not library.exists():
            subprocess.run([compiler, *FLAGS, "-o", library, SOURCES / f"{name}.cpp"], check=True)
        loaded = ctypes.CDLL(str(library))
        loaded.fill_table()
        self._solve = getattr(loaded, loop)
        self._solve.restype = ctypes.c_int64

    def __call__(self) -> tuple[int, int]:
        """The sum of what the player wins over all deals, and how many deals there are."""
        deals = ctypes.c_int64()
        return int(self._solve(ctypes.byref(deals))), deals.value


def compiler() -> str | None:
    return shutil.which(os.environ.get("CXX", "g++"))


@dataclass(frozen=True)
class Exact:
    """A game, and two ways to its expected value per unit of the Ante."""

    game: str
    warm: Callable[[], Fraction]
    anew: Callable[[], Fraction]
    source: str
    loops: Mapping[str, str]
    """What the baselines are called, and the functions they are; the first is the plain one."""
    scale: int
    """What makes every sum of the baseline whole."""
    deals: int
    at_least: int


def exact_three_card(effort: Effort, folder: Path) -> Iterator[Result]:
    """Ante and Play at their best: solved with the ranking's table of hands kept, and with nothing kept."""
    rules = Submission.from_data({"regulation": "PA-649a"})

    def solve() -> Fraction:
        game = DealerGame(rules)
        return game.ev(game.stays)

    def anew() -> Fraction:
        three_card.hand_table.cache_clear()
        return solve()

    deals = three_card.DEALS
    loops = {f"C++ over {deals:,} deals": "solve", "C++, the other cards listed": "solve_listed"}
    yield from _exact(
        Exact("Three Card Poker", solve, anew, "three_card", loops, 1, deals, 80), effort, folder
    )


def exact_raise_it_up(effort: Effort, folder: Path) -> Iterator[Result]:
    """Three decisions at their best: solved with the classes of cards kept, and with nothing kept."""
    rules = Submission.from_data({"regulation": "PA-669a"})

    def solve() -> Fraction:
        return StreetSolver(read_terms(rules), counted=False).plan().value

    def anew() -> Fraction:
        for kept in (raise_it_up_classes.sets, raise_it_up_classes.steps, raise_it_up_hands.read_six_cards):
            kept.cache_clear()
        return solve()

    loops = {"C++ over 1,755 hands x 110,544": "solve"}
    yield from _exact(
        Exact("Raise It Up Stud", solve, anew, "raise_it_up", loops, 2, DEALS, 50), effort, folder
    )


def _exact(game: Exact, effort: Effort, folder: Path) -> Iterator[Result]:
    found = compiler()
    if found is None:
        yield LeftOut(f"{game.game}, exact", "there is no C++ compiler (g++, or another named by CXX)")
        return
    ways = {"warm": game.warm, "everything anew": game.anew}
    ours = {}
    for said, way in ways.items():
        way()
        ours[said] = best(way, effort.rounds(9))
    wanted: int | None = game.at_least
    for against, loop in game.loops.items():
        taken, solved = best(Baseline(found, game.source, loop, folder), effort.rounds(3))
        for said, (seconds, value) in ours.items():
            answer = value * game.scale * game.deals, game.deals
            agree(f"{game.game}: what all deals win, and how many there are", answer, solved)
            at_least = wanted if said == "warm" else None
            yield Compared(f"{game.game}, exact, {said}", "solution", seconds, taken, against, at_least)
        wanted = None
