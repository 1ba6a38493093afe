"""Progressive meters, envy, forfeits on a fold, and the draws of the Five Card Hand Bonus."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from feltlaw.cards import DECK
from feltlaw.mathematics import WagerAnalysis, analyze, warnings
from feltlaw.mathematics.deals import completions, deals_for
from feltlaw.mathematics.engines import engine_for
from feltlaw.mathematics.outcomes import percent
from feltlaw.mathematics.progressive import Progressive, Share
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import suit_classes
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from feltlaw.submission import Submission
from feltlaw.submission.parts import MeterLevel
from tests.support.math_checks import check_witnesses, side_tables, submission, with_table

FIVE_CARD: dict[str, object] = {"five_card_progressive": {}}
HAND_BONUS = "five_card_hand_bonus"


def found(chosen: Submission, wager: str, players: int | None = None) -> WagerAnalysis:
    entry = analyze(chosen, players=players).wagers[wager]
    assert isinstance(entry, WagerAnalysis)
    return entry


def side(chosen: Submission, wager: str, players: int = 1) -> SideWager:
    return SideWager(Rules(chosen), chosen.wagers[wager], engine_for(chosen).folds(), players)


def meter(entry: WagerAnalysis) -> Mapping[str, Any]:
    told = entry.more["meter"]
    assert isinstance(told, dict)
    return told


def progressive(regulation: str, paytable: str = "", **more: object) -> WagerAnalysis:
    section = {"paytable": paytable, **more} if paytable else more
    return found(submission(regulation, wagers={"three_card_progressive": section}), "three_card_progressive")


# ── the three-card progressive ──


def test_break_even_as_published() -> None:
    """Table B: $11,520, and $175 less for each other player."""
    told = meter(progressive("PA-649a", "B"))
    assert told["break_even"] == "11520.00"
    others = {int(n): Fraction(at) for n, at in told["break_even_by_others"].items()}
    assert others == {n: 11520 - 175 * n for n in range(7)}


@pytest.mark.parametrize(("paytable", "fixed"), [("A", 12020), ("B", 10580)])
def test_return_at_seed(paytable: str, fixed: int) -> None:
    entry = progressive("PA-649a", paytable)
    told = meter(entry)
    assert told["seed"] == "1000.00"
    assert Fraction(told["return_at_seed_exact"]) == Fraction(fixed + 1000, 22100) == 1 + entry.ev
    assert Fraction(told["return_per_dollar_exact"]) == Fraction(1, 22100)
    assert entry.kept is not None
    assert entry.kept.ev == entry.ev, "no winning hand is folded"


def test_five_dollars_move_everything_in_proportion() -> None:
    one, five = progressive("PA-649a", "A"), progressive("PA-649a", "A", amount=5)
    assert one.ev == five.ev
    assert meter(five)["break_even"] == "50400.00"
    assert one.more["envy"] == five.more["envy"]


def test_linear_envy() -> None:
    entry = progressive("PA-649a", "A", amount=2, envy_scale="linear")
    envy = entry.more["envy"]
    assert isinstance(envy, dict)
    assert Fraction(envy["per_other_player"]) == Fraction(175, 22100)


def test_players_add_envy() -> None:
    chosen = submission("PA-649a", wagers={"three_card_progressive": {"paytable": "B"}})
    entry = found(chosen, "three_card_progressive", players=4)
    envy = entry.more["envy"]
    assert isinstance(envy, dict)
    assert envy["players"] == 4
    assert Fraction(envy["ev_with_envy"]) == entry.ev + 3 * Fraction(175, 22100)


def test_the_massachusetts_table_that_pays_back_too_much() -> None:
    entry = progressive("MA-TCP", "3")
    assert percent(1 + entry.ev, 2) == "117.56 %"
    assert entry.warnings
    chosen = submission("MA-TCP", wagers={"three_card_progressive": {"paytable": "3"}})
    (warning,) = warnings(chosen)
    assert warning.level == "warning"
    assert warning.where == "wagers.three_card_progressive"
    assert "117.56 %" in warning.what
    assert "MA-TCP.13(e):Table 3" in warning.cite.clauses


def test_only_that_printed_table_pays_back_too_much() -> None:
    """Every printed table of every side wager at its seed, also the six-card ones `rules check` skips."""
    above = [
        (regulation, wager, table.key)
        for regulation, wager, table in side_tables()
        if SideWager(Rules(chosen := with_table(regulation, wager, table)), chosen.wagers[wager], None).ev > 0
    ]
    assert above == [("MA-TCP", "three_card_progressive", "3")]


def test_a_high_seed_is_warned_of() -> None:
    section = {"paytable": "2", "seed": 12000, "increment": "20%"}
    assert len(warnings(submission("MA-TCP", wagers={"three_card_progressive": section}))) == 1
    section["seed"] = 11000
    assert not warnings(submission("MA-TCP", wagers={"three_card_progressive": section}))


def test_two_levels() -> None:
    told = meter(progressive("MA-TCP", "two-level"))
    assert told["seed"] == {"major": "1000.00", "minor": "500.00"}
    assert told["return_per_dollar_exact"] == {"major": "1/22100", "minor": "3/22100"}
    assert told["break_even"]["major"] == "10080.00"
    assert set(told["break_even_by_others"]["6"]) == {"major", "minor"}


# ── forfeits ──


def test_a_fold_loses_the_five_card_progressive() -> None:
    entry = found(submission("PA-649a", wagers=FIVE_CARD), "five_card_progressive")
    assert entry.kept is not None
    assert entry.distribution.total == 22_100 * 1_176
    assert percent(-entry.ev) == "51.3602 %"
    assert percent(-entry.kept.ev) == "44.0188 %"
    rows = {row.outcome: row.combinations for row in entry.distribution.rows}
    assert rows["folded"] == 7_200 * 1_176
    document = entry.to_json()
    assert Fraction(str(document["ev_kept"])) == entry.kept.ev


def test_completions_against_a_plain_count() -> None:
    ranking = load("PA-649a").rankings["five_card"]
    assert isinstance(ranking, Poker)
    for cards, _ in random.Random(5).sample(list(suit_classes()), 6):
        rest = [card for card in DECK if card not in cards]
        plain = Counter(ranking.read(cards, two).label for two in combinations(rest, 2))
        counted = completions(ranking, cards)
        assert {label: many for label, (many, _) in counted.items()} == plain
        assert all(ranking.read(cards, two).label == label for label, (_, two) in counted.items())


def test_folded_hands_that_qualify_keep_the_wager() -> None:
    keeps = submission("MA-TCP", wagers={"multi_game_link": {"folded_hands_qualify": True}})
    loses = submission("MA-TCP", wagers={"multi_game_link": {}})
    kept, lost = found(keeps, "multi_game_link"), found(loses, "multi_game_link")
    assert kept.kept is None
    assert lost.kept is not None
    assert kept.ev == lost.kept.ev


def test_raise_it_up_folds_some_winning_hands() -> None:
    entry = progressive("PA-669a")
    assert entry.kept is not None
    assert percent(-entry.kept.ev) == "41.0860 %"
    assert entry.ev < entry.kept.ev
    chosen = submission("PA-669a", wagers={"three_card_progressive": {}})
    assert check_witnesses(entry.distribution, chosen, ["three_card_progressive"]) == len(
        entry.distribution.rows
    )
    forfeits = submission("PA-669a", wagers={"pair_plus": {"on_fold": "forfeit"}})
    pair_plus = found(forfeits, "pair_plus")
    assert pair_plus.kept is not None
    assert pair_plus.ev < pair_plus.kept.ev


# ── envy ──


def test_five_of_six_envy_of_folded_hands() -> None:
    """A folded hand lies face up with this wager, unless the submission says it triggers nothing."""
    shown = found(submission("PA-649a", wagers={"five_of_six_progressive": {}}), "five_of_six_progressive")
    section = {"five_of_six_progressive": {"folded_hands_trigger_envy": "never"}}
    never = found(submission("PA-649a", wagers=section), "five_of_six_progressive")
    first, second = shown.more["envy"], never.more["envy"]
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert Fraction(first["per_other_player"]) == Fraction(47 * 100 + 3 * 47 * 50, 20_358_520)
    assert Fraction(second["per_other_player"]) < Fraction(first["per_other_player"])


def test_raise_it_up_envy_of_folded_hands() -> None:
    """A suited A-K-Q is never folded, so it does not matter what folded hands do."""
    envies = []
    for trigger in ("if_shown", "never"):
        envy = progressive("PA-669a", folded_hands_trigger_envy=trigger).more["envy"]
        assert isinstance(envy, dict)
        envies.append(Fraction(envy["per_other_player"]))
    assert envies == [Fraction(175, 22100)] * 2


# ── the long run ──


def test_average_award_and_long_run_of_a_plain_meter() -> None:
    told = meter(progressive("PA-649a", "A"))
    assert told["long_run"]["average_award"] == "4094.00", "1,000 and 22,100 times 14 cents"
    long_run = Fraction(12020, 22100) + Fraction(14, 100) + Fraction(1000, 22100)
    assert Fraction(told["long_run"]["return_exact"]) == long_run
    assert told["long_run"]["wagers_per_award"] == "22100.00"


def test_average_award_with_lesser_awards_by_the_sum_of_all_rounds() -> None:
    """The same by adding up, round after round, what lies on the meter if no full award has come."""
    level = MeterLevel("meter", 100_000, 100_000, Fraction(1, 5), Fraction(0), ())
    full, part = Fraction(1, 50), Fraction(1, 20)
    one = Progressive(100, {"meter": level}, {"meter": Share(full, part / 10)}, Fraction(1, 2))
    expected = 0.0
    lying, alive = 100_000.0, 1.0
    for _ in range(3_000):
        lying += 20 * alive
        expected += float(full) * lying
        lying *= float(1 - full - part / 10)
        alive *= float(1 - full)
    assert one.average_award("meter") is not None
    assert abs(float(one.average_award("meter") or 0) - expected) < 1e-6


def test_what_goes_on_the_meter_comes_off_it() -> None:
    """Long-run return: the fixed rows, the increment, and the house's reseed at each full award."""
    chosen = submission("PA-649a", wagers=FIVE_CARD)
    told = meter(found(chosen, "five_card_progressive"))
    fixed = Fraction(told["return_without_meter"])
    reseed = Fraction(4, 2_598_960) * 10_000
    assert Fraction(told["long_run"]["return_exact"]) == fixed + Fraction(21, 100) + reseed


def test_the_reserve_comes_back() -> None:
    told = meter(found(submission("PA-649a", wagers={HAND_BONUS: {}}), f"{HAND_BONUS}_player"))
    fixed = Fraction(told["return_without_meter"])
    assert Fraction(told["long_run"]["return_exact"]) == fixed + Fraction(29, 100), "no reseed by the house"


# ── the draws ──


def hand_bonus(**options: object) -> SideWager:
    return side(submission("PA-649a", wagers={HAND_BONUS: options}), f"{HAND_BONUS}_player")


def test_magic_card_and_lucky_bonus_every_round() -> None:
    """The figures of I-61: 192 % and 62.5 % on top of 36 % and about 3 %."""
    plain = 1 + hand_bonus().ev
    assert percent(plain, 0) == "39 %"
    magic = hand_bonus(magic_card=True, magic_card_chance="1")
    lucky = hand_bonus(lucky_bonus=True, lucky_bonus_chance="1")
    assert 1 + magic.ev - plain == Fraction(20 * 5, 52)
    assert 1 + lucky.ev - plain == Fraction(5, 8)


def test_draws_that_need_a_win() -> None:
    plain = hand_bonus().ev
    magic = hand_bonus(magic_card=True, magic_card_chance="1", bonus_needs_win=True)
    lucky = hand_bonus(lucky_bonus=True, lucky_bonus_chance="1", bonus_needs_win=True)
    assert percent(magic.ev - plain, 1) == "0.7 %"
    assert percent(lucky.ev - plain, 1) == "0.2 %"


@pytest.mark.clause(
    *(f"PA-649a.1:{bonus}({part})" for bonus in ("magic-card-bonus", "lucky-bonus") for part in ("i", "ii")),
    *("PA-649a.11(c)(8)(iii)", "PA-649a.12(i)(3)", "I-61"),
)
@pytest.mark.parametrize("stake", ["player", "dealer"])
@pytest.mark.parametrize("needs_win", [False, True])
def test_draws_settle_as_counted(stake: str, needs_win: bool) -> None:
    options = {"magic_card": True, "lucky_bonus": True, "bonus_needs_win": needs_win}
    chosen = submission("PA-649a", wagers={HAND_BONUS: options})
    wager = f"{HAND_BONUS}_{stake}"
    one = side(chosen, wager)
    entry = one.analyze()
    assert entry.ev == one.ev
    names = [row.outcome for row in entry.distribution.rows]
    assert "royal flush, Magic Card Bonus, Lucky Bonus" in names
    assert ("no win, Magic Card Bonus" in names) is not needs_win
    assert check_witnesses(entry.distribution, chosen, [wager]) == len(names)


def test_staked_positions() -> None:
    plain = hand_bonus().ev
    staked = {"lucky_bonus": True, "lucky_bonus_chance": "1", "lucky_positions": "staked"}
    chosen = submission("PA-649a", wagers={HAND_BONUS: staked})
    assert side(chosen, f"{HAND_BONUS}_player").ev - plain == 5
    assert side(chosen, f"{HAND_BONUS}_player", players=4).ev - plain == Fraction(5, 4)


def test_a_dealers_jackpot_is_divided() -> None:
    chosen = submission("PA-649a", wagers={HAND_BONUS: {}})
    alone, three = (side(chosen, f"{HAND_BONUS}_dealer", players=n) for n in (1, 3))
    jackpots = Fraction(4 * 10_000 + 36 * 1_000, 2_598_960)
    assert alone.ev - three.ev == jackpots * 2 / 3
    rows = {row.outcome: row for row in three.analyze().distribution.rows}
    assert rows["royal flush"].witness is None, "$10,000 does not divide by three in whole cents"
    assert rows["full house"].witness is not None


@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_division_is_settled(players: int) -> None:
    chosen = submission("PA-649a", wagers={HAND_BONUS: {"magic_card": True, "lucky_bonus": True}})
    whole = side(chosen, f"{HAND_BONUS}_dealer", players=players).analyze().distribution
    assert whole.rows[0].witness is not None
    assert len(whole.rows[0].witness["seats"]) == players
    assert check_witnesses(whole, chosen, [f"{HAND_BONUS}_dealer"]) == len(whole.rows)


def test_those_who_divide_an_award_feed_it_together() -> None:
    """Followed round after round, as for one wager, with the contributions of all three."""
    level = MeterLevel("meter", 100_000, 20_000, Fraction(1, 5), Fraction(2, 25), ())
    full, part = Fraction(1, 50), Fraction(1, 20)
    one = Progressive(100, {"meter": level}, {"meter": Share(full, part / 10)}, Fraction(1, 2), sharers=3)
    # a meter starts again with the reseed and what the reserve took in the 50 rounds of an average wait
    expected, alive, lying = 0.0, 1.0, 20_000 + 3 * 8 / float(full)
    for _ in range(3_000):
        lying += 3 * 20 * alive
        expected += float(full) * lying
        lying *= float(1 - full - part / 10)
        alive *= float(1 - full)
    assert abs(float(one.average_award("meter") or 0) - expected) < 1e-6
    assert one.wagers_per_award("meter") == 150


def test_average_awards_by_number_of_players() -> None:
    chosen = submission("PA-649a", wagers={HAND_BONUS: {}})
    alone, seven = (analyze(chosen, players=n).wagers[f"{HAND_BONUS}_dealer"] for n in (1, 7))
    assert isinstance(alone, WagerAnalysis)
    assert isinstance(seven, WagerAnalysis)
    one, many = meter(alone)["long_run"], meter(seven)["long_run"]
    assert (one["average_award"], one["wagers_per_award"], one["wagers_a_round"]) == (
        "99170.84",
        "649740.00",
        1,
    )
    assert (many["average_award"], many["wagers_a_round"]) == ("694195.89", 7), "what one feeds, seven times"
    assert Fraction(many["wagers_per_award"]) == 7 * Fraction(one["wagers_per_award"])


def test_extras_above_100_percent_are_warned_of() -> None:
    quiet = submission("PA-649a", wagers={HAND_BONUS: {"magic_card": True, "lucky_bonus": True}})
    assert not warnings(quiet)
    loud = submission("PA-649a", wagers={HAND_BONUS: {"magic_card": True, "magic_card_chance": "1/2"}})
    told = warnings(loud)
    assert len(told) == 2, "for each of the two stakes"
    assert all("I-61" in one.cite.interpretations for one in told)
    assert "135.32 %" in told[0].what


# ── deals ──


def test_deals_are_all_deals() -> None:
    chosen = submission("PA-649a", wagers=FIVE_CARD)
    wager = chosen.wagers["five_card_progressive"].wager
    folds = engine_for(chosen).folds()
    assert deals_for(chosen, wager).total == 2_598_960
    apart = deals_for(chosen, wager, folds)
    together: Counter[str] = Counter()
    for cell in apart.classes:
        together[cell.label.names[0]] += cell.count
    assert together == {cell.label.names[0]: 10 * cell.count for cell in deals_for(chosen, wager).classes}


def test_a_table_for_one_player_has_no_envy() -> None:
    alone = Submission.from_data(
        {"regulation": "PA-649a", "limits": {"seats": 1}, "wagers": {"three_card_progressive": {}}}
    )
    wager = analyze(alone).to_json()["wagers"]["three_card_progressive"]
    assert wager["envy"]["per_other_player"] == "0"
