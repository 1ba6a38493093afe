"""The rounds in a record: found, searched, put in words; nets from what moved; cards face down stay so."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from feltlaw.audit import Filter, Round, clauses_of, describe, find_round, hidden_in, rounds, state_at
from feltlaw.audit.hiding import UNSEEN
from feltlaw.clause import parse_clause
from feltlaw.event import Person, event_json
from feltlaw.record.chain import RecordError
from feltlaw.record.sources import Source, source_of_store
from feltlaw.record.store import MemoryStore
from feltlaw.register import citable
from feltlaw.table import legal, write_state
from tests.support.recorded import DEE, FLO, SIDE_BETS, Recorded, linked, memory_table, smooth, submission

_CARD = re.compile(r'"([2-9TJQKA][cdhs]|Jk)"')


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield


def source_of(recorded: Recorded) -> Source:
    store = recorded.desk.store
    assert isinstance(store, MemoryStore)
    return source_of_store(store, store.streams, whole=True)


@pytest.fixture(scope="module", params=SIDE_BETS)
def played(request: pytest.FixtureRequest) -> Recorded:
    recorded = memory_table(submission(request.param), seed=2)
    return recorded.play(4)


# ── rounds ──


@pytest.mark.clause("S-40")
def test_every_round_is_there(played: Recorded) -> None:
    found = list(rounds(source_of(played)))
    assert [one.number for one in found] in ([1, 2, 3, 4], [1, 2, 3, 4, 5])
    assert all(one.finished for one in found[:4])
    for before, after in pairwise(found):
        assert before.state == after.steps[0].before
    numbers = [step.line.number for one in found for step in one.steps]
    assert numbers == list(range(1, played.desk.number + 1))
    assert found[-1].state == played.desk.state
    for one in found:
        for step in one.steps:
            assert step.after.now == step.event.at


@pytest.mark.clause("S-40", "S-41")
def test_nets_are_what_moved(played: Recorded) -> None:
    """By seat from the movements, and the same from the lines; players and house sum to what meters took."""
    for one in rounds(source_of(played)):
        if not one.finished:
            continue
        start, end = one.steps[0].before, one.state
        cage = sum(
            cents * ((target.kind == "cage") - (source.kind == "cage"))
            for step in one.steps
            for source, target, cents in step.event.moves
        )
        purses = [
            sum(cents for account, cents in state.books.items() if account.kind in ("chips", "held"))
            for state in (start, end)
        ]
        assert sum(one.nets.values()) == purses[1] - purses[0] + cage
        on_links = [
            sum(cents for account, cents in state.books.items() if account.kind in ("link", "reserve_of"))
            for state in (start, end)
        ]
        assert one.house_net is not None
        assert one.house_net + sum(one.nets.values()) + on_links[1] - on_links[0] == 0
        if not one.void:
            for seat in one.players:
                assert one.net(seat) == sum(line.net for line in one.lines if line.seat == seat)
                for line in one.lines:
                    if line.seat == seat and sum(x.id == line.id and x.seat == seat for x in one.lines) == 1:
                        assert one.net(seat, line.id) in (line.net, None), line


def test_two_boxes_of_one_player() -> None:
    """Payments go to a person; which box they were for, the lines tell."""
    recorded = memory_table(submission("MA-TCP"), seed=3)
    desk = recorded.desk
    ann, bob = Person("player", "ann"), Person("player", "bob")
    for seat, person in ((1, ann), (2, ann), (4, bob)):
        desk.do("sit", person, {"seat": seat})
    for person in (ann, bob):
        desk.do("buy_in", person, {"amount": "5000"})

    def wanted(offer: Any) -> bool:
        return smooth(offer) and offer.do != "sit"

    recorded.play(6, wanted)
    seen = 0
    for one in rounds(source_of(recorded)):
        if one.finished and not one.void:
            for seat in one.players:
                assert one.net(seat) == sum(line.net for line in one.lines if line.seat == seat)
            seen += list(one.players.values()).count("ann") == 2
    assert seen


def test_a_round_as_json(played: Recorded) -> None:
    first = next(iter(rounds(source_of(played))))
    told = first.to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["round"], told["result"]) == (1, "void" if first.void else "settled")
    assert [seat["seat"] for seat in told["seats"]] == sorted(first.players)


def test_finding_and_missing(played: Recorded) -> None:
    source = source_of(played)
    assert find_round(source, 2).round.number == 2
    with pytest.raises(LookupError, match="no round 77 in this record; it has rounds up to"):
        find_round(source, 77)
    with pytest.raises(RecordError):
        find_round(b"nothing", 1)


def test_filters(played: Recorded) -> None:
    every = [one for one in rounds(source_of(played)) if one.players]
    for one in every:
        seat, player = next(iter(one.players.items()))
        assert Filter(player=player, seat=seat).fits(one)
        assert not Filter(player="nobody").fits(one)
        assert not Filter(table="other").fits(one)
        assert Filter(table=one.table, round=one.number).fits(one)
        assert not Filter(round=one.number + 1).fits(one)
        wager = next(iter(one.stakes[seat]))
        assert Filter(seat=seat, wager=wager).fits(one)
        nets = [net for each in one.players if (net := one.net(each)) is not None]
        if nets:
            assert Filter(min_win=max(nets)).fits(one)
            assert not Filter(min_win=max(nets) + 1).fits(one)
        assert Filter(irregularity="any").fits(one) == bool(one.irregularities)
        for kind in one.irregularities:
            assert Filter(irregularity=kind).fits(one)
        assert not Filter(irregularity="flood").fits(one)


def test_several_tables_in_one_record() -> None:
    store = MemoryStore()
    first = memory_table(linked("a"), seed=1, store=store)
    second = memory_table(linked("b"), seed=2, store=store, shared=first.desk.links)
    while first.desk.state.rounds < 2 or second.desk.state.rounds < 1:
        for one in (first, second):
            one.step(smooth)
    source = source_of(first)
    found = [(one.table, one.number) for one in rounds(source) if one.finished]
    assert {("a", 1), ("a", 2), ("b", 1)} <= set(found)
    with pytest.raises(LookupError, match="name one of a, b"):
        find_round(source, 1)
    assert find_round(source, 1, "b").round.table == "b"
    with pytest.raises(LookupError, match="name one of the tables"):
        state_at(source)
    assert state_at(source, table="b")[0] == second.desk.state


# ── words ──


def test_every_event_is_told_and_cited(played: Recorded) -> None:
    known = set(citable())
    for one in rounds(source_of(played)):
        for step in one.steps:
            text = describe(step.before, step.event)
            assert text
            assert "makes no sense" not in text, (step.event, text)
            assert "_" not in text.replace(str(step.event.data), ""), text
            for clause in clauses_of(step.before, step.event):
                assert clause in known
                if not clause.startswith("I-"):
                    parse_clause(clause)


def test_words() -> None:
    recorded = memory_table(submission("PA-649a"), seed=1)
    recorded.play(1, smooth)
    told = [describe(step.before, step.event) for one in rounds(source_of(recorded)) for step in one.steps]
    text = "\n".join(told)
    assert re.search(r"ann \d+: sit down; seat \d", text)
    assert re.search(r"dealer dee: deal; the .* to seat \d", text)
    assert re.search(r'says "play 1x", Play \$\d', text)
    assert re.search(r"dealer dee: settle; seat \d: Ante (win|lose|push) -?\d+\.\d\d; Play", text)
    assert "dealer dealer" not in text


def test_what_makes_no_sense_is_said_so(played: Recorded) -> None:
    step = next(step for one in rounds(source_of(played)) for step in one.steps if step.event.kind == "deal")
    nonsense: list[dict[str, Any]] = [
        *({"to": 5}, {"to": [5]}, {"deck": 99}, {"lines": [1]}, {"sealed": 3}, {"answer": []})
    ]
    for data in nonsense:
        assert describe(step.before, step.event, data)


# ── cards that nobody has seen ──


def in_play(regulation: str, seed: int) -> Iterator[Recorded]:
    """A table in every moment of a round between the shuffle and its end."""
    recorded = memory_table(submission(regulation), seed=seed)
    while recorded.desk.state.rounds < 2:
        recorded.step()
        if recorded.desk.state.rounds == 1 and recorded.desk.state.under_way is not None:
            yield recorded


def unseen_cards(recorded: Recorded) -> set[str]:
    state = recorded.desk.state
    up = {str(card) for cards in state.played.up.values() for card in cards}
    dealt = {str(one.card) for one in state.played.facts.dealt if one.card is not None}
    return dealt - up


@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_a_round_under_way_shows_no_card_face_down(regulation: str) -> None:
    """Review, fault 13: `audit show LOG 1` during play printed the dealer's face-down cards and the deck."""
    moments = 0
    for recorded in in_play(regulation, seed=4):
        if recorded.desk.number % 3:
            continue
        source = source_of(recorded)
        found = find_round(source, 2)
        hidden = found.hidden
        secret = unseen_cards(recorded)
        orders = [
            deck for deck in recorded.desk.state.decks if deck and deck.stage in ("shuffled", "cut", "placed")
        ]
        told = ""
        for step in found.round.steps:
            data = hidden.in_event(2, event_json(step.event)["data"])
            told += json.dumps(data) + describe(step.before, step.event, data)
        state, _ = state_at(source)
        told += json.dumps(hidden_in(state).in_state(state, write_state(state)))
        shown = set(_CARD.findall(told))
        if recorded.desk.state.played.dealing.taken:
            moments += bool(secret)
            assert not shown & secret, (recorded.desk.state.phase, shown & secret)
            for card in state.played.facts.dealt:
                if card.card is not None and str(card.card) in secret:
                    assert card.card.name not in told.replace("\n", " ")
        for deck in orders:
            assert deck.secret not in told
            assert json.dumps(list(deck.order)) not in told
    assert moments


def test_what_lies_face_up_is_shown(played: Recorded) -> None:
    for one in rounds(source_of(played)):
        if one.finished:
            hidden = hidden_in(played.desk.state)
            for step in one.steps:
                data = event_json(step.event)["data"]
                shown = hidden.in_event(one.number, data)
                assert UNSEEN not in json.dumps(shown)
                if step.event.kind == "deal":
                    assert shown == data


def test_the_next_deck_is_hidden_in_a_round_that_is_over() -> None:
    """With two decks the second is shuffled while the first is in play."""
    recorded = memory_table(submission("PA-649a", decks=2), seed=1)
    recorded.play(3, smooth)
    coming = [deck for deck in recorded.desk.state.decks if deck and deck.stage in ("shuffled", "placed")]
    assert coming
    source = source_of(recorded)
    told = ""
    for number in (1, 2, 3):
        found = find_round(source, number)
        for step in found.round.steps:
            told += json.dumps(found.hidden.in_event(number, event_json(step.event)["data"]))
    for deck in coming:
        assert deck.secret not in told
    assert '"order": [' in told, "the decks that were played are shown"


def test_legal_still_offers(played: Recorded) -> None:
    """Looking at a record changes nothing at the table."""
    before = [offer.do for offer in legal(played.desk.state)]
    list(rounds(source_of(played)))
    assert [offer.do for offer in legal(played.desk.state)] == before
    assert {DEE.role, FLO.role} == {"dealer", "floorperson"}
    assert isinstance(next(iter(rounds(source_of(played)))), Round)
