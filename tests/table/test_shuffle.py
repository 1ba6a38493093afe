"""The shuffle: when, by whom, on whose order, what the device's count does, and the seal of the order."""

from __future__ import annotations

from functools import partial

import pytest

from feltlaw.regulation import load
from feltlaw.seal import is_sealed, open_card, root_of
from feltlaw.table import Person, Shuffled
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
    proves,
)

MACHINE = {"shuffle": "automated"}
BY_HAND = {"shuffle": "manual"}
PLACES = {"hand": "hold_cards", "manual_shoe": "place_cards", "automated_shoe": "place_cards"}


def stage(table: Driver) -> str:
    return table.state.deck.stage if table.state.deck else "gone"


@each("shuffle")
@pytest.mark.parametrize("deal", DEALS)
def test_cards_are_shuffled_before_play_and_after_every_round(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1, 3)
    table.until("shuffling")
    for number in range(1, 4):
        refusal = table.refused(PLACES[deal], DEALER)
        assert "have not been shuffled" in refusal.what
        assert refusal.clauses == list(marks(regulation, "shuffle").args)
        table.until("betting")
        assert table.kinds().count("shuffle") == number
        table.start().finish()
        assert stage(table) == "used"


@each("shuffle")
def test_the_dealer_shuffles_or_the_device_where_there_is_one(regulation: str) -> None:
    """5(a): "the dealer shall shuffle the cards, either manually or by use of an automated … device"."""
    for cards, who in ((MACHINE, (DEALER, DEVICE)), (BY_HAND, (DEALER,))):
        for right in who:
            table = drive(regulation, cards=cards)
            table.sit(1)
            table.until("shuffling")
            for wrong in (DEALER, FLOOR, DEVICE, Person("player", "p1")):
                if wrong not in who:
                    refusal = table.refused("shuffle", wrong, deck=0)
                    roles = " or ".join(one.role for one in who)
                    assert refusal.legal.startswith(f"It is for the {roles}.")
            table.do("shuffle", right, deck=0)
            assert table.last("shuffle").by == right and stage(table) == "shuffled"


# ── a floorperson's order ──


def directed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(f"{name}.5(a)")


IN_PENNSYLVANIA = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=directed(name)) for name in PENNSYLVANIA]
)


@IN_PENNSYLVANIA
@pytest.mark.parametrize("deal", DEALS)
def test_a_floorperson_may_direct_a_shuffle_until_the_first_card(regulation: str, deal: str) -> None:
    """5(a): "or when directed by a floorperson or above"; also between the call and the first card."""
    table = drive(regulation, cards={"deal": deal})
    table.sit(1, 3)
    table.until("shuffling")
    assert "have not been shuffled yet" in table.refused("order_shuffle", FLOOR).what
    for moment in ("shuffled", "betting", "called"):
        if moment == "called":
            table.until("betting")
            table.bet({1: main_bets(regulation)})
            table.do("no_more_bets")
        else:
            table.until(*(("betting",) if moment == "betting" else ()), do=PLACES[deal])
        locked = table.state.locked
        for wrong in (DEALER, DEVICE, Person("player", "p1")):
            assert table.refused("order_shuffle", wrong).legal.startswith("It is for the floorperson.")
        order = table.state.deck and table.state.deck.order
        table.do("order_shuffle", FLOOR)
        assert table.state.phase == "shuffling" and stage(table) == "stacked"
        refusal = table.refused(PLACES[deal], DEALER)
        assert "have not been shuffled" in refusal.what and refusal.clauses == [f"{regulation}.5(a)"]
        assert (table.state.locked is None) == (locked is None)
        table.do("shuffle")
        assert table.state.deck is not None and table.state.deck.order != order
    assert "betting is closed" in table.refused("bet", Person("player", "p1"), seat=1, wagers={}).what
    assert "not the time" in table.refused("deal", DEALER).what
    table.until("dealing")
    assert table.round.facts.stakes == {1: main_bets(regulation)}, "the round goes on where it was"
    table.do("deal")
    refusal = table.refused("order_shuffle", FLOOR)
    assert "cards are out" in refusal.what and refusal.clauses == [f"{regulation}.5(a)"]
    table.finish()


@IN_PENNSYLVANIA
def test_no_shuffle_is_directed_once_a_card_has_left_the_deck(regulation: str) -> None:
    table = drive(regulation).start()
    table.do("deal")
    while table.state.rounds == 0:
        assert "order_shuffle" not in table.offered()
        table.refused("order_shuffle", FLOOR)
        table.take(table.next())
    refusal = table.refused("order_shuffle", FLOOR)
    assert "have not been shuffled yet" in refusal.what, "after the round they are shuffled anyway"


@IN_PENNSYLVANIA
def test_a_card_found_face_up_is_a_card_that_has_left_the_deck(regulation: str) -> None:
    table = drive(regulation).start()
    table.do("report", DEALER, kind="card_face_up")
    assert "cards are out" in table.refused("order_shuffle", FLOOR).what


@pytest.mark.clause("MA-TCP.5(a)")
@pytest.mark.parametrize("deal", DEALS)
def test_massachusetts_knows_no_shuffle_by_order(deal: str) -> None:
    """Its 5(a) has the two other occasions and not these words."""
    table = drive("MA-TCP", cards={"deal": deal})
    table.sit(1)
    for moment in ("shuffling", "betting", "dealing"):
        if moment == "dealing":
            table.bet({1: {"ante": 1000}})
            table.do("no_more_bets")
        table.until(moment)
        assert "order_shuffle" not in table.offered()
        refusal = table.refused("order_shuffle", FLOOR)
        assert "knows no shuffle by order" in refusal.what and refusal.clauses == ["MA-TCP.5(a)"]


@IN_PENNSYLVANIA
def test_wagers_stay_while_a_floorperson_has_the_cards_shuffled_again(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    bets = main_bets(regulation)
    table.bet({1: bets})
    table.do("order_shuffle")
    assert table.state.phase == "shuffling"
    assert {wager: table.state.on_felt(1, wager) for wager in bets} == bets
    refusal = table.refused("bet", Person("player", "p3"), seat=3, wagers=bets)
    assert "prepared again" in refusal.what
    table.until("betting")
    assert table.round.facts.stakes == {1: bets}


# ── the device ──


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=marks(name, "device_count")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.7(f)")),
    ],
)
def test_a_wrong_count_by_the_device_removes_the_deck(regulation: str) -> None:
    """52 cards, in Saigon 53: one too few and one too many are both wrong."""
    whole = {"PA-680a": 53}.get(regulation, 52)
    for wrong in (0, whole - 1, whole + 1, 2 * whole):
        table = drive(regulation)
        table.sit(1)
        table.until("shuffling")
        table.do("shuffle", deck=0, counted=wrong)
        event = table.last("shuffle")
        assert (event.data.counted, event.data.removed, event.data.sealed.order) == (wrong, True, ())
        assert table.state.decks == (None,) and table.state.phase == "opening"
        assert "receive_deck" in table.offered() and "place_cards" not in table.offered()
        table.until(do="shuffle")
        table.do("shuffle", deck=0, counted=whole)
        assert "place_cards" in table.offered() and not table.last("shuffle").data.removed


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=pytest.mark.clause(f"{name}.5(a)#2")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.5(a)", "MA-TCP.7(a)")),
    ],
)
def test_the_shuffler_may_load_the_shoe(regulation: str) -> None:
    for loads in (True, False):
        table = drive(regulation, cards={**MACHINE, "shuffler_loads_shoe": loads})
        table.sit(1)
        table.until("shuffling")
        events = table.do("shuffle", DEVICE, deck=0)
        assert [event.kind for event in events] == ["shuffle", "place_cards"][: 1 + loads]
        assert {event.by for event in events} == {DEVICE}, "the dealer has not touched them"
        assert (table.state.phase == "betting") == loads


@pytest.mark.parametrize(
    "regulation",
    [
        *(
            pytest.param(name, marks=pytest.mark.clause(f"{name}.5(a)#2", f"{name}.8(a)"))
            for name in PENNSYLVANIA
        ),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.5(a)", "MA-TCP.7(a)", "MA-TCP.2(b)(3)")),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("slow", [False, True])
def test_of_two_decks_the_shuffler_loads_each_when_its_turn_comes(
    regulation: str, first: int, slow: bool
) -> None:
    """The dealer places none: not the first, nor the one that was shuffled while the other was in play."""
    table = drive(regulation, cards={**MACHINE, "shuffler_loads_shoe": True, "decks": 2})
    table.sit(1)
    table.until("shuffling")
    assert [event.kind for event in table.do("shuffle", DEVICE, deck=first)] == ["shuffle"]
    assert [event.kind for event in table.do("shuffle", DEVICE, deck=1 - first)] == ["shuffle", "place_cards"]
    table.slow_shuffler = slow
    used = []
    for _ in range(4):
        assert table.state.phase == "betting"
        used.append(table.state.active)
        table.start({1: main_bets(regulation)}).finish()
        if slow and table.state.phase == "shuffling":
            table.do("shuffle", DEVICE, deck=table.state.active)
    assert used == [0, 1, 0, 1]
    assert {event.by.role for event in table.events("place_cards")} == {"device"}


@pytest.mark.clause("PA-649a.5(c)(2)", "PA-649a.5(a)#2")
def test_a_shuffler_loads_nothing_that_it_has_not_shuffled() -> None:
    """A preshuffled deck is cut by the dealer and placed by him, with the other one in the device."""
    table = drive("PA-649a", cards={**MACHINE, "shuffler_loads_shoe": True, "decks": 2})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True)
    table.until("shuffling").do("cut")
    assert [event.kind for event in table.do("shuffle", DEVICE, deck=1)] == ["shuffle"]
    table.do("place_cards", DEALER)
    table.start({1: main_bets("PA-649a")}).finish()
    assert table.state.phase == "betting" and table.last("place_cards").by.role == "device"


@pytest.mark.clause("I-25")
def test_between_rounds_there_is_time_to_bring_a_shoe_back_that_the_shuffler_loads() -> None:
    cards = {**MACHINE, "shuffler_loads_shoe": True, "decks": 2, "deal": "automated_shoe"}
    table = drive("MA-TCP", cards=cards).start().finish()
    table.do("device_out_of_order", device="shoe", sign="removed", instead="manual_shoe")
    table.start().finish()
    assert table.state.phase == "shuffling" and table.last("place_cards").by == DEALER
    table.do("device_repaired", device="shoe")
    table.start().finish()


@proves("device_count")
@pytest.mark.parametrize("counts", [True, False])
def test_only_a_device_that_counts_gives_a_count(counts: bool) -> None:
    for shuffle in ("manual", "automated"):
        if counts and shuffle == "manual":
            continue
        cards = {"shuffle": shuffle, **({"shuffler_counts_cards": counts} if shuffle == "automated" else {})}
        table = drive("PA-649a", cards=cards)
        table.sit(1)
        table.until(do="shuffle")
        for count in (40, 52):
            if not counts:
                assert "no device that counted" in table.refused("shuffle", deck=0, counted=count).what
        table.do("shuffle")
        assert table.last("shuffle").data.counted == (52 if counts else None)


# ── the order and its seal ──


@proves("shuffle")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_an_order_is_a_whole_deck_and_is_sealed_at_once(regulation: str) -> None:
    """What chance gives is checked like anything else, and is no part of any command."""
    table = drive(regulation)
    table.sit(1)
    table.until(do="shuffle")
    whole = load(regulation).deck.cards
    good = tuple(range(whole))
    for order in (good[1:], (*good, whole), (0, *good[:-1]), (), (-1, *good[1:]), (*good[:-1], 99)):
        table.chance.plan = partial(Shuffled, order, "5" * 64)
        refusal = table.refused("shuffle", deck=0)
        assert "no whole deck" in refusal.what and str(whole) in refusal.legal
    for secret in ("", "5" * 32, "5" * 65):
        table.chance.plan = partial(Shuffled, good, secret)
        assert "no whole deck" in table.refused("shuffle", deck=0).what
    table.chance.plan = partial(Shuffled, good, "5" * 64)
    for wrong in (1, 7):
        assert "not to be shuffled" in table.refused("shuffle", deck=wrong).what
    table.do("shuffle", deck=0)
    deck = table.state.deck
    assert deck is not None and deck.root == root_of(good, "5" * 64)
    assert table.last("shuffle").data.sealed.root == deck.root


@pytest.mark.clause("I-155")
@pytest.mark.parametrize("cards", [BY_HAND, MACHINE], ids=["manual", "automated"])
def test_every_card_that_was_dealt_is_where_the_seal_says_it_was(cards: dict[str, object]) -> None:
    """The root is posted before a wager is locked; cuts move the cards and not the seal."""
    table = drive("PA-649a", cards=cards)
    table.sit(1, 3)
    table.until(do="cut" if cards is BY_HAND else "place_cards")
    if cards is BY_HAND:
        for depth in (10, 42, 17):
            table.do("cut", depth=depth, cover_card="bottom")
            table.do("recut")
        table.do("cut", depth=51, cover_card="bottom")
    root = table.last("shuffle").data.sealed.root
    table.start().finish()
    deck = table.state.decks[0]
    assert deck is not None and deck.root == root == root_of(deck.sealed_order, deck.secret)
    assert deck.sealed_order == table.last("shuffle").data.sealed.order
    for place, dealt in enumerate(table.round.facts.dealt):
        opened = open_card(deck.sealed_order, deck.secret, deck.sealed_place(place))
        assert opened.card == dealt.card and is_sealed(root, opened)


@proves("shuffle")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_real_cards_are_shuffled_without_an_order(regulation: str) -> None:
    table = drive(regulation, real_cards=True)
    table.sit(1)
    table.until("betting")
    deck = table.state.deck
    assert deck is not None and (deck.order, deck.secret, deck.root) == ((), "", "")
    assert table.last("shuffle").data.sealed.order == ()


@each("shuffle", "no_cut")
@pytest.mark.parametrize("between", ["a round", "an idle hour"])
def test_a_deck_that_came_preshuffled_is_like_any_other_once_the_device_has_shuffled_it(
    regulation: str, between: str
) -> None:
    """It was cut before its first round; what the device shuffles afterwards goes to the deal at once."""
    table = drive(regulation, cards={"shuffle": "automated"})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True)
    if between == "a round":
        table.start({1: main_bets(regulation)}).finish()
        assert len(table.events("cut")) == 1 and not table.events("shuffle")
    else:
        table.do("leave")
        table.do("idle_spread")
        table.sit(1)
        table.do("idle_wash")
    cuts = len(table.events("cut"))
    table.start({1: main_bets(regulation)}).finish()
    assert len(table.events("shuffle")) == 1 and len(table.events("cut")) == cuts


@proves("shuffle")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_shuffle_has_a_seal_of_its_own(regulation: str) -> None:
    """The order and what opens its seal belong together, in the second round as in the first."""
    table = drive(regulation)
    secrets = set()
    for _ in range(3):
        table.start({1: main_bets(regulation)}).finish()
        deck, sealed = table.state.decks[0], table.last("shuffle").data.sealed
        assert deck is not None and (deck.secret, deck.root) == (sealed.secret, sealed.root)
        assert deck.root == root_of(deck.sealed_order, deck.secret)
        secrets.add(deck.secret)
    assert len(secrets) == 3
