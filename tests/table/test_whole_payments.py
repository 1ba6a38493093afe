"""Every hand that is paid, in conditions that are not the usual ones: in a player's second box, after a fold,
for who has left, at odd and at the largest stakes, from the second deck, with real cards. Whole rounds,
followed act by act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from feltlaw.register import clauses
from feltlaw.table import Event, Person
from tests.support.driver import REGULATIONS, drive, main_bets
from tests.support.eyes import house_way, qualifies
from tests.support.followed import Followed, followed
from tests.support.odds import in_five, in_three
from tests.support.rounds import P3, Bets
from tests.support.told_settled import TURN
from tests.support.ways import CardsWay
from tests.support.whole import Whole
from tests.support.worth import Cards, main, side
from tests.table.test_whole_rounds import OFFERED, box, decisions

THREE = {
    "first": ("As Ks Qs", "9h 8h 7h", "Jc Jd Jh", "5h 6d 7c", "Kd 8d 3d", "9s 9c 4d"),
    "second": ("Ah Kh Qh", "4c 3c 2c", "6s 6h 6d", "As 2h 3h", "Js 8s 4s", "Jh Td 5c"),
    "third": ("Ks Qs 2h", "9s 8s 2c", "Ac Ad 3c", "Jh Th 9d", "Kd Kh 4c", "7c 5d 3d"),
}
DEALERS = {
    "first": ("Qd Tc 6c", "Ac 2d 3s", "Ts 8c 5s"),
    "second": ("Ad 2d 3d", "Ac 2s 3s", "Tc 9c 8d"),
    "third": ("As Js Ts", "Qh Qd Qc", "2s 4d 5h"),
}
COMMUNITY = {
    "PA-649a": {"first": "Js Ts", "second": "Tc Ts", "third": "As Ah"},
    "MA-TCP": {"first": "Js Ts", "second": "Tc Ts", "third": "As Ah"},
    "PA-669a": {"first": "9d 5d 2d", "second": "6c Jd Ts", "third": "As Js Ts"},
}
FIVE = {
    "first": ("Kh Qd Jc 4s 5h", "Kc Qc Jd 2s 3h", "2c 2d 5c 5d 9d", "3s 6s 8s Ts Js", "Ah As Ad 8h 8c",
              "9h 7d 6h 5s 4d"),
    "second": ("Jk Ah 4h 7h Jh", "2s 3h 4c 5c 6h", "7c 7d 7s 2h Qd", "9c 9d 9s 9h 2c", "Ad 2d 3d 4d 5d",
               "Tc Jc Qc Kc Ac"),
    "third": ("Kh Qd Jc 4s 5h", "Kc Qc Jd 2s 3h", "Td Tc 4d 6h Ac", "8h 8c 3d 3c 9s", "2d 4h 6s 8d Ts",
              "Ah As Ad 9h 9c"),
}  # fmt: skip
FIVE_DEALERS = {
    "first": ("Ks Qs Th 2h Ac", "Jk 4c Ks Qs Th"),
    "second": ("Kd Qs Th 3s As", "3c 3s 6c 6s Ts"),
    "third": ("Jk Ks 9d 7c 2h", "5s 5c 7h 7s Jh"),
}
FOURTHS = ("2d", "Kc", "2s", "Qh", "2h", "Tc")
"""679a: where a fourth card is used elsewhere another one comes."""


def plan(regulation: str, name: str, dealer: int) -> dict[str, str]:
    """Six hands, and what lies beside them."""
    five = regulation == "PA-680a"
    hands = (FIVE if five else THREE)[name]
    found = {f"player {seat}": hand for seat, hand in enumerate(hands, 1)}
    if name in COMMUNITY.get(regulation, {}):
        found["community"] = COMMUNITY[regulation][name]
    if regulation != "PA-669a":
        found["dealer"] = (FIVE_DEALERS if five else DEALERS)[name][dealer]
    taken = [card for hand in found.values() for card in hand.split()]
    found["community"] = " ".join(c for c in found.get("community", "").split() if taken.count(c) == 1)
    if regulation == "PA-679a":
        found |= {f"fourth {seat}": card for seat, card in enumerate(FOURTHS, 1) if card not in taken}
    return found


RANKED = {
    "PA-649a": ("6(b)", ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")),
    "PA-679a": ("6(b)", ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")),
    "PA-669a": ("6(c)", ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")),
}
RANKED_FIVE = {
    "PA-649a": ("6(d)", ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
                         "three_of_a_kind")),
    "PA-669a": ("6(b)", ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
                         "three_of_a_kind", "two_pair", "pair_of_tens_or_better")),
    "PA-680a": ("6(c)", ("five_aces", "royal_flush", "royal_flush_with_joker", "straight_flush",
                         "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pair")),
}  # fmt: skip
"""The paragraphs that say what a hand is, in order."""


def proved(regulation: str, name: str, dealer: int, tables: Mapping[str, str]) -> list[str]:
    """The paragraphs behind what these hands are and are paid."""
    at = {place: tuple(cards.split()) for place, cards in plan(regulation, name, dealer).items()}
    found: list[str] = []
    stakes = dict.fromkeys((*TURN[regulation], "cover_all"), 100)
    for seat in range(1, 7):
        own = at[f"player {seat}"]
        cards = Cards(own, at.get("dealer", ()), at["community"], at.get(f"fourth {seat}", ("5s",)))
        if regulation == "PA-680a":
            cards = Cards(own, at["dealer"], three=house_way(own), dealers_three=house_way(at["dealer"]))
        lines = [*main(regulation, cards, stakes, tables).values()]
        for wager in box_of(regulation, name, link="multi_game_link" in tables):
            if wager in ("ante", "blind", "cover_all", "pot") or (needs(wager) and len(at["community"]) < 2):
                continue
            lines.append(side(regulation, wager, cards, 100, tables=tables))
        for line in lines:
            found += line.clauses
            if line.paid or "%" in line.odds:
                found += [f"{regulation}.{one}" for one in WON.get((regulation, line.wager), ())]
                found += [f"{regulation}.{tables[one]}" for one in (f"envy {line.wager}",) if one in tables]
            if "%" in line.odds:
                found += [f"{regulation}.{one}" for one in METERED.get((regulation, line.wager), ())]
        found += named(RANKED, regulation, in_three(own) if len(own) == 3 else "")
        six = (
            *own,
            *(at["community"] if regulation in ("PA-669a",) else cards.dealer if len(own) == 3 else ()),
        )
        if len(six) >= 5:
            found += named(RANKED_FIVE, regulation, in_five(six))
    found += _beside(regulation, at)
    return [one for one in dict.fromkeys(found) if one in clauses()]


WON = {
    ("PA-649a", "three_card_progressive"): (
        "1:three-card-progressive-payout-hand",
        "11(c)(5)(iv)",
        "11(c)(5)(i)",
        "11(c)(5)(iii)",
    ),
    ("PA-649a", "five_card_progressive"): (
        "1:five-card-progressive-payout-hand",
        "11(c)(7)(iv)",
        "11(c)(7)(i)",
        "11(c)(7)(iii)",
    ),
    ("PA-649a", "five_of_six_progressive"): ("11(c)(9)(iv)", "11(c)(9)(i)", "11(c)(9)(iii)"),
    ("PA-669a", "three_card_progressive"): ("11(i)(3)(i)(A)", "11(i)(3)(i)(C)", "11(i)(3)(i)(D)"),
    ("MA-TCP", "three_card_progressive"): ("13(d)b", "13(d)d", "13(d)e", "13(d)f"),
}
"""Verified, validated and paid."""
METERED = {
    ("PA-649a", "three_card_progressive"): ("12(e)(4)", "11(c)(5)(iv)#2", "12(e)(5):$1", "11(c)(5)(v)"),
    ("PA-649a", "five_card_progressive"): ("12(h)(4)", "11(c)(7)(iv)#2", "12(h)(5):$1", "11(c)(7)(v)"),
    ("PA-649a", "five_of_six_progressive"): ("12(j)(4)", "11(c)(9)(iv)#2", "12(j)(5):$1", "11(c)(9)(v)"),
    ("PA-669a", "three_card_progressive"): (
        "12(e)(4)", "11(i)(3)(i)(D)#2", "12(e)(5):$1", "11(i)(3)(i)(E)",
    ),
    ("MA-TCP", "three_card_progressive"): ("13(d)a", "13(e)a", "13(e)c"),
}  # fmt: skip
"""As the meter stands at the player's turn, the cards held, and envy for the others."""


def _beside(regulation: str, at: Mapping[str, Sequence[str]]) -> list[str]:
    """What is said of single cards: an ace that is low, a joker, a dealer's hand that qualifies or not."""
    found = []
    low = [cards for cards in at.values() if len(cards) == 3 and {card[0] for card in cards} == set("A23")]
    if low and regulation in ("PA-649a", "PA-679a"):
        found.append(f"{regulation}.6(a)#2")
    if regulation == "PA-669a":
        found.append("PA-669a.6(a)")
    if regulation == "PA-680a":
        found.append(f"PA-680a.11(c)({1 if qualifies(house_way(tuple(at['dealer']))) else 2})")
        found += ["PA-680a.6(a)(4)"] if "Jk" in at["dealer"] else []
    return found


def needs(wager: str) -> bool:
    """Whether a wager reads the two community cards."""
    return wager.startswith("five_card") or wager == "multi_game_link"


def named(book: Mapping[str, tuple[str, Sequence[str]]], regulation: str, hand: str) -> list[str]:
    prefix, names = book.get(regulation, ("", ()))
    hand = hand.removesuffix("_of_spades")
    hand = "straight_flush" if hand == "mini_royal" and hand not in names else hand
    return [f"{regulation}.{prefix}({names.index(hand) + 1})"] if hand in names else []


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
    stake = {"odd": (12_37, 5_01), "largest": (50_000, 50_000)}.get(condition, (10_00, 5_00))
    link = "multi_game_link" in sections
    bets: Bets = {seat: box_of(regulation, name, *stake, link=link) for seat in range(1, 7)}
    for wager in [one for one, option in sections.items() if option.get("amount") == 5]:
        bets = {seat: {**stakes, wager: 500} for seat, stakes in bets.items()}
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
        happens = {"gone": all_leave, "largest": second_dealer}.get(condition, nothing)
        table.follow(whole, turn_up_player=happens)


def rounds() -> list[Any]:
    """Each set of hands in each condition, against one dealer's hand or the other."""
    found = []
    for regulation in REGULATIONS:
        here = [one for one in CONDITIONS if (regulation, one) not in NOT_HERE]
        for at, (condition, name) in enumerate(product(here, THREE)):
            for dealer in (0, 1) if condition == "boxes" else ((at + at // 3) % 2,):
                proves = pytest.mark.clause(*proved(regulation, name, dealer, {}))
                found.append(pytest.param(regulation, condition, name, dealer, marks=proves))
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
            boxes = regulation != "PA-669a" and (name == "second" or meter)
            condition = "boxes" if boxes else "folded"
            proves = pytest.mark.clause(
                *(one for one in proved(regulation, name, 1, tables) if one[-1:] != "A")
            )
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
