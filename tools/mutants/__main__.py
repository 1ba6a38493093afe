"""`make mutants`: wrong versions of the law and of the code, each against the tests of its own clauses.

Results are kept in conformance/tried.csv as they come; a run that was stopped goes on where it was.
`--again` tries those anew that have lived, `--shard 2/4` every fourth, `--sample 100` the first hundred of a
fixed order.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from tools.mutants.mutant import ROOT, STATE, Mutant
from tools.mutants.plan import (
    LONGEST,
    all_mutants,
    clause_mutants,
    in_fixed_order,
    ledger,
    others_of,
    own_tests,
    tests_of,
)
from tools.mutants.report import page, survivors_text
from tools.mutants.run import (
    BROKEN,
    FIRST,
    NOTICED,
    OTHERS,
    SURVIVED,
    TIMEOUT,
    UNTESTED,
    Items,
    Verdict,
    run,
    warm_up,
    with_collected,
)  # fmt: skip
from tools.mutants.tried import add, put_in_order, read

LIVES = (SURVIVED, OTHERS, UNTESTED, BROKEN, TIMEOUT)
NOBODYS = (SURVIVED, UNTESTED)


def arguments(words: list[str]) -> Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shard", default="1/1", help="which part of all: 2/4")
    parser.add_argument("--sample", type=int, default=0, help="only so many, always the same")
    parser.add_argument(
        "--kind", default="", help="only these kinds: actor,citation,step,order,condition,..."
    )
    parser.add_argument(
        "--of", default="", help="only mutants whose id matches this expression: PA-669a:steps"
    )
    parser.add_argument("--known", action="store_true", help="first of all what survivors.csv has")
    parser.add_argument("--again", action="store_true", help="try again what has lived and is wrong")
    parser.add_argument(
        "--others", action="store_true", help="try what has lived against the tests of something else"
    )
    parser.add_argument(
        "--anew", action="store_true", help="collect tests after the change also for functions"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--longest", type=float, default=LONGEST, help="so many seconds of tests for each function's change"
    )
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--check", type=int, default=0, help="fail unless the first so many are noticed")
    parser.add_argument("--own", type=Path, help="where the tests of each clause stand already")
    parser.add_argument("--report", action="store_true", help="only write docs/proof.md from the results")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    if options.check:
        own = json.loads(options.own.read_text("utf-8")) if options.own else own_tests()
        return check(in_fixed_order(clause_mutants())[: options.check], own)
    every = in_fixed_order(all_mutants())
    if not options.report:
        work(every, options)
    put_in_order(every)
    known, (first, verdicts) = ledger(), read(every)
    (ROOT / "docs" / "proof.md").write_text(page(every, verdicts, known, first), encoding="utf-8")
    STATE.mkdir(parents=True, exist_ok=True)
    (STATE / "survivors.diff").write_text(survivors_text(every, verdicts) + "\n", encoding="utf-8")
    unknown = [one for one in every if one.id in verdicts and verdicts[one.id] in LIVES]
    unknown = [one for one in unknown if one.id not in known]
    print(f"{len(verdicts)} of {len(every)} tried; {len(unknown)} live unknown to conformance/survivors.csv")
    return 0


def check(some: list[Mutant], own: Mapping[str, list[str]]) -> int:
    """Leaves nothing behind; says which of these live although nobody knew."""
    known = ledger()
    warm_up()
    tests = {one.id: tests_of(one, own) for one in some}
    mutants = {one.id: one for one in some}
    lives: list[Verdict] = []

    def each(ready: Items) -> None:
        unknown = [one for one in some if one.id not in known]
        lives.extend(one for one in run(unknown, tests, ROOT, ready=ready) if one.result in LIVES)

    with_collected([ROOT / one for one in FIRST], ROOT, each)
    for one in lives:
        print(f"{one.mutant} {one.result} {one.by}\n{mutants[one.mutant].diff}\n")
    return 1 if lives else 0


def work(every: list[Mutant], options: Namespace) -> None:
    part, parts = map(int, options.shard.split("/"))
    some = [one for one in every if re.match(options.of, one.id)]
    if options.kind:
        some = [one for one in some if one.kind in options.kind.split(",")]
    some = some[: options.sample or None]
    if options.known:
        listed = [one for one in every if one.id in ledger()]
        some = [*listed, *(one for one in some if one not in listed)]
    _, done = read(every)
    if options.others:
        some = [one for one in some if one.function and one.id in done and done[one.id] in NOBODYS]
    elif options.again:
        same = {id for id, (state, _) in ledger().items() if state == "equivalent"}
        some = [one for one in some if one.id not in done or done[one.id] in LIVES]
        some = [one for one in some if one.id not in same]
    else:
        some = [one for one in some if one.id not in done]
    some = some[part - 1 :: parts]
    own = own_tests()
    choose = others_of if options.others else tests_of
    tests = {one.id: choose(one, own, options.longest) for one in some}
    warm_up()
    early = early_files(some, tests, options.anew)
    with_collected(early, ROOT, lambda ready: _each(some, tests, ready, options))


def early_files(some: list[Mutant], tests: Mapping[str, list[str]], anew: bool) -> list[Path]:
    """Files that are collected before anything is changed.

    For the data those that read nothing out of it while they are collected; for functions all of them, since
    a change of a function is noticed by what a test does, unless all are to be collected `anew`.
    """
    used = {node.partition("::")[0] for one in some if one.function for node in tests[one.id]}
    return [ROOT / one for one in (FIRST if anew else sorted({*used, *FIRST}))]


def _each(some: list[Mutant], tests: Mapping[str, list[str]], ready: Items, options: Namespace) -> None:
    early = {node: item for node, item in ready.items() if node.startswith(FIRST)}
    begun, counted = time.monotonic(), Counter[str]()
    data, code = [one for one in some if one.regulation], [one for one in some if one.function]
    verdicts = chain(
        run(code, tests, ROOT, jobs=options.jobs, ready=ready),
        run(data, tests, ROOT, jobs=options.jobs, ready=early),
    )
    mutants = {one.id: one for one in some}
    for found in verdicts:
        add(mutants[found.mutant], OTHERS if options.others and found.result == NOTICED else found.result)
        counted[found.result] += 1
        if sum(counted.values()) % 50 == 0:
            print(f"{sum(counted.values())} of {len(some)}: {dict(counted)}", flush=True)
        if options.minutes and time.monotonic() - begun > 60 * options.minutes:
            break
    print(f"{sum(counted.values())} of {len(some)}: {dict(counted)}", flush=True)


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    sys.exit(main(sys.argv[1:]))
