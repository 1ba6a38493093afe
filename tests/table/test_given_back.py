"""A stake that is neither paid on nor collected goes back to its player when his line is settled; of one who
has left it is held, and said to be, like his winnings (I-09)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from feltlaw.table.places import hand
from feltlaw.views import Viewer, view
from tests.support.driver import CHIPS, DEALER, FLOOR2, main_bets
from tests.support.rounds import P3, house, nets, real, settling

Came = Mapping[str, tuple[str, int, int]]
"""By wager the result, what is paid and what of the stake comes back; each stake is $10."""
PUSH, LOST, WON = ("push", 0, 1000), ("lose", 0, 0), ("win", 1000, 1000)
EQUAL = {"seat 3": "Qd 9h 4c", "dealer": "Qs 9c 4d"}
JACK = {"seat 3": "Qd 9h 4c", "dealer": "Js 9c 4d"}
KING = {"seat 3": "Qd 9h 4c", "dealer": "Ks 9c 4d"}
TENS = {"seat 3": "8d 5h 2c", "community": "Ts Tc 4d"}
NINES = {"seat 3": "8d 5h 2c", "community": "9s 9c 4d"}
NEITHER = {"seat 3": "2h 2d 3c 2s 3d", "dealer": "8c 5d 3s 4d Kh"}
SAME = {"seat 3": "7h 7d 6s Th 9s", "dealer": "4s Kc 5d Qc Jc"}
ONLY_DEALER = {"seat 3": "2h 2d 3c 2s 3d", "dealer": "4s Kc 5d Qc Jc"}
CASES: list[tuple[str, Mapping[str, str], Came, tuple[str, ...]]] = [
    ("PA-649a", JACK, {"ante": WON, "play": PUSH}, ("11(c)(3)(i)",)),
    ("PA-649a", EQUAL, {"ante": PUSH, "play": PUSH}, ("11(c)(3)(ii)(C)",)),
    ("PA-649a", KING, {"ante": LOST, "play": LOST}, ("11(c)(3)(ii)(A)",)),
    ("MA-TCP", JACK, {"ante": WON, "play": PUSH}, ("11(a)(1)#2",)),
    ("MA-TCP", KING, {"ante": LOST, "play": LOST}, ("10(c)",)),
    ("PA-679a", JACK, {"ante": PUSH, "play": WON}, ("11(c)(3)(i)",)),
    ("PA-679a", KING, {"ante": LOST, "play": LOST}, ("11(c)(3)(iii)",)),
    ("PA-669a", TENS, {"ante": WON, "play": WON, "blind": PUSH}, ("1:push", "11(i)(2)(ii)", "12(d)")),
    ("PA-669a", NINES, {"ante": LOST, "play": LOST, "blind": LOST}, ("11(i)(2)(i)",)),
    ("PA-680a", NEITHER, {"ante": PUSH}, ("11(d)(1)(i)",)),
    ("PA-680a", SAME, {"ante": PUSH}, ("11(d)(2)(ii)(C)",)),
    ("PA-680a", ONLY_DEALER, {"ante": LOST}, ("11(d)(2)(i)",)),
]
LEAVES = {"MA-TCP": "6(c)"}
"""Who goes in mid-round; in Pennsylvania .7(b), by which his wagers may be taken and need not."""


def proved(name: str, law: tuple[str, ...], *, gone: bool) -> pytest.MarkDecorator:
    left = ("I-09", f"{name}.{LEAVES.get(name, '7(b)#2')}") if gone else ()
    return pytest.mark.clause(*(f"{name}.{at}" for at in law), *left)


@pytest.mark.parametrize(
    ("regulation", "hands", "came", "gone"),
    [
        pytest.param(name, hands, came, gone, marks=proved(name, law, gone=gone), id=f"{name}-{at}-{gone=}")
        for at, (name, hands, came, law) in enumerate(CASES)
        for gone in (False, True)
    ],
)
def test_what_is_not_collected_is_its_players_again_or_held_for_him(
    regulation: str, hands: Mapping[str, str], came: Came, gone: bool
) -> None:
    table = settling(regulation, hands=hands)
    if gone:
        table.do("leave", P3)
    chips, inventory = table.state.chips("p3"), house(table)
    assert chips == CHIPS - 1000 * len(came)
    table.until("racking")
    mine = {one.id: one for one in table.paid(3) if one.stake}
    assert {wager: (one.result, one.paid, one.returned) for wager, one in mine.items()} == came
    due = sum(paid + returned for _, paid, returned in came.values())
    assert (table.state.chips("p3"), table.state.held("p3")) == (chips + due * (not gone), due * gone)
    assert not [account for account, cents in table.state.books.items() if account.kind == "felt" and cents]
    others = sum(one.stake - one.returned - one.paid for one in table.paid() if one.seat != 3)
    assert house(table) - inventory == 1000 * len(came) - due + others
    public = view(table.state, Viewer("onlooker")).public.round
    assert public is not None
    said = {one.wager: one.note for one in public.lines if one.seat == 3 and one.stake}
    held = {wager for wager, (_, paid, returned) in came.items() if gone and paid + returned}
    for wager in came:
        for note in (mine[wager].note, said[wager]):
            assert ("held for the player, who left" in note) == (wager in held), wager


SHORT = {"MA-TCP": "14(c)"}
"""Who has a wrong number of cards makes the round void; in Pennsylvania .13(c)."""


@pytest.mark.parametrize(
    ("regulation", "hands", "came", "gone"),
    [
        pytest.param(
            name,
            hands,
            came,
            gone,
            marks=pytest.mark.clause(
                *(f"{name}.{at}" for at in law), f"{name}.{SHORT.get(name, '13(c)')}", "I-08", "I-152"
            ),
            id=f"{name}-{at}-{gone=}",
        )
        for at, (name, hands, came, law) in enumerate(CASES)
        for gone in (False, True)
    ],
)
@pytest.mark.parametrize("kept", [False, True])
def test_what_has_come_back_already_does_not_come_back_again_when_the_round_is_void(
    regulation: str, hands: Mapping[str, str], came: Came, gone: bool, kept: bool
) -> None:
    """Pushed, lost or won before another hand is found with a card too many: each stake comes back once, and
    the house has neither gained nor lost, but what it paid where that stays paid."""
    late = {"late_void": "keep_paid" if kept else "take_back"}
    cards = {place.replace("seat", "player"): held for place, held in hands.items()}
    sits = {seat: main_bets(regulation) for seat in (1, 3)}
    table = real(regulation, sits, cards, settlement=late)
    before = house(table)
    table.until("settling")
    if gone:
        table.do("leave", P3)
    while not table.paid(3):
        table.take(table.next())
    mine = {one.id: (one.result, one.paid, one.returned) for one in table.paid(3) if one.stake}
    assert mine == came and not table.paid(1)
    won = sum(paid for _, paid, _ in came.values())
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=9)
    assert table.round.void
    stays = won if kept or gone else 0
    assert nets(table, 1) == {1: 0} and house(table) == before - stays
    assert table.state.chips("p3") + table.state.held("p3") == CHIPS + stays
