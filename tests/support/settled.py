"""Rounds settled from a few words, and what the regulations print beside them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import feltlaw
from feltlaw.money import Cents
from feltlaw.settlement import Line
from tests.support import ROOT

PRINTED: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "tests" / "data" / "printed_tables.json").read_text(encoding="utf-8")
)
"""The tables as the regulations print them, by clause."""
DOLLAR = 100


def printed(clause: str, hand: str, word: str) -> Fraction | None:
    """What is printed for a hand, as `N to 1` or `N for 1`; None where it is something else or nothing."""
    pays, found, per = PRINTED[clause]["rows"].get(hand, "").lower().replace(",", "").partition(f" {word} ")
    return Fraction(int(pays), int(per)) if found else None


def settled(
    regulation: str, sections: dict[str, Any], *seats: dict[str, Any], **more: Any
) -> tuple[Line, ...]:
    limits = {"minimum": 5, "maximum": 500, "adjacent_boxes": more.pop("adjacent_boxes", 1)}
    rules = {"regulation": regulation, "limits": limits, "wagers": sections}
    return feltlaw.settle({"submission": rules, "seats": [*seats], **more}).lines


def paid(lines: tuple[Line, ...], name: str, seat: int = 1) -> list[Cents]:
    return [line.paid for line in lines if (line.seat, line.id) == (seat, name)]


STAYS = {"PA-669a": ["check", "check", "play 1x"]}
FOLDS = {"PA-669a": ["check", "check", "fold"]}


def main(regulation: str, ante: int = 10) -> dict[str, int]:
    return {"ante": ante, "blind": ante} if regulation == "PA-669a" else {"ante": ante}
