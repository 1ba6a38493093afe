"""What the table asks itself, over states that are made up, so that every answer is wanted somewhere.

What is expected is said here once more, in the words of the chapters and readings that the tests name.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.refusal import Refused
from feltlaw.table import RULES, Moment, State
from feltlaw.table import people as people_
from feltlaw.table.checking import links_waited_for
from feltlaw.table.idle import must_be_spread, watched
from feltlaw.table.opening import HOUR, too_old
from feltlaw.table.people import ComeBack, Leave, Sit
from feltlaw.table.state import Check, Contribution, Deck, LinkNews, OwedHit
from feltlaw.values import changed
from tests.support.driver import Driver, drive, each, main_bets, proves

SEVERAL = ("PA-649a", "MA-TCP")
"""Chapters in which a player may have several boxes."""


@cache
def base(regulation: str, seats: int, boxes: int) -> State:
    return drive(regulation, limits={"seats": seats, "adjacent_boxes": boxes}).open(1).state


def ways(state: State, do: str) -> set[tuple[int, str]]:
    return {(way.data.seat, way.who) for way in RULES[do].ways(state)}


# ── games that lack a step ──


@proves("reveal_dealer")
def test_a_dealer_without_a_hand_reveals_nothing() -> None:
    """669a.8(c) deals him none; of a game without that step the rule itself says so."""
    table = drive("PA-669a").start().until("settling")
    refused = RULES["reveal_dealer"].when(table.state)
    assert refused is not None and "the dealer has no hand" in refused.what
    assert "there is no 'reveal dealer' in" in table.refused("reveal_dealer").what


@each("decide", "set_hand")
def test_a_hand_is_set_or_decided_on_and_never_both(regulation: str) -> None:
    table = drive(regulation).start({1: main_bets(regulation)}).until("deciding")
    sets = regulation == "PA-680a"
    assert bool(table.offers("set_hand")) == sets
    assert bool(table.offers("decide")) != sets


@proves("decide")
def test_nobody_decides_on_a_hand_that_is_to_be_set() -> None:
    """680a.11(b): it is set, and neither played nor folded."""
    table = drive("PA-680a").start({1: main_bets("PA-680a")}).until("deciding")
    assert not table.offers("decide")


# ── seats ──

SEATED: list[dict[int, str]] = [
    {},
    {1: "ann"},
    {3: "ann"},
    {5: "ann"},
    {2: "ann", 4: "bob"},
    {2: "ann", 3: "ann"},
    {2: "ann", 3: "ann", 4: "ann"},
    {1: "ann", 2: "bob", 3: "bob", 5: "cid"},
    {1: "a", 2: "b", 3: "c", 4: "d", 5: "e"},
]


@each("stay_seated", "place_wagers", regulations=SEVERAL)
def test_who_may_sit_down_where(regulation: str) -> None:
    """A newcomer at every free seat; who is here beside his own boxes, as many as the table allows."""
    for seats, most, away, crew in product(SEATED, (1, 2, 3), ((), ("ann",)), ((), ("bob",))):
        state = changed(base(regulation, 5, most), seats=seats, away=away, crew=crew)
        free = [seat for seat in range(1, 6) if seat not in seats]
        expected = {(seat, "") for seat in free}
        for name in set(seats.values()) - set(away) - set(crew):
            own = [seat for seat, one in seats.items() if one == name]
            if len(own) < most:
                expected |= {(seat, name) for seat in free if seat + 1 == min(own) or seat - 1 == max(own)}
        assert ways(state, "sit") == expected, (seats, most, away, crew)
        barred = {*seats.values(), *away, *crew}
        new = [way for way in RULES["sit"].ways(state) if not way.who]
        assert all(set(way.not_for) == barred for way in new)
        full = RULES["sit"].when(state)
        assert (full is None) == bool(free)


@each("stay_seated", regulations=SEVERAL)
@pytest.mark.parametrize("role", ["player", "dealer"])
def test_who_is_refused_a_seat(regulation: str, role: str) -> None:
    """Taken seats, seats there are none of, who works here, who left in mid-round, a guest's own account."""
    state = changed(
        base(regulation, 5, 2),
        seats={1: "ann", 3: "gus"},
        away=("ann",),
        crew=("dee",),
        guests=("gus",),
        real_cards=True,
    )

    def sits(account: str, seat: int, guest: str = "") -> str:
        moment = Moment(state.now, Person(role, account))  # type: ignore[arg-type]
        try:
            return str(RULES["sit"].decide(state, Sit(seat, guest), moment).data.player)
        except Refused as refused:
            return refused.what

    assert "taken" in sits("max", 1) and sits("max", 5) != "" and "seat" in sits("max", 6)
    if role == "player":
        assert sits("max", 4) == "max" and sits("gus", 4) == "gus" and sits("gus", 2) == "gus"
        assert "himself" in sits("max", 4, "max") and "works at this table" in sits("dee", 4)
        assert "left in the middle" in sits("ann", 4)
    else:
        assert sits("dan", 4, "kit") == "kit" and sits("dan", 4).startswith("guest")
        assert "works at this table" in sits("dan", 4, "dan") and "works at this table" in sits(
            "dan", 4, "dee"
        )
        assert sits("dan", 4, "gus") == "gus", "the dealer speaks for a guest"
        named = changed(state, away=())
        moment = Moment(state.now, Person("dealer", "dan"))
        with pytest.raises(Refused, match="an account of his own"):
            RULES["sit"].decide(named, Sit(2, "ann"), moment)


@each("stay_seated")
def test_a_guest_who_has_gone_is_no_guest_any_more(regulation: str) -> None:
    state = changed(base(regulation, 5, 1), seats={1: "zoe", 3: "amy"}, guests=("zoe", "amy", "max"))
    left = people_.seated(state, {3: "amy"})
    assert left.seats == {3: "amy"} and left.guests == ("amy",)


# ── leaving ──


def locked(state: State, players: dict[int, str]) -> State:
    round_ = state.played
    facts = changed(round_.facts, players=players, stakes={seat: {"ante": 1000} for seat in players})
    return changed(state, round=changed(round_, facts=facts, betting=changed(round_.betting, locked=True)))


def staked(state: State, seats: tuple[int, ...]) -> State:
    stakes = {seat: {"ante": 1000} for seat in seats}
    return state.with_facts(stakes=stakes, players={seat: state.seats[seat] for seat in seats})


def kept(own: tuple[int, ...], going: tuple[int, ...], bets: set[int], playing: set[int]) -> str:
    """Why boxes are not given up: 7(b) and its neighbours, and boxes that lie side by side."""
    if bets & set(going):
        return "wagers on the layout"
    if set(going) == set(own):
        return ""
    if playing & set(going):
        return "is in the round"
    rest = sorted(set(own) - set(going))
    return "" if rest == list(range(rest[0], rest[-1] + 1)) else "lie apart"


@each("stay_seated", "close_betting", "abandon", regulations=SEVERAL)
def test_which_boxes_may_be_given_up(regulation: str) -> None:
    own = (2, 3, 4)
    seats = dict.fromkeys(own, "ann") | {5: "bob"}
    begun = changed(base(regulation, 5, 3), seats=seats)
    some = [one for many in range(4) for one in combinations(own, many)]
    for bets, is_locked in product(some, (False, True)):
        state = locked(begun, dict.fromkeys(bets, "ann")) if is_locked else staked(begun, bets)
        open_bets, playing = (set(), set(bets)) if is_locked else (set(bets), set())
        expected = {(0, "ann")} if not kept(own, own, open_bets, playing) else set()
        for seat in own:
            why = kept(own, (seat,), open_bets, playing)
            expected |= {(seat, "ann")} if not why else set()
            moment = Moment(state.now, Person("player", "ann"))
            try:
                RULES["leave"].decide(state, Leave(seat), moment)
                said = ""
            except Refused as refused:
                said = refused.what
            assert bool(said) == bool(why) and why in said, (bets, is_locked, seat, said)
        assert ways(state, "leave") == expected | {(5, "bob")}, (bets, is_locked)


@each("stay_seated", "abandon")
def test_what_lay_in_a_box_goes_with_it_and_the_others_stay(regulation: str) -> None:
    seats = (1, 3, 5)
    state = base(regulation, 5, 1).with_facts(
        stakes={seat: {"ante": 1000} for seat in seats},
        players={seat: f"p{seat}" for seat in seats},
        coupons=dict.fromkeys(seats, "ante"),
    )
    for gone in ((), (1,), (3,), (1, 5), seats):
        facts = people_.without_boxes(state, gone).played.facts
        left = {seat for seat in seats if seat not in gone}
        assert set(facts.stakes) == set(facts.players) == set(facts.coupons) == left
        bets = people_.open_bets(state, gone)
        assert bets == {seat: {"ante": 1000} for seat in gone}
    nothing = changed(state, round=None)
    assert people_.without_boxes(nothing, (1,)) is nothing and people_.open_bets(nothing, (1,)) == {}


@each("stay_seated", regulations=SEVERAL)
def test_nobody_leaves_a_seat_that_is_not_his(regulation: str) -> None:
    state = changed(base(regulation, 5, 3), seats={2: "ann", 5: "bob"}, away=("bob",))
    for who, seat, why in (
        ("ann", 5, "not yours"),
        ("ann", 3, "not yours"),
        ("cid", 2, "not seated"),
        ("bob", 5, "not seated"),
    ):
        with pytest.raises(Refused, match=why):
            RULES["leave"].decide(state, Leave(seat), Moment(state.now, Person("player", who)))
        with pytest.raises(Refused, match=why):
            people_.own_seat(state, Moment(state.now, Person("player", who)), seat)
    assert people_.own_seat(state, Moment(state.now, Person("player", "ann")), 2) == "ann"


@each("stay_seated", regulations=SEVERAL)
def test_the_table_is_idle_when_the_last_one_goes_and_no_round_is_on(regulation: str) -> None:
    for others, away, is_locked in product(({}, {5: "bob"}), (False, True), (False, True)):
        state = changed(
            base(regulation, 5, 3), seats={2: "ann", **others}, away=("bob",) if away and others else ()
        )
        if is_locked:
            state = locked(state, {5: "bob"})
        left = RULES["leave"].decide(state, Leave(0), Moment(state.now, Person("player", "ann"))).data
        alone = not others or away
        assert left.table_idle == (alone and not is_locked) and not left.mid_round, (others, away, is_locked)
    going = locked(changed(base(regulation, 5, 3), seats={2: "ann"}), {2: "ann"})
    left = RULES["leave"].decide(going, Leave(0), Moment(going.now, Person("player", "ann"))).data
    assert left.mid_round and not left.table_idle


@each("come_back", "abandon", regulations=SEVERAL)
def test_who_left_comes_back_until_it_is_settled_or_somebody_has_ruled(regulation: str) -> None:
    begun = changed(base(regulation, 5, 3), seats={2: "ann", 3: "ann", 5: "bob"})
    phases = ("dealing", "deciding", "settling", "racking", "ending")
    for phase, away, first, second in product(phases, (("ann",), ()), ("left", "abandoned"), ("left", "")):
        state = locked(begun, {2: "ann", 3: "ann", 5: "bob"}).with_facts(
            rulings={seat: word for seat, word in ((2, first), (3, second), (5, "abandoned")) if word}
        )
        state = changed(state, phase=phase, away=away)
        settles = phase in ("settling", "racking", "ending")
        back = bool(away) and not settles and first == second == "left"
        assert people_.may_come_back(state, "ann") == back
        assert {way.who for way in RULES["come_back"].ways(state)} == ({"ann"} if back else set())
        if not back:
            with pytest.raises(Refused) as caught:
                RULES["come_back"].decide(state, ComeBack(), Moment(state.now, Person("player", "ann")))
            why = "not left" if not away else "being settled" if settles else "has ruled"
            assert why in caught.value.what
    assert not people_.may_come_back(changed(begun, away=("ann",)), "ann"), "there is no round"


# ── decks without players, and old ones ──


def decks(*unwatched: bool | None) -> tuple[Deck | None, ...]:
    return tuple(None if one is None else Deck("red", 0, "stacked", 52, unwatched=one) for one in unwatched)


@pytest.mark.clause("MA-TCP.5(e)", "PA-649a.5(f)")
def test_every_deck_is_noted_as_watched_or_not() -> None:
    state = base("PA-649a", 5, 1)
    for noted, now in product(product((True, False, None), repeat=2), (True, False)):
        found = watched(changed(state, decks=decks(*noted)), unwatched=now)
        assert [one and one.unwatched for one in found.decks] == [
            None if one is None else now for one in noted
        ]
        some = changed(state, decks=decks(*noted))
        assert (must_be_spread(some) is None) == (True not in noted)
        assert must_be_spread(changed(some, shuffle="continuous")) is None


@pytest.mark.clause("PA-649a.3(c)(1)", "PA-649a.3(c)(2)")
@pytest.mark.parametrize(("deal", "hours"), [("hand", 4), ("manual_shoe", 8), ("automated_shoe", 8)])
def test_a_deck_is_too_old_between_rounds_and_never_in_one(deal: str, hours: int) -> None:
    """Its time is over on the hour; a round that is called is played with it."""
    state = drive("PA-649a", cards={"deal": deal}).open(1).state
    assert state.deck is not None
    at = state.now + hours * HOUR - (state.running - state.deck.since)
    called = locked(state, {1: "p1"})
    for now, old in ((at - 1, False), (at, True), (at + 1, True)):
        assert (too_old(state, now) is not None) == old
        assert too_old(called, now) is None
        assert too_old(changed(state, decks=(None,)), now) is None


# ── racking ──


@each("rack_cards", "count_stub")
def test_a_void_round_of_which_cards_are_out_is_counted_when_that_is_due(regulation: str) -> None:
    begun = drive(regulation, cards={"shuffler_counts_cards": False}).start().until("stub", "deciding")
    for void, taken, counted, stub, rounds in product(
        (True, False), (0, 9), (True, False), ("", "out", "racked"), (4, 5)
    ):
        deck = begun.state.deck
        assert deck is not None
        state = begun.state.with_deck(begun.state.active, changed(deck, uncounted_rounds=rounds))
        state = state.in_round(void=void).dealing_on(taken=taken, stub_counted=counted, stub=stub)
        refused = RULES["rack_cards"].when(state)
        due = void and bool(taken) and not counted and stub != "racked" and rounds == 5
        assert (refused is not None) == due, (void, taken, counted, stub, rounds)
        assert refused is None or ("must be counted" in refused.what and "I-13" in refused.clauses)


@each("place_cards", "hold_cards")
def test_rounds_are_numbered_one_after_the_other(regulation: str) -> None:
    table: Driver = drive(regulation).open(1)
    for number in (1, 2, 3):
        assert table.last("place_cards").data.round == table.round.number == number
        table.start({1: main_bets(regulation)}).finish()
        table.until("betting")


# ── links that are waited for ──


def waiting(state: State, **more: Any) -> list[str]:
    return links_waited_for(changed(state, **more))


@pytest.mark.clause("I-154", "PA-649a.12(e)(3)", "PA-649a.2(c)", "PA-649a.11(c)(5)(iii)", "MA-TCP.13(d)f")
def test_a_link_is_waited_for_by_who_wants_something_of_it() -> None:
    offered: dict[str, Any] = {"three_card_progressive": {}, "five_card_progressive": {}}
    table = drive("PA-649a", wagers=offered).start({1: {"ante": 1000, "three_card_progressive": 100}})
    state = table.state
    three, five = state.links["three_card_progressive"], state.links["five_card_progressive"]
    assert waiting(state) == []
    assert waiting(state, owed_to_links=(Contribution(five, 1, {"meter": 5}),)) == [five]
    assert waiting(state, owed_hits=(OwedHit(three, "hit", "why"),)) == [three]
    assert waiting(state, untold=(LinkNews(five, "hit"),)) == [five]
    for waits, void, ended in product((True, False), repeat=3):
        check = Check(1, "three_card_progressive", "", "dee", waits_for_link=waits)
        other = Check(1, "five_card_progressive", "", "dee")
        checked = state.settling_on(checks=(check, other)).in_round(void=void, ended=ended)
        assert waiting(checked) == ([three] if waits and not void and not ended else [])
        assert (RULES["link_is_back"].when(checked) is None) == (waits and not void and not ended)
