"""Cards seen too early: which one it was, what it undoes, and cards that lay face up in a stack."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.table.places import COMMUNITY, DEALER, Place, fourth
from tests.support.driver import DEALER as DEE
from tests.support.driver import DEALS, FLOOR, Driver, drive, main_bets
from tests.support.rounds import SEATS, branch, deciding, house, line, meter, nets, real

HELD = {"deal": "automated_shoe", "dealer_stack": "held"}
TWO = {1: {"ante": 1000}, 3: {"ante": 1000}}


def order(table: Driver) -> list[Card]:
    assert table.state.deck is not None
    return [Card(number) for number in table.state.deck.order]


# ── what it undoes ──


@pytest.mark.clause("PA-649a.13(d)", "I-68", "I-07")
def test_an_exposed_dealer_card_voids_everything_even_a_jackpot_hand() -> None:
    """I-68: spade A-K-Q with a $1 progressive, dealer card exposed: 1.00 returned, meter unchanged."""
    stakes = {"ante": 1000, "pair_plus": 500, "three_card_progressive": 100}
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    before = meter(table, "three_card_progressive")
    table.start({1: {"ante": 1000}, 3: stakes}, {"seat 3": "As Ks Qs"}).until("deciding")
    assert meter(table, "three_card_progressive") == before + 14
    for seat in (1, 3):
        table.say(seat, "play")
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=3)
    assert meter(table, "three_card_progressive") == before
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    assert [one.returned for one in table.lines(3)] == [1000, 1000, 500, 100]
    link = table.link("three_card_progressive")
    assert (link.wagers, link.meter.levels["meter"].contributed) == (0, 0)


@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a", "MA-TCP"])
@pytest.mark.clause("I-07", "I-08")
def test_a_void_round_takes_the_contributions_off_the_meter_again(regulation: str) -> None:
    """I-07: three $1 wagers at 14%: each gets 1.00 back and the meter reads what it did before the round."""
    table = drive(regulation, wagers={"three_card_progressive": {}})
    before = meter(table, "three_card_progressive")
    bets = {seat: {**main_bets(regulation), "three_card_progressive": 100} for seat in SEATS}
    table.start(bets).until("deciding")
    assert meter(table, "three_card_progressive") == before + 42
    streets = regulation == "PA-669a"
    kind = "community_card_exposed" if streets else "dealer_card_exposed"
    place = COMMUNITY if streets else DEALER
    table.do("record_exposed_card", FLOOR, kind=kind, place=place, nth=1)
    data = table.last("void_round").data
    assert data.contributions[0].cents == {"meter": 42} and data.unreached == data.taken_back == ()
    assert meter(table, "three_card_progressive") == before
    assert nets(table, *SEATS) == dict.fromkeys(SEATS, 0) and house(table) == 0


@pytest.mark.clause("PA-669a.13(d)", "I-08", "I-157")
def test_in_raise_it_up_an_exposed_community_card_undoes_even_a_fold() -> None:
    """I-08: seat 1 folds at 5th Street (Ante 10, Blind 10), the third card flashes: 20.00 back."""
    bets = {1: {**main_bets("PA-669a"), "pair_plus": 500}, 3: main_bets("PA-669a")}
    table = deciding("PA-669a", bets, {"seat 1": "6h 6d 2c"})
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    table.say(1, "fold")
    table.say(3, "play 1x")
    assert nets(table, 1) == {1: -2000 + 500}, "the fold was collected, Pair Plus paid"
    table.do("record_exposed_card", FLOOR, kind="community_card_exposed", place=COMMUNITY, nth=3)
    assert table.kinds()[-1] == "ask", "a payment is not undone by one person (I-157)"
    table.do("confirm", DEE, request=table.state.requests[-1].id)
    assert table.round.void and nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0


@pytest.mark.clause("PA-669a.13(d)", "I-08")
@pytest.mark.parametrize("deal", DEALS)
def test_a_community_card_seen_before_the_first_decision_voids_the_round_too(deal: str) -> None:
    """From the first community card on: while they are dealt, and while the stub lies there."""
    table = drive("PA-669a", cards={"deal": deal}).start({seat: main_bets("PA-669a") for seat in (1, 3)})
    seen: set[str] = set()
    while table.state.phase != "deciding":
        if table.cards("community"):
            seen.add(table.state.phase)
            for nth in range(1, len(table.cards("community")) + 1):
                other = branch(table)
                other.do(
                    "record_exposed_card", FLOOR, kind="community_card_exposed", place=COMMUNITY, nth=nth
                )
                assert other.round.void and nets(other, 1, 3) == {1: 0, 3: 0} and house(other) == 0
        table.take(table.next())
    assert seen == ({"stub"} if deal == "automated_shoe" else {"dealing", "stub"})


@pytest.mark.clause("PA-679a.13(d)", "I-76")
@pytest.mark.parametrize("moment", ["dealing", "deciding"])
def test_an_exposed_dealer_card_ends_the_contest_but_not_the_bonuses_in_prime(moment: str) -> None:
    """I-76: player three red with Prime 5, Ante 10: Ante 0.00, Prime +15."""
    bets = {1: {"ante": 1000, "prime": 500}, 3: {"ante": 1000}}
    table = drive("PA-679a", wagers={"prime": {}}).start(bets, {"seat 1": "Ah Kd 9h", "dealer": "2s 5s 9c"})
    table.until(moment)
    while not table.cards("dealer"):
        table.do("deal", DEE)
    if moment == "deciding":
        table.say(1, "fold")
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=1)
    table.until("deciding")
    assert not {"decide", "collect_forfeits"} & table.offered(), "there is nothing left to decide"
    table.finish()
    assert {one.id: one.result for one in table.lines(1)} == {"ante": "void", "prime": "win"}
    assert {one.id: one.result for one in table.lines(3)} == {"ante": "void"}
    assert nets(table, 1, 3) == {1: 1500, 3: 0} and not table.round.void


@pytest.mark.clause("PA-679a.13(d)", "I-76")
def test_a_later_exposed_community_card_does_not_bring_the_contest_back() -> None:
    offered = {"pair_bonus": {"community_card": True}}
    table = deciding("PA-679a", {1: {"ante": 1000, "pair_bonus": 500}}, wagers=offered)
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=1)
    table.do("report", DEE, kind="community_card_exposed", place=COMMUNITY, nth=1)
    assert "decide" not in table.offered()
    table.finish()
    assert line(table, 1, "ante").result == "void"


@pytest.mark.clause("I-141")
def test_saigon_goes_on_after_an_exposed_dealer_card_unless_the_submission_voids() -> None:
    exposed: dict[str, Any] = {"kind": "dealer_card_exposed", "place": DEALER, "nth": 1}
    table = deciding("PA-680a")
    table.do("report", DEE, **exposed)
    assert {offer.data.seat for offer in table.offers("set_hand")} == set(SEATS), "players still set them"
    table.finish()
    assert not table.round.void
    table = deciding("PA-680a", settlement={"exposed_dealer_card": "void"})
    assert "record_exposed_card" in table.refused("report", DEE, **exposed).legal
    table.do("record_exposed_card", FLOOR, **exposed)
    assert table.round.void and nets(table, *SEATS) == dict.fromkeys(SEATS, 0)


@pytest.mark.parametrize(
    ("regulation", "wager", "place"),
    [
        ("PA-649a", "five_card_progressive", COMMUNITY),
        ("MA-TCP", "multi_game_link", COMMUNITY),
        ("PA-679a", "pair_bonus", fourth(3)),
    ],
)
@pytest.mark.clause("I-20", "I-118")
def test_a_community_or_fourth_card_seen_early_changes_nothing(
    regulation: str, wager: str, place: Place
) -> None:
    """I-20: one community card flashes before the Play decisions: all wagers settle on the cards as dealt."""
    amount = 500 if wager == "pair_bonus" else 100
    bets = {seat: {"ante": 1000, wager: amount} for seat in (1, 3)}
    seen, unseen = (deciding(regulation, bets, wagers={wager: {}}) for _ in range(2))
    seen.do("report", DEE, kind="community_card_exposed", place=place, nth=1)
    assert seen.last("report").data.round == "stands"
    for table in (seen, unseen):
        table.finish()
    assert not seen.round.void and seen.lines() == unseen.lines()


# ── which card ──


@pytest.mark.clause("PA-669a.13(d)", "PA-679a.13(d)")
def test_a_record_of_an_exposed_card_says_which_one() -> None:
    table = deciding("PA-669a", {seat: main_bets("PA-669a") for seat in (1, 3)})
    kind = {"kind": "community_card_exposed"}
    for place, nth in ((DEALER, 1), (COMMUNITY, 4)):
        refusal = table.refused("record_exposed_card", FLOOR, **kind, place=place, nth=nth)
        assert "no such card" in refusal.what and "community 1 to 3" in refusal.legal
    for seat in (1, 3):
        table.say(seat, "check")
    table.do("reveal_community")
    assert "2 to 3" in table.refused("record_exposed_card", FLOOR, **kind, place=COMMUNITY, nth=1).legal
    third = table.cards("community")[2]
    table.do("record_exposed_card", FLOOR, **kind, place=COMMUNITY, nth=3)
    data = table.last("record_exposed_card").data
    assert (data.place, data.nth, str(data.card)) == (COMMUNITY, 3, third)
    prime = deciding("PA-679a", {1: {"ante": 1000, "pair_bonus": 500}}, wagers={"pair_bonus": {}})
    prime.do("report", DEE, kind="community_card_exposed", place=fourth(1), nth=1)
    assert [str(prime.last("report").data.card)] == prime.cards("fourth 1")


@pytest.mark.clause("I-20", "I-141")
@pytest.mark.parametrize(("regulation", "do"), [("PA-679a", "record_exposed_card"), ("PA-680a", "report")])
def test_a_card_is_exposed_once_and_then_another_may_be(regulation: str, do: str) -> None:
    """A second card that is seen changes nothing, and is on the record too."""
    table = deciding(regulation)
    by = FLOOR if do == "record_exposed_card" else DEE
    for nth in (1, 2):
        table.do(do, by, kind="dealer_card_exposed", place=DEALER, nth=nth)
        refusal = table.refused(do, by, kind="dealer_card_exposed", place=DEALER, nth=nth)
        assert "no such card" in refusal.what and f"dealer {nth + 1}" in refusal.legal
    assert table.round.irregularities == ("dealer_card_exposed",) * 2
    table.finish()
    assert len(table.events(do)) == 2


@pytest.mark.clause("MA-TCP.14(d)", "I-68")
def test_a_card_of_a_stack_in_the_shoe_can_be_seen_too_early() -> None:
    table = deciding("MA-TCP", TWO, cards=HELD)
    second = order(table)[7]
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=2)
    data = table.last("record_exposed_card").data
    assert (data.place, data.nth, data.card) == (DEALER, 2, second) and table.round.void
    known_to_nobody = real("MA-TCP", TWO, cards=HELD).until("deciding")
    known_to_nobody.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=1)
    assert known_to_nobody.last("record_exposed_card").data.card is None and known_to_nobody.round.void


# ── a card found face up in a stack ──


@pytest.mark.clause("MA-TCP.14(a)#2", "I-12")
@pytest.mark.parametrize("when", ["dealing", "deciding"])
def test_two_cards_face_up_in_the_dealers_stack_void_the_round_as_long_as_it_waits(when: str) -> None:
    """The dealing is not over when the players have theirs."""
    table = drive("MA-TCP", cards=HELD).start(TWO).until("dealing")
    if when == "dealing":
        table.do("deal", DEE)
    table.until(when)
    events = table.do("report", DEE, kind="cards_face_up")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[0].data.cite.clauses == ("MA-TCP.14(a)#2",)
    assert nets(table, 1, 3) == {1: 0, 3: 0}


@pytest.mark.clause("MA-TCP.14(a)", "MA-TCP.14(c)", "I-12", "I-151")
@pytest.mark.parametrize("dealt", [0, 1, 2])
def test_a_stack_one_short_cannot_be_filled_while_the_stub_is_under_the_dealers_stack(dealt: int) -> None:
    """The missing card would have to come from the stub before anybody looks: the round is void."""
    table = drive("MA-TCP", cards=HELD).start(TWO)
    for _ in range(dealt):
        table.do("deal", DEE)
    card = order(table)[3 * dealt]
    events = table.do("report", DEE, kind="card_face_up")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[0].data.cite.clauses == ("MA-TCP.14(a)", "MA-TCP.14(c)")
    assert events[1].data.kind == "wrong_number_of_cards" and table.round.facts.dealt[-1].card == card
    assert nets(table, 1, 3) == {1: 0, 3: 0}
    table.finish()


@pytest.mark.clause("MA-TCP.14(a)", "I-12", "I-127", "I-151")
@pytest.mark.parametrize("instead", ["manual_shoe", "hand"])
def test_where_no_stack_can_be_held_a_card_face_up_is_not_used_and_the_round_goes_on(instead: str) -> None:
    """The submission holds the dealer's stack in a shoe that is out of order: the next card is there."""
    table = drive("MA-TCP", cards=HELD).start(TWO).finish()
    table.do("device_out_of_order", device="shoe", sign="removed", instead=instead)
    table.start(TWO)
    table.do("deal", DEE)
    assert [event.kind for event in table.do("report", DEE, kind="card_face_up")] == ["report"]
    assert table.last("report").data.round == "stands"
    assert table.last("report").data.cite.clauses == ("MA-TCP.14(a)",)
    table.until("deciding")
    deck = [str(card) for card in order(table)]
    assert table.cards("player 1") == [deck[0], deck[4], deck[7]], "the second card was not used"
    table.finish()
    assert not table.round.void


@pytest.mark.clause("MA-TCP.14(a)", "MA-TCP.9(d)", "I-12", "I-127", "I-151")
@pytest.mark.parametrize("out", [False, True])
def test_once_the_held_stack_is_delivered_a_card_face_up_in_the_stub_is_not_used(out: bool) -> None:
    bets = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}
    table = drive("MA-TCP", cards=HELD, wagers={"multi_game_link": {}}).start(bets)
    table.until(do="deliver_dealer_stack").do("deliver_dealer_stack")
    if out:
        table.do("remove_stub")
    assert [event.kind for event in table.do("report", DEE, kind="card_face_up")] == ["report"]
    deck = [str(card) for card in order(table)]
    table.finish()
    assert table.cards("community") == deck[10:12], "the tenth card is not used"
    assert not table.round.void


@pytest.mark.clause("PA-679a.10(c)", "PA-679a.10(h)", "PA-679a.13(a)", "I-12")
@pytest.mark.parametrize("community", [False, True])
def test_the_card_a_stack_lacks_is_the_first_of_the_stub(community: bool) -> None:
    offered = {"pair_bonus": {"paytable": "A", "community_card": community}}
    table = drive("PA-679a", wagers=offered, cards={"deal": "automated_shoe"})
    table.start({1: {"ante": 1000, "pair_bonus": 500}, 3: {"ante": 1000}})
    table.do("report", DEE, kind="card_face_up")
    table.until(do="remove_stub")
    deck = [str(card) for card in order(table)]
    assert len(table.round.facts.dealt) == 9, "three stacks, the first one short, and the card found"
    table.do("remove_stub", DEE)
    (offer,) = table.offers("deal")
    assert "One card lay face up in the stack of seat 1" in offer.text and "from the stub" in offer.text
    assert offer.cite.clauses == ("PA-679a.13(a)",)
    table.do("deal", DEE)
    assert table.cards("player 1") == [deck[1], deck[2], deck[9]]
    assert "stack" not in table.offers("deal")[0].text
    table.do("deal", DEE)
    assert table.cards("community" if community else "fourth 1") == [deck[10]]
    assert table.offers("rack_stub")[0].text.startswith("Unless the stub is to be counted")
    table.finish()


@pytest.mark.clause("PA-669a.13(a)", "PA-680a.13(a)", "I-12")
@pytest.mark.parametrize(("regulation", "stack"), [("PA-669a", "community"), ("PA-680a", "dealer")])
def test_where_the_stub_stays_in_the_shoe_the_missing_card_comes_out_of_it(
    regulation: str, stack: str
) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"}).start()
    table.do("deal", DEE)
    table.do("deal", DEE)
    table.do("report", DEE, kind="card_face_up")
    table.do("deal", DEE)
    (offer,) = table.offers("deal")
    assert "out of the shoe, the first of the stub" in offer.text
    assert offer.cite.clauses == (f"{regulation}.13(a)",)
    table.do("deal", DEE)
    assert table.state.phase == "stub"
    assert table.cards(stack)[-1] == str(order(table)[table.round.dealing.taken - 1])
    table.finish()


@pytest.mark.clause("PA-679a.13(a)", "PA-679a.10(c)#2", "I-12")
@pytest.mark.parametrize("before", [0, 1])
def test_a_card_of_the_stub_that_lies_face_up_makes_no_stack_short(before: int) -> None:
    """It is left out, and each fourth card is one of those that come after it, in their order."""
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}
    offered = {"pair_bonus": {"paytable": "A"}}
    table = drive("PA-679a", wagers=offered, cards={"deal": "automated_shoe"}).start(bets)
    table.until(do="remove_stub").do("remove_stub", DEE)
    stub = [str(card) for card in order(table)][9:]
    for _ in range(before):
        table.do("deal", DEE)
    table.do("report", DEE, kind="card_face_up")
    assert stub.pop(before) == table.up("found face up")[0]
    table.until("stub")
    assert (table.cards("fourth 1"), table.cards("fourth 3")) == ([stub[0]], [stub[1]])
    assert [len(table.cards(place)) for place in ("player 1", "player 3", "dealer")] == [3, 3, 3]
    table.finish()
