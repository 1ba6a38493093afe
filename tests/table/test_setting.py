"""Saigon 5 Card: hands set, and each hand shown only as far as a clause turns it up."""

from __future__ import annotations

import pytest

from feltlaw.cards import parse_cards
from feltlaw.table.places import hand
from tests.support.driver import DEALER, FLOOR, Driver, drive
from tests.support.rounds import P1, P3, deciding, line, names, nets, player, real, settling

QUALIFIES = {"seat 1": "Kh Qd Jc 4s 5h", "seat 3": "2c 3d 6h 8s Th"}


# ── setting ──


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(b)(1)", "I-131")
def test_a_setting_that_throws_a_qualifying_hand_away_is_refused_and_the_legal_ones_are_named() -> None:
    table = drive("PA-680a").start(cards=QUALIFIES).until("deciding")
    refusal = table.refused("set_hand", P1, seat=1, cards=parse_cards("Kh 4s 5h"))
    assert "do not qualify" in refusal.what and "Kh Qd Jc" in refusal.legal
    assert {"PA-680a.11(b)(1)", "I-131"} <= set(refusal.clauses)
    for wrong in ("Kh Qd", "Kh Qd As", "Kh Qd Jc 4s"):
        assert "three of" in table.refused("set_hand", P1, seat=1, cards=parse_cards(wrong)).legal
    table.do("set_hand", P1, seat=1, cards=parse_cards("Kh Qd Jc"))
    again = table.refused("set_hand", P1, seat=1, cards=parse_cards("Kh Qd Jc"))
    assert "turn" in again.what and "once" in again.legal
    as_set = drive("PA-680a", settlement={"misset_hand": "as_set"}).start(cards=QUALIFIES).until("deciding")
    as_set.do("set_hand", P1, seat=1, cards=parse_cards("Kh 4s 5h"))


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(b)(1)", "PA-680a.1:qualify", "I-131")
@pytest.mark.parametrize(
    ("five", "wrong", "legal"),
    [
        ("Kh Qd Jc 8s 2h", "Kh Qd 8s", ("Kh Qd Jc", "Kh 8s 2h", "Qd 8s 2h", "Jc 8s 2h")),
        ("Ts 9h Ac 6d 4s", "9h Ac 6d", ("Ts 9h Ac", "Ts 6d 4s")),
        ("Kh Qd Jc 4s 5h", "Kh 4s 5h", ("Kh Qd Jc",)),
    ],
)
def test_every_setting_that_totals_ten_twenty_or_thirty_is_named(
    five: str, wrong: str, legal: tuple[str, ...]
) -> None:
    """K Q J are 30, a ten-value card with 8 and 2 or with 6 and 4 is 20, 10 9 A are 20."""
    table = drive("PA-680a").start(cards={"seat 1": five}).until("deciding")
    said = table.refused("set_hand", P1, seat=1, cards=parse_cards(wrong)).legal
    named = said.removeprefix("Set ").removesuffix(".").split("; ")
    assert {" ".join(one.split()[:3]) for one in named} == {*legal} and len(named) == len(legal)


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(d)", "I-131")
@pytest.mark.parametrize("cards", ["", "Kh Qd 8s"])
def test_a_real_hand_is_set_on_the_layout_and_nobody_else_sets_it(cards: str) -> None:
    """Its cards are nobody's to name before they are turned up, and it was not set the house way."""
    table = real("PA-680a", {seat: {"ante": 1000} for seat in (1, 3)}, {"player 1": "Kh Qd Jc 8s 2h"})
    table.until("deciding")
    table.do("set_hand", P1, seat=1, cards=parse_cards(cards) if cards else ())
    said = table.last("set_hand").data
    assert (said.answer.word, said.answer.three, said.house_way, said.absent) == ("set", (), False, False)
    assert table.round.cards_at(hand(1)) == (None,) * 5


@pytest.mark.clause("PA-680a.11(b)(2)", "I-130")
def test_a_hand_that_cannot_qualify_is_set_as_the_player_likes() -> None:
    table = drive("PA-680a").start(cards={"seat 1": "2c 2d 2h 3s 3h", "seat 3": "Jk Kh 4d 3c 2s"})
    table.until("deciding")
    table.do("set_hand", P3, seat=3, cards=parse_cards("Jk 4d 3c"))
    table.do("set_hand", P1, seat=1, cards=parse_cards("2c 3s 3h"))
    (said,) = table.round.facts.answers[1]
    assert said.three == parse_cards("2c 3s 3h")
    table.do("reveal_dealer")
    table.do("turn_up_player", DEALER, seat=3)
    assert table.up("player 3") == ["Jk", "4d", "3c"], "the three-card hand as the player set it"


@pytest.mark.clause("PA-680a.11(c)")
def test_the_saigon_dealer_reveals_only_when_everybody_has_set() -> None:
    table = deciding("PA-680a")
    for seat in (4, 1, 3):
        refusal = table.refused("reveal_dealer", DEALER)
        assert "has not decided" in refusal.what and "PA-680a.11(c)" in refusal.clauses
        table.do("set_hand", player(seat), seat=seat)
    table.do("reveal_dealer", DEALER)
    assert table.up("dealer") == table.cards("dealer") and table.state.phase == "settling"


NINE, TEN, FOUR, FIVE = "Kh Qd Jc 4s 5h", "Kh Qd Jc 4s 6s", "Ks Qd Jc Ac 3h", "Ks Qd Jc 4h Ac"
SEVERAL_WAYS = [
    ("Jk 8c 6d 5d 2s", {"lose": NINE, "push": TEN}),
    ("Jk Kh 4d 3c 2s", {"lose": FOUR, "push": FIVE}),
]
"""A dealer's hand that qualifies in several ways, at best with 10 or 5; players' below it and at it."""


@pytest.mark.clause("PA-680a.11(c)", "PA-680a.11(c)(1)", "PA-680a.1:showdown-hand", "I-129")
@pytest.mark.parametrize("real_cards", [False, True])
@pytest.mark.parametrize(("dealer", "players"), SEVERAL_WAYS)
def test_the_dealer_sets_the_highest_point_count_however_his_cards_lie(
    dealer: str, players: dict[str, str], real_cards: bool
) -> None:
    cards = dealer.split()
    for at in range(5):
        lying = " ".join(cards[at:] + cards[:at])
        for result, own in players.items():
            if real_cards:
                table: Driver = real("PA-680a", {3: {"ante": 1000}}, {"player 3": own, "dealer": lying})
            else:
                table = settling("PA-680a", {3: {"ante": 1000}}, {"seat 3": own, "dealer": lying})
            table.finish()
            assert line(table, 3, "ante").result == result, (lying, own)


# ── what is turned up, branch by branch ──

YES, NO = "Kh Qd Jc 4s 5h", "2c 2d 2h 3s 3h"
"""A hand that qualifies (king, queen, jack; 4 and 5 make 9), and one that cannot."""
DEALER_YES, DEALER_NO = "Kc Qs Js 3d 2s", "4c 4d 4h 6s 6h"
"""The same of the dealer's: his showdown hand counts 5."""
BRANCHES = {
    "PA-680a.11(d)(1)(i)": (NO, DEALER_NO, 3, "push", 0),
    "PA-680a.11(d)(1)(ii)(A)": (YES, DEALER_NO, 5, "win", 1000),
    "PA-680a.11(d)(1)(ii)(B)": ("Kh Qd Jc 4s Ac", DEALER_NO, 5, "win", 500),
    "PA-680a.11(d)(2)(i)": (NO, DEALER_YES, 3, "lose", -1000),
    "PA-680a.11(d)(2)(ii)(B)": (YES, DEALER_YES, 5, "win", 1000),
    "PA-680a.11(d)(2)(ii)(A)": ("Kh Qd Jc Ac 2h", DEALER_YES, 5, "lose", -1000),
    "PA-680a.11(d)(2)(ii)(C)": ("Kh Qd Jc 4s Ac", DEALER_YES, 5, "push", 0),
}
"""By clause: the player's cards, the dealer's, how many of the player's come up, and the Ante."""


def branch(hand: str, dealer: str, bets: dict[str, int], **wagers: dict[str, object]) -> Driver:
    other = {"ante": 1000} | ({"pot": 500} if "pot" in bets else {})
    hands = {"seat 3": hand, "dealer": dealer, "seat 1": "8c 8d 8h 7s 7h"}
    return settling("PA-680a", {1: other, 3: bets}, hands, wagers=wagers)


@pytest.mark.parametrize(
    "clause", [pytest.param(one, marks=pytest.mark.clause(one, "PA-680a.11(d)")) for one in BRANCHES]
)
def test_the_showdown_hand_comes_up_only_where_the_branch_says_so(clause: str) -> None:
    hand, dealer, shown, result, net = BRANCHES[clause]
    table = branch(hand, dealer, {"ante": 1000})
    table.do("turn_up_player", DEALER, seat=3)
    three = set(table.up("player 3"))
    assert len(three) == 3, "first the three-card hand alone"
    if shown == 5:
        assert three == {"Kh", "Qd", "Jc"}
    table.do("settle_player", DEALER, seat=3)
    assert len(table.up("player 3")) == shown
    assert line(table, 3, "ante").result == result and nets(table, 3) == {3: net}
    table.finish()
    assert len(table.up("player 3")) == shown, "and nothing of it later"
    seen = [card for card in table.cards("player 3") if card in table.up("player 3")]
    assert len(seen) == shown


@pytest.mark.parametrize("clause", list(BRANCHES))
@pytest.mark.clause("PA-680a.11(e)", "PA-680a.11(e)(1)", "PA-680a.11(e)(2)")
def test_a_bonus_turns_up_all_five_cards_after_the_ante(clause: str) -> None:
    hand, dealer, _, _, _ = BRANCHES[clause]
    table = branch(hand, dealer, {"ante": 1000, "bonus": 500}, bonus={})
    table.do("turn_up_player", DEALER, seat=3)
    assert len(table.up("player 3")) == 3
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["ante", "bonus"]
    assert len(table.up("player 3")) == 5


@pytest.mark.parametrize("clause", list(BRANCHES))
@pytest.mark.clause("PA-680a.11(f)", "I-139")
def test_the_pot_turns_up_every_showdown_hand_when_all_players_are_settled(clause: str) -> None:
    hand, dealer, shown, _, _ = BRANCHES[clause]
    table = branch(hand, dealer, {"ante": 1000, "pot": 500}, pot={})
    table.until(do="settle_rest")
    assert len(table.up("player 3")) == shown, "not for the Pot before it is settled"
    table.do("settle_rest", DEALER)
    assert names(table.last("settle_rest")) == ["pot", "pot"]
    assert [len(table.up(f"player {seat}")) for seat in (3, 1)] == [5, 5]
    assert len(table.round.settling.lines) == table.round.settling.lines[-1].turn
    assert table.round.settling.lines[-1].id == "pot"


@pytest.mark.clause("PA-680a.11(f)", "I-135", "I-139")
def test_a_hand_that_does_not_compete_for_the_pot_is_not_turned_up_for_it() -> None:
    table = branch(NO, DEALER_NO, {"ante": 1000, "pot": 500}, pot={"qualifying_only": True})
    table.finish()
    assert line(table, 3, "pot").outcome in ("does_not_compete", "returned")
    assert len(table.up("player 3")) == 3


@pytest.mark.clause("PA-680a.11(f)", "PA-680a.7(b)#2", "I-138")
def test_an_abandoned_hand_stays_face_down_and_its_stake_in_the_pot() -> None:
    bets = {seat: {"ante": 1000, "pot": 500} for seat in (1, 3)}
    table = deciding("PA-680a", bets, wagers={"pot": {}}, settlement={"departed_player": "forfeit"})
    table.do("leave", P3)
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    table.finish()
    assert table.up("player 3") == []
    assert (line(table, 3, "pot").result, line(table, 3, "ante").result) == ("lose", "lose")
    assert line(table, 1, "pot").paid == 500, "the other takes the whole pot"


@pytest.mark.clause("PA-680a.11(f)", "I-139")
def test_the_pot_is_settled_last_and_the_cards_stay_until_then() -> None:
    bets = {seat: {"ante": 1000, "pot": 500} for seat in (1, 3, 4)}
    table = settling("PA-680a", bets, wagers={"pot": {}})
    table.until(do="settle_rest")
    assert table.offers("settle_rest")[0].cite.clauses[0] == "PA-680a.11(f)"
    assert [place.group for place in table.round.racked] == ["stub"]
    assert "not the time" in table.refused("rack_cards", DEALER).what
    table.do("settle_rest", DEALER)
    assert set(names(table.last("settle_rest"))) == {"pot"}
    assert table.state.phase == "racking"


# ── a real deck ──


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(d)", "I-131")
def test_a_real_hand_becomes_known_as_it_was_set_when_it_is_turned_up() -> None:
    hands = {"player 1": "2c 2d 2h 3s 3h", "player 3": "Kh Qd Jc 4s 5h", "dealer": DEALER_NO}
    table = real("PA-680a", {1: {"ante": 1000}, 3: {"ante": 1000}}, hands).until("deciding")
    for seat in (1, 3):
        table.do("set_hand", player(seat), seat=seat)
        assert table.round.facts.answers[seat][0].three == (), "nobody has seen it"
    table.step("reveal_dealer")
    table.step("turn_up_player")
    assert table.up("player 3") == ["Kh", "Qd", "Jc"]
    table.step("settle_player")
    assert table.up("player 3") == ["Kh", "Qd", "Jc", "4s", "5h"]
    table.finish()
    assert table.up("player 1") == ["2c", "2d", "2h"] and nets(table, 1, 3) == {1: 0, 3: 1000}
    misset = real("PA-680a", {3: {"ante": 1000}}, {"player 3": "Kh 4s 5h Qd Jc", "dealer": DEALER_NO})
    misset.finish()
    assert line(misset, 3, "ante").result == "win" and "I-131" in line(misset, 3, "ante").note
