"""Cards seen too early: which one it was, also in a stack that is still in the shoe."""

from __future__ import annotations

import pytest

from feltlaw.cards import Card
from tests.driver import CHIPS, DEALER, drive

# ── the dealer's stack still in the shoe ──

HELD = {"deal": "automated_shoe", "dealer_stack": "held"}


@pytest.mark.clause("MA-TCP.14(a)", "MA-TCP.14(c)", "I-12")
@pytest.mark.parametrize("dealt", [0, 1, 2])
def test_a_stack_one_short_cannot_be_filled_while_the_stub_is_under_the_dealers_stack(dealt: int) -> None:
    """The missing card would have to come from the stub before anybody looks: the round is void."""
    table = drive("MA-TCP", cards=HELD).start()
    for _ in range(dealt):
        table.do("deal")
    card = table.state.deck.order[3 * dealt] if table.state.deck else None
    events = table.do("report", DEALER, kind="card_face_up")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[0].data["clauses"] == ["MA-TCP.14(a)", "MA-TCP.14(c)"]
    assert events[1].data["kind"] == "wrong_number_of_cards" and table.round.dealt[-1].card == card
    assert all(table.chips(seat) == CHIPS for seat in (1, 3))
    table.finish()


@pytest.mark.clause("MA-TCP.14(d)", "I-68")
def test_a_card_of_a_stack_in_the_shoe_can_be_seen_too_early() -> None:
    table = drive("MA-TCP", cards=HELD).start().until("deciding")
    assert table.state.deck is not None
    second = table.state.deck.order[7]
    table.do("record_exposed_card", kind="dealer_card_exposed", nth=2)
    data = table.last("record_exposed_card").data
    assert (data["place"], data["nth"], data["card"]) == ("dealer", 2, str(Card(second)))
    assert table.round.void
    real = drive("MA-TCP", cards=HELD, real_cards=True).start().until("deciding")
    real.do("record_exposed_card", kind="dealer_card_exposed")
    assert "card" not in real.last("record_exposed_card").data and real.round.void


# ── which card ──


@pytest.mark.clause("PA-669a.13(d)", "PA-679a.13(d)")
def test_a_record_of_an_exposed_card_says_which_one() -> None:
    table = drive("PA-669a").start().until("deciding")
    for place, nth in (("dealer", 1), ("community", 4), ("community", 0)):
        refusal = table.refused("record_exposed_card", kind="community_card_exposed", place=place, nth=nth)
        assert "no such card" in refusal.what and "community 1 to 3" in refusal.legal
    assert (
        "place of the card is missing"
        in table.refused("record_exposed_card", kind="community_card_exposed").what
    )
    for seat in (1, 3):
        table.say(seat, "check")
    table.do("reveal_community")
    assert (
        "2 to 3"
        in table.refused("record_exposed_card", kind="community_card_exposed", place="community", nth=1).legal
    )
    third = table.state.cards_at("community")[2]
    table.do("record_exposed_card", kind="community_card_exposed", place="community", nth=3)
    assert table.last("record_exposed_card").data["card"] == str(third)
    prime = drive("PA-679a", wagers={"pair_bonus": {}})
    prime.start({1: {"ante": 1000, "pair_bonus": 500}}).until("deciding")
    (fourth,) = prime.state.cards_at("fourth 1")
    prime.do("report", DEALER, kind="community_card_exposed")
    assert prime.last("report").data["card"] == str(fourth)


# ── a card found face up in a stack ──


@pytest.mark.clause("PA-679a.10(c)", "PA-679a.10(h)", "PA-679a.13(a)", "I-12")
@pytest.mark.parametrize("community", [False, True])
def test_the_card_a_stack_lacks_is_the_first_of_the_stub(community: bool) -> None:
    offered = {"pair_bonus": {"paytable": "A", "community_card": community}}
    table = drive("PA-679a", wagers=offered, cards={"deal": "automated_shoe"})
    table.start({1: {"ante": 1000, "pair_bonus": 500}, 3: {"ante": 1000}})
    table.do("report", DEALER, kind="card_face_up")
    table.until(do="remove_stub")
    assert table.state.deck is not None
    order = [Card(number) for number in table.state.deck.order]
    assert len(table.round.dealt) == 9, "three stacks, the first one short, and the card found"
    table.do("remove_stub")
    (offer,) = table.offers("deal")
    assert "One card lay face up in the stack of seat 1" in offer.text and "from the stub" in offer.text
    assert offer.cite.clauses == ("PA-679a.13(a)",)
    table.do("deal")
    assert table.state.cards_at("seat 1") == (order[1], order[2], order[9])
    assert "stack" not in table.offers("deal")[0].text
    table.do("deal")
    assert table.state.cards_at("community" if community else "fourth 1") == (order[10],)
    assert table.offers("rack_stub")[0].text.startswith("Unless the stub is to be counted")
    table.finish()


@pytest.mark.clause("PA-669a.13(a)", "PA-680a.13(a)", "I-12")
@pytest.mark.parametrize(("regulation", "stack"), [("PA-669a", "community"), ("PA-680a", "dealer")])
def test_where_the_stub_stays_in_the_shoe_the_missing_card_comes_out_of_it(
    regulation: str, stack: str
) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"}).start()
    table.do("deal")
    table.do("deal")
    table.do("report", DEALER, kind="card_face_up")
    table.do("deal")
    (offer,) = table.offers("deal")
    assert "out of the shoe, the first of the stub" in offer.text
    assert offer.cite.clauses == (f"{regulation}.13(a)",)
    table.do("deal")
    assert table.state.phase == "stub" and table.state.deck is not None
    assert table.state.cards_at(stack)[-1] == table.state.deck.order[table.round.taken - 1]
    table.finish()
