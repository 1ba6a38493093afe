"""Every hand that is paid, in conditions that are not the usual ones: in a player's second box, after a fold,
for who has left, at odd and at the largest stakes, from the second deck, with real cards. Whole rounds,
followed act by act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from feltlaw.table import Event, Person
from tests.support.driver import REGULATIONS, drive, main_bets
from tests.support.every_hand import THREE, plan, proved
from tests.support.followed import Followed, followed
from tests.support.rounds import P3, Bets
from tests.support.ways import CardsWay
from tests.support.whole import Whole
from tests.table.test_whole_rounds import OFFERED, box, decisions


def box_of(
    regulation: str, name: str, ante: int = 1000, stake: int = 500, *, link: bool = False
) -> dict[str, int]:
    """A stake on everything; what divides a meter is elsewhere, and the Multi Game Link is one of two."""
    found = box(regulation, ante, stake)
    if link:
        del found["three_card_progressive"]
        found["multi_game_link"] = 100
    shared = "five_card_hand" if name == "first" else "none"
    return {wager: cents for wager, cents in found.items() if not wager.startswith(shared)}


# ── in conditions that are not the usual ones ──


def all_leave(table: Followed, whole: Whole) -> Sequence[Event]:
    """All but one go when the first hand is turned up."""
    events: list[Event] = []
    for name in sorted(set(whole.owners.values()))[:-1]:
        whole.gone.add(name)
        events += super(Followed, table).do("leave", Person("player", name))
    return events


def second_dealer(table: Followed, whole: Whole) -> Sequence[Event]:
    table.dealer = Person("dealer", "dan")
    whole.dealer = "dan"
    return ()


def nothing(table: Followed, whole: Whole) -> Sequence[Event]:
    return ()


CONDITIONS = ("boxes", "folded", "gone", "odd", "largest")
PAIRS = (
    {1: "p1", 2: "p1", 3: "p3", 4: "p3", 5: "p5", 6: "p5"},
    {1: "p1", 2: "p2", 3: "p2", 4: "p4", 5: "p4", 6: "p6"},
)
"""So that every hand lies in a second box once."""


def play(
    regulation: str,
    name: str,
    dealer: int,
    condition: str,
    *,
    offered: Mapping[str, Any] | None = None,
    tables: Mapping[str, str] | None = None,
) -> None:
    """One round of six boxes with everything staked, in one condition."""
    decks, real = (2 if condition == "odd" else 1), condition == "largest"
    way = CardsWay(regulation, "automated", "automated_shoe", counts=True, decks=decks)
    boxes = 2 if condition == "boxes" else 1
    sections = {**OFFERED[regulation], **(offered or {})}
    if "multi_game_link" in sections:
        del sections["three_card_progressive"]
    table = followed(way, real_cards=real, wagers=sections, limits={"adjacent_boxes": boxes})
    stake = {"odd": (12_37, 5_01), "largest": (50_000, 50_000), "gone": (5_00, 5_00)}.get(
        condition, (10_00, 5_00)
    )
    link = "multi_game_link" in sections
    bets: Bets = {seat: box_of(regulation, name, *stake, link=link) for seat in range(1, 7)}
    for wager in [one for one, option in sections.items() if option.get("amount") == 5]:
        bets = {seat: {**stakes, wager: 500} for seat, stakes in bets.items()}
    if tables:
        kept = {*main_bets(regulation), *tables, *(offered or {})}
        bets = {seat: {w: cents for w, cents in some.items() if w in kept} for seat, some in bets.items()}
    owners = PAIRS[dealer] if condition == "boxes" else {seat: f"p{seat}" for seat in bets}
    says: Mapping[int, Sequence[str]] = {}
    if condition == "folded":
        says = decisions(regulation, **{f"seat_{seat}": "fold" for seat in bets})
    elif regulation == "PA-669a":
        says = {1: ["play 3x"], 2: ["play 2x"], 3: ["check", "play 2x"], 5: ["play 3x"]}
    hands = plan(regulation, name, dealer)
    for last in [False, True] if decks == 2 else [True]:
        whole = table.begin(
            bets if last else {1: main_bets(regulation)}, hands, owners, says=says, tables=tables or {}
        )
        happens = {"gone": all_leave, "folded": all_leave, "largest": second_dealer}.get(condition, nothing)
        table.follow(whole, turn_up_player=happens)


def rounds() -> list[Any]:
    """Each set of hands in each condition, against one dealer's hand or the other."""
    found = []
    for regulation in REGULATIONS:
        here = [one for one in CONDITIONS if (regulation, one) not in NOT_HERE]
        for at, (condition, name) in enumerate(product(here, THREE)):
            for dealer in (0, 1) if condition == "boxes" else ((at + at // 3) % 2,):
                wagers = [*box_of(regulation, name)]
                proves = proved(regulation, name, dealer, wagers, folded=condition == "folded")
                found.append(
                    pytest.param(regulation, condition, name, dealer, marks=pytest.mark.clause(*proves))
                )
    return found


NOT_HERE = (("PA-669a", "boxes"), ("PA-680a", "folded"))


@pytest.mark.parametrize(("regulation", "condition", "name", "dealer"), rounds())
def test_every_hand_is_paid_in_every_condition(
    regulation: str, condition: str, name: str, dealer: int
) -> None:
    play(regulation, name, dealer, condition)


CHOSEN: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    *(
        ("PA-649a", {"pair_plus": {"paytable": one}, "six_card_bonus": {"paytable": one}},
         {"pair_plus": f"12(d):{one}", "six_card_bonus": f"12(f):{one}"})
        for one in "BCDE"
    ),
    *(
        ("PA-649a", {"ante": {"bonus_paytable": one}, "three_card_progressive": {"paytable": "B"}},
         {"ante_bonus": f"12(b):{one}", "three_card_progressive": "12(e)(1):B"})
        for one in "BC"
    ),
    *(
        ("PA-679a", {"pair_bonus": {"paytable": one}, "all_six_bonus": {"paytable": one},
                     "play": {"bad_beat_paytable": one}},
         {"pair_bonus": f"12(f):{one}", "all_six_bonus": f"12(g):{one}", "bad_beat_bonus": f"12(c):{one}"})
        for one in "BCD"
    ),
    *(
        ("PA-669a", {"pair_plus": {"paytable": "B"}, "six_card_bonus": {"paytable": one}},
         {"pair_plus": "12(a):B", "six_card_bonus": f"12(f):{one}"})
        for one in "BCD"
    ),
    *(
        ("MA-TCP",
         {"six_card_bonus": {"paytable": f"TCP-6B{one}"}, "three_card_progressive": {"paytable": f"{one}"}},
         {"six_card_bonus": f"6(g)(4):TCP-6B{one}", "three_card_progressive": f"13(e):Table {one}"})
        for one in (2, 3)
    ),
    *(
        ("MA-TCP", {"multi_game_link": {"paytable": one}}, {"multi_game_link": f"13(g):{one}"})
        for one in ("PTMGL01", "PTMGL04")
    ),
    ("PA-649a", {f"{one}_progressive": {"amount": 5} for one in ("three_card", "five_card", "five_of_six")},
     {"envy three_card_progressive": "12(e)(5):$5", "envy five_card_progressive": "12(h)(5):$5",
      "envy five_of_six_progressive": "12(j)(5):$5"}),
]  # fmt: skip


def chosen() -> list[Any]:
    found: list[Any] = []
    for regulation, offered, tables in CHOSEN:
        meter = any("multi_game_link" in one or "envy" in one for one in tables)
        for name in ("second", "first" if meter else "third"):
            boxes = regulation != "PA-669a" and (name == "second" or meter or "ante_bonus" in tables)
            condition = "boxes" if boxes else "folded"
            every = box_of(regulation, name, link="multi_game_link" in tables)
            wagers = [one for one in every if one in offered]
            some = proved(regulation, name, 1, wagers, tables=tables, folded=not boxes)
            proves = pytest.mark.clause(*(one for one in some if not one.endswith(":A")))
            named = "-".join(tables.values())
            found.append(
                pytest.param(
                    regulation,
                    condition,
                    name,
                    offered,
                    tables,
                    marks=proves,
                    id=f"{regulation}-{named}-{name}",
                )
            )
    return found


@pytest.mark.parametrize(("regulation", "condition", "name", "offered", "tables"), chosen())
def test_the_table_that_was_chosen_pays_in_a_second_box_and_after_a_fold(
    regulation: str, condition: str, name: str, offered: dict[str, Any], tables: dict[str, str]
) -> None:
    play(regulation, name, 1, condition, offered=offered, tables=tables)


@pytest.mark.clause("PA-649a.12(i)(3)", "PA-649a.1:magic-card-bonus(i)", "PA-649a.1:lucky-bonus(i)", "I-10")
def test_what_is_drawn_is_paid_in_a_second_box_too() -> None:
    options = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}
    for lucky in (3, 4):
        table = drive("PA-649a", wagers=options, limits={"adjacent_boxes": 2})
        table.chance.drawn = {"magic_card": "9d", "lucky_position": lucky}
        table.sit(3)
        table.do("sit", P3, seat=4)
        stakes = {"ante": 1000, "five_card_hand_bonus_player": 100}
        hands = {"seat 3": "2s 7d Jc", "seat 4": "3h 8c Kd", "community": "9d 4c", "dealer": "Qs 6h 5d"}
        table.start({3: stakes, 4: stakes}, hands).finish()
        for seat in (3, 4):
            drawn = {one.id: one.paid for one in table.paid(seat) if one.is_award}
            assert drawn == {"magic_card": 20_00} | ({"lucky_bonus": 5_00} if seat == lucky else {})
