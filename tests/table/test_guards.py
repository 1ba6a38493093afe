"""Guards of the settlement, each with everything it asks answered both ways.

What a guard asks others (whose line comes, which hand is down) is put in by hand, so that its own order of
questions is all that is tried; what is expected is the order of the chapters' paragraphs.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.table import RULES, Moment, State
from feltlaw.table import checking as checking_
from feltlaw.table import forfeits as forfeits_
from feltlaw.table import settling as settling_
from feltlaw.table import stub as stub_
from feltlaw.table import turning as turning_
from feltlaw.table import waits as waits_
from feltlaw.table.closing import less, owing
from feltlaw.table.places import hand
from feltlaw.table.state import Check, Contribution
from feltlaw.table.stub import CountStub, StubCounted
from feltlaw.values import changed
from tests.support.driver import drive, main_bets, proves

BOTH = (False, True)
FIRST = Refused("something comes first", "Do it.", Cite(("PA-649a.11(c)",)))


@cache
def begun(regulation: str = "PA-649a", **more: bool) -> State:
    return (
        drive(regulation, **more)
        .start({1: main_bets(regulation), 3: main_bets(regulation)})
        .until("stub", "deciding")
        .state
    )


def put(monkeypatch: pytest.MonkeyPatch, module: Any, **answers: Any) -> None:
    for name, value in answers.items():
        monkeypatch.setattr(module, name, lambda *given, value=value: value)


def said(refused: Refused | None) -> str:
    return "" if refused is None else refused.what


# ── settling ──

LINES = {"none": None, "own": SimpleNamespace(seat=3, own=True), "rest": SimpleNamespace(seat=3, own=False)}


@proves("settle_players", "read_player", "turn_up_player", "collect_losers", "pay_winners", "rest")
def test_the_settlement_goes_on_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Player by player or step by step; hands before lines; losers before winners; the rest at the end."""
    state = begun()
    cases = product(LINES.values(), BOTH, (0, 3), BOTH, (None, FIRST), BOTH, BOTH)
    for line, steps, down, board, first, collected, lying in cases:
        put(monkeypatch, settling_, coming=line, by_step=steps, to_turn_up=down, community_wanted=board)
        put(monkeypatch, settling_, what_first=first, _hands_lie=lying)
        monkeypatch.setattr(settling_, "own", lambda state, line: line.own)
        now = state.settling_on(losers_collected=collected)
        mine = line is not None and line.own
        facing = f"the cards of seat {down} are face down" if down else ""

        player = said(RULES["settle_player"].when(now))
        if steps:
            assert "step by step" in player
        elif not mine:
            assert player == (facing or "every player is settled")
        else:
            assert player == said(first)

        not_yet = "player by player" if not steps else facing or ("community cards" if board else "")
        losers, winners = said(RULES["collect_losers"].when(now)), said(RULES["pay_winners"].when(now))
        if not_yet:
            assert not_yet in losers and not_yet in winners
        else:
            assert losers == ("the losing wagers are collected" if collected else "")
            if not collected:
                assert winners == "the losing wagers come first"
            elif mine:
                assert winners == said(first)
            else:
                assert winners == ("" if lying else "every winning wager is paid")

        rest = said(RULES["settle_rest"].when(now))
        if line is None:
            assert rest == "nothing waits for all players"
        elif mine or (steps and lying):
            assert rest == "players are still to be settled"
        else:
            assert rest == (facing or ("the community cards are face down" if board else ""))


@proves("collect_hands", "settle_players", "pay_winners")
def test_hands_lie_until_they_are_racked_or_stay_exposed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun("MA-TCP")
    for each, up, racked, exposed in product(BOTH, BOTH, BOTH, BOTH):
        put(monkeypatch, settling_, _racks_each=each)
        now = state.settling_on(turned_up=(1,) if up else (), exposed=(1,) if exposed else ())
        now = now.in_round(racked=(hand(1),) if racked else ())
        assert settling_._hands_lie(now) == (each and up and not racked and not exposed)


@proves("collect_hands", "settle_players", "pay_winners")
def test_hands_are_collected_once_and_those_that_count_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """MA 10(c)(1)(iv), 12(h): what is racked is gone; what was exposed may leave when a higher one comes."""
    state = begun("MA-TCP")
    for stay, before, racked in product(((), (1,), (3,), (1, 3)), ((), (1,)), ((), (hand(1),))):
        monkeypatch.setattr(
            settling_,
            "left_exposed",
            lambda of, seats, gives, stay=stay: [one for one in seats if one in stay],
        )
        now = state.settling_on(exposed=before).in_round(racked=racked)
        exposed, leaving = settling_._collected(now, [3, 1])
        there = [seat for seat in (1, 3) if hand(seat) not in racked]
        assert set(exposed) == {seat for seat in there if seat in stay}
        assert sorted(leaving) == sorted(hand(seat) for seat in there if seat not in stay)


# ── turning up ──


@proves("turn_up_player", "reveal_fourth", "reveal_community")
def test_what_is_turned_up_next(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun()
    groups = (None, "community", "fourth")
    cases = product(groups, LINES.values(), BOTH, BOTH, BOTH, BOTH, BOTH, ("settling", "deciding"))
    for group, line, waits, steps, later, hand_down, fourth, phase in cases:
        unknown = None if group is None else SimpleNamespace(group=group, seat=4)
        put(monkeypatch, turning_, blocked=unknown, coming=line, to_turn_up=0, by_step=steps)
        put(monkeypatch, turning_, waits_for_community=waits, community_due=later, own_lines=[line])
        put(monkeypatch, turning_, waits_for_hand=hand_down, waits_for_fourth=fourth)
        monkeypatch.setattr(turning_, "comes_after_all", lambda state, line: not line.own)
        now = changed(state, phase=phase)
        mine = line is not None and line.own
        wanted = group == "community" if group else waits if mine else later
        assert turning_.community_wanted(now) == (wanted and phase == "settling")
        up = now.settling_on(community_up=2)
        assert not turning_.community_wanted(up)
        seat = (4 if group == "fourth" else 0) if group else 3 if line and fourth and not hand_down else 0
        assert turning_._fourth_seat(now) == seat
        assert (RULES["reveal_fourth"].when(now) is None) == bool(seat)
    put(monkeypatch, turning_, to_turn_up=3, blocked=SimpleNamespace(group="community", seat=4))
    assert not turning_.community_wanted(changed(state, phase="settling")), "the hand comes first"


# ── people who look closely ──


def check(**more: Any) -> Check:
    return Check(**{"seat": 3, "wager": "three_card_progressive", "on": "", "verified_by": "dee", **more})


@proves("verify_win", "verify_light", "validate", "pay_winners")
@pytest.mark.clause("I-154", "I-156", "PA-649a.11(c)(5)(ii)", "PA-649a.11(c)(5)(iii)")
def test_a_win_is_verified_then_lit_then_measured_then_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    state = changed(begun(), phase="settling")
    line = SimpleNamespace(seat=3, id="three_card_progressive", on="", paid=100)
    for light, looked, waits, needs, done in product(BOTH, ("", "flo"), BOTH, BOTH, ("", "flo")):
        one = check(light=light, light_resolved_by=looked, waits_for_link=waits, validated_by=done)
        now = state.settling_on(checks=(one,))
        put(monkeypatch, waits_, validated_wager="wager", check_of=one, needs_validation=needs)
        refused = waits_.waits_for_people(now, line)  # type: ignore[arg-type]
        lit = light or bool(looked)
        why = (
            "light is off" if not lit
            else "meter does not answer" if waits
            else "validate" if needs and not done
            else ""
        )  # fmt: skip
        assert (refused is None) == (not why) and (refused is None or why in refused.legal)
        put(monkeypatch, checking_, coming=line, check_of=one, needs_validation=needs)
        ready = needs and not done and not waits and lit
        assert checking_._to_validate(now) == ([line] if ready else [])
        assert (RULES["validate"].when(now) is None) == ready
        dark = not light and not looked
        assert (RULES["resolve_light"].when(now) is None) == dark
        for phase in ("deciding", "racking"):
            assert RULES["resolve_light"].when(changed(now, phase=phase)) is not None
    put(monkeypatch, waits_, check_of=None)
    refused = waits_.waits_for_people(state, line)  # type: ignore[arg-type]
    assert refused is not None and "verify win" in refused.legal
    put(monkeypatch, waits_, validated_wager=None)
    assert waits_.waits_for_people(state, line) is None  # type: ignore[arg-type]
    put(monkeypatch, checking_, coming=None, needs_validation=True, check_of=check())
    assert checking_._to_validate(state) == []
    put(monkeypatch, checking_, coming=line, check_of=None)
    assert checking_._to_validate(state) == []


@proves("verify_win")
def test_a_win_is_verified_once_and_when_nothing_else_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = changed(begun(), phase="settling")
    line = SimpleNamespace(seat=3, id="three_card_progressive", on="", paid=100)
    verify, other = replace_legal("Next: verify win."), replace_legal("Turn them up.")
    for there, closely, known, first in product(BOTH, BOTH, BOTH, (None, verify, other)):
        put(monkeypatch, checking_, coming=line if there else None, what_first=first)
        put(
            monkeypatch,
            checking_,
            validated_wager="w" if closely else None,
            check_of=check() if known else None,
        )
        due = there and closely and not known and first is verify
        assert (RULES["verify_win"].when(state) is None) == due
        assert [way.data.seat for way in RULES["verify_win"].ways(state)] == ([3] if due else [])


def replace_legal(legal: str) -> Refused:
    return Refused("it waits", legal, Cite(("PA-649a.11(c)",)))


@proves("validate")
@pytest.mark.clause("I-157", "PA-649a.11(c)(5)(iii)")
def test_who_verified_dealt_or_plays_does_not_validate() -> None:
    state = begun().in_round(dealers=("dan",)).with_facts(players={1: "p1", 3: "gone"})
    state = changed(state, seats={1: "p1", 5: "p5"})
    for account in ("dee", "dan", "p1", "p5", "gone", "flo"):
        try:
            checking_._check_other_eyes(state, check(), Moment(0, Person("floorperson", account)))
            found = True
        except Refused as refused:
            found = False
            assert "verified the award or dealt" in refused.what
        assert found == (account == "flo"), account
    assert checking_._eyes_used(state, None) == {"dan", "p1", "p5", "gone"}


# ── forfeits ──


@proves("collect_forfeits")
def test_forfeits_wait_while_people_decide_and_are_collected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun()
    fold, play = SimpleNamespace(leaves="fold"), SimpleNamespace(leaves="")
    cases = product(("deciding", "settling"), BOTH, BOTH, BOTH, BOTH, ((), (1,)), ("", "abandoned", "left"))
    for phase, done, partly, at_once, decided, forfeits, ruling in cases:
        put(monkeypatch, forfeits_, is_partly_settled=partly, collects_at_once=at_once, decided=decided)
        now = changed(state, phase=phase).settling_on(forfeits_done=done, forfeits=forfeits)
        now = now.with_facts(
            answers={1: (fold,), 3: (play,), 4: (play, fold)}, rulings={4: ruling} if ruling else {}
        )
        left = [seat for seat in (1, 4) if seat not in forfeits and not (seat == 4 and ruling == "abandoned")]
        is_time = phase == "deciding" and not done and not partly and (at_once or decided)
        expected = sorted(left, reverse=not at_once) if is_time else []
        assert forfeits_.due(now) == expected
        assert (RULES["collect_forfeits"].when(now) is None) == bool(expected)
    assert forfeits_.due(changed(state, round=None)) == []


@proves("collect_forfeits")
@pytest.mark.clause("I-86", "I-100")
def test_a_folded_hand_is_looked_at_where_something_rests_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for left_by, shown, rests, looked in product(("fold", "surrender", ""), BOTH, BOTH, BOTH):
        of = SimpleNamespace(
            is_shown=lambda box, shown=shown: shown,
            rests_on_hand=lambda box, rests=rests: rests,
            is_looked_at=lambda box, looked=looked: looked,
        )
        box = SimpleNamespace(number=3, left_by=left_by)
        put(monkeypatch, forfeits_, agenda=SimpleNamespace(of=of, box=lambda seat, box=box: box))
        expected = [3] if left_by == "fold" and not shown and (rests or looked) else []
        assert forfeits_._to_look_at(begun(), [3]) == expected


# ── the stub ──


@proves("count_stub", "rack_counted_stub", "misdealt")
def test_a_stub_is_counted_after_the_deal_or_in_a_void_round() -> None:
    state = begun()
    cases = product(("stub", "racking", "deciding"), (0, 9), ("", "out", "racked"), BOTH, BOTH)
    for phase, taken, stub, void, counted in cases:
        now = changed(state, phase=phase).in_round(void=void)
        now = now.dealing_on(taken=taken, stub=stub, stub_counted=counted)
        out = bool(taken) and stub != "racked"
        may = out and (phase == "stub" or (phase == "racking" and void and not counted))
        assert (RULES["count_stub"].when(now) is None) == may
    assert RULES["count_stub"].when(changed(state, round=None)) is not None


@proves("count_stub", "misdealt")
def test_a_wrong_count_is_believed_of_real_cards_and_needs_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, due, whole = begun(), 40, 52
    put(monkeypatch, stub_, expected_stub=due)
    cases = product(BOTH, (39, 40, 41, 104, 105), (None, False, True), (None, 51, 52, 53, 104, 105))
    for real, cards, misdealt, deck in cases:
        now = changed(state, real_cards=real)
        try:
            found = RULES["count_stub"].decide(
                now, CountStub(cards, misdealt, deck), Moment(0, Person("dealer", "d"))
            )
            got: Any = (found.data.right, found.data.whole, found.data.misdealt)
        except Refused as refused:
            got = refused.what
        if cards == due:
            right = not misdealt and deck in (None, whole)
            assert (got == (True, True, False)) == right
        elif not real:
            assert "cannot be in the stub" in got
        elif max(cards, deck or 0) > 2 * whole:
            assert "nobody can have counted" in got
        elif misdealt is None:
            assert "do not make a deck" in got
        elif not misdealt:
            assert got == (False, False, False) if deck is None else "nobody counts it" in got
        elif deck is None:
            assert "has not been said" in got
        else:
            assert got == (False, deck == whole, True)


@proves("count_stub", "rack_counted_stub", "misdealt")
def test_what_a_count_leaves_behind() -> None:
    for right, whole, void in product(BOTH, BOTH, BOTH):
        if right and not whole:
            continue
        state = begun().in_round(void=void).dealing_on(stub="out", complete=False, incomplete=False)
        deck = state.deck
        assert deck is not None
        state = state.with_deck(state.active, changed(deck, uncounted_rounds=5))
        event: Any = None
        found = RULES["count_stub"].apply(state, StubCounted(40, right=right, whole=whole), event)
        assert found.deck is not None and found.played.dealing.stub_counted
        assert found.deck.uncounted_rounds == (0 if whole else 5)
        assert found.played.dealing.incomplete == (void and not whole)
        assert (found.played.dealing.stub == "racked") == (right and not void)


@proves("misdealt", "count_stub")
def test_bonus_cards_are_spoken_of_where_there_are_any() -> None:
    """649a and 669a deal cards for wagers of their own; Saigon deals none."""
    for regulation, bonus in (("PA-649a", True), ("PA-680a", False)):
        assert ("Bonus cards" in stub_._say_misdealt(begun(regulation))) == bonus


# ── what wagers have put on links ──


@pytest.mark.clause("I-18", "I-154", "PA-649a.8(b)#2", "PA-649a.12(e)(3)", "MA-TCP.13(b)")
def test_a_part_comes_off_its_own_link_alone() -> None:
    given = tuple(Contribution(name, 3, {"meter": 30, "major": 5}, {"meter": 6}) for name in ("a", "m", "z"))
    for name in ("a", "m", "z"):
        left = {
            one.link: one
            for one in less(given, Contribution(name, 1, {"meter": 10, "major": 5}, {"meter": 6}))
        }
        assert [one for link, one in left.items() if link != name] == [
            one for one in given if one.link != name
        ]
        assert left[name] == Contribution(name, 2, {"meter": 20}, {})
        state = owing(begun(), given, (name,))
        assert [one.link for one in state.owed_to_links] == [name], "only who did not answer is owed it later"
    assert owing(begun(), given, ()) is begun()


# ── the rest of a hand that was set ──


@pytest.mark.clause("PA-680a.11(d)", "PA-680a.11(e)", "PA-680a.11(f)", "I-139")
def test_the_two_cards_come_up_where_something_rests_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the Bonus and the Pot always, for the Ante where the hand qualifies; never of who lost unseen."""
    state = begun("PA-680a")
    wagers = ("ante", "pot", "bonus")
    for wager, outcome, qualifies, shown, many, split in product(
        wagers, ("higher", "does_not_compete", "folded"), BOTH, BOTH, (3, 5), BOTH
    ):
        setting = SimpleNamespace(qualifies=qualifies, two=("two",)) if split else None
        box = SimpleNamespace(split=setting, cards=(1, 2, 3, 4, 5))
        of = SimpleNamespace(is_shown=lambda box, shown=shown: shown)
        put(monkeypatch, settling_, agenda=SimpleNamespace(of=of, box=lambda seat, box=box: box))
        now = state.in_round(up={hand(3): (0,) * many})
        lines: Any = [SimpleNamespace(seat=3, id=wager, outcome=outcome)]
        found = list(settling_._shown_for(now, lines))
        compared = outcome == "higher"
        rests = compared and (wager != "ante" or qualifies)
        assert bool(found) == (split and shown and many == 3 and rests), (wager, outcome, qualifies)
        assert [one.place for one in found] == [hand(3)] * len(found)
        both: Any = [*lines, SimpleNamespace(seat=3, id="ante", outcome="higher")]
        also = list(settling_._shown_for(now, both))
        assert bool(also) == (split and shown and many == 3 and (rests or qualifies)), "one is enough"
        beside: Any = [*lines, SimpleNamespace(seat=5, id="bonus", outcome="higher")]
        places = [one.place for one in settling_._shown_for(now, beside)]
        assert (hand(3) in places) == bool(found), "not for what rests on another's hand"
