"""After the call: nothing is taken back whatever happens to the cards, a chip that is missed costs nobody
anything, and who has wagers in the round stays until it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.books import INVENTORY
from feltlaw.table.state import State
from tests.support.driver import CHIPS, DEALER, DEALS, DEVICE, FLOOR, REGULATIONS, Driver, drive, main_bets
from tests.support.rounds import P1, branch, check_links, player

PROGRESSIVE = {
    "PA-649a": ("three_card_progressive", "five_card_progressive", "five_of_six_progressive"),
    "PA-669a": ("three_card_progressive",),
    "MA-TCP": ("three_card_progressive", "multi_game_link"),
}
COUNTED = {
    "PA-649a": ("8(b)#2", "9(a)(3)#2", "10(a)(2)#2"),
    "PA-669a": ("8(b)#2", "9(a)(3)#2", "10(a)(2)#2"),
    "MA-TCP": ("13(b)", "13(b)", "13(b)"),
}
"""Where the chips are counted against the accepted wagers: dealt from a shoe, the hand, an automated shoe."""
AGAIN = (
    ("order_shuffle", "automated"),
    ("order_shuffle", "manual"),
    ("recut", "manual"),
    ("device_out_of_order", "automated"),
)
CALLED = {
    "PA-649a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "PA-679a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "PA-669a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "PA-680a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "MA-TCP": ("7(b)", "8(b)(3)", "9(b)(2)"),
}
CLOSED = dict.fromkeys(CALLED, "7(c)") | {"MA-TCP": "6(d)"}
SEATED = dict.fromkeys(CALLED, "7(b)") | {"MA-TCP": "6(c)"}
SIDE = {"PA-649a": "pair_plus", "PA-679a": "prime", "PA-669a": "pair_plus", "PA-680a": "bonus",
        "MA-TCP": "pair_plus"}  # fmt: skip


# ── the cards are prepared once more ──


def prepared_again() -> Iterator[Any]:
    """A shuffle by order, a recut, another device, in every way to deal where there is one."""
    for name, called in CALLED.items():
        for deal, clause in zip(DEALS, called, strict=True):
            for do, shuffle in AGAIN:
                if (do == "order_shuffle" and name == "MA-TCP") or (shuffle == "manual" and deal != DEALS[0]):
                    continue
                proved = pytest.mark.clause(f"{name}.{clause}", f"{name}.{CLOSED[name]}", "I-17")
                yield pytest.param(name, deal, shuffle, do, marks=proved, id=f"{name}-{deal}-{shuffle}-{do}")


@pytest.mark.parametrize(("regulation", "deal", "shuffle", "do"), list(prepared_again()))
def test_the_call_holds_while_the_cards_are_prepared_once_more(
    regulation: str, deal: str, shuffle: str, do: str
) -> None:
    progressive = PROGRESSIVE.get(regulation, ())[:1]
    table = drive(
        regulation,
        cards={"deal": deal, "shuffle": shuffle},
        wagers={name: {} for name in (*progressive, SIDE[regulation])},
    )
    box = {**main_bets(regulation), SIDE[regulation]: 500, **dict.fromkeys(progressive, 100)}
    table.open(1, 3, 4)
    table.start({1: box, 3: main_bets(regulation)})
    stakes = {seat: dict(found) for seat, found in table.round.facts.stakes.items()}

    def nothing_changes() -> None:
        for seat, wagers in (
            (1, {}), (1, main_bets(regulation)), (1, {**box, SIDE[regulation]: 1000}),
            (1, main_bets(regulation, 500)), (3, {}), (3, {**box}), (4, main_bets(regulation)),
        ):  # fmt: skip
            refusal = table.refused("bet", player(seat), seat=seat, wagers=wagers)
            assert refusal.what == "betting is closed"
            assert refusal.clauses == [f"{regulation}.{CLOSED[regulation]}", "I-17"]
        table.refused("return_wagers", DEALER, seat=1)
        table.refused("ready", P1, seat=1)
        assert table.round.facts.stakes == stakes and table.round.betting.locked

    nothing_changes()
    table.until("dealing")
    table.take(table.offers(do)[0])
    again = 0
    while not table.events("deal"):
        nothing_changes()
        again += table.state.phase == "shuffling"
        table.take(table.next())
    assert again or do == "device_out_of_order"
    nothing_changes()


BEFORE_THE_CARDS = {
    "PA-649a": {"1:pair-plus-wager": "pair_plus"},
    "MA-TCP": {"1:ante-wager": "ante", "1:pair-plus-wager": "pair_plus"},
    "PA-679a": {"1:ante-wager": "ante", "1:prime-wager": "prime", "1:pair-bonus-wager": "pair_bonus",
                "1:all-six-bonus-wager": "all_six_bonus"},
    "PA-680a": {"1:ante-wager": "ante", "1:pot-wager": "pot"},
}  # fmt: skip
"""Wagers that are defined as made "prior to any cards being dealt": before the call, at the latest (I-17)."""


@pytest.mark.parametrize(
    ("regulation", "wager", "deal"),
    [
        pytest.param(name, wager, deal, marks=pytest.mark.clause(f"{name}.{defined}", "I-17"))
        for name, defines in BEFORE_THE_CARDS.items()
        for defined, wager in defines.items()
        for deal in DEALS
    ],
)
def test_a_wager_that_is_made_before_the_cards_is_made_before_the_call(
    regulation: str, wager: str, deal: str
) -> None:
    """From the call to the end of the round nobody makes it, raises it or takes it back."""
    table = drive(regulation, cards={"deal": deal}, wagers={wager: {}}).open(1, 3, 4)
    box = {wager: 500, "ante": 1000}
    table.start({1: box, 3: box})
    for _ in table.to_the_end():
        assert "bet" not in table.offered()
        for seat, wagers in ((4, box), (1, {**box, wager: 1500}), (3, {})):
            refusal = table.refused("bet", player(seat), seat=seat, wagers=wagers)
            assert table.state.phase in ("racking", "ending") or refusal.what == "betting is closed"
        lying = {seat: {**stakes} for seat, stakes in table.round.facts.stakes.items()}
        assert all({w: c for w, c in lying.pop(seat).items() if w != "play"} == box for seat in (1, 3))
        assert not lying
        table.take(table.next())


# ── a chip that is missed ──


def showing(table: Driver, wager: str) -> int:
    """What the levels of a wager's meter show together."""
    link = table.link(wager)
    return sum(link.showing(level) for level in link.meter.levels)


@pytest.mark.parametrize(
    ("regulation", "deal", "wager"),
    [
        pytest.param(name, deal, wager, marks=pytest.mark.clause(f"{name}.{clause}", "I-18"))
        for name, clauses in COUNTED.items()
        for deal, clause in zip(DEALS, clauses, strict=True)
        for wager in PROGRESSIVE[name]
    ],
)
def test_a_wager_whose_chip_is_missing_goes_back_to_its_player_whole(
    regulation: str, deal: str, wager: str
) -> None:
    """The others are counted into the table inventory container; a chip without a wager moves no money."""
    table = drive(regulation, cards={"deal": deal}, wagers={wager: {}}).open(1, 3, 4)
    begins = showing(table, wager)
    table.start({seat: {**main_bets(regulation), wager: 100} for seat in (1, 3, 4)})
    each = (showing(table, wager) - begins) // 3
    table.do("resolve_chips", FLOOR, seat=1, wager=wager, cancel=False)
    assert not table.last("resolve_chips").moves
    main = sum(main_bets(regulation).values())
    for left, seat in ((2, 4), (1, 1)):
        for person in (DEALER, DEVICE, player(seat)):
            refusal = table.refused("resolve_chips", person, seat=seat, wager=wager, cancel=True)
            assert refusal.legal.startswith("It is for the floorperson.")
        table.do("resolve_chips", FLOOR, seat=seat, wager=wager, cancel=True)
        assert table.chips(seat) == CHIPS - main and table.state.on_felt(seat, wager) == 0
        assert wager not in table.round.facts.stakes[seat]
        off = [one for one in table.last("resolve_chips").moves if one.source.kind == "felt"]
        assert [(one.target.kind, one.target.of, one.cents) for one in off] == [("chips", f"p{seat}", 100)]
        assert showing(table, wager) == begins + left * each, "its part of the meter goes back too"
        check_links([table])
        table.refused("count_progressive_chips", DEALER, chips=left + 1)
    inventory = table.state.books[INVENTORY]
    table.do("count_progressive_chips", DEALER, chips=1)
    assert table.state.books[INVENTORY] == inventory + 100 and table.chips(3) == CHIPS - main - 100


# ── seated to the end ──


def leaving(table: Driver, seat: int) -> dict[str, Driver]:
    """The same table once this player has gone by himself, and once it was recorded, by two people where it
    takes two."""
    himself, recorded = branch(table), branch(table)
    himself.do("leave", player(seat))
    recorded.do("record_departure", DEALER, player=f"p{seat}")
    for request in recorded.state.requests:
        recorded.do("confirm", FLOOR, request=request.id)
    return {"leave": himself, "record_departure": recorded}


def moments(regulation: str, **sections: Any) -> Iterator[Driver]:
    """A round from the call to the last card in the rack: seat 1 folds, seat 3 plays, seat 4 has no wager."""
    table = drive(regulation, wagers={SIDE[regulation]: {}}, **sections).open(1, 3, 4)
    box = {**main_bets(regulation), SIDE[regulation]: 500}
    table.start({1: box, 3: box})
    before: tuple[object, ...] = ()
    for _ in table.to_the_end():
        now = _where(table.state)
        if now != before:
            yield table
        before = now
        offers = [one for one in table.offers("decide") if one.data.seat == 1]
        table.take(offers[-1] if offers and "fold" in [one.data.act for one in offers] else table.next())


def _where(state: State) -> tuple[object, ...]:
    """What tells a moment from another: the phase, who has decided, whose hand is settled or racked."""
    round_ = state.played
    players = [place for place in round_.racked if place.group == "player"]
    return state.phase, len(round_.facts.answers), {line.seat for line in round_.settling.lines}, players


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{SEATED[name]}", "I-09")) for name in REGULATIONS],
)
def test_who_is_in_the_round_does_not_go_with_his_chips_before_it_is_over(regulation: str) -> None:
    """Not before his cards, not after his fold or his hand's settlement, not while the cards are racked."""
    phases = set()
    for table in moments(regulation):
        phases.add(table.state.phase)
        for seat in (1, 3):
            chips = table.chips(seat)
            for how, gone in leaving(table, seat).items():
                left = gone.last(how).data
                assert (left.mid_round, left.kept_cents, left.returned) == (True, 0, {}), (how, seat)
                assert gone.state.seats[seat] == f"p{seat}" and gone.chips(seat) == chips
                assert gone.round.facts.stakes == table.round.facts.stakes
        for how, gone in leaving(table, 4).items():
            left = gone.last(how).data
            assert (left.mid_round, left.kept_cents) == (False, CHIPS), "he has no wager in it"
            assert 4 not in gone.state.seats
    assert {"dealing", "stub", "deciding", "settling", "racking"} <= phases


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{SEATED[name]}", "I-09")) for name in REGULATIONS],
)
def test_what_is_open_when_a_folded_player_goes_is_settled_and_then_he_is_gone(regulation: str) -> None:
    said = "set" if regulation == "PA-680a" else "fold"
    for table in moments(regulation):
        if any(one.word in (said, "surrender") for one in table.round.facts.answers.get(1, ())):
            break
    stayed, gone = branch(table), leaving(table, 1)["leave"]
    stayed.finish()
    gone.finish()
    ended = gone.last("end_round").data
    assert 1 not in gone.state.seats and 3 in gone.state.seats
    assert ended.kept == {"p1": stayed.chips(1)}, "the cage has for him what he would have had"


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.{SEATED[name]}", "I-09", "I-157"))
        for name in REGULATIONS
    ],
)
def test_who_left_has_his_seat_back_until_settling_begins_and_no_longer(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    table.do("leave", player(3))
    back = branch(table)
    back.do("come_back", player(3))
    assert back.state.is_here("p3") and back.round.facts.rulings == {}
    for _ in table.to_the_end():
        if table.state.phase in ("settling", "racking", "ending"):
            refusal = table.refused("come_back", player(3))
            assert "being settled" in refusal.what and f"{regulation}.{SEATED[regulation]}" in refusal.clauses
            assert "come_back" not in table.offered()
        table.take(table.next())
    assert 3 not in table.state.seats


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.7(b)#2", "I-09"))
        for name in REGULATIONS
        if name != "MA-TCP"
    ],
)
@pytest.mark.parametrize("seat", [1, 3, 4])
def test_whose_wagers_are_abandoned_is_asked_no_more_and_loses_them_all(regulation: str, seat: int) -> None:
    table = drive(regulation, wagers={SIDE[regulation]: {}}, settlement={"departed_player": "forfeit"})
    box = {**main_bets(regulation), SIDE[regulation]: 500}
    table.start(dict.fromkeys((1, 3, 4), box))
    table.do("leave", player(seat))
    table.both("rule_departed", FLOOR, seat=seat, ruling="abandoned")
    table.finish()
    answered = {event.data.seat for event in table.events("decide", "set_hand")}
    assert answered == {1, 3, 4} - {seat}
    lost = {one.id: one.net for one in table.paid(seat)}
    assert lost == {wager: -cents for wager, cents in box.items()}
