"""The best play as a rule a person can remember, what the rule costs, and what other ways of playing cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

from feltlaw.cards import Card, parse_cards
from feltlaw.mathematics.advice import Compared, HandValue, Strategy, StrategyLine
from feltlaw.mathematics.against_dealer import Case, DealerGame
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.three_card import DEALER_HANDS, short_name


def best_play(game: DealerGame, *, full_table: bool = False) -> Strategy:
    """The whole strategy of a game: the rule, how often each action is taken, and the others compared."""
    optimum = game.ev(game.stays)
    cut = best_cut(game)
    by_rule = game.ev(lambda case: case.hand.at >= cut)
    staying = game.staying
    return Strategy(
        rule=_rule(game, cut),
        frequencies={game.stay.say: staying, game.leave.say: 1 - staying},
        notes=tuple(_exceptions(game, cut)),
        cost_of_rule=optimum - by_rule,
        compared=tuple(
            Compared(name, rule, ev, optimum - ev)
            for name, rule, plays in named_strategies(game, cut)
            for ev in (game.ev(plays),)
        ),
        table=tuple(decisions(game)) if full_table else (),
    )


def decisions(game: DealerGame) -> Iterator[StrategyLine]:
    """Every one of the 1,755 hands, the best first: what each action is worth, and what to do."""
    for case in sorted(game.cases, key=lambda case: -case.hand.at):
        yield StrategyLine(
            short_name(game.ranking, case.hand.cards),
            case.hand.weight,
            {game.stay.say: game.stay_value(case), game.leave.say: game.lost},
            game.stay.say if game.stays(case) else game.leave.say,
            suits=_suits(case.hand.cards),
        )


def best_cut(game: DealerGame) -> int:
    """The place from which upward playing every hand, and folding all below, is worth most."""
    gains = [0] * (len(game.table.ranks) + 1)
    for case in game.cases:
        gains[case.hand.at] += case.hand.weight * (case.value - game.fold_value)
    best, best_gain, gain = len(game.table.ranks), 0, 0
    for place in range(len(game.table.ranks) - 1, -1, -1):
        gain += gains[place]
        if gain > best_gain:
            best, best_gain = place, gain
    return best


def _rule(game: DealerGame, cut: int) -> str:
    if cut == 0:
        return f"{game.stay.say} every hand"
    if cut == len(game.table.ranks):
        return f"{game.leave.say} every hand"
    return f"{game.stay.say} {_name(game, cut)} or better"


def _name(game: DealerGame, place: int) -> str:
    hand = next(case.hand for case in game.cases if case.hand.at == place)
    return short_name(game.ranking, hand.cards)


def _exceptions(game: DealerGame, cut: int) -> Iterator[str]:
    """Hands for which the rule is not best: those whose suits decide, and what they cost."""
    wrong = [case for case in game.cases if game.stays(case) != (case.hand.at >= cut)]
    for case in sorted(wrong, key=lambda case: case.hand.at):
        hand = case.hand
        better = game.stay.say if game.stays(case) else game.leave.say
        yield f"{short_name(game.ranking, hand.cards)} with {_suits(hand.cards)}: {better} is better"


def _suits(cards: tuple[Card, ...]) -> str:
    """Which of three cards share a suit."""
    if len({card.suit for card in cards}) == 1:
        return "all of one suit"
    for one, other in combinations(sorted(cards, reverse=True), 2):
        if one.suit == other.suit:
            return f"the {_rank(one)} and the {_rank(other)} suited"
    return "all suits different"


def _rank(card: Card) -> str:
    return card.name.partition(" of ")[0]


Plays = Callable[[Case], bool]


def named_strategies(game: DealerGame, cut: int) -> Iterator[tuple[str, str, Plays]]:
    """Ways of playing that people use: a name, what it says, and the decision it makes."""
    stay, leave = game.stay.say, game.leave.say
    needed = game.table.place(game.qualifier)
    yield "the rule", _rule(game, cut), lambda case: case.hand.at >= cut
    yield (
        "mimic the dealer",
        f"{stay} {_name(game, needed)} or better, as the dealer qualifies",
        (lambda case: case.hand.at >= needed),
    )
    yield "never fold", f"{stay} every hand", lambda _: True
    for name, first in _first_cards():
        place = game.table.place(game.ranking.rank(first))
        yield (
            name,
            f"{stay} {short_name(game.ranking, first)} or better",
            (
                lambda case, place=place: case.hand.at >= place  # type: ignore[misc]
            ),
        )
    yield "always fold", f"{leave} every hand", lambda _: False


def _first_cards() -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Rules of thumb by the lowest hand they play."""
    thumb = {
        "any queen with a 6": "Qc 6d 2h",
        "any queen with a 7": "Qc 7d 2h",
        "any king": "Kc 3d 2h",
        "any ace": "Ac 4d 2h",
        "pairs and better only": "2c 2d 3h",
    }
    for name, cards in thumb.items():
        yield name, parse_cards(cards)


def hand_value(game: DealerGame, cards: tuple[Card, ...]) -> HandValue:
    """What each action is worth with these three cards."""
    if len(cards) != 3 or any(card.is_joker for card in cards):
        raise AnalysisError(f"a hand of {game.submission.regulation.title} is three cards, like Qs 6d 4c")
    case = game.case(cards)
    values: dict[str, Fraction] = {}
    for act in game.acts:
        values[act.say] = game.stay_value(case) if act.play else game.lost
    hand = game.ranking.read(cards)
    notes = [f"{zone.outcome.value.replace('_', ' ')}: {many:,} of {DEALER_HANDS:,} dealer's hands"
             for zone, many in zip(case.zones, case.counts, strict=True) if many]  # fmt: skip
    return HandValue(" ".join(map(str, cards)), f"{hand.title}: {' or '.join(values)}", values, tuple(notes))
