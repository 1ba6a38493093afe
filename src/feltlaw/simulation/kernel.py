"""The loop that deals, decides and tallies: plain Python, compiled by numba, over tables made from the law.

Nothing here knows a rule. Which class a hand is of, what a way of playing does with it, how a contest ends
and what that pays are looked up in `Tables`, which `program` fills by asking the ranking, the contest and
settlement. What is counted are cells: one for every way a wager of a seat can end.

Rounds come in blocks. Every block has its own generator, seeded by the run's seed and the block's number, so
a block gives the same tallies whoever plays it, and whenever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltlaw.mathematics.evaluators import FULL, SUMS
from feltlaw.simulation.chance import below, draw, reseed
from feltlaw.simulation.compiled import compiled

if TYPE_CHECKING:
    from numpy import int16, int32, int64, uint8, uint16
    from numpy.typing import NDArray

HAND_SIZE = 52
"""The deck of a game whose hands have three cards, for `Tables.three`."""
CLASS_BITS = 10
CLASS = (1 << CLASS_BITS) - 1
"""In `Tables.three` the low bits are the class of the hand, each bit above them one strategy's decision."""

AGAINST_DEALER, BY_STREETS, SHOWDOWN = range(3)
"""How the main game goes."""

THREE, WITH_DEALER, WITH_COMMUNITY, DEALERS, COLORS, FOURTH, HIGHEST = range(7)
"""What a wager is read from: the player's own cards, those and the dealer's or the community's, the
dealer's and the community's, colours, a fourth card, the highest hand at the table."""
SLOTS = 7

SUITED = 1 << 18
"""The room of one suit in a reader's second table."""

HIT, END = 0, 1
"""What a record is about: an award from a meter, or the end of a session in which there was one."""
RECORD = 7
"""Kind, block, round of the block, seat (the table itself comes after the last), cell, and how the money moved
since the last record of the seat: what came in, and the lowest it stood."""


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
    order: NDArray[int64]
    """Seats as they are settled."""
    profile: NDArray[int64]
    """Which profile a seat plays."""
    need: NDArray[uint8]
    """By slot: whether any wager is read from it."""

    three: NDArray[uint16]
    """A class for every three cards in any order, and decisions."""
    place: NDArray[int16]
    """By class: the rank's place among all."""
    outcome: NDArray[uint8]
    """By the dealer's place, then the player's."""
    places: int

    keys: NDArray[int64]
    """By reader and card."""
    start: NDArray[int64]
    mixed: NDArray[uint8]
    mixed_at: NDArray[int64]
    suit_keys: NDArray[int64]
    suited: NDArray[uint8]
    suited_at: NDArray[int64]
    reader: NDArray[int64]
    """By slot: the reader that serves it; -1 for none."""

    strategy: NDArray[int64]
    """By profile: its place in the tables of decisions."""
    first: NDArray[uint8]
    """By streets: by strategy and three cards, the act before the first community card."""
    later: NDArray[int64]
    """By strategy: the readers of the second and the third act."""
    times: NDArray[int64]
    """By strategy, street and act: how many times the Ante is played; 0 to wait, -1 to fold."""
    points: NDArray[uint8]
    """By showdown: by strategy (the house way last) and the sum of keys, what a hand shows."""
    points_keys: NDArray[int64]
    competes: NDArray[int64]
    """By what a hand shows: its points for the Pot, -1 where it does not compete."""

    main: NDArray[int32]
    """By profile: the cell of each outcome (or times the Ante) and class of hand."""
    main_classes: int
    folded: NDArray[int32]
    """By profile: the cell of a fold; -1 for a profile without the main game."""

    wagers: NDArray[int64]
    """By profile: the first of its wagers, and one after the last."""
    slot: NDArray[int64]
    """By wager."""
    codes: NDArray[int64]
    """By wager: how many codes its slot has."""
    cell_at: NDArray[int64]
    cell: NDArray[int32]
    """From `cell_at` of a wager on: for a seat that stayed and one that folded, the cell of every code."""
    hits: NDArray[uint8]
    """By cell: whether it is an award from a meter."""
    net: NDArray[int64]
    """By cell: cents won or lost; for awards from a meter, without the award."""

    draws: NDArray[int64]
    """By kind of draw (a card, a position): how often in how many, and among how many positions it is drawn."""
    positions: NDArray[int64]
    """The seats a position is drawn from, -1 for the dealer's."""
    drawn: NDArray[int32]
    """By wager: the cell of a match, for each kind of draw."""
    drawn_needs_win: int
    drawn_on_dealer: NDArray[uint8]
    """By wager: whether it lies on the dealer's position."""
    won: NDArray[uint8]
    """By cell: whether the wager was paid."""

    envy: NDArray[int64]
    """By envy award: the slot it is read from, how many codes that has, and where its triggers start."""
    trigger: NDArray[int32]
    """By profile, folded or not, and code: the number of the hand that others are paid for; -1 for none."""
    envied: NDArray[int32]
    """By envy award, number, profile of the receiver, folded or not: the cell."""
    numbers: int

    pot: NDArray[int64]
    """By profile: the first cell of the Pot, -1 where it is not staked."""
    count_folded: int
    """Whether folded hands are among the hands at the table."""
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
    """By block and profile (the table last): sessions counted, and the sum of what they came to."""
    lost: NDArray[int64]
    """By profile and bankroll: sessions that lost it."""
    records: NDArray[int64]
    used: NDArray[int64]
    """How many records there are."""
    trace_cards: NDArray[int64]
    trace_seats: NDArray[int64]
    """For the first rounds, if asked: the cards, and by seat the net, the act and the hits."""


@compiled
def play(tables: Any, seed: Any, first: int, sizes: Any, out: Any) -> int:
    """Plays one block after another; the number of records, or -1 where there was no room for them."""
    n, hand, size = tables.seats, tables.hand, tables.deck
    dealer_at = n * hand
    community_at = dealer_at + tables.dealer
    fourth_at = community_at + tables.community
    profiles = tables.folded.shape[0]
    bars = out.results.shape[1]
    state = np.empty(4, np.uint64)
    deck = np.empty(size, np.int64)
    codes = np.zeros((n, SLOTS), np.int64)
    gone = np.zeros(n, np.int64)
    won = np.zeros(n + 1, np.int64)
    run, low = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    deferred = np.zeros(n + 1, np.uint8)
    shows = np.zeros(n, np.int64)
    used = out.used[0]
    room = out.records.shape[0] - 4 * (n + 1) * (1 + tables.slot.shape[0])
    trace = out.trace_cards.shape[0]

    for block in range(sizes.shape[0]):
        number = first + block
        reseed(state, seed, number)
        for at in range(size):
            deck[at] = at
        run[:] = 0
        low[:] = 0
        deferred[:] = 0
        count = out.cells[block]
        done = 0
        for at in range(sizes[block]):
            if used > room:
                return -1
            draw(state, deck, tables.cards, size)
            won[:] = 0
            dealer = 0
            if tables.game == AGAINST_DEALER:
                dealer = tables.place[
                    tables.three[
                        (deck[dealer_at] * HAND_SIZE + deck[dealer_at + 1]) * HAND_SIZE + deck[dealer_at + 2]
                    ]
                    & CLASS
                ]
            elif tables.game == SHOWDOWN:
                total = 0
                for card in range(dealer_at, dealer_at + tables.dealer):
                    total += tables.points_keys[deck[card]]
                dealer = tables.points[tables.points.shape[0] - 1, total]
            dealers, community = 0, 0
            if tables.need[WITH_DEALER]:
                for card in range(dealer_at, community_at):
                    dealers += tables.keys[tables.reader[WITH_DEALER], deck[card]]
            if tables.need[WITH_COMMUNITY]:
                for card in range(community_at, community_at + tables.community):
                    community += tables.keys[tables.reader[WITH_COMMUNITY], deck[card]]
            shared = 0
            if tables.need[DEALERS]:
                reader = tables.reader[DEALERS]
                total = tables.start[reader]
                for card in range(dealer_at, community_at + tables.community):
                    total += tables.keys[reader, deck[card]]
                shared = _read(tables, reader, total, deck, dealer_at, tables.dealer + tables.community, 0, 0)
            reds = 0
            if tables.need[COLORS]:
                for card in range(dealer_at, community_at):
                    reds += _red(deck[card])

            # every hand read, every decision made
            best, top = -1, 0
            for seat in range(n):
                profile = tables.profile[seat]
                here = seat * hand
                strategy = tables.strategy[profile]
                gone[seat] = 0
                three = 0
                three_at = 0
                if tables.game != SHOWDOWN:
                    three_at = (deck[here] * HAND_SIZE + deck[here + 1]) * HAND_SIZE + deck[here + 2]
                    three = np.int64(tables.three[three_at])
                    codes[seat, THREE] = three & CLASS
                if tables.need[WITH_DEALER]:
                    reader = tables.reader[WITH_DEALER]
                    total = tables.start[reader] + dealers
                    for card in range(here, here + hand):
                        total += tables.keys[reader, deck[card]]
                    codes[seat, WITH_DEALER] = _read(
                        tables, reader, total, deck, here, hand, dealer_at, tables.dealer
                    )
                if tables.need[WITH_COMMUNITY]:
                    reader = tables.reader[WITH_COMMUNITY]
                    total = tables.start[reader] + community
                    for card in range(here, here + hand):
                        total += tables.keys[reader, deck[card]]
                    codes[seat, WITH_COMMUNITY] = _read(
                        tables, reader, total, deck, here, hand, community_at, tables.community
                    )
                codes[seat, DEALERS] = shared
                if tables.need[COLORS]:
                    mine = 0
                    for card in range(here, here + hand):
                        mine += _red(deck[card])
                    codes[seat, COLORS] = 4 * mine + reds
                if tables.need[FOURTH]:
                    card = deck[fourth_at + seat] if tables.fourth == 1 else deck[community_at]
                    codes[seat, FOURTH] = 13 * (three & CLASS) + (card >> 2)

                if tables.folded[profile] < 0:
                    act = -1
                elif tables.game == AGAINST_DEALER:
                    act = three >> CLASS_BITS + strategy & 1
                    if act:
                        kind = tables.outcome[dealer * tables.places + tables.place[three & CLASS]]
                        cell = tables.main[profile, kind * tables.main_classes + (three & CLASS)]
                    else:
                        cell = tables.folded[profile]
                        gone[seat] = 1
                    count[cell] += 1
                    won[seat] += tables.net[cell]
                elif tables.game == BY_STREETS:
                    act = tables.first[strategy, three_at]
                    times = tables.times[strategy, 0, act]
                    street = 0
                    total = 0
                    while times == 0:
                        reader = tables.later[strategy, street]
                        if street == 0:
                            total = tables.keys[reader, deck[here]] + tables.keys[reader, deck[here + 1]]
                            total += tables.keys[reader, deck[here + 2]]
                        total += tables.keys[reader, deck[community_at + street]]
                        street += 1
                        act = _read(
                            tables, reader, tables.start[reader] + total, deck, here, 3, community_at, street
                        )
                        times = tables.times[strategy, street, act]
                    act = 8 * street + act
                    if times > 0:
                        cell = tables.main[profile, times * tables.main_classes + codes[seat, WITH_COMMUNITY]]
                    else:
                        cell = tables.folded[profile]
                        gone[seat] = 1
                    count[cell] += 1
                    won[seat] += tables.net[cell]
                else:
                    total = 0
                    for card in range(here, here + hand):
                        total += tables.points_keys[deck[card]]
                    act = np.int64(tables.points[strategy, total])
                    shows[seat] = tables.competes[act]
                    kind = tables.outcome[dealer * tables.places + act]
                    cell = tables.main[profile, kind]
                    count[cell] += 1
                    won[seat] += tables.net[cell]
                if block * sizes[0] + at < trace:
                    out.trace_seats[block * sizes[0] + at, seat, 1] = act

            if tables.need[HIGHEST]:
                for turn in range(n):
                    seat = tables.order[turn]
                    if tables.count_folded or not gone[seat]:
                        place = tables.place[codes[seat, THREE]]
                        if place > best:
                            best, top = place, codes[seat, THREE]
                if dealer > best:
                    top = (
                        tables.three[
                            (deck[dealer_at] * HAND_SIZE + deck[dealer_at + 1]) * HAND_SIZE
                            + deck[dealer_at + 2]
                        ]
                        & CLASS
                    )
            magic, lucky = -1, -2
            if tables.draws[0, 1] and below(state, tables.draws[0, 1]) < tables.draws[0, 0]:
                magic = below(state, tables.draws[0, 2])
            if tables.draws[1, 1] and below(state, tables.draws[1, 1]) < tables.draws[1, 0]:
                lucky = tables.positions[below(state, tables.draws[1, 2])]

            # every wager settled
            for turn in range(n):
                seat = tables.order[turn]
                profile = tables.profile[seat]
                total = 0
                hits = 0
                for wager in range(tables.wagers[profile], tables.wagers[profile + 1]):
                    slot = tables.slot[wager]
                    code = top if slot == HIGHEST else codes[seat, slot]
                    cell = tables.cell[tables.cell_at[wager] + gone[seat] * tables.codes[wager] + code]
                    count[cell] += 1
                    total += tables.net[cell]
                    if tables.hits[cell]:
                        hits += 1
                        used = _record(
                            out.records, used, HIT, number, at, seat, cell,
                            run[seat] if hits == 1 else 0, low[seat] if hits == 1 else 0,
                        )  # fmt: skip
                    paid = tables.won[cell] != 0 or tables.drawn_needs_win == 0
                    if magic >= 0 and paid and tables.drawn[wager, 0] >= 0:
                        held = False
                        if not tables.drawn_on_dealer[wager]:
                            for card in range(seat * hand, seat * hand + hand):
                                held = held or deck[card] == magic
                        else:
                            for card in range(dealer_at, community_at):
                                held = held or deck[card] == magic
                        for card in range(community_at, community_at + tables.community):
                            held = held or deck[card] == magic
                        if held:
                            count[tables.drawn[wager, 0]] += 1
                            total += tables.net[tables.drawn[wager, 0]]
                    if (
                        lucky >= -1
                        and paid
                        and tables.drawn[wager, 1] >= 0
                        and lucky == (-1 if tables.drawn_on_dealer[wager] else seat)
                    ):
                        count[tables.drawn[wager, 1]] += 1
                        total += tables.net[tables.drawn[wager, 1]]
                won[seat] += total
                if hits:
                    # what came before is in the record; with the award, which is not known here, the money
                    # runs anew
                    run[seat] = 0
                    low[seat] = 0
                    deferred[seat] = 1
                    deferred[n] = 1

            for award in range(tables.envy.shape[0]):
                slot, many = tables.envy[award, 0], tables.envy[award, 1]
                for seat in range(n):
                    at_code = tables.envy[award, 2] + (
                        (2 * tables.profile[seat] + gone[seat]) * many + codes[seat, slot]
                    )
                    hit = tables.trigger[at_code]
                    if hit >= 0:
                        for other in range(n):
                            if other != seat:
                                cell = tables.envied[
                                    (award * tables.numbers + hit) * 2 * profiles
                                    + 2 * tables.profile[other]
                                    + gone[other]
                                ]
                                if cell >= 0:
                                    count[cell] += 1
                                    won[other] += tables.net[cell]

            if tables.game == SHOWDOWN and tables.pot.shape[0]:
                high, winners = -1, 0
                for seat in range(n):
                    if tables.pot[tables.profile[seat]] >= 0:
                        if shows[seat] > high:
                            high, winners = shows[seat], 1
                        elif shows[seat] == high and high >= 0:
                            winners += 1
                taken = 0
                for turn in range(n):
                    seat = tables.order[turn]
                    cell = tables.pot[tables.profile[seat]]
                    if cell >= 0:
                        if high < 0:
                            cell += 1
                        elif shows[seat] == high:
                            cell += 2 + (winners - 1) * n + taken
                            taken += 1
                        count[cell] += 1
                        won[seat] += tables.net[cell]

            house = 0
            for seat in range(n):
                house -= won[seat]
                run[seat] += won[seat]
                if run[seat] < low[seat]:
                    low[seat] = run[seat]
            run[n] += house
            if block * sizes[0] + at < trace:
                row = block * sizes[0] + at
                for card in range(tables.cards):
                    out.trace_cards[row, card] = deck[card]
                out.trace_cards[row, tables.cards] = magic
                out.trace_cards[row, tables.cards + 1] = lucky
                for seat in range(n):
                    out.trace_seats[row, seat, 0] = won[seat]

            done += 1
            if done % tables.hour == 0:
                if deferred[n]:
                    used = _record(out.records, used, END, number, at, n, -1, run[n], 0)
                else:
                    bar = _bar(run[n], tables.width[profiles], bars)
                    out.results[profiles, bar] += 1
                    out.sums[block, profiles, 0] += 1
                    out.sums[block, profiles, 1] += run[n]
                run[n] = 0
                deferred[n] = 0
            if done == tables.session:
                done = 0
                for seat in range(n):
                    profile = tables.profile[seat]
                    if deferred[seat]:
                        used = _record(out.records, used, END, number, at, seat, -1, run[seat], low[seat])
                    else:
                        out.results[profile, _bar(run[seat], tables.width[profile], bars)] += 1
                        out.sums[block, profile, 0] += 1
                        out.sums[block, profile, 1] += run[seat]
                        for bank in range(tables.banks.shape[0]):
                            if low[seat] <= -tables.banks[bank]:
                                out.lost[profile, bank] += 1
                    run[seat] = 0
                    low[seat] = 0
                    deferred[seat] = 0
    out.used[0] = used
    return used


@compiled
def _bar(cents: int, width: int, bars: int) -> int:
    """The bar of a result: 0 lies in the middle one, what is out of range in the first or the last."""
    bar = cents // width + bars // 2
    return min(max(bar, 0), bars - 1)


@compiled
def _record(
    records: Any, used: int, kind: int, block: int, at: int, seat: int, cell: int, net: int, low: int
) -> int:
    row = records[used]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = kind, block, at, seat, cell, net, low
    return used + 1


@compiled
def _red(card: int) -> int:
    """1 for diamonds and hearts."""
    return (card & 3 == 1) | (card & 3 == 2)


@compiled
def _read(
    tables: Any, reader: int, total: int, deck: Any, at: int, many: int, further: int, more: int
) -> int:
    """What a reader calls cards whose keys sum to `total`."""
    full = total & FULL
    if full == 0:
        return int(tables.mixed[tables.mixed_at[reader] + (total & SUMS)])
    suit = 0
    while not full >> 35 + 4 * suit & 1:
        suit += 1
    index = 0
    for card in range(at, at + many):
        index += tables.suit_keys[suit, deck[card]]
    for card in range(further, further + more):
        index += tables.suit_keys[suit, deck[card]]
    return int(tables.suited[tables.suited_at[reader] + suit * SUITED + index])

