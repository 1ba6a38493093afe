"""Where the money goes, over random rounds of all five games: nothing appears, vanishes or is paid twice."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import feltlaw
from feltlaw.clause import parse_clause
from feltlaw.money import Amount, ForOne, MeterShare, Odds, Push
from feltlaw.register import clauses, interpretations
from feltlaw.regulation import load
from feltlaw.round import Round, read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import Settlement, settle_round
from tests.support.effort import examples
from tests.support.strategies import Data, Freedom, scenarios

some = settings(max_examples=examples(80), deadline=None)


def played(scenario: Data) -> Round:
    return read_round(scenario, read_submission(scenario["submission"]))


def nets(settlement: Settlement) -> dict[str, int]:
    """What each person is up, over all boxes."""
    found: dict[str, int] = defaultdict(int)
    for seat in settlement.seats:
        found[seat.player] += seat.net
    return found


@some
@given(scenarios())
def test_the_sum_of_the_contract_is_zero(scenario: Data) -> None:
    result = feltlaw.settle(scenario).to_json()
    total = Decimal(result["house_net"]) + sum(Decimal(seat["net"]) for seat in result["seats"])
    for meter in result.get("meters", {}).values():
        for level in [meter] if "before" in meter else meter.values():
            total += Decimal(level["after"]) - Decimal(level["before"])
            if "reserve" in level:
                total += Decimal(level["reserve"]["after"]) - Decimal(level["reserve"]["before"])
    assert total == 0


@some
@given(scenarios())
def test_every_stake_is_settled_exactly_once(scenario: Data) -> None:
    round_ = played(scenario)
    settlement = settle_round(round_)
    staked = Counter(
        (seat.number, name, cents) for seat in round_.boxes for name, cents in seat.stakes.items()
    )
    assert (
        Counter((line.seat, line.id, line.stake) for line in settlement.lines if not line.is_award) == staked
    )
    assert [line.turn for line in settlement.lines] == list(range(1, len(settlement.lines) + 1))


@pytest.mark.parametrize("regulation", feltlaw.regulation_ids())
def test_every_wager_and_award_has_one_place_in_the_order(regulation: str) -> None:
    law = load(regulation)
    steps = [step.settle for step in (*law.settlement.each_player, *law.settlement.after_all)]
    assert sorted(steps) == sorted([*law.wagers, *law.awards])


@some
@given(scenarios())
def test_what_a_line_pays_follows_from_its_pays(scenario: Data) -> None:
    for line in feltlaw.settle(scenario).lines:
        assert line.paid >= 0
        assert 0 <= line.returned <= line.stake
        assert (line.stake == 0) == line.is_award
        by_pays = {Odds: line.stake, Amount: line.stake, Push: line.stake, ForOne: 0, MeterShare: 0}
        if line.pays is not None and not line.is_award and line.result in ("win", "push"):
            assert line.returned == by_pays[type(line.pays)], line
        if isinstance(line.pays, ForOne) and not line.is_award:
            assert line.paid == line.pays.multiple * line.stake
        unpaid = isinstance(line.pays, MeterShare) or "payout limit" in line.note
        expected = {"win": line.paid > 0 or unpaid, "lose": line.net == -line.stake}
        expected |= {"push": line.net == 0, "void": line.returned == line.stake}
        assert expected[line.result], line


@some
@given(scenarios())
def test_the_meters_counters_agree_with_the_lines(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    paid: Counter[tuple[str, str]] = Counter()
    by_hand: Counter[tuple[str, str]] = Counter()
    for line in settlement.lines:
        if line.paid_from == "meter":
            paid[line.meter, line.level] += line.paid
            by_hand[line.meter, line.level] += line.paid if line.by_hand else 0
    for name, meter in settlement.after.items():
        for level, facts in meter.levels.items():
            assert (facts.paid, facts.paid_by_hand) == (paid[name, level], by_hand[name, level])
            start = settlement.before[name].levels[level]
            moved = facts.amount + facts.reserve - start.amount - start.reserve
            assert moved == facts.contributed + facts.reserved + facts.reseeded - facts.paid


@some
@given(scenarios())
def test_envy_is_never_for_ones_own_hand(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    people = {seat.number: seat.player for seat in settlement.seats}
    received = [(line.seat, line.id, line.for_seat) for line in settlement.lines if line.for_seat]
    assert all(people[receiver] != people[holder] for receiver, _, holder in received)
    assert len(received) == len(set(received))


@settings(max_examples=examples(60), deadline=None)
@pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2", "PA-680a.12(d)", "PA-680a.12(d)#2", "I-81", "I-144")
@pytest.mark.parametrize("regulation", ["PA-679a", "PA-680a"])
@given(data=st.data())
def test_the_payout_limit_cuts_winnings_and_nothing_else(regulation: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(regulation))
    limits = scenario["submission"]["limits"]
    assume("payout_limit" in limits)
    limit = limits.pop("payout_limit") * 100
    full = feltlaw.settle(scenario)
    limits["payout_limit"] = limit // 100
    cut = feltlaw.settle(scenario)
    rule = load(regulation).payout_limit
    assert rule is not None
    people = {seat.number: seat.player for seat in full.seats}
    whole: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    for before, after in zip(full.lines, cut.lines, strict=True):
        assert (before.seat, before.id, before.returned) == (after.seat, after.id, after.returned)
        if before.id in rule.wagers:
            whole[people[before.seat]] += before.paid
            paid[people[after.seat]] += after.paid
            if after.paid < before.paid:
                assert paid[people[after.seat]] == limit
                assert set(rule.cite.clauses) <= set(after.cite.clauses)
        else:
            assert before == after
    assert paid == Counter({person: min(limit, total) for person, total in whole.items()})


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, key)
    else:
        yield key, value


MONEY = {
    "stake",
    "paid",
    "returned",
    "net",
    "staked",
    "credited",
    "before",
    "after",
    "contributed",
    "house_net",
}


@some
@given(scenarios())
def test_the_json_is_plain_and_its_money_has_two_decimals(scenario: Data) -> None:
    result = feltlaw.settle(scenario).to_json()
    assert json.loads(json.dumps(result)) == result
    for key, value in _strings(result):
        assert isinstance(value, str | bool | int)
        assert key not in MONEY or re.fullmatch(r"-?[0-9]+\.[0-9]{2}", str(value)), (key, value)


@some
@given(scenarios())
def test_every_line_cites_clauses_of_its_own_document(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    own = [parse_clause(one) for one, entry in clauses().items() if entry.regulation == settlement.regulation]
    for line in settlement.lines:
        assert clauses().keys() & set(line.cite.clauses), line
        for text in line.cite.clauses:
            assert text in clauses() or any(parse_clause(text).contains(one) for one in own), text
            assert text.startswith(f"{settlement.regulation}.")
        assert set(line.cite.interpretations) <= interpretations().keys()


@settings(max_examples=examples(40), deadline=None)
@pytest.mark.clause(
    "MA-TCP.10(b)#4",
    "MA-TCP.10(c)(1)",
    "MA-TCP.10(c)(1)(ii)",
    "MA-TCP.10(c)(1)(iii)",
    "MA-TCP.12(j)",
    "I-120",
)
@given(scenarios("MA-TCP", Freedom(rulings=False)))
def test_step_by_step_collects_all_losers_first_and_moves_the_same_money(scenario: Data) -> None:
    """Forfeits, then every player's losers, then what is paid; Cover All and envy when all that is done."""
    scenario["submission"]["settlement"]["order"] = "by_step"
    stepwise = feltlaw.settle(scenario)
    scenario["submission"]["settlement"]["order"] = "by_player"
    in_turn = feltlaw.settle(scenario)
    late = {"cover_all": 3, "envy_three_card": 4, "envy_multi_game_link": 4}
    forfeited = {"folded": 0, "surrendered": 0}
    places = [
        forfeited.get(line.outcome, late.get(line.id, 1 if line.result == "lose" else 2))
        for line in stepwise.lines
        if line.result != "void"
    ]
    assert places == sorted(places)
    assert nets(stepwise) == nets(in_turn)
    assert stepwise.after == in_turn.after
