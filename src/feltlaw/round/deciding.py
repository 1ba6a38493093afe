"""Decisions: whom they are asked of, what may be said, and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from feltlaw.cards import CardError, DoubleCard, parse_cards
from feltlaw.money import Cents
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Act, Cite, Decision, Regulation
from feltlaw.round.model import Answer, Box
from feltlaw.round.setting import check_three, corrected, house_way, setting_cite
from feltlaw.submission import Submission

MISSING = "a missing decision of a player who left counts as a fold (I-09)"


def asked(regulation: Regulation, stakes: Mapping[str, Cents], answers: Sequence[Answer]) -> Decision | None:
    """The next decision a hand with these wagers is asked for, None where it has nothing to decide.

    One that makes a wager is asked until the wager is there; who has left is asked no more.
    """
    if any(answer.leaves for answer in answers):
        return None
    for decision in regulation.decisions[len(answers) :]:
        if decision.of in stakes and not (decision.makes and decision.makes in stakes):
            return decision
    return None


def answer(decision: Decision, act: Act, stakes: Mapping[str, Cents]) -> Answer:
    """What an act comes to for a hand with these wagers."""
    if not act.play:
        return Answer(act.word, leaves=act.leaves)
    return Answer(act.word, act.play, decision.makes, act.play * stakes[decision.of])


def with_answer(stakes: Mapping[str, Cents], given: Answer) -> Mapping[str, Cents]:
    """The wagers of a hand after an answer."""
    return {**stakes, given.wager: given.cents} if given.wager else stakes


def passive(decision: Decision) -> Act:
    """What a missing answer counts as: a fold where one can fold, else what stakes nothing (I-09)."""
    return next((act for act in decision.acts if act.fold), None) or next(
        act for act in decision.acts if not act.play and not act.surrender
    )


def choose(decision: Decision, said: str, seat: int) -> tuple[Act, str]:
    """The act a player's words mean, and what follows them (the cards of a setting)."""
    words = " ".join(said.split())
    for act in decision.acts:
        if words.lower() == act.say or (act.sets and words.lower().startswith(f"{act.say} ")):
            return act, words[len(act.say) :].strip()
    raise Refused(
        f"seat {seat} may not say '{shown(said)}' ({decision.name})", legal_words(decision), decision.cite
    )


def legal_words(decision: Decision) -> str:
    return f"Legal now: {', '.join(act.say for act in decision.acts)}."


# ── a scenario's words ──


def decide_all(
    submission: Submission, boxes: Sequence[tuple[Box, Sequence[str]]], *, complete: bool
) -> tuple[Box, ...]:
    """Plays every box's words in the dealer's order; with `complete`, none may be missing."""
    regulation = submission.regulation
    said = {box.number: list(words) for box, words in boxes}
    played = {box.number: box for box, _ in boxes}
    answers: dict[int, list[Answer]] = {number: [] for number in played}
    waits_for: Decision | None = None
    for decision in regulation.decisions:
        waiting = False
        for number, box in played.items():
            if asked(regulation, box.stakes, answers[number]) is not decision:
                continue
            given = _ask(submission, box, decision, said[number], waiting=waiting, complete=complete)
            if given is None:
                waiting = True
                continue
            answers[number].append(given[1])
            played[number] = given[0]
        if waiting:
            waits_for = decision
            break
    for number, left in said.items():
        if left:
            _too_much(submission, played[number], answers[number], left[0], waits_for)
    return tuple(played.values())


def _ask(
    submission: Submission, box: Box, decision: Decision, said: list[str], *, waiting: bool, complete: bool
) -> tuple[Box, Answer] | None:
    """A box after its answer to a decision; None where the table waits for it."""
    if not said:
        if decision.sets:
            return replace(box, split=house_way(submission.regulation, box.cards)), Answer("set")
        if box.ruling:
            act = next(act for one in submission.regulation.decisions for act in one.acts if act.fold)
            return replace(box, left_by="fold", note=MISSING), Answer(act.word, leaves="fold")
        if complete:
            what = f"seat {box.number} has not decided ({decision.name})"
            raise Refused(what, legal_words(decision), decision.cite)
        return None
    if waiting:
        raise Refused(
            f"seat {box.number} decided out of turn",
            "Decisions go clockwise from the dealer's far left.",
            decision.cite,
        )
    act, rest = choose(decision, said.pop(0), box.number)
    if act.sets:
        return _set(submission, box, rest), Answer(act.word)
    given = answer(decision, act, box.stakes)
    return replace(box, stakes=with_answer(box.stakes, given), left_by=given.leaves), given


def _set(submission: Submission, box: Box, text: str) -> Box:
    """Sets the hand of a box; one in a round that stopped before it was whole stays as it is."""
    if len(box.cards) != submission.regulation.deal.player.most:
        return box
    try:
        three = parse_cards(text)
    except CardError as error:
        cite = setting_cite(submission.regulation) if isinstance(error, DoubleCard) else Cite(())
        raise Refused(f"seat {box.number}: {error}", "Set three of the five cards.", cite) from None
    check_three(submission.regulation, box.cards, three, f"seat {box.number}")
    split, note = corrected(submission, box.cards, three)
    return replace(box, split=split, note=note)


def _too_much(
    submission: Submission, box: Box, answers: Sequence[Answer], word: str, waits_for: Decision | None
) -> None:
    """Words left over: after a Play or a fold there is nothing more to decide (I-69, I-87).

    Where the table waits for somebody else's answer, the next question has not been asked.
    """
    decisions = submission.regulation.decisions
    if not any(decision.of in box.stakes for decision in decisions):
        title = submission.regulation.wagers[decisions[0].of].title
        raise Refused(
            f"seat {box.number} has no {title} wager and nothing to decide",
            "Leave its decisions out.",
            decisions[0].cite,
        )
    last = waits_for or decisions[min(len(answers), len(decisions) - 1)]
    raise Refused(
        f"seat {box.number} has nothing more to decide, but said '{shown(word)}'", "Leave it out.", last.cite
    )
