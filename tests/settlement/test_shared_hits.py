"""Several shares of one meter in a Massachusetts round: in turn or divided, of hands folded or not."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from tests.support.settled import settled

LOW = "2c 7d 9h"
HITS = {
    "two-level": ("three_card_progressive", ["Ah Kh Qh", "Ac Kc Qc", "Ad Kd Qd"], "", 500_00, 4, 100),
    "PTMGL01": ("multi_game_link", ["5s 6s 7s", LOW, "Ts Js Qs"], "8s 9s", 10_000_00, 21, 10),
    "PTMGLML01": ("multi_game_link", ["5s 6s 7s", LOW, "Ts Js Qs"], "8s 9s", 1_000_00, 6, 100),
    "PTMGLML02": ("multi_game_link", ["5s 6s 7s", LOW, "Ts Js Qs"], "8s 9s", 1_000_00, 5, 100),
}
"""By paytable: the hands of three boxes, the seed of the level that they win from, its cents of a dollar, and
the percentage of it that they win."""


@pytest.mark.clause("MA-TCP.13(c)", "MA-TCP.13(c)#2", "MA-TCP.13(d)a", "MA-TCP.13(d)c", "I-110", "I-112")
@pytest.mark.parametrize("paytable", HITS)
@pytest.mark.parametrize("hits", ["in_turn", "share"])
@pytest.mark.parametrize("qualify", [True, False])
@pytest.mark.parametrize("owners", ["abc", "aac", "aaa"])
def test_every_hit_that_counts_is_paid_in_turn_or_shares_alike(
    paytable: str, hits: str, qualify: bool, owners: str
) -> None:
    """A folded hand is among them where folded hands qualify, one given up unseen never; box for box."""
    wager, hands, community, seed, cents, percent = HITS[paytable]
    offered = {"paytable": paytable, "multiple_hits": hits, "folded_hands_qualify": qualify}
    rest = {"dealer": "4h 6c 8d", **({"community": community} if community else {})}
    for says in product(("play", "fold", "surrender"), repeat=3):
        seats: list[dict[str, Any]] = [
            {"seat": at + 1, "player": owners[at], "cards": hands[at], "decisions": [says[at]],
             "wagers": {"ante": 10, wager: 1}}
            for at in range(3)
        ]  # fmt: skip
        lines = settled("MA-TCP", {wager: offered}, *seats, **rest, adjacent_boxes=3)
        counting = ("play", "fold") if qualify else ("play",)
        winners = [at + 1 for at in (2, 1, 0) if hands[at] != LOW and says[at] in counting]
        shows = seed + 3 * cents
        due: dict[int, int] = {}
        whole = -(-shows * percent // 100)
        for turn, seat in enumerate(winners):
            if hits == "share":
                due[seat] = whole // len(winners) + (turn < whole % len(winners))
            else:
                due[seat] = -(-shows * percent // 100)
                shows = seed if percent == 100 else shows - due[seat]
        assert {one.seat: one.paid for one in lines if one.id == wager and one.paid} == due, says


# ── meters with several levels ──

SUITED = {"As Ks Qs": "major", "Ah Kh Qh": "minor", "Ac Kc Qc": "minor", "Ad Kd Qd": "minor"}
TWO = {"As Ks Qs": "major", "7s 8s 9s": "minor"}
THREE = {"As Ks Qs": "mega", "7s 8s 9s": "major", "Tc Td Th": "minor", "Jc Jd Jh": "minor"}
LEVELS: dict[str, tuple[str, dict[str, str], str, dict[str, tuple[int, int]]]] = {
    "two-level": ("three_card_progressive", SUITED, "", {"major": (1_000_00, 10), "minor": (500_00, 4)}),
    "PTMGLML01": ("multi_game_link", TWO, "Ts Js", {"major": (10_000_00, 15), "minor": (1_000_00, 6)}),
    **dict.fromkeys(
        ("PTMGLML02", "PTMGLML03"),
        ("multi_game_link", THREE, "Ts Js",
         {"mega": (10_000_00, 13), "major": (1_000_00, 5), "minor": (250_00, 3)}),
    ),
}  # fmt: skip
"""By paytable: the level that each hand wins with these community cards, the seed of each level and its cents
of a dollar (I-113)."""
PRINTED_IN = {"two-level": "MA-TCP.13(f)"}


@pytest.mark.parametrize(
    "paytable",
    [
        pytest.param(name, marks=pytest.mark.clause(PRINTED_IN.get(name, f"MA-TCP.13(g):{name}")))
        for name in LEVELS
    ],
)
@pytest.mark.clause("MA-TCP.13(d)a", "MA-TCP.13(d)c", "I-112")
@pytest.mark.parametrize("hits", ["in_turn", "share"])
def test_each_level_is_paid_whole_and_shared_only_among_those_who_win_it(paytable: str, hits: str) -> None:
    """100% of a level is for whoever wins it, whoever else wins another in the same round."""
    wager, wins, community, levels = LEVELS[paytable]
    rest = {"dealer": "4h 6c 8d", **({"community": community} if community else {})}
    for many in range(1, len(wins) + 1):
        for hands in combinations(wins, many):
            seats: list[dict[str, Any]] = [
                {"seat": seat, "cards": cards, "decisions": ["play"], "wagers": {"ante": 10, wager: 1}}
                for seat, cards in enumerate(hands, 1)
            ]
            offered = {wager: {"paytable": paytable, "multiple_hits": hits}}
            lines = settled("MA-TCP", offered, *seats, **rest)
            due: dict[int, int] = {}
            for level, (seed, cents) in levels.items():
                winners = [seat for seat in range(many, 0, -1) if wins[hands[seat - 1]] == level]
                shows = seed + many * cents
                for turn, seat in enumerate(winners):
                    if hits == "share":
                        due[seat] = shows // len(winners) + (turn < shows % len(winners))
                    else:
                        due[seat] = seed if turn else shows
            assert {one.seat: one.paid for one in lines if one.id == wager} == due, hands
