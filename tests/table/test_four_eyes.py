"""Two pairs of eyes are two accounts: who asked, dealt, verified or plays does not give the second word."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.table import Person
from feltlaw.table.places import hand
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, REGULATIONS, Driver, drive, main_bets
from tests.support.on_record import on_record
from tests.support.rounds import branch, line, nets, real

DAN = Person("dealer", "dan")
JACKPOTS = {
    "PA-649a": (
        {"ante": 1000, "three_card_progressive": 100},
        {"player 1": "As Ks Qs", "dealer": "2c 7d 9h"},
    ),
    "PA-669a": (
        {"ante": 1000, "blind": 1000, "three_card_progressive": 100},
        {"player 1": "As Ks Qs", "community": "2c 7d 9h"},
    ),
    "MA-TCP": ({"ante": 1000, "three_card_progressive": 100}, {"player 1": "As Ks Qs", "dealer": "2c 7d 9h"}),
}
"""A win that a floorperson validates: 649a.11(c)(5)(iii), 669a.11(i)(3)(i)(C), MA 13(d)f."""
VALIDATED = pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.11(c)(5)(iii)", "I-157")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.11(i)(3)(i)(C)", "I-157")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.13(d)f", "I-157")),
    ],
)


def jackpot(regulation: str) -> Driver:
    """A table whose dealer has come to a win that is verified next."""
    table = drive(regulation, wagers={"three_card_progressive": {}})
    bets, cards = JACKPOTS[regulation]
    return table.start({1: bets, 3: {**bets}}, cards).until(do="verify_win")


@VALIDATED
def test_who_verified_a_win_or_dealt_the_round_does_not_validate_it(regulation: str) -> None:
    """One verifies, a second does anything as dealer, the first comes back as a floorperson: refused."""
    table = jackpot(regulation)
    offer = table.offers("verify_win")[0].data
    award = {"seat": offer.seat, "wager": offer.wager}
    assert "a floorperson may not verify win" in table.refused("verify_win", FLOOR, **award).what
    table.do("verify_win", DEALER, **award)
    table.do("record_departure", DAN, player="p3")
    table.do("withdraw", DAN, request=1)
    for who, why in (
        (Person("floorperson", "dee"), "verified the award or dealt the round"),
        (Person("floorperson", "dan"), "verified the award or dealt the round"),
        (Person("floorperson", "p1"), "plays at this table"),
        (Person("floorperson", "p3"), "plays at this table"),
        (Person("floorperson", "Flo"), "is a spelling"),
        (Person("floorperson", "ＤＥＥ"), "is a spelling"),
        (DEALER, "a dealer may not validate"),
        (DEVICE, "a device may not validate"),
        (Person("player", "p1"), "a player may not validate"),
    ):
        assert why in table.refused("validate", who, **award).what
        assert not table.events("validate")
    table.do("validate", FLOOR, **award)
    assert table.last("validate").data.by == "flo"
    check = next(one for one in table.round.settling.checks if one.validated_by)
    assert (check.verified_by, check.validated_by) == ("dee", "flo")
    table.finish()
    on_record(table)


@VALIDATED
def test_who_dealt_before_the_dealer_was_relieved_does_not_validate_either(regulation: str) -> None:
    table = drive(regulation, wagers={"three_card_progressive": {}})
    bets, cards = JACKPOTS[regulation]
    table.start({1: bets, 3: {**bets}}, cards).until("dealing")
    table.do("deal", DAN)
    table.until(do="verify_win")
    offer = table.offers("verify_win")[0].data
    table.take(table.offers("verify_win")[0])
    assert set(table.round.dealers) == {"dee", "dan"}
    refusal = table.refused("validate", Person("floorperson", "dan"), seat=offer.seat, wager=offer.wager)
    assert "dealt the round" in refusal.what
    table.do("validate", FLOOR2, seat=offer.seat, wager=offer.wager)
    table.finish()
    table.start({1: bets, 3: {**bets}}, cards).until(do="verify_win")
    assert set(table.round.dealers) == {"dee"}, "each round has its own"


# ── one asks, another confirms ──


def asked(name: str) -> tuple[Driver, Person, dict[str, Any]]:
    """A table where something is to be asked for, by whom, and what."""
    if name == "correct":
        table = drive("PA-649a").open(1)
        data = {"event": 1, "player": "p1", "amount": 500, "to": "player", "reason": "paid too little"}
        return table, FLOOR, data
    if name == "rule_communication":
        return drive("PA-669a").start().until("deciding"), FLOOR, {"seat": 1}
    if name == "rule_departed":
        table = drive("PA-679a", settlement={"departed_player": "forfeit"}).start().until("deciding")
        table.do("leave", Person("player", "p3"))
        return table, FLOOR, {"seat": 3, "ruling": "abandoned"}
    assert name == "record_departure"
    return drive("PA-649a").start().until("deciding"), FLOOR, {"player": "p3"}


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("name", ["correct", "rule_communication", "rule_departed", "record_departure"])
def test_nothing_that_takes_money_is_one_persons_button(name: str) -> None:
    table, first, data = asked(name)
    chips = {seat: table.chips(seat) for seat in table.state.seats}
    books = table.state.books
    table.do(name, first, **data)
    assert table.kinds()[-1] == "ask" and not table.events(name)
    assert table.state.books == books and {s: table.chips(s) for s in table.state.seats} == chips
    request = table.state.requests[-1]
    assert request.do == name and request.about
    for wrong, why in (
        (first, "himself"),
        (Person("dealer", first.account), "himself"),
        (Person("floorperson", "Fay"), "is a spelling"),
        (DEVICE, "may not confirm"),
        (Person("player", "p1"), "may not confirm"),
        (Person("floorperson", "p1"), "plays at this table"),
        (Person("manager", "max"), "may not confirm"),
    ):
        assert why in table.refused("confirm", wrong, request=request.id).what
    table.do("confirm", FLOOR2, request=request.id)
    event = table.last(name)
    assert (event.by, event.confirmed_by) == (first, FLOOR2)
    assert not table.state.requests
    table.refused("confirm", FLOOR2, request=request.id)
    on_record(table)


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("name", ["correct", "rule_communication", "rule_departed", "record_departure"])
def test_a_request_can_be_taken_back_or_refused_and_is_then_gone(name: str) -> None:
    for who in (FLOOR, FLOOR2, DEALER):
        table, first, data = asked(name)
        table.do(name, first, **data)
        number = table.state.requests[-1].id
        assert "may not withdraw" in table.refused("withdraw", Person("player", "p1"), request=number).what
        table.do("withdraw", who, request=number)
        table.refused("confirm", FLOOR2, request=number)
        table.do(name, first, **data)
        assert table.state.requests[-1].id == number + 1, "no two requests have one number"


@pytest.mark.clause("I-157")
def test_a_request_that_nobody_can_carry_out_any_more_is_taken_back_by_itself() -> None:
    table, first, data = asked("rule_communication")
    table.do("rule_communication", first, **data)
    table.finish()
    assert not table.state.requests
    assert table.last("withdraw").by == Person("device", "table")


@pytest.mark.clause("I-157")
def test_who_asks_for_the_same_thing_twice_is_told_so() -> None:
    table, first, data = asked("correct")
    table.do("correct", first, **data)
    for who in (first, FLOOR2):
        assert "asked for already" in table.refused("correct", who, **data).what
    table.do("correct", first, **{**data, "amount": 600})
    assert [one.id for one in table.state.requests] == [1, 2]
    table.do("confirm", FLOOR2, request=1)
    assert table.chips(1) == 100_000_00 + 500
    assert [one.id for one in table.state.requests] == [2], "the other one still waits"


@pytest.mark.clause("I-157")
def test_a_correction_says_what_it_corrects_and_why() -> None:
    table = drive("PA-649a").open(1)
    for data in ({"reason": "x"}, {"reason": ""}, {"reason": "x" * 201}, {"to": "me"}, {"event": 0}):
        good = {"event": 1, "player": "p1", "amount": "5.00", "to": "player", "reason": "paid too little"}
        with pytest.raises(Refused, match=f"correct, {next(iter(data))}"):
            table.json("correct", FLOOR, **{**good, **data})
    table.both("correct", FLOOR, event=1, player="p1", amount=500, to="player", reason="paid too little")
    data = table.last("correct").data
    assert (data.event, data.amount_cents, data.reason) == (1, 500, "paid too little")


@pytest.mark.clause("I-157")
def test_no_request_is_gone_without_a_word() -> None:
    """A round's end, and the player's own act, take back what was asked for; a correction still waits."""
    table, first, data = asked("record_departure")
    table.do("record_departure", first, **data)
    table.do("correct", first, event=1, player="p1", amount=500, to="player", reason="paid too little")
    table.finish()
    assert [one.do for one in table.state.requests] == ["correct"]
    assert [event.data.request for event in table.events("withdraw")] == [1]
    table.do("confirm", FLOOR2, request=2)
    assert not table.state.requests
    table, first, data = asked("record_departure")
    table.do("record_departure", first, **data)
    table.do("decide", Person("player", "p1"), seat=1, act="play")
    assert table.state.requests, "another player's act says nothing about him"
    table.do("decide", Person("player", "p3"), seat=3, act="play")
    assert not table.state.requests and table.last("withdraw").by == Person("device", "table")
    on_record(table)


# ── a result that is undone ──

Result = tuple[str, str, str]
HIGH = ("dealer", "Qd 8h 3s")
SHOWN: dict[str, tuple[tuple[str, str], list[Result]]] = {
    "PA-649a": (HIGH, [("lose", "2s 5h 9c", "11(c)(3)(ii)(A)"), ("win", "Ks Kh 3c", "11(c)(3)(ii)(B)"),
                       ("push", "Qs 8d 3c", "11(c)(3)(ii)(C)")]),
    "MA-TCP": (HIGH, [("lose", "2s 5h 9c", "10(c)(2)(ii)"), ("win", "Ks Kh 3c", "10(c)(2)(ii)")]),
    "PA-679a": (HIGH, [("lose", "2s 5h 9c", "11(c)(3)(iii)"), ("win", "Ks Kh 3c", "11(c)(3)(ii)")]),
    "PA-669a": (("community", "Kd 8h 3s"), [("lose", "2s 5h 9c", "11(i)(2)(i)"),
                                            ("win", "Ks Kh 3c", "11(i)(2)(ii)")]),
    "PA-680a": (("dealer", "Kc Td Js 4c 4d"), [("lose", "Kh Qd Jc Ac 2h", "11(d)(2)(ii)(A)"),
                                               ("lose", "2c 2d 2h 3s 3h", "11(d)(2)(i)"),
                                               ("win", "Kh Qd Jc 4s 5h", "11(d)(2)(ii)(B)"),
                                               ("push", "Kh Qd Jc 5s 3h", "11(d)(2)(ii)(C)")]),
}  # fmt: skip
"""The dealer's cards or the community's; what becomes of the Ante of a hand, and by which paragraph."""
RESULTS = [
    pytest.param(
        name,
        result,
        order,
        marks=pytest.mark.clause(
            f"{name}.{'14' if name == 'MA-TCP' else '13'}(c)", f"{name}.{result[2]}", "I-152", "I-157"
        ),
        id=f"{name}-{result[2]}-{order}",
    )
    for name in REGULATIONS
    for result in SHOWN[name][1]
    for order in (("by_player", "by_step") if name == "MA-TCP" else ("",))
]


@pytest.mark.parametrize(("regulation", "result", "order"), RESULTS)
@pytest.mark.parametrize("by", [DEALER, FLOOR])
def test_from_the_first_result_on_one_person_does_not_undo_a_round(
    regulation: str, result: Result, order: str, by: Person
) -> None:
    """What has been collected or went back is a result like what was paid; of nothing less are two needed."""
    (place, cards), (becomes, own, _) = SHOWN[regulation][0], result
    bets = {seat: main_bets(regulation) for seat in (3, 6)}
    settlement: dict[str, Any] = {"settlement": {"order": order}} if order else {}
    table = real(regulation, bets, {"player 6": own, place: cards}, **settlement)
    many = 6 if regulation == "PA-680a" else 4
    wrong: dict[str, Any] = {"kind": "wrong_number_of_cards", "place": hand(3), "cards": many}
    seen = set()
    for _ in table.to_the_end():
        if table.offers("report") and table.state.phase in ("settling", "racking"):
            seen.add(len(table.paid(6)) > 0)
            other = branch(table)
            other.do("report", by, **wrong)
            if table.paid():
                assert other.kinds()[-1] == "ask" and not other.round.void
                assert other.state.books == table.state.books
                other.do("confirm", FLOOR2, request=other.state.requests[-1].id)
            assert other.round.void and nets(other, 3, 6) == {3: 0, 6: 0}
        table.take(table.next())
    assert seen == {False, True}
    assert line(table, 6, "ante").result == becomes
