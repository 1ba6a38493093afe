"""The deal: in which order, in what stacks, to whom, one delivery at a time or all at once."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from feltlaw.table.rule import applies
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    REGULATIONS,
    Driver,
    dealt_to,
    drive,
    each,
    main_bets,
    marks,
    proves,
)

ONE_BY_ONE = ("manual_shoe", "hand")
SEATS = (1, 3, 4)
HAND = {"PA-680a": 5}
"""Five cards in Saigon, three elsewhere: .8(c), 9(b)."""


def dealt(regulation: str, deal: str, bets: dict[int, dict[str, int]] | None = None, **more: Any) -> Driver:
    """A table with the whole deal done."""
    table = drive(regulation, cards={"deal": deal, **more.pop("cards", {})}, **more)
    return table.start(bets or {seat: main_bets(regulation) for seat in SEATS}).until("stub")


def places(table: Driver) -> list[str]:
    """Where every card of the round went, in order."""
    return [str(place) for place in dealt_to(table.events("deal", "deliver_dealer_stack"))]


def per_event(table: Driver) -> list[list[str]]:
    """Where each event of the deal put its cards."""
    return [[str(p) for p in dealt_to([one])] for one in table.events("deal", "deliver_dealer_stack")]


# ── hands ──


@each("deal_hands", groups=ONE_BY_ONE)
def test_one_card_at_a_time_clockwise_and_to_the_dealer_last(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    cards = HAND.get(regulation, 3)
    circle = [f"player {seat}" for seat in SEATS] + ["dealer"] * (regulation != "PA-669a")
    hands = [went for went in per_event(table) if went[0] != "community"]
    assert hands == [[place] for _ in range(cards) for place in circle]
    for seat in SEATS:
        assert len(table.cards(f"player {seat}")) == cards
    assert table.offers("deal") == []
    assert "not the time to deal" in table.refused("deal", DEALER).what


@each("deal_hands", groups=("automated_shoe",))
def test_whole_stacks_clockwise_and_the_last_to_the_dealer(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    cards = HAND.get(regulation, 3)
    last = "community" if regulation == "PA-669a" else "dealer"
    assert per_event(table) == [[place] * cards for place in (*(f"player {seat}" for seat in SEATS), last)]


@each("deal_hands", groups=DEALS)
def test_only_the_dealer_deals(regulation: str, deal: str) -> None:
    """ "The dealer shall … deal", "the dealer shall deliver", whatever dispenses the cards."""
    table = drive(regulation, cards={"deal": deal}).start()
    for wrong in (FLOOR, DEVICE, Person("player", "p1")):
        refusal = table.refused("deal", wrong)
        assert refusal.legal.startswith("It is for the dealer.")
        assert set(refusal.cite.clauses) & set(marks(regulation, "deal_hands", group=deal).args)
    table.do("deal", DEALER)
    assert table.last("deal").by == DEALER and table.last("deal").data.steps == ("deal_hands",)


@proves("deal_hands", "deal_extra", "deal_community", "draw_and_place")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_come_in_the_order_of_the_deck_and_face_down(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    assert table.state.deck is not None
    order = list(table.state.deck.order)
    cards = [one.card for one in table.round.facts.dealt]
    assert [int(card) for card in cards if card is not None] == order[: len(cards)]
    assert table.round.up == {}, "nobody has seen one of them"
    table.until("deciding")
    assert table.round.up == {}


@proves("deal_hands", "deal_extra", "deal_community")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_everything_at_once_is_dealt_like_one_after_the_other(regulation: str, deal: str) -> None:
    bets = {seat: main_bets(regulation) for seat in SEATS}
    slow = drive(regulation, cards={"deal": deal}, seed=5).start(bets).until("stub")
    fast = drive(regulation, cards={"deal": deal}, seed=5).start(bets)
    events = fast.do("deal", all=True)
    assert [event.kind for event in events] == ["deal"] and fast.state.phase == "stub"
    assert fast.round.facts.dealt == slow.round.facts.dealt
    assert (fast.round.dealing, fast.round.racked) == (slow.round.dealing, slow.round.racked)
    mixed = drive(regulation, cards={"deal": deal}, seed=5).start(bets)
    mixed.do("deal")
    mixed.do("deal", all=True)
    assert mixed.round == slow.round


@each("deal_hands", groups=DEALS)
def test_only_players_with_a_wager_get_cards(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1, 2, 3)
    table.start({2: main_bets(regulation), 3: main_bets(regulation)}).until("stub")
    assert {place for place in places(table) if "player" in place} == {"player 2", "player 3"}


@pytest.mark.clause("PA-649a.8(d)", "MA-TCP.7(c)")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_a_pair_plus_alone_gets_cards_too(regulation: str) -> None:
    table = drive(regulation).start({2: {"pair_plus": 500}, 3: {"ante": 500}}).until("stub")
    assert set(places(table)) == {"player 2", "player 3", "dealer"}


# ── community and fourth cards ──


COMMUNITY: dict[str, tuple[dict[str, Any], tuple[str, ...], int]] = {
    "PA-649a": (
        {"five_card_progressive": {}, "five_card_hand_bonus": {}},
        ("five_card_progressive", "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"),
        2,
    ),
    "MA-TCP": ({"multi_game_link": {}}, ("multi_game_link",), 2),
    "PA-679a": ({"pair_bonus": {"community_card": True}}, ("pair_bonus",), 1),
}
DEALT_BY = {
    "PA-649a": ("PA-649a.8(d)#2", "PA-649a.9(b)#2", "PA-649a.10(c)#2"),
    "MA-TCP": ("MA-TCP.13(g)bis",) * 3,
    "PA-679a": ("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)"),
}


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(clause), id=f"{name}-{deal}")
        for name, clauses in DEALT_BY.items()
        for deal, clause in zip(DEALS, clauses, strict=True)
    ],
)
def test_community_cards_come_after_the_hands_and_only_if_somebody_bet_on_them(
    regulation: str, deal: str
) -> None:
    offered, wagers, many = COMMUNITY[regulation]
    for wager in wagers:
        amount = drive(regulation, wagers=offered).state.submission.wagers[wager].minimum
        bets = {1: {"ante": 1000}, 3: {"ante": 1000, wager: amount}}
        table = dealt(regulation, deal, bets, wagers=offered)
        assert per_event(table)[-many:] == [["community"]] * many
        assert places(table).count("community") == many
        assert table.last("deal").data.steps == ("deal_community",)
    plain = dealt(regulation, deal, {1: {"ante": 1000}}, wagers=offered)
    assert "community" not in places(plain)


@each("deal_community", regulations=("PA-669a",), groups=DEALS)
def test_in_raise_it_up_three_community_cards_come_last(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    last = per_event(table)[-1 if deal == "automated_shoe" else -3 :]
    assert last == ([["community"] * 3] if deal == "automated_shoe" else [["community"]] * 3)


FOURTH: dict[int, dict[str, int]] = {
    1: {"ante": 1000},
    3: {"ante": 1000, "pair_bonus": 500},
    4: {"ante": 1000, "pair_bonus": 500},
}
DEALT = ("deal_hands", "deal_extra", "deal_community", "set_fourth_aside", "rack_top_card")


@pytest.mark.clause("PA-679a.10(b)", "PA-679a.10(c)#2", "PA-679a.10(g)", "PA-679a.10(h)", "I-78")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("fourth", ["none", "fourth card", "community card"])
@pytest.mark.parametrize("stacks", [3, 4])
def test_no_two_steps_of_a_deal_contradict_each_other(deal: str, fourth: str, stacks: int) -> None:
    """Stacks of three or of four, and a fourth card, a community card or neither."""
    cards: dict[str, Any] = {"deal": deal}
    if stacks == 4:
        cards |= {"shuffle": "continuous", "four_card_stacks": True}
    if stacks == 4 and deal != "automated_shoe":
        return
    wagers = {} if fourth == "none" else {"pair_bonus": {"community_card": fourth == "community card"}}
    table = drive("PA-679a", cards=cards, wagers=wagers)
    bets = {1: {"ante": 1000, **({"pair_bonus": 500} if wagers else {})}, 3: {"ante": 1000}}
    table.open(1, 3)
    steps = [
        step
        for step in table.state.submission.regulation.steps
        if step.group == deal and step.do in DEALT and applies(table.state, step)
    ]
    assert len({step.do for step in steps}) == len(steps), "each thing is said once"
    said = " ".join(step.text for step in steps)
    assert ("four-card stacks" in said) == (stacks == 4)
    assert ("three-card stacks" in said) == (stacks == 3 and deal == "automated_shoe")
    assert ("community card" in said) == (fourth == "community card")
    assert ("a fourth card" in said) == (fourth == "fourth card" and stacks == 3)
    assert ("Pair Bonus player" in said) == (fourth == "fourth card" and stacks == 4)
    table.start(bets).until("stub")
    groups = {one.place.group for one in table.round.facts.dealt}
    assert ("fourth" in groups) == (fourth == "fourth card")
    assert ("community" in groups) == (fourth == "community card")
    assert ("rack" in groups) == (stacks == 4)


@each("deal_extra", regulations=("PA-679a",), groups=DEALS)
@pytest.mark.clause("I-79")
def test_pair_bonus_players_get_a_fourth_card_after_all_hands(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal, FOURTH, wagers={"pair_bonus": {}})
    assert per_event(table)[-2:] == [["fourth 3"], ["fourth 4"]]
    assert [len(table.cards(f"fourth {seat}")) for seat in (1, 3, 4)] == [0, 1, 1]
    assert table.last("deal").data.steps == ("deal_extra",)


@pytest.mark.clause("PA-679a.10(g)", "PA-679a.10(g)(1)", "PA-679a.10(g)(2)", "I-78")
def test_stacks_of_four_set_the_top_card_aside_or_rack_it() -> None:
    cards = {"shuffle": "continuous", "four_card_stacks": True}
    table = dealt("PA-679a", "automated_shoe", FOURTH, wagers={"pair_bonus": {}}, cards=cards)
    assert per_event(table) == [
        ["player 1"] * 3 + ["rack"],
        ["player 3"] * 3 + ["fourth 3"],
        ["player 4"] * 3 + ["fourth 4"],
        ["dealer"] * 3 + ["rack"],
    ]
    assert table.round.up == {}, "set aside face down, racked without exposing it"
    assert table.offers("count_stub")[0].data.cards == 52 - 16
    table.until("settling")
    assert not table.up("fourth 3") and not table.up("fourth 4"), "face down until the dealer comes to it"


@pytest.mark.clause("PA-679a.10(g)(2)", "PA-679a.10(h)", "I-78")
def test_stacks_of_four_with_a_community_card_rack_every_top_card() -> None:
    cards = {"shuffle": "continuous", "four_card_stacks": True}
    offered = {"pair_bonus": {"community_card": True}}
    table = dealt("PA-679a", "automated_shoe", FOURTH, wagers=offered, cards=cards)
    assert [went[-1] for went in per_event(table)] == ["rack"] * 4 + ["community"]
    assert table.round.up == {}


@each(
    "remove_stub",
    regulations=("PA-649a", "PA-679a"),
    groups=("automated_shoe",),
    more={name: [f"{name}.10(c)#2"] for name in ("PA-649a", "PA-679a")},
)
@pytest.mark.clause("I-19")
@pytest.mark.parametrize("at_once", [True, False])
def test_the_stub_leaves_the_automated_shoe_before_cards_are_dealt_from_it(
    regulation: str, deal: str, at_once: bool
) -> None:
    wagers: dict[str, Any] = {"pair_bonus": {}} if regulation == "PA-679a" else {"five_card_progressive": {}}
    amounts = {"pair_bonus": 500, "five_card_progressive": 100}
    bets = {1: {"ante": 1000, **{wager: amounts[wager] for wager in wagers}}}
    table = drive(regulation, cards={"deal": deal}, wagers=wagers).start(bets).until("dealing")
    if at_once:
        table.do("deal", all=True)
    table.until(do="remove_stub")
    assert places(table) == ["player 1"] * 3 + ["dealer"] * 3, "the player's stack and the dealer's"
    refusal = table.refused("deal", DEALER, all=at_once)
    assert "stub is in the shoe" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "remove_stub", group=deal).args
    for wrong in (FLOOR, DEVICE):
        assert table.refused("remove_stub", wrong).legal.startswith("It is for the dealer.")
    table.do("remove_stub", DEALER)
    table.until("deciding")
    kinds = table.kinds()
    assert kinds.index("remove_stub") < len(kinds) - 1 - kinds[::-1].index("deal") < kinds.index("rack_stub")


@proves("remove_stub")
@pytest.mark.parametrize("deal", ONE_BY_ONE)
def test_no_stub_is_taken_out_of_what_is_no_automated_shoe(deal: str) -> None:
    wagers: dict[str, Any] = {"pair_bonus": {}}
    table = drive("PA-679a", cards={"deal": deal}, wagers=wagers).start(FOURTH)
    while table.state.phase == "dealing":
        assert "remove_stub" not in table.offered()
        assert "not to be taken out" in table.refused("remove_stub", DEALER).what
        table.do("deal")
