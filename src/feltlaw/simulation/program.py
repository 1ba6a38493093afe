"""From a run to the tables of the loop: rankings, contests, ways of playing and settlement, asked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isqrt
from typing import Any

import numpy as np

from feltlaw.ranking import Label
from feltlaw.regulation.model import Wager
from feltlaw.round.dealing import extra_cards
from feltlaw.settlement.payout import folded_hands_count
from feltlaw.simulation import slots
from feltlaw.simulation.awards import Awards
from feltlaw.simulation.cells import Cell, Cells, check_seats
from feltlaw.simulation.games import GameTables, game_of
from feltlaw.simulation.hands import Hands, ints
from feltlaw.simulation.kernel import Tables
from feltlaw.simulation.run import Run, SimulationError
from feltlaw.simulation.ways import Way, chosen, ways

NOT_MADE = "not made"
"""What the main game comes to for a seat without it."""
BARS = 513
"""Bars of a histogram of sessions, an odd number: the middle one starts at $0."""
FINENESS = 16
"""So many bars to the stakes of a round times the root of the rounds."""


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
        self.game: GameTables = game_of(run.submission, self.strategies)
        self.hands = Hands(run, self.game)
        self.awards = Awards(self.cells, self.hands)
        self.labels: dict[tuple[int, str], list[tuple[Label, int, int]]] = {}

    def program(self) -> Program:
        main, meanings = self._main()
        wagers = self._wagers()
        ends = [self._ends(row, wagers["own"][profile]) for profile, row in enumerate(main)]
        any_others = int(any(first < last for first, last in wagers["others"]))
        envy = self.awards.envy()
        drawn = self.awards.drawn(wagers["listed"])
        pot = self.awards.pot()
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
            profile=ints(seats),
            need=np.array(need, np.uint8),
            three=self.game.three,
            seat_shift=ints(
                slots.CLASS_BITS + (at if asked else slots.STRATEGIES)
                for at, asked in zip(ways_at, decides, strict=True)
            ),
            place=np.array(self.game.place, np.int16),
            outcome=self.game.outcome,
            met=self.game.met,
            **self.hands.tables(),
            strategy=ints(at * self.game.points.shape[1] for at in ways_at)
            if self.game.kind == slots.SHOWDOWN
            else ints(ways_at),
            first=self.game.first.ravel(),
            later=self.game.later.ravel(),
            times=self.game.times.ravel(),
            points=self.game.points.ravel(),
            house=(self.game.points.shape[0] - 1) * self.game.points.shape[1],
            points_keys=self.game.points_keys,
            competes=self.game.competes,
            group=np.array([self.game.groups.index(one.label) for one in self.game.classes] or [0], np.uint8),
            groups=len(self.game.groups),
            seat_ends=ints(profile * len(ends[0]) for profile in seats),
            hands=self.game.hands,
            own_ends=self.game.main_size,
            end_net=ints(sum(cells[at].net for at in held) for listed in ends for held in listed),
            end_at=ints(accumulate((len(held) for listed in ends for held in listed), initial=0)),
            end_cell=ints(at for listed in ends for held in listed for at in held),
            wagers=ints([*(at for profile in seats for at in wagers["others"][profile]), any_others]),
            slot=ints(wagers["slot"]),
            cell_at=ints(at for both in wagers["cell_at"] for at in both),
            special=np.array([self.awards.is_special(wager) for _, wager in wagers["listed"]], np.uint8),
            cell=np.array(wagers["cell"] or [0], np.int16),
            hits=np.array([cell.share is not None for cell in cells], np.uint8),
            net=ints(cell.net for cell in cells),
            **drawn,
            paid=np.array([cell.won for cell in cells], np.uint8),
            envy=np.array(envy["envy"], np.int64).reshape(-1, 3),
            trigger=np.array(envy["trigger"] or [0], np.int32),
            envied=ints(envy["envied"] or [0]),
            numbers=envy["numbers"],
            pot=ints(pot[profile] for profile in seats) if pot else ints([]),
            count_folded=int(folded_hands_count(self.submission)),
            fed=self.awards.fed(),
            profiles=len(self.run.profiles),
            session=self.run.session,
            hour=self.run.per_hour,
            width=ints(self._widths()),
            banks=ints(self.run.bankrolls),
        )
        return Program(self.run, tables, cells, self.ways, self.labels, meanings)

    def _deal(self) -> dict[str, Any]:
        deal = self.regulation.deal
        seats, own = len(self.run.seats), deal.player.most
        dealer = deal.dealer.most if deal.dealer else 0
        shared = extra_cards(self.submission, "community", self.awards.staked)
        each = extra_cards(self.submission, "fourth", self.awards.staked)
        community = shared.cards if shared else 0
        fourths = seats * each.cards if each else 0
        return {
            "seats": seats,
            "hand": own,
            "dealer": dealer,
            "community": community,
            "fourth": 1 if each else 2 if shared and slots.FOURTH in self.hands.slots else 0,
            "cards": seats * own + dealer + community + fourths,
            "deck": 52 + self.regulation.deck.jokers,
        }

    # ── cells ──

    def _main(self) -> tuple[list[list[int]], dict[int, dict[Any, int]]]:
        """By profile the cells of the main game, and what they mean."""
        first = self.regulation.decisions[0].of
        rows: list[list[int]] = []
        meanings: dict[int, dict[Any, int]] = {}
        for profile, seat in enumerate(self.run.profiles):
            if first in seat.stakes:
                row, meanings[profile] = self.game.main_cells(
                    self.cells, profile, self.ways[profile], self.hands.kinds
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
            for wager in self.hands.side(profile):
                if self.hands.slot(wager) == slots.THREE and not self.awards.is_special(wager):
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
        slot = self.hands.slot(wager)
        codes = self.hands.code_labels(wager, slot)
        start = len(found["cell"])
        found["slot"].append(slot)
        found["cell_at"].append((start, start + len(codes)))
        found["listed"].append((profile, wager))
        by_label = self._label_cells(profile, wager, (label for label, _ in codes))
        for folded in (0, 1):
            found["cell"] += [by_label[label][folded] for label, _ in codes]

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
