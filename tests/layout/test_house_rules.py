"""What the house has chosen otherwise than the text has it stands on the sign, in a sentence of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.support.driver import REGULATIONS, submission
from tests.support.signs import (
    FIVE,
    FIVE_OF_SIX,
    HAND,
    LINK,
    OPTIONAL,
    PAIR_BONUS,
    THREE,
    Table,
    said,
    subsets,
    with_options,
)

Chosen = tuple[str, object, str, tuple[str, ...]]
"""An option, its value, what the sign then says, and the clauses and readings that leave it open."""
FOLD = "A decision not made in time counts as a fold; all other wagers are settled."
SAIGON = "A hand not set in time is set the house way."
UP_AND_DOWN = "goes up and down with the wager."
NEVER = "A folded hand never earns the others the"


def anywhere(*clauses: str) -> Iterator[Chosen]:
    """What every chapter leaves open, by the clauses of one of them."""
    leaves, void, odds, remain, decides, loads = clauses
    if leaves:
        text = "A player who leaves during a round may lose the wagers."
        yield "settlement.departed_player", "forfeit", text, (leaves, "I-09")
    text = "Winnings paid before a wrong number of cards is found are kept."
    yield "settlement.late_void", "keep_paid", text, (void, "I-152")
    for unit in ("0.25", "0.50", "1.00"):
        text = f"Payouts at odds are rounded up to ${unit}."
        yield "settlement.breakage_unit", unit, text, (odds, "I-02")
    for seconds, words in ((0, "no limit"), (1, "1 second"), (60, "60 seconds")):
        text = f"Time to place wagers: {words}."
        yield "automatic.betting_seconds", seconds, text, (remain, "I-153")
        yield "automatic.decision_seconds", seconds, f"Time for a decision: {words}.", (decides, "I-153")
    yield "automatic.no_answer", "fold", FOLD, (decides, "I-153")
    yield "cards.shuffler_loads_shoe", True, "The shuffler loads the dealing shoe.", (loads,)


def pennsylvania(chapter: str, odds: str) -> list[Chosen]:
    found = anywhere("7(b)#2", "13(c)", odds, "7(b)", "11(b)", "5(a)#2")
    said_there = {FOLD: SAIGON} if chapter == "PA-680a" else {}
    return [
        (path, value, said_there.get(text, text), (f"{chapter}.{one}", *more))
        for path, value, text, (one, *more) in found
    ]


def progressive(wager: str, name: str, scale: str, folded: str) -> list[Chosen]:
    """What the chapters leave open about envy."""
    return [
        (f"wagers.{wager}.envy_scale", "linear", f"The {name} {UP_AND_DOWN}", (scale, "I-52")),
        (f"wagers.{wager}.folded_hands_trigger_envy", "never", f"{NEVER} {name}.", (folded, "I-48")),
    ]


def massachusetts(wager: str) -> list[Chosen]:
    text = "Several meter awards in one round share the meter equally."
    folded = "A folded hand can still win the progressive."
    return [
        *progressive(wager, "Envy Bonus", "I-117", "MA-TCP.13(e)a"),
        (f"wagers.{wager}.folded_hands_qualify", True, folded, ("MA-TCP.13(c)#2", "I-110")),
        (f"wagers.{wager}.multiple_hits", "share", text, ("MA-TCP.13(d)c", "I-112")),
    ]


DRAWN = ("PA-649a.12(i)(3)", "I-61")
ONE_CARD = ("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)")
CHOSEN: dict[str, list[Chosen]] = {
    "PA-649a": [
        *pennsylvania("PA-649a", "12(a)"),
        *progressive(THREE, "Three-Card Envy Bonus", "PA-649a.12(e)(5)", "PA-649a.11(c)"),
        *progressive(FIVE, "Five-Card Envy Bonus", "PA-649a.12(h)(5)", "PA-649a.11(c)"),
        *progressive(FIVE_OF_SIX, "5 of 6 Envy Bonus", "PA-649a.12(j)(5)", "PA-649a.11(c)"),
        (
            f"wagers.{HAND}.dealer_share", "per_player",
            "A jackpot on the dealer's hand is divided by the number of players, not of wagers.",
            ("PA-649a.12(i)(2)#2", "I-59"),
        ),
        (
            f"wagers.{HAND}.magic_card", True,
            "The Magic Card Bonus is paid on the Five Card Hand Bonus.", DRAWN,
        ),
        (f"wagers.{HAND}.magic_card_chance", "1/7", "A Magic Card is drawn in 1 of 7 rounds.", DRAWN),
        (
            f"wagers.{HAND}.lucky_bonus", True,
            "The Lucky Bonus is paid on the Five Card Hand Bonus.", DRAWN,
        ),
        (f"wagers.{HAND}.lucky_bonus_chance", "1", "A lucky position is drawn in every round.", DRAWN),
        (
            f"wagers.{HAND}.bonus_needs_win", True,
            "Magic Card and Lucky Bonus are paid only on a winning hand.", DRAWN,
        ),
        (
            f"wagers.{HAND}.lucky_positions", "staked",
            "The lucky position is drawn among those with a wager on it.",
            ("PA-649a.1:lucky-bonus(i)", "I-63"),
        ),
    ],
    "PA-679a": [
        *pennsylvania("PA-679a", "12(a)"),
        (
            f"wagers.{PAIR_BONUS}.community_card", True,
            "One community card serves every Pair Bonus wager.", ONE_CARD,
        ),
        (
            "cards.four_card_stacks", True,
            "The shoe gives stacks of four; the fourth card serves the Pair Bonus or is put away.",
            ("PA-679a.10(g)", "I-78"),
        ),
    ],
    "PA-669a": [
        *pennsylvania("PA-669a", "12(c)"),
        *progressive(THREE, "Envy Bonus", "PA-669a.12(e)(5)", "PA-669a.11(f)#3"),
        (
            "wagers.pair_plus.on_fold", "forfeit", "A fold loses the Pair Plus wager too.",
            ("PA-669a.11(i)(1)", "I-86"),
        ),
    ],
    "PA-680a": [
        *pennsylvania("PA-680a", "12(b)"),
        (
            "cards.jokers_made", 2, "Decks are made with two jokers; one is taken out.",
            ("PA-680a.3(a)#2", "I-146"),
        ),
        (
            "settlement.exposed_dealer_card", "void",
            "A dealer's card seen early makes the round void, and all wagers go back.", ("I-141",),
        ),
        (
            "settlement.misset_hand", "as_set",
            "A hand stands as it was set, even if it then does not qualify.",
            ("PA-680a.11(b)(1)", "I-131"),
        ),
        (
            "wagers.pot.qualifying_only", True,
            "Only hands that qualify compete for the Pot; it goes back if there are none.",
            ("PA-680a.11(f)", "I-135"),
        ),
    ],
    "MA-TCP": [
        *anywhere("", "MA-TCP.14(c)", "MA-TCP.12(k)", "MA-TCP.6(c)", "MA-TCP.10(b)", "MA-TCP.5(a)"),
        *massachusetts(THREE),
        *massachusetts(LINK),
        (
            "cards.dealer_stack", "held",
            "The dealer's cards stay in the shoe until every player has decided.", ("MA-TCP.9(c)(1)",),
        ),
        (
            "settlement.order", "by_step",
            "Losing wagers are collected from all players before any winner is paid.",
            ("MA-TCP.10(c)", "I-120"),
        ),
        (
            "wagers.ante.match_play", True, "Match play coupons are accepted on Ante and Pair Plus.",
            ("MA-TCP.6(b)", "I-123"),
        ),
        (
            "wagers.cover_all.folded_hands_count", False, "A folded hand does not count for Cover All.",
            ("MA-TCP.12(b)", "I-100"),
        ),
    ],
}  # fmt: skip
BY_SHOE = {"cards.deal": "automated_shoe"}
NEEDS: dict[str, Mapping[str, object]] = {
    "cards.four_card_stacks": {"cards.shuffle": "continuous", **BY_SHOE},
    "cards.dealer_stack": BY_SHOE,
    "cards.shuffler_loads_shoe": BY_SHOE,
}
"""How cards are shuffled and dealt for some of it."""


@pytest.mark.parametrize(
    ("regulation", "path", "value", "text"),
    [
        pytest.param(regulation, path, value, text, marks=pytest.mark.clause(*proven))
        for regulation, chosen in CHOSEN.items()
        for path, value, text, proven in chosen
    ],
)
def test_what_the_house_has_chosen_is_told(regulation: str, path: str, value: object, text: str) -> None:
    """Once; and nothing where it has chosen what the text has."""
    section = path.split(".")[1]
    offered = (section,) if section in OPTIONAL[regulation] else ()
    around = NEEDS.get(path, {})
    table = with_options(Table(regulation, offered), {**around, path: value})
    assert said(table, "option") == [f"House rules {text}"]
    assert not said(with_options(Table(regulation, offered), around), "option")


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_choice_of_a_chapter_has_its_sentence_here(regulation: str) -> None:
    tables = [submission(regulation, **Table(regulation, some).sections()) for some in subsets(regulation)]
    options = {path: one for table in tables for path, one in table.regulation.options.items()}
    open_ = {path for path, one in options.items() if one.kind != "choice" or len(one.values) > 1}
    assert open_ == {path for path, *_ in CHOSEN[regulation]}
