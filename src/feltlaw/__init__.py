"""Casino table games run exactly as the regulation says.

A round whose cards are known is settled, and says why:

>>> import feltlaw
>>> seat = {"seat": 1, "cards": "9h 8d 2h", "wagers": {"ante": 10, "prime": 5}, "decisions": ["fold"]}
>>> table = {"regulation": "PA-679a", "wagers": {"prime": {}}}
>>> result = feltlaw.settle({"submission": table, "seats": [seat], "dealer": "Kh Jd 9c"})
>>> result
<Settlement PA-679a: seat 1 +$5, house -$5>
>>> print(feltlaw.explain(result)[-1])
Seat 1, Prime $5: player all red; at 3 to 1, $15 is paid and the $5 stake comes back (PA-679a.11(d)...).

A table takes commands by people and answers with events; what is not legal is refused with its clause:

>>> table = feltlaw.open_table("PA-679a", seed="example")
>>> table.do("sit", feltlaw.Person("player", "ann"), seat=2)
(<Event sit by player ann>,)
>>> feltlaw.view(table, "player", "ann")
<View of 1 for player: opening; may leave, buy_in>

Money: dollars go in, as in files and JSON (`10`, `"10.00"`); what comes out is whole cents (`Cents`), and
`to_json()` writes dollars again. `dollars` and `show_dollars` turn cents into text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feltlaw import audit, testing
    from feltlaw.cards import Card
    from feltlaw.desk.memory import Table
    from feltlaw.event import Event, Person
    from feltlaw.library import explain, open_table, usual_submission, verify, view
    from feltlaw.mathematics import Analysis
    from feltlaw.mathematics.volatility import Session
    from feltlaw.money import Cents, dollars, parse_money, show_dollars
    from feltlaw.record.report import Report
    from feltlaw.refusal import Refused
    from feltlaw.regulation import Regulation, RegulationError, load, regulation_ids
    from feltlaw.settlement import Line, SeatResult, Settlement
    from feltlaw.submission import Submission, SubmissionError
    from feltlaw.table import Offer
    from feltlaw.views import View, Viewer
else:
    # A name is fetched when it is first used, so that a command loads only what it needs.
    _HOMES = {
        "Analysis": "mathematics",
        "Cents": "money",
        "Event": "event",
        "Line": "settlement",
        "Offer": "table",
        "Person": "event",
        "Refused": "refusal",
        "Regulation": "regulation",
        "RegulationError": "regulation",
        "Report": "record.report",
        "SeatResult": "settlement",
        "Settlement": "settlement",
        "Submission": "submission",
        "SubmissionError": "submission",
        "Table": "desk.memory",
        "View": "views",
        "Viewer": "views",
        "dollars": "money",
        "explain": "library",
        "load": "regulation",
        "open_table": "library",
        "parse_money": "money",
        "regulation_ids": "regulation",
        "show_dollars": "money",
        "usual_submission": "library",
        "verify": "library",
        "view": "library",
    }
    _MODULES = {"audit", "testing", *_HOMES.values()}

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"feltlaw.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'feltlaw' has no attribute '{name}'")
        found = getattr(import_module(f"feltlaw.{_HOMES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES, "audit", "testing"})


def settle(scenario: Mapping[str, Any]) -> Settlement:
    """Settles a scenario of the contract, its submission given inline; raises `Refused` if it is not legal.

    Amounts in a scenario are dollars, those of the result cents.

    >>> seat = {"seat": 1, "cards": "Qs Jd 9c", "wagers": {"ante": 10}, "decisions": ["play"]}
    >>> result = settle({"submission": {"regulation": "PA-679a"}, "seats": [seat], "dealer": "Jh 8c 2d"})
    >>> [(line.id, line.result, line.net) for line in result.lines]
    [('ante', 'push', 0), ('play', 'win', 1000)]
    """
    from feltlaw.round import read_round
    from feltlaw.round.read import read_submission
    from feltlaw.settlement import settle_round

    return settle_round(read_round(scenario, read_submission(scenario.get("submission"))))


def analyze(
    submission: Submission | str,
    *,
    players: int | None = None,
    all_tables: bool = False,
    hand: Sequence[Card] | None = None,
    session: Session | None = None,
    full_table: bool = False,
) -> Analysis:
    """The exact mathematics of every wager a submission offers, or a regulation as `usual_submission` has it.

    `mathematics.analyze` says what may be asked.

    >>> analyze("PA-680a")
    <Analysis PA-680a: house edge of ante 1.8675 %, bonus 12.8022 %>
    >>> from feltlaw import Submission
    >>> ante = analyze(Submission.from_data({"regulation": "PA-679a"})).wagers["ante"]
    >>> ante.ev, ante.strategy.rule
    (Fraction(-919299, 20358520), 'play Q-6-4 or better')
    """
    from feltlaw.library import usual_submission
    from feltlaw.mathematics import analyze as exactly

    return exactly(
        usual_submission(submission) if isinstance(submission, str) else submission,
        players=players,
        all_tables=all_tables,
        hand=hand,
        session=session,
        full_table=full_table,
    )


__all__ = [
    "Analysis",
    "Cents",
    "Event",
    "Line",
    "Offer",
    "Person",
    "Refused",
    "Regulation",
    "RegulationError",
    "Report",
    "SeatResult",
    "Settlement",
    "Submission",
    "SubmissionError",
    "Table",
    "View",
    "Viewer",
    "analyze",
    "audit",
    "dollars",
    "explain",
    "load",
    "open_table",
    "parse_money",
    "regulation_ids",
    "settle",
    "show_dollars",
    "testing",
    "usual_submission",
    "verify",
    "view",
]
