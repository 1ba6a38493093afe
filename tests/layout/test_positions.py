"""Areas and devices: one of its own for every wager offered, at every position of the table, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.dealer import front_cards
from feltlaw.layout.geometry import distance
from feltlaw.layout.middle import demanded, holder_words
from feltlaw.layout.model import Table as Measures
from feltlaw.submission import Submission
from tests.support.driver import DEALS, REGULATIONS, submission
from tests.support.signs import (
    FIVE,
    FIVE_OF_SIX,
    HAND,
    LINK,
    OPTIONAL,
    PAIR_BONUS,
    SIX,
    THREE,
    Table,
    subsets,
)
from tests.support.submissions import by_clause, regulation_of

PLAYER, DEALER = f"{HAND}_player", f"{HAND}_dealer"
AREAS: dict[str, dict[str, tuple[str, ...]]] = {
    "PA-649a": {
        "2(b)(2)": ("ante", "play", "pair_plus"), "2(b)(3)": (THREE, FIVE), "2(b)(4)": (SIX,),
        "2(b)(5)": (PLAYER, DEALER), "2(b)(6)": (FIVE_OF_SIX,),
    },
    "MA-TCP": {"6(b)": ("ante", "play", "pair_plus", SIX, "cover_all"), "13(a)": (THREE, LINK)},
    "PA-679a": {"2(b)(2)": ("ante", "play"), "2(b)(3)": ("prime", PAIR_BONUS, "all_six_bonus")},
    "PA-669a": {
        "2(b)(2)": ("ante", "blind", "play"), "2(b)(4)": (THREE,), "2(b)(5)": (SIX,), "7(a)": ("pair_plus",),
    },
    "PA-680a": {"2(b)(2)": ("ante",), "2(b)(3)": ("pot",), "2(b)(5)": ("bonus",)},
}  # fmt: skip
"""Which clause wants a separate area, or a place in an electronic system, for which wagers."""
MOST_BOXES = {"PA-649a": 7, "MA-TCP": 3, "PA-679a": 6, "PA-669a": 1, "PA-680a": 6}
"""649a.7(f), 679a.7(e), 680a.7(e): as many as the submission says; three by MA 6(e); 669a.7(e) knows one."""
SEATS = {"PA-649a": 7, "MA-TCP": 7, "PA-679a": 6, "PA-669a": 6, "PA-680a": 6}
DEVICES = {THREE: "sensor", FIVE: "sensor", FIVE_OF_SIX: "sensor", LINK: "sensor"} | dict.fromkeys(
    (PLAYER, DEALER), "electronic"
)
"""What takes a wager that is not laid on the cloth: 649a.2(c)(1), (d); 669a.2(c)(1); MA-TCP.13(a)."""


def proven(regulation: str) -> list[str]:
    """The clauses about positions and areas, and where there is none the reading."""
    pennsylvania = regulation != "MA-TCP"
    own = [f"{regulation}.{one}" for one in AREAS[regulation] if one != "7(a)"]
    first = f"{regulation}.2(a)" if pennsylvania else "I-128"
    return [first, *own, *(["I-23"] if regulation in ("PA-669a", "PA-680a") else [])]


@pytest.mark.parametrize(
    ("regulation", "boxes"),
    [
        pytest.param(name, boxes, marks=pytest.mark.clause(*proven(name)), id=f"{name}-{boxes}")
        for name in REGULATIONS
        for boxes in range(1, MOST_BOXES[name] + 1)
    ],
)
def test_every_wager_offered_has_its_own_area_at_every_position(regulation: str, boxes: int) -> None:
    """Nothing offered, each wager alone and all together, at tables with few positions and with many,
    however many of them one player may bet on: a position that somebody else may take has its own."""
    names = OPTIONAL[regulation]
    together = tuple(one for one in names if (regulation, one) != ("MA-TCP", LINK))
    some = [(), *((one,) for one in names), together]
    for at, offered in enumerate(some):
        seats = SEATS[regulation] if offered == together else 1 + (3 * at + 1) % SEATS[regulation]
        limits = {"seats": seats, **({"adjacent_boxes": min(boxes, seats)} if boxes > 1 else {})}
        found = layout_of(
            submission(regulation, **{**Table(regulation, offered).sections(), "limits": limits})
        )
        sections = {PLAYER: HAND, DEALER: HAND}
        wagers = {
            wager: clause
            for clause, listed in AREAS[regulation].items()
            for wager in listed
            if sections.get(wager, wager) in offered or wager not in {*names, *sections}
        }
        areas = [one for one in found.areas if one.seat]
        assert sorted((one.wager, one.seat) for one in areas) == sorted(
            product(wagers, range(1, seats + 1))
        ), offered
        assert [one.wager for one in found.areas if not one.seat] == [one for one in offered if one == "pot"]
        for one in areas:
            assert f"{regulation}.{wagers[one.wager]}" in one.cite.clauses
            assert one.device == DEVICES.get(one.wager, "")
        first = [one for one in areas if one.seat == 1]
        assert all(distance(one.shape, other.shape) > 0 for one, other in combinations(first, 2)), offered
        assert {one.seat for one in found.cards if one.seat} == set(range(1, seats + 1))
        assert [one.number for one in found.seats] == list(range(1, seats + 1))
        systems = [one.seat for one in found.equipment if one.what == "electronic_system"]
        assert systems == (list(range(1, seats + 1)) if HAND in offered else [])


@pytest.mark.clause("I-128", "MA-TCP.13(a)")
@pytest.mark.parametrize(
    ("offered", "seats"),
    [((THREE,), 5), ((SIX, "cover_all", THREE), 4), ((SIX, "cover_all", THREE), 7), ((LINK,), 7)],
)
def test_the_longest_name_has_room_on_its_sensor(offered: tuple[str, ...], seats: int) -> None:
    given = {**Table("MA-TCP", offered).sections(), "limits": {"seats": seats}}
    found = layout_of(submission("MA-TCP", **given))
    sensors = [one for one in found.areas if one.device]
    words = {THREE: "THREE CARD POKER PROGRESSIVE", LINK: "MULTI GAME LINK PROGRESSIVE"}
    assert [" ".join(one.inscription.lines) for one in sensors] == [words[offered[-1]]] * seats


def card_areas(regulation: str, **sections: object) -> dict[str, set[int]]:
    """Where cards have an area of their own that is drawn: by its words, at which positions."""
    found: dict[str, set[int]] = {}
    for one in layout_of(submission(regulation, **sections)).cards:
        if one.drawn:
            found.setdefault(one.label, set()).add(one.seat)
    return found


@pytest.mark.parametrize(
    "deal",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("PA-679a.8(c)#2", "PA-679a.8(h)", "I-23")),
        pytest.param("hand", marks=pytest.mark.clause("PA-679a.9(b)#2", "PA-679a.9(g)", "I-23")),
        pytest.param("automated_shoe", marks=pytest.mark.clause("PA-679a.10(c)#2", "PA-679a.10(h)", "I-23")),
    ],
)
def test_fourth_cards_have_areas_or_one_card_for_all_has_one(deal: str) -> None:
    stacks = [False, True] if deal == "automated_shoe" else [False]
    for four in stacks:
        cards = {"deal": deal, "shuffle": "continuous", **({"four_card_stacks": True} if four else {})}
        limits = {"seats": 4}
        dealers = {"Dealer’s cards": {0}}
        assert card_areas("PA-679a", cards=cards, limits=limits) == dealers
        fourth = card_areas("PA-679a", cards=cards, limits=limits, wagers={"pair_bonus": {}})
        assert fourth == dealers | {"4th card": {1, 2, 3, 4}}
        shared = {"pair_bonus": {"community_card": True}}
        one_card = card_areas("PA-679a", cards=cards, limits=limits, wagers=shared)
        assert one_card == dealers | {"Pair Bonus community card": {0}}


@pytest.mark.parametrize(
    ("regulation", "wagers", "deal"),
    [
        pytest.param(regulation, wagers, deal, marks=pytest.mark.clause(clause, reading))
        for regulation, wagers, reading, clauses in (
            ("PA-649a", (FIVE, HAND), "I-23", ("8(d)#2", "9(b)#2", "10(c)#2")),
            ("MA-TCP", (LINK,), "I-118", ("13(g)bis", "13(g)bis", "13(g)bis")),
        )
        for deal, own in zip(("manual_shoe", "hand", "automated_shoe"), clauses, strict=True)
        for clause in [f"{regulation}.{own}"]
    ],
)
def test_community_cards_have_an_area_where_a_wager_uses_them(
    regulation: str, wagers: tuple[str, ...], deal: str
) -> None:
    for offered in OPTIONAL[regulation]:
        given = submission(regulation, wagers={offered: {}}, cards={"deal": deal})
        cards = {one.label: one for one in layout_of(given).cards if not one.seat}
        assert ("Community cards" in cards) == (offered in wagers), offered
        if offered in wagers:
            right = cards["Community cards"].shape.x < cards["Dealer’s cards"].shape.x
            assert right == (regulation == "PA-649a"), "elsewhere before the dealer"
            assert (cards["Community cards"].cards, cards["Dealer’s cards"].cards) == (2, 3)


DEALERS = {
    "PA-649a": [("Dealer’s cards", 3)],
    "MA-TCP": [("Dealer’s cards", 3)],
    "PA-679a": [("Dealer’s cards", 3)],
    "PA-680a": [("Dealer’s three-card hand", 3), ("Dealer’s showdown hand", 2)],
}


@pytest.mark.parametrize(
    "clause", by_clause(("PA-649a.10(b)",), ("PA-679a.10(b)",), ("PA-680a.10(b)",), ("MA-TCP.9(c)(1)",))
)
def test_the_dealers_cards_have_their_areas_however_they_are_dealt(clause: str) -> None:
    regulation = regulation_of(clause)
    for deal, offered in product(DEALS, subsets(regulation)):
        given = submission(regulation, cards={"deal": deal}, **Table(regulation, offered).sections())
        areas = [one for one in front_cards(given, Measures()) if one.group == "dealer"]
        assert [(one.label, one.cards) for one in areas] == DEALERS[regulation]
        assert all(clause in one.cite.clauses for one in areas)


@pytest.mark.clause("PA-680a.2(b)(3)", "PA-680a.11(f)", "I-23")
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_pot_is_gathered_in_the_middle_of_every_table(seats: int) -> None:
    found = layout_of(submission("PA-680a", wagers={"pot": {}}, limits={"seats": seats}))
    (middle,) = (one for one in found.areas if not one.seat)
    assert (middle.wager, middle.label, middle.shape.x) == ("pot", "Gathered Pot", 0)


# ── what is written on the cloth whatever is offered ──

PHRASES = {
    "PA-649a.2(b)(7)#2": ["Dealer Plays with Queen High or Better"],
    "PA-679a.2(b)(4)#2": ["Dealer Qualifies with a Queen or Ante Pushes and Play Wins", "Player wins ties"],
}


def many(regulation: str, **more: object) -> Iterator[Submission]:
    """Tables that differ in all that a layout might go by."""
    versions = ("optional", "ante_covers", "ante_covers_half", "compulsory")
    ways = [(deal, shuffle) for deal in DEALS for shuffle in ("automated", "continuous")]
    for at, offered in enumerate(subsets(regulation)):
        deal, shuffle = ways[at % len(ways)]
        given = Table(regulation, offered, at % 4, linked=regulation == "PA-649a" and at % 4 > 0).sections()
        if "version" in given:
            given["version"] = {"pair_plus": versions[at % 4]}
        given["limits"] |= {"seats": 1 + at % 6, "adjacent_boxes": 1}
        yield submission(regulation, cards={"deal": deal, "shuffle": shuffle}, **given, **more)


@pytest.mark.parametrize(("clause", "phrases"), by_clause(*PHRASES.items()))
def test_the_phrases_stand_on_every_layout(clause: str, phrases: list[str]) -> None:
    for table in many(regulation_of(clause)):
        found = demanded(table)
        assert [one.label for one in found] == phrases
        assert [" ".join(one.lines) for one in found] == phrases
        assert all(clause in one.cite.clauses for one in found)


@pytest.mark.parametrize(
    "clause",
    by_clause(("PA-649a.2(b)(1)",), ("PA-679a.2(b)(1)",), ("PA-669a.2(b)(1)",), ("PA-680a.2(b)(1)",)),
)
def test_the_name_stands_on_every_layout_or_has_its_room(clause: str) -> None:
    for holder in ("Riverside Casino", " Aces ", "The Old Mill Casino and Resort"):
        for at, table in enumerate(many(regulation_of(clause), certificate_holder=holder)):
            found = holder_words(replace(table, table="T-7" if at % 2 else ""))
            assert found is not None and clause in found.cite.clauses
            assert (found.label, found.style) == (holder.strip(), "name")
            assert " ".join(found.lines) == holder.strip().upper()
    for table in many(regulation_of(clause)):
        kept = holder_words(table)
        assert kept is not None and clause in kept.cite.clauses
        assert (kept.label, kept.style) == ("Name or logo", "placeholder")
