"""Rounds of seven seats and five wagers at a table of an early version: decide and apply, nothing else.

Usage: early_table.py SOURCE ROUNDS; prints processor seconds a round.
"""

from __future__ import annotations

import random
import sys
from time import process_time
from typing import Any

sys.path.insert(0, sys.argv[1])

from feltlaw.submission import Submission  # noqa: E402
from feltlaw.table import Person, Table  # noqa: E402
from feltlaw.table.awarding import _to_validate, _to_verify  # type: ignore[import-not-found] # noqa: E402
from feltlaw.table.racking import jackpot_is_held  # noqa: E402

WAGERS = {
    "ante": 1000,
    "pair_plus": 500,
    "three_card_progressive": 100,
    "six_card_bonus": 500,
    "five_of_six_progressive": 100,
}
OFFERED: dict[str, Any] = {
    name: {} for name in ("three_card_progressive", "six_card_bonus", "five_of_six_progressive")
}
SEATS = range(1, 8)
DEALER, FLOOR = Person("dealer", "Dee"), Person("floorperson", "Flo")


def player(seat: int) -> Person:
    return Person("player", f"P{seat}")


def play(table: Any, rng: random.Random) -> None:
    order = list(range(52))
    rng.shuffle(order)
    table.do("shuffle", DEALER, deck=0, order=order, nonce=f"{rng.getrandbits(256):064x}")
    table.do("place_cards", DEALER)
    for seat in SEATS:
        for wager, amount in WAGERS.items():
            table.do("bet", player(seat), seat=seat, wager=wager, amount=amount)
    table.do("no_more_bets", DEALER)
    table.do("count_progressive_chips", DEALER, chips=14)
    for _ in range(24):
        table.do("deal", DEALER)
    table.do("rack_stub", DEALER)
    for seat in SEATS:
        table.do("decide", player(seat), seat=seat, say="play")
    table.do("reveal_dealer", DEALER)
    for seat in reversed(SEATS):
        table.do("turn_up_player", DEALER, seat=seat)
        if seat in _to_verify(table.state):
            table.do("verify_win", DEALER, seat=seat, light=True)
        if seat in _to_validate(table.state):
            table.do("validate", FLOOR, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
    if table.state.phase == "settling":
        table.do("settle_rest", DEALER)
    if jackpot_is_held(table.state):
        table.do("release_cards", FLOOR)
    table.do("rack_cards", DEALER)


def main() -> None:
    submission = {"regulation": "PA-649a", "limits": {"minimum": 5, "maximum": 500}, "wagers": OFFERED}
    table: Any = Table(Submission.from_data(submission))
    for seat in SEATS:
        table.do("sit", player(seat), seat=seat)
        table.do("buy_in", player(seat), amount=10**9)
    table.do("receive_deck", FLOOR, deck=0)
    for do, by in (("inspect", DEALER), ("verify_inspection", FLOOR), ("spread", DEALER), ("wash", DEALER)):
        table.do(do, by, deck=0)
    rng = random.Random(1)
    play(table, rng)
    rounds = int(sys.argv[2])
    began = process_time()
    for _ in range(rounds):
        play(table, rng)
    print((process_time() - began) / rounds)


if __name__ == "__main__":
    main()
