"""Which kind of game the main game is, from what its players decide and what their hands meet.

Whoever plays, counts or teaches the main game asks here and nowhere else.
"""

from __future__ import annotations

from enum import StrEnum

from feltlaw.regulation.model import Regulation, Wager


class MainGame(StrEnum):
    """What happens to a hand."""

    AGAINST_DEALER = "against_dealer"
    """It is played or folded, and compared with the dealer's."""
    SHOWDOWN = "showdown"
    """It is set into two, and its showdown hand is compared with the dealer's."""
    STREETS = "streets"
    """It is played or folded while community cards are turned one by one, and paid for what it becomes."""


def main_game(regulation: Regulation) -> MainGame | None:
    """The kind of the main game; None for one that is none of these."""
    main = main_wager(regulation)
    if main is None:
        return None
    if not main.contest:
        return MainGame.STREETS if any(one.revealed for one in regulation.decisions) else None
    if regulation.deal.dealer is None:
        return None
    return MainGame.SHOWDOWN if any(one.sets for one in regulation.decisions) else MainGame.AGAINST_DEALER


def main_wager(regulation: Regulation) -> Wager | None:
    """The wager that the decisions are about; None where nothing is decided."""
    return regulation.wagers[regulation.decisions[0].of] if regulation.decisions else None


def main_wagers(regulation: Regulation) -> tuple[Wager, ...]:
    """The main wager with those that follow from it: as much again, or so much as is decided."""
    main = main_wager(regulation)
    if main is None:
        return ()
    followers = ("equal", "decision")
    return tuple(
        wager
        for wager in regulation.wagers.values()
        if wager is main or (wager.stake.kind in followers and wager.stake.of == main.id)
    )
