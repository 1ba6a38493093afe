"""Three Card Poker and Three Card Prime: the published figures, every outcome settled, and the best play."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings

import feltlaw
from feltlaw.cards import DECK, parse_cards
from feltlaw.mathematics import AnalysisError, WagerAnalysis, analyze
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.engines import engine_for
from feltlaw.mathematics.exposure import dealer_card_seen
from feltlaw.mathematics.outcomes import decimal, percent, root
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.strategy import best_play, hand_value
from feltlaw.mathematics.tables import varied
from feltlaw.mathematics.three_card import DEALER_HANDS, DEALS, HANDS, hand_table, short_name, suit_classes
from feltlaw.paytable import Paytable
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from tests.ranking.test_counts import (
    FIVE_CARD_COUNTS,
    SIX_CARD_COUNTS,
    THREE_CARD_COUNTS,
    expected_counts,
)
from tests.support.effort import examples
from tests.support.legal_submissions import legal
from tests.support.math_checks import check_sums, check_witnesses, side_tables, submission, with_table

AGAINST_DEALER = ("PA-649a", "MA-TCP", "PA-679a")
LINKED = ("ante_covers", "ante_covers_half", "compulsory")


def bonus(letter: str) -> dict[str, object]:
    return {"wagers": {"ante": {"bonus_paytable": letter}}}


def bad_beat(letter: str) -> dict[str, object]:
    return {"wagers": {"play": {"bad_beat_paytable": letter}}}


MAIN_GAMES: list[tuple[str, dict[str, object]]] = [
    ("PA-649a", {}),
    *(("PA-649a", bonus(letter)) for letter in "BC"),
    ("PA-649a", {"wagers": {"ante": {"bonus_paytable": "A", "mini_royal": "10 to 1"}}}),
    *(("PA-649a", {"version": {"pair_plus": LINKED[n]}, **bonus(letter)}) for n, letter in enumerate("ABC")),
    ("MA-TCP", {}),
    *(("MA-TCP", {"version": {"pair_plus": LINKED[n]}, **bonus(letter)}) for n, letter in enumerate("ABC")),
    *(("PA-679a", bad_beat(letter)) for letter in "ABCD"),
]


def main_game(regulation: str, **sections: object) -> DealerGame:
    return DealerGame(submission(regulation, **sections))


def entry(regulation: str, wager: str, **sections: object) -> WagerAnalysis:
    found = analyze(submission(regulation, **sections)).wagers[wager]
    assert isinstance(found, WagerAnalysis)
    return found


# ── published figures ──


def test_ante_and_play_as_published() -> None:
    """The figures everybody publishes for 5-4-1."""
    ante = entry("PA-649a", "ante")
    assert ante.ev == Fraction(-686689, 20358520)
    assert ante.average_stake == Fraction(370, 221)
    assert percent(ante.element_of_risk) == "2.0147 %"
    assert decimal(Fraction(ante.distribution.std_dev), 4) == "1.6393"
    assert percent(ante.distribution.hit_frequency) == "44.9127 %"
    assert ante.strategy is not None
    assert ante.strategy.rule == "play Q-6-4 or better"
    assert ante.strategy.frequencies == {"play": Fraction(14900, 22100), "fold": Fraction(7200, 22100)}
    assert ante.strategy.cost_of_rule == 0, "the rule is exact: no boundary hand depends on suits"
    assert not ante.strategy.notes
    assert ante.covers == ("ante", "play", "ante_bonus")


@pytest.mark.parametrize(("letter", "edge"), [("A", "3.37 %"), ("B", "3.61 %"), ("C", "3.83 %")])
def test_ante_bonus_tables_as_published(letter: str, edge: str) -> None:
    game = main_game("PA-649a", **bonus(letter))
    assert percent(-game.distribution.ev, 2) == edge


@pytest.mark.parametrize(
    ("name", "edge"), [("the rule", "3.37 %"), ("mimic the dealer", "3.45 %"), ("never fold", "7.65 %")]
)
def test_named_strategies_as_published(name: str, edge: str) -> None:
    compared = {one.name: one for one in best_play(main_game("PA-649a")).compared}
    assert percent(-compared[name].ev, 2) == edge


def test_one_dealer_card_seen_as_published() -> None:
    seen = dealer_card_seen(main_game("PA-649a"))
    assert percent(seen.ev) == "3.4829 %"
    assert "against 2 to jack play every hand" in seen.rule
    assert "against queen play Q-9-2 or better" in seen.rule


@pytest.mark.parametrize(
    ("letter", "edge"), [("A", "4.58 %"), ("B", "5.57 %"), ("C", "7.28 %"), ("D", "2.32 %"), ("E", "3.49 %")]
)
def test_pair_plus_as_published(letter: str, edge: str) -> None:
    found = entry("PA-649a", "pair_plus", wagers={"pair_plus": {"paytable": letter}})
    assert percent(found.house_edge, 2) == edge
    assert found.kept is not None
    assert found.kept.ev == found.ev, "only hands that lose anyway are folded"


@pytest.mark.parametrize(("letter", "edge"), [("A", "10.22 %"), ("C", "8.56 %"), ("D", "15.28 %")])
def test_six_card_bonus_as_published(letter: str, edge: str) -> None:
    found = entry("PA-649a", "six_card_bonus", wagers={"six_card_bonus": {"paytable": letter}})
    assert percent(found.house_edge, 2) == edge
    assert found.distribution.total == comb(52, 6)


def test_prime_wager_as_published() -> None:
    found = entry("PA-679a", "prime", wagers={"prime": {}})
    assert percent(found.house_edge, 2) == "3.62 %"
    assert found.distribution.total == DEALS


# ── the counts ──


def test_hands_and_deals() -> None:
    assert (HANDS, DEALER_HANDS, DEALS) == (22_100, 18_424, 407_170_400)
    assert sum(weight for _, weight in suit_classes()) == HANDS
    assert len(list(suit_classes())) == 1_755
    ranking = load("PA-649a").rankings["three_card"]
    assert isinstance(ranking, Poker)
    table = hand_table(ranking)
    assert len(table.ranks) == 741
    assert sum(hand.weight for hand in table.hands) == HANDS


@pytest.mark.parametrize("regulation", AGAINST_DEALER)
def test_inclusion_and_exclusion_against_a_plain_count(regulation: str) -> None:
    ranking = load(regulation).rankings["three_card"]
    assert isinstance(ranking, Poker)
    table = hand_table(ranking)
    every = [(ranking.rank(cards), frozenset(cards)) for cards in combinations(DECK, 3)]
    chosen = random.Random(regulation).sample(table.hands, 12)
    for hand in chosen:
        held = frozenset(hand.cards)
        against = [rank for rank, cards in every if not held & cards]
        mine = ranking.rank(hand.cards)
        assert len(against) == DEALER_HANDS
        assert hand.lower == sum(rank < mine for rank in against)
        assert hand.equal == sum(rank == mine for rank in against)
        for place in random.Random(hand.at).sample(range(len(table.ranks)), 3):
            assert table.below(hand, place) == sum(rank < table.ranks[place] for rank in against)


def test_every_hand_finds_its_class() -> None:
    ranking = load("PA-679a").rankings["three_card"]
    assert isinstance(ranking, Poker)
    table = hand_table(ranking)
    for cards in random.Random(1).sample(list(combinations(DECK, 3)), 60):
        hand = table.of(cards)
        assert ranking.rank(hand.cards) == ranking.rank(cards)
        assert hand.label == ranking.read(cards).label


@pytest.mark.parametrize(
    ("regulation", "name"),
    [
        (one, name)
        for one in feltlaw.regulation_ids()
        for name, r in load(one).rankings.items()
        if isinstance(r, Poker)
    ],
)
def test_categories_sum_and_have_examples(regulation: str, name: str) -> None:
    ranking, jokers = load(regulation).rankings[name], load(regulation).deck.jokers
    assert isinstance(ranking, Poker)
    found = categories(ranking, jokers)
    assert sum(one.count for one in found) == comb(52 + jokers, ranking.of)
    assert all(ranking.read(one.example).label == one.label for one in found)
    assert len({one.label for one in found}) == len(found)


@pytest.mark.parametrize(
    ("cards", "published"), [(3, THREE_CARD_COUNTS), (5, FIVE_CARD_COUNTS), (6, SIX_CARD_COUNTS)]
)
def test_categories_as_published(cards: int, published: dict[str, int]) -> None:
    checked = 0
    for regulation in feltlaw.regulation_ids():
        for ranking in load(regulation).rankings.values():
            if isinstance(ranking, Poker) and ranking.of == cards and not load(regulation).deck.jokers:
                shapes: Counter[str] = Counter()
                for one in categories(ranking):
                    shapes[one.label.shape] += one.count
                assert shapes == expected_counts(ranking, published)
                checked += 1
    assert checked >= 2


def test_colours_by_the_binomials() -> None:
    rows = {
        row.outcome: row.combinations
        for row in entry("PA-679a", "prime", wagers={"prime": {}}).distribution.rows
    }
    assert rows["player and dealer"] == 2 * comb(26, 3) * comb(23, 3)
    assert rows["player and dealer"] + rows["player"] == 2 * comb(26, 3) * DEALER_HANDS


# ── outcomes ──


@pytest.mark.parametrize(("regulation", "sections"), MAIN_GAMES)
def test_main_game_outcomes_settle_as_counted(regulation: str, sections: dict[str, object]) -> None:
    game = main_game(regulation, **sections)
    found = game.distribution
    assert found.total == DEALS
    assert found.ev == game.ev(game.stays)
    assert check_witnesses(found, game.submission, game.covers) == len(found.rows)


@pytest.mark.parametrize(
    ("regulation", "wager", "table"), side_tables(), ids=lambda one: getattr(one, "key", one)
)
def test_side_wager_outcomes_settle_as_counted(regulation: str, wager: str, table: Paytable) -> None:
    chosen = with_table(regulation, wager, table)
    found = SideWager(Rules(chosen), chosen.wagers[wager], engine_for(chosen).folds()).analyze()
    check_sums(found)
    check_witnesses(found.distribution, chosen, [wager])
    if found.kept is not None:
        check_witnesses(found.kept, chosen, [wager])
        assert found.kept.ev >= found.ev


def test_mini_royal_row_is_counted_by_suit() -> None:
    plain = entry("PA-649a", "pair_plus").ev
    found = entry("PA-649a", "pair_plus", wagers={"pair_plus": {"mini_royal": "50 to 1"}})
    assert found.ev - plain == Fraction(4 * (50 - 35), HANDS)
    rows = {row.outcome: row.combinations for row in found.distribution.rows}
    assert (rows["mini royal"], rows["straight flush"]) == (4, 44)


def test_super_royal_is_counted_at_the_minimum() -> None:
    sections = {"wagers": {"six_card_bonus": {"paytable": "E", "minimum": 5}}}
    found = entry("PA-649a", "six_card_bonus", **sections)
    assert found.more["at_stake"] == "5.00"
    best = found.distribution.rows[0]
    assert (best.outcome, best.combinations, int(best.net)) == ("super royal of diamonds", 1, 200_000)


@pytest.mark.parametrize("community", [False, True])
def test_pair_bonus_with_a_fourth_card_and_with_a_community_card(community: bool) -> None:
    chosen = submission("PA-679a", wagers={"pair_bonus": {"paytable": "B", "community_card": community}})
    found = SideWager(Rules(chosen), chosen.wagers["pair_bonus"], None).analyze()
    assert found.distribution.total == HANDS * 49
    assert check_witnesses(found.distribution, chosen, ["pair_bonus"]) == len(found.distribution.rows)
    assert percent(found.house_edge) == "3.3913 %"


# ── the best play ──


def test_prime_depends_on_suits_at_the_boundary() -> None:
    """Q-6-3 is played when its suits are all different, and folded otherwise."""
    strategy = best_play(main_game("PA-679a"))
    assert strategy.rule == "play Q-6-4 or better"
    assert strategy.notes == ("Q-6-3 with all suits different: play is better",)
    assert 0 < strategy.cost_of_rule < Fraction(1, 1_000_000)
    game = main_game("PA-679a")
    assert hand_value(game, parse_cards("Qs 6d 3c")).best == "play"
    assert hand_value(game, parse_cards("Qs 6s 3c")).best == "fold"


def test_no_decision_can_be_bettered() -> None:
    game = main_game("PA-679a")
    best = game.ev(game.stays)
    for case in random.Random(2).sample(game.cases, 40):
        turned = game.ev(lambda one, case=case: game.stays(one) != (one is case))  # type: ignore[misc]
        assert turned < best


def test_the_other_ways_of_playing_cost_something() -> None:
    for regulation in AGAINST_DEALER:
        compared = best_play(main_game(regulation)).compared
        assert all(one.cost >= 0 for one in compared)
        assert {one.name: one.ev for one in compared}["always fold"] == -1


def test_value_of_a_hand() -> None:
    found = hand_value(main_game("PA-649a"), parse_cards("Qs 6d 4c"))
    assert found.actions == {"play": Fraction(-9151, 9212), "fold": Fraction(-1)}
    assert found.best == "play"
    surrender = hand_value(main_game("MA-TCP"), parse_cards("Qs 6d 3c"))
    assert surrender.actions["surrender"] == surrender.actions["fold"] == -1
    assert surrender.best == "fold"


@pytest.mark.parametrize("cards", ["Qs 6d", "Qs 6d 4c 2h", "Qs 6d Jk"])
def test_a_hand_of_another_size_is_refused(cards: str) -> None:
    with pytest.raises(AnalysisError, match="three cards"):
        hand_value(main_game("PA-649a"), parse_cards(cards))


def test_short_names() -> None:
    ranking = load("PA-649a").rankings["three_card"]
    assert isinstance(ranking, Poker)
    named = {cards: short_name(ranking, parse_cards(cards)) for cards in ("Qs 6d 4c", "Tc 8d 2h", "2c 2d 3h")}
    assert list(named.values()) == ["Q-6-4", "10-8-2", "pair of 2s, 3 kicker"]


def test_a_better_bonus_is_worth_more() -> None:
    evs = [
        main_game("PA-679a", wagers={"play": {"bad_beat_paytable": one}}).distribution.ev for one in "CADB"
    ]
    assert evs == sorted(evs)


# ── one dealer card seen ──


def test_exposure_against_a_plain_count() -> None:
    """For a few hands: the value against each card seen, by looking at all the dealer's hands."""
    from feltlaw.contest import against_dealer
    from feltlaw.mathematics.exposure import HIDDEN, _Seen

    game = main_game("PA-679a")
    seen = _Seen(game)
    rank = game.ranking.rank
    for case in random.Random(3).sample(game.cases, 4):
        held, mine = case.hand.cards, rank(case.hand.cards)
        rest = [card for card in DECK if card not in held]
        for card in random.Random(case.value).sample(rest, 3):
            value = Fraction(0)
            for two in combinations([one for one in rest if one != card], 2):
                outcome = against_dealer(mine, rank((card, *two)), game.qualifier, game.bad_beat)
                value += game.payoffs[case.hand.label][outcome].net
            assert seen._value(case, card) == value * game.scale
    assert comb(48, 2) == HIDDEN


# ── a whole analysis ──


@pytest.mark.parametrize("regulation", AGAINST_DEALER)
def test_json_keeps_the_contract(regulation: str) -> None:
    document = analyze(submission(regulation)).to_json()
    assert document["regulation"] == regulation
    ante = document["wagers"]["ante"]
    for key in ("covers", "ev", "ev_decimal", "house_edge", "average_stake", "element_of_risk", "std_dev"):
        assert key in ante
    assert Fraction(ante["ev"]) == sum(
        Fraction(row["probability"]) * Fraction(row["net"]) for row in ante["outcomes"]
    )
    assert sum(Fraction(row["probability"]) for row in ante["outcomes"]) == 1
    assert sum(row["combinations"] for row in ante["outcomes"]) == DEALS
    assert set(ante["strategy"]["frequencies"]) == {"play", "fold"}
    assert "play" not in document["wagers"]


def test_json_of_the_contract_to_the_letter() -> None:
    ante = analyze(submission("PA-649a")).to_json()["wagers"]["ante"]
    wanted = {
        "covers": ["ante", "play", "ante_bonus"],
        "ev": "-686689/20358520",
        "ev_decimal": "-0.0337298094",
        "house_edge": "0.0337298094",
        "average_stake": "370/221",
        "element_of_risk": "0.0201467",
        "std_dev": "1.639253",
    }
    assert {key: ante[key] for key in wanted} == wanted
    assert ante["strategy"]["rule"] == "play Q-6-4 or better"


def test_all_tables_of_the_main_game() -> None:
    found = analyze(submission("PA-649a"), all_tables=True).wagers["ante"]
    assert not isinstance(found, WagerAnalysis)
    assert list(found) == ["12(b):A", "12(b):B", "12(b):C", "12(c):A", "12(c):B", "12(c):C"]
    assert found["12(b):A"].ev == Fraction(-686689, 20358520)
    massachusetts = analyze(submission("MA-TCP"), all_tables=True).wagers
    ante = massachusetts["ante"]
    assert not isinstance(ante, WagerAnalysis)
    assert list(ante) == ["only", "A", "B", "C"]
    assert "three_card_progressive" in massachusetts
    assert "multi_game_link" in massachusetts, "both are there, though a table offers one of them"


def test_a_printed_table_and_the_one_posted_from_it() -> None:
    """A mini-royal row of the submission's own makes another table of it; both are shown."""
    chosen = submission("PA-649a", wagers={"ante": {"bonus_paytable": "B", "mini_royal": "10 to 1"}})
    found = analyze(chosen, all_tables=True).wagers["ante"]
    assert not isinstance(found, WagerAnalysis)
    assert list(found)[:4] == ["12(b):A", "12(b):B", "12(b):B as posted", "12(b):C"]
    assert percent(found["12(b):B"].house_edge) == "3.6083 %"
    assert percent(found["12(b):B as posted"].house_edge) == "3.5178 %"
    plain = analyze(submission("PA-649a", wagers={"ante": {"bonus_paytable": "B"}}), all_tables=True)
    tables = plain.wagers["ante"]
    assert not isinstance(tables, WagerAnalysis)
    assert "12(b):B as posted" not in tables


def test_a_meter_on_terms_of_its_own_is_posted() -> None:
    section = {"paytable": "1", "seed": 5_000}
    chosen = submission("MA-TCP", wagers={"three_card_progressive": section})
    found = analyze(chosen, all_tables=True).wagers["three_card_progressive"]
    assert not isinstance(found, WagerAnalysis)
    assert list(found) == ["1", "1 as posted", "2", "3", "two-level"]
    assert found["1"].ev < found["1 as posted"].ev


def test_a_posted_table_is_called_so() -> None:
    rows = {"pair": "1 to 1", "flush": "4 to 1", "straight": "6 to 1", "three_of_a_kind": "30 to 1",
            "straight_flush": "40 to 1"}  # fmt: skip
    entry = analyze(submission("MA-TCP", wagers={"pair_plus": {"rows": rows}})).wagers["pair_plus"]
    assert isinstance(entry, WagerAnalysis)
    assert entry.paytable == "posted"


def test_all_tables_keep_the_posted_one() -> None:
    rows = {"pair": "1 to 1", "flush": "4 to 1", "straight": "6 to 1", "three_of_a_kind": "30 to 1",
            "straight_flush": "40 to 1"}  # fmt: skip
    chosen = submission("MA-TCP", wagers={"pair_plus": {"rows": rows}})
    found = analyze(chosen, all_tables=True).wagers["pair_plus"]
    assert not isinstance(found, WagerAnalysis)
    assert list(found) == ["floor", "posted"]
    assert percent(found["posted"].house_edge, 2) == "2.32 %"


def test_a_varied_submission_keeps_what_it_can() -> None:
    chosen = submission("PA-649a", limits={"minimum": 5}, wagers={"pair_plus": {"paytable": "D"}})
    regulation = load("PA-649a")
    bonus_tables = regulation.awards["ante_bonus"].payouts
    linked = varied(chosen, "ante", bonus_tables.tables["12(c):B"], bonus_tables)
    assert linked.version in LINKED
    assert linked.limits.minimum == 500
    table = linked.wagers["pair_plus"].paytable()
    assert table is not None
    assert table.name == "D"


def test_joint_play() -> None:
    """A Five-Card Progressive, which a fold loses, is worth playing worse hands for; Pair Plus is not."""
    ante = entry("PA-649a", "ante", wagers={"five_card_progressive": {}}, limits={"minimum": 100})
    beside = ante.more["joint_play"]
    assert isinstance(beside, list)
    found = {one["with"]: one for one in beside}
    assert found["pair_plus"]["changes_above"] is None
    assert found["five_card_progressive"]["first_hand"] == "Q-6-3"
    assert found["five_card_progressive"]["changes_above"] == "1/27"
    assert found["five_card_progressive"]["at_minimum_ante"]["more_hands_played"] == 0


def test_posted_table_that_pays_back_more_than_it_takes() -> None:
    rows = {"pair": "2 to 1", "flush": "4 to 1", "straight": "6 to 1", "three_of_a_kind": "30 to 1",
            "straight_flush": "40 to 1"}  # fmt: skip
    found = analyze(submission("MA-TCP", wagers={"pair_plus": {"rows": rows}}))
    assert found.warnings == ("pair_plus: the Pair Plus wager pays back more than it takes",)
    assert "warnings" in found.to_json()


@settings(max_examples=examples(15))
@given(legal())
def test_any_legal_submission_is_analysed(data: dict[str, object]) -> None:
    """Whatever a submission chooses; only limits that leave no legal round are refused."""
    chosen = feltlaw.Submission.from_data(data)
    try:
        found = analyze(chosen)
    except AnalysisError as error:
        assert "no round can be played" in str(error)
        return
    for _, _, one in found.entries():
        check_sums(one)


def test_number_of_players_is_checked() -> None:
    with pytest.raises(AnalysisError, match="1 to 6"):
        analyze(submission("PA-679a"), players=7)


def test_decimals() -> None:
    assert decimal(Fraction(-1, 2), 0) == "-1"
    assert decimal(Fraction(5, 1000), 2) == "0.01"
    assert root(Fraction(1, 4), 2) == "0.50"
    assert root(Fraction(2), 8) == "1.41421356"
    with pytest.raises(ValueError, match="negative"):
        root(Fraction(-1))
