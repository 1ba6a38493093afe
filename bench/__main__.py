"""`python -m bench`: measures, and prints how many times faster feltlaw is than each baseline."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.exact import exact_raise_it_up, exact_three_card
from bench.floor import floor
from bench.hands import evaluators
from bench.measure import Compared, Effort, LeftOut, Result, Within, WrongAnswer, seconds, table
from bench.pages import pages
from bench.program import settle, start_up
from bench.records import age, verify, views
from bench.simulation import simulation
from bench.tables import tables

BENCHES: dict[str, Callable[[Effort, Path], Iterator[Result]]] = {
    "three-card": exact_three_card,
    "raise-it-up": exact_raise_it_up,
    "evaluators": evaluators,
    "simulation": simulation,
    "tables": tables,
    "views": views,
    "age": age,
    "verify": verify,
    "floor": floor,
    "pages": pages,
    "settle": settle,
    "start-up": start_up,
}
NOTE = (
    "Each figure is the best of several, in processor time, feltlaw and the baseline one after the other in "
    "the same process; commands are processes of their own, their bytecode made. On a busy machine times "
    "grow, by a third and more, and the ratios move less. Every baseline gave the same answer, or this would "
    "have stopped. Warm: what follows from the ranking alone is kept, the submission is solved from nothing."
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples, fewer repetitions")
    parser.add_argument("--only", action="append", choices=BENCHES, help="one part; may be given again")
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")
    asked = parser.parse_args()
    chosen = asked.only or list(BENCHES)
    effort = Effort(quick=asked.quick)
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="feltlaw-bench-") as folder:
        for name in chosen:
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            try:
                results += BENCHES[name](effort, Path(folder))
            except WrongAnswer as error:
                sys.exit(f"bench: {error}")
    if asked.json:
        print(
            json.dumps({"results": [_json(result) for result in results], "load": os.getloadavg()}, indent=2)
        )
    else:
        _print(results)


def _json(result: Result) -> dict[str, object]:
    if isinstance(result, LeftOut):
        return {"name": result.name, "left_out": result.why}
    if isinstance(result, Within):
        bounds = {"found": result.found, "most": result.most, "unit": result.unit, "missed": result.missed}
        return {"name": result.name, **bounds, **({"note": result.note} if result.note else {})}
    return {
        "name": result.name,
        "unit": result.unit,
        "seconds": result.ours,
        "baseline": result.against,
        "baseline_seconds": result.baseline,
        "times": result.times,
        "at_least": result.at_least,
        **({"note": result.note} if result.note else {}),
    }


def _ratio(times: float) -> str:
    """How many times as fast: with decimals where they matter."""
    return f"{times:,.0f} x faster" if times >= 10 else f"{times:.2f} x as fast"


def _print(results: list[Result]) -> None:
    rows = [
        (
            f"{one.name}, {one.note}" if one.note else one.name,
            seconds(one.ours),
            seconds(one.baseline),
            one.against,
            _ratio(one.times),
            "" if one.at_least is None else f"{one.at_least}{': missed' if one.missed else ''}",
        )
        for one in results
        if isinstance(one, Compared)
    ]
    if rows:
        print(table(("what", "feltlaw", "baseline", "which is", "feltlaw is", "wanted"), rows))
    bounds = [
        (
            f"{one.name}, {one.note}" if one.note else one.name,
            f"{one.found:,.4g}" if one.found < 1000 else f"{one.found:,.0f}",
            f"{one.most:,.4g}" if one.most < 1000 else f"{one.most:,.0f}",
            one.unit,
            "missed" if one.missed else "",
        )
        for one in results
        if isinstance(one, Within)
    ]
    if bounds:
        print(table(("what", "feltlaw", "at most", "of", ""), bounds))
    for one in results:
        if isinstance(one, LeftOut):
            print(f"Left out: {one.name}; {one.why}.")
    load = f"Load now: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors."
    print("", textwrap.fill(f"{NOTE} {load}", 100), sep="\n")


if __name__ == "__main__":
    main()
