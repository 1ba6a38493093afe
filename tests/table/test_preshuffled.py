"""A deck that comes preshuffled is spared the steps of the opening, and nothing else."""

from __future__ import annotations

import pytest

from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    submission,
)
from tests.support.parts import lines
from tests.support.rounds import RealTable, player
from tests.table.pauses import stages

WHOLE = {"PA-680a": 53}
"""52 cards in a deck; 53 in Saigon (680a.3(a))."""
WAYS = [
    (shuffle, deal, decks)
    for shuffle in ("manual", "automated")
    for deal in DEALS
    for decks in (1, 2)
    if shuffle == "automated" or (deal != "hand" and decks == 1)
]
"""How cards may be shuffled and dealt: two decks, and cards in the hand, where a device shuffles."""


# ── how many cards ──


@each("skip_opening")
@pytest.mark.parametrize("real_cards", [False, True])
def test_a_preshuffled_deck_has_as_many_cards_as_any_other(regulation: str, real_cards: bool) -> None:
    """205 CMR 146.50, 58 Pa. Code 603a.16(u), (v): it comes in another order, not with other cards."""
    whole = WHOLE.get(regulation, 52)
    for decks in (1, 2):
        for at in range(decks):
            for later in (False, True):
                cards = {"shuffle": "automated", "decks": decks}
                table = drive(regulation, real_cards=real_cards and not later, cards=cards)
                if later:
                    table.start({1: main_bets(regulation)}).finish()
                    table.do("change_deck", deck=at)
                for wrong in (1, 51, 52, 53, 54, 55, 2 * whole):
                    if wrong != whole:
                        refusal = table.refused("receive_deck", deck=at, cards=wrong, preshuffled=True)
                        assert refusal.what == f"a deck of {wrong} cards cannot be used"
                        assert f"must have {whole}" in refusal.legal
                table.do("receive_deck", deck=at, cards=whole, preshuffled=True)
                assert table.last("receive_deck").data.cards == whole


@pytest.mark.clause("PA-680a.4(e)", "PA-680a.3(a)", "PA-680a.3(a)#2", "I-146")
@pytest.mark.parametrize("at", [0, 1])
def test_a_preshuffled_deck_made_with_two_jokers_comes_with_54_cards_or_with_53(at: int) -> None:
    for cards in (51, 52, 53, 54, 55):
        table = drive("PA-680a", cards={"shuffle": "automated", "decks": 2, "jokers_made": 2})
        if cards not in (53, 54):
            refusal = table.refused("receive_deck", deck=at, cards=cards, preshuffled=True)
            assert "cannot be used" in refusal.what
            continue
        table.do("receive_deck", deck=at, cards=cards, preshuffled=True)
        assert [offer.data.deck for offer in table.offers("remove_joker")] == ([at] if cards == 54 else [])


# ── an idle table ──


def lying(regulation: str, moment: str, shuffle: str, deal: str, decks: int) -> Driver:
    """Preshuffled decks that a player saw come: as they came, cut, or where they are dealt from."""
    table = drive(regulation, cards={"shuffle": shuffle, "deal": deal, "decks": decks})
    table.sit(1)
    for at in range(decks):
        table.do("receive_deck", deck=at, preshuffled=True)
    if moment == "cut":
        table.do("cut")
    elif moment == "placed":
        table.until("betting")
    return table


@each("skip_opening", "idle_spread", "idle_wash")
@pytest.mark.parametrize(("shuffle", "deal", "decks"), WAYS)
@pytest.mark.parametrize("moment", ["received", "cut", "placed"])
def test_a_preshuffled_deck_that_lay_at_an_idle_table_is_spread_and_washed_as_any_other(
    regulation: str, shuffle: str, deal: str, decks: int, moment: str
) -> None:
    """5(f), MA 5(e): it is no deck of the opening any more; after the wash it is shuffled like every deck."""
    table = lying(regulation, moment, shuffle, deal, decks)
    table.do("leave", player(1))
    assert table.last("leave").data.table_idle
    table.sit(2)
    table.until("betting")
    refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "idle_spread").args
    assert not {"bet", "no_more_bets"} & table.offered()
    many = len(table.log)
    table.do("idle_spread", DEALER)
    assert stages(table) == ["idle"] * decks
    table.do("idle_wash")
    assert stages(table) == ["stacked"] * decks
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.start({2: main_bets(regulation)})
    kinds = [event.kind for event in table.log[many:]]
    assert kinds.count("shuffle") >= decks and kinds.count("cut") == (shuffle == "manual")
    table.finish()


@each("skip_opening", "idle_spread", "idle_wash")
@pytest.mark.parametrize("deck", [0, 1])
def test_one_preshuffled_deck_beside_another_is_washed_with_it(regulation: str, deck: int) -> None:
    """One of the two was opened at the table: what they lay as does not depend on how they came."""
    table = drive(regulation, cards={"shuffle": "automated", "decks": 2})
    table.sit(1)
    for at in (0, 1):
        table.do("receive_deck", deck=at, preshuffled=at == deck)
    for step in ("inspect", "verify_inspection", "spread", "wash"):
        table.do(step, deck=1 - deck)
    table.do("shuffle", DEVICE, deck=1 - deck)
    table.do("leave", player(1))
    for at in (0, 1):
        lain = table.state.decks[at]
        assert lain is not None and lain.unwatched, "both lie at a table without players"
    table.do("change_deck", deck=1 - deck)
    table.do("receive_deck", deck=1 - deck, preshuffled=True)
    table.sit(2)
    table.until("betting")
    refusal = table.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what, "only the one that lay there is left of the two"
    table.do("idle_spread", DEALER)
    table.do("idle_wash")
    table.start({2: main_bets(regulation)}).finish()


# ── into the shoe ──

IN_THE_SHOE = {
    (name, deal): [clause for line in lines(name) if line.group == deal and line.do == "place_cards"
                   for clause in line.clauses]
    for name in REGULATIONS
    for deal in ("manual_shoe", "automated_shoe")
}  # fmt: skip
AFTER_THE_CUT = {
    name: ["MA-TCP.5(a)", "MA-TCP.5(b)(2)"] if name == "MA-TCP" else [f"{name}.5(a)#2", f"{name}.5(c)(2)"]
    for name in REGULATIONS
}


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(*some, *AFTER_THE_CUT[name]), id=f"{name}-{deal}")
        for (name, deal), some in IN_THE_SHOE.items()
    ],
)
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("loads", [True, False])
@pytest.mark.parametrize("real_cards", [False, True])
def test_what_was_cut_the_dealer_puts_in_the_shoe_also_where_the_shuffler_loads_it(
    regulation: str, deal: str, decks: int, loads: bool, real_cards: bool
) -> None:
    """ "Either by the dealer or by a shuffling device": of one deck or two, as they came and recut, and when
    cards are shuffled by hand because the device has failed."""
    cards = {"shuffle": "automated", "deal": deal, "decks": decks, "shuffler_loads_shoe": loads}
    real = RealTable(submission(regulation, cards=cards), real_cards=True).put({})
    table = real if real_cards else drive(regulation, cards=cards)
    table.sit(1)
    for at in range(decks):
        table.do("receive_deck", deck=at, preshuffled=True)
    sign = "removed" if regulation == "MA-TCP" else "covered"
    for recut in (False, True)[:decks]:
        placed_by_the_dealer(table, recut=recut)
        table.start({1: main_bets(regulation)})
        if recut or decks == 1:
            table.until("stub").do("device_out_of_order", device="shuffler", sign=sign, instead="manual")
        table.finish()
    for recut in (False, True):
        placed_by_the_dealer(table, recut=recut)
        table.start({1: main_bets(regulation)}).finish()


def placed_by_the_dealer(table: Driver, *, recut: bool) -> None:
    """The cards are cut, and in the shoe when he puts them there."""
    many = len(table.events("place_cards"))
    table.until(do="cut").do("cut")
    if recut:
        table.do("recut")
        table.do("cut")
    assert len(table.events("place_cards")) == many and "place_cards" in table.offered()
    for wrong in (FLOOR, DEVICE):
        assert table.refused("place_cards", wrong).legal.startswith("It is for the dealer.")
    table.do("place_cards", DEALER)
    assert table.last("place_cards").by == DEALER and not table.last("place_cards").data.by_hand
    assert table.state.phase == "betting"
