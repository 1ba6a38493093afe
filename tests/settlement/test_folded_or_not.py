"""Envy and the Pair Bonus by every printed table, whoever has folded, in every suit."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.money import parse_money
from tests.settlement.test_beside import DOLLAR, FOLDS, PRINTED, STAYS, main, paid, printed, settled

ENVY = {
    "PA-649a.12(e)(5):$1": ("three_card_progressive", "", 1),
    "PA-649a.12(e)(5):$5": ("three_card_progressive", "", 5),
    "PA-649a.12(h)(5):$1": ("five_card_progressive", "", 1),
    "PA-649a.12(h)(5):$5": ("five_card_progressive", "", 5),
    "PA-649a.12(j)(5):$1": ("five_of_six_progressive", "", 1),
    "PA-649a.12(j)(5):$5": ("five_of_six_progressive", "", 5),
    "PA-669a.12(e)(5):$1": ("three_card_progressive", "", 1),
    "PA-669a.12(e)(5):$5": ("three_card_progressive", "", 5),
    "MA-TCP.13(e):Table 1": ("three_card_progressive", "1", 1),
    "MA-TCP.13(e):Table 2": ("three_card_progressive", "2", 1),
    "MA-TCP.13(e):Table 3": ("three_card_progressive", "3", 1),
    "MA-TCP.13(f)": ("three_card_progressive", "two-level", 1),
    "MA-TCP.13(g):PTMGL01": ("multi_game_link", "PTMGL01", 1),
    "MA-TCP.13(g):PTMGL02": ("multi_game_link", "PTMGL02", 5),
    "MA-TCP.13(g):PTMGL04": ("multi_game_link", "PTMGL04", 1),
    "MA-TCP.13(g):PTMGLML01": ("multi_game_link", "PTMGLML01", 1),
    "MA-TCP.13(g):PTMGLML02": ("multi_game_link", "PTMGLML02", 1),
    "MA-TCP.13(g):PTMGLML03": ("multi_game_link", "PTMGLML03", 1),
}
"""By the clause that prints it: the wager, its paytable where one is named, and its dollars."""
RANKS = {"mini_royal": ("AKQ", ""), "royal_flush": ("AKQ", "JT"), "straight_flush": ("567", "89")}
MORE = {"MA-TCP": ["MA-TCP.1:suit"]}


def of_suit(ranks: str, suit: str) -> str:
    return " ".join(rank + suit for rank in ranks)


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(one, marks=pytest.mark.clause(one, *MORE.get(one.partition(".")[0], ())), id=one)
        for one in ENVY
    ],
)
@pytest.mark.parametrize("receiver", [STAYS, FOLDS], ids=["in", "folded"])
def test_envy_is_what_is_printed_in_every_suit_and_after_a_fold(
    clause: str, receiver: dict[str, list[str]]
) -> None:
    """A folded hand that stays for its Six Card Bonus is turned up, and gives envy too (I-48)."""
    regulation = clause.partition(".")[0]
    wager, table, stake = ENVY[clause]
    schedule = {hand: text for hand, text in PRINTED[clause]["envy"].items() if text}
    offered: dict[str, Any] = {wager: {"amount": stake, **({"paytable": table} if table else {})}}
    said = receiver.get(regulation, ["fold" if receiver is FOLDS else "play"])
    for hand, suit in ((hand, suit) for hand in RANKS for suit in "shdc"):
        own, others = (of_suit(ranks, suit) for ranks in RANKS[hand])
        if bool(others) == (wager == "three_card_progressive"):
            continue
        row = schedule.get(f"{hand}_of_spades" if suit == "s" else hand) or schedule.get(hand)
        if hand == "royal_flush":
            row = row or schedule.get("straight_flush")
        for holder in (STAYS, FOLDS) if regulation != "MA-TCP" else (STAYS,):
            bonus = {"six_card_bonus": 5} if holder is FOLDS else {}
            seats = (
                (
                    1,
                    own,
                    {**main(regulation), **bonus},
                    holder.get(regulation, ["fold" if bonus else "play"]),
                ),
                (2, "2h 2d 4c", {**main(regulation), wager: stake}, said),
            )
            rest = {"community" if regulation == "PA-669a" else "dealer": "4s 4h 3c"}
            if wager == "five_of_six_progressive":
                rest = {"dealer": f"{others} 3c"}
            elif others:
                rest["community"] = others
            lines = settled(
                regulation,
                {**offered, "six_card_bonus": {}},
                *({"seat": n, "cards": c, "wagers": w, "decisions": d} for n, c, w, d in seats),
                **rest,
            )
            envy = [one.paid for one in lines if one.id.startswith("envy")]
            assert envy == ([parse_money(row.strip("$").replace(",", ""))] if row else []), (hand, suit)


WITH_2 = {"straight_flush": "5s 6s 7s", "three_of_a_kind": "9s 9h 9c", "straight": "3s 4h 5c",
          "flush": "4s 7s 9s", "pair": "5s 5h 9c", "mini_royal": "Ah Kh Qh"}  # fmt: skip


@pytest.mark.parametrize(
    "letter",
    [
        pytest.param(
            letter, marks=pytest.mark.clause(f"PA-679a.12(f):{letter}", "PA-679a.12(e)", "PA-679a.11(b)#2")
        )
        for letter in "ABCD"
    ],
)
@pytest.mark.parametrize("community", [False, True])
def test_the_pair_bonus_is_paid_with_and_without_a_2_also_after_a_fold(letter: str, community: bool) -> None:
    offered = {"pair_bonus": {"paytable": letter, "community_card": community}}
    for hand, own in WITH_2.items():
        for fourth in ("2d", "6d"):
            for said in ("play", "fold"):
                wagers = {"ante": 10, "pair_bonus": 7}
                seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": [said]}
                card = {"community": fourth} if community else {}
                if not community:
                    seat["fourth"] = fourth
                lines = settled("PA-679a", offered, seat, dealer="Kd Jc 3d", **card)
                two = fourth == "2d"
                odds = printed(
                    f"PA-679a.12(f):{letter}" if two else "PA-679a.12(e)",
                    f"{hand}_with_2" if two else hand,
                    "to",
                )
                assert odds and paid(lines, "pair_bonus") == [7 * DOLLAR * odds], (hand, fourth, said)
