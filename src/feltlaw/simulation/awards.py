"""What is paid beside the wagers' own rows: drawn bonuses, envy, the Pot; and what the meters take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from feltlaw.cards import Card
from feltlaw.ranking import Label
from feltlaw.regulation.model import Award, Wager
from feltlaw.round.draws import CARD, DEALER, POSITION, choices, draws_made, on_dealer
from feltlaw.round.read import start_meters
from feltlaw.settlement.awards import draw_needs_win
from feltlaw.simulation.cells import Cells
from feltlaw.simulation.hands import Hands, ints

DRAWN = {CARD: 0, POSITION: 1}
"""Kinds of awards that are drawn, as the loop numbers them."""


class Awards:
    """The awards of one run."""

    def __init__(self, cells: Cells, hands: Hands) -> None:
        self.cells = cells
        self.hands = hands
        self.run = cells.run
        self.submission = cells.submission
        self.regulation = cells.regulation
        self.staked = {wager for seat in self.run.seats for wager in seat.stakes}

    def is_special(self, wager: Wager) -> bool:
        """Whether it may win from a meter or by a draw."""
        return bool(wager.meter) or any(
            given.award.kind in DRAWN and wager.id in given.award.stake_of
            for given in self.submission.awards.values()
        )

    def drawn(self, listed: Sequence[tuple[int, Wager]]) -> dict[str, Any]:
        """The draws of a card and of a position, and what a match brings to each wager."""
        draws = np.zeros((2, 3), np.int64)
        cells = np.full((max(len(listed), 1), 2), -1, np.int64)
        dealers = np.zeros(max(len(listed), 1), np.uint8)
        needs_win = 0
        stakes = {at: seat.stakes for at, seat in enumerate(self.run.seats, 1)}
        positions: list[str | int] = []
        for made in draws_made(self.submission):
            among = choices(self.submission, made, stakes)
            if made.key == POSITION:
                positions = among
            for at, (profile, wager) in enumerate(listed):
                if wager.id not in made.award.stake_of:
                    continue
                draws[DRAWN[made.key]] = (made.chance.numerator, made.chance.denominator, len(among))
                cells[at, DRAWN[made.key]] = self.cells.draw(profile, wager.id, made.award)
                dealers[at] = on_dealer(wager)
                needs_win = int(draw_needs_win(self.submission, wager))
        return {
            "draws": draws,
            "positions": ints(-1 if seat == DEALER else int(seat) - 1 for seat in positions),
            "drawn": cells.ravel(),
            "drawn_needs_win": needs_win,
            "drawn_on_dealer": dealers,
        }

    def envy(self) -> dict[str, Any]:
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
            slot = self.hands.slot(award)
            codes = self.hands.code_labels(award, slot)
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

    def pot(self) -> list[int]:
        """By profile: the first cell of the Pot; nothing where nobody has staked it."""
        name = next((wager for wager in self.regulation.wagers if self.submission.needs_company(wager)), "")
        if name not in self.staked:
            return []
        return [
            self.cells.pot(profile, name) if name in seat.stakes else -1
            for profile, seat in enumerate(self.run.profiles)
        ]

    def fed(self) -> int:
        """Cents that all wagers put on their meters in a round."""
        empty = {name: meter.total for name, meter in start_meters(self.submission).items()}
        meters = start_meters(self.submission)
        for seat in self.run.seats:
            for wager, stake in seat.stakes.items():
                name = self.regulation.wagers[wager].meter
                if name:
                    meters[name] = meters[name].contribute(stake)
        return sum(meter.total - empty[name] for name, meter in meters.items())
