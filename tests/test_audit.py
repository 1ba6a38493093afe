"""What a log proves: live states come back byte for byte, and nothing untrue in it survives the check."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.audit import (
    Filter,
    Report,
    audit,
    check,
    clauses_of,
    describe,
    find_round,
    rounds,
    state_at,
    steps,
)
from feltlaw.clause import parse_clause
from feltlaw.ledger import Ledger, LedgerError
from feltlaw.log import Log, LogError, read_log
from feltlaw.log.files import verify_bytes
from feltlaw.log.lines import Line
from feltlaw.money import dollars
from feltlaw.register import citable
from feltlaw.table import Event, Person, to_json
from tests.recording import SIDE_BETS, Recorded, bytes_of, record, sealed, smooth, submission

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"deal": "automated_shoe"},
    {"shuffle": "manual"},
    {"deal": "hand"},
    {"decks": 2},
)


WANTED = {"shuffle", "cut", "bet", "deal", "decide", "settle_player", "end_round"}


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield


def play(
    path: Path, regulation: str, rounds_: int, *, seed: int = 1, given: bool = True, **cards: Any
) -> Recorded:
    recorded = record(path, submission(regulation, **cards), seed=seed, given=given)
    recorded.play(rounds_)
    recorded.log.close()
    return recorded


@pytest.fixture(scope="module", params=SIDE_BETS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return play(tmp_path_factory.mktemp("audit") / "x.log", request.param, 4, seed=2)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A short log for forgers."""
    for seed in range(100):
        path = tmp_path_factory.mktemp("audit") / "one.log"
        recorded = record(path, submission("PA-649a", shuffle="manual"), seed=seed)
        recorded.play(1, smooth)
        recorded.log.close()
        if {event.kind for event in recorded.table.events} >= WANTED:
            return read_log(path)
    raise AssertionError("no such log in 100 games")


def checked(log: Log, lines: list[Line]) -> Report:
    """The check of a log whose whole chain was sealed anew."""
    return audit(verify_bytes(sealed(log.header, lines)))


# ── replay ──


@pytest.mark.parametrize("cards", WAYS, ids=lambda cards: next(iter(cards.values()), "default"))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_everything_holds_at_random_tables(tmp_path: Path, regulation: str, cards: dict[str, Any]) -> None:
    recorded = play(tmp_path / "x.log", regulation, 2, seed=len(regulation) + len(cards), **cards)
    report = audit(tmp_path / "x.log")
    assert (report.status, report.verdict.unchecked) == ("intact", ())
    counts = report.counts
    assert counts["rounds"] == 2
    assert counts["money_checks"] == len(recorded.table.events)
    assert counts["commands"] == counts["decided_again"] == len(recorded.states)
    assert counts["lines_settled_again"] > 0
    assert counts["commitments"] >= 2 * counts["rounds"], "made before the round, and revealed after it"


def test_replay_is_the_live_state_byte_for_byte(played: Recorded) -> None:
    log = read_log(played.log.path)
    for seq, state in played.states.items():
        if seq % 9 == 0 or seq == log.head[0]:
            assert json.dumps(to_json(state_at(log, seq))) == json.dumps(to_json(state))
    assert state_at(log) == played.table.state
    assert state_at(log, 0).players == {}
    for seq in (-1, log.head[0] + 1):
        with pytest.raises(LogError, match=rf"no entry {seq}"):
            state_at(log, seq)


def test_a_log_without_the_commands_words(tmp_path: Path) -> None:
    """Then it is not certain that every command was legal, and the report says so; the rest holds."""
    recorded = play(tmp_path / "x.log", "PA-679a", 2, given=False)
    report = audit(tmp_path / "x.log")
    assert report.status == "intact"
    assert (report.counts["decided_again"], report.counts["rounds"]) == (0, 2)
    commands = len(recorded.states)
    assert f"whether {commands} of {commands} commands were legal" in report.verdict.unchecked[0]


# ── forgeries, sealed again from one end to the other ──


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from leaves(value, (*path, at))
    else:
        yield path


def changed(data: Any, path: tuple[Any, ...]) -> Any:
    """The same data with one value another."""
    if path:
        inner = changed(data[path[0]], path[1:])
        if isinstance(data, dict):
            return {**data, path[0]: inner}
        return [*data[: path[0]], inner, *data[path[0] + 1 :]]
    if isinstance(data, bool):
        return not data
    return data + 1 if isinstance(data, int) else f"{data}0"


@given(st.data())
@settings(max_examples=60)
def test_any_other_value_in_an_event_is_found(one: Log, data: st.DataObject) -> None:
    choices = [
        (at, path) for at, line in enumerate(one.lines) for path in leaves(line.event and line.event.data)
    ]
    at, path = data.draw(st.sampled_from(choices))
    line = one.lines[at]
    assert line.event is not None
    forged = replace(line, event=replace(line.event, data=changed(line.event.data, path)))
    report = checked(one, [*one.lines[:at], forged, *one.lines[at + 1 :]])
    assert report.status == "wrong"
    assert report.verdict.fault is not None
    first = at - line.batch[0] + 1
    assert first + 2 <= report.verdict.fault.line <= at + line.batch[1] + 2, "it is located at the command"


@given(st.data())
@settings(max_examples=25)
def test_a_command_left_out_or_done_twice_is_found(one: Log, data: st.DataObject) -> None:
    """Unless the game does not depend on it: then it is the same as if it had not been done."""
    batches = list(one.batches())
    at = data.draw(st.integers(0, len(batches) - 1))
    event = batches[at][0].event
    assert event is not None
    rest = [line for number, batch in enumerate(batches) for line in batch if number != at]
    twice = [line for number, batch in enumerate(batches) for line in batch * (1 + (number == at))]
    free = {"sit", "leave", "buy_in", "cash_out", "take_back", "bet", "order_shuffle"}
    if event.kind not in free:
        assert checked(one, twice).status == "wrong"
        assert checked(one, rest).status == "wrong" or at == len(batches) - 1
    else:
        assert checked(one, rest).status in ("wrong", "intact")


def find(log: Log, kind: str) -> tuple[int, Event]:
    return next(
        (at, line.event)
        for at, line in enumerate(log.lines)
        if line.event is not None and line.event.kind == kind
    )


def forged(log: Log, at: int, **data: Any) -> list[Line]:
    """Another value in an event, and the command's words left out, as they were never written."""
    lines = [replace(line, given=None) for line in log.lines]
    event = lines[at].event
    assert event is not None
    lines[at] = replace(lines[at], event=replace(event, data={**event.data, **data}))
    return lines


def said(report: Report) -> str:
    assert report.status == "wrong"
    return str(report.verdict)


def test_a_settlement_that_pays_too_much(one: Log) -> None:
    at, event = find(one, "settle_player")
    line = event.data["lines"][0]
    paid = {**line, "paid": "999.00"}
    report = checked(one, forged(one, at, lines=[paid, *event.data["lines"][1:]]))
    assert f"seat {line['seat']} other lines: paid 999.00, not {line['paid']}" in said(report)
    assert checked(one, forged(one, at, lines=event.data["lines"][1:])).status == "wrong"
    report = checked(one, forged(one, at, lines=[line, *event.data["lines"]]))
    assert "not every wager was settled once" in said(report)
    report = checked(one, forged(one, at, lines=[{**line, "turn": 99}]))
    assert "no such line" in said(report)


def test_an_order_that_was_not_committed_to(one: Log) -> None:
    at, event = find(one, "end_round")
    order = event.data["order"]
    swapped = [order[1], order[0], *order[2:]]
    assert "not the one that was committed to" in said(checked(one, forged(one, at, order=swapped)))
    shuffled, event = find(one, "shuffle")
    assert "not the one that was committed to" in said(checked(one, forged(one, shuffled, nonce="0" * 64)))


def test_a_card_that_was_not_next(one: Log) -> None:
    """The cards are dealt from the order committed to, as it was cut."""
    assert find(one, "cut")[1].data["depth"]
    at, event = find(one, "deal")
    to = event.data["to"]
    unseen = {str(card) for card in ("2c", "3c")} - {to[0]["card"]}
    report = checked(one, forged(one, at, to=[{**to[0], "card": unseen.pop()}, *to[1:]]))
    assert report.status == "wrong"


def test_a_cut_that_was_another(one: Log) -> None:
    at, event = find(one, "cut")
    assert "wrong" in said(checked(one, forged(one, at, depth=event.data["depth"] + 1)))


def test_money_from_nowhere(one: Log) -> None:
    at, event = find(one, "bet")
    assert checked(one, forged(one, at, amount=-5)).status == "wrong"
    at, event = find(one, "decide")
    report = checked(one, forged(one, at, amount=event.data["amount"] + 100))
    assert "money is not conserved" in said(report)
    assert "$-1" in said(report) or "-$1" in said(report)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kind": "rob"}, "no event 'rob'"),
        ({"at": 0}, "older than the event before it"),
        ({"kind": "take_back", "data": {"seat": 77, "wager": "ante"}}, "cannot have happened here"),
        ({"kind": "sit", "data": {}}, "cannot have happened here"),
        ({"kind": "cut"}, "may not do this"),
        ({"kind": "deal"}, "may not do this"),
    ],
)
def test_events_that_cannot_be(one: Log, changes: dict[str, Any], says: str) -> None:
    at, event = find(one, "bet")
    lines = list(one.lines)
    lines[at] = replace(lines[at], event=replace(event, **changes), given=None)
    assert says in said(checked(one, lines))


def test_a_step_out_of_order(one: Log) -> None:
    """Also where the log does not hold the command's words, and the event would do no harm."""
    at, event = find(one, "deal")
    lines = [replace(line, given=None) for line in one.lines]
    idle = replace(lines[0], event=replace(event, kind="end_game", by=Person("dealer", "Dee"), data={}))
    assert "not the time" in said(checked(one, [*lines[:at], idle, *lines[at:]]))


def test_what_follows_from_a_command_is_whole(one: Log) -> None:
    """The round's end follows from racking the cards: it cannot be split off, and nothing put to it."""
    at, _ = find(one, "end_round")
    lines = [replace(line, given=None) for line in one.lines]
    alone = [*lines[: at - 1], replace(lines[at - 1], batch=(1, 1)), replace(lines[at], batch=(1, 1))]
    assert "2 events follow from this command, not 1" in said(checked(one, alone))
    assert "2 events follow from this command, not 1" in said(checked(one, alone[:-1]))
    mark = replace(lines[at], event=None, mark={"what": "x"})
    assert "stands among the events" in said(checked(one, [*lines[:at], mark]))


def test_the_books_are_asked_too(one: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that does not balance, or a tray that moved otherwise, would be a fault of the program."""

    def unbalanced(*arguments: object) -> Ledger:
        raise LedgerError("entry x does not balance")

    with monkeypatch.context() as patched:
        patched.setattr(check, "book_round", unbalanced)
        assert "does not balance" in said(audit(verify_bytes(bytes_of(one))))
    monkeypatch.setattr(check, "book_round", lambda *arguments: Ledger({}, {"tray": 12345}))
    assert "the tray did not move" in said(audit(verify_bytes(bytes_of(one))))


def test_refused_commands_are_found(one: Log) -> None:
    at, event = find(one, "bet")
    lines = list(one.lines)
    lines[at] = replace(lines[at], given={**event.data, "amount": 10**9, "with": "cash"})
    assert "the rules refuse this" in said(checked(one, lines))
    lines[at] = replace(lines[at], given={"seat": event.data["seat"], "wager": "ante", "amount": [1]})
    assert "the rules refuse this" in said(checked(one, lines))


# ── what a log is pinned to ──


def test_other_regulation_data(one: Log) -> None:
    """The chain can still be checked, and the report says what cannot."""
    header = replace(one.header, data_hash="ab" * 32)
    report = audit(verify_bytes(sealed(header, list(one.lines))))
    assert report.status == "intact"
    assert report.counts == {}
    assert "abababababab" in report.verdict.unchecked[-1]
    spoiled = sealed(header, list(one.lines)).replace(b'"seat":1', b'"seat":2', 1)
    assert audit(verify_bytes(spoiled)).status == "tampered"
    with pytest.raises(LogError, match="cannot be replayed here"):
        list(rounds(Log(header, one.lines, one.head)))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"digest": "0" * 64}, "not the one that its digest stands for"),
        ({"submission": {"regulation": "XX-1"}}, "'XX-1' is not installed"),
        ({"submission": {"regulation": "PA-649a", "nonsense": 1}}, "not the one that its digest stands for"),
    ],
)
def test_other_submissions(one: Log, changes: dict[str, Any], says: str) -> None:
    report = audit(verify_bytes(sealed(replace(one.header, **changes), list(one.lines))))
    assert says in report.verdict.unchecked[-1]


def test_notes(one: Log) -> None:
    report = audit(verify_bytes(bytes_of(one)))
    assert report.verdict.notes == (f"a practice log, seed {one.header.seed}",)
    other = audit(verify_bytes(sealed(replace(one.header, feltlaw="0.0.1", practice=False, seed=None), [])))
    assert other.status == "intact"
    assert "written by feltlaw 0.0.1" in other.verdict.notes[0]


# ── rounds ──


def test_rounds_are_the_tables_own(played: Recorded) -> None:
    log = read_log(played.log.path)
    found = list(rounds(log))
    assert [one.number for one in found] == [1, 2, 3, 4]
    assert all(one.finished for one in found)
    assert [step.event for one in found for step in one.steps] == played.table.events
    for one in found:
        settlement = one.settlement
        assert settlement is not None
        assert settlement.lines
        meters = sum(
            settlement.after[name].total - before.total for name, before in settlement.before.items()
        )
        nets = [one.net(seat) for seat in one.players]
        assert None not in nets
        assert sum(net or 0 for net in nets) + settlement.house_net + meters == 0
        for line in settlement.lines:
            assert line.is_award or one.stakes[line.seat][line.id] == line.stake
        data = one.to_json()
        assert data["house_net"] == dollars(settlement.house_net)
        assert data["result"] == ("void" if one.void else "settled")
        assert (data["first"], data["last"]) == (one.steps[0].line.seq, one.steps[-1].line.seq)
        assert find_round(log, one.number) == one
    with pytest.raises(LogError, match="rounds 1 to 4"):
        find_round(log, 5)


def test_a_round_under_way(played: Recorded) -> None:
    log = read_log(played.log.path)
    at, _ = find(log, "no_more_bets")
    begun = Log(log.header, log.lines[: at + 1], (log.lines[at].seq, log.lines[at].hash))
    (only,) = rounds(begun)
    assert (only.number, only.finished, only.result) == (1, False, "under way")
    assert only.to_json()["house_net"] is None
    assert set(only.stakes) == set(only.players) != set()
    with pytest.raises(LogError, match="round 1 only"):
        find_round(begun, 2)
    with pytest.raises(LogError, match="it has none"):
        find_round(Log(log.header, (), (0, "")), 1)


def test_filters(played: Recorded) -> None:
    log = read_log(played.log.path)
    every = list(rounds(log))

    def fitting(**wanted: Any) -> list[int]:
        return [one.number for one in every if Filter(**wanted).fits(one)]

    assert fitting() == [1, 2, 3, 4]
    assert fitting(round=2) == [2]
    assert fitting(round=9) == fitting(player="nobody") == fitting(seat=99) == fitting(wager="no such") == []
    seats = {one.number: set(one.players) for one in every}
    for seat in range(1, 8):
        assert fitting(seat=seat) == [number for number, taken in seats.items() if seat in taken]
        name = f"Ann {seat}"
        assert fitting(player=name) == [one.number for one in every if name in one.players.values()]
        assert fitting(player=name, seat=seat % 7 + 1) == [
            one.number for one in every if one.players.get(seat % 7 + 1) == name
        ]
    for one in every:
        assert one.settlement is not None
        best = max(one.net(seat) or 0 for seat in one.players)
        assert one.number in fitting(min_win=best)
        assert one.number not in fitting(min_win=best + 1)
        for line in one.settlement.lines:
            assert one.number in fitting(wager=line.id, seat=line.seat)
            total = one.net(line.seat, line.id)
            assert total is not None
            assert one.number in fitting(wager=line.id, seat=line.seat, min_win=total)
            assert one.number not in fitting(
                round=one.number, wager=line.id, seat=line.seat, min_win=total + 1
            )


# ── words ──


def test_every_event_in_words(played: Recorded) -> None:
    known = [parse_clause(one) for one in citable()]
    log = read_log(played.log.path)
    for step in steps(log):
        text = describe(step.before, step.event)
        assert not set(text) & set("{}[]_"), text
        assert step.event.by.role == "device" or step.event.by.name in text
        for key, value in step.event.data.items():
            if key in ("seat", "depth"):
                assert str(value) in text, text
        if "deck" in step.event.data:
            assert f"the {step.before.submission.cards.deck_backs[step.event.data['deck']]} deck" in text
        clauses = clauses_of(step.before, step.event)
        for clause in clauses:
            assert any(parse_clause(clause).contains(one) for one in known), clause
        if step.event.kind in (
            "deal",
            "bet",
            "no_more_bets",
            "settle_player",
            "rack_cards",
            "shuffle",
            "inspect",
        ):
            assert clauses, step.event.kind
        for line in step.event.data.get("lines", ()):
            assert line["net"] in text


def test_words_for_events_nobody_has_seen(one: Log) -> None:
    step = next(steps(one))
    event = replace(step.event, kind="polish_the_rail", data={"with": ["a", "cloth"], "how": {"long_for": 3}})
    assert describe(step.before, event).endswith("polish the rail; how long for 3; with a, cloth")
    assert clauses_of(step.before, event) == []


NONSENSE: list[Any] = [
    *(
        [],
        {},
        "",
        None,
        True,
        0,
        -1,
        10**30,
        "x",
        [[0]],
        [True],
        [{"a": 1}],
        {"seat": [3]},
        [None, "x", 10**30],
    ),
    [{"clauses": 5}],
    [{"seat": 1, "result": [], "net": None, "clauses": [True, 7]}],
]


@given(st.data())
@settings(max_examples=150)
def test_words_for_nonsense(one: Log, data: st.DataObject) -> None:
    """Whatever a forged event holds, it can be told, and what is no clause is not cited."""
    step = data.draw(st.sampled_from(list(steps(one))))
    keys = [
        *step.event.data,
        "lines",
        "clauses",
        "order",
        "commitment",
        "cards",
        "deck",
        "amount",
        "forfeited",
    ]
    said = {**step.event.data, **data.draw(st.dictionaries(st.sampled_from(keys), st.sampled_from(NONSENSE)))}
    for gone in data.draw(st.sets(st.sampled_from(keys))):
        said.pop(gone, None)
    event = replace(step.event, data=said)
    assert describe(step.before, event).startswith(describe(step.before, step.event).partition(":")[0])
    assert all(isinstance(clause, str) for clause in clauses_of(step.before, event))


@pytest.mark.proof
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_everything_holds_at_many_tables(tmp_path: Path, regulation: str) -> None:
    rng = random.Random(regulation)
    rounds_ = 0
    for number in range(40):
        path = tmp_path / f"{number}.log"
        play(path, regulation, 4, seed=rng.randrange(10**9), **rng.choice(WAYS))
        report = audit(path)
        assert (report.status, report.verdict.unchecked) == ("intact", ()), path
        rounds_ += report.counts["rounds"]
    assert rounds_ == 160
