"""What `make test` leaves out, `make proof` has: what tries some carries the mark by which it runs again."""

from __future__ import annotations

import re

import pytest

from tests.support import ROOT, effort
from tests.support.order import SLOW, in_order

TAKES_SOME = re.compile(r"^from tests\.support\.effort import .*\b(some|LONG)\b", re.MULTILINE)


@pytest.mark.parametrize(
    ("long", "taken", "tried"), [(False, [1, 4, 7], (20, 5)), (True, [1, 2, 3, 4, 5, 6, 7], (500, 30))]
)
def test_some_and_all(
    long: bool, taken: list[int], tried: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "LONG", long)
    assert list(effort.some(range(1, 8))) == taken
    assert (effort.examples(100), effort.examples(6)) == tried


def test_whatever_takes_some_is_run_again_with_all() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    takers = {path: text for path, text in texts.items() if TAKES_SOME.search(text)}
    assert takers
    assert [path.name for path, text in takers.items() if "pytest.mark.effort" not in text] == []
    proof = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nproof:")[2].partition("\n\n")[0]
    assert re.search(r'FELTLAW_EFFORT=long .* -m "hypothesis or effort"', proof)


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_workers_begin_with_the_pages_and_with_what_is_slow(workers: int) -> None:
    names = [*(f"tests/a/test_{at}.py::x" for at in range(300)), *(f"{SLOW[0][0]}::{at}" for at in range(5))]
    names += [*(f"tests/web/test_a.py::{at}" for at in range(9)), *(f"{SLOW[1][0]}::{at}" for at in range(5))]
    order = [name for name, _ in in_order([(name, None) for name in names], workers)]
    assert sorted(order) == sorted(names)
    part = len(names) // workers
    begun = [order[at * part].partition("::")[0] for at in range(min(workers, 3))]
    assert begun == ["tests/web/test_a.py", SLOW[0][0], SLOW[1][0]][:workers]


def test_what_is_slow_is_there() -> None:
    assert [file for files in SLOW for file in files if not (ROOT / file).is_file()] == []
