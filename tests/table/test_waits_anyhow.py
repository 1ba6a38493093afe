"""What a line waits for, and decks on their way to the table: every question both ways, on states made up."""

from __future__ import annotations

from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.money import parse_pays
from feltlaw.refusal import Refused
from feltlaw.table import RULES, Moment, Shuffled, State
from feltlaw.table import waits as waits_
from feltlaw.table.opening import ChangeDeck, Inspect, ReceiveDeck, Spread, VerifyInspection, Wash
from feltlaw.table.places import COMMUNITY, hand
from feltlaw.table.state import Check, Dealt, Deck
from feltlaw.values import changed
from tests.support.driver import drive, main_bets, proves

BOTH = (False, True)
LOST = ("folded", "surrendered", "abandoned", "communicated", "void")


@cache
def begun(regulation: str, wager: str = "", **more: Any) -> State:
    offered: dict[str, Any] = {wager: dict(more)} if wager else {}
    bets = {seat: main_bets(regulation) for seat in (1, 3)}
    return drive(regulation, wagers=offered).start(bets).until("deciding").state


def line(**more: Any) -> Any:
    found = {"seat": 3, "id": "ante", "on": "", "is_award": False, "outcome": "higher", "result": "win",
             "for_seat": 0, "pays": None, "paid": 0}  # fmt: skip
    return SimpleNamespace(**{**found, **more})


# ── cards ──


@proves("turn_up_player", "settle_players")
def test_a_hand_is_turned_up_before_its_wagers_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun("PA-649a")
    for up, racked, shown in product(BOTH, BOTH, BOTH):
        of = SimpleNamespace(
            of=SimpleNamespace(is_shown=lambda box, shown=shown: shown), box=lambda seat: seat
        )
        monkeypatch.setattr(waits_, "agenda", lambda state, of=of: of)
        now = state.settling_on(turned_up=(3,) if up else (1,))
        now = now.in_round(racked=(hand(3),) if racked else (hand(1),))
        assert waits_.waits_for_hand(now, line()) == (not up and not racked and shown)


@proves("reveal_community", "reveal_fourth")
@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-649a.11(c)(7)")
def test_a_line_waits_for_the_cards_it_rests_on() -> None:
    """Community cards that lie there, down; the fourth for a pair that wins, unless it is the board's."""
    for regulation, wager, award, more, groups in (
        ("PA-649a", "five_card_progressive", "", {}, ("player", "community")),
        ("PA-649a", "five_card_progressive", "envy_five_card", {}, ("player", "community")),
        ("PA-649a", "three_card_progressive", "envy_three_card", {}, ("player",)),
        ("MA-TCP", "multi_game_link", "envy_multi_game_link", {}, ("player", "community")),
        ("PA-649a", "", "", {}, ("player",)),
        ("PA-679a", "pair_bonus", "", {}, ("player", "fourth")),
        ("PA-679a", "pair_bonus", "", {"community_card": True}, ("player", "fourth")),
        ("PA-679a", "", "bad_beat_bonus", {}, ("player",)),
    ):
        state = begun(regulation, wager, **more)
        bare = tuple(one for one in state.played.facts.dealt if one.place != COMMUNITY)
        for outcome, result, up, lies, fourth in product(
            ("higher", *LOST), ("win", "lose"), (0, 1), BOTH, BOTH
        ):
            dealt = (*bare, Dealt(COMMUNITY, None)) if lies else bare
            now = state.with_facts(dealt=dealt).settling_on(
                community_up=up, fourths_up=(3,) if fourth else (1,)
            )
            one = line(id=award or wager or "ante", is_award=bool(award), outcome=outcome, result=result)
            board = bool(more)
            needs = "community" in groups or ("fourth" in groups and result == "win" and board)
            expected = outcome not in LOST and not up and lies and needs
            assert waits_.waits_for_community(now, one) == expected
            wants = "fourth" in groups and result == "win" and not board and not fourth
            assert waits_.waits_for_fourth(now, one) == wants


# ── people ──


@proves("verify_win", "validate")
@pytest.mark.clause("I-66", "PA-649a.11(c)(5)(iii)", "PA-649a.11(c)(5)(i)")
def test_which_wins_are_looked_at_closely_and_which_are_validated() -> None:
    """A progressive's wins are verified; validated is what the chapter names: shares of the meter (I-66)."""
    state = begun("PA-649a", "three_card_progressive")
    wager = state.submission.regulation.wagers["three_card_progressive"]
    assert wager.validated is not None
    for id, on, result, envy in product(
        ("three_card_progressive", "ante", "ante_bonus"),
        ("", "three_card_progressive", "ante"),
        ("win", "lose"),
        (0, 1),
    ):
        one = line(id=id, on=on, result=result, for_seat=envy)
        closely = (on or id) == "three_card_progressive" and result == "win" and not envy
        assert (waits_.validated_wager(state, one) is wager) == closely
    for pays, result, named in product(("100% of meter", "500 for 1", "6 for 1"), ("win", "lose"), BOTH):
        one = line(id="three_card_progressive" if named else "ante", pays=parse_pays(pays), result=result)
        due = (
            named
            and result == "win"
            and (wager.validated.what == "all" or "meter" in pays or parse_pays(pays) in wager.validated.pays)
        )
        assert waits_.needs_validation(state, one) == due


@proves("verify_win", "validate")
def test_a_check_is_of_one_seat_one_wager_and_what_it_is_on() -> None:
    checks = tuple(
        Check(seat, wager, on, "dee") for seat, wager, on in product((1, 3), ("a", "b"), ("", "x"))
    )
    state = begun("PA-649a").settling_on(checks=checks)
    for check in checks:
        found = waits_.check_of(state, line(seat=check.seat, id=check.wager, on=check.on))
        assert found is check
    assert waits_.check_of(state, line(seat=4, id="a")) is None


# ── decks that come ──


def moment(account: str = "flo", role: str = "floorperson") -> Moment:
    return Moment(0, Person(role, account), Shuffled(tuple(range(52)), "5" * 64))  # type: ignore[arg-type]


def said(do: str, state: State, data: Any, by: Moment) -> str:
    try:
        RULES[do].decide(state, data, by)
    except Refused as refused:
        return refused.what
    return ""


@proves("inspect", "verify_inspection", "spread", "wash")
@pytest.mark.clause("PA-649a.4(a)", "PA-649a.4(b)", "PA-649a.4(c)", "PA-649a.3(a)", "I-157")
def test_a_deck_is_opened_step_by_step() -> None:
    base = drive("PA-649a").state
    stages = (None, "received", "inspected", "verified", "spread", "stacked", "shuffled", "placed")
    steps = {"received": "inspect", "inspected": "verify_inspection", "verified": "spread", "spread": "wash"}
    kinds: dict[str, Any] = {
        "inspect": Inspect, "verify_inspection": VerifyInspection, "spread": Spread, "wash": Wash,
    }  # fmt: skip
    for stage, here, who in product(stages, BOTH, ("abe", "dee", "flo")):
        deck = None if stage is None else Deck("red", 0, stage, 52, inspected_by="dee")
        state = changed(base, decks=(deck,), seats={1: "p1"} if here else {})
        for do, kind in kinds.items():
            may = steps.get(stage or "") == do
            refused = said(do, state, kind(0), moment(who))
            if do == "wash" and may and not here:
                assert "no player" in refused
            elif do == "verify_inspection" and may and who == "dee":
                assert "himself" in refused
            else:
                assert (refused == "") == may, (do, stage)
            ways = [way.data.deck for way in RULES[do].ways(state)]
            assert ways == ([0] if may and (do != "wash" or here) else [])
            assert said(do, state, kind(1), moment()), "there is no second deck"
        assert bool(said("receive_deck", state, ReceiveDeck(0), moment())) == (stage is not None)
        assert [way.data.deck for way in RULES["receive_deck"].ways(state)] == ([0] if stage is None else [])


@pytest.mark.clause("PA-649a.3(a)", "PA-680a.3(a)#2", "PA-680a.3(a)", "I-146")
@pytest.mark.parametrize(
    ("regulation", "jokers", "right"),
    [("PA-649a", 0, {0, 52}), ("PA-680a", 1, {0, 53}), ("PA-680a", 2, {0, 53, 54})],
)
def test_a_deck_comes_with_the_cards_it_should_have(regulation: str, jokers: int, right: set[int]) -> None:
    cards: dict[str, Any] = {"jokers_made": jokers} if jokers else {}
    state = drive(regulation, cards=cards).state
    for many in (0, 51, 52, 53, 54, 55):
        refused = said("receive_deck", state, ReceiveDeck(0, cards=many), moment())
        assert (refused == "") == (many in right), many
    whole = RULES["receive_deck"].decide(state, ReceiveDeck(0), moment()).data
    assert whole.cards == max(right)


@proves("each_deck")
@pytest.mark.clause("PA-649a.3(c)(1)", "PA-649a.3(c)(2)", "PA-649a.3(b)(1)")
def test_which_deck_may_be_taken_away() -> None:
    base = drive("PA-649a", cards={"shuffle": "automated", "decks": 2}).open(1).state
    deck = Deck("red", 0, "placed", 52)
    for phase, active, first, second, on in product(
        ("betting", "shuffling", "opening", "idle", "dealing"), (0, 1), (deck, None), (deck, None), BOTH
    ):
        round_ = changed(base.played, betting=changed(base.played.betting, locked=on))
        state = changed(base, phase=phase, active=active, decks=(first, second), round=round_)
        there = [at for at, one in enumerate((first, second)) if one is not None]
        expected = [at for at in there if phase != "betting" or at == active]
        between = phase != "dealing" and not on
        assert (RULES["change_deck"].when(state) is None) == between
        assert [way.data.deck for way in RULES["change_deck"].ways(state)] == expected
        for at in (0, 1):
            assert bool(said("change_deck", state, ChangeDeck(at), moment())) == (at not in expected)
