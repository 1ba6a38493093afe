"""The dealer's side: equipment along the edge, and the card areas before the table inventory container."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from feltlaw.layout.geometry import Box, box
from feltlaw.layout.inscribe import inscribe
from feltlaw.layout.model import CARDS, EQUIPMENT, CardArea, Inscription, Piece, Table
from feltlaw.regulation import Cite
from feltlaw.regulation.model import LayoutItem
from feltlaw.regulation.vocabulary import EQUIPMENT as TITLES
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds

CARD, CARD_HEIGHT = 63.0, 89.0
"""A poker card."""
AREA_HEIGHT = 104.0
AREA_WIDTHS = {1: 78.0, 2: 118.0, 3: 158.0, 4: 190.0, 5: 220.0}
"""Areas by the number of cards in them, which may overlap."""
NOTHING = Inscription((), 0.0)

INVENTORY, INVENTORY_DEPTH = 540.0, 142.0
BETWEEN = 18.0
ON_FELT = {
    "discard_rack": (84.0, 112.0),
    "drop_box": (150.0, 112.0),
    "shoe": (150.0, 150.0),
    "lock_out": (84.0, 112.0),
    "keypad": (84.0, 112.0),
}
AT_EDGE = {"tip_box": (120.0, 66.0), "shuffler": (190.0, 110.0), "progressive_system": (230.0, 72.0)}
"""What is fastened to the outside of the dealer's edge."""
SHOES = {"manual_shoe": "Dealing shoe", "automated_shoe": "Automated dealing shoe"}
SHUFFLERS = {"automated": "Shuffler", "continuous": "Continuous shuffler"}

AREAS_TOP = 96.0
"""Where the card areas before the inventory begin."""


def applies(item: LayoutItem, submission: Submission) -> bool:
    """Whether the table needs an item: one of its wagers is offered, and its cards are dealt."""
    if item.wagers and not any(wager in submission.wagers for wager in item.wagers):
        return False
    extras = [one for one in submission.regulation.deal.extra if one.what == item.group]
    return not extras or any(
        (not one.when or holds(one.when, submission)) and not (one.unless and holds(one.unless, submission))
        for one in extras
    )


# ── equipment ──


def equipment(submission: Submission, table: Table) -> Iterator[Piece]:
    """Everything on and at the dealer's side; what is at the seats stands with their areas."""
    cites = _cites(submission)
    left = -INVENTORY / 2
    right = INVENTORY / 2
    edge = -table.depth
    if "inventory" in cites:
        shape = box(left, edge, right, edge + INVENTORY_DEPTH, 14)
        yield _piece("inventory", TITLES["inventory"], shape, cites)
    for what in ("discard_rack", "drop_box"):
        if what in cites:
            width, height = ON_FELT[what]
            left -= BETWEEN + width
            shape = box(left, edge + 10, left + width, edge + 10 + height, 6)
            yield _piece(what, TITLES[what], shape, cites)
    for what in ("shoe", "lock_out", "keypad"):
        if what in cites:
            width, height = ON_FELT[what]
            shape = box(right + BETWEEN, edge + 8, right + BETWEEN + width, edge + 8 + height, 8)
            right += BETWEEN + width
            title = SHOES[submission.cards.deal] if what == "shoe" else TITLES[what]
            yield _piece(what, title, shape, cites)
    top = edge - table.back
    for what, middle in (("shuffler", -610.0), ("progressive_system", -860.0), ("tip_box", 690.0)):
        if what in cites:
            width, height = AT_EDGE[what]
            shape = box(middle - width / 2, top - height, middle + width / 2, top, 8)
            title = SHUFFLERS[submission.cards.shuffle] if what == "shuffler" else TITLES[what]
            yield _piece(what, title, shape, cites)


def _piece(what: str, title: str, shape: Box, cites: Mapping[str, Cite]) -> Piece:
    return Piece(id=what, kind=EQUIPMENT, label=title, cite=cites[what], what=what, title=title, shape=shape)


def _cites(submission: Submission) -> dict[str, Cite]:
    """The pieces this table has, and the clauses that ask for each: a shoe and a shuffler as it deals."""
    law = submission.regulation
    found: dict[str, Cite] = {}
    if submission.cards.deal in SHOES:
        found["shoe"] = law.deals[submission.cards.deal].cite
    if submission.cards.shuffle in SHUFFLERS:
        found["shuffler"] = law.shuffles[submission.cards.shuffle].cite
    for item in law.layout:
        if item.shows == "equipment" and applies(item, submission):
            for what in item.what:
                found[what] = found[what].joined(item.cite) if what in found else item.cite
    return found


def device_cite(submission: Submission, wager: str, what: str) -> Cite | None:
    """The clauses that want a device at the seats for a wager."""
    items = [one.cite for one in submission.regulation.layout if what in one.what and wager in one.wagers]
    return items[0].joined(*items[1:]) if items else None


# ── cards before the inventory ──


def front_cards(submission: Submission, table: Table) -> tuple[CardArea, ...]:
    """The areas in front of the dealer, about the middle; those to the dealer's right are left of them."""
    items = [
        one for one in submission.regulation.layout if one.shows == "card_areas" and applies(one, submission)
    ]
    middle = [
        piece for item in items if item.place == "before_inventory" for piece in _parts(submission, item)
    ]
    beside = [piece for item in items if item.place == "dealer_right" for piece in _parts(submission, item)]
    wide = _width(middle)
    found = list(_row(middle, -wide / 2))
    if beside:
        found += _row(beside, -wide / 2 - 44 - _width(beside))
    return tuple(found)


class _Part:
    """One card area before it has its place."""

    def __init__(self, item: LayoutItem, at: int, cards: int, text: str) -> None:
        self.item, self.at, self.cards, self.text = item, at, cards, text
        self.width = AREA_WIDTHS[cards]


def _parts(submission: Submission, item: LayoutItem) -> list[_Part]:
    """One area for each inscription; without any, one for all cards of the group."""
    total = dealt(submission, item.group)
    if not item.each:
        return [_Part(item, 0, total, "")]
    each = item.cards or tuple(total // len(item.each) for _ in item.each)
    return [_Part(item, at, each[at], text) for at, text in enumerate(item.each)]


def dealt(submission: Submission, group: str) -> int:
    """How many cards a group is dealt."""
    deal = submission.regulation.deal
    if group == "player":
        return deal.player.most
    if group == "dealer":
        return deal.dealer.most if deal.dealer else 0
    return max(one.cards for one in deal.extra if one.what == group)


def _width(parts: Sequence[_Part]) -> float:
    return sum(one.width for one in parts) + 14 * (len(parts) - 1)


def _row(parts: Sequence[_Part], left: float) -> Iterator[CardArea]:
    for one in parts:
        shape = box(left, AREAS_TOP, left + one.width, AREAS_TOP + AREA_HEIGHT, 6)
        left += one.width + 14
        single = one.cards == 1
        text = one.text or ""
        room = Box(0, 0, one.width + 12, 60) if single else shape
        group = one.item.group
        title = text or {"dealer": "Dealer’s cards", "community": "Community cards"}.get(group, group)
        if group == "dealer" and text:
            title = f"Dealer’s {text[:1].lower()}{text[1:]}"
        yield CardArea(
            id=f"cards.{group}.{one.at + 1}",
            kind=CARDS,
            label=title,
            cite=one.item.cite,
            shape=shape,
            group=group,
            cards=one.cards,
            inscription=inscribe(text or title, room, 12 if single else 11, margin=4 if single else 10),
            below=single,
        )
