"""Whatever is overwritten, left out, repeated or made up is found, though the whole chain was sealed anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.audit import audit, state_at
from feltlaw.table import write_state
from tests.audit.forging import (
    Bodies,
    at_path,
    changed,
    checked,
    find,
    leaves,
    line_of,
    named,
    other,
    said,
    source_of,
)
from tests.support.effort import examples
from tests.support.recorded import (
    SIDE_BETS,
    entries_of,
    file_table,
    memory_table,
    sealed_anew,
    smooth,
    submission,
)


def amounts(bodies: Bodies) -> list[tuple[int, tuple[Any, ...]]]:
    """Every amount of money on record: in movements, lines, contributions, readings, awards."""
    return [
        (at, path)
        for at, body in enumerate(bodies)
        for part in ("moves", "data")
        for path in leaves(body.get(part, {}), (part,))
        if type(at_path(body, path)) is int and _is_money(path)
    ]


def _is_money(path: tuple[Any, ...]) -> bool:
    words = [str(part) for part in path]
    return any(word.endswith("cents") for word in words) or bool(
        {"showing", "wagers", "reserve"} & set(words)
    )


def check_amount(bodies: Bodies, at: int, path: tuple[Any, ...], value: int) -> None:
    forged = changed(bodies, at, path, value)
    report = checked(forged)
    assert report.status == "wrong", (bodies[at]["kind"], path)
    line = line_of(bodies, at)
    assert report.faults[0].line == line, report.wrong


@pytest.mark.clause("S-40")
@given(st.data())
@settings(max_examples=examples(40))
def test_an_overwritten_amount_is_named(one: Bodies, data: st.DataObject) -> None:
    """Review, fault 16: with every recorded amount overwritten, replay gave the same state."""
    at, path = data.draw(st.sampled_from(amounts(one)))
    value = at_path(one[at], path)
    check_amount(
        one, at, path, data.draw(st.sampled_from([value + 1, value + 10_000, max(value - 1, 0) or 7]))
    )


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_every_overwritten_amount_is_named(tmp_path: Path, regulation: str, seed: int) -> None:
    path = tmp_path / "x.log"
    recorded = file_table(path, submission(regulation), seed=seed, snapshot_every=1)
    recorded.play(2)
    recorded.desk.close()
    bodies = Bodies(entry.body for entry in entries_of(path.read_bytes()))
    every = amounts(bodies)
    assert len(every) > 10
    for at, path_ in every:
        check_amount(bodies, at, path_, at_path(bodies[at], path_) + 1)


def test_an_overwritten_amount_is_another_state(one: Bodies) -> None:
    """Events are the truth: what they say moves the money, whatever the program would settle."""
    before = write_state(state_at(sealed_anew(one))[0])
    for at, path in amounts(one):
        if path[0] == "moves" and one[at]["kind"] in ("settle_player", "buy_in"):
            forged = sealed_anew(changed(one, at, path, at_path(one[at], path) + 100))
            assert write_state(state_at(forged)[0])["books"] != before["books"]
            return
    raise AssertionError("nothing moved")


@given(st.data())
@settings(max_examples=examples(60))
def test_any_other_value_in_an_event_is_found(one: Bodies, data: st.DataObject) -> None:
    choices = [
        (at, path)
        for at, body in enumerate(one)
        if body["stream"] != "record"
        for path in leaves({key: body[key] for key in ("data", "moves", "phase", "kind") if key in body})
    ]
    at, path = data.draw(st.sampled_from(choices))
    if path[-1] in ("program", "regulation_digest", "seed", "practice"):
        return  # what it is pinned to is told, and what it is told of proves nothing
    named(checked(changed(one, at, path, other(at_path(one[at], path)))), one, at)


@given(st.data())
@settings(max_examples=examples(40))
def test_other_words_of_a_command_are_found(one: Bodies, data: st.DataObject) -> None:
    choices = [
        (at, path) for at, body in enumerate(one) for path in leaves(body.get("given", {}), ("given",))
    ]
    at, path = data.draw(st.sampled_from(choices))
    if path[-1] == "key":
        return
    named(checked(changed(one, at, path, other(at_path(one[at], path)))), one, at)


def renumbered(bodies: Bodies) -> Bodies:
    """The same events with the numbers that they have now."""
    numbers: dict[str, int] = {}
    found = Bodies()
    for body in bodies:
        numbers[body["stream"]] = numbers.get(body["stream"], 0) + 1
        found.append({**body, "number": numbers[body["stream"]]})
    batches = {number: at for at, number in enumerate(dict.fromkeys(body["batch"] for body in found), 1)}
    return Bodies({**body, "batch": batches[body["batch"]]} for body in found)


@given(st.data())
@settings(max_examples=examples(25))
def test_a_command_left_out_or_done_twice_is_found(one: Bodies, data: st.DataObject) -> None:
    """Unless the game does not depend on it: then it is the same as if it had not been done."""
    commands = sorted({body["batch"] for body in one if "given" in body})
    batch = data.draw(st.sampled_from(commands))
    mine = [body for body in one if body["batch"] == batch]
    kinds = {body["kind"] for body in mine}
    rest = Bodies(body for body in one if body["batch"] != batch)
    last = max(at for at, body in enumerate(one) if body["batch"] == batch)
    again = [{**body, "batch": body["batch"] + 0.5} for body in mine]
    twice = Bodies([*one[: last + 1], *again, *one[last + 1 :]])
    free = {"sit", "leave", "buy_in", "cash_out", "bet", "order_shuffle", "ready"}
    keyed = any("key" in body.get("given", {}) for body in mine)
    if not kinds & free or keyed:
        assert checked(renumbered(twice)).status == "wrong"
    if not kinds & free:
        assert checked(renumbered(rest)).status == "wrong"
    else:
        assert checked(renumbered(rest)).status in ("wrong", "not proved")


# ── single untruths ──


def test_a_settlement_that_pays_too_much(one: Bodies) -> None:
    at = find(one, "settle_player")
    lines = one[at]["data"]["lines"]
    report = checked(changed(one, at, ("data", "lines", 0, "paid_cents"), 99_900))
    number = one[at]["number"]
    assert f"line {line_of(one, at)} (table/é7, event {number})" in said(report)
    assert f"data.lines[1].paid_cents is 99900, not {lines[0]['paid_cents']}" in said(report)
    for forged in (lines[1:], [lines[0], *lines], [{**lines[0], "turn": 99}, *lines[1:]]):
        named(checked(changed(one, at, ("data", "lines"), forged)), one, at)


@pytest.mark.clause("I-155")
def test_an_order_that_was_not_sealed(one: Bodies) -> None:
    at = find(one, "shuffle")
    order = one[at]["data"]["sealed"]["order"]
    swapped = [order[1], order[0], *order[2:]]
    assert "root is" in said(checked(changed(one, at, ("data", "sealed", "order"), swapped)))
    for path, value in ((("data", "sealed", "secret"), "0" * 64), (("data", "sealed", "root"), "0" * 64)):
        named(checked(changed(one, at, path, value)), one, at)


def test_a_secret_that_was_used_before(one: Bodies) -> None:
    """A second deck with the seal of the first is no new shuffle, though everything else fits."""
    recorded = memory_table(submission("PA-679a"), seed=2)
    made = recorded.desk.chance._once
    kept: dict[str, Any] = {}

    def same(what: str, number: int, make: Callable[[Any], Any]) -> Any:
        return kept.setdefault(what, made(what, number, make)) if what == "deck" else made(what, number, make)

    recorded.desk.chance._once = same  # type: ignore[method-assign]
    recorded.play(2, smooth)
    assert "not one that was drawn for it" in said(audit(source_of(recorded)))


@pytest.mark.clause("I-155")
def test_a_card_that_was_not_next(one: Bodies) -> None:
    at = find(one, "deal")
    to = one[at]["data"]["to"]
    unseen = {"2c", "3c"} - {card["card"] for card in to}
    report = checked(changed(one, at, ("data", "to", 0, "card"), (unseen or {"4c"}).pop()))
    assert "data.to[1].card is" in said(report)


@pytest.mark.clause("I-155")
def test_a_cut_that_was_another(one: Bodies) -> None:
    at = find(one, "cut")
    depth = one[at]["data"]["depth"]
    forged = changed(one, at, ("data", "depth"), depth + 1)
    forged = changed(forged, at, ("given", "data", "depth"), depth + 1)
    report = checked(forged)
    assert report.status == "wrong"
    deal = find(one, "deal")
    assert report.faults[0].line == line_of(one, deal), "the cards dealt are not those of that cut"


def test_a_saved_state_that_is_another(one: Bodies) -> None:
    at = find(one, "snapshot")
    report = checked(changed(one, at, ("data", "state"), "0" * 64))
    assert "the state that is named here is not the one that the events lead to" in said(report)


def test_words_that_are_missing(one: Bodies) -> None:
    at = find(one, "buy_in")
    without = Bodies(dict(body) for body in one)
    del without[at]["given"]
    assert "the words of this command are missing" in said(checked(without))


def test_a_person_who_may_not(one: Bodies) -> None:
    at = find(one, "shuffle")
    report = checked(changed(one, at, ("by",), {"account": "ann", "role": "player"}))
    assert "the rules refuse this: a player may not shuffle" in said(report)


def test_events_that_make_no_sense(one: Bodies) -> None:
    """Nothing that can be sealed breaks the check down."""
    at = find(one, "deal")
    for path, value in (
        (("kind",), "nonsense"),
        (("data",), {}),
        (("data",), []),
        (("data", "to"), [[[]]]),
        (("data", "more"), 1),
        (("moves",), [{"from": "cage", "to": "inventory", "amount_cents": 10**30}]),
        (("moves",), [{"from": "chips|nobody", "to": "inventory", "amount_cents": 5}]),
        (("by",), {"role": "king", "account": "x"}),
        (("at",), -5),
        (("given",), {"do": ["deal"], "data": {}}),
        (("given",), {"do": "deal", "data": {}, "by": {"role": "dealer", "account": "dee"}}),
        (("given",), {"do": "deal", "data": {"all": "x" * 100_000}}),
        (("given",), {"do": "deal", "data": {}, "unreached": 5}),
    ):
        report = checked(changed(one, at, path, value))
        assert report.status == "wrong"
        assert report.faults[0].line == line_of(one, at), (path, report.wrong)
    at = find(one, "open_table")
    for path, value in (
        (("data", "submission"), "{}"),
        (("data", "submission"), "nonsense"),
        (("data", "digest"), "0" * 64),
        (("data", "table"), "other"),
        (("data", "links"), {}),
    ):
        assert checked(changed(one, at, path, value)).status == "wrong"


@pytest.mark.parametrize("size", [2_000_000, 5000])
def test_what_a_command_ignores_is_not_written(tmp_path: Path, size: int) -> None:
    """Review, fault 5: 20 MB of blanks, an order nested 970 deep and huge numbers were written to the log."""
    from feltlaw.event import Person
    from feltlaw.refusal import Refused

    path = tmp_path / "x.log"
    desk = file_table(path, submission("PA-680a")).desk
    before = path.stat().st_size
    deep: Any = []
    for _ in range(size // 5):
        deep = [deep]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("set_hand", {"seat": 1, "cards": " " * size}),
        ("receive_deck", {"deck": 0, "nonce": "x" * size}),
        ("receive_deck", {"deck": 0, "order": deep if size < 10_000 else [1]}),
        ("receive_deck", {"deck": 10**4000}),
        ("receive_deck", {"deck": 0.0}),
        ("buy_in", {"amount": b"5"}),
        ("sit", {"seat": 1, "guest": "\ud800"}),
        ("sit", {"seat": 1, "guest": "a\nb"}),
    ]
    for do, data in wrong:
        with pytest.raises(Refused):
            desk.do(do, Person("player" if do not in ("receive_deck",) else "floorperson", "ann"), data)
    assert path.stat().st_size == before
    while deep:
        deep = deep[0]
