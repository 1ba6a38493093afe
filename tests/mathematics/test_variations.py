"""What an operator may change: every choice that is offered is allowed, and none beyond its bounds."""

from __future__ import annotations

import pytest

from feltlaw.mathematics import analyze
from feltlaw.mathematics.variations import changed, gone_at, knobs
from feltlaw.submission import Submission, SubmissionError, new_submission
from tests.support.driver import REGULATIONS


def begun(regulation: str) -> Submission:
    return Submission.from_toml(new_submission(regulation))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_step_on_offer_is_legal_and_says_so_afterwards(regulation: str) -> None:
    submission = begun(regulation)
    found = list(knobs(submission))
    assert found
    for knob in found:
        steps = knob.values if knob.kind != "odds" else (knob.more,)
        for value in steps:
            try:
                after = changed(submission, {knob.path: value})
            except SubmissionError as error:
                assert knob.kind == "odds", knob  # a row may not pay more than a rarer one
                assert "higher" in str(error) or "less" in str(error) or "lower" in str(error)
                continue
            again = {one.path: one.value for one in knobs(after)}
            assert again[knob.path] == value


def test_a_row_goes_up_by_steps_and_never_below_its_least() -> None:
    path = "wagers.pair_plus.mini_royal"
    with_row = changed(begun("PA-649a"), {path: "40 to 1"})
    knob = next(one for one in knobs(with_row) if one.path == path)
    assert (knob.least, knob.less, knob.more) == ("40 to 1", "", "41 to 1")
    assert changed(with_row, {path: ""}).digest == begun("PA-649a").digest
    with pytest.raises(SubmissionError, match="40 to 1 or more"):
        changed(with_row, {path: "39 to 1"})


def test_the_edge_is_gone_where_it_is_said_to_go() -> None:
    path = "wagers.pair_plus.mini_royal"
    submission = changed(begun("PA-649a"), {"wagers.pair_plus.paytable": "D", path: "50 to 1"})
    entry = {name: one for name, _, one in analyze(submission).entries()}["pair_plus"]
    gone = gone_at(entry, "mini_royal")
    assert gone is not None
    for odds, has_edge in ((gone.win - 1, True), (gone.win, False)):
        found = analyze(changed(submission, {path: f"{odds} to 1"}))
        pair_plus = {name: one for name, _, one in found.entries()}["pair_plus"]
        assert (pair_plus.house_edge > 0) == has_edge
