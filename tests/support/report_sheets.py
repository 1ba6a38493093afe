"""Submissions with several side wagers for every regulation, and their par sheets, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from feltlaw.mathematics import Analysis, analyze
from feltlaw.report import Sheet, par_sheet
from feltlaw.report.blocks import Block, Charts, Facts, Heading, SheetTable, Steps, Text
from feltlaw.submission import Submission, check

SUBMISSIONS: Mapping[str, Mapping[str, Any]] = {
    "PA-649a": {
        "regulation": "PA-649a",
        "certificate_holder": "Smith & Sons' <Casino>",
        "table": "TCP-07",
        "wagers": {
            "ante": {"mini_royal": "10 to 1"},
            "pair_plus": {"paytable": "D"},
            "six_card_bonus": {"paytable": "A"},
            "three_card_progressive": {"paytable": "A", "meter": "tcp-link"},
            "five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True},
        },
        "approvals": {"601a_2": "RS-2024-11", "601a_10_a": "pending"},
    },
    "MA-TCP": {
        "regulation": "MA-TCP",
        "cards": {"shuffle": "automated"},
        "wagers": {
            "six_card_bonus": {},
            "cover_all": {},
            "three_card_progressive": {"paytable": "two-level"},
        },
    },
    "PA-679a": {
        "regulation": "PA-679a",
        "wagers": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}},
    },
    "PA-669a": {
        "regulation": "PA-669a",
        "wagers": {"three_card_progressive": {}, "six_card_bonus": {}},
    },
    "PA-680a": {"regulation": "PA-680a", "wagers": {"pot": {}, "bonus": {}}},
}


@lru_cache(maxsize=8)
def submission(regulation: str) -> Submission:
    return Submission.from_data(SUBMISSIONS[regulation])


@lru_cache(maxsize=8)
def analysis(regulation: str) -> Analysis:
    return analyze(submission(regulation))


@lru_cache(maxsize=8)
def sheet(regulation: str) -> Sheet:
    return par_sheet(check(SUBMISSIONS[regulation]))


def words(block: Block) -> str:
    """Everything that is written in a block."""
    match block:
        case Text(text, _) | Heading(text):
            return text
        case Steps(head, lines, last):
            return " ".join((head, *lines, last))
        case Facts(items):
            return " ".join(f"{one.label} {one.value} {one.more}" for one in items)
        case SheetTable():
            cells = [cell for row in (*block.rows, block.total) for cell in row]
            return " ".join([block.caption, block.cite, *(column.head for column in block.columns), *cells])
        case Charts(items):
            return " ".join(f"{one.caption} {one.alt}" for one in items)


def section_words(of: Sheet, id: str) -> str:
    (section,) = (one for one in of.sections if one.id == id)
    return " ".join([section.title, *map(words, section.blocks)])


def tables(of: Sheet) -> list[SheetTable]:
    return [block for section in of.sections for block in section.blocks if isinstance(block, SheetTable)]
