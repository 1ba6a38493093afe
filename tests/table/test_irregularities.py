"""What goes wrong at a table: every irregularity at every moment, and where the regulation says it leads."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.deliveries import next_delivery
from feltlaw.table.places import Place, fourth
from feltlaw.table.state import State
from tests.support.driver import (
    CHIPS,
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    FLOOR2,
    REGULATIONS,
    Driver,
    dealt_to,
    drive,
    main_bets,
    submission,
)
from tests.support.rounds import P1, RealTable, branch, house, nets

Clauses = dict[str, tuple[str, ...]]
ONE_FACE_UP: Clauses = {name: (f"{name}.{'14' if name == 'MA-TCP' else '13'}(a)",) for name in REGULATIONS}
MORE_FACE_UP: Clauses = {name: (f"{ONE_FACE_UP[name][0]}#2",) for name in REGULATIONS}
DRAWN: Clauses = {name: (f"{name}.{'14' if name == 'MA-TCP' else '13'}(b)",) for name in REGULATIONS}
WRONG: Clauses = {name: (f"{name}.{'14' if name == 'MA-TCP' else '13'}(c)",) for name in REGULATIONS}
EXPOSED: Clauses = {
    "PA-649a": ("PA-649a.13(d)",),
    "MA-TCP": ("MA-TCP.14(d)",),
    "PA-679a": ("PA-679a.13(d)",),
}
JAM: Clauses = {
    name: (f"{name}.{({'MA-TCP': '14(e)', 'PA-680a': '13(d)'}).get(name, '13(e)')}",) for name in REGULATIONS
}
SHOE: Clauses = {
    name: (f"{name}.{({'MA-TCP': '14(f)', 'PA-680a': '13(e)'}).get(name, '13(f)')}",) for name in REGULATIONS
}
STUB_FIRST = ("PA-649a", "MA-TCP", "PA-679a")
"""Games with cards that are dealt after the stacks of an automated shoe, from the stub taken out of it."""
OUTSIDE = ("wrong_deck_count", "device_out_of_order")
"""Found by a count, or put right by a floorperson, and never simply reported."""
COMMUNITY: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "PA-649a": ({"five_card_progressive": {}}, {"five_card_progressive": 100}),
    "MA-TCP": ({"multi_game_link": {}}, {"multi_game_link": 100}),
    "PA-679a": ({"pair_bonus": {}}, {"pair_bonus": 500}),
}


def proving(clauses: Clauses, *names: str) -> list[Any]:
    return [
        pytest.param(name, marks=pytest.mark.clause(*clauses[name]), id=name) for name in names or clauses
    ]


def started(regulation: str, deal: str = "manual_shoe", *, real_cards: bool = False) -> Driver:
    """A deal about to begin, with community or fourth cards to come where the game has them."""
    offered, bets = COMMUNITY.get(regulation, ({}, {}))
    submitted = submission(regulation, cards={"deal": deal}, wagers=offered)
    table = RealTable(submitted, real_cards=True).put({}) if real_cards else Driver(submitted)
    return table.start({seat: {**main_bets(regulation), **bets} for seat in (1, 3)}).until("dealing")


def clauses_of(table: Driver, kind: str) -> tuple[str, ...]:
    return table.state.submission.regulation.irregularities[kind].cite.clauses


# ── a card face up, a card drawn in error ──


@pytest.mark.parametrize("regulation", proving(ONE_FACE_UP))
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.clause("I-12", "I-127")
def test_one_card_face_up_is_not_used_and_the_round_goes_on(regulation: str, deal: str) -> None:
    table = started(regulation, deal)
    table.do("deal", DEALER)
    assert table.state.deck is not None
    card = table.state.deck.order[table.round.dealing.taken]
    table.do("report", DEALER, kind="card_face_up")
    data = table.last("report").data
    assert (data.round, data.cite.clauses, int(data.card)) == ("stands", ONE_FACE_UP[regulation], card)
    assert str(table.round.facts.dealt[-1].place) == "found face up"
    assert table.up("found face up") == [str(data.card)], "everybody has seen it"
    table.until("stub")
    hands = [one.card for one in table.round.facts.dealt if one.place.group != "found face up"]
    assert card not in hands
    everywhere = len(table.round.facts.dealt) + table.offers("count_stub")[0].data.cards
    assert everywhere == table.state.submission.regulation.deck.cards, "it counts as present"
    table.do("count_stub", DEALER)
    table.finish()
    assert not table.round.void
    assert [offer.data.deck for offer in table.offers("shuffle")] == [0], "it stays in the deck"


@pytest.mark.parametrize("regulation", proving(ONE_FACE_UP, "PA-649a", "PA-680a"))
@pytest.mark.clause("I-12")
def test_an_automated_shoe_gives_a_short_stack_and_the_card_comes_from_the_stub(regulation: str) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"}).start()
    table.do("report", DEALER, kind="card_face_up")
    table.do("deal", DEALER)
    full = {"PA-649a": 3, "PA-680a": 5}[regulation]
    assert [str(place) for place in dealt_to([table.last("deal")])] == ["player 1"] * (full - 1)
    table.until("stub")
    assert [str(place) for place in dealt_to([table.last("deal")])] == ["player 1"]
    assert len(table.cards("player 1")) == full
    assert ("remove_stub" in table.kinds()) == (regulation == "PA-649a")
    table.finish()


@pytest.mark.parametrize("regulation", proving(MORE_FACE_UP))
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("real_cards", [False, True])
def test_a_second_card_face_up_voids_the_round(regulation: str, deal: str, real_cards: bool) -> None:
    table = started(regulation, deal, real_cards=real_cards)
    table.do("deal", DEALER)
    table.do("report", DEALER, kind="card_face_up")
    table.do("deal", DEALER)
    events = table.do("report", DEALER, kind="card_face_up")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[0].data.kind == "cards_face_up"
    assert events[1].data.cite.clauses == MORE_FACE_UP[regulation]
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0


@pytest.mark.parametrize("regulation", proving(DRAWN))
@pytest.mark.parametrize("deal", DEALS)
def test_a_card_drawn_in_error_is_the_next_card_in_every_way_of_dealing(regulation: str, deal: str) -> None:
    """Each card still goes where it would have gone, in the order of the deck, none left out."""
    table = started(regulation, deal)
    straight = started(regulation, deal)
    assert table.state.deck is not None and straight.state.deck is not None
    order = table.state.deck.order
    assert straight.state.deck.order == order
    for _ in range(2):
        table.do("report", DEALER, kind="card_drawn_in_error")
        assert table.last("report").data.cite.clauses == DRAWN[regulation]
        table.do("deal", DEALER)
    table.until("stub")
    straight.until("stub")
    assert table.round.facts.dealt == straight.round.facts.dealt
    assert [int(one.card) for one in table.round.facts.dealt if one.card is not None] == list(
        order[: len(table.round.facts.dealt)]
    )
    table.finish()
    assert not table.round.void and table.round.irregularities == ("card_drawn_in_error",) * 2


@pytest.mark.parametrize("regulation", proving(DRAWN))
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("real_cards", [False, True])
def test_cards_drawn_in_error_are_not_counted_with_those_face_up(
    regulation: str, deal: str, real_cards: bool
) -> None:
    """Before one that is face up and after it, any number; two that are face up are what voids the round."""
    table = started(regulation, deal, real_cards=real_cards)
    for kind in ("card_drawn_in_error", "card_drawn_in_error", "card_face_up", "card_drawn_in_error"):
        assert [event.kind for event in table.do("report", DEALER, kind=kind)] == ["report"]
        assert table.last("report").data.kind == kind and not table.round.void
    assert table.last("report").data.cite.clauses == DRAWN[regulation]
    table.do("deal", DEALER)
    table.do("report", DEALER, kind="card_face_up")
    assert table.round.void


# ── devices ──


@pytest.mark.parametrize("regulation", proving(JAM))
@pytest.mark.parametrize("real_cards", [False, True])
def test_a_jammed_shuffler_means_shuffling_again(regulation: str, real_cards: bool) -> None:
    table = drive(regulation, real_cards=real_cards)
    table.sit(1)
    table.until(do="shuffle")
    table.do("report", DEALER, kind="shuffler_jam")
    assert table.last("report").data.cite.clauses == JAM[regulation]
    assert "shuffle" in table.offered() and "place_cards" not in table.offered()
    table.do("shuffle")
    assert "cannot happen now" in table.refused("report", DEALER, kind="shuffler_jam").what
    by_hand = drive(regulation, cards={"shuffle": "manual"})
    by_hand.sit(1)
    by_hand.until(do="shuffle")
    assert "cannot happen now" in by_hand.refused("report", DEALER, kind="shuffler_jam").what
    two = drive(regulation, cards={"decks": 2}).start().finish()
    two.do("place_cards")
    two.start()
    two.do("report", DEALER, kind="shuffler_jam")
    assert not two.round.void, "the other deck jams in the device while a round is played"


@pytest.mark.parametrize("regulation", proving(SHOE))
def test_a_jammed_shoe_voids_the_round(regulation: str) -> None:
    table = started(regulation, "automated_shoe")
    table.do("deal", DEALER)
    events = table.do("report", DEALER, kind="shoe_jam")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[1].data.cite.clauses == SHOE[regulation]
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    table.finish()
    assert [offer.data.deck for offer in table.offers("shuffle")] == [0]


@pytest.mark.parametrize("regulation", proving(SHOE, *STUB_FIRST))
@pytest.mark.parametrize("short", [False, True])
def test_a_shoe_that_has_given_every_stack_jams_no_more(regulation: str, short: bool) -> None:
    """10(c), MA 9(d): cards dealt after the stacks come from the stub, which has left the shoe; so does the
    card that a stack lacks (I-12)."""
    table = started(regulation, "automated_shoe")
    if short:
        table.do("report", DEALER, kind="card_face_up")
    while table.offers("deal") and not table.offers("remove_stub"):
        table.do("deal", DEALER)
    while table.state.phase == "dealing":
        refusal = table.refused("report", DEALER, kind="shoe_jam")
        assert "cannot happen now" in refusal.what and refusal.cite.clauses == SHOE[regulation]
        assert "shoe_jam" not in [offer.data.kind for offer in table.offers("report")]
        assert "card_face_up" in {offer.data.kind for offer in table.offers("report")}, "in the stub"
        table.take(table.next())
    assert len(table.cards("player 1")) == 3 and len(dealt_to(table.events("deal"))) > 9
    table.finish()
    assert not table.round.void


# ── who records what ──


@pytest.mark.parametrize("regulation", proving(EXPOSED))
@pytest.mark.clause("I-68")
def test_a_card_that_undoes_a_round_is_recorded_by_a_floorperson(regulation: str) -> None:
    table = started(regulation).until("deciding")
    exposed: dict[str, Any] = {"kind": "dealer_card_exposed", "place": Place("dealer"), "nth": 1}
    refusal = table.refused("report", DEALER, **exposed)
    assert "record_exposed_card" in refusal.legal and refusal.cite.clauses == EXPOSED[regulation]
    for person in (DEALER, DEVICE, P1):
        legal = table.refused("record_exposed_card", person, **exposed).legal
        assert legal.startswith("It is for the floorperson.")
    other = table.refused("record_exposed_card", FLOOR, kind="card_face_up", place=Place("dealer"), nth=1)
    assert "cannot happen now" in other.what
    for person in (P1, DEVICE):
        legal = table.refused("report", person, kind="wrong_number_of_cards").legal
        assert legal.startswith("It is for the dealer or floorperson.")
    table.do("record_exposed_card", FLOOR, **exposed)
    assert table.last("record_exposed_card").by == FLOOR
    end = "partly_settled" if regulation == "PA-679a" else "void"
    assert table.last("record_exposed_card").data.round == end and table.round.void == (end == "void")


@pytest.mark.parametrize("regulation", proving(WRONG))
@pytest.mark.clause("I-157")
def test_a_wrong_number_of_cards_is_not_believed_where_the_program_dealt(regulation: str) -> None:
    """The table itself knows that every hand is right: nothing that somebody says undoes the round."""
    table = started(regulation)
    table.do("deal", DEALER)
    said = {"kind": "wrong_number_of_cards", "place": Place("player", 1), "cards": 4}
    while table.state.rounds == 0:
        if table.state.phase in ("dealing", "stub", "deciding", "settling"):
            for person in (DEALER, FLOOR):
                refusal = table.refused("report", person, **said)
                assert "that the program dealt" in refusal.what
                assert refusal.cite.clauses[:1] == WRONG[regulation]
        table.take(table.next())
    assert not table.round.void


def test_what_a_count_or_a_floorperson_finds_is_not_simply_reported() -> None:
    table = started("PA-649a").until("stub")
    assert "count_stub" in table.refused("report", DEALER, kind="wrong_deck_count").legal
    assert "device_out_of_order" in table.refused("report", DEALER, kind="device_out_of_order").legal
    assert "Known:" in table.refused("report", DEALER, kind="earthquake").legal
    said = table.refused("report", DEALER, kind="card_drawn_in_error", cards=3)
    assert "cannot happen" in said.what or "says something else" in said.what


# ── every kind at every moment ──


def possible(table: Driver, kind: str) -> bool:
    """Whether it can have happened, told from the cards on the table and not from the phase."""
    state = table.state
    round_ = state.round
    if kind == "shuffler_jam":
        return state.shuffle != "manual" and bool(table.offers("shuffle"))
    if kind in OUTSIDE or round_ is None or round_.ended or not round_.betting.chips_counted:
        return False
    to_come = next_delivery(state) is not None
    lying = round_.facts.by_place
    dispensed = len(lying.get(Place("dealer"), ())) == 3 and state.submission.regulation.id in STUB_FIRST
    hidden = {
        "dealer_card_exposed": Place("dealer") in lying and not round_.settling.dealer_up,
        "community_card_exposed": len(lying.get(Place("community"), ())) > round_.settling.community_up
        or _fourths(state),
        "wrong_number_of_cards": state.real_cards and bool(lying),
        "shoe_jam": to_come and state.deal == "automated_shoe" and not dispensed,
    }
    if state.phase in ("racking", "ending"):
        return hidden.get(kind, False) and kind == "wrong_number_of_cards" and not round_.cleared
    return hidden.get(kind, to_come)


def _fourths(state: State) -> bool:
    round_ = state.played
    up = round_.settling.fourths_up
    return any(round_.cards_at(fourth(seat)) and seat not in up for seat in round_.facts.stakes)


@pytest.mark.parametrize("deal", [*DEALS, "real"])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_an_irregularity_leads_where_the_regulation_says_at_every_moment_it_can_happen(
    regulation: str, deal: str
) -> None:
    """Walks through a round. At each moment each kind is refused, or the round is played on from there."""
    real_cards = deal == "real"
    table = started(regulation, "manual_shoe" if real_cards else deal, real_cards=real_cards)
    kinds = table.state.submission.regulation.irregularities
    happened: dict[str, set[str]] = {kind: set() for kind in kinds}
    while table.state.rounds == 0:
        for kind in kinds:
            if possible(table, kind):
                _happens(table, kind, finish=table.state.phase not in happened[kind])
                happened[kind].add(table.state.phase)
            else:
                refusal = table.refused("report", FLOOR, kind=kind)
                assert refusal.cite.clauses == clauses_of(table, kind)
        table.take(table.next())
    never = {kind for kind, phases in happened.items() if not phases}
    assert never == {*OUTSIDE, "shuffler_jam"} | ({"shoe_jam"} if deal != "automated_shoe" else set()) | (
        set() if real_cards else {"wrong_number_of_cards"}
    )
    if real_cards:
        moments = {"dealing", "stub", "deciding", "settling", "racking"}
        assert happened["wrong_number_of_cards"] == moments, "until the cards are picked up"


def _happens(table: Driver, kind: str, *, finish: bool) -> None:
    other = branch(table)
    offers = [*other.offers("report"), *other.offers("record_exposed_card")]
    offer = next(one for one in offers if one.data.kind == kind)
    by = FLOOR if offer.do == "record_exposed_card" else DEALER
    other.do(offer.do, by, **{name: getattr(offer.data, name) for name in offer.data.__slots__})
    if other.kinds()[-1] == "ask":
        other.do("confirm", FLOOR2, request=other.state.requests[-1].id)
    said = other.last(offer.do).data.cite.clauses
    assert said[0] == clauses_of(other, kind)[0] and set(said) <= set(clauses_of(other, kind))
    assert other.round.void == (other.last(offer.do).data.round == "void")
    if other.round.void:
        assert [other.chips(seat) for seat in (1, 3)] == [CHIPS, CHIPS], "every wager goes back"
        assert house(other) == 0, "and the house has nothing of it"
        assert {one.result for one in other.lines()} == {"void"}
        assert all(set(one.cite.clauses) <= set(clauses_of(other, kind)) for one in other.lines())
    if finish:
        other.finish()
        assert [one.data.deck for one in other.offers("shuffle")] == [0], "the deck is shuffled again"
