"""People: sitting down, leaving, found to have gone and coming back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated

from feltlaw.books import Move, cage, chips, felt, held, move
from feltlaw.event import (
    AccountId,
    CentsField,
    Event,
    Happening,
    Person,
    canonical_account,
    check_person,
)
from feltlaw.money import Cents
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_seat, check_table
from feltlaw.schema import Dollars, Few, Text, Whole
from feltlaw.table.idle import is_active, watched
from feltlaw.table.phases import OPEN
from feltlaw.table.rule import Moment, Way, cite_of, rule_of
from feltlaw.table.state import Seat, Stakes, State
from feltlaw.values import carried, changed, memo

MOST_CHIPS: Cents = 100_000_000_00
Amount = Annotated[int, Dollars(1, MOST_CHIPS)]
Boxes = Annotated[Mapping[Seat, Stakes], Few(20)]


@dataclass(frozen=True, slots=True)
class Sit:
    """A player takes a seat."""

    seat: Seat
    guest: Annotated[str, Text(60, 0)] = ""
    """At a table with real cards: whom the dealer seats, where he has no account of his own."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player has a seat."""

    seat: Seat
    player: AccountId


@dataclass(frozen=True, slots=True)
class Leave:
    """A player gives up a box, or with 0 all of them; from the last one he goes with his chips."""

    seat: Annotated[int, Whole(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A player gave up boxes, left in mid-round, or went with everything that is his."""

    player: AccountId
    seats: Annotated[tuple[Seat, ...], Few(20)]
    mid_round: bool = False
    """Whether his boxes are in a round and stay until it is over."""
    returned: Boxes = field(default_factory=dict)
    """Wagers that lay on the layout before the call and went with him."""
    kept_cents: CentsField = 0
    """What the cage has for him."""
    table_idle: bool = False
    """Whether nobody plays at the table any more."""


@dataclass(frozen=True, slots=True)
class RecordDeparture:
    """The crew records that a player has gone without a word."""

    player: AccountId


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player who left in the middle of a round is back before his decision was due."""

    seat: Annotated[int, Whole(0, 99)] = 0
    """At a table with real cards: which guest the dealer sees coming."""


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player has his seats back."""

    player: AccountId


def acting_player(state: State, moment: Moment, seat: int) -> str:
    """Whose act it is: the player's own, or at a real table that of the seat the dealer speaks for."""
    if moment.by.role == "player":
        return moment.by.account
    found = state.seats.get(seat)
    if found is None:
        raise Refused(
            f"nobody sits at seat {seat}", "Name a seat that is taken.", cite_of(state, "stay_seated")
        )
    if found not in state.guests:
        raise speaks_for_himself(state, found)
    return found


def speaks_for_himself(state: State, player: str) -> Refused:
    """Why the dealer does not act for a player: nothing that takes money from one is one person's button."""
    return Refused(
        f"{shown(player)} plays from an account of his own",
        "He does it himself; that he has gone is recorded by two people (record_departure).",
        _departure_cite(state),
    )


def own_seat(state: State, moment: Moment, seat: int) -> str:
    """The player who acts for a seat that is his; refused where it is not, or he has left."""
    player = acting_player(state, moment, seat)
    cite = cite_of(state, "stay_seated")
    own = state.seats_of(player)
    if not own or state.is_away(player):
        raise Refused(f"{shown(player)} is not seated at this table", "Sit down first.", cite)
    if seat not in own:
        raise Refused(f"seat {seat} is not yours", f"Yours: {', '.join(map(str, own))}.", cite)
    return player


def in_round(state: State, player: str) -> bool:
    """Whether a player has wagers in a round that has been locked and is not over."""
    round_ = state.locked
    return round_ is not None and player in round_.facts.players.values()


def may_take_back(state: State) -> Mapping[int, Mapping[str, Cents]]:
    """By seat, the wagers that may still be taken back."""
    round_ = state.under_way
    return {} if round_ is None or round_.betting.locked else round_.facts.stakes


def open_bets(state: State, seats: Iterable[int]) -> dict[int, dict[str, Cents]]:
    """Wagers of these seats that may still be taken back."""
    stakes = may_take_back(state)
    return {seat: dict(stakes[seat]) for seat in seats if stakes.get(seat)}


def without_boxes(state: State, seats: Iterable[int]) -> State:
    """The round without the wagers of these seats."""
    if state.under_way is None:
        return state
    gone, facts = set(seats), state.under_way.facts
    return state.with_facts(
        stakes={seat: box for seat, box in facts.stakes.items() if seat not in gone},
        players={seat: name for seat, name in facts.players.items() if seat not in gone},
        coupons={seat: wager for seat, wager in facts.coupons.items() if seat not in gone},
    )


def seated(state: State, seats: Mapping[int, str]) -> State:
    """The table with these people at it."""
    return changed(state, seats=seats, guests=tuple(one for one in state.guests if one in seats.values()))


# ── sitting down ──


def _free(state: State) -> list[int]:
    return [seat for seat in range(1, state.submission.limits.seats + 1) if seat not in state.seats]


def _sit_ways(state: State) -> Iterable[Way]:
    """Every free seat for who is not here yet, and for who is, the ones beside his own that he may take."""
    free = _free(state)
    here = {name: state.seats_by_player[name] for name in state.here}
    others = frozenset((*here, *state.away, *state.crew))
    for seat in free:
        yield Way(Sit(seat), not_for=others)
        for name, own in here.items():
            beside = seat in (own[0] - 1, own[-1] + 1)
            if beside and len(own) < state.submission.limits.adjacent_boxes and name not in state.crew:
                yield Way(Sit(seat), name)


def _no_seat(state: State) -> Refused | None:
    if _free(state):
        return None
    return Refused("every seat is taken", "Wait for a free seat.", state.submission.regulation.seats.cite)


def _sit(state: State, data: Sit, moment: Moment) -> Happening:
    cite = cite_of(state, "stay_seated")
    player = moment.by.account
    if moment.by.role != "player":
        player = data.guest or canonical_account(f"guest at {state.table} {data.seat}")
        check_person(Person("player", player))
    elif data.guest:
        raise Refused("a player sits down himself", "Leave the guest out.", cite)
    check_seat(state.submission, data.seat)
    if data.seat in state.seats:
        raise Refused(f"seat {data.seat} is taken", "Choose a free seat.", cite)
    if player in state.crew or (moment.by.role != "player" and player == moment.by.account):
        raise Refused(
            f"{shown(player)} works at this table", "Who works at a table does not play there.", cite
        )
    if state.is_away(player):
        raise Refused("you left in the middle of a round", "Come back to it (come_back), or wait.", cite)
    if moment.by.role != "player" and player in state.seats.values() and player not in state.guests:
        raise speaks_for_himself(state, player)
    nothing_yet: dict[str, Cents] = {}
    seats = sorted((*state.seats_of(player), data.seat))
    check_table(state.submission, [(seat, player, nothing_yet) for seat in seats], company=False)
    return Happening(Seated(data.seat, player))


def _seated(state: State, data: Seated, event: Event) -> State:
    guests = tuple(name for name in state.guests if name != data.player)
    if event.by.role != "player":
        guests = (*guests, data.player)
    return changed(state, seats={**state.seats, data.seat: data.player}, guests=guests)


# ── leaving ──


def _leave_ways(state: State) -> Sequence[Way]:
    """For every box that can be given up now, and for all of a player's at once."""
    round_ = state.under_way
    boxes = None if round_ is None else (round_.betting.locked, round_.facts.players)
    return carried(state, "leave_ways", (state.seats, state.away, boxes), _ways_to_leave)


def _ways_to_leave(state: State) -> Sequence[Way]:
    boxes = state.seats_by_player
    return [
        _leave_way(player, seat)
        for player in state.here
        for seat in (boxes[player] if len(boxes[player]) == 1 else (0, *boxes[player]))
        if _held_back(state, boxes[player], (seat,) if seat else boxes[player]) is None
    ]


@lru_cache(maxsize=256)
def _leave_way(player: str, seat: int) -> Way:
    return Way(Leave(seat), player, not_as="" if seat else "dealer")  # who names no seat speaks for himself


def _leave(state: State, data: Leave, moment: Moment) -> Happening:
    player = acting_player(state, moment, data.seat)
    own = state.seats_of(player)
    going = (data.seat,) if data.seat else own
    if refused := _stays(state, player, going):
        raise refused
    return _going(state, player, going, moment)


def _stays(state: State, player: str, going: tuple[int, ...]) -> Refused | None:
    """Why a player may not give up these boxes now; None where he may."""
    own = state.seats_of(player)
    if not own or state.is_away(player):
        cite = cite_of(state, "stay_seated")
        return Refused(f"{shown(player)} is not seated at this table", "Sit down first.", cite)
    if not set(going) <= set(own):
        cite = cite_of(state, "stay_seated")
        return Refused(f"seat {going[0]} is not yours", f"Yours: {', '.join(map(str, own))}.", cite)
    return _held_back(state, own, going)


def _held_back(state: State, own: tuple[int, ...], going: tuple[int, ...]) -> Refused | None:
    """What keeps a player from giving up some of his own boxes: wagers there, or how the others lie."""
    stakes = may_take_back(state)
    if stakes and any(stakes.get(seat) for seat in going):
        cite = cite_of(state, "close_betting")
        return Refused("you have wagers on the layout", "Take them back first (bet nothing).", cite)
    if len(going) == len(own):
        return None
    playing = state.locked.facts.players if state.locked else {}
    if any(seat in playing for seat in going):
        what = f"the hand of seat {going[0]} is in the round"
        cite = cite_of(state, "stay_seated")
        return Refused(what, "Give the box up before the call, or after the round.", cite)
    rest = [seat for seat in own if seat not in going]
    if rest[-1] - rest[0] != len(rest) - 1:
        cite = state.submission.regulation.boxes.cite
        return Refused("your other boxes would lie apart", "Give up one at the end.", cite)
    return None


def _going(state: State, player: str, seats: tuple[int, ...], moment: Moment) -> Happening:
    """What leaving comes to: in a round the boxes stay; from the last box everything goes along.

    A box that is not in the round is given up by itself, also while the player's other hands are played.
    """
    everything = set(seats) == set(state.seats_of(player))
    if everything and in_round(state, player):
        return Happening(Left(player, seats, mid_round=True, table_idle=_idle_without(state, player, seats)))
    returned = open_bets(state, seats)
    moves: tuple[Move, ...] = ()
    kept = 0
    if everything:
        own = cage(player)
        stakes = [(seat, wager) for seat, box in returned.items() for wager in box]
        moves = tuple(one for seat, w in stakes for one in move(felt(seat, w), own, state.on_felt(seat, w)))
        moves += move(chips(player), own, state.chips(player)) + move(held(player), own, state.held(player))
        kept = sum(one.cents for one in moves)
    idle = _idle_without(state, player, seats)
    return Happening(Left(player, seats, False, returned, kept, idle), moves)


def _idle_without(state: State, player: str, seats: tuple[int, ...]) -> bool:
    """Whether nobody plays once this player has gone from these seats."""
    others = [name for seat, name in state.seats.items() if seat not in seats and not state.is_away(name)]
    return is_active(state) and not others and state.locked is None


def _left(state: State, data: Left, event: Event) -> State:
    if data.mid_round:
        rulings = {seat: "left" for seat, name in state.played.facts.players.items() if name == data.player}
        state = state.with_facts(rulings={**state.played.facts.rulings, **rulings})
        return changed(state, away=(*state.away, data.player))
    state = without_boxes(state, data.returned)
    seats = {seat: name for seat, name in state.seats.items() if seat not in data.seats}
    state = seated(state, seats)
    return watched(state, unwatched=True) if data.table_idle else state


# ── a player who went without a word ──


def _departure(state: State, data: RecordDeparture, moment: Moment) -> Happening:
    """Wagers on the layout before the call go back: only a seated player may bet (7(b), MA 6(c), I-150)."""
    if not state.is_here(data.player):
        cite = cite_of(state, "stay_seated")
        raise Refused(f"{shown(data.player)} does not sit at this table", "Name a seated player.", cite)
    return _going(state, data.player, state.seats_of(data.player), moment)


def _nobody_here(state: State) -> Refused | None:
    if state.here:
        return None
    return Refused("no player sits at this table", "Wait for one.", cite_of(state, "stay_seated"))


def _departure_cite(state: State) -> Cite:
    return memo(state.submission, "departure_cite", lambda _: _with_two(cite_of(state, "stay_seated")))


def _with_two(cite: Cite) -> Cite:
    return Cite(cite.clauses, tuple(dict.fromkeys((*cite.interpretations, "I-157"))))


# ── and comes back ──


def may_come_back(state: State, player: str) -> bool:
    """Whether a player who left still has something of his own to decide, and nobody has ruled on him."""
    round_ = state.locked
    if round_ is None or not state.is_away(player) or is_settling(state):
        return False
    rulings = [round_.facts.rulings.get(seat, "") for seat, n in round_.facts.players.items() if n == player]
    return all(ruling == "left" for ruling in rulings)


def is_settling(state: State) -> bool:
    return state.phase in ("settling", "racking", "ending")


def _back_ways(state: State) -> Iterable[Way]:
    back = [player for player in state.away if may_come_back(state, player)]
    return [Way(ComeBack(state.seats_of(one)[0] if state.real_cards else 0), one) for one in back]


def _come_back(state: State, data: ComeBack, moment: Moment) -> Happening:
    player = acting_player(state, moment, data.seat)
    if not may_come_back(state, player):
        what = (
            "the round is being settled" if is_settling(state) else "a floorperson has ruled on your wagers"
        )
        if not state.is_away(player):
            who = "you have" if moment.by.role == "player" else f"{shown(player)} has"
            what = f"{who} not left this round"
        raise Refused(what, "Wait for the next round.", _departure_cite(state))
    return Happening(CameBack(player), move(held(player), chips(player), state.held(player)))


def _came_back(state: State, data: CameBack, event: Event) -> State:
    rulings = {
        seat: ruling
        for seat, ruling in state.played.facts.rulings.items()
        if state.played.facts.players[seat] != data.player
    }
    state = state.with_facts(rulings=rulings)
    return changed(state, away=tuple(name for name in state.away if name != data.player))


@lru_cache(maxsize=256)
def _departure_way(player: str) -> Way:
    return Way(RecordDeparture(player))


RULES = (
    rule_of(
        Sit,
        Seated,
        phases=OPEN,
        roles=("player",),
        when=_no_seat,
        decide=_sit,
        apply=_seated,
        ways=_sit_ways,
        step="stay_seated",
        text="Sit down.",
    ),
    rule_of(
        Leave,
        Left,
        phases=OPEN,
        roles=("player",),
        when=_nobody_here,
        decide=_leave,
        apply=_left,
        ways=_leave_ways,
        step="stay_seated",
        text="Give up a box, or leave the table with your chips.",
    ),
    rule_of(
        RecordDeparture,
        Left,
        phases=OPEN,
        roles=("dealer", "floorperson"),
        when=_nobody_here,
        decide=_departure,
        apply=_left,
        ways=lambda state: [_departure_way(player) for player in state.here],
        text="Record that a player has gone without a word; wagers before the call go back to him.",
        cite=_departure_cite,
        two=lambda state, data: in_round(state, data.player),
        about=lambda state, data: f"{data.player} has left in the middle of the round",
    ),
    rule_of(
        ComeBack,
        CameBack,
        phases=OPEN,
        roles=("player",),
        when=lambda state: (
            None if state.away else Refused("nobody has left", "Play on.", _departure_cite(state))
        ),
        decide=_come_back,
        apply=_came_back,
        ways=_back_ways,
        text="Come back to the round you left.",
        cite=_departure_cite,
    ),
)
