"""What is paid and what becomes of the stake, in words: "N to 1" brings it back, "N for 1" and a share of a
meter keep it (I-01). Every row of every printed table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import feltlaw
from feltlaw import load
from feltlaw.cards import DECK
from feltlaw.register import clauses
from feltlaw.settlement import explain
from tests.paytable.test_printed import in_our_words
from tests.support.called import KINDS
from tests.support.settled import PRINTED, STAYS, main

THREE = {
    "mini_royal_of_spades": "As Ks Qs", "mini_royal": "Ah Kh Qh", "straight_flush": "9d 8d 7d",
    "three_of_a_kind": "9s 9h 9c", "straight": "5s 6h 7c", "flush": "2h 7h Jh", "flush_or_lower": "2h 7h Jh",
    "pair": "4s 4d 9h",
}  # fmt: skip
OF_SIX = {
    "super_royal_of_diamonds": ("9d Td Jd", "Qd Kd Ad"), "super_royal": ("9h Th Jh", "Qh Kh Ah"),
    "six_card_royal_flush_of_diamonds": ("9d Td Jd", "Qd Kd Ad"),
    "six_card_royal_flush": ("9c Tc Jc", "Qc Kc Ac"), "royal_flush_of_spades": ("As Ks Qs", "Js Ts 2d"),
    "royal_flush": ("Ah Kh Qh", "Jh Th 2d"), "straight_flush": ("5s 6s 7s", "8s 9s 2d"),
    "four_of_a_kind": ("9s 9h 9c", "9d 4h Kc"), "full_house": ("9s 9h 9c", "2d 2h Kc"),
    "flush": ("2s 4s 6s", "8s Ts Kc"), "straight": ("2s 3h 4c", "5d 6h Kc"),
    "three_of_a_kind": ("9s 9h 9c", "2d 4h Kc"), "two_pair": ("9s 9h 4c", "4d 2h Kc"),
    "pair_of_tens_or_better": ("Ts Th 4c", "9d 2h Kc"),
}  # fmt: skip
OF_FIVE = {
    "royal_flush": ("As Ks Qs", "Js Ts"), "straight_flush": ("9s 8s 7s", "Js Ts"),
    "four_of_a_kind": ("9s 9h 9d", "9c 2d"), "full_house": ("9s 9h 9d", "2c 2d"),
    "flush": ("2s 5s 9s", "Js Ts"), "straight": ("9h 8s 7s", "Jd Ts"),
    "three_of_a_kind": ("9s 9h 9d", "8c 2d"),
}  # fmt: skip
OTHER, BEATEN_BY = "Qc Td 5h", "Kc Qc Jc"
"""The dealer's: less than what is tried, or above it; neither is in the way."""
LOWEST = ("3s 8c Jd", "3d 8s Jc", "3h 5d Tc", "2d 6c Th", "2s 6d Kc", "4c 6s Kd")
COLORS = {"player_and_dealer": "Kh 8d 3h", "player": "Kc 8d 3h"}
THREE_CARD, FIVE_CARD = "three_card_progressive", "five_card_progressive"
HAND, FIVE_OF_SIX, LINK = "five_card_hand_bonus", "five_of_six_progressive", "multi_game_link"


@dataclass(frozen=True)
class Case:
    """A printed table: what pays by it, how it is submitted, and which cards are read."""

    wager: str
    read: str = "three"
    sections: Mapping[str, Any] | None = None
    on: str = ""
    """Of a bonus: the wager it is paid on, as it is called."""
    percent: int = 0
    """Of each wager, what goes on the meter."""
    more: Mapping[str, Any] | None = None


def lettered(start: str, names: str, wager: str, **more: Any) -> dict[str, Case]:
    return {
        f"{start}:{name}": Case(wager, sections={wager: {"paytable": name}}, **more) for name in names.split()
    }


def bonuses(start: str, on: str, wager: str, key: str, names: str, **more: Any) -> dict[str, Case]:
    return {
        f"{start}:{name}": Case(wager, sections={on: {key: name}}, on=on.title(), **more)
        for name in names.split()
    }


COMPULSORY = {"version": {"pair_plus": "compulsory"}}
LEVELS = {"PTMGLML01": ("major", "minor"), "PTMGLML02": ("mega", "major", "minor"),
          "PTMGLML03": ("mega", "major", "minor")}  # fmt: skip


def massachusetts(wager: str, paytable: str, read: str, levels: tuple[str, ...] = ()) -> Case:
    """Rates are not printed there, and nothing need go on the meter."""
    increment: Any = dict.fromkeys(levels, "0%") if levels else "0%"
    return Case(wager, read, {wager: {"paytable": paytable, "increment": increment}})


CASES: dict[str, Case] = {
    **bonuses("PA-649a.12(b)", "ante", "ante_bonus", "bonus_paytable", "A B C"),
    **bonuses("PA-649a.12(c)", "ante", "ante_bonus", "bonus_paytable", "A B C", more=COMPULSORY),
    **lettered("PA-649a.12(d)", "A B C D E", "pair_plus"),
    "PA-649a.12(e)(1):A": Case(THREE_CARD, sections={THREE_CARD: {"paytable": "A"}}, percent=14),
    "PA-649a.12(e)(1):B": Case(THREE_CARD, sections={THREE_CARD: {"paytable": "B"}}, percent=20),
    **lettered("PA-649a.12(f)", "A B C D E", "six_card_bonus", read="six"),
    "PA-649a.12(h)(1)": Case(FIVE_CARD, "five", {FIVE_CARD: {}}, percent=21),
    "PA-649a.12(i)(1)": Case(f"{HAND}_player", "five", {HAND: {}}, percent=21),
    "PA-649a.12(j)(1)": Case(FIVE_OF_SIX, "six", {FIVE_OF_SIX: {}}, percent=28),
    "PA-679a.12(b)": Case("play"),
    **bonuses("PA-679a.12(c)", "play", "bad_beat_bonus", "bad_beat_paytable", "A B C D", read="beaten"),
    "PA-679a.12(d)": Case("prime", "colors", {"prime": {}}),
    "PA-679a.12(e)": Case("pair_bonus", "fourth", {"pair_bonus": {}}),
    **lettered("PA-679a.12(f)", "A B C D", "pair_bonus", read="fourth"),
    **lettered("PA-679a.12(g)", "A B C D E", "all_six_bonus", read="six"),
    **lettered("PA-669a.12(a)", "A B", "pair_plus"),
    "PA-669a.12(c)": Case("play", "six"),
    "PA-669a.12(d)": Case("blind", "six"),
    "PA-669a.12(e)(1)": Case(THREE_CARD, sections={THREE_CARD: {}}, percent=14),
    **lettered("PA-669a.12(f)", "A B C D", "six_card_bonus", read="six"),
    "PA-680a.12(c)": Case("bonus", "saigon", {"bonus": {}}),
    **lettered("MA-TCP.6(g)(4)", "TCP-6B1 TCP-6B2 TCP-6B3 TCP-6B4", "six_card_bonus", read="six"),
    "MA-TCP.11(a)(2)": Case("pair_plus"),
    "MA-TCP.11(a)(3)": Case("ante_bonus", on="Ante"),
    **bonuses("MA-TCP.11(a)(3)(i)", "ante", "ante_bonus", "bonus_paytable", "A B C", more=COMPULSORY),
    **{f"MA-TCP.13(e):Table {name}": massachusetts(THREE_CARD, name, "three") for name in "123"},
    "MA-TCP.13(f)": massachusetts(THREE_CARD, "two-level", "three", ("major", "minor")),
    **{
        f"MA-TCP.13(g):{name}": massachusetts(LINK, name, "five", LEVELS.get(name, ()))
        for name in ("PTMGL01", "PTMGL02", "PTMGL04", *LEVELS)
    },
}


def test_no_printed_table_is_left_out() -> None:
    """The draws, which read no hand, stand in `test_drawn_bonuses`; Cover All is told of below."""
    left = {"PA-649a.12(i)(3)", "MA-TCP.12(f)"}
    assert {one for one in PRINTED if "rows" in PRINTED[one]} == {*CASES, *left}


def cards_of(regulation: str, read: str, row: str) -> dict[str, str]:
    """The player's hand and what lies beside it."""
    others = "community" if regulation == "PA-669a" else "dealer"
    if read == "six":
        own, beside = OF_SIX[row]
        return {"cards": own, others: beside}
    if read == "five":
        own, community = OF_FIVE[row]
        return {"cards": own, "community": community, "dealer": "4h 6d Kd"}
    if read == "colors":
        return {"cards": "9h 7d 2d", "dealer": COLORS[row]}
    if read == "saigon":
        cards, _ = next(iter(KINDS["PA-680a", "bonus_hand"][row](5)))
        left = [card for card in map(str, DECK) if card not in cards.split()]
        return {"cards": cards, "dealer": " ".join(left[20:25])}
    if read == "fourth":
        fourth = {"fourth": "2c" if row.endswith("_with_2") else "3c"}
        return {"cards": THREE[row.removesuffix("_with_2")], "dealer": OTHER, **fourth}
    return {"cards": THREE[row], others: BEATEN_BY if read == "beaten" else OTHER}


def dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def money(odds: str, stake: int, on: str = "") -> str:
    """What is said of a stake in dollars that is paid so; the meter shows $8,000."""
    if odds == "push":
        return f"the ${stake} comes back"
    back = f" on the {on} wager" if on else f" and the ${stake} stake comes back"
    if odds.startswith("$"):
        return f"{odds} is paid{back}"
    if "%" in odds:
        return f"at {odds}, {dollars(8000 * int(odds.partition('%')[0]))} is paid and the stake is kept"
    many, word, one = odds.replace(",", "").split()
    paid = dollars(100 * stake * int(many) // int(one))
    kept = back if on or word == "to" else " and the stake is kept"
    return f"at {odds}, {paid} is paid{kept}"


def said(scenario: Mapping[str, Any], wager: str) -> Iterator[tuple[int, str]]:
    """By seat, the sentences of one wager or award."""
    settlement = feltlaw.settle(dict(scenario))
    law = load(settlement.regulation)
    for line, sentence in zip(settlement.lines, explain(settlement, law), strict=True):
        if line.id == wager:
            yield line.seat, sentence


EVERY = [
    pytest.param(one, marks=pytest.mark.clause(*(c for c in (one, one.partition(":")[0]) if c in clauses())))
    for one in CASES
]


@pytest.mark.clause("I-01")
@pytest.mark.parametrize("clause", EVERY)
def test_a_win_says_what_is_paid_beside_the_stake_and_whether_that_comes_back(clause: str) -> None:
    """For two stakes of each; "3 to 2" of an odd one too, and a push and a fixed sum as what they are."""
    case, regulation = CASES[clause], clause.partition(".")[0]
    progressive = bool(case.percent) or case.wager in (THREE_CARD, LINK)
    meter = HAND if case.wager.startswith(HAND) else case.wager
    for row, odds in in_our_words(PRINTED[clause]["rows"]).items():
        for stake in (5,) if clause.endswith("PTMGL02") else (1, 5) if progressive else (10, 35):
            cards = cards_of(regulation, case.read, row)
            own: dict[str, Any] = {name: cards.pop(name) for name in ("cards", "fourth") if name in cards}
            wagers = main(regulation, 10 if progressive else stake)
            if case.wager not in ("play", "blind") and not case.on:
                wagers |= {case.wager: stake}
            wagers |= {"pair_plus": stake} if case.more else {}
            seat: dict[str, Any] = {"seat": 4, **own, "wagers": wagers}
            if regulation != "PA-680a":
                seat["decisions"] = STAYS.get(regulation, ["play"])
            sections = {name: dict(terms) for name, terms in (case.sections or {}).items()}
            top: dict[str, Any] = {}
            if progressive:
                sections[meter]["amount"] = stake
                shows = f"{8000 - case.percent * stake / 100:.2f}"
                level = odds.rpartition(" ")[2]
                shown: Any = shows if level == "meter" else {level: shows}
                top = {"meters": {meter: shown}} if "%" in odds else {}
            limits = {"minimum": 5, "maximum": 500}
            rules = {"regulation": regulation, "limits": limits, "wagers": sections, **(case.more or {})}
            scenario = {"submission": rules, "seats": [seat], **cards, **top}
            ((number, sentence),) = said(scenario, case.wager)
            assert number == 4
            assert f"; {money(odds, stake, case.on)} (" in sentence, (row, stake)
            if meter == HAND:
                other = {**seat, "cards": cards["dealer"], "wagers": {"ante": 10, f"{HAND}_dealer": stake}}
                ((_, sentence),) = said(
                    {**scenario, "seats": [other], "dealer": seat["cards"]}, f"{HAND}_dealer"
                )
                assert f"; {money(odds, stake)} (" in sentence, (row, stake)


QUEENS, JACKS, TENS = "Qc 8d 3h", "Jc 8d 3h", "Ts Th 4c"
CONTESTS: list[Any] = [
    pytest.param(regulation, cards, beside, comes, marks=pytest.mark.clause(*cited), id=f"{cited[0]} {comes}")
    for regulation, cards, beside, comes, cited in [
        ("PA-649a", TENS, QUEENS, {"ante": "1 to 1", "play": "1 to 1"}, ["PA-649a.12(a)"]),
        ("PA-649a", TENS, JACKS, {"ante": "1 to 1", "play": "push"}, ["PA-649a.12(a)"]),
        ("MA-TCP", TENS, QUEENS, {"ante": "1 to 1", "play": "1 to 1"}, ["MA-TCP.11(a)(1)"]),
        ("MA-TCP", TENS, JACKS, {"ante": "1 to 1", "play": "push"}, ["MA-TCP.11(a)(1)#2"]),
        ("PA-679a", TENS, QUEENS, {"ante": "1 to 1"}, ["PA-679a.12(a)"]),
        ("PA-679a", TENS, JACKS, {"ante": "push", "play": "1 to 1"}, ["PA-679a.12(a)"]),
        ("PA-669a", TENS, "9d 2h Kc", {"ante": "1 to 1"}, ["PA-669a.12(b)"]),
        ("PA-680a", "7h 7d 6s Ks Ts", "4s Kc 5d Qc Jc", {"ante": "1 to 1"}, ["PA-680a.12(a)"]),
        ("PA-680a", "9h 9d 2c Ks 5s", "4s Kc 3d 2d Jc", {"ante": "1 to 2"}, ["PA-680a.12(b)"]),
    ]
]
"""A hand, the dealer's or the community's cards, and what the wagers against the dealer come to."""


@pytest.mark.clause("I-01")
@pytest.mark.parametrize(("regulation", "cards", "beside", "comes"), CONTESTS)
def test_a_wager_against_the_dealer_says_that_its_stake_comes_back(
    regulation: str, cards: str, beside: str, comes: dict[str, str]
) -> None:
    for stake in (10, 35):
        seat: dict[str, Any] = {"seat": 4, "cards": cards, "wagers": main(regulation, stake)}
        if regulation != "PA-680a":
            seat["decisions"] = STAYS.get(regulation, ["play"])
        rest = {"community" if regulation == "PA-669a" else "dealer": beside}
        for wager, odds in comes.items():
            scenario = {"submission": {"regulation": regulation}, "seats": [seat], **rest}
            ((_, sentence),) = said(scenario, wager)
            assert f"; {money(odds, stake)} (" in sentence, (wager, stake)


@pytest.mark.clause("MA-TCP.12(f)", "MA-TCP.12(k)", "MA-TCP.12(g)", "I-01")
@pytest.mark.parametrize("players", range(1, 8))
def test_cover_all_says_so_however_many_play(players: int) -> None:
    for row, odds in in_our_words(PRINTED["MA-TCP.12(k)"]["players"][str(players)]).items():
        for stake in (10, 34):
            wagers = {"ante": 10, "cover_all": stake}
            seats: list[dict[str, Any]] = [{"seat": 1, "cards": THREE[row], "wagers": wagers}]
            for seat, cards in enumerate(LOWEST[: players - 1], 2):
                seats.append({"seat": seat, "cards": cards, "wagers": {"ante": 10}})
            rules = {"regulation": "MA-TCP", "wagers": {"cover_all": {}}, "cards": {"shuffle": "automated"}}
            boxes = [{**seat, "decisions": ["play"]} for seat in seats]
            ((_, sentence),) = said({"submission": rules, "seats": boxes, "dealer": OTHER}, "cover_all")
            assert f"; {money(odds, stake)} (" in sentence, (row, stake)
