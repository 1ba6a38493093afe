"""The cards where a table is not the usual one: two decks, real cards, an automated shoe, somebody gone, a
device broken, a round that was void, a deck that came later."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from feltlaw.table.places import Place
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    FLOOR2,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    dealt_to,
    drive,
    each,
    main_bets,
    marks,
)
from tests.support.rounds import places, player, real
from tests.table.test_stub import HAND, NOT_COUNTED, stub_of

TWO = {"shuffle": "automated", "decks": 2}
COVER = {"MA-TCP": "discard rack"}
STEPS = ("inspect", "verify_inspection", "spread", "wash")
STAGES = ("received", "inspected", "verified", "spread", "stacked")


def stages(table: Driver) -> list[str]:
    return [deck.stage if deck else "gone" for deck in table.state.decks]


# ── decks opened ──


@each("inspect", "verify_inspection", "spread", "wash", "each_deck")
@pytest.mark.parametrize("first", [0, 1])
def test_what_is_done_with_one_deck_is_not_done_with_the_other(regulation: str, first: int) -> None:
    """Both are at the same stage when the step is taken with one."""
    table = drive(regulation, cards=TWO)
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.do("receive_deck", deck=1)
    for step, (before, after) in zip(STEPS, pairwise(STAGES), strict=True):
        assert stages(table) == [before, before]
        table.do(step, deck=first)
        assert stages(table)[first] == after and stages(table)[1 - first] == before
        table.do(step, deck=1 - first)


@each("inspect", "verify_inspection", "spread", "wash", "each_deck")
@pytest.mark.parametrize(("decks", "new"), [(1, 0), (2, 1)])
def test_a_deck_that_comes_later_is_opened_like_the_first(regulation: str, decks: int, new: int) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": decks}).start().finish()
    table.do("change_deck", deck=new)
    table.do("receive_deck", deck=new)
    for at, step in enumerate(STEPS):
        assert stages(table)[new] == STAGES[at]
        for later in STEPS[at + 1 :]:
            assert f"deck {new} is {STAGES[at]}" in table.refused(later, deck=new).what
        table.do(step, deck=new)
    table.start().finish()
    assert len(table.events("inspect")) == decks + 1


@each("wash")
@pytest.mark.parametrize(("decks", "new"), [(1, 0), (2, 1)])
def test_a_deck_that_comes_to_a_table_everybody_left_waits_for_a_player_too(
    regulation: str, decks: int, new: int
) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": decks})
    table.start({1: main_bets(regulation)}).finish()
    table.do("leave", player(1))
    table.do("change_deck", deck=new)
    table.do("receive_deck", deck=new)
    for step in STEPS[:3]:
        table.do(step, deck=new)
    assert "no player" in table.refused("wash", deck=new).what
    table.sit(3)
    table.do("wash", deck=new)


@each("wash", regulations=PENNSYLVANIA)
def test_who_left_in_the_middle_of_a_round_does_not_look_at_the_cards(regulation: str) -> None:
    """After the call a shuffle is ordered, the device counts a card too few, and the only player goes."""
    table = drive(regulation).start({1: main_bets(regulation)})
    table.do("order_shuffle")
    table.do("shuffle", DEVICE, deck=0, counted=51)
    table.both("record_departure", FLOOR, FLOOR2, player="p1")
    assert table.state.seats and table.state.phase == "opening"
    table.do("receive_deck", deck=0)
    for step in STEPS[:3]:
        table.do(step, deck=0)
    assert "no player" in table.refused("wash", deck=0).what
    table.sit(3)
    table.do("wash", deck=0)


# ── shuffled and cut ──


@pytest.mark.parametrize(
    "regulation",
    [
        *(
            pytest.param(name, marks=pytest.mark.clause(f"{name}.5(a)#2", f"{name}.8(a)"))
            for name in PENNSYLVANIA
        ),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.5(a)")),
    ],
)
@pytest.mark.parametrize("deal", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("real_cards", [False, True])
def test_the_shuffler_loads_either_shoe(regulation: str, deal: str, real_cards: bool) -> None:
    cards = {"shuffle": "automated", "shuffler_loads_shoe": True, "deal": deal}
    table = drive(regulation, real_cards=real_cards, cards=cards)
    table.sit(1)
    table.until("shuffling")
    table.do("shuffle", DEVICE, deck=0)
    assert stages(table) == ["placed"] and table.state.phase == "betting"
    assert len(table.events("place_cards")) == 1
    if regulation == "MA-TCP":  # it knows no shuffle by order
        return
    table.start({1: main_bets(regulation)})
    table.do("order_shuffle", FLOOR)
    table.do("shuffle", DEVICE, deck=0)
    assert stages(table) == ["placed"] and table.state.phase == "dealing", "after the call too"


@each("no_cut")
def test_the_second_deck_is_not_cut_after_a_machine_shuffle_either(regulation: str) -> None:
    table = drive(regulation, cards=TWO).start().finish()
    assert table.state.active == 1
    table.until(do="place_cards")
    for _ in range(2):
        refusal = table.refused("cut", DEALER, depth=26, cover_card=COVER.get(regulation, "bottom"))
        assert refusal.clauses == table.refused("recut", FLOOR).clauses
        assert refusal.clauses == list(marks(regulation, "no_cut").args)
        if table.state.phase == "shuffling":
            table.do("place_cards")


@each("cut", "shuffle", more={name: [f"{name}.5(c)(2)"] for name in PENNSYLVANIA})
@pytest.mark.parametrize("deal", ["manual_shoe", "automated_shoe"])
def test_cards_shuffled_by_hand_instead_of_a_broken_device_are_cut(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "deal": deal})
    table.start().until("deciding")
    sign = table.offers("device_out_of_order")[0].data.sign
    table.do("device_out_of_order", device="shuffler", sign=sign, instead="manual")
    table.finish()
    table.do("shuffle", DEALER, deck=0)
    refusal = table.refused("place_cards", DEALER)
    assert "have not been cut" in refusal.what and refusal.cite.clauses == marks(regulation, "cut").args
    table.do("cut")
    table.do("place_cards")


@each("cut", "recut")
def test_a_recut_and_the_cut_of_a_preshuffled_deck_are_as_deep_as_any(regulation: str) -> None:
    """At least ten: .5(d), MA 5(c)(1)(ii)."""
    for preshuffled in (False, True):
        table = drive(regulation, cards={"shuffle": "automated" if preshuffled else "manual"})
        table.do("receive_deck", deck=0, preshuffled=preshuffled)
        table.sit(1)
        table.until(do="cut")
        for _ in range(3):
            for depth in (1, 9):
                refusal = table.refused("cut", depth=depth, cover_card=COVER.get(regulation, "bottom"))
                assert "improper" in refusal.what
            table.do("cut", depth=10, cover_card=COVER.get(regulation, "bottom"))
            table.do("recut", FLOOR)


@each("cut", more={name: [f"{name}.5(c)(2)"] for name in PENNSYLVANIA})
def test_each_of_two_preshuffled_decks_is_cut(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    for deck in (0, 1):
        table.do("receive_deck", deck=deck, preshuffled=True)
    table.sit(1)
    for _ in (0, 1):
        table.until("shuffling")
        assert "have not been cut" in table.refused("place_cards", DEALER).what
        table.do("cut")
        table.do("place_cards")
        table.slow_shuffler = True
        table.start({1: main_bets(regulation)}).finish()


@each("place_cards", "hold_cards", groups=DEALS, regulations=PENNSYLVANIA)
def test_cards_shuffled_by_order_after_the_call_are_shuffled_before_they_are_placed(
    regulation: str, deal: str
) -> None:
    """A floorperson may direct it until the first card (.5(a)); what .5 wants is done again."""
    table = drive(regulation, cards={"shuffle": "automated", "deal": deal}).start()
    table.do("order_shuffle", FLOOR)
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.do("shuffle", DEVICE, deck=0)
    table.do(place)
    assert stages(table) == ["placed"]


@each("idle_wash")
def test_a_preshuffled_deck_is_shuffled_after_the_wash_of_an_idle_table(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated"})
    table.do("receive_deck", deck=0, preshuffled=True)
    table.open(1)
    table.do("idle_spread")
    table.do("idle_wash")
    assert "have not been shuffled" in table.refused("place_cards", DEALER).what
    table.do("shuffle")
    table.do("place_cards")
    assert len(table.events("shuffle")) == 1


# ── dealt ──


@each("deal_hands", groups=DEALS, regulations=["PA-649a", "MA-TCP"])
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_who_has_a_pair_plus_alone_is_dealt_to_in_the_order_of_the_seats(
    regulation: str, deal: str, wager: str
) -> None:
    """And the dealer after them, three cards too, also where nobody plays against him: an Ante *or* a Pair
    Plus."""
    table = drive(regulation, cards={"deal": deal})
    bets = {1: {"pair_plus": 1000}, 3: {wager: 1000}, 4: {"pair_plus": 1000}}
    table.start(bets).until("stub")
    places = ["player 1", "player 3", "player 4", "dealer"]
    apart = [[place] * 3 for place in places] if deal == "automated_shoe" else [places] * 3
    assert [str(place) for place in dealt_to(table.log)] == [one for some in apart for one in some]
    table.finish()
    assert len(table.up("dealer")) == 3


FACE_UP = {name: ["MA-TCP.14(a)" if name == "MA-TCP" else f"{name}.13(a)"] for name in REGULATIONS}


@each("deal_hands", "deal_community", groups=["manual_shoe", "hand"], more=FACE_UP)
@pytest.mark.parametrize("after", [0, 5])
def test_every_place_has_its_cards_though_one_lay_face_up(regulation: str, deal: str, after: int) -> None:
    table = drive(regulation, cards={"deal": deal}).start()
    for _ in range(after):
        table.do("deal")
    table.do("report", DEALER, kind="card_face_up")
    table.until("stub")
    many = HAND.get(regulation, 3)
    last = "community" if regulation == "PA-669a" else "dealer"
    dealt = Counter(str(place) for place in dealt_to(table.log))
    assert dealt == {"player 1": many, "player 3": many, last: many}
    cards = [one.card for one in table.round.facts.dealt]
    assert len(cards) == len(set(cards)), "it is not used"


@each(
    "place_cards",
    "hold_cards",
    groups=DEALS,
    more={name: marks(name, "shuffle").args for name in REGULATIONS},
)
def test_the_cards_of_a_void_round_are_shuffled_too(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}).start()
    for _ in range(2):
        table.do("report", DEALER, kind="card_face_up")
    table.do("rack_cards")
    refusal = table.refused("hold_cards" if deal == "hand" else "place_cards", DEALER)
    assert table.last("end_round").data.void and "have not been shuffled" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "shuffle").args


# ── counted ──


@each("rack_stub", "remove_stub", "rack_counted_stub", groups=DEALS)
@pytest.mark.parametrize("counted", [False, True])
def test_the_stub_of_the_second_deck_goes_to_the_rack_like_that_of_the_first(
    regulation: str, deal: str, counted: bool
) -> None:
    table = drive(regulation, cards={**NOT_COUNTED, "decks": 2, "deal": deal})
    for active in (0, 1):
        table.start().until("stub")
        if counted:
            table.do("count_stub", DEALER, cards=stub_of(regulation, 2))
        else:
            table.do("rack_stub", DEALER)
        assert (table.state.active, table.round.racked) == (active, (Place("stub"),))
        assert table.state.phase == "deciding"
        if not active:
            table.finish()


@each("count_stub", groups=["manual_shoe", "automated_shoe"])
def test_without_its_counting_shuffler_a_table_counts_the_stub(regulation: str, deal: str) -> None:
    """The device counted the deck of the first round; the fifth round after that is counted by hand."""
    table = drive(regulation, cards={"shuffle": "automated", "deal": deal}).start({1: main_bets(regulation)})
    table.until("deciding").do("device_out_of_order")
    table.finish()
    for number in range(2, 6):
        table.start({1: main_bets(regulation)}).until("stub")
        assert ("must be counted" in str(table.refused("rack_stub", DEALER))) if number == 5 else True
        if number < 5:
            table.finish()
    table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
    assert table.round.racked == (Place("stub"),)


@each("count_stub", groups=["manual_shoe"])
def test_a_count_is_of_the_deck_that_is_counted(regulation: str, deal: str) -> None:
    """Each is dealt four times; then the first is counted, and the second has its own fifth round (I-13)."""
    table = drive(regulation, cards={**NOT_COUNTED, "decks": 2, "deal": deal})
    for _ in range(8):
        table.start({1: main_bets(regulation)}).finish()
    for deck in (0, 1):
        table.start({1: main_bets(regulation)}).until("stub")
        assert table.state.active == deck
        refusal = table.refused("rack_stub", DEALER)
        assert "must be counted" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "count_stub", group=deal).args
        table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
        table.finish()


REMOVED = {
    "PA-649a": ("8(h)#2", "9(f)#2", "10(f)#2"),
    "PA-679a": ("8(g)#2", "9(f)#2", "10(f)#2"),
    "PA-669a": ("8(h)#2", "9(f)#2", "10(f)#2"),
    "PA-680a": ("8(g)#2", "9(f)#2", "10(f)#2"),
    "MA-TCP": ("7(e)(2)#2", "8(e)", "9(e)"),
}


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(f"{name}.{clause}"), id=f"{name}-{deal}")
        for name, found in REMOVED.items()
        for deal, clause in zip(DEALS, found, strict=True)
    ],
)
@pytest.mark.parametrize("off", [-1, 1])
def test_a_deck_found_wrong_after_a_round_that_was_void_anyway_leaves(
    regulation: str, deal: str, off: int
) -> None:
    table = real(regulation, cards={**NOT_COUNTED, "deal": deal}).until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    table.do("count_stub", DEALER, cards=stub_of(regulation, 3) + off, misdealt=False)
    table.do("rack_cards")
    assert stages(table) == ["gone"] and table.log[-1].data.deck_removed


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(f"{name}.{clause}"), id=f"{name}-{deal}")
        for name, found in REMOVED.items()
        for deal, clause in zip(DEALS, found, strict=True)
    ],
)
def test_of_two_decks_the_one_that_was_counted_leaves(regulation: str, deal: str) -> None:
    table = drive(regulation, real_cards=True, cards={**NOT_COUNTED, "decks": 2, "deal": deal})
    for active in (0, 1):
        table.start().until("stub")
        assert table.state.active == active
        table.do("count_stub", DEALER, cards=stub_of(regulation, 2) - 1, misdealt=False)
        table.do("rack_cards")
        assert [stage == "gone" for stage in stages(table)] == [deck == active for deck in (0, 1)]


# ── racked ──


@each("rack_cards")
def test_the_hand_of_a_player_who_left_goes_to_the_rack_with_the_others(regulation: str) -> None:
    for phase in ("deciding", "settling"):
        table = drive(regulation).start().until(phase)
        table.do("leave", player(3))
        table.finish()
        gone = [place for event in table.log for place in getattr(event.data, "racked", ())]
        gone += [one.place for one in table.last("rack_cards").data.order]
        last = "community" if regulation == "PA-669a" else "dealer"
        assert sorted(map(str, gone)) == [last, "player 1", "player 3"]
        assert len(table.round.racked) == 4, "and the stub"


@each("rack_cards")
def test_after_a_void_round_hands_that_nobody_saw_go_to_the_rack_in_order(regulation: str) -> None:
    table = real(regulation).until("deciding")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    table.do("rack_cards")
    last = "community" if regulation == "PA-669a" else "dealer"
    found = {str(one.place): one.cards for one in table.last("rack_cards").data.order}
    unseen = (None,) * HAND.get(regulation, 3)
    assert found == dict.fromkeys(("player 4", "player 3", "player 1", last), unseen)
    assert [*found][:3] == ["player 4", "player 3", "player 1"]


LEFT_UP: dict[str, tuple[dict[str, Any], str]] = {
    "highest": ({"cover_all": {}}, "cover_all"),
    "envy": ({"three_card_progressive": {}}, "three_card_progressive"),
}


@pytest.mark.clause("MA-TCP.10(c)", "MA-TCP.10(d)")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
@pytest.mark.parametrize("why", LEFT_UP)
def test_the_dealers_cards_are_racked_after_hands_that_were_left_face_up(order: str, why: str) -> None:
    offered, wager = LEFT_UP[why]
    table = drive("MA-TCP", wagers=offered, settlement={"order": order})
    stake = 100 if why == "envy" else 500
    hands = {"seat 3": "Ah Kh Qh", "seat 1": "2s 7d 9c", "dealer": "3d 8c Jh"}
    table.start({seat: {"ante": 1000, wager: stake} for seat in (1, 3)}, hands)
    table.until("racking")
    assert table.round.settling.exposed == (3,)
    table.finish()
    assert places(tuple(one.place for one in table.last("rack_cards").data.order)) == ["player 3", "dealer"]
    assert table.round.racked[-1] == Place("dealer")
