"""Wagers, the call that ends the betting, and the count of the progressive chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from feltlaw.cards import CardError, parse_card
from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import (
    check_amount,
    check_box,
    check_seat,
    check_table,
    offered_wager,
    pot_is_played,
)
from feltlaw.round.model import COUPON, COUPON_WAGERS
from feltlaw.table.opening import is_locked, too_old
from feltlaw.table.people import seated
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, only, why_not
from feltlaw.table.state import Command, Event, Person, RoundState, State

# ── wagers ──


def _bet_offers(state: State) -> Sequence[Data]:
    if state.phase != "betting":
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
    if state.phase != "betting":
        return None
    return why_not(_check_bet if command.do == "bet" else _check_take_back, state, command)


def _is_incomplete(state: State, command: Command) -> Refused | None:
    """While betting is open: what the wagers lack before it can be closed."""
    return why_not(_check_close, state, command) if state.phase == "betting" else None


def _bet(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    seat, amount = event.data["seat"], event.data["amount"]
    player = state.players[event.by.name]
    stakes = {**round_.stakes.get(seat, {}), event.data["wager"]: amount}
    coupons = {seat: event.data["wager"]} if "coupon" in event.data else {}
    return state.with_player(replace(player, chips=player.chips - amount)).with_round(
        stakes={**round_.stakes, seat: stakes},
        players={**round_.players, seat: player.name},
        coupons={**round_.coupons, **coupons},
    )


def _take_back_offers(state: State) -> Sequence[Data]:
    if state.phase != "betting" or state.round is None:
        return ()
    return [
        {BY: state.round.players[seat], "seat": seat, "wager": wager}
        for seat, stakes in state.round.stakes.items()
        for wager in stakes
    ]


def _check_take_back(state: State, command: Command) -> Data:
    only(command.data, "seat", "wager")
    seat = need(command.data, "seat", int, "the seat")
    wager = need(command.data, "wager", str, "the wager")
    player = seated(state, command)
    assert state.round is not None
    if seat not in player.seats or wager not in state.round.stakes.get(seat, {}):
        raise Refused(f"you have no such wager in seat {seat}", "Name one of your own wagers.")
    return {"seat": seat, "wager": wager}


def _take_back(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    seat, wager = event.data["seat"], event.data["wager"]
    player = state.players[round_.players[seat]]
    kept = {one: cents for one, cents in round_.stakes[seat].items() if one != wager}
    stakes = {one: kept if one == seat else box for one, box in round_.stakes.items() if one != seat or kept}
    return state.with_player(replace(player, chips=player.chips + round_.stakes[seat][wager])).with_round(
        stakes=stakes,
        players={one: name for one, name in round_.players.items() if one in stakes},
        coupons={one: lies for one, lies in round_.coupons.items() if (one, lies) != (seat, wager)},
    )


# ── no more bets ──


def _boxes(round_: RoundState) -> list[tuple[int, str, Mapping[str, Cents]]]:
    return [(seat, round_.players[seat], stakes) for seat, stakes in round_.stakes.items()]


def _close_offers(state: State) -> Sequence[Data]:
    if state.phase != "betting" or state.round is None or not state.round.stakes:
        return ()
    try:
        _check_close(state, Command("no_more_bets", Person("dealer", ""), state.now, {}))
    except Refused:
        return ()
    return [{}]


def _check_close(state: State, command: Command) -> Data:
    """Every box must be complete; a Pot with one player alone goes back first (I-138)."""
    only(command.data, "magic_card", "lucky_position")
    round_ = state.round
    if round_ is None or not round_.stakes:
        raise Refused("there are no wagers", "Wait for a wager.", cite_of(state, "no_more_bets"))
    old = too_old(state, command.at)
    if old:
        raise old
    boxes = _boxes(round_)
    pot_back = (
        []
        if pot_is_played(state.submission, boxes)
        else [seat for seat, _, stakes in boxes if "pot" in stakes]
    )
    kept = [
        (s, who, {w: c for w, c in stakes.items() if w != "pot" or not pot_back}) for s, who, stakes in boxes
    ]
    for _, _, stakes in kept:
        check_box(state.submission, stakes)
    check_table(state.submission, kept)
    return {"pot_returned": pot_back, **_draws(state, command)}


def _draws(state: State, command: Command) -> dict[str, object]:
    """The draws the table game system makes once betting is closed (I-64)."""
    found: dict[str, object] = {}
    for key in ("magic_card", "lucky_position"):
        value = command.data.get(key)
        if value is None:
            continue
        option = "magic_card" if key == "magic_card" else "lucky_bonus"
        if state.submission.option(f"wagers.five_card_hand_bonus.{option}") is not True:
            raise Refused(
                f"this table makes no draw for the {key.replace('_', ' ')}",
                "Leave it out.",
                cite_of(state, "lock_out_device"),
            )
        found[key] = _drawn_card(state, value) if key == "magic_card" else _drawn_position(state, value)
    return found


def _drawn_card(state: State, value: object) -> str:
    try:
        card = parse_card(str(value)[:20])
    except CardError as error:
        raise Refused(str(error), "Name a card of the deck.") from None
    if card.is_joker and not state.submission.regulation.deck.jokers:
        raise Refused("there is no joker in this game", "Name a card of the deck.")
    return str(card)


def _drawn_position(state: State, value: object) -> object:
    if value != "dealer":
        check_seat(state.submission, value if type(value) is int and abs(value) < 100 else 0)
    return value


def _close(state: State, event: Event) -> State:
    assert state.round is not None
    for seat in event.data["pot_returned"]:
        state = _take_back(state, Event("take_back", event.by, event.at, {"seat": seat, "wager": "pot"}))
    round_ = state.round
    assert round_ is not None
    meters = dict(state.meters)
    tray = state.tray
    for stakes in round_.stakes.values():
        for wager, amount in stakes.items():
            name = state.submission.regulation.wagers[wager].meter
            if name:
                before = meters[name].total
                meters[name] = meters[name].contribute(amount)
                tray -= meters[name].total - before
    draws = {key: value for key, value in event.data.items() if key != "pot_returned"}
    state = replace(state, phase="locked", tray=tray).with_round(
        locked=True, draws=draws, chips_counted=not _chips_on_devices(state), meters_before=state.meters
    )
    state = replace(state, meters=meters)
    return _ready_to_deal(state)


def _chips_on_devices(state: State) -> int:
    """Progressive chips that lie on the devices."""
    assert state.round is not None
    wagers = state.submission.regulation.wagers
    return sum(
        wagers[wager].placed == "progressive_device"
        for stakes in state.round.stakes.values()
        for wager in stakes
    )


def _ready_to_deal(state: State) -> State:
    assert state.round is not None
    return replace(state, phase="dealing" if state.round.chips_counted else "locked")


def _count_offers(state: State) -> Sequence[Data]:
    return [{"chips": _chips_on_devices(state)}] if state.phase == "locked" else ()


def _check_count(state: State, command: Command) -> Data:
    only(command.data, "chips")
    chips = need(command.data, "chips", int, "the number of chips")
    accepted = _chips_on_devices(state)
    if chips != accepted:
        raise Refused(
            f"{chips} chips lie there, but {accepted} progressive wagers were accepted",
            "A floorperson returns the chip or cancels the wager (resolve_chips).",
            Cite(cite_of(state, "count_progressive_chips").clauses, ("I-18",)),
        )
    return {"chips": chips}


def _count(state: State, event: Event) -> State:
    return _ready_to_deal(state.with_round(chips_counted=True))


def _resolve_offers(state: State) -> Sequence[Data]:
    if state.phase != "locked" or state.round is None:
        return ()
    wagers = state.submission.regulation.wagers
    return [
        {"seat": seat, "wager": wager, "cancel": True}
        for seat, stakes in state.round.stakes.items()
        for wager in stakes
        if wagers[wager].placed == "progressive_device"
    ]


def _check_resolve(state: State, command: Command) -> Data:
    """A chip without an accepted wager goes back; an accepted wager without a chip is cancelled (I-18)."""
    only(command.data, "seat", "wager", "cancel")
    seat = need(command.data, "seat", int, "the seat")
    wager = need(command.data, "wager", str, "the wager")
    cancel = command.data.get("cancel", False) is True
    placed = state.submission.regulation.wagers.get(wager)
    if placed is None or placed.placed != "progressive_device" or wager not in state.submission.wagers:
        raise Refused(f"'{wager[:40]}' is not a progressive wager here", "Name a progressive wager.")
    assert state.round is not None
    if cancel and wager not in state.round.stakes.get(seat, {}):
        raise Refused(f"seat {seat} has no accepted {placed.title} wager", "Return the chip instead.")
    return {"seat": seat, "wager": wager, "cancel": cancel}


def _resolve(state: State, event: Event) -> State:
    """A cancelled wager's contribution comes off the meter again; a chip never booked just goes back."""
    if not event.data["cancel"]:
        return state
    assert state.round is not None
    wager = event.data["wager"]
    name = state.submission.regulation.wagers[wager].meter
    state = _take_back(state, Event("take_back", event.by, event.at, event.data))
    round_ = state.round
    assert round_ is not None
    before = state.meters[name].total
    meter = round_.meters_before[name]
    for stakes in round_.stakes.values():
        for one, amount in stakes.items():
            if state.submission.regulation.wagers[one].meter == name:
                meter = meter.contribute(amount)
    return replace(state, meters={**state.meters, name: meter}, tray=state.tray + before - meter.total)


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
        "no_more_bets",
        ("dealer",),
        _close_offers,
        _check_close,
        _close,
        refuse=_is_incomplete,
    ),
    Rule("count_progressive_chips", ("dealer",), _count_offers, _check_count, _count),
    Rule(
        "resolve_chips",
        ("floorperson",),
        _resolve_offers,
        _check_resolve,
        _resolve,
        step="count_progressive_chips",
        text="Return a chip that was not accepted, or cancel an accepted wager without a chip.",
    ),
)
