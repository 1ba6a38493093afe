"""The conditions of the regulation files that follow from a submission alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from feltlaw.submission.choices import Choices


def _option(path: str, value: object = True) -> Callable[[Choices], bool]:
    return lambda choices: choices.option(path) == value


def _reads(cards: str) -> Callable[[Choices], bool]:
    """Whether a wager on offer is read from such cards."""
    return lambda choices: any(cards in offered.wager.cards for offered in choices.wagers.values())


def _community_card(choices: Choices) -> bool:
    """Whether one card for all stands in for the fourth cards of a wager on offer."""
    sections = {offered.wager.section for offered in choices.wagers.values()}
    return any(choices.option(f"wagers.{section}.community_card") is True for section in sections)


def _fourth_card(choices: Choices) -> bool:
    return _reads("fourth")(choices) and not _community_card(choices)


_four_card_stacks = _option("cards.four_card_stacks")

_CONDITIONS: Mapping[str, Callable[[Choices], bool]] = {
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
    "every_hand": _reads("every_hand"),
    "fourth_card_wager": _reads("fourth"),
    "five_card_hand": _reads("community"),
    "among_players": lambda s: any(s.needs_company(wager) for wager in s.wagers),
    "two_jokers": _option("cards.jokers_made", 2),
    "community_card": _community_card,
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

_PRESUPPOSED: Mapping[str, tuple[str, ...]] = {
    "jackpot": ("progressive", "electronic_system"),
    "machine_shuffled": ("shuffler",),
}
"""What happens only at tables where one of these holds."""


def known() -> frozenset[str]:
    """The conditions a submission decides; the others depend on what happens at the table."""
    return frozenset(_CONDITIONS)


def may_hold(condition: str, choices: Choices) -> bool:
    """Whether it can come about at this table: by the submission, or by what happens there."""
    if condition in _CONDITIONS:
        return holds(condition, choices)
    needed = _PRESUPPOSED.get(condition)
    return needed is None or any(holds(one, choices) for one in needed)


def holds(condition: str, choices: Choices) -> bool:
    """Whether the submission alone brings this condition about; what happens at the table never does."""
    decides = _CONDITIONS.get(condition)
    return decides is not None and decides(choices)
