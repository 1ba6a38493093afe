"""One seed from its beginning to its verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.box.checks import Verdict
from tests.box.twins import TWINS
from tests.box.world import Size, World

AUDIT_EVERY = 10
"""Every so many seeds the whole record is audited too."""


@dataclass(frozen=True)
class Ran:
    seed: int
    faults: tuple[str, ...]
    story: tuple[str, ...]
    counts: Counter[str]


def run_seed(seed: int, *, twin: str = "", size: Size | None = None) -> Ran:
    """Runs a seed and checks what it left behind."""
    world = World(seed, size or Size(), *([TWINS[twin]] if twin else []))
    world.run()
    verdict = Verdict(world.disk, world.asked, world.seen)
    faults = [*world.faults, *verdict.check(audited=seed % AUDIT_EVERY == 0)]
    world.loop.end()
    world.counts["seeds"] += 1
    return Ran(seed, tuple(faults), tuple(world.story), world.counts + verdict.counts)
