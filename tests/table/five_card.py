"""Five-card tables on one link, brought to a win and past it."""

from __future__ import annotations

from feltlaw.submission import Submission
from tests.support.driver import DEALER, FLOOR, Driver, submission
from tests.support.rounds import (
    Bets,
    line,
)

FIVE = {"ante": 1000, "five_card_progressive": 100}
ROYAL = {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "2c 7d 9h"}


def five_card(link: str = "five") -> Submission:
    return submission("PA-649a", wagers={"five_card_progressive": {"meter": link}})


def to_win(table: Driver, hands: dict[str, str] | None = None, bets: Bets | None = None) -> Driver:
    """A round up to the moment a win is verified."""
    return table.start(bets or {3: FIVE}, hands or ROYAL).until(do="verify_win")


def settle_win(table: Driver, seat: int, wager: str = "five_card_progressive") -> int:
    """A verified win validated and paid: what it came to."""
    table.do("validate", FLOOR, seat=seat, wager=wager)
    table.do("settle_player", DEALER, seat=seat)
    return line(table, seat, wager).paid
