"""A folder's wagers: the paragraph that keeps or takes each, whether its hand wins or loses."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.settlement import Line
from tests.support.settled import FOLDS, STAYS, main, settled

KEPT = {
    "MA-TCP": {"pair_plus": ["MA-TCP.10(b)#2"], "six_card_bonus": ["MA-TCP.6(g)(2)"]},
    "PA-649a": {
        wager: ["PA-649a.11(b)(3)"]
        for wager in (
            *("six_card_bonus", "five_of_six_progressive"),
            *("five_card_hand_bonus_player", "five_card_hand_bonus_dealer"),
        )
    },
    "PA-679a": {wager: ["PA-679a.11(b)#2"] for wager in ("prime", "pair_bonus", "all_six_bonus")},
    "PA-669a": {"pair_plus": ["PA-669a.11(f)#2", "PA-669a.11(i)(1)"], "six_card_bonus": ["PA-669a.11(g)"]},
}
DEFINED = {
    "PA-649a": {"pair_plus"}, "MA-TCP": {"pair_plus"}, "PA-679a": {"prime", "pair_bonus", "all_six_bonus"}
}  # fmt: skip
"""The wagers that have a definition of their own in section 1, under their name."""
WINS = {"cards": "9s 8s 7s", "dealer": "6s 5s 2s", "community": "Js Ts"}
"""A straight flush of the player's in every reading; the dealer's with the community cards is a flush."""
LOSES = {"cards": "Kd 8s 4c", "dealer": "2c 6h 9s", "community": "Jd 3c"}
PAIR = {"cards": "Kd Ks 4c", "dealer": "2c 6h 9s", "community": "Jd 3c"}


def defined(regulation: str, wager: str) -> list[str]:
    own = wager in DEFINED.get(regulation, ())
    return [f"{regulation}.1:{wager.replace('_', '-')}-wager"] * own


def line_of(
    regulation: str,
    wager: str,
    hand: dict[str, str],
    said: list[str],
    beside: dict[str, int] | None = None,
    **options: Any,
) -> Line:
    seat: dict[str, Any] = {"seat": 1, "cards": hand["cards"], "decisions": said}
    seat["wagers"] = {**main(regulation), **(beside or {}), wager: 5}
    if wager == "pair_bonus":
        seat["fourth"] = "3h"
    rest = {"community" if regulation == "PA-669a" else "dealer": hand["dealer"]}
    if "five_card" in wager or wager == "multi_game_link":
        rest["community"] = hand["community"]
    section = wager.removesuffix("_player").removesuffix("_dealer")
    amount = {"amount": 5} if section.startswith("five_") or section in METERED else {}
    terms = {**{one: {} for one in beside or ()}, section: {**amount, **options}}
    (found,) = (one for one in settled(regulation, terms, seat, **rest) if one.id == wager)
    return found


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param(
            name, wager, marks=pytest.mark.clause(*clauses, *defined(name, wager)), id=f"{name}-{wager}"
        )
        for name, kept in KEPT.items()
        for wager, clauses in kept.items()
    ],
)
def test_the_line_of_a_wager_that_a_fold_leaves_cites_what_keeps_it(regulation: str, wager: str) -> None:
    """Of one who stays in it does not cite what is said of folds."""
    said, stays = FOLDS.get(regulation, ["fold"]), STAYS.get(regulation, ["play"])
    for hand, result in ((WINS, "win"), (LOSES, "lose")):
        folded, played = (line_of(regulation, wager, hand, one) for one in (said, stays))
        assert (folded.result, played.result) == (result, result)
        assert (folded.paid, folded.returned) == (played.paid, played.returned)
        assert {*KEPT[regulation][wager]} <= {*folded.cite.clauses}
        assert not {*KEPT[regulation][wager]} - {"PA-669a.11(i)(1)"} & {*played.cite.clauses}
        assert "MA-TCP.10(b)#3" not in folded.cite.clauses


METERED = ("three_card_progressive", "multi_game_link")
TAKEN: list[tuple[str, str, str, dict[str, Any]]] = [
    ("PA-649a", "pair_plus", "PA-649a.11(b)(1)", {}),
    ("PA-649a", "three_card_progressive", "PA-649a.11(b)(2)", {}),
    ("PA-649a", "five_card_progressive", "PA-649a.11(b)(2)", {}),
    ("PA-669a", "three_card_progressive", "PA-669a.11(g)", {}),
    ("PA-669a", "pair_plus", "PA-669a.11(f)#2", {"on_fold": "forfeit"}),
    ("MA-TCP", "three_card_progressive", "MA-TCP.13(c)#2", {}),
    ("MA-TCP", "multi_game_link", "MA-TCP.13(c)#2", {}),
]
"""What a fold loses beside the main wagers, the paragraph that says so, and what was submitted of it."""


@pytest.mark.parametrize(
    ("regulation", "wager", "clause", "options"),
    [
        pytest.param(*one, marks=pytest.mark.clause(one[2], *defined(*one[:2])), id=f"{one[0]}-{one[1]}")
        for one in TAKEN
    ],
)
def test_a_wager_that_a_fold_takes_is_lost_whatever_its_hand_would_have_won(
    regulation: str, wager: str, clause: str, options: dict[str, Any]
) -> None:
    """Alone beside the main wagers or with one that a fold leaves; of one who stays in it is won."""
    said, stays = FOLDS.get(regulation, ["fold"]), STAYS.get(regulation, ["play"])
    for beside in ({}, {"six_card_bonus": 5}):
        for hand, result in ((WINS, "win"), (LOSES, "lose"), (PAIR, "")):
            folded = line_of(regulation, wager, hand, said, beside, **options)
            assert (folded.result, folded.paid, folded.returned) == ("lose", 0, 0), (beside, hand)
            assert clause in folded.cite.clauses and folded.outcome == "folded"
            played = line_of(regulation, wager, hand, stays, beside, **options)
            assert played.result == result or not result
            assert clause not in played.cite.clauses
        assert line_of(regulation, wager, WINS, stays, beside, **options).paid > 0


@pytest.mark.clause("MA-TCP.10(b)#3")
@pytest.mark.parametrize("wager", KEPT["MA-TCP"])
def test_who_gives_up_his_hand_entirely_loses_them_by_that_sentence(wager: str) -> None:
    for hand in (WINS, LOSES):
        line = line_of("MA-TCP", wager, hand, ["surrender"])
        assert (line.result, line.paid, line.returned) == ("lose", 0, 0)
        assert "MA-TCP.10(b)#3" in line.cite.clauses
        assert not {*KEPT["MA-TCP"][wager]} & {*line.cite.clauses}


# ── whichever table pays ──

PAYING = {
    **{f"PA-649a.12(f):{one}": ("six_card_bonus", one) for one in "ABCDE"},
    **{f"PA-679a.12(g):{one}": ("all_six_bonus", one) for one in "ABCDE"},
    **{f"PA-679a.12(f):{one}": ("pair_bonus", one) for one in "ABCD"},
    **{f"PA-669a.12(f):{one}": ("six_card_bonus", one) for one in "ABCD"},
    **{f"PA-669a.12(a):{one}": ("pair_plus", one) for one in "AB"},
    **{f"MA-TCP.6(g)(4):TCP-6B{one}": ("six_card_bonus", f"TCP-6B{one}") for one in "1234"},
    "MA-TCP.11(a)(2)": ("pair_plus", ""),
    "PA-649a.12(i)(1)": ("five_card_hand_bonus_player", ""),
    "PA-649a.12(j)(1)": ("five_of_six_progressive", ""),
    "PA-679a.12(d)": ("prime", ""),
    "PA-679a.12(e)": ("pair_bonus", ""),
}
"""By the table that pays it: a wager that a fold leaves in the round, and the table's name."""
HANDS: list[tuple[str, str]] = [
    ("9s 8s 7s", "6s 5s 2s"),
    ("9s 9h 9d", "9c 4h 2c"),
    ("5h 5d 4c", "5s 4s 2s"),
    ("Kh 8h 4h", "Qd 7d 3d"),
    ("Ah Kh Qh", "Jh Th 2h"),
    ("Qd Kd Ad", "9d Td Jd"),
    ("As Ks Qs", "Js Ts 2s"),
    ("8c 7d 6h", "5s 4d 2h"),
]
"""The player's cards, and the dealer's or the community's: winning and losing, by a share of a meter or by a
fixed sum too."""


@pytest.mark.parametrize(
    "clause",
    [pytest.param(one, marks=pytest.mark.clause(one, *KEPT[one.partition(".")[0]][wager]))
     for one, (wager, _) in PAYING.items()],
)  # fmt: skip
def test_by_every_table_a_folder_is_told_what_pays_him_and_what_keeps_his_wager(clause: str) -> None:
    """A win cites both; a loss what keeps it, and no table; who stays in is told of the table alone."""
    regulation = clause.partition(".")[0]
    wager, letter = PAYING[clause]
    kept = {*KEPT[regulation][wager]} - {"PA-669a.11(i)(1)"}
    with_2 = clause.startswith("PA-679a.12(f)")
    section = wager.removesuffix("_player")
    offered: dict[str, Any] = {section: {"paytable": letter} if letter else {}}
    won = 0
    for own, others in HANDS:
        rest = {"community" if regulation == "PA-669a" else "dealer": others}
        if section == "five_card_hand_bonus":
            rest = {"dealer": "2d 6c Tc", "community": others[:5]}
        results = set()
        for said in (FOLDS.get(regulation, ["fold"]), STAYS.get(regulation, ["play"])):
            wagers = {**main(regulation), wager: 1 if regulation == "PA-649a" and not letter else 5}
            seat: dict[str, Any] = {"seat": 1, "cards": own, "decisions": said, "wagers": wagers}
            if wager == "pair_bonus":
                seat["fourth"] = "2d" if with_2 else "3c"
            (line,) = (one for one in settled(regulation, offered, seat, **rest) if one.id == wager)
            cited = {*line.cite.clauses}
            assert cited & kept == (kept if "fold" in said else set()), (own, said)
            assert (clause in cited) == (line.result == "win"), (own, said)
            results.add((line.result, line.paid, line.returned))
        ((result, _, _),) = results
        won += result == "win"
    assert won > 1
