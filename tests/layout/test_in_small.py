"""The felt in small, by which tables are chosen: it has every area of the felt, each at its place."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest

from feltlaw.layout.drawing import draw
from feltlaw.submission import Submission
from feltlaw.web.mini import mini_felt
from tests.layout.test_positions import AREAS, DEALER, PLAYER
from tests.support.driver import REGULATIONS, submission
from tests.support.layouts import SVG
from tests.support.signs import HAND, LINK, OPTIONAL, Table

SECTIONS = {PLAYER: HAND, DEALER: HAND}
BEFORE_THE_DEALER = {"PA-649a": 1, "MA-TCP": 1, "PA-679a": 1, "PA-669a": 3, "PA-680a": 2}
"""How many areas for cards lie there whatever is offered: the dealer's, his two hands or three streets."""
ONE_MORE = {"PA-649a": {HAND, "five_card_progressive"}, "MA-TCP": {LINK}}
"""Wagers with which community cards are dealt."""
PHRASES = {
    "PA-649a": ["Dealer Plays with Queen High or Better"],
    "PA-679a": ["Dealer Qualifies with a Queen or Ante Pushes and Play Wins", "Player wins ties"],
}


def areas(given: Submission) -> list[str]:
    """Where the small felt has an area for a wager: those that are drawn with the broader line."""
    groups = ElementTree.fromstring(mini_felt(given)).iter(f"{SVG}g")
    return [one.attrib["transform"] for one in groups if float(one[0].attrib["stroke-width"]) == 7]


def for_cards(given: Submission) -> int:
    groups = ElementTree.fromstring(mini_felt(given)).iter(f"{SVG}g")
    return sum(float(one[0].attrib["stroke-width"]) == 4 for one in groups)


def on_the_cloth(given: Submission) -> set[str]:
    """Where the felt at its own size has one."""
    root = ElementTree.fromstring(draw(given, "felt", fonts=False).svg)
    return {one.attrib["transform"] for one in root.iter() if one.get("data-kind") == "area"}


def wagers(regulation: str, offered: tuple[str, ...]) -> list[str]:
    """All that an area is wanted for, those that are made by a decision among them."""
    optional = {*OPTIONAL[regulation], *SECTIONS}
    every = [one for some in AREAS[regulation].values() for one in some]
    return [one for one in every if one not in optional or SECTIONS.get(one, one) in offered]


def proven(regulation: str) -> list[str]:
    """The paragraphs that want areas; 669a has none for the Pair Plus (I-23)."""
    found = [f"{regulation}.{one}" for one in AREAS[regulation] if one != "7(a)"]
    return [*found, {"MA-TCP": "I-128", "PA-669a": "I-23"}.get(regulation, found[0])]


each = pytest.mark.parametrize(
    ("regulation", "offered"),
    [
        pytest.param(name, offered, marks=pytest.mark.clause(*proven(name)))
        for name in REGULATIONS
        for offered in (
            (),
            *((one,) for one in OPTIONAL[name]),
            tuple(one for one in OPTIONAL[name] if (name, one) != ("MA-TCP", LINK)),
        )
    ],
)


@each
def test_the_small_felt_has_an_area_for_every_wager_at_every_seat(
    regulation: str, offered: tuple[str, ...]
) -> None:
    for seats in (6,) if len(offered) > 1 else (1, 4):
        given = submission(
            regulation, **{**Table(regulation, offered).sections(), "limits": {"seats": seats}}
        )
        found = areas(given)
        wanted = list(product(wagers(regulation, offered), range(seats)))
        assert len(found) == len(set(found)) == len(wanted) + ("pot" in offered), "and one for the pot"
        assert set(found) >= on_the_cloth(given)
        more = bool(ONE_MORE.get(regulation, set()) & set(offered))
        assert for_cards(given) == BEFORE_THE_DEALER[regulation] + more


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause))
        for name, clause in (("PA-649a", "PA-649a.2(b)(7)#2"), ("PA-679a", "PA-679a.2(b)(4)#2"))
    ],
)
def test_the_phrases_stand_on_the_small_felt_too(regulation: str, clause: str) -> None:
    assert clause.startswith(regulation)
    for offered in ((), OPTIONAL[regulation]):
        given = submission(regulation, **Table(regulation, offered).sections())
        root = ElementTree.fromstring(mini_felt(given))
        texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
        assert " ".join(texts) == " ".join(PHRASES[regulation])
