"""`feltlaw analyze`: exact mathematics, as tables or as one JSON document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from feltlaw.cards import Card, CardError, parse_cards
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import read_submission_data, shown
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.cli.together import print_limit, print_together
from feltlaw.mathematics import Analysis, AnalysisError, HandValue, WagerAnalysis, analyze
from feltlaw.mathematics.model import Row, Strategy, decimal, percent
from feltlaw.mathematics.volatility import Session
from feltlaw.money import Cents, MoneyError, parse_money, show_dollars
from feltlaw.regulation import Regulation
from feltlaw.submission import Submission, SubmissionError

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
) -> None:
    """Analyses a submission, or a regulation's default one, and prints the result."""
    submission = read_submission(name)
    limited = submission.limits.payout_limit is not None
    session = _session(rounds, bankroll, bet, per_hour, limited=limited)
    stakes = None if beside is None else _stakes(beside, submission.regulation)
    if stakes is not None and (all_tables or hand is not None):
        raise unreadable("--with asks about all hands at one table: leave --all and --hand out")
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
        raise refused(str(error)) from None
    if as_json:
        print_json(found.to_json())
    elif found.hand is not None:
        _print_hand(found.hand, submission.regulation)
    elif stakes is not None:
        print_together(found)
    else:
        _print(found, details=not all_tables)


def read_submission(name: str) -> Submission:
    """The submission that a user named; one with a fault is refused."""
    try:
        return Submission.from_data(read_submission_data(name))
    except SubmissionError as error:
        faults = "; ".join(str(fault) for fault in error.findings)
        raise refused(f"the submission has a fault: {faults}") from None


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
            known = ", ".join(regulation.wagers)
            raise unreadable(f"--with: {regulation.id} has no wager {shown(name)}; its wagers are {known}")
        if name in found:
            raise unreadable(f"--with: {name} is named twice")
        found[name] = Fraction(amount)
    return found


def _session(
    rounds: int | None, bankroll: int | None, bet: str | None, per_hour: int | None, *, limited: bool
) -> Session | None:
    if bankroll is not None and rounds is None:
        raise unreadable("--bankroll needs --rounds: in how many rounds?")
    if (bet is None) != (per_hour is None) and not (limited and bet is not None):
        raise unreadable("--bet and --per-hour go together")
    if rounds is None and bet is None:
        return None
    return Session(rounds, bankroll, _money(bet), per_hour)


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


# ── for a person ──


def _print(found: Analysis, *, details: bool) -> None:
    regulation = found.submission.regulation
    players = f", {found.players} players" if found.players > 1 else ""
    print(f"{regulation.id}  {regulation.title}, {regulation.citation}{players}\n")
    rows = [
        (
            _title(regulation, name),
            key or entry.paytable or "",
            percent(entry.house_edge),
            percent(entry.element_of_risk),
            entry.distribution.std_dev,
            percent(entry.distribution.hit_frequency),
            percent(-entry.kept.ev) if entry.kept is not None and entry.kept.ev != entry.ev else "",
        )
        for name, key, entry in found.entries()
    ]
    heads = ["wager", "table", "house edge", "of risk", "std dev", "ahead", "if kept"]
    shown = len(heads) if any(row[-1] for row in rows) else len(heads) - 1
    print_table(heads[:shown], [row[:shown] for row in rows])
    print_wrapped(
        "House edge: the expected loss per unit of the wager (for the Ante, of the whole game at its best). "
        "Of risk: the same per unit of all that is staked. Ahead: how often the wager wins something."
        + (" If kept: the edge if a fold did not lose the wager." if shown == len(heads) else "")
    )
    print()
    if details:
        for name, key, entry in found.entries():
            _print_wager(regulation, name, key, entry)
    if found.together is not None:
        print_together(found)
    for warning in found.warnings:
        print_wrapped(f"Warning: {warning}.")


def _title(regulation: Regulation, name: str) -> str:
    return (regulation.wagers.get(name) or regulation.awards[name]).title


def _print_wager(regulation: Regulation, name: str, key: str, entry: WagerAnalysis) -> None:
    title = _title(regulation, name)
    if len(entry.covers) > 1:
        title += " with " + ", ".join(_title(regulation, one) for one in entry.covers if one != name)
    table = f", paytable {entry.paytable}" if entry.paytable and not key else ""
    whole = entry.distribution
    paid = any(row.pays for row in whole.rows)
    heads = (
        "outcome",
        *(("pays", "stake") if paid else ()),
        "combinations",
        "probability",
        "net",
        "adds to ev",
    )
    print_table(
        heads,
        [
            (
                row.outcome,
                *((row.pays, _stake(row)) if paid else ()),
                f"{row.combinations:,}",
                decimal(_share(row.combinations, whole.total), 8),
                _signed(row.net),
                decimal(_share(row.combinations, whole.total) * row.net, 6),
            )
            for row in whole.rows
        ],
        title=f"{title}{table}{f', {key} players' if key and name == 'cover_all' else ''}",
    )
    print_wrapped(
        f"Of {whole.total:,} combinations. Expected value {entry.ev} = {decimal(entry.ev)} per unit; "
        f"average stake {decimal(entry.average_stake, 4)}; skewness {whole.skewness}."
    )
    if entry.strategy:
        _print_strategy(entry.strategy)
    for exposure in entry.exposures:
        rule = f": {exposure.rule}" if exposure.rule else ""
        print_wrapped(f"With {exposure.seen} seen the expected value is {percent(exposure.ev)}{rule}.")
    print_limit(entry.more, regulation)
    _print_meter(entry.more)
    _print_joint(regulation, entry.more)
    _print_session(entry.more)
    print()


def _stake(row: Row) -> str:
    """Whether the stake comes back: it does with `to 1`, and does not with `for 1`."""
    return "" if row.stake_returned is None else "returned" if row.stake_returned else "not returned"


def _share(many: int, total: int) -> Fraction:
    return Fraction(many, total)


def _signed(net: Fraction) -> str:
    number = decimal(net, 2) if net.denominator > 1 else f"{net.numerator:,}"
    return f"+{number}" if net > 0 else number


def _print_strategy(strategy: Strategy) -> None:
    often = ", ".join(f"{action} {percent(share, 2)}" for action, share in strategy.frequencies.items())
    cost = f" The rule alone costs {percent(strategy.cost_of_rule, 6)}." if strategy.cost_of_rule else ""
    print_wrapped(f"Best play: {strategy.rule} ({often}).{cost}")
    for note in strategy.notes:
        print_wrapped(note, "  ")
    if strategy.compared:
        print()
        print_table(
            ("way of playing", "rule", "house edge", "costs"),
            [(one.name, one.rule, percent(-one.ev), percent(one.cost)) for one in strategy.compared],
        )
    if strategy.table:
        heads = tuple(strategy.table[0])
        print_table(heads, [tuple(line.get(head, "") for head in heads) for line in strategy.table])


def _print_meter(more: Mapping[str, object]) -> None:
    meter = more.get("meter")
    if not isinstance(meter, dict):
        return
    later = meter["long_run"]
    print_wrapped(
        f"Meter: seed {_levels(meter['seed'])}, return at seed {meter['return_at_seed']}, each dollar on it "
        f"adds {_levels(meter['return_per_dollar'], '')}, break-even {_levels(meter['break_even'])}; in the "
        f"long run a return of {later['return']} and an average award of {_levels(later['average_award'])}."
    )
    if "break_even_by_others" in meter:
        with_others = ", ".join(f"{n}: {_levels(at)}" for n, at in meter["break_even_by_others"].items())
        print_wrapped(f"Break-even with other players and envy: {with_others}.")
    envy = more.get("envy")
    if isinstance(envy, dict):
        text = f"Envy: {envy['per_other_player_decimal']} per unit for each other player"
        if "ev_with_envy_decimal" in envy:
            text += f"; with {envy['players']} players the expected value is {envy['ev_with_envy_decimal']}"
        print_wrapped(f"{text}.")


def _levels(value: object, sign: str = "$") -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_levels(one, sign)}" for name, one in value.items())
    if value is None:
        return "none"
    return show_dollars(parse_money(value)) if sign else str(value)


def _print_joint(regulation: Regulation, more: Mapping[str, object]) -> None:
    beside = more.get("joint_play")
    for one in beside if isinstance(beside, list) else ():
        if one["changes_above"] is not None:
            print_wrapped(
                f"With a {_title(regulation, one['with'])} above {one['changes_above']} of the Ante the best "
                f"decision changes, first for {one['first_hand']}: a fold would lose that wager too."
            )


def _print_session(more: Mapping[str, object]) -> None:
    session = more.get("session")
    if not isinstance(session, dict):
        return
    if "rounds" in session:
        print_wrapped(
            f"In {session['rounds']:,} rounds: expected {session['expected']} units, standard deviation "
            f"{session['std_dev']}; ahead with a chance of {session['chance_ahead']} "
            f"({session['chance_ahead_method']})."
        )
    if "chance_of_ruin" in session:
        print_wrapped(
            f"A bankroll of {session['bankroll']:,} units is lost in them with a chance of "
            f"{session['chance_of_ruin']} ({session['chance_of_ruin_method']})."
        )
    if "theoretical_win_per_hour" in session:
        print_wrapped(
            f"At {_levels(session['bet'])} and {session['rounds_per_hour']} rounds an hour the house expects "
            f"{_levels(session['theoretical_win_per_hour'])} an hour."
        )


def _print_hand(value: HandValue, regulation: Regulation) -> None:
    print(f"{regulation.id}  {value.cards}  ({value.asked})\n")
    rows = [
        (f"{action} (best)" if action == value.best else action, decimal(worth), str(worth))
        for action, worth in value.actions.items()
    ]
    print_table(("action", "expected value", "exactly"), rows)
    for note in value.notes:
        print_wrapped(note)
