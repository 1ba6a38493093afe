"""`feltlaw games`."""

from __future__ import annotations

from collections.abc import Iterator

from feltlaw.cli.errors import unreadable
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.paytable import Paytable
from feltlaw.regulation import Regulation, load, regulation_ids
from feltlaw.regulation.model import Payouts


def run(regulation: str | None, *, as_json: bool) -> None:
    """Prints all regulations, or one with its paytables."""
    if regulation is not None and regulation not in regulation_ids():
        raise unreadable(f"there is no regulation '{regulation[:40]}'; feltlaw knows {', '.join(regulation_ids())}")
    chosen = [load(name) for name in ([regulation] if regulation else regulation_ids())]
    if as_json:
        print_json({"regulations": [_json(one) for one in chosen]})
    elif regulation:
        _print_one(chosen[0])
    else:
        _print_all(chosen)


def _paid(regulation: Regulation) -> Iterator[tuple[str, str, str, Payouts]]:
    """Everything with paytables: id, title, wager or award, payouts."""
    for wager in regulation.wagers.values():
        yield wager.id, wager.title, "wager", wager.payouts
    for award in regulation.awards.values():
        payouts = award.payouts
        if award.schedules:
            payouts = Payouts({schedule.table.key: schedule.table for schedule in award.schedules})
        yield award.id, award.title, "award", payouts


def _print_all(regulations: list[Regulation]) -> None:
    rows = [
        (one.id, f"{one.title} ({one.jurisdiction})", str(one.seats.most), str(one.deck.cards), one.citation)
        for one in regulations
    ]
    print_table(("regulation", "game", "seats", "cards", "document"), rows)
    for one in regulations:
        print_wrapped(f"{one.id}: " + ", ".join(wager.title for wager in one.wagers.values()))
    print("\nPaytables: feltlaw games REG    A submission to start from: feltlaw rules new REG")


def _print_one(regulation: Regulation) -> None:
    print(f"{regulation.id}  {regulation.title}, {regulation.citation}")
    print(f"Up to {regulation.seats.most} players ({regulation.seats.cite}), {regulation.deck.cards} cards\n")
    for _, title, kind, payouts in _paid(regulation):
        tables = list(payouts.tables.values()) + ([payouts.always] if payouts.always else [])
        if not tables:
            continue
        hands = list(dict.fromkeys(hand for table in tables for hand in table.rows))
        heads = ("hand", *(_head(table) for table in tables))
        rows = [
            (hand.replace("_", " "), *(str(table.rows[hand].pays) if hand in table.rows else "" for table in tables))
            for hand in hands
        ]
        print_table(heads, rows, title=f"{title} ({kind})")


def _head(table: Paytable) -> str:
    return table.clauses[-1].partition(".")[2] or table.name


def _json(regulation: Regulation) -> dict[str, object]:
    paid = {
        name: {
            "title": title,
            "paytables": {
                table.key: {
                    "name": table.name,
                    "clauses": list(table.clauses),
                    "rows": {hand: str(row.pays) for hand, row in table.rows.items()},
                }
                for table in [*payouts.tables.values(), *([payouts.always] if payouts.always else [])]
            },
        }
        for name, title, _, payouts in _paid(regulation)
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
            name: {"offered": wager.offered, "clauses": list(wager.cite.clauses), **paid[name]}
            for name, wager in regulation.wagers.items()
        },
        "awards": {
            name: {"clauses": list(award.cite.clauses), **paid[name]} for name, award in regulation.awards.items()
        },
    }
