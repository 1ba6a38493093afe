"""What a line of the settlement waits for: cards still face down, a dealer who verifies, a floorperson, a
meter."""

from __future__ import annotations

from feltlaw.money import MeterShare
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Wager
from feltlaw.settlement import Line
from feltlaw.submission.conditions import holds
from feltlaw.table.agenda import agenda
from feltlaw.table.places import COMMUNITY, hand
from feltlaw.table.rule import cite_of, has_step
from feltlaw.table.state import Check, State


def uses(state: State, line: Line) -> tuple[str, ...]:
    """The groups of cards a line rests on."""
    regulation = state.submission.regulation
    if not line.is_award:
        return regulation.wagers[line.id].cards
    stakes = regulation.awards[line.id].stake_of
    return tuple(card for wager in stakes for card in regulation.wagers[wager].cards)


def is_lost_unseen(line: Line) -> bool:
    """Whether a line needs no cards: a fold, a ruling or a void took the stake, or gave it back."""
    return line.outcome in ("folded", "surrendered", "abandoned", "communicated", "void")


def waits_for_hand(state: State, line: Line) -> bool:
    """Whether the player's own cards must be turned up first: each player's are, before his wagers are
    settled."""
    settling = state.played.settling
    if line.seat in settling.turned_up or hand(line.seat) in state.played.racked:
        return False
    of = agenda(state)
    return of.of.is_shown(of.box(line.seat))


def waits_for_community(state: State, line: Line) -> bool:
    """Whether a line needs community cards that are not up yet; for the Pair Bonus that is a pair's line."""
    if is_lost_unseen(line) or state.played.settling.community_up or not state.played.cards_at(COMMUNITY):
        return False
    groups = uses(state, line)
    if "community" in groups:
        return True
    return "fourth" in groups and line.result == "win" and holds("community_card", state.submission)


def waits_for_fourth(state: State, line: Line) -> bool:
    """A winning Pair Bonus waits for the fourth card (679a.11(d)(2)(ii))."""
    return (
        "fourth" in uses(state, line)
        and line.result == "win"
        and not holds("community_card", state.submission)
        and line.seat not in state.played.settling.fourths_up
    )


def validated_wager(state: State, line: Line) -> Wager | None:
    """The wager whose wins are looked at closely, where the line is one or a bonus on it."""
    wager = state.submission.regulation.wagers.get(line.on or line.id)
    closely = wager is not None and wager.validated is not None and line.result == "win" and not line.for_seat
    return wager if closely else None


def needs_validation(state: State, line: Line) -> bool:
    """Whether a floorperson must validate a win before it is paid (I-66)."""
    wager = state.submission.regulation.wagers.get(line.id)
    if wager is None or wager.validated is None or line.result != "win":
        return False
    rule = wager.validated
    return rule.what == "all" or isinstance(line.pays, MeterShare) or line.pays in rule.pays


def check_of(state: State, line: Line) -> Check | None:
    """How far people have come with a win."""
    key = (line.seat, line.id, line.on)
    return next((c for c in state.played.settling.checks if (c.seat, c.wager, c.on) == key), None)


def has_light(state: State, line: Line) -> bool:
    """Whether the progressive system shows this win with a light; the electronic one does not."""
    wager = state.submission.regulation.wagers[line.on or line.id]
    return wager.placed == "progressive_device" and has_step(state, "verify_light")


def what_first(state: State, line: Line) -> Refused | None:
    """Why a line cannot be carried out yet: what comes first, in the order of its paragraph."""
    if waits_for_hand(state, line):
        what = f"the cards of seat {line.seat} are face down"
        return Refused(what, "Turn them up.", cite_of(state, "turn_up_player"))
    if waits_for_community(state, line):
        what = "the community cards are face down"
        return Refused(what, "Turn them up.", cite_of(state, "reveal_community"))
    if waits_for_fourth(state, line):
        return Refused("the fourth card is face down", "Turn it up.", cite_of(state, "reveal_fourth"))
    return waits_for_people(state, line)


def waits_for_people(state: State, line: Line) -> Refused | None:
    """Why a win cannot be paid yet: not verified, its light not resolved, not validated, not measured."""
    if validated_wager(state, line) is None:
        return None
    check = check_of(state, line)
    waits = f"the award of seat {line.seat} waits"
    if check is None:
        return Refused(waits, "Next: verify win.", cite_of(state, "verify_win"))
    if not check.light and not check.light_resolved_by:
        cite = Cite(cite_of(state, "verify_light").clauses, ("I-156",))
        return Refused(waits, "Its light is off: a floorperson looks at the record (resolve_light).", cite)
    if check.waits_for_link:
        cite = Cite(cite_of(state, "pay_winners").clauses, ("I-154",))
        return Refused(waits, "Its meter does not answer; it gets its amount when it is back.", cite)
    if needs_validation(state, line) and not check.validated_by:
        return Refused(waits, "Next: validate.", cite_of(state, "validate"))
    return None
