"""What a command may say: declared fields within their bounds; all else is refused and leaves no trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.schema import write
from feltlaw.table import RULES, Offer, Person, legal, read_command, schema, write_state
from tests.support.driver import DEALER, FLOOR, REGULATIONS, Driver, drive, main_bets
from tests.support.on_record import on_record


def deep(many: int, inner: Any = 1) -> Any:
    for _ in range(many):
        inner = [inner]
    return inner


def deep_table(many: int) -> Any:
    inner: Any = {}
    for _ in range(many):
        inner = {"a": inner}
    return inner


HOSTILE: dict[str, Any] = {
    "30 MB of text": "x" * 30_000_000,
    "20 MB of blanks": " " * 20_000_000,
    "970 deep": deep(970),
    "100,000 deep": deep(100_000),
    "a table 970 deep": deep_table(970),
    "10**5000": 10**5000,
    "-10**5000": -(10**5000),
    "10**18": 10**18,
    "a float": 1.5,
    "a whole float": 1.0,
    "infinity": float("inf"),
    "not a number": float("nan"),
    "bytes": b"As",
    "a surrogate": "\ud800",
    "a surrogate in a list": ["\udfff"],
    "a control character": "\x00",
    "a line feed": "a\nb",
    "text turned round": "\u202eeve",
    "a million entries": [1] * 1_000_000,
    "a wide table": {str(number): 1 for number in range(100_000)},
    "a set": {1, 2},
    "an object": object(),
    "a type": int,
    "true": True,
    "nothing": None,
    "no text": "",
    "a number's text": "1",
    "a list": [],
    "a table": {},
}
KEYS: tuple[Any, ...] = (
    "",
    "x",
    "nonce",
    "order",
    "at",
    "by",
    "do",
    "seq",
    "__class__",
    "x" * 10_000_000,
    5,
    None,
    1.5,
)


def samples(regulation: str) -> Iterator[tuple[Driver, Offer]]:
    """A table at every phase of a round, with everything that is offered there."""
    table = drive(regulation, wagers={"pair_bonus": {}} if regulation == "PA-679a" else {})
    table.sit(1, 3)
    seen: set[str] = set()
    while table.state.rounds == 0:
        for offer in legal(table.state):
            if offer.do not in seen:
                seen.add(offer.do)
                yield table, offer
        if table.state.phase == "betting":
            table.bet({seat: main_bets(regulation) for seat in (1, 3)})
            table.do("no_more_bets")
        else:
            table.take(table.next())


def untouched(table: Driver, do: Any, by: Person, data: Any) -> Refused | None:
    """What comes of a command; where it is refused, nothing has happened and the refusal is short."""
    before, number = table.state, table.desk.number
    try:
        read_command(do, data, by)
    except Refused as refused:
        assert table.state is before and table.desk.number == number
        assert refused.what and refused.legal and len(str(refused)) < 2000
        with pytest.raises(Refused):
            table.desk.do(do, by, data)
        assert table.state is before and table.desk.number == number
        return refused
    return None


FITS = {
    *((field, "true") for field in ("preshuffled", "face_up", "all", "cancel", "light")),
    *((field, "no text") for field in ("guest", "coupon", "cover_card")),
    *((field, "a number's text") for field in ("guest", "coupon", "amount", "act", "player", "kind")),
    *((field, "nothing") for field in ("counted", "misdealt", "count_stub.deck", "place", "card")),
    ("misdealt", "true"),
    ("cards", "a list"),
    ("hands", "a table"),
    ("wagers", "a table"),
}
"""What is well formed after all, for a field of this name; the table's rules say more about it later."""


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_field_takes_what_is_not_declared_for_it(regulation: str) -> None:
    """Every field of every command that is offered in a round, with every hostile value."""
    tried = 0
    for table, offer in samples(regulation):
        good = write(offer.data)
        for field in fields(offer.data):
            for name, value in HOSTILE.items():
                refused = untouched(table, offer.do, table.by(offer), {**good, field.name: value})
                own = f"{offer.do}.{field.name}"
                assert refused or FITS & {(field.name, name), (own, name)}, f"{own} takes {name}"
                tried += 1
    assert tried > 500


def test_no_command_takes_a_field_that_is_not_declared() -> None:
    """Refused for the field itself, whatever else is said, and with the fields there are."""
    table = drive("PA-649a")
    for do, rule in RULES.items():
        declared = {one.name for one in fields(rule.command)}
        for key in KEYS:
            refused = untouched(table, do, DEALER, {key: 1})
            assert refused is not None and "there is no field" in refused.what
            assert all(name in refused.legal for name in declared) and len(refused.what) < 100


def test_data_is_a_table_of_fields() -> None:
    table = drive("PA-649a")
    wrong: tuple[Any, ...] = ([], "seat", 1, 1.5, b"", deep(970), deep(100_000), {1, 2}, object())
    for do in RULES:
        for data in wrong:
            refused = untouched(table, do, DEALER, data)
            assert refused is not None and "not a table of fields" in refused.what


def test_a_field_that_is_missing_is_named() -> None:
    table = drive("PA-649a")
    for do in RULES:
        needed = schema()["commands"][do]["required"]
        refused = untouched(table, do, DEALER, {})
        assert (refused is not None) == bool(needed)
        if refused is not None:
            assert f"the field '{needed[0]}' is missing" in refused.what


@pytest.mark.parametrize(
    "wagers", [{"ante": "10.00"} | {f"w{n}": "1.00" for n in range(40)}, {"x" * 61: "5.00"}]
)
def test_a_box_has_a_bounded_number_of_wagers_with_bounded_names(wagers: dict[str, str]) -> None:
    table = drive("PA-649a").open(1)
    assert untouched(table, "bet", Person("player", "p1"), {"seat": 1, "wagers": wagers}) is not None


@pytest.mark.parametrize("key", ["x" * 201, "a\nb", "\ud800", "\x00"])
def test_a_key_that_cannot_be_remembered_is_refused(key: str) -> None:
    table = drive("PA-649a")
    with pytest.raises(Refused, match="cannot be remembered"):
        table.desk.do("receive_deck", FLOOR, {"deck": 0}, key=key)
    assert table.desk.number == 1


# ── said again and again ──


def test_nothing_that_is_repeated_breaks_the_bounds_of_the_state() -> None:
    """A state is read back from what it was written as, however often somebody does a thing."""
    table = drive("PA-649a", cards={"shuffle": "manual"})
    table.sit(1)
    table.until(do="cut")
    for _ in range(70):
        table.do("cut", depth=20, cover_card="bottom")
        table.do("recut", FLOOR)
    deck = table.state.deck
    assert deck is not None and sum(deck.cuts) % 52 == 70 * 20 % 52
    order = table.last("shuffle").data.sealed.order
    assert deck.sealed_order == order and deck.order[0] == order[deck.sealed_place(0)]
    on_record(table)
    table.do("cut", depth=20, cover_card="bottom")
    table.do("place_cards")
    table.start()
    for _ in range(120):
        table.do("report", DEALER, kind="card_drawn_in_error")
    on_record(table)


def test_requests_that_wait_are_bounded() -> None:
    table = drive("PA-649a").open(1)
    for number in range(1, 51):
        table.do("correct", FLOOR, event=1, player="p1", amount=number, to="player", reason="too little paid")
    refusal = table.refused(
        "correct", FLOOR, event=1, player="p1", amount=99, to="player", reason="too little paid"
    )
    assert "wait for a second person" in refusal.what and "I-157" in refusal.clauses
    on_record(table)
    table.do("withdraw", FLOOR, request=1)
    table.do("correct", FLOOR, event=1, player="p1", amount=99, to="player", reason="too little paid")


def test_a_clock_out_of_all_bounds_leaves_a_record_that_can_be_read() -> None:
    table = drive("PA-649a").open(1)
    for now in (-5, -(10**18), 10**15, 10**30, 0):
        table.clock.now = now
        table.do("buy_in", Person("player", "p1"), amount=100)
    on_record(table)
    json.dumps(write_state(table.state))
