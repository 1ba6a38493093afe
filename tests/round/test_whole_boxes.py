"""Boxes that are whole: what a wager needs beside it, what it does not, and seats that there are."""

from __future__ import annotations

import pytest

from feltlaw.round import Refused
from feltlaw.round.betting import check_box, check_coupon, check_table, is_in_company
from tests.support.driver import submission

NEEDED = [
    pytest.param(
        "PA-649a", {"six_card_bonus": 500, "three_card_progressive": 100}, ("ante", "pair_plus"),
        marks=pytest.mark.clause("PA-649a.7(d)(4)#2", "PA-649a.7(d)(5)#3"),
    ),
    pytest.param(
        "MA-TCP", {"six_card_bonus": 500, "three_card_progressive": 100}, ("ante", "pair_plus"),
        marks=pytest.mark.clause("MA-TCP.6(g)(3)", "MA-TCP.13(a)"),
    ),
    pytest.param(
        "PA-679a", {"prime": 500, "all_six_bonus": 500}, ("ante",),
        marks=pytest.mark.clause("PA-679a.1:ante-wager"),
    ),
    pytest.param(
        "PA-680a", {"pot": 500, "bonus": 500}, ("ante",),
        marks=pytest.mark.clause("PA-680a.1:ante-wager", "PA-680a.7(d)(2)"),
    ),
    pytest.param(
        "PA-669a", {"pair_plus": 500, "six_card_bonus": 500}, ("ante", "blind"),
        marks=pytest.mark.clause("PA-669a.7(d)(1)"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "others", "needed"), NEEDED)
def test_however_many_other_wagers_there_are_the_one_they_need_is_there(
    regulation: str, others: dict[str, int], needed: tuple[str, ...]
) -> None:
    """One of those needed is enough, but in Raise It Up both are."""
    rules = submission(regulation, wagers={wager: {} for wager in others})
    every = regulation == "PA-669a"
    for stakes in [{}, *({one: 500} for one in needed), dict.fromkeys(needed, 500)]:
        if stakes and (not every or len(stakes) == len(needed)):
            check_box(rules, {**stakes, **others})
            continue
        for few in (*([one] for one in others), [*others]):
            with pytest.raises(Refused) as refused:
                check_box(rules, {**stakes, **{one: others[one] for one in few}})
            assert refused.value.clauses


FREE = [
    ("PA-649a", {"ante": 500}, {"six_card_bonus"}, ["PA-649a.7(d)(5)#3"]),
    ("PA-649a", {"ante": 500}, {"pair_plus"}, ["PA-649a.7(d)(3)"]),
    ("MA-TCP", {"ante": 500}, {"pair_plus", "six_card_bonus"}, ["MA-TCP.6(a)(3)", "MA-TCP.6(g)"]),
    ("PA-679a", {"ante": 500}, {"prime"}, ["PA-679a.1:prime-wager", "PA-679a.7(d)(2)"]),
    ("PA-679a", {"ante": 500}, {"pair_bonus"}, ["PA-679a.1:pair-bonus-wager", "PA-679a.7(d)(3)"]),
    ("PA-679a", {"ante": 500}, {"all_six_bonus"}, ["PA-679a.1:all-six-bonus-wager", "PA-679a.7(d)(4)"]),
    ("PA-669a", {"ante": 500, "blind": 500}, {"pair_plus", "six_card_bonus"}, ["PA-669a.7(d)(5)"]),
    ("PA-680a", {"ante": 500}, {"bonus"}, ["PA-680a.1:bonus-wager", "PA-680a.7(d)(3)"]),
]


@pytest.mark.parametrize(
    ("regulation", "stakes", "sides"),
    [pytest.param(*one[:3], marks=pytest.mark.clause(*one[3], "I-21"), id=one[3][0]) for one in FREE],
)
def test_a_side_wager_has_limits_of_its_own_and_not_those_of_the_ante(
    regulation: str, stakes: dict[str, int], sides: set[str]
) -> None:
    rules = submission(regulation, wagers={side: {} for side in sides})
    for amount in (500, 500_00):
        check_box(rules, {**stakes, **dict.fromkeys(sides, amount)})
        check_box(rules, {**dict.fromkeys(stakes, 500_00), **dict.fromkeys(sides, amount)})
    for amount in (499, 500_01):
        with pytest.raises(Refused):
            check_box(rules, {**stakes, **dict.fromkeys(sides, amount)})


@pytest.mark.clause("PA-669a.7(d)(1)")
def test_the_blind_goes_with_the_ante_and_has_no_limits_of_its_own() -> None:
    """669a.7(d)(1): an Ante and an equal Blind, so a table that takes a higher Ante takes that Blind too."""
    rules = submission("PA-669a", wagers={"ante": {"minimum": 2, "maximum": 1000}})
    for amount in (200, 500_01, 1000_00):
        check_box(rules, {"ante": amount, "blind": amount})
    for amount in (199, 1000_01):
        with pytest.raises(Refused, match="an Ante wager of"):
            check_box(rules, {"ante": amount, "blind": amount})


@pytest.mark.clause("PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138")
def test_who_has_no_ante_is_nobodys_company() -> None:
    """I-138: the Pot needs two different persons with Antes."""
    rules = submission("PA-680a", wagers={"pot": {}, "bonus": {}})
    ann, bob = (1, "ann", {"ante": 1000}), (3, "bob", {"ante": 1000})
    assert is_in_company(rules, [ann, bob])
    for stakes in ({}, {"bonus": 500}, {"pot": 500}):
        assert not is_in_company(rules, [ann, (3, "bob", stakes)])
        assert not is_in_company(rules, [(1, "ann", stakes), bob])
        assert is_in_company(rules, [ann, (2, "eve", stakes), bob])


@pytest.mark.clause("PA-680a.1:pot-wager", "PA-680a.7(d)(2)", "I-138")
def test_a_pot_is_played_against_another_persons_hand_and_not_against_a_box_of_ones_own() -> None:
    rules = submission("PA-680a", wagers={"pot": {}})
    for stakes in ({"ante": 1000}, {"ante": 1000, "pot": 500}):
        own = [(seat, "ann", stakes) for seat in (1, 2, 3)]
        for boxes in (1, 2, 3):
            assert not is_in_company(rules, own[:boxes])
            assert is_in_company(rules, [*own[:boxes], (4, "bob", stakes)])


@pytest.mark.clause("MA-TCP.6(b)", "I-123")
def test_a_coupon_that_fits_no_wager_of_a_box_is_told_where_it_might_lie() -> None:
    """I-123: it doubles a payout of the Ante or of Pair Plus."""
    rules = submission("MA-TCP", wagers={"ante": {"match_play": True}, "six_card_bonus": {}})
    for stakes, where in (
        ({"six_card_bonus": 500}, "ante or pair_plus"),
        ({"six_card_bonus": 500, "pair_plus": 500}, "pair_plus"),
        ({"six_card_bonus": 500, "ante": 500}, "ante"),
        ({"ante": 500, "pair_plus": 500}, "ante or pair_plus"),
    ):
        with pytest.raises(Refused) as refused:
            check_coupon(rules, 1, "six_card_bonus", stakes)
        assert refused.value.legal == f"Put it on {where}."
        assert refused.value.clauses == ["MA-TCP.6(b)", "I-123"]


@pytest.mark.parametrize(
    ("clause", "most"),
    [
        pytest.param(clause, most, marks=pytest.mark.clause(clause))
        for clause, most in (
            ("PA-649a.2(a)", 7),
            ("PA-679a.2(a)", 6),
            ("PA-669a.2(a)", 6),
            ("PA-680a.2(a)", 6),
        )
    ],
)
def test_no_seat_of_a_round_is_one_too_many(clause: str, most: int) -> None:
    rules = submission(clause.partition(".")[0])
    boxes = [(seat, f"p{seat}", {"ante": 500}) for seat in range(1, most + 1)]
    check_table(rules, boxes, company=False)
    for wrong in (0, most + 1):
        for some in ([boxes[0]], boxes):
            for round_ in (
                [*some, (wrong, "one more", {"ante": 500})],
                [(wrong, "one", {"ante": 500}), *some],
            ):
                with pytest.raises(Refused) as refused:
                    check_table(rules, round_, company=False)
                assert refused.value.clauses == [clause]


VERSIONS = [("ante_covers", 1, 1000, 1000), ("ante_covers_half", 2, 1000, 2000), ("compulsory", 3, 500, 2500)]
"""So much Pair Plus goes with this Ante, and not a cent more."""


@pytest.mark.parametrize(
    ("clause", "version", "ante", "pair_plus"),
    [
        pytest.param(f"{clause}({part})", version, ante, pair_plus,
                     marks=pytest.mark.clause(clause, f"{clause}({part})"), id=f"{clause}({part})")
        for clause in ("PA-649a.7(e)", "MA-TCP.6(f)")
        for version, part, ante, pair_plus in VERSIONS
    ],
)  # fmt: skip
def test_linked_stakes_hold_to_the_cent_and_beside_any_other_wager(
    clause: str, version: str, ante: int, pair_plus: int
) -> None:
    sides = {"six_card_bonus": 500, "three_card_progressive": 100}
    rules = submission(
        clause.partition(".")[0], version={"pair_plus": version}, wagers={wager: {} for wager in sides}
    )
    for more in ({}, {"six_card_bonus": 500}, sides):
        check_box(rules, {"ante": ante, "pair_plus": pair_plus, **more})
        for over in (1, 50, 99):
            with pytest.raises(Refused) as refused:
                check_box(rules, {"ante": ante, "pair_plus": pair_plus + over, **more})
            assert clause in refused.value.clauses


LINKED = {
    "ante_covers": [(1, 1), (500, 1), (1, 0), (500, 500)],
    "ante_covers_half": [(1, 2), (1, 1), (500, 1), (1, 0), (250, 500)],
    "compulsory": [(1, 5), (5, 1), (1, 1), (100, 500), (500, 100)],
}
"""Dollars of Ante and Pair Plus that go together; the next ones do not."""
UNLINKED = {
    "ante_covers": [(1, 2), (0, 1), (0, 500), (499, 500)],
    "ante_covers_half": [(1, 3), (0, 1), (0, 2), (0, 500), (249, 500)],
    "compulsory": [(1, 6), (6, 1), (0, 1), (1, 0), (0, 500), (500, 0), (99, 500), (500, 99)],
}


@pytest.mark.parametrize(
    ("clause", "part", "version"),
    [
        pytest.param(clause, part, version, marks=pytest.mark.clause(clause, f"{clause}({part})", "I-33"))
        for clause in ("PA-649a.7(e)", "MA-TCP.6(f)")
        for version, part, _, _ in VERSIONS
    ],
)  # fmt: skip
def test_one_of_two_linked_wagers_stands_alone_only_where_nothing_must_cover_it(
    clause: str, part: int, version: str
) -> None:
    """Whatever lies beside it, in whichever order; each is refused by the version that was submitted."""
    sides = {"six_card_bonus": 500, "three_card_progressive": 100}
    rules = submission(
        clause.partition(".")[0],
        limits={"minimum": 1},
        version={"pair_plus": version},
        wagers={wager: {} for wager in sides},
    )
    for together, pairs in ((True, LINKED[version]), (False, UNLINKED[version])):
        for ante, pair_plus in pairs:
            staked = {"ante": ante * 100, "pair_plus": pair_plus * 100}
            box = {wager: cents for wager, cents in staked.items() if cents}
            for stakes in (box, dict(reversed(box.items())), {**sides, **box}):
                if together:
                    check_box(rules, stakes)
                    continue
                with pytest.raises(Refused) as refused:
                    check_box(rules, stakes)
                assert refused.value.clauses == [clause, f"{clause}({part})", "I-33"]
                if len(box) < 2:
                    assert f"needs {'a Pair Plus' if ante else 'an Ante'} " in refused.value.what


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*found, "I-34"))
        for name, found in {
            "PA-649a": ("PA-649a.7(d)(1)", "PA-649a.7(d)(2)", "PA-649a.7(d)(3)", "PA-649a.7(e)"),
            "MA-TCP": ("MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.6(a)(3)", "MA-TCP.6(f)"),
        }.items()
    ],
)
def test_without_a_version_ante_and_pair_plus_are_made_alone_or_in_any_ratio(regulation: str) -> None:
    """Also where the submission says itself that none of the versions is run."""
    for said in ({}, {"version": {"pair_plus": "optional"}}):
        rules = submission(regulation, limits={"minimum": 1}, **said)
        for ante, pair_plus in ((1, 0), (0, 1), (500, 0), (0, 500), (1, 500), (500, 1), (7, 7)):
            staked = {"ante": ante * 100, "pair_plus": pair_plus * 100}
            check_box(rules, {wager: cents for wager, cents in staked.items() if cents})
