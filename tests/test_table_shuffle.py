"""The shuffle and the cut: when, by whom, how deep, and what the device's count does."""

from __future__ import annotations

import pytest

from feltlaw.regulation import load
from feltlaw.table.opening import commit
from tests.driver import DEALER, PENNSYLVANIA, drive, each, marks, whole_deck

MACHINE = {"shuffle": "automated"}
BY_HAND = {"shuffle": "manual"}


@each("shuffle")
def test_cards_are_shuffled_before_play_after_every_round_and_on_order(regulation: str) -> None:
    table = drive(regulation)
    table.sit(1, 3)
    table.until("shuffling")
    assert "have not been shuffled" in table.refused("place_cards").what
    assert "not the time" in table.refused("order_shuffle").what, "there is nothing to shuffle again"
    for number in range(3):
        table.until("betting")
        assert table.kinds().count("shuffle") == 2 * number + 1
        assert "for the floorperson" in table.refused("order_shuffle", DEALER).legal
        table.do("order_shuffle")
        assert table.refused("place_cards").clauses == list(marks(regulation, "shuffle").args)
        table.start()
        assert "betting is closed" in table.refused("order_shuffle").what
        table.finish()
        assert "have not been shuffled" in table.refused("place_cards").what
    assert table.kinds().count("shuffle") == 2 * 3


@each("shuffle")
def test_wagers_stay_while_a_floorperson_has_the_cards_shuffled_again(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    table.bet({1: {"ante": 1000}})
    table.do("order_shuffle")
    assert table.state.phase == "shuffling"
    assert table.state.on_felt() == {1: {"ante": 1000}}
    table.until("betting")
    assert table.round.stakes == {1: {"ante": 1000}}


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=marks(name, "device_count")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.7(f)")),
    ],
)
def test_a_wrong_count_by_the_device_removes_the_deck(regulation: str) -> None:
    table = drive(regulation)
    table.sit(1)
    table.until("shuffling")
    whole = load(regulation).deck.cards
    table.do("shuffle", deck=0, counted=whole - 1)
    assert table.state.decks == (None,) and table.state.phase == "opening"
    assert "receive_deck" in table.offered() and "place_cards" not in table.offered()
    table.until(do="shuffle")
    table.do("shuffle", deck=0, counted=whole)
    assert "place_cards" in table.offered()


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=pytest.mark.clause(f"{name}.5(a)#2")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.5(a)", "MA-TCP.7(a)")),
    ],
)
def test_the_shuffler_may_load_the_shoe(regulation: str) -> None:
    table = drive(regulation, cards={**MACHINE, "shuffler_loads_shoe": True})
    table.sit(1)
    table.until("betting")
    assert "place_cards" not in table.kinds() and table.kinds()[-1] == "shuffle"


def test_an_order_is_the_whole_deck_and_is_committed_to_at_once() -> None:
    table = drive("PA-649a")
    table.sit(1)
    table.until(do="shuffle")
    good = whole_deck("PA-649a")
    short = {**good, "order": list(range(51))}
    twice = {**good, "order": [0, *range(51)]}
    words = {**good, "order": ["a", *range(51)]}
    for bad in (short, twice, words):
        assert "not a whole deck" in table.refused("shuffle", deck=0, **bad).what
    assert "not to be shuffled" in table.refused("shuffle", deck=1, **good).what
    assert "count is missing" in table.refused("shuffle", deck=0, counted="52", **good).what
    for nonce in ("5" * 31, "g" * 32, "A" * 64, " " * 64):
        assert "not in hexadecimal" in table.refused("shuffle", deck=0, **{**good, "nonce": nonce}).what
    table.do("shuffle")
    data = table.last("shuffle").data
    assert table.state.deck is not None
    assert table.state.deck.commitment == commit(data["order"], data["nonce"]) == data["commitment"]


@pytest.mark.parametrize("cards", [BY_HAND, MACHINE], ids=["manual", "automated"])
def test_the_revealed_order_is_the_one_committed_to_and_the_cuts_explain_the_deal(
    cards: dict[str, object],
) -> None:
    table = drive("PA-649a", cards=cards)
    table.sit(1)
    table.until(do="cut" if cards is BY_HAND else "place_cards")
    if cards is BY_HAND:
        for depth in (10, 42, 17):
            table.do("cut", depth=depth, cover_card="bottom")
            table.do("recut")
        table.do("cut", depth=51, cover_card="bottom")
    table.start().finish()
    data = table.last("end_round").data
    assert commit(data["order"], data["nonce"]) == table.last("shuffle").data["commitment"]
    order = data["order"]
    for depth in data.get("cuts", ()):
        order = order[depth:] + order[:depth]
    assert [dealt.card for dealt in table.round.dealt] == order[: len(table.round.dealt)]


# ── cut ──


@each("no_cut")
def test_there_is_no_cut_after_a_machine_shuffle(regulation: str) -> None:
    table = drive(regulation, cards=MACHINE)
    table.sit(1)
    table.until(do="place_cards")
    refusal = table.refused("cut", depth=26, cover_card="bottom")
    assert refusal.clauses == list(marks(regulation, "no_cut").args)
    assert table.refused("recut").clauses == refusal.clauses
    table.do("place_cards")
    assert table.state.phase == "betting"


@each("cut")
def test_cards_shuffled_by_hand_are_cut_ten_or_more_deep(regulation: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until(do="cut")
    assert table.refused("place_cards").cite.clauses == marks(regulation, "cut").args
    cover = table.offers("cut")[0].data["cover_card"]
    least, whole = 10, load(regulation).deck.cards  # ten: .5(d), MA 5(c)(1)(ii)
    for depth in (0, least - 1, whole, whole + 1):
        assert "improper" in table.refused("cut", depth=depth, cover_card=cover).what
    deck = table.state.deck
    assert deck is not None
    before = deck.order
    table.do("cut", depth=least, cover_card=cover)
    assert table.state.deck is not None
    assert table.state.deck.order == before[least:] + before[:least], "what was above goes to the bottom"
    table.do("place_cards")
    table.start().until("stub")
    assert table.round.dealt[0].card == before[least]


@pytest.mark.parametrize(
    ("regulation", "where"),
    [
        pytest.param("MA-TCP", "discard rack", marks=marks("MA-TCP", "cut")),
        *(pytest.param(name, "bottom", marks=pytest.mark.clause(f"{name}.5(d)")) for name in PENNSYLVANIA),
    ],
)
def test_the_cover_card_ends_where_the_regulation_says(regulation: str, where: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until(do="cut")
    for wrong in ("shoe", "bottom" if where != "bottom" else "discard rack"):
        refusal = table.refused("cut", depth=20, cover_card=wrong)
        assert where in refusal.legal and set(refusal.cite.clauses) == set(marks(regulation, "cut").args)
    assert "cover card" in table.refused("cut", depth=20).what
    table.do("cut", depth=20, cover_card=where)
    assert table.last("cut").data == {"depth": 20, "cover_card": where}


@each("recut")
@pytest.mark.clause("I-126")
def test_only_a_floorperson_orders_a_recut_and_only_before_the_first_card(regulation: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1, 3)
    table.until(do="cut")
    table.refused("recut")
    table.do("cut")
    table.do("place_cards")
    refusal = table.refused("recut", DEALER)
    assert "for the floorperson" in refusal.legal
    assert refusal.cite.clauses == marks(regulation, "recut").args
    table.start()
    table.do("recut")
    assert "have not been cut" in table.refused("place_cards").what
    assert "it is not the time" in table.refused("deal").what
    table.do("cut")
    table.do("place_cards")
    assert table.round.locked and table.state.phase == "dealing", "the round goes on where it was"
    table.do("deal")
    assert "not the time to recut" in table.refused("recut").what


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(g)")) for name in PENNSYLVANIA]
)
def test_a_reshuffling_device_needs_no_cut_no_recut_and_no_idle_spread(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "continuous"})
    table.sit(1)
    table.until(do="place_cards")
    assert table.refused("cut", depth=26, cover_card="bottom").clauses == [f"{regulation}.5(g)"]
    assert table.refused("recut").clauses == [f"{regulation}.5(g)"]
    table.do("place_cards")
    table.do("leave")
    assert table.refused("idle_spread").clauses == [f"{regulation}.5(g)"]
