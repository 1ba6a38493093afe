"""Every way in which a regulation lets the cards be shuffled and dealt, and the course each of them takes.

Which ways there are is asked of the submissions; what happens in each, who does it and by which paragraph is
read from the second statement of the law (`tests.support.parts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from feltlaw.submission import Submission, SubmissionError
from tests.support.chapters import COMMANDS
from tests.support.parts import Line, lines, terms

SHUFFLES = ("manual", "automated", "continuous")
DEALS = ("manual_shoe", "hand", "automated_shoe")
DEALT = ("deal_hands", "deal_extra", "deal_community")
"""The steps of one command."""
NOT_APART = frozenset({"recut", "deliver_dealer_stack"})
"""What a floorperson may order and nobody needs, and a stack that comes with the others."""


@dataclass(frozen=True)
class CardsWay:
    """One way: what a submission says of the cards, and how the decks come to the table."""

    regulation: str
    shuffle: str
    deal: str
    counts: bool
    decks: int
    preshuffled: bool = False

    def __str__(self) -> str:
        parts = [self.regulation, self.shuffle, self.deal, "counted" if self.counts else "", f"{self.decks}"]
        return "-".join([one for one in parts if one] + ["preshuffled"] * self.preshuffled)

    @property
    def cards(self) -> dict[str, Any]:
        return {
            "shuffle": self.shuffle,
            "deal": self.deal,
            "shuffler_counts_cards": self.counts,
            "decks": self.decks,
        }

    def holds(self, condition: str, offered: frozenset[str]) -> bool:
        """Whether a condition holds in an ordinary round; `offered` are those that wagers bring about."""
        return {
            "always": True,
            "machine_shuffled": self.shuffle != "manual" and not self.preshuffled,
            "manual_or_preshuffled": (self.shuffle == "manual" or self.preshuffled)
            and self.shuffle != "continuous",
            "continuous": self.shuffle == "continuous",
            "two_decks": self.decks == 2,
            "preshuffled": self.preshuffled,
            "shuffler_counts_cards": self.counts,
            "no_counting_shuffler": not self.counts,
            "three_card_stacks": True,
            "dealer_stack_delivered": True,
        }.get(condition, condition in offered)


def every() -> Iterator[tuple[str, str, bool, int]]:
    yield from product(SHUFFLES, DEALS, (False, True), (1, 2))


@cache
def allowed(regulation: str) -> tuple[CardsWay, ...]:
    """The ways that a submission may choose."""
    found = []
    for one in every():
        way = CardsWay(regulation, *one)
        try:
            Submission.from_data(
                {"regulation": regulation, "limits": {"minimum": 5, "maximum": 500}, "cards": way.cards}
            )
        except SubmissionError:
            continue
        found.append(way)
    return tuple(found)


def stated(regulation: str) -> tuple[CardsWay, ...]:
    """The ways that the chapter has: who counts is the shuffler's maker's choice, but a hand counts nothing
    and a device that reshuffles by itself counts always."""
    facts = {term.path: dict(term.facts) for term in terms(regulation)}

    def may(path: str, shuffle: str) -> bool:
        return path in facts and shuffle in facts[path].get("needs", shuffle).split()

    return tuple(
        CardsWay(regulation, shuffle, deal, counts, decks)
        for shuffle, deal, counts, decks in every()
        if f"shuffle.{shuffle}" in facts
        and may(f"dealing.{deal}", shuffle)
        and (decks == 1 or may("deck.second", shuffle))
        and counts in {"manual": (False,), "continuous": (True,)}.get(shuffle, (True, False))
    )


def course(way: CardsWay, offered: frozenset[str], *, first: bool, counted: bool) -> list[Line]:
    """The steps up to the stub that somebody carries out, in the chapter's order; `first` with the opening,
    `counted` where the stub is counted."""
    groups = ("opening", "shuffle", way.deal) if first else ("shuffle", way.deal)
    found = []
    for group in groups:
        for line in lines(way.regulation):
            if line.group != group or line.do not in {*COMMANDS, *DEALT} - NOT_APART:
                continue
            if not way.holds(line.when, offered) or (first and way.preshuffled and _spared(line)):
                continue
            if line.do not in ("count_stub", "rack_stub") or (line.do == "count_stub") == counted:
                found.append(line)
            if line.do == "no_more_bets":
                found += [one for one in _with_the_call(way.regulation) if way.holds(one.when, offered)]
    return _with_stub(found, counted=counted)


def _with_stub(steps: list[Line], *, counted: bool) -> list[Line]:
    """Some texts rack the stub in the sentence that takes it out; it is out before where cards come of it."""
    out = next((at for at, line in enumerate(steps) if line.do == "remove_stub"), None)
    if out is None or any(
        step.do == "rack_stub" for step in lines(steps[out].regulation) if step.group == steps[out].group
    ):
        return steps
    line, after = steps[out], steps[out + 1 :]
    first = steps[: out + 1] if any(one.do in DEALT for one in after) else steps[:out]
    return [*first, *after] if counted else [*first, *after, replace(line, do="rack_stub")]


def _with_the_call(regulation: str) -> list[Line]:
    """What a chapter says of the progressive chips before it comes to the deal."""
    return [one for one in lines(regulation) if (one.group, one.do) == ("betting", "count_progressive_chips")]


def _spared(line: Line) -> bool:
    """A preshuffled deck is not inspected, spread, washed or shuffled; it is cut."""
    return line.group == "opening" or line.do == "shuffle"
