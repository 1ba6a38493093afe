"""The players' guide: how a round goes, what wins, what the house keeps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltlaw.layout.flow import Block, Facts, Paragraphs, Table
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.model import Element, Layout, Rule
from feltlaw.layout.sign import limit_blocks
from feltlaw.layout.titles import titles
from feltlaw.layout.words import capital, hand, listed, times
from feltlaw.mathematics import Analysis, AnalysisError, WagerAnalysis, analyze
from feltlaw.ranking import PointCount
from feltlaw.regulation import Cite
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds

PAPERS = ("a4", "a3", "a2")
LARGEST = 4.2
COLUMNS = (2, 3)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def guide_blocks(submission: Submission, layout: Layout) -> list[Block]:
    """Everything in the guide."""
    try:
        found = analyze(submission)
    except AnalysisError as error:
        raise LayoutError(f"there is no guide to this table: {error}") from None
    return [
        Paragraphs("How a round goes", tuple(_round(submission)), numbered=True),
        *_best_play(found),
        *limit_blocks(layout),
        *(Table(one) for one in layout.posted),
        _edges(submission, found),
        Paragraphs("Good to know", tuple(_known(layout))),
    ]


# ── how a round goes ──


def _round(submission: Submission) -> Iterator[tuple[str, Element | None]]:
    law = submission.regulation
    yield _said(_bets(submission), submission.way_in.cite)
    yield _said(_cards(submission), law.deal.player.cite)
    for at, decision in enumerate(law.decisions):
        yield _said(_decision(submission, at), decision.cite)
    yield _reveal(submission), None


def _said(text: str, cite: Cite) -> tuple[str, Rule]:
    """A sentence of the guide, and what it stands for."""
    return text, Rule(id="guide", kind="words", label=text, cite=cite, heading="", text=text)


def _bets(submission: Submission) -> str:
    law, to = submission.regulation, submission.way_in
    needed = [law.wagers[one].title for one in to.wagers if one in submission.wagers]
    joint = "and" if to.all_of_them else "or"
    more = "" if to.all_of_them or len(needed) == 1 else ", or both"
    text = f"Before “no more bets”, bet the {f' {joint} the '.join(needed)}{more}."
    decided = {one.makes for one in law.decisions}
    others = [
        one.wager
        for one in submission.wagers.values()
        if one.wager.id not in to.wagers and one.wager.id not in decided
    ]
    pooled = [one for one in others if one.paid_from == "players"]
    free = titles(law, [one for one in others if one not in pooled])
    if free:
        text += f" You may add the {listed(free, 'or')}."
    if pooled:
        text += f" Where two or more play, everybody adds the {listed(titles(law, pooled))}."
    return text


def _cards(submission: Submission) -> str:
    deal = submission.regulation.deal
    many = NUMBERS[deal.player.most]
    text = f"Each player gets {many} cards face down"
    if deal.dealer is not None:
        text += ", and so does the dealer" if deal.dealer.most == deal.player.most else ""
    for extra in deal.extra:
        wanted = not extra.wagers or any(one in submission.wagers for one in extra.wagers)
        if (
            wanted
            and (not extra.when or holds(extra.when, submission))
            and not (extra.unless and holds(extra.unless, submission))
        ):
            if extra.what == "community":
                cards = f"{NUMBERS[extra.cards]} community card{'s' * (extra.cards != 1)}"
                text += f"; {cards} {'lie' if extra.cards != 1 else 'lies'} before the dealer"
            else:
                names = titles(
                    submission.regulation, [submission.regulation.wagers[one] for one in extra.wagers]
                )
                text += f"; a fourth card goes with the {listed(names)}"
    return f"{text}."


def _decision(submission: Submission, at: int) -> str:
    law = submission.regulation
    decision = law.decisions[at]
    if decision.sets:
        ranking = next((one for one in law.rankings.values() if isinstance(one, PointCount)), None)
        totals = listed([str(one) for one in sorted(ranking.qualifying)], "or") if ranking else ""
        return (
            f"Set three of your cards apart: three that total {totals} qualify, and the other two are your "
            "Point Count. If no three do, divide them as you like."
        )
    of = law.wagers[decision.of].title
    plays = [act.play for act in decision.acts if act.play]
    ways = []
    if any(not act.play and not act.leaves for act in decision.acts):
        ways.append(next(act.say for act in decision.acts if not act.play and not act.leaves))
    if plays:
        ways.append(f"bet the {law.wagers[decision.makes].title}, {times(plays)} the {of}")
    ways += [act.word for act in decision.acts if act.leaves]
    who = "" if len(law.decisions) == 1 else f"{capital(decision.name)}: "
    start = f"Look at your cards: {listed(ways, 'or')}." if not who else f"{who}{listed(ways, 'or')}."
    return start


def _reveal(submission: Submission) -> str:
    law = submission.regulation
    if law.deal.dealer is None:
        first = next(iter(submission.wagers.values()))
        table = first.paytable()
        *_, lowest = table.rows.values() if table else (None,)
        need = f"; the {first.wager.title} needs a {hand(lowest.hand).said}" if lowest else ""
        return f"The community cards are turned up one by one, and every wager is paid by its table{need}."
    for terms in law.contests.values():
        if terms.qualifier:
            words = hand(terms.qualifier).said
            return (
                f"The dealer’s cards are turned up; the dealer plays with {words} or better. Your hand is "
                "held against the dealer’s, and every other wager is paid by its table."
            )
    return (
        "The dealer’s cards are turned up and set the same way; "
        "your Point Count is held against the dealer’s."
    )


# ── numbers ──


def _best_play(found: Analysis) -> Iterator[Block]:
    texts: list[tuple[str, Element | None]] = []
    for _, _, entry in found.entries():
        if entry.strategy is not None:
            texts += [
                (f"{capital(part.strip())}.", None) for part in entry.strategy.rule.split("; after ")[:1]
            ]
            texts += [(f"After {part.strip()}.", None) for part in entry.strategy.rule.split("; after ")[1:]]
    if texts:
        yield Paragraphs("Best play", tuple(texts))


def _edges(submission: Submission, found: Analysis) -> Block:
    """What the house keeps of each dollar in the long run, with the best play."""
    law = submission.regulation
    lines: list[tuple[str, str, Element | None]] = []
    for name, entry in found.wagers.items():
        if not isinstance(entry, WagerAnalysis):
            edges = sorted(one.house_edge for one in entry.values())
            text = f"{_percent(edges[0])} to {_percent(edges[-1])}"
            lines.append((law.wagers[name].title, text, None))
            continue
        inside = [one for one in entry.covers if one in law.wagers]
        title = (
            listed(titles(law, [law.wagers[one] for one in inside]))
            if len(inside) > 1
            else titles(law, [law.wagers[name]])[0]
        )
        note = ", meter at its start" if submission.wagers[name].levels else ""
        line = (f"{title}{note}", _percent(entry.house_edge), None)
        if line not in lines:
            lines.append(line)
    return Facts("House edge, with best play", tuple(lines))


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.2f}%"


def _known(layout: Layout) -> Iterator[tuple[str, Element | None]]:
    for rule in layout.rules:
        if rule.id.startswith(("limit.", "multiples.")):
            continue
        if rule.id in ("fold", "surrender") or rule.id.startswith("meter."):
            yield f"{rule.heading} {rule.text}", rule
        elif rule.id == "payout_limit" and rule.short:
            yield f"Payout limit: {rule.text}", rule
        else:
            yield capital(rule.text), rule
    yield (
        "The house edge is what the house keeps of each dollar bet on the first wager named, on average.",
        None,
    )
