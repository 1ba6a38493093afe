"""Coupons, payout limits and the Pot, each question both ways, on lines that are made up."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.money import parse_pays
from feltlaw.regulation.model import Cite
from feltlaw.settlement import pot as pot_
from feltlaw.settlement.finish import Finish
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import is_by_hand, keeps, pay, payable_unit
from tests.support.driver import submission

BOTH = (False, True)


def made(**fields: Any) -> Any:
    return SimpleNamespace(**fields)


def line(**more: Any) -> Line:
    found: dict[str, Any] = {
        "seat": 1, "id": "ante", "is_award": False, "stake": 1000, "outcome": "higher", "result": "win",
        "paid": 1000, "returned": 1000, "cite": Cite(("PA-679a.12(a)",)), "pays": parse_pays("1 to 1"),
    }  # fmt: skip
    return Line(**{**found, **more})


def box(number: int = 1, player: str = "ann", **more: Any) -> Any:
    found = {
        "match_play": "",
        "stakes": {"ante": 1000, "play": 1000, "prime": 1000},
        "ruled_out": False,
        "split": None,
    }
    return made(number=number, player=player, **{**found, **more})


def finish(regulation: str, **limits: Any) -> Finish:
    table = submission(regulation, limits=limits)
    return Finish(made(submission=table))


@pytest.mark.clause("PA-679a.12(h)", "I-81", "PA-680a.12(d)")
def test_a_limit_cuts_what_one_person_wins_over_all_his_boxes() -> None:
    """679a.12(h): not less than $50,000, on Ante and Play alone; another person has a limit of his own."""
    of = finish("PA-679a", payout_limit=50_000)
    whole = 50_000_00
    first = of.line(line(paid=whole - 100), box())
    assert first.paid == whole - 100 and not first.note
    assert of.line(line(id="prime", paid=10 * whole), box()).paid == 10 * whole
    exact = of.line(line(id="play", paid=100, seat=2), box(2))
    assert exact.paid == 100 and not exact.note, "just the limit is not beyond it"
    over = of.line(line(id="play", paid=700, seat=3), box(3))
    assert over.paid == 0 and "cut from $7 by the payout limit of $50,000" in over.note
    assert "PA-679a.12(h)" in over.cite.clauses
    assert of.line(line(paid=whole + 1), box(5, "bob")).paid == whole
    free = finish("PA-679a")
    assert free.line(line(paid=10 * whole), box()).paid == 10 * whole


@pytest.mark.clause("I-123")
def test_a_coupon_doubles_one_payout_of_its_wager_and_is_given_up() -> None:
    of = Finish(made(submission=submission("MA-TCP", wagers={"ante": {"match_play": True}})))
    for on, pays, result in product(("", "ante", "play"), ("1 to 1", "5 to 1"), ("win", "void")):
        found = of.line(line(pays=parse_pays(pays), result=result), box(match_play=on))
        lies = on == "ante" and result != "void"
        assert found.paid == (2000 if lies and pays == "1 to 1" else 1000)
        said = "doubled by" if pays == "1 to 1" else "given up"
        assert (said in found.note) == lies and bool(found.note) == lies


@pytest.mark.clause("I-02", "I-147", "PA-679a.12(a)")
def test_what_was_rounded_is_said_where_something_of_it_is_left() -> None:
    of = finish("PA-679a")
    for stake, paid, said in ((1001, 501, True), (1000, 500, False), (1001, 500, False)):
        one = line(pays=parse_pays("1 to 2"), paid=paid)
        found = of.line(one, box(stakes={"ante": stake}))
        assert ("rounded up" in found.note) == said and ("I-02" in found.cite.interpretations) == said
    assert of.line(line(pays=parse_pays("5 for 1"), paid=5005), box(stakes={"ante": 1001})).note == ""


@pytest.mark.clause("I-02", "PA-679a.12(a)", "PA-649a.12(e)(1):A")
@pytest.mark.parametrize(
    ("pays", "paid", "back"),
    [("3 to 2", 1502, 1001), ("5 for 1", 5005, 0), ("$25", 2500, 1001), ("push", 0, 1001), ("lose", 0, 0)],
)
def test_what_each_kind_of_row_pays(pays: str, paid: int, back: int) -> None:
    table = submission("PA-679a")
    assert pay(table, parse_pays(pays), 1001, "inventory") == (paid, back)
    assert payable_unit(table, "inventory") == payable_unit(table, "meter") == 1


@pytest.mark.clause("PA-649a.11(b)(2)", "MA-TCP.10(b)#2")
def test_a_fold_rule_is_turned_round_by_the_option_it_names() -> None:
    for keep, reverses, value in product(BOTH, BOTH, ("yes", "no")):
        table = made(option=lambda name, value=value: value if name == "wagers.side.option" else None)
        rule = made(keep=keep, reversed_by=("option", "yes") if reverses else ())
        found = keeps(table, rule, made(section="side"))
        assert found == (keep != (reverses and value == "yes"))


@pytest.mark.clause("I-67")
def test_what_is_paid_by_hand() -> None:
    share, whole = (parse_pays(f"{percent}% of meter") for percent in (10, 100))
    for rule, pays, by_hand in (
        (None, whole, False), (made(what="percentage"), share, True), (made(what="percentage"), whole, True),
        (made(what="full"), share, False), (made(what="full"), whole, True),
    ):  # fmt: skip
        assert is_by_hand(made(by_hand=rule), pays) == by_hand  # type: ignore[arg-type]


# ── the Pot ──


@pytest.mark.clause("PA-680a.11(f)", "PA-680a.1:pot-wager", "I-135", "I-138")
@pytest.mark.parametrize(
    ("hands", "qualifying_only", "said", "shares"),
    [
        ({1: (9, True), 2: (5, True)}, False, ["highest", "not_highest"], [1000, 0]),
        ({1: (9, True), 2: (9, True)}, False, ["tied", "tied"], [500, 500]),
        ({1: (9, False), 2: (5, True)}, True, ["does_not_compete", "highest"], [0, 1000]),
        ({1: (9, False), 2: (5, True)}, False, ["highest", "not_highest"], [1000, 0]),
        ({1: (9, False), 2: (5, False)}, True, ["returned", "returned"], [500, 500]),
        ({1: (9, True), 2: None}, False, ["highest", "abandoned"], [1000, 0]),
    ],
)
def test_the_pot_goes_to_the_highest_of_those_who_compete(
    hands: dict[int, Any],
    qualifying_only: bool,
    said: list[str],
    shares: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = submission("PA-680a", wagers={"pot": {"qualifying_only": qualifying_only}})
    boxes = [
        box(number, stakes={"pot": 500}, ruled_out=one is None, ruling="abandoned",
            split=made(points=one[0] if one else 7, qualifies=one[1] if one else True))
        for number, one in hands.items()
    ]  # fmt: skip
    other = box(5, stakes={"ante": 1000})
    of = made(
        submission=table,
        regulation=table.regulation,
        boxes=[*boxes, other],
        add=lambda box, name, **line: made(seat=box.number, **line),
    )
    found = pot_.settle_pot(of, "pot")
    assert [str(one.outcome) for one in found] == said
    assert [one.paid + one.returned for one in found] == shares
    assert [one.paid for one in found] == [max(0, share - 500) for share in shares]
    for one in found:
        assert ("I-135" in one.cite.interpretations) >= (one.outcome == "does_not_compete")
        assert bool(one.note) == (str(one.outcome) in ("returned", "abandoned"))
    assert Fraction(sum(shares)) == 1000
