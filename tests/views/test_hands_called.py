"""What everybody is told that cards are once they lie face up: the hand the chapter has formed of them there.

By the event that turned them up, and by the table from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from feltlaw.views import Viewer
from tests.support.played import Hands, Played, Step, everything, main_wagers, stacked, submission
from tests.views.test_views import of_the_round

ONLOOKER = Viewer("onlooker")
Called = tuple[str, set[str], bool | None]
"""The hand in words, the three-card hand of one that is set, and whether it qualifies."""
UNTOLD: Called = ("", set(), None)


def played(regulation: str, hands: Hands, *seats: int) -> Played:
    about = submission(regulation, wagers={})
    bets = dict.fromkeys(seats, main_wagers(about))
    return Played(about, stacked(regulation, bets, hands)).start(bets).finish({})


def by_the_event(step: Step) -> Called:
    (event,) = step.look().frame(ONLOOKER).events
    shown: Any = event.data.shown  # type: ignore[attr-defined]
    return shown.hand, set(map(str, shown.three)), shown.qualifies


def by_the_table(step: Step, group: str, seat: int = 0) -> Called:
    """Of cards that lie there; nothing where none do."""
    round_ = step.look().public.round
    for place in round_.places if round_ is not None else ():
        if (place.group, place.seat) == (group, seat):
            return place.hand, set(map(str, place.three)), place.qualifies
    return UNTOLD


# ── the dealer ──

DEALERS: Mapping[str, Called] = {
    "Qs 3h 2c": ("queen high", set(), True),
    "Qs Jh 9c": ("queen high", set(), True),
    "Js Th 8c": ("jack high", set(), False),
    "5s 3h 2c": ("5 high", set(), False),
    "2s 2h 3c": ("pair of 2s, 3 kicker", set(), True),
}
"""He needs a queen; the lowest hand with one is enough."""
SETS: Mapping[str, Called] = {
    "4s Kc 5d Qc Jc": ("Point Count 9", {"Kc", "Qc", "Jc"}, True),
    "Tc 8h Jd 9d 3c": ("Point Count 10", {"8h", "9d", "3c"}, True),
    "As 4h Kd 8d 2c": ("Point Count 5", {"Kd", "8d", "2c"}, True),
    "8c 5d 3s 4d Kh": ("Point Count 9", {"8c", "3s", "Kh"}, False),
}
JOKERS: Mapping[str, Called] = {
    "Jk 8s 6h 5d 2c": ("Point Count 10", {"Jk", "6h", "5d"}, True),
    "Jk Kh 4d 3c 2s": ("Point Count 5", {"Jk", "Kh", "4d"}, True),
    "Jk 9c 8d 7h 7s": ("Point Count 7", {"Jk", "7h", "7s"}, True),
    "Jk Kc Qd Jh 2s": ("Point Count 8", {"Kc", "Qd", "Jh"}, True),
}
"""But for the last they qualify in several ways; he sets the highest Point Count (I-129)."""
SETS = {
    **SETS,
    **{
        " ".join(one): called
        for cards, called in JOKERS.items()
        for five in [cards.split()]
        for one in (five, five[1:] + five[:1], five[2:] + five[:2], five[3:] + five[:3], five[::-1])
    },
}
"""Five cards as they came; the other two beside the three: 10 and jack count 10, ace and 4 count 5."""
LAW = {
    "PA-649a": ("PA-649a.11(c)#2", "PA-649a.11(c)(3)(i)", "PA-649a.11(c)(3)(ii)(A)",
                "PA-649a.11(c)(3)(ii)(B)"),
    "MA-TCP": ("MA-TCP.10(b)#4", "MA-TCP.11(a)(1)", "MA-TCP.11(a)(1)#2"),
    "PA-679a": ("PA-679a.11(c)#2", "PA-679a.11(c)(3)(i)", "PA-679a.11(c)(3)(ii)", "PA-679a.11(c)(3)(iii)",
                "PA-679a.1:qualify"),
    "PA-680a": ("PA-680a.1:showdown-hand", "PA-680a.6(b)", "PA-680a.6(b)(1)", "PA-680a.6(b)(2)",
                "PA-680a.11(c)", "PA-680a.11(c)(1)", "PA-680a.11(c)(2)", "I-129"),
}  # fmt: skip
UNQUALIFIED = {
    "PA-649a": {("ante", 1000, 1000), ("play", 0, 1000)},
    "MA-TCP": {("ante", 1000, 1000), ("play", 0, 1000)},
    "PA-679a": {("ante", 0, 1000), ("play", 1000, 1000)},
    "PA-680a": set[tuple[str, int, int]](),
}
"""Of $10 wagers, what is paid and comes back where he does not; in Saigon that is for both hands to say."""


@pytest.mark.parametrize(
    ("regulation", "cards", "called"),
    [
        pytest.param(
            name, cards, called, marks=pytest.mark.clause(*LAW[name]), id=f"{name}-{called[0]}-{cards}"
        )
        for name in LAW
        for cards, called in (SETS if name == "PA-680a" else DEALERS).items()
    ],
)
def test_the_dealers_hand_is_told_as_he_arranges_it_and_whether_it_qualifies(
    regulation: str, cards: str, called: Called
) -> None:
    table = played(regulation, {("dealer", 0): cards}, 1, 3)
    round_ = of_the_round(table)
    up = next(at for at, step in enumerate(round_) if step.event.kind == "reveal_dealer")
    assert by_the_event(round_[up]) == called
    for at, step in enumerate(round_):
        assert by_the_table(step, "dealer") == (called if at >= up else UNTOLD), step.event.kind
    end = round_[-1].look().public.round
    assert end is not None
    told = {(line.wager, line.paid, line.returned) for line in end.lines if "not_qualify" in line.outcome}
    assert told == (UNQUALIFIED[regulation] if not called[2] else set())


# ── players ──

THREE = {1: ("9h 9d 4c", "pair of 9s, 4 kicker"), 3: ("Kh Td 2c", "king high")}
TURNED: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "PA-649a": THREE,
    "MA-TCP": THREE,
    "PA-679a": THREE,
    "PA-669a": {
        1: ("9h 9d 4c", "full house, 9s over 4s"),
        3: ("Kh Td 2c", "pair of 10s, king kicker"),
        4: ("6h 6d 2d", "pair of 6s, 10 kicker"),
        5: ("Kd Qs Js", "straight, king high"),
    },
}
"""In Raise It Up each together with 10, 9 and 4."""
FORMED = {"PA-649a": "11(c)(2)", "MA-TCP": "10(c)(2)(i)", "PA-679a": "11(c)(2)", "PA-669a": "11(i)(2)"}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{at}")) for name, at in FORMED.items()],
)
def test_a_players_hand_is_told_as_the_dealer_forms_it_when_it_is_turned_up(regulation: str) -> None:
    hands = {("player", seat): cards for seat, (cards, _) in TURNED[regulation].items()}
    if regulation == "PA-669a":
        hands["community", 0] = "Ts 9c 4d"
    table = played(regulation, hands, *TURNED[regulation])
    up: dict[int, str] = {}
    for step in of_the_round(table):
        if step.event.kind == "turn_up_player":
            seat = step.event.data.seat
            up[seat] = by_the_event(step)[0]
        for seat, hand in up.items():
            assert by_the_table(step, "player", seat)[0] == hand
    assert up == {seat: hand for seat, (_, hand) in TURNED[regulation].items()}


KEEPS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "PA-649a": {
        "11(b)(3)": ("six_card_bonus", "five_of_six_progressive", "five_card_hand_bonus_player",
                     "five_card_hand_bonus_dealer"),
    },
    "MA-TCP": {"10(b)#2": ("pair_plus",), "6(g)(2)": ("six_card_bonus",)},
    "PA-679a": {"11(b)#2": ("prime", "pair_bonus", "all_six_bonus")},
    "PA-669a": {"11(f)": ("three_card_progressive", "six_card_bonus")},
}  # fmt: skip
"""Wagers for which the hand of who folds is turned up like any other, by the paragraph that keeps them."""


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param(
            name,
            wager,
            marks=pytest.mark.clause(f"{name}.{FORMED[name]}", f"{name}.{at}"),
            id=f"{name}-{wager}",
        )
        for name, kept in KEEPS.items()
        for at, wagers in kept.items()
        for wager in wagers
    ],
)
@pytest.mark.parametrize("company", [True, False])
def test_a_folded_hand_that_is_turned_up_is_told_like_any_other(
    regulation: str, wager: str, company: bool
) -> None:
    """One folds and the others stay in, or everybody folds."""
    turned = TURNED[regulation]
    section = wager.removesuffix("_player").removesuffix("_dealer") if "hand_bonus" in wager else wager
    about = submission(regulation, wagers={} if wager == "pair_plus" else {section: {}})
    stakes = everything(about)
    bets = {seat: {**main_wagers(about), wager: stakes[wager]} for seat in turned}
    hands = {("player", seat): cards for seat, (cards, _) in turned.items()}
    if regulation == "PA-669a":
        hands["community", 0] = "Ts 9c 4d"
    folds = [min(turned)] if company else list(turned)
    table = Played(about, stacked(regulation, bets, hands)).start(bets)
    table.finish(dict.fromkeys(folds, "fold"))
    up: dict[int, str] = {}
    for step in of_the_round(table):
        if step.event.kind == "turn_up_player":
            up[step.event.data.seat] = by_the_event(step)[0]
        for seat, hand in up.items():
            assert by_the_table(step, "player", seat)[0] == hand
    assert up == {seat: hand for seat, (_, hand) in turned.items()}
