"""Everything that is to come dealt at once: the record names each step, and where the cover card went."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, DEALS, dealt_to, drive, main_bets

BESIDE: dict[str, tuple[str, dict[str, int], dict[str, Any], str]] = {
    "PA-649a": ("PA-649a", {"five_card_progressive": 100}, {"five_card_progressive": {}}, "deal_community"),
    "MA-TCP": ("MA-TCP", {"multi_game_link": 100}, {"multi_game_link": {}}, "deal_community"),
    "679a fourth": ("PA-679a", {"pair_bonus": 500}, {"pair_bonus": {}}, "deal_extra"),
    "679a community": (
        "PA-679a", {"pair_bonus": 500}, {"pair_bonus": {"community_card": True}}, "deal_community",
    ),
    "PA-669a": ("PA-669a", {}, {}, "deal_community"),
    "PA-680a": ("PA-680a", {}, {}, ""),
}  # fmt: skip
"""Chapter, what seats 1 and 3 stake beside, what is offered, and the step by which more cards come."""
DEALT_BY = {
    "PA-649a": (("8(d)", "8(d)#2"), ("9(b)", "9(b)#2"), ("10(b)", "10(c)#2")),
    "MA-TCP": (("7(c)", "13(g)bis"), ("8(c)", "13(g)bis"), ("9(c)", "13(g)bis")),
    "679a fourth": (("8(c)", "8(c)#2"), ("9(b)", "9(b)#2"), ("10(b)", "10(c)#2")),
    "679a community": (("8(c)", "8(h)"), ("9(b)", "9(g)"), ("10(b)", "10(h)")),
    "PA-669a": (("8(d)(1)", "8(d)(2)"), ("9(b)(1)", "9(b)(2)"), ("10(b)",)),
    "PA-680a": (("8(c)",), ("9(b)",), ("10(b)",)),
}


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=pytest.mark.clause(*(f"{BESIDE[name][0]}.{one}" for one in some)),
            id=f"{name}-{deal}",
        )
        for name, ways in DEALT_BY.items()
        for deal, some in zip(DEALS, ways, strict=True)
    ],
)
def test_each_step_that_was_dealt_at_once_is_on_record_in_its_order(name: str, deal: str) -> None:
    """From an automated shoe cards beside the hands come once the stub is out, in 669a as its last stack."""
    regulation, stakes, offered, beside = BESIDE[name]
    table = drive(regulation, wagers=offered, cards={"deal": deal})
    table.start({seat: {**main_bets(regulation), **stakes} for seat in (1, 3)}).until("dealing")
    while table.state.phase == "dealing":
        if table.offers("deal"):
            table.do("deal", DEALER, all=True)
        else:
            table.take(table.next())
    both = ("deal_hands", beside) if beside else ("deal_hands",)
    apart = deal == "automated_shoe" and regulation not in ("PA-669a", "PA-680a")
    events = table.events("deal")
    assert [event.data.steps for event in events] == ([(one,) for one in both] if apart else [both])
    assert len(dealt_to(events)) == len(table.round.facts.dealt)
    covered = regulation == "MA-TCP" and deal == "automated_shoe"
    assert events[0].data.cover_card == ("dealer" if covered else "")


FROM_STUB: list[tuple[str, str, dict[str, Any], dict[str, int], dict[str, str], list[str]]] = [
    ("PA-649a", wager, {section: {}}, {wager: 100}, {}, ["PA-649a.10(c)", "PA-649a.10(c)#2"])
    for wager, section in (
        ("five_card_progressive", "five_card_progressive"),
        ("five_card_hand_bonus_player", "five_card_hand_bonus"),
        ("five_card_hand_bonus_dealer", "five_card_hand_bonus"),
    )
]
FROM_STUB += [
    ("MA-TCP", stack, {"multi_game_link": {}}, {"multi_game_link": 100}, {"dealer_stack": stack},
     ["MA-TCP.9(d)", "MA-TCP.13(g)bis", f"MA-TCP.9(c)({number})"])
    for number, stack in ((1, "delivered"), (2, "held"))
]  # fmt: skip
FROM_STUB += [
    ("PA-679a", "community" if shared else "fourth", {"pair_bonus": {"community_card": shared}},
     {"pair_bonus": 500}, {}, ["PA-679a.10(c)", "PA-679a.10(h)" if shared else "PA-679a.10(c)#2"])
    for shared in (False, True)
]  # fmt: skip
"""Cards that come from the stub of an automated shoe: chapter, which, what is offered, staked and chosen."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param((name, *rest), marks=pytest.mark.clause(*clauses), id=f"{name}-{which}")
        for name, which, *rest, clauses in FROM_STUB
    ],
)
@pytest.mark.clause("I-19")
@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("seats", [(1,), (3,), (1, 3)])
def test_the_stub_is_taken_out_between_the_last_stack_and_the_first_card_that_comes_from_it(
    case: tuple[str, dict[str, Any], dict[str, int], dict[str, str]], at_once: bool, seats: tuple[int, ...]
) -> None:
    """Not in the same breath as the stacks, however fast the dealer is, and whoever has the wager."""
    regulation, offered, stake, chosen = case
    table = drive(regulation, wagers=offered, cards={"deal": "automated_shoe", **chosen})
    table.start({seat: {**main_bets(regulation), **(stake if seat in seats else {})} for seat in (1, 3)})
    while not table.events("rack_stub"):
        dealing = at_once and table.state.phase == "dealing" and table.offers("deal")
        if dealing:
            table.do("deal", DEALER, all=True)
        else:
            table.take(table.next())
    kinds = table.kinds()
    assert kinds.count("remove_stub") == 1
    out = kinds.index("remove_stub")
    stacks, after = dealt_to(table.log[:out]), dealt_to(table.log[out:])
    assert [str(place) for place in stacks] == ["player 1"] * 3 + ["player 3"] * 3 + ["dealer"] * 3
    assert after and {place.group for place in after} <= {"community", "fourth"}
    assert "rack_stub" in kinds[out:]
