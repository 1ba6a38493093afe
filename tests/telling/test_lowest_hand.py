"""The least that a wager pays on, wherever it is told: as what a lost one would have needed, as where its
pays begin, and as what a bad beat is. By the table that was chosen, and by the lowest hand that it pays."""

from __future__ import annotations

import pytest

from feltlaw.layout.posted import posted
from feltlaw.telling.posted import posted_tables, summaries
from feltlaw.telling.reasons import line_said
from feltlaw.views.parts import LineView
from tests.support.driver import REGULATIONS, submission
from tests.support.ranked import WITH_2, Column, columns, proving, said, tables
from tests.support.signs import PAIR_BONUS, Table, shown

TELLS = {
    "PA-649a": (
        "PA-649a.1:three-card-progressive-payout-hand",
        "PA-649a.1:five-card-progressive-payout-hand",
    ),
    "PA-679a": ("PA-679a.1:bad-beat-bonus", "I-72"),
}
each = pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*proving(name), *TELLS.get(name, ())))
        for name in REGULATIONS
    ],
)


def least(rows: Column) -> str:
    """The last in the list; of two hands that differ by a 2 the one without."""
    return [hand for hand in rows if not hand.endswith(WITH_2)][-1]


def best(rows: Column) -> str:
    """The first in the list; of two hands that differ by a 2 the one with it."""
    return next((hand for hand in rows if hand.endswith(WITH_2)), next(iter(rows)))


def paid(rows: Column, hand: str) -> str:
    return f"{said(hand)}{',' * said(hand)[-1].isdigit()} {rows[hand]}"


def lost(wager: str) -> LineView:
    return LineView(
        seat=1, result="lose", stake=500, paid=0, returned=0, net=-500, clauses=(), wager=wager,
        outcome="nothing", hand="no listed hand",
    )  # fmt: skip


@each
@pytest.mark.parametrize("players", [1, 4, 7])
def test_a_lost_wager_would_have_needed_the_lowest_hand_that_its_table_pays(
    regulation: str, players: int
) -> None:
    """Whichever table was chosen; a contest is lost to another hand, and needs none of the table."""
    for table in tables(regulation):
        about = submission(regulation, **table.sections())
        for wager, _, rows in columns(table, players):
            if wager not in about.wagers or about.wagers[wager].wager.contest:
                continue
            needs = said(least(rows))
            article = "" if needs.startswith(("three", "two", "your")) else "a "
            told = str(line_said(lost(wager), about, players))
            assert told.endswith(f": nothing that counts; it needs {article}{needs}"), (table, told)


@each
@pytest.mark.parametrize("players", [1, 4, 7])
def test_what_a_wager_pays_begins_at_the_lowest_hand_and_goes_up_to_the_highest(
    regulation: str, players: int
) -> None:
    for table in tables(regulation):
        about = submission(regulation, **table.sections())
        told = {name.partition(" (")[0]: text for name, text in summaries(about, players)}
        for _, title, rows in columns(table, players):
            low, high = paid(rows, least(rows)), paid(rows, best(rows))
            words = f": {low}, up to {high}" if low != high else f": {low}"
            found = told[title.partition(" (")[0]]
            assert found[found.index(": ") :].startswith(words), (title, found)


@pytest.mark.clause("PA-679a.1:bad-beat-bonus", "PA-679a.11(c)(3)(iii)", "PA-679a.11(c)(3)(iv)", "I-72")
@pytest.mark.parametrize(
    ("chosen", "lowest", "pays"),
    [
        pytest.param(*one, marks=pytest.mark.clause(f"PA-679a.12(c):{one[0]}", f"PA-679a.6(b)({number})"))
        for *one, number in (
            ("A", "straight", "4 to 1", 4), ("B", "flush", "1 to 1", 5),
            ("C", "straight", "2 to 1", 4), ("D", "flush", "1 to 1", 5),
        )
    ],
)  # fmt: skip
def test_a_bad_beat_is_told_by_the_table_that_was_chosen(chosen: str, lowest: str, pays: str) -> None:
    """With the Play, which then comes back, as with the bonus itself."""
    told = dict(summaries(submission("PA-679a", wagers={"play": {"bad_beat_paytable": chosen}}), 3))
    assert told["Play"].endswith(f"push with a bad beat (a {lowest} or better that loses).")
    assert told["Bad Beat Bonus"].startswith(f"on the Play: {lowest} {pays}, up to straight flush ")


@pytest.mark.clause("PA-649a.1:three-card-progressive-payout-hand")
@pytest.mark.parametrize(
    ("chosen", "needs"),
    [
        pytest.param(*one, marks=pytest.mark.clause(f"PA-649a.12(e)(1):{one[0]}"))
        for one in (("A", "a straight"), ("B", "three of a kind"))
    ],
)
def test_a_three_card_progressive_needs_what_its_paytable_begins_with(chosen: str, needs: str) -> None:
    table = Table("PA-649a", ("three_card_progressive",), "AB".index(chosen))
    about = submission("PA-649a", **table.sections())
    assert str(line_said(lost("three_card_progressive"), about, 3)).endswith(f"it needs {needs}")


@pytest.mark.clause("PA-679a.6(b)(6)", "PA-679a.12(e)", "PA-679a.11(d)(2)(i)")
@pytest.mark.parametrize("chosen", "ABCD")
def test_a_pair_bonus_needs_a_pair_with_a_2_or_without(chosen: str) -> None:
    about = submission("PA-679a", wagers={PAIR_BONUS: {"paytable": chosen}})
    assert str(line_said(lost(PAIR_BONUS), about, 3)).endswith("it needs a pair")
    assert ": pair 1 to 1, up to mini royal with 2, " in dict(summaries(about, 3))["Pair Bonus"]


WON_FROM: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("PA-649a", "pair_plus", "pair", ("7(d)(2)", "12(d)")),
    ("PA-649a", "three_card_progressive A", "straight", ("1:three-card-progressive-payout-hand", "7(d)(4)")),
    ("PA-649a", "three_card_progressive B", "three_of_a_kind",
     ("1:three-card-progressive-payout-hand", "7(d)(4)")),
    ("PA-649a", "envy_three_card", "mini_royal", ("1:three-card-envy-bonus-qualifying-hand",)),
    ("PA-649a", "six_card_bonus", "three_of_a_kind", ("7(d)(5)", "11(c)(6)#2")),
    ("PA-649a", "five_card_progressive", "three_of_a_kind",
     ("1:five-card-progressive-payout-hand", "7(d)(6)")),
    ("PA-649a", "envy_five_card", "straight_flush", ("1:five-card-envy-bonus-qualifying-hand",)),
    ("PA-649a", "five_card_hand_bonus_player", "flush", ("7(d)(7)",)),
    ("PA-649a", "five_card_hand_bonus_dealer", "flush", ("7(d)(7)",)),
    ("PA-649a", "five_of_six_progressive", "straight", ("7(d)(8)",)),
    ("PA-649a", "envy_five_of_six", "royal_flush", ("1:5-of-6-envy-bonus-qualifying-hand",)),
    ("MA-TCP", "six_card_bonus", "three_of_a_kind", ("6(g)(4)",)),
    ("MA-TCP", "cover_all", "straight", ("12(b)", "12(h)a", "12(k)", "I-98")),
    ("PA-679a", "prime", "player", ("7(d)(2)", "11(d)(1)(i)", "11(d)(1)(ii)", "12(d)")),
    ("PA-679a", "pair_bonus", "pair", ("7(d)(3)", "11(d)(2)(i)", "11(d)(2)(ii)")),
    ("PA-679a", "all_six_bonus", "three_of_a_kind", ("7(d)(4)", "11(d)(3)(i)", "11(d)(3)(ii)")),
    ("PA-669a", "ante", "pair_of_tens_or_better", ("7(d)(1)", "11(i)(2)(i)", "11(i)(2)(ii)")),
    ("PA-669a", "blind", "pair_of_tens_or_better", ("7(d)(1)", "11(i)(2)(i)", "11(i)(2)(ii)")),
    ("PA-669a", "play", "pair_of_tens_or_better", ("7(d)(2)", "11(i)(2)(i)", "11(i)(2)(ii)")),
    ("PA-669a", "pair_plus", "pair", ("7(d)(3)", "11(i)(1)")),
    ("PA-669a", "three_card_progressive", "straight", ("7(d)(4)", "11(i)(3)(i)", "I-84")),
    ("PA-669a", "envy_three_card", "mini_royal", ("1:envy-bonus-qualifying-hand",)),
    ("PA-669a", "six_card_bonus", "three_of_a_kind", ("7(d)(5)", "11(i)(3)(ii)")),
    ("PA-680a", "bonus", "two_pair", ("7(d)(3)", "11(e)(1)", "11(e)(2)")),
]  # fmt: skip
"""The lowest hand that wins by the paragraph that has a wager made or defines who has won, whichever table
was chosen, or under the one named."""


@pytest.mark.parametrize(
    ("regulation", "of", "hand"),
    [
        pytest.param(
            name,
            of,
            hand,
            marks=pytest.mark.clause(*(at if at.startswith("I-") else f"{name}.{at}" for at in clauses)),
            id=f"{name}-{of}",
        )
        for name, of, hand, clauses in WON_FROM
    ],
)
def test_a_wager_is_won_from_the_hand_on_that_its_paragraph_names(
    regulation: str, of: str, hand: str
) -> None:
    """A player who lost it is told that he needs it, and on sign and screen it is the last that pays; above
    it stand the others, from the highest."""
    of, _, letter = of.partition(" ")
    seen = 0
    for table in tables(regulation):
        chosen = {title: rows for one, title, rows in columns(table, 3) if one == of}
        if not chosen or (letter and letter != "AB"[min(table.nth, 1)]):
            continue
        (title, rows), about = *chosen.items(), submission(regulation, **table.sections())
        seen += 1
        if of in about.wagers:
            words = said(hand)
            article = "" if words.startswith(("three", "two", "your")) else "a "
            assert str(line_said(lost(of), about, 3)).endswith(f"; it needs {article}{words}"), table
        (one,) = (one for one in posted_tables(about, 3) if title in one.titles)
        at = 1 + one.titles.index(title)
        paying = [row[0] for row in one.rows if row[at] and not row[0].endswith("with 2")]
        assert paying == [said(each) for each in rows if not each.endswith(WITH_2)]
        assert paying[-1] == said(hand), table
        for block in posted(about):
            if of in (block.award or block.wager, *block.more) and of != "cover_all":
                labels = [row.shown for row in block.rows]
                assert labels == [shown(each, rows) for each in rows if not each.endswith(WITH_2)], table
                assert labels[-1] == shown(hand, rows)
    assert seen
