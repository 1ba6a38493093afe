"""Wagers: placed, taken back, and returned by the crew where they are not complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_amount, check_box, check_table, offered_wager, pot_is_played
from feltlaw.round.model import COUPON, COUPON_WAGERS
from feltlaw.table.idle import must_be_spread, played_again
from feltlaw.table.money import take_off, unlocked_stakes
from feltlaw.table.opening import is_locked
from feltlaw.table.people import seated
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, only, why_not
from feltlaw.table.state import Command, Event, State

Box = tuple[int, str, Mapping[str, Cents]]
"""A seat, its player and what he has staked there."""


def _bet_offers(state: State) -> Sequence[Data]:
    if state.phase != "betting" or must_be_spread(state):
        return ()
    found = []
    for player in state.players.values():
        for seat in player.seats:
            found += [
                {BY: player.name, "seat": seat, "wager": wager, "amount": _least(state, seat, wager)}
                for wager in state.submission.wagers
                if not player.left and _bet_fits(state, seat, wager, _least(state, seat, wager), player.chips)
            ]
    return found


def _least(state: State, seat: int, wager: str) -> Cents:
    """The smallest legal amount of a wager, given what lies in the box."""
    assert state.round is not None
    offered = state.submission.wagers[wager]
    if offered.wager.stake.kind == "equal":
        return state.round.stakes.get(seat, {}).get(offered.wager.stake.of, 0)
    return offered.minimum


def _bet_fits(state: State, seat: int, wager: str, amount: Cents, chips: Cents) -> bool:
    try:
        _check_bet_data(state, seat, wager, amount, chips)
    except Refused:
        return False
    return True


def _check_bet_data(state: State, seat: int, wager: str, amount: Cents, chips: Cents) -> None:
    assert state.round is not None
    stakes = state.round.stakes.get(seat, {})
    offered = offered_wager(state.submission, wager)
    if wager in stakes:
        raise Refused(f"seat {seat} has a {offered.wager.title} wager already", "Take it back to change it.")
    check_amount(state.submission, wager, amount, stakes)
    requires = offered.wager.requires
    if requires and not (all if requires.all_of_them else any)(one in stakes for one in requires.wagers):
        titles = [state.submission.regulation.wagers[one].title for one in requires.wagers]
        joint = " and " if requires.all_of_them else " or "
        raise Refused(
            f"a {offered.wager.title} wager needs another first",
            f"Place {joint.join(titles)}.",
            requires.cite,
        )
    if amount > chips:
        raise Refused(
            f"{show_dollars(amount)} is more than the {show_dollars(chips)} in front of you",
            "Buy in, or bet less.",
        )


def _check_bet(state: State, command: Command) -> Data:
    only(command.data, "seat", "wager", "amount", "with", "coupon")
    seat = need(command.data, "seat", int, "the seat")
    wager = need(command.data, "wager", str, "the wager")
    amount = need(command.data, "amount", int, "the amount in cents")
    player = seated(state, command)
    if seat not in player.seats:
        raise Refused(
            f"seat {seat} is not yours",
            f"Yours: {', '.join(map(str, player.seats))}.",
            cite_of(state, "stay_seated"),
        )
    instrument = command.data.get("with", "chips")
    if instrument not in ("chips", "plaques"):
        raise Refused(
            f"a wager may not be made with {shown(instrument)}",
            "Place chips or plaques on the layout.",
            cite_of(state, "place_wagers"),
        )
    _check_bet_data(state, seat, wager, amount, player.chips)
    data: dict[str, object] = {"seat": seat, "wager": wager, "amount": amount}
    if command.data.get("coupon", False) is not False:
        data["coupon"] = _check_coupon(state, seat, wager)
    if state.submission.regulation.wagers[wager].placed != "layout":
        data["accepted"] = True
    return data


def _check_coupon(state: State, seat: int, wager: str) -> bool:
    """A match play coupon lies on a wager of chips, one in a box, where the house accepts them (I-123)."""
    assert state.round is not None
    option = state.submission.regulation.options.get(COUPON)
    cite = option.cite if option else cite_of(state, "place_wagers")
    if state.submission.option(COUPON) is not True:
        raise Refused("this table accepts no match play coupons", "Stake chips alone.", cite)
    if wager not in COUPON_WAGERS or seat in state.round.coupons:
        raise Refused(
            "a coupon cannot lie there", f"Put one on {' or '.join(COUPON_WAGERS)} in each box.", cite
        )
    return True


def _is_closed(state: State, command: Command) -> Refused | None:
    """After the call no wager is made, raised or taken back, whatever the moment (I-17)."""
    if is_locked(state):
        return Refused(
            "betting is closed",
            "Wait for the next round.",
            Cite(cite_of(state, "close_betting").clauses, ("I-17",)),
        )
    if command.do == "bet":
        if state.phase != "betting":
            return None
        return must_be_spread(state) or why_not(_check_bet, state, command)
    return why_not(_check_take_back if command.do == "take_back" else _check_return, state, command)


def _bet(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    seat, amount = event.data["seat"], event.data["amount"]
    player = state.players[event.by.name]
    stakes = {**round_.stakes.get(seat, {}), event.data["wager"]: amount}
    coupons = {seat: event.data["wager"]} if "coupon" in event.data else {}
    return (
        played_again(state)
        .with_player(replace(player, chips=player.chips - amount))
        .with_round(
            stakes={**round_.stakes, seat: stakes},
            players={**round_.players, seat: player.name},
            coupons={**round_.coupons, **coupons},
        )
    )


# ── back to the player ──


def _take_back_offers(state: State) -> Sequence[Data]:
    return [
        {BY: state.round.players[seat], "seat": seat, "wager": wager}
        for seat, stakes in unlocked_stakes(state).items()
        for wager in stakes
        if state.round is not None
    ]


def _check_take_back(state: State, command: Command) -> Data:
    only(command.data, "seat", "wager")
    seat = need(command.data, "seat", int, "the seat")
    wager = need(command.data, "wager", str, "the wager")
    player = seated(state, command)
    if seat not in player.seats or wager not in unlocked_stakes(state).get(seat, {}):
        raise Refused(f"you have no such wager in seat {seat}", "Name one of your own wagers.")
    return {"seat": seat, "wager": wager}


def _take_back(state: State, event: Event) -> State:
    return take_off(state, event.data["seat"], event.data["wager"])


def boxes_to_play(state: State) -> tuple[list[Box], dict[int, str]]:
    """The boxes as they will be played, and by seat the Pot of one player alone, which goes back (I-138)."""
    assert state.round is not None
    boxes: list[Box] = [(seat, state.round.players[seat], box) for seat, box in state.round.stakes.items()]
    pot = _pot(state)
    if pot is None or pot_is_played(state.submission, boxes):
        return boxes, {}
    kept: list[Box] = [(seat, who, {w: c for w, c in box.items() if w != pot}) for seat, who, box in boxes]
    return kept, {seat: pot for seat, _, box in boxes if pot in box}


def _pot(state: State) -> str | None:
    """The wager for which the players compete among themselves."""
    return next((id for id, one in state.submission.wagers.items() if one.wager.contest == "pot"), None)


def _incomplete(state: State) -> list[int]:
    """Boxes with which the round cannot be played: a wager lacks another, or a player's boxes lie apart."""
    boxes, _ = boxes_to_play(state)
    pot = _pot(state) if pot_is_played(state.submission, boxes) else None
    apart = {who for _, who, _ in boxes if _lie_apart(state, boxes, who)}
    return [
        seat
        for seat, who, box in boxes
        if _fails(check_box, state.submission, box) or (pot and pot not in box) or who in apart
    ]


def _lie_apart(state: State, boxes: Sequence[Box], player: str) -> bool:
    """Whether one player's boxes, looked at without their wagers, cannot be played together."""
    own = [(seat, who, dict[str, Cents]()) for seat, who, _ in boxes if who == player]
    return _fails(check_table, state.submission, own)


def _fails(check: Callable[..., None], *of: object) -> bool:
    try:
        check(*of)
    except Refused:
        return True
    return False


def _return_offers(state: State) -> Sequence[Data]:
    return [{"seat": seat} for seat in _incomplete(state)] if unlocked_stakes(state) else ()


def _check_return(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if not unlocked_stakes(state) or seat not in _incomplete(state):
        raise Refused(
            f"the wagers of seat {seat} are complete, or there are none",
            "Return the wagers of a box with which the round cannot be played.",
            state.submission.regulation.deal.to.cite,
        )
    return {"seat": seat, "returned": dict(unlocked_stakes(state)[seat])}


def _return(state: State, event: Event) -> State:
    for wager in event.data["returned"]:
        state = take_off(state, event.data["seat"], wager)
    return state


RULES = (
    Rule("bet", ("player",), _bet_offers, _check_bet, _bet, step="place_wagers", refuse=_is_closed),
    Rule(
        "take_back",
        ("player",),
        _take_back_offers,
        _check_take_back,
        _take_back,
        step="close_betting",
        text='Take a wager back before "no more bets".',
        refuse=_is_closed,
    ),
    Rule(
        "return_wagers",
        ("dealer", "floorperson"),
        _return_offers,
        _check_return,
        _return,
        text="Give back the wagers of a box with which the round cannot be played.",
        cite=lambda state: state.submission.regulation.deal.to.cite,
        refuse=_is_closed,
    ),
)
