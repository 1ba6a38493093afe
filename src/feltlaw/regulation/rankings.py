"""Reads the `[ranking]` part of a regulation file."""

from __future__ import annotations

from feltlaw.cards import RANKS, parse_cards, show
from feltlaw.ranking import Highest, PointCount, Poker, Ranking, SameColor, WithFourth
from feltlaw.regulation.reader import Part, RegulationError, whole


def read_rankings(root: Part) -> tuple[dict[str, Ranking], dict[str, str]]:
    """The rankings by name, and the words for each."""
    found: dict[str, Ranking] = {}
    titles: dict[str, str] = {}
    for name, table in root.named("ranking"):
        kind = table.word("kind", ("poker", "same_color", "with_fourth", "highest", "points"))
        titles[name] = table.text("title")
        clause = table.clauses()[0]
        table.interpretations()
        for key in ("card_order", "ace_low", "ties"):
            table.maybe_cite(key)
        match kind:
            case "poker":
                found[name] = _poker(name, clause, table)
            case "same_color":
                found[name] = SameColor(name, clause, rows=_colors(table))
            case "with_fourth":
                found[name] = WithFourth(
                    name, clause, of=_base(table, found), fourth=table.word("fourth", tuple(RANKS))
                )
            case "highest":
                found[name] = Highest(name, clause, of=_base(table, found))
            case _:
                found[name] = _points(name, clause, table)
    return found, titles


def _shapes(table: Part) -> dict[str, str]:
    return {
        shape: table.book.cite(clause, f"{table.where}.shapes", {shape: clause})
        for shape, clause in table.pairs("shapes").items()
    }


def _colors(table: Part) -> dict[str, str]:
    shapes = _shapes(table)
    if set(shapes) != {"player_and_dealer", "player", "mixed"}:
        raise RegulationError(f"{table.where}.shapes: player_and_dealer, player and mixed are wanted")
    return shapes


def _base(table: Part, found: dict[str, Ranking]) -> Ranking:
    name = table.text("base")
    if name not in found:
        raise RegulationError(f"{table.where}.base: no ranking '{name}' stands above")
    return found[name]


def _poker(name: str, clause: str, table: Part) -> Poker:
    thresholds = {
        key: (inner.read("lowest", lambda text: show(parse_cards(text))), inner.clauses()[0])
        for key, inner in table.named("thresholds")
    }
    return Poker(
        name,
        clause,
        cards=table.number("cards"),
        of=table.number("of"),
        shapes=_shapes(table),
        thresholds=thresholds,
    )


def _points(name: str, clause: str, table: Part) -> PointCount:
    values: dict[str, int] = {}
    joker: tuple[int, ...] = ()
    for item in table.listed("values"):
        item.cite()
        if item.text("cards") == "joker":
            joker = item.values("points", whole)
            continue
        for rank in item.text("cards"):
            if rank not in RANKS or rank in values:
                raise RegulationError(f"{item.where}: rank '{rank}' is unknown or has a value already")
            face = item.value("points") == "face" and rank.isdigit()
            values[rank] = int(rank) if face else item.number("points")
    qualifying = table.table("qualifying")
    totals = qualifying.values("totals", whole)
    qualifying.cite()
    qualifying.done()
    return PointCount(
        name, clause, values=values, joker=joker, qualifying=totals, highest=table.number("highest")
    )
