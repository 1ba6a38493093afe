"""Progressive meters and the drawn bonuses: what they add to a wager, exactly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from feltlaw.cards import Card
from feltlaw.mathematics.outcomes import decimal, ratio
from feltlaw.mathematics.rules import Rules
from feltlaw.meter import FULL, Level
from feltlaw.money import Cents, MeterShare, Pays, dollars, show_percent
from feltlaw.round.draws import POSITION, draws_made, matches, on_dealer
from feltlaw.settlement.awards import draw_needs_win
from feltlaw.submission import Offered
from feltlaw.submission.parts import MeterLevel

# ── the draws of the Five Card Hand Bonus ──


@dataclass(frozen=True, slots=True)
class DrawnBonus:
    """A bonus drawn at random: how often it comes to this wager, and what it hands over per unit staked."""

    id: str
    words: str
    chance: Fraction
    paid: Fraction
    needs_win: bool
    on_dealer: bool

    def witness(self, cards: Mapping[str, tuple[Card, ...]]) -> dict[str, object]:
        """The draw that makes it come, for the player in seat 1."""
        if self.id == "magic_card":
            return {"magic_card": str(next(iter(cards.values()))[0])}
        return {"lucky_position": "dealer" if self.on_dealer else 1}


def drawn_awards(
    rules: Rules, offered: Offered, players: int, beside: Collection[str] = ()
) -> tuple[DrawnBonus, ...]:
    """The bonuses that the submission pays on this wager by a random draw (I-61 to I-64).

    All `players` make the wager, and those named `beside` it.
    """
    found: list[DrawnBonus] = []
    for made in draws_made(rules.submission):
        if offered.wager.id not in made.award.stake_of:
            continue
        paytable = rules.submission.awards[made.award.id].paytable
        assert paytable is not None, "what a draw pays is printed"
        row = next(iter(paytable.rows.values()))
        found.append(
            DrawnBonus(
                made.key,
                made.award.title,
                made.chance * matches(rules.submission, made, offered.wager, players, beside),
                rules.paid(row.pays, made.award.paid_from),
                draw_needs_win(rules.submission, offered.wager),
                on_dealer(offered.wager),
            )
        )
    return tuple(draw for draw in found if draw.chance)


def draws_assume(rules: Rules, offered: Offered) -> tuple[str, ...]:
    """What is taken for granted of the wagers on other hands, where they share in a draw (I-63)."""
    wagers = rules.submission.wagers
    found = []
    for made in draws_made(rules.submission):
        others = [wagers[one].wager.title for one in made.award.stake_of if one != offered.wager.id]
        if made.staked_only and made.key == POSITION and others and offered.wager.id in made.award.stake_of:
            found.append(
                f"the {made.award.title} is drawn from the positions with a stake (I-63): "
                f"everybody makes this wager and nobody the {' or the '.join(others)}"
            )
    return tuple(found)


# ── the meter ──


def witness_meters(offered: Offered, wagers: int = 1) -> dict[str, object] | None:
    """What the meter shows before a round in which so many wagers bring it to its seed, if they can."""
    if not offered.wager.meter:
        return {}
    before: dict[str, str] = {}
    for name, level in offered.levels.items():
        added = wagers * Level(0, 0, level.rate, level.reserve_rate).contribute(offered.minimum).amount
        if added > level.seed:
            return None
        before[name] = dollars(level.seed - added)
    return {offered.wager.meter: _by_level(before)}


@dataclass(frozen=True, slots=True)
class Share:
    """One level of a meter, as a wager wins it."""

    full: Fraction = Fraction(0)
    """The chance to win all of it."""
    parts: Fraction = Fraction(0)
    """The chances of lesser awards, each times its part of the level."""

    @property
    def expected(self) -> Fraction:
        return self.full + self.parts


@dataclass(frozen=True)
class Progressive:
    """A wager on a meter: what it returns at any amount showing, per unit staked."""

    stake: Cents
    levels: Mapping[str, MeterLevel]
    won: Mapping[str, Share]
    at_seed: Fraction
    sharers: int = 1
    """How many divide an award from the meter."""

    @classmethod
    def of(
        cls, offered: Offered, cells: Iterable[tuple[Pays | None, Fraction]], ev: Fraction, sharers: int
    ) -> Progressive:
        """From what each group of deals pays and how often it comes."""
        won = {name: Share() for name in offered.levels}
        for pays, chance in cells:
            if isinstance(pays, MeterShare):
                share = won[pays.level]
                if pays.percent == FULL:
                    won[pays.level] = Share(share.full + chance, share.parts)
                else:
                    won[pays.level] = Share(share.full, share.parts + chance * pays.percent / 100)
        return cls(offered.minimum, offered.levels, won, 1 + ev, sharers)

    def per_dollar(self, level: str) -> Fraction:
        """What each dollar on a level adds to the return."""
        return self.won[level].expected * 100 / self.stake / self.sharers

    @property
    def fixed(self) -> Fraction:
        """The return of the other rows, the meter left out."""
        return self.at_seed - sum(
            self.per_dollar(name) * level.seed / 100 for name, level in self.levels.items()
        )

    def break_even(self, level: str, extra: Fraction = Fraction(0)) -> Cents | None:
        """The amount from which the wager returns what it takes, other levels at their seeds."""
        if not self.per_dollar(level):
            return None
        missing = (1 - self.at_seed - extra) / self.per_dollar(level) * 100
        return max(0, self.levels[level].seed + ceil(missing))

    def average_award(self, level: str) -> Fraction | None:
        """What a full award comes to in the long run, in cents, before it is divided.

        One wager a round feeds the level, or one of each who would divide the award. With m on the level
        before a round, the next full award is expected to be linear in m: each round adds the rate, a full
        award ends it, and a lesser one takes its part away.
        """
        share, terms = self.won[level], self.levels[level]
        if not share.full:
            return None
        fed = self.stake * self.sharers
        restart = terms.reseed + terms.reserve_rate * fed / share.full
        return (share.full * restart + terms.rate * fed) / share.expected

    def wagers_per_award(self, level: str) -> Fraction | None:
        """How many wagers there are for each full award."""
        return self.sharers / self.won[level].full if self.won[level].full else None

    @property
    def long_run(self) -> Fraction:
        """The return with all that is put on the meter paid out again, and the house's reseeds."""
        total = self.fixed
        for name, terms in self.levels.items():
            if self.won[name].expected:
                reseeded = self.won[name].full * terms.reseed / self.stake / self.sharers
                total += terms.rate + terms.reserve_rate + reseeded
        return total

    def to_json(self, envy: Fraction | None, others: Iterable[int]) -> dict[str, object]:
        """The `meter` entry of the contract, and more."""
        names = list(self.levels)
        average = {name: self.average_award(name) for name in names}
        found: dict[str, object] = {
            "stake": dollars(self.stake),
            "seed": _by_level({name: dollars(self.levels[name].seed) for name in names}),
            "return_at_seed": decimal(self.at_seed),
            "return_at_seed_exact": ratio(self.at_seed),
            "return_without_meter": ratio(self.fixed),
            "return_per_dollar": _by_level({name: decimal(self.per_dollar(name)) for name in names}),
            "return_per_dollar_exact": _by_level({name: ratio(self.per_dollar(name)) for name in names}),
            "break_even": _by_level({name: _money(self.break_even(name)) for name in names}),
        }
        if envy is not None:
            found["break_even_by_others"] = {
                str(many): _by_level({name: _money(self.break_even(name, many * envy)) for name in names})
                for many in others
            }
        found["increment"] = _by_level({name: show_percent(self.levels[name].rate) for name in names})
        found["long_run"] = {
            "return": decimal(self.long_run),
            "return_exact": ratio(self.long_run),
            "average_award": _by_level({name: _money(_rounded(average[name])) for name in names}),
            "wagers_per_award": _by_level({name: _often(self.wagers_per_award(name)) for name in names}),
            "wagers_a_round": self.sharers,
        }
        return found


def _by_level(values: Mapping[str, str | None]) -> object:
    """One value for a meter of one level, an object by level otherwise."""
    return values["meter"] if list(values) == ["meter"] else dict(values)


def _money(cents: Cents | None) -> str | None:
    return None if cents is None else dollars(cents)


def _often(wagers: Fraction | None) -> str | None:
    return None if wagers is None else decimal(wagers, 2)


def _rounded(cents: Fraction | None) -> Cents | None:
    return None if cents is None else round(cents)
