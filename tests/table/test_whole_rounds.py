"""Whole rounds in every unusual condition, followed act by act with what the chapters say: who does what, to
which box, with which cards, in which order, and after each of them the layout, the rack and the money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from feltlaw.table import Event, Person
from tests.support.driver import DEALS, REGULATIONS, main_bets, marks
from tests.support.followed import Followed, followed
from tests.support.rounds import Bets, Hands
from tests.support.ways import CardsWay
from tests.support.whole import Whole

OFFERED: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "six_card_bonus": {}, "five_card_progressive": {},
                "five_of_six_progressive": {}, "five_card_hand_bonus": {}},
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}, "three_card_progressive": {}},
    "PA-679a": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}  # fmt: skip
DOLLAR = {
    "PA-649a": ("three_card_progressive", "five_card_progressive", "five_of_six_progressive",
                "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"),
    "MA-TCP": ("three_card_progressive",),
    "PA-669a": ("three_card_progressive",),
}  # fmt: skip
SIDES = {
    "PA-649a": ("pair_plus", "six_card_bonus"),
    "MA-TCP": ("pair_plus", "six_card_bonus", "cover_all"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("pair_plus", "six_card_bonus"),
    "PA-680a": ("bonus",),
}
THREE = {"player 1": "9s 9h 4d", "player 3": "5h 6d 7c", "player 4": "Kh 8h 3h", "player 6": "Qs Qd Qc"}
PLANS: dict[str, Hands] = {
    "PA-649a": {**THREE, "dealer": "Qh Jd 4c", "community": "9c 9d"},
    "MA-TCP": {**THREE, "dealer": "Qh Jd 4c"},
    "PA-679a": {**THREE, "dealer": "8s 9d Tc", "fourth 1": "2c", "fourth 6": "Ah"},
    "PA-669a": {**THREE, "community": "9c 9d Kd"},
    "PA-680a": {"player 1": "Kh Qd Jc 4s 5h", "player 3": "Kc Qc Jd 2s 3h", "player 4": "2c 2d 5c 7c 9d",
                "player 6": "Ah As Ad 8h 8c", "dealer": "Ks Qs Th 2h Ac"},
}  # fmt: skip
"""Hands that win some wagers and lose others at every seat."""


def box(regulation: str, ante: int = 1000, side: int = 500) -> dict[str, int]:
    """A stake on everything."""
    found = main_bets(regulation, ante) | dict.fromkeys(SIDES[regulation], side)
    found |= dict.fromkeys(DOLLAR.get(regulation, ()), 100)
    return {**found, "pot": 500} if regulation == "PA-680a" else found


def plain(regulation: str, ante: int = 1000) -> dict[str, int]:
    """The wagers without which nobody is dealt in."""
    return main_bets(regulation, ante) | ({"pot": 500} if regulation == "PA-680a" else {})


def usual(regulation: str) -> Bets:
    return {1: box(regulation), 3: plain(regulation), 4: box(regulation), 6: plain(regulation)}


def decisions(regulation: str, **seats: str) -> dict[int, Sequence[str]]:
    """`seat_3="fold"`: at the last street where there are streets, checked before."""
    early = ["check", "check"] if regulation == "PA-669a" else []
    return {int(seat.removeprefix("seat_")): [*early, word] for seat, word in seats.items()}


def open_table(regulation: str, deal: str, *, decks: int = 1, real: bool = False, **limits: int) -> Followed:
    way = CardsWay(regulation, "automated", deal, counts=True, decks=decks)
    return followed(way, real_cards=real, wagers=OFFERED[regulation], limits=limits)


DEALING = ("no_more_bets", "count_progressive_chips", "deal_hands", "deal_extra", "deal_community",
           "remove_stub", "rack_stub")  # fmt: skip
ROUND = ("decide", "collect_forfeits", "reveal_dealer", "reveal_community", "settle_players",
         "turn_up_player", "reveal_fourth", "read_player", "verify_win", "validate", "settle_pot",
         "settle_cover_all", "rack_cards", "end_game")  # fmt: skip
PAID = {
    "PA-649a": ["11(b)", "11(c)(3)(ii)(A)", "11(c)(3)(ii)(B)", "12(a)", "12(b):A", "12(d):A", "12(f):A",
                "12(h)(1)", "12(i)(1)"],
    "MA-TCP": ["10(b)", "11(a)(1)", "11(a)(2)", "11(a)(3)", "6(g)(4)", "12(k)"],
    "PA-679a": ["11(b)", "11(c)(3)(iii)", "11(c)(3)(iv)", "12(c):A", "11(d)(1)(i)", "11(d)(2)(ii)(B)",
                "12(f):A", "11(d)(3)(i)"],
    "PA-669a": ["11(b)", "11(d)", "11(i)(2)(i)", "11(i)(2)(ii)", "12(a):A", "12(b)", "12(c)", "12(d)",
                "12(f):A"],
    "PA-680a": ["11(d)(2)(ii)(B)", "12(a)", "12(b)", "11(e)(1)", "11(f)"],
}  # fmt: skip
"""What these hands are paid by."""
FOLDS = {
    "PA-649a": ["11(b)(1)", "11(b)(2)", "11(b)(3)", "11(c)"],
    "MA-TCP": ["10(b)#2", "10(b)#4", "6(g)(2)"],
    "PA-679a": ["11(b)", "11(b)#2", "11(c)"],
    "PA-669a": ["11(f)", "11(g)"],
}


def every(
    *steps: str,
    deals: Sequence[str] = DEALS,
    regulations: Sequence[str] = REGULATIONS,
    more: Mapping[str, Sequence[str]] = PAID,
) -> pytest.MarkDecorator:
    """Every regulation dealt in every way, with the clauses of the dealing, of the round and of `more`."""
    found = []
    for name in regulations:
        for deal in deals:
            proved = [*marks(name, *DEALING, group=deal).args, *marks(name, *ROUND, *steps).args]
            proved += [f"{name}.{one}" for one in more.get(name, ())]
            found.append(
                pytest.param(
                    name, deal, marks=pytest.mark.clause(*dict.fromkeys(proved)), id=f"{name}-{deal}"
                )
            )
    return pytest.mark.parametrize(("regulation", "deal"), found)


# ── cards ──


@every("store_other_deck", "alternate_decks")
def test_with_two_decks_each_round_is_dealt_from_the_other(regulation: str, deal: str) -> None:
    table = open_table(regulation, deal, decks=2)
    for _ in range(2):
        table.follow(table.begin(usual(regulation), PLANS[regulation]))


HANDS = {name: ["1:hand"] for name in ("PA-649a", "MA-TCP", "PA-679a")}


@every(more={name: [*PAID[name], *HANDS.get(name, ())] for name in REGULATIONS})
def test_with_real_cards(regulation: str, deal: str) -> None:
    table = open_table(regulation, deal, decks=2, real=True)
    folds = {} if regulation == "PA-680a" else decisions(regulation, seat_4="fold", seat_6="fold")
    for _ in range(2):
        table.follow(table.begin(usual(regulation), PLANS[regulation], says=folds))


# ── devices ──


def broken(table: Followed, whole: Whole) -> Sequence[Event]:
    offer = next(one for one in table.offers("device_out_of_order") if one.data.device == "shuffler")
    return table.take(offer)


# ── players ──


def leaves(name: str) -> Any:
    def gone(table: Followed, whole: Whole) -> Sequence[Event]:
        whole.gone.add(name)
        return super(Followed, table).do("leave", Person("player", name))

    return gone


WHEN = {"manual_shoe": "rack_stub", "hand": "decide", "automated_shoe": "turn_up_player"}


@every("abandon", "stay_seated")
def test_a_player_who_leaves_in_the_round(regulation: str, deal: str) -> None:
    """What needs a decision of his is folded, everything else is settled, and his winnings are held."""
    when = "set_hand" if (regulation, deal) == ("PA-680a", "hand") else WHEN[deal]
    table = open_table(regulation, deal)
    table.follow(table.begin(usual(regulation), PLANS[regulation]), **{when: leaves("p4")})
    assert 4 not in table.state.seats
    others = {seat: wagers for seat, wagers in usual(regulation).items() if seat != 4}
    table.follow(table.begin(others, {}))


DEFINED = {
    "PA-649a": ["1:hand", "1:play-wager", "7(d)(1)", "7(d)(3)", "7(d)(4)#2", "7(d)(6)#2", "7(d)(8)#2",
                "7(f)"],
    "MA-TCP": ["1:hand", "1:play-wager", "6(a)(1)", "6(a)(3)", "6(e)", "13(a)"],
    "PA-679a": [
        "1:prime-wager",
        "1:pair-bonus-wager",
        "1:all-six-bonus-wager",
        "1:play-wager",
        "7(d)(1)",
        "7(e)",
    ],
    "PA-680a": ["1:ante-wager", "1:bonus-wager", "7(d)(1)", "7(e)"],
}  # fmt: skip
"""What each box stakes for itself."""


@every(regulations=list(DEFINED), more={name: [*PAID[name], *DEFINED[name]] for name in DEFINED})
def test_one_player_in_two_boxes(regulation: str, deal: str) -> None:
    """He decides in each as he likes; each is dealt, settled and racked by itself."""
    table = open_table(regulation, deal, adjacent_boxes=2)
    bets = {1: box(regulation), 3: box(regulation, 1500), 4: box(regulation, 2500), 6: plain(regulation)}
    owners = {1: "p1", 3: "p3", 4: "p3", 6: "p6"}
    folds = "seat_4" if deal == "hand" else "seat_3"
    says = {} if regulation == "PA-680a" else decisions(regulation, **{folds: "fold"})
    whole = table.begin(bets, PLANS[regulation], owners, says=says)
    alone = {side: 500 for side in SIDES[regulation] if side != "pair_plus"}
    alone |= dict.fromkeys(DOLLAR.get(regulation, ()), 100)
    for wagers in ({side: cents} for side, cents in alone.items()):
        assert "needs" in table.refused("bet", Person("player", "p3"), seat=4, wagers=wagers).what
    table.follow(whole, guarded=True)


SEATS = {"PA-649a": 7, "MA-TCP": 7}


@every()
def test_the_first_the_last_and_every_box(regulation: str, deal: str) -> None:
    last = SEATS.get(regulation, 6)
    some = {"manual_shoe": [last], "hand": [1, last], "automated_shoe": [2, last - 1]}[deal]
    says = {seat: ["check", "play 2x"] for seat in range(1, 8)} if regulation == "PA-669a" else {}
    for seats in (some, range(1, last + 1)) if deal == "automated_shoe" else (some,):
        table = open_table(regulation, deal)
        bets = {seat: box(regulation) if seat % 2 else plain(regulation) for seat in seats}
        if len(bets) == 1:  # nobody to compete with for the pot
            bets[last].pop("pot", None)
        table.follow(table.begin(bets, {}, says=says))


def to_dan(table: Followed, whole: Whole) -> Sequence[Event]:
    table.dealer = Person("dealer", "dan")
    whole.dealer = "dan"
    return ()


def to_dee(table: Followed, whole: Whole) -> Sequence[Event]:
    table.dealer = Person("dealer", "dee")
    whole.dealer = "dee"
    return ()


@every(deals=["manual_shoe"])
def test_another_dealer_comes_in_mid_round(regulation: str, deal: str) -> None:
    table = open_table(regulation, deal)
    says = {} if regulation == "PA-680a" else decisions(regulation, seat_6="fold")
    table.follow(
        table.begin(usual(regulation), PLANS[regulation], says=says), deal=to_dan, turn_up_player=to_dee
    )


# ── wagers ──


@every(regulations=list(FOLDS), more=FOLDS)
def test_wagers_that_live_after_a_fold(regulation: str, deal: str) -> None:
    folds = {"manual_shoe": (1, 3), "hand": (4, 6), "automated_shoe": (1, 3, 4, 6)}[deal]
    table = open_table(regulation, deal)
    bets = {seat: box(regulation) for seat in (1, 4)} | {seat: plain(regulation) for seat in (3, 6)}
    if "pair_plus" in SIDES[regulation]:
        bets[3]["pair_plus"] = bets[6]["pair_plus"] = 500
    says = decisions(regulation, **{f"seat_{seat}": "fold" for seat in folds})
    table.follow(table.begin(bets, PLANS[regulation], says=says))


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(1)(iii)")
@pytest.mark.clause("MA-TCP.10(c)(1)(iv)", "MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.12(j)", "MA-TCP.10(b)#3")
@pytest.mark.parametrize("order", ["by_step", "by_player"])
@pytest.mark.parametrize("word", ["play", "fold", "surrender", "leave"])
def test_step_by_step_with_hands_that_stay_exposed(order: str, word: str) -> None:
    way = CardsWay("MA-TCP", "automated", "manual_shoe", counts=True, decks=2)
    table = followed(way, wagers=OFFERED["MA-TCP"], settlement={"order": order})
    for seat in (1, 3, 6):
        says = {seat: ["play" if word == "leave" else word]}
        bets = {1: box("MA-TCP"), 3: plain("MA-TCP"), 4: box("MA-TCP"), 6: plain("MA-TCP")}
        whole = table.begin(bets, PLANS["MA-TCP"], says=says, by_step=order == "by_step")
        table.follow(whole, **({"reveal_dealer": leaves(f"p{seat}")} if word == "leave" else {}))
