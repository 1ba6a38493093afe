"""Devices, rulings, the deal and the end of a round: what is asked before them, on states made up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.refusal import Refused
from feltlaw.table import RULES, Moment, State
from feltlaw.table import dealing as dealing_
from feltlaw.table import racking as racking_
from feltlaw.table import revealing as revealing_
from feltlaw.table import rulings as rulings_
from feltlaw.table.devices import DeviceOutOfOrder, DeviceRepaired, without_shuffler
from feltlaw.table.idle import IdleSpread, IdleWash
from feltlaw.table.places import DEALER, hand
from feltlaw.table.rulings import Correct, RuleDeparted
from feltlaw.table.state import Check, Dealt, Deck
from feltlaw.values import changed
from tests.support.driver import DEALER as DEALER_DEE
from tests.support.driver import FLOOR, FLOOR2, REGULATIONS, drive, main_bets, proves

BOTH = (False, True)
OUT = pytest.mark.clause(
    "PA-649a.13(g)", "PA-679a.13(g)", "PA-669a.13(g)", "PA-680a.13(f)", "MA-TCP.14(g)", "I-25"
)


@cache
def begun(regulation: str = "PA-649a", deal: str = "manual_shoe", shuffle: str = "automated") -> State:
    table = drive(regulation, cards={"deal": deal, "shuffle": shuffle})
    bets = {seat: main_bets(regulation) for seat in (1, 3, 4)}
    return table.start(bets).until("deciding").state


def moment(state: State, **more: Any) -> Moment:
    return Moment(state.now, FLOOR, **more)


def said(do: str, state: State, data: Any, **more: Any) -> str:
    try:
        RULES[do].decide(state, data, moment(state, **more))
    except Refused as refused:
        return refused.what
    return ""


# ── devices ──


@OUT
def test_which_device_may_be_put_out_of_order() -> None:
    """The shuffler whenever one is in use, the automated shoe while no round is on."""
    state = begun()
    for shuffle, deal, out, phase, on in product(
        ("manual", "automated", "continuous"), ("hand", "manual_shoe", "automated_shoe"), ((), ("shuffler",)),
        ("betting", "shuffling", "opening", "dealing", "settling"), BOTH,
    ):  # fmt: skip
        round_ = changed(state.played, betting=changed(state.played.betting, locked=True), ended=not on)
        now = changed(
            state,
            shuffle=shuffle,
            deal=deal,
            out_of_order=dict.fromkeys(out, "covered"),
            phase=phase,
            round=round_,
        )
        between = phase in ("betting", "shuffling", "opening") and not on
        expected = {"shuffler"} if shuffle != "manual" and not out else set()
        expected |= {"shoe"} if deal == "automated_shoe" and between else set()
        assert {way.data.device for way in RULES["device_out_of_order"].ways(now)} == expected
        assert (RULES["device_out_of_order"].when(now) is None) == bool(expected)
        for device in ("shuffler", "shoe"):
            instead = "manual" if device == "shuffler" else "manual_shoe"
            refused = said("device_out_of_order", now, DeviceOutOfOrder(device, "covered", instead))  # type: ignore[arg-type]
            assert ("in use that could be replaced" in refused) == (device not in expected)


@OUT
def test_what_is_used_instead_of_a_device() -> None:
    """From the hand only after a machine shuffle (9(a)(1)); a sign of the chapter's own."""
    state = changed(begun(), deal="automated_shoe", phase="shuffling", round=None)
    for device, shuffle, instead, legal in (
        ("shuffler", "automated", "manual", True), ("shuffler", "automated", "hand", False),
        ("shoe", "automated", "hand", True), ("shoe", "automated", "manual_shoe", True),
        ("shoe", "manual", "hand", False), ("shoe", "manual", "manual_shoe", True),
    ):  # fmt: skip
        now = changed(state, shuffle=shuffle)
        found = said("device_out_of_order", now, DeviceOutOfOrder(device, "covered", instead))  # type: ignore[arg-type]
        assert (not found) == legal and (legal or "instead" in found)
    assert "was removed" in said("device_out_of_order", state, DeviceOutOfOrder("shoe", "removed", "hand"))


@OUT
def test_without_its_shuffler_a_table_has_one_deck_to_be_shuffled_by_hand() -> None:
    state = begun()
    stages = (None, "stacked", "shuffled", "loaded", "cut", "placed", "used")
    for one, other, active, deal, before in product(
        stages, (None, "shuffled"), (0, 1), ("hand", "manual_shoe", "automated_shoe"), BOTH
    ):
        decks = tuple(Deck("red", 0, stage, 52, before) if stage else None for stage in (one, other))
        now = changed(state, decks=decks, active=active, deal=deal)
        found = without_shuffler(now)
        mine = decks[active] or decks[1 - active]
        (kept,) = found.decks
        assert (found.shuffle, found.deal) == ("manual", "manual_shoe" if deal == "hand" else deal)
        assert (kept is None) == (mine is None)
        if mine is not None and kept is not None:
            anew = (mine.stage in ("shuffled", "loaded") and not before) or (
                mine.stage == "placed" and deal == "hand"
            )
            assert kept.stage == ("stacked" if anew else mine.stage)


@OUT
def test_a_device_comes_back_between_rounds_and_cards_are_shuffled_anew() -> None:
    for submitted, out, phase, on in product(
        ("hand", "manual_shoe", "automated_shoe"),
        ((), ("shuffler",), ("shoe",), ("shuffler", "shoe")),
        ("opening", "shuffling", "betting", "settling"),
        BOTH,
    ):
        state = begun("PA-649a", submitted)
        round_ = changed(state.played, betting=changed(state.played.betting, locked=True), ended=not on)
        decks = (Deck("red", 0, "shuffled", 52),)
        now = changed(
            state, out_of_order=dict.fromkeys(out, "covered"), phase=phase, round=round_, shuffle="manual",
            deal="manual_shoe", decks=decks,
        )  # fmt: skip
        time = bool(out) and phase in ("opening", "shuffling") and not on
        refused = RULES["device_repaired"].when(now)
        assert (refused is None) == time
        assert refused is None or ("no device is out" in refused.what) == (not out)
        assert {way.data.device for way in RULES["device_repaired"].ways(now)} == set(out)
        for device in ("shuffler", "shoe"):
            if device not in out:
                assert "is out of order" in said("device_repaired", now, DeviceRepaired(device))
                continue
            data = RULES["device_repaired"].decide(now, DeviceRepaired(device), moment(now)).data
            left = set(out) - {device}
            shuffle = "manual" if "shuffler" in left else "automated"
            works = not (submitted == "automated_shoe" and "shoe" in left)
            works = works and not (submitted == "hand" and shuffle == "manual")
            assert data.equipment.shuffle == shuffle
            assert data.equipment.deal == (submitted if works else "manual_shoe")
            assert data.equipment.decks[0].stage == "stacked"


# ── rulings ──


@pytest.mark.clause(
    "I-09", "PA-649a.7(b)#2", "PA-679a.7(b)#2", "PA-669a.7(b)#2", "PA-680a.7(b)#2", "MA-TCP.6(c)"
)
def test_who_left_is_ruled_on_until_a_wager_of_his_is_settled() -> None:
    state = begun().with_facts(players={1: "p1", 3: "p3", 4: "p3"})
    for away, ruling, settled, (early, paid, returned), checked, phase, void in product(
        ((), ("p3",)),
        ("left", "abandoned", ""),
        (0, 1, 3, 4),
        ((False, 0, 0), (True, 0, 0), (True, 500, 0), (True, 0, 500)),
        (0, 4),
        ("deciding", "settling", "racking"),
        BOTH,
    ):
        line = SimpleNamespace(seat=settled, early=early, paid=paid, returned=returned)
        lines = (line,) if settled else ()
        checks = (Check(checked, "w", "", "dee"),) if checked else ()
        now = changed(state, away=away, phase=phase).in_round(void=void)
        now = now.settling_on(lines=lines, checks=checks)
        now = now.with_facts(rulings=dict.fromkeys((3, 4), ruling) if ruling else {})
        only_cost = early and not paid and not returned
        begun_ = (settled in (3, 4) and not only_cost) or checked == 4
        free = phase != "racking" and not void
        expected = [3, 4] if away and ruling == "left" and not begun_ and free else []
        assert rulings_._gone(now) == expected
        refused = RULES["rule_departed"].when(now)
        assert (refused is None) == bool(expected)
        assert refused is None or ("have been settled already" in refused.what) == bool(away)
    now = changed(state, away=("p3",)).with_facts(rulings={3: "left", 4: "left"})
    assert "has not left" in said("rule_departed", now, RuleDeparted(1, "left"))
    assert RULES["rule_departed"].decide(now, RuleDeparted(3, "left"), moment(now)).data.seats == (3, 4)


@pytest.mark.clause("PA-669a.11(a)(3)")
def test_talking_is_found_on_who_is_in_the_round_and_not_ruled_on() -> None:
    state = begun("PA-669a")
    for phase, ruling, settled in product(
        ("dealing", "deciding", "settling"), ("", "left", "abandoned"), (0, 3)
    ):
        now = changed(state, phase=phase).with_facts(rulings={3: ruling} if ruling else {})
        now = now.settling_on(
            lines=(SimpleNamespace(seat=settled, early=False, paid=0, returned=0),) if settled else ()
        )
        seats = [] if phase == "dealing" else [1, 3, 4]
        expected = [one for one in seats if one != 3 or (ruling != "abandoned" and not settled)]
        assert rulings_._may_have_talked(now) == expected
        assert (RULES["rule_communication"].when(now) is None) == bool(expected)


@pytest.mark.clause("I-157", "PA-649a.11(d)", "MA-TCP.10(d)")
def test_a_payment_is_put_right_between_the_house_and_a_player() -> None:
    state = changed(begun(), crew=("dee",), seats={1: "p1", 3: "p3"}, away=("p3",))
    books = {**state.books, **{key: 700 for key in state.books if (key.kind, key.of) == ("chips", "p1")}}
    state = changed(state, books=books)

    def corrected(player: str, to: str, amount: int = 500, event: int = 5) -> Any:
        data = Correct(event, player, amount, to, "too little")  # type: ignore[arg-type]
        try:
            now = moment(state, number=5, confirmed_by=FLOOR2)
            return RULES["correct"].decide(state, data, now)
        except Refused as refused:
            return refused.what

    assert "there is no event 6" in corrected("p1", "player", event=6)
    for works in ("dee", FLOOR.account, FLOOR2.account):
        assert "works at this table" in corrected(works, "player")
    assert [(one.target.kind, one.cents) for one in corrected("p1", "player").moves] == [("chips", 500)]
    for gone in ("p3", "somebody"):
        assert [one.target.kind for one in corrected(gone, "player").moves] == ["cage"]
        assert "is not at this table" in corrected(gone, "house")
    for amount, taken, short in ((500, 500, 0), (700, 700, 0), (701, 700, 1)):
        back = corrected("p1", "house", amount)
        assert (back.data.amount_cents, back.data.short_cents) == (taken, short)
        assert sum(one.cents for one in back.moves) == taken
    poor = {key: 0 if (key.kind, key.of) == ("chips", "p1") else cents for key, cents in books.items()}
    with pytest.raises(Refused, match=r"\$0 in front"):
        data = Correct(5, "p1", 500, "house", "why")
        RULES["correct"].decide(changed(state, books=poor), data, moment(state, number=5))


# ── the deal ──


@proves("deal_hands", "remove_stub", "no_more_bets", "close_betting", "count_progressive_chips")
def test_when_cards_are_dealt_and_when_the_stub_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun()
    for phase, due, from_stub, has, out in product(
        ("betting", "locked", "dealing", "deciding", "settling"), BOTH, BOTH, BOTH, ("", "out")
    ):
        delivery = (
            SimpleNamespace(from_stub=from_stub, do="deal_hands", places=(), missing=False) if due else None
        )
        monkeypatch.setattr(dealing_, "next_delivery", lambda state, delivery=delivery: delivery)
        monkeypatch.setattr(dealing_, "has_step", lambda state, do, has=has: has)
        now = changed(state, phase=phase).dealing_on(stub=out)
        first = from_stub and has and not out
        if delivery is not None:
            assert dealing_.stub_first(now, delivery) == first  # type: ignore[arg-type]
        refused = RULES["deal"].when(now)
        what = refused.what if refused else ""
        why = {"betting": "betting is still open", "locked": "have not been counted", "dealing": ""}
        expected = why.get(phase, "nothing to deal")
        if phase == "dealing" and (not due or first):
            expected = "the stub is in the shoe"
        assert expected in what and bool(what) == bool(expected)


@proves("deal_hands", "reveal_dealer", "turn_up_player")
@pytest.mark.clause("PA-649a.3(a)", "PA-680a.3(a)")
def test_cards_that_are_entered_lie_nowhere_else() -> None:
    state = begun()
    known = [one.card for one in state.played.facts.dealt if one.card is not None]
    free = dealing_.unseen(state)
    assert len(free) + len(known) == 52 and not set(free) & set(known)
    two = tuple(free[:2])
    assert dealing_.entered(state, two, 2) == two
    for cards, many, why in (
        (two, 3, "were entered"), (two, 1, "were entered"), ((known[0], free[0]), 2, "lies elsewhere"),
        ((free[0], free[0]), 2, "lies elsewhere"), (parse_cards("Jk"), 1, "no joker"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=why):
            dealing_.entered(state, cards, many)


@proves("deal_hands")
def test_cards_are_dealt_one_delivery_at_a_time_or_all_at_once() -> None:
    table = drive("PA-649a").start({1: main_bets("PA-649a")}).until("dealing")
    (offer,) = table.offers("deal")
    assert offer.choose == {"all": {"enum": [False, True]}} and not offer.data.all
    one = table.state.played.dealing.taken
    table.take(offer)
    assert table.state.played.dealing.taken == one + 1
    table.do("deal", DEALER_DEE, all=True)
    assert table.state.played.dealing.taken == 6 and table.state.phase == "stub"


@pytest.mark.clause("MA-TCP.9(c)")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_cover_card_lies_on_the_dealers_stack_of_one_chapters_shoe(regulation: str) -> None:
    """MA 9(c), from an automated shoe; no other chapter and no other way of dealing knows it."""
    for deal in ("hand", "manual_shoe", "automated_shoe"):
        found = dealing_.is_covered(begun(regulation, deal))
        assert found == (regulation == "MA-TCP" and deal == "automated_shoe")


@proves("deal_hands")
@pytest.mark.clause("I-13", "MA-TCP.9(c)")
def test_what_a_deal_leaves_behind() -> None:
    """The cards in their places; with the first of them a round counts; what was complete stays so."""
    state = begun()
    assert state.deck is not None
    for first, done, now, covered, covers in product(
        BOTH, BOTH, BOTH, ("", "beside the shoe"), ("", "dealer")
    ):
        before = state.dealing_on(complete=done, cover_card=covered, taken=9)
        cards = (Dealt(hand(4), parse_cards("2c")[0]), Dealt(DEALER, None))
        event: Any = None
        data = dealing_.CardsDealt(("deal_hands",), cards, first, now, covers)
        after = RULES["deal"].apply(before, data, event)
        assert after.played.facts.dealt == (*state.played.facts.dealt, *cards)
        assert after.deck is not None
        assert after.deck.uncounted_rounds == state.deck.uncounted_rounds + first
        found = after.played.dealing
        assert (found.taken, found.complete, found.cover_card) == (11, done or now, covers or covered)


@pytest.mark.clause("MA-TCP.12(e)")
def test_the_number_of_players_is_shown_when_the_dealer_has_his_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    for regulation, has, mine in product(("MA-TCP", "PA-669a"), BOTH, BOTH):
        state = begun(regulation)
        monkeypatch.setattr(dealing_, "has_step", lambda state, do, has=has: has)
        place = DEALER if mine else hand(1)
        data = SimpleNamespace(to=(SimpleNamespace(place=place),))
        event: Any = None
        found = dealing_.players_shown(state, data, event, moment(state))  # type: ignore[arg-type]
        assert bool(found) == (regulation == "MA-TCP" and has and mine)
        assert [one.happening.data.players for one in found] == [3] * len(found)


# ── community cards, washing, the end ──


@proves("reveal_community")
def test_when_community_cards_are_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    for phase, streets, wanted, early in product(("deciding", "settling"), BOTH, BOTH, BOTH):
        first = Refused("somebody decides", "Wait.") if early else None
        monkeypatch.setattr(revealing_, "has_streets", lambda state, streets=streets: streets)
        monkeypatch.setattr(revealing_, "community_wanted", lambda state, wanted=wanted: wanted)
        monkeypatch.setattr(revealing_, "_too_early", lambda state, do, first=first: first)
        now = changed(begun("PA-669a"), phase=phase)
        may = (streets and not early) if phase == "deciding" else wanted
        assert (RULES["reveal_community"].when(now) is None) == may


@proves("idle_spread", "idle_wash")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_cards_are_washed_as_the_chapter_has_them_lie(regulation: str) -> None:
    """5(f): as they lie; MA 5(e): turned up for the player first, where they do not lie face up. Face up is
    spread for who is there."""
    state = begun(regulation)
    either = regulation == "MA-TCP"
    for up, here, lay in product(BOTH, BOTH, BOTH):
        decks = tuple(deck and replace(deck, stage="idle", face_up=lay) for deck in state.decks)
        now = changed(state, seats={1: "p1"} if here else {}, decks=decks)
        later = either and not lay
        why = "" if up == later else "has not seen the cards" if later else "are washed as they lie"
        refused = said("idle_wash", now, IdleWash(up))
        assert why in refused and bool(refused) == bool(why)
        if why:
            with pytest.raises(Refused) as caught:
                RULES["idle_wash"].decide(now, IdleWash(up), moment(now))
            assert f"(face_up = {'true' if later else 'false'})" in caught.value.legal
        assert (said("idle_spread", now, IdleSpread(up)) == "") == (not up or either or here)
        assert (RULES["idle_wash"].when(now) is None) == here
        assert [way.data.face_up for way in RULES["idle_wash"].ways(now)] == [later]


@proves("rack_cards", "end_game")
@pytest.mark.clause("PA-649a.8(h)#2", "I-13")
def test_a_deck_that_is_not_whole_leaves_and_so_does_who_has_left() -> None:
    state = changed(begun(), away=("p3",))
    for kind, incomplete in product(("", "wrong_deck_count", "wrong_number_of_cards"), BOTH):
        now = state.with_facts(irregularity=kind).dealing_on(incomplete=incomplete)
        event: Any = None
        (ended,) = racking_._after_end(now, None, event, moment(now))
        data = ended.happening.data
        assert data.deck_removed == (kind == "wrong_deck_count" or incomplete)
        assert data.kept == {"p3": state.chips("p3")} and not data.table_idle
    alone = changed(state, away=("p1", "p3", "p4"))
    (ended,) = racking_._after_end(alone, None, event, moment(alone))
    assert ended.happening.data.table_idle
    rich = changed(
        state, books={key: c for key, c in state.books.items() if (key.kind, key.of) != ("chips", "p3")}
    )
    (ended,) = racking_._after_end(rich, None, event, moment(rich))
    assert ended.happening.data.kept == {}


@proves("rack_cards")
def test_cards_are_racked_so_that_each_hand_can_be_rebuilt() -> None:
    """11(d) and its neighbours: hands from the dealer's right on, then the dealer's; what is gone is gone."""
    state = begun()
    places = [one.place for one in racking_._lying(state)]
    assert places == [hand(4), hand(3), hand(1), DEALER]
    gone = state.in_round(racked=(hand(3),))
    assert hand(3) not in [one.place for one in racking_._lying(gone)]
