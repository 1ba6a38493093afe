"""Who acts: every command of every regulation, tried by everybody who may not, at every moment of a round.

Who may is read from the chapters (`tests.support.chapters`), not from the program.
"""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.event import ROLES
from feltlaw.round import Refused
from feltlaw.table import RULES, Command, Moment, Person, decide, legal
from tests.support.chapters import COMMANDS, is_missing
from tests.support.driver import DEALS, REGULATIONS, Driver, drive, each, main_bets, marks

WAGERS: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "five_card_progressive": {}, "six_card_bonus": {}},
    "MA-TCP": {"three_card_progressive": {}, "cover_all": {}},
    "PA-679a": {"pair_bonus": {}, "prime": {}},
    "PA-669a": {"three_card_progressive": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}
BESIDE = {
    name: [
        clause
        for group in ("opening", "shuffle", "round")
        for clause in marks(name, *COMMANDS, group=group).args
    ]
    for name in REGULATIONS
}
"""The paragraphs of the steps that are the same in every way of dealing."""


def bets(table: Driver) -> dict[str, int]:
    """Every wager of the table that is made before the call."""
    found = main_bets(table.state.submission.regulation.id)
    for wager, offered in table.state.submission.wagers.items():
        if offered.wager.stake.kind in ("limits", "fixed", "table_minimum") and wager not in found:
            found[wager] = offered.minimum
    return found


def right(table: Driver, do: str) -> tuple[str, ...]:
    """Who may by the chapter: a device where one is in use, the dealer for guests where cards are real."""
    roles = COMMANDS[do]
    if "device" in roles and len(roles) > 1 and table.state.shuffle == "manual":
        roles = tuple(role for role in roles if role != "device")
    if roles == ("player",) and table.state.real_cards:
        return ("player", "dealer")
    return roles


def test_every_command_is_somebodys() -> None:
    assert set(COMMANDS) == set(RULES)
    assert {role for roles in COMMANDS.values() for role in roles} <= set(ROLES)


def try_everything(table: Driver) -> None:
    """Every command by every role that may not give it, and what is offered to whom."""
    state = table.state
    regulation = state.submission.regulation.id
    for offer in legal(state):
        assert offer.roles == right(table, offer.do), offer.do
    for do in RULES:
        for role in ROLES:
            if role in right(table, do) and not is_missing(regulation, do):
                continue
            person = Person(role, "mallory")  # type: ignore[arg-type]
            with pytest.raises(Refused) as caught:
                decide(state, Command(do, person, None), Moment(state.now, person))
            words = do.replace("_", " ")
            if role not in COMMANDS[do] and not is_missing(regulation, do):
                assert caught.value.what == f"a {role} may not {words}"
                assert caught.value.legal.startswith(f"It is for the {' or '.join(right(table, do))}. ")
            elif is_missing(regulation, do) and do not in (
                "order_shuffle",
                "reveal_community",
                "pay_winners",
            ):
                assert caught.value.what == f"there is no '{words}' in {state.submission.regulation.title}"


@each(*COMMANDS, "deal_hands", "deal_extra", "deal_community", groups=DEALS, more=BESIDE)
def test_nobody_else_may_at_any_moment_of_a_round(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}, wagers=WAGERS[regulation])
    tried = set()
    table.sit(1, 3)
    for _ in table.to_the_end():
        deck = table.state.deck
        moment = (table.state.phase, deck.stage if deck and table.state.phase == "opening" else "")
        if moment not in tried:
            tried.add(moment)
            try_everything(table)
        if table.state.phase == "betting":
            table.bet({seat: bets(table) for seat in (1, 3)})
            table.do("no_more_bets")
        else:
            table.take(table.next())
    assert {phase for phase, _ in tried} >= {"opening", "shuffling", "betting", "dealing", "stub", "settling"}


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("way", ["manual", "real", "idle", "closed"])
def test_nobody_else_may_at_other_tables_either(regulation: str, way: str) -> None:
    cards = {"shuffle": "manual"} if way == "manual" else {}
    table = drive(regulation, cards=cards, real_cards=way == "real")
    if way == "idle":
        table.open(1)
        table.do("leave")
        table.do("idle_spread")
    elif way == "closed":
        table.do("close_table")
    else:
        table.start().until("deciding")
    try_everything(table)


@pytest.mark.parametrize("role", ["manager", "cashier", "auditor"])
def test_people_beside_the_table_give_no_command_of_the_game(role: Any) -> None:
    table = drive("PA-649a").start().until("deciding")
    offered = {offer.do for offer in legal(table.state, role)}
    assert offered == set(), "a round is on"
    table.finish()
    assert {offer.do for offer in legal(table.state, role)} == (
        {"close_table"} if role == "manager" else set()
    )
