"""Reads the `[wager]` and `[award]` parts of a regulation file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from feltlaw.money import Amount, Lose, MeterShare, Odds, parse_money, parse_pays, parse_rate
from feltlaw.paytable import Level, Paytable, Row
from feltlaw.ranking import Ranking
from feltlaw.regulation import vocabulary as words
from feltlaw.regulation.model import (
    AtMost,
    Award,
    Choice,
    EnvySchedule,
    FoldRule,
    OptionalRow,
    Payouts,
    Requires,
    Result,
    Rule,
    Stake,
    Wager,
)
from feltlaw.regulation.reader import RegulationError, Table

def at_most(table: Table) -> AtMost:
    return AtMost(table.number("most"), table.cite())


def read_ratio(table: Table, key: str) -> Fraction:
    text = table.text(key, "0")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise RegulationError(f"{table.where}.{key}: write a ratio like \"1/2\"") from None


def read_requires(table: Table, wagers: Iterable[str]) -> Requires:
    every = table.has("all")
    return Requires(table.words("all" if every else "any", wagers), every, table.cite())


def read_wagers(root: Table, rankings: Mapping[str, Ranking]) -> dict[str, Wager]:
    found: dict[str, Wager] = {}
    ids = tuple(root.pairs("wager"))
    for name, table in root.named("wager"):
        ranking = table.word("ranking", rankings, "")
        payouts = _payouts(table, rankings.get(ranking), found)
        contest = table.word("contest", words.CONTESTS, "")
        outcomes = _outcomes(table, contest, payouts)
        found[name] = Wager(
            id=name,
            title=table.text("title"),
            offered=table.word("offered", words.OFFERED),
            section=table.text("section", name),
            placed=table.word("placed", words.PLACED, "layout"),
            paid_from=table.word("paid_from", words.PAID_FROM, "tray"),
            cite=table.cite(),
            stake=_stake(table, ids),
            cards=table.words("cards", words.CARDS),
            ranking=ranking,
            requires=table.maybe("requires", lambda inner: read_requires(inner, ids)),
            on_fold=table.maybe("on_fold", _fold),
            on_surrender=table.maybe("on_surrender", _fold),
            contest=contest,
            outcomes=outcomes,
            payouts=payouts,
            won=table.maybe_cite("won"),
            lost=table.maybe_cite("lost"),
            meter=table.text("meter", ""),
            shared=table.cite("shared") if table.has("shared") else None,
            validated=table.maybe("validated", lambda inner: _rule(inner, words.VALIDATED)),
            by_hand=table.maybe("by_hand", lambda inner: _rule(inner, words.BY_HAND)),
        )
        if not contest and not (table.has("won") and table.has("lost")):
            raise RegulationError(f"{table.where}: 'won' and 'lost' say which clauses settle it")
    return found


def read_awards(root: Table, rankings: Mapping[str, Ranking], wagers: Mapping[str, Wager]) -> dict[str, Award]:
    found: dict[str, Award] = {}
    for name, table in root.named("award"):
        ranking = table.word("ranking", rankings, "")
        stake_of = table.value("stake_of")
        found[name] = Award(
            id=name,
            title=table.text("title"),
            kind=table.word("kind", words.AWARDS),
            cite=table.cite(),
            stake_of=tuple(stake_of) if isinstance(stake_of, list) else (stake_of,),
            paid_from=table.word("paid_from", words.PAID_FROM, "tray"),
            cards=table.words("cards", words.CARDS),
            ranking=ranking,
            needs_wager=table.word("needs_wager", wagers, ""),
            on_outcome=table.text("on_outcome", ""),
            option=table.text("option", ""),
            on_fold=table.maybe("on_fold", _fold),
            folded_holder=table.maybe("folded_holder", lambda inner: Rule(inner.text("needs", ""), inner.cite())),
            payouts=_payouts(table, rankings.get(ranking), {}),
            schedules=tuple(_schedule(item, rankings[ranking]) for item in table.listed("schedules")),
        )
        unknown = [wager for wager in found[name].stake_of if wager not in wagers]
        if unknown:
            raise RegulationError(f"{table.where}.stake_of: no wager '{unknown[0]}'")
    return found


def _rule(table: Table, allowed: Iterable[str]) -> Rule:
    return Rule(table.word("what", allowed), table.cite())


def _stake(table: Table, wagers: Iterable[str]) -> Stake:
    inner = table.table("stake")
    kind = inner.word("kind", words.STAKES)
    amounts = tuple(parse_money(amount) for amount in (inner.value("amounts") if inner.has("amounts") else []))
    found = Stake(kind, inner.cite(), inner.word("of", wagers, ""), amounts)
    inner.done()
    if (kind in ("equal", "decision")) != bool(found.of):
        raise RegulationError(f"{inner.where}: 'of' belongs to a stake that follows another wager")
    return found


def _fold(table: Table) -> FoldRule:
    keep = table.flag("keep")
    option = table.pairs("reversed_by") if table.has("reversed_by") else {}
    return FoldRule(
        keep, table.flag("cards_stay", keep), table.cite(), next(iter(option.items()), None)
    )


def _outcomes(table: Table, contest: str, payouts: Payouts) -> dict[str, Result]:
    found: dict[str, Result] = {}
    for name, inner in table.named("outcomes"):
        text = inner.text("pays")
        found[name] = Result(None if text == "paytable" else parse_pays(text), inner.cite())
        if text == "paytable" and not payouts.tables:
            raise RegulationError(f"{inner.where}: there is no paytable")
    wanted = words.CONTESTS.get(contest, ())
    if set(found) - set(wanted) or {name for name in wanted if name != "bad_beat"} - set(found):
        raise RegulationError(f"{table.where}.outcomes: a {contest or 'wager without contest'} has {', '.join(wanted) or 'none'}")
    return found


def _payouts(table: Table, ranking: Ranking | None, wagers: Mapping[str, Wager]) -> Payouts:
    if table.has("paytables_of"):
        return wagers[table.word("paytables_of", wagers)].payouts
    tables = {key: _paytable(key, inner) for key, inner in table.named("paytables")}
    always = table.maybe("always", lambda inner: _paytable("always", inner))
    optional = {
        hand: OptionalRow(
            hand,
            inner.text("key"),
            _odds(inner, "at_least"),
            inner.words("versions"),
            inner.cite(),
        )
        for hand, inner in table.named("optional_rows")
    }
    if ranking is not None:
        for paytable in tables.values():
            doubled = [row for row in paytable.rows if always and row in always.rows]
            if doubled:
                raise RegulationError(f"{table.where}: row '{doubled[0]}' stands in two tables that apply together")
            paytable.check(ranking)
        if always:
            always.check(ranking)
    return Payouts(
        tables,
        always,
        table.maybe("chosen_by", lambda inner: Choice(inner.text("section"), inner.text("key"), inner.cite())),
        table.flag("by_players", False),
        table.cite("posted") if table.has("posted") else None,
        optional,
    )


def _odds(table: Table, key: str) -> Odds:
    pays = parse_pays(table.text(key))
    if not isinstance(pays, Odds):
        raise RegulationError(f"{table.where}.{key}: odds like \"5 to 1\" are wanted")
    return pays


def _paytable(key: str, table: Table) -> Paytable:
    clauses = table.clauses()
    rows = {hand: _row(hand, value, clauses, table) for hand, value in table.pairs("rows").items()}
    if not rows:
        raise RegulationError(f"{table.where}: a paytable has rows")
    levels = {name: _level(name, inner) for name, inner in table.named("levels")}
    asked = {row.pays.level for row in rows.values() if isinstance(row.pays, MeterShare)}
    if asked != set(levels):
        raise RegulationError(f"{table.where}: the rows pay from {sorted(asked)}, the levels are {sorted(levels)}")
    return Paytable(
        key,
        table.text("name", "" if key in ("only", "always") else key),
        rows,
        clauses,
        table.interpretations(),
        table.words("versions"),
        table.number("players", 0) or None,
        parse_money(table.value("amount")) if table.has("amount") else None,
        levels,
    )


def _row(hand: str, value: Any, clauses: tuple[str, ...], table: Table) -> Row:
    if isinstance(value, dict):
        inner = Table(value, f"{table.where}.rows.{hand}", table.book)
        row = Row(hand, parse_pays(inner.text("pays")), inner.clauses())
        inner.interpretations()
        inner.done()
    else:
        row = Row(hand, parse_pays(value), clauses)
    if isinstance(row.pays, Lose):
        raise RegulationError(f"{table.where}.rows.{hand}: a losing hand has no row")
    return row


def _level(name: str, table: Table) -> Level:
    seed = Fraction(table.number("seed"))
    return Level(
        name,
        seed,
        Fraction(table.number("reseed", int(seed))),
        parse_rate(table.text("rate")),
        parse_rate(table.text("reserve_rate", "0%")),
        table.clauses() + table.interpretations(),
        table.words("open", ("seed", "rate")),
    )


def _schedule(table: Table, ranking: Ranking) -> EnvySchedule:
    paytables = table.words("paytables")
    stake = parse_money(table.value("stake"))
    scales = table.flag("scales", False)
    rows = {
        hand: _row(hand, value, table.clauses(), table) for hand, value in table.pairs("rows").items()
    }
    if any(not isinstance(row.pays, Amount) for row in rows.values()):
        raise RegulationError(f"{table.where}: envy is a fixed sum, like \"$100\"")
    paytable = Paytable(f"${stake // 100}", f"${stake // 100}", rows, table.clauses(), table.interpretations())
    paytable.check(ranking)
    return EnvySchedule(stake, scales, paytables, paytable)

