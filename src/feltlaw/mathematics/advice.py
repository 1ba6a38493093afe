"""How a game is best played: the rule, every decision, other ways compared, and what a seen card is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.mathematics.figures import decimal, ratio


@dataclass(frozen=True, slots=True)
class Compared:
    """A named way of playing, and what it costs against the best one."""

    name: str
    rule: str
    ev: Fraction
    cost: Fraction
    """Expected loss against optimal play, per unit of the wager; never negative."""

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "rule": self.rule, "ev": ratio(self.ev), "ev_decimal": decimal(self.ev),
                "cost": ratio(self.cost), "cost_decimal": decimal(self.cost)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """A line of the full table: hands that are played alike, and what each action is worth with them."""

    hand: str
    hands: int
    """How many sets of cards these are."""
    actions: Mapping[str, Fraction]
    """Empty where there is nothing to choose."""
    best: str
    suits: str = ""
    asked: str = ""
    """Which decision it is, in a game with several."""

    def to_json(self) -> dict[str, object]:
        return {
            **({"decision": self.asked} if self.asked else {}),
            "hand": self.hand,
            **({"suits": self.suits} if self.suits else {}),
            "hands": self.hands,
            **({"actions": values(self.actions)} if self.actions else {}),
            "best": self.best,
        }


def values(actions: Mapping[str, Fraction]) -> dict[str, dict[str, str]]:
    """What each action is worth, exactly and as a decimal."""
    return {act: {"ev": ratio(worth), "ev_decimal": decimal(worth)} for act, worth in actions.items()}


@dataclass(frozen=True, slots=True)
class CardPart:
    """One decision of a strategy card: with which hands to do something, and what to do with the others."""

    asked: str
    """Which decision it is, in words; empty where there is only one."""
    does: str
    hands: tuple[str, ...]
    otherwise: str

    def __str__(self) -> str:
        """In one sentence."""
        hands = ", ".join((*self.hands[:-1], f"or {self.hands[-1]}"))
        return f"{self.asked} {self.does} with {hands}; otherwise {self.otherwise}".strip()

    def to_json(self) -> dict[str, object]:
        return {
            "decision": self.asked,
            "does": self.does,
            "hands": list(self.hands),
            "otherwise": self.otherwise,
        }


@dataclass(frozen=True)
class Strategy:
    """The best play, as a rule and in figures."""

    rule: str
    """What a person can remember."""
    frequencies: Mapping[str, Fraction]
    """How often each action is taken."""
    notes: tuple[str, ...] = ()
    """Where the rule is not the whole truth: boundary hands that depend on suits, and the like."""
    cost_of_rule: Fraction = Fraction(0)
    """What following the rule to the letter loses against optimal play; 0 where the rule is exact."""
    compared: tuple[Compared, ...] = ()
    exceptions: tuple[Mapping[str, str], ...] = ()
    """Hands for which the rule is not best, where suits alone do not say it in a note."""
    table: tuple[StrategyLine, ...] = ()
    """The full table, a line for each class of hands, where it was asked for."""
    card: tuple[CardPart, ...] = ()
    """The rule once more, hand by hand, where it is too long for a sentence."""

    def __repr__(self) -> str:
        return f"<Strategy: {self.rule}>"

    def grouped_exceptions(self) -> tuple[Mapping[str, str], ...]:
        """The exceptions, cards of which all else is the same in one line."""
        alike: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for line in self.exceptions:
            ranks, _, suits = line["cards"].partition(", ")
            rest = tuple((key, suits if key == "cards" else cell) for key, cell in line.items())
            alike.setdefault(rest, []).append(ranks)
        return tuple(
            {**dict(rest), "cards": f"{', '.join(cards)} ({dict(rest)['cards']})"}
            for rest, cards in alike.items()
        )

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "rule": self.rule,
            "frequencies": {action: ratio(often) for action, often in self.frequencies.items()},
            "cost_of_rule": ratio(self.cost_of_rule),
        }
        if self.notes:
            found["notes"] = list(self.notes)
        if self.compared:
            found["compared"] = [one.to_json() for one in self.compared]
        if self.exceptions:
            found["exceptions"] = [dict(line) for line in self.exceptions]
        if self.card:
            found["card"] = [part.to_json() for part in self.card]
        if self.table:
            found["table"] = [line.to_json() for line in self.table]
        return found


@dataclass(frozen=True, slots=True)
class Exposure:
    """The game when a card is seen that should be hidden, and used as well as it can be."""

    seen: str
    """What is seen, in words: `one dealer card`."""
    ev: Fraction
    rule: str = ""

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"seen": self.seen, "ev": ratio(self.ev), "ev_decimal": decimal(self.ev)}
        return found | ({"rule": self.rule} if self.rule else {})


@dataclass(frozen=True, slots=True)
class SetHand:
    """A way to set a hand: the cards that are set apart, and what they come to in words."""

    cards: tuple[Card, ...]
    note: str


@dataclass(frozen=True)
class HandValue:
    """What each action is worth with given cards, per unit of the Ante, all money staked on it counted."""

    cards: str
    asked: str
    """The decision it is about, in words: `before the first community card`."""
    actions: Mapping[str, Fraction]
    notes: tuple[str, ...] = ()
    sets: Mapping[str, SetHand] = field(default_factory=dict)
    """For an action that sets a hand: which cards it sets apart."""

    @property
    def best(self) -> str:
        return max(self.actions, key=lambda action: self.actions[action])

    def to_json(self) -> dict[str, object]:
        return {
            "cards": self.cards,
            "decision": self.asked,
            "actions": values(self.actions),
            "best": self.best,
            **({"notes": list(self.notes)} if self.notes else {}),
        }
