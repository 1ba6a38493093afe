"""A table with few seats has room for its pays in more ways than anybody could look at: the felt is drawn all
the same, and soon."""

from __future__ import annotations

import pytest

from feltlaw.layout import blocks, layout_of
from feltlaw.layout.model import PAYS, Place
from feltlaw.submission import Submission
from tests.support.layouts import ALL, AMOUNTS, HOLDER, overlaps, solids


@pytest.mark.clause("PA-649a.2(b)(7)")
@pytest.mark.parametrize("seats", [1, 2])
def test_all_pays_or_none_are_on_the_felt(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    monkeypatch.setattr(blocks, "MOST_WAYS", 2000)
    made: list[blocks._Filling] = []
    best = blocks._Filling.best

    def remembered(filling: blocks._Filling) -> list[Place] | None:
        made.append(filling)
        return best(filling)

    monkeypatch.setattr(blocks._Filling, "best", remembered)
    rules = {**ALL["PA-649a"], "limits": {**AMOUNTS, "seats": seats}}
    found = layout_of(Submission.from_data({"regulation": "PA-649a", "certificate_holder": HOLDER, **rules}))
    pays = [one.place is not None for one in found.posted if one.kind == PAYS]
    assert all(pays) or not any(pays)
    assert not overlaps(solids(found), 1.0)
    tries = 2 * len(blocks.SIZES)
    assert made and sum(one.looked for one in made) < tries * (2000 + 100), "in bounded work"
