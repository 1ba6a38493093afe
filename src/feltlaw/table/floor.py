"""What goes wrong, and what a floorperson decides: irregularities, devices, players who left or spoke."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from feltlaw.cards import parse_cards
from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.refusal import Refused, shown
from feltlaw.table.dealing import entered, next_cards, sample_cards
from feltlaw.table.money import pay_lines
from feltlaw.table.opening import is_locked, settle_phase
from feltlaw.table.outcome import is_partly_settled, settle_state
from feltlaw.table.places import FACE_UP, next_delivery
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, only, why_not
from feltlaw.table.shuffling import shuffle_offers
from feltlaw.table.state import Command, Dealt, Event, State

BEFORE_REVEAL = ("dealing", "stub", "deciding")
EXPOSED = ("dealer_card_exposed", "community_card_exposed")


def _possible(state: State, kind: str) -> bool:
    """Whether such a thing can have happened at this moment."""
    round_ = state.round
    if kind == "shuffler_jam":
        return state.shuffle != "manual" and bool(shuffle_offers(state))
    if round_ is None or round_.ended or round_.void or kind in ("device_out_of_order", "wrong_deck_count"):
        return False
    if kind == round_.irregularity:
        return False
    if kind in ("card_face_up", "card_drawn_in_error", "cards_face_up"):
        return _cards_to_come(state)
    if kind == "shoe_jam":
        return _cards_to_come(state) and state.deal == "automated_shoe"
    if kind == "wrong_number_of_cards":
        nothing_paid = state.phase == "settling" and not round_.settled_turns
        return (state.phase in BEFORE_REVEAL or nothing_paid) and bool(round_.dealt)
    if kind == "dealer_card_exposed":
        return state.phase in BEFORE_REVEAL and bool(state.cards_at("dealer")) and not round_.dealer_up
    covered = len(state.cards_at("community")) > round_.community_up
    return state.phase in (*BEFORE_REVEAL, "settling") and (covered or _fourth_is_covered(state))


def _cards_to_come(state: State) -> bool:
    """Whether cards are being dealt, or a stack still waits in the shoe."""
    if state.phase == "dealing":
        return True
    return state.phase == "deciding" and next_delivery(state) is not None


def _fourth_is_covered(state: State) -> bool:
    assert state.round is not None
    return any(
        state.cards_at(f"fourth {seat}") and seat not in state.round.fourths_up for seat in state.round.stakes
    )


def _needs_floorperson(state: State, kind: str) -> bool:
    """An exposed card that undoes a round is recorded by a floorperson, never by one button (I-68)."""
    rule = state.submission.regulation.irregularities.get(kind)
    return kind in EXPOSED and rule is not None and round_end(state.submission, rule) != "stands"


def _offers(*, floorperson: bool) -> Callable[[State], Sequence[Data]]:
    def offers(state: State) -> Sequence[Data]:
        return [
            {"kind": kind, **({"card": sample_cards(state, 1)} if _is_entered(state, kind) else {})}
            for kind in state.submission.regulation.irregularities
            if _possible(state, kind) and _needs_floorperson(state, kind) == floorperson
        ]

    return offers


def _is_entered(state: State, kind: str) -> bool:
    """Whether the dealer must say which card it is: one of a real deck, found face up for the first time."""
    return (
        kind == "card_face_up"
        and state.real_cards
        and state.round is not None
        and not state.round.face_up_found
    )


_OTHERWISE = {
    "wrong_deck_count": "Count the stub (count_stub).",
    "device_out_of_order": "Use device_out_of_order.",
}


def _check_report(state: State, command: Command) -> Data:
    kind = need(command.data, "kind", str, "the kind of irregularity")
    only(command.data, "kind", *(("card",) if _is_entered(state, kind) else ()))
    if kind not in state.submission.regulation.irregularities:
        find_irregularity(state.submission, kind)
    rule = state.submission.regulation.irregularities[kind]
    spoken = kind.replace("_", " ")
    if not _possible(state, kind):
        legal = _OTHERWISE.get(kind, "Report what happened at this moment.")
        raise Refused(f"{spoken} cannot happen now", legal, rule.cite)
    if _needs_floorperson(state, kind) != (command.do == "record_exposed_card"):
        other = "record_exposed_card" if command.do == "report" else "report"
        raise Refused(f"this is not the command for {spoken}", f"Use {other}.", rule.cite)
    if kind == "card_face_up" and state.round and state.round.face_up_found:
        kind, rule = "cards_face_up", state.submission.regulation.irregularities["cards_face_up"]
    data: dict[str, object] = {
        "kind": kind,
        "round": round_end(state.submission, rule),
        "cards": rule.cards,
        "clauses": list(cited(state.submission, rule).clauses),
    }
    if kind == "card_face_up":
        text = need(command.data, "card", str, "the card") if state.real_cards else ""
        card = entered(state, text, 1) if state.real_cards else next_cards(state, 1)
        data["card"] = str(card[0])
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
        found = Dealt(FACE_UP, parse_cards(event.data["card"])[0])
        changes |= {"dealt": (*round_.dealt, found), "taken": round_.taken + 1}
    if end != "void" and kind in EXPOSED and not is_partly_settled(state):
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
    return Event(
        "void_round",
        replace(cause.by, role="device"),
        cause.at,
        {"kind": kind, "clauses": clauses, "lines": lines},
    )


def _void(state: State, event: Event) -> State:
    kind = event.data["kind"]
    settlement = settle_state(state, kind)
    round_ = state.round
    assert round_ is not None
    contributed = sum(meter.total for meter in state.meters.values()) - sum(
        m.total for m in round_.meters_before.values()
    )
    state = replace(state, meters=round_.meters_before, tray=state.tray + contributed)
    state = state.with_round(irregularity=kind, settlement=settlement)
    state = pay_lines(state, settlement.lines)
    return replace(state, phase="racking").with_round(void=True)


# ── devices ──


def _device_offers(state: State) -> Sequence[Data]:
    if state.phase not in ("closed", "opening", "shuffling") or is_locked(state):
        return ()
    sign = _signs(state)[0]
    found = []
    if state.shuffle != "manual":
        found.append({"device": "shuffler", "sign": sign, "instead": "manual"})
    if state.deal == "automated_shoe":
        found.append({"device": "shoe", "sign": sign, "instead": "manual_shoe"})
    return found


def _signs(state: State) -> tuple[str, ...]:
    """What must be done with a broken device before another method is used: the regulation's own words."""
    text = state.submission.regulation.irregularities["device_out_of_order"].text
    return ("covered", "signed") if "covered" in text else ("removed",)


def _check_device(state: State, command: Command) -> Data:
    """A broken device is covered or signed (PA), or taken away (MA), before another method is used (I-25)."""
    only(command.data, "device", "sign", "instead")
    device = need(command.data, "device", str, "the device")
    sign = need(command.data, "sign", str, "what was done with the device")
    instead = need(command.data, "instead", str, "the method used instead")
    cite = state.submission.regulation.irregularities["device_out_of_order"].cite
    known = [offer["device"] for offer in _device_offers(state)]
    if device not in known:
        raise Refused(
            f"there is no {shown(device)} in use that could be replaced", f"In use: {', '.join(known)}.", cite
        )
    if sign not in _signs(state):
        raise Refused(
            f"the {device} was {shown(sign)}", f"It must be {' or '.join(_signs(state))} first.", cite
        )
    methods = ("manual",) if device == "shuffler" else _other_deals(state)
    if instead not in methods:
        raise Refused(f"{shown(instead)} may not be used instead", f"Use {' or '.join(methods)}.", cite)
    return {"device": device, "sign": sign, "instead": instead}


def _other_deals(state: State) -> tuple[str, ...]:
    """Cards are dealt from the hand only after a machine shuffle."""
    return ("manual_shoe",) if state.shuffle == "manual" else ("manual_shoe", "hand")


def _device(state: State, event: Event) -> State:
    """Without a shuffler the table goes on with one deck, shuffled by hand, dealt from a shoe (I-25)."""
    device, instead = event.data["device"], event.data["instead"]
    state = replace(state, out_of_order={**state.out_of_order, device: event.data["sign"]})
    if device == "shoe":
        return replace(state, deal=instead)
    kept = state.deck if state.decks else None
    if kept is not None and kept.stage == "shuffled" and not kept.preshuffled:
        kept = replace(kept, stage="stacked")
    deal = "manual_shoe" if state.deal == "hand" else state.deal
    state = replace(state, shuffle="manual", deal=deal, decks=(kept,), active=0)
    return state if state.phase == "closed" else settle_phase(state)


# ── rulings ──


def _gone(state: State) -> list[int]:
    round_ = state.round
    if round_ is None or round_.ended or not round_.locked or state.phase not in BEFORE_REVEAL:
        return []
    return [s for s, name in round_.players.items() if state.players[name].left and s not in round_.rulings]


def _departed_offers(state: State) -> Sequence[Data]:
    may = ["left"] + (
        ["abandoned"] if state.submission.option("settlement.departed_player") == "forfeit" else []
    )
    return [{"seat": seat, "ruling": ruling} for seat in _gone(state) for ruling in may]


def _check_departed(state: State, command: Command) -> Data:
    only(command.data, "seat", "ruling")
    seat = need(command.data, "seat", int, "the seat")
    ruling = need(command.data, "ruling", str, "the ruling")
    if seat not in _gone(state):
        raise Refused(
            f"the player of seat {seat} has not left in mid-round",
            "Rule on a player who left.",
            cite_of(state, "abandon"),
        )
    if {"seat": seat, "ruling": ruling} not in _departed_offers(state):
        raise Refused(
            f"this table's submission does not allow '{ruling[:20]}'",
            'Rule "left": the wagers are settled.',
            cite_of(state, "abandon"),
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
        raise Refused(
            f"there is no such finding to make on seat {seat}",
            "Name a seat in the round.",
            cite_of(state, "no_talking"),
        )
    return {"seat": seat}


RULES = (
    Rule(
        "report",
        ("dealer", "floorperson"),
        _offers(floorperson=False),
        _check_report,
        _report,
        then=_after_report,
        text="Report an irregularity.",
        refuse=partial(why_not, _check_report),
    ),
    Rule(
        "record_exposed_card",
        ("floorperson",),
        _offers(floorperson=True),
        _check_report,
        _report,
        then=_after_report,
        text="Record that a card was exposed too early.",
        refuse=partial(why_not, _check_report),
    ),
    Rule(
        "void_round",
        ("device",),
        lambda state: (),
        lambda state, command: {},
        _void,
        text="The round is void.",
    ),
    Rule(
        "device_out_of_order",
        ("floorperson",),
        _device_offers,
        _check_device,
        _device,
        text="Put a broken device out of order and use another method.",
        cite=lambda state: state.submission.regulation.irregularities["device_out_of_order"].cite,
    ),
    Rule("rule_departed", ("floorperson",), _departed_offers, _check_departed, _rule_on, step="abandon"),
    Rule(
        "rule_communication",
        ("floorperson",),
        _communication_offers,
        _check_communication,
        _rule_on,
        step="no_talking",
        text="Record that a player spoke about his hand: all his wagers are lost.",
    ),
)
