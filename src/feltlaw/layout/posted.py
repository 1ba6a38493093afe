"""What a table posts: every wager and award with what it pays, in the order of the regulation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from feltlaw.cards import RANK_NAMES, SUITS, Card
from feltlaw.layout.model import PAYS, WORDS, Posted, Row
from feltlaw.layout.titles import common
from feltlaw.layout.words import OUTCOMES, capital, hand, listed, pays, share
from feltlaw.money import Amount, Lose, round_up, show_dollars
from feltlaw.paytable import Paytable
from feltlaw.ranking import PointCount
from feltlaw.regulation import Award, Cite, Regulation, Wager
from feltlaw.submission import Offered, Submission

WITH = "with a {}"


def posted(submission: Submission) -> tuple[Posted, ...]:
    """The posted tables: what is compared with the dealer first, then each wager with its awards."""
    found = [*_contests(submission), *_paytables(submission), *_awards(submission)]
    place = {name: at for at, name in enumerate(submission.regulation.wagers)}
    found.sort(key=lambda one: (place[one.wager], bool(one.award)))
    return (*found, *_values(submission))


def compared(submission: Submission) -> frozenset[str]:
    """The ids of the tables that say what a comparison comes to; the others are paytables."""
    return frozenset(one.id for one in _contests(submission))


def _asked(submission: Submission, wagers: Sequence[str]) -> Cite:
    """The clauses that want these odds posted."""
    items = [
        item.cite
        for item in submission.regulation.layout
        if item.shows == "odds" and (not item.wagers or any(wager in item.wagers for wager in wagers))
    ]
    return items[0].joined(*items[1:])


def _block(
    submission: Submission,
    wagers: Sequence[str],
    title: str,
    rows: Sequence[Row],
    cite: Cite,
    *,
    award: str = "",
    heads: Sequence[str] = (),
    note: str = "",
) -> Posted:
    label = "; ".join(_line(row, heads) for row in rows)
    return Posted(
        id=f"pays.{award or wagers[0]}",
        kind=PAYS,
        label=f"{title}{f' ({note})' if note else ''}: {label}",
        cite=_asked(submission, wagers).joined(cite),
        wager=wagers[0],
        title=title,
        heads=tuple(heads),
        rows=tuple(rows),
        note=note,
        award=award,
        more=tuple(wagers[1:]),
    )


def _line(row: Row, heads: Sequence[str]) -> str:
    if not heads:
        return f"{row.said} {row.pays[0]}"
    cells = [f"{head} {paid}".strip() for head, paid in zip(heads, row.pays, strict=True) if paid]
    return f"{row.said} {', '.join(cells)}"


# ── contests ──


def _contests(submission: Submission) -> Iterator[Posted]:
    law = submission.regulation
    for name in law.contests:
        wagers = [one.wager for one in submission.wagers.values() if one.wager.contest == name]
        if not wagers:
            continue
        if all(one.paid_from == "players" for one in wagers):
            yield from (_pool(submission, one) for one in wagers)
            continue
        half = law.contests[name].half_points
        rows = [
            Row(text.format(half=half), text.format(half=half), cells)
            for outcome, text in OUTCOMES[name].items()
            if (cells := tuple(_outcome(one, outcome) for one in wagers)) and any(cells)
        ]
        titles = [one.title for one in wagers]
        heads = titles if len(wagers) > 1 else ()
        cite = law.contests[name].cite.joined(
            *(one.outcomes[outcome].cite for one in wagers for outcome in OUTCOMES[name])
        )
        ids = [one.id for one in wagers]
        yield _block(submission, ids, listed(titles), _once(rows), cite, heads=heads)


def _outcome(wager: Wager, outcome: str) -> str:
    """What an outcome pays; empty where the stake is lost, or the contest has no such outcome."""
    result = wager.outcomes.get(outcome)
    if result is None or isinstance(result.pays, Lose):
        return ""
    return f"see {wager.title}" if result.pays is None else pays(result.pays)


def _once(rows: Sequence[Row]) -> list[Row]:
    """Rows that say the same, once."""
    return list(dict.fromkeys(rows))


def _pool(submission: Submission, wager: Wager) -> Posted:
    """Stakes that the players put together and one of them takes."""
    stake = show_dollars(submission.wagers[wager.id].minimum)
    rows = [
        Row("Each player", "each player", (stake,)),
        *(
            Row(text, text, ("takes it" if outcome == "highest" else "share it",))
            for outcome, text in OUTCOMES[wager.contest].items()
        ),
    ]
    cite = wager.cite.joined(wager.stake.cite, *(one.cite for one in wager.outcomes.values()))
    return _block(submission, [wager.id], wager.title, rows, cite)


def _values(submission: Submission) -> Iterator[Posted]:
    """What the cards count, where they are counted."""
    law = submission.regulation
    for name, ranking in law.rankings.items():
        if not isinstance(ranking, PointCount):
            continue
        worth = [_worth(ranking, rank) for rank in range(len(RANK_NAMES))]
        rows = [
            Row(words, words, (value,))
            for value, alike in groupby(range(len(worth)), worth.__getitem__)
            for words in [_ranks(list(alike))]
        ]
        if law.deck.jokers:
            rows.append(Row("Joker", "joker", (listed([str(one) for one in ranking.joker], "or"),)))
        cited = [
            clause
            for clause, places in law.citations.items()
            if any(place.where.startswith(f"ranking.{name}.values") for place in places)
        ]
        clauses = tuple(one for one in cited if not one.startswith("I-"))
        readings = tuple(one for one in cited if one.startswith("I-"))
        yield Posted(
            id="values",
            kind=WORDS,
            label="Card values: " + "; ".join(_line(row, ()) for row in rows),
            cite=Cite(clauses, readings),
            title="Card values",
            rows=tuple(rows),
        )


def _worth(ranking: PointCount, rank: int) -> str:
    value = str(ranking.values(Card(rank * len(SUITS)))[0])
    return "as shown" if value == RANK_NAMES[rank] and rank < 8 else value


def _ranks(alike: Sequence[int]) -> str:
    names = [capital(RANK_NAMES[rank]) for rank in alike]
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1].lower()}"


# ── paytables ──


def _paytables(submission: Submission) -> Iterator[Posted]:
    law = submission.regulation
    done: set[str] = set()
    for offered in submission.wagers.values():
        if offered.wager.id in done or not any(table.rows for table in offered.tables.values()):
            continue
        if 0 not in offered.tables:
            yield _by_players(submission, offered)
            continue
        alike = [one for one in submission.wagers.values() if _alike(one, offered)]
        done |= {one.wager.id for one in alike}
        tables = [_table(one) for one in alike]
        same = all(_cells(table) == _cells(tables[0]) for table in tables)
        titles = [one.wager.title for one in alike]
        cite = tables[0].cite if same else tables[0].cite.joined(*(one.cite for one in tables[1:]))
        ids = [one.wager.id for one in alike]
        if len(alike) > 1 and not same:
            rows = [
                replace(row, pays=tuple(table.rows[at].pays[0] for table in tables))
                for at, row in enumerate(tables[0].rows)
            ]
            yield _block(submission, ids, listed(titles), rows, cite, heads=titles)
        else:
            title, rests = common(titles)
            note = ", ".join(rests) or ("dealer qualifies" if offered.wager.contest else "")
            block = _block(submission, ids, title, tables[0].rows, cite, heads=tables[0].heads, note=note)
            yield _with_maximum(submission, law, block)


class _Printed:
    """A paytable as rows; hands with and without one more card side by side."""

    def __init__(self, table: Paytable, cite: Cite) -> None:
        extra = {row: match for row in table.rows if (match := _base_of(row, table))}
        self.heads = ("", WITH.format(next(iter(extra))[-1])) if extra else ()
        self.cite = cite
        plain = [row for row in table.rows if row not in extra]
        beside = {base: row for row, base in extra.items()}
        self.rows = [
            Row(
                hand(row, table.rows).shown,
                hand(row, table.rows).said,
                (pays(table.rows[row].pays), *([pays(table.rows[beside[row]].pays)] if extra else [])),
            )
            for row in plain
        ]


def _base_of(row: str, table: Paytable) -> str:
    """The row that pays the same hand without a further card; empty where there is none."""
    base = row.rpartition("_with_")[0]
    return base if base in table.rows else ""


def _cells(table: _Printed) -> list[Row]:
    return table.rows


def _table(offered: Offered) -> _Printed:
    table = offered.paytable()
    assert table is not None
    return _Printed(table, _cite(table).joined(offered.wager.cite))


def _cite(table: Paytable) -> Cite:
    clauses = dict.fromkeys(table.clauses)
    for row in table.rows.values():
        clauses.update(dict.fromkeys(row.clauses))
    return Cite(tuple(clauses), table.interpretations)


def _alike(one: Offered, other: Offered) -> bool:
    """Whether two wagers pay the same hands by the same ranking, so that one table can show both."""
    first, second = one.paytable(), other.paytable()
    return (
        0 in one.tables
        and first is not None
        and second is not None
        and one.wager.ranking == other.wager.ranking
        and list(first.rows) == list(second.rows)
    )


def _with_maximum(submission: Submission, law: Regulation, block: Posted) -> Posted:
    """Beside a fixed sum the wager's maximum is shown, since the sum does not grow with the stake (I-38)."""
    offered = submission.wagers[block.wager]
    table = offered.paytable()
    if table is None or not any(isinstance(row.pays, Amount) for row in table.rows.values()):
        return block
    note = f"maximum wager {show_dollars(offered.maximum)}"
    return replace(block, note=note, label=f"{block.title} ({note}){block.label[len(block.title) :]}")


def _by_players(submission: Submission, offered: Offered) -> Posted:
    """One line for each number of players, one column for each hand (I-101)."""
    tables = {players: offered.tables[players] for players in sorted(offered.tables)}
    hands = list(next(iter(tables.values())).rows)
    rows = [
        Row(
            f"{players} player{'s' * (players != 1)}",
            f"{players} player{'s' * (players != 1)}:",
            tuple(pays(table.rows[row].pays) for row in hands),
        )
        for players, table in tables.items()
    ]
    cites = [_cite(table) for table in tables.values()]
    cite = offered.wager.cite.joined(*cites)
    heads = [hand(row, hands).shown for row in hands]
    return _block(
        submission,
        [offered.wager.id],
        offered.wager.title,
        rows,
        cite,
        heads=heads,
        note="highest hand at the table",
    )


# ── awards ──


def _awards(submission: Submission) -> Iterator[Posted]:
    for paid in submission.awards.values():
        award = paid.award
        on = [
            wager for wager in award.stake_of if wager in submission.wagers and submission.pays(award, wager)
        ]
        if not on:
            continue
        if award.schedules:
            yield _envy(submission, award, on[0])
        elif paid.paytable is not None and award.ranking:
            printed = _Printed(paid.paytable, _cite(paid.paytable))
            cite = printed.cite.joined(award.cite)
            note = "hand that loses to the dealer" if award.on_outcome else ""
            yield _block(submission, on, award.title, printed.rows, cite, award=award.id, note=note)
        elif paid.paytable is not None:
            yield _drawn(submission, award, paid.paytable, on)


def envy_rows(submission: Submission, award: Award, wager: str) -> tuple[list[tuple[str, int]], Cite]:
    """What another player's hands are worth to this table's stake, in cents (I-52, I-114, I-117)."""
    offered = submission.wagers[wager]
    table = offered.paytable()
    fitting = [one for one in award.schedules if not one.paytables or (table and table.key in one.paytables)]
    chosen = next((one for one in fitting if one.stake == offered.minimum), fitting[0])
    scale = Fraction(offered.minimum, chosen.stake)
    rows = [
        (row.hand, round_up(row.pays.cents * scale))
        for row in chosen.table.rows.values()
        if isinstance(row.pays, Amount)
    ]
    return rows, Cite(chosen.table.clauses, chosen.table.interpretations)


def _envy(submission: Submission, award: Award, wager: str) -> Posted:
    found, cite = envy_rows(submission, award, wager)
    names = [row for row, _ in found]
    rows = [
        Row(hand(row, names).shown, hand(row, names).said, (show_dollars(cents),)) for row, cents in found
    ]
    return _block(
        submission,
        [wager],
        award.title,
        rows,
        cite.joined(award.cite),
        award=award.id,
        note="another player’s hand",
    )


def _drawn(submission: Submission, award: Award, table: Paytable, on: Sequence[str]) -> Posted:
    """A bonus on a draw, with how often the draw is made (I-61)."""
    section = submission.regulation.wagers[on[0]].section
    chance = submission.option(f"wagers.{section}.{award.option}_chance")
    rows = [Row("On a match", "on a match", (pays(row.pays),)) for row in table.rows.values()]
    note = f"drawn in {share(str(chance))}" if chance else ""
    cite = _cite(table).joined(award.cite, *award.by_stake.values())
    return _block(submission, on, capital(award.title), rows, cite, award=award.id, note=note)
