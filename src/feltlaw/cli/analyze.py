"""`feltlaw analyze`: exact mathematics, as tables or as one JSON document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from feltlaw.cards import Card, CardError, parse_cards
from feltlaw.cli.analysis_text import print_analysis, print_hand
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import faulty, read_submission_data, shown
from feltlaw.cli.output import print_json
from feltlaw.cli.sheets import print_csv
from feltlaw.cli.together_text import print_together
from feltlaw.cli.what_if_text import print_what_if
from feltlaw.mathematics import AnalysisError, analyze
from feltlaw.mathematics.volatility import Session
from feltlaw.mathematics.what_if import WhatIf, what_if
from feltlaw.money import Cents, MoneyError, parse_money, parse_pays
from feltlaw.nearest import did_you_mean
from feltlaw.regulation import Regulation
from feltlaw.submission import Submission, SubmissionError

SITTING = frozenset(("--rounds", "--bankroll", "--bet", "--per-hour"))
UNITS = re.compile(r"\d{1,9}(\.\d{1,6}|/[1-9]\d{0,5})?")


def run(
    name: str,
    *,
    as_json: bool,
    all_tables: bool,
    players: int | None,
    hand: str | None,
    rounds: int | None,
    bankroll: int | None,
    bet: str | None,
    per_hour: int | None,
    full_table: bool,
    beside: str | None,
    rows: Sequence[str],
    as_csv: bool,
) -> None:
    """Analyses a submission, or a regulation's default one, and prints the result."""
    asked = {
        "--all": all_tables,
        "--hand": hand is not None,
        "--with": beside is not None,
        "--table": full_table,
        "--players": players is not None,
        "--rounds": rounds is not None,
        "--bankroll": bankroll is not None,
        "--bet": bet is not None,
        "--per-hour": per_hour is not None,
        "--set": bool(rows),
        "--csv": as_csv,
        "--json": as_json,
    }
    _check_together({option for option, given in asked.items() if given})
    submission = read_submission(name)
    asked_about = _what_if(submission, rows) if rows else None
    usual, submission = submission, asked_about.submission if asked_about else submission
    limited = submission.limits.payout_limit is not None
    session = _session(rounds, bankroll, bet, per_hour, limited=limited)
    stakes = None if beside is None else _stakes(beside, submission.regulation)
    try:
        found = analyze(
            submission,
            players=players,
            all_tables=all_tables,
            hand=_cards(hand),
            session=session,
            full_table=full_table,
            stakes=stakes,
        )
    except AnalysisError as error:
        if hand is not None:
            raise unreadable(f"--hand: {error}") from None
        raise refused(str(error)) from None
    if as_json:
        told = found.to_json()
        if asked_about is not None:
            told |= {"hash": None, "what_if": asked_about.to_json()}
        print_json(told)
        return
    if as_csv:
        print_csv(found, details=not all_tables)
        return
    if asked_about is not None:
        print_what_if(asked_about, found, analyze(usual, players=players) if hand is None else None)
    if found.hand is not None:
        print_hand(found.hand, submission.regulation)
    elif stakes is not None:
        print_together(found)
    else:
        print_analysis(found, details=not all_tables)


ALONE = {
    "--hand": ("asks about one hand", frozenset(("--players",)) | SITTING | {"--all", "--with", "--table"}),
    "--with": ("asks about all hands at one table", SITTING | {"--all", "--table"}),
    "--table": ("is the best play of one table", frozenset(("--all",))),
    "--set": ("asks about one table", frozenset(("--all",))),
    "--csv": ("is a table of outcomes", frozenset(("--json", "--hand", "--with", "--table")) | SITTING),
}
"""Options that answer one question, and those that ask another one."""


def _check_together(given: set[str]) -> None:
    """Refuses options of which one would go unanswered."""
    for option, (asks, others) in ALONE.items():
        if option in given and (left_over := sorted(given & others)):
            raise unreadable(f"{option} {asks}: leave {' and '.join(left_over)} out")


def read_submission(name: str) -> Submission:
    """The submission that a user named; one with a fault is refused."""
    try:
        return Submission.from_data(read_submission_data(name))
    except SubmissionError as error:
        raise faulty(error) from None


def _cards(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    try:
        return parse_cards(text)
    except CardError as error:
        raise unreadable(f"--hand: {error}") from None


def _stakes(text: str, regulation: Regulation) -> dict[str, Fraction]:
    """`pair_plus=5,six_card_bonus=1/2`: wagers beside the main game, in units of the Ante."""
    found: dict[str, Fraction] = {}
    for part in text.split(","):
        name, sign, amount = (piece.strip() for piece in part.partition("="))
        if not (name and sign) or not UNITS.fullmatch(amount):
            raise unreadable(
                f"--with: {shown(part)} is not a wager and its units; write pair_plus=5, several with a comma"
            )
        if name not in regulation.wagers:
            mean, known = did_you_mean(name, regulation.wagers), ", ".join(regulation.wagers)
            raise unreadable(f"--with: {regulation.id} has no wager {shown(name)}.{mean} It has {known}")
        if name in found:
            raise unreadable(f"--with: {name} is named twice")
        found[name] = Fraction(amount)
    return found


def _what_if(submission: Submission, texts: Sequence[str]) -> WhatIf:
    """`pair_plus.straight=7 to 1`: rows that shall pay something else."""
    rows = []
    for text in texts:
        where, sign, pays = (piece.strip() for piece in text.partition("="))
        name, dot, hand = where.partition(".")
        if not (name and dot and hand and sign):
            raise unreadable(
                f'--set: {shown(text)} is not a row and what it pays; write pair_plus.straight="7 to 1"'
            )
        try:
            rows.append((name, hand, parse_pays(pays)))
        except MoneyError as error:
            choice = "; another paytable is chosen in the submission" if hand.endswith("paytable") else ""
            raise unreadable(f"--set {where}: {error}{choice}") from None
    try:
        return what_if(submission, rows)
    except AnalysisError as error:
        raise unreadable(f"--set: {error}") from None


def _session(
    rounds: int | None, bankroll: int | None, bet: str | None, per_hour: int | None, *, limited: bool
) -> Session | None:
    if bankroll is not None and rounds is None:
        raise unreadable("--bankroll needs --rounds: in how many rounds?")
    if per_hour is not None and bet is None:
        raise unreadable("--per-hour needs --bet: at what stake?")
    if bet is not None and per_hour is None and rounds is None and not limited:
        raise unreadable("--bet goes together with --per-hour or --rounds")
    if rounds is None and bet is None:
        return None
    session = Session(rounds, bankroll, _money(bet), per_hour)
    try:
        session.check()
    except AnalysisError as error:
        raise unreadable(str(error)) from None
    return session


def _money(text: str | None) -> Cents | None:
    if text is None:
        return None
    try:
        bet = parse_money(text)
    except MoneyError as error:
        raise unreadable(f"--bet: {error}") from None
    if bet <= 0:
        raise unreadable("--bet: a bet is more than $0")
    return bet
