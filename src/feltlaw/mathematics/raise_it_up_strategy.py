"""The best play of Raise It Up Stud: the rule and its exceptions, what other ways cost, every decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from feltlaw.cards import RANKS
from feltlaw.mathematics.advice import Compared, Strategy, StrategyLine
from feltlaw.mathematics.outcomes import decimal, ratio
from feltlaw.mathematics.raise_it_up_classes import ClassPlace, Ranks, sets
from feltlaw.mathematics.raise_it_up_rules import RULES, SAID, named_ways
from feltlaw.mathematics.raise_it_up_solve import DEALS, Plan, StreetSolver, Tally, left

KNOWN = (3, 4, 5)
"""The cards that are known at each decision."""


def best_play(game: StreetSolver, plan: Plan, tally: Tally, *, full_table: bool = False) -> Strategy:
    """The whole strategy: the rule and its exceptions, how often each act is taken, others compared."""
    terms = game.terms
    taken = [
        (act, name, tally.acts[street, place])
        for street, (acts, name) in enumerate(zip(terms.streets, terms.names, strict=True))
        for place, act in enumerate(acts)
    ]
    often = {f"{act.say} {name}": Fraction(many, DEALS) for act, name, many in taken if act.play and many}
    often |= {act.say: Fraction(many, DEALS) for act, _, many in taken if act.fold}
    rule = game.plan(rules=RULES)
    compared = []
    for way in named_ways(terms.streets):
        value = rule.value if way.rules == RULES else game.plan(way.streets, rules=way.rules).value
        compared.append(Compared(way.name, way.rule, value, plan.value - value))
    exceptions = tuple(_exceptions(game, plan, rule))
    card = tuple(replace(part, asked=name) for name, part in zip(terms.names, SAID, strict=True))
    return Strategy(
        rule="; ".join(map(str, card)),
        card=card,
        frequencies=often,
        notes=tuple(_notes(game, exceptions)),
        cost_of_rule=plan.value - rule.value,
        compared=tuple(compared),
        exceptions=exceptions,
        table=tuple(_table(game, plan)) if full_table else (),
    )


def _notes(game: StreetSolver, exceptions: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for name in game.terms.names:
        many = sum(line["decision"] == name for line in exceptions)
        if many:
            yield f"{name} {many} kinds of cards are better played otherwise than the rule says, see below"
        else:
            yield f"{name} the rule is exact"


def _exceptions(game: StreetSolver, plan: Plan, rule: Plan) -> Iterator[Mapping[str, str]]:
    """Where the rule is not the best play: the cards, what it says, what is best, and what that is worth."""
    terms = game.terms
    for street, n in enumerate(KNOWN):
        acts = terms.streets[street]
        for kind, (wise, ruled) in enumerate(zip(plan.chosen[street], rule.chosen[street], strict=True)):
            for at, (best, said) in enumerate(zip(wise, ruled, strict=True)):
                if said != best:
                    worth = [level[kind][at] for level in plan.options[street]]
                    loss = Fraction(worth[best] - worth[said], terms.scale * left(n))
                    yield {
                        "decision": terms.names[street],
                        "cards": ", ".join(_words(*sets(n).seen(ClassPlace(kind, at)))),
                        "rule": acts[said].say,
                        "best": acts[best].say,
                        "loss": ratio(loss),
                        "loss_decimal": decimal(loss, 6),
                    }


def _table(game: StreetSolver, plan: Plan) -> Iterator[StrategyLine]:
    """Every class of known cards at each decision, whoever holds them, and what each act is worth there."""
    terms = game.terms
    for street, n in enumerate(KNOWN):
        known, whole = sets(n), terms.scale * left(n)
        acts = [act.say for act in terms.streets[street]]
        for kind, chosen in enumerate(plan.chosen[street]):
            for at in range(known.sizes[kind]):
                place = ClassPlace(kind, at)
                cards, suits = _words(*known.seen(place))
                worth = [Fraction(level[kind][at], whole) for level in plan.options[street]]
                yield StrategyLine(
                    cards,
                    known.ways(place),
                    dict(zip(acts, worth, strict=True)),
                    acts[chosen[at]],
                    suits,
                    terms.names[street],
                )


def _words(ranks: Ranks, suited: Ranks) -> tuple[str, str]:
    """`Q-J-9`, and the suits as far as they matter."""
    if not suited:
        suits = "no flush possible"
    elif len(suited) == len(ranks):
        suits = "all of one suit"
    else:
        suits = f"{_joined(suited)} of one suit"
    return _joined(ranks), suits


def _joined(ranks: Ranks) -> str:
    return "-".join(RANKS[rank].replace("T", "10") for rank in reversed(ranks))


def frequencies(game: StreetSolver, tally: Tally) -> dict[str, dict[str, str]]:
    """For each decision, how often those who still have it to make choose each act."""
    found: dict[str, dict[str, str]] = {}
    asked = DEALS
    for street, (acts, name) in enumerate(zip(game.terms.streets, game.terms.names, strict=True)):
        taken = {act.say: tally.acts[street, place] for place, act in enumerate(acts) if act.play or act.fold}
        rest = asked - sum(taken.values())
        many = {act.say: taken.get(act.say, rest) for act in acts}
        found[name] = {say: ratio(Fraction(count, asked)) for say, count in many.items() if asked}
        asked = rest
    return found
