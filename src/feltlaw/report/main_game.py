"""The section about the main game: what each stake is paid, the best play as a card, and what errors cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from feltlaw.mathematics.advice import Strategy
from feltlaw.mathematics.outcomes import WagerAnalysis
from feltlaw.regulation.model import Regulation, Wager
from feltlaw.report.blocks import CLAUSES, Block, Column, Heading, SheetTable, Steps, Text, figures
from feltlaw.report.numbers import exact, fraction, number, percent
from feltlaw.report.together import payout_limit
from feltlaw.report.wager import awards_on, charts, key_figures, outcomes, rounding
from feltlaw.report.words import capital, listed, named, title
from feltlaw.submission import Submission


def about_main_game(submission: Submission, entry: WagerAnalysis) -> Iterator[Block]:
    """The whole game per unit of the wager it is entered under."""
    regulation = submission.regulation
    for warning in entry.warnings:
        yield Text(f"{warning[:1].upper()}{warning[1:]}.", "warning")
    inside = [title(regulation, one) for one in entry.covers if one != entry.wager]
    counted_in = f"; {listed(inside)} counted in" if inside else ""
    yield Text(
        f"The whole game at its best play, per unit of the {title(regulation, entry.wager)}{counted_in}."
    )
    yield key_figures(entry)
    if entry.strategy is not None:
        yield from strategy_card(regulation, entry, entry.strategy)
    yield from rounding(entry)
    yield Heading("What happens")
    yield outcomes("What the main game does", entry)
    yield charts(entry, of=f"of the {title(regulation, entry.wager)}")
    yield Heading("What is paid")
    stakes = [regulation.wagers[name] for name in entry.covers if name in regulation.wagers]
    yield from _paid(
        "What each outcome pays", "Outcome", {stake.title: _contested(stake) for stake in stakes}
    )
    yield from _paid(
        "What each hand pays", "Hand", {stake.title: _posted(submission, stake) for stake in stakes}
    )
    for stake in stakes:
        yield from awards_on(submission, stake.id)
    yield from _exposures(entry)
    yield from _joint(regulation, entry)
    yield from _points(entry)
    yield from payout_limit(submission, entry)


PaidFor = Mapping[str, tuple[str, tuple[str, ...]]]
"""For each outcome or hand what is paid, and the clauses that say so."""


def _contested(stake: Wager) -> PaidFor:
    """What a contest pays on a stake."""
    return {
        name: (
            "by the hand" if result.pays is None else str(result.pays),
            (*result.cite.clauses, *result.cite.interpretations),
        )
        for name, result in stake.outcomes.items()
    }


def _posted(submission: Submission, stake: Wager) -> PaidFor:
    """What a paytable pays on a stake."""
    offered = submission.wagers.get(stake.id)
    table = offered.paytable() if offered is not None else None
    return {hand: (str(row.pays), row.clauses) for hand, row in table.rows.items()} if table else {}


def _paid(caption: str, head: str, stakes: Mapping[str, PaidFor]) -> Iterator[Block]:
    """A line for each outcome; stakes that are paid for the same outcomes stand side by side."""
    groups: dict[frozenset[str], dict[str, PaidFor]] = {}
    for stake, pays in stakes.items():
        if pays:
            groups.setdefault(frozenset(pays), {})[stake] = pays
    for paid in groups.values():
        rows = []
        for outcome in next(iter(paid.values())):
            found = [pays[outcome] for pays in paid.values()]
            clauses = dict.fromkeys(clause for _, clauses in found for clause in clauses)
            rows.append((named(outcome), *(text for text, _ in found), ", ".join(clauses)))
        yield SheetTable(
            f"{caption}: {listed(list(paid))}", (*figures(head, *paid), Column(CLAUSES)), tuple(rows)
        )


def strategy_card(regulation: Regulation, entry: WagerAnalysis, strategy: Strategy) -> Iterator[Block]:
    """How it is best played, what that leaves out, and what other ways cost."""
    yield Heading("Strategy card")
    decisions = entry.more.get("decisions")
    for part in strategy.card:
        yield Steps(f"{capital(part.asked)}: {part.does} with", part.hands, f"Otherwise {part.otherwise}.")
    if not strategy.card:
        yield Text(f"{capital(strategy.rule)}.", "rule")
    if strategy.cost_of_rule:
        yield Text(
            f"Followed to the letter the rule costs {percent(strategy.cost_of_rule, 6)} of the "
            f"{title(regulation, entry.wager)} against the best play ({fraction(strategy.cost_of_rule)})."
        )
    else:
        yield Text("The rule is the best play in every hand.")
    for note in strategy.notes:
        yield Text(f"{capital(note)}.", "note")
    if isinstance(decisions, Mapping):
        yield _decisions(decisions)
    yield SheetTable(
        "How often each action is taken at the best play",
        figures("Action", "Share of hands", "Exactly"),
        tuple((capital(act), percent(often), fraction(often)) for act, often in strategy.frequencies.items()),
    )
    if strategy.compared:
        yield SheetTable(
            "Ways of playing, and what each costs against the best one",
            (
                Column("Way of playing"),
                Column("Rule"),
                *(Column(head, "right") for head in ("House edge", "Cost", "Expected value exactly")),
            ),
            tuple(
                (capital(one.name), one.rule, percent(-one.ev), percent(one.cost), fraction(one.ev))
                for one in strategy.compared
            ),
        )
    if strategy.exceptions:
        yield _exceptions(strategy.grouped_exceptions())


def _decisions(decisions: Mapping[str, object]) -> SheetTable:
    rows = [
        (capital(name), action, percent(Fraction(str(share))), fraction(Fraction(str(share))))
        for name, actions in decisions.items()
        if isinstance(actions, Mapping)
        for action, share in actions.items()
    ]
    columns = (Column("Decision"), Column("Action"), Column("Share", "right"), Column("Exactly", "right"))
    return SheetTable("Each decision, of the hands that come to it", columns, tuple(rows))


def _exceptions(lines: Sequence[Mapping[str, str]]) -> SheetTable:
    """A decimal is shown in place of the fraction beside it."""
    keys = [key for key in lines[0] if f"{key}_decimal" not in lines[0]]
    columns = tuple(
        Column(named(key.removesuffix("_decimal")), "right" if key.endswith("_decimal") else "left")
        for key in keys
    )
    rows = tuple(tuple(line.get(key, "") for key in keys) for line in lines)
    return SheetTable("Hands that are better played otherwise than the rule says", columns, rows)


def _exposures(entry: WagerAnalysis) -> Iterator[Block]:
    if entry.exposures:
        yield Heading("If a card is seen")
        yield SheetTable(
            "The game when a card is seen that should be hidden, and used as well as it can be",
            (
                Column("Seen"),
                Column("House edge", "right"),
                Column("Expected value", "right"),
                Column("Best play"),
            ),
            tuple(
                (capital(one.seen), percent(-one.ev), number(one.ev, 10), capital(one.rule))
                for one in entry.exposures
            ),
        )


def _joint(regulation: Regulation, entry: WagerAnalysis) -> Iterator[Block]:
    beside = entry.more.get("joint_play")
    if not isinstance(beside, list) or not beside:
        return
    yield Heading("Side wagers that a fold would lose")
    ante = title(regulation, entry.wager)
    for one in beside:
        other = title(regulation, one["with"])
        if one["changes_above"] is None:
            yield Text(f"{other}: however large it is, the best decision stays the same.")
            continue
        text = (
            f"{other}: above {exact(Fraction(one['changes_above']), 6)} of the {ante} the best decision "
            f"changes, first for {one['first_hand']}."
        )
        least = one.get("at_minimum_ante")
        if isinstance(least, Mapping) and Fraction(str(least["gain"])):
            stake, gain = Fraction(str(least["stake_per_ante"])), Fraction(str(least["gain"]))
            text += (
                f" With the smallest {ante} and a stake of {number(stake, 4)} per unit of it, deciding for "
                f"both together gains {percent(gain)} of the {ante}."
            )
        yield Text(text)


def _points(entry: WagerAnalysis) -> Iterator[Block]:
    counts = entry.more.get("point_counts")
    if not isinstance(counts, Mapping):
        return
    holders = list(counts)
    values = dict.fromkeys(point for holder in holders for point in counts[holder])
    rows = tuple(
        (point, *(percent(Fraction(counts[holder].get(point, "0")), 4) for holder in holders))
        for point in values
    )
    yield SheetTable(
        "Point Counts; 0 stands for a hand that does not qualify",
        figures("Point Count", *(capital(holder) for holder in holders)),
        rows,
    )
