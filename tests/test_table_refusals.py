"""Refusals: what is wrong, which clause says so, and what would be legal; and that nothing has happened."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.round import Refused
from feltlaw.table import RULES, Command, Person, decide, legal
from feltlaw.table.rule import words_of
from tests.driver import CREW, DEALER, DEVICE, FLOOR, REGULATIONS, Driver, drive, main_bets

P1 = Person("player", "P1")
ANTE = {"seat": 1, "wager": "ante", "amount": 500}
EVERYBODY = (*CREW.values(), P1, Person("onlooker", "Olive"), Person("auditor", "Ann"))
BY_THEMSELVES = ("void_round", "end_round", "show_number_of_players", "call_floorperson")


def moments(regulation: str) -> list[Driver]:
    """A table at every moment of its opening and of one round, each on its own."""
    table = drive(regulation)
    found = []

    def remember() -> None:
        copy = Driver(table.state.submission)
        copy.table.state, copy.table.events = table.state, list(table.table.events)
        found.append(copy)

    remember()
    table.sit(1, 3)
    while table.state.phase != "betting":
        remember()
        table.take(table.next())
    table.bet({seat: main_bets(regulation) for seat in (1, 3)})
    remember()
    table.do("no_more_bets")
    while table.state.rounds == 0:
        remember()
        table.take(table.next())
    return found


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_wrong_people_are_told_what_whose_by_which_clause_and_what_they_may_do(regulation: str) -> None:
    for table in moments(regulation)[::3]:
        for do, rule in RULES.items():
            for person in EVERYBODY:
                roles = rule.roles_at(table.state)
                if person.role in roles:
                    continue
                refusal = _refusal(table, do, person)
                assert refusal.what == f"a {person.role} may not {do.replace('_', ' ')}"
                assert f"It is for the {' or '.join(roles)}." in refusal.legal
                mine = {offer.do.replace("_", " ") for offer in legal(table.state, person.role)}
                said = refusal.legal.partition("Legal for you now: ")[2].rstrip(".")
                assert set(said.split(", ")) == (mine or {"nothing"})
                assert refusal.cite == words_of(table.state, rule)[1]


def _refusal(table: Driver, do: str, person: Person, **data: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(table.state, Command(do, person, table.state.now, data))
    return caught.value


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_what_is_not_offered_is_refused_at_every_moment(regulation: str) -> None:
    for table in moments(regulation):
        offered = table.offered()
        for do, rule in RULES.items():
            if do in offered:
                continue
            role = rule.roles[0]
            refusal = _refusal(table, do, CREW.get(role, P1))
            assert refusal.what and refusal.legal.endswith(".")
            clauses = words_of(table.state, rule)[1].clauses
            assert refusal.cite.clauses or not clauses, f"{do} in {table.state.phase} cites nothing"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_time_is_wrong_says_what_is_legal_now(regulation: str) -> None:
    table = drive(regulation)
    refusal = table.refused("rack_cards", DEALER)
    assert refusal.what == "it is not the time to rack cards"
    assert refusal.legal == "Legal now: receive deck, sit, device out of order."
    step = next(step for step in load(regulation).steps if step.do == "rack_cards")
    assert refusal.cite == step.cite


@pytest.mark.parametrize("do", BY_THEMSELVES)
def test_what_follows_by_itself_cannot_be_commanded(do: str) -> None:
    for table in moments("MA-TCP")[::5]:
        for person in CREW.values():
            _refusal(table, do, person)


def test_unknown_commands_and_words_are_shown_short_and_harmless() -> None:
    table = drive("PA-649a").open(1)
    refusal = table.refused("dance\x1b[31m" + "x" * 100, DEALER)
    assert refusal.what.startswith("there is no command 'dance") and "\x1b" not in str(refusal)
    assert len(refusal.what) < 100 and "receive deck" not in refusal.legal
    loud = Person("player", "\x07" + "z" * 500)
    assert len(table.refused("bet", loud, seat=1, wager="ante", amount=500).what) < 120
    assert "\x07" not in table.refused("bet", loud, seat=1, wager="ante", amount=500).what
    role = Person("king" * 50, "K")
    assert len(table.refused("deal", role).what) < 120


@pytest.mark.parametrize(
    ("do", "data", "what", "legal_words"),
    [
        ("bet", {}, "the seat is missing", "Give 'seat'."),
        ("bet", {**ANTE, "seat": "1"}, "the seat is missing", "Give 'seat'."),
        ("bet", {**ANTE, "seat": True}, "the seat is missing", "Give 'seat'."),
        ("bet", {**ANTE, "wager": 5}, "the wager is missing", "Give 'wager'."),
        ("bet", {**ANTE, "amount": 5.0}, "the amount in cents is missing", "Give 'amount'."),
        ("bet", {**ANTE, "seat": 10**40}, "the seat is far too large", "Give a smaller 'seat'."),
        ("bet", {**ANTE, "tip": 1}, "this command has no 'tip'", "It takes seat, wager, amount"),
        ("leave", {"seat": 1}, "this command has no 'seat'", "It takes nothing."),
        ("buy_in", {"amount": -5}, "-$0.05 cannot be exchanged", "Exchange up to $100,000,000."),
        ("buy_in", {"amount": 10**13}, "$100,000,000,000 cannot be exchanged", "Exchange up to"),
        ("cash_out", {"amount": 10_000_001}, "P1 has $100,000", "Cash out no more than that."),
        ("sit", {"seat": 9}, "there is no seat 9", "Seats run from 1 to 7."),
        ("sit", {"seat": 1}, "seat 1 is taken", "Choose a free seat."),
    ],
)  # fmt: skip
def test_the_words_of_a_refusal(do: str, data: dict[str, Any], what: str, legal_words: str) -> None:
    table = drive("PA-649a").open(1)
    refusal = table.refused(do, P1, **data)
    assert refusal.what == what and legal_words in refusal.legal
    assert str(refusal).startswith(f"{what}. {legal_words}"[:60])


def test_a_newcomer_has_to_sit_down_first() -> None:
    table = drive("PA-649a").open(1)
    nobody = Person("player", "Nobody")
    for do, data in (("buy_in", {"amount": 500}), ("leave", {}), ("take_back", {"seat": 1, "wager": "ante"})):
        refusal = table.refused(do, nobody, **data)
        assert "Nobody is not" in refusal.what or "not the time" in refusal.what
        assert "Sit down" in refusal.legal or "Legal now" in refusal.legal


@pytest.mark.parametrize("person", [FLOOR, DEVICE, P1, Person("onlooker", "Olive")], ids=lambda p: p.role)
def test_nobody_but_the_dealer_moves_the_money(person: Person) -> None:
    table = drive("PA-649a").start().until("settling")
    table.do("turn_up_player")
    before = table.state.tray
    table.refused("settle_player", person, seat=3)
    assert table.state.tray == before


def test_an_old_command_says_so() -> None:
    table = drive("PA-649a").open(1)
    table.do("buy_in", P1, at=50, amount=500)
    refusal = table.refused("buy_in", P1, at=49, amount=500)
    assert str(refusal) == "this command is older than the last event. Send it with the present time."
    table.do("buy_in", P1, at=50, amount=500)
