"""What a player is told that he held when a wager was lost: the listed hand, however low, that its table does
not pay; and that nothing counted only where no list has a name for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import feltlaw
from feltlaw.telling.reasons import line_said
from feltlaw.views.lines import full_line
from feltlaw.views.parts import LineView
from tests.ranking.test_called import clauses
from tests.support.called import KINDS, UNLISTED
from tests.support.driver import submission
from tests.support.ranked import columns, tables
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, LINK, SIX, THREE

READ = {
    ("PA-649a", "three_card"): ("pair_plus", THREE),
    ("PA-649a", "five_card"): (FIVE, f"{HAND}_player", f"{HAND}_dealer"),
    ("PA-649a", "five_of_six"): (FIVE_OF_SIX,),
    ("PA-649a", "six_card"): (SIX,),
    ("MA-TCP", "three_card"): ("pair_plus", THREE),
    ("MA-TCP", "five_card"): (LINK,),
    ("MA-TCP", "six_card"): (SIX,),
    ("PA-679a", "six_card"): ("all_six_bonus",),
    ("PA-669a", "three_card"): ("pair_plus", THREE),
    ("PA-669a", "six_card"): ("ante", "blind", "play", SIX),
    ("PA-680a", "bonus_hand"): ("bonus",),
}
"""By list of hands, the wagers that are read by it alone."""
SIZES = {"three_card": 3, "five_card": 5, "bonus_hand": 5, "five_of_six": 6, "six_card": 6}


def unpaid(regulation: str, ranking: str, shape: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The wagers, each with a submission, whose chosen table has no row for hands of a kind."""
    for table in tables(regulation):
        for wager, _, rows in columns(table, 3):
            pays = shape in rows or (any(row.endswith("_or_better") for row in rows) and shape != "pair")
            if wager in READ[regulation, ranking] and not pays and "royal" not in shape:
                yield wager, table.sections()


LOST = [
    pytest.param(chapter, ranking, shape, marks=pytest.mark.clause(*clauses(chapter, ranking, shape)),
                 id=f"{chapter}-{ranking}-{shape}")
    for chapter, ranking in READ
    for shape in KINDS[chapter, ranking]
    if any(True for _ in unpaid(chapter, ranking, shape))
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "ranking", "shape"), LOST)
def test_a_listed_hand_that_a_table_does_not_pay_is_told_by_its_name(
    regulation: str, ranking: str, shape: str
) -> None:
    hands = [title for _, title in KINDS[regulation, ranking][shape](SIZES[ranking])]
    titles = list(dict.fromkeys(hands))
    for wager, sections in unpaid(regulation, ranking, shape):
        about = submission(regulation, **sections)
        if wager not in about.wagers:
            continue
        for title in titles[:: max(1, len(titles) // 15)]:
            lost = LineView(
                seat=1, result="lose", stake=500, paid=0, returned=0, net=-500, clauses=(), wager=wager,
                outcome=shape, hand=title,
            )  # fmt: skip
            held = "nothing that counts" if title == UNLISTED else title
            assert f": {held}; it needs " in str(line_said(lost, about, 3)), wager


LOW = {rank: "3" if rank == "4" else "4" for rank in "23456789"}
PAIRS = [
    *((f"{rank}h {rank}d Ac", f"Ks Jc {low}d") for rank, low in LOW.items()),
    *((f"{rank}h Ac Kd", f"{rank}s Jc {low}d") for rank, low in LOW.items()),
    *((f"Ac Kd {low}h", f"{rank}s Jc {rank}d") for rank, low in LOW.items()),
]
"""One's own, with a card of the board, and on the board; each with an ace beside it."""


@pytest.mark.parametrize(("own", "community"), PAIRS)
@pytest.mark.clause("PA-669a.6(b)(9)")
@pytest.mark.clause("PA-669a.11(i)(2)(i)", "PA-669a.7(d)(1)")
def test_a_pair_below_tens_is_told_to_who_loses_by_it(own: str, community: str) -> None:
    """Ante, Blind and Play, and the Six Card Bonus: which pair it was, and beside it what it needed."""
    rules = {"regulation": "PA-669a", "wagers": {SIX: {}}}
    seat = {
        "seat": 1, "cards": own, "wagers": {"ante": 10, "blind": 10, SIX: 5}, "decisions": ["play 1x"],
    }  # fmt: skip
    lines = feltlaw.settle({"submission": rules, "seats": [seat], "community": community}).lines
    assert [line.id for line in lines] == ["ante", "play", "blind", SIX]
    ranks = [card[0] for card in f"{own} {community}".split()]
    (pair,) = {rank for rank in ranks if ranks.count(rank) == 2}
    about = submission("PA-669a", wagers={SIX: {}})
    for line in lines:
        needs = "three of a kind" if line.id == SIX else "a pair of tens or better"
        told = str(line_said(full_line(line), about, 1))
        assert told.endswith(f": pair of {pair}s, ace kicker; it needs {needs}"), told
