"""Checks between the parts of a regulation that no single part can make."""

from __future__ import annotations

from collections.abc import Iterator

from feltlaw.ranking import Poker
from feltlaw.regulation.layout import layout_faults
from feltlaw.regulation.model import Award, ContestTerms, Option, Payouts, Regulation, Wager
from feltlaw.regulation.reader import RegulationError


def check_consistency(regulation: Regulation) -> None:
    """Refuses parts that speak of something no other part has."""
    for fault in _faults(regulation):
        raise RegulationError(fault)


def _faults(regulation: Regulation) -> Iterator[str]:
    for wager in regulation.wagers.values():
        yield from _wager(wager, regulation)
        yield from _payouts(f"wager.{wager.id}", wager.payouts, regulation)
    for award in regulation.awards.values():
        yield from _award(award, regulation)
        yield from _payouts(f"award.{award.id}", award.payouts, regulation)
    for contest in regulation.contests.values():
        yield from _contest(contest, regulation)
    for option in regulation.options.values():
        yield from _option(option, regulation)
    if regulation.coupon and regulation.coupon.option not in regulation.options:
        yield f"coupon: no option '{regulation.coupon.option}'"
    for kind, irregularity in regulation.irregularities.items():
        if irregularity.option:
            name, value, _ = irregularity.option
            if name not in regulation.options or value not in regulation.options[name].values:
                yield f"irregularity.{kind}: no option '{name}' that can be {value}"
    yield from layout_faults(regulation)


def _wager(wager: Wager, regulation: Regulation) -> Iterator[str]:
    where = f"wager.{wager.id}"
    if wager.contest and wager.contest not in regulation.contests:
        yield f"{where}: contest.{wager.contest} is missing"
    sharing = [one.id for one in regulation.wagers.values() if one.section == wager.section]
    if wager.section != wager.id and (wager.section in regulation.wagers or len(sharing) < 2):
        yield f"{where}: unknown section '{wager.section}'"
    made = [one for one in regulation.decisions if one.makes == wager.id]
    if (wager.stake.kind == "decision") != bool(made) or any(one.of != wager.stake.of for one in made):
        yield f"{where}: a stake made by a decision has a decision on the same wager that makes it"
    if bool(wager.meter) != any(table.levels for table in wager.payouts.tables.values()):
        yield f"{where}: a meter belongs to paytables with levels, and to no others"
    for rule in (wager.on_fold, wager.on_surrender):
        if rule and rule.reversed_by:
            yield from _knows(where, wager, rule.reversed_by[0], regulation, rule.reversed_by[1])


def _knows(
    where: str, wager: Wager, option: str, regulation: Regulation, value: object = True
) -> Iterator[str]:
    found = regulation.options.get(f"wagers.{wager.section}.{option}")
    if found is None or value not in found.values:
        yield f"{where}: no option '{option}' of {wager.section} that can be {value}"


def _award(award: Award, regulation: Regulation) -> Iterator[str]:
    where = f"award.{award.id}"
    for wager in (regulation.wagers[name] for name in award.stake_of):
        if award.on_outcome and award.on_outcome not in wager.outcomes:
            yield f"{where}: {wager.id} has no outcome '{award.on_outcome}'"
        for option in (award.option, award.folded_holder.what if award.folded_holder else ""):
            if option:
                yield from _knows(where, wager, option, regulation)
        for schedule in award.schedules:
            for key in schedule.paytables:
                if key not in wager.payouts.tables:
                    yield f"{where}: {wager.id} has no paytable '{key}'"


def _payouts(where: str, payouts: Payouts, regulation: Regulation) -> Iterator[str]:
    if payouts.choice and payouts.choice.section not in regulation.sections():
        yield f"{where}.chosen_by: unknown section '{payouts.choice.section}'"
    tables = [version for table in payouts.tables.values() for version in table.versions]
    for version in (
        *tables,
        *(version for row in payouts.optional_rows.values() for version in row.versions),
    ):
        if version not in regulation.versions:
            yield f"{where}: no version '{version}'"


def _contest(contest: ContestTerms, regulation: Regulation) -> Iterator[str]:
    where = f"contest.{contest.name}"
    wagers = [wager for wager in regulation.wagers.values() if wager.contest == contest.name]
    if not wagers:
        yield f"{where}: no wager is settled by it"
    for wager in wagers:
        if wager.ranking != contest.ranking:
            yield f"{where}: {wager.id} is read by another ranking"
        ranking = regulation.rankings[contest.ranking]
        known = [threshold.name for threshold in ranking.thresholds] if isinstance(ranking, Poker) else []
        if contest.qualifier and contest.qualifier not in known:
            yield f"{where}: ranking {wager.ranking} has no threshold '{contest.qualifier}'"
        if bool(contest.bad_beat) != ("bad_beat" in wager.outcomes):
            yield f"{where}: 'bad_beat' goes with that outcome of {wager.id}"
    if (contest.name == "against_dealer") != bool(contest.qualifier):
        yield f"{where}: a qualifier belongs to against_dealer"
    if (contest.name == "showdown") != bool(contest.half_points):
        yield f"{where}: half_points belong to a showdown"


def _option(option: Option, regulation: Regulation) -> Iterator[str]:
    parent, _, _ = option.path.rpartition(".")
    if parent not in {
        "cards",
        "settlement",
        "automatic",
        *(f"wagers.{section}" for section in regulation.sections()),
    }:
        yield f"options.\"{option.path}\": no section '{parent}'"
