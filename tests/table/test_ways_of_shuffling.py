"""Each way of shuffling has its own rules: what is counted, cut and spread, and who loads the shoe."""

from __future__ import annotations

import pytest

from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
)
from tests.support.rounds import player
from tests.table.pauses import TWO, idle, night, out, stages

WHOLE = {"PA-680a": 53}
"""52 cards in a deck; 53 in Saigon (680a.3(a))."""
COVER = {"MA-TCP": "discard rack"}
PLACES = {"hand": "hold_cards", "manual_shoe": "place_cards", "automated_shoe": "place_cards"}
BY_DEVICE = [
    *(
        pytest.param(name, shuffle, marks=pytest.mark.clause(f"{name}.5(b)", *more))
        for name in PENNSYLVANIA
        for shuffle, more in (("automated", ()), ("continuous", (f"{name}.5(g)",)))
    ),
    pytest.param("MA-TCP", "automated", marks=pytest.mark.clause("MA-TCP.7(f)")),
]
"""Both kinds of device count the cards: 5(b), 5(g), MA 7(f)."""


def shuffling(regulation: str, **cards: object) -> Driver:
    table = drive(regulation, cards=cards)
    table.sit(1)
    return table.until("shuffling")


# ── counted ──


@pytest.mark.parametrize(("regulation", "shuffle"), BY_DEVICE)
@pytest.mark.parametrize("deal", DEALS)
def test_a_deck_that_a_device_finds_wrong_leaves_the_table(regulation: str, shuffle: str, deal: str) -> None:
    """Before the first round and after one, one card too few or too many."""
    whole = WHOLE.get(regulation, 52)
    for later in (False, True):
        for wrong in (0, whole - 1, whole + 1):
            table = shuffling(regulation, shuffle=shuffle, deal=deal)
            if later:
                table.start({1: main_bets(regulation)}).finish()
            table.do("shuffle", DEVICE, deck=0, counted=wrong)
            assert table.last("shuffle").data.removed and stages(table) == ["gone"]
            assert PLACES[deal] not in table.offered()
            table.until("shuffling").do("shuffle", DEVICE, deck=0, counted=whole)
            assert (table.last("shuffle").data.removed, stages(table)) == (False, ["shuffled"])
            table.do(PLACES[deal])


@pytest.mark.parametrize(("regulation", "shuffle"), BY_DEVICE)
def test_a_device_that_is_out_of_order_counts_nothing(regulation: str, shuffle: str) -> None:
    table = shuffling(regulation, shuffle=shuffle)
    table.do("device_out_of_order", **out(regulation))
    for count in (40, WHOLE.get(regulation, 52)):
        assert "no device that counted" in table.refused("shuffle", DEALER, deck=0, counted=count).what
    table.do("shuffle", DEALER, deck=0)
    assert table.last("shuffle").data.counted is None


# ── cut, recut, spread ──


@each(
    "cut",
    "recut",
    "no_cut",
    "idle_spread",
    "idle_wash",
    more={name: [f"{name}.5(g)"] for name in PENNSYLVANIA},
)
@pytest.mark.parametrize("decks", [1, 2])
def test_only_a_reshuffling_device_spares_cut_recut_and_spread(regulation: str, decks: int) -> None:
    """5(g): "such a device"; an ordinary shuffler spares the cut of what it has shuffled (5(c)(1))."""
    for shuffle in ("manual", "automated")[decks - 1 :]:
        table = shuffling(regulation, shuffle=shuffle, decks=decks)
        for deck in range(decks):
            table.do("shuffle", deck=deck)
        assert ("cut" in table.offered()) == (shuffle == "manual")
        assert ("place_cards" in table.offered()) == (shuffle == "automated")
        table.until("betting")
        assert ("recut" in table.offered()) == (shuffle == "manual")
        table.do("leave", player(1))
        table.sit(2)
        refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
        assert "spread and washed" in refusal.what
        table.do("idle_spread", DEALER)
        assert set(stages(table)) == {"idle"}
        table.do("idle_wash")
        assert set(stages(table)) == {"stacked"}
        table.start({2: main_bets(regulation)}).finish()


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.5(g)", f"{name}.5(c)(2)"))
        for name in PENNSYLVANIA
    ],
)
@pytest.mark.parametrize("deal", DEALS)
def test_with_a_reshuffling_device_preshuffled_cards_are_not_cut_either(regulation: str, deal: str) -> None:
    """5(c)(2) has them cut "in accordance with subsection (d)", which does not apply (5(g))."""
    table = drive(regulation, cards={"shuffle": "continuous", "deal": deal})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True)
    assert not {"cut", "recut"} & table.offered()
    for _ in range(2):
        refusal = table.refused("cut", DEALER, depth=26, cover_card="bottom")
        assert refusal.clauses == table.refused("recut", FLOOR).clauses == [f"{regulation}.5(g)"]
        if table.state.phase == "shuffling":
            table.do(PLACES[deal], DEALER)
    table.start({1: main_bets(regulation)}).finish()
    assert not table.events("cut", "shuffle")


@each(
    "no_cut",
    "skip_opening",
    more={name: [f"{name}.5(b)(2)" if name == "MA-TCP" else f"{name}.5(c)(2)"] for name in REGULATIONS},
)
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("deal", DEALS)
def test_cards_that_came_preshuffled_are_cut_until_a_device_has_shuffled_them(
    regulation: str, decks: int, deal: str
) -> None:
    """Whether it did after a round, on order, after a wash or the morning after (5(c)(1), MA 5(b)(1))."""
    place = PLACES[deal]
    for why in ("round", "order", "wash", "night"):
        if why == "order" and regulation == "MA-TCP":
            continue
        table = drive(regulation, cards={"shuffle": "automated", "decks": decks, "deal": deal})
        table.sit(1)
        for deck in range(decks):
            table.do("receive_deck", deck=deck, preshuffled=True)
        assert "have not been cut" in table.refused(place, DEALER).what
        if why in ("round", "night"):
            for _ in range(decks):
                table.do("cut")
                table.start({1: main_bets(regulation)}).finish()
            table = night(table) if why == "night" else table
        elif why == "order":
            table.do("order_shuffle", FLOOR)
        else:
            table = idle(table.until("betting"))
        if "shuffle" in table.offered():
            table.do("shuffle")
        many = len(table.events("cut"))
        for deck in {offer.data.deck for offer in table.offers("shuffle")}:
            table.do("shuffle", deck=deck)
        assert "cut" not in table.offered()
        refusal = table.refused("cut", DEALER, depth=26, cover_card=COVER.get(regulation, "bottom"))
        assert refusal.clauses == list(marks(regulation, "no_cut").args), why
        table.do(place, DEALER)
        assert len(table.events("cut")) == many


# ── into the shoe or the hand ──


PUT = {
    "manual_shoe": ("8(a)", "7(a)"),
    "automated_shoe": ("10(a)(1)", "9(b)(1)"),
    "hand": ("9(a)(2)", "8(b)(2)"),
}
"""The paragraph that puts the stack where it is dealt from: in Pennsylvania, in Massachusetts."""


def put(regulation: str, *deals: str) -> list[str]:
    return [f"{regulation}.{PUT[deal][regulation == 'MA-TCP']}" for deal in deals]


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=pytest.mark.clause(
                *put(name, deal), "MA-TCP.5(a)" if name == "MA-TCP" else f"{name}.5(a)#2"
            ),
        )
        for name in REGULATIONS
        for deal in ("manual_shoe", "automated_shoe")
    ],
)
@pytest.mark.parametrize("loads", [True, False])
def test_the_stack_goes_into_either_shoe_by_the_dealer_or_the_shuffler(
    regulation: str, deal: str, loads: bool
) -> None:
    """In every round; also of a shoe that is used because the other one failed."""
    cards = {"shuffle": "automated", "deal": deal, "shuffler_loads_shoe": loads}
    table = shuffling(regulation, **cards)
    for _ in range(3):
        events = table.do("shuffle", DEVICE, deck=0)
        assert [event.kind for event in events] == ["shuffle", "place_cards"][: 1 + loads]
        if not loads:
            table.do("place_cards", DEALER)
        assert table.last("place_cards").by == (DEVICE if loads else DEALER)
        assert table.state.phase == "betting" and not table.last("place_cards").data.by_hand
        table.start({1: main_bets(regulation)}).finish()


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(*put(name, deal, *others)))
        for name in REGULATIONS
        for deal, others in (
            ("manual_shoe", ["hand"]),
            ("automated_shoe", ["hand"]),
            ("hand", ["manual_shoe", "automated_shoe"]),
        )
    ],
)
@pytest.mark.parametrize("shuffle", ["manual", "automated", "continuous"])
def test_the_stack_goes_where_it_is_dealt_from_and_nowhere_else(
    regulation: str, deal: str, shuffle: str
) -> None:
    """Once .5 is done, all of it; before the first round, the second, and where the round waited."""
    if (deal, shuffle) == ("hand", "manual") or (regulation, shuffle) == ("MA-TCP", "continuous"):
        return
    place = PLACES[deal]
    other = "place_cards" if deal == "hand" else "hold_cards"
    why = f"cards are dealt from {'the hand' if deal == 'hand' else 'a shoe'} here"
    table = shuffling(regulation, shuffle=shuffle, deal=deal)
    for _ in range(2):
        assert "have not been shuffled" in table.refused(place, DEALER).what
        assert place not in table.offered()
        table.do("shuffle")
        if shuffle == "manual":
            assert "have not been cut" in table.refused(place, DEALER).what
            assert place not in table.offered()
            table.do("cut")
        assert not {"bet", "no_more_bets", "deal", other} & table.offered()
        assert table.refused(other, DEALER).what == why
        table.do(place, DEALER)
        assert (table.state.phase, table.last(place).data.by_hand) == ("betting", deal == "hand")
        table.start({1: main_bets(regulation)}).finish()


# ── of two decks ──


@each("shuffle", "each_deck", "store_other_deck")
@pytest.mark.parametrize("deck", [0, 1])
def test_shuffling_one_deck_shuffles_only_that_one(regulation: str, deck: int) -> None:
    table = shuffling(regulation, **TWO)
    table.do("shuffle", DEVICE, deck=deck)
    assert stages(table) == ["shuffled" if at == deck else "stacked" for at in (0, 1)]
    assert "have not been shuffled" in table.refused("place_cards", DEALER).what
    assert "not to be shuffled now" in table.refused("shuffle", DEVICE, deck=deck).what
    table.do("shuffle", DEVICE, deck=1 - deck)
    first, second = (one.order if one else () for one in table.state.decks)
    assert first != second, "each has an order of its own"
