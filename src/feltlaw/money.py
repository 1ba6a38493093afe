"""Money in whole cents, and what a paytable row pays.

`Odds`, `ForOne`, `Push`, `Amount` and `MeterShare` are the five forms a paytable may use; `Lose` occurs only
as the outcome of a contest. Each knows its own text, so a row is written once and read everywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

Cents = int
"""An amount of money in whole cents: 1000 is $10."""

MOST_DOLLARS = 1_000_000_000_000
_AMOUNT = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,10})?")
_CENTS = re.compile(r"(-?[0-9]{1,12})\.([0-9]{2})")
"""As `dollars` writes an amount, which is how nearly all come."""


class MoneyError(ValueError):
    """An amount or a payout that cannot be read; the message says what would be legal."""


def parse_money(value: object) -> Cents:
    """Dollars from a file, as cents: `10`, `10.00` or `"10.00"`. Binary floats are refused.

    >>> parse_money(10), parse_money("10.5"), parse_money("0.01")
    (1000, 1050, 1)
    """
    if isinstance(value, str) and (found := _CENTS.fullmatch(value)):
        return int(found[1] + found[2])
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise MoneyError(f'an amount of money is written 10, 10.00 or "10.00", not {_short(value)}')
    if isinstance(value, str) and not _AMOUNT.fullmatch(value):
        raise MoneyError(f'{_short(value)} is not an amount of money: write 10, 10.00 or "10.00"')
    amount = Decimal(value)
    if not amount.is_finite() or amount.copy_abs() > MOST_DOLLARS:  # abs() would overflow
        raise MoneyError(f"{_short(value)} is not an amount of money up to ${MOST_DOLLARS:,}")
    cents = amount.quantize(Decimal("0.01"))
    if cents != amount:
        raise MoneyError(f"{_short(value)} dollars is not a whole number of cents")
    return int(cents.scaleb(2))


def dollars(cents: Cents) -> str:
    """Cents as written in JSON: two decimals, no separator.

    >>> dollars(123456), dollars(-5)
    ('1234.56', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def show_dollars(cents: Cents) -> str:
    """Cents as a person reads them, whole dollars without the decimals.

    >>> show_dollars(123456), show_dollars(-1000)
    ('$1,234.56', '-$10')
    """
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def show_signed(cents: Cents) -> str:
    """What was won or lost: `+$25`, `-$10`, `$0`."""
    return f"+{show_dollars(cents)}" if cents > 0 else show_dollars(cents)


def show_exact(cents: Fraction) -> str:
    """An amount that need not be whole cents: `$2.505`, or `$3.33 and 1/3 of a cent`."""
    whole, rest = divmod(cents, 1)
    if not rest:
        return show_dollars(whole)
    digits = 100 * rest
    if digits.denominator > 1:
        return f"{show_dollars(whole)} and {rest} of a cent"
    dollars_, odd = divmod(whole, 100)
    return f"${dollars_:,}.{odd:02d}{digits.numerator:02d}".rstrip("0")


@dataclass(frozen=True, slots=True)
class Odds:
    """`N to M`: N/M of the stake is added and the stake comes back."""

    win: int
    on: int

    @property
    def ratio(self) -> Fraction:
        return _fraction(self.win, self.on)

    def __str__(self) -> str:
        return f"{self.win:,} to {self.on:,}"


@dataclass(frozen=True, slots=True)
class ForOne:
    """`N for 1`: N stakes are paid and the stake itself does not come back."""

    multiple: int

    def __str__(self) -> str:
        return f"{self.multiple:,} for 1"


@dataclass(frozen=True, slots=True)
class Push:
    """The stake comes back and nothing is added."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Lose:
    """The stake is collected."""

    def __str__(self) -> str:
        return "lose"


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed sum whatever the stake, which comes back."""

    cents: Cents

    def __str__(self) -> str:
        return show_dollars(self.cents)


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of a progressive meter, or of one of its levels; the stake does not come back."""

    percent: Fraction
    level: str = "meter"

    def __str__(self) -> str:
        return f"{self.percent}% of {self.level}"


Pays = Odds | ForOne | Push | Lose | Amount | MeterShare

LEVELS = ("meter", "mega", "major", "minor")

_NUMBER = r"([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})"


def parse_pays(text: object) -> Pays:
    """The payout written in a paytable row or a contest's outcome.

    >>> str(parse_pays("1000 to 1")), parse_pays("100% of major").level
    ('1,000 to 1', 'major')
    """
    if not isinstance(text, str):
        raise MoneyError(f'a payout is written in quotes, like "5 to 1", not {_short(text)}')
    words = " ".join(text.split()).lower()
    if words == "push":
        return Push()
    if words == "lose":
        return Lose()
    if match := re.fullmatch(rf"{_NUMBER} to {_NUMBER}", words):
        win, on = (_whole(part) for part in match.groups())
        if win == 0 or on == 0:
            raise MoneyError(
                f'{_short(text)} pays nothing: odds are written with numbers from 1, like "5 to 1"'
            )
        return Odds(win, on)
    if match := re.fullmatch(rf"{_NUMBER} for 1", words):
        if _whole(match[1]) == 0:
            raise MoneyError(f"{_short(text)} pays nothing")
        return ForOne(_whole(match[1]))
    if match := re.fullmatch(rf"\$({_NUMBER}(?:\.[0-9]{{2}})?)", words):
        cents = parse_money(match[1].replace(",", ""))
        if cents == 0:
            raise MoneyError(f"{_short(text)} pays nothing")
        return Amount(cents)
    if match := re.fullmatch(r"([0-9]{1,3})% of (\w+)", words):
        if not 0 < int(match[1]) <= 100 or match[2] not in LEVELS:
            raise MoneyError(f"{_short(text)}: write 1% to 100% of {', '.join(LEVELS)}")
        return MeterShare(Fraction(int(match[1])), match[2])
    raise MoneyError(
        f'{_short(text)} is not a payout: write "5 to 1", "3 to 2", "500 for 1", "push", "$1,000" '
        'or "100% of meter"'
    )


def gain(pays: Pays) -> Fraction | None:
    """What a row wins per unit staked, the stake's own return not counted; None where no stake scales it."""
    if isinstance(pays, Odds):
        return pays.ratio
    if isinstance(pays, ForOne):
        return Fraction(pays.multiple - 1)
    if isinstance(pays, Push):
        return Fraction(0)
    if isinstance(pays, Lose):
        return Fraction(-1)
    return None


def parse_rate(text: object) -> Fraction:
    """A rate written `"14%"` (decimals allowed), as a fraction of one."""
    if isinstance(text, str) and (match := re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%", text.strip())):
        rate = Fraction(Decimal(match[1])) / 100
        if rate <= 1:
            return rate
    raise MoneyError(f'{_short(text)} is not a rate: write "14%", from 0% to 100%')


def show_percent(rate: Fraction) -> str:
    """A rate as a percentage, exactly: `14%`, `12.5%`."""
    scaled = rate * 100
    for places in range(7):
        digits = scaled * 10**places
        if digits.denominator == 1:
            whole, rest = divmod(digits.numerator, 10**places)
            return f"{whole}.{rest:0{places}d}%" if places else f"{whole}%"
    return f"{scaled}%"


def parse_chance(text: object) -> Fraction:
    """A probability written `"1/20"`."""
    if isinstance(text, str) and (match := re.fullmatch(r"([0-9]{1,9})(?:/([0-9]{1,9}))?", text.strip())):
        below = int(match[2] or 1)
        if below and Fraction(int(match[1]), below) <= 1:
            return Fraction(int(match[1]), below)
    raise MoneyError(f'{_short(text)} is not a chance: write "1/20", from 0 to 1')


@lru_cache(maxsize=1 << 10)
def _fraction(of: int, below: int) -> Fraction:
    return Fraction(of, below)


def round_up(amount: Fraction, unit: Cents = 1) -> Cents:
    """An amount in cents rounded up to the next payable unit (I-02, I-03)."""
    return -(-amount.numerator // (amount.denominator * unit)) * unit


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def _short(value: object) -> str:
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        value = Decimal(value)  # which can write numbers that are too long for int
    if isinstance(value, str):
        value = value[:60]  # its quotes make that too long as well
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
