"""From a submission to its layout: areas in their places, words and pays where they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from math import sqrt

from feltlaw.layout.blocks import place_blocks
from feltlaw.layout.dealer import (
    AREA_HEIGHT,
    AREA_WIDTHS,
    AREAS_TOP,
    NOTHING,
    applies,
    dealt,
    device_cite,
    equipment,
    front_cards,
)
from feltlaw.layout.geometry import Box, Shape
from feltlaw.layout.inscribe import SMALLEST, LayoutError, inscribe
from feltlaw.layout.middle import BOW, Middle, middle
from feltlaw.layout.model import (
    AREA,
    CARDS,
    EQUIPMENT,
    PAYS,
    Area,
    CardArea,
    Inscription,
    Layout,
    Piece,
    Seat,
    Table,
)
from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
from feltlaw.layout.seats import SCALES, Item, Spot, half_share, lay_row, lay_seat, seats_of
from feltlaw.layout.titles import title_and_rest
from feltlaw.regulation import Cite, Wager
from feltlaw.regulation.model import LayoutItem
from feltlaw.submission import Submission

INNERMOST = 452.0
"""The seats' areas reach no farther in: the middle needs the rest."""
MAIN, SIDE, SENSOR, ELECTRONIC = range(4)
ROUND, SQUARE, SIDE_ROUND, SIDE_SQUARE = 82.0, 76.0, 70.0, 66.0
SENSOR_SIZE, ELECTRONIC_SIZE = (94.0, 64.0), (158.0, 82.0)
LARGEST = {MAIN: 16.0, SIDE: 13.0, SENSOR: 9.5, ELECTRONIC: 9.5}
CARD_RING = 22.0
"""From the felt's edge to the cards of a seat."""


def layout_of(submission: Submission) -> Layout:
    """The layout of a table; raises `LayoutError` where something cannot be drawn."""
    table = Table()
    seats = seats_of(submission.limits.seats)
    share = half_share(len(seats))
    ring, inner = _card_ring(submission, table, share)
    spots, inner = lay_seat(_items(submission), inner - 14, INNERMOST, share)
    areas, devices = _areas(submission, seats, spots)
    cards = (*front_cards(submission, table), *_seat_cards(submission, seats, ring))
    pieces = (*equipment(submission, table), *devices)
    sentences = rules(submission)
    top = max(_clear_of(one) for one in cards if not one.seat)
    found = middle(submission, sentences, top, inner)
    blocks, more = place_blocks(
        posted(submission),
        sentences,
        table=table,
        areas=areas,
        cards=cards,
        pieces=pieces,
        middle=found,
    )
    told = {one.id: one for one in (*found.rules, *more)}
    return Layout(
        regulation=submission.regulation.id,
        title=submission.regulation.title,
        holder=submission.certificate_holder.strip(),
        table=table,
        seats=seats,
        areas=(*areas, *found.areas),
        cards=cards,
        words=found.words,
        posted=blocks,
        rules=tuple(told.get(one.id, one) for one in sentences),
        equipment=pieces,
        name=found.name,
        pays_on_felt=all(one.place is not None for one in blocks if one.kind == PAYS),
        at=submission.table,
    )


# ── wagers ──


def layout_hash(submission: Submission) -> str:
    """SHA-256 of the layout's model: the same for every drawing of it, whatever its colours and paper."""
    return layout_of(submission).hash


def _clear_of(card: CardArea) -> float:
    """How low the middle begins under a card area: a bow rises beside it where the area is not central."""
    edge = abs(card.shape.x) + card.shape.width / 2
    rise = BOW - sqrt(BOW**2 - edge**2) if abs(card.shape.x) > card.shape.width else 0.0
    return AREAS_TOP + AREA_HEIGHT + (26 if card.below else 0) + rise


def _items(submission: Submission) -> list[Item]:
    """What a seat has to hold, in the order a player reaches it: the main game, what else may be staked."""
    law = submission.regulation
    main = {*law.deal.to.wagers, *(one.makes for one in law.decisions)}
    found: list[Item] = []
    sections: set[str] = set()
    for wager in (one.wager for one in submission.wagers.values()):
        group = _group(wager, main)
        if group == ELECTRONIC and wager.section in sections:
            continue  # one device takes all stakes of a section
        sections.add(wager.section)
        found.append(_item(wager, group))
    found.sort(key=lambda one: one.group)
    return [
        replace(one, equals=_equals(law.wagers[one.key], before)) if one.group != ELECTRONIC else one
        for one, before in zip(found, ["", *(one.key for one in found)], strict=False)
    ]


def _group(wager: Wager, main: set[str]) -> int:
    if wager.placed == "electronic_system":
        return ELECTRONIC
    if wager.placed == "progressive_device":
        return SENSOR
    return MAIN if wager.id in main else SIDE


def _item(wager: Wager, group: int) -> Item:
    """The shape follows from how the wager is staked: a decision is square, a stake before the deal round."""
    if group == ELECTRONIC:
        return Item(wager.id, *ELECTRONIC_SIZE, group=group)
    if group == SENSOR:
        found = Item(wager.id, *SENSOR_SIZE, group=group)
    elif wager.stake.kind in ("decision", "table_minimum"):
        side = SQUARE if group == MAIN else SIDE_SQUARE
        found = Item(wager.id, side, side, group=group)
    else:
        across = ROUND if group == MAIN else SIDE_ROUND
        found = Item(wager.id, across, across, round=True, group=group)
    return replace(found, least=_least(found, wager.title))


@cache
def _least(item: Item, title: str) -> float:
    """The smallest scale at which a title fits its area; the full size where it fits none."""
    for scale in sorted(SCALES):
        with suppress(LayoutError):
            inscribe(title, room(Spot(item.scaled(scale), 0.0, 0.0)), SMALLEST)
            return scale
    return 1.0


def _equals(wager: Wager, before: str) -> bool:
    return wager.stake.kind == "equal" and wager.stake.of == before


def _areas(
    submission: Submission, seats: Sequence[Seat], spots: Sequence[Spot]
) -> tuple[tuple[Area, ...], tuple[Piece, ...]]:
    """Every seat's areas, and the electronic systems that hold some of them."""
    inscriptions = _inscriptions(submission, spots)
    areas: list[Area] = []
    devices: list[Piece] = []
    for seat in seats:
        for spot in spots:
            wager = submission.regulation.wagers[spot.item.key]
            shape = spot.shape(seat)
            if spot.item.group == ELECTRONIC:
                device, fields = _electronic(submission, seat, wager, shape)
                devices.append(device)
                areas += fields
            else:
                areas.append(_area(submission, seat, wager, shape, spot, inscription=inscriptions[wager.id]))
    return tuple(areas), tuple(devices)


def _inscriptions(submission: Submission, spots: Sequence[Spot]) -> dict[str, Inscription]:
    """One size of type for all areas of a group."""
    found: dict[str, Inscription] = {}
    for group in (MAIN, SIDE, SENSOR):
        some = [spot for spot in spots if spot.item.group == group]
        texts = {one.item.key: submission.regulation.wagers[one.item.key].title for one in some}
        fitted = {one.item.key: inscribe(texts[one.item.key], room(one), LARGEST[group]) for one in some}
        size = min((one.size for one in fitted.values()), default=0.0)
        found |= {one.item.key: inscribe(texts[one.item.key], room(one), size) for one in some}
    return found


def room(spot: Spot) -> Shape:
    """Where the inscription of an area goes, about its middle: under the light, where it is a sensor."""
    width, height = spot.item.width, spot.item.height
    if spot.item.round:
        return spot.shape(Seat(0, 0.0))
    return Box(0, 0, width, height * 0.56 if spot.item.group == SENSOR else height)


def _area(
    submission: Submission,
    seat: Seat,
    wager: Wager,
    shape: Shape,
    spot: Spot,
    *,
    inscription: Inscription,
) -> Area:
    item = _layout_item(submission, wager.id)
    device = spot.item.group == SENSOR
    wanted = device_cite(submission, wager.id, "wager_device") if device else None
    return Area(
        id=f"area.{wager.id}.{seat.number}",
        kind=AREA,
        label=wager.title,
        cite=item.cite.joined(wanted),
        seat=seat.number,
        wager=wager.id,
        shape=shape,
        inscription=inscription,
        device="sensor" if device else "",
        equals=wager.stake.of if spot.item.equals else "",
    )


def _layout_item(submission: Submission, wager: str) -> LayoutItem:
    return next(
        one
        for one in submission.regulation.layout
        if wager in one.wagers and one.shows == "areas" and one.place == "seat"
    )


def _electronic(submission: Submission, seat: Seat, wager: Wager, shape: Shape) -> tuple[Piece, list[Area]]:
    """An electronic system with a field for each stake of its section."""
    law = submission.regulation
    assert isinstance(shape, Box)
    names = [name for name in law.sections()[wager.section] if name in submission.wagers]
    cite = device_cite(submission, wager.id, "electronic_system") or Cite(())
    title, _ = title_and_rest(law, wager)
    fields = []
    gap = 6.0
    wide = round((shape.width - gap * (len(names) + 1)) / len(names), 1)
    high = round(shape.height * 0.5, 1)
    for at, name in enumerate(names):
        _, rest = title_and_rest(law, law.wagers[name])
        across = -shape.width / 2 + gap + wide / 2 + at * (wide + gap)
        inner = _inside(shape, across, shape.height / 2 - gap - high / 2, wide, high)
        fields.append(
            Area(
                id=f"area.{name}.{seat.number}",
                kind=AREA,
                label=law.wagers[name].title,
                cite=cite,
                seat=seat.number,
                wager=name,
                shape=inner,
                inscription=inscribe(rest or title, Box(0, 0, wide, high), 9, 6, 3),
                device="electronic",
            )
        )
    piece = Piece(
        id=f"electronic_system.{wager.section}.{seat.number}",
        kind=EQUIPMENT,
        label=f"Electronic wagering system, {title}",
        cite=cite,
        seat=seat.number,
        what="electronic_system",
        title="Electronic wagering system",
        shape=shape,
        areas=tuple(one.id for one in fields),
        inscription=inscribe(title, Box(0, 0, shape.width, shape.height - high - gap), 9, 6, 4),
    )
    return piece, fields


def _inside(shape: Box, across: float, along: float, width: float, height: float) -> Box:
    """A box inside a turned box, placed by the outer one's own axes."""
    from math import cos, radians, sin

    c, s = cos(radians(shape.turn)), sin(radians(shape.turn))
    x, y = shape.x + across * c - along * s, shape.y + across * s + along * c
    return Box(round(x, 1), round(y, 1), width, height, shape.turn, 5.0)


# ── cards of a seat ──


def _card_ring(
    submission: Submission, table: Table, share: float
) -> tuple[list[tuple[Spot, LayoutItem | None, int]], float]:
    """The places for a seat's cards along the rail."""
    items = [
        one
        for one in submission.regulation.layout
        if one.shows == "card_areas" and one.place == "seat" and applies(one, submission)
    ]
    parts: list[tuple[Item, LayoutItem | None, int]] = []
    if not any(one.group == "player" for one in items):
        many = dealt(submission, "player")
        parts.append((Item("player", AREA_WIDTHS[many], AREA_HEIGHT), None, many))
    for item in items:
        each = item.cards or (dealt(submission, item.group),)
        parts += [
            (Item(f"{item.group}.{at}", AREA_WIDTHS[many], AREA_HEIGHT), item, many)
            for at, many in enumerate(each)
        ]
    ring = lay_row([one for one, _, _ in parts], table.radius - CARD_RING, share)
    assert ring is not None, "cards fit every seat"
    return [(spot, item, many) for spot, (_, item, many) in zip(ring.spots, parts, strict=True)], ring.inner


def _seat_cards(
    submission: Submission, seats: Sequence[Seat], ring: Sequence[tuple[Spot, LayoutItem | None, int]]
) -> Iterator[CardArea]:
    for seat in seats:
        seen: dict[str, int] = {}
        for spot, item, many in ring:
            shape = spot.shape(seat, 6.0)
            assert isinstance(shape, Box)
            group = item.group if item else "player"
            at = seen[group] = seen.get(group, 0) + 1
            text = item.each[at - 1] if item and item.each else ""
            yield CardArea(
                id=f"cards.{group}.{at}.{seat.number}",
                kind=CARDS,
                label=text or "Player’s cards",
                cite=item.cite if item else Cite(()),
                seat=seat.number,
                shape=shape,
                group=group,
                cards=many,
                inscription=inscribe(text, Box(0, 0, shape.width, shape.height), 11, margin=8)
                if text
                else NOTHING,
                drawn=item is not None,
            )


__all__ = ["Middle", "layout_of"]
