"""What is read aloud of each table that is posted: every hand by all that it must be, and what it pays.

A hand beside one of a single suit is that of the other three, and never "of one suit".
"""

from __future__ import annotations

from itertools import product

import pytest

from feltlaw.layout.posted import posted
from tests.layout.test_whole_sign import ODDS, printed
from tests.support.driver import REGULATIONS, submission
from tests.support.signs import LINK, OPTIONAL, THREE, Block, Table, wanted

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
WHOLE = {
    "A-K-Q suited": "ace, king and queen of one suit",
    "Player’s three of one color": "the player's three cards of one color",
    "All six of one color": "the player's and the dealer's cards, all of one color",
    "Each player": "each player",
    "Super Royal": "Super Royal",
    "A-K-Q": "ace, king and queen",
    "Six-card royal": "six-card royal flush",
}
"""What is not said as it is written."""


def aloud(of: str, row: str) -> str:
    """A hand or an outcome in words, its suits by their names."""
    base, suits = row.rstrip(" ♠♥♦♣"), [SUITS[sign] for sign in row if sign in SUITS]
    if of in ("compared", "pot") and row != "Each player" and not row.startswith("Pair"):
        return row
    if of == "cover_all":
        return f"{row}:"
    said = WHOLE.get(base, base[:1].lower() + base[1:])
    if len(suits) == 3:
        return f"{said} of {suits[0]}, {suits[1]} or {suits[2]}"
    return f"{said} of {suits[0]}" if suits else said


def line(of: str, row: str, block: Block) -> str:
    cells = block.rows[row]
    if not block.heads:
        return f"{aloud(of, row)} {cells[0]}"
    paid = [f"{head} {cell}".strip() for head, cell in zip(block.heads, cells, strict=True) if cell]
    return f"{aloud(of, row)} {', '.join(paid)}"


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*ODDS[name], *printed(name))) for name in REGULATIONS],
)
def test_each_table_is_read_aloud_hand_by_hand_with_what_it_pays(regulation: str) -> None:
    """Whichever paytable and version is chosen, also of the envy beside it and in the label of the whole."""
    both = [tuple(one for one in OPTIONAL[regulation] if one != left) for left in (THREE, LINK)]
    versions = (False, True) if regulation in ("PA-649a", "MA-TCP") else (False,)
    for offered, linked, nth in product(both, versions, range(6)):
        chosen = Table(regulation, offered, nth, linked=linked)
        tables = wanted(chosen)
        blocks = [one for one in posted(submission(regulation, **chosen.sections())) if one.kind == "pays"]
        for one in blocks:
            of = one.award or ("compared" if one.wager == "ante" else one.wager)
            block = tables.pop(of)
            assert {row.shown: row.said for row in one.rows} == {row: aloud(of, row) for row in block.rows}
            note = f" ({block.note})" if block.note else ""
            said = "; ".join(line(of, row.shown, block) for row in one.rows)
            assert one.label == f"{block.title}{note}: {said}", (of, chosen)
        assert not tables
