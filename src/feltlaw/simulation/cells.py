"""Cells: every way a wager of a seat can end, and what it wins, as settlement pays it.

Whatever rests on one label is paid by the functions that settlement uses; the main game, with its bonuses
and limits, and envy are taken from whole rounds that are settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlaw.cards import DECK, Card, show
from feltlaw.contest import divide
from feltlaw.mathematics.rules import Rules
from feltlaw.money import Cents, MeterShare, dollars
from feltlaw.ranking import Label
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Award, Wager
from feltlaw.round import read_round
from feltlaw.round.betting import check_box, check_table
from feltlaw.round.dealing import extra_cards
from feltlaw.settlement import settle_round
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import pay
from feltlaw.simulation.run import Run, SimulationError

FOLDED = "folded"
LOST = "no win"


@dataclass(frozen=True, slots=True)
class Cell:
    """One way to end."""

    profile: int
    id: str
    """The wager or award; the main game's under its first wager."""
    words: str
    net: Cents
    """What it wins or loses; of an award from a meter only the loss of the stake."""
    share: MeterShare | None = None
    won: bool = False
    """Whether anything was paid."""


@dataclass
class Cells:
    """All cells of a run, made as they are asked for."""

    run: Run
    all: list[Cell] = field(default_factory=list)
    _numbers: dict[tuple[int, str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.submission = self.run.submission
        self.regulation = self.submission.regulation
        self.rules = Rules(self.submission)

    def add(self, cell: Cell) -> int:
        """The number of a cell; one that says the same is the same."""
        key = (cell.profile, cell.id, cell.words)
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all.append(cell)
        elif self.all[self._numbers[key]] != cell:
            raise SimulationError(f"{cell.id}: {cell.words} is paid in two ways")
        return self._numbers[key]

    def stakes(self, profile: int) -> dict[str, str]:
        """A profile's wagers as a scenario writes them."""
        return {wager: dollars(cents) for wager, cents in self.run.profiles[profile].stakes.items()}

    # ── wagers that rest on a label ──

    def wager(self, profile: int, wager: Wager, label: Label, *, folded: bool) -> int:
        """The cell of a hand with this label."""
        stake = self.run.profiles[profile].stakes[wager.id]
        if folded and not self.rules.keeps(wager):
            return self.add(Cell(profile, wager.id, FOLDED, -stake))
        found = self.rules.payout(wager, label, stake, len(self.run.seats))
        row = found.row
        if row is None:
            return self.add(Cell(profile, wager.id, LOST, -stake))
        if isinstance(row.pays, MeterShare):
            return self.add(Cell(profile, wager.id, row.hand, -stake, row.pays, won=True))
        return self.add(Cell(profile, wager.id, row.hand, found.net(stake), won=found.paid > 0))

    def draw(self, profile: int, wager: str, award: Award) -> int:
        """The cell of a drawn bonus that comes to a wager."""
        paytable = self.submission.awards[award.id].paytable
        if paytable is None:
            raise SimulationError(f"{award.title} has no row")
        row = next(iter(paytable.rows.values()))
        stake = self.run.profiles[profile].stakes[wager]
        paid, _ = pay(self.submission, row.pays, stake, award.paid_from)
        return self.add(Cell(profile, award.id, f"on {wager}", paid, won=True))

    def pot(self, profile: int, name: str) -> int:
        """The first of the Pot's cells: lost, given back, then by the number of winners and the place among
        them."""
        staked = [seat.stakes[name] for seat in self.run.seats if name in seat.stakes]
        own = self.run.profiles[profile].stakes[name]
        first = self.add(Cell(profile, name, "not highest", -own))
        self.add(Cell(profile, name, "returned", 0))
        for winners in range(1, len(self.run.seats) + 1):
            shares = divide(sum(staked), [1] * winners)
            for at in range(len(self.run.seats)):
                share = shares[at] if at < winners else 0
                words = "highest" if winners == 1 else f"tied with {winners - 1}"
                self.add(Cell(profile, name, f"{words}, share {at + 1}", share - own, won=share > own))
        return first

    # ── whole rounds ──

    def settled(self, scenario: Mapping[str, Any]) -> tuple[Line, ...]:
        """The lines of a round that is settled."""
        try:
            return settle_round(read_round(scenario, self.submission)).lines
        except Refused as refusal:
            raise SimulationError(f"such a round cannot be played: {refusal}") from None

    def main(
        self, profile: int, ids: Iterable[str], words: str, hand: Sequence[Card], **scenario: Any
    ) -> int:
        """The cell of the main game that a round of one seat ends in."""
        alone = {
            wager: stake
            for wager, stake in self.stakes(profile).items()
            if not self.submission.needs_company(wager)
        }
        found = self.settled(self.rules.scenario(alone, player=hand, **scenario))
        lines = [line for line in found if line.id in ids]
        net = sum(line.paid + line.returned - line.stake for line in lines)
        main = self.regulation.decisions[0].of
        return self.add(Cell(profile, main, words, net, won=any(line.paid for line in lines)))

    def envy(
        self,
        award: Award,
        holder: tuple[int, bool],
        receiver: tuple[int, bool],
        cards: Mapping[str, tuple[Card, ...]],
        label: Label,
    ) -> int:
        """The cell of what a receiver is paid for a holder's hand; -1 for nothing. Each may have folded."""
        scenario = self.rules.dealt(self.stakes(holder[0]), cards, fold=holder[1])
        self._add_seat(scenario, receiver)
        paid = sum(
            line.paid
            for line in self.settled(scenario)
            if (line.id, line.seat, line.for_seat) == (award.id, 2, 1)
        )
        if not paid:
            return -1
        return self.add(
            Cell(
                receiver[0],
                award.id,
                f"{label.names[0].replace('_', ' ')} for {dollars(paid)}",
                paid,
                won=True,
            )
        )

    def _add_seat(self, scenario: dict[str, Any], receiver: tuple[int, bool]) -> None:
        """Puts a second player into the round, with cards that are left."""
        profile, folded = receiver
        first = scenario["seats"][0]
        lying = " ".join((first["cards"], scenario.get("dealer", ""), scenario.get("community", "")))
        rest = [card for card in DECK if str(card) not in lying.split()]
        own = self.regulation.deal.player.most
        seat: dict[str, Any] = {"seat": 2, "cards": show(rest[:own]), "wagers": self.stakes(profile)}
        if self.regulation.decisions[0].of in seat["wagers"] and (said := self.rules.decisions(fold=folded)):
            seat["decisions"] = said
        due = extra_cards(self.submission, "community", {*first["wagers"], *seat["wagers"]})
        if due is not None and "community" not in scenario:
            scenario["community"] = show(rest[own : own + due.cards])
        scenario["seats"].append(seat)


def label_words(label: Label, among: Iterable[Label]) -> str:
    """A label in words that tell it from the others: thresholds only where they make the difference."""
    words = [label.names[0]]
    if any(other != label and other.names[0] == label.names[0] for other in among):
        words += [name for name in label.names[1:] if name.endswith("_or_better")][:1] or ["lower"]
    return ", ".join(words).replace("_", " ")


def check_seats(run: Run) -> None:
    """Refuses stakes that the table would refuse, in the table's own words."""
    try:
        for seat in run.seats:
            check_box(run.submission, seat.stakes)
        numbered = enumerate(run.seats, 1)
        check_table(run.submission, [(at, f"player {at}", seat.stakes) for at, seat in numbered])
    except Refused as refusal:
        cited = f" ({', '.join(refusal.clauses)})" if refusal.clauses else ""
        raise SimulationError(f"{refusal}{cited}") from None
