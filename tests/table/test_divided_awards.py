"""An award of which several have a part: each part is a share of the meter like a whole one. It is verified
and validated for itself, paid by hand, and holds the cards."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from tests.support.driver import DEALER, FLOOR, FLOOR2, Driver, drive
from tests.support.rounds import line

DEALERS, THREE, LINK = "five_card_hand_bonus_dealer", "three_card_progressive", "multi_game_link"
LOW = {1: "2c 7d 9s", 3: "2d 8c 9d", 4: "3d 7c Tc"}
ROYAL = {"dealer": "As Ks Qs", "community": "Js Ts"}
RUN = {"dealer": "9h 8h 7h", "community": "6h 5h"}
SUITED = {"seat 1": "Ah Kh Qh", "seat 2": "Ac Kc Qc", "seat 3": "As Ks Qs", "seat 4": "Ad Kd Qd"}
RUNS = {"seat 1": "5s 6s 7s", "seat 3": "Ts Js Qs", "community": "8s 9s", "dealer": "4h 6c 8d"}
LAW = {
    "PA-649a": ("11(c)(8)(i)", "11(c)(8)(ii)", "11(c)(8)(iii)", "11(c)(8)(iii)#2", "12(i)(2)#2"),
    "MA-TCP": ("13(d)a", "13(d)c", "13(d)d", "13(d)f"),
}
BY_HAND = {"PA-649a": {"PA-649a.11(c)(8)(iii)#2"}, "MA-TCP": {"MA-TCP.13(d)a", "MA-TCP.13(d)b"}}
HOLDS = {"PA-649a"}
"""The chapters in which the cards of a payment by hand stay: Massachusetts has no such paragraph."""
CASES: dict[str, tuple[str, str, dict[str, Any], dict[str, str], tuple[int, ...], int]] = {
    "dealer's royal flush": ("PA-649a", DEALERS, {}, ROYAL, (4, 3, 1), 100),
    "dealer's straight flush": ("PA-649a", DEALERS, {}, RUN, (4, 3, 1), 10),
    "two with the dealer's straight flush": ("PA-649a", DEALERS, {}, RUN, (3, 1), 10),
    "dealer's royal flush, by the person": (
        "PA-649a", DEALERS, {"dealer_share": "per_player"}, ROYAL, (4, 3, 1), 100,
    ),
    "dealer's straight flush, by the person": (
        "PA-649a", DEALERS, {"dealer_share": "per_player"}, RUN, (4, 3, 1), 10,
    ),
    "minis": ("MA-TCP", THREE, {"paytable": "two-level", "multiple_hits": "share"}, SUITED, (4, 2, 1), 100),
    "straight flushes": ("MA-TCP", LINK, {"paytable": "PTMGL01", "multiple_hits": "share"}, RUNS, (3, 1), 10),
    "minis in turn": (
        "MA-TCP", THREE, {"paytable": "two-level", "multiple_hits": "in_turn"}, SUITED, (4, 2, 1), 100,
    ),
    "straight flushes in turn": (
        "MA-TCP", LINK, {"paytable": "PTMGL01", "multiple_hits": "in_turn"}, RUNS, (3, 1), 10,
    ),
}  # fmt: skip
"""The wager, its terms, the cards, who wins in the order of settlement, and the percentage of the meter."""
each = pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            name,
            marks=pytest.mark.clause(
                *(f"{said[0]}.{at}" for at in LAW[said[0]]), "I-59" if said[0] == "PA-649a" else "I-112"
            ),
        )
        for name, said in CASES.items()
    ],
)


def started(case: str, decks: int = 1) -> Driver:
    regulation, wager, terms, cards, winners, _ = CASES[case]
    section = load(regulation).wagers[wager].section
    table = drive(regulation, wagers={section: terms}, cards={"decks": decks})
    hands = {f"seat {seat}": LOW[seat] for seat in winners if f"seat {seat}" not in cards}
    kept = {at: hand for at, hand in cards.items() if not at.startswith("seat") or int(at[5:]) in winners}
    return table.start({seat: {"ante": 1000, wager: 100} for seat in sorted(winners)}, {**hands, **kept})


def refused_until_validated(table: Driver, seat: int) -> None:
    refusal = table.refused("settle_player", DEALER, seat=seat)
    assert "validate" in refusal.legal and "settle_player" not in table.offered()


@each
def test_each_part_of_an_award_is_verified_and_validated_before_it_is_paid(case: str) -> None:
    """Whoever validated the first: another part is another payout."""
    _, wager, _, _, winners, _ = CASES[case]
    table = started(case)
    for at, seat in enumerate(winners):
        win, who = {"seat": seat, "wager": wager}, (FLOOR, FLOOR2)[at % 2]
        table.until(do="verify_win")
        assert "verify win" in table.refused("settle_player", DEALER, seat=seat).legal
        assert "no verified award" in table.refused("validate", FLOOR, **win).what
        table.do("verify_win", DEALER, **win)
        refused_until_validated(table, seat)
        before = table.chips(seat)
        table.do("validate", who, **win)
        assert table.chips(seat) == before
        table.until(do="settle_player").do("settle_player", DEALER, seat=seat)
        assert line(table, seat, wager).paid > 0
        found = {one.seat: one.validated_by for one in table.round.settling.checks}
        assert found == {
            one: (FLOOR, FLOOR2)[nth % 2].account for nth, one in enumerate(winners) if nth <= at
        }
    table.finish()
    assert [event.data.seat for event in table.events("validate")] == [*winners]


@each
@pytest.mark.parametrize("decks", [1, 2])
def test_each_part_of_an_award_is_paid_by_hand_and_holds_the_cards(case: str, decks: int) -> None:
    regulation, wager, _, _, winners, percent = CASES[case]
    table = started(case, decks).until("racking")
    for seat in winners:
        part = line(table, seat, wager)
        assert part.by_hand and BY_HAND[regulation] <= set(part.cite.clauses), seat
        assert getattr(part.pays, "percent", None) == percent
    if regulation in HOLDS:
        refusal = table.refused("rack_cards", DEALER)
        assert "papers" in refusal.what and BY_HAND[regulation] <= set(refusal.clauses)
        assert "rack_cards" not in table.offered()
        table.do("release_cards", FLOOR)
    table.do("rack_cards", DEALER)
