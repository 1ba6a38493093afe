"""Hands where a round is not the usual one: folded or surrendered with others, miscounted, seen too early."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw import settle
from feltlaw.cards import deck as full_deck
from feltlaw.table.places import parse_place
from feltlaw.views import Viewer, view
from tests.support.driver import DEALER, DEALS, FLOOR, drive, each, main_bets, marks
from tests.support.rounds import branch, house, line, nets, places, real
from tests.table.pauses import NOT_COUNTED

FIVE: dict[str, dict[str, Any]] = {"five_card_hand_bonus": {}}


# ── folded and surrendered ──


@pytest.mark.clause("MA-TCP.10(c)(2)(iii)", "MA-TCP.10(c)(2)(i)")
def test_a_folded_hand_with_a_live_wager_is_racked_at_its_turn_like_any_other() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in (1, 3, 4)}
    table = drive("MA-TCP").start(bets).until("deciding")
    for seat, word in ((1, "fold"), (3, "play"), (4, "fold")):
        table.say(seat, word)
    table.finish()
    found = [(one.data.lines[0].seat, places(one.data.racked)) for one in table.events("settle_player")]
    assert found == [(seat, [f"player {seat}"]) for seat in (4, 3, 1)]


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_the_cards_of_each_surrendered_hand_are_counted() -> None:
    table = drive("MA-TCP").start({seat: {"ante": 1000} for seat in (1, 3, 4)}).until("deciding")
    for seat, word in ((1, "surrender"), (3, "play"), (4, "surrender")):
        table.say(seat, word)
    for counted in ({}, {1: 3}, {4: 3}, {1: 3, 4: 2}, {1: 3, 3: 3, 4: 3}):
        refusal = table.refused("collect_forfeits", DEALER, counted=counted)
        assert refusal.cite.clauses == ("MA-TCP.10(b)#3",)
    table.do("collect_forfeits", DEALER, counted={1: 3, 4: 3})
    assert table.last("collect_forfeits").data.counted == {1: 3, 4: 3}


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(1)(ii)")
@pytest.mark.clause("MA-TCP.10(c)(1)(iii)", "MA-TCP.10(c)(1)(iv)")
def test_step_by_step_the_losing_wagers_of_folded_hands_are_collected_with_the_others() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in (1, 3, 4)}
    hands = {"seat 1": "2s 7d 9c", "seat 3": "3s 8d Tc", "seat 4": "4h 4d Jc", "dealer": "Ad Kh 9h"}
    table = drive("MA-TCP", settlement={"order": "by_step"}).start(bets, hands).until("deciding")
    for seat, word in ((1, "fold"), (3, "play"), (4, "fold")):
        table.say(seat, word)
    table.until("settling")
    for seat in (4, 3, 1):
        refusal = table.refused("collect_losers", DEALER)
        assert f"the cards of seat {seat} are face down" in refusal.what, "each step for all players"
        table.do("turn_up_player", DEALER, seat=seat)
    table.finish()
    assert places(table.last("pay_winners").data.racked) == ["player 4", "player 3", "player 1"]
    lost = [(one.seat, one.id) for one in table.last("collect_losers").data.lines]
    assert lost == [(3, "ante"), (3, "play"), (3, "pair_plus"), (1, "pair_plus")]
    assert [(one.seat, one.id) for one in table.last("pay_winners").data.lines] == [(4, "pair_plus")]


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.12(i)")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
def test_a_hand_that_gives_envy_stays_up_beside_a_higher_one(order: str) -> None:
    """With five cards a straight flush gives envy; with three a mini-royal is the highest for Cover All."""
    offered: dict[str, dict[str, Any]] = {"multi_game_link": {}, "cover_all": {}}
    stakes = {"ante": 1000, "multi_game_link": 100, "cover_all": 500}
    hands = {"seat 4": "5s 6s 7s", "seat 3": "Ah Kh Qh", "seat 1": "2d 7c 9d", "community": "8s 9s",
             "dealer": "3d 8c Jh"}  # fmt: skip
    table = drive("MA-TCP", wagers=offered, settlement={"order": order})
    table.start(dict.fromkeys((1, 3, 4), stakes), hands).until(do="settle_rest")
    assert set(table.round.settling.exposed) == {3, 4}
    assert {"player 1"} == {str(one) for one in table.round.racked if one.group == "player"}


WON = [
    pytest.param(
        "PA-649a", "five_of_six_progressive", {}, {"seat 3": "2s 3h 4c", "dealer": "5d 6h Kc"}, 5_00,
        marks=pytest.mark.clause("PA-649a.11(c)(9)(i)", "PA-649a.11(c)(9)(iii)", "PA-649a.11(c)(9)(iv)"),
    ),
    pytest.param(
        "PA-649a", "five_card_hand_bonus_player", {}, {"seat 3": "As Ah Ad", "community": "Ac Ts"}, 500_00,
        marks=pytest.mark.clause("PA-649a.11(c)(8)(ii)", "I-66"),
    ),
    pytest.param(
        "PA-649a", "five_card_hand_bonus_dealer", {}, {"dealer": "As Ah Ad", "community": "Ac Ts"}, 500_00,
        marks=pytest.mark.clause("PA-649a.11(c)(8)(ii)", "I-66"),
    ),
    pytest.param(
        "MA-TCP", "three_card_progressive", {"folded_hands_qualify": True}, {"seat 3": "5h 6d 7c"}, 6_00,
        marks=pytest.mark.clause("MA-TCP.13(d)f", "MA-TCP.13(c)#2"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "wager", "options", "hands", "paid"), WON)
def test_a_floorperson_validates_the_win_of_a_folded_hand_and_on_the_dealers_too(
    regulation: str, wager: str, options: dict[str, Any], hands: dict[str, str], paid: int
) -> None:
    section = wager.removesuffix("_player").removesuffix("_dealer")
    for said in ("play", "fold"):
        table = drive(regulation, wagers={section: options})
        table.start({3: {"ante": 1000, wager: 100}}, hands).until("deciding")
        table.say(3, said)
        table.until(do="verify_win")
        table.do("verify_win", DEALER, seat=3, wager=wager)
        assert "validate" in table.refused("settle_player", DEALER, seat=3).legal
        table.do("validate", FLOOR, seat=3, wager=wager)
        table.do("settle_player", DEALER, seat=3)
        assert line(table, 3, wager).paid == paid


# ── three cards, and when they are seen ──

HANDS = {
    "PA-649a": ("13(c)", "1:hand"), "PA-679a": ("13(c)", "1:hand"), "PA-669a": ("13(c)",),
    "PA-680a": ("13(c)",), "MA-TCP": ("14(c)", "1:hand"),
}  # fmt: skip
MISDEALT = {
    "PA-649a": ("8(h)", "9(f)", "10(f)"), "PA-679a": ("8(g)", "9(f)", "10(f)"),
    "PA-669a": ("8(h)", "9(f)", "10(f)"), "PA-680a": ("8(g)", "9(f)", "10(f)"),
    "MA-TCP": ("7(e)(2)", "8(e)", "9(e)"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=pytest.mark.clause(*(f"{name}.{one}" for one in (*found, MISDEALT[name][at]))),
            id=f"{name}-{deal}",
        )
        for name, found in HANDS.items()
        for at, deal in enumerate(DEALS)
    ],
)
def test_a_wrong_number_of_cards_voids_the_round_wherever_it_is_found(regulation: str, deal: str) -> None:
    """A player's hand, the dealer's, in Raise It Up the community area; on the table and written down."""
    last = "community" if regulation == "PA-669a" else "dealer"
    right = 5 if regulation == "PA-680a" else 3
    table = real(regulation, cards={**NOT_COUNTED, "deal": deal}).until("deciding")
    stakes = {one: cents // 100 for one, cents in main_bets(regulation).items()}
    order = [str(card) for card in full_deck(0)]
    for place in ("player 1", "player 3", "player 4", last):
        where = parse_place(place)
        for cards in (0, right - 2, right - 1, right + 1, right + 2):
            other = branch(table)
            other.do("report", DEALER, kind="wrong_number_of_cards", place=where, cards=cards)
            assert other.round.void and nets(other, 1, 3, 4) == {1: 0, 3: 0, 4: 0}
            left, laid = iter(order), {}
            for one in ("player 1", "player 3", "player 4", last):
                laid[one] = " ".join(next(left) for _ in range(cards if one == place else right))
            seats = [{"seat": at, "cards": laid[f"player {at}"], "wagers": stakes} for at in (1, 3, 4)]
            result = settle({
                "submission": {"regulation": regulation, "cards": {**NOT_COUNTED, "deal": deal}},
                "seats": seats, last: laid[last], "irregularity": {"kind": "wrong_number_of_cards"},
            })  # fmt: skip
            assert {(line.result, line.returned) for line in result.lines} == {("void", 1000)}
            assert len(result.lines) == 3 * len(stakes)
        said = {"place": where, "cards": right}
        assert "are right" in table.refused("report", DEALER, kind="wrong_number_of_cards", **said).what


GIVEN_UP = {"PA-680a": ("set",), "PA-669a": ("fold",), "MA-TCP": ("fold", "surrender")}


@pytest.mark.parametrize(
    ("regulation", "word"),
    [
        pytest.param(name, word, marks=pytest.mark.clause(*(f"{name}.{one}" for one in found)))
        for name, found in HANDS.items()
        for word in GIVEN_UP.get(name, ("fold",))
    ],
)
def test_a_hand_in_the_rack_had_a_wrong_number_of_cards_all_the_same(regulation: str, word: str) -> None:
    """What a player or the dealer was dealt counts, whatever has become of his hand: given up by the first
    player or the last, settled and collected, or on the table still."""
    last = "community" if regulation == "PA-669a" else "dealer"
    wrong = 6 if regulation == "PA-680a" else 4
    for gone in (1, 4):
        table = real(regulation).until("deciding")
        racked: set[str] = set()
        while table.state.phase != "ending" and not table.events("rack_cards"):
            offers = {one.data.act: one for one in table.offers("decide") if one.data.seat == gone}
            for place in ("player 1", "player 3", "player 4", last):
                other = branch(table)
                where = parse_place(place)
                other.do("report", DEALER, kind="wrong_number_of_cards", place=where, cards=wrong)
                for request in other.state.requests:
                    other.give(other.command("confirm", FLOOR, request=request.id))
                assert other.round.void and nets(other, 1, 3, 4) == {1: 0, 3: 0, 4: 0}, (place, racked)
            offered = [one.data.kind for one in table.offers("report")]
            assert "wrong_number_of_cards" in offered
            table.take(offers.get(word) or table.next())
            racked = {str(one) for one in table.round.racked}
        assert f"player {gone}" in racked or word == "set"


FACE_DOWN = [
    ("8(c)#2", {"deal": "manual_shoe"}),
    ("9(b)#2", {"deal": "hand"}),
    ("10(c)#2", {"deal": "automated_shoe"}),
    ("10(g)(1)", {"deal": "automated_shoe", "shuffle": "continuous", "four_card_stacks": True}),
]


@pytest.mark.parametrize(
    "cards",
    [pytest.param(cards, marks=pytest.mark.clause(f"PA-679a.{at}"), id=at) for at, cards in FACE_DOWN],
)
def test_a_player_sees_three_cards_and_not_his_fourth_until_it_is_turned_up(cards: dict[str, Any]) -> None:
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}
    table = drive("PA-679a", wagers={"pair_bonus": {}}, cards=cards).start(bets, {"seat 3": "9h 9d 4s"})
    for _ in table.to_the_end():
        for seat in (1, 3):
            hidden = [one for one in table.cards(f"fourth {seat}") if one not in table.up(f"fourth {seat}")]
            for viewer in (Viewer("player", "p1"), Viewer("player", "p3"), Viewer("dealer", "dee")):
                seen = view(table.state, viewer)
                hands = seen.own.you.hands if seen.own.you else ()
                known = {str(card) for one in hands for card in one.cards}
                laid = seen.public.round.places if seen.public.round else ()
                known |= {str(card) for place in laid for card in place.up}
                assert not known & set(hidden)
                assert all(len(one.cards) == 3 for one in hands)
        table.take(table.next())
    assert table.events("reveal_fourth"), "seat 3 had a pair"


@each("examine", "rack_stub")
def test_nobody_sees_his_cards_before_the_stub_is_away(regulation: str) -> None:
    table = drive(regulation).start()
    while table.state.phase in ("locked", "dealing", "stub"):
        for seat in (1, 3):
            you = view(table.state, Viewer("player", f"p{seat}")).own.you
            assert you is not None and you.hands == ()
        table.take(table.next())
    you = view(table.state, Viewer("player", "p1")).own.you
    assert you is not None and [one.seat for one in you.hands] == [1]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=marks("PA-649a", "turn_up_player", "read_player")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.11(c)(1)", "PA-679a.11(c)(2)")),
        pytest.param("MA-TCP", marks=marks("MA-TCP", "turn_up_player")),
    ],
)
@pytest.mark.parametrize("dealer", ["Jd 8c 3h", "Qd 8c 3h"])
def test_a_players_cards_are_turned_up_whether_the_dealer_qualifies_or_not(
    regulation: str, dealer: str
) -> None:
    table = drive(regulation).start(cards={"dealer": dealer}).until("settling")
    for seat in (3, 1):
        assert "are face down" in table.refused("settle_player", DEALER, seat=seat).what
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)


@pytest.mark.clause("PA-649a.13(f)", "PA-649a.13(a)#2", "I-07")
def test_a_void_round_gives_wagers_of_the_electronic_system_back_too() -> None:
    stakes = {"ante": 1000, "five_card_hand_bonus_player": 100, "five_card_hand_bonus_dealer": 100}
    for kinds in (["shoe_jam"], ["card_face_up", "card_face_up"]):
        table = drive("PA-649a", wagers=FIVE, cards={"deal": "automated_shoe"})
        table.start(dict.fromkeys((1, 3), stakes)).until("dealing")
        before = table.link("five_card_hand_bonus").showing("meter")
        table.do("deal")
        for kind in kinds:
            table.do("report", DEALER, kind=kind)
        assert table.round.void and nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
        assert not [one for one in table.state.books if one.kind == "felt"]
        assert table.link("five_card_hand_bonus").showing("meter") == before - 4 * 21
