"""A round while it is being settled: the hands as read, the meters as they stand, the lines made so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.contest import Outcome, against_dealer, showdown
from feltlaw.meter import Meter
from feltlaw.money import Cents, Pays
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import Hand, PointCount, Poker
from feltlaw.ranking.kinds import WithFourth
from feltlaw.regulation.model import Cite, Wager
from feltlaw.round.model import Box, Round
from feltlaw.settlement.finish import Finish
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import bad_beat, every_hand_wager, folded_hands_count, keeps
from feltlaw.submission.conditions import holds

HELD = "held for the player, who left"
OWN = ("player",)


class UnknownCards(LookupError):
    """Cards that must be seen before this can be settled: `player`, `dealer`, `community` or `fourth`."""

    def __init__(self, group: str, seat: int = 0) -> None:
        super().__init__(group, seat)
        self.group = group
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Shares:
    """One award from a meter, divided."""

    by_seat: Mapping[int, Cents]
    exact: Fraction
    """What it came to before it was rounded up."""
    rounded: frozenset[int]
    """The seats whose share rounding made larger."""


class Reckoning:
    """What the settlement of one round works on. All money passes through `add`.

    A line is made when it is asked for and not before, so that a round can be settled seat by seat while the
    cards of other seats are not known yet.
    """

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.submission = round_.submission
        self.regulation = round_.submission.regulation
        self.meters: dict[str, Meter] = dict(round_.meters or {})
        self.made: list[Line] = []
        """The lines in the order they were made, which by step is not the dealer's."""
        self.boxes = tuple(sorted(round_.boxes, key=lambda box: -box.number))
        """In the order of settlement."""
        self.players = len(round_.boxes)
        self.shares: dict[tuple[str, str], Shares] = {}
        """Awards that are divided, once measured."""
        self._finish = Finish(round_)
        self._hands: dict[tuple[str, tuple[str, ...], int], Hand] = {}
        self._outcomes: dict[tuple[str, int], Outcome] = {}
        self._dealer_rank: int | None = None

    # ── cards ──

    def groups(self, cards: Sequence[str], box: Box) -> list[tuple[Card, ...]]:
        """The groups of cards a wager is read from."""
        found: list[tuple[Card, ...]] = []
        for name in cards:
            if name == "every_hand":
                found += [self._own(one) for one in self.boxes if self.counts_at_table(one)]
                found.append(self._dealers())
            else:
                found.append(self._group(name, box))
        return found

    def _group(self, name: str, box: Box) -> tuple[Card, ...]:
        if name == "player":
            return self._own(box)
        if name == "dealer":
            return self._dealers()
        if name == "fourth" and box.fourth:
            return box.fourth
        if not self.round.community:
            fourth = name == "fourth" and not holds("community_card", self.submission)
            raise UnknownCards("fourth", box.number) if fourth else UnknownCards("community")
        return self.round.community

    def _own(self, box: Box) -> tuple[Card, ...]:
        if not box.cards:
            raise UnknownCards("player", box.number)
        return box.cards

    def _dealers(self) -> tuple[Card, ...]:
        if not self.round.dealer:
            raise UnknownCards("dealer")
        return self.round.dealer

    def holders(self, ranking: str) -> tuple[int, ...]:
        """Whose hand is the highest at the table: seats in the order of settlement, 0 for the dealer."""
        highest = self.regulation.rankings[ranking]
        hands = [(box.number, self._own(box)) for box in self.boxes if self.counts_at_table(box)]
        ranks = {holder: highest.read(cards).rank for holder, cards in (*hands, (0, self._dealers()))}
        return tuple(holder for holder, rank in ranks.items() if rank == max(ranks.values()))

    def counts_at_table(self, box: Box) -> bool:
        """Whether a hand counts among all hands at the table: never one given up unseen (I-100, I-108)."""
        if box.left_by == "surrender":
            return False
        return box.left_by != "fold" or folded_hands_count(self.submission)

    def read(self, ranking: str, cards: Sequence[str], box: Box) -> Hand:
        """The hand a wager or award rests on; read once, however many rest on it."""
        key = (ranking, tuple(cards), box.number)
        hand = self._hands.get(key)
        if hand is None:
            found = self.regulation.rankings[ranking]
            split = box.split if isinstance(found, PointCount) else None
            hand = found.read(split.two) if split else found.read(*self.groups(cards, box))
            self._hands[key] = hand
        return hand

    def read_for(self, wager: Wager, box: Box) -> Hand:
        """The hand a wager rests on; without its fourth card where that is not known and makes no
        difference."""
        try:
            return self.read(wager.ranking, wager.cards, box)
        except UnknownCards as unknown:
            ranking, table = self.regulation.rankings[wager.ranking], self.paytable(wager.id)
            if not isinstance(ranking, WithFourth) or unknown.group == "player":
                raise
            hand = ranking.of.read(self._own(box))
            if table is not None and table.pick(hand.label) is not None:
                raise
            return hand

    # ── what happened ──

    def outcome(self, wager: Wager, box: Box) -> Outcome:
        """What the wager's contest says for this box."""
        key = (wager.contest, box.number)
        if key not in self._outcomes:
            self._outcomes[key] = self._contest(wager, box)
        return self._outcomes[key]

    def _contest(self, wager: Wager, box: Box) -> Outcome:
        terms = self.regulation.contests[wager.contest]
        ranking = self.regulation.rankings[terms.ranking]
        if isinstance(ranking, PointCount):
            mine, theirs = box.split, self.round.dealer_split
            if mine is None or theirs is None:
                raise UnknownCards("player", box.number) if mine is None else UnknownCards("dealer")
            return showdown(mine.rank, theirs.rank, terms.half_points)
        assert isinstance(ranking, Poker)
        if self._dealer_rank is None:
            self._dealer_rank = ranking.read(self._dealers()).rank
        return against_dealer(
            self.read(terms.ranking, OWN, box).rank,
            self._dealer_rank,
            ranking.threshold(terms.qualifier).rank,
            bad_beat(self.submission, ranking, terms.bad_beat),
        )

    # ── leaving the round ──

    def lives(self, box: Box, wager: Wager) -> bool:
        """Whether this wager is still in the round after what its player did."""
        rule = box.rule_for(wager)
        return rule is None or keeps(self.submission, rule, wager)

    def is_shown(self, box: Box) -> bool:
        """Whether this box's hand is turned up in settlement (I-48)."""
        if box.left_by == "surrender" or box.ruled_out:
            return False
        if not box.left_by:
            return True
        return any(self._keeps_cards(self.regulation.wagers[wager]) for wager in box.stakes)

    def _keeps_cards(self, wager: Wager) -> bool:
        """Whether a wager keeps a folded hand on the table; one that an option lets live, where it does."""
        rule = wager.on_fold
        if rule is None or not rule.cards_stay:
            return False
        return not rule.reversed_by or keeps(self.submission, rule, wager)

    def rests_on_hand(self, box: Box) -> bool:
        """Whether a wager that reads the player's own cards outlives his fold."""
        wagers = self.regulation.wagers
        return not box.ruled_out and any(
            self.lives(box, wagers[one]) and "player" in wagers[one].cards for one in box.stakes
        )

    def is_looked_at(self, box: Box) -> bool:
        """Whether the dealer looks at a folded hand before he racks it: it may be the highest (I-100)."""
        wager = every_hand_wager(self.regulation.wagers)
        if wager is None or box.left_by != "fold" or box.ruled_out:
            return False
        return folded_hands_count(self.submission) and any(wager.id in one.stakes for one in self.boxes)

    # ── money ──

    def paytable(self, wager: str) -> Paytable | None:
        return self.submission.wagers[wager].paytable(self.players)

    def lines_of(self, seat: int, name: str) -> Iterator[Line]:
        """The lines made so far for one wager or award of a seat."""
        return (line for line in self.made if line.seat == seat and line.id == name)

    def add(
        self,
        box: Box,
        name: str,
        *,
        outcome: str,
        cite: Cite,
        stake: Cents = 0,
        paid: Cents = 0,
        returned: Cents = 0,
        pays: Pays | None = None,
        hand: str = "",
        on: str = "",
        for_seat: int = 0,
        paid_from: str = "inventory",
        meter: str = "",
        level: str = "",
        by_hand: bool = False,
        measured: bool = True,
        note: str = "",
        result: str = "",
        held_by: tuple[int, ...] = (),
    ) -> Line:
        """Makes a line. What a player who left has coming is held for him (I-09)."""
        if not result:
            result = "win" if paid else "push" if returned else "lose"
        if box.ruling == "left" and (paid + returned or not measured):
            note = "; ".join(filter(None, (note, HELD)))
        line = self._finish.line(
            Line(
                seat=box.number,
                id=name,
                is_award=name in self.regulation.awards,
                stake=stake,
                outcome=outcome,
                result=result,
                paid=paid,
                returned=returned,
                cite=cite,
                turn=len(self.made) + 1,
                pays=pays,
                hand=hand,
                on=on,
                for_seat=for_seat,
                paid_from=paid_from,
                meter=meter,
                level=level,
                by_hand=by_hand,
                measured=measured,
                note=note,
                held_by=held_by,
            ),
            box,
        )
        self.made.append(line)
        return line


def cite_row(first: Cite, row: Row) -> Cite:
    """The clause that settles a wager, then the paytable's, with the readings behind both."""
    clauses = tuple(clause for clause in row.clauses if not clause.startswith("I-"))
    readings = tuple(clause for clause in row.clauses if clause.startswith("I-"))
    return first.joined(Cite(clauses, readings))
