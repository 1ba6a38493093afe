"""Running a table without a pit crew: dealer, floorperson and devices do what comes next by themselves.

People bet and decide; everything else is taken from `legal`, in the order of the regulation's steps. The
players the program brings along follow simple rules of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from feltlaw.cards import Card
from feltlaw.money import Cents
from feltlaw.ranking import Poker
from feltlaw.round import Refused
from feltlaw.round.betting import check_box
from feltlaw.shuffle import SeededSource, draws, shuffle
from feltlaw.submission import Submission
from feltlaw.table import Event, Offer, Person, State, Table
from feltlaw.table.dealing import count_due
from feltlaw.table.idle import must_be_spread
from feltlaw.table.opening import change_due

DEALER = Person("dealer", "Dealer")
FLOORPERSON = Person("floorperson", "Floorperson")
DEVICE = Person("device", "Device")
_CREW = {"dealer": DEALER, "floorperson": FLOORPERSON, "device": DEVICE}

ROUTINE = (
    "receive_deck",
    "inspect",
    "verify_inspection",
    "remove_joker",
    "spread",
    "wash",
    "shuffle",
    "cut",
    "place_cards",
    "hold_cards",
    "idle_wash",
    "count_progressive_chips",
    "remove_stub",
    "deal",
    "count_stub",
    "rack_stub",
    "collect_forfeits",
    "deliver_dealer_stack",
    "reveal_community",
    "reveal_dealer",
    "turn_up_player",
    "reveal_fourth",
    "verify_win",
    "validate",
    "collect_losers",
    "pay_winners",
    "settle_player",
    "settle_rest",
    "release_cards",
    "rack_cards",
    "end_game",
)
"""What the crew does without being asked, the first that is legal first."""


class Desk(Protocol):
    """Where commands go and chance comes from: a log that is being written, or nothing but memory."""

    def do(self, table: Table, do: str, by: Person, at: int | None = None, **data: Any) -> tuple[Event, ...]:
        """Gives a command to the table."""

    def shuffled(self) -> dict[str, Any]:
        """A fresh order for the next shuffle."""

    def draws(self, state: State) -> dict[str, Any]:
        """The random draws that go with the next "no more bets"."""


class PracticeDesk:
    """A desk without a record, for tests and transcripts; the seed decides all cards."""

    def __init__(self, submission: Submission, seed: str | int) -> None:
        self._submission = submission
        self._source = SeededSource(seed)

    def do(self, table: Table, do: str, by: Person, at: int | None = None, **data: Any) -> tuple[Event, ...]:
        return table.do(do, by, at, **data)

    def shuffled(self) -> dict[str, Any]:
        return shuffle(self._source, self._submission.regulation.deck.jokers).as_data()

    def draws(self, state: State) -> dict[str, Any]:
        return draws(self._source, self._submission, state.round.stakes if state.round else {})


class Crew:
    """Dealer, floorperson and devices of one table."""

    def __init__(self, table: Table, desk: Desk, clock: Callable[[], int]) -> None:
        self.table = table
        self.desk = desk
        self.clock = clock

    def step(self) -> tuple[Event, ...]:
        """Does the next routine thing; nothing where people are to act."""
        offer = self._next()
        return self._do(offer) if offer else ()

    def run(self) -> Iterator[tuple[Event, ...]]:
        """Goes on until people are to act."""
        while events := self.step():
            yield events

    def close_betting(self) -> tuple[Event, ...]:
        """Calls "no more bets", with the draws the system makes."""
        drawn = self.desk.draws(self.table.state)
        return self.desk.do(self.table, "no_more_bets", DEALER, self.clock(), **drawn)

    def _next(self) -> Offer | None:
        state = self.table.state
        offers = {offer.do: offer for offer in reversed(self.table.legal()) if not offer.who}
        deck = state.deck
        due = change_due(state, deck) if deck is not None else None
        if due and self.clock() >= due[0] and "change_deck" in offers:
            return next(
                o
                for o in self.table.legal("floorperson")
                if o.do == "change_deck" and o.data["deck"] == state.active
            )
        if "idle_spread" in offers and must_be_spread(state) is not None:
            return offers["idle_spread"]
        if "count_stub" in offers and not count_due(state):
            offers.pop("count_stub")
        return next((offers[do] for do in ROUTINE if do in offers), None)

    def _do(self, offer: Offer) -> tuple[Event, ...]:
        data = dict(offer.data)
        if offer.do == "shuffle" and not self.table.state.real_cards:
            data |= self.desk.shuffled()
        return self.desk.do(self.table, offer.do, _CREW[offer.roles[0]], self.clock(), **data)


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
    """Whether every player stakes the same here, as in Saigon's Pot, which no box can do without."""
    return submission.wagers[wager].wager.stake.kind == "table_minimum"


def _go_together(submission: Submission, bets: dict[str, Cents]) -> bool:
    try:
        check_box(submission, bets)
    except Refused:
        return False
    return True


def usual_decision(
    submission: Submission, cards: tuple[Card, ...], community: tuple[Card, ...], legal: list[str]
) -> str:
    """A rule of thumb: stay with queen-six-four or better; in Raise It Up, raise with a made hand."""
    ranking = submission.regulation.rankings.get("three_card")
    if not isinstance(ranking, Poker):
        return legal[0]
    if submission.regulation.deal.dealer is not None:
        good = ranking.read(cards).rank >= ranking.rank([Card(40), Card(17), Card(10)])
        return "play" if good and "play" in legal else "fold"
    return _raise_it_up(submission, cards, community, legal)


def _raise_it_up(
    submission: Submission, cards: tuple[Card, ...], community: tuple[Card, ...], legal: list[str]
) -> str:
    """Raises all it may with a pair of tens or better, else waits, and pays for the last card with hope."""
    ranks = [card.rank for card in (*cards, *community)]
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    made = any(rank >= 8 for rank in pairs) or len(pairs) > 1 or any(ranks.count(rank) > 2 for rank in pairs)
    raises = [word for word in legal if word.startswith("play")]
    if made and raises:
        return raises[-1]
    if "check" in legal:
        return "check"
    hopeful = bool(pairs) or max(ranks) >= 8
    return raises[0] if hopeful and raises else "fold"
