"""The middle of the layout: the words the law demands, how much may be played, the pot, the name.

They stand under each other between the dealer's cards and the seats, as large as that room lets them be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from feltlaw.layout.fonts import CAP, MEDIUM, SEMIBOLD, capitals, face
from feltlaw.layout.geometry import Circle
from feltlaw.layout.inscribe import LayoutError, breaks, inscribe
from feltlaw.layout.model import AREA, WORDS, Area, Place, Rule, Words
from feltlaw.layout.words import capital, hand, listed
from feltlaw.ranking import PointCount
from feltlaw.regulation import Cite
from feltlaw.regulation.model import LayoutItem
from feltlaw.submission import Submission

BOW = 1250.0
"""The radius of the bow in which phrases are written."""
PHRASE, MULTIPLES, NAME, TITLE = 30.0, 16.0, 36.0, 19.0
SMALLEST_PHRASE, SMALLEST_NAME = 16.0, 12.0
"""Type of 16 mm has capitals of 12, which are read at 3 m."""
LONGEST_PHRASE = 40
SPACINGS = {"phrase": 0.04, "name": 0.14, "title": 0.05}
WEIGHTS = {"phrase": MEDIUM, "name": SEMIBOLD, "title": MEDIUM}
PLACEHOLDER = "Name or logo"
POT = 150.0


@dataclass(frozen=True, slots=True)
class Middle:
    words: tuple[Words, ...]
    areas: tuple[Area, ...]
    rules: tuple[Rule, ...]
    """Those that have found a place on the felt."""
    name: Words | None
    bottom: float


def demanded(submission: Submission) -> list[Words]:
    """The phrases of the law; where it has none, what a hand needs, in the words of the data."""
    found = [
        _phrase(f"words.{at}", item.text, item.cite)
        for at, item in enumerate(submission.regulation.layout)
        if item.shows == "words"
        and item.on == "layout"
        and (not item.wagers or any(wager in submission.wagers for wager in item.wagers))
    ]
    return found or [one for one in [_needed(submission)] if one is not None]


def _phrase(name: str, text: str, cite: Cite) -> Words:
    many = 1 if len(text) <= LONGEST_PHRASE else 2
    lines = next(way for way in breaks(text, many) if len(way) == many)
    return Words(id=name, kind=WORDS, label=text, cite=cite, lines=lines)


def _needed(submission: Submission) -> Words | None:
    """What it takes to qualify, or the lowest hand that the first wager pays."""
    law = submission.regulation
    for terms in law.contests.values():
        ranking = law.rankings[terms.ranking]
        if terms.qualifier:
            words = hand(terms.qualifier).shown.title()
            return _phrase("words.needed", f"Dealer Plays with {words} or Better", terms.cite)
        if isinstance(ranking, PointCount):
            totals = listed([str(one) for one in sorted(ranking.qualifying)], "or")
            return _phrase("words.needed", f"Three Cards of {totals} Qualify", terms.cite)
    first = next(iter(submission.wagers.values()))
    table = first.paytable()
    if table is None or not table.rows:
        return None
    *_, row = table.rows.values()
    words = hand(row.hand).shown
    text = " ".join(word if word in ("or", "of") else capital(word) for word in words.split())
    return _phrase("words.needed", text, Cite(row.clauses or table.clauses))


def holder_words(submission: Submission) -> Words | None:
    """The operator's name where it is given; where the law asks for one and it is not, the room for it."""
    cites = [item.cite for item in submission.regulation.layout if item.shows == "name"]
    name = submission.certificate_holder.strip()
    if not name and not cites:
        return None
    cite = cites[0].joined(*cites[1:]) if cites else Cite(())
    text = name or PLACEHOLDER
    style = "name" if name else "placeholder"
    return Words(id="name", kind=WORDS, label=text, cite=cite, lines=(capitals(text),), style=style)


def middle(
    submission: Submission, rules: Sequence[Rule], top: float, inner: float, *, with_multiples: bool = True
) -> Middle:
    """Everything in the middle between a height and the seats' inner radius."""
    multiples = [one for one in rules if one.id.startswith("multiples.")] if with_multiples else []
    phrases = demanded(submission)
    name = holder_words(submission)
    pots = [
        (item, wager)
        for item in submission.regulation.layout
        if item.shows == "areas" and item.place == "middle"
        for wager in item.wagers
        if wager in submission.wagers
    ]
    for scale in (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52):
        stack = _Stack(submission, top, inner, scale)
        found = stack.fill(phrases, multiples, pots, name)
        if found is not None:
            return found
    if multiples:
        return middle(submission, rules, top, inner, with_multiples=False)
    if name is not None and name.style == "name":  # too long: its place is kept, and it cannot be drawn
        placeholder = replace(submission, certificate_holder=PLACEHOLDER)
        found = middle(placeholder, rules, top, inner)
        assert found.name is not None
        return replace(found, name=replace(found.name, label=name.label, lines=(), style="too long"))
    raise LayoutError("what belongs in the middle of the layout does not fit it")


_Pot = tuple[LayoutItem, str]
"""A wager that is gathered in the middle, and what asks for it."""


class _Stack:
    """The middle at one size of type, filled from the top down."""

    def __init__(self, submission: Submission, top: float, inner: float, scale: float) -> None:
        self.submission = submission
        self.top, self.inner, self.scale = top, inner - 26, scale

    def room(self, y: float) -> float:
        """How wide a line may be at a height, between the seats."""
        return 2 * sqrt(max(0.0, self.inner**2 - y**2))

    def fill(
        self, phrases: Sequence[Words], multiples: Sequence[Rule], pots: Sequence[_Pot], name: Words | None
    ) -> Middle | None:
        """Sets everything with the gaps that are left over; None where it does not fit."""
        heights: list[float] = []
        sizes = [self._phrase_size(at) for at in range(len(phrases))]
        heights += [self._height(one, size) for one, size in zip(phrases, sizes, strict=True)]
        small = round(MULTIPLES * max(self.scale, 0.8), 1)
        if multiples:
            heights.append(1.34 * small * (len(multiples) - 1) + CAP * small)
        pot = round(POT * max(self.scale, 0.6), 1)
        if pots:
            heights.append(pot)
        named = self._named(name)
        if name is not None and named is None:
            return None
        if named is not None:
            heights.append(self._height(named, named.size))
        title = round(max(TITLE * self.scale, 12.0), 1)
        heights.append(CAP * title)
        left = self.inner - self.top - sum(heights)
        gaps = len(heights) + 1
        least = 20.0
        if left < least * gaps:
            return None
        gap = min(left / gaps, 64.0)
        y = self.top + (left - gap * (gaps - 2)) / 2 * 0.62 if left / gaps > 64 else self.top + gap
        return self._set(
            phrases=phrases,
            sizes=sizes,
            multiples=multiples,
            small=small,
            pots=pots,
            pot=pot,
            name=named,
            title=title,
            y=y,
            gap=gap,
        )

    def _phrase_size(self, at: int) -> float:
        return round(max(PHRASE * self.scale * (1.0 if at == 0 else 0.72), SMALLEST_PHRASE), 1)

    def _height(self, words: Words, size: float) -> float:
        return CAP * size + 1.3 * size * (len(words.lines) - 1)

    def _named(self, name: Words | None) -> Words | None:
        """The name in one line or more, as large as the room near the seats allows."""
        if name is None:
            return None
        size = NAME * self.scale
        widest = self.room(self.inner * 0.86)
        while size >= SMALLEST_NAME:
            for lines in breaks(name.lines[0], 4):
                spacing = SPACINGS["name"] * size
                if all(face(SEMIBOLD).width(one, size, spacing) <= widest for one in lines):
                    return replace(name, lines=lines, size=round(size, 1), leading=round(1.3 * size, 1))
            size *= 0.94
        return None

    def _set(
        self,
        *,
        phrases: Sequence[Words],
        sizes: Sequence[float],
        multiples: Sequence[Rule],
        small: float,
        pots: Sequence[_Pot],
        pot: float,
        name: Words | None,
        title: float,
        y: float,
        gap: float,
    ) -> Middle | None:
        words: list[Words] = []
        for one, size in zip(phrases, sizes, strict=True):
            leading = round(1.3 * size, 1)
            line = y + CAP * size
            widest = max(face(MEDIUM).width(text, size, SPACINGS["phrase"] * size) for text in one.lines)
            if widest > self.room(y + self._height(one, size)):
                return None
            words.append(replace(one, size=size, y=round(line, 1), leading=leading, radius=BOW))
            y += self._height(one, size) + gap
        placed: list[Rule] = []
        if multiples:
            heads, wide = self._multiples_widths(multiples, small)
            for at, rule in enumerate(multiples):
                line = y + at * 1.34 * small
                sides = (-wide / 2, line, wide, CAP * small)
                at_ = [round(one, 1) for one in sides]
                place = Place(at_[0], at_[1], at_[2], at_[3], small, round(heads, 1))
                placed.append(replace(rule, place=place))
            if wide > self.room(y + 1.34 * small * len(multiples)):
                return None
            y += 1.34 * small * (len(multiples) - 1) + CAP * small + gap
        areas: list[Area] = []
        for item, wager in pots:
            title_ = self.submission.regulation.wagers[wager].title
            shape = Circle(0.0, round(y + pot / 2, 1), pot / 2)
            areas.append(
                Area(
                    id=f"area.{wager}",
                    kind=AREA,
                    label=f"Gathered {title_}",
                    cite=item.cite,
                    wager=wager,
                    shape=shape,
                    inscription=inscribe(title_, shape, 26),
                )
            )
            y += pot + gap
        if name is not None:
            line = y + CAP * name.size
            name = replace(name, y=round(line, 1))
            y += self._height(name, name.size) + gap * 0.62
        titled = Words(
            id="title",
            kind=WORDS,
            label=self.submission.regulation.title,
            cite=Cite(()),
            lines=(self.submission.regulation.title,),
            size=title,
            y=round(y + CAP * title, 1),
            style="title",
        )
        return Middle((*words, titled), tuple(areas), tuple(placed), name, y + CAP * title)

    def _multiples_widths(self, rules: Sequence[Rule], size: float) -> tuple[float, float]:
        """Where the second column begins, and how wide both are."""
        heads = max(face(MEDIUM).width(one.heading, size) for one in rules) + 1.4 * size
        return heads, heads + max(face(MEDIUM).width(one.short, size) for one in rules)
