"""What wins at a table, in the words and figures of its submission: a line for each wager, and its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from feltlaw.cards import RANK_NAMES, SUITS, Card
from feltlaw.money import Lose, Odds, Pays, Push, gain, show_dollars
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import PointCount, Ranking
from feltlaw.regulation import Award, Regulation, Wager
from feltlaw.round.setting import points_ranking
from feltlaw.submission import Offered, Submission
from feltlaw.telling.reasons import least_row, row_words
from feltlaw.views.parts import MeterView

_OUTCOMES = {
    "higher": "a higher hand",
    "equal": "an equal hand",
    "lower": "a lower hand",
    "bad_beat": "a bad beat",
    "dealer_does_not_qualify": "a dealer who does not qualify",
    "neither_qualifies": "two hands that do not qualify",
    "only_player_qualifies": "a dealer who does not qualify",
    "only_player_qualifies_with_half_points": "a winning hand of {half} points",
    "higher_with_half_points": "a winning hand of {half} points",
    "highest": "the highest hand",
    "tied": "a tie for the highest hand",
}
"""What a contest may say, as something that is paid for."""
_CARDS = {
    "player": "your cards",
    "dealer": "the dealer's",
    "community": "the community's",
    "fourth": "a fourth",
    "every_hand": "every hand at the table",
}


# ── a line for each wager ──


def summaries(submission: Submission, players: int) -> Iterator[tuple[str, str]]:
    """Each wager and award of the table in a sentence: its name, and what wins what."""
    regulation = submission.regulation
    for offered in submission.wagers.values():
        wager, table = offered.wager, offered.paytable(players)
        paid = _rows(table, regulation.rankings.get(wager.ranking)) if table is not None else ""
        wins = "; ".join(_contest(submission, wager, paid)) if wager.contest else paid
        yield name_of(wager), f"{_stake(submission, offered)}: {wins}."
    for award in (one.award for one in submission.awards.values()):
        table = _award_table(submission, award)
        if table is not None:
            on = " or ".join(regulation.wagers[wager].title for wager in award.stake_of)
            yield award.title, f"on the {on}: {_rows(table, regulation.rankings.get(award.ranking))}."


def name_of(wager: Wager) -> str:
    """What a wager is called, and what to type for it where that is not the same."""
    return wager.title if _bare(wager.title) == _bare(wager.id) else f"{wager.title} ({wager.id})"


def qualifying(regulation: Regulation) -> Iterator[str]:
    """What cards count where they do, and which hands may be compared at all."""
    ranking = points_ranking(regulation)
    if ranking is not None:
        joker = [f"joker {_either(ranking.joker)}"] if regulation.deck.jokers else []
        yield f"Cards count: {', '.join([*_values(ranking), *joker])}."
        yield (
            f"A hand qualifies when three of its cards total {_either(sorted(ranking.qualifying))}; "
            f"the other two are its Point Count, {ranking.highest} at best."
        )
    for terms in regulation.contests.values():
        if terms.qualifier:
            yield f"The dealer qualifies with {row_words(terms.qualifier)} or better."


def _values(ranking: PointCount) -> Iterator[str]:
    """What the ranks count, neighbours that count alike together."""

    def counts(rank: int) -> str:
        value = _either(ranking.values(Card(rank * len(SUITS))))
        return "their number" if value == RANK_NAMES[rank] else value

    for value, alike in groupby(range(len(RANK_NAMES)), counts):
        first, *more = (RANK_NAMES[rank] for rank in alike)
        yield f"{first} to {more[-1]} {value}" if more else f"{first} {value}"


def _either(numbers: Sequence[int]) -> str:
    *some, last = map(str, numbers)
    return f"{', '.join(some)} or {last}" if some else last


def _stake(submission: Submission, offered: Offered) -> str:
    stake = offered.wager.stake
    least = show_dollars(offered.minimum)
    if stake.kind == "equal":
        return f"as much as the {submission.regulation.wagers[stake.of].title}"
    if stake.kind == "decision":
        acts = [act for decision in submission.regulation.decisions for act in decision.acts]
        times = {act.play for act in acts if act.play}
        of = submission.regulation.wagers[stake.of].title
        many = f"as you decide, {min(times)} to {max(times)} times the {of}"
        return many if len(times) > 1 else f"if you stay, as much as the {of}"
    if stake.kind == "limits":
        return f"{least} to {show_dollars(offered.maximum)}"
    return f"{least}, from every player where two play" if stake.kind == "table_minimum" else least


def _contest(submission: Submission, wager: Wager, by_table: str) -> Iterator[str]:
    """What a contest's outcomes pay, the wins first; losing is not told."""
    if wager.paid_from == "players":
        yield f"{_OUTCOMES['highest']} takes all, {_OUTCOMES['tied']} shares"
        return
    terms = submission.regulation.contests[wager.contest]
    by_pays: dict[Pays | None, dict[str, None]] = {}
    for outcome, result in wager.outcomes.items():
        words = _OUTCOMES.get(outcome, row_words(outcome)).format(half=terms.half_points)
        if outcome == "bad_beat":
            words = f"{words}{_beaten(submission, terms.bad_beat)}"
        by_pays.setdefault(result.pays, {})[words] = None
    for pays in sorted(by_pays, key=_best_first):
        if not isinstance(pays, Lose):
            yield f"{by_table if pays is None else pays} with {' or '.join(by_pays[pays])}"


def _beaten(submission: Submission, award: str) -> str:
    """What a bad beat is: the lowest hand whose loss its bonus pays for."""
    table = submission.awards[award].paytable if award in submission.awards else None
    if table is None:
        return ""
    ranking = submission.regulation.rankings.get(submission.awards[award].award.ranking)
    return f" (a {row_words(least_row(table, ranking).hand)} or better that loses)"


def _best_first(pays: Pays | None) -> tuple[bool, bool, Fraction]:
    """Wins before pushes; of two wins the higher odds first."""
    return pays is not None, isinstance(pays, Push), -pays.ratio if isinstance(pays, Odds) else Fraction(0)


def _rows(table: Paytable, ranking: Ranking | None) -> str:
    """The lowest row and the highest; where a meter pays, its row stands first."""
    if not table.rows:
        return ""
    least, best = least_row(table, ranking), next(iter(table.rows.values()))
    if gain(best.pays) is not None:
        best = max(table.rows.values(), key=lambda row: gain(row.pays) or 0)
    return _row(least) if best is least else f"{_row(least)}, up to {_row(best)}"


def _row(row: Row) -> str:
    words = row_words(row.hand)
    return f"{words}{',' * words[-1].isdigit()} {row.pays}"


def _award_table(submission: Submission, award: Award) -> Paytable | None:
    """What an award pays by; for envy the schedule of the stake that is offered. None if it is not paid."""
    if not submission.pays_any(award):
        return None
    offered = submission.awards[award.id]
    if not award.schedules:
        return offered.paytable
    staked = submission.wagers[award.stake_of[0]]
    table = staked.paytable()
    fitting = [one for one in award.schedules if not one.paytables or (table and table.key in one.paytables)]
    exact = [one for one in fitting if one.stake == staked.minimum]
    return (exact or fitting)[0].table if fitting else None


# ── whole tables ──


@dataclass(frozen=True)
class Column:
    """What one wager or award pays; `name` as its summary has it."""

    title: str
    table: Paytable
    name: str


@dataclass(frozen=True)
class PostedTable:
    """Paytables that read the same cards, side by side: a heading, the columns' titles, and rows of words."""

    heading: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def posted_tables(submission: Submission, players: int, only: str = "") -> Iterator[PostedTable]:
    """The paytables of a table; with `only`, those of wagers that are called so."""
    for (heading, _), columns in _groups(submission, players).items():
        wanted = [one for one in columns if not only or fits(only, one.title)]
        if wanted:
            hands = merged([list(one.table.rows) for one in wanted])
            rows = tuple((row_words(hand), *(_pays(one.table, hand) for one in wanted)) for hand in hands)
            yield PostedTable(heading, tuple(one.title for one in wanted), rows)


def beside_tables(submission: Submission, players: int, only: str = "") -> Iterator[tuple[str, str]]:
    """The summaries of wagers that no table has; with `only`, of those that are called so."""
    in_tables = {one.name for columns in _groups(submission, players).values() for one in columns}
    for name, text in summaries(submission, players):
        if fits(only, name) if only else name not in in_tables:
            yield name, text


def fits(typed: str, name: str) -> bool:
    """Whether somebody means this name: its beginning will do, however it is spaced."""
    return bool(_bare(typed)) and _bare(name).startswith(_bare(typed))


def _bare(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _pays(table: Paytable, hand: str) -> str:
    return str(table.rows[hand].pays) if hand in table.rows else ""


def _groups(submission: Submission, players: int) -> dict[tuple[str, str], list[Column]]:
    """Columns by what is read for them: the cards, and by which ranking."""
    found: dict[tuple[str, str], list[Column]] = {}
    for offered in submission.wagers.values():
        table = offered.paytable(players)
        if table is not None and table.rows:
            many = f" ({players} player{'s' * (players != 1)})" if table.players else ""
            _add(found, offered.wager, Column(f"{offered.wager.title}{many}", table, name_of(offered.wager)))
    for paid in submission.awards.values():
        table = _award_table(submission, paid.award)
        if table is not None and table.rows:
            _add(found, paid.award, Column(paid.award.title, table, paid.award.title))
    return found


def _add(found: dict[tuple[str, str], list[Column]], paid: Wager | Award, column: Column) -> None:
    heading = " + ".join(_CARDS.get(one, row_words(one)) for one in paid.cards) or "drawn"
    if isinstance(paid, Award) and paid.kind == "envy":
        heading = "another's hand"
    found.setdefault((heading, paid.ranking), []).append(column)


def merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """All rows of several tables, each table's own order kept."""
    found: list[str] = []
    for rows in sorted(lists, key=len, reverse=True):
        at = len(found)
        for row in reversed(rows):
            if row in found:
                at = found.index(row)
            else:
                found.insert(at, row)
    return found


def meters_words(meters: Iterable[MeterView]) -> Iterator[str]:
    """What stands on each jackpot's meter."""
    for meter in meters:
        showing = [
            show_dollars(one.showing) if one.level == "meter" else f"{one.level} {show_dollars(one.showing)}"
            for one in meter.levels
        ]
        stopped = f" (stopped: {meter.stopped})" if meter.stopped else ""
        yield f"Jackpot {meter.meter.replace('_', ' ')}: {', '.join(showing) or 'unknown'}{stopped}"
