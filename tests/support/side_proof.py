"""A side wager by all its deals: every kind of hand settled once, played and folded, at any meter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import ceil

from feltlaw.mathematics.outcomes import WagerAnalysis, root
from feltlaw.mathematics.rules import Rules
from feltlaw.meter import Level
from feltlaw.money import Cents, dollars
from feltlaw.submission import Submission
from tests.support.all_deals import Cards
from tests.support.figures import Figures
from tests.support.math_checks import settled, side_net
from tests.support.side_deals import Groups

FIRST, SECOND = 2_000_00, 4_000_00
"""Two amounts on a meter of which every percentage is whole."""
ROUNDS = 50
"""So many times the number of rounds is doubled, until a meter's average no longer moves."""
Shares = Callable[[Cards], Fraction]
"""How often the best play folds three cards."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands that the wager pays alike, by one of them, and how often they are played and folded."""

    cards: Mapping[str, Cards]
    played: Fraction
    folded: Fraction


@dataclass(frozen=True)
class Second:
    chosen: Submission
    wager: str
    counted: Groups
    folds: Shares | None = None
    """Where a fold may lose the wager, or what it gives to others."""

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        rules = self.chosen.regulation
        ranking = rules.rankings[rules.wagers[self.wager].ranking]
        found: dict[str, Kind] = {}
        for group in self.counted.groups:
            label = ranking.read(*group.cards.values()).label.names[0]
            share = Fraction(group.count, self.counted.total)
            folded = self.folds(group.hand) if self.folds and group.hand else Fraction(0)
            old = found.get(label, Kind(group.cards, Fraction(0), Fraction(0)))
            found[label] = Kind(old.cards, old.played + share * (1 - folded), old.folded + share * folded)
        return tuple(found.values())

    def meters(self, amounts: Mapping[str, Cents]) -> dict[str, object]:
        """What lies on the meter before a round in which one wager brings it to these amounts."""
        offered = self.chosen.wagers[self.wager]
        before: dict[str, str] = {}
        for name, level in offered.levels.items():
            fed = Level(0, 0, level.rate, level.reserve_rate).contribute(offered.minimum).amount
            before[name] = dollars(amounts[name] - fed)
        return {offered.wager.meter: before["meter"] if list(before) == ["meter"] else before}

    def nets(self, meters: Mapping[str, object] | None = None) -> Iterator[tuple[Fraction, Fraction]]:
        """What each kind brings, and how often; folded hands apart."""
        for kind in self.kinds:
            yield side_net(self.chosen, self.wager, kind.cards, meters=meters), kind.played
            if kind.folded:
                yield side_net(self.chosen, self.wager, kind.cards, fold=True, meters=meters), kind.folded

    def ev(self, meters: Mapping[str, object] | None = None) -> Fraction:
        return sum((net * often for net, often in self.nets(meters)), Fraction(0))

    @cached_property
    def kept(self) -> Fraction:
        """The same if it were never lost by a fold."""
        return sum(
            (
                side_net(self.chosen, self.wager, kind.cards) * (kind.played + kind.folded)
                for kind in self.kinds
            ),
            Fraction(0),
        )

    # ── the meter ──

    def amounts(self, level: str = "", amount: Cents = 0) -> dict[str, Cents]:
        """All levels at their seeds but one."""
        levels = self.chosen.wagers[self.wager].levels
        return {name: amount if name == level else one.seed for name, one in levels.items()}

    def line(self, level: str) -> tuple[Fraction, Fraction]:
        """The value at `FIRST` on a level, the others at their seeds, and what each cent more adds."""
        low, high = (self.ev(self.meters(self.amounts(level, amount))) for amount in (FIRST, SECOND))
        return low, (high - low) / (SECOND - FIRST)

    def break_even(self, level: str, envy: Fraction) -> str | None:
        low, slope = self.line(level)
        return dollars(max(0, ceil(FIRST - (low + envy) / slope))) if slope else None

    def won(self, level: str) -> tuple[Fraction, Fraction]:
        """The chance of all of a level, and the chances of its parts, each times its part."""
        stake = self.chosen.wagers[self.wager].minimum
        full = parts = Fraction(0)
        one, two = (self.nets(self.meters(self.amounts(level, amount))) for amount in (FIRST, SECOND))
        for (low, often), (high, _) in zip(one, two, strict=True):
            part = (high - low) * stake / (SECOND - FIRST)
            full += often if part == 1 else 0
            parts += often * part if part != 1 else 0
        return full, parts

    def meter_at_rest(self, level: str) -> Decimal:
        """What a level shows on average when a wager is decided: the meter followed round after round.

        A round adds the rate; a full award takes all and puts the reseed and the reserve in its place; a
        lesser one takes its part. These are sums and products: two rounds, four, eight ... are one step each.
        """
        terms, stake = self.chosen.wagers[self.wager].levels[level], self.chosen.wagers[self.wager].minimum
        with localcontext() as context:
            context.prec = 60
            full, parts = map(_decimal, self.won(level))
            rate, spare = _decimal(terms.rate * stake), _decimal(terms.reserve_rate * stake)
            stays = 1 - full - parts
            one = [
                [stays, full, rate * stays + full * (terms.reseed + spare)],
                [Decimal(0), 1 - full, spare * (1 - full)],
                [Decimal(0), Decimal(0), Decimal(1)],
            ]
            for _ in range(ROUNDS):
                one = [[_times(row, column) for column in zip(*one, strict=True)] for row in one]
            return one[0][2] + rate

    def long_run(self) -> Decimal:
        """The return when the meters have come to rest."""
        offered = self.chosen.wagers[self.wager]
        with localcontext() as context:
            context.prec = 60
            total = _decimal(1 + self.ev(self.meters(self.amounts())))
            for level, terms in offered.levels.items():
                full, parts = self.won(level)
                if full + parts:
                    share = _decimal((full + parts) / offered.minimum)
                    total += share * (self.meter_at_rest(level) - terms.seed)
            return total

    # ── envy ──

    def envy(self, award: str) -> Fraction:
        """What each other player's hand gives, per unit: seat 1 holds it, seat 2 is paid."""
        rules = Rules(self.chosen)
        stakes = rules.stakes(rules.regulation.decisions[0].of, self.wager)
        total = Fraction(0)
        for kind in self.kinds:
            for often, fold in ((kind.played, False), (kind.folded, True)):
                if often:
                    scenario = rules.dealt(stakes, kind.cards, fold=fold, others=1)
                    lines = settled(scenario, self.chosen).lines
                    paid = sum(
                        line.paid for line in lines if (line.id, line.seat, line.for_seat) == (award, 2, 1)
                    )
                    total += often * paid
        return total / self.chosen.wagers[self.wager].minimum

    # ── all of it ──

    def compare(self, entry: WagerAnalysis, figure: Figures, method: str) -> None:
        """Every figure of an entry."""
        figure("expected value", entry.ev, self.ev(), method)
        if entry.kept is not None:
            figure("expected value if kept", entry.kept.ev, self.kept, method)
        square = sum((net**2 * often for net, often in self.nets()), Fraction(0))
        figure("standard deviation", entry.distribution.std_dev, root(square - self.ev() ** 2), method)
        ahead = sum((often for net, often in self.nets() if net > 0), Fraction(0))
        figure("hit frequency", entry.distribution.hit_frequency, ahead, method)
        meter = entry.more.get("meter")
        if isinstance(meter, dict):
            self._compare_meter(entry, meter, figure)

    def _compare_meter(self, entry: WagerAnalysis, meter: Mapping[str, object], figure: Figures) -> None:
        told = entry.more.get("envy")
        envy = Fraction(0)
        if isinstance(told, dict):
            (award,) = (
                one.award.id
                for one in self.chosen.awards.values()
                if one.award.kind == "envy" and one.award.stake_of[0] == self.wager
            )
            envy = self.envy(award)
            per_other = Fraction(told["per_other_player"])
            figure("envy for each other player", per_other, envy, "every deal, two seats settled")
        for level in self.chosen.wagers[self.wager].levels:
            name = "" if level == "meter" else f" of the {level} meter"
            per = Fraction(str(_of(meter["return_per_dollar_exact"], level)))
            method = f"settled with ${FIRST // 100:,} and ${SECOND // 100:,} on it"
            figure(f"return per dollar{name}", per, self.line(level)[1] * 100, method)
            by_others = meter.get("break_even_by_others", {"0": meter["break_even"]})
            assert isinstance(by_others, dict)
            first = ", ".join(str(_of(at, level)) for at in by_others.values())
            second = ", ".join(str(self.break_even(level, int(many) * envy)) for many in by_others)
            figure(f"break-even{name} with 0 to {len(by_others) - 1} others", first, second, method)
            later = meter["long_run"]
            assert isinstance(later, dict)
            average = _of(later["average_award"], level)
            if average is not None:
                followed = "the meter followed round after round"
                rest = dollars(round(Fraction(self.meter_at_rest(level))))
                figure(f"average award{name}", str(average), rest, followed)
        later = meter["long_run"]
        assert isinstance(later, dict)
        with localcontext() as context:
            context.prec = 60
            shown = f"{self.long_run():.10f}"
        figure("long-run return", str(later["return"]), shown, "the meter followed round after round")


def _of(value: object, level: str) -> object:
    return value[level] if isinstance(value, Mapping) else value


def _times(row: Sequence[Decimal], column: Sequence[Decimal]) -> Decimal:
    return sum((a * b for a, b in zip(row, column, strict=True)), Decimal(0))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
