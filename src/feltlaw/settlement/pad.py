"""A round while it is being settled: the hands as read, the meters as they stand, the lines made so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.contest import Outcome, against_dealer, showdown
from feltlaw.meter import FULL, Meter
from feltlaw.money import Amount, Cents, ForOne, MeterShare, Odds, Pays, Push, parse_money, round_up
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import Hand, Poker
from feltlaw.regulation.model import Cite, FoldRule, Wager
from feltlaw.round.model import Played, Round
from feltlaw.settlement.model import Line
from feltlaw.submission import Submission

HELD = "held for the player, who left"


@dataclass(frozen=True, slots=True)
class Shares:
    """One award from a meter, divided."""

    by_seat: Mapping[int, Cents]
    exact: Fraction
    """What it came to before it was rounded up."""
    rounded: frozenset[int]
    """The seats whose share rounding made larger."""


class Pad:
    """What the settlement of one round works on: a scratch pad, thrown away when the lines are made.

    All money passes through `pay` and `add`. The table that people sit at is another: `feltlaw.table`.
    """

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.submission = round_.submission
        self.regulation = round_.submission.regulation
        self.meters: dict[str, Meter] = dict(round_.meters)
        self.lines: list[Line] = []
        self.seats = tuple(sorted(round_.seats, key=lambda played: -played.number))
        """In the order of settlement."""
        self.players = len(round_.seats)
        self.shares: dict[tuple[str, str], Shares] = {}
        """Awards that are divided, once measured."""
        self._outcomes: dict[int, Outcome] = {}
        unit = self.submission.option("settlement.breakage_unit")
        self._unit = parse_money(unit) if unit else 1

    # ── cards ──

    def groups(self, cards: Sequence[str], played: Played) -> list[tuple[Card, ...]]:
        """The groups of cards a wager is read from."""
        found: list[tuple[Card, ...]] = []
        for name in cards:
            if name == "every_hand":
                found += [seat.seat.cards for seat in self.seats if self.counts_at_table(seat)]
                found.append(self.round.dealer)
            else:
                found.append(self._group(name, played))
        return found

    def _group(self, name: str, played: Played) -> tuple[Card, ...]:
        if name == "player":
            return played.seat.cards
        if name == "dealer":
            return self.round.dealer
        if name == "fourth" and played.seat.fourth:
            return played.seat.fourth
        return self.round.community

    def holders(self, ranking: str) -> tuple[int, ...]:
        """Whose hand is the highest at the table: seats in the order of settlement, 0 for the dealer."""
        highest = self.regulation.rankings[ranking]
        hands = [(seat.number, seat.seat.cards) for seat in self.seats if self.counts_at_table(seat)]
        ranks = {holder: highest.read(cards).rank for holder, cards in (*hands, (0, self.round.dealer))}
        return tuple(holder for holder, rank in ranks.items() if rank == max(ranks.values()))

    def counts_at_table(self, played: Played) -> bool:
        """Whether a hand counts among all hands at the table: never one given up unseen (I-100, I-108)."""
        if played.left_by == "surrender":
            return False
        return played.left_by != "fold" or folded_hands_count(self.submission)

    def read(self, ranking: str, cards: Sequence[str], played: Played) -> Hand:
        """The hand a wager or award rests on."""
        if played.split is not None and ranking == "point_count":
            return self.regulation.rankings[ranking].read(played.split.two)
        return self.regulation.rankings[ranking].read(*self.groups(cards, played))

    # ── what happened ──

    def outcome(self, wager: Wager, played: Played) -> Outcome:
        """What the wager's contest says for this seat."""
        if played.number not in self._outcomes:
            self._outcomes[played.number] = self._contest(wager, played)
        return self._outcomes[played.number]

    def _contest(self, wager: Wager, played: Played) -> Outcome:
        terms = self.regulation.contests[wager.contest]
        if wager.contest == "showdown":
            mine, theirs = played.split, self.round.dealer_split
            return showdown(mine.rank if mine else 0, theirs.rank if theirs else 0, terms.half_points)
        ranking = self.regulation.rankings[wager.ranking]
        assert isinstance(ranking, Poker)
        return against_dealer(
            ranking.read(played.seat.cards).rank,
            ranking.read(self.round.dealer).rank,
            ranking.threshold(terms.qualifier).rank,
            self.bad_beat(ranking, terms.bad_beat),
        )

    def bad_beat(self, ranking: Poker, award: str) -> int | None:
        """The lowest hand the chosen Bad Beat table pays (I-72)."""
        if not award:
            return None
        table = self.submission.awards[award].paytable
        return min(ranking.shape_floor(hand) for hand in table.rows) if table else None

    def dealer_qualifies(self) -> bool:
        """Whether the dealer's hand qualifies, in a game where he has one."""
        if self.round.dealer_split is not None:
            return self.round.dealer_split.qualifies
        ranking = self.regulation.rankings["three_card"]
        assert isinstance(ranking, Poker)
        qualifier = ranking.threshold(self.regulation.contests["against_dealer"].qualifier)
        return ranking.read(self.round.dealer).rank >= qualifier.rank

    # ── leaving the round ──

    def lives(self, played: Played, wager: Wager) -> bool:
        """Whether this wager is still in the round after what its player did."""
        rule = played.rule_for(wager)
        return rule is None or self.keeps(rule, wager)

    def keeps(self, rule: FoldRule, wager: Wager) -> bool:
        """A fold rule, turned round where the submission says so."""
        if rule.reversed_by:
            option, value = rule.reversed_by
            if self.submission.option(f"wagers.{wager.section}.{option}") == value:
                return not rule.keep
        return rule.keep

    def is_shown(self, played: Played) -> bool:
        """Whether this seat's hand is turned up in settlement (I-48)."""
        if played.left_by == "surrender" or played.ruled_out:
            return False
        if not played.left_by:
            return True
        staked = (self.regulation.wagers[wager] for wager in played.stakes)
        return any(wager.on_fold is not None and wager.on_fold.cards_stay for wager in staked)

    # ── money ──

    def paytable(self, wager: str) -> Paytable | None:
        return self.submission.wagers[wager].paytable(self.players)

    def unit(self, paid_from: str) -> Cents:
        """The smallest amount that can be paid: the tray's own, a cent from everywhere else (I-02)."""
        return self._unit if paid_from == "tray" else 1

    def pay(self, pays: Pays, stake: Cents, paid_from: str) -> tuple[Cents, Cents]:
        """What the house adds and what comes back of the stake, for every pay but a percentage of a meter."""
        if isinstance(pays, Odds):
            return round_up(stake * pays.ratio, self.unit(paid_from)), stake
        if isinstance(pays, ForOne):
            return pays.multiple * stake, 0
        if isinstance(pays, Amount):
            return pays.cents, stake
        return (0, stake) if isinstance(pays, Push) else (0, 0)

    def is_by_hand(self, wager: Wager, pays: MeterShare) -> bool:
        """Whether this award may not come from the tray or the account (I-67)."""
        rule = wager.by_hand
        return rule is not None and (rule.what == "percentage" or pays.percent == FULL)

    def add(
        self,
        played: Played,
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
        paid_from: str = "tray",
        meter: str = "",
        level: str = "",
        by_hand: bool = False,
        note: str = "",
        result: str = "",
        held_by: tuple[int, ...] = (),
    ) -> Line:
        """Makes a line. What a player who left has coming is held for him (I-09)."""
        if not result:
            result = "win" if paid else "push" if returned else "lose"
        if played.seat.ruling == "left" and paid + returned:
            note = "; ".join(filter(None, (note, HELD)))
        line = Line(
            played.number,
            name,
            name in self.regulation.awards,
            stake,
            outcome,
            result,
            paid,
            returned,
            cite,
            len(self.lines) + 1,
            pays,
            hand,
            on,
            for_seat,
            paid_from,
            meter,
            level,
            by_hand,
            note,
            held_by,
        )
        self.lines.append(line)
        return line


def folded_hands_count(submission: Submission) -> bool:
    """Whether folded hands are among all hands at the table (I-100)."""
    return submission.option("wagers.cover_all.folded_hands_count") is True


def cite_row(first: Cite, row: Row) -> Cite:
    """The clause that settles a wager, then the paytable's, with the readings behind both."""
    clauses = tuple(clause for clause in row.clauses if not clause.startswith("I-"))
    readings = tuple(clause for clause in row.clauses if clause.startswith("I-"))
    return join(first, Cite(clauses, readings))


def join(*cites: Cite | None) -> Cite:
    """Several citations as one, each clause once."""
    given = [cite for cite in cites if cite is not None]
    return Cite(
        tuple(dict.fromkeys(clause for cite in given for clause in cite.clauses)),
        tuple(dict.fromkeys(reading for cite in given for reading in cite.interpretations)),
    )
