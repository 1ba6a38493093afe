"""What things are called: wagers and awards by their titles, seats, amounts that were won or lost."""

from __future__ import annotations

from collections.abc import Collection

from feltlaw.money import Cents, show_dollars, show_signed
from feltlaw.submission import Submission
from feltlaw.telling.said import listed
from feltlaw.views.parts import StakeView


def title_of(submission: Submission, name: str) -> str:
    """The title of a wager or an award."""
    regulation = submission.regulation
    return (regulation.wagers.get(name) or regulation.awards[name]).title


def seat_name(seat: int, yours: Collection[int] = (), more: str = "") -> str:
    """`Seat 3 (you)`."""
    about = ", ".join(word for word in ("you" if seat in yours else "", more) if word)
    return f"Seat {seat} ({about})" if about else f"Seat {seat}"


def signed(cents: Cents) -> str:
    """What a wager won or lost."""
    return show_signed(cents) if cents else "comes back"


def stakes_words(submission: Submission, stakes: Collection[StakeView]) -> str:
    """`Ante $10, Pair Plus $5`."""
    order = list(submission.wagers)
    ordered = sorted(stakes, key=lambda one: order.index(one.wager))
    return ", ".join(f"{title_of(submission, one.wager)} {show_dollars(one.stake)}" for one in ordered)


def titles(submission: Submission, names: Collection[str]) -> str:
    return listed(title_of(submission, name) for name in names)


def in_words(name: str) -> str:
    """An identifier as one says it."""
    return name.replace("_", " ")
