"""Words at tables that no chapter has: they follow what is posted there, not what happens to be usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import RANKS, Card
from feltlaw.ranking import PointCount
from feltlaw.regulation.model import Act, Decision, EnvySchedule, Regulation, Step
from feltlaw.seal import Opened, open_cards, root_of
from feltlaw.submission import Submission
from feltlaw.telling import Teller
from feltlaw.telling.posted import beside_tables, posted_tables, qualifying, summaries
from feltlaw.telling.procedure import procedure
from feltlaw.telling.reasons import as_line, line_said, why
from feltlaw.telling.said import Said, faces, said
from feltlaw.telling.teaching import how_it_goes, staying
from feltlaw.views.event_parts import OwnPart, RoundOverView
from feltlaw.views.parts import SealView
from tests.support.driver import submission
from tests.telling.test_sentences import about, event, line

PROGRESSIVE, ENVY = "three_card_progressive", "Three-Card Envy Bonus"


def other(table: Submission, **changes: Any) -> Submission:
    """The same table under another regulation."""
    found: Any = replace(table, regulation=replace(table.regulation, **changes))
    return found  # type: ignore[no-any-return]


# ── envy: by the stake that is offered and the table it is offered with ──


def envious(*schedules: tuple[int, str], stake: int = 100, offered: bool = True) -> Submission:
    """A table whose envy is printed for these stakes and paytables, in this order."""
    table = about("PA-649a")
    (envy,) = [one for one in table.awards.values() if one.award.title == ENVY]
    usual = envy.award.schedules[0].table
    first = next(iter(usual.rows))
    short = replace(usual, rows={first: usual.rows[first]})
    made = tuple(
        EnvySchedule(cents, (keys,) if keys else (), usual if at % 2 else short)
        for at, (cents, keys) in enumerate(schedules)
    )
    wagers = {name: one for name, one in table.wagers.items() if offered or name != PROGRESSIVE}
    if offered:
        wagers[PROGRESSIVE] = replace(wagers[PROGRESSIVE], minimum=stake)
    awards = {**table.awards, envy.award.id: replace(envy, award=replace(envy.award, schedules=made))}
    return replace(table, wagers=wagers, awards=awards)


def envy_rows(table: Submission) -> int | None:
    """How many rows of envy stand there: one for the first, third ... schedule, more for the others."""
    found = [one for one in posted_tables(table, 3) if ENVY in one.titles]
    assert bool(found) == (ENVY in dict(summaries(table, 3)))
    return len(found[0].rows) if found else None


KEY = next(iter(about("PA-649a").wagers[PROGRESSIVE].tables.values())).key
MORE = len(about("PA-649a").awards["envy_three_card"].award.schedules[0].table.rows)


@pytest.mark.parametrize(
    ("schedules", "stake", "rows"),
    [
        ([(100, ""), (500, "")], 100, 1),
        ([(100, ""), (500, "")], 500, MORE),
        ([(100, ""), (500, "")], 200, 1),
        ([(500, ""), (100, "")], 200, 1),
        ([(100, ""), (500, "")], 300, 1),
        ([(100, "another"), (100, KEY)], 100, MORE),
        ([(100, "another"), (500, KEY)], 100, MORE),
        ([(100, KEY), (100, "another")], 100, 1),
        ([(100, "another")], 100, None),
        ([(100, KEY)], 500, 1),
    ],
)
def test_envy_is_posted_for_the_stake_and_the_paytable(
    schedules: list[tuple[int, str]], stake: int, rows: int | None
) -> None:
    assert MORE > 1
    assert envy_rows(envious(*schedules, stake=stake)) == rows


def test_there_is_no_envy_of_what_is_not_offered() -> None:
    assert envy_rows(envious((100, ""), offered=False)) is None
    assert envy_rows(envious((100, KEY), offered=False)) is None


def test_envy_of_a_wager_without_a_paytable_is_that_which_goes_with_any() -> None:
    for schedules, rows in (([(100, KEY)], None), ([(100, KEY), (100, "")], MORE)):
        table = envious(*schedules)
        bare = {PROGRESSIVE: replace(table.wagers[PROGRESSIVE], tables={})}
        assert envy_rows(replace(table, wagers={**table.wagers, **bare})) == rows


# ── tables without rows ──


def test_a_table_without_rows_is_no_table() -> None:
    table = about("PA-649a")
    pair, bonus = table.wagers["pair_plus"], table.awards["ante_bonus"]
    assert bonus.paytable is not None
    empty = replace(
        table,
        wagers={
            **table.wagers,
            "pair_plus": replace(pair, tables={0: replace(pair.tables[0], rows={})}),
        },
        awards={**table.awards, "ante_bonus": replace(bonus, paytable=replace(bonus.paytable, rows={}))},
    )
    titles = [title for one in posted_tables(empty, 3) for title in one.titles]
    assert "Pair Plus" not in titles and "Ante Bonus" not in titles and "Three-Card Progressive" in titles
    assert {"Ante", "Play", "Pair Plus", "Ante Bonus"} == {name for name, _ in beside_tables(empty, 3)}
    lost = line(1, "pair_plus", outcome="high_card")
    assert str(line_said(lost, empty, 3)) == "Pair Plus -$10: jack high, which is not enough"


def test_an_award_that_pays_by_no_table_stands_nowhere() -> None:
    table = about("PA-649a")
    awards = {**table.awards, "ante_bonus": replace(table.awards["ante_bonus"], paytable=None)}
    without = replace(table, awards=awards)
    assert "Ante Bonus" not in [title for one in posted_tables(without, 3) for title in one.titles]
    assert "Ante Bonus" not in dict(summaries(without, 3))


# ── reasons ──


LEAST = [
    ("PA-649a", "six_card_bonus", "three of a kind"),
    ("PA-679a", "prime", "your cards of one color"),
    ("PA-680a", "bonus", "two pair"),
    ("MA-TCP", "three_card_progressive", "a straight"),
]
"""The least that wins; of two pair and the like there is not one: .12 of the chapters, MA 13."""


def test_why_a_hand_was_not_enough_and_when_it_was() -> None:
    """.11 and .12 of the chapters: the Blind pushes from a pair of tens on (PA-669a.12(b))."""
    pushed = line(1, "blind", result="push", net=0, outcome="pair_of_tens", hand="pair of tens")
    assert str(line_said(pushed, about("PA-669a"), 2)) == "Blind comes back: pair of tens"
    nothing = line(1, "pair_plus", outcome="nothing", hand="jack high")
    assert str(line_said(nothing, about("PA-649a"), 2)) == (
        "Pair Plus -$10: nothing that counts; it needs a pair"
    )
    for regulation, wager, needed in LEAST:
        lost = line(1, wager, outcome="high_card")
        assert str(line_said(lost, submission(regulation, wagers={wager: {}}), 2)).endswith(
            f"-$10: jack high; it needs {needed}"
        )
    low = line(1, "blind", outcome="pair", hand="pair of nines")
    assert str(line_said(low, about("PA-669a"), 2)) == (
        "Blind -$10: pair of nines; it needs a pair of tens or better"
    )


def test_a_hand_is_said_to_be_unseen_only_where_nothing_else_tells_why_it_won() -> None:
    won: dict[str, Any] = {"result": "win", "net": 1000, "hand": ""}
    assert as_line(line(1, outcome="", **won)).hand == "a hand that was not shown"
    assert as_line(line(1, outcome="higher", **won)).hand == ""
    assert as_line(line(1, outcome="", **{**won, "result": "lose"})).hand == ""
    assert why(line(1, outcome="higher", **won)) == "higher than the dealer's hand"
    assert why(line(1, outcome="only_dealer_qualifies", hand="")) == (
        "the hand does not qualify and the dealer's does"
    )
    assert why(line(1, outcome="only_dealer_qualifies", hand="king high")).startswith("king high, but the")


# ── sentences, seals ──


def test_what_says_nothing_is_no_part_of_a_sentence() -> None:
    cards = faces([Card(0)])
    assert said("a", "", cards, "").parts == ("a", cards)


ORDER, SECRET = tuple(range(52)), "5" * 64
ROOT = root_of(ORDER, SECRET)


def sealed(*seen: Opened, own: tuple[Opened, ...] | None = None) -> Said:
    data = RoundOverView(1, seal=SealView(ROOT, seen))
    more = {} if own is None else {"own": OwnPart(seal=own)}
    (found,) = Teller(about("PA-649a"), (1,)).tell([event("end_round", data, **more)])
    return found


def opened(*places: int) -> Iterator[Opened]:
    yield from open_cards(ORDER, SECRET, places)


def test_a_seal_is_told_with_whether_it_fits() -> None:
    three, four = opened(3, 4)
    false = replace(four, card=Card(9))
    start = f"Seal {ROOT[:12]}"
    fits, not_ = f"{start} opened for the {{}} you saw or held: they fit.", "they DO NOT FIT."
    assert (str(sealed(three)), sealed(three).tone) == (fits.format("1 card"), "quiet")
    assert str(sealed(three, own=(four,))) == fits.format("2 cards")
    assert str(sealed(three, four, own=(four,))) == fits.format("2 cards"), "each once"
    for wrong in (sealed(three, false), sealed(three, own=(false,)), sealed(false, own=(four,))):
        assert str(wrong).endswith(not_) and wrong.tone == "note"
    assert str(sealed()) == f"{start}: no card of this deck was seen."


# ── teaching ──


def decision(*acts: Act) -> Decision:
    usual = about("PA-649a").regulation.decisions[-1]
    return replace(usual, acts=acts)


def test_staying_costs_something_where_one_plays_or_folds() -> None:
    (play, fold) = about("PA-649a").regulation.decisions[-1].acts
    assert play.play == 1 and fold.fold
    twice = replace(play, play=2)

    def stays(*acts: Act) -> int | None:
        found = staying(other(about("PA-649a"), decisions=(decision(*acts),)))
        return None if found is None else found.times

    assert stays(play, fold) == 1 and stays(twice, play, fold) == 1 and stays(twice, fold) == 2
    assert stays(play) is None, "who cannot fold has nothing to pay for staying"
    assert stays(fold) is None and stays() is None


def test_only_community_cards_lie_there_for_everybody() -> None:
    table = about("PA-669a")
    (board,) = [one for one in table.regulation.deal.extra if one.what == "community" and not one.wagers]
    for extra, lie in (
        ((board,), True),
        ((replace(board, what="fourth"),), False),
        ((replace(board, wagers=("pair_plus",)),), False),
        ((), False),
    ):
        deal = replace(table.regulation.deal, extra=extra)
        first, *_ = how_it_goes(other(table, deal=deal))
        assert ("lie face down" in first) == lie


def test_cards_count_what_their_ranking_says() -> None:
    """Neighbours that count alike stand together, and only what counts its own number says so."""
    counted = dict(zip(RANKS, (3, 3, 4, 5, 6, 9, 9, 9, 9, 9, 10, 10, 1), strict=True))
    ranking = PointCount(
        "points", "PA-680a.6(a)", values=counted, joker=(3,), qualifying=(16, 9), highest=9
    )  # fmt: skip
    told: Any = SimpleNamespace(
        rankings={"points": ranking}, deck=SimpleNamespace(jokers=0), contests={}
    )  # fmt: skip
    regulation: Regulation = told
    first, second = qualifying(regulation)
    assert first == (
        "Cards count: 2 3, 3 to 6 their number, 7 to 8 9, 9 their number, 10 to jack 9, "
        "queen to king 10, ace 1."
    )
    assert "total 9 or 16; the other two are its Point Count, 9 at best" in second


# ── procedure ──


@pytest.mark.parametrize(
    ("by", "shuffle", "who"),
    [
        (("device",), "manual", ("device",)),
        (("device",), "automated", ("device",)),
        (("dealer", "device"), "manual", ("dealer",)),
        (("device", "dealer"), "automated", ("dealer", "device")),
        (("dealer",), "manual", ("dealer",)),
        (("dealer", "floorperson"), "manual", ("dealer", "floorperson")),
    ],
)
def test_a_device_is_named_where_it_alone_does_it_or_one_is_in_use(
    by: tuple[str, ...], shuffle: str, who: tuple[str, ...]
) -> None:
    table = submission("PA-649a", cards={"shuffle": shuffle})
    step: Step = next(one for one in table.regulation.steps if one.do == "shuffle" and one.when == "always")
    part, *_ = procedure(other(table, steps=(replace(step, by=by),)))
    assert [done.by for done in part.steps] == [who]
