"""Saigon's Pot: the players' own money, to the best two-card hand."""

from __future__ import annotations

from feltlaw.contest import Outcome, pot, split_evenly
from feltlaw.regulation.model import Cite
from feltlaw.round.model import Played
from feltlaw.settlement.table import Table
from feltlaw.settlement.wagers import ruling_cite


def settle_pot(table: Table, name: str) -> None:
    """Gathers the stakes and divides them among the highest hands (I-135 to I-139)."""
    staked = [played for played in table.seats if name in played.stakes]
    if not staked:
        return
    wager = table.regulation.wagers[name]
    competing = [played for played in staked if _competes(table, played)]
    outcomes = pot([_points(played) for played in competing])
    winners = [played for played, outcome in zip(competing, outcomes, strict=True) if outcome != Outcome.NOT_HIGHEST]
    shares = split_evenly(sum(played.stakes[name] for played in staked), len(winners)) if winners else []
    for played in staked:
        stake = played.stakes[name]
        if played in winners:
            outcome = outcomes[competing.index(played)]
            share = shares[winners.index(played)]
            table.add(
                played, name, outcome=outcome, cite=wager.outcomes[outcome].cite, stake=stake, paid=share - stake,
                returned=stake, hand=_hand(table, played), paid_from="players",
            )
        elif not winners:
            table.add(
                played, name, outcome="returned", cite=_nobody(wager.outcomes[Outcome.TIED].cite), stake=stake,
                returned=stake, hand=_hand(table, played), note="no hand competes for the Pot; the stakes go back",
            )
        else:
            lost = wager.outcomes[Outcome.NOT_HIGHEST].cite
            cite = ruling_cite(table, played) if played.seat.ruling == "abandoned" else lost
            table.add(played, name, outcome=Outcome.NOT_HIGHEST, cite=cite, stake=stake, hand=_hand(table, played))


def _nobody(cite: Cite) -> Cite:
    return Cite(cite.clauses, (*cite.interpretations, "I-135"))


def _competes(table: Table, played: Played) -> bool:
    if played.seat.ruling == "abandoned" or played.split is None:
        return False
    return played.split.qualifies or table.submission.option("wagers.pot.qualifying_only") is not True


def _points(played: Played) -> int:
    return played.split.points if played.split else 0


def _hand(table: Table, played: Played) -> str:
    return f"Point Count {_points(played)}" if played.split else ""
