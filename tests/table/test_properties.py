"""What always holds of a table, whatever people do, over all games and ways of dealing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from feltlaw.event import event_json
from feltlaw.record.restore import table_stream
from feltlaw.round import Refused
from feltlaw.schema import write
from feltlaw.table import (
    PHASES,
    RULES,
    Command,
    Event,
    Moment,
    Offer,
    Person,
    apply,
    begin,
    decide,
    legal,
    read_command,
    write_state,
)
from feltlaw.table.rule import roles_of
from feltlaw.table.state import Deck, State
from tests.support.driver import CREW, DEALS, FLOOR2, PEOPLE, REGULATIONS, SPECIAL, Driver, drive, main_bets
from tests.support.effort import examples

NAMES = ("p1", "p2", "p3", "mallory", "P1")
ROLES = ("player", "dealer", "floorperson", "device", "auditor", "onlooker")
PERSONS = st.builds(Person, st.sampled_from(ROLES), st.sampled_from(NAMES))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)
KEYS = st.sampled_from(
    ("seat", "wager", "wagers", "amount", "deck", "cards", "act", "times", "kind", "ruling", "chips", "place",
     "request", "reason", "player", "link", "order", "secret")
)  # fmt: skip
WAGERS: dict[str, dict[str, Any]] = {
    "PA-649a": {
        "three_card_progressive": {},
        "five_card_hand_bonus": {"magic_card": True},
        "six_card_bonus": {},
    },
    "MA-TCP": {"multi_game_link": {}, "cover_all": {}},
    "PA-679a": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}


def bets_of(regulation: str) -> dict[int, dict[str, int]]:
    pot = {"pot": 500} if regulation == "PA-680a" else {}
    return {seat: {**main_bets(regulation), **pot} for seat in (1, 3)}


def as_bytes(state: State) -> bytes:
    return json.dumps(write_state(state), sort_keys=True).encode()


class TableMachine(RuleBasedStateMachine):
    """Hypothesis gives the commands: what is offered, what is not, and nonsense."""

    driver: Driver

    prefix: dict[int, bytes]
    """States the table was in, by the number of their last event."""

    @initialize(name=st.sampled_from(REGULATIONS), deal=st.sampled_from(DEALS), data=st.data())
    def begin(self, name: str, deal: str, data: st.DataObject) -> None:
        cards: dict[str, Any] = {"deal": deal, "decks": data.draw(st.sampled_from((1, 2)))}
        self.driver = drive(name, cards=cards, wagers=WAGERS[name], seed=data.draw(st.integers(0, 9)))
        self.prefix = {}
        self.driver.sit(*range(1, data.draw(st.integers(1, 3)) + 1))

    def _take(self, offer: Offer) -> tuple[Event, ...]:
        if offer.do == "confirm":
            return self.driver.give(Command("confirm", FLOOR2, offer.data))
        return self.driver.take(offer)

    @rule(many=st.integers(1, 12))
    def goes_on(self, many: int) -> None:
        """The course of a round, as far as it goes without anybody's wish."""
        for _ in range(many):
            offer = self.driver.routine()
            if offer is None:
                return
            self._take(offer)

    @rule(data=st.data())
    def somebody_acts(self, data: st.DataObject) -> None:
        offers = legal(self.driver.state)
        wishes = [offer for offer in offers if offer.do in ("bet", "no_more_bets", "decide")]
        if wishes:
            self._take(data.draw(st.sampled_from(wishes)))

    @rule(data=st.data())
    def something_special(self, data: st.DataObject) -> None:
        special = {*SPECIAL, *PEOPLE} - {"close_table"}
        offers = [offer for offer in legal(self.driver.state) if offer.do in special]
        if offers:
            self._take(data.draw(st.sampled_from(offers)))

    @rule(do=st.sampled_from(sorted(RULES)), who=PERSONS, data=st.data())
    def anybody_tries_anything(self, do: str, who: Person, data: st.DataObject) -> None:
        """Events or a refusal, never anything else; and a refusal whenever it is not his."""
        state, number = self.driver.state, self.driver.desk.number
        before = as_bytes(state)
        given_data = data.draw(st.dictionaries(KEYS, JSON, max_size=3))
        try:
            command = read_command(do, given_data, who)
            decide(state, command, Moment(state.now, who))
        except Refused as refused:
            assert refused.what and refused.legal
        else:
            assert who.role in roles_of(state, RULES[do]) and who.account == who.account.lower()
        assert as_bytes(state) == before and self.driver.desk.number == number

    @precondition(lambda self: self.driver.desk.number > 1)
    @rule()
    def remembers(self) -> None:
        self.prefix[self.driver.desk.number] = as_bytes(self.driver.state)

    @invariant()
    def money_is_conserved(self) -> None:
        books = self.driver.state.books
        assert sum(books.values()) == 0
        assert all(
            cents >= 0 for account, cents in books.items() if account.kind in ("chips", "held", "felt")
        )

    @invariant()
    def there_is_always_something_to_do(self) -> None:
        assert self.driver.state.phase in PHASES
        assert legal(self.driver.state)

    @invariant()
    def what_is_offered_is_accepted(self) -> None:
        state = self.driver.state
        for offer in legal(state):
            by = Person("player", "newcomer") if offer.do == "sit" else self.driver.by(offer)
            if offer.do == "confirm":
                by = FLOOR2
            shuffled = self.driver._order() if offer.do == "shuffle" else None
            moment = Moment(state.now, by, shuffled, {}, self.driver.desk.reached())
            kinds = {event.kind for event in decide(state, Command(offer.do, by, offer.data), moment).events}
            assert kinds & {offer.do, "ask"} or offer.do == "confirm"

    def teardown(self) -> None:
        """The record alone gives every state the table was in, and the round can be finished."""
        if not hasattr(self, "driver"):
            return
        desk = self.driver.desk
        state: State | None = None
        seen = {**self.prefix, desk.number: as_bytes(desk.state)}
        for line in desk.store.read(table_stream(desk.state.table)):
            state = apply(state, line.event) if state is not None else begin(line.event)
            if line.number in seen:
                assert as_bytes(state) == seen[line.number]
        if self.driver.state.locked is not None:
            self.driver.finish()


TableMachine.TestCase.settings = settings(max_examples=examples(30), stateful_step_count=40, deadline=None)
TestTable = TableMachine.TestCase


# ── data of all kinds ──


@pytest.mark.parametrize("regulation", REGULATIONS)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_no_data_breaks_a_table(regulation: str, data: st.DataObject) -> None:
    """Each offer with one field replaced by anything JSON can hold."""
    table = drive(regulation, wagers=WAGERS[regulation])
    phase = data.draw(st.sampled_from(("opening", "betting", "dealing", "deciding", "settling", "racking")))
    if phase in ("opening", "betting"):
        table.sit(1)
        table.until(phase)
    else:
        table.start(bets_of(regulation)).until(phase)
    offer = data.draw(st.sampled_from(legal(table.state)))
    said = dict(write(offer.data))
    field = data.draw(st.sampled_from([*said, "unheard_of"]))
    said[field] = data.draw(JSON)
    try:
        answer = table.desk.do(offer.do, table.by(offer), said)
    except Refused as refused:
        assert refused.what and refused.legal
    else:
        assert field != "unheard_of", "nothing undeclared is accepted"
        json.dumps([event_json(event) for event in answer.events])


@given(order=st.permutations(range(52)), depths=st.lists(st.integers(10, 51), max_size=6))
def test_the_sealed_order_is_found_again_whatever_was_cut(order: list[int], depths: list[int]) -> None:
    cut = tuple(order)
    for depth in depths:
        cut = cut[depth:] + cut[:depth]
    deck = Deck("red", 0, "cut", 52, order=cut, cuts=tuple(depths))
    assert deck.sealed_order == tuple(order)
    assert [order[deck.sealed_place(place)] for place in range(52)] == list(cut)


# ── sent again ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_repeated_command_with_its_key_is_answered_and_nothing_happens_twice(regulation: str) -> None:
    """Every command of a round is sent again with the key it had: the same answer, and the table stays."""
    table = drive(regulation)
    table.start()
    given_commands: list[tuple[Command, str, Any]] = []
    while table.state.rounds == 0:
        offer = table.next()
        command = Command(offer.do, table.by(offer), offer.data)
        key = f"key {len(given_commands)}"
        given_commands.append((command, key, table.desk.give(command, key=key)))
    number, state = table.desk.number, table.state
    for command, key, answer in given_commands:
        again = table.desk.give(command, key=key)
        assert again.again and again.events == answer.events and again.number == answer.number
    assert table.desk.number == number and table.state is state


def test_a_command_that_expects_another_number_is_refused() -> None:
    table = drive("PA-649a").open(1)
    number = table.desk.number
    p1 = Person("player", "p1")
    table.desk.do("buy_in", p1, {"amount": "1.00"}, expect=number)
    with pytest.raises(Refused, match="the table has gone on"):
        table.desk.do("buy_in", p1, {"amount": "1.00"}, expect=number)


# ── offers ──


def offers_of_a_round(regulation: str, deal: str) -> list[tuple[State, Offer]]:
    table = drive(regulation, cards={"deal": deal}, wagers=WAGERS[regulation])
    table.start(bets_of(regulation))
    found = []
    while table.state.rounds == 0:
        found += [(table.state, offer) for offer in legal(table.state)]
        table.take(table.next())
    return found


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_offer_has_its_words_and_its_clause(regulation: str, deal: str) -> None:
    for _, offer in offers_of_a_round(regulation, deal):
        assert offer.text and offer.text[0].isupper() and offer.text.rstrip()[-1] in ".!"
        assert offer.roles and set(offer.roles) <= {"player", "manager", *CREW}
        assert offer.cite.clauses, offer
        assert all(clause.startswith(f"{regulation}.") for clause in offer.cite.clauses)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_legal_for_one_role_is_what_that_role_may_do(regulation: str) -> None:
    for state, _ in offers_of_a_round(regulation, "hand")[:40]:
        everything = legal(state)
        for role in ("player", "dealer", "floorperson", "device"):
            assert legal(state, role) == tuple(offer for offer in everything if role in offer.roles)


def test_legal_for_one_player_is_what_he_may_do() -> None:
    table = drive("PA-649a").start().until("deciding")
    assert {offer.do for offer in legal(table.state, "player", "p1")} >= {"decide", "leave", "buy_in"}
    assert "decide" not in {offer.do for offer in legal(table.state, "player", "p3")}, "it is not his turn"
    assert {offer.do for offer in legal(table.state, "player", "newcomer")} == {"sit"}


def test_the_same_commands_give_the_same_events() -> None:
    def run() -> list[Event]:
        return drive("PA-649a", seed=4).start().finish().log

    assert run() == run()
