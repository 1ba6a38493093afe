"""People and wagers: sitting down, buying in, betting, and the call that ends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from feltlaw.cards import CardError, parse_card
from feltlaw.money import Cents, show_dollars
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_amount, check_box, check_seat, check_table, offered_wager, pot_is_played
from feltlaw.round.refusal import Refused
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, only
from feltlaw.table.state import Command, Event, Person, Player, RoundState, State

MOST_CHIPS: Cents = 100_000_000_00


def _here(state: State, command: Command) -> Player:
    player = state.players.get(command.by.name)
    if player is None or not player.seats or player.left:
        raise Refused(f"{command.by.name[:40]} is not seated at this table", "Sit down first.", cite_of(state, "stay_seated"))
    return player


def in_round(state: State, player: Player) -> bool:
    """Whether a player has wagers in a round that has been locked and is not over."""
    round_ = state.round
    return bool(round_ and round_.locked and not round_.ended and set(player.seats) & set(round_.stakes))


# ── people ──


def _sit_offers(state: State) -> Sequence[Data]:
    taken = {seat for player in state.players.values() for seat in player.seats}
    return [{"seat": seat} for seat in range(1, state.submission.regulation.seats.most + 1) if seat not in taken]


def _check_sit(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    check_seat(state.submission, seat)
    holder = next((p.name for p in state.players.values() if seat in p.seats), None)
    if holder:
        raise Refused(f"seat {seat} is taken", "Choose a free seat.")
    player = state.players.get(command.by.name)
    if player and player.left:
        raise Refused("you left in the middle of a round", "Come back when it is over.", cite_of(state, "stay_seated"))
    seats = tuple(sorted((*(player.seats if player else ()), seat)))
    boxes = [(one, command.by.name, {}) for one in seats]
    check_table(state.submission, [(n, who, dict[str, Cents]()) for n, who, _ in boxes])
    return {"seat": seat}


def _sit(state: State, event: Event) -> State:
    player = state.players.get(event.by.name, Player(event.by.name))
    return state.with_player(replace(player, seats=tuple(sorted((*player.seats, event.data["seat"])))))


def _leave_offers(state: State) -> Sequence[Data]:
    return [
        {BY: player.name}
        for player in state.players.values()
        if player.seats and not player.left and not _open_bets(state, player)
    ]


def _open_bets(state: State, player: Player) -> bool:
    """Wagers on the layout that may still be taken back."""
    round_ = state.round
    return bool(round_ and not round_.ended and not round_.locked and set(player.seats) & set(round_.stakes))


def _check_leave(state: State, command: Command) -> Data:
    only(command.data)
    player = _here(state, command)
    if _open_bets(state, player):
        raise Refused("you have wagers on the layout", "Take them back first.", cite_of(state, "close_betting"))
    return {"mid_round": in_round(state, player)}


def _leave(state: State, event: Event) -> State:
    player = state.players[event.by.name]
    if event.data["mid_round"]:
        return state.with_player(replace(player, left=True))
    return state.with_player(replace(player, seats=()))


def _chips_offers(state: State) -> Sequence[Data]:
    return [{BY: name, "amount": 10_000} for name in state.players]


def _check_chips(state: State, command: Command) -> Data:
    only(command.data, "amount")
    amount = need(command.data, "amount", int, "the amount in cents")
    player = state.players.get(command.by.name)
    if player is None:
        raise Refused(f"{command.by.name[:40]} is not at this table", "Sit down first.")
    if not 0 < amount <= MOST_CHIPS:
        raise Refused(f"{show_dollars(amount)} cannot be exchanged", f"Exchange up to {show_dollars(MOST_CHIPS)}.")
    if command.do == "cash_out" and amount > player.chips + player.held:
        raise Refused(
            f"{command.by.name[:40]} has {show_dollars(player.chips + player.held)}", "Cash out no more than that."
        )
    return {"amount": amount}


def _buy_in(state: State, event: Event) -> State:
    player = state.players[event.by.name]
    return state.with_player(replace(player, chips=player.chips + event.data["amount"]))


def _cash_out(state: State, event: Event) -> State:
    player = state.players[event.by.name]
    held = min(player.held, event.data["amount"])
    return state.with_player(
        replace(player, held=player.held - held, chips=player.chips - (event.data["amount"] - held))
    )


def _cash_out_offers(state: State) -> Sequence[Data]:
    return [{BY: p.name, "amount": p.chips + p.held} for p in state.players.values() if p.chips + p.held]


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
            f"a {offered.wager.title} wager needs another first", f"Place {joint.join(titles)}.", requires.cite
        )
    if amount > chips:
        raise Refused(f"{show_dollars(amount)} is more than the {show_dollars(chips)} in front of you", "Buy in, or bet less.")


def _check_bet(state: State, command: Command) -> Data:
    only(command.data, "seat", "wager", "amount", "with")
    seat = need(command.data, "seat", int, "the seat")
    wager = need(command.data, "wager", str, "the wager")
    amount = need(command.data, "amount", int, "the amount in cents")
    player = _here(state, command)
    if seat not in player.seats:
        raise Refused(f"seat {seat} is not yours", f"Yours: {', '.join(map(str, player.seats))}.", cite_of(state, "stay_seated"))
    instrument = command.data.get("with", "chips")
    if instrument not in ("chips", "plaques"):
        raise Refused(
            f"a wager may not be made with {str(instrument)[:20]}", "Place chips or plaques on the layout.",
            cite_of(state, "place_wagers"),
        )
    _check_bet_data(state, seat, wager, amount, player.chips)
    data: dict[str, object] = {"seat": seat, "wager": wager, "amount": amount}
    if state.submission.regulation.wagers[wager].placed != "layout":
        data["accepted"] = True
    return data


def _bet(state: State, event: Event) -> State:
    assert state.round is not None
    seat, amount = event.data["seat"], event.data["amount"]
    player = state.players[event.by.name]
    stakes = {**state.round.stakes.get(seat, {}), event.data["wager"]: amount}
    state = state.with_player(replace(player, chips=player.chips - amount))
    return state.with_round(
        stakes={**state.round.stakes, seat: stakes}, players={**state.round.players, seat: player.name}  # type: ignore[union-attr]
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
    player = _here(state, command)
    assert state.round is not None
    if seat not in player.seats or wager not in state.round.stakes.get(seat, {}):
        raise Refused(f"you have no such wager in seat {seat}", "Name one of your own wagers.")
    return {"seat": seat, "wager": wager}


def _take_back(state: State, event: Event) -> State:
    assert state.round is not None
    seat, wager = event.data["seat"], event.data["wager"]
    stakes = dict(state.round.stakes[seat])
    amount = stakes.pop(wager)
    name = state.round.players[seat]
    player = state.players[name]
    state = state.with_player(replace(player, chips=player.chips + amount))
    left = {**state.round.stakes, seat: stakes} if stakes else {s: w for s, w in state.round.stakes.items() if s != seat}  # type: ignore[union-attr]
    owners = {s: p for s, p in state.round.players.items() if s in left}  # type: ignore[union-attr]
    return state.with_round(stakes=left, players=owners)


# ── no more bets ──


def _boxes(round_: RoundState) -> list[tuple[int, str, Mapping[str, Cents]]]:
    return [(seat, round_.players[seat], stakes) for seat, stakes in round_.stakes.items()]


def _close_offers(state: State) -> Sequence[Data]:
    if state.phase != "betting" or state.round is None or not state.round.stakes:
        return ()
    try:
        _check_close(state, Command("no_more_bets", Person("dealer", ""), 0, {}))
    except Refused:
        return ()
    return [{}]


def _check_close(state: State, command: Command) -> Data:
    """Every box must be complete; a Pot with one player alone goes back first (I-138)."""
    only(command.data, "magic_card", "lucky_position")
    round_ = state.round
    if round_ is None or not round_.stakes:
        raise Refused("there are no wagers", "Wait for a wager.", cite_of(state, "no_more_bets"))
    boxes = _boxes(round_)
    pot_back = [] if pot_is_played(state.submission, boxes) else [seat for seat, _, stakes in boxes if "pot" in stakes]
    kept = [(s, who, {w: c for w, c in stakes.items() if w != "pot" or not pot_back}) for s, who, stakes in boxes]
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
            raise Refused(f"this table makes no draw for the {key.replace('_', ' ')}", "Leave it out.")
        if key == "magic_card":
            try:
                parse_card(str(value))
            except CardError as error:
                raise Refused(str(error)) from None
        elif value != "dealer":
            check_seat(state.submission, value if isinstance(value, int) else 0)
        found[key] = value
    return found


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
        wagers[wager].placed == "progressive_device" for stakes in state.round.stakes.values() for wager in stakes
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
    """A cancelled wager's contribution comes off the meter again; a chip that was never booked just goes back."""
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
    Rule("sit", ("player",), _sit_offers, _check_sit, _sit, step="stay_seated", text="Sit down."),
    Rule("leave", ("player",), _leave_offers, _check_leave, _leave, step="stay_seated", text="Leave the table."),
    Rule("buy_in", ("player",), _chips_offers, _check_chips, _buy_in, text="Exchange money for chips."),
    Rule("cash_out", ("player",), _cash_out_offers, _check_chips, _cash_out, text="Exchange chips for money."),
    Rule("bet", ("player",), _bet_offers, _check_bet, _bet, step="place_wagers"),
    Rule(
        "take_back", ("player",), _take_back_offers, _check_take_back, _take_back, step="close_betting",
        text="Take a wager back before \"no more bets\".",
    ),
    Rule("no_more_bets", ("dealer",), _close_offers, _check_close, _close),
    Rule("count_progressive_chips", ("dealer",), _count_offers, _check_count, _count),
    Rule(
        "resolve_chips", ("floorperson",), _resolve_offers, _check_resolve, _resolve, step="count_progressive_chips",
        text="Return a chip that was not accepted, or cancel an accepted wager without a chip.",
    ),
)
