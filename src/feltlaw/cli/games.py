"""`feltlaw games`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from feltlaw.cli.columns import GAP, INDENT
from feltlaw.cli.naming import regulation_named
from feltlaw.cli.output import print_json, print_table, print_wrapped, width
from feltlaw.money import Lose, dollars, show_dollars, show_percent
from feltlaw.paytable import LevelTerms, Paytable
from feltlaw.ranking import Label
from feltlaw.regulation import Award, Regulation, Wager, load, regulation_ids


def run(regulation: str | None, *, as_json: bool) -> None:
    """Prints all regulations, or one with its paytables."""
    chosen = [
        load(name)
        for name in ([regulation_named(regulation)] if regulation is not None else regulation_ids())
    ]
    if as_json:
        print_json({"regulations": [_json(one) for one in chosen]})
    elif regulation:
        _print_one(chosen[0])
    else:
        _print_all(chosen)


@dataclass(frozen=True)
class PaidByTable:
    """A wager or award with its paytables, under the heads they are printed with."""

    of: Wager | Award
    section: str
    tables: Mapping[str, Paytable]


def _paid(regulation: Regulation) -> Iterator[PaidByTable]:
    """Everything that is paid by a table, in the order of the data."""
    for wager in regulation.wagers.values():
        yield PaidByTable(wager, wager.section, _tables(wager))
    for award in regulation.awards.values():
        yield PaidByTable(award, regulation.wagers[award.stake_of[0]].section, _tables(award))


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
    print_table(
        ("regulation", "game", "seats", "cards", "document"), rows, least=("document", "cards", "seats")
    )
    for one in regulations:
        print_wrapped(f"{one.id}: " + ", ".join(wager.title for wager in one.wagers.values()))
    print("\nPaytables: feltlaw games REG")
    print_wrapped("A Rules Submission to start from: feltlaw rules new REG")


def _print_one(regulation: Regulation) -> None:
    print_wrapped(f"{regulation.id}  {regulation.title}, {regulation.citation}")
    print_wrapped(
        f"Up to {regulation.seats.most} players ({regulation.seats.cite}), {regulation.deck.cards} cards"
    )
    print()
    for paid in _paid(regulation):
        title = _title(paid)
        if isinstance(paid.of, Wager) and paid.of.outcomes:
            _print_outcomes(paid.of, title)
            title = ""
        if paid.tables:
            _print_tables(regulation, paid, title)
        if isinstance(paid.of, Wager) and paid.of.meter:
            _print_meter(paid.of, paid.tables)
    print_wrapped(f"A Rules Submission to start from: feltlaw rules new {regulation.id}")


def _title(paid: PaidByTable) -> str:
    """What is paid, and the keys of the submission that offer it and choose its table."""
    kind = "award"
    if isinstance(paid.of, Wager):
        kind = "always offered" if paid.of.always_offered else "offered if submitted"
    choice = paid.of.payouts.choice
    return f"{paid.of.title}, {kind}: [wagers.{paid.section}]{f' {choice.key}' if choice else ''}"


def _print_outcomes(wager: Wager, title: str) -> None:
    """What each outcome of the wager's contest pays."""
    rows = [
        (
            outcome.replace("_", " "),
            _pays(wager, outcome),
            ", ".join(result.cite.clauses),
        )
        for outcome, result in wager.outcomes.items()
    ]
    print_table(("outcome", "pays", "clauses"), rows, title, least=("clauses",))


def _pays(wager: Wager, outcome: str) -> str:
    """What an outcome pays, in words where it is no row of odds."""
    pays = wager.outcomes[outcome].pays
    if pays is None:
        return "as the paytable"
    if wager.paid_from == "players" and not isinstance(pays, Lose):
        return "a share of it" if outcome == "tied" else "all of it"
    return str(pays)


def _print_meter(wager: Wager, tables: Mapping[str, Paytable]) -> None:
    """The terms of the meter the wager feeds, by paytable and level, and what is always paid by hand."""
    levels = [(head, level) for head, table in tables.items() for level in table.levels.values()]
    reserves = any(level.reserve_rate for _, level in levels)
    rows = [
        (
            head,
            level.name,
            show_dollars(int(100 * level.seed)) + _mark(level, "seed"),
            show_dollars(int(100 * level.reseed)) + _mark(level, "seed"),
            show_percent(level.rate) + _mark(level, "rate"),
            *((show_percent(level.reserve_rate),) if reserves else ()),
            ", ".join(_clauses(level)),
        )
        for head, level in levels
    ]
    heads = ("paytable", "level", "seed", "reseed", "rate", *(("reserve",) if reserves else ()), "clauses")
    print_table(
        heads,
        rows,
        f"Meter {wager.meter}: seeds for a $1 wager, in proportion for others",
        least=("clauses", "reserve"),
    )
    if any(level.open for _, level in levels):
        print_wrapped("* not in the text: a default, and the submission may state its own (I-113)")
    if wager.by_hand:
        what = "100% of the meter" if wager.by_hand.what == "full_meter" else "a percentage of the meter"
        clauses = ", ".join(wager.by_hand.cite.clauses)
        print_wrapped(
            f"Paid by hand, never from the table inventory container or a game account: {what} ({clauses})"
        )
    print()


def _mark(level: LevelTerms, term: str) -> str:
    return " *" if term in level.open else ""


def _clauses(level: LevelTerms) -> list[str]:
    return [clause for clause in level.clauses if not clause.startswith("I-")]


def _print_tables(regulation: Regulation, paid: PaidByTable, title: str) -> None:
    """The paytables side by side, in as many blocks as the terminal needs."""
    hands = _ordered(regulation, paid)
    first = max(len(hand) for hand in hands)
    columns = {
        head: [str(table.rows[hand].pays) if hand in table.rows else "" for hand in hands]
        for head, table in paid.tables.items()
    }
    while columns:
        block: list[str] = []
        room = width() - len(INDENT) - first
        for head, cells in columns.items():
            room -= GAP + max(len(text) for text in (head, *cells))
            if block and room < 0:
                break
            block.append(head)
        rows = [
            (hand.replace("_", " "), *(columns[head][at] for head in block)) for at, hand in enumerate(hands)
        ]
        print_table(("hand", *block), [row for row in rows if any(row[1:])], title)
        columns = {head: cells for head, cells in columns.items() if head not in block}
        title = ""


def _ordered(regulation: Regulation, paid: PaidByTable) -> list[str]:
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
                    **({"levels": _levels_json(table)} if table.levels else {}),
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
                **_contest_json(wager),
                **paid[name],
                **_meter_json(wager),
            }
            for name, wager in regulation.wagers.items()
        },
        "awards": {
            name: {"clauses": list(award.cite.clauses), **paid[name]}
            for name, award in regulation.awards.items()
        },
    }


def _contest_json(wager: Wager) -> dict[str, object]:
    if not wager.outcomes:
        return {}
    return {
        "outcomes": {
            outcome: {
                "pays": _pays(wager, outcome),
                "clauses": list(result.cite.clauses),
            }
            for outcome, result in wager.outcomes.items()
        }
    }


def _meter_json(wager: Wager) -> dict[str, object]:
    """The meter it feeds, and which awards of it never come from the container or a game account."""
    found: dict[str, object] = {"meter": wager.meter} if wager.meter else {}
    if wager.by_hand:
        found["by_hand"] = {"what": wager.by_hand.what, "clauses": list(wager.by_hand.cite.clauses)}
    return found


def _levels_json(table: Paytable) -> dict[str, object]:
    """The terms for a wager of one dollar; `open` names those a submission may state."""
    return {
        level.name: {
            "seed": dollars(int(100 * level.seed)),
            "reseed": dollars(int(100 * level.reseed)),
            "rate": show_percent(level.rate),
            "reserve_rate": show_percent(level.reserve_rate),
            "open": list(level.open),
            "clauses": _clauses(level),
        }
        for level in table.levels.values()
    }
