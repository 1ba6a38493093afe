"""Raise It Up Stud: the published figure, counts that add up, witnesses, rules, exposure, joint play."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, perm

import pytest

import feltlaw
from feltlaw.cards import DECK, Card, parse_cards
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.outcomes import AnalysisError, WagerAnalysis, decimal
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_analysis import analyze_main
from feltlaw.mathematics.raise_it_up_classes import (
    ClassNumbers,
    ClassPlace,
    climb,
    example,
    place_of,
    sets,
    total,
)
from feltlaw.mathematics.raise_it_up_hands import read_six_cards
from feltlaw.mathematics.raise_it_up_joint import BesideStreetGame, joint_play
from feltlaw.mathematics.raise_it_up_rules import RULES, fills
from feltlaw.mathematics.raise_it_up_solve import DEALS, StreetSolver, left, read_terms
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.ranking import Label, Poker
from feltlaw.submission import Submission

EV = Fraction(-7129937, 203585200)
COST_OF_RULE = Fraction(5571, 15660400) - Fraction(24, 22100) * Fraction(1669, 110544)
"""Less than that of a rule which plays Q-J-9 without two of a suit too: 24 hands lose so much by it."""
SIX_CARD_LABELS = 20_358_520
ORDERS = 120  # six cards, three of them the player's, three in the order they are turned


@cache
def submission() -> Submission:
    return Submission.from_data({"regulation": "PA-669a"})


@cache
def game() -> StreetGame:
    return StreetGame(submission())


@cache
def analysis() -> WagerAnalysis:
    return analyze_main(StreetGame(submission()))


def ranking() -> Poker:
    found = submission().regulation.rankings["six_card"]
    assert isinstance(found, Poker)
    return found


def kind_of(label: Label) -> tuple[str, bool]:
    """What the paytables of the main game can tell of a label."""
    return label.shape, "pair_of_tens_or_better" in label.names


def numbers_of_labels() -> dict[tuple[str, bool], int]:
    return {kind_of(label): at for at, label in enumerate(read_six_cards(ranking()).labels)}


def net(cards: tuple[Card, ...], times: int) -> Fraction:
    """What six cards bring, through settlement."""
    said = {1: ["check", "check", "play 1x"], 2: ["check", "play 2x"], 3: ["play 3x"]}[times]
    seat = {"seat": 1, "cards": " ".join(map(str, cards[:3])), "wagers": {"ante": 2, "blind": 2}}
    result = feltlaw.settle(
        {
            "submission": {"regulation": "PA-669a"},
            "seats": [seat | {"decisions": said}],
            "community": " ".join(map(str, cards[3:])),
        }
    )
    return Fraction(result.seats[0].net, 200)


# ── the figures ──


def test_the_published_house_edge() -> None:
    assert decimal(analysis().house_edge, 4) == "0.0350"
    assert analysis().ev == EV


def test_the_outcomes_are_all_deals_and_give_the_value() -> None:
    whole = analysis().distribution
    assert whole.total == DEALS == comb(52, 3) * perm(49, 3)
    assert whole.ev == EV
    assert {row.net for row in whole.rows if row.outcome == "fold"} == {Fraction(-2)}


def test_frequencies_and_the_average_stake() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    often = strategy.frequencies
    assert list(often) == [
        "play 3x before 4th Street",
        "play 2x after 4th Street",
        "play 1x after 5th Street",
        "fold",
    ]
    assert sum(often.values()) == 1
    played = 3 * often["play 3x before 4th Street"] + 2 * often["play 2x after 4th Street"]
    assert analysis().average_stake == 2 + played + often["play 1x after 5th Street"]
    assert often["play 3x before 4th Street"] == Fraction(1359, 5525)


def test_the_entry_is_of_the_contract() -> None:
    entry = analysis().to_json()
    assert entry["covers"] == ["ante", "blind", "play"]
    assert entry["ev"] == "-7129937/203585200"
    assert entry["house_edge"] == "0.0350218827"
    assert entry["std_dev"] == "6.646967"


@pytest.mark.parametrize("limits", [{}, {"minimum": 15, "maximum": 25}])
def test_every_witness_settles_to_the_same_net(limits: dict[str, int]) -> None:
    data = {"regulation": "PA-669a", "limits": limits, "settlement": {"breakage_unit": "1.00"}}
    for row in analyze_main(StreetGame(Submission.from_data(data))).distribution.rows:
        assert row.witness is not None
        result = feltlaw.settle(row.witness)
        stake = next(line.stake for line in result.lines if line.id == "ante")
        assert Fraction(result.seats[0].net, stake) == row.net, row.outcome


# ── classes ──


def check_classes(step: int) -> None:
    """Every so many classes of six cards, read one by one."""
    found, labels = read_six_cards(ranking()), numbers_of_labels()
    assert len(labels) == len(found.labels) == 11
    for kind, size in enumerate(sets(6).sizes):
        for at in range(0, size, step):
            hand = ranking().read(example(6, ClassPlace(kind, at)))
            assert labels[kind_of(hand.label)] == found.classes[kind][at]


def test_classes_of_six_cards_are_what_the_ranking_says() -> None:
    check_classes(9)


def test_labels_come_as_often_as_in_all_sets_of_six() -> None:
    solved = game().solver
    start = solved.known[3]
    labels = [total(ClassNumbers(*([word >> 40 * label & (1 << 40) - 1 for word in kind] for kind in start)))
              for label in range(len(solved.terms.rows))]  # fmt: skip
    counted: Counter[tuple[str, bool]] = Counter()
    for category in categories(ranking()):
        counted[kind_of(category.label)] += category.count * ORDERS
    assert dict(counted) == {
        kind_of(label): many for label, many in zip(solved.hands.labels, labels, strict=True)
    }
    assert sum(labels) == SIX_CARD_LABELS * ORDERS


@pytest.mark.parametrize("n", [3, 4, 5])
def test_climbing_counts_every_further_card(n: int) -> None:
    above = sets(n + 1)
    ones = ClassNumbers([1] * len(above.free) + [0], [1] * 13 * len(above.almost), [1] * len(above.flush))
    for kind, listed in enumerate(climb(n, ones)):
        assert set(listed[: sets(n).sizes[kind]]) == {52 - n}


@pytest.mark.parametrize(
    "text", ["2c 2d 3c", "Ac Kc Qc Jc", "9c 9d 9h 9s", "2c 3c 4c 5c 7d", "2c 3d 4h 5s 6c"]
)
def test_climbing_adds_up_what_lies_above(text: str) -> None:
    cards = parse_cards(text)
    n = len(cards)
    above = sets(n + 1)
    numbers = ClassNumbers(
        [17 * at % 101 for at in range(len(above.free))] + [0],
        [19 * at % 103 for at in range(13 * len(above.almost))],
        [23 * at % 107 for at in range(len(above.flush))],
    )
    kind, at = place_of(cards)
    by_hand = 0
    for card in DECK:
        if card not in cards:
            above_kind, above_at = place_of((*cards, card))
            by_hand += numbers[above_kind][above_at]
    assert climb(n, numbers)[kind][at] == by_hand


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_examples_lie_where_they_are_an_example_of(n: int) -> None:
    for kind, size in enumerate(sets(n).sizes):
        for at in range(0, size, 5):
            assert place_of(example(n, ClassPlace(kind, at))) == (kind, at)


def test_the_hands_of_three_cards_are_all_there() -> None:
    three = sets(3)
    ways = [three.ways(ClassPlace(kind, at)) for kind, size in enumerate(three.sizes) for at in range(size)]
    assert (len(ways), sum(ways)) == (1755, 22100)


# ── values of acts ──


@pytest.mark.parametrize(
    "text", ["Js Td 8c 2h 9d", "As Ks Qs Js 2c", "2c 3d 4h 5s 9c", "7c 7d 2h 3s 4d", "9c 8d 7h 5s 2c"]
)
def test_the_last_decision_through_settlement(text: str) -> None:
    cards = parse_cards(text)
    nets = [net((*cards, card), 1) for card in DECK if card not in cards]
    found = StreetGame(submission()).hand_value(cards[:3], cards[3:])
    assert found.actions == {"fold": Fraction(-2), "play 1x": sum(nets) / 47}


def test_the_middle_decision_by_hand() -> None:
    """Nine-eight-seven-five in two suits: every two cards to come, through the ranking and the paytables."""
    cards = parse_cards("9c 8d 7c 5d")
    rest = [card for card in DECK if card not in cards]
    terms = read_terms(submission())
    labels = numbers_of_labels()
    sums: dict[Card, list[Fraction]] = {card: [Fraction(0)] * 3 for card in rest}
    for a, b in combinations(rest, 2):
        label = labels[kind_of(ranking().read((*cards, a, b)).label)]
        for card in (a, b):
            for times in (1, 2):
                sums[card][times] += terms.net(label, times)
    twice = [sum((one[times] for one in sums.values()), Fraction(0)) for times in range(3)]
    check = sum((max(one[1], Fraction(-2 * 47)) for one in sums.values()), Fraction(0))
    whole = 48 * 47
    found = StreetGame(submission()).hand_value(cards[:3], cards[3:])
    assert found.actions == {"check": check / whole, "play 1x": twice[1] / whole, "play 2x": twice[2] / whole}


def test_the_first_decision_agrees_with_the_second() -> None:
    hand = parse_cards("Qs 8d 3c")
    first = StreetGame(submission()).hand_value(hand).actions["check"]
    after = [StreetGame(submission()).hand_value(hand, (card,)).actions for card in DECK if card not in hand]
    assert first == sum(max(acts.values()) for acts in after) / 49


def test_a_hand_says_where_the_rule_is_not_the_best_play() -> None:
    assert StreetGame(submission()).hand_value(parse_cards("6s 3s 2s")).best == "check"
    assert StreetGame(submission()).hand_value(parse_cards("6s 3s 2s")).notes
    for cards, best in (("Qs Jd 9c", "check"), ("Qs Js 9c", "play 3x")):
        asked = StreetGame(submission()).hand_value(parse_cards(cards))
        assert (asked.best, asked.notes) == (best, ())


@pytest.mark.parametrize(
    ("hand", "community"),
    [("Qs 6d", ""), ("Qs 6d 4c 2c", ""), ("Qs 6d 4c", "2c 3c 4d"), ("Qs 6d Jk", ""), ("Qs 6d 4c", "Qs")],
)
def test_wrong_cards_are_refused(hand: str, community: str) -> None:
    with pytest.raises(AnalysisError):
        StreetGame(submission()).hand_value(parse_cards(hand), parse_cards(community))


def test_folds_add_up() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    three = sets(3)
    places = [ClassPlace(kind, at) for kind, size in enumerate(three.sizes) for at in range(size)]
    mean = sum(three.ways(place) * game().folded(example(3, place)) for place in places) / 22100
    assert mean == strategy.frequencies["fold"]
    assert game().folded(parse_cards("As Ks Qs")) == 0


# ── rules and ways to play ──


def test_the_rule_costs_little_and_its_exceptions_are_listed() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    assert strategy.cost_of_rule == COST_OF_RULE
    by_street = Counter(line["decision"] for line in strategy.exceptions)
    assert by_street == {"before 4th Street": 60, "after 4th Street": 5}
    assert all(Fraction(line["loss"]) > 0 for line in strategy.exceptions)
    assert not strategy.table, "only where it is asked for"


def test_what_the_rule_names_is_no_exception() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    ranks = {line["cards"].partition(", ")[0] for line in strategy.exceptions}
    named = set(re.findall(r"[QJ]-(?:J|10)-[89]", strategy.rule))
    assert named == {"J-10-9", "J-10-8", "Q-10-9", "Q-J-9"}
    assert not named & ranks


def test_the_full_table() -> None:
    """Every set of known cards once; the best act has the highest value; the same as asking hand by hand."""
    strategy = analyze_main(game(), full_table=True).strategy
    assert strategy is not None
    sets_of: Counter[str] = Counter()
    for line in strategy.table:
        sets_of[line.asked] += line.hands
        assert line.actions[line.best] == max(line.actions.values())
    known = dict(zip(game().terms.names, (3, 4, 5), strict=True))
    assert sets_of == {name: comb(52, many) for name, many in known.items()}
    found = {(line.asked, line.hand, line.suits): line for line in strategy.table}
    for cards, place in (
        ("Js Td 8c", ("before 4th Street", "J-10-8", "no flush possible")),
        ("Qs Jd 9s", ("before 4th Street", "Q-J-9", "Q-9 of one suit")),
        ("Js Ts 8s 2h", ("after 4th Street", "J-10-8-2", "J-10-8 of one suit")),
        ("Ks Qs 9s 4s 2s", ("after 5th Street", "K-Q-9-4-2", "all of one suit")),
    ):
        hand = parse_cards(cards)
        asked = game().hand_value(hand[:3], hand[3:])
        assert (found[place].actions, found[place].best) == (asked.actions, asked.best)


def test_no_way_of_playing_beats_the_best() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    values = {way.name: way.ev for way in strategy.compared}
    assert all(way.cost > 0 and way.ev + way.cost == EV for way in strategy.compared)
    assert values["wait for 5th Street"] < values["wait for 4th Street"] < values["3x with a pair only"]


def test_always_3x_is_the_mean_over_all_sets_of_six() -> None:
    terms = read_terms(submission())
    labels = numbers_of_labels()
    counted = sum(one.count * terms.net(labels[kind_of(one.label)], 3) for one in categories(ranking()))
    strategy = analysis().strategy
    assert strategy is not None
    found = next(way.ev for way in strategy.compared if way.name == "always 3x")
    assert found == counted / SIX_CARD_LABELS


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("5432", 2), ("A432", 1), ("AKQJ", 1), ("9865", 1), ("97653", 2), ("65432", 13), ("K952", 0)],
)
def test_straight_draws(text: str, ranks: int) -> None:
    assert fills(tuple(sorted("23456789TJQKA".index(rank) for rank in text))) == ranks


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("2c 2d 9h", True),
        ("Tc Qd Ah", True),
        ("Jc Td 8h", True),
        ("Kc Jd 9h", False),
        ("Tc 4c 2c", True),
        ("9c 4c 2c", False),
        ("6c 4c 2c", True),
        ("As 2s 4s", True),
    ],
)
def test_the_first_rule(text: str, plays: bool) -> None:
    cards = parse_cards(text)
    assert RULES[0](*sets(3).seen(place_of(cards))) is plays


# ── a card seen too early ──


def test_the_more_is_seen_the_better() -> None:
    values = [EV, *(exposure.ev for exposure in analysis().exposures)]
    assert values == sorted(values)
    assert values[1] == Fraction(978904, 12724075)


def test_all_cards_seen_is_the_best_act_for_every_hand() -> None:
    terms = read_terms(submission())
    labels = numbers_of_labels()
    best = [max(terms.folded, terms.net(label, 1), terms.net(label, 3)) for label in range(len(terms.rows))]
    counted = sum(one.count * best[labels[kind_of(one.label)]] for one in categories(ranking()))
    assert game().solver.plan(known=(6, 6, 6)).value == counted / SIX_CARD_LABELS


# ── beside other wagers ──


def joint(wagers: dict[str, dict[str, object]]) -> BesideStreetGame:
    offered = Submission.from_data({"regulation": "PA-669a", "wagers": wagers})
    main = StreetGame(offered)
    return BesideStreetGame(main, SideWager(Rules(offered), offered.wagers[next(iter(wagers))], main))


def test_a_progressive_that_a_fold_loses_changes_the_play() -> None:
    beside = joint({"three_card_progressive": {}})
    found = beside.changes_above
    assert found is not None
    least, hand = found
    assert least == Fraction(49, 14100)
    assert max(beside.gain(one, least) for one in beside.touched) == 0
    assert beside.gain(hand, least * Fraction(11, 10)) > 0
    entry = joint_play(beside.game)[0]
    assert (entry["with"], entry["changes_above"]) == ("three_card_progressive", "49/14100")


def test_pair_plus_changes_the_play_only_where_a_fold_loses_it() -> None:
    assert joint({"pair_plus": {}}).changes_above is None
    assert joint_play(game()) == []
    assert joint({"pair_plus": {"on_fold": "forfeit"}}).changes_above is not None


def test_values_alone_are_the_same() -> None:
    assert StreetSolver(read_terms(submission()), counted=False).plan().value == EV
    assert left(5) == 47
