"""Chance: unbiased, repeatable only where it should be, and never the wrong kind at a live table."""

from __future__ import annotations

import ast
import hashlib
import itertools
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import factorial, sqrt
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feltlaw
from feltlaw.cards import DECK, deck
from feltlaw.desk import open_desk, reopen
from feltlaw.record.store import MemoryStore
from feltlaw.seal import SECRET_DIGITS
from feltlaw.shuffle import (
    NotLive,
    SeededSource,
    Source,
    SystemSource,
    below,
    draws,
    happens,
    permuted,
    require_live,
    shuffle,
)
from feltlaw.submission import Submission


class Fed:
    """A source that gives the bytes it was given."""

    def __init__(self, raw: Iterable[int]) -> None:
        self.raw: Iterator[int] = iter(raw)

    def take(self, many: int) -> bytes:
        return bytes(next(self.raw) for _ in range(many))


def fed(raw: Iterable[int]) -> Source:
    return cast(Source, Fed(raw))


def accepted(bound: int) -> list[int]:
    """What `below` makes of each possible byte, those it throws away left out."""
    found = []
    for byte in range(256):
        try:
            found.append(below(fed([byte]), bound))
        except (StopIteration, RuntimeError):  # it wants another byte
            continue
    return found


@pytest.mark.clause("S-60")
@pytest.mark.parametrize("bound", range(2, 257))
def test_every_number_comes_from_equally_many_bytes(bound: int) -> None:
    """With a remainder instead of a new draw, 256 bytes over 52 numbers would favour the first 48."""
    counts = Counter(accepted(bound))
    assert set(counts) == set(range(bound))
    assert len(set(counts.values())) == 1


@pytest.mark.clause("S-60")
@pytest.mark.parametrize("bound", [257, 300, 1000, 65535, 65536, 65537])
def test_larger_bounds(bound: int) -> None:
    source = SeededSource("larger")
    assert all(0 <= below(source, bound) < bound for _ in range(2000))
    top = (1 << (bound - 1).bit_length()) - 1
    size = (top.bit_length() + 7) // 8
    raw = (top << (-top.bit_length() % 8)).to_bytes(size, "big") + bytes(size)
    assert below(fed(raw), bound) == (top if top < bound else 0), "the largest number is kept, or drawn again"


def test_nothing_to_draw() -> None:
    assert below(fed([]), 1) == 0
    with pytest.raises(ValueError, match="below 1"):
        below(SystemSource(), 0)


@pytest.mark.clause("S-63")
@pytest.mark.parametrize("size", range(1, 7))
def test_every_way_of_choosing_gives_another_order(size: int) -> None:
    """n! ways, equally likely, and n! orders: so every order is equally likely."""
    ways = itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    found: Counter[tuple[int, ...]] = Counter()
    for way in ways:
        raw = [
            choice << (-(last).bit_length() % 8)
            for choice, last in zip(way, range(size - 1, 0, -1), strict=True)
        ]
        found[tuple(permuted(fed(raw), range(size)))] += 1
    assert len(found) == factorial(size)
    assert set(found.values()) == {1}


def chi_square(counts: Iterable[int], cells: int, draws_: int, freedom: int = 0) -> float:
    """How many standard deviations the statistic lies from its mean, for equally likely cells."""
    expected, free, found = draws_ / cells, freedom or cells - 1, list(counts)
    off = sum((count - expected) ** 2 / expected for count in found) + (cells - len(found)) * expected
    return (off - free) / sqrt(2 * free)


def battery(source: Source, many: int) -> dict[str, float]:
    """Cards by position, each card with the next one, and orders of four cards."""
    places: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(many):
        order = shuffle(source).order
        places.update(enumerate(order))
        pairs.update(itertools.pairwise(order))
    fours = Counter(tuple(permuted(source, range(4))) for _ in range(many))
    return {
        "places": chi_square(places.values(), 52 * 52, 52 * many, 51 * 51),
        "pairs": chi_square(pairs.values(), 52 * 51, 51 * many),
        "fours": chi_square(fours.values(), 24, many),
    }


MOST = 6.0
"""Standard deviations. A good generator passes this once in some hundred million runs."""


def test_uniform() -> None:
    assert {
        name: off for name, off in battery(SeededSource("battery"), 6000).items() if abs(off) > MOST
    } == {}


@pytest.mark.proof
def test_uniform_at_length() -> None:
    assert {name: off for name, off in battery(SystemSource(), 200_000).items() if abs(off) > MOST} == {}


def test_battery_finds_a_bad_shuffle() -> None:
    """The well-known mistake: every place changes with any place, which 52^52 ways cannot do evenly."""
    source = SeededSource("bad")
    places: Counter[tuple[int, int]] = Counter()
    for _ in range(6000):
        order = list(range(52))
        for one in range(52):
            other = below(source, 52)
            order[one], order[other] = order[other], order[one]
        places.update(enumerate(order))
    assert chi_square(places.values(), 52 * 52, 52 * 6000, 51 * 51) > MOST


@pytest.mark.parametrize("jokers", [0, 1])
def test_a_whole_deck(jokers: int) -> None:
    for source in (SystemSource(), SeededSource(5)):
        found = shuffle(source, jokers)
        assert sorted(found.order) == [int(card) for card in deck(jokers)]
        assert len(found.secret) == SECRET_DIGITS and len(bytes.fromhex(found.secret)) >= 128 // 8


@pytest.mark.clause("S-63")
@pytest.mark.parametrize(("jokers", "bits"), [(0, 226), (1, 232)])
def test_a_deck_takes_bits_for_every_order(jokers: int, bits: int) -> None:
    """Each order has its own choices, and fewer bits could not tell them apart."""
    taken = []

    class Counting:
        def take(self, many: int) -> bytes:
            taken.append(many)
            return SystemSource().take(many)

    shuffle(cast(Source, Counting()), jokers)
    assert sum(taken) - SECRET_DIGITS // 2 >= 51 + jokers, "at least a byte for each place but the last"
    assert factorial(52 + jokers) > 1 << bits - 1
    assert 8 * (sum(taken) - SECRET_DIGITS // 2) >= bits


# ── sources ──
@pytest.mark.clause("S-60")
def test_system_source_is_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def tokens(many: int | None = None) -> bytes:
        assert many
        asked.append(many)
        return bytes(many)

    monkeypatch.setattr(secrets, "token_bytes", tokens)
    shuffle(SystemSource())
    assert asked and all(asked)


@pytest.mark.clause("S-61")
def test_system_source_does_not_repeat() -> None:
    assert shuffle(SystemSource()) != shuffle(SystemSource())
    source = SystemSource()
    assert source.fork("a") is source


def stream(seed: str, many: int) -> bytes:
    """The seeded stream once more, from its description."""
    key = hashlib.sha256(seed.encode()).digest()
    blocks = (
        hashlib.sha256(b"feltlaw seed 1" + key + number.to_bytes(8, "big")).digest()
        for number in range(many // 32 + 1)
    )
    return b"".join(blocks)[:many]


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.lists(st.integers(0, 80), max_size=8)
)
def test_seeded_stream_is_as_described(seed: str, takes: list[int]) -> None:
    source = SeededSource(seed)
    assert b"".join(source.take(many) for many in takes) == stream(seed, sum(takes))


def test_seeded_shuffle_stays_the_same_forever() -> None:
    """Whoever noted a seed years ago gets the same cards today: this digest may never change."""
    found = shuffle(SeededSource(7), 1)
    assert found == shuffle(SeededSource("7"), 1)
    assert hashlib.sha256(repr((list(found.order), found.secret)).encode()).hexdigest() == FOREVER


FOREVER = "59c4fac450a5844e46bf145998dc740efed81fcfe6f6184fd52190940b3be5c5"


def test_forks_are_streams_of_their_own() -> None:
    source = SeededSource("x")
    first = source.fork("1").take(32)
    source.take(100)
    assert source.fork("1").take(32) == first
    assert len({first, source.fork("2").take(32), SeededSource("x").take(32)}) == 3


# ── live ──


class Pretender:
    live = True
    seed = None

    def take(self, many: int) -> bytes:
        return bytes(many)


@pytest.mark.clause("S-62")
@pytest.mark.parametrize("source", [SeededSource(1), Pretender(), None, type("Sub", (SystemSource,), {})()])
def test_nothing_else_is_live(source: object) -> None:
    with pytest.raises(NotLive, match="operating system"):
        require_live(source)


def test_live_cannot_be_claimed() -> None:
    assert require_live(SystemSource()).live
    seeded: Any = SeededSource(1)
    assert not seeded.live
    with pytest.raises(AttributeError):
        seeded.live = True


@pytest.mark.parametrize(
    ("source", "practice", "seed"), [(None, False, ""), (SeededSource("one"), True, "one")]
)
def test_a_table_whose_cards_can_be_repeated_says_so_forever(
    source: Source | None, practice: bool, seed: str
) -> None:
    """In the first event of its record; and a table that was live stays live when it is opened again."""
    store = MemoryStore()
    desk = open_desk(Submission.from_data({"regulation": "PA-679a"}), store, source=source)
    opened = next(store.read(desk.stream)).event.data
    assert (opened.practice, opened.seed) == (practice, seed)
    assert type(desk.chance.source) is type(reopen(store, "table").chance.source)
    assert reopen(store, "table").chance.source.live is not practice


RANDOM = {"random", "secrets", "numpy.random"}


def test_chance_comes_from_one_module() -> None:
    """Simulation counts, it does not deal; the floor makes passwords; bots wait as people do; a driver of
    tests stacks decks."""
    root = Path(feltlaw.__file__).parent
    users = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if RANDOM & set(names) or (
                isinstance(node, ast.Attribute) and node.attr in ("urandom", "getrandom")
            ):
                users.add(path.relative_to(root).parts[0])
    assert users - {"mathematics", "floor", "client", "testing.py"} == {"shuffle.py"}


# ── draws ──


@pytest.mark.parametrize(
    "chance", [Fraction(0), Fraction(1, 20), Fraction(1, 3), Fraction(7, 8), Fraction(1)]
)
def test_chances_are_exact(chance: Fraction) -> None:
    """Over all bytes that are not thrown away, so many as the chance says."""
    found = []
    for byte in range(256):
        try:
            found.append(happens(fed([byte]), chance))
        except (StopIteration, RuntimeError):
            continue
    assert Fraction(sum(found), len(found)) == chance


def bonus(**options: object) -> Submission:
    section = {"magic_card": True, "lucky_bonus": True, "magic_card_chance": "1", "lucky_bonus_chance": "1"}
    return Submission.from_data(
        {"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": {**section, **options}}}
    )


STAKES = {2: {"ante": 500, "five_card_hand_bonus_player": 100}, 5: {"ante": 500}}


def drawn(about: Submission, stakes: Any = STAKES, many: int = 3000) -> list[dict[str, Any]]:
    source = SeededSource("draws")
    return [draws(source, about, stakes) for _ in range(many)]


@pytest.mark.clause("I-64")
def test_magic_card_is_one_of_52() -> None:
    counts = Counter(one["magic_card"] for one in drawn(bonus()))
    assert set(counts) == {str(card) for card in DECK}
    assert abs(chi_square(counts.values(), 52, 3000)) < MOST


@pytest.mark.clause("I-63")
def test_lucky_position_is_one_of_the_layouts_or_the_dealers() -> None:
    counts = Counter(one["lucky_position"] for one in drawn(bonus()))
    assert set(counts) == {1, 2, 3, 4, 5, 6, 7, "dealer"}
    assert abs(chi_square(counts.values(), 8, 3000)) < MOST


@pytest.mark.clause("I-63")
def test_lucky_position_with_a_stake() -> None:
    about = bonus(lucky_positions="staked")
    assert {one["lucky_position"] for one in drawn(about, many=200)} == {2}
    both = {**STAKES, 6: {"five_card_hand_bonus_dealer": 100}}
    assert {one["lucky_position"] for one in drawn(about, both, 200)} == {2, "dealer"}
    assert all("lucky_position" not in one for one in drawn(about, {5: {"ante": 500}}, 50))


@pytest.mark.clause("I-61")
def test_draws_come_as_often_as_submitted() -> None:
    many = 20_000
    found = drawn(bonus(magic_card_chance="1/20", lucky_bonus_chance="1/3"), many=many)
    for key, chance in (("magic_card", 1 / 20), ("lucky_position", 1 / 3)):
        count = sum(key in one for one in found)
        assert abs(count - many * chance) < MOST * sqrt(many * chance * (1 - chance))
    assert drawn(bonus(magic_card_chance="0", lucky_bonus_chance="0"), many=500) == [{}] * 500


def test_no_draws_where_no_bonus_is_paid() -> None:
    assert drawn(bonus(magic_card=False, lucky_bonus=False), many=50) == [{}] * 50
    assert drawn(Submission.from_data({"regulation": "PA-680a"}), many=50) == [{}] * 50
