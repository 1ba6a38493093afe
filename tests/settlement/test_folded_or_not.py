"""Envy, the Pair Bonus and stakes on two hands, whoever has folded or left; the order of an exposed round."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.money import parse_money
from tests.support.settled import DOLLAR, FOLDS, PRINTED, STAYS, main, paid, printed, settled

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
                (3, "2s 2c 3d", {**main(regulation), wager: stake}, said),
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
            amount = [parse_money(row.strip("$").replace(",", ""))] if row else []
            assert envy == 2 * amount, (hand, suit)


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


# ── envy: another player's hand, and only that ──

OWN = [
    pytest.param(
        "PA-649a", "three_card_progressive", "As Ks Qs", {"dealer": "Qc 6c 3d"},
        marks=pytest.mark.clause("PA-649a.11(c)(5)(v)#2", "PA-649a.1:three-card-envy-bonus", "I-49"),
    ),
    pytest.param(
        "PA-649a", "five_card_progressive", "As Ks Qs", {"dealer": "Qc 6c 3d", "community": "Js Ts"},
        marks=pytest.mark.clause("PA-649a.11(c)(7)(v)#2", "PA-649a.1:five-card-envy-bonus", "I-49"),
    ),
    pytest.param(
        "PA-649a", "five_of_six_progressive", "As Ks Qs", {"dealer": "Js Ts 3d"},
        marks=pytest.mark.clause("PA-649a.11(c)(9)(v)#2", "PA-649a.1:5-of-6-envy-bonus", "I-49"),
    ),
    pytest.param(
        "MA-TCP", "three_card_progressive", "As Ks Qs", {"dealer": "Qc 6c 3d"},
        marks=pytest.mark.clause("MA-TCP.13(e)a#2", "I-49"),
    ),
    pytest.param(
        "MA-TCP", "multi_game_link", "As Ks Qs", {"dealer": "Qc 6c 3d", "community": "Js Ts"},
        marks=pytest.mark.clause("MA-TCP.13(e)a#2", "I-49"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "wager", "hand", "rest"), OWN)
@pytest.mark.parametrize("said", ["play", "fold"])
def test_no_envy_for_the_hand_of_ones_own_other_box_also_when_it_is_folded(
    regulation: str, wager: str, hand: str, rest: dict[str, str], said: str
) -> None:
    """The folded hand stays, and is turned up, because of its Six Card Bonus (11(b)(3), 11(c), I-48), in
    Massachusetts because folded hands qualify (MA 13(c))."""
    both, stakes = {"ante": 10, "six_card_bonus": 5, wager: 1}, {"ante": 10, wager: 1}
    terms = {"folded_hands_qualify": True} if regulation == "MA-TCP" else {}
    lines = settled(
        regulation,
        {wager: terms, "six_card_bonus": {}},
        {"seat": 1, "player": "Ann", "cards": hand, "wagers": both, "decisions": [said]},
        {"seat": 2, "player": "Ann", "cards": "Jc 8c 4d", "wagers": stakes, "decisions": ["play"]},
        {"seat": 3, "player": "Bob", "cards": "Tc 3c 2d", "wagers": stakes, "decisions": ["play"]},
        **rest,
        adjacent_boxes=2,
    )
    assert [(one.seat, one.for_seat) for one in lines if one.id.startswith("envy")] == [(3, 1)]


@pytest.mark.parametrize(
    ("regulation", "said"),
    [
        pytest.param("PA-649a", ["play"],
                     marks=pytest.mark.clause("PA-649a.1:three-card-envy-bonus", "I-09")),
        pytest.param("PA-669a", ["check", "check", "play 1x"],
                     marks=pytest.mark.clause("PA-669a.1:envy-bonus", "I-09")),
        pytest.param("MA-TCP", ["play"], marks=pytest.mark.clause("MA-TCP.13(e)a", "I-09")),
    ],
)  # fmt: skip
def test_envy_is_owed_to_a_player_who_left_and_held_for_him(regulation: str, said: list[str]) -> None:
    stakes = {**main(regulation), "three_card_progressive": 1}
    rest = {"community": "Kd 4h 3d"} if regulation == "PA-669a" else {"dealer": "Kd 4h 3d"}
    for ruling in ("", "left"):
        gone: dict[str, Any] = {"ruling": ruling} if ruling else {}
        lines = settled(
            regulation,
            {"three_card_progressive": {}},
            {"seat": 1, "cards": "As Ks Qs", "wagers": stakes, "decisions": said},
            {"seat": 2, "cards": "Jc 8c 4d", "wagers": stakes, "decisions": said, **gone},
            **rest,
        )
        (envy,) = (one for one in lines if one.id.startswith("envy"))
        assert (envy.seat, envy.for_seat, envy.paid) == (2, 1, 100 * DOLLAR)
        assert ("held" in envy.note) == bool(ruling)


# ── two stakes on two hands ──


@pytest.mark.clause("PA-649a.12(i)(2)", "PA-649a.11(b)(3)")
@pytest.mark.parametrize("said", ["play", "fold"])
def test_both_hands_of_the_five_card_bonus_are_paid_apart_also_after_a_fold(said: str) -> None:
    """A flush 50 for 1 on the player's hand, and on the dealer's; a full house 100 for 1 on one alone."""
    both = {"ante": 10, "five_card_hand_bonus_player": 1, "five_card_hand_bonus_dealer": 1}
    cases = [("Kh 4h 3h", "Qh Jh 6h", "2h 9h", 50, 50), ("Kh 4h 3h", "2c 2d 9c", "2h 9h", 50, 100),
             ("2c 2d 9c", "As 4d Jc", "2h 9h", 100, 0)]  # fmt: skip
    for own, dealer, community, mine, theirs in cases:
        seat = {"seat": 1, "cards": own, "wagers": both, "decisions": [said]}
        lines = settled("PA-649a", {"five_card_hand_bonus": {}}, seat, dealer=dealer, community=community)
        assert paid(lines, "five_card_hand_bonus_player") == [mine * DOLLAR]
        assert paid(lines, "five_card_hand_bonus_dealer") == [theirs * DOLLAR]


@pytest.mark.clause("PA-649a.11(c)(8)(iii)", "PA-649a.12(i)(3)")
@pytest.mark.parametrize("on", ["player", "dealer"])
def test_drawn_bonuses_are_credited_to_the_game_account_on_either_hand(on: str) -> None:
    wager = f"five_card_hand_bonus_{on}"
    offered = {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}
    draws = {
        "magic_card": "7h" if on == "player" else "Jd",
        "lucky_position": 1 if on == "player" else "dealer",
    }
    seat = {"seat": 1, "cards": "7h 4s 3h", "wagers": {"ante": 10, wager: 1}, "decisions": ["play"]}
    lines = settled("PA-649a", offered, seat, dealer="Qc Jd 6h", community="2c 9h", draws=draws)
    found = {line.id: (line.paid, line.paid_from) for line in lines if line.is_award and line.on == wager}
    assert found == {
        "magic_card": (20 * DOLLAR, "game_account"),
        "lucky_bonus": (5 * DOLLAR, "game_account"),
    }


# ── an exposed card, and the order ──


@pytest.mark.clause("PA-679a.11(d)", "PA-679a.13(d)", "I-76")
def test_after_an_exposed_card_too_the_optional_wagers_come_after_ante_and_play() -> None:
    wagers = {"ante": 10, "prime": 5, "all_six_bonus": 5}
    lines = settled(
        "PA-679a",
        {"prime": {}, "all_six_bonus": {}},
        *({"seat": n, "cards": c, "wagers": wagers, "decisions": ["play"]}
          for n, c in ((1, "As Kc Qs"), (3, "2h 7d 9h"))),
        dealer="Qc 6c 3d",
        irregularity={"kind": "dealer_card_exposed"},
    )  # fmt: skip
    each = ("ante", "play", "prime", "all_six_bonus")
    assert [(one.seat, one.id) for one in lines] == [(seat, name) for seat in (3, 1) for name in each]
