"""The one order in which every game is settled: the dealer's, over the whole round, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.ranking import Poker
from feltlaw.regulation.model import Cite, Irregularity
from feltlaw.round.model import Box, Round
from feltlaw.settlement.awards import settle_award
from feltlaw.settlement.line import Line, SeatResult, Settlement
from feltlaw.settlement.pot import settle_pot
from feltlaw.settlement.reckoning import Reckoning
from feltlaw.settlement.wagers import is_forfeited, settle_wager
from feltlaw.submission import Submission
from feltlaw.values import memo

AT_ONCE = "at_once"
"""How a regulation collects a fold that it does not leave until everybody has decided."""


def settle_round(round_: Round) -> Settlement:
    """Settles a whole round: contributions first, then every line in the dealer's order."""
    of = Reckoning(round_)
    rule = find_irregularity(of.submission, round_.irregularity) if round_.irregularity else None
    end = round_end(of.submission, rule) if rule else "stands"
    if end != "void":
        _contribute(of)
    lines = tuple(dealers_order(of))
    return _result(of, lines, rule, end)


def dealers_order(of: Reckoning) -> Iterator[Line]:
    """Every line in the order the dealer makes it, each made when it is asked for.

    Forfeits come where they are collected, before a card is turned up; then each player from the highest seat
    down; then what waits for all players.
    """
    kind = of.round.irregularity
    rule = find_irregularity(of.submission, kind) if kind else None
    end = round_end(of.submission, rule) if rule else "stands"
    every = (
        _return_all(of, rule)
        if rule and end == "void"
        else _settle_all(of, rule if end != "stands" else None)
    )
    for turn, line in enumerate(every, 1):
        yield line if line.turn == turn else replace(line, turn=turn)


def _settle_all(of: Reckoning, partly: Irregularity | None) -> Iterator[Line]:
    collected: set[tuple[int, str]] = set()
    for line in _forfeits(of, partly):
        collected.add((line.seat, line.id))
        yield line
    each = _each_player(of, partly, collected)
    yield from _losers_first(each) if by_step(of.submission) else each
    yield from _after_all(of, partly, collected)


def _forfeits(of: Reckoning, partly: Irregularity | None) -> Iterator[Line]:
    """What folds and surrenders cost; with a hand racked at once, what was still open on it (I-86)."""
    at_once = collects_at_once(of.submission)
    for box in sorted(of.boxes, key=lambda box: box.number) if at_once else of.boxes:
        if not box.ruled_out:
            yield from (replace(line, early=True) for line in _forfeited(of, box, partly))


def _forfeited(of: Reckoning, box: Box, partly: Irregularity | None) -> Iterator[Line]:
    """The lines that are settled when a box's forfeits are collected."""
    racked = collects_at_once(of.submission) and not of.is_shown(box)
    for step in of.regulation.settlement.each_player:
        name = step.settle
        if name not in box.stakes or (partly and name in partly.returned):
            continue
        wager = of.regulation.wagers[name]
        if is_forfeited(of, box, wager) or (racked and wager.cards == ("player",)):
            yield settle_wager(of, box, name)


def collects_at_once(submission: Submission) -> bool:
    """Whether a fold is collected at once and not when everybody has decided (669a.11(f))."""
    return memo(submission, "collects_at_once", _collects_at_once)


def _collects_at_once(submission: Submission) -> bool:
    return any(step.way == AT_ONCE for step in submission.regulation.steps_named("collect_forfeits"))


def by_step(submission: Submission) -> bool:
    """Whether each step is finished for all players before the next (MA 10(c)(1))."""
    return submission.option("settlement.order") == "by_step"


def _each_player(
    of: Reckoning, partly: Irregularity | None, collected: set[tuple[int, str]]
) -> Iterator[Line]:
    for box in of.boxes:
        for step in of.regulation.settlement.each_player:
            name = step.settle
            if (name in box.stakes or name in of.submission.awards) and (box.number, name) not in collected:
                yield from _settle(of, box, name, partly)


def _losers_first(lines: Iterator[Line]) -> Iterator[Line]:
    """All losing wagers are collected before the first one is paid (MA 10(c)(1)(ii), (iii))."""
    made = list(lines)
    yield from (line for line in made if line.result == "lose")
    yield from (line for line in made if line.result != "lose")


def _after_all(of: Reckoning, partly: Irregularity | None, collected: set[tuple[int, str]]) -> Iterator[Line]:
    for step in of.regulation.settlement.after_all:
        name = step.settle
        if name in of.submission.wagers and of.submission.needs_company(name):
            yield from settle_pot(of, name)
            continue
        for box in of.boxes:
            if (box.number, name) not in collected:
                yield from _settle(of, box, name, partly)


def _settle(of: Reckoning, box: Box, name: str, partly: Irregularity | None) -> Iterator[Line]:
    if name in of.regulation.awards:
        yield from settle_award(of, box, name)
    elif name in box.stakes:
        if partly and name in partly.returned:
            yield _return(of, box, name, cited(of.submission, partly, of.round.deal))
        else:
            yield settle_wager(of, box, name)


def _contribute(of: Reckoning) -> None:
    """Accepted progressive wagers feed their meters before anything is paid (I-57)."""
    for box in of.boxes:
        for wager, stake in box.stakes.items():
            meter = of.regulation.wagers[wager].meter
            if meter:
                of.meters[meter] = of.meters[meter].contribute(stake)


def _return_all(of: Reckoning, rule: Irregularity) -> Iterator[Line]:
    """A void round: every stake goes back, forfeited ones too, and no meter has moved (I-07, I-08)."""
    cite = cited(of.submission, rule, of.round.deal)
    for box in of.boxes:
        for step in (*of.regulation.settlement.each_player, *of.regulation.settlement.after_all):
            if step.settle in box.stakes:
                yield _return(of, box, step.settle, cite)


def _return(of: Reckoning, box: Box, wager: str, cite: Cite) -> Line:
    stake = box.stakes[wager]
    return of.add(box, wager, outcome="void", cite=cite, stake=stake, returned=stake, result="void")


# ── the whole of it ──


def _result(of: Reckoning, lines: tuple[Line, ...], rule: Irregularity | None, end: str) -> Settlement:
    by_seat: dict[int, list[Line]] = {box.number: [] for box in of.boxes}
    for line in lines:
        by_seat[line.seat].append(line)
    return Settlement(
        of.regulation.id,
        tuple(
            SeatResult(
                box.number,
                box.player,
                {} if end == "void" else hands_of(of, box),
                tuple(by_seat[box.number]),
                {} if end == "void" else _setting(box),
            )
            for box in of.boxes
        ),
        None if end == "void" else dealer_facts(of),
        dict(of.round.meters or {}),
        of.meters,
        _irregularity(of, rule, end) if rule else None,
    )


def _irregularity(of: Reckoning, rule: Irregularity, end: str) -> dict[str, object]:
    cite = cited(of.submission, rule, of.round.deal)
    return {
        "kind": rule.kind,
        "round": end,
        "clauses": [*cite.clauses, *cite.interpretations],
        "note": rule.text,
    }


def hands_of(of: Reckoning, box: Box) -> dict[str, str]:
    """What the box's cards are, by ranking, unless they were given up unseen."""
    found: dict[str, str] = {}
    if box.left_by == "surrender":
        return found
    for name in box.stakes:
        wager = of.regulation.wagers[name]
        if wager.cards[0] == "player":
            found[wager.ranking] = of.read(wager.ranking, wager.cards, box).shape
    return found


def _setting(box: Box) -> dict[str, object]:
    if box.split is None:
        return {}
    return {"set": str(box.split), "qualifies": box.split.qualifies}


def dealer_facts(of: Reckoning) -> dict[str, object] | None:
    """What the dealer's hand is, in the ranking of the contest it takes part in."""
    if of.regulation.deal.dealer is None:
        return None
    terms = next(one for one in of.regulation.contests.values() if one.qualifier or one.half_points)
    ranking = of.regulation.rankings[terms.ranking]
    split = of.round.dealer_split
    if split is not None:
        shape = ranking.read(split.two).shape
        return {"hands": {terms.ranking: shape}, "set": str(split), "qualifies": split.qualifies}
    assert isinstance(ranking, Poker)
    hand = ranking.read(of.round.dealer)
    qualifies = hand.rank >= ranking.threshold(terms.qualifier).rank
    return {"hands": {terms.ranking: hand.shape}, "qualifies": qualifies}
