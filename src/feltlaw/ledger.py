"""The books: every movement of money as a balanced double entry, or none at all.

Accounts are plain names. `player:NAME` is what a player holds, `layout:SEAT` the stakes on the felt,
`pot:ROUND` the gathered Pot, `tray` the house's money at the table, `meter:NAME:LEVEL` and
`reserve:NAME:LEVEL` the progressive pools, `outside` everything beyond the table. A posting is positive where
the account holds more afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from feltlaw.meter import Meter
from feltlaw.money import Cents, show_dollars
from feltlaw.settlement.line import Line, Settlement

TRAY = "tray"
OUTSIDE = "outside"


class LedgerError(ValueError):
    """An entry that does not balance, or one that was posted before with other content."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement. `key` makes it idempotent: the same key is booked once."""

    key: str
    kind: str
    postings: tuple[tuple[str, Cents], ...]
    clauses: tuple[str, ...] = ()
    corrects: str = ""
    """For a correction: the key of the entry it sets right."""
    reason: str = ""
    approver: str = ""

    def __post_init__(self) -> None:
        off = sum(cents for _, cents in self.postings)
        if off:
            raise LedgerError(f"entry {self.key} does not balance: it is off by {show_dollars(off)}")
        if self.corrects and not (self.reason and self.approver):
            raise LedgerError(f"correction {self.key} needs a reason and an approver")


@dataclass(frozen=True)
class Ledger:
    """All entries so far; booking gives a new ledger. The balances of all accounts always sum to zero."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    balances: Mapping[str, Cents] = field(default_factory=dict)

    def post(self, *entries: Entry) -> Ledger:
        """Books entries. One booked already is passed over; the same key with other content is refused."""
        known = dict(self.entries)
        balances = dict(self.balances)
        for entry in entries:
            before = known.get(entry.key)
            if before is not None:
                if before != entry:
                    raise LedgerError(f"entry {entry.key} was booked before with other content")
                continue
            if entry.corrects and entry.corrects not in known:
                raise LedgerError(f"there is no entry {entry.corrects} to correct")
            known[entry.key] = entry
            for account, cents in entry.postings:
                balances[account] = balances.get(account, 0) + cents
        return Ledger(known, balances)

    def balance(self, account: str) -> Cents:
        return self.balances.get(account, 0)


def move(
    key: str, kind: str, source: str, target: str, cents: Cents, *, clauses: Iterable[str] = ()
) -> Entry:
    """Money from one account to another."""
    if cents < 0:
        raise LedgerError(f"entry {key} would move a negative amount")
    return Entry(key, kind, ((source, -cents), (target, cents)), tuple(clauses))


def buy_in(key: str, player: str, cents: Cents) -> Entry:
    return move(key, "buy_in", OUTSIDE, f"player:{player}", cents)


def cash_out(key: str, player: str, cents: Cents) -> Entry:
    return move(key, "cash_out", f"player:{player}", OUTSIDE, cents)


def correction(key: str, entry: Entry, reason: str, approver: str) -> Entry:
    """The entry that undoes another: a new one, linked to it, never an edit."""
    undone = tuple((account, -cents) for account, cents in entry.postings)
    return Entry(key, "correction", undone, entry.clauses, entry.key, reason, approver)


def stakes(round_key: str, settlement: Settlement) -> Iterator[Entry]:
    """Every stake of a round going onto the layout."""
    for seat in settlement.seats:
        for line in seat.lines:
            if line.stake:
                key = f"{round_key}/stake/{seat.number}/{line.id}"
                player, felt = f"player:{seat.player}", f"layout:{seat.number}"
                yield move(key, "stake", player, felt, line.stake, clauses=line.cite.clauses[:1])


def settlement_entries(round_key: str, settlement: Settlement) -> Iterator[Entry]:
    """Every movement that settles a round: contributions, payments, returns, collections, reseeds.

    The Pot is gathered before it is paid out; an award comes off its meter after this round's contributions.
    """
    players = {seat.number: f"player:{seat.player}" for seat in settlement.seats}
    for line in settlement.lines:
        yield from _line_entries(round_key, line, players[line.seat])
    for line in settlement.lines:
        won = line.paid + line.returned
        if line.paid_from == "players" and won:
            key = f"{_key(round_key, line)}/pot"
            yield move(key, "pay", f"pot:{round_key}", players[line.seat], won, clauses=line.cite.clauses)
    yield from _meter_entries(round_key, settlement)
    for line in settlement.lines:
        if line.paid_from == "meter" and line.paid:
            key, meter = f"{_key(round_key, line)}/award", f"meter:{line.meter}:{line.level}"
            yield move(key, "award", meter, players[line.seat], line.paid, clauses=line.cite.clauses)


def _key(round_key: str, line: Line) -> str:
    return f"{round_key}/{line.turn}/{line.seat}/{line.id}"


def _line_entries(round_key: str, line: Line, player: str) -> Iterator[Entry]:
    """What one line moves between layout, player and tray; a Pot stake goes from the layout into the Pot."""
    key, felt, clauses = _key(round_key, line), f"layout:{line.seat}", line.cite.clauses
    if line.paid_from == "players":
        yield move(f"{key}/gather", "gather", felt, f"pot:{round_key}", line.stake, clauses=clauses)
        return
    if line.returned:
        yield move(f"{key}/return", "return", felt, player, line.returned, clauses=clauses)
    if line.stake > line.returned:
        yield move(f"{key}/collect", "collect", felt, TRAY, line.stake - line.returned, clauses=clauses)
    if line.paid and line.paid_from != "meter":
        yield move(f"{key}/pay", "pay", TRAY, player, line.paid, clauses=clauses)


def _meter_entries(round_key: str, settlement: Settlement) -> Iterator[Entry]:
    """Contributions and reseeds by level."""
    for name, before in settlement.before.items():
        after = settlement.after[name]
        for level, start in before.levels.items():
            end = after.levels[level]
            meter, reserve = f"meter:{name}:{level}", f"reserve:{name}:{level}"
            key = f"{round_key}/meter/{name}/{level}"
            moves = (
                ("contribute", TRAY, meter, end.contributed - start.contributed),
                ("reserve", TRAY, reserve, end.reserved - start.reserved),
                ("reseed", TRAY, meter, end.reseeded - start.reseeded),
                ("restart", reserve, meter, start.reserve + end.reserved - start.reserved - end.reserve),
            )
            for kind, source, target, cents in moves:
                if cents:
                    yield move(f"{key}/{kind}", kind, source, target, cents, clauses=end.clauses[:1])


def open_meters(key: str, meters: Mapping[str, Meter]) -> Iterator[Entry]:
    """The house puts the starting amounts on the meters."""
    for name, meter in meters.items():
        for level, facts in meter.levels.items():
            seed, clauses = f"{key}/seed/{name}/{level}", facts.clauses[:1]
            if facts.amount:
                yield move(seed, "seed", TRAY, f"meter:{name}:{level}", facts.amount, clauses=clauses)
            if facts.reserve:
                target = f"reserve:{name}:{level}"
                yield move(f"{seed}/reserve", "seed", TRAY, target, facts.reserve, clauses=clauses)


def book_round(ledger: Ledger, round_key: str, settlement: Settlement) -> Ledger:
    """Books a whole round and proves it: the felt is empty, and the tray moved by what the house is up."""
    before = ledger.balance(TRAY)
    booked = ledger.post(*stakes(round_key, settlement), *settlement_entries(round_key, settlement))
    left = {
        name: cents
        for name, cents in booked.balances.items()
        if name.startswith(("layout:", "pot:")) and cents
    }
    if left:
        raise LedgerError(f"round {round_key} leaves money on the table: {left}")
    if booked.balance(TRAY) - before != settlement.house_net:
        raise LedgerError(f"round {round_key}: the tray does not move by what the house is up")
    return booked
