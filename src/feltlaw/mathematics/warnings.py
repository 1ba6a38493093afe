"""What `rules check` says about the mathematics of a submission."""

from __future__ import annotations

from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.outcomes import AnalysisError, percent
from feltlaw.mathematics.progressive import drawn_awards, draws_assume
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.ranking import Poker
from feltlaw.regulation.model import Cite
from feltlaw.submission import Finding, Offered, Submission


def warnings(submission: Submission) -> tuple[Finding, ...]:
    """A warning for every side wager that pays back more than it takes, a meter being at its seed (I-61)."""
    rules = Rules(submission)
    found: list[Finding] = []
    for offered in submission.wagers.values():
        wager, table = offered.wager, offered.paytable()
        if wager.contest or table is None or _as_printed_on_six(submission, offered):
            continue
        try:
            returned = 1 + SideWager(rules, offered, None).ev
            if returned > 1 and not rules.keeps(wager):
                returned = 1 + SideWager(rules, offered, _folds(submission)).ev
        except AnalysisError:
            continue
        if returned > 1:
            draws = drawn_awards(rules, offered, 1)
            assumed = "".join(f"; {one}" for one in draws_assume(rules, offered))
            used = (*table.interpretations, *(("I-61",) if draws else ()), *(("I-63",) if assumed else ()))
            readings = tuple(dict.fromkeys(used))
            extras = f" with {' and '.join(draw.words for draw in draws)}" if draws else ""
            at = " with the meter at its seed" if wager.meter else ""
            found.append(
                Finding(
                    "warning",
                    f"wagers.{wager.section}",
                    f"the {wager.title} wager{extras} returns {percent(returned, 2)} of what is staked{at}"
                    f"{assumed}",
                    "See feltlaw analyze for its outcomes.",
                    Cite(table.clauses, readings),
                )
            )
    return tuple(found)


def _as_printed_on_six(submission: Submission, offered: Offered) -> bool:
    """A table on six cards just as it is printed: long to count, and all stay below 100 % (tested)."""
    ranking, table = submission.regulation.rankings[offered.wager.ranking], offered.paytable()
    printed = offered.wager.payouts.tables.get(table.key) if table else None
    return isinstance(ranking, Poker) and ranking.of == 6 and table == printed


def _folds(submission: Submission) -> Folds | None:
    from feltlaw.mathematics.engines import engine_for

    return engine_for(submission).folds()
