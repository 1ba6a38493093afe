"""What may be staked, asked of states that are made up: bounds, the least box, boxes that go back."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from feltlaw.refusal import Refused
from feltlaw.regulation import load
from feltlaw.round.deciding import passive
from feltlaw.submission import Submission
from feltlaw.table import RULES, Moment, Person, State
from feltlaw.table.betting import Bet, Ready, ReturnWagers, incomplete, least_box, wager_bounds
from feltlaw.values import changed
from tests.support.driver import drive, each, main_bets, submission
from tests.support.signs import OPTIONAL, subsets

DOLLARS5 = {"minimum": "5.00", "maximum": "500.00"}
ONE = {"minimum": "1.00", "maximum": "1.00"}


# ── bounds ──


BOUNDS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("PA-649a", {}, "ante", DOLLARS5),
    ("PA-649a", {}, "pair_plus", DOLLARS5),
    ("PA-649a", {"three_card_progressive": {}}, "three_card_progressive",
     {**ONE, "requires": ["ante", "pair_plus"]}),
    ("MA-TCP", {}, "ante", DOLLARS5),
    ("PA-669a", {}, "blind", {**DOLLARS5, "equals": "ante", "requires": ["ante"]}),
    ("PA-669a", {"ante": {"minimum": 2, "maximum": 40}}, "blind",
     {"minimum": "2.00", "maximum": "40.00", "equals": "ante", "requires": ["ante"]}),
    ("PA-680a", {"pot": {}}, "pot", {"minimum": "5.00", "maximum": "5.00", "requires": ["ante"]}),
]  # fmt: skip


@pytest.mark.clause(
    "PA-649a.7(a)", "MA-TCP.6(b)", "PA-669a.7(a)", "PA-669a.7(d)(1)", "PA-680a.7(a)", "PA-680a.7(d)(2)"
)
@pytest.mark.parametrize(("regulation", "wagers", "wager", "bounds"), BOUNDS)
def test_what_may_be_staked_is_said_with_its_bounds(
    regulation: str, wagers: dict[str, Any], wager: str, bounds: dict[str, Any]
) -> None:
    """Within limits, exactly so much, as much as another; what must lie there first (.7(d))."""
    found = wager_bounds(submission(regulation, wagers=wagers))
    assert found[wager] == bounds
    assert "play" not in found, "it is made by a decision"


EITHER, ANTE, BOTH = ["ante", "pair_plus"], ["ante"], ["ante", "blind"]
AFTER: dict[str, dict[str, tuple[list[str], str]]] = {
    "PA-649a": {
        "three_card_progressive": (EITHER, "7(d)(4)#2"),
        "six_card_bonus": (EITHER, "7(d)(5)#3"),
        "five_card_progressive": (EITHER, "7(d)(6)#2"),
        "five_card_hand_bonus_player": (EITHER, "7(d)(7)#2"),
        "five_card_hand_bonus_dealer": (EITHER, "7(d)(7)#2"),
        "five_of_six_progressive": (EITHER, "7(d)(8)#2"),
    },
    "MA-TCP": {
        "six_card_bonus": (EITHER, "6(g)(3)"),
        "cover_all": (EITHER, "12(a)"),
        "three_card_progressive": (EITHER, "13(a)"),
        "multi_game_link": (EITHER, "13(a)"),
    },
    "PA-679a": {
        "prime": (ANTE, "7(d)(2)"),
        "pair_bonus": (ANTE, "7(d)(3)"),
        "all_six_bonus": (ANTE, "7(d)(4)"),
    },
    "PA-669a": {
        "blind": (ANTE, "7(d)(1)"),
        "pair_plus": (BOTH, "7(d)(3)"),
        "three_card_progressive": (BOTH, "7(d)(4)#2"),
        "six_card_bonus": (BOTH, "7(d)(5)"),
    },
    "PA-680a": {"pot": (ANTE, "7(d)(2)"), "bonus": (ANTE, "7(d)(3)")},
}
"""After which wagers each is placed: an Ante or a Pair Plus, an Ante, Ante and Blind (I-22). An Ante, and in
Three Card Poker a Pair Plus, is placed after none."""


@pytest.mark.parametrize(
    ("regulation", "wager", "first"),
    [
        pytest.param(
            name, wager, first, marks=pytest.mark.clause(f"{name}.{at}", "I-22"), id=f"{name}-{wager}"
        )
        for name, wagers in AFTER.items()
        for wager, (first, at) in wagers.items()
    ],
)
def test_after_which_wagers_a_wager_may_be_placed_is_said_with_its_bounds(
    regulation: str, wager: str, first: list[str]
) -> None:
    """All of them, beside every other wager of the table, and with the offer to bet as well; by themselves
    they are enough where any of them is, and the wager is refused where none lies."""
    section = load(regulation).wagers[wager].section
    for beside in subsets(regulation):
        if section not in beside and section in OPTIONAL[regulation]:
            continue
        found = wager_bounds(submission(regulation, wagers={one: {} for one in beside}))
        assert found[wager]["requires"] == first
        free = ["ante"] + ["pair_plus"] * (regulation in ("PA-649a", "MA-TCP"))
        assert [one for one in found if "requires" not in found[one]] == free
    table = drive(regulation, wagers={section: {}}).open(1)
    (offer,) = table.offers("bet")
    assert offer.choose["wagers"][wager]["requires"] == first
    least = table.state.submission.wagers[wager].minimum
    for enough in [[one] for one in first] if first == EITHER else [first]:
        main = {**dict.fromkeys(enough, 1000), **({"blind": 1000} if regulation == "PA-669a" else {})}
        table.do("bet", seat=1, wagers={**main, wager: 1000 if wager == "blind" else least})
        table.refused("bet", Person("player", "p1"), seat=1, wagers={wager: least})


@pytest.mark.clause("PA-649a.7(a)", "PA-669a.7(a)", "PA-680a.7(a)", "MA-TCP.6(b)")
@pytest.mark.parametrize(
    ("regulation", "sections", "box"),
    [
        ("PA-649a", {}, {"ante": 500}),
        ("PA-649a", {"version": {"pair_plus": "compulsory"}}, {"ante": 500, "pair_plus": 500}),
        ("PA-649a", {"version": {"pair_plus": "ante_covers"}}, {"ante": 500}),
        ("PA-649a", {"version": {"pair_plus": "compulsory"}, "wagers": {"pair_plus": {"minimum": 100}}},
         {"ante": 10000, "pair_plus": 10000}),
        ("PA-669a", {}, {"ante": 500, "blind": 500}),
        ("PA-669a", {"wagers": {"ante": {"minimum": 25}}}, {"ante": 2500, "blind": 2500}),
        ("PA-669a", {"wagers": {"ante": {"minimum": 2}}}, {"ante": 200, "blind": 200}),
        ("PA-680a", {"wagers": {"pot": {}}}, {"ante": 500}),
    ],
)  # fmt: skip
def test_the_fewest_wagers_of_a_box_are_legal(
    regulation: str, sections: dict[str, Any], box: dict[str, int]
) -> None:
    assert dict(least_box(submission(regulation, **sections))) == box


def offered(regulation: str, **more: Any) -> State:
    """Open betting at a table with three players and different purses."""
    table = drive(regulation, limits={"adjacent_boxes": 1}, **more).open(1, 3, 5)
    return table.state


@each("place_wagers", "idle_spread")
def test_who_may_bet_and_what_is_offered_to_him(regulation: str) -> None:
    """Who is there, has the chips or has wagers lying there; nothing new while cards are prepared again."""
    least = sum(main_bets(regulation, 500).values())
    begun = offered(regulation)
    for phase, old, purse, lies, away in product(
        ("betting", "shuffling"), (False, True), (least - 1, least, least + 1), (False, True), (False, True)
    ):
        decks = tuple(deck and replace(deck, unwatched=old) for deck in begun.decks)
        books = {
            key: purse if (key.kind, key.of) == ("chips", "p1") else cents
            for key, cents in begun.books.items()
        }
        state = changed(begun, phase=phase, decks=decks, books=books, away=("p1",) if away else ())
        if lies:
            state = state.with_facts(stakes={1: main_bets(regulation)}, players={1: "p1"})
        mine = [way for way in RULES["bet"].ways(state) if way.who == "p1"]
        may = not away and (lies or (phase == "betting" and not old and purse >= least))
        assert bool(mine) == may, (phase, old, purse, lies, away)
        if mine:
            assert mine[0].data.wagers == (main_bets(regulation) if lies else main_bets(regulation, 500))
        others = {way.who for way in RULES["bet"].ways(state)} - {"p1"}
        assert others == ({"p3", "p5"} if phase == "betting" and not old else set())


@each("place_wagers")
def test_a_bet_is_refused_for_its_own_reason(regulation: str) -> None:
    begun = offered(regulation).with_facts(stakes={1: main_bets(regulation)}, players={1: "p1"})
    many = len(main_bets(regulation))

    def said(state: State, wagers: dict[str, int], instrument: str = "chips") -> str:
        moment = Moment(state.now, Person("player", "p1"))
        try:
            RULES["bet"].decide(state, Bet(1, wagers, "", instrument), moment)  # type: ignore[arg-type]
        except Refused as refused:
            return refused.what
        return ""

    again = changed(begun, phase="shuffling")
    assert said(begun, main_bets(regulation, 2000)) == ""
    assert "prepared again" in said(again, main_bets(regulation, 2000))
    assert said(again, main_bets(regulation)) == "" and said(again, {}) == "", "what lies there may lie"
    assert "cash" in said(begun, main_bets(regulation), "cash")
    books = {
        key: 1000 * many if (key.kind, key.of) == ("chips", "p1") else c for key, c in begun.books.items()
    }
    poor = changed(begun, books=books)
    assert said(poor, main_bets(regulation, 2000)) == "", "as much again as lies there"
    assert "more than" in said(poor, main_bets(regulation, 2001))


@each("close_betting")
def test_ready_is_who_has_bet_and_has_not_said_so(regulation: str) -> None:
    begun = offered(regulation)
    for lies, ready, away in product((False, True), repeat=3):
        stakes = {seat: main_bets(regulation) for seat in ((1, 3) if lies else (3,))}
        state = begun.with_facts(stakes=stakes, players={seat: f"p{seat}" for seat in stakes})
        state = changed(state, away=("p1",) if away else ())
        betting = changed(state.played.betting, ready=(1,) if ready else ())
        state = state.in_round(betting=betting)
        may = lies and not ready and not away
        assert ("p1" in {way.who for way in RULES["ready"].ways(state)}) == may
        if not may:
            with pytest.raises(Refused):
                RULES["ready"].decide(state, Ready(1), Moment(state.now, Person("player", "p1")))


@each("close_betting", "place_wagers")
def test_who_changes_his_wagers_waits_no_more_and_others_do(regulation: str) -> None:
    begun = offered(regulation)
    stakes = {seat: main_bets(regulation) for seat in (1, 3, 5)}
    state = begun.with_facts(stakes=stakes, players={seat: f"p{seat}" for seat in stakes})
    state = state.in_round(betting=changed(state.played.betting, ready=(1, 3, 5)))
    for seat, wagers in product((1, 3, 5), (main_bets(regulation, 2000), {})):
        by = Person("player", f"p{seat}")
        placed = RULES["bet"].decide(state, Bet(seat, wagers), Moment(state.now, by)).data
        event: Any = None
        after = RULES["bet"].apply(state, placed, event)
        assert after.played.betting.ready == tuple(one for one in (1, 3, 5) if one != seat)


@each("exchange", "stay_seated", "place_wagers")
def test_who_has_no_chips_is_offered_no_cash(regulation: str) -> None:
    table = drive(regulation).open(1)
    table.do("sit", Person("player", "p2"), seat=2)
    assert {way.who for way in RULES["cash_out"].ways(table.state)} == {"p1"}


# ── boxes with which a round cannot be played ──

POT: dict[str, int] = {"ante": 1000, "pot": 500}
PLAIN: dict[str, int] = {"ante": 1000}


def boxes(table: Submission, state: State, *some: tuple[int, str, dict[str, int]]) -> State:
    return state.with_facts(
        stakes={seat: box for seat, _, box in some}, players={seat: who for seat, who, _ in some}
    )


@pytest.mark.clause("PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "PA-680a.7(a)", "I-138", "I-10")
@pytest.mark.parametrize(
    ("some", "back"),
    [
        ([(1, "a", PLAIN)], []),
        ([(1, "a", POT)], []),
        ([(1, "a", POT), (3, "b", POT)], []),
        ([(1, "a", POT), (3, "b", PLAIN)], [3]),
        ([(1, "a", PLAIN), (3, "b", PLAIN)], [1, 3]),
        ([(1, "a", POT), (2, "a", POT)], []),
        ([(1, "a", POT), (3, "a", POT)], [1, 3]),
        ([(1, "a", POT), (3, "a", POT), (2, "a", POT)], []),
        ([(1, "a", POT), (3, "a", POT), (2, "b", POT)], [1, 3]),
    ],
)
def test_boxes_go_back_with_which_the_round_cannot_be_played(
    some: list[tuple[int, str, dict[str, int]]], back: list[int]
) -> None:
    """In company each has the Pot; one player's boxes lie side by side."""
    table = drive("PA-680a", wagers={"pot": {}}, limits={"adjacent_boxes": 1}).open(1)
    state = boxes(table.state.submission, table.state, *some)
    assert incomplete(state) == back
    assert [way.data.seat for way in RULES["return_wagers"].ways(state)] == back
    assert (RULES["return_wagers"].when(state) is None) == bool(back)
    for seat, _, _ in some:
        if seat not in back:
            with pytest.raises(Refused, match="are complete"):
                RULES["return_wagers"].decide(state, ReturnWagers(seat), Moment(0, Person("dealer", "dee")))
    called = state.in_round(betting=changed(state.played.betting, locked=True))
    assert incomplete(called) == [] and RULES["return_wagers"].when(called) is not None


# ── who does not answer ──


@pytest.mark.clause("I-09", "PA-669a.7(b)", "MA-TCP.6(c)", "PA-680a.7(b)")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a"])
def test_who_does_not_answer_folds_or_stakes_nothing(regulation: str) -> None:
    """However the acts are listed: never a surrender, never a play."""
    for decision in submission(regulation).regulation.decisions:
        for acts in (decision.acts, decision.acts[::-1]):
            act = passive(replace(decision, acts=acts))
            folds = any(one.fold for one in acts)
            assert not act.play and not act.surrender and act.fold == folds
