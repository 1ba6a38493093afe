"""What goes wrong, and what a floorperson decides: irregularities, devices, players who left or spoke."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.round.refusal import Refused
from feltlaw.table.dealing import next_cards
from feltlaw.table.money import pay_lines
from feltlaw.table.outcome import settle_state
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, only
from feltlaw.table.state import Command, Dealt, Event, State

BEFORE_REVEAL = ("dealing", "stub", "deciding")
EXPOSED = ("dealer_card_exposed", "community_card_exposed")
SIGNS = ("covered", "signed", "removed")


def _possible(state: State, kind: str) -> bool:
    """Whether such a thing can have happened at this moment."""
    round_ = state.round
    if kind == "shuffler_jam":
        waiting = any(deck is not None and deck.stage in ("stacked", "used") for deck in state.decks)
        return state.phase == "shuffling" and waiting and state.shuffle != "manual"
    if round_ is None or round_.ended or round_.void or kind in ("device_out_of_order", "wrong_deck_count"):
        return False
    if kind == round_.irregularity:
        return False
    if kind in ("card_face_up", "card_drawn_in_error", "cards_face_up"):
        return state.phase == "dealing"
    if kind == "shoe_jam":
        return state.phase == "dealing" and state.deal == "automated_shoe"
    if kind == "wrong_number_of_cards":
        return state.phase in BEFORE_REVEAL and bool(round_.dealt)
    if kind == "dealer_card_exposed":
        return state.phase in BEFORE_REVEAL and bool(state.cards_at("dealer")) and not round_.dealer_up
    covered = len(state.cards_at("community")) > round_.community_up
    return state.phase in (*BEFORE_REVEAL, "settling") and covered


def _needs_floorperson(state: State, kind: str) -> bool:
    """An exposed card that undoes a round is recorded by a floorperson, never by one button (I-68)."""
    rule = state.submission.regulation.irregularities.get(kind)
    return kind in EXPOSED and rule is not None and round_end(state.submission, rule) != "stands"


def _offers(*, floorperson: bool) -> Callable[[State], Sequence[Data]]:
    def offers(state: State) -> Sequence[Data]:
        return [
            {"kind": kind}
            for kind in state.submission.regulation.irregularities
            if _possible(state, kind) and _needs_floorperson(state, kind) == floorperson
        ]

    return offers


def _check_report(state: State, command: Command) -> Data:
    only(command.data, "kind")
    kind = need(command.data, "kind", str, "the kind of irregularity")
    if kind not in state.submission.regulation.irregularities:
        find_irregularity(state.submission, kind)
    rule = state.submission.regulation.irregularities[kind]
    if not _possible(state, kind):
        raise Refused(f"{kind.replace('_', ' ')} cannot happen now", "Report what happened at this moment.", rule.cite)
    end = round_end(state.submission, rule)
    if _needs_floorperson(state, kind) != (command.do == "record_exposed_card"):
        other = "record_exposed_card" if command.do == "report" else "report"
        raise Refused(f"this is not the command for {kind.replace('_', ' ')}", f"Use {other.replace('_', ' ')}.", rule.cite)
    if kind == "card_face_up" and state.round and state.round.face_up_found:
        kind, rule = "cards_face_up", state.submission.regulation.irregularities["cards_face_up"]
        end = round_end(state.submission, rule)
    data: dict[str, object] = {"kind": kind, "round": end, "cards": rule.cards, "clauses": list(cited(state.submission, rule).clauses)}
    if kind == "card_face_up" and not state.real_cards:
        data["card"] = str(next_cards(state, 1)[0])
    return data


def _report(state: State, event: Event) -> State:
    kind, end = event.data["kind"], event.data["round"]
    if kind == "shuffler_jam":
        return state
    assert state.round is not None
    round_ = state.round
    changes: dict[str, object] = {"irregularities": (*round_.irregularities, kind)}
    if kind == "card_face_up":
        changes["face_up_found"] = round_.face_up_found + 1
        if "card" in event.data:
            deck = state.deck
            assert deck is not None
            card = next_cards(state, 1)[0]
            changes |= {"dealt": (*round_.dealt, Dealt("found face up", card)), "taken": round_.taken + 1}
    if end in ("stands", "partly_settled") and kind in EXPOSED:
        changes["irregularity"] = kind
    return state.with_round(**changes)


def _after_report(state: State, event: Event) -> Sequence[Event]:
    return [void_event(state, event.data["kind"], event)] if event.data["round"] == "void" else ()


def void_event(state: State, kind: str, cause: Event) -> Event:
    """The round is void: every wager goes back (I-07, I-08)."""
    settlement = settle_state(state, kind)
    rule = state.submission.regulation.irregularities[kind]
    clauses = list(cited(state.submission, rule).clauses)
    lines = [{**line.to_json(), "seat": line.seat} for line in settlement.lines]
    return Event("void_round", replace(cause.by, role="device"), cause.at, {"kind": kind, "clauses": clauses, "lines": lines})


def _void(state: State, event: Event) -> State:
    kind = event.data["kind"]
    settlement = settle_state(state, kind)
    round_ = state.round
    assert round_ is not None
    contributed = sum(meter.total for meter in state.meters.values()) - sum(m.total for m in round_.meters_before.values())
    state = replace(state, meters=round_.meters_before, tray=state.tray + contributed)
    state = state.with_round(irregularity=kind, settlement=settlement)
    state = pay_lines(state, settlement.lines)
    return replace(state, phase="racking").with_round(void=True)


# ── devices ──


def _device_offers(state: State) -> Sequence[Data]:
    if state.phase not in ("closed", "opening", "shuffling"):
        return ()
    rule = state.submission.regulation.irregularities["device_out_of_order"]
    sign = "removed" if rule.cards == "none" and "removed" in rule.text else "covered"
    found = []
    if state.shuffle != "manual" and state.deal != "hand":
        found.append({"device": "shuffler", "sign": sign, "instead": "manual"})
    if state.deal == "automated_shoe":
        found.append({"device": "shoe", "sign": sign, "instead": "manual_shoe"})
    return found


def _check_device(state: State, command: Command) -> Data:
    """A broken device is covered or signed (PA), or taken away (MA), before another method is used (I-25)."""
    only(command.data, "device", "sign", "instead")
    device = need(command.data, "device", str, "the device")
    sign = need(command.data, "sign", str, "what was done with the device")
    instead = need(command.data, "instead", str, "the method used instead")
    rule = state.submission.regulation.irregularities["device_out_of_order"]
    known = {offer["device"]: offer for offer in _device_offers(state)}
    if device not in known:
        raise Refused(f"there is no {device[:20]} in use that could be replaced", f"In use: {', '.join(known) or 'none'}.", rule.cite)
    allowed = ("removed",) if known[device]["sign"] == "removed" else ("covered", "signed")
    if sign not in allowed:
        raise Refused(f"the {device} was {sign[:20]}", f"It must be {' or '.join(allowed)} first.", rule.cite)
    methods = ("manual",) if device == "shuffler" else ("manual_shoe",) if state.shuffle == "manual" else ("manual_shoe", "hand")
    if instead not in methods:
        raise Refused(f"{instead[:20]} may not be used instead", f"Use {' or '.join(methods)}.", rule.cite)
    return {"device": device, "sign": sign, "instead": instead}


def _device(state: State, event: Event) -> State:
    device, instead = event.data["device"], event.data["instead"]
    state = replace(state, out_of_order={**state.out_of_order, device: event.data["sign"]})
    if device == "shoe":
        return replace(state, deal=instead)
    decks = tuple(
        replace(deck, stage="stacked") if deck is not None and deck.stage == "shuffled" else deck for deck in state.decks
    )
    kept = decks if len(decks) == 1 else (decks[state.active],)
    return replace(state, shuffle="manual", decks=kept, active=0)


# ── rulings ──


def _gone(state: State) -> list[int]:
    round_ = state.round
    if round_ is None or round_.ended or not round_.locked or state.phase not in BEFORE_REVEAL:
        return []
    return [s for s, name in round_.players.items() if state.players[name].left and s not in round_.rulings]


def _departed_offers(state: State) -> Sequence[Data]:
    may = ["left"] + (["abandoned"] if state.submission.option("settlement.departed_player") == "forfeit" else [])
    return [{"seat": seat, "ruling": ruling} for seat in _gone(state) for ruling in may]


def _check_departed(state: State, command: Command) -> Data:
    only(command.data, "seat", "ruling")
    seat = need(command.data, "seat", int, "the seat")
    ruling = need(command.data, "ruling", str, "the ruling")
    if seat not in _gone(state):
        raise Refused(f"the player of seat {seat} has not left in mid-round", "Rule on a player who left.", cite_of(state, "abandon"))
    if {"seat": seat, "ruling": ruling} not in _departed_offers(state):
        raise Refused(
            f"this table's submission does not allow '{ruling[:20]}'", 'Rule "left": the wagers are settled.', cite_of(state, "abandon")
        )
    return {"seat": seat, "ruling": ruling}


def _rule_on(state: State, event: Event) -> State:
    assert state.round is not None
    seat = event.data["seat"]
    return state.with_round(rulings={**state.round.rulings, seat: event.data.get("ruling", "communicated")})


def _communication_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if round_ is None or state.phase not in ("stub", "deciding") or not has_step(state, "no_talking"):
        return ()
    return [{"seat": seat} for seat in round_.stakes if seat not in round_.rulings]


def _check_communication(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if {"seat": seat} not in _communication_offers(state):
        raise Refused(f"there is no such finding to make on seat {seat}", "Name a seat in the round.", cite_of(state, "no_talking"))
    return {"seat": seat}


RULES = (
    Rule(
        "report", ("dealer", "floorperson"), _offers(floorperson=False), _check_report, _report, then=_after_report,
        text="Report an irregularity.",
    ),
    Rule(
        "record_exposed_card", ("floorperson",), _offers(floorperson=True), _check_report, _report, then=_after_report,
        text="Record that a card was exposed too early.",
    ),
    Rule("void_round", ("device",), lambda state: (), lambda state, command: {}, _void, text="The round is void."),
    Rule(
        "device_out_of_order", ("floorperson",), _device_offers, _check_device, _device,
        text="Put a broken device out of order and use another method.",
        cite=lambda state: state.submission.regulation.irregularities["device_out_of_order"].cite,
    ),
    Rule("rule_departed", ("floorperson",), _departed_offers, _check_departed, _rule_on, step="abandon"),
    Rule(
        "rule_communication", ("floorperson",), _communication_offers, _check_communication, _rule_on, step="no_talking",
        text="Record that a player spoke about his hand: all his wagers are lost.",
    ),
)
