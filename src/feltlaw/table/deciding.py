"""Decisions in turn, hands set, and what an answer that does not come counts as."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from feltlaw.books import chips, felt, move
from feltlaw.cards import show
from feltlaw.event import SYSTEM, Event, Happening
from feltlaw.money import show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Act, Cite, Decision, Step
from feltlaw.round.deciding import answer, asked, legal_words, passive, with_answer
from feltlaw.round.model import Answer
from feltlaw.round.setting import check_three, house_way, is_misset, points_ranking
from feltlaw.schema import Text, Whole
from feltlaw.table.agenda import is_partly_settled
from feltlaw.table.people import speaks_for_himself
from feltlaw.table.places import hand
from feltlaw.table.rule import Following, Moment, Way, cite_of, nth_step, rule_of
from feltlaw.table.showing import Cards
from feltlaw.table.state import Seat, State
from feltlaw.values import memo, quick

OUT = ("abandoned", "communicated")


@quick
@dataclass(frozen=True, slots=True)
class Decide:
    """A player's answer: the act's word, and how many times where it makes a wager."""

    seat: Seat
    act: Annotated[str, Text(20)]
    times: Annotated[int, Whole(0, 100)] = 0


@dataclass(frozen=True, slots=True)
class SetHand:
    """A player sets his hand: the three cards of the three-card hand, or none for the house way."""

    seat: Seat
    cards: Cards = ()


@quick
@dataclass(frozen=True, slots=True)
class Decided:
    """What a hand does, and the wager it made; `absent` where nobody answered and this is what counts."""

    seat: Seat
    answer: Answer
    absent: bool = False
    house_way: bool = False


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of an automatic table: a player has not answered in time (I-153)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A player has not answered in time; the floor is called, or the posted rule follows."""

    seat: Seat
    floor_called: bool


# ── whose turn it is ──


def waiting(state: State) -> tuple[Decision, tuple[int, ...]] | None:
    """The decision the table waits for, and the seats that may make it, the one whose turn it is first.

    None where nobody has anything to decide, or a community card comes first.
    """
    return memo(state, "waiting", _waiting)


def _waiting(state: State) -> tuple[Decision, tuple[int, ...]] | None:
    round_ = state.under_way
    if round_ is None or state.phase != "deciding" or is_partly_settled(state):
        return None
    facts, regulation = round_.facts, state.submission.regulation
    open_: dict[int, Decision] = {}
    for seat in sorted(facts.stakes):
        if facts.rulings.get(seat) in OUT:
            continue
        decision = asked(regulation, facts.stakes[seat], facts.answers.get(seat, ()))
        if decision is not None:
            open_[seat] = decision
    for decision in regulation.decisions:
        seats = tuple(seat for seat, one in open_.items() if one is decision)
        if seats:
            if decision.revealed > round_.settling.community_up:
                return None
            return decision, seats if decision.sets else seats[:1]
    return None


def _waited_for(state: State) -> tuple[Decision, tuple[int, ...]]:
    """The same where somebody has something to decide."""
    found = waiting(state)
    assert found is not None, "`when` has made sure of it"
    return found


def decided(state: State) -> bool:
    """Whether all decisions are made, the last community card of the decisions included."""
    round_ = state.under_way
    if round_ is None or state.phase != "deciding" or waiting(state) is not None:
        return False
    return round_.settling.community_up >= state.submission.regulation.decisions[-1].revealed


def _not_now(state: State, *, sets: bool) -> Refused | None:
    """A decision is asked for only when the deal is complete and it is somebody's turn."""
    if state.phase in ("dealing", "stub"):
        return Refused("the deal is not complete", "Wait until all cards are out.", cite_of(state, "examine"))
    found = waiting(state)
    if found is None or found[0].sets != sets:
        do = "set_hand" if sets else "decide"
        return Refused("nobody has anything to decide now", "Go on with the round.", cite_of(state, do))
    return None


def _turn(state: State, moment: Moment, seat: int) -> Decision:
    """The decision a person may make for a seat; refused where it is another's, or another's turn."""
    decision, seats = _waited_for(state)
    owner = state.played.facts.players.get(seat)
    if owner is None or (moment.by.role == "player" and owner != moment.by.account):
        cite = cite_of(state, "own_hand")
        raise Refused(f"seat {seat} is not yours", "Each player answers for his own hand.", cite)
    if moment.by.role != "player" and owner not in state.guests:
        raise speaks_for_himself(state, owner)
    if seat not in seats:
        who = f"Seat {seats[0]} decides now." if not decision.sets else "Set your own hand once."
        raise Refused(f"it is not seat {seat}'s turn", who, decision.cite)
    if state.is_away(owner):
        raise Refused(
            f"{shown(owner)} left in the middle of this round",
            "Come back to it first (come_back).",
            cite_of(state, "stay_seated"),
        )
    return decision


# ── deciding ──


def _act(decision: Decision, data: Decide) -> Act:
    fitting = [act for act in decision.acts if act.word == data.act]
    exact = [act for act in fitting if act.play == data.times] if data.times else fitting
    if len(exact) != 1:
        said = f"{data.act} {data.times}x" if data.times else data.act
        cite = Cite(decision.cite.clauses, tuple(dict.fromkeys((*decision.cite.interpretations, "I-26"))))
        raise Refused(
            f"seat {data.seat} may not say '{shown(said)}' ({decision.name})", legal_words(decision), cite
        )
    return exact[0]


def _decide(state: State, data: Decide, moment: Moment) -> Happening:
    decision = _turn(state, moment, data.seat)
    given = answer(decision, _act(decision, data), state.played.facts.stakes[data.seat])
    player = state.played.facts.players[data.seat]
    if given.cents > state.chips(player):
        title = state.submission.regulation.wagers[given.wager].title
        raise Refused(
            f"a {title} wager of {show_dollars(given.cents)} is more than the "
            f"{show_dollars(state.chips(player))} in front of you",
            "Complete it or choose another decision; a part of it is not allowed.",
            Cite(decision.cite.clauses, ("I-26",)),
        )
    moves = move(chips(player), felt(data.seat, given.wager), given.cents) if given.wager else ()
    return Happening(Decided(data.seat, given), moves)


def _decided(state: State, data: Decided, event: Event) -> State:
    facts = state.played.facts
    answers = {**facts.answers, data.seat: (*facts.answers.get(data.seat, ()), data.answer)}
    stakes = facts.stakes
    if data.answer.wager:
        stakes = {**stakes, data.seat: with_answer(stakes[data.seat], data.answer)}
    return state.with_facts(answers=answers, stakes=stakes)


def _decide_ways(state: State) -> Iterable[Way]:
    decision, seats = _waited_for(state)
    facts = state.played.facts
    for seat in seats:
        player = facts.players[seat]
        if state.is_away(player):
            continue
        for act in decision.acts:
            if act.play * facts.stakes[seat][decision.of] <= state.chips(player):
                yield _decide_way(seat, act.word, act.play, player)


@lru_cache(maxsize=512)
def _decide_way(seat: int, act: str, times: int, player: str) -> Way:
    return Way(Decide(seat, act, times), player)


def _decide_step(state: State) -> Step | None:
    found = waiting(state)
    at = state.submission.regulation.decisions.index(found[0]) if found else 0
    return nth_step(state, "decide", at)


# ── setting ──


def _set(state: State, data: SetHand, moment: Moment) -> Happening:
    """A setting that throws a qualifying hand away is refused, and the legal ones are named (I-131).

    A real hand is set on the layout; the cards become known when they are turned up.
    """
    decision = _turn(state, moment, data.seat)
    if state.real_cards:
        return Happening(Decided(data.seat, Answer(decision.acts[0].word)))
    five = state.played.known_at(hand(data.seat))
    if not data.cards:
        return Happening(_set_for(state, decision, data.seat))
    check_three(state.submission.regulation, five, data.cards, f"seat {data.seat}")
    if is_misset(state.submission, five, data.cards):
        ranking = points_ranking(state.submission.regulation)
        legal = ranking.splits(five) if ranking else ()
        raise Refused(
            f"{show(data.cards)} do not qualify, but others do",
            f"Set {'; '.join(str(split) for split in legal)}.",
            Cite(decision.cite.clauses, ("I-131",)),
        )
    return Happening(Decided(data.seat, Answer(decision.acts[0].word, three=data.cards)))


def _set_for(state: State, decision: Decision, seat: int, *, absent: bool = False) -> Decided:
    """A hand set the house way, which takes nothing from anybody (I-130, I-145, I-153)."""
    split = house_way(state.submission.regulation, state.played.known_at(hand(seat)))
    three = split.three if split else ()
    return Decided(seat, Answer(decision.acts[0].word, three=three), absent=absent, house_way=True)


def _set_ways(state: State) -> Iterable[Way]:
    facts = state.played.facts
    for seat in _waited_for(state)[1]:
        if not state.is_away(facts.players[seat]):
            choose = {
                "cards": {"from": [str(card) for card in state.played.known_at(hand(seat))], "count": 3}
            }
            yield Way(SetHand(seat), facts.players[seat], {} if state.real_cards else choose)


# ── answers that do not come ──


def missing(state: State, seat: int) -> Following:
    """What a missing answer of a seat counts as: a fold, a check where one cannot fold, the house way."""
    decision = _waited_for(state)[0]
    if decision.sets:
        return Following("set_hand", Happening(_set_for(state, decision, seat, absent=True)), SYSTEM)
    given = answer(decision, passive(decision), state.played.facts.stakes[seat])
    return Following("decide", Happening(Decided(seat, given, absent=True)), SYSTEM)


def absent(state: State) -> Following | None:
    """The answer of a player who has left, when it is his turn (I-09)."""
    if not state.away or state.phase != "deciding":
        return None
    found = waiting(state)
    for seat in found[1] if found else ():
        if state.is_away(state.played.facts.players[seat]):
            return missing(state, seat)
    return None


def _time_out(state: State, data: TimeOut, moment: Moment) -> Happening:
    found = waiting(state)
    if found is None or data.seat not in found[1]:
        cite = cite_of(state, "set_hand" if found and found[0].sets else "decide")
        raise Refused(f"nobody waits for seat {data.seat}", "Go on with the round.", cite)
    waits = state.submission.option("automatic.no_answer") == "wait" and not found[0].sets
    return Happening(TimedOut(data.seat, floor_called=waits))


def _after_time_out(state: State, data: TimedOut, event: Event, moment: Moment) -> list[Following]:
    return [] if data.floor_called else [missing(state, data.seat)]


def _time_out_cite(state: State) -> Cite:
    return state.submission.regulation.options["automatic.no_answer"].cite


def _nobody_waits(state: State) -> Refused | None:
    if waiting(state) is not None:
        return None
    return Refused("nobody has anything to decide now", "Go on with the round.", _time_out_cite(state))


RULES = (
    rule_of(
        Decide,
        Decided,
        phases=("dealing", "stub", "deciding"),
        offered=("deciding",),
        when=lambda state: _not_now(state, sets=False),
        decide=_decide,
        apply=_decided,
        ways=_decide_ways,
        step=_decide_step,
    ),
    rule_of(
        SetHand,
        Decided,
        phases=("dealing", "stub", "deciding"),
        offered=("deciding",),
        when=lambda state: _not_now(state, sets=True),
        decide=_set,
        apply=_decided,
        ways=_set_ways,
    ),
    rule_of(
        TimeOut,
        TimedOut,
        phases=("deciding",),
        roles=("device",),
        when=_nobody_waits,
        decide=_time_out,
        then=_after_time_out,
        text="Record that a player has not answered in time.",
        cite=_time_out_cite,
    ),
)
