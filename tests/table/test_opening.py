"""Opening a table: decks received, inspected, verified, spread, washed; preshuffled ones; a second joker."""

from __future__ import annotations

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    FLOOR2,
    PENNSYLVANIA,
    REGULATIONS,
    SECOND,
    Driver,
    drive,
    each,
    marks,
    proves,
)

MACHINE = {"shuffle": "automated"}
TWO = {"shuffle": "automated", "decks": 2}
STEPS = ("inspect", "verify_inspection", "spread", "wash")


def received(regulation: str, *, real_cards: bool = False, **cards: object) -> Driver:
    table = drive(regulation, real_cards=real_cards, cards=cards)
    table.do("receive_deck", deck=0)
    return table


def stages(table: Driver) -> list[str]:
    return [deck.stage if deck else "gone" for deck in table.state.decks]


# ── inspection to wash ──


@each("inspect", "verify_inspection", "spread")
@pytest.mark.parametrize("real_cards", [False, True])
def test_a_deck_is_inspected_verified_and_spread_in_this_order(regulation: str, real_cards: bool) -> None:
    table = received(regulation, real_cards=real_cards)
    steps = STEPS[:3]
    for at, step in enumerate(steps):
        for later in steps[at + 1 :]:
            refusal = table.refused(later, deck=0)
            assert f"Next for it: {step.replace('_', ' ')}" in refusal.legal
            assert refusal.cite.clauses == next(
                s.cite.clauses for s in load(regulation).steps if s.do == later
            )
        table.do(step, deck=0)
        for done in steps[: at + 1]:
            table.refused(done, deck=0)
    assert table.kinds() == ["receive_deck", *steps]
    assert [event.data.deck for event in table.log] == [0] * 4


@each("inspect", "verify_inspection", "spread", "wash")
def test_the_dealer_inspects_and_a_floorperson_confirms_it_on_the_record(regulation: str) -> None:
    """4(a): "the dealer shall inspect", "the floorperson … shall verify"; spread and washed by the dealer."""
    table = drive(regulation)
    table.sit(1)
    table.do("receive_deck", FLOOR, deck=0)
    acts = {"inspect": DEALER, "verify_inspection": FLOOR, "spread": DEALER, "wash": DEALER}
    for step, right in acts.items():
        for wrong in (DEALER, FLOOR, DEVICE, Person("player", "p1")):
            if wrong.role != right.role:
                refusal = table.refused(step, wrong, deck=0)
                assert refusal.legal.startswith(f"It is for the {right.role}.")
        table.clock.now += 60 * SECOND
        table.do(step, right, deck=0)
        event = table.last(step)
        assert (event.by, event.at) == (right, table.clock.now)


@each("wash")
def test_the_cards_are_washed_only_when_a_player_could_look(regulation: str) -> None:
    table = received(regulation)
    for step in STEPS[:3]:
        table.do(step)
    refusal = table.refused("wash", deck=0)
    assert "no player" in refusal.what
    assert refusal.clauses == [str(one) for one in marks(regulation, "wash").args]
    assert "wash" not in table.offered()
    table.sit(2)
    assert "shuffle" not in table.offered(), "the cards are washed and stacked before they are shuffled"
    table.do("wash")
    assert stages(table) == ["stacked"] and "shuffle" in table.offered()


@each("wash")
def test_a_player_who_went_again_has_not_looked(regulation: str) -> None:
    table = received(regulation)
    table.sit(2)
    for step in STEPS[:3]:
        table.do(step)
    table.do("leave", Person("player", "p2"))
    assert "no player" in table.refused("wash", deck=0).what


@each("each_deck")
@pytest.mark.parametrize("first", [0, 1])
def test_each_deck_is_opened_on_its_own(regulation: str, first: int) -> None:
    table = drive(regulation, cards=TWO)
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.do("receive_deck", deck=1)
    for step in STEPS:
        table.do(step, deck=first)
        stage = stages(table)[first]
        assert f"deck {first} is {stage}" in table.refused(step, deck=first).what
        assert stages(table)[1 - first] == "received"
    assert table.state.phase == "opening"
    assert "it is not the time to shuffle" in table.refused("shuffle", deck=first).what
    for step in STEPS:
        table.do(step, deck=1 - first)
    assert {offer.data.deck for offer in table.offers("shuffle")} == {0, 1}


@each(
    "skip_opening",
    more={**{name: [f"{name}.5(a)", f"{name}.5(c)(2)"] for name in PENNSYLVANIA}, "MA-TCP": ["MA-TCP.5(a)"]},
)
@pytest.mark.clause("I-15", "I-16")
def test_a_preshuffled_deck_skips_the_opening_and_is_cut(regulation: str) -> None:
    for deal in DEALS:
        table = drive(regulation, cards={**MACHINE, "deal": deal})
        table.do("receive_deck", deck=0, preshuffled=True)
        assert not {*STEPS, "shuffle"} & table.offered()
        place = "hold_cards" if deal == "hand" else "place_cards"
        assert "have not been cut" in table.refused(place).what
        table.do("cut")
        table.do(place)
        assert table.state.phase == "betting"
        assert not table.events(*STEPS, "shuffle"), "5(a): shuffled before play unless it was preshuffled"
        table.start().finish()
        assert "have not been shuffled" in table.refused(place).what
        assert "cut" not in table.offered(), "later rounds are shuffled by the device"


@each("skip_opening")
def test_only_a_deck_that_came_preshuffled_skips_the_opening(regulation: str) -> None:
    table = received(regulation)
    table.sit(1)
    assert "not the time" in table.refused("shuffle", deck=0).what
    assert "not the time" in table.refused("cut", depth=20, cover_card="bottom").what
    assert "not the time" in table.refused("place_cards").what
    assert table.last("receive_deck").data.sealed.order == (), "nobody has shuffled it"


# ── two jokers ──


@pytest.mark.clause("PA-680a.3(a)#2", "PA-680a.4(b)", "I-146")
def test_the_second_joker_leaves_the_deck_before_it_is_spread() -> None:
    table = drive("PA-680a", cards={"jokers_made": 2})
    table.sit(1)
    for wrong in (52, 55):
        assert "cannot be used" in table.refused("receive_deck", deck=0, cards=wrong).what
    table.do("receive_deck", deck=0, cards=54)
    table.do("inspect")
    table.do("verify_inspection")
    assert table.refused("spread", deck=0).clauses == ["PA-680a.3(a)#2", "I-146"]
    assert "for the dealer" in table.refused("remove_joker", FLOOR, deck=0).legal
    table.do("remove_joker")
    assert table.last("remove_joker").data.cards == 53
    assert "has one joker" in table.refused("remove_joker", deck=0).what
    table.until("betting")
    assert table.state.decks[0] is not None and table.state.decks[0].box_cards == 53


@pytest.mark.clause("PA-680a.3(a)#2", "I-146")
def test_no_joker_is_taken_out_of_a_deck_that_has_one() -> None:
    for regulation, cards, why in (("PA-680a", 53, "has one joker"), ("PA-649a", 52, "there is no")):
        table = drive(regulation)
        assert "cannot be used" in table.refused("receive_deck", deck=0, cards=54).what
        table.do("receive_deck", deck=0)
        assert table.last("receive_deck").data.cards == cards
        table.do("inspect")
        table.do("verify_inspection")
        assert "remove_joker" not in table.offered()
        assert why in table.refused("remove_joker", DEALER, deck=0).what


@pytest.mark.clause("PA-680a.3(a)#2", "I-146")
@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_a_preshuffled_deck_is_neither_cut_nor_shuffled_with_its_second_joker(shuffle: str) -> None:
    table = drive("PA-680a", cards={"jokers_made": 2, "shuffle": shuffle})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True, cards=54)
    assert not {"cut", "shuffle", "order_shuffle", "place_cards"} & table.offered()
    for do, data in (
        ("cut", {"depth": 26, "cover_card": "bottom"}),
        ("place_cards", {}),
        ("shuffle", {"deck": 0}),
    ):
        refusal = table.refused(do, **data)
        assert "second joker" in refusal.what and "remove_joker" in refusal.legal
        assert refusal.cite.interpretations == ("I-146",)
    table.do("leave")
    table.do("idle_spread")
    table.sit(2)
    table.do("idle_wash")
    assert "shuffle" not in table.offered(), "washed, and the second joker is still in it"
    table.do("remove_joker")
    table.start({2: {"ante": 1000}}).finish()


@pytest.mark.clause("PA-680a.5(a)", "PA-680a.3(a)#2", "I-146")
def test_one_of_two_decks_is_shuffled_and_the_other_waits_until_its_second_joker_is_out() -> None:
    table = drive("PA-680a", cards={"jokers_made": 2, "shuffle": "automated", "decks": 2})
    for deck in (0, 1):
        table.do("receive_deck", deck=deck, preshuffled=True, cards=54)
    table.do("remove_joker", DEALER, deck=0)
    table.sit(1)
    table.do("leave")
    table.do("idle_spread")
    table.sit(2)
    table.do("idle_wash")
    refusal = table.refused("shuffle", deck=1)
    assert "second joker" in refusal.what and refusal.cite.interpretations == ("I-146",)
    table.do("shuffle", deck=0)


# ── which decks ──


@proves("inspect", "each_deck")
def test_only_decks_that_are_wanted_come_and_go() -> None:
    table = drive("PA-649a", cards=TWO)
    table.do("receive_deck", deck=0)
    for deck in (0, 2, -1):
        assert "not wanted" in table.refused("receive_deck", deck=deck).what
    assert "Receive a deck first" in table.refused("inspect", deck=1).legal
    for wrong in (51, 53):
        assert "cannot be used" in table.refused("receive_deck", deck=1, cards=wrong).what
    assert "taken away" in table.refused("change_deck", deck=1).what
    table.do("change_deck", deck=0)
    assert table.state.decks == (None, None)
    table.open(1)
    assert "taken away" in table.refused("change_deck", deck=1 - table.state.active).what


@pytest.mark.parametrize("who", [DEALER, DEVICE, Person("player", "p1")])
def test_a_floorperson_brings_decks_and_takes_them_away(who: Person) -> None:
    table = drive("PA-649a")
    assert "for the floorperson" in table.refused("receive_deck", who, deck=0).legal
    table.do("receive_deck", deck=0)
    assert "for the floorperson" in table.refused("change_deck", who, deck=0).legal


@each("place_cards", groups=("manual_shoe", "automated_shoe"))
def test_the_cards_are_put_in_the_shoe_before_betting(regulation: str, deal: str) -> None:
    _in_place(regulation, deal, "place_cards", "hold_cards")


@proves("hold_cards")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_cards_are_taken_in_the_hand_before_betting(regulation: str) -> None:
    """In which hand, and where he keeps it, nobody but a camera can see."""
    _in_place(regulation, "hand", "hold_cards", "place_cards")


@proves("hold_cards")
@pytest.mark.parametrize("deal", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_that_are_dealt_from_a_shoe_are_not_held(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    refusal = table.until(do="place_cards").refused("hold_cards", DEALER)
    assert "dealt from a shoe here" in refusal.what and "Put them in the shoe" in refusal.legal


def _in_place(regulation: str, deal: str, place: str, other: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.until("shuffling")
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.until(do=place)
    assert not {"bet", "no_more_bets", "deal", other} & table.offered()
    for wrong in (FLOOR, DEVICE):
        assert table.refused(place, wrong).legal.startswith("It is for the dealer.")
    refusal = table.refused(other, DEALER)
    assert refusal.what == f"cards are dealt from {'the hand' if deal == 'hand' else 'a shoe'} here"
    assert refusal.clauses
    offer = table.offers(place)[0]
    assert offer.cite.clauses == next(
        step.cite.clauses for step in load(regulation).steps if (step.do, step.group) == (place, deal)
    )
    table.do(place)
    assert table.state.phase == "betting" and table.last(place).data.by_hand == (deal == "hand")
    if deal != "hand":
        by_hand = drive(regulation, cards={"deal": deal, "shuffle": "manual"})
        by_hand.sit(1)
        by_hand.until(do="cut")
        assert "have not been cut" in by_hand.refused(place, DEALER).what, "after .5 is done, all of it"


@each("verify_inspection")
def test_nobody_verifies_his_own_inspection(regulation: str) -> None:
    """Two people are two accounts, whatever role one of them says he has."""
    table = received(regulation)
    table.do("inspect")
    refusal = table.refused("verify_inspection", Person("floorperson", DEALER.account), deck=0)
    assert "inspected this deck himself" in refusal.what
    assert set(refusal.cite.clauses) == set(marks(regulation, "verify_inspection").args)
    for spelling in ("Dee", "DEE", "dee ", "ｄｅｅ"):
        other = table.refused("verify_inspection", Person("floorperson", spelling), deck=0)
        assert "is a spelling" in other.what and "'dee'" in other.legal
    table.do("verify_inspection", FLOOR2, deck=0)
