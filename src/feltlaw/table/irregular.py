"""What goes wrong: irregularities reported, exposed cards recorded, rounds found void."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from feltlaw.cards import Card
from feltlaw.event import Event, Happening
from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.schema import Text, Whole
from feltlaw.table.agenda import is_paid, is_partly_settled
from feltlaw.table.dealing import counted_round, entered, next_cards, out_of_the_shoe, unseen
from feltlaw.table.deliveries import HELD, is_held, next_delivery, to_come
from feltlaw.table.phases import BEFORE_REVEAL, OPEN
from feltlaw.table.places import COMMUNITY, DEALER, FACE_UP, RACK, Place, fourth, hand
from feltlaw.table.rule import Following, Moment, Way, rule_of, spoken
from feltlaw.table.shuffling import to_be_shuffled
from feltlaw.table.state import MOST_IRREGULARITIES, Count, Dealt, SeenEarly, State, Word
from feltlaw.table.voiding import voiding
from feltlaw.values import memo

EXPOSED = ("dealer_card_exposed", "community_card_exposed")
SHORT = "wrong_number_of_cards"


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody of the crew reports an irregularity."""

    kind: Annotated[str, Text(40)]
    place: Place | None = None
    """Where: of a card that was seen, of a hand with a wrong number of cards."""
    nth: Annotated[int, Whole(0, 20)] = 0
    """Of a card that was seen: the how many-th there."""
    cards: Annotated[int, Whole(0, 20)] = 0
    """Of a hand with a wrong number of cards: how many it has."""
    card: Card | None = None
    """Of a card found face up in a real deck: which it is."""


@dataclass(frozen=True, slots=True)
class RecordExposedCard:
    """A floorperson records that a card was exposed which ends the round or a part of it (I-68)."""

    kind: Annotated[str, Text(40)]
    place: Place
    nth: Annotated[int, Whole(1, 20)]


@dataclass(frozen=True, slots=True)
class Reported:
    """An irregularity, what becomes of the round and of the cards, and by which clause."""

    kind: Word
    round: Word
    cards_go: Word
    cite: Cite
    place: Place | None = None
    nth: Count = 0
    cards: Count = 0
    card: Card | None = None
    first: bool = False
    """Whether it took the first card of the round."""


# ── what can have happened ──


def _possible(state: State, kind: str) -> bool:
    """Whether such a thing can have happened at this moment, as far as the table itself does not know
    better."""
    round_ = state.locked
    if kind == "shuffler_jam":
        return state.shuffle != "manual" and bool(to_be_shuffled(state))
    if round_ is None or round_.void or kind in ("device_out_of_order", "wrong_deck_count"):
        return False
    if kind in ("card_face_up", "card_drawn_in_error", "cards_face_up"):
        return _cards_to_come(state)
    if kind == "shoe_jam":
        delivery = next_delivery(state)
        return _cards_to_come(state) and delivery is not None and out_of_the_shoe(state, delivery)
    if kind == SHORT:
        until = (*BEFORE_REVEAL, "settling", "racking")
        lies = any(one.place not in (FACE_UP, RACK) for one in round_.facts.dealt)
        return state.real_cards and lies and state.phase in until
    return bool(_covered(state, kind))


def _cards_to_come(state: State) -> bool:
    """Whether cards are being dealt, or a stack still waits in the shoe."""
    if state.phase == "dealing":
        return True
    return state.phase == "deciding" and is_held(state) and next_delivery(state) is not None


def _covered(state: State, kind: str) -> dict[Place, list[int]]:
    """By place, the cards that could be seen too early now, the first of a place being number 1."""
    return memo(state, f"covered {kind}", lambda one: _find_covered(one, kind))


def _find_covered(state: State, kind: str) -> dict[Place, list[int]]:
    seen = {(one.place, one.nth) for one in state.played.dealing.seen_early}
    found = {
        place: [nth for nth in numbers if (place, nth) not in seen]
        for place, numbers in _face_down(state, kind).items()
        if numbers
    }
    return {place: numbers for place, numbers in found.items() if numbers}


def _face_down(state: State, kind: str) -> dict[Place, range]:
    """By place, the numbers of the cards that lie face down there."""
    round_ = state.played
    if kind == "dealer_card_exposed":
        if state.phase not in BEFORE_REVEAL or round_.settling.dealer_up:
            return {}
        return {DEALER: range(1, len(_dealers_cards(state)) + 1)}
    if state.phase not in (*BEFORE_REVEAL, "settling"):
        return {}
    found = {COMMUNITY: range(round_.settling.community_up + 1, len(round_.cards_at(COMMUNITY)) + 1)}
    if any(extra.what == "fourth" for extra in state.submission.regulation.deal.extra):
        for seat in sorted(round_.facts.stakes):
            if seat not in round_.settling.fourths_up:
                found[fourth(seat)] = range(1, len(round_.cards_at(fourth(seat))) + 1)
    return found


def _dealers_cards(state: State) -> Sequence[Card | None]:
    """The dealer's cards, on the table or still in the shoe."""
    there = state.played.cards_at(DEALER)
    delivery = next_delivery(state) if state.phase == "deciding" and is_held(state) else None
    if there or delivery is None or delivery.do != HELD:
        return there
    return next_cards(state, len(delivery.places))


def _needs_floorperson(state: State, kind: str) -> bool:
    """An exposed card that undoes a round is recorded by a floorperson, never by one button (I-68)."""
    rule = state.submission.regulation.irregularities.get(kind)
    return kind in EXPOSED and rule is not None and round_end(state.submission, rule) != "stands"


# ── reporting ──


_OTHERWISE = {
    "wrong_deck_count": "Count the stub (count_stub).",
    "device_out_of_order": "Use device_out_of_order.",
}


def _known(state: State, kind: str) -> Refused | None:
    """A claim against what the table itself knows: a program that dealt the cards has counted them."""
    round_ = state.locked
    if kind != SHORT or round_ is None or not round_.facts.dealt or state.real_cards:
        return None
    rule = state.submission.regulation.irregularities[kind]
    return Refused(
        "every hand has the number of cards that the program dealt to it",
        "Go on with the round; the record shows each card and its place.",
        rule.cite,
    )


def _check_kind(state: State, kind: str, do: str) -> None:
    regulation = state.submission.regulation
    if kind not in regulation.irregularities:
        find_irregularity(state.submission, kind)
    rule = regulation.irregularities[kind]
    if known := _known(state, kind):
        raise known
    if not _possible(state, kind):
        legal = _OTHERWISE.get(kind, "Report what happened at this moment.")
        raise Refused(f"{spoken(kind)} cannot happen now", legal, rule.cite)
    if _needs_floorperson(state, kind) != (do == "record_exposed_card"):
        other = "record_exposed_card" if do == "report" else "report"
        raise Refused(f"this is not the command for {spoken(kind)}", f"Use {other}.", rule.cite)


def _report(state: State, data: Report, moment: Moment) -> Happening:
    kind = data.kind
    _check_kind(state, kind, "report")
    _check_fields(state, data)
    if kind == "card_face_up" and state.played.dealing.found_face_up:
        kind = "cards_face_up"
    event = _reported(state, kind)
    if kind == "card_face_up":
        card = next_cards(state, 1)[0] if data.card is None else entered(state, [data.card], 1)[0]
        event = replace(event, card=card, first=not state.played.dealing.taken)
        if event.round == "void":
            event = replace(event, cite=event.cite.joined(_reported(state, SHORT).cite))
    if kind in EXPOSED and data.place is not None:
        event = _which(state, event, kind, data.place, data.nth)
    if kind == SHORT:
        event = replace(event, place=data.place, cards=data.cards)
    return Happening(event)


def _check_fields(state: State, data: Report) -> None:
    """What a report says beside its kind, and nothing else."""
    cite = state.submission.regulation.irregularities[data.kind].cite
    wanted = set()
    if data.kind in EXPOSED:
        wanted = {"place", "nth"}
    elif data.kind == SHORT:
        wanted = {"place", "cards"}
    elif data.kind == "card_face_up" and state.real_cards and not state.played.dealing.found_face_up:
        wanted = {"card"}
    given = {
        name
        for name, value in (
            ("place", data.place),
            ("nth", data.nth),
            ("cards", data.cards),
            ("card", data.card),
        )
        if value not in (None, 0) or (name == "card" and value is not None)
    }
    if data.kind == SHORT:
        given |= {"cards"}
    if given != wanted:
        legal = f"Give {' and '.join(sorted(wanted))}." if wanted else "Give the kind alone."
        raise Refused(f"a report of {spoken(data.kind)} says something else", legal, cite)
    if data.kind == SHORT:
        _check_number(state, data, cite)


def _check_number(state: State, data: Report, cite: Cite) -> None:
    """The hand that is said to have a wrong number of cards must be one that counts (I-20)."""
    deal = state.submission.regulation.deal
    due = {hand(seat): deal.player.most for seat in state.played.facts.stakes}
    if deal.dealer is not None:
        due[DEALER] = deal.dealer.most
    else:
        due[COMMUNITY] = next(extra.cards for extra in deal.extra if extra.what == "community")
    place = data.place
    if place is None or place not in due:
        legal = f"Name {', '.join(str(one) for one in due)}; cards of bonuses void no round (I-20)."
        raise Refused("no such hand counts its cards", legal, cite)
    if data.cards == due[place]:
        raise Refused(f"{data.cards} cards are right for {place.words}", "Go on with the round.", cite)


def _record_exposed(state: State, data: RecordExposedCard, moment: Moment) -> Happening:
    _check_kind(state, data.kind, "record_exposed_card")
    return Happening(_which(state, _reported(state, data.kind), data.kind, data.place, data.nth))


def _reported(state: State, kind: str) -> Reported:
    rule = state.submission.regulation.irregularities[kind]
    end = round_end(state.submission, rule)
    if kind == "card_face_up" and not any(delivery.do == HELD for delivery in to_come(state)):
        end = rule.round  # the next card can be had, since no stack waits in the shoe above it (I-12, I-151)
    return Reported(kind, end, rule.cards, cited(state.submission, rule, state.deal))


def _which(state: State, event: Reported, kind: str, place: Place, nth: int) -> Reported:
    """The card that was seen: where it lies, the how many-th there, and which one it is."""
    known = _covered(state, kind)
    if nth not in known.get(place, ()):
        lying = ", ".join(f"{one} {_spans(numbers)}" for one, numbers in known.items())
        cite = state.submission.regulation.irregularities[kind].cite
        raise Refused(f"no such card lies face down at '{place}'", f"Face down: {lying}.", cite)
    cards = _dealers_cards(state) if place == DEALER else state.played.cards_at(place)
    return replace(event, place=place, nth=nth, card=cards[nth - 1])


def _spans(numbers: Sequence[int]) -> str:
    whole = numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]} to {numbers[-1]}" if whole else " and ".join(map(str, numbers))


def _happened(state: State, data: Reported, event: Event) -> State:
    if data.kind == "shuffler_jam":
        return state
    if data.first:
        state = counted_round(state)
    round_ = state.played
    state = state.in_round(irregularities=(*round_.irregularities, data.kind)[:MOST_IRREGULARITIES])
    dealing = round_.dealing
    if data.kind == "card_face_up":
        state = state.with_facts(dealt=(*round_.facts.dealt, Dealt(FACE_UP, data.card)))
        state = state.dealing_on(found_face_up=dealing.found_face_up + 1, taken=dealing.taken + 1)
        if data.card is not None:
            before = state.played.up.get(FACE_UP, ())
            state = state.in_round(up={**state.played.up, FACE_UP: (*before, data.card)})
    if data.kind in EXPOSED and data.place is not None:
        state = state.dealing_on(seen_early=(*dealing.seen_early, SeenEarly(data.place, data.nth)))
        if data.round != "void" and not is_partly_settled(state):
            state = _with_irregularity(state, data.kind)
    return state


def _with_irregularity(state: State, kind: str) -> State:
    """The round as it goes on; of a wager that comes back, what a fold had cost is undone (I-08, I-76)."""
    back = state.submission.regulation.irregularities[kind].returned
    lines = tuple(line for line in state.played.settling.lines if line.id not in back)
    return state.with_facts(irregularity=kind).settling_on(lines=lines)


def _after(state: State, data: Reported, event: Event, moment: Moment) -> list[Following]:
    """The round is void; after a card found face up because of the hand it leaves one short (I-12, I-151)."""
    kind = SHORT if data.kind == "card_face_up" else data.kind
    return [voiding(state, kind, moment)] if data.round == "void" else []


def _kinds(state: State, *, floorperson: bool) -> tuple[str, ...]:
    """The irregularities of this table that a floorperson records, or those that any of the crew reports."""
    book: dict[bool, tuple[str, ...]] = memo(state.submission, "irregular_kinds", lambda _: {})
    if floorperson not in book:
        kinds = state.submission.regulation.irregularities
        book[floorperson] = tuple(
            kind
            for kind in kinds
            if kind not in _OTHERWISE and _needs_floorperson(state, kind) == floorperson
        )
    return book[floorperson]


def _report_ways(state: State) -> Iterable[Way]:
    for kind in _kinds(state, floorperson=False):
        if not _possible(state, kind):
            continue
        if kind in EXPOSED:
            for place, numbers in _covered(state, kind).items():
                yield Way(Report(kind, place, numbers[0]))
        elif kind == SHORT:
            seat = min(state.played.facts.stakes)
            most = state.submission.regulation.deal.player.most
            yield Way(Report(kind, hand(seat), cards=most + 1))
        elif kind == "card_face_up" and state.real_cards and not state.played.dealing.found_face_up:
            yield Way(Report(kind, card=unseen(state)[0]))
        else:
            yield Way(Report(kind))


def _exposed_ways(state: State) -> Iterable[Way]:
    for kind in _kinds(state, floorperson=True):
        if _possible(state, kind):
            for place, numbers in _covered(state, kind).items():
                yield Way(RecordExposedCard(kind, place, numbers[0]))


def undoes(state: State, kind: str) -> bool:
    """Whether this would undo a verified win or a payment, so that two people are needed (I-157)."""
    rule = state.submission.regulation.irregularities.get(kind)
    if rule is None or state.locked is None or not is_paid(state):
        return False
    return round_end(state.submission, rule) == "void"


def _first_cite(state: State) -> Cite:
    return next(iter(state.submission.regulation.irregularities.values())).cite


RULES = (
    rule_of(
        Report,
        Reported,
        phases=OPEN,
        roles=("dealer", "floorperson"),
        decide=_report,
        apply=_happened,
        then=_after,
        ways=_report_ways,
        text="Report an irregularity.",
        cite=_first_cite,
        two=lambda state, data: undoes(state, data.kind),
        about=lambda state, data: f"{spoken(data.kind)}: the round would be void",
    ),
    rule_of(
        RecordExposedCard,
        Reported,
        phases=OPEN,
        offered=(*BEFORE_REVEAL, "settling"),
        roles=("floorperson",),
        decide=_record_exposed,
        apply=_happened,
        then=_after,
        ways=_exposed_ways,
        text="Record that a card was exposed too early.",
        cite=_first_cite,
        two=lambda state, data: undoes(state, data.kind),
        about=lambda state, data: f"{spoken(data.kind)}: the round would be void",
    ),
)
