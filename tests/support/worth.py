"""What each wager of a round comes to, from the cards that lie there and the texts alone (.11 and .12 of the
Pennsylvania chapters, Massachusetts 6, 11, 12 and 13; readings I-02, I-30, I-71, I-135).

Hands and odds are read by `tests.support.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.support.eyes import Hand, points, qualifies, strength
from tests.support.odds import LOWER, in_five, in_three, pay, row
from tests.support.settled import PRINTED


@dataclass(frozen=True)
class Cards:
    """What lies on the table for one box."""

    own: Hand
    dealer: Hand = ()
    community: Hand = ()
    fourth: Hand = ()
    three: Hand = ()
    """680a: the three-card hand, as it was set."""
    dealers_three: Hand = ()
    highest: Hand = ()
    """MA 12: the highest hand at the table."""
    players: int = 0

    @property
    def two(self) -> Hand:
        return tuple(card for card in self.own if card not in self.three)

    @property
    def dealers_two(self) -> Hand:
        return tuple(card for card in self.dealer if card not in self.dealers_three)


@dataclass(frozen=True)
class Worth:
    """One line: what is paid on top and what comes back of the stake, by which paragraphs."""

    wager: str
    paid: int
    returned: int
    clauses: tuple[str, ...] = ()
    odds: str = ""

    @property
    def result(self) -> str:
        return "win" if self.paid or "%" in self.odds else "push" if self.returned else "lose"


# ── against the dealer ──

NO_TABLES: Mapping[str, str] = {}
Terms = dict[str, tuple[str, ...]]
"""By wager or award: the stake it is paid on, the odds, and the paragraphs."""


def queen_high(dealer: Hand) -> bool:
    return strength(dealer) >= (0, 10)


def main(
    regulation: str, cards: Cards, stakes: dict[str, int], tables: Mapping[str, str] = NO_TABLES
) -> dict[str, Worth]:
    """The wagers of the game itself and the bonus that comes with them, for who has stayed in; `tables` are
    those that the house chose where it is not the first."""
    found = GAMES[regulation](regulation, cards, tables)
    return {
        wager: Worth(
            wager,
            *pay(odds, stakes[on]),
            tuple(f"{regulation}.{one}" for one in cited),
            odds,
        )
        for wager, (on, odds, *cited) in found.items()
        if on in stakes
    }


def _three_card(regulation: str, cards: Cards, tables: Mapping[str, str]) -> Terms:
    here = regulation == "PA-649a"
    table = tables.get("ante_bonus", "12(b):A" if here else "11(a)(3)")
    bonus = row(f"{regulation}.{table}", in_three(cards.own))
    mine, theirs = strength(cards.own), strength(cards.dealer)
    if not queen_high(cards.dealer):
        cited = "11(c)(3)(i)" if here else "11(a)(1)#2"
        found: Terms = {"ante": ("ante", "1 to 1", cited), "play": ("play", "push", cited)}
    else:
        better, worse, even = ("11(c)(3)(ii)(B)", "12(a)"), ("11(c)(3)(ii)(A)",), ("11(c)(3)(ii)(C)",)
        said: tuple[str, ...]
        said = ("1 to 1", *better) if mine > theirs else ("", *worse) if mine < theirs else ("push", *even)
        if not here:
            said = (said[0], "11(a)(1)") if mine > theirs else said[:1]
        found = {one: (one, *said) for one in ("ante", "play")}
    if bonus:
        found["ante_bonus"] = ("ante", bonus.replace(" to ", " for "), table)
    return found


def _prime(regulation: str, cards: Cards, tables: Mapping[str, str]) -> Terms:
    """Bad beats from a straight upward, or from a flush where the table has one."""
    mine, theirs = strength(cards.own), strength(cards.dealer)
    hand = in_three(cards.own)
    hand = "mini_royal" if hand.startswith("mini") else hand
    if not queen_high(cards.dealer):
        return {"ante": ("ante", "push", "11(c)(3)(i)"), "play": ("play", "1 to 1", "11(c)(3)(i)", "12(a)")}
    if mine >= theirs:
        odds = row("PA-679a.12(b)", hand) or row("PA-679a.12(b)", "flush_or_lower")
        return {
            "ante": ("ante", "1 to 1", "11(c)(3)(ii)", "12(a)"),
            "play": ("play", odds, "11(c)(3)(ii)", "12(b)"),
        }
    table = tables.get("bad_beat_bonus", "12(c):A")
    bonus = row(f"PA-679a.{table}", hand)
    if not bonus:
        return {one: (one, "", "11(c)(3)(iii)") for one in ("ante", "play")}
    return {
        "ante": ("ante", "", "11(c)(3)(iv)"),
        "play": ("play", "push", "11(c)(3)(iv)"),
        "bad_beat_bonus": ("play", bonus.replace(" to ", " for "), table),
    }


def _raise_it_up(regulation: str, cards: Cards, tables: Mapping[str, str]) -> Terms:
    hand = in_five((*cards.own, *cards.community))
    play, blind = row("PA-669a.12(c)", hand), row("PA-669a.12(d)", hand)
    if not play:
        return {one: (one, "", "11(i)(2)(i)") for one in ("ante", "play", "blind")}
    cited = "11(i)(2)(ii)"
    return {
        "ante": ("ante", "1 to 1", cited, "12(b)"),
        "play": ("play", play, cited, "12(c)"),
        "blind": ("blind", blind, cited, "12(d)"),
    }


def _saigon(regulation: str, cards: Cards, tables: Mapping[str, str]) -> Terms:
    mine, theirs = qualifies(cards.three), qualifies(cards.dealers_three)
    count = points(cards.two)
    half = count == 5
    win = ("1 to 2", "12(b)") if half else ("1 to 1", "12(a)")
    if not theirs:
        if not mine:
            return {"ante": ("ante", "push", "11(d)(1)(i)")}
        return {"ante": ("ante", win[0], "11(d)(1)(ii)(B)" if half else "11(d)(1)(ii)(A)", win[1])}
    if not mine:
        return {"ante": ("ante", "", "11(d)(2)(i)")}
    other = points(cards.dealers_two)
    if count < other:
        return {"ante": ("ante", "", "11(d)(2)(ii)(A)")}
    if count == other:
        return {"ante": ("ante", "push", "11(d)(2)(ii)(C)")}
    return {"ante": ("ante", win[0], "11(d)(2)(ii)(B)", win[1])}


GAMES = {
    "PA-649a": _three_card,
    "MA-TCP": _three_card,
    "PA-679a": _prime,
    "PA-669a": _raise_it_up,
    "PA-680a": _saigon,
}

# ── against a table ──

SIDES = {
    ("PA-649a", "pair_plus"): ("12(d):A", "11(c)(4)", "own"),
    ("PA-649a", "three_card_progressive"): ("12(e)(1):A", "11(c)(5)", "own"),
    ("PA-649a", "six_card_bonus"): ("12(f):A", "11(c)(6)", "own dealer"),
    ("PA-649a", "five_card_progressive"): ("12(h)(1)", "11(c)(7)", "own community"),
    ("PA-649a", "five_card_hand_bonus_player"): ("12(i)(1)", "11(c)(8)", "own community"),
    ("PA-649a", "five_card_hand_bonus_dealer"): ("12(i)(1)", "11(c)(8)", "dealer community"),
    ("PA-649a", "five_of_six_progressive"): ("12(j)(1)", "11(c)(9)", "own dealer"),
    ("MA-TCP", "pair_plus"): ("11(a)(2)", "11(a)(2)", "own"),
    ("MA-TCP", "six_card_bonus"): ("6(g)(4):TCP-6B1", "6(g)(4)", "own dealer"),
    ("MA-TCP", "three_card_progressive"): ("13(e):Table 1", "13(c)", "own"),
    ("MA-TCP", "multi_game_link"): ("13(g):PTMGL01", "13(c)", "own community"),
    ("PA-679a", "all_six_bonus"): ("12(g):A", "11(d)(3)(i)/11(d)(3)(ii)", "own dealer"),
    ("PA-669a", "pair_plus"): ("12(a):A", "11(i)(1)", "own"),
    ("PA-669a", "three_card_progressive"): ("12(e)(1)", "11(i)(3)(i)", "own"),
    ("PA-669a", "six_card_bonus"): ("12(f):A", "11(i)(3)(ii)", "own community"),
    ("PA-680a", "bonus"): ("12(c)", "11(e)(1)/11(e)(2)", "own"),
}  # fmt: skip
"""By wager: the table that pays it, the paragraph that settles it (lost, won), and whose cards it reads."""


def side(
    regulation: str,
    wager: str,
    cards: Cards,
    stake: int,
    *,
    meter: int = 0,
    tables: Mapping[str, str] = NO_TABLES,
) -> Worth:
    """A wager against a posted table."""
    if wager == "prime":
        table, settles, odds = _same_color(cards)
    elif wager == "pair_bonus":
        table, settles, odds = _fourth(cards, tables.get(wager, "12(f):A"))
    elif wager == "cover_all":
        rows = PRINTED["MA-TCP.12(k)"]["players"][str(cards.players)]
        hand = in_three(cards.highest)
        table, settles, odds = (
            "12(k)",
            "12(b)",
            rows.get("mini_royal" if hand.startswith("mini") else hand, ""),
        )
    else:
        table, settles, read = SIDES[regulation, wager]
        table = tables.get(wager, table)
        held = tuple(card for name in read.split() for card in getattr(cards, name))
        hand = in_three(held) if len(held) == 3 else in_five(held)
        if regulation == "PA-680a":
            hand = {
                "royal_flush": "royal_flush_no_joker",
                "royal_flush_of_spades": "royal_flush_no_joker",
            }.get(hand, hand)
        odds = row(f"{regulation}.{table}", hand)
        settles = settles.split("/")[-1 if odds else 0]
    paid, returned = pay(odds, stake, meter)
    cited = {settles, table} if odds else {settles}
    return Worth(wager, paid, returned, tuple(f"{regulation}.{one}" for one in sorted(cited)), odds)


def _same_color(cards: Cards) -> tuple[str, str, str]:
    mine = {card[1] in "hd" for card in cards.own}
    both = mine | {card[1] in "hd" for card in cards.dealer}
    if len(mine) > 1:
        return "12(d)", "11(d)(1)(i)", ""
    return "12(d)", "11(d)(1)(ii)", row("PA-679a.12(d)", "player_and_dealer" if len(both) == 1 else "player")


def _fourth(cards: Cards, table: str) -> tuple[str, str, str]:
    hand = in_three(cards.own)
    if hand == "nothing":
        return "12(e)", "11(d)(2)(i)", ""
    hand = "mini_royal" if hand.startswith("mini") else hand
    (fourth,) = cards.fourth or cards.community
    if fourth[0] == "2":
        return table, "11(d)(2)(ii)(B)", row(f"PA-679a.{table}", f"{hand}_with_2")
    return "12(e)", "11(d)(2)(ii)(A)", row("PA-679a.12(e)", hand)


# ── for another's hand ──

ENVIES = {
    "PA-649a": (
        ("three_card_progressive", "envy_three_card", "12(e)(5):$1", "own"),
        ("five_card_progressive", "envy_five_card", "12(h)(5):$1", "own community"),
        ("five_of_six_progressive", "envy_five_of_six", "12(j)(5):$1", "own dealer"),
    ),
    "PA-669a": (("three_card_progressive", "envy_three_card", "12(e)(5):$1", "own"),),
    "MA-TCP": (
        ("three_card_progressive", "envy_three_card", "13(e):Table 1", "own"),
        ("multi_game_link", "envy_multi_game_link", "13(g):PTMGL01", "own community"),
    ),
}
"""By regulation: the wager that receives it, its name, the sums for a $1 wager, and which cards give it."""


def envy(regulation: str, wager: str, cards: Cards, tables: Mapping[str, str] = NO_TABLES) -> int:
    """What a hand brings to each other player with the wager."""
    for staked, _, table, read in ENVIES.get(regulation, ()):
        if staked == wager:
            held = tuple(card for name in read.split() for card in getattr(cards, name))
            hand = in_three(held) if len(held) == 3 else in_five(held)
            sums_of = f"{regulation}.{tables.get(f'envy {wager}', table)}"
            chosen = PRINTED.get(f"{regulation}.{tables.get(wager, '')}", {})
            sums = chosen.get("envy") or PRINTED[sums_of]["envy"]
            while hand not in sums and hand in LOWER:
                hand = LOWER[hand]
            return int(sums.get(hand, "").strip("$").replace(",", "") or 0) * 100
    return 0
