"""Two decks: in turn, one in play and one in the shuffler, one in the rack; each is replaced alone."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    proves,
)
from tests.table.pauses import TWO, out, stages


@each("store_other_deck", "alternate_decks")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand", "automated_shoe"])
def test_two_decks_take_turns_and_the_other_one_waits_shuffled(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={**TWO, "deal": deal})
    used = []
    table.sit(1, 3)
    table.until("shuffling")
    table.do("shuffle", deck=0)
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert "have not been shuffled" in table.refused(place, DEALER).what, (
        "the second deck goes into the device"
    )
    for _ in range(4):
        table.start()
        used.append(table.state.active)
        other = table.state.decks[1 - table.state.active]
        if other is not None and other.stage == "loaded":
            table.do("shuffle", DEVICE, deck=1 - table.state.active)
        table.until("settling")
        waiting = table.state.decks[1 - table.state.active]
        assert waiting is not None and waiting.stage == "shuffled"
        table.finish()
    assert used == [0, 1, 0, 1]


@each("one_deck_in_rack", "store_other_deck")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand", "automated_shoe"])
def test_the_deck_in_the_rack_goes_into_the_shuffler_that_the_other_one_leaves(
    regulation: str, deal: str
) -> None:
    """So the rack holds one deck, also where the device shuffles until the round is over."""
    table = drive(regulation, cards={**TWO, "deal": deal}).start().finish()
    table.slow_shuffler = True
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert stages(table) == ["used", "shuffled"]
    table.do(place)
    assert stages(table) == ["loaded", "placed"]
    table.start()
    while table.state.rounds == 1:
        assert stages(table) == ["loaded", "placed"], "never two in the rack"
        assert table.offers("shuffle")[0].data.deck == 0
        table.take(table.next())
    assert stages(table) == ["loaded", "used"]
    table.do("shuffle", deck=0)
    table.do(place)
    assert stages(table) == ["placed", "loaded"]


@proves("store_other_deck", "alternate_decks")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_deck_is_shuffled_while_it_is_in_play(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated"}).start()
    while table.state.rounds == 0:
        assert "shuffle" not in table.offered()
        assert "no deck is to be shuffled" in table.refused("shuffle", DEVICE, deck=0).what
        table.take(table.next())


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause("MA-TCP.7(f)" if name == "MA-TCP" else f"{name}.5(b)"))
        for name in REGULATIONS
    ],
)
@pytest.mark.parametrize("off", [-1, 1])
def test_a_deck_the_device_finds_wrong_in_a_round_leaves_and_is_replaced_after_it(
    regulation: str, off: int
) -> None:
    table = drive(regulation, cards=TWO).start().finish()
    table.do("place_cards")
    table.start()
    whole = {"PA-680a": 53}.get(regulation, 52)
    table.do("shuffle", DEVICE, deck=0, counted=whole + off)
    assert stages(table) == ["gone", "placed"] and table.state.phase == "dealing"
    assert "not the time" in table.refused("receive_deck", deck=0).what, "the round is played first"
    table.slow_shuffler = True
    table.finish()
    assert table.state.phase == "opening" and stages(table) == ["gone", "used"]
    assert [offer.data.deck for offer in table.offers("receive_deck")] == [0]
    table.start().finish()
    assert table.state.rounds == 3


def backs(table: Driver) -> list[str]:
    return [deck.back for deck in table.state.decks if deck is not None]


OUT: dict[str, Any] = {"device": "shuffler", "sign": "covered", "instead": "manual"}


def paragraph(pennsylvania: str, massachusetts: str) -> pytest.MarkDecorator:
    """Each chapter, marked with its paragraph."""
    return pytest.mark.parametrize(
        "regulation",
        [
            pytest.param(
                name,
                marks=pytest.mark.clause(f"{name}.{massachusetts if name == 'MA-TCP' else pennsylvania}"),
            )
            for name in REGULATIONS
        ],
    )


@paragraph("3(b)(1)", "2(b)(2)")
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_two_decks_never_have_the_same_back(regulation: str, rounds: int) -> None:
    """The deck that stayed may be the second one; the one that comes then has the first one's colour."""
    table = drive(regulation, cards=TWO)
    table.sit(1, 3)
    for _ in range(rounds):
        table.start().finish()
    table.until("shuffling")
    kept = table.state.deck.back if table.state.deck else ""
    table.do("device_out_of_order", **out(regulation))
    table.do("device_repaired", device="shuffler")
    table.start()
    assert backs(table)[0] == kept and len(set(backs(table))) == 2
    table.finish()


@paragraph("3(b)(1)", "2(b)(2)")
def test_a_deck_that_comes_for_another_has_a_back_of_its_own(regulation: str) -> None:
    """Whichever of the two is changed, and both of them in either order."""
    for changes in ((0,), (1,), (0, 1), (1, 0)):
        table = drive(regulation, cards=TWO)
        table.sit(1)
        table.until("shuffling")
        for deck in changes:
            table.do("change_deck", deck=deck)
        for deck in changes:
            table.do("receive_deck", deck=deck)
        assert len(set(backs(table))) == 2, changes


@paragraph("3(b)", "2(b)")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("phase", ["opening", "shuffling", "idle", "betting", "dealing", "settling"])
def test_a_second_deck_is_used_only_while_a_device_shuffles(regulation: str, phase: str) -> None:
    """ "If an automated card shuffling device is utilized": without it, one deck, the same in every round."""
    for deal, rounds in product(DEALS, (0, 2)):
        table = drive(regulation, cards={**TWO, "deal": deal})
        table.sit(1, 3)
        if phase == "opening":
            table.do("receive_deck", deck=0)
        elif phase == "idle":
            table.until("betting").do("idle_spread")
        elif phase in ("dealing", "settling"):
            table.start().until(phase)
        else:
            table.until(phase)
        table.do("device_out_of_order", **out(regulation))
        if phase in ("dealing", "settling"):
            table.finish()
        assert len(table.state.decks) == 1, (deal, phase)
        if table.state.phase in ("opening", "shuffling"):
            assert "not wanted" in table.refused("receive_deck", deck=1).what
        used = []
        for _ in range(rounds):
            table.start()
            used += backs(table)
            table.finish()
        assert len(used) == rounds and len(set(used)) == min(rounds, 1)
        if table.state.phase in ("idle", "betting"):
            continue
        table.do("device_repaired", device="shuffler")
        assert [offer.data.deck for offer in table.offers("receive_deck")] == [1]


@each(
    "alternate_decks",
    more={name: ["MA-TCP.2(b)" if name == "MA-TCP" else f"{name}.3(b)"] for name in REGULATIONS},
)
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("instead", ["manual_shoe", "hand"])
def test_two_decks_stay_when_only_the_shoe_fails(regulation: str, instead: str) -> None:
    """The device that shuffles them works; they go on taking turns."""
    for phase in ("shuffling", "betting"):
        table = drive(regulation, cards={**TWO, "deal": "automated_shoe"}).start().finish()
        table.until(phase)
        before = backs(table)
        table.do("device_out_of_order", **{**out(regulation), "device": "shoe", "instead": instead})
        assert backs(table) == before and len(before) == 2
        for turn in (1, 0, 1):
            table.start()
            assert table.state.active == turn
            table.finish()


@pytest.mark.clause("I-25")
def test_a_good_deck_stays_when_the_other_one_is_off_the_table() -> None:
    table = drive("PA-649a", cards=TWO).start().finish()
    table.do("change_deck", deck=table.state.active)
    (kept,) = backs(table)
    table.do("device_out_of_order", **OUT)
    assert backs(table) == [kept] and "receive_deck" not in table.offered()
    table.start().finish()


@pytest.mark.clause("I-25", "PA-649a.8(h)#2")
def test_an_incomplete_deck_leaves_and_the_other_one_stays_when_the_shuffler_has_failed() -> None:
    table = drive("PA-649a", cards={**TWO, "shuffler_counts_cards": False}, real_cards=True)
    table.start().until("stub")
    table.do("device_out_of_order", **OUT)
    table.do("count_stub", DEALER, cards=3, misdealt=False)
    other = next(d.back for at, d in enumerate(table.state.decks) if d and at != table.state.active)
    table.finish()
    assert backs(table) == [other]


@pytest.mark.clause("PA-649a.3(b)(4)")
def test_one_deck_at_a_time_is_in_the_shuffler() -> None:
    """A shuffle ordered for the deck in the shoe waits until the device is free."""
    table = drive("PA-649a", cards=TWO).start().finish()
    table.slow_shuffler = True
    table.do("place_cards")
    table.do("order_shuffle")
    assert [offer.data.deck for offer in table.offers("shuffle")] == [1 - table.state.active]
    assert "not to be shuffled now" in table.refused("shuffle", DEVICE, deck=table.state.active).what
    table.do("shuffle", deck=1 - table.state.active)
    assert [offer.data.deck for offer in table.offers("shuffle")] == [table.state.active]
    table.start().finish()


@proves("each_deck")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_each_of_two_decks_may_be_changed_between_rounds(regulation: str) -> None:
    for deck in (0, 1):
        table = drive(regulation, cards=TWO).start().finish()
        table.do("change_deck", deck=deck)
        assert stages(table)[deck] == "gone" and stages(table)[1 - deck] != "gone"
        table.start({1: main_bets(regulation)}).finish()


@each("alternate_decks")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_deck_whose_turn_it_is_goes_on_when_the_shuffler_fails(
    regulation: str, deal: str, rounds: int
) -> None:
    """The one that was dealt last waits its turn; so does the table, with the wagers that lie on it."""
    for phase in ("shuffling", "betting"):
        table = drive(regulation, cards={**TWO, "deal": deal})
        for _ in range(rounds):
            table.start().finish()
        turn, last = rounds % 2, table.state.decks[1 - rounds % 2]
        assert table.state.active == turn
        table.until(phase)
        if phase == "betting":
            table.bet({1: main_bets(regulation)})
        mine = backs(table)[turn]
        table.do("device_out_of_order", **out(regulation))
        assert backs(table) == [mine] and last is not None and last.back != mine
        table.start({1: main_bets(regulation)})
        assert table.state.deck is not None and table.state.deck.back == mine, phase
        table.finish()
