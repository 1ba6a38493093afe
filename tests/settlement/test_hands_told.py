"""A settlement says which hand everybody held, whatever came of it: the dealer, who played, who folded."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

import pytest

import feltlaw
from feltlaw.cards import DECK
from tests.support.called import KINDS

HANDS = (
    ("Kd 9d 4h", "high_card", "king high"),
    ("9h 9d 4c", "pair", "pair of 9s, 4 kicker"),
    ("2d 7d Jd", "flush", "flush, jack high"),
    ("4h 5c 6d", "straight", "straight, 6 high"),
    ("8h 8c 8d", "three_of_a_kind", "three 8s"),
    ("4d 5d 6d", "straight_flush", "straight flush, 6 high"),
)
"""What a player holds: the cards, their kind, and in words."""
DEALERS = (
    ("Js 3h 2c", "high_card", False),
    ("Qs 3h 2c", "high_card", True),
    ("As Ks 2s", "flush", True),
    ("7s 7c Qh", "pair", True),
    ("Ts Js Qs", "straight_flush", True),
)
"""What the dealer holds, and whether it is queen high or better."""
STAYS = {"PA-649a": "six_card_bonus", "MA-TCP": "pair_plus", "PA-679a": "prime"}
"""A wager that a fold leaves in the round."""
LAW = {
    "PA-649a": ("PA-649a.1:hand", "PA-649a.11(c)(2)", "PA-649a.11(c)#2"),
    "MA-TCP": ("MA-TCP.1:hand", "MA-TCP.10(b)#4"),
    "PA-679a": ("PA-679a.1:hand", "PA-679a.1:qualify", "PA-679a.11(c)(2)", "PA-679a.11(c)#2"),
}


def settled(regulation: str, offered: Mapping[str, Any], seat: Mapping[str, Any], **more: str) -> Any:
    rules = {"regulation": regulation, "wagers": dict(offered)}
    return feltlaw.settle({"submission": rules, "seats": [{"seat": 1, **seat}], **more}).to_json()


def told(seat: Mapping[str, Any]) -> dict[str, str]:
    """By wager, the hand that its line names."""
    return {line["wager"]: line.get("hand", "") for line in seat["settlements"] if "wager" in line}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*law)) for name, law in LAW.items()]
)
@pytest.mark.parametrize("says", ["play", "fold"])
def test_both_hands_are_told_however_the_ante_ends(regulation: str, says: str) -> None:
    """Of a hand that was folded and is turned up for another wager as well; its Ante rests on no cards."""
    stays = STAYS[regulation]
    for own, kind, title in HANDS:
        for dealer, dealers_kind, qualifies in DEALERS:
            seat = {"cards": own, "wagers": {"ante": 10, stays: 5}, "decisions": [says]}
            found = settled(regulation, {stays: {}}, seat, dealer=dealer)
            assert found["dealer"] == {"hands": {"three_card": dealers_kind}, "qualifies": qualifies}
            (mine,) = found["seats"]
            assert mine["hands"]["three_card"] == kind, (own, dealer)
            lines = told(mine)
            assert lines.pop(stays)
            wanted = {"ante": title, "play": title} if says == "play" else {"ante": ""}
            assert lines.items() >= wanted.items(), (own, dealer)


STREETS = (
    ("9h 9d 2h", "3s 4c 9s", "pair", "three_of_a_kind", "three 9s", "pair of 9s, 2 kicker"),
    ("9h 8d 2h", "3s 4c 9s", "nothing", "pair", "pair of 9s, 8 kicker", "no listed hand"),
    ("Th 5d 6h", "Ts 5c 2s", "nothing", "two_pair", "two pair, 10s and 5s, 6 kicker", "no listed hand"),
)
"""Raise It Up: own cards and the community's, what three and six are, and in words five and three."""


@pytest.mark.clause("PA-669a.11(i)(1)", "PA-669a.11(i)(2)")
@pytest.mark.parametrize("says", ["play 1x", "fold"])
def test_three_cards_and_five_are_told_whether_they_win_or_not(says: str) -> None:
    wagers = {"ante": 10, "blind": 10, "pair_plus": 5, "six_card_bonus": 5}
    for own, community, three, six, five_said, three_said in STREETS:
        seat = {"cards": own, "wagers": wagers, "decisions": ["check", "check", says]}
        (mine,) = settled("PA-669a", {"six_card_bonus": {}}, seat, community=community)["seats"]
        assert (mine["hands"]["three_card"], mine["hands"]["six_card"]) == (three, six)
        lines = told(mine)
        assert lines.pop("six_card_bonus") and lines.pop("pair_plus") == three_said
        plays = says != "fold"
        assert lines == dict.fromkeys(("ante", "blind", "play")[: 2 + plays], five_said if plays else "")


QUALIFIED, UNQUALIFIED = "4s Kc 5d Qc Jc", "8c 5d 3s 4d Kh"
SHOWDOWNS = {
    "(1)(i)": ("2h 2d 3c", "2s 3d", UNQUALIFIED, ("neither_qualifies", "push", "Point Count 5")),
    "(1)(ii)(A)": ("9h 9d 2c", "4c 3c", UNQUALIFIED, ("only_player_qualifies", "win", "Point Count 7")),
    "(2)(i)": ("2h 2d 3c", "2s 3d", QUALIFIED, ("only_dealer_qualifies", "lose", "Point Count 5")),
    "(2)(ii)(A)": ("9h 9d 2c", "4c 3c", QUALIFIED, ("lower", "lose", "Point Count 7")),
    "(2)(ii)(B)": ("7h 7d 6s", "Ks Ts", QUALIFIED, ("higher", "win", "Point Count 10")),
    "(2)(ii)(C)": ("7h 7d 6s", "Th 9s", QUALIFIED, ("equal", "push", "Point Count 9")),
}
"""Saigon, by paragraph of 680a.11(d): a hand as it is set, the dealer's five with Point Count 9, the Ante."""


@pytest.mark.parametrize(
    ("three", "two", "dealer", "ante"),
    [
        pytest.param(*one, marks=pytest.mark.clause("PA-680a.1:showdown-hand", f"PA-680a.11(d){at}"), id=at)
        for at, one in SHOWDOWNS.items()
    ],
)
def test_showdown_hands_are_told_whoever_qualifies(
    three: str, two: str, dealer: str, ante: tuple[str, str, str]
) -> None:
    seat = {"cards": f"{three} {two}", "wagers": {"ante": 10}, "decisions": [f"set {three}"]}
    found = settled("PA-680a", {}, seat, dealer=dealer)
    (mine,) = found["seats"]
    assert mine["hands"] == {"point_count": ante[2].lower().replace(" ", "_")}
    assert mine["qualifies"] == (three != "2h 2d 3c")
    (line,) = mine["settlements"]
    assert (line["outcome"], line["result"], line["hand"]) == ante
    assert found["dealer"]["hands"] == {"point_count": "point_count_9"}
    assert found["dealer"]["qualifies"] == (dealer == QUALIFIED)


@pytest.mark.clause("PA-680a.6(b)", "PA-680a.6(b)(1)", "PA-680a.6(b)(2)", "PA-680a.11(f)", "I-135", "I-136")
@pytest.mark.parametrize("qualifying", [False, True])
@pytest.mark.parametrize("three", ["7h 7d 6h", "7h 7d 7c"])
def test_each_wager_on_a_showdown_hand_is_told_with_its_point_count(three: str, qualifying: bool) -> None:
    """The total of every two ranks, less 10 if it is over 10: for the Ante and the Pot, whether they are won,
    lost or shared, and of a hand that does not qualify as well."""
    offered = {"pot": {"qualifying_only": qualifying}}
    other = {"seat": 2, "cards": "Kh Qd Jd 4h 5d", "wagers": {"ante": 10, "pot": 5}}
    results = set()
    for ranks in combinations_with_replacement(range(1, 14), 2):
        two = " ".join(f"{'A23456789TJQK'[rank - 1]}{suit}" for rank, suit in zip(ranks, "sc", strict=True))
        if {*two.split()} & {*three.split()} or (three == "7h 7d 7c" and not never_qualifies(ranks)):
            continue
        total = sum(min(rank, 10) for rank in ranks)
        count = total - 10 if total > 10 else total
        seat = {"cards": f"{three} {two}", "wagers": {"ante": 10, "pot": 5}, "decisions": [f"set {three}"]}
        rules = {"regulation": "PA-680a", "limits": {"minimum": 5, "maximum": 500}, "wagers": offered}
        seats = [{"seat": 1, **seat}, other]
        found = feltlaw.settle({"submission": rules, "seats": seats, "dealer": "8h 8d 4d 2d 3d"}).to_json()
        theirs, mine = sorted(found["seats"], key=lambda one: -one["seat"])
        assert told(mine) == dict.fromkeys(("ante", "pot"), f"Point Count {count}"), two
        assert told(theirs) == dict.fromkeys(("ante", "pot"), "Point Count 9")
        results |= {line["outcome"] for line in mine["settlements"] if line["wager"] == "pot"}
    unqualified = three == "7h 7d 7c"
    wanted = {"does_not_compete"} if unqualified and qualifying else {"highest", "not_highest"}
    assert results >= wanted


def never_qualifies(ranks: tuple[int, ...]) -> bool:
    """Whether with three 7s no three of the five total 10, 20 or 30."""
    one, other = (min(rank, 10) for rank in ranks)
    return all(total not in (10, 20, 30) for total in (21, 14 + one, 14 + other, 7 + one + other))


BONUS = KINDS["PA-680a", "bonus_hand"]


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, marks=pytest.mark.clause("PA-680a.6(c)", f"PA-680a.6(c)({at})", "I-142"))
        for at, shape in enumerate((one for one in BONUS if one != "nothing"), 1)
    ],
)
def test_a_bonus_says_its_hand_and_rests_on_the_table_that_pays_it(shape: str) -> None:
    """On no hand of the list but by what it is called: whoever looks up a cited hand finds his own."""
    hands = list(BONUS[shape](5))
    for cards, title in hands[:: max(1, len(hands) // 15)]:
        dealer = " ".join([card for card in map(str, DECK) if card not in cards.split()][20:25])
        seat = {"cards": cards, "wagers": {"ante": 10, "bonus": 5}}
        (mine,) = settled("PA-680a", {"bonus": {}}, seat, dealer=dealer)["seats"]
        (line,) = (one for one in mine["settlements"] if one["wager"] == "bonus")
        assert (line["outcome"], line["hand"]) == (shape, title), cards
        assert set(line["clauses"]) == {"PA-680a.11(e)", "PA-680a.11(e)(2)", "PA-680a.12(c)"}
