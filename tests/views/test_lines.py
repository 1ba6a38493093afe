"""Lines as everybody sees them and as their player does: by the cards that lie up, on tables made up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.money import parse_pays
from feltlaw.regulation.model import Cite
from feltlaw.settlement import Line
from feltlaw.settlement.reckoning import HELD
from feltlaw.table.places import COMMUNITY, DEALER, fourth, hand
from feltlaw.views import lines as lines_
from tests.support.driver import main_bets, submission
from tests.support.rounds import deciding, racked


def made(**fields: Any) -> Any:
    return SimpleNamespace(**fields)


def line(**more: Any) -> Line:
    found: dict[str, Any] = {
        "seat": 1, "id": "ante", "is_award": False, "stake": 1000, "outcome": "higher", "result": "win",
        "paid": 1000, "returned": 1000, "cite": Cite(("PA-649a.11(c)(3)",)), "hand": "king high",
        "pays": parse_pays("1 to 1"), "note": "rounded",
    }  # fmt: skip
    return Line(**{**found, **more})


def lying(regulation: str, up: Mapping[Any, str], down: Mapping[Any, str] | None = None, **more: Any) -> Any:
    """A round in which these cards lie up and down."""
    under = down or {}
    every = {place: (*up.get(place, "").split(), *under.get(place, "").split()) for place in {**up, **under}}
    seats = {1: {"ante": 1000}, 3: {"ante": 1000}}
    played = made(
        up={place: parse_cards(cards) for place, cards in up.items()},
        cards_at=lambda place: every.get(place, ()),
        facts=made(stakes=seats),
    )
    return made(played=played, submission=submission(regulation, **more))


@pytest.mark.parametrize(
    ("up", "down", "seen"),
    [
        ({}, {}, False),
        ({hand(1): "2c 3c 4c"}, {}, True),
        ({hand(1): "2c 3c 4c"}, {hand(1): "x"}, False),
        ({}, {hand(1): "x x x"}, False),
        ({hand(3): "2c 3c 4c"}, {hand(1): "x x x"}, False),
    ],
)
def test_a_place_is_seen_when_all_its_cards_are(up: Any, down: Any, seen: bool) -> None:
    assert lines_.is_up(lying("PA-649a", up, down), hand(1)) == seen


OWN3, DEALERS3 = "2c 3c 4c", "9d Td Kd"
LINES: list[tuple[str, Line, Any, bool, bool]] = [
    ("PA-649a", line(), {hand(1): OWN3, DEALER: DEALERS3}, True, True),
    ("PA-649a", line(), {DEALER: DEALERS3}, False, True),
    ("PA-649a", line(seat=3), {hand(1): OWN3}, False, True),
    ("PA-649a", line(id="pair_plus"), {hand(1): OWN3}, True, True),
    ("PA-649a", line(id="six_card_bonus"), {hand(1): OWN3}, False, False),
    ("PA-649a", line(id="six_card_bonus"), {hand(1): OWN3, DEALER: DEALERS3}, True, True),
    ("PA-649a", line(id="six_card_bonus"), {DEALER: DEALERS3}, False, True),
    ("PA-649a", line(id="five_card_progressive"), {hand(1): OWN3}, False, False),
    ("PA-649a", line(id="five_card_progressive"), {hand(1): OWN3, COMMUNITY: "9s Ts"}, True, True),
    ("PA-649a", line(id="five_card_hand_bonus_dealer"), {hand(1): OWN3, COMMUNITY: "9s Ts"}, False, False),
    ("PA-649a", line(id="five_card_hand_bonus_dealer"), {DEALER: DEALERS3, COMMUNITY: "9s Ts"}, True, True),
    ("PA-649a", line(outcome="folded"), {}, True, True),
    ("PA-649a", line(id="envy_three_card", is_award=True, for_seat=3), {hand(1): OWN3}, False, False),
    ("PA-649a", line(id="envy_three_card", is_award=True, for_seat=3), {hand(3): OWN3}, True, False),
    ("PA-679a", line(id="pair_bonus"), {hand(1): OWN3, fourth(1): "5c"}, True, True),
    ("PA-679a", line(id="pair_bonus"), {hand(1): OWN3, COMMUNITY: "5c"}, True, True),
    ("PA-679a", line(id="pair_bonus"), {hand(1): OWN3}, False, False),
    ("PA-680a", line(outcome="only_dealer_qualifies"), {}, False, True),
    ("MA-TCP", line(id="cover_all"), {hand(1): OWN3, DEALER: DEALERS3}, False, False),
    ("MA-TCP", line(id="cover_all"), {hand(1): OWN3, DEALER: DEALERS3, COMMUNITY: "9s Ts"}, False, False),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "of", "up", "seen", "known"), LINES)
def test_a_line_is_seen_or_known_by_the_cards_it_rests_on(
    regulation: str, of: Line, up: Any, seen: bool, known: bool
) -> None:
    """Everybody by what is up; its player by that and his own; envy is about another's cards (I-86)."""
    state = lying(regulation, up)
    assert lines_.is_seen(state, of) == seen
    if of.outcome != "folded":
        assert lines_.is_known_to_owner(state, of) == known


GIVEN: dict[str, dict[str, tuple[tuple[Any, ...], str, tuple[str, ...]]]] = {
    "PA-649a": {
        "envy_three_card": ((), "three_card_progressive", ("1:three-card-envy-bonus", "11(c)(5)(v)")),
        "envy_five_card": ((COMMUNITY,), "five_card_progressive", ("1:five-card-envy-bonus", "11(c)(7)(v)")),
        "envy_five_of_six": ((DEALER,), "five_of_six_progressive", ("1:5-of-6-envy-bonus", "11(c)(9)(v)")),
    },
    "PA-669a": {
        "envy_three_card": ((), "three_card_progressive", ("1:envy-bonus", "11(i)(3)(i)(E)")),
    },
    "MA-TCP": {
        "envy_three_card": ((), "three_card_progressive", ("13(e)a", "13(e)b")),
        "envy_multi_game_link": ((COMMUNITY,), "multi_game_link", ("13(e)a", "13(e)b", "13(g)bis")),
    },
}
"""Envy, the cards it rests on beside the holder's own, the wager it comes to, and its paragraphs."""
ENVIES = pytest.mark.parametrize(
    ("regulation", "award"),
    [
        pytest.param(name, award, marks=pytest.mark.clause(*(f"{name}.{one}" for one in found[2])))
        for name, awards in GIVEN.items()
        for award, found in awards.items()
    ],
)


@ENVIES
def test_the_hand_that_gave_envy_is_told_where_its_holders_cards_were_seen(
    regulation: str, award: str
) -> None:
    """Whatever lies where the one sits who receives it; he knows no more of it than everybody."""
    needs = {hand(3), *GIVEN[regulation][award][0]}
    of = line(id=award, is_award=True, for_seat=3, stake=0, returned=0)
    every = (hand(1), hand(3), DEALER, COMMUNITY)
    for seen in product((False, True), repeat=4):
        up = {place for place, is_up in zip(every, seen, strict=True) if is_up}
        state = lying(regulation, dict.fromkeys(up, OWN3), dict.fromkeys({*every} - up, "x x x"))
        assert lines_.is_seen(state, of) == (needs <= up), up
        assert lines_.is_known_to_owner(state, of) is False
        told = lines_.line_view(state, of)
        assert (told.hand, told.outcome, told.pays, told.note) == (
            ("king high", "higher", "1 to 1", "rounded") if needs <= up else ("", "", "", "")
        )


@ENVIES
@pytest.mark.parametrize("receiver", [1, 5])
@pytest.mark.parametrize("said", ["fold", "play"])
def test_at_a_table_everybody_is_told_the_hand_that_lies_face_up_and_gave_envy(
    regulation: str, award: str, receiver: int, said: str
) -> None:
    """Also where the one who receives it folded, and his own cards went to the rack unseen."""
    _, wager, _ = GIVEN[regulation][award]
    main = main_bets(regulation)
    bets = {seat: {**main, **({wager: 100} if seat == receiver else {})} for seat in (1, 3, 5)}
    hands = {"seat 1": "2d 9c 4h", "seat 3": "As Ks Qs", "seat 5": "3d 8c 5h"}
    if "five" in award or "link" in award:
        hands["dealer" if "of_six" in award else "community"] = "Js Ts 6h" if "of_six" in award else "Js Ts"
    table = deciding(regulation, bets, hands, wagers={wager: {}})
    for _ in table.to_the_end():
        offer = table.next()
        mine = [one for one in table.offers("decide") if one.data.seat == receiver and one.data.act == said]
        table.take(mine[0] if mine and offer.data.seat == receiver else offer)
        if table.events("settle_rest"):
            break
    if said == "fold" and regulation != "PA-669a" and "of_six" not in award:
        assert not table.up(f"player {receiver}") and f"player {receiver}" in racked(table)
    (of,) = [one for one in table.paid() if one.for_seat]
    told = lines_.line_view(table.state, of)
    assert (told.seat, told.for_seat, told.paid) == (receiver, 3, of.paid)
    assert told.hand == of.hand != "" and told.outcome == of.outcome != "" and told.pays


def test_a_fourth_card_that_lies_there_unseen_is_not_the_communitys() -> None:
    state = lying("PA-679a", {hand(1): OWN3, COMMUNITY: "5c"}, {fourth(1): "x"})
    assert not lines_.is_seen(state, line(id="pair_bonus"))


def test_three_cards_show_who_qualifies() -> None:
    set_ = lying("PA-680a", {hand(1): OWN3}, {hand(1): "x x"})
    for outcome, seen in (("only_dealer_qualifies", True), ("neither_qualifies", True), ("higher", False)):
        assert lines_.is_seen(set_, line(outcome=outcome)) == seen
    assert not lines_.is_seen(set_, line(seat=3, outcome="neither_qualifies"))


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "I-86")
def test_a_line_is_told_with_as_much_as_was_seen() -> None:
    """In full; what shows who qualifies; a pair that is none without the fourth card; or the money alone."""
    full = lines_.line_view(lying("PA-649a", {hand(1): OWN3, DEALER: DEALERS3}), line())
    assert (full.outcome, full.pays, full.hand, full.note) == ("higher", "1 to 1", "king high", "rounded")
    set_ = lying("PA-680a", {hand(1): OWN3}, {hand(1): "x x"})
    half = lines_.line_view(set_, line(outcome="only_dealer_qualifies", result="lose", pays=None))
    assert (half.outcome, half.pays, half.hand, half.note) == ("only_dealer_qualifies", "", "", "")
    lost = line(id="pair_bonus", result="lose", paid=0, returned=0, outcome="", hand="", pays=None, note="")
    told = lines_.line_view(lying("PA-679a", {hand(1): "2c 9d Kh"}), lost)
    assert (told.outcome, told.hand) == ("high_card", "king high")
    for state in (lying("PA-679a", {}), lying("PA-679a", {hand(1): "2c 9d"}, {hand(1): "x"})):
        alone = lines_.line_view(state, lost)
        assert (alone.outcome, alone.hand, alone.net) == ("", "", -1000)
    pushed = lines_.line_view(lying("PA-679a", {hand(1): "2c 9d Kh"}), replace(lost, result="push"))
    assert (pushed.outcome, pushed.hand) == ("", "")
    held = lines_.line_view(lying("PA-679a", {}), replace(lost, note=f"{HELD} for somebody"))
    assert held.note == HELD
    in_full = lines_.full_line(line(note=f"rounded; {HELD}"))
    assert in_full.note == f"rounded; {HELD}", "who sees all of it sees more than that"
    assert lines_.full_line(line(pays=None)).pays == ""


def highest(state: Any, of: Line, counted: Mapping[int, bool], monkeypatch: pytest.MonkeyPatch) -> Any:
    boxes = [made(number=seat) for seat in counted]
    of_round = made(boxes=boxes, counts_at_table=lambda box: counted[box.number])
    monkeypatch.setattr(lines_, "agenda", lambda state: made(of=of_round))
    return lines_.line_view(state, of)


@pytest.mark.clause("I-100", "MA-TCP.12(b)", "MA-TCP.12(h)a")
@pytest.mark.parametrize(
    ("up", "held_by", "result", "said"),
    [
        ((0, 1, 3), (1, 3), "win", "flush, held by seat 1 and seat 3"),
        ((0, 1), (1, 3), "win", "flush, held by seat 1"),
        ((1,), (0, 1), "win", "flush, held by seat 1"),
        ((0,), (0, 1), "win", "flush, held by the dealer"),
        ((1, 3), (0,), "win", ""),
        ((0, 1), (3,), "win", ""),
        ((0, 1), (1,), "lose", ""),
        ((0, 1, 3), (1,), "lose", "flush, held by seat 1"),
    ],
)
def test_the_highest_hand_is_told_as_far_as_it_was_seen(
    up: tuple[int, ...], held_by: tuple[int, ...], result: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = {0: OWN3, 1: DEALERS3, 3: "2s 3s 4s"}
    places = {seat: hand(seat) if seat else DEALER for seat in cards}
    state = lying(
        "MA-TCP",
        {places[seat]: cards[seat] for seat in up},
        {places[seat]: "x x x" for seat in cards if seat not in up},
        wagers={"cover_all": {}},
    )
    of = line(id="cover_all", hand="flush", held_by=held_by, result=result, outcome="flush")
    told = highest(state, of, {1: True, 3: True}, monkeypatch)
    assert told.hand == said and told.outcome == ("flush" if said else "")
    assert told.pays == ("1 to 1" if said else "")
    assert highest(state, replace(of, pays=None), {1: True, 3: True}, monkeypatch).pays == ""
    without = highest(state, of, {1: True, 3: False}, monkeypatch)
    if {0, 1} <= set(up):
        assert without.hand == of.held, "what does not count need not be seen"


@pytest.mark.clause("I-86", "PA-669a.11(f)", "PA-669a.11(g)")
def test_money_alone_is_told_with_the_clause_that_wins_and_the_one_that_kept_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a hand that went to the rack unseen: neither its rank nor the row it was paid by."""
    state = lying("PA-669a", {}, {hand(1): "x x x"})
    pair_plus = state.submission.regulation.wagers["pair_plus"]
    kept = Cite(("PA-669a.11(f)",))
    won = line(id="pair_plus", cite=Cite(("PA-669a.12(a):A",)))
    for rule, clauses in (
        (None, pair_plus.won.clauses),
        (made(cite=kept), (*pair_plus.won.clauses, *kept.clauses)),
    ):
        monkeypatch.setattr(
            lines_, "box_of", lambda state, seat, rule=rule: made(rule_for=lambda wager: rule)
        )
        told = lines_.line_view(state, won)
        assert (told.outcome, told.hand, told.pays, told.net) == ("", "", "", 1000)
        assert told.clauses == tuple(dict.fromkeys(clauses))
    lost = lines_.line_view(state, line(id="pair_plus", result="lose", paid=0, returned=0))
    assert lost.clauses == ("PA-649a.11(c)(3)",), "what is taken has the clause of its line"
    award = line(id="envy_three_card", is_award=True, for_seat=3, stake=0, returned=0)
    assert lines_.line_view(state, award).clauses == ("PA-649a.11(c)(3)",), "and so has an award"
