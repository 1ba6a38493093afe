"""From a run to the tables of the loop: rankings, contests, ways of playing and settlement, asked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from feltlaw.cards import Card
from feltlaw.money import parse_chance
from feltlaw.ranking import Highest, Label, Poker, SameColor, WithFourth
from feltlaw.regulation.model import Award, Wager
from feltlaw.round.dealing import extra_cards
from feltlaw.round.read import start_meters
from feltlaw.shuffle import lucky_positions
from feltlaw.simulation import slots
from feltlaw.simulation.cells import Cell, Cells, check_seats
from feltlaw.simulation.games import Game, game_of
from feltlaw.simulation.kernel import Tables
from feltlaw.simulation.model import Run, SimulationError
from feltlaw.simulation.readers import Kind, Reader, label_reader, suit_key_table
from feltlaw.simulation.ways import Way, chosen, ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOT_MADE = "not made"
"""What the main game comes to for a seat without it."""
BARS = 513
"""Bars of a histogram of sessions, an odd number: the middle one starts at $0."""
FINENESS = 16
"""So many bars to the stakes of a round times the root of the rounds."""
DRAWN = {"magic_card": 0, "lucky_position": 1}
"""Kinds of awards that are drawn, as the loop numbers them."""
READ_FROM = {
    ("player", "dealer"): slots.WITH_DEALER,
    ("player", "community"): slots.WITH_COMMUNITY,
    ("player",): slots.WITH_COMMUNITY,
    ("dealer", "community"): slots.DEALERS,
}
"""Where hands of five or six cards are read from; a player who has five needs no others."""


@dataclass(frozen=True)
class Program:
    """A run made ready: the tables, and what their cells mean."""

    run: Run
    tables: Tables
    cells: tuple[Cell, ...]
    ways: tuple[Way, ...]
    """By profile."""
    labels: Mapping[tuple[int, str], Sequence[tuple[Label, int, int]]]
    """By profile and wager that rests on a label: each label, and its cell when played and when folded."""
    main: Mapping[int, Mapping[Any, int]]
    """By profile: the cells of the main game, by what the exact count calls them."""


def compile_run(run: Run) -> Program:
    """Everything the loop needs; stakes and ways of playing that will not do are refused."""
    check_seats(run)
    return _Builder(run).program()


class _Builder:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.submission = run.submission
        self.regulation = run.submission.regulation
        self.cells = Cells(run)
        known = ways(run.submission)
        self.ways = tuple(chosen(run.submission, seat.strategy, known) for seat in run.profiles)
        self.strategies: tuple[Way, ...] = tuple(dict.fromkeys(self.ways))
        self.game: Game = game_of(run.submission, self.strategies)
        self.readers: list[Reader] = list(self.game.readers)
        self.reader = [-1] * slots.SLOTS
        self.kinds: dict[int, list[Kind]] = {}
        self.rankings: dict[int, tuple[Poker, ...]] = {}
        self.labels: dict[tuple[int, str], list[tuple[Label, int, int]]] = {}
        self.staked = {wager for seat in run.seats for wager in seat.stakes}

    def program(self) -> Program:
        self._read_slots()
        main, meanings = self._main()
        wagers = self._wagers()
        ends = [self._ends(row, wagers["own"][profile]) for profile, row in enumerate(main)]
        any_others = int(any(first < last for first, last in wagers["others"]))
        envy = self._envy()
        drawn = self._drawn(wagers["listed"])
        pot = self._pot()
        cells = tuple(self.cells.all)
        need = [False] * slots.SLOTS
        for slot in (*wagers["slot"], *(row[0] for row in envy["envy"])):
            need[slot] = True
        for slot in self.game.needs:
            need[slot] = True
        deal = self._deal()
        seats = [self.run.profiles.index(seat) for seat in self.run.seats]
        ways_at = [self.strategies.index(self.ways[profile]) for profile in seats]
        decides = [self.regulation.decisions[0].of in seat.stakes for seat in self.run.seats]
        if deal["cards"] + 2 > deal["deck"]:
            raise SimulationError(
                f"{deal['cards']} cards of a deck of {deal['deck']} are too many for a round"
            )
        tables = Tables(
            game=self.game.kind,
            **deal,
            profile=_ints(seats),
            need=np.array(need, np.uint8),
            three=self.game.three,
            seat_shift=_ints(
                slots.CLASS_BITS + (at if asked else slots.STRATEGIES)
                for at, asked in zip(ways_at, decides, strict=True)
            ),
            place=np.array(self.game.place, np.int16),
            outcome=self.game.outcome,
            met=self.game.met,
            **self._reader_tables(),
            strategy=_ints(at * self.game.points.shape[1] for at in ways_at)
            if self.game.kind == slots.SHOWDOWN
            else _ints(ways_at),
            first=self.game.first.ravel(),
            later=self.game.later.ravel(),
            times=self.game.times.ravel(),
            points=self.game.points.ravel(),
            house=(self.game.points.shape[0] - 1) * self.game.points.shape[1],
            points_keys=self.game.points_keys,
            competes=self.game.competes,
            group=np.array([self.game.groups.index(one.label) for one in self.game.classes] or [0], np.uint8),
            groups=len(self.game.groups),
            seat_ends=_ints(profile * len(ends[0]) for profile in seats),
            hands=self.game.hands,
            own_ends=self.game.main_size,
            end_net=_ints(sum(cells[at].net for at in held) for listed in ends for held in listed),
            end_at=_ints(accumulate((len(held) for listed in ends for held in listed), initial=0)),
            end_cell=_ints(at for listed in ends for held in listed for at in held),
            wagers=_ints([*(at for profile in seats for at in wagers["others"][profile]), any_others]),
            slot=_ints(wagers["slot"]),
            cell_at=_ints(at for both in wagers["cell_at"] for at in both),
            special=np.array([self._is_special(wager) for _, wager in wagers["listed"]], np.uint8),
            cell=np.array(wagers["cell"] or [0], np.int16),
            hits=np.array([cell.share is not None for cell in cells], np.uint8),
            net=_ints(cell.net for cell in cells),
            **drawn,
            paid=np.array([cell.won for cell in cells], np.uint8),
            envy=np.array(envy["envy"], np.int64).reshape(-1, 3),
            trigger=np.array(envy["trigger"] or [0], np.int32),
            envied=_ints(envy["envied"] or [0]),
            numbers=envy["numbers"],
            pot=_ints(pot[profile] for profile in seats) if pot else _ints([]),
            count_folded=int(self.submission.option("wagers.cover_all.folded_hands_count") is True),
            fed=self._fed(),
            profiles=len(self.run.profiles),
            session=self.run.session,
            hour=self.run.per_hour,
            width=_ints(self._widths()),
            banks=_ints(self.run.bankrolls),
        )
        return Program(self.run, tables, cells, self.ways, self.labels, meanings)

    def _deal(self) -> dict[str, Any]:
        deal = self.regulation.deal
        seats, own = len(self.run.seats), deal.player.most
        dealer = deal.dealer.most if deal.dealer else 0
        shared = extra_cards(self.submission, "community", self.staked)
        each = extra_cards(self.submission, "fourth", self.staked)
        community = shared.cards if shared else 0
        fourths = seats * each.cards if each else 0
        return {
            "seats": seats,
            "hand": own,
            "dealer": dealer,
            "community": community,
            "fourth": 1 if each else 2 if shared and slots.FOURTH in self._slots else 0,
            "cards": seats * own + dealer + community + fourths,
            "deck": 52 + self.regulation.deck.jokers,
        }

    # ── what wagers are read from ──

    def _side(self, profile: int) -> list[Wager]:
        """The wagers of a profile that rest on a label, in the order of settlement."""
        steps = (*self.regulation.settlement.each_player, *self.regulation.settlement.after_all)
        stakes = self.run.profiles[profile].stakes
        return [
            self.regulation.wagers[step.settle]
            for step in steps
            if step.settle in stakes
            and step.settle not in self.game.covers
            and not self.regulation.wagers[step.settle].contest
        ]

    def _slot(self, wager: Wager | Award) -> int:
        ranking = self.regulation.rankings[wager.ranking]
        if isinstance(ranking, Poker) and ranking.of == 3 and wager.cards == ("player",):
            return slots.THREE
        if isinstance(ranking, Poker) and wager.cards in READ_FROM:
            return READ_FROM[wager.cards]
        for kind, slot in (
            (SameColor, slots.COLORS),
            (WithFourth, slots.FOURTH),
            (Highest, slots.HIGHEST),
        ):
            if isinstance(ranking, kind):
                return slot
        raise SimulationError(f"there is no way yet to deal the {wager.title} wager in a simulation")

    @cached_property
    def _slots(self) -> frozenset[int]:
        return frozenset(
            self._slot(wager) for profile in range(len(self.run.profiles)) for wager in self._side(profile)
        )

    def _read_slots(self) -> None:
        """A reader for every slot that hands of five or six cards are read from."""
        wanted: dict[int, list[Poker]] = {slot: [ranking] for slot, ranking in self.game.needs.items()}
        for profile in range(len(self.run.profiles)):
            for wager in self._side(profile):
                ranking = self.regulation.rankings[wager.ranking]
                slot = self._slot(wager)
                if slot in READ_FROM.values() and isinstance(ranking, Poker):
                    listed = wanted.setdefault(slot, [])
                    if ranking not in listed:
                        listed.append(ranking)
        for slot, rankings in wanted.items():
            same = next((other for other, read in self.rankings.items() if read == tuple(rankings)), None)
            if same is None:
                reader, kinds = label_reader(rankings, self.regulation.deck.jokers)
                self.reader[slot] = len(self.readers)
                self.readers.append(reader)
                self.kinds[slot] = kinds
            else:
                self.reader[slot], self.kinds[slot] = self.reader[same], self.kinds[same]
            self.rankings[slot] = tuple(rankings)

    def _reader_tables(self) -> dict[str, Any]:
        mixed_at, suited_at = [0], [0]
        for reader in self.readers:
            mixed_at.append(mixed_at[-1] + len(reader.mixed))
            suited_at.append(suited_at[-1] + len(reader.suited))
        blank = np.zeros(1, np.uint8)
        return {
            "keys": _ints(
                key for reader in self.readers for key in (*reader.keys, *[0] * (64 - len(reader.keys)))
            ),
            "start": _ints(reader.start for reader in self.readers),
            "mixed": np.concatenate([*(reader.mixed for reader in self.readers), blank]),
            "mixed_at": _ints(mixed_at),
            "suit_keys": suit_key_table(),
            "suited": np.concatenate([*(reader.suited for reader in self.readers), blank]),
            "suited_at": _ints(suited_at),
            "reader": _ints(self.reader),
        }

    def _code_labels(
        self, wager: Wager | Award, slot: int
    ) -> list[tuple[Label, Mapping[str, tuple[Card, ...]]]]:
        """For every code of a slot: what the wager's ranking calls it, and cards that are it."""
        ranking = self.regulation.rankings[wager.ranking]
        if slot in READ_FROM.values():
            assert isinstance(ranking, Poker)
            which = self.rankings[slot].index(ranking)
            sizes = {"player": self.regulation.deal.player.most}
            return [(kind.labels[which], _laid(kind.cards, wager.cards, sizes)) for kind in self.kinds[slot]]
        return self.game.code_labels(ranking, slot)

    # ── cells ──

    def _main(self) -> tuple[list[list[int]], dict[int, dict[Any, int]]]:
        """By profile the cells of the main game, and what they mean."""
        first = self.regulation.decisions[0].of
        rows: list[list[int]] = []
        meanings: dict[int, dict[Any, int]] = {}
        for profile, seat in enumerate(self.run.profiles):
            if first in seat.stakes:
                row, meanings[profile] = self.game.main_cells(
                    self.cells, profile, self.ways[profile], self.kinds
                )
            else:
                row = [self.cells.add(Cell(profile, first, NOT_MADE, 0))] * self.game.main_size
            rows.append(row)
        return rows, meanings

    def _wagers(self) -> dict[str, list[Any]]:
        """All wagers: by profile those that the player's own hand decides, and the others in a row."""
        names = ("own", "others", "slot", "cell_at", "cell", "listed")
        found: dict[str, list[Any]] = {name: [] for name in names}
        for profile in range(len(self.run.profiles)):
            own: list[tuple[list[int], list[int]]] = []
            first = len(found["slot"])
            for wager in self._side(profile):
                if self._slot(wager) == slots.THREE and not self._is_special(wager):
                    by_label = self._label_cells(profile, wager, self.game.groups)
                    own.append(tuple([both[at] for both in by_label.values()] for at in (0, 1)))  # type: ignore[arg-type]
                else:
                    self._add_wager(found, profile, wager)
            found["own"].append(own)
            found["others"].append((first, len(found["slot"])))
        return found

    def _ends(self, main: Sequence[int], own: Sequence[tuple[list[int], list[int]]]) -> list[list[int]]:
        """By end of a profile, the cells it is: of the main game, and of each wager on the hand alone."""
        groups = len(self.game.groups)
        if self.game.kind == slots.AGAINST_DEALER:
            folds = [int(end < groups) for end in range(len(main))]
            return [[cell, *(one[folds[end]][end % groups] for one in own)] for end, cell in enumerate(main)]
        apart = [[one[folded][group] for one in own] for folded in (0, 1) for group in range(groups)]
        return [*([cell] for cell in main), *apart]

    def _label_cells(
        self, profile: int, wager: Wager, labels: Iterable[Label]
    ) -> dict[Label, tuple[int, int]]:
        """By label: the cell of a wager when played, and when folded."""
        found = {
            label: (
                self.cells.wager(profile, wager, label, folded=False),
                self.cells.wager(profile, wager, label, folded=True),
            )
            for label in dict.fromkeys(labels)
        }
        self.labels[profile, wager.id] = [(label, *both) for label, both in found.items()]
        return found

    def _add_wager(self, found: dict[str, list[Any]], profile: int, wager: Wager) -> None:
        slot = self._slot(wager)
        codes = self._code_labels(wager, slot)
        start = len(found["cell"])
        found["slot"].append(slot)
        found["cell_at"].append((start, start + len(codes)))
        found["listed"].append((profile, wager))
        by_label = self._label_cells(profile, wager, (label for label, _ in codes))
        for folded in (0, 1):
            found["cell"] += [by_label[label][folded] for label, _ in codes]

    def _is_special(self, wager: Wager) -> bool:
        """Whether it may win from a meter or by a draw."""
        return bool(wager.meter) or any(
            given.award.kind in DRAWN and wager.id in given.award.stake_of
            for given in self.submission.awards.values()
        )

    def _drawn(self, listed: Sequence[tuple[int, Wager]]) -> dict[str, Any]:
        """The draws of a card and of a position, and what a match brings to each wager."""
        draws = np.zeros((2, 3), np.int64)
        cells = np.full((max(len(listed), 1), 2), -1, np.int64)
        on_dealer = np.zeros(max(len(listed), 1), np.uint8)
        needs_win = 0
        stakes = {at: seat.stakes for at, seat in enumerate(self.run.seats, 1)}
        positions = lucky_positions(self.submission, stakes)
        for given in self.submission.awards.values():
            award = given.award
            if award.kind not in DRAWN:
                continue
            for at, (profile, wager) in enumerate(listed):
                path = f"wagers.{wager.section}.{award.option}"
                if wager.id not in award.stake_of or self.submission.option(path) is not True:
                    continue
                chance = parse_chance(self.submission.option(f"{path}_chance"))
                among = 52 if award.kind == "magic_card" else len(positions)
                draws[DRAWN[award.kind]] = (chance.numerator, chance.denominator, among)
                cells[at, DRAWN[award.kind]] = self.cells.draw(profile, wager.id, award)
                on_dealer[at] = "dealer" in wager.cards
                needs_win = int(self.submission.option(f"wagers.{wager.section}.bonus_needs_win") is True)
        return {
            "draws": draws,
            "positions": _ints(-1 if seat == "dealer" else int(seat) - 1 for seat in positions),
            "drawn": cells.ravel(),
            "drawn_needs_win": needs_win,
            "drawn_on_dealer": on_dealer,
        }

    def _envy(self) -> dict[str, Any]:
        """Which hands pay others, and what they pay to whom."""
        profiles = range(len(self.run.profiles))
        states = [(profile, folded) for profile in profiles for folded in (False, True)]
        awards: list[list[int]] = []
        trigger: list[int] = []
        paid: list[list[list[int]]] = []
        for given in self.submission.awards.values():
            award = given.award
            if award.kind != "envy" or award.stake_of[0] not in self.staked or len(self.run.seats) < 2:
                continue
            slot = self._slot(award)
            codes = self._code_labels(award, slot)
            awards.append([slot, len(codes), len(trigger)])
            numbers: list[list[int]] = []
            for holder in states:
                for label, cards in codes:
                    named = any(schedule.table.pick(label) is not None for schedule in award.schedules)
                    each = (
                        [self._envied(award, holder, state, cards, label) for state in states]
                        if named
                        else []
                    )
                    if any(cell >= 0 for cell in each):
                        trigger.append(len(numbers))
                        numbers.append(each)
                    else:
                        trigger.append(-1)
            paid.append(numbers)
        most = max((len(numbers) for numbers in paid), default=0)
        flat = [
            cell
            for numbers in paid
            for each in (*numbers, *([[-1] * len(states)] * (most - len(numbers))))
            for cell in each
        ]
        return {"envy": awards, "trigger": trigger, "envied": flat, "numbers": most}

    def _envied(
        self,
        award: Award,
        holder: tuple[int, bool],
        receiver: tuple[int, bool],
        cards: Mapping[str, tuple[Card, ...]],
        label: Label,
    ) -> int:
        first = self.regulation.decisions[0].of
        for profile, folded in (holder, receiver):
            if folded and first not in self.run.profiles[profile].stakes:
                return -1
        if award.stake_of[0] not in self.run.profiles[receiver[0]].stakes:
            return -1
        return self.cells.envy(award, holder, receiver, cards, label)

    def _pot(self) -> list[int]:
        """By profile: the first cell of the Pot; nothing where nobody has staked it."""
        name = next((wager.id for wager in self.regulation.wagers.values() if wager.contest == "pot"), "")
        if name not in self.staked:
            return []
        return [
            self.cells.pot(profile, name) if name in seat.stakes else -1
            for profile, seat in enumerate(self.run.profiles)
        ]

    def _fed(self) -> int:
        """Cents that all wagers put on their meters in a round."""
        empty = {name: meter.total for name, meter in start_meters(self.submission).items()}
        meters = start_meters(self.submission)
        for seat in self.run.seats:
            for wager, stake in seat.stakes.items():
                name = self.regulation.wagers[wager].meter
                if name:
                    meters[name] = meters[name].contribute(stake)
        return sum(meter.total - empty[name] for name, meter in meters.items())

    # ── histograms ──

    def _widths(self) -> list[int]:
        """Cents to a bar, for each profile's sessions and for the table's hours."""
        found = [self._width(sum(seat.stakes.values()), self.run.session) for seat in self.run.profiles]
        table = sum(sum(seat.stakes.values()) for seat in self.run.seats)
        return [*found, self._width(table, self.run.per_hour)]

    def _width(self, stakes: int, rounds: int) -> int:
        """A round number of cents."""
        least = max(1, stakes * isqrt(rounds) // FINENESS)
        size = 1
        while True:
            for step in (1, 2, 5):
                if step * size >= least:
                    return step * size
            size *= 10


def _laid(
    cards: Sequence[Card], groups: Sequence[str], sizes: Mapping[str, int]
) -> dict[str, tuple[Card, ...]]:
    """Cards dealt out to the groups a wager is read from."""
    left = list(cards)
    found: dict[str, tuple[Card, ...]] = {}
    for at, name in enumerate(groups):
        size = len(left) if at == len(groups) - 1 else sizes.get(name, 3)
        found[name] = tuple(left[:size])
        left = left[size:]
    return found


def _ints(numbers: Any) -> NDArray[Any]:
    return np.array(list(numbers), np.int64)
