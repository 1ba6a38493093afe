"""Opening a table and keeping its cards in order: decks, shuffle, cut, deck age, idle tables."""

from __future__ import annotations

import pytest

from feltlaw.cards import deck as full_deck
from feltlaw.regulation import load
from feltlaw.table.opening import HOUR, commit
from tests.driver import DEALER, DEALS, DEVICE, FLOOR, PENNSYLVANIA, REGULATIONS, Driver, drive, each, marks

MACHINE = {"shuffle": "automated"}
BY_HAND = {"shuffle": "manual"}
TWO = {"shuffle": "automated", "decks": 2}


def shuffled(regulation: str) -> dict[str, object]:
    return {"order": [int(card) for card in full_deck(load(regulation).deck.jokers)], "nonce": "5" * 32}


def received(regulation: str, **cards: object) -> Driver:
    table = drive(regulation, cards=cards)
    table.do("receive_deck")
    return table


# ── inspection to wash ──


@each("inspect", "verify_inspection", "spread")
def test_a_deck_is_inspected_verified_and_spread_in_this_order(regulation: str) -> None:
    table = received(regulation)
    steps = ["inspect", "verify_inspection", "spread"]
    for at, step in enumerate(steps):
        for later in steps[at + 1 :]:
            refusal = table.refused(later, deck=0)
            assert f"Next for it: {step.replace('_', ' ')}" in refusal.legal
            assert refusal.cite.clauses == next(
                s.cite.clauses for s in load(regulation).steps if s.do == later
            )
        table.do(step, deck=0)
    assert [event.kind for event in table.table.events] == ["receive_deck", *steps]


@each("inspect", "verify_inspection")
def test_the_dealer_inspects_and_a_floorperson_confirms_it_on_the_record(regulation: str) -> None:
    table = received(regulation)
    assert "for the dealer" in table.refused("inspect", FLOOR, deck=0).legal
    table.do("inspect", at=100, deck=0)
    assert "for the floorperson" in table.refused("verify_inspection", DEALER, deck=0).legal
    table.do("verify_inspection", at=160, deck=0)
    record = [(event.kind, event.by, event.at) for event in table.table.events[-2:]]
    assert record == [("inspect", DEALER, 100), ("verify_inspection", FLOOR, 160)]


@each("wash", more={"MA-TCP": ["MA-TCP.4(c)"]})
def test_the_cards_are_washed_only_when_a_player_could_look(regulation: str) -> None:
    table = received(regulation)
    for step in ("inspect", "verify_inspection", "spread"):
        table.do(step)
    refusal = table.refused("wash", deck=0)
    assert "no player" in refusal.what
    assert refusal.clauses == [str(one) for one in marks(regulation, "wash").args]
    table.sit(2)
    assert "shuffle" not in table.offered(), "the cards are washed and stacked before they are shuffled"
    table.do("wash")
    assert {"shuffle"} <= table.offered()


@each("each_deck")
def test_each_deck_is_opened_on_its_own(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.do("receive_deck", deck=1)
    steps = ("inspect", "verify_inspection", "spread", "wash")
    for step in steps:
        table.do(step, deck=0)
        assert f"deck 0 is {table.state.decks[0].stage}" in table.refused(step, deck=0).what  # type: ignore[union-attr]
    assert table.state.phase == "opening"
    assert "it is not the time to shuffle" in table.refused("shuffle", deck=0, **shuffled(regulation)).what
    for step in steps:
        table.do(step, deck=1)
    assert {offer.data["deck"] for offer in table.offers("shuffle")} == {0, 1}


@each("skip_opening", "cut", more={name: [f"{name}.4(e)"] for name in PENNSYLVANIA})
@pytest.mark.clause("I-15", "I-16")
def test_a_preshuffled_deck_skips_the_opening_and_is_cut(regulation: str) -> None:
    for deal in DEALS:
        table = drive(regulation, cards={**MACHINE, "deal": deal})
        table.do("receive_deck", deck=0, preshuffled=True, **shuffled(regulation))
        assert not {"inspect", "verify_inspection", "spread", "wash", "shuffle"} & table.offered()
        place = "hold_cards" if deal == "hand" else "place_cards"
        assert "have not been cut" in table.refused(place).what
        table.do("cut")
        table.do(place)
        assert table.state.phase == "betting"
        table.start().finish()
        assert "cut" not in table.offered(), "later rounds are shuffled by the device"


@pytest.mark.clause("I-146")
def test_the_second_joker_leaves_the_deck_before_it_is_spread() -> None:
    table = drive("PA-680a", cards={"jokers_made": 2})
    table.sit(1)
    assert "cannot be used" in table.refused("receive_deck", deck=0, cards=52).what
    table.do("receive_deck", cards=54, deck=0)
    table.do("inspect")
    table.do("verify_inspection")
    assert table.refused("spread", deck=0).clauses == ["PA-680a.3(a)#2", "I-146"]
    table.do("remove_joker")
    assert "one joker" in table.refused("remove_joker", deck=0).what or "not the time" in str(
        table.refused("remove_joker", deck=0)
    )
    table.until("betting")
    assert table.state.decks[0] is not None and table.state.decks[0].box_cards == 53


# ── shuffle ──


@each("shuffle")
def test_cards_are_shuffled_before_play_after_every_round_and_on_order(regulation: str) -> None:
    table = drive(regulation)
    table.sit(1, 3)
    table.until("shuffling")
    assert "have not been shuffled" in table.refused("place_cards").what
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
    assert table.state.decks == (None,)
    assert "receive_deck" in table.offered() and "place_cards" not in table.offered()
    table.until(do="shuffle")
    table.do("shuffle", deck=0, counted=whole)
    assert "place_cards" in table.offered()


@pytest.mark.clause("MA-TCP.5(a)", *(f"{name}.5(a)#2" for name in PENNSYLVANIA))
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_shuffler_may_load_the_shoe(regulation: str) -> None:
    table = drive(regulation, cards={**MACHINE, "shuffler_loads_shoe": True})
    table.sit(1)
    table.until("betting")
    assert "place_cards" not in table.kinds() and table.kinds()[-1] == "shuffle"


def test_an_order_is_the_whole_deck_and_is_committed_to_at_once() -> None:
    table = drive("PA-649a")
    table.sit(1)
    table.until(do="shuffle")
    good = shuffled("PA-649a")
    short = {**good, "order": list(range(51))}
    twice = {**good, "order": [0, *range(51)]}
    words = {**good, "order": ["a", *range(51)]}
    for bad in (short, twice, words):
        assert "not a whole deck" in table.refused("shuffle", deck=0, **bad).what
    assert "too short" in table.refused("shuffle", deck=0, **{**good, "nonce": "5" * 31}).what
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
    for do, data in (("cut", {"depth": 26, "cover_card": "bottom"}), ("recut", {})):
        assert table.refused(do, **data).clauses == [f"{regulation}.5(g)"]
    table.do("place_cards")
    table.do("leave")
    assert table.refused("idle_spread").clauses == [f"{regulation}.5(g)"]


# ── the idle table ──


@each("idle_spread")
def test_an_idle_table_shows_its_cards(regulation: str) -> None:
    for spread_in in ("betting", "shuffling"):
        table = drive(regulation)
        table.sit(1)
        table.until(spread_in)
        assert "not the time" in table.refused("idle_spread").what, "somebody is playing"
        table.do("leave")
        table.do("idle_spread", face_up=spread_in == "betting")
        assert table.state.phase == "idle"
        assert table.last("idle_spread").data == {"face_up": spread_in == "betting"}
        assert not {"no_more_bets", "shuffle", "place_cards", "bet"} & table.offered()


@each("idle_wash")
def test_after_the_idle_spread_the_cards_are_washed_and_shuffled_again(regulation: str) -> None:
    table = drive(regulation, cards=BY_HAND)
    table.sit(1)
    table.until("betting")
    table.do("leave")
    table.do("idle_spread", face_up=False)
    assert "no player" in table.refused("idle_wash").what
    assert table.refused("idle_wash").clauses == list(marks(regulation, "idle_wash").args)
    table.sit(2)
    table.do("idle_wash")
    for step in ("shuffle", "cut", "place_cards"):
        assert {step} == table.offered() & {"shuffle", "cut", "place_cards"}
        table.do(step)
    assert table.state.phase == "betting"


@pytest.mark.clause("MA-TCP.5(e)")
def test_in_massachusetts_the_cards_are_turned_up_for_the_player_who_arrives() -> None:
    table = drive("MA-TCP").open(1)
    table.do("leave")
    table.do("idle_spread", face_up=False)
    table.sit(2)
    refusal = table.refused("idle_wash", DEALER, face_up=False)
    assert "has not seen" in refusal.what and refusal.clauses == ["MA-TCP.5(e)"]
    table.do("idle_wash", face_up=True)
    assert table.state.phase == "shuffling"


# ── two decks ──


@each("store_other_deck", "alternate_decks")
def test_two_decks_take_turns_and_the_other_one_waits_shuffled(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    used = []
    table.sit(1, 3)
    table.until("shuffling")
    table.do("shuffle", deck=0)
    assert "have not been shuffled" in table.refused("place_cards").what, (
        "the second deck goes into the device"
    )
    for _ in range(4):
        table.start()
        used.append(table.state.active)
        other = table.state.decks[1 - table.state.active]
        if other is not None and other.stage == "used":
            table.do("shuffle", DEVICE, deck=1 - table.state.active)
        table.until("settling")
        waiting = table.state.decks[1 - table.state.active]
        assert waiting is not None and waiting.stage == "shuffled"
        table.finish()
    assert used == [0, 1, 0, 1]


@each("one_deck_in_rack")
def test_the_rack_holds_one_deck(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    table.start().finish()
    table.do("place_cards")
    table.start()
    for _ in range(200):
        offers = [offer for offer in table.table.legal() if offer.do not in ("shuffle", "count_stub")]
        if table.state.phase == "racking":
            break
        offer = next(o for o in offers if o.do not in ("sit", "leave", "buy_in", "cash_out", "report"))
        table.take(offer)
    refusal = table.refused("rack_cards")
    assert "other deck" in refusal.what and refusal.clauses == list(
        marks(regulation, "one_deck_in_rack").args
    )
    table.do("shuffle")
    table.do("rack_cards")
    assert table.state.rounds == 2


# ── deck age ──


@pytest.mark.parametrize(
    ("regulation", "deal", "hours"),
    [
        pytest.param(name, deal, hours, marks=pytest.mark.clause(f"{name}.3(c)({number})"))
        for name in PENNSYLVANIA
        for deal, hours, number in (("hand", 4, 1), ("manual_shoe", 8, 2), ("automated_shoe", 8, 2))
    ],
)
def test_a_deck_is_changed_in_time(regulation: str, deal: str, hours: int) -> None:
    """Four and eight hours: .3(c)."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.do("receive_deck", at=1000)
    table.until(do=place)
    due = 1000 + hours * HOUR
    refusal = table.refused(place, DEALER, at=due)
    assert "too long" in refusal.what and refusal.cite.clauses == (
        f"{regulation}.3(c)({1 if hours == 4 else 2})",
    )
    table.do(place, DEALER, at=due - 1)
    table.bet({1: dict.fromkeys(("ante", "blind")[: 1 + (regulation == "PA-669a")], 1000)})
    assert table.refused("no_more_bets", DEALER, at=due).clauses[:1] == list(refusal.cite.clauses)
    table.do("change_deck", at=due, deck=0)
    table.until("betting")
    assert table.round.stakes, "the wagers stay where they are"
    table.do("no_more_bets")
    assert {event.kind for event in table.events("change_deck", "receive_deck")} == {
        "change_deck",
        "receive_deck",
    }


@pytest.mark.clause("I-14", *(f"{name}.3(c)(1)" for name in PENNSYLVANIA))
@pytest.mark.parametrize("regulation", PENNSYLVANIA)
def test_a_deck_once_dealt_from_the_hand_has_four_hours_in_all(regulation: str) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"})
    table.sit(1)
    table.do("receive_deck", at=0)
    table.start({1: dict.fromkeys(("ante", "blind")[: 1 + (regulation == "PA-669a")], 1000)}).finish()
    table.do("device_out_of_order", at=3 * HOUR, device="shoe", sign="covered", instead="hand")
    table.until(do="hold_cards")
    assert "too long" in table.refused("hold_cards", DEALER, at=4 * HOUR).what
    table.do("hold_cards", DEALER, at=4 * HOUR - 1)
    table.do("order_shuffle")
    assert table.state.deck is not None and table.state.deck.hand_dealt


@pytest.mark.clause("I-14")
def test_massachusetts_sets_no_hours() -> None:
    table = drive("MA-TCP", cards={"deal": "hand"})
    table.sit(1)
    table.do("receive_deck", at=0)
    table.until(do="hold_cards")
    table.do("hold_cards", at=1000 * HOUR)
    assert table.state.phase == "betting"


@each("place_cards", groups=("automated_shoe",))
def test_the_cards_are_put_in_the_automated_shoe_before_betting(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.until(do="place_cards")
    assert "bet" not in table.offered()
    assert "no_more_bets" not in table.offered() and "deal" not in table.offered()
    assert "for the dealer" in table.refused("place_cards", FLOOR).legal
    offer = table.offers("place_cards")[0]
    assert set(offer.cite.clauses) == set(marks(regulation, "place_cards", group=deal).args)
    table.do("place_cards")
    assert table.state.phase == "betting"
