"""What wins what, how a round goes and what a decision gives up, in the words of each chapter."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics import HandValue
from feltlaw.telling.posted import beside_tables, merged, posted_tables, qualifying, summaries
from feltlaw.telling.procedure import procedure
from feltlaw.telling.table import deal_said, next_said
from feltlaw.telling.teaching import (
    act_words,
    cheapest,
    hint_words,
    how_it_goes,
    mistake,
    setting_of,
    staying,
    unit_of,
)
from feltlaw.views.parts import BoxView, HandView, PlaceView, WaitsView
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.driver import submission
from tests.telling.test_sentences import about, stakes

QUEEN = "The dealer qualifies with queen high or better."
AGAINST = "1 to 1 with a dealer who does not qualify or a higher hand; push with an equal hand."
PLAY = "1 to 1 with a higher hand; push with a dealer who does not qualify or an equal hand."
HAND_BONUS = "Five Card Hand Bonus on the {0}'s hand (five_card_hand_bonus_{0})"
EITHER = "on the Five Card Hand Bonus on the player's hand or Five Card Hand Bonus on the dealer's hand"
SUMMARIES = {
    "PA-649a": [
        ("Ante", f"$5 to $500: {AGAINST}"),
        ("Play", f"if you stay, as much as the Ante: {PLAY}"),
        ("Pair Plus", "$5 to $500: pair 1 to 1, up to straight flush 35 to 1."),
        ("Three-Card Progressive", "$1: straight 6 for 1, up to mini royal of spades 100% of meter."),
        (HAND_BONUS.format("player"), "$1: flush 50 for 1, up to royal flush 100% of meter."),
        (HAND_BONUS.format("dealer"), "$1: flush 50 for 1, up to royal flush 100% of meter."),
        ("Ante Bonus", "on the Ante: straight 1 to 1, up to straight flush 5 to 1."),
        (
            "Three-Card Envy Bonus",
            "on the Three-Card Progressive: mini royal $25, up to mini royal of spades $100.",
        ),
        ("Magic Card Bonus", f"{EITHER}: magic card 20 for 1."),
        ("Lucky Bonus", f"{EITHER}: lucky bonus 5 for 1."),
    ],
    "MA-TCP": [
        ("Ante", f"$5 to $500: {AGAINST}"),
        ("Play", f"if you stay, as much as the Ante: {PLAY}"),
        ("Pair Plus", "$5 to $500: pair 1 to 1, up to mini royal 35 to 1."),
        (
            "Three Card Poker Progressive (three_card_progressive)",
            "$1: straight 6 for 1, up to mini royal of spades 100% of meter.",
        ),
        ("Ante Bonus", "on the Ante: straight 1 to 1, up to straight flush 5 to 1."),
        (
            "Envy Bonus",
            "on the Three Card Poker Progressive: mini royal $25, up to mini royal of spades $100.",
        ),
    ],
    "PA-679a": [
        (
            "Ante",
            "$5 to $500: 1 to 1 with a higher hand or an equal hand; push with a "
            "dealer who does not qualify.",
        ),
        (
            "Play",
            "if you stay, as much as the Ante: flush or lower 1 to 1, up to mini "
            "royal 10 to 1 with a higher hand "
            "or an equal hand; 1 to 1 with a dealer who does not qualify; "
            "push with a bad beat (a straight or better that loses).",
        ),
        ("Pair Bonus", "$5 to $500: pair 1 to 1, up to mini royal with 2, 100 to 1."),
        ("Bad Beat Bonus", "on the Play: straight 4 to 1, up to straight flush 12 to 1."),
    ],
    "PA-669a": [
        ("Ante", "$5 to $500: pair of tens or better 1 to 1."),
        ("Blind", "as much as the Ante: pair of tens or better push, up to royal flush 1,000 to 1."),
        (
            "Play",
            "as you decide, 1 to 3 times the Ante: pair of tens or better 1 to 1, "
            "up to royal flush 100 to 1.",
        ),
        ("Pair Plus", "$5 to $500: pair 1 to 1, up to straight flush 40 to 1."),
    ],
    "PA-680a": [
        (
            "Ante",
            "$5 to $500: 1 to 1 with a dealer who does not qualify or a higher "
            "hand; 1 to 2 with a winning hand "
            "of 5 points; push with two hands that do not qualify or an equal hand.",
        ),
    ],
}
"""Each with its default table, from .12 of the chapters and MA 11 to 13."""


OUTCOMES = {
    "PA-649a": ["11(c)(3)(i)", "11(c)(3)(ii)(A)", "11(c)(3)(ii)(B)", "11(c)(3)(ii)(C)", "12(a)"],
    "MA-TCP": ["11(a)(1)", "11(a)(1)#2", "3(c)", "I-103"],
    "PA-679a": ["11(c)(3)(i)", "11(c)(3)(ii)", "11(c)(3)(iii)", "11(c)(3)(iv)", "12(a)", "12(b)", "I-71"],
    "PA-669a": ["11(i)(2)", "11(i)(2)(i)", "11(i)(2)(ii)", "12(b)", "12(c)", "12(d)", "1:push"],
    "PA-680a": ["11(d)(1)(i)", "11(d)(1)(ii)(A)", "11(d)(1)(ii)(B)", "11(d)(2)(i)", "11(d)(2)(ii)(A)",
                "11(d)(2)(ii)(B)", "11(d)(2)(ii)(C)", "12(a)", "12(b)"],
}  # fmt: skip
"""What a hand may come to, and what is paid, comes back or is collected then: all but the last is told."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name,
            marks=pytest.mark.clause(
                *(one if one.startswith("I-") else f"{name}.{one}" for one in OUTCOMES[name])
            ),
        )
        for name in SUMMARIES
    ],
)
def test_what_wins_what(regulation: str) -> None:
    assert list(summaries(about(regulation), 3)) == SUMMARIES[regulation]


def test_what_players_make_against_each_other_and_what_their_number_pays() -> None:
    *_, pot = summaries(submission("PA-680a", wagers={"pot": {}}), 3)
    said = (
        "$5, from every player where two play: the highest hand takes all, a tie for the highest hand shares."
    )
    assert pot == ("Pot", said)
    cover = submission("MA-TCP", wagers={"cover_all": {}})
    one = (1, "straight 5 to 1, up to mini royal 100 to 1", "(1 player)")
    three = (3, "straight 2 to 1, up to mini royal 80 to 1", "(3 players)")
    for players, paid, title in (one, three):
        assert dict(summaries(cover, players))["Cover All"] == f"$5 to $500: {paid}."
        assert [one.titles for one in posted_tables(cover, players)][-1] == (f"Cover All {title}",)


@pytest.mark.parametrize(
    ("regulation", "wager", "chosen", "says"),
    [
        (
            "PA-649a",
            "three_card_progressive",
            {"amount": 5},
            "mini royal $125, up to mini royal of spades $500",
        ),
        ("PA-649a", "five_card_progressive", {"amount": 1}, "straight flush $300, up to royal flush $1,000"),
        ("MA-TCP", "multi_game_link", {"paytable": "PTMGL02"}, ""),
        ("MA-TCP", "multi_game_link", {"paytable": "PTMGLML03"}, ""),
    ],
)
def test_envy_is_that_of_the_stake_and_the_paytable(
    regulation: str, wager: str, chosen: dict[str, Any], says: str
) -> None:
    offered = submission(regulation, wagers={wager: chosen})
    title = offered.regulation.wagers[wager].title
    (told,) = [text for _, text in summaries(offered, 3) if text.startswith(f"on the {title}: ")]
    if not says:
        printed = in_our_words(PRINTED[f"{regulation}.13(g):{chosen['paytable']}"]["envy"])
        (best, most), *_, (worst, least) = printed.items()
        says = f"{worst.replace('_', ' ')} {least}, up to {best.replace('_', ' ')} {most}"
    assert told == f"on the {title}: {says}."


DRAWN = {
    "magic_card": ("Magic Card Bonus", "magic card", "20 for 1"),
    "lucky_bonus": ("Lucky Bonus", "lucky bonus", "5 for 1"),
}
"""What the table game system may draw for: 649a.12(i)(3)."""


@pytest.mark.clause("PA-649a.12(i)(3)", "PA-649a.11(c)(8)", "I-61")
@pytest.mark.parametrize("some", [(), ("magic_card",), ("lucky_bonus",), ("magic_card", "lucky_bonus")])
def test_a_drawn_bonus_is_told_where_it_is_paid_and_nowhere_else(some: tuple[str, ...]) -> None:
    """Whether a table has them is a choice of its submission; one that says nothing has neither."""
    for offered in (dict.fromkeys(some, True), {one: one in some for one in DRAWN}):
        table = submission("PA-649a", wagers={"five_card_hand_bonus": offered})
        titles = {title for title, *_ in DRAWN.values()}
        assert [one for one in summaries(table, 3) if one[0] in titles] == [
            (DRAWN[one][0], f"{EITHER}: {DRAWN[one][1]} {DRAWN[one][2]}.") for one in some
        ]
        drawn = [one for one in posted_tables(table, 3) if one.heading == "drawn"]
        assert [title for one in drawn for title in one.titles] == [DRAWN[one][0] for one in some]
        rows = [(cells[0], [one for one in cells[1:] if one]) for one in drawn for cells in one.rows]
        assert rows == [(DRAWN[one][1], [DRAWN[one][2]]) for one in some]


# ── tables ──

YOURS = [
    ("mini royal of spades", "", "100% of meter", ""),
    ("mini royal", "", "500 for 1", ""),
    ("straight flush", "35 to 1", "70 for 1", "5 to 1"),
    ("three of a kind", "25 to 1", "60 for 1", "4 to 1"),
    ("straight", "6 to 1", "6 for 1", "1 to 1"),
    ("flush", "4 to 1", "", ""),
    ("pair", "1 to 1", "", ""),
]


def test_tables_that_read_the_same_cards_stand_side_by_side() -> None:
    found = list(posted_tables(about("PA-649a"), 3))
    assert [(one.heading, one.titles) for one in found] == [
        ("your cards", ("Pair Plus", "Three-Card Progressive", "Ante Bonus")),
        ("your cards + the community's", ("Five Card Hand Bonus on the player's hand",)),
        ("the dealer's + the community's", ("Five Card Hand Bonus on the dealer's hand",)),
        ("another's hand", ("Three-Card Envy Bonus",)),
        ("drawn", ("Magic Card Bonus", "Lucky Bonus")),
    ]
    assert list(found[0].rows) == YOURS
    assert found[4].rows == (("magic card", "20 for 1", ""), ("lucky bonus", "", "5 for 1"))
    fourth = list(posted_tables(about("PA-679a"), 3))[-1]
    assert fourth.heading == "your cards + a fourth" and len(fourth.rows) == 12


def test_one_asks_for_a_wager_by_the_beginning_of_its_name() -> None:
    table = about("PA-649a")
    (pair,) = posted_tables(table, 3, "pair")
    assert pair.titles == ("Pair Plus",) and pair.rows[-1] == ("pair", "1 to 1")
    assert [name for name, _ in beside_tables(table, 3, "P-L")] == ["Play"]
    assert list(posted_tables(table, 3, "play")) == [] == list(beside_tables(table, 3, "-"))


@pytest.mark.parametrize(
    ("regulation", "beside"),
    [("PA-649a", ["Ante", "Play"]), ("MA-TCP", ["Ante", "Play"]), ("PA-679a", ["Ante"]), ("PA-669a", [])],
)
def test_beside_the_tables_stand_the_wagers_that_no_table_has(regulation: str, beside: list[str]) -> None:
    assert [name for name, _ in beside_tables(about(regulation), 3)] == beside
    if regulation == "MA-TCP":
        cover = submission("MA-TCP", wagers={"cover_all": {}})
        assert [name for name, _ in beside_tables(cover, 3)] == beside


def test_rows_of_several_tables_keep_each_ones_order() -> None:
    assert merged([["a", "c"], ["a", "b", "c", "d"]]) == ["a", "b", "c", "d"]
    assert merged([["x", "b"], ["a", "b", "c"]]) == ["a", "x", "b", "c"]


def test_what_qualifies() -> None:
    saigon = about("PA-680a").regulation
    assert list(qualifying(saigon)) == [
        "Cards count: 2 to 10 their number, jack to king 10, ace 1, joker 3, 6 or 9.",
        "A hand qualifies when three of its cards total 10, 20 or 30; "
        "the other two are its Point Count, 10 at best.",
    ]
    assert [list(qualifying(about(one).regulation)) for one in ("PA-649a", "PA-669a")] == [[QUEEN], []]


# ── how it goes ──

END = "At the end your hand is held against the dealer's, and every wager is settled by its own table."
HOW = {
    "PA-649a": [
        "You stake the Ante or Pair Plus, or both, side bets beside it as you like, "
        "and get 3 cards, the dealer too.",
        "Then you look at them and stay in with the Play or give up.",
        END,
    ],
    "MA-TCP": [
        "You stake the Ante or Pair Plus, or both, side bets beside it as you like, "
        "and get 3 cards, the dealer too.",
        "Then you look at them and stay in with the Play, give up or give up unseen.",
        END,
    ],
    "PA-669a": [
        "You stake the Ante and Blind, side bets beside it as you like, and get 3 cards; "
        "3 community cards lie face down for everybody.",
        "Then you wait or raise before each community card but the last, "
        "where you stay in with the Play or give up.",
        "At the end your best hand counts, and every wager is settled by its own table.",
    ],
    "PA-680a": [
        "You stake the Ante, side bets beside it as you like, and get 5 cards, the dealer too.",
        "Then you set your cards into a three-card hand and a two-card hand.",
        END,
    ],
}


@pytest.mark.parametrize("regulation", HOW)
def test_a_round_in_three_sentences(regulation: str) -> None:
    assert list(how_it_goes(about(regulation))) == HOW[regulation]


def test_with_a_pot_the_first_sentence_speaks_of_it() -> None:
    first, *_ = how_it_goes(submission("PA-680a", wagers={"pot": {}}))
    assert first.startswith("You stake the Ante, and with others the Pot, side bets")


def test_bonus_cards_are_not_for_everybody() -> None:
    offered = submission("PA-649a", wagers={"five_card_progressive": {}})
    assert list(how_it_goes(offered)) == HOW["PA-649a"]


BOX = {"ante": 1000, "pair_plus": 500}


@pytest.mark.parametrize(
    ("regulation", "act", "wagers", "says"),
    [
        ("PA-649a", "fold", BOX, "loses Ante $10 and Pair Plus $5"),
        ("PA-649a", "play", BOX, ""),
        ("PA-649a", "fold", {"ante": 1000, "five_card_hand_bonus_player": 100},
         "loses Ante $10; Five Card Hand Bonus on the player's hand stays in"),
        ("PA-649a", "fold", {"five_card_hand_bonus_player": 100, "five_card_hand_bonus_dealer": 100},
         "loses nothing; Five Card Hand Bonus on the player's hand and "
         "Five Card Hand Bonus on the dealer's hand stay in"),
        ("MA-TCP", "fold", BOX, "loses Ante $10; Pair Plus stays in"),
        ("MA-TCP", "surrender", BOX, "loses Ante $10 and Pair Plus $5; nobody sees the cards"),
        ("PA-669a", "fold", {**BOX, "blind": 1000}, "loses Ante $10 and Blind $10; Pair Plus stays in"),
    ],
)  # fmt: skip
def test_what_an_act_gives_up(regulation: str, act: str, wagers: dict[str, int], says: str) -> None:
    decision = about(regulation).regulation.decisions[-1]
    (chosen,) = [one for one in decision.acts if one.word == act][:1]
    assert act_words(about(regulation), chosen, BoxView(1, "p1", stakes(**wagers))) == says


def test_what_staying_costs() -> None:
    for regulation in ("PA-649a", "PA-669a"):
        stays = staying(about(regulation))
        assert stays is not None and (stays.of, stays.makes, stays.times) == ("ante", "play", 1)
        assert cheapest(about(regulation), {"ante": 1000}) == 1000
    assert staying(about("PA-680a")) is None and cheapest(about("PA-680a"), {"ante": 1000}) == 0


def test_the_unit_is_the_wager_that_is_decided_on() -> None:
    assert unit_of(about("PA-649a"), BoxView(1, "p1", stakes(pair_plus=500, ante=1000))) == 1000
    assert unit_of(about("PA-649a"), BoxView(1, "p1", stakes(pair_plus=500))) == 500
    assert unit_of(about("PA-649a"), BoxView(1, "p1")) == 0


def values(**actions: Fraction) -> HandValue:
    found: Any = SimpleNamespace(actions=actions, best=max(actions, key=lambda one: actions[one]))
    return found  # type: ignore[no-any-return]


BOX10 = BoxView(1, "p1", stakes(ante=1000))
TWO = values(play=Fraction(1, 2), fold=Fraction(-1))


def test_a_hint_says_what_is_best_and_what_the_rest_costs() -> None:
    told = list(hint_words(about("PA-649a"), TWO, BOX10))
    assert told == ["Play: the best here.", "Fold: costs $15 more on average."]
    late = values(check=Fraction(1), play=Fraction(0))
    assert list(hint_words(about("PA-649a"), late, BOX10)) == [
        "Check: the best here.",
        "Play: costs $10 more on average.",
    ]


def test_a_mistake_is_what_costs_something() -> None:
    table = about("PA-649a")
    found = mistake(table, TWO, BOX10, "fold", ("play", "fold"))
    assert found is not None and (found.best, found.cost, found.grave) == ("play", 1500, True)
    assert mistake(table, TWO, BOX10, "play", ("play", "fold")) is None
    assert mistake(table, TWO, BOX10, "fold", ("fold",)) is None, "where nothing better may be done"
    assert mistake(table, TWO, BOX10, "check", ("play", "fold")) is None
    assert mistake(table, None, BOX10, "fold", ("play", "fold")) is None
    for lost, grave in ((Fraction(1), True), (Fraction(99, 100), False)):
        small = mistake(table, values(play=lost, fold=Fraction(0)), BOX10, "fold", ("play", "fold"))
        assert small is not None and small.grave == grave and small.cost == round(1000 * lost)
    assert (
        mistake(table, values(play=Fraction(1, 9999), fold=Fraction(0)), BOX10, "fold", ("play", "fold"))
        is None
    )


def test_the_setting_of_three_cards_is_found_in_any_order() -> None:
    known = values(**{"set Kc Qc Jc (9 points)": Fraction(1), "set Kc Qc Tc": Fraction(0)})
    assert setting_of(known, parse_cards("Jc Kc Qc")) == "set Kc Qc Jc (9 points)"
    assert setting_of(known, parse_cards("Tc Kc Qc")) == "set Kc Qc Tc"
    assert setting_of(known, parse_cards("Kc Qc")) == ""


# ── a table as it stands ──


def test_ones_own_hand_is_told_face_up_and_the_others_as_they_lie() -> None:
    mine, up = parse_cards("Js 9h 8c"), parse_cards("2c")
    places = (
        PlaceView("dealer", 0, down=3), PlaceView("player", 3, down=3), PlaceView("player", 1, down=3),
        PlaceView("community", 0, up=up, down=1), PlaceView("stub", 0, down=40),
    )  # fmt: skip
    round_ = SimpleNamespace(places=places)
    you = SimpleNamespace(hands=(HandView(1, mine, hand="jack high"),))
    view: Any = SimpleNamespace(public=SimpleNamespace(round=round_), own=SimpleNamespace(you=you))
    lines = [str(one) for one in deal_said(view)]
    assert [" ".join(one.split()) for one in lines] == [
        "Seat 1 (you): Js 9h 8c jack high",
        "Seat 3: 3 face down",
        "Dealer: 3 face down",
        "Community: 2c 1 face down",
    ]
    view.own.you = None
    assert " ".join(str(next(iter(deal_said(view)))).split()) == "Seat 1: 3 face down"
    view.public.round = None
    assert list(deal_said(view)) == []


def test_who_is_waited_for() -> None:
    assert (
        str(next_said(WaitsView("player", "decide", "Play or fold.", (), (1, 3))))
        == "Seat 1 and 3: Play or fold."
    )
    assert str(next_said(WaitsView("dealer", "turn_up_player", "Turn up.", ("PA-649a.11(c)",), (), 3))) == (
        "The dealer, for seat 3: Turn up. (PA-649a.11(c))"
    )


# ── procedure ──


def told(by: str = "", **cards: Any) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    found = procedure(submission("PA-649a", cards=cards), by)
    return {part.title: [(step.by, step.cite.clauses[0]) for step in part.steps] for part in found}


def test_the_procedure_of_a_table_is_that_of_its_way_of_dealing() -> None:
    hand = told(deal="hand", shuffle="automated")
    deals = [title for title in hand if title.startswith("The deal")]
    assert len(deals) == 1 and all(clause.startswith("PA-649a.9") for _, clause in hand[deals[0]])
    assert {"Two decks", "If something goes wrong"} - set(hand) == {"Two decks"}
    assert "Two decks" in told(decks=2, shuffle="automated")
    by_hand = told(shuffle="manual")
    assert (("dealer",), "PA-649a.5(a)") in by_hand["Shuffle and cut"]
    assert (("dealer", "device"), "PA-649a.5(a)") in hand["Shuffle and cut"]
    assert not any("device" in by for by, _ in by_hand["Shuffle and cut"] if len(by) > 1)
    assert "PA-649a.5(c)(1)" in {clause for _, clause in hand["Shuffle and cut"]}
    assert "PA-649a.5(c)(1)" not in {clause for _, clause in by_hand["Shuffle and cut"]}


def test_the_procedure_of_one_person_has_his_steps_alone() -> None:
    for role in ("dealer", "floorperson", "player"):
        mine = told(role)
        assert mine and all(role in by for steps in mine.values() for by, _ in steps)
        assert "If something goes wrong" not in mine


def test_what_must_have_happened_is_said_and_what_a_submission_settles_is_not() -> None:
    steps = [step for part in procedure(submission("PA-649a")) for step in part.steps]
    said = {step.cite.clauses[0]: step.when for step in steps if step.by}
    assert said["PA-649a.7(b)#2"].startswith("When ") and said["PA-649a.5(a)"] == ""
