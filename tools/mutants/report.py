"""What came out, as a page: counts by kind and by chapter, and every survivor as what it changes."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tools.clauses.pages import markdown_table
from tools.mutants.mutant import ROOT, Mutant
from tools.mutants.run import BROKEN, NOTICED, OTHERS, REFUSED, SURVIVED, TIMEOUT, UNTESTED
from tools.mutants.tried import Results

COLUMNS = (
    "wrong versions", "tried", "by its own tests", "only by others", "lives", "no test", "no wrong version",
    "own of tried",
)  # fmt: skip


def count(mutants: Iterable[Mutant], verdicts: Results, known: Mapping[str, tuple[str, str]]) -> list[str]:
    """A row of the table. What the loader refuses is no version of the program, so it is not counted."""
    found: Counter[str] = Counter()
    for mutant in mutants:
        result = verdicts.get(mutant.id, "not tried")
        if result == REFUSED:
            continue
        if result in (SURVIVED, OTHERS, UNTESTED) and known.get(mutant.id, ("", ""))[0] == "equivalent":
            result = "equivalent"
        found["all"] += 1
        found[SURVIVED if result in (TIMEOUT, BROKEN) else result] += 1
    tried = found[NOTICED] + found[OTHERS] + found[SURVIVED] + found[UNTESTED]
    share = f"{100 * found[NOTICED] / tried:.1f} %" if tried else "-"
    results = (NOTICED, OTHERS, SURVIVED, UNTESTED, "equivalent")
    return [str(found["all"]), str(tried), *(str(found[one]) for one in results), share]


def tables(mutants: list[Mutant], verdicts: Results, known: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    chapters = sorted({one.regulation for one in mutants if one.regulation})
    kinds = sorted({one.kind for one in mutants})
    for title, groups in (
        ("by what was done", {kind: [one for one in mutants if one.kind == kind] for kind in kinds}),
        ("by chapter", {name: [one for one in mutants if one.regulation == name] for name in chapters}),
    ):
        rows = [[name, *count(some, verdicts, known)] for name, some in groups.items()]
        yield markdown_table([title, *COLUMNS], [*rows, ["all", *count(mutants, verdicts, known)]])


def weighted(mutants: Iterable[Mutant], verdicts: Results, known: Mapping[str, tuple[str, str]]) -> str:
    """The share that is noticed, as if of each kind as much had been tried."""
    rows = [count(some, verdicts, known) for some in by_kind(mutants)]
    tried = [(int(row[0]), Fraction(int(row[2]), int(row[1]))) for row in rows if int(row[1])]
    many = sum(number for number, _ in tried)
    return f"{float(100 * sum(number * share for number, share in tried) / many):.1f} %" if many else "-"


def expected(
    mutants: Iterable[Mutant],
    verdicts: Results,
    first: Results,
    known: Mapping[str, tuple[str, str]],
) -> str:
    """The share of all, if those not tried yet fare as the others of their kind did at first."""
    noticed, wrong = Fraction(0), 0
    for some in by_kind(mutants):
        every, tried, own, *_, same, _ = count(some, verdicts, known)
        _, tried_once, at_first, *_ = count(some, first, known)
        left = int(every) - int(tried) - int(same)
        wrong += int(every) - int(same)
        noticed += int(own) + (left * Fraction(int(at_first), int(tried_once)) if int(tried_once) else 0)
    return f"{float(100 * noticed / wrong):.1f} %" if wrong else "-"


def by_kind(mutants: Iterable[Mutant]) -> list[list[Mutant]]:
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant.kind, []).append(mutant)
    return list(kinds.values())


def survivors(mutants: Iterable[Mutant], verdicts: Results) -> list[Mutant]:
    return [
        one
        for one in mutants
        if one.id in verdicts and verdicts[one.id] in (SURVIVED, OTHERS, UNTESTED, BROKEN, TIMEOUT)
    ]


def survivors_text(mutants: list[Mutant], verdicts: Results) -> str:
    return "\n\n".join(
        f"# {one.id}\n# {one.kind}; {verdicts[one.id]}; {', '.join(one.clauses[:6])}\n{one.diff}"
        for one in survivors(mutants, verdicts)
    )


STRANGERS = ROOT / "conformance" / "strangers.csv"
SAMPLES = ("when", "who", "wrong versions", "by its own tests", "only by others", "by nothing")


def strangers() -> list[list[str]]:
    """What came out of the samples that people wrote, as they were tried first."""
    with STRANGERS.open(encoding="utf-8", newline="") as file:
        return [[row[name] for name in SAMPLES] for row in csv.DictReader(file)]


def page(
    mutants: list[Mutant],
    verdicts: Results,
    known: Mapping[str, tuple[str, str]],
    first: Results,
) -> str:
    """docs/proof.md."""
    left = [one for one in survivors(mutants, verdicts) if known.get(one.id, ("",))[0] != "equivalent"]
    kinds = Counter(one.kind for one in left)
    refused = sum(result == REFUSED for result in verdicts.values())
    parts = [
        "# Would the tests notice?",
        "Written by `make mutants` from conformance/tried.csv; do not edit. A wrong version exchanges a "
        "person, a citation, a condition, a word or an amount of one row of a regulation's data, "
        "leaves a step out or moves it, or changes one operator or number of a function that the "
        "conformance map names. It is run against the tests that carry the mark of the row's own "
        "clauses, and of no others (for a function: of the clauses whose map entry names it, and of "
        "the readings and rules for the system that its own words cite). Where the data is changed "
        "tests are collected after the change, so that one which reads what it expects from the data "
        "proves nothing here (those "
        "that read it from the second statement or from the printed tables are there before); "
        "functions are changed in a process that has collected them. Pages and transcripts that are "
        "renewed by a command do not count, and a condition that only says that there is something to "
        "ask more of is left alone: the type checker refuses the version without it. Mathematics, views "
        "and telling are tried by module: a comparison or a condition turned, against the tests of that "
        "module.",
        f"Tried so far: {len([one for one in mutants if one.id in verdicts])} of {len(mutants)}, in an order "
        "that is fixed and has nothing to do with what they are; what was known to live came first."
        " Of the kinds that "
        f"were tried {weighted(mutants, verdicts, known)} are noticed by their own tests, each kind weighed "
        "by how many there are of it. Tests were written for what lived, also before this table was kept: "
        f"when each was tried for the first time since, it was {weighted(mutants, first, known)}. If those "
        "not tried yet fare as the others of their kind did at first, "
        f"{expected(mutants, verdicts, first, known)} of all are noticed. What lives has been tried on "
        "other tests only after a run with `--others`.",
        f"{refused} further wrong versions are refused by the loader before anything runs; "
        "they are not counted.",
        *tables(mutants, verdicts, known),
        f"## What lives ({len(left)})",
        "Each is listed in `build/mutants/survivors.diff` after a run, and in `conformance/survivors.csv` "
        "with the reason why it is open or why it is no wrong version. By kind: "
        + (", ".join(f"{kind} {many}" for kind, many in kinds.most_common()) or "none")
        + ".",
    ]
    parts += [
        "## What strangers broke",
        "A stranger reads the law and the program, and no test, and writes plausible misreadings of single "
        "clauses. These are the counts of the first try of each sample; what was not noticed was mended "
        "afterwards, so the next row says more than the one before it. The wrong versions themselves are "
        "in conformance/strangers; `python -m tools.mutants.byhand FILE --others` tries those that the "
        "program still has a place for.",
        markdown_table(SAMPLES, strangers()),
    ]
    return "\n\n".join(parts) + "\n"
