"""Buying in and cashing out at the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from feltlaw.books import cage, chips, move
from feltlaw.event import (
    AccountId,
    CentsField,
    Happening,
)
from feltlaw.money import Cents, dollars, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.schema import Whole
from feltlaw.table.money import purses
from feltlaw.table.people import MOST_CHIPS, Amount, acting_player
from feltlaw.table.phases import OPEN
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.state import State
from feltlaw.values import quick


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Money for chips."""

    amount: Amount
    seat: Annotated[int, Whole(0, 99)] = 0
    """At a table with real cards: whose chips the dealer hands out."""


@quick
@dataclass(frozen=True, slots=True)
class CashOut:
    """Chips for money."""

    amount: Amount
    seat: Annotated[int, Whole(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Money and chips changed hands."""

    player: AccountId
    amount_cents: CentsField


def _holders(state: State) -> tuple[str, ...]:
    """Who sits at the table, there or not."""
    return tuple(dict.fromkeys(state.seats.values()))


def _buy_in(state: State, data: BuyIn, moment: Moment) -> Happening:
    player = acting_player(state, moment, data.seat)
    if player not in state.seats.values():
        raise Refused(
            f"{shown(player)} is not at this table", "Sit down first.", cite_of(state, "stay_seated")
        )
    return Happening(Exchanged(player, data.amount), move(cage(player), chips(player), data.amount))


def _cash_out(state: State, data: CashOut, moment: Moment) -> Happening:
    player = acting_player(state, moment, data.seat)
    if data.amount > state.chips(player):
        what = f"{shown(player)} has {show_dollars(state.chips(player))}"
        raise Refused(what, "Cash out no more than that.", cite_of(state, "place_wagers"))
    return Happening(Exchanged(player, data.amount), move(chips(player), cage(player), data.amount))


def _cash_out_ways(state: State) -> Iterable[Way]:
    chips_of = purses(state).chips
    for player in _holders(state):
        if has := min(chips_of.get(player, 0), MOST_CHIPS):
            yield _cash_out_way(player, has, _named_seat(state, player))


def _named_seat(state: State, player: str) -> int:
    """At a table with real cards the dealer acts for a seat, so it is named."""
    return state.seats_of(player)[0] if state.real_cards else 0


@lru_cache(maxsize=256)
def _cash_out_way(player: str, has: Cents, seat: int) -> Way:
    return Way(CashOut(has, seat), player, {"amount": {"minimum": "0.01", "maximum": dollars(has)}})


@lru_cache(maxsize=256)
def _buy_in_way(player: str, seat: int) -> Way:
    return Way(BuyIn(100_00, seat), player, {"amount": {"minimum": "0.01", "maximum": dollars(MOST_CHIPS)}})


def _no_chips(state: State) -> Refused | None:
    if purses(state).chips:
        return None
    return Refused("nobody has chips here", "Buy in first.", cite_of(state, "place_wagers"))


RULES = (
    rule_of(
        BuyIn,
        Exchanged,
        phases=OPEN,
        roles=("player",),
        decide=_buy_in,
        ways=lambda state: [_buy_in_way(player, _named_seat(state, player)) for player in _holders(state)],
        step="place_wagers",
        text="Exchange money for chips.",
    ),
    rule_of(
        CashOut,
        Exchanged,
        phases=OPEN,
        roles=("player",),
        when=_no_chips,
        decide=_cash_out,
        ways=_cash_out_ways,
        step="place_wagers",
        text="Exchange chips for money.",
    ),
)
