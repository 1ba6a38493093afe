"""What a table offers: optional wagers, versions, boxes, what a side bet needs, and how many progressives."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.submission.conditions import holds
from tests.support.submissions import (
    REGULATIONS,
    accepted,
    by_clause,
    cited,
    refused,
    regulation_of,
    report,
    warned,
)

FOUND_IN = {
    "PA-649a.7(d)(4)": ("three_card_progressive", ["three_card_progressive"], ["envy_three_card"]),
    "PA-649a.7(d)(5)": ("six_card_bonus", ["six_card_bonus"], []),
    "PA-649a.7(d)(6)": ("five_card_progressive", ["five_card_progressive"], ["envy_five_card"]),
    "PA-649a.7(d)(7)": (
        "five_card_hand_bonus",
        ["five_card_hand_bonus_player", "five_card_hand_bonus_dealer"],
        ["magic_card", "lucky_bonus"],
    ),
    "PA-649a.7(d)(8)": ("five_of_six_progressive", ["five_of_six_progressive"], ["envy_five_of_six"]),
    "PA-679a.7(d)(2)": ("prime", ["prime"], []),
    "PA-679a.7(d)(3)": ("pair_bonus", ["pair_bonus"], []),
    "PA-679a.7(d)(4)": ("all_six_bonus", ["all_six_bonus"], []),
    "PA-669a.7(d)(4)": ("three_card_progressive", ["three_card_progressive"], ["envy_three_card"]),
    "PA-669a.7(d)(5)": ("six_card_bonus", ["six_card_bonus"], []),
    "MA-TCP.6(g)": ("six_card_bonus", ["six_card_bonus"], []),
    "PA-680a.7(d)(3)": ("bonus", ["bonus"], []),
}
ALWAYS = {
    "PA-649a": ["ante", "play", "pair_plus"],
    "MA-TCP": ["ante", "play", "pair_plus"],
    "PA-679a": ["ante", "play"],
    "PA-669a": ["ante", "blind", "play", "pair_plus"],
    "PA-680a": ["ante"],
}


@pytest.mark.parametrize(
    ("clause", "section", "wagers", "awards"),
    by_clause(*((clause, *row) for clause, row in FOUND_IN.items())),
)
def test_offered_only_if_the_submission_says_so(
    clause: str, section: str, wagers: list[str], awards: list[str]
) -> None:
    regulation = regulation_of(clause)
    without, given = accepted(regulation), accepted(regulation, {f"wagers.{section}": {}})
    assert list(given.wagers) == [
        wager for wager in load(regulation).wagers if wager in without.wagers or wager in wagers
    ]
    assert not set(wagers) & set(without.wagers)
    assert set(given.awards) - set(without.awards) == set(awards)
    assert clause in given.wagers[wagers[0]].wager.cite.clauses
    elsewhere = next(name for name in REGULATIONS if section not in load(name).sections())
    assert "has" in refused(elsewhere, {f"wagers.{section}": {}}, f"wagers.{section}").legal


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.clause("I-35", "I-91")
def test_what_is_always_offered(regulation: str) -> None:
    assert list(accepted(regulation).wagers) == ALWAYS[regulation]


@pytest.mark.clause("I-35", "I-91")
def test_pair_plus_tables_by_default() -> None:
    tables = {
        name: accepted(name).wagers["pair_plus"].paytable() for name in ("PA-649a", "PA-669a", "MA-TCP")
    }
    assert {name: table.clauses for name, table in tables.items() if table} == {
        "PA-649a": ("PA-649a.12(d):A",),
        "PA-669a": ("PA-669a.12(a):A",),
        "MA-TCP": ("MA-TCP.11(a)(2)",),
    }


@pytest.mark.parametrize("clause", by_clause((("PA-649a.7(e)", "I-33"),), (("MA-TCP.6(f)", "I-33"),)))
def test_one_linked_stake_version_instead_of_the_free_choice(clause: str) -> None:
    regulation = regulation_of(clause)
    assert accepted(regulation).version == "optional"
    assert load(regulation).versions["optional"].rule == "free"
    assert clause not in load(regulation).versions["optional"].cite.clauses
    for version in ("ante_covers", "ante_covers_half", "compulsory"):
        assert accepted(regulation, {"version.pair_plus": version}).version == version
        assert clause in load(regulation).versions[version].cite.clauses
    for wrong in ("both", ["ante_covers", "compulsory"], None, True):
        fault = refused(regulation, {"version.pair_plus": wrong}, "version.pair_plus", clause)
        assert '"ante_covers_half"' in fault.legal
    refused(regulation, {"version.ante": "compulsory"}, "version.ante")


@pytest.mark.parametrize("regulation", ["PA-679a", "PA-669a", "PA-680a"])
def test_no_version_where_the_document_has_none(regulation: str) -> None:
    refused(regulation, {"version.pair_plus": "optional"}, "version")


@pytest.mark.parametrize(
    ("clause", "most"),
    by_clause(
        (("PA-649a.7(f)", "I-10"), 7),
        (("PA-679a.7(e)", "I-10"), 6),
        (("PA-680a.7(e)", "I-10"), 6),
        (("MA-TCP.6(e)", "I-10"), 3),
        (("PA-669a.7(e)", "I-10"), 1),
    ),
)
def test_adjacent_boxes(clause: str, most: int) -> None:
    regulation = regulation_of(clause)
    assert accepted(regulation).limits.adjacent_boxes == 1
    for boxes in range(1, most + 1):
        assert accepted(regulation, {"limits.adjacent_boxes": boxes}).limits.adjacent_boxes == boxes
    for wrong in (0, most + 1, -1, "2", 1.5, True):
        fault = refused(regulation, {"limits.adjacent_boxes": wrong}, "limits.adjacent_boxes", clause)
        assert str(most) in fault.legal


@pytest.mark.parametrize("deal", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.clause("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)")
def test_a_pair_bonus_community_card_if_the_submission_says_so(deal: str) -> None:
    clause = {"manual_shoe": "PA-679a.8(h)", "hand": "PA-679a.9(g)", "automated_shoe": "PA-679a.10(h)"}[deal]
    extras = load("PA-679a").deal.extra
    for community, dealt in ((False, "fourth"), (True, "community")):
        changes = {"cards.deal": deal, "wagers.pair_bonus.community_card": community}
        submission = accepted("PA-679a", changes)
        found = [
            extra.what
            for extra in extras
            if (not extra.when or holds(extra.when, submission))
            and not (extra.unless and holds(extra.unless, submission))
        ]
        assert found == [dealt]
    left_out = accepted("PA-679a", {"cards.deal": deal, "wagers.pair_bonus": {}})
    assert left_out.option("wagers.pair_bonus.community_card") is False
    where = "wagers.pair_bonus.community_card"
    assert "false or true" in refused("PA-679a", {"cards.deal": deal, where: "yes"}, where, clause).legal


@pytest.mark.clause("PA-679a.10(g)", "I-78")
def test_four_card_stacks_need_a_reshuffling_automated_shoe() -> None:
    stacks: dict[str, Any] = {"cards.four_card_stacks": True}
    device = {"cards.deal": "automated_shoe", "cards.shuffle": "continuous"}
    where = "cards.four_card_stacks"
    assert holds("four_card_stacks", accepted("PA-679a", stacks | device))
    assert holds(
        "four_card_stacks", accepted("PA-679a", stacks | device | {"wagers.pair_bonus.community_card": True})
    )
    assert not holds("four_card_stacks", accepted("PA-679a", device))
    for shuffle in ("manual", "automated"):
        fault = refused("PA-679a", stacks | device | {"cards.shuffle": shuffle}, where, "PA-679a.10(g)")
        assert '"continuous"' in fault.legal
    for deal in ("manual_shoe", "hand"):
        fault = refused("PA-679a", stacks | device | {"cards.deal": deal}, where, "PA-679a.10(g)")
        assert '"automated_shoe"' in fault.legal
    refused("PA-649a", stacks, where)


@pytest.mark.clause("MA-TCP.12(d)")
def test_cover_all_needs_its_shuffler() -> None:
    offered: dict[str, Any] = {"wagers.cover_all": {}}
    bare = report("MA-TCP", offered)
    assert bare.submission is not None
    warned(bare, "approvals.12_d", "MA-TCP.12(d)")
    set_up = report("MA-TCP", offered | {"approvals.12_d": "i-Deal Plus, mode 3"})
    assert not any("MA-TCP.12(d)" in cited(one) for one in set_up.findings)
    for said in ({}, {"approvals.12_d": "i-Deal Plus, mode 3"}):
        by_hand = offered | said | {"cards.shuffle": "manual"}
        fault = refused("MA-TCP", by_hand, "approvals.12_d", "MA-TCP.12(d)")
        assert '"automated"' in fault.legal
    assert report("MA-TCP", {"cards.shuffle": "manual"}).faults == ()


@pytest.mark.clause("I-119")
def test_massachusetts_has_one_progressive() -> None:
    for section in ("three_card_progressive", "multi_game_link"):
        accepted("MA-TCP", {f"wagers.{section}": {}})
    both: dict[str, Any] = {"wagers.three_card_progressive": {}, "wagers.multi_game_link": {}}
    assert "one of them" in refused("MA-TCP", both, "wagers.multi_game_link", "MA-TCP.13(a)").legal


@pytest.mark.clause("I-43", "PA-649a.7(d)(6)")
def test_pennsylvania_may_have_several_progressives_each_with_a_meter() -> None:
    names = ("three_card_progressive", "five_card_progressive", "five_of_six_progressive")
    together = accepted("PA-649a", {f"wagers.{name}": {} for name in names})
    assert len({together.wagers[name].meter for name in names}) == len(names)
    shared = {f"wagers.{name}.meter": "link-1" for name in names[:2]}
    fault = refused("PA-649a", shared, f"wagers.{names[1]}.meter", "I-43")
    assert cited(fault) == ("PA-649a.7(d)(6)", "I-43"), "the paragraph by which it may be offered at all"
    taken = {"wagers.three_card_progressive.meter": names[1], f"wagers.{names[1]}": {}}
    refused("PA-649a", taken, f"wagers.{names[1]}.meter", "I-43")


FED = {
    "three_card_progressive": "PA-649a.7(d)(4)",
    "five_card_progressive": "PA-649a.7(d)(6)",
    "five_card_hand_bonus": "PA-649a.7(d)(7)",
    "five_of_six_progressive": "PA-649a.7(d)(8)",
}


@pytest.mark.clause(*FED.values(), "I-43")
@pytest.mark.parametrize(("one", "other"), [*combinations(FED, 2)])
def test_no_two_progressives_of_a_table_feed_one_meter(one: str, other: str) -> None:
    """Named alike, or the one by the other's own name: a fault, which keeps the submission from being one."""
    both: dict[str, Any] = {f"wagers.{one}": {}, f"wagers.{other}": {}}
    own = accepted("PA-649a", both).wagers
    for name in ("link-1", *sorted({offered.meter for offered in own.values() if offered.meter})):
        found = report("PA-649a", {f"wagers.{one}.meter": name, f"wagers.{other}.meter": name})
        assert found.submission is None
        (fault,) = found.faults
        assert fault.where in (f"wagers.{one}.meter", f"wagers.{other}.meter")
        assert cited(fault) == (FED[fault.where.split(".")[1]], "I-43")


def test_the_two_stakes_of_the_hand_bonus_share_their_meter() -> None:
    offered = accepted("PA-649a", {"wagers.five_card_hand_bonus": {"meter": "link-1", "amount": 2}}).wagers
    player, dealer = (offered[f"five_card_hand_bonus_{hand}"] for hand in ("player", "dealer"))
    assert player.meter == dealer.meter == "link-1"
    assert player.minimum == player.maximum == dealer.minimum == 200
