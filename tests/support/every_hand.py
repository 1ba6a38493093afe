"""Hands for six boxes that between them are everything that is paid, and the paragraphs they prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feltlaw.register import clauses
from tests.support.eyes import house_way, qualifies
from tests.support.odds import in_five, in_three
from tests.support.told_settled import GIVEN_UP, TURN
from tests.support.worth import NO_TABLES, Cards, main, side

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
    "third": ("5s 6c 9d Jk 4c", "5s 5c 7h 7s Jh"),
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


def proved(
    regulation: str,
    name: str,
    dealer: int,
    wagers: Sequence[str],
    *,
    tables: Mapping[str, str] = NO_TABLES,
    folded: bool = False,
) -> list[str]:
    """The paragraphs behind what these hands are and are paid on these wagers, or on those that outlive a
    fold."""
    wagers = [one for one in wagers if not folded or one not in GIVEN_UP[regulation]]
    at = {place: tuple(cards.split()) for place, cards in plan(regulation, name, dealer).items()}
    found: list[str] = []
    stakes = dict.fromkeys((*TURN[regulation], "cover_all"), 100)
    for seat in range(1, 7):
        own = at[f"player {seat}"]
        cards = Cards(own, at.get("dealer", ()), at["community"], at.get(f"fourth {seat}", ("5s",)))
        if regulation == "PA-680a":
            cards = Cards(own, at["dealer"], three=house_way(own), dealers_three=house_way(at["dealer"]))
        lines = [] if folded else [*main(regulation, cards, stakes, tables).values()]
        for wager in wagers:
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
    found += _beside(regulation, at, folded=folded)
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
    ("PA-649a", "five_card_hand_bonus_player"): ("11(c)(8)(i)", "11(c)(8)(iii)"),
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


def _beside(regulation: str, at: Mapping[str, Sequence[str]], *, folded: bool) -> list[str]:
    """What is said of single cards: an ace that is low, a joker, a dealer's hand that qualifies or not."""
    found = []
    low = [cards for cards in at.values() if len(cards) == 3 and {card[0] for card in cards} == set("A23")]
    if low and regulation in ("PA-649a", "PA-679a"):
        found.append(f"{regulation}.6(a)#2")
    envied = any(len(cards) == 3 and in_three(tuple(cards)).startswith("mini") for cards in at.values())
    if folded and envied:
        found += {"PA-669a": ["PA-669a.11(g)"], "PA-649a": ["PA-649a.11(b)(2)#2"]}.get(regulation, [])
    if regulation == "PA-669a" and not folded:
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
