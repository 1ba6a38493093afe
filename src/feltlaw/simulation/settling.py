"""Settling: wagers, envy, the Pot and everybody's money, compiled. Conventions: see `reading`."""

from __future__ import annotations

from typing import Any

import numpy as np

from feltlaw.simulation.compiled import compiled
from feltlaw.simulation.slots import END, HIT, PART, SLOTS

U = np.uint64


@compiled
def settle(
    rounds: int, seats: int, wagers: Any, slot: Any, cell_at: Any, cells: Any, net: Any, special: Any,
    hits: Any, drawn_cells: Any, drawn_held: Any, paid: Any, needs_win: int, drawn: Any, cards: Any,
    many: int, hand: int, shared: int, community: int, codes: Any, gone: Any, won: Any, count: Any,
    records: Any, used: int, block: int, first: int,
) -> int:  # fmt: skip
    """Wagers that rest on a label, seat by seat from the last one down; how many records there are now."""
    for round_ in range(rounds):
        for seat in range(seats - 1, -1, -1):
            here = round_ * seats + seat
            left = gone[U(here)]
            total = won[U(here)]
            for wager in range(wagers[U(2 * seat)], wagers[U(2 * seat + 1)]):
                code = np.int64(codes[U(SLOTS * here + slot[U(wager)])])
                cell = int(cells[U(cell_at[U(2 * wager + left)] + code)])
                count[U(cell)] += 1
                total += net[U(cell)]
                if special[U(wager)]:
                    if hits[cell]:
                        _record(records, used, HIT, block, first + round_, seat, cell, 0, 0)
                        used += 1
                    if paid[cell] or not needs_win:
                        at = round_ * many + (seats * hand if drawn_held[wager] else seat * hand)
                        further = round_ * many + shared
                        magic, lucky = drawn[2 * round_], drawn[2 * round_ + 1]
                        match = drawn_cells[2 * wager]
                        if magic >= 0 <= match and _holds(cards, magic, at, hand, further, community):
                            count[match] += 1
                            total += net[match]
                        match = drawn_cells[2 * wager + 1]
                        if match >= 0 and lucky == (-1 if drawn_held[wager] else seat):
                            count[match] += 1
                            total += net[match]
            won[U(here)] = total
    return used


@compiled
def _holds(cards: Any, wanted: int, at: int, many: int, further: int, more: int) -> bool:
    for card in range(at, at + many):
        if cards[card] == wanted:
            return True
    for card in range(further, further + more):
        if cards[card] == wanted:
            return True
    return False


@compiled
def envy(
    rounds: int, seats: int, awards: Any, trigger: Any, envied: Any, numbers: int, profile: Any,
    profiles: int, net: Any, codes: Any, gone: Any, won: Any, count: Any,
) -> None:  # fmt: skip
    """What others are paid for a hand."""
    for award in range(awards.shape[0]):
        slot, many, start = awards[award, 0], awards[award, 1], awards[award, 2]
        for here in range(rounds * seats):
            seat = here % seats
            row = 2 * profile[U(seat)] + gone[U(here)]
            hand = np.int64(trigger[U(start + row * many + codes[U(SLOTS * here + slot)])])
            if hand >= 0:
                at = (award * numbers + hand) * 2 * profiles
                for other in range(seats):
                    there = here - seat + other
                    cell = envied[at + 2 * profile[other] + gone[there]]
                    if other != seat and cell >= 0:
                        count[cell] += 1
                        won[there] += net[cell]


@compiled
def pot(rounds: int, seats: int, first: Any, competes: Any, net: Any, act: Any, won: Any, count: Any) -> None:
    """The players' own money, to the highest hand; `first` are the Pot's cells by seat, -1 for no stake."""
    for round_ in range(rounds):
        high, winners = np.int64(-1), 0
        for seat in range(seats):
            if first[seat] >= 0:
                shown = competes[act[round_ * seats + seat]]
                if shown > high:
                    high, winners = shown, 1
                elif shown == high and high >= 0:
                    winners += 1
        taken = 0
        for seat in range(seats - 1, -1, -1):
            cell = first[seat]
            if cell >= 0:
                here = round_ * seats + seat
                if high < 0:
                    cell += 1
                elif competes[act[here]] == high:
                    cell += 2 + (winners - 1) * seats + taken
                    taken += 1
                count[cell] += 1
                won[here] += net[cell]


# ── sessions ──


@compiled
def purses(
    rounds: int, seats: int, won: Any, run: Any, low: Any, deferred: Any, clock: Any, hour: int, session: int,
    fed: int, profile: Any, width: Any, banks: Any, results: Any, sums: Any, lost: Any,
    records: Any, used: int, before: int, block: int, first: int,
) -> int:  # fmt: skip
    """How the money of players and table moves, and what hours and sessions come to; how many records now.

    `before` is the first record of these rounds: an award from a meter, which is not known here, starts the
    seat's money anew, and what it was goes into the record.
    """
    profiles, bars = lost.shape[0], results.shape[1]
    hit = before
    until = used
    for round_ in range(rounds):
        while hit < until and records[hit, 2] == first + round_:
            seat = records[hit, 3]
            records[hit, 5], records[hit, 6] = run[seat], low[seat]
            run[seat] = 0
            low[seat] = 0
            deferred[seat] = 1
            deferred[seats] = 1
            hit += 1
        house = np.int64(-fed)
        for seat in range(seats):
            change = won[U(round_ * seats + seat)]
            house -= change
            now = run[U(seat)] + change
            run[U(seat)] = now
            low[U(seat)] = min(low[U(seat)], now)
        run[U(seats)] += house
        clock[0] += 1
        clock[1] += 1
        if clock[0] == hour:
            clock[0] = 0
            if deferred[seats]:
                _record(records, used, END, block, first + round_, seats, -1, run[seats], 0)
                used += 1
            else:
                results[profiles, _bar(run[seats], width[profiles], bars)] += 1
                _add(sums[profiles], run[seats])
            run[seats] = 0
            deferred[seats] = 0
        if clock[1] == session:
            clock[1] = 0
            for seat in range(seats):
                kind = profile[seat]
                if deferred[seat]:
                    _record(records, used, END, block, first + round_, seat, -1, run[seat], low[seat])
                    used += 1
                else:
                    results[kind, _bar(run[seat], width[kind], bars)] += 1
                    _add(sums[kind], run[seat])
                    for bank in range(banks.shape[0]):
                        lost[kind, bank] += low[seat] <= -banks[bank]
                run[seat] = 0
                low[seat] = 0
                deferred[seat] = 0
    return used


@compiled
def _add(sums: Any, cents: int) -> None:
    """Counts a result, sums it, and sums its square, in three parts that do not overflow."""
    high, low = cents >> PART, cents & (1 << PART) - 1
    sums[0] += 1
    sums[1] += cents
    sums[2] += high * high
    sums[3] += high * low
    sums[4] += low * low
    sums[5] += cents > 0


@compiled
def _bar(cents: int, width: int, bars: int) -> int:
    """The bar of a result: 0 lies in the middle one, what is out of range in the first or the last."""
    return min(max(cents // width + bars // 2, 0), bars - 1)


@compiled
def _record(
    records: Any, used: int, kind: int, block: int, at: int, seat: int, cell: int, net: int, low: int
) -> None:
    row = records[used]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = kind, block, at, seat, cell, net, low
