"""What an irregularity makes of a round, and which clauses say so."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw import Refused, Submission
from feltlaw.irregularity import cards_counted, cited, find_irregularity, round_end
from feltlaw.regulation import load, regulation_ids


def submission(regulation: str, **sections: Any) -> Submission:
    return Submission.from_data({"regulation": regulation, **sections})


KINDS = [(name, kind) for name in regulation_ids() for kind in load(name).irregularities]
DEVICES = {"cards": {"shuffle": "automated", "deal": "automated_shoe"}}


@pytest.mark.parametrize(("regulation", "kind"), KINDS)
def test_every_kind_is_known_and_cites_its_document(regulation: str, kind: str) -> None:
    table = submission(regulation, **DEVICES)
    rule = find_irregularity(table, kind)
    cite = cited(table, rule)
    assert cite.clauses
    assert all(clause.startswith(f"{regulation}.") for clause in cite.clauses)
    assert rule.text.endswith(".")


@pytest.mark.parametrize(
    ("deal", "clause"),
    [
        pytest.param("manual_shoe", "PA-679a.8(g)#2", marks=pytest.mark.clause("PA-679a.8(g)#2")),
        pytest.param("hand", "PA-679a.9(f)#2", marks=pytest.mark.clause("PA-679a.9(f)#2")),
        pytest.param("automated_shoe", "PA-679a.10(f)#2", marks=pytest.mark.clause("PA-679a.10(f)#2")),
    ],
)
def test_each_way_of_dealing_cites_its_own_section(deal: str, clause: str) -> None:
    table = submission("PA-679a", cards={"deal": deal})
    assert cited(table, find_irregularity(table, "wrong_deck_count")).clauses == (clause,)


def test_a_clause_of_no_way_of_dealing_stays() -> None:
    table = submission("PA-649a", cards={"deal": "hand"})
    clauses = cited(table, find_irregularity(table, "wrong_number_of_cards")).clauses
    assert clauses == ("PA-649a.13(c)", "PA-649a.9(f)")


@pytest.mark.parametrize(
    ("cards", "kind", "says"),
    [
        ({"shuffle": "manual"}, "shuffler_jam", "there is no shuffling device at this table to jam"),
        ({"deal": "manual_shoe"}, "shoe_jam", "there is no automated shoe at this table to jam"),
    ],
)
def test_a_device_that_is_not_there_cannot_jam(cards: dict[str, Any], kind: str, says: str) -> None:
    table = submission("PA-649a", cards=cards)
    with pytest.raises(Refused, match=says) as refusal:
        find_irregularity(table, kind)
    assert refusal.value.legal == "Name another irregularity, or state the device in the submission."


def test_an_irregularity_of_another_game_is_refused_with_those_of_this_one() -> None:
    with pytest.raises(
        Refused, match="'dealer_card_exposed' cannot happen in Raise It Up Stud Poker"
    ) as refusal:
        find_irregularity(submission("PA-669a"), "dealer_card_exposed")
    assert refusal.value.legal == f"Known: {', '.join(load('PA-669a').irregularities)}."


@pytest.mark.clause("I-141")
@pytest.mark.parametrize(("chosen", "end"), [("stand", "stands"), ("void", "void")])
def test_an_option_decides_what_the_text_leaves_open(chosen: str, end: str) -> None:
    """I-141."""
    table = submission("PA-680a", settlement={"exposed_dealer_card": chosen})
    assert round_end(table, find_irregularity(table, "dealer_card_exposed")) == end


@pytest.mark.parametrize(
    ("kind", "end", "counted"),
    [
        ("wrong_number_of_cards", "void", "any"),
        ("cards_face_up", "void", "at_most"),
        ("dealer_card_exposed", "partly_settled", "exactly"),
        ("card_face_up", "stands", "exactly"),
    ],
)
def test_how_strictly_cards_are_counted(kind: str, end: str, counted: str) -> None:
    assert cards_counted(kind, end) == counted


def scenario(kind: str, cards: str, decisions: list[str], dealer: str = "Qs 8d 3c") -> dict[str, Any]:
    seat = {"seat": 1, "cards": cards, "wagers": {"ante": 10}, "decisions": decisions}
    found: dict[str, Any] = {"submission": {"regulation": "PA-649a"}, "seats": [seat], "dealer": dealer}
    return found | {"irregularity": {"kind": kind}}


def test_a_round_that_stands_is_played_to_the_end() -> None:
    """Nobody's Ante is settled without his decision because a card was found face up."""
    with pytest.raises(Refused, match=r"seat 1 has not decided \(play or fold\)") as refusal:
        feltlaw.settle(scenario("card_face_up", "As Kd 9c", []))
    assert "PA-649a.11(b)" in refusal.value.clauses
    assert feltlaw.settle(scenario("card_face_up", "As Kd 9c", ["play"])).house_net == -20_00


def test_a_void_round_may_have_stopped_in_the_deal() -> None:
    assert feltlaw.settle(scenario("cards_face_up", "As Kd", [], dealer="")).house_net == 0
    with pytest.raises(Refused, match=r"seat 1 has 4 cards\. There should be 3 cards here"):
        feltlaw.settle(scenario("cards_face_up", "As Kd 9c 2c", []))


@pytest.mark.parametrize(("cards", "dealer"), [("As Kd 9c 2c", "Qs 8d 3c"), ("As Kd 9c", "Qs 8d")])
def test_a_wrong_number_of_cards_is_written_as_it_lies(cards: str, dealer: str) -> None:
    result = feltlaw.settle(scenario("wrong_number_of_cards", cards, [], dealer))
    assert result.to_json()["seats"][0]["hands"] == {}
    assert "dealer" not in result.to_json()


@pytest.mark.clause("PA-669a.13(c)")
@pytest.mark.parametrize(("community", "void"), [("Qs 8d", True), ("Qs 8d 3c 4c", True), ("Qs 8d 3c", False)])
def test_community_cards_that_are_everybodys_void_the_round_if_they_are_miscounted(
    community: str, void: bool
) -> None:
    seat = {"seat": 1, "cards": "As Kd 9c", "wagers": {"ante": 10, "blind": 10}}
    data = {"submission": {"regulation": "PA-669a"}, "seats": [seat], "community": community}
    data |= {"irregularity": {"kind": "wrong_number_of_cards"}}
    if void:
        assert feltlaw.settle(data).house_net == 0
    else:
        with pytest.raises(Refused, match="every hand that must have a certain number of cards has it"):
            feltlaw.settle(data)


@pytest.mark.parametrize(
    ("regulation", "wager", "beside"),
    [
        pytest.param("PA-679a", "pair_bonus", "fourth", marks=pytest.mark.clause("PA-679a.1:hand", "I-20")),
        pytest.param("PA-649a", "five_card_progressive", "community",
                     marks=pytest.mark.clause("PA-649a.1:hand", "I-20")),
        pytest.param("MA-TCP", "multi_game_link", "community",
                     marks=pytest.mark.clause("MA-TCP.1:hand", "I-20")),
    ],
)  # fmt: skip
def test_a_hand_is_three_cards_whatever_lies_beside_it(regulation: str, wager: str, beside: str) -> None:
    """Cards of a bonus make no hand of three cards a wrong one, and no other number a right one."""
    stake = 5 if wager == "pair_bonus" else 1
    for cards, dealer, wrong in (
        ("As Kd 9c", "Qs 8d 3c", False),
        ("As Kd", "Qs 8d 3c", True),
        ("As Kd 9c 6h", "Qs 8d 3c", True),
        ("As Kd 9c", "Qs 8d", True),
        ("As Kd 9c", "Qs 8d 3c 6h", True),
    ):
        seat: dict[str, Any] = {"seat": 1, "cards": cards, "wagers": {"ante": 10, wager: stake}}
        data: dict[str, Any] = {
            "submission": {"regulation": regulation, "wagers": {wager: {}}},
            "seats": [seat],
        }
        (seat if beside == "fourth" else data)[beside] = "2h" if beside == "fourth" else "2h 4h"
        data |= {"dealer": dealer, "irregularity": {"kind": "wrong_number_of_cards"}}
        if wrong:
            assert {line.result for line in feltlaw.settle(data).lines} == {"void"}, (cards, dealer)
        else:
            with pytest.raises(Refused, match="every hand that must have a certain number of cards has it"):
                feltlaw.settle(data)
