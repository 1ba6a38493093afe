"""The section about all wagers staked at once, and what is said about a payout limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltlaw.mathematics.outcomes import WagerAnalysis
from feltlaw.mathematics.together import Changed, Together
from feltlaw.money import parse_money, show_dollars
from feltlaw.report.blocks import Block, Column, Heading, SheetTable, Text, figures
from feltlaw.report.numbers import exact, fraction, number, percent
from feltlaw.report.words import capital, listed, title
from feltlaw.submission import Submission


def together(submission: Submission, found: Together, main: str) -> Iterator[Block]:
    """All wagers at their usual stakes: which of them a fold loses, whether the best decision changes."""
    regulation = submission.regulation
    ante = title(regulation, main)
    yield Text(
        f"One box with the {ante} at {show_dollars(found.box[main])} and every other wager beside it: as "
        f"much on each, or what it takes. A unit is the {ante}. Only a wager that a fold loses can change "
        "the decision."
    )
    yield SheetTable(
        "What the decision depends on",
        figures("Wager", "Stake", "Units", "Lost on a fold", "Changes the best decision by itself"),
        tuple(
            (
                title(regulation, name),
                show_dollars(found.box[name]),
                fraction(stake),
                _yes(name in found.alone),
                _yes(found.alone.get(name)),
            )
            for name, stake in found.stakes.items()
        ),
    )
    if not found.changed:
        yield Text(
            "Together they change no decision: the strategy card of the main game is the best play for all "
            f"of it. All of it is worth {exact(found.ev)} per unit of the {ante}."
        )
        return
    many = sum(one.hands for one in found.changed)
    yield Text(
        f"Together they change the best play of {many:,} hands of the 22,100. All of it is then worth "
        f"{exact(found.ev)} per unit of the {ante}; with the best play of the main game alone it is "
        f"{exact(found.base)}, so that deciding for all wagers gains {exact(found.gain)}."
    )
    yield SheetTable(
        "Hands that are better played otherwise when all wagers are staked",
        (Column("Best"), Column("Instead of"), Column("Hands"), *figures("", "Number", "Gain")[1:]),
        tuple(_lines(found.changed)),
    )


def _lines(changed: tuple[Changed, ...]) -> Iterator[tuple[str, ...]]:
    """A line for each change of play: the hands by name, with a count where suits decide."""
    by_play: dict[tuple[str, str], list[Changed]] = {}
    for one in changed:
        now, was = (
            f"{act}, {_folds(often)}" if act not in ("play", "fold") and not act.startswith("play") else act
            for act, often in ((one.now, one.folded[1]), (one.was, one.folded[0]))
        )
        by_play.setdefault((now, was), []).append(one)
    for (now, was), ones in by_play.items():
        hands: dict[str, tuple[int, int]] = {}
        for one in ones:
            hands[one.hand] = (hands.get(one.hand, (0, 0))[0] + one.hands, one.every)
        names = [
            name if some == every else f"{name} ({some} of {every})" for name, (some, every) in hands.items()
        ]
        gain = sum((one.gain for one in ones), Fraction(0))
        yield (
            capital(now),
            capital(was),
            "; ".join(names),
            f"{sum(one.hands for one in ones):,}",
            number(gain, 8),
        )


def _folds(often: Fraction) -> str:
    return "some fold later" if often else "no fold later"


def _yes(value: bool | None) -> str:
    return "yes" if value else "no"


def payout_limit(submission: Submission, entry: WagerAnalysis) -> Iterator[Block]:
    """What the limit would change; nothing where the submission has none."""
    limit = entry.more.get("payout_limit")
    if not isinstance(limit, dict):
        return
    regulation = submission.regulation
    main, at = title(regulation, entry.wager), limit["at"]
    wagers = listed([title(regulation, name) for name in limit["wagers"]])
    yield Heading("Payout limit")
    text = (
        f"The winnings of one person in one round on {wagers} are limited to {_dollars(limit['limit'])} "
        f"({', '.join(limit['clauses'])}; I-81). Every other figure of this sheet leaves the limit out. One "
        f"box reaches it with an {main} above {_dollars(limit['reached_above'])}; this table takes "
        f"{_dollars(limit['table_maximum'])} at most"
    )
    if not Fraction(at["cost"]):
        yield Text(f"{text}, so that it cuts nothing there.")
    else:
        ev = Fraction(at["ev"])
        yield Text(
            f"{text}. With an {main} of {_dollars(at['bet'])} the expected value is {exact(ev)}, a house "
            f"edge of {percent(-ev)}: the limit costs the player {percent(Fraction(at['cost']))}."
        )
    yield Text(
        "For one box. A person with several reaches the limit sooner, and what is left of it for one hand "
        "depends on the others; that is not counted here.",
        "note",
    )


def _dollars(amount: str) -> str:
    return show_dollars(parse_money(amount))
