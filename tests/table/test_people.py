"""People: what an account is, who sits where, what a player is told that he may do, whose act an event is."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.table import Command, Moment, Person, decide, legal
from tests.support.driver import (
    DEALER,
    DEVICE,
    FLOOR,
    FLOOR2,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    proves,
    submission,
)
from tests.support.on_record import on_record

P1, P3 = Person("player", "p1"), Person("player", "p3")


# ── accounts ──


@pytest.mark.parametrize(
    "account",
    [
        "",
        " ",
        "p1 ",
        " p1",
        "\ud800",
        "\x1b[31meve",
        "eve\n",
        "x" * 61,
        "\u202eeve",
        5,
        None,
        ["p1"],
        b"p1",
        1.5,
    ],
)
def test_an_account_can_be_written_down(account: Any) -> None:
    table = drive("PA-649a")
    for person, do, data in (
        (Person("player", account), "sit", {"seat": 1}),
        (Person("floorperson", account), "receive_deck", {"deck": 0}),
    ):
        with pytest.raises(Refused, match=r"printable characters|is a spelling"):
            table.json(do, person, **data)
    assert table.desk.number == 1
    for good in ("zoë o'hara 2", "x" * 60, "日本"):
        table.json("sit", Person("player", good), seat=len(table.state.seats) + 1)
    on_record(table)


@pytest.mark.parametrize("spelling", ["Dee", "DEE", "ｄｅｅ", "dee|x", "ﬁon", "straße", "İx"])
def test_a_spelling_is_no_account(spelling: str) -> None:
    """Two people are two accounts: letters, width and ligatures make nobody another person."""
    table = drive("PA-649a")
    refusal = table.refused("sit", Person("player", spelling), seat=1)
    assert "is a spelling, not an account" in refusal.what and "Write it as" in refusal.legal


@pytest.mark.parametrize("role", ["", "boss", "Player", "system", None, 5, "x" * 10**6])
def test_a_role_is_one_of_those_there_are(role: Any) -> None:
    table = drive("PA-649a")
    with pytest.raises(Refused, match=r"there is no role '.{0,40}'\. Roles: player, dealer, floorperson"):
        table.json("sit", Person(role, "p1"), seat=1)


@pytest.mark.parametrize("do", [None, 5, ["sit"], {}, "", "Sit", "x" * 10**6, "take_back", "end_round"])
def test_a_command_is_one_of_those_there_are(do: Any) -> None:
    table = drive("PA-649a")
    with pytest.raises(Refused, match=r"there is no command '.{0,40}'"):
        table.desk.do(do, P1, {"seat": 1})
    assert table.desk.number == 1


# ── seats ──


@each("stay_seated")
def test_a_seat_is_taken_by_one_person_and_is_one_that_there_is(regulation: str) -> None:
    table = drive(regulation, limits={"seats": 5})
    table.sit(1)
    cite = list(marks(regulation, "stay_seated").args)
    refusal = table.refused("sit", P3, seat=1)
    assert "seat 1 is taken" in refusal.what and list(refusal.cite.clauses) == cite
    for seat in (0, 6, 99):
        assert "there is no seat" in table.refused("sit", P3, seat=seat).what
    for wrong in (FLOOR, DEALER, DEVICE):
        assert table.refused("sit", wrong, seat=2).legal.startswith("It is for the player.")


@pytest.mark.clause("I-10", "PA-649a.7(f)")
def test_boxes_of_one_person_are_adjacent_and_not_too_many() -> None:
    table = drive("PA-649a", limits={"adjacent_boxes": 2})
    table.do("sit", P1, seat=2)
    assert "PA-649a.7(f)" in table.refused("sit", P1, seat=4).clauses
    table.do("sit", P1, seat=3)
    for seat in (1, 4):
        assert "PA-649a.7(f)" in table.refused("sit", P1, seat=seat).clauses


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause, "I-10"))
        for name, clause in (
            ("PA-649a", "PA-649a.7(f)"),
            ("PA-679a", "PA-679a.7(e)"),
            ("PA-680a", "PA-680a.7(e)"),
            ("MA-TCP", "MA-TCP.6(e)"),
        )
    ],
)
def test_without_a_number_in_the_submission_a_player_has_one_box(regulation: str, clause: str) -> None:
    table = drive(regulation)
    table.do("sit", P1, seat=2)
    assert clause in table.refused("sit", P1, seat=3).clauses


@pytest.mark.clause("PA-669a.7(e)")
def test_in_raise_it_up_a_player_has_one_position() -> None:
    table = drive("PA-669a")
    table.do("sit", P1, seat=2)
    assert "PA-669a.7(e)" in table.refused("sit", P1, seat=3).clauses


# ── one role at a table ──


LATER: dict[str, tuple[str, dict[str, Any]]] = {
    "dealer": ("report", {"kind": "card_drawn_in_error"}),
    "floorperson": ("withdraw", {"request": 1}),
    "device": ("time_out", {"seat": 3}),
}
"""Something that each of them could do in the middle of a round."""


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("role", LATER)
def test_who_plays_at_a_table_acts_there_in_no_other_role(role: Any) -> None:
    """Also while he has left and his hand is still in the round; once he has gone, he is free again."""
    table = drive("PA-649a")
    table.sit(1)
    me = Person(role, "p1")
    do = {"dealer": "inspect", "floorperson": "receive_deck"}.get(role, "shuffle")
    if role == "dealer":
        table.do("receive_deck", deck=0)
    if role == "device":
        table.until("shuffling")
    refusal = table.refused(do, me, deck=0)
    assert "p1 plays at this table" in refusal.what and "I-157" in refusal.clauses
    table.start().until("deciding")
    table.do("leave", P1)
    name, more = LATER[role]
    assert "plays at this table" in table.refused(name, me, **more).what
    table.finish()
    table.until("shuffling")
    refused = table.refused(name, me, **more)
    assert "plays at this table" not in refused.what


@pytest.mark.clause("I-157")
def test_a_manager_does_not_play_at_his_table_either() -> None:
    table = drive("PA-649a").start().finish()
    assert "plays at this table" in table.refused("close_table", Person("manager", "p1")).what
    table.do("close_table", Person("manager", "max"))
    assert "max" in table.state.crew


@pytest.mark.clause("I-157")
def test_who_works_at_a_table_does_not_play_there() -> None:
    table = drive("PA-649a").open(1)
    for worker in ("dee", "flo"):
        refusal = table.refused("sit", Person("player", worker), seat=2)
        assert "works at this table" in refusal.what and refusal.cite.clauses == ("PA-649a.7(b)",)
    table.do("sit", Person("player", "fay"), seat=2)
    assert "plays at this table" in table.refused("order_shuffle", Person("floorperson", "fay")).what


# ── what a player is told ──


@proves("decide", "own_hand", "stay_seated")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_player_is_told_only_what_he_may_do(regulation: str) -> None:
    """Seats too: one box each in Raise It Up (669a.7(e)), and never one that is taken or not there."""
    boxes = {} if regulation == "PA-669a" else {"adjacent_boxes": 2}
    table = drive(regulation, limits={"seats": 5, **boxes})
    table.sit(1, 3)
    for name in ("p1", "p3", "new"):
        person = Person("player", name)
        offers = legal(table.state, "player", name)
        for offer in offers:
            decide(table.state, Command(offer.do, person, offer.data), Moment(table.state.now, person))
        seats = [offer.data.seat for offer in offers if offer.do == "sit"]
        expected = {"new": [2, 4, 5], "p1": [2], "p3": [2, 4]}[name]
        assert seats == (expected if boxes or name == "new" else [])
    table.until("betting")
    table.bet({1: main_bets(regulation), 3: main_bets(regulation)})
    table.do("no_more_bets")
    table.until("deciding")
    for name in ("p1", "p3", "new"):
        told = legal(table.state, "player", name)
        assert all(offer.who in ("", name) for offer in told)
        mine = {offer.data.seat for offer in told if offer.do in ("decide", "set_hand")}
        assert mine == {"p1": {1}, "p3": {3} if regulation == "PA-680a" else set(), "new": set()}[name]


def test_the_crew_is_told_what_the_crew_may_do() -> None:
    table = drive("PA-649a")
    floor = [offer.do for offer in legal(table.state, "floorperson")]
    assert floor == ["close_table", "receive_deck", "device_out_of_order"]
    assert legal(table.state, "dealer") == () and legal(table.state, "auditor") == ()


def test_a_step_the_game_does_not_have_is_called_so() -> None:
    for name, missing in (
        ("PA-649a", ("set_hand", "reveal_fourth", "end_game", "rule_communication", "collect_losers")),
        ("PA-669a", ("set_hand", "reveal_fourth", "end_game", "reveal_dealer")),
        ("PA-680a", ("decide", "collect_forfeits", "reveal_community")),
    ):
        table = drive(name).start().until("deciding")
        title = table.state.submission.regulation.title
        data: dict[str, dict[str, Any]] = {
            "set_hand": {"seat": 1},
            "reveal_fourth": {"seat": 1},
            "rule_communication": {"seat": 1},
            "decide": {"seat": 1, "act": "play"},
        }
        for do in missing:
            for by in (DEALER, FLOOR, P1):
                refusal = table.refused(do, by, **data.get(do, {}))
                assert refusal.what == f"there is no '{do.replace('_', ' ')}' in {title}"


# ── whose act it was ──


@pytest.mark.clause("PA-669a.11(f)#2")
def test_the_dealer_collects_a_fold_and_nobody_else_does() -> None:
    table = drive("PA-669a").start().until("deciding")
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    before = table.chips(1)
    table.say(1, "fold")
    event = table.last("collect_forfeits")
    assert event.by == DEALER and table.chips(1) == before
    assert [(line.seat, line.id) for line in event.data.lines] == [(1, "ante"), (1, "blind")]


def test_what_follows_by_itself_is_no_persons_act() -> None:
    table = drive("PA-649a", real_cards=True).start().until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    table.finish()
    for kind in ("void_round", "end_round"):
        assert table.last(kind).by == Person("device", "table")


def test_nobody_is_called_like_the_table_itself() -> None:
    """What follows by itself is signed by the table; no person can sign so."""
    table = drive("PA-649a")
    assert "nobody's act" in table.refused("sit", Person("player", "table"), seat=1).what
    assert "nobody's act" in table.refused("shuffle", Person("device", "table"), deck=0).what


def money(table: Driver) -> int:
    return sum(table.state.books.values())


@proves("stay_seated", "place_wagers")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_chips_are_bought_and_cashed_by_who_sits_there(regulation: str) -> None:
    table = drive(regulation)
    assert "is not at this table" in table.refused("buy_in", P1, amount=100).what
    assert "nobody has chips" in table.refused("cash_out", P1, amount=100).what
    table.sit(1, chips=500)
    assert "has $5" in table.refused("cash_out", P1, amount=501).what
    assert "has $0" in table.refused("cash_out", P3, amount=1).what
    table.do("cash_out", P1, amount=500)
    assert table.chips(1) == 0 and table.state.books == {}
    for wrong in (DEALER, FLOOR):
        assert table.refused("buy_in", wrong, amount=100).legal.startswith("It is for the player.")
    wrong_amounts: tuple[Any, ...] = (
        "0",
        "-1.00",
        "0.001",
        "100000000.01",
        1.5,
        "1e3",
        True,
        None,
        [],
        "ten",
    )
    for amount in wrong_amounts:
        with pytest.raises(Refused, match="amount"):
            table.json("buy_in", P1, amount=amount)
    table.json("buy_in", P1, amount="100000000.00")
    assert table.chips(1) == 10_000_000_000 and money(table) == 0


@pytest.mark.clause("I-157")
def test_who_has_confirmed_something_at_a_table_works_there_and_does_not_play() -> None:
    table = drive("PA-649a").start().until("deciding")
    table.both("record_departure", DEALER, FLOOR2, player="p1")
    assert "works at this table" in table.refused("sit", Person("player", FLOOR2.account), seat=5).what


@pytest.mark.clause("I-157")
def test_a_dealer_does_not_seat_himself_as_a_guest() -> None:
    table = Driver(submission("PA-649a"), real_cards=True)
    dan = Person("dealer", "dan")
    assert "works at this table" in table.refused("sit", dan, seat=2, guest="dan").what
    table.do("sit", dan, seat=2, guest="gus")


@pytest.mark.clause("I-157", "I-09")
def test_a_guest_without_an_account_comes_back_too() -> None:
    """At a table with real cards the dealer enters it, as he enters everything a guest does."""
    table = drive("PA-649a", real_cards=True)
    for seat in (1, 3):
        table.do("sit", DEALER, seat=seat, guest=f"guest {seat}")
        table.do("buy_in", DEALER, amount=100_00, seat=seat)
    table.until("betting")
    for seat in (1, 3):
        table.do("bet", DEALER, seat=seat, wagers={"ante": 1000})
    table.do("no_more_bets", DEALER)
    table.until("deciding")
    table.both("record_departure", DEALER, FLOOR2, player="guest 3")
    assert table.state.is_away("guest 3")
    assert [one.data.seat for one in table.offers("come_back")] == [3]
    assert "nobody sits" in table.refused("come_back", DEALER, seat=2).what
    assert "not left" in table.refused("come_back", DEALER, seat=1).what
    table.do("come_back", DEALER, seat=3)
    assert not table.state.away
    table.say(1, "play")
    table.do("decide", DEALER, seat=3, act="play")
