"""A hundred thousand seeds in parts that can be stopped and go on: what a part has done is kept for the code
it was done with."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from functools import cache
from pathlib import Path

from tests.box.running import run_seed
from tests.support import ROOT

SEEDS = 100_000
SHARDS = 200
EACH = SEEDS // SHARDS
SAVED_EVERY = 25


@cache
def fingerprint() -> str:
    """Of the program and of the box: what another one has done does not count for this one."""
    found = hashlib.sha256()
    for path in sorted([*ROOT.glob("src/feltlaw/**/*.py"), *ROOT.glob("src/feltlaw/**/*.sql"),
                        *ROOT.glob("src/feltlaw/**/*.toml"), *ROOT.glob("tests/box/*.py")]):  # fmt: skip
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def folder() -> Path:
    """Where parts are kept; `FELTLAW_PROOF` names another place."""
    return Path(os.environ.get("FELTLAW_PROOF", ROOT / ".proof")) / f"box-{fingerprint()}"


def run_shard(shard: int) -> Counter[str]:
    """Runs what is left of a part; an `AssertionError` names the first seed that fails."""
    place = folder() / f"{shard:03}.json"
    done, counts = 0, Counter[str]()
    if place.exists():
        kept = json.loads(place.read_text("utf-8"))
        done, counts = kept["done"], Counter(kept["counts"])
    while done < EACH:
        seed = 1_000_000 + shard * EACH + done
        ran = run_seed(seed)
        assert not ran.faults, f"seed {seed}: {ran.faults[0]} (python -m tests.box {seed} --story)"
        counts += ran.counts
        done += 1
        if done % SAVED_EVERY == 0 or done == EACH:
            _keep(place, done, counts)
    return counts


def _keep(place: Path, done: int, counts: Counter[str]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(".part")
    part.write_text(json.dumps({"done": done, "counts": counts}, sort_keys=True), "utf-8")
    part.replace(place)


def total() -> Counter[str]:
    """Everything that was done so far with this program."""
    counts = Counter[str]()
    for place in sorted(folder().glob("*.json")):
        counts += Counter(json.loads(place.read_text("utf-8"))["counts"])
    return counts
