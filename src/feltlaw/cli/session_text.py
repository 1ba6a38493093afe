"""What a sitting may come to, in sentences for one wager and as a table for many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltlaw.cli.output import print_table, print_wrapped
from feltlaw.mathematics import Analysis
from feltlaw.mathematics.volatility import NOT_COMPUTED
from feltlaw.money import parse_money, show_dollars


def print_session(more: Mapping[str, object]) -> None:
    """The sentences of one wager; nothing where no session was asked for."""
    session = more.get("session")
    if not isinstance(session, dict):
        return
    if "rounds" in session:
        print_wrapped(
            f"In {session['rounds']:,} rounds: expected {session['expected']} units, standard deviation "
            f"{session['std_dev']}; ahead {_chance(session, 'chance_ahead')}."
        )
    if "bankroll" in session:
        print_wrapped(
            f"A bankroll of {session['bankroll']:,} units is lost in them "
            f"{_chance(session, 'chance_of_ruin')}."
        )
    if "theoretical_win_per_hour" in session:
        print_wrapped(
            f"At {_money(session['bet'])} and {session['rounds_per_hour']} rounds an hour the house expects "
            f"{_money(session['theoretical_win_per_hour'])} an hour."
        )
    if "bet_refused" in session:
        print_wrapped(f"The bet is not one of this wager: {session['bet_refused']}.")


def _chance(session: Mapping[str, Any], key: str) -> str:
    if session[key] is None:
        return f"with a chance that is {NOT_COMPUTED}: {session[f'{key}_why']}"
    return f"with a chance of {session[key]} ({session[f'{key}_method']})"


def print_sessions(found: Analysis) -> None:
    """A line for each wager and paytable; nothing where no session was asked for."""
    regulation = found.submission.regulation
    told = [
        (name, key, entry.more["session"]) for name, key, entry in found.entries() if "session" in entry.more
    ]
    columns = [column for column in COLUMNS if any(_has(session, column) for _, _, session in told)]
    if not columns:
        return
    first = next(session for _, _, session in told if isinstance(session, dict))
    asked = [f"{first['rounds']:,} rounds"] if "rounds" in first else []
    asked += [f"a bankroll of {first['bankroll']:,} units"] if "bankroll" in first else []
    asked += [f"{first['rounds_per_hour']} rounds an hour"] if "rounds_per_hour" in first else []
    print_table(
        ("wager", "table", *(COLUMNS[column] for column in columns)),
        [
            (regulation.wagers[name].title, key, *(_cell(session, column) for column in columns))
            for name, key, session in told
        ],
        title=f"Sessions: {', '.join(asked)}",
        least=("bet", "table"),
    )
    for name, key, session in told:
        for why in _left_out(session):
            print_wrapped(f"{regulation.wagers[name].title}, {key}: {why}.")


COLUMNS = {
    "chance_ahead": "ahead",
    "chance_of_ruin": "bankroll lost",
    "bet": "bet",
    "theoretical_win_per_hour": "house wins an hour",
}


def _has(session: object, column: str) -> bool:
    return isinstance(session, dict) and column in session


def _cell(session: object, column: str) -> str:
    if not isinstance(session, dict) or column not in session:
        return ""
    value = session[column]
    if value is None:
        return NOT_COMPUTED
    return str(value) if column.startswith("chance") else _money(value)


def _left_out(session: object) -> list[str]:
    if not isinstance(session, dict):
        return []
    return [
        str(session[key])
        for key in ("chance_ahead_why", "chance_of_ruin_why", "bet_refused")
        if key in session
    ]


def _money(amount: object) -> str:
    return show_dollars(parse_money(amount))
