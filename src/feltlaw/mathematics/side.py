"""Side wagers: what each returns, from the cards it is read from and the paytable that pays it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from feltlaw.mathematics.deals import DealClass, Deals, Folds, deals_for
from feltlaw.mathematics.envy import Envied, envy_per_other
from feltlaw.mathematics.outcomes import (
    Distribution,
    OutcomeRow,
    WagerAnalysis,
    Witness,
    decimal,
    distribution,
    ratio,
)
from feltlaw.mathematics.progressive import (
    DrawnBonus,
    Progressive,
    drawn_awards,
    draws_assume,
    witness_meters,
)
from feltlaw.mathematics.rules import Rules, returns_the_stake
from feltlaw.mathematics.tables import POSTED
from feltlaw.money import Amount, Cents, MeterShare, Pays, dollars
from feltlaw.paytable import Paytable
from feltlaw.submission import Offered

FOLDED = "folded"
LOST = "no win"


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a group of deals comes to."""

    words: str
    net: Fraction
    pays: Pays | None
    folded: bool = False


class SideWager:
    """One wager as a table offers it, `players` at the table all making it."""

    def __init__(
        self,
        rules: Rules,
        offered: Offered,
        game: Folds | None,
        players: int = 1,
        stake: Cents | None = None,
        *,
        beside: Collection[str] = (),
    ) -> None:
        """`stake` matters to fixed amounts only; left out, it is the wager's minimum.

        What everybody stakes `beside` it matters where a position is drawn from those with a stake.
        """
        self.rules = rules
        self.offered = offered
        self.wager = offered.wager
        self.players = players
        self.beside = tuple(beside)
        table = offered.paytable(players)
        if table is None:
            raise ValueError(f"{self.wager.id} has no paytable for {players} players")
        self.paytable: Paytable = table
        self.stake: Cents = stake or offered.minimum
        self.game = game
        self.forfeited = game is not None and not rules.keeps(self.wager)
        """Whether a fold in the main game loses the wager."""

    @cached_property
    def all_deals(self) -> Deals:
        """Every deal, whatever the main game does."""
        return deals_for(self.rules.submission, self.wager)

    @cached_property
    def deals(self) -> Deals:
        """Every deal; where a fold loses the wager, apart by whether the main game's best play folds."""
        return deals_for(self.rules.submission, self.wager, self.game) if self.forfeited else self.all_deals

    @property
    def ev(self) -> Fraction:
        """What it is worth per unit staked, without its outcomes one by one."""
        total = (
            sum((cell.count * self.paid(cell).net for cell in self.deals.classes), Fraction(0))
            / self.deals.total
        )
        won = Fraction(sum(c.count for c in self.deals.classes if self.paid(c).net > -1), self.deals.total)
        for draw in self._draws:
            total += draw.chance * draw.paid * (won if draw.needs_win else 1)
        return total

    @property
    def played(self) -> Distribution:
        """What it does under the main game's best play."""
        return self.distribution(self.deals)

    def analyze(self) -> WagerAnalysis:
        played = self.played
        kept = self.distribution(self.all_deals) if self.forfeited else None
        return WagerAnalysis(
            self.wager.id,
            played,
            paytable=self.paytable.name or (POSTED if self.paytable.key == POSTED else ""),
            kept=kept,
            warnings=tuple(self._warnings(played)),
            more=self._more(played),
        )

    @property
    def envied(self) -> Envied:
        """The wager as others' hands pay envy on it."""
        return Envied(self.rules, self.wager, self.all_deals, self.game, self.stake)

    @property
    def _draws(self) -> tuple[DrawnBonus, ...]:
        return drawn_awards(self.rules, self.offered, self.players, self.beside)

    # ── what each deal pays ──

    def _seed_share(self, pays: MeterShare) -> Fraction:
        """The cents of an award with the meter at its seed."""
        return pays.percent * self.offered.levels[pays.level].seed / 100

    @property
    def sharers(self) -> int:
        """How many divide an award from the meter."""
        return self.players if self.wager.shared else 1

    def paid(self, cell: DealClass) -> DealResult:
        if cell.folded:
            return DealResult(FOLDED, Fraction(-1), None, folded=True)
        row, net = self.rules.row_and_net(self.wager, cell.label, self.stake, self.players)
        if row is None:
            return DealResult(LOST, net, None)
        if isinstance(row.pays, MeterShare):
            net += self._seed_share(row.pays) / self.stake / self.sharers
        return DealResult(row.hand.replace("_", " "), net, row.pays)

    def distribution(self, deals: Deals) -> Distribution:
        groups: dict[str, tuple[DealResult, int, DealClass]] = {}
        for cell in deals.classes:
            paid = self.paid(cell)
            _, many, first = groups.get(paid.words, (paid, 0, cell))
            groups[paid.words] = (paid, many + cell.count, first)
        draws = self._draws
        parts = lcm(*(draw.chance.denominator for draw in draws)) ** len(draws) if draws else 1
        rows: list[OutcomeRow] = []
        for paid, many, cell in groups.values():
            for made, chance in _combined(draws, won=paid.net > -1):
                extra = sum((draw.paid for draw in made), Fraction(0))
                words = ", ".join([paid.words, *(draw.words for draw in made)])
                count, witness = int(many * parts * chance), self._witness(paid, cell, made)
                pays, returned = self._in_words(paid)
                rows.append(OutcomeRow(words, count, paid.net + extra, witness, pays, returned))
        return distribution(sorted(rows, key=lambda row: (-row.net, row.outcome)), deals.total * parts)

    def _in_words(self, paid: DealResult) -> tuple[str, bool | None]:
        """What the row says, and whether the stake comes back."""
        if paid.pays is None:
            return "", None
        return str(paid.pays), returns_the_stake(paid.pays)

    def _witness(self, paid: DealResult, cell: DealClass, made: Sequence[DrawnBonus]) -> Witness | None:
        """A deal that ends so; for one player alone, or for all who divide an award in whole cents."""
        meters = witness_meters(self.offered, self.sharers)
        if meters is None or (
            isinstance(paid.pays, MeterShare) and self._seed_share(paid.pays) % self.sharers
        ):
            return None
        wagers = [self.wager.id]
        if paid.folded:
            wagers.insert(0, self.rules.regulation.decisions[0].of)
        stakes = self.rules.stakes(*wagers)
        if self.fixed_amounts:
            stakes[self.wager.id] = dollars(self.stake)
        draws = {key: value for draw in made for key, value in draw.witness(cell.cards).items()}
        return self.rules.dealt(
            stakes, cell.cards, fold=paid.folded, meters=meters, draws=draws, others=self.sharers - 1
        )

    # ── what else is said about it ──

    @property
    def fixed_amounts(self) -> bool:
        """Whether the table pays sums that do not grow with the stake."""
        return any(isinstance(row.pays, Amount) for row in self.paytable.rows.values())

    def _more(self, played: Distribution) -> dict[str, object]:
        more: dict[str, object] = {}
        assumed = draws_assume(self.rules, self.offered)
        if assumed:
            more["assumes"] = list(assumed)
        if self.fixed_amounts:
            more["at_stake"] = dollars(self.stake)
        if self.wager.meter:
            envy = envy_per_other(self.envied)
            total = self.deals.total
            cells = ((self.paid(cell).pays, Fraction(cell.count, total)) for cell in self.deals.classes)
            meter = Progressive.of(self.offered, cells, played.ev, self.sharers)
            more["meter"] = meter.to_json(envy, range(self.rules.submission.limits.seats))
            if envy is not None:
                more["envy"] = self._envy(envy, played.ev)
        return more

    def _envy(self, envy: Fraction, ev: Fraction) -> dict[str, object]:
        found: dict[str, object] = {
            "per_other_player": ratio(envy),
            "per_other_player_decimal": decimal(envy),
        }
        if self.players > 1:
            together = ev + (self.players - 1) * envy
            found |= {
                "players": self.players,
                "ev_with_envy": ratio(together),
                "ev_with_envy_decimal": decimal(together),
            }
        return found

    def _warnings(self, played: Distribution) -> Iterator[str]:
        if played.ev > 0:
            at = " with its meter at the seed" if self.wager.meter else ""
            yield f"the {self.wager.title} wager{at} pays back more than it takes"


def _combined(draws: Sequence[DrawnBonus], *, won: bool) -> Iterator[tuple[tuple[DrawnBonus, ...], Fraction]]:
    """Which of the draws match, and how often; one that needs a win matches nothing without it."""
    found: list[tuple[tuple[DrawnBonus, ...], Fraction]] = [((), Fraction(1))]
    for draw in draws:
        chance = draw.chance if won or not draw.needs_win else Fraction(0)
        found = [
            (made + match, often * part)
            for made, often in found
            for match, part in (((), 1 - chance), ((draw,), chance))
        ]
    yield from found
