"""Figures as a person reads them: exact where that fits, otherwise decimals correctly rounded; no floats."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from feltlaw.mathematics.outcomes import decimal

MINUS = "−"
LONGEST_FRACTION = 44
"""The most characters of a fraction that is printed; a longer one is left to the decimals beside it."""
FEWEST_PLACES, MOST_PLACES = 8, 15


def signs(text: str) -> str:
    """A number with a minus sign in place of the hyphen."""
    return text.replace("-", MINUS)


def number(value: Fraction, places: int) -> str:
    """A decimal with separators: `−1,234.50`.

    >>> number(Fraction(2469, 2), 2), number(Fraction(-1, 3), 4)
    ('1,234.50', '−0.3333')
    """
    whole, dot, rest = decimal(abs(value), places).partition(".")
    text = f"{int(whole):,}{dot}{rest}"
    return MINUS + text if value < 0 and text.strip("0.,") else text


def percent(value: Fraction, places: int = 4) -> str:
    """`3.3730 %`."""
    return f"{number(value * 100, places)} %"


def fraction(value: Fraction) -> str:
    """The exact value with separators, empty where it is too long to print.

    >>> fraction(Fraction(-686689, 20358520)), fraction(Fraction(2)), fraction(Fraction(1, 10**60))
    ('−686,689/20,358,520', '2', '')
    """
    text = f"{value.numerator:,}" + (f"/{value.denominator:,}" if value.denominator > 1 else "")
    return signs(text) if len(text) <= LONGEST_FRACTION else ""


def exact(value: Fraction, places: int = 10) -> str:
    """The fraction and its decimals, `−1/3 = −0.3333`, or the decimals alone."""
    shown = fraction(value)
    if value.denominator == 1:
        return shown
    return f"{shown} = {number(value, places)}" if shown else number(value, places)


def places_for(values: Iterable[Fraction]) -> int:
    """Decimals that show three digits of the smallest of these numbers, within reason."""
    smallest = min((abs(value) for value in values if value), default=Fraction(1))
    places = FEWEST_PLACES
    while places < MOST_PLACES and smallest * 10**places < 100:
        places += 1
    return places


def nets(values: Iterable[Fraction]) -> list[str]:
    """Results with their signs, all with the same decimals; fractions where no decimal is exact."""
    every = list(values)
    places = next(
        (places for places in range(5) if all((10**places * net).denominator == 1 for net in every)), None
    )
    if places is None:
        shown = [fraction(net) or number(net, 4) for net in every]
    else:
        shown = [number(net, places) for net in every]
    return [f"+{text}" if net > 0 else text for net, text in zip(every, shown, strict=True)]


def one_in(value: Fraction) -> str:
    """A chance as a person says it: `1 in 22,100`.

    >>> one_in(Fraction(1, 22100)), one_in(Fraction(3, 4))
    ('1 in 22,100', '1 in 1.33')
    """
    if not value:
        return "never"
    inverse = 1 / value
    return f"1 in {number(inverse, 0 if inverse.denominator == 1 or inverse >= 100 else 2)}"
