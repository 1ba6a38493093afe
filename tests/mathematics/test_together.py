"""All wagers at once: what a fold loses, which hands change, what is gained; and the payout limit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

import feltlaw
from feltlaw.mathematics import Analysis, AnalysisError, WagerAnalysis, analyze
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.outcomes import decimal, percent
from feltlaw.mathematics.together import Together
from feltlaw.mathematics.volatility import Session
from feltlaw.money import dollars
from feltlaw.round.betting import check_box
from tests.support.math_checks import submission
from tests.support.report_sheets import SUBMISSIONS
from tests.support.submissions import REGULATIONS

FIVE: dict[str, Any] = {"five_card_progressive": {}, "three_card_progressive": {}}
LIMITS = {"minimum": 10, "maximum": 20_000, "payout_limit": 50_000}


def together(found: Analysis) -> Together:
    assert found.together is not None
    return found.together


def staked(regulation: str, wagers: dict[str, Any], **units: Fraction | int) -> Together:
    chosen = submission(regulation, wagers=wagers)
    return together(analyze(chosen, stakes={name: Fraction(many) for name, many in units.items()}))


# ── together ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_wager_is_staked_once(regulation: str) -> None:
    found = analyze(feltlaw.Submission.from_data(SUBMISSIONS[regulation]))
    all_of_it = together(found)
    entries = dict(found.wagers)
    main = entries.pop("ante")
    assert isinstance(main, WagerAnalysis)
    assert list(all_of_it.stakes) == list(entries)
    assert set(all_of_it.stakes.values()) == {Fraction(1)}
    values = [one.ev if isinstance(one, WagerAnalysis) else one["1"].ev for one in entries.values()]
    assert all_of_it.base == main.ev + sum(values)
    assert all_of_it.ev >= all_of_it.base
    told = found.to_json()["together"]
    assert Fraction(told["ev"]) == Fraction(told["ev_main_game_play"]) + Fraction(told["gain"])
    assert told["hands_changed"] == sum(one["hands"] for one in told["changed"])


@pytest.mark.parametrize("regulation", ["PA-679a", "PA-680a"])
def test_nothing_depends_on_a_fold_in_prime_and_saigon(regulation: str) -> None:
    all_of_it = together(analyze(feltlaw.Submission.from_data(SUBMISSIONS[regulation])))
    assert not all_of_it.alone
    assert not all_of_it.changed
    assert all_of_it.gain == 0


def test_the_five_card_progressive_is_worth_playing_for() -> None:
    one = staked("PA-649a", FIVE, five_card_progressive=1, three_card_progressive=1, pair_plus=1)
    assert one.alone == {"five_card_progressive": True, "three_card_progressive": False, "pair_plus": False}
    assert sum(change.hands for change in one.changed) == 2_400
    assert {(change.was, change.now) for change in one.changed} == {("fold", "play")}
    assert one.changed[0].hand == "Q-6-3"
    assert one.gain == Fraction(274227, 5987800)


def test_suits_decide_at_the_boundary() -> None:
    """At 1/25 of the Ante only some Q-6-3 are played; from 1/27 on there is one, below it none."""
    (change,) = staked("PA-649a", FIVE, five_card_progressive=Fraction(1, 25)).changed
    assert (change.hand, change.hands, change.every) == ("Q-6-3", 24, 60)
    assert staked("PA-649a", FIVE, five_card_progressive=Fraction(1, 27)).changed == ()


def test_pair_plus_alone_never_changes_a_decision() -> None:
    """It pays no hand that is folded, however much is staked on it."""
    assert staked("PA-649a", {}, pair_plus=10_000).changed == ()


def test_raise_it_up() -> None:
    wagers = {"three_card_progressive": {}, "pair_plus": {"on_fold": "forfeit"}}
    one = staked("PA-669a", wagers, three_card_progressive=1)
    both = staked("PA-669a", wagers, three_card_progressive=1, pair_plus=1)
    assert one.gain == Fraction(434419, 15660400)
    assert both.gain > one.gain
    assert {change.hand for change in one.changed} <= {change.hand for change in both.changed}
    straight = next(change for change in one.changed if change.hand == "straight, 3 high")
    assert (straight.was, straight.now) == ("check", "check")
    assert [percent(often, 2) for often in straight.folded] == ["35.71 %", "0.00 %"]
    small = staked("PA-669a", wagers, three_card_progressive=Fraction(1, 288))
    assert small.changed == (), "49/14100 of the Ante is the least that changes anything"
    assert staked("PA-669a", wagers, three_card_progressive=Fraction(1, 287)).changed


def test_what_cannot_be_staked() -> None:
    chosen = submission("PA-649a")
    for name, says in (
        ("prime", "no wager prime"),
        ("six_card_bonus", "offers pair_plus"),
        ("ante", "pair_plus"),
    ):
        with pytest.raises(AnalysisError, match=says):
            analyze(chosen, stakes={name: Fraction(1)})
    with pytest.raises(AnalysisError, match="less than nothing"):
        analyze(chosen, stakes={"pair_plus": Fraction(-1)})
    with pytest.raises(AnalysisError, match="one table"):
        analyze(chosen, stakes={"pair_plus": Fraction(1)}, all_tables=True)
    assert analyze(submission("PA-679a")).together is None, "nothing is offered beside the main game"


# ── stakes that may be made ──


def test_usual_stakes_are_those_of_a_box() -> None:
    """Fixed amounts as they are, others as much as the smallest Ante, or as near to it as they may be."""
    sections = {**FIVE, "pair_plus": {"minimum": 25}, "six_card_bonus": {"minimum": 5, "maximum": 5}}
    chosen = submission("PA-649a", limits={"minimum": 10}, wagers=sections)
    found = together(analyze(chosen))
    assert found.box == {
        "ante": 1000,
        "pair_plus": 2500,
        "three_card_progressive": 100,
        "six_card_bonus": 500,
        "five_card_progressive": 100,
    }
    assert found.stakes["five_card_progressive"] == Fraction(1, 10)
    check_box(chosen, found.box)
    told = found.to_json()
    assert told["at"] == {name: dollars(cents) for name, cents in found.box.items()}


def test_the_ante_rises_where_another_wager_needs_it() -> None:
    chosen = submission(
        "PA-649a", version={"pair_plus": "ante_covers"}, wagers={"pair_plus": {"minimum": 25}}
    )
    assert together(analyze(chosen)).box == {"ante": 2500, "pair_plus": 2500}
    never = submission(
        "PA-649a",
        version={"pair_plus": "ante_covers"},
        wagers={"ante": {"maximum": 20}, "pair_plus": {"minimum": 25}},
    )
    found = analyze(never)
    assert found.together is None, "no box may hold both"
    assert "leave no box that may hold it" in found.warnings[0]
    assert "PA-649a.7(e)(1)" in found.warnings[0]


def test_fixed_amounts_are_valued_at_their_stake() -> None:
    sections = {"six_card_bonus": {"paytable": "E"}}
    ten = together(analyze(submission("PA-649a", limits={"minimum": 10}, wagers=sections)))
    one = together(analyze(submission("PA-649a", wagers=sections)))
    assert ten.base < one.base
    asked = analyze(submission("PA-649a", wagers={"six_card_bonus": {"paytable": "E", "minimum": 10}}))
    alone = asked.wagers["six_card_bonus"]
    assert isinstance(alone, WagerAnalysis)
    stakes = {"six_card_bonus": Fraction(1)}
    played = together(analyze(submission("PA-649a", limits={"minimum": 10}, wagers=sections), stakes=stakes))
    assert played.base == alone.ev + Fraction(-686689, 20358520)


@pytest.mark.parametrize(
    ("version", "units", "clause"),
    [
        ("optional", {"five_card_progressive": Fraction(50)}, "12(h)(5)"),
        ("ante_covers", {"pair_plus": Fraction(5)}, "7(e)(1)"),
        ("ante_covers_half", {"pair_plus": Fraction(5, 2)}, "7(e)(2)"),
        ("compulsory", {"pair_plus": Fraction(6)}, "7(e)(3)"),
        ("compulsory", {"five_card_progressive": Fraction(1)}, "7(e)(3)"),
        ("optional", {"pair_plus": Fraction(1, 1_000_000)}, "7(d)"),
    ],
)
def test_stakes_no_box_may_hold(version: str, units: dict[str, Fraction], clause: str) -> None:
    chosen = submission("PA-649a", version={"pair_plus": version}, wagers={"five_card_progressive": {}})
    with pytest.raises(AnalysisError, match=rf"PA-649a\.{re.escape(clause)}|no Ante of this table"):
        analyze(chosen, stakes=units)


def test_stakes_at_another_ante() -> None:
    """A dollar is a tenth of a ten-dollar Ante, and with it five times the Ante is fifty."""
    found = staked("PA-649a", FIVE, five_card_progressive=Fraction(1, 10), pair_plus=5)
    assert found.box == {"ante": 1000, "five_card_progressive": 100, "pair_plus": 5000}


# ── the payout limit ──


def limit(regulation: str, bet: int | None = None, **changes: int) -> dict[str, Any]:
    chosen = submission(regulation, limits=LIMITS | changes)
    entry = analyze(chosen, session=Session(bet=bet) if bet else None).wagers["ante"]
    assert isinstance(entry, WagerAnalysis)
    assert entry.ev == MainGameEv[regulation], "the other figures leave it out"
    found = entry.more["payout_limit"]
    assert isinstance(found, dict)
    return found


MainGameEv = {"PA-679a": Fraction(-919299, 20358520), "PA-680a": Fraction(-23749189, 1271680410)}


@pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2", "PA-680a.12(d)", "PA-680a.12(d)#2")
def test_from_what_stake_it_cuts() -> None:
    """A mini-royal is paid 11 times the Ante by Ante and Play, a Point Count once."""
    prime, saigon = limit("PA-679a"), limit("PA-680a")
    assert (prime["reached_above"], saigon["reached_above"]) == ("4545.45", "50000.00")
    assert prime["reached_within_limits"] and not saigon["reached_within_limits"]
    assert prime["wagers"] == ["ante", "play"] and prime["boxes"] == 1
    assert "PA-679a.12(h)" in prime["clauses"]
    assert prime["at"]["bet"] == "20000.00", "without a bet, the table's maximum"
    assert limit("PA-679a", maximum=4_000)["at"]["cost"] == "0"


CUT = {
    "PA-679a": ("PA-679a.2(b)(5)", ["ante", "play"], ["PA-679a.12(h)", "PA-679a.12(h)#2"], "4545.45", True),
    "PA-680a": ("PA-680a.2(b)(7)", ["ante"], ["PA-680a.12(d)", "PA-680a.12(d)#2"], "50000.00", False),
}
"""Where the limit stands on the layout, what it cuts under which paragraphs, and from which Ante on."""


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(one[0], *one[2], "I-81")) for name, one in CUT.items()],
)
@pytest.mark.parametrize("bet", [None, 100_00, 6_000_00])
def test_the_whole_entry_of_a_limit(regulation: str, bet: int | None) -> None:
    """The limit, what it cuts and by which paragraphs, from which stake on, and what it costs at one: as a
    fraction of the Ante and in decimals."""
    _, wagers, clauses, above, within = CUT[regulation]
    found = limit(regulation, bet)
    at = found.pop("at")
    assert found == {
        "limit": "50000.00", "wagers": wagers, "clauses": clauses, "boxes": 1, "reached_above": above,
        "table_maximum": "20000.00", "reached_within_limits": within,
    }  # fmt: skip
    assert at.keys() == {"bet", "ev", "ev_decimal", "house_edge", "cost", "cost_decimal"}
    ev, cost = Fraction(at["ev"]), Fraction(at["cost"])
    assert ev + cost == MainGameEv[regulation] and (cost > 0) == (within and bet != 100_00)
    assert at["bet"] == ("20000.00" if bet is None else f"{bet // 100}.00")
    for told, exact in (("ev_decimal", ev), ("house_edge", -ev), ("cost_decimal", cost)):
        assert abs(Fraction(at[told]) - exact) <= Fraction(1, 2 * 10**10)


@pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2", "I-81")
def test_a_limit_that_the_highest_ante_just_reaches_cuts_nothing() -> None:
    """11 times $5,000 is $55,000."""
    for maximum, within in ((5_000, False), (5_001, True)):
        found = limit("PA-679a", maximum=maximum, payout_limit=55_000)
        assert (found["reached_above"], found["reached_within_limits"]) == ("5000.00", within)
        assert (Fraction(found["at"]["cost"]) > 0) == within


@pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2", "PA-680a.12(d)", "PA-680a.12(d)#2")
def test_the_cut_is_what_settlement_cuts() -> None:
    """I-81's own example: at $5,000 a mini-royal against a dealer who qualifies wins $50,000, not $55,000."""
    chosen = submission("PA-679a", limits=LIMITS)
    scenario = {
        "submission": chosen.to_data(),
        "seats": [{"seat": 1, "cards": "As Ks Qs", "wagers": {"ante": 5000}, "decisions": ["play"]}],
        "dealer": "Kh Jd 9c",
    }
    assert feltlaw.settle(scenario).seats[0].net == 50_000_00
    game = DealerGame(chosen, 5_000_00)
    label = game.ranking.read(feltlaw.cards.parse_cards("As Ks Qs")).label
    won = game.payoffs[label][feltlaw.contest.Outcome.HIGHER]
    assert [won.net, won.limited] == [10, 11]
    assert Fraction(limit("PA-679a", 5_000_00)["at"]["cost"]) == MainGameEv["PA-679a"] - game.value > 0


@pytest.mark.parametrize(
    ("regulation", "bet", "maximum"), [("PA-680a", 100_000_00, 100_000), ("PA-679a", 5_000_00, 5_000)]
)
def test_a_session_at_a_stake_is_under_the_limit(regulation: str, bet: int, maximum: int) -> None:
    """What the house wins an hour is what the edge at that stake says."""
    chosen = submission(regulation, limits=LIMITS | {"maximum": maximum})
    entry = analyze(chosen, session=Session(rounds=10, bet=bet, per_hour=60)).wagers["ante"]
    assert isinstance(entry, WagerAnalysis)
    limited, told = entry.more["payout_limit"], entry.more["session"]
    assert isinstance(limited, dict)
    assert isinstance(told, dict)
    assert told["ev"] == limited["at"]["ev"] != str(entry.ev)
    hourly = -Fraction(limited["at"]["ev"]) * bet / 100 * 60
    assert Fraction(told["theoretical_win_per_hour_exact"]) == hourly
    assert told["expected"] == decimal(10 * Fraction(limited["at"]["ev"]), 6)
    if regulation == "PA-680a":
        assert told["theoretical_win_per_hour"] == "1282363.29"


@pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2", "PA-680a.12(d)", "PA-680a.12(d)#2")
def test_no_limit_no_entry() -> None:
    for regulation in REGULATIONS:
        entry = analyze(submission(regulation)).wagers["ante"]
        assert isinstance(entry, WagerAnalysis)
        assert "payout_limit" not in entry.more
