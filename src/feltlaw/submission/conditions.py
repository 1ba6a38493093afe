"""The conditions of the regulation files that follow from a submission alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltlaw.submission.model import Submission


def _option(path: str, value: object = True) -> Callable[[Submission], bool]:
    return lambda submission: submission.option(path) == value


def _fourth_card(submission: Submission) -> bool:
    return "pair_bonus" in submission.wagers and not _option("wagers.pair_bonus.community_card")(submission)


_four_card_stacks = _option("cards.four_card_stacks")

_CONDITIONS: Mapping[str, Callable[[Submission], bool]] = {
    "always": lambda s: True,
    "manual_shoe": lambda s: s.cards.deal == "manual_shoe",
    "automated_shoe": lambda s: s.cards.deal == "automated_shoe",
    "hand": lambda s: s.cards.deal == "hand",
    "continuous": lambda s: s.cards.shuffle == "continuous",
    "shuffler": lambda s: s.cards.shuffle != "manual",
    "two_decks": lambda s: s.cards.decks == 2,
    "progressive": lambda s: any(o.wager.placed == "progressive_device" for o in s.wagers.values()),
    "linked": lambda s: any(o.linked for o in s.wagers.values()),
    "electronic_system": lambda s: any(o.wager.placed == "electronic_system" for o in s.wagers.values()),
    "cover_all": lambda s: "cover_all" in s.wagers,
    "pair_bonus": lambda s: "pair_bonus" in s.wagers,
    "five_card_hand": lambda s: any("community" in o.wager.cards for o in s.wagers.values()),
    "pot": lambda s: "pot" in s.wagers,
    "two_jokers": _option("cards.jokers_made", 2),
    "community_card": _option("wagers.pair_bonus.community_card"),
    "fourth_card": _fourth_card,
    "fourth_card_from_stub": lambda s: _fourth_card(s) and not _four_card_stacks(s),
    "fourth_card_in_stack": lambda s: _fourth_card(s) and _four_card_stacks(s),
    "three_card_stacks": lambda s: not _four_card_stacks(s),
    "four_card_stacks": _four_card_stacks,
    "dealer_stack_held": _option("cards.dealer_stack", "held"),
    "dealer_stack_delivered": _option("cards.dealer_stack", "delivered"),
    "shuffler_loads_shoe": _option("cards.shuffler_loads_shoe"),
    "shuffler_counts_cards": lambda s: s.cards.shuffler_counts_cards,
    "no_counting_shuffler": lambda s: not s.cards.shuffler_counts_cards,
    "by_step": _option("settlement.order", "by_step"),
    "by_player": _option("settlement.order", "by_player"),
}


def known() -> frozenset[str]:
    """The conditions a submission decides; the others depend on what happens at the table."""
    return frozenset(_CONDITIONS)


def holds(condition: str, submission: Submission) -> bool:
    """Whether the submission alone brings this condition about; what happens at the table never does."""
    decides = _CONDITIONS.get(condition)
    return decides is not None and decides(submission)
