"""The table that closes `make proof`: what is recorded, in which order it is printed, and what differs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.figures import COUNTS, Figures, shown, summary


class Recorder(list[tuple[str, object]]):
    def __call__(self, name: str, value: object) -> None:
        self.append((name, value))


def test_both_figures_are_recorded_and_compared() -> None:
    notes = Recorder()
    compare = Figures(notes).of("PA-680a", "ante")
    compare("expected value", Fraction(-1, 3), Fraction(-2, 6), "by hand")
    Figures(notes).of("PA-649a", "pair_plus", "A")("hit frequency", "0.25", "0.25", "by hand")
    with pytest.raises(AssertionError, match=r"PA-680a ante , bad: 1, but 2"):
        compare("bad", 1, 2, "by hand")
    lines = list(summary(notes))
    assert lines[0].split()[:3] == ["regulation", "wager", "paytable"]
    assert [line.split()[0] for line in lines[2:5]] == ["PA-649a", "PA-680a", "PA-680a"]
    assert "-1/3" in lines[4] and "-33.3333 %" in lines[4] and lines[4].endswith("agrees")
    assert lines[3].endswith("DIFFERS")
    assert lines[-1] == "3 figures, each by two methods; 1 of them differ."


def test_chances_are_compared_with_what_was_seen() -> None:
    notes = Recorder()
    compare = Figures(notes).of("MA-TCP", "cover_all")
    compare.by_chance("win", Fraction(1, 4), 2_510, 10_000, "drawn")
    assert "z = +0.23" in str(notes)
    with pytest.raises(AssertionError, match="z ="):
        compare.by_chance("win", Fraction(1, 4), 3_000, 10_000, "drawn")


def test_long_figures_are_shortened() -> None:
    assert shown(Fraction(-686689, 20358520)) == "-686689/20358520"
    assert shown(Fraction(10**20 + 1, 10**25)) == "100000..0001 (21 digits)/100000..0000 (26 digits)"
    assert shown("10080.00, 9905.00, 9730.00, 9555.00, 9380.00") == "10080.00 .. 9380.00"


def test_counts_of_random_tables_are_added_up() -> None:
    notes: list[tuple[str, object]] = [(COUNTS, {"rounds": 3}), (COUNTS, {"rounds": 4, "tables": 1})]
    assert list(summary(notes))[-2:] == ["           7  rounds", "           1  tables"]
    assert list(summary([("other", 1)])) == []
