"""Settled lines as people see them: the hand behind one is told where everybody saw the cards it rests on."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.contest import BY_QUALIFYING
from feltlaw.ranking.kinds import WithFourth
from feltlaw.regulation.model import Cite
from feltlaw.settlement import Line
from feltlaw.settlement.reckoning import HELD
from feltlaw.table.agenda import agenda, box_of
from feltlaw.table.places import COMMUNITY, DEALER, Place, fourth, hand
from feltlaw.table.state import State
from feltlaw.table.waits import is_lost_unseen, uses
from feltlaw.views.parts import LineView

EVERY_HAND = "every_hand"


def is_up(state: State, place: Place) -> bool:
    """Whether everybody has seen all cards of a place."""
    round_ = state.played
    lying = len(round_.cards_at(place))
    return 0 < lying == len(round_.up.get(place, ()))


def line_view(state: State, line: Line) -> LineView:
    """A line as everybody sees it."""
    if EVERY_HAND in uses(state, line) and not is_lost_unseen(line):
        return _highest(state, line)
    if _all_up(state, line):
        return full_line(line)
    if _rests_on_qualifying(state, line):
        return _told(line, outcome=line.outcome, pays=str(line.pays or ""), cite=line.cite)
    return _without_fourth(state, line) or _money_alone(state, line)


def is_seen(state: State, line: Line) -> bool:
    """Whether everybody can see how a line comes out, from the cards that are up."""
    return _all_up(state, line) or _rests_on_qualifying(state, line)


def _all_up(state: State, line: Line) -> bool:
    """Whether all cards that a line rests on were seen, or it rests on none."""
    return is_lost_unseen(line) or all(_group_is_up(state, line, group) for group in uses(state, line))


def is_known_to_owner(state: State, line: Line) -> bool:
    """Whether a line rests on cards that its player knows: his own, and others that everybody has seen."""
    if line.for_seat:
        return False
    return all(group == "player" or _group_is_up(state, line, group) for group in uses(state, line))


def full_line(line: Line) -> LineView:
    """A line with everything, for who has seen what it rests on."""
    return _told(
        line,
        outcome=line.outcome,
        pays=str(line.pays) if line.pays is not None else "",
        hand=line.held,
        note=line.note,
        cite=line.cite,
    )


def _told(
    line: Line, *, cite: Cite, outcome: str = "", pays: str = "", hand: str = "", note: str = ""
) -> LineView:
    """A line with so much of its reasons; that money is held for who has left is never a secret."""
    if not note and HELD in line.note:
        note = HELD
    return LineView(
        line.seat,
        line.result,
        line.stake,
        line.paid,
        line.returned,
        line.net,
        cite.clauses,
        line.turn,
        "" if line.is_award else line.id,
        line.id if line.is_award else "",
        outcome,
        pays,
        hand,
        line.on,
        line.for_seat,
        cite.interpretations,
        note,
        line.by_hand,
    )


def _group_is_up(state: State, line: Line, group: str) -> bool:
    """Whether everybody has seen a group of cards that a line rests on."""
    seat = line.for_seat or line.seat
    if group == EVERY_HAND:
        return False
    if group == "fourth" and state.played.cards_at(fourth(seat)):
        return is_up(state, fourth(seat))
    places = {"player": hand(seat), "dealer": DEALER}
    return is_up(state, places.get(group, COMMUNITY))


def _rests_on_qualifying(state: State, line: Line) -> bool:
    """Whether the outcome says only who qualifies, which three cards of a hand that was set show."""
    return line.outcome in BY_QUALIFYING and bool(state.played.up.get(hand(line.seat)))


def _without_fourth(state: State, line: Line) -> LineView | None:
    """A line that needed no further card, told by the cards that were turned up (679a.11(d)(2)(i))."""
    ranking = None
    if not line.is_award:
        wager = state.submission.regulation.wagers[line.id]
        ranking = state.submission.regulation.rankings.get(wager.ranking)
    own = hand(line.seat)
    if not isinstance(ranking, WithFourth) or not is_up(state, own) or line.result != "lose":
        return None
    held = ranking.of.read(state.played.up[own])
    return _told(line, outcome=held.shape, hand=held.title, cite=line.cite)


def _money_alone(state: State, line: Line) -> LineView:
    """What was paid or taken on a hand that not everybody saw (I-86)."""
    if line.result != "win" or line.is_award:
        return _told(line, cite=line.cite)
    wager = state.submission.regulation.wagers[line.id]
    rule = box_of(state, line.seat).rule_for(wager)
    return _told(line, cite=wager.won.joined(rule.cite if rule else None))


def _highest(state: State, line: Line) -> LineView:
    """A line on the highest hand at the table, without what not everybody has seen.

    A folded hand may have been looked at and racked (I-100). Of a line that wins, those who hold that hand
    unseen are left out: one of them lies face up. Of a line that loses, the hand is left out unless all that
    count were seen, for nobody knows that the racked one is lower.
    """
    seen = {0} if is_up(state, DEALER) else set()
    seen |= {seat for seat in state.played.facts.stakes if is_up(state, hand(seat))}
    of = agenda(state).of
    counted = {box.number for box in of.boxes if of.counts_at_table(box)} | {0}
    if counted <= seen:
        return full_line(line)
    holders = tuple(one for one in line.held_by if one in seen)
    if line.result == "win" and holders:
        return _told(
            line,
            outcome=line.outcome,
            pays=str(line.pays or ""),
            hand=replace(line, held_by=holders).held,
            cite=line.cite,
        )
    return _told(line, cite=line.cite)
