"""The cut: when there is one, how deep, where the cover card ends, and the recut."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person, read_state, write_state
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    drive,
    each,
    main_bets,
    marks,
)

MACHINE = {"shuffle": "automated"}
BY_HAND = {"shuffle": "manual"}
SHOES = ("manual_shoe", "automated_shoe")
"""Cards shuffled by hand are dealt from a shoe (9(a)(1), MA 8(b)(1))."""
COVER = {"MA-TCP": "discard rack"}
"""Massachusetts takes the cover card away (5(c)(1)(iv)); elsewhere it goes to the bottom (.5(d))."""


def cover(regulation: str) -> str:
    return COVER.get(regulation, "bottom")


@each("no_cut")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("real_cards", [False, True])
def test_there_is_no_cut_after_a_machine_shuffle(regulation: str, deal: str, real_cards: bool) -> None:
    table = drive(regulation, real_cards=real_cards, cards={**MACHINE, "deal": deal})
    table.sit(1)
    place = "hold_cards" if deal == "hand" else "place_cards"
    table.until(do=place)
    assert not {"cut", "recut"} & table.offered()
    refusal = table.refused("cut", depth=26, cover_card=cover(regulation))
    assert refusal.clauses == list(marks(regulation, "no_cut").args)
    assert table.refused("recut", FLOOR).clauses == refusal.clauses
    table.do(place)
    assert table.state.phase == "betting"


@each("cut")
@pytest.mark.parametrize("deal", SHOES)
def test_cards_shuffled_by_hand_are_cut_ten_or_more_deep(regulation: str, deal: str) -> None:
    """At least ten: .5(d), MA 5(c)(1)(ii)."""
    whole = {"PA-680a": 53}.get(regulation, 52)
    for depth in (10, whole - 1):
        table = drive(regulation, cards={**BY_HAND, "deal": deal})
        table.sit(1)
        table.until(do="cut")
        refusal = table.refused("place_cards", DEALER)
        assert "have not been cut" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "cut").args
        for wrong in (0, 9, whole, whole + 1):
            assert "improper" in table.refused("cut", depth=wrong, cover_card=cover(regulation)).what
        (offer,) = table.offers("cut")
        assert offer.choose == {"depth": {"minimum": 10, "maximum": whole - 1}}
        assert offer.data.depth == 26, "what is offered as it stands is a cut in the middle"
        assert table.state.deck is not None
        before = table.state.deck.order
        table.do("cut", depth=depth, cover_card=cover(regulation))
        assert table.state.deck.order == before[depth:] + before[:depth], "what was above goes to the bottom"
        table.do("place_cards")
        table.start().until("stub")
        assert table.round.facts.dealt[0].card == before[depth]


@each("cut")
def test_only_the_dealer_cuts(regulation: str) -> None:
    """5(c): "the dealer shall … cut the cards"."""
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until(do="cut")
    for wrong in (FLOOR, DEVICE, Person("player", "p1")):
        refusal = table.refused("cut", wrong, depth=20, cover_card=cover(regulation))
        assert refusal.legal.startswith("It is for the dealer.")
    table.do("cut", DEALER, depth=20, cover_card=cover(regulation))
    refusal = table.refused("cut", depth=20, cover_card=cover(regulation))
    assert "have been cut" in refusal.what and "recut" in refusal.legal


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
    wrong = "bottom" if where != "bottom" else "discard rack"
    refusal = table.refused("cut", depth=20, cover_card=wrong)
    assert where in refusal.legal and set(refusal.cite.clauses) == set(marks(regulation, "cut").args)
    for data in ({"depth": 20}, {"depth": 20, "cover_card": "shoe"}, {"depth": 20, "cover_card": None}):
        with pytest.raises(ValueError, match=r"cover_card"):
            table.json("cut", DEALER, **data)
    table.json("cut", DEALER, depth=20, cover_card=where)
    event = table.last("cut")
    assert (event.data.depth, event.data.cover_card) == (20, where)


@each("recut")
@pytest.mark.clause("I-126")
@pytest.mark.parametrize("deal", SHOES)
def test_only_a_floorperson_orders_a_recut_and_only_before_the_first_card(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={**BY_HAND, "deal": deal})
    table.sit(1, 3)
    table.until(do="cut")
    assert "after the cut" in table.refused("recut", FLOOR).what
    table.do("cut")
    table.do("recut", FLOOR)
    assert "have not been cut" in table.refused("place_cards", DEALER).what
    table.do("cut")
    table.do("place_cards")
    for wrong in (DEALER, DEVICE, Person("player", "p1")):
        refusal = table.refused("recut", wrong)
        assert refusal.legal.startswith("It is for the floorperson.")
        assert refusal.cite.clauses == marks(regulation, "recut").args
    table.start()
    table.do("recut", FLOOR)
    assert "have not been cut" in table.refused("place_cards", DEALER).what
    assert "it is not the time" in table.refused("deal", DEALER).what
    table.do("cut")
    table.do("place_cards")
    assert table.round.betting.locked and table.state.phase == "dealing", "the round goes on where it was"
    assert table.round.number == 1
    table.do("deal")
    assert "before the first card" in table.refused("recut", FLOOR).what
    table.finish()


@each("cut", "recut")
def test_a_recut_moves_the_cards_once_more(regulation: str) -> None:
    """And is a cut like the first one: as deep, with the cover card where it belongs."""
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until(do="cut")
    assert table.state.deck is not None
    order = table.state.deck.order
    elsewhere = "discard rack" if cover(regulation) == "bottom" else "bottom"
    for depth in (11, 30):
        assert "improper" in table.refused("cut", depth=9, cover_card=cover(regulation)).what
        assert "cover card" in table.refused("cut", depth=depth, cover_card=elsewhere).what
        table.do("cut", depth=depth, cover_card=cover(regulation))
        order = order[depth:] + order[:depth]
        assert table.state.deck.order == order
        table.do("recut", FLOOR)
    assert table.state.deck.cuts == (11, 30) and table.state.deck.stage == "shuffled"


@pytest.mark.clause("PA-649a.5(d)")
def test_every_cut_of_very_many_moves_the_cards_and_leaves_a_table_that_is_read_back() -> None:
    table = drive("PA-649a", cards=BY_HAND)
    table.sit(1)
    table.until(do="cut")
    order = table.last("shuffle").data.sealed.order
    for _ in range(65):
        table.do("cut", depth=11, cover_card="bottom")
        order = order[11:] + order[:11]
        assert table.state.deck is not None and table.state.deck.order == order
        assert read_state(write_state(table.state), table.state.submission) == table.state
        table.do("recut", FLOOR)


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(f"{name}.5(g)")) for name in PENNSYLVANIA]
)
@pytest.mark.parametrize("deal", SHOES)
def test_a_reshuffling_device_needs_no_cut_no_recut_and_no_idle_spread(regulation: str, deal: str) -> None:
    """5(g): "subsections (d)—(f) do not apply"."""
    table = drive(regulation, cards={"shuffle": "continuous", "deal": deal})
    table.sit(1)
    table.until(do="place_cards")
    assert table.refused("cut", depth=26, cover_card="bottom").clauses == [f"{regulation}.5(g)"]
    assert table.refused("recut", FLOOR).clauses == [f"{regulation}.5(g)"]
    table.do("place_cards")
    table.do("leave")
    assert table.refused("idle_spread", DEALER).clauses == [f"{regulation}.5(g)"]
    table.start({2: main_bets(regulation)}).finish()
    assert not table.events("cut", "recut", "idle_spread", "idle_wash")


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name, marks=pytest.mark.clause("MA-TCP.5(b)(2)" if name == "MA-TCP" else f"{name}.5(c)(2)")
        )
        for name in ("MA-TCP", *PENNSYLVANIA)
    ],
)
@pytest.mark.parametrize("cards", [MACHINE, BY_HAND], ids=["automated", "manual"])
def test_preshuffled_cards_are_cut_also_where_a_device_shuffles(
    regulation: str, cards: dict[str, Any]
) -> None:
    table = drive(regulation, cards=cards)
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True)
    assert "have not been cut" in table.refused("place_cards", DEALER).what
    for wrong in (9, load(regulation).deck.cards):
        assert "improper" in table.refused("cut", depth=wrong, cover_card=cover(regulation)).what
    table.do("cut", depth=10, cover_card=cover(regulation))
    table.do("place_cards")
    table.do("recut", FLOOR)
    table.do("cut", depth=10, cover_card=cover(regulation))
    table.do("place_cards")
    assert not table.events("shuffle")


@pytest.mark.parametrize(
    ("regulation", "deal", "shuffle"),
    [
        pytest.param(
            name,
            deal,
            shuffle,
            marks=pytest.mark.clause(
                *marks(name, "cut").args, *marks(name, "place_cards", "hold_cards", group=deal).args
            ),
            id=f"{name}-{deal}-{shuffle}",
        )
        for name in REGULATIONS
        for deal in DEALS
        for shuffle in ("manual", "automated")
        if (deal, shuffle) != ("hand", "manual")
    ],
)
@pytest.mark.clause("I-15")
def test_whatever_they_are_dealt_from_cards_that_must_be_cut_are_cut_before_they_are_placed_or_held(
    regulation: str, deal: str, shuffle: str
) -> None:
    """Shuffled by hand or preshuffled, for a shoe or for the hand; once more after a recut. Where the cover
    card ends is the chapter's word and not the shoe's."""
    table = drive(regulation, cards={"shuffle": shuffle, "deal": deal})
    table.sit(1)
    if shuffle == "automated":
        table.do("receive_deck", deck=0, preshuffled=True)
    table.until(do="cut")
    place = "hold_cards" if deal == "hand" else "place_cards"
    elsewhere = "bottom" if cover(regulation) == "discard rack" else "discard rack"
    for _ in range(2):
        assert place not in table.offered()
        refusal = table.refused(place, DEALER)
        assert "have not been cut" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "cut").args
        assert table.offers("cut")[0].data.cover_card == cover(regulation)
        refusal = table.refused("cut", depth=20, cover_card=elsewhere)
        assert f"It goes to: {cover(regulation)}." in refusal.legal
        table.do("cut", DEALER, depth=20, cover_card=cover(regulation))
        table.do(place, DEALER)
        assert table.state.phase == "betting"
        table.do("recut", FLOOR)
    assert "have not been cut" in table.refused(place, DEALER).what
    table.do("cut")
    table.do(place)
    table.start({1: main_bets(regulation)}).finish()
