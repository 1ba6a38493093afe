"""Saigon's Pot, which players make against each other: their own money, to the best two-card hand."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.contest import Outcome, divide, pot
from feltlaw.ranking import Split
from feltlaw.round.betting import company_wager
from feltlaw.round.model import Box
from feltlaw.round.rulings import ruling_cite
from feltlaw.settlement.line import Line
from feltlaw.settlement.reckoning import Reckoning, UnknownCards
from feltlaw.submission import Submission


def settle_pot(of: Reckoning, name: str) -> list[Line]:
    """Gathers the stakes and divides them among the highest hands (I-135 to I-139)."""
    wager = of.regulation.wagers[name]
    staked = [box for box in of.boxes if name in box.stakes]
    competing = [box for box in staked if _competes(of, box)]
    said = pot([_split(box).points for box in competing])
    outcomes = {box.number: outcome for box, outcome in zip(competing, said, strict=True)}
    winners = [number for number, outcome in outcomes.items() if outcome != Outcome.NOT_HIGHEST]
    total = sum(box.stakes[name] for box in staked)
    shares = dict(zip(winners, divide(total, [1] * len(winners)), strict=True))
    found = []
    for box in staked:
        outcome: str = outcomes.get(box.number, Outcome.NOT_HIGHEST)
        cite, note = wager.outcomes[outcome].cite, ""
        share = shares.get(box.number, 0)
        stake = box.stakes[name]
        if not winners:
            outcome, share = "returned", stake
            cite = replace(cite, interpretations=(*cite.interpretations, "I-138"))
            note = f"no hand competes for the {wager.title}; the stakes go back"
        elif box.number not in outcomes and not box.ruled_out:
            outcome = "does_not_compete"
            cite = replace(cite, interpretations=tuple(dict.fromkeys((*cite.interpretations, "I-135"))))
        elif box.ruled_out:
            outcome, cite = box.ruling, ruling_cite(of.regulation, box.ruling) or cite
            note = f"the stake stays in the {wager.title} (I-138)"
        found.append(
            of.add(
                box,
                name,
                outcome=outcome,
                cite=cite,
                stake=stake,
                paid=max(share - stake, 0),
                returned=min(share, stake),
                hand=f"Point Count {_split(box).points}" if box.split else "",
                paid_from=wager.paid_from,
                note=note,
            )
        )
    return found


def _competes(of: Reckoning, box: Box) -> bool:
    return not box.ruled_out and competes(of.submission, qualifies=_split(box).qualifies)


def competes(submission: Submission, *, qualifies: bool) -> bool:
    """Whether a hand competes for it: every one, or only those that qualify (I-135)."""
    offered = company_wager(submission)
    section = offered.wager.section if offered else ""
    return qualifies or submission.option(f"wagers.{section}.qualifying_only") is not True


def _split(box: Box) -> Split:
    if box.split is None:
        raise UnknownCards("player", box.number)
    return box.split
