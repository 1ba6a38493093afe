"""Saigon's Pot: the players' own money, to the best two-card hand."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.contest import Outcome, divide, pot
from feltlaw.ranking import Split
from feltlaw.round.model import Played
from feltlaw.settlement.pad import Pad
from feltlaw.settlement.wagers import ruling_cite
from feltlaw.submission import Submission


def settle_pot(pad: Pad, name: str) -> None:
    """Gathers the stakes and divides them among the highest hands (I-135 to I-139)."""
    wager = pad.regulation.wagers[name]
    staked = [played for played in pad.seats if name in played.stakes]
    competing = [played for played in staked if _competes(pad, played)]
    said = pot([_split(played).points for played in competing])
    outcomes = {played.number: outcome for played, outcome in zip(competing, said, strict=True)}
    winners = [number for number, outcome in outcomes.items() if outcome != Outcome.NOT_HIGHEST]
    total = sum(played.stakes[name] for played in staked)
    shares = dict(zip(winners, divide(total, [1] * len(winners)), strict=True))
    for played in staked:
        outcome: str = outcomes.get(played.number, Outcome.NOT_HIGHEST)
        cite, note = wager.outcomes[outcome].cite, ""
        share = shares.get(played.number, 0)
        stake = played.stakes[name]
        if not winners:
            outcome, share = "returned", stake
            cite = replace(cite, interpretations=(*cite.interpretations, "I-138"))
            note = "no hand competes for the Pot; the stakes go back"
        elif played.number not in outcomes and not played.ruled_out:
            outcome = "does_not_compete"
            cite = replace(cite, interpretations=tuple(dict.fromkeys((*cite.interpretations, "I-135"))))
        elif played.ruled_out:
            outcome, cite = played.seat.ruling, ruling_cite(pad, played)
            note = "the stake stays in the Pot (I-138)"
        pad.add(
            played,
            name,
            outcome=outcome,
            cite=cite,
            stake=stake,
            paid=max(share - stake, 0),
            returned=min(share, stake),
            hand=f"Point Count {_split(played).points}",
            paid_from=wager.paid_from,
            note=note,
        )


def _competes(pad: Pad, played: Played) -> bool:
    return not played.ruled_out and competes(pad.submission, qualifies=_split(played).qualifies)


def competes(submission: Submission, *, qualifies: bool) -> bool:
    """Whether a hand competes for the Pot: every one, or only those that qualify (I-135)."""
    return qualifies or submission.option("wagers.pot.qualifying_only") is not True


def _split(played: Played) -> Split:
    assert played.split is not None, "in a round that is settled every hand has been set"
    return played.split
