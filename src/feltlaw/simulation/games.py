"""The main games as tables: hands in classes, contests by the classes that meet, decisions by known cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from feltlaw.cards import DECK, Card
from feltlaw.contest import Outcome
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.counts import Labels
from feltlaw.mathematics.deals import Groups
from feltlaw.mathematics.evaluators import KEYS
from feltlaw.mathematics.raise_it_up_classes import place_of
from feltlaw.mathematics.saigon_game import find_deal
from feltlaw.mathematics.three_card import hand_table
from feltlaw.ranking import Highest, Label, Poker, Ranking, SameColor, Split, WithFourth
from feltlaw.regulation.main_game import MainGame, main_game
from feltlaw.regulation.model import Act
from feltlaw.settlement.pot import competes
from feltlaw.simulation import slots
from feltlaw.simulation.cells import Cells, label_words
from feltlaw.simulation.readers import Kind, Reader, act_reader, three_cards, three_cards_alike
from feltlaw.simulation.run import SimulationError
from feltlaw.simulation.ways import PlayByStreets, PlayOrFold, SetHands, Way
from feltlaw.submission import Submission

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLD = "fold"
OUTCOMES = tuple(Outcome)
MainCells = tuple[list[int], dict[Any, int]]
"""By end of the main game the cell; and the cells by what they mean."""
KNOWN = (3, 4, 5)
"""Cards known at each decision of a game by streets."""


def _none(*shape: int, kind: Any = np.uint8) -> NDArray[Any]:
    return np.zeros(shape, kind)


@dataclass(frozen=True)
class ThreeCardClass:
    """Three-card hands of one rank and one label."""

    place: int
    label: Label
    cards: tuple[Card, ...]


@dataclass
class GameTables(ABC):
    """What the loop has to know of a main game; each kind fills in what it needs."""

    kind: int
    covers: tuple[str, ...]
    needs: Mapping[int, Poker] = field(default_factory=dict)
    """Slots that the main game itself is read from."""
    readers: Sequence[Reader] = ()
    classes: Sequence[ThreeCardClass] = ()
    three: NDArray[Any] = field(default_factory=lambda: _none(1, kind=np.uint16))
    outcome: NDArray[Any] = field(default_factory=lambda: _none(1))
    met: int = 1
    first: NDArray[Any] = field(default_factory=lambda: _none(1, 1))
    later: NDArray[Any] = field(default_factory=lambda: _none(1, 2, kind=np.int64))
    times: NDArray[Any] = field(default_factory=lambda: _none(1, 3, 8, kind=np.int64))
    points: NDArray[Any] = field(default_factory=lambda: _none(1, 1))
    points_keys: NDArray[Any] = field(default_factory=lambda: _none(53, kind=np.int64))
    competes: NDArray[Any] = field(default_factory=lambda: _none(1, kind=np.int64))
    hands: int = 1
    main_size: int = 1
    """How many ends the main game has."""

    @property
    def place(self) -> list[int]:
        return [one.place for one in self.classes] or [0]

    @cached_property
    def groups(self) -> tuple[Label, ...]:
        """The labels that three-card hands have."""
        return tuple(dict.fromkeys(one.label for one in self.classes))

    @classmethod
    @abstractmethod
    def of(cls, submission: Submission, ways: Sequence[Way]) -> GameTables:
        """The tables of a submission's main game, with the decisions of these ways of playing."""

    @abstractmethod
    def main_cells(
        self, cells: Cells, profile: int, way: Way, kinds: Mapping[int, Sequence[Kind]]
    ) -> MainCells:
        """What every end of the main game pays a profile, settled."""

    def code_labels(self, ranking: Ranking, slot: int) -> list[tuple[Label, Groups]]:
        """For every code of a slot that rests on three-card hands: its label, and cards that are it."""
        if slot == slots.COLORS and isinstance(ranking, SameColor):
            laid = [_colors(mine, theirs) for mine in range(4) for theirs in range(4)]
            return [(ranking.read(one["player"], one["dealer"]).label, one) for one in laid]
        if slot == slots.FOURTH and isinstance(ranking, WithFourth):
            return [
                (ranking.read(one.cards, (card,)).label, {"player": one.cards, "fourth": (card,)})
                for one in self.classes
                for card in (_other(rank, one.cards) for rank in range(13))
            ]
        if slot == slots.HIGHEST and isinstance(ranking, Highest):
            return [(ranking.read(one.cards).label, {"player": one.cards}) for one in self.classes]
        if slot == slots.THREE:
            return [(one.label, {"player": one.cards}) for one in self.classes]
        raise SimulationError(f"ranking {ranking.name} cannot be read in a simulation")


def _other(rank: int, held: Sequence[Card]) -> Card:
    """A card of a rank that is not held; the first one where all four are, which never comes."""
    cards = DECK[4 * rank : 4 * rank + 4]
    return next((card for card in cards if card not in held), cards[0])


def _colors(mine: int, theirs: int) -> dict[str, tuple[Card, ...]]:
    """Cards with so many red ones."""
    red, black = [card for card in DECK if card.is_red], [card for card in DECK if not card.is_red]
    return {
        "player": (*red[:mine], *black[: 3 - mine]),
        "dealer": (*red[mine : mine + theirs], *black[3 - mine : 6 - mine - theirs]),
    }


def game_of(submission: Submission, strategies: Sequence[Way]) -> GameTables:
    """The main game of a submission, with the decisions of these ways of playing."""
    if len(strategies) > slots.STRATEGIES:
        raise SimulationError(
            f"{len(strategies)} ways of playing at one table: {slots.STRATEGIES} at the most"
        )
    kind = main_game(submission.regulation)
    if kind is None:
        raise SimulationError(f"the main game of {submission.regulation.id} cannot be simulated")
    return _TABLES[kind].of(submission, strategies)


@lru_cache(maxsize=8)
def _three_card_classes(ranking: Poker) -> tuple[list[ThreeCardClass], dict[tuple[int, Label], int]]:
    found: list[ThreeCardClass] = []
    numbers: dict[tuple[int, Label], int] = {}
    for hand in sorted(hand_table(ranking).hands, key=lambda hand: hand.at):
        if (hand.at, hand.label) not in numbers:
            numbers[hand.at, hand.label] = len(found)
            found.append(ThreeCardClass(hand.at, hand.label, hand.cards))
    if len(found) > slots.CLASS:
        raise SimulationError(f"ranking {ranking.name} has too many kinds of hands")
    return found, numbers


@lru_cache(maxsize=8)
def _class_table(ranking: Poker) -> NDArray[Any]:
    """The class of every three cards; not to be written to."""
    _, numbers = _three_card_classes(ranking)
    table, known = hand_table(ranking), Labels(ranking)

    def number(cards: tuple[Card, ...]) -> int:
        at = table.at(cards)
        label = known.find(table.ranks[at], cards)
        return numbers[at, ranking.read(cards).label if label is None else label]

    return three_cards(number)


@dataclass
class AgainstDealer(GameTables):
    """Three cards against a dealer who must qualify."""

    game: DealerGame | None = None

    @classmethod
    def of(cls, submission: Submission, ways: Sequence[Way]) -> AgainstDealer:
        strategies = [way for way in ways if isinstance(way, PlayOrFold)]
        game = strategies[0].game
        classes, _ = _three_card_classes(game.ranking)
        three = _class_table(game.ranking).copy()
        for at, way in enumerate(strategies):
            stays = three_cards_alike(lambda cards, way=way: int(not way.folded(cards)))  # type: ignore[misc]
            three |= stays << slots.CLASS_BITS + at
        three |= 1 << slots.CLASS_BITS + slots.STRATEGIES
        places = len(game.table.ranks)
        outcome = np.zeros((places, len(classes)), np.uint8)
        for at, mine in enumerate(classes):
            for zone in game.zones(mine.place):
                outcome[zone.lowest :, at] = 1 + OUTCOMES.index(zone.outcome)
        return cls(
            slots.AGAINST_DEALER,
            game.covers,
            classes=classes,
            three=three,
            outcome=outcome.ravel(),
            met=len(classes),
            main_size=(1 + len(OUTCOMES)) * len({one.label for one in classes}),
            game=game,
        )

    def main_cells(
        self, cells: Cells, profile: int, way: Way, kinds: Mapping[int, Sequence[Kind]]
    ) -> MainCells:
        game = self.game
        assert game is not None
        meaning: dict[Any, int] = {}
        for case in game.cases:
            later = [*(zone.lowest for zone in case.zones[1:]), len(game.table.ranks)]
            for zone, end, many in zip(case.zones, later, case.counts, strict=True):
                key = (zone.outcome, case.hand.label)
                if many and key not in meaning:
                    dealer = game.table.dealt(zone.lowest, end, case.hand.cards)
                    if dealer is not None:
                        outcome = zone.outcome.value.replace("_", " ")
                        words = f"{game.stay.say}: {outcome}, {label_words(case.hand.label, self.groups)}"
                        meaning[key] = cells.main(profile, game.covers, words, case.hand.cards, dealer=dealer)
        fold = cells.main(profile, game.covers, FOLD, self.classes[0].cards, fold=True)
        # an outcome that no deal gives to a hand will not be asked for
        ended = [meaning.get((outcome, label), fold) for outcome in OUTCOMES for label in self.groups]
        return [*[fold] * len(self.groups), *ended], meaning | {FOLD: fold}


@dataclass
class ByStreets(GameTables):
    """Decisions before each of three community cards, and no dealer."""

    streets: tuple[tuple[Act, ...], ...] = ()
    ranking: Poker | None = None

    @classmethod
    def of(cls, submission: Submission, ways: Sequence[Way]) -> ByStreets:
        strategies = [way for way in ways if isinstance(way, PlayByStreets)]
        regulation = submission.regulation
        three = next(
            ranking
            for ranking in regulation.rankings.values()
            if isinstance(ranking, Poker) and ranking.of == 3
        )
        classes, _ = _three_card_classes(three)
        terms = strategies[0].game.terms
        readers: list[Reader] = []
        first = np.zeros((len(strategies), 52**3), np.uint8)
        later = np.zeros((len(strategies), 2), np.int64)
        times = np.zeros((len(strategies), 3, 8), np.int64)
        for at, way in enumerate(strategies):
            acts = way.plan.chosen
            first[at] = three_cards_alike(lambda cards, acts=acts: acts[0][(p := place_of(cards)).kind][p.at])  # type: ignore[misc]
            for street in (1, 2):
                later[at, street - 1] = len(readers)
                readers.append(act_reader(KNOWN[street], acts[street]))
            for street, open_acts in enumerate(way.streets):
                for number, act in enumerate(open_acts):
                    times[at, street, number] = -1 if act.fold else act.play
        most = max(act.play for acts in terms.streets for act in acts)
        return cls(
            slots.BY_STREETS,
            terms.covers,
            needs={slots.WITH_COMMUNITY: terms.ranking},
            readers=readers,
            classes=classes,
            three=_class_table(three).copy(),
            first=first,
            later=later,
            times=times,
            main_size=most + 1,
            streets=terms.streets,
            ranking=terms.ranking,
        )

    def main_cells(
        self, cells: Cells, profile: int, way: Way, kinds: Mapping[int, Sequence[Kind]]
    ) -> MainCells:
        listed = kinds[slots.WITH_COMMUNITY]
        if self.hands == 1:
            self.hands, self.main_size = len(listed), self.main_size * len(listed)
        row = [0] * self.main_size
        meaning: dict[Any, int] = {}
        said = {act.play: [act.say] for acts in self.streets[:1] for act in acts if act.play}
        six = [kind.labels[0] for kind in listed]
        for times in range(1, self.main_size // len(listed)):
            for at, kind in enumerate(listed):
                cell = cells.main(
                    profile,
                    self.covers,
                    f"{said[times][0]}: {label_words(kind.labels[0], six)}",
                    kind.cards[:3],
                    community=kind.cards[3:],
                    decisions=said[times],
                )
                row[times * len(listed) + at] = cell
                meaning[times, kind.labels[0]] = cell
        fold = cells.main(profile, self.covers, FOLD, listed[0].cards[:3], fold=True)
        row[: len(listed)] = [fold] * len(listed)
        return row, meaning | {FOLD: fold}


@dataclass
class Showdown(GameTables):
    """Five cards set into two hands, Point Counts compared."""

    highest: int = 0

    @classmethod
    def of(cls, submission: Submission, ways: Sequence[Way]) -> Showdown:
        strategies = [way for way in ways if isinstance(way, SetHands)]
        game = strategies[0].game
        classes = game.classes
        highest = classes.ranking.highest
        keys = KEYS[5]
        sums = [sum(keys[kind] for kind in hand.kinds) for hand in classes.hands]
        points = np.zeros((len(strategies) + 1, max(sums) + 1), np.uint8)
        house = [
            _shown(classes.ranking.house_way(classes.example(hand.kinds)), highest) for hand in classes.hands
        ]
        points[-1, sums] = house
        for at, way in enumerate(strategies):
            points[at, sums] = [
                way.pick(hand) or unset for hand, unset in zip(classes.hands, house, strict=True)
            ]
        shown = range(2 * highest + 1)
        ranks = [one if one <= highest else 0 for one in shown]
        points_of = [one if one <= highest else one - highest for one in shown]
        for_pot = [
            counted if competes(submission, qualifies=rank > 0) else -1
            for counted, rank in zip(points_of, ranks, strict=True)
        ]
        card_keys = [keys[classes.kind[card]] for card in sorted(classes.kind)]
        return cls(
            slots.SHOWDOWN,
            (game.ante.id,),
            outcome=np.array(
                [1 + OUTCOMES.index(game.outcome(mine, theirs)) for theirs in ranks for mine in ranks],
                np.uint8,
            ),
            met=len(shown),
            points=points,
            points_keys=np.array(card_keys, np.int64),
            competes=np.array(for_pot, np.int64),
            main_size=1 + len(OUTCOMES),
            highest=highest,
        )

    def main_cells(
        self, cells: Cells, profile: int, way: Way, kinds: Mapping[int, Sequence[Kind]]
    ) -> MainCells:
        assert isinstance(way, SetHands)
        picked = {hand.kinds: way.pick(hand) for hand in way.game.classes.hands}
        meaning: dict[Any, int] = {}
        for name in way.game.ante.outcomes:
            outcome = Outcome(name)
            deal = find_deal(way.game, picked, outcome)
            if deal is not None:
                five, said, dealer = deal
                meaning[outcome] = cells.main(
                    profile, self.covers, name.replace("_", " "), five, dealer=dealer, decisions=[said]
                )
        # an outcome that no deal has will not be asked for
        unused = next(iter(meaning.values()))
        return [unused, *(meaning.get(outcome, unused) for outcome in OUTCOMES)], meaning


def _shown(split: Split, highest: int) -> int:
    """A hand's Point Count; above the highest one, that of the two cards of a hand that does not qualify."""
    return int(split.rank or highest + split.points)


_TABLES: Mapping[MainGame, type[GameTables]] = {
    MainGame.AGAINST_DEALER: AgainstDealer,
    MainGame.SHOWDOWN: Showdown,
    MainGame.STREETS: ByStreets,
}
