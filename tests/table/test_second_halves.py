"""Second halves of sentences: "only", "unless", "each", "every second", and the same with real cards."""

from __future__ import annotations

from copy import deepcopy

import pytest

import feltlaw
from feltlaw.table import Offer
from feltlaw.table.places import STUB
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR2,
    PENNSYLVANIA,
    Driver,
    dealt_to,
    drive,
    each,
    main_bets,
)
from tests.support.scenarios import Scenario, all_scenarios
from tests.table.test_every_void import ends as ends_of
from tests.table.test_real_cards import go_on, real
from tests.table.test_stub import NOT_COUNTED, stub_of

TWO = {"shuffle": "automated", "decks": 2}


# ── the deal ──


@each("deal_hands", "deal_extra", groups=DEALS)
def test_hands_are_dealt_in_the_order_of_the_seats_whoever_bet_first(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.start({seat: main_bets(regulation) for seat in (5, 1, 3)}).until("stub", "deciding")
    seats = [place.seat for place in dealt_to(table.log) if place.group == "player"]
    assert list(dict.fromkeys(seats)) == [1, 3, 5], "clockwise from the dealer's far left"
    if deal != "automated_shoe":
        assert seats[:3] == [1, 3, 5], "one card at a time"


@each("deal_extra", groups=DEALS, regulations=["PA-679a"])
def test_fourth_cards_go_in_the_order_of_the_seats_too(regulation: str, deal: str) -> None:
    offered = {"pair_bonus": {"paytable": "A", "community_card": False}}
    table = drive(regulation, wagers=offered, cards={"deal": deal})
    table.start({seat: {"ante": 1000, "pair_bonus": 500} for seat in (5, 1, 3)}).until("stub", "deciding")
    assert [place.seat for place in dealt_to(table.log) if place.group == "fourth"] == [1, 3, 5]


@each("decide", "settle_players", "turn_up_player")
def test_seats_decide_and_are_settled_in_their_order_whoever_bet_first(regulation: str) -> None:
    """Asked clockwise from the dealer's far left, settled the other way round."""
    table = drive(regulation).start({seat: main_bets(regulation) for seat in (5, 1, 3)})
    asked: list[int] = []
    rounds = table.state.rounds
    while table.state.rounds == rounds:
        offer = table.next()
        if offer.do == "decide":
            asked.append(offer.data.seat)
        table.take(offer)
    if regulation != "PA-680a":  # there hands are set in any order (I-131)
        assert list(dict.fromkeys(asked)) == [1, 3, 5]
    settled = [line.seat for event in table.events("settle_player") for line in event.data.lines]
    assert list(dict.fromkeys(settled)) == [5, 3, 1]


@each("count_stub", "rack_stub", "rack_counted_stub", groups=DEALS)
def test_the_stub_of_real_cards_is_counted_like_any_other(regulation: str, deal: str) -> None:
    table = real(regulation, cards={**NOT_COUNTED, "deal": deal})
    for number in range(1, 6):
        table.start({1: main_bets(regulation)}).until("stub")
        if number == 5:
            assert "must be counted" in table.refused("rack_stub", DEALER).what
            table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
            assert table.round.racked == (STUB,)
        _play_on(table)
    assert len(table.events("count_stub")) == 1


def _play_on(table: Driver) -> None:
    rounds = table.state.rounds
    while table.state.rounds == rounds:
        go_on(table)


# ── two decks ──


ONLY_WITH_A_SHUFFLER = [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(b)")) for name in PENNSYLVANIA]


@pytest.mark.parametrize("regulation", ONLY_WITH_A_SHUFFLER)
@pytest.mark.parametrize("at", ["between rounds", "in a round"])
def test_a_second_deck_leaves_with_the_shuffler(regulation: str, at: str) -> None:
    table = drive(regulation, cards=TWO).start()
    table = table.finish() if at == "between rounds" else table.until("deciding")
    assert len(table.state.decks) == 2
    table.do("device_out_of_order")
    if at == "in a round":
        table.finish()
    assert (table.state.shuffle, len(table.state.decks)) == ("manual", 1)
    table.start().finish()
    assert [deck is not None for deck in table.state.decks] == [True]


@each("alternate_decks", "store_other_deck")
def test_the_other_deck_is_used_after_a_void_round_too(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    used = []
    for void in (False, True, True, False):
        table.start()
        used.append(table.state.active)
        if void:
            _make_void(table)
        table.finish()
    assert used == [0, 1, 0, 1] and len(table.events("void_round")) == 2


def _make_void(table: Driver) -> None:
    """By the first thing that can make it so."""
    ends = ends_of(table.state.submission.regulation.id)
    found: list[Offer] = []
    while not found:
        table.take(table.next())
        offers = (*table.offers("record_exposed_card"), *table.offers("report"))
        found = [one for one in offers if ends.get(one.data.kind) == "void"]
    table.take(found[0])
    if table.kinds()[-1] == "ask":
        table.do("confirm", FLOOR2, request=table.state.requests[-1].id)


@each("alternate_decks")
def test_the_other_deck_is_used_after_one_that_had_to_go(regulation: str) -> None:
    table = real(regulation, cards={**TWO, "shuffler_counts_cards": False})
    table.start().until("stub")
    table.do("count_stub", DEALER, cards=stub_of(regulation, 2) - 1, misdealt=False)
    _play_on(table)
    table.start()
    assert table.state.active == 1


@each("skip_opening")
def test_each_of_two_decks_may_come_preshuffled(regulation: str) -> None:
    for preshuffled in ((True, True), (True, False), (False, True)):
        table = drive(regulation, cards=TWO)
        for deck, came in enumerate(preshuffled):
            table.do("receive_deck", deck=deck, preshuffled=came)
        stages = [deck.stage for deck in table.state.decks if deck is not None]
        assert stages == ["shuffled" if came else "received" for came in preshuffled]


@each("each_deck")
def test_no_deck_is_placed_before_each_is_shuffled(regulation: str) -> None:
    """Whichever of the two was shuffled first."""
    for first in (0, 1):
        table = drive(regulation, cards=TWO)
        table.sit(1)
        table.until("shuffling")
        table.do("shuffle", deck=first)
        refusal = table.refused("place_cards", DEALER)
        assert "have not been shuffled" in refusal.what
        table.do("shuffle", DEVICE, deck=1 - first)
        table.do("place_cards")
        assert table.state.phase == "betting"


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=pytest.mark.clause(f"{name}.5(c)(1)", "I-15")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("I-15")),
    ],
)
def test_a_deck_that_came_preshuffled_is_cut_once_and_not_after_the_machine_shuffled_it(
    regulation: str,
) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": 1})
    table.do("receive_deck", deck=0, preshuffled=True)
    table.do("cut")
    table.start().finish()
    for _ in range(2):
        table.start().finish()
    assert len(table.events("cut")) == 1


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(c)(1)")) for name in PENNSYLVANIA]
)
def test_a_preshuffled_deck_that_is_shuffled_again_by_order_is_not_cut(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": 1})
    table.do("receive_deck", deck=0, preshuffled=True)
    table.do("cut")
    table.open(1)
    table.do("order_shuffle")
    table.start().finish()
    assert len(table.events("shuffle")) == 1 and len(table.events("cut")) == 1


# ── what a player may stake on his hand ──

ACTS = {
    "PA-649a": {("play", 1), ("fold", 0)},
    "MA-TCP": {("play", 1), ("fold", 0), ("surrender", 0)},
    "PA-679a": {("play", 1), ("fold", 0)},
}
"""A Play wager of the amount of the Ante, or none: 649a.7(d)(1), 11(b); MA 10(b); 679a.7(d)(1), 11(b)."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.7(d)(1)", "PA-649a.11(b)")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.1:play-wager", "MA-TCP.10(b)")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.7(d)(1)", "PA-679a.11(b)")),
    ],
)
def test_play_is_the_ante_once_more_and_no_other_amount(regulation: str) -> None:
    table = drive(regulation).start({1: main_bets(regulation, 1500)}).until("deciding")
    assert {(offer.data.act, offer.data.times) for offer in table.offers("decide")} == ACTS[regulation]
    for times in (2, 3):
        assert table.refused("decide", seat=1, act="play", times=times).clauses
    table.say(1, "play 1x")
    assert table.round.facts.stakes[1]["play"] == 1500


# ── cards that stay ──


@pytest.mark.clause("PA-649a.11(c)(5)(iv)#2")
@pytest.mark.parametrize("real_cards", [False, True])
def test_the_winners_cards_stay_until_the_papers_are_complete(real_cards: bool) -> None:
    table = drive("PA-649a", real_cards=real_cards, wagers={"three_card_progressive": {}})
    table.start({1: {"ante": 1000, "three_card_progressive": 100}}, {"seat 1": "As Ks Qs"})
    cards = {"player 1": "As Ks Qs", "dealer": "2h 4d 7c"}
    for _ in range(80):
        if "release_cards" in table.offered():
            break
        go_on(table, cards) if real_cards else table.take(table.next())
    refusal = table.refused("rack_cards", DEALER)
    assert "until the papers are complete" in refusal.what
    table.do("release_cards")
    table.do("rack_cards")


# ── a card found face up ──


@each("count_stub", "rack_counted_stub", groups=["manual_shoe", "hand"])
@pytest.mark.clause("I-12")
def test_a_card_found_face_up_is_counted_where_it_lies(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    for _ in range(4):
        table.start({1: main_bets(regulation)}).finish()
    table.start({1: main_bets(regulation)})
    table.do("report", DEALER, kind="card_face_up")
    table.until("stub")
    rest = stub_of(regulation, 1) - 1
    table.do("count_stub", DEALER, cards=rest)
    assert table.last("count_stub").data.right and table.round.racked == (STUB,)


# ── a shoe that deals short, a meter that does not divide ──

JAMS = [case for case in all_scenarios() if case.scenario.get("irregularity") == {"kind": "shoe_jam"}]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=one.name, marks=pytest.mark.clause(*one.clauses))
        for one in JAMS
        if "refused" not in one.expect
    ],
)
def test_a_round_in_which_the_shoe_dealt_short_is_void_as_well(case: Scenario) -> None:
    """However few cards came: none to the dealer, one too few to the last seat, none to it."""
    for missing in (0, 1, 9):
        short = deepcopy(case.scenario)
        short.pop("dealer", None)
        last = short["seats"][-1]
        last["cards"] = " ".join(last["cards"].split()[: -missing or None])
        if not last["cards"]:
            del last["cards"]
        result = feltlaw.settle(short).to_json()
        nets = {(seat["seat"], seat["net"]) for seat in result["seats"]}
        assert nets == {(seat["seat"], "0.00") for seat in short["seats"]}
        told = [line for seat in result["seats"] for line in seat["settlements"]]
        assert {line["result"] for line in told} == {"void"}
        assert all(set(case.clauses) <= set(line["clauses"]) for line in told)


@pytest.mark.clause("PA-649a.12(i)(1)", "I-03")
@pytest.mark.parametrize(("meter", "award"), [("11999.79", "1200.00"), ("11999.80", "1200.01")])
def test_a_tenth_of_a_meter_that_does_not_divide_is_rounded_up(meter: str, award: str) -> None:
    """The wager puts 0.21 on it first: 10 % of 12,000.00 and of 12,000.01."""
    (case,) = (one for one in all_scenarios() if one.name.endswith("ten-percent-on-the-players-hand"))
    scenario = deepcopy(case.scenario)
    scenario["meters"]["five_card_hand_bonus"]["meter"] = meter
    (seat,) = feltlaw.settle(scenario).to_json()["seats"]
    assert seat["settlements"][-1]["paid"] == award


# ── a finding and what is already paid ──


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92")
def test_who_was_paid_after_a_fold_is_not_found_to_have_talked() -> None:
    """A fold that costs the wagers leaves him to be found so; a Pair Plus that was paid does not."""
    for pair_plus, found in ((0, {1, 3}), (500, {3})):
        offered: dict[str, dict[str, str]] = {"pair_plus": {}} if pair_plus else {}
        mine = {**main_bets("PA-669a"), **({"pair_plus": pair_plus} if pair_plus else {})}
        table = drive("PA-669a", wagers=offered)
        table.start({1: mine, 3: main_bets("PA-669a")}, {"seat 1": "Ks Kd 3c"}).until("deciding")
        while not [
            offer for offer in table.offers("decide") if (offer.data.seat, offer.data.act) == (1, "fold")
        ]:
            checks = [offer for offer in table.offers("decide") if offer.data.act == "check"]
            table.take(checks[0] if checks else table.next())
        table.say(1, "fold")
        while pair_plus and not [line for line in table.paid(1) if line.paid]:
            table.take(table.next())
        assert {offer.data.seat for offer in table.offers("rule_communication")} == found


@pytest.mark.parametrize(
    ("regulation", "clause", "other"),
    [
        pytest.param(
            "PA-649a", "PA-649a.8(h)#2", "PA-649a.10(f)#2", marks=pytest.mark.clause("PA-649a.8(h)#2")
        ),
        pytest.param(
            "PA-680a", "PA-680a.8(g)#2", "PA-680a.10(f)#2", marks=pytest.mark.clause("PA-680a.8(g)#2")
        ),
    ],
)
def test_after_the_shoe_was_replaced_the_clauses_are_those_of_the_way_it_is_dealt_now(
    regulation: str, clause: str, other: str
) -> None:
    table = real(regulation, cards={"deal": "automated_shoe", "shuffler_counts_cards": False})
    table.sit(1, 3)
    table.until("shuffling")
    sign = table.offers("device_out_of_order")[0].data.sign
    table.do("device_out_of_order", device="shoe", sign=sign, instead="manual_shoe")
    table.start().until("stub")
    table.do("count_stub", DEALER, cards=stub_of(regulation, 2) - 1, misdealt=False)
    cited = {one for line in table.lines() for one in line.cite.clauses}
    assert clause in cited and other not in cited
    assert table.last("void_round").data.cite.clauses == (clause,)
