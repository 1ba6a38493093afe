"""Exact numbers as they are written: fractions, and decimals correctly rounded; no floats."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def ratio(value: Fraction | int) -> str:
    """`p/q` in lowest terms, as JSON writes an exact number.

    >>> ratio(Fraction(-2, 6)), ratio(2)
    ('-1/3', '2')
    """
    return str(Fraction(value))


def decimal(value: Fraction | int, places: int = 10) -> str:
    """A fraction as a decimal, rounded half away from zero; no float is involved.

    >>> decimal(Fraction(-1, 3), 4), decimal(Fraction(1, 8), 2), decimal(Fraction(-1, 1000), 2)
    ('-0.3333', '0.13', '0.00')
    """
    exact = Fraction(value)
    scaled = (2 * abs(exact.numerator) * 10**places + exact.denominator) // (2 * exact.denominator)
    return _signed(scaled, places, exact < 0)


def root(value: Fraction, places: int = 6) -> str:
    """The square root as a decimal, rounded to the nearest.

    >>> root(Fraction(2), 5)
    '1.41421'
    """
    if value < 0:
        raise ValueError("only what is not negative has a root here")
    # floor(10^places * sqrt(value)), then up where the next half is passed
    scaled = isqrt(value.numerator * 100**places // value.denominator)
    if (2 * scaled + 1) ** 2 * value.denominator <= 4 * value.numerator * 100**places:
        scaled += 1
    return _signed(scaled, places, False)


def percent(value: Fraction | int, places: int = 4) -> str:
    """`3.3730 %`."""
    return f"{decimal(Fraction(value) * 100, places)} %"


def _signed(scaled: int, places: int, negative: bool) -> str:
    sign = "-" if negative and scaled else ""
    whole, rest = divmod(scaled, 10**places)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
