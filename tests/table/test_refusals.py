"""Refusals: what is wrong, which clause says so, and what would be legal; and that nothing has happened."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.table import RULES, Command, Moment, Person, decide, legal
from feltlaw.table.places import Place
from feltlaw.table.rule import roles_of, words_of
from tests.support.chapters import COMMANDS
from tests.support.driver import CREW, DEALER, DEVICE, FLOOR, REGULATIONS, Driver, drive, main_bets, proves
from tests.support.rounds import P1, branch

EVERYBODY = (DEALER, FLOOR, DEVICE, P1, Person("auditor", "ann"), Person("manager", "max"))
BY_THEMSELVES = ("void_round", "end_round", "show_number_of_players", "call_floorperson", "ask", "snapshot",
                 "stop_table", "open_table")  # fmt: skip
WHO = {
    "decide": ("player",),
    "set_hand": ("player",),
    "collect_forfeits": ("dealer",),
    "deliver_dealer_stack": ("dealer",),
    "reveal_dealer": ("dealer",),
    "reveal_community": ("dealer",),
    "turn_up_player": ("dealer",),
    "reveal_fourth": ("dealer",),
    "settle_player": ("dealer",),
    "collect_losers": ("dealer",),
    "pay_winners": ("dealer",),
    "settle_rest": ("dealer",),
    "verify_win": ("dealer",),
    "resolve_light": ("floorperson",),
    "validate": ("floorperson",),
    "release_cards": ("floorperson",),
    "rack_cards": ("dealer",),
    "end_game": ("dealer",),
    "rule_departed": ("floorperson",),
    "rule_communication": ("floorperson",),
    "report": ("dealer", "floorperson"),
    "record_exposed_card": ("floorperson",),
    "record_departure": ("dealer", "floorperson"),
    "correct_bonus_cards": ("dealer", "floorperson"),
    "correct": ("floorperson",),
    "time_out": ("device",),
    "link_is_back": ("device",),
    "confirm": ("dealer", "floorperson"),
    "withdraw": ("dealer", "floorperson"),
}
"""Who does what from the deal on, by the chapters' own words and by I-09, I-68, I-92, I-153, I-156, I-157.

649a.11(b)-(d), 669a.11(b)-(j), 679a.11(b)-(e), 680a.11(b)-(g), MA 10(b)-(d), 12(h)-(j), 13(c)-(d): players
decide and set their hands, "a floorperson or above" validates, everything else is "the dealer shall".
"""


def moments(regulation: str) -> list[Driver]:
    """A table at every moment of its opening and of one round, each on its own."""
    table = drive(regulation)
    found = [branch(table)]
    table.sit(1, 3)
    while table.state.phase != "betting":
        found.append(branch(table))
        table.take(table.next())
    table.bet({seat: main_bets(regulation) for seat in (1, 3)})
    found.append(branch(table))
    table.do("no_more_bets")
    while table.state.rounds == 0:
        found.append(branch(table))
        table.take(table.next())
    return found


SAID: dict[str, Any] = {
    "seat": 1, "deck": 0, "depth": 20, "cover_card": "", "player": "p1", "amount": 100, "wagers": {},
    "chips": 1, "wager": "ante", "cards": 3, "place": Place("dealer"), "found": "unclear", "act": "play",
    "accepted": True, "link": "a link", "kind": "card_face_up", "nth": 1, "ruling": "left", "event": 1,
    "to": "player", "reason": "because", "device": "shuffler", "sign": "covered", "instead": "manual",
    "request": 1,
}  # fmt: skip
"""Something that could be said in each field of a command."""


def refusal_of(table: Driver, do: str, person: Person) -> Refused:
    """The refusal of a command with something in each of its fields."""
    missing = [one.name for one in fields(RULES[do].command) if one.default is MISSING]
    data = RULES[do].command(**{name: SAID[name] for name in missing if name in SAID})
    with pytest.raises(Refused) as caught:
        decide(table.state, Command(do, person, data), Moment(table.state.now, person))
    return caught.value


# ── who ──


@proves(*COMMANDS)
@pytest.mark.parametrize("do", sorted(WHO))
def test_who_does_what_in_a_round_is_what_the_chapters_say(do: str) -> None:
    """Everybody else is refused at every moment, and told whose it is."""
    for regulation in REGULATIONS:
        for table in moments(regulation)[::6]:
            for person in EVERYBODY:
                if person.role in WHO[do]:
                    continue
                refusal = refusal_of(table, do, person)
                here = "there is no '" not in refusal.what
                words = f"It is for the {' or '.join(WHO[do])}."
                assert not here or refusal.legal.startswith(words), f"{do} in {regulation}: {refusal}"


@proves(*COMMANDS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_wrong_people_are_told_what_whose_by_which_clause_and_what_they_may_do(regulation: str) -> None:
    for table in moments(regulation)[::5]:
        mine = {
            person: {offer.do.replace("_", " ") for offer in legal(table.state, person.role)}
            for person in EVERYBODY
        }
        for do, rule in RULES.items():
            for person in EVERYBODY:
                if person.role in roles_of(table.state, rule):
                    continue
                refusal = refusal_of(table, do, person)
                if "there is no '" in refusal.what:
                    continue
                assert refusal.what == f"a {person.role} may not {do.replace('_', ' ')}"
                said = refusal.legal.partition("Legal for you now: ")[2].rstrip(".")
                assert set(said.split(", ")) == (mine[person] or {"nothing"})
                assert refusal.cite == words_of(table.state, rule)[1]


@pytest.mark.parametrize(
    "person",
    [FLOOR, DEVICE, P1, Person("cashier", "cas"), Person("auditor", "ann")],
    ids=lambda p: str(p.role),
)
def test_nobody_but_the_dealer_moves_the_money(person: Person) -> None:
    table = drive("PA-649a").start().until("settling")
    table.do("turn_up_player")
    before = table.state.books
    table.refused("settle_player", person, seat=3)
    assert table.state.books == before


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("role", ["dealer", "floorperson", "device"])
def test_who_plays_at_a_table_acts_there_in_no_other_role(role: str) -> None:
    table = drive("PA-649a").start().until("settling")
    for do in ("turn_up_player", "rack_cards", "validate", "report", "confirm", "correct"):
        refusal = refusal_of(table, do, Person(role, "p1"))  # type: ignore[arg-type]
        assert "plays at this table" in refusal.what or "may not" in refusal.what
    assert "plays at this table" in refusal_of(table, "turn_up_player", Person("dealer", "p1")).what
    assert "I-157" in refusal_of(table, "turn_up_player", Person("dealer", "p1")).clauses
    works = table.refused("sit", Person("player", DEALER.account), seat=5)
    assert "works at this table" in works.what


# ── when ──


@proves(*COMMANDS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_what_is_not_offered_is_refused_at_every_moment(regulation: str) -> None:
    free = {"correct", "time_out"}  # a correction is for any time, a time-out for the clock
    for table in moments(regulation):
        offered = table.offered()
        for do, rule in RULES.items():
            if do in offered or do in free:
                continue
            role = (roles_of(table.state, rule) or ("dealer",))[0]
            refusal = refusal_of(table, do, CREW.get(role, P1))
            assert refusal.what and refusal.legal.endswith(".")
            clauses = words_of(table.state, rule)[1].clauses
            assert refusal.cite.clauses or not clauses, f"{do} in {table.state.phase} cites nothing"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_time_is_wrong_says_what_is_legal_now(regulation: str) -> None:
    table = drive(regulation)
    refusal = table.refused("rack_cards", DEALER)
    assert refusal.what == "it is not the time to rack cards"
    assert refusal.legal == "Legal now: close table, receive deck, sit, device out of order."
    last = {"PA-649a": "11(d)", "MA-TCP": "10(d)", "PA-679a": "11(e)", "PA-669a": "11(j)", "PA-680a": "11(g)"}
    assert f"{regulation}.{last[regulation]}" in refusal.clauses


@pytest.mark.parametrize("do", BY_THEMSELVES)
def test_what_follows_by_itself_cannot_be_commanded(do: str) -> None:
    table = drive("MA-TCP", wagers={"three_card_progressive": {}}).start().until("settling")
    for person in EVERYBODY:
        with pytest.raises(Refused, match="there is no command"):
            table.desk.do(do, person, {})


# ── words ──


def test_unknown_commands_and_words_are_shown_short_and_harmless() -> None:
    table = drive("PA-649a").open(1)
    refusal = table.refused("dance\x1b[31m" + "x" * 100, DEALER)
    assert refusal.what.startswith("there is no command 'dance") and "\x1b" not in str(refusal)
    assert len(refusal.what) < 100
    loud = Person("player", "\x07" + "z" * 500)
    refusal = table.refused("bet", loud, seat=1, wagers={"ante": 500})
    assert len(refusal.what) < 120 and "\x07" not in refusal.what
    role = Person("king" * 50, "k")  # type: ignore[arg-type]
    assert len(table.refused("deal", role).what) < 120


@pytest.mark.parametrize(
    ("do", "data", "what", "legal_words"),
    [
        ("bet", {}, "bet: the field 'seat' is missing", "Give 'seat'."),
        ("bet", {"seat": "1", "wagers": {"ante": "5.00"}}, "bet, seat: ", ""),
        ("bet", {"seat": True, "wagers": {"ante": "5.00"}}, "bet, seat: ", ""),
        ("bet", {"seat": 1, "wagers": {"ante": 5.0}}, "bet, wagers", ""),
        ("bet", {"seat": 10**40, "wagers": {"ante": "5.00"}}, "bet, seat: ", "1 to 99"),
        ("bet", {"seat": 1, "wagers": {"ante": "5.00"}, "tip": 1}, "bet", "tip"),
        ("leave", {"seats": 1}, "leave", "seats"),
        ("buy_in", {"amount": "-0.05"}, "buy in, amount: ", ""),
        ("buy_in", {"amount": "100000000000.00"}, "buy in, amount: ", "0.01 to 100000000.00"),
        ("cash_out", {"amount": "100000.01"}, "p1 has $100,000", "Cash out no more than that."),
        ("sit", {"seat": 9}, "there is no seat 9", "Seats run from 1 to 7."),
        ("sit", {"seat": 1}, "seat 1 is taken", "Choose a free seat."),
        ("decide", {"seat": 1, "act": "x" * 21}, "decide, act: ", ""),
        ("decide", {"seat": 1, "act": "fold", "say": "please"}, "decide", "say"),
    ],
)  # fmt: skip
def test_the_words_of_a_refusal(do: str, data: dict[str, Any], what: str, legal_words: str) -> None:
    table = drive("PA-649a").open(1)
    many = table.desk.number
    with pytest.raises(Refused) as caught:
        table.json(do, P1, **data)
    refusal = caught.value
    assert refusal.what.startswith(what) and legal_words in str(refusal)
    assert refusal.legal.endswith(".") and table.desk.number == many


def test_a_newcomer_has_to_sit_down_first() -> None:
    table = drive("PA-649a").open(1)
    nobody = Person("player", "nobody")
    for do, data in (
        ("buy_in", {"amount": 500}),
        ("leave", {}),
        ("bet", {"seat": 1, "wagers": {"ante": 500}}),
    ):
        refusal = table.refused(do, nobody, **data)
        assert "nobody is not" in refusal.what and "Sit down" in refusal.legal
