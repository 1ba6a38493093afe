"""The stub: not before the last card is dealt, and without the cards that went elsewhere before."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.places import RACK, STUB
from tests.support.driver import DEALER, DEALS, dealt_to, drive, each, main_bets
from tests.table.test_stub import BESIDE, HAND, NOT_COUNTED, stub_of

SEATS = (1, 3)


@each("rack_stub", "remove_stub", "count_stub", groups=DEALS, more={"MA-TCP": ["MA-TCP.1:stub"]})
@pytest.mark.clause("I-19")
def test_the_stub_is_neither_racked_nor_counted_before_the_last_card_is_dealt(
    regulation: str, deal: str
) -> None:
    """Hands, the dealer's, and the cards for a wager that needs more, also those that come from the stub."""
    plain: tuple[str, dict[str, Any], int, int] = ("", {}, 0, 0)
    for wager, terms, stake, more in (plain, *([BESIDE[regulation]] if regulation in BESIDE else [])):
        offered, side = ({wager: terms}, {wager: stake}) if wager else ({}, {})
        table = drive(regulation, wagers=offered, cards={**NOT_COUNTED, "deal": deal})
        table.start({seat: {**main_bets(regulation), **side} for seat in SEATS})
        rest = stub_of(regulation, len(SEATS)) - more
        due = (len(SEATS) + 1) * HAND.get(regulation, 3) + more
        while len(dealt_to(table.log)) < due:
            assert not {"rack_stub", "count_stub"} & table.offered()
            for do, data in (("rack_stub", {}), ("count_stub", {"cards": rest})):
                assert "not" in table.refused(do, DEALER, **data).what
            assert STUB not in table.round.racked and not table.round.dealing.complete
            table.take(table.next())
        assert {"rack_stub", "count_stub"} <= table.offered()
        table.do("rack_stub", DEALER)
        assert table.round.racked == (STUB,)
        for do, data in (("rack_stub", {}), ("count_stub", {"cards": rest})):
            table.refused(do, DEALER, **data)


# ── what the shoe has given out ──

ALONE: tuple[str, dict[str, Any], int] = ("", {}, 0)
EXTRA: dict[str, tuple[tuple[str, dict[str, Any], int], ...]] = {
    "PA-649a": (("five_card_progressive", {}, 100), ("five_card_hand_bonus_player", {}, 100),
                ("five_card_hand_bonus_dealer", {}, 100)),
    "MA-TCP": (("multi_game_link", {}, 100),),
    "PA-679a": (("pair_bonus", {}, 500), ("pair_bonus", {"community_card": True}, 500)),
}  # fmt: skip
"""Wagers for which cards are dealt from the stub when all hands are out, their terms and stake."""
GIVEN_OUT = {
    **dict.fromkeys(("PA-649a", "MA-TCP", "PA-679a", "PA-680a"), ("player", "dealer")),
    "PA-669a": ("player", "community"),
}
EMPTY: dict[str, tuple[str, ...]] = {
    "PA-649a": ("10(c)", "10(c)#2", "13(f)"), "MA-TCP": ("9(d)", "14(f)"),
    "PA-679a": ("10(c)", "10(c)#2", "13(f)"), "PA-669a": ("10(c)", "13(f)"), "PA-680a": ("10(c)", "13(e)"),
}  # fmt: skip
"""When the shoe is done, and that a round is void in which it fails."""


@pytest.mark.clause("I-19")
@pytest.mark.parametrize(
    ("regulation", "extra", "cards"),
    [
        pytest.param(
            name, extra, cards, id=f"{name}-{'-'.join((extra[0], *extra[1], *cards.values()))}",
            marks=pytest.mark.clause(*(f"{name}.{at}" for at in clauses)),
        )
        for name, clauses in EMPTY.items()
        for extra in (ALONE, *EXTRA.get(name, ()))
        for cards in ({}, *([{"dealer_stack": "held"}] if name == "MA-TCP" else []))
    ],
)  # fmt: skip
@pytest.mark.parametrize("seats", [(1,), (1, 3, 4)])
def test_nothing_jams_in_a_shoe_that_has_given_out_its_last_stack(
    regulation: str, extra: tuple[str, dict[str, Any], int], cards: dict[str, str], seats: tuple[int, ...]
) -> None:
    """Whether the stub lies in it still, and although cards come from the stub that were dealt by hand."""
    wager, terms, stake = extra
    section = wager.removesuffix("_player").removesuffix("_dealer")
    table = drive(
        regulation, wagers={section: terms} if wager else {}, cards={"deal": "automated_shoe", **cards}
    )
    table.start({seat: {**main_bets(regulation), **({wager: stake} if wager else {})} for seat in seats})
    stacks, beside = (len(seats) + 1) * HAND.get(regulation, 3), 0
    while table.state.rounds == 0:
        to = dealt_to(table.log)
        out = sum(place.group in GIVEN_OUT[regulation] for place in to)
        beside, can = len(to) - out, {offer.data.kind for offer in table.offers("report")}
        if table.events("count_progressive_chips") or "count_progressive_chips" not in table.offered():
            assert ("shoe_jam" in can) == (out < stacks), (out, table.state.phase)
        if out == stacks:
            assert EMPTY[regulation][-1] in str(table.refused("report", DEALER, kind="shoe_jam").clauses)
        table.take(table.next())
    assert not table.round.void and (beside > 0) == bool(wager)


# ── stacks of four ──

FOUR = {"deal": "automated_shoe", "shuffle": "continuous", "four_card_stacks": True}
PLAIN = {"ante": 1000}
PAIR = {"ante": 1000, "pair_bonus": 500}


@pytest.mark.clause("PA-679a.10(e)", "PA-679a.10(g)", "PA-679a.10(g)(2)", "I-13")
@pytest.mark.parametrize("real_cards", [False, True])
@pytest.mark.parametrize("bonuses", [0, 1, 3])
def test_the_top_cards_of_stacks_of_four_are_in_the_rack_or_beside_the_hand_and_not_in_the_stub(
    bonuses: int, real_cards: bool
) -> None:
    """Four cards for each player and the dealer are out, whoever has a Pair Bonus; 52 are there."""
    table = drive("PA-679a", cards=FOUR, wagers={"pair_bonus": {}}, real_cards=real_cards)
    table.start({seat: PAIR if at < bonuses else PLAIN for at, seat in enumerate((1, 3, 4))}).until("stub")
    in_rack = 4 - bonuses
    assert len(table.round.cards_at(RACK)) == in_rack
    rest = 52 - 4 * 4
    for wrong in (52 - 4 * 3, rest + in_rack, rest - 1):
        told = table.refused("count_stub", DEALER, cards=wrong)
        assert str(rest) in told.what or "do not make a deck" in told.what
    table.do("count_stub", DEALER, cards=rest)
    assert table.last("count_stub").data.right and STUB in table.round.racked
    assert table.state.phase == "deciding" and not table.events("void_round")


@pytest.mark.clause("PA-679a.10(f)#2", "PA-679a.10(g)(2)")
def test_a_real_deck_in_which_the_top_cards_of_the_stacks_are_missing_is_not_whole() -> None:
    table = drive("PA-679a", cards=FOUR, wagers={"pair_bonus": {}}, real_cards=True)
    table.start(dict.fromkeys(SEATS, PLAIN)).until("stub")
    story: dict[str, Any] = {"cards": 52 - 3 * 3, "misdealt": False}
    table.do("count_stub", DEALER, **story)
    assert table.last("void_round").data.kind == "wrong_deck_count"
    table.finish()
    assert table.last("end_round").data.deck_removed
