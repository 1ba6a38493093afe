"""Why a line came out as it did: the hand, at which odds, and where it lost, what it would have needed."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.money import parse_pays
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import Ranking
from feltlaw.ranking.kinds import WithFourth
from feltlaw.ranking.poker import NOTHING
from feltlaw.regulation.model import Cite
from feltlaw.settlement import Line, explain_line
from feltlaw.settlement.explain import happened
from feltlaw.settlement.explain import why as why_so
from feltlaw.submission import Submission
from feltlaw.telling.names import signed, title_of
from feltlaw.telling.said import Said, Tone, said
from feltlaw.views.parts import LineView

_ROWS = {
    "player": "your cards of one color",
    "player_and_dealer": "your cards and the dealer's of one color",
}
UNSEEN = "a hand that was not shown"
ABSENT = "?"


def row_words(hand: str) -> str:
    """A row of a paytable, as one says it."""
    return _ROWS.get(hand, hand.replace("_", " "))


def least_row(table: Paytable, ranking: Ranking | None) -> Row:
    """The row that pays the lowest hand: the last, unless a further card makes two hands of each."""
    labels = ranking.labels() if isinstance(ranking, WithFourth) else ()
    picked = (table.pick(label) for label in reversed(labels))
    return next((row for row in picked if row is not None), list(table.rows.values())[-1])


def why(line: LineView) -> str:
    """What a wager's line rests on: the hand, and what it came to."""
    if line.hand or not line.outcome:
        return why_so(as_line(line))
    words = why_so(as_line(line, ABSENT))
    return words.removeprefix(f"{ABSENT}, ").removeprefix("but ")


def as_line(line: LineView, hand: str = "") -> Line:
    """A line as settlement explains it, with what is known of it."""
    unseen = UNSEEN if line.result == "win" and not line.outcome else hand
    return Line(
        seat=line.seat,
        id=line.id,
        is_award=line.is_award,
        stake=line.stake,
        outcome=line.outcome,
        result=line.result,
        paid=line.paid,
        returned=line.returned,
        cite=Cite(line.clauses, line.interpretations),
        pays=parse_pays(line.pays) if line.pays else None,
        hand=line.hand or unseen,
        on=line.on,
        for_seat=line.for_seat,
        note=line.note,
    )


def reason(line: LineView, submission: Submission, players: int) -> str:
    """The same with odds, or with the least that would have won; `players` are dealt in."""
    if line.is_award:
        held = line.hand or "the draw matches"
        return f"seat {line.for_seat} holds a {held}" if line.for_seat else f"{held}, {line.pays}"
    words = why(line)
    if line.result == "win":
        return f"{words}, {line.pays}" if line.pays else words
    offered = submission.wagers[line.id]
    table = offered.paytable(players)
    if line.result == "lose" and line.hand and not offered.wager.contest and table is not None and table.rows:
        ranking = submission.regulation.rankings.get(offered.wager.ranking)
        held = "nothing that counts" if line.outcome == NOTHING else line.hand
        return f"{held}; it needs {_a(row_words(least_row(table, ranking).hand))}"
    return words


def _a(words: str) -> str:
    """With an article, where one goes before it."""
    return words if words.split(maxsplit=1)[0] in ("two", "three", "your") else f"a {words}"


def line_said(line: LineView, submission: Submission, players: int, known: str = "") -> Said:
    """`Ante +$10: the dealer does not qualify, 1 to 1`; `known` is a hand that was just read out."""
    because = reason(line, submission, players)
    if known and not line.is_award and submission.regulation.wagers[line.id].contest:
        because = because.removeprefix(f"{known}, ").removeprefix("and ").removeprefix("but ")
    note = f"; {line.note}" if line.note else ""
    tone: Tone = "good" if line.net > 0 else "bad" if line.net < 0 else "plain"
    text = f"{title_of(submission, line.id)} {signed(line.net)}: {because}{note}"
    return said(text, tone=tone, under=True)


def in_short(lines: Sequence[LineView], submission: Submission) -> str:
    """`Ante -$10, Pair Plus -$5`."""
    return ", ".join(f"{title_of(submission, line.id)} {signed(line.net)}" for line in lines)


def explained(line: LineView, submission: Submission) -> str:
    """One line whole: what was held, what happened, what moved, and by which clauses."""
    return explain_line(as_line(line), submission.regulation)


def sentence(line: LineView, submission: Submission) -> str:
    """The same as a sentence that stands under the line's own title, its clauses beside it."""
    words = happened(as_line(line), submission.regulation)
    note = f" Note: {line.note}." if line.note else ""
    return f"{words[:1].upper()}{words[1:]}.{note}"
