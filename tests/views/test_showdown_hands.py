"""The two cards of a player's showdown hand, when they lie face up: everybody is told their Point Count.

They have one whether or not his other three qualify, since they are what is left when three are set aside.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from feltlaw.views import Viewer
from tests.support.played import Hands, Played, Step, main_wagers, player, stacked, submission, viewers
from tests.views.test_views import of_the_round

SETS: Mapping[str, tuple[int, bool]] = {
    "Kc Qc Jc + 4c 5d": (9, True),
    "9c 8c 3c + Kd 8d": (8, True),
    "7c 2c Ac + Ad 4d": (5, True),
    "9c 8c 3c + Td Jd": (10, True),
    "8c 5c 3d + 4d Kd": (4, False),
    "8c 3c 4d + Kd Qd": (10, False),
    "Tc Jc 8d + 9d 9c": (8, False),
    "Ac Ad 2c + 2d 3d": (5, False),
    "9c 9d 8c + Td Jd": (10, False),
}
"""Hands as their players set them, three and two; what the two count, and whether the three qualify (680a.6):
10, jack, queen and king count 10, an ace 1, and over 10 there are 10 less."""
DEALERS = {"qualifies": "Ks Qs Js 6s 2s", "does not": "Ks 9s 7s 6s 2s"}
OTHER = "2h 4h 5h + Qh Kh"
"""Another player, without whom there is no Pot; none of his threes qualifies."""
SIDES: Mapping[str, tuple[str, ...]] = {
    "neither": (),
    "pot": ("pot",),
    "bonus": ("bonus",),
    "both": ("pot", "bonus"),
}
Told = tuple[str, bool | None, int]


def by_the_table(step: Step, seat: int, viewer: Viewer) -> Told:
    """What a viewer is told of a player's hand that lies there, and how many of its cards are up."""
    round_ = step.look().view(viewer).public.round
    for place in round_.places if round_ is not None else ():
        if (place.group, place.seat) == ("player", seat):
            return place.hand, place.qualifies, len(place.up)
    return "", None, 0


def played(hands: Mapping[int, str], dealer: str, sides: tuple[str, ...]) -> Played:
    about = submission("PA-680a", wagers={name: {} for name in sides})
    bets = {seat: {**main_wagers(about), **({"bonus": "10"} if "bonus" in sides else {})} for seat in hands}
    cards: Hands = {
        ("dealer", 0): dealer,
        **{("player", seat): hand.replace(" + ", " ") for seat, hand in hands.items()},
    }
    table = Played(about, stacked("PA-680a", bets, cards)).start(bets)
    for seat, hand in hands.items():
        table.do("set_hand", player(seat), seat=seat, cards=hand.partition(" + ")[0].split())
    return table.finish({})


@pytest.mark.clause(
    "PA-680a.1:showdown-hand", "PA-680a.6(b)", "PA-680a.11(b)(1)", "PA-680a.11(b)(2)",
    "PA-680a.11(d)(1)(ii)(A)", "PA-680a.11(d)(2)(ii)(A)", "PA-680a.11(f)",
)  # fmt: skip
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("hand", SETS)
def test_a_showdown_hand_has_its_point_count_whenever_it_lies_up(sides: str, dealer: str, hand: str) -> None:
    """The three at first; the two when they are compared, when the Bonus takes all five, or for the Pot."""
    count, good = SETS[hand]
    with_pot = "pot" in SIDES[sides]
    table = played({2: hand, 4: OTHER} if with_pot else {2: hand}, DEALERS[dealer], SIDES[sides])
    stage, settled, rest = "", False, False
    for step in of_the_round(table):
        seat = getattr(step.event.data, "seat", None)
        stage = "turned" if (step.event.kind, seat) == ("turn_up_player", 2) else stage
        settled |= step.event.kind == "settle_player" and stage == "turned"
        rest |= step.event.kind == "settle_rest"
        up = (settled and (good or "bonus" in SIDES[sides])) or (rest and with_pot)
        wanted: Told = ("", None, 0)
        if stage:
            wanted = (f"Point Count {count}", good, 5) if up else ("", good, 3)
        for viewer in (Viewer("onlooker"), *viewers({2: 1, 4: 1})):
            assert by_the_table(step, 2, viewer) == wanted, (step.event.kind, viewer)
