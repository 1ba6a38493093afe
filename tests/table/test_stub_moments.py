"""The stub: not before the last card is dealt, and without the cards that went elsewhere before."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from feltlaw.table.places import RACK, STUB
from tests.support.driver import DEALER, DEALS, dealt_to, drive, each, main_bets, marks
from tests.table.test_stub import BESIDE, HAND, NOT_COUNTED, stub_of

SEATS = (1, 3)
BONUSES: dict[str, list[tuple[str, dict[str, Any], int, int]]] = {
    "PA-649a": [
        ("five_card_progressive", {}, 100, 2),
        ("five_card_hand_bonus_player", {}, 100, 2),
        ("five_card_hand_bonus_dealer", {}, 100, 2),
    ],
    "MA-TCP": [("multi_game_link", {}, 100, 2)],
    "PA-679a": [("pair_bonus", {"community_card": True}, 500, 1), ("pair_bonus", {}, 500, 1)],
}
"""Each wager for which cards are dealt beside the hands, its terms, its stake, and how many cards."""
FACE_UP = {
    name: pytest.mark.clause("MA-TCP.14(a)" if name == "MA-TCP" else f"{name}.13(a)") for name in BONUSES
}


def section(wager: str) -> str:
    return wager.removesuffix("_player").removesuffix("_dealer")


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


# ── what a card face up leaves to be dealt ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=[marks(name, "remove_stub", group="automated_shoe"), FACE_UP[name]])
        for name in ("PA-649a", "MA-TCP", "PA-679a")
    ],
)
@pytest.mark.clause("I-12", "I-19")
def test_the_stub_leaves_the_shoe_after_the_last_stack_and_before_any_card_is_dealt_from_it(
    regulation: str,
) -> None:
    """Also the card that a stack lacks because it lay face up, whosever stack it was; and where no card is
    to come from it, the stub has left the shoe before it is racked or counted."""
    stacks = len(SEATS) + 1
    for wager, terms, stake in [
        ("", {}, 0),
        *((one, more, cents) for one, more, cents, _ in BONUSES[regulation]),
    ]:
        offered, side = ({section(wager): terms}, {wager: stake}) if wager else ({}, {})
        for short in (None, *range(stacks)):
            table = drive(regulation, wagers=offered, cards={**NOT_COUNTED, "deal": "automated_shoe"})
            table.start({seat: {**main_bets(regulation), **side} for seat in SEATS}).until("dealing")
            for at in range(stacks):
                assert "remove_stub" not in table.offered()
                assert "not to be taken out now" in table.refused("remove_stub", DEALER).what
                if at == short:
                    table.do("report", DEALER, kind="card_face_up")
                table.do("deal", DEALER)
            if short is None and not wager:
                continue
            assert [offer.do for offer in table.offers("remove_stub")] == ["remove_stub"]
            assert table.next().do == "remove_stub" and "deal" not in table.offered()
            for every in (False, True):
                refusal = table.refused("deal", DEALER, all=every)
                assert {*marks(regulation, "remove_stub", group="automated_shoe").args} & {*refusal.clauses}
            table.do("remove_stub", DEALER)
            while table.offers("deal"):
                table.do("deal", DEALER)
            assert table.state.phase == "stub" and len(table.cards("player 1")) == 3


# ── cards for a bonus, with a real deck ──


@each("count_stub", "rack_counted_stub", groups=DEALS, regulations=tuple(BONUSES))
@pytest.mark.parametrize("real_cards", [False, True])
def test_each_card_dealt_for_a_bonus_is_out_of_the_stub_and_no_other(
    regulation: str, deal: str, real_cards: bool
) -> None:
    """Community cards once for all, a fourth card for each who has the wager, none where nobody has it."""
    for wager, terms, stake, cards in BONUSES[regulation]:
        for many in (0, 1, 2):
            table = drive(
                regulation,
                wagers={section(wager): terms},
                cards={**NOT_COUNTED, "deal": deal},
                real_cards=real_cards,
            )
            own = main_bets(regulation)
            bets = {seat: {**own, wager: stake} if at < many else own for at, seat in enumerate(SEATS)}
            table.start(bets).until("stub")
            out = many if (wager, terms) == ("pair_bonus", {}) else cards * bool(many)
            rest = stub_of(regulation, len(SEATS)) - out
            assert [offer.data.cards for offer in table.offers("count_stub")] == [rest]
            for wrong in {rest + out, rest + 1, rest - 1, 52 - out} - {rest}:
                told = table.refused("count_stub", DEALER, cards=wrong).what
                assert "do not make a deck" in told or f"{rest} are left" in told
            table.do("count_stub", DEALER, cards=rest)
            assert table.last("count_stub").data.right and table.round.racked == (STUB,)
            assert not table.events("void_round"), (wager, many)


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


ONE_PERSON = [(8, "manual_shoe"), (9, "hand"), (10, "automated_shoe")]


@pytest.mark.parametrize(
    ("cards", "community"),
    [
        *(
            pytest.param(
                {"deal": deal},
                community,
                marks=pytest.mark.clause(*(f"PA-679a.{number}{one}" for one in ones)),
                id=f"{deal}-{'community' if community else 'fourth'}",
            )
            for (number, deal), both in zip(
                ONE_PERSON, (("(c)#2", "(h)"), ("(b)#2", "(g)"), ("(c)#2", "(h)")), strict=True
            )
            for community, ones in ((False, both[:1]), (True, both[1:]))
        ),
        *(
            pytest.param(
                FOUR,
                community,
                marks=pytest.mark.clause("PA-679a.10(g)(1)", "PA-679a.10(g)(2)"),
                id=f"stacks-of-four-{'community' if community else 'fourth'}",
            )
            for community in (False, True)
        ),
    ],
)
@pytest.mark.clause("I-10", "I-79")
@pytest.mark.parametrize("seats", [(2, 3, 4), (4, 3, 2), (2, 3), (3,), ()])
def test_a_fourth_card_goes_to_the_boxes_with_a_pair_bonus_and_to_no_other_of_the_same_player(
    cards: dict[str, Any], community: bool, seats: tuple[int, ...]
) -> None:
    """One player on seats 2 to 4 and another on 5: what a box is dealt goes by its own wagers."""
    for with_bonus in (set(seats[:1]), {*seats}, {*seats[1:], 5}):
        table = drive(
            "PA-679a",
            cards=cards,
            wagers={"pair_bonus": {"community_card": community}},
            limits={"adjacent_boxes": 3},
        )
        table.sit(2, 5)
        for seat in (3, 4):
            table.do("sit", Person("player", "p2"), seat=seat)
        table.start({seat: PAIR if seat in with_bonus else PLAIN for seat in (2, 3, 4, 5)}).until("stub")
        own = set() if community else with_bonus
        fourths = {seat: len(table.cards(f"fourth {seat}")) for seat in (2, 3, 4, 5)}
        assert fourths == {seat: int(seat in own) for seat in (2, 3, 4, 5)}
        assert all(len(table.cards(f"player {seat}")) == 3 for seat in (2, 3, 4, 5))
        assert len(table.cards("community")) == (community and bool(with_bonus))
        stacks = 5 if cards is FOUR else 0
        assert len(table.round.cards_at(RACK)) == (stacks - len(own) if stacks else 0)


# ── what the dealer is told ──

OUT = "ake the stub out of the shoe"
OFFERED: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "PA-649a": ({"five_card_hand_bonus": {}, "five_card_progressive": {}}, {"five_card_progressive": 100}),
    "MA-TCP": ({"multi_game_link": {}}, {"multi_game_link": 100}),
    "PA-679a": ({"pair_bonus": {}}, {"pair_bonus": 500}),
    "community": ({"pair_bonus": {"community_card": True}}, {"pair_bonus": 500}),
}
"""Wagers for which cards come from the stub, and the stake on one of them."""
TAKEN_OUT = ("PA-649a", "MA-TCP", "PA-679a")
"""Where cards may come from a stub that has left an automated shoe (649a.10(c), 679a.10(c), MA 9(d))."""


@each("rack_stub", "remove_stub", groups=DEALS)
@pytest.mark.clause("I-19")
@pytest.mark.parametrize("offered", ["nothing", "a wager", "community"])
@pytest.mark.parametrize("has", [0, 1, 2])
def test_the_dealer_is_told_once_to_take_the_stub_out_of_a_shoe_and_then_to_rack_it(
    regulation: str, deal: str, offered: str, has: int
) -> None:
    """Whether or not anybody has a wager for which cards come from it; from the hand there is no shoe."""
    key = "community" if (offered, regulation) == ("community", "PA-679a") else regulation
    terms, stake = OFFERED.get(key, ({}, {})) if offered != "nothing" else ({}, {})
    table = drive(regulation, cards={"deal": deal}, wagers=terms)
    table.start({s: {**main_bets(regulation), **(stake if at < has else {})} for at, s in enumerate(SEATS)})
    said: list[tuple[str, str]] = []
    while table.state.phase != "deciding":
        offer = table.next()
        said.append((offer.do, offer.text))
        table.take(offer)
    out = [at for at, (_, text) in enumerate(said) if OUT in text]
    assert len(out) == (deal != "hand"), said
    do, text = said[-1]
    assert do == "rack_stub" and "discard rack" in text and "unseen" in text and "counted" in text
    from_stub = deal == "automated_shoe" and bool(stake) and has > 0 and regulation in TAKEN_OUT
    if from_stub:
        assert said[out[0]][0] == "remove_stub" and said[out[0] + 1][0] == "deal"
    elif deal != "hand":
        assert out == [len(said) - 1], "told with the stub's way to the rack"
