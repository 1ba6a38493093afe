"""What an award waits for: a floorperson where the light is off and where a win is validated, the papers
before its cards are racked; for every wager with a meter, whosever hand wins, and with two decks too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from feltlaw.money import MeterShare
from feltlaw.regulation import load
from feltlaw.table import Person
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, Driver, drive, main_bets
from tests.support.rounds import P1, P3, line, real
from tests.support.ways import CardsWay, allowed

Hands = Mapping[str, str]
THREE, FIVE, SIX = "three_card_progressive", "five_card_progressive", "five_of_six_progressive"
BONUS = "five_card_hand_bonus"
SHARES: tuple[tuple[str, str, int, Hands], ...] = (
    ("PA-649a.11(c)(5)(iv)#2", THREE, 100, {"seat 3": "As Ks Qs"}),
    ("PA-649a.11(c)(7)(iv)#2", FIVE, 100, {"seat 3": "As Ks Qs", "community": "Js Ts"}),
    ("PA-649a.11(c)(7)(iv)#2", FIVE, 10, {"seat 3": "9h 8h 7h", "community": "6h 5h"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_player", 100, {"seat 3": "As Ks Qs", "community": "Js Ts"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_player", 10, {"seat 3": "9h 8h 7h", "community": "6h 5h"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_dealer", 100, {"dealer": "As Ks Qs", "community": "Js Ts"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_dealer", 10, {"dealer": "9h 8h 7h", "community": "6h 5h"}),
    ("PA-649a.11(c)(9)(iv)#2", SIX, 100, {"seat 3": "As Ks Qs", "dealer": "Js Ts 2c"}),
    ("PA-649a.11(c)(9)(iv)#2", SIX, 25, {"seat 3": "2c Jh Th", "dealer": "Ah Kh Qh"}),
    ("PA-669a.11(i)(3)(i)(D)#2", THREE, 100, {"seat 3": "As Ks Qs"}),
)
"""Every share of a meter that a hand wins, and by which clause its cards stay: 649a.12(e)(1), (h)(1), (i)(1),
(j)(1) and 669a.12(e)(1)."""
FIXED: tuple[tuple[str, str, Hands], ...] = (
    ("PA-649a.11(c)(5)(iv)#2", THREE, {"seat 3": "Ah Kh Qh"}),
    ("PA-649a.11(c)(7)(iv)#2", FIVE, {"seat 3": "9h 9d 9c", "community": "9s 5h"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_player", {"seat 3": "9h 9d 9c", "community": "9s 5h"}),
    ("PA-649a.11(c)(8)(iii)#2", f"{BONUS}_dealer", {"dealer": "9h 9d 9c", "community": "9s 5h"}),
    ("PA-649a.11(c)(9)(iv)#2", SIX, {"seat 3": "9h 8h 7h", "dealer": "6h 5h 2c"}),
    ("PA-669a.11(i)(3)(i)(D)#2", THREE, {"seat 3": "9h 8h 7h"}),
)
"""The highest pays at odds, for which nothing stays."""


def offered(regulation: str, wager: str) -> dict[str, Any]:
    return {load(regulation).wagers[wager].section: {}}


def shares() -> Iterator[Any]:
    """Each share with one deck and with two, and with all ways to shuffle and deal between them."""
    for at, (clause, wager, percent, hands) in enumerate(SHARES):
        for decks in (1, 2):
            ways = [way for way in allowed(clause.partition(".")[0]) if way.decks == decks]
            way, proved = ways[at % len(ways)], pytest.mark.clause(clause, "I-28")
            yield pytest.param(
                clause, wager, percent, hands, way, marks=proved, id=f"{clause}-{wager}-{percent}-{decks}"
            )


@pytest.mark.parametrize(("clause", "wager", "percent", "hands", "way"), list(shares()))
def test_the_cards_of_a_share_of_the_meter_stay_until_the_papers_are_complete(
    clause: str, wager: str, percent: int, hands: Hands, way: CardsWay
) -> None:
    """Whatever else is ready meanwhile, another deck too; no other award of the round lets go of them."""
    regulation = clause.partition(".")[0]
    table = drive(regulation, cards=way.cards, wagers=offered(regulation, wager))
    box = {**main_bets(regulation), wager: 100}
    table.start({1: main_bets(regulation), 3: box}, hands).until("racking")
    won = line(table, 3, wager)
    assert won.by_hand and isinstance(won.pays, MeterShare) and won.pays.percent == percent
    for person in (DEALER, FLOOR, DEVICE, P3):
        table.refused("rack_cards", person)
    refusal = table.refused("rack_cards", DEALER)
    assert "stay on the table until the papers are complete" in refusal.what
    assert clause in refusal.clauses
    assert not {"rack_cards", "place_cards", "hold_cards", "bet", "no_more_bets"} & table.offered()
    while offer := next(iter(table.offers("shuffle")), None):
        table.take(offer)
    assert not {"rack_cards", "place_cards", "hold_cards", "bet", "no_more_bets"} & table.offered()
    assert "papers" in table.refused("rack_cards", DEALER).what and table.state.rounds == 0
    for person in (DEALER, DEVICE, P3):
        assert table.refused("release_cards", person).legal.startswith("It is for the floorperson.")
    table.do("release_cards", FLOOR)
    table.do("rack_cards", DEALER)
    assert table.kinds()[-1] == "end_round"
    table.until("betting")


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [
        pytest.param(clause, wager, hands, marks=pytest.mark.clause(clause, "PA-649a.11(b)(3)", "I-28"))
        for clause, wager, _, hands in SHARES
        if wager.startswith((SIX, BONUS))
    ],
)
def test_the_cards_of_a_winner_who_folded_stay_too(clause: str, wager: str, hands: Hands) -> None:
    table = drive("PA-649a", wagers=offered("PA-649a", wager))
    table.start({1: {"ante": 1000}, 3: {"ante": 1000, wager: 100}}, hands).until("deciding")
    table.say(1, "play")
    table.say(3, "fold")
    table.until("racking")
    assert line(table, 3, wager).by_hand
    refusal = table.refused("rack_cards", DEALER)
    assert "papers" in refusal.what and clause in refusal.clauses
    table.do("release_cards", FLOOR)
    table.do("rack_cards", DEALER)


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0], "I-28")) for one in FIXED],
)
@pytest.mark.parametrize("decks", [1, 2])
def test_what_is_paid_at_odds_holds_no_cards(clause: str, wager: str, hands: Hands, decks: int) -> None:
    regulation = clause.partition(".")[0]
    table = drive(regulation, cards={"decks": decks}, wagers=offered(regulation, wager))
    table.start({3: {**main_bets(regulation), wager: 100}}, hands).until("racking")
    won = line(table, 3, wager)
    assert won.result == "win" and not won.by_hand
    assert "no cards are held" in table.refused("release_cards", FLOOR).what
    table.do("rack_cards", DEALER)


# ── who says that a light should be on, and who validates ──

PEOPLE = (
    DEALER, Person("dealer", "dan"), DEVICE, P1, P3, Person("manager", "max"), Person("cashier", "cas"),
    Person("auditor", "aud"),
)  # fmt: skip
"""Whoever is no floorperson, a dealer who has dealt nothing of this round among them."""
LOOKED_AT = {
    "PA-649a.11(c)(5)": (("(i)", "(ii)", "(iii)"), THREE, {"seat 3": "5h 6d 7c"}),
    "PA-649a.11(c)(7)": (("(i)", "(ii)", "(iii)"), FIVE, {"seat 3": "5h 5d 7c", "community": "5s Kd"}),
    "PA-649a.11(c)(9)": (("(i)", "(ii)", "(iii)"), SIX, {"seat 3": "5h 6d 7c", "dealer": "8h 9d Kc"}),
    "PA-669a.11(i)(3)(i)": (("(A)", "(B)", "(C)"), THREE, {"seat 3": "5h 6d 7c"}),
}


def to_verify(regulation: str, wager: str, hands: Hands) -> Driver:
    """A table at which the dealer has come to seat 3's win."""
    table = drive(regulation, wagers=offered(regulation, wager))
    bets = {seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)}
    return table.start(bets, hands).until(do="verify_win")


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(one, marks=pytest.mark.clause(*(one + end for end in looked_at[0]), "I-156"))
        for one, looked_at in LOOKED_AT.items()
    ],
)
def test_only_a_floorperson_clears_a_dark_light_and_validates(clause: str) -> None:
    _, wager, hands = LOOKED_AT[clause]
    regulation = clause.partition(".")[0]
    win = {"seat": 3, "wager": wager}
    table = to_verify(regulation, wager, hands)
    for person in (FLOOR, *PEOPLE):
        if person.role != "dealer":
            assert table.refused("verify_win", person, **win).legal.startswith("It is for the dealer.")
    table.do("verify_win", DEALER, **win, light=False)
    for accepted in (True, False):
        for person in PEOPLE:
            refusal = table.refused("resolve_light", person, **win, accepted=accepted)
            assert refusal.legal.startswith("It is for the floorperson."), person
    assert {offer.roles for offer in table.offers("resolve_light")} == {("floorperson",)}
    table.do("resolve_light", FLOOR, **win, accepted=True)
    for person in PEOPLE:
        assert table.refused("validate", person, **win).legal.startswith("It is for the floorperson."), person
    table.do("validate", FLOOR, **win)
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, wager).result == "win"


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(one, marks=pytest.mark.clause(one + looked_at[0][1], "I-156", "I-157"))
        for one, looked_at in LOOKED_AT.items()
    ],
)
def test_it_takes_two_people_to_say_that_a_wager_was_never_accepted(clause: str) -> None:
    _, wager, hands = LOOKED_AT[clause]
    regulation = clause.partition(".")[0]
    lying = {place.replace("seat", "player"): cards for place, cards in hands.items()}
    bets = {seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)}
    table = real(regulation, bets, lying, wagers=offered(regulation, wager)).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager=wager, light=False)
    table.do("resolve_light", FLOOR, seat=3, wager=wager, accepted=False)
    assert table.kinds()[-1] == "ask" and wager in table.round.facts.stakes[3]
    chips = table.chips(3)
    table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    assert wager not in table.round.facts.stakes[3] and table.chips(3) == chips + 100
    assert wager in table.round.facts.stakes[1]


VERIFIED = {
    "five_card_hand_bonus_player": {"seat 3": "9h 9d 9c", "community": "9s 5h"},
    "five_card_hand_bonus_dealer": {"dealer": "9h 9d 9c", "community": "9s 5h"},
}


@pytest.mark.clause("PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(ii)")
@pytest.mark.parametrize("wager", VERIFIED)
def test_only_a_floorperson_verifies_five_hundred_for_one_on_either_hand(wager: str) -> None:
    table = to_verify("PA-649a", wager, VERIFIED[wager])
    win = {"seat": 3, "wager": wager}
    table.do("verify_win", DEALER, **win)
    for person in PEOPLE:
        assert table.refused("validate", person, **win).legal.startswith("It is for the floorperson."), person
    assert "validate" in table.refused("settle_player", DEALER, seat=3).legal
    table.do("validate", FLOOR, **win)
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, wager).paid == 500_00


DAN, DEB = Person("dealer", "dan"), Person("dealer", "deb")
CONFIRMED = {
    **{f"{clause}{said[0][0]}": said[1:] for clause, said in LOOKED_AT.items()},
    **{f"PA-649a.11(c)(8)(i) {wager}": (wager, hands) for wager, hands in VERIFIED.items()},
    "MA-TCP.13(d)d": (THREE, {"seat 3": "5h 6d 7c"}),
}


def relieved(regulation: str, wager: str, hands: Hands) -> Driver:
    """Dee called and dan dealt; the dealer, whoever it is now, has come to seat 3's win."""
    table = drive(regulation, wagers=offered(regulation, wager))
    bets = {seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)}
    table.start(bets, hands).until("dealing")
    table.give(table.command("deal", DAN, all=True))
    return table.until(do="verify_win")


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [
        pytest.param(clause, *said, marks=pytest.mark.clause(clause.partition(" ")[0]), id=clause)
        for clause, said in CONFIRMED.items()
    ],
)
@pytest.mark.parametrize("dealer", [DEALER, DAN, DEB], ids=["called", "dealt", "fresh"])
def test_a_win_is_confirmed_by_the_dealer_who_looked_whoever_dealt_before(
    clause: str, wager: str, hands: Hands, dealer: Person
) -> None:
    table = relieved(clause.partition(".")[0], wager, hands)
    table.do("verify_win", dealer, seat=3, wager=wager)
    event = table.last("verify_win")
    assert (event.by, event.data.check.verified_by) == (dealer, dealer.account)
    (check,) = table.round.settling.checks
    assert (check.seat, check.wager, check.verified_by) == (3, wager, dealer.account)


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(one, marks=pytest.mark.clause(one + looked_at[0][1], "I-156", "I-157"))
        for one, looked_at in LOOKED_AT.items()
    ],
)
def test_a_dark_light_is_cleared_by_nobody_who_verified_or_dealt_or_plays(clause: str) -> None:
    """Whatever he calls himself: it takes other eyes than those that saw the light dark."""
    _, wager, hands = LOOKED_AT[clause]
    table = relieved(clause.partition(".")[0], wager, hands)
    win = {"seat": 3, "wager": wager}
    table.do("verify_win", DEB, **win, light=False)
    for account in ("deb", "dan", "dee", "p1", "p3"):
        for accepted in (True, False):
            what = table.refused(
                "resolve_light", Person("floorperson", account), **win, accepted=accepted
            ).what
            assert account in what and ("dealt the round" in what or "plays at this table" in what)
    assert "light is off" in table.refused("settle_player", DEALER, seat=3).legal
    table.do("resolve_light", FLOOR, **win, accepted=True)
    assert table.round.settling.checks[0].light_resolved_by == FLOOR.account
