"""Whose decision it is, on states that are made up: streets, rulings, people who are away, guests."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.event import SYSTEM, Person
from feltlaw.refusal import Refused
from feltlaw.round.model import Answer
from feltlaw.table import RULES, Moment, State
from feltlaw.table import deciding as deciding_
from feltlaw.table.deciding import Decide, SetHand, TimedOut, TimeOut, decided, waiting
from feltlaw.values import changed
from tests.support.driver import REGULATIONS, drive, main_bets, proves

CHECK, FOLD = Answer("check"), Answer("fold", leaves="fold")
DECIDES = ("decide", "set_hand", "examine", "own_hand")


@cache
def begun(regulation: str) -> State:
    bets = {seat: main_bets(regulation) for seat in (1, 3, 4)}
    return drive(regulation).start(bets).until("deciding").state


def played(times: int = 1) -> Answer:
    return Answer("play", times, "play", 1000 * times)


def answered(state: State, up: int = 0, rulings: Any = None, **answers: Any) -> State:
    given = {int(seat.removeprefix("s")): tuple(some) for seat, some in answers.items()}
    stakes = {
        seat: {**box, **{one.wager: one.cents for one in given.get(seat, ()) if one.wager}}
        for seat, box in state.played.facts.stakes.items()
    }
    now = state.with_facts(answers=given, rulings=rulings or {}, stakes=stakes)
    return now.settling_on(community_up=up)


def asked(state: State) -> tuple[str, tuple[int, ...]] | None:
    found = waiting(state)
    return None if found is None else (found[0].name, found[1])


# ── whose turn it is ──


@proves(*DECIDES, "reveal_community")
def test_streets_are_decided_one_after_the_other() -> None:
    """669a.11(b), (d), (f): each in turn from the lowest seat; a card comes up between two decisions."""
    state = begun("PA-669a")
    first, second, third = state.submission.regulation.decisions
    raised = played(3)
    for up, answers, seats, street in (
        (0, {}, (1,), first),
        (0, {"s1": [CHECK]}, (3,), first),
        (0, {"s1": [raised], "s3": [CHECK]}, (4,), first),
        (0, {"s1": [raised], "s3": [CHECK], "s4": [CHECK]}, None, None),
        (1, {"s1": [raised], "s3": [CHECK], "s4": [CHECK]}, (3,), second),
        (1, {"s1": [raised], "s3": [CHECK, CHECK], "s4": [CHECK]}, (4,), second),
        (1, {"s1": [raised], "s3": [CHECK, CHECK], "s4": [CHECK, raised]}, None, None),
        (2, {"s1": [raised], "s3": [CHECK, CHECK], "s4": [CHECK, raised]}, (3,), third),
        (2, {"s1": [raised], "s3": [CHECK, CHECK, FOLD], "s4": [CHECK, raised]}, None, None),
    ):
        now = answered(state, up, **answers)
        assert asked(now) == (None if street is None else (street.name, seats)), (up, answers)
        over = seats is None and up == 2
        assert decided(now) == over
        assert (RULES["decide"].when(now) is None) == (seats is not None)
        assert RULES["set_hand"].when(now) is not None


@proves(*DECIDES)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_nobody_is_asked_before_the_deal_or_after_a_ruling(
    regulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(regulation)
    do = "set_hand" if regulation == "PA-680a" else "decide"
    alone = (1,) if do == "decide" else (1, 3, 4)
    found = waiting(state)
    assert found is not None and found[1] == alone
    for phase in ("dealing", "stub", "settling", "betting"):
        now = changed(state, phase=phase)
        assert waiting(now) is None and not decided(now)
        refused = RULES[do].when(now)
        assert refused is not None
        assert ("deal is not complete" in refused.what) == (phase in ("dealing", "stub"))
    for ruling, out in (("abandoned", True), ("left", False)):
        ruled = waiting(answered(state, rulings={1: ruling}))
        assert ruled is not None and (1 not in ruled[1]) == out
    everybody = answered(state, rulings={1: "abandoned", 3: "abandoned", 4: "abandoned"})
    assert waiting(everybody) is None
    assert waiting(changed(state, round=None)) is None and not decided(changed(state, round=None))
    monkeypatch.setattr(deciding_, "is_partly_settled", lambda state: True)
    assert waiting(changed(state)) is None


# ── who may answer ──


@proves(*DECIDES, "stay_seated")
@pytest.mark.clause("I-26", "PA-649a.11(b)")
def test_each_answers_for_his_own_hand_in_turn() -> None:
    state = begun("PA-649a")
    players = state.played.facts.players
    assert players == {1: "p1", 3: "p3", 4: "p4"}
    guest = changed(state, guests=("p1",), real_cards=True)
    for role, account, seat, table, away, why in (
        ("player", "p1", 1, state, (), ""),
        ("player", "p3", 1, state, (), "not yours"),
        ("player", "p1", 3, state, (), "not yours"),
        ("player", "p3", 3, state, (), "not seat 3's turn"),
        ("player", "p1", 2, state, (), "not yours"),
        ("player", "p1", 1, state, ("p1",), "left in the middle"),
        ("dealer", "dee", 1, state, (), "account of his own"),
        ("dealer", "dee", 1, guest, (), ""),
        ("dealer", "dee", 3, guest, (), "account of his own"),
        ("dealer", "dee", 2, guest, (), "not yours"),
    ):
        now, by = changed(table, away=away), Person(role, account)  # type: ignore[arg-type]
        try:
            RULES["decide"].decide(now, Decide(seat, "play", 1), Moment(now.now, by))
            said = ""
        except Refused as refused:
            said = refused.what
        assert why in said and bool(said) == bool(why), (role, account, seat, said)


@proves("decide")
@pytest.mark.clause("I-26", "PA-669a.11(b)", "PA-669a.11(d)", "PA-669a.11(f)", "PA-649a.11(b)(1)")
@pytest.mark.parametrize(
    ("regulation", "act", "times", "legal"),
    [
        ("PA-649a", "play", 1, True), ("PA-649a", "play", 0, True), ("PA-649a", "play", 2, False),
        ("PA-649a", "fold", 0, True), ("PA-649a", "check", 0, False), ("PA-649a", "surrender", 0, False),
        ("MA-TCP", "surrender", 0, True),
        ("PA-669a", "check", 0, True), ("PA-669a", "fold", 0, False), ("PA-669a", "play", 0, False),
        ("PA-669a", "play", 1, True), ("PA-669a", "play", 2, True), ("PA-669a", "play", 3, True),
        ("PA-669a", "play", 4, False),
    ],
)  # fmt: skip
def test_what_may_be_said_at_first(regulation: str, act: str, times: int, legal: bool) -> None:
    state = begun(regulation)
    moment = Moment(state.now, Person("player", "p1"))
    if legal:
        given = RULES["decide"].decide(state, Decide(1, act, times), moment)
        assert given.data.answer.word == act
        assert sum(one.cents for one in given.moves) == (1000 * max(times, 1) if act == "play" else 0)
        return
    with pytest.raises(Refused, match="may not say") as caught:
        RULES["decide"].decide(state, Decide(1, act, times), moment)
    assert "I-26" in caught.value.clauses


@proves("decide")
@pytest.mark.clause("I-26", "PA-649a.11(b)(1)", "PA-669a.11(b)")
def test_a_wager_that_one_cannot_pay_is_neither_offered_nor_taken() -> None:
    for regulation, times in (("PA-649a", 1), ("PA-669a", 3)):
        state = begun(regulation)
        for purse in (1000 * times - 1, 1000 * times):
            books = {
                key: purse if (key.kind, key.of) == ("chips", "p1") else cents
                for key, cents in state.books.items()
            }
            now = changed(state, books=books)
            offers = {(way.data.act, way.data.times) for way in RULES["decide"].ways(now)}
            assert (("play", times) in offers) == (purse == 1000 * times)
            assert offers - {("play", one) for one in range(1, 4)} == {
                ("fold", 0) if regulation == "PA-649a" else ("check", 0)
            }
            moment = Moment(now.now, Person("player", "p1"))
            if purse < 1000 * times:
                with pytest.raises(Refused, match="in front of you"):
                    RULES["decide"].decide(now, Decide(1, "play", times), moment)
            else:
                RULES["decide"].decide(now, Decide(1, "play", times), moment)
        gone = changed(state, away=("p1",))
        assert not list(RULES["decide"].ways(gone))


# ── setting ──


@proves("set_hand")
@pytest.mark.clause("I-131", "I-130", "I-145")
def test_hands_are_set_in_any_order_and_never_thrown_away() -> None:
    table = drive("PA-680a").start(
        {seat: {"ante": 1000} for seat in (1, 3)}, {"seat 1": "Kc Qc Jc 4s 5d", "seat 3": "2c 2d 3h 2h 3s"}
    )
    state = table.until("deciding").state
    ways = {way.who: way for way in RULES["set_hand"].ways(state)}
    assert set(ways) == {"p1", "p3"}
    assert ways["p1"].choose["cards"] == {"from": ["Kc", "Qc", "Jc", "4s", "5d"], "count": 3}
    away = {way.who for way in RULES["set_hand"].ways(changed(state, away=("p1",)))}
    assert away == {"p3"}
    real = [way.choose for way in RULES["set_hand"].ways(changed(state, real_cards=True))]
    assert real == [{}, {}]

    def sets(seat: int, cards: str) -> Any:
        moment = Moment(state.now, Person("player", f"p{seat}"))
        return (
            RULES["set_hand"].decide(state, SetHand(seat, parse_cards(cards) if cards else ()), moment).data
        )

    assert set(sets(1, "Kc Qc Jc").answer.three) == set(parse_cards("Kc Qc Jc"))
    assert set(sets(1, "").answer.three) == set(parse_cards("Kc Qc Jc")) and sets(1, "").house_way
    assert not sets(1, "Kc Qc Jc").house_way
    assert set(sets(3, "2c 2d 3h").answer.three) == set(parse_cards("2c 2d 3h")), "it does not qualify anyway"
    with pytest.raises(Refused, match="do not qualify, but others do") as caught:
        sets(1, "Kc Qc 4s")
    assert "I-131" in caught.value.clauses
    with pytest.raises(Refused):
        sets(1, "Kc Qc 9h")


# ── answers that do not come ──


@proves("decide", "set_hand", "stay_seated")
@pytest.mark.clause("I-09", "I-153", "PA-649a.7(b)", "PA-669a.7(b)", "PA-680a.7(b)", "MA-TCP.6(c)")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_answer_of_who_has_left_comes_when_it_is_his_turn(regulation: str) -> None:
    state = begun(regulation)
    word = {"PA-669a": "check", "PA-680a": "set"}.get(regulation, "fold")
    for away, seat in (((), 0), (("p1",), 1), (("p3",), 3 if regulation == "PA-680a" else 0)):
        found = deciding_.absent(changed(state, away=away))
        assert (found is not None) == bool(seat)
        if found is not None:
            data = found.happening.data
            assert (data.seat, data.answer.word, data.absent) == (seat, word, True)
            assert found.by == SYSTEM
    assert deciding_.absent(changed(state, away=("p1",), phase="settling")) is None


@proves("decide", "set_hand")
@pytest.mark.clause("I-153")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_who_does_not_answer_in_time(regulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor is called, or the posted rule follows; a hand is set the house way whatever is posted."""
    state = begun(regulation)
    sets = regulation == "PA-680a"
    moment = Moment(state.now, Person("device", "dev"))
    for option in ("wait", "passive"):
        monkeypatch.setattr(type(state.submission), "option", lambda self, name, option=option: option)
        out = RULES["time_out"].decide(state, TimeOut(1), moment).data
        assert out == TimedOut(1, floor_called=option == "wait" and not sets)
        event: Any = None
        then = RULES["time_out"].then(state, out, event, moment)
        assert [one.do for one in then] == ([] if out.floor_called else ["set_hand" if sets else "decide"])
    for seat in (2, 3):
        waits = sets and seat == 3
        if waits:
            RULES["time_out"].decide(state, TimeOut(seat), moment)
        else:
            with pytest.raises(Refused, match=f"nobody waits for seat {seat}"):
                RULES["time_out"].decide(state, TimeOut(seat), moment)
    assert RULES["time_out"].when(state) is None
    assert RULES["time_out"].when(changed(state, phase="settling")) is not None


ASKED: dict[str, tuple[str, int, list[str]]] = {
    "PA-649a": ("PA-649a", 0, ["PA-649a.11(b)", "I-26", "I-69"]),
    "PA-679a": ("PA-679a", 0, ["PA-679a.11(b)", "I-26"]),
    "MA-TCP": ("MA-TCP", 0, ["MA-TCP.10(b)", "MA-TCP.10(b)#2", "MA-TCP.10(b)#3", "I-108", "I-26"]),
    "669a before 4th Street": ("PA-669a", 0, ["PA-669a.11(b)", "I-26"]),
    "669a after 4th Street": ("PA-669a", 1, ["PA-669a.11(d)", "I-26", "I-87", "I-88"]),
    "669a after 5th Street": ("PA-669a", 2, ["PA-669a.11(f)", "PA-669a.1:fold", "I-26", "I-87", "I-88"]),
}
"""By chapter and street, the paragraphs of what is asked, and how they are read."""


@pytest.mark.parametrize(
    ("regulation", "streets", "cites"),
    [pytest.param(*one, marks=pytest.mark.clause(*one[2]), id=name) for name, one in ASKED.items()],
)
def test_an_answer_that_is_none_is_refused_with_all_that_is_said_of_the_decision(
    regulation: str, streets: int, cites: list[str]
) -> None:
    table = drive(regulation).start().until("deciding")
    for _ in range(streets):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    for word in ("stand", "play 4x"):
        act, _, times = word.partition(" ")
        refusal = table.refused("decide", seat=1, act=act, times=int(times.removesuffix("x") or 0))
        assert f"may not say '{word}'" in refusal.what and refusal.clauses == cites
