"""What may be done at a table: every rule that is open now, in which words, by whom, in which ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from feltlaw.canonical import canonical
from feltlaw.regulation.model import Cite
from feltlaw.schema import write
from feltlaw.table.phases import PHASES
from feltlaw.table.rule import (
    FOR_GUESTS,
    Offer,
    Open,
    Rule,
    Way,
    no_ways,
    not_here,
    roles_of,
    spoken,
    words_of,
)
from feltlaw.table.rules import RULES, WHILE_STOPPED
from feltlaw.table.state import RoundState, State
from feltlaw.values import carried, memo


def _may_be_offered(rule: Rule[Any], phase: str) -> bool:
    phases = rule.offered or rule.phases
    return (not phases or phase in phases) and rule.ways is not no_ways and rule.name != "resume_table"


_IN_PHASE: Mapping[str, tuple[Rule[Any], ...]] = {
    phase: tuple(rule for rule in RULES.values() if _may_be_offered(rule, phase)) for phase in PHASES
}


class Parted(NamedTuple):
    """Rules that may be followed now: `standing` is the same object while nothing it rests on has changed."""

    moving: tuple[Open, ...]
    standing: tuple[Open, ...]


def open_rules(state: State) -> tuple[Open, ...]:
    """Every rule that may be followed now, with the ways to follow it."""
    found = parted_rules(state)
    return found.moving + found.standing


def parted_rules(state: State) -> Parted:
    """The same in two parts."""
    return memo(state, "open_rules", _for_all)


def players_rules(state: State) -> Parted:
    """Those of them that are for players: at most tables most screens ask for no others."""
    return memo(state, "players_rules", _for_players)


def open_rule(state: State, do: str) -> Open | None:
    """One rule, where it may be followed now."""
    fixed = _rules_here(state)[state.phase].by_name.get(do)
    if state.stopped:
        fixed = Fixed(RULES[do]) if do in WHILE_STOPPED else None
    return next(iter(_found(state, (fixed,))), None) if fixed is not None else None


def _for_all(state: State) -> Parted:
    if state.stopped:
        return Parted(_found(state, [Fixed(RULES[do]) for do in WHILE_STOPPED]), ())
    here = _rules_here(state)[state.phase]
    return Parted(_found(state, here.moving), _standing(state, here))


def _for_players(state: State) -> Parted:
    if state.stopped:
        return parted_rules(state)
    here = _rules_here(state)[state.phase].players
    return Parted(_found(state, here.moving), _standing(state, here))


def _found(state: State, rules: Sequence[Fixed]) -> tuple[Open, ...]:
    """Those of them that are open. Each rule is asked once about a state, whoever wants to know."""
    known: dict[str, Open | None] = memo(state, "open_rule", _none_yet)
    for fixed in rules:
        if fixed.rule.name not in known:
            known[fixed.rule.name] = _open(state, fixed)
    return tuple([found for fixed in rules if (found := known[fixed.rule.name]) is not None])


def _none_yet(state: State) -> dict[str, Open | None]:
    return {}


STANDING_RULES = frozenset(
    {
        *(
            "change_deck",
            "order_shuffle",
            "cut",
            "recut",
            "shuffle",
            "device_out_of_order",
            "device_repaired",
        ),
        *("sit", "record_departure", "come_back", "buy_in", "confirm", "withdraw"),
        *("report", "record_exposed_card"),
    }
)
"""Rules that rest on decks, devices, seats and cards that lie there: neither on wagers nor on decisions."""


def _lying(round_: RoundState) -> tuple[object, ...]:
    """The cards of a round as far as they lie there; before the call nothing of it counts."""
    if not round_.betting.locked:
        return (False,)
    facts = round_.facts
    return (True, facts.dealt, facts.players, facts.rulings, round_.dealing, round_.settling, round_.void)


def _standing(state: State, here: Here) -> tuple[Open, ...]:
    """What they allow, found again only where something they rest on is not what it was."""
    round_ = state.under_way
    rests_on = (
        state.decks,
        state.active,
        state.seats,
        state.away,
        state.crew,
        state.out_of_order,
        state.requests,
        *(_lying(round_) if round_ is not None else ()),
    )
    return carried(state, here, rests_on, lambda _: _found(state, here.standing))


@dataclass(frozen=True, slots=True)
class Fixed:
    """A rule with what does not change while a table is run as it is: its words and whom it is for."""

    rule: Rule[Any]
    words: tuple[str, Cite] | None = None
    roles: tuple[str, ...] | None = None

    @property
    def is_for_players(self) -> bool:
        return self.roles is None or "player" in self.roles


class Here:
    """The rules that a table has in a phase."""

    def __init__(self, rules: Sequence[Fixed]) -> None:
        self.by_name = {one.rule.name: one for one in rules}
        self.standing = tuple(one for one in rules if one.rule.name in STANDING_RULES)
        self.moving = tuple(one for one in rules if one.rule.name not in STANDING_RULES)
        own = [one for one in rules if one.is_for_players]
        self.players = self if len(own) == len(rules) else Here(own)


def _rules_here(state: State) -> Mapping[str, Here]:
    """By phase the rules this game has, for this way of dealing and shuffling; sorted out once."""
    key = (state.deal, state.shuffle, state.real_cards)
    book: dict[object, Mapping[str, Here]] = state.submission.__dict__.setdefault("_rules", {})
    found = book.get(key)
    if found is None:
        here = {
            name: _fixed(state, rule)
            for name, rule in RULES.items()
            if callable(rule.step) or not not_here(state, rule)
        }
        found = book[key] = {
            phase: Here([here[one.name] for one in rules if one.name in here])
            for phase, rules in _IN_PHASE.items()
        }
    return found


def _fixed(state: State, rule: Rule[Any]) -> Fixed:
    if callable(rule.step):
        return Fixed(rule)
    return Fixed(rule, None if rule.cite else words_of(state, rule), roles_of(state, rule))


def _open(state: State, fixed: Fixed) -> Open | None:
    """A rule with its words and ways; None where it is not the time, or there is no way."""
    rule = fixed.rule
    if rule.when(state) is not None:
        return None
    ways = tuple(rule.ways(state))
    if ways and state.requests:
        ways = _not_asked_yet(state, rule, ways)
    if not ways:
        return None
    text, cite = fixed.words or words_of(state, rule)
    roles = roles_of(state, rule) if fixed.roles is None else fixed.roles
    if state.real_cards and roles == FOR_GUESTS:
        ways = tuple(
            replace(way, not_as="dealer") if way.who and way.who not in state.guests else way for way in ways
        )
    return Open(rule.name, text, cite, roles, ways)


def _not_asked_yet(state: State, rule: Rule[Any], ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Without what somebody has asked for and waits for a second person."""
    asked = {one.data for one in state.requests if one.do == rule.name}
    return tuple(way for way in ways if canonical(write(way.data)).decode() not in asked) if asked else ways


def legal(state: State, role: str | None = None, account: str = "") -> tuple[Offer, ...]:
    """Everything that may be done now, by anybody, by one role, or by one person.

    Amounts are examples of legal ones; what chance gives is no part of a command.
    """
    if role not in (None, "player") and account and plays(state, account):
        return ()
    return tuple(
        offer
        for one in open_rules(state)
        if role is None or role in one.roles
        for offer in one.offers(role if account else None, account)
    )


def offers_of(state: State, do: str) -> tuple[Offer, ...]:
    """The ways in which one thing may be done now; none where it is not the time."""
    found = open_rule(state, do)
    return tuple(found.offers()) if found is not None else ()


def names(state: State, role: str | None = None) -> str:
    """What may be done, by name, for a refusal to say."""
    names = dict.fromkeys(spoken(offer.do) for offer in legal(state, role))
    return ", ".join(names) or "nothing"


def plays(state: State, account: str) -> bool:
    """Whether an account has a seat or a hand here, so that it acts in no other role."""
    round_ = state.under_way
    return account in state.seats.values() or (
        round_ is not None and account in round_.facts.players.values()
    )
