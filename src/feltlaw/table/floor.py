"""What goes wrong: irregularities reported, exposed cards recorded, rounds found void."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from feltlaw.cards import Card, parse_cards
from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.refusal import Refused, shown
from feltlaw.table.dealing import count_round, entered, next_cards, sample_cards
from feltlaw.table.money import pay_lines
from feltlaw.table.outcome import BEFORE_REVEAL, is_paid, is_partly_settled, settle_state
from feltlaw.table.places import FACE_UP, HELD, is_held, next_delivery
from feltlaw.table.rule import Data, Rule, need, only, why_not
from feltlaw.table.shuffling import shuffle_offers
from feltlaw.table.state import SYSTEM, Command, Dealt, Event, State

EXPOSED = ("dealer_card_exposed", "community_card_exposed")
SHORT = "wrong_number_of_cards"


def _possible(state: State, kind: str) -> bool:
    """Whether such a thing can have happened at this moment."""
    round_ = state.round
    if kind == "shuffler_jam":
        return state.shuffle != "manual" and bool(shuffle_offers(state))
    if round_ is None or round_.ended or round_.void or kind in ("device_out_of_order", "wrong_deck_count"):
        return False
    if kind in ("card_face_up", "card_drawn_in_error", "cards_face_up"):
        return _cards_to_come(state)
    if kind == "shoe_jam":
        return _cards_to_come(state) and state.deal == "automated_shoe"
    if kind == SHORT:
        in_time = state.phase in BEFORE_REVEAL or (state.phase == "settling" and not is_paid(state))
        return in_time and bool(round_.dealt)
    return bool(_covered(state, kind))


def _covered(state: State, kind: str) -> dict[str, list[int]]:
    """By place, the cards that could be seen too early now, the first of a place being number 1."""
    assert state.round is not None
    seen = state.round.seen_early
    found = {
        place: [nth for nth in numbers if (place, nth) not in seen]
        for place, numbers in _face_down(state, kind).items()
    }
    return {place: numbers for place, numbers in found.items() if numbers}


def _face_down(state: State, kind: str) -> dict[str, range]:
    round_ = state.round
    assert round_ is not None
    if kind == "dealer_card_exposed":
        if state.phase not in BEFORE_REVEAL or round_.dealer_up:
            return {}
        return {"dealer": range(1, len(_dealers_cards(state)) + 1)}
    if state.phase not in (*BEFORE_REVEAL, "settling"):
        return {}
    found = {"community": range(round_.community_up + 1, len(state.cards_at("community")) + 1)}
    for seat in sorted(round_.stakes):
        if seat not in round_.fourths_up:
            found[f"fourth {seat}"] = range(1, len(state.cards_at(f"fourth {seat}")) + 1)
    return found


def _dealers_cards(state: State) -> Sequence[Card | None]:
    """The dealer's cards, on the table or still in the shoe; None for one of a real deck in the shoe."""
    there = state.cards_at("dealer")
    delivery = next_delivery(state) if state.phase == "deciding" else None
    if there or delivery is None or delivery.do != HELD:
        return there
    many = len(delivery.places)
    return [None] * many if state.real_cards else next_cards(state, many)


def _cards_to_come(state: State) -> bool:
    """Whether cards are being dealt, or a stack still waits in the shoe."""
    if state.phase == "dealing":
        return True
    return state.phase == "deciding" and next_delivery(state) is not None


def _needs_floorperson(state: State, kind: str) -> bool:
    """An exposed card that undoes a round is recorded by a floorperson, never by one button (I-68)."""
    rule = state.submission.regulation.irregularities.get(kind)
    return kind in EXPOSED and rule is not None and round_end(state.submission, rule) != "stands"


def _offers(*, floorperson: bool) -> Callable[[State], Sequence[Data]]:
    def offers(state: State) -> Sequence[Data]:
        return [
            {"kind": kind, **more}
            for kind in state.submission.regulation.irregularities
            if _possible(state, kind) and _needs_floorperson(state, kind) == floorperson
            for more in _samples(state, kind)
        ]

    return offers


def _samples(state: State, kind: str) -> Sequence[Data]:
    """What else a report says, one example for each place it can be about."""
    if kind in EXPOSED:
        return [{"place": place, "nth": numbers[0]} for place, numbers in _covered(state, kind).items()]
    return [{"card": sample_cards(state, 1)}] if _is_entered(state, kind) else [{}]


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
    more = ("place", "nth") if kind in EXPOSED else ("card",) if _is_entered(state, kind) else ()
    only(command.data, "kind", *more)
    if kind not in state.submission.regulation.irregularities:
        find_irregularity(state.submission, kind)
    rule = state.submission.regulation.irregularities[kind]
    spoken = kind.replace("_", " ")
    if kind == SHORT and is_paid(state):
        raise Refused(
            "wagers of this round have been paid or collected already, and that is not undone here",
            "All hands are void: settle no further seat, and have a floorperson put every payment right "
            "outside this record; then finish the round.",
            rule.cite,
        )
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
        "cards": rule.cards.replace("_", " "),
        "clauses": list(cited(state.submission, rule).clauses),
    }
    if kind == "card_face_up":
        text = need(command.data, "card", str, "the card") if state.real_cards else ""
        card = entered(state, text, 1) if state.real_cards else next_cards(state, 1)
        data["card"] = str(card[0])
        if is_held(state):
            short = state.submission.regulation.irregularities[SHORT]
            data |= {
                "round": "void",
                "clauses": [*cited(state.submission, rule).clauses, *short.cite.clauses],
            }
    if kind in EXPOSED:
        data |= _which(state, command, kind)
    return data


def _which(state: State, command: Command, kind: str) -> dict[str, object]:
    """The card that was seen: where it lies, the how many-th there, and which one it is."""
    place = need(command.data, "place", str, "the place of the card")
    nth = need(command.data, "nth", int, "the number of the card in its place")
    known = _covered(state, kind)
    if nth not in known.get(place, ()):
        lying = ", ".join(f"{one} {_spans(numbers)}" for one, numbers in known.items())
        raise Refused(
            f"no such card lies face down at '{shown(place)}'",
            f"Face down: {lying}.",
            state.submission.regulation.irregularities[kind].cite,
        )
    cards = _dealers_cards(state) if place == "dealer" else state.cards_at(place)
    card = cards[nth - 1]
    return {"place": place, "nth": nth, **({} if card is None else {"card": str(card)})}


def _spans(numbers: Sequence[int]) -> str:
    whole = numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]} to {numbers[-1]}" if whole else " and ".join(map(str, numbers))


def _report(state: State, event: Event) -> State:
    kind, end = event.data["kind"], event.data["round"]
    if kind == "shuffler_jam":
        return state
    if kind == "card_face_up":
        state = count_round(state)
    round_ = state.round
    assert round_ is not None
    changes: dict[str, object] = {"irregularities": (*round_.irregularities, kind)}
    if kind == "card_face_up":
        changes["face_up_found"] = round_.face_up_found + 1
        found = Dealt(FACE_UP, parse_cards(event.data["card"])[0])
        changes |= {"dealt": (*round_.dealt, found), "taken": round_.taken + 1}
    if kind in EXPOSED:
        changes["seen_early"] = (*round_.seen_early, (event.data["place"], event.data["nth"]))
    if end != "void" and kind in EXPOSED and not is_partly_settled(state):
        changes["irregularity"] = kind
    return state.with_round(**changes)


def _after_report(state: State, event: Event) -> Sequence[Event]:
    """The round is void; after a card found face up because of the hand it leaves one short (I-12).

    That is so where the dealer's stack stays in the shoe, and the stub under it, until all have decided.
    """
    if event.data["round"] != "void":
        return ()
    kind = event.data["kind"]
    return [void_event(state, SHORT if kind == "card_face_up" else kind, event)]


def void_event(state: State, kind: str, cause: Event) -> Event:
    """The round is void: every wager goes back (I-07, I-08)."""
    settlement = settle_state(state, kind)
    rule = state.submission.regulation.irregularities[kind]
    clauses = list(cited(state.submission, rule).clauses)
    lines = [{**line.to_json(), "seat": line.seat} for line in settlement.lines]
    return Event(
        "void_round",
        SYSTEM,
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
)
