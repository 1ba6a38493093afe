"""What `feltlaw analyze` says about all wagers of a table at once, and about its payout limit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltlaw.cli.output import print_table, print_wrapped
from feltlaw.mathematics import Analysis
from feltlaw.mathematics.outcomes import decimal, percent
from feltlaw.mathematics.together import Together
from feltlaw.money import parse_money, show_dollars
from feltlaw.regulation import Regulation

FEW = 12
"""Lines of changed hands that are printed; `--json` has them all."""


def print_together(found: Analysis) -> None:
    """The best play for all wagers at once, and what it wins over the best play of the main game."""
    together = found.together
    if together is None:
        return
    regulation = found.submission.regulation
    main = regulation.wagers[next(iter(found.wagers))].title
    print_table(
        ("wager", "stake", "units", "a fold loses it", "changes the best decision"),
        [
            (
                regulation.wagers[name].title,
                show_dollars(together.box[name]),
                str(stake),
                "yes" if name in together.alone else "no",
                "yes" if together.alone.get(name) else "no",
            )
            for name, stake in together.stakes.items()
        ],
        title=f"Together with {_an(main)} of {show_dollars(next(iter(together.box.values())))}, one unit",
        least=("a fold loses it", "changes the best decision"),
    )
    print_wrapped(_in_words(together, main))
    if together.changed:
        print()
        print_table(
            ("hand", "hands", "best", "instead of", "folded", "before", "gains"),
            [
                (
                    one.hand,
                    _of(one.hands, one.every),
                    one.now,
                    one.was,
                    percent(one.folded[1], 2),
                    percent(one.folded[0], 2),
                    decimal(one.gain, 8),
                )
                for one in together.changed[:FEW]
            ],
            least=("before", "folded", "hands", "instead of"),
        )
        if len(together.changed) > FEW:
            print_wrapped(f"And {len(together.changed) - FEW} more kinds of hands; --json lists them all.")
    print()


def _of(some: int, every: int) -> str:
    return str(some) if some == every else f"{some} of {every}"


def _in_words(together: Together, main: str) -> str:
    worth = f"{together.ev} = {decimal(together.ev)} per unit of {main}"
    if not together.changed:
        return f"Together the best decision stays the same for every hand. All of it is worth {worth}."
    many = sum(one.hands for one in together.changed)
    return (
        f"Together the best decision changes for {many:,} hands of three cards. All of it is then worth "
        f"{worth}, {decimal(together.gain)} more than with the best play of the main game alone."
    )


def _an(title: str) -> str:
    return f"an {title}" if title[0] in "AEIO" else f"a {title}"


def print_limit(more: Mapping[str, object], regulation: Regulation) -> None:
    """What the figures leave out where there is a payout limit, and what it does at a stake."""
    limit = more.get("payout_limit")
    if not isinstance(limit, dict):
        return
    at = limit["at"]
    wagers = " and ".join(regulation.wagers[name].title for name in limit["wagers"])
    text = (
        f"The figures leave the payout limit of {_money(limit['limit'])} on {wagers} out "
        f"({', '.join(limit['clauses'])}). One box reaches it with an Ante above "
        f"{_money(limit['reached_above'])}; the table takes {_money(limit['table_maximum'])} at most. "
    )
    if Fraction(at["cost"]):
        edge = percent(-Fraction(at["ev"]))
        text += (
            f"At {_money(at['bet'])} it makes the house edge {edge}, {percent(Fraction(at['cost']))} more."
        )
    else:
        text += f"At {_money(at['bet'])} it cuts nothing."
    print_wrapped(text)


def _money(amount: str) -> str:
    return show_dollars(parse_money(amount))
