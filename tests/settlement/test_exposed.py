"""Folded hands that the dealer leaves face up in Massachusetts, and the envy they give (I-48)."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw.settlement import Settlement

THREE, LINK = "three_card_progressive", "multi_game_link"
FOLDED = {"seat": 1, "cards": "As Ks Qs", "wagers": {"ante": 10}, "decisions": ["fold"]}


def settle(
    wager: str,
    *more: dict[str, Any],
    folded: dict[str, Any] | None = None,
    cover_all: dict[str, Any] | None = None,
    progressive: dict[str, Any] | None = None,
    staked: bool = True,
    community: str = "",
    dealer: str = "Qc Tc 7d",
) -> Settlement:
    """Seat 1 folds an envy hand; seat 2 has the progressive and, unless `staked` is false, Cover All."""
    offered = {"folded_hands_qualify": True, **(progressive or {})}
    watcher = {"pair_plus": 1, wager: 1} | ({"cover_all": 5} if staked else {})
    return feltlaw.settle(
        {
            "submission": {"regulation": "MA-TCP", "wagers": {wager: offered, "cover_all": cover_all or {}}},
            "seats": [
                FOLDED | (folded or {}),
                {"seat": 2, "cards": "Jc 8c 4h", "wagers": watcher},
                *more,
            ],
            "dealer": dealer,
        }
        | ({"community": community} if community else {})
    )


def envy(settlement: Settlement) -> list[tuple[int, int, int]]:
    """Who got how many cents for whose hand."""
    awards = (line for line in settlement.lines if line.is_award and line.for_seat)
    return [(line.seat, line.for_seat, line.paid) for line in awards]


@pytest.mark.clause("MA-TCP.13(e)a", "MA-TCP.12(h)a", "I-48")
def test_a_hand_left_exposed_gives_envy() -> None:
    assert envy(settle(THREE)) == [(2, 1, 100_00)]
    assert envy(settle(LINK, community="Js Ts")) == [(2, 1, 1000_00)]


@pytest.mark.clause("MA-TCP.13(e)a", "MA-TCP.13(c)#2", "MA-TCP.10(b)#3", "I-48", "I-100", "I-108")
@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"staked": False}, id="nobody has Cover All, so nobody looks"),
        pytest.param({"cover_all": {"folded_hands_count": False}}, id="folded hands are not looked at"),
        pytest.param({"progressive": {"folded_hands_qualify": False}}, id="folded hands do not qualify"),
        pytest.param({"progressive": {"folded_hands_trigger_envy": "never"}}, id="never from folded hands"),
        pytest.param({"folded": {"decisions": ["surrender"]}}, id="given up unseen"),
    ],
)
@pytest.mark.parametrize(("wager", "community"), [(THREE, ""), (LINK, "Js Ts")])
def test_a_hand_that_is_not_gives_none(wager: str, community: str, change: dict[str, Any]) -> None:
    assert envy(settle(wager, community=community, **change)) == []


@pytest.mark.clause("MA-TCP.10(b)#2", "MA-TCP.13(e)a", "I-48")
@pytest.mark.parametrize(("wager", "community", "cents"), [(THREE, "", 100_00), (LINK, "Js Ts", 1000_00)])
def test_a_wager_on_the_folded_hand_shows_it_as_well(wager: str, community: str, cents: int) -> None:
    """Pair Plus outlives the fold and is checked, so the hand is turned up with nobody's Cover All."""
    both = {"wagers": {"ante": 10, "pair_plus": 5}}
    assert envy(settle(wager, folded=both, staked=False, community=community)) == [(2, 1, cents)]


@pytest.mark.clause("MA-TCP.10(b)#4", "MA-TCP.13(c)#2", "MA-TCP.13(e)a", "I-48", "I-108", "I-111")
@pytest.mark.parametrize(
    ("wager", "community", "shown", "cents"),
    [(THREE, "", "Ah Kh Qh", 25_00), (LINK, "Js Ts", "9s 8s 7s", 300_00)],
)
def test_the_right_to_envy_outlives_the_fold_and_keeps_no_hand_on_the_table(
    wager: str, community: str, shown: str, cents: int
) -> None:
    """Seat 1 gets envy for the hand of seat 3; its own is racked unseen, as folded hands win nothing."""
    folded = {"wagers": {"ante": 10, wager: 1}}
    holder = {"seat": 3, "cards": shown, "wagers": {"pair_plus": 1, wager: 1}}
    settled = settle(
        wager,
        holder,
        folded=folded,
        progressive={"folded_hands_qualify": False},
        staked=False,
        community=community,
    )
    assert sorted(envy(settled)) == [(1, 3, cents), (2, 3, cents)]


SUITED: dict[str, Any] = {"folded": {"cards": "9s 8s 7s"}, "community": "6s 5s"}
HIGHER = {"seat": 3, "cards": "Ah Kh Qh", "wagers": {"pair_plus": 1}}
EQUAL = {"seat": 3, "cards": "9h 8h 7h", "wagers": {"pair_plus": 1}}


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.13(e)a", "I-48")
def test_what_community_cards_make_of_a_hand_counts_while_it_lies_there() -> None:
    """12(i) removes an exposed hand for a higher one, not for an equal one."""
    assert envy(settle(LINK, **SUITED)) == [(2, 1, 300_00)]
    assert envy(settle(LINK, EQUAL, **SUITED)) == [(2, 1, 300_00)]
    assert envy(settle(LINK, HIGHER, **SUITED)) == []


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.13(e)a", "I-48")
@pytest.mark.parametrize(
    ("dealer", "stays"),
    [
        ("Qc Tc 7d", True),
        ("9c 9d 9h", True),
        ("Ac Kd Qh", True),
        ("8h 7h 6h", True),
        ("9h 8h 7h", True),
        ("Th 9h 8h", False),
        ("Ac Kc Qc", False),
    ],
)
def test_the_dealers_own_hand_takes_the_place_of_a_lower_one_that_lies_there(
    dealer: str, stays: bool
) -> None:
    """The highest hand stays "even if it's his": a higher one of his, not an equal one or a lower; and beside
    it what the players show may be higher or not."""
    assert envy(settle(LINK, dealer=dealer, **SUITED)) == [(2, 1, 300_00)] * stays
    lower = {"seat": 3, "cards": "5d 4d 3d", "wagers": {"pair_plus": 1}}
    assert envy(settle(LINK, lower, dealer=dealer, **SUITED)) == [(2, 1, 300_00)] * stays
    assert envy(settle(LINK, HIGHER, dealer="8h 7h 6h", **SUITED)) == []


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.13(e)a", "I-48")
@pytest.mark.parametrize("dealer", ["Qc Tc 7d", "Ac Kc Qc"])
def test_the_dealers_hand_takes_away_nothing_that_a_hands_own_cards_gave(dealer: str) -> None:
    assert envy(settle(THREE, dealer=dealer)) == [(2, 1, 100_00)]


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.13(e)a", "I-48")
def test_a_hand_below_a_straight_is_racked_when_it_has_been_looked_at() -> None:
    """A-K-10 of spades is a flush by itself; nobody sees the royal that it makes with the queen and jack."""
    assert envy(settle(LINK, folded={"cards": "As Ks Ts"}, community="Qs Js")) == []


@pytest.mark.clause("MA-TCP.12(i)", "MA-TCP.13(e)b", "I-48")
def test_a_higher_hand_does_not_take_away_what_its_own_cards_gave() -> None:
    """The A-K-Q of three cards gives envy as soon as it is seen, whatever is shown after it."""
    assert envy(settle(THREE, HIGHER)) == [(2, 3, 25_00), (2, 1, 100_00)]
