"""Runs seeds of the box: `python -m tests.box SEED [--story]`, `python -m tests.box FIRST LAST`."""

from __future__ import annotations

import argparse
import sys
import time

from tests.box.running import run_seed
from tests.box.world import SHORT


def main() -> int:
    """Says for each seed that fails what was wrong, and at the end what happened in all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.box", description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, nargs="?", help="run every seed from the first to this one")
    parser.add_argument("--story", action="store_true", help="tell everything that happened")
    parser.add_argument("--twin", default="", help="with a bad twin of the floor")
    parser.add_argument("--short", action="store_true", help="as the tests that run always have it")
    given = parser.parse_args()
    bad = 0
    began = time.process_time()
    counts = None
    for seed in range(given.first, (given.last or given.first) + 1):
        ran = run_seed(seed, twin=given.twin, size=SHORT if given.short else None)
        counts = ran.counts if counts is None else counts + ran.counts
        if given.story:
            print("\n".join(ran.story))
        for fault in ran.faults:
            print(f"seed {seed}: {fault}")
        bad += bool(ran.faults)
    assert counts is not None
    for what, many in sorted(counts.items()):
        print(f"{many:>12,}  {what}")
    print(f"{time.process_time() - began:.1f} s; {bad or 'no'} seeds failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
