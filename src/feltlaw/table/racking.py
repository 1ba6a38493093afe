"""After settlement: cards held for a jackpot, cards racked, the round ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from feltlaw.books import Move, cage, chips, held, move
from feltlaw.cards import Card
from feltlaw.event import SYSTEM, AccountId, CentsField, Event, Happening
from feltlaw.link import CloseHit
from feltlaw.refusal import Refused
from feltlaw.schema import Few
from feltlaw.table.devices import Equipment, after_round, with_equipment
from feltlaw.table.idle import watched
from feltlaw.table.people import seated
from feltlaw.table.places import COMMUNITY, DEALER, Place, fourth, hand
from feltlaw.table.rule import Following, Kind, Moment, Way, cite_of, has_step, rule_of
from feltlaw.table.shuffling import into_the_shoe
from feltlaw.table.state import Count, LinkNews, State
from feltlaw.table.stub import count_due, must_count
from feltlaw.table.untold import Told, tell, with_untold
from feltlaw.values import changed, quick


@dataclass(frozen=True, slots=True)
class ReleaseCards:
    """A floorperson releases a winner's cards: the documents are complete."""


@dataclass(frozen=True, slots=True)
class RackCards:
    """The dealer racks the cards so that every hand can be rebuilt."""


@quick
@dataclass(frozen=True, slots=True)
class Racked:
    """The cards of a place as they went into the rack; None for one that nobody has seen."""

    place: Place
    cards: Annotated[tuple[Card | None, ...], Few(10)]


@dataclass(frozen=True, slots=True)
class CardsRacked:
    """The cards that lay on the layout went into the rack, in this order."""

    order: Annotated[tuple[Racked, ...], Few(60)]


@dataclass(frozen=True, slots=True)
class EndGame:
    """The dealer ends the game on the progressive system (MA 13(d)g)."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over; who left in it has gone, with everything that is his at the cage."""

    round: Count
    void: bool = False
    deck_removed: bool = False
    next_deck: Count = 0
    kept: Annotated[dict[AccountId, CentsField], Few(20)] = field(default_factory=dict)
    equipment: Equipment | None = None
    """How the table goes on where a device was put out of order during the round."""
    table_idle: bool = False
    untold: Annotated[tuple[LinkNews, ...], Few(50)] = ()
    """Awards of which a link hears when it is back that their round is over."""


def jackpot_is_held(state: State) -> bool:
    """Whether a winner's cards stay until the papers are done (I-28)."""
    round_ = state.under_way
    if round_ is None or round_.settling.released or not has_step(state, "hold_jackpot_cards"):
        return False
    return any(line.by_hand for line in round_.settling.lines)


def _not_held(state: State) -> Refused | None:
    if jackpot_is_held(state):
        return None
    return Refused("no cards are held", "Rack the cards.", cite_of(state, "hold_jackpot_cards"))


def _waits(state: State) -> Refused | None:
    """What comes before the cards are racked: a jackpot's papers, or the count of a deck's fifth round."""
    dealing = state.played.dealing
    if jackpot_is_held(state):
        return Refused(
            "the winner's cards stay on the table until the papers are complete",
            "A floorperson releases them (release_cards).",
            cite_of(state, "hold_jackpot_cards"),
        )
    uncounted = state.played.void and dealing.taken and not dealing.stub_counted and dealing.stub != "racked"
    return must_count(state) if uncounted and count_due(state) else None


def _lying(state: State) -> Iterable[Racked]:
    """Players' hands from the highest seat down, then community and dealer, so each can be rebuilt."""
    seats = sorted(state.played.facts.stakes, reverse=True)
    places = [*(hand(seat) for seat in seats), *(fourth(seat) for seat in seats), COMMUNITY, DEALER]
    gone = set(state.played.racked)
    for place in places:
        cards = state.played.cards_at(place)
        if cards and place not in gone:
            yield Racked(place, cards)


def _rack(state: State, data: RackCards, moment: Moment) -> Happening:
    return Happening(CardsRacked(tuple(_lying(state))))


def _racked(state: State, data: CardsRacked, event: Event) -> State:
    racked = (*state.played.racked, *(item.place for item in data.order))
    return state.settling_on(exposed=()).in_round(racked=racked, cleared=True)


def _after_rack(state: State, data: CardsRacked, event: Event, moment: Moment) -> list[Following]:
    return [] if has_step(state, "end_game") else _after_end(state, data, event, moment)


def _after_end(state: State, data: object, event: Event, moment: Moment) -> list[Following]:
    """The round is over: a deck that is not whole leaves, and so does everything of those who have left."""
    round_ = state.played
    removed = round_.facts.irregularity == "wrong_deck_count" or round_.dealing.incomplete
    moves: list[Move] = []
    kept: dict[str, int] = {}
    for player in state.away:
        mine = [
            *move(chips(player), cage(player), state.chips(player)),
            *move(held(player), cage(player), state.held(player)),
        ]
        if mine:
            kept[player] = sum(one.cents for one in mine)
        moves += mine
    here = [name for name in state.seats.values() if not state.is_away(name)]
    equipment = after_round(state, removed=removed)
    decks = len(equipment.decks) if equipment else len(state.decks)
    now, later = tell(state, moment, _hits_over(state))
    ended = RoundEnded(
        round_.number,
        round_.void,
        removed,
        (state.active + 1) % decks if equipment is None else 0,
        kept,
        equipment,
        not here,
        later,
    )
    return [Following("end_round", Happening(ended, tuple(moves), now), SYSTEM)]


def _hits_over(state: State) -> Iterable[Told]:
    wagers = state.submission.regulation.wagers
    owed = {one.hit for one in state.owed_hits}
    for name, wager in dict.fromkeys((one.hit, one.wager) for one in state.played.settling.checks if one.hit):
        link = state.links[wagers[wager].meter]
        if name not in owed:
            yield link, CloseHit(name)


def _ended(state: State, data: RoundEnded, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    used = None if data.deck_removed else changed(deck, stage="used")
    state = state.with_deck(state.active, used).in_round(ended=True)
    seats = {seat: name for seat, name in state.seats.items() if name not in state.away}
    state = changed(seated(state, seats), away=(), rounds=state.rounds + 1)
    if data.equipment is not None:
        state = with_equipment(state, data.equipment)
    state = with_untold(changed(state, active=data.next_deck), data.untold)
    return watched(state, unwatched=True) if data.table_idle else state


def _other_deck(state: State, data: RoundEnded, event: Event, moment: Moment) -> list[Following]:
    """The deck that waited in the shuffler is put into the shoe; not while a device may be brought back."""
    return [] if state.out_of_order else into_the_shoe(state, event.at, SYSTEM)


RULES = (
    rule_of(
        ReleaseCards,
        phases=("racking",),
        roles=("floorperson",),
        when=_not_held,
        apply=lambda state, data, event: state.settling_on(released=True),
        ways=lambda state: [Way(ReleaseCards())],
        step="hold_jackpot_cards",
        text="Release the winner's cards: the documents are complete.",
    ),
    rule_of(
        RackCards,
        CardsRacked,
        phases=("racking",),
        when=_waits,
        decide=_rack,
        apply=_racked,
        then=_after_rack,
        ways=lambda state: [Way(RackCards())],
    ),
    rule_of(
        EndGame,
        phases=("ending",),
        then=_after_end,
        ways=lambda state: [Way(EndGame())],
    ),
)
KINDS = (Kind("end_round", RoundEnded, _ended, _other_deck),)
