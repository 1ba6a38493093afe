"""What a floorperson rules on a player who left in mid-round, or spoke about his hand; and corrections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from feltlaw.books import INVENTORY, cage, chips, move
from feltlaw.event import AccountId, CentsField, Event, Happening
from feltlaw.money import show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.rulings import may_be_abandoned
from feltlaw.schema import Text, Whole
from feltlaw.table.people import Amount
from feltlaw.table.phases import BEFORE_REVEAL, OPEN
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.state import Seat, State, Word


@dataclass(frozen=True, slots=True)
class RuleDeparted:
    """A floorperson decides on the wagers of a player who left in mid-round (I-09)."""

    seat: Seat
    ruling: Literal["left", "abandoned"]


@dataclass(frozen=True, slots=True)
class RuleCommunication:
    """A floorperson finds that a player spoke about his hand (669a.11(a)(3), I-92)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling on a person: it is on all boxes of his in the round (I-10)."""

    seats: tuple[Seat, ...]
    ruling: Word


@dataclass(frozen=True, slots=True)
class Correct:
    """A payment is put right: a new entry that is linked to the one it corrects (S-36)."""

    event: Annotated[int, Whole(1, 10**12)]
    """The number of the event that is corrected."""
    player: AccountId
    amount: Amount
    to: Literal["player", "house"]
    reason: Annotated[str, Text(200, 3)]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A payment was put right, linked to the event it corrects; what a player did not have stays the
    house's loss."""

    event: Annotated[int, Whole(1, 10**12)]
    player: AccountId
    amount_cents: CentsField
    to: Literal["player", "house"]
    reason: Annotated[str, Text(200)]
    short_cents: CentsField = 0


def _unsettled(state: State) -> list[int]:
    """Seats in the round of which nothing but what a fold cost has been settled."""
    round_ = state.locked
    if round_ is None or round_.void or state.phase not in (*BEFORE_REVEAL, "settling"):
        return []
    begun = {line.seat for line in round_.settling.lines if not line.early or line.paid or line.returned}
    begun |= {check.seat for check in round_.settling.checks}
    return [seat for seat in sorted(round_.facts.stakes) if seat not in begun]


def _boxes_of(state: State, seat: int) -> tuple[int, ...]:
    players = state.played.facts.players
    return tuple(one for one, name in players.items() if name == players[seat])


def _gone(state: State) -> list[int]:
    """Boxes of players who left, on which nobody has ruled that they are abandoned."""
    if not state.away:
        return []
    left = _unsettled(state)
    round_ = state.locked
    ruled = round_.facts.rulings if round_ else {}
    players = round_.facts.players if round_ else {}
    return [
        seat
        for seat in left
        if state.is_away(players[seat])
        and ruled.get(seat) == "left"
        and all(one in left for one in _boxes_of(state, seat))
    ]


def _nobody_gone(state: State) -> Refused | None:
    if _gone(state):
        return None
    cite = cite_of(state, "abandon")
    if state.away:
        what = "wagers of the player who left have been settled already"
        return Refused(what, "They are settled like the others.", cite)
    return Refused("no player has left in mid-round", "Rule on a player who left.", cite)


def _rule_departed(state: State, data: RuleDeparted, moment: Moment) -> Happening:
    cite = cite_of(state, "abandon")
    if data.seat not in _gone(state):
        what = f"the player of seat {data.seat} has not left in mid-round"
        raise Refused(what, "Rule on a player who left.", cite)
    if data.ruling == "abandoned" and not may_be_abandoned(state.submission):
        raise Refused(
            "this table's submission does not allow 'abandoned'", 'Rule "left": the wagers are settled.', cite
        )
    return Happening(Ruled(_boxes_of(state, data.seat), data.ruling))


def _ruled(state: State, data: Ruled, event: Event) -> State:
    rulings = dict.fromkeys(data.seats, data.ruling)
    return state.with_facts(rulings={**state.played.facts.rulings, **rulings})


def _departed_ways(state: State) -> Iterable[Way]:
    for seat in _gone(state):
        yield Way(RuleDeparted(seat, "left"))
        if may_be_abandoned(state.submission):
            yield Way(RuleDeparted(seat, "abandoned"))


# ── talking ──


def _may_have_talked(state: State) -> list[int]:
    """Seats on which nobody has ruled. The last community card ends the duty; a finding may come after it."""
    round_ = state.locked
    if round_ is None or state.phase == "dealing":
        return []
    return [seat for seat in _unsettled(state) if round_.facts.rulings.get(seat, "left") == "left"]


def _no_talk(state: State) -> Refused | None:
    if _may_have_talked(state):
        return None
    return Refused(
        "there is no such finding to make now",
        "It is made after the deal, until a wager of that player is settled.",
        cite_of(state, "no_talking"),
    )


def _rule_communication(state: State, data: RuleCommunication, moment: Moment) -> Happening:
    if data.seat not in _may_have_talked(state):
        what = f"there is no such finding to make on seat {data.seat}"
        raise Refused(what, "Name a seat in the round.", cite_of(state, "no_talking"))
    return Happening(Ruled(_boxes_of(state, data.seat), "communicated"))


# ── corrections ──


def _correct(state: State, data: Correct, moment: Moment) -> Happening:
    """From the house to the player, or back as far as he has it: nobody is made to owe."""
    if data.event > moment.number:
        what = f"there is no event {data.event} to correct"
        raise Refused(what, f"The last event of this table is {moment.number}.", _correct_cite(state))
    second = moment.confirmed_by.account if moment.confirmed_by else ""
    if data.player in (*state.crew, moment.by.account, second):
        what = f"{shown(data.player)} works at this table"
        raise Refused(what, "A correction is between the house and a player.", _correct_cite(state))
    there = data.player in state.seats.values() and not state.is_away(data.player)
    purse = chips(data.player) if there else cage(data.player)
    if data.to == "player":
        moves = move(INVENTORY, purse, data.amount)
        return Happening(Corrected(data.event, data.player, data.amount, "player", data.reason), moves)
    if not there:
        what = f"{shown(data.player)} is not at this table"
        raise Refused(what, "Nothing is taken from a player who is not there.", _correct_cite(state))
    taken = min(data.amount, state.chips(data.player))
    if not taken:
        what = f"{shown(data.player)} has {show_dollars(0)} in front of him"
        raise Refused(what, "Nobody is made to owe: the house bears it.", _correct_cite(state))
    event = Corrected(data.event, data.player, taken, "house", data.reason, data.amount - taken)
    return Happening(event, move(purse, INVENTORY, taken))


def _correct_cite(state: State) -> Cite:
    cite = cite_of(state, "rack_cards")
    return Cite(cite.clauses, ("I-157",))


RULES = (
    rule_of(
        RuleDeparted,
        Ruled,
        phases=OPEN,
        offered=(*BEFORE_REVEAL, "settling"),
        when=_nobody_gone,
        decide=_rule_departed,
        apply=_ruled,
        ways=_departed_ways,
        step="abandon",
        two=lambda state, data: data.ruling == "abandoned",
        about=lambda state, data: f"the wagers of seat {data.seat} are abandoned and lost",
    ),
    rule_of(
        RuleCommunication,
        Ruled,
        phases=OPEN,
        offered=(*BEFORE_REVEAL, "settling"),
        roles=("floorperson",),
        when=_no_talk,
        decide=_rule_communication,
        apply=_ruled,
        ways=lambda state: [Way(RuleCommunication(seat)) for seat in _may_have_talked(state)],
        step="no_talking",
        text="Record that a player spoke about his hand: all his wagers are lost.",
        two=lambda state, data: True,
        about=lambda state, data: f"the player of seat {data.seat} spoke about his hand and loses all wagers",
    ),
    rule_of(
        Correct,
        Corrected,
        roles=("floorperson",),
        decide=_correct,
        text="Put a payment right, with a reason.",
        cite=_correct_cite,
        two=lambda state, data: True,
        about=lambda state, data: (
            f"{show_dollars(data.amount)} to the {data.to} for {data.player}: {data.reason}"[:300]
        ),
    ),
)
