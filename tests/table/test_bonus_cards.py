"""Fourth and community cards of bonuses, wrongly dealt: put right at the table, no round is void (I-20)."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.places import COMMUNITY, RACK, STUB, Place, fourth
from tests.support.driver import DEALER, DEALS, DEVICE, Driver, drive
from tests.support.rounds import P1, RealTable, branch, meter, names, nets, real

FIVE = {"ante": 1000, "five_card_hand_bonus_player": 100}
OFFERED: dict[str, Any] = {"five_card_hand_bonus": {}}
PAIR = {"ante": 1000, "pair_bonus": 500}


def five_card() -> RealTable:
    hands = {"player 1": "2s 5h 9c", "player 3": "3s 6h Tc", "dealer": "Kd 8h 3c", "community": "4d Jc"}
    return real("PA-649a", {1: FIVE, 3: {"ante": 1000}}, hands, wagers=OFFERED)


def fourths(**cards: Any) -> RealTable:
    hands = {"player 1": "9s 9h 4c", "player 3": "3s 6h Tc", "dealer": "Kd 8h 3c"}
    return real("PA-679a", {1: PAIR, 3: PAIR}, hands, wagers={"pair_bonus": {"paytable": "A"}}, cards=cards)


def lying(table: Driver, place: Place) -> int:
    return len(table.round.cards_at(place))


@pytest.mark.clause("I-20")
@pytest.mark.parametrize("regulation", ["PA-649a", "PA-679a"])
def test_where_the_program_dealt_them_there_is_nothing_to_put_right(regulation: str) -> None:
    """It knows where each card lies: a claim against that takes no wager away."""
    bets, offered = (FIVE, OFFERED) if regulation == "PA-649a" else (PAIR, {"pair_bonus": {}})
    table = drive(regulation, wagers=offered).start({1: bets}).until("stub")
    place = COMMUNITY if regulation == "PA-649a" else fourth(1)
    while table.state.phase in ("stub", "deciding", "settling"):
        assert "correct_bonus_cards" not in table.offered()
        refusal = table.refused("correct_bonus_cards", DEALER, place=place, found="unclear")
        assert "knows where each one lies" in refusal.what and "I-20" in refusal.clauses
        table.take(table.next())


@pytest.mark.clause("PA-679a.8(c)#2", "I-20")
def test_a_missing_fourth_card_is_dealt_from_the_intact_stub() -> None:
    table = fourths().until("stub")
    assert [lying(table, fourth(seat)) for seat in (1, 3)] == [1, 1]
    table.do("correct_bonus_cards", DEALER, place=fourth(1), found="too_few")
    assert [lying(table, fourth(seat)) for seat in (1, 3)] == [1, 1], "each has one now"
    assert table.offers("count_stub")[0].data.cards == 52 - 11
    table.finish()
    assert not table.round.void
    assert [one.id for one in table.lines(1) if one.id == "pair_bonus"] == ["pair_bonus"]


@pytest.mark.clause("PA-649a.8(d)#2", "I-20")
@pytest.mark.parametrize("stage", ["stub", "deciding"])
def test_a_community_card_too_many_is_racked_unseen(stage: str) -> None:
    table = five_card().until(stage)
    table.do("correct_bonus_cards", DEALER, place=COMMUNITY, found="too_many")
    assert lying(table, COMMUNITY) == 2 and table.round.cards_at(RACK) == (None,)
    refusal = table.refused("correct_bonus_cards", DEALER, place=COMMUNITY, found="too_many")
    assert "cannot be put right" in refusal.what and "unclear" in refusal.legal
    if stage == "stub":
        assert table.offers("count_stub")[0].data.cards == 52 - 9 - 2 - 1, "it is counted where it lies"
    table.finish()
    assert not table.round.void and table.up("community") == ["4d", "Jc"]


@pytest.mark.clause("PA-649a.8(d)#2", "PA-649a.13(c)", "I-20")
@pytest.mark.parametrize("stage", ["stub", "deciding", "settling"])
def test_where_they_cannot_be_told_apart_only_the_wagers_on_them_go_back(stage: str) -> None:
    table = five_card().until(stage)
    before = nets(table, 1, 3)
    chips, shown = table.chips(1), meter(table, "five_card_hand_bonus")
    (event,) = table.do("correct_bonus_cards", DEALER, place=COMMUNITY, found="unclear")
    assert event.data.returned == {1: {"five_card_hand_bonus_player": 100}}
    assert (table.chips(1), meter(table, "five_card_hand_bonus")) == (chips + 100, shown - 21)
    assert nets(table, 1, 3) == before, "it lay on the layout and is in front of him again"
    assert "five_card_hand_bonus_player" not in table.round.facts.stakes[1]
    assert "correct_bonus_cards" not in table.offered()
    table.finish()
    assert not table.round.void and not table.events("reveal_community"), "nobody could say which they are"
    assert {one.id for one in table.lines(1)} == {"ante", "play"}


@pytest.mark.clause("PA-679a.10(g)", "I-20")
def test_the_fourth_card_of_one_seat_says_nothing_about_the_others() -> None:
    table = fourths(deal="automated_shoe", four_card_stacks=True, shuffle="continuous").until("deciding")
    assert [offer.data.found for offer in table.offers("correct_bonus_cards")] == ["unclear", "unclear"]
    table.do("correct_bonus_cards", DEALER, place=fourth(3), found="unclear")
    assert "pair_bonus" in table.round.facts.stakes[1] and "pair_bonus" not in table.round.facts.stakes[3]
    table.finish()
    assert "pair_bonus" not in names(table.events("settle_player")[0])


@pytest.mark.clause("PA-649a.12(i)(1)", "I-20", "I-07")
def test_a_progressive_wager_that_goes_back_leaves_the_meter_as_it_was() -> None:
    bets = {1: {"ante": 1000, "five_card_progressive": 100}, 3: {"ante": 1000, "five_card_progressive": 100}}
    table = real("PA-649a", bets, wagers={"five_card_progressive": {}}).until("deciding")
    assert meter(table, "five_card_progressive") == 10_000_42
    table.do("correct_bonus_cards", DEALER, place=COMMUNITY, found="unclear")
    link = table.link("five_card_progressive")
    assert (meter(table, "five_card_progressive"), link.wagers) == (10_000_00, 0)
    assert nets(table, 1, 3) == {1: 0, 3: 0}
    table.finish()
    assert meter(table, "five_card_progressive") == 10_000_00


@pytest.mark.clause("I-20")
def test_a_wager_that_a_fold_has_lost_does_not_come_back() -> None:
    bets = {1: {"ante": 1000, "five_card_progressive": 100}, 3: {"ante": 1000, "five_card_progressive": 100}}
    table = real("PA-649a", bets, wagers={"five_card_progressive": {}}).until("deciding")
    table.say(1, "fold")
    table.do("correct_bonus_cards", DEALER, place=COMMUNITY, found="unclear")
    assert table.last("correct_bonus_cards").data.returned == {3: {"five_card_progressive": 100}}


@pytest.mark.clause("I-20")
def test_bonus_cards_are_put_right_only_where_and_while_that_is_possible() -> None:
    table = five_card()
    unclear = {"place": COMMUNITY, "found": "unclear"}
    assert "not the time" in table.refused("correct_bonus_cards", DEALER, **unclear).what
    table.until("deciding")
    refusal = table.refused("correct_bonus_cards", DEALER, place=COMMUNITY, found="too_few")
    assert "cannot be put right" in refusal.what and "I-20" in refusal.clauses, "the stub is in the rack"
    refusal = table.refused("correct_bonus_cards", DEALER, place=fourth(1), found="unclear")
    assert "no bonus card" in refusal.what and "community" in refusal.legal
    for person in (P1, DEVICE):
        legal = table.refused("correct_bonus_cards", person, **unclear).legal
        assert legal.startswith("It is for the dealer or floorperson.")
    table.until(do="settle_player").do("settle_player", DEALER)
    refusal = table.refused("correct_bonus_cards", DEALER, **unclear)
    assert "settled already" in refusal.what and "PA-649a.8(d)#2" in refusal.clauses
    raised = real("PA-669a").until("stub")
    assert "correct_bonus_cards" not in raised.offered(), "there the round is void (669a.13(c))"


@pytest.mark.clause("PA-649a.8(g)", "I-20")
def test_a_wrong_count_of_the_stub_names_the_way_for_bonus_cards() -> None:
    table = five_card().until("stub")
    due = table.offers("count_stub")[0].data.cards
    refusal = table.refused("count_stub", DEALER, cards=due - 1)
    assert "correct_bonus_cards" in refusal.legal


@pytest.mark.parametrize(
    ("community", "clause"),
    [
        pytest.param(False, "PA-679a.8(c)#2", marks=pytest.mark.clause("PA-679a.8(c)#2"), id="fourth"),
        pytest.param(True, "PA-679a.8(h)", marks=pytest.mark.clause("PA-679a.8(h)"), id="community"),
    ],
)
@pytest.mark.clause("I-20")
def test_cards_of_a_bonus_are_spoken_of_with_the_clause_they_are_dealt_by(
    community: bool, clause: str
) -> None:
    """A fourth card for each wager, or, where the submission says so, one card for all of them."""
    offered = {"pair_bonus": {"community_card": community}}
    table = drive("PA-679a", wagers=offered).start({1: PAIR}).until("stub")
    place = COMMUNITY if community else fourth(1)
    refusal = table.refused("correct_bonus_cards", DEALER, place=place, found="unclear")
    assert refusal.clauses == [clause, "I-20"]


# ── every bonus that has cards of its own, dealt in every way ──

LINKED = {"ante": 1000, "multi_game_link": 100}
BONUSES: dict[str, tuple[str, dict[str, int], dict[str, Any], Place, int]] = {
    "five card hand": ("PA-649a", FIVE, OFFERED, COMMUNITY, 2),
    "link": ("MA-TCP", LINKED, {"multi_game_link": {}}, COMMUNITY, 2),
    "fourth card": ("PA-679a", PAIR, {"pair_bonus": {}}, fourth(3), 2),
    "pair bonus card": ("PA-679a", PAIR, {"pair_bonus": {"community_card": True}}, COMMUNITY, 1),
}
"""Chapter, box, wagers, a place where such cards lie, and how many there are when two play."""
DEALT_BY = {
    "five card hand": ("PA-649a.8(d)#2", "PA-649a.9(b)#2", "PA-649a.10(c)#2"),
    "link": ("MA-TCP.13(g)bis",) * 3,
    "fourth card": ("PA-679a.8(c)#2", "PA-679a.9(b)#2", "PA-679a.10(c)#2"),
    "pair bonus card": ("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)"),
}
EVERY = pytest.mark.parametrize(
    ("bonus", "deal"),
    [
        pytest.param(bonus, deal, marks=pytest.mark.clause(clause, "I-20"), id=f"{bonus}-{deal}")
        for bonus, clauses in DEALT_BY.items()
        for deal, clause in zip(DEALS, clauses, strict=True)
    ],
)


def at_the_stub(bonus: str, deal: str) -> tuple[RealTable, int]:
    """All is dealt, and so many cards of the deck must be in the stub."""
    regulation, box, offered, _, more = BONUSES[bonus]
    table = real(regulation, {1: box, 3: box}, wagers=offered, cards={"deal": deal})
    return table.until("stub"), 52 - 3 * 3 - more


@EVERY
def test_a_bonus_card_too_many_is_in_the_rack_and_no_longer_in_the_stub(bonus: str, deal: str) -> None:
    """Three hands, the bonus cards, the one in the rack and the stub are the deck."""
    table, rest = at_the_stub(bonus, deal)
    place = BONUSES[bonus][3]
    many = lying(table, place)
    table.do("correct_bonus_cards", DEALER, place=place, found="too_many")
    assert (lying(table, place), table.round.cards_at(RACK)) == (many, (None,))
    for wrong in (rest, rest - 2):
        assert "do not make a deck" in table.refused("count_stub", DEALER, cards=wrong).what
    table.do("count_stub", DEALER, cards=rest - 1)
    assert table.last("count_stub").data.right and not table.events("void_round")


@EVERY
def test_a_missing_bonus_card_comes_from_a_stub_that_is_not_yet_in_the_rack(bonus: str, deal: str) -> None:
    table, rest = at_the_stub(bonus, deal)
    place = BONUSES[bonus][3]
    missing = {"place": place, "found": "too_few"}
    dealt = branch(table)
    dealt.do("correct_bonus_cards", DEALER, **missing)
    dealt.do("count_stub", DEALER, cards=rest)
    assert dealt.last("count_stub").data.right, "as many lie there as should"
    counted = branch(table)
    counted.do("count_stub", DEALER, cards=rest)
    table.do("rack_stub", DEALER)
    for away in (counted, table):
        assert away.round.racked == (STUB,)
        while place not in away.round.racked and not away.events("settle_player", "verify_win"):
            offered = {one.data.found for one in away.offers("correct_bonus_cards")}
            assert "too_few" not in offered
            refusal = away.refused("correct_bonus_cards", DEALER, **missing)
            assert "I-20" in refusal.clauses
            away.take(away.next())
