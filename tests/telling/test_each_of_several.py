"""Where there are several, each is told: wagers, cards, seats, hands, rounds, decisions, meters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.regulation import load, regulation_ids
from feltlaw.table.places import COMMUNITY, DEALER, fourth, hand
from feltlaw.table.rulings import Ruled
from feltlaw.telling import Teller
from feltlaw.telling.posted import meters_words, qualifying, summaries
from feltlaw.telling.procedure import procedure
from feltlaw.telling.table import deal_said, wagers_said
from feltlaw.telling.teaching import hint_words, how_it_goes, mistake, not_counted, price, unit_of
from feltlaw.views.event_parts import (
    BonusCardsView,
    BoxStakes,
    ClosedView,
    DealtView,
    DecidedView,
    EventView,
    ForfeitsView,
    LeftView,
    OpenedView,
    OwnPart,
    ReturnedView,
    RevealedView,
    SettledView,
    ShownView,
)
from feltlaw.views.parts import ActView, BoxView, HandView, LevelView, MeterView, PlaceView
from tests.support.driver import submission
from tests.telling.test_other_tables import other
from tests.telling.test_posted import BOX10, values
from tests.telling.test_sentences import about, cards, event, line, settled, stakes, told

WHOLE = "Kc Qc Jc", "Th 9h 8h"


def up(seat: int, text: str = "Js 9h 8c", words: str = "jack high") -> EventView:
    return event("turn_up_player", RevealedView(ShownView(hand(seat), cards(text), words)))


def unders(*events: EventView) -> list[tuple[str, bool]]:
    """What a player at seat 1 hears, and whether it belongs to what was said before it."""
    return [(str(one), one.under) for one in Teller(about("PA-649a"), (1,)).tell(events)]


# ── what happened ──


def test_a_table_opens_with_its_name_and_its_game() -> None:
    opened = event("open_table", OpenedView("t1", "0" * 64, "1" * 64, "1.0"))
    assert told(opened) == ["The table t1 is open: Three Card Poker."]


def test_each_wager_that_goes_back_at_the_call_is_told() -> None:
    back = ReturnedView(3, "pair_plus", "it is too small"), ReturnedView(1, "ante", "it is alone")
    assert told(event("no_more_bets", ClosedView(back))) == [
        "Seat 3: the Pair Plus wager goes back; it is too small.",
        "Seat 1 (you): the Ante wager goes back; it is alone.",
        '"No more bets."',
    ]


def test_who_folded_in_one_round_has_not_folded_in_the_next() -> None:
    fold, close = event("decide", DecidedView(3, ActView("fold"))), event("no_more_bets", ClosedView())
    won = settled(line(3, "pair_plus", result="win", net=500))
    assert told(fold, won)[1:] == ["Seat 3 (folded): Pair Plus +$5"]
    assert told(fold, close, won)[2:] == ["Seat 3: Pair Plus +$5"]


def test_lines_of_a_new_round_stand_under_nothing_of_the_last() -> None:
    close = event("no_more_bets", ClosedView())
    assert unders(up(3), close, settled(line(3)))[2:] == [("Seat 3: Ante -$10", False)]
    assert told(up(1), close, settled(line(1)))[2:] == [
        "Seat 1 (you):",
        "Ante -$10: jack high, lower than the dealer's hand",
    ]


def test_lines_do_not_stand_under_the_hand_of_the_dealer() -> None:
    dealer = event("reveal_dealer", RevealedView(ShownView(DEALER, cards("Qs 9h 8c"), "queen high")))
    assert told(up(1), dealer, settled(line(1)))[2:] == [
        "Seat 1 (you):",
        "Ante -$10: jack high, lower than the dealer's hand",
    ]
    assert unders(up(3), dealer, settled(line(3)))[2:] == [("Seat 3: Ante -$10", False)]


def test_what_belongs_to_a_hand_stands_under_it() -> None:
    shown = event("reveal_fourth", RevealedView(ShownView(fourth(1), cards("7d"))))
    assert unders(up(3), settled(line(3)))[1:] == [("Ante -$10", True)]
    assert unders(up(1), shown, settled(line(1)))[1:] == [
        ("fourth card 7d", True),
        ("Ante -$10: lower than the dealer's hand", True),
    ]
    assert unders(settled(line(3)), settled(line(3, "play")), settled(line(2))) == [
        ("Seat 3: Ante -$10", False),
        ("Play -$10", True),
        ("Seat 2: Ante -$10", False),
    ], "lines that come one after the other have one heading"


def test_each_bonus_wager_of_each_box_goes_back() -> None:
    mine, dealers = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
    of_mine, of_dealers = (
        "Five Card Hand Bonus on the player's hand",
        "Five Card Hand Bonus on the dealer's hand",
    )
    two = (BoxStakes(3, stakes(**{mine: 100})), BoxStakes(1, stakes(**{dealers: 100, mine: 100})))
    for boxes, back in (
        (two, f"{of_mine} and {of_dealers}"),
        (two[::-1], f"{of_dealers} and {of_mine}"),
        (two[1:], f"{of_dealers} and {of_mine}"),
    ):
        assert told(event("correct_bonus_cards", BonusCardsView(COMMUNITY, "unknown", boxes))) == [
            f"The bonus cards of the community were wrongly dealt; {back} goes back."
        ]


def test_cards_are_told_with_each_place_they_came_to() -> None:
    to = (hand(1), hand(3), DEALER, hand(1), hand(3), DEALER)
    assert told(event("deal", DealtView(("deal_hands",), to))) == [
        "6 cards to seat 1, seat 3 and the dealer."
    ]


def test_each_hand_that_lies_face_up_is_told() -> None:
    shown = (
        ShownView(hand(3), cards("2s 5h 9c"), "nine high"),
        ShownView(hand(1), cards("2h 5c 8c"), "eight high"),
    )
    assert told(event("collect_forfeits", ForfeitsView((3, 1), shown=shown))) == [
        "Seat 3 lies face up: 2s 5h 9c  nine high",
        "Seat 1 (you) lies face up: 2h 5c 8c  eight high",
    ]


def test_each_set_hand_that_is_turned_up_at_settlement_is_told() -> None:
    shown = tuple(
        ShownView(hand(seat), cards(two), count, cards(three), True, before=cards(three))
        for seat, three, two, count in (
            (3, "Kc Qc Jc", "4s 5d", "Point Count 9"),
            (2, "Kh Qh Jh", "4c 4d", "Point Count 8"),
        )
    )
    assert told(event("pay_winners", SettledView((), shown)), regulation="PA-680a") == [
        "Seat 3: Kc Qc Jc and 4s 5d  Point Count 9, qualifies",
        "Seat 2: Kh Qh Jh and 4c 4d  Point Count 8, qualifies",
    ]


def test_whoever_leaves_with_several_seats_is_known_by_each() -> None:
    for seats in ((1, 2), (2, 1)):
        assert told(event("leave", LeftView("ann", seats))) == [
            f"You gave up seat {seats[0]} and {seats[1]}."
        ]


def test_a_ruling_is_told_of_each_seat() -> None:
    assert told(event("rule_departed", Ruled((3, 1), "fold"))) == [
        'Seat 3: the floorperson rules "fold".',
        'Seat 1 (you): the floorperson rules "fold".',
    ]


def test_a_player_is_told_each_line_that_he_alone_knows() -> None:
    names = ("pair_plus", "three_card_progressive")
    unseen = [line(1, one, outcome="", hand="") for one in names]
    known = tuple(line(1, one, outcome="high_card") for one in names)
    assert told(settled(*unseen, own=OwnPart(lines=known)))[1:] == [
        "Pair Plus -$10: jack high; it needs a pair",
        "Three-Card Progressive -$10: jack high; it needs a straight",
    ]


@pytest.mark.parametrize("turned", [1, -1])
def test_a_raise_may_be_chosen_in_any_of_the_decisions(turned: int) -> None:
    """PA-669a.11(b), (d), (f): up to three times the Ante at first, then up to two, and at last the Ante."""
    table = about("PA-669a")
    again = other(table, decisions=table.regulation.decisions[::turned])
    raised = event("decide", DecidedView(3, ActView("play", times=3, wager="play", amount=3000)))
    assert [str(one) for one in Teller(again).tell([raised])] == ["Seat 3 plays 3x, $30."]
    assert dict(summaries(again, 3))["Play"].startswith("as you decide, 1 to 3 times the Ante: ")


# ── a table as it stands ──


def test_ones_own_hands_are_all_told_face_up() -> None:
    round_ = SimpleNamespace(places=tuple(PlaceView("player", seat, down=3) for seat in (1, 2, 3)))
    you = SimpleNamespace(
        hands=tuple(HandView(at, cards(text)) for at, text in zip((1, 2), WHOLE, strict=True))
    )
    view: Any = SimpleNamespace(public=SimpleNamespace(round=round_), own=SimpleNamespace(you=you))
    assert [" ".join(str(one).split()) for one in deal_said(view)] == [
        "Seat 1 (you): Kc Qc Jc",
        "Seat 2 (you): Th 9h 8h",
        "Seat 3: 3 face down",
    ]


def test_the_wagers_of_each_box_are_told_in_the_order_of_the_table() -> None:
    boxes = (BoxView(3, "bob", stakes(pair_plus=500, ante=1000)), BoxView(1, "ann", stakes(ante=2500)))
    round_: Any = SimpleNamespace(boxes=boxes)
    assert [str(one) for one in wagers_said(round_, about("PA-649a"), (1,))] == [
        "Seat 3: Ante $10, Pair Plus $5",
        "Seat 1 (you): Ante $25",
    ]


def test_each_meter_is_told() -> None:
    found = [
        MeterView(name, "link", (LevelView("meter", cents),)) for name, cents in (("a", 100), ("b_c", 250))
    ]
    assert list(meters_words(found)) == ["Jackpot a: $1", "Jackpot b c: $2.50"]


@pytest.mark.parametrize("regulation", regulation_ids())
def test_everything_that_may_go_wrong_is_told_at_the_end(regulation: str) -> None:
    *_, wrong = procedure(submission(regulation))
    assert wrong.title == "If something goes wrong"
    assert [one.text for one in wrong.steps] == [one.text for one in load(regulation).irregularities.values()]
    assert len(wrong.steps) >= 9


def test_any_contest_may_have_a_dealer_who_has_to_qualify() -> None:
    table = about("PA-649a")
    (terms,) = table.regulation.contests.values()
    two = {"pot": replace(terms, qualifier=""), "dealer": terms}
    assert list(qualifying(other(table, contests=two).regulation)) == [
        "The dealer qualifies with queen high or better."
    ]


# ── teaching ──


def test_the_community_cards_of_every_street_lie_there() -> None:
    table = about("PA-669a")
    (board,) = table.regulation.deal.extra
    for extra, lie in (
        ((replace(board, what="fourth"), board), "3 community cards lie"),
        ((board, replace(board, cards=1)), "4 community cards lie"),
    ):
        first, *_ = how_it_goes(other(table, deal=replace(table.regulation.deal, extra=extra)))
        assert lie in first


def test_whatever_way_of_leaving_loses_a_wager_beside_is_said() -> None:
    """At the last decision alone (PA-669a.11(f)), and where folding loses nothing (MA-TCP.10(b))."""
    linked = submission("PA-669a", wagers={"three_card_progressive": {}})
    box = BoxView(1, "p1", stakes(ante=1000, blind=1000, three_card_progressive=100))
    assert not_counted(linked, box) == (
        "Counted is the main game alone; folding loses the Progressive Payout as well."
    )
    box = BoxView(1, "p1", stakes(ante=1000, pair_plus=500))
    assert not_counted(about("MA-TCP"), box) == (
        "Counted is the main game alone; surrendering loses the Pair Plus as well."
    )


def test_a_hint_begins_with_the_best_and_ends_with_what_it_leaves_out() -> None:
    """In whatever order the acts come; who folds loses his Pair Plus as well (PA-649a.11(b)(1))."""
    some = values(play=Fraction(-3, 2), check=Fraction(0), fold=Fraction(-1))
    box = BoxView(1, "p1", stakes(pair_plus=500, ante=1000))
    assert list(hint_words(about("PA-649a"), some, box)) == [
        "Check: the best here.",
        "Fold: costs $10 more on average.",
        "Play: costs $15 more on average.",
        "Counted is the main game alone; folding loses the Pair Plus as well.",
    ]


def test_the_better_act_is_the_one_that_is_worth_more() -> None:
    some = values(play=Fraction(-3, 2), fold=Fraction(-1))
    found = mistake(about("PA-649a"), some, BOX10, "play", ("play", "fold"))
    assert found is not None and (found.best, found.cost) == ("fold", 500)


def test_an_act_costs_what_its_own_wager_says_wherever_that_lies() -> None:
    last = about("PA-669a").regulation.decisions[0]
    box = BoxView(1, "p1", stakes(pair_plus=500, blind=1000, ante=1000))
    assert {act.play: price(act, last, box) for act in last.acts} == {0: 0, 1: 1000, 2: 2000, 3: 3000}
    assert price(last.acts[-1], last, BoxView(1, "p1", stakes(pair_plus=500))) == 0


def test_the_unit_is_of_whichever_decision_has_a_wager_there() -> None:
    table = about("PA-649a")
    (last,) = table.regulation.decisions
    two = other(table, decisions=(replace(last, of="play"), last))
    assert unit_of(two, BoxView(1, "p1", stakes(pair_plus=500, ante=1000))) == 1000
