"""Casino table games run exactly as the regulation says.

>>> import feltlaw
>>> feltlaw.load("PA-679a").seats.most
6
>>> submission = feltlaw.Submission.from_data({"regulation": "PA-679a"})
>>> submission.cards.deal
'manual_shoe'
>>> table = feltlaw.Table(submission)
>>> [event.kind for event in table.do("receive_deck", feltlaw.Person("floorperson", "flo"), deck=0)]
['receive_deck']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feltlaw.cards import Card
    from feltlaw.desk.memory import Table
    from feltlaw.event import Person
    from feltlaw.mathematics import Analysis
    from feltlaw.mathematics.volatility import Session
    from feltlaw.refusal import Refused
    from feltlaw.regulation import Regulation, RegulationError, load, regulation_ids
    from feltlaw.settlement import Settlement
    from feltlaw.submission import Submission, SubmissionError
else:
    # A name is fetched when it is first used, so that a command loads only what it needs.
    _HOMES = {
        "Person": "event",
        "Refused": "refusal",
        "Regulation": "regulation",
        "RegulationError": "regulation",
        "Settlement": "settlement",
        "Submission": "submission",
        "SubmissionError": "submission",
        "Table": "desk.memory",
        "load": "regulation",
        "regulation_ids": "regulation",
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _HOMES.values():
            return import_module(f"feltlaw.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'feltlaw' has no attribute '{name}'")
        found = getattr(import_module(f"feltlaw.{_HOMES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES})


def settle(scenario: Mapping[str, Any]) -> Settlement:
    """Settles a scenario of the contract, its submission given inline; raises `Refused` if it is not legal.

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
    submission: Submission,
    *,
    players: int | None = None,
    all_tables: bool = False,
    hand: Sequence[Card] | None = None,
    session: Session | None = None,
    full_table: bool = False,
) -> Analysis:
    """The exact mathematics of every wager a submission offers; `mathematics.analyze` says what may be asked.

    >>> from feltlaw import Submission
    >>> ante = analyze(Submission.from_data({"regulation": "PA-679a"})).wagers["ante"]
    >>> ante.ev, ante.strategy.rule
    (Fraction(-919299, 20358520), 'play Q-6-4 or better')
    """
    from feltlaw.mathematics import analyze as exactly

    return exactly(
        submission,
        players=players,
        all_tables=all_tables,
        hand=hand,
        session=session,
        full_table=full_table,
    )


__all__ = [
    "Person",
    "Refused",
    "Regulation",
    "RegulationError",
    "Settlement",
    "Submission",
    "SubmissionError",
    "Table",
    "analyze",
    "load",
    "regulation_ids",
    "settle",
]
