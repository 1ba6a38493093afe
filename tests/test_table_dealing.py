"""The deal: in which order, in what stacks, from where, and what becomes of the stub."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from feltlaw.table.rule import applies
from tests.driver import (
    DEALER,
    DEALS,
    REGULATIONS,
    Driver,
    dealt_to,
    drive,
    each,
    main_bets,
    marks,
)

ONE_BY_ONE = ("manual_shoe", "hand")
SEATS = (1, 3, 4)
NOT_COUNTED = {"shuffle": "automated", "shuffler_counts_cards": False}


def dealt(regulation: str, deal: str, bets: dict[int, dict[str, int]] | None = None, **more: Any) -> Driver:
    """A table with the whole deal done."""
    table = drive(regulation, cards={"deal": deal, **more.pop("cards", {})}, **more)
    return table.start(bets or {seat: main_bets(regulation) for seat in SEATS}).until("stub")


def per_event(table: Driver) -> list[list[str]]:
    """Where each event of the deal put its cards."""
    return [dealt_to([event]) for event in table.events("deal", "deliver_dealer_stack")]


# ── hands ──


@each("deal_hands", groups=ONE_BY_ONE)
def test_one_card_at_a_time_clockwise_and_to_the_dealer_last(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    cards = {"PA-680a": 5}.get(regulation, 3)  # .8(c), 9(b): five in Saigon, three elsewhere
    circle = [f"seat {seat}" for seat in SEATS] + ["dealer"] * (regulation != "PA-669a")
    hands = [places for places in per_event(table) if places[0] != "community"]
    assert hands == [[place] for _ in range(cards) for place in circle]
    for seat in SEATS:
        assert len(table.state.cards_at(f"seat {seat}")) == cards
    assert table.offers("deal") == []


@each("deal_hands", groups=("automated_shoe",))
def test_whole_stacks_clockwise_and_the_last_to_the_dealer(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    cards = {"PA-680a": 5}.get(regulation, 3)
    last = "community" if regulation == "PA-669a" else "dealer"
    assert per_event(table) == [[place] * cards for place in (*(f"seat {seat}" for seat in SEATS), last)]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_come_in_the_order_of_the_deck(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal)
    assert table.state.deck is not None
    order = list(table.state.deck.order)
    assert [int(one.card) for one in table.round.dealt] == order[: len(table.round.dealt)]


def test_only_players_with_a_wager_get_cards() -> None:
    table = drive("PA-649a")
    table.sit(1, 2, 3)
    table.start({2: {"pair_plus": 500}, 3: {"ante": 500}}).until("stub")
    assert set(dealt_to(table.events("deal"))) == {"seat 2", "seat 3", "dealer"}


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
        pytest.param(name, deal, marks=pytest.mark.clause(clause))
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
        assert dealt_to(table.events("deal")).count("community") == many
    plain = dealt(regulation, deal, {1: {"ante": 1000}}, wagers=offered)
    assert "community" not in dealt_to(plain.events("deal"))


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
    places = {dealt.place.split()[0] for dealt in table.round.dealt}
    assert ("fourth" in places) == (fourth == "fourth card")
    assert ("community" in places) == (fourth == "community card")
    assert ("rack" in places) == (stacks == 4)


DEALT = ("deal_hands", "deal_extra", "deal_community", "set_fourth_aside", "rack_top_card")


@each("deal_extra", regulations=("PA-679a",), groups=DEALS)
@pytest.mark.clause("I-79")
def test_pair_bonus_players_get_a_fourth_card_after_all_hands(regulation: str, deal: str) -> None:
    table = dealt(regulation, deal, FOURTH, wagers={"pair_bonus": {}})
    assert per_event(table)[-2:] == [["fourth 3"], ["fourth 4"]]
    assert [len(table.state.cards_at(f"fourth {seat}")) for seat in (1, 3, 4)] == [0, 1, 1]
    assert table.last("deal").data["step"] == "deal_extra"


@pytest.mark.clause("PA-679a.10(g)", "PA-679a.10(g)(1)", "PA-679a.10(g)(2)", "I-78")
def test_stacks_of_four_set_the_top_card_aside_or_rack_it() -> None:
    cards = {"shuffle": "continuous", "four_card_stacks": True}
    table = dealt("PA-679a", "automated_shoe", FOURTH, wagers={"pair_bonus": {}}, cards=cards)
    assert per_event(table) == [
        ["seat 1"] * 3 + ["rack"],
        ["seat 3"] * 3 + ["fourth 3"],
        ["seat 4"] * 3 + ["fourth 4"],
        ["dealer"] * 3 + ["rack"],
    ]
    assert table.offers("count_stub")[0].data == {"cards": 52 - 16}


@pytest.mark.clause("PA-679a.10(g)(2)", "PA-679a.10(h)", "I-78")
def test_stacks_of_four_with_a_community_card_rack_every_top_card() -> None:
    cards = {"shuffle": "continuous", "four_card_stacks": True}
    offered = {"pair_bonus": {"community_card": True}}
    table = dealt("PA-679a", "automated_shoe", FOURTH, wagers=offered, cards=cards)
    assert [places[-1] for places in per_event(table)] == ["rack"] * 4 + ["community"]


@each("remove_stub", regulations=("PA-649a", "PA-679a"), groups=("automated_shoe",))
@pytest.mark.clause("I-19")
def test_the_stub_leaves_the_automated_shoe_before_cards_are_dealt_from_it(
    regulation: str, deal: str
) -> None:
    wagers: dict[str, Any] = {"pair_bonus": {}} if regulation == "PA-679a" else {"five_card_progressive": {}}
    amounts = {"pair_bonus": 500, "five_card_progressive": 100}
    bets = {1: {"ante": 1000, **{wager: amounts[wager] for wager in wagers}}}
    table = drive(regulation, cards={"deal": deal}, wagers=wagers).start(bets).until(do="remove_stub")
    assert [len(places) for places in per_event(table)] == [3, 3], "the player's stack and the dealer's"
    assert "stub is in the shoe" in table.refused("deal", DEALER).what
    assert table.refused("deal", DEALER).cite.clauses == marks(regulation, "remove_stub", group=deal).args
    table.do("remove_stub")
    table.until("deciding")
    kinds = table.kinds()
    assert kinds.index("remove_stub") < len(kinds) - 1 - kinds[::-1].index("deal") < kinds.index("rack_stub")


# ── Massachusetts: the dealer's stack and its cover card ──


@pytest.mark.clause("MA-TCP.9(c)", "MA-TCP.9(c)(1)", "MA-TCP.10(b)#5")
def test_the_dealers_stack_is_delivered_under_a_cover_card() -> None:
    table = drive("MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": "delivered"}).start()
    events = []
    while table.state.phase == "dealing":
        table.do("deal")
        events.append((dealt_to(table.events("deal"))[-1], table.last("deal").data.get("cover_card")))
    assert events == [("seat 1", None), ("seat 3", "dealer"), ("dealer", None)]
    assert table.round.cover_card == "dealer"
    table.until(do="reveal_dealer")
    refusal = table.refused("reveal_dealer", DEALER, cover_card="dealer")
    assert "cover card" in refusal.what and refusal.cite.clauses == ("MA-TCP.10(b)#5",)
    table.do("reveal_dealer", cover_card="beside the shoe")
    assert table.round.cover_card == table.last("reveal_dealer").data["cover_card"] == "beside the shoe"


@pytest.mark.clause("MA-TCP.9(c)(2)", "MA-TCP.9(d)", "MA-TCP.13(g)bis")
def test_a_held_stack_and_the_stub_wait_for_the_decisions_and_the_forfeits() -> None:
    table = drive(
        "MA-TCP",
        cards={"deal": "automated_shoe", "dealer_stack": "held"},
        wagers={"multi_game_link": {}},
    )
    table.start({1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}).until("deciding")
    assert dealt_to(table.events("deal")) == ["seat 1"] * 3 + ["seat 3"] * 3
    assert table.round.cover_card == "dealer" and not table.round.stub_done
    refusal = table.refused("deliver_dealer_stack")
    assert "has not decided" in refusal.what and "MA-TCP.9(c)(2)" in refusal.clauses
    table.say(1, "play")
    table.say(3, "fold")
    refusal = table.refused("deliver_dealer_stack")
    assert "not been collected" in refusal.what
    assert not {"reveal_dealer", "rack_stub", "count_stub", "remove_stub", "deal"} & table.offered()
    table.do("collect_forfeits")
    table.do("deliver_dealer_stack")
    assert dealt_to(table.events("deliver_dealer_stack")) == ["dealer"] * 3
    assert "stub is in the shoe" in table.refused("deal", DEALER).what
    table.finish()
    order = [kind for kind in table.kinds() if kind in HELD_ORDER]
    assert order == HELD_ORDER


HELD_ORDER = [
    "collect_forfeits",
    "deliver_dealer_stack",
    "remove_stub",
    "rack_stub",
    "reveal_dealer",
    "reveal_community",
]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.clause("MA-TCP.12(e)", "MA-TCP.12(c)")
def test_the_shuffler_shows_the_number_of_players_once_the_dealer_has_his_hand(deal: str) -> None:
    bets = {seat: {"ante": 1000, "cover_all": 500} for seat in SEATS}
    bets[1]["multi_game_link"] = 100
    for stack in ("held", "delivered") if deal == "automated_shoe" else ("delivered",):
        cards = {"deal": deal} | ({"dealer_stack": stack} if deal == "automated_shoe" else {})
        table = drive("MA-TCP", cards=cards, wagers={"multi_game_link": {}, "cover_all": {}})
        table.start(bets).until("settling")
        shown = table.events("show_number_of_players")
        assert [(event.by.role, event.data) for event in shown] == [("device", {"players": len(SEATS)})]
        before = table.table.events[table.table.events.index(shown[0]) - 1]
        assert dealt_to([before])[-1] == "dealer"
    assert "show_number_of_players" not in drive("MA-TCP").start().until("settling").kinds()


# ── entering real cards ──


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_dealer_enters_the_cards_of_a_real_deck(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}, real_cards=True).start()
    many = len(table.offers("deal")[0].data["cards"].split())
    text = table.offers("deal")[0].data["cards"]
    assert f"Enter {many}" in table.refused("deal", DEALER, cards=f"{text} Ks").legal
    assert "card" in table.refused("deal", DEALER, cards="Xx").what
    table.do("deal")
    assert "dealt already" in table.refused("deal", DEALER, cards=text).what
    if regulation != "PA-680a":
        joker = " ".join(["Jk", *table.offers("deal")[0].data["cards"].split()[1:]])
        assert "no joker" in table.refused("deal", DEALER, cards=joker).what
    table.finish()
    cards = [one.card for one in table.round.dealt]
    assert len(cards) == len(set(cards)) and "order" not in table.last("end_round").data


@pytest.mark.clause("MA-TCP.9(c)(2)")
def test_a_dealer_enters_the_cards_of_a_stack_that_was_held() -> None:
    cards = {"deal": "automated_shoe", "dealer_stack": "held"}
    table = drive("MA-TCP", cards=cards, real_cards=True).start().until(do="deliver_dealer_stack")
    dealt = " ".join(str(one.card) for one in table.round.dealt[:3])
    assert "dealt already" in table.refused("deliver_dealer_stack", DEALER, cards=dealt).what
    table.do("deliver_dealer_stack", cards="As Ks Qs")
    assert [str(card) for card in table.state.cards_at("dealer")] == ["As", "Ks", "Qs"]
    table.finish()


def test_the_time_of_the_events_never_goes_back() -> None:
    table = drive("PA-649a").start().finish()
    assert all(one.at <= other.at for one, other in pairwise(table.table.events))
