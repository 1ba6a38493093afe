"""The loop that deals, decides and tallies, over tables made from the law.

Nothing here knows a rule. Which class a hand is of, what a way of playing does with it, how a contest ends
and what that pays are looked up in `Tables`, which `program` fills by asking the ranking, the contest and
settlement. What is counted are cells: one for every way a wager of a seat can end.

A few rounds at a time go through the functions of `deciding`, `reading` and `settling`. Rounds come in
blocks. Every block has its own generator, seeded by the run's seed and the block's number, so a block gives
the same tallies whoever plays it, and whenever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltlaw.simulation.chance import reseed
from feltlaw.simulation.compiled import compiled
from feltlaw.simulation.deciding import against_dealer, by_streets, deal, showdown, spread
from feltlaw.simulation.reading import read_colors, read_dealers, read_fourth, read_highest, read_with
from feltlaw.simulation.settling import envy, pot, purses, settle
from feltlaw.simulation.slots import (
    AGAINST_DEALER,
    BY_STREETS,
    COLORS,
    DEALERS,
    FOURTH,
    HIGHEST,
    SLOTS,
    WITH_COMMUNITY,
    WITH_DEALER,
)

if TYPE_CHECKING:
    from numpy import int16, int32, int64, uint8, uint16
    from numpy.typing import NDArray

TOGETHER = 128
"""Rounds that are dealt, decided and settled together: enough that calls cost nothing, and few enough for the
cache."""


class Tables(NamedTuple):
    """Everything the loop looks up. Cells are numbers into the tallies; -1 is none."""

    game: int
    seats: int
    hand: int
    """Cards of a player."""
    dealer: int
    community: int
    fourth: int
    """0 without a fourth card, 1 for one at every seat, 2 where the community card serves."""
    cards: int
    """Cards drawn in a round: the players', the dealer's, the community's, the fourths, in this order."""
    deck: int
    profile: NDArray[int64]
    """By seat: the profile it plays."""
    need: NDArray[uint8]
    """By slot: whether anything is read from it."""

    three: NDArray[uint16]
    """A class for every three cards in any order, and decisions (see `slots.CLASS`)."""
    seat_shift: NDArray[int64]
    """By seat: which bit of those is its decision."""
    place: NDArray[int16]
    """By class: the rank's place among all."""
    outcome: NDArray[uint8]
    """By the dealer's place (or what he shows), then the player's class (or what he shows): how it ends,
    counted from 1."""
    met: int
    """How many there are of the latter."""

    keys: NDArray[int64]
    """By reader, 64 for each, and card."""
    start: NDArray[int64]
    mixed: NDArray[uint8]
    mixed_at: NDArray[int64]
    suit_keys: NDArray[int64]
    suited: NDArray[uint8]
    suited_at: NDArray[int64]
    reader: NDArray[int64]
    """By slot: the reader that serves it; -1 for none."""

    strategy: NDArray[int64]
    """By seat: its way of playing (by streets), or where its table of points starts (showdown)."""
    first: NDArray[uint8]
    """By way of playing and three cards: the act before the first community card."""
    later: NDArray[int64]
    """By way of playing: the readers of the second and the third act."""
    times: NDArray[int64]
    """By way of playing, street and act (8 places): how many times the Ante; 0 to wait, -1 to fold."""
    points: NDArray[uint8]
    """By way of setting and the sum of keys: what a hand shows."""
    house: int
    """Where in that the house way starts."""
    points_keys: NDArray[int64]
    competes: NDArray[int64]
    """By what a hand shows: its points for the Pot, -1 where it does not compete."""

    group: NDArray[uint8]
    """By class: the label of the hand, numbered."""
    groups: int
    seat_ends: NDArray[int64]
    """By seat: where the ends of its profile start. An end is how the main game ended (0 a fold, else the
    outcome or the times played) and the group of the hand, or what the six cards are."""
    hands: int
    """By streets: how many things six cards may be."""
    own_ends: int
    """By streets: how many ends come before those of the wagers on the player's own hand."""
    end_net: NDArray[int64]
    """By end: cents won or lost on all that it decides."""
    end_at: NDArray[int64]
    end_cell: NDArray[int64]
    """From `end_at` of an end on: the cells it is."""

    wagers: NDArray[int64]
    """By seat: the first of the wagers that are not decided by an end, and one after the last; then whether
    there are any."""
    slot: NDArray[int64]
    """By wager."""
    cell_at: NDArray[int64]
    """By wager, for a seat that stayed and one that folded: where in `cell` the cells of its codes start."""
    cell: NDArray[int16]
    special: NDArray[uint8]
    """By wager: whether it may win from a meter or by a draw."""
    hits: NDArray[uint8]
    """By cell: whether it is an award from a meter."""
    net: NDArray[int64]
    """By cell: cents won or lost; for awards from a meter, without the award."""

    draws: NDArray[int64]
    """By kind of draw (a card, a position): how often, in how many, and among how many it is drawn."""
    positions: NDArray[int64]
    """The seats a position is drawn from, -1 for the dealer's."""
    drawn: NDArray[int64]
    """By wager: the cell of a match, for each kind of draw."""
    drawn_needs_win: int
    drawn_on_dealer: NDArray[uint8]
    """By wager: whether it lies on the dealer's position."""
    paid: NDArray[uint8]
    """By cell: whether the wager was paid."""

    envy: NDArray[int64]
    """By envy award: the slot it is read from, how many codes that has, and where its triggers start."""
    trigger: NDArray[int32]
    """By profile, folded or not, and code: the number of the hand that others are paid for; -1 for none."""
    envied: NDArray[int64]
    """By envy award, number, profile of the receiver, folded or not: the cell."""
    numbers: int

    pot: NDArray[int64]
    """By seat: the first cell of the Pot, -1 where it is not staked; empty where nobody has."""
    count_folded: int
    """Whether folded hands are among the hands at the table."""
    fed: int
    """Cents that go on the meters every round: the table's, but no longer its own."""
    profiles: int
    session: int
    hour: int
    """In rounds."""
    width: NDArray[int64]
    """By profile, and for the table: cents to a bar of the histogram."""
    banks: NDArray[int64]
    """Bankrolls whose loss is counted, in cents."""


class Tallies(NamedTuple):
    """What a chunk of blocks is counted into."""

    cells: NDArray[int64]
    """By block and cell."""
    results: NDArray[int64]
    """By profile (the table last) and bar: sessions, or hours."""
    sums: NDArray[int64]
    """By profile (the table last): sessions (hours), as `slots.SUMS` says."""
    lost: NDArray[int64]
    """By profile and bankroll: sessions that lost it."""
    records: NDArray[int64]
    used: NDArray[int64]
    """How many records there are."""
    trace_cards: NDArray[int64]
    trace_seats: NDArray[int64]
    """For the first rounds, if asked: cards and draws, and by seat the net and the act."""


@compiled
def play(tables: Any, seed: Any, first: int, sizes: Any, out: Any) -> int:
    """Plays one block after another; the number of records, or -1 where there was no room for them."""
    n, many, profiles = tables.seats, tables.cards, tables.profiles
    dealer_at = n * tables.hand
    community_at = dealer_at + tables.dealer
    state = np.empty(4, np.uint64)
    deck = np.empty(tables.deck, np.uint8)
    cards = np.zeros(TOGETHER * many, np.uint8)
    drawn = np.full(TOGETHER * 2, -2, np.int64)
    codes = np.zeros(TOGETHER * n * SLOTS, np.int16)
    gone, act = np.zeros(TOGETHER * n, np.int64), np.zeros(TOGETHER * n, np.int64)
    won = np.zeros(TOGETHER * n, np.int64)
    run, low = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    deferred, clock = np.zeros(n + 1, np.uint8), np.zeros(2, np.int64)
    ends = np.zeros(tables.end_net.shape[0], np.int64)
    traced = out.trace_cards.shape[0]
    keep = traced > 0 or tables.wagers[2 * n] > 0 or tables.envy.shape[0] > 0
    used = 0
    room = out.records.shape[0] - TOGETHER * (n + 1) * (2 + tables.slot.shape[0])
    readers = (
        tables.keys,
        tables.start,
        tables.mixed,
        tables.mixed_at,
        tables.suit_keys,
        tables.suited,
        tables.suited_at,
    )
    for block in range(sizes.shape[0]):
        reseed(state, seed, first + block)
        for at in range(tables.deck):
            deck[at] = at
        run[:] = 0
        low[:] = 0
        deferred[:] = 0
        clock[:] = 0
        count = out.cells[block]
        at = 0
        while at < sizes[block]:
            if used > room:
                return -1
            rounds = min(sizes[block] - at, TOGETHER)
            deal(rounds, state, deck, cards, many, tables.draws, tables.positions, drawn)
            if tables.need[WITH_COMMUNITY]:
                read_with(
                    rounds, n, tables.hand, many, cards, community_at, tables.community, WITH_COMMUNITY,
                    tables.reader[WITH_COMMUNITY], *readers, codes,
                )  # fmt: skip
            if tables.game == AGAINST_DEALER:
                against_dealer(
                    rounds, n, many, cards, tables.three, tables.place, tables.outcome, tables.met,
                    tables.group, tables.groups, tables.seat_ends, tables.seat_shift, tables.end_net, keep,
                    codes, gone, won, ends,
                )  # fmt: skip
            elif tables.game == BY_STREETS:
                by_streets(
                    rounds, n, many, cards, tables.three, tables.group, tables.groups, tables.first,
                    tables.later, tables.times, tables.strategy, tables.seat_ends, tables.end_net,
                    tables.hands, tables.own_ends, *readers, WITH_COMMUNITY, codes, gone, act, won, ends,
                )  # fmt: skip
            else:
                showdown(
                    rounds, n, tables.hand, many, cards, tables.points, tables.points_keys, tables.strategy,
                    tables.house, tables.outcome, tables.met, tables.seat_ends, tables.end_net,
                    act, won, ends,
                )  # fmt: skip
            if tables.need[WITH_DEALER]:
                read_with(
                    rounds, n, tables.hand, many, cards, dealer_at, tables.dealer, WITH_DEALER,
                    tables.reader[WITH_DEALER], *readers, codes,
                )  # fmt: skip
            if tables.need[DEALERS]:
                read_dealers(
                    rounds, n, many, cards, dealer_at, tables.dealer + tables.community, DEALERS,
                    tables.reader[DEALERS], *readers, codes,
                )  # fmt: skip
            if tables.need[COLORS]:
                read_colors(rounds, n, many, cards, COLORS, codes)
            if tables.need[FOURTH]:
                own = 1 if tables.fourth == 1 else 0
                read_fourth(rounds, n, many, cards, community_at + own * tables.community, own, FOURTH, codes)
            if tables.need[HIGHEST]:
                read_highest(
                    rounds,
                    n,
                    many,
                    cards,
                    tables.three,
                    tables.place,
                    tables.count_folded,
                    HIGHEST,
                    gone,
                    codes,
                )
            before = used
            if tables.wagers[2 * n]:
                used = settle(
                    rounds, n, tables.wagers, tables.slot, tables.cell_at, tables.cell, tables.net,
                    tables.special, tables.hits, tables.drawn, tables.drawn_on_dealer, tables.paid,
                    tables.drawn_needs_win, drawn, cards, many, tables.hand, community_at, tables.community,
                    codes, gone, won, count, out.records, used, first + block, at,
                )  # fmt: skip
            if tables.envy.shape[0]:
                envy(
                    rounds, n, tables.envy, tables.trigger, tables.envied, tables.numbers, tables.profile,
                    profiles, tables.net, codes, gone, won, count,
                )  # fmt: skip
            if tables.pot.shape[0]:
                pot(rounds, n, tables.pot, tables.competes, tables.net, act, won, count)
            if block == 0 and at < traced:
                if tables.game == AGAINST_DEALER:
                    act[:] = 1 - gone
                _trace(rounds, n, many, cards, drawn, act, won, out.trace_cards, out.trace_seats, at)
            used = purses(
                rounds, n, won, run, low, deferred, clock, tables.hour, tables.session, tables.fed,
                tables.profile, tables.width, tables.banks, out.results, out.sums, out.lost,
                out.records, used, before, first + block, at,
            )  # fmt: skip
            at += rounds
        spread(ends, tables.end_at, tables.end_cell, count)
    out.used[0] = used
    return int(used)


@compiled
def _trace(
    rounds: int, n: int, many: int, cards: Any, drawn: Any, act: Any, won: Any,
    trace_cards: Any, trace_seats: Any, at: int,
) -> None:  # fmt: skip
    """Writes rounds down."""
    for round_ in range(min(rounds, trace_cards.shape[0] - at)):
        for card in range(many):
            trace_cards[at + round_, card] = cards[round_ * many + card]
        trace_cards[at + round_, many] = drawn[2 * round_]
        trace_cards[at + round_, many + 1] = drawn[2 * round_ + 1]
        for seat in range(n):
            trace_seats[at + round_, seat, 0] = won[round_ * n + seat]
            trace_seats[at + round_, seat, 1] = act[round_ * n + seat]
