"""`feltlaw games`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from feltlaw.cli.errors import unreadable
from feltlaw.cli.output import GAP, print_json, print_table, print_wrapped, width
from feltlaw.paytable import Paytable
from feltlaw.ranking import Label
from feltlaw.regulation import Award, Regulation, Wager, load, regulation_ids


def known(name: str) -> str:
    """The id of a regulation, or the end of the command."""
    if name not in regulation_ids():
        from feltlaw.submission.findings import plain

        there = ", ".join(regulation_ids())
        raise unreadable(f"there is no regulation '{plain(name[:40])}'; feltlaw knows {there}")
    return name


def run(regulation: str | None, *, as_json: bool) -> None:
    """Prints all regulations, or one with its paytables."""
    chosen = [load(name) for name in ([known(regulation)] if regulation is not None else regulation_ids())]
    if as_json:
        print_json({"regulations": [_json(one) for one in chosen]})
    elif regulation:
        _print_one(chosen[0])
    else:
        _print_all(chosen)


@dataclass(frozen=True)
class Paid:
    """A wager or award with its paytables, under the heads they are printed with."""

    of: Wager | Award
    section: str
    tables: Mapping[str, Paytable]


def _paid(regulation: Regulation) -> Iterator[Paid]:
    """Everything that is paid by a table, in the order of the data."""
    for wager in regulation.wagers.values():
        yield Paid(wager, wager.section, _tables(wager))
    for award in regulation.awards.values():
        yield Paid(award, regulation.wagers[award.stake_of[0]].section, _tables(award))


def _tables(paid: Wager | Award) -> dict[str, Paytable]:
    payouts = paid.payouts
    if isinstance(paid, Award) and paid.schedules:
        several = len({schedule.stake for schedule in paid.schedules}) < len(paid.schedules)
        return {
            f"{', '.join(one.paytables)} {one.table.name}" if several else one.table.name: one.table
            for one in paid.schedules
        }
    found = {_head(table): table for table in payouts.tables.values()}
    if payouts.always:
        found |= {_path(payouts.always): payouts.always}
    return found


def _head(table: Paytable) -> str:
    """What a submission calls the table, with the clause where the name alone would not tell."""
    path = _path(table)
    if table.players:
        return f"{table.players} player{'' if table.players == 1 else 's'}"
    if not table.name or table.name == "floor":
        return path
    return path if path.endswith(f":{table.name}") and table.versions else table.name


def _path(table: Paytable) -> str:
    return table.clauses[-1].partition(".")[2]


def _print_all(regulations: list[Regulation]) -> None:
    rows = [
        (one.id, f"{one.title} ({one.jurisdiction})", str(one.seats.most), str(one.deck.cards), one.citation)
        for one in regulations
    ]
    print_table(("regulation", "game", "seats", "cards", "document"), rows)
    for one in regulations:
        print_wrapped(f"{one.id}: " + ", ".join(wager.title for wager in one.wagers.values()))
    print("\nPaytables: feltlaw games REG")
    print("A Rules Submission to start from: feltlaw rules new REG")


def _print_one(regulation: Regulation) -> None:
    print(f"{regulation.id}  {regulation.title}, {regulation.citation}")
    print(f"Up to {regulation.seats.most} players ({regulation.seats.cite}), {regulation.deck.cards} cards\n")
    for paid in _paid(regulation):
        if paid.tables:
            _print_tables(regulation, paid)
    print(f"A Rules Submission to start from: feltlaw rules new {regulation.id}")


def _print_tables(regulation: Regulation, paid: Paid) -> None:
    """The paytables side by side, in as many blocks as the terminal needs."""
    kind = "award"
    if isinstance(paid.of, Wager):
        kind = "always offered" if paid.of.always_offered else "offered if submitted"
    choice = paid.of.payouts.choice
    title = f"{paid.of.title}, {kind}: [wagers.{paid.section}]{f' {choice.key}' if choice else ''}"
    hands = _ordered(regulation, paid)
    first = max(len(hand) for hand in hands)
    columns = {
        head: [str(table.rows[hand].pays) if hand in table.rows else "" for hand in hands]
        for head, table in paid.tables.items()
    }
    while columns:
        block: list[str] = []
        room = width() - first - GAP
        for head, cells in columns.items():
            room -= max(len(text) for text in (head, *cells)) + GAP
            if block and room < 0:
                break
            block.append(head)
        rows = [
            (hand.replace("_", " "), *(columns[head][at] for head in block)) for at, hand in enumerate(hands)
        ]
        print_table(("hand", *block), [row for row in rows if any(row[1:])], title)
        columns = {head: cells for head, cells in columns.items() if head not in block}
        title = ""


def _ordered(regulation: Regulation, paid: Paid) -> list[str]:
    """The rows of all the tables, from the best hand down."""
    hands = list(dict.fromkeys(hand for table in paid.tables.values() for hand in table.rows))
    if not paid.of.ranking:
        return hands
    labels = regulation.rankings[paid.of.ranking].labels()
    return sorted(hands, key=lambda hand: _place(hand, labels))


def _place(hand: str, labels: Sequence[Label]) -> tuple[int, int]:
    """Where a row stands among the hands, and how many of them it pays: of one kind the narrower first."""
    paid = [at for at, label in enumerate(labels) if hand in label.names]
    shape = next((label.shape for label in labels if hand in (label.names[0], label.shape)), "")
    if shape:
        return next(at for at, label in enumerate(labels) if label.shape == shape), len(paid)
    return paid[-1 if hand.endswith("_or_better") else 0], len(paid)


def _json(regulation: Regulation) -> dict[str, object]:
    paid = {
        one.of.id: {
            "title": one.of.title,
            "paytables": {
                table.key if not isinstance(one.of, Award) or not one.of.schedules else head: {
                    "name": table.name,
                    "clauses": list(table.clauses),
                    "rows": {hand: str(row.pays) for hand, row in table.rows.items()},
                }
                for head, table in one.tables.items()
            },
        }
        for one in _paid(regulation)
    }
    return {
        "regulation": regulation.id,
        "title": regulation.title,
        "game": regulation.game,
        "jurisdiction": regulation.jurisdiction,
        "document": regulation.citation,
        "seats": regulation.seats.most,
        "cards": regulation.deck.cards,
        "data_hash": regulation.digest,
        "wagers": {
            name: {
                "offered": wager.offered,
                "section": wager.section,
                "clauses": list(wager.cite.clauses),
                **paid[name],
            }
            for name, wager in regulation.wagers.items()
        },
        "awards": {
            name: {"clauses": list(award.cite.clauses), **paid[name]}
            for name, award in regulation.awards.items()
        },
    }
