"""What always holds of a table, whatever people do, over all games and ways of dealing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from feltlaw.round import Refused
from feltlaw.table import (
    PHASES,
    RULES,
    Command,
    Event,
    Offer,
    Person,
    Table,
    apply,
    decide,
    legal,
    start,
    to_json,
)
from feltlaw.table.state import Deck, State
from tests.driver import CREW, DEALS, PEOPLE, REGULATIONS, SPECIAL, Driver, drive, main_bets

NAMES = ("P1", "P2", "P3", "Mallory")
ROLES = ("player", "dealer", "floorperson", "device", "onlooker")
PERSONS = st.builds(Person, st.sampled_from(ROLES), st.sampled_from(NAMES))
PHASES_MET = ("opening", "betting", "dealing", "stub", "deciding", "settling", "racking")
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)
KEYS = st.sampled_from(
    ("seat", "wager", "amount", "deck", "order", "nonce", "cards", "say", "kind", "ruling", "chips", "three")
)
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
BETS = {"PA-680a": {seat: {"ante": 1000, "pot": 500} for seat in (1, 3)}}


def as_bytes(state: State) -> bytes:
    return json.dumps(to_json(state), sort_keys=True).encode()


class TableMachine(RuleBasedStateMachine):
    """Hypothesis gives the commands: what is offered, what is not, and nonsense."""

    driver: Driver

    @initialize(name=st.sampled_from(REGULATIONS), deal=st.sampled_from(DEALS), data=st.data())
    def begin(self, name: str, deal: str, data: st.DataObject) -> None:
        cards: dict[str, Any] = {"deal": deal, "decks": data.draw(st.sampled_from((1, 2)))}
        self.driver = drive(name, cards=cards, wagers=WAGERS[name], seed=data.draw(st.integers(0, 9)))
        self.money = 0
        self.prefix: list[tuple[int, bytes]] = []
        self.driver.sit(*range(1, data.draw(st.integers(1, 3)) + 1))
        self.money = self.driver.state.money()

    def _took(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.kind in ("buy_in", "cash_out"):
                self.money += event.data["amount"] * (1 if event.kind == "buy_in" else -1)

    @rule(many=st.integers(1, 12))
    def goes_on(self, many: int) -> None:
        """The course of a round, as far as it goes without anybody's wish."""
        for _ in range(many):
            offer = self.driver.routine()
            if offer is None:
                return
            self._took(self.driver.take(offer))

    @rule(data=st.data())
    def somebody_acts(self, data: st.DataObject) -> None:
        offers = legal(self.driver.state)
        wishes = [offer for offer in offers if offer.do in ("bet", "no_more_bets", "decide")] or list(offers)
        self._took(self.driver.take(data.draw(st.sampled_from(wishes))))

    @rule(data=st.data())
    def something_special(self, data: st.DataObject) -> None:
        offers = [offer for offer in legal(self.driver.state) if offer.do in (*SPECIAL, *PEOPLE)]
        if offers:
            self._took(self.driver.take(data.draw(st.sampled_from(offers))))

    @rule(do=st.sampled_from(sorted(RULES)), who=PERSONS, data=st.data())
    def anybody_tries_anything(self, do: str, who: Person, data: st.DataObject) -> None:
        """Events or a refusal, never anything else; and a refusal whenever it is not offered."""
        state = self.driver.state
        before = as_bytes(state)
        given_data = data.draw(st.dictionaries(KEYS, JSON, max_size=3))
        offered = [offer for offer in legal(state) if offer.do == do]
        try:
            decide(state, Command(do, who, state.now, given_data))
        except Refused as refused:
            assert refused.what and refused.legal
            if who.role not in RULES[do].roles_at(state):
                assert f"may not {do.replace('_', ' ')}" in refused.what
        else:
            assert offered and who.role in RULES[do].roles_at(state)
        assert as_bytes(state) == before

    @precondition(lambda self: self.driver.table.events)
    @rule()
    def remembers(self) -> None:
        self.prefix.append((len(self.driver.table.events), as_bytes(self.driver.state)))

    @invariant()
    def money_is_conserved(self) -> None:
        assert self.driver.state.money() == self.money
        assert all(player.chips >= 0 <= player.held for player in self.driver.state.players.values())

    @invariant()
    def there_is_always_something_to_do(self) -> None:
        assert self.driver.state.phase in PHASES
        assert legal(self.driver.state)

    @invariant()
    def what_is_offered_is_accepted(self) -> None:
        state = self.driver.state
        for offer in legal(state):
            by = Person("player", "Newcomer") if offer.do == "sit" else self.driver.by(offer)
            data = self.driver.filled(offer)
            assert decide(state, Command(offer.do, by, state.now, data))[0].kind == offer.do

    def teardown(self) -> None:
        """The record alone gives every state the table was in, and the round can be finished."""
        if not hasattr(self, "driver"):
            return
        state = start(self.driver.state.submission)
        seen = dict(self.prefix) | {len(self.driver.table.events): as_bytes(self.driver.state)}
        for number, event in enumerate(self.driver.table.events, 1):
            state = apply(state, event)
            if number in seen:
                assert as_bytes(state) == seen[number]
        if self.driver.state.round and self.driver.state.round.locked and not self.driver.state.round.ended:
            self.driver.finish()


TableMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestTable = TableMachine.TestCase


# ── data of all kinds ──


@pytest.mark.parametrize("regulation", REGULATIONS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_data_breaks_a_table(regulation: str, data: st.DataObject) -> None:
    """Each offer with one field replaced by anything JSON can hold."""
    table = drive(regulation, wagers=WAGERS[regulation])
    phase = data.draw(
        st.sampled_from(("opening", "betting", "dealing", "stub", "deciding", "settling", "racking"))
    )
    if phase in ("opening", "betting"):
        table.sit(1)
        table.until(phase)
    else:
        table.start(BETS.get(regulation)).until(phase)
    offer = data.draw(st.sampled_from(legal(table.state)))
    field = data.draw(st.sampled_from([*offer.data, "unheard_of"]))
    changed = {**table.filled(offer), field: data.draw(JSON)}
    try:
        events = decide(table.state, Command(offer.do, table.by(offer), table.state.now, changed))
    except Refused as refused:
        assert refused.what and refused.legal
    else:
        assert field != "unheard_of"
        json.dumps([event.data for event in events])


@given(order=st.permutations(range(52)), depths=st.lists(st.integers(10, 51), max_size=6))
def test_the_committed_order_is_found_again_whatever_was_cut(order: list[int], depths: list[int]) -> None:
    deck = Deck("red", 0, "shuffled", 52, order=tuple(order))
    cut = tuple(order)
    for depth in depths:
        cut = cut[depth:] + cut[:depth]
    assert Deck("red", 0, "cut", 52, order=cut, cuts=tuple(depths)).committed == deck.order


# ── old commands ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_late_or_repeated_message_does_nothing(regulation: str) -> None:
    """Every command of a round, sent again a second later than the table's clock has moved on."""
    table = drive(regulation)
    table.start().finish()
    commands = [Command(event.kind, event.by, event.at, event.data) for event in table.table.events]
    table.do("buy_in", Person("player", "P1"), at=100, amount=1)
    for command in commands:
        with pytest.raises(Refused) as caught:
            decide(table.state, command)
        if command.by.role in RULES[command.do].roles_at(table.state):
            assert "older than the last event" in caught.value.what


# ── offers ──


def offers_of_a_round(regulation: str, deal: str) -> list[tuple[State, Offer]]:
    table = drive(regulation, cards={"deal": deal}, wagers=WAGERS[regulation])
    bets = {
        seat: main_bets(regulation) | ({"pot": 500} if regulation == "PA-680a" else {}) for seat in (1, 3)
    }
    found = []
    table.start(bets)
    while table.state.rounds == 0:
        found += [(table.state, offer) for offer in legal(table.state)]
        table.take(table.next())
    return found


OF_NO_STEP = ("buy_in", "cash_out", "report", "record_exposed_card")
"""No step of a regulation speaks of these; an irregularity's clause depends on its kind."""


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_offer_has_its_words_and_its_clause(regulation: str, deal: str) -> None:
    for _, offer in offers_of_a_round(regulation, deal):
        assert offer.text and offer.text[0].isupper() and offer.text.rstrip()[-1] in ".!"
        assert offer.roles and set(offer.roles) <= {"player", *CREW}
        assert offer.cite.clauses or offer.do in ("buy_in", "cash_out", "report", "record_exposed_card"), (
            offer
        )
        assert all(clause.startswith(f"{regulation}.") for clause in offer.cite.clauses)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_legal_for_one_role_is_what_that_role_may_do(regulation: str) -> None:
    for state, _ in offers_of_a_round(regulation, "hand")[:40]:
        everything = legal(state)
        for role in ("player", "dealer", "floorperson", "device"):
            assert legal(state, role) == tuple(offer for offer in everything if role in offer.roles)


def test_the_same_commands_give_the_same_events() -> None:
    def run() -> Table:
        return drive("PA-649a", seed=4).start().finish().table

    assert run().events == run().events
