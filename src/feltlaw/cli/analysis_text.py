"""An analysis as tables and sentences for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltlaw.cli.decisions import print_decisions
from feltlaw.cli.output import print_table, print_wrapped, styled
from feltlaw.cli.session_text import print_session, print_sessions
from feltlaw.cli.together_text import print_limit, print_together
from feltlaw.mathematics import Analysis, HandValue, WagerAnalysis
from feltlaw.mathematics.advice import Strategy
from feltlaw.mathematics.named import ADDS, COMBINATIONS, COST, HOUSE_EDGE, OUTCOMES, PAYTABLE, SUMMARY
from feltlaw.mathematics.outcomes import OutcomeRow, decimal, percent
from feltlaw.money import parse_money, show_dollars
from feltlaw.regulation import Regulation
from feltlaw.telling.said import upper_first


def print_analysis(found: Analysis, *, details: bool) -> None:
    """Every wager in a line, then, with details, each for itself."""
    regulation = found.submission.regulation
    players = f", {found.players} players" if found.players > 1 else ""
    print_wrapped(f"{regulation.id}  {regulation.title}, {regulation.citation}{players}")
    print()
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
    heads = _heads("wager", PAYTABLE, *SUMMARY, "if kept")
    shown = len(heads) if any(row[-1] for row in rows) else len(heads) - 1
    print_table(heads[:shown], [row[:shown] for row in rows], least=(*heads[:2:-1], heads[1]))
    print_wrapped(
        "House edge: the expected loss per unit of the wager (for the Ante, of the whole game at its best). "
        "Element of risk: the same per unit of all that is staked. Hit frequency: how often the wager comes "
        "out ahead." + (" If kept: the edge if a fold did not lose the wager." if shown == len(heads) else "")
    )
    for name, key, entry in found.entries():
        if "at_stake" in entry.more:
            named = " ".join(filter(None, (_title(regulation, name), key or entry.paytable)))
            at = show_dollars(parse_money(entry.more["at_stake"]))
            print_wrapped(
                f"{named} pays sums that do not grow with the stake: its figures are those at {at}."
            )
    print()
    if details:
        for name, key, entry in found.entries():
            _print_wager(regulation, name, key, entry)
    else:
        print_sessions(found)
    if found.together is not None:
        print_together(found)
    for warning in found.warnings:
        print_wrapped(f"Warning: {warning}.")


def _heads(*names: str) -> list[str]:
    """The names of figures as heads of a table."""
    return [name.lower() for name in names]


def _title(regulation: Regulation, name: str) -> str:
    return (regulation.wagers.get(name) or regulation.awards[name]).title


def _print_wager(regulation: Regulation, name: str, key: str, entry: WagerAnalysis) -> None:
    title = _title(regulation, name)
    if len(entry.covers) > 1:
        title += " with " + ", ".join(_title(regulation, one) for one in entry.covers if one != name)
    table = f", paytable {entry.paytable}" if entry.paytable and not key else ""
    players = f", {key} player{'' if key == '1' else 's'}" if key else ""
    whole = entry.distribution
    paid = any(row.pays for row in whole.rows)
    heads = _heads("outcome", *(("pays", "stake") if paid else ()), *OUTCOMES)
    print_table(
        heads,
        [
            (
                row.outcome,
                *((row.pays, _stake(row)) if paid else ()),
                f"{row.combinations:,}",
                decimal(Fraction(row.combinations, whole.total), 8),
                _signed(row.net),
                decimal(Fraction(row.combinations, whole.total) * row.net, 6),
            )
            for row in whole.rows
        ],
        title=f"{title}{table}{players}",
        least=_heads("stake", ADDS, COMBINATIONS, "pays"),
    )
    print_wrapped(
        f"Of {whole.total:,} combinations. Expected value {entry.ev} = {decimal(entry.ev)} per unit; "
        f"average stake {decimal(entry.average_stake, 4)}; skewness {whole.skewness}."
    )
    _print_rounding(entry.more)
    assumes = entry.more.get("assumes")
    for one in assumes if isinstance(assumes, list) else ():
        print_wrapped(f"Assumed here: {one}.")
    if entry.strategy:
        _print_strategy(entry.strategy)
    for exposure in entry.exposures:
        rule = f": {exposure.rule}" if exposure.rule else ""
        print_wrapped(f"With {exposure.seen} seen the expected value is {percent(exposure.ev)}{rule}.")
    print_limit(entry.more, regulation)
    _print_meter(entry.more)
    _print_joint(regulation, entry.more)
    print_session(entry.more)
    print()


def _stake(row: OutcomeRow) -> str:
    """Whether the stake comes back: it does with `to 1`, and does not with `for 1`."""
    return "" if row.stake_returned is None else "returned" if row.stake_returned else "not returned"


def _signed(net: Fraction) -> str:
    number = decimal(net, 2) if net.denominator > 1 else f"{net.numerator:,}"
    return f"+{number}" if net > 0 else number


def _print_rounding(more: Mapping[str, object]) -> None:
    rounding = more.get("rounding")
    if isinstance(rounding, dict):
        print_wrapped(
            "Odd amounts are not rounded in these figures. This table takes no stake that divides evenly: at "
            f"{_levels(rounding['stake'])} it rounds up ({', '.join(rounding['clauses'])}) what is paid for "
            f"{'; '.join(rounding['outcomes'])}."
        )


def _print_strategy(strategy: Strategy) -> None:
    often = ", ".join(f"{action} {percent(share, 2)}" for action, share in strategy.frequencies.items())
    cost = f" The rule alone costs {percent(strategy.cost_of_rule, 6)}." if strategy.cost_of_rule else ""
    if strategy.card:
        print(styled("Best play", "bold"))
        for part in strategy.card:
            print_wrapped(f"{upper_first(part.asked)}: {part.does} with", " ")
            for number, hands in enumerate(part.hands, 1):
                print_wrapped(f"{number}  {hands}", "   ", "      ")
            print_wrapped(f"otherwise {part.otherwise}", "      ")
        print_wrapped(f"How often: {often}.{cost}")
    else:
        print_wrapped(f"Best play: {strategy.rule} ({often}).{cost}")
    for note in strategy.notes:
        print_wrapped(note, "  ")
    if strategy.compared:
        print()
        print_table(
            _heads("way of playing", "rule", HOUSE_EDGE, COST),
            [(one.name, one.rule, percent(-one.ev), percent(one.cost)) for one in strategy.compared],
            least=("rule",),
        )
    if strategy.exceptions:
        heads = ("decision", "cards", "rule", "best", "loss_decimal")
        print_table(
            [head.removesuffix("_decimal") for head in heads],
            [tuple(line[head] for head in heads) for line in strategy.grouped_exceptions()],
            title="Better played otherwise than the rule says",
            least=("decision", "rule"),
        )
    print_decisions(strategy.table)


def _print_meter(more: Mapping[str, object]) -> None:
    meter = more.get("meter")
    if not isinstance(meter, dict):
        return
    later = meter["long_run"]
    many = later["wagers_a_round"]
    fed = "one wager a round" if many == 1 else f"{many} wagers a round, all of whom divide it,"
    print_wrapped(
        f"Meter: seed {_levels(meter['seed'])}, return at seed {meter['return_at_seed']}, each dollar on it "
        f"adds {_levels(meter['return_per_dollar'], '')}, break-even {_levels(meter['break_even'])}; in the "
        f"long run a return of {later['return']} and an average award of {_levels(later['average_award'])}, "
        f"with {fed} and no other wager feeding the meter."
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


def print_hand(value: HandValue, regulation: Regulation) -> None:
    """What each action is worth with given cards."""
    print_wrapped(f"{regulation.id}  {value.cards}  ({value.asked})")
    print()
    rows = [
        (f"{action} (best)" if action == value.best else action, decimal(worth), str(worth))
        for action, worth in value.actions.items()
    ]
    print_table(("action", "expected value", "exactly"), rows, least=("exactly",))
    for note in value.notes:
        print_wrapped(note)
