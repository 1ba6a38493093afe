"""The call that ends the betting, the draws that go with it, and the count of the progressive chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from feltlaw.books import INVENTORY, Move, felt, move
from feltlaw.event import Event, Happening
from feltlaw.link import Contribute, LinkState, TakeBack, contribution
from feltlaw.money import Cents
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_box, check_table
from feltlaw.round.draws import draws_made, read_draw
from feltlaw.round.read import start_meters
from feltlaw.schema import Few, Text, Whole
from feltlaw.table.betting import boxes_to_play
from feltlaw.table.devices import unplayable
from feltlaw.table.money import contributions, contributions_back, take_off, without_wager
from feltlaw.table.opening import too_old
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.state import Contribution, Count, Facts, Name, Seat, State, Word
from feltlaw.values import carried, changed, memo, quick

Unreached = Annotated[tuple[Name, ...], Few(8)]
"""Links that did not answer; they get what is theirs when they are back."""


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """The dealer calls "no more bets", and the systems are locked."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A wager that went back at the call, and why."""

    seat: Seat
    wager: Name
    why: Annotated[str, Text(200)]


@quick
@dataclass(frozen=True, slots=True)
class Reading:
    """How a link stood when this table moved it: its own number, and what its levels showed after that."""

    link: Name
    number: Count
    showing: Annotated[Mapping[Name, Count], Few(8)]


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """Betting is closed: what went back, what was drawn, what the wagers put on the meters."""

    returned: Annotated[tuple[Returned, ...], Few(100)] = ()
    draws: Annotated[Mapping[Name, Word | Count], Few(4)] = field(default_factory=dict)
    contributions: Annotated[tuple[Contribution, ...], Few(8)] = ()
    readings: Annotated[tuple[Reading, ...], Few(8)] = ()
    chips_to_count: Count = 0


@dataclass(frozen=True, slots=True)
class CountProgressiveChips:
    """The dealer counts the progressive chips against the wagers the system accepted."""

    chips: Annotated[int, Whole(0, 1000)]


@quick
@dataclass(frozen=True, slots=True)
class ResolveChips:
    """A floorperson returns a chip that was not accepted, or cancels an accepted wager without a chip."""

    seat: Seat
    wager: Name
    cancel: bool = False


@dataclass(frozen=True, slots=True)
class ChipsResolved:
    """A difference in the progressive chips was resolved."""

    seat: Seat
    wager: Name
    cancelled: bool
    contribution: Contribution | None = None
    """What a cancelled wager takes off its link again."""
    unreached: Unreached = ()


# ── the call ──


def _no_call(state: State) -> Refused | None:
    round_ = state.under_way
    if round_ is None or not any(round_.facts.stakes.values()):
        return Refused("there are no wagers", "Wait for a wager.", cite_of(state, "no_more_bets"))
    try:
        _check_boxes(state)
    except Refused as refused:
        return refused
    return too_old(state, state.now)


def _check_boxes(state: State) -> dict[int, str]:
    """Every box must be complete; the wager of one player alone goes back first (I-138)."""
    found = memo(state.played.facts, "boxes", lambda facts: _checked(state))
    if isinstance(found, Refused):
        raise found
    return found


def _checked(state: State) -> dict[int, str] | Refused:
    boxes, alone = boxes_to_play(state)
    for seat, _, stakes in boxes:
        refused = carried(state.played.facts, ("box", seat), (stakes,), partial(_incomplete, state, stakes))
        if refused is not None:
            return refused
    try:
        check_table(state.submission, boxes)
    except Refused as refused:
        return refused
    return alone


def _incomplete(state: State, stakes: Mapping[str, Cents], _: Facts) -> Refused | None:
    """Why a box cannot be played as it is."""
    try:
        check_box(state.submission, stakes)
    except Refused as refused:
        return refused
    return None


def _close(state: State, data: NoMoreBets, moment: Moment) -> Happening:
    if old := too_old(state, moment.now):
        raise old
    alone = _check_boxes(state)
    back = [Returned(seat, wager, "it needs two different players") for seat, wager in alone.items()]
    facts = state.played.facts
    unreached = {meter for meter, link in state.links.items() if not moment.is_running(link)}
    wagers = state.submission.regulation.wagers
    why = dict.fromkeys(unplayable(state), "the device it is played with is out of order")
    why |= {
        wager: "its meter does not take wagers now" for wager in wagers if wagers[wager].meter in unreached
    }
    back += [
        Returned(seat, wager, why[wager])
        for seat, box in facts.stakes.items()
        for wager in box
        if wager in why
    ]
    gone = {(one.seat, one.wager) for one in back}
    moves = tuple(one for item in back for one in take_off(state, item.seat, item.wager))
    accepted = {
        seat: {wager: cents for wager, cents in box.items() if (seat, wager) not in gone}
        for seat, box in facts.stakes.items()
    }
    given = _contributions(state, accepted, moment.links)
    made = {
        draw.key: read_draw(state.submission, draw.key, moment.draws[draw.key], accepted)
        for draw in draws_made(state.submission)
        if draw.key in moment.draws
    }
    asks = tuple((one.link, _contribute(state, one)) for one in given)
    event = BettingClosed(
        tuple(back),
        made,
        given,
        tuple(_after(moment.links[one.link], one) for one in given),
        len(_chips_on_devices(state, accepted)),
    )
    return Happening(event, moves + contributions(state, given), asks)


def _contribute(state: State, one: Contribution) -> Contribute:
    return Contribute(state.table, state.played.number, one.wagers, one.cents, one.reserve)


def _contributions(
    state: State, boxes: Mapping[int, Mapping[str, Cents]], links: Mapping[str, LinkState]
) -> tuple[Contribution, ...]:
    """By link, what this round's accepted wagers put on it (I-57)."""
    wagers = state.submission.regulation.wagers
    found = []
    for meter, link in state.links.items():
        stakes = {
            f"{seat} {wager}": cents
            for seat, box in boxes.items()
            for wager, cents in box.items()
            if wagers[wager].meter == meter
        }
        if stakes:
            found.append(Contribution(link, len(stakes), *contribution(links[link], stakes)))
    return tuple(found)


def _after(link: LinkState, one: Contribution) -> Reading:
    showing = {level: link.showing(level) + one.cents.get(level, 0) for level in link.meter.levels}
    return Reading(link.id, link.number + 1, showing)


def _closed(state: State, data: BettingClosed, event: Event) -> State:
    for item in data.returned:
        state = without_wager(state, item.seat, item.wager)
    betting = changed(
        state.played.betting,
        locked=True,
        chips_counted=not data.chips_to_count,
        contributions=data.contributions,
    )
    return state.with_facts(draws=data.draws).in_round(betting=betting)


# ── the chips ──


def _chips_on_devices(state: State, boxes: Mapping[int, Mapping[str, Cents]]) -> list[tuple[int, str]]:
    """Seats and wagers whose progressive chips lie on the devices."""
    wagers = state.submission.regulation.wagers
    return [
        (seat, wager)
        for seat, box in boxes.items()
        for wager in box
        if wagers[wager].placed == "progressive_device"
    ]


def _on_devices(state: State) -> list[tuple[int, str]]:
    return _chips_on_devices(state, state.played.facts.stakes)


def _count(state: State, data: CountProgressiveChips, moment: Moment) -> Happening:
    """The chips that agree with the accepted wagers go into the table inventory container."""
    lying = _on_devices(state)
    if data.chips != len(lying):
        raise Refused(
            f"{data.chips} chips lie there, but {len(lying)} progressive wagers were accepted",
            "A floorperson returns the chip or cancels the wager (resolve_chips).",
            Cite(cite_of(state, "count_progressive_chips").clauses, ("I-18",)),
        )
    moves: tuple[Move, ...] = tuple(
        one for seat, wager in lying for one in move(felt(seat, wager), INVENTORY, state.on_felt(seat, wager))
    )
    return Happening(data, moves)


def _counted(state: State, data: CountProgressiveChips, event: Event) -> State:
    return state.in_round(betting=changed(state.played.betting, chips_counted=True))


def _resolve_ways(state: State) -> Iterable[Way]:
    return [Way(ResolveChips(seat, wager, cancel=True)) for seat, wager in _on_devices(state)]


def _resolve(state: State, data: ResolveChips, moment: Moment) -> Happening:
    """A chip without an accepted wager goes back; an accepted wager without a chip is cancelled (I-18)."""
    placed = state.submission.regulation.wagers.get(data.wager)
    cite = Cite(cite_of(state, "count_progressive_chips").clauses, ("I-18",))
    if placed is None or placed.placed != "progressive_device" or data.wager not in state.submission.wagers:
        what = f"'{shown(data.wager)}' is not a progressive wager here"
        raise Refused(what, "Name a progressive wager.", cite)
    if not data.cancel:
        return Happening(ChipsResolved(data.seat, data.wager, cancelled=False))
    if data.wager not in state.played.facts.stakes.get(data.seat, {}):
        what = f"seat {data.seat} has no accepted {placed.title} wager"
        raise Refused(what, "Return the chip instead (cancel = false).", cite)
    part = contribution_of(state, data.seat, data.wager, moment.links)
    moves = take_off(state, data.seat, data.wager) + contributions_back(state, [part])
    asks, unreached = off_links(state, [part], moment)
    return Happening(ChipsResolved(data.seat, data.wager, True, part, unreached), moves, asks)


def contribution_of(state: State, seat: int, wager: str, links: Mapping[str, LinkState]) -> Contribution:
    """What one accepted wager has put on its link: by the link's own terms, and while it does not answer by
    those of the submission, which are the same."""
    meter = state.submission.regulation.wagers[wager].meter
    name, stake = state.links[meter], state.played.facts.stakes[seat][wager]
    link = links.get(name) or LinkState(name, start_meters(state.submission)[meter])
    return Contribution(name, 1, *contribution(link, {wager: stake}))


def off_links(
    state: State, parts: Sequence[Contribution], moment: Moment
) -> tuple[tuple[tuple[str, TakeBack], ...], tuple[str, ...]]:
    """What links take back now, and those that do not answer: they get it when they are back (I-154)."""
    asks = tuple((part.link, _taking_back(state, part)) for part in parts if moment.is_running(part.link))
    return asks, tuple(dict.fromkeys(part.link for part in parts if not moment.is_running(part.link)))


def _taking_back(state: State, part: Contribution) -> TakeBack:
    return TakeBack(state.table, state.played.number, part.wagers, part.cents, part.reserve)


def owing(state: State, parts: Sequence[Contribution], unreached: Unreached) -> State:
    """The table with what it owes to links that did not answer."""
    late = tuple(part for part in parts if part.link in unreached)
    return changed(state, owed_to_links=(*state.owed_to_links, *late)) if late else state


def less(given: tuple[Contribution, ...], part: Contribution) -> tuple[Contribution, ...]:
    """A round's contributions without a part of them."""
    return tuple(
        one
        if one.link != part.link
        else Contribution(
            one.link,
            one.wagers - part.wagers,
            _minus(one.cents, part.cents),
            _minus(one.reserve, part.reserve),
        )
        for one in given
    )


def _minus(first: Mapping[str, Cents], second: Mapping[str, Cents]) -> dict[str, Cents]:
    left = {name: cents - second.get(name, 0) for name, cents in first.items()}
    return {name: cents for name, cents in left.items() if cents}


def without_accepted(state: State, seat: int, wager: str, part: Contribution | None) -> State:
    """The round without an accepted wager and what it had put on its link."""
    state = without_wager(state, seat, wager)
    if part is None:
        return state
    betting = state.played.betting
    return state.in_round(betting=changed(betting, contributions=less(betting.contributions, part)))


def _resolved(state: State, data: ChipsResolved, event: Event) -> State:
    if data.contribution is None:
        return state
    state = owing(state, [data.contribution], data.unreached)
    return without_accepted(state, data.seat, data.wager, data.contribution)


RULES = (
    rule_of(
        NoMoreBets,
        BettingClosed,
        phases=("betting",),
        when=_no_call,
        decide=_close,
        apply=_closed,
        ways=lambda state: [Way(NoMoreBets())],
        chance=lambda state, data: "draws",
    ),
    rule_of(
        CountProgressiveChips,
        phases=("locked",),
        decide=_count,
        apply=_counted,
        ways=lambda state: [Way(CountProgressiveChips(len(_on_devices(state))))],
    ),
    rule_of(
        ResolveChips,
        ChipsResolved,
        phases=("locked",),
        roles=("floorperson",),
        decide=_resolve,
        apply=_resolved,
        ways=_resolve_ways,
        step="count_progressive_chips",
        text="Return a chip that was not accepted, or cancel an accepted wager without a chip.",
    ),
)
