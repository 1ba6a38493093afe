"""Hands set into two, where the game has it: the house way, and settings that throw a hand away."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.cards import Card, show
from feltlaw.ranking import PointCount, Split
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Regulation
from feltlaw.submission import Submission

THREE = 3


def points_ranking(regulation: Regulation) -> PointCount | None:
    """The ranking by which hands are set, where the game sets its hands."""
    return next((one for one in regulation.rankings.values() if isinstance(one, PointCount)), None)


def house_way(regulation: Regulation, five: Sequence[Card]) -> Split | None:
    """A whole hand set the house way; None in games that set no hands, and for a hand that is not whole."""
    ranking = points_ranking(regulation)
    if ranking is None or len(five) != regulation.deal.player.most:
        return None
    return ranking.house_way(tuple(five))


def check_three(regulation: Regulation, five: Sequence[Card], three: Sequence[Card], who: str) -> None:
    """Refuses three cards that are not three of the five."""
    if len(three) != THREE or len(set(three)) != THREE or not set(three) <= set(five):
        what = f"{who} cannot set {show(three) or 'no cards'}"
        raise Refused(what, f"Set three of {show(five)}.", setting_cite(regulation))


def setting_cite(regulation: Regulation) -> Cite:
    """The clause by which hands are set; none in games that set no hands."""
    return next((one.cite for one in regulation.decisions if one.sets), Cite(()))


def is_misset(submission: Submission, five: Sequence[Card], three: Sequence[Card]) -> bool:
    """Whether a setting throws away a hand that qualifies and is not left so (I-131)."""
    ranking = points_ranking(submission.regulation)
    if ranking is None or submission.option("settlement.misset_hand") == "as_set":
        return False
    return ranking.house_way(tuple(five)).qualifies and not ranking.qualifies(tuple(three))


def corrected(submission: Submission, five: tuple[Card, ...], three: tuple[Card, ...]) -> tuple[Split, str]:
    """The hand as it counts at settlement, and a note where it was set otherwise (I-131)."""
    ranking = points_ranking(submission.regulation)
    assert ranking is not None, "only a game that sets hands asks for a setting"
    found = ranking.split(five, three)
    if not is_misset(submission, five, three):
        return found, ""
    best = ranking.house_way(five)
    return best, f"set as {found}, which does not qualify; corrected to {best} (I-131)"
