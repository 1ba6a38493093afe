"""Reading a scenario: what it may say, and what is refused before any rule of a game is asked."""

from __future__ import annotations

import copy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feltlaw
from feltlaw import Refused
from feltlaw.round import read_round
from feltlaw.round.read import read_submission, start_meters
from tests.round.test_refusals import ANN, cases, check, offer, refusal, scenario, wagers
from tests.support.effort import examples
from tests.support.strategies import Data, scenarios

SCENARIO_KEYS = "It has submission, seats, dealer, community, draws, meters, irregularity, title."
SEAT_KEYS = "It has seat, player, cards, wagers, decisions, fourth, ruling, match_play."
BONUS = {"wagers": {"five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True}}}
LEVELS = {"wagers": {"multi_game_link": {"paytable": "PTMGLML01"}}}


def without(key: str, data: Data) -> Data:
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            without("submission", scenario("PA-649a")),
            'the scenario has no submission. Write "submission": {"regulation": "PA-649a"}.',
            [],
        ),
        (
            scenario("PA-649a", submission={"limits": {"adjacent_boxes": 8}, "wagers": {"ante": {"x": 1}}}),
            "the submission has a fault: limits.adjacent_boxes: 8 is not allowed. "
            "Write a whole number from 1 to 7; "
            "wagers.ante.x: this key is unknown here. "
            "Known here: bonus_paytable, maximum, mini_royal, minimum.",
            ["PA-649a.7(f)", "I-10"],
        ),
        (scenario("PA-649a", seat=[]), f"a scenario has no 'seat'. {SCENARIO_KEYS}", []),
        (
            scenario("PA-649a", seats=[]),
            "the scenario has no seats. Give at least one seat with a wager.",
            [],
        ),
        (
            scenario("PA-649a", seats={}),
            "the scenario has no seats. Give at least one seat with a wager.",
            [],
        ),
        (scenario("PA-649a", seats=[1]), "a seat is written as a JSON object.", []),
        (scenario("PA-649a", {"bet": 1}), f"a seat has no 'bet'. {SEAT_KEYS}", []),
        (scenario("PA-649a", {"seat": "1"}), 'a seat needs its number. Write "seat": 1.', []),
        (scenario("PA-649a", {"seat": True}), 'a seat needs its number. Write "seat": 1.', []),
        (scenario("PA-649a", {"player": ""}), "seat 1: a player is named by a text.", []),
        (scenario("PA-649a", {"player": 7}), "seat 1: a player is named by a text.", []),
        (
            scenario("PA-649a", {"decisions": "play"}),
            'seat 1: decisions are a list of words. Write "decisions": ["play"].',
            [],
        ),
        (
            scenario("PA-649a", {"decisions": [1]}),
            'seat 1: decisions are a list of words. Write "decisions": ["play"].',
            [],
        ),
        (
            scenario("PA-649a", {"wagers": {}}),
            'seat 1 has no wagers. Write "wagers": {"ante": 10}.',
            ["PA-649a.8(d)", "PA-649a.9(b)", "PA-649a.10(b)", "I-22"],
        ),
        (
            scenario("PA-649a", wagers(ante=1.5)),
            'seat 1, ante: an amount of money is written 10, 10.00 or "10.00", not 1.5.',
            ["PA-649a.7(d)(1)"],
        ),
        (
            scenario("PA-649a", wagers(ante=Decimal("10.005"))),
            "seat 1, ante: 10.005 dollars is not a whole number of cents.",
            ["PA-649a.7(d)(1)"],
        ),
        (
            scenario("PA-649a", {"cards": "As Kd 1c"}),
            "the cards of seat 1: '1c' in 'As Kd 1c' is not a card: a rank 2-9 T J Q K A and a suit c d h s, "
            "like As or Td; Jk is the joker.",
            ["PA-649a.3(a)"],
        ),
        (
            scenario("PA-649a", dealer=None),
            'the dealer\'s cards: cards are written like "As Kd Th", not None.',
            ["PA-649a.3(a)"],
        ),
        (scenario("PA-649a", irregularity="x"), "an irregularity is written as a JSON object.", []),
        (
            scenario("PA-649a", irregularity={}),
            'the irregularity has no kind. Write {"kind": "dealer_card_exposed"}.',
            [],
        ),
        (
            scenario("PA-649a", irregularity={"kind": "shoe_jam", "when": 1}),
            "an irregularity has no 'when'. It has kind.",
            [],
        ),
    ),
)
def test_what_is_not_a_scenario(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


@pytest.mark.parametrize(
    ("data", "says", "clauses"),
    cases(
        (
            scenario("PA-649a", {"ruling": "banned"}),
            "seat 1: PA-649a knows no ruling 'banned'. Rulings: left, abandoned.",
            [],
        ),
        (
            scenario("PA-679a", {"ruling": "communicated"}),
            "seat 1: PA-679a knows no ruling 'communicated'. Rulings: left, abandoned.",
            [],
        ),
        (
            scenario("PA-669a", {"ruling": ["left"]}),
            "seat 1: PA-669a knows no ruling '['left']'. Rulings: left, abandoned, communicated.",
            [],
        ),
        (
            scenario("PA-679a", {"ruling": "abandoned"}),
            "seat 1: at this table the wagers of a player who left are not forfeited. "
            'Rule "left", or submit departed_player = "forfeit" where the regulation allows it.',
            ["PA-679a.7(b)#2", "I-09"],
        ),
        (
            scenario("MA-TCP", {"ruling": "abandoned"}),
            "seat 1: at this table the wagers of a player who left are not forfeited. "
            'Rule "left", or submit departed_player = "forfeit" where the regulation allows it.',
            ["MA-TCP.6(c)", "I-09"],
        ),
        (
            scenario("PA-649a", {"ruling": "left", **ANN}, ANN, submission={"limits": {"adjacent_boxes": 2}}),
            "the boxes of Ann have different rulings. A ruling is on the person: give it for every box.",
            ["PA-649a.7(f)", "I-10"],
        ),
        (
            scenario("PA-649a", {"match_play": "ante"}),
            "seat 1: this table accepts no match play coupons. Stake chips alone.",
            ["PA-649a.7(a)"],
        ),
        (
            scenario("MA-TCP", {"match_play": "ante"}),
            "seat 1: this table accepts no match play coupons. "
            "Stake chips alone, or submit match_play = true under [wagers.ante].",
            ["MA-TCP.6(b)", "I-123"],
        ),
        (
            scenario(
                "MA-TCP", {"match_play": "pair_plus"}, submission={"wagers": {"ante": {"match_play": True}}}
            ),
            "seat 1: a match play coupon cannot lie on 'pair_plus'. Put it on ante.",
            ["MA-TCP.6(b)", "I-123"],
        ),
        (
            scenario(
                "MA-TCP",
                {"match_play": True, **wagers(ante=10, pair_plus=5)},
                submission={"wagers": {"ante": {"match_play": True}}},
            ),
            "seat 1: a match play coupon cannot lie on 'True'. Put it on ante or pair_plus.",
            ["MA-TCP.6(b)", "I-123"],
        ),
    ),
)
def test_rulings_and_coupons(data: Any, says: str, clauses: list[str]) -> None:
    check(data, says, clauses)


STAKED = {"wagers": {"five_card_hand_bonus": {"lucky_bonus": True, "lucky_positions": "staked"}}}


def lucky(position: object, stakes: dict[str, int], submission: Data = STAKED) -> Data:
    """A round of seat 1 with a drawn position."""
    seat = {"wagers": {"ante": 10, **stakes}}
    community = {"community": "2d 2c"} if stakes else {}
    drawn: Data = scenario("PA-649a", seat, submission=submission, draws={"lucky_position": position})
    return drawn | community


@pytest.mark.clause("PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "I-63")
def test_where_only_positions_with_a_stake_are_drawn_no_other_can_be_lucky() -> None:
    player, dealer = {"five_card_hand_bonus_player": 1}, {"five_card_hand_bonus_dealer": 1}
    says = "the lucky position is drawn from those with a stake, and"
    wrong: list[tuple[Data, str]] = [
        (lucky(1, {}), "seat 1 has none. Leave the draw out."),
        (lucky("dealer", {}), "the dealer's hand has none. Leave the draw out."),
        (lucky(2, player), "seat 2 has none. Legal here: 1."),
        (lucky("dealer", player), "the dealer's hand has none. Legal here: 1."),
        (lucky(1, dealer), "seat 1 has none. Legal here: dealer."),
        (lucky(3, player | dealer), "seat 3 has none. Legal here: 1, dealer."),
    ]
    for data, why in wrong:
        found = refusal(data)
        assert str(found) == f"{says} {why}"
        assert found.clauses == ["PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "I-63"]
    for data in (lucky(1, player), lucky("dealer", dealer), lucky(None, {}), lucky(7, {}, BONUS)):
        feltlaw.settle(data)
    assert str(refusal(lucky(8, player))) == "there is no seat 8. Seats run from 1 to 7."


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (scenario("PA-649a", draws=[]), "the draw is written as a JSON object."),
        (
            scenario("PA-649a", draws={"magic": "7h"}),
            "the draw has no 'magic'. It has magic_card, lucky_position.",
        ),
        (
            scenario("PA-649a", draws={"magic_card": "7h"}),
            "this table makes no draw for the magic card. Leave it out.",
        ),
        (
            scenario("PA-679a", draws={"lucky_position": 1}),
            "this table makes no draw for the lucky position. Leave it out.",
        ),
        (
            scenario("PA-649a", submission=offer("five_card_hand_bonus"), draws={"lucky_position": 1}),
            "this table makes no draw for the lucky position. Leave it out.",
        ),
        (
            scenario("PA-649a", submission=BONUS, draws={"magic_card": "7x"}),
            "the magic card: '7x' in '7x' is not a card",
        ),
        (
            scenario("PA-649a", submission=BONUS, draws={"magic_card": "Jk"}),
            'the magic card is one of the 52 cards. Write it like "7h".',
        ),
        (
            scenario("PA-649a", submission=BONUS, draws={"magic_card": 7}),
            'the magic card is one of the 52 cards. Write it like "7h".',
        ),
        (
            scenario("PA-649a", submission=BONUS, draws={"lucky_position": True}),
            'the lucky position is a seat\'s number or "dealer".',
        ),
        (
            scenario("PA-649a", submission=BONUS, draws={"lucky_position": 8}),
            "there is no seat 8. Seats run from 1 to 7.",
        ),
        (
            scenario("PA-649a", meters=5),
            'meters are written by name. Write "meters": {"three_card_progressive": 1234.56}.',
        ),
        (scenario("PA-649a", meters={"x": 5}), "this table has no meter 'x'. Meters: none."),
        (
            scenario("PA-649a", submission=BONUS, meters={"x": 5}),
            "this table has no meter 'x'. Meters: five_card_hand_bonus.",
        ),
        (
            scenario("PA-649a", submission=BONUS, meters={"five_card_hand_bonus": {"major": 5}}),
            "meter five_card_hand_bonus has no level 'major'. Levels: meter, reserve.",
        ),
        (
            scenario("MA-TCP", submission=LEVELS, meters={"multi_game_link": {"reserve": 5}}),
            "meter multi_game_link has no level 'reserve'. Levels: major, minor.",
        ),
        (
            scenario("MA-TCP", submission=LEVELS, meters={"multi_game_link": 5}),
            "meter multi_game_link has several levels. Give them by name: major, minor.",
        ),
        (
            scenario("PA-649a", submission=BONUS, meters={"five_card_hand_bonus": "5 dollars"}),
            "meter five_card_hand_bonus: '5 dollars' is not an amount of money: "
            'write 10, 10.00 or "10.00".',
        ),
        (
            scenario("PA-649a", submission=BONUS, meters={"five_card_hand_bonus": -5}),
            "meter five_card_hand_bonus cannot show a negative amount. Write what it shows, from 0.00.",
        ),
    ],
)
def test_draws_and_meters(data: Any, says: str) -> None:
    assert str(refusal(data)).startswith(says)


def test_meters_are_set_where_given_and_at_their_seed_where_not() -> None:
    submission = {"wagers": {"five_card_hand_bonus": {"amount": 2}, "three_card_progressive": {}}}
    data = scenario("PA-649a", submission=submission, meters={"five_card_hand_bonus": {"reserve": 3}})
    checked = read_submission(data["submission"])
    meters = read_round(data, checked).meters or {}
    assert meters["three_card_progressive"] == start_meters(checked)["three_card_progressive"]
    level = meters["five_card_hand_bonus"].levels["meter"]
    assert (level.amount, level.reserve) == (20_000_00, 3_00)
    data["meters"] = {"five_card_hand_bonus": {"meter": 5, "reserve": 3}, "three_card_progressive": 7}
    found = read_round(data, checked).meters or {}
    assert {name: meter.total for name, meter in found.items()} == {
        "five_card_hand_bonus": 8_00,
        "three_card_progressive": 7_00,
    }


def test_a_scenario_may_say_that_something_is_not_there() -> None:
    empty: Data = {"irregularity": None, "draws": None, "meters": None, "title": "a plain round"}
    assert (
        feltlaw.settle(scenario("PA-649a", **empty)).to_json()
        == feltlaw.settle(scenario("PA-649a")).to_json()
    )
    drawn = scenario("PA-649a", submission=BONUS, draws={"magic_card": None, "lucky_position": None})
    assert feltlaw.settle(drawn).house_net == feltlaw.settle(scenario("PA-649a", submission=BONUS)).house_net


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10) | st.text(max_size=5) | st.decimals(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=examples(150), deadline=None)
@given(scenarios(), st.data())
def test_nonsense_anywhere_is_refused_or_settled_but_never_a_crash(
    scenario: Data, data: st.DataObject
) -> None:
    """One value of a legal scenario is replaced by anything JSON can hold."""
    broken = copy.deepcopy(scenario)
    place: Any = broken
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JUNK)
    try:
        result = feltlaw.settle(broken)
    except Refused as refused:
        assert str(refused).endswith(".") and ".." not in str(refused).replace("...", "")
    else:
        assert result.to_json()


@pytest.mark.clause("PA-649a.13(c)")
@pytest.mark.parametrize("seats", [[], {}, {"1": {"wagers": {"ante": 10}}}, "1", None])
def test_a_void_round_is_that_of_players_whose_wagers_go_back(seats: Any) -> None:
    """ "All wagers shall be returned": in a list of those who made them, or there was no round."""
    about = {"submission": {"regulation": "PA-649a"}, "irregularity": {"kind": "wrong_number_of_cards"}}
    said = "the scenario has no seats. Give at least one seat with a wager."
    check({**about, "seats": seats, "dealer": "Kd 8h"}, said, [])
