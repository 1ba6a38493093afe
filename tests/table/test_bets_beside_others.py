"""One wager, box or player beside others: what is asked of the first is asked of every one of them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.table import Person
from tests.support.driver import (
    CHIPS,
    DEALER,
    PENNSYLVANIA,
    REGULATIONS,
    SECOND,
    Driver,
    drive,
    each,
    main_bets,
    submission,
)
from tests.support.rounds import P1, P3, linked, player, write_link

PLACED = {name: "MA-TCP.6(b)" if name == "MA-TCP" else f"{name}.7(a)" for name in REGULATIONS}
"""Wagers are chips or plaques on their areas of the layout, and on no others."""


# ── a wager beside others in its box ──


ON_LINKS = {
    "PA-649a": ("three_card_progressive", "five_card_progressive"),
    "PA-669a": ("pair_plus", "three_card_progressive"),
    "MA-TCP": ("pair_plus", "three_card_progressive"),
}
"""Two wagers beside the main ones; the second feeds a meter that tables share."""


@pytest.mark.parametrize(
    "regulation", [pytest.param(one, marks=pytest.mark.clause(PLACED[one])) for one in ON_LINKS]
)
@pytest.mark.parametrize("lying", ["nothing", "the main wagers", "all but the one"])
def test_a_meter_that_is_stopped_takes_no_wager_wherever_it_stands_in_the_box(
    regulation: str, lying: str
) -> None:
    """S-12: the others are taken, and so is this one when its meter is back."""
    beside, stopped = ON_LINKS[regulation]
    offered: dict[str, Any] = {beside: {}, stopped: {"meter": "far"}}
    (table,) = linked(submission(regulation, wagers=offered), "one")
    table.open(1)
    write_link(table, "far", StopLink("a failed check"))
    fixed = "progressive" in beside
    others = {**main_bets(regulation), beside: 100 if fixed else 500}
    before = {"nothing": {}, "the main wagers": main_bets(regulation), "all but the one": others}[lying]
    if before:
        table.do("bet", P1, seat=1, wagers=before)
    for box in ({**others, stopped: 100}, {stopped: 100, **others}):
        refusal = table.refused("bet", P1, seat=1, wagers=box)
        assert "stopped: a failed check" in refusal.what and refusal.cite.clauses == (PLACED[regulation],)
    table.do("bet", P1, seat=1, wagers=others)
    write_link(table, "far", ResumeLink("healed"))
    table.do("bet", P1, seat=1, wagers={**others, stopped: 100})
    assert table.round.facts.stakes == {1: {**others, stopped: 100}}


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(d)")
@pytest.mark.parametrize("lying", [{}, {"ante": 1000}, {"ante": 1000, "pair_plus": 500}])
def test_cover_all_is_made_with_its_shuffler_alone_wherever_it_stands_in_the_box(
    lying: dict[str, int],
) -> None:
    table = drive("MA-TCP", wagers={"cover_all": {}, "three_card_progressive": {}}).open(1)
    table.do("device_out_of_order", device="shuffler", sign="removed", instead="manual")
    table.until("betting")
    if lying:
        table.do("bet", P1, seat=1, wagers=lying)
    others = {"ante": 1000, "pair_plus": 500, "three_card_progressive": 100}
    for box in ({**others, "cover_all": 500}, {"cover_all": 500, **others}, {"ante": 1000, "cover_all": 500}):
        refusal = table.refused("bet", P1, seat=1, wagers=box)
        assert "out of order" in refusal.what and refusal.clauses == ["MA-TCP.12(d)", "MA-TCP.12(e)"]
    table.do("bet", P1, seat=1, wagers=others)


ON_DEVICES = {
    "PA-649a": (
        ("PA-649a.2(c)(1)", "three_card_progressive"),
        ("PA-649a.2(c)(1)", "five_card_progressive"),
        ("PA-649a.2(c)(1)", "five_of_six_progressive"),
        ("PA-649a.7(d)(7)#2", "five_card_hand_bonus_player"),
        ("PA-649a.7(d)(7)#2", "five_card_hand_bonus_dealer"),
    ),
    "PA-669a": (("PA-669a.2(c)(1)", "three_card_progressive"),),
    "MA-TCP": (("MA-TCP.13(a)", "three_card_progressive"), ("MA-TCP.13(a)", "multi_game_link")),
}
"""What is not laid on the layout but on a device at the position, which acknowledges the placement."""


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param(name, wager, marks=pytest.mark.clause(clause), id=f"{name}-{wager}")
        for name, wagers in ON_DEVICES.items()
        for clause, wager in wagers
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_what_a_device_has_acknowledged_lies_there_whatever_is_done_beside_it(
    regulation: str, wager: str, first: bool
) -> None:
    """Its meter stops afterwards: the other wagers of the box are raised, lowered, made and taken back as
    before, in whichever order the box is said; taken back itself it is not made again, nor by others."""
    table = drive(regulation, wagers={wager.removesuffix("_player").removesuffix("_dealer"): {}}).open(1, 3)

    def box(ante: int, **side: int) -> dict[str, int]:
        others = {**main_bets(regulation, ante), **side}
        return {wager: 100, **others} if first else {**others, wager: 100}

    table.bet({1: box(1000)})
    assert table.last("bet").data.accepted == (wager,)
    (link,) = table.state.links.values()
    write_link(table, link, StopLink("a failed check"))
    for stakes in (
        box(1000),
        box(2000),
        box(500),
        box(500, pair_plus=500),
        box(1500, pair_plus=1000),
        box(1500),
    ):
        table.bet({1: stakes})
        assert table.last("bet").data.accepted == (wager,)
        assert table.round.facts.stakes == {1: stakes} and table.chips(1) == CHIPS - sum(stakes.values())
    table.bet({3: main_bets(regulation)})
    assert "stopped" in table.refused("bet", P3, seat=3, wagers=box(1000)).what
    table.bet({1: main_bets(regulation)})
    assert table.last("bet").data.accepted == ()
    assert "stopped: a failed check" in table.refused("bet", P1, seat=1, wagers=box(1000)).what


@pytest.mark.clause("MA-TCP.12(d)")
@pytest.mark.parametrize("first", [True, False])
def test_what_was_bet_on_cover_all_while_its_shuffler_worked_keeps_no_other_wager_from_changing(
    first: bool,
) -> None:
    """It may lie, and be taken back; it is not raised and not made anew without the device."""
    table = drive("MA-TCP", wagers={"cover_all": {}}).open(1)

    def box(ante: int, cover: int, **more: int) -> dict[str, int]:
        return (
            {"cover_all": cover, "ante": ante, **more}
            if first
            else {"ante": ante, **more, "cover_all": cover}
        )

    table.bet({1: box(1000, 500)})
    table.do("device_out_of_order", device="shuffler", sign="removed", instead="manual")
    table.until("betting")
    for stakes in (box(1000, 500), box(2000, 500), box(500, 500, pair_plus=500), box(1500, 500)):
        table.bet({1: stakes})
        assert table.round.facts.stakes == {1: stakes}
    for cover in (600, 1000):
        assert "out of order" in table.refused("bet", P1, seat=1, wagers=box(1500, cover)).what
    table.bet({1: {"ante": 1000}})
    assert "out of order" in table.refused("bet", P1, seat=1, wagers=box(1000, 500)).what


SIDE = {"PA-649a": "pair_plus", "PA-679a": "prime", "PA-669a": "pair_plus", "PA-680a": "bonus",
        "MA-TCP": "pair_plus"}  # fmt: skip


@pytest.mark.parametrize(
    "regulation", [pytest.param(one, marks=pytest.mark.clause(PLACED[one])) for one in REGULATIONS]
)
def test_while_cards_are_prepared_again_no_wager_of_a_box_is_made_or_raised(regulation: str) -> None:
    """Those that lie there may lie or be taken back, also beside one that would be new."""
    side = SIDE[regulation]
    lying = {**main_bets(regulation), side: 500}
    table = drive(regulation, wagers={side: {}}).open(1, 3)
    table.bet({1: lying, 3: main_bets(regulation)})
    if regulation == "MA-TCP":
        table.do("change_deck")
    else:
        table.do("order_shuffle")
    for who, seat, box in (
        (P1, 1, {**lying, side: 600}),
        (P1, 1, main_bets(regulation, 1100)),
        (P3, 3, {**main_bets(regulation), side: 500}),
    ):
        assert "prepared again" in table.refused("bet", who, seat=seat, wagers=box).what
    table.do("bet", P1, seat=1, wagers=lying)
    table.do("bet", P1, seat=1, wagers=main_bets(regulation))
    assert table.round.facts.stakes == {1: main_bets(regulation), 3: main_bets(regulation)}


@pytest.mark.clause("PA-680a.1:pot-wager", "PA-680a.7(d)(2)", "PA-680a.7(e)", "I-138")
@pytest.mark.parametrize(
    "box", [{"ante": 1000, "bonus": 500, "pot": 500}, {"pot": 500, "bonus": 500, "ante": 1000}]
)
@pytest.mark.parametrize("seats", [(1,), (1, 2)])
def test_one_player_alone_gets_the_pot_back_and_nothing_else(box: dict[str, int], seats: Any) -> None:
    """Also with two boxes: they are one person's."""
    table = drive("PA-680a", wagers={"pot": {}, "bonus": {}}, limits={"adjacent_boxes": 2}).open(1)
    for seat in seats[1:]:
        table.do("sit", P1, seat=seat)
    for seat in seats:
        table.do("bet", P1, seat=seat, wagers=box)
    table.do("no_more_bets", DEALER)
    back = table.last("no_more_bets").data.returned
    assert sorted((one.seat, one.wager) for one in back) == [(seat, "pot") for seat in seats]
    assert table.round.facts.stakes == {seat: {"ante": 1000, "bonus": 500} for seat in seats}


# ── a box beside others ──


@pytest.mark.clause("MA-TCP.6(b)", "I-10", "I-123")
@pytest.mark.parametrize("last", [1, 2, 3])
@pytest.mark.parametrize("owners", ["abc", "aab", "abb", "aaa"])
def test_every_match_play_coupon_lies_where_it_was_put_whoever_bets_after(last: int, owners: str) -> None:
    """A box has its own, whoever has the box beside it; each is on the record with the bet it came with."""
    table = drive("MA-TCP", wagers={"ante": {"match_play": True}}, limits={"adjacent_boxes": 3})
    people = {seat: Person("player", owner) for seat, owner in enumerate(owners, 1)}
    for seat, who in people.items():
        table.do("sit", who, seat=seat)
    for who in dict.fromkeys(people.values()):
        table.do("buy_in", who, amount=CHIPS)
    table.until("betting")
    for seat, who in people.items():
        table.do("bet", who, seat=seat, wagers={"ante": 1000}, coupon="ante")
    assert table.round.facts.coupons == {1: "ante", 2: "ante", 3: "ante"}
    table.do("bet", people[last], seat=last, wagers={"ante": 2000}, coupon="ante")
    assert table.round.facts.coupons == {1: "ante", 2: "ante", 3: "ante"}
    table.do("bet", people[last], seat=last, wagers={"ante": 2000})
    assert table.round.facts.coupons == {seat: "ante" for seat in (1, 2, 3) if seat != last}
    table.do("bet", people[last], seat=last, wagers={"ante": 2000}, coupon="ante")
    table.do("no_more_bets")
    assert table.round.facts.coupons == {1: "ante", 2: "ante", 3: "ante"}


EITHER = {
    "PA-649a": ("PA-649a.1:pair-plus-wager", "PA-649a.7(d)(1)", "PA-649a.7(d)(2)", "PA-649a.7(d)(3)"),
    "MA-TCP": ("MA-TCP.1:ante-wager", "MA-TCP.1:pair-plus-wager", "MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)",
               "MA-TCP.6(a)(3)"),
}  # fmt: skip
"""Where a player is dealt in with an Ante, with a Pair Plus alone, or with both."""
BOXES: tuple[dict[str, int], ...] = ({"ante": 1000}, {"pair_plus": 1000}, {"ante": 1000, "pair_plus": 1000})


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*found, "I-34")) for name, found in EITHER.items()],
)
@pytest.mark.parametrize("boxes", [*product(BOXES, BOXES)])
def test_who_is_dealt_in_with_one_wager_of_two_waits_for_the_deal_and_has_his_cards(
    regulation: str, boxes: tuple[dict[str, int], ...]
) -> None:
    """With either wager alone: he may say so, once; the dealer may call, and he is dealt three cards."""
    table = drive(regulation).open(1, 3)
    table.bet(dict(zip((1, 3), boxes, strict=True)))
    for seat, left in ((3, [1]), (1, [])):
        assert seat in [offer.data.seat for offer in table.offers("ready")]
        table.do("ready", player(seat), seat=seat)
        assert [offer.data.seat for offer in table.offers("ready")] == left
        assert "waits already" in table.refused("ready", player(seat), seat=seat).what
    assert {*table.round.betting.ready} == {1, 3} == {*table.round.facts.stakes}
    table.do("no_more_bets")
    table.until("deciding")
    assert [len(table.cards(f"player {seat}")) for seat in (1, 3)] == [3, 3]
    asked = [seat for seat, box in zip((1, 3), boxes, strict=True) if "ante" in box]
    table.finish()
    assert [event.data.seat for event in table.events("decide")] == asked


@each("close_betting")
def test_everybody_who_has_bet_says_for_himself_that_he_waits(regulation: str) -> None:
    """It is offered to each of them, is said once, and is taken back by a change of his own wagers."""
    table = drive(regulation).open(1, 3, 4, 6)
    table.bet({seat: main_bets(regulation) for seat in (1, 3, 4)})

    def asked() -> list[int]:
        return sorted(offer.data.seat for offer in table.offers("ready"))

    assert asked() == [1, 3, 4]
    for said, seat in enumerate((4, 1, 3), 1):
        table.do("ready", player(seat), seat=seat)
        assert set(table.round.betting.ready) == {4, 1, 3} - set((4, 1, 3)[said:])
        assert asked() == sorted((4, 1, 3)[said:])
        assert "waits already" in table.refused("ready", player(seat), seat=seat).what
    assert "has no wager" in table.refused("ready", player(6), seat=6).what
    table.do("bet", player(1), seat=1, wagers=main_bets(regulation, 2000))
    assert asked() == [1] and set(table.round.betting.ready) == {3, 4}
    table.do("bet", player(3), seat=3, wagers={})
    assert asked() == [1] and set(table.round.betting.ready) == {4}


# ── a bet after a quiet time ──


def without_shuffler(table: Driver) -> None:
    table.do("device_out_of_order", device="shuffler", sign="covered", instead="manual")


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(one, marks=pytest.mark.clause(PLACED[one], f"{one}.5(f)", f"{one}.5(g)"))
        for one in PENNSYLVANIA
    ],
)
@pytest.mark.parametrize("fails", ["before the call", "in the round", "after it"])
def test_who_bets_ends_the_quiet_time_of_cards_in_a_reshuffling_device(regulation: str, fails: str) -> None:
    """They stayed in it while nobody was there; once somebody has bet they have not lain alone."""
    table = drive(regulation, cards={"shuffle": "continuous"}).open(1)
    table.do("leave", P1)
    table.clock.now += SECOND
    table.sit(3)
    table.until("betting").do("bet", P3, seat=3, wagers=main_bets(regulation))
    if fails != "before the call":
        table.do("no_more_bets")
        table.until("deciding")
        if fails == "after it":
            table.finish()
    without_shuffler(table)
    if fails == "in the round":
        table.finish()
    table.until("betting")
    assert "bet" in table.offered()
    table.do("bet", P3, seat=3, wagers=main_bets(regulation, 2000))
    assert table.round.facts.stakes == {3: main_bets(regulation, 2000)}
    assert "idle_spread" not in table.kinds()
