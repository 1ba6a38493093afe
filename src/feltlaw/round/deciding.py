"""Decisions: whose turn it is, what may be said, and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from feltlaw.cards import CardError, parse_cards, show
from feltlaw.money import Cents
from feltlaw.ranking import PointCount, Split
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Act, Decision, Regulation
from feltlaw.round.model import Played, Seat
from feltlaw.submission import Submission


@dataclass(slots=True)
class _Turn:
    """A seat while the decisions go round the table."""

    seat: Seat
    said: list[str]
    times: int = 0
    left_by: str = ""
    split: Split | None = None
    note: str = ""

    @property
    def in_play(self) -> bool:
        return not self.times and not self.left_by


def decide_all(submission: Submission, seats: Sequence[Seat], *, complete: bool) -> tuple[Played, ...]:
    """Plays every seat's decisions in the dealer's order; with `complete`, none may be missing."""
    turns = [_Turn(seat, list(seat.decisions)) for seat in seats]
    stopped: Decision | None = None
    for decision in submission.regulation.decisions:
        for turn in turns:
            if decision.of not in turn.seat.stakes:
                _no_decision(turn, decision, submission)
            elif turn.in_play:
                stopped = _ask(submission, turn, decision, stopped, complete=complete)
        if stopped:
            break
    for turn in turns:
        if turn.said:
            _too_much(submission, turn, stopped)
    return tuple(_played(submission, turn) for turn in turns)


def _sets(decision: Decision) -> bool:
    return any(act.sets for act in decision.acts)


def _no_decision(turn: _Turn, decision: Decision, submission: Submission) -> None:
    if turn.said:
        title = submission.regulation.wagers[decision.of].title
        raise Refused(
            f"seat {turn.seat.number} has no {title} wager and nothing to decide",
            "Leave its decisions out.",
            decision.cite,
        )


def _ask(
    submission: Submission, turn: _Turn, decision: Decision, stopped: Decision | None, *, complete: bool
) -> Decision | None:
    """One seat's answer to one decision; returns the decision the table waits at, if any."""
    if not turn.said:
        if _sets(decision):
            _set(submission, turn, None)
            return stopped
        if turn.seat.ruling:
            turn.left_by = "fold"
            turn.note = "a missing decision of a player who left counts as a fold (I-09)"
            return stopped
        if complete:
            raise Refused(
                f"seat {turn.seat.number} has not decided ({decision.name})", _legal(decision), decision.cite
            )
        return decision
    if stopped:
        raise Refused(
            f"seat {turn.seat.number} decided out of turn",
            "Decisions go clockwise from the dealer's far left.",
            decision.cite,
        )
    act, rest = choose(decision, turn.said.pop(0), turn.seat.number)
    if act.sets:
        _set(submission, turn, rest)
    elif act.fold or act.surrender:
        turn.left_by = "surrender" if act.surrender else "fold"
    turn.times = act.play
    return None


def choose(decision: Decision, said: str, seat: int) -> tuple[Act, str]:
    """The act a player's words mean, and what follows them (the cards of a setting)."""
    words = " ".join(said.split())
    for act in decision.acts:
        if words.lower() == act.say or (act.sets and words.lower().startswith(f"{act.say} ")):
            return act, words[len(act.say) :].strip()
    raise Refused(
        f"seat {seat} may not say '{shown(said)}' ({decision.name})", _legal(decision), decision.cite
    )


def _legal(decision: Decision) -> str:
    return f"Legal now: {', '.join(act.say for act in decision.acts)}."


def _too_much(submission: Submission, turn: _Turn, stopped: Decision | None) -> None:
    """Words left over: after a Play or a fold there is nothing more to decide (I-87)."""
    made = len(turn.seat.decisions) - len(turn.said)
    decisions = submission.regulation.decisions
    cite = (stopped or decisions[min(made, len(decisions) - 1)]).cite
    raise Refused(
        f"seat {turn.seat.number} has nothing more to decide, but said '{shown(turn.said[0])}'",
        "Leave it out.",
        cite,
    )


def points_ranking(regulation: Regulation) -> PointCount | None:
    """The Point Count ranking, where the game sets its hands."""
    found = [ranking for ranking in regulation.rankings.values() if isinstance(ranking, PointCount)]
    return found[0] if found else None


def _set(submission: Submission, turn: _Turn, text: str | None) -> None:
    """Sets five cards into two hands; a setting that throws a qualifying hand away is corrected (I-131)."""
    ranking = points_ranking(submission.regulation)
    five = turn.seat.cards
    if ranking is None or len(five) != submission.regulation.deal.player.most:
        return
    if text is None:
        turn.split = ranking.house_way(five)
        return
    try:
        three = parse_cards(text)
    except CardError as error:
        raise Refused(f"seat {turn.seat.number}: {error}", "Set three of the five cards.") from None
    if len(three) != 3 or not set(three) <= set(five):
        raise Refused(
            f"seat {turn.seat.number} cannot set {show(three) or 'no cards'}",
            f"Set three of {show(five)}.",
            submission.regulation.decisions[0].cite,
        )
    turn.split = ranking.split(five, three)
    best = ranking.house_way(five)
    if (
        best.qualifies
        and not turn.split.qualifies
        and submission.option("settlement.misset_hand") == "correct"
    ):
        turn.note = f"set as {turn.split}, which does not qualify; corrected to {best} (I-131)"
        turn.split = best


def _played(submission: Submission, turn: _Turn) -> Played:
    stakes: dict[str, Cents] = dict(turn.seat.stakes)
    for wager in submission.regulation.wagers.values():
        if turn.times and wager.stake.kind == "decision":
            stakes[wager.id] = turn.times * stakes[wager.stake.of]
    return Played(turn.seat, stakes, turn.left_by, turn.split, turn.note)


def play_amounts(decision: Decision, stakes: Mapping[str, Cents]) -> dict[str, Cents]:
    """What each act would stake, for a player who asks."""
    return {act.say: act.play * stakes[decision.of] for act in decision.acts if act.play}
