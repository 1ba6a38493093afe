"""All that is posted about pays, against the chapters' own tables: whatever it offers, by any paytable."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.drawing import draw
from feltlaw.layout.posted import posted
from feltlaw.register import clauses
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED
from tests.support.driver import REGULATIONS, submission
from tests.support.layouts import read
from tests.support.ranked import WITH_2, columns, proving, tables
from tests.support.signs import HAND, LINK, OPTIONAL, THREE, Block, Table, choices, shown, subsets, wanted

ODDS = {
    "PA-649a": ("PA-649a.2(b)(7)",),
    "MA-TCP": (
        "MA-TCP.6(a)(2)",
        "MA-TCP.6(g)(4)",
        "MA-TCP.11(a)(1)",
        "MA-TCP.12(k)",
        "MA-TCP.13(g)",
        "I-128",
    ),
    "PA-679a": ("PA-679a.2(b)(4)",),
    "PA-669a": ("PA-669a.2(b)(6)",),
    "PA-680a": ("PA-680a.2(b)(6)",),
}
"""What wants the odds or amounts of every wager offered on the layout or on a sign."""
FULL = {name: Table(name, max(subsets(name), key=len)) for name in REGULATIONS}
"""Tables that offer all that goes together."""
each = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*ODDS[name])) for name in REGULATIONS]
)


def printed(regulation: str) -> list[str]:
    """The clauses that print odds, paytables and envy, and the paragraphs that these are parts of."""
    own = [
        clause
        for clause, columns in PRINTED.items()
        if clause.startswith(regulation) and "meter" not in columns
    ]
    both = [name for clause in own for name in (clause, clause.partition(":")[0])]
    return [*dict.fromkeys(name for name in both if name in clauses())]


ENVY = {
    name: [one for one in printed(name) if "envy" in PRINTED.get(one, ()) or one.endswith("(5)")]
    for name in REGULATIONS
}
by_table = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*ODDS[name], *printed(name))) for name in REGULATIONS],
)


def told(submitted: Submission) -> dict[str, Block]:
    """What the program posts about pays."""
    found = {
        one.award or one.wager: Block(
            one.title, {row.shown: row.pays for row in one.rows}, one.note, one.heads
        )
        for one in posted(submitted)
        if one.kind == "pays"
    }
    assert len(found) == sum(one.kind == "pays" for one in posted(submitted))
    return {"compared": found.pop("ante"), **found}


@by_table
def test_pays_are_posted_of_all_that_is_offered_and_of_nothing_else(regulation: str) -> None:
    for offered in subsets(regulation):
        chosen = Table(regulation, offered)
        assert told(submission(regulation, **chosen.sections())) == wanted(chosen), offered


@by_table
def test_whichever_paytable_is_chosen_is_posted_as_it_is_printed(regulation: str) -> None:
    both = [tuple(one for one in OPTIONAL[regulation] if one != left) for left in (THREE, LINK)]
    versions = (False, True) if regulation in ("PA-649a", "MA-TCP") else (False,)
    for offered, linked, nth in product(both, versions, range(6)):
        chosen = Table(regulation, offered, nth, linked=linked)
        assert told(submission(regulation, **chosen.sections())) == wanted(chosen), chosen


@by_table
def test_every_table_names_the_clause_that_prints_it_and_the_one_that_has_it_posted(regulation: str) -> None:
    chosen = FULL[regulation]
    blocks = posted(submission(regulation, **chosen.sections()))
    for one in blocks:
        assert one.kind != "pays" or set(ODDS[regulation]) & {*one.cite.clauses, *one.cite.interpretations}
    for choice in choices(chosen):
        (block,) = (one for one in blocks if (one.award or one.wager) == choice.of)
        assert chosen.clause(choice) in block.cite.clauses


@each
@pytest.mark.parametrize("part", ["sign", "felt"])
def test_what_is_posted_is_drawn(regulation: str, part: str) -> None:
    """On the sign always; on the felt with all of it or with nothing."""
    for chosen in (FULL[regulation], Table(regulation, ())):
        submitted = submission(regulation, **chosen.sections())
        found = layout_of(submitted)
        drawn = [one for one in read(draw(submitted, part, fonts=False, layout=found)) if one.kind == "pays"]
        texts = {one.award or one.wager: " ".join(one.text.split()) for one in drawn}
        assert len(texts) == len(drawn)
        if part == "felt" and not found.pays_on_felt:
            assert not texts
            continue
        lines = {"compared": texts.pop("ante"), **texts}
        assert set(lines) == set(wanted(chosen))
        for of, block in wanted(chosen).items():
            for hand, cells in block.rows.items():
                words = " ".join("".join(one for one in hand if one not in "♠♥♦♣").split())
                assert f"{words} {' '.join(cells)}" in lines[of], (of, hand)
            close = lines[of].replace(" ", "")
            names = block.heads or (block.title,)
            assert all(one.upper().replace(" ", "") in close for one in names), of
            assert block.note.replace("'", "’") in lines[of]


by_rank = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*ODDS[name], *proving(name))) for name in REGULATIONS],
)


def from_the_highest(chosen: Table) -> dict[str, list[str]]:
    """The hands of each table that lists hands down the page."""
    lists = {of: rows for of, _, rows in columns(chosen, 7)}
    blocks = {of: lists[of] for of in wanted(chosen) if of in lists and of not in ("ante", "cover_all")}
    return {
        of: [shown(hand, rows) for hand in rows if not hand.endswith(WITH_2)] for of, rows in blocks.items()
    }


@by_rank
def test_hands_are_posted_from_the_highest(regulation: str) -> None:
    """Whichever paytable is chosen, in the order of the chapter's list and not in that of another."""
    for chosen in tables(regulation):
        blocks = told(submission(regulation, **chosen.sections()))
        assert {of: list(blocks[of].rows) for of in from_the_highest(chosen)} == from_the_highest(chosen)


@by_rank
@pytest.mark.parametrize("part", ["sign", "felt"])
def test_hands_are_drawn_from_the_highest(regulation: str, part: str) -> None:
    chosen = FULL[regulation]
    drawn = read(draw(submission(regulation, **chosen.sections()), part, fonts=False))
    texts = {one.award or one.wager: " ".join(one.text.split()) for one in drawn if one.kind == "pays"}
    for of, hands in from_the_highest(chosen).items() if texts else ():
        rows = wanted(chosen)[of].rows
        names = [" ".join("".join(one for one in hand if one not in "♠♥♦♣").split()) for hand in hands]
        found = [
            texts[of].index(f"{name} {' '.join(rows[hand])}") for name, hand in zip(names, hands, strict=True)
        ]
        assert found == sorted(found) and len({*found}) == len(found), texts[of]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause(*ODDS["PA-649a"], *ENVY["PA-649a"], "I-52")),
        pytest.param("PA-669a", marks=pytest.mark.clause(*ODDS["PA-669a"], *ENVY["PA-669a"], "I-52")),
        pytest.param("MA-TCP", marks=pytest.mark.clause(*ODDS["MA-TCP"], *ENVY["MA-TCP"], "I-52", "I-117")),
    ],
)
@pytest.mark.parametrize("amount", ["0.5", "2", "2.5", "5", "10"])
def test_envy_is_posted_for_the_stake_of_the_table(regulation: str, amount: str) -> None:
    """In proportion, where the submission asks for it."""
    for offered, nth in product([one for one in subsets(regulation) if {THREE, LINK} & set(one)], range(6)):
        chosen = Table(regulation, offered, nth, amount=Fraction(amount))
        assert told(submission(regulation, **chosen.sections())) == wanted(chosen), chosen


@pytest.mark.clause("MA-TCP.12(c)", "MA-TCP.12(e)", "MA-TCP.12(f)", "MA-TCP.12(k)", "I-101")
@pytest.mark.parametrize("seats", range(1, 8))
def test_cover_all_is_posted_for_seven_players_at_every_table(seats: int) -> None:
    chosen = Table("MA-TCP", ("cover_all",))
    given = {**chosen.sections(), "limits": {"seats": seats}}
    assert told(submission("MA-TCP", **given)) == wanted(chosen)


@pytest.mark.clause("PA-649a.11(c)(8)(iii)", "PA-649a.12(i)(3)", "I-61")
@pytest.mark.parametrize("magic", [False, True])
@pytest.mark.parametrize("lucky", [False, True])
def test_a_bonus_on_a_draw_is_posted_where_it_is_paid(magic: bool, lucky: bool) -> None:
    chosen = Table("PA-649a", (HAND,))
    given = chosen.sections()
    given["wagers"][HAND] |= {"magic_card": magic, "lucky_bonus": lucky, "lucky_bonus_chance": "1/9"}
    drawn = {
        "magic_card": Block("Magic Card Bonus", {"On a match": ("20 for 1",)}, "drawn in 1 of 20 rounds"),
        "lucky_bonus": Block("Lucky Bonus", {"On a match": ("5 for 1",)}, "drawn in 1 of 9 rounds"),
    }
    paid = {name for name, on in (("magic_card", magic), ("lucky_bonus", lucky)) if on}
    found = told(submission("PA-649a", **given))
    assert found == wanted(chosen) | {name: block for name, block in drawn.items() if name in paid}
