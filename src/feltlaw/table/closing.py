"""The call that ends the betting, the draws that go with it, and the count of the progressive chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.cards import CardError, parse_card
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_box, check_lucky_position, check_table
from feltlaw.table.betting import boxes_to_play
from feltlaw.table.money import cancel, take_off
from feltlaw.table.opening import too_old
from feltlaw.table.rule import Data, Rule, cite_of, need, only, why_not
from feltlaw.table.state import Command, Event, Person, State

DRAWS = ("magic_card", "lucky_position")
"""What the system draws, and the kind of award that each draw decides."""


def _is_incomplete(state: State, command: Command) -> Refused | None:
    """While betting is open: what the wagers lack before it can be closed."""
    return why_not(_check_close, state, command) if state.phase == "betting" else None


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
    only(command.data, *DRAWS)
    round_ = state.round
    if round_ is None or not round_.stakes:
        raise Refused("there are no wagers", "Wait for a wager.", cite_of(state, "no_more_bets"))
    old = too_old(state, command.at)
    if old:
        raise old
    boxes, alone = boxes_to_play(state)
    for _, _, stakes in boxes:
        check_box(state.submission, stakes)
    check_table(state.submission, boxes)
    return {"pot_returned": list(alone), **_draws(state, command)}


def _draws(state: State, command: Command) -> dict[str, object]:
    """The draws the table game system makes once betting is closed (I-64)."""
    found: dict[str, object] = {}
    for key in DRAWS:
        value = command.data.get(key)
        if value is None:
            continue
        if not _is_drawn(state, key):
            raise Refused(
                f"this table makes no draw for the {key.replace('_', ' ')}",
                "Leave it out.",
                cite_of(state, "lock_out_device"),
            )
        found[key] = _drawn_card(state, value) if key == "magic_card" else _drawn_position(state, value)
    return found


def _is_drawn(state: State, kind: str) -> bool:
    """Whether this table pays an award that such a draw decides."""
    awards = state.submission.regulation.awards.values()
    return any(state.submission.pays(award, award.stake_of[0]) for award in awards if award.kind == kind)


def _drawn_card(state: State, value: object) -> str:
    try:
        card = parse_card(str(value)[:20])
    except CardError as error:
        raise Refused(str(error), "Name a card of the deck.") from None
    if card.is_joker and not state.submission.regulation.deck.jokers:
        raise Refused("there is no joker in this game", "Name a card of the deck.")
    return str(card)


def _drawn_position(state: State, value: object) -> object:
    position = value if value == "dealer" or (type(value) is int and abs(value) < 100) else 0
    assert isinstance(position, int | str)
    check_lucky_position(state.submission, position, state.round.stakes if state.round else {})
    return value


def _close(state: State, event: Event) -> State:
    assert state.round is not None
    _, alone = boxes_to_play(state)
    for seat in event.data["pot_returned"]:
        state = take_off(state, seat, alone[seat])
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
    return cancel(state, event.data["seat"], event.data["wager"])


RULES = (
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
