"""Reads the `[wager]` and `[award]` parts of a regulation file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from feltlaw.money import Amount, Lose, MeterShare, Odds, parse_money, parse_pays, parse_rate, show_dollars
from feltlaw.paytable import LevelTerms, Paytable, PaytableError, Row
from feltlaw.ranking import Ranking
from feltlaw.regulation import vocabulary as words
from feltlaw.regulation.model import (
    AtMost,
    Award,
    Choice,
    Cite,
    EnvySchedule,
    FoldRule,
    OptionalRow,
    Payouts,
    Requires,
    Result,
    Rule,
    Stake,
    Validated,
    Wager,
)
from feltlaw.regulation.reader import Part, RegulationError


def at_most(table: Part) -> AtMost:
    return AtMost(table.number("most"), table.cite())


def read_ratio(table: Part, key: str) -> Fraction:
    text = table.text(key, "0")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise RegulationError(f'{table.path(key)}: write a ratio like "1/2"') from None


def read_requires(table: Part, wagers: Iterable[str]) -> Requires:
    every = table.has("all")
    return Requires(table.words("all" if every else "any", wagers), every, table.cite())


def read_wagers(root: Part, rankings: Mapping[str, Ranking]) -> dict[str, Wager]:
    found: dict[str, Wager] = {}
    ids = tuple(root.pairs("wager"))
    for name, table in root.named("wager"):
        ranking = table.word("ranking", rankings)
        payouts = _payouts(table, rankings[ranking], found)
        contest = table.word("contest", words.CONTESTS, "")
        outcomes = _outcomes(table, contest, payouts)
        found[name] = Wager(
            id=name,
            title=table.text("title"),
            offered=table.word("offered", words.OFFERED),
            section=table.text("section", name),
            placed=table.word("placed", words.PLACED, "layout"),
            paid_from=table.word("paid_from", words.PAID_FROM, "inventory"),
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
            validated=table.maybe("validated", _validated),
            by_hand=table.maybe("by_hand", lambda inner: _rule(inner, words.BY_HAND)),
        )
        if not contest and not payouts.tables:
            raise RegulationError(f"{table.where}: there is neither a contest nor a paytable")
        if not contest and not (table.has("won") and table.has("lost")):
            raise RegulationError(f"{table.where}: 'won' and 'lost' say which clauses settle it")
    return found


def read_awards(root: Part, rankings: Mapping[str, Ranking], wagers: Mapping[str, Wager]) -> dict[str, Award]:
    found: dict[str, Award] = {}
    for name, table in root.named("award"):
        kind = table.word("kind", words.AWARDS)
        ranking = table.word("ranking", rankings, "")
        if (kind in ("bonus", "envy")) != bool(ranking):
            raise RegulationError(f"{table.where}: a ranking belongs to awards for a hand, and to no others")
        stakes = table.one_or_more("stake_of", wagers)
        found[name] = Award(
            id=name,
            title=table.text("title"),
            kind=kind,
            cite=table.cite(),
            stake_of=stakes,
            by_stake=_by_stake(table, stakes),
            paid_from=table.word("paid_from", words.PAID_FROM, "inventory"),
            cards=table.words("cards", words.CARDS),
            ranking=ranking,
            needs_wager=table.word("needs_wager", wagers, ""),
            on_outcome=table.text("on_outcome", ""),
            option=table.text("option", ""),
            on_fold=table.maybe("on_fold", _right),
            folded_holder=table.maybe(
                "folded_holder", lambda inner: Rule(inner.text("needs", ""), inner.cite())
            ),
            payouts=_payouts(table, rankings.get(ranking), {}),
            schedules=tuple(_schedule(item, rankings[ranking]) for item in table.listed("schedules")),
        )
        if bool(found[name].schedules) != (kind == "envy") or bool(found[name].payouts.tables) == (
            kind == "envy"
        ):
            raise RegulationError(f"{table.where}: envy has schedules, every other award has paytables")
    return found


def _by_stake(table: Part, stakes: Iterable[str]) -> dict[str, Cite]:
    """A clause for each wager an award is paid on, where the text has one for each."""
    return table.maybe("by_stake", lambda inner: {one: inner.cite(one) for one in stakes}) or {}


def _rule(table: Part, allowed: Iterable[str]) -> Rule:
    return Rule(table.word("what", allowed), table.cite())


def _validated(table: Part) -> Validated:
    found = Validated(table.word("what", words.VALIDATED), table.values("pays", parse_pays), table.cite())
    if (found.what == "high") != bool(found.pays):
        raise RegulationError(f"{table.where}: 'pays' names the rows that are high, and no others")
    return found


def _stake(table: Part, wagers: Iterable[str]) -> Stake:
    inner = table.table("stake")
    kind = inner.word("kind", words.STAKES)
    found = Stake(kind, inner.cite(), inner.word("of", wagers, ""), inner.values("amounts", parse_money))
    inner.done()
    if (kind in ("equal", "decision")) != bool(found.of):
        raise RegulationError(f"{inner.where}: 'of' belongs to a stake that follows another wager")
    return found


def _fold(table: Part) -> FoldRule:
    keep = table.flag("keep")
    option = table.pairs("reversed_by") if table.has("reversed_by") else {}
    if len(option) > 1:
        raise RegulationError(f"{table.where}.reversed_by: one option is wanted")
    return FoldRule(keep, table.flag("cards_stay", keep), table.cite(), next(iter(option.items()), None))


def _right(table: Part) -> FoldRule:
    """What becomes of the right to an award; a right alone keeps no cards on the table."""
    return FoldRule(table.flag("keep"), False, table.cite())


def _outcomes(table: Part, contest: str, payouts: Payouts) -> dict[str, Result]:
    found: dict[str, Result] = {}
    for name, inner in table.named("outcomes"):
        pays = None if inner.value("pays") == "paytable" else inner.read("pays", parse_pays)
        found[name] = Result(pays, inner.cite())
        if pays is None and not payouts.tables:
            raise RegulationError(f"{inner.where}: there is no paytable")
    wanted = words.CONTESTS.get(contest, ())
    if set(found) - set(wanted) or {name for name in wanted if name != "bad_beat"} - set(found):
        what = contest or "a wager without contest"
        raise RegulationError(f"{table.where}.outcomes: {what} has {', '.join(wanted) or 'none'}")
    return found


def _payouts(table: Part, ranking: Ranking | None, wagers: Mapping[str, Wager]) -> Payouts:
    if table.has("paytables_of"):
        return wagers[table.word("paytables_of", wagers)].payouts
    tables = {key: _paytable(key, inner) for key, inner in table.named("paytables")}
    always = table.maybe("always", lambda inner: _paytable("always", inner))
    optional = {
        hand: OptionalRow(
            hand,
            inner.text("key"),
            inner.read("at_least", _odds),
            inner.words("versions"),
            inner.cite(),
        )
        for hand, inner in table.named("optional_rows")
    }
    for paytable in tables.values():
        doubled = [row for row in paytable.rows if always and row in always.rows]
        if doubled:
            raise RegulationError(
                f"{table.where}: row '{doubled[0]}' stands in two tables that apply together"
            )
    for paytable in (*tables.values(), *([always] if always else [])):
        _check(paytable, ranking, table)
        for hand, row in optional.items():
            _check(paytable.plus({hand: Row(hand, row.at_least, ())}), ranking, table)
    return Payouts(
        tables,
        always,
        table.maybe(
            "chosen_by", lambda inner: Choice(inner.text("section"), inner.text("key"), inner.cite())
        ),
        table.flag("by_players", False),
        table.cite("posted") if table.has("posted") else None,
        optional,
    )


def _check(paytable: Paytable, ranking: Ranking | None, table: Part) -> None:
    """Draws of a card or a position have no ranking, so their rows are free."""
    if ranking is not None:
        try:
            paytable.check(ranking)
        except PaytableError as error:
            raise RegulationError(f"{table.where}: {error}") from None


def _odds(text: object) -> Odds:
    pays = parse_pays(text)
    if not isinstance(pays, Odds):
        raise ValueError('odds like "5 to 1" are wanted')
    return pays


def _paytable(key: str, table: Part) -> Paytable:
    clauses = table.clauses()
    rows = _rows(table, clauses)
    levels = {name: _level(name, inner) for name, inner in table.named("levels")}
    asked = {row.pays.level for row in rows.values() if isinstance(row.pays, MeterShare)}
    if asked != set(levels):
        raise RegulationError(
            f"{table.where}: the rows pay from {sorted(asked)}, the levels are {sorted(levels)}"
        )
    return Paytable(
        key,
        table.text("name", "" if key in ("only", "always") else key),
        rows,
        clauses,
        table.interpretations(),
        table.words("versions"),
        table.number("players", 0) or None,
        table.read("amount", parse_money) if table.has("amount") else None,
        levels,
    )


def _rows(table: Part, clauses: tuple[str, ...]) -> dict[str, Row]:
    rows = table.table("rows")
    found = {hand: _row(hand, rows, clauses) for hand in table.pairs("rows")}
    if not found:
        raise RegulationError(f"{table.where}: a paytable has rows")
    return found


def _row(hand: str, rows: Part, clauses: tuple[str, ...]) -> Row:
    """A payout, or a table with a payout and a clause of its own."""
    if isinstance(rows.value(hand), dict):
        inner = rows.table(hand)
        row = Row(hand, inner.read("pays", parse_pays), inner.cite().clauses)
        inner.done()
    else:
        row = Row(hand, rows.read(hand, parse_pays), clauses)
    if isinstance(row.pays, Lose):
        raise RegulationError(f"{rows.path(hand)}: a losing hand has no row")
    return row


def _level(name: str, table: Part) -> LevelTerms:
    seed = Fraction(table.number("seed"))
    return LevelTerms(
        name,
        seed,
        Fraction(table.number("reseed", int(seed))),
        table.read("rate", parse_rate),
        table.read("reserve_rate", parse_rate) if table.has("reserve_rate") else Fraction(0),
        table.clauses() + table.interpretations(),
        table.words("open", ("seed", "rate")),
    )


def _schedule(table: Part, ranking: Ranking) -> EnvySchedule:
    paytables = table.words("paytables")
    stake = table.read("stake", parse_money)
    cite = table.cite()
    rows = _rows(table, cite.clauses)
    if any(not isinstance(row.pays, Amount) for row in rows.values()):
        raise RegulationError(f'{table.where}: envy is a fixed sum, like "$100"')
    name = show_dollars(stake)
    paytable = Paytable(name, name, rows, cite.clauses, cite.interpretations)
    _check(paytable, ranking, table)
    return EnvySchedule(stake, paytables, paytable)
