"""Several shares of one meter in a Massachusetts round: in turn or divided, of hands folded or not."""

from __future__ import annotations

from itertools import product
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
