"""From the deal to the reveal: looking at cards, decisions in turn, settings, forfeits, departed players."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.driver import DEALER, DEALS, FLOOR, REGULATIONS, Driver, drive, each, main_bets, marks

P1, P3 = Person("player", "P1"), Person("player", "P3")
AGAINST_DEALER = ("PA-649a", "MA-TCP", "PA-679a")
SETS = {"PA-680a": "set_hand"}


def asked(regulation: str) -> str:
    return SETS.get(regulation, "decide")


def ready(regulation: str, **sections: Any) -> Driver:
    """A table at which the first decision is due; players at seats 1, 3 and 4."""
    bets = {seat: main_bets(regulation) for seat in (1, 3, 4)}
    return drive(regulation, **sections).start(bets).until("deciding")


# ── looking at the cards ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=marks(name, "examine", without=["PA-669a.11(b)"])) for name in REGULATIONS],
)
@pytest.mark.parametrize("deal", DEALS)
def test_nobody_is_asked_before_the_deal_is_complete(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}).start()
    do = asked(regulation)
    data: dict[str, Any] = {"seat": 1} if do == "set_hand" else {"seat": 1, "say": "fold"}
    clause = next(step.cite.clauses for step in load(regulation).steps if step.do == "examine")
    moments = 0
    while table.state.phase in ("dealing", "stub"):
        refusal = table.refused(do, P1, **data)
        assert "deal is not complete" in refusal.what and refusal.cite.clauses == clause
        moments += 1
        table.take(table.next())
    assert moments >= 3
    assert table.offers(do), "now everybody has seen his cards"


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause("MA-TCP.10(a)") if name == "MA-TCP" else ())
        for name in REGULATIONS
    ],
)
def test_a_player_answers_for_his_own_hand_only(regulation: str) -> None:
    table = ready(regulation)
    do = asked(regulation)
    data: dict[str, Any] = {"seat": 1}
    if do == "decide":
        data["say"] = table.offers("decide")[0].data["say"]
    refusal = table.refused(do, P3, **data)
    assert "not yours" in refusal.what
    own = next(step for step in load(regulation).steps if step.do == "own_hand")
    assert refusal.cite.clauses == own.cite.clauses
    assert "for the player" in table.refused(do, DEALER, **data).legal
    assert "for the player" in table.refused(do, FLOOR, **data).legal
    table.do(do, P1, **data)


# ── decisions in turn ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{path}")) for name, path in (
        ("PA-649a", "11(b)"), ("MA-TCP", "10(b)"), ("PA-679a", "11(b)"), ("PA-669a", "11(b)"),
    )],
)  # fmt: skip
def test_decisions_go_clockwise_from_the_dealers_left(regulation: str) -> None:
    table = ready(regulation)
    word = "check" if regulation == "PA-669a" else "play"
    for at, seat in enumerate((1, 3, 4)):
        for later in (1, 3, 4)[at + 1 :]:
            refusal = table.refused("decide", Person("player", f"P{later}"), seat=later, say=word)
            assert f"Seat {seat} decides now" in refusal.legal
            assert refusal.cite.clauses == load(regulation).decisions[0].cite.clauses
        table.say(seat, word)
        again = table.refused("decide", Person("player", f"P{seat}"), seat=seat, say=word)
        assert "turn" in again.what or "not the time" in again.what


@pytest.mark.parametrize(
    ("regulation", "say"),
    [
        pytest.param("PA-649a", "play", marks=pytest.mark.clause("PA-649a.11(b)", "I-26")),
        pytest.param("MA-TCP", "play", marks=pytest.mark.clause("MA-TCP.10(b)", "I-26")),
        pytest.param("PA-679a", "play", marks=pytest.mark.clause("PA-679a.11(b)", "I-26")),
        pytest.param("PA-669a", "play 1x", marks=pytest.mark.clause("PA-669a.11(b)", "I-26")),
    ],
)
def test_a_play_wager_is_exactly_what_the_ante_makes_it(regulation: str, say: str) -> None:
    table = ready(regulation)
    for part in (0, 500, 999, 1001):
        refusal = table.refused("decide", P1, seat=1, say=say, amount=part)
        assert "exactly $10" in refusal.legal and refusal.clauses == [
            *load(regulation).decisions[0].cite.clauses, "I-26",
        ]  # fmt: skip
    table.refused("decide", P1, seat=1, say="play 1.5x")
    before = table.chips(1)
    table.do("decide", P1, seat=1, say=say, amount=1000)
    assert table.chips(1) == before - 1000 and table.state.on_felt()[1]["play"] == 1000


@pytest.mark.clause("I-26")
@pytest.mark.parametrize("regulation", [*AGAINST_DEALER, "PA-669a"])
def test_a_player_short_of_chips_completes_the_wager_or_gives_up(regulation: str) -> None:
    table = ready(regulation)
    table.do("cash_out", P1, amount=table.chips(1) - 999)
    words = {offer.data["say"] for offer in table.offers("decide")}
    assert not [word for word in words if word.startswith("play")] and words
    say = "play 1x" if regulation == "PA-669a" else "play"
    refusal = table.refused("decide", P1, seat=1, say=say)
    assert "more than the $9.99 in front of you" in refusal.what and "I-26" in refusal.clauses
    table.do("buy_in", P1, amount=1)
    table.say(1, say)


@pytest.mark.clause("I-69", "PA-649a.7(d)(2)")
def test_pair_plus_alone_is_not_asked() -> None:
    table = drive("PA-649a").start({1: {"pair_plus": 500}, 3: {"ante": 1000}}).until("deciding")
    assert {offer.data["seat"] for offer in table.offers("decide")} == {3}
    refusal = table.refused("decide", P1, seat=1, say="fold")
    assert "PA-649a.11(b)" in refusal.clauses


# ── the streets of Raise It Up ──


@pytest.mark.clause(
    *(f"PA-669a.11({letter})" for letter in "bcdefh"),
    "I-88",
)
def test_each_street_waits_for_everybody_and_shows_one_card() -> None:
    table = ready("PA-669a")
    streets = [
        ("PA-669a.11(b)", "PA-669a.11(c)", ["check", "play 1x", "play 2x", "play 3x"]),
        ("PA-669a.11(d)", "PA-669a.11(e)", ["check", "play 1x", "play 2x"]),
        ("PA-669a.11(f)", "PA-669a.11(h)", ["play 1x", "fold"]),
    ]
    for number, (asks, shows, words) in enumerate(streets):
        for seat in (1, 3, 4):
            offers = table.offers("decide")
            assert sorted(offer.data["say"] for offer in offers) == sorted(words)
            assert {offer.data["seat"] for offer in offers} == {seat}
            assert {offer.cite.clauses[0] for offer in offers} == {asks}
            refusal = table.refused("reveal_community", DEALER)
            assert f"seat {seat} has not decided" in refusal.what and refusal.cite.clauses
            table.say(seat, words[0])
        (offer,) = table.offers("reveal_community")
        assert offer.cite.clauses == (shows,)
        table.take(offer)
        assert table.round.community_up == number + 1
        card = table.state.cards_at("community")[number]
        assert table.last("reveal_community").data["cards"] == [str(card)]
    assert table.state.phase == "settling"


@pytest.mark.clause("PA-669a.11(d)", "PA-669a.11(f)", "PA-669a.1:fold", "I-87")
def test_who_has_played_is_not_asked_again() -> None:
    table = ready("PA-669a")
    table.say(1, "play 3x")
    assert table.state.on_felt()[1] == {"ante": 1000, "blind": 1000, "play": 3000}
    table.say(3, "check")
    table.say(4, "check")
    table.do("reveal_community")
    assert {offer.data["seat"] for offer in table.offers("decide")} == {3}
    assert "PA-669a.11(d)" in table.refused("decide", P1, seat=1, say="play 1x").clauses
    table.say(3, "play 2x")
    table.say(4, "check")
    table.do("reveal_community")
    table.say(4, "fold")
    assert "decide" not in table.offered()


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.11(f)#3", "I-86")
def test_a_fold_on_fifth_street_is_collected_at_once() -> None:
    main = main_bets("PA-669a")
    bets = {1: main | {"pair_plus": 500}, 3: main | {"six_card_bonus": 500}, 4: main}
    table = drive("PA-669a", wagers={"six_card_bonus": {}}).start(bets).until("deciding")
    for _ in range(2):
        for seat in (1, 3, 4):
            table.say(seat, "check")
        table.do("reveal_community")
    tray = table.state.tray
    for seat, racked in ((1, ("seat 1",)), (3, ()), (4, ("seat 4",))):
        events = table.say(seat, "fold")
        assert [event.kind for event in events] == ["decide", "collect_forfeits"]
        data = events[-1].data
        assert data["forfeited"] == {str(seat): ["ante", "blind"]}
        assert tuple(data["racked"]) == racked, "a Six Card Bonus keeps the hand on the table"
        assert data["looked_at"] == ([1] if seat == 1 else []), "Pair Plus is read before the hand is racked"
    assert table.state.tray == tray + 3 * sum(main.values())
    table.finish()
    assert {line.outcome for line in table.lines(1) if line.id == "pair_plus"} != {"folded"}


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92")
def test_a_player_who_spoke_loses_everything_on_a_floorpersons_finding() -> None:
    bets = {1: main_bets("PA-669a") | {"pair_plus": 500}, 3: main_bets("PA-669a")}
    table = drive("PA-669a").start(bets, {"seat 1": "Ks Kh 3c"}).until("deciding")
    refusal = table.refused("rule_communication", DEALER, seat=1)
    assert "for the floorperson" in refusal.legal and refusal.cite.clauses == ("PA-669a.11(a)(3)",)
    assert "no such finding" in table.refused("rule_communication", seat=2).what
    table.do("rule_communication", seat=1)
    assert "no such finding" in table.refused("rule_communication", seat=1).what
    assert {offer.data["seat"] for offer in table.offers("decide")} == {3}
    table.finish()
    assert all(line.result == "lose" for line in table.lines(1)) and len(table.lines(1)) == 3
    for name in AGAINST_DEALER:
        assert "there is no 'rule communication'" in ready(name).refused("rule_communication", seat=1).what


# ── setting ──

QUALIFIES = {"seat 1": "Kh Qd Jc 4s 5h", "seat 3": "2c 3d 6h 8s Th"}


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(b)(1)", "I-131")
def test_a_setting_that_throws_a_qualifying_hand_away_is_refused_and_the_legal_ones_are_named() -> None:
    table = drive("PA-680a").start(cards=QUALIFIES).until("deciding")
    refusal = table.refused("set_hand", P1, seat=1, three="Kh 4s 5h")
    assert "do not qualify" in refusal.what and "I-131" in refusal.clauses
    assert "PA-680a.11(b)(1)" in refusal.clauses or "PA-680a.11(b)" in refusal.clauses
    assert "Kh Qd Jc" in refusal.legal
    for wrong in ("Kh Qd", "Kh Qd As", "Kh Qd Jc 4s", "what"):
        assert "Set three of" in table.refused("set_hand", P1, seat=1, three=wrong).legal
    table.do("set_hand", P1, seat=1, three="Kh Qd Jc")
    assert "has set its hand" in table.refused("set_hand", P1, seat=1, three="Kh Qd Jc").what
    as_set = drive("PA-680a", settlement={"misset_hand": "as_set"}).start(cards=QUALIFIES).until("deciding")
    as_set.do("set_hand", P1, seat=1, three="Kh 4s 5h")


@pytest.mark.clause("PA-680a.11(b)(2)", "I-130")
def test_a_hand_that_cannot_qualify_is_set_as_the_player_likes() -> None:
    cards = {"seat 1": "2c 2d 2h 3s 3h", "seat 3": "Jk Kh 4d 3c 2s"}
    table = drive("PA-680a").start(cards=cards).until("deciding")
    table.do("set_hand", P3, seat=3, three="Jk 4d 3c")
    table.do("set_hand", P1, seat=1, three="2c 3s 3h")
    assert table.round.decisions[1] == ("set 2c 3s 3h",)


@pytest.mark.clause("PA-680a.11(c)")
def test_the_saigon_dealer_reveals_only_when_everybody_has_set() -> None:
    table = ready("PA-680a")
    for seat in (4, 1, 3):
        refusal = table.refused("reveal_dealer", DEALER)
        assert "has not decided" in refusal.what and "PA-680a.11(c)" in refusal.clauses
        table.do("set_hand", Person("player", f"P{seat}"), seat=seat)
    table.do("reveal_dealer")
    assert table.round.dealer_up and table.state.phase == "settling"


# ── forfeits and the reveal ──

SIDE = {
    "PA-649a": ("six_card_bonus", "pair_plus"),
    "MA-TCP": ("six_card_bonus", "cover_all"),
    "PA-679a": ("prime", ""),
}
"""A wager that keeps a folded hand on the table, and one that does not."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(clause))
        for name, clause in (
            ("PA-649a", "PA-649a.11(c)"), ("MA-TCP", "MA-TCP.10(b)#4"), ("PA-679a", "PA-679a.11(c)"),
        )
    ],
)  # fmt: skip
def test_forfeits_are_collected_but_cards_stay_where_a_bonus_is_live(regulation: str) -> None:
    stays, goes = SIDE[regulation]
    offered: dict[str, Any] = {wager: {} for wager in SIDE[regulation] if wager}
    bets = {seat: {"ante": 1000} for seat in (1, 3, 4)}
    bets[1][stays] = 500
    bets[3] |= {goes: 500} if goes else {}
    table = drive(regulation, wagers=offered).start(bets, {"seat 3": "2s 5h 9c"}).until("deciding")
    for seat, word in ((1, "fold"), (3, "fold"), (4, "play")):
        assert "collect_forfeits" not in table.offered(), "not before the last decision"
        table.say(seat, word)
    refusal = table.refused("reveal_dealer", DEALER)
    assert "not been collected" in refusal.what
    tray = table.state.tray
    offer = table.offers("collect_forfeits")[0]
    assert offer.cite.clauses[0] == ("MA-TCP.10(b)#4" if regulation == "MA-TCP" else f"{regulation}.11(c)")
    table.take(offer)
    data = table.last("collect_forfeits").data
    assert data["racked"] == ["seat 3"]
    lost = {wager for wager in bets[3] if wager in data["forfeited"]["3"]}
    assert data["forfeited"]["1"] == ["ante"] and "ante" in lost
    assert table.state.tray - tray == 1000 + sum(bets[3][wager] for wager in lost)
    table.do("reveal_dealer")
    assert "not the time" in table.refused("collect_forfeits").what


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=marks(name, "reveal_dealer")) for name in ("PA-649a", "PA-679a")]
)
@pytest.mark.clause("I-27")
def test_the_dealer_shows_his_hand_even_if_everybody_folds(regulation: str) -> None:
    table = ready(regulation)
    for seat in (1, 3, 4):
        assert "has not decided" in table.refused("reveal_dealer", DEALER).what
        table.say(seat, "fold")
    table.do("collect_forfeits")
    table.do("reveal_dealer")
    assert table.last("reveal_dealer").data["cards"] == [str(card) for card in table.state.cards_at("dealer")]
    table.finish()


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_a_surrendered_hand_is_counted_as_it_comes_back_and_never_seen() -> None:
    bets = {1: {"ante": 1000, "pair_plus": 500}, 3: {"ante": 1000, "pair_plus": 500}}
    table = drive("MA-TCP").start(bets).until("deciding")
    table.say(1, "surrender")
    table.say(3, "fold")
    for counted in ({}, {"1": 2}, {"1": 4}, {"3": 3}, {"1": 3, "3": 3}):
        refusal = table.refused("collect_forfeits", DEALER, counted=counted)
        assert "Count 3 cards of seat 1" in refusal.legal and refusal.cite.clauses == ("MA-TCP.10(b)#3",)
    assert table.offers("collect_forfeits")[0].cite.clauses == ("MA-TCP.10(b)#3",)
    table.do("collect_forfeits", counted={"1": 3})
    data = table.last("collect_forfeits").data
    assert data["counted"] == {"1": 3}
    assert data["forfeited"] == {"1": ["ante", "pair_plus"], "3": ["ante"]}
    assert (data["racked"], data["looked_at"]) == (["seat 1"], [])
    table.finish()
    assert "seat 1" not in [f"seat {event.data['seat']}" for event in table.events("turn_up_player")]


@each("abandon", regulations=("PA-649a", "PA-679a", "PA-669a", "PA-680a"))
@pytest.mark.clause("I-09")
def test_only_a_floorperson_rules_a_departed_players_wagers_abandoned(regulation: str) -> None:
    table = drive(regulation, settlement={"departed_player": "forfeit"}).start()
    table.do("deal")
    table.do("leave", P3)
    clause = f"{regulation}.7(b)#2"
    for person in (DEALER, P1):
        refusal = table.refused("rule_departed", person, seat=3, ruling="abandoned")
        assert "for the floorperson" in refusal.legal and clause in refusal.clauses
    assert "has not left" in table.refused("rule_departed", seat=1, ruling="abandoned").what
    table.do("rule_departed", seat=3, ruling="abandoned")
    assert table.last("rule_departed").by == FLOOR
    table.finish()
    assert table.lines(3)
    assert all(line.result == "lose" and clause in line.cite.clauses for line in table.lines(3))


@pytest.mark.clause("I-09", "MA-TCP.6(c)")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_without_a_ruling_a_departed_player_is_settled_and_his_winnings_are_held(regulation: str) -> None:
    bets = {1: main_bets(regulation), 3: main_bets(regulation)}
    side = {"PA-680a": "", "PA-679a": "prime"}.get(regulation, "pair_plus")
    bets[3] |= {side: 500} if side else {}
    cards = {"seat 3": "Kh Qd Jc 4s 5h", "dealer": "2c 2d 2h 3s 3h"} if not side else {"seat 3": "Ah Kh Qh"}
    offered: dict[str, Any] = {side: {}} if side == "prime" else {}
    table = drive(regulation, wagers=offered).start(bets, cards).until("deciding")
    table.do("leave", P3)
    refusal = table.refused("rule_departed", seat=3, ruling="abandoned")
    assert "submission does not allow" in refusal.what
    before = table.chips(3)
    table.finish()
    outcomes = {line.id: line.outcome for line in table.lines(3)}
    assert (outcomes["ante"] == "folded") == bool(side), "a missing decision counts as a fold; a hand is set"
    credited = sum(line.paid + line.returned for line in table.lines(3))
    assert (credited > 0) == (regulation != "PA-649a"), "there a fold forfeits Pair Plus (649a.11(b)(1))"
    assert table.player(3).held == credited and table.chips(3) == before
    if credited:
        table.do("cash_out", P3, amount=credited)
        assert table.player(3).held == 0
