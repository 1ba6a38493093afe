"""What a regulation wants on the layout, on the sign and at the table, and whether it fits the wagers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from feltlaw.regulation import vocabulary as words
from feltlaw.regulation.model import LayoutItem, Option, Regulation, Wager
from feltlaw.regulation.reader import Part, RegulationError, whole

_ONLY_FOR = {
    "what": ("equipment",),
    "group": ("card_areas",),
    "each": ("card_areas",),
    "cards": ("card_areas",),
    "place": ("areas", "card_areas"),
    "on": ("words",),
}
"""Keys that belong to some items only."""


def read_layout(root: Part, wagers: Mapping[str, Wager]) -> tuple[LayoutItem, ...]:
    """The items of `[layout]`, in the order of the chapter.

    `text` is in our own words; where an item shows words, in those that the chapter demands. Card areas say
    whose `group` they hold, the inscription of `each`, and how many `cards` lie in each where it is divided.
    """
    return tuple(_item(item, wagers) for item in root.items("layout"))


def _item(item: Part, wagers: Mapping[str, Wager]) -> LayoutItem:
    shows = item.word("shows", words.LAYOUT)
    for key, kinds in _ONLY_FOR.items():
        if item.has(key) and shows not in kinds:
            raise RegulationError(f"{item.where}: '{key}' belongs to {' and '.join(kinds)}")
    found = LayoutItem(
        shows,
        item.words("wagers", wagers),
        item.text("text"),
        item.cite(),
        item.words("what", words.EQUIPMENT),
        item.word("group", words.CARDS, ""),
        item.words("each"),
        item.values("cards", whole),
        item.word("place", words.PLACES, "seat"),
        item.word("on", words.SHOWN_ON, "layout"),
    )
    if (shows == "equipment") != bool(found.what):
        raise RegulationError(f"{item.where}: equipment says 'what' it is, and nothing else does")
    if (shows == "card_areas") != bool(found.group):
        raise RegulationError(f"{item.where}: card areas say whose 'group' they hold, and nothing else does")
    if found.cards and len(found.cards) != len(found.each):
        raise RegulationError(f"{item.where}: 'cards' has a number for each inscription")
    return found


def layout_faults(regulation: Regulation) -> Iterator[str]:
    """Wagers without an area or without posted odds, areas without a wager, options no sign could tell."""
    items = regulation.layout
    for at, item in enumerate(items):
        where = f"layout.items[{at}]"
        if item.shows in ("areas", "multiples") and not item.wagers:
            yield f"{where}: an area without a wager"
        if item.shows == "areas" and item.place not in ("seat", "middle"):
            yield f"{where}: a betting area is at a seat or in the middle"
        for wager in (regulation.wagers[one] for one in item.wagers):
            yield from _placed(where, item, wager)
    for wager in regulation.wagers.values():
        at_seats = [item for item in items if wager.id in item.wagers and _takes(item)]
        if len(at_seats) != 1:
            how = "several areas" if at_seats else "no area"
            yield f"layout: wager.{wager.id} has {how} at a seat; one is wanted"
        if not _named(wager.id, (item for item in items if item.shows == "odds")):
            yield f"layout: the odds of wager.{wager.id} are not posted"
    for option in regulation.options.values():
        if _can_differ(option) and not option.sign:
            yield f"options.\"{option.path}\": 'sign' says what is posted where the value is not the default"


def _takes(item: LayoutItem) -> bool:
    """Whether an item is where a player stakes: an area of the seat, or its electronic system."""
    return (item.shows == "areas" and item.place == "seat") or "electronic_system" in item.what


def _placed(where: str, item: LayoutItem, wager: Wager) -> Iterator[str]:
    """Whether an item can be about a wager that is placed as this one is."""
    if item.shows == "areas" and wager.placed == "electronic_system":
        yield f"{where}: wager.{wager.id} is placed in an electronic system, not on an area"
    if "electronic_system" in item.what and wager.placed != "electronic_system":
        yield f"{where}: wager.{wager.id} is not placed in an electronic system"
    if "wager_device" in item.what and wager.placed != "progressive_device":
        yield f"{where}: wager.{wager.id} is not placed on a progressive device"


def _named(wager: str, items: Iterable[LayoutItem]) -> bool:
    return any(not item.wagers or wager in item.wagers for item in items)


def _can_differ(option: Option) -> bool:
    return option.kind != "choice" or len(option.values) > 1
