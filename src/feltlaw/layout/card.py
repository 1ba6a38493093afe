"""The dealer's payout card: in the order of settlement, what each wager is paid at the usual stakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltlaw.layout.flow import Block, Facts, Grid, Paragraphs, Table
from feltlaw.layout.model import Element, Layout, Posted, Rule
from feltlaw.layout.posted import envy_rows
from feltlaw.layout.titles import titles
from feltlaw.layout.words import capital, hand, listed, pays
from feltlaw.money import Cents, MeterShare, Push, show_dollars
from feltlaw.paytable import Paytable
from feltlaw.ranking import PointCount
from feltlaw.regulation import Cite, Wager
from feltlaw.settlement.payout import pay
from feltlaw.submission import Offered, Submission

USUAL = (
    100,
    200,
    500,
    1000,
    1500,
    2000,
    2500,
    5000,
    7500,
    10000,
    20000,
    30000,
    50000,
    100000,
    250000,
    500000,
)
"""Stakes that dealers meet, in cents."""
MOST = 5
PAPERS = ("a5", "a4", "a3", "a2")
LARGEST = 3.4
COLUMNS = (1, 2)


def stakes_of(offered: Offered) -> list[Cents]:
    """The minimum, the usual stakes above it, the maximum: a few columns.

    A wager of one amount has that alone.
    """
    low, high = offered.minimum, offered.maximum
    if low == high:
        return [low]
    between = [one for one in USUAL if low < one < high]
    return [low, *between[: MOST - 2], high]


def card_blocks(submission: Submission, layout: Layout) -> list[Block]:
    """Everything on the card."""
    posted = {one.award or one.wager: one for one in layout.posted}
    found: list[Block] = [_order(submission)]
    for step in (*submission.regulation.settlement.each_player, *submission.regulation.settlement.after_all):
        found += _settled(submission, step.settle, posted)
    found += [Table(one) for one in layout.posted if one.id == "values"]
    found += _hints(submission, layout)
    return found


def _order(submission: Submission) -> Block:
    """The order in which the dealer settles."""
    law = submission.regulation
    names = {**{k: v.wager.title for k, v in submission.wagers.items()}}
    names |= {k: v.award.title for k, v in submission.awards.items() if submission.pays_any(v.award)}
    each = [names[one.settle] for one in law.settlement.each_player if one.settle in names]
    after = [names[one.settle] for one in law.settlement.after_all if one.settle in names]
    by_step = submission.option("settlement.order") == "by_step"
    how = "each step for all players" if by_step else "each player in turn"
    texts: list[tuple[str, Element | None]] = [
        (f"From your right, counterclockwise, {how}: {listed(list(dict.fromkeys(each)))}.", None)
    ]
    if after:
        texts.append((f"After all players: {listed(list(dict.fromkeys(after)))}.", None))
    return Paragraphs("Order of settlement", tuple(texts))


def _settled(submission: Submission, name: str, posted: dict[str, Posted]) -> Iterator[Block]:
    """The table of one wager or award; nothing where another table shows it as well."""
    offered = submission.wagers.get(name)
    if offered is not None:
        block = posted.get(name)
        told = offered.wager.contest and block is not None and name == block.wager
        if told and block is not None and (block.heads or not offered.tables):
            yield Table(block)
        yield from _wager(submission, offered, block)
        return
    paid = submission.awards.get(name)
    if paid is None or name not in posted:
        return
    stake = submission.wagers[posted[name].wager]
    if paid.award.schedules:
        rows, _ = envy_rows(submission, paid.award, posted[name].wager)
        names = [row for row, _ in rows]
        lines = tuple((hand(row, names).shown, show_dollars(cents), None) for row, cents in rows)
        yield Facts(f"{paid.award.title}, each", lines)
    elif paid.paytable is not None:
        yield _grid(
            submission,
            paid.award.title,
            paid.paytable,
            stake,
            paid_from=paid.award.paid_from,
            block=posted[name],
            drawn=not paid.award.ranking,
        )


def _wager(submission: Submission, offered: Offered, block: Posted | None) -> Iterator[Block]:
    law = submission.regulation
    if 0 not in offered.tables and offered.tables:
        if block is not None:
            yield Table(block)
        return
    table = offered.paytable()
    if table is None or not table.rows:
        return
    first = law.sections()[offered.wager.section][0]
    if offered.wager.payouts is law.wagers[first].payouts and offered.wager.id != first:
        return  # the same table as the stake before it in the section
    title = titles(law, [offered.wager])[0]
    staked = _staked(submission, offered)
    yield _grid(submission, title, table, staked, paid_from=offered.wager.paid_from, block=block)


def _staked(submission: Submission, offered: Offered) -> Offered:
    """Whose limits a wager's stakes follow: a decision's, or an equal stake's, are those of another wager."""
    of = offered.wager.stake.of
    return submission.wagers[of] if of else offered


def _grid(
    submission: Submission,
    title: str,
    table: Paytable,
    offered: Offered,
    *,
    paid_from: str,
    block: Posted | None,
    drawn: bool = False,
) -> Grid:
    """Hands down, stakes across; what the house adds, as settlement would."""
    stakes = stakes_of(offered)
    rows = []
    for row in table.rows.values():
        shown = "On a match" if drawn else hand(row.hand, table.rows).shown
        if isinstance(row.pays, MeterShare | Push):
            cells = [""] * len(stakes)
        else:
            cells = [show_dollars(pay(submission, row.pays, one, paid_from)[0]) for one in stakes]
        rows.append((shown, pays(row.pays), *cells))
    heads = ("", "Pays", *(show_dollars(one) for one in stakes))
    return Grid(title, heads, tuple(rows), element=block)


def _hints(submission: Submission, layout: Layout) -> Iterator[Block]:
    """What a dealer must not forget: folds, limits, who validates, the dealer's own hand."""
    law = submission.regulation
    texts: list[tuple[str, Element | None]] = []
    for name, terms in law.contests.items():
        if isinstance(law.rankings[terms.ranking], PointCount) and name == "showdown":
            texts.append(
                (
                    "Set your own three cards so that the other two have the highest Point Count.",
                    _rule(terms.cite),
                )
            )
    for rule in layout.rules:
        if rule.id in ("fold", "surrender"):
            texts.append((f"{rule.heading} {rule.text}", rule))
        elif rule.id == "payout_limit" or rule.id.startswith(
            ("option.", "shared.", "words.", "version", "boxes")
        ):
            texts.append(
                (
                    capital(
                        rule.text
                        if rule.id != "payout_limit" or not rule.short
                        else f"Payout limit: {rule.text}"
                    ),
                    rule,
                )
            )
    checked = [one.wager for one in submission.wagers.values() if one.wager.validated]
    if checked:
        texts.append((_validated(submission, checked), None))
    by_hand = [one.wager for one in submission.wagers.values() if one.wager.by_hand]
    if by_hand:
        texts.append(("A share of a meter is paid by hand, never from the table inventory container.", None))
    yield Paragraphs("Remember", tuple(texts))


def _validated(submission: Submission, wagers: Sequence[Wager]) -> str:
    every = [one for one in wagers if one.validated and one.validated.what == "all"]
    high = [one for one in wagers if one.validated and one.validated.what == "high"]
    parts = []
    if every:
        parts.append(f"every win on the {listed(titles(submission.regulation, every))}")
    if high:
        rows = listed([str(one) for one in high[0].validated.pays], "or") if high[0].validated else ""
        parts.append(f"{rows} and shares of the meter on the {listed(titles(submission.regulation, high))}")
    return f"A floorperson validates {' and '.join(parts)} before it is paid."


def _rule(cite: Cite) -> Rule:
    text = "The dealer sets the three cards that leave the highest Point Count."
    return Rule(id="dealer.way", kind="words", label=text, cite=cite, heading="Dealer", text=text)
