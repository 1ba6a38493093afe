"""Each paragraph about a layout stands at the things that it wants, at all of them, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from feltlaw.layout import layout_of
from tests.layout.test_positions import AREAS, DEALER, PLAYER
from tests.support.driver import PENNSYLVANIA, submission
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, OPTIONAL, THREE, Table
from tests.support.submissions import by_clause

Thing = tuple[str, str, int]
"""What kind of thing it is, which one, and at which seat; 0 where it belongs to no seat."""


def at_seats(kind: str, names: Iterable[str], seats: int) -> set[Thing]:
    return {(kind, name, seat) for name, seat in product(names, range(1, seats + 1))}


def once(kind: str, *names: str) -> set[Thing]:
    return {(kind, name, 0) for name in names}


def by_areas(regulation: str, offered: tuple[str, ...], seats: int) -> dict[str, set[Thing]]:
    """The areas that 2(b) wants for players' wagers, as far as these are offered."""
    sections = {PLAYER: HAND, DEALER: HAND}
    return {
        clause: at_seats(
            "area",
            [
                one
                for one in wagers
                if sections.get(one, one) in offered or one not in {*OPTIONAL[regulation], *sections}
            ],
            seats,
        )
        for clause, wagers in AREAS[regulation].items()
    }


def wanted(regulation: str, offered: tuple[str, ...], seats: int) -> dict[str, set[Thing]]:
    """What the paragraphs of .2 want on a layout and at a table, without odds and limits."""
    found = by_areas(regulation, offered, seats)
    found["2(b)(1)"] = once("words", "name")
    boxes, rack = once("equipment", "drop_box", "tip_box"), once("equipment", "discard_rack")
    if regulation in ("PA-649a", "PA-669a"):
        meters = [one for one in (THREE, FIVE, FIVE_OF_SIX) if one in offered]
        found["2(c)"] = once("equipment", "progressive_system") if meters else set()
        found["2(c)(1)"] = at_seats("area", meters, seats)
        found["2(c)(2)"] = once("equipment", "lock_out") if meters else set()
    if regulation == "PA-649a":
        system = at_seats("equipment", ["electronic_system"] * (HAND in offered), seats)
        found["2(b)(5)"] |= system
        lock = once("equipment", "lock_out") if HAND in offered else set()
        found |= {"2(d)": found["2(b)(5)"] | lock, "2(d)#2": lock, "2(e)": boxes, "2(f)": rack}
        found["2(b)(7)#2"] = once("words", "Dealer Plays with Queen High or Better")
    if regulation == "PA-679a":
        tells = ("Dealer Qualifies with a Queen or Ante Pushes and Play Wins", "Player wins ties")
        found |= {"2(b)(4)#2": once("words", *tells), "2(c)": boxes, "2(d)": rack}
    if regulation == "PA-669a":
        streets = once("cards", "4th Street", "5th Street", "6th Street")
        found["2(b)(3)"] = streets | once("equipment", "inventory")
        found |= {"2(d)": boxes, "2(e)": rack}
    if regulation == "PA-680a":
        found["2(b)(3)"] |= once("area", "pot") if "pot" in offered else set()
        found["2(b)(4)"] = at_seats("cards", ["Three-card hand", "Showdown hand"], seats)
        found |= {"2(c)": boxes, "2(d)": rack}
    return found


def asked(regulation: str, offered: tuple[str, ...], seats: int, deal: str) -> dict[str, list[Thing]]:
    """By each paragraph of .2, what cites it in the program's layout."""
    given = {**Table(regulation, offered).sections(), "limits": {"seats": seats}, "cards": {"deal": deal}}
    found: dict[str, list[Thing]] = {}
    for one in layout_of(submission(regulation, **given)).elements():
        if one.kind in ("pays", "limit"):
            continue
        name = one.wager if one.kind == "area" else getattr(one, "what", "") or one.label
        name = "name" if one.id == "name" else name
        for clause in one.cite.clauses:
            if clause.startswith(f"{regulation}.2("):
                found.setdefault(clause.partition(".")[2], []).append((one.kind, name, one.seat))
    return found


def own(regulation: str) -> tuple[str, ...]:
    return tuple(
        f"{regulation}.{one}" for one in wanted(regulation, OPTIONAL[regulation], 1) if one[0] == "2"
    )


@pytest.mark.parametrize("clause", by_clause(*((own(one),) for one in PENNSYLVANIA)))
@pytest.mark.parametrize(("seats", "deal"), [(1, "hand"), (4, "automated_shoe"), (6, "manual_shoe")])
def test_a_paragraph_is_cited_by_what_it_wants_and_by_nothing_else(
    clause: str, seats: int, deal: str
) -> None:
    regulation = clause.partition(".")[0]
    for offered in ((), *((one,) for one in OPTIONAL[regulation]), OPTIONAL[regulation]):
        many = seats if len(offered) < 2 else 6
        found = asked(regulation, offered, many, deal)
        needed = {name: some for name, some in wanted(regulation, offered, many).items() if name[0] == "2"}
        assert set(found) == {name for name, some in needed.items() if some}, offered
        for name, some in needed.items():
            assert sorted(found.get(name, [])) == sorted(some), (name, offered)
