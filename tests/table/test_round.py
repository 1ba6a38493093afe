"""From the deal to the last decision: looking at cards, decisions in turn, the streets, talking."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.table import Person
from tests.support.driver import DEALER, DEALS, DEVICE, FLOOR, FLOOR2, REGULATIONS, drive, main_bets, proves
from tests.support.rounds import P1, P3, SEATS, deciding, nets, player, real

AGAINST_DEALER = ("PA-649a", "MA-TCP", "PA-679a")
EXAMINE = {
    "PA-649a": ("PA-649a.11(a)",),
    "MA-TCP": ("MA-TCP.10(a)",),
    "PA-679a": ("PA-679a.11(a)",),
    "PA-669a": ("PA-669a.11(a)", "PA-669a.11(b)"),
    "PA-680a": ("PA-680a.11(a)",),
}
"""Each player examines his cards after the dealing procedures have been completed."""
OWN_HAND = {
    "PA-649a": "PA-649a.11(a)(1)",
    "MA-TCP": "MA-TCP.10(a)",
    "PA-679a": "PA-679a.11(a)(1)",
    "PA-669a": "PA-669a.11(a)(1)",
    "PA-680a": "PA-680a.11(a)(1)",
}
ASKS = {"PA-649a": "11(b)", "MA-TCP": "10(b)", "PA-679a": "11(b)", "PA-669a": "11(b)"}
"""The dealer asks, beginning with the player farthest to his left and moving clockwise."""


def asked(regulation: str) -> str:
    return "set_hand" if regulation == "PA-680a" else "decide"


def answer(regulation: str, seat: int) -> dict[str, Any]:
    """Something the player of a seat may say to the first question."""
    word = {"PA-680a": {}, "PA-669a": {"act": "check"}}.get(regulation, {"act": "play"})
    return {"seat": seat, **word}


# ── looking at the cards ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(EXAMINE[name][0])) for name in REGULATIONS],
)
@pytest.mark.parametrize("deal", DEALS)
def test_nobody_is_asked_before_the_deal_is_complete(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}).start()
    do = asked(regulation)
    moments = 0
    while table.state.phase in ("dealing", "stub"):
        refusal = table.refused(do, P1, **answer(regulation, 1))
        assert "deal is not complete" in refusal.what and refusal.cite.clauses == EXAMINE[regulation]
        moments += 1
        table.take(table.next())
    assert moments >= 3
    assert table.offers(do), "now everybody has seen his cards"


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(n, marks=pytest.mark.clause("MA-TCP.10(a)") if n == "MA-TCP" else ()) for n in REGULATIONS],
)
def test_a_player_answers_for_his_own_hand_only(regulation: str) -> None:
    table = deciding(regulation)
    do, said = asked(regulation), answer(regulation, 1)
    refusal = table.refused(do, P3, **said)
    assert "not yours" in refusal.what and refusal.cite.clauses == (OWN_HAND[regulation],)
    for person in (DEALER, FLOOR, DEVICE):
        assert table.refused(do, person, **said).legal.startswith("It is for the player.")
    assert "not yours" in table.refused(do, P1, **answer(regulation, 2)).what
    table.do(do, P1, **said)


@proves("decide", "set_hand")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_at_a_real_table_the_dealer_enters_what_guests_decide(regulation: str) -> None:
    table = real(regulation, guests=True).until("deciding")
    for seat in SEATS:
        assert (
            "for the player or dealer"
            in table.refused(asked(regulation), FLOOR, **answer(regulation, seat)).legal
        )
        table.do(asked(regulation), DEALER, **answer(regulation, seat))
        assert table.last(asked(regulation)).by == DEALER


# ── decisions in turn ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{path}")) for name, path in ASKS.items()],
)
def test_decisions_go_clockwise_from_the_dealers_left(regulation: str) -> None:
    table = deciding(regulation)
    for at, seat in enumerate(SEATS):
        for later in SEATS[at + 1 :]:
            refusal = table.refused("decide", player(later), **answer(regulation, later))
            assert f"Seat {seat} decides now" in refusal.legal
            assert refusal.cite.clauses[0] == f"{regulation}.{ASKS[regulation]}"
        table.do("decide", player(seat), **answer(regulation, seat))
        again = table.refused("decide", player(seat), **answer(regulation, seat))
        assert "turn" in again.what or "nobody has anything to decide" in again.what


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.{path}", "I-26")) for name, path in ASKS.items()],
)
def test_a_play_wager_is_exactly_what_the_ante_makes_it(regulation: str) -> None:
    table = deciding(regulation)
    too_many = 4 if regulation == "PA-669a" else 2
    refusal = table.refused("decide", P1, seat=1, act="play", times=too_many)
    assert f"play {too_many}x" in refusal.what and "Legal now: " in refusal.legal
    assert f"{regulation}.{ASKS[regulation]}" in refusal.clauses and "I-26" in refusal.clauses
    for data in ({"times": "1.5"}, {"times": 1.5}, {"amount": "5.00"}, {"times": -1}, {"cents": 500}):
        with pytest.raises(Refused, match="decide"):
            table.json("decide", P1, seat=1, act="play", **data)
    before = table.chips(1)
    table.do("decide", P1, seat=1, act="play", times=1)
    assert table.chips(1) == before - 1000 and table.state.on_felt(1, "play") == 1000
    said = table.last("decide").data.answer
    assert (said.word, said.times, said.wager, said.cents) == ("play", 1, "play", 1000)


@pytest.mark.clause("I-26")
@pytest.mark.parametrize("regulation", [*AGAINST_DEALER, "PA-669a"])
def test_a_player_short_of_chips_completes_the_wager_or_gives_up(regulation: str) -> None:
    table = deciding(regulation)
    table.do("cash_out", P1, amount=table.chips(1) - 999)
    words = {offer.data.act for offer in table.offers("decide")}
    assert words == {
        "PA-649a": {"fold"}, "MA-TCP": {"fold", "surrender"}, "PA-679a": {"fold"}, "PA-669a": {"check"},
    }[regulation]  # fmt: skip
    refusal = table.refused("decide", P1, seat=1, act="play", times=1)
    assert "more than the $9.99 in front of you" in refusal.what and "I-26" in refusal.clauses
    table.do("buy_in", P1, amount=1)
    table.say(1, "play 1x")
    assert table.chips(1) == 0


@pytest.mark.clause("I-69", "PA-649a.7(d)(2)")
def test_pair_plus_alone_is_not_asked() -> None:
    table = deciding("PA-649a", {1: {"pair_plus": 500}, 3: {"ante": 1000}})
    assert {offer.data.seat for offer in table.offers("decide")} == {3}
    assert "PA-649a.11(b)" in table.refused("decide", P1, seat=1, act="fold").clauses
    table.say(3, "play")
    assert "PA-649a.11(b)" in table.refused("decide", P1, seat=1, act="fold").clauses


# ── the streets of Raise It Up ──

STREETS = (
    ("PA-669a.11(b)", "PA-669a.11(c)", ["check", "play 1x", "play 2x", "play 3x"]),
    ("PA-669a.11(d)", "PA-669a.11(e)", ["check", "play 1x", "play 2x"]),
    ("PA-669a.11(f)", "PA-669a.11(h)", ["fold", "play 1x"]),
)
"""What is asked, what comes up after it, and what may be said."""


@pytest.mark.clause(*(f"PA-669a.11({letter})" for letter in "bcdefh"), "I-88")
def test_each_street_waits_for_everybody_and_shows_one_card() -> None:
    table = deciding("PA-669a")
    dealt = table.cards("community")
    for number, (asks, shows, words) in enumerate(STREETS):
        for seat in SEATS:
            offers = table.offers("decide")
            said = [f"{one.data.act} {one.data.times}x" if one.data.times else one.data.act for one in offers]
            assert sorted(said) == sorted(words)
            assert {offer.data.seat for offer in offers} == {seat}
            assert {offer.cite.clauses[0] for offer in offers} == {asks}
            refusal = table.refused("reveal_community", DEALER)
            assert f"seat {seat} has not decided" in refusal.what and refusal.cite.clauses
            assert table.up("community") == dealt[:number], "nothing more is up while somebody decides"
            table.say(seat, "play 1x" if number == 2 else "check")
        (offer,) = table.offers("reveal_community")
        assert offer.cite.clauses == (shows,)
        table.do("reveal_community", DEALER)
        assert table.up("community") == dealt[: number + 1], "in the order dealt"
        assert [str(card) for card in table.last("reveal_community").data.shown.cards] == [dealt[number]]
    assert table.state.phase == "settling"


@pytest.mark.clause("PA-669a.11(d)", "PA-669a.11(f)", "PA-669a.1:fold", "I-87")
def test_who_has_played_is_not_asked_again() -> None:
    table = deciding("PA-669a")
    table.say(1, "play 3x")
    assert [table.state.on_felt(1, wager) for wager in ("ante", "blind", "play")] == [1000, 1000, 3000]
    table.say(3, "check")
    table.say(4, "check")
    table.do("reveal_community")
    assert {offer.data.seat for offer in table.offers("decide")} == {3}
    assert "PA-669a.11(d)" in table.refused("decide", P1, seat=1, act="play", times=1).clauses
    table.say(3, "play 2x")
    table.say(4, "check")
    table.do("reveal_community")
    assert "PA-669a.11(f)" in table.refused("decide", P3, seat=3, act="fold").clauses, (
        "who played cannot fold"
    )
    table.say(4, "fold")
    assert "decide" not in table.offered()


@pytest.mark.clause("PA-669a.11(h)", "I-27")
def test_the_third_community_card_comes_up_even_if_everybody_folds() -> None:
    table = deciding("PA-669a")
    for _ in range(2):
        for seat in SEATS:
            table.say(seat, "check")
        table.do("reveal_community")
    for seat in SEATS:
        table.say(seat, "fold")
    assert table.state.phase == "deciding", "settling waits for the last card"
    assert not {"turn_up_player", "settle_player", "rack_cards"} & table.offered()
    (offer,) = table.offers("reveal_community")
    assert offer.cite.clauses == ("PA-669a.11(h)",)
    table.do("reveal_community")
    assert len(table.up("community")) == 3
    table.finish()
    last = table.last("rack_cards").data.order
    assert [str(one.place) for one in last] == ["community"], "every hand was racked when it was folded"
    assert [str(card) for card in last[0].cards] == table.cards("community")


# ── talking ──


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92", "I-157")
def test_a_player_who_spoke_loses_everything_on_a_finding_that_another_account_confirms() -> None:
    bets = {1: main_bets("PA-669a") | {"pair_plus": 500}, 3: main_bets("PA-669a")}
    table = deciding("PA-669a", bets, {"seat 1": "Ks Kh 3c"})
    refusal = table.refused("rule_communication", DEALER, seat=1)
    assert refusal.legal.startswith("It is for the floorperson.")
    assert refusal.cite.clauses == ("PA-669a.11(a)(3)",)
    assert "no such finding" in table.refused("rule_communication", FLOOR, seat=2).what
    table.do("rule_communication", FLOOR, seat=1)
    assert table.kinds()[-1] == "ask" and not table.round.facts.rulings, "one person's word changes nothing"
    request = table.state.requests[-1].id
    assert "asked for this himself" in table.refused("confirm", FLOOR, request=request).what
    himself = Person("dealer", FLOOR.account)
    assert "asked for this himself" in table.refused("confirm", himself, request=request).what
    table.do("confirm", FLOOR2, request=request)
    event = table.last("rule_communication")
    assert (event.by, event.confirmed_by) == (FLOOR, FLOOR2)
    assert "no such finding" in table.refused("rule_communication", FLOOR, seat=1).what
    assert {offer.data.seat for offer in table.offers("decide")} == {3}
    table.finish()
    assert [line.id for line in table.lines(1)] == ["pair_plus", "ante", "blind"]
    assert {(line.result, line.cite.clauses) for line in table.lines(1)} == {("lose", ("PA-669a.11(a)(3)",))}
    assert nets(table, 1) == {1: -2500} and table.up("player 1") == [], "the hand is dead"


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92")
def test_a_finding_on_talking_can_be_made_until_the_first_wager_of_that_person_is_settled() -> None:
    table = deciding("PA-669a").until("settling")
    table.do("turn_up_player", DEALER, seat=4)
    table.do("settle_player", DEALER, seat=4)
    assert "no such finding" in table.refused("rule_communication", FLOOR, seat=4).what
    table.both("rule_communication", FLOOR, seat=3)
    table.finish()
    assert {line.outcome for line in table.lines(3)} == {"communicated"}
    assert nets(table, 3) == {3: -sum(line.stake for line in table.lines(3))}


@pytest.mark.parametrize("regulation", [*AGAINST_DEALER, "PA-680a"])
def test_other_games_do_not_forbid_talking(regulation: str) -> None:
    refusal = deciding(regulation).refused("rule_communication", FLOOR, seat=1)
    assert "there is no 'rule communication'" in refusal.what
