"""Players that the program brings along: what they stake, and how they decide by what they can see.

They sit at a table like anybody else, look at their own view and give commands. They decide as the
mathematics of the game would, where somebody has worked it out, and else stay in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.cards import Card
from feltlaw.mathematics import AnalysisError
from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.engines import Engine, engine_for
from feltlaw.money import Cents, dollars
from feltlaw.refusal import Refused
from feltlaw.round.betting import check_box
from feltlaw.submission import Submission
from feltlaw.views import View
from feltlaw.views.parts import HandView, OfferView

# ── what is staked ──


def usual_bets(submission: Submission, chips: Cents, *, alone: bool = False) -> dict[str, Cents]:
    """What a visitor stakes: what every table has, at its minimum; less, or nothing, with too few chips.

    Here and below `alone` says that nobody else plays, which leaves out what nobody can stake by himself.
    """
    acts = [(act.play, decision.of) for decision in submission.regulation.decisions for act in decision.acts]
    for bets, reserve in ((_standing(submission, alone), max), (main_bets(submission, alone=alone), min)):
        raises = [times * bets.get(wager, 0) for times, wager in acts if times]
        if (
            bets
            and sum(bets.values()) + reserve(raises, default=0) <= chips
            and _go_together(submission, bets)
        ):
            return bets
    return {}


def main_bets(submission: Submission, *, alone: bool = False) -> dict[str, Cents]:
    """The fewest wagers with which this table deals somebody in, at their minimum."""
    bets = _standing(submission, alone)
    for wager in reversed(list(bets)):
        fewer = {one: amount for one, amount in bets.items() if one != wager}
        if not _everybody_stakes(submission, wager) and _go_together(submission, fewer):
            bets = fewer
    return bets if _go_together(submission, bets) else {}


def example_bets(submission: Submission, *, alone: bool = False) -> dict[str, Cents]:
    """The fewest wagers and, where one goes with them, a further one."""
    bets = main_bets(submission, alone=alone)
    for wager, offered in submission.wagers.items():
        more = {**bets, wager: offered.minimum}
        if wager not in bets and not submission.needs_company(wager) and _go_together(submission, more):
            return more
    return bets


def _standing(submission: Submission, alone: bool) -> dict[str, Cents]:
    """The wagers of every such table, those of a decision and those that feed a meter apart."""
    bets: dict[str, Cents] = {}
    for wager, offered in submission.wagers.items():
        stake = offered.wager.stake
        if stake.kind == "decision" or offered.wager.meter or (alone and submission.needs_company(wager)):
            continue
        if offered.wager.always_offered or _everybody_stakes(submission, wager):
            bets[wager] = bets.get(stake.of, offered.minimum) if stake.kind == "equal" else offered.minimum
    return bets


def _everybody_stakes(submission: Submission, wager: str) -> bool:
    """Whether every player stakes the same here, so that no box can do without it."""
    return submission.wagers[wager].wager.stake.kind == "table_minimum"


def _go_together(submission: Submission, bets: dict[str, Cents]) -> bool:
    try:
        check_box(submission, bets)
    except Refused:
        return False
    return True


# ── what is decided ──


@dataclass(frozen=True)
class Choice:
    """A command that a player might give for a hand."""

    do: str
    data: Mapping[str, Any]


class Adviser:
    """What the mathematics says about a hand, asked with nothing but what its player can see."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission

    @cached_property
    def _engine(self) -> Engine | None:
        """The engine of this game; None for a game that nobody has worked out."""
        try:
            return engine_for(self.submission)
        except AnalysisError:
            return None

    def values(self, view: View, seat: int) -> HandValue | None:
        """What each act is worth with a hand, per unit of the wager it is about; None where nobody knows."""
        hand = _hand(view, seat)
        if hand is None:
            return None
        round_ = view.public.round
        board = next((one.up for one in round_.places if one.group == "community"), ()) if round_ else ()
        streets = any(decision.revealed for decision in self.submission.regulation.decisions)
        return self.hand((*hand.cards, *(board if streets else ())))

    def hand(self, cards: tuple[Card, ...]) -> HandValue | None:
        """The same for cards: the player's, then those of the board that are seen."""
        try:
            return self._engine.hand(cards) if self._engine is not None else None
        except AnalysisError:
            return None

    def choose(self, view: View, seat: int) -> Choice:
        """What is best for a hand among what its player may do; a hand that is set, the house way."""
        offers = decisions_for(view, seat)
        if not offers:
            return Choice("set_hand", {"seat": seat})
        found = self.values(view, seat)
        if found is None:
            return _choice(next((one for one in offers if one.data.get("times")), offers[0]))
        worth = {spoken(self.submission, one): one for one in offers}
        known: dict[str, Fraction] = {act: value for act, value in found.actions.items() if act in worth}
        return _choice(worth[max(known, key=lambda act: known[act])] if known else offers[0])


def _choice(offer: OfferView) -> Choice:
    return Choice(offer.do, offer.data)


def decisions_for(view: View, seat: int) -> list[OfferView]:
    """The acts that a player may choose from for a hand, as far as his chips go."""
    return [one for one in view.own.legal if one.do == "decide" and one.data.get("seat") == seat]


def spoken(submission: Submission, offer: OfferView) -> str:
    """An offered act in the words of the regulation: `play 3x`."""
    act, times = offer.data["act"], offer.data.get("times", 0)
    return next(
        one.say
        for decision in submission.regulation.decisions
        for one in decision.acts
        if (one.word, one.play) == (act, times)
    )


# ── beside somebody who practises ──

BUY_IN: Cents = 300_00


def middle_seat(seats: int) -> int:
    """Where somebody sits who practises."""
    return (seats + 1) // 2


def seats_beside(seats: int) -> list[int]:
    """The seats about the middle one, which is left free, the nearest first."""
    middle = middle_seat(seats)
    return sorted((one for one in range(1, seats + 1) if one != middle), key=lambda one: abs(one - middle))


def company_step(adviser: Adviser, view: View, seat: int) -> tuple[str, Mapping[str, Any]] | None:
    """What a player of the program does next at this seat: sit down, buy chips, stake, wait, decide."""
    offers = {one.do: one for one in view.own.legal if one.data.get("seat", seat) == seat}
    you, round_ = view.own.you, view.public.round
    if you is None or seat not in you.seats:
        return ("sit", offers["sit"].data) if "sit" in offers else None
    if "decide" in offers or "set_hand" in offers:
        choice = adviser.choose(view, seat)
        return choice.do, choice.data
    box = next((one for one in round_.boxes if one.seat == seat), None) if round_ is not None else None
    if box is not None and box.wagers:
        return ("ready", offers["ready"].data) if "ready" in offers and not box.ready else None
    bets = usual_bets(adviser.submission, you.chips)
    if not bets and "buy_in" in offers:
        return "buy_in", {"amount": dollars(BUY_IN)}
    staked = {wager: dollars(amount) for wager, amount in bets.items()}
    return ("bet", {"seat": seat, "wagers": staked}) if bets and "bet" in offers else None


def _hand(view: View, seat: int) -> HandView | None:
    hands = view.own.you.hands if view.own.you is not None else ()
    return next((hand for hand in hands if hand.seat == seat), None)
