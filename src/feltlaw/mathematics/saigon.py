"""Saigon 5 Card (PA-680a): the Ante, exactly, with the best setting of every hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from feltlaw.cards import Card, CardError, check_distinct, show
from feltlaw.mathematics.advice import Compared, Exposure, HandValue, SetHand, Strategy
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, WagerAnalysis, ratio
from feltlaw.mathematics.saigon_classes import CARDS, DEALER_HANDS, DEALS, HANDS
from feltlaw.mathematics.saigon_game import Pick, ShowdownGame, results
from feltlaw.mathematics.saigon_table import decisions

ALWAYS = "set the three that qualify so that the other two have the highest Point Count (the house way)"


def analyze_main(game: ShowdownGame, *, full_table: bool = False) -> WagerAnalysis:
    """The Ante at optimal play; on request with every hand that has a choice.

    >>> from feltlaw.submission import Submission
    >>> analyze_main(ShowdownGame(Submission.from_data({"regulation": "PA-680a"}))).ev
    Fraction(-23749189, 1271680410)
    """
    best, whole = game.picked, results(game)
    table = tuple(decisions(game)) if full_table else ()
    return WagerAnalysis(
        wager=game.ante.id,
        distribution=whole,
        covers=(game.ante.id,),
        strategy=replace(_strategy(game, best, whole), table=table),
        exposures=(_exposure(game, best, whole.ev),),
        more={"point_counts": _point_counts(game, best)},
    )


def hand_value(game: ShowdownGame, five: Sequence[Card]) -> HandValue:
    """What each legal setting of five cards is worth.

    >>> from feltlaw.cards import parse_cards
    >>> from feltlaw.submission import Submission
    >>> game = ShowdownGame(Submission.from_data({"regulation": "PA-680a"}))
    >>> hand_value(game, parse_cards("Jk Kh 4d 3c 2s")).best
    'set Jk Kh 4d (Point Count 5)'
    """
    try:
        check_distinct(five)
    except CardError as error:
        raise AnalysisError(str(error)) from None
    if len(five) != CARDS:
        raise AnalysisError(f"{show(five)}: give five cards")
    ranking = game.classes.ranking
    dealers = game.classes.against(game.classes.kinds_of(tuple(five)))
    splits = sorted(ranking.splits(five), key=lambda split: -split.points)
    qualifies = splits[0].qualifies
    words = f"Point Count {{}}{'' if qualifies else ', does not qualify'}"
    sets = [SetHand(tuple(split.three), words.format(split.points)) for split in splits]
    said = [f"set {show(one.cards)} ({one.note})" for one in sets]
    worth = [Fraction(game.worth(dealers, one.rank), game.scale * DEALER_HANDS) for one in splits]
    return HandValue(
        show(five),
        game.submission.regulation.decisions[0].name,
        dict(zip(said, worth, strict=True)),
        ()
        if qualifies
        else ("no three cards total 10, 20 or 30, so every setting is worth the same to the Ante",),
        dict(zip(said, sets, strict=True)),
    )


def _point_counts(game: ShowdownGame, best: Mapping[tuple[int, ...], int]) -> dict[str, dict[str, str]]:
    """How often player and dealer hold each Point Count; 0 for a hand that does not qualify."""
    mine: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for hand in game.classes.hands:
        mine[best[hand.kinds]] = mine.get(best[hand.kinds], 0) + hand.ways
        theirs[hand.house] = theirs.get(hand.house, 0) + hand.ways
    return {
        who: {str(rank): ratio(Fraction(counts[rank], HANDS)) for rank in sorted(counts)}
        for who, counts in (("player", mine), ("dealer", theirs))
    }


# ── strategy ──


def named_settings(half: int) -> tuple[tuple[str, str, Pick], ...]:
    """Ways to set a hand: a name, what it says, and what is set; `half` is the count that pays half."""
    return (
        ("the house way", ALWAYS, lambda hand: hand.house),
        (
            f"never a {half}",
            f"as the house way, but a lower Point Count rather than {half}, which pays half",
            lambda hand: hand.ranks[-2] if hand.house == half and len(hand.ranks) > 1 else hand.house,
        ),
        ("the lowest", "set the lowest Point Count that qualifies", lambda hand: hand.ranks[0]),
    )


def _strategy(game: ShowdownGame, best: Mapping[tuple[int, ...], int], whole: Distribution) -> Strategy:
    hands = game.classes.hands
    highest = sum(hand.ways for hand in hands if best[hand.kinds] == hand.house != 0)
    lower = sum(hand.ways for hand in hands if best[hand.kinds] < hand.house)
    free = HANDS - highest - lower
    compared = tuple(
        Compared(name, rule, value, whole.ev - value)
        for name, rule, pick in named_settings(game.half_points)
        for value in (game.value(pick),)
    )
    choices = sum(hand.ways for hand in hands if len(hand.ranks) > 1)
    notes = [
        f"only hands with the joker can qualify with different Point Counts: {choices:,} of {HANDS:,}",
        f"{free:,} hands do not qualify; how they are set does not matter to the Ante",
    ]
    if lower:
        notes.append(f"{lower:,} hands are better set below their highest Point Count")
    else:
        notes.append("no hand is better set below its highest Point Count, the half-paying one included")
    return Strategy(
        rule=ALWAYS,
        frequencies={
            "set the highest Point Count": Fraction(highest, HANDS),
            "set a lower Point Count": Fraction(lower, HANDS),
            "does not qualify": Fraction(free, HANDS),
        },
        notes=tuple(notes),
        cost_of_rule=compared[0].cost,
        compared=compared,
    )


def _exposure(game: ShowdownGame, best: Mapping[tuple[int, ...], int], ev: Fraction) -> Exposure:
    seen = _exposed(game, best)
    return Exposure("one dealer card", seen, "no hand is set otherwise" if seen == ev else "")


def _exposed(game: ShowdownGame, best: Mapping[tuple[int, ...], int]) -> Fraction:
    """The value when one card of the dealer's is seen before the hand is set."""
    won = 0
    for hand in game.classes.hands:
        if len(hand.ranks) == 1:
            won += CARDS * hand.ways * game.worth(game.dealers[hand.kinds], best[hand.kinds])
            continue
        for kind, cards in enumerate(game.classes.cards):
            left = len(cards) - hand.kinds.count(kind)
            if left:
                dealers = game.classes.against(hand.kinds, seen=kind)
                won += hand.ways * left * max(game.worth(dealers, rank) for rank in hand.ranks)
    return Fraction(won, game.scale * CARDS * DEALS)
