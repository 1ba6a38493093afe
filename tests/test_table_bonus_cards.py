"""Fourth and community cards of bonuses, wrongly dealt: put right at the table, no round is void (I-20)."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import Card
from tests.driver import CHIPS, DEALER, Driver, drive

FIVE = {"ante": 1000, "five_card_hand_bonus_player": 100}
OFFERED: dict[str, Any] = {"five_card_hand_bonus": {}}
PAIR = {"ante": 1000, "pair_bonus": 500}


def five_card(**more: Any) -> Driver:
    return drive("PA-649a", wagers=OFFERED, **more).start({1: FIVE, 3: {"ante": 1000}})


def fourths(**cards: Any) -> Driver:
    table = drive("PA-679a", wagers={"pair_bonus": {"paytable": "A"}}, cards=cards)
    return table.start({1: PAIR, 3: PAIR})


def order(table: Driver) -> list[Card]:
    assert table.state.deck is not None
    return [Card(number) for number in table.state.deck.order]


@pytest.mark.clause("PA-679a.8(c)#2", "I-20")
def test_a_missing_fourth_card_is_dealt_from_the_intact_stub() -> None:
    """Seat 1 was passed over: seat 3 has the card meant for it, and seat 1 gets the next of the stub."""
    table = fourths().until("stub")
    first, second = order(table)[9:11]
    assert table.state.cards_at("fourth 1") == (first,) and table.state.cards_at("fourth 3") == (second,)
    table.do("correct_bonus_cards", place="fourth 1", found="too_few")
    assert table.state.cards_at("fourth 3") == (first,) and table.state.cards_at("fourth 1") == (second,)
    assert table.round.taken == 11 and not table.round.void
    table.finish()
    assert {line.id for line in table.lines(1)} >= {"ante", "pair_bonus"}


@pytest.mark.clause("PA-649a.8(d)#2", "I-20")
def test_a_community_card_too_many_is_racked_unseen() -> None:
    for stage in ("stub", "deciding"):
        table = five_card().until(stage)
        extra = order(table)[table.round.taken]
        before = table.state.cards_at("community")
        table.do("correct_bonus_cards", place="community", found="too_many")
        assert table.state.cards_at("community") == before and table.state.cards_at("rack") == (extra,)
        refusal = table.refused("correct_bonus_cards", place="community", found="too_many")
        assert "cannot be put right" in refusal.what and "unclear" in refusal.legal
        table.finish()
        assert not table.round.void


@pytest.mark.clause("PA-679a.8(c)#2", "I-20")
def test_after_a_fourth_card_too_many_the_next_place_has_the_card_after_it() -> None:
    table = fourths().until("stub")
    first, second, third = order(table)[9:12]
    table.do("correct_bonus_cards", place="fourth 1", found="too_many")
    assert [table.state.cards_at(at) for at in ("fourth 1", "rack", "fourth 3")] == [
        (first,), (second,), (third,)
    ]  # fmt: skip
    assert table.offers("count_stub")[0].data["cards"] == 52 - 12
    table.finish()


@pytest.mark.clause("PA-649a.8(d)#2", "PA-649a.13(c)", "I-20")
@pytest.mark.parametrize("stage", ["stub", "deciding", "settling"])
def test_where_they_cannot_be_told_apart_only_the_wagers_on_them_go_back(stage: str) -> None:
    table = five_card().until(stage)
    money = table.state.money()
    events = table.do("correct_bonus_cards", place="community", found="unclear")
    assert events[0].data["returned"] == {"1": {"five_card_hand_bonus_player": 100}}
    assert table.state.money() == money and "five_card_hand_bonus_player" not in table.round.stakes[1]
    assert "correct_bonus_cards" not in table.offered()
    table.finish()
    assert not table.round.void and not table.events("reveal_community")
    assert {line.id for line in table.lines(1) if line.result != "none"} <= {"ante", "play", "ante_bonus"}


@pytest.mark.clause("PA-679a.10(g)", "I-20")
def test_the_fourth_card_of_one_seat_says_nothing_about_the_others() -> None:
    table = fourths(deal="automated_shoe", four_card_stacks=True, shuffle="continuous").until("deciding")
    assert [offer.data["found"] for offer in table.offers("correct_bonus_cards")] == ["unclear", "unclear"]
    table.do("correct_bonus_cards", place="fourth 3", found="unclear")
    assert "pair_bonus" in table.round.stakes[1] and "pair_bonus" not in table.round.stakes[3]
    table.finish()


@pytest.mark.clause("PA-649a.12(i)(1)", "I-20")
def test_a_progressive_wager_that_goes_back_leaves_the_meter_as_it_was() -> None:
    table = drive("PA-649a", wagers={"five_card_progressive": {}})
    before = table.state.meters
    table.start({1: {"ante": 1000, "five_card_progressive": 100}, 3: {"ante": 1000}}).until("deciding")
    assert table.state.meters != before
    table.do("correct_bonus_cards", place="community", found="unclear")
    assert table.state.meters == before and table.chips(1) == CHIPS - 1000
    table.finish()
    assert table.state.meters == before


@pytest.mark.clause("I-20")
def test_bonus_cards_are_put_right_only_where_and_while_that_is_possible() -> None:
    table = five_card()
    assert "not the time" in table.refused("correct_bonus_cards", place="community", found="unclear").what
    table.until("deciding")
    refusal = table.refused("correct_bonus_cards", place="community", found="too_few")
    assert "cannot be put right" in refusal.what and "I-20" in refusal.cite.interpretations
    refusal = table.refused("correct_bonus_cards", place="fourth 1", found="unclear")
    assert "no bonus card" in refusal.what and "community" in refusal.legal
    table.until(do="settle_player").do("settle_player")
    refusal = table.refused("correct_bonus_cards", place="community", found="unclear")
    assert "paid or collected already" in refusal.what and "PA-649a.8(d)#2" in refusal.clauses
    raise_it_up = drive("PA-669a").start().until("stub")
    assert "correct_bonus_cards" not in raise_it_up.offered(), "there the round is void (669a.13(c))"


@pytest.mark.clause("I-20")
def test_with_a_real_deck_the_dealer_enters_the_card_that_is_racked() -> None:
    table = drive("PA-649a", wagers=OFFERED, real_cards=True).start({1: FIVE}).until("stub")
    card = table.offers("correct_bonus_cards")[1].data["card"]
    lying = table.state.cards_at("community")
    table.do("correct_bonus_cards", DEALER, place="community", found="too_many", card=card)
    assert [str(one) for one in table.state.cards_at("rack")] == [card]
    assert table.state.cards_at("community") == lying
    few = drive("PA-649a", wagers=OFFERED, real_cards=True).start({1: FIVE}).until("stub")
    dealt = few.round.dealt
    few.do("correct_bonus_cards", place="community", found="too_few")
    assert few.round.dealt == dealt


@pytest.mark.clause("PA-649a.8(g)", "I-20")
def test_a_wrong_count_of_the_stub_names_the_way_for_bonus_cards() -> None:
    table = five_card().until("stub")
    refusal = table.refused("count_stub", cards=table.offers("count_stub")[0].data["cards"] - 1)
    assert "correct_bonus_cards" in refusal.legal
